#include "swell/osp/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <set>

#include "swell/base/text.h"
#include "swell/osp/model_description.h"
#include "swell/osp/system_structure.h"
#include "xml.h"

namespace swell::osp {

namespace {

namespace fs = std::filesystem;

/// Groups of the user's own types get their type and are judged by its rules.
void apply_own_types(Model& model, const std::vector<GroupType>& own) {
  if (own.empty()) return;
  const std::function<void(Group&)> mark = [&](Group& group) {
    if (const GroupType* type = own_type(group, own)) group.custom = type->name;
    for (Group& part : group.groups) mark(part);
  };
  for (Group& group : model.groups) {
    mark(group);
    for (Diagnostic& fault : check_own_rules(group, own)) model.faults.push_back(std::move(fault));
  }
}

class SystemCheck {
 public:
  SystemCheck(const SystemStructure& system, const fs::path& folder, const std::vector<GroupType>& own, Report& report)
      : system_(system), folder_(folder), own_(own), faults_(report.faults), open_(report.open) {}

  void run() {
    load_models();
    functions();
    for (const Connection& connection : system_.connections) check(connection);
    function_ends();
    fan_in();
    initial_values();
    power_bonds();
    open_groups();
  }

 private:
  void add(const char* code, std::string message, std::string remedy, const Origin& origin,
           Severity severity = Severity::error) {
    faults_.push_back(fault(code, std::move(message), std::move(remedy), origin, severity));
  }

  void load_models() {
    std::error_code ignored;
    std::map<std::string, const Simulator*> seen;
    bool any = false;
    for (const Simulator& simulator : system_.simulators) {
      any = any || fs::exists(source_path(folder_, simulator.source), ignored);
    }
    bare_ = !any && !system_.simulators.empty();
    if (bare_) {
      add("", "none of its FMUs is there: only the structure is checked", "", system_.simulators.front().origin,
          Severity::warning);
    }
    for (const Simulator& simulator : system_.simulators) {
      const auto [first, fresh] = seen.emplace(simulator.name, &simulator);
      if (!fresh) {
        add("VE_Name_2",
            fmt::format("simulator name '{}' is used at line {} and line {}", simulator.name,
                        first->second->origin.line, simulator.origin.line),
            "give every simulator a name of its own", simulator.origin);
        continue;
      }
      if (bare_) {
        models_[simulator.name] = nullptr;
        continue;
      }
      const fs::path path = source_path(folder_, simulator.source);
      if (!fs::exists(path, ignored)) {
        faults_.push_back(missing_source(fmt::format("simulator '{}'", simulator.name), simulator.source,
                                         path.lexically_normal().string(), simulator.origin));
        models_[simulator.name] = nullptr;
        continue;
      }
      const std::string key = path.lexically_normal().string();
      auto loaded = files_.find(key);
      if (loaded == files_.end()) {
        loaded = files_.emplace(key, read_model(path, folder_)).first;
        apply_own_types(loaded->second, own_);
        faults_.insert(faults_.end(), loaded->second.faults.begin(), loaded->second.faults.end());
      }
      // What cannot be read has been reported; its connections are left alone.
      const bool usable = loaded->second.has_fmi && loaded->second.schema_valid;
      models_[simulator.name] = usable ? &loaded->second : nullptr;
    }
  }

  void functions() {
    for (const Function& function : system_.functions) {
      if (!functions_.emplace(function.name, &function).second) {
        add("X_DuplicateFunction", fmt::format("function name '{}' is used twice", function.name), "", function.origin);
      }
    }
  }

  template <class Map>
  static std::vector<std::string> keys(const Map& map) {
    return keys_of(map);
  }

  static std::string guess(const std::string& name, const std::vector<std::string>& known, const char* what) {
    const auto end = known.begin() + std::min<std::ptrdiff_t>(known.end() - known.begin(), 8);
    return did_you_mean(name, known,
                        known.empty() ? "" : fmt::format("{}: {}", what, fmt::join(known.begin(), end, ", ")));
  }

  // The simulator's model; null when it is unknown or cannot be used (`known` tells which).
  const Model* model(const Endpoint& end, bool& known) {
    const auto found = models_.find(end.owner);
    known = found != models_.end();
    if (!known) {
      add("X_UnknownSimulator", fmt::format("there is no simulator '{}'", end.owner),
          guess(end.owner, keys(models_), "simulators"), end.origin);
      return nullptr;
    }
    return found->second;
  }

