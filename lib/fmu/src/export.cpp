#include "swell/fmu/export.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "swell/assembly/port_groups.h"
#include "swell/base/error_codes.h"
#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/replace.h"
#include "swell/base/temporary_folder.h"
#include "swell/fmi/archive.h"
#include "swell/fmi/description.h"
#include "swell/fmu/instance.h"
#include "swell/model/describe.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/osp/export.h"
#include "swell/osp/ports.h"
#include "swell/osp/unit.h"
#include "swell/run/inspect.h"
#include "swell/run/simulation.h"
#include "swell/run/version.h"
#include "swell/system/system.h"

namespace swell::fmu {

namespace fs = std::filesystem;

using Role = Manifest::Role;

namespace {

/// A number of the case that an importer may set before it starts.
struct CaseNumber {
  std::string key, unit, help;
  double value = 0.0;
  Bounds bounds;
};

/// Walks the descriptions and keeps every number that the case gives, by the key that --set takes.
class NumberCollector : public model::Visitor {
 public:
  explicit NumberCollector(std::vector<CaseNumber>& list) : list_(list) {}
  void leaf(const model::Key& key, const model::Leaf& leaf) override {
    using Kind = model::Shape::Kind;
    if (leaf.shape.kind != Kind::number && leaf.shape.kind != Kind::integer) return;
    if (source_ == nullptr || !source_->has(key.name)) return;
    const Parameter value = leaf.get();
    const std::string path = source_->of(key.name).path;
    if (value.kind == Parameter::Kind::number && !path.empty())
      list_.push_back({path, key.unit, key.help, value.number, key.bounds});
  }
  void nested(const model::Key&, const model::Nested& nested) override {
    if (nested.present()) enter([&](model::Visitor& v) { nested.describe(v); });
  }
  void list(const model::Key&, const model::NestedList& list) override {
    for (std::size_t i = 0; i < list.size(); ++i) enter([&](model::Visitor& v) { list.describe(v, i); });
  }
  void either(const model::Key& key, const model::Leaf& leaf_form, const model::Nested& nested_form) override {
    nested_form.present() ? nested(key, nested_form) : leaf(key, leaf_form);
  }
  void tagged(const model::Key&, const std::vector<model::Alternative>& alternatives, std::size_t current) override {
    alternatives[current].describe(*this);
  }
  void rest(Parameter& parameters, const std::string&) override { take(parameters); }
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source& source) override { source_ = &source; }

 private:
  void enter(const std::function<void(model::Visitor&)>& describe) const {
    NumberCollector inner(list_);
    describe(inner);
  }
  void take(const Parameter& tree) {
    if (tree.kind == Parameter::Kind::number && !tree.origin.path.empty())
      list_.push_back({tree.origin.path, "", "", tree.number, {}});
    if (!tree.is_map()) return;
    for (const Parameter& item : tree.items) take(item);
  }

  std::vector<CaseNumber>& list_;
  const Source* source_ = nullptr;
};

/// What may be another from run to run: physics and laws, not how the run is made.
std::vector<CaseNumber> parameters_of(const model::Model& model) {
  std::vector<CaseNumber> all;
  model::Model copy = model;  // descriptions take what they may write to
  NumberCollector collector(all);
  model::describe(collector, copy);
  std::set<std::string> seen;
  const auto not_wanted = [&](const CaseNumber& number) {
    for (const char* section : {"simulation", "output", "connections", "initialization"}) {
      if (number.key.rfind(section, 0) == 0) return true;
    }
    return number.key.find(' ') != std::string::npos || !seen.insert(number.key).second;
  };
  all.erase(std::remove_if(all.begin(), all.end(), not_wanted), all.end());
  return all;
}

/// "float.position.surge", "chain.ends[2]": as the OspModelDescription calls the entries of a port.
std::string entry_name(const std::string& address, const system::PortSpec& spec, int entry) {
  const auto i = static_cast<std::size_t>(entry);
  if (i < spec.labels.size()) return address + "." + spec.labels[i];
  return spec.width == 1 ? address : fmt::format("{}[{}]", address, entry + 1);
}

/// FMI 2.0.5, 2.2.9: structured names need no quotes.
bool is_structured(const std::string& name) {
  const std::string::size_type bracket = name.find('[');
  bool begins = true;
  for (const char c : name.substr(0, bracket)) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '.') {
      if (begins) return false;
      begins = true;
    } else if (std::isalpha(u) != 0 || c == '_' || (!begins && std::isdigit(u) != 0)) {
      begins = false;
    } else {
      return false;
    }
  }
  return !begins;
}

