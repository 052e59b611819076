/// What becomes of a file whose writing has failed, and of text that must be written whole.
#pragma once

#include <filesystem>
#include <string>

#include "swell/base/error.h"

namespace swell {

/// A file that cannot be written: neither is the input wrong, nor has a simulation failed. Exit status 1.
class FailedWrite : public SimulationError {
 public:
  /// @param what  the whole sentence, the file in it   @param kind  of the file: "results", "checkpoint"
  FailedWrite(const std::string& what, const std::filesystem::path& file, double time = 0.0,
              const std::string& kind = "file", std::vector<Diagnostic> warnings = {})
      : SimulationError(what, time, kind, file.string(), false, {}, std::move(warnings)) {}
};

/// From here on what is written to the descriptor goes to memory and is lost. A library that holds a file open and
/// cannot write it (HDF5 on a full disk) would fail again when it closes the file, and crash when the process ends.
void send_nowhere(int descriptor) noexcept;

/// Writes the text and makes sure that all of it is in the file. @throws std::system_error with the file's name
void write_whole(const std::filesystem::path& path, const std::string& text);

}  // namespace swell
