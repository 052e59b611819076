// What a BEMIO file may lack: the waves of a radiation run, the mass of generalised modes. It stays unknown.
#include "h5_files.h"
#include "swell/hydro/coefficients.h"
#include "swell_test/test.h"

namespace swell::hydro::bemio_h5_lacking_test {
namespace {

/// Two bodies, the second with a generalised mode.
HydroData sample() {
  HydroData data;
  data.code = "SAMPLE";
  data.omega = {0.5, 1.0, 1.5};
  data.direction = {0.0};
  for (const int dof : {6, 7}) {
    HydroBody body;
    body.name = dof == 6 ? "float" : "spar";
    body.dof = dof;
    body.displaced_volume = 10.0;
    body.restoring_stiffness = MatrixX::Identity(dof, dof);
    body.added_mass.assign(3, MatrixX::Constant(dof, 13, 2.0));
    body.radiation_damping.assign(3, MatrixX::Constant(dof, 13, 3.0));
    body.added_mass_infinite = MatrixX::Constant(dof, 13, 1.0);
    body.excitation.assign(1, std::vector<Eigen::VectorXcd>(3, Eigen::VectorXcd::Ones(dof)));
    data.bodies.push_back(body);
  }
  return data;
}

HydroData without_waves() {
  HydroData data = sample();
  data.direction.clear();
  for (HydroBody& body : data.bodies) body.excitation.clear();
  return data;
}

class LackingFile : public ::testing::Test {
 protected:
  ~LackingFile() override { std::filesystem::remove(path_); }
  HydroData written(const HydroData& data) const {
    write_bemio_h5(data, path_);
    return read_bemio_h5(path_);
  }
  void unlink(const std::string& dataset) const { H5::H5File(path_, H5F_ACC_RDWR).unlink(dataset); }
  template <class Call>
  static std::string message_of(Call call) {
    return swell_test::refusal_of([&] { call(); }, "(no error)");
  }
  const std::string path_ =
      ::testing::TempDir() + "/" + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".h5";
};

TEST_F(LackingFile, WithoutWavesItHasNoExcitation) {
  const HydroData back = written(without_waves());
  EXPECT_TRUE(back.direction.empty());
  EXPECT_TRUE(back.bodies[0].excitation.empty());
  EXPECT_EQ(back.bodies[1].added_mass, sample().bodies[1].added_mass);
  EXPECT_THAT(back.notes, Contains(HasSubstr("neither wave directions nor excitation")));
  // A simulation in waves.
  EXPECT_THAT(message_of([&] { ExcitationCoefficients(bodies_of(path_)[0], 1025.0, 9.81); }),
              AllOf(HasSubstr("body 1 (float) has no excitation"), HasSubstr("or the case without waves")));
}

TEST_F(LackingFile, ForcesOfSomeBodiesAreRefused) {
  write_bemio_h5(sample(), path_);
  unlink("/simulation_parameters/wave_dir");
  unlink("/body2/hydro_coeffs/excitation");
  EXPECT_THAT(message_of([&] { read_bemio_h5(path_); }),
              AllOf(HasSubstr("/body2/hydro_coeffs/excitation/re: dataset is missing"), Not(HasSubstr("/body1"))));
}

TEST_F(LackingFile, DirectionsWithoutForcesAreRefused) {
  write_bemio_h5(sample(), path_);
  for (const char* body : {"/body1", "/body2"}) unlink(std::string(body) + "/hydro_coeffs/excitation");
  EXPECT_THAT(message_of([&] { read_bemio_h5(path_); }),
              HasSubstr("/body1/hydro_coeffs/excitation/re: dataset is missing"));
}

TEST_F(LackingFile, UnknownMassOfTheModesStaysUnknown) {
  HydroData data = sample();
  const HydroData back = written(data);
  for (const MatrixX* one : {&back.bodies[1].generalised_mass, &back.bodies[1].generalised_damping,
                             &back.bodies[1].generalised_stiffness, &back.bodies[1].external_mass})
    EXPECT_EQ(one->size(), 0);
  EXPECT_THAT(
      back.notes,
      Contains(HasSubstr("body spar: the file does not say mass, damping, stiffness of its generalised modes")));
  // What is known of the three stays, zeros as well.
  data.bodies[1].generalised_mass = MatrixX::Zero(1, 1);
  data.bodies[1].generalised_stiffness = MatrixX::Constant(1, 1, 4.0);
  const HydroData known = written(data);
  EXPECT_EQ(known.bodies[1].generalised_mass, data.bodies[1].generalised_mass);
  EXPECT_EQ(known.bodies[1].generalised_stiffness, data.bodies[1].generalised_stiffness);
  EXPECT_THAT(known.notes, Contains(HasSubstr("body spar: the file does not say damping of its")));
}

// A kernel beside its damping is redundant: damaged, it costs itself and one note. Alone it is what a run needs.
TEST_F(LackingFile, DamagedKernelsCostThemselves) {
  HydroData data = sample();
  for (HydroBody& body : data.bodies) {
    body.radiation_irf_time = {0.0, 0.5, 1.0};
    body.radiation_irf.assign(3, MatrixX::Constant(body.dof, 13, 1.0));
  }
  const auto kernels = [&](const HydroData& back, const char* reason) {
    EXPECT_TRUE(back.bodies[0].radiation_irf.empty());
    EXPECT_FALSE(back.bodies[1].radiation_irf.empty());
    EXPECT_EQ(back.bodies[0].radiation_damping, data.bodies[0].radiation_damping);
    EXPECT_THAT(back.notes, Contains(AllOf(HasSubstr("the radiation kernel of body float left out: "),
                                           HasSubstr("/impulse_response_fun/"), HasSubstr(reason))));
  };
  HydroData gap = data;
  gap.bodies[0].radiation_irf[1](2, 2) = std::nan("");
  kernels(written(gap), "NaN");
  EXPECT_FALSE(read_bemio_h5(path_, Containment::in_process, NonFinite::keep).bodies[0].radiation_irf.empty());
  write_bemio_h5(data, path_);
  unlink("/body1/hydro_coeffs/radiation_damping/impulse_response_fun/t");
  kernels(read_bemio_h5(path_), "dataset is missing");
  unlink("/body1/hydro_coeffs/radiation_damping/all");
  EXPECT_THAT(message_of([&] { read_bemio_h5(path_); }), HasSubstr("impulse_response_fun/t: dataset is missing"));
}

// The motions that are sound would act, and the damaged one would have no force.
TEST_F(LackingFile, QtfsWithADamagedMotionAreLeftOutWhole) {
  HydroData data = sample();
  auto& qtf = data.bodies[1].qtf_difference;
  qtf.assign(static_cast<std::size_t>(data.bodies[1].dof), {});
  for (const std::size_t dof : {2U, 4U}) {
    for (const double Tj : {5.0, 8.0}) {
      for (const double Ti : {5.0, 8.0}) qtf[dof].push_back({Ti, Tj, 0.0, 0.0, {Ti, Ti - Tj}});
    }
  }
  EXPECT_FALSE(written(data).bodies[1].qtf_difference.empty());
  write_bemio_h5(data, path_);
  unlink("/body2/hydro_coeffs/excitation/QTF2/Diff5/Re_F_ij");
  const HydroData back = read_bemio_h5(path_);
  EXPECT_TRUE(back.bodies[1].qtf_difference.empty());
  EXPECT_THAT(back.notes, Contains(HasSubstr("quadratic transfer functions of body spar left out")));
}

}  // namespace
}  // namespace swell::hydro::bemio_h5_lacking_test
