// Where the device comes to rest in still water: Newton on its accelerations, before the run.
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "stages.h"
#include "swell/device/multibody_component.h"

namespace swell::assembly {

namespace {

/// The case in still water and steady wind: waves and current at the foot of an endless ramp, lines at rest under every
/// trial pose.
model::Model in_still_water(const model::Model& model) {
  model::Model still = model;
  still.simulation.start = 0.0;
  still.simulation.ramp = 1e12;
  still.simulation.static_equilibrium = false;
  still.output.select.clear();
  if (auto& wind = still.environment.wind; wind && wind->speed) wind->law = model::SteadyWind{};
  for (model::Mooring& mooring : still.moorings) {
    if (auto* lines = std::get_if<model::LineMooring>(&mooring.law)) lines->stepping = model::LineStepping::own;
    auto* tether = std::get_if<model::TetherMooring>(&mooring.law);
    if (tether == nullptr || !tether->rope_stiffness) continue;
    // Rope and drum at rest: two springs in a row.
    tether->stiffness = tether->stiffness * *tether->rope_stiffness / (tether->stiffness + *tether->rope_stiffness);
    tether->rope_stiffness.reset();
    tether->drum_mass.reset();
    tether->rope_damping = 0.0;
  }
  for (model::Body& body : still.bodies) {
    body.initial.velocity.setZero();
    body.initial.angular_velocity.setZero();
    body.modes.velocity.clear();
  }
  return still;
}

/// The mechanism inside the state of a compiled system.
struct MechanismAtRest {
  system::System& system;
  int first, nq, nv;
  std::vector<double> rate;

  /// Accelerations of the speeds at rest.
  VectorX acceleration(std::vector<double>& state) {
    std::fill_n(state.begin() + first + nq, nv, 0.0);
    system.evaluate(0.0, state.data(), rate.data());
    return Eigen::Map<const VectorX>(rate.data() + first + nq, nv);
  }
  /// Moves the coordinates by a step of the speeds [m, rad].
  std::vector<double> moved(const std::vector<double>& state, const VectorX& step) {
    std::vector<double> out = state;
    std::copy_n(step.data(), nv, out.begin() + first + nq);
    system.evaluate(0.0, out.data(), rate.data());
    const std::size_t begin = static_cast<std::size_t>(first), end = begin + static_cast<std::size_t>(nq);
    for (std::size_t i = begin; i < end; ++i) out[i] += rate[i];
    std::fill_n(out.begin() + first + nq, nv, 0.0);
    system.project(out.data());
    return out;
  }
};

constexpr const char* kParts[] = {"restoring", "mooring", "joint", "pto"};
constexpr std::size_t kShown = std::size(kParts) + 2;  // series of a body, with position and displacement

/// Where Newton's method ends.
struct Rest {
  model::Model still;
  BuiltCase built;
  std::optional<system::System> system{};
  std::vector<double> state{};
  VectorX acceleration{};
  int iterations = 0, first = 0, size = 0;  // of the mechanism in the state
  std::vector<double> design_z{}, design_restoring{};

