// Several sets of hydrodynamic data under `reproduce: wec-sim`.
#include "sphere_with_sets.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::variable_hydro_wec_sim_test {
namespace {

using swell_test::changed_hemisphere;
using swell_test::heavier;
using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_text;
using swell_test::scale;
using swell_test::sets;
using swell_test::sphere;
using swell_test::switches;
using swell_test::worst;

/// WEC-Sim 7's rules for a body with two sets that heaves alone, written down once more: RK4 with the residual of the
/// set in force on the delayed acceleration, radiation sampled at the step with the set of each past sample.
VectorX heave_as_wec_sim(const std::string& first, const std::string& second, double start, double threshold, double h,
                         int steps) {
  constexpr double rho = 1000.0, g = 9.81, mass = 261.8e3, damping = 1e5;
  double A[2], Y[2], K[2], static_load[2], rest[2];
  std::vector<MatrixX> kernel[2];
  const std::string files[2] = {first, second};
  const int count = static_cast<int>(std::floor(20.0 / h + 1e-9)) + 1;
  for (int s = 0; s < 2; ++s) {
    auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(files[s]));
    const hydro::HydroBody& body = data->bodies[0];
    const hydro::RadiationCoefficients coefficients({{data, 0}}, rho, false);
    const MatrixX& added = coefficients.added_mass_infinite();
    A[s] = added(2, 2);
    Y[s] = 2.0 * (added(0, 0) + added(1, 1) + added(2, 2));
    K[s] = rho * g * body.restoring_stiffness(2, 2);
    static_load[s] = rho * g * body.displaced_volume - mass * g;
    rest[s] = body.cg.z();
    kernel[s] = coefficients.kernel(h, static_cast<std::size_t>(count));
  }
  double z = start, v = 0.0, t = 0.0, held = 0.0;  // z absolute: of the centre of gravity
  double a_old = 0.0, a_new = 0.0, t_old = 0.0, t_new = 0.0;
  int stored = 0, set = 0;
  std::vector<double> velocity;
  std::vector<int> index;
  const auto acceleration = [&](double at, double position, double speed) {
    double past = 0.0;
    if (stored == 1) past = a_new;
    if (stored == 2) past = a_new + (at - 1e-7 - t_new) / (t_new - t_old) * (a_new - a_old);
    const double force = static_load[set] - K[set] * (position - rest[set]) - damping * speed - held;
    return (force - (A[set] - Y[set]) * past) / (mass + Y[0]);
  };
  VectorX out(steps + 1);
  for (int n = 0;; ++n) {
    out[n] = z;
    velocity.insert(velocity.begin(), v);  // the newest first
    index.insert(index.begin(), set);
    held = 0.0;
    for (int i = 0; i < count && i < static_cast<int>(velocity.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double weight = i == 0 || i == count - 1 ? 0.5 : 1.0;
      held += weight * h * kernel[index[at]][at](2, 2) * velocity[at];
    }
    if (n == steps) return out;
    const double a1 = acceleration(t, z, v);
    a_old = a_new;
    t_old = t_new;
    a_new = a1;
    t_new = t;
    stored = std::min(2, stored + 1);
    set = z >= threshold ? 1 : 0;  // in force from the next stage on
    const double v2 = v + 0.5 * h * a1, a2 = acceleration(t + 0.5 * h, z + 0.5 * h * v, v2);
    const double v3 = v + 0.5 * h * a2, a3 = acceleration(t + 0.5 * h, z + 0.5 * h * v2, v3);
    const double v4 = v + h * a3, a4 = acceleration(t + h, z + h * v3, v4);
    z += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    t = h * (n + 1);
  }
}

std::string like_wec_sim(const std::string& hydro_data, const std::string& more = "") {
  std::string text = sphere(hydro_data, "hydrodynamics: {convolution: {duration: 20}" + more + "}\n",
                            ", initial: {displacement: [0, 0, -0.7]}", "{type: none}");
  const std::string head = "{duration: 40, time_step: 0.05, ramp: 10}";
  text.replace(text.find(head), head.size(), "{duration: 40, time_step: 0.05, reproduce: wec-sim}");
  return text;
}

TEST(VariableHydro, UnderReproduceItIsWecSimsRule) {
  const std::string other = changed_hemisphere("wec-sim-set", [](hydro::HydroData& data) {
    scale(data.bodies[0], 1.2);
    data.bodies[0].cg.z() = -2.1;  // of the body elsewhere
    data.bodies[0].cb.z() -= 0.1;
  });
  const std::string rule = "signal: sphere.position.heave, thresholds: [-1.95]";
  const auto file = run_text(like_wec_sim(sets(hemisphere(), other, rule)), "sets-wec-sim");
  EXPECT_GT(switches(file), 5);
  const MatrixX position = read_dataset(file, "/bodies/sphere/position");
  const VectorX expected = heave_as_wec_sim(hemisphere(), other, -2.7, -1.95, 0.05, 800);
  EXPECT_LT((position.col(2) - expected).cwiseAbs().maxCoeff(), 1e-10);
  // What its residual does to the added mass of the second set is seen, and so is where that set rests.
  for (const char* key : {", set_centers: moved", ""}) {
    std::string text = like_wec_sim(sets(hemisphere(), other, rule), key);
    if (key[0] == '\0') text.replace(text.find("reproduce: wec-sim"), 18, "reproduce: wec-sim, set_residual: whole");
    EXPECT_GT(worst(file, run_text(text, "sets-wec-sim-otherwise"), "/bodies/sphere/position"), 1e-3) << key;
  }
  // With masses of their own the sets are whole in WEC-Sim, too.
  const auto heavy = [&](const std::string& residual) {
    std::string text = like_wec_sim("sets: [{file: " + hemisphere() + ", body: 1, mass: 261.8e3}, {file: " + other +
                                    ", body: 1, mass: 270e3}], " + rule);
    text.replace(text.find("reproduce: wec-sim"), 18, "reproduce: wec-sim, set_residual: " + residual);
    return run_text(text, "sets-wec-sim-mass-" + residual);
  };
  EXPECT_LT(worst(heavy("own"), heavy("whole"), "/bodies/sphere/position"), 0.02);
}

TEST(VariableHydro, TheEnergyBalanceUnderReproduceSaysWhatTheResidualDoes) {
  const std::string rule = "signal: sphere.position.heave, thresholds: [-1.95]";
  const auto summary = swell_test::run_audited(like_wec_sim(sets(hemisphere(), heavier(), rule)), "sets-wec-balance");
  EXPECT_LT(summary.audit->worst_force_defect, 1e-9);
}

}  // namespace
}  // namespace swell::variable_hydro_wec_sim_test
