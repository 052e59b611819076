// One row per kind of mistake: where it is reported and with which code. What the reader says of it is not held here.
#include "swell/model/read_case.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::bad_input_test {
namespace {

/// A case with a mistake, and what is reported: "line:column code path" for each, in this order.
struct Mistake {
  enum Part { waves, more, body, whole, set } part;  ///< what `text` replaces in a valid case
  const char *text, *reported;
  const char* remedy = "";  ///< a word of the remedy of the first
};

const char* const kRegular = "waves: {type: regular, height: 2.5, period: 8}";

#define SWELL_BODY "hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1]"
#define SWELL_PLAIN "mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}"

const Mistake kMistakes[] = {
    // Keys: misspelt, of another type, without a value, twice.
    {Mistake::waves, "waves: {type: regular, hieght: 2.5, period: 8}", "2:24 unknown-key waves.height", "height"},
    {Mistake::whole, "simulaton: {duration: 1, time_step: 0.1}\nbodies: [{name: a, " SWELL_PLAIN "]",
     "1:1 unknown-key simulation", "simulation"},
    {Mistake::more, "nonsense: 3", "5:1 unknown-key nonsense", "simulation"},
    {Mistake::waves, "waves: {type: regular, height: 2, period: 8, significant_height: 2}",
     "2:46 unknown-key waves.significant_height"},
    {Mistake::waves, "waves:", "2:1 missing waves", "a list"},
    {Mistake::waves, "waves: {type: regular, height: 2.5, period: 8,\n  height: 3}", "3:3 wrong-input waves.height"},
    {Mistake::whole, "simulation: {duration:20, time_step: 0.1}\nbodies: [{name: a, " SWELL_PLAIN "]",
     "1:14 unknown-key simulation.duration", "blank"},
    // Missing keys, each once; a misspelt one is not missing as well.
    {Mistake::waves, "waves: {type: irregular, peak_period: 8}", "2:8 missing waves.significant_height", " m"},
    {Mistake::waves, "waves: {type: regular, height: 2}", "2:8 missing waves.period", "frequency"},
    {Mistake::waves, "waves: {height: 2}", "2:8 missing waves.type", "irregular"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1}, inertia: [1, 1, 1]", "3:5 missing bodies.buoy.mass",
     "equilibrium"},
    {Mistake::whole, "simulation: {time_step: 0.1}\n", "1:13 missing simulation.duration; 1:1 wrong-input "},
    {Mistake::body, "mass: 1, inertia: [1, 1, 1]", "3:5 wrong-input bodies.buoy"},
    {Mistake::whole, "simulation: {duration: 10}\nbodies: [{name: a, " SWELL_PLAIN "]", "1:13 wrong-input simulation",
     "dopri5"},
    // Numbers: decimal commas, separators, units, quotes, slips of the exponent.
    {Mistake::waves, "waves: {type: regular, height: 2,5e0, period: 8}", "2:34 unknown-key waves.5e0", "point"},
    {Mistake::waves, "waves: {type: regular, height: 1,5, period: 8}", "2:32 wrong-input waves.height", "1.5"},
    {Mistake::waves, "waves:\n  type: regular\n  height: 1,5\n  period: 8", "4:11 wrong-value waves.height", "1.5"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1,5, 1, 1]",
     "3:73 wrong-value bodies.buoy.inertia", "comma"},
    {Mistake::waves, "waves: {type: regular, height: 1e308, frequency: 1e-320}",
     "2:32 out-of-range waves.height; 2:50 out-of-range waves.frequency", "exponent"},
    {Mistake::waves, "waves: {type: regular, height: two, period: 8}", "2:32 wrong-value waves.height"},
    {Mistake::waves, "waves: {type: regular, height: \"2\", period: 8}", "2:32 wrong-value waves.height", "quotes"},
    {Mistake::waves, "waves: {type: regular, height: 012, period: 8}", "2:32 wrong-value waves.height", "12"},
    {Mistake::waves, "waves: {type: regular, height: 2 m, period: 8}", "2:32 wrong-value waves.height", "bare"},
    {Mistake::waves, "waves: {type: regular, height: 1_000, period: 8}", "2:32 wrong-value waves.height", "1000"},
    {Mistake::waves, "waves: {type: regular, height: .nan, period: 8}", "2:32 wrong-value waves.height", "finite"},
    {Mistake::waves, "waves: {type: regular, height: .inf, period: 8}", "2:32 wrong-value waves.height", "finite"},
    {Mistake::waves, "waves: {type: regular, height: 1e999, period: 8}", "2:32 wrong-value waves.height", "large"},
    {Mistake::waves, "waves: {type: regular, height: 0x10, period: 8}", "2:32 wrong-value waves.height"},
    {Mistake::waves, "waves: {type: regular, height: [2], period: 8}", "2:32 wrong-value waves.height"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1.5}, mass: equilibrum, inertia: [1, 1, 1]",
     "3:51 wrong-value bodies.buoy.hydro_data.body; 3:63 wrong-value bodies.buoy.mass"},
    // Bounds, of the key as it was written.
    {Mistake::waves, "waves: {type: regular, period: 8, amplitude: -1}", "2:46 out-of-range waves.amplitude"},
    {Mistake::waves, "waves: {type: regular, height: -2, period: 0}",
     "2:32 out-of-range waves.height; 2:44 out-of-range waves.period"},
    {Mistake::waves, "waves: {type: regular, height: 2, period: 8, direction: 400}",
     "2:57 out-of-range waves.direction"},
    {Mistake::more, "environment: {water_density: -1, gravity: 0}",
     "5:30 out-of-range environment.water_density; 5:43 out-of-range environment.gravity"},
    {Mistake::set, "simulation.time_step=20", "--set simulation.time_step=20 wrong-input simulation.time_step"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1}, mass: -5, inertia: [1, 0, 1]",
     "3:61 out-of-range bodies.buoy.mass; 3:74 wrong-input bodies.buoy.inertia"},
    {Mistake::more, "output: {time_step: 1e-9}", "5:21 wrong-input output.time_step"},
    // Words and flags.
    {Mistake::waves, "waves: {type: reglar, height: 2, period: 8}", "2:15 wrong-value waves.type", "regular"},
    {Mistake::set, "simulation.integrator=rk5", "--set simulation.integrator=rk5 wrong-value simulation.integrator"},
    {Mistake::more, "hydrodynamics: {body_to_body: no}", "5:31 wrong-value hydrodynamics.body_to_body", "false"},
    // Contradictions, named together.
    {Mistake::waves, "waves: {type: regular, height: 2, period: 8, frequency: 0.7}",
     "2:46 contradiction waves.frequency"},
    {Mistake::waves, "waves: {type: irregular, significant_height: 2, peak_period: 8, gamma: 2}",
     "2:72 wrong-input waves.gamma", "jonswap"},
    {Mistake::waves, "waves: {type: irregular, significant_height: 2, peak_period: 8, direction: [0, 10], spread: [1]}",
     "2:93 wrong-input waves.spread"},
    {Mistake::waves, "waves: [{type: none}, {type: regular, height: 2, period: 8}]", "2:9 wrong-input waves.1"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1, sets: [{file: rm3.h5, body: 1}]}, mass: 1, inertia: [1, 1, 1]",
     "3:54 contradiction bodies.buoy.hydro_data.sets; 3:54 contradiction bodies.buoy.hydro_data.sets"},
    {Mistake::more,
     "ptos: [{name: p, type: translational, base: world, follower: buoy, stiffness: 1, pretension: 5, "
     "equilibrium_position: 1}]",
     "5:97 contradiction ptos.p.equilibrium_position"},
    // Names.
    {Mistake::whole,
     "simulation: {duration: 10, time_step: 0.1}\nbodies:\n  - {name: a, " SWELL_PLAIN "\n  - {name: a, " SWELL_PLAIN
     "\n  - {name: world, " SWELL_PLAIN "\n  - {name: a.b, " SWELL_PLAIN "\n",
     "4:12 wrong-input bodies.a.name; 5:12 wrong-input bodies.world.name; 6:12 wrong-input bodies.a.b.name"},
    {Mistake::more, "joints: [{name: j, type: fixed, base: world, follower: boy}]",
     "5:56 unknown-name joints.j.follower", "buoy"},
    {Mistake::more, "ptos: [{name: p, type: translational, base: seabed, follower: buoy}]",
     "5:45 unknown-name ptos.p.base", "buoy"},
    {Mistake::more, "output: {select: [bodys.*.position, bodies.boy.position, wave.elevation]}",
     "5:18 unknown-name output.select; 5:18 unknown-name output.select", "bodies"},
    // Joints.
    {Mistake::more,
     "joints: [{name: j, type: floating-3dof, base: world, follower: buoy}]\n"
     "ptos: [{name: p, type: translational, base: buoy, follower: world}]",
     "6:8 wrong-input ptos.p"},
    {Mistake::more, "joints: [{name: j, type: fixed, base: buoy, follower: buoy}]",
     "5:55 wrong-input joints.j.follower"},
    {Mistake::more, "joints: [{name: j, type: rotational, base: world, follower: buoy, axis: [0, 0, 0]}]",
     "5:73 wrong-input joints.j.axis"},
    {Mistake::more,
     "joints: [{name: j, type: spherical, base: world, follower: buoy, axis: [0, 0, 1], limits: {lower: 1, upper: 0}}]",
     "5:72 wrong-input joints.j.axis; 5:109 wrong-input joints.j.limits.upper; 5:91 wrong-input joints.j.limits"},
    {Mistake::more,
     "joints: [{name: j, type: rotational, base: world, follower: buoy, orientation: {z: [0, 0, 1], y: [0, 1, 1]}}]",
     "5:80 wrong-input joints.j.orientation"},
    {Mistake::more, "joints: [{name: j, type: rotational, base: world, follower: buoy, extension: [1, 2]}]",
     "5:78 wrong-input joints.j.extension"},
    // Files, each missing one once.
    {Mistake::body, "hydro_data: {file: rm4.h5, body: 1}, mass: 1, inertia: [1, 1, 1]",
     "3:37 no-file bodies.buoy.hydro_data.file", "rm3.h5"},
    {Mistake::body, "hydro_data: {file: no/rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], geometry: .",
     "3:37 no-file bodies.buoy.hydro_data.file; 3:97 no-file bodies.buoy.geometry"},
    {Mistake::body, SWELL_BODY ", geometry: nothing.stl, nonlinear_hydro: mean", "3:94 no-file bodies.buoy.geometry"},
    // Bodies.
    {Mistake::body, SWELL_BODY ", inertia_products: [2, 0, 0]", "3:102 wrong-input bodies.buoy.inertia_products"},
    {Mistake::body, "hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 5]",
     "3:73 odd-inertia bodies.buoy.inertia"},
    {Mistake::body, "mass: equilibrium, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]",
     "3:24 wrong-input bodies.buoy.mass", "volume"},
    {Mistake::body, SWELL_BODY ", linear_damping: [1, 2]", "3:100 wrong-value bodies.buoy.linear_damping"},
    {Mistake::body,
     SWELL_BODY ", morison: [{option: 2, cd: [1, 1, 1], ca: [1, 0], area: [1, 0], volume: 1, position: [0, 0, 0]}]",
     "3:110 wrong-input bodies.buoy.morison.1.cd; 3:94 wrong-input bodies.buoy.morison.1"},
    {Mistake::body,
     "hydro_data: {sets: [{file: rm3.h5, body: 1}, {file: rm3.h5, body: 2}], initial: 3, signal: a.b, thresholds: [1, "
     "2]}, mass: 1, inertia: [1, 1, 1]",
     "3:98 wrong-input bodies.buoy.hydro_data.initial; 3:126 wrong-input bodies.buoy.hydro_data.thresholds"},
    {Mistake::body,
     "hydro_data: {sets: [{file: rm3.h5, body: 1}, {file: rm3.h5, body: 2}, {file: rm3.h5, body: 1}], signal: a.b, "
     "thresholds: [1, 2], hysteresis: 1.5}, mass: 1, inertia: [1, 1, 1]",
     "3:159 wrong-input bodies.buoy.hydro_data.hysteresis"},
    {Mistake::body, "hydro_data: {sets: []}, mass: 1, inertia: [1, 1, 1]",
     "3:37 wrong-input bodies.buoy.hydro_data.sets"},
    // What is no case.
    {Mistake::whole, "", "1:1 wrong-input "},
    {Mistake::whole, "- 1\n- 2\n", "1:1 wrong-input "},
    {Mistake::whole, "waves: {type: regular\nbodies: [\n", "2:7 wrong-input "},
    {Mistake::whole, "simulation:\n\tduration: 3\n", "2:10 wrong-input ", "spaces"},
    {Mistake::whole, "a: 'it''s' # don't\nwaves: {type: \"none}\nbodies: []\n", "2:15 wrong-input "},
    {Mistake::whole, "waves: {type: 'none}\nbodies: []\n", "1:15 wrong-input "},
    {Mistake::whole, "# x\n,simulation: {duration: 200}\nenvironment: {}\n", "2:1 wrong-input "},
    // A wrong kind hides nothing within it, and a map of bodies by their names is another thing.
    {Mistake::whole,
     "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: Regular, height: \"2\", period: '6 s'}\n"
     "bodies:\n  name: sphere\n  mass: -1\n  inertia: 1690000, 1690000, 2606000\n",
     "2:15 wrong-value waves.type; 2:32 wrong-value waves.height; 2:45 wrong-value waves.period; 4:3 wrong-value "
     "bodies; 5:9 out-of-range bodies.mass; 6:12 wrong-value bodies.inertia; 4:3 wrong-input bodies"},
    {Mistake::whole, "simulation: {duration: 1, time_step: 0.1}\nbodies: {sphere: {mass: 1}}\n",
     "2:9 wrong-value bodies", "dash"},
    // All mistakes at once.
    {Mistake::whole,
     "simulation: {duration: -1, time_stp: 0.1}\nwaves: {type: regular, height: 1,5, period: -8}\n"
     "bodies:\n  - {name: a, hydro_data: {file: no.h5, body: 0}, mass: 0, inertia: [1, 1]}\n"
     "joints:\n  - {name: j, type: rotational, base: world, follower: b}\n",
     "2:32 wrong-input waves.height; 1:24 out-of-range simulation.duration; 1:28 unknown-key simulation.time_step; "
     "2:45 out-of-range waves.period; 4:34 no-file bodies.a.hydro_data.file; 4:47 out-of-range "
     "bodies.a.hydro_data.body; 4:57 out-of-range bodies.a.mass; 4:69 wrong-value bodies.a.inertia; 6:56 unknown-name "
     "joints.j.follower"},
};

