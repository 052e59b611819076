#include "swell/mesh/wave_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

#include "points.h"
#include "polynomials.h"
#include "swell/base/error.h"

namespace swell::mesh {
namespace {

constexpr Eigen::Index kDirectComponents = 2;
constexpr std::size_t kSlots = 20;    // four times of up to four tiles, and the stages of a step before
constexpr Eigen::Index kBlock = 256;  // points per pass of the direct sum
constexpr Eigen::Index kStencil = 8;  // lattice wavenumbers that a component is spread to
constexpr std::size_t kMostDirections = 64;

/// exp(i k x) between knots of a cubic spline through it: largest error for u = k dx, met halfway.
double spline_error(double u) {
  return std::abs(1.0 - (23.0 * std::cos(0.5 * u) + std::cos(1.5 * u)) / (8.0 * (2.0 + std::cos(u))));
}

/// Coefficients of the spline through exp(i k x) are the exponential times this.
double prefilter(double u) { return 3.0 / (2.0 + std::cos(u)); }

/// The four weights of a uniform cubic B-spline at the fraction f of a cell.
inline void weights(double f, double* w) {
  const double g = 1.0 - f;
  w[0] = g * g * g * (1.0 / 6.0);
  w[3] = f * f * f * (1.0 / 6.0);
  w[1] = 2.0 / 3.0 - f * f * (1.0 - 0.5 * f);
  w[2] = 2.0 / 3.0 - g * g * (1.0 - 0.5 * g);
}

/// column = sum over l of amplitude_l profile_l; four rows at a time, so that the column is read and written less
/// often.
void sum_column(const double* amplitude, const double* profiles, Eigen::Index n, Eigen::Index nz, double* column) {
  std::fill(column, column + nz, 0.0);
  Eigen::Index l = 0;
  for (; l + 4 <= n; l += 4) {
    const double* p = profiles + l * nz;
    const double a = amplitude[l], b = amplitude[l + 1], c = amplitude[l + 2], d = amplitude[l + 3];
    for (Eigen::Index i = 0; i < nz; ++i) {
      column[i] += (a * p[i] + b * p[i + nz]) + (c * p[i + 2 * nz] + d * p[i + 3 * nz]);
    }
  }
  for (; l < n; ++l) {
    const double* p = profiles + l * nz;
    for (Eigen::Index i = 0; i < nz; ++i) column[i] += amplitude[l] * p[i];
  }
}

/// z_l = z_l step_l.
void rotate(double* re, double* im, const double* step_re, const double* step_im, Eigen::Index n) {
  for (Eigen::Index l = 0; l < n; ++l) {
    const double r = re[l] * step_re[l] - im[l] * step_im[l];
    im[l] = re[l] * step_im[l] + im[l] * step_re[l];
    re[l] = r;
  }
}

using Depth = std::optional<double>;  // absent: infinite

/// D(k, z) for z <= 0.
inline double profile(double k, double z, const Depth& h) {
  if (!h || k * *h > 350.0) return std::exp(k * z);
  return (std::exp(k * z) + std::exp(-k * (z + 2.0 * *h))) / (1.0 + std::exp(-2.0 * k * *h));
}

/// z' of the header, never above 0.
inline double stretched(double z, double eta, const Depth& h, bool wheeler) {
  if (!wheeler) return std::min(z, 0.0);
  const double below = std::min(z - eta, 0.0);
  return h ? below * *h / (*h + eta) : below;
}

}  // namespace

WaveField::WaveField(const waves::SeaState& sea, const FieldRegion& region, double tolerance)
    : ramp_{sea.ramp_duration()}, density_(sea.density()), gravity_(sea.gravity()), water_depth_(sea.depth()) {
  SWELL_EXPECT(region.radius > 0.0 && region.depth > 0.0 && tolerance > 0.0);
  for (const waves::WaveSystem& system : sea.systems()) {
    if (!system.record) continue;
    if (system.record->route == waves::ElevationRoute::excitation_kernel) {
      Diagnostics mistakes;
      mistakes.error({}, "an imported elevation with the excitation-kernel route has no pressure field",
                     "use the route by components, or a body without nonlinear Froude-Krylov force");
      mistakes.throw_if_errors();
    }
    mean_level_ += system.record->mean;
  }
  const waves::WaveComponents& c = sea.components();
  std::vector<Eigen::Index> kept;
  for (Eigen::Index j = 0; j < c.size(); ++j) {
    if (c.amplitude[j] != 0.0) kept.push_back(j);
  }
  const auto take = [&](const Eigen::ArrayXd& from) {
    Eigen::ArrayXd to(static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) to[static_cast<Eigen::Index>(i)] = from[kept[i]];
    return to;
  };
  omega_ = take(c.omega);
  k_ = take(c.wavenumber);
  amplitude_ = take(c.amplitude);
  phase_ = take(c.phase);
  const Eigen::ArrayXd direction = take(c.direction);
  kx_ = k_ * direction.cos();
  ky_ = k_ * direction.sin();
  if (omega_.size() > kDirectComponents) choose_table(region, tolerance);
}

double WaveField::axis_error(const Eigen::ArrayXd& wavenumber, double spacing) const {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < wavenumber.size(); ++j) {
    const double u = std::abs(wavenumber[j]) * spacing;
    const double e = u < kPi ? spline_error(u) : 2.0;  // beyond two points per wave the spline knows nothing
    sum += std::pow(amplitude_[j] * e, 2);
  }
  return std::sqrt(sum / amplitude_.square().sum());
}

