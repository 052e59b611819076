#include "swell/device/tilted_loads.h"

#include <algorithm>

#include "system_words.h"

namespace swell::device {

namespace {

bool contains(const BodyNames& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

MotionSource tilted_motions(BodyNames tilting) {
  return [tilting = std::move(tilting)](Motion motion, const std::string& body) {
    if (!contains(tilting, body)) return of_mechanism(motion, body);
    return body + "." + (motion == Motion::velocity ? kTiltedVelocity : kTiltedAcceleration);
  };
}

void label_tilted(Declaration& d, const BodyNames& tilting) {
  for (auto& input : d.inputs) {
    for (const std::string& body : tilting) {
      for (const Motion motion : {Motion::velocity, Motion::acceleration})
        if (input.spec.name == motion_port(motion, body).name) input.spec.frame = load_name(body, kTiltedAxes);
    }
  }
}

TurnToWorld::TurnToWorld(Declaration& d, const BodyNames& rows, const BodyNames& tilting, Reads& reads) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!contains(tilting, rows[i])) continue;
    turns_.emplace_back(6 * i + 3,
                        d.input(port("axes/" + rows[i], 9, "1",
                                     "axes that tilt with the body, in the world, column by column", "world")));
    d.from(turns_.back().second, rows[i] + "." + kTiltedAxes);
    reads.emplace_back(turns_.back().second);
  }
}

}  // namespace swell::device
