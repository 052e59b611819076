#include "chambers.h"

#include <fmt/format.h>

#include <algorithm>
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

// A chamber reaches to the wall: its rim is where the hull pierces the water.
void check_rim(const std::string& name, const std::vector<Vector3>& rim, const std::vector<Element>& hull,
               const Origin& origin, Diagnostics& diagnostics) {
  constexpr double kNearWall = 0.05;  // of the chamber's breadth: the sides of a mesh's polygon
  const double breadth = (rim[0] - rim[2]).norm();
  for (const Vector3& x : rim) {
    double away = 1e300;
    for (const Element& e : hull)
      for (const double u : {-1.0, -0.5, 0.0, 0.5, 1.0})
        for (const double v : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
          Vector3 y, y_u, y_v;
          e.at(u, v, y, y_u, y_v);
          away = std::min(away, (x - y).norm());
        }
    if (away <= kNearWall * breadth) continue;
    diagnostics.error(
        origin,
        fmt::format("chamber {}: its rim at ({:.4g}, {:.4g}) m is {:.3g} m from the hull", name, x.x(), x.y(), away),
        "radius, or length and width, and center are those of the water inside the walls at z = 0");
    return;
  }
}

}  // namespace

void read_chambers(const Parameter& list, const Vector3& position, double yaw, ComputeBody& body,
                   std::optional<Geometry>& geometry, Diagnostics& diagnostics) {
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
    check_rim(mode.name, {centre + a, centre + b, centre - a, centre - b}, (*geometry)({}), item.origin, diagnostics);
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
