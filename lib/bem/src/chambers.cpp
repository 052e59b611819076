#include "chambers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace swell::bem {

Chambers chambers_of(const Surface& s, const std::vector<ComputeBody>& bodies) {
  Chambers out;
  const std::vector<Row> rows = rows_of(bodies);
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].motion >= 6 && bodies[rows[r].body].modes[static_cast<std::size_t>(rows[r].motion - 6)].is_chamber)
      out.rows.push_back(static_cast<Eigen::Index>(r));
  const auto count = static_cast<Eigen::Index>(out.rows.size());
  out.area = MatrixX::Zero(s.size(), count);
  out.volume = MatrixX::Zero(static_cast<Eigen::Index>(rows.size()), count);
  out.surface = VectorX::Zero(count);
  for (Eigen::Index c = 0; c < count; ++c) {
    const Eigen::Index mode = out.rows[static_cast<std::size_t>(c)];
    const Row& row = rows[static_cast<std::size_t>(mode)];
    const Eigen::Index first = mode - row.motion;
    const Vector3& cg = bodies[row.body].cg;
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      if (s.body[static_cast<std::size_t>(i)] != static_cast<int>(row.body) ||
          s.chamber[static_cast<std::size_t>(i)] != row.motion - 6)
        continue;
      const double w = s.weights[i];
      out.area(i, c) = w;
      out.surface[c] += w;
      out.volume(first + 3, c) += w * (s.points(1, i) - cg.y());
      out.volume(first + 4, c) -= w * (s.points(0, i) - cg.x());
    }
    out.volume(first + 2, c) = out.volume(mode, c) = out.surface[c];
  }
  return out;
}

MatrixX with_pressures(const MatrixX& velocities, const Chambers& chambers) {
  MatrixX V = velocities;
  for (std::size_t c = 0; c < chambers.rows.size(); ++c)
    V.col(chambers.rows[c]) = -(chambers.area.col(static_cast<Eigen::Index>(c)).array() > 0.0).cast<double>().matrix();
  return V;
}

// With P the integrals of potentials over the chambers, a the volumes and S the areas, a chamber's flow against the
// body is (K P - a) v + D q per unit of pressure q, D = S + K P. Solved for q with what still water holds, a S^-1 a^T,
// taken out, so that nothing cancels in long waves.
Enclosed::Enclosed(const Chambers& chambers, double K, const Eigen::MatrixXcd& phi, Eigen::MatrixXcd& force) {
  const Eigen::Index modes = force.rows(), count = chambers.volume.cols(), waves = force.cols() - modes;
  Eigen::MatrixXcd P = chambers.area.cast<std::complex<double>>().transpose() * phi;  // chambers x columns
  Eigen::MatrixXcd of_pressure(count, count), by_hull = Eigen::MatrixXcd::Zero(modes, count);
  for (Eigen::Index c = 0; c < count; ++c) {
    const Eigen::Index row = chambers.rows[static_cast<std::size_t>(c)];
    of_pressure.col(c) = P.col(row);
    // By reciprocity the same integrals follow from the hull: that they agree is reported.
    by_hull.col(c) = -force.col(row);
    P.col(row).setZero();
    force.col(row).setZero();
  }
  const Eigen::MatrixXcd a = chambers.volume.cast<std::complex<double>>();
  const Eigen::MatrixXcd S = Eigen::MatrixXcd(chambers.surface.cast<std::complex<double>>().asDiagonal());
  const Eigen::MatrixXcd inverse = (S + K * of_pressure).inverse();
  lever_ = (a - K * by_hull) * inverse;
  const Eigen::MatrixXcd of_modes = P.leftCols(modes);
  force.leftCols(modes) -= a * S.inverse() * of_pressure * inverse * a.transpose() + a * inverse * of_modes +
                           by_hull * inverse * a.transpose() - K * by_hull * inverse * of_modes;
  force.rightCols(waves) -= lever_ * P.rightCols(waves);
}

