// Stored kernels against the coefficients beside them, as every reading of a file does it.
#include "swell/hydro/kernel_agreement.h"

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/impulse_response.h"
#include "swell_test/test.h"

namespace swell::hydro::kernel_agreement_test {
namespace {

const char* const kRepository = "WEC-Sim/WEC-Sim";

double part(const std::optional<KernelMisfit>& misfit) { return misfit ? misfit->part : 0.0; }

// B' of K(t) = cos(w0 t) exp(-a t), and X of f(t) = exp(-a |t - b|): two bodies whose kernels are known in closed form.
HydroData exact() {
  constexpr double a = 0.5, w0 = 2.0, b = 0.7;
  HydroData data;
  data.direction = {0.0};
  for (int k = 1; k <= 4000; ++k) data.omega.push_back(0.01 * k);
  HydroBody body;
  body.name = "exact";
  body.displaced_volume = 8.0;
  body.excitation.resize(1);
  body.excitation_irf.resize(1);
  for (const double w : data.omega) {
    MatrixX B = MatrixX::Zero(6, 6);
    B(2, 2) = 0.5 * (a / (a * a + (w - w0) * (w - w0)) + a / (a * a + (w + w0) * (w + w0))) / w;
    B(0, 2) = B(2, 0) = -0.3 * B(2, 2);
    B(0, 0) = B(2, 2);
    body.radiation_damping.push_back(B);
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X[2] = 2.0 * a / (a * a + w * w) * std::polar(1.0, -w * b);
    body.excitation[0].push_back(X);
  }
  for (int n = 0; n <= 200; ++n) {
    const double t = 0.05 * n, s = -5.0 + 0.05 * n;
    MatrixX K = MatrixX::Zero(6, 6);
    K(2, 2) = K(0, 0) = std::cos(w0 * t) * std::exp(-a * t);
    K(0, 2) = K(2, 0) = -0.3 * K(2, 2);
    body.radiation_irf_time.push_back(t);
    body.radiation_irf.push_back(K);
    VectorX f = VectorX::Zero(6);
    f[2] = std::exp(-a * std::abs(s - b));
    body.excitation_irf_time.push_back(s);
    body.excitation_irf[0].push_back(f);
  }
  data.bodies.push_back(body);
  return data;
}

// The integral ends at 40 rad/s: 2/pi a / 40 = 0.8 % of K and 2/pi 2 a / 40 = 1.6 % of f at their peaks lie beyond,
// which is granted; what is left is the line below 0.01 rad/s.
TEST(KernelAgreement, ExactPairsAgree) {
  const HydroData data = exact();
  EXPECT_LE(part(radiation_kernel_misfit(data, 0)), 5e-3);
  EXPECT_LE(part(excitation_kernel_misfit(data, 0)), 5e-3);
  EXPECT_THAT(kernel_contradictions(data), IsEmpty());
}

TEST(KernelAgreement, EveryContradictionIsReported) {
  const struct {
    const char *what, *place;
    std::function<void(HydroBody&)> damage;
  } cases[] = {{"K x 0.01", "radiation kernel",
                [](HydroBody& b) {
                  for (MatrixX& K : b.radiation_irf) K *= 0.01;
                }},
               {"K x 2", "radiation kernel",
                [](HydroBody& b) {
                  for (MatrixX& K : b.radiation_irf) K *= 2.0;
                }},
               {"no K", "radiation kernel",
                [](HydroBody& b) {
                  for (MatrixX& K : b.radiation_irf) K.setZero();
                }},
               {"t of K x 2", "radiation kernel",
                [](HydroBody& b) {
                  for (double& t : b.radiation_irf_time) t *= 2.0;
                }},
               {"one coupling", "row 1, column 3",
                [](HydroBody& b) {
                  for (MatrixX& K : b.radiation_irf) K(0, 2) *= -1.0;
                }},
               {"B x 3", "radiation kernel",
                [](HydroBody& b) {
                  for (MatrixX& B : b.radiation_damping) B *= 3.0;
                }},
               {"f x 3", "excitation kernel",
                [](HydroBody& b) {
                  for (VectorX& f : b.excitation_irf[0]) f *= 3.0;
                }},
               {"f reversed", "dof 3, direction 0 deg",
                [](HydroBody& b) { std::reverse(b.excitation_irf[0].begin(), b.excitation_irf[0].end()); }}};
  for (const auto& one : cases) {
    HydroData data = exact();
    one.damage(data.bodies[0]);
    EXPECT_THAT(kernel_contradictions(data), ElementsAre(AllOf(HasSubstr("body exact: "), HasSubstr(one.place))))
        << one.what;
  }
}

TEST(KernelAgreement, GapsAndMissingPartsAreNoContradiction) {
  HydroData data = exact();
  data.bodies[0].radiation_damping[5](2, 2) = std::nan("");
  data.bodies[0].excitation[0][5][2] = std::nan("");
  EXPECT_THAT(kernel_contradictions(data), IsEmpty());
  data.bodies[0].radiation_damping.clear();
  data.bodies[0].excitation.clear();
  EXPECT_THAT(kernel_contradictions(data), IsEmpty());
  for (const double end : {std::nan(""), HUGE_VAL, 0.0}) {  // times that readers refuse, from a program
    data = exact();
    data.bodies[0].radiation_irf_time.back() = end;
    data.bodies[0].excitation_irf_time.front() = end == 0.0 ? 5.0 : -end;
    EXPECT_THAT(kernel_contradictions(data), IsEmpty());
  }
}

// The quadrature of the supplied files ends with their data; the hemisphere, the column and the array add the tail.
TEST(KernelAgreement, SoundFilesSayNothing) {
  for (const char* name : {"rm3/rm3.h5", "sphere/sphere.h5", "bem/h5_variants/rm3_custom_minimal.h5"}) {
    SWELL_TEST_DATA(path, name, kRepository);
    const HydroData data = read_bemio_h5(path.string(), Containment::in_process, NonFinite::keep);
    for (std::size_t b = 0; b < data.bodies.size(); ++b) {
      EXPECT_LE(part(radiation_kernel_misfit(data, b)), 2e-3) << name;
      EXPECT_LE(part(excitation_kernel_misfit(data, b)), 2e-3) << name;
    }
  }
  for (const char* name : {"sphere/hemisphere.h5", "column/column.h5", "array/four.h5", "loads/headings.h5"}) {
    const HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs" / name).string());
    EXPECT_THAT(kernel_contradictions(data), IsEmpty()) << name;
  }
}

TEST(KernelAgreement, AFileWhoseKernelIsNotThatOfItsDampingSaysSoWhenItIsRead) {
  SWELL_TEST_DATA(path, "rm3/rm3.h5", kRepository);
  HydroData data = read_bemio_h5(path.string());
  for (MatrixX& K : data.bodies[0].radiation_irf) K *= 0.01;
  const std::string file = ::testing::TempDir() + "/hundredth.h5";
  write_bemio_h5(data, file);
  EXPECT_THAT(
      read_bemio_h5(file).notes,
      ::testing::Contains(AllOf(HasSubstr("body float: the stored radiation kernel is not the cosine transform of"),
                                HasSubstr("bemio convert makes it anew"))));
}

}  // namespace
}  // namespace swell::hydro::kernel_agreement_test
