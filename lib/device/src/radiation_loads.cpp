#include "swell/device/radiation_loads.h"

#include <fmt/format.h>

#include "swell/base/error.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Memory;
using system::MemoryKind;
using system::Rate;
using system::Read;
using system::Reads;
using system::State;

namespace {

constexpr const char* kVelocityUnit = "m/s, rad/s";

int row_count(const RadiationPorts& ports) { return 6 * static_cast<int>(ports.rows.size()); }

void declare_rows(Declaration& d, const RadiationPorts& ports, Computed force) {
  declare_forces(d, ports.rows, force, "radiation damping", [&](const std::string& body) {
    ports.taker.empty() ? acts_as(d, body, ForcePart::radiation_damping) : d.to(ports.taker);
  });
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
  const Computed force =
      d.compute("radiation_damping", row_count(ports_), {velocity}, [this, velocity](const Evaluation& e, double* out) {
        const Eigen::Map<const VectorX> v(e.computed(velocity), velocity_.size());
        as_vector(out, damping_.rows()).noalias() = -damping_ * v;
      });
  declare_rows(d, ports_, force);
}

SampledRadiation::SampledRadiation(std::string name, RadiationPorts ports,
                                   std::shared_ptr<const hydro::SampledConvolution> convolution)
    : Load(std::move(name), "radiation, sampled convolution", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      convolution_(std::move(convolution)),
      sample_(VectorX::Zero(convolution_->columns())) {
  SWELL_EXPECT(convolution_->rows() == row_count(ports_) &&
               convolution_->columns() == static_cast<int>(ports_.active.size()));
}

void SampledRadiation::declare(Declaration& d) {
  d.parameter("time_step", fmt::format("{:g}", convolution_->step()), "s");
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  std::vector<double> empty(convolution_->memory_size());
  convolution_->reset(empty.data());
  const Memory history = d.memory(kept("history", empty.size(), kVelocityUnit), MemoryKind::history, empty);
  Reads reads = velocity_.reads();
  reads.emplace_back(history);
  // Sampled computations run once per accepted point, so pushing the history here is as safe as in a commit; the
  // velocity at the point itself belongs to the sum.
  const Computed force = d.compute(
      "radiation_damping", row_count(ports_), std::move(reads),
      [this, history](const Evaluation& e, double* out) {
        velocity_.gather(e, sample_.data());
        convolution_->sample(sample_.data(), e.change(history), out);
        for (int i = 0; i < convolution_->rows(); ++i) out[i] = -out[i];
      },
      Rate::at_accepted_points(convolution_->step()));
  declare_rows(d, ports_, force);
}

SlowlySampledRadiation::SlowlySampledRadiation(std::string name, RadiationPorts ports,
                                               const hydro::SampledKernel& kernel, int steps)
    : Load(std::move(name), "radiation, slowly sampled convolution", {ForcePart::radiation_damping, Energy::radiates}),
      ports_(std::move(ports)),
      convolution_(kernel, steps),
      step_(kernel.step / steps),
      sample_(VectorX::Zero(convolution_.columns())) {
  SWELL_EXPECT(convolution_.rows() == row_count(ports_) &&
               convolution_.columns() == static_cast<int>(ports_.active.size()));
}

void SlowlySampledRadiation::declare(Declaration& d) {
  d.parameter("time_step", fmt::format("{:g}", step_), "s");
  velocity_.declare(d, ports_.columns, Motion::velocity, ports_.active, ports_.motion);
  std::vector<double> empty(convolution_.memory_size());
  convolution_.reset(empty.data());
  const Memory history = d.memory(kept("history", empty.size(), kVelocityUnit), MemoryKind::history, empty);
  Reads reads = velocity_.reads();
  reads.emplace_back(history);
  const Computed force = d.compute(
      "radiation_damping", row_count(ports_), std::move(reads),
      [this, history](const Evaluation& e, double* out) {
        velocity_.gather(e, sample_.data());
        convolution_.step(sample_.data(), e.change(history), out);
        for (int i = 0; i < convolution_.rows(); ++i) out[i] = -out[i];
      },
      Rate::at_accepted_points(step_));
  declare_rows(d, ports_, force);
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
  for (VectorX* v : {&v_now_, &a_now_, &v_grid_, &a_grid_}) *v = VectorX::Zero(convolution_->columns());
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
  const Computed force = d.compute("radiation_damping", row_count(ports_), std::move(force_reads),
                                   [this, convolution = convolution_.get()](const Evaluation& e, double* out) {
                                     convolution->force(e.time, velocity_.view(e, v_now_.data()), e.memory(history_),
                                                        stages_.data(), out, -1.0);
                                   });
  declare_rows(d, ports_, force);
  Reads reads = velocity_.reads();
  for (const Read& read : acceleration_.reads()) reads.push_back(read);
  reads.emplace_back(history_);
  reads.emplace_back(last_);
  d.commit(std::move(reads), [this](const Evaluation& e) { commit(e); });
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
  for (;;) {
    const long index = convolution_->next_index(history);
    const double t = convolution_->grid_time(index, history);
    if (t > e.time + 1e-9 * convolution_->step()) break;
    if (index == 0 || h <= 0.0) {
      convolution_->commit(v_now, a_now, history);
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
    convolution_->commit(v_grid_.data(), a_grid_.data(), history);
  }
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
  const Computed force = d.compute("radiation_damping", row_count(ports_), std::move(force_reads),
                                   [this, x](const Evaluation& e, double* out) {
                                     velocity_.gather(e, v_.data());
                                     loop_.force(e.state(x), v_.data(), out);
                                     for (int i = 0; i < row_count(ports_); ++i) out[i] = -out[i];
                                   });
  declare_rows(d, ports_, force);
}

}  // namespace swell::device
