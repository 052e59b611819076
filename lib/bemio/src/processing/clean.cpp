// Spikes and values that are not finite, found entry by entry along the frequency axis.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "files/text_file.h"
#include "swell/base/interpolation.h"
#include "swell/bemio/processing.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

constexpr double kRoundOff = 1e-8;    // a motion this small against its body's others is as good as still
constexpr double kNegligible = 1e-2;  // an entry this small against its diagonal neighbours is noise, not a curve

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The value at x[k] of the cubic through two neighbours on either side (a line through one each near the ends).
double through_neighbours(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  const std::size_t reach = k >= 2 && k + 2 < x.size() ? 2 : 1;
  double value = 0.0;
  for (std::size_t a = k - reach; a <= k + reach; ++a) {
    if (a == k) continue;
    double weight = 1.0;
    for (std::size_t b = k - reach; b <= k + reach; ++b) {
      if (b != a && b != k) weight *= (x[k] - x[b]) / (x[a] - x[b]);
    }
    value += weight * y[a];
  }
  return value;
}

// Marks what departs from its neighbours by more than the local deviations explain. Hampel's rule on the departure from
// an interpolating cubic: a resonance that is resolved passes, a spike of one to three points does not.
void mark(const std::vector<double>& x, const std::vector<double>& y, const CleanOptions& options,
          std::vector<double>& departure) {
  const std::size_t n = x.size();
  departure.assign(n, 0.0);
  double most = 0.0;
  for (const double v : y) {
    if (std::isfinite(v)) most = std::max(most, std::abs(v));
  }
  bool finite = true;
  for (std::size_t k = 0; k < n; ++k) {
    if (std::isfinite(y[k])) continue;
    departure[k] = std::numeric_limits<double>::infinity();
    finite = false;
  }
  if (!finite || n < 9 || most == 0.0) return;
  std::vector<double> residual(n, 0.0);
  for (std::size_t k = 2; k + 2 < n; ++k) residual[k] = y[k] - through_neighbours(x, y, k);
  constexpr std::size_t kWindow = 12;
  for (std::size_t k = 3; k + 3 < n; ++k) {
    const double own = std::abs(residual[k]);
    // The top of the spike only: its feet have large residuals because of it, and of the other sign. A bend of the
    // curve (low frequencies, coarse grids) leaves residuals of one sign.
    const double left = -residual[k - 1] / residual[k], right = -residual[k + 1] / residual[k];
    const bool top = own > 0.0 && left > 0.25 && right > 0.25 && left <= 1.0 && right <= 1.0;
    if (!top || !(own > options.floor * most)) continue;
    const std::size_t from = k > kWindow + 2 ? k - kWindow : 2, to = std::min(n - 3, k + kWindow);
    std::vector<double> around;
    for (std::size_t m = from; m <= to; ++m) around.push_back(std::abs(residual[m]));
    if (own > options.threshold * 1.4826 * median_of(std::move(around))) departure[k] = own / most;
  }
}

// Replaces the marked values and their immediate neighbours by a spline through the others.
void remove_spike(const std::vector<double>& x, std::vector<double>& y, const std::vector<double>& departure) {
  std::vector<double> good_x, good_y;
  std::vector<bool> bad(x.size(), false);
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (departure[k] == 0.0) continue;
    bad[k] = true;
    if (!std::isfinite(departure[k])) continue;
    if (k > 1) bad[k - 1] = true;
    if (k + 2 < x.size()) bad[k + 1] = true;
  }
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (bad[k]) continue;
    good_x.push_back(x[k]);
    good_y.push_back(y[k]);
  }
  if (good_x.size() < 2) return;
  const CubicSpline spline(good_x, good_y);
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!bad[k]) continue;
    y[k] = x[k] < good_x.front() ? good_y.front() : x[k] > good_x.back() ? good_y.back() : spline(x[k]);
  }
}

// Where an obstacle is long against the waves its force turns as exp(-i k x), k the wavenumber and x the place of the
// part that the waves meet (the front of a barge). Between frequencies this may be more than the real and imaginary
// parts show smoothly; the force turned back by k x is smooth.
constexpr double kSlow = 0.3;  // [rad] between neighbours: the parts themselves show it
constexpr double kFast = 2.5;  // [rad]: the sense of the rotation is no longer known

using ComplexCurve = std::vector<std::complex<double>>;

