#include "swell/mooring/catenary.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace swell::mooring {

namespace {

// Part of the length that a vertical line is taken out of the vertical: the closed form has no H = 0.
constexpr double kVertical = 1e-9;

bool touches(const Catenary& line, double vertical) { return line.seabed && vertical < line.weight * line.length; }

// Unstretched length that reaches straight up to z: s + w s^2 / (2 EA) = z.
double straight_up(const Catenary& line, double z) {
  const double stretch = line.weight / line.axial_stiffness;
  return 2.0 * z / (1.0 + std::sqrt(1.0 + 2.0 * stretch * z));
}

// The forces of a line without weight: a spring that only pulls.
CatenaryForces weightless(const Catenary& line, double x, double z) {
  CatenaryForces out;
  out.converged = true;
  const double distance = std::hypot(x, z);
  const double k = line.axial_stiffness / line.length;
  const double tension = k * (distance - line.length);
  if (!(tension > 0.0)) return out;
  const Eigen::Vector2d e(x / distance, z / distance);
  out.horizontal = out.anchor_horizontal = tension * e.x();
  out.vertical = out.anchor_vertical = tension * e.y();
  out.stiffness = k * e * e.transpose() + tension / distance * (Eigen::Matrix2d::Identity() - e * e.transpose());
  return out;
}

void start(const Catenary& line, double x, double z, double& H, double& V) {
  const double L = line.length, w = line.weight;
  const double distance = std::hypot(x, z);
  // [PeyrotGoulois1979]: the shape parameter of a parabola with this sag; 0.2 for a taut line.
  const double lambda = L > distance ? std::sqrt(std::max(0.04, 3.0 * ((L * L - z * z) / (x * x) - 1.0))) : 0.2;
  H = w * x / (2.0 * lambda);
  V = 0.5 * w * (z / std::tanh(lambda) + L);
  if (distance > L) {
    const double pull = line.axial_stiffness * (distance / L - 1.0);
    H = std::max(H, pull * x / distance);
    V = pull * z / distance + 0.5 * w * L;
  }
}

// Newton can stall at the kink where the line leaves the seabed. z grows with V at a fixed H, and x with H along
// z = const, so nested bisection always gets there.
void bisect(const Catenary& line, const Eigen::Vector2d& place, double& H, double& V) {
  const double scale = std::abs(line.weight) * line.length + line.axial_stiffness;
  const auto vertical_at = [&](double h) {
    double low = line.seabed ? 0.0 : -scale * 10.0, high = scale * 10.0;
    for (int i = 0; i < 200 && high - low > 0.0; ++i) {
      const double middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      (catenary_end(line, h, middle).y() < place.y() ? low : high) = middle;
    }
    return 0.5 * (low + high);
  };
  double low = std::log(scale * 1e-16), high = std::log(scale * 10.0);
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    const double h = std::exp(middle);
    (catenary_end(line, h, vertical_at(h)).x() < place.x() ? low : high) = middle;
  }
  H = std::exp(0.5 * (low + high));
  V = vertical_at(H);
}

Catenary mirrored(const Catenary& line) {
  Catenary other = line;
  other.weight = -line.weight;
  other.seabed = false;
  return other;
}

}  // namespace

double submerged_weight(double mass_per_length, double diameter, double water_density, double gravity) {
  return (mass_per_length - water_density * kPi * diameter * diameter / 4.0) * gravity;
}

void check(const Catenary& line, const Origin& origin, Diagnostics& diagnostics) {
  const auto positive = [&](double value, const char* name, const char* unit) {
    if (!(std::isfinite(value) && value > 0.0)) {
      diagnostics.error(origin, fmt::format("catenary {} = {} {} must be above 0", name, value, unit)).code =
          "out-of-range";
    }
  };
  positive(line.length, "length", "m");
  positive(line.axial_stiffness, "axial_stiffness", "N");
  if (!std::isfinite(line.weight)) {
    diagnostics.error(origin, "catenary weight is not a finite number").code = "wrong-value";
  } else if (line.seabed && line.weight <= 0.0) {
    diagnostics
        .error(origin,
               fmt::format("catenary weight in water = {} N/m must be above 0 for a line on a seabed", line.weight),
               "check mass per length and diameter, or turn the seabed off for a floating line")
        .code = "out-of-range";
  }
  if (!(std::isfinite(line.seabed_friction) && line.seabed_friction >= 0.0)) {
    diagnostics.error(origin, fmt::format("catenary seabed_friction = {} must not be negative", line.seabed_friction))
        .code = "out-of-range";
  }
}

