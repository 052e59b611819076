#include "swell/hydro/slow_drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <utility>

#include "complex.h"
#include "way_to_body.h"

namespace swell::hydro {

namespace {

constexpr Eigen::Index kNodes = 8;         // of the interpolation in time
constexpr double kPhase = 0.5;             // rad that the highest difference turns in a step of the table
constexpr double kHeadingTolerance = 0.5;  // deg

using QtfLists = std::vector<std::vector<QtfEntry>>;
enum class Pairs { differences, sums };

struct Place {
  Eigen::Index node = 0;
  double share = 0.0;                  // of the next node
  std::complex<double> arrival = 1.0;  // phase with which the wave arrives at the body
};

/// A body's QTF on its own frequencies, for waves of one heading.
struct Qtf {
  std::vector<double> omega;          // ascending
  std::vector<Eigen::MatrixXcd> row;  // per dof, / (rho g); empty where the data have none
  std::vector<Place> places;          // of the sea's components among these frequencies
  bool empty() const { return omega.empty(); }
  bool has(Eigen::Index dof) const {
    return !empty() && row[static_cast<std::size_t>(dof)].size() > 0 && !row[static_cast<std::size_t>(dof)].isZero(0.0);
  }
};

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

std::size_t index_of(const std::vector<double>& omega, double w) {
  const auto at = std::lower_bound(omega.begin(), omega.end(), w * (1.0 - 1e-9));
  return static_cast<std::size_t>(at - omega.begin());
}

bool belongs(const QtfEntry& e, double heading) {
  return std::abs(std::remainder(e.heading_i - heading, 360.0)) < 1e-6 &&
         std::abs(std::remainder(e.heading_j - heading, 360.0)) < 1e-6;
}

/// About the body's place: away from the data's origin phases turn fast from node to node.
/// @param heading [deg]  of both waves of a pair
/// @throws InputError when the table is not square over one set of periods, and Hermitian (symmetric: of sums)
Qtf qtf_of(const HydroBodyRef& body, const WayToBody& way, Pairs pairs, double heading, const Origin& origin) {
  const bool sums = pairs == Pairs::sums;
  Qtf qtf;
  const QtfLists& lists = sums ? body->qtf_sum : body->qtf_difference;
  for (const auto& list : lists) {
    for (const QtfEntry& e : list) {
      if (!belongs(e, heading)) continue;
      for (const double period : {e.period_i, e.period_j}) qtf.omega.push_back(2.0 * kPi / period);
    }
  }
  std::sort(qtf.omega.begin(), qtf.omega.end());
  qtf.omega.erase(std::unique(qtf.omega.begin(), qtf.omega.end(), same), qtf.omega.end());
  if (qtf.empty()) return qtf;
  const auto n = static_cast<Eigen::Index>(qtf.omega.size());
  Eigen::VectorXcd back(n);
  for (Eigen::Index i = 0; i < n; ++i)
    back[i] = std::polar(1.0, way.lag(way.wavenumber(qtf.omega[static_cast<std::size_t>(i)]), heading * kDegree));
  qtf.row.resize(6);
  for (std::size_t dof = 0; dof < std::min<std::size_t>(6, lists.size()); ++dof) {
    if (std::none_of(lists[dof].begin(), lists[dof].end(), [&](const QtfEntry& e) { return belongs(e, heading); }))
      continue;
    Eigen::MatrixXcd& T = qtf.row[dof];
    T.setZero(n, n);
    Eigen::MatrixXi known = Eigen::MatrixXi::Zero(n, n);
    for (const QtfEntry& e : lists[dof]) {
      if (!belongs(e, heading)) continue;
      const auto i = static_cast<Eigen::Index>(index_of(qtf.omega, 2.0 * kPi / e.period_i)),
                 j = static_cast<Eigen::Index>(index_of(qtf.omega, 2.0 * kPi / e.period_j));
      T(i, j) = e.value;
      known(i, j) = 1;
    }
    // One triangle is enough.
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        if (known(i, j) == 0 && known(j, i) == 1) T(i, j) = sums ? T(j, i) : std::conj(T(j, i));
        if (known(i, j) + known(j, i) > 0) continue;
        throw InputError(origin,
                         fmt::format("the QTF of {} in {} lacks the periods {:.4g} s and {:.4g} s of motion {}",
                                     body->name, body.data->file, 2.0 * kPi / qtf.omega[static_cast<std::size_t>(i)],
                                     2.0 * kPi / qtf.omega[static_cast<std::size_t>(j)], dof + 1),
                         "every pair of its periods is needed, once");
      }
    }
    const Eigen::MatrixXcd other = sums ? Eigen::MatrixXcd(T.transpose()) : Eigen::MatrixXcd(T.adjoint());
    const double largest = T.cwiseAbs().maxCoeff(), skew = (T - other).cwiseAbs().maxCoeff();
    if (!(skew <= 1e-2 * largest)) {
      throw InputError(
          origin,
          fmt::format("the {}-frequency QTF of {} in {}, motion {}, is not {}: T_ij - {}T_ji = {:.3g} at most, "
                      "where the largest entry is {:.3g}",
                      sums ? "sum" : "difference", body->name, body.data->file, dof + 1,
                      sums ? "symmetric" : "Hermitian", sums ? "" : "conj ", skew, largest),
          fmt::format("is it a {}-frequency table, or scaled twice?", sums ? "difference" : "sum"));
    }
    const Eigen::VectorXcd second = sums ? back : Eigen::VectorXcd(back.conjugate());
    T = (0.5 * (back.asDiagonal() * (T + other) * second.asDiagonal())).eval();
  }
  return qtf;
}

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

