#include "swell/bodies/multibody.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "at.h"
#include "joint_motion.h"

namespace swell::bodies {
namespace {

template <class Named>
std::vector<int> order_by_name(const std::vector<Named>& list) {
  std::vector<int> order(list.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return list[at(a)].name < list[at(b)].name; });
  return order;
}

/// By name, links behind the bodies.
std::vector<int> order_of_bodies(const std::vector<RigidBody>& list) {
  std::vector<int> order = order_by_name(list);
  std::stable_partition(order.begin(), order.end(), [&](int i) { return !list[at(i)].link; });
  return order;
}

void check_body(const RigidBody& body, Diagnostics& diagnostics) {
  if (body.link) {
    SWELL_EXPECT(body.mass == 0.0 && body.inertia.isZero(0.0));
    return;
  }
  if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
    diagnostics.error(body.origin, fmt::format("body {}: mass = {} kg must be above 0", body.name, body.mass),
                      "give the mass in kg", fmt::format("{}", body.mass), "above 0");
  }
  if (!body.inertia.allFinite() || !body.cg.allFinite()) {
    diagnostics.error(body.origin, fmt::format("body {}: inertia and centre of gravity must be finite", body.name));
    return;
  }
  const double scale = body.inertia.cwiseAbs().maxCoeff();
  if ((body.inertia - body.inertia.transpose()).cwiseAbs().maxCoeff() > 1e-12 * scale) {
    diagnostics.error(body.origin, fmt::format("body {}: inertia must be a symmetric matrix", body.name));
  }
  for (int i = 0; i < 3; ++i) {
    if (body.inertia(i, i) >= 0.0) continue;
    diagnostics.error(body.origin,
                      fmt::format("body {}: inertia I{} = {} kg m2 must not be negative", body.name,
                                  i == 0   ? "xx"
                                  : i == 1 ? "yy"
                                           : "zz",
                                  body.inertia(i, i)),
                      "", fmt::format("{}", body.inertia(i, i)), "0 or above");
  }
}

void check_joint(const Joint& joint, int n_bodies, Diagnostics& diagnostics) {
  for (const int body : {joint.base, joint.follower}) {
    if (body < kWorld || body >= n_bodies) {
      diagnostics.error(joint.origin, fmt::format("joint {}: there is no body number {}", joint.name, body),
                        "name a body of the case or world");
    }
  }
  if (joint.base == joint.follower) {
    diagnostics.error(joint.origin, fmt::format("joint {}: base and follower are the same", joint.name),
                      "a joint connects two bodies, or a body and the world");
  }
  if (!joint.location.allFinite() || !joint.axes.allFinite() ||
      (joint.axes.transpose() * joint.axes - Matrix3::Identity()).cwiseAbs().maxCoeff() > 1e-9 ||
      joint.axes.determinant() < 0.0) {
    diagnostics.error(joint.origin,
                      fmt::format("joint {}: location must be finite and its axes perpendicular unit vectors, "
                                  "right-handed",
                                  joint.name));
  }
  const int dof = degrees_of_freedom(joint.type);
  if (!joint.extension.empty() && static_cast<int>(joint.extension.size()) != dof) {
    diagnostics.error(joint.origin,
                      fmt::format("joint {}: extension has {} numbers, a {} joint has {} coordinate{}", joint.name,
                                  joint.extension.size(), name_of(joint.type), dof, dof == 1 ? "" : "s"));
  }
}

template <class Named>
void check_names(const std::vector<Named>& list, const std::vector<int>& order, const char* what, Diagnostics& d) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Named& item = list[at(order[i])];
    if (item.name.empty()) d.error(item.origin, fmt::format("a {} has no name", what), "give it one");
    if (i > 0 && item.name == list[at(order[i - 1])].name) {
      d.error(item.origin, fmt::format("{} {}: the name is used twice", what, item.name), "rename one of them");
    }
  }
}

/// Roots of the union-find forest; index 0 is the world.
int root_of(std::vector<int>& up, int i) {
  while (up[at(i)] != i) {
    up[at(i)] = up[at(up[at(i)])];
    i = up[at(i)];
  }
  return i;
}

}  // namespace

