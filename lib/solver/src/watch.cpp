// Calls of the watcher at accepted points between two outputs.
#include <set>
#include <string>
#include <utility>

#include "integrator_impl.h"
#include "swell/solver/integrator.h"

namespace swell::solver {

// A force that jumps at a point has its old value in the step before and its new value in the step after. The watcher
// sees each point after its samples; at such a point it also sees the force before the jump.
void Integrator::Impl::show_watcher(bool changes) {
  if (!watcher || !changes) return;
  system.observe(time, x.data());
  watcher(time);
}

namespace {
/// Does a recorded power depend on a result that is held between points?
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
