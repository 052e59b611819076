#include "swell/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "checkpoint_file.h"
#include "swell/assembly/built_case.h"
#include "swell/base/contained.h"
#include "swell/base/seal.h"
#include "swell/components/external.h"
#include "swell/solver/integrator.h"

namespace swell::components {
template <class Bytes>
static void members(Bytes& bytes, ExternalValue& v) {
  bytes(v.value, v.rate, v.since);
}
}  // namespace swell::components

namespace swell::run {

namespace {

using components::ExternalValue;

const std::string kFromOutside = " from outside";

/// How wide the input is, where the case says so itself.
std::optional<int> width_of(const model::Model& model, const std::string& address) {
  for (const model::Body& body : model.bodies) {
    if (address == body.name + ".force") return 6;
  }
  const auto of_joint = [&](const model::Joint& joint) { return address == joint.name + ".force"; };
  for (const model::Joint& joint : model.joints) {
    if (of_joint(joint)) return degrees_of_freedom(joint.type);
  }
  for (const model::Pto& pto : model.ptos) {
    if (of_joint(pto)) return degrees_of_freedom(pto.type);
  }
  return std::nullopt;
}

bool is_input_component(const model::Component& component) { return component.type == "input"; }

/// The case with a component `input` for each address that has none yet.
model::Model with_inputs(model::Model model, const SimulationOptions& options, std::vector<std::string>& addresses,
                         std::vector<std::string>& owners) {
  for (const model::Component& component : model.components) {
    if (!is_input_component(component)) continue;
    addresses.push_back(component.name);
    owners.push_back(component.name);
  }
  Diagnostics faults;
  std::optional<std::vector<system::Graph::Declared>> declared;  // asked for only where the case does not say
  for (const std::string& given : options.inputs) {
    const std::string address = given.size() > 7 && given.compare(given.size() - 7, 7, ".output") == 0
                                    ? given.substr(0, given.size() - 7)
                                    : given;
    if (std::find(addresses.begin(), addresses.end(), address) != addresses.end()) continue;
    std::vector<double> value;
    auto& all = model.connections;
    const auto constant = std::find_if(all.begin(), all.end(), [&](const model::Connection& c) {
      return c.to == given && !c.point && std::holds_alternative<std::vector<double>>(c.from);
    });
    Source source;
    if (constant != all.end()) {
      value = std::get<std::vector<double>>(constant->from);
      source = constant->source;
      all.erase(constant);
    } else if (const auto width = width_of(model, given)) {
      value.assign(static_cast<std::size_t>(*width), 0.0);
    } else {
      if (!declared) declared = assembly::build_case(model, options.shared).graph.inputs();
      const auto found = std::find_if(declared->begin(), declared->end(),
                                      [&](const system::Graph::Declared& d) { return d.address == given; });
      if (found == declared->end()) {
        std::vector<std::string> known = addresses;
        for (const auto& input : *declared) known.push_back(input.address);
        faults.error({}, fmt::format("{}: no such input", given),
                     assembly::signal_hint(given, known, assembly::Takes::one));
        continue;
      }
      value.assign(static_cast<std::size_t>(found->spec.width), 0.0);
    }
    model::Component component;
    component.name = given + kFromOutside;
    component.type = "input";
    component.parameters = Parameter::map({{"value", Parameter::list(value)}});
    component.source = source;
    addresses.push_back(given);
    owners.push_back(component.name);
    model::Connection connection;
    connection.from = component.name + ".output";
    connection.to = given;
    connection.source = source;
    model.components.push_back(std::move(component));
    model.connections.push_back(std::move(connection));
  }
  faults.throw_if_errors();
  return model;
}

/// What the caller wants to read: all datasets, or what is named.
void choose_outputs(assembly::BuiltCase& built, const std::vector<std::string>& owners,
                    const std::vector<std::string>& wanted) {
  auto& all = built.recorded;
  const auto from_outside = [&](const assembly::RecordedSeries& r) {
    return std::any_of(owners.begin(), owners.end(), [&](const std::string& owner) {
      return r.address == owner + ".output" && owner.size() > kFromOutside.size() &&
             owner.compare(owner.size() - kFromOutside.size(), kFromOutside.size(), kFromOutside) == 0;
    });
  };
  all.erase(std::remove_if(all.begin(), all.end(), from_outside), all.end());
  if (wanted.empty()) return;
  std::vector<assembly::RecordedSeries> chosen;
  Diagnostics faults;
  const auto take = [&](const assembly::RecordedSeries& series) {
    const bool there =
        std::any_of(chosen.begin(), chosen.end(), [&](const auto& other) { return other.address == series.address; });
    if (!there) chosen.push_back(series);
  };
  std::vector<assembly::Series> known;  // made at the first word that needs it
  for (const std::string& pattern : wanted) {
    bool found = false;
    for (const assembly::RecordedSeries& series : all) {
      if (!assembly::selected(series.address, {pattern}) && !assembly::selected(series.series, {pattern})) continue;
      take(series);
      found = true;
    }
    if (found) continue;
    if (known.empty()) known = built.signals();
    if (const auto signal = assembly::find_signal(pattern, known)) {
      take({known[signal->series].port, {}});
    } else {
      faults.error({},
                   fmt::format("outputs: {} is neither an output of the case nor a pattern that matches one", pattern),
                   assembly::signal_hint(pattern, known, assembly::Takes::patterns));
    }
  }
  faults.throw_if_errors();
  all = std::move(chosen);
}

const std::string kSnapshotMark = "state of a case of Swell, 4";

[[noreturn]] void refuse_bytes(const std::string& why) {
  throw InputError({}, "the saved state cannot be taken: " + why, "give bytes that this case and version has saved");
}

}  // namespace

struct Simulation::Snapshot {
  solver::Checkpoint checkpoint;
  std::vector<ExternalValue> inputs;
};

struct Simulation::Impl {
  std::vector<std::string> addresses, owners;  // of inputs: as they are called, and their components
  model::Model model;
  assembly::BuiltCase built;
  system::System system;
  solver::Integrator integrator;
  std::vector<std::shared_ptr<ExternalValue>> values;
  std::vector<Port> inputs, outputs;
  bool stale = false;  // an input has been set since the outputs were computed, or they were overwritten
  std::vector<double> rates, event_values;
  bool stopped = false;
  std::string layout;