double CatenaryForces::fairlead_tension() const { return std::hypot(horizontal, vertical); }
double CatenaryForces::anchor_tension() const { return std::hypot(anchor_horizontal, anchor_vertical); }

Eigen::Vector2d catenary_end(const Catenary& line, double horizontal, double vertical) {
  const double H = horizontal, V = vertical, w = line.weight, L = line.length, EA = line.axial_stiffness;
  if (touches(line, V)) {
    const double CB = line.seabed_friction;
    const double LB = L - V / w;
    double friction = 0.0;
    if (CB > 0.0) {
      const double g = LB - H / (CB * w);
      friction = CB * w / (2.0 * EA) * (std::max(g, 0.0) * g - LB * LB);
    }
    return {LB + H / w * std::asinh(V / H) + H * L / EA + friction,
            H / w * (std::hypot(1.0, V / H) - 1.0) + V * V / (2.0 * EA * w)};
  }
  const double Va = V - w * L;
  return {H / w * (std::asinh(V / H) - std::asinh(Va / H)) + H * L / EA,
          H / w * (std::hypot(1.0, V / H) - std::hypot(1.0, Va / H)) + (Va * L + 0.5 * w * L * L) / EA};
}

Eigen::Matrix2d catenary_compliance(const Catenary& line, double horizontal, double vertical) {
  const double H = horizontal, V = vertical, w = line.weight, L = line.length, EA = line.axial_stiffness;
  const double root = std::hypot(1.0, V / H);
  Eigen::Matrix2d C;
  if (touches(line, V)) {
    const double CB = line.seabed_friction;
    const double LB = L - V / w;
    const double still = CB > 0.0 ? std::max(LB - H / (CB * w), 0.0) : 0.0;
    C(0, 0) = (std::asinh(V / H) - V / H / root) / w + (L - still) / EA;
    C(0, 1) = (1.0 / root - 1.0) / w + (CB > 0.0 ? CB / EA * (LB - still) : 0.0);
    C(1, 0) = (1.0 / root - 1.0) / w;
    C(1, 1) = V / H / (w * root) + V / (EA * w);
    return C;
  }
  const double Va = V - w * L;
  const double root_a = std::hypot(1.0, Va / H);
  C(0, 0) = (std::asinh(V / H) - std::asinh(Va / H) - V / H / root + Va / H / root_a) / w + L / EA;
  C(0, 1) = C(1, 0) = (1.0 / root - 1.0 / root_a) / w;
  C(1, 1) = (V / H / root - Va / H / root_a) / w + L / EA;
  return C;
}

CatenaryForces solve_catenary(const Catenary& line, double x, double z) {
  const double w = line.weight, L = line.length;
  if (w == 0.0) return weightless(line, x, z);
  if (w < 0.0) {
    CatenaryForces out = solve_catenary(mirrored(line), x, -z);
    out.vertical = -out.vertical;
    out.anchor_vertical = -out.anchor_vertical;
    out.stiffness(0, 1) = -out.stiffness(0, 1);
    out.stiffness(1, 0) = -out.stiffness(1, 0);
    return out;
  }
  CatenaryForces out;
  Catenary used = line;
  if (z < 0.0) used.seabed = false;  // a fairlead below the anchor's level cannot have a level seabed under the line
  if (used.seabed) {
    const double hanging = straight_up(used, z);
    if (hanging + x <= L) {
      out.vertical = w * hanging;
      out.on_seabed = L - hanging;
      out.stiffness(1, 1) = w / (1.0 + w * hanging / used.axial_stiffness);
      out.converged = true;
      return out;
    }
  }
  const Eigen::Vector2d place(std::max(x, kVertical * L), z);
  double H = 0.0, V = 0.0;
  start(used, place.x(), place.y(), H, V);
  Eigen::Vector2d miss = catenary_end(used, H, V) - place;
  for (int i = 0; i < 100 && miss.norm() > 1e-14 * L; ++i) {
    Eigen::Matrix2d C = catenary_compliance(used, H, V);
    C.col(0) *= H;  // d/d ln H
    Eigen::Vector2d step = -C.inverse() * miss;
    if (!step.allFinite()) break;
    step *= std::min(1.0, 3.0 / std::max(std::abs(step.x()), 1e-300));
    bool better = false;
    for (int half = 0; half < 40; ++half, step *= 0.5) {
      const double H_new = H * std::exp(step.x()), V_new = V + step.y();
      const Eigen::Vector2d miss_new = catenary_end(used, H_new, V_new) - place;
      if (miss_new.norm() < miss.norm()) {
        H = H_new;
        V = V_new;
        miss = miss_new;
        better = true;
        break;
      }
    }
    if (!better) break;  // round-off
  }
  if (miss.norm() > 1e-9 * L) {
    bisect(used, place, H, V);
    miss = catenary_end(used, H, V) - place;
  }
  out.horizontal = H;
  out.vertical = V;
  out.residual = miss.norm();
  out.converged = out.residual <= 1e-9 * L;
  if (touches(used, V)) {
    out.on_seabed = L - V / w;
    out.anchor_horizontal = std::max(H - used.seabed_friction * w * out.on_seabed, 0.0);
  } else {
    out.anchor_horizontal = H;
    out.anchor_vertical = V - w * L;
  }
  out.stiffness = catenary_compliance(used, H, V).inverse();
  return out;
}