// Phase per wavenumber [m] around k, from the steps beside its neighbours. `resolved`: these agree and are slow enough
// for a sense; `turn` is the larger of the two phases.
struct Rotation {
  double delay = 0.0, turn = 0.0;
  bool resolved = false;
};
Rotation rotation(const std::vector<double>& wavenumber, const ComplexCurve& z, std::size_t k) {
  const double before = std::arg(z[k - 1] * std::conj(z[k - 2])), after = std::arg(z[k + 2] * std::conj(z[k + 1]));
  const double step_before = wavenumber[k - 1] - wavenumber[k - 2], step_after = wavenumber[k + 2] - wavenumber[k + 1];
  const double first = before / step_before, second = after / step_after;
  Rotation r;
  r.delay = 0.5 * (first + second);
  r.turn = std::max(std::abs(before), std::abs(after));
  const double both = std::max(step_before, step_after);
  r.resolved = r.turn < kFast && std::abs(first - second) * both < 0.5 * r.turn;
  return r;
}

// z turned back by the delay about k.
std::complex<double> turned(const std::vector<double>& wavenumber, const ComplexCurve& z, std::size_t m, std::size_t k,
                            double delay) {
  return z[m] * std::polar(1.0, -delay * (wavenumber[m] - wavenumber[k]));
}

