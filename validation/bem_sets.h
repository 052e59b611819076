// The sets of BEM data that programs of this folder go through: those of a data folder laid out as WEC-Sim's
// examples/BEMIO beside rm3/ and sphere/, and those shipped with the inputs.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "swell/bemio/read.h"

namespace swell_validation {

struct Source {
  const char* name;
  const char* path;  ///< below the data folder; with a leading + below the inputs
};

constexpr std::array kSources = {
    Source{"hemisphere (shipped)", "+sphere/hemisphere.h5"},
    Source{"column (shipped)", "+column/column.h5"},
    Source{"four hemispheres (shipped)", "+array/four.h5"},
    Source{"headings (shipped)", "+loads/headings.h5"},
    Source{"RM3", "rm3/rm3.h5"},
    Source{"RM3, least H5", "bem/h5_variants/rm3_custom_minimal.h5"},
    Source{"sphere, OES Task 10", "sphere/sphere.h5"},
    Source{"WAMIT cylinder", "bem/wamit/Cylinder/cyl.out"},
    Source{"WAMIT barge with modes", "bem/wamit/GBMBarge/barge.out"},
    Source{"WAMIT sphere, drift", "bem/wamit/MeanDriftSphere/sphere.out"},
    Source{"WAMIT RM3", "bem/wamit/RM3/rm3.out"},
    Source{"WAMIT RM3 without A_inf", "bem/wamit/RM3_noA0Ainf/rm3_withoutA0Ainf.out"},
    Source{"WAMIT sphere", "bem/wamit/Sphere/sphere.out"},
    Source{"NEMOH 2 cylinder", "bem/nemoh_v2.3/Cylinder"},
    Source{"NEMOH 2 RM3", "bem/nemoh_v2.3/RM3"},
    Source{"NEMOH 2 sphere", "bem/nemoh_v2.3/Sphere"},
    Source{"NEMOH 3 cylinder", "bem/nemoh_v3.0.2/Cylinder"},
    Source{"NEMOH 3 OC3 Hywind", "bem/nemoh_v3.0.2/OC3-Hywind_FOWT"},
    Source{"NEMOH 3 RM3", "bem/nemoh_v3.0.2/RM3"},
    Source{"NEMOH 3 sphere", "bem/nemoh_v3.0.2/Sphere"},
    Source{"AQWA cylinder", "bem/aqwa/Cylinder/cylinder.AH1"},
    Source{"AQWA RM3", "bem/aqwa/RM3/RM3.AH1"},
    Source{"AQWA sphere", "bem/aqwa/Sphere/sphere.AH1"},
    Source{"Capytaine buoy, heave alone", "bem/capytaine/buoy_heave_only/results.nc"},
    Source{"Capytaine cylinder", "bem/capytaine/cylinder/cylinder_hydrodynamics.nc"},
    Source{"Capytaine 1.5 cylinder", "bem/capytaine/cylinder_v1.5/cylinder_full.nc"},
    Source{"Capytaine RM3", "bem/capytaine/rm3/rm3_hydrodynamics.nc"},
    Source{"Capytaine sphere", "bem/capytaine/sphere/sphere_hydrodynamics.nc"},
    Source{"HAMS cylinder", "bem/hams/Cylinder"},
};

inline std::filesystem::path path_of(const Source& source, const std::filesystem::path& data,
                                     const std::filesystem::path& inputs) {
  return source.path[0] == '+' ? inputs / (source.path + 1) : data / source.path;
}

/// Why these data are of no rigid body that floats; "" where they are.
inline std::string unusable(const swell::hydro::HydroData& data) {
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const auto& body = data.bodies[b];
    if (body.dof != 6) return "has modes beyond the six, or fewer";
    if (!(body.displaced_volume > 0.0)) return "no displaced volume: no weight to float with";
    if (!(body.restoring_stiffness.rows() >= 6 && body.restoring_stiffness(2, 2) > 0.0)) return "no stiffness in heave";
    const auto pitches = [&](const auto& A) { return A(4, data.first_dof(b) + 4) != 0.0; };
    if (std::none_of(body.added_mass.begin(), body.added_mass.end(), pitches)) return "heave alone";
  }
  return {};
}

}  // namespace swell_validation
