#include "swell/osp/ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <unordered_set>

#include "swell/base/text.h"

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

constexpr std::size_t kRadian = 7;

/// Entries of a port that share one of its units.
struct Block {
  int first = 0, count = 0;
  std::size_t unit = 0;
};

/// Units of a mixed vector: one for each of as many equal parts, or one for each entry. Empty when they do not fit.
std::vector<Block> blocks_of(const system::PortSpec& spec) {
  const std::vector<std::string> texts = units_of(spec.unit);
  const int n = static_cast<int>(texts.size());
  if (spec.width % n != 0) return {};
  std::vector<Block> blocks;
  for (int i = 0; i < n; ++i) {
    const auto unit = static_cast<std::size_t>(i);
    if (i > 0 && texts[unit] == texts[unit - 1]) {
      blocks.back().count += spec.width / n;
    } else {
      blocks.push_back({i * spec.width / n, spec.width / n, unit});
    }
  }
  return blocks;
}

/// J and N m have the same exponents, and OSP's torque has no rad: what is written as an energy is no moment.
bool is_energy(const std::string& text) {
  std::string word;
  for (const char c : text + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (!word.empty() && (word.back() == 'J' || word == "Wh" || word == "kWh" || word == "MWh")) return true;
    word.clear();
  }
  return text == "W s";
}

// The quantity that a unit measures, among those of one to three variables.
PortType quantity_of(const Unit& unit) {
  if (is_energy(unit.name)) return PortType::Generic;
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
      diagnostics.error(origin, fmt::format("{}: there is no port type {}", name, spec.type),
                        did_you_mean(spec.type, names_of(port_types())));
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
  const std::vector<Axis> axes = entry_axes(spec);
  const auto fill = [&](Group& into, int first, int count, const std::optional<Unit>& unit) {
    for (int i = 0; i < count; ++i) {
      Variable v;
      v.name = (owner.empty() ? "" : owner + ".") + entry_name(spec, first + i);
      v.causality = causality;
      v.unit = unit;
      v.axis = axes[static_cast<std::size_t>(first + i)];
      v.origin = origin;
      into.variables.push_back(std::move(v));
    }
  };
  const auto inferred = [&](const std::optional<Unit>& unit, int count) {
    return unit && count >= 1 && count <= 3 ? quantity_of(*unit) : PortType::Generic;
  };
  const bool inertia = spec.kind == system::PortKind::inertia;  // blocks of a matrix: loose variables
  if (units.size() > 1 && !inertia) {
    const std::vector<Block> blocks = blocks_of(spec);
    if (blocks.empty()) {
      diagnostics.error(origin,
                        fmt::format("{}: {} units ({}) for {} values", name, units.size(), spec.unit, spec.width),
                        "give one unit, one for each value, or one for each of as many equal parts");
      return group;
    }
    if (declared != PortType::Generic) {
      diagnostics.error(origin, fmt::format("{}: a {} has one unit, not {}", name, info(declared).name, spec.unit),
                        "leave the type out, or declare its parts as ports of their own");
    }
    group.type = PortType::Generic;
    std::map<std::string, int> used;
    for (const Block& block : blocks) {
      const std::optional<Unit>& unit = units[block.unit];
      Group part;
      part.frame = spec.frame;
      part.origin = origin;
      part.type = inferred(unit, block.count);
      fill(part, block.first, block.count, unit);
      const bool angle = unit && unit->exponents[kRadian] != 0;
      part.name = name + (part.type == PortType::Torque || angle ? ".angular" : ".linear");
      const int before = used[part.name]++;
      if (before > 0) part.name += std::to_string(before + 1);
      group.groups.push_back(std::move(part));
    }
    std::stable_sort(group.groups.begin(), group.groups.end(),
                     [](const Group& a, const Group& b) { return a.type < b.type; });
    return group;
  }
  group.type = spec.type.empty() && !inertia ? inferred(units.front(), spec.width) : declared;
  const PortTypeInfo& type = info(group.type);
  const bool simple = type.parts.size() == 1 && type.parts.front().element == "Variable";
  if (group.type != PortType::Generic &&
      (!simple || spec.width < type.parts.front().min || spec.width > type.parts.front().max)) {
    diagnostics.error(origin, fmt::format("{}: a port of width {} cannot be a {}", name, spec.width, type.name),
                      simple ? fmt::format("it takes {} to {} values", type.parts.front().min, type.parts.front().max)
                             : "declare its parts as ports of their own");
    group.type = PortType::Generic;
  }
  fill(group, 0, spec.width, units.size() == 1 ? units.front() : std::nullopt);
  return group;
}