TEST(BadInput, IsReportedAtItsPlaceWithItsCode) {
  const CaseFolder folder;
  Diagnostics valid;
  read_case_text(folder.small(kRegular), folder.path / "case.yaml", {}, valid);
  EXPECT_TRUE(valid.list().empty());
  for (const Mistake& one : kMistakes) {
    const std::string text = one.part == Mistake::waves  ? folder.small(one.text)
                             : one.part == Mistake::more ? folder.small(kRegular, one.text)
                             : one.part == Mistake::body ? "simulation: {duration: 10, time_step: 0.1}\nbodies:\n"
                                                           "  - {name: buoy, " +
                                                               std::string(one.text) + "}\n"
                             : one.part == Mistake::set ? folder.small(kRegular)
                                                        : one.text;
    const std::vector<std::string> overrides(one.part == Mistake::set ? 1 : 0, one.text);
    Diagnostics found;
    read_case_text(text, folder.path / "case.yaml", overrides, found);
    std::string reported;
    for (const Diagnostic& d : found.list()) {
      const Origin& at = d.origin;
      const std::string place = at.argument.empty() ? fmt::format("{}:{}", at.line, at.column) : at.argument;
      reported += fmt::format("{}{} {} {}", reported.empty() ? "" : "; ", place, d.code, at.path);
    }
    EXPECT_EQ(reported, one.reported) << one.text;
    ASSERT_FALSE(found.list().empty()) << one.text;
    EXPECT_THAT(found.list()[0].remedy + found.list()[0].message, HasSubstr(one.remedy)) << one.text;
  }
}

