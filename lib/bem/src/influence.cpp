#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <exception>
#include <mutex>
#include <thread>

#include "dense.h"
#include "near_integrals.h"
#include "swell/base/error.h"
#include "swell/bem/solver.h"
#include "swell/bem/wave_function.h"

namespace swell::bem {
namespace {

using Complex = std::complex<double>;

// Distance over the element's radius below which quadrature at the nodes is not accurate. A flat panel has one node and
// a second-order error in radius over distance.
constexpr double kNear = 2.5, kNearFlat = 5.0, kNearLogarithm = 2.0;

Vector3 mirrored(const Vector3& x, double plane) { return {x.x(), x.y(), 2.0 * plane - x.z()}; }

}  // namespace

void in_parallel(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads && static_cast<std::size_t>(t) < count; ++t) others.emplace_back(run);
  run();
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

Eigen::Matrix3Xd interior_points(const Surface& s, const Symmetry& symmetry, double K) {
  std::vector<Vector3> points;
  for (int body = 0; body < s.bodies; ++body) {
    // Nodes next to the water bound the area of a waterplane.
    Eigen::Array2d low = Eigen::Array2d::Constant(1e300), high = -low;
    for (const Element& e : s.elements) {
      if (e.body != body || e.chamber >= 0 || e.centre.z() + e.radius < -1e-9 * e.radius) continue;
      for (Eigen::Index i = e.first; i < e.first + e.nodes(); ++i) {
        low = low.min(s.points.col(i).head<2>().array());
        high = high.max(s.points.col(i).head<2>().array());
      }
    }
    if (!(high - low > 0.0).all()) continue;
    const double half = 0.5 * (high - low).maxCoeff();
    // An interior mode of wavenumber K has about (K half)^2 / 4 others below it, and each needs a point or two. A part
    // of the potential uses those of its own symmetry only; more rows would not help fewer unknowns.
    const double share =
        symmetry.kind == Symmetry::Kind::planes ? 1.0 / static_cast<double>(symmetry.parts.size()) : 1.0;
    const double all =
        symmetry.kind == Symmetry::Kind::revolution ? 4.0 + K * half : share * (10.0 + 0.6 * K * K * half * half);
    const auto wanted = static_cast<std::size_t>(std::clamp(all, 5.0, 400.0));
    std::size_t found = 0;
    const auto halton = [](std::size_t i, std::size_t base) {
      double f = 1.0, r = 0.0;
      for (; i > 0; i /= base) {
        f /= static_cast<double>(base);
        r += f * static_cast<double>(i % base);
      }
      return r;
    };
    for (std::size_t i = 1; found < wanted && i < 40 * wanted; ++i) {
      Vector3 x(low.x() + (high.x() - low.x()) * halton(i, 2), low.y() + (high.y() - low.y()) * halton(i, 3), 0.0);
      if (!symmetry.keeps(x)) continue;
      // Rings: only the radius matters.
      if (symmetry.kind == Symmetry::Kind::revolution)
        x = Vector3(symmetry.x0 + std::hypot(x.x() - symmetry.x0, x.y() - symmetry.y0), symmetry.y0, 0.0);
      // The solid angle of the bodies and their images is -4 pi inside and 0 outside; all bodies together, since one
      // may close another.
      double angle = 0.0;
      bool is_near = false;
      for (Eigen::Index j = 0; j < s.size() && !is_near; ++j) {
        if (s.chamber[static_cast<std::size_t>(j)] >= 0) continue;
        const Vector3 a = x - s.points.col(j);
        const double r2 = a.squaredNorm();
        is_near = r2 < 2.0 * s.weights[j];
        angle += 2.0 * s.weights[j] * a.dot(s.normals.col(j)) / (r2 * std::sqrt(r2));
      }
      if (is_near || angle > -3.0 * kPi) continue;
      points.push_back(x);
      ++found;
    }
  }
  Eigen::Matrix3Xd out(3, static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) out.col(static_cast<Eigen::Index>(i)) = points[i];
  return out;
}

Influence::Influence(const Surface& surface, const Symmetry& symmetry, const Eigen::Matrix3Xd& interior,
                     std::optional<double> depth, MatrixX velocities, int threads, const Progress& progress)
    : surface_(surface), symmetry_(symmetry), depth_(depth), velocities_(std::move(velocities)) {
  const Eigen::Index n = surface.size(), orbits = symmetry.orbits(), rows = orbits + interior.cols();
  SWELL_EXPECT(velocities_.rows() == n && n > 0);
  targets_.resize(3, rows);
  for (Eigen::Index i = 0; i < orbits; ++i)
    targets_.col(i) = surface.points.col(symmetry.target[static_cast<std::size_t>(i)]);
  targets_.rightCols(interior.cols()) = interior;
  wave_targets_ = targets_;
  const bool is_ring = symmetry.kind == Symmetry::Kind::revolution;
  if (is_ring) {
    // The mean of the smooth wave part over a ring is equal at all angles. At angle 0 the nodes form symmetric pairs,
    // so one of each pair is enough.
    for (Eigen::Index i = 0; i < rows; ++i)
      wave_targets_.col(i) << symmetry.x0 + std::hypot(targets_(0, i) - symmetry.x0, targets_(1, i) - symmetry.y0),
          symmetry.y0, targets_(2, i);
  }
  lowest_ = surface.points.row(2).minCoeff();
  const Eigen::Array2d low = surface.points.topRows<2>().rowwise().minCoeff().array(),
                       high = surface.points.topRows<2>().rowwise().maxCoeff().array();
  reach_ = (high - low).matrix().norm();
  same_ = 1e-6 * reach_;

  MatrixX direct(rows, n), image(rows, n), single(rows, n), single_image(rows, n);
  std::mutex mutex;
  std::atomic<std::size_t> done{0};
  std::vector<std::vector<Correction>> found(surface.elements.size());
  std::vector<std::vector<double>> values(surface.elements.size());
  in_parallel(threads, surface.elements.size(), [&](std::size_t at) {
    const Element& e = surface.elements[at];
    NearIntegrals integrals(e);
    const int nodes = e.nodes();
    const double near = (e.is_flat_panel ? kNearFlat : kNear) * e.radius;
    std::vector<double> s(static_cast<std::size_t>(nodes)), d(s);
    // Rankine potential of a target and its images over this element: near by exact integration, far by the nodes.
    const auto add = [&](const Vector3& x, int own, Eigen::Index row, MatrixX& singles, MatrixX& doubles) {
      if (own < 0 && (x - e.centre).squaredNorm() > near * near) {
        for (int k = 0; k < nodes; ++k) {
          const Eigen::Index j = e.first + k;
          const Vector3 a = x - surface.points.col(j);
          const double r2 = a.squaredNorm(), r = std::sqrt(r2), w = surface.weights[j];
          singles(row, j) += w / r;
          doubles(row, j) += w * a.dot(surface.normals.col(j)) / (r2 * r);
        }
        return;
      }
      std::fill(s.begin(), s.end(), 0.0);
      std::fill(d.begin(), d.end(), 0.0);
      if (own >= 0)
        integrals.add_own(own, s.data(), d.data());
      else
        integrals.add(x, Kernel::rankine, s.data(), d.data());
      for (int k = 0; k < nodes; ++k) {
        singles(row, e.first + k) += s[static_cast<std::size_t>(k)];
        doubles(row, e.first + k) += d[static_cast<std::size_t>(k)];
      }
    };
    for (MatrixX* matrix : {&direct, &image, &single, &single_image}) matrix->middleCols(e.first, nodes).setZero();
    for (Eigen::Index i = 0; i < rows; ++i) {
      const Vector3 x = targets_.col(i);
      Vector3 above = mirrored(x, 0.0);
      const int node = i < orbits ? symmetry.target[static_cast<std::size_t>(i)] : -1;
      const int own = node >= e.first && node < e.first + nodes ? node - e.first : -1;
      add(x, own, i, single, direct);
      if (depth) add(mirrored(x, -*depth), -1, i, single, direct);
      add(above, e.chamber >= 0 ? own : -1, i, single_image, image);
      // Logarithm of the free-surface part, if the image is near.
      above = mirrored(wave_targets_.col(i), 0.0);
      const double close = kNearLogarithm * e.radius;
      if ((above - e.centre).squaredNorm() > close * close) continue;
      std::fill(s.begin(), s.end(), 0.0);
      std::fill(d.begin(), d.end(), 0.0);
      integrals.add(above, Kernel::logarithm, s.data(), d.data());
      for (int k = 0; k < nodes; ++k) {
        const Eigen::Index j = e.first + k;
        const Vector3 a = above - surface.points.col(j), nj = surface.normals.col(j);
        const double r = std::max(a.norm(), same_), V = a.z(), w = surface.weights[j];
        s[static_cast<std::size_t>(k)] -= w * std::log(r + V);
        d[static_cast<std::size_t>(k)] += w * ((a.x() * nj.x() + a.y() * nj.y()) / (r * (r + V)) + nj.z() / r);
      }
      found[at].push_back({static_cast<int>(i), static_cast<int>(at), values[at].size()});
      values[at].insert(values[at].end(), s.begin(), s.end());
      values[at].insert(values[at].end(), d.begin(), d.end());
    }
    const std::size_t now = ++done;
    if (progress && now % 16 == 0) {
      const std::lock_guard<std::mutex> lock(mutex);
      progress(static_cast<double>(now) / static_cast<double>(surface.elements.size()), "influence of the panels");
    }
  });
  for (std::size_t e = 0; e < found.size(); ++e) {
    for (Correction c : found[e]) {
      c.at += corrections_.size();
      correction_.push_back(c);
    }
    corrections_.insert(corrections_.end(), values[e].begin(), values[e].end());
  }
  // Sorted by target, to distribute rows.
  std::stable_sort(correction_.begin(), correction_.end(),
                   [](const Correction& a, const Correction& b) { return a.target < b.target; });

  // Without symmetry the single part is the whole; it uses the assembled matrices.
  const bool is_whole = symmetry.kind == Symmetry::Kind::none;
  for (std::size_t c = 0; c < symmetry.parts.size(); ++c) {
    const SymmetryPart& part = symmetry.parts[c];
    parts_.emplace_back();
    Part& p = parts_.back();
    p.p_target = VectorX::Ones(rows);
    p.q_target = VectorX::Zero(rows);
    for (Eigen::Index i = 0; i < orbits; ++i) {
      p.p_target[i] = part.p[symmetry.target[static_cast<std::size_t>(i)]];
      if (part.q.size() > 0) p.q_target[i] = part.q[symmetry.target[static_cast<std::size_t>(i)]];
    }
    p.p_wave = is_ring ? VectorX::Ones(rows) : p.p_target;
    add_columns(c);
    if (!is_whole) p.direct = p.image = MatrixX::Zero(rows, orbits);
    p.direct_right = p.image_right = MatrixX::Zero(rows, static_cast<Eigen::Index>(p.columns.size()));
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index r = symmetry.orbit[static_cast<std::size_t>(j)];
      VectorX f = part.p[j] * p.p_target;
      if (part.q.size() > 0) f += part.q[j] * p.q_target;
      if (!is_whole && surface.chamber[static_cast<std::size_t>(j)] < 0) {
        p.direct.col(r) += f.cwiseProduct(direct.col(j));
        p.image.col(r) += f.cwiseProduct(image.col(j));
      }
      for (std::size_t k = 0; k < p.columns.size(); ++k) {
        const double v = p.columns[k].velocity[r];
        if (v == 0.0) continue;
        p.direct_right.col(static_cast<Eigen::Index>(k)) += v * f.cwiseProduct(single.col(j));
        p.image_right.col(static_cast<Eigen::Index>(k)) += v * f.cwiseProduct(single_image.col(j));
      }
    }
  }
  if (is_whole) {
    for (Eigen::Index j = 0; j < n; ++j)
      if (surface.chamber[static_cast<std::size_t>(j)] >= 0) direct.col(j) = image.col(j) = VectorX::Zero(rows);
    parts_.front().direct = std::move(direct);
    parts_.front().image = std::move(image);
  }
}

