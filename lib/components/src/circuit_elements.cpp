// Element types of circuits: parameters, and the components of lib/network and lib/pto made from them.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "circuit_parts.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"
#include "swell/components/declared.h"
#include "swell/components/element.h"
#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/tube.h"
#include "swell/network/valves.h"
#include "swell/network/vessel.h"
#include "swell/pto/air.h"
#include "swell/pto/generator.h"
#include "swell/pto/hydraulic_cylinder.h"
#include "swell/pto/hydraulic_motor.h"
#include "swell/pto/pump.h"

namespace swell::components {

using network::Domain;

const std::map<std::string, Domain>& built_in_domains() {
  static const std::map<std::string, Domain> kDomains = [] {
    std::map<std::string, Domain> domains;
    for (const Domain domain :
         {Domain::hydraulic, Domain::pneumatic, Domain::electrical, Domain::rotational, Domain::translational})
      domains.emplace(info(domain).name, domain);
    return domains;
  }();
  return kDomains;
}

Domain ElementPlace::domain(const std::string& word, const char* key, bool fluid) const {
  std::vector<std::string> known;
  for (const auto* list : {&built_in_domains(), &own_domains}) {
    for (const auto& [text, domain] : *list) {
      if (fluid && domain != Domain::hydraulic && domain != Domain::pneumatic) continue;
      if (text == word) return domain;
      known.push_back(text);
    }
  }
  given.refuse(fluid ? "wrong-value" : code::kUnknownName, key,
               fmt::format("= {}: {}", word, fluid ? "must be hydraulic or pneumatic" : "no such domain"),
               did_you_mean(word, known, "there are {}; the key domains of the circuit adds more"));
  return Domain::hydraulic;
}

namespace {

Domain fluid(const ElementPlace& at, const std::string& word) { return at.domain(word, "domain", true); }
void describe_fluid(Visitor& v, std::string& word) {
  v.choice({"domain", "", "of its terminals"}, word,
           Visitor::Words<std::string>{{"hydraulic", "hydraulic"}, {"pneumatic", "pneumatic"}});
}
double density_of(const ElementPlace& at, const std::string& domain, std::optional<double> density, double oil) {
  return density.value_or(fluid(at, domain) == Domain::pneumatic ? network::kStandardAirDensity : oil);
}

/// Units of the linear elements; open for a user-defined domain.
struct LinearUnits {
  std::string over = kOpenUnit, through = kOpenUnit, resistance = kOpenUnit, capacity = kOpenUnit,
              inertance = kOpenUnit;
};
LinearUnits units_of(const std::string& word) {
  const auto found = built_in_domains().find(word);
  if (found == built_in_domains().end()) return {};
  const auto with = [&of = info(found->second)](const char* resistance, const char* capacity, const char* inertance) {
    return LinearUnits{of.over_unit, of.through_unit, resistance, capacity, inertance};
  };
  if (found->second == Domain::hydraulic) return with("Pa s/m^3", "m^3/Pa", "Pa s^2/m^3");
  if (found->second == Domain::pneumatic) return with("Pa s/kg", "kg/Pa", "Pa s^2/kg");
  if (found->second == Domain::electrical) return with("V/A", "A s/V", "V s/A");
  if (found->second == Domain::rotational) return with("rad/(s N m)", "kg m^2", "rad/(N m)");
  return with("m/(s N)", "kg", "m/N");
}

constexpr double kAirViscosity = 1.8e-5;  // [Pa s] dynamic, air at 15 degrees C

struct Word {
  std::string domain = "hydraulic";
};

template <class P>
struct OneDomain : Word {
  P of;
  P with(const ElementPlace& at) const {
    P p = of;
    p.domain = fluid(at, domain);
    return p;
  }
};

/// An orifice; without a given density the fluid is oil or air by domain.
struct Opening : Word {
  network::OpeningParameters full;
  std::optional<double> density;
  network::OpeningParameters opening(const ElementPlace& at) const {
    network::OpeningParameters p = full;
    p.domain = fluid(at, domain);
    p.density = density_of(at, domain, density, p.density);
    return p;
  }
};
void describe_opening(Visitor& v, Opening& p) {
  v.number({"discharge_coefficient", "", "of the opening", above(0.0)}, p.full.discharge_coefficient);
  v.number({"density", "kg/m^3", "850, of air 1.225, unless given", above(0.0)}, p.density);
  v.number({"heat_ratio", "", "of the gas", above(1.0)}, p.full.heat_ratio);
  v.number({"laminar_ratio", "", "of gas: ratio of pressures beyond which flow goes with their difference",
            between(0.9, 1.0)},
           p.full.laminar_ratio);
}
struct Spool : Opening {
  network::SpoolParameters spool;
  int ways = 4;
  network::SpoolParameters parameters(const ElementPlace& at) const {
    network::SpoolParameters p = spool;
    p.full = opening(at);
    return p;
  }
};
void describe_spool(Visitor& v, Spool& p) {
  describe_fluid(v, p.domain);
  v.number({"area", "m^2", "wide open", above(0.0), required}, p.full.area);
  describe_opening(v, p);
  v.number({"leakage", "", "share of the area that stays open", between(0.0, 1.0)}, p.spool.leakage);
  v.number({"overlap", "", "share of the travel that opens nothing", Bounds{0.0, 1.0, false, true}}, p.spool.overlap);
}

/// A tube; without given properties the fluid is oil or air by domain.
struct FluidTube : network::TubeParameters, Word {
  std::optional<double> given_viscosity, given_density;
  Domain domain_of(const ElementPlace& at) const { return fluid(at, domain); }
  network::TubeParameters tube(const ElementPlace& at) const {
    network::TubeParameters t = *this;
    const bool air = domain_of(at) == Domain::pneumatic;
    t.viscosity = given_viscosity.value_or(air ? kAirViscosity : t.viscosity);
    t.density = density_of(at, domain, given_density, t.density);
    return t;
  }
};
void describe_tube(Visitor& v, FluidTube& p) {
  v.number({"length", "m", "of the tube", above(0.0), required}, p.length);
  v.number({"diameter", "m", "inside", above(0.0), required}, p.diameter);
  v.number({"viscosity", "Pa s", "dynamic; 0.05, of air 1.8e-5, unless given", above(0.0)}, p.given_viscosity);
  v.number({"density", "kg/m^3", "850, of air 1.225, unless given", above(0.0)}, p.given_density);
  v.number({"roughness", "m", "of the wall", at_least(0.0)}, p.roughness);
}

struct SourceElement {
  std::string domain = "hydraulic";
  network::SourceValue value;
};
void describe(Visitor& v, SourceElement& p) {
  describe_domain(v, p.domain);
  v.flag({"driven", "", "by the input value"}, p.value.driven);
  v.leaf({"value", kOpenUnit, "of the domain; with driven: true only without a port for it"},
         {{}, [] { return Parameter(); }, [&p](const Parameter& x) { p.value.constant = x.number; }});
}
const network::SourceValue& value_of(const SourceElement& p, Given& given) {
  if (!p.value.driven && !given.has("value"))
    given.refuse("missing", "value", "is missing", "give a number, or driven: true");
  return p.value;
}

/// A domain and up to two numbers.
struct Plain {
  std::string domain = "hydraulic";
  double value = 0.0, initial = 0.0;
};
struct Converter {
  std::string a, b;
  double ratio = 0.0;
};
struct Motor {
  pto::MotorParameters motor;
  Efficiencies efficiencies;
  pto::MotorParameters parameters() const {
    pto::MotorParameters m = motor;
    if (efficiencies.volumetric.value_or(1.0) < 1.0 || efficiencies.mechanical.value_or(1.0) < 1.0)
      m.losses = efficiencies.losses(motor.displacement);
    return m;
  }
};
struct Pump {
  Motor of;
  std::optional<pto::PressureCompensator> compensator;
};
struct Accumulator {
  network::GasAccumulatorParameters gas;
  double headroom = 1.0;
};
struct Actuator : Word {
  Rows rows;
  std::optional<double> initial_volume;
  double standard_density = network::kStandardAirDensity;
};
struct GasFlow {
  double flow = 0.0, standard_density = network::kStandardAirDensity;
};
struct Turbine {
  pto::AirTurbineParameters turbine;
  Rows rows;
};
struct MapGenerator {
  pto::MapGeneratorParameters generator;
  double efficiency = 1.0;
};
struct Pipe {
  FluidTube tube;
  network::PipeParameters pipe;
};
struct Restrictor {
  std::string domain = "hydraulic";
  network::RestrictorParameters restrictor;
  std::optional<double> density;
};
struct LinearAccumulator {
  std::string domain = "hydraulic";
  network::LinearAccumulatorParameters vessel;
  std::optional<double> initial_volume;
};

}  // namespace

std::vector<ElementType> built_in_elements() {
  return {
      element_type<SourceElement>("over-source", "pressure, voltage or speed that is given; terminal port", describe,
                                  [](const ElementPlace& at, const SourceElement& p) {
                                    at.add(network::over_source(at.domain(p.domain), value_of(p, at.given)));
                                  }),
      element_type<SourceElement>("through-source", "flow, current or torque that is given; terminal port", describe,
                                  [](const ElementPlace& at, const SourceElement& p) {
                                    at.add(network::through_source(at.domain(p.domain), value_of(p, at.given)));
                                  }),
      element_type<Plain>(
          "closed", "nothing flows; terminal port", [](Visitor& v, Plain& p) { describe_domain(v, p.domain); },
          [](const ElementPlace& at, const Plain& p) { at.add(network::closed(at.domain(p.domain))); }),
      element_type<Plain>(
          "resistance", "terminals a, b",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"resistance", units_of(p.domain).resistance, "over by through; unit by domain", at_least(0.0),
                      required},
                     p.value);
          },
          [](const ElementPlace& at, const Plain& p) { at.add(network::resistance(at.domain(p.domain), p.value)); }),
      element_type<Plain>(
          "capacity", "terminal port",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"capacity", units_of(p.domain).capacity, "through times s by over; unit by domain", above(0.0),
                      required},
                     p.value);
            v.number({"initial", units_of(p.domain).over, "over at the start"}, p.initial);
          },
          [](const ElementPlace& at, const Plain& p) {
            at.add(network::capacity(at.domain(p.domain), p.value, p.initial));
          }),
      element_type<Plain>(
          "inertance", "terminals a, b",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"inertance", units_of(p.domain).inertance, "over by rate of through; unit by domain", above(0.0),
                      required},
                     p.value);
            v.number({"initial", units_of(p.domain).through, "through at the start"}, p.initial);
          },
          [](const ElementPlace& at, const Plain& p) {
            at.add(network::inertance(at.domain(p.domain), p.value, p.initial));
          }),
      element_type<Opening>(
          "orifice", "terminals a, b; input area",
          [](Visitor& v, Opening& p) {
            describe_fluid(v, p.domain);
            v.number({"area", "m^2", "of the opening, without a port for it", at_least(0.0), required}, p.full.area);
            describe_opening(v, p);
          },
          [](const ElementPlace& at, const Opening& p) { at.add(network::controlled_orifice(p.opening(at))); }),
      element_type<Spool>(
          "valve", "of two ways; terminals a, b; input opening, 0 closed to 1 open",
          [](Visitor& v, Spool& p) {
            describe_spool(v, p);
            v.number({"opening", "", "without a port for it", between(0.0, 1.0)}, p.spool.position);
          },
          [](const ElementPlace& at, const Spool& p) { at.add(network::controlled_valve(p.parameters(at))); }),
      element_type<Spool>(
          "directional-valve",
          "closed in the middle; terminals p, t, a, of four ways b; input spool: above 0 p to a and b to t, below 0 a "
          "to "
          "t and p to b",
          [](Visitor& v, Spool& p) {
            describe_spool(v, p);
            v.integer({"ways", "", "3 or 4", between(3.0, 4.0)}, p.ways);
            v.number({"spool", "", "position without a port for it", between(-1.0, 1.0)}, p.spool.position);
          },
          [](const ElementPlace& at, const Spool& p) { at.add(network::directional_valve(p.parameters(at), p.ways)); }),
      element_type<OneDomain<network::CheckValveParameters>>(
          "check-valve", "flow from a to b only; terminals a, b",
          [](Visitor& v, OneDomain<network::CheckValveParameters>& p) {
            describe_fluid(v, p.domain);
            v.number({"opening_pressure", "Pa", "that opens it", at_least(0.0)}, p.of.opening_pressure);
            v.number({"on_resistance", units_of(p.domain).resistance, "open, pressure by flow; of gas Pa s/kg",
                      at_least(0.0)},
                     p.of.on_resistance);
            v.number({"off_conductance", p.domain == "pneumatic" ? "kg/(s Pa)" : "m^3/(s Pa)",
                      "closed, flow by pressure; of gas kg/(s Pa)", at_least(0.0)},
                     p.of.off_conductance);
          },
          [](const ElementPlace& at, const OneDomain<network::CheckValveParameters>& p) {
            at.add(network::check_valve(p.with(at)));
          }),
      element_type<OneDomain<network::ReliefValveParameters>>(
          "relief-valve", "terminals a, b",
          [](Visitor& v, OneDomain<network::ReliefValveParameters>& p) {
            describe_fluid(v, p.domain);
            describe_relief(v, p.of);
          },
          [](const ElementPlace& at, const OneDomain<network::ReliefValveParameters>& p) {
            at.add(network::relief_valve(p.with(at)));
          }),
      element_type<Word>(
          "flow-sensor", "joins a and b without loss; terminals a, b; outputs flow, total",
          [](Visitor& v, Word& p) { describe_domain(v, p.domain); },
          [](const ElementPlace& at, const Word& p) { at.add(network::flow_sensor(at.domain(p.domain))); }),
      element_type<Accumulator>(
          "gas-accumulator", "terminal port; outputs pressure, gas_volume",
          [](Visitor& v, Accumulator& p) {
            describe_gas(v, p.gas, required);
            describe_headroom(v, p.headroom);
          },
          [](const ElementPlace& at, const Accumulator& p) {
            const network::GasAccumulatorParameters gas = with_headroom(p.gas, p.headroom);
            if (gas.has_empty_state) warn_of_empty(at.given, "initial_pressure", gas.initial_pressure, gas.precharge);
            at.add(network::gas_accumulator(gas));
          }),
      element_type<network::ChamberParameters>(
          "chamber", "a volume of oil; terminal port",
          [](Visitor& v, network::ChamberParameters& p) {
            v.number({"volume", "m^3", "of the oil", above(0.0), required}, p.volume);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.bulk_modulus);
            v.number({"gas_fraction", "", "of free gas at atmospheric pressure", between(0.0, 1.0)}, p.gas_fraction);
            v.number({"initial_pressure", "Pa", "absolute", above(0.0)}, p.initial_pressure);
          },
          [](const ElementPlace& at, const network::ChamberParameters& p) { at.add(network::chamber(p)); }),
      element_type<pto::CylinderParameters>(
          "cylinder",
          "terminals a, b; inputs velocity, position; outputs force, absorbed_power, pressure_a, pressure_b, flow_a, "
          "flow_b, friction_loss, oil_loss",
          [](Visitor& v, pto::CylinderParameters& p) {
            v.number({"area_a", "m^2", "of the piston in chamber A", above(0.0), required}, p.area_a);
            v.number({"area_b", "m^2", "of the piston in chamber B", above(0.0), required}, p.area_b);
            v.number({"volume_a", "m^3", "of chamber A at position 0", above(0.0), required}, p.volume_a);
            v.number({"volume_b", "m^3", "of chamber B at position 0", above(0.0), required}, p.volume_b);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.bulk_modulus);
            v.number({"initial_pressure_a", "Pa", "in chamber A, absolute", at_least(0.0), required},
                     p.initial_pressure_a);
            v.number({"initial_pressure_b", "Pa", "in chamber B, absolute", at_least(0.0), required},
                     p.initial_pressure_b);
          },
          [](const ElementPlace& at, const pto::CylinderParameters& p) { at.add(pto::CompressibleCylinder(p)); }),
      element_type<Motor>(
          "motor",
          "terminals high, low, shaft; input setting; outputs flow, torque, shaft_power, pressure_difference, loss",
          [](Visitor& v, Motor& p) {
            v.number({"displacement", "m^3/rad", "at full setting", above(0.0), required}, p.motor.displacement);
            describe_efficiencies(v, p.motor.setting, p.efficiencies);
          },
          [](const ElementPlace& at, const Motor& p) { at.add(pto::HydraulicMotor(p.parameters())); }),
      element_type<Pump>(
          "pump",
          "of variable displacement; terminals low, high, shaft; inputs setting, of a compensated one pressure; "
          "outputs "
          "flow, displacement, shaft_power, loss",
          [](Visitor& v, Pump& p) {
            v.number({"displacement", "m^3/rad", "at full setting", above(0.0), required}, p.of.motor.displacement);
            describe_efficiencies(v, p.of.motor.setting, p.of.efficiencies);
            v.nested(
                {"compensator", "", "turns the displacement back at a pressure; none unless given"},
                {[&p] { return p.compensator.has_value(); },
                 [&p] {
                   if (!p.compensator) p.compensator.emplace();
                 },
                 [&p](Visitor& inner) {
                   pto::PressureCompensator none;
                   pto::PressureCompensator& c = p.compensator ? *p.compensator : none;
                   inner.number({"pressure", "Pa", "full displacement up to it", above(0.0), required}, c.pressure);
                   inner.number({"range", "Pa", "over which it is turned back", above(0.0), required}, c.range);
                   inner.number({"least", "", "share of the displacement that stays", between(0.0, 1.0)}, c.least);
                   inner.number({"time_constant", "s", "lag", at_least(0.0)}, c.time_constant);
                 }});
          },
          [](const ElementPlace& at, const Pump& p) { at.add(pto::VariablePump(p.of.parameters(), p.compensator)); }),
      element_type<pto::CircuitGeneratorParameters>(
          "generator",
          "equivalent circuit; terminal shaft; outputs electrical_power, current, voltage, torque, copper_loss, "
          "load_resistance",
          [](Visitor& v, pto::CircuitGeneratorParameters& p) {
            describe_armature(v, p, required);
            v.number({"load_resistance", "ohm", "of the load", at_least(0.0), required}, p.load_resistance);
          },
          [](const ElementPlace& at, const pto::CircuitGeneratorParameters& p) { at.add(pto::CircuitGenerator(p)); }),
      element_type<MapGenerator>(
          "map-generator", "terminal shaft; input torque; outputs electrical_power, torque, loss",
          [](Visitor& v, MapGenerator& p) {
            pto::MapGeneratorParameters& g = p.generator;
            v.number({"efficiency", "", "electrical by mechanical power", Bounds{0.0, 1.0, true, false}}, p.efficiency);
            v.number({"largest_torque", "N m", "no limit unless given", above(0.0)}, g.largest_torque);
            v.number({"largest_power", "W", "no limit unless given", above(0.0)}, g.largest_power);
            v.number({"damping", "N m s", "torque by speed that is generated beside that of the input", at_least(0.0)},
                     g.damping);
            v.number({"exponent", "", "of the speed: damping * speed^exponent", above(0.0)}, g.exponent);
          },
          [](const ElementPlace& at, const MapGenerator& p) {
            pto::MapGeneratorParameters g = p.generator;
            g.efficiency = pto::Table2(p.efficiency);
            at.add(pto::MapGenerator(g));
          }),
      element_type<Converter>(
          "transformer", "ideal, also between domains; terminals a, b",
          [](Visitor& v, Converter& p) {
            v.text({"domain_a", "", "of terminal a, as elsewhere domain", {}, required}, p.a);
            v.text({"domain_b", "", "of terminal b, as elsewhere domain", {}, required}, p.b);
            v.number({"ratio", p.a == p.b && !p.a.empty() ? "" : kOpenUnit, "over of b by over of a", {}, required},
                     p.ratio);
          },
          [](const ElementPlace& at, const Converter& p) {
            at.add(network::transformer(at.domain(p.a, "domain_a"), at.domain(p.b, "domain_b"), p.ratio));
          }),
      element_type<FluidTube>(
          "tube", "terminals a, b",
          [](Visitor& v, FluidTube& p) {
            describe_fluid(v, p.domain);
            describe_tube(v, p);
          },
          [](const ElementPlace& at, const FluidTube& p) { at.add(network::tube(p.domain_of(at), p.tube(at))); }),
      element_type<Pipe>(
          "pipe", "a long tube of oil, in segments; terminals a, b",
          [](Visitor& v, Pipe& p) {
            describe_tube(v, p.tube);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.pipe.bulk_modulus);
            v.number({"wall_thickness", "m", "0: rigid", at_least(0.0)}, p.pipe.wall_thickness);
            v.number({"wall_modulus", "Pa", "of the wall", above(0.0)}, p.pipe.wall_modulus);
            v.integer({"segments", "", "of the pipe", between(1.0, 1000.0)}, p.pipe.segments);
            v.number({"initial_pressure", "Pa", "at the start"}, p.pipe.initial_pressure);
            v.number({"initial_flow", "m^3/s", "at the start"}, p.pipe.initial_flow);
          },
          [](const ElementPlace& at, const Pipe& p) {
            network::PipeParameters pipe = p.pipe;
            pipe.tube = p.tube.tube(at);
            at.add(network::pipe(pipe));
          }),
      element_type<Restrictor>(
          "restrictor", "a local loss; terminals a, b",
          [](Visitor& v, Restrictor& p) {
            describe_fluid(v, p.domain);
            v.number({"loss", "", "coefficient", above(0.0)}, p.restrictor.loss);
            v.number({"diameter", "m", "inside", above(0.0), required}, p.restrictor.diameter);
            v.number({"density", "kg/m^3", "850, of air 1.225, unless given", above(0.0)}, p.density);
          },
          [](const ElementPlace& at, const Restrictor& p) {
            network::RestrictorParameters r = p.restrictor;
            r.density = density_of(at, p.domain, p.density, r.density);
            at.add(network::flow_restrictor(fluid(at, p.domain), r));
          }),
      element_type<network::GasVesselParameters>(
          "gas-vessel", "terminal port (pneumatic)",
          [](Visitor& v, network::GasVesselParameters& p) {
            v.number({"volume", "m^3", "of the gas", above(0.0), required}, p.volume);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.standard_density);
            v.number({"initial_pressure", "Pa", "absolute", above(0.0)}, p.initial_pressure);
          },
          [](const ElementPlace& at, const network::GasVesselParameters& p) { at.add(network::gas_vessel(p)); }),
      element_type<LinearAccumulator>(
          "linear-accumulator", "terminal port",
          [](Visitor& v, LinearAccumulator& p) {
            describe_fluid(v, p.domain);
            v.number({"stiffness", "Pa/m^3", "pressure by volume", above(0.0), required}, p.vessel.stiffness);
            v.number({"rest_volume", "m^3", "volume at rest_pressure", at_least(0.0), required}, p.vessel.rest_volume);
            v.number({"rest_pressure", "Pa", "absolute", at_least(0.0), required}, p.vessel.rest_pressure);
            v.number({"initial_volume", "m^3", "rest_volume unless given", at_least(0.0)}, p.initial_volume);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.vessel.standard_density);
          },
          [](const ElementPlace& at, const LinearAccumulator& p) {
            network::LinearAccumulatorParameters vessel = p.vessel;
            vessel.initial_volume = p.initial_volume.value_or(vessel.rest_volume);
            at.add(network::linear_accumulator(fluid(at, p.domain), vessel));
          }),
      element_type<Actuator>(
          "free-actuator", "measured pressure by volume; terminals a, b at one pressure; of gas output volume",
          [](Visitor& v, Actuator& p) {
            describe_fluid(v, p.domain);
            describe_rows(v, p.rows, "volume [m^3] and pressure [Pa], of gas absolute", 2);
            v.number({"initial_volume", "m^3", "that of the first row unless given", above(0.0)}, p.initial_volume);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.standard_density);
          },
          [](const ElementPlace& at, const Actuator& p) {
            network::FreeActuatorParameters a;
            a.standard_density = p.standard_density;
            for (const std::vector<double>& row : rows_of(p.rows, at.given)) {
              if (row.size() < 2) continue;
              a.volume.push_back(row[0]);
              a.pressure.push_back(row[1]);
            }
            if (at.given.faulty() || a.volume.empty()) return;
            a.initial_volume = p.initial_volume.value_or(a.volume.front());
            at.add(network::free_actuator(fluid(at, p.domain), a));
          }),
      element_type<pto::AirChamberParameters>(
          "air-chamber",
          "air above a water column; terminal port (pneumatic); inputs velocity, position; outputs force, "
          "absorbed_power, overpressure, volume",
          [](Visitor& v, pto::AirChamberParameters& p) {
            v.number({"area", "m^2", "of the water's surface", above(0.0), required}, p.area);
            v.number({"volume", "m^3", "of the air at position 0", above(0.0), required}, p.volume);
            v.number({"exponent", "", "polytropic: 1.4 isentropic, 1 isothermal", between(1.0, 1.67)}, p.exponent);
            v.number({"standard_density", "kg/m^3", "of the atmosphere", above(0.0)}, p.standard_density);
          },
          [](const ElementPlace& at, const pto::AirChamberParameters& p) { at.add(pto::air_chamber(p)); }),
      element_type<Turbine>(
          "air-turbine",
          "by its dimensionless curve, both ways alike; terminals a, b (pneumatic), shaft; outputs pneumatic_power, "
          "shaft_power, volume_flow",
          [](Visitor& v, Turbine& p) {
            v.number({"diameter", "m", "of the rotor", above(0.0), required}, p.turbine.diameter);
            describe_rows(v, p.rows, "head, flow, power without dimension, from head 0 on", 3);
            v.number({"standard_density", "kg/m^3", "of the atmosphere", above(0.0)}, p.turbine.standard_density);
          },
          [](const ElementPlace& at, const Turbine& p) {
            pto::AirTurbineParameters t = p.turbine;
            for (const std::vector<double>& row : rows_of(p.rows, at.given)) {
              if (row.size() < 3) continue;
              t.head.push_back(row[0]);
              t.flow.push_back(row[1]);
              t.power.push_back(row[2]);
            }
            if (at.given.faulty() || t.head.empty()) return;
            at.add(pto::air_turbine(t));
          }),
      element_type<GasFlow>(
          "gas-flow-source", "a volume flow at the pressure of the line; terminal port (pneumatic)",
          [](Visitor& v, GasFlow& p) {
            v.number({"flow", "m^3/s", "out of the source", {}, required}, p.flow);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.standard_density);
          },
          [](const ElementPlace& at, const GasFlow& p) {
            at.add(network::gas_volume_flow_source(p.flow, p.standard_density));
          }),
      element_type<network::FlywheelParameters>(
          "flywheel", "terminal port (rotational); outputs speed, friction_loss",
          [](Visitor& v, network::FlywheelParameters& p) { describe_flywheel(v, p, required); },
          [](const ElementPlace& at, const network::FlywheelParameters& p) { at.add(network::flywheel(p)); }),
  };
}

}  // namespace swell::components
