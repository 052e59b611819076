#include "swell/wecsim/import.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <matio.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "swell_test/slx_model.h"

namespace swell::wecsim {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;
using swell_test::block;
using swell_test::library_block;
using swell_test::physical;
using swell_test::signal;

constexpr const char* kInput =
    "simu = simulationClass();\nsimu.simMechanicsFile = 'device.slx';\nsimu.endTime = 400;\nsimu.dt = 0.05;\n"
    "waves = waveClass('regularCIC');\nwaves.height = 2.5;\nwaves.period = 8;\n"
    "body(1) = bodyClass('float.h5');\nbody(1).mass = 'equilibrium';\nbody(1).inertia = [1 2 3];\n"
    "body(2) = bodyClass('');\nbody(2).nonHydro = 1;\nbody(2).name = 'spar';\nbody(2).mass = 5;\nbody(2).inertia = [1 "
    "1 1];\nbody(2).volume = 0.1;\nbody(2).centerGravity = [0 0 -3];\n"
    "constraint(1) = constraintClass('Guide');\nconstraint(1).location = [0 0 -1];\n"
    "pto(1) = ptoClass('PTO1');\npto(1).damping = 1.2e6;\npto(1).location = [0 0 0];\n";

class Import : public ::testing::Test {
 protected:
  Import() {
    std::string name = (fs::temp_directory_path() / "swell-import-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::ofstream(folder_ / "float.h5", std::ios::binary) << "\211HDF\r\n\032\n";  // only its presence is asked for
  }
  ~Import() override { fs::remove_all(folder_); }

  Imported import(const std::string& input, const std::string& system, swell_test::Parts more = {},
                  bool best = false) const {
    std::ofstream(folder_ / "wecSimInputFile.m") << input;
    swell_test::write_nested_slx(folder_ / "device.slx", system, std::move(more));
    ImportOptions options;
    options.output = folder_ / "case.yaml";
    options.best = best;
    return import_case(folder_, options);
  }
  static bool reported(const Imported& i, ReportLine::Kind kind, const std::string& text) {
    return std::any_of(i.report.begin(), i.report.end(),
                       [&](const ReportLine& l) { return l.kind == kind && l.text.find(text) != std::string::npos; });
  }
  fs::path folder_;
};

matvar_t* column(std::vector<double> values) {
  size_t size[2] = {values.size(), 1};
  return Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, values.data(), 0);
}
matvar_t* record(const char* name, const std::vector<std::pair<const char*, matvar_t*>>& fields) {
  std::vector<const char*> names;
  for (const auto& f : fields) names.push_back(f.first);
  size_t one[2] = {1, 1};
  matvar_t* all = Mat_VarCreateStruct(name, 2, one, names.data(), static_cast<unsigned>(names.size()));
  for (const auto& f : fields) Mat_VarSetStructFieldByName(all, f.first, 0, f.second);
  return all;
}
void write_mat(const fs::path& path, matvar_t* variable) {
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5);
  Mat_VarWrite(file, variable, MAT_COMPRESSION_NONE);
  Mat_VarFree(variable);
  Mat_Close(file);
}
void write_mat_struct(const fs::path& path, const char* name,
                      const std::map<std::string, std::vector<double>>& columns) {
  std::vector<std::pair<const char*, matvar_t*>> fields;
  for (const auto& one : columns) fields.emplace_back(one.first.c_str(), column(one.second));
  write_mat(path, record(name, fields));
}

// Ground - [Guide] - spar - [PTO] - float; the plain translational PTO has its follower on the left.
const std::string kBlocks =
    library_block("WECSim_Lib_Frames/Global Reference Frame", "Ground", 1) +
    library_block("WECSim_Lib_Body_Elements/Rigid Body", "Float", 2, "body", "body(1)") +
    library_block("WECSim_Lib_Body_Elements/Rigid Body", "Rigid Body1", 3, "body", "body(2)") +
    library_block("WECSim_Lib_Constraints/Floating (3DOF)", "Floating", 4, "constraint", "constraint(1)");
const std::string kPlain = kBlocks + library_block("WECSim_Lib_PTOs/Translational PTO", "PTO", 5, "pto", "pto(1)") +
                           physical("1#rconn:1", "4#lconn:1") + physical("4#rconn:1", "3#rconn:1") +
                           physical("3#rconn:1", "5#rconn:1") + physical("5#lconn:1", "2#rconn:1");

TEST_F(Import, PortsSayWhichBodyIsBaseAndWhichFollower) {
  const Imported i = import(kInput, kPlain);
  EXPECT_THAT(i.yaml, HasSubstr("  - name: Guide  # constraint(1), device.slx: Floating\n    type: floating-3dof\n    "
                                "base: world  # port B of the block\n    follower: spar"));
  EXPECT_THAT(i.yaml, HasSubstr("  - name: PTO1  # pto(1), device.slx: PTO\n    type: translational\n    base: spar  # "
                                "port B of the block\n    follower: Float"));
  EXPECT_THAT(i.yaml, HasSubstr("    damping: 1200000  # pto(1).damping, line 21\n"));
  EXPECT_THAT(i.yaml, HasSubstr("  reproduce: wec-sim"));
  EXPECT_TRUE(i.runs);
  EXPECT_EQ(i.count(ReportLine::Kind::lost), 0U);
  EXPECT_THAT(import(kInput, kPlain, {}, true).yaml, Not(HasSubstr("reproduce")));
}

TEST_F(Import, DegreesOfTheRawRevoluteBecomeRadiansOfPitch) {
  const std::string stops =
      "pto(1).hardStops.upperLimitSpecify = 'on';\npto(1).hardStops.upperLimitBound = "
      "90;\npto(1).hardStops.upperLimitStiffness = 1;\npto(1).equilibriumPosition = 180;\npto(1).stiffness = 3;\n";
  std::string drawing = kPlain;
  drawing.replace(drawing.find("Translational PTO"), 17, "Rotational PTO");
  const Imported i = import(kInput + stops, drawing);
  // the other PTOs have their base on the left
  EXPECT_THAT(i.yaml, HasSubstr("    type: rotational\n    base: Float  # port B of the block\n    follower: spar"));
  EXPECT_THAT(i.yaml, HasSubstr("lower: -1.5707963"));       // +90 deg of the revolute about -y
  EXPECT_THAT(i.yaml, HasSubstr("stiffness: 57.29577951"));  // N m/deg into N m/rad
  EXPECT_THAT(i.yaml, HasSubstr("equilibrium_position: -3.14159265"));
}

TEST_F(Import, AFixedFrameWithoutABodyIsWhatItIsFixedTo) {
  const Imported i =
      import(kInput, kBlocks + library_block("WECSim_Lib_PTOs/Translational PTO", "PTO", 5, "pto", "pto(1)") +
                         library_block("WECSim_Lib_Constraints/Fixed", "Foot", 6, "constraint", "constraint(1)") +
                         physical("1#rconn:1", "6#lconn:1") + physical("6#rconn:1", "5#rconn:1") +
                         physical("5#lconn:1", "2#rconn:1"));
  EXPECT_THAT(i.yaml, HasSubstr("base: world  # port B of the block\n    follower: Float"));
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "fixed constraint to a frame without a body"));
}

