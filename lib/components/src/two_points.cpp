// Sensors and forces along the line between two points: on bodies, fixed in the world, or given by ports
// (theory/components.md, "Masses and springs").
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

namespace {

using Point = Eigen::Map<const Vector3>;

/// Fixed ends need no port.
struct TwoPoints {
  std::vector<double> point_a, point_b;
};
void describe_points(Visitor& v, TwoPoints& p) {
  v.numbers({"point_a", "m", "end a, where it is a point of the world; absent: ports say where it is"}, p.point_a, 3);
  v.numbers({"point_b", "m", "end b, likewise"}, p.point_b, 3);
}

/// One end: a fixed point or ports.
struct End {
  Vector3 fixed = Vector3::Zero();
  bool moves = true;
  Input position, velocity;

  Vector3 place(const Evaluation& e) const { return moves ? Vector3(Point(e.input(position))) : fixed; }
  Vector3 speed(const Evaluation& e) const { return moves ? Vector3(Point(e.input(velocity))) : Vector3::Zero(); }
};

End end_of(Declaration& d, const std::vector<double>& point, const char* name, bool with_velocity, Reads& reads) {
  End end;
  end.moves = point.empty();
  if (!end.moves) {
    end.fixed = Point(point.data());
    return end;
  }
  end.position = d.input(port(std::string("position_") + name, 3, "m", std::string("end ") + name, "world"));
  reads.emplace_back(end.position);
  if (!with_velocity) return end;
  end.velocity =
      d.input(port(std::string("velocity_") + name, 3, "m/s", std::string("of end ") + name, "world", PortKind::flow));
  reads.emplace_back(end.velocity);
  return end;
}

void refuse_two_fixed(const TwoPoints& p, Given& given) {
  if (!p.point_a.empty() && !p.point_b.empty())
    given.refuse("contradiction", "point_b", "fixes the second end as well: nothing moves",
                 "connect one end to a body");
}

struct Distance : TwoPoints {
  double length = 0.0;
};
void describe(Visitor& v, Distance& p) {
  describe_points(v, p);
  v.number({"length", "m", "distance that the output elongation is counted from", at_least(0.0)}, p.length);
}
std::unique_ptr<system::Component> distance(const std::string& name, const Distance& p, Given& given) {
  refuse_two_fixed(p, given);
  return declared(name, "distance", [p](Declaration& d) {
    Reads reads;
    const End a = end_of(d, p.point_a, "a", true, reads), b = end_of(d, p.point_b, "b", true, reads);
    const Computed all = d.compute("line", 3, reads, [a, b, from = p.length](const Evaluation& e, double* out) {
      const Line line = line_between(a.place(e), b.place(e));
      out[0] = line.length;
      out[1] = line.along.dot(a.speed(e) - b.speed(e));
      out[2] = line.length - from;
    });
    d.output(port("length", 1, "m", "distance of the two points"), all, 0);
    d.output(port("rate", 1, "m/s", "at which it grows", "", PortKind::flow), all, 1);
    d.output(port("elongation", 1, "m", "distance beyond length"), all, 2);
  });
}

void describe(Visitor& v, TwoPoints& p) { describe_points(v, p); }
std::unique_ptr<system::Component> line_force(const std::string& name, const TwoPoints& p, Given& given) {
  refuse_two_fixed(p, given);
  return declared(name, "line-force", [p](Declaration& d) {
    Reads reads;
    const End a = end_of(d, p.point_a, "a", false, reads), b = end_of(d, p.point_b, "b", false, reads);
    const Input push = d.input(
        port("input", 1, "N", "force that drives the two points apart; below 0 it pulls", "", PortKind::effort));
    reads.emplace_back(push);
    const Computed both = d.compute("forces", 6, reads, [a, b, push](const Evaluation& e, double* out) {
      Eigen::Map<Vector3> force_a(out), force_b(out + 3);
      force_a = e.input(push)[0] * line_between(a.place(e), b.place(e)).along;
      force_b = -force_a;
    });
    d.output(port("force_a", 3, "N", "on end a", "world", PortKind::effort), both, 0);
    d.output(port("force_b", 3, "N", "on end b", "world", PortKind::effort), both, 3);
  });
}

}  // namespace

void add_two_points(Registry& r) {
  r.add<Distance>("distance", "length of the line between two points and its rate: a ram, a rope, a sensor",
                  "point_b: [0, 0, -50]", describe, distance);
  r.add<TwoPoints>("line-force", "equal and opposite forces along the line between two points, from a signal",
                   "point_b: [0, 0, -50]", describe, line_force);
}

}  // namespace swell::components
