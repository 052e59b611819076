#include "swell/hydro/kernel_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "swell/hydro/long_waves.h"

namespace swell::hydro {
namespace {

// of the strongest translation: a motion that is round-off (theory/numerics/hydro.md 4)
constexpr double kNoise = 1e-3;
constexpr std::size_t kFewestTimes = 10, kFewestFrequencies = 4;

// int omega^n cos(omega t) and int omega^n sin(omega t), n = 0, 1, 2, from a to b.
struct Moments {
  std::array<double, 3> cosine{}, sine{};
};
Moments moments(double a, double b, double t) {
  Moments m;
  if (std::abs(t) * b < 1e-3) {  // cos = 1, sin = omega t to 1e-6
    m.cosine = {b - a, (b * b - a * a) / 2.0, (b * b * b - a * a * a) / 3.0};
    m.sine = {t * m.cosine[1], t * m.cosine[2], t * (b * b * b * b - a * a * a * a) / 4.0};
    return m;
  }
  const auto primitive = [t](double w, double sign) {
    const double c = std::cos(w * t), s = std::sin(w * t);
    Moments p;
    p.cosine = {sign * s / t, sign * (w * s / t + c / (t * t)),
                sign * (w * w * s / t + 2.0 * w * c / (t * t) - 2.0 * s / (t * t * t))};
    p.sine = {-sign * c / t, sign * (-w * c / t + s / (t * t)),
              sign * (-w * w * c / t + 2.0 * w * s / (t * t) + 2.0 * c / (t * t * t))};
    return p;
  };
  const Moments end = primitive(b, 1.0), start = primitive(a, -1.0);
  for (std::size_t n = 0; n < 3; ++n) {
    m.cosine[n] = end.cosine[n] + start.cosine[n];
    m.sine[n] = end.sine[n] + start.sine[n];
  }
  return m;
}

// What the integral of a quantity that is a line between the frequencies takes of its value at each of them.
struct Weights {
  std::vector<double> cosine, sine;
};
// @param power  of omega beside the quantity
Weights weights(const std::vector<double>& omega, double low, double high, double t, std::size_t power) {
  Weights w{std::vector<double>(omega.size(), 0.0), std::vector<double>(omega.size(), 0.0)};
  for (std::size_t k = 1; k < omega.size(); ++k) {
    const double a = omega[k - 1], b = omega[k], from = std::max(a, low), to = std::min(b, high);
    if (!(to > from)) continue;
    const Moments m = moments(from, to, t);
    w.cosine[k - 1] += (b * m.cosine[power] - m.cosine[power + 1]) / (b - a);
    w.cosine[k] += (m.cosine[power + 1] - a * m.cosine[power]) / (b - a);
    w.sine[k - 1] += (b * m.sine[power] - m.sine[power + 1]) / (b - a);
    w.sine[k] += (m.sine[power + 1] - a * m.sine[power]) / (b - a);
  }
  return w;
}

// What a quadrature of other limits may hold more: a falling tail less than its first value over t, a rise from 0 less
// than the first value times omega.
double granted(const KernelLimits& limits, double first, double last, double t) {
  if (limits.known) return 0.0;
  return std::abs(last) * std::min(limits.high, 1.0 / std::max(std::abs(t), 1e-300)) + std::abs(first) * limits.low;
}

double step_of(const std::vector<double>& t) { return (t.back() - t.front()) / static_cast<double>(t.size() - 1); }

bool can_be_compared(const std::vector<double>& t) {
  return t.size() >= kFewestTimes && step_of(t) > 0.0 && std::isfinite(step_of(t));
}

std::size_t sample_at(const std::vector<double>& times, double t) {
  const double place = std::round((t - times.front()) / step_of(times));
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(times.size() - 1)));
}

