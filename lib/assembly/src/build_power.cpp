// The power of a take-off by parts.
#include <algorithm>

#include "building.h"
#include "swell/device/attachment.h"
#include "swell/device/report.h"

namespace swell::assembly {

void build_power(Building& b) {
  using device::PowerPart;
  for (const model::Pto& pto : b.model.ptos) {
    PowerPorts& ports = b.built.power[pto.name];
    ports.absorbed = pto.name + ".power";
    device::PtoPower::Efforts efforts;
    for (const device::Action& action : device::actions_in(b.built.graph, {}, {pto.name})) {
      if (action.kind == device::Action::Kind::effort) efforts[action.traits.power].push_back(action.source());
    }
    const bool stops = efforts.count(PowerPart::end_stop) > 0;
    if (efforts.size() < 2 && !stops) continue;
    const auto joint =
        std::find_if(b.joints.begin(), b.joints.end(), [&](const bodies::Joint& j) { return j.name == pto.name; });
    if (joint == b.joints.end()) continue;  // refused already
    const std::string name = device::load_name(pto.name, "power");
    if (stops) ports.absorbed = name + ".absorbed";
    for (const auto& effort : efforts)
      ports.parts.emplace_back(effort.first, name + "." + device::name_of(effort.first));
    b.built.graph.emplace<device::PtoPower>(pto.name, joint->type, std::move(efforts));
  }
}

}  // namespace swell::assembly
