// Arrays of point absorbers, hydrodynamically coupled, against the frequency-domain solution of the coupled equations,
// which is made here from the single hemisphere: (K - w^2 (M + A) + i w (B + c)) xi = X exp(-i k x).
#include <Eigen/LU>

#include "frequency_domain.h"
#include "results_file.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"
#include "swell_test/absorber_array.h"
#include "swell_test/test.h"

namespace swell::arrays_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kG = 9.81, kRho = 1000.0, kDamping = 322292.0;

const hydro::HydroData& single() {
  static const hydro::HydroData data =
      hydro::read_bemio_h5((swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string());
  return data;
}

class Farm {
 public:
  explicit Farm(std::vector<Eigen::Vector2d> places, double irf_end = 0.0) : at(std::move(places)) {
    file = (std::filesystem::temp_directory_path() /
            ("swell-farm-" + std::to_string(getpid()) + "-" + std::to_string(at.size()) + ".h5"))
               .string();
    hydro::write_bemio_h5(swell_test::absorber_array(single(), at, irf_end), file);
  }
  ~Farm() { std::filesystem::remove(file); }
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  static std::string name(std::size_t i) { return "buoy" + std::to_string(i + 1); }

  /// Buoys on vertical guides, each with a damper to the ground, listed in the given order.
  std::string yaml(const std::string& simulation, const std::string& waves, std::vector<std::size_t> order = {},
                   const std::string& more = "") const {
    if (order.empty()) {
      for (std::size_t i = 0; i < at.size(); ++i) order.push_back(i);
    }
    std::string bodies, ptos;
    for (const std::size_t i : order) {
      bodies += "  - {name: " + name(i) + ", hydro_data: {file: " + file + ", body: " + std::to_string(i + 1) +
                "}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n";
      ptos += "  - {name: pto" + std::to_string(i + 1) + ", type: translational, base: world, follower: " + name(i) +
              ", location: [" + std::to_string(at[i].x()) + ", " + std::to_string(at[i].y()) +
              ", 0], damping: " + std::to_string(kDamping) + "}\n";
    }
    return "simulation: {" + simulation + "}\nwaves: " + waves + "\n" + more + "bodies:\n" + bodies + "ptos:\n" + ptos;
  }

  std::vector<Eigen::Vector2d> at;
  std::string file;
};

std::string regular(double omega) {
  char text[100];
  std::snprintf(text, sizeof text, "{type: regular, amplitude: 1, period: %.17g}", 2.0 * kPi / omega);
  return text;
}

/// 2/pi PV int B J0 / (s^2 - w^2) ds: midpoints that lie evenly on both sides of w cancel the pole.
double coupled_added_mass(double w, double distance) {
  const CubicSpline damping = swell_test::heave_damping(single());
  const int m = 3000;
  const double h = w / m;
  double sum = 0.0;
  for (long i = 0; h * (static_cast<double>(i) + 0.5) < single().omega.back(); ++i) {
    const double s = h * (static_cast<double>(i) + 0.5);
    sum += h * damping(s) * ::j0(s * s * distance / kG) / (s * s - w * w);
  }
  return 2.0 / kPi * kRho * sum;
}

/// Complex heave of each body per metre of amplitude, at a frequency of the data: between them the excitation far from
/// the origin turns fast.
Eigen::VectorXcd frequency_domain(const std::vector<Eigen::Vector2d>& at, double w) {
  const hydro::HydroBody& one = single().bodies[0];
  const auto at_w = static_cast<std::size_t>(std::lround(w / 0.05)) - 1;
  const double mass = kRho * (one.displaced_volume + one.added_mass[at_w](2, 2)), k = w * w / kG;
  const double stiffness = kRho * kG * one.restoring_stiffness(2, 2), B = w * kRho * one.radiation_damping[at_w](2, 2);
  const auto n = static_cast<Eigen::Index>(at.size());
  Eigen::MatrixXcd Z(n, n);
  Eigen::VectorXcd X(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Vector2d& here = at[static_cast<std::size_t>(i)];
    X(i) = kRho * kG * one.excitation[0][at_w](2) * std::polar(1.0, -k * here.x());
    for (Eigen::Index j = 0; j < n; ++j) {
      if (i == j) {
        Z(i, i) = std::complex<double>(stiffness - w * w * mass, w * (B + kDamping));
        continue;
      }
      if (j < i) {
        Z(i, j) = Z(j, i);
        continue;
      }
      const double d = (here - at[static_cast<std::size_t>(j)]).norm();
      Z(i, j) = std::complex<double>(-w * w * coupled_added_mass(w, d), w * B * std::cyl_bessel_j(0.0, k * d));
    }
  }
  return Z.partialPivLu().solve(X);
}

double worst_against_frequency_domain(const Farm& farm, double omega, double duration, double& coupling) {
  const auto file = run_text(
      farm.yaml("duration: " + std::to_string(duration) + ", time_step: 0.1, ramp: 30", regular(omega)), "farm");
  const Eigen::VectorXcd exact = frequency_domain(farm.at, omega), alone = frequency_domain({{0.0, 0.0}}, omega);
  const VectorX time = read_dataset(file, "/time").col(0);
  double worst = 0.0;
  coupling = 0.0;
  for (std::size_t i = 0; i < farm.at.size(); ++i) {
    const std::complex<double> heave =
        swell_test::harmonic(time, read_dataset(file, "/bodies/" + Farm::name(i) + "/position").col(2), omega,
                             duration - 8.0 * 2.0 * kPi / omega);
    const std::complex<double> expected = exact(static_cast<Eigen::Index>(i));
    worst = std::max(worst, std::abs(heave - expected) / std::abs(alone(0)));
    coupling = std::max(coupling, std::abs(expected * std::polar(1.0, omega * omega / kG * farm.at[i].x()) - alone(0)) /
                                      std::abs(alone(0)));
  }
  return worst;
}

// Measured: 1e-5. The kernel is cut where 1e-3 of the peak's damping is left, sampled at 0.1 s (fourth order), and the
// transient of 30 s of ramp has died by then.
TEST(Array, OfFourInRegularWavesIsTheCoupledFrequencyDomain) {
  const Farm farm({{0, 0}, {30, 0}, {0, 30}, {30, 30}});
  for (const double omega : {0.8, 1.05, 1.4}) {
    double coupling = 0.0;
    const double worst = worst_against_frequency_domain(farm, omega, 200.0, coupling);
    swell_test::measured("4 bodies, %.2f rad/s: off by %.2g of the lone body's heave, coupling changes it by %.3f",
                         omega, worst, coupling);
    EXPECT_LT(worst, 1e-4) << omega;
    EXPECT_GT(coupling, 0.03);
  }
}

TEST(Array, OfSixteenWithoutSymmetryIsTheCoupledFrequencyDomain) {
  std::vector<Eigen::Vector2d> at;
  for (int row = 0; row < 4; ++row) {
    for (int i = 0; i < 4; ++i) at.emplace_back(28.0 * i + 3.0 * row, 31.0 * row - 2.0 * ((4 * row + i) % 3));
  }
  const Farm farm(at);
  double coupling = 0.0;
  const double worst = worst_against_frequency_domain(farm, 1.05, 250.0, coupling);
  swell_test::measured("16 bodies: off by %.2g of the lone body's heave, coupling changes it by %.3f", worst, coupling);
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(coupling, 0.1);
}

std::vector<std::string> notes_of(const std::string& text) {
  Diagnostics diagnostics;
  const model::Model model =
      model::read_case_text(text, std::filesystem::temp_directory_path() / "farm.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return run::inspect_case(model).notes;
}

TEST(Array, AnnouncesWhatItsKernelsTakeAndRefusesTooMuch) {
  const Farm farm({{0, 0}, {30, 0}, {0, 30}, {30, 30}}, 50.0);
  const auto still = [&](const std::string& hydrodynamics) {
    return farm.yaml("duration: 1, time_step: 0.1", "{type: none}", {}, "hydrodynamics: {" + hydrodynamics + "}\n");
  };
  // Sixteen heave entries of 501 samples; the pitch that would act on a buoy's surge does not move.
  EXPECT_THAT(notes_of(still("radiation: convolution")),
              Contains(HasSubstr("radiation kernels: 64.1 kB (16 entries that couple, 501 samples of 0.1 s)")));
  EXPECT_THAT([&] { notes_of(still("convolution: {time_step: 0.6e-5}")); },
              ::testing::ThrowsMessage<InputError>(
                  HasSubstr("the radiation kernels take 1.07 GB: 16 entries that couple, 8333334 samples of 6e-06 s "
                            "each; at most 1 GB are convolved; set hydrodynamics: {radiation: state-space}, or give "
                            "hydrodynamics.convolution a shorter duration or a longer time_step")));
  EXPECT_THAT(notes_of(still("radiation: state-space")), Contains(HasSubstr("radiation memory in state space: ")));
}

// Bodies that the water does not couple move as one alone; together their matrices took the square of their number for
// each sample of the memory (a hundred: 10.8 GB).
TEST(Array, ManyBodiesThatDoNotCoupleMoveAsOneAlone) {
  const std::string file = (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string();
  const auto text = [&](int count, const std::string& more) {
    std::string bodies;
    for (int i = 0; i < count; ++i)
      bodies += "  - {name: s" + std::to_string(10 + i) + ", hydro_data: {file: " + file +
                ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n";
    return "simulation: {duration: 15, time_step: 0.1, ramp: 5}\nwaves: {type: regular, height: 1, period: 7}\n" +
           more + "bodies:\n" + bodies;
  };
  for (const std::string& more : {std::string(), std::string("hydrodynamics: {radiation: state-space}\n"),
                                  std::string("hydrodynamics: {radiation: constant}\n")}) {
    const auto one = run_text(text(1, more), "one"), many = run_text(text(12, more), "many");
    for (const char* what : {"/position", "/force/radiation_damping", "/force/added_mass"}) {
      const MatrixX alone = read_dataset(one, std::string("/bodies/s10") + what);
      for (const char* body : {"s10", "s21"}) {
        const MatrixX of_many = read_dataset(many, std::string("/bodies/") + body + what);
        // The order of sums differs; the motion is stable and forgets it.
        EXPECT_LT((of_many - alone).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + alone.cwiseAbs().maxCoeff()))
            << body << what << more;
      }
    }
  }
  const auto notes = notes_of(text(12, ""));
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                          [](const std::string& n) { return n.find("radiation kernels: ") == 0; }),
            1);
  EXPECT_THAT(notes, Contains(HasSubstr("(108 entries that couple, 1001 samples of 0.02 s)")));
}

