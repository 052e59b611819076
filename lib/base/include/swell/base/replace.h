/// One rule for every file that a command writes over another: what is read-only, or was not written by Swell, is not
/// replaced unasked; what is replaced keeps its mode, and a symbolic link to it stays one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell {

/// The file that a chain of symbolic links ends at, there or not.
std::filesystem::path behind_links(std::filesystem::path path);

/// What a file must be to be replaced unasked.
struct Replaceable {
  std::string what;                                        ///< "results file of Swell"
  std::function<bool(const std::filesystem::path&)> ours;  ///< of a file that is there, is regular and is not empty
  std::string options = "-o";                              ///< that choose another name
};

/// Those whose first 4 kB hold one of the texts.
Replaceable replaceable_text(const std::string& what, const std::vector<std::string>& marks);

/// The text with a last line that holds its checksum, after "# ".
std::string with_checksum_line(const std::string& text);
/// Of those, the ones that stand as with_checksum_line() made them.
Replaceable unedited_text(const std::string& what, const std::vector<std::string>& marks);

/// Why the file at `path` must not be replaced unasked: it is read-only, or no earlier one of its kind (empty ones
/// aside). Nothing when it may, or when there is none.
std::optional<std::string> not_to_be_replaced(const std::filesystem::path& path, const Replaceable& kind);

/// The same as an error, unless `force`.
void check_replacement(const std::filesystem::path& path, const Replaceable& kind, bool force,
                       Diagnostics& diagnostics);
/// @throws InputError
void check_replacement(const std::filesystem::path& path, const Replaceable& kind, bool force);

/// Gives a whole file its name, and the mode of what stood there, behind symbolic links.
/// @param part  as writing_place() names it   @throws std::filesystem::filesystem_error
void put_in_place(const std::filesystem::path& part, const std::filesystem::path& path);
/// A file of this text under that name, whole or not at all. @throws FailedWrite
void write_in_place(const std::filesystem::path& path, const std::string& text);
/// Where the file is written before it gets its name: in the folder that it will stand in.
std::filesystem::path writing_place(const std::filesystem::path& path);

}  // namespace swell
