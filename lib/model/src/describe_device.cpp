// Joints, PTOs, components, connections, and the case as a whole.
#include "swell/model/describe.h"

namespace swell::model {

namespace {

Visitor::Words<JointType> joint_types() {
  Visitor::Words<JointType> words;
  for (int i = 0; i <= static_cast<int>(JointType::spherical); ++i) {
    const auto type = static_cast<JointType>(i);
    words.emplace_back(bodies::name_of(type).c_str(), type);
  }
  return words;
}

}  // namespace

void describe(Visitor& v, JointOrientation& o) {
  v.source(o.source);
  v.vector3({"z", "", "joint axis z in the world"}, o.z);
  v.vector3({"y", "", "joint axis y in the world, perpendicular to z"}, o.y);
}

void describe(Visitor& v, HardStops& l) {
  v.source(l.source);
  v.number({"lower", "m or rad", "least coordinate"}, l.lower);
  v.number({"upper", "m or rad", "greatest coordinate"}, l.upper);
  v.number({"stiffness", "N/m or N m/rad", "of the stop", at_least(0.0)}, l.stiffness);
  v.number({"damping", "N s/m or N m s/rad", "of the stop", at_least(0.0)}, l.damping);
  v.number({"transition", "m or rad", "penetration over which the stop's force rises to full", at_least(0.0)},
           l.transition);
}

void describe(Visitor& v, Joint& j) {
  v.source(j.source);
  v.text({"name", "", "of the joint", {}, required}, j.name);
  v.choice({"type", "", "free motions of the follower: docs/joints.md", {}, required}, j.type, joint_types());
  v.text({"base", "", "body, world, or a joint that names this one: no body between the two", {}, required}, j.base);
  v.text({"follower", "", "body whose motion against the base is the coordinate; or a joint, likewise", {}, required},
         j.follower);
  v.vector3({"location", "m", "world frame, design pose"}, j.location);
  v.leaf({"axis", "", "of a translational (z unless given) or rotational (y) joint, world frame"},
         {{Shape::Kind::numbers, {}, 3, false, true},
          [&j] {
            return j.axis ? Parameter::list({j.axis->x(), j.axis->y(), j.axis->z()}) : Parameter();
          },
          [&j](const Parameter& p) { j.axis = Vector3(p.items[0].number, p.items[1].number, p.items[2].number); },
          &j.axis});
  v.structure({"orientation", "", "joint axes z and y in the world"}, j.orientation);
  v.exclusive({"axis", "orientation"}, false);
  v.structure({"limits", "", "hard stops"}, j.limits);
  v.structure({"motion", "", "motion given in time: the joint moves so, whatever it takes"}, j.motion);
  v.numbers({"extension", "m or rad", "coordinate or coordinates at the start"}, j.extension, 0, true);
  v.number({"stiffness", "N/m or N m/rad", "spring of the free coordinates", at_least(0.0)}, j.stiffness);
  v.number({"damping", "N s/m or N m s/rad", "damper of the free coordinates"}, j.damping);
  v.flag({"prescribed", "", "moved by what is connected to <name>.motion: coordinates, rates, accelerations"},
         j.prescribed);
}

void describe(Visitor& v, PrescribedMotion& m) {
  v.source(m.source);
  v.numbers({"amplitude", "m or rad", "of a sine, one per coordinate"}, m.amplitude, 0, true);
  v.number({"period", "s", "of the sine", above(0.0)}, m.period);
  v.number({"phase", "deg", "lead of the sine", between(-360.0, 360.0)}, m.phase, kDegree);
  v.numbers({"offset", "m or rad", "about which the sine moves, one per coordinate"}, m.offset, 0, true);
  v.file({"file", "", "columns: time [s] and coordinates [m or rad], joined by a cubic spline"}, m.file);
  v.exclusive({"amplitude", "file"}, true);
}

void describe(Visitor& v, Pto& p) {
  describe(v, static_cast<Joint&>(p));
  v.number({"pretension", "N or N m", "force of the spring at coordinate 0"}, p.pretension);
  v.number({"equilibrium_position", "m or rad", "coordinate at which the spring is free"}, p.equilibrium_position);
  v.exclusive({"pretension", "equilibrium_position"}, false);
}

void describe(Visitor& v, Component& c) {
  v.source(c.source);
  v.text({"name", "", "of the component", {}, required}, c.name);
  v.text({"type", "", "kind of component", {}, required}, c.type);
  v.text({"library", "", "shared library of the user's own that holds the type"}, c.library);
  v.rest(c.parameters, "those of the type, [component-types.md](component-types.md)");
}

void describe(Visitor& v, InitialStates& i) {
  v.source(i.source);
  v.file({"file", "", "state file of an earlier run (output.state); wins over single values"}, i.file, true);
  v.rest(i.values, "component.state: its value or values at the start");
}

void describe(Visitor& v, PortGroup& g) {
  v.source(g.source);
  v.text({"name", "", "of the group", {}, required}, g.name);
  v.text({"type", "", "of OSP-IS, such as LinearMechanicalPort, or of group_types", {}, required}, g.type);
  v.raw({"ports", "", "from each role of the type to the port that has it", {}, required}, g.members,
        Shape::Kind::texts_by_name);
}

void describe(Visitor& v, Connection& c) {
  v.source(c.source);
  v.leaf({"from", "", "output port, such as PTO1.velocity"},
         {{Shape::Kind::text, {}, 0, false, true},
          [&c] {
            const auto* port = std::get_if<std::string>(&c.from);
            return port != nullptr && !port->empty() ? Parameter::of(*port) : Parameter();
          },
          [&c](const Parameter& p) { c.from = p.text; }});
  v.leaf({"value", "unit of the input", "a constant, or one per element"},
         {{Shape::Kind::numbers, {}, 0, true, true},
          [&c] {
            const auto* values = std::get_if<std::vector<double>>(&c.from);
            return values != nullptr ? Parameter::list(*values) : Parameter();
          },
          [&c](const Parameter& p) {
            std::vector<double> values;
            if (p.kind == Parameter::Kind::number) values.push_back(p.number);
            for (const Parameter& item : p.items) values.push_back(item.number);
            c.from = values;
          }});
  v.text({"group", "", "a group of ports, of `groups`, <joint>.port or <body>.port, joined as a whole"}, c.group);
  v.exclusive({"from", "value", "group"}, true);
  v.text({"with", "", "the other group", {}, required_if(v, !c.group.empty())}, c.with);
  v.text({"to", "", "input port, such as controller.input", {}, required_if(v, c.group.empty())}, c.to);
  v.leaf({"point", "m",
          "of a body, from its centre of gravity in body axes: where what goes to <body>.force acts, or what of "
          "<body>.position or .velocity is asked for; of <body>.port: both"},
         {{Shape::Kind::numbers, {}, 3, false, false},
          [&c] {
            return c.point ? Parameter::list({c.point->x(), c.point->y(), c.point->z()}) : Parameter();
          },
          [&c](const Parameter& p) { c.point = Vector3(p.items[0].number, p.items[1].number, p.items[2].number); }});
}

void describe(Visitor& v, Initialization& i) {
  using Method = InitializationMethod;
  v.source(i.source);
  v.choice({"method", "", "each from the newest of the others in turn, or all at once by Newton's method"}, i.method,
           Visitor::Words<Method>{{"sweeps", Method::sweeps}, {"newton", Method::newton}});
  v.number({"tolerance", "", "largest relative change of a state that counts as settled", between(1.0e-15, 0.1)},
           i.tolerance);
  v.number({"absolute_tolerance", "unit of the state", "the same in the unit of the state, for states near 0",
            at_least(0.0)},
           i.absolute_tolerance);
  v.integer({"max_iterations", "", "sweeps or steps before the run is refused", between(1.0, 1.0e6)}, i.max_iterations);
}

void describe(Visitor& v, DeviceArray& a) {
  v.source(a.source);
  v.numbers({"count", "", "devices along x, or [along x, along y]", at_least(1.0)}, a.count, 0, true);
  v.numbers({"spacing", "m", "of neighbours along x, or [along x, along y]", above(0.0)}, a.spacing, 0, true);
  v.table({"positions", "m", "[x, y] of each device from where the case draws it, instead of count"}, a.positions, 2);
  v.file({"hydro_data", "",
          "file with the bodies of all devices, one device after another; absent: each device has the data of the one "
          "that the case draws, and they do not interact"},
         a.hydro_data);
  v.exclusive({"count", "positions"}, true);
  v.exclusive({"spacing", "positions"}, false);
}

void describe(Visitor& v, Model& m) {
  v.structure({"simulation", "", "time and integration", {}, required}, m.simulation);
  v.structure({"environment", "", "the water"}, m.environment);
  v.structures({"waves", "", "one sea or a list of seas; absent: still water"}, m.waves, true);
  v.structure({"hydrodynamics", "", "shared by all bodies"}, m.hydrodynamics);
  v.structure(
      {"array", "",
       "several devices of one kind: bodies, and what refers to them, are repeated with names body-1, body-2 ... "
       "([boundary-elements.md](boundary-elements.md#arrays))"},
      m.array);
  v.structures({"bodies", "", "rigid bodies"}, m.bodies);
  v.structures({"joints", "", "joints between bodies; a body without a joint floats freely"}, m.joints);
  v.structures({"ptos", "", "joints that take power"}, m.ptos);
  v.structures({"moorings", "", "moorings and cables"}, m.moorings);
  v.structures({"rotors", "", "wind rotors, [theory/rotors.md](theory/rotors.md)"}, m.rotors);
  v.structures({"components", "", "controllers, sensors, circuits"}, m.components);
  v.structures({"groups", "", "ports that belong together, for connections of whole groups and the export"}, m.groups);
  v.file({"group_types", "", "file with types of groups of the user's own, [components.md](components.md)"},
         m.group_types);
  v.structures({"connections", "", "output ports into input ports"}, m.connections);
  v.structure({"initial", "", "states at the start"}, m.initial);
  v.structure({"initialization", "", "states that components set up from each other"}, m.initialization);
  v.structure({"output", "", "the results file"}, m.output);
}

}  // namespace swell::model
