// GNU Octave as a second evaluator of an input file, in a child process.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/wecsim/matlab_value.h"
#include "swell/wecsim/octave_use.h"

namespace swell::wecsim {

struct OctaveProgram {
  std::filesystem::path octave;
  std::optional<std::filesystem::path> sandbox;  ///< bubblewrap
};

/// Finds octave-cli or octave, and bwrap, on the search path. Nothing where Octave is not installed, or no sandbox can
/// be made and the use asks for one.
std::optional<OctaveProgram> octave_program(OctaveUse use);

struct OctaveRun {
  MatlabValue::Fields variables;      ///< at its end; what is no number, text, struct or cell is left out
  std::optional<Diagnostic> stopped;  ///< where Octave stopped, when it did not come to the end
};

/// Runs the file in its folder with stand-ins for WEC-Sim's classes (structs of their defaults) and for what draws,
/// writes or starts other programs. Limited to half a minute of processor time. In the sandbox everything but a scratch
/// folder is read-only, and there is no network.
/// @param defines  variables set before, as expressions of MATLAB
OctaveRun run_in_octave(const OctaveProgram& program, const std::filesystem::path& file,
                        const std::map<std::string, std::string>& defines, Containment containment);

/// Where properties of WEC-Sim's objects are set in the text of a script, as far as that can be read without running
/// it: body(2).mass, and body(*).mass where the index is no number.
std::map<std::string, Origin> assignments_in(const std::filesystem::path& file);

}  // namespace swell::wecsim
