// Warnings of what a case may say and hardly means: each names the number and the law that makes it odd.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/components/circuit_view.h"
#include "swell/hydro/contradictions.h"
#include "swell/hydro/plausible.h"
#include "swell/waves/breaking.h"

namespace swell::assembly {

namespace {

/// Still water has no period of its own, a record's peak counts as that of a spectrum.
bool is_regular(const waves::WaveSystem& system) { return system.kind == waves::SeaKind::regular; }

/// RK4 turns an oscillation of z = omega h by z^4/120 too slowly, and near resonance the response to a wave is off by
/// that over the damping ratio. At 10 steps a period z^4/120 = 0.13 %, RM3's power is 1.7 % off; at 4 steps 5 % and
/// 30 %. A sea has a fourteenth of its energy above twice the peak's frequency: 20 steps in its peak period.
void warn_of_step(const Case& c, const Sea& sea, const solver::Options& steps) {
  if (steps.method != solver::Method::rk4 || c.bodies.empty()) return;
  const double step = steps.step;
  double period = HUGE_VAL, least = 0.0;  // of the system that the step suits worst
  const char* what = "";
  for (const waves::WaveSystem& system : sea->systems()) {
    if (!(system.peak_omega > 0.0) || !(system.significant_height > 0.0)) continue;
    const double own = 2.0 * kPi / system.peak_omega, wanted = is_regular(system) ? 10.0 : 20.0;
    if (own / wanted * (1.0 + 1e-9) >= step || own / wanted >= period / std::max(least, 1.0)) continue;
    period = own;
    least = wanted;
    what = is_regular(system) ? "period" : "peak period";
  }
  if (least == 0.0) return;
  const double count = period / step, z = 2.0 * kPi * (least > 10.0 ? 2.0 : 1.0) / count;
  c.diagnostics.warning(
      "coarse-step", c.model.simulation.source.of("time_step"),
      fmt::format(
          "simulation.time_step = {:g} s makes {:.2g} steps in the waves' {} of {:.4g} s: rk4 oscillates {:.2g} "
          "% too slowly {}, and near resonance the response is off by many times that",
          step, count, what, period, 100.0 * std::pow(z, 4) / 120.0, least > 10.0 ? "at half that period" : "then"),
      fmt::format("{:.2g} s makes {:g} steps", period / least, least));
}

/// By the steepest wave of deep water: waves of finite depth are shorter, so less is steep there.
void warn_of_steepness(const Case& c, const Sea& sea) {
  const auto& systems = sea->systems();
  for (std::size_t i = 0; i < systems.size() && i < c.model.waves.size(); ++i) {
    const waves::WaveSystem& system = systems[i];
    // lib/waves judges what a case says of its height; a record in other units is seen here only.
    if (!(system.peak_omega > 0.0) || system.kind == waves::SeaKind::irregular || is_regular(system)) continue;
    const double height = system.significant_height;
    const double k0 = system.peak_omega * system.peak_omega / sea->gravity();
    const double steepest = waves::steepest_height(k0, {});
    if (!(height > steepest * 1.001)) continue;
    c.diagnostics.warning("steep-waves", model::source_of(c.model.waves[i]).origin,
                          fmt::format("waves: a significant height of {:.4g} m at a peak period of {:.4g} s exceeds "
                                      "the Miche limit, {:g} of their length = {:.3g} m",
                                      height, 2.0 * kPi / system.peak_omega, waves::kSteepest, steepest),
                          "heights are in m, periods in s");
  }
}

void warn_of_water(const Case& c) {
  const model::Environment& e = c.model.environment;
  if (!hydro::is_liquid(e.water_density)) {
    c.diagnostics.warning(
        "odd-density", e.source.of("water_density"),
        fmt::format("environment.water_density = {:g} kg/m^3 is outside the plausible range of 100 to 20000 kg/m^3",
                    e.water_density),
        "sea water has 1025 kg/m^3");
  }
  if (!hydro::is_gravity(e.gravity)) {
    c.diagnostics.warning(
        "odd-gravity", e.source.of("gravity"),
        fmt::format("environment.gravity = {:g} m/s^2 is outside the plausible range of 1 to 25 m/s^2", e.gravity),
        "9.81 m/s^2 is the Earth's");
  }
}

/// A damper that pushes, and angles of more than a turn.
void warn_of_joint(const Case& c, const model::Joint& joint, const std::string& list,
                   std::optional<double> equilibrium) {
  const std::string path = model::label_of(joint.source, list, joint.name);
  if (joint.damping < 0.0) {
    c.diagnostics.warning("negative-damping", joint.source.of("damping"),
                          fmt::format("{}.damping = {:g} drives the motion instead of damping it: the force is "
                                      "-damping times the velocity",
                                      path, joint.damping),
                          "a damper that takes power out has a damping above 0");
  }
  const bool turns = joint.type == bodies::JointType::rotational || joint.type == bodies::JointType::universal ||
                     joint.type == bodies::JointType::spherical;
  const auto angle = [&](const Source& source, const char* key, const char* name, double value) {
    if (!(std::abs(value) > 2.0 * kPi)) return;
    c.diagnostics.warning(
        "odd-angle", source.of(key),
        fmt::format("{}.{} = {:g} rad is more than a turn, {:.4g} deg", path, name, value, value / kDegree),
        fmt::format("angles of joints are in rad here: {:g} deg are {:.4g} rad", value, value * kDegree));
  };
  for (std::size_t i = 0; i < joint.extension.size(); ++i) {
    if (turns || (joint.type == bodies::JointType::floating_3dof && i == 2))
      angle(joint.source, "extension", "extension", joint.extension[i]);
  }
  if (!turns) return;
  if (equilibrium) angle(joint.source, "equilibrium_position", "equilibrium_position", *equilibrium);
  if (joint.limits && joint.limits->lower) angle(joint.limits->source, "lower", "limits.lower", *joint.limits->lower);
  if (joint.limits && joint.limits->upper) angle(joint.limits->source, "upper", "limits.upper", *joint.limits->upper);
  if (joint.motion) {
    for (const double value : joint.motion->amplitude)
      angle(joint.motion->source, "amplitude", "motion.amplitude", value);
  }
}

/// What is in the ground, or out of reach of the water.
void warn_of_places(const Case& c, const Sea& sea, const Mechanism& mechanism) {
  const double depth = sea->depth().value_or(HUGE_VAL);
  const auto in_ground = [&](double z, const Origin& origin, const std::string& what) {
    if (!(z < -depth * (1.0 + 1e-6))) return false;
    c.diagnostics.warning("below-bed", origin,
                          fmt::format("{} is at z = {:.4g} m, below the bed at -{:g} m", what, z, depth),
                          "heights are 0 at the surface and negative below it");
    return true;
  };
  for (const model::Joint& joint : c.model.joints)
    in_ground(joint.location.z(), joint.source.of("location"), model::label_of(joint.source, "joints", joint.name));
  for (const model::Pto& pto : c.model.ptos)
    in_ground(pto.location.z(), pto.source.of("location"), model::label_of(pto.source, "ptos", pto.name));
  double crest = 0.0;  // nothing reaches higher, nor does a body heave more in most seas
  for (const waves::WaveSystem& system : sea->systems()) crest += 2.0 * system.significant_height;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    for (std::size_t k = 0; k < body.morison.size(); ++k) {
      const model::MorisonElementSpec& element = body.morison[k];
      const double z = mechanism.rigid[i].cg.z() + element.position.z();
      const std::string what = fmt::format("{}.morison.{}", model::label_of(body.source, "bodies", body.name), k + 1);
      if (in_ground(z, element.source.of("position"), what) || !(z > std::max(crest, 1.0))) continue;
      c.diagnostics.warning("above-water", element.source.of("position"),
                            fmt::format("{} is at z = {:.4g} m, in the air: it meets no water", what, z),
                            "position is from the centre of gravity, in body axes");
    }
  }
}

/// A case whose only word about a component is what it takes expects something of what it gives.
void note_idle_components(const Case& c, system::Graph& graph) {
  std::map<std::string, std::vector<std::string>> outputs_of;
  std::map<std::string, std::string> owner;
  for (const auto& output : graph.outputs()) {
    if (name_within(output) == output.spec.name) outputs_of[output.component].push_back(output.address);
    owner[output.address] = output.component;
  }
  constexpr std::size_t kShown = 6;
  std::set<std::string> used;
  for (const auto& link : graph.links()) {
    const auto found = owner.find(link.from);
    if (found != owner.end()) used.insert(found->second);
  }
  for (const model::Component& component : c.model.components) {
    const std::vector<std::string>& outputs = outputs_of[component.name];
    if (used.count(component.name) > 0 || outputs.empty()) continue;
    const bool alone = c.bodies.empty() && components::circuit_of(graph.find(component.name)) != nullptr;
    if (alone) continue;  // a network without a device: its variables are what is wanted
    c.note("moves-nothing",
           fmt::format("{} moves nothing: no connection takes {}; it only shows in the results", component.name,
                       outputs.size() == 1 ? "its output " + outputs.front()
                       : outputs.size() <= kShown
                           ? fmt::format("one of its outputs {}", fmt::join(outputs, ", "))
                           : fmt::format("one of its {} outputs, such as {}", outputs.size(), outputs.front())));
  }
}

// Bodies that nothing but the water holds up rest where weight and buoyancy differ by the stiffness: rho g V + C33 z =
// m g. Linear hydrodynamics are those of a body near its design place, so that z beyond its own size is a mistake of
// mass, volume or stiffness. Joints that share heave, and stiffness between bodies, make one of several.
void warn_of_statics(const Case& c, const Hydro& hydro, const Mechanism& mechanism,
                     const std::vector<std::vector<bool>>& moves) {
  const std::size_t n = c.bodies.size();
  std::vector<std::size_t> group(n + 1);  // the last is the world
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto place = [&](const std::string& name) {
    const auto at =
        std::find_if(c.bodies.begin(), c.bodies.end(), [&](const auto* body) { return body->name == name; });
    return static_cast<std::size_t>(at - c.bodies.begin());
  };
  const auto unite = [&](std::size_t i, std::size_t j) {
    const std::size_t from = group[i], to = group[j];
    std::replace(group.begin(), group.end(), from, to);
  };
  const auto share_heave = [&](const model::Joint& joint) {
    const bool slides = joint.type == bodies::JointType::translational ||
                        joint.type == bodies::JointType::floating_3dof ||
                        joint.type == bodies::JointType::floating_6dof;
    if (!slides || joint.stiffness != 0.0 || joint.limits || joint.motion || joint.prescribed)
      unite(place(joint.follower), joint.base == "world" ? n : place(joint.base));
  };
  for (const model::Joint& each : c.model.joints) share_heave(each);
  for (const model::Pto& each : c.model.ptos) share_heave(each);
  // A matrix without a heave row holds no heave; lines may, but do not stand in for a buoyancy that is not known.
  std::vector<bool> on_lines(n, false);
  for (const model::Mooring& mooring : c.model.moorings) {
    if (mooring.body.empty()) continue;
    const auto* matrix = std::get_if<model::MatrixMooring>(&mooring.law);
    if (matrix == nullptr) {
      on_lines[place(mooring.body)] = true;
    } else if (!matrix->stiffness.row(2).isZero(0.0) || (matrix->preload && (*matrix->preload)[2] != 0.0)) {
      unite(place(mooring.body), n);
    }
  }
  const double g = c.model.environment.gravity, rho = c.model.environment.water_density;
  for (std::size_t i = 0; i < n; ++i) {
    const model::Body& first = *c.bodies[i];
    if (group[i] == group[n] || !moves[i][2] || !hydro.has(i) || first.nonlinear_hydro || is_mode(first)) continue;
    const bool seen = std::any_of(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](std::size_t other) { return other == group[i]; });
    if (seen) continue;
    double mass = 0.0, volume = 0.0, stiffness = 0.0, size = 0.0;
    bool known = true, judged = true, lines = false;
    for (std::size_t j = i; j < n; ++j) {
      if (group[j] != group[i]) continue;
      const model::Body& body = *c.bodies[j];
      lines = lines || on_lines[j];
      judged = judged && !body.nonlinear_hydro && body.morison.empty() && body.morison_members.empty();
      const double own = body.volume.value_or(hydro.has(j) ? hydro.of[j]->displaced_volume : 0.0);
      known = known && (own > 0.0 || body.volume.has_value() || !hydro.has(j));
      mass += mechanism.rigid[j].mass;
      volume += own;
      if (hydro.has(j))
        stiffness += body.stiffness ? (*body.stiffness)(2, 2) : rho * g * hydro.of[j]->restoring_stiffness(2, 2);
      size = std::max(size, std::cbrt(own > 0.0 ? own : mechanism.rigid[j].mass / rho));
    }
    if (!judged || (lines && known)) continue;
    const double surplus = mass - rho * volume;  // [kg]
    if (stiffness < -1e-6 * rho * g * size * size) {
      c.diagnostics.warning(
          "negative-stiffness", first.source.origin,
          fmt::format(
              "{}: its hydrostatic stiffness in heave is {:.4g} N/m: below 0 it drives the body away from where "
              "it floats, and that of a waterplane is rho g A",
              first.name, stiffness),
          "the sign is wrong: look at the hydro data, or at bodies.*.stiffness");
    } else if (!known) {
      c.diagnostics.warning(
          "no-displaced-volume", first.source.origin,
          fmt::format(
              "{}: its hydro data do not say how much water it displaces: without buoyancy its weight of {:.4g} "
              "N pulls it down{}",
              first.name, mass * g,
              stiffness > 0.0 ? fmt::format(" to {:.4g} m below its design place", mass * g / stiffness) : ""),
          fmt::format("give bodies.{}.volume in m^3", first.name));
    } else if (stiffness > 0.0 && std::abs(surplus * g / stiffness) > size) {
      c.diagnostics.warning(
          "weight-and-buoyancy", first.source.of("mass"),
          fmt::format("{}: its mass of {:.4g} kg against the {:.4g} kg of water that it displaces {} it by {:.4g} m in "
                      "still water, and it is a body of {:.3g} m: linear hydrodynamics are those of the design place",
                      first.name, mass, rho * volume, surplus > 0.0 ? "sinks" : "lifts",
                      std::abs(surplus * g / stiffness), size),
          "mass: equilibrium floats it as designed; masses are in kg");
    } else if (!(stiffness > 0.0) && std::abs(surplus) > 1e-3 * std::max(mass, rho * volume)) {
      c.diagnostics.warning(
          "no-heave-stiffness", first.source.origin,
          fmt::format(
              "{}: its hydrostatic stiffness in heave is {:.4g} N/m, and its weight and buoyancy differ by {:.4g} "
              "N: nothing stops it from {}",
              first.name, stiffness, std::abs(surplus) * g, surplus > 0.0 ? "sinking" : "rising"),
          fmt::format("give bodies.{}.stiffness, or convert the hydro data with their hydrostatics", first.name));
    } else if (stiffness == 0.0 && hydro.of[i]->restoring_stiffness.isZero() && !first.stiffness) {
      c.diagnostics.warning(
          "no-stiffness", first.source.origin,
          fmt::format("{}: the hydro data hold no hydrostatic stiffness at all: nothing brings it back to "
                      "where it floats",
                      first.name),
          fmt::format("give bodies.{}.stiffness, or convert the data with their hydrostatics", first.name));
    }
  }
}

