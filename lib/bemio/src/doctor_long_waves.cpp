// What long waves ask of the forces: phases and magnitudes that follow from stiffness, volume, added mass and damping.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "doctor_tests.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {

double gravity_of(const hydro::HydroData& data) { return data.gravity.value_or(9.81); }

// The direction that runs most nearly along x, and whether it runs towards +x.
std::size_t along_x(const hydro::HydroData& data) {
  std::size_t best = 0;
  for (std::size_t d = 1; d < data.direction.size(); ++d) {
    const double now = std::abs(std::cos(data.direction[d] * kDegree));
    if (now > std::abs(std::cos(data.direction[best] * kDegree)) + 1e-9 || data.direction[d] == 0.0) best = d;
  }
  return best;
}

bool has_excitation(const hydro::HydroData& data) {
  return !data.direction.empty() && std::all_of(data.bodies.begin(), data.bodies.end(), [&](const auto& b) {
    return b.excitation.size() == data.direction.size() && b.excitation[0].size() == data.omega.size();
  });
}

double largest(const hydro::HydroBody& body, std::size_t d, int dof) {
  double most = 0.0;
  for (const Eigen::VectorXcd& X : body.excitation[d]) most = std::max(most, std::abs(X[dof]));
  return most;
}

Finding surge_phase(const hydro::HydroData& data) {
  const char* const name = "sign of the phase";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  const std::size_t head = along_x(data);
  const double cosine = std::cos(data.direction[head] * kDegree);
  if (std::abs(cosine) < 0.5) return without(name, "no wave direction near 0 or 180 degrees");
  Finding f;
  f.test = name;
  f.unit = "deg that surge leads the crest by, direction " + fmt::format("{:g}", data.direction[head]);
  // The body nearest to the origin: elsewhere the phase is that of the place.
  std::size_t nearest = 0;
  for (std::size_t b = 1; b < data.bodies.size(); ++b) {
    if (data.bodies[b].cg.head<2>().norm() < data.bodies[nearest].cg.head<2>().norm()) nearest = b;
  }
  const hydro::HydroBody& body = data.bodies[nearest];
  const double most = largest(body, head, 0);
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const std::complex<double> X = body.excitation[head][k][0];
    if (!(std::abs(X) > 1e-4 * most)) continue;
    const double wave = waves::wavenumber(data.omega[k], data.water_depth, gravity_of(data));
    const double b = data.direction[head] * kDegree;
    const double place = wave * (body.cg.x() * std::cos(b) + body.cg.y() * std::sin(b));
    if (wave * length_of(data, nearest) > 0.5) break;  // no long wave any more
    const double lead = std::remainder(std::arg(X) + place, 2.0 * kPi) / kDegree;
    f.number = cosine > 0.0 ? lead : -lead;
    f.omega = data.omega[k];
    f.body = body.name;
    f.dof = "surge";
    break;
  }
  if (f.body.empty()) return without(name, "no wave of the data is long against the body, or there is no surge force");
  if (std::abs(f.number - 90.0) <= 30.0) {
    f.sentence = "surge leads by 90 degrees in long waves, as exp(+i omega t) has it";
  } else if (std::abs(f.number + 90.0) <= 30.0) {
    f.verdict = Verdict::bad;
    f.sentence = "surge lags by 90 degrees: the forces have the convention exp(-i omega t); --repair conjugates them";
  } else {
    f.verdict = Verdict::doubtful;
    f.sentence = "neither lead nor lag of 90 degrees: a phase origin elsewhere, or a body that is no small obstacle";
  }
  return f;
}

