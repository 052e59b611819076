#include "stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "swell/base/progress.h"
#include "swell/base/refuse.h"
#include "swell/device/given_motion.h"
#include "swell/device/multibody_component.h"
#include "swell/device/results_ports.h"

namespace swell::assembly {

namespace {

// The longest step of an adaptive method where the case gives none. Error control sees the states, but neither what
// lies between two stages nor the memory of radiation, whose head takes the motion within a step for a parabola: 20
// steps per period of the fastest input leave (2 pi / 20)^4 / 384 = 2.5e-5 of it. Inputs in pieces (tables, components,
// lines of their own step) keep the output step.
void choose_longest_step(const Case& c, const Sea& sea, solver::Options& options) {
  if (c.model.simulation.max_step || options.method == solver::Method::rk4 || sea == nullptr) return;
  const auto given = [](const auto& joint) { return joint.motion.has_value() || joint.prescribed; };
  const bool moved = std::any_of(c.model.joints.begin(), c.model.joints.end(), given) ||
                     std::any_of(c.model.ptos.begin(), c.model.ptos.end(), given);
  const bool raw = std::any_of(sea->systems().begin(), sea->systems().end(), [](const waves::WaveSystem& system) {
    return system.record && system.record->route != waves::ElevationRoute::components;
  });
  if (raw || moved || !c.model.components.empty() || !c.model.moorings.empty()) return;
  const waves::WaveComponents& all = sea->components();
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

solver::Options solver_options(const Case& c, const Sea& sea) {
  const model::Model& model = c.model;
  const model::Simulation& simulation = model.simulation;
  solver::Options options;
  c.uses(simulation.start, simulation.duration, simulation.time_step, simulation.integrator, simulation.reproduce,
         simulation.stop, simulation.ramp);  // averages begin after the ramp, whatever it acts on
  if (c.choices.integrator != model::Integrator::rk4)
    c.uses(simulation.tolerance, simulation.absolute_tolerance, simulation.min_step, simulation.max_step,
           simulation.max_steps);
  options.method = c.choices.integrator == model::Integrator::rk4      ? solver::Method::rk4
                   : c.choices.integrator == model::Integrator::dopri5 ? solver::Method::dopri5
                                                                       : solver::Method::implicit;
  options.start = simulation.start;
  options.duration = simulation.duration;
  options.output_times = model.output.times;
  double output_step = model.output.time_step.value_or(simulation.time_step.value_or(0.1));
  // Listed rows: their shortest distance stands for the output step where one is asked for.
  for (std::size_t i = 1; i < options.output_times.size(); ++i) {
    const double gap = options.output_times[i] - options.output_times[i - 1];
    output_step = i == 1 ? gap : std::min(output_step, gap);
  }
  options.output_step = output_step;
  options.step = simulation.time_step.value_or(std::min(output_step, 0.1));
  options.tolerance = simulation.tolerance.value_or(1e-6);
  options.absolute_tolerance = simulation.absolute_tolerance.value_or(0.0);
  options.min_step = simulation.min_step.value_or(0.0);
  options.max_step = simulation.max_step.value_or(
      options.method == solver::Method::rk4 ? options.step : std::max(output_step, options.step));
  options.most_steps = simulation.max_steps.value_or(50000);
  const double interval = std::min(output_step, 1.0);
  if (options.method != solver::Method::rk4 && simulation.max_step &&
      interval / *simulation.max_step > static_cast<double>(options.most_steps)) {
    code::refuse(c.diagnostics, "contradiction", simulation.source.of("max_step"),
                 fmt::format("simulation.max_step = {:g} s needs more than {} steps in "
                             "{:g} s, the limit of simulation.max_steps",
                             *simulation.max_step, options.most_steps, interval),
                 "leave max_step out (error control shortens steps where it must), or raise max_steps");
  }
  if (options.method == solver::Method::rk4 && !simulation.time_step) {
    code::refuse(c.diagnostics, "missing", simulation.source.origin,
                 "simulation.time_step is missing: integrator rk4 has a fixed step",
                 "give time_step in s (0.1 is usual), or integrator: dopri5");
  }
  choose_longest_step(c, sea, options);
  return options;
}

void record(std::vector<RecordedSeries> more, BuiltCase& out) {
  std::move(more.begin(), more.end(), std::back_inserter(out.recorded));
}

/// Outputs that `swell inspect` lists and results do not show unless they are requested by name.
std::vector<RecordedSeries> requested(const std::vector<std::string>& select, const std::vector<RecordedSeries>& shown,
                                      system::Graph& graph) {
  std::vector<RecordedSeries> more;
  std::vector<std::string> words;
  std::copy_if(select.begin(), select.end(), std::back_inserter(words), [&shown](const std::string& word) {
    return word.find('*') == std::string::npos &&
           std::none_of(shown.begin(), shown.end(),
                        [&word](const RecordedSeries& recorded) { return selected(recorded.series, {word}); });
  });
  if (words.empty()) return more;
  for (const system::Graph::Declared& output : graph.outputs()) {
    Series series =
        output_series("/signals/" + output.component + "/" + name_within(output), output.address, output.spec);
    if (std::any_of(words.begin(), words.end(), [&](const std::string& word) { return !!find_signal(word, {series}); }))
      more.push_back({output.address, std::move(series)});
  }
  return more;
}

void add_stop_rules(const Case& c, BuiltCase& built) {
  if (c.model.simulation.stop.empty()) return;
  const std::vector<Series> all = built.signals();
  const std::vector<std::string>& failed = built.failed_components;
  system::Graph& graph = built.graph;
  int number = 0;
  for (const model::StopRule& given : c.model.simulation.stop) {
    model::StopRule rule = given;
    const std::optional<Signal> signal = find_signal(rule.signal, all);
    if (!signal) {
      if (of_failed_component(failed, rule.signal)) continue;
      code::refuse(c.diagnostics, code::kUnknownName, rule.source.of("signal"),
                   fmt::format("simulation.stop: {} is not a signal of the results", rule.signal),
                   signal_hint(rule.signal, all, Takes::one));
      continue;
    }
    const Series* found = &all[signal->series];
    if (signal->column) {
      if (rule.source.has("entry")) {
        code::refuse(c.diagnostics, "contradiction", rule.source.of("entry"),
                     fmt::format("simulation.stop: {} names its entry already", rule.signal), "leave entry out");
        continue;
      }
      rule.entry = *signal->column;
    }
    const int width = std::max(1, found->width);
    if (rule.entry > width) {
      code::refuse(c.diagnostics, "out-of-range", rule.source.of("entry"),
                   fmt::format("simulation.stop: {} has {} entries, and entry = {}", rule.signal, width, rule.entry));
      continue;
    }
    if (rule.above && rule.below && *rule.above <= *rule.below) {
      code::refuse(c.diagnostics, "contradiction", rule.source.of("above"),
                   fmt::format("simulation.stop: {} is always above {:g} or below {:g}: the run would end at its "
                               "start",
                               rule.signal, *rule.above, *rule.below),
                   "above is the upper bound and below the lower one");
      continue;
    }
    if (!rule.above && !rule.below) {
      code::refuse(c.diagnostics, "missing", rule.source.origin,
                   fmt::format("simulation.stop: {} has neither above nor below", rule.signal));
      continue;
    }
    const std::string name = fmt::format("stop{}", ++number);
    graph.emplace<device::StopCondition>(name, width,
                                         device::StopCondition::Bounds{rule.entry - 1, rule.above, rule.below});
    graph.connect(found->port, name + ".signal", rule.source.of("signal"));
  }
}

/// The mechanism with everything that acts on it.
struct Physics {
  Parts parts;
  AddedMass added;
};

/// @param of_run  takes the warnings of the run
Physics make_physics(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                     const solver::Options& steps, const std::shared_ptr<std::vector<Diagnostic>>& of_run) {
  Physics out;
  Parts& parts = out.parts;
  MatrixX jacobian;
  if (!c.bodies.empty()) {
    collect(c.diagnostics, [&] {
      out.added = make_added_mass(c, hydro, sea, mechanism);
      Device device = make_device(c, hydro, sea, mechanism, out.added);
      warn_of_inertia(c, hydro, mechanism, device.moves);
      jacobian = device.jacobian;
      out.added.tilting = device.tilting;
      parts.take(std::move(device.parts));
      parts.take(radiation_loads(c, hydro, sea, device, steps));
      parts.take(excitation_loads(c, hydro, sea, mechanism, device, steps));
      for (std::size_t i = 0; i < c.bodies.size(); ++i) {
        if (!is_variable(c, hydro, i)) continue;
        collect(c.diagnostics, [&] { parts.take(set_loads(c, hydro, sea, mechanism, out.added, device, steps, i)); });
      }
    });
    collect(c.diagnostics, [&] {
      BodyLoads loads = body_loads(c, hydro, sea, mechanism);
      parts.take(std::move(loads.parts));
      check_split(c, mechanism, out.added, jacobian, loads.delayed_inertia);
    });
  }
  if (!c.diagnostics.has_errors()) parts.take({{}, {}, stored_coefficients(c, hydro, sea, mechanism, out.added)});
  parts.take(modal_loads(c, hydro));
  parts.take(joint_loads(c, mechanism));
  collect(c.diagnostics, [&] { parts.take(second_order_loads(c, hydro, sea)); });
  parts.take(mooring_loads(c, sea, mechanism));
  parts.take(rotor_loads(c, mechanism, of_run));
  return out;
}

std::vector<std::string> names_of_ptos(const model::Model& model, const Mechanism& mechanism) {
  std::vector<std::string> names = mechanism.ptos;
  for (const model::Mooring& mooring : model.moorings)
    if (std::holds_alternative<model::TetherMooring>(mooring.law)) names.push_back(mooring.name);
  for (const model::Rotor& rotor : model.rotors) names.push_back(rotor.name);
  std::sort(names.begin(), names.end());
  return names;
}

/// Mistakes of components and their connections, as far as they show without a device.
void add_component_faults(const model::Model& model, Diagnostics& diagnostics) {
  std::vector<std::string> owners = {"sea"};
  for (const model::Body& body : model.bodies) owners.push_back(body.name);
  for (const model::Joint& joint : model.joints) owners.push_back(joint.name);
  for (const model::Pto& pto : model.ptos) owners.push_back(pto.name);
  for (const model::Mooring& mooring : model.moorings) owners.push_back(mooring.name);
  for (const model::Rotor& rotor : model.rotors) owners.push_back(rotor.name);
  for (const Diagnostic& d : faults_of_components(model, owners)) {
    const bool listed = std::any_of(diagnostics.list().begin(), diagnostics.list().end(), [&](const Diagnostic& other) {
      return other.origin.place() == d.origin.place() && other.message == d.message;
    });
    if (!listed) diagnostics.add(d);
  }
}

/// Throws what is wrong so far, with what is wrong among the components.
void refuse_mistakes(const Case& c) {
  if (!c.diagnostics.has_errors()) return;
  add_component_faults(c.model, c.diagnostics);
  c.diagnostics.throw_if_errors();
}

void check_selection(const Case& c, BuiltCase& built) {
  if (c.model.output.select.empty()) return;
  std::vector<Series> all = built.signals();
  for (const RecordedSeries& state : built.states) all.push_back(state.series);
  for (const std::string& pattern : c.model.output.select) {
    // Other outputs are recorded where they are named, not by a pattern.
    const bool found = std::any_of(all.begin(), all.end(), [&](const Series& series) {
      return !series.path.empty() && selected(series, {pattern});
    });
    if (found || selected("/time", {pattern}) || !built.failed_components.empty()) continue;
    code::refuse(c.diagnostics, code::kUnknownName, c.model.output.source.of("select"),
                 fmt::format("output.select = {} matches no result", pattern),
                 signal_hint(pattern, all, Takes::patterns));
  }
}

/// Keys that no stage takes: the results file, and what any case with bodies, components or gauges has.
void use_rest(const Case& c, BuiltCase& built) {
  const model::Output& o = c.model.output;
  c.uses(o.file, o.time_step, o.times, o.select, o.compression, c.model.groups, c.model.group_types,
         c.model.connections);
  if (!built.graph.states().empty() || !stored_memory(built.graph).empty()) c.uses(o.states, o.state, c.model.initial);
  if (!c.model.components.empty()) c.uses(c.model.components, c.model.initialization);
  if (!c.bodies.empty()) c.uses(c.model.simulation.static_equilibrium);
  c.uses(c.model.environment.gravity);
  if (!c.model.environment.gauges.empty() || c.bodies.empty()) use_waves(c, built.sea);
  c.uses(c.model.environment.gauges);
}

std::vector<const model::Body*> sorted_bodies(const model::Model& model) {
  std::vector<const model::Body*> bodies;
  for (const model::Body& body : model.bodies) bodies.push_back(&body);
  std::sort(bodies.begin(), bodies.end(), [](const model::Body* x, const model::Body* y) { return x->name < y->name; });
  return bodies;
}

}  // namespace

bool of_failed_component(const std::vector<std::string>& failed, const std::string& word) {
  return std::any_of(failed.begin(), failed.end(),
                     [&](const std::string& name) { return word.rfind(name + ".", 0) == 0; });
}

Case::Case(const model::Model& of, SharedData& data, Messages& messages, Checks wanted,
           std::map<std::string, double> down)
    : model(of),
      checks(wanted),
      rehearsal(wanted == Checks::rehearsal),
      pulls(std::move(down)),
      choices(model::resolve_choices(of)),
      bodies(sorted_bodies(of)),
      shared(data),
      diagnostics(messages.diagnostics),
      notes(messages.notes),
      used(messages.used) {}

device::BodyNames Case::names() const {
  device::BodyNames names;
  for (const model::Body* body : bodies) names.push_back(body->name);
  return names;
}

std::vector<Series> BuiltCase::signals() {
  std::vector<Series> all;
  for (const RecordedSeries& each : recorded) all.push_back(each.series);
  for (const system::Graph::Declared& output : graph.outputs())
    all.push_back(output_series("", output.address, output.spec));
  return all;
}

void Parts::take(Parts more) {
  std::move(more.components.begin(), more.components.end(), std::back_inserter(components));
  std::move(more.recorded.begin(), more.recorded.end(), std::back_inserter(recorded));
  std::move(more.arrays.begin(), more.arrays.end(), std::back_inserter(arrays));
}

std::vector<RecordedSeries> add_parts(Parts& parts, system::Graph& graph) {
  for (auto& component : parts.components) graph.add(std::move(component));
  for (RecordedSeries& recorded : parts.recorded) recorded.series.port = recorded.address;
  return std::move(parts.recorded);
}

void check_data(const model::Model& model, Diagnostics& diagnostics) {
  const auto listed = [&](const auto& matches) {
    return std::any_of(diagnostics.list().begin(), diagnostics.list().end(), matches);
  };
  SharedData own;
  Messages found;
  const Case c(model, own, found, Checks::rehearsal);
  const Hydro hydro = place_hydro(c, read_hydro(c));
  // A sea or an environment with a mistake of its own would be judged by defaults.
  const auto about = [](const Diagnostic& d, const std::string& section) {
    return d.subject.compare(0, section.size(), section) == 0;
  };
  if (!listed([&](const Diagnostic& d) {
        return about(d, "waves") || about(d, "environment") || about(d, "simulation") || about(d, "hydrodynamics");
      }))
    make_sea(c, hydro);
  for (const Diagnostic& d : found.diagnostics.list()) {
    const std::string place = d.origin.place();
    if (d.severity == Severity::error &&
        !listed([&](const Diagnostic& other) { return !place.empty() && other.origin.place() == place; }))
      diagnostics.add(d);
  }
  // Components and the connections between them need no device. Where their own keys are wrong already, what would
  // follow from these is left out.
  const bool misread =
      listed([&](const Diagnostic& d) { return d.severity == Severity::error && about(d, "connections"); });
  std::set<std::string> refused;  // libraries about which a mistake is listed: nobody allowed them
  for (const model::Component& component : model.components) {
    const Origin at = component.source.of("library");
    if (!component.library.empty() &&
        listed([&](const Diagnostic& d) { return d.origin.place() == at.place() && d.origin.path == at.path; }))
      refused.insert(component.library);
  }
  for (const Diagnostic& d : faults_of_components(model, {}, !misread, refused)) {
    if (!listed([&](const Diagnostic& other) { return other.origin.place() == d.origin.place(); })) diagnostics.add(d);
  }
}

namespace {
/// Throws the mistakes of a case that are found without hydrodynamics, and reports its warnings early.
void rehearse(const model::Model& model, SharedData& shared) {
  Diagnostics found;
  report_early(model.warnings);
  try {
    assemble(model, shared, Checks::rehearsal, {}).compile();
  } catch (const InputError& error) {
    // Values that exclude each other may be those of the stand-ins.
    const std::set<std::string> depends = {"contradiction", "out-of-range", code::kBadFile, "wrong-input"};
    for (const Diagnostic& d : error.diagnostics()) {
      if (d.severity == Severity::error && depends.count(d.code) == 0) found.add(d);
    }
  } catch (const SimulationError&) {  // of the stand-ins
    return;
  }
  add_component_faults(model, found);
  found.throw_if_errors();
}

/// Puts the device where it rests in still water.
void start_at_rest(const model::Model& model, SharedData& shared, BuiltCase& built) {
  try {
    const StaticEquilibrium rest = static_equilibrium(model, shared, built.pulls);
    built.graph.initial(device::MultibodyComponent::kMotion, rest.motion,
                        model.simulation.source.of("static_equilibrium"));
    built.notes.insert(built.notes.end(), rest.budget.begin(), rest.budget.end());
  } catch (const SimulationError& error) {
    constexpr bool kDiverged = true;  // what was warned of is why, more often than not
    throw SimulationError(error.message(), error.time(), error.component(), error.quantity(), kDiverged, error.value(),
                          built.warnings);
  }
}
}  // namespace

BuiltCase assemble(const model::Model& given, SharedData& shared, Checks checks,
                   const std::map<std::string, double>& pulls, const std::vector<std::string>& signals) {
  BuiltCase built;
  Messages messages;
  const Case rigid(given, shared, messages, checks, pulls);
  if (given.bodies.empty() && given.components.empty() && given.moorings.empty())
    rigid.diagnostics.error(given.simulation.source.origin, "the case has neither bodies nor components").code =
        "missing";
  Hydro read = read_hydro(rigid);
  const std::optional<model::Model> modal = with_modes(rigid, read);
  const Case c(modal ? *modal : given, shared, messages, checks, pulls);
  const model::Model& model = c.model;

  // The physics.
  const Hydro hydro = place_hydro(c, std::move(read));
  built.sea = make_sea(c, hydro);
  const Sea sea = built.sea;
  built.solver = solver_options(c, sea);
  const Mechanism mechanism = make_mechanism(c, hydro);
  refuse_mistakes(c);
  Physics physics = make_physics(c, hydro, sea, mechanism, built.solver, built.of_run);
  built.recorded = add_parts(physics.parts, built.graph);
  collect(c.diagnostics, [&] { connect_set_signals(c, hydro, built.graph); });
  refuse_mistakes(c);

  // The case's own components, and what is read of all.
  if (!model.components.empty()) built.solver.communication = communication_of(c);
  OwnComponents own = make_components(c, sea, built);
  built.failed_components = add_components(c, own, built.graph);
  Eigen::Matrix2Xd gauges(2, static_cast<Eigen::Index>(model.environment.gauges.size()));
  for (std::size_t i = 0; i < model.environment.gauges.size(); ++i)
    gauges.col(static_cast<Eigen::Index>(i)) = model.environment.gauges[i];
  built.graph.emplace<device::Sea>(sea, gauges, built.solver.start, built.solver.output_step);
  if (built.solver.communication && built.failed_components.empty())
    check_communication(c, *built.solver.communication, built.graph);
  Wiring wiring = connect_components(c, built.failed_components, built.graph);
  for (const Diagnostics* faults : {&own.faults, &wiring.faults}) built.faults.add(faults->list());
  record(std::move(wiring.recorded), built);
  collect(built.faults, [&] { set_initial_states(c, built.failed_components, built.graph, built.faults); });
  const model::Initialization& settle = model.initialization;
  built.graph.initialization({settle.method == model::InitializationMethod::newton
                                  ? system::Initialization::Method::newton
                                  : system::Initialization::Method::sweeps,
                              settle.tolerance, settle.absolute_tolerance, settle.max_iterations});
  built.power = add_power(c, mechanism, built.graph);
  record(results_of(c, built.power), built);
  for (const std::vector<std::string>* select : {&model.output.select, &signals})
    record(requested(*select, built.recorded, built.graph), built);
  add_stop_rules(c, built);

  // Names and values that the run reports.
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (is_mode(*c.bodies[i])) continue;
    built.body_names.push_back(c.bodies[i]->name);
    built.body_mass.push_back(mechanism.rigid[i].mass);
  }
  built.pto_names = names_of_ptos(model, mechanism);
  built.hydro_data = hydro.read;
  built.hydro = std::move(physics.parts.arrays);
  built.pulls = pulls;
  built.ports = std::move(wiring.ports);
  built.states = std::move(wiring.states);
  built.state_file = model.output.state;
  if (!model.initial.file.empty()) built.state_file_from = model.initial.source.of("file");
  const auto has_mistakes = [&] { return c.diagnostics.has_errors() || built.faults.has_errors(); };
  if (!c.bodies.empty() && !has_mistakes()) {
    built.energy = plan_energy(c, hydro, mechanism, built.graph);
    built.greatest_power = greatest_power(c, hydro, sea, mechanism, built.energy, built.graph);
    if (checks == Checks::watch || checks == Checks::audit)
      built.watch = add_watch(c, hydro, sea, mechanism, built.energy, built.graph);
    if (checks == Checks::audit) {
      Parts audit = audit_of(c, mechanism, physics.added, built.energy);
      record(add_parts(audit, built.graph), built);
    }
  }
  built.graph.settle_ports();

