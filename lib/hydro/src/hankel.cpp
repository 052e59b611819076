#include "hankel.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "fft.h"
#include "swell/base/error.h"

namespace swell::hydro {
namespace {

std::size_t fft_size(std::size_t n) {
  std::size_t size = 1;
  while (size < 2 * n) size *= 2;
  return size;
}

/// sum_b y_{a+b} x_b for a = 0 .. n-1: a correlation, y beyond its end zero.
class HankelProduct {
 public:
  explicit HankelProduct(const VectorX& y)
      : n_(static_cast<std::size_t>(y.size())),
        size_(fft_size(n_)),
        there_(size_, FFTW_FORWARD),
        back_(size_, FFTW_BACKWARD) {
    for (std::size_t i = 0; i < size_; ++i) there_[i] = i < n_ ? y(static_cast<Eigen::Index>(i)) : 0.0;
    there_.run();
    for (std::size_t i = 0; i < size_; ++i) spectrum_.push_back(there_[i] / static_cast<double>(size_));
  }
  VectorX operator()(const VectorX& x) {
    for (std::size_t i = 0; i < size_; ++i) there_[i] = i < n_ ? x(static_cast<Eigen::Index>(i)) : 0.0;
    there_.run();
    for (std::size_t i = 0; i < size_; ++i) back_[i] = spectrum_[i] * std::conj(there_[i]);
    back_.run();
    VectorX out(static_cast<Eigen::Index>(n_));
    for (std::size_t i = 0; i < n_; ++i) out(static_cast<Eigen::Index>(i)) = back_[i].real();
    return out;
  }

 private:
  std::size_t n_, size_;
  Fft there_, back_;
  std::vector<Complex> spectrum_;
};

}  // namespace

HankelModes hankel_modes(const VectorX& y, Eigen::Index count) {
  // Lanczos with full reorthogonalisation; the spectrum falls so fast that some tens of steps give the leading ten.
  const Eigen::Index n = y.size();
  const Eigen::Index steps = std::min<Eigen::Index>(n, 12 * count + 40);
  HankelProduct H(y);
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

namespace {

class BlockHankelProduct {
 public:
  explicit BlockHankelProduct(const std::vector<MatrixX>& K)
      : rows_(K.front().rows()),
        columns_(K.front().cols()),
        n_(K.size()),
        size_(fft_size(n_)),
        there_(size_, FFTW_FORWARD),
        back_(size_, FFTW_BACKWARD) {
    for (Eigen::Index i = 0; i < rows_; ++i) {
      for (Eigen::Index j = 0; j < columns_; ++j) {
        bool any = false;
        for (std::size_t k = 0; k < size_; ++k) {
          there_[k] = k < n_ ? K[k](i, j) / static_cast<double>(size_) : 0.0;
          any = any || there_[k] != 0.0;
        }
        if (!any) continue;
        there_.run();
        entries_.push_back({i, j, {}});
        for (std::size_t k = 0; k < size_; ++k) entries_.back().spectrum.push_back(there_[k]);
      }
    }
  }

  /// H X, or H^T X, for many columns at once.
  MatrixX apply(const MatrixX& X, bool transposed) {
    const Eigen::Index from = transposed ? rows_ : columns_;
    const Eigen::Index to = transposed ? columns_ : rows_;
    const auto n = static_cast<Eigen::Index>(n_);
    MatrixX out = MatrixX::Zero(to * n, X.cols());
    std::vector<std::vector<Complex>> in(static_cast<std::size_t>(from)), sum(static_cast<std::size_t>(to));
    for (Eigen::Index c = 0; c < X.cols(); ++c) {
      for (Eigen::Index j = 0; j < from; ++j) {
        for (std::size_t k = 0; k < size_; ++k) {
          there_[k] = k < n_ ? X(j * n + static_cast<Eigen::Index>(k), c) : 0.0;
        }
        there_.run();
        auto& line = in[static_cast<std::size_t>(j)];
        line.resize(size_);
        for (std::size_t k = 0; k < size_; ++k) line[k] = std::conj(there_[k]);
      }
      for (auto& line : sum) line.assign(size_, Complex(0.0));
      for (const Entry& e : entries_) {
        const auto& source = in[static_cast<std::size_t>(transposed ? e.row : e.column)];
        auto& target = sum[static_cast<std::size_t>(transposed ? e.column : e.row)];
        for (std::size_t k = 0; k < size_; ++k) target[k] += e.spectrum[k] * source[k];
      }
      for (Eigen::Index i = 0; i < to; ++i) {
        for (std::size_t k = 0; k < size_; ++k) back_[k] = sum[static_cast<std::size_t>(i)][k];
        back_.run();
        for (std::size_t k = 0; k < n_; ++k) out(i * n + static_cast<Eigen::Index>(k), c) = back_[k].real();
      }
    }
    return out;
  }

 private:
  struct Entry {
    Eigen::Index row, column;
    std::vector<Complex> spectrum;
  };
  Eigen::Index rows_, columns_;
  std::size_t n_, size_;
  Fft there_, back_;
  std::vector<Entry> entries_;
};

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
