/// The incident wave over a body, at the cost of a few multiplications per point whatever the number of components.
///
///   eta = R(t) sum a cos psi,   p_d = rho g R(t) sum a D(k, z') cos psi,   psi = omega t - k (x cos th + y sin th) +
///   phase D = cosh k(z'+h) / cosh kh,   z' = z (mean surface) or (z - eta) h/(h + eta) (instantaneous [Wheeler1970])
///
/// One or two components are summed as they are (cos, exp by polynomials, 1e-15). More are tabulated: sum a D cos psi
/// as a cubic B-spline in (x along the mean direction, y across when directions differ, depth, time). The coefficients
/// of an exponential on a uniform grid are the exponential times 3/(2 + cos(k dx)), so a table is a direct sum and its
/// error per component is known in closed form; spacings follow from the tolerance. Depth is z' = -D s2, s uniform.
/// To make a table, components of one direction are first spread to a few wavenumbers (8-point Lagrange, about the
/// middle of the tile), so that their number counts only once per table, not once per entry.
///
/// Tables belong to nodes of time (n dt) and to tiles of the plane; each is a pure function of its numbers, so results
/// do not depend on what was evaluated before. They are made when first needed and kept in the caller's scratch. Cost:
/// per point 16 (long-crested) or 64 terms; per evaluation 4 x table entries; per node of time lattice points x
/// entries. A mean level of imported elevations counts as pressure too.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "swell/base/vector.h"
#include "swell/waves/sea_state.h"

namespace swell::mesh {

enum class Surface {
  mean,          ///< pressure up to z = 0, not stretched
  instantaneous  ///< pressure up to the elevation, stretched after Wheeler
};

/// The part of space where points may be: a ball of `radius` [m] that may drift anywhere in the plane, with its points
/// not deeper than `depth` [m]. Points outside are summed directly: right, but slow.
struct FieldRegion {
  double radius = 0.0;
  double depth = 0.0;
};

struct WaveFieldScratch;

class WaveField {
 public:
  /// @param tolerance  rms error of elevation and pressure head, as a share of the rms elevation
  /// @throws InputError when the sea has an imported elevation that exists at one place only (route excitation_kernel)
  WaveField(const waves::SeaState& sea, const FieldRegion& region, double tolerance = 5e-4);

  /// Elevation [m] and dynamic pressure head p_d/(rho g) [m] at n points, ramp included. Heads of points above the
  /// surface are those at the surface. Allocates nothing after the scratch has been used once.
  /// @param centre  of the ball, world; x, y, z: points, world [m]
  /// @param above  [m] points at the end that lie so far above the highest water or farther are left out
  /// @param ball  [m] from the centre, within which all points are known to be
  /// @returns the number of points that have been evaluated
  Eigen::Index evaluate(double time, const Vector3& centre, Surface surface, Eigen::Index n, const double* x,
                        const double* y, const double* z, double* elevation, double* head, WaveFieldScratch& scratch,
                        double above = HUGE_VAL, double ball = HUGE_VAL) const;

  bool still() const noexcept { return omega_.size() == 0 && mean_level_ == 0.0; }
  bool tabulated() const noexcept { return tabulated_; }
  double error() const noexcept { return error_; }  ///< stated rms error over rms elevation; 0 for direct sums
  Eigen::Index table_size() const noexcept { return nx_ * ny_ * nz_; }
  double density() const noexcept { return density_; }
  double gravity() const noexcept { return gravity_; }

 private:
  friend struct WaveFieldScratch;
  struct Tile {
    std::int64_t time, x, y;
    bool operator==(const Tile& o) const { return time == o.time && x == o.x && y == o.y; }
  };
  void choose_table(const FieldRegion& region, double tolerance);
  void choose_depth(double tolerance);
  RowMatrixX depth_profile(const Eigen::ArrayXd& k, Eigen::Index cells) const;
  double spread_components(double tolerance);
  double axis_error(const Eigen::ArrayXd& wavenumber, double spacing) const;
  double choose_spacing(const Eigen::ArrayXd& wavenumber, double tolerance, double largest) const;
  void direct(double time, const Vector3& centre, Surface surface, Eigen::Index n, const double* x, const double* y,
              const double* z, double* elevation, double* head) const;
  void interpolate(Surface surface, Eigen::Index n, const double* x, const double* y, const double* z, double ramp,
                   double* elevation, double* head, const WaveFieldScratch& scratch) const;
  void combine(double time, std::int64_t tile_x, std::int64_t tile_y, WaveFieldScratch& scratch) const;
  const double* node(const Tile& tile, WaveFieldScratch& scratch) const;
  void build(const Tile& tile, double* table, WaveFieldScratch& scratch) const;

  waves::Ramp ramp_;
  double density_ = 0.0, gravity_ = 0.0, mean_level_ = 0.0;
  std::optional<double> water_depth_;  // absent: infinite
  Eigen::ArrayXd omega_, k_, amplitude_, phase_, kx_, ky_;
  bool tabulated_ = false;
  double error_ = 0.0;
  // Table: axes u along `direction`, v across; spacings, cells per tile, cells of margin, entries.
  double cos_ = 1.0, sin_ = 0.0, du_ = 1.0, dv_ = 1.0, dt_ = 0.0, floor_ = 0.0, depth_ = 0.0, ds_ = 0.0, radius_ = 0.0;
  std::int64_t tile_u_ = 1, tile_v_ = 1, margin_u_ = 0, margin_v_ = 0;
  Eigen::Index nx_ = 0, ny_ = 0, nz_ = 0;
  Eigen::ArrayXd ku_, kv_;  // per component: wavenumbers on the axes
  // Lattice of wavevectors: its points, their prefilters, and per component the first point and weights of its stencil.
  Eigen::ArrayXd lattice_k_, lattice_u_, lattice_v_, lattice_weight_;
  RowMatrixX stencil_;
  std::vector<Eigen::Index> first_;
  RowMatrixX profile_;  // lattice points x nz: B-spline coefficients of D over s
};

/// Tables in use; caller-owned, one per thread. Holds nothing that changes a result.
struct WaveFieldScratch {
  struct Slot {
    WaveField::Tile tile{INT64_MIN, 0, 0};
    std::uint64_t used = 0;
    std::vector<double> table;
  };
  std::vector<Slot> slots;
  std::uint64_t clock = 0;
  bool valid = false;  // combined table holds (time, tile)
  double time = 0.0;
  std::int64_t tile_x = 0, tile_y = 0;
  std::vector<double> combined, surface;  // nx ny nz and nx ny
  double highest = 0.0;                   // of the surface, whose spline lies below its largest coefficient
  std::vector<double> re, im, step_re, step_im, row_re, row_im;
};

}  // namespace swell::mesh