/// Compares stiffness and volume of the hydro data with the forces of the same file.
void warn_of_contradictions(const Case& c, const Hydro& hydro, const std::vector<std::vector<bool>>& moves) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    if (!moves[i][2] || !hydro.has(i) || is_mode(body) || body.nonlinear_hydro) continue;
    const hydro::HydroBodyRef& ref = hydro.of[i];
    for (const std::string& sentence :
         {body.stiffness ? std::string() : hydro::stiffness_contradiction(*ref.data, ref.body),
          body.volume ? std::string() : hydro::volume_contradiction(*ref.data, ref.body)}) {
      if (!sentence.empty())
        c.diagnostics.warning("hydro-data", body.source.of("hydro_data"),
                              fmt::format("{}: {}", model::label_of(body.source, "bodies", body.name), sentence),
                              "bemio check; bodies.*.stiffness and volume override the data");
    }
  }
}

/// A force of motions that the joints hold is always 0.
void warn_of_held_motions(const Case& c, const std::vector<std::vector<bool>>& moves) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    const auto judge = [&](const char* key, const Matrix6& matrix) {
      bool acts = false;
      for (int k = 0; k < 6; ++k) acts = acts || (moves[i][static_cast<std::size_t>(k)] && !matrix.col(k).isZero(0.0));
      if (acts || matrix.isZero(0.0) || !body.source.has(key)) return;
      c.diagnostics.warning(
          "no-effect", body.source.of(key),
          fmt::format("bodies.{}.{} has no effect: the joints hold the motions that it acts on", body.name, key),
          "leave it out, or let the body move there");
    };
    judge("linear_damping", body.linear_damping);
    if (body.stiffness) judge("stiffness", *body.stiffness);
    const model::QuadraticDrag& drag = body.quadratic_drag;
    if (drag.drag) judge("quadratic_drag", *drag.drag);
    if (drag.cd && drag.area) judge("quadratic_drag", Vector6(drag.cd->cwiseProduct(*drag.area)).asDiagonal());
  }
}

