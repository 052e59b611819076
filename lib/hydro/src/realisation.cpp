#include "realisation.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "complex.h"
#include "passivity.h"

namespace swell::hydro {

void add_response(Prepared& p, const VectorX& floors, double step, double omega_min, double omega_max) {
  constexpr double kPerRipple = 3.0;  // frequencies while the kernel's last sample turns by half
  const auto n = p.T.size();
  const auto count = p.K.size();
  const double end = step * static_cast<double>(count - 1);
  const int frequencies = std::clamp(static_cast<int>(kPerRipple * omega_max * end / kPi), 48, 400);
  const auto slope = [&](std::size_t at, int side) {  // side: 1 forwards, -1 backwards
    MatrixX sum = MatrixX::Zero(n, n);
    constexpr double kWeights[] = {-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25};
    for (int k = 0; k < 5; ++k) sum += kWeights[k] * p.K[at + static_cast<std::size_t>(k * side)];
    return MatrixX(static_cast<double>(side) / step * sum);
  };
  const MatrixX first = slope(0, 1), last = slope(count - 1, -1);
  p.peaks = VectorX::Zero(n);
  VectorX damping = VectorX::Zero(n);
  for (int q = 0; q <= frequencies; ++q) {
    const double omega = omega_min + (omega_max - omega_min) * q / frequencies;
    MatrixX re = MatrixX::Zero(n, n), im = MatrixX::Zero(n, n);
    for (std::size_t k = 0; k < count; ++k) {
      const Complex wave =
          std::polar(k == 0 || k + 1 == count ? 0.5 * step : step, -omega * step * static_cast<double>(k));
      re += wave.real() * p.K[k];
      im += wave.imag() * p.K[k];
    }
    Eigen::MatrixXcd G = re + Complex(0.0, 1.0) * im;
    const Complex turn = std::polar(1.0, -omega * end);
    G += step * step / 12.0 * (first - Complex(0.0, omega) * p.K.front());
    G -= step * step / 12.0 * turn * (last - Complex(0.0, omega) * p.K.back());
    p.peaks = p.peaks.cwiseMax(G.diagonal().cwiseAbs());
    damping = damping.cwiseMax(G.diagonal().real());
    p.omega.push_back(omega);
    p.response.push_back(std::move(G));
  }
  for (const Eigen::MatrixXcd& G : p.response) {
    MatrixX B = 0.5 * (G.real() + G.real().transpose());
    B.diagonal() += floors.cwiseProduct(damping);
    const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(B);
    const VectorX values = eigen.eigenvalues().cwiseMax(0.5 * floors.cwiseProduct(damping).minCoeff());
    p.weights.emplace_back(eigen.eigenvectors() * values.cwiseSqrt().cwiseInverse().asDiagonal() *
                           eigen.eigenvectors().transpose());
  }
}

Prepared prepare(const SampledKernel& kernel, const MatrixX& wanted) {
  const Eigen::Index n = wanted.rows();
  Prepared out;
  out.wanted = wanted;
  out.T = VectorX::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    double diagonal = 0.0;
    for (const MatrixX& k : kernel.values) diagonal = std::max(diagonal, std::abs(k(i, i)));
    if (diagonal > 0.0) out.T(i) = 1.0 / std::sqrt(diagonal);
  }
  MatrixX mean = MatrixX::Zero(n, n);
  for (const MatrixX& k : kernel.values) {
    out.K.emplace_back((out.T.asDiagonal() * k * out.T.asDiagonal()).cwiseProduct(wanted));
    mean += out.K.back() / static_cast<double>(kernel.values.size());
  }
  out.spread = MatrixX::Zero(n, n);
  for (const MatrixX& k : out.K) out.spread += (k - mean).cwiseAbs2();
  return out;
}

