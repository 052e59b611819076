#include "swell/device/given_motion.h"

#include <cmath>

#include "swell/base/error.h"
#include "swell/device/stack.h"
#include "system_words.h"

namespace swell::device {

Vector3 GivenCoordinate::at(double time) const {
  if (table) {
    const double first = table->knots().front(), last = table->knots().back();
    if (time < first || time > last) return {(*table)(time < first ? first : last), 0.0, 0.0};
    // The slope of a cubic is a parabola, whose derivative three points give exactly inside one piece: around the
    // time, or to one side of it at the ends.
    const double h = 1e-4 * (last - first) / static_cast<double>(table->knots().size());
    const auto slope = [&](double t) { return table->derivative(t); };
    double acceleration = (slope(time + h) - slope(time - h)) / (2.0 * h);
    if (time - h < first)
      acceleration = (-3.0 * slope(time) + 4.0 * slope(time + h) - slope(time + 2.0 * h)) / (2.0 * h);
    if (time + h > last) acceleration = (3.0 * slope(time) - 4.0 * slope(time - h) + slope(time - 2.0 * h)) / (2.0 * h);
    return {(*table)(time), slope(time), acceleration};
  }
  const double angle = omega * time + phase;
  return {offset + amplitude * std::sin(angle), amplitude * omega * std::cos(angle),
          -amplitude * omega * omega * std::sin(angle)};
}

GivenMotion::GivenMotion(const std::string& joint, std::vector<GivenCoordinate> coordinates, bool jumps)
    : Component(load_name(joint, "motion"), "prescribed motion"),
      jumps_(jumps),
      joint_(joint),
      coordinates_(std::move(coordinates)) {}

void GivenMotion::declare(Declaration& d) {
  const PortSpec spec =
      port("motion", 3 * static_cast<int>(coordinates_.size()), {}, "coordinates, rates, accelerations", "joint");
  d.output(spec, {Read::time()}, [this](const Evaluation& e, double* out) {
    const std::size_t n = coordinates_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vector3 motion = coordinates_[i].at(e.time);
      for (std::size_t part = 0; part < 3; ++part) out[part * n + i] = motion[static_cast<Eigen::Index>(part)];
    }
  });
  d.to(motion_of(joint_));
}

StopCondition::StopCondition(std::string name, int width, Bounds bounds)
    : Component(std::move(name), "end of the run"), width_(width), bounds_(bounds) {
  SWELL_EXPECT(bounds.entry >= 0 && bounds.entry < width);
}

void StopCondition::declare(Declaration& d) {
  const Input input = d.input(port("signal", width_));
  const auto add = [&](const char* name, double bound, int direction) {
    const Computed distance = d.compute(name, 1, {input}, [this, input, bound](const Evaluation& e, double* out) {
      out[0] = e.input(input)[bounds_.entry] - bound;
    });
    EventSpec spec;
    spec.name = name;
    spec.direction = direction;
    spec.stop = true;
    d.event(spec, distance, [](const Evaluation&) {});
  };
  if (bounds_.above) add("above", *bounds_.above, 1);
  if (bounds_.below) add("below", *bounds_.below, -1);
}

}  // namespace swell::device