// A controller drawn in Simulink: F = -(Kp v + Ki x), through a subsystem, a bus, selectors and a Goto.
TEST_F(Import, AControllerBecomesAFormula) {
  const std::string inner =
      block("Inport", "in", 1) +
      block("BusSelector", "Bus", 2, {{"OutputSignals", "velocity,position"}, {"Ports", "[1, 2]"}}) +
      block("Selector", "S1", 3, {{"Indices", "3"}}) + block("Selector", "S2", 4, {{"Indices", "3"}}) +
      block("Gain", "G1", 5, {{"Gain", "-controller.Kp"}}) + block("Gain", "G2", 6, {{"Gain", "-controller.Ki"}}) +
      block("Sum", "Add", 7, {{"Ports", "[2, 1]"}}) + block("Goto", "Tag", 8, {{"GotoTag", "F"}}) +
      block("From", "Tag2", 9, {{"GotoTag", "F"}}) + block("Outport", "out", 10) + signal("1#out:1", "2#in:1") +
      signal("2#out:1", "3#in:1") + signal("2#out:2", "4#in:1") + signal("3#out:1", "5#in:1") +
      signal("4#out:1", "6#in:1") + signal("5#out:1", "7#in:1") + signal("6#out:1", "7#in:2") +
      signal("7#out:1", "8#in:1") + signal("9#out:1", "10#in:1");
  const std::string drawing =
      kBlocks + library_block("WECSim_Lib_PTOs/Translational PTO Actuation Force", "PTO", 5, "pto", "pto(1)") +
      physical("1#rconn:1", "4#lconn:1") + physical("4#rconn:1", "3#rconn:1") + physical("3#rconn:1", "5#lconn:1") +
      physical("5#rconn:1", "2#rconn:1") + block("SubSystem", "Control", 7, {}, "<System>" + inner + "</System>") +
      signal("5#out:1", "7#in:1") + signal("7#out:1", "5#in:1");
  const Imported i = import(std::string(kInput) + "controller.Kp = 2;\ncontroller.Ki = 3;\n", drawing);
  EXPECT_THAT(i.yaml,
              HasSubstr("type: expression\n    expression: \"((-2) * PTO1_velocity) + ((-3) * PTO1_position)\""));
  EXPECT_THAT(i.yaml, HasSubstr("    to: PTO1.force"));
  EXPECT_TRUE(i.runs);
}

TEST_F(Import, WhatDrivesTheDeviceAndIsNotUnderstoodIsRefusedLoudly) {
  const std::string drawing =
      kBlocks + library_block("WECSim_Lib_PTOs/Translational PTO Actuation Force", "PTO", 5, "pto", "pto(1)") +
      physical("1#rconn:1", "4#lconn:1") + physical("4#rconn:1", "3#rconn:1") + physical("3#rconn:1", "5#lconn:1") +
      physical("5#rconn:1", "2#rconn:1") + block("S-Function", "Mystery", 7) + signal("5#out:1", "7#in:1") +
      signal("7#out:1", "5#in:1");
  const Imported i = import(kInput, drawing);
  EXPECT_FALSE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("type: missing-controller"));  // no such type: check and run refuse the case
  EXPECT_TRUE(reported(i, ReportLine::Kind::refused, "no component here does what the block S-Function does"));
}

TEST_F(Import, StopsForLostPropertyButNotForPictures) {
  const Imported shown = import(std::string(kInput) + "simu.explorer = 'off';\nbody(1).viz.color = [1 0 0];\n", kPlain);
  EXPECT_TRUE(shown.runs);
  EXPECT_TRUE(reported(shown, ReportLine::Kind::decided, "not needed here: explorer, viz"));
  EXPECT_THAT(shown.yaml, Not(HasSubstr("missing-load")));
  for (const char* line : {"pto(1).nonsense = 0.5;\n", "waves.swell = 2;\n", "body(2).excitationIRF = 1;\n",
                           "mooring(1) = mooringClass('m');\nbody(1).pitch.k = 3;\n"}) {
    const Imported i = import(std::string(kInput) + line, kPlain);
    EXPECT_FALSE(i.runs) << line;
    EXPECT_TRUE(reported(i, ReportLine::Kind::lost, "is set and has no place here")) << line;
    EXPECT_THAT(i.yaml, HasSubstr("components:\n  - name: not_imported_1  # MISSING: ")) << line;
  }
}

// A text, a cell and four values stand for no number, place, list of six or matrix.
TEST_F(Import, StopsForValuesOfAnotherForm) {
  const std::string input =
      std::string(kInput) +
      "waves = waveClass('irregular');\nwaves.height = 2;\nwaves.period = 7;\nwaves.spectrumType = "
      "'PM';\nwaves.phaseSeed = 1;\nmooring(1) = mooringClass('mooring');\n";
  const std::string drawing = kPlain +
                              library_block("WECSim_Lib_Moorings/MooringMatrix", "M", 6, "mooring", "mooring(1)") +
                              physical("6#lconn:1", "2#rconn:1");
  EXPECT_TRUE(import(input, drawing).runs);
  const auto expect_lost = [&](const std::string& object, const std::string& path, const char* value) {
    const Imported i = import(fmt::format("{}{}.{} = {};\n", input, object, path, value), drawing);
    const bool indexed = object.back() == ')';
    EXPECT_TRUE(reported(i, ReportLine::Kind::lost, fmt::format("{}{}.{} ", object, indexed ? "" : "(1)", path)))
        << object << "." << path << " = " << value;
    EXPECT_EQ(i.count(ReportLine::Kind::lost), 1U) << object << "." << path << " = " << value;
    EXPECT_FALSE(i.runs);
  };
  using Properties = std::map<std::string, std::vector<std::string>>;
  const Properties of_any_length{{"waves", {"direction", "spread", "height", "period", "phaseSeed", "bem.range"}},
                                 {"pto(1)", {"stiffness", "damping"}}};
  const Properties of_one_length{
      {"simu",
       {"rho", "gravity", "startTime", "dt", "rampTime", "cicEndTime", "cicDt", "dtOut", "stateSpace", "FIR", "b2b"}},
      {"waves", {"waterDepth", "gamma", "bem.count", "current.option"}},
      {"body(1)",
       {"mass",
        "inertia",
        "inertiaProducts",
        "linearDamping",
        "hydroStiffness",
        "quadDrag.drag",
        "quadDrag.cd",
        "quadDrag.area",
        "initial.displacement",
        "initial.axis",
        "initial.angle",
        "nonlinearHydro",
        "yaw.option",
        "largeXYDisplacement.option",
        "adjMassFactor",
        "meanDrift",
        "QTFs",
        "nonHydro",
        "morisonElement.option",
        "variableHydro.option"}},
      {"body(2)", {"centerGravity", "centerBuoyancy", "volume"}},
      {"constraint(1)", {"location", "initial.displacement", "orientation.z", "orientation.y"}},
      {"pto(1)", {"location", "equilibriumPosition", "pretension", "extension.PositionTargetSpecify"}},
      {"mooring(1)", {"location", "initial.displacement", "matrix.stiffness", "matrix.damping", "matrix.preTension"}}};
  for (const Properties* properties : {&of_any_length, &of_one_length}) {
    for (const auto& [object, paths] : *properties) {
      for (const std::string& path : paths) {
        expect_lost(object, path, "'x'");
        expect_lost(object, path, "{1}");
        if (properties == &of_one_length) expect_lost(object, path, "[1 2 3 4]");
      }
    }
  }
}