// All samples, or those at eighths of a period from @p from to @p to of them.
std::vector<std::size_t> samples_at(const std::vector<double>& times, double omega, int from, int to, bool every) {
  std::vector<std::size_t> samples;
  for (std::size_t s = 0; every && s < times.size(); ++s) samples.push_back(s);
  for (int m = from; !every && m <= to; ++m) {
    const std::size_t sample = sample_at(times, 0.25 * kPi * m / omega);
    if (std::find(samples.begin(), samples.end(), sample) == samples.end()) samples.push_back(sample);
  }
  return samples;
}

// The frequency about which a quantity lies, each value counted by the step before it.
template <class Value>
double centre(const std::vector<double>& omega, Value value) {
  double sum = 0.0, moment = 0.0;
  for (std::size_t k = 1; k < omega.size(); ++k) {
    const double part = std::abs(value(k)) * (omega[k] - omega[k - 1]);
    sum += part;
    moment += part * omega[k];
  }
  return sum > 0.0 ? moment / sum : 0.0;
}

// Values of every dof, and below which they are round-off.
VectorX lifted(double length, VectorX own, bool squared) {
  const double force = own.head(std::min<Eigen::Index>(3, own.size())).maxCoeff();
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(6, own.size()); ++i)
    own[i] = std::max(own[i], kNoise * force * (i < 3 ? 1.0 : squared ? length * length : length));
  return own;
}

// int value^2 domega over what lies between two limits, value a line between the frequencies.
double energy_between(const std::vector<double>& omega, const std::vector<double>& value, double low, double high) {
  double sum = 0.0;
  for (std::size_t k = 1; k < omega.size(); ++k) {
    const double from = std::max(omega[k - 1], low), to = std::min(omega[k], high);
    if (!(to > from)) continue;
    const auto at = [&](double w) {
      return value[k - 1] + (value[k] - value[k - 1]) * (w - omega[k - 1]) / (omega[k] - omega[k - 1]);
    };
    const double a = at(from), b = at(to);
    sum += (to - from) * (a * a + a * b + b * b) / 3.0;
  }
  return sum;
}

// The frequency below which all but a hundredth of that energy lies.
double fastest_of(const std::vector<double>& omega, const std::vector<double>& value, const KernelLimits& limits) {
  constexpr double kRest = 0.01;
  const double all = energy_between(omega, value, limits.low, limits.high);
  double below = limits.low, above = limits.high;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = 0.5 * (below + above);
    (energy_between(omega, value, middle, limits.high) > kRest * all ? below : above) = middle;
  }
  return above;
}

// @param lists  of every dof of the body, over frequency  @param moment  what makes a moment of a force here
std::optional<KernelSampling> sampling_of(const std::vector<double>& omega, const KernelLimits& limits, double step,
                                          const HydroBody& body, const std::vector<std::vector<double>>& lists,
                                          double moment) {
  if (!(limits.high > limits.low) || !(step > 0.0) || !std::isfinite(step)) return std::nullopt;
  VectorX own(body.dof);
  for (int i = 0; i < body.dof; ++i)
    own[i] = std::sqrt(energy_between(omega, lists[static_cast<std::size_t>(i)], omega.front(), omega.back()));
  const auto largest = [&](Eigen::Index from, Eigen::Index count) {
    const Eigen::Index n = std::min(count, own.size() - from);
    return n > 0 ? own.segment(from, n).maxCoeff() : 0.0;
  };
  const double force = largest(0, 3),
               noise[3] = {kNoise * force, kNoise * std::max(force * moment, largest(3, 3)), 0.0};
  KernelSampling found;
  found.step = step;
  for (int i = 0; i < body.dof; ++i) {
    const std::vector<double>& value = lists[static_cast<std::size_t>(i)];
    if (!(own[i] > noise[std::min(i / 3, 2)])) continue;
    const double fastest = fastest_of(omega, value, limits);
    if (fastest > found.fastest) {
      found.fastest = fastest;
      found.fastest_dof = i;
    }
    constexpr double kRoundOff = 1e-9;
    const double outside = 1.0 - energy_between(omega, value, limits.low, limits.high) / (own[i] * own[i]);
    if (!limits.known || !(outside > std::max(kRoundOff, found.outside))) continue;
    found.outside = outside;
    found.outside_dof = i;
  }
  if (!(found.fastest > 0.0)) return std::nullopt;
  return found;
}

}  // namespace

