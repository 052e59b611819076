#include "swell/hydro/point_absorber_array.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>

#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/hemisphere.h"
#include "swell_test/data.h"

namespace swell::hydro {
namespace {

constexpr double kG = 9.81;

const HydroData& single() {
  static const HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  return data;
}

/// Five bodies without symmetry, 15 to 85 m apart.
ArrayOptions five() {
  ArrayOptions o;
  o.positions = {{0, 0}, {30, 5}, {-12, 40}, {55, -20}, {42, 14}};
  o.omega_min = 0.3;
  o.omega_max = 2.4;
  o.frequencies = 43;
  o.directions = {0.0, 70.0};
  return o;
}
const HydroData& array() {
  static const HydroData data = point_absorber_array(single(), five());
  return data;
}

MatrixX heave(const HydroData& data, const std::vector<MatrixX> HydroBody::*part, std::size_t k) {
  const auto n = static_cast<Eigen::Index>(data.bodies.size());
  MatrixX out(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) out(i, j) = (data.bodies[static_cast<std::size_t>(i)].*part)[k](2, 6 * j + 2);
  }
  return out;
}

// Haskind and Newman: the damping is what the excitation of all headings says, whatever the distances.
TEST(PointAbsorberArray, ItsDampingIsTheIntegralOfItsExcitationOverAllHeadings) {
  ArrayOptions o = five();
  o.frequencies = 4;
  o.irf_end = 1.0;
  o.directions.clear();
  for (int d = 0; d < 360; d += 2) o.directions.push_back(d);
  const HydroData data = point_absorber_array(single(), o);
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const double number = data.omega[k] * data.omega[k] / kG;
    const MatrixX B = heave(data, &HydroBody::radiation_damping, k);
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 5; ++j) {
        std::complex<double> mean = 0.0;  // periodic in the heading: the mean over an even grid is exact to round-off
        for (std::size_t d = 0; d < o.directions.size(); ++d) {
          mean += data.bodies[i].excitation[d][k](2) * std::conj(data.bodies[j].excitation[d][k](2)) /
                  static_cast<double>(o.directions.size());
        }
        // 3e-4: what the hemisphere's own damping and excitation differ by (hemisphere_test).
        EXPECT_NEAR(B(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), 0.5 * number * mean.real(),
                    4e-4 * B(0, 0));
        EXPECT_NEAR(mean.imag(), 0.0, 1e-9 * std::norm(data.bodies[0].excitation[0][k](2)));
      }
    }
  }
}

TEST(PointAbsorberArray, ItsDampingIsPositiveSemiDefiniteAndSymmetric) {
  ArrayOptions o;  // as close as bodies may stand, so that long waves see almost one body
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) o.positions.emplace_back(10.0 * j, 10.0 * i);
  }
  o.irf_end = 1.0;
  const HydroData data = point_absorber_array(single(), o);
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const MatrixX B = heave(data, &HydroBody::radiation_damping, k), A = heave(data, &HydroBody::added_mass, k);
    EXPECT_EQ((B - B.transpose()).norm(), 0.0);
    EXPECT_EQ((A - A.transpose()).norm(), 0.0);
    const VectorX values = Eigen::SelfAdjointEigenSolver<MatrixX>(B).eigenvalues();
    EXPECT_GT(values(0), -1e-13 * values(15)) << data.omega[k];
  }
}

