// What results say of single Morison elements, and what is judged of them before a run.
#include <H5Cpp.h>

#include "results_file.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::morison_elements_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

struct Pile {
  std::string simulation, body, joint = "fixed", joint_more, more = "output: {morison: true}\n";
  std::string waves = "{type: regular, height: 1.2, period: 6}";
  double diameter = 1.0;

  std::string text() const {
    const std::string D = std::to_string(diameter);
    return "simulation: {duration: 12, time_step: 0.05" + simulation +
           "}\nenvironment: {depth: infinite, kinematic_viscosity: 1.0e-6}\nwaves: " + waves +
           "\nbodies:\n  - name: pile\n    mass: 3.0e5\n    inertia: [1.6e7, 1.6e7, 1.6e6]\n    center_of_gravity: [0, "
           "0, "
           "-5]\n    center_of_buoyancy: [0, 0, -5]\n    volume: 20\n    morison: [{option: 1, cd: [1, 1, 1], ca: [1, "
           "1, 1], area: [2, 2, 2], volume: 3, "
           "position: [1, 0, -4]}]\n    morison_members:\n      - {start: [0, 0, -15], end: [0, 0, 10], "
           "start_diameter: " +
           D + ", end_diameter: " + D + ", cd_normal: 1.1, ca_normal: 1, elements: 10" + body +
           "}\njoints:\n  - {name: hold, type: " + joint + ", base: world, follower: pile" + joint_more + "}\n" + more;
  }
};

constexpr int kElements = 11;

void expect_sum(const Pile& pile, const char* what) {
  const auto file = run_text(pile.text(), "morison-elements");
  const MatrixX whole = read_dataset(file, "/bodies/pile/force/morison_and_viscous"),
                each = read_dataset(file, "/bodies/pile/morison/force"),
                drag = read_dataset(file, "/bodies/pile/morison/drag"),
                inertia = read_dataset(file, "/bodies/pile/morison/inertia"),
                froude_krylov = read_dataset(file, "/bodies/pile/morison/froude_krylov");
  ASSERT_EQ(each.cols(), 3 * kElements) << what;
  MatrixX sum = MatrixX::Zero(each.rows(), 3);
  for (Eigen::Index i = 0; i < kElements; ++i) sum += each.middleCols<3>(3 * i);
  const double scale = whole.leftCols(3).cwiseAbs().maxCoeff();
  EXPECT_GT(scale, 1e3) << what;
  EXPECT_LT((sum - whole.leftCols(3)).cwiseAbs().maxCoeff(), 1e-10 * scale) << what;
  EXPECT_LT((each - drag - inertia - froude_krylov).cwiseAbs().maxCoeff(), 1e-10 * scale) << what;
}

TEST(MorisonElements, SumUpToTheForceOnTheBodyInEveryTreatment) {
  Pile pile;
  expect_sum(pile, "fixed");
  pile.body = ", maccamy_fuchs: true";
  expect_sum(pile, "fixed, diffracting");
  pile.joint = "floating-3dof";
  pile.joint_more = ", stiffness: 4.0e5, location: [0, 0, -5]";
  expect_sum(pile, "moving, diffracting");
  pile.simulation = ", added_mass: split";
  expect_sum(pile, "moving, split");
  pile.body.clear();
  pile.simulation = ", reproduce: wec-sim";
  expect_sum(pile, "moving, as WEC-Sim");
}

