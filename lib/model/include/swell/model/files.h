/// The files that a case reads, and the judgement of every file that is written: one list and one rule for results,
/// states, checkpoints, tables, figures and what a batch leaves.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/parameter.h"
#include "swell/model/model.h"

namespace swell::model {

/// A file that is read.
struct InputFile {
  std::string key;  ///< what reads it: "bodies.float.hydro_data.file", "--restart"
  std::filesystem::path path;
  std::filesystem::path named_in = {};  ///< the file that names it; empty: the case itself
};

/// Every file that the case reads: itself, every key that its descriptions call a file that must exist, every text
/// among the free keys of components, moorings and initial values that names a file that is there, and what these files
/// name in turn: a YAML file (a device, its shapes) by any text of it, a line file by what its reader opens. A key of
/// the future is in it without being added here.
std::vector<InputFile> input_files(const Model& model);

/// Where the component library `name` may be, the first place first: `folder`, then those of SWELL_COMPONENT_PATH.
std::vector<std::filesystem::path> library_places(const std::string& name, const std::filesystem::path& folder);

/// Every text of the tree that names an existing file, relative to `folder`, and the files that these name in turn; as
/// above, for trees that are no Model yet.
/// @param key  prefix of the keys in the list
void add_named_files(const Parameter& tree, const std::filesystem::path& folder, const std::string& key,
                     std::vector<InputFile>& list);

/// A file that is going to be written.
struct OutputFile {
  std::string what;  ///< in the plural: "results", "states"
  std::filesystem::path path;
  std::string remedy = "choose another with -o";
  std::string key = {};  ///< that names it: "output.file"; empty: an option, or a default
  Origin origin = {};    ///< of the key
};

/// Whether each can be written without loss: its folder exists, what stands there is nothing or a regular file (through
/// symbolic links), no input and no other output. Mistakes go to the diagnostics.
void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs,
                   Diagnostics& diagnostics);

/// Before hours of computing: a folder without permission is no mistake of the case, whose writing has failed.
/// @throws FailedWrite
void require_writable(const std::vector<OutputFile>& outputs);

/// Both for one output alone. @throws InputError, FailedWrite
void check_output_file(const OutputFile& output, const std::vector<InputFile>& inputs = {});

}  // namespace swell::model
