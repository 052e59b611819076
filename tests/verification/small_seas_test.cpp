// Seas as measured data and sweeps bring them: padded with zeros, of no height today, of several random streams and
// spreadings; each from the case file.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::small_seas_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

std::string sphere_in(const std::string& waves, const std::string& simulation = "") {
  return "simulation: {duration: 20, time_step: 0.1" + simulation +
         "}\nhydrodynamics: {convolution: {duration: 20}}\nwaves: " + waves +
         "\nbodies:\n  - {name: sphere, hydro_data: {file: " +
         (swell_test::source_folder() / "inputs/loads/headings.h5").string() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\nptos:\n  - {name: PTO, type: "
         "translational, base: world, follower: sphere, damping: 2e4}\n";
}

VectorX elevation(const std::string& waves, const std::string& simulation = "") {
  return read_dataset(run_text(sphere_in(waves, simulation), "small-seas"), "/wave/elevation");
}

/// Of the waves per metre of crest [W/m].
double power(const std::string& waves) {
  Diagnostics found;
  const model::Model m =
      model::read_case_text(sphere_in(waves), std::filesystem::temp_directory_path() / "small-seas.yaml", {}, found);
  return run::CaseRun(m).wave_power();
}

std::string table(const std::string& name, const std::string& rows) {
  const auto path = std::filesystem::temp_directory_path() / name;
  std::ofstream(path) << rows;
  return path.string();
}

void expect_same(const VectorX& one, const VectorX& other, const char* what) {
  ASSERT_EQ(one.size(), other.size()) << what;
  EXPECT_GT(other.cwiseAbs().maxCoeff(), 0.05) << what;
  EXPECT_LT((one - other).cwiseAbs().maxCoeff(), 1e-12) << what;  // the same sums in another order
}

TEST(SmallSeas, EachHasTheRandomStreamThatItNames) {
  const std::string a = "{type: irregular, significant_height: 1, peak_period: 7, seed: 3, random_stream: ",
                    b = "{type: irregular, significant_height: 0.7, peak_period: 5, seed: 5, random_stream: ",
                    file = table("seas-bare.txt", "0.05 0\n0.1 2\n0.12 3\n0.2 1\n0.3 0\n"),
                    c = "{type: imported-spectrum, file: " + file + ", seed: 9, random_stream: ";
  for (const auto& [first, second] :
       {std::pair{"threefry}", "mersenne-twister}"}, std::pair{"mersenne-twister}", "threefry}"}}) {
    expect_same(elevation("[" + a + first + ", " + b + second + "]"), elevation(a + first) + elevation(b + second),
                "two spectra");
    expect_same(elevation("[" + a + first + ", " + c + second + "]"), elevation(a + first) + elevation(c + second),
                "a table");
  }
}

// What a sea names is its own: the others keep the default, before it and behind it.
TEST(SmallSeas, OneThatNamesNothingHasTheDefaultsWhateverTheOthersName) {
  const std::string plain = "{type: irregular, significant_height: 1, peak_period: 7, seed: 3}";
  for (const char* own : {"random_stream: mersenne-twister", "bins: {method: equal-energy, count: 100}"}) {
    const std::string other =
        std::string("{type: irregular, significant_height: 0.7, peak_period: 5, seed: 5, ") + own + "}";
    const VectorX sum = elevation(plain) + elevation(other);
    expect_same(elevation("[" + plain + ", " + other + "]"), sum, own);
    expect_same(elevation("[" + other + ", " + plain + "]"), sum, own);
  }
}

TEST(SmallSeas, ZerosAboutASpectrumChangeNothing) {
  const std::string rows = "0.05 0\n0.08 0.5\n0.1 2\n0.12 3\n0.15 2\n0.2 1\n0.25 0.2\n0.3 0\n";
  const VectorX bare = elevation("{type: imported-spectrum, file: " + table("seas-bare.txt", rows) + "}");
  for (const std::string& padded :
       {"0 0\n0.02 0\n" + rows, rows + "0.5 0\n1 0\n2 0\n", rows + "0 0\n0 0\n0 0\n", "0 0\n" + rows + "3 0\n0 0\n"})
    expect_same(elevation("{type: imported-spectrum, file: " + table("seas-padded.txt", padded) + "}"), bare, "padded");
  const std::string directions = "0 0 20 40\n0.1 1 .5 0.2\n0.15 1 .5 0.3\n0.2 0.4 0.3 0.2\n";
  const std::string wide = "0 0 20 40 0 0\n0.1 1 .5 0.2 0 0\n0.15 1 .5 0.3 0 0\n0.2 0.4 0.3 0.2 0 0\n0 0 0 0 0 0\n";
  expect_same(elevation("{type: directional-spectrum, file: " + table("seas-wide.txt", wide) + "}"),
              elevation("{type: directional-spectrum, file: " + table("seas-directions.txt", directions) + "}"),
              "directional");
}

// The grid of SWAN, WW3 and ERA5 against the same with its first column again at 360 degrees, and in other orders.
TEST(SmallSeas, ADirectionalSpectrumAllRoundHasItsWholeEnergy) {
  const auto file = [](const std::string& name, const std::vector<double>& degrees) {
    std::string rows = "0";
    for (const double at : degrees) rows += " " + std::to_string(at);
    for (const double f : {0.08, 0.1, 0.12, 0.15, 0.2}) {
      rows += "\n" + std::to_string(f);
      for (const double at : degrees) rows += " " + std::to_string(2.0 + std::cos((at - 5.0) * kDegree) + f);
    }
    return "{type: directional-spectrum, seed: 1, file: " + table(name, rows + "\n") + "}";
  };
  std::vector<double> bare, falling, closed, wrapped;
  for (int j = 0; j < 24; ++j) {
    bare.push_back(15.0 * j);
    falling.push_back(345.0 - 15.0 * j);
    wrapped.push_back(15.0 * ((j + 12) % 24));
  }
  closed = bare;
  closed.push_back(360.0);
  const double whole = power(file("seas-closed.txt", closed));
  // Directions share a bin's frequencies by their order: of second order in the width of a direction's part.
  EXPECT_NEAR(power(file("seas-bare.txt", bare)), whole, 1e-3 * whole);
  EXPECT_NEAR(power(file("seas-falling.txt", falling)), whole, 1e-3 * whole);
  EXPECT_NEAR(power(file("seas-wrapped.txt", wrapped)), whole, 1e-3 * whole);
}

TEST(SmallSeas, OneWithoutHeightBesideOthersIsNotThere) {
  const std::string real = "{type: irregular, significant_height: 1, peak_period: 7, seed: 2}",
                    unseeded = "{type: irregular, significant_height: 1, peak_period: 7}";
  for (const char* reproduce : {"", ", reproduce: wec-sim"}) {
    for (const char* calm :
         {"{type: irregular, significant_height: 0, peak_period: 9}", "{type: regular, height: 0, period: 9}"}) {
      expect_same(elevation("[" + std::string(calm) + ", " + real + "]", reproduce), elevation(real, reproduce), calm);
      expect_same(elevation("[" + real + ", " + std::string(calm) + "]", reproduce), elevation(real, reproduce), calm);
      // A sea without a seed takes that of its place in the list, which the calm one keeps for it.
      if (*reproduce == '\0')
        expect_same(elevation("[" + std::string(calm) + ", " + unseeded + "]"), elevation(real), calm);
    }
  }
  EXPECT_THROW(elevation("[{type: none}, " + real + "]"), InputError) << "reported to be still and not";
}

TEST(SmallSeas, UnderReproduceAllTakeTheSeedOne) {
  const std::string sea = "{type: irregular, significant_height: 1, peak_period: 7}", wec_sim = ", reproduce: wec-sim";
  expect_same(elevation("[" + sea + ", " + sea + "]", wec_sim), 2.0 * elevation(sea, wec_sim), "twice");
}

}  // namespace
}  // namespace swell::small_seas_test
