#include "swell/mooring/lumped_mass.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace swell::mooring {

namespace {

// Least damping of a segment over its stiffness, in halves of an implicit step, so that what it cannot resolve dies
// out. Most lines have more of their own; without any the axial motion is of first order in the step.
constexpr double kLeastDamping = 0.1;

// Implicit steps in sqrt(length / gravity): 0.012 s for a chain of 400 m, with which tensions are within 0.5 % rms of
// their dynamic part where it meets the seabed and 0.01 % where it does not (tests/mooring).
constexpr double kStepsPerSwing = 520.0;

/// Mean of max(x, 0) while x runs from x - w to x + w, and the share of the way on which x is above 0: a contact that
/// begins within a step counts from where it begins.
struct Ramp {
  double mean, share;
};
Ramp ramp(double x, double w) {
  if (x >= w) return {x, 1.0};
  if (x <= -w) return {0.0, 0.0};
  return {0.25 * (x + w) * (x + w) / w, 0.5 + 0.5 * x / w};
}

}  // namespace

LumpedMass::LumpedMass(LineModel model, const Origin& origin) : model_(std::move(model)) {
  Diagnostics diagnostics;
  check(model_, origin, diagnostics);
  diagnostics.throw_if_errors();

  // Nodes: free points, inner nodes of the lines, coupled points, fixed points; the first two kinds move.
  point_node_.resize(model_.points.size());
  const auto number = [&](PointKind kind) {
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
      if (model_.points[p].kind != kind) continue;
      if (kind == PointKind::coupled) coupled_.push_back(p);
      point_node_[p] = n_nodes_++;
    }
  };
  number(PointKind::free);
  for (const MooringLine& line : model_.lines) {
    std::vector<std::size_t> nodes(static_cast<std::size_t>(line.segments) + 1);
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k) nodes[k] = n_nodes_++;
    line_nodes_.push_back(std::move(nodes));
  }
  n_moving_ = n_nodes_;
  number(PointKind::coupled);
  number(PointKind::fixed);
  first_attached_ = n_nodes_;
  number(PointKind::attached);

  const double rho = model_.water_density, g = model_.gravity;
  for (std::size_t n = 0; n < model_.lines.size(); ++n) {
    const MooringLine& line = model_.lines[n];
    const LineType& type = model_.types[line.type];
    std::vector<std::size_t>& nodes = line_nodes_[n];
    nodes.front() = point_node_[line.point_a];
    nodes.back() = point_node_[line.point_b];
    const double l = line.length / line.segments;
    // Of a curve, MoorDyn takes the secant to its last point.
    const double EA = type.tension.empty() ? type.axial_stiffness : type.tension.secant();
    const double BA =
        type.damping_ratio ? *type.damping_ratio * l * std::sqrt(EA * type.mass_per_length) : type.internal_damping;
    const bool curved = !type.tension.empty() || !type.damping.empty();
    line_segment_.push_back(segments_.size());
    const std::size_t last = nodes.size() - 1;
    for (std::size_t k = 0; k < last; ++k) segments_.push_back({nodes[k], nodes[k + 1], l, EA, BA, line.type, curved});
    if (type.bending_stiffness > 0.0 || !type.bending.empty()) {
      for (std::size_t k = 1; k < last; ++k)
        bends_.push_back({nodes[k - 1], nodes[k], nodes[k], nodes[k + 1], l, line.type});
      const auto clamp = [&](const std::array<std::size_t, 2>& c) {
        return std::pair(point_node_[c[0]], point_node_[c[1]]);
      };
      if (line.clamp_a) {
        const auto [from, to] = clamp(*line.clamp_a);
        bends_.push_back({from, to, nodes[0], nodes[1], 0.5 * l, line.type});
      }
      if (line.clamp_b) {
        const auto [from, to] = clamp(*line.clamp_b);
        bends_.push_back({nodes[last - 1], nodes[last], from, to, 0.5 * l, line.type});
      }
    }
    const double area = kPi * type.diameter * type.diameter / 4.0;
    for (std::size_t k = 0; k <= last; ++k) {
      const double length = (k == 0 || k == last) ? 0.5 * l : l;
      Share share{};
      share.node = nodes[k];
      share.before = nodes[k == 0 ? 0 : k - 1];
      share.after = nodes[k == last ? last : k + 1];
      share.mass = type.mass_per_length * length;
      share.water = rho * area * length;
      share.lift = (share.water - share.mass) * g;
      share.added_n = type.added_mass_transverse * share.water;
      share.added_t = type.added_mass_tangential * share.water;
      share.drag_n = 0.5 * rho * type.drag_transverse * type.diameter * length;
      share.drag_t = 0.5 * rho * type.drag_tangential * kPi * type.diameter * length;
      if (model_.seabed) {
        share.seabed_k = model_.seabed->stiffness * type.diameter * length;
        share.seabed_c = model_.seabed->damping * type.diameter * length;
      }
      shares_.push_back(share);
    }
  }
  for (std::size_t p = 0; p < model_.points.size(); ++p) {
    const LinePoint& point = model_.points[p];
    if (point.kind == PointKind::fixed) continue;
    const double water = rho * point.volume;
    lumps_.push_back({point_node_[p], point.mass, (water - point.mass) * g, point.added_mass * water, water,
                      0.5 * rho * point.drag_area});
  }
  build_rods();
  build_step();
  build_rows();
  constexpr double kShortest = 1e-9;  // [s]
  if (max_step_ > kShortest) return;
  throw InputError(origin, fmt::format("the mooring's stiffest part needs steps of {:.2g} s", max_step_),
                   "check EA, BA, EI, mass and the length of a segment");
}

