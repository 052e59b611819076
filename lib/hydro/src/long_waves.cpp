#include "swell/hydro/long_waves.h"

#include <algorithm>
#include <cmath>

#include "swell/waves/dispersion.h"

namespace swell::hydro {

double gravity_of(const HydroData& data) { return data.gravity.value_or(kGravity); }

double wave_of(const HydroData& data, std::size_t k) {
  return waves::wavenumber(data.omega[k], data.water_depth, gravity_of(data));
}

std::size_t along_x(const HydroData& data) {
  std::size_t best = 0;
  for (std::size_t d = 1; d < data.direction.size(); ++d) {
    const double now = std::abs(std::cos(data.direction[d] * kDegree));
    if (now > std::abs(std::cos(data.direction[best] * kDegree)) + 1e-9 || data.direction[d] == 0.0) best = d;
  }
  return best;
}

double place_of(const HydroData& data, std::size_t body, std::size_t direction, double wave) {
  const double b = data.direction[direction] * kDegree;
  const Vector3& cg = data.bodies[body].cg;
  return wave * (cg.x() * std::cos(b) + cg.y() * std::sin(b));
}

std::complex<double> force_along_wave(const HydroData& data, std::size_t body, std::size_t direction, std::size_t k) {
  const double b = data.direction[direction] * kDegree;
  const Eigen::VectorXcd& X = data.bodies[body].excitation[direction][k];
  return X[0] * std::cos(b) + (X.size() > 1 ? X[1] : 0.0) * std::sin(b);
}

bool has_excitation(const HydroData& data) {
  return !data.direction.empty() && std::all_of(data.bodies.begin(), data.bodies.end(), [&](const auto& b) {
    return b.excitation.size() == data.direction.size() && b.excitation[0].size() == data.omega.size();
  });
}

double largest(const HydroBody& body, std::size_t d, int dof) {
  double most = 0.0;
  for (const Eigen::VectorXcd& X : body.excitation[d]) most = std::fmax(most, std::abs(X[dof]));
  return most;
}

bool over_frequency(const HydroData& data, const MatrixPerFrequency HydroBody::*member) {
  return std::all_of(data.bodies.begin(), data.bodies.end(),
                     [&](const HydroBody& body) { return (body.*member).size() == data.omega.size(); });
}

double length_of(const HydroData& data, std::size_t b) {
  const HydroBody& body = data.bodies[b];
  if (body.displaced_volume > 0.0) return std::cbrt(body.displaced_volume);
  double most = 0.0;
  for (const MatrixX& A : body.added_mass) {
    for (int i = 0; i < std::min(3, body.dof); ++i) most = std::fmax(most, std::abs(A(i, data.first_dof(b) + i)));
  }
  return std::cbrt(most);
}

double reach_of(const HydroData& data, std::size_t body) {
  return std::max(std::abs(data.bodies[body].cb.z()), length_of(data, body));
}

namespace {

// The reach of the hull or of its waterplane, which may be much longer than the hull is deep: its radii of gyration
// about the centre of gravity, by C44 and C55 = S + V (z_b - z_g), at least that of a square. A bar's heave force
// passes through 0 where k times this radius is pi / sqrt(3) = 1.8.
double extent_of(const HydroData& data, std::size_t at) {
  const HydroBody& body = data.bodies[at];
  double most = reach_of(data, at);
  const MatrixX& C = body.restoring_stiffness;
  if (C.rows() < 3 || !(C(2, 2) > 0.0)) return most;
  most = std::max(most, std::sqrt(C(2, 2) / 12.0));
  for (Eigen::Index i = 3; i < std::min<Eigen::Index>(5, C.rows()); ++i) {
    const double S = C(i, i) - std::max(0.0, body.displaced_volume) * (body.cb.z() - body.cg.z());
    if (S > 0.0) most = std::max(most, std::sqrt(S / C(2, 2)));
  }
  return most;
}

// Horizontal distance to the farthest other body.
double spread_of(const HydroData& data, std::size_t body) {
  double most = 0.0;
  for (const HydroBody& other : data.bodies) most = std::max(most, (other.cg - data.bodies[body].cg).head<2>().norm());
  return most;
}

}  // namespace

std::optional<LongWave> surge_lead(const HydroData& data) {
  constexpr double kLong = 0.5, kSeen = 1e-4;  // k L; of the largest force
  if (!has_excitation(data)) return std::nullopt;
  // The body nearest to the origin: elsewhere the phase is that of the place.
  std::size_t nearest = 0;
  for (std::size_t b = 1; b < data.bodies.size(); ++b) {
    if (data.bodies[b].cg.head<2>().norm() < data.bodies[nearest].cg.head<2>().norm()) nearest = b;
  }
  const HydroBody& body = data.bodies[nearest];
  // In the direction that pushes most along itself: any frame gives the same.
  std::size_t head = 0;
  double most = 0.0;
  for (std::size_t d = 0; d < data.direction.size(); ++d) {
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double now = std::abs(force_along_wave(data, nearest, d, k));
      if (!(now > most)) continue;
      most = now;
      head = d;
    }
  }
  // Runs of heave alone know no surge.
  if (!(most > kSeen * (body.dof > 2 ? largest(body, head, 2) : 0.0))) return std::nullopt;
  // Of all long waves together, so that noise of one does not decide.
  std::complex<double> sum = 0.0;
  double lowest = 0.0;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const std::complex<double> X = force_along_wave(data, nearest, head, k);
    if (!(std::abs(X) > kSeen * most)) continue;
    const double wave = wave_of(data, k);
    if (wave * length_of(data, nearest) > kLong) break;
    if (lowest == 0.0) lowest = data.omega[k];
    sum += X * std::polar(1.0, place_of(data, nearest, head, wave));
  }
  if (sum == 0.0) return std::nullopt;
  return LongWave{std::arg(sum) / kDegree, nearest, lowest};
}

