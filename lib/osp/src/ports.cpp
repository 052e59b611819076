#include "swell/osp/ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace swell::osp {

namespace {

std::vector<std::string> units_of(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at <= text.size()) {
    std::size_t comma = text.find(',', at);
    if (comma == std::string::npos) comma = text.size();
    std::string part = text.substr(at, comma - at);
    const std::size_t first = part.find_first_not_of(' ');
    part = first == std::string::npos ? "" : part.substr(first, part.find_last_not_of(' ') - first + 1);
    parts.push_back(part);
    at = comma + 1;
  }
  return parts;
}

// The quantity that a unit measures, among those of one to three variables.
PortType quantity_of(const Unit& unit) {
  for (const PortTypeInfo& type : port_types()) {
    if (type.family == PortFamily::quantity && type.unit && type.unit->same_dimension(unit)) return type.type;
  }
  return PortType::Generic;
}

std::string entry_name(const system::PortSpec& spec, int index) {
  const auto i = static_cast<std::size_t>(index);
  if (i < spec.labels.size()) return spec.name + "." + spec.labels[i];
  return spec.width == 1 ? spec.name : fmt::format("{}[{}]", spec.name, index + 1);
}

}  // namespace

Group group_of(const system::PortSpec& spec, Causality causality, const std::string& owner, const Origin& origin,
               Diagnostics& diagnostics) {
  const std::string name = owner.empty() ? spec.name : owner + "." + spec.name;
  Group group;
  group.name = name;
  group.frame = spec.frame;
  group.origin = origin;
  PortType declared = PortType::Generic;
  if (!spec.type.empty()) {
    declared = port_type(spec.type);
    if (declared == PortType::undefined) {
      std::vector<std::string> known;
      for (const PortTypeInfo& type : port_types()) known.push_back(type.name);
      const std::optional<std::string> near = nearest(spec.type, known);
      diagnostics.error(origin, fmt::format("{}: there is no port type {}", name, spec.type),
                        near ? "did you mean " + *near + "?" : "");
      declared = PortType::Generic;
    }
  }
  const std::vector<std::string> texts = units_of(spec.unit);
  std::vector<std::optional<Unit>> units;
  for (const std::string& text : texts) {
    units.push_back(parse_unit(text));
    if (!text.empty() && !units.back()) {
      diagnostics.error(origin, fmt::format("{}: unit {} cannot be read", name, text), "write it as in kg m^2/s^2");
    }
  }
  const auto fill = [&](Group& into, int first, int count, const std::optional<Unit>& unit) {
    for (int i = 0; i < count; ++i) {
      Variable v;
      v.name = (owner.empty() ? "" : owner + ".") + entry_name(spec, first + i);
      v.causality = causality;
      v.unit = unit;
      if (count == 3 && !spec.frame.empty()) v.axis = static_cast<Axis>(i + 1);
      v.origin = origin;
      into.variables.push_back(std::move(v));
    }
  };
  const auto inferred = [&](const std::optional<Unit>& unit, int count) {
    return unit && count >= 1 && count <= 3 ? quantity_of(*unit) : PortType::Generic;
  };
  if (units.size() == 2 && spec.width % 2 == 0 && spec.width >= 2) {
    group.type = PortType::Generic;
    for (std::size_t half = 0; half < 2; ++half) {
      Group part;
      part.name = name + (half == 0 ? ".linear" : ".angular");
      part.frame = spec.frame;
      part.origin = origin;
      part.type = inferred(units[half], spec.width / 2);
      fill(part, static_cast<int>(half) * spec.width / 2, spec.width / 2, units[half]);
      group.groups.push_back(std::move(part));
    }
    std::stable_sort(group.groups.begin(), group.groups.end(),
                     [](const Group& a, const Group& b) { return a.type < b.type; });
    return group;
  }
  group.type = spec.type.empty() ? inferred(units.front(), spec.width) : declared;
  const PortTypeInfo& type = info(group.type);
  const bool simple = type.parts.size() == 1 && type.parts.front().element == "Variable";
  if (group.type != PortType::Generic &&
      (!simple || spec.width < type.parts.front().min || spec.width > type.parts.front().max)) {
    diagnostics.error(origin, fmt::format("{}: a port of width {} cannot be a {}", name, spec.width, type.name),
                      simple ? fmt::format("it takes {} to {} values", type.parts.front().min, type.parts.front().max)
                             : "declare its parts as ports of their own");
    group.type = PortType::Generic;
  }
  fill(group, 0, spec.width, units.front());
  return group;
}

