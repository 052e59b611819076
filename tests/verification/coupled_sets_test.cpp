// Several sets of hydrodynamic data on bodies that interact, and the split of their added mass.
#include "results_file.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::coupled_sets_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_audited;
using swell_test::run_text;

/// The four hemispheres that couple in heave (inputs/array), two of them, as a file of its own after a change. Added
/// mass is coupled too, not reciprocally, so that a mix-up of rows shows.
std::string pair(const std::string& name, const std::function<void(hydro::HydroData&)>& change = {}) {
  const auto source = swell_test::source_folder() / "inputs/array/four.h5";
  hydro::HydroData data = hydro::select_bodies(hydro::read_bemio_h5(source.string()), {1, 2}, {});
  for (std::size_t i = 0; i < 2; ++i) {
    hydro::HydroBody& body = data.bodies[i];
    body.radiation_state_space.clear();
    if (!body.added_mass_infinite) throw std::logic_error("no added mass");
    const double heave = (*body.added_mass_infinite)(2, static_cast<Eigen::Index>(6 * i + 2));
    const double share = i == 0 ? 0.10 : 0.13;
    (*body.added_mass_infinite)(2, static_cast<Eigen::Index>(6 * (1 - i) + 2)) = share * heave;
    for (MatrixX& A : body.added_mass) A(2, static_cast<Eigen::Index>(6 * (1 - i) + 2)) += share * heave;
  }
  if (change) change(data);
  const auto path = std::filesystem::temp_directory_path() / ("pair-" + name + ".h5");
  hydro::write_bemio_h5(data, path.string());
  return path.string();
}

/// Everything of the water that moves with the bodies and on them, made larger.
void scale(hydro::HydroData& data, double factor) {
  for (hydro::HydroBody& body : data.bodies) {
    for (auto* list : {&body.added_mass, &body.radiation_damping, &body.radiation_irf}) {
      for (MatrixX& m : *list) m *= factor;
    }
    if (body.added_mass_infinite) *body.added_mass_infinite *= factor;
    if (body.added_mass_zero) *body.added_mass_zero *= factor;
    for (auto& direction : body.excitation) {
      for (auto& force : direction) force *= factor;
    }
    body.restoring_stiffness *= factor;
  }
}

struct Two {
  std::string first{}, second{};  ///< hydro_data of the bodies, without braces
  std::string simulation{};       ///< further keys
  std::string hydrodynamics{};
  std::string step = "0.05";
  std::string body{};  ///< further keys of both
};

std::string text(const Two& two) {
  const std::string bodies = ", mass: 261.8e3, inertia: [1690000, 1690000, 2606000]" + two.body + "}\n";
  return "simulation: {duration: 30, time_step: " + two.step + ", ramp: 8" + two.simulation +
         "}\nwaves: {type: regular, height: 2, period: 6}\nhydrodynamics: {" + two.hydrodynamics +
         "}\noutput: {time_step: 0.1}\nbodies:\n  - {name: a, hydro_data: {" + two.first + "}" + bodies +
         "  - {name: b, hydro_data: {" + two.second + "}" + bodies +
         "ptos:\n  - {name: P, type: translational, base: world, follower: a, damping: 1e5}\n"
         "  - {name: Q, type: translational, base: world, follower: b, damping: 2e4}\n";
}

std::string one_set(const std::string& file, int body) { return "file: " + file + ", body: " + std::to_string(body); }

std::string sets(const std::string& first, const std::string& second, int body,
                 const std::string& rule = "signal: a.displacement.heave, thresholds: [0.05]") {
  const std::string number = ", body: " + std::to_string(body) + "}";
  return "sets: [{file: " + first + number + ", {file: " + second + number + "], " + rule;
}

double worst(const std::filesystem::path& x, const std::filesystem::path& y, const std::string& path) {
  return (read_dataset(x, path) - read_dataset(y, path)).cwiseAbs().maxCoeff();
}

double largest(const std::filesystem::path& x, const std::string& path) {
  return read_dataset(x, path).cwiseAbs().maxCoeff();
}

