#include "swell/osp/semantics.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "swell/osp/functions.h"

namespace swell::osp {

namespace {

std::string full(const std::string& owner, const std::string& name) {
  return owner.empty() ? name : owner + "." + name;
}

Exponents exponents(const Variable& v) { return v.unit ? v.unit->exponents : Exponents{}; }

std::string unit_text(const Variable& v) {
  if (!v.unit) return "without a unit";
  return fmt::format("in {} ({})", v.unit->name, v.unit->dimension());
}

// Names of the members with each value of a property: "inputs (F1) and outputs (F2)".
template <class Key, class Text>
std::string sides(const std::vector<Variable>& variables, Key key, Text text) {
  std::string out;
  std::set<decltype(key(variables.front()))> seen;
  for (const Variable& v : variables) {
    if (!seen.insert(key(v)).second) continue;
    std::string names;
    for (const Variable& w : variables) {
      if (key(w) == key(v)) names += (names.empty() ? "" : ", ") + w.name;
    }
    if (!out.empty()) out += " and ";
    out += std::string(text(v)) + " (" + names + ")";
  }
  return out;
}

template <class Key>
bool mixed(const std::vector<Variable>& variables, Key key) {
  std::set<decltype(key(variables.front()))> seen;
  for (const Variable& v : variables) seen.insert(key(v));
  return seen.size() > 1;
}

bool has(const Group& group, Causality causality) {
  return std::any_of(group.variables.begin(), group.variables.end(),
                     [&](const Variable& v) { return v.causality == causality; });
}

void check_quantity(const Group& group, const std::string& name_, std::vector<Diagnostic>& faults) {
  const std::string& type = info(group.type).name;
  const auto add = [&](const char* number, const std::string& what, const char* remedy) {
    faults.push_back(
        fault("VE_" + type + number, fmt::format("{} group '{}' {}", type, name_, what), remedy, group.origin));
  };
  const std::vector<Variable>& vs = group.variables;
  if (mixed(vs, [](const Variable& v) { return v.causality; })) {
    add("_1",
        "has " + sides(
                     vs, [](const Variable& v) { return v.causality; },
                     [](const Variable& v) {
                       return v.causality == Causality::input    ? "inputs"
                              : v.causality == Causality::output ? "outputs"
                                                                 : "neither";
                     }),
        "all variables of a quantity go the same way");
  }
  if (mixed(vs, [](const Variable& v) { return v.data_type; })) {
    add("_2",
        "mixes data types: " +
            sides(
                vs, [](const Variable& v) { return v.data_type; }, [](const Variable& v) { return name(v.data_type); }),
        "use one data type");
  }
  if (mixed(vs, [](const Variable& v) { return exponents(v); })) {
    add("_3",
        "mixes units: " + sides(
                              vs, [](const Variable& v) { return exponents(v); },
                              [](const Variable& v) { return v.unit ? v.unit->dimension() : "no unit"; }),
        "all variables of a quantity have one unit");
  }
}

void check_ports(const Group& group, const std::string& name_, std::vector<Diagnostic>& faults) {
  if (group.groups.size() != 2) return;
  const Group &effort = group.groups[0], &flow = group.groups[1];
  const std::string& type = info(group.type).name;
  for (const Causality causality : {Causality::input, Causality::output}) {
    const bool blurred = (has(effort, Causality::input) && has(effort, Causality::output)) ||
                         (has(flow, Causality::input) && has(flow, Causality::output));
    if (blurred || !has(effort, causality) || !has(flow, causality)) continue;  // its part says the first
    faults.push_back(fault("VE_" + type + "_1",
                           fmt::format("{} '{}': {} and {} are both {}s", type, name_, info(effort.type).name,
                                       info(flow.type).name, name(causality)),
                           "one must come from the other side", group.origin));
  }
}

bool differ_in_frame(const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; }

/// @param turns  the frames are at rest to one another, and the numbers turn with them
Diagnostic frame_fault(const std::string& a_name, const std::string& a, const std::string& b_name, const std::string& b,
                       bool turns) {
  Diagnostic found = fault("X_Frame", fmt::format("{} is in frame '{}', {} in '{}'", a_name, a, b_name, b),
                           turns ? "swell run turns it; for other clients give both the same frame"
                                 : "insert a transformation, or declare how the frames lie");
  if (turns) found.code = kFrameTurned;
  return found;
}

/// Whether every number of the group turns from its frame to the other.
bool turns_to(const Group& group, const std::string& frame) {
  return std::all_of(group.variables.begin(), group.variables.end(),
                     [&](const Variable& v) { return frame_factor(group.frame, frame, v.axis, v.unit).has_value(); }) &&
         std::all_of(group.groups.begin(), group.groups.end(),
                     [&](const Group& part) { return turns_to(part, frame); });
}

}  // namespace

const char* name(Causality causality) {
  constexpr const char* kNames[] = {"neither input nor output", "input", "output"};
  return kNames[static_cast<int>(causality)];
}

const char* name(DataType type) {
  constexpr const char* kNames[] = {"undefined", "Real", "Integer", "Boolean", "String", "Enumeration", "Binary"};
  return kNames[static_cast<int>(type)];
}

const char* name(Axis axis) {
  constexpr const char* kNames[] = {"none", "x", "y", "z"};
  return kNames[static_cast<int>(axis)];
}

std::string frame_note(const std::string& frame, Axis axis) {
  return "frame: " + frame + (axis == Axis::none ? "" : std::string(", axis ") + name(axis));
}

FrameNote read_frame_note(const std::string& text) {
  static const std::regex kNote("(?:(.*); )?frame: ([^ ,;]+)(?:, axis ([xyz]))?");
  std::smatch found;
  if (!std::regex_match(text, found, kNote)) return {{}, Axis::none, text};
  return {found[2], found[3].matched ? static_cast<Axis>(*found[3].first - 'x' + 1) : Axis::none, found[1]};
}

std::optional<double> frame_factor(const std::string& from, const std::string& to, Axis axis,
                                   const std::optional<Unit>& unit) {
  if ((from != to && !(lies_still(from) && lies_still(to))) || axis == Axis::none || !unit) return {};
  system::PortSpec vector;
  vector.width = 3;
  vector.unit = unit->dimension();
  if (!frame_quantity(vector)) return {};
  return from == to || axis == Axis::x ? 1.0 : -1.0;
}

Diagnostic fault(std::string rule, std::string message, std::string remedy, Origin origin, Severity severity) {
  Diagnostic made = warning_of("system-structure", origin.path, std::move(message));
  made.severity = severity;
  if (severity == Severity::error) made.code = rule.empty() ? "wrong-input" : rule;
  made.rule = std::move(rule);
  made.remedy = std::move(remedy);
  made.origin = std::move(origin);
  return made;
}

std::string verdict_of(const Diagnostic& fault) {
  std::string out = fault.origin.place();
  if (!out.empty()) out += ": ";
  out += fault.severity == Severity::error ? "error" : "warning";
  if (!fault.rule.empty()) out += " " + fault.rule;
  out += ": " + fault.message;
  if (!fault.remedy.empty()) out += "; " + fault.remedy;
  return out;
}

std::vector<const Variable*> by_axis(const Group& group) {
  std::vector<const Variable*> order;
  for (const Variable& v : group.variables) order.push_back(&v);
  std::stable_sort(order.begin(), order.end(), [](const Variable* a, const Variable* b) { return a->axis < b->axis; });
  return order;
}

std::vector<Diagnostic> check_group(const Group& group, const std::string& owner) {
  std::vector<Diagnostic> faults;
  const std::string name_ = full(owner, group.name);
  const PortTypeInfo& type = info(group.type);
  bool misfit = false;
  for (const Variable& v : group.variables) {
    if (v.causality == Causality::undefined) {
      faults.push_back(
          fault("VE_Variable_1", fmt::format("variable '{}' of group '{}' is neither input nor output", v.name, name_),
                "a group holds variables exchanged during the run; give a parameter an initial value", v.origin));
    }
    if (!misfit && v.unit && !measures(group.type, *v.unit)) {
      misfit = true;
      faults.push_back(fault("X_QuantityUnit",
                             fmt::format("{} group '{}': variable '{}' is {}, a {} is measured in {}", type.name, name_,
                                         v.name, unit_text(v), type.name, type.unit->dimension()),
                             "correct the unit or the type of the group", v.origin));
    }
  }
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    std::string names;
    int count = 0;
    for (const Variable& v : group.variables) {
      if (v.axis != axis) continue;
      ++count;
      names += (names.empty() ? "" : ", ") + v.name;
    }
    if (count > 1) {
      faults.push_back(
          fault("VE_VariableGroup_4",
                fmt::format("group '{}' has {} variables for axis {}: {}", name_, count, name(axis), names), "",
                group.origin));
    }
  }
  if (type.family == PortFamily::quantity) check_quantity(group, name_, faults);
  for (const Group& nested : group.groups) {
    const std::vector<Diagnostic> inner = check_group(nested, owner);
    faults.insert(faults.end(), inner.begin(), inner.end());
  }
  if (type.family == PortFamily::power_port || type.family == PortFamily::quasi_port) check_ports(group, name_, faults);
  if ((type.family == PortFamily::message || type.family == PortFamily::machinery) &&
      mixed(group.variables, [](const Variable& v) { return v.causality; })) {
    faults.push_back(fault("", fmt::format("{} group '{}' mixes inputs and outputs", type.name, name_),
                           "a message goes one way", group.origin, Severity::warning));
  }
  return faults;
}

