// The energy balance of an audited run, and its judgement.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "swell/assembly/built_case.h"
#include "swell/run/run.h"

namespace swell::run {

/// Keeps the energy balance of a run from the rows of group /audit as they pass: the first, the last and the worst.
class EnergyBalance {
 public:
  EnergyBalance(const CaseRun& run, const assembly::EnergyPlan& plan);
  void row(double time, const CaseRun& run);
  AuditReport judge(const solver::Options& options, std::size_t steps) const;

 private:
  struct Gain {
    double energy = 0.0, time = 0.0;
    void take(double now, double t, bool keeps) {
      if ((keeps ? std::abs(now) : now) <= std::abs(energy)) return;
      energy = now;
      time = t;
    }
    AuditReport::Law law(const std::string& name, device::Energy promise, double tolerance) const {
      return {name, device::name_of(promise), energy, time, std::abs(energy) <= tolerance};
    }
  };
  const assembly::EnergyPlan& plan_;
  std::size_t work_ = 0, potential_ = 0, exchanged_ = 0, kinetic_ = 0, added_ = 0, defect_ = 0, bodies_ = 0;
  std::vector<Gain> gains_;
  Gain radiation_;
  std::vector<double> energies_, start_, sums_, largest_;  ///< `largest_`: of each potential, absolute
  double kinetic_start_ = 0.0, kinetic_end_ = 0.0, added_start_ = 0.0, added_end_ = 0.0, total_ = 0.0, worst_ = 0.0;
  bool first_ = true;
};

}  // namespace swell::run
