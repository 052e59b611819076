// What a run takes from its hydro data, as the results store it under /hydro, against the H5 input.
#include <H5Cpp.h>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell/run/results_reader.h"
#include "swell_test/test.h"

namespace swell::hydro_arrays_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::hemisphere;
using swell_test::run_text;

constexpr double kRho = 1025.0, kG = 9.80665;

model::Model model_of(const std::string& text) {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(text, "inspect.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

struct Stored {
  std::vector<std::size_t> shape;
  std::vector<double> values;
  std::string units;
};

Stored read(const std::filesystem::path& path, const std::string& name) {
  const H5::H5File file(path.string(), H5F_ACC_RDONLY);
  const H5::DataSet data = file.openDataSet(name);
  Stored stored;
  std::vector<hsize_t> shape(static_cast<std::size_t>(data.getSpace().getSimpleExtentNdims()));
  if (!shape.empty()) data.getSpace().getSimpleExtentDims(shape.data());
  stored.shape.assign(shape.begin(), shape.end());
  stored.values.resize(static_cast<std::size_t>(data.getSpace().getSimpleExtentNpoints()));
  data.read(stored.values.data(), H5::PredType::NATIVE_DOUBLE);
  const H5::Attribute units = data.openAttribute("units");
  units.read(units.getStrType(), stored.units);
  return stored;
}

bool is_there(const std::filesystem::path& path, const std::string& name) {
  return H5::H5File(path.string(), H5F_ACC_RDONLY).nameExists(name);
}

std::string text_of(const std::string& hydrodynamics, const std::string& simulation = "",
                    const std::string& hydro_data = "file: " + hemisphere() + ", body: 1") {
  return "simulation: {duration: 2, time_step: 0.05" + simulation +
         "}\nenvironment: {water_density: 1025, gravity: 9.80665}\nwaves: {type: regular, height: 2, period: 6}\n"
         "hydrodynamics: {radiation_data: as-given" +
         hydrodynamics + "}\noutput: {hydro_coefficients: true}\nbodies:\n  - {name: sphere, hydro_data: {" +
         hydro_data + "}, mass: 261.8e3, inertia: [1.69e6, 1.7e6, 2.606e6], linear_damping: [0, 0, 5e4, 0, 0, 0]}\n";
}

void expect_matrix(const Stored& stored, std::size_t first, const MatrixX& expected, double relative) {
  const double scale = expected.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < expected.rows(); ++i) {
    for (Eigen::Index j = 0; j < expected.cols(); ++j) {
      EXPECT_NEAR(stored.values[first + static_cast<std::size_t>(i * expected.cols() + j)], expected(i, j),
                  relative * scale)
          << i << ", " << j;
    }
  }
}

TEST(HydroArrays, AreTheDataOfTheFileScaledByDensityAndGravity) {
  const auto file = run_text(text_of(""), "hydro-arrays");
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const hydro::HydroBody& body = data.bodies[0];
  constexpr double kSame = 4e-16;    // one product, rounded once or twice
  constexpr double kSpline = 1e-12;  // read back at the nodes of a spline
  const Stored given = read(file, "/hydro/sphere/added_mass_infinite_given");
  EXPECT_EQ(given.units, "kg, kg m, kg m^2");
  expect_matrix(given, 0, kRho * *body.added_mass_infinite, kSame);
  for (const char* name : {"added_mass_infinite", "added_mass_acting"})
    expect_matrix(read(file, std::string("/hydro/sphere/") + name), 0, kRho * *body.added_mass_infinite, kSame);
  EXPECT_EQ(read(file, "/hydro/sphere/frequency").values, data.omega);
  EXPECT_EQ(read(file, "/hydro/sphere/heading").values, data.direction);
  const Stored A = read(file, "/hydro/sphere/added_mass"), B = read(file, "/hydro/sphere/radiation_damping");
  EXPECT_THAT(A.shape, ElementsAre(data.omega.size(), 6, 6));
  const Stored re = read(file, "/hydro/sphere/excitation_re"), im = read(file, "/hydro/sphere/excitation_im");
  EXPECT_THAT(re.shape, ElementsAre(data.direction.size(), data.omega.size(), 6));
  double scale = 0.0;
  for (const auto& force : body.excitation[0]) scale = std::max(scale, kRho * kG * force.cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    expect_matrix(A, 36 * k, kRho * body.added_mass[k], kSpline);
    expect_matrix(B, 36 * k, kRho * data.omega[k] * body.radiation_damping[k], kSpline * 1e3);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::complex<double> X = kRho * kG * body.excitation[0][k][static_cast<Eigen::Index>(i)];
      EXPECT_NEAR(re.values[6 * k + i], X.real(), kSame * scale);
      EXPECT_NEAR(im.values[6 * k + i], X.imag(), kSame * scale);
    }
  }
  expect_matrix(read(file, "/hydro/sphere/stiffness"), 0, kRho * kG * body.restoring_stiffness, kSame);
  EXPECT_EQ(read(file, "/hydro/sphere/mass").values.front(), 261.8e3);
  const Stored inertia = read(file, "/hydro/sphere/inertia");
  EXPECT_EQ(inertia.values, (std::vector<double>{1.69e6, 0, 0, 0, 1.7e6, 0, 0, 0, 2.606e6}));
  const Stored damping = read(file, "/hydro/sphere/linear_damping");
  EXPECT_EQ(damping.values[14], 5e4);
  EXPECT_FALSE(is_there(file, "/hydro/sphere/mass_adjusted"));
}

