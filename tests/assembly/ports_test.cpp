// Every port of every component says what it carries: semantic type, unit, causality, frame. All registered types and
// all parts of the device, those of a user's library included.
#include "swell/osp/ports.h"
#include "swell/components/library.h"
#include "swell/components/registry.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/yaw_frame.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/slow_drift.h"
#include "swell/osp/functions.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"
#include "swell/waves/sea_state.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::run::ports_test {
namespace {

using Complaints = std::vector<std::string>;

bool is_mechanical(const osp::Unit& unit) {
  const auto& kg = unit.exponents;
  // m, m/s, m/s^2, rad ..., N, N m.
  const bool motion = kg[0] == 0 && kg[3] == 0 && (kg[1] == 1) != (kg[7] == 1) && kg[2] <= 0 && kg[1] >= 0 && kg[1] < 2;
  const bool load = kg[0] == 1 && kg[2] == -2 && (kg[1] == 1 || kg[1] == 2) && unit.name != "J";
  return motion || load;
}

/// What is missing in, or wrong with, the meaning of a port. `general`: its component takes any unit.
Complaints complaints_of(const system::PortSpec& spec, osp::Causality causality, const std::string& address,
                         bool general) {
  Complaints list;
  Diagnostics diagnostics;
  osp::check_port(spec, causality, address, {}, diagnostics);
  for (const Diagnostic& d : diagnostics.list()) list.push_back(d.text());
  const std::vector<std::string> units = spec.unit.empty() ? spec.choices : std::vector<std::string>{spec.unit};
  if (units.empty()) {
    if (!general) list.push_back(address + ": no unit");
    return list;
  }
  for (const std::string& text : units) {
    system::PortSpec one = spec;
    one.unit = text;
    const std::vector<std::string> entries = osp::entry_units(one);
    bool vector = false;
    for (const std::string& entry : entries) {
      const auto unit = osp::parse_unit(entry);
      if (!unit) {
        list.push_back(fmt::format("{}: unit of an entry cannot be read: '{}' of '{}'", address, entry, text));
        continue;
      }
      // Labels that name places or lines mark a row of scalars.
      vector = vector ||
               (is_mechanical(*unit) && spec.width >= 3 && (spec.labels.empty() || spec.labels.front() == "surge"));
    }
    if (vector && spec.frame.empty() && !general) list.push_back(address + ": a vector without a frame");
    if (osp::type_text(one) == "undefined") list.push_back(address + ": no type");
    const auto unit = entries.empty() ? std::nullopt : osp::parse_unit(entries.front());
    const bool plain =
        entries.size() <= 3 && text.find(',') == std::string::npos && spec.kind != system::PortKind::inertia;
    if (unit && plain && is_mechanical(*unit) && osp::type_text(one) == "Generic")
      list.push_back(fmt::format("{}: in {}, but its type is Generic", address, text));
    if (!spec.frame.empty() && spec.frame != "joint" && unit && unit->name != "1" &&
        text.find(',') == std::string::npos && !is_mechanical(*unit))
      list.push_back(fmt::format("{}: in {} no frame applies", address, text));
  }
  return list;
}

Complaints complaints_of(const system::Declaration& declaration, const std::string& owner, bool general = false) {
  Complaints list;
  const auto add = [&](const system::PortSpec& spec, osp::Causality causality) {
    for (std::string& text : complaints_of(spec, causality, owner + "." + spec.name, general))
      list.push_back(std::move(text));
  };
  for (const auto& input : declaration.inputs) add(input.spec, osp::Causality::input);
  for (const auto& output : declaration.outputs) add(output.spec, osp::Causality::output);
  return list;
}

/// Types that compute with numbers of any unit. What they are joined to says what they carry.
const std::set<std::string> kGeneral = {"constant",
                                        "input",
                                        "step",
                                        "sine",
                                        "ramp",
                                        "noise",
                                        "table",
                                        "gain",
                                        "nmea-input",
                                        "nmea-output",
                                        "sum",
                                        "python",
                                        "product",
                                        "saturation",
                                        "delay",
                                        "sampler",
                                        "pick",
                                        "place",
                                        "lookup-table",
                                        "expression",
                                        "transfer-function",
                                        "sampled-controller",
                                        "pid",
                                        "sensor",
                                        "prescribed-motion"};

std::unique_ptr<system::Component> make(const components::Registry& registry, const std::string& type,
                                        const std::string& parameters, Diagnostics& diagnostics, Parameter& tree) {
  tree = model::read_yaml_text("{" + parameters + "}", "sample.yaml", model::kCaseFile);
  const components::Surroundings around = components::surroundings_of_examples();
  return registry.make(type, type, tree, around, {}, diagnostics);
}

TEST(Ports, OfEveryRegisteredTypeSayWhatTheyCarry) {
  const components::Registry registry = components::Registry::built_in();
  for (const auto& type : registry.types()) {
    SCOPED_TRACE(type.name);
    if (type.name == "fmu") continue;  // a file says what its ports are: tests/fmi
    ASSERT_FALSE(type.example.empty()) << "a new type needs an example";
    Diagnostics diagnostics;
    Parameter tree;
    const auto component = make(registry, type.name, type.example, diagnostics, tree);
    ASSERT_TRUE(component) << (diagnostics.list().empty() ? "" : diagnostics.list().front().text());
    system::Declaration declaration;
    component->declare(declaration);
    EXPECT_THAT(complaints_of(declaration, type.name, kGeneral.count(type.name) > 0), IsEmpty());
  }
}

TEST(Ports, OfAFrameConversionSayWhatTheyCarry) {
  system::Declaration change;
  system::PortSpec from, to;
  from.width = 6;
  from.unit = "N, N m";
  from.frame = "world";
  to = from;
  to.frame = "world-down";
  osp::FrameConversion("turn", from, to).declare(change);
  EXPECT_THAT(complaints_of(change, "turn"), IsEmpty());
}

#ifdef SWELL_TEST_LIBRARY
TEST(Ports, OfTheTemplateOfALibrarySayWhatTheyCarry) {
  components::Registry registry;
  components::load_library(SWELL_TEST_LIBRARY, {}, registry, {});
  Diagnostics diagnostics;
  Parameter tree;
  const auto component = make(registry, "limited-spring-damper", "damping: 1, limit: 1", diagnostics, tree);
  ASSERT_TRUE(component);
  system::Declaration declaration;
  component->declare(declaration);
  EXPECT_THAT(complaints_of(declaration, "template"), IsEmpty());
}
#endif

TEST(Ports, TheseChecksFindWhatIsMissing) {
  system::PortSpec spec;
  spec.name = "force";
  spec.width = 3;
  const auto check = [&](const char* unit, const char* frame, const char* type) {
    spec.unit = unit;
    spec.frame = frame;
    spec.type = type;
    return complaints_of(spec, osp::Causality::output, "a.force", false);
  };
  EXPECT_THAT(check("N", "world", ""), IsEmpty());
  EXPECT_THAT(check("", "world", ""), Contains("a.force: no unit"));
  EXPECT_THAT(check("N", "", ""), Contains("a.force: a vector without a frame"));
  EXPECT_THAT(check("Newtonn", "world", ""), Contains(HasSubstr("unit Newtonn cannot be read")));
  EXPECT_THAT(check("N", "world", "Pressure"), Contains(HasSubstr("X_QuantityUnit")));
  EXPECT_THAT(check("N", "world", "Fource"), Contains(HasSubstr("there is no port type Fource")));
  EXPECT_THAT(check("N, N m", "world", ""), Contains(HasSubstr("2 units (N, N m) for 3 values")));
  EXPECT_THAT(check("J", "world", ""), Contains("a.force: in J no frame applies"));
}

std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> texts;
  Diagnostics diagnostics;
  try {
    const model::Model model =
        model::read_case_text("simulation: {duration: 1, time_step: 0.1}\n" + text, "case.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    check_case(model, diagnostics);
  } catch (const InputError&) {  // the diagnostics have it
  }
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::error) texts.push_back(d.text());
  }
  return texts;
}

