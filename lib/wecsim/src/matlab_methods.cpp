// Methods of WEC-Sim's objects that input files call.
#include <Eigen/Geometry>

#include "matlab_machine.h"
#include "swell/base/vector.h"

namespace swell::wecsim {
namespace {

constexpr const char* kPose = "setInitDisp";

// The object and the first argument behind it of `object.method(...)` or `setInitDisp(object, ...)`.
struct MethodCall {
  std::string name;
  ExpressionPtr object;
  std::size_t first = 1;
};

std::optional<MethodCall> method_call(const Statement& s) {
  if (s.kind != Statement::Kind::expression || s.value->kind != Expression::Kind::call) return std::nullopt;
  const ExpressionPtr& f = s.value->children[0];
  MethodCall out;
  if (f->kind == Expression::Kind::field)
    out = {f->text, f->children[0], 1};
  else if (f->kind == Expression::Kind::word && f->text == kPose && s.value->children.size() > 1)
    out = {f->text, s.value->children[1], 2};
  else
    return std::nullopt;
  const Expression* root = out.object.get();
  while (root->kind != Expression::Kind::word && !root->children.empty()) root = root->children[0].get();
  return is_object(root->text) ? std::optional(out) : std::nullopt;
}

MatlabValue row_of(const Vector3& v) {
  MatlabValue row = MatlabValue::matrix(1, 3);
  for (int i = 0; i < 3; ++i) row.numbers[static_cast<std::size_t>(i)] = v[i];
  return row;
}

}  // namespace

bool is_object(const std::string& variable) {
  static const std::set<std::string> objects{"simu",  "waves",   "body",   "constraint",  "pto",
                                             "cable", "mooring", "ptoSim", "windTurbine", "wind"};
  return objects.count(variable) != 0;
}

bool Machine::is_method(const Statement& s) { return method_call(s).has_value(); }

bool Machine::run_method(const Statement& s) {
  const auto call = method_call(s);
  if (!call) return false;
  for (const char* shows : {"plot", "list", "print", "save", "write"}) {
    if (call->name.rfind(shows, 0) != 0) continue;
    skip(fmt::format("{} shows or writes and is left out", call->name));
    return true;
  }
  if (call->name != kPose)
    fail(fmt::format("the method {} of WEC-Sim's objects is not known here", call->name), "set the properties instead");
  Values arguments;
  for (std::size_t i = call->first; i < s.value->children.size(); ++i)
    arguments.push_back(numeric(*this, value_of(s.value->children[i])));
  set_initial_pose(call->object, arguments);
  return true;
}

// The pose after rotations, one after the other, about a point. Versions up to 4.1 take the point, one axis and its
// angle; later ones the vector from the point to the object, and rows of axis and angle. (reference: WEC-Sim
// source/objects/bodyClass.m, setInitDisp; functions/coordTransformation/axisAngle2RotMat.m)
void Machine::set_initial_pose(const ExpressionPtr& object, const Values& arguments) {
  const MatlabValue value = value_of(object);
  const auto three = [&](const MatlabValue& v, const char* what) {
    if (v.numbers.size() != 3) fail(fmt::format("{}: {} is not a vector of 3 numbers", kPose, what));
    return Vector3(v.numbers[0], v.numbers[1], v.numbers[2]);
  };
  Vector3 arm;
  Matrix3 turned = Matrix3::Identity();
  const auto turn = [&](const Vector3& axis, double angle) {
    if (angle == 0.0) return;
    if (!(std::abs(axis.norm() - 1.0) < 1e-6)) fail(fmt::format("{}: the axis is not a unit vector", kPose));
    turned = Eigen::AngleAxisd(angle, axis).toRotationMatrix() * turned;
  };
  if (arguments.size() == 4 && arguments[2].size() == 1) {
    const char* place = value.type == "bodyClass" ? "centerGravity" : "location";
    const MatlabValue* at = value.field(place);
    if (at == nullptr || at->size() != 3 || at->numbers[0] == 999.0)
      fail(fmt::format("{} with a point of rotation needs the object's {}", kPose, place), "set it on a line before");
    arm = three(*at, place) - three(arguments[0], "the point");
    turn(three(arguments[1], "the axis"), arguments[2].numbers[0]);
  } else if (arguments.size() == 3 && arguments[1].columns == 4) {
    arm = three(arguments[0], "the arm");
    const MatlabValue& list = arguments[1];
    for (std::size_t r = 0; r < list.rows; ++r)
      turn(Vector3(list.at(r, 0), list.at(r, 1), list.at(r, 2)), list.at(r, 3));
  } else {
    fail(fmt::format("{} takes an arm, rows of axis and angle, and a displacement", kPose));
  }
  const Vector3 moved = turned * arm - arm + three(arguments.back(), "the displacement");
  const auto set = [&](const char* key, MatlabValue v) {
    auto initial = std::make_shared<Expression>(), part = std::make_shared<Expression>();
    initial->kind = part->kind = Expression::Kind::field;
    initial->line = part->line = line_;
    initial->column = part->column = column_;
    initial->text = "initial";
    initial->children = {object};
    part->text = key;
    part->children = {initial};
    assign(part, std::move(v));
  };
  set("displacement", row_of(moved));
  // A joint has a place only: its frame does not turn.
  if (value.field("initial") == nullptr || value.field("initial")->field("axis") == nullptr) return;
  const Eigen::AngleAxisd pose(turned);
  set("axis", row_of(pose.axis()));
  set("angle", MatlabValue::scalar(pose.angle()));
}

}  // namespace swell::wecsim
