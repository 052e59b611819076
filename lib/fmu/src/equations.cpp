// Model exchange of an exported FMU: the case as rates of its states, integrated by the importer.
//
// Event functions of the case are event indicators: the importer steps to where a rate has a bend, and a rule of
// simulation.stop ends the run there. States that have left their manifold (quaternions, closed loops) are put back in
// event mode, which completed_step() asks for.
#include <cmath>

#include "instance_impl.h"
#include "swell/base/error_codes.h"
#include "swell/system/system.h"

namespace swell::fmu {

using fmi::Status;

namespace {

// Quaternions this far from unit length turn a body by as little [rad]; closed loops miss by as little [m].
constexpr double kOffManifold = 1e-8;

bool is_crossed(int direction, double before, double after) {
  return (direction >= 0 && before < 0.0 && after >= 0.0) || (direction <= 0 && before > 0.0 && after <= 0.0);
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

void Instance::Impl::begin_exchange() {
  system::System& system = simulation->equations();
  const std::vector<std::string> memory = system.memory_in_use();
  if (!memory.empty())
    throw code::error(
        "contradiction", {},
        fmt::format("with these parameters the case has memory other than states: {}", fmt::join(memory, ", ")),
        "use co-simulation");
  now = simulation->time();
  x = simulation->state();
  rates.assign(x.size(), 0.0);
  indicators.assign(static_cast<std::size_t>(system.event_count()), 0.0);
  before = indicators;
  if (!before.empty()) system.evaluate_events(now, x.data(), before.data());
  observed = rated = false;
}

void Instance::Impl::go_back(const State& saved) {
  system::System& system = simulation->equations();
  bool fits = saved.equations->state.size() == x.size() && saved.before.size() == before.size() &&
              saved.equations->memory.size() == static_cast<std::size_t>(system.memory_size()) &&
              saved.input.size() == input.size();
  for (std::size_t i = 0; fits && i < input.size(); ++i) fits = saved.input[i].size() == input[i].size();
  if (!fits) throw InputError({}, "the saved state belongs to another case", "save and restore in the same case");
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = saved.input[i];
    hand_over(i);
  }
  system.restore(*saved.equations);
  now = saved.equations->time;
  x = saved.equations->state;
  before = saved.before;
  observed = rated = marked = false;
}

// In co-simulation the states, their rates and event functions are there to be read, of the point that was reached.
double Instance::Impl::calculated(const Manifest::Value& value, unsigned reference) {
  const auto entry = static_cast<std::size_t>(value.entry);
  if (kind == fmi::Kind::model_exchange) return exchanged(value, reference);
  switch (value.role) {
    case Manifest::Role::state:
      return simulation->state().at(entry);
    case Manifest::Role::rate:
      if (!rated) rates = simulation->rates();
      rated = true;
      return rates.at(entry);
    case Manifest::Role::event:
      if (!marked) indicators = simulation->event_values();
      marked = true;
      return indicators.at(entry);
    default:
      return simulation->read(places[reference].port)[value.entry];
  }
}

double Instance::Impl::exchanged(const Manifest::Value& value, unsigned reference) {
  system::System& system = simulation->equations();
  const auto entry = static_cast<std::size_t>(value.entry);
  switch (value.role) {
    case Manifest::Role::state:
      return x.at(entry);
    case Manifest::Role::rate:
      if (!rated) system.evaluate(now, x.data(), rates.data());
      rated = true;
      return rates.at(entry);
    case Manifest::Role::event:
      system.evaluate_events(now, x.data(), indicators.data());
      return indicators.at(entry);
    default:
      if (!observed) system.observe(now, x.data());
      observed = true;
      return system.recorded(static_cast<int>(places[reference].port))[places[reference].entry];
  }
}

bool Instance::Impl::is_over() {
  system::System& system = simulation->equations();
  if (!indicators.empty()) system.evaluate_events(now, x.data(), indicators.data());
  bool over = false;
  for (std::size_t i = 0; i < indicators.size(); ++i) {
    const system::EventSpec& event = system.event(static_cast<int>(i));
    over = over || (event.stop && is_crossed(event.direction, before[i], indicators[i]));
  }
  return over;
}

Status Instance::enter_events() {
  const bool allowed = impl_->event_mode ? impl_->mode == Mode::stepping : impl_->mode == Mode::continuous;
  if (!allowed) return impl_->wrong_mode("EnterEventMode");
  impl_->mode = Mode::events;
  return Status::ok;
}

Status Instance::enter_continuous_time() {
  if (impl_->mode != Mode::events || impl_->event_mode) return impl_->wrong_mode("EnterContinuousTimeMode");
  impl_->mode = Mode::continuous;
  return Status::ok;
}

Status Instance::enter_steps() {
  if (impl_->mode != Mode::events || !impl_->event_mode) return impl_->wrong_mode("EnterStepMode");
  impl_->mode = Mode::stepping;
  return Status::ok;
}

Status Instance::discrete_states(bool* moved, bool* ended) {
  Impl& impl = *impl_;
  *moved = *ended = false;
  if (impl.mode != Mode::events) return impl.wrong_mode("an update of discrete states");
  if (impl.event_mode) {  // what the event changes has been done in the step
    *ended = impl.simulation->stopped();
    return Status::ok;
  }
  return impl.guarded([&] {
    system::System& system = impl.simulation->equations();
    std::vector<double> consistent = impl.x;
    system.project(consistent.data());
    if (distance(consistent, impl.x) > kOffManifold) {
      impl.x = std::move(consistent);
      impl.observed = impl.rated = false;
      *moved = true;
    }
    *ended = impl.is_over();
    return Status::ok;
  });
}

Status Instance::completed_step(bool* event, bool* ended) {
  Impl& impl = *impl_;
  *event = *ended = false;
  if (impl.mode != Mode::continuous) return impl.wrong_mode("CompletedIntegratorStep");
  return impl.guarded([&] {
    system::System& system = impl.simulation->equations();
    system.evaluate_major(impl.now, impl.x.data(), impl.rates.data());
    system.commit();
    impl.rated = true;
    impl.observed = false;
    std::vector<double> consistent = impl.x;
    system.project(consistent.data());
    *event = distance(consistent, impl.x) > kOffManifold;
    *ended = impl.is_over();
    impl.before = impl.indicators;
    if (*ended)
      impl.log(Status::ok, "logEvents",
               fmt::format("simulation.stop, or an FMU inside, ended the run at {} s", impl.now));
    impl.warn_of_run();
    return Status::ok;
  });
}

Status Instance::set_time(double time) {
  if (impl_->mode != Mode::continuous && impl_->mode != Mode::events) return impl_->wrong_mode("SetTime");
  if (!std::isfinite(time)) return impl_->wrong(fmt::format("the time is set to {}", time));
  if (time != impl_->now) impl_->observed = impl_->rated = false;
  impl_->now = time;
  return Status::ok;
}

namespace {
Status count(Instance& instance, std::size_t given, std::size_t has, const char* of) {
  if (given == has) return Status::ok;
  instance.log(Status::error, "logStatusError", fmt::format("the FMU has {} {}, not {}", has, of, given));
  return Status::error;
}
}  // namespace

Status Instance::set_states(const double* x, std::size_t n) {
  Impl& impl = *impl_;
  if (impl.mode != Mode::continuous) return impl.wrong_mode("SetContinuousStates");
  if (count(*this, n, impl.x.size(), "continuous states") != Status::ok) return Status::error;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::isfinite(x[i])) continue;
    log(Status::warning, "logStatusWarning", fmt::format("state {} is set to {}", i + 1, x[i]));
    return Status::discard;
  }
  std::copy_n(x, n, impl.x.begin());
  impl.observed = impl.rated = false;
  return Status::ok;
}