const char* const kCart = R"(bodies:
  - {name: cart, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0], volume: 0.001, center_of_buoyancy: [0, 0, 0]}
ptos: [{name: PTO, type: translational, axis: [1, 0, 0], base: world, follower: cart, location: [0, 0, 0]}]
)";

TEST(PortsOfACase, AControllerOfAJointTakesNoPositionForItsVelocity) {
  EXPECT_THAT(errors_of(std::string(kCart) + R"(components: [{name: c, type: reactive, proportional: 1}]
connections:
  - {from: PTO.position, to: c.input}
  - {from: PTO.position, to: c.position}
  - {from: c.output, to: PTO.force}
)"),
              ElementsAre("case.yaml:7:5: VE_VariableConnection_3: PTO.position is in m, c.input in m/s; join only "
                          "the same quantity"));
}

TEST(PortsOfACase, ASumAddsOneQuantityOnly) {
  EXPECT_THAT(
      errors_of(std::string(kCart) + R"(components: [{name: s, type: sum}, {name: g, type: gain, factor: 1}]
connections:
  - {from: PTO.position, to: s.input1}
  - {from: PTO.velocity, to: s.input2}
  - {from: s.output, to: g.input}
)"),
      ElementsAre("case.yaml:8:5: VE_VariableConnection_3: PTO.velocity is in m/s, s.input2 in m; join only the same "
                  "quantity"));
}

