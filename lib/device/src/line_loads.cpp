// Lumped-mass lines as a component.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "swell/base/error.h"
#include "swell/device/mooring_loads.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Fan;
using system::MemoryKind;
using system::PortKind;
using system::PortSpec;
using system::Read;
using system::Reads;
using system::State;

namespace {

/// The sea's current alone, with its ramp.
class CurrentOfSea : public mooring::WaterMotion {
 public:
  explicit CurrentOfSea(const waves::SeaState& sea) : sea_(sea) {}
  void at(double t, const Vector3& p_W, Vector3& velocity, Vector3& acceleration) const override {
    velocity = sea_.current_velocity(t, p_W);
    acceleration.setZero();
  }

 private:
  const waves::SeaState& sea_;
};

// Memory of self-stepped lines: whether it holds anything, its time, the length of the last step, whether the motion
// of the fairleads was predicted well, the nodes, the fairleads as the lines have them, what each winch has paid out
// and how fast, the failures as bits. Then the fairleads' own position, velocity, acceleration and its last change.
constexpr std::size_t kFilled = 0, kTime = 1, kStep = 2, kTrusted = 3, kNodes = 4, kMotion = 12;
constexpr double kOneTime = 1e-9;  // of the last step
// Of the largest fairlead force: its error where the fairleads are not where they were predicted.
constexpr double kStray = 1e-3;

void store(const std::vector<mooring::PointMotion>& points, double* to) {
  for (const mooring::PointMotion& point : points) {
    std::copy_n(point.position.data(), 3, to);
    std::copy_n(point.velocity.data(), 3, to + 3);
    to += 6;
  }
}

void load(const double* from, std::vector<mooring::PointMotion>& points) {
  for (mooring::PointMotion& point : points) {
    point.position = Eigen::Map<const Vector3>(from);
    point.velocity = Eigen::Map<const Vector3>(from + 3);
    from += 6;
  }
}

}  // namespace

LineMooring::LineMooring(const std::string& name, BodyNames bodies, std::vector<Fairlead> fairleads,
                         mooring::LumpedMass lines, std::shared_ptr<const waves::SeaState> sea, LineWater water,
                         bool self_stepped, EndInertia inertia, std::string diagnosis)
    : Load(name, self_stepped ? "mooring lines, lumped mass, own steps" : "mooring lines, lumped mass",
           {ForcePart::mooring}),
      bodies_(std::move(bodies)),
      fairleads_(std::move(fairleads)),
      sea_(std::move(sea)),
      self_stepped_(self_stepped),
      inertia_(inertia),
      diagnosis_(std::move(diagnosis)),
      motion_(bodies_.size()),
      points_(lines.n_coupled()),
      begin_(lines.n_coupled()),
      foreseen_(lines.n_coupled()),
      ends_(lines.model().lines.size()) {
  SWELL_EXPECT(fairleads_.size() == lines.n_coupled());
  n_states_ = lines.state_size();
  own_ = kNodes + n_states_ + 6 * points_.size() + 2 * lines.model().winches.size() + 1;
  for (Trial* trial : {&part_, &whole_, &exact_}) {
    trial->own.assign(own_, 0.0);
    trial->force.assign(points_.size(), Vector3::Zero());
    trial->inertia.assign(points_.size(), Matrix3::Zero());
  }
  memory_of_trials_.assign(own_ + kMotion * points_.size(), 0.0);
  paid_.assign(lines.model().winches.size(), 0.0);
  mooring::LineScratch scratch = lines.make_scratch();
  now_ = (variants_[0] = std::make_unique<Variant>(Variant{std::move(lines), std::move(scratch)})).get();
  const bool flows = !std::holds_alternative<waves::NoCurrent>(sea_->current().law);
  if (water == LineWater::current && flows) water_ = std::make_unique<CurrentOfSea>(*sea_);
  if (water == LineWater::waves) water_ = std::make_unique<mooring::SeaWater>(*sea_);
  const mooring::LineModel& model = now_->lines.model();
  for (std::size_t i = 0; i < model.lines.size(); ++i) {
    if (model.points[model.lines[i].point_a].kind == mooring::PointKind::coupled ||
        model.points[model.lines[i].point_b].kind == mooring::PointKind::coupled)
      tension_lines_.push_back(i);
  }
}

void LineMooring::choose(std::uint64_t failed) const {
  std::unique_ptr<Variant>& variant = variants_[failed];
  if (!variant) {
    mooring::LumpedMass lines(mooring::after(variants_[0]->lines.model(), failed));
    mooring::LineScratch scratch = lines.make_scratch();
    variant = std::make_unique<Variant>(Variant{std::move(lines), std::move(scratch)});
  }
  now_ = variant.get();
  failed_ = failed;
}