  Impl(const model::Model& given, const SimulationOptions& options)
      : model(with_inputs(given, options, addresses, owners)),
        built(build(*this, options)),
        system(built.compile()),
        integrator(system, built.solver),
        layout(layout_of(system, built.solver)) {
    for (std::size_t i = 0; i < owners.size(); ++i) {
      values.push_back(built.external->find(owners[i]));
      values.back()->since = built.solver.start;
      Port port;
      port.address = addresses[i];
      port.start = values.back()->value;
      inputs.push_back(std::move(port));
      layout += fmt::format("input {} of {}\n", addresses[i], values.back()->value.size());
    }
    for (const system::ComponentInfo& component : system.describe()) {
      const auto owner = std::find(owners.begin(), owners.end(), component.name);
      if (owner == owners.end() || component.outputs.empty()) continue;
      Port& port = inputs[static_cast<std::size_t>(owner - owners.begin())];
      port.spec = component.outputs.front().spec;
    }
    // What an input means is what it feeds.
    for (const system::ComponentInfo& component : system.describe()) {
      for (const auto& input : component.inputs) {
        for (std::size_t i = 0; i < addresses.size(); ++i) {
          if (input.address != addresses[i]) continue;
          Port& port = inputs[i];
          const std::string unit = port.spec.unit;
          port.spec = input.spec;
          if (port.spec.unit.empty()) port.spec.unit = unit;
        }
      }
    }
    for (std::size_t i = 0; i < built.recorded.size(); ++i) {
      Port port;
      port.address = built.recorded[i].address;
      port.path = built.recorded[i].series.path;
      port.spec = system.recorded_spec(static_cast<int>(i));
      if (!built.recorded[i].series.description.empty()) port.spec.description = built.recorded[i].series.description;
      // Vectors that the port numbers stay so: variables of exported FMUs are named by it.
      const std::vector<std::string>& labels = built.recorded[i].series.labels;
      const bool numbered = port.spec.labels.empty() && !labels.empty() && labels.front() == "x";
      if (!labels.empty() && !numbered) port.spec.labels = labels;
      outputs.push_back(std::move(port));
    }
    integrator.initialize();
    built.take_initialization_notes(system);
    integrator.step_to(built.solver.start);
    if (options.at_points) integrator.watch(options.at_points);
  }

  static assembly::BuiltCase build(Impl& impl, const SimulationOptions& options) {
    assembly::BuiltCase built = assembly::build_case(impl.model, options.shared);
    choose_outputs(built, impl.owners, options.outputs);
    return built;
  }