namespace {

// k (x cos b + y sin b): by which a force at the body lags that at the origin.
double place_of(const hydro::HydroData& data, std::size_t body, std::size_t direction, double wave) {
  const double b = data.direction[direction] * kDegree;
  const Vector3& cg = data.bodies[body].cg;
  return wave * (cg.x() * std::cos(b) + cg.y() * std::sin(b));
}

double wave_of(const hydro::HydroData& data, std::size_t k) {
  return waves::wavenumber(data.omega[k], data.water_depth, gravity_of(data));
}

// Largest dimension that the waves must be long against.
double reach_of(const hydro::HydroData& data, std::size_t body) {
  return std::max(std::abs(data.bodies[body].cb.z()), length_of(data, body));
}

// Likewise with the waterplane, which may be much longer than the hull is deep: its radii of gyration about the centre
// of gravity, by C44 and C55 = S + V (z_b - z_g), at least that of a square. A bar's heave force passes through 0 where
// k times this radius is pi / sqrt(3) = 1.8.
double extent_of(const hydro::HydroData& data, std::size_t at) {
  const hydro::HydroBody& body = data.bodies[at];
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
double spread_of(const hydro::HydroData& data, std::size_t body) {
  double most = 0.0;
  for (const hydro::HydroBody& other : data.bodies)
    most = std::max(most, (other.cg - data.bodies[body].cg).head<2>().norm());
  return most;
}

bool over_frequency(const hydro::HydroData& data, const hydro::MatrixPerFrequency hydro::HydroBody::*member) {
  return std::all_of(data.bodies.begin(), data.bodies.end(),
                     [&](const hydro::HydroBody& body) { return (body.*member).size() == data.omega.size(); });
}

// Two motions that radiate the same pattern, |B_ij|^2 = B_ii B_jj (Cauchy and Schwarz), have X_i / X_j = B_ij / B_jj
// for every wave by Haskind: a real number with its sign. see(departure [deg], i, j, frequency) for each such pair.
template <class See>
void alike_motions(const hydro::HydroData& data, std::size_t head, See see) {
  constexpr double kAlike = 0.97;  // in the mean over all headings their phases differ by 14 degrees, head-on by 20
  constexpr double kAnswered = 0.5;
  const int n = data.total_dof();
  VectorX peak = VectorX::Zero(n), noise = VectorX::Zero(n);
  std::vector<MatrixX> B;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    B.push_back(data.omega[k] * whole_matrix(data, &hydro::HydroBody::radiation_damping, k));
    peak = peak.cwiseMax(B.back().diagonal());
  }
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const int first = data.first_dof(b), dof = data.bodies[b].dof;
    const double force = peak.segment(first, std::min(3, dof)).maxCoeff(), length = length_of(data, b);
    for (int i = 0; i < std::min(6, dof); ++i) noise[first + i] = 1e-3 * force * (i < 3 ? 1.0 : length * length);
  }
  const auto force = [&](int at, std::size_t k) {
    const SystemDof place = system_dof(data, at);
    return data.bodies[place.body].excitation[head][k][place.dof];
  };
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      if (!(peak[i] > noise[i] && peak[j] > noise[j])) continue;
      double strongest = 0.0;
      std::size_t where = 0;
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        const double now = B[k](i, i) / peak[i] * (B[k](j, j) / peak[j]);
        if (!(B[k](i, i) > 0.0 && B[k](j, j) > 0.0 && now > strongest)) continue;
        strongest = now;
        where = k;
      }
      if (!(strongest > 0.01)) continue;
      const MatrixX& now = B[where];
      const double coupling = 0.5 * (now(i, j) + now(j, i));
      if (!(std::abs(coupling) > kAlike * std::sqrt(now(i, i) * now(j, j)))) continue;
      // A direction that they do not answer (sway in head seas) tells nothing: where their power is below half the mean
      // of all, the 6 % of it that kAlike leaves to unlike patterns may turn the phases by more than 20 degrees.
      const double w = data.omega[where], g = gravity_of(data), wave = wave_of(data, where);
      const double power = g * wave / (4.0 * waves::group_velocity(w, wave, data.water_depth, g));
      const std::complex<double> a = force(i, where), b = force(j, where);
      if (!(power * std::norm(a) > kAnswered * now(i, i) && power * std::norm(b) > kAnswered * now(j, j))) continue;
      const double apart = std::abs(std::arg(a * std::conj(b) * (coupling > 0.0 ? 1.0 : -1.0))) / kDegree;
      if (std::isfinite(apart)) see(apart, i, j, w);
    }
  }
}

}  // namespace