std::vector<std::string> entry_units(const system::PortSpec& spec) {
  std::vector<std::string> entries(static_cast<std::size_t>(spec.width));
  const std::vector<std::string> texts = units_of(spec.unit);
  if (spec.kind == system::PortKind::inertia && texts.size() == 3 && spec.width % 36 == 0) {
    // Masses, first and second moments: three kinds of 3 x 3 blocks, row by row.
    const int row = spec.width == 36 ? 6 : static_cast<int>(std::lround(std::sqrt(spec.width)));
    for (int i = 0; i < spec.width; ++i) {
      const int angular = (i / row % 6 >= 3 ? 1 : 0) + (i % row % 6 >= 3 ? 1 : 0);
      entries[static_cast<std::size_t>(i)] = texts[static_cast<std::size_t>(angular)];
    }
    return entries;
  }
  for (const Block& block : blocks_of(spec)) {
    std::fill_n(entries.begin() + block.first, block.count, texts[block.unit]);
  }
  return entries;
}

std::vector<Axis> entry_axes(const system::PortSpec& spec) {
  std::vector<Axis> entries(static_cast<std::size_t>(spec.width), Axis::none);
  if (spec.frame.empty() || spec.kind == system::PortKind::inertia) return entries;
  for (const Block& block : blocks_of(spec)) {
    for (int i = 0; i < 3 && block.count == 3; ++i)
      entries[static_cast<std::size_t>(block.first + i)] = static_cast<Axis>(i + 1);
  }
  return entries;
}

std::string type_text(const system::PortSpec& spec) {
  if (spec.unit.empty() && spec.type.empty()) return "undefined";
  Diagnostics discarded;
  const Group group = group_of(spec, Causality::undefined, {}, {}, discarded);
  std::vector<std::string> parts;
  for (const Group& part : group.groups) {
    const std::string& name = info(part.type).name;
    if (std::find(parts.begin(), parts.end(), name) == parts.end()) parts.push_back(name);
  }
  if (parts.empty()) return info(group.type).name;
  return fmt::format("{} ({})", info(group.type).name, fmt::join(parts, ", "));
}

void check_port(const system::PortSpec& spec, Causality causality, const std::string& address, const Origin& origin,
                Diagnostics& diagnostics) {
  system::PortSpec named = spec;
  named.name = address;
  const auto errors = [&] {
    return std::count_if(diagnostics.list().begin(), diagnostics.list().end(),
                         [](const Diagnostic& d) { return d.severity == Severity::error; });
  };
  const auto before = errors();
  const Group group = group_of(named, causality, {}, origin, diagnostics);
  if (errors() != before) return;
  for (const Diagnostic& fault : check_group(group)) {
    if (fault.severity != Severity::error) continue;
    diagnostics.add(osp::fault(fault.rule, fault.message, fault.remedy, origin));
  }
}

namespace {

/// Ports of this program in which no fault was found: every case of a batch declares the same ones.
class SoundPorts {
 public:
  static std::string key_of(const system::Graph::Declared& port, Causality causality) {
    const system::PortSpec& s = port.spec;
    return fmt::format("{} {} {}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", static_cast<int>(causality), static_cast<int>(s.kind),
                       s.width, port.address, s.unit, s.frame, s.type, s.like, fmt::join(s.choices, "\n"),
                       fmt::join(s.labels, "\t"));
  }
  bool has(const std::string& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return keys_.count(key) > 0;
  }
  void add(std::string key) {
    constexpr std::size_t kMost = 100000;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (keys_.size() >= kMost) keys_.clear();
    keys_.insert(std::move(key));
  }

 private:
  std::mutex mutex_;
  std::unordered_set<std::string> keys_;
};

}  // namespace

void PortCheck::check(const std::vector<system::Graph::Declared>& outputs,
                      const std::vector<system::Graph::Declared>& inputs, Diagnostics& diagnostics) {
  std::map<std::pair<std::string, std::size_t>, std::pair<std::size_t, const system::Graph::Declared*>> chosen;
  const auto check = [&](const system::Graph::Declared& port, Causality causality) {
    static SoundPorts sound;
    Diagnostics own;
    std::string key = SoundPorts::key_of(port, causality);
    if (!sound.has(key)) {
      check_port(port.spec, causality, port.address, port.origin, own);
      if (own.list().empty()) sound.add(std::move(key));
    }
    for (const Diagnostic& d : own.list()) {
      if (d.severity == Severity::error) faulty_.insert(port.address);
      const system::PortSpec& spec = port.spec;  // the same fault of another port is not reported again
      std::string kind =
          fmt::format("{} {} {} {} {} {}", d.code, d.remedy, spec.unit, spec.frame, spec.type, spec.width);
      if (reported_.insert(std::move(kind)).second || !settled_) diagnostics.add(d);
    }
    const std::vector<std::string>& choices = port.spec.choices;
    const auto place =
        static_cast<std::size_t>(std::find(choices.begin(), choices.end(), port.spec.unit) - choices.begin());
    if (place == choices.size()) return;
    const auto [first, fresh] =
        chosen.emplace(std::make_pair(port.component, choices.size()), std::make_pair(place, &port));
    if (fresh || first->second.first == place) return;
    const system::Graph::Declared& other = *first->second.second;
    if (!reported_.insert("choice of " + port.component).second) return;
    diagnostics.add(
        fault("X_QuantityUnit",
              fmt::format("{} is in {} but {} in {}", port.address, port.spec.unit, other.address, other.spec.unit),
              "the ports of a component that works along a joint belong to one joint", port.origin));
  };
  for (const auto& input : inputs) check(input, Causality::input);
  for (const auto& output : outputs) check(output, Causality::output);
  settled_ = true;
}

