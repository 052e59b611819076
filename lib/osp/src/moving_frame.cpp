#include "swell/osp/moving_frame.h"

#include <fmt/format.h>

#include <utility>

namespace swell::osp {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortSpec;

int MovingChange::in_width() const {
  switch (quantity) {
    case PointQuantity::position:
      return 0;
    case PointQuantity::force:
    case PointQuantity::vector:
    case PointQuantity::moment:
      return 3;
    case PointQuantity::wrench:
    case PointQuantity::velocity:
    case PointQuantity::turning:
    case PointQuantity::twist:
      return 6;
  }
  return 0;
}

int MovingChange::out_width() const {
  switch (quantity) {
    case PointQuantity::position:
    case PointQuantity::velocity:
    case PointQuantity::vector:
    case PointQuantity::turning:
      return 3;
    case PointQuantity::force:
    case PointQuantity::wrench:
    case PointQuantity::moment:
    case PointQuantity::twist:
      return 6;
  }
  return 0;
}

void MovingChange::apply(const double* pose, const double* in, double* out) const {
  const Matrix3 R = rotation_from_roll_pitch_yaw(Eigen::Map<const Vector3>(pose + 3));
  const Vector3 r = R * point;
  Vector6 value = Vector6::Zero();  // world axes
  for (int i = 0; i < in_width(); i += 3) {
    const Eigen::Map<const Vector3> given(in + i);
    value.segment<3>(i) = from_moving ? Vector3(R * given) : Vector3(given);
  }
  const Vector3 first = value.head<3>(), second = value.tail<3>();
  switch (quantity) {
    case PointQuantity::force:
    case PointQuantity::wrench:
      value.tail<3>() = second + r.cross(first);
      break;
    case PointQuantity::position:
      value.head<3>() = Eigen::Map<const Vector3>(pose) + r;
      break;
    case PointQuantity::velocity:
    case PointQuantity::twist:
      value.head<3>() = first + second.cross(r);
      break;
    case PointQuantity::moment:
      value << Vector3::Zero(), first;
      break;
    case PointQuantity::turning:
      value.head<3>() = second;
      break;
    case PointQuantity::vector:
      break;
  }
  for (int i = 0; i < out_width(); i += 3) {
    const Vector3 part = value.segment<3>(i);
    Eigen::Map<Vector3>{out + i} = to_moving ? Vector3(R.transpose() * part) : part;
  }
}

MovingFrameConversion::MovingFrameConversion(std::string name, MovingChange change, std::string frame, std::string pose,
                                             std::string unit, std::string type)
    : Component(std::move(name), "moving-frame-conversion"),
      change_(std::move(change)),
      frame_(std::move(frame)),
      pose_(std::move(pose)),
      unit_(std::move(unit)),
      type_(std::move(type)) {}

void MovingFrameConversion::declare(Declaration& declaration) {
  const auto port = [&](const char* name, int width, const char* unit, bool moving) {
    PortSpec spec;
    spec.name = name;
    spec.width = width;
    spec.unit = unit;
    spec.frame = moving ? frame_ : "world";
    return spec;
  };
  const char *in_unit = "", *out_unit = "";
  switch (change_.quantity) {
    case PointQuantity::force:
      in_unit = "N";
      out_unit = "N, N m";
      break;
    case PointQuantity::wrench:
      in_unit = out_unit = "N, N m";
      break;
    case PointQuantity::position:
      out_unit = "m";
      break;
    case PointQuantity::velocity:
      in_unit = "m/s, rad/s";
      out_unit = "m/s";
      break;
    case PointQuantity::twist:
      in_unit = out_unit = "m/s, rad/s";
      break;
    case PointQuantity::moment:
      in_unit = "N m";
      out_unit = "N, N m";
      break;
    case PointQuantity::turning:
      in_unit = "m/s, rad/s";
      out_unit = "rad/s";
      break;
    case PointQuantity::vector:
      in_unit = out_unit = unit_.c_str();
      break;
  }
  declaration.parameter("point",
                        fmt::format("{:g}, {:g}, {:g}", change_.point.x(), change_.point.y(), change_.point.z()), "m");
  declaration.parameter("frame", frame_);
  const Input pose = declaration.input(port("pose", 6, "m, rad", false));
  declaration.from(pose, pose_, true);
  PortSpec result = port("out", change_.out_width(), out_unit, change_.to_moving);
  if (change_.quantity == PointQuantity::position) {
    declaration.output(result, {pose},
                       [pose, this](const Evaluation& e, double* out) { change_.apply(e.input(pose), nullptr, out); });
    return;
  }
  PortSpec given = port("in", change_.in_width(), in_unit, change_.from_moving);
  if (change_.quantity == PointQuantity::vector) given.type = result.type = type_;
  const Input in = declaration.input(given);
  declaration.output(result, {pose, in}, [pose, in, this](const Evaluation& e, double* out) {
    change_.apply(e.input(pose), e.input(in), out);
  });
}

}  // namespace swell::osp
