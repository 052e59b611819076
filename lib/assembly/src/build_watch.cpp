// What every run looks at, and what it says of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "stages.h"
#include "swell/device/given_motion.h"
#include "swell/device/multibody_component.h"
#include "swell/device/results_ports.h"
#include "swell/device/watch.h"
#include "swell/mesh/triangle_mesh.h"
#include "swell/waves/dispersion.h"

namespace swell::assembly {

namespace {

// Small angles: at 15 degrees the sine errs by 1 %, and 1 - cos, which the linear theory leaves out, is 3 %.
constexpr double kSmallAngle = 15.0 * kDegree;
// A sea of 30 m lifts a buoy by less than that; nothing that floats leaves the water by a kilometre, or flies.
constexpr double kLargestHeave = 1000.0, kLargestSpeed = 300.0;
constexpr double kFarPhase = 0.5 * kPi;  // a crest is where the wave's force takes still water

/// A name in a format string.
std::string literal(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return text;
}

std::string position_of(const std::string& owner) { return device::of_mechanism(device::Motion::position, owner); }

/// Its sets are chosen by its own yaw: they are its data at other headings.
bool has_sets_of_headings(const model::Body& body, const std::string& displacement) {
  const std::string& signal = body.hydro_data->signal;
  return signal == position_of(body.name) + ".yaw" || signal == displacement + ".yaw";
}

struct Watching {
  const Case& c;
  const Hydro& hydro;
  const Sea& sea;
  const Mechanism& mechanism;
  device::WatchSpec spec{};
  WatchPlan plan{};

  void bound(const std::string& address, int width, int entry, double lower, double upper, double scale,
             const char* code, std::string text) {
    spec.bounds.push_back({address, width, entry, lower, upper});
    plan.bounds.push_back(std::move(text));
    plan.codes.emplace_back(code);
    plan.scale.push_back(scale);
  }

  void body(std::size_t i) {
    const model::Body& body = *c.bodies[i];
    const bool waves = hydro.has(i) && sea->components().size() > 0;
    const std::string displacement = device::of_mechanism(device::Motion::displacement, body.name);
    spec.bodies.push_back(body.name);
    plan.tilts.push_back(hydro.has(i) ? literal(body.name) +
                                            " tilts by {worst:.3g} deg at t = {at:.6g} s (beyond 15 deg first at t = "
                                            "{first:.6g} s): linear hydrodynamics are those of "
                                            "small angles and unreliable here"
                                      : "");
    plan.jumps.push_back(
        literal(body.name) +
        ": the forces on it jump within most steps from t = {first:.6g} s on, as those of a relay do (a force with "
        "the sign of the velocity): the step chatters about the jump, and motion and power are those of the step, not "
        "of the device; smooth the jump (tanh(v/v0) for sign(v))" +
        (c.model.simulation.integrator == model::Integrator::rk4 ? ", or take a much smaller time_step" : ""));
    if (waves && !body.passive_yaw && !has_sets_of_headings(body, displacement))
      bound(displacement, 6, 5, -kSmallAngle, kSmallAngle, 1.0 / kDegree, "large-yaw",
            literal(body.name) +
                " turns to {worst:.3g} deg in yaw at t = {at:.6g} s (beyond 15 deg first at t = {first:.6g} s): "
                "the wave loads are those of its design heading; passive_yaw turns them with the body");
    plan.turns.push_back(
        hydro.has(i) ? literal(body.name) +
                           " turns round in yaw: {worst:.4g} deg from where it began at t = {at:.6g} s (a whole turn "
                           "first at t = {first:.6g} s); yaw stands between -180 and 180 deg in results and summary, "
                           "which hide the turns"
                     : "");
    // No three angles go through a pitch of 90 degrees; at 80 the moment of yaw acts on roll with six times its size.
    const bool held = std::any_of(c.model.moorings.begin(), c.model.moorings.end(), [&](const model::Mooring& mooring) {
      return std::holds_alternative<model::MatrixMooring>(mooring.law) && mooring.body == body.name;
    });
    if (held && c.potential())
      bound(displacement, 6, 4, -80.0 * kDegree, 80.0 * kDegree, 1.0 / kDegree, "large-pitch",
            literal(body.name) +
                " pitches to {worst:.4g} deg at t = {at:.6g} s (beyond 80 deg first at t = {first:.6g} s): its matrix "
                "mooring multiplies roll, pitch and yaw, which mean nothing about 90 deg of pitch: neither do its "
                "force and energy; lines (catenary, lines) have no such limit");
    const double height = mechanism.rigid[i].cg.z() + sea->depth().value_or(HUGE_VAL);  // above the bed
    if (std::isfinite(height) && height > 0.0)
      bound(displacement, 6, 2, -height, HUGE_VAL, 1.0, "through-bed",
            fmt::format("{}: its centre of gravity goes through the sea bed, {:.4g} m below where it is designed to be "
                        "(first at t = {{first:.6g}} s; {{worst:.4g}} m of heave at t = {{at:.6g}} s): nothing here "
                        "stops it there; look at its mass, volume and stiffness",
                        literal(body.name), height));
    leaves_water(i, waves);
    if (waves && !body.large_horizontal_motion) drift(body);
  }