Finding heave_and_pitch_phase(const hydro::HydroData& data) {
  const char* const name = "phases of heave and pitch";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  const std::size_t head = along_x(data);
  Finding f;
  f.test = name;
  f.unit = "deg from what long waves and the coupling of the damping ask for";
  f.number = -1.0;
  const auto see = [&](double now, const std::string& body, const std::string& dof, double omega) {
    if (now <= f.number) return;
    f.number = now;
    f.body = body;
    f.dof = dof;
    f.omega = omega;
  };
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const hydro::HydroBody& body = data.bodies[at];
    const double length = length_of(data, at);
    if (body.dof < 6 || !(length > 0.0)) continue;
    // Heave follows the crest at the body where the body cuts the surface and the waves are long.
    const double wave = wave_of(data, 0);
    const double C = body.restoring_stiffness.rows() > 2 ? body.restoring_stiffness(2, 2) : 0.0;
    const bool surface = C > 0.0 && length * length <= 50.0 * C;
    if (!surface || wave * reach_of(data, at) > 0.1 || !(largest(body, head, 2) > 1e-3 * largest(body, head, 0)))
      continue;
    const std::complex<double> X = body.excitation[head][0][2];
    see(std::abs(std::remainder(std::arg(X) + place_of(data, at, head, wave), 2.0 * kPi)) / kDegree, body.name,
        dof_name(2), data.omega[0]);
  }
  if (over_frequency(data, &hydro::HydroBody::radiation_damping)) {
    alike_motions(data, head, [&](double apart, int i, int j, double omega) {
      see(apart, data.bodies[system_dof(data, i).body].name, pair_name(data, i, j), omega);
    });
  }
  if (f.number < 0.0)
    return without(
        name, "no wave of the data is long against a body that cuts the surface, and no two motions radiate alike");
  f.verdict = graded(f.number, 30.0, 60.0);
  f.sentence = f.verdict == Verdict::good
                   ? "heave follows the crest in long waves, motions that radiate alike are excited alike"
                   : "a force of one dof has the other sign: compare the axes of its files";
  return f;
}

Finding long_wave_heave(const hydro::HydroData& data) {
  const char* const name = "heave force in long waves";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  Finding f;
  f.test = name;
  f.unit = "of the heave stiffness";
  double farthest = 0.0;
  for (const hydro::HydroBody& body : data.bodies) {
    const double C = body.restoring_stiffness.rows() > 2 ? body.restoring_stiffness(2, 2) : 0.0;
    const double size = length_of(data, static_cast<std::size_t>(&body - data.bodies.data()));
    const double wave = waves::wavenumber(data.omega[0], data.water_depth, gravity_of(data));
    const double depth = std::max(std::abs(body.cb.z()), size);
    if (!(C > 0.0) || wave * depth > 0.1 || size * size > 50.0 * C) continue;
    const double ratio = std::abs(body.excitation[along_x(data)][0][2]) / C;
    if (!f.body.empty() && std::abs(std::log(std::max(ratio, 1e-300))) <= farthest) continue;
    farthest = std::abs(std::log(std::max(ratio, 1e-300)));
    f.number = ratio;
    f.body = body.name;
    f.dof = "heave";
    f.omega = data.omega[0];
  }
  if (f.body.empty()) return without(name, "no wave of the data is long against a body that cuts the surface");
  f.verdict = farthest < 0.15 ? Verdict::good : farthest < 0.7 ? Verdict::doubtful : Verdict::bad;
  f.sentence = f.verdict == Verdict::good
                   ? "it tends to the stiffness, so both have the same units"
                   : "it must tend to the stiffness: one of them is scaled by density, gravity or a length";
  return f;
}

