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

// Strain up to which explicit steps bear a stiffness that grows with the load: most ropes break before.
constexpr double kLargeStrain = 0.05;

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
    for (std::size_t k = 0; k < last; ++k)
      segments_.push_back(
          {nodes[k], nodes[k + 1], l, EA, BA, line.type, n, curved, type.dynamic_stiffness > 0.0 ? n_slow_++ : npos});
    if (type.bending_stiffness > 0.0 || !type.bending.empty()) {
      for (std::size_t k = 1; k < last; ++k)
        bends_.push_back({nodes[k - 1], nodes[k], nodes[k], nodes[k + 1], l, line.type, n});
      const auto clamp = [&](const std::array<std::size_t, 2>& c) {
        return std::pair(point_node_[c[0]], point_node_[c[1]]);
      };
      if (line.clamp_a) {
        const auto [from, to] = clamp(*line.clamp_a);
        bends_.push_back({from, to, nodes[0], nodes[1], 0.5 * l, line.type, n});
      }
      if (line.clamp_b) {
        const auto [from, to] = clamp(*line.clamp_b);
        bends_.push_back({nodes[last - 1], nodes[last], from, to, 0.5 * l, line.type, n});
      }
    }
    const double area = kPi * type.diameter * type.diameter / 4.0;
    for (std::size_t k = 0; k <= last; ++k) {
      const double length = (k == 0 || k == last) ? 0.5 * l : l;
      Share share{};
      share.node = nodes[k];
      share.line = n;
      const bool shakes = type.lift > 0.0 && k != 0 && k != last;  // MoorDyn leaves its ends without lift
      share.wake = shakes ? n_wakes_++ : npos;
      share.vortex = 0.5 * rho * type.lift * type.diameter * length;
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
    const auto& failures = model_.failures;
    if (std::any_of(failures.begin(), failures.end(), [&](const LineFailure& f) { return f.loose == p; })) {
      lumps_.push_back({point_node_[p], point.mass, 0.0, 0.0, 0.0, 0.0});  // it floats until a line has it
      continue;
    }
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
  std::vector<double> mass(n_nodes_), stiffness(n_nodes_), damping(n_nodes_), bending(n_nodes_),
      compliance(model_.lines.size());
  for (const Segment& s : segments_) {
    for (const std::size_t node : {s.i, s.j}) {
      const LineType& type = model_.types[s.type];
      const bool slow = s.slow != npos;
      const double EA = slow                   ? moduli(s, kLargeStrain).fast
                        : type.tension.empty() ? s.stiffness
                                               : type.tension.steepest();
      const double BA = slow                   ? std::min(s.damping, type.dynamic_damping)
                        : type.damping.empty() ? s.damping
                                               : type.damping.steepest();
      impedance_ = std::max(impedance_, std::sqrt(EA * type.mass_per_length));
      compliance[s.line] += 0.5 * s.length / EA;
      stiffness[node] += 2.0 * EA / s.length;
      damping[node] += 2.0 * BA / s.length;
    }
  }
  for (const double c : compliance) end_stiffness_ = std::max(end_stiffness_, c > 0.0 ? 1.0 / c : 0.0);
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
  for (const Segment& s : segments_) {
    if (s.slow == npos) continue;
    const Moduli E = moduli(s, kLargeStrain);
    add(0.0, (E.slow + E.fast) / (s.damping + model_.types[s.type].dynamic_damping));
  }
  for (const Segment& s : segments_) {
    const double mass_per_length = model_.types[s.type].mass_per_length;
    if (s.slow == npos)
      snatch_step_ = std::min(snatch_step_, 2.0 * s.length * std::sqrt(mass_per_length / s.stiffness));
  }
  max_step_ = fastest > 0.0 ? 2.0 / fastest : 1.0;
  double longest = 0.0;
  for (const MooringLine& line : model_.lines) longest = std::max(longest, line.length);
  implicit_step_ = std::max(std::sqrt(longest / std::max(model_.gravity, 1.0)) / kStepsPerSwing, max_step_);
  event_step_ = 0.25 * implicit_step_;
  for (double* step : {&max_step_, &implicit_step_, &event_step_})
    *step = std::min(*step, model_.max_step.value_or(*step));
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
  scratch.law.assign(segments_.size(), {});
  scratch.unbound.assign(n_nodes_, Vector3::Zero());
  scratch.gain.assign(segments_.size(), 0.0);
  scratch.pull.assign(n_nodes_, 0.0);
  for (std::vector<Vector3>& reach : scratch.reach) reach.assign(segments_.size(), Vector3::Zero());
  scratch.turn.assign(n_coupled(), Vector3::Zero());
  scratch.tie.assign(rows_.empty() ? 0 : rows_.back().start + rows_.size() - rows_.back().first, 0.0);
  scratch.slow.assign(n_slow_, 0.0);
  scratch.creep.assign(n_slow_, 0.0);
  scratch.strain_rate.assign(n_slow_, 0.0);
  scratch.wound.assign(model_.winches.size(), 0.0);
  scratch.winding.assign(model_.winches.size(), 0.0);
  scratch.factor.assign(model_.lines.size(), 1.0);
  for (auto* of_line : {&scratch.factor_rate, &scratch.largest, &scratch.rise})
    of_line->assign(model_.lines.size(), 0.0);
  scratch.wake.assign(n_wakes_, {});
  scratch.wake_rate.assign(n_wakes_, {});
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
  std::copy_n(state + slow_at(), n_slow_, scratch.slow.begin());
  for (std::size_t k = 0; k < n_wakes_; ++k) std::copy_n(state + wake_at() + 4 * k, 4, scratch.wake[k].begin());
}