Eigen::Vector2d catenary_point(const Catenary& line, const CatenaryForces& forces, double x, double s) {
  const double w = line.weight, EA = line.axial_stiffness, H = forces.horizontal;
  if (w == 0.0) {
    const double tension = forces.fairlead_tension();
    if (!(tension > 0.0)) return {x * s / line.length, 0.0};
    return (1.0 + tension / EA) * s / tension * Eigen::Vector2d(H, forces.vertical);
  }
  if (w < 0.0) {
    CatenaryForces other = forces;
    other.vertical = -forces.vertical;
    other.anchor_vertical = -forces.anchor_vertical;
    const Eigen::Vector2d p = catenary_point(mirrored(line), other, x, s);
    return {p.x(), -p.y()};
  }
  const double LB = forces.on_seabed;
  if (!(H > 0.0)) {  // slack: the rest lies between the anchor and the foot of the hanging part
    if (s <= LB) return {LB > 0.0 ? x * s / LB : x, 0.0};
    const double up = s - LB;
    return {x, up + w * up * up / (2.0 * EA)};
  }
  if (LB > 0.0) {
    const double rubbing = line.seabed_friction * w;
    const double still = rubbing > 0.0 ? std::max(LB - H / rubbing, 0.0) : 0.0;
    const auto along = [&](double at) {
      if (at <= still) return at;
      const double tension_sum =
          H * (at - still) - 0.5 * rubbing * ((LB - still) * (LB - still) - (LB - at) * (LB - at));
      return at + tension_sum / EA;
    };
    if (s <= LB) return {along(s), 0.0};
    const double up = s - LB;
    return {along(LB) + H / w * std::asinh(w * up / H) + H * up / EA,
            H / w * (std::hypot(1.0, w * up / H) - 1.0) + w * up * up / (2.0 * EA)};
  }
  const double Va = forces.vertical - w * line.length, Vs = Va + w * s;
  return {H / w * (std::asinh(Vs / H) - std::asinh(Va / H)) + H * s / EA,
          H / w * (std::hypot(1.0, Vs / H) - std::hypot(1.0, Va / H)) + (Va * s + 0.5 * w * s * s) / EA};
}

double catenary_energy(const Catenary& line, const CatenaryForces& forces, double x, double z) {
  const double EA = line.axial_stiffness, L = line.length, H = forces.horizontal;
  if (line.weight == 0.0) {
    const double tension = forces.fairlead_tension();
    return 0.5 * tension * tension * L / EA;
  }
  const double w = std::abs(line.weight);
  const double V = line.weight < 0.0 ? -forces.vertical : forces.vertical;
  const double up = line.weight < 0.0 ? -z : z;
  // Legendre transform of the complementary energy U*(H, V), whose gradient is (x, z).
  const double hanging = L - forces.on_seabed;
  const double Va = V - w * hanging;
  const auto integral = [H](double u) {  // of sqrt(H^2 + u^2)
    return 0.5 * (u * std::hypot(H, u) + (H > 0.0 ? H * H * std::asinh(u / H) : 0.0));
  };
  double complementary =
      (integral(V) - integral(Va)) / w + (H * H * hanging + (V * V * V - Va * Va * Va) / (3.0 * w)) / (2.0 * EA);
  complementary += H * forces.on_seabed + H * H * forces.on_seabed / (2.0 * EA);
  return H * x + V * up - complementary;
}

}  // namespace swell::mooring
