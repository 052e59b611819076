#include "passivity.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <vector>

#include "complex.h"

namespace swell::hydro {
namespace {

/// 0 to 1.2 omega_max evenly, then by ratio up to 60 omega_max, or twice the fastest pole, and by octaves. Below the
/// first step by halves: the response of a realisation without force of a steady velocity leaves 0 at 0 like omega^2,
/// downwards too. Where the even steps end, also where poles resonate: a dip of one that is hardly damped is narrower
/// than the ratio.
/// @param poles  all of them
std::vector<double> sampled_omega(double omega_max, const std::vector<std::complex<double>>& poles) {
  std::vector<double> omega = {0.0};
  for (int k = 8; k > 0; --k) omega.push_back(1.2 * omega_max / 600.0 * std::pow(0.5, k));
  for (int k = 1; k <= 600; ++k) omega.push_back(1.2 * omega_max * k / 600.0);
  double last = 60.0 * omega_max;
  for (const std::complex<double>& pole : poles) last = std::max(last, 2.0 * std::abs(pole));
  const double ratio = std::pow(50.0, 1.0 / 60.0);
  while (omega.back() < last) omega.push_back(ratio * omega.back());
  // There C B / (i omega) is left, whose Hermitian part is what is skew in it.
  for (int k = 0; k < 4; ++k) omega.push_back(2.0 * omega.back());
  for (const std::complex<double>& pole : poles) {
    for (const double side : {-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0}) {
      const double w = pole.imag() + side * std::abs(pole.real());
      if (pole.imag() > 0.0 && w > 1.2 * omega_max && w < last) omega.push_back(w);
    }
  }
  std::sort(omega.begin(), omega.end());
  return omega;
}

void add_poles(const MatrixX& A, std::vector<std::complex<double>>& poles) {
  const Eigen::EigenSolver<MatrixX> eigen(A, false);
  poles.insert(poles.end(), eigen.eigenvalues().begin(), eigen.eigenvalues().end());
}

/// Whether the Hermitian part of R + i I has all eigenvalues above the level, by a factorisation in place of them.
/// @param R, I  room for two matrices
bool is_above(const Eigen::Ref<const MatrixX>& re_part, const Eigen::Ref<const MatrixX>& im_part, double level,
              MatrixX& R, MatrixX& I) {
  const Eigen::Index n = re_part.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = j; i < n; ++i) {
      R(i, j) = 0.5 * (re_part(i, j) + re_part(j, i));
      I(i, j) = 0.5 * (im_part(i, j) - im_part(j, i));
    }
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    const double pivot = R(j, j) - level;
    if (!(pivot > 0.0)) return false;
    for (Eigen::Index k = j + 1; k < n; ++k) {
      const double re = R(k, j) / pivot, im = I(k, j) / pivot;
      for (Eigen::Index i = k; i < n; ++i) {
        R(i, k) -= R(i, j) * re + I(i, j) * im;
        I(i, k) -= I(i, j) * re - R(i, j) * im;
      }
    }
  }
  return true;
}

Eigen::MatrixXcd hermitian_part(const Eigen::MatrixXcd& G) { return 0.5 * (G + G.adjoint()); }

