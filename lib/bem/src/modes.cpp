#include "swell/bem/modes.h"

#include <fmt/format.h>
#include <muParser.h>

#include <array>
#include <cmath>
#include <memory>

#include "gauss.h"

namespace swell::bem {
namespace {

const std::vector<std::string> kTypes{"beam", "hinge", "field"};

// Solves cos(b) cosh(b) = 1 by Newton from (2n + 1) pi/2, which is accurate to e^-b.
double beam_number(int order) {
  double b = (order + 0.5) * kPi;
  for (int i = 0; i < 20; ++i) b -= (std::cos(b) - 1.0 / std::cosh(b)) / (-std::sin(b) + std::tanh(b) / std::cosh(b));
  return b;
}

// Shape over s = 0 ... 1 and its second derivative, 1 at s = 1. Every mode is even or odd about the middle.
std::array<double, 2> beam_shape(int order, double s) {
  const double b = beam_number(order), t = s - 0.5;
  const auto ratio = [&](bool even) {  // cosh(b t)/cosh(b/2), sinh(b t)/sinh(b/2) without overflow
    const double a = std::exp(b * (std::abs(t) - 0.5)), e = std::exp(-2.0 * b * std::abs(t)), d = std::exp(-b);
    return even ? a * (1.0 + e) / (1.0 + d) : (t < 0.0 ? -1.0 : 1.0) * a * (1.0 - e) / (1.0 - d);
  };
  const bool even = order % 2 == 1;
  const double hyperbolic = ratio(even);
  const double circular = even ? std::cos(b * t) / std::cos(0.5 * b) : std::sin(b * t) / std::sin(0.5 * b);
  return {0.5 * (hyperbolic + circular), 0.5 * b * b * (hyperbolic - circular)};
}

double integral(int order, std::size_t which) {
  const GaussRule& rule = gauss_rule(16);
  const int cells = 2 + order;
  double sum = 0.0;
  for (int c = 0; c < cells; ++c)
    for (std::size_t i = 0; i < rule.x.size(); ++i) {
      const double f = beam_shape(order, (c + 0.5 + 0.5 * rule.x[i]) / cells)[which];
      sum += 0.5 * rule.w[i] * f * f / cells;
    }
  return sum;
}

// x, y and z of a field as formulas. A parser owns its variables and is not thread-safe, so fields are evaluated while
// the surface is made.
struct Field {
  std::array<mu::Parser, 3> parser;
  Vector3 at = Vector3::Zero();
};

Vector3 point_of(ParameterReader& read, const std::string& key, std::optional<std::vector<double>> usual) {
  const std::vector<double> p = read.numbers(key, key == "point" ? "m" : "", 3, {}, std::move(usual));
  return p.size() == 3 ? Vector3(p[0], p[1], p[2]) : Vector3(Vector3::UnitZ());
}

Displacement field_mode(ParameterReader& read) {
  const auto field = std::make_shared<Field>();
  const std::array<const char*, 3> names{"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string text = read.has(names[i]) ? read.tree(names[i])->text : "0";
    mu::Parser& parser = field->parser[i];
    for (Eigen::Index k = 0; k < 3; ++k) parser.DefineVar(names[static_cast<std::size_t>(k)], &field->at[k]);
    parser.DefineConst("pi", kPi);
    try {
      parser.SetExpr(text);
      parser.Eval();
    } catch (const mu::Parser::exception_type& error) {
      read.diagnostics().error(read.origin(names[i]), fmt::format("{} = {}: {}", names[i], text, error.GetMsg()),
                               "a formula of the place x, y, z in m, as z: 1 - 0.02*x^2", text, "a formula");
      return {};
    }
  }
  return [field](const Vector3& x) {
    field->at = x;
    return Vector3(field->parser[0].Eval(), field->parser[1].Eval(), field->parser[2].Eval());
  };
}

}  // namespace

Displacement beam_mode(int order, double from, double to, const Vector3& direction) {
  return [=](const Vector3& x) { return Vector3(beam_shape(order, (x.x() - from) / (to - from))[0] * direction); };
}

double beam_square(int order, double from, double to) { return (to - from) * integral(order, 0); }

double beam_curvature(int order, double from, double to) { return integral(order, 1) / std::pow(to - from, 3); }

Displacement hinge_mode(const Vector3& point, const Vector3& axis, const Vector3& beyond) {
  return [=](const Vector3& x) {
    const Vector3 arm = x - point;
    return arm.dot(beyond) > 0.0 ? Vector3(axis.cross(arm)) : Vector3(Vector3::Zero());
  };
}

std::vector<Mode> read_modes(const Parameter& list, Diagnostics& diagnostics) {
  std::vector<Mode> modes;
  if (list.kind != Parameter::Kind::list || list.items.empty()) {
    diagnostics.error(list.origin, "modes must be a list of one mode at least",
                      "write modes: [{name: bending, type: beam, order: 1, from: -40, to: 40}]");
    return modes;
  }
  for (const Parameter& item : list.items) {
    ParameterReader read(item, diagnostics);
    Mode mode;
    mode.origin = item.origin;
    mode.name = read.text("name");
    const std::size_t before = diagnostics.list().size(), type = read.choice("type", kTypes);
    if (diagnostics.list().size() > before) continue;
    if (type == 0) {
      const int order = read.integer("order", between(1, 50), 1);
      const double from = read.number("from", "m"), to = read.number("to", "m");
      const Vector3 direction = point_of(read, "direction", std::vector<double>{0.0, 0.0, 1.0}).normalized();
      if (!(to > from)) {
        diagnostics.error(read.origin("to"), fmt::format("to = {:g} m must be above from = {:g} m", to, from));
        continue;
      }
      mode.displacement = beam_mode(order, from, to, direction);
      mode.beam = {from, to};
      mode.mass = read.number("mass_per_length", "kg/m", at_least(0.0), 0.0) * beam_square(order, from, to);
      mode.stiffness = read.number("bending_stiffness", "N m^2", at_least(0.0), 0.0) * beam_curvature(order, from, to);
    } else {
      if (type == 1) {
        const Vector3 point = point_of(read, "point", {}), axis = point_of(read, "axis", {}),
                      beyond = point_of(read, "beyond", {});
        if (!(axis.norm() > 0.0) || !(beyond.norm() > 0.0)) {
          diagnostics.error(read.origin("axis"), "axis and beyond of a hinge must have a direction");
          continue;
        }
        mode.displacement = hinge_mode(point, axis.normalized(), beyond);
      } else {
        mode.displacement = field_mode(read);
      }
      mode.mass = read.number("mass", "", at_least(0.0), 0.0);
      mode.stiffness = read.number("stiffness", "", {}, 0.0);
    }
    mode.damping = read.number("damping", "", at_least(0.0), 0.0);
    read.finish();
    if (mode.displacement) modes.push_back(std::move(mode));
  }
  return modes;
}

VectorX normal_velocity(const Surface& s, int body, const Displacement& displacement) {
  VectorX v = VectorX::Zero(s.size());
  for (Eigen::Index i = 0; i < s.size(); ++i)
    if (s.body[static_cast<std::size_t>(i)] == body && s.chamber[static_cast<std::size_t>(i)] < 0)
      v[i] = displacement(s.points.col(i)).dot(s.normals.col(i));
  return v;
}

MatrixX with_modes(const Surface& s, int body, const Vector3& cg, const std::vector<Mode>& modes,
                   const Matrix6& rigid) {
  const auto n = 6 + static_cast<Eigen::Index>(modes.size());
  MatrixX C = MatrixX::Zero(n, n);
  C.topLeftCorner<6, 6>() = rigid;
  std::vector<Displacement> all;
  for (int i = 0; i < 6; ++i) {
    Vector3 e = Vector3::Unit(i % 3);
    if (i < 3)
      all.emplace_back([e](const Vector3&) { return e; });
    else
      all.emplace_back([e, cg](const Vector3& x) { return Vector3(e.cross(x - cg)); });
  }
  for (const Mode& mode : modes) all.push_back(mode.displacement);
  const double step = 1e-5 * (s.points.rowwise().maxCoeff() - s.points.rowwise().minCoeff()).maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i) {
    const Displacement& u = all[static_cast<std::size_t>(i)];
    VectorX head = VectorX::Zero(s.size());
    for (Eigen::Index k = 0; k < s.size(); ++k) {
      if (s.body[static_cast<std::size_t>(k)] != body) continue;
      const Vector3 x = s.points.col(k);
      double divergence = 0.0;
      for (int axis = 0; axis < 3; ++axis) {
        const Vector3 d = step * Vector3::Unit(axis);
        divergence += (u(x + d)[axis] - u(x - d)[axis]) / (2.0 * step);
      }
      head[k] = -s.weights[k] * (u(x).z() + x.z() * divergence);  // the surface's normals point into the water
    }
    for (Eigen::Index j = 0; j < n; ++j)
      if (i >= 6 || j >= 6) C(i, j) = head.dot(normal_velocity(s, body, all[static_cast<std::size_t>(j)]));
  }
  return C;
}

}  // namespace swell::bem