  /// Volume over waterplane is the draft of a body with vertical sides. The linear buoyancy of a body that is higher by
  /// that is below zero, of one that is lower twice that of the design. A submerged body is in the air when its centre
  /// is. A mesh tells where it ends.
  void leaves_water(std::size_t i, bool waves) {
    if (!hydro.has(i) || is_variable(c, hydro, i)) return;  // a set may be that of another draft
    const model::Body& body = *c.bodies[i];
    const double weight = c.model.environment.water_density * c.model.environment.gravity;
    const double depth = -body.center_of_buoyancy.value_or(hydro.of[i]->cb).z();
    const double volume = body.volume.value_or(hydro.of[i]->displaced_volume);
    double waterplane = hydro.of[i]->restoring_stiffness(2, 2);
    if (waterplane == 0.0 && body.stiffness) waterplane = (*body.stiffness)(2, 2) / weight;
    if (!(volume > 0.0) || !(depth > 0.0)) return;
    const std::string displacement = device::of_mechanism(device::Motion::displacement, body.name);
    constexpr double kWide = 1e-3;  // of the body's size squared: below it a waterplane is rounding of the data
    if (!(waterplane > kWide * std::pow(volume, 2.0 / 3.0))) {
      bound(displacement, 6, 2, -HUGE_VAL, depth, 1.0, "leaves-water",
            fmt::format("{} rises by {{worst:.4g}} m at t = {{at:.6g}} s, and its centre of buoyancy is {:.4g} m under "
                        "water (in the air first at t = {{first:.6g}} s): its hydrodynamics are those of the submerged "
                        "body",
                        literal(body.name), depth));
      return;
    }
    // Twice the depth of the centre is the draft at least of a body that is wider below: its volume is no measure.
    const bool wide_below = volume / waterplane > 2.0 * depth;
    double above = wide_below ? 2.0 * depth : volume / waterplane, below = above;
    std::string reach = fmt::format("{} is {:.4g} m", wide_below ? "draft" : "volume over waterplane", above);
    if (mechanism.meshes[i]) {
      const mesh::MeshProperties box = mesh::properties(*mechanism.meshes[i]);
      above = -(mechanism.rigid[i].cg.z() + box.low.z());
      below = mechanism.rigid[i].cg.z() + box.high.z();
      if (!(above > 0.0 && below > 0.0)) return;
      reach = fmt::format("draft is {:.4g} m, its freeboard {:.4g} m", above, below);
    }
    bound(displacement, 6, 2, -below, above, 1.0, "leaves-water",
          fmt::format("{} is {{worst:+.4g}} m off its place in the water at t = {{at:.6g}} s, and its {} (beyond it "
                      "first at t = {{first:.6g}} s): it leaves the water or goes under, and radiation and diffraction "
                      "are those of the floating body",
                      literal(body.name), reach));
    if (!waves || wide_below) return;
    spec.bounds.back().force = device::report_of(body.name, device::ForcePart::excitation);
    spec.bounds.back().per_unit = -1.0 / (weight * waterplane);
  }

