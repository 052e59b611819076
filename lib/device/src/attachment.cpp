#include "swell/device/attachment.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "swell/device/stack.h"
#include "swell/system/graph.h"
#include "system_words.h"

namespace swell::device {

namespace {

struct MotionWords {
  const char *name, *unit, *description;
};
constexpr std::array<MotionWords, 7> kWords = {
    {{"position", "m, rad", "centre of gravity and roll, pitch, yaw"},
     {"displacement", "m, rad", "shift of the centre of gravity and roll, pitch, yaw"},
     {"shift", "m", "shift of the centre of gravity"},
     {"rotation", "1", "body axes to world axes, row by row"},
     {"axes", "1", "body axes to world axes, column by column"},
     {"velocity", "m/s, rad/s", "velocity of the body"},
     {"acceleration", "m/s^2, rad/s^2", "acceleration of the body"}}};
const MotionWords& words(Motion motion) { return kWords.at(static_cast<std::size_t>(motion)); }

}  // namespace

const char* name_of(Motion motion) { return words(motion).name; }

std::optional<Motion> motion_at(const std::string& address) {
  const std::string port = address.substr(address.rfind('.') + 1);
  const auto found =
      std::find_if(kWords.begin(), kWords.end(), [&](const MotionWords& each) { return port == each.name; });
  if (found == kWords.end() || port.size() == address.size()) return std::nullopt;
  return static_cast<Motion>(found - kWords.begin());
}

PortSpec motion_port(Motion motion, const std::string& body) {
  const MotionWords& of = words(motion);
  const std::string name = body.empty() ? of.name : std::string(of.name) + "/" + body;
  const std::string description = body.empty() ? of.description : std::string(of.name) + " of " + body;
  PortSpec spec = six_vector(name, of.unit, description);
  const bool turn = motion == Motion::rotation || motion == Motion::axes;
  if (turn || motion == Motion::shift) {
    spec.width = turn ? 9 : 3;
    spec.labels.clear();
  }
  return spec;
}

Input read_motion(Declaration& d, Motion motion, const std::string& body) {
  const Input input = d.input(motion_port(motion));
  d.from(input, of_mechanism(motion, body));
  return input;
}

Input read_motion_of(Declaration& d, Motion motion, const std::string& body, const MotionSource& source) {
  const Input input = d.input(motion_port(motion, body));
  d.from(input, source(motion, body));
  return input;
}

Input watch_port(Declaration& d, PortSpec spec, const std::string& address) {
  const Input input = d.input(std::move(spec));
  d.from(input, address, true);
  return input;
}

std::string address_as_name(std::string address) {
  std::replace(address.begin(), address.end(), '.', ':');
  return address;
}

void BodyLoad::give_force(Declaration& d, const char* description, system::Reads reads, system::Compute law,
                          system::Rate rate) const {
  d.output(six_vector("force", "N, N m", description, PortKind::effort), std::move(reads), std::move(law), rate);
  acts_as(d, body_, traits("force").part);
}

void BodyLoad::give_inertia(Declaration& d, const char* description, Computed force, Computed inertia,
                            int first) const {
  d.output(six_vector("force", "N, N m", description, PortKind::effort), force);
  acts_on(d, body_);
  d.output(inertia_port("inertia", "inertia about the centre of gravity, row by row"), inertia, first);
  d.to(inertia_on(body_));
  const Input a = read(d, Motion::acceleration);  // for the report only
  d.output(six_vector("reported", "N, N m", "the force with that of the inertia"), {force, inertia, a},
           [force, inertia, first, a](const Evaluation& e, double* out) {
             as_six(out) = as_six(e.computed(force)) - as_inertia(e.computed(inertia) + first) * as_six(e.input(a));
           });
  reported_as(d, body_, traits("inertia").part);
}

std::vector<Action> actions_in(const system::Graph& graph, const std::vector<std::string>& bodies,
                               const std::vector<std::string>& joints) {
  using Kind = Action::Kind;
  std::map<std::string, std::pair<Kind, std::string>> takers;
  for (const std::string& body : bodies) {
    takers[force_on(body)] = {Kind::force, body};
    takers[inertia_on(body)] = {Kind::inertia, body};
    takers[coupled_inertia_on(body)] = {Kind::coupled_inertia, body};
    for (int part = 0; part < kForceParts; ++part)
      takers[report_of(body, static_cast<ForcePart>(part))] = {Kind::report, body};
  }
  for (const std::string& joint : joints) {
    takers[effort_on(joint)] = {Kind::effort, joint};
    takers[inertia_on(joint)] = {Kind::joint_inertia, joint};
  }
  std::vector<Action> actions;
  for (const system::Graph::Link& link : graph.links()) {
    const auto taker = takers.find(link.to);
    if (taker == takers.end() || link.from.empty()) continue;
    const std::size_t dot = link.from.rfind('.');
    Action action{taker->second.first, taker->second.second, link.from.substr(0, dot), link.from.substr(dot + 1)};
    action.load = dynamic_cast<const Load*>(graph.find(action.component));
    std::vector<std::string> effects;
    if (action.load != nullptr) effects = action.load->effects(action.port);
    if (effects.empty()) effects = {action.port};
    for (const std::string& port : effects) {
      action.port = port;
      if (action.load != nullptr) action.traits = action.load->traits(port);
      actions.push_back(action);
    }
  }
  return actions;
}

}  // namespace swell::device