void LumpedMass::build_step() {
  // Gershgorin on M^-1 K and M^-1 C of the axial springs, the stiffest of all; the seabed and its friction beside them.
  std::vector<double> mass(n_nodes_), stiffness(n_nodes_), damping(n_nodes_), bending(n_nodes_);
  for (const Segment& s : segments_) {
    for (const std::size_t node : {s.i, s.j}) {
      const LineType& type = model_.types[s.type];
      stiffness[node] += 2.0 * (type.tension.empty() ? s.stiffness : type.tension.steepest()) / s.length;
      damping[node] += 2.0 * (type.damping.empty() ? s.damping : type.damping.steepest()) / s.length;
    }
  }
  for (const Bend& b : bends_) {
    const LineType& type = model_.types[b.type];
    const double EI = type.bending.empty() ? type.bending_stiffness : type.bending.steepest();
    // |t_2 - t_1| of a straight line with spans of about L: coefficients 1, -2, 1 over L.
    const double once = EI / (b.length * b.length * b.length);
    for (const std::size_t node : {b.i, b.j, b.k, b.m}) {
      stiffness[node] += 4.0 * once;
      bending[node] += 4.0 * once;
    }
  }
  for (const Share& s : shares_) {
    mass[s.node] += s.mass + std::min(s.added_n, s.added_t);
    stiffness[s.node] += s.seabed_k;
    if (!model_.seabed) continue;
    const Seabed& bed = *model_.seabed;
    const double creep = std::max(bed.friction, bed.friction_axial.value_or(0.0)) *
                         bed.friction_damping.value_or(std::max(-s.lift, 0.0) / bed.friction_speed);
    damping[s.node] += std::max(s.seabed_c, creep);
  }
  for (const Lump& lump : lumps_) mass[lump.node] += lump.mass + lump.added;
  for (const Piece& piece : pieces_) {
    stiffness[piece.node] += piece.seabed_k;
    damping[piece.node] += piece.seabed_c;
  }
  // RK4 is stable to 2.83 on the imaginary and 2.79 on the real axis, where a slack line has its damping alone; with 2
  // and 2.5 a margin for stretched drag remains.
  double fastest = 0.0;
  const auto add = [&](double omega_squared, double rate) {
    fastest = std::max({fastest, std::sqrt(omega_squared), 0.8 * rate});
  };
  for (std::size_t node = 0; node < n_moving_; ++node) {
    add(stiffness[node] / mass[node], damping[node] / mass[node]);
    bending_rate_ = std::max(bending_rate_, bending[node] / mass[node]);
  }
  least_mass_.assign(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(n_moving_));
  // A body yields at each of its points by the mobility J M^-1 J^T, J = [1, -arm x]; the sum over the points is a
  // bound.
  std::vector<double> squared(rigids_.size()), damped(rigids_.size());
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    Matrix6 total = Matrix6::Zero();
    total.topLeftCorner<3, 3>() = rigids_[r].mass * Matrix3::Identity();
    total.topRightCorner<3, 3>() = -cross_matrix(rigids_[r].moment);
    total.bottomLeftCorner<3, 3>() = cross_matrix(rigids_[r].moment);
    total.bottomRightCorner<3, 3>() = rigids_[r].inertia;
    for (const std::size_t p : attached_[r]) {
      Eigen::Matrix<double, 3, 6> J;
      J << (rigids_[r].pivot ? Matrix3(Matrix3::Zero()) : Matrix3(Matrix3::Identity())),
          -cross_matrix(model_.points[p].offset);
      Matrix3 mobility;
      if (rigids_[r].pivot) {
        mobility = J.rightCols<3>() * rigids_[r].inertia.inverse() * J.rightCols<3>().transpose();
      } else {
        mobility = J * total.inverse() * J.transpose();
      }
      const double yields = mobility.norm();
      squared[r] += stiffness[point_node_[p]] * yields;
      damped[r] += damping[point_node_[p]] * yields;
    }
    add(squared[r], damped[r]);
  }
  max_step_ = fastest > 0.0 ? 2.0 / fastest : 1.0;
  double longest = 0.0;
  for (const MooringLine& line : model_.lines) longest = std::max(longest, line.length);
  implicit_step_ = std::max(std::sqrt(longest / std::max(model_.gravity, 1.0)) / kStepsPerSwing, max_step_);
  max_step_ = std::min(max_step_, model_.explicit_step.value_or(max_step_));
  for (double* step : {&max_step_, &implicit_step_}) *step = std::min(*step, model_.max_step.value_or(*step));
}