double lowest_eigenvalue(const Eigen::MatrixXcd& H) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd>(H, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

struct Dip {
  double omega, value;
};

/// Minima of `at` between samples, those below `near`: about the lowest samples, and about poles that are hardly
/// damped, whose dip may lie between two samples unseen. Golden sections [Kiefer1953] to 1e-4 of a bracket.
/// @param sampled  `at` of each omega where it is below `near`, else anything above
std::vector<Dip> dips_between(const std::vector<double>& omega, const std::vector<double>& sampled,
                              const std::vector<std::complex<double>>& poles, double near,
                              const std::function<double(double)>& at) {
  std::vector<Dip> dips;
  const auto descend = [&](const std::vector<double>& w, const std::vector<double>& value) {
    for (std::size_t k = 0; k < w.size(); ++k) {
      const bool inside = k > 0 && k + 1 < w.size();
      if (value[k] >= near || !inside || value[k - 1] < value[k] || value[k + 1] <= value[k]) continue;
      constexpr double kGolden = 0.6180339887498949;
      double a = w[k - 1], b = w[k + 1];
      Dip left{b - kGolden * (b - a), 0.0}, right{a + kGolden * (b - a), 0.0};
      left.value = at(left.omega);
      right.value = at(right.omega);
      for (int i = 0; i < 20; ++i) {
        if (left.value < right.value) {
          b = right.omega;
          right = left;
          left.omega = b - kGolden * (b - a);
          left.value = at(left.omega);
        } else {
          a = left.omega;
          left = right;
          right.omega = a + kGolden * (b - a);
          right.value = at(right.omega);
        }
      }
      dips.push_back(left.value < right.value ? left : right);
    }
  };
  descend(omega, sampled);
  for (const std::complex<double>& pole : poles) {
    if (!(pole.imag() > 0.0 && pole.imag() < omega.back())) continue;
    const auto next = std::upper_bound(omega.begin(), omega.end(), pole.imag());
    if (4.0 * std::abs(pole.real()) > *next - *(next - 1)) continue;
    std::vector<double> about;
    for (int i = -8; i <= 8; ++i) about.push_back(std::max(0.0, pole.imag() + 0.5 * i * std::abs(pole.real())));
    std::vector<double> value(about.size());
    std::transform(about.begin(), about.end(), value.begin(), at);
    descend(about, value);
  }
  return dips;
}

// Of the peak of the damping: what may stay negative, to be made up for by a constant damping; what no sample need
// show, for the constant damping is above it; below what minima between samples are looked for.
constexpr double kRest = 1e-6, kUnseen = 0.2e-6, kDeep = 1e-2;

}  // namespace

void solve_resolvent(const Eigen::Ref<const MatrixX>& A, const Eigen::Ref<const MatrixX>& B, double omega,
                     Eigen::Ref<Eigen::MatrixXcd> states) {
  const Complex s(0.0, omega);
  const auto inverse = [](const Complex& z) { return std::conj(z) / std::norm(z); };
  if (A.rows() == 1) {
    states = inverse(s - A(0, 0)) * B;
  } else if (A.rows() == 2) {
    const Complex first = s - A(0, 0), second = s - A(1, 1);
    const Complex of_determinant = inverse(first * second - A(0, 1) * A(1, 0));
    states.row(0) = (of_determinant * second) * B.row(0) + (of_determinant * A(0, 1)) * B.row(1);
    states.row(1) = (of_determinant * A(1, 0)) * B.row(0) + (of_determinant * first) * B.row(1);
  } else {
    Eigen::MatrixXcd m = -A.cast<Complex>();
    m.diagonal().array() += s;
    states = m.partialPivLu().solve(B.cast<Complex>());
  }
}

Eigen::MatrixXcd resolvent_times(const MatrixX& A, const MatrixX& B, const std::vector<StateBlock>& blocks,
                                 double omega) {
  Eigen::MatrixXcd out(A.rows(), B.cols());
  for (const StateBlock& b : blocks) {
    solve_resolvent(A.block(b.first, b.first, b.size, b.size), B.middleRows(b.first, b.size), omega,
                    out.middleRows(b.first, b.size));
  }
  return out;
}

