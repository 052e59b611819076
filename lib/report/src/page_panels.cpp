#include "page_panels.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "swell/analysis/shared_panels.h"
#include "swell/base/vector.h"

namespace swell::report {
namespace {

bool of_component(const std::string& path) { return path.rfind("/components/", 0) == 0; }

/// Motions below 1e-4 of the largest of the device, or 1e-9, are round-off of what does not move that way.
std::set<std::string> still(const std::vector<Run>& runs) {
  std::map<std::string, double> width;
  std::map<std::string, double> largest;
  for (const Run& run : runs) {
    for (const Column& c : run.columns) {
      const auto [low, high] = std::minmax_element(c.values.begin(), c.values.end());
      const double w = std::isfinite(*low) && std::isfinite(*high) ? *high - *low : HUGE_VAL;
      width[c.key] = std::max(width[c.key], w);
      double& most = largest[dataset_of(c.path) + " " + c.units];
      most = std::max(most, w);
    }
  }
  std::set<std::string> list;
  for (const Run& run : runs) {
    for (const Column& c : run.columns) {
      if (width[c.key] <= 1e-4 * largest[dataset_of(c.path) + " " + c.units] || width[c.key] < 1e-9) list.insert(c.key);
    }
  }
  return list;
}

/// "/components/oil/pump.flow" of oil: element pump, quantity flow.
struct Variable {
  std::string key, name, group;
};

/// Of components: the variables of one quantity share panels, else a circuit of forty variables had forty of them.
void plan_components(const std::vector<Run>& runs, std::vector<PanelPlan>& shown, std::vector<PanelPlan>& others) {
  std::vector<PanelPlan> groups;
  std::map<std::string, std::vector<Variable>> variables;  // by the title and unit of the group
  std::set<std::string> known;
  for (const Run& run : runs) {
    for (const Column& c : run.columns) {
      if (!of_component(c.path) || !known.insert(c.key).second) continue;
      const std::size_t slash = c.path.find('/', c.path.find('/', 1) + 1);
      const std::size_t begin = slash == std::string::npos ? c.path.size() : slash + 1;
      const std::size_t dot = c.path.rfind('.'), last = dot != std::string::npos && dot > begin ? dot : begin;
      std::string element = c.path.substr(begin, last - begin), quantity = c.path.substr(last == dot ? dot + 1 : begin);
      std::replace(quantity.begin(), quantity.end(), '_', ' ');
      std::replace(quantity.begin(), quantity.end(), '/', ' ');
      if (!c.label.empty()) element += (element.empty() ? "" : " ") + c.label;
      const std::string title = owner_of(c.path) + ": " + quantity, id = title + " " + c.units;
      if (variables.count(id) == 0) groups.push_back({title, c.units, c.path, {id}, {}});
      variables[id].push_back({c.key, element, quantity});
    }
  }
  constexpr std::size_t kMostCurves = 8;  // colours of the page
  for (const PanelPlan& group : groups) {
    const std::vector<Variable>& members = variables[group.keys.front()];
    std::vector<analysis::Candidate> candidates;
    for (const Variable& variable : members) {
      candidates.push_back({variable.name, {}});
      for (const Run& run : runs) {
        if (const Column* c = find(run, variable.key); c != nullptr)
          candidates.back().values.insert(candidates.back().values.end(), c->values.begin(), c->values.end());
      }
    }
    const auto add = [&](const std::vector<std::size_t>& list, const std::string& title, std::vector<PanelPlan>& to) {
      PanelPlan panel{title, group.units, group.group, {}, {}};
      for (const std::size_t i : list) {
        panel.keys.push_back(members[i].key);
        panel.labels[members[i].key] = members[i].name.empty() ? members[i].group : members[i].name;
      }
      to.push_back(std::move(panel));
    };
    const analysis::SharedPanels shared =
        analysis::share_panels(candidates, std::max<std::size_t>(1, kMostCurves / runs.size()));
    const std::string owner = owner_of(group.group);
    for (const std::vector<std::size_t>& list : shared.panels) {
      const Variable& first = members[list.front()];
      const bool alone = list.size() == 1 && !first.name.empty();
      add(list, alone ? owner + ": " + first.name + " " + first.group : group.title, shown);
    }
    if (!shared.covered.empty()) add(shared.covered, group.title + ", the same by other names", others);
  }
}

}  // namespace

std::string dataset_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }
std::string owner_of(const std::string& path) {
  const std::size_t first = path.find('/', 1);
  if (first == std::string::npos) return path.substr(1);
  return path.substr(first + 1, path.find('/', first + 1) - first - 1);
}