TEST(PortsOfACase, WhatAComponentComputesInHasItsUnitForGood) {
  EXPECT_THAT(
      errors_of("components: [{name: M, type: point-mass, mass: 1, ports: {force: {unit: kN}}}]\n"
                "connections: [{value: [1, 2, 3], to: M.force}]\n"),
      ElementsAre("case.yaml:2:66: M.force: unit = kN, but this port is in N; leave it out; a connection converts "
                  "what it can"));
  EXPECT_THAT(errors_of("components: [{name: g, type: gain, factor: 1, ports: {output: {unit: Newtonn}}}]\n"
                        "connections: [{value: 1, to: g.input}]\n"),
              ElementsAre("case.yaml:2:14: g.output: unit Newtonn cannot be read; write it as in kg m^2/s^2"));
}

TEST(PortsOfACase, GeneralPortsMeanWhatTheyAreJoinedTo) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(std::string("simulation: {duration: 1, time_step: 0.1}\n") + kCart +
                                                       R"(components:
  - {name: eye, type: sensor, sample_time: 0.1}
  - {name: law, type: expression, expression: -2 * v, inputs: [v]}
connections:
  - {from: PTO.velocity, to: eye.input}
  - {from: eye.output, to: law.v}
  - {from: law.output, to: PTO.force}
)",
                                                   "case.yaml", {}, diagnostics);
  std::map<std::string, std::string> units;
  for (const auto& component : case_interface(model)) {
    for (const auto& port : component.outputs) units[port.address] = port.spec.unit + " " + osp::type_text(port.spec);
    for (const auto& port : component.inputs) units[port.address] = port.spec.unit + " " + osp::type_text(port.spec);
  }
  EXPECT_EQ(units.at("eye.output"), "m/s LinearVelocity");
  EXPECT_EQ(units.at("law.v"), "m/s LinearVelocity");
  EXPECT_EQ(units.at("law.output"), "N Force");
}