bool has_entries(const QtfLists& lists) {
  return std::any_of(lists.begin(), lists.end(), [](const auto& list) { return !list.empty(); });
}
bool has_qtf(const HydroBody& body) { return has_entries(body.qtf_difference); }

/// [deg] in [0, 360), ascending: those that both waves of some pair have.
std::vector<double> qtf_headings(const QtfLists& lists) {
  std::vector<double> headings;
  for (const auto& list : lists) {
    for (const QtfEntry& e : list) {
      if (!belongs(e, e.heading_i)) continue;
      const double at = e.heading_i - 360.0 * std::floor(e.heading_i / 360.0 + 1e-9);
      if (std::none_of(headings.begin(), headings.end(), [&](double h) { return belongs(e, h); }))
        headings.push_back(at);
    }
  }
  std::sort(headings.begin(), headings.end());
  return headings;
}

/// Headings that leave no gap wider than the widest between two of them, as those of excitation.
bool all_round(const std::vector<double>& degrees) {
  if (degrees.size() < 4) return false;
  double widest = 0.0;
  for (std::size_t d = 1; d < degrees.size(); ++d) widest = std::max(widest, degrees[d] - degrees[d - 1]);
  return 360.0 - (degrees.back() - degrees.front()) <= widest * (1.0 + 1e-6);
}

/// The headings [deg] for which the force is made: that of the sea, or all round of a body that turns.
std::vector<double> headings_for(const HydroBodyRef& body, double direction, const SlowDriftOptions& options) {
  const double sea = direction / kDegree;
  if (!has_qtf(*body)) {
    if (!options.turns) return {sea};
    std::vector<double> every;
    for (int heading = 0; heading < 360; heading += 10) every.push_back(heading);
    return every;
  }
  std::vector<double> headings = qtf_headings(body->qtf_difference);
  if (options.turns) {
    if (all_round(headings)) return headings;
    throw InputError(
        options.origin,
        fmt::format("second_order: {} turns by passive_yaw, and the QTF of {} has equal headings of {:g} deg "
                    "alone: they do not go all round",
                    body->name, body.data->file, fmt::join(headings, ", ")),
        "run the BEM code for headings all round, or leave out passive_yaw");
  }
  for (const double heading : headings) {
    if (std::abs(std::remainder(heading - sea, 360.0)) <= kHeadingTolerance) return {heading};
  }
  std::string pairs;
  for (const double heading : headings)
    pairs += fmt::format("{}{:g} and {:g}", pairs.empty() ? "" : ", ", heading, heading);
  if (pairs.empty()) pairs = "unequal headings";
  throw InputError(options.origin,
                   fmt::format("second_order: the QTF of {} in {} is for waves of {} deg, the sea's are {:g} deg",
                               body->name, body.data->file, pairs, sea),
                   "change the direction of the waves or run the BEM code for it");
}

/// What the data say for one heading.
struct Heading {
  Qtf qtf, sums;
  MatrixX diagonal;  // T_ii of each component, 6 columns
};

/// The sum-frequency table of the heading nearest to this one. @throws InputError when none is near
Qtf sums_of(const HydroBodyRef& body, const WayToBody& way, double degrees, const Origin& origin) {
  const std::vector<double> headings = qtf_headings(body->qtf_sum);
  for (const double heading : headings) {
    if (std::abs(std::remainder(heading - degrees, 360.0)) <= kHeadingTolerance)
      return qtf_of(body, way, Pairs::sums, heading, origin);
  }
  throw InputError(origin,
                   fmt::format("sum_frequency: the sum-frequency QTF of {} in {} has equal headings of {:g} deg, and "
                               "{:g} deg is needed",
                               body->name, body.data->file, fmt::join(headings, ", "), degrees),
                   "run the BEM code for it, or leave sum_frequency out");
}

