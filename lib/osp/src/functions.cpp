#include "swell/osp/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace swell::osp {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortSpec;

namespace {

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

std::optional<FrameQuantity> frame_quantity(const PortSpec& spec, bool same_point) {
  const std::vector<std::optional<Unit>> units = parts(spec.unit);
  const auto is = [&](std::size_t i, PortType type) {
    return i < units.size() && units[i] && measures(type, *units[i]);
  };
  if (spec.width == 6 && units.size() == 2) {
    if (is(0, PortType::Force) && is(1, PortType::Torque)) return FrameQuantity::wrench;
    if (is(0, PortType::LinearVelocity) && is(1, PortType::AngularVelocity)) return FrameQuantity::twist;
    return {};
  }
  if (spec.width != 3 || units.size() != 1) return {};
  if (is(0, PortType::LinearDisplacement)) return FrameQuantity::position;
  const bool free = is(0, PortType::Force) || is(0, PortType::AngularVelocity) || is(0, PortType::AngularAcceleration);
  const bool bound = is(0, PortType::LinearVelocity) || is(0, PortType::Torque) || is(0, PortType::LinearAcceleration);
  if (free || (bound && same_point)) return FrameQuantity::vector;
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

FrameConversion::FrameConversion(std::string name, FrameChange change, FrameQuantity quantity, const PortSpec& from,
                                 const PortSpec& to)
    : Component(std::move(name), "frame-conversion"),
      change_(std::move(change)),
      quantity_(quantity),
      in_(port("in", from.width, from.unit, from.frame, from.type)),
      out_(port("out", from.width, from.unit, to.frame, from.type)) {
  const bool six = quantity == FrameQuantity::wrench || quantity == FrameQuantity::twist;
  SWELL_EXPECT(from.width == (six ? 6 : 3));
}

void FrameConversion::declare(Declaration& declaration) {
  declaration.parameter("change", change_.text());
  const Input in = declaration.input(in_);
  declaration.output(out_, {in}, [in, this](const Evaluation& e, double* out) {
    const Eigen::Map<const Vector3> v(e.input(in));
    switch (quantity_) {
      case FrameQuantity::vector:
        Eigen::Map<Vector3>{out} = change_.vector(v);
        return;
      case FrameQuantity::position:
        Eigen::Map<Vector3>{out} = change_.position(v);
        return;
      case FrameQuantity::wrench:
        Eigen::Map<Vector6>{out} = change_.wrench(Eigen::Map<const Vector6>(e.input(in)));
        return;
      case FrameQuantity::twist:
        Eigen::Map<Vector6>{out} = change_.twist(Eigen::Map<const Vector6>(e.input(in)));
        return;
    }
  });
}

std::optional<std::string> carry(system::Graph& graph, const PortSpec& from_spec, const std::string& from,
                                 const PortSpec& to_spec, const std::string& to, const FrameTree& frames,
                                 const Origin& origin, Diagnostics& diagnostics) {
  if (from_spec.frame.empty() || to_spec.frame.empty() || from_spec.frame == to_spec.frame) return from;
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    diagnostics.add(fault(
        "X_Frame", fmt::format("{} is in frame '{}', {} in '{}': {}", from, from_spec.frame, to, to_spec.frame, why),
        remedy, origin));
    return std::nullopt;
  };
  for (const std::string& name : {from_spec.frame, to_spec.frame}) {
    if (frames.has(name)) continue;
    const std::vector<std::string> known = frames.names();
    const auto near = nearest(name, known);
    return refuse(name == "joint" ? "coordinates of a joint are numbers along its axes, not a vector in space"
                                  : fmt::format("there is no frame {}", name),
                  name == "joint" ? "place, pick and gain turn one into the other as the joint's axes say"
                  : near          ? "did you mean frame " + *near + "?"
                                  : fmt::format("frames are {}", fmt::join(known, ", ")));
  }
  const std::optional<FrameChange> change = frames.change(from_spec.frame, to_spec.frame);
  if (!change) {
    return refuse("no constant change leads from one to the other",
                  "carry it to 'world' first, by a component whose ports say so");
  }
  if (change->trivial()) return from;
  const std::optional<FrameQuantity> quantity = frame_quantity(from_spec, change->r.isZero(1e-12));
  if (!quantity) {
    return refuse(fmt::format("a value of width {} in {} cannot be carried over by itself", from_spec.width,
                              from_spec.unit.empty() ? "no unit" : from_spec.unit),
                  from_spec.width == 1 ? "put a gain between them: from world to world-down 1 along x, -1 along y and z"
                                       : "join wrenches, twists, positions, or vectors about the same point");
  }
  const std::string name = from + " to " + to;
  graph.emplace<FrameConversion>(name, *change, *quantity, from_spec, to_spec);
  graph.connect(from, name + ".in", origin, true);
  diagnostics.warning(
      "frame-turned", origin,
      fmt::format("{} in '{}' is carried to {} in '{}': {}", from, from_spec.frame, to, to_spec.frame, change->text()));
  return name + ".out";
}

void join(system::Graph& graph, const PortSpec& from_spec, const std::string& from, const PortSpec& to_spec,
          const std::string& to, const FrameTree& frames, const Origin& origin, Diagnostics& diagnostics) {
  const auto source = carry(graph, from_spec, from, to_spec, to, frames, origin, diagnostics);
  graph.connect(source.value_or(from), to, origin, !source);
}

}  // namespace swell::osp