// Winches and failures as the memory behind `nodes` has them.
void LineMooring::recall(const double* nodes) const {
  const std::size_t winches = wound_.size();
  const double* at = nodes + n_states_ + 6 * points_.size();
  choose(static_cast<std::uint64_t>(at[2 * winches]));
  std::copy_n(at, winches, now_->scratch.wound.begin());
  std::copy_n(at + winches, winches, now_->scratch.winding.begin());
}

void LineMooring::gather(const Evaluation& e) const {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    motion_[b].pose = as_six(e.input(position_[b]));
    motion_[b].velocity = as_six(e.input(velocity_[b]));
  }
  for (std::size_t i = 0; i < fairleads_.size(); ++i) {
    points_[i] = mooring::point_on_body(motion_[fairleads_[i].body], fairleads_[i].p_BP_B);
  }
  for (std::size_t w = 0; w < wound_.size(); ++w) paid_[w] = e.input(wound_[w])[0];
}

// The fairleads as the lines have them.
void LineMooring::place(const Evaluation& e, const double* nodes) const {
  if (!self_stepped_) return gather(e);
  recall(nodes);
  load(nodes + n_states_, points_);
}

void LineMooring::evaluate(double t, const double* nodes, const mooring::PointMotion* points, Trial& trial) const {
  now_->lines.evaluate(t, nodes, points, water(), nullptr, trial.force.data(), nullptr, now_->scratch);
  for (std::size_t i = 0; i < points_.size(); ++i) trial.inertia[i] = now_->lines.evaluated_inertia(i, now_->scratch);
}

// Wrenches on the bodies [6 each] and their inertia [36 each] from the fairlead forces of a trial.
void LineMooring::collect(const Trial& trial, double* out) const {
  const std::size_t n = bodies_.size();
  std::fill(out, out + 42 * n, 0.0);
  for (std::size_t i = 0; i < fairleads_.size(); ++i) {
    const mooring::BodyMotion& body = motion_[fairleads_[i].body];
    Vector3 force = trial.force[i];
    if (inertia_ != EndInertia::none) {
      const Matrix3& mass = trial.inertia[i];
      const Vector3 arm = points_[i].position - body.pose.head<3>(), omega = body.velocity.tail<3>();
      Eigen::Matrix<double, 3, 6> velocity_of_point;
      velocity_of_point << Matrix3::Identity(), -cross_matrix(arm);
      as_inertia(out + 6 * n + 36 * fairleads_[i].body) += velocity_of_point.transpose() * mass * velocity_of_point;
      force -= mass * omega.cross(omega.cross(arm));
    }
    as_six(out + 6 * fairleads_[i].body) += mooring::wrench_about_cg(body, points_[i].position, force);
  }
}

void LineMooring::declare(Declaration& d) {
  d.parameter("lines", std::to_string(now_->lines.model().lines.size()));
  d.parameter("own step", fmt::format("{:.4g}", self_stepped_ ? now_->lines.own_step() : now_->lines.max_step()), "s");
  for (const std::string& body : bodies_) {
    position_.push_back(read_motion_of(d, Motion::position, body));
    velocity_.push_back(read_motion_of(d, Motion::velocity, body));
    acceleration_.push_back(read_motion_of(d, Motion::acceleration, body));
  }
  for (const std::string& winch : now_->lines.model().winches)
    wound_.push_back(d.input(port(winch, 1, "m", "line paid out, beyond its length in the file"), Fan::sum_or_nothing));
  self_stepped_ ? declare_self_stepped(d) : declare_continuous(d);
}

void LineMooring::declare_continuous(Declaration& d) {
  Reads reads = {Read::time(), State{0}};
  Reads motion;
  for (const auto& input : position_) motion.emplace_back(input);
  for (const auto& input : velocity_) motion.emplace_back(input);
  reads.insert(reads.end(), motion.begin(), motion.end());
  const std::size_t n = now_->lines.state_size();
  const State nodes = d.state(
      kept("nodes", n, "m, m/s"), std::vector<double>(n, 0.0), reads, [this](const Evaluation& e, double* rate) {
        gather(e);
        now_->lines.evaluate(e.time, e.state(State{0}), points_.data(), water(), rate, nullptr, nullptr, now_->scratch);
      });
  d.initialize(nodes, motion, [this](const Evaluation& e, double* state) {
    gather(e);
    const std::vector<double> rest = now_->lines.static_state(points_.data());
    std::copy(rest.begin(), rest.end(), state);
  });
  const Computed forces = d.compute("forces", std::max(1, 42 * static_cast<int>(bodies_.size())), reads,
                                    [this](const Evaluation& e, double* out) {
                                      gather(e);
                                      evaluate(e.time, e.state(State{0}), points_.data(), exact_);
                                      collect(exact_, out);
                                    });
  declare_outputs(d, forces, reads, [](const Evaluation& e) { return e.state(State{0}); });
}