LineScratch LumpedMass::make_scratch() const {
  LineScratch scratch;
  scratch.position.assign(n_nodes_, Vector3::Zero());
  scratch.velocity.assign(n_nodes_, Vector3::Zero());
  scratch.force.assign(n_nodes_, Vector3::Zero());
  scratch.acceleration.assign(n_nodes_, Vector3::Zero());
  scratch.inertia.assign(n_nodes_, Matrix3::Zero());
  const std::size_t rigids = rigids_.size();
  scratch.rigid.assign(rigids, {});
  scratch.wrench.assign(rigids, Vector6::Zero());
  scratch.rigid_acceleration.assign(rigids, Vector6::Zero());
  scratch.rigid_inertia.assign(rigids, Matrix6::Zero());
  scratch.rigid_added.assign(rigids, Matrix6::Zero());
  scratch.hinge_inertia.assign(rigids, Matrix3::Zero());
  scratch.motion.resize(n_coupled());
  if (!rigids_.empty()) {
    for (std::vector<double>& stage : scratch.stage) stage.assign(state_size(), 0.0);
  }
  scratch.along.assign(segments_.size(), Vector3::Zero());
  scratch.tension.assign(segments_.size(), 0.0);
  scratch.yield.assign(segments_.size(), 0.0);
  scratch.gain.assign(segments_.size(), 0.0);
  scratch.pull.assign(n_nodes_, 0.0);
  for (std::vector<Vector3>& reach : scratch.reach) reach.assign(segments_.size(), Vector3::Zero());
  scratch.turn.assign(n_coupled(), Vector3::Zero());
  scratch.tie.assign(rows_.empty() ? 0 : rows_.back().start + rows_.size() - rows_.back().first, 0.0);
  for (int end : {0, 1}) {
    scratch.water_velocity[end].assign(n_nodes_ + rigids, Vector3::Zero());
    scratch.water_acceleration[end].assign(n_nodes_ + rigids, Vector3::Zero());
  }
  return scratch;
}

