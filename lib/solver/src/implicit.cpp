#include "swell/solver/implicit.h"

#include <algorithm>
#include <cmath>

namespace swell::solver {

namespace {
constexpr int kStages = 6;
constexpr double kGamma = 0.25;
// [KennedyCarpenter2003], table of ARK4(3)6L[2]SA-ESDIRK.
constexpr double kA[kStages][kStages] = {
    {0, 0, 0, 0, 0, 0},
    {1.0 / 4.0, kGamma, 0, 0, 0, 0},
    {8611.0 / 62500.0, -1743.0 / 31250.0, kGamma, 0, 0, 0},
    {5012029.0 / 34652500.0, -654441.0 / 2922500.0, 174375.0 / 388108.0, kGamma, 0, 0},
    {15267082809.0 / 155376265600.0, -71443401.0 / 120774400.0, 730878875.0 / 902184768.0, 2285395.0 / 8070912.0,
     kGamma, 0},
    {82889.0 / 524892.0, 0.0, 15625.0 / 83664.0, 69875.0 / 102672.0, -2260.0 / 8211.0, kGamma}};
constexpr double kC[kStages] = {0.0, 1.0 / 2.0, 83.0 / 250.0, 31.0 / 50.0, 17.0 / 20.0, 1.0};
constexpr double kEmbedded[kStages] = {4586570599.0 / 29645900160.0, 0.0,
                                       178811875.0 / 945068544.0,    814220225.0 / 1159782912.0,
                                       -3700637.0 / 11593932.0,      61727.0 / 225920.0};
constexpr int kNewtonIterations = 8;
constexpr double kNewtonShare = 0.01;  // allowed residual of stage equations, relative to the step's tolerance
}  // namespace

Esdirk4::Esdirk4(int size)
    : size_(size),
      jacobian_(size, size),
      matrix_(size, size),
      factors_(size),
      stages_(kStages, VectorX(size)),
      guess_(size),
      residual_(size),
      known_(size),
      correction_(size),
      probe_(static_cast<std::size_t>(size)),
      probe_rate_(static_cast<std::size_t>(size)) {}

void Esdirk4::prepare(const Rate& f, double time, const std::vector<double>& x, const std::vector<double>& rate) {
  probe_ = x;
  for (int j = 0; j < size_; ++j) {
    const auto at = static_cast<std::size_t>(j);
    // The square root of the machine precision balances truncation against cancellation.
    const double increment = 1.5e-8 * std::max(1e-3, std::abs(x[at]));
    probe_[at] = x[at] + increment;
    const double exact_increment = probe_[at] - x[at];
    f(time, probe_.data(), probe_rate_.data());
    probe_[at] = x[at];
    for (int i = 0; i < size_; ++i) {
      jacobian_(i, j) =
          (probe_rate_[static_cast<std::size_t>(i)] - rate[static_cast<std::size_t>(i)]) / exact_increment;
    }
  }
}

double Esdirk4::attempt(const Rate& f, double time, const std::vector<double>& x, const std::vector<double>& rate,
                        double step, double relative, double absolute, std::vector<double>& x_new) {
  matrix_.setIdentity();
  matrix_.noalias() -= step * kGamma * jacobian_;
  factors_.compute(matrix_);
  const Eigen::Map<const VectorX> x0(x.data(), size_);
  stages_[0] = Eigen::Map<const VectorX>(rate.data(), size_);
  const auto scale = [&](int i) { return absolute + relative * std::abs(x[static_cast<std::size_t>(i)]); };

  for (int s = 1; s < kStages; ++s) {
    known_ = x0;
    for (int k = 0; k < s; ++k) known_.noalias() += step * kA[s][k] * stages_[static_cast<std::size_t>(k)];
    VectorX& stage = stages_[static_cast<std::size_t>(s)];
    stage = stages_[static_cast<std::size_t>(s - 1)];
    guess_ = known_ + step * kGamma * stage;
    bool converged = false;
    for (int iteration = 0; iteration < kNewtonIterations && !converged; ++iteration) {
      f(time + kC[s] * step, guess_.data(), stage.data());
      residual_ = known_ + step * kGamma * stage - guess_;
      correction_.noalias() = factors_.solve(residual_);
      guess_ += correction_;
      double worst = 0.0;
      for (int i = 0; i < size_; ++i) worst = std::max(worst, std::abs(correction_[i]) / scale(i));
      if (!std::isfinite(worst)) return -1.0;
      converged = worst < kNewtonShare;
    }
    if (!converged) return -1.0;
    stage = (guess_ - known_) / (step * kGamma);  // consistent with the stage value, no further evaluation
  }

  for (int i = 0; i < size_; ++i)
    x_new[static_cast<std::size_t>(i)] = guess_[i];  // stiffly accurate: b is the last row
  double sum = 0.0;
  for (int i = 0; i < size_; ++i) {
    double error = 0.0;
    for (int s = 0; s < kStages; ++s)
      error += (kA[kStages - 1][s] - kEmbedded[s]) * stages_[static_cast<std::size_t>(s)][i];
    const double scaled = step * error / std::max(scale(i), absolute + relative * std::abs(guess_[i]));
    sum += scaled * scaled;
  }
  const double norm = size_ > 0 ? std::sqrt(sum / size_) : 0.0;
  return std::isfinite(norm) ? norm : -1.0;
}

}  // namespace swell::solver