int switches(const std::filesystem::path& file, const std::string& body = "a") {
  const MatrixX set = read_dataset(file, "/bodies/" + body + "/hydro_set");
  int count = 0;
  for (Eigen::Index i = 1; i < set.rows(); ++i) count += set(i, 0) != set(i - 1, 0) ? 1 : 0;
  return count;
}

const char* const kModels[] = {"constant", "convolution", "state-space"};

// --- body-to-body coupling ---

TEST(CoupledSets, SetsThatStayAreTheCoupledCaseOfThatSet) {
  const std::string file = pair("plain");
  for (const char* model : kModels) {
    const std::string radiation = std::string("radiation: ") + model;
    const auto one = run_text(text({one_set(file, 1), one_set(file, 2), "", radiation}), "coupled-one");
    const auto alone =
        run_text(text({one_set(file, 1), one_set(file, 2), "", radiation + ", body_to_body: false"}), "coupled-off");
    // Both bodies, then only one of them, have sets.
    for (const std::string& second : {sets(file, file, 2, "initial: 2"), one_set(file, 2)}) {
      const auto two = run_text(text({sets(file, file, 1, "initial: 2"), second, "", radiation}), "coupled-two");
      for (const char* body : {"a", "b"}) {
        const std::string path = std::string("/bodies/") + body;
        EXPECT_GT(worst(one, alone, path + "/position"), 1e-3) << model;  // the coupling matters
        EXPECT_LT(worst(one, two, path + "/position"), 1e-12 * 10.0) << model << " " << body;
        for (const char* part : {"radiation_damping", "added_mass", "total"}) {
          const std::string force = path + "/force/" + part;
          EXPECT_LT(worst(one, two, force), 1e-10 * largest(one, force)) << model << " " << force;
        }
      }
    }
  }
}

TEST(CoupledSets, SwitchesBetweenEqualSetsChangeNothing) {
  const std::string file = pair("equal");
  for (const char* model : kModels) {
    const std::string radiation = std::string("radiation: ") + model;
    const auto one = run_text(text({one_set(file, 1), one_set(file, 2), "", radiation}), "equal-one");
    const auto two = run_text(text({sets(file, file, 1), sets(file, file, 2), "", radiation}), "equal-two");
    swell_test::measured("%s: %d switches move a by %.2g m, b by %.2g m", model, switches(two),
                         worst(one, two, "/bodies/a/position"), worst(one, two, "/bodies/b/position"));
    EXPECT_GT(switches(two), 6);
    EXPECT_EQ(switches(two), switches(two, "b"));  // one signal for both
    for (const char* body : {"a", "b"}) {
      const std::string path = std::string("/bodies/") + body;
      EXPECT_LT(worst(one, two, path + "/position"), 1e-6) << model;
      EXPECT_LT(worst(one, two, path + "/force/radiation_damping"),
                1e-5 * largest(one, path + "/force/radiation_damping"))
          << model;
    }
  }
}

// The others act on a body as its own set says: with a in its second set and b in its first one, a's rows are those of
// the second file, b's those of the first.
TEST(CoupledSets, TheSetOfTheBodyThatFeelsSaysHow) {
  const std::string plain = pair("rows-1");
  const std::string heavy = pair("rows-2", [](hydro::HydroData& data) { scale(data, 1.2); });
  const std::string mixed = pair("rows-mixed", [](hydro::HydroData& data) {
    const hydro::HydroBody second = data.bodies[1];
    scale(data, 1.2);
    data.bodies[1] = second;
  });
  for (const char* model : kModels) {
    // As given and entry by entry: the rows of two files are no reciprocal matrix, and a realisation of the whole
    // matrix fits all rows together.
    const std::string radiation =
        std::string("radiation: ") + model + ", radiation_data: as-given, state_space: {realisation: entrywise}";
    const auto one = run_text(text({one_set(mixed, 1), one_set(mixed, 2), "", radiation}), "rows-one");
    const auto two = run_text(
        text({sets(plain, heavy, 1, "initial: 2"), sets(plain, heavy, 2, "initial: 1"), "", radiation}), "rows-two");
    EXPECT_LT(worst(one, two, "/bodies/a/position"), 1e-10) << model;
    EXPECT_LT(worst(one, two, "/bodies/b/position"), 1e-10) << model;
  }
}

