#include "swell/osp/moving_frame.h"

#include <fmt/format.h>

#include <utility>

namespace swell::osp {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortSpec;

namespace {

/// Widths and units of what comes in and goes out, in the order of PointQuantity.
struct Carried {
  int in, out;
  const char *in_unit, *out_unit;
};
constexpr Carried kCarried[] = {{3, 6, "N", "N, N m"},
                                {6, 6, "N, N m", "N, N m"},
                                {0, 3, "", "m"},
                                {6, 3, "m/s, rad/s", "m/s"},
                                {6, 6, "m/s, rad/s", "m/s, rad/s"},
                                {3, 6, "N m", "N, N m"},
                                {6, 3, "m/s, rad/s", "rad/s"},
                                {3, 3, "", ""}};

}  // namespace

int MovingChange::in_width() const { return kCarried[static_cast<std::size_t>(quantity)].in; }
int MovingChange::out_width() const { return kCarried[static_cast<std::size_t>(quantity)].out; }

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
  const Carried& of = kCarried[static_cast<std::size_t>(change_.quantity)];
  const auto port = [&](const char* name, int width, const char* unit, bool moving) {
    PortSpec spec;
    spec.name = name;
    spec.width = width;
    spec.unit = unit;
    spec.frame = moving ? frame_ : "world";
    return spec;
  };
  const bool turned = change_.quantity == PointQuantity::vector;
  const char *const in_unit = turned ? unit_.c_str() : of.in_unit, *const out_unit =
                                                                       turned ? unit_.c_str() : of.out_unit;
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
  if (turned) given.type = result.type = type_;
  const Input in = declaration.input(given);
  declaration.output(result, {pose, in}, [pose, in, this](const Evaluation& e, double* out) {
    change_.apply(e.input(pose), e.input(in), out);
  });
}

}  // namespace swell::osp