void judge_inertia(const Case& c, const Hydro& hydro, const Mechanism& mechanism,
                   const std::vector<std::vector<bool>>& moves) {
  warn_of_held_motions(c, moves);
  warn_of_statics(c, hydro, mechanism, moves);
  warn_of_contradictions(c, hydro, moves);
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    const bool turns = moves[i][3] || moves[i][4] || moves[i][5];
    if (!turns || !body.inertia || !hydro.has(i) || !(hydro.of[i]->displaced_volume > 0.0)) continue;
    // The least that a solid has: a thin rod about its own axis, a hundred radii long, has 0.1.
    constexpr double kLeast = 0.05;
    const double gyration = std::sqrt(body.inertia->maxCoeff() / mechanism.rigid[i].mass);
    const double size = std::cbrt(hydro.of[i]->displaced_volume);
    if (!(gyration < kLeast * size)) continue;
    c.diagnostics.warning(
        "odd-inertia", body.source.of("inertia"),
        fmt::format("{}.inertia: radii of gyration up to {:.2g} m, and the body displaces {:.4g} m^3, "
                    "a cube of {:.3g} m",
                    model::label_of(body.source, "bodies", body.name), gyration, hydro.of[i]->displaced_volume, size),
        "inertia is in kg m^2, mass times the radius of gyration squared");
  }
}