PassivityRepair make_passive(const MatrixX& A, const MatrixX& B, const std::vector<StateBlock>& blocks,
                             const std::vector<MatrixX>& metric, double omega_max,
                             const std::function<bool(const MatrixX&)>& good_enough, MatrixX& C) {
  PassivityRepair out;
  std::vector<std::complex<double>> poles;
  for (const StateBlock& b : blocks) add_poles(A.block(b.first, b.first, b.size, b.size), poles);
  // States at all frequencies, side by side: what a C makes of them are two products.
  const Eigen::Index n = C.rows();
  std::vector<double> omega;
  MatrixX re, im;
  const auto at_sample = [n](auto&& all, std::size_t k) { return all.middleCols(n * static_cast<Eigen::Index>(k), n); };
  const auto add_samples = [&](const std::vector<double>& more) {  // ascending
    const std::vector<double> old = std::move(omega);
    const MatrixX old_re = std::move(re), old_im = std::move(im);
    omega.clear();
    std::merge(old.begin(), old.end(), more.begin(), more.end(), std::back_inserter(omega));
    re.resize(A.rows(), n * static_cast<Eigen::Index>(omega.size()));
    im.resizeLike(re);
    for (std::size_t k = 0, from = 0; k < omega.size(); ++k) {
      if (from < old.size() && old[from] == omega[k]) {
        at_sample(re, k) = at_sample(old_re, from);
        at_sample(im, k) = at_sample(old_im, from++);
      } else {
        const Eigen::MatrixXcd x = resolvent_times(A, B, blocks, omega[k]);
        at_sample(re, k) = x.real();
        at_sample(im, k) = x.imag();
      }
    }
  };
  add_samples(sampled_omega(omega_max, poles));
  // Changes stay orthogonal to the states of a steady velocity: the force of one stays what it is.
  const MatrixX steady = A.partialPivLu().solve(B);
  struct Row {
    Eigen::LDLT<MatrixX> inverse;
    MatrixX of_steady;
    Eigen::CompleteOrthogonalDecomposition<MatrixX> normal;
  };
  std::vector<Row> rows;
  for (const MatrixX& m : metric) {
    MatrixX weight = m;
    weight.diagonal().array() += 1e-9 * m.trace() / static_cast<double>(m.rows());
    Row row{Eigen::LDLT<MatrixX>(weight), {}, {}};
    row.of_steady = row.inverse.solve(steady);
    row.normal.compute(MatrixX(steady.transpose() * row.of_steady));
    rows.push_back(std::move(row));
  }
  const auto least_step = [&](const MatrixX& gradient) {
    MatrixX step(gradient.rows(), gradient.cols());
    for (Eigen::Index i = 0; i < gradient.rows(); ++i) {
      const Row& row = rows[static_cast<std::size_t>(i)];
      VectorX change = row.inverse.solve(gradient.row(i).transpose());
      const VectorX multipliers = row.normal.solve(VectorX(steady.transpose() * change));
      change -= row.of_steady * multipliers;
      step.row(i) = change.transpose();
    }
    return step;
  };
  std::vector<VectorX> values;
  std::vector<Eigen::MatrixXcd> vectors;
  double peak = 0.0;
  for (std::size_t k = 0; k < omega.size(); ++k)
    peak = std::max(peak, C.cwiseProduct(at_sample(re, k).transpose()).rowwise().sum().maxCoeff());
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> eigen(n);
  MatrixX evaluated, with, against;  // the last C, and what it makes of the states
  MatrixX work_re(n, n), work_im(n, n);
  const auto is_high = [&](std::size_t k, double level) {
    return is_above(at_sample(with, k), at_sample(against, k), level, work_re, work_im);
  };
  const auto hermitian_at = [&](std::size_t k) {
    return hermitian_part(at_sample(with, k) + Complex(0.0, 1.0) * at_sample(against, k));
  };
  const auto lowest_of = [&](const MatrixX& outputs) {
    double lowest = 0.0;
    values.resize(omega.size());
    vectors.resize(omega.size());
    evaluated = outputs;
    with.noalias() = outputs * re;
    against.noalias() = outputs * im;
    for (std::size_t k = 0; k < omega.size(); ++k) {
      if (is_high(k, -kUnseen * peak)) {
        values[k] = VectorX::Zero(n);
        continue;
      }
      eigen.compute(hermitian_at(k));
      values[k] = eigen.eigenvalues();
      vectors[k] = eigen.eigenvectors();
      lowest = std::min(lowest, values[k](0));
    }
    return lowest;
  };
  // Dips between the samples become samples themselves.
  const auto refine = [&](const MatrixX& outputs) {
    const auto at = [&](double w) {
      return lowest_eigenvalue(hermitian_part(outputs * resolvent_times(A, B, blocks, w)));
    };
    if (evaluated != outputs) lowest_of(outputs);
    std::vector<double> sampled, found;
    for (std::size_t k = 0; k < omega.size(); ++k)
      sampled.push_back(is_high(k, kDeep * peak) ? HUGE_VAL : lowest_eigenvalue(hermitian_at(k)));
    for (const Dip& dip : dips_between(omega, sampled, poles, kDeep * peak, at)) {
      if (dip.value < -kUnseen * peak) found.push_back(dip.omega);
    }
    std::sort(found.begin(), found.end());
    if (!found.empty()) add_samples(found);
    return !found.empty();
  };
  double lowest = lowest_of(C);
  out.before = lowest / peak;
  // The Hermitian part is linear in C: u^H (it) u >= level at the local minima found so far, and the C next to the
  // first one that fulfils all of them (cutting planes [Kelley1960]; quadratic programme by its dual [Hildreth1957]).
  const MatrixX first = C;
  const double level = 0.3e-6 * peak;
  struct Cut {
    MatrixX gradient, step;
    double missing, multiplier;
  };
  constexpr int kMostPerturbations = 40;
  constexpr std::size_t kMostCuts = 600;
  std::vector<Cut> cuts;
  MatrixX product;  // of each cut's gradient with each cut's step
  MatrixX best = C;
  for (out.passes = 0; out.passes < kMostPerturbations; ++out.passes) {
    if (lowest >= -kRest * peak) {
      if (!refine(best)) break;
      C = best;
      lowest = lowest_of(C);
    }
    const std::size_t known = cuts.size();
    for (std::size_t k = 0; k < omega.size() && cuts.size() < kMostCuts; ++k) {
      const double here = values[k](0);
      if (here >= -level) continue;
      if ((k > 0 && values[k - 1](0) < here) || (k + 1 < omega.size() && values[k + 1](0) < here)) continue;
      for (Eigen::Index e = 0; e < values[k].size() && values[k](e) < -level; ++e) {
        const Eigen::VectorXcd u = vectors[k].col(e);
        const Eigen::VectorXcd states = at_sample(re, k) * u + Complex(0.0, 1.0) * (at_sample(im, k) * u);
        const MatrixX gradient = (u.conjugate() * states.transpose()).real();
        cuts.push_back({gradient, least_step(gradient), level - gradient.cwiseProduct(first).sum(), 0.0});
      }
    }
    if (cuts.size() == known) break;
    const auto count = static_cast<Eigen::Index>(cuts.size());
    product.conservativeResize(count, count);
    VectorX missing(count), multipliers(count);
    for (Eigen::Index a = 0; a < count; ++a) {
      const Cut& cut = cuts[static_cast<std::size_t>(a)];
      missing(a) = cut.missing;
      multipliers(a) = cut.multiplier;
      for (Eigen::Index b = 0; b <= a && a >= static_cast<Eigen::Index>(known); ++b)
        product(a, b) = product(b, a) = cut.gradient.cwiseProduct(cuts[static_cast<std::size_t>(b)].step).sum();
    }
    missing -= product * multipliers;
    for (int sweep = 0; sweep < 400; ++sweep) {
      double worst = 0.0;
      for (Eigen::Index a = 0; a < count; ++a) {
        const double own = product(a, a);
        if (!(own > 0.0)) continue;
        const double change = std::max(-multipliers(a), missing(a) / own);
        if (change == 0.0) continue;
        worst = std::max(worst, std::abs(change) * own);
        multipliers(a) += change;
        missing -= change * product.col(a);
      }
      if (worst < 0.1 * level) break;
    }
    for (std::size_t a = 0; a < cuts.size(); ++a) cuts[a].multiplier = multipliers(static_cast<Eigen::Index>(a));
    C = first;
    for (const Cut& cut : cuts) C += cut.multiplier * cut.step;
    // Cuts only take the fit further away: one that is too far already is not finished.
    if (out.passes % 4 == 1 && !good_enough(C)) {
      out.given_up = true;
      break;
    }
    const double reached = lowest_of(C);
    if (reached > lowest) {
      lowest = reached;
      best = C;
    }
  }
  C = best;
  if (!out.given_up && refine(best)) lowest = std::min(lowest, lowest_of(best));
  out.damping = std::max(0.0, -1.02 * lowest) + 0.3e-6 * peak;  // above what `least` lets pass
  out.damping_relative = out.damping / peak;
  return out;
}