double WaveField::choose_spacing(const Eigen::ArrayXd& wavenumber, double tolerance, double largest) const {
  double low = 0.0;
  double high = largest;
  if (axis_error(wavenumber, high) <= tolerance) return high;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (axis_error(wavenumber, middle) <= tolerance ? low : high) = middle;
  }
  return low;
}

void WaveField::choose_table(const FieldRegion& region, double tolerance) {
  tabulated_ = true;
  radius_ = region.radius;
  floor_ = region.depth;
  // Wheeler's z' lies below z by the elevation under a crest; twice the significant height covers every crest.
  depth_ = region.depth + 8.0 * std::sqrt(0.5 * amplitude_.square().sum());
  if (water_depth_) depth_ = std::min(depth_, *water_depth_);
  // Axes: along the mean direction of the energy.
  const Eigen::ArrayXd energy = amplitude_.square() / k_;
  const double c = (energy * kx_).sum();
  const double s = (energy * ky_).sum();
  const double norm = std::hypot(c, s);
  if (norm > 0.0) {
    cos_ = c / norm;
    sin_ = s / norm;
  }
  ku_ = cos_ * kx_ + sin_ * ky_;
  kv_ = cos_ * ky_ - sin_ * kx_;
  const bool long_crested = (kv_.abs() <= 1e-12 * k_).all();
  const double share = tolerance / std::sqrt(long_crested ? 4.0 : 5.0);  // errors add as squares
  du_ = choose_spacing(ku_, share, radius_);
  dv_ = long_crested ? 1.0 : choose_spacing(kv_, share, radius_);
  dt_ = choose_spacing(omega_, share, 1.0);
  choose_depth(share);

  const auto cells = [&](double spacing) { return static_cast<std::int64_t>(std::ceil(radius_ / spacing)); };
  margin_u_ = cells(du_) + 1;
  tile_u_ = std::max<std::int64_t>(2, margin_u_ / 2);
  nx_ = tile_u_ + 2 * margin_u_ + 3;
  if (long_crested) {
    kv_.setZero();
    ny_ = 1;
  } else {
    margin_v_ = cells(dv_) + 1;
    tile_v_ = std::max<std::int64_t>(2, margin_v_ / 2);
    ny_ = tile_v_ + 2 * margin_v_ + 3;
  }
  const double depth_error = error_;
  const double lattice_error = spread_components(share);
  profile_ = depth_profile(lattice_k_, nz_ - 3);
  error_ = std::sqrt(std::pow(depth_error, 2) + std::pow(axis_error(ku_, du_), 2) +
                     (long_crested ? 0.0 : std::pow(axis_error(kv_, dv_), 2)) + std::pow(axis_error(omega_, dt_), 2) +
                     std::pow(lattice_error, 2));
}

