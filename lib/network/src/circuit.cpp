// Connections and the structural checks before the run (requirement N7).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/network/network.h"

namespace swell::network {

namespace {

std::size_t root(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

std::string join(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

struct TerminalRef {
  std::size_t component, terminal;
};

using NodeTerminals = std::vector<std::vector<TerminalRef>>;

void check_nodes(const std::vector<Placed>& components, const NodeTerminals& nodes, Diagnostics& diagnostics) {
  const auto name = [&](const TerminalRef& ref) {
    return components[ref.component].name + "." + components[ref.component].spec.terminals[ref.terminal].name;
  };
  for (const auto& node : nodes) {
    std::vector<std::string> over, through, all;
    const Terminal& first = components[node[0].component].spec.terminals[node[0].terminal];
    bool mixed = false;
    for (const TerminalRef& ref : node) {
      const Terminal& terminal = components[ref.component].spec.terminals[ref.terminal];
      mixed = mixed || terminal.domain != first.domain;
      all.push_back(name(ref));
      if (terminal.imposes == Imposes::over) over.push_back(name(ref));
      if (terminal.imposes == Imposes::through) through.push_back(name(ref));
    }
    if (mixed) {
      std::vector<std::string> domains;
      for (const TerminalRef& ref : node) {
        const Terminal& terminal = components[ref.component].spec.terminals[ref.terminal];
        domains.push_back(fmt::format("{} ({})", name(ref), info(terminal.domain).name));
      }
      code::refuse(diagnostics, "wrong-connection", {},
                   fmt::format("network: terminals {} are of different domains", join(domains)),
                   "connect terminals of one domain; a component with terminals in both converts");
      continue;
    }
    if (node.size() == 1) {
      code::refuse(diagnostics, "wrong-connection", {},
                   fmt::format("network: terminal {} is unconnected ({})", name(node[0]), info(first.domain).name),
                   "connect it to another component, or to a Closed end");
      continue;
    }
    if (over.size() > 1) {
      code::refuse(diagnostics, "wrong-connection", {},
                   fmt::format("network: {} each impose the {} of one node (ideal sources in parallel)", join(over),
                               info(first.domain).over),
                   "remove one, or put a resistance between them");
    }
    if (through.size() == node.size()) {
      code::refuse(diagnostics, "wrong-connection", {},
                   fmt::format("network: {} each impose the {} of one node and nothing else is there (ideal "
                               "sources in series)",
                               join(through), info(first.domain).through),
                   "add a capacity or a resistance to the node, or remove one source");
    }
  }
}

/// Sets the density of every pneumatic terminal: all elements connected through nodes and components contain one gas.
void settle_gases(std::vector<Placed>& components, const NodeTerminals& nodes, Diagnostics& diagnostics) {
  std::vector<std::size_t> parent(nodes.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto is_gas = [](const Placed& c, std::size_t k) { return c.spec.terminals[k].domain == Domain::pneumatic; };
  for (const Placed& c : components) {
    std::size_t first = c.terminals();
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      if (!is_gas(c, k)) continue;
      if (first == c.terminals()) first = k;
      parent[root(parent, c.nodes[k])] = root(parent, c.nodes[first]);
    }
  }
  struct Gas {
    double density = 0.0;
    std::string of;
  };
  std::map<std::size_t, Gas> gases;
  for (const Placed& c : components) {
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      const double density = c.spec.terminals[k].gas_density;
      if (!is_gas(c, k) || density <= 0.0) continue;
      Gas& gas = gases[root(parent, c.nodes[k])];
      if (gas.of.empty()) gas = {density, c.name};
      if (gas.of == c.name || std::abs(density - gas.density) <= 1e-9 * gas.density) continue;
      code::refuse(
          diagnostics, "contradiction", {},
          fmt::format("network: {} holds a gas of {:g} kg/m^3 and {}, which is joined to it, one of {:g} kg/m^3 "
                      "(at {:g} Pa)",
                      gas.of, gas.density, c.name, density, kStandardPressure),
          "give all elements of one circuit the density of the same gas");
      break;
    }
  }
  for (Placed& c : components) {
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      if (!is_gas(c, k)) continue;
      const auto found = gases.find(root(parent, c.nodes[k]));
      c.spec.terminals[k].gas_density = found != gases.end() ? found->second.density : kStandardAirDensity;
    }
  }
}

void check_floating(const std::vector<Placed>& components, const NodeTerminals& nodes, Diagnostics& diagnostics) {
  std::vector<std::size_t> parent(nodes.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  std::vector<bool> anchored(nodes.size(), false);
  for (const Placed& c : components) {
    for (std::size_t a = 0; a < c.terminals(); ++a) {
      if (c.spec.terminals[a].anchored) anchored[c.nodes[a]] = true;
      for (std::size_t b = a + 1; b < c.terminals(); ++b) {
        const bool linked = c.spec.terminals[a].domain == c.spec.terminals[b].domain &&
                            c.spec.terminals[a].imposes != Imposes::through &&
                            c.spec.terminals[b].imposes != Imposes::through;
        if (linked) parent[root(parent, c.nodes[a])] = root(parent, c.nodes[b]);
      }
    }
  }
  std::map<std::size_t, bool> held;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    bool& h = held[root(parent, i)];
    h = h || anchored[i];
  }
  for (const auto& [group, is_held] : held) {
    if (is_held) continue;
    std::vector<std::string> names;
    Domain domain = Domain::hydraulic;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (root(parent, i) != group) continue;
      for (const TerminalRef& ref : nodes[i]) {
        const Placed& c = components[ref.component];
        domain = c.spec.terminals[ref.terminal].domain;
        if (std::find(names.begin(), names.end(), c.name) == names.end()) names.push_back(c.name);
      }
    }
    diagnostics.error(
        {},
        fmt::format("network: nothing fixes the {} in the part made of {} (it floats)", info(domain).over, join(names)),
        "add a capacity, a reservoir or a reference to it");
  }
}

void check_counts(const std::vector<Placed>& components, Diagnostics& diagnostics) {
  std::size_t equations = 0, unknowns = 0;
  std::vector<std::string> odd;
  for (const Placed& c : components) {
    const std::size_t u = c.terminals() + c.spec.internals.size();
    equations += c.spec.residuals.size();
    unknowns += u;
    if (u != c.spec.residuals.size()) {
      odd.push_back(fmt::format("{} ({} residuals for {} unknowns)", c.name, c.spec.residuals.size(), u));
    }
  }
  if (equations != unknowns) {
    diagnostics.error(
        {},
        fmt::format("network: {} residuals for {} unknowns; not square because of {}", equations, unknowns, join(odd)),
        "one residual per terminal and per internal unknown");
  }
}

void check_spec(const std::string& name, const Spec& spec, Diagnostics& diagnostics) {
  std::set<std::string> names;
  const auto unique = [&](const std::string& part, const char* what, const char* domain = "") {
    if (!names.insert(fmt::format("{}|{}|{}", what, part, domain)).second) {
      diagnostics.error({}, fmt::format("network: {} declares two {}s named {}", name, what, part)).code =
          "duplicate-name";
    }
  };
  for (const auto& t : spec.terminals) unique(t.name, "terminal", info(t.domain).name);
  for (const auto& list : {spec.internals, spec.states}) {
    for (const auto& v : list) {
      unique(v.name, "variable");
      if (!(v.nominal > 0)) {
        code::refuse(diagnostics, "out-of-range", {},
                     fmt::format("network: {}.{} has nominal value {}, must be above 0", name, v.name, v.nominal));
      }
    }
  }
  for (const auto& s : spec.inputs) unique(s.name, "input");
  for (const auto& s : spec.outputs) unique(s.name, "output");
}

}  // namespace