/// A token in the form of a UUID of two digests.
std::string token_of(std::uint64_t a, std::uint64_t b) {
  const std::string hex = fmt::format("{:016x}{:016x}", a, b);
  return fmt::format("{{{}-{}-{}-{}-{}}}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4), hex.substr(16, 4),
                     hex.substr(20));
}

class Writer {
 public:
  Writer(const model::Model& model, fs::path file, const ExportOptions& options)
      : model_(model), file_(std::move(file)), options_(options) {}
  ExportSummary write();

 private:
  void refuse_shared_description(const std::string& id, Diagnostics& diagnostics) const;
  void choose_ports();
  void gather_files();
  void describe_variables(run::Simulation& simulation);
  void describe_states(const system::System& system);
  void describe_needs(const run::Simulation& simulation);
  void refuse_memory(const system::System& system) const;
  fmi::Interface stepped_interface();
  void add_port(const std::string& name, const std::string& address, const system::PortSpec& spec, Role role,
                bool tunable, const std::vector<double>& start);
  std::string known_unit(const std::string& text);
  std::string page() const;
  std::vector<osp::Group> groups(Diagnostics& diagnostics) const;

  struct Chosen {
    std::string name, address;  // as the FMU and as the case calls it
    bool tunable = false;
  };
  const model::Model& model_;
  fs::path file_;
  const ExportOptions& options_;
  std::vector<Chosen> inputs_, outputs_;
  std::vector<system::ComponentInfo> ports_;  // of the FMU, for OSP
  std::map<std::string, std::string> moved_;  // file of the case -> name below resources
  Manifest manifest_;
  fmi::Description description_;
  std::vector<std::pair<int, std::size_t>> rates_;  // entry of the state vector, place of its rate's variable
  ExportSummary summary_;
};

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
    const auto near = nearest(pattern, names);
    faults
        .error({}, fmt::format("--inputs {}: no open input of the case is called so", pattern),
               near            ? "did you mean " + *near + "?"
               : names.empty() ? std::string("the case has none")
                               : fmt::format("there are {}", fmt::join(names, ", ")))
        .code = "unknown-name";
  }
  faults.throw_if_errors();
}

// The files that the case reads, under names of their own: their keys are set to these when the FMU starts.
void Writer::gather_files() {
  std::map<std::string, std::string> of_path;
  for (const model::InputFile& input : model::input_files(model_)) {
    if (input.path == model_.file) continue;
    std::error_code ignored;
    const std::string path = fs::weakly_canonical(input.path, ignored).string();
    if (of_path.count(path) == 0) {
      std::string name = input.path.filename().string();  // what YAML and archives take as it is
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' ? c : '_';
      of_path[path] = fmt::format("data/{}-{}", of_path.size() + 1, name);
      moved_[path] = of_path[path];
    }
    manifest_.overrides.push_back(fmt::format("{}={}", input.key, of_path[path]));
  }
  summary_.files = moved_.size();
}

/// The unit's name when FMI can have it; its definition is listed.
std::string Writer::known_unit(const std::string& text) {
  if (text.empty() || text == "1") return {};
  const std::optional<osp::Unit> unit = osp::parse_unit(text);
  if (!unit || unit->exponents[osp::kBaseUnits - 1] != 0) return {};  // FMI has no percent
  if (description_.unit(text) == nullptr) {
    fmi::UnitDefinition definition;
    definition.name = text;
    std::copy_n(unit->exponents.begin(), definition.exponents.size(), definition.exponents.begin());
    definition.factor = unit->factor;
    definition.offset = unit->offset;
    description_.units.push_back(std::move(definition));
  }
  return text;
}

