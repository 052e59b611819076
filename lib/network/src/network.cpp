#include "swell/network/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "swell/base/refuse.h"
#include "swell/base/text.h"

namespace swell::network {

namespace {

[[noreturn]] void unknown_name_error(const std::string& what, const std::string& name,
                                     const std::vector<std::string>& known) {
  Diagnostics diagnostics;
  diagnostics.error({}, fmt::format("network: no {} named {}", what, name), did_you_mean(name, known), name).code =
      "unknown-name";
  throw InputError(diagnostics.list());
}

std::size_t find_port(const std::vector<Port>& ports, const std::string& what, const std::string& name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i].name == name) return i;
    known.push_back(ports[i].name);
  }
  unknown_name_error(what, name, known);
}

/// Rows and columns of a component's derivatives that may differ from 0.
std::vector<std::pair<std::size_t, std::size_t>> pattern_of(const Placed& c) {
  if (!c.spec.pattern.empty()) {
    SWELL_EXPECT(c.spec.derivatives == Derivatives::all);
    auto pattern = c.spec.pattern;
    std::sort(pattern.begin(), pattern.end());
    pattern.erase(std::unique(pattern.begin(), pattern.end()), pattern.end());
    SWELL_EXPECT(pattern.back().first < c.rows());
    for (const auto& [row, column] : pattern) SWELL_EXPECT(column < c.columns());
    return pattern;
  }
  std::vector<std::pair<std::size_t, std::size_t>> all;
  all.reserve(c.rows() * c.columns());
  for (std::size_t row = 0; row < c.rows(); ++row) {
    for (std::size_t column = 0; column < c.columns(); ++column) all.emplace_back(row, column);
  }
  return all;
}

}  // namespace

std::size_t Network::input(const std::string& name) const { return find_port(inputs_, "input", name); }
std::size_t Network::output(const std::string& name) const { return find_port(outputs_, "output", name); }

std::size_t Network::unknown(const std::string& name) const {
  std::vector<std::string> known;
  for (const Placed& c : components_) {
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      const std::string terminal = c.name + "." + c.spec.terminals[k].name;
      if (name == terminal + ".over") return c.nodes[k];
      if (name == terminal + ".through") return c.through + k;
      known.push_back(terminal + ".over");
      known.push_back(terminal + ".through");
    }
    for (std::size_t k = 0; k < c.spec.internals.size(); ++k) {
      known.push_back(c.name + "." + c.spec.internals[k].name);
      if (name == known.back()) return c.internal() + k;
    }
    for (std::size_t k = 0; k < c.spec.states.size(); ++k) {
      known.push_back(c.name + "." + c.spec.states[k].name);
      if (name == known.back()) return c.state() + k;
    }
  }
  for (const NamedVariable& v : variables()) {
    if (v.name == name && v.kind != NamedVariable::Kind::output) return v.index;
  }
  unknown_name_error("variable", name, known);
}

std::vector<NamedVariable> Network::variables() const {
  using Kind = NamedVariable::Kind;
  std::vector<NamedVariable> list;
  std::set<std::string> taken;
  const auto add = [&](std::string name, const std::string& unit, std::string text, Kind kind, std::size_t index) {
    if (!taken.insert(name).second) return false;
    list.push_back({std::move(name), unit, std::move(text), kind, index});
    return true;
  };
  for (const Placed& c : components_) {
    const std::string of = c.name + ".";
    for (std::size_t k = 0; k < c.spec.outputs.size(); ++k)
      add(of + c.spec.outputs[k].name, c.spec.outputs[k].unit, "", Kind::output, c.output + k);
    for (std::size_t k = 0; k < c.spec.states.size(); ++k)
      add(of + c.spec.states[k].name, c.spec.states[k].unit, "state", Kind::state, c.state() + k);
    for (std::size_t k = 0; k < c.spec.internals.size(); ++k)
      add(of + c.spec.internals[k].name, c.spec.internals[k].unit, "", Kind::internal, c.internal() + k);
    const bool alone = std::all_of(c.spec.terminals.begin(), c.spec.terminals.end(),
                                   [](const Terminal& terminal) { return terminal.name == "port"; });
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      const Terminal& terminal = c.spec.terminals[k];
      const DomainInfo& domain = info(terminal.domain);
      const auto both = [&](const char* word, const char* unit, const std::string& text, Kind kind, std::size_t index) {
        if (!alone || !add(of + word, unit, text, kind, index))
          add(of + terminal.name + "." + word, unit, text, kind, index);
      };
      both(domain.over_name, domain.over_unit, fmt::format("{} at {}{}", domain.over, of, terminal.name), Kind::over,
           c.nodes[k]);
      both(domain.through_name, domain.through_unit, fmt::format("{} into {}{}", domain.through, of, terminal.name),
           Kind::through, c.through + k);
    }
  }
  return list;
}

