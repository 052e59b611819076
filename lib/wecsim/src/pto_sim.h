// PTO-Sim's blocks as components.
#pragma once

#include "importer.h"

namespace swell::wecsim {

class PtoSim {
 public:
  /// @param best  what PTO-Sim has wrong is put right
  explicit PtoSim(bool best) : best_(best) {}
  /// What output `port` of a PTO-Sim block carries; makes the components that stand for the block when it is first
  /// asked for.
  /// @throws Unfollowed
  std::optional<Signal> output(const DrawnBlock& block, int port, SignalTracer& tracer, Inputs& inputs);
  bool made(const DrawnBlock& block) const { return made_.count(block.block) != 0; }

 private:
  bool best_;
  std::map<const SlxBlock*, std::vector<Signal>> made_;
  std::map<const SlxBlock*, std::function<Scalar()>> torques_;
};

}  // namespace swell::wecsim
