#include "swell/rotor/blade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/interpolation.h"

namespace swell::rotor {

namespace {

/// Data of one element that do not depend on the inflow angle.
struct Section {
  double radius, chord, setting, share, solidity, speed_ratio, wind, blades, hub, tip;
  const Polar *inner, *outer;

  struct State {
    double residual, axial, tangential, normal, drive;
  };
  State at(double inflow) const;
};

Section section_of(const Blade& blade, double radius, double speed_ratio, double pitch) {
  const std::size_t i = find_piece(blade.radius, radius);
  const double share = std::clamp((radius - blade.radius[i]) / (blade.radius[i + 1] - blade.radius[i]), 0.0, 1.0);
  const auto mixed = [&](const std::vector<double>& v) { return v[i] + share * (v[i + 1] - v[i]); };
  const double chord = mixed(blade.chord), cone = std::cos(blade.cone);
  return {radius,
          chord,
          mixed(blade.twist) + pitch,
          share,
          blade.count * chord / (2.0 * kPi * radius * cone),
          speed_ratio * cone,
          cone,
          static_cast<double>(blade.count),
          blade.hub_radius,
          blade.tip_radius,
          &blade.polars[blade.polar[i]],
          &blade.polars[blade.polar[i + 1]]};
}

Section::State Section::at(double inflow) const {
  const double sine = std::sin(inflow), cosine = std::cos(inflow);
  double attack = inflow - setting;
  if (attack > kPi) attack -= 2.0 * kPi;
  if (attack < -kPi) attack += 2.0 * kPi;
  const auto mixed = [&](std::vector<double> Polar::*v) {
    const double a = linear_interpolation(inner->angle, inner->*v, attack);
    return inner == outer ? a : a + share * (linear_interpolation(outer->angle, outer->*v, attack) - a);
  };
  const double lift = mixed(&Polar::lift), drag = mixed(&Polar::drag);
  State s{};
  s.normal = lift * cosine + drag * sine;
  s.drive = lift * sine - drag * cosine;
  const auto prandtl = [&](double distance, double at_radius) {
    const double f = 0.5 * blades * distance / (at_radius * std::abs(sine));
    return 2.0 / kPi * std::acos(std::exp(-std::max(f, 0.0)));
  };
  double loss = prandtl(tip - radius, radius);
  if (hub > 0.0) loss *= prandtl(radius - hub, hub);
  loss = std::max(loss, 1e-6);
  const double k = solidity * s.normal / (4.0 * loss * sine * sine);
  const double kt = solidity * s.drive / (4.0 * loss * sine * cosine);
  s.tangential = kt / (1.0 - kt);
  if (inflow > 0.0) {
    if (k <= 2.0 / 3.0) {
      s.axial = k / (1.0 + k);
    } else {
      const double g = 2.0 * loss * k, g1 = g - (10.0 / 9.0 - loss), g2 = g - loss * (4.0 / 3.0 - loss),
                   g3 = g - (25.0 / 9.0 - 2.0 * loss);
      s.axial = std::abs(g3) < 1e-6 ? 1.0 - 0.5 / std::sqrt(g2) : (g1 - std::sqrt(g2)) / g3;
    }
    s.residual = sine / (1.0 - s.axial) - cosine * wind / speed_ratio * (1.0 - kt);
  } else {  // propeller state: the rotor accelerates the wind
    s.axial = k > 1.0 ? k / (k - 1.0) : 0.0;
    s.residual = sine * (1.0 - k) - cosine * wind / speed_ratio * (1.0 - kt);
  }
  return s;
}

/// Bisection of the residual. Returns false without a change of sign.
bool bracketed(const Section& section, double low, double high, double& inflow) {
  double at_low = section.at(low).residual;
  const double at_high = section.at(high).residual;
  if (!(at_low * at_high < 0.0)) return false;
  for (int i = 0; i < 48; ++i) {
    inflow = 0.5 * (low + high);
    const double middle = section.at(inflow).residual;
    if (at_low * middle <= 0.0) {
      high = inflow;
    } else {
      low = inflow;
      at_low = middle;
    }
  }
  return true;
}

}  // namespace

Element solve_element(const Blade& blade, double radius, double speed_ratio, double pitch) {
  const Section section = section_of(blade, radius, speed_ratio, pitch);
  constexpr double kSmall = 1e-6;
  double inflow = 0.0;
  if (!bracketed(section, kSmall, 0.5 * kPi - kSmall, inflow) && !bracketed(section, -0.25 * kPi, -kSmall, inflow) &&
      !bracketed(section, 0.5 * kPi + kSmall, kPi - kSmall, inflow))
    return {};
  const Section::State s = section.at(inflow);
  const double axial = section.wind * (1.0 - s.axial), turning = section.speed_ratio * (1.0 + s.tangential);
  return {inflow, s.axial, s.tangential, s.normal, s.drive, std::hypot(axial, turning)};
}

Coefficients coefficients(const Blade& blade, double disc_radius, double tip_speed_ratio, double pitch) {
  constexpr int kElements = 60;
  const double width = (blade.tip_radius - blade.hub_radius) / kElements, cone = std::cos(blade.cone);
  double thrust = 0.0, torque = 0.0;
  for (int i = 0; i < kElements; ++i) {
    const double r = blade.hub_radius + (i + 0.5) * width;
    const Element e = solve_element(blade, r, tip_speed_ratio * r / disc_radius, pitch);
    const double chord = linear_interpolation(blade.radius, blade.chord, r);
    const double force = blade.count * e.speed_ratio * e.speed_ratio * chord * width * cone;
    thrust += force * e.normal;
    torque += force * e.drive * r;
  }
  const double area = kPi * disc_radius * disc_radius;
  return {thrust / area, torque / (area * disc_radius)};
}

Performance performance_of(const Blade& blade, double disc_radius) {
  Performance table;
  for (int i = -5; i <= 35; ++i) table.pitch.push_back(i * kDegree);
  for (int i = 2; i <= 30; ++i) table.tip_speed_ratio.push_back(0.5 * i);
  const auto rows = static_cast<Eigen::Index>(table.tip_speed_ratio.size());
  const auto columns = static_cast<Eigen::Index>(table.pitch.size());
  table.thrust.resize(rows, columns);
  table.power.resize(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < columns; ++k) {
      const double ratio = table.tip_speed_ratio[static_cast<std::size_t>(i)];
      const Coefficients c = coefficients(blade, disc_radius, ratio, table.pitch[static_cast<std::size_t>(k)]);
      table.thrust(i, k) = c.thrust;
      table.power(i, k) = c.torque * ratio;
    }
  }
  return table;
}