  const device::MultibodyComponent& device() const {
    return dynamic_cast<const device::MultibodyComponent&>(*system->find(device::MultibodyComponent::kName));
  }
  /// Of body `b`: a part of its forces, then its position and its displacement.
  const double* recorded(std::size_t b, std::size_t series) const {
    return system->recorded(static_cast<int>(b * kShown + series));
  }
  const double* position(std::size_t b) const { return recorded(b, std::size(kParts)); }
  const double* displacement(std::size_t b) const { return recorded(b, std::size(kParts) + 1); }
  bool balanced() const { return !(acceleration.lpNorm<Eigen::Infinity>() > 1e-6 * still.environment.gravity); }
  std::string budget(std::size_t b) const {
    const double weight = built.body_mass[b] * still.environment.gravity;
    const auto vertical = [&](std::size_t part) { return recorded(b, part)[2]; };
    const double* at = position(b);
    return fmt::format(
        "{} at rest: weight {:.5g} N, buoyancy {:.5g} N, moorings {:.4g} N, joints and PTOs {:.4g} N "
        "(upwards); centre of "
        "gravity at [{:.4f}, {:.4f}, {:.4f}] m, roll {:.3f}, pitch {:.3f}, yaw {:.3f} deg",
        built.body_names[b], weight, vertical(0) + weight, vertical(1), vertical(2) + vertical(3), at[0], at[1], at[2],
        at[3] / kDegree, at[4] / kDegree, at[5] / kDegree);
  }
  std::string unbalanced() const {
    Eigen::Index worst = 0;
    acceleration.cwiseAbs().maxCoeff(&worst);
    std::vector<std::string> budgets;
    for (std::size_t b = 0; b < built.body_names.size(); ++b) budgets.push_back(budget(b));
    return fmt::format(
        "no static equilibrium was found: {} still accelerates with {:.3g} m/s^2 or rad/s^2 after {} "
        "iterations ({}); common causes: a body too heavy for its buoyancy or unstable, a line or a stop whose "
        "force "
        "has a corner there (slack to taut)",
        device().multibody().speed_names()[static_cast<std::size_t>(worst)], acceleration[worst], iterations,
        fmt::join(budgets, "; "));
  }
};

Rest find_rest(const model::Model& model, SharedData& shared, const std::map<std::string, double>& pulls) {
  Rest rest{in_still_water(model), {}};
  rest.built = assemble(rest.still, shared, Checks::watch, pulls);
  BuiltCase& built = rest.built;
  built.recorded.clear();
  for (const std::string& body : built.body_names) {
    for (const char* part : kParts) built.recorded.push_back({device::load_name(body, "forces") + "." + part, {}});
    built.recorded.push_back({device::of_mechanism(device::Motion::position, body), {}});
    built.recorded.push_back({device::of_mechanism(device::Motion::displacement, body), {}});
  }
  rest.system.emplace(built.compile());
  system::System& system = *rest.system;
  std::vector<double>& state = rest.state;
  state = system.initialize(0.0);
  const bodies::Multibody& multibody = rest.device().multibody();
  const auto offset = system.state_offset(device::MultibodyComponent::kMotion);
  SWELL_EXPECT(offset.has_value());
  rest.first = *offset;
  rest.size = multibody.nq() + multibody.nv();
  MechanismAtRest mechanism{system, *offset, multibody.nq(), multibody.nv(), std::vector<double>(state.size(), 0.0)};

  // Gravity is the yardstick: at rest within 1e-9 of it. Directions that nothing holds stay where they are (the
  // smallest step that solves), steps are no longer than a metre or a third of a radian.
  constexpr double kProbe = 1e-5, kLongest = 0.3;
  constexpr int kMostIterations = 1000;  // 300 m: slack lines let a body drift far
  const double tolerance = 1e-9 * rest.still.environment.gravity;
  VectorX& a = rest.acceleration;
  a = mechanism.acceleration(state);
  system.observe(0.0, state.data());
  for (std::size_t b = 0; b < built.body_names.size(); ++b) {
    rest.design_z.push_back(rest.position(b)[2]);
    rest.design_restoring.push_back(rest.recorded(b, 0)[2]);
  }
  for (; rest.iterations < kMostIterations && a.lpNorm<Eigen::Infinity>() > tolerance; ++rest.iterations) {
    MatrixX slope(mechanism.nv, mechanism.nv);
    for (int k = 0; k < mechanism.nv; ++k) {
      const VectorX probe = kProbe * VectorX::Unit(mechanism.nv, k);
      std::vector<double> plus = mechanism.moved(state, probe), minus = mechanism.moved(state, -probe);
      slope.col(k) = (mechanism.acceleration(plus) - mechanism.acceleration(minus)) / (2.0 * kProbe);
    }
    Eigen::CompleteOrthogonalDecomposition<MatrixX> solver(slope.rows(), slope.cols());
    solver.setThreshold(1e-7);
    solver.compute(slope);
    VectorX step = -solver.solve(a);
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > kLongest) step *= kLongest / longest;
    bool better = false;
    for (double share = 1.0; share > 1e-4 && !better; share *= 0.5) {
      std::vector<double> trial = mechanism.moved(state, share * step);
      const VectorX there = mechanism.acceleration(trial);
      better = there.norm() < (1.0 - 1e-4 * share) * a.norm();
      if (!better) continue;
      state = trial;
      a = there;
    }
    if (!better) break;
  }
  system.observe(0.0, state.data());
  return rest;
}

}  // namespace

std::vector<Diagnostic> judge_rest(const model::Model& model, SharedData* shared, std::vector<std::string>& notes) {
  constexpr double kMoved = 0.01, kTurned = 0.5 * kDegree;  // smaller changes are no news
  constexpr std::size_t kMost = 50;                         // bodies; each speed is probed in each iteration
  if (model.bodies.size() > kMost) return {};
  SharedData own;
  SharedData& data = shared != nullptr ? *shared : own;
  Rest rest = find_rest(model, data, pulls_at_design(model, data));
  if (!rest.balanced()) return {warning_of("no-rest", "", rest.unbalanced())};
  for (std::size_t b = 0; b < rest.built.body_names.size(); ++b) {
    const double* at = rest.displacement(b);
    const Vector3 moved(at[0], at[1], at[2]), turned(at[3], at[4], at[5]);
    if (moved.norm() > kMoved || turned.norm() > kTurned)
      notes.push_back(
          fmt::format("{}, [{:.4g}, {:.4g}, {:.4g}] m from its design place", rest.budget(b), at[0], at[1], at[2]));
  }
  std::vector<double> rate(rest.state.size());
  rest.system->evaluate_major(0.0, rest.state.data(), rate.data());
  rest.system->commit();
  std::vector<Diagnostic> found = watch_report(rest.built, *rest.system);
  for (Diagnostic& warning : found) warning.message = "at rest in still water " + warning.message;
  return found;
}