  std::optional<Variable> variable(const Endpoint& end) {
    bool known = false;
    const Model* of = model(end, known);
    if (of == nullptr) return {};
    std::optional<Variable> v = of->variable(end.name);
    if (!v) {
      add("X_UnknownVariable", fmt::format("{} has no variable '{}'", end.owner, end.name),
          guess(end.name, of->fmi.names(), "variables"), end.origin);
    }
    return v;
  }

  const Group* group(const Endpoint& end) {
    bool known = false;
    const Model* of = model(end, known);
    if (of == nullptr) return nullptr;
    const Group* found = of->find_group(end.name);
    if (found == nullptr) {
      add("X_UnknownGroup", fmt::format("{} has no group '{}'", end.owner, end.name),
          of->has_osp ? guess(end.name, of->group_names(), "groups") : "there is no OspModelDescription beside its FMU",
          end.origin);
    }
    return found;
  }

  void check(const Connection& connection) {
    if (connection.a.of_function || connection.b.of_function) {
      const bool first = connection.a.of_function;
      signal(connection, first ? connection.a : connection.b, first ? connection.b : connection.a);
    } else if (connection.groups) {
      const Group* a = group(connection.a);
      const Group* b = group(connection.b);
      if (a == nullptr || b == nullptr) return;
      place(check_connection(*a, *b, connection.a.owner, connection.b.owner), connection.origin);
      sources(*a, connection.a.owner, *b, connection.b.owner, connection.origin);
      depth(connection.a, *a);
      depth(connection.b, *b);
    } else {
      const std::optional<Variable> a = variable(connection.a), b = variable(connection.b);
      if (!a || !b) return;
      place(check_connection(*a, *b, connection.a.owner + "." + a->name, connection.b.owner + "." + b->name),
            connection.origin);
      if (a->causality == Causality::undefined || b->causality == Causality::undefined) {
        const bool first = a->causality == Causality::undefined;
        parameter_end(first ? connection.a : connection.b, first ? *b : *a, connection.origin);
      }
      source(*a, connection.a.owner, *b, connection.b.owner, connection.origin);
    }
  }

  // libcosim 0.11 joins the variables of a group and, of one that no other holds, those of the groups in it.
  void depth(const Endpoint& end, const Group& group) {
    const std::vector<Group>& whole = models_.at(end.owner)->groups;
    const bool first = std::any_of(whole.begin(), whole.end(), [&](const Group& g) { return g.name == group.name; });
    const bool lost = std::any_of(group.groups.begin(), group.groups.end(),
                                  [&](const Group& part) { return !first || !part.groups.empty(); });
    if (!lost) return;
    add("",
        fmt::format("{}.{} holds variables deeper than the second level of {}'s groups: libcosim 0.11 joins nothing "
                    "there, in silence",
                    end.owner, group.name, end.owner),
        "join the inner groups, or put them on the first level", end.origin, Severity::warning);
  }

  // A parameter or local variable at the end of a connection: a calculated parameter may be a source, nothing else.
  void parameter_end(const Endpoint& end, const Variable& other, const Origin& origin) {
    const FmiVariable* fmi = models_.at(end.owner)->fmi.find(end.name);
    if (fmi->causality_text == "calculatedParameter" && other.causality == Causality::input) return;
    add("VE_Variable_1",
        fmt::format("{}.{} is neither input nor output (causality {})", end.owner, end.name, fmi->causality_text),
        "set a parameter by an initial value", origin);
  }

  void place(std::vector<Diagnostic> found, const Origin& origin) {
    for (Diagnostic& fault : found) {
      fault.origin = origin;
      faults_.push_back(std::move(fault));
    }
  }

  void source(const Variable& a, const std::string& a_owner, const Variable& b, const std::string& b_owner,
              const Origin& origin) {
    const std::string a_name = a_owner + "." + a.name, b_name = b_owner + "." + b.name;
    if (a.causality == Causality::output && b.causality == Causality::input) feeds_[b_name].push_back({a_name, origin});
    if (b.causality == Causality::output && a.causality == Causality::input) feeds_[a_name].push_back({b_name, origin});
  }

