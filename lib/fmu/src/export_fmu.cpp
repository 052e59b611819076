// A case as an FMU: which ports and files go into the archive, and the archive.
#include "swell/fmu/export_fmu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "swell/assembly/case_port_groups.h"
#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/refuse.h"
#include "swell/base/replace.h"
#include "swell/base/temporary_folder.h"
#include "swell/fmi/archive.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/osp/export.h"
#include "swell/run/inspect.h"
#include "swell/run/version.h"
#include "writer.h"

namespace swell::fmu {

namespace fs = std::filesystem;

namespace {

/// A token in the form of a UUID of two digests.
std::string token_of(std::uint64_t a, std::uint64_t b) {
  const std::string hex = fmt::format("{:016x}{:016x}", a, b);
  return fmt::format("{{{}-{}-{}-{}-{}}}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4), hex.substr(16, 4),
                     hex.substr(20));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

constexpr char kExternal[] =
    "The library in binaries/ is linked with these of Debian 12 (bookworm), which its machine must have:\n"
    "libhdf5-103-1, libhdf5-cpp-103-1, libyaml-cpp0.7, libfmt9, libfftw3-double3, libmuparser2v5, libpugixml1v5, "
    "libzip4,\n"
    "libnetcdf19, libmatio11, libopenblas0, libstdc++6, libc6.\n"
    "apt-get install libhdf5-103-1 libhdf5-cpp-103-1 libyaml-cpp0.7 libfmt9 libfftw3-double3 libmuparser2v5 "
    "libpugixml1v5 "
    "libzip4 libnetcdf19 libmatio11 libopenblas0\n";

/// The same texts with files of the case in place of where they were staged.
std::vector<Diagnostic> unstaged(std::vector<Diagnostic> all, const std::map<std::string, std::string>& files) {
  for (Diagnostic& d : all) {
    for (std::string* text : {&d.origin.file, &d.message, &d.remedy}) {
      for (const auto& [staged, own] : files) {
        for (auto at = text->find(staged); at != std::string::npos; at = text->find(staged, at + own.size()))
          text->replace(at, staged.size(), own);
      }
    }
  }
  return all;
}

}  // namespace

void Writer::choose_ports() {
  const auto matches = [](const std::vector<std::string>& patterns, const std::string& address) {
    return !patterns.empty() && assembly::selected(address, patterns);
  };
  std::set<std::string> known, taken;
  const auto add_input = [&](const std::string& name, const std::string& address, bool by_default, bool tunable) {
    known.insert(address);
    if (options_.inputs.empty() ? !by_default : !matches(options_.inputs, address)) return;
    if (taken.insert(address).second) inputs_.push_back({name, address, tunable && options_.inputs.empty()});
  };
  std::set<std::string> own;
  for (const model::Component& component : model_.components) {
    if (component.type != "input") continue;
    own.insert(component.name + ".output");
    add_input(component.name, component.name, true, false);
    if (taken.insert(component.name).second)
      inputs_.push_back({component.name, component.name, false});  // always there
  }
  std::set<std::string> ptos;
  for (const model::Pto& pto : model_.ptos) ptos.insert(pto.name + ".force");
  const std::vector<system::ComponentInfo> device = run::device_interface(model_);
  std::set<std::string> all_outputs;
  for (const system::ComponentInfo& component : device) {
    for (const auto& port : component.outputs) {
      if (port.spec.kind == system::PortKind::inertia || own.count(port.address) > 0) continue;
      all_outputs.insert(port.address);
      if (options_.outputs.empty()) outputs_.push_back({port.address, port.address, false});
    }
  }
  for (const system::ComponentInfo& component : device) {
    for (const auto& port : component.inputs) {
      if (port.spec.kind == system::PortKind::inertia) continue;
      constexpr std::size_t kSuffix = 6;  // ".input"
      const bool renamed = port.address.size() > kSuffix &&
                           port.address.compare(port.address.size() - kSuffix, kSuffix, ".input") == 0 &&
                           all_outputs.count(port.address.substr(0, port.address.size() - kSuffix)) > 0;
      const std::string address = renamed ? port.address.substr(0, port.address.size() - kSuffix) : port.address;
      add_input(port.address, address, ptos.count(address) > 0, false);
    }
  }
  for (const model::Connection& connection : model_.connections) {
    if (std::holds_alternative<std::vector<double>>(connection.from) && !connection.point) {
      const bool summed = ptos.count(connection.to) > 0;
      add_input(all_outputs.count(connection.to) > 0 ? connection.to + ".input" : connection.to, connection.to, !summed,
                true);
    }
  }
  Diagnostics faults;
  for (const std::string& pattern : options_.inputs) {
    const bool found =
        std::any_of(known.begin(), known.end(), [&](const std::string& a) { return matches({pattern}, a); });
    if (found) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    code::refuse(faults, "unknown-name", {},
                 fmt::format("--inputs {}: no open input of the case is called so", pattern),
                 assembly::signal_hint(pattern, names, assembly::Takes::patterns));
  }
  faults.throw_if_errors();
}

// The files that the case reads, under names of their own: their keys are set to these when the FMU starts. What a file
// names stays beside it.
void Writer::gather_files() {
  std::map<std::string, std::string> of_path;
  std::map<std::string, std::size_t> folders;
  for (const model::InputFile& input : model::input_files(model_)) {
    if (input.path == model_.file) continue;
    const auto canonical = [](const fs::path& file) {
      std::error_code ignored;
      return fs::weakly_canonical(file, ignored);
    };
    const std::string path = canonical(input.path).string();
    if (!input.named_in.empty()) {
      const fs::path beside = input.path.lexically_relative(input.named_in.parent_path());
      const fs::path to = fs::path(of_path[canonical(input.named_in).string()]).parent_path() / beside;
      of_path.emplace(path, to.string());  // for what this one names
      if (beside.empty() || *beside.begin() == ".." || moved_.emplace(to.string(), path).first->second != path)
        throw InputError(Origin{input.named_in.string(), 0, 0, ""},
                         fmt::format("an FMU cannot hold {}, which this file names", input.path.string()),
                         "put it into the folder of the file that names it, under a name of its own");
      continue;
    }
    if (of_path.count(path) == 0) {
      std::string name = input.path.filename().string();  // what YAML and archives take as it is
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' ? c : '_';
      // What files of one folder name may be the same; of two folders it may be others of that name.
      const std::size_t folder =
          folders.emplace(fs::path(path).parent_path().string(), folders.size() + 1).first->second;
      of_path[path] = fmt::format("data/{}/{}-{}", folder, of_path.size() + 1, name);
      moved_[of_path[path]] = path;
    }
    manifest_.overrides.push_back(fmt::format("{}={}", input.key, of_path[path]));
  }
  summary_.files = moved_.size();
}

std::string Writer::page() const {
  std::string rows;
  for (const fmi::Variable& v : description_.variables) {
    const char* kind = v.causality == fmi::Causality::input         ? "input"
                       : v.causality == fmi::Causality::output      ? "output"
                       : v.causality == fmi::Causality::independent ? "time"
                       : v.causality == fmi::Causality::local       ? "local"
                       : v.variability == fmi::Variability::tunable ? "tunable parameter"
                                                                    : "parameter";
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(v.name), kind,
                        escaped(v.unit), v.start.empty() ? "" : v.start.front(), escaped(v.description));
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title></head><body>\n<h1>{0}</h1>\n"
      "<p>{1}. Made by {2}. {5}, Linux on x86-64. In co-simulation inputs hold, or go on at their rate, from a "
      "communication "
      "point to the next; steps may be of any length. World frame: z up, origin on the still-water level; power is "
      "positive when it is taken out of the device.</p>\n<table>\n<tr><th>variable</th><th>kind</th><th>unit</th>"
      "<th>start</th><th>meaning</th></tr>\n{3}</table>\n<h2>The case</h2>\n<pre>{4}</pre>\n</body></html>\n",
      escaped(description_.model), escaped(description_.description), description_.tool, rows, escaped(model_.text),
      options_.co_simulation && options_.model_exchange ? "Co-simulation and model exchange"
      : options_.co_simulation                          ? "Co-simulation"
                                                        : "Model exchange");
}

std::vector<osp::Group> Writer::groups(Diagnostics& diagnostics) const {
  const assembly::PortGroups given = assembly::port_groups_of(model_, diagnostics);
  return osp::interface_of(ports_, diagnostics, given.declared, given.own);
}

ExportSummary Writer::write() {
  Diagnostics diagnostics;
  const bool three = options_.version == 3;
  const std::string stem = file_.stem().string(), id = osp::identifier_of(stem);
  summary_.fmu = file_;
  summary_.osp = file_.parent_path() / (id + "_OspModelDescription.xml");
  model::check_outputs({{"FMU", summary_.fmu}, {"OSP description", summary_.osp}}, model::input_files(model_),
                       diagnostics);
  check_replacement(summary_.fmu, replaceable_text("FMU", {"modelDescription.xml"}), options_.force, diagnostics);
  check_replacement(summary_.osp, replaceable_text("OSP model description", {"<OspModelDescription"}), options_.force,
                    diagnostics);
  for (const model::Component& component : model_.components) {
    if (!component.library.empty())
      code::refuse(diagnostics, "contradiction", component.source.of("library"),
                   fmt::format("components.{}: a component library cannot go into an FMU", component.name),
                   "an FMU must be whole; make the component of those that Swell has");
  }
  diagnostics.throw_if_errors();
  choose_ports();
  gather_files();
  // The case text, its overrides, and then where the files are now.
  manifest_.case_file = "case.yaml";
  manifest_.overrides.insert(manifest_.overrides.begin(), model_.overrides.begin(), model_.overrides.end());
  const TemporaryFolder folder("fmu");
  const fs::path& staged = folder.path();
  write_whole(staged / manifest_.case_file, model_.text);
  std::map<std::string, std::string> files = {{(staged / manifest_.case_file).string(), model_.file.string()}};
  for (const auto& [to, from] : moved_) {
    fs::create_directories((staged / to).parent_path());
    fs::create_symlink(fs::absolute(from), staged / to);
    files[(staged / to).string()] = from;
  }
  std::vector<std::string> addresses;
  for (const Chosen& chosen : inputs_) addresses.push_back(chosen.address);
  std::vector<std::string> wanted = options_.outputs;
  for (const Chosen& chosen : outputs_) wanted.push_back(chosen.address);
  const auto built = [&] {
    try {
      return run::Simulation(model::read_case(staged / manifest_.case_file, manifest_.overrides),
                             {nullptr, addresses, wanted});
    } catch (const InputError& error) {
      throw InputError(unstaged(error.diagnostics(), files));
    }
  };
  run::Simulation simulation = built();
  if (!options_.outputs.empty()) {
    for (const run::Simulation::Port& port : simulation.outputs())
      outputs_.push_back({port.address, port.address, false});
  }
  description_.version = options_.version;
  description_.model = id;
  description_.description = "Swell case " + model_.file.filename().string();
  description_.tool = "Swell " + run::version();
  description_.license = "documentation/licenses/license.txt (the solver)";
  description_.log_categories = {{"logStatusWarning", "what the solver noticed"},
                                 {"logStatusError", "why a call failed"},
                                 {"logStatusFatal", "why the simulation cannot continue"},
                                 {"logEvents", "events of the run"}};
  if (options_.co_simulation) {
    manifest_.kinds.emplace_back(kCoSimulation);
    description_.co_simulation = stepped_interface(simulation);
  }
  if (options_.model_exchange) {
    manifest_.kinds.emplace_back(kModelExchange);
    refuse_memory(simulation.equations());
    fmi::Interface equations;
    equations.identifier = id;
    equations.keeps_state = equations.serializes_state = equations.directional_derivative = true;
    description_.model_exchange = equations;
  }
  description_.experiment.start = model_.simulation.start;
  description_.experiment.stop = model_.simulation.start + model_.simulation.duration;
  if (model_.simulation.time_step) description_.experiment.step = model_.simulation.time_step;
  describe_variables(simulation);
  // Two different FMUs never share a token: importers keep unpacked ones by it.
  const std::string plain = fmi::write_description(description_) + write_manifest(manifest_) + model_.text;
  std::uint64_t a = hash_text(plain), b = hash_text(run::version(), hash_text("swell fmu"));
  for (const auto& [to, from] : moved_) b = hash_file(from, b);
  description_.token = manifest_.token = token_of(a, hash_text(plain, b));

  std::vector<fmi::Entry> entries = {
      {"modelDescription.xml", fmi::write_description(description_)},
      {fmt::format("binaries/{}/{}.so", three ? "x86_64-linux" : "linux64", id), {}, options_.module},
      {std::string("resources/") + kManifestFile, write_manifest(manifest_)},
      {"resources/" + manifest_.case_file, model_.text},
      {"documentation/index.html", page()},
      {"documentation/licenses/license.txt", options_.license},
      {"documentation/externalDependencies.txt", kExternal}};
  for (const auto& [to, from] : moved_) entries.push_back({"resources/" + to, {}, from});
  std::error_code ignored;
  if (!fs::is_regular_file(options_.module, ignored))
    throw code::error(code::kNoFile, Origin{options_.module.string(), 0, 0, ""},
                      "the library that goes into an FMU is not there: " + options_.module.string(),
                      "install Swell as a whole: make install");
  Diagnostics found;
  const std::string osp = osp::write_model_description(groups(found), "interface of " + id);
  fmi::write_archive(file_, entries);
  write_in_place(summary_.osp, osp);
  for (const auto& list : {unstaged(simulation.warnings(), files), found.list()})
    summary_.warnings.insert(summary_.warnings.end(), list.begin(), list.end());
  return summary_;
}

ExportSummary export_fmu(const model::Model& model, const fs::path& file, const ExportOptions& options) {
  return Writer(model, file, options).write();
}

}  // namespace swell::fmu
