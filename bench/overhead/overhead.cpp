// What components and ports cost. The same device in the same sea is advanced twice: by the compiled graph of a case,
// and by one function that calls the physics libraries one after the other, as one would write it for this device
// alone. Both step with the same Runge-Kutta method and end in the same bits; overhead.py counts the instructions
// between two calls of `advance_loop` under callgrind.
//
//     overhead graph|hand sphere|rm3 <steps> <folder with sphere/hemisphere.h5 or rm3/rm3.h5>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "swell/assembly/built_case.h"  // the graph of a case before anybody runs it
#include "swell/base/vector.h"
#include "swell/bodies/joint_loads.h"
#include "swell/bodies/mobility.h"
#include "swell/device/multibody_component.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/radiation_convolution.h"
#include "swell/hydro/restoring.h"
#include "swell/hydro/tabulated_excitation.h"
#include "swell/model/read_case.h"
#include "swell/solver/integrator.h"

namespace {

using namespace swell;

struct Setting {
  std::string text, file;
  double step = 0.0;      // [s]
  double duration = 0.0;  // [s] of the kernel
  double damping = 0.0;   // [N s/m] of the power take-off
};

Setting setting_of(const std::string& device, const std::string& folder) {
  if (device == "sphere") {
    return {
        "waves: {type: regular, height: 1, period: 6}\n"
        "hydrodynamics: {radiation_data: as-given, convolution: {time_step: STEP}}\n"
        "bodies:\n  - {name: sphere, hydro_data: {file: FILE, body: 1}, mass: equilibrium, inertia: "
        "[1690000, 1690000, 2606000]}\n"
        "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: "
        "322292}\n",
        folder + "/sphere/hemisphere.h5", 0.05, 0.0, 322292.0};
  }
  return {
      "waves: {type: regular, height: 2.5, period: 8}\n"
      "hydrodynamics: {radiation_data: as-given, convolution: {duration: 20, time_step: STEP}}\n"
      "bodies:\n  - {name: float, hydro_data: {file: FILE, body: 1}, mass: equilibrium, inertia: "
      "[20907301, 21306090.66, 37085481.11]}\n"
      "  - {name: spar, hydro_data: {file: FILE, body: 2}, mass: equilibrium, inertia: "
      "[94419614.57, 94407091.24, 28542224.82]}\n"
      "joints:\n  - {name: mooring, type: floating-6dof, base: world, follower: spar, location: [0, 0, 0]}\n"
      "ptos:\n  - {name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: "
      "1.2e6}\n",
      folder + "/rm3/rm3.h5", 0.1, 20.0, 1.2e6};
}

/// The hand-written device: one function for the whole right-hand side, taken from the physics libraries. It stands in
/// a graph of its own only so that the same integrator drives it; nothing passes a port.
class ByHand : public system::Component {
 public:
  ByHand(const Setting& setting, const bodies::Multibody& multibody, const bodies::EquationOfMotion& motion,
         const waves::SeaState& sea, std::vector<double> start, int turning)
      : Component("by hand", "device"),
        start_(std::move(start)),
        turning_(turning),
        multibody_(multibody),
        motion_(motion),
        kinematics_(multibody.make_kinematics()),
        projection_(multibody.make_kinematics()),
        dynamics_(motion.make_dynamics()),
        n_(multibody.n_bodies()),
        step_(setting.step),
        wrench_(VectorX::Zero(6 * n_)),
        effort_(VectorX::Zero(multibody.n_efforts())),
        excitation_force_(VectorX::Zero(6 * n_)),
        radiation_force_(VectorX::Zero(6 * n_)) {
    const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(setting.file));
    std::vector<hydro::HydroBodyRef> refs;
    for (std::size_t b = 0; b < static_cast<std::size_t>(n_); ++b) refs.push_back({data, b});
    const hydro::RadiationCoefficients coefficients(refs, sea.density(), true);
    const double kernel_step = data->bodies[0].radiation_irf_time[1] - data->bodies[0].radiation_irf_time[0];
    const double duration = setting.duration > 0.0 ? setting.duration : coefficients.kernel_end();
    hydro::SampledKernel kernel{
        kernel_step,
        coefficients.kernel(kernel_step, static_cast<std::size_t>(std::floor(duration / kernel_step + 1e-9)) + 1)};
    const std::vector<int> like = bodies::turns_like(multibody);
    std::vector<int> sum(static_cast<std::size_t>(6 * n_), -1);  // by velocity: its column, if it moves
    for (int row = 0; row < 6 * n_; ++row) {
      if (multibody.jacobian_is_constant() && multibody.design_jacobian().matrix().row(row).squaredNorm() == 0.0)
        continue;
      const auto same = std::find_if(active_.begin(), active_.end(), [&](int other) {
        return row % 6 >= 3 && other % 6 == row % 6 &&
               like[static_cast<std::size_t>(other / 6)] == like[static_cast<std::size_t>(row / 6)];
      });
      sum[static_cast<std::size_t>(row)] = static_cast<int>(same - active_.begin());
      if (same == active_.end()) active_.push_back(row);
    }
    for (MatrixX& value : kernel.values) {
      MatrixX block = MatrixX::Zero(6 * n_, static_cast<Eigen::Index>(active_.size()));
      for (int row = 0; row < 6 * n_; ++row) {
        const int column = sum[static_cast<std::size_t>(row)];
        if (column >= 0) block.col(column) += value.col(row);
      }
      value = block;
    }
    convolution_ = std::make_unique<hydro::RadiationConvolution>(kernel, kernel_step + step_);
    history_.assign(convolution_->memory_size(), 0.0);
    convolution_->reset(0.0, history_.data());
    stages_.assign(convolution_->workspace_size(), 0.0);
    grid_ = std::make_unique<hydro::TabulatedExcitation>(hydro::LinearExcitation(refs, sea), 0.0, 0.5 * step_);
    waves_.assign(grid_->workspace_size(), 0.0);
    grid_->reset(waves_.data());
    for (int b = 0; b < n_; ++b) {
      const bodies::RigidBody& body = multibody.bodies()[static_cast<std::size_t>(b)];
      const hydro::HydroBody& of = *refs[static_cast<std::size_t>(b)];
      const hydro::StaticForces forces{sea.density() * sea.gravity() * of.displaced_volume, body.mass * sea.gravity(),
                                       of.cb - body.cg};
      restoring_.push_back(hydro::make_hydrostatic_potential(sea.density() * sea.gravity() * of.restoring_stiffness,
                                                             forces.buoyancy - forces.weight, forces.first_moment()));
      displacement_.push_back(Vector3::Zero());
    }
    for (const auto& place : multibody.joints()) {
      if (place.joint.name.rfind("PTO", 0) == 0) pto_ = place.offset;
    }
    damper_.damping = setting.damping;
    for (VectorX* v : {&v_now_, &a_now_, &v_last_, &a_last_, &v_grid_, &a_grid_})
      *v = VectorX::Zero(convolution_->columns());
  }