std::vector<Diagnostic> check_connection(const Variable& a, const Variable& b, const std::string& a_name,
                                         const std::string& b_name, bool converts_units) {
  std::vector<Diagnostic> faults;
  const auto add = [&](const char* code, std::string message, std::string remedy) {
    faults.push_back(fault(code, std::move(message), std::move(remedy)));
  };
  if (a.data_type != b.data_type) {
    add("VE_VariableConnection_1",
        fmt::format("{} is {}, {} is {}", a_name, name(a.data_type), b_name, name(b.data_type)), "use one data type");
  }
  if (a.causality == b.causality && a.causality != Causality::undefined) {
    add("VE_VariableConnection_2",
        a.causality == Causality::input
            ? fmt::format("{} and {} are both inputs: nothing computes this value", a_name, b_name)
            : fmt::format("{} and {} are both outputs: nothing takes this value", a_name, b_name),
        "one side must be of the other causality");
  }
  if (exponents(a) != exponents(b)) {
    const bool is_missing = !a.unit || !b.unit;
    add("VE_VariableConnection_3", fmt::format("{} is {}, {} {}", a_name, unit_text(a), b_name, unit_text(b)),
        is_missing ? "give both their units; swell run takes it with a warning, and numbers pass as they are"
                   : "join only the same quantity in units of the same dimension");
    if (is_missing) faults.back().code = kUnitMissing;
  } else if (!converts_units && a.unit && b.unit && !a.unit->same_scale(*b.unit)) {
    // The value travels from output to input.
    const bool forward = a.causality != Causality::input;
    const Variable &from = forward ? a : b, &to = forward ? b : a;
    const UnitConversion factor = *conversion(*from.unit, *to.unit);
    const std::string how = factor.offset == 0.0
                                ? fmt::format("times {:.10g}", factor.factor)
                                : fmt::format("times {:.10g} plus {:.10g}", factor.factor, factor.offset);
    const std::string what = fmt::format("{} [{}] to {} [{}]: {}", forward ? a_name : b_name, from.unit->name,
                                         forward ? b_name : a_name, to.unit->name, how);
    add("X_UnitScale", "units have one dimension and another scale: " + what,
        "allow the conversion, or change the unit");
  }
  if (a.axis != b.axis) {
    const auto axis = [](const Variable& v) {
      return v.axis == Axis::none ? std::string("no axis") : fmt::format("axis {}", name(v.axis));
    };
    add("VE_VariableConnection_5", fmt::format("{} ({}) meets {} ({})", a_name, axis(a), b_name, axis(b)),
        "join equal axes");
  } else if (differ_in_frame(a.frame, b.frame)) {
    faults.push_back(
        frame_fault(a_name, a.frame, b_name, b.frame, frame_factor(a.frame, b.frame, a.axis, a.unit).has_value()));
  }
  return faults;
}