void LineMooring::declare_self_stepped(Declaration& d) {
  memory_ = keep(d, MemoryKind::self_stepped, "nodes", memory_of_trials_.size());
  Reads reads = {Read::time(), memory_};
  for (const auto& input : position_) reads.emplace_back(input);
  for (const auto& input : velocity_) reads.emplace_back(input);
  for (const auto& input : wound_) reads.emplace_back(input);
  const int at_memory = 42 * static_cast<int>(bodies_.size());
  // The trial: what memory would be if this point were accepted.
  const Computed trial = d.compute("advance", at_memory + static_cast<int>(own_), reads,
                                   [this](const Evaluation& e, double* out) { advance(e, out); });
  reads.emplace_back(trial);
  Reads at_commit = reads;
  for (const auto& input : acceleration_) at_commit.emplace_back(input);
  d.commit(at_commit, [this, trial, at_memory](const Evaluation& e) { remember(e, e.computed(trial) + at_memory); });
  declare_outputs(d, trial, reads, [trial, at_memory](const Evaluation& e) {
    return e.computed(trial) + at_memory + static_cast<int>(kNodes);
  });
}

void LineMooring::remember(const Evaluation& e, const double* own) const {
  gather(e);
  double* memory = e.change(memory_);
  const bool moves = memory[kFilled] != 0.0, later = e.time > memory[kTime];
  std::copy_n(own, own_, memory);
  for (std::size_t i = 0; i < fairleads_.size(); ++i) {
    const mooring::BodyMotion& body = motion_[fairleads_[i].body];
    const double* a = e.input(acceleration_[fairleads_[i].body]);
    const Vector3 arm = points_[i].position - body.pose.head<3>(), omega = body.velocity.tail<3>();
    const Vector3 acceleration =
        Eigen::Map<const Vector3>(a) + Eigen::Map<const Vector3>(a + 3).cross(arm) + omega.cross(omega.cross(arm));
    Eigen::Map<Eigen::Matrix<double, 3, 4>> kept(memory + own_ + kMotion * i);
    const Vector3 change = later ? Vector3(acceleration - kept.col(2)) : Vector3(kept.col(3));
    kept << points_[i].position, points_[i].velocity, acceleration, moves ? change : Vector3(Vector3::Zero());
  }
}

// The motion `late` seconds after the memory, the acceleration on a straight line through its last two values, which it
// leaves where the last step was shorter than that: its change may be a jump.
void LineMooring::predict(const double* memory, double late) const {
  const double part = late / std::max(memory[kStep], late);
  for (std::size_t i = 0; i < foreseen_.size(); ++i) {
    const Eigen::Map<const Eigen::Matrix<double, 3, 4>> kept(memory + own_ + kMotion * i);
    const Vector3 v = kept.col(1), a = kept.col(2), change = part * kept.col(3);
    foreseen_[i].position = kept.col(0) + late * (v + late * (a / 2.0 + change / 6.0));
    foreseen_[i].velocity = v + late * (a + change / 2.0);
  }
}

// Whether the fairleads are so near to the prediction that the lines pull as they would at the fairleads' own motion.
bool LineMooring::predicted_well(const double* memory, double late, const Trial& trial) const {
  predict(memory, late);
  // A wave that crosses a short line within the step leaves its whole stiffness.
  const double Z = now_->lines.impedance(),
               per_metre = std::max(Z / std::max(late, memory[kStep]), now_->lines.end_stiffness());
  double off = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    off = std::max(off, Z * (points_[i].velocity - foreseen_[i].velocity).norm() +
                            per_metre * (points_[i].position - foreseen_[i].position).norm());
    largest = std::max(largest, trial.force[i].norm());
  }
  return off <= kStray * largest;
}