Circuit& Circuit::add(std::string name, Element component) {
  SWELL_EXPECT(component != nullptr);
  entries_.push_back({std::move(name), std::move(component)});
  return *this;
}

Circuit& Circuit::connect(std::vector<std::string> terminals) {
  joints_.push_back(std::move(terminals));
  return *this;
}

Circuit& Circuit::scale(VariableScale scale) {
  scales_.push_back(std::move(scale));
  return *this;
}

std::vector<Circuit::Declared> Circuit::components() const {
  std::vector<Declared> list;
  list.reserve(entries_.size());
  for (const Entry& entry : entries_) list.push_back({entry.name, entry.component->spec()});
  return list;
}

Network Circuit::build() const {
  Diagnostics diagnostics;
  Network network;
  std::vector<std::string> terminal_names;
  std::vector<TerminalRef> terminals;
  std::map<std::string, std::vector<std::size_t>> by_name;  // several where a terminal has several pairs
  for (const Entry& entry : entries_) {
    Placed placed;
    placed.name = entry.name;
    placed.component = entry.component;
    placed.spec = entry.component->spec();
    check_spec(entry.name, placed.spec, diagnostics);
    for (std::size_t k = 0; k < placed.terminals(); ++k) {
      const std::string name = entry.name + "." + placed.spec.terminals[k].name;
      std::vector<std::size_t>& pairs = by_name[name];
      if (!pairs.empty() && k == 0) {
        diagnostics.error({}, fmt::format("network: two components named {}", entry.name), "names must differ").code =
            "duplicate-name";
      }
      pairs.push_back(terminals.size());
      terminals.push_back({network.components_.size(), k});
      terminal_names.push_back(name);
    }
    placed.input = network.inputs_.size();
    placed.output = network.outputs_.size();
    for (const Signal& s : placed.spec.inputs)
      network.inputs_.push_back({entry.name + "." + s.name, s.unit, s.initial, -1, s.lower, s.upper, s.beyond});
    for (std::size_t k = 0; k < placed.spec.inputs.size(); ++k) {
      for (std::size_t m = 0; m < placed.spec.inputs.size(); ++m) {
        if (!placed.spec.inputs[k].derivative.empty() &&
            placed.spec.inputs[m].name == placed.spec.inputs[k].derivative) {
          network.inputs_[placed.input + k].derivative = static_cast<std::ptrdiff_t>(placed.input + m);
        }
      }
    }
    for (const Signal& s : placed.spec.outputs) {
      network.outputs_.push_back({entry.name + "." + s.name, s.unit, s.initial, -1});
    }
    network.components_.push_back(std::move(placed));
  }

  const auto domain_of = [&](std::size_t i) {
    return network.components_[terminals[i].component].spec.terminals[terminals[i].terminal].domain;
  };
  std::vector<std::size_t> parent(terminals.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  for (const auto& joint : joints_) {
    std::vector<std::size_t> firsts;  // of each domain, where a terminal here has several pairs
    const bool several = std::any_of(joint.begin(), joint.end(), [&](const std::string& name) {
      const auto found = by_name.find(name);
      return found != by_name.end() && found->second.size() > 1;
    });
    for (const std::string& name : joint) {
      const auto found = by_name.find(name);
      if (found == by_name.end()) {
        code::refuse(diagnostics, "unknown-name", {}, fmt::format("network: no terminal named {} to connect", name),
                     did_you_mean(name, terminal_names));
        continue;
      }
      for (const std::size_t pair : found->second) {
        const auto first = std::find_if(firsts.begin(), firsts.end(),
                                        [&](std::size_t i) { return !several || domain_of(i) == domain_of(pair); });
        if (first == firsts.end())
          firsts.push_back(pair);
        else
          parent[root(parent, pair)] = root(parent, *first);
      }
    }
  }
  diagnostics.throw_if_errors();

  // Nodes in the order of their first terminal.
  NodeTerminals nodes;
  std::map<std::size_t, std::size_t> node_of_root;
  for (std::size_t i = 0; i < terminals.size(); ++i) {
    const auto [it, is_new] = node_of_root.emplace(root(parent, i), nodes.size());
    if (is_new) nodes.emplace_back();
    nodes[it->second].push_back(terminals[i]);
    Placed& c = network.components_[terminals[i].component];
    c.nodes.push_back(it->second);
    if (is_new)
      network.nodes_.push_back({terminal_names[i], c.spec.terminals[terminals[i].terminal].domain});
    else
      network.nodes_[it->second].label += ", " + terminal_names[i];
  }

  if (terminals.empty()) diagnostics.error({}, "network: it has no component with a terminal");
  check_nodes(network.components_, nodes, diagnostics);
  check_counts(network.components_, diagnostics);
  settle_gases(network.components_, nodes, diagnostics);
  if (!diagnostics.has_errors()) check_floating(network.components_, nodes, diagnostics);
  diagnostics.throw_if_errors();
  network.compile();
  network.rescale(scales_);
  network.check_solvable();
  return network;
}

}  // namespace swell::network
