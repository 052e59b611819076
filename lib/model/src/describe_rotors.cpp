// Wind and rotors.
#include "swell/model/describe.h"

namespace swell::model {

namespace {
template <class Law>
Alternative wind_alternative(const char* word, const char* help, Wind& wind, bool speed,
                             void (*describe_law)(Visitor&, Law&)) {
  return {word, help, [&wind] { wind.law.emplace<Law>(); },
          [&wind, speed, describe_law](Visitor& v) {
            if (speed) {
              v.number({"speed", "m/s", "mean at height", at_least(0.0), required}, wind.speed);
              v.number({"height", "m", "of speed above still water, with shear; absent: that of each hub", above(0.0)},
                       wind.height);
            }
            describe_law(v, std::get<Law>(wind.law));
          }};
}

void describe_steady(Visitor& /*v*/, SteadyWind& /*w*/) {}

void describe_gust(Visitor& v, GustWind& w) {
  v.number({"start", "s", "of the gust", at_least(0.0)}, w.start);
  v.number({"amplitude", "m/s", "V_gust of IEC 61400-1", anything(), required}, w.amplitude);
  v.number({"duration", "s", "of the gust", above(0.0)}, w.duration);
}

void describe_turbulent(Visitor& v, TurbulentWind& w) {
  v.number({"intensity", "", "standard deviation over speed", at_least(0.0), required}, w.intensity);
  v.integer({"seed", "", "of the random phases", at_least(1.0)}, w.seed);
  v.number({"length_scale", "m", "Lambda_1 of IEC 61400-1", above(0.0)}, w.length_scale);
}

void describe_turbsim(Visitor& v, FileWind& w) {
  v.file({"file", "", "full-field file of TurbSim (.bts), averaged over each rotor", {}, required}, w.file);
}
}  // namespace

void describe(Visitor& v, Wind& w) {
  v.source(w.source);
  v.tagged({"type", "", "how the wind changes in time", {}, required},
           {wind_alternative<SteadyWind>("steady", "constant", w, true, describe_steady),
            wind_alternative<GustWind>("gust", "extreme operating gust of IEC 61400-1", w, true, describe_gust),
            wind_alternative<TurbulentWind>("turbulent", "Kaimal spectrum with exponential coherence", w, true,
                                            describe_turbulent),
            wind_alternative<FileWind>("turbsim", "a file of TurbSim", w, false, describe_turbsim)},
           w.law.index());
  v.number({"direction", "deg", "travel direction, 0 = towards +x", between(-360.0, 360.0)}, w.direction, kDegree);
  v.number({"shear", "", "exponent of the power law over height", between(0.0, 1.0)}, w.shear);
  v.number({"density", "kg/m^3", "of the air", above(0.0)}, w.density);
}

void describe(Visitor& v, PitchGains& g) {
  v.source(g.source);
  v.numbers({"pitch", "deg", "ascending", anything(), required}, g.pitch, 0, true, kDegree);
  v.numbers({"proportional", "s", "pitch [rad] per speed [rad/s]", anything(), required}, g.proportional, 0, true);
  v.numbers({"integral", "", "pitch [rad] per angle [rad]", anything(), required}, g.integral, 0, true);
}

void describe(Visitor& v, PitchFloor& f) {
  v.source(f.source);
  v.numbers({"wind", "m/s", "ascending", at_least(0.0), required}, f.wind, 0, true);
  v.numbers({"pitch", "deg", "least pitch at these", anything(), required}, f.pitch, 0, true, kDegree);
}

void describe(Visitor& v, RotorControl& c) {
  v.source(c.source);
  v.file({"file", "", "the DISCON.IN of ROSCO, which gives the gains; a key of the case replaces its value"}, c.file);
  v.number({"rated_speed", "rad/s", "of the rotor", above(0.0)}, c.rated_speed);
  v.number({"minimum_speed", "rad/s", "kept at low wind; absent: none", at_least(0.0)}, c.minimum_speed);
  v.number({"rated_torque", "N m", "of the generator, at the rotor's shaft", above(0.0)}, c.rated_torque);
  v.number({"tip_speed_ratio", "", "of region 2; absent with optimal_gain: that of the largest power", above(0.0)},
           c.tip_speed_ratio);
  v.number({"optimal_gain", "N m s^2", "torque over squared speed in region 2", above(0.0)}, c.optimal_gain);
  v.number({"torque_gain", "N m s", "proportional gain of the torque near minimum and rated speed; absent: none",
            above(0.0)},
           c.torque_gain);
  v.number({"torque_integral", "N m", "integral gain there", above(0.0)}, c.torque_integral);
  v.structure({"pitch_gains", "", "PI gains of the pitch controller, scheduled over the pitch"}, c.pitch_gains);
  v.number({"fine_pitch", "deg", "least pitch"}, c.fine_pitch, kDegree);
  v.number({"maximum_pitch", "deg", "largest pitch"}, c.maximum_pitch, kDegree);
  v.number({"pitch_rate", "deg/s", "largest rate of the pitch", above(0.0)}, c.pitch_rate, kDegree);
  v.number({"actuator_time", "s", "time constant of the pitch drive", above(0.0)}, c.actuator_time);
  v.structure({"pitch_floor", "", "least pitch over the filtered wind speed: peak shaving, power at low wind"},
              c.pitch_floor);
  v.number({"wind_filter", "rad/s", "corner frequency of the filtered wind speed", above(0.0)}, c.wind_filter);
  v.number({"floating_feedback", "s", "pitch angle added per rate of the body's rotation downwind"},
           c.floating_feedback);
  v.flag({"constant_power", "", "torque falls with the speed above rated"}, c.constant_power);
  v.exclusive({"tip_speed_ratio", "optimal_gain"}, false);
}

void describe(Visitor& v, PolarFile& p) {
  v.source(p.source);
  v.file({"file", "", "angle of attack from -180 to 180 deg, lift and drag coefficient", {}, required}, p.file);
}

void describe(Visitor& v, RotorBlade& b) {
  v.source(b.source);
  v.file({"file",
          "",
          "rows of radius [m], chord [m], twist [deg], number of the polar; or AeroDyn's blade file",
          {},
          required},
         b.file);
  v.structures({"polars", "", "by number, from 1; AeroDyn's files or rows of three numbers"}, b.polars);
  v.integer({"count", "", "number of blades", at_least(1.0)}, b.count);
  v.number({"hub_radius", "m", "where the blade begins", at_least(0.0)}, b.hub_radius);
  v.number({"cone", "deg", "of the blades", between(-30.0, 30.0)}, b.cone, kDegree);
}

void describe(Visitor& v, RotorTower& t) {
  v.source(t.source);
  v.vector3({"base", "m", "lower end", {}, required}, t.base);
  v.vector3({"top", "m", "upper end", {}, required}, t.top);
  v.number({"base_diameter", "m", "", at_least(0.0), required}, t.base_diameter);
  v.number({"top_diameter", "m", "", at_least(0.0), required}, t.top_diameter);
  v.number({"drag", "", "drag coefficient", at_least(0.0)}, t.drag);
}

void describe(Visitor& v, Rotor& r) {
  v.source(r.source);
  v.text({"name", "", "of the rotor", {}, required}, r.name);
  v.text({"body", "", "body that carries it", {}, required}, r.body);
  v.vector3({"hub", "m", "world coordinates on the undisplaced body", {}, required}, r.hub);
  v.vector3({"axis", "", "of the shaft, pointing downwind; [0.9945, 0, -0.1045] is a tilt of 6 deg"}, r.axis);
  v.number({"radius", "m", "of the rotor; with blade within 1 % of its tip", above(0.0), required}, r.radius);
  v.file({"table", "", "power, thrust and torque coefficients over tip-speed ratio and pitch, ROSCO's format"},
         r.table);
  v.structure({"blade", "", "blades from which the table is computed"}, r.blade);
  v.exclusive({"table", "blade"}, true);
  v.number({"speed", "rad/s", "fixed, or at the start; absent with control: that of the mean wind", at_least(0.0)},
           r.speed);
  v.number({"pitch", "deg", "of the blades: fixed, or at the start"}, r.pitch, kDegree);
  v.number({"efficiency", "", "electrical power over that of the shaft", between(0.0, 1.0)}, r.efficiency);
  v.structure({"control", "", "generator torque and blade pitch; absent: what is connected to torque and pitch"},
              r.control);
  v.number(
      {"inertia", "kg m^2",
       "of rotor and generator about the shaft, which the inertia of the body leaves out; absent: the speed is fixed",
       above(0.0), required_if(v, r.control.has_value())},
      r.inertia);
  v.structure({"tower", "", "drag of the wind on the tower"}, r.tower);
}

}  // namespace swell::model