TEST(HydroArrays, TheKernelIsThatOfTheFileAtItsTimes) {
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const hydro::HydroBody& body = data.bodies[0];
  const double step = body.radiation_irf_time[1] - body.radiation_irf_time[0];
  const auto file = run_text(
      text_of(", radiation: convolution, convolution: {time_step: " + std::to_string(step) + "}"), "hydro-kernel");
  const Stored time = read(file, "/hydro/sphere/kernel_time"), kernel = read(file, "/hydro/sphere/kernel");
  EXPECT_THAT(kernel.shape, ElementsAre(time.values.size(), 6, 6));
  EXPECT_EQ(kernel.units, "N/m, N, N m");
  double scale = 0.0;
  for (const MatrixX& K : body.radiation_irf) scale = std::max(scale, kRho * std::abs(K(2, 2)));
  for (std::size_t k = 0; k < std::min<std::size_t>(200, time.values.size()); ++k) {
    EXPECT_NEAR(time.values[k], body.radiation_irf_time[k], 1e-6 * (1.0 + body.radiation_irf_time[k]));
    // The step in the case has six decimals: K' is some 5 K per second, over at most 10 s of lag.
    EXPECT_NEAR(kernel.values[36 * k + 14], kRho * body.radiation_irf[k](2, 2), 5.0 * 1e-4 * scale);
  }
  EXPECT_NEAR(kernel.values[14], kRho * body.radiation_irf[0](2, 2), 1e-12 * scale);
}

TEST(HydroArrays, AStateSpaceIsStoredAsItsMatrices) {
  const auto file = run_text(text_of(", radiation: state-space"), "hydro-states");
  const Stored A = read(file, "/hydro/sphere/state_space_A"), B = read(file, "/hydro/sphere/state_space_B"),
               C = read(file, "/hydro/sphere/state_space_C"), D = read(file, "/hydro/sphere/state_space_D");
  const std::size_t n = A.shape[0];
  EXPECT_THAT(A.shape, ElementsAre(n, n));
  EXPECT_THAT(B.shape, ElementsAre(n, 6));
  EXPECT_THAT(C.shape, ElementsAre(6, n));
  EXPECT_THAT(D.shape, ElementsAre(6, 6));
  // Its memory at t = 0, C B, is the kernel there but for what the fit leaves of it (R^2 above 0.95: a quarter).
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  double CB = 0.0;
  for (std::size_t k = 0; k < n; ++k) CB += C.values[2 * n + k] * B.values[6 * k + 2];
  EXPECT_NEAR(CB, kRho * data.bodies[0].radiation_irf[0](2, 2), 0.25 * kRho * data.bodies[0].radiation_irf[0](2, 2));
}