MatrixX trajectory(const MatrixX& A, const std::vector<StateBlock>& blocks, const MatrixX& B, double step,
                   std::size_t count) {
  const Eigen::Index n = B.cols();
  MatrixX out(B.rows(), n * static_cast<Eigen::Index>(count));
  out.leftCols(n) = B;
  for (const StateBlock& b : blocks) {
    const double grow = std::exp(A(b.first, b.first) * step);
    const double w = b.size == 2 ? A(b.first, b.first + 1) : 0.0;
    const double c = grow * std::cos(w * step), d = grow * std::sin(w * step);
    for (Eigen::Index k = n; k < out.cols(); ++k) {
      if (b.size == 1) {
        out(b.first, k) = grow * out(b.first, k - n);
      } else {
        const double x = out(b.first, k - n), y = out(b.first + 1, k - n);
        out(b.first, k) = c * x + d * y;
        out(b.first + 1, k) = -d * x + c * y;
      }
    }
  }
  return out;
}

MatrixX steady_states(const MatrixX& A, const MatrixX& B) { return A.partialPivLu().solve(B); }

void constrain(const MatrixX& M, const MatrixX& of_inverse, MatrixX& solved) {
  const MatrixX normal = M.transpose() * of_inverse, held = M.transpose() * solved,
                multipliers = normal.completeOrthogonalDecomposition().solve(held);
  solved -= of_inverse * multipliers;
}

namespace {

/// Least squares for C (rows of the fit) with A, B fixed; every entry weighs by its own spread.
/// @param steady  C A^-1 B = 0 is kept
void refit_outputs(const Prepared& p, double step, const MatrixX& A, const std::vector<StateBlock>& blocks,
                   const MatrixX& B, bool transposed, bool steady, MatrixX& C) {
  const MatrixX X = trajectory(A, blocks, B, step, p.K.size());
  const Eigen::Index n = B.cols(), states = A.rows(), count = static_cast<Eigen::Index>(p.K.size());
  const auto of_column = [&](Eigen::Index j) {  // what a velocity of motion j leaves, over time
    return Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>>(X.data() + j * states, states, count,
                                                              Eigen::OuterStride<>(n * states));
  };
  const MatrixX M = steady ? steady_states(A, B) : MatrixX();
  std::vector<MatrixX> gram(static_cast<std::size_t>(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    if (p.spread(j, j) == 0.0) continue;  // does not radiate
    gram[static_cast<std::size_t>(j)].setZero(states, states);
    gram[static_cast<std::size_t>(j)].selfadjointView<Eigen::Lower>().rankUpdate(of_column(j));
  }
  for (Eigen::Index i = 0; i < C.rows(); ++i) {
    MatrixX normal = MatrixX::Zero(states, states);
    VectorX right = VectorX::Zero(states);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index row = transposed ? j : i;
      const Eigen::Index column = transposed ? i : j;
      const double own = std::sqrt(p.spread(row, row) * p.spread(column, column));
      if (own == 0.0) continue;
      const double weight =
          p.wanted(row, column) != 0.0 && p.spread(row, column) > 0.0 ? 1.0 / p.spread(row, column) : 1.0 / own;
      normal += weight * gram[static_cast<std::size_t>(j)];
      VectorX kernel(count);
      for (Eigen::Index k = 0; k < count; ++k) kernel(k) = p.K[static_cast<std::size_t>(k)](row, column);
      right += weight * (of_column(j) * kernel);
    }
    const double ridge = 1e-11 * normal.trace() / static_cast<double>(states);
    if (!(ridge > 0.0)) continue;
    normal.diagonal().array() += ridge;
    const Eigen::LDLT<MatrixX> factors(normal);  // of the lower triangle, all that there is
    MatrixX row = factors.solve(right);
    if (steady) constrain(M, factors.solve(M), row);
    C.row(i) = row.transpose();
  }
}

}  // namespace

