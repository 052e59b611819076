#include "swell/model/model.h"

namespace swell::model {

const char* type_name(const Wave& wave) {
  static constexpr const char* kNames[] = {
      "none", "regular", "irregular", "imported-spectrum", "directional-spectrum", "imported-elevation"};
  return kNames[wave.index()];
}

const Source& source_of(const Wave& wave) {
  return std::visit([](const auto& sea) -> const Source& { return sea.source; }, wave);
}

}  // namespace swell::model