TEST_F(Import, StopsForChoicesItDoesNotKnow) {
  for (const char* line :
       {"waves.direction = [0 30]; waves.spread = [0.5 0.5];", "waves.current.option = 4;", "body(1).meanDrift = 4;",
        "body(1).QTFs = 3;", "body(1).nonlinearHydro = 3;", "body(1).yaw.option = 2;", "body(1).mass = 'heavy';",
        "body(1).h5File = 5;", "body(1).variableHydro.option = 1;", "body(1).morisonElement.option = 3;",
        "body(1).viscDrag.cd = [0 0 1]; body(1).viscDrag.characteristicArea = [0 0 5];",
        "body(1).linearDamping = ones(7); body(1).hydroStiffness = ones(7);",
        "body(1).inertia = [4 1 0; 2 5 0; 0 0 6];",
        "body(1).morisonElement.option = 1; body(1).morisonElement.cd = 'x';",
        "pto(1).hardStops.upperLimitSpecify = 'On';", "pto(1).hardStops.lowerLimitSpecify = 1;",
        "waves.marker.location = 3;", "simu.mcrMatFile = 5;",
        "waves = waveClass('irregular'); waves.height = 2; waves.period = 7; waves.spectrumType = 'PM'; "
        "waves.bem.option = 'Even';"}) {
    const Imported i = import(std::string(kInput) + line + "\n", kPlain);
    EXPECT_FALSE(i.runs) << line;
    EXPECT_GE(i.count(ReportLine::Kind::lost), 1U) << line;
  }
}

// What the case says without where it came from.
std::string values_of(const std::string& yaml) {
  std::string out;
  std::istringstream lines(yaml);
  for (std::string line; std::getline(lines, line);) out += line.substr(0, line.find("  #")) + "\n";
  return out;
}

// The properties of version 4 and before, each beside its name in version 7.
TEST_F(Import, ReadsNamesBeforeVersion5) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  const std::string sea =
      "waves = waveClass('irregular');\nwaves.height = 2;\nwaves.period = 7;\nwaves.spectrumType = "
      "'PM';\nwaves.phaseSeed = 1;\n";
  const std::string mooring = "mooring(1) = mooringClass('mooring');\n";
  const std::string drawing = kPlain +
                              library_block("WECSim_Lib_Moorings/MooringMatrix", "M", 6, "mooring", "mooring(1)") +
                              physical("6#lconn:1", "2#rconn:1");
  for (const auto& [before, now] : Pairs{
           {"simu.g = 9.7;", "simu.gravity = 9.7;"},
           {"simu.rampT = 33;", "simu.rampTime = 33;"},
           {"simu.CITime = 17;", "simu.cicEndTime = 17;"},
           {"simu.dtCITime = 0.25;", "simu.cicDt = 0.25;"},
           {"simu.ssCalc = 1;", "simu.stateSpace = 1;"},
           {"simu.yawNonLin = 1; simu.yawThresh = 5;",
            "for i = 1:2; body(i).yaw.option = 1; body(i).yaw.threshold = 5; end"},
           {"simu.adjMassWeightFun = 3;", "body(1).adjMassFactor = 3; body(2).adjMassFactor = 3;"},
           {"waves.H = 3;", "waves.height = 3;"},
           {"waves.T = 9;", "waves.period = 9;"},
           {"waves.waveDir = 20;", "waves.direction = 20;"},
           {"waves.waveDir = [0 20]; waves.waveSpread = [0.3 0.7];",
            "waves.direction = [0 20]; waves.spread = [0.3 0.7];"},
           {"waves.randPreDefined = 4;", "waves.phaseSeed = 4;"},
           {"waves.freqRange = [0.1 2];", "waves.bem.range = [0.1 2];"},
           {"waves.numFreq = 50;", "waves.bem.count = 50;"},
           {"waves.freqDisc = 'Traditional';", "waves.bem.option = 'Traditional';"},
           {"waves.markerLoc = [1 2; 3 4];", "waves.marker.location = [1 2; 3 4];"},
           {"waves.wavegauge1loc = [1 2];", "waves.marker.location = [1 2];"},
           {"waves.currentOption = 0; waves.currentSpeed = 1; waves.currentDirection = 30;",
            "waves.current.option = 0; waves.current.speed = 1; waves.current.direction = 30;"},
           {"waves.currentOption = 2; waves.currentSpeed = 1; waves.currentDepth = 30;",
            "waves.current.option = 2; waves.current.speed = 1; waves.current.depth = 30;"},
           {"body(1).momOfInertia = [7 8 9];", "body(1).inertia = [7 8 9];"},
           {"body(2).cg = [1 2 3];", "body(2).centerGravity = [1 2 3];"},
           {"body(2).cb = [1 2 3];", "body(2).centerBuoyancy = [1 2 3];"},
           {"body(2).dispVol = 4;", "body(2).volume = 4;"},
           {"body(1).viscDrag.cd(3) = 1.3; body(1).viscDrag.characteristicArea(3) = 5;",
            "body(1).quadDrag.cd(3) = 1.3; body(1).quadDrag.area(3) = 5;"},
           {"body(1).viscDrag.Drag(3, 3) = 5;", "body(1).quadDrag.drag(3, 3) = 5;"},
           {"body(1).nhBody = 1; body(1).dispVol = 1;", "body(1).nonHydro = 1; body(1).volume = 1;"},
           {"body(1).meanDriftForce = 2;", "body(1).meanDrift = 2;"},
           {"body(1).initDisp.initLinDisp = [0 0 2];", "body(1).initial.displacement = [0 0 2];"},
           {"body(1).initDisp.initAngularDispAxis = [1 0 0]; body(1).initDisp.initAngularDispAngle = 0.1;",
            "body(1).initial.axis = [1 0 0]; body(1).initial.angle = 0.1;"},
           {"body(1).morisonElement.option = 1; body(1).morisonElement.cd = [1 2 3]; "
            "body(1).morisonElement.characteristicArea = [4 5 6];",
            "body(1).morisonElement.option = 1; body(1).morisonElement.cd = [1 2 3]; "
            "body(1).morisonElement.area = [4 5 6];"},
           {"simu.morrisonElement = 1; body(1).morrisonElement.cd = [1 2 3];",
            "body(1).morisonElement.option = 1; body(1).morisonElement.cd = [1 2 3];"},
           {"constraint(1).loc = [1 2 3];", "constraint(1).location = [1 2 3];"},
           {"constraint(1).initDisp.initLinDisp = [1 2 3];", "constraint(1).initial.displacement = [1 2 3];"},
           {"pto(1).k = 5; pto(1).c = 2 * pto(1).k;", "pto(1).stiffness = 5; pto(1).damping = 10;"},
           {"pto(1).loc = [1 2 3];", "pto(1).location = [1 2 3];"},
           {"mooring(1).ref = [1 2 3]; mooring(1).matrix.k(1, 1) = 4; mooring(1).matrix.c(1, 1) = 5;",
            "mooring(1).location = [1 2 3]; mooring(1).matrix.stiffness(1, 1) = 4; mooring(1).matrix.damping(1, 1) = "
            "5;"},
           {"mooring(1).initDisp.initLinDisp = [1 2 3];", "mooring(1).initial.displacement = [1 2 3];"},
           {"waves.spectrumType = 'BS'; waves.H = 3;", "waves.height = 3;"},
       }) {
    const Imported then = import(kInput + sea + mooring + before + "\n", drawing),
                   today = import(kInput + sea + mooring + now + "\n", drawing),
                   neither = import(kInput + sea + mooring, drawing);
    EXPECT_EQ(values_of(then.yaml), values_of(today.yaml)) << before;
    EXPECT_NE(values_of(then.yaml), values_of(neither.yaml)) << before;
    EXPECT_TRUE(then.runs) << before;
    EXPECT_FALSE(reported(then, ReportLine::Kind::decided, "is .")) << before;
  }
  const Imported i = import(kInput + sea + mooring + "waves.H = 3;\n", drawing);
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "are read as those of version 7: H is height"));
  EXPECT_TRUE(reported(import(kInput + sea + "waves.currentSpeed = 0;\n", drawing), ReportLine::Kind::decided,
                       ": currentSpeed is current.speed"));
}

