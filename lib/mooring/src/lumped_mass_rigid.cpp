// Rods and bodies among the lines: rigid, free or hinged.
//
// Equations about the origin of each body, world axes: [Goldstein2002, 5.1]. Rods as Morison
// cylinders with loads at their ends, bodies with lumped coefficients: [Hall2020].
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

namespace {

/// Inertia about a point of a mass at `c` from it, that has `inertia` about itself.
Matrix3 about(const Matrix3& inertia, double mass, const Vector3& c) {
  return inertia + mass * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
}

}  // namespace

void LumpedMass::build_rods() {
  const double rho = model_.water_density, g = model_.gravity;
  rigids_.resize(model_.rigids.size());
  attached_.resize(model_.rigids.size());
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const RigidBody& body = model_.rigids[r];
    Rigid& rigid = rigids_[r];
    rigid.mass = body.mass;
    rigid.moment = body.mass * body.cg;
    rigid.inertia = about(body.inertia.asDiagonal(), body.mass, body.cg);
    rigid.lift = (rho * body.volume - body.mass) * g;
    rigid.reach = body.cg.norm();
    if (body.pivot) rigid.pivot = point_node_[*body.pivot];
    if (body.pivot && model_.points[*body.pivot].kind == PointKind::coupled) needs_acceleration_ = true;
  }
  for (std::size_t p = 0; p < model_.points.size(); ++p) {
    const LinePoint& point = model_.points[p];
    if (point.kind != PointKind::attached) continue;
    Rigid& rigid = rigids_[point.rigid];
    rigid.points.push_back(point_node_[p]);
    attached_[point.rigid].push_back(p);
    rigid.reach = std::max(rigid.reach, point.offset.norm());
  }
  for (std::size_t n = 0; n < model_.rods.size(); ++n) {
    const Rod& rod = model_.rods[n];
    const RodType& type = model_.rod_types[rod.type];
    const LinePoint &a = model_.points[rod.points.front()], &b = model_.points[rod.points.back()];
    const double length = (b.position - a.position).norm(), d = type.diameter;
    const bool carried = a.kind == PointKind::attached;
    rods_.push_back({point_node_[rod.points.front()], point_node_[rod.points.back()], length});
    const std::size_t last = rod.points.size() - 1;
    const double l = length / static_cast<double>(last), area = kPi * d * d / 4.0;
    for (std::size_t k = 0; k <= last; ++k) {
      const bool end = k == 0 || k == last;
      Piece piece{};
      piece.node = point_node_[rod.points[k]];
      piece.rod = n;
      piece.length = end ? 0.5 * l : l;
      piece.ahead = k == 0 ? 0.25 * l : k == last ? -0.25 * l : 0.0;
      piece.diameter = d;
      piece.volume = area * piece.length;
      piece.water = rho * piece.volume;
      piece.weight = type.mass_per_length * piece.length * g;
      piece.mass = carried ? 0.0 : type.mass_per_length * piece.length;
      piece.added_n = type.added_mass_transverse * piece.water;
      piece.drag_n = 0.5 * rho * type.drag_transverse * d * piece.length;
      piece.added_t = end ? type.added_mass_end * rho * kPi * d * d * d / 12.0 : 0.0;
      piece.drag_t = end ? 0.5 * rho * type.drag_end * area : 0.0;
      if (model_.seabed) {
        piece.seabed_k = model_.seabed->stiffness * d * piece.length;
        piece.seabed_c = model_.seabed->damping * d * piece.length;
      }
      pieces_.push_back(piece);
    }
    if (!carried) continue;
    Rigid& rigid = rigids_[a.rigid];
    const Vector3 t = (b.offset - a.offset) / length, middle = 0.5 * (a.offset + b.offset);
    const double mass = type.mass_per_length * length;
    const Matrix3 tt = t * t.transpose();
    rigid.inertia += about(
        mass * ((length * length / 12.0 + d * d / 16.0) * (Matrix3::Identity() - tt) + d * d / 8.0 * tt), mass, middle);
    rigid.mass += mass;
    rigid.moment += mass * middle;
  }
  for (Rigid& rigid : rigids_) {
    if (!(rigid.reach > 0.0)) rigid.reach = 1.0;
  }
}

