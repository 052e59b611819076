#include "hankel.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "real_fft.h"

namespace swell::hydro {
namespace {

std::size_t fft_size(std::size_t n) {
  std::size_t size = 1;
  while (size < 2 * n) size *= 2;
  return size;
}

/// A block Hankel matrix, H_ab = K_{a+b}, K zero beyond its end, times vectors.
class BlockHankelProduct {
 public:
  explicit BlockHankelProduct(const std::vector<MatrixX>& K)
      : rows_(K.front().rows()),
        n_(static_cast<Eigen::Index>(K.size())),
        line_(VectorX::Zero(static_cast<Eigen::Index>(fft_size(K.size())))),
        bins_(line_.size() / 2 + 1),
        fft_(static_cast<std::size_t>(line_.size()), static_cast<std::size_t>(bins_)) {
    for (Eigen::Index i = 0; i < rows_; ++i) {
      for (Eigen::Index j = 0; j < rows_; ++j) {
        for (Eigen::Index k = 0; k < n_; ++k)
          line_(k) = K[static_cast<std::size_t>(k)](i, j) / static_cast<double>(line_.size());
        if (!line_.isZero(0.0)) entries_.push_back({i, j, transformed()});
      }
    }
  }

  /// H X for many columns at once.
  MatrixX operator()(const MatrixX& X) {
    MatrixX out(rows_ * n_, X.cols());
    std::vector<Spectrum> in(static_cast<std::size_t>(rows_)), sum(static_cast<std::size_t>(rows_));
    for (Eigen::Index c = 0; c < X.cols(); ++c) {
      line_.tail(line_.size() - n_).setZero();
      for (Eigen::Index j = 0; j < rows_; ++j) {
        line_.head(n_) = X.col(c).segment(j * n_, n_);
        in[static_cast<std::size_t>(j)] = transformed();
      }
      for (Spectrum& spectrum : sum) spectrum.setZero(bins_, 2);
      for (const Entry& e : entries_) {
        const Spectrum& x = in[static_cast<std::size_t>(e.column)];
        Spectrum& y = sum[static_cast<std::size_t>(e.row)];
        y.col(0) += e.spectrum.col(0) * x.col(0) + e.spectrum.col(1) * x.col(1);
        y.col(1) += e.spectrum.col(1) * x.col(0) - e.spectrum.col(0) * x.col(1);
      }
      for (Eigen::Index i = 0; i < rows_; ++i) {
        fft_.backward(sum[static_cast<std::size_t>(i)].data(), line_.data());
        out.col(c).segment(i * n_, n_) = line_.head(n_);
      }
    }
    return out;
  }

 private:
  using Spectrum = Eigen::Array<double, Eigen::Dynamic, 2>;  // real and imaginary part
  struct Entry {
    Eigen::Index row, column;
    Spectrum spectrum;
  };
  Spectrum transformed() const {
    Spectrum spectrum(bins_, 2);
    fft_.forward(line_.data(), spectrum.data());
    return spectrum;
  }
  Eigen::Index rows_, n_;
  VectorX line_;
  Eigen::Index bins_;
  RealFft fft_;
  std::vector<Entry> entries_;
};

MatrixX orthonormal(const MatrixX& X) {
  const Eigen::HouseholderQR<MatrixX> qr(X);
  return qr.householderQ() * MatrixX::Identity(X.rows(), X.cols());
}

/// Of symmetric K by Lanczos with blocks of as many vectors as K has rows, so that modes of equal bodies are found
/// together, and full reorthogonalisation. Eight steps more than twice the modes take: those above the noise are then
/// converged to round-off, and rows in another order give the same model.
HankelModes symmetric_modes(const std::vector<MatrixX>& K, Eigen::Index count) {
  const Eigen::Index block = K.front().rows(), n = block * static_cast<Eigen::Index>(K.size());
  const Eigen::Index steps = std::min((2 * count + block - 1) / block + 8, n / block);
  BlockHankelProduct H(K);
  // Fixed start (a linear congruence), so that the same data give the same model.
  MatrixX next(n, block);
  std::uint64_t state = 0x9E3779B97F4A7C15ULL;
  for (double& x : next.reshaped()) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    x = static_cast<double>(state >> 11) * 0x1.0p-53 - 0.5;
  }
  MatrixX Q(n, steps * block), T = MatrixX::Zero(steps * block, steps * block);
  Eigen::Index used = 0;
  double largest = 0.0;
  while (used < Q.cols()) {
    next = orthonormal(next);
    next -= Q.leftCols(used) * (Q.leftCols(used).transpose() * next);
    Q.middleCols(used, block) = next = orthonormal(next);
    next = H(next);
    T.block(used, 0, block, used + block) = next.transpose() * Q.leftCols(used + block);
    next -= Q.leftCols(used + block) * T.block(used, 0, block, used + block).transpose();
    used += block;
    largest = std::max(largest, T.middleRows(used - block, block).cwiseAbs().maxCoeff());
    if (next.norm() <= 1e-15 * largest) break;
  }
  const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(T.topLeftCorner(used, used));  // of its lower triangle
  std::vector<Eigen::Index> order(static_cast<std::size_t>(used));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(eigen.eigenvalues()(a)) > std::abs(eigen.eigenvalues()(b));
  });
  order.resize(static_cast<std::size_t>(std::min(count, used)));
  return {eigen.eigenvalues()(order), Q.leftCols(used) * eigen.eigenvectors()(Eigen::all, order)};
}

}  // namespace