// On a fixed pile in deep water u = pi H/T exp(kz): KC = pi H exp(kz)/D, Re = u D/nu. The point that acts is the middle
// of each strip that stays wet.
TEST(MorisonElements, HaveTheNumbersOfKeuleganCarpenterAndReynolds) {
  const Pile pile;
  const auto file = run_text(pile.text(), "morison-numbers");
  const MatrixX KC = read_dataset(file, "/bodies/pile/morison/keulegan_carpenter"),
                Re = read_dataset(file, "/bodies/pile/morison/reynolds"),
                u = read_dataset(file, "/bodies/pile/morison/relative_velocity"),
                a = read_dataset(file, "/bodies/pile/morison/relative_acceleration");
  ASSERT_EQ(KC.cols(), kElements);
  ASSERT_EQ(Re.cols(), kElements);
  const double w = 2.0 * kPi / 6.0, k = w * w / 9.81, H = 1.2;
  for (Eigen::Index strip = 1; strip < 7; ++strip) {  // column 0 is the single element; above z = -2 strips become dry
    const double z = -20.0 + 2.5 * (static_cast<double>(strip) - 0.5), speed = kPi * H / 6.0 * std::exp(k * z);
    // Peaks between rows of 0.05 s: (w 0.025)^2/2 = 3e-4 at most.
    EXPECT_NEAR(KC.col(strip).maxCoeff(), speed * 6.0, 4e-4 * speed * 6.0) << strip;
    EXPECT_NEAR(Re.col(strip).maxCoeff(), speed * 1.0 / 1e-6, 4e-4 * speed * 1e6) << strip;
    EXPECT_NEAR(u.col(3 * strip).maxCoeff(), speed, 4e-4 * speed) << strip;
    EXPECT_NEAR(a.col(3 * strip).maxCoeff(), w * speed, 4e-4 * w * speed) << strip;
  }
  // Of an element without a key, D = 4 V/(pi A).
  const double D = 4.0 * 3.0 / (kPi * 2.0);
  EXPECT_NEAR(KC(20, 0) * D * D / (6.0 * 1e-6) / Re(20, 0), 1.0, 1e-12);
}

TEST(MorisonElements, AreStoredOnRequestOnlyAndByName) {
  Pile pile;
  pile.more = "";
  const auto bare = run_text(pile.text(), "morison-bare");
  EXPECT_FALSE(H5::H5File(bare.string(), H5F_ACC_RDONLY).nameExists("/bodies/pile/morison"));
  pile.more = "output: {select: [pile/morison.element_reynolds, bodies.pile.position]}\n";
  const auto named = run_text(pile.text(), "morison-named");
  EXPECT_EQ(read_dataset(named, "/signals/pile/morison/element_reynolds").cols(), kElements);
  // Nothing moves by being looked at.
  pile.more = "output: {morison: true}\n";
  const auto whole = run_text(pile.text(), "morison-whole");
  EXPECT_EQ(read_dataset(whole, "/bodies/pile/force/total"), read_dataset(bare, "/bodies/pile/force/total"));
  const H5::H5File file(whole.string(), H5F_ACC_RDONLY);
  for (const auto& [name, unit] : {std::pair{"force", "N"}, std::pair{"relative_velocity", "m/s"},
                                   std::pair{"relative_acceleration", "m/s^2"}, std::pair{"reynolds", "1"}}) {
    const auto dataset = file.openDataSet(std::string("/bodies/pile/morison/") + name);
    std::string text;
    const auto attribute = dataset.openAttribute("units");
    attribute.read(attribute.getStrType(), text);
    EXPECT_EQ(text, unit) << name;
  }
}

std::vector<std::string> warnings(const Pile& pile) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(pile.text(), "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return texts(run::CaseRun(model).warnings());
}

// lambda = g T^2/(2 pi) = 56.2 m.
TEST(MorisonElements, ThatAreWideAgainstTheWavesAreReported) {
  Pile pile;
  EXPECT_THAT(warnings(pile), Not(Contains(HasSubstr("mean wavelength"))));
  pile.diameter = 0.8 * 56.2;
  EXPECT_THAT(
      warnings(pile),
      Contains(HasSubstr("bodies.pile.morison_members.1: its diameter of 44.96 m is 0.8 of the mean wavelength "
                         "of 56.21 m: Morison's equation takes the flow for uniform across it, which holds below "
                         "0.2; maccamy_fuchs: true")));
  pile.body = ", maccamy_fuchs: true";
  EXPECT_THAT(warnings(pile), Not(Contains(HasSubstr("mean wavelength"))));
  pile.body = ", maccamy_fuchs: false";
  pile.waves = "{type: irregular, significant_height: 1, peak_period: 6}";
  EXPECT_THAT(warnings(pile), Contains(HasSubstr("of the mean wavelength")));
  pile.waves = "{type: none}";
  EXPECT_THAT(warnings(pile), Not(Contains(HasSubstr("mean wavelength"))));
}