void Network::rescale(const std::vector<VariableScale>& scales) {
  if (scales.empty()) return;
  Diagnostics diagnostics;
  std::vector<NamedVariable> all = variables();
  all.erase(std::remove_if(all.begin(), all.end(),
                           [](const NamedVariable& v) { return v.kind == NamedVariable::Kind::output; }),
            all.end());
  for (const VariableScale& scale : scales) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const NamedVariable& v) { return v.name == scale.variable; });
    if (found == all.end()) {
      code::refuse(diagnostics, "unknown-name", scale.origin,
                   fmt::format("network: no variable named {}", scale.variable),
                   did_you_mean(scale.variable, names_of(all), "{}"));
      continue;
    }
    const std::size_t i = found->index;
    if (scale.nominal) nominal_[i] = *scale.nominal;
    if (scale.lower) lower_[i] = *scale.lower;
    if (scale.upper) upper_[i] = *scale.upper;
    if (scale.initial) initial_[i] = *scale.initial;
    if (!(nominal_[i] > 0.0)) {
      code::refuse(diagnostics, "out-of-range", scale.origin,
                   fmt::format("network: {}: the nominal value {:g} must be above 0", scale.variable, nominal_[i]));
    }
    if (!(lower_[i] <= initial_[i] && initial_[i] <= upper_[i])) {
      code::refuse(diagnostics, "out-of-range", scale.origin,
                   fmt::format("network: {} starts at {:g} {}, outside its range from {:g} to {:g}", scale.variable,
                               initial_[i], found->unit, lower_[i], upper_[i]),
                   "let the range hold the value at the start");
    }
  }
  diagnostics.throw_if_errors();
}

std::vector<ValidRange> Network::valid_ranges() const {
  std::vector<ValidRange> list;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].domain != Domain::hydraulic && nodes_[n].domain != Domain::pneumatic) continue;
    const bool liquid = nodes_[n].domain == Domain::hydraulic;
    ValidRange range;
    range.unknown = n;
    // Gauge pressures of liquids are possible: the limit is then vacuum below atmospheric pressure.
    range.unit = "Pa";
    range.lower = liquid ? -kStandardPressure : 0.0;
    range.below =
        fmt::format("the pressure at {} fell below a vacuum", nodes_[n].label) +
        (liquid ? ": oil cannot be pulled, and forces are too large from there on; feed the low side through a "
                  "check valve (charge_pressure of a hydraulic-pto), or give it more volume or pressure"
                : "; its vessel has been emptied by the connected elements");
    list.push_back(std::move(range));
  }
  for (const Placed& c : components_) {
    for (const Validity& v : c.spec.validity) {
      list.push_back({c.state() + v.state, v.lower, v.upper, c.spec.states[v.state].unit, c.name + ": " + v.below,
                      c.name + ": " + v.above});
    }
  }
  return list;
}

std::string Network::unknown_name(std::size_t column) const {
  if (column < nodes_.size()) {
    return fmt::format("{} at node ({})", info(nodes_[column].domain).over, nodes_[column].label);
  }
  for (const Placed& c : components_) {
    if (column < c.through || column >= c.state() + c.spec.states.size()) continue;
    if (column >= c.state()) return c.name + "." + c.spec.states[column - c.state()].name;
    if (column >= c.internal()) return c.name + "." + c.spec.internals[column - c.internal()].name;
    const Terminal& terminal = c.spec.terminals[column - c.through];
    return fmt::format("{} into {}.{}", info(terminal.domain).through, c.name, terminal.name);
  }
  return "?";
}