  void drift(const model::Body& body) {
    for (const waves::WaveSystem& system : sea->systems()) {
      if (system.count == 0 || !(system.peak_omega > 0.0)) continue;
      const double k = waves::wavenumber(system.peak_omega, sea->depth(), sea->gravity());
      Eigen::Index largest = 0;
      sea->components().amplitude.segment(system.first, system.count).maxCoeff(&largest);
      const double direction = sea->components().direction(system.first + largest);
      spec.drifts.push_back({body.name, k * std::cos(direction), k * std::sin(direction), kFarPhase});
      plan.drifts.push_back(fmt::format(
          "{} has drifted {{worst:.4g}} m along the waves at t = {{at:.6g}} s, {{beyond:.4g}} deg of a wavelength of "
          "{:.4g} m (beyond 90 deg first at t = {{first:.6g}} s): the waves that move it keep the phase of the design "
          "place; large_horizontal_motion follows the body",
          literal(body.name), 2.0 * kPi / k));
    }
  }

  /// The reach of a stop on a coordinate, reported from its bound on; its transition is part of the way beyond.
  void stop(const std::string& joint, const std::string& source, int dof, int entry, bool turns,
            std::optional<double> lower, std::optional<double> upper) {
    const char* unit = turns ? "deg" : "m";
    const double scale = turns ? 1.0 / kDegree : 1.0;
    for (const auto& [end, name, sign] : {std::tuple{lower, "lower", -1.0}, std::tuple{upper, "upper", 1.0}}) {
      if (!end) continue;
      bound(
          position_of(joint), dof, entry, sign < 0.0 ? *end : -HUGE_VAL, sign > 0.0 ? *end : HUGE_VAL, scale,
          "end-stop",
          fmt::format("{} runs into its {} end stop{}: it reaches {{worst:.4g}} {} at t = {{at:.6g}} s, {{beyond:.3g}} "
                      "{} too far: the limit is {:.4g} {} (first at t = {{first:.6g}} s)",
                      literal(joint), name, literal(source), unit, unit, scale * *end, unit));
    }
  }

  /// A stop of the user's own that reads the coordinate of a joint as it is.
  void own_stop(const std::string& component, const system::Graph& graph) {
    const auto* load = dynamic_cast<const device::Load*>(graph.find(component));
    const device::LoadTraits traits = load != nullptr ? load->traits({}) : device::LoadTraits{};
    if (!traits.stop) return;
    const auto bound_of = [](const std::optional<bodies::Stop>& side) {
      return side ? std::optional(side->bound) : std::nullopt;
    };
    for (const system::Graph::Link& link : graph.links()) {
      if (link.to != component + "." + traits.coordinate) continue;
      for (const bodies::Joint& joint : mechanism.joints) {
        const std::vector<int>& motions = bodies::free_motions(joint.type);
        if (link.from == position_of(joint.name) && motions.size() == 1)
          stop(joint.name, " (" + component + ")", 1, 0, motions.front() >= 3, bound_of(traits.stop->lower),
               bound_of(traits.stop->upper));
      }
    }
  }

