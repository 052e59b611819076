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

// What is dropped of the waves between devices, of the strongest node's. Potentials then differ by some 1e-6.
constexpr double kDropped = 1e-7;
// The same where nodes are chosen for many frequencies. Squared it must stay well above the rounding.
constexpr double kHeld = 1e-6;
// Circles of two devices are at least so far apart, of the sum of their radii; else they are one device.
constexpr double kApart = 1.2;
constexpr double kNodesSuffice = 2.5;  // radii of an element from which its nodes do, as in influence.cpp

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

// Columns of A that give the others, by Gram and Schmidt with pivots (Cheng, Gimbutas, Martinsson and Rokhlin 2005).
std::vector<Eigen::Index> columns_of(Eigen::MatrixXcd A) {
  const Eigen::Index most = std::min(A.rows(), A.cols());
  std::vector<Eigen::Index> columns;
  VectorX left = A.colwise().squaredNorm();
  const double stop = kDropped * kDropped * left.maxCoeff();
  for (Eigen::Index k = 0; k < most; ++k) {
    Eigen::Index pivot = 0;
    if (left.maxCoeff(&pivot) <= stop) break;
    const Eigen::VectorXcd q = A.col(pivot).normalized();
    const Eigen::RowVectorXcd row = q.adjoint() * A;
    A.noalias() -= q * row;
    left -= row.cwiseAbs2().transpose();
    left[pivot] = -1.0;
    columns.push_back(pivot);
  }
  return columns;
}

// A ~ A(:, columns) * expansion by least squares. Columns may be more than this A needs: what it does not tell apart
// is held small, so that the expansion changes with frequency as slowly as A does.
Eigen::MatrixXcd expansion_of(const Eigen::MatrixXcd& A, const std::vector<Eigen::Index>& columns) {
  const auto count = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXcd kept(A.rows(), count);
  for (Eigen::Index i = 0; i < count; ++i) kept.col(i) = A.col(columns[static_cast<std::size_t>(i)]);
  Eigen::MatrixXcd normal = kept.adjoint() * kept;
  normal.diagonal().array() += kHeld * kHeld * normal.diagonal().real().maxCoeff();
  return normal.llt().solve(kept.adjoint() * A);
}

// The whole source, its Rankine parts too, and its derivative with the normal at y.
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

// Points on the vertical through a circle, from the water to the bottom (or far down), where a field that comes from
// the other side of it is known by its values.
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

// Of a single device at one frequency.
struct Interaction::Answer {
  Exchange exchange;          // sources: nodes' dipoles, then their sources; targets: nodes, then points inside
  Eigen::MatrixXcd own;       // potentials, alone: modes, then headings, these with phase 0 at the shape's place
  Eigen::MatrixXcd arriving;  // per value of an arriving wave at the targets
};

// From the nodes' dipoles and sources to points far away, and from sources there to the targets.
void Interaction::far_matrices(const Shape& shape, const GreenFunction& G, Eigen::MatrixXcd& to_far,
                               Eigen::MatrixXcd& from_far) const {
  const Surface& s = *shape.surface;
  const Eigen::Index n = s.size(), rows = shape.influence->rows();
  const Eigen::Matrix3Xd far = proxies(shape.centre, shape.free, shape.radius, G.wavenumber(), depth_);
  to_far.resize(far.cols(), 2 * n);
  from_far.resize(far.cols(), rows);
  for (Eigen::Index p = 0; p < far.cols(); ++p) {
    const Vector3 x = far.col(p);
    const WaveLevel level = G.level(x.z());
    for (Eigen::Index j = 0; j < rows; ++j) {
      const Vector3 y = shape.influence->target(j);
      const WaveLevel level_y = G.level(y.z());
      const SourceValues g =
          whole_source(G, depth_, x, level, y, level_y, j < n ? Vector3(s.normals.col(j)) : Vector3::Zero());
      from_far(p, j) = g.single;  // G(x, y) = G(y, x)
      if (j >= n) continue;
      to_far(p, j) = s.weights[j] * g.twice;
      to_far(p, n + j) = s.weights[j] * g.single / shape.radius;
    }
  }
}

