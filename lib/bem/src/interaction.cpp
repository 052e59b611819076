#include "interaction.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "dense.h"
#include "gauss.h"
#include "swell/base/error.h"

namespace swell::bem {
namespace {

using Complex = std::complex<double>;

// Share of the strongest node's waves that is neglected between devices; potentials then differ by about 1e-6.
constexpr double kDropped = 1e-7;
// Smallest distance of two devices' centres over the sum of their circles' radii; closer ones form one device.
constexpr double kApart = 1.2;
constexpr double kNodesSuffice = 2.5;  // radii of an element beyond which its nodes suffice, as in influence.cpp

struct Circle {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double radius = 0.0, element = 0.0;  // of the largest element
};

std::vector<Circle> circles_of(const Surface& s, const std::vector<int>& device, int count) {
  std::vector<Eigen::Array2d> low(static_cast<std::size_t>(count), Eigen::Array2d::Constant(1e300)), high = low;
  for (auto& x : high) x = -x;
  const auto of = [&](int body) { return static_cast<std::size_t>(device[static_cast<std::size_t>(body)]); };
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    const std::size_t d = of(s.body[static_cast<std::size_t>(i)]);
    low[d] = low[d].min(s.points.col(i).head<2>().array());
    high[d] = high[d].max(s.points.col(i).head<2>().array());
  }
  std::vector<Circle> out(low.size());
  for (std::size_t d = 0; d < out.size(); ++d) out[d].centre = 0.5 * (low[d] + high[d]).matrix();
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    Circle& c = out[of(s.body[static_cast<std::size_t>(i)])];
    c.radius = std::max(c.radius, (s.points.col(i).head<2>() - c.centre).norm());
  }
  for (const Element& e : s.elements) {
    Circle& c = out[of(e.body)];
    c.element = std::max(c.element, e.radius);
  }
  return out;
}

bool are_apart(const Circle& a, const Circle& b) {
  const double distance = (a.centre - b.centre).norm(), sum = a.radius + b.radius;
  return distance > kApart * sum && distance - sum > kNodesSuffice * std::max(a.element, b.element);
}

// A ~ A(:, columns) * expansion, by Gram-Schmidt with pivoting [Cheng2005].
struct Skeleton {
  std::vector<Eigen::Index> columns;
  Eigen::MatrixXcd expansion;
  Eigen::Index size() const { return expansion.rows(); }
};

Skeleton skeleton_of(Eigen::MatrixXcd A) {
  const Eigen::Index most = std::min(A.rows(), A.cols());
  Eigen::MatrixXcd R(most, A.cols());
  Skeleton out;
  VectorX left = A.colwise().squaredNorm();
  const double stop = kDropped * kDropped * left.maxCoeff();
  Eigen::Index k = 0;
  for (; k < most; ++k) {
    Eigen::Index pivot = 0;
    if (left.maxCoeff(&pivot) <= stop) break;
    const Eigen::VectorXcd q = A.col(pivot).normalized();
    R.row(k).noalias() = q.adjoint() * A;
    A.noalias() -= q * R.row(k);
    left -= R.row(k).cwiseAbs2().transpose();
    left[pivot] = -1.0;
    out.columns.push_back(pivot);
  }
  Eigen::MatrixXcd triangle(k, k);
  for (Eigen::Index i = 0; i < k; ++i) triangle.col(i) = R.block(0, out.columns[static_cast<std::size_t>(i)], k, 1);
  out.expansion = triangle.triangularView<Eigen::Upper>().solve(R.topRows(k));
  return out;
}

// The whole source, including its Rankine parts, and its derivative with the normal at y.
struct SourceValues {
  Complex single, twice;
};
SourceValues whole_source(const GreenFunction& G, std::optional<double> depth, const Vector3& x,
                          const WaveLevel& level_x, const Vector3& y, const WaveLevel& level_y, const Vector3& n) {
  double single = 0.0, twice = 0.0;
  const auto add = [&](double z, double sign) {
    const Vector3 a(x.x() - y.x(), x.y() - y.y(), z - y.z());
    const double r2 = a.squaredNorm(), r = std::sqrt(r2);
    single += sign / r;
    twice += sign * a.dot(n) / (r2 * r);
  };
  add(x.z(), 1.0);
  add(-x.z(), G.image_sign());
  if (depth) add(-2.0 * *depth - x.z(), 1.0);
  if (!G.has_wave_part()) return {single, twice};
  const double dx = y.x() - x.x(), dy = y.y() - x.y(), R = std::hypot(dx, dy);
  const WaveValue W = G(R, level_x, level_y);
  const double across = (dx * n.x() + dy * n.y()) / R;
  return {Complex(single + W.re, W.im),
          Complex(twice + W.re_R * across + W.re_z * n.z(), W.im_R * across + W.im_z * n.z())};
}

