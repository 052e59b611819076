#include "swell/hydro/slow_drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "complex.h"

namespace swell::hydro {

namespace {

constexpr Eigen::Index kNodes = 8;         // of the interpolation in time
constexpr double kPhase = 0.5;             // rad that the highest difference turns in a step of the table
constexpr double kHeadingTolerance = 0.5;  // deg

/// A body's QTF on its own frequencies.
struct Qtf {
  std::vector<double> omega;          // ascending
  std::vector<Eigen::MatrixXcd> row;  // per dof, / (rho g); empty where the data have none
  double heading_i = 0.0, heading_j = 0.0;
  bool empty() const { return omega.empty(); }
};

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

std::size_t index_of(const std::vector<double>& omega, double w) {
  const auto at = std::lower_bound(omega.begin(), omega.end(), w * (1.0 - 1e-9));
  return static_cast<std::size_t>(at - omega.begin());
}

/// @throws InputError when the table is not Hermitian and square over one set of periods
Qtf qtf_of(const HydroBodyRef& body, const Origin& origin) {
  Qtf qtf;
  const auto& lists = body->qtf_difference;
  for (const auto& list : lists) {
    for (const QtfEntry& e : list) {
      for (const double period : {e.period_i, e.period_j}) qtf.omega.push_back(2.0 * kPi / period);
    }
  }
  std::sort(qtf.omega.begin(), qtf.omega.end());
  qtf.omega.erase(std::unique(qtf.omega.begin(), qtf.omega.end(), same), qtf.omega.end());
  if (qtf.empty()) return qtf;
  const auto n = static_cast<Eigen::Index>(qtf.omega.size());
  qtf.row.resize(6);
  bool first = true;
  for (std::size_t dof = 0; dof < std::min<std::size_t>(6, lists.size()); ++dof) {
    if (lists[dof].empty()) continue;
    Eigen::MatrixXcd& T = qtf.row[dof];
    T.setZero(n, n);
    Eigen::MatrixXi known = Eigen::MatrixXi::Zero(n, n);
    for (const QtfEntry& e : lists[dof]) {
      if (first) {
        qtf.heading_i = e.heading_i;
        qtf.heading_j = e.heading_j;
        first = false;
      }
      if (e.heading_i != qtf.heading_i || e.heading_j != qtf.heading_j) {
        throw InputError(origin, fmt::format("the QTF of {} in {} holds several headings", body->name, body.data->file),
                         "keep one pair of headings");
      }
      const auto i = static_cast<Eigen::Index>(index_of(qtf.omega, 2.0 * kPi / e.period_i)),
                 j = static_cast<Eigen::Index>(index_of(qtf.omega, 2.0 * kPi / e.period_j));
      T(i, j) = e.value;
      known(i, j) = 1;
    }
    // One triangle is enough.
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        if (known(i, j) == 0 && known(j, i) == 1) T(i, j) = std::conj(T(j, i));
        if (known(i, j) + known(j, i) > 0) continue;
        throw InputError(origin,
                         fmt::format("the QTF of {} in {} lacks the periods {:.4g} s and {:.4g} s of motion {}",
                                     body->name, body.data->file, 2.0 * kPi / qtf.omega[static_cast<std::size_t>(i)],
                                     2.0 * kPi / qtf.omega[static_cast<std::size_t>(j)], dof + 1),
                         "every pair of its periods is needed, once");
      }
    }
    const double largest = T.cwiseAbs().maxCoeff(), skew = (T - T.adjoint()).cwiseAbs().maxCoeff();
    if (!(skew <= 1e-2 * largest)) {
      throw InputError(origin,
                       fmt::format("the difference-frequency QTF of {} in {}, motion {}, is not Hermitian: T_ij - conj "
                                   "T_ji = {:.3g} at most, where the largest entry is {:.3g}",
                                   body->name, body.data->file, dof + 1, skew, largest),
                       "is it a sum-frequency table, or scaled twice?");
    }
    T = (0.5 * (T + T.adjoint())).eval();
  }
  return qtf;
}

struct Place {
  Eigen::Index node = 0;
  double share = 0.0;  // of the next node
};

Place place_of(const std::vector<double>& omega, double w) {
  Place place;
  if (omega.size() < 2) return place;
  const double inside = std::clamp(w, omega.front(), omega.back());
  const auto piece = find_piece(omega, inside);
  place.node = static_cast<Eigen::Index>(piece);
  place.share = (inside - omega[piece]) / (omega[piece + 1] - omega[piece]);
  return place;
}

const std::array<const char*, 3> kDriftNames = {"control surface", "momentum conservation", "pressure integration"};

