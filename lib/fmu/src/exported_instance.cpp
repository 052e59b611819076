#include "instance_impl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/base/hash.h"
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"

namespace swell::fmu {

using fmi::Status;
using Role = Manifest::Role;

const char* name_of(Mode mode) {
  constexpr const char* kNames[] = {"instantiated", "in initialization mode", "in step mode",           "terminated",
                                    "in error",     "in event mode",          "in continuous-time mode"};
  return kNames[static_cast<int>(mode)];
}

Instance::Instance(const std::filesystem::path& resources, const std::string& token, Logger logger, bool logging,
                   fmi::Kind kind)
    : impl_(std::make_unique<Impl>()) {
  impl_->kind = kind;
  impl_->resources = resources;
  impl_->logger = std::move(logger);
  impl_->logging = logging;
  impl_->manifest = read_manifest(resources / kManifestFile);
  if (impl_->manifest.token != token)
    throw code::error(
        "contradiction", {},
        fmt::format("the resources belong to the FMU {}, and the importer expects {}", impl_->manifest.token, token),
        "unpack each FMU into a folder of its own");
  const std::vector<std::string>& kinds = impl_->manifest.kinds;
  const char* const wanted = kind == fmi::Kind::model_exchange ? kModelExchange : kCoSimulation;
  if (std::find(kinds.begin(), kinds.end(), wanted) == kinds.end())
    throw code::error("contradiction", {}, fmt::format("the FMU is for {}, not {}", fmt::join(kinds, " and "), wanted),
                      fmt::format("export it again with --kind {}, or instantiate the other kind", wanted));
}
Instance::~Instance() = default;
Instance::Instance(Instance&&) noexcept = default;
Instance& Instance::operator=(Instance&&) noexcept = default;

void Instance::Impl::build() {
  std::vector<std::string> overrides = manifest.overrides;
  for (const auto& [reference, given] : set) {
    const Manifest::Value& v = manifest.values[reference];
    if (v.role == Role::parameter && given != v.start) overrides.push_back(fmt::format("{}={}", v.address, given));
  }
  model::Model model = model::read_case(resources / manifest.case_file, overrides);
  // libhdf5 is not for threads, and other FMUs of the process have it too: none of them reads with it in the process.
  model.containment = Containment::child_process;
  const double end = model.simulation.start + model.simulation.duration;
  model.simulation.start = span.start;
  const double last = std::max(span.has_stop ? span.stop : span.start, end);
  if (last > span.start) model.simulation.duration = last - span.start;  // else as long as it was
  simulation.emplace(model, run::SimulationOptions{nullptr, manifest.inputs, manifest.outputs});
  places.assign(manifest.values.size(), {});
  for (std::size_t i = 0; i < manifest.values.size(); ++i) {
    const Manifest::Value& v = manifest.values[i];
    if (v.role == Role::input) places[i] = {simulation->input(v.address), v.entry};
    if (v.role == Role::output) places[i] = {simulation->output(v.address), v.entry};
  }
  input.clear();
  rate.clear();
  for (const run::Simulation::Port& port : simulation->inputs()) {
    input.push_back(port.start);
    rate.emplace_back(port.start.size(), 0.0);
  }
  for (const auto& [reference, given] : set) {
    if (manifest.values[reference].role != Role::input) continue;
    const Place& place = places[reference];
    input[place.port][static_cast<std::size_t>(place.entry)] = given;
    hand_over(place.port);
  }
  warned = 0;
  outdated = rated = marked = false;
  if (kind == fmi::Kind::model_exchange) begin_exchange();
  warn_of_run();
}

void Instance::Impl::warn_of_run() {
  if (!logging) return;
  const std::vector<Diagnostic> all = simulation->warnings();
  for (; warned < all.size(); ++warned) log(Status::warning, "logStatusWarning", all[warned].text());
}

std::string Instance::Impl::unkept(bool as_bytes) const {
  if (!simulation) return "";
  const std::vector<std::string> titles = simulation->unkept(as_bytes);
  return titles.empty() ? ""
                        : fmt::format("FMUs inside of the case do not {} theirs: {}", as_bytes ? "write" : "give",
                                      fmt::join(titles, ", "));
}

// After a saved state has been taken back: what importers set entry by entry starts from there.
void Instance::Impl::take_inputs() {
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = simulation->input_value(i);
    std::fill(rate[i].begin(), rate[i].end(), 0.0);
  }
  rated = marked = false;
}