// Moves the lines on from a memory or a trial to the time t, where the fairleads move as `to` has it; at the start, to
// rest under them.
void LineMooring::follow(const double* from, double t, const std::vector<mooring::PointMotion>& to,
                         Trial& trial) const {
  std::copy_n(from, own_, trial.own.data());
  recall(from + kNodes);
  double *nodes = trial.own.data() + kNodes, *wound = nodes + n_states_ + 6 * points_.size();
  const std::size_t winches = wound_.size();
  auto failed = static_cast<std::uint64_t>(wound[2 * winches]);
  const double dt = t - from[kTime];
  if (from[kFilled] == 0.0) {
    const std::vector<double> rest = now_->lines.static_state(to.data(), nullptr, 0.0, paid_.data());
    std::copy(rest.begin(), rest.end(), nodes);
  } else if (dt > 0.0) {
    load(from + kNodes + n_states_, begin_);
    for (std::size_t w = 0; w < winches; ++w)
      wound[winches + w] = now_->scratch.winding[w] = (paid_[w] - now_->scratch.wound[w]) / dt;
    now_->lines.advance(from[kTime], dt, begin_.data(), to.data(), water(), nodes, now_->scratch);
    for (;;) {
      const std::size_t next = now_->lines.failing(failed, t, nodes, to.data(), now_->scratch);
      if (next == mooring::LumpedMass::npos) break;
      now_->lines.come_off(next, to.data(), nodes, now_->scratch);
      failed |= std::uint64_t{1} << next;
      choose(failed);
      std::copy_n(paid_.begin(), winches, now_->scratch.wound.begin());
      std::copy_n(wound + winches, winches, now_->scratch.winding.begin());
    }
  }
  trial.own[kFilled] = 1.0;
  trial.own[kTime] = t;
  store(to, nodes + n_states_);
  std::copy_n(paid_.begin(), winches, wound);
  wound[2 * winches] = static_cast<double>(failed);
  std::copy_n(paid_.begin(), winches, now_->scratch.wound.begin());
  evaluate(t, nodes, to.data(), trial);
}

// The trial on the predicted motion, of memory and time alone. That of a step as long as the last goes on from the one
// at the middle, where RK4 has two stages.
const LineMooring::Trial& LineMooring::predicted(const double* memory, double late) const {
  if (!std::equal(memory_of_trials_.begin(), memory_of_trials_.end(), memory)) {
    std::copy_n(memory, memory_of_trials_.size(), memory_of_trials_.data());
    part_.late = whole_.late = -1.0;
  }
  const double step = memory[kStep];
  const bool whole = std::abs(late - step) <= kOneTime * step;
  if (whole) late = step;
  if (std::abs(late - 0.5 * step) <= kOneTime * step) late = 0.5 * step;
  Trial& trial = whole ? whole_ : part_;
  if (trial.late == late) return trial;
  const double* from = whole ? predicted(memory, 0.5 * step).own.data() : memory;
  predict(memory, late);
  if (late == 0.0) load(memory + kNodes + n_states_, foreseen_);
  follow(from, memory[kTime] + late, foreseen_, trial);
  trial.late = late;
  return trial;
}

void LineMooring::advance(const Evaluation& e, double* out) const {
  const double* memory = e.memory(memory_);
  gather(e);
  const double late = e.time - memory[kTime];
  const bool moves = memory[kFilled] != 0.0;
  // A winch that turns is not predicted.
  const bool stands = std::equal(paid_.begin(), paid_.end(), memory + kNodes + n_states_ + 6 * points_.size());
  const Trial* trial = moves && stands && memory[kTrusted] != 0.0 ? &predicted(memory, late) : nullptr;
  bool trusted = trial != nullptr && (!e.major || predicted_well(memory, late, *trial));
  if (!trusted) {
    trial = &exact_;
    follow(memory, e.time, points_, exact_);
    trusted = moves && late > 0.0 && predicted_well(memory, late, *trial);
  }
  collect(*trial, out);
  double* own = out + 42 * bodies_.size();
  std::copy_n(trial->own.data(), own_, own);
  own[kTime] = e.time;
  own[kStep] = moves && late > 0.0 ? late : memory[kStep];
  own[kTrusted] = trusted ? 1.0 : 0.0;
}

