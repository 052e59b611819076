// Settings of the radiation models in whole cases, on the shipped hemisphere: WEC-Sim's slow convolution against its
// rule worked out here, and what the whole-matrix realisation honours or refuses.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/base/interpolation.h"
#include "swell/bodies/tilted_axes.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::radiation_options_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

std::string shipped() { return (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string(); }

std::string moved(const std::string& simulation, const std::string& hydrodynamics, const std::string& pto) {
  return "simulation: {" + simulation + "}\nwaves: {type: none}\nhydrodynamics: {" + hydrodynamics +
         "}\nbodies:\n  - {name: sphere, hydro_data: {file: " + shipped() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n"
         "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, " +
         pto + "}\n";
}

/// MATLAB's pchip through three points a unit apart, as its documentation words it (Fritsch and Carlson 1980): Hermite
/// form, evaluated in the last piece, at `u` units beyond its beginning.
double pchip_last_piece(double y0, double y1, double y2, double u) {
  const double d0 = y1 - y0, d1 = y2 - y1;
  const double m1 = d0 * d1 <= 0.0 ? 0.0 : 1.0 / (0.5 / d0 + 0.5 / d1);
  double m2 = (3.0 * d1 - d0) / 2.0;
  if (m2 * d1 <= 0.0) {
    m2 = 0.0;
  } else if (d0 * d1 <= 0.0 && std::abs(m2) > 3.0 * std::abs(d1)) {
    m2 = 3.0 * d1;
  }
  const double h00 = (1.0 + 2.0 * u) * (1.0 - u) * (1.0 - u), h10 = u * (1.0 - u) * (1.0 - u),
               h01 = u * u * (3.0 - 2.0 * u), h11 = u * u * (u - 1.0);
  return h00 * y1 + h10 * m1 + h01 * y2 + h11 * m2;
}

// Float and spar of RM3 slide along each other, so that their rotations are one column of the radiation, the sum of
// both. The forces are those of the whole matrix on all twelve velocities.
TEST(Radiation, WhereBodiesTurnAlikeTheForcesAreThoseOfTheWholeMatrix) {
  SWELL_TEST_DATA(h5, "rm3/rm3.h5", "WEC-Sim/WEC-Sim (examples/RM3)");
  const auto body = [&](const std::string& name, const std::string& rest) {
    return "  - {name: " + name + ", hydro_data: {file: " + h5.string() + ", " + rest + "}\n";
  };
  const auto text = [&](const std::string& hydrodynamics) {
    return "simulation: {duration: 12, time_step: 0.02}\nenvironment: {water_density: 1000}\n"
           "waves: {type: regular, height: 2.5, period: 6, direction: 0}\nhydrodynamics: {radiation_data: as-given, " +
           hydrodynamics + "}\nbodies:\n" +
           body("float", "body: 1}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]") +
           body("spar",
                "body: 2}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82], initial: {axis: [1, 2, "
                "0], angle: 4}") +
           "ptos:\n  - {name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: "
           "1.2e6}\n";
  };
  const auto stacked = [](const std::filesystem::path& file, const std::string& what) {
    const MatrixX a = read_dataset(file, "/bodies/float/" + what), b = read_dataset(file, "/bodies/spar/" + what);
    MatrixX both(a.rows(), 12);
    both << a, b;
    return both;
  };
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(h5));
  const hydro::RadiationCoefficients coefficients({{data, 0}, {data, 1}}, 1000.0, true);

  // Rotations and moments by the axes that tilt with the bodies, which turn alike.
  const auto by_tilted_axes = [](MatrixX rows, const MatrixX& position) {
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const Matrix3 R = rotation_from_roll_pitch_yaw(position.row(i).segment<3>(3).transpose());
      const Matrix3 axes = bodies::TiltedAxes(R.col(2)).in_world;
      for (const Eigen::Index at : {3, 9}) rows.row(i).segment<3>(at) = (rows.row(i).segment<3>(at) * axes).eval();
    }
    return rows;
  };

  const auto constant = run_text(text("radiation: constant"), "alike-constant");
  const MatrixX tilt = read_dataset(constant, "/bodies/spar/position");
  MatrixX v = by_tilted_axes(stacked(constant, "velocity"), tilt),
          force = by_tilted_axes(stacked(constant, "force/radiation_damping"), tilt);
  const MatrixX B = coefficients.damping(2.0 * kPi / 6.0);
  EXPECT_LT((force + v * B.transpose()).norm(), 1e-12 * force.norm());
  EXPECT_GT(v.col(9).norm(), 1e-3 * v.col(10).norm());  // it rolls and pitches

  // Trapezoid over the rows, O(dt^2); yaw is noise.
  const auto memory = run_text(text("radiation: convolution, convolution: {duration: 5}"), "alike-convolution");
  const MatrixX of_memory = read_dataset(memory, "/bodies/spar/position");
  v = by_tilted_axes(stacked(memory, "velocity"), of_memory);
  force = by_tilted_axes(stacked(memory, "force/radiation_damping"), of_memory);
  const double dt = 0.02;
  const std::vector<MatrixX> K = coefficients.kernel(dt, 251);
  const Eigen::Index last = v.rows() - 1;
  VectorX sum = VectorX::Zero(12);
  for (Eigen::Index k = 0; k <= 250; ++k)
    sum -= (k == 0 || k == 250 ? 0.5 : 1.0) * dt * (K[static_cast<std::size_t>(k)] * v.row(last - k).transpose());
  for (const Eigen::Index i : {0, 1, 2, 3, 4, 6, 7, 8, 9, 10})
    EXPECT_NEAR(force(last, i), sum[i], 1e-2 * force.col(i).cwiseAbs().maxCoeff()) << i;
}

