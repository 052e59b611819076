#include "swell/case/read_case.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "reader.h"
#include "tree_writer.h"
#include "yaml.h"

namespace swell::model {

namespace fs = std::filesystem;

Model read_case_text(const std::string& text, const fs::path& file, const std::vector<std::string>& overrides,
                     Diagnostics& diagnostics) {
  Model model;
  model.file = file;
  model.text = text;
  model.overrides = overrides;
  Parameter tree = parse_yaml(text, file.string(), diagnostics);
  if (tree.kind != Parameter::Kind::map) return model;
  for (const std::string& assignment : overrides) apply_override(tree, assignment, diagnostics);
  Reader reader(file.parent_path(), true, diagnostics);
  reader.read(tree, "", [&model](Visitor& v) { describe(v, model); });
  validate(model, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    if (diagnostic.severity == Severity::warning) model.warnings.push_back(diagnostic.text());
  }
  return model;
}

Model read_case(const fs::path& file, const std::vector<std::string>& overrides, Diagnostics& diagnostics) {
  const Origin origin{file.string(), 0, 0, ""};
  std::error_code error;
  if (!fs::exists(file, error)) {
    diagnostics.error(origin, "there is no such case file", "give the path of a YAML file");
    return {};
  }
  if (fs::is_directory(file, error)) {
    diagnostics.error(origin, "this is a folder, not a case file", "give the path of a YAML file");
    return {};
  }
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) {
    diagnostics.error(origin, fmt::format("cannot be read: {}", std::strerror(errno)));
    return {};
  }
  return read_case_text(text.str(), file, overrides, diagnostics);
}

Model read_case(const fs::path& file, const std::vector<std::string>& overrides) {
  Diagnostics diagnostics;
  Model model = read_case(file, overrides, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

std::string write_case(const Model& model) { return to_yaml(case_tree(model)); }

}  // namespace swell::model
