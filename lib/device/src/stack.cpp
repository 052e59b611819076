#include "swell/device/stack.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/angle_moment.h"
#include "swell/base/motions.h"
#include "system_words.h"

namespace swell::device {

PortSpec port(std::string name, int width, std::string unit, std::string description, std::string frame,
              PortKind kind) {
  PortSpec spec;
  spec.name = std::move(name);
  spec.width = width;
  spec.unit = std::move(unit);
  spec.frame = std::move(frame);
  spec.kind = kind;
  spec.description = std::move(description);
  return spec;
}

PortSpec kept(std::string name, std::size_t width, std::string unit) {
  return port(std::move(name), static_cast<int>(width), std::move(unit), {}, "world");
}

system::Memory keep(Declaration& d, system::MemoryKind kind, std::string name, std::size_t width, std::string unit) {
  return d.memory(kept(std::move(name), width, std::move(unit)), kind, std::vector<double>(width, 0.0));
}

PortSpec six_vector(std::string name, std::string unit, std::string description, PortKind kind) {
  PortSpec spec = port(std::move(name), 6, std::move(unit), std::move(description), "world", kind);
  spec.labels = motion_labels();
  return spec;
}

PortSpec inertia_port(std::string name, std::string description) {
  return port(std::move(name), 36, "kg, kg m, kg m^2", std::move(description), "world", PortKind::inertia);
}

TurnCount::TurnCount(Declaration& d, system::Input pose, const std::string& name) {
  const system::Memory last = last_ =
      d.memory(port(name, 2, "rad", "roll and yaw, counted beyond half a turn"), system::MemoryKind::mode, {0.0, 0.0});
  d.commit({pose, last}, [pose, last](const Evaluation& e) {
    double* angles = e.change(last);
    angles[0] = nearest_turn(e.input(pose)[3], angles[0]);
    angles[1] = nearest_turn(e.input(pose)[5], angles[1]);
  });
}

void TurnCount::add_to(system::Reads& reads) const {
  if (last_.index >= 0) reads.emplace_back(last_);
}

const double* TurnCount::counted(const Evaluation& e, const double* pose, Vector6& own) const {
  own = as_six(pose);
  own[3] = nearest_turn(own[3], e.memory(last_)[0]);
  own[5] = nearest_turn(own[5], e.memory(last_)[1]);
  return own.data();
}

std::string joint_unit(bodies::JointType type, const std::string& sliding, const std::string& turning) {
  std::string list;
  bool slides = false, turns = false;
  for (const int motion : bodies::free_motions(type)) {
    (motion < 3 ? slides : turns) = true;
    list += (list.empty() ? "" : ", ") + (motion < 3 ? sliding : turning);
  }
  if (slides && turns) return list;
  return turns ? turning : sliding;
}

std::string joint_motion_unit(bodies::JointType type) {
  return joint_unit(type, "m", "rad") + ", " + joint_unit(type, "m/s", "rad/s") + ", " +
         joint_unit(type, "m/s^2", "rad/s^2");
}

void StackedInput::declare(Declaration& d, const BodyNames& bodies, Motion motion, const std::vector<int>& active,
                           const MotionSource& source) {
  for (const std::string& body : bodies) inputs_.push_back(read_motion_of(d, motion, body, source));
  if (active.empty()) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      for (int i = 0; i < 6; ++i) entries_.push_back({inputs_[b], i});
    }
  } else {
    for (const int entry : active) entries_.push_back({inputs_[static_cast<std::size_t>(entry / 6)], entry % 6});
  }
  run_ = !entries_.empty();
  for (std::size_t i = 1; i < active.size(); ++i) run_ = run_ && active[i] == active[i - 1] + 1;
  if (!run_) return;
  const auto at = [this](system::Input input) {
    return std::find_if(inputs_.begin(), inputs_.end(), [&](system::Input i) { return i.index == input.index; });
  };
  run_inputs_.assign(at(entries_.front().input), at(entries_.back().input) + 1);
}

system::Reads StackedInput::reads() const { return {inputs_.begin(), inputs_.end()}; }

inline const double* StackedInput::in_place(const Evaluation& e) const {
  if (!run_) return nullptr;
  const system::Input* input = run_inputs_.data();
  const system::Input* const end = input + run_inputs_.size();
  const double* const first = e.input(*input);
  for (const double* next = first + 6; ++input != end; next += 6) {
    if (e.input(*input) != next) return nullptr;
  }
  return first + entries_[0].index;
}

void StackedInput::gather(const Evaluation& e, double* out) const {
  if (const double* there = in_place(e)) {
    std::copy_n(there, entries_.size(), out);
    return;
  }
  for (const Entry& entry : entries_) *out++ = e.input(entry.input)[entry.index];
}

const double* StackedInput::view(const Evaluation& e, double* scratch) const {
  if (const double* there = in_place(e)) return there;
  gather(e, scratch);
  return scratch;
}

void declare_forces(Declaration& d, const BodyNames& bodies, system::Computed source, const std::string& description,
                    const std::function<void(const std::string& body)>& then, const std::string& name) {
  int first = 0;
  for (const std::string& body : bodies) {
    d.output(six_vector(fmt::format("{}/{}", name, body), "N, N m", fmt::format("{} on {}", description, body),
                        PortKind::effort),
             source, first);
    then(body);
    first += 6;
  }
}

void declare_forces(Declaration& d, const BodyNames& bodies, system::Computed source, const std::string& description,
                    ForcePart part) {
  declare_forces(d, bodies, source, description, [&](const std::string& body) { acts_as(d, body, part); });
}

}  // namespace swell::device