// What is left of the curve at m, turned back about k, beyond the cubic through two neighbours on either side.
std::complex<double> turned_residual(const std::vector<double>& omega, const std::vector<double>& wavenumber,
                                     const ComplexCurve& z, std::size_t m, std::size_t k, double delay) {
  std::vector<double> x, re, im;
  for (std::size_t a = m - 2; a <= m + 2; ++a) {
    const std::complex<double> value = turned(wavenumber, z, a, k, delay);
    x.push_back(omega[a]);
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  return {re[2] - through_neighbours(x, re, 2), im[2] - through_neighbours(x, im, 2)};
}

// Judges anew, in place of mark(), where a force turns fast: the value stands out of the curve that is turned back, or
// of the modulus where the rotation is not known.
void mark_turned(const std::vector<double>& omega, const std::vector<double>& wavenumber, const ComplexCurve& z,
                 const CleanOptions& options, std::vector<double>& departure) {
  const std::size_t n = z.size();
  if (n < 9) return;
  double most = 0.0;
  ComplexCurve modulus;
  for (const auto& value : z) {
    modulus.emplace_back(std::abs(value), 0.0);
    most = std::max(most, std::abs(value));
  }
  std::vector<Rotation> turning(n);
  for (std::size_t k = 2; k + 2 < n; ++k) turning[k] = rotation(wavenumber, z, k);
  if (std::none_of(turning.begin(), turning.end(), [](const Rotation& r) { return r.turn >= kSlow; })) return;
  std::vector<double> own_turned(n, 0.0), own_modulus(n, 0.0);
  for (std::size_t k = 2; k + 2 < n; ++k) {
    own_turned[k] = std::abs(turned_residual(omega, wavenumber, z, k, k, turning[k].delay));
    own_modulus[k] = std::abs(turned_residual(omega, wavenumber, modulus, k, k, 0.0));
  }
  constexpr std::size_t kWindow = 12;
  for (std::size_t k = 3; k + 3 < n; ++k) {
    if (turning[k].turn < kSlow) continue;
    departure[k] = 0.0;
    const bool resolved = turning[k].resolved;
    const std::vector<double>& residual = resolved ? own_turned : own_modulus;
    const std::size_t from = k > kWindow + 2 ? k - kWindow : 2, to = std::min(n - 3, k + kWindow);
    const double local = 1.4826 * median_of({residual.begin() + static_cast<std::ptrdiff_t>(from),
                                             residual.begin() + static_cast<std::ptrdiff_t>(to + 1)});
    if (!(residual[k] > options.threshold * local && residual[k] > options.floor * most)) continue;
    // The feet of a spike depart the other way, as in mark().
    const ComplexCurve& judged = resolved ? z : modulus;
    const double delay = resolved ? turning[k].delay : 0.0;
    const std::complex<double> top = turned_residual(omega, wavenumber, judged, k, k, delay);
    bool isolated = true;
    for (const std::size_t m : {k - 1, k + 1}) {
      const std::complex<double> foot = turned_residual(omega, wavenumber, judged, m, k, delay);
      const double part = -(foot * std::conj(top)).real() / std::norm(top);
      isolated = isolated && part > 0.25 && part <= 1.0;
    }
    if (isolated) departure[k] = residual[k] / most;
  }
}

// As remove_spike() for one spike of a force that turns fast: y is one of its parts, of which those at k and beside it
// change.
void remove_turned_spike(const std::vector<double>& omega, const std::vector<double>& wavenumber, const ComplexCurve& z,
                         std::size_t k, bool imaginary, std::vector<double>& y) {
  const double delay = rotation(wavenumber, z, k).delay;
  std::vector<double> re, im, departure(z.size(), 0.0);
  for (std::size_t m = 0; m < z.size(); ++m) {
    const std::complex<double> value = turned(wavenumber, z, m, k, delay);
    re.push_back(value.real());
    im.push_back(value.imag());
  }
  departure[k] = 1.0;
  remove_spike(omega, re, departure);
  remove_spike(omega, im, departure);
  for (std::size_t m = k - 1; m <= k + 1; ++m) {
    const std::complex<double> value =
        std::complex<double>(re[m], im[m]) * std::polar(1.0, delay * (wavenumber[m] - wavenumber[k]));
    y[m] = imaginary ? value.imag() : value.real();
  }
}

// Every curve over frequency that is more than noise: use(spike with body, row and column set, get, set).
template <class Data, class Use>
void for_curves(Data& data, Use use) {
  const auto n = static_cast<std::size_t>(data.total_dof());
  std::vector<double> A_own(n, 0.0), B_own(n, 0.0);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    for (int i = 0; i < data.bodies[b].dof; ++i) {
      const int at = data.first_dof(b) + i;
      for (const MatrixX& A : data.bodies[b].added_mass)
        A_own[static_cast<std::size_t>(at)] = std::fmax(A_own[static_cast<std::size_t>(at)], std::abs(A(i, at)));
      for (const MatrixX& B : data.bodies[b].radiation_damping)
        B_own[static_cast<std::size_t>(at)] = std::fmax(B_own[static_cast<std::size_t>(at)], std::abs(B(i, at)));
    }
  }
  // A motion that radiates nothing (yaw of a body of revolution) has a curve of round-off: it counts against the body's
  // other translations or rotations, not against itself.
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const auto first = static_cast<std::size_t>(data.first_dof(b));
    for (std::vector<double>* own : {&A_own, &B_own}) {
      for (std::size_t group = 0; group < 6 && group + 3 <= static_cast<std::size_t>(data.bodies[b].dof); group += 3) {
        const auto begin = own->begin() + static_cast<std::ptrdiff_t>(first + group);
        const double floor = kRoundOff * *std::max_element(begin, begin + 3);
        std::for_each(begin, begin + 3, [floor](double& value) { value = std::fmax(value, floor); });
      }
    }
  }
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    auto& body = data.bodies[b];
    const auto matrices = [&](auto& list, const std::vector<double>& own, Spike::Quantity quantity) {
      for (int i = 0; i < body.dof && !list.empty(); ++i) {
        for (int j = 0; j < static_cast<int>(n); ++j) {
          const double scale =
              std::sqrt(own[static_cast<std::size_t>(data.first_dof(b)) + static_cast<std::size_t>(i)] *
                        own[static_cast<std::size_t>(j)]);
          Spike spike{quantity, b, i, j, 0, 0.0};
          use(
              spike, scale, [&list, i, j](std::size_t k) -> decltype(auto) { return (list[k](i, j)); }, list.size());
        }
      }
    };
    matrices(body.added_mass, A_own, Spike::Quantity::added_mass);
    matrices(body.radiation_damping, B_own, Spike::Quantity::damping);
  }
}

template <class Value>
double scale_of_rows(const std::vector<std::vector<Value>>& table, bool rotation) {
  double most = 0.0;
  for (const auto& row : table) {
    for (const auto& X : row) {
      const Eigen::Index first = rotation ? 3 : 0;
      for (Eigen::Index i = first; i < std::min(first + 3, X.size()); ++i) most = std::fmax(most, std::abs(X[i]));
    }
  }
  return most;
}

// A part of an excitation; scattering follows, so that Froude-Krylov (which has no irregular frequencies) and
// scattering still make the whole.
void set_part(hydro::HydroBody& body, std::size_t d, std::size_t k, int i, bool imaginary, double value) {
  std::complex<double>& X = body.excitation[d][k][i];
  const std::complex<double> before = X;
  if (imaginary) {
    X.imag(value);
  } else {
    X.real(value);
  }
  if (d < body.scattering.size() && k < body.scattering[d].size() && std::isfinite(std::abs(before))) {
    body.scattering[d][k][i] += X - before;
  }
}

using Waves = std::vector<std::vector<Eigen::VectorXcd>>;

