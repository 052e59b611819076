#include "swell/device/yaw_frame.h"

#include <cmath>
#include <utility>

#include "swell/device/body_loads.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortKind;
using system::PortSpec;

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

Matrix6 turned_matrix(const Matrix6& A, double yaw) {
  Matrix6 Y = Matrix6::Zero();
  Y.topLeftCorner<3, 3>() = Y.bottomRightCorner<3, 3>() = Eigen::AngleAxisd(yaw, Vector3::UnitZ()).toRotationMatrix();
  return Y * A * Y.transpose();
}

PortSpec displacement_port() {
  return six_vector("displacement", "m, rad", "shift of the centre of gravity and roll, pitch, yaw");
}

}  // namespace

YawFrame::YawFrame(const std::string& body, BodyNames columns)
    : Component(load_name(body, "yaw_frame"), "axes that turn with the yaw"), columns_(std::move(columns)) {}

void YawFrame::declare(Declaration& d) {
  const Input x = d.input(displacement_port());
  for (const auto& [quantity, unit] :
       {std::pair{"velocity", "m/s, rad/s"}, std::pair{"acceleration", "m/s^2, rad/s^2"}}) {
    for (const std::string& body : columns_) {
      const std::string name = std::string(quantity) + "/" + body;
      const Input motion = d.input(six_vector(name, unit, quantity + (" of " + body)));
      d.output(six_vector("local_" + name, unit, quantity + (" of " + body + " in the turned axes")), {x, motion},
               [x, motion](const Evaluation& e, double* out) {
                 as_six(out) = turned(as_six(e.input(motion)), -e.input(x)[5]);
               });
    }
  }
  const Input local = d.input(six_vector("local_force", "N, N m", "force in the turned axes", PortKind::effort));
  d.output(
      six_vector("force", "N, N m", "the same in the world", PortKind::effort), {x, local},
      [x, local](const Evaluation& e, double* out) { as_six(out) = turned(as_six(e.input(local)), e.input(x)[5]); });
}

YawedRestoring::YawedRestoring(const std::string& body, hydro::LinearRestoring restoring)
    : Component(load_name(body, "restoring"), "linear hydrostatics in axes that turn with the yaw"),
      restoring_(std::move(restoring)) {}

void YawedRestoring::declare(Declaration& d) {
  const Input x = d.input(displacement_port());
  d.output(six_vector("force", "N, N m", "hydrostatic restoring, weight and buoyancy", PortKind::effort), {x},
           [this, x](const Evaluation& e, double* out) {
             const Vector6 world = as_six(e.input(x));
             Vector6 local = turned(world, -world[5]), force;
             local.tail<3>() = world.tail<3>();  // roll and pitch are about the turned axes as they are
             restoring_.evaluate(local.data(), force.data());
             as_six(out) = turned(force, world[5]);
           });
}

YawedAddedMass::YawedAddedMass(const std::string& body, const Matrix6& added_mass)
    : Component(load_name(body, "yawed_added_mass"), "added mass in axes that turn with the yaw"),
      added_mass_(added_mass) {}

bool YawedAddedMass::turns(const Matrix6& added_mass) {
  const double tolerance = 1e-9 * added_mass.cwiseAbs().maxCoeff();
  return (turned_matrix(added_mass, 0.7) - added_mass).cwiseAbs().maxCoeff() > tolerance;
}

void YawedAddedMass::declare(Declaration& d) {
  const Input x = d.input(displacement_port());
  const Input a = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration, for the report only"));
  PortSpec inertia;
  inertia.name = "inertia";
  inertia.width = 36;
  inertia.unit = "kg, kg m, kg m^2";
  inertia.frame = "world";
  inertia.kind = PortKind::inertia;
  inertia.description = "added mass less that of the design heading, row by row";
  const Computed added = d.output(inertia, {x}, [this, x](const Evaluation& e, double* out) {
    as_inertia(out) = turned_matrix(added_mass_, e.input(x)[5]) - added_mass_;
  });
  d.output(six_vector("reported", "N, N m", "force of the added mass"), {added, a},
           [added, a](const Evaluation& e, double* out) {
             as_six(out) = -(as_inertia(e.computed(added)) * as_six(e.input(a)));
           });
}

}  // namespace swell::device