TEST(CoupledSets, ANeighbourThatOnlyTheFirstFileNamesStandsAtTheSamePlaceInTheOthers) {
  const std::string plain = pair("beside-1");
  const std::string heavy = pair("beside-2", [](hydro::HydroData& data) { scale(data, 1.2); });
  const auto named = run_text(text({sets(plain, heavy, 1, "initial: 2"), sets(plain, heavy, 2, "initial: 1"), "", ""}),
                              "beside-named");
  const auto beside = run_text(text({sets(plain, heavy, 1, "initial: 2"), one_set(plain, 2), "", ""}), "beside-one");
  EXPECT_LT(worst(named, beside, "/bodies/a/position"), 1e-12);
  EXPECT_LT(worst(named, beside, "/bodies/b/position"), 1e-12);
}

// The data of the second set stand about other centres of gravity: the same coefficients all the same.
TEST(CoupledSets, OtherCentresOfGravityAreMovedWithTheirCoupling) {
  const std::string plain = pair("centres-1");
  const std::string low = pair("centres-2", [](hydro::HydroData& data) {
    // Motions of the old centre are T times those of one 1.5 m lower.
    MatrixX T = MatrixX::Identity(12, 12);
    const Vector3 arms[2] = {{0, 0, -1.5}, {0.5, 0, 0}};
    for (Eigen::Index i = 0; i < 2; ++i) T.block<3, 3>(6 * i, 6 * i + 3) = cross_matrix(arms[i]);
    for (std::size_t b = 0; b < 2; ++b) {
      hydro::HydroBody& body = data.bodies[b];
      const Matrix6 own = T.block<6, 6>(static_cast<Eigen::Index>(6 * b), static_cast<Eigen::Index>(6 * b));
      for (auto* list : {&body.added_mass, &body.radiation_damping, &body.radiation_irf}) {
        for (MatrixX& m : *list) m = (own.transpose() * m * T).eval();
      }
      *body.added_mass_infinite = (own.transpose() * *body.added_mass_infinite * T).eval();
      body.added_mass_zero.reset();
      for (auto& direction : body.excitation) {
        for (auto& force : direction) force = (own.transpose() * force).eval();
      }
      body.restoring_stiffness = (own.transpose() * body.restoring_stiffness * own).eval();
      const double z = arms[b].z();
      body.restoring_stiffness(3, 3) -= body.displaced_volume * z;
      body.restoring_stiffness(4, 4) -= body.displaced_volume * z;
      body.excitation_irf.clear();
      body.excitation_irf_time.clear();
      body.cg += arms[b];
    }
  });
  const std::string initial = "initial: {displacement: [0.2, 0, 0.3], angle: 3, axis: [0, 1, 0]}";
  Two two{one_set(plain, 1), one_set(plain, 2), "", ""};
  const auto free = [&](const Two& bodies) {
    std::string yaml = text(bodies);
    return yaml.substr(0, yaml.find("ptos:"));  // free in all motions
  };
  const auto one = run_text(free(two), "centres-one");
  two.first = sets(low, plain, 1, "initial: 2");  // the body's centre is that of `plain`, and set 2 stays
  const auto stays = run_text(free(two), "centres-stays");
  EXPECT_LT(worst(one, stays, "/bodies/a/position"), 1e-9);
  // Set 1 is `low` and becomes active at once: to round-off the same coefficients.
  two.first = sets(plain, low, 1, "signal: ramp.output, thresholds: [0]");
  const auto moved = run_text(free(two) +
                                  "components: [{name: ramp, type: ramp, start: 0, end: 0.001, from: -1, to: "
                                  "1}]\n",
                              "centres-moved");
  EXPECT_EQ(switches(moved), 1);
  EXPECT_GT(largest(one, "/bodies/a/position"), 0.1);
  EXPECT_LT(worst(one, moved, "/bodies/a/position"), 1e-6);
  EXPECT_LT(worst(one, moved, "/bodies/b/position"), 1e-6);
}

