#include "building.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "swell/device/given_motion.h"
#include "swell/device/report.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

solver::Options solver_options(const model::Model& model, const model::Choices& choices, Diagnostics& diagnostics) {
  const model::Simulation& simulation = model.simulation;
  solver::Options options;
  switch (choices.integrator) {
    case model::Integrator::rk4:
      options.method = solver::Method::rk4;
      break;
    case model::Integrator::dopri5:
      options.method = solver::Method::dopri5;
      break;
    case model::Integrator::implicit:
      options.method = solver::Method::implicit;
      break;
  }
  options.start = simulation.start;
  options.duration = simulation.duration;
  const double output_step = model.output.time_step.value_or(simulation.time_step.value_or(0.1));
  options.output_step = output_step;
  options.step = simulation.time_step.value_or(std::min(output_step, 0.1));
  options.tolerance = simulation.tolerance.value_or(1e-6);
  options.max_step = simulation.max_step.value_or(
      options.method == solver::Method::rk4 ? options.step : std::max(output_step, options.step));
  options.most_steps = simulation.max_steps.value_or(50000);
  const double interval = std::min(output_step, 1.0);
  if (options.method != solver::Method::rk4 && simulation.max_step &&
      interval / *simulation.max_step > static_cast<double>(options.most_steps)) {
    diagnostics.error(simulation.source.of("max_step"),
                      fmt::format("simulation.max_step = {:g} s means more than {} steps in {:g} s, which is what "
                                  "simulation.max_steps allows",
                                  *simulation.max_step, options.most_steps, interval),
                      "leave max_step out (error control shortens steps where it must), or raise max_steps");
  }
  if (options.method == solver::Method::rk4 && !simulation.time_step) {
    diagnostics.error(simulation.source.origin, "simulation.time_step is missing: integrator rk4 has a fixed step",
                      "give time_step in s (0.1 is usual), or integrator: dopri5");
  }
  return options;
}

// The longest step of an adaptive method where the case gives none. Error control sees the states, but neither what
// lies between two stages nor the memory of radiation, whose head takes the motion within a step for a parabola: 20
// steps per period of the fastest input leave (2 pi / 20)^4 / 384 = 2.5e-5 of it. Inputs in pieces (tables, components,
// lines of their own step) keep the output step.
void choose_longest_step(Building& b) {
  solver::Options& options = b.built.solver;
  if (b.model.simulation.max_step || options.method == solver::Method::rk4 || b.sea == nullptr) return;
  const auto given = [](const auto& joint) { return joint.motion.has_value() || joint.prescribed; };
  const bool moved = std::any_of(b.model.joints.begin(), b.model.joints.end(), given) ||
                     std::any_of(b.model.ptos.begin(), b.model.ptos.end(), given);
  const bool raw = std::any_of(b.sea->systems().begin(), b.sea->systems().end(), [](const waves::WaveSystem& system) {
    return system.record && system.record->route != waves::ElevationRoute::components;
  });
  if (raw || moved || !b.model.components.empty() || !b.model.moorings.empty()) return;
  const waves::WaveComponents& all = b.sea->components();
  if (all.size() == 0) return;
  std::vector<std::pair<double, double>> energies;  // omega, amplitude^2
  double whole = 0.0;
  for (Eigen::Index i = 0; i < all.size(); ++i) {
    energies.emplace_back(all.omega[i], all.amplitude[i] * all.amplitude[i]);
    whole += energies.back().second;
  }
  std::sort(energies.rbegin(), energies.rend());
  double above = 0.0, fastest = energies.front().first;
  for (const auto& [omega, energy] : energies) {
    fastest = omega;
    above += energy;
    if (above > 0.01 * whole) break;
  }
  options.max_step = 2.0 * kPi / fastest / 20.0;
}

