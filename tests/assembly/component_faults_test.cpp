// What is wrong with the components of a case and their connections, reported before the run.
#include "swell/assembly/built_case.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::component_faults_test {
namespace {

/// One mistake each, as a user makes it: "line:column code" of what `swell check` reports.
struct Mistake {
  std::string text;
  const char* reported;
};

std::string components(const std::string& list, const std::string& connections = "") {
  return "simulation: {duration: 1, time_step: 0.1, integrator: rk4}\ncomponents:\n" + list +
         (connections.empty() ? "" : "connections:\n" + connections);
}

std::string generator(const char* efficiency) {
  return components(std::string("  - {name: g, type: electric-generator, efficiency: ") + efficiency + "}\n",
                    "  - {value: 1, to: g.speed}\n  - {value: 1, to: g.torque}\n");
}

std::string formula(const char* keys) {
  return components(std::string("  - {name: f, type: expression, expression: v + 1, ") + keys + "}\n",
                    "  - {value: 1, to: f.v}\n");
}

std::string sampled(const char* component, const char* input) {
  return components(std::string("  - {name: line, type: ramp, end: 2, to: 2}\n  - {name: c, ") + component + "}\n",
                    std::string("  - {from: line.output, to: c.") + input + "}\n");
}

// The same force at two points is two forces.
std::string pushed(const char* first, const char* second) {
  return std::string(
             "simulation: {duration: 1, time_step: 0.1}\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], "
             "center_of_gravity: [0, 0, -1]}]\ncomponents: [{name: w, type: constant, value: [0, 0, 1]}]\n"
             "connections:\n  - {") +
         first + "}\n  - {" + second + "}\n";
}

TEST(Faults, AreReportedAtTheirPlaceWithTheirCode) {
  const char *const gains = "  - {name: g, type: gain, factor: 2}\n  - {name: s, type: sine, period: 1}\n",
                    *const at_bow = "from: w.output, to: a.force, point: [1, 0, 0]",
                    *const weight = "value: [0, 0, 10], to: a.force, point: [1, 0, 0]";
  std::string twice = kTutorial;
  const std::string line = "  - {from: S.force_b, to: M.force}\n";
  twice.insert(twice.find(line), line);
  const Mistake mistakes[] = {
      {components("  - {name: sea, type: constant, value: 1}\n"), "3:5 duplicate-name"},
      {components("  - {name: a, type: gian, factor: 1}\n"), "3:21 unknown-name"},
      {components("  - {name: m, type: point-mass, mass: -1}\n  - {name: n, type: point-mass, mas: 1}\n"),
       "3:39 out-of-range; 4:33 unknown-key"},
      {components("  - {name: g, type: gain, factor: 2}\n  - {name: g, type: sine, period: 1}\n",
                  "  - {from: g.output, to: g.input}\n"),
       "4:12 wrong-input"},
      {components("  - {name: p, type: pick, width: 3, entries: [0, 0]}\n", "  - {value: [1, 2, 3], to: p.input}\n"),
       "3:46 out-of-range"},
      {components("  - {name: p, type: place, width: 3, entries: [1, 1]}\n", "  - {value: [1, 2], to: p.input}\n"),
       "3:47 contradiction"},
      {components("  - name: n\n    type: circuit\n    elements:\n      - {name: c, type: cylinder, area_a: 0.03, "
                  "area_b: 0.03, volume_a: 0.1, volume_b: 0.1, initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}\n"
                  "      - {name: r, type: resistance, resistance: 1.0e9}\n    nodes: [[c.a, r.a], [r.b, c.b]]\n"
                  "    inputs: {x: c.position}\n",
                  "  - {value: 1, to: n.x}\n"),
       "9:13 missing"},
      {components(gains, "  - {from: s, to: g.input}\n"), "6:5 unknown-name"},
      {components(gains, "  - {from: s.output, to: g}\n"), "6:5 unknown-name"},
      {twice, "9:5 wrong-connection"},
      {pushed(at_bow, "from: w.output, to: a.force, point: [-1, 0, 0]"), ""},
      {pushed(at_bow, at_bow), "6:5 wrong-connection"},
      {pushed(weight, weight), "6:5 wrong-connection"},
      {pushed(weight, "value: [0, 0, 11], to: a.force, point: [1, 0, 0]"), ""},
      // 90 is a percentage: 1800 W of electricity of 20 W at the shaft.
      {generator("0.9"), ""},
      {generator("90"), "3:53 out-of-range"},
      {generator("0"), "3:53 out-of-range"},
      {generator("{speed: [0, 1], torque: [0, 1], values: [[0.5, 0.9], [0.9, 90]]}"), "3:112 out-of-range"},
      {formula("inputs: [v], constants: {v: 3}"), "3:76 duplicate-name"},
      {formula("inputs: [v, t]"), "3:60 duplicate-name"},
      {formula("inputs: [v], constants: {t: 3}"), "3:76 duplicate-name"},
      {formula("inputs: [v], constants: {c: 3}"), ""},
      {formula("inputs: [v], constants: {pi: 5}"), "3:76 duplicate-name"},
      {formula("inputs: [v], constants: {pi: 3.14159}"), ""},
      {sampled("type: sampled-controller, sample_time: 1.0e-12, numerator: [1], denominator: [1]", "input"),
       "4:5 out-of-range"},
      {sampled("type: sensor, sample_time: 0.1, delay: 1.0e+9", "input"), "4:54 out-of-range"},
      {components("  - name: net\n    type: circuit\n    elements:\n"
                  "      - {name: source, type: over-source, domain: electrical, value: 10}\n"
                  "      - {name: load, type: resistance, domain: electrical, resistance: 1}\n"
                  "      - {name: load, type: resistance, domain: electrical, resistance: -1}\n"
                  "    nodes: [[source.prt, load.a]]\n"),
       "8:16 duplicate-name; 8:72 out-of-range; 9:14 unknown-name"},
      {"simulation: {duration: 1, time_step: 0.1, stop: [{signal: a.position, entry: 3, above: 1, below: 2}]}\nbodies: "
       "[{name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -1]}]\n",
       "1:88 contradiction"}};
  for (const Mistake& one : mistakes) {
    Diagnostics found;
    try {
      const model::Model model = model::read_case_text(one.text, "case.yaml", {}, found);
      if (found.has_errors()) {
        assembly::check_data(model, found);
      } else {
        check_case(model, found);
      }
    } catch (const InputError& error) {
      found.add(error.diagnostics());
    }
    std::string reported;
    for (const Diagnostic& d : found.list()) {
      if (d.severity == Severity::error)
        reported += (reported.empty() ? "" : "; ") + fmt::format("{}:{} {}", d.origin.line, d.origin.column, d.code);
    }
    EXPECT_EQ(reported, one.reported) << one.text;
  }
}

TEST(Faults, ParametersAreJudgedWhereConnectionsCannotBeRead) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(
      "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: M, type: point-mass, mass: "
      "-1}\nconnections:\n"
      "  - {from: M.position}\n",
      "case.yaml", {}, diagnostics);
  assembly::check_data(model, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts, ::testing::UnorderedElementsAre(HasSubstr("connections.1.to is missing"),
                                                     HasSubstr("components.M.mass = -1 kg must be above 0")));
}

