// Imported tables and records, and what is reported about wrong specs.
#include "swell/waves/wave_spec.h"

#include "swell/waves/dispersion.h"
#include "swell/waves/sea_state.h"
#include "swell_test/test.h"

namespace swell::waves::wave_spec_test {
namespace {

SeaSettings settings_to(double top) {
  SeaSettings settings;
  settings.range = FrequencyRange{0.05, top};
  return settings;
}

ImportedSpectrum triangle() {
  ImportedSpectrum s;
  s.frequency = {0.05, 0.1, 0.15, 0.3};
  s.spectrum = {0.0, 4.0, 2.0, 0.0};
  return s;
}
constexpr double kTriangleEnergy = 0.5 * 0.05 * 4.0 + 0.05 * 3.0 + 0.5 * 0.15 * 2.0;

double energy(const SeaState& sea) { return 0.5 * sea.components().amplitude.square().sum(); }

TEST(ImportedSpectrum, KeepsTheEnergyOfItsLines) {
  const SeaState binned = make_sea_state({triangle()}, settings_to(10.0));
  EXPECT_NEAR(energy(binned), kTriangleEnergy, 1e-14);
  EXPECT_EQ(binned.components().size(), 500);
  ImportedSpectrum rows = triangle();
  rows.bins = BinMethod::as_given;
  EXPECT_NEAR(energy(make_sea_state({rows}, settings_to(10.0))), kTriangleEnergy, 1e-14);
}

TEST(ImportedSpectrum, WithPhasesIsTakenRowByRow) {
  ImportedSpectrum s = triangle();
  s.phase = {0.1, 0.2, 0.3, 0.4};
  const SeaState sea = make_sea_state({s}, settings_to(10.0));
  ASSERT_EQ(sea.components().size(), 4);
  EXPECT_EQ(sea.components().phase[2], 0.3);
  EXPECT_DOUBLE_EQ(sea.components().omega[2], 2.0 * kPi * 0.15);
  EXPECT_DOUBLE_EQ(sea.components().amplitude[2], std::sqrt(2.0 * 2.0 * 0.1));
}

TEST(ImportedSpectrum, UnderReproduceHasWecSimsWidthsAndDraws) {
  SeaSettings settings = settings_to(1.5);  // 0.2387 Hz: the last row is outside
  settings.choices = wec_sim_choices();
  ImportedSpectrum s = triangle();
  s.seed = 1;
  s.frequency = {0.05, 0.1, 0.15, 0.2, 0.3};
  s.spectrum = {1.0, 4.0, 2.0, 1.5, 0.0};
  const SeaState sea = make_sea_state({s}, settings);
  ASSERT_EQ(sea.components().size(), 4);
  EXPECT_NEAR(sea.components().amplitude[0], std::sqrt(2.0 * 1.0 * 0.05), 1e-15);  // whole end interval
  EXPECT_NEAR(sea.components().amplitude[1], std::sqrt(2.0 * 4.0 * 0.05), 1e-15);
  EXPECT_NEAR(sea.components().amplitude[3], std::sqrt(2.0 * 1.5 * 0.05), 1e-15);
  EXPECT_DOUBLE_EQ(sea.components().phase[1], 2.0 * kPi * 0.8197445278891669);
}

FullDirectionalSpectrum directional() {
  FullDirectionalSpectrum s;
  s.frequency = {0.05, 0.1, 0.15, 0.2};
  s.spectrum = {0.5, 4.0, 2.0, 1.0};
  const int n = 24;  // a full circle, 15 degrees apart
  s.spread.resize(4, n);
  for (int j = 0; j < n; ++j) {
    s.direction.push_back((-180.0 + 15.0 * j) * kDegree);
    for (int i = 0; i < 4; ++i) {
      s.spread(i, j) = spreading_density({SpreadingShape::cos_2s, 0.3 + 0.2 * i, 3.0, 1}, s.direction.back());
    }
  }
  return s;
}

TEST(FullDirectionalSpectrum, KeepsEnergyAndDirectionAtEveryFrequency) {
  const SeaState sea = make_sea_state({directional()}, settings_to(10.0));
  const WaveComponents& c = sea.components();
  ASSERT_EQ(c.size(), 96);
  const double widths[] = {0.025, 0.05, 0.05, 0.025};
  const double densities[] = {0.5, 4.0, 2.0, 1.0};
  for (int i = 0; i < 4; ++i) {
    const Eigen::ArrayXd e = 0.5 * c.amplitude.segment(24 * i, 24).square();
    const Eigen::ArrayXd d = c.direction.segment(24 * i, 24) - (0.3 + 0.2 * i);
    const double whole = densities[i] * widths[i];
    // cos^6(theta/2) is a trigonometric polynomial of degree 3: 24 equal steps integrate it exactly.
    EXPECT_NEAR(e.sum(), whole, 1e-15);
    EXPECT_NEAR((e * d.cos()).sum(), 0.75 * whole, 1e-15);  // s/(s+1)
    EXPECT_NEAR((e * d.sin()).sum(), 0.0, 1e-15);
  }
  EXPECT_TRUE(sea.warnings().empty());
}

TEST(FullDirectionalSpectrum, UnderReproduceUsesWecSimsWidths) {
  SeaSettings settings = settings_to(10.0);
  settings.choices = wec_sim_choices();
  FullDirectionalSpectrum s = directional();
  s.seed = 1;
  const SeaState sea = make_sea_state({s}, settings);
  const double theta = 15.0 * kDegree;
  // theory/wec-sim.md, "Spectra and bins": sqrt(2 S_f D/(2 pi) d_omega d_theta); both first intervals whole.
  EXPECT_NEAR(sea.components().amplitude[0], std::sqrt(2.0 * 0.5 * s.spread(0, 0) * 0.05 * theta), 1e-15);
  EXPECT_NEAR(sea.components().amplitude[24 + 5], std::sqrt(2.0 * 4.0 * s.spread(1, 5) * 0.05 * theta), 1e-15);
  EXPECT_DOUBLE_EQ(sea.components().phase[2], 2.0 * kPi * 0.1072742427475658);
}

/// Every way to a short-crested sea, by the choices that are not WEC-Sim's.
std::vector<std::pair<std::string, WaveSpec>> spread_seas() {
  std::vector<std::pair<std::string, WaveSpec>> seas;
  FullDirectionalSpectrum table;  // 60 frequencies, 24 directions, a mean direction that turns
  table.spread.resize(60, 24);
  const ParametricSpectrum shape(SpectrumShape::jonswap, 2.0, 8.0, 3.3);
  for (int j = 0; j < 24; ++j) table.direction.push_back((-180.0 + 15.0 * j) * kDegree);
  for (int i = 0; i < 60; ++i) {
    table.frequency.push_back(0.05 + 0.005 * i);
    table.spectrum.push_back(shape.density_per_hertz(table.frequency.back()));
    for (int j = 0; j < 24; ++j)
      table.spread(i, j) =
          spreading_density({SpreadingShape::cos_2s, 0.005 * i, 6.0, 1}, table.direction[static_cast<std::size_t>(j)]);
  }
  seas.emplace_back("directional-spectrum", table);
  IrregularWave irregular;
  irregular.significant_height = 2.0;
  irregular.peak_period = 8.0;
  irregular.directions = SpreadingFunction{SpreadingShape::cos_2s, 0.2, 6.0, 12};
  for (const auto& [name, method] : {std::pair<const char*, BinMethod>("irregular, conserving", BinMethod::conserving),
                                     {"irregular, equal-energy", BinMethod::wec_sim_equal_energy},
                                     {"irregular, traditional", BinMethod::wec_sim_traditional}}) {
    irregular.bins = method;
    irregular.count = 100;
    seas.emplace_back(name, irregular);
  }
  irregular.bins.reset();
  irregular.directions = DirectionList{{0.0, 1.0}, {0.5, 0.5}};
  seas.emplace_back("irregular, two directions", irregular);
  ImportedSpectrum imported;
  imported.frequency = table.frequency;
  imported.spectrum = table.spectrum;
  imported.directions = SpreadingFunction{SpreadingShape::cos_2s, 0.2, 6.0, 12};
  imported.count = 100;
  seas.emplace_back("imported-spectrum", imported);
  return seas;
}

/// Mean square of the elevation at a place over a record of length T from t = 0 on: exact, by the sum over all pairs.
double variance(const WaveComponents& c, double x, double y, double T) {
  const Eigen::ArrayXd phase = c.phase - c.wavenumber * (x * c.direction.cos() + y * c.direction.sin());
  const Eigen::ArrayXd half = 0.5 * T * c.omega;
  const Eigen::ArrayXd of[] = {half, (phase + half).cos(), (phase + half).sin(), half.cos(), half.sin()};
  const double *h = of[0].data(), *cm = of[1].data(), *sm = of[2].data(), *ch = of[3].data(), *sh = of[4].data(),
               *a = c.amplitude.data();
  double sum = 0.5 * c.amplitude.square().sum();
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      // The sum frequencies of a record of hours are a millionth of this.
      const double apart = h[i] - h[j];
      const double sinc = std::abs(apart) < 1e-8 ? 1.0 : (sh[i] * ch[j] - ch[i] * sh[j]) / apart;
      sum += a[i] * a[j] * (cm[i] * cm[j] + sm[i] * sm[j]) * sinc;
    }
  }
  return sum;
}