// A signal is named as in connections; that results show it says how wide it is.
void add_stop_rules(Building& b) {
  int number = 0;
  for (const model::StopRule& rule : b.model.simulation.stop) {
    const auto found = std::find_if(b.built.recorded.begin(), b.built.recorded.end(),
                                    [&](const RecordedSeries& r) { return r.address == rule.signal; });
    if (found == b.built.recorded.end()) {
      const auto owns = [&](const std::string& name) { return rule.signal.rfind(name + ".", 0) == 0; };
      if (std::any_of(b.built.unmade.begin(), b.built.unmade.end(), owns)) continue;
      std::vector<std::string> known;
      for (const RecordedSeries& recorded : b.built.recorded) known.push_back(recorded.address);
      const auto hint = nearest(rule.signal, known);
      b.diagnostics.error(rule.source.of("signal"),
                          fmt::format("simulation.stop: {} is no signal of the results", rule.signal),
                          hint ? fmt::format("did you mean {}?", *hint) : "name one such as PTO1.position");
      continue;
    }
    const int width = std::max(1, found->series.width);
    if (rule.entry > width) {
      b.diagnostics.error(rule.source.of("entry"), fmt::format("simulation.stop: {} has {} entries, and entry = {}",
                                                               rule.signal, width, rule.entry));
      continue;
    }
    if (!rule.above && !rule.below) {
      b.diagnostics.error(rule.source.origin,
                          fmt::format("simulation.stop: {} has neither above nor below", rule.signal));
      continue;
    }
    const std::string name = fmt::format("stop{}", ++number);
    b.built.graph.emplace<device::StopCondition>(name, width,
                                                 device::StopCondition::Bounds{rule.entry - 1, rule.above, rule.below});
    b.built.graph.connect(rule.signal, name + ".signal", rule.source.of("signal"));
  }
}

}  // namespace

void check_data(const model::Model& model, Diagnostics& diagnostics) {
  const auto listed = [&](const auto& matches) {
    return std::any_of(diagnostics.list().begin(), diagnostics.list().end(), matches);
  };
  SharedData own;
  BuiltCase built;
  Diagnostics found;
  Building b(model, found, built, own);
  for (const model::Body& body : model.bodies) b.bodies.push_back(&body);
  load_hydro_data(b);
  // A sea or an environment with a mistake of its own would be judged by defaults.
  const auto about = [](const Diagnostic& d, const std::string& section) {
    return d.origin.path.rfind(section, 0) == 0 || d.origin.path.rfind("--set " + section, 0) == 0;
  };
  if (!listed([&](const Diagnostic& d) {
        return about(d, "waves") || about(d, "environment") || about(d, "simulation") || about(d, "hydrodynamics");
      }))
    build_sea(b);
  for (const Diagnostic& d : found.list()) {
    const std::string place = d.origin.place();
    if (d.severity == Severity::error &&
        !listed([&](const Diagnostic& other) { return !place.empty() && other.origin.place() == place; }))
      diagnostics.add(d);
  }
  // Components and the connections between them need no device. Where their own keys are wrong already, what would
  // follow from these is left out.
  const bool misread =
      listed([&](const Diagnostic& d) { return d.severity == Severity::error && about(d, "connections"); });
  for (const Diagnostic& d : faults_of_components(model, {}, !misread)) {
    if (!listed([&](const Diagnostic& other) { return other.origin.place() == d.origin.place(); })) diagnostics.add(d);
  }
}