// The parser's own words count from 0 and name no remedy.
TEST(Faults, AFormulaIsExplainedWithItsPlaceAndARemedy) {
  const auto formula = [](const std::string& text) {
    const auto all = faults(
        "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: f, type: expression, "
        "inputs: [speed], constants: {k: 3}, expression: '" +
        text + "'}\nconnections: [{value: 1, to: f.speed}]\n");
    return all.empty() ? std::string("right") : all.front();
  };
  for (const auto& [text, wrong, remedy] :
       {std::tuple{"-k*speed**2", "is not a formula at character 10", "^ is a power"},
        std::tuple{"speed>0 and t>1 ? 1 : 0", "and at character 9 is not known", "&& and || join conditions"},
        std::tuple{"-k*sped", "sped at character 4 is not known", "did you mean speed?"},
        std::tuple{"qwertyuiop", "qwertyuiop at character 1 is not known", "known here: "},
        std::tuple{"-k*(speed", "is not a formula", "known here: "}})
    EXPECT_THAT(formula(text), AllOf(HasSubstr(std::string("= ") + text + ": " + wrong), HasSubstr(remedy))) << text;
  EXPECT_EQ(formula("-k*speed^2 && t > 1 || pi"), "right");
}

TEST(Faults, ABodyThatStartsBelowTheSeaBedIsRefusedUnlessItIsFixedThere) {
  const std::string text =
      "simulation: {duration: 1, time_step: 0.1}\nenvironment: {depth: 50}\nbodies:\n"
      "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -60]}\n";
  EXPECT_THAT(faults(text), ElementsAre(AllOf(HasSubstr("bodies.a: its centre of gravity starts at z = -60 m, below "
                                                        "the sea bed at z = -50 m"),
                                              HasSubstr("case.yaml:4:"))));
  EXPECT_THAT(faults(text + "joints: [{name: pile, type: fixed, base: world, follower: a}]\n"), ::testing::IsEmpty());
  std::string moved = text;
  moved.replace(moved.find("-60]"), 4, "-40], initial: {displacement: [0, 0, -11]}");
  EXPECT_THAT(faults(moved), ElementsAre(HasSubstr("starts at z = -51 m")));
  // Where its joint puts it, and where the body that it hangs on does.
  const std::string pair =
      "simulation: {duration: 1, time_step: 0.1}\nenvironment: {depth: 50}\nbodies:\n"
      "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -40]}\n"
      "  - {name: b, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -45]}\n"
      "joints:\n  - {name: slide, type: translational, base: world, follower: a, extension: EXTENSION}\n"
      "  - {name: weld, type: fixed, base: a, follower: b}\n";
  const auto lowered = [&](const std::string& by) {
    std::string lower = pair;
    return lower.replace(lower.find("EXTENSION"), 9, by);
  };
  EXPECT_THAT(faults(lowered("-4")), ::testing::IsEmpty());
  EXPECT_THAT(faults(lowered("-6")), ElementsAre(HasSubstr("bodies.b: its centre of gravity starts at z = -51 m")));
  EXPECT_THAT(faults(lowered("-11")), ElementsAre(HasSubstr("bodies.a: its centre"),
                                                  HasSubstr("bodies.b: its centre of gravity starts at z = -56 m")));
}