// Share of every mode in a part: its mean over an orbit with the part's shape.
void Influence::add_columns(std::size_t c) {
  const SymmetryPart& part = symmetry_.parts[c];
  const Eigen::Index n = surface_.size(), orbits = symmetry_.orbits();
  for (const bool sine : {false, true}) {
    const VectorX& shape = sine ? part.q : part.p;
    if (shape.size() == 0) continue;
    VectorX norm = VectorX::Zero(orbits);
    for (Eigen::Index j = 0; j < n; ++j)
      norm[symmetry_.orbit[static_cast<std::size_t>(j)]] += surface_.weights[j] * shape[j] * shape[j];
    for (Eigen::Index m = 0; m < velocities_.cols(); ++m) {
      Column column;
      column.mode = m;
      column.is_sine = sine;
      column.velocity = VectorX::Zero(orbits);
      for (Eigen::Index j = 0; j < n; ++j) {
        const Eigen::Index r = symmetry_.orbit[static_cast<std::size_t>(j)];
        column.velocity[r] += surface_.weights[j] * shape[j] * velocities_(j, m) / norm[r];
      }
      if (column.velocity.cwiseAbs().maxCoeff() > 1e-12 * velocities_.col(m).cwiseAbs().maxCoeff())
        parts_[c].columns.push_back(std::move(column));
    }
  }
}

