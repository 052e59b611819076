// Initial conditions (components-osp-fmi.md 1.3): a value from the case wins over a set-up function, that over the
// declared default. Set-up functions that depend on each other are swept until they settle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "impl.h"

namespace swell::system {

namespace {
constexpr int kMaxSweeps = 100;
constexpr double kRelative = 1e-10;
constexpr double kAbsolute = 1e-12;

/// Runs one set-up function on the newest values; values that the case gives stay.
template <class Impl, class SetUp>
void set_up_once(Impl& impl, SetUp& set_up, double start_time, std::vector<double>& state) {
  impl.run(set_up.before, start_time, nullptr, false);
  const auto& record = impl.entries[static_cast<std::size_t>(set_up.component)].declaration.states[set_up.state];
  std::vector<double> value(state.begin() + static_cast<std::ptrdiff_t>(set_up.offset),
                            state.begin() + static_cast<std::ptrdiff_t>(set_up.offset) + record.spec.width);
  try {
    record.initialize(impl.evaluation_for(set_up.component, start_time, false), value.data());
  } catch (...) {
    impl.rethrow_named(set_up.component, start_time);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (impl.is_given[set_up.offset + i] == 0) state[set_up.offset + i] = value[i];
  }
}

template <class Impl, class Group>
void settle(Impl& impl, const Group& group, double start_time, std::vector<double>& state) {
  if (!group.circular) {
    set_up_once(impl, impl.set_ups[group.members.front()], start_time, state);
    return;
  }
  // Gauss-Seidel: each function on the newest values of the others.
  struct Last {
    double value[3] = {0.0, 0.0, 0.0};
  };
  std::vector<Last> history(state.size());
  std::vector<double> before = state;
  double last_change = 0.0, change_before = 0.0;
  for (int sweep = 1;; ++sweep) {
    before = state;
    for (const std::size_t member : group.members) set_up_once(impl, impl.set_ups[member], start_time, state);
    double worst = 0.0;
    std::size_t worst_entry = 0;
    bool settled = true;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const double change = std::abs(state[i] - before[i]);
      if (!std::isfinite(state[i])) settled = false;
      if (!(change <= kAbsolute + kRelative * std::abs(state[i]))) settled = false;
      if (change > worst || !std::isfinite(change)) {
        worst = change;
        worst_entry = i;
      }
      history[i] = {{history[i].value[1], history[i].value[2], state[i]}};
    }
    change_before = last_change;
    last_change = worst;
    if (settled) return;
    if (std::isfinite(worst) && sweep < kMaxSweeps) continue;
    std::string members, name;
    for (const std::size_t member : group.members) {
      const auto& set_up = impl.set_ups[member];
      const auto& entry = impl.entries[static_cast<std::size_t>(set_up.component)];
      const auto& spec = entry.declaration.states[set_up.state].spec;
      const std::string address = entry.component->name() + "." + spec.name;
      members += (members.empty() ? "" : ", ") + address;
      if (worst_entry >= set_up.offset && worst_entry < set_up.offset + static_cast<std::size_t>(spec.width))
        name = address;
    }
    const auto& values = history[worst_entry].value;
    throw InputError(
        {},
        fmt::format("the initial conditions of {} depend on each other and did not settle in {} sweeps: {} went "
                    "{:.6g}, {:.6g}, {:.6g} (each change {:.3g} times the one before)",
                    members, sweep, name, values[0], values[1], values[2],
                    change_before > 0.0 ? last_change / change_before : 0.0),
        "give one of these states explicitly in the case");
  }
}

}  // namespace

std::vector<double> System::initialize(double start_time) {
  Impl& impl = *impl_;
  std::copy(impl.memory_initial.begin(), impl.memory_initial.end(), impl.memory.begin());
  impl.step_start = impl.start_time = impl.major_time = start_time;
  impl.evaluations = impl.computations_run = 0;

  std::vector<double> state(static_cast<std::size_t>(impl.state_size), 0.0);
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& states = impl.entries[c].declaration.states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      const auto offset = static_cast<std::size_t>(impl.state_offsets[c][s]);
      std::copy(states[s].initial.begin(), states[s].initial.end(),
                state.begin() + static_cast<std::ptrdiff_t>(offset));
    }
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (impl.is_given[i] != 0) state[i] = impl.given_initial[i];
  }
  impl.bound_state = nullptr;
  impl.bind(state.data());
  impl.run(impl.constant, start_time, nullptr, false);

  for (const Impl::SetUpGroup& group : impl.set_up_groups) settle(impl, group, start_time, state);
  impl.bound_state = nullptr;
  return state;
}

}  // namespace swell::system
