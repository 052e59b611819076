#include "swell/device/mooring_loads.h"

#include <utility>

#include "system_words.h"

namespace swell::device {

StaticMooring::StaticMooring(const std::string& name, const std::string& type, BodyNames bodies,
                             std::vector<std::string> lines, Energy energy, bool smooth, bool counts_turns,
                             EvaluateMooring law, std::string diagnosis)
    : Load(name, type,
           {ForcePart::mooring, energy, energy == Energy::exchanges ? "" : "stored_energy", PowerPart::actuator,
            smooth}),
      bodies_(std::move(bodies)),
      lines_(std::move(lines)),
      law_(std::move(law)),
      diagnosis_(std::move(diagnosis)),
      counts_turns_(counts_turns),
      motion_(bodies_.size()) {}

void StaticMooring::declare(Declaration& d) {
  std::vector<Input> position, velocity;
  std::vector<TurnCount> turns;
  Reads reads = {Read::time()};
  for (const std::string& body : bodies_) {
    position.push_back(read_motion_of(d, Motion::position, body));
    velocity.push_back(read_motion_of(d, Motion::velocity, body));
    reads.emplace_back(position.back());
    reads.emplace_back(velocity.back());
    turns.push_back(counts_turns_ ? TurnCount(d, position.back(), "turns/" + body) : TurnCount());
    turns.back().add_to(reads);
  }
  const int forces = 6 * static_cast<int>(bodies_.size()), lines = static_cast<int>(lines_.size());
  const Computed load = d.compute("load", forces + lines + 2, std::move(reads),
                                  [this, position, velocity, turns](const Evaluation& e, double* out) {
                                    for (std::size_t b = 0; b < motion_.size(); ++b) {
                                      Vector6 own;
                                      motion_[b].pose = as_six(turns[b].of(e, e.input(position[b]), own));
                                      motion_[b].velocity = as_six(e.input(velocity[b]));
                                    }
                                    law_(e.time, motion_.data(), out);
                                  });
  declare_forces(d, bodies_, load, "mooring force", ForcePart::mooring);
  if (lines > 0) {
    PortSpec tension = port("tension", lines, "N", "tension at the body");
    tension.labels = lines_;
    d.output(tension, load, forces);
  }
  d.output(port("stored_energy", 1, "J", "energy of the mooring"), load, forces + lines);
  d.output(port("dissipated_power", 1, "W", "power lost in the mooring"), load, forces + lines + 1);
}

}  // namespace swell::device
