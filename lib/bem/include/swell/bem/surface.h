/// The wetted surface of the equations: elements with nodes, weights and normals.
///
/// A curved element has nu x nv unknowns: values of the potential at Gauss-Legendre points of its exact shape. A flat
/// panel has one. World axes, metres, z = 0 the still water, normals into the fluid.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "swell/base/vector.h"

namespace swell::bem {

/// A smooth piece of surface over [-1, 1]^2.
class Patch {
 public:
  Patch() = default;
  virtual ~Patch() = default;
  Patch(const Patch&) = delete;
  Patch& operator=(const Patch&) = delete;
  /// Point and tangents; x_u x x_v points into the fluid.
  virtual void at(double u, double v, Vector3& x, Vector3& x_u, Vector3& x_v) const = 0;
};

/// Bilinear patch through four corners, anticlockwise seen from the fluid; a triangle repeats one.
class BilinearPatch : public Patch {
 public:
  explicit BilinearPatch(const std::array<Vector3, 4>& corners);
  void at(double u, double v, Vector3& x, Vector3& x_u, Vector3& x_v) const override;

 private:
  Vector3 middle_, along_, across_, twist_;
};

struct Element {
  std::shared_ptr<const Patch> patch;
  double u0 = -1.0, u1 = 1.0, v0 = -1.0, v1 = 1.0;  ///< the part of the patch that it covers
  int nu = 1, nv = 1;                               ///< nodes
  /// Sharp end of u and of v: -1 low, 1 high, 0 none. Towards it the surface is graded with the cube of the parameter,
  /// in which potential r^(2/3) and velocity r^(-1/3) at a right angle are smooth.
  int edge_u = 0, edge_v = 0;
  bool is_flat_panel = false;  ///< one unknown; integrals use the corners
  /// Of a flat panel. Initialised because Eigen does not do so and elements are copied.
  std::array<Vector3, 4> corners = {Vector3::Zero(), Vector3::Zero(), Vector3::Zero(), Vector3::Zero()};
  bool is_revolved = false;           ///< part of a body of revolution about the vertical through
  double axis_x = 0.0, axis_y = 0.0;  ///< this point [m]
  int first = 0;                      ///< its first node
  int body = 0;
  int chamber = -1;  ///< of a water surface inside the body: index among the body's modes; -1: hull
  Vector3 centre = Vector3::Zero();
  double radius = 0.0;  ///< of the enclosing ball around the centre [m]

  int nodes() const noexcept { return nu * nv; }
  void at(double u, double v, Vector3& x, Vector3& x_u, Vector3& x_v) const;
};

/// Elements and nodes of all bodies; node u-fastest within its element.
struct Surface {
  std::vector<Element> elements;
  Eigen::Matrix3Xd points, normals;
  Eigen::ArrayXd weights;    ///< area of a node [m2]
  std::vector<int> body;     ///< of a node
  std::vector<int> chamber;  ///< of a node, as of its element
  int bodies = 0;

  Eigen::Index size() const noexcept { return points.cols(); }
};

/// Fills nodes, centres and radii of the elements.
Surface make_surface(std::vector<Element> elements);

/// Hydrostatics by quadrature, exact for flat panels; about the point `cg`.
struct Hydrostatics {
  double volume = 0.0;                  ///< [m3]
  Vector3 volumes = Vector3::Zero();    ///< by x, y and z: -int x n_x dS and so on; equal if closed
  Vector3 centre = Vector3::Zero();     ///< of buoyancy [m]
  double waterplane = 0.0;              ///< [m2]
  double area = 0.0;                    ///< wetted [m2]
  Matrix6 stiffness = Matrix6::Zero();  ///< / (rho g), buoyancy = weight, about cg
};
/// Source of the integrals: [Newman1977, 6.16].
Hydrostatics hydrostatics(const Surface& surface, int body, const Vector3& cg);

}  // namespace swell::bem