// The force of MacCamy and Fuchs on the whole pile, from the case: here the strips that stay wet.
TEST(MorisonElements, DiffractTheWavesWhereTheCaseAsksForIt) {
  Pile pile;
  pile.diameter = 15.0;
  pile.body = ", maccamy_fuchs: true";
  const MatrixX force = read_dataset(run_text(pile.text(), "morison-diffracted"), "/bodies/pile/morison/force"),
                drag = read_dataset(run_text(pile.text(), "morison-diffracted"), "/bodies/pile/morison/drag");
  const double w = 2.0 * kPi / 6.0, k = w * w / 9.81, x = 0.5 * k * 15.0, H = 1.2, dL = 2.5;
  const double dJ = std::cyl_bessel_j(0.0, x) - std::cyl_bessel_j(1.0, x) / x,
               dY = std::cyl_neumann(0.0, x) - std::cyl_neumann(1.0, x) / x;
  for (Eigen::Index strip = 1; strip < 7; ++strip) {
    const double z = -20.0 + dL * (static_cast<double>(strip) - 0.5);
    const double F = 4.0 * 1000.0 * 9.81 * 0.5 * H / k * std::exp(k * z) * dL / std::hypot(dJ, dY);
    const VectorX own = force.col(3 * strip) - drag.col(3 * strip);
    for (Eigen::Index row = 0; row < own.size(); row += 7)
      EXPECT_NEAR(own[row], -F * std::sin(w * 0.05 * static_cast<double>(row) - std::atan2(dJ, dY)), 1e-9 * F) << strip;
  }
}

// --- a spar buoy of members alone, free in heave ---

struct Spar {
  double period = 10.0, duration = 240.0, step = 0.05, damping = 2.0e4;
  std::string member =
      "{start: [0, 0, -8], end: [0, 0, 16], start_diameter: 2, end_diameter: 2, cd_normal: 1, "
      "ca_normal: 1, elements: 24}";

  /// Heave per metre of elevation, factor exp(+i omega t): the fundamental of the last whole period.
  std::complex<double> response() const {
    constexpr double kAmplitude = 0.05;
    const auto number = [](double value) { return std::to_string(value); };
    const auto file = run_text(
        "simulation: {duration: " + number(duration) + ", time_step: " + number(step) +
            ", ramp: " + number(0.25 * duration) +
            "}\nenvironment: {depth: infinite, water_density: 1000, gravity: 9.81}\nwaves: {type: regular, height: "
            "0.1, "
            "period: " +
            number(period) +
            "}\nbodies:\n  - name: spar\n    mass: equilibrium\n    inertia: [2.0e6, 2.0e6, 2.0e4]\n    "
            "center_of_gravity: [0, 0, -12]\n    center_of_buoyancy: [0, 0, -10]\n    volume: 62.83185307\n    "
            "stiffness: [0, 0, 30819.02, 0, 0, 0]\n    linear_damping: [0, 0, " +
            number(damping) + ", 0, 0, 0]\n    morison_members: [" + member +
            "]\njoints:\n  - {name: guide, type: translational, base: world, follower: spar, location: [0, 0, -12]}\n",
        "morison-spar");
    const MatrixX position = read_dataset(file, "/bodies/spar/position");
    const auto rows = static_cast<Eigen::Index>(std::lround(period / step));
    std::complex<double> sum = 0.0;
    for (Eigen::Index i = position.rows() - rows; i < position.rows(); ++i) {
      const double psi = 2.0 * kPi * step * static_cast<double>(i) / period;
      sum += position(i, 2) * std::polar(2.0 / static_cast<double>(rows), -psi);
    }
    return sum / kAmplitude;
  }
};