void LumpedMass::scatter(const double* state, const PointMotion* coupled, LineScratch& scratch) const {
  for (std::size_t i = 0; i < n_moving_; ++i) {
    scratch.position[i] = Eigen::Map<const Vector3>(state + 3 * i);
    scratch.velocity[i] = Eigen::Map<const Vector3>(state + 3 * (n_moving_ + i));
  }
  for (std::size_t i = 0; i < coupled_.size(); ++i) {
    scratch.position[n_moving_ + i] = coupled[i].position;
    scratch.velocity[n_moving_ + i] = coupled[i].velocity;
  }
  for (std::size_t p = 0; p < model_.points.size(); ++p) {
    if (model_.points[p].kind != PointKind::fixed) continue;
    scratch.position[point_node_[p]] = model_.points[p].position;
    scratch.velocity[point_node_[p]].setZero();
  }
  scatter_rigids(state, scratch);
}

void LumpedMass::contact(std::size_t i, double stiffness, double damping, const Vector3& tangent, LineScratch& scratch,
                         LinePower* power, double ahead) const {
  const Vector3& v = scratch.velocity[i];
  const Ramp in = ramp(-model_.seabed->depth - scratch.position[i].z(), ahead * std::abs(v.z()));
  if (!(in.share > 0.0)) return;
  const double spring = stiffness * in.mean;
  const double normal = std::max(0.0, spring - damping * in.share * v.z());
  const Eigen::Vector2d slip = v.head<2>();
  const Seabed& bed = *model_.seabed;
  // MoorDyn's law, force over slip: of the creep up to the static limit, then of sliding. The slope of sliding is 0
  // unless the step would turn the slip round.
  struct Grip {
    double ratio, slope;
  };
  const auto against = [&](double mu, double speed) -> Grip {
    const double creep = bed.friction_damping.value_or(normal / bed.friction_speed);
    if (!(creep * speed > bed.friction_static * normal)) return {mu * creep, mu * creep};
    const double ratio = mu * normal / speed;
    return {ratio, 2.0 * ahead * ratio < scratch.inertia[i](0, 0) ? 0.0 : ratio};
  };
  Eigen::Vector2d way = tangent.head<2>();
  Grip along{}, across{};
  if (bed.friction_axial && way.squaredNorm() > 0.0) {
    way.normalize();
    along = against(*bed.friction_axial, std::abs(way.dot(slip)));
    across = against(bed.friction, (slip - way.dot(slip) * way).norm());
  } else {
    way = slip.stableNormalized();
    along = against(bed.friction, slip.norm());
    across = {along.ratio, along.ratio};
  }
  const Eigen::Vector2d rub = -across.ratio * slip - (along.ratio - across.ratio) * way.dot(slip) * way;
  if (ahead > 0.0 && normal > 0.0) {
    scratch.inertia[i].topLeftCorner<2, 2>() +=
        ahead * (across.slope * Eigen::Matrix2d::Identity() + (along.slope - across.slope) * way * way.transpose());
    scratch.inertia[i](2, 2) += ahead * in.share * (damping + ahead * stiffness);
  }
  scratch.force[i] += Vector3(rub.x(), rub.y(), normal);
  if (power != nullptr) power->seabed += (spring - normal) * v.z() - rub.dot(slip);
}