bool is_number(const std::complex<double>& z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

// Forces that are no numbers.
void list_gaps(const hydro::HydroData& data, std::vector<Spike>& found) {
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    for (const auto& [table, quantity] : {std::pair{&body.excitation, Spike::Quantity::excitation},
                                          std::pair{&body.froude_krylov, Spike::Quantity::froude_krylov},
                                          std::pair{&body.scattering, Spike::Quantity::scattering}}) {
      for (std::size_t d = 0; d < table->size(); ++d) {
        for (std::size_t k = 0; k < (*table)[d].size(); ++k) {
          for (int i = 0; i < (*table)[d][k].size(); ++i) {
            if (!is_number((*table)[d][k][i]))
              found.push_back({quantity, b, i, static_cast<int>(d), k, std::numeric_limits<double>::infinity()});
          }
        }
      }
    }
  }
}

// Excitation = Froude-Krylov + scattering: of the three one that is missing follows from the others.
void complete_from_parts(hydro::HydroBody& body) {
  const auto alike = [&](const Waves& part) {
    return part.size() == body.excitation.size() && !part.empty() && part[0].size() == body.excitation[0].size();
  };
  if (!alike(body.froude_krylov) || !alike(body.scattering)) return;
  for (std::size_t d = 0; d < body.excitation.size(); ++d) {
    for (std::size_t k = 0; k < body.excitation[d].size(); ++k) {
      for (int i = 0; i < body.dof; ++i) {
        std::complex<double>&X = body.excitation[d][k][i], &F = body.froude_krylov[d][k][i],
        &S = body.scattering[d][k][i];
        if (!is_number(X) && is_number(F) && is_number(S)) X = F + S;
        if (!is_number(F) && is_number(X) && is_number(S)) F = X - S;
        if (!is_number(S) && is_number(X) && is_number(F)) S = X - F;
      }
    }
  }
}

// What only its own neighbours can tell.
void bridge_gaps(const std::vector<double>& omega, Waves& part) {
  std::vector<double> y, departure;
  for (auto& row : part) {
    for (Eigen::Index i = 0; !row.empty() && i < row[0].size(); ++i) {
      for (const bool imaginary : {false, true}) {
        y.clear();
        departure.assign(row.size(), 0.0);
        bool any = false;
        for (std::size_t k = 0; k < row.size(); ++k) {
          y.push_back(imaginary ? row[k][i].imag() : row[k][i].real());
          if (std::isfinite(y[k])) continue;
          departure[k] = std::numeric_limits<double>::infinity();
          any = true;
        }
        if (!any) continue;
        remove_spike(omega, y, departure);
        for (std::size_t k = 0; k < row.size(); ++k) {
          if (imaginary)
            row[k][i].imag(y[k]);
          else
            row[k][i].real(y[k]);
        }
      }
    }
  }
}