void LumpedMass::contact(std::size_t i, double stiffness, double damping, const Vector3& tangent, LineScratch& scratch,
                         LinePower* power, double ahead) const {
  const Vector3& v = scratch.velocity[i];
  const Seabed& bed = *model_.seabed;
  // Most nodes are clear of a level seabed.
  if (bed.depths.empty() && scratch.position[i].z() + bed.depth > ahead * std::abs(v.z())) return;
  const Seabed::Ground ground = bed.at(scratch.position[i]);
  const Vector3& up = ground.normal;
  const double rise = up.dot(v);
  const Ramp in = ramp((ground.z - scratch.position[i].z()) * up.z(), ahead * std::abs(rise));
  if (!(in.share > 0.0)) return;
  const double spring = stiffness * in.mean;
  const double normal = std::max(0.0, spring - damping * in.share * rise);
  const Vector3 slip = v - rise * up;
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
  Vector3 way = tangent - tangent.dot(up) * up;
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
  const Vector3 rub = -across.ratio * slip - (along.ratio - across.ratio) * way.dot(slip) * way;
  if (ahead > 0.0 && normal > 0.0) {
    const double pressed = ahead * in.share * (damping + ahead * stiffness);
    scratch.inertia[i] +=
        ahead * (across.slope * Matrix3::Identity() + (along.slope - across.slope) * way * way.transpose()) +
        (pressed - ahead * across.slope) * up * up.transpose();
  }
  scratch.force[i] += rub + normal * up;
  if (power != nullptr) power->seabed += (spring - normal) * rise - rub.dot(slip);
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
      scratch.law[k] = {};
      continue;
    }
    const Vector3 e = span / distance;
    const double l = scratch.factor[s.line] * s.length;
    // Line that comes off a winch has the strain of the rest: it is not stretched by being there.
    const double rate = e.dot(scratch.velocity[s.j] - scratch.velocity[s.i]) -
                        distance * scratch.factor_rate[s.line] / scratch.factor[s.line];
    const Pull on = pull(k, distance / l - 1.0, rate / l, scratch, ahead);
    double force = on.elastic + on.damping;
    if (s.slow != npos) {
      scratch.creep[s.slow] = on.creep;
      scratch.strain_rate[s.slow] = rate / l;
    }
    if (ahead > 0.0) {
      const bool slow = s.slow != npos;  // its damping does not push either
      const double spring = on.taut_spring / l * ahead, damper = on.taut_damper / l;
      const double more = std::max(kLeastDamping * spring - damper, 0.0);
      SegmentLaw& law = scratch.law[k];
      law.force[0] = slow ? 0.0 : on.damping;
      law.force[1] = on.taut + (slow ? 0.0 : on.damping) + more * rate;
      law.yield[0] = slow ? 0.0 : ahead * damper;
      law.yield[1] = ahead * (spring + damper + more);
      law.margin = slow ? -1.0 : distance - l - ahead * rate;
      law.way = 2.0 * ahead * rate;
      law.length = l;
      law.damped = slow ? 0.0 : on.damping;
      law.kind = (slow ? on.taut > 0.0 : distance > l) ? 1 : 0;
      law.now = law.force[law.kind];
      scratch.along[k] = e;
      scratch.tension[k] = force;
      scratch.yield[k] = law.yield[law.kind];
      force = law.now;
    }
    scratch.force[s.i] += force * e;
    scratch.force[s.j] -= force * e;
    if (power != nullptr) power->internal_damping += on.lost * l;
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
    const double f = scratch.factor[s.line];
    Vector3 drag = f * (s.drag_n * fast * across + s.drag_t * slides * along);
    if (s.wake != npos && !scratch.at_rest) drag += f * vortex_force(s, tangent, across, ahead, scratch);
    const Vector3 wave = f * ((s.water + s.added_n) * a + (s.added_t - s.added_n) * tangent.dot(a) * tangent);
    const double any_way = f * (s.mass + s.added_n + ahead * s.drag_n * fast);
    const double lengthwise = f * (s.added_t - s.added_n + ahead * (2.0 * s.drag_t * slides - s.drag_n * fast));
    scratch.inertia[i] += any_way * Matrix3::Identity() + lengthwise * tangent * tangent.transpose();
    if (ahead > 0.0 && fast > 0.0) scratch.inertia[i] += f * ahead * s.drag_n / fast * across * across.transpose();
    scratch.force[i] += drag + wave + Vector3(0.0, 0.0, f * s.lift);
    if (power != nullptr) {
      power->drag -= drag.dot(scratch.velocity[i]);
      power->water_inertia += wave.dot(scratch.velocity[i]);
    }
    if (model_.seabed) contact(i, f * s.seabed_k, f * s.seabed_c, tangent, scratch, power, ahead);
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
  reel(0.0, scratch);
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
    std::copy_n(scratch.creep.begin(), n_slow_, derivative + slow_at());
    for (std::size_t k = 0; k < n_wakes_; ++k)
      std::copy_n(scratch.wake_rate[k].begin(), 4, derivative + wake_at() + 4 * k);
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
    turn_down(scratch.factor[s.line] *
                  (s.added_n * Matrix3::Identity() + (s.added_t - s.added_n) * tangent * tangent.transpose()),
              s.node);
  }
  for (const Lump& lump : lumps_) turn_down(lump.added * Matrix3::Identity(), lump.node);
  rigid_power(scratch, *power);
}