std::vector<Group> interface_of(const std::vector<system::ComponentInfo>& components, Diagnostics& diagnostics) {
  std::vector<Group> groups;
  std::set<std::string> names;
  const auto add = [&](const system::ComponentInfo::Port& port, Causality causality) {
    if (port.spec.kind == system::PortKind::inertia || !names.insert(port.address).second) return;
    system::PortSpec spec = port.spec;
    spec.name = port.address;
    for (const std::string& text : units_of(spec.unit)) {
      if (text.empty() || parse_unit(text)) continue;
      diagnostics.warning({}, fmt::format("{}: unit {} cannot be written and is left out", port.address, spec.unit));
      spec.unit.clear();
      break;
    }
    groups.push_back(group_of(spec, causality, {}, {}, diagnostics));
  };
  for (const system::ComponentInfo& component : components) {
    for (const auto& output : component.outputs) add(output, Causality::output);
    for (const auto& input : component.inputs) {
      if (input.sources.empty()) add(input, Causality::input);
    }
  }
  return groups;
}

double connection_rule(const system::Joined& joined, Diagnostics& diagnostics) {
  const system::PortSpec &from = joined.from, &to = joined.to;
  const auto error = [&](const char* code, std::string message, std::string remedy) {
    diagnostics.error(joined.origin, fmt::format("{}: {}", code, message), std::move(remedy));
  };
  if (!from.type.empty() && !to.type.empty() && from.type != to.type) {
    error("VE_VariableGroupConnection_1",
          fmt::format("{} is a {}, {} a {}: a port joins only its own kind", joined.from_address, from.type,
                      joined.to_address, to.type),
          "put between them what turns one into the other");
    return 1.0;
  }
  if (!from.frame.empty() && !to.frame.empty() && from.frame != to.frame) {
    error("X_Frame",
          fmt::format("{} is in frame '{}', {} in '{}'", joined.from_address, from.frame, joined.to_address, to.frame),
          "insert a transformation, or declare the frame");
  }
  if (from.unit.empty() || to.unit.empty() || from.unit == to.unit) return 1.0;
  const std::vector<std::string> out = units_of(from.unit), in = units_of(to.unit);
  std::optional<double> factor;
  for (std::size_t i = 0; i < std::max(out.size(), in.size()); ++i) {
    const std::string &a = out[std::min(i, out.size() - 1)], &b = in[std::min(i, in.size() - 1)];
    const std::optional<Unit> a_unit = parse_unit(a), b_unit = parse_unit(b);
    if (!a_unit || !b_unit || !a_unit->same_dimension(*b_unit)) {
      if (a == b) continue;
      error("VE_VariableConnection_3",
            fmt::format("{} is in {}, {} in {}", joined.from_address, from.unit, joined.to_address, to.unit),
            "join only the same quantity");
      return 1.0;
    }
    const UnitConversion change = *conversion(*a_unit, *b_unit);
    if (change.offset != 0.0 || (factor && *factor != change.factor)) {
      error("X_UnitScale",
            fmt::format("{} in {} cannot be turned into {} in {} by one factor", joined.from_address, from.unit,
                        joined.to_address, to.unit),
            "use the same unit on both sides");
      return 1.0;
    }
    factor = change.factor;
  }
  if (factor && *factor != 1.0) {
    diagnostics.warning(
        joined.origin, fmt::format("{} in {} is multiplied by {:.10g} to feed {} in {}", joined.from_address, from.unit,
                                   *factor, joined.to_address, to.unit));
  }
  return factor.value_or(1.0);
}

}  // namespace swell::osp