void Interaction::fix_nodes(const std::vector<GreenFunction>& frequencies) {
  for (Shape& shape : shapes_) {
    Eigen::MatrixXcd all_to, all_from, to_far, from_far;
    for (const GreenFunction& G : frequencies) {
      far_matrices(shape, G, to_far, from_far);
      // Each frequency as heavy as the others.
      const auto add = [](Eigen::MatrixXcd& all, const Eigen::MatrixXcd& more) {
        all.conservativeResize(all.rows() + more.rows(), more.cols());
        all.bottomRows(more.rows()) = more / std::sqrt(more.colwise().squaredNorm().maxCoeff());
      };
      add(all_to, to_far);
      add(all_from, from_far);
    }
    shape.out = columns_of(std::move(all_to));
    shape.in = columns_of(std::move(all_from));
  }
}

Interaction::Answer Interaction::answer_of(const Shape& shape, const GreenFunction& G,
                                           const std::vector<double>& headings) const {
  const Influence& influence = *shape.influence;
  const Eigen::Index n = shape.surface->size(), modes = influence.velocities().cols();
  Eigen::MatrixXcd A, b, to_far, from_far;
  influence.system(G, A, b);
  const Eigen::Index rows = A.rows();
  far_matrices(shape, G, to_far, from_far);
  Answer a;
  Exchange& e = a.exchange;
  const bool is_fixed = !shape.out.empty() && G.K() > 0.0;
  e.out = is_fixed ? shape.out : columns_of(to_far);
  e.in = is_fixed ? shape.in : columns_of(from_far);
  const Eigen::MatrixXcd out = expansion_of(to_far, e.out);
  const auto waves = static_cast<Eigen::Index>(headings.size()), targets = static_cast<Eigen::Index>(e.in.size());
  Eigen::MatrixXcd right(rows, modes + targets + waves);
  right.leftCols(modes) = b;
  right.middleCols(modes, targets) = expansion_of(from_far, e.in).transpose();
  for (Eigen::Index h = 0; h < waves; ++h)
    for (Eigen::Index i = 0; i < rows; ++i)
      right(i, modes + targets + h) =
          4.0 * kPi * incident_at(G, headings[static_cast<std::size_t>(h)], influence.target(i) - shape.centre);
  if (!solve_dense(A, right) || !right.topRows(n).allFinite())
    throw SimulationError(
        "the equations of a device's wetted surface are singular: are there panels on top of each "
        "other?",
        0.0, "boundary elements", "potential");
  a.own.resize(n, modes + waves);
  a.own.leftCols(modes) = right.topLeftCorner(n, modes);
  a.own.rightCols(waves) = right.block(0, modes + targets, n, waves);
  a.arriving = right.block(0, modes, n, targets);
  e.leaving = out.leftCols(n) * a.own;
  e.leaving.leftCols(modes) -= shape.radius * (out.rightCols(n) * influence.velocities().cast<Complex>());
  e.through = out.leftCols(n) * a.arriving;
  return a;
}

