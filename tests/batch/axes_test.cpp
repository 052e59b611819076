#include "swell/batch/axes.h"

#include <H5Cpp.h>

#include "swell/batch/cases.h"
#include "swell/batch/study.h"
#include "swell/model/read_case.h"
#include "swell_test/test.h"
#include "swell_test/workbook.h"

namespace swell::batch::axes_test {
namespace {

const char* const kBase =
    "waves: {type: irregular}\nptos: [{name: PTO1, damping: 1}, {name: PTO2}]\nbodies: [{name: float}]\n";

Parameter tree(const std::string& text) { return model::read_yaml_text(text, "study.yaml", model::kStudyFile); }

Axis axis(const std::string& yaml, Diagnostics& diagnostics, const std::filesystem::path& folder = ".") {
  const Parameter base = tree(kBase), item = tree(yaml);
  return read_axis(item, folder, base, 1, diagnostics);
}

Axis axis(const std::string& yaml) {
  Diagnostics diagnostics;
  Axis result = axis(yaml, diagnostics);
  diagnostics.throw_if_errors();
  return result;
}

std::vector<std::string> column(const Axis& a, std::size_t k = 0) {
  std::vector<std::string> values;
  for (const auto& row : a.rows) values.push_back(row[k]);
  return values;
}

TEST(Study, ACaseIsCalledACase) {
  EXPECT_THAT([] { read_study(tree("simulation: {duration: 10}\nbodies: [{name: float}]\n"), "rm3.yaml"); },
              ::testing::ThrowsMessage<InputError>(
                  "rm3.yaml: this is a case, not a study: it has no base; run it with swell run; a study names it as "
                  "base and has axes"));
}

TEST(Axes, AListKeepsItsTexts) {
  const Axis a = axis("{key: bodies.float.radiation, values: [convolution, state-space, 1e6, [1, 2]]}");
  EXPECT_THAT(a.keys, ElementsAre("bodies.float.radiation"));
  EXPECT_THAT(column(a), ElementsAre("convolution", "state-space", "1e6", "[1, 2]"));
}

TEST(Axes, ARangeByStepEndsAtItsEndAndHasTheNumbersOneWouldWrite) {
  EXPECT_THAT(column(axis("{key: waves.gamma, range: {from: 0.1, to: 0.5, step: 0.1}}")),
              ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
  EXPECT_THAT(column(axis("{key: waves.gamma, range: {from: 3, to: 1, step: -1}}")), ElementsAre("3", "2", "1"));
}

TEST(Axes, ARangeByCountIsEvenlySpacedLinearlyOrInTheLogarithm) {
  EXPECT_THAT(column(axis("{key: k, range: {from: 0, to: 1, count: 3}}")), ElementsAre("0", "0.5", "1"));
  EXPECT_THAT(column(axis("{key: k, range: {from: 1, to: 10000, count: 3, spacing: logarithmic}}")),
              ElementsAre("1", "100", "10000"));
}

TEST(Axes, ZippedListsRunTogether) {
  const Axis a = axis("{zip: [{key: a, values: [1, 2]}, {key: b, range: {from: 5, to: 6, count: 2}}]}");
  EXPECT_THAT(a.keys, ElementsAre("a", "b"));
  EXPECT_THAT(a.rows, ElementsAre(ElementsAre("1", "5"), ElementsAre("2", "6")));
}

TEST(Axes, WecSimHeadersAndCasesBecomeKeysAndRows) {
  const Axis a = axis(
      "table: {headers: [waves.height, waves.period, pto(2).damping, waves.phaseSeed, body(1).mass], cases: [[1, 6, "
      "2e6, "
      "3, 7], [2, 8, 3e6, 4, 8]]}");
  EXPECT_THAT(a.keys, ElementsAre("waves.significant_height", "waves.peak_period", "ptos.PTO2.damping", "waves.seed",
                                  "bodies.float.mass"));
  EXPECT_THAT(a.rows[1], ElementsAre("2", "8", "3e6", "4", "8"));
}

TEST(Axes, AScatterTableWithoutHeightsOrPeriodsIsRefused) {
  for (const auto& [heights, periods, empty] :
       {std::array{"[ ]", "[6, 8]", "heights"}, std::array{"[1, 2]", "[ ]", "periods"}}) {
    Diagnostics diagnostics;
    axis(fmt::format("scatter: {{heights: {}, periods: {}, probability: [[1, 2], [3, 4]]}}", heights, periods),
         diagnostics);
    ASSERT_TRUE(diagnostics.has_errors());
    EXPECT_THAT(diagnostics.list().front().text(), HasSubstr(fmt::format("{} is empty", empty)));
  }
}

// `set` makes the regular wave of the base case a sea: the table holds its significant heights.
TEST(Axes, AScatterTableIsOfTheWavesThatSetGives) {
  const std::string text =
      "base: {simulation: {duration: 60, time_step: 0.1}, waves: {type: regular, height: 1, period: "
      "6}, components: [{name: k, type: constant, value: 1}]}\n"
      "set: {waves: {type: irregular, significant_height: 1, peak_period: 6}}\n"
      "axes: [{scatter: {heights: [1, 2], periods: [6, 8], probability: [[3, 0], [1, 4]]}}]\n";
  const Study study = read_study(model::read_yaml_text(text, "study.yaml", model::kStudyFile), "study.yaml", {});
  EXPECT_EQ(study.axes.at(0).keys, (std::vector<std::string>{"waves.significant_height", "waves.peak_period"}));
}

TEST(Axes, AScatterTableTakesPositiveCellsRowByRow) {
  const Axis a = axis("scatter: {heights: [1, 2], periods: [6, 8], probability: [[3, 0], [1, 4]]}");
  EXPECT_THAT(a.keys, ElementsAre("waves.significant_height", "waves.peak_period"));
  EXPECT_THAT(a.rows, ElementsAre(ElementsAre("1", "6"), ElementsAre("2", "6"), ElementsAre("2", "8")));
  EXPECT_THAT(a.probability, ElementsAre(3.0 / 8.0, 1.0 / 8.0, 4.0 / 8.0));
}

// Divided by infinity, every probability would be 0, and the year with them.
TEST(Axes, AScatterTableWhoseSumOverflowsIsRefused) {
  Diagnostics found;
  axis("scatter: {heights: [1, 2], periods: [6], probability: [[1.0e+308], [1.0e+308]]}", found);
  ASSERT_EQ(found.list().size(), 1U);
  EXPECT_THAT(found.list()[0].message, HasSubstr("the sum of the probabilities is not finite"));
}

// A cell that is taken for "no such sea" would leave its energy out of the year.
TEST(Axes, ScatterTableRefusesWhatIsNoFiniteNumber) {
  const auto folder = std::filesystem::temp_directory_path() / "swell_axes_numbers_test";
  std::filesystem::create_directories(folder);
  const std::string tables[] = {"Hs/Tp,6,8\n1,0.5,?\n2,,0.25\n", "Hs/Tp,6,?\n1,0.5,1\n", "Hs/Tp,6,8\n?,0.5,1\n"};
  for (const std::string value : {"nan", "NaN", "-nan", "inf", "Infinity", "0x1p3", "1e999", "1 2", "x"}) {
    for (std::string table : tables) {
      table.replace(table.find('?'), 1, '"' + value + '"');
      std::ofstream(folder / "scatter.csv") << table;
      Diagnostics found;
      EXPECT_TRUE(axis("scatter: {file: scatter.csv}", found, folder).rows.empty()) << table;
      ASSERT_EQ(found.list().size(), 1U) << table;
      EXPECT_THAT(found.list()[0].message, HasSubstr("'" + value + "' is not a finite number"));
    }
  }
  std::ofstream(folder / "scatter.csv") << "Hs/Tp,6,\n1,0.5,1\n";  // a heading is never empty
  Diagnostics found;
  axis("scatter: {file: scatter.csv}", found, folder);
  EXPECT_EQ(found.list().size(), 1U);
}

// As a program hands them: Parameter::of(nan), in each place of the table.
TEST(Axes, ScatterListsRefuseNaN) {
  for (int place = 0; place < 3; ++place) {
    std::vector<double> heights = {1.0, 2.0}, periods = {6.0}, cells = {1.0, 2.0};
    (place == 0 ? heights : place == 1 ? periods : cells)[0] = std::nan("");
    const Parameter rows = Parameter::list({Parameter::list({cells[0]}), Parameter::list({cells[1]})});
    const Parameter item = Parameter::map({{"scatter", Parameter::map({{"heights", Parameter::list(heights)},
                                                                       {"periods", Parameter::list(periods)},
                                                                       {"probability", rows}})}});
    Diagnostics found;
    EXPECT_TRUE(read_axis(item, {}, {}, 1, found).rows.empty()) << place;
    EXPECT_EQ(found.list().size(), 1U) << place;
  }
}

TEST(Axes, TablesComeFromCsvAndHdf5) {
  const auto folder = std::filesystem::temp_directory_path() / "swell_axes_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "cases.csv") << "waves.height;ptos.PTO1.damping\n# a comment\n1;2e6\n2.5;3e6\n";
  std::ofstream(folder / "scatter.csv") << "Hs,6,8\n1,0.5,0\n2,,0.25\n";
  {
    const double values[2][2] = {{1.0, 0.1}, {2.0, 1e6}};
    const hsize_t size[2] = {2, 2};
    H5::H5File file((folder / "cases.h5").string(), H5F_ACC_TRUNC);
    file.createDataSet("/cases", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(2, size))
        .write(values, H5::PredType::NATIVE_DOUBLE);
  }
  Diagnostics diagnostics;
  const Axis csv = axis("table: {file: cases.csv}", diagnostics, folder);
  EXPECT_THAT(csv.keys, ElementsAre("waves.significant_height", "ptos.PTO1.damping"));
  EXPECT_THAT(csv.rows, ElementsAre(ElementsAre("1", "2e6"), ElementsAre("2.5", "3e6")));
  const Axis h5 = axis("table: {file: cases.h5, dataset: /cases, keys: [a, b]}", diagnostics, folder);
  EXPECT_THAT(h5.rows, ElementsAre(ElementsAre("1", "0.1"), ElementsAre("2", "1000000")));
  const Axis scatter = axis("scatter: {file: scatter.csv, normalise: false}", diagnostics, folder);
  EXPECT_THAT(scatter.rows, ElementsAre(ElementsAre("1", "6"), ElementsAre("2", "8")));
  EXPECT_THAT(scatter.probability, ElementsAre(0.5, 0.25));
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Axes, TablesComeFromWorkbooksAndMatlab) {
  const auto folder = std::filesystem::temp_directory_path() / "swell_axes_sheets";
  std::filesystem::create_directories(folder);
  swell_test::write_xlsx(folder / "cases.xlsx",
                         "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>"
                         "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><v>2000000</v></c></row>"
                         "<row r=\"3\"><c r=\"A3\"><v>2.5</v></c><c r=\"B3\"><v>3e6</v></c></row>",
                         {"waves.height", "ptos.PTO1.damping"});
  swell_test::write_xlsx(
      folder / "scatter.xlsx",
      "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\"><v>6</v></c><c r=\"C1\"><v>8</v></c></row>"
      "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><v>0.5</v></c></row>"
      "<row r=\"3\"><c r=\"A3\"><v>2</v></c><c r=\"C3\"><v>0.25</v></c></row>",
      {"Hs"});
  swell_test::write_mat(
      folder / "mcr.mat", MAT_FT_MAT5,
      {swell_test::mat_struct("mcr", {{"header", swell_test::mat_cells("header", {"waves.height", "waves.period"})},
                                      {"cases", swell_test::mat_array("cases", {2, 2}, {1, 2, 6, 8})}})});
  Diagnostics diagnostics;
  const Axis xlsx = axis("table: {file: cases.xlsx}", diagnostics, folder);
  EXPECT_THAT(xlsx.keys, ElementsAre("waves.significant_height", "ptos.PTO1.damping"));
  EXPECT_THAT(xlsx.rows, ElementsAre(ElementsAre("1", "2000000"), ElementsAre("2.5", "3e6")));
  const Axis scatter = axis("scatter: {file: scatter.xlsx, normalise: false}", diagnostics, folder);
  EXPECT_THAT(scatter.rows, ElementsAre(ElementsAre("1", "6"), ElementsAre("2", "8")));
  EXPECT_THAT(scatter.probability, ElementsAre(0.5, 0.25));
  const Axis mat = axis("table: {file: mcr.mat}", diagnostics, folder);
  EXPECT_THAT(mat.keys, ElementsAre("waves.significant_height", "waves.peak_period"));
  EXPECT_THAT(mat.rows, ElementsAre(ElementsAre("1", "6"), ElementsAre("2", "8")));
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Axes, ALatinHypercubeHasOnePointInEverySlice) {
  const auto points = sample_unit_cube(50, 3, true, 7);
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<int> hits(50, 0);
    for (const auto& point : points) ++hits[static_cast<std::size_t>(point[d] * 50.0)];
    EXPECT_THAT(hits, ::testing::Each(1)) << "dimension " << d;
  }
  EXPECT_EQ(points, sample_unit_cube(50, 3, true, 7));
  EXPECT_NE(points, sample_unit_cube(50, 3, true, 8));
}

TEST(Axes, UniformSamplesHaveTheMeanAndSpreadOfTheUniformLaw) {
  const auto points = sample_unit_cube(20000, 1, false, 1);
  double mean = 0.0, squares = 0.0;
  for (const auto& point : points) mean += point[0] / 20000.0;
  for (const auto& point : points) squares += (point[0] - 0.5) * (point[0] - 0.5) / 20000.0;
  EXPECT_NEAR(mean, 0.5, 5.0 / std::sqrt(12.0 * 20000.0));  // five standard errors
  EXPECT_NEAR(squares, 1.0 / 12.0, 5.0 * std::sqrt(1.0 / 180.0 / 20000.0));
}

TEST(Axes, SamplesLieInTheirRange) {
  const Axis a =
      axis("random: {count: 40, keys: {a: {from: 1e3, to: 1e6, spacing: logarithmic}, b: {from: -1, to: 1}}}");
  ASSERT_EQ(a.rows.size(), 40U);
  int below = 0;
  for (const auto& row : a.rows) {
    EXPECT_GE(std::stod(row[0]), 1e3);
    EXPECT_LE(std::stod(row[0]), 1e6);
    below += std::stod(row[0]) < std::sqrt(1e9) ? 1 : 0;
    EXPECT_LE(std::abs(std::stod(row[1])), 1.0);
  }
  EXPECT_EQ(below, 20);  // half of the slices of a hypercube lie below the geometric mean
}

// An energy period that is taken for a peak period is 14 % off, in silence.
TEST(Axes, TheCornerOfAScatterTableSaysWhichPeriodItHolds) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const auto keys_of = [&](const std::string& corner, const std::string& more = "") -> std::string {
    std::ofstream(folder / "swell_corner.csv") << corner << ";6;8\n1;10;20\n2;5;0\n";
    Diagnostics diagnostics;
    const Axis a = axis("scatter: {file: swell_corner.csv" + more + "}", diagnostics, folder);
    return diagnostics.has_errors() ? diagnostics.list().front().text() : a.keys[0] + " " + a.keys[1];
  };
  const std::string peak = "waves.significant_height waves.peak_period",
                    energy = "waves.significant_height waves.energy_period";
  for (const char* corner :
       {"", "Hs/Tp", "Hm0 [m] \\ Tp [s]", "h", "Hs (m) | T (s)", "Significant wave height / peak period"})
    EXPECT_EQ(keys_of(corner), peak) << corner;
  for (const char* corner : {"Hs/Te", "Hs\\Te", "Hm0 [m] / Te [s]", "Hs by Tm-1,0", "height, energy period", "HS/TE"})
    EXPECT_EQ(keys_of(corner), energy) << corner;
  EXPECT_EQ(keys_of("Hs/Te", ", period: waves.energy_period"), energy);
  EXPECT_EQ(keys_of("", ", period: waves.energy_period"), energy);
  EXPECT_THAT(keys_of("Hs/Te", ", period: waves.peak_period"),
              HasSubstr("the corner of the table says Hs/Te and period is waves.peak_period"));
  EXPECT_THAT(keys_of("Hs/Tp", ", period: waves.energy_period"), HasSubstr("one of them is wrong"));
  for (const char* corner : {"Hs/Tp (mean zero crossing)", "Hs [m]/T (mean)", "Hs (max) / Tp", "Hs/Tz", "Hs/T02",
                             "Hmax/Tp", "cells", "hours"})
    EXPECT_THAT(keys_of(corner), HasSubstr("is not understood")) << corner;
  EXPECT_THAT(keys_of("Te\\Hs"), HasSubstr("periods before heights"));
  // A base case of one regular wave: a sea's height is no wave's height, an energy period no wave's period.
  const auto regular = [&](const std::string& corner) {
    std::ofstream(folder / "swell_corner.csv") << corner << ";6;8\n1;10;20\n2;5;0\n";
    Diagnostics diagnostics;
    const Axis a = read_axis(tree("scatter: {file: swell_corner.csv}"), folder,
                             tree("waves: {type: regular, height: 1, period: 6}"), 1, diagnostics);
    EXPECT_EQ(a.rows.size(), diagnostics.has_errors() ? 0u : 3u) << corner;  // none for a warning, once
    return diagnostics.list().empty() ? "" : diagnostics.list().front().text();
  };
  EXPECT_THAT(regular("Hs/Tp"), AllOf(HasSubstr("warning"), HasSubstr("carries twice the power")));
  EXPECT_THAT(regular("Hs/Te"), AllOf(Not(HasSubstr("warning")), HasSubstr("energy periods are of seas")));
  EXPECT_EQ(regular("H/T"), "");
  const auto of_sea = [&](const std::string& corner) {
    std::ofstream(folder / "swell_corner.csv") << corner << ";6;8\n1;10;20\n2;5;0\n";
    Diagnostics diagnostics;
    EXPECT_EQ(axis("scatter: {file: swell_corner.csv}", diagnostics, folder).rows.size(), 3u) << corner;
    return diagnostics.list().empty() ? "" : diagnostics.list().front().text();
  };
  EXPECT_THAT(of_sea("Hs/T"), AllOf(HasSubstr("warning"), HasSubstr("says Hs/T: the periods are taken for peak")));
  for (const char* corner : {"", "Hs/Tp", "Hs/Te", "Hs"}) EXPECT_EQ(of_sea(corner), "") << corner;
  EXPECT_EQ(regular(""), "");
  EXPECT_EQ(key_of_header("Te", tree(kBase)), "waves.energy_period");
  EXPECT_EQ(key_of_header("Hs", tree(kBase)), "waves.significant_height");
}

TEST(Axes, EveryMistakeIsReportedWithItsPlace) {
  Diagnostics diagnostics;
  axis("{key: a, range: {from: 1, to: 2, step: -1}}", diagnostics);
  axis("{key: a, range: {from: 1, to: 2, count: 1000000000}}", diagnostics);
  axis("{key: a, values: 3}", diagnostics);
  axis("{zip: [{key: a, values: [1, 2]}, {key: b, values: [1]}]}", diagnostics);
  axis("table: {headers: [a, b], cases: [[1]]}", diagnostics);
  axis("{key: a, valeus: [1]}", diagnostics);
  axis("table: {file: missing.csv}", diagnostics);
  axis("{random: {count: 3, keys: {a: {from: -1, to: 1, spacing: logarithmic}}}}", diagnostics);
  std::string all;
  for (const Diagnostic& d : diagnostics.list()) all += d.text() + "\n";
  EXPECT_THAT(all, HasSubstr("study.yaml:1:40: range.step = -1 does not lead from 1 to 2"));
  EXPECT_THAT(all, HasSubstr("range.count = 1000000000 must lie in [1, 10000000]"));
  EXPECT_THAT(all, HasSubstr("values must be a list of values"));
  EXPECT_THAT(all, HasSubstr("b has 1 values and its neighbours 2; zipped lists have one length"));
  EXPECT_THAT(all, HasSubstr("row 1 has 1 values for 2 keys"));
  EXPECT_THAT(all, HasSubstr("needs exactly one of values, range, zip, table, random, scatter"));
  EXPECT_THAT(all, HasSubstr("missing.csv cannot be read"));
  EXPECT_THAT(all, HasSubstr("logarithmic spacing needs from and to of one sign"));
}

Study with_axes(std::vector<Axis> axes) {
  Study study;
  study.axes = std::move(axes);
  return study;
}

TEST(Cases, AreTheProductOfTheAxesTheLastRunningFastest) {
  const auto conditions =
      conditions_of(with_axes({{{"a"}, {{"1"}, {"2"}}, {0.25, 0.75}}, {{"b", "c"}, {{"x", "y"}, {"u", "v"}}, {}}}));
  ASSERT_EQ(conditions.size(), 4U);
  EXPECT_THAT(conditions[1].overrides(), ElementsAre("a=1", "b=u", "c=v"));
  EXPECT_THAT(conditions[2].overrides(), ElementsAre("a=2", "b=x", "c=y"));
  EXPECT_EQ(conditions[2].probability, 0.75);
}

TEST(Cases, SeedsDependOnTheSeaAndTheReplicateNotOnOrderOrDevice) {
  const Axis height{{"waves.height"}, {{"1"}, {"2"}}, {}}, period{{"waves.period"}, {{"6"}, {"8"}}, {}},
      damping{{"ptos.PTO1.damping"}, {{"1e6"}, {"2e6"}}, {}};
  const auto some = conditions_of(with_axes({height, period})),
             other = conditions_of(with_axes({damping, period, height}));
  const auto seed_of = [](const Condition& c, int replicate) { return case_seed(1, c.sea, replicate); };
  std::set<std::uint32_t> seeds;
  for (const Condition& c : some) {
    for (int r = 1; r <= 3; ++r) seeds.insert(seed_of(c, r));
    for (const Condition& o : other) {
      const bool same = o.sea == c.sea;
      EXPECT_EQ(seed_of(o, 2) == seed_of(c, 2), same);
    }
  }
  EXPECT_EQ(seeds.size(), 12U);
  EXPECT_NE(case_seed(1, some[0].sea, 1), case_seed(2, some[0].sea, 1));
  EXPECT_NE(case_seed(1, some[0].sea, 1, 1), case_seed(1, some[0].sea, 1, 2));
}

TEST(Cases, TwoEqualConditionsAreKeptApart) {
  const auto conditions = conditions_of(with_axes({{{"waves.height"}, {{"1"}, {"1"}}, {}}}));
  EXPECT_NE(conditions[0].identity, conditions[1].identity);
  EXPECT_NE(case_seed(1, conditions[0].sea, 1), case_seed(1, conditions[1].sea, 1));
}

}  // namespace
}  // namespace swell::batch::axes_test
