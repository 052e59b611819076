// A built case in another wave, for the frequency domain.
#include <algorithm>

#include "stages.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/multibody_component.h"
#include "swell/device/radiation_loads.h"

namespace swell::assembly {

namespace {

template <class T>
void renew(system::Component* old, system::Component& made) {
  auto* const from = dynamic_cast<T*>(&made);
  if (auto* const to = dynamic_cast<T*>(old); to != nullptr && from != nullptr) to->become(*from);
}

}  // namespace

bool retune(const model::Model& model, SharedData& shared, BuiltCase& built, system::System& system) {
  Messages messages;
  const Case rigid(model, shared, messages, Checks::none, built.pulls);
  Hydro read = read_hydro(rigid);
  const std::optional<model::Model> modal = with_modes(rigid, read);
  const Case c(modal ? *modal : model, shared, messages, Checks::none, built.pulls);
  const Hydro hydro = place_hydro(c, std::move(read));
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    if (is_variable(c, hydro, i) || body.passive_yaw || body.nonlinear_hydro || !body.morison.empty() ||
        !body.morison_members.empty())
      return false;
  }
  const std::shared_ptr<waves::SeaState> sea = make_sea(c, hydro);
  const Mechanism mechanism = make_mechanism(c, hydro);
  c.diagnostics.throw_if_errors();
  if (!c.bodies.empty()) {
    // A wave of the same frequencies, such as one of another phase, changes the excitation alone.
    const waves::WaveComponents &before = built.sea->components(), &now = sea->components();
    Device device;
    Parts parts;
    if (before.omega.size() != now.omega.size() || (before.omega.array() != now.omega.array()).any()) {
      auto* const component = dynamic_cast<device::MultibodyComponent*>(system.find(device::MultibodyComponent::kName));
      if (component == nullptr || c.split()) return false;
      device = retune_device(c, hydro, sea, mechanism, *component);
      parts = std::move(device.parts);
      parts.take(radiation_loads(c, hydro, sea, device, built.solver));
    }
    parts.take(excitation_loads(c, hydro, sea, mechanism, device, built.solver));
    c.diagnostics.throw_if_errors();
    for (const std::unique_ptr<system::Component>& made : parts.components) {
      system::Component* const old = system.find(made->name());
      renew<device::ReportedAddedMass>(old, *made);
      renew<device::ConstantRadiation>(old, *made);
      renew<device::Excitation>(old, *made);
    }
  }
  *built.sea = std::move(*sea);
  return true;
}

}  // namespace swell::assembly