void LumpedMass::sample_water(double t, const WaterMotion& water, double ahead, int which, LineScratch& scratch) const {
  for (std::size_t i = 0; i < n_nodes_; ++i) {
    const Vector3 p_W = scratch.position[i] + ahead * scratch.velocity[i];
    water.at(t, p_W, scratch.water_velocity[which][i], scratch.water_acceleration[which][i]);
  }
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    const Vector3 p_W = scratch.rigid[r].position + ahead * scratch.rigid[r].velocity;
    water.at(t, p_W, scratch.water_velocity[which][n_nodes_ + r], scratch.water_acceleration[which][n_nodes_ + r]);
  }
}

// Water at a node or, beyond the nodes, at the origin of a rigid body.
void LumpedMass::water_at(double t, std::size_t place, const WaterMotion* water, const WaterSample* sample,
                          const LineScratch& scratch, Vector3& u, Vector3& a) const {
  if (sample != nullptr) {
    const double late = (t - sample->t0) / sample->dt;
    u = (1.0 - late) * scratch.water_velocity[0][place] + late * scratch.water_velocity[1][place];
    a = (1.0 - late) * scratch.water_acceleration[0][place] + late * scratch.water_acceleration[1][place];
  } else if (water != nullptr) {
    water->at(t, place < n_nodes_ ? scratch.position[place] : scratch.rigid[place - n_nodes_].position, u, a);
  }
}

void LumpedMass::loads(double t, const WaterMotion* water, const WaterSample* sample, LineScratch& scratch,
                       LinePower* power, double ahead) const {
  Vector3 u = Vector3::Zero(), a = Vector3::Zero();
  for (std::size_t i = 0; i < n_nodes_; ++i) {
    scratch.force[i].setZero();
    scratch.inertia[i].setZero();
  }
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Segment& s = segments_[k];
    const Vector3 span = scratch.position[s.j] - scratch.position[s.i];
    const double distance = span.norm();
    if (!(distance > 0.0)) {
      scratch.yield[k] = scratch.tension[k] = 0.0;
      continue;
    }
    const Vector3 e = span / distance;
    const double rate = e.dot(scratch.velocity[s.j] - scratch.velocity[s.i]);
    const double damped = damping(s, rate);
    // A slack chain carries no push; its internal damping acts all the same, as published.
    double pull = tension(s, distance) + damped;
    if (ahead > 0.0) {
      const double spring = stretching(s, distance) * ahead, damper = damping_slope(s, rate);
      const double more = std::max(kLeastDamping * spring - damper, 0.0);
      scratch.along[k] = e;
      scratch.tension[k] = pull;
      scratch.yield[k] = ahead * (spring + damper + more);
      pull += more * rate;
    }
    scratch.force[s.i] += pull * e;
    scratch.force[s.j] -= pull * e;
    if (power != nullptr) power->internal_damping += damped * rate;
  }
  bend(scratch);
  for (const Share& s : shares_) {
    const std::size_t i = s.node;
    const Vector3 tangent = (scratch.position[s.after] - scratch.position[s.before]).normalized();
    water_at(t, i, water, sample, scratch, u, a);
    const Vector3 relative = u - scratch.velocity[i];
    const Vector3 along = relative.dot(tangent) * tangent;
    const Vector3 across = relative - along;
    const double fast = across.norm(), slides = along.norm();
    const Vector3 drag = s.drag_n * fast * across + s.drag_t * slides * along;
    const Vector3 wave = (s.water + s.added_n) * a + (s.added_t - s.added_n) * tangent.dot(a) * tangent;
    const double any_way = s.mass + s.added_n + ahead * s.drag_n * fast;
    const double lengthwise = s.added_t - s.added_n + ahead * (2.0 * s.drag_t * slides - s.drag_n * fast);
    scratch.inertia[i] += any_way * Matrix3::Identity() + lengthwise * tangent * tangent.transpose();
    if (ahead > 0.0 && fast > 0.0) scratch.inertia[i] += ahead * s.drag_n / fast * across * across.transpose();
    scratch.force[i] += drag + wave + Vector3(0.0, 0.0, s.lift);
    if (power != nullptr) {
      power->drag -= drag.dot(scratch.velocity[i]);
      power->water_inertia += wave.dot(scratch.velocity[i]);
    }
    if (model_.seabed) contact(i, s.seabed_k, s.seabed_c, tangent, scratch, power, ahead);
  }
  for (const Lump& lump : lumps_) {
    const std::size_t i = lump.node;
    water_at(t, i, water, sample, scratch, u, a);
    const Vector3 relative = u - scratch.velocity[i];
    const double fast = relative.norm();
    const Vector3 drag = lump.drag * fast * relative;
    const Vector3 wave = (lump.water + lump.added) * a;
    scratch.inertia[i] += (lump.mass + lump.added + ahead * lump.drag * fast) * Matrix3::Identity();
    if (ahead > 0.0 && fast > 0.0) scratch.inertia[i] += ahead * lump.drag / fast * relative * relative.transpose();
    scratch.force[i] += drag + wave + Vector3(0.0, 0.0, lump.lift);
    if (power != nullptr) {
      power->drag -= drag.dot(scratch.velocity[i]);
      power->water_inertia += wave.dot(scratch.velocity[i]);
    }
  }
  rigid_loads(t, water, sample, scratch, power);
}

