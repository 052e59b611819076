/// Reads MoorDyn's line files (versions 1 and 2) into a LineModel.
///
/// Format: MoorDyn's documentation, "Input Files". Columns are found by the names in each section's header line, so
/// both versions' orders are understood.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/mooring/line_model.h"

namespace swell::mooring {

/// A body of the file. Of a coupled one the caller gives the motion.
struct MoordynBody {
  enum class Kind { fixed, coupled, pinned, free };
  std::string name;                          ///< "Body1"
  Vector3 position = Vector3::Zero();        ///< [m], world, of its origin in the file
  Vector3 roll_pitch_yaw = Vector3::Zero();  ///< [rad]
  Kind kind = Kind::coupled;
};

struct MoordynFile {
  LineModel model;
  std::vector<MoordynBody> bodies;   ///< points on them are `coupled`, with their offset
  std::vector<std::string> outputs;  ///< as written, for example FairTen4
  bool wave_kinematics = false;      ///< WaveKin / WaterKin is not 0
  std::optional<double> step;        ///< dtM [s]: the program finds its own
  /// Where the options give the water's density, gravity and depth, which are in the model; no line: MoorDyn's defaults
  /// are, or the depth that the caller gives.
  std::optional<Origin> density_given, gravity_given, depth_given;
  std::vector<Diagnostic> warnings;  ///< what was read but has no effect here
};

/// Water density and gravity that the file does not give are MoorDyn's defaults, 1025 kg/m^3 and 9.80665 m/s^2; the
/// depth is taken from the file or, where it has none, from `depth`. The file's origin is at `position` [m], and the
/// sea bed stays where it is.
/// @throws InputError with every mistake, each at its file:line; what Swell cannot do (SYROPE lines, external loads) is
/// an error and not left out silently
MoordynFile read_moordyn_file(const std::string& path, std::optional<double> depth = {},
                              const Vector3& position = Vector3::Zero());

/// The same from text; `name` stands in the messages.
MoordynFile parse_moordyn(const std::string& text, const std::string& name, std::optional<double> depth = {},
                          const Vector3& position = Vector3::Zero());

/// The files that a line file names: EA, BA and EI over strain or curvature. Of a file that is no line file, none; of
/// one with mistakes, those that its reader opened.
std::vector<std::filesystem::path> files_of_moordyn(const std::filesystem::path& path);

}  // namespace swell::mooring
