// Hydrostatics against Froude-Krylov forces in long waves. Oracle: the undisturbed pressure on the faces of a box.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "refusal.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/waves/dispersion.h"
#include "swell_test/data.h"

namespace swell::bemio {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// 6 x 4 m, draft 3 m, away from the origin, its reference point not in the middle.
constexpr double kLength = 6.0, kWidth = 4.0, kDraft = 3.0, kGravity = 9.81;
const Vector3 kMiddle(20.0, -7.0, 0.0), kReference(20.4, -7.2, -3.0);

// Force on the hull over rho g a, about the reference point.
Eigen::VectorXcd froude_krylov(double omega, double heading, std::optional<double> depth) {
  const double k = waves::wavenumber(omega, depth, kGravity), b = heading * kDegree;
  constexpr int n = 24;  // panels along an edge; the midpoint rule's error is far below what is told
  Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
  const auto panel = [&](const Vector3& at, const Vector3& normal, double area) {
    const double profile = depth ? std::cosh(k * (at.z() + *depth)) / std::cosh(k * *depth) : std::exp(k * at.z());
    const std::complex<double> p = profile * std::polar(1.0, -k * (at.x() * std::cos(b) + at.y() * std::sin(b)));
    const Vector3 force = -area * normal, moment = (at - kReference).cross(force);
    for (int i = 0; i < 3; ++i) {
      X[i] += p * force[i];
      X[3 + i] += p * moment[i];
    }
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double u = (i + 0.5) / n - 0.5, v = (j + 0.5) / n - 0.5, z = -kDraft * (j + 0.5) / n;
      panel(kMiddle + Vector3(kLength * u, kWidth * v, -kDraft), -Vector3::UnitZ(), kLength * kWidth / (n * n));
      for (const double side : {-0.5, 0.5}) {
        panel(kMiddle + Vector3(kLength * side, kWidth * u, z), 2.0 * side * Vector3::UnitX(),
              kWidth * kDraft / (n * n));
        panel(kMiddle + Vector3(kLength * u, kWidth * side, z), 2.0 * side * Vector3::UnitY(),
              kLength * kDraft / (n * n));
      }
    }
  }
  return X;
}

hydro::HydroData box(std::optional<double> depth) {
  hydro::HydroData data;
  data.code = "box";
  data.density = 1000.0;
  data.gravity = kGravity;
  data.water_depth = depth;
  data.direction = {0.0, 60.0, 90.0};
  for (int n = 1; n <= 12; ++n) data.omega.push_back(0.05 * n);
  hydro::HydroBody body;
  body.name = "box";
  body.dof = 6;
  body.cg = kReference;
  body.cb = kMiddle - 0.5 * kDraft * Vector3::UnitZ();
  const double area = kLength * kWidth, volume = area * kDraft;
  const Vector3 off = kMiddle - kReference, lever = body.cb - kReference;
  body.displaced_volume = volume;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  MatrixX& C = body.restoring_stiffness;
  C(2, 2) = area;
  C(2, 3) = C(3, 2) = area * off.y();
  C(2, 4) = C(4, 2) = -area * off.x();
  C(3, 4) = C(4, 3) = -area * off.x() * off.y();
  C(3, 3) = area * (kWidth * kWidth / 12.0 + off.y() * off.y()) + volume * lever.z();
  C(4, 4) = area * (kLength * kLength / 12.0 + off.x() * off.x()) + volume * lever.z();
  body.added_mass.assign(data.omega.size(), MatrixX::Identity(6, 6));
  body.radiation_damping.assign(data.omega.size(), MatrixX::Identity(6, 6));
  for (const double heading : data.direction) {
    body.froude_krylov.emplace_back();
    for (const double w : data.omega) body.froude_krylov.back().push_back(froude_krylov(w, heading, depth));
  }
  body.scattering = body.froude_krylov;
  body.excitation = body.froude_krylov;
  for (auto& row : body.excitation) {
    for (Eigen::VectorXcd& X : row) X *= 2.0;
  }
  data.bodies.push_back(body);
  return data;
}

std::string said(const hydro::HydroData& data) {
  const auto path = fresh("bemio_long_waves") / "box.h5";
  hydro::write_bemio_h5(data, path.string());
  for (const std::string& note : read_bem(path).notes) {
    if (note.find("in long waves") != std::string::npos) return note;
  }
  return "";
}

TEST(LongWaves, ASoundBoxIsNotDoubtedInWaterOfAnyDepth) {
  for (const std::optional<double> depth : {std::optional<double>{}, {200.0}, {40.0}, {10.0}, {4.0}})
    EXPECT_EQ(said(box(depth)), "") << depth.value_or(HUGE_VAL);
}