// The heave is given, so that the velocity at every sample is known: the trapezoid over WEC-Sim's slow grid, one slow
// period late, continued by pchip to each step.
TEST(SlowConvolution, OfAGivenMotionIsWecSimsRule) {
  const double dt = 0.05, slow = 0.2, duration = 20.0, amplitude = 0.5, omega = 2.0 * kPi / 5.0, keep = 12.0;
  const auto file =
      run_text(moved("duration: 20, time_step: 0.05, reproduce: wec-sim", "convolution: {duration: 12, time_step: 0.2}",
                     "motion: {amplitude: 0.5, period: 5}"),
               "slow");
  const VectorX time = read_dataset(file, "/time").col(0),
                force = read_dataset(file, "/bodies/sphere/force/radiation_damping").col(2);
  ASSERT_EQ(time.size(), static_cast<Eigen::Index>(std::lround(duration / dt)) + 1);
  const hydro::HydroData data = hydro::read_bemio_h5(shipped());
  std::vector<double> K;
  for (const MatrixX& value : data.bodies[0].radiation_irf) K.push_back(1000.0 * value(2, 2));
  const CubicSpline kernel(data.bodies[0].radiation_irf_time, K);
  const auto sample = [&](int m) {  // F_m; 0 before the start
    if (m < 0) return 0.0;
    const int lags = static_cast<int>(std::lround(keep / slow));
    double sum = 0.0;
    for (int k = 0; k <= std::min(m, lags); ++k) {
      const double weight = (k == 0 || k == lags) ? 0.5 : 1.0;
      sum += weight * slow * kernel(slow * k) * amplitude * omega * std::cos(omega * slow * (m - k));
    }
    return sum;
  };
  double worst = 0.0, largest = 0.0;
  for (Eigen::Index n = 0; n < time.size(); ++n) {
    const int m = static_cast<int>(n) / 4;
    const double u = 2.0 + static_cast<double>(n % 4) / 4.0;  // from T_(m-2): the newest that has crossed is m - 1
    const double expected = -pchip_last_piece(sample(m - 3), sample(m - 2), sample(m - 1), u);
    worst = std::max(worst, std::abs(force[n] - expected));
    largest = std::max(largest, std::abs(expected));
  }
  swell_test::measured("slow convolution: %.2g N from the rule, of %.3g N", worst, largest);
  EXPECT_GT(largest, 1e4);
  EXPECT_LT(worst, 1e-11 * largest);  // round-off of sums of 60 terms, times the cubic's growth (2.75^3)
}

