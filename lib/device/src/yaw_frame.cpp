#include "swell/device/yaw_frame.h"

#include <cmath>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/device/body_loads.h"
#include "swell/device/hydro_sets.h"
#include "system_words.h"

namespace swell::device {

namespace {

/// Y x; with the yaw negative Y^T x.
Vector6 turned(const Vector6& x, double yaw) {
  const double c = std::cos(yaw), s = std::sin(yaw);
  Vector6 out;
  for (const Eigen::Index at : {0, 3}) {
    out[at] = c * x[at] - s * x[at + 1];
    out[at + 1] = s * x[at] + c * x[at + 1];
    out[at + 2] = x[at + 2];
  }
  return out;
}

/// Rate of the yaw: in the turned axes the angular velocity is (roll' cos pitch, pitch', yaw' - roll' sin pitch).
double yaw_rate(const Vector6& displacement, const Vector6& velocity) {
  const Vector6 local = turned(velocity, -displacement[5]);
  return local[5] + std::tan(displacement[4]) * local[3];
}

Matrix6 turned_matrix(const Matrix6& A, double yaw) {
  Matrix6 Y = Matrix6::Zero();
  Y.topLeftCorner<3, 3>() = Y.bottomRightCorner<3, 3>() = Eigen::AngleAxisd(yaw, Vector3::UnitZ()).toRotationMatrix();
  return Y * A * Y.transpose();
}

}  // namespace

std::string YawFrame::frame_of(const std::string& body, std::size_t set) {
  return load_name(body, set == 0 ? "yaw_frame" : "yaw_frame" + std::to_string(set));
}

MotionSource YawFrame::motions(const std::string& body, std::size_t set) {
  return [frame = frame_of(body, set)](Motion motion, const std::string& of) {
    return stacked_address(frame, std::string("local_") + name_of(motion), of);
  };
}

std::string YawFrame::taker(const std::string& body, std::size_t set) { return frame_of(body, set) + ".local_force"; }

YawFrame::YawFrame(const std::string& body, BodyNames columns, std::size_t set, MotionSource source)
    : BodyLoad(body, set == 0 ? "yaw_frame" : ("yaw_frame" + std::to_string(set)).c_str(),
               "axes that turn with the yaw", {ForcePart::radiation_damping, Energy::radiates}),
      columns_(std::move(columns)),
      set_(set),
      source_(std::move(source)) {}

void YawFrame::declare(Declaration& d) {
  const auto in_turned_axes = [this](PortSpec spec) {
    spec.frame = name();
    return spec;
  };
  const Input x = read(d, Motion::displacement);
  std::vector<Input> velocities;
  Input own;
  if (set_ > 0) own = read(d, Motion::velocity);  // the columns' are a share of it
  for (const std::string& body : columns_) {
    const Input v = read_motion_of(d, Motion::velocity, body, source_);
    velocities.push_back(v);
    if (set_ == 0 && body == this->body()) own = v;
    d.output(in_turned_axes(
                 six_vector("local_velocity/" + body, "m/s, rad/s", "velocity of " + body + " in the turned axes")),
             {x, v},
             [x, v](const Evaluation& e, double* out) { as_six(out) = turned(as_six(e.input(v)), -e.input(x)[5]); });
  }
  SWELL_EXPECT(own.index >= 0);
  // The memory takes this for the derivative of the local velocity, whose axes turn.
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Input v = velocities[i], a = read_motion_of(d, Motion::acceleration, columns_[i], source_);
    d.output(in_turned_axes(six_vector("local_acceleration/" + columns_[i], "m/s^2, rad/s^2",
                                       "rate of the local velocity of " + columns_[i])),
             {x, own, v, a}, [x, own, v, a](const Evaluation& e, double* out) {
               const Vector6 displacement = as_six(e.input(x));
               const double rate = yaw_rate(displacement, as_six(e.input(own)));
               const Vector6 local = turned(as_six(e.input(v)), -displacement[5]);
               Vector6 sum = turned(as_six(e.input(a)), -displacement[5]);
               for (const Eigen::Index at : {0, 3}) {
                 sum[at] += rate * local[at + 1];
                 sum[at + 1] -= rate * local[at];
               }
               as_six(out) = sum;
             });
  }
  const Input local =
      d.input(in_turned_axes(six_vector("local_force", "N, N m", "force in the turned axes", PortKind::effort)));
  give_force(d, "the same in the world", {x, local}, [x, local](const Evaluation& e, double* out) {
    as_six(out) = turned(as_six(e.input(local)), e.input(x)[5]);
  });
}

