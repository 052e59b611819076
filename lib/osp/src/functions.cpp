#include "swell/osp/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "swell/base/text.h"

namespace swell::osp {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortSpec;

namespace {

constexpr const char* kTurn = "turned between z up and z down";

PortSpec port(const std::string& name, int width, const std::string& unit = {}, const std::string& frame = {},
              const std::string& type = {}) {
  PortSpec spec;
  spec.name = name;
  spec.width = width;
  spec.unit = unit;
  spec.frame = frame;
  spec.type = type;
  return spec;
}

// Dimensions of the parts of a unit such as "N, N m".
std::vector<std::optional<Unit>> parts(const std::string& text) {
  std::vector<std::optional<Unit>> units;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    units.push_back(parse_unit(text.substr(at, comma - at)));
    at = comma + 1;
  }
  return units;
}

}  // namespace

std::optional<PointQuantity> frame_quantity(const PortSpec& spec) {
  const std::vector<std::optional<Unit>> units = parts(spec.unit);
  const auto is = [&](std::size_t i, std::initializer_list<PortType> types) {
    return i < units.size() && units[i] &&
           std::any_of(types.begin(), types.end(), [&](PortType type) { return measures(type, *units[i]); });
  };
  using T = PortType;
  if (spec.width == 6 && units.size() == 2) {
    if (is(0, {T::Force}) && is(1, {T::Torque})) return PointQuantity::wrench;
    if (is(0, {T::LinearVelocity}) && is(1, {T::AngularVelocity})) return PointQuantity::twist;
    return {};
  }
  if (spec.width != 3 || units.size() != 1) return {};
  if (is(0, {T::LinearDisplacement})) return PointQuantity::position;
  if (is(0,
         {T::Force, T::AngularVelocity, T::AngularAcceleration, T::LinearVelocity, T::Torque, T::LinearAcceleration}))
    return PointQuantity::vector;
  return {};
}

LinearTransformation::LinearTransformation(std::string name, double factor, double offset, int width, std::string unit)
    : Component(std::move(name), "linear-transformation"),
      factor_(factor),
      offset_(offset),
      width_(width),
      unit_(std::move(unit)) {}

void LinearTransformation::declare(Declaration& declaration) {
  declaration.parameter("factor", fmt::format("{}", factor_));
  declaration.parameter("offset", fmt::format("{}", offset_));
  const Input in = declaration.input(port("in", width_, unit_));
  declaration.output(port("out", width_, unit_), {in}, [in, this](const Evaluation& e, double* out) {
    for (int i = 0; i < width_; ++i) out[i] = offset_ + factor_ * e.input(in)[i];
  });
}

bool lies_still(const std::string& frame) { return frame == "world" || frame == "world-down"; }

FrameConversion::FrameConversion(std::string name, const PortSpec& from, const PortSpec& to)
    : Component(std::move(name), "frame-conversion"),
      in_(port("in", from.width, from.unit, from.frame, from.type)),
      out_(port("out", from.width, from.unit, to.frame, from.type)) {
  SWELL_EXPECT(from.width % 3 == 0);
}

void FrameConversion::declare(Declaration& declaration) {
  declaration.parameter("change", kTurn);
  const Input in = declaration.input(in_);
  declaration.output(out_, {in}, [in, width = in_.width](const Evaluation& e, double* out) {
    const double* v = e.input(in);
    for (int i = 0; i < width; ++i) out[i] = i % 3 == 0 ? v[i] : 0.0 - v[i];
  });
}

std::optional<std::string> carry(system::Graph& graph, const PortSpec& from_spec, const std::string& from,
                                 const PortSpec& to_spec, const std::string& to, const std::vector<std::string>& moving,
                                 const Origin& origin, Diagnostics& diagnostics) {
  if (from_spec.frame.empty() || to_spec.frame.empty() || from_spec.frame == to_spec.frame) return from;
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    diagnostics.add(fault(
        "X_Frame", fmt::format("{} is in frame '{}', {} in '{}': {}", from, from_spec.frame, to, to_spec.frame, why),
        remedy, origin));
    return std::nullopt;
  };
  for (const std::string& name : {from_spec.frame, to_spec.frame}) {
    std::vector<std::string> known = {"world", "world-down"};
    known.insert(known.end(), moving.begin(), moving.end());
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return refuse(name == "joint" ? "coordinates of a joint are numbers along its axes, not a vector in space"
                                  : fmt::format("there is no frame {}", name),
                  name == "joint" ? "place, pick and gain turn one into the other as the joint's axes say"
                                  : did_you_mean(name, known, "frames are {}"));
  }
  if (!lies_still(from_spec.frame) || !lies_still(to_spec.frame))
    return refuse("no constant change leads from one to the other",
                  "carry it to 'world' first, by a component whose ports say so");
  if (!frame_quantity(from_spec)) {
    return refuse(fmt::format("a value of width {} in {} cannot be carried over by itself", from_spec.width,
                              from_spec.unit.empty() ? "no unit" : from_spec.unit),
                  from_spec.width == 1 ? "put a gain between them: from world to world-down 1 along x, -1 along y and z"
                                       : "join wrenches, twists, positions, or vectors about the same point");
  }
  const std::string name = from + " to " + to;
  graph.emplace<FrameConversion>(name, from_spec, to_spec);
  graph.connect(from, name + ".in", origin, true);
  diagnostics.warning(
      "frame-turned", origin,
      fmt::format("{} in '{}' is carried to {} in '{}': {}", from, from_spec.frame, to, to_spec.frame, kTurn));
  return name + ".out";
}

}  // namespace swell::osp
