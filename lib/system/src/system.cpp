#include "swell/system/system.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "impl.h"
#include "swell/base/text.h"

namespace swell::system {

System::System(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
System::System(System&&) noexcept = default;
System& System::operator=(System&&) noexcept = default;
System::~System() {
  if (!impl_) return;  // moved from
  for (ForeignModel* model : impl_->foreign) model->begin_to_end();
}

void System::Impl::bind(const double* state) {
  if (state == bound_state) return;
  bound_state = state;
  for (const Patch& patch : patches) *patch.slot = state + patch.offset;
}

Evaluation System::Impl::evaluation_for(int component, double time, bool is_major) const {
  const Tables& table = tables[nth(component)];
  Evaluation evaluation;
  evaluation.time = time;
  evaluation.step_start = step_start;
  evaluation.major = is_major;
  evaluation.inputs = table.inputs.data();
  evaluation.states = table.states.data();
  evaluation.memories = table.memories.data();
  evaluation.computations = table.computations.data();
  evaluation.writable = table.writable.data();
  return evaluation;
}

namespace {
/// [s] Times closer than this are equal: a small share of the period plus round-off at the size of the time.
double same_instant(double time, double period) {
  return 1e-9 * period + 8.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
}
}  // namespace

bool System::Impl::is_due(const Task& task, double time) const {
  if (task.period <= 0.0) return true;
  const double next = start_time + memory[nth(task.sample_slot)] * task.period;
  return time >= next - same_instant(time, task.period);
}

bool System::Impl::was_taken(const Task& task, double time) const {
  if (task.period <= 0.0) return true;
  const double last = start_time + (memory[nth(task.sample_slot)] - 1.0) * task.period;
  return std::abs(time - last) <= same_instant(time, task.period);
}

namespace {

// Unrolled sums of the most common widths: six for a force on a body, one for an effort along a joint.
template <int kWidth>
void add_fixed(void* object, const Evaluation&, double* out) {
  using Column = Eigen::Array<double, kWidth, 1>;
  const Task& task = *static_cast<const Task*>(object);
  const double* const* source = task.sources.data();
  const double* const* const end = source + task.sources.size();
  const double* factor = task.factors.data();
  Column sum = *factor * Eigen::Map<const Column>(*source);
  while (++source != end) sum += *++factor * Eigen::Map<const Column>(*source);
  Eigen::Map<Column> to(out);
  to = sum;
}

// The same without unit conversion: a factor of one changes nothing.
template <int kWidth>
void add_plain(void* object, const Evaluation&, double* out) {
  using Column = Eigen::Array<double, kWidth, 1>;
  const Task& task = *static_cast<const Task*>(object);
  const double* const* source = task.sources.data();
  const double* const* const end = source + task.sources.size();
  Column sum = Eigen::Map<const Column>(*source);
  while (++source != end) sum += Eigen::Map<const Column>(*source);
  Eigen::Map<Column> to(out);
  to = sum;
}

// The same with a number of sources known at compile time.
template <std::size_t kSources>
void add_six(void* object, const Evaluation&, double* out) {
  using Six = Eigen::Array<double, 6, 1>;
  const double* const* source = static_cast<const Task*>(object)->sources.data();
  Six sum = Eigen::Map<const Six>(source[0]);
  for (std::size_t s = 1; s < kSources; ++s) sum += Eigen::Map<const Six>(source[s]);
  Eigen::Map<Six> to(out);
  to = sum;
}

void add_any(void* object, const Evaluation&, double* out) {
  const Task& task = *static_cast<const Task*>(object);
  for (int i = 0; i < task.width; ++i) out[i] = task.sources.empty() ? 0.0 : task.factors[0] * task.sources[0][i];
  for (std::size_t s = 1; s < task.sources.size(); ++s) {
    for (int i = 0; i < task.width; ++i) out[i] += task.factors[s] * task.sources[s][i];
  }
}

// Adds source by source: per entry the same additions in the same order, without a dependency chain.
Compute::Call addition(const Task& task) {
  if (task.sources.empty() || (task.width != 6 && task.width != 1)) return add_any;
  const bool plain = std::all_of(task.factors.begin(), task.factors.end(), [](double f) { return f == 1.0; });
  if (task.width == 6 && plain) {
    constexpr std::array<Compute::Call, 4> kFew = {add_six<1>, add_six<2>, add_six<3>, add_six<4>};
    return task.sources.size() <= kFew.size() ? kFew[task.sources.size() - 1] : add_plain<6>;
  }
  if (task.width == 6) return add_fixed<6>;
  return plain ? add_plain<1> : add_fixed<1>;
}

}  // namespace

void System::Impl::run_sample(void* object, const Evaluation& evaluation, double* out) {
  const Task& task = *static_cast<const Task*>(object);
  Impl& impl = *task.system;
  const bool again = impl.repeated && impl.was_taken(task, evaluation.time);
  if (!again && !impl.is_due(task, evaluation.time)) return;
  if (task.period > 0.0 && !again) {
    double& next = impl.memory[nth(task.sample_slot)];
    const double passed = evaluation.time - impl.start_time + same_instant(evaluation.time, task.period);
    next = std::floor(passed / task.period) + 1.0;
  }
  (*task.function)(evaluation, out);
}

// With `samples_now`, samples are taken at every run of the schedule and not counted.
void System::Impl::prepare(Schedule& schedule, bool is_major, bool samples_now) {
  std::map<int, std::size_t> places;
  for (const int index : schedule.tasks) {
    const Task& task = tasks[nth(index)];
    if (places.emplace(task.component, places.size()).second)
      schedule.evaluations.push_back(evaluation_for(task.component, 0.0, is_major));
  }
  for (const int index : schedule.tasks) {
    Task& task = tasks[nth(index)];
    Step step;
    step.evaluation = &schedule.evaluations[places[task.component]];
    step.out = task.out;
    if (task.kind == Task::Kind::sum) {
      step.call = addition(task);
      step.object = &task;
    } else if (task.sampled && !samples_now) {
      task.system = this;
      step.call = run_sample;
      step.object = &task;
    } else {
      step.call = task.function->call();
      step.object = task.function->object();
    }
    if (task.kind == Task::Kind::derivative) {
      step.offset = task.derivative_offset;
      schedule.derivatives.push_back(step);
      schedule.component_of_derivative.push_back(task.component);
    } else {
      schedule.steps.push_back(step);
      schedule.component_of_step.push_back(task.component);
    }
  }
}

void System::Impl::prepare_evaluations() {
  commits.clear();
  projections.clear();
  limits.clear();
  for (std::size_t c = 0; c < tables.size(); ++c) {
    for (const auto& commit : entries[c].declaration.commits)
      commits.push_back({static_cast<int>(c), &commit.function, evaluation_for(static_cast<int>(c), 0.0, true)});
    for (std::size_t s = 0; s < entries[c].declaration.states.size(); ++s) {
      const auto& state = entries[c].declaration.states[s];
      if (state.project) projections.push_back({state_offsets[c][s], &state.project});
      if (state.limit > 0.0)
        limits.push_back(
            {static_cast<int>(c), static_cast<int>(s), state_offsets[c][s], state.spec.width, state.limit});
    }
  }
  for (Schedule* schedule : {&minor, &record, &guard, &constant}) prepare(*schedule, false);
  for (Schedule* schedule : {&major, &record_after_major}) prepare(*schedule, true);
  for (SetUp& set_up : set_ups) prepare(set_up.before, false, true);
}

void System::Impl::run(const Schedule& schedule, double time, double* derivative) {
  const double start = step_start;
  for (Evaluation& evaluation : schedule.evaluations) {
    evaluation.time = time;
    evaluation.step_start = start;
  }
  const Step* const steps = schedule.steps.data();
  const Step* const derivatives = schedule.derivatives.data();
  const Step *step = steps, *rate = derivatives;
  try {
    for (const Step* const end = steps + schedule.steps.size(); step != end; ++step)
      step->call(step->object, *step->evaluation, step->out);
    for (const Step* const end = derivatives + schedule.derivatives.size(); rate != end; ++rate)
      rate->call(rate->object, *rate->evaluation, derivative + rate->offset);
  } catch (...) {
    const auto at = nth(step - steps), of_rate = nth(rate - derivatives);
    rethrow_named(
        at < schedule.steps.size() ? schedule.component_of_step[at] : schedule.component_of_derivative[of_rate], time);
  }
  computations_run += static_cast<std::int64_t>(schedule.tasks.size());
}

void System::Impl::rethrow_named(int component, double time) const {
  const Component& culprit = *entries[nth(component)].component;
  const auto named = [&](const char* what) {
    return fmt::format("component {} ({}) failed at t = {:.6g} s: {}", culprit.name(), culprit.type(), time, what);
  };
  try {
    throw;
  } catch (const Diverged&) {
    throw;
  } catch (const SimulationError& error) {
    throw SimulationError(named(error.what()), time, culprit.name(), error.quantity());
  } catch (const std::exception& error) {
    throw ComponentFailure(named(error.what()), time, culprit.name(), "");
  } catch (...) {
    throw ComponentFailure(named("an exception of an unknown kind"), time, culprit.name(), "");
  }
}

int System::state_size() const { return impl_->state_size; }
int System::memory_size() const { return static_cast<int>(impl_->memory.size()); }

void System::evaluate(double time, const double* state, double* derivative) {
  impl_->bind(state);
  impl_->run(impl_->minor, time, derivative);
  ++impl_->evaluations;
}

void System::evaluate_major(double time, const double* state, double* derivative) {
  impl_->bind(state);
  impl_->repeated = impl_->uncommitted && time == impl_->major_time;
  impl_->major_time = time;
  impl_->uncommitted = true;
  impl_->run(impl_->major, time, derivative);
  ++impl_->evaluations;
}

void System::commit() {
  Impl& impl = *impl_;
  for (Impl::CommitEntry& commit : impl.commits) {
    commit.evaluation.time = impl.major_time;
    commit.evaluation.step_start = impl.step_start;
    try {
      (*commit.function)(commit.evaluation);
    } catch (...) {
      impl.rethrow_named(commit.component, impl.major_time);
    }
  }
  impl.step_start = impl.major_time;
  impl.uncommitted = false;
}

void System::observe(double time, const double* state) {
  impl_->bind(state);
  impl_->run(impl_->record, time, nullptr);
}

void System::observe_major() { impl_->run(impl_->record_after_major, impl_->major_time, nullptr); }

void System::project(double* state) {
  Impl& impl = *impl_;
  for (const auto& [offset, function] : impl.projections) (*function)(state + offset);
}

int System::event_count() const { return static_cast<int>(impl_->events.size()); }

const EventSpec& System::event(int index) const {
  const auto& entry = impl_->events[nth(index)];
  return impl_->declaration(entry.component).events[nth(entry.event)].spec;
}

const std::string& System::event_owner(int index) const {
  const auto& entry = impl_->events[nth(index)];
  return impl_->entries[nth(entry.component)].component->name();
}

void System::evaluate_events(double time, const double* state, double* value) {
  impl_->bind(state);
  impl_->run(impl_->guard, time, nullptr);
  for (std::size_t i = 0; i < impl_->events.size(); ++i) value[i] = *impl_->events[i].value;
}

void System::handle_event(int index, double time, double* state) {
  impl_->bind(state);
  const auto& entry = impl_->events[nth(index)];
  const auto& record = impl_->declaration(entry.component).events[nth(entry.event)];
  if (!record.handler) return;
  try {
    Evaluation evaluation = impl_->evaluation_for(entry.component, time, true);
    evaluation.whole = state;
    record.handler(evaluation);
  } catch (...) {
    impl_->rethrow_named(entry.component, time);
  }
}

std::vector<double> System::sample_periods() const {
  std::set<double> periods;
  for (const Task& task : impl_->tasks) {
    if (task.sampled && task.period > 0.0) periods.insert(task.period);
  }
  return {periods.begin(), periods.end()};
}

std::vector<System::Sampled> System::sampled() const {
  std::vector<Sampled> list;
  for (const Task& task : impl_->tasks) {
    if (!task.sampled || task.period <= 0.0) continue;
    const Graph::Entry& entry = impl_->entries[nth(task.component)];
    list.push_back({entry.component->name(), task.period, entry.origin});
  }
  return list;
}

int System::recorded_count() const { return static_cast<int>(impl_->recorded.size()); }
const PortSpec& System::recorded_spec(int index) const { return impl_->recorded[nth(index)].spec; }
const std::string& System::recorded_address(int index) const { return impl_->recorded[nth(index)].address; }
bool System::recorded_is_finite() const {
  double nothing[2] = {0.0, 0.0};  // 0 * x is 0 of finite numbers only
  for (const auto& recorded : impl_->recorded) {
    const double* values = impl_->resolve(recorded.view);
    const int width = std::max(1, recorded.spec.width);
    if (width == 6) {  // most of them
      nothing[0] += 0.0 * values[0] + 0.0 * values[2] + 0.0 * values[4];
      nothing[1] += 0.0 * values[1] + 0.0 * values[3] + 0.0 * values[5];
      continue;
    }
    for (int i = 0; i < width; ++i) nothing[0] += 0.0 * values[i];
  }
  return nothing[0] + nothing[1] == 0.0;
}
const double* System::recorded(int index) const { return impl_->resolve(impl_->recorded[nth(index)].view); }

const double* System::value(const std::string& address) const {
  const auto found = impl_->outputs.find(address);
  if (found == impl_->outputs.end()) {
    throw InputError({}, fmt::format("{}: no such output", address), did_you_mean(address, keys_of(impl_->outputs)));
  }
  return impl_->resolve(found->second);
}

std::optional<int> System::state_offset(const std::string& address) const {
  for (std::size_t c = 0; c < impl_->entries.size(); ++c) {
    const auto& states = impl_->entries[c].declaration.states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      if (impl_->entries[c].component->name() + "." + states[s].spec.name == address) return impl_->state_offsets[c][s];
    }
  }
  return std::nullopt;
}

const double* System::bound_state() const { return impl_->bound_state; }

std::optional<NonFinite> System::find_non_finite(const double* state, const double* derivative) const {
  const Impl& impl = *impl_;
  const auto name_of = [&](const Task& task) {
    const auto& entry = impl.entries[nth(task.component)];
    switch (task.kind) {
      case Task::Kind::computation:
        return entry.declaration.computations[nth(task.index)].name;
      case Task::Kind::derivative:
        return "rate of " + entry.declaration.states[nth(task.index)].spec.name;
      case Task::Kind::sum:
        return "sum into " + entry.declaration.inputs[nth(task.index)].spec.name;
    }
    return std::string{};
  };
  // Check states first: after an overflow every later computation is a consequence.
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& states = impl.entries[c].declaration.states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      for (int i = 0; i < states[s].spec.width; ++i) {
        const double value = state[impl.state_offsets[c][s] + i];
        if (!std::isfinite(value)) return NonFinite{impl.entries[c].component->name(), states[s].spec.name, i, value};
      }
    }
  }
  for (const int index : impl.major.tasks) {
    const Task& task = impl.tasks[nth(index)];
    const double* out = task.kind == Task::Kind::derivative ? derivative + task.derivative_offset : task.out;
    for (int i = 0; i < task.width; ++i) {
      if (!std::isfinite(out[i])) {
        return NonFinite{impl.entries[nth(task.component)].component->name(), name_of(task), i, out[i]};
      }
    }
  }
  return std::nullopt;
}

