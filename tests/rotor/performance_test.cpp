// Tables: reading, interpolation, signs; and the control at rest in every region.
#include "swell/rotor/performance.h"

#include "swell/rotor/control.h"
#include "swell_test/test.h"

namespace swell::performance_test {
namespace {

const char* const kFile =
    "# Pitch angle vector\n0.0 10.0 20.0\n# TSR vector\n4.0 8.0\n# Wind speed vector\n11\n\n# Power coefficient\n\n"
    "0.2 0.1 0.0\n0.48 0.2 -0.1\n# Thrust coefficient\n0.5 0.3 0.1\n0.9 0.4 0.1\n# Torque coefficient\n9 9 9\n9 9 9\n";

rotor::Performance table() {
  std::istringstream text(kFile);
  return rotor::read_performance(text, "file");
}

TEST(Performance, IsBilinearInsideTheTable) {
  const rotor::Performance p = table();
  EXPECT_NEAR(p.at(8.0, 0.0).torque, 0.06, 1e-15);
  EXPECT_NEAR(p.at(6.0, 5.0 * kDegree).thrust, 0.25 * (0.5 + 0.3 + 0.9 + 0.4), 1e-15);
  EXPECT_NEAR(p.power_at(6.0, 5.0 * kDegree), 0.25 * (0.2 + 0.1 + 0.48 + 0.2), 1e-15);
  EXPECT_EQ(p.best_ratio(0.0), 8.0);
}

TEST(Performance, HoldsThrustAndPowerBeyondTheTable) {
  const rotor::Performance p = table();
  EXPECT_NEAR(p.at(20.0, -1.0).thrust, 0.9, 1e-15);
  for (const double ratio : {8.0, 20.0, 200.0}) EXPECT_NEAR(p.power_at(ratio, 0.0), 0.48, 1e-14);
  // Below the table the torque coefficient is constant, and the power falls.
  EXPECT_NEAR(p.at(0.0, 0.0).torque, 0.2 / 4.0, 1e-15);
  EXPECT_NEAR(p.power_at(2.0, 0.0), 0.1, 1e-15);
}

TEST(Rosco, TakesConstantPowerFromTheTorqueMode) {
  const auto path = std::filesystem::temp_directory_path() / "swell-rotor-DISCON.IN";
  const auto read = [&](const std::string& more) {
    std::ofstream(path) << "1.2 ! PC_RefSpd\n0.5 ! VS_MinOMSpd\n1e6 ! VS_RtTq\n-1e6 ! VS_KP\n-1e5 ! VS_KI\n"
                           "0 0.3 ! PC_GS_angles\n-1 -1 ! PC_GS_KP\n-0.1 -0.1 ! PC_GS_KI\n0 ! PC_FinePit\n"
                           "1e5 ! VS_Rgn2K\n1.5 ! PC_MaxPit\n0.1 ! PC_MaxRat\n7.5 ! VS_TSRopt\n"
                        << more;
    return rotor::read_rosco(path, Origin{});
  };
  for (const int mode : {0, 1, 2, 3}) {
    const rotor::RoscoControl found = read(std::to_string(mode) + " ! VS_ControlMode - torque\n");
    EXPECT_EQ(found.control.constant_power, mode % 2 == 1) << mode;
    EXPECT_EQ(found.tip_speed_ratio, mode >= 2 ? 7.5 : 0.0) << mode;
    EXPECT_TRUE(found.left_out.empty());
  }
  EXPECT_FALSE(read("3 ! VS_ControlMode\n0 ! VS_ConstPower\n").control.constant_power);
  const rotor::RoscoControl floating = read("1 ! Fl_Mode\n0.5 ! Fl_Kp\n1 ! IPC_ControlMode\n");
  ASSERT_EQ(floating.left_out.size(), 2U);
  EXPECT_NE(floating.left_out[0].find("Fl_Mode = 1"), std::string::npos);
  EXPECT_EQ(floating.control.floating_feedback, 0.0);
  EXPECT_EQ(read("2 ! Fl_Mode\n-0.5 ! Fl_Kp\n").control.floating_feedback, 0.5);
  std::filesystem::remove(path);
}

TEST(Performance, ThrustAndTorqueGoWithTheSquareOfTheWindAndItsSign) {
  const rotor::Disc disc{40.0, 1.2};
  const rotor::Loads one = rotor::loads(table(), disc, 10.0, 2.0, 0.0),
                     two = rotor::loads(table(), disc, 20.0, 4.0, 0.0);
  EXPECT_NEAR(one.thrust, 0.5 * 1.2 * kPi * 1600.0 * 100.0 * 0.9, 1e-6);
  EXPECT_NEAR(one.torque * 2.0, 0.5 * 1.2 * kPi * 1600.0 * 1000.0 * 0.48, 1e-6);  // power
  EXPECT_NEAR(two.thrust, 4.0 * one.thrust, 1e-6);
  EXPECT_EQ(rotor::loads(table(), disc, 0.0, 2.0, 0.0).thrust, 0.0);
  EXPECT_LT(rotor::loads(table(), disc, -5.0, 2.0, 0.0).thrust, 0.0);
}

TEST(Performance, ADamagedFileIsRefusedAtItsLine) {
  for (const char* wrong :
       {"0 10\n4 8\n11\n1 2\n", "10 0\n4 8\n11\n1 1\n1 1\n1 1\n1 1\n", "0 10\n0 8\n11\n1 1\n1 1\n1 1\n1 1\n",
        "0 10\n4 8\n11\n1 1\n1 1 1\n1 1\n1 1\n", "0 10\n4 x\n", ""}) {
    std::istringstream text(wrong);
    EXPECT_THROW(rotor::read_performance(text, "file"), InputError) << wrong;
  }
}

/// Region 2 at a tip-speed ratio of 8: the gain goes with the torque of the table over the pitch.
rotor::Control baseline() {
  rotor::Control law;
  law.rated_speed = 2.0;
  law.minimum_speed = 0.8;
  const double gain = 0.5 * 1.2 * kPi * std::pow(40.0, 5.0) * 0.06 / 64.0;
  law.optimal_gain = {{0.0, 10.0 * kDegree}, {gain, gain * 0.025 / 0.06}};
  law.rated_torque = 1.1 * gain * 4.0;
  law.torque_gain = 1e7;
  law.torque_integral = 1e6;
  law.pitch_gain = {{0.0, 0.3}, {1.0, 0.5}};
  law.pitch_integral = {{0.0, 0.3}, {0.1, 0.05}};
  return law;
}

// At the steady state of each wind nothing changes: torque and wind balance, integrators, pitch and filter rest.
TEST(Control, SteadyStatesRestInEveryRegion) {
  const rotor::Performance p = table();
  const rotor::Disc disc{40.0, 1.2};
  const rotor::Control law = baseline();
  bool pitched = false, optimal = false, slow = false, between = false;
  for (double wind = 3.0; wind < 16.0; wind += 0.25) {
    rotor::Control::State state{}, rates{};
    const double speed = law.steady(p, disc, wind, state.data());
    const rotor::Control::Measured m{speed, wind, 0.0, 0.0, 0.0};
    const double generator = law.torque(state.data(), m);
    const rotor::Loads aero = rotor::loads(p, disc, wind, speed, state[rotor::Control::kPitch]);
    law.rates(state.data(), m, rates.data());
    EXPECT_NEAR(aero.torque, generator, 1e-7 * law.rated_torque) << wind;
    EXPECT_NEAR(rates[rotor::Control::kPitch], 0.0, 1e-9) << wind;
    EXPECT_NEAR(rates[rotor::Control::kWind], 0.0, 1e-12);
    pitched = pitched || state[rotor::Control::kPitch] > 0.01;
    optimal = optimal || std::abs(speed * 40.0 / wind - 8.0) < 1e-6;
    slow = slow || speed == law.minimum_speed || std::abs(speed - law.minimum_speed) < 1e-9;
    between = between || (std::abs(speed - 2.0) < 1e-9 && generator < 0.999 * law.rated_torque);
  }
  EXPECT_TRUE(pitched && optimal && slow && between);
}

// Without gains of the torque it is k omega^2, up to the rated torque; the pitch alone keeps the rated speed.
TEST(Control, TorqueWithoutGainsIsThatOfTheSpeed) {
  const rotor::Performance p = table();
  const rotor::Disc disc{40.0, 1.2};
  for (const double rated : {0.9, 1.0, 1.3}) {  // share of k omega^2 at the rated speed
    rotor::Control law = baseline();
    const double k = law.optimal_gain.value[0];
    law.minimum_speed = law.torque_gain = law.torque_integral = 0.0;
    law.optimal_gain = {{0.0}, {k}};
    law.rated_torque = rated * k * 4.0;
    for (double wind = 3.0; wind < 16.0; wind += 0.25) {
      rotor::Control::State state{}, rates{};
      const double speed = law.steady(p, disc, wind, state.data());
      const rotor::Control::Measured m{speed, wind, 0.0, 0.0, 0.0};
      const double generator = std::min(k * speed * speed, law.rated_torque);
      EXPECT_NEAR(law.torque(state.data(), m), generator, 1e-12 * generator);
      EXPECT_NEAR(rotor::loads(p, disc, wind, speed, state[rotor::Control::kPitch]).torque, generator, 1e-7 * k);
      EXPECT_LE(speed, law.rated_speed * (1.0 + 1e-9));
      law.rates(state.data(), m, rates.data());
      EXPECT_NEAR(rates[rotor::Control::kPitch], 0.0, 1e-9) << wind;
    }
  }
}

TEST(Control, TheTipSpeedRatioStaysWhereTheLeastPitchRises) {
  rotor::Control law = baseline();
  law.pitch_floor = {{8.0, 10.0}, {0.0, 2.0 * kDegree}};
  for (const double wind : {5.0, 8.5, 9.0}) {
    rotor::Control::State state{};
    EXPECT_NEAR(law.steady(table(), {40.0, 1.2}, wind, state.data()) * 40.0 / wind, 8.0, 1e-9) << wind;
    EXPECT_NEAR(state[rotor::Control::kPitch], std::max(0.0, wind - 8.0) * kDegree, 1e-12);
  }
}

// An integrator that followed the proportional part would have the pitch act on any rise of the speed.
TEST(Control, BelowRatedSpeedNoRiseMovesThePitch) {
  rotor::Control law = baseline();
  law.pitch_gain.value = {20.0, 20.0};
  rotor::Control::State state{}, rates{};
  law.steady(table(), {40.0, 1.2}, 6.0, state.data());
  for (int i = 0; i < 6000; ++i) {  // between 0.4 and 0.8 of the rated speed, for a minute
    const double speed = 2.0 * (0.6 + 0.2 * std::sin(0.01 * i));
    law.rates(state.data(), {speed, 6.0, 0.0, 0.0, 0.0}, rates.data());
    for (std::size_t k = 0; k < state.size(); ++k) state[k] += 0.01 * rates[k];
    ASSERT_NEAR(state[rotor::Control::kPitch], 0.0, 1e-9) << i;
  }
}

}  // namespace
}  // namespace swell::performance_test