RowMatrixX WaveField::depth_profile(const Eigen::ArrayXd& k, Eigen::Index cells) const {
  // Spline over s in [0, 1], even about s = 0 (z' = -D s2 makes D(k, z') an even function of s), with no jump of the
  // third derivative in the last cell.
  const Eigen::Index n = cells + 3;  // coefficients -1 .. cells + 1
  const double ds = 1.0 / static_cast<double>(cells);
  MatrixX A = MatrixX::Zero(n, n);
  A(0, 0) = 1.0;
  A(0, 2) = -1.0;
  for (Eigen::Index i = 0; i <= cells; ++i) {
    A(i + 1, i) = A(i + 1, i + 2) = 1.0 / 6.0;
    A(i + 1, i + 1) = 2.0 / 3.0;
  }
  A.row(n - 1).tail<4>() << -1.0, 3.0, -3.0, 1.0;
  MatrixX values = MatrixX::Zero(n, k.size());
  for (Eigen::Index j = 0; j < k.size(); ++j) {
    for (Eigen::Index i = 0; i <= cells; ++i) {
      const double s = static_cast<double>(i) * ds;
      values(i + 1, j) = profile(k[j], -depth_ * s * s, water_depth_);
    }
  }
  return A.partialPivLu().solve(values).transpose();
}

void WaveField::choose_depth(double tolerance) {
  // Cells are added until the amplitude-weighted rms error at the worst depth between the knots is small enough.
  for (Eigen::Index cells = 6;; cells = cells * 4 / 3) {
    ds_ = 1.0 / static_cast<double>(cells);
    nz_ = cells + 3;
    const RowMatrixX spline = depth_profile(k_, cells);
    double worst = 0.0;
    for (Eigen::Index i = 0; i < 2 * cells; ++i) {
      const double f = i % 2 == 0 ? 0.35 : 0.65;
      const Eigen::Index cell = i / 2;
      const double s = (static_cast<double>(cell) + f) * ds_;
      double w[4];
      weights(f, w);
      double sum = 0.0;
      for (Eigen::Index j = 0; j < k_.size(); ++j) {
        const double* p = &spline(j, cell);
        const double e =
            w[0] * p[0] + w[1] * p[1] + w[2] * p[2] + w[3] * p[3] - profile(k_[j], -depth_ * s * s, water_depth_);
        sum += std::pow(amplitude_[j] * e, 2);
      }
      worst = std::max(worst, sum);
    }
    error_ = std::sqrt(worst / amplitude_.square().sum());
    if (error_ <= tolerance || cells > 200) return;
  }
}