std::vector<Spike> examine(hydro::HydroData& data, const CleanOptions& options, bool repair) {
  std::vector<Spike> found;
  list_gaps(data, found);
  const bool gaps = !found.empty();
  for (hydro::HydroBody& body : data.bodies) {
    if (gaps && repair) complete_from_parts(body);
  }
  std::vector<double> y, departure;
  std::vector<double> wavenumber;
  for (const double omega : data.omega)
    wavenumber.push_back(waves::wavenumber(omega, data.water_depth, data.gravity.value_or(kGravity)));
  ComplexCurve force;  // the excitation whose real or imaginary part is y
  bool imaginary_part = false;
  const auto handle = [&](const Spike& where, double scale) {
    double most = 0.0;
    bool finite = true;
    for (const double v : y) {
      most = std::fmax(most, std::abs(v));
      finite = finite && std::isfinite(v);
    }
    if (finite && most <= kNegligible * scale) return false;
    mark(data.omega, y, options, departure);
    if (where.quantity == Spike::Quantity::excitation && finite) {
      mark_turned(data.omega, wavenumber, force, options, departure);
      // A spike where the rotation is not known cannot be bridged: it is reported, and stays.
      for (std::size_t k = 0; repair && k < departure.size(); ++k) {
        if (departure[k] == 0.0) continue;
        const Rotation r = rotation(wavenumber, force, k);
        if (r.turn >= kSlow && !r.resolved) departure[k] = 0.0;
      }
    }
    bool any = false;
    for (std::size_t k = 0; k < departure.size(); ++k) {
      if (departure[k] == 0.0) continue;
      any = true;
      if (where.quantity == Spike::Quantity::excitation && !std::isfinite(departure[k])) continue;  // listed already
      Spike spike = where;
      spike.frequency = k;
      spike.departure = departure[k];
      found.push_back(spike);
    }
    if (!any || !repair) return false;
    if (where.quantity == Spike::Quantity::excitation && finite) {
      for (std::size_t k = 0; k < departure.size(); ++k) {
        if (departure[k] == 0.0 || rotation(wavenumber, force, k).turn < kSlow) continue;
        remove_turned_spike(data.omega, wavenumber, force, k, imaginary_part, y);
        departure[k] = 0.0;
      }
    }
    if (std::any_of(departure.begin(), departure.end(), [](double part) { return part != 0.0; }))
      remove_spike(data.omega, y, departure);
    return true;
  };
  for_curves(data, [&](const Spike& where, double scale, auto at, std::size_t count) {
    y.resize(count);
    for (std::size_t k = 0; k < count; ++k) y[k] = at(k);
    if (!handle(where, scale)) return;
    for (std::size_t k = 0; k < count; ++k) at(k) = y[k];
  });
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    auto& table = data.bodies[b].excitation;
    const double translation = scale_of_rows(table, false), rotation = scale_of_rows(table, true);
    for (std::size_t d = 0; d < table.size(); ++d) {
      for (int i = 0; i < data.bodies[b].dof; ++i) {
        const Spike where{Spike::Quantity::excitation, b, i, static_cast<int>(d), 0, 0.0};
        const double scale = 10.0 * (i >= 3 && i < 6 ? rotation : translation);  // below 1e-3 of the largest: noise
        force.clear();
        for (const Eigen::VectorXcd& X : table[d]) force.push_back(X[i]);
        for (const bool imaginary : {false, true}) {
          imaginary_part = imaginary;
          y.resize(table[d].size());
          for (std::size_t k = 0; k < y.size(); ++k) y[k] = imaginary ? table[d][k][i].imag() : table[d][k][i].real();
          if (!handle(where, scale)) continue;
          for (std::size_t k = 0; k < y.size(); ++k) set_part(data.bodies[b], d, k, i, imaginary, y[k]);
        }
      }
    }
  }
  for (hydro::HydroBody& body : data.bodies) {
    if (!gaps || !repair) break;
    complete_from_parts(body);  // with the excitation that is repaired now
    bridge_gaps(data.omega, body.froude_krylov);
    complete_from_parts(body);
    bridge_gaps(data.omega, body.scattering);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Spike& a, const Spike& b) { return a.departure > b.departure; });
  return found;
}

}  // namespace

std::vector<Spike> find_spikes(const hydro::HydroData& data, const CleanOptions& options) {
  hydro::HydroData copy = data;
  return examine(copy, options, false);
}

std::size_t gaps_in_kernels(const hydro::HydroBody& body) {
  const auto gap = [](const auto& sample) { return !sample.allFinite(); };
  auto count = std::count_if(body.radiation_irf.begin(), body.radiation_irf.end(), gap);
  for (const auto& row : body.excitation_irf) count += std::count_if(row.begin(), row.end(), gap);
  return static_cast<std::size_t>(count);
}

std::vector<Spike> clean(hydro::HydroData& data, const CleanOptions& options) {
  std::vector<Spike> all;
  for (hydro::HydroBody& body : data.bodies) {
    if (gaps_in_kernels(body) == 0) continue;  // they have no neighbours over frequency: made anew
    body.radiation_irf.clear();
    body.radiation_irf_time.clear();
    body.excitation_irf.clear();
    body.excitation_irf_time.clear();
  }
  for (int pass = 0; pass < options.passes; ++pass) {
    const std::vector<Spike> found = examine(data, options, true);
    if (found.empty()) break;
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

void require_finite(const hydro::HydroData& data) {
  for (const Spike& spike : find_spikes(data)) {
    if (std::isfinite(spike.departure)) continue;
    static constexpr std::array<const char*, 5> kNames{"added mass", "radiation damping", "excitation",
                                                       "Froude-Krylov force", "scattering force"};
    const char* const what = kNames[static_cast<std::size_t>(spike.quantity)];
    fail_input(data.file, -1,
               fmt::format("body {}: {} of dof {}, {} {} has no numbers to interpolate it from ({} rad/s is none)",
                           data.bodies[spike.body].name, what, spike.row + 1,
                           spike.quantity >= Spike::Quantity::excitation ? "direction" : "column", spike.column + 1,
                           data.omega[spike.frequency]),
               "run the BEM code again");
  }
}

}  // namespace swell::bemio