TEST_F(Import, SaysWhatDoesNotActOrActsOnAll) {
  for (const auto& [lines, text] : std::vector<std::pair<std::string, std::string>>{
           {"waves.current.speed = 1;", "current.option = 3 is no current"},
           {"body(1).meanDrift = 1; body(2) = bodyClass('float.h5'); body(2).mass = 5; body(2).inertia = [1 1 1];",
            "body.meanDrift differs between the bodies: 1 acts on all"},
           {"body(1).meanDrift = 1; body(1).QTFs = 1;", "body.meanDrift is part of what body.QTFs sets"},
           {"body(1).h5File = {'float.h5', 'float.h5'};", "has 2 files and variableHydro.option is 0"}}) {
    const Imported i = import(std::string(kInput) + lines + "\n", kPlain);
    EXPECT_TRUE(reported(i, ReportLine::Kind::decided, text)) << lines;
    EXPECT_TRUE(i.runs) << lines;
  }
}

TEST_F(Import, TwoSpellingsOfOneValueAgree) {
  const std::string sea =
      "waves = waveClass('irregular');\nwaves.height = 2;\nwaves.period = 7;\nwaves.spectrumType = "
      "'PM';\nwaves.phaseSeed = 1;\n";
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
           {"body(1).inertia = [4 1 2; 1 5 3; 2 3 6];",
            "body(1).inertia = [4 5 6]; body(1).inertiaProducts = [1 2 3];"},
           {"waves.bem.range = 0.25:0.25:3;", "waves.bem.range = [0.25 3];"},
           {"waves.bem.range = [3 0.25 1];", "waves.bem.range = [0.25 3];"}}) {
    const Imported i = import(kInput + sea + one + "\n", kPlain);
    EXPECT_EQ(values_of(i.yaml), values_of(import(kInput + sea + other + "\n", kPlain).yaml)) << one;
    EXPECT_TRUE(i.runs) << one;
  }
}

// A quarter turn about y of the point 2 m below the pivot (0, 0, -1): from (0, 0, -3) to (-2, 0, -1), then 0.5 m up.
TEST_F(Import, SetInitDispIsThePose) {
  for (const char* call : {"body(2).setInitDisp([0 0 -1], [0 1 0], pi/2, [0 0 0.5]);\n",  // up to 4.1
                           "body(2).setInitDisp([0 0 -2], [0 1 0 pi/2], [0 0 0.5]);\n",   // since 4.2
                           "setInitDisp(body(2), [0 0 -2], [0 1 0 pi/4; 0 1 0 pi/4], [0 0 0.5]);\n"}) {
    const Imported i = import(std::string(kInput) + call, kPlain);
    const std::size_t at = i.yaml.find("    initial:");
    ASSERT_NE(at, std::string::npos) << call;
    double x = 0.0, y = 0.0, z = 0.0, ax = 0.0, ay = 0.0, az = 0.0, angle = 0.0;
    ASSERT_EQ(std::sscanf(values_of(i.yaml.substr(at)).c_str(),
                          " initial: displacement: [%lf, %lf, %lf] axis: [%lf, %lf, %lf] angle: %lf", &x, &y, &z, &ax,
                          &ay, &az, &angle),
              7)
        << i.yaml.substr(at, 200);
    EXPECT_NEAR(x, -2.0, 1e-12);
    EXPECT_NEAR(y, 0.0, 1e-12);
    EXPECT_NEAR(z, 2.5, 1e-12);
    EXPECT_NEAR(ay, 1.0, 1e-12);
    EXPECT_NEAR(angle, 90.0, 1e-12);
    EXPECT_TRUE(i.runs);
  }
  // of a joint only the place: (3, 0, 0) about the origin goes to (0, 0, -3)
  const Imported joint =
      import(std::string(kInput) + "constraint(1).setInitDisp([3 0 0], [0 1 0 pi/2], [0 0 0]);\n", kPlain);
  double x = 0.0, y = 0.0, z = 0.0;
  const std::size_t at = joint.yaml.find("location: ", joint.yaml.find("name: Guide"));
  ASSERT_EQ(std::sscanf(joint.yaml.c_str() + at, "location: [%lf, %lf, %lf]", &x, &y, &z), 3);
  EXPECT_NEAR(x, -3.0, 1e-12);
  EXPECT_NEAR(z, -4.0, 1e-12);
  EXPECT_THROW(import(std::string(kInput) + "body(1).setInitDisp([0 0 -1], [0 1 0], pi/2, [0 0 0.5]);\n", kPlain),
               InputError);  // its centre of gravity is not known yet
  EXPECT_THROW(import(std::string(kInput) + "body(1).loadHydroData(3);\n", kPlain), InputError);
  EXPECT_TRUE(import(std::string(kInput) + "waves.plotSpectrum(3);\n", kPlain).runs);
}

TEST_F(Import, StopsWithoutSeaOrInertia) {
  for (const char* gone :
       {"waves.height = 2.5;", "waves.period = 8;", "body(2).mass = 5;", "body(2).inertia = [1 1 1];"}) {
    std::string input = kInput;
    input.erase(input.find(gone), std::string(gone).size());
    const Imported i = import(input, kPlain);
    EXPECT_FALSE(i.runs) << gone;
    EXPECT_THAT(i.yaml, HasSubstr("type: missing-load")) << gone;
  }
  const Imported held = import(std::string(kInput) + "body(2).mass = 'fixed';\n", kPlain);
  EXPECT_TRUE(held.runs);
  EXPECT_THAT(held.yaml, HasSubstr("mass: 999"));
}

TEST_F(Import, NamesOuterScriptThatSetsVariable) {
  std::ofstream(folder_ / "sweep.m") << "% Hs = 3\nfor Hs = 1:3\n wecSim;\nend\n";
  try {
    import(std::string(kInput) + "waves.height = Hs;\n", kPlain);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("sweep.m:2 sets it before WEC-Sim starts: give --define Hs=..."));
  }
  std::ofstream(folder_ / "outer.m") << "Tp = 7.5; % s\n";
  try {  // every name that is missing, ready to copy; and the line that failed first
    import(std::string(kInput) + "h = 2*Hs;\nwaves.height = h;\nwaves.period = Tp;\n", kPlain);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("known here: Hs, Tp; give --define Hs=... --define Tp=7.5"));
  }
  try {
    import(std::string(kInput) + "h = strcat(1, {}, 'a'){3};\nwaves.height = h;\n", kPlain);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("h has no value, because of"));
    EXPECT_THAT(error.what(), HasSubstr("wecSimInputFile.m:23"));
    EXPECT_THAT(error.what(), Not(HasSubstr("sets it before")));
  }
}

TEST_F(Import, KeepsGeometryForDrawing) {
  std::ofstream(folder_ / "Float.STL") << "solid\nendsolid\n";
  const Imported i = import(std::string(kInput) +
                                "body(1).geometryFile = 'float.stl';\nbody(2).geometryFile = "
                                "'none.stl';\n",
                            kPlain);
  EXPECT_THAT(i.yaml, HasSubstr("geometry: Float.STL"));
  EXPECT_TRUE(i.runs);
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "of body(2) does not exist: the body is drawn as a sphere"));
}

