#include "energy_balance.h"

#include <algorithm>
#include <limits>

namespace swell::run {

EnergyBalance::EnergyBalance(const CaseRun& run, const assembly::EnergyPlan& plan)
    : plan_(plan), gains_(plan.groups.size()), largest_(plan.groups.size(), 0.0) {
  const auto& series = run.series();
  const auto recorded = [&series](const char* port, bool there = true) {
    const auto signal = assembly::find_signal(port, series);
    SWELL_EXPECT(signal || !there);
    return signal ? signal->series : 0;
  };
  work_ = recorded("audit.work");
  potential_ = recorded("audit.potential", !plan.groups.empty());
  exchanged_ = recorded("audit.exchanged");
  kinetic_ = recorded("audit.kinetic_energy");
  added_ = recorded("audit.added_mass_energy");
  defect_ = recorded("audit.force_defect");
  bodies_ = series[defect_].labels.size();
}

void EnergyBalance::row(double time, const CaseRun& run) {
  const double* potential = plan_.groups.empty() ? nullptr : run.values(potential_);
  if (first_) {
    start_.assign(potential, potential + plan_.groups.size());
    kinetic_start_ = run.values(kinetic_)[0];
    added_start_ = run.values(added_)[0];
    first_ = false;
  }
  kinetic_end_ = run.values(kinetic_)[0];
  added_end_ = run.values(added_)[0];
  total_ = run.values(exchanged_)[0];
  energies_.assign(run.values(work_), run.values(work_) + plan_.entries.size());
  sums_.assign(plan_.groups.size(), 0.0);
  // Radiation memory and its added mass are one law: with data
  // that are not reciprocal, energy may pass from one to the other.
  double radiated = 0.0, added = added_end_ - added_start_;
  for (std::size_t i = 0; i < energies_.size(); ++i) {
    const device::AuditEntry& entry = plan_.entries[i];
    if (entry.group >= 0) sums_[static_cast<std::size_t>(entry.group)] += energies_[i];
    if (entry.energy == device::Energy::radiates) radiated += energies_[i];
    if (entry.added_mass) added += energies_[i];
  }
  for (std::size_t g = 0; g < sums_.size(); ++g) {
    if (plan_.groups[g].energy == device::Energy::radiates) continue;
    largest_[g] = std::max(largest_[g], std::abs(potential[g]));
    gains_[g].take(sums_[g] + potential[g] - start_[g], time, plan_.groups[g].energy == device::Energy::conserves);
  }
  radiation_.take(radiated + added, time, false);
  for (std::size_t b = 0; b < bodies_; ++b) worst_ = std::max(worst_, run.values(defect_)[b]);
}

AuditReport EnergyBalance::judge(const solver::Options& options, std::size_t steps) const {
  AuditReport report;
  // The added mass of all bodies in one sum: its own kinetic energy, and what non-reciprocal data leave over.
  double added = 0.0;
  bool any = false, radiates = false;
  for (std::size_t i = 0; i < energies_.size(); ++i) {
    const device::AuditEntry& entry = plan_.entries[i];
    radiates = radiates || entry.energy == device::Energy::radiates;
    if (entry.energy == device::Energy::exchanges &&
        (report.not_judged.empty() || report.not_judged.back() != entry.label))
      report.not_judged.push_back(entry.label);
    if (entry.added_mass) {
      added += energies_[i];
      any = true;
    } else if (!report.lines.empty() && report.lines.back().name == entry.label) {
      report.lines.back().energy += energies_[i];
    } else {
      report.lines.push_back({entry.label, energies_[i]});
    }
  }
  if (any) {
    report.lines.push_back({"change of kinetic energy of the added mass", -(added_end_ - added_start_)});
    report.lines.push_back({"added mass that is not reciprocal, or delayed", added + added_end_ - added_start_});
  }
  report.lines.push_back({"change of kinetic energy of the bodies", -(kinetic_end_ - kinetic_start_)});
  for (const auto& line : report.lines) report.residual += line.energy;
  report.exchanged = total_;
  // docs/conventions.md: what the error estimates of all steps can add up to, and no more than 1e-4.
  constexpr double kMost = 1e-4, kRoundOff = 1e-9;
  const double share = options.method == solver::Method::rk4
                           ? kMost
                           : std::clamp(static_cast<double>(steps) * options.tolerance, kRoundOff, kMost);
  report.tolerance = share * total_ + 1e-9 * (std::abs(kinetic_start_) + std::abs(kinetic_end_)) + 1e-12;
  report.worst_force_defect = worst_;
  report.closes = std::abs(report.residual) <= report.tolerance && worst_ <= 1e-9;
  // A fall of the potential is the difference of two, each of them rounded: pose, products and sum by four halves of
  // epsilon, of parts that are up to three times their sum (-S z + K z^2 / 2 of a body at rest at z = S / K).
  constexpr double kRounded = 2.0 * 4.0 * 0.5 * 3.0 * std::numeric_limits<double>::epsilon();
  for (std::size_t g = 0; g < gains_.size(); ++g) {
    if (plan_.groups[g].energy == device::Energy::radiates) continue;
    report.laws.push_back(
        gains_[g].law(plan_.groups[g].name, plan_.groups[g].energy, report.tolerance + kRounded * largest_[g]));
  }
  if (radiates)
    report.laws.push_back(
        radiation_.law("radiation and added mass of all bodies", device::Energy::radiates, report.tolerance));
  return report;
}

bool AuditReport::lawful() const {
  return std::all_of(laws.begin(), laws.end(), [](const Law& law) { return law.holds; });
}

}  // namespace swell::run
