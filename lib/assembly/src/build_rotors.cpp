// Wind rotors of a case: tables or blades, wind over the disc, control.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/device/rotor_load.h"
#include "swell/rotor/blade.h"

namespace swell::assembly {

namespace {

/// One rotor while it is built.
struct Rotating {
  const Case& c;
  const model::Rotor& spec;
  const model::Wind& wind;
  std::function<void(Diagnostic)> warn = {};  ///< of the run

  [[noreturn]] void wrong(const char* key, const std::string& what, const std::string& remedy) const {
    throw InputError(spec.source.of(key), fmt::format("rotors.{}{}", spec.name, what), remedy);
  }

  rotor::Performance table() const {
    if (spec.table) return rotor::read_performance(*spec.table, spec.source.of("table"));
    const model::RotorBlade& given = *spec.blade;
    rotor::Blade blade;
    blade.count = given.count;
    blade.hub_radius = given.hub_radius;
    blade.cone = given.cone;
    if (given.polars.empty())
      throw InputError(given.source.origin, fmt::format("rotors.{}.blade has no polars", spec.name),
                       "polars: [{file: ...}]");
    for (const model::PolarFile& polar : given.polars)
      blade.polars.push_back(rotor::read_polar(polar.file, polar.source.of("file")));
    rotor::read_blade(given.file, blade, given.source.of("file"));
    constexpr double kAlike = 0.01;
    const double radius = blade.tip_radius * std::cos(blade.cone);
    if (std::abs(radius - spec.radius) > kAlike * spec.radius)
      wrong("radius",
            fmt::format(".radius = {:g} m, and the blades of {} end at {:.6g} m", spec.radius, given.file.string(),
                        radius),
            "the radius is that of the blade's last row times cos(cone); AeroDyn's rows begin at hub_radius");
    return rotor::performance_of(blade, spec.radius);
  }

  rotor::Wind over_disc() const {
    rotor::Wind air;
    air.direction = Vector3(std::cos(wind.direction), std::sin(wind.direction), 0.0);
    air.height = wind.height.value_or(spec.hub.z());
    air.shear = wind.shear;
    air.density = wind.density;
    air.speed = wind.speed.value_or(0.0);
    const model::Simulation& s = c.model.simulation;
    const double end = s.start + s.duration;
    if (const auto* gust = std::get_if<model::GustWind>(&wind.law))
      air.gust = rotor::Gust{gust->start, gust->amplitude, gust->duration};
    if (const auto* turbulent = std::get_if<model::TurbulentWind>(&wind.law)) {
      const double mean = air.mean(spec.hub.z());
      if (mean > 0.0 && turbulent->intensity > 0.0)
        air.series = rotor::turbulent_series({mean, turbulent->intensity * mean, turbulent->length_scale}, spec.radius,
                                             rotor::kTurbulencePeriod, static_cast<std::uint32_t>(turbulent->seed));
    }
    if (const auto* file = std::get_if<model::FileWind>(&wind.law)) {
      rotor::FieldAverage field = rotor::read_turbsim(file->file, spec.hub.z(), spec.radius, wind.source.of("file"));
      if (!field.fluctuation.repeats && field.end < end)
        throw InputError(wind.source.of("file"),
                         fmt::format("{} ends at {:g} s, the run at {:g} s", file->file.string(), field.end, end),
                         "end the run earlier, or let TurbSim write a periodic file");
      air.speed = field.mean;
      air.series = std::move(field.fluctuation);
    }
    return air;
  }