namespace {

/// R2 of each entry of the kernel.
void measure_kernel(const Prepared& p, double step, Candidate& c) {
  const MatrixX fitted = c.C * trajectory(c.A, c.blocks, c.B, step, p.K.size());
  MatrixX misfit = MatrixX::Zero(c.C.rows(), c.B.cols());
  for (std::size_t k = 0; k < p.K.size(); ++k)
    misfit += (fitted.middleCols(c.B.cols() * static_cast<Eigen::Index>(k), c.B.cols()) - p.K[k]).cwiseAbs2();
  c.r2 = MatrixX::Zero(misfit.rows(), misfit.cols());
  c.lowest = 1.0;
  for (Eigen::Index i = 0; i < misfit.rows(); ++i) {
    for (Eigen::Index j = 0; j < misfit.cols(); ++j) {
      if (p.wanted(i, j) == 0.0) continue;
      c.r2(i, j) = 1.0 - misfit(i, j) / p.spread(i, j);
      c.lowest = std::min(c.lowest, c.r2(i, j));
    }
  }
}

/// Errors of the response.
void measure_response(const Prepared& p, Candidate& c) {
  c.error = c.share = 0.0;
  for (std::size_t q = 0; q < p.omega.size(); ++q) {
    const Eigen::MatrixXcd E = c.C * resolvent_times(c.A, c.B, c.blocks, p.omega[q]) - p.response[q];
    for (Eigen::Index i = 0; i < E.rows(); ++i) {
      for (Eigen::Index j = 0; j < E.cols(); ++j) {
        if (p.wanted(i, j) != 0.0) c.error = std::max(c.error, std::abs(E(i, j)) / std::sqrt(p.peaks(i) * p.peaks(j)));
      }
    }
    const Eigen::MatrixXcd relative = p.weights[q] * E * p.weights[q];
    if (relative.squaredNorm() <= c.share * c.share) continue;  // no singular value is larger than the norm
    const Eigen::MatrixXcd squared = relative.adjoint() * relative;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> eigen(squared, Eigen::EigenvaluesOnly);
    c.share = std::max(c.share, std::sqrt(eigen.eigenvalues().maxCoeff()));
  }
}

}  // namespace

void measure(const Prepared& p, double step, Candidate& c) {
  measure_kernel(p, step, c);
  measure_response(p, c);
}

std::vector<MatrixX> error_metric(const Prepared& p, double step, const MimoOptions& options, const Candidate& c) {
  const Eigen::Index n = c.B.cols();
  const VectorX peaks = p.peaks.cwiseMax(1e-12 * p.peaks.maxCoeff());
  // Over all frequencies, beyond those of the data too, by Parseval's theorem: the mean of |E|^2 over the data's range.
  const MatrixX X = trajectory(c.A, c.blocks, c.B, step, p.K.size());
  const auto by_peak = peaks.cwiseInverse().replicate(static_cast<Eigen::Index>(p.K.size()), 1);
  const MatrixX over_time =
      kPi * step / (p.omega.back() - p.omega.front()) * (X * by_peak.asDiagonal() * X.transpose());
  std::vector<MatrixX> metric;
  for (Eigen::Index i = 0; i < n; ++i) metric.emplace_back(over_time / peaks(i));
  if (!options.damping_error) return metric;
  const auto frequencies = static_cast<Eigen::Index>(p.omega.size());
  const double ratio = options.error ? *options.error / *options.damping_error : 1.0;
  MatrixX Y(c.A.rows(), 2 * n * frequencies), W(n, 2 * n * frequencies);  // real and imaginary parts by frequency
  for (Eigen::Index q = 0; q < frequencies; ++q) {
    const MatrixX& weights = p.weights[static_cast<std::size_t>(q)];
    const Eigen::MatrixXcd y = resolvent_times(c.A, c.B, c.blocks, p.omega[static_cast<std::size_t>(q)]) * weights;
    Y.middleCols(2 * n * q, n) = y.real();
    Y.middleCols(2 * n * q + n, n) = y.imag();
    W.middleCols(2 * n * q, 2 * n) = weights.diagonal().cwiseAbs2().replicate(1, 2 * n);
  }
  W *= ratio * ratio / static_cast<double>(frequencies);
  for (Eigen::Index i = 0; i < n; ++i)
    metric[static_cast<std::size_t>(i)].noalias() += Y * W.row(i).asDiagonal() * Y.transpose();
  return metric;
}

