#include "swell/mooring/line_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::mooring {

double LineCurve::operator()(double at) const {
  const double a = std::abs(at);
  const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, a);
  const auto k = static_cast<std::size_t>(above - x.begin());
  const double value = y[k - 1] + (y[k] - y[k - 1]) / (x[k] - x[k - 1]) * (a - x[k - 1]);
  return at < 0.0 ? -value : value;
}

double LineCurve::slope(double at) const {
  const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, std::abs(at));
  const auto k = static_cast<std::size_t>(above - x.begin());
  return (y[k] - y[k - 1]) / (x[k] - x[k - 1]);
}

double LineCurve::integral(double at) const {
  const double a = std::abs(at);
  double sum = 0.0;
  for (std::size_t k = 1; k < x.size(); ++k) {
    const bool last = k + 1 == x.size() || a <= x[k];
    const double to = last ? a : x[k];
    const double slope = (y[k] - y[k - 1]) / (x[k] - x[k - 1]), width = to - x[k - 1];
    sum += width * (y[k - 1] + 0.5 * slope * width);
    if (last) break;
  }
  return sum;
}

double LineCurve::steepest() const {
  double slope = 0.0;
  for (std::size_t k = 1; k < x.size(); ++k) slope = std::max(slope, (y[k] - y[k - 1]) / (x[k] - x[k - 1]));
  return slope;
}

Seabed::Ground Seabed::on_grid(const Vector3& place) const {
  struct Cell {
    std::size_t k;
    double share, width;  // width 0: beyond the grid
  };
  const auto find = [](const std::vector<double>& axis, double at) -> Cell {
    if (axis.size() < 2) return {0, 0.0, 0.0};
    const auto above = std::upper_bound(axis.begin() + 1, axis.end() - 1, at);
    const auto k = static_cast<std::size_t>(above - axis.begin()) - 1;
    const double width = axis[k + 1] - axis[k], share = (at - axis[k]) / width;
    if (share < 0.0) return {k, 0.0, 0.0};
    return share > 1.0 ? Cell{k, 1.0, 0.0} : Cell{k, share, width};
  };
  const Cell a = find(x, place.x()), b = find(y, place.y());
  const auto depth_at = [&](std::size_t i, std::size_t j) {
    return depths[std::min(a.k + i, x.size() - 1) * y.size() + std::min(b.k + j, y.size() - 1)];
  };
  const double d00 = depth_at(0, 0), d01 = depth_at(0, 1), d10 = depth_at(1, 0), d11 = depth_at(1, 1);
  const double near = d00 + b.share * (d01 - d00), far = d10 + b.share * (d11 - d10);
  const double slope_x = a.width > 0.0 ? (far - near) / a.width : 0.0;
  const double left = d01 - d00, right = d11 - d10;
  const double slope_y = b.width > 0.0 ? (left + a.share * (right - left)) / b.width : 0.0;
  return {-(near + a.share * (far - near)), Vector3(slope_x, slope_y, 1.0).normalized()};
}

LineModel after(const LineModel& model, std::uint64_t failed) {
  LineModel broken = model;
  for (std::size_t f = 0; f < model.failures.size(); ++f) {
    if ((failed >> f & 1U) == 0) continue;
    const LineFailure& failure = model.failures[f];
    for (const std::size_t n : failure.lines) {
      MooringLine& line = broken.lines[n];
      if (line.point_a == failure.point) {
        line.point_a = failure.loose;
        line.clamp_a.reset();
      } else if (line.point_b == failure.point) {
        line.point_b = failure.loose;
        line.clamp_b.reset();
      }
    }
  }
  return broken;
}

namespace {

class Checker {
 public:
  Checker(const Origin& origin, Diagnostics& diagnostics) : origin_(origin), diagnostics_(diagnostics) {}
  void positive(const std::string& thing, double value, const char* unit) { bound(thing, value, unit, value > 0.0); }
  void not_negative(const std::string& thing, double value, const char* unit) {
    bound(thing, value, unit, value >= 0.0, "must not be negative");
  }
  void error(const char* code, std::string message, std::string remedy = {}) {
    diagnostics_.error(origin_, std::move(message), std::move(remedy)).code = code;
  }