TEST(PortsOfACase, WhatTurnsWithTheYawOfABodySaysSo) {
  const model::Model model =
      model::read_case(std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/loads/passive-yaw.yaml");
  std::map<std::string, std::string> frames;
  for (const auto& component : case_interface(model)) {
    for (const auto* ports : {&component.outputs, &component.inputs, &component.states, &component.memories}) {
      for (const auto& port : *ports) frames[port.address] = port.spec.frame;
    }
  }
  for (const char* turned :
       {"sphere/yaw_frame.local_velocity/sphere", "sphere/yaw_frame.local_acceleration/sphere",
        "sphere/yaw_frame.local_force", "radiation.velocity/sphere", "radiation.force/sphere", "radiation.history"})
    EXPECT_EQ(frames.at(turned), "sphere/yaw_frame") << turned;
  for (const char* still : {"sphere/yaw_frame.velocity/sphere", "sphere/yaw_frame.force", "sphere.velocity"})
    EXPECT_EQ(frames.at(still), "world") << still;
}

/// A shipped case with keys set, and what it is good for here.
struct Sample {
  const char* file;
  std::vector<std::string> set;
};

/// What the constructors of lib/device hand to Component as their type: the texts of its second argument.
std::set<std::string> types_of_the_device() {
  std::set<std::string> types;
  const std::string call = " Component(";
  for (const auto& entry : std::filesystem::directory_iterator(SWELL_SOURCE_DIR "/lib/device/src")) {
    std::ostringstream all;
    all << std::ifstream(entry.path()).rdbuf();
    const std::string source = all.str();
    for (std::size_t at = source.find(call); at != std::string::npos; at = source.find(call, at)) {
      at += call.size();
      int depth = 1, argument = 1;
      std::string text;
      for (bool quoted = false; depth > 0 && at < source.size(); ++at) {
        const char c = source[at];
        if (c == '"') {
          if (quoted && argument == 2) types.insert(text);
          quoted = !quoted;
          text.clear();
        } else if (quoted) {
          text += c;
        } else if (c == '(') {
          ++depth;
        } else if (c == ')') {
          --depth;
        } else if (c == ',' && depth == 1) {
          ++argument;
        }
      }
    }
  }
  types.erase("watch of energy and motion");  // no interface shows it: nothing may be connected to it
  return types;
}

std::vector<std::unique_ptr<system::Component>> parts_of_rare_data() {
  std::vector<std::unique_ptr<system::Component>> parts;
  auto data = std::make_shared<hydro::HydroData>(hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5"));
  data->bodies[0].mean_drift_momentum.assign(1, std::vector<VectorX>(data->omega.size(), VectorX::Constant(6, 0.25)));
  waves::RegularWave wave;
  wave.height = 1.0;
  wave.period = 8.0;
  const auto sea =
      waves::make_sea_state({wave}, waves::WaterProperties{}, waves::FrequencyRange{0.1, 5.0, false}, waves::Ramp{0.0});
  const hydro::SlowDriftOptions options{hydro::SlowDriftRule::newman, hydro::Interpolation::spline, 0.0, 100.0, {}};
  parts.push_back(device::slow_drift("sphere", {hydro::SlowDrift({data, 0}, sea, options)}));
  parts.push_back(std::make_unique<device::YawedAddedMass>("sphere", std::vector<Matrix6>{Matrix6::Identity()}));
  return parts;
}

TEST(Ports, OfEveryPartOfTheDeviceSayWhatTheyCarry) {
  const model::CaseFolder folder;
  const std::filesystem::path record = folder.path / "record.txt";
  {
    std::ofstream file(record);
    for (int i = 0; i < 1200; ++i) file << 0.25 * i << ' ' << std::sin(0.25 * i) << '\n';
  }
  const std::vector<Sample> samples = {
      {"sphere/regular.yaml", {}},
      {"sphere/regular.yaml", {"simulation.added_mass=split"}},
      {"sphere/regular.yaml", {"hydrodynamics.radiation=constant"}},
      {"sphere/regular.yaml", {"ptos.PTO.stiffness=1000"}},
      {"sphere/decay.yaml", {"hydrodynamics.radiation=state-space"}},
      {"sphere/regular.yaml", {"simulation.reproduce=wec-sim", "hydrodynamics.convolution.duration=20"}},
      {"sphere/irregular.yaml", {"environment.gauges=[{x: 1, y: 2}, {x: 3, y: 4}, {x: 5, y: 6}]"}},
      {"sphere/moored.yaml", {}},
      {"sphere/nonlinear-decay.yaml", {}},
      {"sphere/nonlinear-decay.yaml", {"simulation.reproduce=wec-sim", "hydrodynamics.convolution.duration=20"}},
      {"sphere/variable.yaml", {}},
      {"loads/cable.yaml", {}},
      {"loads/drag-body.yaml", {}},
      {"loads/drag-body.yaml", {"simulation.added_mass=split"}},
      {"loads/drag-body.yaml", {"simulation.reproduce=wec-sim", "hydrodynamics.convolution.duration=20"}},
      {"loads/large-motion.yaml", {}},
      {"loads/lines.yaml", {}},
      {"loads/lines.yaml", {"simulation.added_mass=split"}},
      {"loads/lookup-table.yaml", {}},
      {"loads/mooring-matrix.yaml", {}},
      {"loads/passive-yaw.yaml", {}},
      {"loads/passive-yaw.yaml", {"simulation.restoring=euler-angles"}},
      {"sphere/variable.yaml", {"simulation.restoring=euler-angles"}},
      {"loads/lines.yaml", {"moorings.chains.stepping=continuous"}},
      {"sphere/regular.yaml", {"simulation.stop=[{signal: PTO.position, above: 100}]"}},
      {"sphere/regular.yaml", {"hydrodynamics.convolution={sampling: step, time_step: 0.1}"}},
      {"sphere/regular.yaml",
       {"ptos=[{name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], motion: "
        "{amplitude: 1, period: 8}}]"}},
      {"sphere/variable.yaml",
       {"bodies.sphere.hydro_data.sets=[{file: hemisphere.h5, body: 1}, {file: hemisphere.h5, body: 1, mass: 300000, "
        "linear_damping: [1, 1, 1, 1, 1, 1], quadratic_drag: {cd: [1, 1, 1, 0, 0, 0], area: [1, 1, 1, 0, 0, 0]}}]"}},
      {"sphere/variable.yaml", {"output.set_forces=true"}},
      {"sphere/regular.yaml",
       {"waves={type: imported-elevation, method: excitation-kernel, file: " + record.string() + "}"}},
      {"array/four.yaml", {}},
      {"barge/regular.yaml", {}},
      {"barge/regular.yaml", {"simulation.restoring=euler-angles"}},
      {"flap/crank.yaml", {}},
      {"fhsim/mass-spring.yaml", {}},
  };
  std::set<std::string> seen = {"flywheel"};  // a registered type
  // What needs data that no shipped file holds, by itself.
  for (const auto& part : parts_of_rare_data()) {
    system::Declaration declaration;
    part->declare(declaration);
    seen.insert(part->type());
    EXPECT_THAT(complaints_of(declaration, part->name()), IsEmpty());
  }
  for (const Sample& sample : samples) {
    SCOPED_TRACE(sample.file);
    Diagnostics diagnostics;
    const std::filesystem::path file = std::filesystem::path(SWELL_SOURCE_DIR "/inputs") / sample.file;
    const model::Model model = model::read_case(file, sample.set, diagnostics);
    diagnostics.throw_if_errors();
    for (const system::ComponentInfo& component : case_interface(model, true)) {
      seen.insert(component.type);
      Complaints list;
      for (const auto& port : component.inputs)
        for (auto& text : complaints_of(port.spec, osp::Causality::input, port.address, false)) list.push_back(text);
      for (const auto& port : component.outputs)
        for (auto& text : complaints_of(port.spec, osp::Causality::output, port.address, false)) list.push_back(text);
      EXPECT_THAT(list, IsEmpty()) << component.type;
    }
  }
  for (const std::string& type : types_of_the_device()) EXPECT_TRUE(seen.count(type) > 0) << type << ": no case has it";
}

}  // namespace
}  // namespace swell::run::ports_test
