// Rows of one device, and a device about another centre of gravity, against other spellings of the same case.
#include "swell/linear/linear.h"
#include "swell/model/read_case.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::linear::placement_test {
namespace {

model::Model case_of(const std::string& bodies, double heading = 0.0, const std::string& more = "") {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(
      fmt::format("simulation: {{duration: 1, time_step: 0.1}}\nwaves: {{type: regular, height: 2, period: 6, "
                  "direction: {}}}\n{}bodies:\n{}",
                  heading, more, bodies),
      swell_test::source_folder() / "inputs/loads/case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// By motion of the body: complex, per metre of amplitude.
Eigen::VectorXcd motion(const Response& r, const std::string& body) {
  std::vector<std::complex<double>> found;
  for (std::size_t i = 0; i < r.outputs.size(); ++i)
    if (r.outputs[i].path == "/bodies/" + body + "/position")
      found.push_back(r.operators(static_cast<Eigen::Index>(i), 0));
  EXPECT_EQ(found.size(), 6U) << body;
  return Eigen::Map<Eigen::VectorXcd>(found.data(), static_cast<Eigen::Index>(found.size()));
}

std::string body(const std::string& name, const std::string& hydro, const std::string& more) {
  return "  - {name: " + name + ", hydro_data: {file: " + hydro + "}, " + more + "}\n";
}

// A round body whose data have all headings; inertia without a preferred axis.
const std::string kRound = "headings.h5, body: 1", kInertia = "mass: equilibrium, inertia: [2e6, 2e6, 3e6]";

TEST(Placement, RowOfOneDeviceAnswersWithTheDelayOfTheWave) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> between(-1.0, 1.0);
  for (int n = 0; n < 4; ++n) {
    const double x = 150.0 * between(engine), y = 150.0 * between(engine), heading = 180.0 * between(engine),
                 yaw = 15.0 * std::round(12.0 * between(engine)), omega = 0.9 + 0.3 * between(engine);
    LinearCase row(
        case_of(body("first", kRound, kInertia) +
                    body("second", kRound + fmt::format(", position: [{}, {}, 0], yaw: {}", x, y, yaw), kInertia),
                heading));
    const Response r = row.response({omega});
    const double k = waves::wavenumber(omega, std::nullopt, kGravity), b = heading * kDegree;
    const std::complex<double> late = std::polar(1.0, -k * (x * std::cos(b) + y * std::sin(b)));
    const Eigen::VectorXcd first = motion(r, "first"), second = motion(r, "second");
    // Of headings 20 degrees apart Lagrange's cubic is 9/16 H^4 / 24 from a cosine.
    const double kCubic = 9.0 / 16.0 * std::pow(20.0 * kDegree, 4.0) / 24.0;
    EXPECT_LT((second - late * first).norm(), kCubic * first.norm()) << x << " " << y << " " << yaw << " " << omega;
  }
}

/// Mass, centre and inertia of two welded bodies as one.
struct Whole {
  double mass;
  Vector3 cg;
  Matrix3 inertia;
};
Whole together(double m1, const Vector3& c1, const Vector3& I1, double m2, const Vector3& c2, const Vector3& I2) {
  Whole w{m1 + m2, (m1 * c1 + m2 * c2) / (m1 + m2), Matrix3::Zero()};
  const auto add = [&](double m, const Vector3& c, const Vector3& I) {
    const Matrix3 d = cross_matrix(c - w.cg);
    w.inertia += Matrix3(I.asDiagonal()) - m * d * d;
  };
  add(m1, c1, I1);
  add(m2, c2, I2);
  return w;
}

std::string list(const Vector3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

TEST(Placement, BallastWeldedOnIsTheBodyAboutTheirCommonCentreOfGravity) {
  for (const std::string radiation : {"convolution", "constant"}) {
    const Vector3 cg(0.0, 0.0, -2.0), I1(1.7e6, 1.7e6, 2.6e6), I2(3e4, 4e4, 5e4);
    const double m1 = 230000.0, m2 = 31800.0;
    for (const Vector3& ballast : {Vector3(0.0, 0.0, -4.5), Vector3(0.3, 0.2, -4.0)}) {
      const Whole w = together(m1, cg, I1, m2, ballast, I2);
      const std::string data = "../sphere/hemisphere.h5, body: 1",
                        more = "hydrodynamics: {radiation: " + radiation + "}\n";
      // Buoyancy above the common centre: off the axis the hull would trim, and arms tilt with it.
      const std::string afloat = fmt::format("center_of_buoyancy: [{}, {}, -1.875], ", w.cg.x(), w.cg.y());
      LinearCase one(
          case_of(body("hull", data,
                       afloat + fmt::format("center_of_gravity: {}, mass: {}, inertia: {}, inertia_products: {}",
                                            list(w.cg), w.mass, list(w.inertia.diagonal()),
                                            list({w.inertia(0, 1), w.inertia(0, 2), w.inertia(1, 2)}))),
                  0.0, more));
      LinearCase welded(case_of(
          body("hull", data, afloat + fmt::format("mass: {}, inertia: {}", m1, list(I1))) +
              fmt::format("  - {{name: lump, center_of_gravity: {}, mass: {}, inertia: {}}}\njoints:\n  - {{name: "
                          "weld, type: fixed, base: hull, follower: lump, location: {}}}\n",
                          list(ballast), m2, list(I2), list(ballast)),
          0.0, more));
      for (const double omega : {0.6, 1.0, 1.9}) {
        Eigen::VectorXcd a = motion(one.response({omega}), "hull"), b = motion(welded.response({omega}), "hull");
        // At the centre of gravity of the data.
        const Vector3 arm = cg - w.cg;
        const Eigen::VectorXcd turn = a.tail<3>();
        a.head<3>() -= cross_matrix(arm) * turn;
        // The linearisation is by differences of 1e-6 or so of the coordinates.
        EXPECT_LT((a - b).norm(), 1e-5 * b.norm()) << radiation << " " << omega << "\n" << a << "\n" << b;
      }
    }
  }
}

}  // namespace
}  // namespace swell::linear::placement_test
