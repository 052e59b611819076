#include "swell/device/load.h"

#include <array>

namespace swell::device {

namespace {
template <class Enum, std::size_t N>
const char* entry(const std::array<const char*, N>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}
}  // namespace

const char* name_of(ForcePart part) {
  static constexpr std::array<const char*, kForceParts> kNames = {
      "excitation",     "radiation_damping", "added_mass", "restoring", "morison_and_viscous",
      "linear_damping", "mooring",           "joint",      "pto",       "external"};
  return entry(kNames, part);
}

const char* name_of(Energy energy) {
  static constexpr std::array<const char*, 5> kNames = {"conserves", "dissipates", "radiates", "exchanges", "inertia"};
  return entry(kNames, energy);
}

const char* name_of(PowerPart part) {
  static constexpr std::array<const char*, kPowerParts> kNames = {"damper", "spring", "actuator", "friction",
                                                                  "end_stop"};
  return entry(kNames, part);
}

const char* description_of(PowerPart part) {
  static constexpr std::array<const char*, kPowerParts> kTexts = {
      "taken by the damper", "taken up by the spring, which gives it back",
      "taken by what is connected to the PTO: control, generator, hydraulics", "lost in bearing friction",
      "taken by the end stops: no part of the absorbed power"};
  return entry(kTexts, part);
}

}  // namespace swell::device