namespace {

/// A piece of the line where a hull pierces the water.
struct Wall {
  Vector3 from, to, normal;  // normal: into the water
  double sagitta = 0.0;      // of the circle that a straight side of a mesh cuts off, per 1 / breadth [m2]
  std::size_t body = 0;
};

std::vector<Wall> walls_of(const std::vector<Geometry>& hulls) {
  std::vector<Wall> walls;
  for (std::size_t b = 0; b < hulls.size(); ++b) {
    if (!hulls[b]) continue;
    for (const Element& e : make_surface(hulls[b]({})).elements) {
      if (e.chamber >= 0) continue;
      for (const int side : {0, 1, 2, 3}) {
        constexpr int kParts = 48;  // of a quarter circle: off by 7e-5 of the breadth
        std::vector<Wall> own;
        Vector3 last, first = Vector3::Zero(), middle = first;
        bool is_dry = true;
        for (int i = 0; i <= kParts && is_dry; ++i) {
          const double t = 2.0 * i / kParts - 1.0, end = side < 2 ? -1.0 : 1.0;
          Vector3 x, x_u, x_v;
          if (e.is_flat_panel) {
            const auto corner = static_cast<std::size_t>(side);
            x_u = e.corners[(corner + 1) % 4] - e.corners[corner];
            x = e.corners[corner] + 0.5 * (1.0 + t) * x_u;
            x_v = (e.corners[2] - e.corners[0]).cross(e.corners[3] - e.corners[1]).cross(x_u);
          } else {
            side % 2 == 0 ? e.at(t, end, x, x_u, x_v) : e.at(end, t, x, x_u, x_v);
          }
          is_dry = std::abs(x.z()) < 1e-6 * e.radius;
          if (i > 0) own.push_back({last, x, x_u.cross(x_v), 0.0, b});
          if (i == 0) first = x;
          if (2 * i == kParts) middle = x;
          last = x;
        }
        if (!is_dry || (last - first).norm() < 1e-9 * e.radius) continue;
        const double length = (last - first).norm();
        if ((middle - 0.5 * (first + last)).norm() < 1e-9 * length)
          own = {{first, last, own.front().normal, 0.25 * length * length, b}};
        walls.insert(walls.end(), own.begin(), own.end());
      }
    }
  }
  return walls;
}

double distance(const Vector3& x, const Wall& wall) {
  const Vector3 along = wall.to - wall.from;
  return (x - wall.from - std::clamp((x - wall.from).dot(along) / along.squaredNorm(), 0.0, 1.0) * along).norm();
}

/// How far out a point is: 1 on the rim.
double reach_of(const Lid& lid, const Vector3& x) {
  const double a = (x - lid.centre).dot(lid.a) / lid.a.squaredNorm();
  if (lid.is_round) return std::hypot(a, (x - lid.centre).dot(lid.b) / lid.b.squaredNorm());
  // Half diagonals: the sides are along a + b and a - b.
  const Vector3 along = lid.a + lid.b, across = lid.a - lid.b;
  return 2.0 * std::max(std::abs((x - lid.centre).dot(along)) / along.squaredNorm(),
                        std::abs((x - lid.centre).dot(across)) / across.squaredNorm());
}

}  // namespace

// A column's power moves by 2.5 times what its radius is off: a thousandth of the breadth is half a hundredth.
void check_lids(const std::vector<Lid>& lids, const std::vector<Geometry>& hulls, Diagnostics& diagnostics) {
  constexpr double kAtWall = 1e-3, kSides = 5e-3, kInside = 0.97;
  if (lids.empty()) return;
  const std::vector<Wall> walls = walls_of(hulls);
  for (std::size_t i = 0; i < lids.size(); ++i) {
    const Lid& lid = lids[i];
    const auto refuse = [&](const std::string& what, const std::string& remedy) {
      diagnostics.error(lid.origin, fmt::format("chamber {}: {}", lid.name, what), remedy);
    };
    const auto twin = std::find_if(lids.begin(), lids.begin() + static_cast<std::ptrdiff_t>(i), [&](const Lid& other) {
      return reach_of(other, lid.centre) < kInside || reach_of(lid, other.centre) < kInside;
    });
    if (twin != lids.begin() + static_cast<std::ptrdiff_t>(i)) {
      refuse(fmt::format("it is on the water of chamber {}", twin->name),
             "one water surface has one air: leave one out");
      continue;
    }
    const double breadth = lid.is_round ? 2.0 * lid.a.norm() : std::min((lid.a + lid.b).norm(), (lid.a - lid.b).norm());
    bool is_right = true;
    constexpr int kAround = 48;
    for (int k = 0; k < kAround && is_right; ++k) {
      Vector3 x;
      if (lid.is_round) {
        x = lid.centre + std::cos(2.0 * kPi * k / kAround) * lid.a + std::sin(2.0 * kPi * k / kAround) * lid.b;
      } else {
        const std::array<Vector3, 5> corner{lid.a, lid.b, -lid.a, -lid.b, lid.a};
        const auto side = static_cast<std::size_t>(4 * k / kAround);
        x = lid.centre + corner[side] +
            (4.0 * k / kAround - static_cast<double>(side)) * (corner[side + 1] - corner[side]);
      }
      double away = 1e300, allowed = 0.0;
      for (const Wall& wall : walls) {
        if (wall.body != lid.body || wall.normal.dot(lid.centre - wall.from) <= 0.0) continue;
        const double here = distance(x, wall);
        if (here >= away) continue;
        away = here;
        allowed = kAtWall * breadth + (lid.is_round ? std::min(wall.sagitta / breadth, kSides * breadth) : 0.0);
      }
      is_right = away <= allowed;
      if (is_right) continue;
      const std::string at = fmt::format("its rim at ({:.4g}, {:.4g}) m is ", x.x(), x.y());
      refuse(at + (away < 1e300 ? fmt::format("{:.3g} m from the hull, {:.2g} m at most are allowed", away, allowed)
                                : "at no wall that encloses water"),
             "radius, or length and width, and center are those of the water inside the walls at z = 0");
    }
    const auto inside =
        std::find_if(walls.begin(), walls.end(), [&](const Wall& w) { return reach_of(lid, w.from) < kInside; });
    if (is_right && inside != walls.end())
      refuse(fmt::format("a hull pierces its water at ({:.4g}, {:.4g}) m", inside->from.x(), inside->from.y()),
             "the surface of a chamber is a whole disc or rectangle");
  }
}