// D x_i = b_i + sum_j (K_ij x_j - S_ij V_j), D the matrix of a device alone: with u_j the strengths at the sources of
// device j and M_ij what they are at the targets of device i, u_i = leaving_i + through_i sum_j M_ij u_j.
Eigen::MatrixXcd Interaction::arriving(const GreenFunction& G, const std::vector<double>& waves,
                                       const std::vector<Exchange>& exchange) const {
  std::vector<Eigen::Index> source{0}, target{0};
  for (const Device& d : devices_) {
    source.push_back(source.back() + static_cast<Eigen::Index>(exchange[d.shape].out.size()));
    target.push_back(target.back() + static_cast<Eigen::Index>(exchange[d.shape].in.size()));
  }
  Eigen::MatrixXcd M = Eigen::MatrixXcd::Zero(target.back(), source.back());
  for (std::size_t j = 0; j < devices_.size(); ++j) {
    const Shape& from = shapes_[devices_[j].shape];
    const std::vector<Eigen::Index>& out = exchange[devices_[j].shape].out;
    const Surface& s = *from.surface;
    for (std::size_t b = 0; b < out.size(); ++b) {
      const Eigen::Index node = out[b] % s.size();
      const Vector3 y = s.points.col(node) + devices_[j].shift, n = s.normals.col(node);
      const WaveLevel level_y = G.level(y.z());
      for (std::size_t i = 0; i < devices_.size(); ++i) {
        if (i == j) continue;
        const std::vector<Eigen::Index>& in = exchange[devices_[i].shape].in;
        for (std::size_t a = 0; a < in.size(); ++a) {
          const Vector3 x = shapes_[devices_[i].shape].influence->target(in[a]) + devices_[i].shift;
          const SourceValues g = whole_source(G, depth_, x, G.level(x.z()), y, level_y, n);
          M(target[i] + static_cast<Eigen::Index>(a), source[j] + static_cast<Eigen::Index>(b)) =
              s.weights[node] * (out[b] < s.size() ? g.twice : g.single / from.radius);
        }
      }
    }
  }
  const auto count = static_cast<Eigen::Index>(waves.size());
  Eigen::MatrixXcd u = Eigen::MatrixXcd::Zero(source.back(), modes_ + count);
  Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(source.back(), source.back());
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const Device& d = devices_[i];
    const Exchange& e = exchange[d.shape];
    const Eigen::Index own = static_cast<Eigen::Index>(d.modes.size()), size = source[i + 1] - source[i];
    for (Eigen::Index m = 0; m < own; ++m)
      u.block(source[i], d.modes[static_cast<std::size_t>(m)], size, 1) = e.leaving.col(m);
    for (Eigen::Index h = 0; h < count; ++h)
      u.block(source[i], modes_ + h, size, 1) =
          phase_at(d, G, waves[static_cast<std::size_t>(h)]) * e.leaving.col(own + h);
    system.middleRows(source[i], size).noalias() -= e.through * M.middleRows(target[i], target[i + 1] - target[i]);
  }
  if (!solve_dense(system, u) || !u.allFinite())
    throw SimulationError("the equations between the devices are singular", 0.0, "boundary elements", "potential");
  return M * u;
}

Complex Interaction::phase_at(const Device& d, const GreenFunction& G, double heading) const {
  const Vector3 x = shapes_[d.shape].centre + d.shift;
  return std::polar(1.0, -G.wavenumber() * (x.x() * std::cos(heading) + x.y() * std::sin(heading)));
}

Eigen::MatrixXcd Interaction::spread(const GreenFunction& G, const std::vector<double>& waves, const Device& d,
                                     const Eigen::MatrixXcd& own, const Eigen::MatrixXcd& arriving,
                                     const Eigen::MatrixXcd& arrived) const {
  Eigen::MatrixXcd x = arriving * arrived;
  const auto modes = static_cast<Eigen::Index>(d.modes.size()), count = static_cast<Eigen::Index>(waves.size());
  for (Eigen::Index m = 0; m < modes; ++m) x.col(d.modes[static_cast<std::size_t>(m)]) += own.col(m);
  for (Eigen::Index h = 0; h < count; ++h)
    x.col(modes_ + h) += phase_at(d, G, waves[static_cast<std::size_t>(h)]) * own.col(modes + h);
  return x;
}

