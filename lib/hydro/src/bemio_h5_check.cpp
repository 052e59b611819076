#include "bemio_h5_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "swell/hydro/plausible.h"

namespace swell::hydro {
namespace {

/// What a file says twice may differ by the digits that BEM codes print.
constexpr double kSameTwice = 1e-5;

const char* const kRemedy = "remove that sample from the BEM output or repair it";

std::string bad_value(double value) { return std::isnan(value) ? "is not a number" : "is infinite"; }

/// The first entry of each dataset that is not finite says enough.
/// @param axis  of the samples; empty: a single matrix
void check_samples(const std::vector<MatrixX>& per_sample, const std::string& path, const std::vector<double>& axis,
                   const char* what, const char* unit, const std::string& file, Diagnostics& mistakes) {
  for (std::size_t k = 0; k < per_sample.size(); ++k) {
    for (Eigen::Index i = 0; i < per_sample[k].rows(); ++i) {
      for (Eigen::Index j = 0; j < per_sample[k].cols(); ++j) {
        const double value = per_sample[k](i, j);
        if (std::isfinite(value)) continue;
        const std::string sample =
            axis.empty() ? "" : fmt::format(", {} {} of {} ({} {})", what, k + 1, per_sample.size(), axis[k], unit);
        mistakes.error(Origin{file, 0, 0, path},
                       fmt::format("{} at dof {}, column dof {}{}", bad_value(value), i + 1, j + 1, sample), kRemedy,
                       fmt::format("{}", value));
        return;
      }
    }
  }
}

void check_entries(const double* values, Eigen::Index count, const std::string& path, const std::string& file,
                   Diagnostics& mistakes) {
  for (Eigen::Index i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) continue;
    const std::string at = count > 1 ? fmt::format(" at entry {} of {}", i + 1, count) : std::string();
    mistakes.error(Origin{file, 0, 0, path}, bad_value(values[i]) + at, "write the file again with the BEM converter",
                   fmt::format("{}", values[i]));
    return;
  }
}

}  // namespace

bool check_waves(const std::vector<double>& values, const std::vector<double>& directions,
                 const std::vector<double>& omega, const Origin& origin, Diagnostics& mistakes) {
  for (std::size_t at = 0; at < values.size(); ++at) {
    const std::size_t k = at % omega.size(), d = at / omega.size() % directions.size(),
                      i = at / omega.size() / directions.size();
    if (std::isfinite(values[at]) || !(std::isfinite(omega[k]) && omega[k] > 0.0)) continue;
    mistakes.error(
        origin,
        fmt::format("{} at dof {}, direction {} of {} ({} deg), frequency {} of {} ({} rad/s)", bad_value(values[at]),
                    i + 1, d + 1, directions.size(), directions[d], k + 1, omega.size(), omega[k]),
        kRemedy, fmt::format("{}", values[at]));
    return false;
  }
  return true;
}

void check_finite(const HydroData& data, Diagnostics& mistakes, bool coefficients) {
  const auto samples = [&](const std::vector<MatrixX>& per_sample, const std::string& path,
                           const std::vector<double>& axis, const char* what, const char* unit) {
    check_samples(per_sample, path, axis, what, unit, data.file, mistakes);
  };
  const auto single = [&](const MatrixX& matrix, const std::string& path) { samples({matrix}, path, {}, "", ""); };
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const HydroBody& body = data.bodies[b];
    const std::string group = fmt::format("/body{}/hydro_coeffs/", b + 1);
    const std::string properties = fmt::format("/body{}/properties/", b + 1);
    single(body.restoring_stiffness, group + "linear_restoring_stiffness");
    if (coefficients) {
      samples(body.added_mass, group + "added_mass/all", data.omega, "frequency", "rad/s");
      samples(body.radiation_damping, group + "radiation_damping/all", data.omega, "frequency", "rad/s");
    }
    if (body.added_mass_infinite) single(*body.added_mass_infinite, group + "added_mass/inf_freq");
    if (body.radiation_damping.empty())  // else it can be made again
      samples(body.radiation_irf, group + "radiation_damping/impulse_response_fun/K", body.radiation_irf_time, "time",
              "s");
    single(body.external_mass, properties + "mass");
    single(body.external_stiffness, properties + "stiffness");
    single(body.external_damping, properties + "damping");
    check_entries(body.cg.data(), 3, properties + "cg", data.file, mistakes);
    // Where cb is missing, or relative to the cg, a bad cg would be reported again.
    if (body.cg.allFinite()) check_entries(body.cb.data(), 3, properties + "cb", data.file, mistakes);
    check_entries(&body.displaced_volume, 1, properties + "disp_vol", data.file, mistakes);
  }
}