Eigen::VectorXcd Influence::expanded(std::size_t part, const Eigen::Ref<const Eigen::VectorXcd>& a, bool sine) const {
  const VectorX& shape = sine ? symmetry_.parts[part].q : symmetry_.parts[part].p;
  Eigen::VectorXcd out(surface_.size());
  for (Eigen::Index j = 0; j < out.size(); ++j) out[j] = shape[j] * a[symmetry_.orbit[static_cast<std::size_t>(j)]];
  return out;
}

std::complex<double> incident_at(const GreenFunction& G, double heading, const Vector3& x) {
  const double k = G.wavenumber();
  // cosh k(z + h)/cosh kh without overflow: c(z)/c(0).
  const double profile = G.level(x.z()).amplitude / G.level(0.0).amplitude;
  return std::polar(profile, -k * (x.x() * std::cos(heading) + x.y() * std::sin(heading)));
}

void incident(const Surface& surface, const GreenFunction& G, double heading, Eigen::VectorXcd& psi,
              Eigen::VectorXcd& psi_n) {
  const double k = G.wavenumber();
  const Eigen::Index n = surface.size();
  psi.resize(n);
  psi_n.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vector3 x = surface.points.col(i), normal = surface.normals.col(i);
    psi[i] = incident_at(G, heading, x);
    const WaveLevel level = G.level(x.z());
    psi_n[i] = psi[i] * Complex(normal.z() * level.slope / level.amplitude,
                                -k * (normal.x() * std::cos(heading) + normal.y() * std::sin(heading)));
  }
}

