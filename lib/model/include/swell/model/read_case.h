/// From a case file to a Model, and back.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "swell/model/model.h"

namespace swell::model {

/// Reads a case file and checks all that follows from it alone: keys, types, ranges, contradictions, names, files.
/// @param overrides  key=value as --set takes them; list items by their name: "ptos.PTO1.damping=2e6"
/// @throws InputError with every mistake
Model read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

/// The same with the mistakes in `diagnostics`; what could be read is returned.
Model read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides, Diagnostics& diagnostics);

/// Reads a text as if it stood in `file` (relative paths are relative to its folder).
Model read_case_text(const std::string& text, const std::filesystem::path& file,
                     const std::vector<std::string>& overrides, Diagnostics& diagnostics);

/// A case file parsed once, to be read many times with different values: what a batch starts from. Immutable; reading
/// from several threads is safe.
class CaseTemplate {
 public:
  /// @throws InputError when the file cannot be read as YAML. What else is wrong shows when a case is read.
  explicit CaseTemplate(const std::filesystem::path& file);
  /// The same from a text that stands for `file`, or from a tree.
  CaseTemplate(const std::string& text, const std::filesystem::path& file);
  CaseTemplate(Parameter tree, const std::filesystem::path& file);

  /// As read_case with these overrides.
  Model read(const std::vector<std::string>& overrides, Diagnostics& diagnostics) const;
  const Parameter& tree() const noexcept { return tree_; }
  /// The tree with these overrides; read() says what is wrong with them.
  Parameter tree(const std::vector<std::string>& overrides) const;
  const std::filesystem::path& file() const noexcept { return file_; }
  const std::string& text() const noexcept { return text_; }

 private:
  std::filesystem::path file_;
  std::string text_;
  Parameter tree_;
};

/// What a YAML file is, for the messages about one that is empty or holds something else.
struct FileKind {
  const char* name;
  const char* keys;
  const char* help;
};
inline constexpr FileKind kCaseFile{"case", "simulation, waves, bodies",
                                    "see docs/case-file.md for the keys, or start from a case in inputs/"};
inline constexpr FileKind kStudyFile{"study", "base, axes, results",
                                     "see docs/batch.md for the keys, or start from a study in inputs/"};
inline constexpr FileKind kDeviceFile{"device", "environment, frequencies, headings, bodies",
                                      "see docs/boundary-elements.md for the keys, or start from a device in inputs/"};
inline constexpr FileKind kStateFile{"state file", "states", "output.state of a run writes one"};

/// A YAML file as a tree. @throws InputError
Parameter read_yaml_file(const std::filesystem::path& file, const FileKind& kind);
/// The same from a text.
Parameter read_yaml_text(const std::string& text, const std::filesystem::path& file, const FileKind& kind);
/// A tree as YAML text.
std::string write_yaml(const Parameter& tree);

/// The checks across structures: unique names, joints that name bodies, contradictions. Ranges as well, so that a Model
/// filled by hand is checked like a file. read_case has done it already.
void validate(const Model& model, Diagnostics& diagnostics);

/// The whole case as a tree, values in the units of the file.
Parameter case_tree(const Model& model);

/// The case as YAML: what was given and the defaults, overrides included, without comments.
std::string write_case(const Model& model);

/// "bodies.float", the name of an item of a list of maps, else its number from 1.
std::string item_label(const Parameter& item, std::size_t index);

}  // namespace swell::model