std::string Network::equation_name(std::size_t row) const {
  if (row < nodes_.size()) return fmt::format("balance of {}", info(nodes_[row].domain).through);
  for (const Placed& c : components_) {
    if (row < c.residual || row >= c.residual + c.rows()) continue;
    const std::size_t k = row - c.residual;
    if (k < c.spec.residuals.size()) return c.spec.residuals[k];
    return "update of " + c.spec.states[k - c.spec.residuals.size()].name;
  }
  return "?";
}

std::string Network::equation_owner(std::size_t row) const {
  if (row < nodes_.size()) return fmt::format("node ({})", nodes_[row].label);
  for (const Placed& c : components_) {
    if (row >= c.residual && row < c.residual + c.rows()) return c.name;
  }
  return "?";
}

void Network::compile() {
  const std::size_t n_nodes = nodes_.size();
  nominal_.assign(n_nodes, 0.0);
  initial_.assign(n_nodes, 0.0);
  lower_.assign(n_nodes, -kInfinity);
  upper_.assign(n_nodes, kInfinity);
  std::vector<bool> anchored(n_nodes, false);

  const auto append = [this](double nominal, double initial, double lower, double upper) {
    nominal_.push_back(nominal);
    initial_.push_back(initial);
    lower_.push_back(lower);
    upper_.push_back(upper);
  };
  std::size_t rows = n_nodes;
  for (Placed& c : components_) {
    c.through = nominal_.size();
    c.residual = rows;
    rows += c.rows();
    for (std::size_t k = 0; k < c.terminals(); ++k) {
      const Terminal& terminal = c.spec.terminals[k];
      const DomainInfo& domain = info(terminal.domain);
      const std::size_t node = c.nodes[k];
      nominal_[node] =
          std::max(nominal_[node], terminal.over_nominal > 0 ? terminal.over_nominal : domain.over_nominal);
      lower_[node] = std::max(lower_[node], terminal.lower);
      // A component that fixes the level gives the guess before one that does not.
      if (terminal.anchored && !anchored[node]) {
        initial_[node] = terminal.initial;
        anchored[node] = true;
      } else if (!anchored[node] && initial_[node] == 0.0) {
        initial_[node] = terminal.initial;
      }
      append(terminal.through_nominal > 0 ? terminal.through_nominal : domain.through_nominal, 0.0, -kInfinity,
             kInfinity);
    }
    for (const auto* list : {&c.spec.internals, &c.spec.states}) {
      for (const Variable& v : *list) append(v.nominal, v.initial, v.lower, v.upper);
    }
  }

  // Pattern in compressed columns.
  const std::size_t n = nominal_.size();
  std::vector<std::vector<int>> columns(n);
  const auto column_of = [](const Placed& c, std::size_t local) {
    return local < c.terminals() ? c.nodes[local] : c.through + (local - c.terminals());
  };
  for (const Placed& c : components_) {
    for (std::size_t k = 0; k < c.terminals(); ++k) columns[c.through + k].push_back(static_cast<int>(c.nodes[k]));
    for (const auto& [row, column] : pattern_of(c))
      columns[column_of(c, column)].push_back(static_cast<int>(c.residual + row));
    for (std::size_t k = 0; k < c.spec.states.size(); ++k)
      columns[c.state() + k].push_back(static_cast<int>(c.residual + c.spec.residuals.size() + k));
  }
  start_.assign(1, 0);
  row_.clear();
  for (auto& column : columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    row_.insert(row_.end(), column.begin(), column.end());
    start_.push_back(static_cast<int>(row_.size()));
  }
  const auto place = [this](std::size_t row, std::size_t column) {
    const auto first = row_.begin() + start_[column];
    const auto last = row_.begin() + start_[column + 1];
    return static_cast<std::size_t>(std::lower_bound(first, last, static_cast<int>(row)) - row_.begin());
  };
  constant_.assign(row_.size(), 0.0);
  for (Placed& c : components_) {
    for (const auto& [row, column] : pattern_of(c))
      c.entries.push_back({row * c.columns() + column, place(c.residual + row, column_of(c, column))});
    for (std::size_t k = 0; k < c.terminals(); ++k) constant_[place(c.nodes[k], c.through + k)] += 1.0;
    for (std::size_t k = 0; k < c.spec.states.size(); ++k) {
      constant_[place(c.residual + c.spec.residuals.size() + k, c.state() + k)] += 1.0;
    }
  }
}

}  // namespace swell::network