TEST(SpreadSeas, HaveTheirEnergyEverywhere) {
  SeaSettings settings = settings_to(4.0);
  settings.range->omega_min = 0.2;
  const double T = 6.0 * 3600.0;
  for (const auto& [name, wave] : spread_seas()) {
    const SeaState sea = make_sea_state({wave}, settings);
    const WaveComponents& c = sea.components();
    const double m0 = 0.5 * c.amplitude.square().sum();
    // Of a Gaussian sea over a record of length T: variance of the estimate of m0 is 2 pi/T integral of S^2 (Bendat and
    // Piersol, Random Data, 8.3, with the autocorrelation's integral by Parseval). 20 places: 4 deviations.
    const ParametricSpectrum shape(
        name.rfind("irregular", 0) == 0 ? SpectrumShape::pierson_moskowitz : SpectrumShape::jonswap, 2.0, 8.0, 3.3);
    double squared = 0.0;
    for (double w = 0.2; w < 4.0; w += 1e-3) squared += shape.density(w) * shape.density(w) * 1e-3;
    const double deviation = std::sqrt(2.0 * kPi / T * squared);
    double worst = 0.0;
    for (int place = 0; place < 20; ++place) {
      const int column = place % 5, row = place / 5;
      const double x = 37.0 * column, y = 53.0 * row;
      worst = std::max(worst, std::abs(variance(c, x, y, T) - m0));
    }
    swell_test::measured("%-28s m0 %.4f, worst place %+.3f of it, 4 deviations %.3f", name.c_str(), m0, worst / m0,
                         4.0 * deviation / m0);
    EXPECT_LT(worst, 4.0 * deviation) << name;
    std::vector<double> omega;
    for (Eigen::Index i = 0; i < c.size(); ++i) {
      if (c.amplitude[i] > 1e-6) omega.push_back(c.omega[i]);  // what has no energy has no width
    }
    std::sort(omega.begin(), omega.end());
    EXPECT_EQ(std::adjacent_find(omega.begin(), omega.end()), omega.end()) << name;
    EXPECT_GE(omega.front(), 0.2) << name;
    EXPECT_LE(omega.back(), 4.0) << name;
  }
}