void Writer::add_port(const std::string& name, const std::string& address, const system::PortSpec& spec, Role role,
                      bool tunable, const std::vector<double>& start) {
  const std::vector<std::string> units = osp::entry_units(spec);
  for (int i = 0; i < spec.width; ++i) {
    const auto at = static_cast<std::size_t>(i);
    fmi::Variable v;
    v.name = entry_name(name, spec, i);
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = spec.description;
    if (!spec.frame.empty()) v.description += fmt::format("{}frame: {}", v.description.empty() ? "" : "; ", spec.frame);
    v.unit = known_unit(at < units.size() ? units[at] : "");
    v.causality = role == Role::output ? fmi::Causality::output
                  : tunable            ? fmi::Causality::parameter
                                       : fmi::Causality::input;
    v.variability = tunable ? fmi::Variability::tunable : fmi::Variability::continuous;
    if (tunable) v.initial = "exact";
    if (role == Role::output) v.initial = "calculated";
    // An order of magnitude that scales differences: forces on a device are 1e5 N rather than 1.
    const std::optional<osp::Unit> unit = osp::parse_unit(v.unit);
    const bool mechanical = unit && unit->exponents[0] == 1 && unit->exponents[2] <= -2;
    const double nominal = mechanical ? 1e5 / unit->factor : 1.0;
    if (mechanical) v.nominal = nominal;
    if (role == Role::input) v.start = {fmt::format("{}", start[at])};
    if (role == Role::output) description_.outputs.push_back(description_.variables.size());
    manifest_.values.push_back({role, address, i, role == Role::input ? start[at] : 0.0, nominal});
    description_.variables.push_back(std::move(v));
  }
}

void Writer::describe_variables(run::Simulation& simulation) {
  fmi::Variable time;
  time.name = "time";
  time.unit = known_unit("s");
  time.causality = fmi::Causality::independent;
  time.description = "simulated time";
  description_.variables.push_back(time);
  manifest_.values.push_back({Role::time, "time", 0, 0.0, 1.0});
  ports_.emplace_back();
  ports_.back().name = description_.model;
  for (const Chosen& chosen : inputs_) {
    const run::Simulation::Port& port = simulation.inputs()[simulation.input(chosen.address)];
    add_port(chosen.name, chosen.address, port.spec, Role::input, chosen.tunable, port.start);
    summary_.inputs += static_cast<std::size_t>(port.spec.width);
    manifest_.inputs.push_back(chosen.address);
    if (!chosen.tunable) ports_.back().inputs.push_back({port.spec, chosen.name, {}, {}});
  }
  for (const Chosen& chosen : outputs_) {
    const run::Simulation::Port& port = simulation.outputs()[simulation.output(chosen.address)];
    add_port(chosen.name, chosen.address, port.spec, Role::output, false, {});
    summary_.outputs += static_cast<std::size_t>(port.spec.width);
    manifest_.outputs.push_back(chosen.address);
    ports_.back().outputs.push_back({port.spec, chosen.name, {}, {}});
  }
  std::set<std::string> names;
  for (const fmi::Variable& v : description_.variables) names.insert(v.name);
  for (const CaseNumber& number : parameters_of(model_)) {
    if (!names.insert(number.key).second) continue;
    fmi::Variable v;
    v.name = number.key;
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = number.help;
    v.unit = known_unit(number.unit);
    v.causality = fmi::Causality::parameter;
    v.variability = fmi::Variability::fixed;
    v.initial = "exact";
    v.start = {fmt::format("{}", number.value)};
    if (number.bounds.lower && !number.bounds.lower_open) v.minimum = number.bounds.lower;
    if (number.bounds.upper && !number.bounds.upper_open) v.maximum = number.bounds.upper;
    manifest_.values.push_back({Role::parameter, number.key, 0, number.value, 1.0});
    description_.variables.push_back(std::move(v));
    ++summary_.parameters;
  }
  if (options_.model_exchange) describe_states(simulation.equations());
  describe_needs(simulation);
  const bool structured =
      std::all_of(description_.variables.begin(), description_.variables.end(), [](const fmi::Variable& v) {
        const bool rate = v.derivative.has_value();  // der(name)
        return is_structured(rate ? v.name.substr(4, v.name.size() - 5) : v.name);
      });
  description_.naming = structured ? "structured" : "flat";
}