void read_blade(const std::filesystem::path& file, Blade& blade, const Origin& asked_by) {
  int number = 0;
  const auto wrong = [&](const std::string& what) {
    throw InputError(Origin{file.string(), number, 0, ""}, what,
                     "rows of radius [m], chord [m], twist [deg], number of the polar; or AeroDyn's blade file");
  };
  for (const std::string& line : lines_of(file, asked_by)) {
    ++number;
    const std::vector<double> row = numbers_in(line);
    const bool aerodyn = row.size() >= 7;
    if (row.size() != 4 && !aerodyn) continue;
    const double profile = aerodyn ? row[6] : row[3];
    if (!(profile >= 1.0) || profile > static_cast<double>(blade.polars.size()) || profile != std::floor(profile))
      wrong(fmt::format("polar {:g} of {}", profile, blade.polars.size()));
    blade.radius.push_back(aerodyn ? row[0] + blade.hub_radius : row[0]);
    blade.chord.push_back(aerodyn ? row[5] : row[1]);
    blade.twist.push_back((aerodyn ? row[4] : row[2]) * kDegree);
    blade.polar.push_back(static_cast<std::size_t>(profile) - 1);
    if (!(blade.chord.back() > 0.0)) wrong("a chord is not above 0");
    if (blade.radius.size() > 1 && !(blade.radius.back() > blade.radius[blade.radius.size() - 2]))
      wrong("the radius does not ascend");
  }
  if (blade.radius.size() < 2) wrong("a blade needs at least two rows");
  if (!(blade.radius.back() > blade.hub_radius)) wrong("the blade ends within the hub radius");
  blade.tip_radius = blade.radius.back();
}

Polar read_polar(const std::filesystem::path& file, const Origin& asked_by) {
  Polar polar;
  int number = 0;
  const char* remedy = "rows of angle of attack [deg], lift and drag coefficient, ascending from -180 to 180";
  for (const std::string& line : lines_of(file, asked_by)) {
    ++number;
    const std::vector<double> row = numbers_in(line);
    if (row.size() != 3 && row.size() != 4) continue;
    if (!polar.angle.empty() && !(row[0] * kDegree > polar.angle.back()))
      throw InputError(Origin{file.string(), number, 0, ""}, "the angles of attack do not ascend", remedy);
    polar.angle.push_back(row[0] * kDegree);
    polar.lift.push_back(row[1]);
    polar.drag.push_back(row[2]);
  }
  if (polar.angle.size() < 2)
    throw InputError(Origin{file.string(), 0, 0, ""}, "a polar needs at least two rows", remedy);
  constexpr double kRounded = 1.0 * kDegree;  // tables at step centres end before 180 deg
  if (polar.angle.front() > kRounded - kPi || polar.angle.back() < kPi - kRounded)
    throw InputError(Origin{file.string(), 0, 0, ""},
                     fmt::format("the polar covers angles of attack from {:g} to {:g} deg, not -180 to 180 deg",
                                 polar.angle.front() / kDegree, polar.angle.back() / kDegree),
                     "extend it beyond stall, by Viterna's method for example");
  return polar;
}

}  // namespace swell::rotor