Matrix3 inertia_tensor(const Vector3& diagonal, const Vector3& products) {
  Matrix3 I;
  I << diagonal.x(), products.x(), products.y(), products.x(), diagonal.y(), products.z(), products.y(), products.z(),
      diagonal.z();
  return I;
}

Multibody::Multibody(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints) {
  sort_and_check(bodies, joints);
  find_islands();
  build_tree();
  lay_out();
  Kinematics k = make_kinematics();
  const VectorX v = VectorX::Zero(nv_);
  const VectorX still = VectorX::Zero(3 * n_prescribed_);
  kinematics(design_coordinates(), v, still, k);
  design_jacobian_ = std::make_shared<const Jacobian>(std::move(k.jacobian));
  only_slides_ = n_prescribed_ == 0 && n_rows_ == 0;
  for (const JointPlace& place : joints_) only_slides_ = only_slides_ && !place.cut;
  for (int i = 0; i < n_bodies(); ++i) only_slides_ = only_slides_ && !rotates(i);
  find_redundancies();
}

void Multibody::sort_and_check(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints) {
  Diagnostics diagnostics;
  const std::vector<int> body_order = order_of_bodies(bodies);
  const std::vector<int> joint_order = order_by_name(joints);
  if (bodies.empty()) diagnostics.error({}, "a mechanism needs at least one body");
  check_names(bodies, body_order, "body", diagnostics);
  check_names(joints, joint_order, "joint", diagnostics);
  for (const int i : body_order) check_body(bodies[at(i)], diagnostics);
  for (const int i : joint_order) check_joint(joints[at(i)], static_cast<int>(bodies.size()), diagnostics);
  diagnostics.throw_if_errors();

  std::vector<int> sorted_index(bodies.size());
  for (std::size_t i = 0; i < body_order.size(); ++i) {
    sorted_index[at(body_order[i])] = static_cast<int>(i);
    bodies_.push_back(bodies[at(body_order[i])]);
  }
  for (const int i : joint_order) {
    JointPlace place;
    place.joint = joints[at(i)];
    if (place.joint.base != kWorld) place.joint.base = sorted_index[at(place.joint.base)];
    if (place.joint.follower != kWorld) place.joint.follower = sorted_index[at(place.joint.follower)];
    place.dof = degrees_of_freedom(place.joint.type);
    joints_.push_back(place);
  }
}

void Multibody::find_islands() {
  std::vector<int> up(bodies_.size());
  std::iota(up.begin(), up.end(), 0);
  using Rank = std::tuple<bool, bool, bool, double>;  // with a mass, tied to the world, not a follower, mass
  std::vector<Rank> rank;
  for (const RigidBody& body : bodies_) rank.emplace_back(!body.link, false, true, body.mass);
  for (const JointPlace& place : joints_) {
    const int base = place.joint.base, follower = place.joint.follower;
    if (base == kWorld || follower == kWorld) {
      std::get<1>(rank[at(std::max(base, follower))]) = true;
      continue;
    }
    std::get<2>(rank[at(follower)]) = false;
    const int a = root_of(up, base), b = root_of(up, follower);
    up[at(std::max(a, b))] = std::min(a, b);
  }
  island_.assign(bodies_.size(), -1);
  std::vector<Rank> best;
  for (int i = 0; i < n_bodies(); ++i) {
    const int first = root_of(up, i);
    if (first == i) {
      island_[at(i)] = n_islands_++;
      best.push_back(rank[at(i)]);
    } else {
      island_[at(i)] = island_[at(first)];
      best[at(island_[at(i)])] = std::max(best[at(island_[at(i)])], rank[at(i)]);
    }
  }
  for (int i = 0; i < n_bodies(); ++i) is_base_.push_back(rank[at(i)] == best[at(island_[at(i)])]);
}