// Component of 4 pi psi_I in a part of the potential.
void Influence::incident_right(const GreenFunction& G, std::size_t part, double heading,
                               Eigen::Ref<Eigen::VectorXcd> cosine, Eigen::VectorXcd* sine) const {
  const SymmetryPart& p = symmetry_.parts[part];
  const double k = G.wavenumber();
  for (Eigen::Index i = 0; i < cosine.size(); ++i) {
    const Vector3 x = targets_.col(i);
    if (symmetry_.kind == Symmetry::Kind::revolution) {
      // e^{-i k r cos(theta - b)} = sum eps_m (-i)^m J_m(k r) cos m(theta - b) [AbramowitzStegun1964, 9.1.44-45]
      const Complex axis = 4.0 * kPi * incident_at(G, heading, {symmetry_.x0, symmetry_.y0, x.z()});
      const BesselJ j = bessel_j(k * std::hypot(x.x() - symmetry_.x0, x.y() - symmetry_.y0));
      if (p.order == 0) {
        cosine[i] = axis * j.j0;
      } else {
        cosine[i] = axis * Complex(0.0, -2.0 * j.j1) * std::cos(heading);
        (*sine)[i] = axis * Complex(0.0, -2.0 * j.j1) * std::sin(heading);
      }
      continue;
    }
    Complex sum = 0.0;
    int count = 0;
    for (int a = 0; a <= (symmetry_.plane_x ? 1 : 0); ++a) {
      for (int b = 0; b <= (symmetry_.plane_y ? 1 : 0); ++b) {
        const Vector3 y(a == 1 ? 2.0 * symmetry_.x0 - x.x() : x.x(), b == 1 ? 2.0 * symmetry_.y0 - x.y() : x.y(),
                        x.z());
        sum += (a == 1 ? p.sign_x : 1.0) * (b == 1 ? p.sign_y : 1.0) * incident_at(G, heading, y);
        ++count;
      }
    }
    cosine[i] = 4.0 * kPi * sum / static_cast<double>(count);
  }
}

