/// What read_bem must know of a format: one row, one folder of its own, one line of readers.def.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/bemio/read.h"

namespace swell::bemio {

/// A file that was named.
struct Named {
  std::filesystem::path path;
  std::string name, extension;  ///< lower case
  std::array<char, 8> head;     ///< its first bytes
  const ReadOptions& options;

  bool is_hdf5() const { return head[0] == '\x89' && head[1] == 'H' && head[2] == 'D' && head[3] == 'F'; }
};

/// What a reader starts from.
struct Source {
  std::filesystem::path file;                  ///< the main file of the run
  std::filesystem::path tables{};              ///< HAMS: the one of Wamit_format that was named
  std::vector<std::filesystem::path> parts{};  ///< the datasets of a folder that holds several
};

/// What the phases of a code's forces are, and whether its reader turns them itself (`phases`).
enum class Sense { lead, lag, as_the_file_says };

struct Reader {
  const char* name = "";   ///< of the row in readers.def
  const char* title = "";  ///< of the code, as it is printed
  Sense sense = Sense::lead;
  /// Main files by which a folder is known, the surest first: "Input/ControlFile.in", or ".out" for any such name.
  std::vector<const char*> mains{};
  std::vector<const char*> more_extensions{};  ///< of main files that must be named themselves
  const char* words = nullptr;                 ///< among the first lines of a main file, lower case
  bool several = false;                        ///< a folder may hold several main files, read as one set
  /// What is read with the main file and can be left out (ReadOptions::ignore): extensions, or first letters of names.
  std::vector<const char*> accompanying{};
  /// A named file that is no main file by its extension but leads to one.
  /// @throws InputError where it belongs to the format but cannot be read alone
  std::optional<Source> (*detect)(const Named& named) = nullptr;
  hydro::HydroData (*read)(const Source& source, const ReadOptions& options) = nullptr;
};

#define SWELL_READER(name) Reader name##_reader();
#include "formats/readers.def"
#undef SWELL_READER

/// The rows of readers.def.
const std::vector<Reader>& readers();

}  // namespace swell::bemio
