// Pressures, elevation and far-field waves of one frequency, and their XDMF file.
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <thread>

#include "gauss.h"
#include "parts.h"
#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/base/replace.h"
#include "swell/bem/compute.h"

namespace swell::bem {
namespace {

using Complex = std::complex<double>;

// Ends between nodes: each node covers a part of the element proportional to its weight.
std::vector<double> ends_of(int n) {
  std::vector<double> ends{-1.0};
  for (const double w : gauss_rule(n).w) ends.push_back(ends.back() + w);
  ends.back() = 1.0;
  return ends;
}

void add_cells(const Surface& s, Fields& out) {
  for (const Element& e : s.elements) {
    if (e.is_flat_panel) {
      out.cells.push_back(e.corners);
      out.body.push_back(e.body);
      continue;
    }
    const std::vector<double> u = ends_of(e.nu), v = ends_of(e.nv);
    const auto at = [&](std::size_t i, std::size_t j) {
      Vector3 x, x_u, x_v;
      e.at(u[i], v[j], x, x_u, x_v);
      return x;
    };
    for (std::size_t j = 0; j + 1 < v.size(); ++j)
      for (std::size_t i = 0; i + 1 < u.size(); ++i) {
        out.cells.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        out.body.push_back(e.body);
      }
  }
}

// Solid angle of the bodies and their images: -4 pi inside.
bool is_inside(const Surface& s, const Vector3& x) {
  double angle = 0.0;
  for (Eigen::Index j = 0; j < s.size(); ++j) {
    const Vector3 a = x - s.points.col(j);
    const double r2 = std::max(a.squaredNorm(), 1e-12);
    angle += 2.0 * s.weights[j] * a.dot(s.normals.col(j)) / (r2 * std::sqrt(r2));
  }
  return angle < -2.0 * kPi;
}

template <class Values>
void put_numbers(std::ostream& out, const Values& values, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) {
    const double x = values(i);
    out << (std::isfinite(x) ? fmt::format("{:.7g}", x) : "nan") << ((i + 1) % 8 == 0 ? '\n' : ' ');
  }
}

void put_columns(std::ostream& out, const std::vector<std::string>& names, const Eigen::MatrixXcd& values,
                 const char* what, const char* center) {
  for (std::size_t c = 0; c < names.size(); ++c) {
    for (const bool imaginary : {false, true}) {
      out << fmt::format("<Attribute Name=\"{} {} {}\" Center=\"{}\"><DataItem Dimensions=\"{}\" Format=\"XML\">\n",
                         what, names[c], imaginary ? "imaginary" : "real", center, values.rows());
      const auto column = values.col(static_cast<Eigen::Index>(c));
      put_numbers(
          out, [&](Eigen::Index i) { return imaginary ? column[i].imag() : column[i].real(); }, values.rows());
      out << "</DataItem></Attribute>\n";
    }
  }
}

}  // namespace

Fields compute_fields(const ComputeRequest& request, double omega, double extent, int points) {
  SWELL_EXPECT(omega > 0.0 && points > 1);
  for (const ComputeBody& body : request.bodies)
    for (const Mode& mode : body.modes)
      if (mode.is_chamber)
        throw InputError(body.origin, fmt::format("body {}: fields are not drawn for bodies with chambers", body.name),
                         "leave the chambers out: the water inside then moves without pressure");
  const Surface surface = surface_of(request.bodies);
  const int threads =
      request.threads > 0 ? request.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  Fields out;
  out.omega = omega;
  add_cells(surface, out);
  const double K = omega * omega / request.gravity;
  const double k = request.depth ? finite_depth_wavenumber(K, *request.depth) : K;
  if (!(extent > 0.0)) extent = 2.0 * kPi / k;
  const Eigen::Array2d low = surface.points.topRows<2>().rowwise().minCoeff().array() - extent,
                       high = surface.points.topRows<2>().rowwise().maxCoeff().array() + extent;
  const double step = (high - low).maxCoeff() / (points - 1);
  out.along = static_cast<Eigen::Index>(std::ceil((high.x() - low.x()) / step - 1e-9)) + 1;
  const Eigen::Index across = static_cast<Eigen::Index>(std::ceil((high.y() - low.y()) / step - 1e-9)) + 1;
  out.water.resize(3, out.along * across);
  for (Eigen::Index j = 0; j < across; ++j)
    for (Eigen::Index i = 0; i < out.along; ++i)
      out.water.col(j * out.along + i) =
          Vector3(low.x() + step * static_cast<double>(i), low.y() + step * static_cast<double>(j), 0.0);

  const std::vector<Row> rows = rows_of(request.bodies);
  for (const Row& row : rows) {
    const ComputeBody& body = request.bodies[row.body];
    out.columns.push_back(
        body.name + " " +
        (row.motion < 6 ? dof_name(row.motion) : body.modes[static_cast<std::size_t>(row.motion - 6)].name));
  }
  std::vector<double> headings;
  for (const double degrees : request.heading) {
    headings.push_back(degrees * kDegree);
    out.columns.push_back(fmt::format("heading {:g} deg", degrees));
  }
  const Symmetry symmetry = no_symmetry(surface);
  const Influence influence(surface, symmetry, out.water, request.depth, velocities_of(surface, request.bodies),
                            threads);
  double reach = influence.reach();
  for (Eigen::Index i = 0; i < out.water.cols(); ++i)
    for (const Eigen::Index corner : {Eigen::Index{0}, surface.size() - 1})
      reach = std::max(reach, (out.water.col(i) - surface.points.col(corner)).head<2>().norm());
  reach += influence.reach();
  const GreenFunction G(K, request.depth, reach, influence.lowest());
  const Eigen::MatrixXcd phi = influence.solve(G, headings, threads, iterative_limit(request, rows.size()), false);
  out.elevation = influence.at_targets(G, phi, headings);
  // Potential per velocity to pressure / (rho g) and elevation per displacement: -i omega (i omega) phi / g = K phi.
  const auto modes = static_cast<Eigen::Index>(rows.size());
  out.pressure = phi;
  out.pressure.leftCols(modes) *= K;
  out.elevation.leftCols(modes) *= K;
  for (Eigen::Index i = 0; i < out.water.cols(); ++i)
    if (is_inside(surface, out.water.col(i)))
      out.elevation.row(i).setConstant(std::numeric_limits<double>::quiet_NaN());
  const int directions = 2 * std::clamp(static_cast<int>(2.0 * k * influence.reach()) + 36, 36, 360);
  out.theta = VectorX::LinSpaced(directions + 1, 0.0, 2.0 * kPi).head(directions);
  out.kochin.resize(directions, phi.cols());
  const Complex scale(0.0, -0.25 * request.gravity * k / (omega * group_velocity(omega, k, request.depth)));
  Eigen::VectorXcd psi, psi_n;
  for (int d = 0; d < directions; ++d) {
    incident(surface, G, out.theta[d] + kPi, psi, psi_n);
    Eigen::RowVectorXcd a = (surface.weights.matrix().asDiagonal() * psi_n).transpose() * phi;
    a.head(modes) -= psi.transpose() * (surface.weights.matrix().asDiagonal() * influence.velocities());
    a.head(modes) *= K;
    out.kochin.row(d) = scale * a;
  }
  return out;
}