KernelLimits kernel_limits(const std::vector<double>& omega, const std::vector<double>& stored) {
  const bool inside = stored.size() > 10 && stored.front() < stored.back() &&
                      stored.front() >= omega.front() * (1.0 - 1e-9) && stored.back() <= omega.back() * (1.0 + 1e-9);
  if (inside && stored.size() != omega.size()) return {stored.front(), stored.back(), true};
  return {omega.front(), omega.back(), false};
}

double radiation_kernel_allowance(const HydroData& data, std::size_t at, int row, int column, double t) {
  const HydroBody& body = data.bodies[at];
  return 2.0 / kPi *
         granted(kernel_limits(data.omega, body.radiation_irf_omega),
                 data.omega.front() * body.radiation_damping.front()(row, column),
                 data.omega.back() * body.radiation_damping.back()(row, column), t);
}

double excitation_kernel_allowance(const HydroData& data, std::size_t at, std::size_t direction, int dof, double t) {
  const HydroBody& body = data.bodies[at];
  const auto& X = body.excitation[direction];
  return granted(kernel_limits(data.omega, body.excitation_irf_omega), std::abs(X.front()[dof]),
                 std::abs(X.back()[dof]), t) /
         kPi;
}

std::optional<KernelMisfit> radiation_kernel_misfit(const HydroData& data, std::size_t at, bool every_time) {
  const HydroBody& body = data.bodies[at];
  const std::vector<double>& times = body.radiation_irf_time;
  if (!can_be_compared(times) || body.radiation_irf.size() != times.size() || data.omega.size() < kFewestFrequencies ||
      body.radiation_damping.size() != data.omega.size())
    return std::nullopt;
  const std::vector<double>& omega = data.omega;
  for (const MatrixX& B : body.radiation_damping) {
    if (!B.allFinite()) return std::nullopt;
  }
  const int first = data.first_dof(at), n = std::min(3, body.dof);
  const double strongest = centre(omega, [&](std::size_t k) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) sum += omega[k] * std::abs(body.radiation_damping[k](i, first + i));
    return sum;
  });
  const std::vector<std::size_t> samples =
      samples_at(times, strongest > 0.0 ? strongest : omega.back(), 0, 8, every_time);
  const KernelLimits range = kernel_limits(omega, body.radiation_irf_omega);
  std::vector<MatrixX> made;
  for (const std::size_t s : samples) {
    const Weights w = weights(omega, range.low, range.high, times[s], 1);
    MatrixX K = MatrixX::Zero(body.radiation_damping[0].rows(), body.radiation_damping[0].cols());
    for (std::size_t k = 0; k < omega.size(); ++k) K += w.cosine[k] * body.radiation_damping[k];
    made.push_back(2.0 / kPi * K);
  }
  // The diagonals of all bodies at t = 0 give the scale: their kernels are largest there.
  VectorX scale(data.total_dof());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const HydroBody& other = data.bodies[b];
    const int column = data.first_dof(b);
    if (other.radiation_irf.empty() || other.radiation_damping.size() != omega.size()) return std::nullopt;
    const Weights w = weights(omega, range.low, range.high, 0.0, 1);
    VectorX own = VectorX::Zero(other.dof);
    for (int i = 0; i < other.dof; ++i) {
      for (std::size_t k = 0; k < omega.size(); ++k)
        own[i] += 2.0 / kPi * w.cosine[k] * other.radiation_damping[k](i, column + i);
      own[i] = std::max(std::abs(own[i]), std::abs(other.radiation_irf[0](i, column + i)));
    }
    scale.segment(column, other.dof) = lifted(length_of(data, b), std::move(own), true).cwiseSqrt();
  }
  KernelMisfit worst;
  for (std::size_t m = 0; m < samples.size(); ++m) {
    const double t = times[samples[m]];
    for (int i = 0; i < body.dof; ++i) {
      for (int j = 0; j < data.total_dof(); ++j) {
        const double apart = std::abs(body.radiation_irf[samples[m]](i, j) - made[m](i, j)) -
                             radiation_kernel_allowance(data, at, i, j, t);
        const double part = apart / (scale[first + i] * scale[j]);
        if (part > worst.part && std::isfinite(part)) worst = {i, j, t, part};
      }
    }
  }
  return worst;
}