std::optional<NonFinite> System::find_beyond_limit(const double* state) const {
  const Impl& impl = *impl_;
  for (const Impl::Limit& limit : impl.limits) {
    const double* values = state + limit.offset;
    double squares = 0.0;  // most often all are far below
    for (int i = 0; i < limit.width; ++i) squares += values[i] * values[i];
    if (squares <= limit.magnitude * limit.magnitude) continue;
    for (int i = 0; i < limit.width; ++i) {
      if (std::abs(values[i]) <= limit.magnitude) continue;
      const auto& entry = impl.entries[nth(limit.component)];
      const PortSpec& spec = entry.declaration.states[nth(limit.state)].spec;
      const auto label = nth(i);
      return NonFinite{entry.component->name(), label < spec.labels.size() ? spec.labels[label] : spec.name, i,
                       values[i]};
    }
  }
  return std::nullopt;
}

std::optional<std::pair<std::string, double>> System::largest_effort() const {
  const Impl& impl = *impl_;
  std::optional<std::pair<std::string, double>> largest;
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& entry = impl.entries[c];
    for (const auto& output : entry.declaration.outputs) {
      if (output.spec.kind != PortKind::effort || output.source.what != Read::What::computed) continue;
      const double* values =
          output.own != nullptr ? output.own : impl.tables[c].computations[nth(output.source.index)] + output.first;
      for (int i = 0; i < output.spec.width; ++i) {
        if (largest && !(std::abs(values[i]) > largest->second)) continue;
        const bool owned = output.spec.name.find('.') != std::string::npos;
        largest = {owned ? output.spec.name : entry.component->name() + "." + output.spec.name, std::abs(values[i])};
      }
    }
  }
  return largest;
}

