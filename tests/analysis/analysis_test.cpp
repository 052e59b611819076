// Statistics, spectra, extremes, rainflow and comparison against closed forms.
#include "swell/analysis/compare_records.h"
#include "swell/analysis/extremes.h"
#include "swell/analysis/rainflow.h"
#include "swell/analysis/record_spectrum.h"
#include "swell/analysis/shared_panels.h"
#include "swell/analysis/statistics.h"
#include "swell_test/test.h"

namespace swell::analysis::analysis_test {
namespace {

constexpr double kTwoPi = 6.283185307179586;

Record record_of(double duration, double step, const std::function<double(double)>& f) {
  Record r;
  for (int i = 0; i * step <= duration + 1e-9; ++i) {
    r.time.push_back(i * step);
    r.value.push_back(f(i * step));
  }
  return r;
}

/// A Gaussian record of a band: sum of many sines of random phase.
Record gaussian(double low, double high, int lines, double duration, double step, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> phase(0.0, kTwoPi);
  std::vector<double> omega, phases;
  for (int i = 0; i < lines; ++i) {
    omega.push_back(low + (high - low) * (i + 0.5) / lines);
    phases.push_back(phase(random));
  }
  const double a = std::sqrt(2.0 / lines);
  return record_of(duration, step, [&](double t) {
    double sum = 0.0;
    for (std::size_t i = 0; i < omega.size(); ++i) sum += a * std::cos(omega[i] * t + phases[i]);
    return sum;
  });
}

// ASTM E1049-85, Fig. 6 and the table beside it: -2 1 -3 5 -1 3 -4 4 -2.
TEST(Rainflow, counts_the_example_of_the_standard) {
  std::map<double, double> counts;
  // Rows between the turning points change nothing.
  for (const Cycle& c : rainflow({-2, -1, 1, 0, -3, 5, 2, -1, 3, -4, 4, 4, -2})) counts[c.range] += c.count;
  EXPECT_THAT(counts, ::testing::ElementsAre(std::pair{3.0, 0.5}, std::pair{4.0, 1.5}, std::pair{6.0, 0.5},
                                             std::pair{8.0, 1.0}, std::pair{9.0, 0.5}));
}

// Law of the count: every turning point but the first ends one half cycle, whatever the record; no range exceeds the
// whole.
TEST(Rainflow, each_excursion_is_half_a_cycle_of_some_range) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int run = 0; run < 50; ++run) {
    std::vector<double> values(static_cast<std::size_t>(2 + run * 7));
    for (double& v : values) v = std::round(4.0 * normal(random)) / 4.0;  // equal neighbours as well
    const std::vector<double> points = turning_points(values);
    double halves = 0.0, largest = 0.0;
    for (const Cycle& c : rainflow(values)) {
      halves += 2.0 * c.count;
      largest = std::max(largest, c.range);
    }
    EXPECT_EQ(halves, static_cast<double>(points.size()) - 1.0);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(largest, points.size() > 1 ? *high - *low : 0.0);
  }
}

TEST(Rainflow, a_sine_is_as_many_cycles_of_its_height_and_its_own_equivalent) {
  const Record r = record_of(100.0, 0.05, [](double t) { return 3.0 * std::cos(kTwoPi * t / 5.0); });
  const auto cycles = rainflow(r.value);
  for (const double slope : {1.0, 3.0, 10.0}) EXPECT_NEAR(damage_equivalent(cycles, slope, 20.0), 6.0, 1e-12);
  // Half as many equivalent cycles: 2^(1/m) times the range.
  EXPECT_NEAR(damage_equivalent(cycles, 4.0, 10.0), 6.0 * std::pow(2.0, 0.25), 1e-12);
}

