#include "swell/device/results_ports.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include <optional>

#include "swell/device/attachment.h"
#include "swell/device/multibody_component.h"
#include "system_words.h"

namespace swell::device {

BodyForces::BodyForces(const std::string& body) : Component(report_of(body), "force report"), body_(body) {}

void BodyForces::declare(Declaration& d) {
  std::array<Input, kForceParts> parts;
  Reads hydrodynamic;
  for (int i = 0; i < kForceParts; ++i) {
    const std::string name = name_of(static_cast<ForcePart>(i));
    parts[static_cast<std::size_t>(i)] =
        d.input(six_vector(name, "N, N m", "loads of this part", PortKind::effort), Fan::sum_or_nothing);
    const Input part = parts[static_cast<std::size_t>(i)];
    d.output(six_vector(name, "N, N m", "force on the body: " + name), {part},
             [part](const Evaluation& e, double* out) { as_six(out) = as_six(e.input(part)); });
    if (i < kHydrodynamicParts) hydrodynamic.emplace_back(part);
  }
  // What the mechanism itself says of its joints.
  d.from(parts[static_cast<std::size_t>(ForcePart::joint)], body_ + ".joint_force");
  d.from(parts[static_cast<std::size_t>(ForcePart::pto)], body_ + ".pto_force");
  d.output(six_vector("hydrodynamic", "N, N m", "sum of what WEC-Sim counts as hydrodynamic"), hydrodynamic,
           [parts](const Evaluation& e, double* out) {
             Eigen::Map<Vector6> sum(out);
             sum.setZero();
             for (int i = 0; i < kHydrodynamicParts; ++i) sum += as_six(e.input(parts[static_cast<std::size_t>(i)]));
           });
}

PtoPower::PtoPower(const std::string& pto, bodies::JointType type, Efforts parts)
    : Component(load_name(pto, "power"), "power by parts"), pto_(pto), type_(type), parts_(std::move(parts)) {}

void PtoPower::declare(Declaration& d) {
  const int n = bodies::degrees_of_freedom(type_);
  const auto port = [n, this](std::string name, std::string unit, std::string description, PortKind kind) {
    const char* const frame = unit == "W" ? "" : "joint";
    system::PortSpec spec = device::port(std::move(name), n, std::move(unit), std::move(description), frame, kind);
    spec.labels = joint_labels(type_);
    return spec;
  };
  const Input u = d.input(port("velocity", joint_unit(type_, "m/s", "rad/s"), "rates of the joint", PortKind::flow));
  d.from(u, of_mechanism(Motion::velocity, pto_));
  std::optional<Input> stop;
  for (const auto& [part, efforts] : parts_) {
    const Input effort = d.input(port(std::string(name_of(part)) + "_effort", joint_unit(type_, "N", "N m"),
                                      "efforts on the follower", PortKind::effort),
                                 Fan::sum_or_nothing);
    for (const std::string& address : efforts) d.from(effort, address, true);
    if (part == PowerPart::end_stop) stop = effort;
    d.output(port(name_of(part), "W", description_of(part), PortKind::signal), {u, effort},
             [u, effort, n](const Evaluation& e, double* out) {
               for (int i = 0; i < n; ++i) out[i] = -e.input(effort)[i] * e.input(u)[i];
             });
  }
  if (!stop) return;
  const Input whole = d.input(port("mechanical", "W", "power taken out of the device", PortKind::signal));
  d.from(whole, pto_ + "." + kWholePower);
  d.output(port(pto_ + ".power", "W", "power taken out of the device, without the end stops", PortKind::signal),
           {u, whole, *stop}, [u, whole, stop = *stop, n](const Evaluation& e, double* out) {
             for (int i = 0; i < n; ++i) out[i] = e.input(whole)[i] + e.input(stop)[i] * e.input(u)[i];
           });
}

PowerAtPoints::PowerAtPoints(std::vector<std::pair<std::string, int>> powers)
    : Component("run/power", "power of PTOs at accepted points"), powers_(std::move(powers)) {}

void PowerAtPoints::declare(Declaration& d) {
  Reads reads;
  for (const auto& [address, width] : powers_)
    reads.emplace_back(watch_port(d, device::port(address_as_name(address), width, "W"), address));
  d.commit(std::move(reads), [](const Evaluation&) {});  // what a commit reads is computed at accepted points
}

Sea::Sea(std::shared_ptr<const waves::SeaState> sea, Eigen::Matrix2Xd gauges, double start, double row_step)
    : Component("sea", "waves"), sea_(std::move(sea)), gauges_(std::move(gauges)), start_(start), row_step_(row_step) {
  constexpr Eigen::Index kMany = 8;
  const waves::WaveComponents& c = sea_->components();
  bool record = false;
  for (const waves::WaveSystem& system : sea_->systems()) record = record || system.record;
  if (c.size() < kMany || record) return;
  phasors_.emplace(c.omega, c.phase, start_, row_step_);
  turned_.assign(static_cast<std::size_t>(phasors_->memory_size()), 0.0);
  phasors_->initialise(turned_.data());
}

double Sea::elevation(double time) const {
  const double row = std::round((time - start_) / row_step_);
  if (!phasors_ || row < 0.0 || std::abs(time - (start_ + row * row_step_)) > 1e-9 * row_step_)
    return sea_->elevation(time);
  phasors_->advance(static_cast<std::int64_t>(row), turned_.data());
  return sea_->ramp(time) * (sea_->components().amplitude * phasors_->cosines(turned_.data())).sum();
}

void Sea::declare(Declaration& d) {
  const PortSpec elevation = port("elevation", 1, "m", "surface elevation at the origin", "world");
  d.output(elevation, {Read::time()}, [this](const Evaluation& e, double* out) { out[0] = this->elevation(e.time); });
  if (gauges_.cols() == 0) return;
  PortSpec gauges = elevation;
  gauges.name = "gauges";
  gauges.frame.clear();  // a row of heights, not a vector
  gauges.width = static_cast<int>(gauges_.cols());
  for (int i = 0; i < gauges.width; ++i) gauges.labels.push_back(fmt::format("gauge{}", i + 1));
  gauges.description = "surface elevation at the gauges";
  d.output(gauges, {Read::time()}, [this](const Evaluation& e, double* out) {
    sea_->elevations(e.time, gauges_, Eigen::Map<VectorX>(out, gauges_.cols()));
  });
}

}  // namespace swell::device