// The axes of the bodies from their quaternions, and the points on them; a body before what hinges on it.
void LumpedMass::scatter_rigids(const double* state, LineScratch& scratch) const {
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const double* x = state + 6 * n_moving_ + 13 * r;
    RigidMotion& motion = scratch.rigid[r];
    motion.axes = Quaternion(x[3], x[4], x[5], x[6]).normalized().toRotationMatrix();
    motion.angular_velocity = Eigen::Map<const Vector3>(x + 10);
    if (rigids_[r].pivot) {
      motion.position = scratch.position[*rigids_[r].pivot];
      motion.velocity = scratch.velocity[*rigids_[r].pivot];
    } else {
      motion.position = Eigen::Map<const Vector3>(x);
      motion.velocity = Eigen::Map<const Vector3>(x + 7);
    }
    for (const std::size_t p : attached_[r]) {
      const Vector3 arm = motion.axes * model_.points[p].offset;
      scratch.position[point_node_[p]] = motion.position + arm;
      scratch.velocity[point_node_[p]] = motion.velocity + motion.angular_velocity.cross(arm);
    }
  }
}

// Wetted share of a piece of rod with its middle at z and the direction cosine t_z, as if its volume were spread evenly
// over the height h that has the cylinder's second moment about its middle: h^2 = l^2 t_z^2 + 3/4 d^2 (1 - t_z^2).
// The buoyancy is the gradient of an energy, -rho g V `potential`, whose derivatives `wet` (by z) and `by_tilt` (by
// t_z) are, so that a rod that pierces the surface neither makes nor loses energy.
LumpedMass::Wetted LumpedMass::wetted(const Piece& piece, double z, double t_z) const {
  const double l = piece.length, d = piece.diameter;
  const double h = std::sqrt(l * l * t_z * t_z + 0.75 * d * d * (1.0 - t_z * t_z));
  if (z <= -0.5 * h) return {1.0, z, 0.0};
  if (z >= 0.5 * h) return {0.0, 0.0, 0.0};
  const double by_height = 0.5 * z * z / (h * h) - 0.125;
  return {0.5 - z / h, 0.5 * z - 0.5 * z * z / h - 0.125 * h, by_height * t_z * (l * l - 0.75 * d * d) / h};
}

double LumpedMass::rod_energy(const LineScratch& scratch) const {
  double sum = 0.0;
  for (const Piece& piece : pieces_) {
    const RodEnds& rod = rods_[piece.rod];
    const double t_z = (scratch.position[rod.b].z() - scratch.position[rod.a].z()) / rod.length;
    const double z = scratch.position[piece.node].z();
    sum += piece.weight * z - piece.water * model_.gravity * wetted(piece, z + piece.ahead * t_z, t_z).potential;
    sum += piece.seabed_k * pressed(piece.node, scratch);
  }
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    sum -= rigids_[r].lift * (scratch.rigid[r].position + scratch.rigid[r].axes * model_.rigids[r].cg).z();
  }
  return sum;
}