std::optional<KernelMisfit> excitation_kernel_misfit(const HydroData& data, std::size_t at, bool every_time) {
  const HydroBody& body = data.bodies[at];
  const std::vector<double>&times = body.excitation_irf_time, &omega = data.omega;
  const std::size_t directions = data.direction.size();
  if (!can_be_compared(times) || omega.size() < kFewestFrequencies || directions == 0 ||
      body.excitation_irf.size() != directions || body.excitation.size() != directions)
    return std::nullopt;
  const KernelLimits range = kernel_limits(omega, body.excitation_irf_omega);
  KernelMisfit worst;
  for (std::size_t d = 0; d < directions; ++d) {
    const auto& X = body.excitation[d];
    const auto& f = body.excitation_irf[d];
    if (X.size() != omega.size() || f.size() != times.size() ||
        !std::all_of(X.begin(), X.end(), [](const Eigen::VectorXcd& x) { return x.allFinite(); }))
      return std::nullopt;
    VectorX own = VectorX::Zero(body.dof);
    for (const VectorX& now : f) own = own.cwiseMax(now.cwiseAbs());
    const double middle = centre(omega, [&](std::size_t k) { return X[k].head(std::min(3, body.dof)).squaredNorm(); });
    const std::vector<std::size_t> samples = samples_at(times, middle > 0.0 ? middle : 1.0, -6, 6, every_time);
    std::vector<VectorX> made;
    for (const std::size_t s : samples) {
      const Weights w = weights(omega, range.low, range.high, times[s], 0);
      VectorX sum = VectorX::Zero(body.dof);
      for (std::size_t k = 0; k < omega.size(); ++k) sum += w.cosine[k] * X[k].real() - w.sine[k] * X[k].imag();
      made.emplace_back(sum / kPi);
      own = own.cwiseMax(made.back().cwiseAbs());
    }
    const VectorX scale = lifted(length_of(data, at), own, false);
    for (std::size_t m = 0; m < samples.size(); ++m) {
      const double t = times[samples[m]];
      for (int i = 0; i < body.dof; ++i) {
        const double apart = std::abs(f[samples[m]][i] - made[m][i]) - excitation_kernel_allowance(data, at, d, i, t);
        const double part = apart / scale[i];
        if (part > worst.part && std::isfinite(part)) worst = {i, static_cast<int>(d), t, part};
      }
    }
  }
  return worst;
}

double KernelSampling::samples() const { return 2.0 * kPi / (step * fastest); }

std::optional<KernelSampling> radiation_kernel_sampling(const HydroData& data, std::size_t at) {
  const HydroBody& body = data.bodies[at];
  const std::vector<double>& omega = data.omega;
  if (body.radiation_irf_time.size() < 2 || body.radiation_irf.empty() || omega.size() < kFewestFrequencies ||
      body.radiation_damping.size() != omega.size() || body.dof < 1)
    return std::nullopt;
  std::vector<std::vector<double>> lists(static_cast<std::size_t>(body.dof));
  for (int i = 0; i < body.dof; ++i) {
    for (std::size_t k = 0; k < omega.size(); ++k)
      lists[static_cast<std::size_t>(i)].push_back(omega[k] * body.radiation_damping[k](i, data.first_dof(at) + i));
  }
  return sampling_of(omega, kernel_limits(omega, body.radiation_irf_omega), step_of(body.radiation_irf_time), body,
                     lists, std::pow(length_of(data, at), 2));
}