Status Instance::set_up(const Span& span) {
  if (impl_->mode != Mode::instantiated) return impl_->wrong_mode("SetupExperiment");
  if (!std::isfinite(span.start) || (span.has_stop && !(span.stop >= span.start)))
    return impl_->wrong(fmt::format("the run goes from {} s to {} s", span.start, span.stop));
  impl_->span = span;
  return Status::ok;
}

Status Instance::enter_initialization() {
  if (impl_->mode != Mode::instantiated) return impl_->wrong_mode("EnterInitializationMode");
  return impl_->guarded([&] {
    impl_->build();
    impl_->mode = Mode::initialization;
    return Status::ok;
  });
}

Status Instance::exit_initialization() {
  if (impl_->mode != Mode::initialization) return impl_->wrong_mode("ExitInitializationMode");
  return impl_->guarded([&] {
    impl_->rebuild();
    impl_->mode = impl_->kind == fmi::Kind::model_exchange || impl_->event_mode ? Mode::events : Mode::stepping;
    return Status::ok;
  });
}

Status Instance::terminate() {
  if (impl_->mode != Mode::stepping && impl_->mode != Mode::events && impl_->mode != Mode::continuous)
    return impl_->wrong_mode("Terminate");
  impl_->mode = Mode::terminated;
  return Status::ok;
}

Status Instance::reset() {
  impl_->simulation.reset();
  impl_->set.clear();
  impl_->span = {};
  impl_->mode = Mode::instantiated;
  return Status::ok;
}

void Instance::log_categories(bool on, std::vector<std::string> categories) {
  impl_->logging = on;
  impl_->categories = std::move(categories);
}

Status Instance::get(const unsigned* references, std::size_t n, double* values) {
  Impl& impl = *impl_;
  return impl.guarded([&] {
    impl.rebuild();
    for (std::size_t i = 0; i < n; ++i) {
      const Manifest::Value* v = impl.value(references[i]);
      if (v == nullptr)
        return impl.wrong(fmt::format("there is no real variable of value reference {}", references[i]));
      const auto given = impl.set.find(references[i]);
      const bool calculated =
          v->role == Role::output || v->role == Role::state || v->role == Role::rate || v->role == Role::event;
      if (calculated && !impl.simulation)
        return impl.wrong(fmt::format("{} is calculated: it has no value before initialization mode", v->address));
      switch (v->role) {
        case Role::time:
          values[i] = !impl.simulation                         ? impl.span.start
                      : impl.kind == fmi::Kind::model_exchange ? impl.now
                                                               : impl.simulation->time();
          break;
        case Role::parameter:
          values[i] = given != impl.set.end() ? given->second : v->start;
          break;
        case Role::input:
          if (impl.simulation) {
            const auto& place = impl.places[references[i]];
            values[i] = impl.input[place.port][static_cast<std::size_t>(place.entry)];
          } else {
            values[i] = given != impl.set.end() ? given->second : v->start;
          }
          break;
        case Role::output:
        case Role::state:
        case Role::rate:
        case Role::event:
          values[i] = impl.calculated(*v, references[i]);
          break;
      }
    }
    return Status::ok;
  });
}

