#include "swell/model/read_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "fhsim.h"
#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "tree_reader.h"
#include "tree_writer.h"
#include "yaml.h"

namespace swell::model {

namespace fs = std::filesystem;

namespace {

/// A sea without height is still water: what needs a wave's amplitude to divide by (bins, elevation, capture width) is
/// not asked. Its period stays that at which constant coefficients are taken, unless other seas have waves. It keeps
/// its place in the list, which is the seed of a sea without one.
void calm_seas_without_height(Model& model) {
  for (Wave& wave : model.waves) {
    StillWater still;
    if (const auto* regular = std::get_if<RegularWave>(&wave); regular != nullptr && regular->height == 0.0) {
      still.period = regular->period;
      still.source = regular->source;
      wave = still;
    } else if (const auto* sea = std::get_if<IrregularWave>(&wave); sea != nullptr && sea->significant_height == 0.0) {
      still.source = sea->source;
      wave = still;
    }
  }
  const auto calm = [](const Wave& wave) { return std::holds_alternative<StillWater>(wave); };
  if (std::all_of(model.waves.begin(), model.waves.end(), calm)) return;
  for (Wave& wave : model.waves) {
    if (auto* still = std::get_if<StillWater>(&wave)) still->period.reset();
  }
}

Model read_tree(Parameter tree, const std::string& text, const fs::path& file,
                const std::vector<std::string>& overrides, Diagnostics& diagnostics) {
  Model model;
  model.file = file;
  model.text = text;
  model.overrides = overrides;
  if (tree.kind != Parameter::Kind::map) return model;
  if (const Parameter* base = tree.find("base"); base != nullptr && tree.find("bodies") == nullptr) {
    diagnostics.error(base->key_origin, "base is a key of studies: this file describes many cases, not one",
                      "run it with swell batch, or give the file that base names");
    return model;
  }
  for (const char* key : {"water", "frequencies", "headings", "resolution", "error", "panels"}) {
    const Parameter* of_device = tree.find(key);
    if (of_device == nullptr || tree.find("simulation") != nullptr) continue;
    diagnostics.error(
        of_device->key_origin, fmt::format("{} is a key of device files: this file describes bodies, not a run", key),
        fmt::format("compute their hydrodynamic data: swell bem {} -o hydro.h5, and give a case that names "
                    "them in hydro_data",
                    file.filename().string()));
    return model;
  }
  for (const std::string& assignment : overrides) apply_override(tree, assignment, diagnostics);
  const auto read = [&](Diagnostics& found) {
    Reader reader(file.parent_path(), true, found);
    reader.read(tree, "", [&model](Visitor& v) { describe(v, model); });
  };
  if (tree.find("array") != nullptr) {  // one device first, so that its mistakes appear once
    Diagnostics of_one;
    const Model empty = model;
    read(of_one);
    std::optional<ArrayData> data;
    if (!of_one.has_errors() && model.array) {
      if (!model.array->hydro_data.empty()) data = data_of_array(tree, *model.array);
      tree = repeated(tree, *model.array, ArrayTree::case_file, of_one);
    }
    if (of_one.has_errors()) {
      diagnostics.add(of_one.list());
      return model;
    }
    model = empty;
    model.array_data = std::move(data);
  }
  read(diagnostics);
  if (!diagnostics.has_errors()) calm_seas_without_height(model);
  validate(model, diagnostics);
  model.warnings = diagnostics.warnings();
  return model;
}

/// The whole file, or nothing with the reason in the diagnostics.
std::optional<std::string> text_of(const fs::path& file, Diagnostics& diagnostics, const FileKind& kind = kCaseFile) {
  const std::string name = &kind == &kStateFile ? kind.name : fmt::format("{} file", kind.name);
  const Origin origin{file.string(), 0, 0, ""};
  std::error_code error;
  if (!fs::exists(file, error)) {
    diagnostics.error(origin, fmt::format("there is no such {}", name), "give the path of a YAML file").code =
        code::kNoFile;
    return std::nullopt;
  }
  if (fs::is_directory(file, error)) {
    diagnostics.error(origin, fmt::format("this is a folder, not a {}", name), "give the path of a YAML file");
    return std::nullopt;
  }
  try {
    require_regular_file(file, origin);
  } catch (const InputError& refusal) {
    diagnostics.add(refusal.diagnostics());
    return std::nullopt;
  }
  std::optional<std::string> text = file_bytes(file);
  if (!text) diagnostics.error(origin, fmt::format("cannot be read: {}", std::strerror(errno)));
  return text;
}

std::string text_of(const fs::path& file, const FileKind& kind) {
  Diagnostics diagnostics;
  const std::optional<std::string> text = text_of(file, diagnostics, kind);
  diagnostics.throw_if_errors();
  return text.value_or("");
}

}  // namespace

Model read_case_text(const std::string& text, const fs::path& file, const std::vector<std::string>& overrides,
                     Diagnostics& diagnostics) {
  // The case that a system of FMUs is was written from a tree, whatever file the system stands in.
  const bool fhsim = file.extension() == ".xml" && text.rfind("simulation:", 0) != 0;
  Parameter tree = fhsim ? fhsim_tree(text, file.string(), diagnostics) : parse_yaml(text, file.string(), diagnostics);
  return read_tree(std::move(tree), text, file, overrides, diagnostics);
}

Model read_case(const fs::path& file, const std::vector<std::string>& overrides, Diagnostics& diagnostics) {
  const std::optional<std::string> text = text_of(file, diagnostics);
  return text ? read_case_text(*text, file, overrides, diagnostics) : Model{};
}

CaseTemplate::CaseTemplate(const fs::path& file) : CaseTemplate(text_of(file, kCaseFile), file) {}
CaseTemplate::CaseTemplate(const std::string& text, const fs::path& file)
    : file_(file), text_(text), tree_(read_yaml_text(text, file, kCaseFile)) {}
CaseTemplate::CaseTemplate(Parameter tree, const fs::path& file)
    : file_(file), text_(to_yaml(tree)), tree_(std::move(tree)) {}

Model CaseTemplate::read(const std::vector<std::string>& overrides, Diagnostics& diagnostics) const {
  return read_tree(tree_, text_, file_, overrides, diagnostics);
}

Parameter CaseTemplate::tree(const std::vector<std::string>& overrides) const {
  Parameter tree = tree_;
  Diagnostics reported_by_read;
  for (const std::string& assignment : overrides) apply_override(tree, assignment, reported_by_read);
  return tree;
}

Parameter read_yaml_file(const fs::path& file, const FileKind& kind) {
  return read_yaml_text(text_of(file, kind), file, kind);
}

Parameter read_yaml_text(const std::string& text, const fs::path& file, const FileKind& kind) {
  Diagnostics diagnostics;
  Parameter tree = parse_yaml(text, file.has_filename() ? file.string() : "<text>", diagnostics, kind);
  diagnostics.throw_if_errors();
  return tree;
}

std::string write_yaml(const Parameter& tree) { return to_yaml(tree); }

Model read_case(const fs::path& file, const std::vector<std::string>& overrides) {
  Diagnostics diagnostics;
  Model model = read_case(file, overrides, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

std::string write_case(const Model& model) { return to_yaml(case_tree(model)); }

}  // namespace swell::model
