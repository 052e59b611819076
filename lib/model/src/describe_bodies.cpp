// Bodies and what acts on one of them.
#include "swell/model/describe.h"
#include "words.h"

namespace swell::model {

void describe(Visitor& v, QuadraticDrag& d) {
  v.source(d.source);
  v.matrix6({"drag", "N/(m/s)^2", "6x6 matrix on v|v|, or its diagonal"}, d.drag);
  v.vector6({"cd", "", "drag coefficients of the six motions", at_least(0.0)}, d.cd);
  v.vector6({"area", "m^2", "areas of the six motions (m^5 for rotation)", at_least(0.0)}, d.area);
  v.exclusive({"drag", "cd"}, false);
  v.exclusive({"drag", "area"}, false);
}

namespace {

void describe_place(Visitor& v, HydroFile& h) {
  v.vector3({"position", "m", "world position of the origin of the file's data, z = 0; absent: as in the file"},
            h.position);
  v.number({"yaw", "deg", "turn of the file's data about the vertical there", between(-360.0, 360.0)}, h.yaw, kDegree);
}

}  // namespace

void describe(Visitor& v, HydroFile& h) {
  v.source(h.source);
  v.file({"file", "", "BEMIO HDF5 file", {}, required}, h.file);
  v.integer({"body", "", "number of the body in the file, from 1", at_least(1.0), required}, h.body);
  describe_place(v, h);
  v.number(
      {"mass", "kg", "mass with this set, at the centre of gravity of its data; absent: that of the body", above(0.0)},
      h.mass);
  v.vector3(
      {"inertia", "kg m^2", "Ixx, Iyy, Izz with this set, about that centre; absent: those of the body", above(0.0)},
      h.inertia);
  v.vector3({"inertia_products", "kg m^2", "xy, xz, yz with this set; absent: those of the body"}, h.inertia_products);
  v.matrix6({"linear_damping", "N s/m", "with this set; absent: that of the body"}, h.linear_damping);
  v.structure({"quadratic_drag", "", "with this set; absent: that of the body"}, h.quadratic_drag);
}

void describe(Visitor& v, HydroDataSpec& d) {
  v.source(d.source);
  const auto first = [&d]() -> HydroFile& {
    if (d.sets.empty()) {
      d.sets.emplace_back();
      d.sets.front().source = d.source;
    }
    return d.sets.front();
  };
  // The short form {file, body} is a list of one set.
  const auto short_form = [&d] { return d.sets.size() == 1 && d.compute.kind == Parameter::Kind::none; };
  v.leaf({"file", "", "BEMIO HDF5 file, or a device file of `swell bem`, computed at first use"},
         {{Shape::Kind::file, {}, 0, false, true},
          [&d, short_form] { return short_form() ? Parameter::of(d.sets[0].file.string()) : Parameter(); },
          [first](const Parameter& p) { first().file = p.text; }});
  v.leaf({"body", "", "number of the body in the file, from 1", at_least(1.0)},
         {{Shape::Kind::integer, {}, 0, false, true},
          [&d, short_form] { return short_form() ? Parameter::of(static_cast<double>(d.sets[0].body)) : Parameter(); },
          [first](const Parameter& p) { first().body = static_cast<int>(p.number); }});
  HydroFile elsewhere;
  describe_place(v, short_form() ? d.sets[0] : elsewhere);
  v.list({"sets", "", "several files, one of which is active at a time"},
         {[&d, short_form] { return short_form() || d.compute.kind != Parameter::Kind::none ? 0 : d.sets.size(); },
          [&d] {
            d.sets.emplace_back();
            return d.sets.size() - 1;
          },
          [&d](Visitor& inner, std::size_t i) { describe(inner, d.sets[i]); },
          false,
          {},
          &d.sets});
  v.leaf({"compute", "",
          "{frequencies, headings, error ...} of [boundary-elements.md](boundary-elements.md): computed "
          "from the geometries of all bodies that say so, at first use"},
         {{Shape::Kind::tree, {}, 0, false, true},
          [&d] { return d.compute; },
          [&d, first](const Parameter& p) {
            d.compute = p;
            first();
          }});
  v.exclusive({"file", "sets", "compute"}, true);
  v.exclusive({"body", "sets", "compute"}, true);
  for (const char* key : {"position", "yaw"}) {
    for (const char* other : {"sets", "compute"}) v.exclusive({key, other}, false);
  }
  v.integer({"initial", "", "set at the start, from 1", at_least(1.0)}, d.initial);
  v.text({"signal", "", "port that the thresholds look at, such as flap.position or sphere.position.heave"}, d.signal);
  v.numbers({"thresholds", "unit of the port",
             "ascending; one fewer than sets (or than table), or with interpolate as many: where each set is pure"},
            d.thresholds);
  v.numbers(
      {"table", "", "set of each interval between the thresholds, from 1; absent: one after another", at_least(1.0)},
      d.table);
  v.number({"hysteresis", "unit of the port", "width within which the set is kept", at_least(0.0)}, d.hysteresis);
  v.flag({"interpolate", "", "interpolate between neighbouring sets instead of switching"}, d.interpolate);
}

void describe(Visitor& v, InitialPose& p) {
  v.source(p.source);
  v.vector3({"displacement", "m", "shift of the centre of gravity"}, p.displacement);
  v.vector3({"axis", "", "axis of the rotation"}, p.axis);
  v.number({"angle", "deg", "rotation about the axis", between(-360.0, 360.0)}, p.angle, kDegree);
  v.vector3({"velocity", "m/s", "of the centre of gravity, world frame"}, p.velocity);
  v.vector3({"angular_velocity", "rad/s", "world frame"}, p.angular_velocity);
}

void describe(Visitor& v, MorisonElementSpec& m) {
  v.source(m.source);
  v.integer({"option", "", "1: coefficients on the body's axes; 2: normal and tangential to the axis",
             between(1.0, 2.0), required},
            m.option);
  v.numbers({"cd", "", "drag coefficients: x, y, z (option 1) or normal, tangential (option 2)", {}, required}, m.cd);
  v.numbers({"ca", "", "added-mass coefficients, likewise", {}, required}, m.ca);
  v.numbers({"area", "m^2", "drag areas, likewise", at_least(0.0), required}, m.area);
  v.number({"volume", "m^3", "displaced volume", at_least(0.0), required}, m.volume);
  v.vector3({"position", "m", "from the centre of gravity, body axes", {}, required}, m.position);
  v.vector3({"axis", "", "of option 2, body axes"}, m.axis);
  v.number(
      {"diameter", "m",
       "width across the flow, for KC and Reynolds number and to judge the element against the wavelength; absent: "
       "4 volume/(pi area) of its largest (option 1) or normal (option 2) area",
       above(0.0)},
      m.diameter);
}

void describe(Visitor& v, MorisonMemberSpec& m) {
  v.source(m.source);
  v.vector3({"start", "m", "first end, from the centre of gravity, body axes", {}, required}, m.start);
  v.vector3({"end", "m", "second end", {}, required}, m.end);
  v.number({"start_diameter", "m", "diameter at the first end", above(0.0), required}, m.start_diameter);
  v.number({"end_diameter", "m", "diameter at the second end", above(0.0), required}, m.end_diameter);
  v.number({"cd_normal", "", "drag coefficient across the member, on D L", at_least(0.0), required}, m.cd_normal);
  v.number({"cd_tangential", "", "drag coefficient along it, on the wetted side (pi D L)", at_least(0.0)},
           m.cd_tangential);
  v.number({"ca_normal", "", "added-mass coefficient across the member", at_least(0.0), required}, m.ca_normal);
  v.number({"ca_tangential", "", "added-mass coefficient along it", at_least(0.0)}, m.ca_tangential);
  v.integer({"elements", "", "number of strips", between(1.0, 10000.0)}, m.elements);
  v.flag({"cut_at_surface", "",
          "leave out what lies above still water at the design pose; otherwise the member is wet up to the "
          "instantaneous surface, strips cut by it in part"},
         m.cut_at_surface);
  v.flag({"maccamy_fuchs", "",
          "the waves' inertia force of a vertical circular cylinder that diffracts them (MacCamy and Fuchs 1954) "
          "instead of (1 + ca_normal) times that of the displaced water: for members that are not slender"},
         m.maccamy_fuchs);
}

void describe(Visitor& v, ModesSpec& m) {
  v.source(m.source);
  v.integer(
      {"count", "", "of the modes that are used, from the first; 0: the body is rigid; absent: all", at_least(0.0)},
      m.count);
  v.texts({"names", "", "absent: mode1, mode2 ..."}, m.names);
  v.numbers({"mass", "kg", "structural mass: one number per mode, or the whole matrix row by row; absent: of the data"},
            m.mass);
  v.numbers({"damping", "N s/m", "structural damping, likewise"}, m.damping);
  v.numbers({"damping_ratio", "", "structural damping of each mode over its critical damping in air, beside `damping`",
             at_least(0.0)},
            m.damping_ratio);
  v.numbers({"stiffness", "N/m", "structural stiffness, likewise"}, m.stiffness);
  v.numbers({"displacement", "m", "of each mode at the start"}, m.displacement);
  v.numbers({"velocity", "m/s", "of each mode at the start"}, m.velocity);
}

void describe(Visitor& v, Body& b) {
  v.source(b.source);
  v.text({"name", "", "of the body", {}, required}, b.name);
  v.structure({"hydro_data", "", "BEM coefficients; absent: a body without them"}, b.hydro_data);
  v.number_or({"mass", "kg", "mass, or equilibrium for that of the displaced water", above(0.0), required}, b.mass,
              "equilibrium");
  v.leaf({"inertia", "kg m^2", "Ixx, Iyy, Izz about the centre of gravity; 0 where the joints never turn it",
          at_least(0.0), required},
         {{Shape::Kind::numbers, {}, 3, false, true},
          [&b] {
            return b.inertia ? Parameter::list({b.inertia->x(), b.inertia->y(), b.inertia->z()}) : Parameter();
          },
          [&b](const Parameter& p) { b.inertia = Vector3(p.items[0].number, p.items[1].number, p.items[2].number); }});
  v.vector3({"inertia_products", "kg m^2", "xy, xz, yz entries of the inertia tensor"}, b.inertia_products);
  v.either({"geometry", "m", "surface mesh, STL or OBJ, origin at the center of gravity"},
           {{Shape::Kind::file, {}, 0, false, true},
            [&b] { return b.geometry ? Parameter::of(b.geometry->string()) : Parameter(); },
            [&b](const Parameter& p) { b.geometry = p.text; },
            &b.geometry},
           {[&b] { return b.shape.is_map(); }, [&b] { b.shape = Parameter::map({}); },
            [&b](Visitor& inner) {
              inner.rest(
                  b.shape,
                  "a shape or mesh of [boundary-elements.md](boundary-elements.md) for `hydro_data.compute`, with "
                  "the `position` [m] and `yaw` [deg] of its origin in the world");
            }});
  v.choice(
      {"nonlinear_hydro", "",
       "buoyancy and Froude-Krylov force by pressure on the geometry at the instantaneous pose, up to the mean or "
       "the instantaneous surface; absent: linear"},
      b.nonlinear_hydro,
      Visitor::Words<NonlinearHydro>{{"mean", NonlinearHydro::mean}, {"instantaneous", NonlinearHydro::instantaneous}});
  v.choice({"radiation", "", "radiation model; absent: hydrodynamics.radiation"}, b.radiation, kWords<Radiation>);
  v.number(
      {"passive_yaw", "deg",
       "excitation, radiation and hydrostatics in axes that turn with the body, and the turn at which the coefficients "
       "of excitation are taken anew (WEC-Sim takes 1), 0: always; absent: design heading",
       between(0.0, 90.0)},
      b.passive_yaw, kDegree);
  v.flag(
      {"large_horizontal_motion", "", "excitation at the instantaneous place of the body instead of the design place"},
      b.large_horizontal_motion);
  v.number({"added_mass_factor", "", "WEC-Sim's adjMassFactor, used by added_mass: split", at_least(0.0)},
           b.added_mass_factor);
  v.structure({"initial", "", "pose and velocity at the start"}, b.initial);
  v.matrix6({"linear_damping", "N s/m", "6 numbers (the diagonal) or 6x6, on the body's own velocity"},
            b.linear_damping);
  v.structure({"quadratic_drag", "", "drag on the body's own velocity"}, b.quadratic_drag);
  v.structures({"morison", "", "Morison elements"}, b.morison);
  v.structures({"morison_members", "", "members that are cut into Morison elements"}, b.morison_members);
  v.vector3({"center_of_gravity", "m", "world frame at the design pose; absent: that of the hydro data"},
            b.center_of_gravity);
  v.vector3({"center_of_buoyancy", "m", "world frame at the design pose; absent: that of the hydro data"},
            b.center_of_buoyancy);
  v.number({"volume", "m^3", "displaced volume; absent: that of the hydro data", at_least(0.0)}, b.volume);
  v.matrix6({"stiffness", "N/m", "hydrostatic stiffness in SI; absent: that of the hydro data"}, b.stiffness);
  v.structure({"modes", "", "generalised modes of the hydro data: what is given here wins over the data"}, b.modes);
}

}  // namespace swell::model