 private:
  void bound(const std::string& thing, double value, const char* unit, bool holds,
             const char* rule = "must be above 0") {
    if (!std::isfinite(value) || !holds)
      error("out-of-range", fmt::format("{} = {}{}{} {}", thing, value, *unit == '\0' ? "" : " ", unit, rule));
  }

  const Origin& origin_;
  Diagnostics& diagnostics_;
};

void check_curve(const std::string& thing, const LineCurve& curve, Checker& c) {
  if (curve.empty()) return;
  bool rises = curve.x.size() == curve.y.size() && curve.x.size() > 1 && curve.x[0] == 0.0 && curve.y[0] == 0.0;
  for (std::size_t k = 1; rises && k < curve.x.size(); ++k)
    rises = curve.x[k] > curve.x[k - 1] && curve.y[k] >= curve.y[k - 1] && std::isfinite(curve.y[k]);
  if (!rises || !(curve.y.back() > 0.0)) {
    c.error("wrong-value", thing + " must start at (0, 0) and rise, with at least one point more");
  }
}

void check_type(const LineType& type, Checker& c) {
  const std::string thing = "line type " + type.name + ": ";
  c.positive(thing + "diameter", type.diameter, "m");
  c.positive(thing + "mass per length", type.mass_per_length, "kg/m");
  if (type.tension.empty()) c.positive(thing + "EA", type.axial_stiffness, "N");
  c.not_negative(thing + "EI", type.bending_stiffness, "N m^2");
  check_curve(thing + "tension over strain", type.tension, c);
  check_curve(thing + "damping over strain rate", type.damping, c);
  check_curve(thing + "moment over curvature", type.bending, c);
  if (type.dynamic_stiffness > 0.0) {
    if (!type.tension.empty() || !type.damping.empty()) {
      c.error("contradiction", thing + "viscoelastic and tabulated stiffness or damping exclude each other");
    } else if (!(type.dynamic_stiffness > type.axial_stiffness)) {
      c.error("out-of-range", fmt::format("{}dynamic stiffness = {} N must be above the static one, {} N", thing,
                                          type.dynamic_stiffness, type.axial_stiffness));
    } else if (!(type.internal_damping + type.dynamic_damping + type.damping_ratio.value_or(0.0) > 0.0)) {
      c.error("out-of-range", thing + "a viscoelastic line needs damping", "give BA as static|dynamic, in N s");
    }
    c.not_negative(thing + "slope of the dynamic stiffness", type.dynamic_slope, "");
    c.not_negative(thing + "dynamic damping", type.dynamic_damping, "N s");
  }
  c.not_negative(thing + "lift", type.lift, "");
  if (type.lift > 0.0 && !(type.lift_range >= 0.0 && type.lift_centre > type.lift_range))
    c.error("out-of-range", fmt::format("{}cF = {} must be above dF = {}, and dF not negative", thing, type.lift_centre,
                                        type.lift_range));
  if (type.damping_ratio) {
    c.not_negative(thing + "damping ratio", *type.damping_ratio, "");
  } else {
    c.not_negative(thing + "internal damping", type.internal_damping, "N s");
  }
  c.not_negative(thing + "transverse drag", type.drag_transverse, "");
  c.not_negative(thing + "tangential drag", type.drag_tangential, "");
  c.not_negative(thing + "transverse added mass", type.added_mass_transverse, "");
  c.not_negative(thing + "tangential added mass", type.added_mass_tangential, "");
}

void check_point(const LinePoint& point, Checker& c) {
  const std::string thing = "point " + point.name + ": ";
  if (!point.position.allFinite()) c.error("wrong-value", thing + "position is not finite");
  c.not_negative(thing + "mass", point.mass, "kg");
  c.not_negative(thing + "volume", point.volume, "m^3");
  c.not_negative(thing + "drag area", point.drag_area, "m^2");
  c.not_negative(thing + "added mass", point.added_mass, "");
}

void check_line(const LineModel& model, const MooringLine& line, Checker& c) {
  const std::string thing = "line " + line.name + ": ";
  c.positive(thing + "length", line.length, "m");
  if (line.segments < 1)
    c.error("out-of-range", fmt::format("{}number of segments = {} must be at least 1", thing, line.segments));
  if (line.type >= model.types.size()) c.error("missing", thing + "has no line type");
  if (line.point_a >= model.points.size() || line.point_b >= model.points.size()) {
    c.error("missing", thing + "ends at no point");
  } else if (line.point_a == line.point_b) {
    c.error("contradiction", fmt::format("{}both ends are at point {}", thing, model.points[line.point_a].name));
  }
}

// Mass and inertia that a body gets from itself and from its rods; without them it cannot be accelerated.
void check_rigid(const LineModel& model, std::size_t r, Checker& c) {
  const RigidBody& body = model.rigids[r];
  const std::string thing = body.name + ": ";
  c.not_negative(thing + "mass", body.mass, "kg");
  c.not_negative(thing + "volume", body.volume, "m^3");
  if (!body.position.allFinite()) c.error("wrong-value", thing + "position is not finite");
  double mass = body.mass;
  bool turns = (body.inertia.array() > 0.0).all();
  for (const Rod& rod : model.rods) {
    const LinePoint& a = model.points[rod.points.front()];
    if (a.kind != PointKind::attached || a.rigid != r) continue;
    mass += model.rod_types[rod.type].mass_per_length;
    turns = turns || model.rod_types[rod.type].mass_per_length > 0.0;
  }
  if (!body.pivot && !(mass > 0.0))
    c.error("missing", thing + "moves by itself and has no mass", "give it or its rods a mass");
  if (!turns)
    c.error("missing", thing + "turns by itself and has no moment of inertia",
            "give I in kg m^2, above 0 about each axis");
}

}  // namespace