void LumpedMass::evaluate(double t, const double* state, const PointMotion* coupled, const WaterMotion* water,
                          double* derivative, Vector3* force, LinePower* power, LineScratch& scratch) const {
  rates(t, state, coupled, water, nullptr, derivative, force, power, scratch);
}

void LumpedMass::rates(double t, const double* state, const PointMotion* coupled, const WaterMotion* water,
                       const WaterSample* sample, double* derivative, Vector3* force, LinePower* power,
                       LineScratch& scratch) const {
  if (power != nullptr) *power = {};
  scatter(state, coupled, scratch);
  loads(t, water, sample, scratch, power);
  condense(scratch);
  for (std::size_t i = 0; i < n_moving_; ++i) {
    scratch.acceleration[i] = scratch.inertia[i].inverse() * scratch.force[i];
  }
  accelerate(coupled, scratch);
  if (derivative != nullptr) {
    std::copy(state + 3 * n_moving_, state + 6 * n_moving_, derivative);
    for (std::size_t i = 0; i < n_moving_; ++i) {
      Eigen::Map<Vector3>(derivative + 3 * (n_moving_ + i)) = scratch.acceleration[i];
    }
    rigid_rates(state, derivative, scratch);
  }
  if (force != nullptr) {
    for (std::size_t i = 0; i < coupled_.size(); ++i) force[i] = scratch.force[n_moving_ + i];
  }
  if (power == nullptr) return;
  for (std::size_t i = 0; i < coupled_.size(); ++i) {
    power->fairleads -= scratch.force[n_moving_ + i].dot(coupled[i].velocity);
  }
  const auto turn_down = [&](const Matrix3& added, std::size_t i) {
    if (carried(i)) power->water_inertia -= scratch.velocity[i].dot(added * scratch.acceleration[i]);
  };
  for (const Share& s : shares_) {
    const Vector3 tangent = (scratch.position[s.after] - scratch.position[s.before]).normalized();
    turn_down(s.added_n * Matrix3::Identity() + (s.added_t - s.added_n) * tangent * tangent.transpose(), s.node);
  }
  for (const Lump& lump : lumps_) turn_down(lump.added * Matrix3::Identity(), lump.node);
  rigid_power(scratch, *power);
}

double LumpedMass::tension(const Segment& s, double distance) const {
  const double strain = std::max(distance / s.length - 1.0, 0.0);
  if (!s.curved || model_.types[s.type].tension.empty()) return s.stiffness * strain;
  return model_.types[s.type].tension(strain);
}