Eigen::MatrixXcd Interaction::solve(const GreenFunction& G, const std::vector<double>& headings,
                                    Eigen::VectorXcd* single) const {
  std::vector<double> waves;
  if (G.K() > 0.0) waves = headings;
  std::vector<Answer> answers;
  std::vector<Exchange> exchange;
  for (const Shape& shape : shapes_) {
    answers.push_back(answer_of(shape, G, waves));
    exchange.push_back(answers.back().exchange);
  }
  if (single != nullptr) {
    *single = Eigen::VectorXcd();
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const Surface& s = *shapes_[i].surface;
      const Answer& a = answers[i];
      const Eigen::MatrixXcd weighted =
          (shapes_[i].influence->velocities().transpose() * s.weights.matrix().asDiagonal()).cast<Complex>();
      Eigen::MatrixXcd block(weighted.rows() + a.exchange.leaving.rows(), a.own.cols() + a.arriving.cols());
      block << weighted * a.own, weighted * a.arriving, a.exchange.leaving, a.exchange.through;
      single->conservativeResize(single->size() + block.size());
      single->tail(block.size()) = block.reshaped();
    }
  }
  const Eigen::MatrixXcd arrived = arriving(G, waves, exchange);
  Eigen::MatrixXcd phi(nodes_, modes_ + static_cast<Eigen::Index>(waves.size()));
  Eigen::Index from = 0;
  for (const Device& d : devices_) {
    const Answer& a = answers[d.shape];
    const Eigen::MatrixXcd x = spread(G, waves, d, a.own, a.arriving, arrived.middleRows(from, a.arriving.cols()));
    for (Eigen::Index k = 0; k < x.rows(); ++k) phi.row(d.nodes[static_cast<std::size_t>(k)]) = x.row(k);
    from += a.arriving.cols();
  }
  return phi;
}

Eigen::MatrixXcd Interaction::forces(const GreenFunction& G, const std::vector<double>& headings,
                                     const Eigen::VectorXcd& single) const {
  std::vector<Exchange> exchange;
  std::vector<Eigen::MatrixXcd> own, by_arriving;
  Eigen::Index at = 0;
  for (const Shape& shape : shapes_) {
    const auto sources = static_cast<Eigen::Index>(shape.out.size()),
               targets = static_cast<Eigen::Index>(shape.in.size()), modes = shape.influence->velocities().cols(),
               alone = modes + static_cast<Eigen::Index>(headings.size());
    const Eigen::Map<const Eigen::MatrixXcd> block(single.data() + at, modes + sources, alone + targets);
    own.push_back(block.topLeftCorner(modes, alone));
    by_arriving.push_back(block.topRightCorner(modes, targets));
    exchange.push_back(
        {shape.out, shape.in, block.bottomLeftCorner(sources, alone), block.bottomRightCorner(sources, targets)});
    at += block.size();
  }
  SWELL_EXPECT(at == single.size());
  const Eigen::MatrixXcd arrived = arriving(G, headings, exchange);
  Eigen::MatrixXcd out(modes_, modes_ + static_cast<Eigen::Index>(headings.size()));
  Eigen::Index from = 0;
  for (const Device& d : devices_) {
    const Eigen::MatrixXcd& by = by_arriving[d.shape];
    const Eigen::MatrixXcd x = spread(G, headings, d, own[d.shape], by, arrived.middleRows(from, by.cols()));
    for (Eigen::Index m = 0; m < x.rows(); ++m) out.row(d.modes[static_cast<std::size_t>(m)]) = x.row(m);
    from += by.cols();
  }
  return out;
}

double Interaction::memory_needed(const Surface& s, const std::vector<int>& device, double modes, int at_once) {
  const int count = *std::max_element(device.begin(), device.end()) + 1;
  std::vector<double> nodes(static_cast<std::size_t>(count), 0.0);
  for (const int body : s.body) ++nodes[static_cast<std::size_t>(device[static_cast<std::size_t>(body)])];
  // Devices are counted as if no two were of one shape; each is taken to need some 100 numbers.
  double kept = 0.0;
  const double largest = *std::max_element(nodes.begin(), nodes.end());
  for (const double n : nodes) kept += 16.0 * n * n;
  const double all = 100.0 * count;
  return kept + 32.0 * largest * largest +
         at_once * (16.0 * (2.0 * all * all + 4.0 * largest * largest) + 16.0 * static_cast<double>(s.size()) * modes);
}

}  // namespace swell::bem