TEST(SpreadSeas, UnderReproduceHaveEveryFrequencyInEveryDirection) {
  SeaSettings settings = settings_to(4.0);
  settings.choices = wec_sim_choices();
  FullDirectionalSpectrum s = directional();
  const SeaState sea = make_sea_state({s}, settings);
  ASSERT_TRUE(sea.systems()[0].direction_fastest);
  for (Eigen::Index i = 0; i < sea.components().size(); ++i)
    EXPECT_EQ(sea.components().omega[i], 2.0 * kPi * s.frequency[static_cast<std::size_t>(i / 24)]);
}

ImportedElevation record(int n, double step) {
  ImportedElevation r;
  for (int i = 0; i < n; ++i) {
    const double t = 20.0 + step * i;
    r.time.push_back(t);
    r.elevation.push_back(0.1 + std::sin(0.7 * t) + 0.5 * std::cos(1.3 * t + 1.0) + 0.2 * std::cos(0.01 * t * t));
  }
  return r;
}

TEST(ImportedElevation, ComponentsReproduceTheRecordAtItsSamples) {
  for (const int n : {200, 201}) {
    ImportedElevation r = record(n, 0.25);
    r.direction = 30.0 * kDegree;
    r.x = 12.0;
    r.y = -7.0;
    SeaSettings settings;
    settings.water.depth = 15.0;
    const SeaState sea = make_sea_state({r}, settings);
    EXPECT_EQ(sea.components().size(), n / 2);
    for (int i = 0; i < n; ++i) {
      const auto j = static_cast<std::size_t>(i);
      // Phases are about 13 rad/s * 70 s = 1e3 rad: 1e-13 each, 100 components.
      EXPECT_NEAR(sea.elevation(r.time[j], 12.0, -7.0), r.elevation[j], 1e-12);
    }
  }
}