void note_periods(const std::vector<double>& omega, const std::vector<double>& period, const std::string& path,
                  std::vector<std::string>& notes) {
  const auto apart = [&](std::size_t k) {  // limits are left out
    return omega[k] > 0.0 && std::isfinite(omega[k]) && !(std::abs(omega[k] * period[k] - 2.0 * kPi) <= kSameTwice);
  };
  for (std::size_t k = 0; k < omega.size(); ++k) {
    if (period.size() == omega.size() && !apart(k)) continue;
    notes.push_back(path + " holds other periods than those of w, which is used");
    return;
  }
}

void note_polar(const std::vector<std::vector<Eigen::VectorXcd>>& polar,
                const std::vector<std::vector<Eigen::VectorXcd>>& forces, const HydroData& data,
                const std::string& path, std::vector<std::string>& notes) {
  for (std::size_t d = 0; d < polar.size(); ++d) {
    double peak = 0.0;
    for (const Eigen::VectorXcd& X : forces[d]) {
      for (const std::complex<double>& x : X) peak = std::fmax(peak, std::abs(x));
    }
    for (std::size_t k = 0; k < polar[d].size(); ++k) {
      for (Eigen::Index i = 0; i < polar[d][k].size(); ++i) {
        if (!(std::abs(polar[d][k](i) - forces[d][k](i)) > kSameTwice * peak)) continue;
        notes.push_back(fmt::format(
            "{} and phase are not those of re and im, which are used (first at dof {}, {:g} rad/s, {:g} deg)", path,
            i + 1, data.omega[k], data.direction[d]));
        return;
      }
    }
  }
}

void note_water(const HydroData& data, std::vector<std::string>& notes) {
  if (data.density && is_normalised(*data.density)) {
    notes.emplace_back(
        "/simulation_parameters/rho = 1: the coefficients are taken as those of water of 1 kg/m^3, normalised");
  } else if (data.density && !is_liquid(*data.density)) {
    notes.push_back(fmt::format(
        "/simulation_parameters/rho = {:g} kg/m^3 is outside the plausible range of {:g} to {:g} kg/m^3: of "
        "another unit? Give the density of the water to what uses this file",
        *data.density, kLeastDensity, kMostDensity));
  }
}

void note_order(const std::vector<double>& values, const std::vector<double>& expected, const char* dataset,
                std::vector<std::string>& notes) {
  if (values.size() != expected.size() || values.size() < 2) return;
  const double apart = values[0] - expected[0];
  // Writers count from 0 or 1; some give every body the same number.
  const bool counted = apart == 0.0 || apart == -1.0;
  bool same = true, in_order = counted;
  for (std::size_t b = 0; b < values.size(); ++b) {
    same = same && values[b] == values[0];
    in_order = in_order && values[b] - expected[b] == apart;
  }
  if (same || in_order) return;
  notes.push_back(
      fmt::format("/body*/properties/{} = {}, {} expected: bodies, rows and columns are taken in the order "
                  "of the groups",
                  dataset, fmt::join(values, ", "), fmt::join(expected, ", ")));
}

}  // namespace swell::hydro