  void declare(system::Declaration& d) override {
    system::PortSpec spec;
    spec.name = "motion";
    spec.width = static_cast<int>(start_.size());
    const system::State x =
        d.state(spec, start_, {system::State{0}, system::Read::time()},
                [this](const system::Evaluation& e, double* dxdt) { rate(e.time, e.state(system::State{0}), dxdt); });
    d.limit(x, 1e6);
    d.project(x, [this](double* state) { project(state); });
    d.commit({x}, [this](const system::Evaluation& e) { commit(e.time); });
  }

 private:
  /// The whole right-hand side.
  void rate(double time, const double* x, double* dxdt) {
    const int nq = multibody_.nq(), nv = multibody_.nv();
    const Eigen::Map<const VectorX> q(x, nq), v(x + nq, nv);
    multibody_.body_kinematics(q, v, none_, kinematics_);
    grid_->evaluate(time, waves_.data(), excitation_force_.data());
    motion_.find_axes(kinematics_, dynamics_);
    const VectorX& velocity = turning_ >= 0 ? dynamics_.tilted_velocity : kinematics_.velocity;
    for (std::size_t j = 0; j < active_.size(); ++j) v_now_[static_cast<Eigen::Index>(j)] = velocity[active_[j]];
    convolution_->force(time, v_now_.data(), history_.data(), stages_.data(), radiation_force_.data());
    for (int b = 0; turning_ >= 0 && b < n_; ++b) {
      for (VectorX* force : {&radiation_force_, &excitation_force_}) {
        auto moment = force->segment<3>(6 * b + 3);
        moment = (motion_.axes_of(b, dynamics_).in_world * moment).eval();
      }
    }
    for (int b = 0; b < n_; ++b) {
      const auto i = static_cast<std::size_t>(b);
      Vector3& moved = displacement_[i];
      moved = kinematics_.p_WC[i] - multibody_.bodies()[i].cg;
    }
    for (int b = 0; b < n_; ++b) {
      const auto i = static_cast<std::size_t>(b);
      Vector6 restoring;
      restoring_[i].evaluate(displacement_[i].data(), kinematics_.R_WB[i].data(), restoring.data());
      const auto waves = excitation_force_.segment<6>(6 * b), radiation = radiation_force_.segment<6>(6 * b);
      // In the order of the graph's names, so that the sums have the same bits.
      if (i == 0 && n_ > 1) {
        wrench_.segment<6>(6 * b) = waves + restoring - radiation;
      } else {
        wrench_.segment<6>(6 * b) = waves - radiation + restoring;
      }
    }
    effort_[pto_] = bodies::effort(damper_, kinematics_.coordinate[pto_], kinematics_.rate[pto_]);
    motion_.accelerations(kinematics_, wrench_, effort_, nullptr, dynamics_);
    multibody_.coordinate_rates(q, v, kinematics_, Eigen::Map<VectorX>(dxdt, nq));
    std::copy_n(dynamics_.speed_rate.data(), nv, dxdt + nq);
  }