// Gravity, buoyancy, water and seabed on the pieces of rods (at their nodes) and on bodies (at their origins).
void LumpedMass::rigid_loads(double t, const WaterMotion* water, const WaterSample* sample, LineScratch& scratch,
                             LinePower* power) const {
  Vector3 u = Vector3::Zero(), a = Vector3::Zero();
  for (const Piece& piece : pieces_) {
    const RodEnds& rod = rods_[piece.rod];
    const std::size_t i = piece.node;
    const Vector3 tangent = (scratch.position[rod.b] - scratch.position[rod.a]) / rod.length;
    const Wetted wet = wetted(piece, scratch.position[i].z() + piece.ahead * tangent.z(), tangent.z());
    const double buoyancy = piece.water * model_.gravity;
    const double tilting = buoyancy * (wet.share * piece.ahead + wet.by_tilt) / rod.length;
    const Vector3 couple = tilting * (Vector3::UnitZ() - tangent.z() * tangent);
    scratch.force[rod.b] += couple;
    scratch.force[rod.a] -= couple;
    water_at(t, i, water, sample, scratch, u, a);
    const Vector3 relative = u - scratch.velocity[i];
    const Vector3 along = relative.dot(tangent) * tangent;
    const Vector3 across = relative - along;
    const Vector3 drag = wet.share * (piece.drag_n * across.norm() * across + piece.drag_t * along.norm() * along);
    const Matrix3 added = wet.share * (piece.added_n * Matrix3::Identity() +
                                       (piece.added_t - piece.added_n) * tangent * tangent.transpose());
    const Vector3 wave = wet.share * piece.water * a + added * a;
    scratch.inertia[i] += piece.mass * Matrix3::Identity() + added;
    scratch.force[i] += drag + wave + Vector3(0.0, 0.0, buoyancy * wet.share - piece.weight);
    if (power != nullptr) {
      power->drag -= drag.dot(scratch.velocity[i]);
      power->water_inertia += wave.dot(scratch.velocity[i]);
    }
    if (model_.seabed) contact(i, piece.seabed_k, piece.seabed_c, tangent, scratch, power);
  }
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const RigidBody& body = model_.rigids[r];
    const RigidMotion& motion = scratch.rigid[r];
    const Matrix3& R = motion.axes;
    const double displaced = model_.water_density * body.volume;
    water_at(t, n_nodes_ + r, water, sample, scratch, u, a);
    const Vector3 relative = u - motion.velocity, omega = motion.angular_velocity;
    Vector6 drag;
    drag << R * (body.drag_area.head<3>().cwiseProduct(R.transpose() * relative)) * relative.norm(),
        -(R * (body.drag_area.tail<3>().cwiseProduct(R.transpose() * omega))) * omega.norm();
    drag *= 0.5 * model_.water_density;
    Matrix6& added = scratch.rigid_added[r];
    added.setZero();
    added.topLeftCorner<3, 3>() = R * (displaced * body.added_mass.head<3>()).asDiagonal() * R.transpose();
    added.bottomRightCorner<3, 3>() = R * (displaced * body.added_mass.tail<3>()).asDiagonal() * R.transpose();
    const Vector3 wave = displaced * a + added.topLeftCorner<3, 3>() * a;
    const Vector3 lift(0.0, 0.0, rigids_[r].lift);
    scratch.wrench[r] = drag;
    scratch.wrench[r].head<3>() += lift + wave;
    scratch.wrench[r].tail<3>() += (R * body.cg).cross(lift);
    if (power != nullptr) {
      power->drag -= drag.head<3>().dot(motion.velocity) + drag.tail<3>().dot(omega);
      power->water_inertia += wave.dot(motion.velocity);
    }
  }
}

// Adds what the points on a body bear to its wrench and inertia about its origin, with the terms of its own rotation.
void LumpedMass::wrench_of(std::size_t r, LineScratch& scratch) const {
  const Rigid& rigid = rigids_[r];
  const RigidMotion& motion = scratch.rigid[r];
  const Vector3& omega = motion.angular_velocity;
  const Vector3 moment = motion.axes * rigid.moment;
  const Matrix3 inertia = motion.axes * rigid.inertia * motion.axes.transpose();
  Vector6& wrench = scratch.wrench[r];
  Matrix6& total = scratch.rigid_inertia[r];
  total = scratch.rigid_added[r];
  total.topLeftCorner<3, 3>() += rigid.mass * Matrix3::Identity();
  total.topRightCorner<3, 3>() -= cross_matrix(moment);
  total.bottomLeftCorner<3, 3>() += cross_matrix(moment);
  total.bottomRightCorner<3, 3>() += inertia;
  wrench.head<3>() -= omega.cross(omega.cross(moment));
  wrench.tail<3>() -= omega.cross(inertia * omega);
  for (const std::size_t node : rigid.points) {
    const Vector3 arm = scratch.position[node] - motion.position;
    const Matrix3& m = scratch.inertia[node];
    const Vector3 force = scratch.force[node] - m * omega.cross(omega.cross(arm));
    wrench.head<3>() += force;
    wrench.tail<3>() += arm.cross(force);
    const Matrix3 x = cross_matrix(arm), mx = m * x;
    total.topLeftCorner<3, 3>() += m;
    total.topRightCorner<3, 3>() -= mx;
    total.bottomLeftCorner<3, 3>() -= mx.transpose();
    total.bottomRightCorner<3, 3>() += x.transpose() * mx;
  }
}

// From the last hinged body to the first: what acts on a hinge is a force and an inertia at its point.
void LumpedMass::condense(LineScratch& scratch) const {
  for (std::size_t r = rigids_.size(); r-- > 0;) {
    wrench_of(r, scratch);
    if (!rigids_[r].pivot) continue;
    const Matrix6& total = scratch.rigid_inertia[r];
    const Matrix3 B = total.topRightCorner<3, 3>();
    const Matrix3 passed = B * total.bottomRightCorner<3, 3>().inverse();
    scratch.hinge_inertia[r] = total.topLeftCorner<3, 3>() - passed * B.transpose();
    scratch.force[*rigids_[r].pivot] += scratch.wrench[r].head<3>() - passed * scratch.wrench[r].tail<3>();
    scratch.inertia[*rigids_[r].pivot] += scratch.hinge_inertia[r];
  }
}

