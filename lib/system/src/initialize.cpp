// Initial conditions (theory/components.md, "Initial conditions"). A value of the case overrides a set-up function,
// which overrides the declared default. Circular set-up functions are iterated by sweeps or solved by Newton's method.
#include <fmt/format.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "impl.h"
#include "swell/base/vector.h"

namespace swell::system {

namespace {

using Impl = System::Impl;
using SetUp = Impl::SetUp;
using Group = Impl::SetUpGroup;

/// Runs one set-up function with the newest values; values given by the case stay.
void set_up_once(Impl& impl, const SetUp& set_up, double start_time, std::vector<double>& state) {
  impl.run(set_up.before, start_time, nullptr);
  double* const from = set_up.result != nullptr ? set_up.result : state.data() + set_up.offset;
  std::vector<double> value(from, from + set_up.width);
  try {
    (*set_up.function)(impl.evaluation_for(set_up.component, start_time, false), value.data());
  } catch (...) {
    impl.rethrow_named(set_up.component, start_time);
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (set_up.result != nullptr || impl.is_given[set_up.offset + i] == 0) from[i] = value[i];
  }
}

/// Numbers that a group computes, member by member; values given by the case are excluded.
std::vector<double*> entries_of(const Impl& impl, const Group& group, std::vector<double>& state) {
  std::vector<double*> entries;
  for (const std::size_t member : group.members) {
    const auto& set_up = impl.set_ups[member];
    for (std::size_t i = 0; i < set_up.width; ++i) {
      if (set_up.result != nullptr) {
        entries.push_back(set_up.result + i);
      } else if (impl.is_given[set_up.offset + i] == 0) {
        entries.push_back(state.data() + set_up.offset + i);
      }
    }
  }
  return entries;
}

std::vector<double> values_of(const std::vector<double*>& entries) {
  std::vector<double> values;
  values.reserve(entries.size());
  for (const double* entry : entries) values.push_back(*entry);
  return values;
}

/// Returns "a.position, b.charge", and in `name` the owner of an entry.
std::string names_of(const Impl& impl, const Group& group, const double* entry, const std::vector<double>& state,
                     std::string& name) {
  std::string members;
  for (const std::size_t member : group.members) {
    const auto& set_up = impl.set_ups[member];
    const auto& of = impl.entries[nth(set_up.component)];
    const std::string address = set_up.result != nullptr
                                    ? of.component->name()
                                    : of.component->name() + "." + of.declaration.states[set_up.index].spec.name;
    members += (members.empty() ? "" : ", ") + address;
    const double* const first = set_up.result != nullptr ? set_up.result : state.data() + set_up.offset;
    if (entry >= first && entry < first + set_up.width) name = address;
  }
  return members;
}

const char* const kGiveOne = "give one of these states explicitly in the case (initial: {component.state: value})";

bool has_samples(const Impl& impl, const Group& group) {
  return std::any_of(group.members.begin(), group.members.end(),
                     [&](std::size_t member) { return impl.set_ups[member].result != nullptr; });
}

/// Circular samples that do not converge: does as many sweeps as there are members, as a co-simulation master that only
/// passes values on. Other values of the group stay as the sweeps left them.
void hand_on(Impl& impl, const Group& group, double start_time, std::vector<double>& state,
             const std::vector<double>& first, std::vector<double*>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) *entries[i] = first[i];
  for (std::size_t sweep = 0; sweep < group.members.size(); ++sweep) {
    for (const std::size_t member : group.members) set_up_once(impl, impl.set_ups[member], start_time, state);
  }
  std::string name;
  impl.initialization_notes.push_back(fmt::format(
      "the values of {} at the start depend on each other and do not settle in {} sweeps "
      "(initialization.max_iterations): they are what {} sweeps make of the values at which each begins by itself; "
      "initialization.method: newton solves for them",
      names_of(impl, group, entries.front(), state, name), impl.initialization.max_iterations, group.members.size()));
}

// Gauss-Seidel: each function uses the newest values of the others.
void sweep(Impl& impl, const Group& group, double start_time, std::vector<double>& state) {
  const Initialization& options = impl.initialization;
  std::vector<double*> entries = entries_of(impl, group, state);
  const std::vector<double> first = values_of(entries);
  for (int sweep = 1;; ++sweep) {
    const std::vector<double> before = values_of(entries);
    for (const std::size_t member : group.members) set_up_once(impl, impl.set_ups[member], start_time, state);
    double worst = 0.0;
    std::size_t worst_entry = 0;
    bool settled = true;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const double change = std::abs(*entries[i] - before[i]);
      if (!(change <= options.absolute_tolerance + options.tolerance * std::abs(*entries[i]))) settled = false;
      if (std::isfinite(worst) && (change >= worst || !std::isfinite(change))) {
        worst = change;
        worst_entry = i;
      }
    }
    if (settled) return;
    if (std::isfinite(worst) && sweep < options.max_iterations) continue;
    if (has_samples(impl, group)) return hand_on(impl, group, start_time, state, first, entries);
    std::string name;
    const std::string members = names_of(impl, group, entries[worst_entry], state, name);
    throw InputError({},
                     fmt::format("the initial conditions of {} depend on each other and did not settle in {} sweep{} "
                                 "(initialization.max_iterations = {}): {} still changes by {:.3g}",
                                 members, sweep, sweep == 1 ? "" : "s", options.max_iterations, name, worst),
                     fmt::format("set initialization.method: newton, raise the limit, or {}", kGiveOne));
  }
}