constexpr double kSparDraft = 20.0, kSparWeight = 9810.0 * kPi;  // rho g A of 1 m of it [N/m]

// The pressure of the wave on the lower end moves it: rho g A exp(-k D)/(C - w^2 m + i w B) [Newman1977, 6.19]. Strips
// alone have rho g A (exp(-k D) - 1) in its place.
TEST(SparBuoy, HeavesByThePressureOnItsLowerEnd) {
  for (const double period : {30.0, 15.0, 10.0}) {
    Spar spar;
    spar.period = period;
    const double w = 2.0 * kPi / period, k = w * w / 9.81, mass = 1000.0 * kPi * kSparDraft;
    const std::complex<double> exact =
        kSparWeight * std::exp(-k * kSparDraft) / std::complex<double>(kSparWeight - w * w * mass, w * spar.damping);
    // Middles of strips of 1 m: (k dL)^2/24 of the strips' sum, rho g A (1 - exp(-k D)); RK4 at w dt = 0.03, (w
    // dt)^4/120. The flow is constant above z = 0, which is k a of rho g A, but at twice the frequency. Of the start,
    // exp(-180 B/2m) = 4e-13.
    const double error = 1.1 * (std::exp(k * kSparDraft) - 1.0) * k * k / 24.0 + 2e-5;
    const std::complex<double> heave = spar.response();
    swell_test::measured("spar, %g s: heave %.4f against %.4f, off by %.1e of %.1e", period, std::abs(heave),
                         std::abs(exact), std::abs(heave - exact) / std::abs(exact), error);
    EXPECT_LT(std::abs(heave - exact), error * std::abs(exact)) << period;
    // Cut at still water at set-up, it goes on above all the same; in crests the flow over the rest is missing, k a of
    // rho g A.
    spar.member.insert(spar.member.size() - 1, ", cut_at_surface: true");
    const double missing = 0.05 * k * std::exp(k * kSparDraft);
    EXPECT_LT(std::abs(spar.response() - exact), (error + missing) * std::abs(exact)) << period;
  }
}

// A wave that is long against the draft lifts the buoy as it lifts the water: exp(-k D)/(1 - k D) = 1 + (k D)^2/2.
TEST(SparBuoy, FollowsTheSurfaceOfLongWaves) {
  Spar spar;
  spar.period = 100.0;
  spar.duration = 600.0;
  spar.step = 0.25;
  const double w = 2.0 * kPi / spar.period, k = w * w / 9.81;
  const std::complex<double> lag(1.0, w * spar.damping / kSparWeight);  // of the damping alone
  EXPECT_NEAR(std::abs(spar.response() * lag - 1.0), 0.0, std::pow(k * kSparDraft, 2) + 1e-3);
}

TEST(MorisonElements, DiffractionIsForVerticalCylindersThroughTheSurface) {
  Pile pile;
  pile.body = ", maccamy_fuchs: true";
  std::string text = pile.text();
  text.replace(text.find("end: [0, 0, 10]"), 15, "end: [9, 0, 10]");
  Diagnostics leaning;
  model::read_case_text(text, "case.yaml", {}, leaning);
  EXPECT_THAT(texts(leaning.list()),
              Contains(HasSubstr("morison_members.1.maccamy_fuchs is for a vertical cylinder, and "
                                 "the member leans by 19.8 deg")));
  text = pile.text();
  text.replace(text.find("end: [0, 0, 10]"), 15, "end: [0, 0, 1]");
  Diagnostics diagnostics;
  EXPECT_THAT(texts(run::CaseRun(model::read_case_text(text, "case.yaml", {}, diagnostics)).warnings()),
              Contains(HasSubstr("through the surface, and the member ends at z = -4 m")));
  pile.simulation = ", reproduce: wec-sim";
  EXPECT_THROW(run_text(pile.text(), "morison-refused"), InputError);
}

}  // namespace
}  // namespace swell::morison_elements_test