TEST(Statistics, those_of_a_sine_over_whole_periods) {
  const auto sine = [](double t) { return 2.0 + 3.0 * std::sin(kTwoPi * t / 8.0); };
  const Record r = record_of(40.0 - 0.01, 0.01, sine);
  const Statistics s = statistics_of(record_of(40.0, 0.01, sine));  // both ends are rows and count half
  EXPECT_NEAR(s.mean, 2.0, 1e-12);
  EXPECT_NEAR(s.standard_deviation, 3.0 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(statistics_of(record_of(8.0, 0.5, [](double t) { return std::cos(kTwoPi * t / 8.0); })).mean, 0.0, 1e-15);
  EXPECT_NEAR(s.kurtosis, 1.5, 1e-9);
  EXPECT_DOUBLE_EQ(s.maximum, 5.0);
  EXPECT_NEAR(s.maximum_at, 2.0, 1e-9);
  const ZeroCrossings z = zero_crossings(waves_of(r));
  EXPECT_EQ(z.count, 4U);  // the record begins on an up-crossing, which nothing precedes
  EXPECT_NEAR(z.mean_period, 8.0, 1e-9);
  EXPECT_NEAR(z.third_height, 6.0, 1e-12);
}

TEST(Statistics, rows_that_are_not_finite_are_left_out_and_counted) {
  const Statistics s = statistics_of({{0, 1, 2, 3}, {1.0, std::nan(""), 3.0, HUGE_VAL}});
  EXPECT_DOUBLE_EQ(s.mean, 2.0);
  EXPECT_DOUBLE_EQ(s.lost, 0.5);
}

// Parseval: the density integrates to the variance; Hann's window weighs the rows, so that a steady sine of whole
// periods in every segment is exact.
TEST(Spectra, hold_the_variance_and_the_period_of_a_sine) {
  const Record r = record_of(800.0, 0.1, [](double t) { return 1.5 * std::cos(kTwoPi * t / 10.0); });
  const SpectralMoments m = moments_of(welch(r, 8));
  EXPECT_NEAR(m.m0, 1.5 * 1.5 / 2.0, 1e-9);
  EXPECT_NEAR(m.peak_period, 10.0, 1e-6);
  EXPECT_NEAR(m.energy_period, 10.0, 0.2);  // Hann's main lobe: one line to either side, (dw/w)^2 = 1 %
}

// Parseval: whatever the record, its length, its drift and the segments, the lines hold the variance that statistics
// give.
TEST(Spectra, hold_the_variance_of_any_record) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  for (int trial = 0; trial < 60; ++trial) {
    Record r = gaussian(0.3, 2.0, 30, 40.0 + 900.0 * any(random), 0.1 + 0.4 * any(random),
                        100U + static_cast<unsigned>(trial));
    const double drift = trial % 2 == 0 ? 0.0 : 3.0 * any(random), period = 50.0 + 3000.0 * any(random);
    for (std::size_t i = 0; i < r.value.size(); ++i) r.value[i] += 7.0 + drift * std::sin(kTwoPi * r.time[i] / period);
    const double deviation = statistics_of(r).standard_deviation;
    EXPECT_NEAR(moments_of(welch(r, 1 + trial % 9)).m0 / (deviation * deviation), 1.0, 1e-12) << trial;
  }
  EXPECT_EQ(moments_of(welch(record_of(100.0, 0.1, [](double) { return 2.0; }), 4)).m0, 0.0);
}

// A band of constant density S0 on [a, b]: moments in closed form. nu^2 = (b-a)(b^3-a^3)/3 / ((b^2-a^2)/2)^2 - 1.
TEST(Spectra, moments_and_bandwidth_of_a_band_are_those_of_its_closed_form) {
  const double a = 0.5, b = 1.5;
  const Record r = gaussian(a, b, 400, 2500.0, 0.25, 1);
  const SpectralMoments m = moments_of(welch(r, 16));
  // 31 overlapping segments of 64 lines in the band, deviations of about 1/sqrt(16 * 25): 5 %; of ratios less.
  EXPECT_NEAR(m.m0, 1.0, 0.1);
  const double m1 = (b * b - a * a) / 2.0, m2 = (b * b * b - a * a * a) / 3.0,
               m4 = (std::pow(b, 5) - std::pow(a, 5)) / 5.0;
  EXPECT_NEAR(m.mean_period, kTwoPi / m1, 0.04 * kTwoPi / m1);
  EXPECT_NEAR(m.zero_crossing, kTwoPi / std::sqrt(m2), 0.04 * kTwoPi);
  EXPECT_NEAR(m.narrowness, std::sqrt(m2 / (m1 * m1) - 1.0), 0.02);
  EXPECT_NEAR(m.bandwidth, std::sqrt(1.0 - m2 * m2 / m4), 0.03);
  // Rice: up-crossings come with the zero-crossing period of the spectrum. 360 waves: 3 %.
  EXPECT_NEAR(zero_crossings(waves_of(r)).mean_period, m.zero_crossing, 0.05 * m.zero_crossing);
}