void check(const LineModel& model, const Origin& origin, Diagnostics& diagnostics) {
  Checker c(origin, diagnostics);
  if (model.lines.empty() && model.rods.empty() && model.rigids.empty())
    c.error("missing", "a mooring needs at least one line, rod or body");
  for (const RodType& type : model.rod_types) {
    const std::string thing = "rod type " + type.name + ": ";
    c.positive(thing + "diameter", type.diameter, "m");
    c.not_negative(thing + "mass per length", type.mass_per_length, "kg/m");
    c.not_negative(thing + "transverse drag", type.drag_transverse, "");
    c.not_negative(thing + "transverse added mass", type.added_mass_transverse, "");
    c.not_negative(thing + "drag of the ends", type.drag_end, "");
    c.not_negative(thing + "added mass of the ends", type.added_mass_end, "");
  }
  for (std::size_t r = 0; r < model.rigids.size(); ++r) check_rigid(model, r, c);
  for (const LineType& type : model.types) check_type(type, c);
  for (const LinePoint& point : model.points) check_point(point, c);
  for (const MooringLine& line : model.lines) check_line(model, line, c);
  c.not_negative("water density", model.water_density, "kg/m^3");
  c.not_negative("gravity", model.gravity, "m/s^2");
  if (model.max_step) c.positive("mooring time step", *model.max_step, "s");
  if (model.seabed) {
    c.positive("seabed depth", model.seabed->depth, "m");
    c.positive("seabed stiffness", model.seabed->stiffness, "Pa/m");
    c.not_negative("seabed damping", model.seabed->damping, "Pa s/m");
    c.not_negative("seabed friction", model.seabed->friction, "");
    c.positive("seabed friction speed", model.seabed->friction_speed, "m/s");
    c.not_negative("seabed friction along the line", model.seabed->friction_axial.value_or(0.0), "");
    c.not_negative("seabed friction damping", model.seabed->friction_damping.value_or(0.0), "N s/m");
    if (!(model.seabed->friction_static >= 1.0))
      c.error("out-of-range",
              fmt::format("static over sliding friction = {} must be at least 1", model.seabed->friction_static));
    for (const LinePoint& point : model.points) {
      const double bed = model.seabed->at(point.position).z;
      if (point.position.z() < bed - 1e-6) {
        c.error("out-of-range",
                fmt::format("point {}: z = {} m is below the seabed at {} m", point.name, point.position.z(), bed),
                "check the water depth");
      }
    }
  }
  for (std::size_t p = 0; p < model.points.size(); ++p) {
    if (model.points[p].kind != PointKind::free) continue;
    bool held = false;
    for (const MooringLine& line : model.lines) held = held || line.point_a == p || line.point_b == p;
    for (const LineFailure& failure : model.failures) held = held || failure.loose == p || failure.point == p;
    if (!held) c.error("contradiction", "point " + model.points[p].name + ": is free and no line holds it");
  }
}

}  // namespace swell::mooring
