// The built-in types, one function per family. Private to the library.
#pragma once

#include "swell/components/registry.h"

namespace swell::components {

/// How many of the diagnostics are errors: a component goes by its own, not by those of others before it.
std::size_t errors_in(const Diagnostics& diagnostics);

/// Warns of a gas accumulator that holds no oil at the start.
void warn_of_empty(Parameters& read, double initial_pressure, double precharge);

void add_mechanics(Registry& registry);
void add_signals(Registry& registry);
void add_sources(Registry& registry);
void add_dynamics(Registry& registry);
void add_expression(Registry& registry);
void add_control(Registry& registry);
void add_joint_components(Registry& registry);
void add_drives(Registry& registry);
void add_hydraulic(Registry& registry);
void add_circuit(Registry& registry);

}  // namespace swell::components