// Narrow band: crests are Rayleigh distributed (Longuet-Higgins 1952): shape 2, scale sqrt(2 m0).
TEST(Extremes, crests_of_a_narrow_gaussian_record_are_rayleigh_distributed) {
  const Record r = gaussian(0.9, 1.1, 700, 20000.0, 0.2, 7);  // repeats after 22000 s
  const auto waves = waves_of(r);
  const Extreme e = extreme_of(r, waves, true, 3.0 * 3600.0);
  ASSERT_GT(e.count, 3000U);
  // Neighbouring crests are not independent: about 20000 * 0.2 / pi = 1270 are. Standard error of the shape 0.78
  // k/sqrt(n).
  EXPECT_NEAR(e.weibull.shape, 2.0, 3.0 * 0.78 * 2.0 / std::sqrt(1270.0));
  EXPECT_NEAR(e.weibull.scale, std::sqrt(2.0), 3.0 * std::sqrt(2.0) / 2.0 / std::sqrt(1270.0));
  EXPECT_NEAR(e.by_rayleigh, std::sqrt(2.0 * std::log(3.0 * 3600.0 / kTwoPi)) * statistics_of(r).standard_deviation,
              0.02);
  EXPECT_GT(e.blocks, 0U);
}

TEST(Extremes, fits_find_the_parameters_of_exact_quantiles) {
  std::vector<double> weibull, gumbel;
  constexpr int kCount = 4000;
  for (int i = 0; i < kCount; ++i) {
    const double p = (i + 0.5) / kCount;
    weibull.push_back(2.5 * std::pow(-std::log1p(-p), 1.0 / 1.4));
    gumbel.push_back(7.0 - 0.6 * std::log(-std::log(p)));
  }
  const Weibull w = fit_weibull(weibull);
  EXPECT_NEAR(w.shape, 1.4, 2e-3);  // the tails beyond the first and last quantile are cut off: O(log n / n)
  EXPECT_NEAR(w.scale, 2.5, 2e-3);
  EXPECT_NEAR(w.quantile(1.0 - std::exp(-1.0)), w.scale, 1e-12);
  const Gumbel g = fit_gumbel(gumbel);
  EXPECT_NEAR(g.location, 7.0, 2e-3);
  EXPECT_NEAR(g.scale, 0.6, 2e-3);
  EXPECT_EQ(fit_weibull({1.0, 1.0}).scale, 0.0);
}

Recording sine(const std::string& name, double step, double amplitude) {
  const Record r = record_of(10.0, step, [&](double t) { return amplitude * std::sin(t); });
  return {name,
          r.time,
          {{"/bodies/b/position", "surge", "m", std::vector<double>(r.value.size(), 0.0)},
           {"/bodies/b/position", "heave", "m", r.value}}};
}

TEST(Compare, orders_by_excess_over_the_tolerance_and_forgives_round_off_of_a_motion_at_rest) {
  const Recording a = sine("a", 0.1, 1.0);
  Recording b = sine("b", 0.1, 1.0 + 1e-3);
  b.signals[0].values[5] = 1e-12;
  const auto tight = [](const std::string&) { return Tolerance{1e-6, 0.0}; };
  const Comparison c = compare(a, b, tight);
  ASSERT_EQ(c.differences.size(), 2U);
  EXPECT_EQ(c.differences[0].label, "heave");
  EXPECT_NEAR(c.differences[0].largest, 1e-3, 1e-5);
  EXPECT_TRUE(c.differences[0].beyond);
  EXPECT_FALSE(c.differences[1].beyond) << "1e-12 m of surge beside a metre of heave";
  EXPECT_EQ(c.beyond(), 1U);
  EXPECT_EQ(compare(a, b, [](const std::string&) { return Tolerance{2e-3, 0.0}; }).beyond(), 0U);
  EXPECT_EQ(compare(a, a, [](const std::string&) { return Tolerance{0.0, 0.0}; }).beyond(), 0U);
}

// Loads of a body that cancel leave the round-off of the largest of them, in a dataset of its own.
TEST(Compare, forgives_the_round_off_of_a_bodys_loads) {
  Recording a = sine("a", 0.1, 1.0);
  const std::vector<double> none(a.time.size(), 0.0), large(a.time.size(), 1e6);
  a.signals.push_back({"/bodies/float/force/restoring", "", "N", large});
  a.signals.push_back({"/bodies/float/force/joint", "", "N", none});
  a.signals.push_back({"/bodies/other/force/joint", "", "N", none});
  Recording b = a;
  for (const std::size_t k : {a.signals.size() - 2, a.signals.size() - 1}) b.signals[k].values[3] = 1e-9;
  const Comparison c = compare(a, b, [](const std::string&) { return Tolerance{1e-9, 0.0}; });
  EXPECT_EQ(c.beyond(), 1U);
  EXPECT_EQ(c.differences[0].path, "/bodies/other/force/joint") << "1e-9 N of a body without other loads";
}