std::map<std::string, double> pulls_at_design(const model::Model& model, SharedData& shared) {
  std::map<std::string, double> pulls;
  if (model.simulation.reproduce == model::Reproduce::wec_sim) return pulls;
  const auto holds = [](const model::Mooring& mooring, const std::string& body) {
    const auto at_base = [&](const auto* law) { return law != nullptr && law->base == body; };
    const auto* lines = std::get_if<model::LineMooring>(&mooring.law);
    const auto is_body = [&](const Parameter& item) { return item.text == body; };
    return mooring.body == body || at_base(std::get_if<model::CableMooring>(&mooring.law)) ||
           at_base(std::get_if<model::TetherMooring>(&mooring.law)) ||
           (lines != nullptr && std::any_of(lines->bodies.items.begin(), lines->bodies.items.end(), is_body));
  };
  for (const model::Body& body : model.bodies) {
    const auto at = [&](const model::Mooring& mooring) {
      const auto* matrix = std::get_if<model::MatrixMooring>(&mooring.law);
      return (matrix == nullptr || matrix->preload) && holds(mooring, body.name);
    };
    if (std::holds_alternative<model::Equilibrium>(body.mass) &&
        std::any_of(model.moorings.begin(), model.moorings.end(), at))
      pulls[body.name] = 0.0;
  }
  if (pulls.empty()) return pulls;
  model::Model still = in_still_water(model);
  for (model::Body& body : still.bodies) {
    body.initial = {};
    body.modes.displacement.clear();
  }
  for (model::Joint& joint : still.joints) joint.extension.clear();
  for (model::Pto& pto : still.ptos) pto.extension.clear();
  try {
    BuiltCase built = assemble(still, shared, Checks::rehearsal, {});
    built.recorded.clear();
    for (const auto& [body, pull] : pulls)
      built.recorded.push_back({device::load_name(body, "forces") + ".mooring", {}});
    system::System system = built.compile();
    const std::vector<double> state = system.initialize(0.0);
    system.observe(0.0, state.data());
    int k = 0;
    for (auto& [body, pull] : pulls) pull = system.recorded(k++)[2];
  } catch (const std::exception&) {  // the case itself reports what is wrong
    pulls.clear();
  }
  return pulls;
}

StaticEquilibrium static_equilibrium(const model::Model& model, SharedData& shared,
                                     const std::map<std::string, double>& pulls) {
  const Rest rest = find_rest(model, shared, pulls);
  const model::Model& still = rest.still;
  const BuiltCase& built = rest.built;
  const double weight_of = still.environment.gravity;
  StaticEquilibrium result;
  for (std::size_t b = 0; b < built.body_names.size(); ++b) result.budget.push_back(rest.budget(b));
  if (!rest.balanced())
    throw SimulationError(rest.unbalanced() +
                              ". A run in still water settles at rest instead, and initial.file "
                              "starts from its end",
                          0.0, device::MultibodyComponent::kName, "acceleration");
  // The stiffness of the design place says nothing of places that are further from it than the body is large.
  constexpr double kFar = 3.0;
  const auto depth = still.environment.depth;
  for (std::size_t b = 0; b < built.body_names.size(); ++b) {
    const double z = rest.position(b)[2], away = z - rest.design_z[b];
    const double buoyancy = rest.design_restoring[b] / weight_of + built.body_mass[b];  // [kg]
    const double size = std::cbrt(std::max(built.body_mass[b], buoyancy) / still.environment.water_density);
    const bool by_stiffness =
        std::abs(rest.recorded(b, 0)[2] - rest.design_restoring[b]) > 1e-6 * weight_of * built.body_mass[b];
    const bool linear = std::none_of(still.bodies.begin(), still.bodies.end(), [&](const model::Body& body) {
      return body.name == built.body_names[b] && body.nonlinear_hydro;
    });
    const bool below = depth && std::isfinite(*depth) && z < -*depth;
    if (!below && !(linear && by_stiffness && std::abs(away) > kFar * size)) continue;
    throw SimulationError(
        fmt::format("the static equilibrium lies {:.4g} m {} the design position of {}{}, whose displacement is a cube "
                    "of {:.3g} m: linear hydrostatics are those of the design position ({}); look at mass, volume, "
                    "stiffness and lines",
                    std::abs(away), away < 0.0 ? "below" : "above", built.body_names[b],
                    below ? " and below the sea bed" : "", size, fmt::join(result.budget, "; ")),
        0.0, device::MultibodyComponent::kName, "position");
  }
  const auto first = rest.state.begin() + rest.first;
  result.motion.assign(first, first + rest.size);
  return result;
}

}  // namespace swell::assembly