double LumpedMass::potential(const LineScratch& scratch) const {
  double sum = elastic_energy(scratch) + bending_energy(scratch) + rod_energy(scratch);
  for (const Share& s : shares_) {
    sum -= scratch.factor[s.line] * s.lift * scratch.position[s.node].z();
    sum += scratch.factor[s.line] * s.seabed_k * pressed(s.node, scratch);
  }
  for (const Lump& lump : lumps_) sum -= lump.lift * scratch.position[lump.node].z();
  return sum;
}

// Half the square of the depth in the seabed [m^2].
double LumpedMass::pressed(std::size_t node, const LineScratch& scratch) const {
  if (!model_.seabed) return 0.0;
  const Seabed::Ground ground = model_.seabed->at(scratch.position[node]);
  const double in = std::max((ground.z - scratch.position[node].z()) * ground.normal.z(), 0.0);
  return 0.5 * in * in;
}

LineEnergy LumpedMass::energy(const double* state, const PointMotion* coupled, LineScratch& scratch) const {
  reel(0.0, scratch);
  scatter(state, coupled, scratch);
  LineEnergy energy;
  energy.elastic = elastic_energy(scratch);
  energy.bending = bending_energy(scratch);
  energy.kinetic = rigid_kinetic(scratch);
  energy.weight = rod_energy(scratch);
  for (const Share& s : shares_) {
    const double f = scratch.factor[s.line];
    energy.weight -= f * s.lift * scratch.position[s.node].z();
    if (carried(s.node)) energy.kinetic += 0.5 * f * s.mass * scratch.velocity[s.node].squaredNorm();
    energy.seabed += f * s.seabed_k * pressed(s.node, scratch);
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
  const double half = 0.5 * scratch.factor[line] * one.length / one.segments;
  const double weight =
      half * model_.gravity * (type.mass_per_length - model_.water_density * kPi * type.diameter * type.diameter / 4.0);
  const auto end = [&](std::size_t k, bool at_i, double& of_segment, double& pull) {
    const Segment& s = segments_[k];
    const Vector3 span = scratch.position[s.j] - scratch.position[s.i];
    const double distance = span.norm();
    if (!(distance > 0.0)) return;
    const Vector3 e = span / distance;
    const Pull on = pull_now(k, scratch);
    const double along = on.elastic + on.damping;
    of_segment = std::abs(along);
    // The weight hangs on the end itself unless the seabed has it.
    const Vector3& place = scratch.position[at_i ? s.i : s.j];
    const bool lies = model_.seabed && place.z() <= model_.seabed->at(place).z + 1e-9;
    pull = ((at_i ? along : -along) * e - Vector3(0.0, 0.0, lies ? 0.0 : weight)).norm();
  };
  LineEnds ends;
  end(line_segment_[line], true, ends.tension_a, ends.pull_a);
  end(line_segment_[line] + static_cast<std::size_t>(one.segments) - 1, false, ends.tension_b, ends.pull_b);
  return ends;
}

void LumpedMass::line_ends(const double* state, const PointMotion* coupled, LineEnds* ends,
                           LineScratch& scratch) const {
  reel(0.0, scratch);
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

std::vector<Vector3> LumpedMass::line_shape(std::size_t line, const double* state, const PointMotion* coupled) const {
  LineScratch scratch = make_scratch();
  scatter(state, coupled, scratch);
  std::vector<Vector3> shape;
  for (const std::size_t node : line_nodes_[line]) shape.push_back(scratch.position[node]);
  return shape;
}

}  // namespace swell::mooring
