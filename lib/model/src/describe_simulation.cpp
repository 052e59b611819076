// simulation, environment, hydrodynamics, output.
#include <cmath>
#include <limits>

#include "swell/model/describe.h"
#include "words.h"

namespace swell::model {

namespace {
const Visitor::Words<Cosimulation> kMasters{{"jacobi", Cosimulation::jacobi},
                                            {"gauss-seidel", Cosimulation::gauss_seidel}};

void describe(Visitor& v, CosimulationChoice& c) {
  v.source(c.source);
  v.choice({"method", "", "jacobi or gauss-seidel"}, c.method, kMasters);
  v.number(
      {"tolerance", "",
       "of the error of one communication step, relative to the largest value so far; absent: steps of fixed length",
       between(1.0e-12, 0.1)},
      c.tolerance);
  v.number({"min_step", "s", "shortest communication step; absent: a thousandth of the shortest `step`", above(0.0)},
           c.min_step);
  v.number({"max_step", "s", "longest communication step; absent: a thousand times the shortest `step`", above(0.0)},
           c.max_step);
}
}  // namespace

void describe(Visitor& v, Simulation& s) {
  v.source(s.source);
  v.number({"duration", "s", "simulated time", above(0.0), required}, s.duration);
  v.number({"time_step", "s", "fixed step; first step of an adaptive integrator", above(0.0)}, s.time_step);
  v.number({"ramp", "s",
            "time from t = 0 on over which waves and current grow to full height, with none before it; 0 for no ramp",
            at_least(0.0)},
           s.ramp);
  v.number({"start", "s", "time at the start", anything()}, s.start);
  v.choice(
      {"integrator", "", "fixed-step Runge-Kutta of order 4, adaptive Dormand-Prince, or implicit for stiff systems"},
      s.integrator, kWords<Integrator>);
  v.number({"tolerance", "", "relative tolerance of adaptive integrators", between(1.0e-14, 0.1)}, s.tolerance);
  v.number({"absolute_tolerance", "unit of the state", "of adaptive integrators; absent: as tolerance", above(0.0)},
           s.absolute_tolerance);
  v.number({"min_step", "s", "where error control asks for a shorter step the run ends with an error; absent: none",
            above(0.0)},
           s.min_step);
  v.number(
      {"max_step", "s",
       "longest step of adaptive integrators; absent: a twentieth of the shortest wave period that matters (99 % of "
       "the energy is in longer ones), or the output step where tables, components or lines drive the device",
       above(0.0)},
      s.max_step);
  v.integer(
      {"max_steps", "",
       "steps that an adaptive integrator may try per output step (per second where that is longer) before the run "
       "ends with an error; absent: 50000",
       at_least(1.0)},
      s.max_steps);
  v.choice({"added_mass", "", "in the inertia (exact), or as a delayed force with adjusted inertia (split)"},
           s.added_mass, kWords<AddedMass>);
  v.number({"added_mass_delay", "s", "delay of the acceleration that `split` uses", at_least(0.0)}, s.added_mass_delay);
  v.choice({"delayed_acceleration", "", "how `split` continues the stored accelerations between steps"},
           s.delayed_acceleration, kWords<DelayedAcceleration>);
  v.choice(
      {"set_residual", "",
       "what `split` leaves to the delayed acceleration of a body with several sets of hydro data: the set's added "
       "mass less what has moved into the body (whole), or less what would have moved with that set (own)"},
      s.set_residual, kWords<SetResidual>);
  v.choice({"restoring", "",
            "linear restoring of bodies, mooring matrices and springs of joints that turn freely: the gradient of a "
            "potential, or stiffness times roll, pitch and yaw as moments about the world's axes (euler-angles)"},
           s.restoring, kWords<Restoring>);
  v.flag({"static_equilibrium", "", "find the place of rest in still water before the run and start there"},
         s.static_equilibrium);
  v.choice({"reproduce", "", "set every choice that published results of that code rest on"}, s.reproduce,
           Visitor::Words<Reproduce>{{"none", Reproduce::nothing}, {"wec-sim", Reproduce::wec_sim}});
  CosimulationChoice& c = s.cosimulation;
  v.either(
      {"cosimulation", "",
       "what components of type fmu read when they are stepped: the values of the last communication point "
       "(jacobi), or in an order what those before them have just given (gauss-seidel); with step-size control: "
       "{method, tolerance, min_step, max_step} (docs/fmi.md)"},
      {{Shape::Kind::word, {"jacobi", "gauss-seidel"}, 0, false, true},
       [&c] { return Parameter::of(Visitor::word_of(kMasters, c.method)); },
       [&c](const Parameter& p) { c.method = p.text == "jacobi" ? Cosimulation::jacobi : Cosimulation::gauss_seidel; },
       &c.method},
      {[&c] { return c.tolerance || c.min_step || c.max_step; }, [] {}, [&c](Visitor& inner) { describe(inner, c); }});
  v.structures({"stop", "", "signals that end the run when they pass a bound"}, s.stop);
}

void describe(Visitor& v, StopRule& r) {
  v.source(r.source);
  v.text({"signal", "", "port that results show, such as PTO1.position", {}, required}, r.signal);
  v.integer({"entry", "", "of the signal, from 1", at_least(1.0)}, r.entry);
  v.number({"above", "unit of the signal", "ends the run when the signal rises above this"}, r.above);
  v.number({"below", "unit of the signal", "ends the run when the signal falls below this"}, r.below);
}

void describe(Visitor& v, Current& c) {
  v.source(c.source);
  v.choice({"profile", "", "how the speed changes with depth; power-law has the exponent 1/7"}, c.profile,
           Visitor::Words<CurrentProfile>{{"uniform", CurrentProfile::uniform},
                                          {"power-law", CurrentProfile::power_law},
                                          {"linear", CurrentProfile::linear},
                                          {"table", CurrentProfile::table}});
  v.number({"speed", "m/s", "speed at the surface", at_least(0.0)}, c.speed);
  v.number({"direction", "deg", "travel direction, 0 = towards +x", between(-360.0, 360.0)}, c.direction, kDegree);
  v.number({"depth", "m", "depth at which power-law and linear profiles reach 0", above(0.0)}, c.depth);
  v.numbers({"z", "m", "heights of the table, ascending, 0 at the surface"}, c.z);
  v.numbers({"speeds", "m/s", "speeds of the table"}, c.speeds);
}

namespace {
/// A number of metres, or `infinite`.
void depth(Visitor& v, std::optional<double>& value) {
  v.leaf({"depth", "m", "water depth; absent: that of the hydro data", above(0.0)},
         {{Shape::Kind::number, {"infinite"}, 0, false, true},
          [&value] {
            if (!value) return Parameter();
            return std::isinf(*value) ? Parameter::of("infinite") : Parameter::of(*value);
          },
          [&value](const Parameter& p) {
            value = p.kind == Parameter::Kind::number ? p.number : std::numeric_limits<double>::infinity();
          },
          &value});
}

struct Gauge {
  Eigen::Vector2d& place;
};

void describe(Visitor& v, const Gauge& gauge) {
  v.number({"x", "m", "place of the gauge", anything(), required}, gauge.place.x());
  v.number({"y", "m", "place of the gauge", anything()}, gauge.place.y());
}
}  // namespace

void describe(Visitor& v, Environment& e) {
  v.source(e.source);
  v.number({"water_density", "kg/m^3", "density of the water", above(0.0)}, e.water_density);
  v.number({"gravity", "m/s^2", "acceleration of gravity", above(0.0)}, e.gravity);
  v.number({"kinematic_viscosity", "m^2/s", "of the water, for the Reynolds numbers of Morison elements", above(0.0)},
           e.kinematic_viscosity);
  depth(v, e.depth);
  v.structure({"current", "",
               "current, ramped like the waves; acts on Morison elements, lines and probes, not on quadratic_drag"},
              e.current);
  v.structure({"wind", "", "wind on rotors and their towers, [theory/rotors.md](theory/rotors.md)"}, e.wind);
  v.flag({"wheeler_stretching", "",
          "stretch wave kinematics to the instantaneous surface: of Morison elements, lines and probes"},
         e.wheeler_stretching);
  v.list({"gauges", "", "places where the wave elevation is recorded"},
         {[&e] { return e.gauges.size(); },
          [&e] {
            e.gauges.emplace_back(0.0, 0.0);
            return e.gauges.size() - 1;
          },
          [&e](Visitor& inner, std::size_t i) { describe(inner, Gauge{e.gauges[i]}); },
          false,
          {},
          &e.gauges});
  v.choice({"dispersion", "", "wave number to round-off, or by WEC-Sim's 100 sweeps"}, e.dispersion,
           kWords<Dispersion>);
  v.choice({"sea_coefficients", "", "excitation coefficients of a second sea: its own, or those of the first"},
           e.sea_coefficients, kWords<SeaCoefficients>);
  v.choice({"elevation_ramp", "", "ramp of imported elevation: once, or on elevation and force both"}, e.elevation_ramp,
           kWords<ElevationRamp>);
}

void describe(Visitor& v, Convolution& c) {
  v.source(c.source);
  v.number({"duration", "s", "length of the kernel that is kept; absent: all of it", above(0.0)}, c.duration);
  v.number({"time_step", "s",
            "step of the kernel; absent: the hydro file's, halved while the error of the convolution, estimated "
            "beforehand, is above 1e-4 of the largest force",
            above(0.0)},
           c.time_step);
  v.choice({"sampling", "", "memory force at every stage of a step, or at the step and held"}, c.sampling,
           kWords<Sampling>);
}

void describe(Visitor& v, StateSpace& s) {
  v.source(s.source);
  v.choice({"realisation", "",
            "one passive model for the whole matrix, or a small one per entry, which together may make energy"},
           s.realisation, kWords<Realisation>);
  v.flag({"from_file", "",
          "take the entrywise realisation that the hydro file holds; an error where it misses a given minimum_r2 or "
          "maximum_order"},
         s.from_file);
  v.number(
      {"minimum_r2", "",
       "coefficient of determination that each fitted entry must reach, or the case is refused; absent: what keeps "
       "the response within 0.5 % (whole-matrix), 0.95 (entrywise)",
       between(0.0, 1.0)},
      s.minimum_r2);
  v.integer(
      {"maximum_order", "", "states per entry, absent 10; of whole-matrix, where given, for each row that radiates",
       between(1.0, 100.0)},
      s.maximum_order);
  v.flag({"passive", "", "positive-real; absent: true for whole-matrix, where radiation_data is passive"}, s.passive);
  v.flag({"drop_noise", "", "leave out entries that are numerical noise"}, s.drop_noise);
}

void describe(Visitor& v, Hydrodynamics& h) {
  v.source(h.source);
  v.choice({"radiation", "", "radiation model of bodies that do not name their own"}, h.radiation, kWords<Radiation>);
  v.flag({"body_to_body", "", "radiation and added mass between bodies"}, h.body_to_body);
  v.choice({"radiation_data", "",
            "added mass, damping and kernels made symmetric and passive, so that no motion gains energy from them, or "
            "taken as they are given"},
           h.radiation_data, kWords<RadiationData>);
  v.structure({"convolution", "", "settings of the convolution"}, h.convolution);
  v.structure({"state_space", "", "settings of the state-space model"}, h.state_space);
  v.choice(
      {"mean_drift", "", "mean second-order force: none, or from the hydro data by one of three ways to integrate it"},
      h.mean_drift,
      Visitor::Words<MeanDrift>{{"none", MeanDrift::none},
                                {"control-surface", MeanDrift::control_surface},
                                {"momentum", MeanDrift::momentum},
                                {"pressure", MeanDrift::pressure}});
  v.choice({"second_order", "",
            "force at the differences of the wave frequencies, the mean included: none, from the whole "
            "difference-frequency QTF (full), or from its diagonal or the mean drift by Newman's or Standing's "
            "approximation (docs/second-order.md)"},
           h.second_order,
           Visitor::Words<SecondOrder>{{"none", SecondOrder::none},
                                       {"newman", SecondOrder::newman},
                                       {"standing", SecondOrder::standing},
                                       {"full", SecondOrder::full}});
  v.flag({"sum_frequency", "",
          "with second_order: the force at the sums of the wave frequencies too, from the sum-frequency QTF"},
         h.sum_frequency);
  v.choice({"interpolation", "", "interpolation of coefficients in frequency and direction"}, h.interpolation,
           kWords<Interpolation>);
  v.choice({"set_centers", "",
            "where a set of hydro data has another centre of gravity than the body: coefficients moved to that of the "
            "body (moved), or the body's own centre where it then rests (displaced) (docs/variable-hydrodynamics.md)"},
           h.set_centers, kWords<SetCenters>);
  v.flag({"wec_sim_axes", "", "WEC-Sim's rotation of Morison elements and its order of inertia products"},
         h.wec_sim_axes);
  v.flag({"extrapolate", "", "allow wave frequencies outside those of the hydro data"}, h.extrapolate);
}

void describe(Visitor& v, Output& o) {
  v.source(o.source);
  v.file({"file", "", "results file; absent: the case's name with the ending .results.h5"}, o.file, false);
  v.number({"time_step", "s", "interval of the results; absent: simulation.time_step", above(0.0)}, o.time_step);
  v.numbers({"times", "s", "of the rows, ascending, instead of evenly spaced ones"}, o.times);
  v.exclusive({"time_step", "times"}, false);
  v.flag({"states", "", "store the states of all components too"}, o.states);
  v.flag({"morison", "",
          "store forces, relative velocity and acceleration, Keulegan-Carpenter and Reynolds number of each Morison "
          "element"},
         o.morison);
  v.flag({"hydro_coefficients", "", "store the hydrodynamic coefficients that the run uses, under /hydro"},
         o.hydro_coefficients);
  v.flag({"set_forces", "", "store the forces of each of several sets of hydro data, under bodies/<name>/sets"},
         o.set_forces);
  v.file({"state", "", "file for the states at the end, which initial.file of another run takes"}, o.state, false);
  v.texts({"select", "", "patterns of what is stored, such as bodies.*.position; absent: everything"}, o.select);
  v.integer({"compression", "", "deflate level, 0 for none", between(0.0, 9.0)}, o.compression);
}

}  // namespace swell::model
