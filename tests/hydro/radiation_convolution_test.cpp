#include "swell/hydro/radiation_convolution.h"

#include "swell_test/test.h"

namespace swell::hydro::radiation_convolution_test {
namespace {

/// K(t) = exp(-a t) cos(b t), as a real kernel is: smooth, oscillating, gone at the end.
struct Decaying {
  double a = 0.9, b = 1.7;
  double operator()(double t) const { return std::exp(-a * t) * std::cos(b * t); }
  SampledKernel sampled(double step, double end) const {
    SampledKernel kernel{step, {}};
    const auto n = static_cast<std::size_t>(std::lround(end / step));
    for (std::size_t k = 0; k <= n; ++k) {
      MatrixX K = MatrixX::Zero(2, 2);
      K(0, 0) = (*this)(static_cast<double>(k) * step);
      K(1, 0) = -0.5 * K(0, 0);
      kernel.values.push_back(K);
    }
    return kernel;
  }
  /// int_0^t K(tau) cos(w (t - tau) + p) dtau: the exact force for velocity that begins at t = 0 with a jump.
  double force(double t, double w, double p) const {
    const std::complex<double> i(0.0, 1.0);
    std::complex<double> sum = 0.0;
    for (const double sign : {1.0, -1.0}) {
      const std::complex<double> lambda = -a + sign * i * b - i * w;
      sum += 0.5 * std::exp(i * (w * t + p)) * (std::exp(lambda * t) - 1.0) / lambda;
    }
    return sum.real();
  }
};

/// Largest error of the force over [0, 10] at stages of steps h, kernel step D, with exact velocities committed.
double worst_error(double D, double h, double phase) {
  const Decaying K;
  const double w = 1.3;
  const RadiationConvolution model(K.sampled(D, 24.0), D + h);
  std::vector<double> memory(model.memory_size()), work(model.workspace_size());
  model.reset(0.0, memory.data());
  double worst = 0.0;
  const auto v = [&](double t) { return std::cos(w * t + phase); };
  const auto a = [&](double t) { return -w * std::sin(w * t + phase); };
  const auto steps = static_cast<int>(std::lround(10.0 / h));
  for (int n = 0; n < steps; ++n) {
    const double t = n * h;
    while (model.grid_time(model.next_index(memory.data()), memory.data()) <= t + 1e-12) {
      const double g = model.grid_time(model.next_index(memory.data()), memory.data());
      const double V[2] = {v(g), 0.0};
      const double A[2] = {a(g), 0.0};
      model.commit(V, A, memory.data());
    }
    for (const double c : {0.0, 0.5, 1.0}) {
      const double stage = t + c * h;
      const double V[2] = {v(stage), 0.0};
      double F[2];
      model.force(stage, V, memory.data(), work.data(), F);
      worst = std::max(worst, std::abs(F[0] - K.force(stage, w, phase)));
      EXPECT_NEAR(F[1], -0.5 * F[0], 1e-14);
    }
  }
  return worst;
}

TEST(RadiationConvolution, IsFourthOrderInTheKernelStepWhateverTheIntegrationStep) {
  // Motion that begins with a jump (phase 0.4) and with a kink only (phase pi/2).
  for (const double phase : {0.4, kPi / 2.0}) {
    for (const double ratio : {0.25, 1.0, 1.7}) {  // integration step / kernel step
      const double coarse = worst_error(0.1, 0.1 * ratio, phase);
      const double fine = worst_error(0.05, 0.05 * ratio, phase);
      const double order = std::log2(coarse / fine);
      RecordProperty("error_at_0.05", std::to_string(fine));
      EXPECT_GT(order, 3.5) << "ratio " << ratio << " phase " << phase << ": " << coarse << " -> " << fine;
      EXPECT_LT(fine, 1e-5) << "ratio " << ratio;
    }
  }
}

TEST(RadiationConvolution, ACoarseIntegrationStepOnAFineKernelGridLosesNothing) {
  // Only the head sees the integration step.
  const double coarse = worst_error(0.02, 0.4, 0.4);
  const double fine = worst_error(0.02, 0.2, 0.4);
  EXPECT_GT(std::log2(coarse / fine), 3.0) << coarse << " -> " << fine;
}

TEST(RadiationConvolution, ACopiedMemoryContinuesBitForBit) {
  const RadiationConvolution model(Decaying{}.sampled(0.1, 5.0), 0.2);
  std::vector<double> memory(model.memory_size()), work(model.workspace_size()), fresh(work);
  model.reset(3.0, memory.data());
  for (int m = 0; m < 77; ++m) {
    const double V[2] = {std::sin(0.3 * m), 0.1 * m};
    model.commit(V, V, memory.data());
  }
  std::vector<double> copy = memory;
  double F[2], G[2];
  const double V[2] = {0.3, 0.2};
  model.commit(V, V, memory.data());
  model.commit(V, V, copy.data());
  model.force(model.grid_time(77, memory.data()) + 0.05, V, memory.data(), work.data(), F);
  model.force(model.grid_time(77, copy.data()) + 0.05, V, copy.data(), fresh.data(), G);
  EXPECT_EQ(F[0], G[0]);
  EXPECT_EQ(F[1], G[1]);
}

using Blocks = std::vector<std::size_t>;

/// A kernel of 7 x 5 entries with holes, different in every entry, of a length that is no multiple of any block.
SampledKernel with_holes(std::size_t lags) {
  SampledKernel kernel{0.1, {}};
  for (std::size_t k = 0; k < lags; ++k) {
    MatrixX K = MatrixX::Zero(7, 5);
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 5; ++j) {
        if ((i + j) % 2 == 0 && i != 3)
          K(i, j) = std::exp(-0.01 * static_cast<double>(k)) * std::cos(0.2 * static_cast<double>(k) * (1 + i) + j);
      }
    }
    kernel.values.push_back(K);
  }
  return kernel;
}

