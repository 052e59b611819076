// What an integrator shows of its accepted points between two outputs.
#include <set>
#include <string>
#include <utility>

#include "integrator_impl.h"
#include "swell/solver/integrator.h"

namespace swell::solver {

// A force that changes at a point acted in the step before as it was, and acts in the next as it is: the watcher, which
// sees every point with its samples taken, sees such a point with the force of the other side too.
void Integrator::Impl::show_watcher(bool changes) {
  if (!watcher || !changes) return;
  system.observe(time, x.data());
  watcher(time);
}

namespace {
/// Whether a recorded power depends on a result that is held from one point to the next.
bool samples_behind_power(const system::System& system) {
  std::set<std::string> memories, sampled;
  for (const system::ComponentInfo& component : system.describe()) {
    for (const auto& memory : component.memories) memories.insert(memory.address);
  }
  for (const std::string& held : system.memory_in_use()) {
    if (memories.count(held) == 0) sampled.insert(held.substr(0, held.rfind('.')));
  }
  for (int i = 0; i < system.recorded_count() && !sampled.empty(); ++i) {
    if (system.recorded_spec(i).unit != "W") continue;
    for (const std::string& component : system.behind_output(i)) {
      if (sampled.count(component) > 0) return true;
    }
  }
  return false;
}
}  // namespace

void Integrator::watch(std::function<void(double time)> watcher) {
  impl_->watcher = std::move(watcher);
  impl_->powers_jump = impl_->watcher && samples_behind_power(impl_->system);
}

}  // namespace swell::solver