std::vector<std::vector<Eigen::Index>> coupled_rows(const MatrixX& entries) {
  std::vector<std::vector<Eigen::Index>> parts;
  std::vector<bool> seen(static_cast<std::size_t>(entries.rows()), false);
  const auto couple = [&](Eigen::Index i, Eigen::Index j) { return entries(i, j) != 0.0 || entries(j, i) != 0.0; };
  for (Eigen::Index first = 0; first < entries.rows(); ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    std::vector<Eigen::Index> part{first};
    seen[static_cast<std::size_t>(first)] = true;
    for (std::size_t k = 0; k < part.size(); ++k) {
      for (Eigen::Index j = 0; j < entries.rows(); ++j) {
        if (seen[static_cast<std::size_t>(j)] || !couple(part[k], j)) continue;
        seen[static_cast<std::size_t>(j)] = true;
        part.push_back(j);
      }
    }
    std::sort(part.begin(), part.end());
    if (part.size() > 1 || entries(first, first) != 0.0) parts.push_back(std::move(part));
  }
  return parts;
}

Passivity measure_passivity(const StateSpaceModel& model, double omega_max) {
  Passivity out;
  const VectorX scale = model.scale.size() == model.C.rows() ? model.scale : VectorX(VectorX::Ones(model.C.rows()));
  double largest = 0.0, lowest = 1e300;
  const auto smallest_at = [&](double w) {
    const Eigen::MatrixXcd G = scale.asDiagonal() * model.transfer(w) * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> eigen(hermitian_part(G), Eigen::EigenvaluesOnly);
    largest = std::max(largest, eigen.eigenvalues()(eigen.eigenvalues().size() - 1));
    return eigen.eigenvalues()(0);
  };
  std::vector<std::complex<double>> poles;
  for (const MatrixX& A : model.A) add_poles(A, poles);
  const std::vector<double> omega = sampled_omega(omega_max, poles);
  std::size_t at = 0;
  for (std::size_t k = 0; k < omega.size(); ++k) {
    const double value = smallest_at(omega[k]);
    if (value < lowest) {
      lowest = value;
      at = k;
    }
  }
  out.omega = omega[at];
  const double left = omega[at == 0 ? 0 : at - 1];
  const double right = omega[std::min(at + 1, omega.size() - 1)];
  for (int k = 0; k <= 40; ++k) {
    const double w = left + (right - left) * k / 40.0;
    const double value = smallest_at(w);
    if (value < lowest) {
      lowest = value;
      out.omega = w;
    }
  }
  out.lowest = largest > 0.0 ? lowest / largest : 0.0;
  out.stable = true;
  for (const MatrixX& A : model.A) {
    const Eigen::EigenSolver<MatrixX> eigen(A, false);
    for (const std::complex<double>& pole : eigen.eigenvalues()) out.stable = out.stable && pole.real() < 0.0;
  }
  return out;
}

}  // namespace swell::hydro
