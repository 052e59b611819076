#include "swell/osp/frame.h"

#include <fmt/format.h>

#include <algorithm>

namespace swell::osp {

Vector6 FrameChange::wrench(const Vector6& F) const {
  Vector6 out;
  const Vector3 force = R * F.head<3>();
  out << force, R * F.tail<3>() + r.cross(force);
  return out;
}

Vector6 FrameChange::twist(const Vector6& v) const {
  Vector6 out;
  const Vector3 omega = R * v.tail<3>();
  out << R * v.head<3>() - omega.cross(r), omega;
  return out;
}

std::string FrameChange::text() const {
  std::string out;
  if (R.isApprox(z_up_to_z_down().R, 1e-12)) {
    out = "turned between z up and z down";
  } else if (!R.isIdentity(1e-12)) {
    const Vector3 rpy = roll_pitch_yaw(R) / kDegree;
    out = fmt::format("turned by roll, pitch, yaw = {:.4g}, {:.4g}, {:.4g} deg", rpy.x(), rpy.y(), rpy.z());
  }
  if (!r.isZero(1e-12)) {
    if (!out.empty()) out += ", ";
    out += fmt::format("moved by ({:.4g}, {:.4g}, {:.4g}) m", r.x(), r.y(), r.z());
  }
  return out.empty() ? "the same" : out;
}

FrameChange z_up_to_z_down() {
  FrameChange change;
  change.R.diagonal() << 1.0, -1.0, -1.0;
  return change;
}

FrameTree::FrameTree() {
  Frame down;
  down.name = "world-down";
  down.R_PF = z_up_to_z_down().R;
  add(std::move(down));
}

void FrameTree::add(Frame frame) {
  const auto same = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& f) { return f.name == frame.name; });
  if (same != frames_.end()) {
    *same = std::move(frame);
  } else {
    frames_.push_back(std::move(frame));
  }
}

const Frame* FrameTree::find(const std::string& name) const {
  const auto found = std::find_if(frames_.begin(), frames_.end(), [&](const Frame& f) { return f.name == name; });
  return found == frames_.end() ? nullptr : &*found;
}

std::vector<std::string> FrameTree::names() const {
  std::vector<std::string> list = {"world"};
  for (const Frame& frame : frames_) list.push_back(frame.name);
  return list;
}

bool FrameTree::has(const std::string& name) const { return name == "world" || find(name) != nullptr; }

std::optional<FrameChange> FrameTree::change(const std::string& from, const std::string& to) const {
  if (from == to) return FrameChange{};
  // Pose of each in the world; a frame that moves, or a chain that leads nowhere, has none.
  const auto pose = [&](std::string name, Matrix3& R, Vector3& p) {
    R.setIdentity();
    p.setZero();
    for (std::size_t step = 0; name != "world"; ++step) {
      const Frame* frame = find(name);
      if (frame == nullptr || frame->moving || step > frames_.size()) return false;
      p = frame->R_PF * p + frame->p_PF;
      R = frame->R_PF * R;
      name = frame->parent;
    }
    return true;
  };
  Matrix3 R_W1, R_W2;
  Vector3 p_W1, p_W2;
  if (!pose(from, R_W1, p_W1) || !pose(to, R_W2, p_W2)) return {};
  return FrameChange{R_W2.transpose() * R_W1, R_W2.transpose() * (p_W1 - p_W2)};
}

}  // namespace swell::osp
