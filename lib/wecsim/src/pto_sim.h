// PTO-Sim's blocks as components.
#pragma once

#include "importer.h"

namespace swell::wecsim {

/// What output `port` of a PTO-Sim block carries; makes the component that stands for it.
/// @throws Unfollowed
std::optional<Signal> pto_sim_output(const DrawnBlock& block, int port, SignalTracer& tracer, Inputs& inputs, std::vector<ReportLine>& report,
                                     const std::filesystem::path& model);

}  // namespace swell::wecsim
