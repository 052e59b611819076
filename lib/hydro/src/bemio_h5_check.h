/// What no BEMIO file may hold where a simulation needs a number. Private to lib/hydro.
#pragma once

#include "swell/base/error.h"
#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// One mistake for every dataset of `data.file` with a value that is not finite: where the first stands.
/// @param coefficients  whether added mass and damping over frequency are asked too
void check_finite(const HydroData& data, Diagnostics& mistakes, bool coefficients = true);

/// The same for one dataset of waves as it stands in the file, (dof, direction, frequency). Limits among the
/// frequencies (0, infinity) may hold anything: they are left out.
/// @returns whether every value is finite
bool check_waves(const std::vector<double>& values, const std::vector<double>& directions,
                 const std::vector<double>& omega, const Origin& origin, Diagnostics& mistakes);

/// Reports where T is not 2 pi / w.
void note_periods(const std::vector<double>& omega, const std::vector<double>& period, const std::string& path,
                  std::vector<std::string>& notes);

/// Reports once where forces [direction][frequency] by mag and phase are not those by re and im, to the digits that
/// codes print.
void note_polar(const std::vector<std::vector<Eigen::VectorXcd>>& polar,
                const std::vector<std::vector<Eigen::VectorXcd>>& forces, const HydroData& data,
                const std::string& path, std::vector<std::string>& notes);

/// A density outside the plausible range, by which forces would be scaled.
void note_water(const HydroData& data, std::vector<std::string>& notes);

/// A number of every body that counts them, `first` plus what stands before it; nothing where all are the same.
void note_order(const std::vector<double>& values, const std::vector<double>& expected, const char* dataset,
                std::vector<std::string>& notes);

}  // namespace swell::hydro
