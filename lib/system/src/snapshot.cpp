// Saves and restores the state of a system.
#include <algorithm>

#include "impl.h"

namespace swell::system {

Snapshot System::snapshot(double time, const double* state) const {
  Snapshot now{time, std::vector<double>(state, state + impl_->state_size), impl_->memory, {}, {}};
  for (ForeignModel* model : impl_->foreign) now.foreign.push_back(model->keeps() ? model->save(time) : nullptr);
  return now;
}

const std::vector<ForeignModel*>& System::foreign() const { return impl_->foreign; }

std::vector<std::string> System::foreign_bytes(const Snapshot& snapshot) const {
  if (snapshot.foreign.empty()) return snapshot.foreign_bytes;
  std::vector<std::string> bytes;
  for (std::size_t i = 0; i < impl_->foreign.size(); ++i) {
    const ForeignModel& model = *impl_->foreign[i];
    const auto& state = snapshot.foreign.at(i);
    bytes.push_back(state && model.writes() ? model.write(state) : std::string());
  }
  return bytes;
}

void System::restore(const Snapshot& snapshot) {
  SWELL_EXPECT(static_cast<int>(snapshot.state.size()) == impl_->state_size);
  SWELL_EXPECT(snapshot.memory.size() == impl_->memory.size());
  std::copy(snapshot.memory.begin(), snapshot.memory.end(), impl_->memory.begin());
  impl_->step_start = snapshot.time;
  impl_->uncommitted = false;
  for (std::size_t i = 0; i < impl_->foreign.size(); ++i) {
    ForeignModel& model = *impl_->foreign[i];
    if (i < snapshot.foreign.size() && snapshot.foreign[i]) {
      model.restore(snapshot.foreign[i]);
    } else if (i < snapshot.foreign_bytes.size() && !snapshot.foreign_bytes[i].empty()) {
      model.restore(model.read(snapshot.foreign_bytes[i]));
    }
  }
}

}  // namespace swell::system