// Points on the cylinder through a circle, from the water to the bottom (or far down): the values there determine a
// field from the other side.
Eigen::Matrix3Xd proxies(const Vector3& centre, double radius, double inner, double k, std::optional<double> depth) {
  const int orders = 14 + static_cast<int>(std::ceil(k * inner)), around = 2 * orders + 2;
  const GaussRule& rule = gauss_rule(14);
  const double last = depth ? *depth / (*depth + radius) : 1.0;
  Eigen::Matrix3Xd out(3, around * static_cast<int>(rule.x.size()));
  Eigen::Index at = 0;
  for (std::size_t j = 0; j < rule.x.size(); ++j) {
    const double t = 0.5 * last * (1.0 + rule.x[j]), z = -radius * t / (1.0 - t);
    for (int i = 0; i < around; ++i, ++at) {
      const double angle = 2.0 * kPi * (i + 0.618 * static_cast<double>(j)) / around;
      out.col(at) = centre + Vector3(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  }
  return out;
}

}  // namespace

std::vector<int> devices_apart(const Surface& s) {
  std::vector<int> device(static_cast<std::size_t>(s.bodies));
  std::iota(device.begin(), device.end(), 0);
  for (int count = s.bodies;;) {
    const std::vector<Circle> circles = circles_of(s, device, count);
    std::vector<int> joined(static_cast<std::size_t>(count));
    std::iota(joined.begin(), joined.end(), 0);
    const auto head = [&](int d) {
      while (joined[static_cast<std::size_t>(d)] != d) d = joined[static_cast<std::size_t>(d)];
      return d;
    };
    bool is_done = true;
    for (int a = 0; a < count; ++a)
      for (int b = 0; b < a; ++b) {
        if (head(a) == head(b) || are_apart(circles[static_cast<std::size_t>(a)], circles[static_cast<std::size_t>(b)]))
          continue;
        joined[static_cast<std::size_t>(std::max(head(a), head(b)))] = std::min(head(a), head(b));
        is_done = false;
      }
    if (is_done) return device;
    std::vector<int> number(static_cast<std::size_t>(count), -1);
    int next = 0;
    for (int d = 0; d < count; ++d)
      if (head(d) == d) number[static_cast<std::size_t>(d)] = next++;
    for (int& d : device) d = number[static_cast<std::size_t>(head(d))];
    count = next;
  }
}

Interaction::Interaction(const Surface& s, const std::vector<int>& device, double highest_K,
                         std::optional<double> depth, const MatrixX& velocities, const std::vector<int>& body_of,
                         int threads, const Progress& progress)
    : nodes_(s.size()), modes_(velocities.cols()), depth_(depth) {
  const int count = *std::max_element(device.begin(), device.end()) + 1;
  const std::vector<Circle> circles = circles_of(s, device, count);
  for (int d = 0; d < count; ++d) {
    const Circle& own = circles[static_cast<std::size_t>(d)];
    Device made;
    std::vector<Element> elements;
    for (const Element& e : s.elements) {
      if (device[static_cast<std::size_t>(e.body)] != d) continue;
      elements.push_back(e);
      for (int i = 0; i < e.nodes(); ++i) made.nodes.push_back(e.first + i);
    }
    for (Eigen::Index m = 0; m < modes_; ++m)
      if (device[static_cast<std::size_t>(body_of[static_cast<std::size_t>(m)])] == d) made.modes.push_back(m);
    double free = 1e300;
    for (int other = 0; other < count; ++other)
      if (const Circle& c = circles[static_cast<std::size_t>(other)]; other != d)
        free = std::min(free, (c.centre - own.centre).norm() - c.radius);
    MatrixX V(static_cast<Eigen::Index>(made.nodes.size()), static_cast<Eigen::Index>(made.modes.size()));
    for (Eigen::Index i = 0; i < V.rows(); ++i)
      for (Eigen::Index m = 0; m < V.cols(); ++m)
        V(i, m) = velocities(made.nodes[static_cast<std::size_t>(i)], made.modes[static_cast<std::size_t>(m)]);
    const Vector3 centre(own.centre.x(), own.centre.y(), 0.0);
    auto surface = std::make_unique<Surface>(make_surface(std::move(elements)));
    surface->bodies = s.bodies;
    const auto is_same = [&](const Shape& shape) {
      if (shape.surface->size() != surface->size() || shape.influence->velocities().cols() != V.cols()) return false;
      const double small = 1e-9 * own.radius;
      return ((surface->points.colwise() - centre) - (shape.surface->points.colwise() - shape.centre))
                     .cwiseAbs()
                     .maxCoeff() < small &&
             (surface->normals - shape.surface->normals).cwiseAbs().maxCoeff() < 1e-9 &&
             (shape.influence->velocities() - V).cwiseAbs().maxCoeff() < 1e-9 * std::max(1.0, V.cwiseAbs().maxCoeff());
    };
    const auto known = std::find_if(shapes_.begin(), shapes_.end(), is_same);
    made.shape = static_cast<std::size_t>(known - shapes_.begin());
    if (known == shapes_.end()) {
      Shape shape;
      shape.surface = std::move(surface);
      const Symmetry none = no_symmetry(*shape.surface);
      const Eigen::Matrix3Xd inside =
          highest_K > 0.0 ? interior_points(*shape.surface, none, highest_K) : Eigen::Matrix3Xd(3, 0);
      shape.influence = std::make_unique<Influence>(*shape.surface, none, inside, depth, V, threads);
      shape.centre = centre;
      shape.radius = own.radius;
      shape.free = free;
      shapes_.push_back(std::move(shape));
    } else {
      known->free = std::min(known->free, free);
    }
    made.shift = centre - shapes_[made.shape].centre;
    interior_ += shapes_[made.shape].influence->rows() - shapes_[made.shape].surface->size();
    devices_.push_back(std::move(made));
    if (progress) progress(static_cast<double>(d + 1) / count, "single devices");
  }
}

// Solution of a single device at one frequency.
struct Interaction::Answer {
  Skeleton out, in;                   // sources: nodes' dipoles, then their sources; targets: nodes, then points inside
  Eigen::MatrixXcd own;               // potentials without other devices: modes, headings
  Eigen::MatrixXcd arriving;          // per value of an arriving wave at the targets of `in`
  Eigen::MatrixXcd leaving, through;  // strengths at the sources of `out`: of `own`, of `arriving`
};

Interaction::Answer Interaction::answer_of(const Shape& shape, const GreenFunction& G,
                                           const std::vector<double>& headings) const {
  const Surface& s = *shape.surface;
  const Influence& influence = *shape.influence;
  const Eigen::Index n = s.size(), modes = influence.velocities().cols();
  Eigen::MatrixXcd A, b;
  influence.system(G, A, b);
  const Eigen::Index rows = A.rows();
  const Eigen::Matrix3Xd far = proxies(shape.centre, shape.free, shape.radius, G.wavenumber(), depth_);
  Eigen::MatrixXcd to_far(far.cols(), 2 * n), from_far(far.cols(), rows);
  for (Eigen::Index p = 0; p < far.cols(); ++p) {
    const Vector3 x = far.col(p);
    const WaveLevel level = G.level(x.z());
    for (Eigen::Index j = 0; j < rows; ++j) {
      const Vector3 y = influence.target(j);
      const WaveLevel level_y = G.level(y.z());
      const SourceValues g =
          whole_source(G, depth_, x, level, y, level_y, j < n ? Vector3(s.normals.col(j)) : Vector3::Zero());
      from_far(p, j) = g.single;  // G(x, y) = G(y, x)
      if (j >= n) continue;
      to_far(p, j) = s.weights[j] * g.twice;
      to_far(p, n + j) = s.weights[j] * g.single / shape.radius;
    }
  }
  Answer a;
  a.out = skeleton_of(std::move(to_far));
  a.in = skeleton_of(std::move(from_far));
  const auto waves = static_cast<Eigen::Index>(headings.size());
  Eigen::MatrixXcd right(rows, modes + a.in.size() + waves);
  right.leftCols(modes) = b;
  right.middleCols(modes, a.in.size()) = a.in.expansion.transpose();
  for (Eigen::Index h = 0; h < waves; ++h)
    for (Eigen::Index i = 0; i < rows; ++i)
      right(i, modes + a.in.size() + h) =
          4.0 * kPi * incident_at(G, headings[static_cast<std::size_t>(h)], influence.target(i));
  if (!solve_dense(A, right) || !right.topRows(n).allFinite())
    throw SimulationError(
        "the equations of a device's wetted surface are singular: are there panels on top of each "
        "other?",
        0.0, "boundary elements", "potential");
  a.own.resize(n, modes + waves);
  a.own.leftCols(modes) = right.topLeftCorner(n, modes);
  a.own.rightCols(waves) = right.block(0, modes + a.in.size(), n, waves);
  a.arriving = right.block(0, modes, n, a.in.size());
  a.leaving = a.out.expansion.leftCols(n) * a.own;
  a.leaving.leftCols(modes) -= shape.radius * (a.out.expansion.rightCols(n) * influence.velocities().cast<Complex>());
  a.through = a.out.expansion.leftCols(n) * a.arriving;
  return a;
}

// D x_i = b_i + sum_j (K_ij x_j - S_ij V_j), D the matrix of a device alone: with u_j the strengths at the sources of
// device j and M_ij what they are at the targets of device i, u_i = leaving_i + through_i sum_j M_ij u_j.
Eigen::MatrixXcd Interaction::solve(const GreenFunction& G, const std::vector<double>& headings) const {
  std::vector<double> waves;
  if (G.K() > 0.0) waves = headings;
  std::vector<Answer> answers;
  answers.reserve(shapes_.size());
  for (const Shape& shape : shapes_) answers.push_back(answer_of(shape, G, waves));
  std::vector<Eigen::Index> source{0}, target{0};
  for (const Device& d : devices_) {
    source.push_back(source.back() + answers[d.shape].out.size());
    target.push_back(target.back() + answers[d.shape].in.size());
  }
  Eigen::MatrixXcd M = Eigen::MatrixXcd::Zero(target.back(), source.back());
  for (std::size_t j = 0; j < devices_.size(); ++j) {
    const Shape& from = shapes_[devices_[j].shape];
    const Skeleton& out = answers[devices_[j].shape].out;
    const Surface& s = *from.surface;
    for (Eigen::Index b = 0; b < out.size(); ++b) {
      const Eigen::Index column = out.columns[static_cast<std::size_t>(b)], node = column % s.size();
      const Vector3 y = s.points.col(node) + devices_[j].shift, n = s.normals.col(node);
      const WaveLevel level_y = G.level(y.z());
      for (std::size_t i = 0; i < devices_.size(); ++i) {
        if (i == j) continue;
        const Skeleton& in = answers[devices_[i].shape].in;
        for (Eigen::Index a = 0; a < in.size(); ++a) {
          const Vector3 x =
              shapes_[devices_[i].shape].influence->target(in.columns[static_cast<std::size_t>(a)]) + devices_[i].shift;
          const SourceValues g = whole_source(G, depth_, x, G.level(x.z()), y, level_y, n);
          M(target[i] + a, source[j] + b) = s.weights[node] * (column < s.size() ? g.twice : g.single / from.radius);
        }
      }
    }
  }
  const auto count = static_cast<Eigen::Index>(waves.size());
  Eigen::MatrixXcd u = Eigen::MatrixXcd::Zero(source.back(), modes_ + count);
  Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(source.back(), source.back());
  const auto phase_of = [&](const Device& d, Eigen::Index h) {
    const double beta = waves[static_cast<std::size_t>(h)];
    return std::polar(1.0, -G.wavenumber() * (d.shift.x() * std::cos(beta) + d.shift.y() * std::sin(beta)));
  };
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const Device& d = devices_[i];
    const Answer& a = answers[d.shape];
    const auto own = static_cast<Eigen::Index>(d.modes.size());
    for (Eigen::Index m = 0; m < own; ++m)
      u.block(source[i], d.modes[static_cast<std::size_t>(m)], a.out.size(), 1) = a.leaving.col(m);
    for (Eigen::Index h = 0; h < count; ++h)
      u.block(source[i], modes_ + h, a.out.size(), 1) = phase_of(d, h) * a.leaving.col(own + h);
    system.middleRows(source[i], a.out.size()).noalias() -= a.through * M.middleRows(target[i], a.in.size());
  }
  if (!solve_dense(system, u) || !u.allFinite())
    throw SimulationError("the equations between the devices are singular", 0.0, "boundary elements", "potential");
  const Eigen::MatrixXcd arrived = M * u;
  Eigen::MatrixXcd phi(nodes_, modes_ + count);
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const Device& d = devices_[i];
    const Answer& a = answers[d.shape];
    const auto own = static_cast<Eigen::Index>(d.modes.size());
    Eigen::MatrixXcd x = a.arriving * arrived.middleRows(target[i], a.in.size());
    for (Eigen::Index m = 0; m < own; ++m) x.col(d.modes[static_cast<std::size_t>(m)]) += a.own.col(m);
    for (Eigen::Index h = 0; h < count; ++h) x.col(modes_ + h) += phase_of(d, h) * a.own.col(own + h);
    for (Eigen::Index k = 0; k < x.rows(); ++k) phi.row(d.nodes[static_cast<std::size_t>(k)]) = x.row(k);
  }
  return phi;
}

double Interaction::memory_needed(const Surface& s, const std::vector<int>& device, double modes, int at_once) {
  const int count = *std::max_element(device.begin(), device.end()) + 1;
  std::vector<double> nodes(static_cast<std::size_t>(count), 0.0);
  for (const int body : s.body) ++nodes[static_cast<std::size_t>(device[static_cast<std::size_t>(body)])];
  // Memory is estimated as if all shapes were different and each device needed about 100 numbers.
  double kept = 0.0;
  const double largest = *std::max_element(nodes.begin(), nodes.end());
  for (const double n : nodes) kept += 16.0 * n * n;
  const double all = 100.0 * count;
  return kept + 32.0 * largest * largest +
         at_once * (16.0 * (2.0 * all * all + 4.0 * largest * largest) + 16.0 * static_cast<double>(s.size()) * modes);
}

}  // namespace swell::bem
