#include "chambers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace swell::bem {

namespace {

// Sloshing shapes of a lid: polynomials r^(m + 2p) cos m theta, sin m theta up to a degree that follows waves of the
// wavenumber K, made orthogonal to the uniform rise and to each other over the nodes, with squares that sum to the
// area.
MatrixX sloshing_shapes(const Surface& s, const VectorX& area, double K) {
  const VectorX x = s.points.row(0), y = s.points.row(1);
  const double total = area.sum(), cx = area.dot(x) / total, cy = area.dot(y) / total;
  double reach = 0.0;
  for (Eigen::Index i = 0; i < s.size(); ++i)
    if (area[i] > 0.0) reach = std::max(reach, std::hypot(x[i] - cx, y[i] - cy));
  constexpr int kLeast = 6, kMost = 12;
  const int degree = std::clamp(4 + static_cast<int>(K * reach), kLeast, kMost);
  const VectorX inside = (area.array() > 0.0).cast<double>().matrix();
  const Eigen::ArrayXcd z = ((x.array() - cx) / reach).cast<std::complex<double>>() +
                            std::complex<double>(0.0, 1.0) * ((y.array() - cy) / reach).cast<std::complex<double>>();
  MatrixX shapes = inside;
  for (int n = 1; n <= degree; ++n) {
    for (int m = n; m >= 0; m -= 2) {
      Eigen::ArrayXcd f = inside.array().cast<std::complex<double>>();
      for (int k = 0; k < m; ++k) f *= z;
      for (int k = m; k < n; k += 2) f *= z.abs2();
      for (const bool sine : {false, true}) {
        if (sine && m == 0) continue;
        VectorX own = f.real();
        if (sine) own = f.imag();
        const double before = own.cwiseAbs2().dot(area);
        for (int twice = 0; twice < 2; ++twice) own -= shapes * (shapes.transpose() * area.asDiagonal() * own / total);
        const double left = own.cwiseAbs2().dot(area);
        if (left < 1e-9 * before) continue;  // more shapes than nodes
        shapes.conservativeResize(Eigen::NoChange, shapes.cols() + 1);
        shapes.rightCols<1>() = own * std::sqrt(total / left);
      }
    }
  }
  return shapes.rightCols(shapes.cols() - 1);
}

}  // namespace

Chambers chambers_of(const Surface& s, const std::vector<ComputeBody>& bodies, double K) {
  Chambers out;
  const std::vector<Row> rows = rows_of(bodies);
  const auto mode_of = [&](Eigen::Index row) -> const Mode& {
    const Row& r = rows[static_cast<std::size_t>(row)];
    return bodies[r.body].modes[static_cast<std::size_t>(r.motion - 6)];
  };
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].motion >= 6 && mode_of(static_cast<Eigen::Index>(r)).is_chamber)
      out.rows.push_back(static_cast<Eigen::Index>(r));
  out.area = MatrixX::Zero(s.size(), out.count());
  std::vector<Eigen::Index> patch_of;  // the mode of every patch
  for (Eigen::Index c = 0; c < out.count(); ++c) {
    patch_of.push_back(out.rows[static_cast<std::size_t>(c)]);
    const Row& row = rows[static_cast<std::size_t>(patch_of.back())];
    for (Eigen::Index i = 0; i < s.size(); ++i)
      if (s.body[static_cast<std::size_t>(i)] == static_cast<int>(row.body) &&
          s.chamber[static_cast<std::size_t>(i)] == row.motion - 6)
        out.area(i, c) = s.weights[i];
  }
  for (Eigen::Index c = 0; c < out.count(); ++c) {
    const Eigen::Index row = patch_of[static_cast<std::size_t>(c)];
    if (!(mode_of(row).lid_damping > 0.0)) continue;
    const VectorX area = out.area.col(c);
    const MatrixX shapes = area.asDiagonal() * sloshing_shapes(s, area, K);
    out.area.conservativeResize(Eigen::NoChange, out.area.cols() + shapes.cols());
    out.area.rightCols(shapes.cols()) = shapes;
    patch_of.insert(patch_of.end(), static_cast<std::size_t>(shapes.cols()), row);
  }
  const Eigen::Index patches = out.area.cols();
  out.volume = MatrixX::Zero(static_cast<Eigen::Index>(rows.size()), patches);
  out.surface = VectorX::Zero(patches);
  out.lid = VectorX::Zero(patches - out.count());
  for (Eigen::Index c = 0; c < patches; ++c) {
    const Eigen::Index mode = patch_of[static_cast<std::size_t>(c)];
    const Row& row = rows[static_cast<std::size_t>(mode)];
    const Eigen::Index first = mode - row.motion;
    const Vector3& cg = bodies[row.body].cg;
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      if (out.area(i, c) == 0.0) continue;
      out.surface[c] += c < out.count() ? out.area(i, c) : out.area(i, c) * out.area(i, c) / s.weights[i];
      out.volume(first + 3, c) += out.area(i, c) * (s.points(1, i) - cg.y());
      out.volume(first + 4, c) -= out.area(i, c) * (s.points(0, i) - cg.x());
    }
    if (c < out.count())
      out.volume(first + 2, c) = out.volume(mode, c) = out.surface[c];
    else
      out.lid[c - out.count()] = mode_of(mode).lid_damping;
  }
  return out;
}