double LumpedMass::stretching(const Segment& s, double distance) const {
  if (!(distance > s.length)) return 0.0;
  const LineCurve& curve = model_.types[s.type].tension;
  return (s.curved && !curve.empty() ? curve.slope(distance / s.length - 1.0) : s.stiffness) / s.length;
}

double LumpedMass::damping_slope(const Segment& s, double rate) const {
  const LineCurve& curve = model_.types[s.type].damping;
  return (s.curved && !curve.empty() ? curve.slope(rate / s.length) : s.damping) / s.length;
}

double LumpedMass::damping(const Segment& s, double rate) const {
  if (!s.curved || model_.types[s.type].damping.empty()) return s.damping * rate / s.length;
  return model_.types[s.type].damping(rate / s.length);
}

// The gradient of L W(|t_2 - t_1| / L), so that bending neither makes nor loses energy.
void LumpedMass::bend(LineScratch& scratch) const {
  for (const Bend& b : bends_) {
    const Vector3 one = scratch.position[b.j] - scratch.position[b.i],
                  two = scratch.position[b.m] - scratch.position[b.k];
    const double l1 = one.norm(), l2 = two.norm();
    if (!(l1 > 0.0 && l2 > 0.0)) continue;
    const Vector3 t1 = one / l1, t2 = two / l2, turn = t2 - t1;
    const LineType& type = model_.types[b.type];
    Vector3 moment;  // dW/d(t_2)
    if (type.bending.empty()) {
      moment = type.bending_stiffness / b.length * turn;
    } else {
      const double angle = turn.norm();
      if (!(angle > 0.0)) continue;
      moment = type.bending(angle / b.length) / angle * turn;
    }
    const Vector3 f1 = (moment - moment.dot(t1) * t1) / l1, f2 = (moment - moment.dot(t2) * t2) / l2;
    scratch.force[b.i] -= f1;
    scratch.force[b.j] += f1;
    scratch.force[b.k] += f2;
    scratch.force[b.m] -= f2;
  }
}

double LumpedMass::elastic_energy(const LineScratch& scratch) const {
  double sum = 0.0;
  for (const Segment& s : segments_) {
    const double strain = std::max((scratch.position[s.j] - scratch.position[s.i]).norm() / s.length - 1.0, 0.0);
    const LineCurve& curve = model_.types[s.type].tension;
    sum += s.length * (curve.empty() ? 0.5 * s.stiffness * strain * strain : curve.integral(strain));
  }
  return sum;
}

double LumpedMass::bending_energy(const LineScratch& scratch) const {
  double sum = 0.0;
  for (const Bend& b : bends_) {
    const Vector3 t1 = (scratch.position[b.j] - scratch.position[b.i]).normalized();
    const Vector3 t2 = (scratch.position[b.m] - scratch.position[b.k]).normalized();
    const double curvature = (t2 - t1).norm() / b.length;
    const LineType& type = model_.types[b.type];
    sum += b.length * (type.bending.empty() ? 0.5 * type.bending_stiffness * curvature * curvature
                                            : type.bending.integral(curvature));
  }
  return sum;
}

double LumpedMass::potential(const LineScratch& scratch) const {
  double sum = elastic_energy(scratch) + bending_energy(scratch) + rod_energy(scratch);
  for (const Share& s : shares_) {
    sum -= s.lift * scratch.position[s.node].z();
    if (!model_.seabed) continue;
    const double depth_in = std::max(-model_.seabed->depth - scratch.position[s.node].z(), 0.0);
    sum += 0.5 * s.seabed_k * depth_in * depth_in;
  }
  for (const Lump& lump : lumps_) sum -= lump.lift * scratch.position[lump.node].z();
  return sum;
}