Status Instance::get_states(double* x, std::size_t n) {
  Impl& impl = *impl_;
  if (!impl.simulation) return impl.wrong_mode("GetContinuousStates");
  if (count(*this, n, impl.x.size(), "continuous states") != Status::ok) return Status::error;
  std::copy_n(impl.x.begin(), n, x);
  return Status::ok;
}

Status Instance::get_rates(double* rates, std::size_t n) {
  Impl& impl = *impl_;
  if (!impl.simulation) return impl.wrong_mode("the rates");
  if (count(*this, n, impl.x.size(), "continuous states") != Status::ok) return Status::error;
  // A point where the case has no answer, in a trial step too long, is not the end of the run.
  try {
    if (!impl.rated) impl.simulation->equations().evaluate(impl.now, impl.x.data(), impl.rates.data());
  } catch (const system::ComponentFailure& failed) {
    impl.mode = Mode::failed;
    return impl.wrong(failed.what());
  } catch (const std::exception& failed) {
    log(Status::warning, "logStatusWarning", failed.what());
    return Status::discard;
  }
  impl.rated = true;
  std::copy_n(impl.rates.begin(), n, rates);
  return Status::ok;
}

Status Instance::get_indicators(double* values, std::size_t n) {
  Impl& impl = *impl_;
  if (!impl.simulation) return impl.wrong_mode("GetEventIndicators");
  if (count(*this, n, impl.indicators.size(), "event indicators") != Status::ok) return Status::error;
  return impl.guarded([&] {
    if (n > 0) impl.simulation->equations().evaluate_events(impl.now, impl.x.data(), values);
    return Status::ok;
  });
}

Status Instance::get_nominals(double* nominals, std::size_t n) {
  std::fill_n(nominals, n, 1.0);
  for (const Manifest::Value& v : impl_->manifest.values) {
    if (v.role == Manifest::Role::state && static_cast<std::size_t>(v.entry) < n)
      nominals[static_cast<std::size_t>(v.entry)] = v.nominal;
  }
  return Status::ok;
}

Status Instance::sizes(std::size_t* states, std::size_t* indicators) {
  if (!impl_->simulation) return impl_->wrong_mode("the number of states");
  if (states != nullptr) *states = impl_->x.size();
  if (indicators != nullptr) *indicators = impl_->indicators.size();
  return Status::ok;
}

}  // namespace swell::fmu
