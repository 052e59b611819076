// Components that use the sea and the seabed: wave probe, water load on a small body, seabed contact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/components/declared.h"
#include "swell/components/environment.h"
#include "swell/components/seabed.h"
#include "types.h"

namespace swell::components {

namespace {

using Point = Eigen::Map<const Vector3>;
using Vector = Eigen::Map<Vector3>;

/// The sea of the case. Reports an error if its waves are invalid, which has its own message.
std::shared_ptr<const Environment> sea_of(Given& given) {
  if (!given.around.environment) given.error("type", "needs the waves of the case, which could not be made");
  return given.around.environment;
}

struct WaveProbe {
  std::vector<double> position = {0.0, 0.0, 0.0};
  bool moving = false;
};
void describe(Visitor& v, WaveProbe& p) {
  v.numbers({"position", "m", "x and y, or x, y and z (upwards from the still water) of the place"}, p.position);
  v.flag({"moving", "", "the place comes in by a port instead"}, p.moving);
}
std::unique_ptr<system::Component> wave_probe(const std::string& name, const WaveProbe& p, Given& given) {
  const auto sea = sea_of(given);
  const std::size_t n = p.position.size();
  if (n != 2 && n != 3)
    given.refuse("wrong-value", "position", fmt::format("has {} number{}", n, n == 1 ? "" : "s"),
                 "give [x, y] or [x, y, z] in m");
  if (p.moving && given.has("position"))
    given.refuse("contradiction", "position",
                 "has no effect: the place of a moving probe comes in by its port position",
                 "leave one of the two out");
  if (given.faulty()) return nullptr;
  const Vector3 fixed(p.position[0], p.position[1], n == 3 ? p.position[2] : 0.0);
  return declared(name, "wave-probe", [sea, fixed, moving = p.moving](Declaration& d) {
    Reads reads{Read::time()};
    Input place;
    if (moving) {
      place = d.input(port("position", 3, "m", "of the probe", "world"));
      reads.push_back(place);
    }
    const auto at = [fixed, moving, place](const Evaluation& e) {
      return moving ? Vector3(Point(e.input(place))) : fixed;
    };
    // The height alone costs half of all values, and most cases need only the height.
    d.output(port("output", 1, "m", "surface elevation at the place", "world"), reads,
             [sea, at](const Evaluation& e, double* out) {
               const Vector3 p_W = at(e);
               out[0] = sea->elevation(e.time, p_W.x(), p_W.y());
             });
    const Computed water = d.compute("water", 10, reads, [sea, at](const Evaluation& e, double* out) {
      const Water w = sea->at(e.time, at(e));
      Vector velocity(out), acceleration(out + 3), current(out + 6);
      velocity = w.velocity;
      acceleration = w.acceleration;
      current = w.current;
      out[9] = w.dynamic_pressure;
    });
    d.output(port("velocity", 3, "m/s", "of the water: waves and current", "world"), water, 0);
    d.output(port("acceleration", 3, "m/s^2", "of the water at a fixed point", "world"), water, 3);
    d.output(port("current", 3, "m/s", "the current's part of the velocity", "world"), water, 6);
    d.output(port("dynamic_pressure", 1, "Pa", "of the waves"), water, 9);
    const auto fixed_value = [&](const char* what, const char* unit, const char* meaning, double value) {
      d.output(port(what, 1, unit, meaning), Reads{}, [value](const Evaluation&, double* out) { out[0] = value; });
    };
    fixed_value("density", "kg/m^3", "of the water", sea->density());
    fixed_value("gravity", "m/s^2", "downwards", sea->gravity());
    if (sea->depth())
      fixed_value("depth", "m", "of the still water; there is no such port in deep water", *sea->depth());
  });
}

struct WaterLoad {
  double drag_coefficient = 0.0, area = 0.0, volume = 0.0, added_mass_coefficient = 0.0;
};
void describe(Visitor& v, WaterLoad& p) {
  v.number({"drag_coefficient", "", "of the relative velocity", at_least(0.0)}, p.drag_coefficient);
  v.number({"area", "m^2", "that the drag coefficient belongs to", at_least(0.0)}, p.area);
  v.number({"volume", "m^3", "of displaced water: buoyancy and the force of the water's acceleration", at_least(0.0)},
           p.volume);
  v.number({"added_mass_coefficient", "",
            "for the water's acceleration; the body's own belongs into its mass (mass + this x density x volume)",
            at_least(0.0)},
           p.added_mass_coefficient);
}
// Morison's equation for a body that is small compared with the waves; the added mass is part of the mass
//   F = rho V g e_z + rho V (1 + Ca) a + 1/2 rho Cd A |u - v| (u - v)        below the surface, 0 above it
std::unique_ptr<system::Component> water_load(const std::string& name, const WaterLoad& p, Given& given) {
  const auto sea = sea_of(given);
  if (p.drag_coefficient > 0.0 && p.area == 0.0)
    given.refuse("missing", "area", "is missing: the drag needs one", "give it in m^2");
  if (p.drag_coefficient == 0.0) given.without_effect("area", "drag_coefficient is 0");
  if (p.volume == 0.0) given.without_effect("added_mass_coefficient", "volume is 0");
  if (given.faulty()) return nullptr;
  const double drag = 0.5 * sea->density() * p.drag_coefficient * p.area, mass = sea->density() * p.volume,
               inertia = mass * (1.0 + p.added_mass_coefficient), weight = mass * sea->gravity();
  return declared(name, "water-load", [=](Declaration& d) {
    const Input place = d.input(port("position", 3, "m", "of the body", "world"));
    const Input speed = d.input(port("velocity", 3, "m/s", "of the body", "world", PortKind::flow));
    d.output(port("force", 3, "N", "of the water on the body: buoyancy, acceleration, drag", "world", PortKind::effort),
             {Read::time(), place, speed}, [=](const Evaluation& e, double* out) {
               const Vector3 p_W = Point(e.input(place));
               Vector force(out);
               force.setZero();
               const Water water = sea->at(e.time, p_W);
               if (p_W.z() > water.elevation) return;
               const Vector3 relative = water.velocity - Point(e.input(speed));
               force = inertia * water.acceleration + drag * relative.norm() * relative;
               force.z() += weight;
             });
    // The force starts and ends at the surface, so no step may contain the crossing.
    const Computed height =
        d.compute("height above the surface", 1, {Read::time(), place}, [=](const Evaluation& e, double* out) {
          const double* p_W = e.input(place);
          out[0] = p_W[2] - sea->elevation(e.time, p_W[0], p_W[1]);
        });
    d.event({"surface", 0, false}, height, {});
  });
}

struct Ground : Seabed {
  std::vector<double> slope_xy = {0.0, 0.0};
  std::optional<double> at;
};
void describe(Visitor& v, Ground& p) {
  v.number({"level", "m", "z at x = y = 0, upwards from the still water; absent: the water depth of the case"}, p.at);
  v.numbers({"slope", "", "rise of the plane per metre of x and of y"}, p.slope_xy, 2);
  v.number({"stiffness", "N/m", "along the normal, of each touching point", at_least(0.0), required}, p.stiffness);
  v.number({"damping", "N s/m", "along the normal, of each touching point", at_least(0.0)}, p.damping);
  v.number({"friction", "", "coefficient of friction", at_least(0.0)}, p.friction);
}
std::unique_ptr<system::Component> seabed(const std::string& name, const Ground& p, Given& given) {
  const auto sea = sea_of(given);
  if (sea && !p.at && !sea->depth())
    given.refuse("missing", "level", "is missing, and the water is infinitely deep",
                 "give level, or environment.depth");
  if (given.faulty()) return nullptr;
  auto ground = std::make_shared<Seabed>(p);
  ground->level = p.at ? *p.at : -*sea->depth();
  ground->slope = {p.slope_xy[0], p.slope_xy[1]};
  given.share<Seabed>(name, ground);
  return declared(name, "seabed", [](Declaration&) {});
}

struct SeabedContact {
  std::string seabed;
  double sliding_speed = 0.01;
};
void describe(Visitor& v, SeabedContact& p) {
  v.text({"seabed", "", "name of the component of type seabed", {}, required}, p.seabed);
  v.number({"sliding_speed", "m/s", "at which friction has 76 % of its full size", above(0.0)}, p.sliding_speed);
}
// Unilateral spring and damper along the normal; Coulomb friction made smooth by tanh.
std::unique_ptr<system::Component> seabed_contact(const std::string& name, const SeabedContact& p, Given& given) {
  const auto ground = given.shared<Seabed>("seabed", p.seabed, "a seabed");
  if (!ground) return nullptr;
  if (ground->friction == 0.0) given.without_effect("sliding_speed", "the seabed has no friction");
  const double slow = p.sliding_speed;
  return declared(name, "seabed-contact", [=](Declaration& d) {
    const Input place = d.input(port("position", 3, "m", "of the point", "world"));
    const Input speed = d.input(port("velocity", 3, "m/s", "of the point", "world", PortKind::flow));
    const Vector3 normal = ground->normal();
    d.output(port("force", 3, "N", "of the ground on the point", "world", PortKind::effort), {place, speed},
             [=](const Evaluation& e, double* out) {
               Vector force(out);
               force.setZero();
               const double depth = ground->penetration(Point(e.input(place)));
               if (depth <= 0.0) return;
               const Vector3 v = Point(e.input(speed));
               const double into = -v.dot(normal);
               const double pressed = std::max(0.0, ground->stiffness * depth + ground->damping * into);
               const Vector3 along = v + into * normal;
               const double sliding = along.norm();
               force = pressed * normal;
               if (sliding > 0.0) force -= ground->friction * pressed * std::tanh(sliding / slow) / sliding * along;
             });
    const auto depth_at = [=](const Evaluation& e, double* out) {
      out[0] = ground->penetration(Point(e.input(place)));
    };
    const Computed depth =
        d.output(port("penetration", 1, "m", "into the ground, negative above it"), {place}, depth_at);
    d.event({"touch", 0, false}, depth, {});
  });
}

}  // namespace

Surroundings surroundings_of_examples() {
  Surroundings around;
  around.environment = std::make_shared<const Environment>(
      std::make_shared<const waves::SeaState>(waves::make_sea_state({waves::StillWater{}}, waves::SeaSettings{})));
  around.objects->add<Seabed>("ground", std::make_shared<Seabed>());
  return around;
}

void add_water(Registry& r) {
  r.add<WaveProbe>("wave-probe",
                   "the water at a place: elevation, velocity, acceleration, current, pressure, density, depth",
                   "position: [1, 2, -3]", describe, wave_probe);
  r.add<WaterLoad>("water-load", "buoyancy, acceleration and drag of the water on a small body",
                   "drag_coefficient: 0.5, area: 0.1, volume: 0.01", describe, water_load);
  r.add<Ground>("seabed", "the ground as an object that other components name and share: a plane with its stiffness",
                "level: -50, stiffness: 1.0e5", describe, seabed);
  r.add<SeabedContact>("seabed-contact", "force of a shared seabed on a point that touches it", "seabed: ground",
                       describe, seabed_contact);
}

}  // namespace swell::components