void Multibody::build_tree() {
  // Joints kept in the tree: prescribed ones first, then those with fewest coordinates, then by name. The others close
  // loops and are cut; cutting the freest joints leaves the fewest coordinates and constraints.
  std::vector<int> candidates(joints_.size());
  std::iota(candidates.begin(), candidates.end(), 0);
  std::stable_sort(candidates.begin(), candidates.end(), [&](int a, int b) {
    const JointPlace& p = joints_[at(a)];
    const JointPlace& q = joints_[at(b)];
    if (p.joint.prescribed != q.joint.prescribed) return p.joint.prescribed;
    return p.dof < q.dof;
  });
  std::vector<int> up(bodies_.size() + 1);
  std::iota(up.begin(), up.end(), 0);
  Diagnostics diagnostics;
  for (const int j : candidates) {
    JointPlace& place = joints_[at(j)];
    const int a = root_of(up, place.joint.base + 1);
    const int b = root_of(up, place.joint.follower + 1);
    if (a != b) {
      up[at(std::max(a, b))] = std::min(a, b);
    } else {
      place.cut = true;
      if (place.joint.prescribed) {
        diagnostics.error(
            place.joint.origin,
            fmt::format("joint {}: its motion is prescribed, but other fixed or prescribed joints already "
                        "close the loop",
                        place.joint.name),
            "leave one joint of the loop free");
      }
    }
  }
  diagnostics.throw_if_errors();
  for (int body = 0; body < n_bodies(); ++body) {
    // One floating joint for each island of bodies, at its base; at the first by name if several are equal.
    const int first = root_of(up, body + 1);
    if (first == 0 || !is_base(body)) continue;
    up[at(first)] = 0;
    JointPlace place;
    place.joint.name = bodies_[at(body)].name;
    while (joint_index(place.joint.name) >= 0) place.joint.name += "-free";
    place.joint.type = JointType::floating_6dof;
    place.joint.follower = body;
    place.joint.location = bodies_[at(body)].cg;
    place.dof = 6;
    place.implicit = true;
    joints_.push_back(place);
  }

  // From the world outwards, joints by name at every level.
  std::vector<std::vector<int>> at_body(bodies_.size() + 1);  // from the world on
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (joints_[j].cut) continue;
    for (const int body : {joints_[j].joint.base, joints_[j].joint.follower})
      at_body[at(body + 1)].push_back(static_cast<int>(j));
  }
  std::vector<bool> reached(bodies_.size(), false);
  std::vector<int> front = {kWorld};
  while (!front.empty()) {
    std::vector<int> next;
    for (const int parent : front) {
      for (const int j : at_body[at(parent + 1)]) {
        JointPlace& place = joints_[at(j)];
        const int child = place.joint.base == parent ? place.joint.follower : place.joint.base;
        if (child == kWorld || reached[at(child)]) continue;
        place.against = place.joint.follower == parent;
        place.parent = parent;
        place.child = child;
        reached[at(child)] = true;
        tree_.push_back(j);
        next.push_back(child);
      }
    }
    front = next;
  }
}