double WaveField::spread_components(double tolerance) {
  const Eigen::Index n = k_.size();
  stencil_.setZero(n, kStencil);
  first_.assign(static_cast<std::size_t>(n), 0);
  // Components by direction, to 1e-10 rad.
  std::map<long long, std::vector<Eigen::Index>> groups;
  for (Eigen::Index j = 0; j < n; ++j) groups[std::llround(1e10 * std::atan2(kv_[j], ku_[j]))].push_back(j);
  std::vector<double> lattice_k, lattice_angle;
  const auto start = [&] { return static_cast<Eigen::Index>(lattice_k.size()); };
  // Farthest that a table reaches from the middle of its tile.
  const double reach =
      std::hypot(0.5 * static_cast<double>(nx_) * du_, ny_ > 1 ? 0.5 * static_cast<double>(ny_) * dv_ : 0.0);
  double error = 0.0;
  for (const auto& [key, members] : groups) {
    const double angle = 1e-10 * static_cast<double>(key);
    double low = k_[members.front()];
    double high = low;
    double energy = 0.0;
    for (const Eigen::Index j : members) {
      low = std::min(low, k_[j]);
      high = std::max(high, k_[j]);
      energy += amplitude_[j] * amplitude_[j];
    }
    const auto size = static_cast<Eigen::Index>(members.size());
    bool compressed = false;
    for (Eigen::Index m = 12; groups.size() <= kMostDirections && !compressed && m < size; m = m * 5 / 4) {
      const double step = (high - low) / static_cast<double>(m - 1);
      double sum = 0.0;
      for (const Eigen::Index j : members) {
        const double at = (k_[j] - low) / step;
        const auto begin =
            std::clamp(static_cast<Eigen::Index>(std::floor(at)) - kStencil / 2 + 1, Eigen::Index{0}, m - kStencil);
        first_[static_cast<std::size_t>(j)] = start() + begin;
        for (Eigen::Index i = 0; i < kStencil; ++i) {
          double w = 1.0;
          for (Eigen::Index q = 0; q < kStencil; ++q) {
            if (q != i) w *= (at - static_cast<double>(begin + q)) / static_cast<double>(i - q);
          }
          stencil_(j, i) = w;
        }
        // Error at the rim of the table, at the surface and below.
        double worst = 0.0;
        for (const double share : {0.0, 0.1, 0.4, 1.0}) {
          const double z = -share * depth_;
          std::complex<double> e = profile(k_[j], z, water_depth_) * std::polar(1.0, k_[j] * reach);
          for (Eigen::Index i = 0; i < kStencil; ++i) {
            const double k = low + static_cast<double>(begin + i) * step;
            e -= stencil_(j, i) * profile(k, z, water_depth_) * std::polar(1.0, k * reach);
          }
          worst = std::max(worst, std::norm(e));
        }
        sum += amplitude_[j] * amplitude_[j] * worst;
      }
      if (std::sqrt(sum / energy) <= tolerance) {
        compressed = true;
        error += sum;
        for (Eigen::Index i = 0; i < m; ++i) {
          lattice_k.push_back(low + static_cast<double>(i) * step);
          lattice_angle.push_back(angle);
        }
      }
    }
    if (compressed) continue;
    for (const Eigen::Index j : members) {  // each is its own lattice point
      first_[static_cast<std::size_t>(j)] = start();
      stencil_.row(j).setZero();
      stencil_(j, 0) = 1.0;
      lattice_k.push_back(k_[j]);
      lattice_angle.push_back(angle);
    }
  }
  const auto size = static_cast<Eigen::Index>(lattice_k.size());
  lattice_k_ = Eigen::Map<const Eigen::ArrayXd>(lattice_k.data(), size);
  const Eigen::ArrayXd angle = Eigen::Map<const Eigen::ArrayXd>(lattice_angle.data(), size);
  lattice_u_ = lattice_k_ * angle.cos();
  lattice_v_ = ny_ > 1 ? Eigen::ArrayXd(lattice_k_ * angle.sin()) : Eigen::ArrayXd(Eigen::ArrayXd::Zero(size));
  lattice_weight_.resize(size);
  for (Eigen::Index l = 0; l < size; ++l) {
    lattice_weight_[l] = prefilter(lattice_u_[l] * du_) * (ny_ > 1 ? prefilter(lattice_v_[l] * dv_) : 1.0);
  }
  for (Eigen::Index j = 0; j < n; ++j) stencil_.row(j) *= amplitude_[j] * prefilter(omega_[j] * dt_);
  return std::sqrt(error / amplitude_.square().sum());
}