  void overwritten() {
    integrator.inputs_changed();
    stale = true;
  }

  void refresh() {
    if (!stale) return;
    stale = false;
    integrator.refresh();
  }
};

Simulation::Simulation(const model::Model& model, const SimulationOptions& options)
    : impl_(std::make_unique<Impl>(model, options)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const std::vector<Simulation::Port>& Simulation::inputs() const noexcept { return impl_->inputs; }
const std::vector<Simulation::Port>& Simulation::outputs() const noexcept { return impl_->outputs; }

std::size_t Simulation::input(const std::string& address) const {
  const auto& all = impl_->addresses;
  const auto found = std::find(all.begin(), all.end(), address);
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  throw InputError({}, fmt::format("{} is none of the inputs set from outside", address),
                   all.empty() ? std::string("name it when the simulation is made")
                               : assembly::signal_hint(address, all, assembly::Takes::one));
}

std::size_t Simulation::output(const std::string& address) const {
  const auto& all = impl_->outputs;
  std::vector<assembly::Series> known;
  known.reserve(all.size());
  for (const Port& port : all) known.push_back({port.path, 0, "", "", {}, port.address});
  if (const auto found = assembly::find_signal(address, known)) return found->series;
  throw InputError({}, fmt::format("{} is none of the outputs", address),
                   assembly::signal_hint(address, known, assembly::Takes::one));
}

std::vector<std::size_t> Simulation::followed_by(std::size_t output) const {
  const std::vector<std::string> behind = impl_->system.behind_output(static_cast<int>(output));
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < impl_->owners.size(); ++i) {
    if (std::binary_search(behind.begin(), behind.end(), impl_->owners[i])) inputs.push_back(i);
  }
  return inputs;
}

double Simulation::time() const { return impl_->integrator.time(); }
double Simulation::start() const { return impl_->built.solver.start; }
double Simulation::end() const { return impl_->built.solver.start + impl_->built.solver.duration; }

void Simulation::set_input(const std::string& address, const std::vector<double>& values) {
  const std::size_t at = input(address);
  const std::size_t width = impl_->values[at]->value.size();
  if (values.size() != width)
    throw InputError({},
                     fmt::format("{} takes {} number{}, not {}", address, width, width == 1 ? "" : "s", values.size()));
  set_input(at, values.data());
}

void Simulation::set_input(std::size_t input, const double* values) {
  ExternalValue& held = *impl_->values.at(input);
  const std::size_t width = held.value.size();
  for (std::size_t i = 0; i < width; ++i) {
    if (!std::isfinite(values[i]))
      throw InputError({}, fmt::format("{} is set to {} at t = {:g} s", impl_->addresses[input], values[i], time()),
                       "only finite numbers can act on a device");
  }
  std::copy(values, values + width, held.value.begin());
  std::fill(held.rate.begin(), held.rate.end(), 0.0);
  held.since = time();
  impl_->overwritten();
}

void Simulation::set_input_rate(std::size_t input, const double* rates) {
  ExternalValue& held = *impl_->values.at(input);
  for (std::size_t i = 0; i < held.rate.size(); ++i) {
    if (!std::isfinite(rates[i]))
      throw InputError(
          {}, fmt::format("the rate of {} is set to {} at t = {:g} s", impl_->addresses[input], rates[i], time()));
    held.value[i] += held.rate[i] * (time() - held.since);
    held.rate[i] = rates[i];
  }
  held.since = time();
  impl_->overwritten();
}

const std::vector<double>& Simulation::input_value(std::size_t input) const { return impl_->values.at(input)->value; }

bool Simulation::step_to(double time, bool to_event) {
  Impl& impl = *impl_;
  const double slack = 1e-9 * std::max(1.0, std::abs(impl.integrator.time()));
  if (!std::isfinite(time) || time < impl.integrator.time() - slack)
    throw InputError({}, fmt::format("a step from {:g} s to {:g} s", impl.integrator.time(), time),
                     "time goes forward; restore() goes back");
  impl.stale = true;  // where it throws
  impl.stopped = !impl.integrator.step_to(time, to_event);
  impl.stale = false;
  return !impl.stopped;
}

bool Simulation::stopped() const { return impl_->stopped; }
long Simulation::events() const { return static_cast<long>(impl_->integrator.statistics().events); }

const std::vector<double>& Simulation::rates() {
  Impl& impl = *impl_;
  impl.rates.resize(impl.integrator.state().size());
  impl.system.evaluate(time(), impl.integrator.state().data(), impl.rates.data());
  impl.overwritten();
  return impl.rates;
}
const std::vector<double>& Simulation::event_values() {
  Impl& impl = *impl_;
  impl.event_values.resize(static_cast<std::size_t>(impl.system.event_count()));
  impl.system.evaluate_events(time(), impl.integrator.state().data(), impl.event_values.data());
  impl.overwritten();
  return impl.event_values;
}

system::System& Simulation::equations() { return impl_->system; }
const std::vector<double>& Simulation::state() const { return impl_->integrator.state(); }

const double* Simulation::read(std::size_t output) {
  impl_->refresh();
  return impl_->system.recorded(static_cast<int>(output));
}

std::vector<double> Simulation::read(const std::string& address) {
  const std::size_t at = output(address);
  const double* values = read(at);
  return {values, values + impl_->outputs[at].spec.width};
}

std::vector<std::string> Simulation::unkept(bool as_bytes) const {
  std::vector<std::string> titles;
  for (const system::ForeignModel* model : impl_->system.foreign()) {
    if (!(as_bytes ? model->writes() : model->keeps())) titles.push_back(model->title());
  }
  return titles;
}

std::shared_ptr<const Simulation::Snapshot> Simulation::snapshot() {
  impl_->refresh();
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->checkpoint = impl_->integrator.checkpoint();
  for (const auto& value : impl_->values) snapshot->inputs.push_back(*value);
  return snapshot;
}

void Simulation::restore(const Snapshot& snapshot) {
  Impl& impl = *impl_;
  const solver::Checkpoint& c = snapshot.checkpoint;
  bool fits = snapshot.inputs.size() == impl.values.size() &&
              c.snapshot.state.size() == static_cast<std::size_t>(impl.system.state_size()) &&
              c.snapshot.memory.size() == static_cast<std::size_t>(impl.system.memory_size());
  for (std::size_t i = 0; fits && i < impl.values.size(); ++i)
    fits = snapshot.inputs[i].value.size() == impl.values[i]->value.size();
  if (!fits) throw InputError({}, "the saved state belongs to another case", "save and restore in the same case");
  for (std::size_t i = 0; i < impl.values.size(); ++i) *impl.values[i] = snapshot.inputs[i];
  impl.integrator.restore(c);
  impl.stopped = c.stopped;
  impl.integrator.step_to(c.snapshot.time);
  impl.stale = false;
}

std::string Simulation::serialize(const Snapshot& snapshot) const {
  for (const system::ForeignModel* model : impl_->system.foreign()) {
    if (model->writes() || !model->needs_its_state()) continue;
    throw InputError(
        {},
        fmt::format(
            "the snapshot cannot become bytes: {} does not write its state (canSerializeFMUstate is not true, of "
            "FMI 3.0 canSerializeFMUState)",
            model->title()),
        model->keeps() ? "within this simulation the snapshot itself goes back; or ask its maker for one that does"
                       : "ask its maker for one that does");
  }
  solver::Checkpoint checkpoint = snapshot.checkpoint;
  checkpoint.snapshot.foreign_bytes = impl_->system.foreign_bytes(checkpoint.snapshot);
  ByteWriter body;
  body(impl_->layout, snapshot.inputs, checkpoint);
  return sealed(kSnapshotMark + body.take(), kCheckpointSeal);
}

std::shared_ptr<const Simulation::Snapshot> Simulation::deserialize(const std::string& bytes) const {
  if (bytes.compare(0, kSnapshotMark.size(), kSnapshotMark) != 0) refuse_bytes("it is none of Swell");
  std::string content = bytes;
  if (!unseal(content, kCheckpointSeal)) refuse_bytes("it was changed or cut");
  content.erase(0, kSnapshotMark.size());
  ByteReader take(content);
  if (take.text() != impl_->layout) refuse_bytes("it belongs to another case");
  auto snapshot = std::make_shared<Snapshot>();
  take(snapshot->inputs, snapshot->checkpoint);
  if (!take.ok() || !take.done()) refuse_bytes("its size is not that of this case");
  return snapshot;
}

std::vector<Diagnostic> Simulation::warnings() const { return impl_->built.all_warnings(); }
const std::vector<std::string>& Simulation::notes() const noexcept { return impl_->built.notes; }
long Simulation::steps() const { return static_cast<long>(impl_->integrator.statistics().steps); }

}  // namespace swell::run