Candidate realise(const Prepared& p, const BlockHankelModes& modes, double step, Eigen::Index order, bool steady,
                  const std::optional<double>& fastest) {
  const auto samples = static_cast<Eigen::Index>((p.K.size() - 1) / p.stride + 1);
  const double stride = step * static_cast<double>(p.stride);
  const Eigen::Index n = p.K.front().rows();
  const VectorX root = modes.values.head(order).cwiseSqrt();
  MatrixX first(n, order), input(order, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    first.row(i) = modes.left.block(i * samples, 0, 1, order).cwiseProduct(root.transpose());
    input.col(i) = modes.right.block(i * samples, 0, 1, order).transpose().cwiseProduct(root);
  }
  const MatrixX a = root.cwiseInverse().asDiagonal() * modes.shift.topLeftCorner(order, order) * root.asDiagonal();
  const Eigen::EigenSolver<MatrixX> eigen(a);
  const Eigen::MatrixXcd vectors = eigen.eigenvectors();
  MatrixX basis(order, order);
  std::vector<std::complex<double>> poles;
  std::vector<Eigen::Index> place;
  Eigen::Index at = 0;
  for (Eigen::Index k = 0; k < order; ++k) {
    const std::complex<double> z = eigen.eigenvalues()(k);
    if (z.imag() < 0.0) continue;
    if (z.imag() > 0.0) {
      basis.col(at) = vectors.col(k).real();
      basis.col(at + 1) = vectors.col(k).imag();
    } else {
      basis.col(at) = vectors.col(k).real();
    }
    poles.push_back(z);
    place.push_back(at);
    at += z.imag() > 0.0 ? 2 : 1;
  }
  const MatrixX modal_input = basis.partialPivLu().solve(input);
  const MatrixX modal_output = first * basis;

  Candidate c;
  Eigen::Index states = 0;
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const bool usable = std::abs(poles[k]) < 1.0 && (poles[k].imag() > 0.0 || poles[k].real() > 0.0) &&
                        (!fastest || std::abs(std::log(poles[k])) <= *fastest * stride);
    if (!usable) continue;
    kept.push_back(k);
    states += poles[k].imag() > 0.0 ? 2 : 1;
  }
  c.A = MatrixX::Zero(states, states);
  c.B.resize(states, n);
  c.C.resize(n, states);
  at = 0;
  for (const std::size_t k : kept) {
    const int size = poles[k].imag() > 0.0 ? 2 : 1;
    const std::complex<double> rate = std::log(poles[k]) / stride;
    c.A(at, at) = rate.real();
    if (size == 2) {
      c.A(at + 1, at + 1) = rate.real();
      c.A(at, at + 1) = rate.imag();
      c.A(at + 1, at) = -rate.imag();
    }
    c.B.middleRows(at, size) = modal_input.middleRows(place[k], size);
    c.C.middleCols(at, size) = modal_output.middleCols(place[k], size);
    const double balance =
        std::sqrt(c.C.middleCols(at, size).norm() / std::max(1e-300, c.B.middleRows(at, size).norm()));
    if (balance > 0.0 && std::isfinite(balance)) {
      c.B.middleRows(at, size) *= balance;
      c.C.middleCols(at, size) /= balance;
    }
    c.blocks.push_back({static_cast<int>(at), size});
    at += size;
  }
  // With the poles fixed, outputs, inputs and outputs again by least squares, every entry counting alike.
  refit_outputs(p, step, c.A, c.blocks, c.B, false, steady, c.C);
  MatrixX C_as_input = c.C.transpose();
  MatrixX B_as_output = c.B.transpose();
  refit_outputs(p, step, c.A.transpose(), c.blocks, C_as_input, true, steady, B_as_output);
  Candidate other = c;
  other.B = B_as_output.transpose();
  refit_outputs(p, step, other.A, other.blocks, other.B, false, steady, other.C);
  measure_kernel(p, step, c);
  measure_kernel(p, step, other);
  if (other.lowest > c.lowest) c = std::move(other);
  measure_response(p, c);
  return c;
}

}  // namespace swell::hydro
