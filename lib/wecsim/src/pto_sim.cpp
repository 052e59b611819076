#include "pto_sim.h"

namespace swell::wecsim {

std::optional<Signal> pto_sim_output(const DrawnBlock& d, int, SignalTracer&, Inputs&, std::vector<ReportLine>&, const std::filesystem::path&) {
  throw Unfollowed{d.block->path, fmt::format("PTO-Sim's block {} is not taken over", d.type)};
}

}  // namespace swell::wecsim
