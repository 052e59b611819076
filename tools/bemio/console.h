/// What the commands of bemio share: reading with the common options, progress, numbers in JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "json_report.h"
#include "swell/base/error.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"

namespace bemio_command {

using Json = nlohmann::ordered_json;
using swell::command::put;

/// Exit statuses: 0 done, 1 the data are bad or differ, 2 the input is wrong.
enum Status { done = 0, found = 1, wrong_input = 2 };

struct Common {
  bool json = false;
  bool like_bemio = false;
  bool force = false;  ///< add_force()
  std::vector<std::string> ignore;
  swell::bemio::ReadOptions::Phases phases = swell::bemio::ReadOptions::Phases::automatic;
  std::optional<double> density, depth;                            ///< of runs whose files do not name them
  swell::hydro::NonFinite gaps = swell::hydro::NonFinite::refuse;  ///< set by the commands that repair
  swell::bemio::ReadOptions read_options() const;
};
void add_common(CLI::App& command, Common& common);
void add_force(CLI::App& command, Common& common);

/// That a BEMIO file may be written there, over no input and, without --force, over nothing but its like.
void check_output(const std::string& output, const std::vector<std::filesystem::path>& inputs, const Common& common);

/// The data of one path; the notes go to stderr unless `quiet`.
swell::hydro::HydroData read(const std::string& path, const Common& common, bool quiet = false);

/// Notes from `first` on, to stderr.
void print_notes(const swell::hydro::HydroData& data, std::size_t first, const std::string& path);

constexpr double kLongestKernel = 1e5;   ///< [s] a hundred times what any float remembers
constexpr double kRadiationTime = 60.0;  ///< [s] WEC-Sim's default memory, and that of its RM3 example
/// Half length of the excitation kernel where none is asked for: 157 s as in WEC-Sim's RM3 example, but no longer than
/// the time after which samples at the file's frequency step repeat (pi / d_omega), where half of each
/// force lies.
double excitation_time_of(const swell::hydro::HydroData& data);

/// Passivity of a state space for programs and for people.
Json passivity(const swell::bemio::FitQuality& quality);
std::string passivity_sentence(const swell::bemio::FitQuality& quality);

/// A mistake unless the value is not given, or a number above 0 (0 too with `zero`).
void require_positive(swell::Diagnostics& mistakes, const char* name, const std::optional<double>& value,
                      const char* unit, bool zero = false);

/// Mistakes unless density and gravity, where they are given, are plausible; with `normalised` a density of 1 too.
void require_water(swell::Diagnostics& mistakes, const char* density_name, const std::optional<double>& density,
                   const std::optional<double>& gravity = {}, bool normalised = false);

/// "1 body", "2 bodies".
std::string counted(std::size_t count, const char* one, const char* many);

/// A progress line on stderr when that is a terminal; says nothing otherwise.
swell::bemio::Progress progress_line();

/// A finite number, or null.
Json number(double value);

void add_convert(CLI::App& app, int& status);
void add_info(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_plot(CLI::App& app, int& status);
void add_diff(CLI::App& app, int& status);

}  // namespace bemio_command