// Independent mistakes of every kind, each reported once and in the order of the file.
const char* const kManyFaults = R"(simulation: {duration: 1, time_step: 0.1}
bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
components:
  - {name: a, type: constant, value: [1, 2, 3], ports: {output: {unit: N, frame: joint}}}
  - {name: b, type: gain, factor: 1, width: 3, ports: {input: {unit: N, frame: world}}}
  - {name: forgotten, type: gain, factor: 2}
  - {name: l1, type: gain, factor: 2}
  - {name: l2, type: gain, factor: 2}
  - {name: bad, type: sampler, sample_time: 1, ports: {output: {unit: Newtonn}}}
  - {name: M, type: point-mass, mass: 1, ports: {force: {unit: kN}, forc: {unit: N}}}
  - {name: u, type: gain, factor: 1, ports: {output: {unit: m}}}
  - {name: w, type: gain, factor: 1, ports: {input: {unit: N}}}
  - {name: nomass, type: point-mass, mass: -1}
  - {name: widths, type: gain, factor: 1, width: 2}
  - name: oil
    type: circuit
    elements:
      - {name: hi, type: gas-accumulator, volume: -1, precharge: 1e6, initial_pressure: 1e6}
      - {name: ch, type: chamber, volume: -2}
      - {name: m, type: motor, displacement: 0}
      - {name: r, type: resistance, resistance: 1}
    nodes: [[hi.port, ch.port, r.a], [r.bb, m.high]]
    inputs: {x: r.flow}
connections:
  - {from: a.output, to: b.input}
  - {from: l1.output, to: l2.input}
  - {from: l2.output, to: l1.input}
  - {from: u.output, to: w.input}
  - {value: 1, to: u.input}
  - {value: 1, to: bad.input}
  - {from: bad.output, to: w2.input}
  - {from: a.outptu, to: cart.force}
  - {value: [1, 2, 3], to: cart.force}
  - {from: a.output, to: cart.force}
  - {from: nomass.position, to: M.force}
  - {from: a.output, to: widths.input}
initial: {M.positon: [0, 0, 0], nomass.velocity: [1, 2, 3]}
)";

TEST(Faults, WhatAComponentItselfFindsWrongHasTheCodeOfItsKind) {
  const std::vector<std::pair<std::string, std::string>> codes = {
      {"cut.upper must be above lower", "contradiction"},
      {"sine.period is missing", "missing"},
      {"formula.expression = 1 +: is not a formula", "wrong-value"},
      {"x names an input and an input", "duplicate-name"},
      {"map.table needs at least two rows", "wrong-value"},
      {"hold.held_damping = 1 N s/m is less", "contradiction"},
      {"late.points = 1000000", "out-of-range"},
      {"domains: hydraulic is a domain of Swell", "duplicate-name"},
      {"domain = hydralic: no such domain", "unknown-name"},
      {"oil.nodes has b.a twice in one node", "wrong-connection"},
      {"maximum_step = 1e-06 s below minimum_step", "contradiction"}};
  Diagnostics found;
  try {
    check_case(read_text(R"(simulation: {duration: 1, time_step: 0.1}
components:
  - {name: cut, type: saturation, lower: 2, upper: 1}
  - {name: sine, type: prescribed-motion, amplitude: 1}
  - {name: formula, type: expression, expression: "1 +"}
  - {name: names, type: expression, expression: x, inputs: [x, x]}
  - {name: map, type: lookup-table, table: [[0, 0]]}
  - {name: hold, type: latching, damping: 2, held_damping: 1, hold: 1}
  - {name: late, type: delay, time: 1, points: 1000000, width: 1000}
  - name: oil
    type: circuit
    domains: [{name: hydraulic, over: pressure, through: flow}]
    elements:
      - {name: b, type: resistance, resistance: 1, domain: hydralic}
    nodes: [[b.a, b.a]]
    solver: {maximum_step: 1e-6, minimum_step: 1e-3}
)"),
               found);
  } catch (const InputError& error) {
    found.add(error.diagnostics());
  }
  for (const auto& [words, code] : codes) {
    const auto at = std::find_if(found.list().begin(), found.list().end(), [&, &text = words](const Diagnostic& d) {
      return d.text().find(text) != std::string::npos;
    });
    ASSERT_NE(at, found.list().end()) << words;
    EXPECT_EQ(at->code, code) << at->text();
  }
}