Status Instance::set(const unsigned* references, std::size_t n, const double* values) {
  Impl& impl = *impl_;
  return impl.guarded([&] {
    for (std::size_t i = 0; i < n; ++i) {
      const Manifest::Value* v = impl.value(references[i]);
      if (v == nullptr)
        return impl.wrong(fmt::format("there is no real variable of value reference {}", references[i]));
      if (!std::isfinite(values[i])) return impl.wrong(fmt::format("{} is set to {}", v->address, values[i]));
      if (v->role != Role::input && v->role != Role::parameter)
        return impl.wrong(fmt::format("{} cannot be set", v->role == Role::time ? "time" : v->address));
      const bool before = impl.mode == Mode::instantiated || impl.mode == Mode::initialization;
      if (v->role == Role::parameter && !before) {
        const auto given = impl.set.find(references[i]);
        if (values[i] == (given != impl.set.end() ? given->second : v->start)) continue;
        return impl.wrong(fmt::format("{} is fixed: it can be set before the first step only", v->address));
      }
      if (before) impl.set[references[i]] = values[i];
      if (v->role == Role::parameter && impl.mode == Mode::initialization) impl.outdated = true;
      if (v->role == Role::parameter || impl.mode == Mode::instantiated) continue;
      if (impl.mode == Mode::terminated || impl.mode == Mode::failed) return impl.wrong_mode("setting an input");
      const auto& place = impl.places[references[i]];
      impl.input[place.port][static_cast<std::size_t>(place.entry)] = values[i];
      std::fill(impl.rate[place.port].begin(), impl.rate[place.port].end(), 0.0);
      impl.hand_over(place.port);
    }
    return Status::ok;
  });
}

Status Instance::set_rates(const unsigned* references, std::size_t n, const int* orders, const double* rates) {
  Impl& impl = *impl_;
  if (!impl.simulation) return impl.wrong_mode("SetRealInputDerivatives");
  return impl.guarded([&] {
    for (std::size_t i = 0; i < n; ++i) {
      const Manifest::Value* v = impl.value(references[i]);
      if (v == nullptr || v->role != Role::input)
        return impl.wrong(fmt::format("value reference {} is not an input", references[i]));
      if (orders[i] != 1)
        return impl.wrong(fmt::format("the derivative of order {} of {}: the first is taken", orders[i], v->address));
      if (!std::isfinite(rates[i])) return impl.wrong(fmt::format("the rate of {} is set to {}", v->address, rates[i]));
      const auto& place = impl.places[references[i]];
      impl.rate[place.port][static_cast<std::size_t>(place.entry)] = rates[i];
      impl.hand_over(place.port);
    }
    return Status::ok;
  });
}

Status Instance::directional_derivative(const unsigned* unknown, std::size_t n_unknown, const unsigned* known,
                                        std::size_t n_known, const double* seed, double* sensitivity) {
  Impl& impl = *impl_;
  const bool exchange = impl.kind == fmi::Kind::model_exchange;
  if (impl.mode == Mode::instantiated || impl.mode == Mode::failed) return impl.wrong_mode("GetDirectionalDerivative");
  return impl.guarded([&] {
    impl.rebuild();
    for (std::size_t i = 0; i < n_unknown; ++i) {
      const Manifest::Value* v = impl.value(unknown[i]);
      if (v == nullptr || (v->role != Role::output && !(exchange && v->role == Role::rate)))
        return impl.wrong(fmt::format("value reference {} is not an output{}: no derivative of it", unknown[i],
                                      exchange ? " and no rate of a state" : ""));
      sensitivity[i] = 0.0;
    }
    for (std::size_t k = 0; k < n_known; ++k) {
      const Manifest::Value* v = impl.value(known[k]);
      const bool state = exchange && v != nullptr && v->role == Role::state;
      if (v == nullptr || (v->role != Role::input && !state))
        return impl.wrong(fmt::format("value reference {} is not an input{}: no derivative by it", known[k],
                                      exchange ? " and no state" : ""));
      if (seed[k] == 0.0) continue;
      const auto& place = impl.places[known[k]];
      double& u = state ? impl.x.at(static_cast<std::size_t>(v->entry))
                        : impl.input[place.port][static_cast<std::size_t>(place.entry)];
      const auto moved = [&] {
        impl.observed = impl.rated = impl.marked = false;
        if (!state) impl.hand_over(place.port);
      };
      const double before = u;
      // Central: error of order step^2 f'''/6, and rounding eps f / step; both are smallest near the third root.
      const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(before), v->nominal);
      for (const double sign : {1.0, -1.0}) {
        u = before + sign * step;
        moved();
        for (std::size_t i = 0; i < n_unknown; ++i)
          sensitivity[i] += sign * seed[k] * impl.calculated(*impl.value(unknown[i]), unknown[i]) / (2.0 * step);
      }
      u = before;
      moved();
    }
    return Status::ok;
  });
}