  /// At an accepted point, after rate(): the radiation's memory takes the grid times passed, on a cubic.
  void commit(double time) {
    if (turning_ >= 0) motion_.tilt_accelerations(dynamics_);
    const VectorX& acceleration = turning_ >= 0 ? dynamics_.tilted_acceleration : dynamics_.acceleration;
    for (std::size_t j = 0; j < active_.size(); ++j) a_now_[static_cast<Eigen::Index>(j)] = acceleration[active_[j]];
    const double h = time - last_;
    for (;;) {
      const long index = convolution_->next_index(history_.data());
      const double t = convolution_->grid_time(index, history_.data());
      if (t > time + 1e-9 * convolution_->step()) break;
      if (index == 0 || h <= 0.0) {
        convolution_->commit(v_now_.data(), a_now_.data(), history_.data());
        if (h <= 0.0) break;
        continue;
      }
      const double s = std::min(1.0, (t - last_) / h), s2 = s * s, s3 = s2 * s;
      for (int i = 0; i < convolution_->columns(); ++i) {
        v_grid_[i] = (2.0 * s3 - 3.0 * s2 + 1.0) * v_last_[i] + h * (s3 - 2.0 * s2 + s) * a_last_[i] +
                     (-2.0 * s3 + 3.0 * s2) * v_now_[i] + h * (s3 - s2) * a_now_[i];
        a_grid_[i] = (6.0 * s2 - 6.0 * s) / h * (v_last_[i] - v_now_[i]) + (3.0 * s2 - 4.0 * s + 1.0) * a_last_[i] +
                     (3.0 * s2 - 2.0 * s) * a_now_[i];
      }
      convolution_->commit(v_grid_.data(), a_grid_.data(), history_.data());
    }
    last_ = time;
    v_last_ = v_now_;
    a_last_ = a_now_;
  }