  void sources(const Group& a, const std::string& a_owner, const Group& b, const std::string& b_owner,
               const Origin& origin) {
    const std::vector<const Variable*> as = by_axis(a), bs = by_axis(b);
    if (a.type != b.type || as.size() != bs.size() || a.groups.size() != b.groups.size()) return;
    for (std::size_t i = 0; i < as.size(); ++i) source(*as[i], a_owner, *bs[i], b_owner, origin);
    for (std::size_t i = 0; i < a.groups.size(); ++i) sources(a.groups[i], a_owner, b.groups[i], b_owner, origin);
  }

  void signal(const Connection& connection, const Endpoint& signal_end, const Endpoint& other) {
    const auto found = functions_.find(signal_end.owner);
    if (found == functions_.end()) {
      add("X_UnknownFunction", fmt::format("there is no function '{}'", signal_end.owner),
          guess(signal_end.owner, keys(functions_), "functions"), signal_end.origin);
      return;
    }
    const Function& function = *found->second;
    const std::vector<std::string> names = function.signals();
    const bool vector = function.kind == Function::Kind::vector_sum;
    if (std::find(names.begin(), names.end(), signal_end.name) == names.end()) {
      add("X_FunctionSignal", fmt::format("function '{}' has no signal '{}'", function.name, signal_end.name),
          guess(signal_end.name, names, "signals"), signal_end.origin);
      return;
    }
    if (vector != connection.groups) {
      add("X_FunctionSignal",
          fmt::format("'{}.{}' is a {}", function.name, signal_end.name, vector ? "signal group" : "single signal"),
          vector ? "join it to a variable group by a SignalGroupConnection"
                 : "join it to a variable by a SignalConnection",
          signal_end.origin);
      return;
    }
    const std::string address = function.name + "." + signal_end.name;
    const bool out = signal_end.name == "out";
    if (!out) feeds_[address].push_back({other.owner + "." + other.name, connection.origin});
    touched_.insert(address);
    if (connection.groups) {
      const Group* of = group(other);
      if (of == nullptr) return;
      if (of->variables.size() != static_cast<std::size_t>(function.dimension) || !of->groups.empty()) {
        add("X_FunctionDimension",
            fmt::format("{}.{} has {} variables{}, '{}' adds vectors of dimension {}", other.owner, of->name,
                        of->variables.size(), of->groups.empty() ? "" : " and nested groups", function.name,
                        function.dimension),
            "the group must hold as many direct variables as the sum has dimensions", connection.origin);
      }
      for (const Variable& v : of->variables) signal_end_of(v, other, address, out, connection.origin);
      one_frame(function, of->frame, other.owner + "." + of->name, connection.origin);
    } else if (const std::optional<Variable> v = variable(other)) {
      one_frame(function, v->frame, other.owner + "." + v->name, connection.origin);
      signal_end_of(*v, other, address, out, connection.origin);
    }
  }

  // A function works on the numbers as they are.
  void one_frame(const Function& function, const std::string& frame, const std::string& end, const Origin& origin) {
    if (frame.empty()) return;
    const auto [first, fresh] = frames_.emplace(function.name, std::pair(frame, end));
    if (fresh || first->second.first == frame) return;
    add("X_Frame",
        fmt::format("function '{}' joins {} in frame '{}' and {} in '{}'", function.name, first->second.second,
                    first->second.first, end, frame),
        "a function takes numbers of one frame", origin);
  }

  void signal_end_of(const Variable& v, const Endpoint& other, const std::string& address, bool out,
                     const Origin& origin) {
    const std::string name_ = other.owner + "." + v.name;
    if (v.data_type != DataType::real) {
      add("VE_VariableConnection_1", fmt::format("{} is {}, '{}' takes Real only", name_, name(v.data_type), address),
          "", origin);
    }
    const Causality wanted = out ? Causality::input : Causality::output;
    if (v.causality != wanted) {
      add("VE_VariableConnection_2",
          fmt::format("{} is an {}, '{}' must meet an {}", name_, name(v.causality), address, name(wanted)), "",
          origin);
    } else if (out) {
      feeds_[name_].push_back({address, origin});
    }
  }

  void function_ends() {
    for (const Function& function : system_.functions) {
      for (const std::string& signal_name : function.signals()) {
        if (touched_.count(function.name + "." + signal_name) != 0) continue;
        const bool out = signal_name == "out";
        add(out ? "X_FunctionOutputMissing" : "X_FunctionInputMissing",
            fmt::format("function '{}' (inputCount {}): {} is not connected", function.name, function.inputs,
                        signal_name),
            "every signal of a function must be connected", function.origin);
      }
    }
  }

