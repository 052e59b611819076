// The power of a take-off by parts.
#include <algorithm>

#include "building.h"
#include "swell/device/body_loads.h"
#include "swell/device/joint_loads.h"
#include "swell/device/report.h"

namespace swell::assembly {

void build_power(Building& b) {
  auto& graph = b.built.graph;
  for (const model::Pto& pto : b.model.ptos) {
    PowerPorts& ports = b.built.power[pto.name];
    ports.absorbed = pto.name + ".power";
    std::vector<std::pair<device::PowerPart, std::string>> sources;
    for (const auto& link : graph.links()) {
      if (link.to != pto.name + ".force" || link.from.empty()) continue;
      const std::size_t dot = link.from.rfind('.');
      const std::string owner = link.from.substr(0, dot);
      const auto* load = dynamic_cast<const device::Load*>(graph.find(owner));
      if (const auto* own = dynamic_cast<const device::JointLoad*>(load)) {
        for (const std::string& part : own->parts()) sources.emplace_back(own->traits(part).power, owner + "." + part);
      } else {
        sources.emplace_back(
            load != nullptr ? load->traits(link.from.substr(dot + 1)).power : device::PowerPart::actuator, link.from);
      }
    }
    std::vector<device::PowerPart> parts;
    for (const auto& source : sources) parts.push_back(source.first);
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    const bool stops = std::find(parts.begin(), parts.end(), device::PowerPart::end_stop) != parts.end();
    if (parts.size() < 2 && !stops) continue;
    const auto joint =
        std::find_if(b.joints.begin(), b.joints.end(), [&](const bodies::Joint& j) { return j.name == pto.name; });
    if (joint == b.joints.end()) continue;  // refused already
    const std::string name = device::load_name(pto.name, "power");
    graph.emplace<device::PtoPower>(pto.name, joint->type, parts);
    graph.connect(pto.name + ".velocity", name + ".velocity");
    graph.connect(pto.name + ".power", name + ".mechanical");
    for (const auto& [part, address] : sources)
      graph.connect(address, name + "." + device::name_of(part) + "_effort", {}, true);
    if (stops) ports.absorbed = name + ".absorbed";
    for (const device::PowerPart part : parts) ports.parts.emplace_back(part, name + "." + device::name_of(part));
  }
}

}  // namespace swell::assembly
