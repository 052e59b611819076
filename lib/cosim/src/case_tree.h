// From wires to the tree that a case file would be.
#pragma once

#include <string>
#include <vector>

#include "scenario.h"
#include "swell/base/parameter.h"
#include "swell/osp/wiring.h"

namespace swell::cosim {

/// @param overrides  of --set: a time step among them is the base step, a duration makes that of the file unneeded
/// @param needs_end  a system without an end is a mistake; else the tree has no duration
Parameter case_tree(const osp::Wiring& wiring, const Scenario& scenario, const std::vector<std::string>& overrides,
                    bool needs_end, Diagnostics& diagnostics);

}  // namespace swell::cosim
