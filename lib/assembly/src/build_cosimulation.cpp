// In which order FMUs are stepped, which of their inputs are then new, and what controls the length of their steps.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "swell/base/refuse.h"

#include "stages.h"

namespace swell::assembly {

namespace {

/// Who feeds whom, by the names in the case's connections. A port of a body, joint or mooring belongs to the device.
class Feeds {
 public:
  explicit Feeds(const model::Model& model) {
    for (const model::Component& component : model.components) {
      names_.insert(component.name);
      if (is_stepped(component)) fmus_.insert(component.name);
    }
    for (const model::Connection& connection : model.connections) {
      const auto* from = std::get_if<std::string>(&connection.from);
      if (from != nullptr && connection.group.empty()) into_[owner(connection.to)].push_back({*from, connection.to});
    }
  }

  /// An FMU that is stepped by itself has a step; one that is not passes its inputs on at once.
  static bool is_stepped(const model::Component& component) {
    return component.type == "fmu" && component.parameters.find("step") != nullptr;
  }
  struct Wire {
    std::string from, to;
  };
  std::vector<Wire> into(const std::string& fmu) const {
    const auto found = into_.find(fmu);
    return found == into_.end() ? std::vector<Wire>{} : found->second;
  }
  /// The FMUs whose outputs the value at this output depends on at one and the same time. What passes through another
  /// component counts as passing at once, states in it or not: an order is only lost by that, never wrong.
  std::set<std::string> sources(const std::string& output) const {
    std::set<std::string> fmus, seen;
    follow(output, fmus, seen);
    return fmus;
  }

 private:
  std::string owner(const std::string& address) const {
    const std::string name = address.substr(0, address.find('.'));
    return names_.count(name) != 0 ? name : std::string();
  }
  void follow(const std::string& output, std::set<std::string>& fmus, std::set<std::string>& seen) const {
    const std::string from = owner(output);
    if (fmus_.count(from) != 0) {
      fmus.insert(from);
      return;
    }
    // Position and velocity are states of the device: no force moves them at once.
    const auto motion = device::motion_at(output);
    if (from.empty() && (motion == device::Motion::position || motion == device::Motion::velocity)) return;
    if (!seen.insert(from).second) return;
    for (const Wire& wire : into(from)) follow(wire.from, fmus, seen);
  }