TEST(ImportedElevation, TravelsWithTheDispersionLaw) {
  ImportedElevation r;
  const double omega = 2.0 * kPi / 8.0;
  for (int i = 0; i < 64; ++i) {  // eight whole periods
    r.time.push_back(i);
    r.elevation.push_back(std::cos(omega * i));
  }
  SeaSettings settings;
  settings.water.depth = 15.0;
  const SeaState sea = make_sea_state({r}, settings);
  const double k = wavenumber(omega, 15.0, 9.81);
  EXPECT_NEAR(sea.elevation(3.3, 20.0, 4.0), std::cos(omega * 3.3 - k * 20.0), 1e-13);
  EXPECT_NEAR(sea.systems()[0].peak_omega, omega, 1e-14);
}

TEST(ImportedElevation, KernelRouteGivesTheRawRecordAtItsGauge) {
  SeaSettings settings;
  settings.choices = wec_sim_choices();
  settings.ramp.duration = 100.0;
  const ImportedElevation r = record(100, 0.25);
  const SeaState sea = make_sea_state({r}, settings);
  ASSERT_TRUE(sea.systems()[0].record.has_value());
  EXPECT_EQ(sea.systems()[0].record->route, ElevationRoute::excitation_kernel);
  const double halfway = 0.5 * (r.elevation[10] + r.elevation[11]);
  const double t = 0.5 * (r.time[10] + r.time[11]);
  EXPECT_NEAR(sea.systems()[0].record->at(t), halfway, 1e-15);
  EXPECT_NEAR(sea.elevation(t), sea.ramp(t) * halfway, 1e-15);
}