Finding heave_force_and_damping(const hydro::HydroData& data) {
  const char* const name = "sign of the heave force's phase";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  if (!over_frequency(data, &hydro::HydroBody::radiation_damping))
    return without(name, "there is no radiation damping");
  constexpr double kLong = 0.8, kSeen = 0.05;  // k L; 3 degrees: digits and meshes
  const std::size_t head = along_x(data);
  Finding f;
  f.test = name;
  f.unit = "of the part in step with the velocity that the damping asks for";
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const hydro::HydroBody& body = data.bodies[at];
    if (body.dof < 3 || !(length_of(data, at) > 0.0)) continue;
    std::vector<std::pair<double, double>> seen;  // part of what is expected, frequency
    const double extent = std::max(extent_of(data, at), spread_of(data, at));
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double w = data.omega[k], wave = wave_of(data, k);
      if (wave * extent > kLong) break;  // all in one phase of the wave
      // All bodies are held in water that moves: body i feels the damping of all that move against it.
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
    if (!f.body.empty() && middle->first >= f.number) continue;
    f.number = middle->first;
    f.body = body.name;
    f.dof = dof_name(2);
    f.omega = middle->second;
  }
  if (f.body.empty()) return without(name, "no body radiates enough in waves that are long against it");
  f.verdict = f.number > 0.25 ? Verdict::good : f.number > -0.25 ? Verdict::doubtful : Verdict::bad;
  f.sentence = f.verdict == Verdict::good
                   ? "heave leads the crest by what its damping asks for, as exp(+i omega t) has it"
               : f.verdict == Verdict::doubtful
                   ? "heave hardly leads or lags where its damping asks for a lead: force and damping are of different "
                     "bodies, or the body is long against these waves"
                   : "heave lags where its damping asks for a lead: this force is conjugated (exp(-i omega t))";
  return f;
}

Finding long_wave_volume(const hydro::HydroData& data) {
  const char* const name = "volume against surge force";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  if (!over_frequency(data, &hydro::HydroBody::added_mass))
    return without(name, "there is no added mass over frequency");
  constexpr double kShort = 0.2, kLong = 0.01;  // k L: what digits still hold, and what is long
  const std::size_t head = along_x(data);
  // Motion of the water at depth z against that at the surface.
  const auto below = [&](double wave, double z) {
    if (!data.water_depth || wave * *data.water_depth > 100.0) return std::exp(wave * z);
    return std::cosh(wave * (z + *data.water_depth)) / std::cosh(wave * *data.water_depth);
  };
  const double cosine = std::abs(std::cos(data.direction[head] * kDegree));
  if (cosine < 0.5) return without(name, "no wave direction near 0 or 180 degrees");
  Finding f;
  f.test = name;
  f.unit = "times the volume of the file";
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const hydro::HydroBody& body = data.bodies[at];
    // Runs of heave alone know no surge.
    if (!(body.displaced_volume > 0.0) ||
        !(largest(body, head, 0) > 1e-6 * largest(body, head, std::min(2, body.dof - 1))))
      continue;
    std::vector<double> volume;
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double wave = wave_of(data, k), size = wave * reach_of(data, at);
      if (size < kLong || size > kShort) continue;
      double A = 0.0;  // all bodies stand still in water that accelerates
      for (std::size_t b = 0; b < data.bodies.size(); ++b) A += body.added_mass[k](0, data.first_dof(b));
      volume.push_back(std::abs(body.excitation[head][k][0]) / (cosine * wave * below(wave, body.cb.z())) - A);
    }
    if (volume.empty()) continue;
    const auto middle = volume.begin() + static_cast<std::ptrdiff_t>(volume.size() / 2);
    std::nth_element(volume.begin(), middle, volume.end());
    const double ratio = *middle / body.displaced_volume;
    const auto apart = [](double r) { return r > 0.0 ? std::abs(std::log(r)) : 1e300; };
    if (!std::isfinite(ratio) || (!f.body.empty() && apart(ratio) <= apart(f.number))) continue;
    f.number = ratio;
    f.body = body.name;
  }
  if (f.body.empty()) return without(name, "no wave of the data is long against a body with a volume");
  f.verdict = graded(std::abs(f.number - 1.0), 0.12, 0.3);
  f.sentence =
      f.verdict == Verdict::good
          ? "long waves push the body as the water that it displaces and moves"
          : "X1 = k (V + A11) in long waves asks for another volume: the volume, or the scale of surge's force "
            "or added mass, is wrong";
  return f;
}

}  // namespace swell::bemio