const Column* find(const Run& run, const std::string& key) {
  for (const Column& c : run.columns) {
    if (c.key == key) return &c;
  }
  return nullptr;
}

double largest_of(const Column& column) {
  double largest = 0.0;
  for (const double v : column.values) largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : largest;
  return largest;
}

std::pair<double, std::string> shown_unit(const std::string& units, double largest) {
  if (units == "rad") return {180.0 / kPi, "deg"};
  if (units == "m" || units == "1" || units.empty()) return {1.0, units};
  for (const auto& [factor, prefix] : {std::pair{1e9, "G"}, std::pair{1e6, "M"}, std::pair{1e3, "k"}}) {
    if (largest >= factor) return {1.0 / factor, prefix + units};
  }
  return {1.0, units};
}

void plan(const std::vector<Run>& runs, std::vector<PanelPlan>& shown, std::vector<PanelPlan>& others) {
  const std::set<std::string> at_rest = still(runs);
  std::map<std::string, PanelPlan> panels;
  std::vector<std::string> order;
  for (const Run& run : runs) {
    for (const Column& c : run.columns) {
      if (of_component(c.path) || at_rest.count(c.key) != 0) continue;
      // A body's motions have places of their own: on one axis a draught of 20 m hides what moves by 1 m.
      const bool motion = c.path.rfind("/bodies/", 0) == 0 && dataset_of(c.path) == "position" && !c.label.empty();
      const std::string id = c.path + " " + c.units + (motion ? " " + c.label : "");
      if (panels.count(id) == 0) {
        order.push_back(id);
        std::string what = motion                                                 ? c.label
                           : dataset_of(c.path) == "position" && c.units == "rad" ? "rotation"
                           : dataset_of(c.path) == "force" && c.units == "N m"
                               ? "torque"
                               : c.path.substr(c.path.find('/', c.path.find('/', 1) + 1) + 1);
        std::replace(what.begin(), what.end(), '_', ' ');
        std::replace(what.begin(), what.end(), '/', ' ');
        panels[id] = {
            c.path == "/wave/elevation" ? "Wave elevation" : owner_of(c.path) + ": " + what, c.units, c.path, {}, {}};
      }
      PanelPlan& panel = panels[id];
      if (std::count(panel.keys.begin(), panel.keys.end(), c.key) == 0) panel.keys.push_back(c.key);
      panel.labels[c.key] = c.label.empty() ? dataset_of(c.path) : c.label;
    }
  }
  const auto first = [](const std::string& path) {
    const std::string what = dataset_of(path);
    if (path == "/wave/elevation") return 0;
    if (path.rfind("/bodies/", 0) == 0 && what == "position")
      return std::count(path.begin(), path.end(), '/') == 3 ? 1 : 2;  // bodies, then generalised modes
    if (path.rfind("/ptos/", 0) == 0 &&
        std::set<std::string>{"position", "force", "power", "speed", "pitch", "thrust", "wind"}.count(what) > 0)
      return 2;
    if (path.rfind("/joints/", 0) == 0 && what == "position") return 3;
    if (path.rfind("/moorings/", 0) == 0 && what.find("tension") != std::string::npos) return 4;
    return 5;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto& a, const auto& b) { return first(panels[a].group) < first(panels[b].group); });
  std::vector<PanelPlan> rest;
  for (const std::string& id : order) (first(panels[id].group) < 5 ? shown : rest).push_back(panels[id]);
  plan_components(runs, shown, others);
  others.insert(others.end(), rest.begin(), rest.end());
  // What is beyond a page's length is there on request.
  constexpr std::size_t kMostPanels = 24;
  if (shown.size() > kMostPanels) {
    const auto end = shown.begin() + kMostPanels;
    others.insert(others.begin(), end, shown.end());
    shown.erase(end, shown.end());
  }
}

}  // namespace swell::report
