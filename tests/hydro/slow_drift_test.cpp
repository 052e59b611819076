#include "swell/hydro/slow_drift.h"

#include "swell_test/test.h"

namespace swell::hydro::slow_drift_test {
namespace {

using Complex = std::complex<double>;
constexpr double kRhoG = 1000.0 * 9.81;

/// A smooth QTF, Hermitian, with a diagonal that changes sign: T = (1 + (wi + wj)/2 - wi wj/2) exp(i 0.7 (wi - wj)).
Complex smooth(double wi, double wj) {
  return (1.0 + 0.5 * (wi + wj) - 0.5 * wi * wj) * std::exp(Complex(0.0, 0.7 * (wi - wj)));
}

std::shared_ptr<HydroData> data_with(const std::vector<double>& omega,
                                     const std::function<Complex(double, double)>& T) {
  auto data = std::make_shared<HydroData>();
  data->file = "made-up.h5";
  data->omega = {0.1, 0.5, 1.0, 2.0, 3.0, 5.0};
  data->direction = {0.0};
  HydroBody body;
  body.name = "buoy";
  body.excitation.assign(1, std::vector<Eigen::VectorXcd>(data->omega.size(), Eigen::VectorXcd::Zero(6)));
  body.qtf_difference.assign(6, {});
  for (const double wi : omega) {
    for (const double wj : omega) {
      for (const std::size_t dof : {std::size_t{0}, std::size_t{4}})
        body.qtf_difference[dof].push_back(
            {2.0 * kPi / wi, 2.0 * kPi / wj, 0.0, 0.0, (dof == 0 ? 1.0 : -3.0) * T(wi, wj)});
    }
  }
  data->bodies.push_back(body);
  return data;
}

/// Regular waves: (omega, amplitude, phase in degrees).
waves::SeaState sea_of(const std::vector<std::array<double, 3>>& list, double ramp = 0.0, double direction = 0.0) {
  std::vector<waves::WaveSpec> specs;
  for (const auto& [omega, amplitude, phase] : list) {
    waves::RegularWave wave;
    wave.height = 2.0 * amplitude;
    wave.period = 2.0 * kPi / omega;
    wave.phase = phase * kDegree;
    wave.direction = (specs.empty() ? 0.0 : direction) * kDegree;
    specs.emplace_back(wave);
  }
  return waves::make_sea_state(specs, waves::WaterProperties{}, waves::FrequencyRange{0.1, 5.0, false},
                               waves::Ramp{ramp});
}

/// The definition, pair by pair.
double double_sum(const waves::SeaState& sea, double t, const std::function<Complex(double, double)>& T) {
  const auto& c = sea.components();
  Complex sum = 0.0;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    for (Eigen::Index j = 0; j < c.size(); ++j) {
      sum += c.amplitude[i] * c.amplitude[j] * T(c.omega[i], c.omega[j]) *
             std::exp(Complex(0.0, (c.omega[i] - c.omega[j]) * t + c.phase[i] - c.phase[j]));
    }
  }
  return kRhoG * sum.real();
}

SlowDrift drift_of(const std::shared_ptr<HydroData>& data, const waves::SeaState& sea, SlowDriftRule rule,
                   double start = 0.0, double duration = 200.0) {
  return SlowDrift({data, 0}, sea, {rule, Interpolation::spline, start, duration, {}, false, false});
}

const std::vector<double> kNodes = {0.6, 0.9, 1.3, 1.7};
const std::vector<std::array<double, 3>> kWaves = {
    {0.6, 0.7, 10.0}, {0.9, 1.1, -80.0}, {1.3, 0.5, 200.0}, {1.7, 0.4, 33.0}};

/// Largest difference from the definition, against the sum of all pairs.
double worst(const SlowDrift& drift, const waves::SeaState& sea, const std::function<Complex(double, double)>& T) {
  double error = 0.0, scale = 0.0;
  for (double t = 0.0; t < 200.0; t += 0.37) {
    Vector6 out;
    drift.evaluate(t, out.data());
    error = std::max(error, std::abs(out[0] - double_sum(sea, t, T)));
    EXPECT_NEAR(out[4], -3.0 * out[0], 1e-6 * std::abs(out[0]) + 1e-3 * error + 1e-6);
    EXPECT_EQ(out[2], 0.0);
  }
  const auto& c = sea.components();
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    for (Eigen::Index j = 0; j < c.size(); ++j)
      scale += c.amplitude[i] * c.amplitude[j] * std::abs(T(c.omega[i], c.omega[j]));
  }
  return error / (kRhoG * scale);
}

TEST(SlowDrift, TheFullQtfIsTheDoubleSumOfItsDefinition) {
  const auto sea = sea_of(kWaves);
  EXPECT_LT(worst(drift_of(data_with(kNodes, smooth), sea, SlowDriftRule::full), sea, smooth), 4.3e-6);
}