void WaveField::build(const Tile& tile, double* table, WaveFieldScratch& scratch) const {
  const double time = static_cast<double>(tile.time) * dt_;
  // Middle of the tile, and the first grid point from there.
  const double u_middle = (static_cast<double>(tile.x) + 0.5) * static_cast<double>(tile_u_) * du_;
  const double v_middle = ny_ > 1 ? (static_cast<double>(tile.y) + 0.5) * static_cast<double>(tile_v_) * dv_ : 0.0;
  const double u0 = -(0.5 * static_cast<double>(tile_u_) + static_cast<double>(margin_u_ + 1)) * du_;
  const double v0 = ny_ > 1 ? -(0.5 * static_cast<double>(tile_v_) + static_cast<double>(margin_v_ + 1)) * dv_ : 0.0;
  const Eigen::Index n = lattice_k_.size();
  double* re = scratch.re.data();
  double* im = scratch.im.data();
  double* row_re = scratch.row_re.data();
  double* row_im = scratch.row_im.data();
  double* step_re = scratch.step_re.data();
  double* step_im = scratch.step_im.data();
  // Amplitudes of the lattice: every component with its phase in the middle of the tile, spread over its stencil.
  std::fill(scratch.re.begin(), scratch.re.end(), 0.0);
  std::fill(scratch.im.begin(), scratch.im.end(), 0.0);
  for (Eigen::Index j = 0; j < k_.size(); ++j) {
    const double psi = std::remainder(omega_[j] * time - ku_[j] * u_middle - kv_[j] * v_middle + phase_[j], 2.0 * kPi);
    const double c = poly_cos(psi);
    const double s = poly_cos(psi - 0.5 * kPi);
    const double* w = stencil_.data() + j * kStencil;
    const Eigen::Index first = first_[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < kStencil; ++i) {
      re[first + i] += w[i] * c;
      im[first + i] += w[i] * s;
    }
  }
  for (Eigen::Index l = 0; l < n; ++l) {
    const double psi = -lattice_u_[l] * u0 - lattice_v_[l] * v0;
    const double c = lattice_weight_[l] * std::cos(psi);
    const double s = lattice_weight_[l] * std::sin(psi);
    row_re[l] = re[l] * c - im[l] * s;
    row_im[l] = re[l] * s + im[l] * c;
    step_re[l] = std::cos(lattice_u_[l] * du_);
    step_im[l] = -std::sin(lattice_u_[l] * du_);
  }
  for (Eigen::Index iy = 0; iy < ny_; ++iy) {
    std::copy(row_re, row_re + n, re);
    std::copy(row_im, row_im + n, im);
    for (Eigen::Index ix = 0; ix < nx_; ++ix) {
      sum_column(re, profile_.data(), n, nz_, table + (iy * nx_ + ix) * nz_);
      rotate(re, im, step_re, step_im, n);
    }
    if (iy + 1 < ny_) {
      for (Eigen::Index l = 0; l < n; ++l) {
        const double c = std::cos(lattice_v_[l] * dv_);
        const double s = -std::sin(lattice_v_[l] * dv_);
        const double r = row_re[l] * c - row_im[l] * s;
        row_im[l] = row_re[l] * s + row_im[l] * c;
        row_re[l] = r;
      }
    }
  }
}

const double* WaveField::node(const Tile& tile, WaveFieldScratch& scratch) const {
  WaveFieldScratch::Slot* oldest = &scratch.slots.front();
  for (WaveFieldScratch::Slot& slot : scratch.slots) {
    if (slot.tile == tile) {
      slot.used = ++scratch.clock;
      return slot.table.data();
    }
    if (slot.used < oldest->used) oldest = &slot;
  }
  oldest->tile = tile;
  oldest->used = ++scratch.clock;
  build(tile, oldest->table.data(), scratch);
  return oldest->table.data();
}