  void joint(const model::Joint& joint) {
    const auto built = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                    [&](const bodies::Joint& j) { return j.name == joint.name; });
    const int dof = degrees_of_freedom(joint.type);
    if (built == mechanism.joints.end() || dof == 0) return;
    const std::vector<int>& motions = bodies::free_motions(joint.type);
    if (joint.type == bodies::JointType::spherical)
      bound(position_of(joint.name), dof, device::WatchedBound::kTurn, 0.0, 0.5 * kPi, 1.0 / kDegree,
            "beyond-right-angle",
            literal(joint.name) +
                " turns to {worst:.4g} deg at t = {at:.6g} s, beyond a right angle (first at t = {first:.6g} s): "
                "what it carries lies on its side or upside down");
    for (int i = 0; i < dof; ++i) {
      const bool turns = motions[static_cast<std::size_t>(i)] >= 3;
      const double scale = turns ? 1.0 / kDegree : 1.0;
      if (joint.type == bodies::JointType::rotational || joint.type == bodies::JointType::universal)
        bound(position_of(joint.name), dof, i, -0.5 * kPi, 0.5 * kPi, scale, "beyond-right-angle",
              literal(joint.name) +
                  " turns to {worst:.4g} deg at t = {at:.6g} s, beyond a right angle (first at t = {first:.6g} s): "
                  "what it carries lies on its side or upside down");
      if (joint.limits) stop(joint.name, "", dof, i, turns, joint.limits->lower, joint.limits->upper);
    }
  }
};

std::string filled(const std::string& text, const device::Watch::Finding& finding, double scale, double beyond = 0.0) {
  return fmt::format(fmt::runtime(text), fmt::arg("worst", finding.worst * scale), fmt::arg("at", finding.at),
                     fmt::arg("first", finding.first), fmt::arg("beyond", beyond * scale));
}

std::string joules(double energy) {
  const double size = std::abs(energy);
  return size >= 1e9   ? fmt::format("{:.4g} GJ", 1e-9 * energy)
         : size >= 1e6 ? fmt::format("{:.4g} MJ", 1e-6 * energy)
         : size >= 1e3 ? fmt::format("{:.4g} kJ", 1e-3 * energy)
                       : fmt::format("{:.4g} J", energy);
}

}  // namespace

WatchPlan add_watch(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                    const EnergyPlan& energy, system::Graph& graph) {
  Watching watching{c, hydro, sea, mechanism};
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (!is_mode(*c.bodies[i])) watching.body(i);
  }
  for (const model::Joint& joint : c.model.joints) watching.joint(joint);
  for (const model::Pto& pto : c.model.ptos) watching.joint(pto);
  for (const model::Mooring& mooring : c.model.moorings) {
    const auto* tether = std::get_if<model::TetherMooring>(&mooring.law);
    if (tether != nullptr && tether->limits)
      watching.stop(mooring.name, "", 1, 0, false, tether->limits->lower, tether->limits->upper);
  }
  for (const model::Component& component : c.model.components) watching.own_stop(component.name, graph);
  device::WatchSpec& spec = watching.spec;
  spec.tilt = kSmallAngle;
  spec.largest_heave = kLargestHeave;
  spec.largest_speed = kLargestSpeed;
  for (const bodies::RigidBody& body : mechanism.rigid) spec.largest_mass = std::max(spec.largest_mass, body.mass);
  const auto& bodies =
      dynamic_cast<const device::MultibodyComponent&>(*graph.find(device::MultibodyComponent::kName)).multibody();
  for (const std::string& body : spec.bodies)
    if (!bodies.rotates(bodies.body_index(body))) spec.sliding.push_back(body);
  std::vector<int> place;  // of the groups that are watched
  const auto jumps = [&](const model::Joint& joint) {
    const auto* motion = dynamic_cast<const device::GivenMotion*>(graph.find(device::load_name(joint.name, "motion")));
    return motion != nullptr && motion->jumps();
  };
  const bool motion_jumps = std::any_of(c.model.joints.begin(), c.model.joints.end(), jumps) ||
                            std::any_of(c.model.ptos.begin(), c.model.ptos.end(), jumps);
  for (const device::EnergyGroup& group : energy.groups) {
    const bool watched = group.watched && !motion_jumps;
    place.push_back(watched ? static_cast<int>(spec.groups.size()) : -1);
    if (watched) spec.groups.push_back(group);
  }
  for (device::AuditEntry entry : energy.entries) {
    if (entry.group >= 0) entry.group = place[static_cast<std::size_t>(entry.group)];
    if (entry.group >= 0) spec.entries.push_back(std::move(entry));
  }
  graph.emplace<device::Watch>(std::move(spec));
  return std::move(watching.plan);
}

namespace {
std::string bound_subject(const device::WatchedBound& bound) {
  return bound.entry < 0 ? bound.address : fmt::format("{}.{}", bound.address, bound.entry + 1);
}
}  // namespace