// Outputs depend on time, on the states and on those inputs that no state keeps from them.
void Writer::describe_needs(const run::Simulation& simulation) {
  for (const std::size_t place : description_.outputs) {
    const std::size_t output = simulation.output(manifest_.values[place].address);
    std::set<std::string> inputs;
    for (const std::size_t i : simulation.followed_by(output)) inputs.insert(simulation.inputs()[i].address);
    std::vector<std::size_t> needs;
    for (std::size_t k = 0; k < manifest_.values.size(); ++k) {
      const Manifest::Value& v = manifest_.values[k];
      const bool input = v.role == Role::input && description_.variables[k].causality == fmi::Causality::input;
      if (v.role == Role::time || v.role == Role::state || (input && inputs.count(v.address) > 0)) needs.push_back(k);
    }
    description_.output_needs.emplace_back(std::move(needs));
  }
}

// Each entry of a state with its rate; of FMI 3.0 event functions too, which are variables there.
void Writer::describe_states(const system::System& system) {
  const auto add = [&](const std::string& name, const std::string& meaning, Role role, int entry,
                       const std::string& address) {
    fmi::Variable v;
    v.name = name;
    v.reference = static_cast<std::uint32_t>(manifest_.values.size());
    v.description = meaning;
    v.initial = "calculated";
    manifest_.values.push_back({role, address, entry, 0.0, 1.0});
    description_.variables.push_back(std::move(v));
    return description_.variables.size() - 1;
  };
  for (const system::System::StateEntry& state : system.states()) {
    const std::vector<std::string> units = osp::entry_units(*state.spec);
    for (int i = 0; i < state.spec->width; ++i) {
      const std::string name = "states." + entry_name(state.address, *state.spec, i);
      const std::size_t place = add(name, state.spec->description, Role::state, state.first + i, state.address);
      const auto at = static_cast<std::size_t>(i);
      description_.variables[place].unit = known_unit(at < units.size() ? units[at] : "");
      const std::size_t rate = add("der(" + name + ")", "", Role::rate, state.first + i, state.address);
      description_.variables[rate].derivative = place;
      rates_.emplace_back(state.first + i, rate);
      ++summary_.states;
    }
  }
  // The order of the state vector.
  std::sort(rates_.begin(), rates_.end());
  for (const auto& [entry, place] : rates_) description_.derivatives.push_back(place);
  description_.event_indicators = static_cast<std::size_t>(system.event_count());
  for (int i = 0; options_.version == 3 && i < system.event_count(); ++i) {
    const std::string of = system.event_owner(i) + "." + system.event(i).name;
    description_.indicators.push_back(
        add(fmt::format("events[{}]", i + 1), "event function " + of, Role::event, i, of));
  }
}

// What an importer that integrates the states cannot know.
void Writer::refuse_memory(const system::System& system) const {
  const std::vector<std::string> memory = system.memory_in_use();
  if (memory.empty()) return;
  const model::Radiation usual = model_.hydrodynamics.radiation.value_or(model::Radiation::convolution);
  const bool radiates = std::any_of(model_.bodies.begin(), model_.bodies.end(), [&](const model::Body& body) {
    return body.hydro_data && body.radiation.value_or(usual) == model::Radiation::convolution;
  });
  throw code::error(
      "contradiction", Origin{model_.file.string(), 0, 0, ""},
      fmt::format("the case cannot be an FMU for model exchange: it has memory other than states: {}",
                  fmt::join(memory, ", ")),
      fmt::format("{}samplers, delays and modes are for --kind co-simulation",
                  radiates ? "hydrodynamics: {radiation: state-space} makes states of the radiation memory; " : ""));
}