// A waverider's step and a wave of 6.4 rows; 25 s are 5 waves and 32 rows.
TEST(ImportedElevation, RowsAreJoinedBySplinesOnTheKernelRoute) {
  const double omega = 2.0 * kPi / 5.0, step = 0.78125;
  ImportedElevation r;
  r.route = ElevationRoute::excitation_kernel;
  for (int i = 0; i <= 160; ++i) {
    r.time.push_back(step * i);
    r.elevation.push_back(std::sin(omega * step * i));
  }
  // Of the amplitude, by projection on the wave away from the ends, where splines differ by 0.27 to the rows between.
  const auto kept = [&](const SeaState& sea) {
    double sum = 0.0;
    for (int i = 0; i < 512; ++i) {
      const double t = 50.0 + 25.0 * i / 512.0;
      sum += sea.elevation(t) * std::sin(omega * t) / 256.0;
      EXPECT_EQ(sea.elevation(t), sea.systems()[0].record->at(t));
    }
    return sum;
  };
  const SeaState sea = make_sea_state({r}, SeaSettings{});
  EXPECT_NEAR(kept(sea), spline_response(omega * step), 1e-6);
  EXPECT_GT(kept(sea), 0.998);
  EXPECT_TRUE(sea.warnings().empty());
  SeaSettings wec_sim;
  wec_sim.choices = wec_sim_choices();
  EXPECT_NEAR(kept(make_sea_state({r}, wec_sim)), line_response(omega * step), 1e-3);  // corners alias
  EXPECT_EQ(sea.elevation(-1.0), r.elevation.front());
  EXPECT_EQ(sea.elevation(200.0), r.elevation.back());
  // Rows taken out: two of them are no gap, twenty are, and a line goes across.
  ImportedElevation gaps = r;
  for (const auto& [first, count] : {std::pair{100L, 20L}, {40L, 2L}}) {
    gaps.time.erase(gaps.time.begin() + first, gaps.time.begin() + first + count);
    gaps.elevation.erase(gaps.elevation.begin() + first, gaps.elevation.begin() + first + count);
  }
  const SeaState gappy = make_sea_state({gaps}, SeaSettings{});
  EXPECT_NEAR(gappy.elevation(0.5 * (r.time[99] + r.time[120])), 0.5 * (r.elevation[99] + r.elevation[120]), 1e-12);
  EXPECT_NEAR(gappy.elevation(50.3), sea.elevation(50.3), 1e-3);
  for (const std::size_t i : {0UL, 39UL, 42UL, 99UL, 120UL, 160UL})
    EXPECT_NEAR(gappy.elevation(r.time[i]), r.elevation[i], 1e-14) << i;
}

TEST(ImportedElevation, OfFewRowsInAWaveIsReportedOnTheKernelRoute) {
  const auto warnings = [](double period, ElevationRoute route) {
    ImportedElevation r;
    r.route = route;
    for (int i = 0; i < 200; ++i) {
      r.time.push_back(i);
      r.elevation.push_back(std::sin(2.0 * kPi / period * i));
    }
    return texts(make_sea_state({r}, SeaSettings{}).warnings());
  };
  EXPECT_THAT(warnings(2.5, ElevationRoute::excitation_kernel),
              testing::ElementsAre(HasSubstr("the record has 2.5 rows in its peak period of 2.5 s, and a cubic spline "
                                             "that joins them keeps 0.83 of the amplitude there")));
  EXPECT_THAT(warnings(2.5, ElevationRoute::components), testing::IsEmpty());
  EXPECT_THAT(warnings(4.0, ElevationRoute::excitation_kernel), testing::IsEmpty());
}

TEST(ImportedElevation, WithAVaryingStepIsInterpolatedAndReported) {
  ImportedElevation r = record(400, 0.1);
  r.time[200] += 0.03;
  const SeaState sea = make_sea_state({r}, SeaSettings{});
  ASSERT_EQ(sea.warnings().size(), 1U);
  EXPECT_THAT(sea.warnings()[0].text(), HasSubstr("time step varies: it is 0.1 s mostly and 0.13 s after t = 39.9 s"));
}

TEST(ImportedElevation, OutsideTheHydrodynamicRangeIsReported) {
  ImportedElevation r = record(400, 0.25);
  SeaSettings settings = settings_to(1.0);
  const SeaState all = make_sea_state({r}, settings);
  EXPECT_THAT(texts(all.warnings()), testing::ElementsAre(HasSubstr("of its standard deviation) lies outside")));
  // Kept, the components are the record, whatever the data's range; and little is reported too.
  for (std::size_t i = 0; i < r.time.size(); i += 37) EXPECT_NEAR(all.elevation(r.time[i]), r.elevation[i], 1e-12);
  SeaSettings wide = settings_to(3.0);
  double lost = 0.0;
  const WaveComponents& c = all.components();
  for (Eigen::Index i = 0; i < c.size(); ++i) lost += c.omega[i] > 3.0 ? 0.5 * c.amplitude[i] * c.amplitude[i] : 0.0;
  ASSERT_LT(lost, 0.01 * 0.5 * c.amplitude.square().sum());
  ASSERT_GT(lost, 1e-4 * 0.5 * c.amplitude.square().sum());
  EXPECT_THAT(texts(make_sea_state({r}, wide).warnings()),
              testing::ElementsAre(HasSubstr("of its standard deviation")));
  r.only_in_range = true;
  const SeaState part = make_sea_state({r}, settings);
  EXPECT_LT(part.components().size(), all.components().size());
  EXPECT_LE(part.components().omega.maxCoeff(), 1.0);
}

