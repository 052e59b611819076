// The two treatments of the added mass, the order of the scheme, the energy, memory and determinism, on the shipped
// hemisphere (radius 5 m, cg at -2 m, infinite depth).
#include "frequency_domain.h"
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::scheme_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;

std::string sphere(const std::string& simulation, const std::string& waves, const std::string& body_keys,
                   const std::string& pto_keys, const std::string& more = "") {
  return "simulation: {" + simulation + "}\nwaves: " + waves + "\n" + more +
         "bodies:\n  - {name: sphere, hydro_data: {file: " + hemisphere() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + body_keys +
         "}\nptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0]" +
         pto_keys + "}\n";
}

VectorX heave_of(const std::filesystem::path& file) { return read_dataset(file, "/bodies/sphere/position").col(2); }

// Oracle: theory/exact-solutions.md, column RAO exact (the exact hemisphere, to the digits printed) and P/A^2. The
// shipped data come from the same expansion; their kernel is good to 2e-4 (theory/exact-solutions.md), which the
// response shows at resonance.
TEST(ShippedSphere, ResponseAndPowerAreTheExactOnes) {
  struct Row {
    double period, damping, rao, power;
  };
  for (const Row& row : {Row{5.0, 161049, 0.8332, 88284}, Row{6.0, 322292, 0.7165, 90726},
                         Row{8.0, 633980, 0.6932, 93957}, Row{10.0, 932118, 0.6979, 89607}}) {
    const auto file = run_text(sphere("duration: 200, time_step: 0.05, ramp: 40",
                                      "{type: regular, height: 2, period: " + std::to_string(row.period) + "}", "",
                                      ", damping: " + std::to_string(row.damping)),
                               "oracle");
    const double omega = 2.0 * kPi / row.period, from = 200.0 - 10.0 * row.period;
    const VectorX time = read_dataset(file, "/time").col(0);
    const double rao = std::abs(swell_test::harmonic(time, heave_of(file), omega, from));
    const MatrixX power = read_dataset(file, "/ptos/PTO/power");
    double sum = 0.0;
    long n = 0;
    for (Eigen::Index i = 0; i + 1 < time.size(); ++i) {
      if (time[i] < from - 1e-9) continue;
      sum += power(i, 0);
      ++n;
    }
    swell_test::measured("T %.0f s: RAO %.5f (exact %.4f), P/A^2 %.0f (exact %.0f)", row.period, rao, row.rao,
                         sum / static_cast<double>(n), row.power);
    EXPECT_NEAR(rao, row.rao, 1e-3 * row.rao);
    EXPECT_NEAR(sum / static_cast<double>(n), row.power, 2e-3 * row.power);
  }
}

// The explicit loop a_n = -lambda (2 a_(n-1) - a_(n-2)) grows from lambda = 1/3 on, lambda the delayed inertia over the
// implicit one. Morison elements add to the first.
TEST(AddedMass, ASplitThatGrowsIsSaidBeforeTheRunAndGrows) {
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const Matrix6 A = 1000.0 * data.bodies[0].added_mass_infinite->topLeftCorner<6, 6>();
  const double moved = 2.0 * A.topLeftCorner<3, 3>().trace(), mass = 1000.0 * data.bodies[0].displaced_volume;
  struct Case {
    double lambda;
    bool grows;
    std::string more;
  };
  for (const Case& c : {Case{0.31, false, ""}, Case{0.40, true, ""}, Case{0.40, true, ", reproduce: wec-sim"}}) {
    const double volume = (c.lambda * (mass + moved) - (A(2, 2) - moved)) / 1000.0;
    const std::string yaml = sphere("duration: 20, time_step: 0.05, added_mass: split" + c.more, "{type: none}",
                                    ", initial: {displacement: [0, 0, 0.1]}, morison: [{option: 1, cd: [0, 0, 0], ca: "
                                    "[0, 0, 1], area: [1, 1, 1], volume: " +
                                        std::to_string(volume) + ", position: [0, 0, -4]}]",
                                    "", "hydrodynamics: {convolution: {duration: 20}}\n");
    Diagnostics diagnostics;
    const model::Model model = model::read_case_text(yaml, "split.yaml", {}, diagnostics);
    const run::CaseRun built(model);
    std::string warnings;
    for (const std::string& warning : texts(built.warnings())) warnings += warning;
    const bool reported =
        warnings.find("times per step, whatever the step; set added_mass: exact") != std::string::npos;
    EXPECT_EQ(reported, c.grows) << c.lambda << c.more << ": " << warnings;
    if (c.grows) {
      EXPECT_NE(warnings.find("split.yaml:1:"), std::string::npos) << warnings;
      EXPECT_THROW(run_text(yaml, "split-grows"), SimulationError) << c.lambda << c.more;
    } else {
      EXPECT_LT((heave_of(run_text(yaml, "split-holds")).array() + 2.0).abs().maxCoeff(), 0.11);
    }
  }
}

