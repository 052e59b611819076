// Loops over the points of a mesh, four at once. Private to the library.
#pragma once

#include <cstdint>

#include "swell/mesh/mesh_load.h"

namespace swell::mesh {

/// exp(k z) of a point so deep that it is 0: the wave reflected by the bottom is divided by it.
constexpr double kLeastDecay = 1e-300;

/// A WaveField's table at one time.
struct FieldTable {
  const double* coefficients = nullptr;  ///< of the head [m]: (iy nx + ix) nz + is
  const double* surface = nullptr;       ///< of the elevation [m]: iy nx + ix
  std::int64_t nx = 0, nz = 0;
  bool crosses = false;                                           ///< directions differ: there is an axis v
  double cos = 1.0, sin = 0.0;                                    ///< of the axis u
  double per_u = 0.0, per_v = 0.0, per_s = 0.0, per_depth = 0.0;  ///< [1/m], of s cells
  double first_u = 0.0, first_v = 0.0;                            ///< where the table begins, in cells
  double ramp = 1.0, level = 0.0;                                 ///< level: mean one [m]
  double water_depth = 0.0;                                       ///< [m]; 0: infinite
  bool wheeler = false;
};

/// Elevation and head [m] at n points of the table's region.
void interpolate(const FieldTable& table, std::int64_t n, const double* x, const double* y, const double* z,
                 double* elevation, double* head);

/// Places (n x 3, column by column) turned and moved.
void place_points(const Matrix3& R, const Vector3& p, std::int64_t n, const double* from, double* x, double* y,
                  double* z);

/// Levels and pressures of the first points, from their heads.   @param rise  1: up to the elevation, 0: up to z = 0
void weigh_points(std::int64_t points, double rise, double weight, MeshLoadScratch& scratch);

/// out (6 x 2, column by column) = loads^T [a b], of the first n points.
/// @param loads  (points x 6), column by column
void sum_loads(std::int64_t n, std::int64_t points, const double* loads, const double* a, const double* b, double* out);

/// Takes out what the corners' loads counted of the first `count` triangles in scratch.cut, each with one or two wet
/// corners, and adds the wet part of the panel.   @param weight  density times gravity   @param out  as of sum_loads
void correct_cut_panels(const PressureMesh& mesh, const MeshLoadScratch& scratch, std::int64_t count, double weight,
                        double* out);

}  // namespace swell::mesh
