// Tests of stored kernels: they say again, over time, what damping and excitation say over frequency.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checks/checks.h"
#include "swell/hydro/impulse_response.h"
#include "swell/hydro/kernel_agreement.h"

namespace swell::bemio {
namespace {

// Whether the times are even, as the sums below need them.
bool even(const std::vector<double>& t) {
  const double step = (t.back() - t.front()) / static_cast<double>(t.size() - 1);
  if (!(step > 0.0)) return false;
  for (std::size_t k = 1; k < t.size(); ++k) {
    if (std::abs(t[k] - t[k - 1] - step) > 1e-3 * step) return false;
  }
  return true;
}

// The quadrature that the file says its kernel was made by. Where it does not, the integral itself: as many frequencies
// as keep the sum, which repeats after 2 pi / d_omega, from doing so within twice the times of the kernel.
hydro::ImpulseResponseOptions quadrature(const hydro::HydroData& data, const std::vector<double>& times,
                                         const std::vector<double>& omega) {
  constexpr double kMost = 20000.0;  // a kernel that needs more is a mistake in its times, and cost
  hydro::ImpulseResponseOptions options;
  options.end_time = times.back();
  options.times = times.size();
  const hydro::KernelLimits limits = hydro::kernel_limits(data.omega, omega);
  if (limits.known) {
    options.omega_min = std::max(limits.low, data.omega.front());
    options.omega_max = std::min(limits.high, data.omega.back());
    options.frequencies = omega.size();
  } else {
    const double enough = std::ceil(4.0 * times.back() * (limits.high - limits.low) / (2.0 * kPi)) + 1.0;
    if (enough > static_cast<double>(options.frequencies))
      options.frequencies = static_cast<std::size_t>(std::min(enough, kMost));
  }
  return options;
}

// Of every dof and one body: the largest value of a kernel, and what is noise beside the others.
struct Strength {
  std::vector<double> own, noise;
};
// @param length  [m] what makes a moment of a force here: its square for K
template <class Value>
Strength strength(const hydro::HydroBody& body, double length, std::size_t times, Value value) {
  Strength s;
  double force = 0.0, moment = 0.0;
  for (int i = 0; i < body.dof; ++i) {
    double most = 0.0;
    for (std::size_t t = 0; t < times; ++t) most = std::max(most, std::abs(value(t, i)));
    s.own.push_back(most);
    if (i < 3) force = std::max(force, most);
    if (rotates(i)) moment = std::max(moment, most);
  }
  for (int i = 0; i < body.dof; ++i)
    s.noise.push_back(kNoise * (i < 3 ? force : rotates(i) ? std::max(force * length, kNoise * moment) : 0.0));
  return s;
}

struct Worst {
  double part = 0.0;
  std::string body, dof;
  void see(double now, const hydro::HydroBody& where, const std::string& which) {
    if (!(now > part) && !body.empty()) return;
    part = now;
    body = where.name;
    dof = which;
  }
};

Finding finding(const Check* check, const char* unit, const Worst& worst, double good, double doubtful,
                const char* fine, const char* else_) {
  return concluded({check, Verdict::good, worst.part, unit, worst.body, worst.dof, {}, ""},
                   graded(worst.part, good, doubtful), fine, else_);
}

bool stored_excitation(const hydro::HydroBody& body) {
  return body.excitation_irf_time.size() > 10 && !body.excitation_irf.empty() &&
         body.excitation_irf[0].size() == body.excitation_irf_time.size();
}

// Whether the kernel can be made again from the excitation, at the same times.
bool comparable_excitation(const hydro::HydroData& data, const hydro::HydroBody& body) {
  return stored_excitation(body) && body.excitation.size() == body.excitation_irf.size() && data.omega.size() >= 4 &&
         body.excitation[0].size() == data.omega.size() && even(body.excitation_irf_time) &&
         std::abs(body.excitation_irf_time.front() + body.excitation_irf_time.back()) <=
             1e-3 * body.excitation_irf_time.back();
}

// The part of int |X|^2 domega that a kernel cut at +-T does not give back, up to where all but a thousandth of it
// lies. Near the ends, where X stops as it is (heave at the lowest frequency), every window rings: 2 pi / T there are
// left out, a tenth of the range at most.
double lost_of(const std::vector<double>& omega, const std::vector<Eigen::VectorXcd>& X, int i, double low, double high,
               const std::vector<double>& f, double T) {
  constexpr std::size_t kPoints = 512;
  constexpr double kRest = 1e-4;
  std::vector<double> sum{0.0};  // of |X|^2 up to omega[k]
  for (std::size_t k = 1; k < omega.size(); ++k)
    sum.push_back(sum.back() + 0.5 * (omega[k] - omega[k - 1]) * (std::norm(X[k][i]) + std::norm(X[k - 1][i])));
  const auto enough = std::lower_bound(sum.begin(), sum.end(), (1.0 - kRest) * sum.back()) - sum.begin();
  high = std::min(high, omega[static_cast<std::size_t>(enough)]);
  if (!(high > low)) return 0.0;
  const double edge = std::min(2.0 * kPi / T, 0.1 * (high - low));
  low += edge;
  high -= edge;
  const double d_omega = (high - low) / static_cast<double>(kPoints - 1),
               dt = 2.0 * T / static_cast<double>(f.size() - 1);
  std::vector<double> cosines, sines;
  std::vector<double> weighted = f;  // trapezoids
  weighted.front() *= 0.5;
  weighted.back() *= 0.5;
  hydro::cosine_sine_sums(weighted, -T, dt, low, d_omega, kPoints, hydro::CosineSum::fftw, cosines, sines);
  double all = 0.0, lost = 0.0;
  std::size_t k = 1;
  for (std::size_t m = 0; m < kPoints; ++m) {
    const double w = low + static_cast<double>(m) * d_omega;
    while (k + 1 < omega.size() && omega[k] < w) ++k;
    const std::complex<double> line =
        X[k - 1][i] + (X[k][i] - X[k - 1][i]) * ((w - omega[k - 1]) / (omega[k] - omega[k - 1]));
    all += std::norm(line);
    lost += std::norm(line - std::complex<double>(dt * cosines[m], -dt * sines[m]));
  }
  return all > 0.0 ? lost / all : 0.0;
}

}  // namespace

double backwards_from(const hydro::HydroData& data, const std::vector<double>& irf_omega) {
  if (irf_omega.size() < 11 || irf_omega.size() == data.omega.size() || !(irf_omega.back() > irf_omega.front()))
    return 0.0;
  return kPi * static_cast<double>(irf_omega.size() - 1) / (irf_omega.back() - irf_omega.front());
}

std::optional<EnergyLost> excitation_energy_lost(const hydro::HydroData& data) {
  std::optional<EnergyLost> worst;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    if (!comparable_excitation(data, data.bodies[b])) continue;
    const std::vector<double>& given = data.bodies[b].excitation_irf_time;
    hydro::ImpulseResponseOptions options = quadrature(data, given, data.bodies[b].excitation_irf_omega);
    const double low = options.omega_min.value_or(data.omega.front()),
                 high = options.omega_max.value_or(data.omega.back());
    hydro::HydroData finer;
    const hydro::HydroBody* body = &data.bodies[b];
    // A window spreads the frequencies: four samples in the period of the fastest make the sum the integral.
    constexpr double kMost = 1e5;  // a kernel of hours, or a damaged time axis
    const double wanted = std::ceil(4.0 * given.back() * high / kPi);
    if (!(wanted < kMost)) continue;
    const auto enough = static_cast<std::size_t>(wanted) + 2;
    if (enough > given.size()) {
      options.times = enough;
      finer.omega = data.omega;
      finer.direction = data.direction;
      finer.bodies.push_back(*body);
      hydro::add_excitation_irf(finer, options);
      body = &finer.bodies[0];
    }
    const std::size_t times = body->excitation_irf_time.size();
    std::vector<double> curve(times);
    for (std::size_t d = 0; d < body->excitation_irf.size(); ++d) {
      const auto& f = body->excitation_irf[d];
      if (f.size() != times) continue;
      const Strength s = strength(*body, length_of(data, b), times, [&](std::size_t t, int i) { return f[t][i]; });
      for (int i = 0; i < body->dof; ++i) {
        const auto dof = static_cast<std::size_t>(i);
        if (s.own[dof] <= s.noise[dof]) continue;
        for (std::size_t t = 0; t < times; ++t) curve[t] = f[t][i];
        const double part = lost_of(data.omega, body->excitation[d], i, low, high, curve, given.back());
        if (!worst || part > worst->part) worst = EnergyLost{b, d, i, std::min(1.0, part)};
      }
    }
  }
  return worst;
}