std::vector<Group> interface_of(const std::vector<system::ComponentInfo>& components, Diagnostics& diagnostics,
                                const std::vector<DeclaredGroup>& declared, const std::vector<GroupType>& own) {
  std::vector<Group> groups;
  std::set<std::string> names;
  const auto add = [&](const system::ComponentInfo::Port& port, Causality causality) {
    if (port.spec.kind == system::PortKind::inertia || !names.insert(port.address).second) return;
    system::PortSpec spec = port.spec;
    spec.name = port.address;
    for (const std::string& text : units_of(spec.unit)) {
      if (text.empty() || parse_unit(text)) continue;
      diagnostics.warning("unit-left-out", {},
                          fmt::format("{}: unit {} cannot be written and is left out", port.address, spec.unit));
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
  const std::vector<Group> natural = natural_groups(groups, components);
  groups.insert(groups.end(), natural.begin(), natural.end());
  for (const DeclaredGroup& one : declared) {
    std::vector<Member> members;
    bool whole = true;
    for (const auto& [role, address] : one.ports) {
      const auto find = [&](const std::string& name, bool input) -> const system::ComponentInfo::Port* {
        for (const system::ComponentInfo& component : components) {
          for (const auto& port : input ? component.inputs : component.outputs) {
            if (port.address == name && (!input || port.sources.empty())) return &port;
          }
        }
        return nullptr;
      };
      // A value from outside is the output of its component in the case, and an input of the whole.
      const std::string inside = address.substr(0, address.rfind('.'));
      const system::ComponentInfo::Port* port = nullptr;
      bool input = true;
      for (const std::string& name : {address + ".input", inside, address}) {
        if (port == nullptr) port = find(name, true);
      }
      if (port == nullptr) {
        port = find(address, false);
        input = false;
      }
      if (port == nullptr) {
        whole = false;  // fed inside the case: nothing to join from outside
        continue;
      }
      system::PortSpec spec = port->spec;
      spec.name = port->address;
      members.push_back({role, port->address, input ? Causality::input : Causality::output, spec});
    }
    if (!whole) {
      diagnostics.warning("group-left-out", one.origin,
                          fmt::format("groups.{} is left out: not all of its ports are open to the outside", one.name));
    } else if (auto group = compose(one, members, own, diagnostics)) {
      groups.push_back(std::move(*group));
    }
  }
  return groups;
}

namespace {

/// A port that takes one of several units and has not settled on one: the other end has none, or one that needs a
/// factor, or one that is none of them.
double choice_factor(const system::Joined& joined, Diagnostics& diagnostics) {
  const bool at_input = joined.to.unit.empty();
  const system::PortSpec &open = at_input ? joined.to : joined.from, &other = at_input ? joined.from : joined.to;
  if (open.choices.empty() || other.unit.empty()) return 1.0;
  const std::optional<Unit> unit = parse_unit(other.unit);
  for (const std::string& choice : open.choices) {
    const std::optional<Unit> one = parse_unit(choice);
    if (!unit || !one || !unit->same_dimension(*one)) continue;
    system::PortSpec settled = open;
    settled.unit = choice;
    return connection_rule(
        {at_input ? other : settled, at_input ? settled : other, joined.from_address, joined.to_address, joined.origin},
        diagnostics);
  }
  diagnostics.add(
      fault("VE_VariableConnection_3",
            fmt::format("{} is in {}, {} in {}", at_input ? joined.from_address : joined.to_address, other.unit,
                        at_input ? joined.to_address : joined.from_address, fmt::join(open.choices, " or ")),
            "join only the same quantity", joined.origin));
  return 1.0;
}

}  // namespace

double connection_rule(const system::Joined& joined, Diagnostics& diagnostics) {
  const system::PortSpec &from = joined.from, &to = joined.to;
  const auto error = [&](const char* code, std::string message, std::string remedy) {
    diagnostics.add(fault(code, std::move(message), std::move(remedy), joined.origin));
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
  if (from.unit.empty() || to.unit.empty()) return choice_factor(joined, diagnostics);
  if (from.unit == to.unit) return 1.0;
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
    if (is_energy(a) != is_energy(b) && quantity_of(*a_unit) != quantity_of(*b_unit)) {
      error("VE_VariableGroupConnection_1",
            fmt::format("{} in {} and {} in {} are an energy and a moment", joined.from_address, from.unit,
                        joined.to_address, to.unit),
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
    diagnostics.warning("unit-converted", joined.origin,
                        fmt::format("{} in {} is multiplied by {:.10g} to feed {} in {}", joined.from_address,
                                    from.unit, *factor, joined.to_address, to.unit));
  }
  return factor.value_or(1.0);
}

}  // namespace swell::osp