// Solves F(x) - x = 0 for all functions at once. Jacobian by one-sided differences; steps are halved while the residual
// grows.
void solve_by_newton(Impl& impl, const Group& group, double start_time, std::vector<double>& state) {
  const Initialization& options = impl.initialization;
  const std::vector<double*> entries = entries_of(impl, group, state);
  const auto n = static_cast<Eigen::Index>(entries.size());
  if (n == 0) return;
  const auto put = [&](const VectorX& x) {
    for (Eigen::Index i = 0; i < n; ++i) *entries[nth(i)] = x[i];
  };
  const auto residual = [&](const VectorX& x) {
    // Every function uses x, not values that others have updated.
    VectorX r(n);
    Eigen::Index at = 0;
    for (const std::size_t member : group.members) {
      put(x);
      const auto& set_up = impl.set_ups[member];
      set_up_once(impl, set_up, start_time, state);
      for (std::size_t i = 0; i < set_up.width; ++i) {
        if (set_up.result != nullptr || impl.is_given[set_up.offset + i] == 0) {
          r[at] = *entries[nth(at)] - x[at];
          ++at;
        }
      }
    }
    return r;
  };
  VectorX x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[i] = *entries[nth(i)];
  const auto refuse = [&](int steps, Eigen::Index worst, const std::string& what, const std::string& remedy) {
    std::string name;
    const std::string members = names_of(impl, group, entries[nth(worst)], state, name);
    throw InputError({},
                     fmt::format("the initial conditions of {} depend on each other: Newton's method {} at step {} "
                                 "(initialization.max_iterations = {}), {} = {:.6g}",
                                 members, what, steps, options.max_iterations, name, x[worst]),
                     remedy);
  };
  VectorX r = residual(x);
  MatrixX jacobian(n, n);
  for (int step = 0;; ++step) {
    Eigen::Index worst = 0;
    if (!r.allFinite()) {
      for (Eigen::Index i = 0; i < n; ++i) worst = std::isfinite(r[i]) ? worst : i;
      refuse(step, worst, "meets a value that is not finite", kGiveOne);
    }
    if (step == options.max_iterations) {
      r.cwiseAbs().maxCoeff(&worst);
      refuse(step, worst, fmt::format("is left with {:.3g}", r.cwiseAbs().maxCoeff()),
             fmt::format("raise the limit, start nearer ({})", kGiveOne));
    }
    VectorX correction;
    bool leads_on = false;
    // A rope at its relaxed length has stiffness on one side only: if the first side gives no solution, the other is
    // tried.
    for (const double side : {1.0, -1.0}) {
      for (Eigen::Index k = 0; k < n; ++k) {
        VectorX moved = x;
        moved[k] += side * 1e-7 * std::max(std::abs(x[k]), 1.0);
        jacobian.col(k) = (residual(moved) - r) / (moved[k] - x[k]);
      }
      if (!jacobian.allFinite()) continue;
      const Eigen::FullPivLU<MatrixX> factors(jacobian);
      if (factors.isInvertible()) {
        correction = factors.solve(-r);
        leads_on = true;
      } else {
        // A spring at its relaxed length has no transverse stiffness. The least-norm step leaves such positions
        // unchanged until a later iteration.
        correction = jacobian.completeOrthogonalDecomposition().solve(-r);
        leads_on = r.norm() > 0.0 && (jacobian * correction + r).norm() <= 1e-6 * r.norm();
        // The undetermined state has the largest weight in the null space.
        factors.kernel().col(0).cwiseAbs().maxCoeff(&worst);
      }
      if (leads_on) break;
    }
    if (!leads_on) refuse(step, worst, "finds that the equations do not determine all of them", kGiveOne);
    bool settled = true;
    for (Eigen::Index i = 0; i < n; ++i) {
      settled = settled && std::abs(correction[i]) <= options.absolute_tolerance + options.tolerance * std::abs(x[i]);
    }
    VectorX next = x + correction;
    VectorX left = residual(next);
    for (int half = 0; half < 10 && !settled && !(left.norm() < r.norm()) && r.norm() > 0.0; ++half) {
      next = 0.5 * (next + x);
      left = residual(next);
    }
    x = next;
    r = left;
    if (settled && r.allFinite()) break;
  }
  put(x);
}