std::optional<LongWave> heave_lead(const HydroData& data) {
  constexpr double kLong = 0.8, kSeen = 0.05;  // k L; 3 degrees: digits and meshes
  if (!has_excitation(data) || !over_frequency(data, &HydroBody::radiation_damping)) return std::nullopt;
  const std::size_t head = along_x(data);
  std::optional<LongWave> lowest;
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const HydroBody& body = data.bodies[at];
    if (body.dof < 3 || !(length_of(data, at) > 0.0)) continue;
    std::vector<std::pair<double, double>> seen;  // part of what is expected, frequency
    const double extent = std::max(extent_of(data, at), spread_of(data, at));
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double w = data.omega[k], wave = wave_of(data, k);
      if (wave * extent > kLong) break;  // all in one phase of the wave
      // All bodies are held in water that moves: on body i acts the damping of all that move against it.
      double B = 0.0;
      for (std::size_t b = 0; b < data.bodies.size(); ++b) {
        if (data.bodies[b].dof > 2) B += body.radiation_damping[k](2, data.first_dof(b) + 2);
      }
      const std::complex<double> X = body.excitation[head][k][2] * std::polar(1.0, place_of(data, at, head, wave));
      const double sine = w * w * B / gravity_of(data) / std::abs(X);  // of the phase; B / (rho omega), X / (rho g)
      const double ratio = X.imag() / std::abs(X) / sine;
      if (std::abs(sine) >= kSeen && std::isfinite(ratio)) seen.emplace_back(ratio, w);
    }
    if (seen.empty()) continue;
    // The middle one: where X passes through 0 the expected part is largest and tells least.
    const auto middle = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() / 2);
    std::nth_element(seen.begin(), middle, seen.end());
    if (!lowest || middle->first < lowest->number) lowest = LongWave{middle->first, at, middle->second};
  }
  return lowest;
}

std::optional<double> heave_force_over_stiffness(const HydroData& data, std::size_t at) {
  constexpr double kLong = 0.1, kWide = 0.3, kInertia = 0.3, kAccelerated = 3.0, kNoStiffness = 1e-6;
  if (!has_excitation(data) || !over_frequency(data, &HydroBody::added_mass)) return std::nullopt;
  const HydroBody& body = data.bodies[at];
  const double wave = wave_of(data, 0), size = length_of(data, at), reach = reach_of(data, at);
  if (body.dof < 3 || body.restoring_stiffness.rows() < 3 || !(size > 0.0) || wave * reach > kLong ||
      wave * extent_of(data, at) > kWide)
    return std::nullopt;
  const double X = std::abs(body.excitation[along_x(data)][0][2]);
  double C = body.restoring_stiffness(2, 2), moved = std::max(0.0, body.displaced_volume);
  if (std::abs(C) < kNoStiffness * size * size) C = 0.0;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {  // all stand still in water that accelerates
    if (data.bodies[b].dof > 2) moved += std::abs(body.added_mass[0](2, data.first_dof(b) + 2));
  }
  const double inertia = data.omega[0] * data.omega[0] / gravity_of(data) * moved;
  const bool on_bed = data.water_depth && reach + size >= *data.water_depth;  // no water pushes from below
  if (inertia < kInertia * C) return X / (C - inertia);
  if (C >= 0.0 && X > kAccelerated * inertia && !on_bed) return X / C;
  return std::nullopt;
}