BuiltCase build_case(const model::Model& model, SharedData* shared, bool audit) {
  SharedData own;
  BuiltCase built;
  Diagnostics diagnostics;
  Building b(model, diagnostics, built, shared != nullptr ? *shared : own);
  built.warnings = model.warnings;
  built.solver = solver_options(model, b.choices, diagnostics);
  for (const model::Body& body : model.bodies) b.bodies.push_back(&body);
  std::sort(b.bodies.begin(), b.bodies.end(),
            [](const model::Body* x, const model::Body* y) { return x->name < y->name; });
  for (const model::Body* body : b.bodies) built.body_names.push_back(body->name);
  if (b.bodies.empty() && model.components.empty())
    diagnostics.error(model.simulation.source.origin, "the case has neither bodies nor components");

  load_hydro_data(b);
  build_sea(b);
  choose_longest_step(b);
  build_bodies_and_joints(b);
  const auto tell = [&] {
    if (!diagnostics.has_errors()) return;
    std::vector<std::string> owners = {"sea"};
    for (const model::Body* body : b.bodies) owners.push_back(body->name);
    for (const model::Joint& joint : model.joints) owners.push_back(joint.name);
    for (const model::Pto& pto : model.ptos) owners.push_back(pto.name);
    for (const model::Mooring& mooring : model.moorings) owners.push_back(mooring.name);
    diagnostics.add(faults_of_components(model, owners));
    diagnostics.throw_if_errors();
  };
  tell();
  built.sea = b.sea;
  for (const bodies::RigidBody& rigid : b.rigid) built.body_mass.push_back(rigid.mass);

  if (!b.bodies.empty()) {
    collect(diagnostics, [&] { build_device(b); });
    collect(diagnostics, [&] { build_body_loads(b); });
    check_split(b);
  }
  build_joint_loads(b);
  collect(diagnostics, [&] { build_second_order(b); });
  build_moorings(b);
  tell();
  build_components(b);
  Eigen::Matrix2Xd gauges(2, static_cast<Eigen::Index>(model.environment.gauges.size()));
  for (std::size_t i = 0; i < model.environment.gauges.size(); ++i)
    gauges.col(static_cast<Eigen::Index>(i)) = model.environment.gauges[i];
  built.graph.emplace<device::Sea>(b.sea, gauges, b.built.solver.start, b.built.solver.output_step);
  connect_components(b);
  collect(built.faults, [&] { set_initial_states(b); });
  const model::Initialization& settle = model.initialization;
  built.graph.initialization({settle.method == model::InitializationMethod::newton
                                  ? system::Initialization::Method::newton
                                  : system::Initialization::Method::sweeps,
                              settle.tolerance, settle.absolute_tolerance, settle.max_iterations});
  build_power(b);
  select_results(b);
  add_stop_rules(b);
  if (!b.bodies.empty() && !diagnostics.has_errors() && !built.faults.has_errors()) {
    plan_energy(b);
    build_watch(b);
    if (audit) build_audit(b);
  }
  built.graph.settle_ports();
  advise(b);
  for (const std::string& pattern : model.output.select) {
    const bool found = std::any_of(built.recorded.begin(), built.recorded.end(), [&](const RecordedSeries& recorded) {
      return selected(recorded.series.path, {pattern});
    });
    if (found || selected("/time", {pattern}) || !built.unmade.empty()) continue;
    std::vector<std::string> known;
    for (const RecordedSeries& recorded : built.recorded) known.push_back(recorded.series.path.substr(1));
    const auto hint = nearest(pattern, known);
    diagnostics.error(
        model.output.source.of("select"), fmt::format("output.select = {} matches no result", pattern),
        hint ? fmt::format("did you mean {}?", *hint) : fmt::format("there is {}, for example", known.front()));
  }
  if (diagnostics.has_errors() || built.faults.has_errors()) {
    for (const Diagnostic& d : diagnostics.list()) {
      if (d.severity == Severity::error) built.faults.add(d);
    }
    built.compile();  // tells what it finds too
  }
  if (model.simulation.static_equilibrium && !b.bodies.empty()) {
    const StaticEquilibrium rest = static_equilibrium(model, shared);
    built.graph.initial("device.motion", rest.motion, model.simulation.source.of("static_equilibrium"));
    built.notes.insert(built.notes.end(), rest.budget.begin(), rest.budget.end());
  }
  for (const Diagnostics* found : {&diagnostics, &built.faults}) {
    for (const Diagnostic& diagnostic : found->list()) {
      if (diagnostic.severity == Severity::warning) built.warnings.push_back(diagnostic);
    }
  }
  return built;
}

}  // namespace swell::assembly