// A(omega) = A_inf - (1/omega) int K sin(omega t) dt, B(omega) = int K cos(omega t) dt: the kernel is long enough and
// belongs to the same function as A and B.
TEST(PointAbsorberArray, AddedMassDampingAndKernelMeetOgilvie) {
  ArrayOptions o = five();
  o.irf_step = 0.02;  // trapezoid: error (omega dt)^2 / 12 = 2e-4 of what is integrated
  const HydroData data = point_absorber_array(single(), o);
  const HydroBody& first = data.bodies[0];
  for (std::size_t j = 1; j < 5; ++j) {
    double own = 0.0, mass = 0.0, damp = 0.0;
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double w = data.omega[k];
      double sine = 0.0, cosine = 0.0;
      for (std::size_t n = 0; n < first.radiation_irf.size(); ++n) {
        const double weight = (n == 0 || n + 1 == first.radiation_irf.size()) ? 0.01 : 0.02;
        const double K = first.radiation_irf[n](2, static_cast<Eigen::Index>(6 * j + 2));
        sine += weight * K * std::sin(w * first.radiation_irf_time[n]);
        cosine += weight * K * std::cos(w * first.radiation_irf_time[n]);
      }
      const auto column = static_cast<Eigen::Index>(6 * j + 2);
      own = std::max(own, w * first.radiation_damping[k](2, 2));
      mass = std::max(mass, std::abs(w * first.added_mass[k](2, column) + sine));
      damp = std::max(damp, std::abs(w * first.radiation_damping[k](2, column) - cosine));
    }
    EXPECT_LT(mass, 1e-3 * own) << j;
    EXPECT_LT(damp, 1e-3 * own) << j;
  }
}

// The outgoing wave of unit strength is J0 - i Y0 = H0 of the second kind, factor exp(i omega t).
TEST(PointAbsorberArray, FarAwayDampingAndAddedMassAreTheTwoHalvesOfTheOutgoingWave) {
  ArrayOptions o = five();
  o.positions = {{0, 0}, {60, 80}};
  o.irf_end = 1.0;
  const HydroData data = point_absorber_array(single(), o);
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const double w = data.omega[k], kd = w * w / kG * 100.0;
    if (kd < 4.0) continue;
    const double B = w * data.bodies[0].radiation_damping[k](2, 2);
    EXPECT_NEAR(w * data.bodies[0].radiation_damping[k](2, 8), B * std::cyl_bessel_j(0.0, kd), 1e-12 * B);
    // What is not wave decays like the second power of 1/kd: 2/pi A_w^2/(4 pi d) against B, and faster.
    EXPECT_NEAR(w * data.bodies[0].added_mass[k](2, 8), -B * std::cyl_neumann(0.0, kd), 0.05 * B) << kd;
  }
}

// As omega -> 0 the free surface is a rigid lid, and the bodies sources of their waterplane: A = rho S^2 / (2 pi d).
TEST(PointAbsorberArray, InVeryLongWavesTheAddedMassIsThatOfSourcesUnderALid) {
  ArrayOptions o = five();
  o.positions = {{0, 0}, {100, 0}};
  o.omega_min = 0.05;
  o.omega_max = 0.06;
  o.frequencies = 2;
  o.irf_end = 1.0;
  const HydroData data = point_absorber_array(single(), o);
  const double S = kPi * 25.0;
  // kd = 0.025, and the source of a body of 5 m weakens by k a = 1e-3 and at once with the lid: 10 per cent.
  EXPECT_NEAR(data.bodies[0].added_mass[0](2, 8), S * S / (2.0 * kPi * 100.0), 0.1 * S * S / (2.0 * kPi * 100.0));
}

TEST(PointAbsorberArray, EachBodyAloneIsTheSingleOne) {
  const HydroData& data = array();
  for (const std::size_t b : {std::size_t{0}, std::size_t{3}}) {
    const HydroBody& body = data.bodies[b];
    EXPECT_EQ(body.cg.z(), -2.0);
    EXPECT_EQ(body.cg.head<2>(), five().positions[b]);
    const auto own = static_cast<Eigen::Index>(6 * b);
    const HemisphereCoefficients h = hemisphere(data.omega[20] * data.omega[20] * 5.0 / kG);
    const double volume = body.displaced_volume;
    EXPECT_NEAR(body.added_mass[20](2, own + 2), volume * h.heave_added_mass, 1e-6 * volume);
    EXPECT_NEAR(body.radiation_damping[20](0, own), volume * h.surge_damping, 1e-6 * volume);
    EXPECT_NEAR(
        std::abs(body.excitation[0][20](2) - kPi * 25.0 * h.heave_excitation *
                                                 std::polar(1.0, -data.omega[20] * data.omega[20] / kG * body.cg.x())),
        0.0, 1e-4);
  }
}