/// The first mean drift the data have.
MeanDrift drift_source(const HydroBody& body) {
  if (!body.mean_drift_control_surface.empty()) return MeanDrift::control_surface;
  if (!body.mean_drift_momentum.empty()) return MeanDrift::momentum;
  return body.mean_drift_pressure.empty() ? MeanDrift::none : MeanDrift::pressure;
}

bool has_qtf(const HydroBody& body) {
  return std::any_of(body.qtf_difference.begin(), body.qtf_difference.end(),
                     [](const auto& list) { return !list.empty(); });
}

/// One direction of travel [rad] for all components.
double direction_of(const waves::SeaState& sea, const Origin& origin) {
  const auto& c = sea.components();
  for (Eigen::Index i = 1; i < c.size(); ++i) {
    if (std::abs(std::remainder(c.direction[i] - c.direction[0], 2.0 * kPi)) > kHeadingTolerance * kDegree) {
      throw InputError(origin,
                       fmt::format("second_order: the sea has the directions {:g} and {:g} deg; one is needed",
                                   c.direction[0] / kDegree, c.direction[i] / kDegree),
                       "give all waves one direction, or take mean_drift, which has no cross terms");
    }
  }
  return c.direction[0];
}

}  // namespace

bool has_slow_drift(const HydroBodyRef& body, SlowDriftRule rule) {
  return has_qtf(*body) || (rule != SlowDriftRule::full && drift_source(*body) != MeanDrift::none);
}

SlowDrift::SlowDrift(const HydroBodyRef& body, const waves::SeaState& sea, const SlowDriftOptions& options)
    : ramp_{sea.ramp_duration()} {
  const waves::WaveComponents& c = sea.components();
  const Eigen::Index n = c.size();
  if (n == 0) return;
  const MeanDrift drift = drift_source(*body);
  const bool mean = drift != MeanDrift::none;
  if (!has_slow_drift(body, options.rule)) {
    throw InputError(options.origin,
                     fmt::format("second_order: {} of {} has no difference-frequency QTF{}", body->name,
                                 body.data->file, mean ? "" : " and no mean drift"),
                     mean ? fmt::format("second_order: newman takes its mean drift ({})",
                                        kDriftNames.at(static_cast<std::size_t>(drift) - 1))
                          : "run the BEM code with drift forces, or leave second_order out");
  }
  const double direction = direction_of(sea, options.origin), rho_g = sea.density() * sea.gravity();
  const Qtf qtf = qtf_of(body, options.origin);
  std::vector<Place> places;
  MatrixX diagonal = MatrixX::Zero(n, 6);
  if (!qtf.empty()) {
    const auto apart = [&](double heading) { return std::abs(std::remainder(heading - direction / kDegree, 360.0)); };
    if (apart(qtf.heading_i) > kHeadingTolerance || apart(qtf.heading_j) > kHeadingTolerance) {
      throw InputError(options.origin,
                       fmt::format("second_order: the QTF of {} in {} is for waves of {:g} and {:g} deg, the sea's are "
                                   "{:g} deg",
                                   body->name, body.data->file, qtf.heading_i, qtf.heading_j, direction / kDegree),
                       "change the direction of the waves or run the BEM code for it");
    }
    double outside = 0.0;
    places.reserve(static_cast<std::size_t>(n));
    for (Eigen::Index i = 0; i < n; ++i) {
      const Place p = place_of(qtf.omega, c.omega[i]);
      places.push_back(p);
      if (c.omega[i] < qtf.omega.front() * (1.0 - 1e-9) || c.omega[i] > qtf.omega.back() * (1.0 + 1e-9))
        outside += c.amplitude[i] * c.amplitude[i];
      for (Eigen::Index r = 0; r < 6; ++r) {
        const Eigen::MatrixXcd& T = qtf.row[static_cast<std::size_t>(r)];
        if (T.size() == 0) continue;
        const Eigen::Index next = std::min(p.node + 1, T.rows() - 1);
        diagonal(i, r) = rho_g * ((1.0 - p.share) * T(p.node, p.node).real() + p.share * T(next, next).real());
      }
    }
    notes_.push_back(fmt::format("{}: second order from the difference-frequency QTF of {:.3g} to {:.3g} rad/s",
                                 body->name, qtf.omega.front(), qtf.omega.back()));
    if (outside > 0.0) {
      notes_.back() += fmt::format("; {:.2g} % of the sea's energy lies outside, where its end values hold",
                                   100.0 * outside / c.amplitude.square().sum());
    }
  } else {
    const ExcitationCoefficients coefficients(body, sea.density(), sea.gravity(), options.interpolation);
    for (Eigen::Index i = 0; i < n; ++i)
      diagonal.row(i) = coefficients.mean_drift(drift, c.omega[i], c.direction[i]).head<6>();
    notes_.push_back(fmt::format("{}: second order from the mean drift by {}", body->name,
                                 kDriftNames.at(static_cast<std::size_t>(drift) - 1)));
  }
  for (Eigen::Index r = 0; r < 6; ++r) {
    const bool some = options.rule == SlowDriftRule::full ? !qtf.row[static_cast<std::size_t>(r)].isZero(0.0)
                                                          : !diagonal.col(r).isZero(0.0);
    if (some) rows_.push_back(r);
  }

  const double highest = c.omega.maxCoeff() - c.omega.minCoeff();
  step_ = kPhase / std::max(highest, kPhase);
  first_ = static_cast<long>(std::floor(options.start / step_)) - kNodes / 2;
  const auto count = static_cast<Eigen::Index>(std::ceil(options.duration / step_)) + 2 * kNodes;
  force_.resize(count, static_cast<Eigen::Index>(rows_.size()));
  constexpr Eigen::Index kBlock = 64;
  const auto nodes = static_cast<Eigen::Index>(qtf.omega.size());
  Eigen::MatrixXcd z = Eigen::MatrixXcd::Zero(n, kBlock), s(nodes, kBlock), product(nodes, kBlock);
  for (Eigen::Index begin = 0; begin < count; begin += kBlock) {
    const Eigen::Index width = std::min(kBlock, count - begin);
    for (Eigen::Index k = 0; k < width; ++k) {
      const double time = static_cast<double>(first_ + begin + k) * step_;
      for (Eigen::Index i = 0; i < n; ++i) z(i, k) = std::polar(c.amplitude[i], c.omega[i] * time + c.phase[i]);
    }
    if (options.rule == SlowDriftRule::full) {
      // Bilinear interpolation is P G P^T with two shares per component: the double sum runs over nodes, not waves.
      s.setZero();
      for (Eigen::Index i = 0; i < n; ++i) {
        const Place& p = places[static_cast<std::size_t>(i)];
        s.row(p.node) += (1.0 - p.share) * z.row(i);
        if (p.share > 0.0) s.row(p.node + 1) += p.share * z.row(i);
      }
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      auto out = force_.col(static_cast<Eigen::Index>(r)).segment(begin, width);
      const auto d = diagonal.col(rows_[r]);
      switch (options.rule) {
        case SlowDriftRule::full:
          product.noalias() = qtf.row[static_cast<std::size_t>(rows_[r])] * s.conjugate();
          out = rho_g * s.cwiseProduct(product).real().colwise().sum().head(width).transpose();
          break;
        case SlowDriftRule::newman:  // the single sum that equals the double one
          out = (d.transpose() * z).cwiseProduct(z.colwise().sum().conjugate()).real().head(width).transpose();
          break;
        case SlowDriftRule::standing: {
          const VectorX forward = d.cwiseMax(0.0).cwiseSqrt(), back = (-d).cwiseMax(0.0).cwiseSqrt();
          out = ((forward.transpose() * z).cwiseAbs2() - (back.transpose() * z).cwiseAbs2()).head(width).transpose();
          break;
        }
      }
    }
  }
}

