// The power of a take-off by parts.
#include <algorithm>

#include "stages.h"
#include "swell/device/attachment.h"
#include "swell/device/report.h"

namespace swell::assembly {

std::map<std::string, PowerPorts> add_power(const Case& c, const Mechanism& mechanism, system::Graph& graph) {
  std::map<std::string, PowerPorts> power;
  using device::PowerPart;
  for (const model::Pto& pto : c.model.ptos) {
    PowerPorts& ports = power[pto.name];
    ports.absorbed = pto.name + ".power";
    device::PtoPower::Efforts efforts;
    for (const device::Action& action : device::actions_in(graph, {}, {pto.name})) {
      if (action.kind == device::Action::Kind::effort) efforts[action.traits.power].push_back(action.source());
    }
    const bool stops = efforts.count(PowerPart::end_stop) > 0;
    if (efforts.size() < 2 && !stops) continue;
    const auto joint = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                    [&](const bodies::Joint& j) { return j.name == pto.name; });
    if (joint == mechanism.joints.end()) continue;  // refused already
    const std::string name = device::load_name(pto.name, "power");
    if (stops) ports.absorbed = name + ".absorbed";
    for (const auto& effort : efforts)
      ports.parts.emplace_back(effort.first, name + "." + device::name_of(effort.first));
    graph.emplace<device::PtoPower>(pto.name, joint->type, std::move(efforts));
  }
  return power;
}

}  // namespace swell::assembly