std::optional<Finding> kernel_belongs(const hydro::HydroData& data, bool radiation) {
  Worst worst;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const auto misfit =
        radiation ? hydro::radiation_kernel_misfit(data, b, true) : hydro::excitation_kernel_misfit(data, b, true);
    if (!misfit) continue;
    const auto column = static_cast<std::size_t>(misfit->column);
    worst.see(100.0 * misfit->part, data.bodies[b],
              radiation ? pair_name(data, data.first_dof(b) + misfit->row, misfit->column)
                        : fmt::format("{}, direction {:g}", dof_name(misfit->row), data.direction[column]));
  }
  if (worst.body.empty()) return std::nullopt;
  return finding(
      radiation ? &checks::kRadiationKernelAgainstDamping : &checks::kExcitationKernelAgainstExcitation,
      "% of its peak between it and the transform of the coefficients", worst, 2.0, 10.0,
      "kernel and coefficients are of one run",
      "the stored kernel is not that of the coefficients: another run, scaled, or its times are not these; bemio "
      "convert makes it anew");
}

std::vector<Finding> kernel_sampling(const hydro::HydroData& data) {
  // Two samples in a period are the fewest (Nyquist); with four a spline keeps 98.5 % of the motion.
  constexpr double kEnough = 4.0, kAllBut = 0.0025;
  std::vector<Finding> findings;
  for (const bool radiation : {true, false}) {
    Finding step = measured(radiation ? &checks::kStepRadiationKernel : &checks::kStepExcitationKernel,
                            "samples in the shortest period of its energy"),
            limits = measured(radiation ? &checks::kLimitsRadiationKernel : &checks::kLimitsExcitationKernel,
                              "% of its energy outside the limits of its integral");
    for (std::size_t b = 0; b < data.bodies.size(); ++b) {
      const auto now =
          radiation ? hydro::radiation_kernel_sampling(data, b) : hydro::excitation_kernel_sampling(data, b);
      if (!now) continue;
      const std::string& body = data.bodies[b].name;
      if (step.body.empty() || now->samples() < step.number)
        step = {step.check, {}, now->samples(), step.unit, body, dof_name(now->fastest_dof), now->fastest, ""};
      if (limits.body.empty() || 100.0 * now->outside > limits.number)
        limits = {limits.check, {}, 100.0 * now->outside, limits.unit, body, dof_name(now->outside_dof), {}, ""};
    }
    if (step.body.empty()) continue;
    findings.push_back(
        concluded(step, graded(-step.number, -kEnough, -hydro::kFewestSamples), "its samples hold its fastest motion",
                  "its samples are too far apart for its fastest motion; bemio convert makes it anew (--times)"));
    findings.push_back(concluded(
        limits, graded(limits.number, 100.0 * kAllBut, 100.0 * hydro::kMostOutside),
        "its integral covers the energy of the coefficients",
        "its integral leaves out frequencies that matter: bemio convert without limits of its own (--omega-max)"));
  }
  return findings;
}