std::vector<Diagnostic> watch_report(const BuiltCase& built, const system::System& system) {
  std::vector<Diagnostic> warnings;
  const auto* watch = dynamic_cast<const device::Watch*>(system.find(device::Watch::kName));
  if (watch == nullptr) return warnings;
  const auto add = [&](const std::string& code, const std::string& subject, const std::string& text,
                       const std::optional<device::Watch::Finding>& finding, double scale) {
    if (finding && !text.empty()) warnings.push_back(warning_of(code, subject, filled(text, *finding, scale)));
  };
  const WatchPlan& plan = built.watch;
  const device::WatchSpec& spec = watch->spec();
  for (std::size_t i = 0; i < plan.tilts.size(); ++i)
    add("large-tilt", spec.bodies[i], plan.tilts[i], watch->tilt(i), 1.0 / kDegree);
  for (std::size_t i = 0; i < plan.turns.size(); ++i)
    add("many-turns", spec.bodies[i], plan.turns[i], watch->turned(i), 1.0 / kDegree);
  for (std::size_t i = 0; i < plan.bounds.size(); ++i) {
    const auto finding = watch->bound(i);
    if (!finding) continue;
    const double beyond = std::max(finding->worst - spec.bounds[i].upper, spec.bounds[i].lower - finding->worst);
    warnings.push_back(warning_of(plan.codes[i], bound_subject(spec.bounds[i]),
                                  filled(plan.bounds[i], *finding, plan.scale[i], beyond)));
  }
  for (std::size_t i = 0; i < plan.drifts.size(); ++i) {
    const double k = std::hypot(spec.drifts[i].kx, spec.drifts[i].ky);
    if (const auto far = watch->drift(i))
      warnings.push_back(warning_of("large-drift", spec.drifts[i].body,
                                    filled(plan.drifts[i], *far, 1.0 / k, far->worst * k / kDegree)));
  }
  for (std::size_t i = 0; i < plan.jumps.size(); ++i)
    add("jumping-force", spec.bodies[i], plan.jumps[i], watch->jumps(i), 1.0);
  // The sum of powers has the jumps' error too: no load on a body that chatters is accused of what the step does.
  std::set<std::string> chattering;
  for (std::size_t i = 0; i < plan.jumps.size(); ++i)
    if (watch->jumps(i)) chattering.insert(spec.bodies[i]);
  const auto& groups = spec.groups;
  std::vector<char> chatters(groups.size(), 0);
  for (const device::AuditEntry& entry : spec.entries) {
    const bool of_joint = std::find(spec.bodies.begin(), spec.bodies.end(), entry.owner) == spec.bodies.end();
    if (entry.group >= 0 && !chattering.empty() && (of_joint || chattering.count(entry.owner) != 0))
      chatters[static_cast<std::size_t>(entry.group)] = 1;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (chatters[g] != 0) continue;
    const auto gain = watch->gain(g);
    if (!gain) continue;
    const bool keeps = groups[g].energy == device::Energy::conserves;
    warnings.push_back(warning_of(
        "energy-watch", groups[g].name,
        fmt::format("{} {} {} by t = {:.6g} s, of {} exchanged: above the tolerance of the energy check, {}; {}; "
                    "`swell run --audit` resolves it to the integrator's error",
                    groups[g].name, gain->energy > 0.0 ? "made" : "lost", joules(std::abs(gain->energy)), gain->at,
                    joules(gain->exchanged), joules(gain->allowed),
                    keeps ? "a conservative load gives back what it stored, no more and no "
                            "less"
                    : groups[g].energy == device::Energy::radiates
                        ? "waves that a body radiates take energy; data or a realisation "
                          "that give some are not passive"
                        : "a dissipative load only takes energy")));
  }
  return warnings;
}

std::string watch_drivers(const BuiltCase&, const system::System& system) {
  const auto* watch = dynamic_cast<const device::Watch*>(system.find(device::Watch::kName));
  if (watch == nullptr) return {};
  const auto most = watch->largest_gain();
  if (!most || !watch->gain(*most)) return {};
  return fmt::format("; {} made {} until then, which it cannot", watch->spec().groups[*most].name,
                     joules(watch->gain(*most)->energy));
}

}  // namespace swell::assembly