void place_components(const waves::WaveComponents& components, const Eigen::ArrayXcd& arrival, Qtf& qtf) {
  for (Eigen::Index i = 0; i < components.size(); ++i) {
    qtf.places.push_back(place_of(qtf.omega, components.omega[i]));
    qtf.places.back().arrival = arrival[i];
  }
}

/// Waves summed at the nodes of a table by their shares: bilinear interpolation is P G P^T with two shares per
/// component, so that the double sum runs over nodes, not waves.
void sum_at_nodes(const Qtf& qtf, const Eigen::MatrixXcd& z, Eigen::MatrixXcd& s) {
  s.setZero(static_cast<Eigen::Index>(qtf.omega.size()), z.cols());
  for (Eigen::Index i = 0; i < z.rows(); ++i) {
    const Place& p = qtf.places[static_cast<std::size_t>(i)];
    s.row(p.node) += (1.0 - p.share) * p.arrival * z.row(i);
    if (p.share > 0.0) s.row(p.node + 1) += p.share * p.arrival * z.row(i);
  }
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

bool has_sum_frequency(const HydroBodyRef& body) { return has_entries(body->qtf_sum); }

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
  direction_ = direction_of(sea, options.origin);
  const double rho_g = sea.density() * sea.gravity();
  std::optional<ExcitationCoefficients> coefficients;
  if (!has_qtf(*body)) {
    coefficients.emplace(body, sea.density(), sea.gravity(), options.interpolation);
    if (options.turns && !coefficients->all_round()) {
      throw InputError(options.origin,
                       fmt::format("second_order: {} turns by passive_yaw, and the headings of {} do not go all round",
                                   body->name, body.data->file),
                       "run the BEM code for headings all round, or leave out passive_yaw");
    }
  }
  const bool sums = options.sums && has_sum_frequency(body);
  const WayToBody way(body, sea.gravity());
  Eigen::ArrayXcd arrival(n);  // the body may turn, its place does not
  for (Eigen::Index i = 0; i < n; ++i) arrival[i] = std::polar(1.0, -way.lag(c.wavenumber[i], direction_));
  std::vector<Heading> of;
  for (const double degrees : headings_for(body, direction_, options)) {
    heading_.push_back(degrees * kDegree);
    Heading made;
    made.diagonal = MatrixX::Zero(n, 6);
    if (coefficients) {
      for (Eigen::Index i = 0; i < n; ++i) {
        made.diagonal.row(i) =
            coefficients->mean_drift(drift, c.omega[i], options.turns ? heading_.back() : c.direction[i]).head<6>();
      }
    } else {
      made.qtf = qtf_of(body, way, Pairs::differences, degrees, options.origin);
      place_components(c, arrival, made.qtf);
      for (Eigen::Index i = 0; i < n; ++i) {
        const Place& p = made.qtf.places[static_cast<std::size_t>(i)];
        for (Eigen::Index r = 0; r < 6; ++r) {
          const Eigen::MatrixXcd& T = made.qtf.row[static_cast<std::size_t>(r)];
          if (T.size() == 0) continue;
          const Eigen::Index next = std::min(p.node + 1, T.rows() - 1);
          made.diagonal(i, r) = rho_g * ((1.0 - p.share) * T(p.node, p.node).real() + p.share * T(next, next).real());
        }
      }
    }
    if (sums) {
      made.sums = sums_of(body, way, degrees, options.origin);
      place_components(c, arrival, made.sums);
    }
    of.push_back(std::move(made));
  }
  if (coefficients) {
    notes_.push_back(fmt::format("{}: second order from the mean drift by {}", body->name,
                                 kDriftNames.at(static_cast<std::size_t>(drift) - 1)));
  } else {
    const std::vector<double>& omega = of.front().qtf.omega;
    double outside = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (c.omega[i] < omega.front() * (1.0 - 1e-9) || c.omega[i] > omega.back() * (1.0 + 1e-9))
        outside += c.amplitude[i] * c.amplitude[i];
    }
    notes_.push_back(fmt::format("{}: second order from the difference-frequency QTF of {:.3g} to {:.3g} rad/s",
                                 body->name, omega.front(), omega.back()));
    if (outside > 0.0) {
      notes_.back() += fmt::format("; {:.2g} % of the sea's energy lies outside, where its end values hold",
                                   100.0 * outside / c.amplitude.square().sum());
    }
  }
  if (sums)
    notes_.back() += fmt::format(", with the sum-frequency QTF of {:.3g} to {:.3g} rad/s",
                                 of.front().sums.omega.front(), of.front().sums.omega.back());
  if (options.turns) notes_.back() += fmt::format(", for {} headings all round", of.size());
  for (Eigen::Index r = 0; r < 6; ++r) {
    const bool some = std::any_of(of.begin(), of.end(), [&](const Heading& at) {
      return (options.rule != SlowDriftRule::full ? !at.diagonal.col(r).isZero(0.0) : at.qtf.has(r)) || at.sums.has(r);
    });
    if (some) rows_.push_back(r);
  }

  const double highest = sums ? 2.0 * c.omega.maxCoeff() : c.omega.maxCoeff() - c.omega.minCoeff();
  step_ = kPhase / std::max(highest, kPhase);
  first_ = static_cast<long>(std::floor(options.start / step_)) - kNodes / 2;
  const auto count = static_cast<Eigen::Index>(std::ceil(options.duration / step_)) + 2 * kNodes;
  force_.setZero(count, static_cast<Eigen::Index>(rows_.size() * of.size()));
  constexpr Eigen::Index kBlock = 64;
  Eigen::MatrixXcd z = Eigen::MatrixXcd::Zero(n, kBlock), here, s, s_of_sums, product;
  for (Eigen::Index begin = 0; begin < count; begin += kBlock) {
    const Eigen::Index width = std::min(kBlock, count - begin);
    for (Eigen::Index k = 0; k < width; ++k) {
      const double time = static_cast<double>(first_ + begin + k) * step_;
      for (Eigen::Index i = 0; i < n; ++i) z(i, k) = std::polar(c.amplitude[i], c.omega[i] * time + c.phase[i]);
    }
    if (options.rule != SlowDriftRule::full) here = arrival.matrix().asDiagonal() * z;
    for (std::size_t h = 0; h < of.size(); ++h) {
      const Heading& at = of[h];
      if (options.rule == SlowDriftRule::full) sum_at_nodes(at.qtf, z, s);
      if (sums) sum_at_nodes(at.sums, z, s_of_sums);
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        auto out = force_.col(static_cast<Eigen::Index>(h * rows_.size() + r)).segment(begin, width);
        const auto d = at.diagonal.col(rows_[r]);
        switch (options.rule) {
          case SlowDriftRule::full: {
            const Eigen::MatrixXcd& T = at.qtf.row[static_cast<std::size_t>(rows_[r])];
            if (T.size() == 0) break;
            product.noalias() = T * s.conjugate();
            out = rho_g * s.cwiseProduct(product).real().colwise().sum().head(width).transpose();
            break;
          }
          case SlowDriftRule::newman:  // the single sum that equals the double one
            out = (d.transpose() * here).cwiseProduct(here.colwise().sum().conjugate()).real().head(width).transpose();
            break;
          case SlowDriftRule::standing: {
            const VectorX forward = d.cwiseMax(0.0).cwiseSqrt(), back = (-d).cwiseMax(0.0).cwiseSqrt();
            out = ((forward.transpose() * here).cwiseAbs2() - (back.transpose() * here).cwiseAbs2())
                      .head(width)
                      .transpose();
            break;
          }
        }
        if (at.sums.has(rows_[r])) {
          product.noalias() = at.sums.row[static_cast<std::size_t>(rows_[r])] * s_of_sums;
          out += rho_g * s_of_sums.cwiseProduct(product).real().colwise().sum().head(width).transpose();
        }
      }
    }
  }
}