void Influence::fill(const GreenFunction& G, Eigen::Index from, Eigen::Index to, std::vector<System>& systems) const {
  const Eigen::Index n = surface_.size(), count = to - from, orbits = symmetry_.orbits();
  const double sign = G.image_sign();
  for (std::size_t c = 0; c < parts_.size(); ++c) {
    const Part& part = parts_[c];
    Eigen::MatrixXcd& A = systems[c].A;
    A.middleRows(from, count) =
        -(part.direct.middleRows(from, count) + sign * part.image.middleRows(from, count)).cast<Complex>();
    systems[c].b.block(from, 0, count, part.direct_right.cols()) =
        -(part.direct_right.middleRows(from, count) + sign * part.image_right.middleRows(from, count)).cast<Complex>();
    // The target's own value in the part: p^2 + q^2 = 1. A chamber's surface is in the water, so its rows give the
    // potential there.
    for (Eigen::Index i = from; i < std::min(to, orbits); ++i) A(i, i) += (in_chamber(i) ? 4.0 : 2.0) * kPi;
  }
  if (!G.has_wave_part()) return;
  std::vector<WaveLevel> levels;
  for (Eigen::Index i = from; i < to; ++i) levels.push_back(G.level(wave_targets_(2, i)));
  const bool is_ring = symmetry_.kind == Symmetry::Kind::revolution;
  Eigen::ArrayXcd single(count), twice(count);
  Eigen::ArrayXd f(count);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Vector3 y = surface_.points.col(j), nj = surface_.normals.col(j);
    if (is_ring && y.y() < symmetry_.y0) continue;
    const double w = (is_ring ? 2.0 : 1.0) * surface_.weights[j];
    const WaveLevel source = G.level(y.z());
    const bool is_chamber = surface_.chamber[static_cast<std::size_t>(j)] >= 0;
    for (Eigen::Index i = 0; i < count; ++i) {
      const double dx = y.x() - wave_targets_(0, from + i), dy = y.y() - wave_targets_(1, from + i);
      const double R = is_chamber ? std::max(std::sqrt(dx * dx + dy * dy), same_) : std::sqrt(dx * dx + dy * dy);
      const WaveValue W = G(R, levels[static_cast<std::size_t>(i)], source);
      const double across = R > 0.0 ? w * (dx * nj.x() + dy * nj.y()) / R : 0.0, up = w * nj.z();
      twice[i] = Complex(W.re_R * across + W.re_z * up, W.im_R * across + W.im_z * up);
      single[i] = Complex(W.re * w, W.im * w);
    }
    const Eigen::Index r = symmetry_.orbit[static_cast<std::size_t>(j)];
    for (std::size_t c = 0; c < parts_.size(); ++c) {
      const SymmetryPart& shape = symmetry_.parts[c];
      const Part& part = parts_[c];
      f = shape.p[j] * part.p_wave.segment(from, count).array();
      if (!is_chamber) systems[c].A.col(r).segment(from, count).array() -= f * twice;
      for (std::size_t k = 0; k < part.columns.size(); ++k) {
        const double v = part.columns[k].velocity[r];
        if (v != 0.0) systems[c].b.col(static_cast<Eigen::Index>(k)).segment(from, count).array() -= (v * f) * single;
      }
    }
  }
  if (G.K() == 0.0) return;
  // The free-surface part is -2 K log(r + V) as r and V vanish.
  const auto begin = std::lower_bound(correction_.begin(), correction_.end(), from,
                                      [](const Correction& c, Eigen::Index row) { return c.target < row; });
  for (auto at = begin; at != correction_.end() && at->target < to; ++at) {
    const Element& e = surface_.elements[static_cast<std::size_t>(at->element)];
    for (int k = 0; k < e.nodes(); ++k) {
      const Eigen::Index j = e.first + k, r = symmetry_.orbit[static_cast<std::size_t>(j)];
      const double s = -2.0 * G.K() * corrections_[at->at + static_cast<std::size_t>(k)];
      const double d = -2.0 * G.K() * corrections_[at->at + static_cast<std::size_t>(e.nodes() + k)];
      for (std::size_t c = 0; c < parts_.size(); ++c) {
        const SymmetryPart& shape = symmetry_.parts[c];
        const Part& part = parts_[c];
        const double factor = shape.p[j] * part.p_wave[at->target];
        if (e.chamber < 0) systems[c].A(at->target, r) -= factor * d;
        for (std::size_t m = 0; m < part.columns.size(); ++m)
          systems[c].b(at->target, static_cast<Eigen::Index>(m)) -= factor * s * part.columns[m].velocity[r];
      }
    }
  }
}