// X1 = k D (V + sum A), with the wave numbers of this depth.
std::optional<SurgeVolume> volume_of_surge(const HydroData& data, std::size_t at, double cosine) {
  constexpr double kShort = 0.2, kLong = 0.01, kWide = 0.3;  // k L: what digits still hold, and what is long
  const HydroBody& body = data.bodies[at];
  const std::size_t head = along_x(data);
  // Motion of the water at depth z against that at the surface.
  const auto below = [&](double wave, double z) {
    if (!data.water_depth || wave * *data.water_depth > 100.0) return std::exp(wave * z);
    return std::cosh(wave * (z + *data.water_depth)) / std::cosh(wave * *data.water_depth);
  };
  SurgeVolume result;
  std::vector<double> volume, part;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const double wave = wave_of(data, k), size = wave * reach_of(data, at);
    if (size < kLong || size > kShort || wave * extent_of(data, at) > kWide) continue;
    double A = 0.0;  // all bodies stand still in water that accelerates
    for (std::size_t b = 0; b < data.bodies.size(); ++b) A += body.added_mass[k](0, data.first_dof(b));
    const double force = std::abs(body.excitation[head][k][0]) / cosine;
    volume.push_back(force / (wave * below(wave, body.cb.z())) - A);
    part.push_back(force / (wave * below(wave, body.cb.z()) * (body.displaced_volume + A)));
    const double other = force / (below(wave, body.cb.z()) * (body.displaced_volume + A)),
                 tanh_kh = data.omega[k] * data.omega[k] / (gravity_of(data) * other);
    if (tanh_kh > 0.0 && tanh_kh < 0.99) result.depth.push_back(std::atanh(tanh_kh) / other);
  }
  if (volume.empty()) return std::nullopt;
  const auto median = [](std::vector<double>& of) {
    const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::nth_element(of.begin(), middle, of.end());
    return *middle;
  };
  const auto [least, most] = std::minmax_element(part.begin(), part.end());
  result.steady = part.size() >= 3 && *most <= 1.2 * *least;
  result.ratio = median(volume) / body.displaced_volume;
  result.force = median(part);
  if (!std::isfinite(result.ratio)) return std::nullopt;
  return result;
}

PhaseSense phase_sense(const HydroData& data) {
  constexpr double kNear = 30.0, kHeave = 0.25, kHeaveAlone = 0.5;
  const auto surge = surge_lead(data), heave = heave_lead(data);
  if (surge && std::abs(surge->number + 90.0) <= kNear)
    return heave && heave->number > kHeave ? PhaseSense::contradictory : PhaseSense::lag;
  if (surge) return std::abs(surge->number - 90.0) <= kNear ? PhaseSense::lead : PhaseSense::unknown;
  if (heave && std::abs(heave->number) > kHeaveAlone) return heave->number > 0.0 ? PhaseSense::lead : PhaseSense::lag;
  return PhaseSense::unknown;
}

namespace {
/// Whether Froude-Krylov and scattering force add up to the conjugate of the excitation: they have the right sense
/// then.
bool parts_lead(const HydroBody& body) {
  const auto &X = body.excitation, &F = body.froude_krylov, &S = body.scattering;
  if (X.size() != F.size() || X.size() != S.size()) return false;
  double kept = 0.0, turned = 0.0, whole = 0.0;
  for (std::size_t i = 0; i < X.size(); ++i) {
    if (X[i].size() != F[i].size() || X[i].size() != S[i].size()) return false;
    for (std::size_t j = 0; j < X[i].size(); ++j) {
      const Eigen::VectorXcd sum = F[i][j] + S[i][j];
      kept += (X[i][j] - sum).squaredNorm();
      turned += (X[i][j].conjugate() - sum).squaredNorm();
      whole += X[i][j].squaredNorm();
    }
  }
  constexpr double kSame = 1e-4;  // of the square: parts are printed with six digits and computed by other routes
  return turned < kSame * whole && kept > 10.0 * turned;
}
}  // namespace

void conjugate_forces(HydroData& data) {
  for (HydroBody& body : data.bodies) {
    const bool whole_alone = parts_lead(body);
    for (auto* table : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      if (whole_alone && table != &body.excitation) continue;
      for (auto& row : *table) {
        for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
      }
    }
    // A kernel over even times on both sides of 0 runs backwards then; no other could be kept.
    const std::vector<double>& t = body.excitation_irf_time;
    const bool even = !t.empty() && std::abs(t.front() + t.back()) <= 1e-6 * std::abs(t.back());
    for (auto& kernel : body.excitation_irf) {
      if (even) std::reverse(kernel.begin(), kernel.end());
    }
    if (!even) {
      body.excitation_irf.clear();
      body.excitation_irf_time.clear();
    }
  }
}

}  // namespace swell::hydro