void SlowDrift::evaluate(double time, double yaw, double coefficient_yaw, double* out) const {
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
  const double square = ramp_(time) * ramp_(time);
  const auto add = [&](std::size_t heading, double share) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const auto column = static_cast<Eigen::Index>(heading * rows_.size() + r);
      out[rows_[r]] += share * square * weight.dot(force_.col(column).segment<kNodes>(begin));
    }
  };
  const std::size_t count = heading_.size();
  if (count == 1) return add(0, 1.0);
  // Lagrange's cubic through the four headings about the relative one, round the circle.
  double relative = direction_ - coefficient_yaw;
  relative -= 2.0 * kPi * std::floor(relative / (2.0 * kPi));
  const auto above =
      static_cast<std::size_t>(std::upper_bound(heading_.begin(), heading_.end(), relative) - heading_.begin());
  std::array<double, 4> at{};
  std::array<std::size_t, 4> which{};
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t place = above + count - 2 + k;  // one turn on, so that it is not below 0
    which.at(k) = place % count;
    const std::size_t turns = place / count;
    at.at(k) = heading_[which.at(k)] + 2.0 * kPi * (static_cast<double>(turns) - 1.0);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    double share = 1.0;
    for (std::size_t j = 0; j < 4; ++j) {
      if (j != k) share *= (relative - at.at(j)) / (at.at(k) - at.at(j));
    }
    add(which.at(k), share);
  }
  const double cosine = std::cos(yaw), sine = std::sin(yaw);
  for (const int first : {0, 3}) {
    const double along = out[first], across = out[first + 1];
    out[first] = cosine * along - sine * across;
    out[first + 1] = sine * along + cosine * across;
  }
}

}  // namespace swell::hydro