Eigen::MatrixXcd Influence::solve(const GreenFunction& G, const std::vector<double>& headings, int threads,
                                  Eigen::Index iterative_above, bool use_interior) const {
  const Eigen::Index modes = velocities_.cols(), orbits = symmetry_.orbits();
  const bool has_waves = G.K() > 0.0;
  // The limits have no irregular frequencies.
  const Eigen::Index used = has_waves && use_interior ? rows() : orbits;
  const auto waves = has_waves ? static_cast<Eigen::Index>(headings.size()) : 0;
  std::vector<System> systems(parts_.size());
  for (std::size_t c = 0; c < parts_.size(); ++c) {
    systems[c].A.resize(used, orbits);
    const Eigen::Index kinds = symmetry_.parts[c].q.size() > 0 ? 2 : 1;
    systems[c].b.resize(used, static_cast<Eigen::Index>(parts_[c].columns.size()) + kinds * waves);
  }
  const auto shares = static_cast<std::size_t>(threads > 1 ? 4 * threads : 1);
  in_parallel(threads, shares, [&](std::size_t p) {
    const Eigen::Index from = used * static_cast<Eigen::Index>(p) / static_cast<Eigen::Index>(shares),
                       to = used * static_cast<Eigen::Index>(p + 1) / static_cast<Eigen::Index>(shares);
    if (to > from) fill(G, from, to, systems);
  });
  Eigen::MatrixXcd out = Eigen::MatrixXcd::Zero(surface_.size(), modes + waves);
  for (std::size_t c = 0; c < parts_.size(); ++c) {
    const auto first = static_cast<Eigen::Index>(parts_[c].columns.size());
    const bool has_sine = symmetry_.parts[c].q.size() > 0;
    Eigen::MatrixXcd& b = systems[c].b;
    for (Eigen::Index h = 0; h < waves; ++h) {
      Eigen::VectorXcd sine(has_sine ? used : 0);
      incident_right(G, c, headings[static_cast<std::size_t>(h)], b.col(first + h), has_sine ? &sine : nullptr);
      if (has_sine) b.col(first + waves + h) = sine;
    }
    const bool is_solved = orbits > iterative_above && solve_iterative(systems[c].A, b) >= 0;
    if ((!is_solved && !solve_dense(systems[c].A, b)) || !b.topRows(orbits).allFinite())
      throw SimulationError(fmt::format("the equations of the wetted surface are singular at wavenumber {:g} 1/m: are "
                                        "there panels on top of each other?",
                                        G.wavenumber()),
                            0.0, "boundary elements", "potential");
    for (Eigen::Index k = 0; k < first; ++k) {
      const Column& column = parts_[c].columns[static_cast<std::size_t>(k)];
      out.col(column.mode) += expanded(c, b.col(k).head(orbits), column.is_sine);
    }
    for (Eigen::Index h = 0; h < waves; ++h) {
      out.col(modes + h) += expanded(c, b.col(first + h).head(orbits), false);
      if (has_sine) out.col(modes + h) += expanded(c, b.col(first + waves + h).head(orbits), true);
    }
    systems[c].A.resize(0, 0);
  }
  return out;
}

