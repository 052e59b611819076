#include "hankel.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "real_fft.h"
#include "swell/base/error.h"

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
        columns_(K.front().cols()),
        n_(static_cast<Eigen::Index>(K.size())),
        line_(VectorX::Zero(static_cast<Eigen::Index>(fft_size(K.size())))),
        bins_(line_.size() / 2 + 1),
        fft_(static_cast<std::size_t>(line_.size()), static_cast<std::size_t>(bins_)) {
    for (Eigen::Index i = 0; i < rows_; ++i) {
      for (Eigen::Index j = 0; j < columns_; ++j) {
        for (Eigen::Index k = 0; k < n_; ++k)
          line_(k) = K[static_cast<std::size_t>(k)](i, j) / static_cast<double>(line_.size());
        if (!line_.isZero(0.0)) entries_.push_back({i, j, transformed()});
      }
    }
  }

  /// H X, or H^T X, for many columns at once.
  MatrixX apply(const MatrixX& X, bool transposed) {
    const Eigen::Index from = transposed ? rows_ : columns_, to = transposed ? columns_ : rows_;
    MatrixX out(to * n_, X.cols());
    std::vector<Spectrum> in(static_cast<std::size_t>(from)), sum(static_cast<std::size_t>(to));
    for (Eigen::Index c = 0; c < X.cols(); ++c) {
      line_.tail(line_.size() - n_).setZero();
      for (Eigen::Index j = 0; j < from; ++j) {
        line_.head(n_) = X.col(c).segment(j * n_, n_);
        in[static_cast<std::size_t>(j)] = transformed();
      }
      for (Spectrum& spectrum : sum) spectrum.setZero(bins_, 2);
      for (const Entry& e : entries_) {
        const Spectrum& x = in[static_cast<std::size_t>(transposed ? e.row : e.column)];
        Spectrum& y = sum[static_cast<std::size_t>(transposed ? e.column : e.row)];
        y.col(0) += e.spectrum.col(0) * x.col(0) + e.spectrum.col(1) * x.col(1);
        y.col(1) += e.spectrum.col(1) * x.col(0) - e.spectrum.col(0) * x.col(1);
      }
      for (Eigen::Index i = 0; i < to; ++i) {
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
  Eigen::Index rows_, columns_, n_;
  VectorX line_;
  Eigen::Index bins_;
  RealFft fft_;
  std::vector<Entry> entries_;
};

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
    VectorX w = H.apply(Q.col(k), false);
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

namespace {

MatrixX orthonormal(const MatrixX& X) {
  const Eigen::HouseholderQR<MatrixX> qr(X);
  return qr.householderQ() * MatrixX::Identity(X.rows(), X.cols());
}

}  // namespace

BlockHankelModes block_hankel_modes(const std::vector<MatrixX>& K, Eigen::Index count) {
  const auto n = static_cast<Eigen::Index>(K.size());
  const Eigen::Index width = n * K.front().cols();
  const Eigen::Index size = std::min({count + 16, width, n * K.front().rows()});
  BlockHankelProduct H(K);
  // So many that the modes that are used have converged to round-off: rows in another order give the same model.
  constexpr int kPasses = 4;
  // Fixed start (a linear congruence), so that the same data give the same model.
  MatrixX start(width, size);
  std::uint64_t state = 0x9E3779B97F4A7C15ULL;
  for (double& x : start.reshaped()) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    x = static_cast<double>(state >> 11) * 0x1.0p-53 - 0.5;
  }
  MatrixX Q = orthonormal(H.apply(start, false));
  for (int pass = 0; pass < kPasses; ++pass) Q = orthonormal(H.apply(orthonormal(H.apply(Q, true)), false));
  const MatrixX W = H.apply(Q, true);  // H^T Q = V S (Q^T U)^T
  const Eigen::HouseholderQR<MatrixX> qr(W);
  const MatrixX R = qr.matrixQR().topRows(size).triangularView<Eigen::Upper>();
  const Eigen::BDCSVD<MatrixX> svd(R, Eigen::ComputeThinU | Eigen::ComputeThinV);
  BlockHankelModes out;
  const Eigen::Index kept = std::min(count, size);
  out.values = svd.singularValues().head(kept);
  out.right = (qr.householderQ() * MatrixX::Identity(W.rows(), size)) * svd.matrixU().leftCols(kept);
  out.left = Q * svd.matrixV().leftCols(kept);
  return out;
}

}  // namespace swell::hydro