void LineMooring::declare_outputs(Declaration& d, Computed forces, const Reads& reads,
                                  std::function<const double*(const Evaluation&)> state) {
  const bool of_body = inertia_ == EndInertia::of_body;
  declare_forces(d, bodies_, forces, "mooring force", [&](const std::string& body) {
    acts_on(d, body);
    if (!of_body) reported_as(d, body, ForcePart::mooring);
  });
  if (inertia_ != EndInertia::none) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const std::string& body = bodies_[b];
      const int first = 6 * static_cast<int>(bodies_.size()) + 36 * static_cast<int>(b);
      d.output(inertia_port("inertia/" + body, "inertia of the lines' ends on " + body + ", row by row"), forces,
               first);
      d.to(inertia_on(of_body ? body : load_name(body, ends_of(name()))));
      const system::Input a = acceleration_[b];
      d.output(six_vector("reported/" + body, "N, N m", "mooring force with the inertia of the lines' ends"),
               {forces, a}, [forces, a, first, b](const Evaluation& e, double* out) {
                 as_six(out) =
                     as_six(e.computed(forces) + 6 * b) - as_inertia(e.computed(forces) + first) * as_six(e.input(a));
               });
      if (of_body) reported_as(d, body, ForcePart::mooring);
    }
  }
  if (const std::size_t failures = now_->lines.model().failures.size(); failures > 0) {
    d.output(port("failed", 1, "1", "failures that have happened"), reads,
             [state, this](const Evaluation& e, double* out) {
               place(e, state(e));
               out[0] = 0.0;
               for (std::uint64_t bits = failed_; bits != 0; bits &= bits - 1) out[0] += 1.0;
             });
  }
  const std::size_t n = now_->lines.model().lines.size(), tethers = tension_lines_.size();
  const Computed ends = d.compute(
      "ends", static_cast<int>(4 * n + tethers + 1), reads, [this, state, n](const Evaluation& e, double* out) {
        place(e, state(e));
        now_->lines.line_ends(state(e), points_.data(), ends_.data(), now_->scratch);
        for (std::size_t i = 0; i < n; ++i) {
          out[i] = ends_[i].tension_b;
          out[n + i] = ends_[i].tension_a;
          out[2 * n + i] = ends_[i].pull_b;
          out[3 * n + i] = ends_[i].pull_a;
        }
        const mooring::LineModel& model = now_->lines.model();
        for (std::size_t i = 0; i < tension_lines_.size(); ++i) {
          const std::size_t line = tension_lines_[i];
          const bool at_b = model.points[model.lines[line].point_b].kind == mooring::PointKind::coupled;
          out[4 * n + i] = at_b ? ends_[line].pull_b : ends_[line].pull_a;
        }
      });
  for (std::size_t k = 0; n > 0 && k < kLineEnds.size(); ++k) {
    PortSpec tension = port(kLineEnds[k].name, static_cast<int>(n), "N", kLineEnds[k].description);
    for (const mooring::MooringLine& line : now_->lines.model().lines) tension.labels.push_back(line.name);
    d.output(tension, ends, static_cast<int>(k * n));
  }
  if (tethers > 0) {
    PortSpec tension = port("tension", static_cast<int>(tethers), "N", "tension at the body");
    for (const std::size_t line : tension_lines_) tension.labels.push_back(now_->lines.model().lines[line].name);
    d.output(tension, ends, static_cast<int>(4 * n));
  }
  for (std::size_t r = 0; r < now_->lines.model().rigids.size(); ++r) {
    const PortSpec pose = port(rigid_pose(now_->lines.model().rigids[r].name), 6, "m m m rad rad rad",
                               "place of its origin and roll, pitch, yaw", "world");
    d.output(pose, reads, [this, state, r](const Evaluation& e, double* out) {
      place(e, state(e));
      const mooring::RigidMotion motion = now_->lines.rigid_motion(r, state(e), points_.data(), now_->scratch);
      as_six(out) << motion.position, roll_pitch_yaw(motion.axes);
    });
  }
  const PortSpec energy = port("stored_energy", 1, "J", "kinetic, elastic and potential energy of the lines");
  d.output(energy, reads, [this, state](const Evaluation& e, double* out) {
    place(e, state(e));
    out[0] = now_->lines.energy(state(e), points_.data(), now_->scratch).total();
  });
  const PortSpec dissipated = port("dissipated_power", 1, "W", "power lost to internal damping, drag and the seabed");
  d.output(dissipated, reads, [this, state = std::move(state)](const Evaluation& e, double* out) {
    place(e, state(e));
    mooring::LinePower power;
    now_->lines.evaluate(e.time, state(e), points_.data(), water(), nullptr, nullptr, &power, now_->scratch);
    out[0] = power.internal_damping + power.drag + power.seabed;
  });
}

std::string LineMooring::diagnose() const {
  if (self_stepped_) return diagnosis_;
  const std::string also = diagnosis_.empty() ? "" : "; " + diagnosis_;
  return fmt::format(
      "the lines of {} need steps below {:.3g} s as continuous states (stepping: own has no such limit){}", name(),
      now_->lines.max_step(), also);
}

}  // namespace swell::device