// A(omega) = A_inf - 1/omega int K sin(omega t) dt [Ogilvie1964]: of damping that the data cut off, A_inf and K lack
// their parts, and the sum departs from the A(omega) beside them.
void judge_memory(const Case& c, const Sea& sea, const CoupledBodies& all, const SharedRadiation& radiation,
                  const std::vector<int>& active) {
  constexpr double kMuch = 0.03, kStrong = 0.01;
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const double step = coefficients.kernel_step(), end = coefficients.kernel_end();
  if (!(step > 0.0) || !(end > step)) return;
  const auto count = static_cast<std::size_t>(std::floor(end / step + 1e-9)) + 1;
  struct Memory {
    double part = 0.0, made = 0.0, given = 0.0;
    int entry = 0;
  };
  for (const waves::WaveSystem& system : sea->systems()) {
    const double w = system.peak_omega;
    if (!(w > 0.0) || !(system.significant_height > 0.0)) continue;
    const auto worst =
        c.shared.kept<Memory>(fmt::format("memory at {}, {}, of {}", w, fmt::join(active, " "), radiation.key), [&] {
          const MatrixX given = coefficients.added_mass(w);
          const VectorX scale = coefficients.scale();  // rotations by a length, so that all have one unit
          double largest = 0.0;
          const auto row_of = [&](int entry) { return all.first_row[static_cast<std::size_t>(entry / 6)] + entry % 6; };
          const auto size_of = [&](int row) { return std::abs(given(row, row)) * scale[row] * scale[row]; };
          for (const int entry : active) largest = std::max(largest, size_of(row_of(entry)));
          Memory found;
          for (const int entry : active) {
            const int row = row_of(entry);
            const double own = given(row, row),
                         volume = all.refs[static_cast<std::size_t>(entry / 6)]->displaced_volume;
            if (size_of(row) < kStrong * largest) continue;
            const auto kernel = coefficients.kernel(step, count, {row}, {row});
            double sum = 0.0;
            for (std::size_t m = 1; m + 1 < count; ++m)
              sum += kernel[m](0, 0) * std::sin(w * static_cast<double>(m) * step);
            const double made = coefficients.added_mass_infinite()(row, row) - step * sum / w;
            const double inertia =
                std::abs(own) + (entry % 6 < 3 ? coefficients.density() * std::max(0.0, volume) : 0.0);
            if (std::abs(made - own) > found.part * inertia) found = {std::abs(made - own) / inertia, made, own, entry};
          }
          return found;
        });
    if (!(worst->part > kMuch)) continue;
    // Which end of the data the damping is left at says where they are short.
    const auto body = static_cast<std::size_t>(worst->entry / 6);
    const std::vector<double>& omega = all.refs[body].data->omega;
    const auto damping = [&](double at) {
      const int row = all.first_row[body] + worst->entry % 6;
      return at * std::abs(coefficients.damping(at)(row, row));
    };
    double most = 0.0;
    constexpr int kLooks = 60;
    for (int k = 0; k <= kLooks; ++k)
      most = std::max(most, damping(omega.front() + k * (omega.back() - omega.front()) / kLooks));
    constexpr double kLeft = 0.05;
    const bool above = damping(omega.back()) > kLeft * most, below = damping(omega.front()) > kLeft * most;
    const char* const remedy =
        above && below ? "BEM data down to lower and up to higher frequencies: the damping is not 0 at either end"
        : above        ? "BEM data up to higher frequencies: the damping is not 0 at the last one"
        : below
            ? "BEM data from lower frequencies on: the damping is not 0 at the first one"
            : "the damping ends within the data: irregular frequencies, or values that are not passive; bemio check";
    c.diagnostics.warning(
        "memory-range", {},
        fmt::format(
            "the radiation memory of {} of {} has an added mass of {:.4g} at the sea's {:.3g} s, and the data say "
            "{:.4g}: {:.2g} % of the inertia there, by which natural periods and power move",
            kMotions[static_cast<std::size_t>(worst->entry % 6)],
            all.refs[static_cast<std::size_t>(worst->entry / 6)]->name, worst->made, 2.0 * kPi / w, worst->given,
            100.0 * worst->part),
        fmt::format("{}; for one regular wave radiation: constant takes its own coefficients", remedy));
  }
}