void Instance::use_event_mode(bool early_return) noexcept {
  impl_->event_mode = true;
  impl_->early_return = early_return;
}

Status Instance::step(double time, double length, double* reached, bool* ended, bool* event) {
  Impl& impl = *impl_;
  *ended = false;
  if (event != nullptr) *event = false;
  *reached = impl.simulation ? impl.simulation->time() : time;
  if (impl.mode != Mode::stepping) return impl.wrong_mode("DoStep");
  const double now = impl.simulation->time();
  const double same = 1e-9 * std::max({1.0, std::abs(now), std::abs(length)});
  if (!std::isfinite(time) || std::abs(time - now) > same)
    return impl.wrong(fmt::format("a step from {} s, and the FMU is at {} s", time, now));
  if (!(length > 0.0) || !std::isfinite(length))
    return impl.wrong(fmt::format("a step of {} s: it must be above 0", length));
  if (impl.span.has_stop && time + length > impl.span.stop + same)
    return impl.wrong(fmt::format("a step to {} s, beyond the stop time {} s", time + length, impl.span.stop));
  return impl.guarded([&] {
    const long before = impl.simulation->events();
    *ended = !impl.simulation->step_to(time + length, impl.early_return);
    *reached = impl.simulation->time();
    if (event != nullptr) *event = impl.event_mode && impl.simulation->events() > before;
    impl.rated = impl.marked = false;
    impl.warn_of_run();
    if (*ended)
      impl.log(Status::ok, "logEvents",
               fmt::format("simulation.stop, or an FMU inside, ended the run at {} s", *reached));
    return Status::ok;
  });
}

double Instance::time() const { return impl_->simulation ? impl_->simulation->time() : impl_->span.start; }
bool Instance::ended() const { return impl_->simulation && impl_->simulation->stopped(); }

Status Instance::save(void** state) {
  if (const std::string who = impl_->unkept(false); !who.empty())
    return impl_->wrong("its state cannot be kept: " + who);
  return impl_->guarded([&] {
    impl_->rebuild();
    auto saved = std::make_unique<State>();
    saved->mode = impl_->mode;
    saved->set = impl_->set;
    saved->span = impl_->span;
    if (impl_->simulation && impl_->kind == fmi::Kind::model_exchange) {
      saved->equations = impl_->simulation->equations().snapshot(impl_->now, impl_->x.data());
      saved->before = impl_->before;
      saved->input = impl_->input;
    } else if (impl_->simulation) {
      saved->snapshot = impl_->simulation->snapshot();
    }
    forget(state);
    *state = impl_->keep(std::move(saved));
    return Status::ok;
  });
}

Status Instance::load(const void* state) {
  if (state == nullptr) return impl_->wrong("there is no state to take");
  const State& saved = *static_cast<const State*>(state);
  return impl_->guarded([&] {
    const bool other = impl_->set != saved.set || !impl_->simulation;
    impl_->set = saved.set;
    impl_->span = saved.span;
    if (!saved.snapshot && !saved.equations) {
      impl_->simulation.reset();
    } else {
      if (other) impl_->build();
      if (saved.equations) {
        impl_->go_back(saved);
      } else {
        impl_->simulation->restore(*saved.snapshot);
        impl_->take_inputs();
      }
    }
    // Without event mode the importer could not leave it.
    const bool no_events = impl_->kind == fmi::Kind::co_simulation && !impl_->event_mode;
    impl_->mode = saved.mode == Mode::events && no_events ? Mode::stepping : saved.mode;
    return Status::ok;
  });
}