// ---- mistakes ----

std::vector<std::string> mistakes(const std::vector<WaveSpec>& waves, const SeaSettings& settings = settings_to(5.2)) {
  try {
    make_sea_state(waves, settings);
  } catch (const swell::InputError& e) {
    std::vector<std::string> texts;
    for (const auto& d : e.diagnostics()) texts.push_back(d.text());
    return texts;
  }
  return {};
}

TEST(WaveSpec, ARegularWaveOutsideTheDataIsRefusedUnlessExtrapolationIsAsked) {
  RegularWave wave;
  wave.height = 0.1;
  wave.period = 1.0;
  SeaSettings settings = settings_to(5.2);
  EXPECT_THAT(
      mistakes({wave}, settings),
      testing::ElementsAre(testing::AllOf(HasSubstr("waves.period = 1 s"), HasSubstr("outside the hydrodynamic data"),
                                          HasSubstr("set hydrodynamics.extrapolate: true"))));
  settings.range->extrapolate = true;
  EXPECT_TRUE(mistakes({wave}, settings).empty());
}

TEST(WaveSpec, SteepWavesAreWarnedOf) {
  RegularWave wave;
  wave.height = 10.0;
  wave.period = 5.0;
  EXPECT_THAT(texts(make_sea_state({wave}, settings_to(5.2)).warnings()),
              testing::ElementsAre(HasSubstr("breaking limit 5.54 m")));
  IrregularWave sea;
  sea.significant_height = 10.0;
  sea.peak_period = 5.0;
  EXPECT_THAT(texts(make_sea_state({sea}, settings_to(5.2)).warnings()), testing::ElementsAre(HasSubstr("above 1/15")));
}

TEST(WaveSpec, EqualSeedsAreWarnedOf) {
  IrregularWave sea;
  sea.significant_height = 1.0;
  sea.peak_period = 8.0;
  sea.seed = 2;
  IrregularWave other = sea;
  other.seed.reset();  // its place in the list is 2
  EXPECT_THAT(texts(make_sea_state({sea, other}, settings_to(5.2)).warnings()),
              testing::ElementsAre(HasSubstr("waves[1].seed = 2 is that of waves[0]")));
}

TEST(WaveSpec, WrongTablesAreRefusedWithTheRow) {
  ImportedSpectrum s = triangle();
  s.frequency[2] = 0.08;
  EXPECT_THAT(mistakes({s}), testing::ElementsAre(HasSubstr("row 3 of the spectrum has frequency 0.08 Hz")));
  s = triangle();
  s.spectrum[1] = -1.0;
  EXPECT_THAT(mistakes({s}), testing::ElementsAre(HasSubstr("row 2 of the spectrum has density -1 m^2/Hz")));
  s = triangle();
  s.phase = {0.0};
  EXPECT_THAT(mistakes({s}), testing::ElementsAre(HasSubstr("4 frequencies and 1 phases")));
  s = triangle();
  for (double& f : s.frequency) f *= 2.0 * kPi;  // rad/s by mistake
  s.frequency[0] = 0.5;
  EXPECT_THAT(mistakes({s}, settings_to(3.0)), testing::ElementsAre(HasSubstr("is the first column in Hz?")));
  s = triangle();
  for (double& d : s.spectrum) d = 0.0;
  EXPECT_THAT(mistakes({s}), testing::ElementsAre(HasSubstr("no energy")));
  s.spectrum.pop_back();
  EXPECT_THAT(mistakes({s}), testing::ElementsAre(HasSubstr("4 frequencies and 3 densities")));

  FullDirectionalSpectrum f = directional();
  f.spread.transposeInPlace();
  EXPECT_THAT(mistakes({f}),
              testing::ElementsAre(HasSubstr("the spread is 24 x 4 for 4 frequencies and 24 directions")));

  ImportedElevation r = record(10, 0.5);
  r.time[4] = r.time[3];
  EXPECT_THAT(mistakes({r}), testing::ElementsAre(HasSubstr("row 5 of the elevation")));
  r.time[4] = std::nan("");
  EXPECT_THAT(mistakes({r}), testing::ElementsAre(HasSubstr("row 5 of the elevation is not a number")));
  r.time.clear();
  EXPECT_THAT(mistakes({r}), testing::ElementsAre(HasSubstr("0 times and 10 values")));
}