// What a cut leaves out of the damping is at most the rest's integral; a kernel that has come down to a tenth rings on
// with little in it, and the usual 20 s to 60 s stay far below.
void judge_cut(const Case& c, const SharedRadiation& radiation, double step, double end, const std::vector<int>& rows) {
  constexpr double kMost = 0.1, kSmall = 1e-3;  // kSmall: of the largest entry, which leaves round-off alone
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  if (rows.empty()) return;
  struct Cut {
    double left = 0.0;  // largest |K| from the cut on, or near the end, over the largest of all
    int row = 0;
  };
  const auto cuts = [&](double available) { return available > end + 1.5 * step; };
  const auto cut = c.shared.kept<Cut>(
      fmt::format("cut at {} by {}, rows {}, of {}", end, step, fmt::join(rows, " "), radiation.key), [&] {
        const VectorX scale = coefficients.scale();
        std::vector<double> peaks, rests;
        for (const int row : rows) {
          const double available = coefficients.kernel_end(row);
          const double from = cuts(available) ? end - 0.5 * step : 0.95 * available;
          const auto count = static_cast<std::size_t>(std::floor(available / step + 1e-9)) + 1;
          const auto kernel = coefficients.kernel(step, count, {row}, {row});
          double peak = 0.0, rest = 0.0;
          for (std::size_t m = 0; m < kernel.size(); ++m) {
            const double size = std::abs(kernel[m](0, 0)) * scale[row] * scale[row];
            peak = std::max(peak, size);
            if (static_cast<double>(m) * step >= from) rest = std::max(rest, size);
          }
          peaks.push_back(peak);
          rests.push_back(rest);
        }
        const double largest = *std::max_element(peaks.begin(), peaks.end());
        Cut worst;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          if (!(peaks[i] > kSmall * largest) || !(rests[i] > worst.left * peaks[i])) continue;
          worst = {rests[i] / peaks[i], rows[i]};
        }
        return worst;
      });
  if (!(cut->left > kMost)) return;
  const double available = coefficients.kernel_end(cut->row);
  std::string place = fmt::format("row {}", cut->row + 1);
  int first = 0;
  for (const hydro::HydroBodyRef& ref : coefficients.bodies()) {
    if (cut->row >= first && cut->row < first + 6)
      place = fmt::format("{} of {}", kMotions[static_cast<std::size_t>(cut->row - first)], ref->name);
    first += ref->dof;
  }
  if (!cuts(available)) {
    c.diagnostics.warning(
        "kernel-rings", {},
        fmt::format("the radiation kernel of {} still has {:.2g} % of its peak at its end, {:g} s: an irregular "
                    "frequency of the BEM run rings on, or the data are too coarse in frequency. Damping and power "
                    "differ from what the data say at one frequency (radiation: constant)",
                    place, 100.0 * cut->left, available),
        "run the BEM code with its removal of irregular frequencies or a finer mesh, or try `bemio convert --clean` or "
        "a longer --radiation-time");
    return;
  }
  c.diagnostics.warning(
      "kernel-cut", c.model.hydrodynamics.convolution.source.of("duration"),
      fmt::format("hydrodynamics.convolution.duration = {:g} s cuts the kernel off where it still has {:.2g} % of its "
                  "peak ({}): damping is missing",
                  c.model.hydrodynamics.convolution.duration.value_or(end), 100.0 * cut->left, place),
      fmt::format("the data hold {:g} s; without the key all of it is convolved", available));
}

