#include "swell/device/radiation_loads.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/error.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/tilted_loads.h"
#include "system_words.h"

namespace swell::device {

namespace {

constexpr const char* kVelocityUnit = "m/s, rad/s";

// Of MemoryRadiation's memory of a jump: share of the set at the last point, whether the grid has not passed the jump
// yet, the share before it, then the integral of what the velocity has more than that share since.
constexpr std::size_t kShare = 0, kPending = 1, kBefore = 2, kImpulse = 3;

int row_count(const RadiationPorts& ports) { return 6 * static_cast<int>(ports.rows.size()); }

void give(Declaration& d, const RadiationPorts& ports, Computed force) {
  label_tilted(d, ports.tilting);
  declare_forces(d, ports.rows, force, "radiation damping", [&](const std::string& body) {
    ports.taker.empty() ? acts_as(d, body, ForcePart::radiation_damping) : d.to(ports.taker);
  });
}

/// Of a law that runs at every stage.
template <class Law>
void declare_rows(Declaration& d, const RadiationPorts& ports, Reads reads, Law law) {
  give(d, ports, compute_in_world(d, "radiation_damping", ports.rows, ports.tilting, std::move(reads), std::move(law)));
}

/// Of one that holds between samples, while the axes turn.
void declare_sampled_rows(Declaration& d, const RadiationPorts& ports, Computed force) {
  const auto copy = [force, n = row_count(ports)](const Evaluation& e, double* out) {
    std::copy_n(e.computed(force), n, out);
  };
  give(d, ports,
       ports.tilting.empty() ? force : compute_in_world(d, "in_world", ports.rows, ports.tilting, {force}, copy));
}

}  // namespace

ConstantRadiation::ConstantRadiation(std::string name, RadiationPorts ports, MatrixX damping)
    : Load(std::move(name), "radiation, constant coefficients", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      damping_(std::move(damping)) {
  SWELL_EXPECT(damping_.rows() == row_count(ports_) &&
               damping_.cols() == static_cast<Eigen::Index>(ports_.active.size()));
}

void ConstantRadiation::declare(Declaration& d) {
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  const Computed velocity = d.compute("velocity", velocity_.size(), velocity_.reads(),
                                      [this](const Evaluation& e, double* out) { velocity_.gather(e, out); });
  declare_rows(d, ports_, {velocity}, [this, velocity](const Evaluation& e, double* out) {
    const Eigen::Map<const VectorX> v(e.computed(velocity), velocity_.size());
    as_vector(out, damping_.rows()).noalias() = -damping_ * v;
  });
}

SampledRadiation::SampledRadiation(std::string name, RadiationPorts ports,
                                   std::shared_ptr<const hydro::SampledConvolution> convolution)
    : Load(std::move(name), "radiation, sampled convolution", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      step_(convolution->step()),
      empty_(convolution->memory_size()),
      sample_([convolution](const double* v, double* history, double* out) { convolution->sample(v, history, out); }),
      v_(VectorX::Zero(convolution->columns())) {
  SWELL_EXPECT(convolution->rows() == row_count(ports_) &&
               v_.size() == static_cast<Eigen::Index>(ports_.active.size()));
  convolution->reset(empty_.data());
}

SampledRadiation::SampledRadiation(std::string name, RadiationPorts ports, const hydro::SampledKernel& kernel,
                                   int steps)
    : Load(std::move(name), "radiation, slowly sampled convolution", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      step_(kernel.step / steps) {
  const auto convolution = std::make_shared<const hydro::SlowConvolution>(kernel, steps);
  SWELL_EXPECT(convolution->rows() == row_count(ports_) &&
               convolution->columns() == static_cast<int>(ports_.active.size()));
  v_ = VectorX::Zero(convolution->columns());
  empty_.resize(convolution->memory_size());
  convolution->reset(empty_.data());
  sample_ = [convolution](const double* v, double* history, double* out) { convolution->step(v, history, out); };
}

void SampledRadiation::declare(Declaration& d) {
  d.parameter("time_step", fmt::format("{:g}", step_), "s");
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  const Memory history = d.memory(kept("history", empty_.size(), kVelocityUnit), MemoryKind::history, empty_);
  Reads reads = velocity_.reads();
  reads.emplace_back(history);
  // Sampled computations run once per accepted point, so pushing the history here is as safe as in a commit; the
  // velocity at the point itself belongs to the sum.
  const Computed force = d.compute(
      "radiation_damping", row_count(ports_), std::move(reads),
      [this, history](const Evaluation& e, double* out) {
        velocity_.gather(e, v_.data());
        sample_(v_.data(), e.change(history), out);
        for (int i = 0; i < row_count(ports_); ++i) out[i] = -out[i];
      },
      Rate::at_accepted_points(step_));
  declare_sampled_rows(d, ports_, force);
}

MemoryRadiation::MemoryRadiation(std::string name, RadiationPorts ports,
                                 std::shared_ptr<const hydro::RadiationConvolution> convolution, double start)
    : Load(std::move(name), "radiation, convolution", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      convolution_(std::move(convolution)),
      start_(start) {
  SWELL_EXPECT(convolution_->rows() == row_count(ports_) &&
               convolution_->columns() == static_cast<int>(ports_.active.size()));
  stages_.assign(convolution_->workspace_size(), 0.0);
  for (VectorX* v : {&v_now_, &a_now_, &v_grid_, &a_grid_, &impulse_}) *v = VectorX::Zero(convolution_->columns());
}

void MemoryRadiation::declare(Declaration& d) {
  d.parameter("time_step", fmt::format("{:g}", convolution_->step()), "s");
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  acceleration_.declare(d, ports_.columns, Motion::acceleration, ports_.active, ports_.motion);
  std::vector<double> empty(convolution_->memory_size());
  convolution_->reset(start_, empty.data());
  history_ = d.memory(kept("history", empty.size(), kVelocityUnit), MemoryKind::history, empty);
  // Time, velocity and acceleration of the last accepted point: the grid lies anywhere between two of them.
  const auto n = static_cast<std::size_t>(convolution_->columns());
  last_ = keep(d, MemoryKind::history, "last_point", 1 + 2 * n);

  Reads force_reads = velocity_.reads();
  force_reads.emplace_back(history_);
  force_reads.push_back(Read::time());
  const bool switches = ports_.sets > 0;
  if (switches) {
    weights_ = HydroSets::read_weights(d, ports_.rows.front(), static_cast<std::size_t>(ports_.sets));
    std::vector<double> none(kImpulse + n, 0.0);
    none[kShare] = -1.0;
    jump_ = d.memory(kept("jump", none.size()), MemoryKind::history, none);
    for (const Read& read : {Read(weights_), Read(jump_), Read(last_)}) force_reads.push_back(read);
  }
  declare_rows(d, ports_, std::move(force_reads),
               [this, switches, convolution = convolution_.get()](const Evaluation& e, double* out) {
                 if (switches) {
                   force_of_share(e, out);
                   return;
                 }
                 convolution->force(e.time, velocity_.view(e, v_now_.data()), e.memory(history_), stages_.data(), out,
                                    -1.0);
               });
  Reads reads = velocity_.reads();
  for (const Read& read : acceleration_.reads()) reads.push_back(read);
  reads.emplace_back(history_);
  reads.emplace_back(last_);
  if (switches) {
    reads.emplace_back(weights_);
    reads.emplace_back(jump_);
  }
  d.commit(std::move(reads), [this](const Evaluation& e) { commit(e); });
}

// A switch of sets makes the velocity w v that acts on a set jump by J at t_j, between two grid times. Up to the next
// one the force is that of the velocity with the share before, and K(0) times the integral of the rest. The sample of
// the next grid time then takes what the trapezoid of its cell lacks of the integral, (1/2 - (t_j - g)/D) J: second
// order in the grid's step, for the samples are right in their sum and wrong in their first moment by less than D^2 J
// / 8. All of it is linear in the shares: where sets are equal their sum is that of one.
void MemoryRadiation::force_of_share(const Evaluation& e, double* out) const {
  const int n = convolution_->columns();
  const double *jump = e.memory(jump_), *last = e.memory(last_), *v = velocity_.view(e, v_now_.data());
  const double share = e.input(weights_)[ports_.set];
  const bool pending = jump[kPending] != 0.0, jumps = jump[kShare] >= 0.0 && jump[kShare] != share;
  const double before = pending ? jump[kBefore] : jumps ? jump[kShare] : share;
  for (int i = 0; i < n; ++i) v_grid_[i] = before * v[i];
  convolution_->force(e.time, v_grid_.data(), e.memory(history_), stages_.data(), out, -1.0);
  if (!pending && !jumps) return;
  for (int i = 0; i < n; ++i) {
    impulse_[i] = (pending ? jump[kImpulse + static_cast<std::size_t>(i)] : 0.0) +
                  (share - before) * 0.5 * (e.time - last[0]) * (last[1 + i] + v[i]);
  }
  convolution_->add_first(impulse_.data(), out, -1.0);
}

// Grid times passed since the last accepted point, on the cubic Hermite polynomial through both points.
void MemoryRadiation::commit(const Evaluation& e) const {
  double* history = e.change(history_);
  double* last = e.change(last_);
  const int n = convolution_->columns();
  double* v_last = last + 1;
  double* a_last = last + 1 + n;
  const double* v_now = velocity_.view(e, v_now_.data());
  const double* a_now = acceleration_.view(e, a_now_.data());
  const double h = e.time - last[0];
  double* jump = ports_.sets > 0 ? e.change(jump_) : nullptr;
  const double share = jump != nullptr ? e.input(weights_)[ports_.set] : 1.0;
  if (jump != nullptr) {
    if (jump[kPending] == 0.0 && jump[kShare] >= 0.0 && jump[kShare] != share) {
      jump[kPending] = 1.0;
      jump[kBefore] = jump[kShare];
      std::fill_n(jump + kImpulse, n, 0.0);
    }
    jump[kShare] = share;
  }
  // Adds the part from the last point on, s later: the integral of the same cubic.
  const auto add_impulse = [&](double s, const double* v, const double* a) {
    double* impulse = jump + kImpulse;
    for (int i = 0; i < n; ++i)
      impulse[i] += (share - jump[kBefore]) * (0.5 * s * (v_last[i] + v[i]) + s * s / 12.0 * (a_last[i] - a[i]));
  };
  for (;;) {
    const long index = convolution_->next_index(history);
    const double t = convolution_->grid_time(index, history);
    if (t > e.time + 1e-9 * convolution_->step()) break;
    if (index == 0 || h <= 0.0) {
      for (int i = 0; i < n; ++i) {
        v_grid_[i] = share * v_now[i];
        a_grid_[i] = share * a_now[i];
      }
      convolution_->commit(v_grid_.data(), a_grid_.data(), history);
      if (h <= 0.0) break;
      continue;
    }
    const double s = std::min(1.0, (t - last[0]) / h), s2 = s * s, s3 = s2 * s;
    for (int i = 0; i < n; ++i) {
      v_grid_[i] = (2.0 * s3 - 3.0 * s2 + 1.0) * v_last[i] + h * (s3 - 2.0 * s2 + s) * a_last[i] +
                   (-2.0 * s3 + 3.0 * s2) * v_now[i] + h * (s3 - s2) * a_now[i];
      a_grid_[i] = (6.0 * s2 - 6.0 * s) / h * (v_last[i] - v_now[i]) + (3.0 * s2 - 4.0 * s + 1.0) * a_last[i] +
                   (3.0 * s2 - 2.0 * s) * a_now[i];
    }
    if (jump == nullptr) {
      convolution_->commit(v_grid_.data(), a_grid_.data(), history);
      continue;
    }
    const bool pending = jump[kPending] != 0.0;
    if (pending) {
      add_impulse(s * h, v_grid_.data(), a_grid_.data());
      for (int i = 0; i < n; ++i) {
        impulse_[i] = jump[kImpulse + static_cast<std::size_t>(i)] / convolution_->step() -
                      0.5 * (share - jump[kBefore]) * v_grid_[i];
      }
      jump[kPending] = 0.0;
    }
    v_grid_ *= share;
    a_grid_ *= share;
    convolution_->commit(v_grid_.data(), a_grid_.data(), history, pending ? impulse_.data() : nullptr);
  }
  if (jump != nullptr && jump[kPending] != 0.0) add_impulse(h, v_now, a_now);
  last[0] = e.time;
  std::copy_n(v_now, n, v_last);
  std::copy_n(a_now, n, a_last);
}

StateSpaceRadiation::StateSpaceRadiation(std::string name, RadiationPorts ports, hydro::StateSpaceModel model)
    : Load(std::move(name), "radiation, state space", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      model_(std::move(model)),
      loop_(model_) {
  SWELL_EXPECT(model_.C.rows() == row_count(ports_) &&
               model_.B.cols() == static_cast<Eigen::Index>(ports_.active.size()));
  v_ = VectorX::Zero(model_.B.cols());
}

void StateSpaceRadiation::declare(Declaration& d) {
  d.parameter("states", std::to_string(model_.states()));
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  Reads reads = velocity_.reads();
  reads.emplace_back(State{0});
  const State x = d.state(kept("memory", static_cast<std::size_t>(model_.states())),
                          std::vector<double>(static_cast<std::size_t>(model_.states()), 0.0), std::move(reads),
                          [this](const Evaluation& e, double* rate) {
                            velocity_.gather(e, v_.data());
                            loop_.rate(e.state(State{0}), v_.data(), rate);
                          });
  Reads force_reads = velocity_.reads();
  force_reads.emplace_back(x);
  declare_rows(d, ports_, std::move(force_reads), [this, x](const Evaluation& e, double* out) {
    velocity_.gather(e, v_.data());
    loop_.force(e.state(x), v_.data(), out);
    for (int i = 0; i < row_count(ports_); ++i) out[i] = -out[i];
  });
}

}  // namespace swell::device