  void fan_in() {
    for (const auto& [target, list] : feeds_) {
      if (list.size() < 2) continue;
      std::string names;
      for (const auto& feed : list) names += (names.empty() ? "" : ", ") + feed.first;
      add("X_FanIn", fmt::format("{} has {} sources: {}", target, list.size(), names),
          "an input takes one source; add a Sum or VectorSum", list.back().second);
    }
  }

  void initial_values() {
    for (const Simulator& simulator : system_.simulators) {
      const auto found = models_.find(simulator.name);
      if (found == models_.end() || found->second == nullptr) continue;
      for (const InitialValue& value : simulator.initial_values) {
        const FmiVariable* fmi = found->second->fmi.find(value.variable);
        if (fmi == nullptr) {
          add("X_UnknownVariable",
              fmt::format("{} has no variable '{}' to give an initial value", simulator.name, value.variable),
              guess(value.variable, found->second->fmi.names(), "variables"), value.origin);
        } else if (fmi->data_type != value.data_type &&
                   !(fmi->data_type == DataType::enumeration && value.data_type == DataType::integer)) {
          add("",
              fmt::format("initial value of {}.{} is {}, the variable is {}", simulator.name, value.variable,
                          name(value.data_type), name(fmi->data_type)),
              "", value.origin, Severity::warning);
        }
        const auto feed = feeds_.find(simulator.name + "." + value.variable);
        if (feed != feeds_.end()) {
          add("", fmt::format("{}.{} is connected and has an initial value too", simulator.name, value.variable), "",
              value.origin, Severity::warning);
        }
      }
    }
  }

  void power_bonds() {
    std::map<std::string, int> bonds;
    for (const Connection& connection : system_.connections) {
      if (!connection.power_bond.empty() && !connection.groups) ++bonds[connection.power_bond];
    }
    for (const auto& [bond, count] : bonds) {
      if (count == 2) continue;
      add("VE_OSPSystemStructure", fmt::format("power bond '{}' has {} connections, it must have two", bond, count),
          "one carries the effort, one the flow", {system_.file, 0, 0, ""});
    }
  }

  static void names_in(const Group& group, const std::string& owner, std::set<std::string>& names) {
    for (const Variable& v : group.variables) names.insert(owner + "." + v.name);
    for (const Group& part : group.groups) names_in(part, owner, names);
  }

  // Groups none of whose variables is joined, and those of other simulators that could be.
  void open_groups() {
    std::set<std::string> joined;
    for (const Connection& connection : system_.connections) {
      for (const Endpoint* end : {&connection.a, &connection.b}) {
        if (end->of_function) continue;
        const auto found = models_.find(end->owner);
        if (found == models_.end() || found->second == nullptr) continue;
        const Group* whole = connection.groups ? found->second->find_group(end->name) : nullptr;
        if (whole != nullptr) names_in(*whole, end->owner, joined);
        if (!connection.groups) joined.insert(end->owner + "." + end->name);
      }
    }
    std::vector<std::pair<std::string, const Group*>> open;
    for (const Simulator& simulator : system_.simulators) {
      const auto found = models_.find(simulator.name);
      if (found == models_.end() || found->second == nullptr) continue;
      for (const Group& group : found->second->groups) {
        std::set<std::string> names;
        names_in(group, simulator.name, names);
        const bool free = std::none_of(names.begin(), names.end(), [&](const auto& n) { return joined.count(n) != 0; });
        if (free && !names.empty()) open.emplace_back(simulator.name, &group);
      }
    }
    for (const auto& [owner, group] : open) {
      std::string fits;
      for (const auto& [other, candidate] : open) {
        if (other == owner) continue;
        if (!check_connection(*group, *candidate, owner, other, true).empty()) continue;
        const bool differ = !check_connection(*group, *candidate, owner, other).empty();
        fits += (fits.empty() ? "" : ", ") + other + "." + candidate->name + (differ ? " (units differ)" : "");
      }
      open_.push_back(fmt::format("{}.{} ({}): {}", owner, group->name,
                                  group->custom.empty() ? info(group->type).name : group->custom,
                                  fits.empty() ? "nothing here fits" : "fits " + fits));
    }
  }