// What FMUs inside of the case keep to themselves is in no snapshot, and one that is stepped stands at a communication
// point with the inputs that it was given there.
fmi::Interface Writer::stepped_interface() {
  std::vector<std::string> fmus, stepped;
  for (const model::Component& component : model_.components) {
    if (component.type != "fmu") continue;
    fmus.push_back(component.name);
    if (component.parameters.find("step") != nullptr) stepped.push_back(component.name);
  }
  fmi::Interface steps;
  steps.identifier = description_.model;
  steps.variable_step = steps.interpolates_inputs = true;
  steps.keeps_state = steps.serializes_state = fmus.empty();
  steps.directional_derivative = stepped.empty();
  if (model_.simulation.integrator == model::Integrator::rk4 && model_.simulation.time_step)
    steps.fixed_step = *model_.simulation.time_step;
  if (!fmus.empty())
    summary_.warnings.push_back(warning_of(
        "no-state", "fmu",
        fmt::format("the state of the exported FMU cannot be kept and taken back: the case has FMUs inside ({}), of "
                    "which Swell does not know all{}",
                    fmt::join(fmus, ", "),
                    stepped.empty() ? "" : "; nor does it give directional derivatives, as they are stepped")));
  return steps;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
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

constexpr char kExternal[] =
    "The library in binaries/ is linked with these of Debian 12 (bookworm), which its machine must have:\n"
    "libhdf5-103-1, libhdf5-cpp-103-1, libyaml-cpp0.7, libfmt9, libfftw3-double3, libmuparser2v5, libpugixml1v5, "
    "libzip4,\n"
    "libnetcdf19, libmatio11, libopenblas0, libstdc++6, libc6.\n"
    "apt-get install libhdf5-103-1 libhdf5-cpp-103-1 libyaml-cpp0.7 libfmt9 libfftw3-double3 libmuparser2v5 "
    "libpugixml1v5 "
    "libzip4 libnetcdf19 libmatio11 libopenblas0\n";

/// Names that differ in signs alone make one name of a model, and so one description beside the FMUs.
void Writer::refuse_shared_description(const std::string& id, Diagnostics& diagnostics) const {
  std::error_code ignored;
  const fs::path folder = file_.parent_path().empty() ? fs::path(".") : file_.parent_path();
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path& other = entry.path();
    if (other.extension() != ".fmu" || other.filename() == file_.filename()) continue;
    if (osp::identifier_of(other.stem().string()) != id) continue;
    diagnostics
        .error({file_.string(), 0, 0, ""},
               fmt::format("{} and {} would share {}: the name of a model has letters, digits and underscores alone",
                           file_.filename().string(), other.filename().string(), summary_.osp.filename().string()),
               "-o with a name that differs in letters, or another folder")
        .code = "contradiction";
  }
}

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
  if (!options_.force) refuse_shared_description(id, diagnostics);
  for (const model::Component& component : model_.components) {
    if (!component.library.empty())
      diagnostics
          .error(component.source.of("library"),
                 fmt::format("components.{}: a component library cannot go into an FMU", component.name),
                 "an FMU must be whole; make the component of those that Swell has")
          .code = "contradiction";
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
  for (const auto& [from, to] : moved_) {
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
                                 {"logStatusFatal", "why nothing goes on"},
                                 {"logEvents", "events of the run"}};
  if (options_.co_simulation) description_.co_simulation = stepped_interface();
  if (options_.model_exchange) {
    refuse_memory(simulation.equations());
    fmi::Interface equations;
    equations.identifier = id;
    description_.model_exchange = equations;
  }
  description_.experiment.start = model_.simulation.start;
  description_.experiment.stop = model_.simulation.start + model_.simulation.duration;
  if (model_.simulation.time_step) description_.experiment.step = model_.simulation.time_step;
  describe_variables(simulation);
  // Two different FMUs never share a token: importers keep unpacked ones by it.
  const std::string plain = fmi::write_description(description_) + write_manifest(manifest_) + model_.text;
  std::uint64_t a = hash_text(plain), b = hash_text(run::version(), hash_text("swell fmu"));
  for (const auto& [from, to] : moved_) b = hash_file(from, b);
  description_.token = manifest_.token = token_of(a, hash_text(plain, b));

  std::vector<fmi::Entry> entries = {
      {"modelDescription.xml", fmi::write_description(description_)},
      {fmt::format("binaries/{}/{}.so", three ? "x86_64-linux" : "linux64", id), {}, options_.module},
      {std::string("resources/") + kManifestFile, write_manifest(manifest_)},
      {"resources/" + manifest_.case_file, model_.text},
      {"documentation/index.html", page()},
      {"documentation/licenses/license.txt", options_.license},
      {"documentation/externalDependencies.txt", kExternal}};
  for (const auto& [from, to] : moved_) entries.push_back({"resources/" + to, {}, from});
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

}  // namespace

ExportSummary export_fmu(const model::Model& model, const fs::path& file, const ExportOptions& options) {
  return Writer(model, file, options).write();
}

}  // namespace swell::fmu
