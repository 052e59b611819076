#include <cmath>

#include "swell/mooring/catenary.h"

namespace swell::mooring {

std::vector<StaticLine> equal_angle_lines(const Catenary& line, int count, double fairlead_radius, double fairlead_z,
                                          double anchor_radius, double depth, double first_angle) {
  SWELL_EXPECT(count >= 1);
  std::vector<StaticLine> lines;
  for (int i = 0; i < count; ++i) {
    const double angle = first_angle + 2.0 * kPi * i / count;
    const Vector3 out(std::cos(angle), std::sin(angle), 0.0);
    StaticLine one;
    one.name = "line" + std::to_string(i + 1);
    one.fairlead_B = fairlead_radius * out + Vector3(0.0, 0.0, fairlead_z);
    one.anchor_W = anchor_radius * out - Vector3(0.0, 0.0, depth);
    one.line = line;
    lines.push_back(one);
  }
  return lines;
}

Vector3 fairlead_force(const StaticLine& line, const Vector3& p_WF, CatenaryForces* forces, Matrix3* stiffness) {
  const Vector3 span = p_WF - line.anchor_W;
  const double x = span.head<2>().norm();
  const CatenaryForces solved = solve_catenary(line.line, x, span.z());
  Vector3 out = Vector3::UnitX();  // any direction will do for a line that hangs straight down
  if (x > 0.0) out << span.x() / x, span.y() / x, 0.0;
  if (forces != nullptr) *forces = solved;
  if (stiffness != nullptr) {
    const Vector3 up = Vector3::UnitZ(), side = up.cross(out);
    const double across = x > 1e-9 * line.line.length ? solved.horizontal / x : solved.stiffness(0, 0);
    *stiffness = solved.stiffness(0, 0) * out * out.transpose() + solved.stiffness(0, 1) * out * up.transpose() +
                 solved.stiffness(1, 0) * up * out.transpose() + solved.stiffness(1, 1) * up * up.transpose() +
                 across * side * side.transpose();
  }
  return -solved.horizontal * out - solved.vertical * Vector3::UnitZ();
}

Vector6 wrench(const std::vector<StaticLine>& lines, const BodyMotion& body, double* tensions) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Vector3 p_WF = point_on_body(body, lines[i].fairlead_B).position;
    const Vector3 force = fairlead_force(lines[i], p_WF);
    if (tensions != nullptr) tensions[i] = force.norm();
    sum += wrench_about_cg(body, p_WF, force);
  }
  return sum;
}

double stored_energy(const std::vector<StaticLine>& lines, const BodyMotion& body) {
  double sum = 0.0;
  for (const StaticLine& line : lines) {
    const Vector3 span = point_on_body(body, line.fairlead_B).position - line.anchor_W;
    const double x = span.head<2>().norm();
    sum += catenary_energy(line.line, solve_catenary(line.line, x, span.z()), x, span.z());
  }
  return sum;
}

}  // namespace swell::mooring