void Instance::forget(void** state) {
  auto& all = impl_->states;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const auto& one) { return one.get() == *state; }), all.end());
  *state = nullptr;
}

// Parameters and the span, then the snapshot: another process builds its case from the first to take the second. A
// digest comes before them.
namespace {
std::uint64_t seal_of(const std::string& content) { return hash_text(content, hash_text("swell fmu state")); }
}  // namespace

std::string Instance::Impl::bytes_of(const State& s) {
  ByteWriter out, sealed;
  out(s.mode, s.set, s.span, s.snapshot ? simulation->serialize(*s.snapshot) : "", s.equations.has_value());
  if (s.equations) out(s.equations->time, s.equations->state, s.equations->memory, s.before, s.input);
  const std::string content = out.take();
  sealed.value(seal_of(content));
  return sealed.take() + content;
}

Status Instance::serialized_size(const void* state, std::size_t* size) {
  if (state == nullptr) return impl_->wrong("there is no state to write");
  if (const std::string who = impl_->unkept(true); !who.empty())
    return impl_->wrong("its state cannot be written: " + who);
  return impl_->guarded([&] {
    *size = impl_->bytes_of(*static_cast<const State*>(state)).size();
    return Status::ok;
  });
}

Status Instance::serialize(const void* state, char* bytes, std::size_t size) {
  if (state == nullptr) return impl_->wrong("there is no state to write");
  return impl_->guarded([&] {
    const std::string all = impl_->bytes_of(*static_cast<const State*>(state));
    if (all.size() != size) return impl_->wrong(fmt::format("the state has {} bytes, not {}", all.size(), size));
    std::copy(all.begin(), all.end(), bytes);
    return Status::ok;
  });
}

Status Instance::deserialize(const char* bytes, std::size_t size, void** state) {
  return impl_->guarded([&] {
    const std::string all(bytes, size);
    ByteReader in(all);
    const auto seal = in.value<std::uint64_t>();
    if (!in.ok() || seal != seal_of(all.substr(sizeof seal)))
      return impl_->wrong("the bytes are not a state of an FMU of Swell");
    auto read = std::make_unique<State>();
    std::string rest;
    bool equations = false;
    in(read->mode, read->set, read->span, rest, equations);
    if (equations) {
      read->equations.emplace();
      in(read->equations->time, read->equations->state, read->equations->memory, read->before, read->input);
    }
    const bool other = !read->set.empty() && read->set.rbegin()->first >= impl_->manifest.values.size();
    const bool built = equations || !rest.empty(), exchange = impl_->kind == fmi::Kind::model_exchange;
    if (!in.ok() || !in.done() || other || (built && equations != exchange))
      return impl_->wrong("the bytes are not a state of this FMU");
    if (!rest.empty()) {
      if (!impl_->simulation || impl_->set != read->set) {  // the case of these parameters, to read its numbers
        const std::map<unsigned, double> own = impl_->set;
        const Span span = impl_->span;
        impl_->set = read->set;
        impl_->span = read->span;
        std::optional<run::Simulation> kept = std::move(impl_->simulation);
        impl_->build();
        read->snapshot = impl_->simulation->deserialize(rest);
        impl_->simulation = std::move(kept);
        impl_->set = own;
        impl_->span = span;
        if (impl_->simulation) impl_->take_inputs();
      } else {
        read->snapshot = impl_->simulation->deserialize(rest);
      }
    }
    *state = impl_->keep(std::move(read));
    return Status::ok;
  });
}

Status Instance::refuse(const std::string& what) { return impl_->wrong(what + ": this FMU does not have that"); }
Status Instance::null_pointer() { return impl_->wrong("a null pointer where the call needs a value"); }
void Instance::log(Status status, const char* category, const std::string& message) {
  impl_->log(status, category, message);
}

}  // namespace swell::fmu