TEST(HydroArrays, ConstantCoefficientsAreThoseOfTheWaves) {
  const auto file = run_text(text_of(", radiation: constant"), "hydro-constant");
  EXPECT_NEAR(read(file, "/hydro/sphere/constant_frequency").values.front(), 2.0 * kPi / 6.0, 1e-12);
  const Stored B = read(file, "/hydro/sphere/radiation_damping"), used = read(file, "/hydro/sphere/constant_damping");
  const Stored omega = read(file, "/hydro/sphere/frequency");
  const auto above = static_cast<std::size_t>(
      std::upper_bound(omega.values.begin(), omega.values.end(), 2.0 * kPi / 6.0) - omega.values.begin());
  const double low = B.values[36 * (above - 1) + 14], high = B.values[36 * above + 14];
  EXPECT_GE(used.values[14], std::min(low, high) * 0.999);
  EXPECT_LE(used.values[14], std::max(low, high) * 1.001);
}

// What the split moves is factor (A11 + A22 + A33) to the mass and A44 to A66 to the inertia; the sum of what is moved
// and what is left is the whole (bodies/added_mass_split.h).
TEST(HydroArrays, BeforeAndAfterTheSplitTheSumIsTheSame) {
  const auto file = run_text(text_of(", convolution: {duration: 15}", ", added_mass: split"), "hydro-split");
  const Stored whole = read(file, "/hydro/sphere/added_mass_acting"),
               left = read(file, "/hydro/sphere/added_mass_adjusted");
  const double mass = read(file, "/hydro/sphere/mass").values.front(),
               adjusted = read(file, "/hydro/sphere/mass_adjusted").values.front();
  EXPECT_NEAR(adjusted - mass, 2.0 * (whole.values[0] + whole.values[7] + whole.values[14]), 1e-9 * adjusted);
  for (const std::size_t i : {0U, 7U, 14U})
    EXPECT_NEAR(left.values[i] + adjusted - mass, whole.values[i], 1e-9 * adjusted);
  const Stored inertia = read(file, "/hydro/sphere/inertia"), moved = read(file, "/hydro/sphere/inertia_adjusted");
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t at = 7 * (k + 3);
    EXPECT_NEAR(left.values[at] + moved.values[4 * k] - inertia.values[4 * k], whole.values[at],
                1e-9 * moved.values[4 * k]);
  }
}

TEST(HydroArrays, EverySetHasItsOwn) {
  const std::string heavier = changed_hemisphere("hydro-heavier", [](hydro::HydroData& data) {
    *data.bodies[0].added_mass_infinite *= 1.25;
    for (MatrixX& K : data.bodies[0].radiation_irf) K *= 1.5;
    data.bodies[0].radiation_state_space.clear();
  });
  const auto file =
      run_text(text_of(", radiation: convolution", "",
                       "sets: [{file: " + hemisphere() + ", body: 1}, {file: " + heavier + ", body: 1, mass: 270e3}]"),
               "hydro-sets");
  const Stored first = read(file, "/hydro/sphere/set1/added_mass_infinite"),
               second = read(file, "/hydro/sphere/set2/added_mass_infinite"),
               K1 = read(file, "/hydro/sphere/set1/kernel"), K2 = read(file, "/hydro/sphere/set2/kernel");
  for (std::size_t i = 0; i < 36; ++i) EXPECT_DOUBLE_EQ(second.values[i], 1.25 * first.values[i]);
  EXPECT_NEAR(K2.values[14], 1.5 * K1.values[14], 1e-12 * K2.values[14]);
  EXPECT_EQ(read(file, "/hydro/sphere/set1/mass").values.front(), 261.8e3);
  EXPECT_EQ(read(file, "/hydro/sphere/set2/mass").values.front(), 270e3);
}