TEST_F(Import, FindsFileOfAnotherMachineByTheEndOfItsPath) {
  std::string input = kInput;
  input.replace(input.find("float.h5"), 8, "C:\\Users\\me\\case\\float.h5");
  const Imported i = import(input, kPlain);
  EXPECT_THAT(i.yaml, HasSubstr("hydro_data: {file: float.h5, body: 1}"));
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "is a path of another machine"));
}

TEST_F(Import, VectorsBecomeAStudy) {
  std::string input = kInput;
  input.replace(input.find("2.5"), 3, "1.5:1:2.5");
  input.replace(input.find("1.2e6"), 5, "[1e6 2e6]");
  const Imported i = import(input, kPlain);
  ASSERT_TRUE(i.study);
  EXPECT_THAT(i.study->text, HasSubstr("  - {key: waves.height, values: [1.5, 2.5]}"));
  EXPECT_THAT(i.study->text, HasSubstr("  - {key: ptos.PTO1.damping, values: [1000000, 2000000]}"));
}

// Up to version 6.0 the block has one port and reads mooring/lines.txt.
TEST_F(Import, TakesMoorDynOfOldLibraries) {
  fs::create_directory(folder_ / "mooring");
  std::ofstream(folder_ / "mooring/Lines.TXT") << "lines\n";
  const std::string input = std::string(kInput) + "mooring(1) = mooringClass('lines');\nmooring(1).moorDynLines = 3;\n";
  for (const char* library : {"WECSim_Lib/Moorings/", "WECSim_Lib_Moorings/"}) {
    const auto drawn = [&](const char* name) {
      return import(input, kPlain + library_block(std::string(library) + name, "M", 6, "mooring", "mooring(1)") +
                               physical("6#lconn:1", "2#rconn:1"));
    };
    const Imported i = drawn("MoorDyn");
    EXPECT_TRUE(i.runs);
    EXPECT_THAT(i.yaml, HasSubstr("    type: lines\n    body: Float\n    file: mooring/Lines.TXT"));
    const Imported unknown = drawn("Bungee");
    EXPECT_FALSE(unknown.runs);
    EXPECT_TRUE(reported(unknown, ReportLine::Kind::lost, "M: mooring(1) acts through this block"));
  }
}

// A copy that is no longer linked is what its wired joint is; another joint or several are lost.
TEST_F(Import, TakesJointInsideUnlinkedCopy) {
  const auto copied = [&](const std::string& joint, const std::string& more) {
    const std::string inner =
        block("PMIOPort", "B", 61, {{"Side", "Left"}}) + block("PMIOPort", "F", 62, {{"Side", "Right"}}) +
        library_block("sm_lib/Joints/Planar Joint", "idle", 63) + library_block("sm_lib/Joints/" + joint, "Joint", 64) +
        physical("61#rconn:1", "64#lconn:1") + physical("64#rconn:1", "62#rconn:1") + more;
    std::string drawing = kPlain;
    const std::string linked =
        library_block("WECSim_Lib_Constraints/Floating (3DOF)", "Floating", 4, "constraint", "constraint(1)");
    drawing.replace(drawing.find(linked), linked.size(),
                    block("SubSystem", "Floating", 4, {{"AncestorBlock", "WECSim_Lib/Constraints/Floating"}},
                          "<Mask><MaskParameter Name=\"constraint\" Type=\"edit\"><Value>constraint(1)</Value>"
                          "</MaskParameter></Mask><System>" +
                              inner + "</System>"));
    return import(kInput, drawing);
  };
  for (const auto& [joint, type] : {std::pair{"Universal Joint", "universal"},
                                    {"Weld Joint", "fixed"},
                                    {"6-DOF Joint", "floating-6dof"},
                                    {"Planar Joint", "floating-3dof"}}) {
    const Imported i = copied(joint, "");
    EXPECT_TRUE(i.runs) << joint;
    EXPECT_THAT(i.yaml,
                HasSubstr(fmt::format("  - name: Guide  # constraint(1), device.slx: Floating\n    type: {}\n", type)));
  }
  EXPECT_FALSE(copied("Pin Slot Joint", "").runs);
  EXPECT_FALSE(copied("Universal Joint", physical("64#rconn:1", "63#lconn:1")).runs);
}

// The handle of a block may be a parameter of the mask around it.
TEST_F(Import, ReadsHandleThroughMaskAround) {
  const std::string input =
      std::string(kInput) + "pto(2) = ptoClass('PTO2');\npto(2).damping = 7;\npto(2).location = [0 0 0];\n";
  const std::string inner = block("PMIOPort", "B", 61, {{"Side", "Left"}}) +
                            block("PMIOPort", "F", 62, {{"Side", "Right"}}) +
                            library_block("WECSim_Lib_PTOs/Translational PTO", "PTO", 63, "pto", "mine") +
                            physical("61#rconn:1", "63#rconn:1") + physical("63#lconn:1", "62#rconn:1");
  const Imported i = import(
      input, kBlocks +
                 block("SubSystem", "Drive", 5, {},
                       "<Mask><MaskParameter Name=\"mine\" Type=\"edit\"><Value>pto(2)</Value></MaskParameter></Mask>"
                       "<System>" +
                           inner + "</System>") +
                 physical("1#rconn:1", "4#lconn:1") + physical("4#rconn:1", "3#rconn:1") +
                 physical("3#rconn:1", "5#lconn:1") + physical("5#rconn:1", "2#rconn:1"));
  EXPECT_THAT(i.yaml, HasSubstr("  - name: PTO2"));
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "pto(1) is in no block"));
}

TEST_F(Import, TurnsInitialAngleWithinOneTurn) {
  const Imported i = import(std::string(kInput) + "body(1).initial.angle = 345;\n", kPlain);
  EXPECT_THAT(i.yaml, HasSubstr(fmt::format("angle: {:.10g}", std::fmod(345.0, 2.0 * M_PI) * 180.0 / M_PI)));
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "345 rad is more than a turn"));
}

TEST_F(Import, NamesGitLfsPointer) {
  std::ofstream(folder_ / "float.h5") << "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n";
  EXPECT_TRUE(reported(import(kInput, kPlain), ReportLine::Kind::refused, "are a git-lfs pointer"));
}

TEST_F(Import, ReportsLineOfLoopOnce) {
  const Imported i =
      import(std::string(kInput) + "for k = 1:3\n q(k) = fft(k);\nend\nfor k = 1:3\n plot(k);\nend\n", kPlain);
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "could not be evaluated, 3 times: "));
  EXPECT_EQ(std::count_if(i.report.begin(), i.report.end(),
                          [](const ReportLine& l) {
                            return l.text.find("fft") != std::string::npos || l.text.find("plot") != std::string::npos;
                          }),
            2);
}