// Catenaries by their number and a MoorDyn file hold each device as they hold the first one: to the bit the case with
// all of them written out, and by translation the same forces. Whole metres, whose sums have no round-off.
TEST(Array, MovesMooringsWithTheirDevices) {
  const std::string inputs = (swell_test::source_folder() / "inputs").string();
  const std::string sphere = "hydro_data: {file: " + inputs + "/sphere/hemisphere.h5, body: 1, position: [";
  std::ifstream in(inputs + "/loads/chains.txt");
  std::string lines((std::istreambuf_iterator<char>(in)), {});
  for (const auto& [from, to] : std::map<std::string, std::string>{
           {"  180.0 ", "  244.0 "}, {"  -90.0 ", "  -26.0 "}, {"  4.0 ", "  68.0 "}, {"  -2.0 ", "  62.0 "}})
    for (std::size_t at = 0; (at = lines.find(from, at)) != std::string::npos; at += to.size())
      lines.replace(at, from.size(), to);
  const std::string moved = testing::TempDir() + "moved" + std::to_string(::getpid()) + ".txt";
  std::ofstream(moved) << lines;
  const std::string head =
      "simulation: {duration: 2, time_step: 0.05}\nenvironment: {depth: 50}\nwaves: {type: none}\n";
  const auto body = [&](const std::string& name, const std::string& x) {
    return "  - {name: " + name + ", " + sphere + x +
           ", 0, 0]}, mass: 254.0e3, inertia: [1690000, 1690000, 2606000], "
           "initial: {displacement: [2, 1, 0.5]}}\n";
  };
  const auto held = [&](const std::string& end, const std::string& file, const std::string& more) {
    return "  - {name: chains" + end + ", type: lines, body: buoy" + end + ", file: " + file + "}\n" +
           "  - {name: ropes" + end + ", type: catenary, body: buoy" + end +
           ", length: 185, axial_stiffness: 3e8, weight: 500, count: 3, fairlead_radius: 4, fairlead_z: -3, "
           "anchor_radius: 180" +
           more + "}\n";
  };
  const std::string chains = inputs + "/loads/chains.txt";
  const auto array = run_text(
      head + "array: {count: 2, spacing: 64}\nbodies:\n" + body("buoy", "0") + "moorings:\n" + held("", chains, ""),
      "array");
  const auto written = run_text(head + "bodies:\n" + body("buoy-1", "0") + body("buoy-2", "64") + "moorings:\n" +
                                    held("-1", chains, "") + held("-2", moved, ", position: [64, 0, 0]"),
                                "written");
  for (const std::string mooring : {"/moorings/chains", "/moorings/ropes"}) {
    const MatrixX first = read_dataset(array, mooring + "-1/tension"),
                  second = read_dataset(array, mooring + "-2/tension");
    EXPECT_EQ(second, read_dataset(written, mooring + "-2/tension")) << mooring;
    EXPECT_GT((first.row(0) - first.row(first.rows() - 1)).cwiseAbs().minCoeff(), 1.0);
    EXPECT_LT((second - first).cwiseAbs().maxCoeff(), 1e-6 * first.maxCoeff()) << mooring;
  }
  EXPECT_EQ(read_dataset(array, "/bodies/buoy-2/position"), read_dataset(written, "/bodies/buoy-2/position"));
}

}  // namespace
}  // namespace swell::arrays_test