void WaveField::combine(double time, std::int64_t tile_x, std::int64_t tile_y, WaveFieldScratch& scratch) const {
  if (scratch.valid && scratch.time == time && scratch.tile_x == tile_x && scratch.tile_y == tile_y) return;
  const auto size = static_cast<std::size_t>(table_size());
  if (scratch.combined.size() != size) {  // first use
    scratch.slots.assign(kSlots, {});
    for (auto& slot : scratch.slots) slot.table.resize(size);
    scratch.combined.resize(size);
    scratch.surface.resize(static_cast<std::size_t>(nx_ * ny_));
    for (auto* v : {&scratch.re, &scratch.im, &scratch.step_re, &scratch.step_im, &scratch.row_re, &scratch.row_im}) {
      v->resize(static_cast<std::size_t>(lattice_k_.size() + kStencil));
    }
  }
  const double at = time / dt_;
  const double floor = std::floor(at);
  const auto n = static_cast<std::int64_t>(floor);
  double w[4];
  weights(at - floor, w);
  const double* a = node({n - 1, tile_x, tile_y}, scratch);
  const double* b = node({n, tile_x, tile_y}, scratch);
  const double* c = node({n + 1, tile_x, tile_y}, scratch);
  const double* d = node({n + 2, tile_x, tile_y}, scratch);
  double* out = scratch.combined.data();
  for (std::size_t i = 0; i < size; ++i) out[i] = (w[0] * a[i] + w[1] * b[i]) + (w[2] * c[i] + w[3] * d[i]);
  for (std::size_t i = 0; i < scratch.surface.size(); ++i) {
    const double* column = out + i * static_cast<std::size_t>(nz_);
    scratch.surface[i] = (column[0] + 4.0 * column[1] + column[2]) / 6.0;
  }
  scratch.highest = *std::max_element(scratch.surface.begin(), scratch.surface.end());
  scratch.valid = true;
  scratch.time = time;
  scratch.tile_x = tile_x;
  scratch.tile_y = tile_y;
}

void WaveField::interpolate(Surface surface, Eigen::Index n, const double* x, const double* y, const double* z,
                            double ramp, double* elevation, double* head, const WaveFieldScratch& scratch) const {
  FieldTable table;
  table.coefficients = scratch.combined.data();
  table.surface = scratch.surface.data();
  table.nx = nx_;
  table.nz = nz_;
  table.crosses = ny_ > 1;
  table.cos = cos_;
  table.sin = sin_;
  table.per_u = 1.0 / du_;
  table.per_v = 1.0 / dv_;
  table.per_s = 1.0 / ds_;
  table.per_depth = 1.0 / depth_;
  table.first_u = static_cast<double>(scratch.tile_x * tile_u_ - margin_u_ - 1);
  table.first_v = static_cast<double>(scratch.tile_y * tile_v_ - margin_v_ - 1);
  table.ramp = ramp;
  table.level = mean_level_;
  table.water_depth = water_depth_.value_or(0.0);
  table.wheeler = surface == Surface::instantaneous;
  mesh::interpolate(table, n, x, y, z, elevation, head);
}