/// Gives advice: what it finds wrong, or cannot find out from these data, is no mistake of the case.
template <class Judge>
void give_advice(const Case& c, const Judge& judge) {
  Messages own;
  try {
    judge(Case(c, own));
  } catch (const std::exception&) {  // an error of the advice; what it found before stays
  }
  for (const Diagnostic& warning : own.diagnostics.warnings()) c.diagnostics.add(warning);
  c.notes.insert(c.notes.end(), own.notes.begin(), own.notes.end());
}

}  // namespace

void warn_of_inertia(const Case& c, const Hydro& hydro, const Mechanism& mechanism,
                     const std::vector<std::vector<bool>>& moves) {
  give_advice(c, [&](const Case& quiet) { judge_inertia(quiet, hydro, mechanism, moves); });
}

void warn_of_memory(const Case& c, const Sea& sea, const CoupledBodies& all, const SharedRadiation& radiation,
                    const std::vector<int>& active) {
  give_advice(c, [&](const Case& quiet) { judge_memory(quiet, sea, all, radiation, active); });
}

void warn_of_cut(const Case& c, const SharedRadiation& radiation, double step, double end,
                 const std::vector<int>& rows) {
  give_advice(c, [&](const Case& quiet) { judge_cut(quiet, radiation, step, end, rows); });
}

void advise(const Case& c, const Sea& sea, const Mechanism& mechanism, const solver::Options& steps,
            system::Graph& graph) {
  give_advice(c, [&](const Case& quiet) {
    warn_of_water(quiet);
    if (sea) {
      warn_of_step(quiet, sea, steps);
      warn_of_steepness(quiet, sea);
      warn_of_places(quiet, sea, mechanism);
    }
    for (const model::Joint& joint : c.model.joints) warn_of_joint(quiet, joint, "joints", {});
    for (const model::Pto& pto : c.model.ptos) warn_of_joint(quiet, pto, "ptos", pto.equilibrium_position);
    note_idle_components(quiet, graph);
  });
}

}  // namespace swell::assembly
