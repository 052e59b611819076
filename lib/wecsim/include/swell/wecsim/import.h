/// A WEC-Sim case folder becomes a case file.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"

namespace swell::wecsim {

struct ImportOptions {
  bool best = false;                           ///< Swell's own choices instead of reproduce: wec-sim
  std::map<std::string, std::string> defines;  ///< variables set before the input file runs, MATLAB expressions
  std::filesystem::path output;                ///< case file that will be written; paths in it are relative to it
  Containment containment = Containment::in_process;
};

/// One line of the report. `lost` carries load or sea: the case gets an entry that stops it. `refused`: the case is
/// refused anyway, for a file or a controller that is missing.
struct ReportLine {
  enum class Kind { taken, decided, lost, refused };
  Kind kind = Kind::taken;
  std::string text;
  Origin origin;  ///< in the input file or the model
};

/// BEM results that have to become BEMIO HDF5 first, because the .h5 that the case names is not there.
struct Conversion {
  std::vector<std::filesystem::path> sources;  ///< several: bodies side by side
  std::filesystem::path output;
  double radiation_time = 60.0, excitation_time = 60.0;  ///< [s], from bemio.m where there is one
  std::optional<double> omega_max;                       ///< [rad/s]
  bool state_space = false;
  std::size_t bodies = 0;                             ///< bodies that the case reads from the output
  std::string doubt;                                  ///< line or file of bemio.m that failed; empty where none did
  std::map<std::size_t, std::vector<double>> cg, cb;  ///< [m] centres that bemio.m sets, by body from 0
};

struct TextFile {
  std::filesystem::path path;
  std::string text;
};

struct Imported {
  std::string yaml;
  std::optional<TextFile> study;  ///< of multiple conditions
  std::vector<TextFile> files;    ///< tables and stubs that the case refers to
  std::vector<Conversion> conversions;
  std::vector<ReportLine> report;
  bool runs = true;  ///< false: a line of the report is `lost` or `refused`, and check and run refuse the case
  std::size_t count(ReportLine::Kind kind) const;
};

/// The input file in `folder`: wecSimInputFile.m, in any case of letters; or `folder` itself where it names a .m.
/// @throws InputError when there is none
std::filesystem::path input_file(const std::filesystem::path& folder);
/// The model that the input file names. Runs the input file.
/// @throws InputError with file:line:column of what is not understood
std::filesystem::path model_file(const std::filesystem::path& folder,
                                 const std::map<std::string, std::string>& defines = {});

/// Reads the case in `folder`, or of that input file. Writes nothing.
/// @throws InputError
Imported import_case(const std::filesystem::path& folder, const ImportOptions& options);

/// Does one conversion. @throws InputError
/// @return notes
std::vector<std::string> convert(const Conversion& conversion, Containment containment = Containment::in_process);

}  // namespace swell::wecsim