void WaveField::direct(double time, const Vector3& centre, Surface surface, Eigen::Index n, const double* x,
                       const double* y, const double* z, double* elevation, double* head) const {
  const double ramp = ramp_(time);
  const bool wheeler = surface == Surface::instantaneous;
  const Depth h = water_depth_;
  double depth[kBlock];
  for (Eigen::Index begin = 0; begin < n; begin += kBlock) {
    const Eigen::Index m = std::min(kBlock, n - begin);
    double* eta = elevation + begin;
    double* out = head + begin;
    const double* px = x + begin;
    const double* py = y + begin;
    const double* pz = z + begin;
    std::fill(eta, eta + m, ramp * mean_level_);
    for (Eigen::Index j = 0; j < omega_.size(); ++j) {
      const double psi =
          std::remainder(omega_[j] * time - kx_[j] * centre.x() - ky_[j] * centre.y() + phase_[j], 2.0 * kPi);
      const double a = ramp * amplitude_[j], kx = kx_[j], ky = ky_[j], cx = centre.x(), cy = centre.y();
      for (Eigen::Index i = 0; i < m; ++i) eta[i] += a * poly_cos(psi - kx * (px[i] - cx) - ky * (py[i] - cy));
    }
    for (Eigen::Index i = 0; i < m; ++i) depth[i] = stretched(pz[i], eta[i], h, wheeler);
    if (omega_.size() == 1) {  // the elevation holds the cosine already
      const double k = k_[0];
      const double level = ramp * mean_level_;
      if (h && k * *h < 350.0) {
        const double bottom = std::exp(-2.0 * k * *h);
        const double scale = 1.0 / (1.0 + bottom);
        for (Eigen::Index i = 0; i < m; ++i) {
          const double e = poly_exp(k * depth[i]);
          out[i] = level + (eta[i] - level) * scale * (e + bottom / std::max(e, kLeastDecay));
        }
      } else {
        for (Eigen::Index i = 0; i < m; ++i) out[i] = level + (eta[i] - level) * poly_exp(k * depth[i]);
      }
      continue;
    }
    std::fill(out, out + m, ramp * mean_level_);
    for (Eigen::Index j = 0; j < omega_.size(); ++j) {
      const double k = k_[j];
      const double psi =
          std::remainder(omega_[j] * time - kx_[j] * centre.x() - ky_[j] * centre.y() + phase_[j], 2.0 * kPi);
      const double kx = kx_[j], ky = ky_[j], cx = centre.x(), cy = centre.y();
      const double bottom = h && k * *h < 350.0 ? std::exp(-2.0 * k * *h) : 0.0;
      const double a = ramp * amplitude_[j] / (1.0 + bottom);
      for (Eigen::Index i = 0; i < m; ++i) {
        const double e = poly_exp(k * depth[i]);
        const double decay = e + bottom / std::max(e, kLeastDecay);
        out[i] += a * decay * poly_cos(psi - kx * (px[i] - cx) - ky * (py[i] - cy));
      }
    }
  }
}

Eigen::Index WaveField::evaluate(double time, const Vector3& centre, Surface surface, Eigen::Index n, const double* x,
                                 const double* y, const double* z, double* elevation, double* head,
                                 WaveFieldScratch& scratch, double above, double ball) const {
  // The table serves where every point is inside the ball's cylinder and above the floor, else the direct sum.
  const double r2 = radius_ * radius_ * (1.0 + 1e-9), floor = -std::min(floor_, depth_);
  double farthest = 0.0, lowest = 0.0;
  const bool surely = ball <= radius_ && centre.z() - ball > floor;
  for (Eigen::Index i = 0; tabulated_ && !surely && i < n; ++i) {
    const double dx = x[i] - centre.x(), dy = y[i] - centre.y();
    farthest = std::max(farthest, dx * dx + dy * dy);
    lowest = std::min(lowest, z[i]);
  }
  const bool covered = tabulated_ && !(farthest > r2) && !(lowest < floor);
  if (covered) {
    const auto tile = [](double at, double size) { return static_cast<std::int64_t>(std::floor(at / size)); };
    const std::int64_t tile_x = tile(cos_ * centre.x() + sin_ * centre.y(), du_ * static_cast<double>(tile_u_));
    const std::int64_t tile_y =
        ny_ > 1 ? tile(cos_ * centre.y() - sin_ * centre.x(), dv_ * static_cast<double>(tile_v_)) : 0;
    combine(time, tile_x, tile_y, scratch);
  }
  const double ramp = ramp_(time), crest = covered ? scratch.highest : amplitude_.abs().sum();
  const double limit = above + (surface == Surface::mean ? 0.0 : ramp * (crest + mean_level_));
  while (n > 0 && z[n - 1] > limit) --n;
  if (covered)
    interpolate(surface, n, x, y, z, ramp, elevation, head, scratch);
  else
    direct(time, centre, surface, n, x, y, z, elevation, head);
  return n;
}

}  // namespace swell::mesh