std::optional<KernelSampling> excitation_kernel_sampling(const HydroData& data, std::size_t at) {
  const HydroBody& body = data.bodies[at];
  const std::vector<double>& omega = data.omega;
  if (body.excitation_irf_time.size() < 2 || body.excitation_irf.empty() || omega.size() < kFewestFrequencies ||
      body.dof < 1)
    return std::nullopt;
  // Of all directions together.
  std::vector<std::vector<double>> lists(static_cast<std::size_t>(body.dof), std::vector<double>(omega.size(), 0.0));
  for (const auto& X : body.excitation) {
    if (X.size() != omega.size()) return std::nullopt;
    for (int i = 0; i < body.dof; ++i) {
      for (std::size_t k = 0; k < omega.size(); ++k) {
        double& value = lists[static_cast<std::size_t>(i)][k];
        value = std::hypot(value, std::abs(X[k][i]));
      }
    }
  }
  return sampling_of(omega, kernel_limits(omega, body.excitation_irf_omega), step_of(body.excitation_irf_time), body,
                     lists, length_of(data, at));
}

namespace {
void note_sampling(const HydroBody& body, const char* kernel, const std::optional<KernelSampling>& sampling,
                   std::vector<std::string>& notes) {
  if (!sampling) return;
  if (sampling->samples() < kFewestSamples)
    notes.push_back(fmt::format(
        "body {}: the stored {} kernel has a sample each {:.3g} s, and dof {} reaches periods of {:.3g} s: it is taken "
        "for a slower motion; bemio convert makes it anew (--times)",
        body.name, kernel, sampling->step, sampling->fastest_dof + 1, 2.0 * kPi / sampling->fastest));
  if (sampling->outside > kMostOutside)
    notes.push_back(fmt::format(
        "body {}: the stored {} kernel leaves out {:.2g} % of the energy of dof {}: the limits of its integral are "
        "narrower than its coefficients; bemio convert without limits (--omega-max) makes it anew",
        body.name, kernel, 100.0 * sampling->outside, sampling->outside_dof + 1));
}
}  // namespace

std::vector<std::string> kernel_contradictions(const HydroData& data) {
  constexpr double kContradicts = 0.1;  // `bemio check` calls that bad
  std::vector<std::string> notes;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    note_sampling(data.bodies[b], "radiation", radiation_kernel_sampling(data, b), notes);
    note_sampling(data.bodies[b], "excitation", excitation_kernel_sampling(data, b), notes);
    const auto radiation = radiation_kernel_misfit(data, b);
    if (radiation && radiation->part > kContradicts) {
      notes.push_back(fmt::format(
          "body {}: the stored radiation kernel is not the cosine transform of the damping: row {}, column {} departs "
          "by {:.3g} % of its peak at {:.3g} s; convolution takes the kernel as it is, bemio convert makes it anew",
          data.bodies[b].name, radiation->row + 1, radiation->column + 1, 100.0 * radiation->part, radiation->time));
    }
    const auto excitation = excitation_kernel_misfit(data, b);
    if (excitation && excitation->part > kContradicts) {
      notes.push_back(fmt::format(
          "body {}: the stored excitation kernel is not the transform of the excitation: dof {}, direction {:g} deg "
          "departs by {:.3g} % of its peak at {:.3g} s; a wave given as a record uses the kernel as it is, bemio "
          "convert makes it anew",
          data.bodies[b].name, excitation->row + 1, data.direction[static_cast<std::size_t>(excitation->column)],
          100.0 * excitation->part, excitation->time));
    }
  }
  return notes;
}

}  // namespace swell::hydro