/// Does a function of the group read the state that it sets, such as a mass that starts at rest? The group is then an
/// equation to solve, not a sequence of values.
bool is_implicit(const Impl& impl, const Group& group) {
  return std::any_of(group.members.begin(), group.members.end(), [&](std::size_t member) {
    const auto& set_up = impl.set_ups[member];
    if (set_up.result != nullptr) return false;
    const auto& record = impl.declaration(set_up.component).states[set_up.index];
    return std::any_of(record.initialize_reads.begin(), record.initialize_reads.end(), [&](const Read& read) {
      return read.what == Read::What::state && read.index == static_cast<int>(set_up.index);
    });
  });
}

void settle(Impl& impl, const Group& group, double start_time, std::vector<double>& state) {
  if (!group.circular) {
    set_up_once(impl, impl.set_ups[group.members.front()], start_time, state);
  } else if (impl.initialization.method == Initialization::Method::newton || is_implicit(impl, group)) {
    solve_by_newton(impl, group, start_time, state);
  } else {
    sweep(impl, group, start_time, state);
  }
}

}  // namespace

std::vector<double> System::initialize(double start_time) {
  Impl& impl = *impl_;
  std::copy(impl.memory_initial.begin(), impl.memory_initial.end(), impl.memory.begin());
  impl.step_start = impl.start_time = impl.major_time = start_time;
  impl.uncommitted = impl.repeated = false;
  impl.evaluations = impl.computations_run = 0;

  std::vector<double> state(nth(impl.state_size), 0.0);
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& states = impl.entries[c].declaration.states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      const auto offset = nth(impl.state_offsets[c][s]);
      std::copy(states[s].initial.begin(), states[s].initial.end(),
                state.begin() + static_cast<std::ptrdiff_t>(offset));
    }
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (impl.is_given[i] != 0) state[i] = impl.given_initial[i];
  }
  impl.bound_state = nullptr;
  impl.bind(state.data());
  impl.run(impl.constant, start_time, nullptr);
  impl.initialization_notes.clear();
  for (const Impl::SetUp& set_up : impl.set_ups) {
    if (set_up.result == nullptr) continue;
    try {
      impl.declaration(set_up.component).computations[set_up.index].begin(start_time, set_up.result);
    } catch (...) {
      impl.rethrow_named(set_up.component, start_time);
    }
  }

  for (const Impl::SetUpGroup& group : impl.set_up_groups) settle(impl, group, start_time, state);
  impl.bound_state = nullptr;
  return state;
}

const std::vector<std::string>& System::initialization_notes() const { return impl_->initialization_notes; }

}  // namespace swell::system