TEST(LongWaves, EveryHydrostaticNumberThatIsAnotherBodysIsTold) {
  const hydro::HydroData sound = box({});
  const auto changed = [&](const std::function<void(hydro::HydroBody&)>& change) {
    hydro::HydroData data = sound;
    change(data.bodies[0]);
    return said(data);
  };
  EXPECT_THAT(changed([](auto& b) { b.displaced_volume *= 1.1; }),
              AllOf(HasSubstr("body box: "), HasSubstr("displaced volume = 79.2 m^3 where they make it 72"),
                    Not(HasSubstr("C33"))));
  EXPECT_THAT(changed([](auto& b) { b.cb.z() -= 1.0; }),
              HasSubstr("z of the centre of buoyancy = -2.5 m where they make it -1.5"));
  // In a depth of 40 m the longest waves are shallow, the shortest deep; in 10 m all are shallow, and z is not known.
  hydro::HydroData shallow = box(40.0);
  shallow.bodies[0].cb.z() -= 1.0;
  EXPECT_THAT(said(shallow), HasSubstr("z of the centre of buoyancy = -2.5 m where they make it -1.5"));
  shallow = box(10.0);
  shallow.bodies[0].cb.z() -= 1.0;
  EXPECT_EQ(said(shallow), "");
  EXPECT_THAT(changed([](auto& b) { b.restoring_stiffness(2, 2) *= 1.2; }),
              HasSubstr("C33 / rho g = 28.8 m^2 where they make it 24"));
  EXPECT_THAT(changed([](auto& b) { b.restoring_stiffness(3, 3) += 40.0; }), HasSubstr("C44 / rho g = "));
  EXPECT_THAT(changed([](auto& b) { b.restoring_stiffness(4, 4) *= -1.0; }), HasSubstr("C55 / rho g = "));
}

// The cylinder with its mass 0.3 m lower: C44 and C55 hold V 0.3 m = 0.0725 m^4 more, the pressure knows no mass.
TEST(LongWaves, StiffnessAboutAnotherPointThanTheCentreOfGravityIsNotCompared) {
  SWELL_TEST_DATA(cylinder, "bem/wamit/Cylinder", "WEC-Sim/WEC-Sim");
  const auto run = copied(cylinder, "bemio_long_waves_cg");
  const auto edit = [&](const char* file, const std::string& from, const std::string& to) {
    write(run / file, replaced(text_of(run / file), from, to, true));
  };
  edit("cyl.hst", "-6.449211E-02", "8.03589E-03");
  edit("cyl.out", "-0.64492E-01", "0.80359E-02");
  ReadOptions options;
  options.ignore = {".mmx", ".frc"};
  const auto told = [&] { return read_bem(run / "cyl.out", options).notes; };
  EXPECT_THAT(told(), Contains(AllOf(HasSubstr("C55 / rho g = 0.00803"), HasSubstr("in long waves"))));
  edit("cyl.out", "(Xg,Yg,Zg):     0.000000     0.000000     0.000000",
       "(Xg,Yg,Zg):     0.000000     0.000000     -0.300000");
  EXPECT_THAT(told(), AllOf(Contains(HasSubstr("from XBODY")), Not(Contains(HasSubstr("in long waves")))));
  // The converted file knows it too.
  const auto converted = run / "cyl.h5";
  hydro::write_bemio_h5(read_bem(run / "cyl.out", options), converted.string());
  EXPECT_THAT(read_bem(converted).notes, AllOf(Contains(HasSubstr("about another point than its centre of gravity")),
                                               Not(Contains(HasSubstr("in long waves")))));
}

// KH has the moment of the weight 0.3 m lower; the forces are moved there.
TEST(LongWaves, MomentsOfNemohAboutAnotherPointAreComparedWhenTheyAreMoved) {
  SWELL_TEST_DATA(cylinder, "bem/nemoh_v2.3/Cylinder", "WEC-Sim/WEC-Sim");
  const auto run = copied(cylinder, "bemio_long_waves_point");
  const auto edit = [&](const char* file, const std::string& from, const std::string& to) {
    write(run / "Mesh" / file, replaced(text_of(run / "Mesh" / file), from, to, true));
  };
  edit("KH.dat", "-0.6334342E+03", " 0.0780670E+03");
  EXPECT_THAT(read_bem(run).notes, Contains(AllOf(HasSubstr("C55 / rho g = 0.00795"), HasSubstr("in long waves"))));
  edit("Hydrostatics.dat", "ZG =   0.000", "ZG =  -0.300");
  EXPECT_THAT(read_bem(run).notes,
              AllOf(Contains(HasSubstr("moments are about (0, 0, 0) m")), Not(Contains(HasSubstr("in long waves")))));
}

// The distributed example of NEMOH 3 has the volume and stiffness of the whole system with both bodies.
TEST(LongWaves, HydrostaticsOfTheWholeSystemAreNotThoseOfABody) {
  SWELL_TEST_DATA(three, "bem/nemoh_v3.0.2/RM3", "WEC-Sim/WEC-Sim");
  EXPECT_THAT(read_bem(three).notes,
              Contains(AllOf(HasSubstr("body float: "), HasSubstr("displaced volume = 1612.49 m^3 where they make it "
                                                                  "725.8"))));
  for (const char* set :
       {"nemoh_v2.3/RM3", "nemoh_v3.0.2/OC3-Hywind_FOWT", "wamit/RM3/rm3.out", "wamit/Cylinder/cyl.out",
        "capytaine/rm3/rm3_hydrodynamics.nc", "aqwa/Cylinder/cylinder.AH1"}) {
    SWELL_TEST_DATA(sound, std::string("bem/") + set, "WEC-Sim/WEC-Sim");
    EXPECT_THAT(read_bem(sound).notes, Not(Contains(HasSubstr("in long waves")))) << set;
  }
}

}  // namespace
}  // namespace swell::bemio
