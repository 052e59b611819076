/// Axes from the ways in which people give conditions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

#include "swell/batch/study.h"

namespace swell::batch {

/// One axis of the study file's list `axes`; mistakes go to the diagnostics.
/// @param folder  relative files start here
/// @param base    tree of the case file, for WEC-Sim's headers
/// @param seed    of the study, where a sample names none of its own
Axis read_axis(const Parameter& item, const std::filesystem::path& folder, const Parameter& base, std::uint64_t seed,
               Diagnostics& diagnostics);

enum class Spacing { linear, logarithmic };
/// count values from `from` to `to`, both included.
std::vector<double> spaced(double from, double to, std::size_t count, Spacing spacing);

/// count points in the unit cube. Independent uniform draws, or a Latin hypercube: each of `count` equal slices of
/// every dimension holds one point [McKay1979]. Function of the arguments alone.
std::vector<std::vector<double>> sample_unit_cube(std::size_t count, std::size_t dimensions, bool latin_hypercube,
                                                  std::uint64_t seed);

/// A header of WEC-Sim's mcr as a key of ours: waves.height -> waves.significant_height in an irregular sea,
/// pto(1).damping -> ptos.PTO1.damping, waves.phaseSeed -> waves.seed; and the usual signs Hs, Hm0, Tp, Te. Other texts
/// come back unchanged.
std::string key_of_header(const std::string& header, const Parameter& base);

/// A value of the study file as the text that --set takes.
std::string value_text(const Parameter& value);

/// A number as --set takes it: the shortest text that reads back to the same bits.
std::string number_text(double value);

/// The period that the corner of a table of heights by periods names: "energy_period", "peak_period", "" for none.
std::string period_of_corner(const std::string& corner, const Origin& origin, Diagnostics& diagnostics);

}  // namespace swell::batch