void SlowDrift::evaluate(double time, double* out) const {
  std::fill_n(out, 6, 0.0);
  if (rows_.empty()) return;
  // Lagrange's polynomial on eight neighbours: products of x - l from both sides.
  static constexpr std::array<double, kNodes> kFactor = {-1.0 / 5040.0, 1.0 / 720.0, -1.0 / 240.0, 1.0 / 144.0,
                                                         -1.0 / 144.0,  1.0 / 240.0, -1.0 / 720.0, 1.0 / 5040.0};
  const double u = time / step_ - static_cast<double>(first_);
  const auto begin =
      std::clamp<Eigen::Index>(static_cast<Eigen::Index>(std::floor(u)) - kNodes / 2 + 1, 0, force_.rows() - kNodes);
  const double x = u - static_cast<double>(begin);
  Eigen::Matrix<double, kNodes, 1> weight;
  double left = 1.0, right = 1.0;
  for (Eigen::Index j = 0; j < kNodes; ++j) {
    weight[j] = kFactor.at(static_cast<std::size_t>(j)) * left;
    left *= x - static_cast<double>(j);
  }
  for (Eigen::Index j = kNodes - 1; j >= 0; --j) {
    weight[j] *= right;
    right *= x - static_cast<double>(j);
  }
  const double R = ramp_(time);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    out[rows_[r]] = R * R * weight.dot(force_.col(static_cast<Eigen::Index>(r)).segment<kNodes>(begin));
  }
}

}  // namespace swell::hydro