// S_ij = (1 + wi wj / 2) exp(0.4 i (wi + wj)) beside the differences; S_ji = S_ij.
TEST(SlowDrift, TheForceAtSumsIsTheDoubleSumOfItsDefinition) {
  const auto sea = sea_of(kWaves);
  const auto S = [](double wi, double wj) { return (1.0 + 0.5 * wi * wj) * std::exp(Complex(0.0, 0.4 * (wi + wj))); };
  const auto data = data_with(kNodes, smooth);
  data->bodies[0].qtf_sum.assign(6, {});
  for (const double wi : kNodes) {
    for (const double wj : kNodes) {
      if (wj <= wi)  // one triangle is enough
        data->bodies[0].qtf_sum[2].push_back({2.0 * kPi / wi, 2.0 * kPi / wj, 0.0, 0.0, S(wi, wj)});
    }
  }
  const auto& c = sea.components();
  for (const auto rule : {SlowDriftRule::full, SlowDriftRule::newman}) {
    const SlowDrift drift({data, 0}, sea, {rule, Interpolation::spline, 0.0, 200.0, {}, false, true});
    const SlowDrift alone = drift_of(data, sea, rule);
    double scale = 0.0, error = 0.0, of_differences = 0.0;
    for (double t = 0.0; t < 200.0; t += 0.37) {
      Complex sum = 0.0;
      scale = 0.0;
      for (Eigen::Index i = 0; i < c.size(); ++i) {
        for (Eigen::Index j = 0; j < c.size(); ++j) {
          const Complex pair = kRhoG * c.amplitude[i] * c.amplitude[j] * S(c.omega[i], c.omega[j]);
          sum += pair * std::exp(Complex(0.0, (c.omega[i] + c.omega[j]) * t + c.phase[i] + c.phase[j]));
          scale += std::abs(pair);
        }
      }
      Vector6 out, without;
      drift.evaluate(t, out.data());
      alone.evaluate(t, without.data());
      error = std::max(error, std::abs(out[2] - sum.real()));
      of_differences = std::max(of_differences, std::abs(out[0] - without[0]));
      EXPECT_EQ(without[2], 0.0);
    }
    EXPECT_LT(error, 4.3e-6 * scale);
    EXPECT_LT(of_differences, 1e-5 * scale);
  }
  data->bodies[0].qtf_sum[2].back().heading_i = data->bodies[0].qtf_sum[2].back().heading_j = 30.0;
  EXPECT_THROW(SlowDrift({data, 0}, sea, {SlowDriftRule::full, Interpolation::spline, 0.0, 200.0, {}, false, true}),
               InputError);
}

TEST(SlowDrift, NewmansSingleSumIsTheDoubleSumOfMeans) {
  const auto sea = sea_of(kWaves);
  const auto mean = [](double a, double b) { return 0.5 * (smooth(a, a) + smooth(b, b)); };
  EXPECT_LT(worst(drift_of(data_with(kNodes, smooth), sea, SlowDriftRule::newman), sea, mean), 4.3e-6);
}

TEST(SlowDrift, StandingsFormIsTheGeometricMeanOfEqualSigns) {
  // The diagonal of data_with is 1 + w - w^2/2: turned negative for the highest wave.
  const auto sea = sea_of(kWaves);
  const auto diagonal = [](double w) { return w > 1.5 ? -smooth(w, w).real() : smooth(w, w).real(); };
  const auto made = [&](double a, double b) { return a == b ? Complex(diagonal(a)) : smooth(a, b); };
  const auto geometric = [&](double a, double b) {
    const double x = diagonal(a), y = diagonal(b);
    return x * y > 0.0 ? Complex(std::copysign(std::sqrt(x * y), x)) : Complex(0.0);
  };
  EXPECT_LT(worst(drift_of(data_with(kNodes, made), sea, SlowDriftRule::standing), sea, geometric), 4.3e-6);
}

TEST(SlowDrift, NewmanTakesMeanDriftWhereThereIsNoQtf) {
  const auto data = data_with({}, smooth);
  auto& drift = data->bodies[0].mean_drift_momentum;
  drift.assign(1, std::vector<VectorX>(data->omega.size(), VectorX::Constant(6, 0.25)));
  const auto sea = sea_of(kWaves);
  const auto constant = [](double, double) { return Complex(0.25); };
  const SlowDrift made = drift_of(data, sea, SlowDriftRule::newman);
  for (const double t : {3.0, 50.0}) {
    Vector6 out;
    made.evaluate(t, out.data());
    EXPECT_NEAR(out[0], double_sum(sea, t, constant), 1e-5 * kRhoG);
  }
  EXPECT_NE(made.notes().front().find("mean drift by momentum"), std::string::npos);
}

