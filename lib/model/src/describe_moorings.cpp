// Moorings, one description per type.
#include "swell/model/describe.h"

namespace swell::model {
namespace {

template <class Law>
Alternative mooring_alternative(const char* word, const char* help, Mooring& mooring, Need needs_body,
                                void (*describe_law)(Visitor&, Law&)) {
  return {word, help, [&mooring] { mooring.law.emplace<Law>(); },
          [&mooring, needs_body, describe_law](Visitor& v) {
            v.text({"body", "", "body that it holds", {}, needs_body}, mooring.body);
            describe_law(v, std::get<Law>(mooring.law));
          }};
}

void describe_matrix(Visitor& v, MatrixMooring& m) {
  v.vector3({"location", "m", "attachment; absent: centre of gravity"}, m.location);
  v.matrix6({"stiffness", "N/m, N/rad, N m/m, N m/rad", "positive pulls back"}, m.stiffness);
  v.matrix6({"damping", "the same, times s", "positive brakes"}, m.damping);
  v.vector6({"preload", "N, N m",
             "force at the attachment and not an offset of the spring: [0, 0, -20000, 0, 0, 0] pulls down"},
            m.preload);
}

void describe_table(Visitor& v, TableMooring& m) {
  v.vector3({"location", "m", "attachment; absent: centre of gravity"}, m.location);
  v.file({"file",
          "m, rad; N, N m",
          "12 columns: displacement of the attachment from location (surge, sway, heave, roll, pitch, yaw), then force "
          "and moment on the body there, world axes",
          {},
          required},
         m.file);
  using mooring::OutsideTable;
  v.choice(
      {"outside", "", "where the table ends; absent: error, under reproduce: wec-sim extrapolate"}, m.outside,
      Visitor::Words<OutsideTable>{
          {"error", OutsideTable::error}, {"clamp", OutsideTable::clamp}, {"extrapolate", OutsideTable::extrapolate}});
}

void describe_catenary(Visitor& v, CatenaryMooring& m) {
  v.number({"length", "m", "unstretched", above(0.0), required}, m.line.length);
  v.number({"axial_stiffness", "N", "EA", above(0.0), required}, m.line.axial_stiffness);
  v.number({"weight", "N/m", "in water, per unstretched length; negative floats; absent: from the next two"}, m.weight);
  const Need by_mass = required_if(v, !m.weight);
  v.number({"mass_per_length", "kg/m", "without weight: weight = (m - rho pi d^2 / 4) g", above(0.0), by_mass},
           m.mass_per_length);
  v.number({"diameter", "m", "without weight: of the displaced volume", at_least(0.0), by_mass}, m.diameter);
  for (const char* key : {"mass_per_length", "diameter"}) v.exclusive({"weight", key}, false);
  v.flag({"seabed", "", "the line may lie on a level seabed at its anchor; absent: when the weight is above 0"},
         m.seabed);
  v.number({"seabed_friction", "", "coefficient of the lying part", at_least(0.0)}, m.line.seabed_friction);
  v.structures({"lines", "", "the lines one by one, instead of count and what follows"}, m.lines);
  const Need by_angle = required_if(v, m.lines.empty());
  v.integer({"count", "", "number of lines at equal angles", at_least(1.0), by_angle}, m.count);
  v.number({"fairlead_radius", "m", "from the vertical through the centre of gravity", at_least(0.0), by_angle},
           m.fairlead_radius);
  v.number({"fairlead_z", "m", "world height of the fairleads, negative below still water", {}, by_angle},
           m.fairlead_z);
  v.number({"anchor_radius", "m", "from x = y = 0", at_least(0.0), by_angle}, m.anchor_radius);
  v.vector3({"position", "m", "moves the anchors, for a device elsewhere"}, m.position);
  v.number({"depth", "m", "anchors at z = -depth; absent: that of the sea", above(0.0)}, m.depth);
  v.number({"first_angle", "deg", "of the first line, from +x towards +y"}, m.first_angle, kDegree);
  for (const char* key :
       {"count", "fairlead_radius", "fairlead_z", "anchor_radius", "position", "depth", "first_angle"})
    v.exclusive({"lines", key}, false);
}

void describe_cable(Visitor& v, CableMooring& m) {
  v.vector3({"attachment", "m", "end on body", {}, required}, m.attachment);
  v.text({"base", "", "the body at the other end, or world"}, m.base);
  v.vector3({"base_attachment", "m", "the other end", {}, required}, m.base_attachment);
  v.number({"stiffness", "N/m", "of the spring", above(0.0), required}, m.cable.stiffness);
  v.number({"damping", "N s/m", "of the damper", at_least(0.0)}, m.cable.damping);
  v.number({"length", "m", "unstretched; absent: distance of the ends, less what pre_tension stretches", at_least(0.0)},
           m.cable.length);
  v.number({"pre_tension", "N", "at the initial distance, instead of length", at_least(0.0)}, m.cable.pre_tension);
}

void describe_tether(Visitor& v, TetherMooring& m) {
  v.vector3({"attachment", "m", "end on body", {}, required}, m.attachment);
  v.text({"base", "", "the body at the other end, or world"}, m.base);
  v.vector3({"base_attachment", "m", "the other end, with the drum", {}, required}, m.base_attachment);
  v.number_or(
      {"pre_tension", "N", "at the design position; equilibrium: what carries buoyancy less weight", at_least(0.0)},
      m.pre_tension, "equilibrium");
  v.number({"stiffness", "N/m", "of the drum's spring", at_least(0.0)}, m.stiffness);
  v.number({"damping", "N s/m", "of the drum's damper, which takes the power"}, m.damping);
  v.structure({"limits", "", "hard stops of the stroke [m], rope paid out since the design position"}, m.limits);
  v.number({"rope_stiffness", "N/m", "absent: the rope does not stretch", above(0.0)}, m.rope_stiffness);
  v.number({"rope_damping", "N s/m", "of the stretching rope", at_least(0.0)}, m.rope_damping);
  v.number({"drum_mass", "kg", "inertia of drum and generator over the square of the drum's radius", above(0.0),
            required_if(v, m.rope_stiffness.has_value())},
           m.drum_mass);
}

void describe_lines(Visitor& v, LineMooring& m) {
  using mooring::LineWater;
  v.file({"file", "", "MoorDyn's line file, version 1 or 2", {}, required}, m.file);
  v.vector3({"position", "m", "of the file's origin in the world: for a device elsewhere"}, m.position);
  v.raw({"bodies", "", "{Body1: spar, Body2: float}: bodies of the file to bodies of the case; absent: all on body"},
        m.bodies, Shape::Kind::texts_by_name);
  v.choice({"stepping", "", "own: steps of their own within those of the run; continuous: states of the run"},
           m.stepping,
           Visitor::Words<LineStepping>{{"own", LineStepping::own}, {"continuous", LineStepping::continuous}});
  v.number({"own_step", "s",
            "longest step of their own; absent: sqrt(length / g) / 520, with rods or bodies that move the limit of "
            "stability",
            above(0.0)},
           m.own_step);
  v.choice({"water", "", "what moves past the lines; absent: waves when the file asks for them, else current"}, m.water,
           Visitor::Words<LineWater>{
               {"still", LineWater::still}, {"current", LineWater::current}, {"waves", LineWater::waves}});
}

}  // namespace

void describe(Visitor& v, CatenaryLine& l) {
  v.source(l.source);
  v.text({"name", "", "of the line; absent: line1, line2, ..."}, l.name);
  v.vector3({"fairlead", "m", "world coordinates on the undisplaced body", {}, required}, l.fairlead);
  v.vector3({"anchor", "m", "world coordinates", {}, required}, l.anchor);
}

void describe(Visitor& v, Mooring& m) {
  v.source(m.source);
  v.text({"name", "", "of the mooring; laws: [moorings.md](moorings.md)", {}, required}, m.name);
  v.tagged(
      {"type", "", "which law", {}, required},
      {mooring_alternative<MatrixMooring>("matrix", "stiffness, damping and preload", m, required, describe_matrix),
       mooring_alternative<TableMooring>("lookup-table", "forces over displacements from a file", m, required,
                                         describe_table),
       mooring_alternative<CatenaryMooring>("catenary", "elastic lines at rest", m, required, describe_catenary),
       mooring_alternative<CableMooring>("cable", "a spring and a damper that only pull", m, required, describe_cable),
       mooring_alternative<TetherMooring>("tether", "a take-off between two points: a rope on a drum", m, required,
                                          describe_tether),
       mooring_alternative<LineMooring>("lines", "lumped-mass lines of a MoorDyn file", m, Need::no, describe_lines)},
      m.law.index());
}

}  // namespace swell::model