  void project(double* x) {
    const int nq = multibody_.nq();
    multibody_.project(Eigen::Map<VectorX>(x, nq), Eigen::Map<VectorX>(x + nq, multibody_.nv()), none_, projection_);
  }

  std::vector<double> start_;
  int turning_ = -1;
  const bodies::Multibody& multibody_;
  const bodies::EquationOfMotion& motion_;
  bodies::Kinematics kinematics_, projection_;
  bodies::Dynamics dynamics_;
  int n_, pto_ = 0;
  double step_, last_ = 0.0;
  VectorX none_, wrench_, effort_, excitation_force_, radiation_force_;
  VectorX v_now_, a_now_, v_last_, a_last_, v_grid_, a_grid_;
  std::vector<Vector3> displacement_;  // the restoring needs no angles
  std::vector<int> active_;
  bodies::SpringDamper damper_;
  std::vector<hydro::HydrostaticPotential> restoring_;
  std::unique_ptr<hydro::RadiationConvolution> convolution_;
  std::unique_ptr<hydro::TabulatedExcitation> grid_;
  std::vector<double> history_, stages_, waves_;
};

}  // namespace

/// What callgrind counts: --toggle-collect=advance_loop.
extern "C" __attribute__((noinline)) void advance_loop(const std::function<void()>& loop);
void advance_loop(const std::function<void()>& loop) { loop(); }

int main(int argc, char** argv) try {
  if (argc != 5) {
    fmt::print(stderr, "overhead graph|ports|hand sphere|rm3 <steps> <folder with the data>\n");
    return 2;
  }
  const std::string way = argv[1], device = argv[2];
  const long steps = std::atol(argv[3]), settled = 10;  // the first steps fill tables and are not counted
  Setting setting = setting_of(device, std::filesystem::absolute(argv[4]).string());
  const double h = setting.step, end = static_cast<double>(settled + steps) * h;
  std::string text = setting.text;
  const auto replace = [&](const std::string& word, const std::string& by) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word)) text.replace(at, word.size(), by);
  };
  const std::vector<double> times = hydro::read_bemio_h5(setting.file).bodies[0].radiation_irf_time;
  replace("STEP", fmt::format("{:.17g}", times[1] - times[0]));
  replace("FILE", setting.file);
  text = fmt::format(
             "simulation: {{duration: {:.17g}, time_step: {}, ramp: 20}}\nenvironment: {{water_density: 1000, gravity: "
             "9.81}}\n"
             "output: {{time_step: {:.17g}}}\n",
             end, h, end) +
         text;

  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, std::filesystem::path("overhead.yaml"), {}, diagnostics);
  diagnostics.throw_if_errors();
  assembly::BuiltCase built =
      assembly::build_case(model, nullptr, way == "graph" ? assembly::Checks::watch : assembly::Checks::none);
  system::System whole = built.compile();
  const std::vector<double> start = whole.initialize(0.0);
  const auto* component = dynamic_cast<const device::MultibodyComponent*>(whole.find("device"));
  if (component == nullptr) throw std::runtime_error("the case has no device");
  system::Graph graph;
  graph.emplace<ByHand>(setting, component->multibody(), component->equation_of_motion(), *built.sea, start,
                        device == "rm3" ? 1 : -1);  // the float cannot turn against the spar
  system::System one = std::move(graph).compile();

  solver::Integrator integrator(way == "hand" ? one : whole, built.solver);
  integrator.initialize();
  integrator.run({}, static_cast<double>(settled) * h);
  advance_loop([&] { integrator.run({}, end - h); });  // the row at the end is no part of the steps
  const std::vector<double>& x = integrator.state();
  for (const double value : x) fmt::print("{:a} ", value);
  fmt::print("\n");
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