  std::optional<rotor::Control> control(const rotor::Performance& table) const {
    if (!spec.control) return {};
    const model::RotorControl& given = *spec.control;
    rotor::Control law;
    double ratio = given.tip_speed_ratio.value_or(0.0);
    if (given.file) {
      rotor::RoscoControl published = rotor::read_rosco(*given.file, given.source.of("file"));
      law = std::move(published.control);
      if (!given.tip_speed_ratio && !given.optimal_gain) ratio = published.tip_speed_ratio;
      if (!published.left_out.empty())
        c.diagnostics.warning("no-effect", given.source.of("file"),
                              fmt::format("rotors.{}.control: {} of {} have no effect", spec.name,
                                          fmt::join(published.left_out, ", "), given.file->string()),
                              "the control has torque, collective pitch and floating_feedback; connect a component to "
                              "the rotor's torque or pitch for more");
    }
    std::string missing;
    const auto take = [&](const std::optional<double>& value, double& to, const char* name) {
      if (value) to = *value;
      if (!value && !given.file && name != nullptr) missing += (missing.empty() ? "" : ", ") + std::string(name);
    };
    take(given.rated_speed, law.rated_speed, "rated_speed");
    take(given.rated_torque, law.rated_torque, "rated_torque");
    take(given.torque_gain, law.torque_gain, given.torque_integral ? "torque_gain" : nullptr);
    take(given.torque_integral, law.torque_integral, given.torque_gain ? "torque_integral" : nullptr);
    take(given.minimum_speed, law.minimum_speed, nullptr);
    if (given.minimum_speed && law.torque_gain == 0.0 && law.torque_integral == 0.0)
      c.diagnostics.warning("no-effect", given.source.of("minimum_speed"),
                            fmt::format("rotors.{}.control.minimum_speed has no effect: without gains the torque is k "
                                        "omega^2 at any speed",
                                        spec.name),
                            "give torque_gain and torque_integral, or leave it out");
    if (given.optimal_gain) law.optimal_gain = {{0.0}, {*given.optimal_gain}};
    take(given.fine_pitch, law.fine_pitch, nullptr);
    take(given.maximum_pitch, law.maximum_pitch, nullptr);
    take(given.pitch_rate, law.pitch_rate, nullptr);
    take(given.actuator_time, law.actuator_time, nullptr);
    take(given.wind_filter, law.wind_filter, nullptr);
    take(given.floating_feedback, law.floating_feedback, nullptr);
    if (given.constant_power) law.constant_power = *given.constant_power;
    const auto schedule = [&](const Source& at, const std::vector<double>& points, const std::vector<double>& values,
                              const char* what) {
      if (points.size() != values.size() ||
          std::adjacent_find(points.begin(), points.end(), std::greater_equal<>()) != points.end())
        throw InputError(at.origin,
                         fmt::format("rotors.{}.control.{}: points ascend, and every one has a value", spec.name, what),
                         "");
      return rotor::Schedule{points, values};
    };
    if (given.pitch_gains) {
      const model::PitchGains& g = *given.pitch_gains;
      law.pitch_gain = schedule(g.source, g.pitch, g.proportional, "pitch_gains");
      law.pitch_integral = schedule(g.source, g.pitch, g.integral, "pitch_gains");
    } else if (!given.file) {
      missing += (missing.empty() ? "" : ", ") + std::string("pitch_gains");
    }
    if (given.pitch_floor)
      law.pitch_floor =
          schedule(given.pitch_floor->source, given.pitch_floor->wind, given.pitch_floor->pitch, "pitch_floor");
    if (!missing.empty())
      throw InputError(given.source.origin, fmt::format("rotors.{}.control lacks {}", spec.name, missing),
                       "give them, or file: DISCON.IN of ROSCO");
    if (!(law.minimum_speed < law.rated_speed))
      throw InputError(
          given.source.origin,
          fmt::format("rotors.{}.control: minimum_speed = {:g} rad/s is not below rated_speed = {:g} rad/s", spec.name,
                      law.minimum_speed, law.rated_speed),
          "");
    if (!(law.fine_pitch < law.maximum_pitch))
      throw InputError(given.source.origin,
                       fmt::format("rotors.{}.control: fine_pitch is not below maximum_pitch", spec.name), "");
    if (!given.optimal_gain && (ratio > 0.0 || !given.file)) {
      if (ratio <= 0.0) ratio = table.best_ratio(law.fine_pitch);
      // The gain that holds this ratio with the blades at each pitch, where they give power.
      const double r = spec.radius, scale = 0.5 * wind.density * kPi * r * r * r * r * r / (ratio * ratio);
      law.optimal_gain = {table.pitch, {}};
      for (const double pitch : table.pitch)
        law.optimal_gain.value.push_back(scale * std::max(0.0, table.at(ratio, pitch).torque));
      if (!(law.optimal_gain(law.fine_pitch) > 0.0))
        throw InputError(
            given.source.of("tip_speed_ratio"),
            fmt::format("rotors.{}: no power at a tip-speed ratio of {:g} and fine pitch", spec.name, ratio),
            "look at the table, or give optimal_gain");
    }
    return law;
  }

