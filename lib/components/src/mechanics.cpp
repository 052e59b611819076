// Point mass, springs and dampers between two points (theory/components.md, "Masses and springs").
#include <algorithm>
#include <cmath>

#include "swell/base/interpolation.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

using system::Fan;

namespace {

using Point = Eigen::Map<const Vector3>;

struct PointMass {
  double mass = 0.0, gravity = 0.0;
  std::vector<double> position = {0.0, 0.0, 0.0}, velocity = {0.0, 0.0, 0.0};
  bool rest = false;
};
void describe(Visitor& v, PointMass& p) {
  v.number({"mass", "kg", "of the point", above(0.0), required}, p.mass);
  v.number({"gravity", "m/s^2", "downwards"}, p.gravity);
  v.numbers({"position", "m", "at the start"}, p.position, 3);
  v.numbers({"velocity", "m/s", "at the start"}, p.velocity, 3);
  v.flag({"rest", "", "begin where the forces balance"}, p.rest);
}
std::unique_ptr<system::Component> point_mass(const std::string& name, const PointMass& p, Given&) {
  const double mass = p.mass, gravity = p.gravity;
  const auto position = p.position, velocity = p.velocity;
  const bool rest = p.rest;
  return declared(name, "point-mass", [=](Declaration& d) {
    const Input force =
        d.input(port("force", 3, "N", "sum of the forces on the mass", "world", PortKind::effort), Fan::sum);
    const auto accelerate = [=](const Evaluation& e, double* out) {
      for (int i = 0; i < 3; ++i) out[i] = e.input(force)[i] / mass;
      out[2] -= gravity;
    };
    const State x = d.state(port("position", 3, "m", "", "world"), position, {State{1}},
                            [](const Evaluation& e, double* rate) { std::copy_n(e.state(State{1}), 3, rate); });
    const State v = d.state(port("velocity", 3, "m/s", "", "world"), velocity, {force}, accelerate);
    if (rest) {
      // Solves for equilibrium: the position that the acceleration does not move.
      d.initialize(x, {x, force}, [=](const Evaluation& e, double* place) {
        accelerate(e, place);
        for (int i = 0; i < 3; ++i) place[i] += e.state(x)[i];
      });
    }
    d.output(port("position", 3, "m", "of the mass", "world"), x);
    d.output(port("velocity", 3, "m/s", "of the mass", "world", PortKind::flow), v);
    d.output(port("acceleration", 3, "m/s^2", "of the mass", "world"), {force}, accelerate);
  });
}

/// Tension T(L) along the line from a to b and the two end forces. `tension` is a function of the elongation.
template <class Tension>
void declare_spring(Declaration& d, double length, bool tension_only, Tension tension) {
  const Input a = d.input(port("position_a", 3, "m", "end a", "world"));
  const Input b = d.input(port("position_b", 3, "m", "end b", "world"));
  const Computed both = d.compute("forces", 7, {a, b}, [=](const Evaluation& e, double* out) {
    const Vector3 line = Point(e.input(a)) - Point(e.input(b));
    const double distance = line.norm(), elongation = distance - length;
    const double pull = tension_only && elongation <= 0.0 ? 0.0 : tension(elongation);
    Eigen::Map<Vector3> force_a(out), force_b(out + 3);
    force_a.setZero();
    if (distance > 0.0) force_a = -pull / distance * line;
    force_b = -force_a;
    out[6] = elongation;
  });
  d.output(port("force_a", 3, "N", "on end a", "world", PortKind::effort), both, 0);
  d.output(port("force_b", 3, "N", "on end b", "world", PortKind::effort), both, 3);
  d.output(port("elongation", 1, "m", "length beyond the relaxed one"), both, 6);
  if (!tension_only) return;
  // The stiffness jumps when the rope becomes taut, so the step must end there.
  const Computed slack = d.compute("slack", 1, {a, b}, [=](const Evaluation& e, double* out) {
    out[0] = (Point(e.input(a)) - Point(e.input(b))).norm() - length;
  });
  d.event({"taut", 0, false}, slack, {});
}

struct Rope {
  double length = 0.0;
  bool tension_only = false;
};
void describe_rope(Visitor& v, Rope& p) {
  v.number({"length", "m", "without tension", at_least(0.0)}, p.length);
  v.flag({"tension_only", "", "a rope, which cannot push"}, p.tension_only);
}

void report_rope(const Rope& p, Given& given) {
  if (p.tension_only && p.length == 0.0) given.without_effect("tension_only", "length is 0, so that it always pulls");
}

struct Spring : Rope {
  double stiffness = 0.0, cubic_stiffness = 0.0;
};
void describe(Visitor& v, Spring& p) {
  v.number({"stiffness", "N/m", "of the linear part", at_least(0.0), required}, p.stiffness);
  v.number({"cubic_stiffness", "N/m^3", "of the cubic part"}, p.cubic_stiffness);
  describe_rope(v, p);
}
std::unique_ptr<system::Component> spring(const std::string& name, const Spring& p, Given& given) {
  report_rope(p, given);
  return declared(name, "spring", [=, k = p.stiffness, cubic = p.cubic_stiffness](Declaration& d) {
    declare_spring(d, p.length, p.tension_only, [=](double x) { return (k + cubic * x * x) * x; });
  });
}

struct NonlinearSpring : Rope {
  std::vector<std::vector<double>> table;
};
void describe(Visitor& v, NonlinearSpring& p) {
  v.table({"table", "m, N", "elongation and tension", {}, required}, p.table, 2);
  describe_rope(v, p);
}
std::unique_ptr<system::Component> nonlinear_spring(const std::string& name, const NonlinearSpring& p, Given& given) {
  report_rope(p, given);
  const double length = p.length;
  const bool tension_only = p.tension_only;
  std::vector<double> x, y;
  for (const auto& row : p.table) {
    x.push_back(row[0]);
    y.push_back(row[1]);
  }
  const bool ascending = x.size() >= 2 && std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
  if (!p.table.empty() && !ascending)
    given.refuse("wrong-value", "table", "needs at least two rows with ascending first column");
  if (!ascending) return nullptr;
  return declared(name, "nonlinear-spring", [=](Declaration& d) {
    declare_spring(d, length, tension_only, [=](double elongation) {
      const std::size_t i = find_piece(x, elongation);  // the end pieces are extended beyond the table
      return y[i] + (y[i + 1] - y[i]) / (x[i + 1] - x[i]) * (elongation - x[i]);
    });
  });
}

struct Damper {
  double damping = 0.0, quadratic_damping = 0.0;
};
void describe(Visitor& v, Damper& p) {
  v.number({"damping", "N s/m", "of the linear part", at_least(0.0), required}, p.damping);
  v.number({"quadratic_damping", "N s^2/m^2", "of the quadratic part", at_least(0.0)}, p.quadratic_damping);
}
std::unique_ptr<system::Component> damper(const std::string& name, const Damper& p, Given&) {
  const double linear = p.damping, quadratic = p.quadratic_damping;
  return declared(name, "damper", [=](Declaration& d) {
    const Input a = d.input(port("position_a", 3, "m", "end a", "world"));
    const Input b = d.input(port("position_b", 3, "m", "end b", "world"));
    const Input va = d.input(port("velocity_a", 3, "m/s", "of end a", "world", PortKind::flow));
    const Input vb = d.input(port("velocity_b", 3, "m/s", "of end b", "world", PortKind::flow));
    const Computed both = d.compute("forces", 6, {a, b, va, vb}, [=](const Evaluation& e, double* out) {
      const Line line = line_between(Point(e.input(a)), Point(e.input(b)));
      const double rate = line.along.dot(Point(e.input(va)) - Point(e.input(vb)));
      Eigen::Map<Vector3> force_a(out), force_b(out + 3);
      force_a = -(linear + quadratic * std::abs(rate)) * rate * line.along;
      force_b = -force_a;
    });
    d.output(port("force_a", 3, "N", "on end a", "world", PortKind::effort), both, 0);
    d.output(port("force_b", 3, "N", "on end b", "world", PortKind::effort), both, 3);
  });
}

}  // namespace

Line line_between(const Vector3& a, const Vector3& b) {
  Line line;
  const Vector3 difference = a - b;
  line.length = difference.norm();
  if (line.length > 0.0) line.along = difference / line.length;
  return line;
}

void add_mechanics(Registry& r) {
  r.add<PointMass>("point-mass", "a mass in space: force in, position and velocity out", "mass: 1", describe,
                   point_mass);
  r.add<Spring>("spring", "linear or cubic spring between two points, also as a rope (tension_only)",
                "stiffness: 1, length: 1", describe, spring);
  r.add<NonlinearSpring>("nonlinear-spring", "spring between two points by a table of elongation and tension",
                         "table: [[0, 0], [1, 1]], length: 1", describe, nonlinear_spring);
  r.add<Damper>("damper", "linear and quadratic damper along the line between two points", "damping: 1", describe,
                damper);
}

}  // namespace swell::components