std::optional<Finding> excitation_kernel_decay(const hydro::HydroData& data) {
  Worst worst;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    if (!stored_excitation(body)) continue;
    const std::vector<double>& t = body.excitation_irf_time;
    const double end = std::min(std::abs(t.front()), std::abs(t.back()));
    for (std::size_t d = 0; d < body.excitation_irf.size(); ++d) {
      const auto& f = body.excitation_irf[d];
      if (f.size() != t.size()) continue;
      const Strength s = strength(body, length_of(data, b), f.size(), [&](std::size_t k, int i) { return f[k][i]; });
      for (int i = 0; i < body.dof; ++i) {
        const auto dof = static_cast<std::size_t>(i);
        if (s.own[dof] <= s.noise[dof]) continue;
        double left = 0.0;
        for (std::size_t k = 0; k < t.size(); ++k) {
          if (std::abs(t[k]) >= 0.9 * end) left = std::max(left, std::abs(f[k][i]));
        }
        worst.see(100.0 * left / s.own[dof], body, dof_name(i));
      }
    }
  }
  if (worst.body.empty()) return std::nullopt;
  return finding(
      &checks::kDecayExcitationKernel, "% of its peak left in the last tenth of either side", worst, 5.0, 20.0,
      "the kernel ends within its times",
      "the kernel is cut off: take a longer one (--excitation-time), or frequencies that lie closer together");
}

std::optional<Finding> excitation_kernel_energy(const hydro::HydroData& data) {
  const auto lost = excitation_energy_lost(data);
  if (!lost) return std::nullopt;
  Worst worst;
  worst.see(100.0 * lost->part, data.bodies[lost->body],
            fmt::format("{}, direction {:g}", dof_name(lost->dof), data.direction[lost->direction]));
  const hydro::HydroBody& body = data.bodies[lost->body];
  const double back = backwards_from(data, body.excitation_irf_omega);
  if (back > 0.0 && body.excitation_irf_time.back() > back * (1.0 + 1e-9)) {
    const std::string sentence = fmt::format(
        "the kernel was integrated over {} frequencies: beyond {:.3g} s it repeats itself; bemio convert makes it anew "
        "(--integration-frequencies)",
        body.excitation_irf_omega.size(), back);
    return finding(&checks::kEnergyExcitationKernel, "% of it missed within the times of the kernel", worst, 0.25, 4.0,
                   sentence.c_str(), sentence.c_str());
  }
  return finding(
      &checks::kEnergyExcitationKernel, "% of it beyond the times of the kernel", worst, 0.25, 4.0,
      "the kernel holds the force to 5 % or better",
      "the kernel is cut off: the force misses the root of that part; take a longer one (--excitation-time), or "
      "frequencies that lie closer together");
}

}  // namespace swell::bemio