void write_xdmf(const Fields& fields, const std::filesystem::path& file) {
  std::ostringstream out;
  const auto cells = static_cast<Eigen::Index>(fields.cells.size());
  out << "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\"><Domain>\n";
  out << fmt::format("<Information Name=\"angular frequency\" Value=\"{:.10g} rad/s\"/>\n", fields.omega);
  out << "<Grid Name=\"bodies\">\n";
  out << fmt::format(
      "<Topology TopologyType=\"Quadrilateral\" NumberOfElements=\"{}\"><DataItem Dimensions=\"{} 4\" "
      "NumberType=\"Int\" Format=\"XML\">\n",
      cells, cells);
  for (Eigen::Index i = 0; i < cells; ++i) out << fmt::format("{} {} {} {}\n", 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
  out << fmt::format(
      "</DataItem></Topology>\n<Geometry GeometryType=\"XYZ\"><DataItem Dimensions=\"{} 3\" Format=\"XML\">\n",
      4 * cells);
  for (const auto& cell : fields.cells)
    for (const Vector3& x : cell) out << fmt::format("{:.7g} {:.7g} {:.7g}\n", x.x(), x.y(), x.z());
  out << "</DataItem></Geometry>\n";
  out << fmt::format("<Attribute Name=\"body\" Center=\"Cell\"><DataItem Dimensions=\"{}\" Format=\"XML\">\n", cells);
  put_numbers(
      out, [&](Eigen::Index i) { return static_cast<double>(fields.body[static_cast<std::size_t>(i)] + 1); }, cells);
  out << "</DataItem></Attribute>\n";
  put_columns(out, fields.columns, fields.pressure, "pressure/(rho g)", "Cell");
  out << "</Grid>\n<Grid Name=\"free surface\">\n";
  out << fmt::format(
      "<Topology TopologyType=\"2DSMesh\" Dimensions=\"{} {}\"/>\n<Geometry GeometryType=\"XYZ\"><DataItem "
      "Dimensions=\"{} 3\" Format=\"XML\">\n",
      fields.water.cols() / fields.along, fields.along, fields.water.cols());
  for (Eigen::Index i = 0; i < fields.water.cols(); ++i)
    out << fmt::format("{:.7g} {:.7g} 0\n", fields.water(0, i), fields.water(1, i));
  out << "</DataItem></Geometry>\n";
  put_columns(out, fields.columns, fields.elevation, "elevation", "Node");
  // The far-field waves as a line with one point per direction.
  out << fmt::format(
      "</Grid>\n<Grid Name=\"waves far away\">\n<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\"/>\n"
      "<Geometry GeometryType=\"XYZ\"><DataItem Dimensions=\"{} 3\" Format=\"XML\">\n",
      fields.theta.size(), fields.theta.size());
  for (const double theta : fields.theta) out << fmt::format("{:.7g} {:.7g} 0\n", std::cos(theta), std::sin(theta));
  out << "</DataItem></Geometry>\n";
  put_columns(out, fields.columns, fields.kochin, "Kochin", "Node");
  out << "</Grid>\n</Domain></Xdmf>\n";
  write_in_place(file, out.str());
}

}  // namespace swell::bem
