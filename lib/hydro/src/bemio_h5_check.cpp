#include "bemio_h5_check.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>

namespace swell::hydro {
namespace {

template <class Value>
void check_samples(const std::vector<Value>& per_sample, const std::string& path, const std::vector<double>& axis,
                   const char* what, const char* unit, const std::string& file, Diagnostics& mistakes) {
  for (std::size_t k = 0; k < per_sample.size(); ++k) {
    for (Eigen::Index i = 0; i < per_sample[k].rows(); ++i) {
      for (Eigen::Index j = 0; j < per_sample[k].cols(); ++j) {
        const std::complex<double> value = per_sample[k](i, j);
        if (std::isfinite(value.real()) && std::isfinite(value.imag())) continue;
        const std::string column = per_sample[k].cols() > 1 ? fmt::format(", column dof {}", j + 1) : std::string();
        mistakes.error(Origin{file, 0, 0, path},
                       fmt::format("is not a number at dof {}{}, {} {} of {} ({} {})", i + 1, column, what, k + 1,
                                   per_sample.size(), axis.empty() ? 0.0 : axis[k], unit),
                       "remove that sample from the BEM output or repair it", "nan");
        return;  // the first of each dataset says enough
      }
    }
  }
}

}  // namespace

void check_finite(const HydroData& data, Diagnostics& mistakes) {
  const auto check = [&](const auto& per_sample, const std::string& path, const std::vector<double>& axis,
                         const char* what,
                         const char* unit) { check_samples(per_sample, path, axis, what, unit, data.file, mistakes); };
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const HydroBody& body = data.bodies[b];
    const std::string group = fmt::format("/body{}/hydro_coeffs/", b + 1);
    check(std::vector<MatrixX>{body.restoring_stiffness}, group + "linear_restoring_stiffness", {}, "sample", "");
    check(body.added_mass, group + "added_mass/all", data.omega, "frequency", "rad/s");
    check(body.radiation_damping, group + "radiation_damping/all", data.omega, "frequency", "rad/s");
    if (body.added_mass_infinite) {
      check(std::vector<MatrixX>{*body.added_mass_infinite}, group + "added_mass/inf_freq", {}, "sample", "");
    }
    check(body.radiation_irf, group + "radiation_damping/impulse_response_fun/K", body.radiation_irf_time, "time", "s");
    for (const auto& per_direction : body.excitation) {
      check(per_direction, group + "excitation/re", data.omega, "frequency", "rad/s");
    }
    for (const auto* own : {&body.external_mass, &body.external_stiffness, &body.external_damping,
                            &body.generalised_mass, &body.generalised_stiffness, &body.generalised_damping}) {
      check(std::vector<MatrixX>{*own}, fmt::format("/body{}/properties", b + 1), {},
            "matrix (mass, damping, stiffness)", "");
    }
    check(std::vector<VectorX>{body.cg, body.cb, VectorX::Constant(1, body.displaced_volume)},
          fmt::format("/body{}/properties", b + 1), {}, "item (cg, cb, disp_vol)", "");
  }
}

}  // namespace swell::hydro