TEST(HydroArrays, AreNoSeriesAndAreThereOnRequestOnly) {
  const auto with = run_text(text_of(""), "hydro-with");
  std::string text = text_of("");
  text.replace(text.find("hydro_coefficients: true"), 24, "hydro_coefficients: false");
  const auto without = run_text(text, "hydro-without");
  EXPECT_FALSE(is_there(without, "/hydro"));
  EXPECT_EQ(run::ResultsReader(with).datasets(), run::ResultsReader(without).datasets());
  EXPECT_EQ(swell_test::read_dataset(with, "/bodies/sphere/position"),
            swell_test::read_dataset(without, "/bodies/sphere/position"));
  text.replace(text.find("hydro_coefficients: false"), 25, "hydro_coefficients: true, compression: 5");
  EXPECT_EQ(read(run_text(text, "hydro-packed"), "/hydro/sphere/stiffness").values,
            read(with, "/hydro/sphere/stiffness").values);
}

TEST(HydroArrays, InspectShowsWhatTheRunStores) {
  const auto file = run_text(text_of(""), "hydro-inspect");
  const run::Inspection inspection = run::inspect_case(model_of(text_of("")), true);
  EXPECT_GT(inspection.coefficients.size(), 15U);
  for (const assembly::StoredArray& array : inspection.coefficients) {
    const Stored stored = read(file, array.path);
    EXPECT_EQ(stored.values, array.values) << array.path;
    EXPECT_EQ(stored.shape, array.shape) << array.path;
    EXPECT_EQ(array.body, "sphere");
    EXPECT_FALSE(array.units.empty() || array.description.empty() || array.component.empty()) << array.path;
  }
  EXPECT_TRUE(run::inspect_case(model_of(text_of(""))).coefficients.empty());
}

TEST(ManySets, AreSpokenOfOnce) {
  // Not reciprocal by a tenth, and masses in grams: each set would have a note and a warning of its own.
  const std::string odd = changed_hemisphere("odd-set", [](hydro::HydroData& data) {
    for (MatrixX& B : data.bodies[0].radiation_damping) B(0, 4) *= 1.1;
    for (MatrixX& K : data.bodies[0].radiation_irf) K(0, 4) *= 1.1;
    data.bodies[0].radiation_state_space.clear();
  });
  std::string sets;
  for (int i = 0; i < 40; ++i)
    sets += (i == 0 ? "" : ", ") + ("{file: " + odd + ", body: 1, mass: " + std::to_string(100 + i)) + "}";
  std::string text = text_of(", radiation: convolution, convolution: {duration: 5}", "", "sets: [" + sets + "]");
  text.replace(text.find("radiation_data: as-given"), 24, "radiation_data: passive");
  text.replace(text.find("hydro_coefficients: true"), 24, "hydro_coefficients: false");
  const run::RunSummary summary = swell_test::run_audited(text, "many-sets");
  int passive = 0, odd_masses = 0;
  for (const std::string& note : summary.notes) {
    if (note.find("made reciprocal and passive") == std::string::npos) continue;
    ++passive;
    EXPECT_THAT(note, HasSubstr("39 more of its sets are changed"));
  }
  for (const Diagnostic& warning : summary.warnings) {
    if (warning.code == "changed-radiation") ++passive;
    if (warning.code != "odd-mass") continue;
    ++odd_masses;
    EXPECT_THAT(warning.message, HasSubstr("and 39 more alike"));
  }
  EXPECT_EQ(passive, 1);
  EXPECT_EQ(odd_masses, 1);
}

}  // namespace
}  // namespace swell::hydro_arrays_test