/// Force of each of `steps` steps; `restart_at`: the memory moves to another array there, with a fresh workspace.
std::vector<double> forces(const RadiationConvolution& model, int steps, int restart_at = -1) {
  std::vector<double> memory(model.memory_size()), work(model.workspace_size()), out;
  model.reset(0.0, memory.data());
  for (int m = 0; m < steps; ++m) {
    if (m == restart_at) {
      memory = std::vector<double>(memory);
      work.assign(work.size(), 0.0);
    }
    double V[5], F[7];
    for (int j = 0; j < 5; ++j) V[j] = std::sin(0.3 * m * (1 + j)) + 0.5 * std::cos(0.05 * m);
    model.commit(V, V, memory.data());
    model.force(model.grid_time(m, memory.data()) + 0.05, V, memory.data(), work.data(), F);
    out.insert(out.end(), F, F + 7);
  }
  return out;
}

TEST(RadiationConvolution, BlocksGiveTheDirectSumButForRoundOff) {
  for (const std::size_t lags : {100U, 203U, 333U}) {
    const std::vector<double> direct = forces(RadiationConvolution(with_holes(lags), 0.15, Blocks{}), 700);
    double largest = 0.0;
    for (const double F : direct) largest = std::max(largest, std::abs(F));
    for (const Blocks& blocks : {Blocks{8}, Blocks{16}, Blocks{32}, Blocks{64}, Blocks{8, 16}, Blocks{8, 64},
                                 Blocks{16, 32, 64}, Blocks{8, 24, 72}}) {
      const RadiationConvolution model(with_holes(lags), 0.15, blocks);
      ASSERT_EQ(model.blocks(), blocks);
      const std::vector<double> blocked = forces(model, 700);
      double worst = 0.0;
      for (std::size_t k = 0; k < direct.size(); ++k) worst = std::max(worst, std::abs(blocked[k] - direct[k]));
      // A sum of N terms and transforms of 2 B: a few roundings of the largest sum.
      EXPECT_LT(worst, 2e-14 * largest) << lags << " lags in blocks from " << blocks.front() << " to " << blocks.back();
    }
  }
}

TEST(RadiationConvolution, BlocksContinueBitForBitFromACopyAtAnyStep) {
  for (const Blocks& blocks : {Blocks{16}, Blocks{8, 32}}) {
    const RadiationConvolution model(with_holes(203), 0.15, blocks);
    const std::vector<double> undisturbed = forces(model, 300);
    for (int at = 230; at < 262; ++at) {
      const std::vector<double> restarted = forces(RadiationConvolution(with_holes(203), 0.15, blocks), 300, at);
      EXPECT_EQ(undisturbed, restarted) << "restarted at " << at;
    }
  }
}

TEST(RadiationConvolution, OneShortKernelIsSummedDirectlyAndManyLongOnesInBlocks) {
  EXPECT_EQ(RadiationConvolution(Decaying{}.sampled(0.1, 5.0), 0.2).blocks(), Blocks{});
  const Blocks blocks = RadiationConvolution(with_holes(2000), 0.15).blocks();
  ASSERT_GT(blocks.size(), 1U) << "the far past in longer blocks than the near one";
  EXPECT_LT(blocks.front(), blocks.back());
  EXPECT_EQ(RadiationConvolution(with_holes(20), 0.15, Blocks{64}).blocks(), Blocks{}) << "longer than the memory";
}

TEST(SampledConvolution, IsTheTrapezoidOverTheNewestSamplesIncludingThePresent) {
  const SampledKernel kernel = Decaying{}.sampled(0.25, 2.0);
  const SampledConvolution model(kernel);
  std::vector<double> memory(model.memory_size());
  model.reset(memory.data());
  std::vector<double> past;
  for (int n = 0; n < 25; ++n) {
    const double v[2] = {std::sin(0.7 * n) + 0.2 * n, 1.0};
    past.insert(past.begin(), v[0]);
    double F[2];
    model.sample(v, memory.data(), F);
    double expected = 0.0;
    for (std::size_t k = 0; k < 9; ++k) {
      const double weight = (k == 0 || k == 8) ? 0.125 : 0.25;
      if (k < past.size()) expected += weight * kernel.values[k](0, 0) * past[k];
    }
    EXPECT_NEAR(F[0], expected, 1e-14);
  }
}

}  // namespace
}  // namespace swell::hydro::radiation_convolution_test