std::vector<Diagnostic> check_connection(const Group& a, const Group& b, const std::string& a_owner,
                                         const std::string& b_owner, bool converts_units) {
  std::vector<Diagnostic> faults;
  const std::string a_name = full(a_owner, a.name), b_name = full(b_owner, b.name);
  if (a.type != b.type || a.custom != b.custom) {
    const auto type = [](const Group& g) { return g.custom.empty() ? info(g.type).name : g.custom; };
    faults.push_back(
        fault("VE_VariableGroupConnection_1",
              fmt::format("{} is a {}, {} a {}: a port joins only its own kind", a_name, type(a), b_name, type(b)),
              "put between them what turns one into the other"));
    return faults;  // what is inside follows from it
  }
  const bool refused = differ_in_frame(a.frame, b.frame);
  if (refused) faults.push_back(frame_fault(a_name, a.frame, b_name, b.frame, turns_to(a, b.frame)));
  if (a.variables.size() != b.variables.size() || a.groups.size() != b.groups.size()) {
    const auto count = [](const Group& g) {
      std::string axes;
      for (const Variable& v : g.variables) {
        if (v.axis != Axis::none) axes += (axes.empty() ? "" : ", ") + std::string(name(v.axis));
      }
      return fmt::format("{} variable{}{}{}", g.variables.size(), g.variables.size() == 1 ? "" : "s",
                         axes.empty() ? "" : " (" + axes + ")",
                         g.groups.empty() ? "" : fmt::format(" and {} groups", g.groups.size()));
    };
    faults.push_back(fault("X_Cardinality",
                           fmt::format("{} with {} meets {} with {}", a_name, count(a), b_name, count(b)),
                           "join groups of the same size"));
    return faults;
  }
  const std::vector<const Variable*> as = by_axis(a), bs = by_axis(b);
  for (std::size_t i = 0; i < as.size(); ++i) {
    const std::vector<Diagnostic> pair =
        check_connection(*as[i], *bs[i], full(a_owner, as[i]->name), full(b_owner, bs[i]->name), converts_units);
    faults.insert(faults.end(), pair.begin(), pair.end());
  }
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    Group part = a.groups[i];
    if (refused) part.frame.clear();  // the fault of the whole is that of its parts
    const std::vector<Diagnostic> inner = check_connection(part, b.groups[i], a_owner, b_owner, converts_units);
    faults.insert(faults.end(), inner.begin(), inner.end());
  }
  return faults;
}

}  // namespace swell::osp
