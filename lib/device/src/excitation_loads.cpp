#include "swell/device/excitation_loads.h"

#include <cmath>

#include <fmt/format.h>

#include "swell/base/error.h"
#include "swell/device/tilted_loads.h"
#include "system_words.h"

namespace swell::device {

Excitation::Excitation(BodyNames bodies, const hydro::LinearExcitation& excitation, double start,
                       std::optional<double> half_step, BodyNames tilting)
    : Load("excitation", "wave excitation, first order", {ForcePart::excitation}),
      bodies_(std::move(bodies)),
      tilting_(std::move(tilting)),
      rows_(excitation.rows()) {
  hydro::TabulatedExcitation tabulated(excitation, start, half_step);
  std::vector<double> tables(tabulated.workspace_size());  // a cache of values that depend on time alone
  tabulated.reset(tables.data());
  law_ = [tabulated = std::move(tabulated), tables = std::move(tables)](const Evaluation& e, double* out) mutable {
    tabulated.evaluate(e.time, tables.data(), out);
  };
}

Excitation::Excitation(BodyNames bodies, hydro::RecordExcitation excitation, BodyNames tilting)
    : Load("excitation", "wave excitation, kernel and recorded elevation", {ForcePart::excitation}),
      bodies_(std::move(bodies)),
      tilting_(std::move(tilting)),
      rows_(excitation.rows()),
      law_([excitation = std::move(excitation)](const Evaluation& e, double* out) {
        excitation.evaluate(e.time, out);
      }) {}

void Excitation::declare(Declaration& d) {
  SWELL_EXPECT(rows_ == 6 * static_cast<int>(bodies_.size()));
  const Computed force = compute_in_world(d, "excitation", bodies_, tilting_, {Read::time()},
                                          [this](const Evaluation& e, double* out) { law_(e, out); });
  declare_forces(d, bodies_, force, "wave excitation", ForcePart::excitation);
}

DisplacedExcitation::DisplacedExcitation(BodyNames bodies, hydro::LinearExcitation excitation, std::vector<bool> moves,
                                         BodyNames tilting)
    : Load("excitation", "wave excitation, first order, at the instantaneous place", {ForcePart::excitation}),
      bodies_(std::move(bodies)),
      tilting_(std::move(tilting)),
      excitation_(std::move(excitation)),
      moves_(std::move(moves)),
      offsets_(2 * bodies_.size(), 0.0) {
  SWELL_EXPECT(excitation_.rows() == 6 * static_cast<int>(bodies_.size()) && moves_.size() == bodies_.size());
}

void DisplacedExcitation::declare(Declaration& d) {
  std::vector<system::Input> displacement;
  system::Reads reads = {Read::time()};
  for (const std::string& body : bodies_) {
    displacement.push_back(read_motion_of(d, Motion::displacement, body));
    reads.emplace_back(displacement.back());
  }
  const Computed force = compute_in_world(d, "excitation", bodies_, tilting_, reads,
                                          [this, displacement](const Evaluation& e, double* out) {
                                            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                                              if (!moves_[i]) continue;
                                              offsets_[2 * i] = e.input(displacement[i])[0];
                                              offsets_[2 * i + 1] = e.input(displacement[i])[1];
                                            }
                                            excitation_.evaluate_displaced(e.time, offsets_.data(), out);
                                          });
  declare_forces(d, bodies_, force, "wave excitation", ForcePart::excitation);
}

HeldHeading::HeldHeading(Declaration& d, double threshold, system::Input displacement) : threshold_(threshold) {
  d.parameter("threshold", fmt::format("{:g}", threshold / kDegree), "deg");
  held_ = d.memory(port("heading", 1, "rad"), system::MemoryKind::mode, {0.0});
  if (threshold_ > 0.0) {
    d.commit({displacement, held_}, [held = *this, displacement](const Evaluation& e) {
      e.change(held.held_)[0] = held.of(e, e.input(displacement)[5]);
    });
  }
}

double HeldHeading::of(const Evaluation& e, double yaw) const {
  if (threshold_ == 0.0) return yaw;
  const double last = e.memory(held_)[0];
  return std::abs(std::remainder(yaw - last, 2.0 * kPi)) > threshold_ && e.major ? yaw : last;
}

}  // namespace swell::device