TEST(SlowDrift, BetweenTheNodesTheErrorIsThatOfBilinearInterpolation) {
  // |T - its bilinear interpolant| <= h^2/8 (max |T_xx| + max |T_yy|); here |T| < 2.6, |T_xx| < 0.49 |T| + 1.4, so that
  // halving h quarters the error.
  std::vector<double> error;
  for (const double h : {0.2, 0.1}) {
    std::vector<double> nodes;
    for (double w = 0.5; w < 1.95; w += h) nodes.push_back(w);
    const auto sea = sea_of({{0.6, 1.0, 0.0}, {1.1, 1.0, 50.0}, {1.45, 1.0, 100.0}, {1.63, 1.0, -20.0}});
    error.push_back(worst(drift_of(data_with(nodes, smooth), sea, SlowDriftRule::full), sea, smooth));
    EXPECT_LT(error.back(), h * h / 8.0 * 2.0 * (0.49 + 1.4));
  }
  EXPECT_LT(error[1], 0.45 * error[0]);
}

TEST(SlowDrift, OneTriangleOfPairsIsEnough) {
  const auto sea = sea_of(kWaves);
  auto data = data_with(kNodes, smooth);
  for (auto& list : data->bodies[0].qtf_difference) {
    list.erase(std::remove_if(list.begin(), list.end(), [](const QtfEntry& e) { return e.period_i < e.period_j; }),
               list.end());
  }
  EXPECT_LT(worst(drift_of(data, sea, SlowDriftRule::full), sea, smooth), 4.3e-6);
}

TEST(SlowDrift, ARunThatStartsLaterReadsTheSameTable) {
  const auto data = data_with(kNodes, smooth);
  const auto sea = sea_of(kWaves);
  const SlowDrift whole = drift_of(data, sea, SlowDriftRule::full),
                  rest = drift_of(data, sea, SlowDriftRule::full, 93.1, 50);
  for (const double t : {93.1, 100.0, 143.1}) {
    Vector6 a, b;
    whole.evaluate(t, a.data());
    rest.evaluate(t, b.data());
    EXPECT_TRUE((a.array() == b.array()).all()) << t;
  }
}

TEST(SlowDrift, TheRampActsTwiceForTheForceIsOfSecondOrder) {
  const auto data = data_with(kNodes, smooth);
  Vector6 full, ramped;
  drift_of(data, sea_of(kWaves), SlowDriftRule::full).evaluate(25.0, full.data());
  drift_of(data, sea_of(kWaves, 100.0), SlowDriftRule::full).evaluate(25.0, ramped.data());
  const double R = 0.5 * (1.0 + std::cos(kPi + kPi * 0.25));
  EXPECT_NEAR(ramped[0], R * R * full[0], 1e-12 * std::abs(full[0]));
}

std::string message(const std::shared_ptr<HydroData>& data, const waves::SeaState& sea, SlowDriftRule rule) {
  return swell_test::refusal_of([&] { drift_of(data, sea, rule); });
}

TEST(SlowDrift, MistakesAreNamed) {
  const auto sea = sea_of(kWaves);
  auto without = data_with({}, smooth);
  EXPECT_NE(message(without, sea, SlowDriftRule::newman).find("no difference-frequency QTF and no mean drift"),
            std::string::npos);
  without->bodies[0].mean_drift_pressure.assign(1, std::vector<VectorX>(6, VectorX::Ones(6)));
  EXPECT_NE(message(without, sea, SlowDriftRule::full).find("newman takes its mean drift (pressure integration)"),
            std::string::npos);
  const auto good = data_with(kNodes, smooth);
  EXPECT_NE(message(good, sea_of(kWaves, 0.0, 30.0), SlowDriftRule::full).find("directions 0 and 30 deg"),
            std::string::npos);
  auto aside = data_with(kNodes, smooth);
  for (auto& list : aside->bodies[0].qtf_difference) {
    for (QtfEntry& e : list) e.heading_i = e.heading_j = 90.0;
  }
  EXPECT_NE(message(aside, sea, SlowDriftRule::newman).find("is for waves of 90 and 90 deg, the sea's are 0 deg"),
            std::string::npos);
  auto cut = data_with(kNodes, smooth);
  auto& list = cut->bodies[0].qtf_difference[0];
  list.erase(std::remove_if(list.begin(), list.end(),
                            [](const QtfEntry& e) {
                              return std::abs(e.period_i + e.period_j - 2.0 * kPi * (1.0 / 0.6 + 1.0 / 1.7)) < 1e-9;
                            }),
             list.end());
  EXPECT_NE(message(cut, sea, SlowDriftRule::full).find("lacks the periods 10.47 s and 3.696 s of motion 1"),
            std::string::npos)
      << message(cut, sea, SlowDriftRule::full);
  const auto skew = data_with(kNodes, [](double a, double b) { return Complex(a - 0.5 * b, a + b); });
  EXPECT_NE(message(skew, sea, SlowDriftRule::full).find("is not Hermitian"), std::string::npos);
  EXPECT_THAT(swell_test::refusal_of([&] {
                SlowDrift({good, 0}, sea, {SlowDriftRule::full, Interpolation::spline, 0.0, 200.0, {}, true});
              }),
              HasSubstr("do not go all round"));
}

}  // namespace
}  // namespace swell::hydro::slow_drift_test
