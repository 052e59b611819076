// The sphere whose hydrodynamics the project ships, as it is and with a change.
#pragma once

#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell_test {

inline std::string hemisphere() { return (source_folder() / "inputs/sphere/hemisphere.h5").string(); }

/// Its data after a change, as a file in the test's own temporary folder.
inline std::string changed_hemisphere(const std::string& name,
                                      const std::function<void(swell::hydro::HydroData&)>& change) {
  swell::hydro::HydroData data = swell::hydro::read_bemio_h5(hemisphere());
  change(data);
  const auto path = std::filesystem::temp_directory_path() / (name + ".h5");
  swell::hydro::write_bemio_h5(data, path.string());
  return path.string();
}

/// Leaves only added mass, damping and excitation over frequency, which the caller has changed.
inline void clear_what_follows(swell::hydro::HydroBody& body) {
  body.froude_krylov.clear();
  body.scattering.clear();
  for (auto* drift : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure})
    drift->clear();
  body.excitation_irf.clear();
  body.excitation_irf_time.clear();
  body.radiation_state_space.clear();
}

}  // namespace swell_test