  const SystemStructure& system_;
  const fs::path& folder_;
  const std::vector<GroupType>& own_;
  std::vector<Diagnostic>& faults_;
  std::vector<std::string>& open_;
  std::map<std::string, Model> files_;          // by path
  std::map<std::string, const Model*> models_;  // by simulator
  std::map<std::string, const Function*> functions_;
  std::map<std::string, std::vector<std::pair<std::string, Origin>>> feeds_;  // sources of an input
  std::map<std::string, std::pair<std::string, std::string>> frames_;  // of functions: the first frame, and whose
  std::set<std::string> touched_;                                      // signals that a connection names
  bool bare_ = false;
};

void validate_system(const fs::path& path, const std::vector<GroupType>& own, Report& report) {
  const SystemStructure system = read_system_structure(path, report.faults);
  if (std::any_of(report.faults.begin(), report.faults.end(), [](const Diagnostic& f) { return f.rule == "SCHEMA"; }))
    return;
  const fs::path folder = path.parent_path();
  SystemCheck(system, folder, own, report).run();
}

void append(Report& report, Model model, const std::vector<GroupType>& own) {
  apply_own_types(model, own);
  report.faults.insert(report.faults.end(), std::make_move_iterator(model.faults.begin()),
                       std::make_move_iterator(model.faults.end()));
}

[[noreturn]] void nothing_there(const fs::path& path, const std::string& what) {
  throw InputError(Diagnostic{Severity::error,
                              {path.string(), 0, 0, ""},
                              what,
                              "",
                              "",
                              "name an OspSystemStructure, an OspModelDescription, an FMU or a folder that holds one"});
}

void validate_folder(const fs::path& folder, const std::vector<GroupType>& own, Report& report) {
  std::error_code ignored;
  std::vector<fs::path> systems, models, units;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".fmu") units.push_back(entry.path());
    if (entry.path().extension() != ".xml") continue;
    if (name.rfind("OspSystemStructure", 0) == 0) systems.push_back(entry.path());
    if (name.find("OspModelDescription") != std::string::npos) models.push_back(entry.path());
  }
  std::sort(systems.begin(), systems.end());
  std::sort(models.begin(), models.end());
  std::sort(units.begin(), units.end());
  if (systems.empty() && models.empty() && units.empty()) {
    nothing_there(folder, "the folder holds no OSP file and no FMU");
  }
  for (const fs::path& system : systems) validate_system(system, own, report);
  if (!systems.empty()) return;
  for (const fs::path& model : models) append(report, read_osp_model(model), own);
  if (!models.empty()) return;
  for (const fs::path& unit : units) append(report, read_model(unit), own);
}

}  // namespace

bool Report::valid() const {
  return std::none_of(faults.begin(), faults.end(), [](const Diagnostic& f) { return f.severity == Severity::error; });
}

std::vector<std::string> Report::classes() const {
  std::set<std::string> names;
  for (const Diagnostic& fault : faults) {
    if (fault.severity == Severity::error && !fault.rule.empty()) names.insert(fault.rule);
  }
  return {names.begin(), names.end()};
}

Report validate(const fs::path& path, const std::vector<GroupType>& own) {
  Report report;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) nothing_there(path, "does not exist");
  if (fs::is_directory(path, ignored)) {
    validate_folder(path, own, report);
  } else if (path.extension() == ".fmu") {
    append(report, read_model(path), own);
  } else {
    std::string text;
    if (!read_text(path, text)) nothing_there(path, "cannot be opened");
    const XmlFile file = parse_xml(std::move(text), path.string());
    const std::string root = file.error.empty() ? local_name(file.root()) : "";
    if (root == "OspModelDescription") {
      append(report, read_osp_model(path), own);
    } else if (root == "fmiModelDescription") {
      append(report, read_model(path), own);
    } else if (root == "OspSystemStructure" || path.filename().string().rfind("OspSystemStructure", 0) == 0) {
      validate_system(path, own, report);
    } else {
      check_schema(file,
                   path.filename().string().find("OspModelDescription") != std::string::npos
                       ? model_description_schema()
                       : system_structure_schema(),
                   report.faults);
    }
  }
  return report;
}

int validate_command(const fs::path& path, std::ostream& out, const std::vector<GroupType>& own, bool list_open) {
  const Report report = validate(path, own);
  for (const Diagnostic& fault : report.faults) out << verdict_of(fault) << '\n';
  if (list_open) {
    for (const std::string& line : report.open) out << "open: " << line << '\n';
  }
  if (report.valid()) {
    out << "valid\n";
  } else {
    out << "invalid:";
    for (const std::string& name : report.classes()) out << ' ' << name;
    out << '\n';
  }
  return report.exit_status();
}

}  // namespace swell::osp
