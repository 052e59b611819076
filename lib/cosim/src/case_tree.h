// From wires to the tree that a case file would be.
#pragma once

#include <string>
#include <vector>

#include "scenario.h"
#include "swell/base/parameter.h"
#include "swell/osp/wiring.h"

namespace swell::cosim {

/// @param overrides  of --set: a time step among them is the base step, a duration makes that of the file unneeded
Parameter case_tree(const osp::Wiring& wiring, const Scenario& scenario, const std::vector<std::string>& overrides,
                    Diagnostics& diagnostics);

}  // namespace swell::cosim