  // Checks and warnings of the whole case.
  use_rest(c, built);
  advise(c, sea, mechanism, built.solver, built.graph);
  check_selection(c, built);
  if (has_mistakes()) {
    for (const Diagnostic& d : c.diagnostics.list()) {
      if (d.severity == Severity::error) built.faults.add(d);
    }
    built.compile();  // reports what it finds too
  }
  warn_of_idle_keys(model, messages.used, c.diagnostics);
  for (const std::string& file : c.shared.take_damaged())
    c.note("kept-preparation-damaged", fmt::format("{}: the kept preparation was damaged and is made anew", file));
  built.notes = gathered(messages.notes);
  built.warnings = model.warnings;
  for (const Diagnostics* found : {&c.diagnostics, &built.faults}) {
    for (const Diagnostic& diagnostic : found->list()) {
      if (diagnostic.severity == Severity::warning) add_once(built.warnings, diagnostic);
    }
  }
  gather_alike(built.warnings);
  return built;
}

BuiltCase build_case(const model::Model& model, SharedData* shared, Checks checks,
                     const std::vector<std::string>& signals) {
  SharedData own;
  SharedData& data = shared != nullptr ? *shared : own;
  if (checks == Checks::rehearsal) return assemble(model, data, checks, {}, signals);
  if (must_compute(model)) rehearse(model, data);
  BuiltCase built = assemble(model, data, checks, pulls_at_design(model, data), signals);
  if (model.simulation.static_equilibrium && !model.bodies.empty()) start_at_rest(model, data, built);
  return built;
}

}  // namespace swell::assembly
