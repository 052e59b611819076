// What the drawing and the properties of an input file become.
#include "import_fixture.h"
#include "swell_test/test.h"

namespace swell::wecsim::import_test {
namespace {

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
           {"body(1).meanDrift = 1; body(1).QTFs = 1;", "body.meanDrift is included in body.QTFs"},
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
           {"waves.bem.range = [3 0.25 1];", "waves.bem.range = [0.25 3];"},
           {"waves.bem.range = [3 0.25];", "waves.bem.range = [0.25 3];"},
           {"waves.spread = 0.25;", "waves.height = 1;"},  // the energy goes with the height's square
           {"body(1).quadDrag(1).cd = [0 0 1 0 0 0]; body(1).quadDrag(1).area = [0 0 2 0 0 0];",
            "body(1).quadDrag.cd = [0 0 1 0 0 0]; body(1).quadDrag.area = [0 0 2 0 0 0];"},
           {"body(1).linearDamping(:,:,1) = eye(6);", "body(1).linearDamping = eye(6);"}}) {
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

// WEC-Sim moves a body against its port: springs, stops and moorings are relaxed in the initial pose. (reference 3.2)
TEST_F(Import, SpringIsRelaxedInInitialPose) {
  const std::string
      spring =
          "pto(1).stiffness = 3; pto(1).equilibriumPosition = 0.5; pto(1).hardStops.upperLimitSpecify = 'on'; "
          "pto(1).hardStops.upperLimitBound = 2;\n",
      moved = "body(1).initial.displacement = [4 0 1.5];\n", turned = "body(1).initial.angle = 0.25;\n";
  const Imported heave = import(kInput + spring + moved, kPlain);
  EXPECT_THAT(heave.yaml, HasSubstr("equilibrium_position: 2 "));
  EXPECT_THAT(heave.yaml, HasSubstr("upper: 3.5"));
  const Imported extended = import(
      kInput + moved + "pto(1).extension.PositionTargetSpecify = 1; pto(1).extension.PositionTargetValue = 0.25;\n",
      kPlain);
  EXPECT_THAT(extended.yaml, HasSubstr("extension: 1.75 "));
  std::string drawing = kPlain;
  drawing.replace(drawing.find("Translational PTO"), 17, "Rotational PTO");
  const double degree = 3.14159265358979 / 180.0;
  // The rotational one has its base on the left: the float.
  const Imported pitch = import(kInput + spring + turned, drawing);
  EXPECT_THAT(pitch.yaml, HasSubstr(fmt::format("equilibrium_position: {:.6g}", -0.25 - 0.5 * degree).substr(0, 28)));
  EXPECT_TRUE(reported(pitch, ReportLine::Kind::decided, "WEC-Sim, without initial.displacement, turns it about its"));
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
}  // namespace
}  // namespace swell::wecsim::import_test
