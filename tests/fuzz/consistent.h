/// What every reader promises of the HydroData that it hands back: numbers, in shapes that belong together.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell_fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "taken silently: %s\n", what);
  std::abort();
}

inline void require_ascending(const std::vector<double>& axis, const char* what) {
  for (std::size_t k = 0; k < axis.size(); ++k) {
    require(std::isfinite(axis[k]) && (k == 0 || axis[k] > axis[k - 1]), what);
  }
}

/// Nothing, or one dof x columns matrix per sample.
inline void require_matrices(const std::vector<swell::MatrixX>& list, std::size_t samples, Eigen::Index rows,
                             Eigen::Index columns, const char* what, bool gaps = false) {
  require(list.empty() || list.size() == samples, what);
  for (const auto& one : list) require(one.rows() == rows && one.cols() == columns && (gaps || one.allFinite()), what);
}

/// Nothing, or one vector per direction and sample.
template <class Waves>
void require_waves(const Waves& list, std::size_t directions, std::size_t samples, Eigen::Index rows, const char* what,
                   bool gaps = false) {
  require(list.empty() || list.size() == directions, what);
  for (const auto& row : list) {
    require(row.size() == samples, what);
    for (const auto& one : row) require(one.size() == rows && (gaps || one.allFinite()), what);
  }
}

inline void require_qtf(const std::vector<std::vector<swell::hydro::QtfEntry>>& list, const char* what) {
  for (const auto& dof : list) {
    for (const auto& e : dof) {
      require(std::isfinite(e.period_i) && e.period_i > 0.0 && std::isfinite(e.period_j) && e.period_j > 0.0 &&
                  std::isfinite(e.heading_i) && std::isfinite(e.heading_j) && std::isfinite(e.value.real()) &&
                  std::isfinite(e.value.imag()),
              what);
    }
  }
}

/// @param gaps  coefficients over frequency may be no numbers, as for those who repair them
inline void require_consistent(const swell::hydro::HydroData& data, bool gaps = false) {
  const std::size_t nw = data.omega.size(), nh = data.direction.size();
  const auto all = static_cast<Eigen::Index>(data.total_dof());
  const auto positive = [](const std::optional<double>& x) { return !x || (std::isfinite(*x) && *x > 0.0); };
  require(nw > 0 && data.omega.front() > 0.0, "no frequency");
  require_ascending(data.omega, "frequencies");
  require_ascending(data.direction, "directions");
  require(positive(data.water_depth), "water depth");
  require(positive(data.density), "density");
  require(positive(data.gravity), "gravity");
  require(!data.bodies.empty(), "no body");
  for (const auto& body : data.bodies) {
    const auto m = static_cast<Eigen::Index>(body.dof);
    require(body.dof >= 6, "dof");
    require(body.cg.allFinite() && body.cb.allFinite() && std::isfinite(body.displaced_volume), "properties");
    require(!body.displaced_volume_xyz || body.displaced_volume_xyz->allFinite(), "volumes");
    const auto square = [&](const swell::MatrixX& C, Eigen::Index n) {
      return C.size() == 0 || (C.rows() == n && C.cols() == n && C.allFinite());
    };
    require(square(body.restoring_stiffness, m), "stiffness");
    require(square(body.external_mass, m) && square(body.external_stiffness, m) && square(body.external_damping, m),
            "external matrices");
    require(square(body.generalised_mass, m - 6) && square(body.generalised_stiffness, m - 6) &&
                square(body.generalised_damping, m - 6),
            "generalised matrices");
    require_matrices(body.added_mass, nw, m, all, "added mass", gaps);
    require_matrices(body.radiation_damping, nw, m, all, "damping", gaps);
    for (const auto* limit : {&body.added_mass_infinite, &body.added_mass_zero}) {
      if (*limit) require_matrices({**limit}, 1, m, all, "limit of added mass");
    }
    require_waves(body.excitation, nh, nw, m, "excitation", gaps);
    require_waves(body.froude_krylov, nh, nw, m, "Froude-Krylov", gaps);
    require_waves(body.scattering, nh, nw, m, "scattering", gaps);
    require_waves(body.mean_drift_control_surface, nh, nw, m, "drift by control surface");
    require_waves(body.mean_drift_momentum, nh, nw, m, "drift by momentum");
    require_waves(body.mean_drift_pressure, nh, nw, m, "drift by pressure");
    require_ascending(body.radiation_irf_time, "times of the radiation kernel");
    // With gaps kept, a kernel that can be made again from the damping passes: `bemio check` and `clean` see to it.
    require_matrices(body.radiation_irf, body.radiation_irf_time.size(), m, all, "radiation kernel",
                     gaps && !body.radiation_damping.empty());
    require_ascending(body.excitation_irf_time, "times of the excitation kernel");
    // Kept too, so that `bemio check` sees it.
    require_waves(body.excitation_irf, nh, body.excitation_irf_time.size(), m, "excitation kernel", gaps);
    for (const auto& row : body.radiation_state_space) {
      require(row.size() == static_cast<std::size_t>(all), "columns of the state space");
      for (const auto& e : row) {
        require(e.A.rows() == e.A.cols() && e.B.size() == e.A.rows() && e.C.size() == e.A.rows() && e.A.allFinite() &&
                    e.B.allFinite() && e.C.allFinite() && std::isfinite(e.D),
                "state space");
      }
    }
    require_qtf(body.qtf_sum, "sum-frequency transfer functions");
    require_qtf(body.qtf_difference, "difference-frequency transfer functions");
  }
}

}  // namespace swell_fuzz