void Multibody::lay_out() {
  for (JointPlace& place : joints_) {
    const Joint& joint = place.joint;
    place.offset = n_efforts_;
    n_efforts_ += place.dof;
    place.r_base = joint.base == kWorld ? joint.location : Vector3(joint.location - bodies_[at(joint.base)].cg);
    place.r_follower =
        joint.follower == kWorld ? joint.location : Vector3(joint.location - bodies_[at(joint.follower)].cg);
    place.free_body =
        !place.cut && !joint.prescribed && joint.type == JointType::floating_6dof && place.parent == kWorld;
  }
  Jacobian::Columns all_columns(bodies_.size());
  rotates_.assign(bodies_.size(), false);
  jacobian_is_constant_ = true;
  std::vector<int> free_columns(bodies_.size(), -1);  // of bodies that float freely
  for (const int j : tree_) {
    JointPlace& place = joints_[at(j)];
    std::vector<int>& columns = all_columns[at(place.child)];
    if (place.parent != kWorld) {
      columns = all_columns[at(place.parent)];
      if (rotates_[at(place.parent)]) jacobian_is_constant_ = false;
    }
    const std::vector<int>& motions = free_motions(place.joint.type);
    const bool turns = !motions.empty() && motions.back() > 2;
    rotates_[at(place.child)] = turns || (place.parent != kWorld && rotates_[at(place.parent)]);
    if (turns && !place.free_body) jacobian_is_constant_ = false;
    if (place.dof == 0) continue;
    if (place.joint.prescribed) {
      place.prescribed_offset = n_prescribed_;
      n_prescribed_ += place.dof;
      continue;
    }
    place.v_offset = nv_;
    place.q_offset = nq_;
    nv_ += place.dof;
    nq_ += place.dof + (has_quaternion(place.joint.type) ? 1 : 0);
    for (int i = 0; i < place.dof; ++i) columns.push_back(place.v_offset + i);
    if (place.free_body) free_columns[at(place.child)] = place.v_offset;
    place.slides = place.joint.type == JointType::translational;
    if (place.slides && place.parent != kWorld) place.carried_freely = free_columns[at(place.parent)];
  }
  for (JointPlace& place : joints_) {
    if (place.cut) {
      place.n_constraints = 6 - place.dof;
      place.constraint_offset = n_constraints_;
      n_constraints_ += place.n_constraints;
      jacobian_is_constant_ = false;
      if (const int counted = counted_angles(place.joint.type); counted > 0) {
        place.q_offset = nq_;
        nq_ += counted;
      }
    }
    if (place.cut || place.free_body) {
      place.row_offset = n_rows_;
      n_rows_ += place.dof + place.n_constraints;
    }
  }
  columns_ = std::make_shared<const Jacobian::Columns>(std::move(all_columns));
}

int Multibody::body_index(const std::string& name) const {
  const auto it = std::find_if(bodies_.begin(), bodies_.end(), [&](const RigidBody& b) { return b.name == name; });
  return it == bodies_.end() ? -1 : static_cast<int>(it - bodies_.begin());
}

int Multibody::joint_index(const std::string& name) const {
  const auto it =
      std::find_if(joints_.begin(), joints_.end(), [&](const JointPlace& p) { return p.joint.name == name; });
  return it == joints_.end() ? -1 : static_cast<int>(it - joints_.begin());
}

namespace {
const char* motion_name(int i) {
  static const char* const names[] = {"x", "y", "z", "rx", "ry", "rz"};
  return names[i];
}
}  // namespace

std::vector<std::string> Multibody::speed_names() const {
  std::vector<std::string> names(at(nv_));
  for (const JointPlace& place : joints_) {
    if (place.v_offset < 0) continue;
    for (int i = 0; i < place.dof; ++i) {
      names[at(place.v_offset + i)] = place.joint.name + "." + motion_name(free_motions(place.joint.type)[at(i)]);
    }
  }
  return names;
}

std::vector<std::string> Multibody::coordinate_names() const {
  std::vector<std::string> names(at(nq_));
  for (const JointPlace& place : joints_) {
    if (place.q_offset < 0) continue;
    const std::vector<int>& motions = free_motions(place.joint.type);
    const int counted = counted_angles(place.joint.type);
    const int first = place.cut ? place.dof - counted : 0;
    const int plain = has_quaternion(place.joint.type) ? place.dof - 3 : place.dof;
    for (int i = first; i < plain; ++i) {
      names[at(place.q_offset + i - first)] = place.joint.name + "." + motion_name(motions[at(i)]);
    }
    if (plain == place.dof) continue;
    for (int i = 0; i < 4; ++i) {
      names[at(place.q_offset + plain + i)] = place.joint.name + ".quaternion_" + "wxyz"[i];
    }
  }
  return names;
}

VectorX Multibody::design_coordinates() const {
  VectorX q = VectorX::Zero(nq_);
  for (const JointPlace& place : joints_) {
    if (place.q_offset < 0 || place.cut || !has_quaternion(place.joint.type)) continue;
    q[place.q_offset + place.dof - 3] = 1.0;
  }
  return q;
}

}  // namespace swell::bodies