LineEnergy LumpedMass::energy(const double* state, const PointMotion* coupled, LineScratch& scratch) const {
  scatter(state, coupled, scratch);
  LineEnergy energy;
  energy.elastic = elastic_energy(scratch);
  energy.bending = bending_energy(scratch);
  energy.kinetic = rigid_kinetic(scratch);
  energy.weight = rod_energy(scratch);
  for (const Share& s : shares_) {
    energy.weight -= s.lift * scratch.position[s.node].z();
    if (carried(s.node)) energy.kinetic += 0.5 * s.mass * scratch.velocity[s.node].squaredNorm();
    if (!model_.seabed) continue;
    const double depth_in = std::max(-model_.seabed->depth - scratch.position[s.node].z(), 0.0);
    energy.seabed += 0.5 * s.seabed_k * depth_in * depth_in;
  }
  for (const Lump& lump : lumps_) {
    energy.weight -= lump.lift * scratch.position[lump.node].z();
    if (carried(lump.node)) energy.kinetic += 0.5 * lump.mass * scratch.velocity[lump.node].squaredNorm();
  }
  return energy;
}

LineEnds LumpedMass::ends_of(std::size_t line, const LineScratch& scratch) const {
  const MooringLine& one = model_.lines[line];
  const LineType& type = model_.types[one.type];
  const double half = 0.5 * one.length / one.segments;
  const double weight =
      half * model_.gravity * (type.mass_per_length - model_.water_density * kPi * type.diameter * type.diameter / 4.0);
  const auto end = [&](const Segment& s, bool at_i, double& of_segment, double& pull) {
    const Vector3 span = scratch.position[s.j] - scratch.position[s.i];
    const double distance = span.norm();
    if (!(distance > 0.0)) return;
    const Vector3 e = span / distance;
    const double rate = e.dot(scratch.velocity[s.j] - scratch.velocity[s.i]);
    const double along = tension(s, distance) + damping(s, rate);
    of_segment = std::abs(along);
    // The weight hangs on the end itself unless the seabed has it.
    const bool lies = model_.seabed && scratch.position[at_i ? s.i : s.j].z() <= -model_.seabed->depth + 1e-9;
    pull = ((at_i ? along : -along) * e - Vector3(0.0, 0.0, lies ? 0.0 : weight)).norm();
  };
  LineEnds ends;
  end(segments_[line_segment_[line]], true, ends.tension_a, ends.pull_a);
  end(segments_[line_segment_[line] + static_cast<std::size_t>(one.segments) - 1], false, ends.tension_b, ends.pull_b);
  return ends;
}

void LumpedMass::line_ends(const double* state, const PointMotion* coupled, LineEnds* ends,
                           LineScratch& scratch) const {
  scatter(state, coupled, scratch);
  for (std::size_t line = 0; line < model_.lines.size(); ++line) ends[line] = ends_of(line, scratch);
}

void LumpedMass::end_tensions(std::size_t line, const double* state, const PointMotion* coupled, double& at_a,
                              double& at_b, LineScratch& scratch) const {
  scatter(state, coupled, scratch);
  const LineEnds ends = ends_of(line, scratch);
  at_a = ends.pull_a;
  at_b = ends.pull_b;
}

Matrix3 LumpedMass::coupled_inertia(std::size_t coupled, const double* state, const PointMotion* motion,
                                    LineScratch& scratch) const {
  scatter(state, motion, scratch);
  loads(0.0, nullptr, nullptr, scratch, nullptr);
  condense(scratch);
  return scratch.inertia[n_moving_ + coupled];
}

std::vector<Vector3> LumpedMass::line_shape(std::size_t line, const double* state, const PointMotion* coupled) const {
  LineScratch scratch = make_scratch();
  scatter(state, coupled, scratch);
  std::vector<Vector3> shape;
  for (const std::size_t node : line_nodes_[line]) shape.push_back(scratch.position[node]);
  return shape;
}

}  // namespace swell::mooring