std::vector<std::string> System::diagnoses() const {
  std::vector<std::string> sentences;
  for (const auto& entry : impl_->entries) {
    if (std::string sentence = entry.component->diagnose(); !sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

std::vector<std::string> System::memory_in_use() const {
  const Impl& impl = *impl_;
  std::set<std::string> names;
  // Owner of the memory that contains this number; none if it is not memory.
  const auto note = [&](const double* at) {
    const auto within = [at](const double* first, int width) {
      return !std::less<>()(at, first) && std::less<>()(at, first + width);
    };
    if (at == nullptr || !within(impl.memory.data(), static_cast<int>(impl.memory.size()))) return;
    for (std::size_t c = 0; c < impl.entries.size(); ++c) {
      const auto& memories = impl.entries[c].declaration.memories;
      for (std::size_t m = 0; m < memories.size(); ++m) {
        if (within(impl.tables[c].memories[m], memories[m].spec.width))
          names.insert(impl.entries[c].component->name() + "." + memories[m].spec.name);
      }
    }
    for (const Task& task : impl.tasks) {
      const auto& entry = impl.entries[nth(task.component)];
      if (task.sampled && within(task.out, task.width))
        names.insert(entry.component->name() + "." + entry.declaration.computations[nth(task.index)].name);
    }
  };
  for (const Schedule* schedule : {&impl.minor, &impl.record}) {
    for (const int index : schedule->tasks) {
      const Task& task = impl.tasks[nth(index)];
      for (const double* source : task.sources) note(source);
      if (task.kind == Task::Kind::sum) continue;
      const Declaration& declaration = impl.declaration(task.component);
      const Tables& table = impl.tables[nth(task.component)];
      const auto own = nth(task.index);
      const Reads& reads =
          task.kind == Task::Kind::computation ? declaration.computations[own].reads : declaration.states[own].reads;
      for (const Read& read : reads) {
        const auto i = nth(read.index);
        if (read.what == Read::What::memory) note(table.memories[i]);
        if (read.what == Read::What::input) note(table.inputs[i]);
        if (read.what == Read::What::computed) note(table.computations[i]);
      }
    }
  }
  for (const auto& recorded : impl.recorded) note(recorded.view.fixed);
  return {names.begin(), names.end()};
}

std::vector<std::string> System::behind_output(int index) const {
  const Impl& impl = *impl_;
  std::set<std::string> names;
  std::set<int> seen;
  std::vector<int> open = {impl.recorded[nth(index)].task};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    if (at < 0 || !seen.insert(at).second) continue;
    const Task& task = impl.tasks[nth(at)];
    names.insert(impl.entries[nth(task.component)].component->name());
    open.insert(open.end(), task.depends_on.begin(), task.depends_on.end());
  }
  return {names.begin(), names.end()};
}

std::vector<System::StateEntry> System::states() const {
  std::vector<StateEntry> list;
  for (std::size_t c = 0; c < impl_->entries.size(); ++c) {
    const auto& states = impl_->entries[c].declaration.states;
    for (std::size_t s = 0; s < states.size(); ++s)
      list.push_back({impl_->entries[c].component->name() + "." + states[s].spec.name, impl_->state_offsets[c][s],
                      &states[s].spec});
  }
  return list;
}

std::int64_t System::evaluations() const { return impl_->evaluations; }
std::int64_t System::computations_run() const { return impl_->computations_run; }
std::size_t System::minor_length() const { return impl_->minor.tasks.size(); }

Component* System::find(const std::string& name) const {
  for (const auto& entry : impl_->entries) {
    if (entry.component->name() == name) return entry.component.get();
  }
  return nullptr;
}

std::vector<ComponentInfo> System::describe() const {
  const Impl& impl = *impl_;
  std::vector<ComponentInfo> list;
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& entry = impl.entries[c];
    const Declaration& declaration = entry.declaration;
    ComponentInfo info = described(*entry.component, declaration, [&](const std::string& input) {
      const auto found = impl.input_sources.find(input);
      return found == impl.input_sources.end() ? std::vector<std::string>{} : found->second;
    });
    for (std::size_t s = 0; impl.bound_state != nullptr && s < declaration.states.size(); ++s) {
      const double* value = impl.bound_state + impl.state_offsets[c][s];
      info.states[s].value.assign(value, value + declaration.states[s].spec.width);
    }
    for (std::size_t m = 0; m < info.memories.size(); ++m)
      std::copy_n(impl.tables[c].memories[m], info.memories[m].value.size(), info.memories[m].value.begin());
    list.push_back(std::move(info));
  }
  return list;
}

void System::evaluate_by_recursion(double time, const double* state, double* derivative) {
  Impl& impl = *impl_;
  impl.bind(state);
  const std::function<void(int)> pull = [&](int index) {
    Task& task = impl.tasks[nth(index)];
    if (task.sampled) return;  // held between accepted points
    for (const int needed : task.depends_on) pull(needed);
    const Evaluation evaluation = impl.evaluation_for(task.component, time, false);
    if (task.kind == Task::Kind::sum) {
      addition(task)(&task, evaluation, task.out);
      return;
    }
    (*task.function)(evaluation, task.kind == Task::Kind::derivative ? derivative + task.derivative_offset : task.out);
  };
  for (std::size_t i = 0; i < impl.tasks.size(); ++i) {
    if (impl.tasks[i].kind == Task::Kind::derivative) pull(static_cast<int>(i));
  }
}

}  // namespace swell::system
