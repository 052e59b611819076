#include "swell/cosim/system_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>

#include "case_tree.h"
#include "swell/base/refuse.h"
#include "swell/base/regular_file.h"
#include "swell/base/temporary_folder.h"
#include "swell/base/text.h"
#include "swell/fmi/archive.h"
#include "swell/model/read_case.h"

namespace swell::cosim {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOsp = "OspSystemStructure.xml";
constexpr const char* kSsp = "SystemStructure.ssd";

std::string text_of(const fs::path& file) { return file_bytes(file).value_or(""); }

bool is_archive(const fs::path& file) {
  char mark[4] = {};
  std::ifstream(file, std::ios::binary).read(mark, sizeof mark);
  return std::string(mark, sizeof mark) == std::string("PK\3\4", 4);
}

/// Folders of unpacked packages go with the process.
const fs::path& folder_for_package() {
  static std::vector<std::unique_ptr<TemporaryFolder>> all;
  all.push_back(std::make_unique<TemporaryFolder>("system"));
  return all.back()->path();
}

osp::Wiring wiring_of_package(const fs::path& package, std::vector<Diagnostic>& faults) {
  const fmi::Archive archive(package);
  const auto resource = [&](const std::string& name) {
    return archive.has(name) ? std::optional(archive.read(name)) : std::nullopt;
  };
  osp::Wiring wiring = osp::wiring_of_ssp(archive.read(kSsp), package.string() + ":" + kSsp, resource, faults);
  const fs::path* folder = nullptr;
  for (osp::Wiring::Unit& unit : wiring.units) {
    const std::string name = unit.file.generic_string();
    if (!archive.has(name)) {
      faults.push_back(osp::missing_source(fmt::format("component '{}'", unit.name), unit.source,
                                           name + " in the package", unit.origin));
      continue;
    }
    if (folder == nullptr) folder = &folder_for_package();
    unit.file = *folder / name;
    if (!fs::exists(unit.file)) archive.extract(*folder, name);
  }
  return wiring;
}

osp::Wiring wiring_of_folder(const fs::path& file, std::vector<Diagnostic>& faults) {
  const fs::path folder = file.parent_path();
  const auto resource = [&](const std::string& name) {
    return fs::is_regular_file(folder / name) ? std::optional(text_of(folder / name)) : std::nullopt;
  };
  osp::Wiring wiring = osp::wiring_of_ssp(text_of(file), file.string(), resource, faults);
  for (osp::Wiring::Unit& unit : wiring.units) {
    unit.file = folder / unit.file;
    if (!fs::exists(unit.file))
      faults.push_back(
          osp::missing_source(fmt::format("component '{}'", unit.name), unit.source, unit.file.string(), unit.origin));
  }
  return wiring;
}

}  // namespace

SystemFile system_at(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    if (fs::exists(path / kOsp, ignored)) return {SystemKind::osp, path / kOsp};
    if (fs::exists(path / kSsp, ignored)) return {SystemKind::ssp, path / kSsp};
    return {};
  }
  if (!fs::is_regular_file(path, ignored)) return {};
  if (is_archive(path)) {
    const fmi::Archive archive(path);
    if (archive.has(kSsp)) return {SystemKind::ssp, path};
    if (archive.has("modelDescription.xml"))
      throw code::error(code::kBadFile, Origin{path.string(), 0, 0, ""}, "this is an FMU, not a case",
                        "take it into a case by a component of type fmu (docs/fmi.md)");
    return {};
  }
  std::ifstream in(path, std::ios::binary);
  char first = '\0';
  for (int i = 0; i < 3 && in.peek() > 127; ++i) in.get();  // a byte order mark
  in >> first;
  if (first != '<') return {};
  const std::string root = osp::root_of_xml(text_of(path));
  if (root == "OspSystemStructure") return {SystemKind::osp, path};
  if (root == "SystemStructureDescription") return {SystemKind::ssp, path};
  // One that is damaged is recognised by its name.
  const std::string name = path.filename().string();
  if (root.empty() && name.rfind("OspSystemStructure", 0) == 0) return {SystemKind::osp, path};
  if (root.empty() && path.extension() == ".ssd") return {SystemKind::ssp, path};
  return {};
}

namespace {

/// The tree of a system; nothing after a mistake.
std::optional<Parameter> tree_of(const SystemFile& system, const Scenario& scenario,
                                 const std::vector<std::string>& overrides, bool needs_end, Diagnostics& diagnostics) {
  std::vector<Diagnostic> faults;
  const osp::Wiring wiring = system.kind == SystemKind::osp ? osp::wiring_of_osp(system.file, faults)
                             : is_archive(system.file)      ? wiring_of_package(system.file, faults)
                                                            : wiring_of_folder(system.file, faults);
  diagnostics.add(faults);
  if (std::any_of(faults.begin(), faults.end(), [](const Diagnostic& f) { return f.severity == Severity::error; }))
    return std::nullopt;
  Parameter tree = case_tree(wiring, scenario, overrides, needs_end, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return tree;
}

}  // namespace

model::Model read_case(const fs::path& path, const std::vector<std::string>& overrides, Diagnostics& diagnostics,
                       const fs::path& scenario_file) {
  try {
    const SystemFile system = system_at(path);
    if (system.kind == SystemKind::none) {
      if (!scenario_file.empty())
        code::refuse(diagnostics, "contradiction", {scenario_file.string(), 0, 0, ""},
                     "a scenario belongs to a system of OSP-IS or SSP",
                     "in a case, components of type table and expression change with the time");
      return model::read_case(path, overrides, diagnostics);
    }
    Scenario scenario;
    if (!scenario_file.empty()) scenario = read_scenario(scenario_file, diagnostics);
    if (const auto tree = tree_of(system, scenario, overrides, true, diagnostics))
      return model::CaseTemplate(*tree, system.file).read(overrides, diagnostics);
    model::Model nothing;
    nothing.file = system.file;
    return nothing;
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
    return {};
  }
}

model::CaseTemplate case_template(const fs::path& path, const std::vector<std::string>& overrides) {
  const SystemFile system = system_at(path);
  if (system.kind == SystemKind::none) return model::CaseTemplate(path);
  Diagnostics diagnostics;
  const auto tree = tree_of(system, {}, overrides, false, diagnostics);
  diagnostics.throw_if_errors();
  return {*tree, system.file};
}

}  // namespace swell::cosim