// Three lines at equal angles, their nodes seen from the mooring's location; an anchor at -inf is on the seabed.
TEST_F(Import, StaticLinesBecomeCatenaries) {
  const std::string lines =
      "waves.waterDepth = 50;\nmooring(1) = mooringClass('lines');\nmooring(1).location = [1 0 -2];\n"
      "mooring(1).nonlinearStaticData.nLines = 2;\nmooring(1).nonlinearStaticData.L = 120;\n"
      "mooring(1).nonlinearStaticData.EA = 4e8;\nmooring(1).nonlinearStaticData.d = 0.1;\n"
      "mooring(1).nonlinearStaticData.linearMassAir = 90;\nmooring(1).nonlinearStaticData.CB = 0.5;\n"
      "mooring(1).nonlinearStaticData.nodes = [5 0 -3; 100 0 -inf]';\n";
  const std::string drawing =
      kPlain + library_block("WECSim_Lib_Moorings/MooringNLStatic", "Lines", 7, "mooring", "mooring(1)") +
      physical("3#rconn:1", "7#lconn:1");
  const Imported i = import(kInput + lines, drawing);
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("type: catenary\n    body: spar\n    length: 120"));
  EXPECT_THAT(i.yaml, HasSubstr("- fairlead: [6, 0, -5]\n      anchor: [101, 0, -52]"));
  EXPECT_THAT(i.yaml, HasSubstr("- fairlead: [-4, "));
  std::string most = lines;  // names of MOST's struct
  most.replace(most.find("nLines"), 6, "number_lines").replace(most.find("linearMassAir"), 13, "linear_mass_air");
  EXPECT_EQ(import(kInput + most, drawing).yaml, i.yaml);
}

// 2 x 1 x 1 x 1 x 1 x 1 breakpoints: the first index runs fastest, one row a combination.
TEST_F(Import, ALookupTableOfAMooringBecomesRows) {
  const std::string table = "mooring(1) = mooringClass('table');\nmooring(1).lookupTableFile = 'table';\n";
  const std::string drawing =
      kPlain + library_block("WECSim_Lib_Moorings/MooringLookupTable", "Table", 7, "mooring", "mooring(1)") +
      physical("3#rconn:1", "7#lconn:1");
  const Imported missing = import(kInput + table, drawing);
  EXPECT_FALSE(missing.runs);
  EXPECT_TRUE(reported(missing, ReportLine::Kind::refused, "table.mat of mooring(1) does not exist"));
  std::map<std::string, std::vector<double>> values{{"X", {-1, 2}}, {"FX", {10, -20}}, {"MZ", {0.5, 0.25}}};
  for (const char* axis : {"Y", "Z", "RX", "RY", "RZ"}) values[axis] = {0};
  for (const char* force : {"FY", "FZ", "MX", "MY"}) values[force] = {0, 0};
  write_mat_struct(folder_ / "table.mat", "moor", values);
  const Imported i = import(kInput + table, drawing);
  EXPECT_TRUE(i.runs);
  ASSERT_EQ(i.files.size(), 1U);
  EXPECT_EQ(i.files[0].text, "-1 0 0 0 0 0 10 0 0 0 0 0.5\n2 0 0 0 0 0 -20 0 0 0 0 0.25\n");
  EXPECT_THAT(i.yaml, HasSubstr("type: lookup-table\n    body: spar\n"));
}

// The folder may be given from where the user stands: the table is looked for there, not below the folder once more.
TEST_F(Import, ALookupTableIsFoundFromARelativeFolder) {
  std::map<std::string, std::vector<double>> values{{"X", {-1, 2}}};
  for (const char* axis : {"Y", "Z", "RX", "RY", "RZ"}) values[axis] = {0};
  for (const char* force : {"FX", "FY", "FZ", "MX", "MY", "MZ"}) values[force] = {0, 0};
  write_mat_struct(folder_ / "table.mat", "moor", values);
  import(std::string(kInput) + "mooring(1) = mooringClass('table');\nmooring(1).lookupTableFile = 'table';\n",
         kPlain + library_block("WECSim_Lib_Moorings/MooringLookupTable", "Table", 7, "mooring", "mooring(1)") +
             physical("3#rconn:1", "7#lconn:1"));
  const fs::path before = fs::current_path();
  fs::current_path(folder_.parent_path());
  ImportOptions options;
  options.output = folder_.filename() / "case.yaml";
  const Imported i = import_case(folder_.filename(), options);
  fs::current_path(before);
  EXPECT_TRUE(i.runs);
  EXPECT_EQ(i.files.size(), 1U);
}

// Conditions name variables of WEC-Sim or of the input file's own; what they change is what the study varies.
TEST_F(Import, ConditionsOfAFileBecomeTheKeysThatTheyChange) {
  const auto words = [](const std::string& text) {
    size_t size[2] = {1, text.size()};
    return Mat_VarCreate(nullptr, MAT_C_CHAR, MAT_T_UTF8, 2, size, const_cast<char*>(text.data()), 0);
  };
  const auto conditions = [&](const std::vector<std::string>& names, std::vector<double> values,
                              const std::string& input = kInput) {
    std::vector<matvar_t*> cells;
    for (const std::string& name : names) cells.push_back(words(name));
    size_t row[2] = {1, cells.size()}, size[2] = {values.size() / cells.size(), cells.size()};
    write_mat(
        folder_ / "mcr.mat",
        record("mcr", {{"header", Mat_VarCreate(nullptr, MAT_C_CELL, MAT_T_CELL, 2, row, cells.data(), 0)},
                       {"cases", Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, values.data(), 0)}}));
    return import(input + "simu.mcrMatFile = 'mcr.mat';\nk = 3;\n", kPlain);
  };
  const Imported i =
      conditions({"pto(1).damping", "pto(1).stiffness", "waves.height", "waves.nonsense"}, {1, 2, 5, 5, 2.5, 3, 7, 8});
  ASSERT_TRUE(i.study);
  EXPECT_THAT(i.study->text, HasSubstr("axes:\n  - zip:\n      - {key: waves.height, values: [2.5, 3]}\n"
                                       "      - {key: ptos.PTO1.damping, values: [1, 2]}\n"));
  EXPECT_THAT(i.study->text, Not(HasSubstr("stiffness")));
  EXPECT_TRUE(reported(i, ReportLine::Kind::lost, "of the conditions: waves(1).nonsense is set and has no place here"));
  const Imported idle = conditions({"k"}, {1, 2});
  EXPECT_FALSE(idle.study);
  EXPECT_TRUE(reported(idle, ReportLine::Kind::decided, "the conditions of k change nothing that came over"));
  // by an old name, and set by the conditions alone: the case has the first
  const std::string unset(kInput), height = "waves.height = 2.5;";
  const Imported first =
      conditions({"waves.H", "waves.T"}, {2, 4, 7, 9}, std::string(unset).erase(unset.find(height), height.size()));
  EXPECT_TRUE(first.runs);
  EXPECT_THAT(first.yaml, HasSubstr("height: 2 "));
  EXPECT_THAT(first.yaml, HasSubstr("period: 8 "));
}