// The delayed acceleration is a straight line through the last two: an error of second order in the step, as long as
// there are two. At the start there are none, and `split` takes them as 0 (as WEC-Sim does): a body that begins with an
// acceleration, released from 1 m here, has it wrong by a finite amount over the first steps, which leaves a velocity,
// and all that follows, wrong to first order. From rest in a ramped wave nothing is missed.
TEST(AddedMass, SplitApproachesExactWithOrderTwoAndWithOrderOneWhereTheStartIsAJerk) {
  const auto order = [&](const std::string& waves, const std::string& body, const std::string& ramp) {
    const auto heave = [&](const std::string& treatment, const std::string& step) {
      return heave_of(run_text(sphere("duration: 20, time_step: " + step + ", added_mass: " + treatment + ramp, waves,
                                      body, "", "output: {time_step: 0.2}\n"),
                               "treatment"));
    };
    const VectorX exact = heave("exact", "0.0125");
    const double coarse = (heave("split", "0.05") - exact).cwiseAbs().maxCoeff(),
                 fine = (heave("split", "0.025") - exact).cwiseAbs().maxCoeff();
    swell_test::measured("split - exact: %.3g, %.3g m at 0.05, 0.025 s (order %.2f)", coarse, fine,
                         std::log2(coarse / fine));
    return std::log2(coarse / fine);
  };
  EXPECT_NEAR(order("{type: regular, height: 2, period: 6}", "", ", ramp: 10"), 2.0, 0.1);
  EXPECT_NEAR(order("{type: none}", ", initial: {displacement: [0, 0, 1]}", ""), 1.0, 0.2);
}

TEST(AddedMass, SplitWithoutAFactorDivergesWithItsCauseWhereExactRuns) {
  const std::string keys = ", added_mass_factor: 0, initial: {displacement: [0, 0, 0.1]}";
  try {
    run_text(sphere("duration: 200, time_step: 0.1, added_mass: split", "{type: none}", keys, ""), "diverges");
    FAIL() << "the explicit loop must not be stable";
  } catch (const SimulationError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("the simulation diverged at t = "), std::string::npos) << text;
    EXPECT_NE(text.find("the explicit loop grows"), std::string::npos) << text;
    EXPECT_NE(text.find("use added_mass: exact"), std::string::npos) << text;
    EXPECT_NE(text.find(".partial.h5"), std::string::npos) << text;
    EXPECT_GT(error.time(), 0.0);
  }
  const VectorX heave =
      heave_of(run_text(sphere("duration: 200, time_step: 0.1, added_mass: exact", "{type: none}", keys, ""), "runs"));
  EXPECT_LT(std::abs(heave[heave.size() - 1] + 2.0), 1e-3);
}

TEST(Forces, ThePartsSumToTheRateOfChangeOfMomentum) {
  for (const char* treatment : {"exact", "split"}) {
    const auto file = run_text(sphere(std::string("duration: 20, time_step: 0.05, added_mass: ") + treatment,
                                      "{type: irregular, significant_height: 2, peak_period: 6}", "", ", damping: 1e5"),
                               "sum");
    const MatrixX total = read_dataset(file, "/bodies/sphere/force/total");
    MatrixX sum = MatrixX::Zero(total.rows(), 6);
    double scale = 0.0;
    for (const char* part : {"excitation", "radiation_damping", "added_mass", "restoring", "morison_and_viscous",
                             "linear_damping", "joint", "pto"}) {
      const MatrixX force = read_dataset(file, std::string("/bodies/sphere/force/") + part);
      sum += force;
      scale = std::max(scale, force.cwiseAbs().maxCoeff());
    }
    // A dozen additions and one solve, each to round-off of the largest part.
    EXPECT_LT((sum - total).cwiseAbs().maxCoeff(), 1e-13 * scale) << treatment;
  }
}

std::string bytes_of(const VectorX& v) {
  return {reinterpret_cast<const char*>(v.data()), static_cast<std::size_t>(v.size()) * sizeof(double)};
}

TEST(Determinism, RunsAreBitIdenticalWhateverTheOrderOfDeclaration) {
  const auto two = [&](bool swapped) {
    const auto body = [&](const char* name) {
      return std::string("  - {name: ") + name + ", hydro_data: {file: " + hemisphere() +
             ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n";
    };
    const std::string a = body("anna"), b = body("berta");
    const std::string
        j1 = "  - {name: one, type: translational, base: world, follower: anna, location: [0, 0, 0], damping: 1e5}\n",
        j2 = "  - {name: two, type: translational, base: anna, follower: berta, location: [0, 0, 0], damping: 2e5}\n";
    return "simulation: {duration: 20, time_step: 0.05}\nwaves: {type: irregular, significant_height: 2, peak_period: "
           "6}\nbodies:\n" +
           (swapped ? b + a : a + b) + "ptos:\n" + (swapped ? j2 + j1 : j1 + j2);
  };
  const auto first = run_text(two(false), "order_a"), again = run_text(two(false), "order_b"),
             swapped = run_text(two(true), "order_c");
  for (const char* body : {"anna", "berta"}) {
    const std::string path = std::string("/bodies/") + body + "/position";
    const VectorX a = read_dataset(first, path).col(2);
    EXPECT_GT(a.maxCoeff() - a.minCoeff(), 0.1);
    EXPECT_EQ(bytes_of(a), bytes_of(read_dataset(again, path).col(2)));
    EXPECT_EQ(bytes_of(a), bytes_of(read_dataset(swapped, path).col(2)));
  }
}

}  // namespace
}  // namespace swell::scheme_test