MatrixX with_pressures(const MatrixX& velocities, const Chambers& chambers, const Eigen::ArrayXd& weights) {
  MatrixX V = MatrixX::Zero(velocities.rows(), velocities.cols() + chambers.lid.size());
  V.leftCols(velocities.cols()) = velocities;
  for (Eigen::Index c = 0; c < chambers.area.cols(); ++c)
    V.col(chambers.column(c)) = -(chambers.area.col(c).array() / weights).matrix();
  return V;
}

// With P the integrals of potentials over the patches, a the volumes and S the areas, a patch's flow against the body
// is (K P - a) v + D q per unit of pressure q, D = S + K P. Solved for q with what still water holds, a S^-1 a^T, taken
// out, so that nothing cancels in long waves. A lid's q = -i eps / S times the flow of a shape: no flow and
// S (1 + 1 / (i eps)) for S, whose a S^-1 a^T is no restoring and stays.
Enclosed::Enclosed(const Chambers& chambers, double K, const Eigen::MatrixXcd& phi, Eigen::MatrixXcd& force) {
  using Complex = std::complex<double>;
  const Eigen::Index modes = force.rows(), shapes = chambers.lid.size(), waves = force.cols() - modes - shapes;
  // At zero frequency a lid does not press on the water.
  const Eigen::Index count = chambers.count() + (K > 0.0 ? shapes : 0);
  Eigen::MatrixXcd P = chambers.area.leftCols(count).cast<Complex>().transpose() * phi;  // patches x columns
  Eigen::MatrixXcd of_pressure(count, count), by_hull = Eigen::MatrixXcd::Zero(modes, count);
  for (Eigen::Index c = 0; c < count; ++c) {
    const Eigen::Index column = chambers.column(c);
    of_pressure.col(c) = P.col(column);
    // By reciprocity the same integrals follow from the hull: that they agree is reported.
    by_hull.col(c) = -force.col(column);
    P.col(column).setZero();
    force.col(column).setZero();
  }
  const Eigen::MatrixXcd a = chambers.volume.leftCols(count).cast<Complex>();
  Eigen::VectorXcd surface = chambers.surface.head(count).cast<Complex>();
  Eigen::MatrixXcd still = Eigen::MatrixXcd::Zero(modes, modes);
  for (Eigen::Index m = 0; m < shapes; ++m) {
    const double lid = chambers.lid[m];
    const Eigen::Index c = chambers.count() + m;
    // i eps / (1 + i eps) / K with eps = lid sqrt(K).
    const Complex by_K = Complex(lid * lid, K > 0.0 ? lid / std::sqrt(K) : 0.0) / (1.0 + lid * lid * K);
    still += (by_K / chambers.surface[c] * chambers.volume.col(c)) * chambers.volume.col(c).transpose();
    if (c < count) surface[c] /= K * by_K;
  }
  const Eigen::MatrixXcd S = Eigen::MatrixXcd(surface.asDiagonal());
  const Eigen::MatrixXcd inverse = (S + K * of_pressure).inverse();
  lever_ = (a - K * by_hull) * inverse;
  absorbed_ = VectorX::Zero(modes);
  for (Eigen::Index c = chambers.count(); c < count; ++c)
    absorbed_ +=
        lever_.col(c).cwiseAbs2() * chambers.surface[c] / (K * std::sqrt(K) * chambers.lid[c - chambers.count()]);
  const Eigen::MatrixXcd of_modes = P.leftCols(modes);
  Eigen::MatrixXcd out(modes, modes + waves);
  out.leftCols(modes) =
      force.leftCols(modes) - (a * S.inverse() * of_pressure * inverse * a.transpose() + a * inverse * of_modes +
                               by_hull * inverse * a.transpose() - K * by_hull * inverse * of_modes);
  if (shapes > 0) out.leftCols(modes) += still;
  out.rightCols(waves) = force.rightCols(waves) - lever_ * P.rightCols(waves);
  force = std::move(out);
}

namespace {

/// A piece of the line where a hull pierces the water surface.
struct Wall {
  Vector3 from, to, normal;  // normal: into the water
  double sagitta = 0.0;      // of the circle approximated by a straight mesh side, per 1 / breadth [m2]
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

/// Relative distance of a point from the centre: 1 on the rim.
double reach_of(const Lid& lid, const Vector3& x) {
  const double a = (x - lid.centre).dot(lid.a) / lid.a.squaredNorm();
  if (lid.is_round) return std::hypot(a, (x - lid.centre).dot(lid.b) / lid.b.squaredNorm());
  // Half diagonals: the sides are along a + b and a - b.
  const Vector3 along = lid.a + lid.b, across = lid.a - lid.b;
  return 2.0 * std::max(std::abs((x - lid.centre).dot(along)) / along.squaredNorm(),
                        std::abs((x - lid.centre).dot(across)) / across.squaredNorm());
}

}  // namespace

// An error of the radius changes a column's power by 2.5 times its share: a thousandth of the breadth, 0.5 %.
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
    // The first sloshing of deep water has the wavenumber j'_11 / radius or pi / the longer side.
    mode.lid_damping = read.number("lid_damping", "", at_least(0.0), 0.0) *
                       std::sqrt(is_round ? radius / 1.8411837813406593 : std::max(length, width) / kPi);
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
      // The source has a term K^2 R besides its logarithm, which is not integrated separately; added mass multiplies
      // the error by K times the length of the column.
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