HankelModes hankel_modes(const VectorX& y, Eigen::Index count) {
  // Lanczos with full reorthogonalisation; the spectrum falls so fast that some tens of steps give the leading ten.
  const Eigen::Index n = y.size();
  const Eigen::Index steps = std::min<Eigen::Index>(n, 12 * count + 40);
  std::vector<MatrixX> samples;
  for (const double value : y) samples.push_back(MatrixX::Constant(1, 1, value));
  BlockHankelProduct H(samples);
  MatrixX Q(n, steps);
  VectorX alpha = VectorX::Zero(steps), beta = VectorX::Zero(steps);
  Q.col(0) = y.normalized();
  Eigen::Index used = 0;
  for (Eigen::Index k = 0; k < steps; ++k) {
    VectorX w = H(Q.col(k));
    used = k + 1;
    alpha(k) = Q.col(k).dot(w);
    for (int pass = 0; pass < 2; ++pass) w -= Q.leftCols(used) * (Q.leftCols(used).transpose() * w);
    const double size = w.norm();
    if (k + 1 == steps || size <= 1e-15 * alpha.head(used).cwiseAbs().maxCoeff()) break;
    beta(k) = size;
    Q.col(k + 1) = w / size;
  }
  MatrixX T = MatrixX::Zero(used, used);
  T.diagonal() = alpha.head(used);
  for (Eigen::Index k = 0; k + 1 < used; ++k) T(k, k + 1) = T(k + 1, k) = beta(k);
  const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(T);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(used));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(eigen.eigenvalues()(a)) > std::abs(eigen.eigenvalues()(b));
  });
  HankelModes out;
  const Eigen::Index kept = std::min(count, used);
  out.values.resize(kept);
  out.vectors.resize(n, kept);
  for (Eigen::Index k = 0; k < kept; ++k) {
    const Eigen::Index at = order[static_cast<std::size_t>(k)];
    out.values(k) = eigen.eigenvalues()(at);
    out.vectors.col(k).noalias() = Q.leftCols(used) * eigen.eigenvectors().col(at);
  }
  return out;
}

BlockHankelModes block_hankel_modes(const std::vector<MatrixX>& K, Eigen::Index count) {
  const Eigen::Index rows = K.front().rows(), n = static_cast<Eigen::Index>(K.size());
  constexpr double kRoundOff = 1e-12;
  double asymmetry = 0.0, size = 0.0;
  for (const MatrixX& k : K) {
    asymmetry = std::max(asymmetry, (k - k.transpose()).cwiseAbs().maxCoeff());
    size = std::max(size, k.cwiseAbs().maxCoeff());
  }
  BlockHankelModes out;
  if (asymmetry <= kRoundOff * size) {
    const HankelModes modes = symmetric_modes(K, count);
    out.values = modes.values.cwiseAbs();
    out.right = modes.vectors;
    out.left = modes.vectors * modes.values.cwiseSign().asDiagonal();
  } else {  // singular vectors of H are eigenvectors of (0, H; H^T, 0), whose eigenvalues are in pairs
    std::vector<MatrixX> both(K.size(), MatrixX::Zero(2 * rows, 2 * rows));
    for (std::size_t k = 0; k < K.size(); ++k) {
      both[k].topRightCorner(rows, rows) = K[k];
      both[k].bottomLeftCorner(rows, rows) = K[k].transpose();
    }
    const HankelModes modes = symmetric_modes(both, 2 * count);
    std::vector<Eigen::Index> positive;
    for (Eigen::Index k = 0; k < modes.values.size(); ++k)
      if (modes.values(k) > 0.0) positive.push_back(k);
    out.values = modes.values(positive);
    out.left = std::sqrt(2.0) * modes.vectors.topRows(rows * n)(Eigen::all, positive);
    out.right = std::sqrt(2.0) * modes.vectors.bottomRows(rows * n)(Eigen::all, positive);
  }
  out.shift = MatrixX::Zero(out.values.size(), out.values.size());
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto U = out.left.middleRows(i * n, n);
    out.shift.noalias() += U.topRows(n - 1).transpose() * U.bottomRows(n - 1);
  }
  return out;
}

}  // namespace swell::hydro