// Data of one frequency know one wave.
TEST(WaveSpec, DataOfOneFrequencyTakeTheRegularWaveOfItAlone) {
  SeaSettings settings;
  settings.range = FrequencyRange{2.0, 2.0};
  RegularWave wave;
  wave.height = 1.0;
  wave.period = kPi;
  EXPECT_EQ(make_sea_state({wave}, settings).components().size(), 1);
  IrregularWave sea;
  sea.significant_height = 1.0;
  sea.peak_period = 4.0;
  EXPECT_THAT(swell_test::refusal_of([&] { make_sea_state({sea}, settings); }),
              HasSubstr("hold one frequency, 2 rad/s"));
}

// What single keys may hold is the reader's to judge: a program that breaks it breaks a contract.
TEST(WaveSpec, ValuesBeyondTheBoundsOfKeysBreakTheContract) {
  RegularWave wave;
  wave.height = 1.0;
  wave.period = 8.0;
  wave.direction = 90.0;  // degrees for radians
  EXPECT_THROW(make_sea_state({wave}, settings_to(5.2)), std::logic_error);
  wave.direction = 0.0;
  wave.height = -2.0;
  EXPECT_THROW(make_sea_state({wave}, settings_to(5.2)), std::logic_error);
  SeaSettings settings;
  settings.water.density = 0.0;
  EXPECT_THROW(make_sea_state({}, settings), std::logic_error);
}

TEST(WaveSpec, SharesThatDoNotSumToOneAreOnlyWarnedOfUnderReproduce) {
  IrregularWave sea;
  sea.significant_height = 1.0;
  sea.peak_period = 8.0;
  sea.directions = DirectionList{{0.0, 1.0}, {0.5, 0.4}};
  SeaSettings settings = settings_to(5.2);
  settings.choices = wec_sim_choices();
  EXPECT_THAT(texts(make_sea_state({sea}, settings).warnings()),
              testing::ElementsAre(HasSubstr("waves.spread sums to 0.9")));
}

TEST(WaveSpec, ARangeOutsideTheDataIsRefusedUnlessExtrapolationIsAsked) {
  IrregularWave sea;
  sea.significant_height = 1.0;
  sea.peak_period = 8.0;
  sea.omega_max = 9.0;
  sea.source.keys["bins.range"] = {"case.yaml", 3, 14, "waves.bins.range"};
  SeaSettings settings = settings_to(5.2);
  EXPECT_THAT(mistakes({sea}, settings),
              testing::ElementsAre(testing::AllOf(HasSubstr("case.yaml:3:14: waves.bins.range"),
                                                  HasSubstr("lies outside the hydrodynamic data"),
                                                  HasSubstr("set hydrodynamics.extrapolate: true"))));
  settings.range->extrapolate = true;
  const double beyond = make_sea_state({sea}, settings).components().omega.maxCoeff();
  sea.omega_max = 5.2;  // bins of equal energy: the last is wide, its frequency the mean of its energy
  EXPECT_GT(beyond, make_sea_state({sea}, settings).components().omega.maxCoeff());
  sea.omega_max = 2.0;
  EXPECT_LE(make_sea_state({sea}, settings_to(5.2)).components().omega.maxCoeff(), 2.0);
}

}  // namespace
}  // namespace swell::waves::wave_spec_test