// Accelerations of the bodies and of the points on them, once those of the other nodes are known.
void LumpedMass::accelerate(const PointMotion* coupled, LineScratch& scratch) const {
  for (std::size_t i = 0; i < coupled_.size(); ++i) scratch.acceleration[n_moving_ + i] = coupled[i].acceleration;
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const Rigid& rigid = rigids_[r];
    const Matrix6& total = scratch.rigid_inertia[r];
    Vector6& a = scratch.rigid_acceleration[r];
    if (rigid.pivot) {
      a.head<3>() = scratch.acceleration[*rigid.pivot];
      const Matrix3 C = total.bottomRightCorner<3, 3>();
      a.tail<3>() = C.inverse() * (scratch.wrench[r].tail<3>() - total.bottomLeftCorner<3, 3>() * a.head<3>());
    } else {
      a = total.ldlt().solve(scratch.wrench[r]);
    }
    const RigidMotion& motion = scratch.rigid[r];
    const Vector3& omega = motion.angular_velocity;
    for (const std::size_t node : rigid.points) {
      const Vector3 arm = scratch.position[node] - motion.position;
      scratch.acceleration[node] = a.head<3>() + a.tail<3>().cross(arm) + omega.cross(omega.cross(arm));
    }
  }
}

void LumpedMass::rigid_rates(const double* state, double* derivative, const LineScratch& scratch) const {
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const double* x = state + 6 * n_moving_ + 13 * r;
    double* rate = derivative + 6 * n_moving_ + 13 * r;
    const Vector6& a = scratch.rigid_acceleration[r];
    std::fill(rate, rate + 13, 0.0);
    if (!rigids_[r].pivot) {
      std::copy(x + 7, x + 10, rate);
      Eigen::Map<Vector3>(rate + 7) = a.head<3>();
    }
    // q' = (0, omega) q / 2, Hamilton's product [Diebel2006].
    const Quaternion turn = Quaternion(0.0, x[10], x[11], x[12]) * Quaternion(x[3], x[4], x[5], x[6]);
    rate[3] = 0.5 * turn.w();
    rate[4] = 0.5 * turn.x();
    rate[5] = 0.5 * turn.y();
    rate[6] = 0.5 * turn.z();
    Eigen::Map<Vector3>(rate + 10) = a.tail<3>();
  }
}

// The parts of the power balance that need the accelerations of the bodies.
void LumpedMass::rigid_power(LineScratch& scratch, LinePower& power) const {
  for (const Piece& piece : pieces_) {
    if (!carried(piece.node)) continue;
    const RodEnds& rod = rods_[piece.rod];
    const Vector3 tangent = (scratch.position[rod.b] - scratch.position[rod.a]) / rod.length;
    const Wetted wet = wetted(piece, scratch.position[piece.node].z() + piece.ahead * tangent.z(), tangent.z());
    const Vector3& a = scratch.acceleration[piece.node];
    const Vector3 added = wet.share * (piece.added_n * a + (piece.added_t - piece.added_n) * tangent.dot(a) * tangent);
    power.water_inertia -= scratch.velocity[piece.node].dot(added);
  }
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    Vector6 velocity;
    velocity << scratch.rigid[r].velocity, scratch.rigid[r].angular_velocity;
    power.water_inertia -= velocity.dot(scratch.rigid_added[r] * scratch.rigid_acceleration[r]);
    if (!rigids_[r].pivot) continue;
    const std::size_t node = *rigids_[r].pivot;
    if (node < n_moving_ || node >= n_moving_ + coupled_.size()) continue;
    power.fairleads += (scratch.hinge_inertia[r] * scratch.acceleration[node]).dot(scratch.velocity[node]);
  }
}

double LumpedMass::rigid_kinetic(const LineScratch& scratch) const {
  double sum = 0.0;
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const RigidMotion& motion = scratch.rigid[r];
    const Vector3 omega = motion.axes.transpose() * motion.angular_velocity;
    sum += 0.5 * rigids_[r].mass * motion.velocity.squaredNorm() + 0.5 * omega.dot(rigids_[r].inertia * omega) +
           motion.velocity.dot(motion.angular_velocity.cross(motion.axes * rigids_[r].moment));
  }
  return sum;
}

RigidMotion LumpedMass::rigid_motion(std::size_t rigid, const double* state, const PointMotion* coupled,
                                     LineScratch& scratch) const {
  scatter(state, coupled, scratch);
  return scratch.rigid[rigid];
}

}  // namespace swell::mooring
