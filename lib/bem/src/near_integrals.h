/// Integrals of singular and nearly singular kernels times the shape functions of one element.
#pragma once

#include <memory>
#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

/// Kernels of a target x over the element's points y with normal n, area dS.
enum class Kernel {
  rankine,   ///< single 1/r, double d/dn 1/r
  logarithm  ///< log(R + ...): single log(r + V), double d/dn of it; V = x_z - y_z > 0, x an image above the water
};

/// Caches the quadrature points of an element and of its halves, quarters and so on. Single thread.
class NearIntegrals {
 public:
  explicit NearIntegrals(const Element& element);
  ~NearIntegrals();
  NearIntegrals(const NearIntegrals&) = delete;
  NearIntegrals& operator=(const NearIntegrals&) = delete;

  /// Target outside the element: adds the integrals to one value per node.
  void add(const Vector3& x, Kernel kernel, double* single, double* twice);
  /// Target is node `node` of the element itself: Rankine, double layer as principal value.
  void add_own(int node, double* single, double* twice);

 private:
  struct Cell;
  Cell& make(double u0, double u1, double v0, double v1);
  void descend(Cell& cell, int level, const Vector3& x, Kernel kernel, double* single, double* twice);
  void add_flat(const Vector3& x, bool own, double* single, double* twice) const;

  const Element& element_;
  int points_;
  std::vector<std::unique_ptr<Cell>> cells_;
};

}  // namespace swell::bem
