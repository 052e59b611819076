/// BEMIO's HDF5 file in and out.
///
/// The reader takes every layout met in the field (hydro-data-file.md, "Variants") and hands back one HydroData:
/// frequencies and directions ascending, normalised, lead phase, cb in world coordinates. What it repaired or chose is
/// in `notes`. The writer gives the layout that BEMIO (MATLAB) writes today and that WEC-Sim, HydroChrono and SEA-Stack
/// read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// Reads a BEMIO file. libhdf5 can crash on a file whose structure is forged; with Containment::child_process a child
/// calls it, and a crash is an InputError as well (the commands do so; reading takes about twice the time).
/// @param gaps  NonFinite::keep lets NaN and infinity in added mass, damping and excitation over frequency through, for
///              those who repair them
/// @throws InputError with every mistake found (origin: file and dataset path): file missing, empty, truncated, a
///         git-lfs pointer, not HDF5; dataset missing; wrong shape; NaN in data that a simulation needs.
HydroData read_bemio_h5(const std::string& path, Containment containment = Containment::in_process,
                        NonFinite gaps = NonFinite::refuse);

struct BemioWriteOptions {
  bool scaled =
      false;  ///< the values are dimensional (bemio::dimensional): the file says so, readers divide them again
  double state_space_r2 = 0.95;  ///< what a fit had to reach to count as converged (state_space/conv = 1)
  /// Lowest eigenvalue of the realisation's damping over the largest (measure_passivity), stored with a state space.
  std::optional<double> state_space_passivity;
};

/// Writes `data` beside `path` and renames it when complete, so that a half-written file never bears the name. Empty
/// quantities are left out, except Froude-Krylov and scattering, which the format fills with NaN.
/// @throws FailedWrite when the file cannot be written, InputError when `data` contradicts itself
void write_bemio_h5(const HydroData& data, const std::string& path, const BemioWriteOptions& options = {});

/// Index of body `number` (from 1, as in the file).
/// @throws InputError naming the bodies that the data hold; `origin` is the place that asked.
std::size_t body_index(const HydroData& data, int number, const Origin& origin = {});

/// The bodies `numbers` (from 1) alone, in that order, with the coupling among them and no other.
HydroData select_bodies(const HydroData& data, const std::vector<int>& numbers, const Origin& origin = {});

}  // namespace swell::hydro