TEST(SlowConvolution, NeedsAWholeNumberOfStepsAndSaysWhatItDoes) {
  const auto text = [](const std::string& step) {
    return moved("duration: 1, time_step: 0.05, reproduce: wec-sim",
                 "convolution: {duration: 12, time_step: " + step + "}", "damping: 1");
  };
  EXPECT_THAT([&] { run_text(text("0.12"), "odd"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr(
                  "hydrodynamics.convolution.time_step = 0.12 s is not a multiple of simulation.time_step = 0.05 "
                  "s; sampling at the step, as WEC-Sim does, needs a whole number of steps")));
  // WEC-Sim raises a shorter cicDt to dt.
  EXPECT_TRUE(read_dataset(run_text(text("0.02"), "raised"), "/bodies/sphere/position") ==
              read_dataset(run_text(text("0.05"), "plain"), "/bodies/sphere/position"));
}

std::vector<std::string> notes_of(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text(text, std::filesystem::temp_directory_path() / "options.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return run::inspect_case(model).notes;
}

int states_in(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    const std::string begin = "radiation memory in state space: ";
    if (note.rfind(begin, 0) == 0) return std::stoi(note.substr(begin.size()));
  }
  return -1;
}

std::string pair_of(const std::string& first, const std::string& second, const std::string& hydrodynamics) {
  const std::string file = (swell_test::source_folder() / "inputs/array/four.h5").string();
  const auto body = [&](int number, const std::string& keys) {
    return "  - {name: b" + std::to_string(number) + ", hydro_data: {file: " + file +
           ", body: " + std::to_string(number) + "}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + keys +
           "}\n";
  };
  return "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: none, period: 8}\nhydrodynamics: {" + hydrodynamics +
         "}\nbodies:\n" + body(1, first) + body(2, second);
}

// Half of a coupled matrix by one model and half by another is neither reciprocal nor passive: in still water RM3
// gained 126 kJ from constant coefficients on the float and a convolution on the spar.
TEST(Radiation, BodiesThatTheWaterCouplesTakeOneModel) {
  const std::vector<std::string> models = {"constant", "convolution", "state-space"};
  for (const std::string& one : models) {
    for (const std::string& other : models) {
      const std::string first = ", radiation: " + one, second = ", radiation: " + other;
      if (one == other) {
        EXPECT_NO_THROW(run_text(pair_of(first, second, ""), "pair")) << one;
        continue;
      }
      {
        const std::string refused = swell_test::refusal_of([&] { run_text(pair_of(first, second, ""), "pair-mixed"); });
        EXPECT_THAT(refused, HasSubstr("the water couples them"));
        EXPECT_THAT(refused, HasSubstr("body_to_body: false"));
      }
      EXPECT_NO_THROW(run_text(pair_of(first, second, "body_to_body: false"), "pair-apart")) << one << " " << other;
    }
  }
}

std::vector<std::string> warnings_of(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, "/tmp/case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return texts(run::CaseRun(model).warnings());
}

// The memory acts between its grid's times too, where its polynomial and its head stand for the kernel.
TEST(Radiation, AGivenStepTooLongForTheKernelIsReportedWithANumber) {
  const std::string pto = "location: [0, 0, 0], damping: 1";
  EXPECT_THAT(warnings_of(moved("duration: 1, time_step: 0.1", "convolution: {time_step: 0.5}", pto)),
              Contains(HasSubstr("is long for this kernel")));
  EXPECT_THAT(warnings_of(moved("duration: 1, time_step: 0.1", "convolution: {time_step: 0.05}", pto)),
              ::testing::Not(Contains(HasSubstr("is long for this kernel"))));
}

// A grid that followed the run's step made two memories of one kernel: half the step then compared them (RM3 at 0.01 s:
// 3e-4 % instead of 1e-7), and fine steps paid for a grid that they did not need.
TEST(Radiation, TheGridOfTheMemoryIsTheKernelsOwnWhateverTheStep) {
  std::string yaml = moved("duration: 1, time_step: 0.2", "radiation: convolution", "location: [0, 0, 0], damping: 1");
  const std::string file = (swell_test::source_folder() / "inputs/array/four.h5").string();
  yaml.replace(yaml.find(shipped()), shipped().size(), file);
  const std::vector<std::string> coarse = notes_of(yaml);
  EXPECT_THAT(coarse, Contains(HasSubstr("radiation kernels")));
  for (const std::string step : {"0.05", "0.01"}) {
    std::string text = yaml;
    EXPECT_EQ(notes_of(text.replace(text.find("0.2"), 3, step)), coarse) << step;
  }
}

TEST(Radiation, AKernelThatRingsToItsEndIsReported) {
  const auto ringing = [](double size) {
    return swell_test::changed_hemisphere("ringing", [size](hydro::HydroData& data) {
      hydro::HydroBody& body = data.bodies[0];
      const auto& time = body.radiation_irf_time;
      const double peak = body.radiation_irf.front()(2, 2);
      for (std::size_t k = 0; k < time.size(); ++k)
        body.radiation_irf[k](2, 2) += size * peak * std::cos(2.5 * time[k]);
    });
  };
  const auto text = [&](double size) {
    std::string yaml =
        moved("duration: 1, time_step: 0.1", "radiation: convolution", "location: [0, 0, 0], damping: 1");
    yaml.replace(yaml.find(shipped()), shipped().size(), ringing(size));
    return yaml;
  };
  EXPECT_THAT(warnings_of(text(0.3)), Contains(HasSubstr("of its peak at its end")));
  EXPECT_THAT(warnings_of(text(0.0)), ::testing::Not(Contains(HasSubstr("of its peak at its end"))));
}

TEST(WholeMatrix, HonoursItsMaximumOrderAndSaysWhatIsMissed) {
  const auto with = [](const std::string& keys) {
    return notes_of(
        moved("duration: 1, time_step: 0.05",
              "radiation: state-space, state_space: {realisation: whole-matrix, minimum_r2: 0.9999" + keys + "}",
              "damping: 1"));
  };
  EXPECT_GT(states_in(with("")), 3);
  // What cannot be had is refused: a fit that misses its R2 used to run.
  EXPECT_THAT([&] { with(", maximum_order: 1"); },
              ::testing::ThrowsMessage<InputError>(::testing::AllOf(
                  HasSubstr("hydrodynamics.state_space.minimum_r2 = 0.9999 is not reached: the worst entry has "),
                  HasSubstr("raise maximum_order"))));
  EXPECT_THAT(
      [] {
        notes_of(moved("duration: 1, time_step: 0.05",
                       "radiation: state-space, state_space: {realisation: entrywise, minimum_r2: 0.99999, "
                       "maximum_order: 3}",
                       "damping: 1"));
      },
      ::testing::ThrowsMessage<InputError>(HasSubstr("minimum_r2 = 0.99999 is not reached")));
}

TEST(StoredRealisation, IsFittedAnewWhereItMissesWhatTheCaseAsksFor) {
  // One pole for heave, where a good model needs several.
  const std::string coarse = swell_test::changed_hemisphere("one-pole", [](hydro::HydroData& data) {
    hydro::HydroBody& body = data.bodies[0];
    body.radiation_state_space.assign(6, std::vector<hydro::EntryStateSpace>(6));
    hydro::EntryStateSpace& heave = body.radiation_state_space[2][2];
    heave.A = MatrixX::Constant(1, 1, -1.0);
    heave.B = VectorX::Constant(1, 1.0);
    heave.C = Eigen::RowVectorXd::Constant(1, body.radiation_irf.front()(2, 2));
  });
  const auto with = [&](const std::string& keys, const std::string& simulation = "") {
    std::string text = moved("duration: 1, time_step: 0.05" + simulation,
                             "radiation: state-space, state_space: {" + keys + "}", "damping: 1");
    text.replace(text.find(shipped()), shipped().size(), coarse);
    return notes_of(text);
  };
  // Taken on request and under reproduce alone.
  EXPECT_GT(states_in(with("")), 2);
  EXPECT_EQ(states_in(with("from_file: true")), 1);
  EXPECT_THAT(with("from_file: true"), Contains(HasSubstr("closer to the convolution: realisation: whole-matrix")));
  EXPECT_EQ(states_in(with("", ", reproduce: wec-sim")), 1);
  const auto better = with("minimum_r2: 0.99", ", reproduce: wec-sim");
  EXPECT_GT(states_in(better), 5);
  EXPECT_THAT(better, Contains(HasSubstr("fitted anew: the realisation in the hydro file has R2 = ")));
  EXPECT_EQ(states_in(with("from_file: true, maximum_order: 3")), 1);  // which one pole meets
  EXPECT_THAT([&] { with("from_file: true, minimum_r2: 0.99"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("below minimum_r2 = 0.99; leave from_file out")));
}

TEST(WholeMatrix, RefusesTheEntrywiseRealisationOfAFile) {
  EXPECT_THAT(
      [] {
        notes_of(moved("duration: 1, time_step: 0.05",
                       "radiation: state-space, state_space: {realisation: whole-matrix, from_file: true}",
                       "damping: 1"));
      },
      ::testing::ThrowsMessage<InputError>(
          HasSubstr("hydrodynamics.state_space.from_file = true: a hydro file holds a realisation of each entry, and "
                    "realisation is whole-matrix; leave the key out, or set realisation: entrywise")));
}

// A flap is fitted along its hinge whatever else moves as it is given: with any such joint in the case it was fitted by
// rows, and 0.8 % of its power was missing. What is carried by a given motion has no path of its own.
TEST(Radiation, AFlapIsFittedAlongItsHingeBesideAGivenMotion) {
  const auto fit = [](const std::string& beside, const std::string& base) {
    const std::string text =
        "simulation: {duration: 1, time_step: 0.05}\nwaves: {type: none}\nhydrodynamics: {radiation: state-space}\n"
        "bodies:\n  - {name: flap, hydro_data: {file: " +
        shipped() + ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n" + beside +
        "ptos:\n  - {name: PTO, type: rotational, base: " + base +
        ", follower: flap, location: [0, 0, -6], axis: [0, 1, 0], damping: 1}\n";
    Diagnostics diagnostics;
    const model::Model model =
        model::read_case_text(text, std::filesystem::temp_directory_path() / "flap.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    for (const std::string& note : run::inspect_case(model).notes) {
      if (note.find("errs by up to") != std::string::npos) return note;  // what the fit along a hinge reports
    }
    return std::string();
  };
  const std::string slide =
      "  - {name: slide, mass: 10, inertia: [1, 1, 1], center_of_gravity: [0, 0, 50], volume: 0}\njoints:\n"
      "  - {name: given, type: translational, base: world, follower: slide, location: [0, 0, 50], "
      "motion: {amplitude: 0.1, period: 9}}\n";
  const std::string alone = fit("", "world");
  EXPECT_THAT(alone, HasSubstr("errs by up to"));
  EXPECT_EQ(fit(slide, "world"), alone);
  EXPECT_NE(fit(slide, "slide"), alone);
}

}  // namespace
}  // namespace swell::radiation_options_test