InTurnedAxes::InTurnedAxes(std::unique_ptr<system::Component> load, std::string frame)
    : Load(load->name(), load->type(), {}), load_(std::move(load)), frame_(std::move(frame)) {}

LoadTraits InTurnedAxes::traits(const std::string& port) const {
  const auto* load = dynamic_cast<const Load*>(load_.get());
  return load != nullptr ? load->traits(port) : LoadTraits{};
}

void InTurnedAxes::declare(Declaration& d) {
  load_->declare(d);
  const auto turn = [this](PortSpec& spec) {
    if (spec.frame == "world") spec.frame = frame_;
  };
  for (auto& input : d.inputs) turn(input.spec);
  for (auto& output : d.outputs) turn(output.spec);
  for (auto& state : d.states) turn(state.spec);
  for (auto& memory : d.memories) turn(memory.spec);
}

void restoring_in_turned_axes(const hydro::LinearRestoring& restoring, const double* displacement, double* out) {
  const Vector6 world = as_six(displacement);
  Vector6 local = turned(world, -world[5]), force;
  local.tail<3>() = world.tail<3>();  // roll and pitch are about the turned axes as they are
  restoring.evaluate(local.data(), force.data());
  as_six(out) = turned(force, world[5]);
}

YawedAddedMass::YawedAddedMass(const std::string& body, std::vector<Matrix6> sets)
    : BodyLoad(body, "yawed_added_mass", "added mass in axes that turn with the yaw",
               {ForcePart::added_mass, Energy::inertia}),
      sets_(std::move(sets)) {
  SWELL_EXPECT(!sets_.empty());
}

Matrix6 turn_of_added_mass(const Matrix6& A, double yaw) { return turned_matrix(A, yaw) - A; }

// Lagrange's equations of the water's kinetic energy v Y A Y^T v / 2, Kirchhoff's [Lamb1932, 124]: its rate of
// change by the yaw alone is not in A a. Without it a turn makes energy.
Vector6 force_of_turn(const Matrix6& A, const Vector6& displacement, const Vector6& velocity) {
  const Vector6 local = turned(velocity, -displacement[5]), momentum = A * local;
  const auto quarter = [](const Vector6& u) {  // e_z x
    Vector6 w;
    w << -u[1], u[0], 0.0, -u[4], u[3], 0.0;
    return w;
  };
  Vector6 sum = -yaw_rate(displacement, velocity) * (quarter(momentum) - A * quarter(local));
  // On the yaw, half of what its rate takes from the others; the rate is (tan pitch,
  // 0, 1) times the angular velocity.
  const double moment = local.dot(quarter(momentum));
  sum[3] += std::tan(displacement[4]) * moment;
  sum[5] += moment;
  return turned(sum, displacement[5]);
}

bool YawedAddedMass::turns(const Matrix6& added_mass) {
  const double tolerance = 1e-9 * added_mass.cwiseAbs().maxCoeff();
  return (turned_matrix(added_mass, 0.7) - added_mass).cwiseAbs().maxCoeff() > tolerance;
}

void YawedAddedMass::declare(Declaration& d) {
  const Input x = read(d, Motion::displacement);
  system::Reads reads = {x};
  Input weights;
  if (sets_.size() > 1) {
    weights = HydroSets::read_weights(d, body(), sets_.size());
    reads.emplace_back(weights);
  }
  const auto added_mass = [this, weights](const Evaluation& e) -> Matrix6 {
    if (sets_.size() == 1) return sets_.front();
    Matrix6 sum = Matrix6::Zero();
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const double share = e.input(weights)[i];
      if (share != 0.0) sum += share * sets_[i];
    }
    return sum;
  };
  // The added mass less that of the design heading.
  const Computed added = d.compute("inertia", 36, reads, [added_mass, x](const Evaluation& e, double* out) {
    as_inertia(out) = turn_of_added_mass(added_mass(e), e.input(x)[5]);
  });
  const Input v = read(d, Motion::velocity);
  reads.emplace_back(v);
  const Computed force = d.compute("force", 6, reads, [added_mass, x, v](const Evaluation& e, double* out) {
    as_six(out) = force_of_turn(added_mass(e), as_six(e.input(x)), as_six(e.input(v)));
  });
  give_inertia(d, "force of the added mass that turns", force, added);
}

}  // namespace swell::device