TEST(CoupledSets, TheEnergyBalanceOfCoupledBodiesThatSwitchCloses) {
  const std::string plain = pair("balance-1");
  const std::string heavy = pair("balance-2", [](hydro::HydroData& data) { scale(data, 1.2); });
  for (const std::string& second : {sets(plain, heavy, 2), one_set(plain, 2)}) {
    for (const char* rule : {"signal: a.displacement.heave, thresholds: [0.05]",
                             "signal: a.displacement.heave, thresholds: [-0.5, 0.5], interpolate: true"}) {
      const auto summary = run_audited(text({sets(plain, heavy, 1, rule), second, "", ""}), "coupled-balance");
      swell_test::measured("residual %.2g of the exchanged energy, defect %.2g",
                           summary.audit->residual / summary.audit->exchanged, summary.audit->worst_force_defect);
      EXPECT_TRUE(summary.audit->closes);
      EXPECT_LT(summary.audit->worst_force_defect, 1e-9);
    }
  }
}

TEST(CoupledSets, WhoDoesNotFeelWhomIsSaid) {
  const std::string plain = pair("reported-1");
  const std::string single =
      pair("reported-2", [](hydro::HydroData& data) { data = hydro::select_bodies(data, {1}, {}); });
  const auto notes = [&](const Two& two) {
    std::string all;
    for (const std::string& note : run_audited(text(two), "coupled-notes").notes) all += note + "\n";
    return all;
  };
  EXPECT_THAT(notes({sets(plain, single, 1), one_set(plain, 2)}),
              AllOf(HasSubstr("with set 2 a does not interact with b: its file holds no such body"),
                    HasSubstr("b interacts with a by its only set of hydro data, regardless of the set of a")));
  EXPECT_THAT(notes({sets(single, single, 1), one_set(plain, 2)}),
              HasSubstr("a has several sets of hydro data and interacts with no other body through the water"));
  // Two bodies on the same body of a file are two devices.
  EXPECT_THAT(notes({sets(plain, plain, 1), one_set(plain, 1)}), HasSubstr("use the same body of"));
}

// --- split ---

// The delayed acceleration costs an order: halving the step halves the distance from `exact`. The first switch must
// fall at the same time in all runs, so the set follows a clock.
TEST(CoupledSets, SplitApproachesExactAsTheStepShrinks) {
  const std::string plain = pair("split-1");
  const std::string heavy = pair("split-2", [](hydro::HydroData& data) { scale(data, 1.3); });
  const std::string rule = "signal: wave.output, thresholds: [0]";
  const std::string clock = "components: [{name: wave, type: sine, period: 8, phase: 17}]\n";
  const auto run = [&](const std::string& treatment, const std::string& step) {
    return run_text(text({sets(plain, heavy, 1, rule), sets(plain, heavy, 2, rule), ", added_mass: " + treatment,
                          "convolution: {time_step: 0.05}", step}) +
                        clock,
                    "split-" + treatment + step);
  };
  const auto exact = run("exact", "0.0125");
  EXPECT_GT(switches(exact), 5);
  double last = 0.0;
  for (const char* step : {"0.1", "0.05", "0.025", "0.0125"}) {
    const double error = worst(exact, run("split", step), "/bodies/a/position");
    swell_test::measured("step %s s: split less exact %.3g m", step, error);
    if (last > 0.0) {
      EXPECT_GT(last / error, 1.7);
    }
    last = error;
  }
  EXPECT_LT(last, 2e-3);
}

TEST(CoupledSets, TheEnergyBalanceOfSplitCloses) {
  const std::string plain = pair("split-balance-1");
  const std::string heavy = pair("split-balance-2", [](hydro::HydroData& data) { scale(data, 1.2); });
  std::string first = sets(plain, heavy, 1);
  first.replace(first.find("body: 1}]"), 9, "body: 1, mass: 250e3}]");
  const auto summary =
      run_audited(text({first, sets(plain, heavy, 2), ", added_mass: split", "", "0.02"}), "split-balance");
  swell_test::measured("residual %.2g of the exchanged energy", summary.audit->residual / summary.audit->exchanged);
  EXPECT_TRUE(summary.audit->closes);
  EXPECT_LT(summary.audit->worst_force_defect, 1e-9);
  EXPECT_GT(switches(summary.results), 6);
}

}  // namespace
}  // namespace swell::coupled_sets_test
