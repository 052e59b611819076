// What lib/hydro does inside the time loop allocates nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/radiation_convolution.h"
#include "swell/hydro/restoring.h"
#include "swell/hydro/state_space_loop.h"
#include "swell/hydro/tabulated_excitation.h"
#include "swell_test/allocations.h"
#include "swell_test/data.h"

namespace swell::hydro::time_loop_test {
namespace {

TEST(TimeLoop, ForcesOfEveryKindAllocateNothing) {
  if (!swell::test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  const auto data = std::make_shared<const HydroData>(
      read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string()));
  const std::vector<HydroBodyRef> bodies{{data, 0}};
  const RadiationCoefficients coefficients(bodies, 1000.0, true);
  const SampledKernel kernel{0.1, coefficients.kernel(0.1, 201)};
  const RadiationConvolution convolution(kernel, 0.2), blocks(kernel, 0.2, std::vector<std::size_t>{16});
  const SampledConvolution sampled(kernel);
  const StateSpaceModel model = state_space_mimo(kernel);
  waves::IrregularWave spec;
  spec.significant_height = 1.0;
  spec.peak_period = 6.0;
  spec.count = 70;
  const LinearExcitation excitation(
      bodies, waves::make_sea_state({spec}, waves::WaterProperties{}, waves::FrequencyRange{0.05, 4.0, false}));
  const TabulatedExcitation grid(excitation, 0.0, {});
  const LinearRestoring restoring = make_linear_restoring(data->bodies[0], 261.8e3, 1000.0, 9.81);
  std::vector<double> memory(convolution.memory_size()), old(sampled.memory_size()), table(grid.workspace_size()),
      work(convolution.workspace_size()), past(blocks.memory_size());
  blocks.reset(0.0, past.data());
  convolution.reset(0.0, memory.data());
  sampled.reset(old.data());
  grid.reset(table.data());
  VectorX x = VectorX::Ones(model.states()), rate(x);
  Vector6 v = Vector6::Constant(0.3), F;
  const double offsets[2] = {1.0, 2.0};
  double sum = 0.0;
  const swell::test::AllocationCounter count;
  for (int n = 0; n < 300; ++n) {
    convolution.commit(v.data(), v.data(), memory.data());
    convolution.force(0.1 * n + 0.05, v.data(), memory.data(), work.data(), F.data());
    sum += F(2);
    blocks.commit(v.data(), v.data(), past.data());
    sampled.sample(v.data(), old.data(), F.data());
    sum += F(2);
    model.evaluate(x.data(), v.data(), rate.data(), F.data());
    excitation.evaluate(0.1 * n, F.data());
    excitation.evaluate_displaced(0.1 * n, offsets, F.data());
    sum += F(0);
    grid.evaluate(0.03 * n, table.data(), F.data());
    restoring.evaluate(v.data(), F.data());
    sum += F(2);
  }
  EXPECT_EQ(count.count(), 0);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(TimeLoop, TheStateSpaceLoopGivesTheNumbersOfItsModel) {
  StateSpaceModel model;
  model.blocks = {{0, 2}, {2, 5}, {7, 1}};
  for (const StateBlock& b : model.blocks) model.A.emplace_back(MatrixX::Random(b.size, b.size));
  model.B = MatrixX::Random(8, 3);
  model.B.col(1).head(4).setZero();
  model.C = MatrixX::Random(6, 8);
  model.C.row(2).segment(1, 3).setZero();
  model.C.row(4).setZero();
  model.D = MatrixX::Random(6, 3);
  const StateSpaceLoop loop(model);
  const VectorX x = VectorX::Random(8), v = VectorX::Random(3);
  VectorX rate(8), expected_rate(8), F(6), expected_F(6);
  loop.rate(x.data(), v.data(), rate.data());
  model.rate(x.data(), v.data(), expected_rate.data());
  loop.force(x.data(), v.data(), F.data());
  model.force(x.data(), v.data(), expected_F.data());
  EXPECT_LT((rate - expected_rate).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((F - expected_F).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT(loop.multiplications(), 30u + 24u + 48u + 18u);
}

}  // namespace
}  // namespace swell::hydro::time_loop_test