TEST(PointAbsorberArray, ACompressedFileHoldsTheSameNumbers) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string flat = folder / "swell-array-flat.h5", packed = folder / "swell-array-packed.h5";
  write_bemio_h5(array(), flat);
  write_bemio_h5(array(), packed, 9);
  EXPECT_LT(std::filesystem::file_size(packed), std::filesystem::file_size(flat) / 3);
  const HydroData a = read_bemio_h5(flat), b = read_bemio_h5(packed);
  for (std::size_t k = 0; k < a.bodies[2].radiation_irf.size(); ++k)
    ASSERT_EQ(a.bodies[2].radiation_irf[k], b.bodies[2].radiation_irf[k]);
  EXPECT_EQ(a.bodies[4].added_mass[7], array().bodies[4].added_mass[7]);
  std::filesystem::remove(flat);
  std::filesystem::remove(packed);
}

TEST(PointAbsorberArray, MistakesAreNamed) {
  const auto message = [](const HydroData& data, const ArrayOptions& options) -> std::string {
    try {
      point_absorber_array(data, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  ArrayOptions o = five();
  o.positions[1] = {9.0, 0.0};
  EXPECT_NE(message(single(), o).find("bodies 1 and 2 are 9 m apart, and the waterline has a radius of 5 m; move them"),
            std::string::npos)
      << message(single(), o);
  o = five();
  o.omega_max = 20.0;
  EXPECT_NE(message(single(), o).find("frequencies 0.3 to 20 rad/s are not within 0.05 to 12"), std::string::npos);
  o = five();
  o.directions = {70.0, 0.0};
  EXPECT_NE(message(single(), o).find("the headings of an array must be given in ascending order"), std::string::npos);
  HydroData shallow = single();
  shallow.water_depth = 50.0;
  EXPECT_NE(message(shallow, five()).find("is for 50 m of water"), std::string::npos);
  EXPECT_NE(message(array(), five()).find("holds 5 bodies"), std::string::npos);
  o.positions.clear();
  EXPECT_NE(message(single(), o).find("no positions are given"), std::string::npos);
}

TEST(PointAbsorberArray, RefusesNumbersThatMakeNoArray) {
  const auto message = [](const std::function<void(ArrayOptions&)>& spoil) -> std::string {
    ArrayOptions o;
    o.positions = {{0, 0}, {30, 0}};
    spoil(o);
    try {
      point_absorber_array(single(), o);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has(message([&](ArrayOptions& o) { o.positions[1].x() = nan; }), "body 2 stands at nan, 0 m"));
  EXPECT_TRUE(has(message([&](ArrayOptions& o) { o.positions[1].y() = infinity; }), "body 2 stands at 30, inf m"));
  EXPECT_TRUE(has(message([&](ArrayOptions& o) { o.directions = {nan}; }), "heading = nan deg must be finite"));
  EXPECT_TRUE(has(message([](ArrayOptions& o) { o.irf_end = -5; }), "irf_end = -5 s must be at least 0"));
  EXPECT_TRUE(has(message([](ArrayOptions& o) { o.frequencies = 1; }), "frequencies = 1 must be at least 2"));
  EXPECT_TRUE(has(message([](ArrayOptions& o) { o.irf_step = 1e-9; }), "more than 1e9"));
  EXPECT_TRUE(has(message([](ArrayOptions& o) { o.positions[1].x() = 1e9; }), "more than 1e9"));
  EXPECT_TRUE(has(message([](ArrayOptions& o) { o.positions.assign(100000, {0.0, 0.0}); }), "more than 1e9"));
}

}  // namespace
}  // namespace swell::hydro