TEST(Faults, AllMistakesOfAFileComeInOneListEachOnce) {
  // Place and problem, and the code by which a program tells them apart.
  using Mistake = std::pair<const char*, const char*>;
  const std::vector<Mistake> of_components = {
      {"yaml:7:5: input forgotten.input (width 1) is not connected; outputs that fit: l1.output", "wrong-connection"},
      {"yaml:9:5: algebraic loop: l2.output -> l1.output -> l2.output", "algebraic-loop"},
      {"yaml:10:5: bad.output: unit Newtonn cannot be read", ""},
      {"yaml:11:57: M.force: unit = kN, but this port is in N", ""},
      {"yaml:11:75: M has no port forc; did you mean force?", ""},
      {"yaml:14:44: components.nomass.mass = -1 kg must be above 0", "out-of-range"},
      {"yaml:19:51: components.oil.elements.hi.volume = -1 m^3 must be above 0", "out-of-range"},
      {"yaml:20:43: components.oil.elements.ch.volume = -2 m^3 must be above 0", "out-of-range"},
      {"yaml:21:46: components.oil.elements.m.displacement = 0 m^3/rad must be above 0", "out-of-range"},
      {"yaml:23:39: nodes has r.bb: no such terminal; did you mean r.b?", "unknown-name"},
      {"yaml:24:17: inputs.x = r.flow: no element has this input", "unknown-name"},
      {"yaml:26:5: X_Frame: a.output is in frame 'joint', b.input in 'world'", "X_Frame"},
      {"yaml:29:5: VE_VariableConnection_3: u.output is in m, w.input in N", "VE_VariableConnection_3"}};
  const std::vector<Mistake> with_the_device = {
      {"yaml:32:5: w2.input: no such input", "unknown-name"},
      {"yaml:33:5: a.outptu: no such output; did you mean a.output?", "unknown-name"},
      {"yaml:34:5: cart.force is given 3 numbers but is 6 wide", "wrong-connection"},
      {"yaml:35:5: a.output (width 3, N) cannot feed cart.force (width 6, N, N m): the widths differ",
       "wrong-connection"},
      {"yaml:37:5: a.output (width 3, N) cannot feed widths.input (width 2): the widths differ; a component of type "
       "pick takes entries out of a vector",
       "wrong-connection"},
      {"yaml:38:22: initial.M.positon is not a state; did you mean M.position?", "unknown-name"}};
  auto all = of_components;
  all.insert(all.end(), with_the_device.begin(), with_the_device.end());
  const auto found = [](const std::string& text) {
    Diagnostics diagnostics;
    try {
      check_case(read_text(text), diagnostics);
    } catch (const InputError& error) {
      diagnostics.add(error.diagnostics());
    }
    return diagnostics;
  };
  const Diagnostics many = found(kManyFaults);
  ASSERT_EQ(many.list().size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_THAT(many.list()[i].text(), HasSubstr(all[i].first));
    if (*all[i].second != '\0') EXPECT_EQ(many.list()[i].code, all[i].second) << many.list()[i].text();
  }

  // A device that cannot be built, and a key that cannot be read, hide nothing of what is wrong among the components.
  std::string unread = kManyFaults;
  unread.replace(unread.find("mass: 100"), 9, "mass: -100");
  Diagnostics data;
  assembly::check_data(model::read_case_text(unread, "case.yaml", {}, data), data);
  const Diagnostics device = found(std::string(kManyFaults) + "moorings: [{name: line, type: matrix, body: crat}]\n");
  using Hidden = std::pair<const Diagnostics*, const char*>;
  for (const auto& [diagnostics, hidden] : {Hidden(&device, "moorings.line: crat is not a body"),
                                            Hidden(&data, "bodies.cart.mass = -100 kg must be above 0")}) {
    std::vector<std::string> texts;
    for (const Diagnostic& d : diagnostics->list()) texts.push_back(d.text());
    EXPECT_THAT(texts, Contains(HasSubstr(hidden)).Times(1));
    for (const Mistake& mistake : of_components) EXPECT_THAT(texts, Contains(HasSubstr(mistake.first)).Times(1));
  }
}

}  // namespace
}  // namespace swell::run::component_faults_test