TEST(Compare, interpolates_other_times_and_names_what_only_one_has) {
  const Recording a = sine("a", 0.1, 1.0);
  Recording b = sine("b", 0.05, 1.0);
  b.signals.push_back({"/ptos/p/power", "", "W", std::vector<double>(b.time.size(), 1.0)});
  Comparison c = compare(a, b, [](const std::string&) { return Tolerance{1e-12, 0.0}; });
  EXPECT_FALSE(c.interpolated);  // every time of the first is one of the second
  EXPECT_EQ(c.beyond(), 0U);
  EXPECT_THAT(c.only_second, ::testing::ElementsAre("/ptos/p/power"));
  c = compare(b, a, [](const std::string&) { return Tolerance{0.1 * 0.1 / 8.0, 0.0}; });  // h^2/8 max|f''|
  EXPECT_TRUE(c.interpolated);
  EXPECT_EQ(c.beyond(), 0U);
}

// The audit names two loads of a body alike.
TEST(Compare, columns_of_one_label_are_told_apart_by_their_order) {
  Recording a = sine("a", 0.1, 1.0);
  a.signals[1].path = a.signals[0].path;
  a.signals[1].label = a.signals[0].label;
  const Comparison c = compare(a, a, [](const std::string&) { return Tolerance{0.0, 0.0}; });
  EXPECT_EQ(c.beyond(), 0U);
  EXPECT_TRUE(c.only_first.empty());
}

TEST(Compare, a_number_that_is_not_finite_is_beyond_every_tolerance) {
  const Recording a = sine("a", 0.1, 1.0);
  Recording b = a;
  b.signals[1].values[3] = std::nan("");
  const Comparison c = compare(a, b, [](const std::string&) { return Tolerance{1.0, 1e9}; });
  EXPECT_TRUE(c.differences[0].beyond);
  EXPECT_EQ(c.beyond(), 1U);
}

// Two files without numbers, or with other units, are not "the same".
TEST(Compare, what_has_no_number_in_either_or_another_unit_is_not_the_same) {
  const auto loose = [](const std::string&) { return Tolerance{1.0, 1e9}; };
  Recording none = sine("a", 0.1, 1.0);
  for (double& v : none.signals[1].values) v = std::nan("");
  EXPECT_EQ(compare(none, none, loose).beyond(), 1U);
  Recording partly = sine("a", 0.1, 1.0);
  partly.signals[1].values[3] = std::nan("");
  const Comparison c = compare(partly, partly, loose);
  EXPECT_EQ(c.beyond(), 0U);
  EXPECT_EQ(c.differences[0].without_number + c.differences[1].without_number, 1U) << "but it is counted";
  Recording other = sine("a", 0.1, 1.0);
  other.signals[0].units = "mm";
  const Comparison units = compare(sine("a", 0.1, 1.0), other, loose);
  EXPECT_EQ(units.beyond(), 1U);
  EXPECT_EQ(units.differences[0].other_units, "mm");
}

// 1e-9 of a late time is more than a step: rows are those of the same time, not the last within that.
TEST(Compare, a_recording_that_begins_late_is_the_same_as_itself) {
  Recording late = sine("a", 0.01, 1.0);
  for (double& t : late.time) t += 1e8;
  const Comparison c = compare(late, late, [](const std::string&) { return Tolerance{0.0, 0.0}; });
  EXPECT_EQ(c.beyond(), 0U);
  EXPECT_EQ(c.rows, late.time.size());
}

// A volume, its connector, the opposite flow, one that stands still but for round-off, one a hundred times smaller, and
// the energy of a meter, which is a sum of zeros.
TEST(SharedPanels, hold_what_a_reader_can_tell_apart) {
  std::vector<Candidate> c(8);
  const char* const names[] = {"hole.a", "vessel", "hole.b", "rest", "small", "other", "third", "meter"};
  for (std::size_t i = 0; i < c.size(); ++i) c[i].name = names[i];
  for (int k = 0; k < 100; ++k) {
    const double x = std::sin(0.1 * k);
    c[0].values.push_back(x);
    c[1].values.push_back(x);
    c[2].values.push_back(-x);
    c[3].values.push_back(1e5 + 1e-6 * x);
    c[4].values.push_back(0.015 * std::cos(0.1 * k));
    c[5].values.push_back(0.5 * std::cos(0.1 * k));
    c[6].values.push_back(0.2 * std::cos(0.2 * k));
    c[7].values.push_back(6e-23 * x);
  }
  const SharedPanels shared = share_panels(c, 2);
  EXPECT_THAT(shared.panels, ::testing::ElementsAre(::testing::ElementsAre(1, 5), ::testing::ElementsAre(4, 6)));
  EXPECT_THAT(shared.covered, ::testing::ElementsAre(0, 2));
}

}  // namespace
}  // namespace swell::analysis::analysis_test