// A tower of 30 kg whose centre is at z = 25 m, a hub of 4 kg at z = 50 m, three blades of 2 kg at 10 m from it; no
// tilt, no cone. Mass 40 kg, height (30 x 25 + 10 x 50) / 40, about x the tower's own 100 kg m^2, the rotor's 3 x 2 x
// 10^2 and the parallel axes' 30 x 6.25^2 + 10 x 18.75^2. At 9 m/s the loads are midway between those at 8 and 10.
TEST_F(Import, AWindTurbineIsItsMassAndTheSteadyLoadsOfItsRotor) {
  const auto none = [] { return column({0, 0, 0}); };
  const auto zero = [] { return column({0}); };
  write_mat(folder_ / "turbine.mat",
            record("WTcomponents", {{"tower", record("tower", {{"mass", column({30})},
                                                               {"offset", zero()},
                                                               {"height", column({50})},
                                                               {"cog_rel", column({0, 0, 25})},
                                                               {"Inertia", column({100, 100, 1})},
                                                               {"InertiaProduct", none()}})},
                                    {"nacelle", record("nacelle", {{"mass", zero()},
                                                                   {"mass_yawBearing", zero()},
                                                                   {"cog_rel", none()},
                                                                   {"Inertia", none()},
                                                                   {"InertiaProduct", none()},
                                                                   {"Twr2Shft", zero()},
                                                                   {"tiltangle", zero()}})},
                                    {"hub", record("hub", {{"mass", column({4})},
                                                           {"overhang", zero()},
                                                           {"Rhub", column({2})},
                                                           {"precone", zero()},
                                                           {"Inertia", none()},
                                                           {"InertiaProduct", none()}})},
                                    {"blade", record("blade", {{"mass", column({2})},
                                                               {"cog_rel", column({0, 0, 8})},
                                                               {"Inertia", none()},
                                                               {"InertiaProduct", none()}})}}));
  const std::string turbine =
      "windTurbine(1) = windTurbineClass('Mill');\nwindTurbine(1).turbineName = 'turbine.mat';\n"
      "windTurbine(1).aeroLoadsName = 'loads.mat';\nwind = windClass('constant');\nwind.meanVelocity = 9;\n";
  const std::string drawing =
      kPlain + library_block("MOST_Lib/Wind turbine", "Wind turbine", 8, "windTurbine", "windTurbine(1)") +
      physical("3#rconn:1", "8#rconn:1");
  const Imported still = import(kInput + turbine, drawing);
  EXPECT_FALSE(still.runs);
  EXPECT_THAT(still.yaml,
              HasSubstr("  - name: Mill  # windTurbine(1), device.slx: Wind turbine\n    mass: 40  # tower"));
  EXPECT_THAT(still.yaml, HasSubstr("    inertia: [5387.5, "));
  EXPECT_THAT(still.yaml, HasSubstr("    center_of_gravity: [0, 0, 31.25]\n"));
  EXPECT_THAT(still.yaml, HasSubstr("    type: fixed\n    base: spar\n    follower: Mill\n"));
  EXPECT_TRUE(reported(still, ReportLine::Kind::lost, "loads of the wind, rotation and control did not"));

  write_mat(
      folder_ / "loads.mat",
      record("aeroloads", {{"Baseline", record("Baseline", {{"SS", record("SS", {{"WINDSPEED", column({8, 10})},
                                                                                 {"THRUST", column({100, 200})},
                                                                                 {"TORQUE", column({6, 8})}})}})}}));
  const Imported blown = import(kInput + turbine, drawing);
  EXPECT_THAT(blown.yaml, HasSubstr("connections:\n  - value: [150, 0, 0, 7, 0, 0]  # thrust and torque"));
  EXPECT_THAT(blown.yaml, HasSubstr("    to: Mill.force\n    point: [0, 0, 18.75]\n"));
  EXPECT_TRUE(reported(blown, ReportLine::Kind::lost, "aerodynamic damping"));

  fs::remove(folder_ / "turbine.mat");
  EXPECT_FALSE(import(kInput + turbine, drawing).runs);
}

// Each property that is set is read or reported, for every object and every struct below it.
TEST_F(Import, ReportsEveryUnreadProperty) {
  const std::string cable = "cable(1) = cableClass('Rope', 'constraint(1)', 'pto(1)');\ncable(1).stiffness = 5;\n";
  const std::string drawing =
      kPlain + library_block("WECSim_Lib_Moorings/MooringMatrix", "M", 6, "mooring", "mooring(1)") +
      library_block("WECSim_Lib_Moorings/MoorDynConnection", "L", 7, "mooring", "mooring(2)") +
      library_block("WECSim_Lib_Cables/Cable", "Rope", 8, "cable", "cable(1)") + physical("6#lconn:1", "2#rconn:1") +
      physical("7#lconn:1", "2#rconn:1") + physical("8#lconn:1", "3#rconn:1") + physical("8#rconn:1", "2#rconn:1");
  const std::string all = std::string(kInput) +
                          "mooring(1) = mooringClass('matrix');\nmooring(2) = mooringClass('lines');\n"
                          "mooring(2).moorDynInputFile = 'lines.txt';\n" +
                          cable;
  std::ofstream(folder_ / "lines.txt") << "";
  const Imported plain = import(all, drawing);
  for (const ReportLine& line : plain.report) EXPECT_NE(line.kind, ReportLine::Kind::lost) << line.text;
  for (const char* property : {"simu(1).xyz",
                               "waves(1).current.xyz",
                               "waves(1).bem.xyz",
                               "waves(1).marker.xyz",
                               "body(1).xyz",
                               "body(1).quadDrag.xyz",
                               "body(1).morisonElement.xyz",
                               "body(2).initial.xyz",
                               "body(1).yaw.xyz",
                               "body(1).variableHydro.xyz",
                               "constraint(1).orientation.xyz",
                               "pto(1).hardStops.xyz",
                               "pto(1).xyz",
                               "mooring(1).xyz",
                               "mooring(1).matrix.xyz",
                               "mooring(2).xyz",
                               "mooring(2).matrix.stiffness",
                               "mooring(2).initial.angle",
                               "cable(1).xyz",
                               "cable(1).mass",
                               "cable(1).quadDrag.xyz",
                               "cable(1).initial.displacement"}) {
    const Imported i = import(all + property + " = 7;\n", drawing);
    EXPECT_TRUE(reported(i, ReportLine::Kind::lost, std::string(property) + " is set and has no place here"))
        << property;
    EXPECT_FALSE(i.runs) << property;
  }
  // WEC-Sim's own default changes nothing
  EXPECT_EQ(import(all + "cable(1).mass = 1;\nmooring(2).matrix.stiffness = zeros(6);\n", drawing).yaml,
            import(all, drawing).yaml);
}

// A copy without link and origin, with both layouts of its mask.
TEST_F(Import, TakesPastedBodyByItsMask) {
  const std::string single =
      "<Object PropName=\"MaskObject\"><Object PropName=\"Parameters\"><P Name=\"Name\">body</P><P "
      "Name=\"Value\">body(1)</P></Object></Object>";
  const std::string several =
      "<Object PropName=\"MaskObject\"><Array PropName=\"Parameters\"><Object><P Name=\"Name\">other</P><P "
      "Name=\"Value\">1</P></Object><Object><P Name=\"Name\">body</P><P "
      "Name=\"Value\">body(1)</P></Object></Array></Object>";
  const std::string newer = "<Mask><MaskParameter Name=\"body\"><Value>body(1)</Value></MaskParameter></Mask>";
  const std::string linked = library_block("WECSim_Lib_Body_Elements/Rigid Body", "Float", 2, "body", "body(1)");
  const auto joints = [](const std::string& yaml) { return yaml.substr(yaml.find("joints:")); };
  const std::string expected = joints(import(kInput, kPlain).yaml);
  for (const std::string& mask : {single, several, newer}) {
    std::string drawing = kPlain;
    drawing.replace(drawing.find(linked), linked.size(),
                    block("SubSystem", "Float", 2, {}, mask + "<System></System>"));
    const Imported i = import(kInput, drawing);
    EXPECT_EQ(joints(i.yaml), expected) << mask;
    EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "Float: an unlinked copy of WEC-Sim's Rigid Body")) << mask;
  }
}