TEST(BadInput, NumbersGetTheSpellingThatIsMeant) {
  EXPECT_THAT(number_hint("322,292"), HasSubstr("322292"));
  EXPECT_THAT(number_hint("-1,250,000"), HasSubstr("-1250000"));
  EXPECT_THAT(number_hint("0,125"), HasSubstr("0.125"));
}

TEST(BadInput, MessageThatBeginsWithItsKeyHasItOnce) {
  Diagnostics diagnostics;
  diagnostics.error({"", 0, 0, "ptos.PTO1.orientation"}, "ptos.PTO1.orientation: y and z must be perpendicular");
  diagnostics.error({"", 0, 0, "waves"}, "the height is missing");
  EXPECT_EQ(diagnostics.list()[0].text(), "ptos.PTO1.orientation: y and z must be perpendicular");
  EXPECT_EQ(diagnostics.list()[1].text(), "waves: the height is missing");
}

TEST(BadInput, FilesThatAreNoTextOrNotThereAreRefused) {
  const CaseFolder folder;
  EXPECT_THAT(folder.errors(std::string("\x89HDF\r\n\0\0", 8)), ElementsAre(HasSubstr("not a text file")));
  EXPECT_THAT(folder.errors(std::string("\xFF\xFE"
                                        "a\0:\0",
                                        6)),
              ElementsAre(HasSubstr("UTF-16")));
  EXPECT_THAT(folder.errors("a: 1\n---\nb: 2\n"), Contains(HasSubstr("a second document")));
  EXPECT_THAT(folder.errors("a: &x [*x]\n"), Contains(HasSubstr("case.yaml:")));
  Diagnostics diagnostics;
  read_case(folder.path / "none.yaml", {}, diagnostics);
  read_case(folder.path, {}, diagnostics);
  EXPECT_EQ(diagnostics.list().size(), 2U);
  EXPECT_THROW(read_yaml_file(folder.path / "none.yaml", kDeviceFile), InputError);
}

TEST(BadInput, Latin1IsRead) {
  EXPECT_EQ(read_yaml_text("name: Gr\xF6\xDF"
                           "e # Latin-1\n",
                           "case.yaml", kStudyFile)
                .find("name")
                ->text,
            "Größe");
}

// As editors and PyYAML read them: what stands beside << wins, a list gives its first.
TEST(BadInput, MergeKeysAreMerged) {
  const CaseFolder folder;
  const Model model = folder.read("simulation: {duration: 1, time_step: 0.1}\nbodies:\n  - &a {name: a, " SWELL_PLAIN
                                  "\n  - {<<: *a, name: b, mass: 2}\n  - {<<: [{mass: 3}, *a], name: c}\n");
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(model.bodies[1].name, "b");
  EXPECT_EQ(std::get<double>(model.bodies[1].mass), 2.0);
  EXPECT_EQ(std::get<double>(model.bodies[2].mass), 3.0);
}

}  // namespace
}  // namespace swell::model::bad_input_test