  device::RotorSetup setup(const Mechanism& mechanism) const {
    std::vector<std::string> names;
    std::size_t body = c.bodies.size();
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
      names.push_back(c.bodies[i]->name);
      if (names.back() == spec.body) body = i;
    }
    if (body == c.bodies.size())
      throw code::error(code::kUnknownName, spec.source.of("body"),
                        fmt::format("rotors.{}: {} is not a body", spec.name, spec.body.empty() ? "\"\"" : spec.body),
                        did_you_mean(spec.body, names, "the bodies are {}"));
    device::RotorSetup made;
    made.body = spec.body;
    const Vector3& cg = mechanism.rigid[body].cg;
    made.hub = spec.hub - cg;
    if (!(spec.axis.norm() > 0.0)) wrong("axis", ".axis has no length", "it points downwind along the shaft");
    made.axis = spec.axis.normalized();
    made.wind = over_disc();
    if (!(made.axis.dot(made.wind.direction) > 0.0))
      wrong("axis", ".axis points against environment.wind.direction", "it points downwind along the shaft");
    if (spec.hub.z() - spec.radius * std::hypot(spec.axis.x(), spec.axis.y()) / spec.axis.norm() < 0.0)
      wrong("hub",
            fmt::format(": blades of {:g} m on a hub at z = {:g} m reach into the water", spec.radius, spec.hub.z()),
            "z is upwards from the still water level");
    made.table = table();
    made.disc = {spec.radius, wind.density};
    made.inertia = spec.inertia.value_or(0.0);
    made.efficiency = spec.efficiency;
    made.warn = warn;
    made.control = control(made.table);
    if (!made.control && !spec.speed) wrong("speed", ".speed is missing", "give the speed in rad/s, or control");
    made.speed = spec.speed.value_or(0.0);
    made.pitch = spec.pitch.value_or(0.0);
    if (made.control) {
      rotor::Control& law = *made.control;
      const double mean = made.wind.mean(spec.hub.z()) * made.axis.dot(made.wind.direction);
      const double speed = law.steady(made.table, made.disc, mean, made.control_state.data());
      if (!spec.speed) made.speed = speed;
      if (spec.pitch)
        made.control_state[rotor::Control::kPitch] = made.control_state[rotor::Control::kPitchIntegral] = *spec.pitch;
    }
    if (spec.tower) {
      constexpr int kPieces = 10;
      const model::RotorTower& tower = *spec.tower;
      const Vector3 whole = tower.top - tower.base;
      if (!(whole.norm() > 0.0)) wrong("tower", ".tower: base and top are at one place", "");
      for (int i = 0; i < kPieces; ++i) {
        const double s = (i + 0.5) / kPieces;
        const double diameter = tower.base_diameter + s * (tower.top_diameter - tower.base_diameter);
        made.tower.push_back(
            {tower.base + s * whole - cg, 0.5 / kPieces * whole, tower.drag * diameter * whole.norm() / kPieces});
      }
    }
    return made;
  }
};

/// Warns of keys and connections that change nothing.
void warn_without_effect(const Case& c, const model::Wind& wind) {
  if (wind.height && wind.shear == 0.0)
    c.diagnostics.warning("no-effect", wind.source.of("height"),
                          "environment.wind.height has no effect: without shear the wind is the same at all heights",
                          "give shear, or leave height out");
  for (const model::Rotor& rotor : c.model.rotors) {
    if (rotor.inertia) continue;
    for (const model::Connection& connection : c.model.connections) {
      if (connection.to != rotor.name + ".torque") continue;
      c.diagnostics.warning("no-effect", connection.source.of("to"),
                            fmt::format("the connection to {} has no effect: a rotor without inertia turns at a fixed "
                                        "speed",
                                        connection.to),
                            fmt::format("give rotors.{}.inertia", rotor.name));
    }
  }
}

/// Warns where a run is longer than the period of the turbulence.
void warn_of_repetition(const Case& c, const model::Wind& wind) {
  const model::Simulation& s = c.model.simulation;
  if (!std::holds_alternative<model::TurbulentWind>(wind.law) || s.duration <= rotor::kTurbulencePeriod) return;
  c.diagnostics.warning("short-record", wind.source.origin,
                        fmt::format("environment.wind: the turbulence repeats after {:g} s, the run lasts {:g} s",
                                    rotor::kTurbulencePeriod, s.duration),
                        "average shorter runs over seeds (swell batch), or use a file of TurbSim");
}

}  // namespace

Parts rotor_loads(const Case& c, const Mechanism& mechanism, const std::shared_ptr<std::vector<Diagnostic>>& of_run) {
  Parts parts;
  const auto& wind = c.model.environment.wind;
  c.uses(c.model.environment.wind);
  if (wind && c.model.rotors.empty())
    c.diagnostics.warning("no-effect", wind->source.origin, "environment.wind has no effect: the case has no rotor",
                          "rotors: [{name: turbine, body: ..., ...}]");
  if (wind && !c.model.rotors.empty()) {
    warn_without_effect(c, *wind);
    warn_of_repetition(c, *wind);
  }
  const auto warn = [of_run](Diagnostic warning) { add_once(*of_run, std::move(warning)); };
  for (const model::Rotor& spec : c.model.rotors) {
    c.uses(spec);
    if (!wind) {
      code::refuse(c.diagnostics, "missing", spec.source.origin,
                   fmt::format("rotors.{} needs environment.wind", spec.name), "wind: {type: steady, speed: 10}");
      continue;
    }
    collect(c.diagnostics, [&] {
      parts.add<device::Rotor>(spec.name, Rotating{c, spec, *wind, warn}.setup(mechanism));
    });
    const auto show = [&](const char* name, const char* unit, const char* text) {
      parts.recorded.push_back(
          {fmt::format("{}.{}", spec.name, name), {fmt::format("/ptos/{}/{}", spec.name, name), 1, unit, text, {}}});
    };
    show("speed", "rad/s", "of the rotor against the body");
    show("generator_torque", "N m", "against the rotor");
    show("power", "W", "absorbed power: of the shaft, taken by the generator");
    show("electrical_power", "W", "of the generator");
    show("wind", "m/s", "along the shaft, less the hub's own motion");
    show("thrust", "N", "along the shaft");
    show("aerodynamic_torque", "N m", "of the wind on the rotor");
    show("pitch", "rad", "of the blades");
  }
  return parts;
}

}  // namespace swell::assembly