TEST_F(Import, ReadsBemioScriptsOfAllVersions) {
  import(kInput, kPlain);
  fs::remove(folder_ / "float.h5");
  std::ofstream(folder_ / "float.out") << "";
  const auto conversion = [&](const std::string& script) {
    std::ofstream(folder_ / "bemio.m") << script;
    const Imported i = import(kInput, kPlain);
    EXPECT_EQ(i.conversions.size(), 1U) << script;
    return i.conversions.empty() ? Conversion{} : i.conversions[0];
  };
  for (const char* script :
       {"hydro = struct();\nhydro = readWAMIT(hydro,'float.out',[]);\nhydro = radiationIRF(hydro,2,[],[],[],1.9);\n"
        "hydro = excitationIRF(hydro,3,[],[],[],[]);\nwriteBEMIOH5(hydro)\n",
        "hydro = struct();\nhydro = Read_WAMIT(hydro,'float.out',[]);\nhydro = Radiation_IRF(hydro,2,[],[],[],1.9);\n"
        "hydro = Excitation_IRF(hydro,3,[],[],[],[]);\nWrite_H5(hydro)\n"}) {
    const Conversion c = conversion(script);
    EXPECT_EQ(c.radiation_time, 2.0);
    EXPECT_EQ(c.excitation_time, 3.0);
    EXPECT_EQ(c.omega_max, 1.9);
    EXPECT_EQ(c.doubt, "");
    EXPECT_EQ(c.bodies, 1U);
  }
  // a script that fails, lacks a file or makes another .h5 leaves the results of the same name, and the report says so
  std::ofstream(folder_ / "other.out") << "";
  for (const char* script :
       {"hydro = struct();\nhydro = unknown(hydro);\nhydro = readWAMIT(hydro,'float.out',[]);\n",
        "hydro = readWAMIT(struct(),'gone.out',[]);\n", "hydro = readWAMIT(struct(),'other.out',[]);\n"}) {
    const Conversion c = conversion(script);
    EXPECT_EQ(c.sources.front().filename(), "float.out") << script;
    EXPECT_NE(c.doubt, "") << script;
    EXPECT_TRUE(reported(import(kInput, kPlain), ReportLine::Kind::decided, c.doubt)) << script;
  }
}

// Version 1.0 makes simu and waves itself and names WAMIT's .out.
TEST_F(Import, ReadsInputOfVersion1) {
  import(kInput, kPlain);
  fs::remove(folder_ / "float.h5");
  std::ofstream(folder_ / "float.out") << "";
  std::ofstream(folder_ / "float.stl") << "";
  const auto keys = [&](const std::string& input) {
    const Imported i = import(input, kPlain);
    EXPECT_TRUE(i.runs);
    EXPECT_EQ(i.conversions.size(), 1U);
    return values_of(i.yaml);
  };
  std::string now = kInput, before = kInput;
  now += "body(1).geometryFile = 'float.stl';\nbody(2).mass = 'fixed';\n";
  const std::string made = "simu = simulationClass();\n", sea = "waves = waveClass('regularCIC');\n",
                    body = "body(1) = bodyClass('float.h5');\n";
  before.replace(before.find(made), made.size(), "");
  before.replace(before.find(sea), sea.size(), "waves.type = 'regularCIC';\n");
  before.replace(before.find(body), body.size(),
                 "body(1) = bodyClass('Float');\nbody(1).hydroDataType = 'wamit';\nbody(1).hydroDataLocation = "
                 "'./float.out';\nbody(1).cg = 'wamit';\nbody(1).geometry = 'float.stl';\n");
  EXPECT_EQ(keys(before + "body(1).mass = 'wamitDisplacement';\nbody(2).fixed = 1;\n"), keys(now));
  EXPECT_FALSE(import(before + "body(1).hydroDataType = 'nemoh';\n", kPlain).runs);
}

TEST_F(Import, RefusesDataOfFewerBodies) {
  Conversion c;
  c.sources = {fs::path(SWELL_SOURCE_DIR) / "inputs/sphere/hemisphere.h5"};
  c.output = folder_ / "float.h5";
  c.bodies = 2;
  c.doubt = "bemio.m:3: unknown";
  fs::remove(c.output);
  try {
    convert(c);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("1 of 2 bodies"));
    EXPECT_THAT(error.what(), HasSubstr(c.doubt));
  }
  EXPECT_FALSE(fs::exists(c.output));
}

TEST_F(Import, NamesExpressionBeyondEvaluator) {
  try {
    import(std::string(kInput) + "pto(1).damping = abs(3+4i) * 1e5;\n", kPlain);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("wecSimInputFile.m:23:"));
    EXPECT_THAT(error.what(), HasSubstr("complex numbers are not read"));
  }
}

TEST_F(Import, AnInputFileCanBeNamedAndATemplateNamesItsSolution) {
  import(kInput, kPlain);
  std::string other = kInput;
  other.replace(other.find("400"), 3, "321");
  std::ofstream(folder_ / "RM3_wecSimInputFile.m") << other;
  ImportOptions options;
  options.output = folder_ / "case.yaml";
  EXPECT_THAT(import_case(folder_ / "RM3_wecSimInputFile.m", options).yaml, HasSubstr("duration: 321"));
  std::string blank = kInput;
  blank.replace(blank.find("device.slx"), 10, "*.slx");
  std::ofstream(folder_ / "wecSimInputFile.m") << blank;
  try {
    import_case(folder_, options);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("import another input file of the folder: RM3_wecSimInputFile.m"));
  }
}

TEST_F(Import, AFlexibleBodyRunsWithItsAddedMassAsAWhole) {
  std::string drawing = kPlain;
  drawing.replace(drawing.find("Rigid Body"), 10, "Flex Body");
  const std::string damping =
      "body(1).linearDamping = zeros(8,8);\nbody(1).linearDamping(3,3) = "
      "7;\nbody(1).linearDamping(7,7) = 5;\nbody(1).linearDamping(8,8) = 6;\n";
  const Imported i = import(kInput + damping, drawing);
  EXPECT_THAT(i.yaml, HasSubstr("  added_mass: exact"));
  EXPECT_THAT(i.yaml, HasSubstr("    linear_damping: [0, 0, 7, 0, 0, 0]"));
  EXPECT_THAT(i.yaml, HasSubstr("    damping: [5, 0, 0, 6]"));
  EXPECT_TRUE(reported(i, ReportLine::Kind::decided, "body(1) is flexible"));
  EXPECT_EQ(i.count(ReportLine::Kind::lost), 0U);
  EXPECT_THAT(import(kInput + damping, drawing, {}, true).yaml, Not(HasSubstr("added_mass: exact")));
}

TEST_F(Import, AnEmptyDrawingIsRefused) {
  try {
    import(kInput, library_block("WECSim_Lib_Frames/Global Reference Frame", "Ground", 1));
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("draws none of the bodies"));
  }
}

TEST_F(Import, AFolderThatIsNoCaseSaysSo) {
  EXPECT_THAT(
      [&] {
        try {
          import_case(folder_ / "none", {});
        } catch (const InputError& error) {
          return std::string(error.what());
        }
        return std::string();
      }(),
      HasSubstr("does not exist"));
}

TEST_F(Import, ProgramsTellMistakesApartByTheirCodes) {
  const auto code_of = [&](const std::string& what, const std::string& by) {
    std::string input = kInput;
    input.replace(input.find(what), what.size(), by);
    try {
      import(input, kPlain);
    } catch (const InputError& error) {
      return error.diagnostics().front().code;
    }
    return std::string("none");
  };
  EXPECT_EQ(code_of("simu.endTime = 400;\n", ""), "missing");
  EXPECT_EQ(code_of("regularCIC", "regulr"), "wrong-value");
  EXPECT_EQ(code_of("device.slx", "other.slx"), "no-file");
  EXPECT_EQ(code_of("= 1.2e6", "= (1.2e6"), "bad-file");
}

}  // namespace
}  // namespace swell::wecsim