  std::set<std::string> names_, fmus_;
  std::map<std::string, std::vector<Wire>> into_;
};

std::string port_within(const std::string& address) { return address.substr(address.find('.') + 1); }

/// Always the one next for whom the fewest of those that feed it are still to come; the case's order decides between
/// equals. Without loops that leaves nobody waiting.
std::vector<std::string> order_of(std::vector<std::string> fmus,
                                  const std::map<std::string, std::set<std::string>>& feeders) {
  std::vector<std::string> order;
  while (!fmus.empty()) {
    const auto waits_for = [&](const std::string& fmu) {
      return std::count_if(fmus.begin(), fmus.end(),
                           [&](const std::string& other) { return other != fmu && feeders.at(fmu).count(other) != 0; });
    };
    const auto next = std::min_element(fmus.begin(), fmus.end(), [&](const std::string& a, const std::string& b) {
      return waits_for(a) < waits_for(b);
    });
    order.push_back(*next);
    fmus.erase(next);
  }
  return order;
}

}  // namespace

std::map<std::string, Parameter> latest_inputs(const Case& c) {
  const model::Simulation& simulation = c.model.simulation;
  const bool in_order = simulation.cosimulation.method == model::Cosimulation::gauss_seidel;
  const Feeds feeds(c.model);
  std::vector<std::string> fmus;
  for (const model::Component& component : c.model.components) {
    if (Feeds::is_stepped(component)) fmus.push_back(component.name);
  }
  std::map<std::string, Parameter> latest;
  if (fmus.empty()) return latest;
  c.uses(simulation.cosimulation);
  if (!in_order) {
    if (fmus.size() > 1)
      c.note("fmus-jacobi", fmt::format("{} FMUs ({}) are stepped side by side, each with the values of its last "
                                        "communication point (Jacobi)",
                                        fmus.size(), fmt::join(fmus, ", ")));
    return latest;
  }
  std::map<std::string, std::set<std::string>> feeders;
  for (const std::string& fmu : fmus) {
    feeders[fmu];
    for (const auto& wire : feeds.into(fmu)) feeders[fmu].merge(feeds.sources(wire.from));
  }
  const std::vector<std::string> order = order_of(fmus, feeders);
  std::set<std::string> done;
  std::vector<std::string> fresh, old;
  for (const std::string& fmu : order) {
    std::vector<Parameter> inputs;
    for (const auto& wire : feeds.into(fmu)) {
      const std::set<std::string> sources = feeds.sources(wire.from);
      const bool all_done = std::includes(done.begin(), done.end(), sources.begin(), sources.end());
      (all_done ? fresh : old).push_back(wire.to);
      if (all_done) inputs.push_back(Parameter::of(port_within(wire.to)));
    }
    latest[fmu] = Parameter::list(std::move(inputs));
    done.insert(fmu);
  }
  // Their members are known only when every component is there.
  for (const model::Connection& connection : c.model.connections) {
    const auto has_fmu = [&](const std::string& address) {
      return std::find(fmus.begin(), fmus.end(), address.substr(0, address.find('.'))) != fmus.end();
    };
    if (!connection.group.empty() && (has_fmu(connection.group) || has_fmu(connection.with)))
      old.push_back(fmt::format("what {} and {} join", connection.group, connection.with));
  }
  c.note("fmus-gauss-seidel",
         fmt::format("FMUs are stepped in the order {} (Gauss-Seidel); {}{}", fmt::join(order, ", "),
                     fresh.empty() ? "no input is" : fmt::format("{} are", fmt::join(fresh, ", ")),
                     " read as just given") +
             (old.empty() ? std::string()
                          : fmt::format(", {} from the communication point before", fmt::join(old, ", "))));
  return latest;
}

std::shared_ptr<system::CommunicationControl> communication_of(const Case& c) {
  const model::CosimulationChoice& choice = c.model.simulation.cosimulation;
  const auto error = [&](const std::string& key, const std::string& message, const std::string& remedy) {
    c.diagnostics.error(choice.source.of(key), "simulation.cosimulation." + key + message, remedy);
  };
  if (!choice.tolerance) {
    if (choice.min_step || choice.max_step)
      error("tolerance", " is missing: min_step and max_step bound a step that it controls", "tolerance: 1e-4");
    return nullptr;
  }
  double first = 0.0;
  for (const model::Component& component : c.model.components) {
    if (!Feeds::is_stepped(component)) continue;
    const double step = component.parameters.find("step")->number;
    if (step > 0.0 && (first == 0.0 || step < first)) first = step;
  }
  if (first == 0.0) return nullptr;  // latest_inputs() says so
  constexpr double kRange = 1000.0;
  auto control = std::make_shared<system::CommunicationControl>();
  control->tolerance = *choice.tolerance;
  control->min_step = choice.min_step.value_or(std::min(first / kRange, choice.max_step.value_or(first)));
  control->max_step = choice.max_step.value_or(std::max(first * kRange, control->min_step));
  if (control->min_step > control->max_step) {
    error("min_step", fmt::format(" = {:g} s lies above max_step, {:g} s", control->min_step, control->max_step), "");
    return nullptr;
  }
  control->first_step = control->next_step = std::clamp(first, control->min_step, control->max_step);
  c.note("fmu-steps-controlled",
         fmt::format("communication steps of FMUs are controlled: each is repeated with two halves, whose error stays "
                     "below {:g}; the "
                     "first is {:g} s, all between {:g} s and {:g} s",
                     control->tolerance, control->first_step, control->min_step, control->max_step));
  return control;
}

void check_communication(const Case& c, const system::CommunicationControl& control, system::Graph& graph) {
  std::vector<double> judged;
  for (const system::ForeignModel* model : graph.foreign()) model->append_values(judged);
  if (!judged.empty() || !graph.states().empty()) return;
  code::refuse(c.diagnostics, "contradiction", c.model.simulation.cosimulation.source.of("tolerance"),
               fmt::format("simulation.cosimulation.tolerance = {:g}: nothing of the case tells the error of a "
                           "communication step: its FMUs have no real output that varies, and nothing else has states",
                           control.tolerance),
               "leave simulation.cosimulation.tolerance out: steps are of fixed length then");
}

}  // namespace swell::assembly
