// Components of the user's choice and the connections that the case names.
#include <fmt/format.h>

#include "build.h"

namespace swell::model {

void build_components(Building& b) {
  for (const Component& component : b.model.components) {
    b.diagnostics.error(component.source.of("type"),
                        fmt::format("components.{}.type = {}: no such component", component.name, component.type));
  }
  for (const Connection& connection : b.model.connections) {
    if (const auto* from = std::get_if<std::string>(&connection.from)) {
      b.built.graph.connect(*from, connection.to, connection.source.origin);
    } else {
      b.built.graph.constant(std::get<std::vector<double>>(connection.from), connection.to, connection.source.origin);
    }
  }
}

}  // namespace swell::model