void Influence::system(const GreenFunction& G, Eigen::MatrixXcd& A, Eigen::MatrixXcd& b) const {
  SWELL_EXPECT(symmetry_.kind == Symmetry::Kind::none);
  const Eigen::Index used = G.K() > 0.0 ? rows() : unknowns();  // the limits have no irregular frequencies
  std::vector<System> systems(1);
  systems[0].A.resize(used, unknowns());
  systems[0].b.resize(used, static_cast<Eigen::Index>(parts_[0].columns.size()));
  fill(G, 0, used, systems);
  A = std::move(systems[0].A);
  // A motion with zero normal velocity has no column.
  b = Eigen::MatrixXcd::Zero(used, velocities_.cols());
  for (std::size_t k = 0; k < parts_[0].columns.size(); ++k)
    b.col(parts_[0].columns[k].mode) = systems[0].b.col(static_cast<Eigen::Index>(k));
}

// The same identities with c = 4 pi: 4 pi phi = int phi G_n - int G V, 4 pi psi = 4 pi psi_I + int psi G_n.
Eigen::MatrixXcd Influence::at_targets(const GreenFunction& G, const Eigen::MatrixXcd& potentials,
                                       const std::vector<double>& headings) const {
  SWELL_EXPECT(symmetry_.kind == Symmetry::Kind::none);
  const Eigen::Index n = unknowns(), modes = velocities_.cols(), count = rows() - n;
  std::vector<System> systems(1);
  systems[0].A.resize(rows(), n);
  systems[0].b.resize(rows(), static_cast<Eigen::Index>(parts_[0].columns.size()));
  fill(G, n, rows(), systems);
  Eigen::MatrixXcd out = -(systems[0].A.bottomRows(count) * potentials) / (4.0 * kPi);
  for (std::size_t k = 0; k < parts_[0].columns.size(); ++k)
    out.col(parts_[0].columns[k].mode) += systems[0].b.col(static_cast<Eigen::Index>(k)).tail(count) / (4.0 * kPi);
  for (std::size_t h = 0; h < headings.size() && modes + static_cast<Eigen::Index>(h) < out.cols(); ++h)
    for (Eigen::Index i = 0; i < count; ++i)
      out(i, modes + static_cast<Eigen::Index>(h)) += incident_at(G, headings[h], targets_.col(n + i));
  return out;
}

}  // namespace swell::bem