void read_chambers(const Parameter& list, const Vector3& position, double yaw, std::size_t place, ComputeBody& body,
                   std::optional<Geometry>& geometry, std::vector<Lid>& lids, Diagnostics& diagnostics) {
  if (list.kind != Parameter::Kind::list || list.items.empty()) {
    diagnostics.error(list.origin, "chambers must be a list of one chamber at least",
                      "write chambers: [{name: column, radius: 3}]");
    return;
  }
  for (const Parameter& item : list.items) {
    ParameterReader read(item, diagnostics);
    const std::size_t before = diagnostics.list().size();
    Mode mode;
    mode.name = read.text("name");
    if (std::any_of(body.modes.begin(), body.modes.end(), [&](const Mode& m) { return m.name == mode.name; }))
      diagnostics.error(read.origin("name"), fmt::format("name = {} is that of another mode of the body", mode.name),
                        "give each its own");
    mode.is_chamber = true;
    mode.displacement = [](const Vector3&) { return Vector3(Vector3::Zero()); };
    const bool is_round = read.has("radius");
    const double radius = is_round ? read.number("radius", "m", above(0.0)) : 0.0;
    const double length = is_round ? 0.0 : read.number("length", "m", above(0.0)),
                 width = is_round ? 0.0 : read.number("width", "m", above(0.0));
    const std::vector<double> at = read.numbers("center", "m", 2, {}, std::vector<double>{0.0, 0.0});
    read.finish();
    if (diagnostics.list().size() > before || !geometry) continue;
    const double c = std::cos(yaw), s = std::sin(yaw);
    const Vector3 along(c, s, 0.0), across(-s, c, 0.0);
    const Vector3 centre = Vector3(position.x(), position.y(), 0.0) + at[0] * along + at[1] * across;
    const Vector3 a = is_round ? Vector3(radius * along) : Vector3(0.5 * length * along + 0.5 * width * across),
                  b = is_round ? Vector3(radius * across) : Vector3(0.5 * length * along - 0.5 * width * across);
    lids.push_back({mode.name, place, centre, a, b, is_round, item.origin});
    const auto index = static_cast<int>(body.modes.size());
    geometry = [hull = *geometry, centre, a, b, radius, index](const Resolution& r) {
      std::vector<Element> out = hull(r);
      std::vector<Element> own;
      // The source has K^2 R beside its logarithm, which is not integrated apart, and added mass multiplies the error
      // by K times the length of the column.
      Resolution fine = r;
      fine.order = std::min(r.order + 2, 12);
      fine.size *= 0.5;
      if (radius > 0.0) {
        std::vector<ProfilePiece> disc = polyline_profile({{0.0, 0.0}, {radius, 0.0}});
        disc[0].sharp0 = disc[0].sharp1 = false;  // the potential is smooth up to the wall
        own = revolution(disc, centre.x(), centre.y(), 1.0, fine);
      } else {
        own = rectangle({centre - b, centre + a, centre + b, centre - a}, fine);
      }
      for (Element& e : own) {
        e.chamber = index;
        out.push_back(std::move(e));
      }
      return out;
    };
    body.modes.push_back(std::move(mode));
  }
}

}  // namespace swell::bem
