// Signals of a Simulink model as components: what is drawn, what a choice, a mask or a function of MATLAB makes of it.
#include "swell/wecsim/import.h"
#include "swell_test/slx_model.h"
#include "swell_test/test.h"

namespace swell::wecsim::controls_test {
namespace {

namespace fs = std::filesystem;
using swell_test::block;
using swell_test::library_block;
using swell_test::physical;
using swell_test::signal;

// A body on a rotational PTO with a torque from outside; its block is 5, and what stands in `more` drives it.
class Controls : public ::testing::Test {
 protected:
  Imported import(const std::string& more, const std::string& input = {}, swell_test::Parts parts = {},
                  std::string pto = {}, bool best = false) const {
    if (pto.empty()) pto = library_block("WECSim_Lib_PTOs/Rotational PTO Actuation Torque", "PTO", 5, "pto", "pto(1)");
    std::ofstream(folder_ / "wecSimInputFile.m")
        << "simu = simulationClass();\nsimu.simMechanicsFile = 'device.slx';\nsimu.endTime = 10;\nsimu.dt = 0.05;\n"
           "waves = waveClass('noWaveCIC');\nbody(1) = bodyClass('');\nbody(1).nonHydro = 1;\nbody(1).mass = 5;\n"
           "body(1).inertia = [1 1 1];\nbody(1).volume = 0.1;\npto(1) = ptoClass('PTO1');\npto(1).location = [0 0 "
           "0];\n"
        << input;
    swell_test::write_nested_slx(
        folder_ / "device.slx",
        library_block("WECSim_Lib_Frames/Global Reference Frame", "Ground", 1) +
            library_block("WECSim_Lib_Body_Elements/Rigid Body", "Flap", 2, "body", "body(1)") + pto +
            physical("1#rconn:1", "5#lconn:1") + physical("5#rconn:1", "2#rconn:1") + more,
        std::move(parts));
    ImportOptions options;
    options.output = folder_ / "case.yaml";
    options.best = best;
    return import_case(folder_, options);
  }
  static std::string chart(const std::string& block_path, const std::string& script) {
    return "<chart id=\"1\"><P Name=\"name\">" + block_path + "</P><Children><state><eml><P Name=\"script\">" + script +
           "</P></eml></state></Children></chart>";
  }
  // velocity of the PTO about its axis, as block 11
  static std::string velocity() {
    return block("BusSelector", "Bus", 10, {{"OutputSignals", "velocity"}, {"Ports", "[1, 1]"}}) +
           block("Selector", "S", 11, {{"Indices", "5"}}) + signal("5#out:1", "10#in:1") +
           signal("10#out:1", "11#in:1");
  }
  // A MATLAB Function of that velocity, as block 20, whose output is the force.
  static std::string function_of_velocity(const std::string& inner) {
    return velocity() +
           block("SubSystem", "f", 20, {{"SFBlockType", "MATLAB Function"}}, "<System>" + inner + "</System>") +
           signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1");
  }
  const fs::path folder_ = swell_test::fresh_folder("controls");
};

std::string choice(const std::string& name, int sid, const std::string& control, const std::string& gain) {
  const std::string inner = block("Inport", "v", sid + 1) + block("Gain", "G", sid + 2, {{"Gain", gain}}) +
                            block("Outport", "F", sid + 3) +
                            signal(std::to_string(sid + 1) + "#out:1", std::to_string(sid + 2) + "#in:1") +
                            signal(std::to_string(sid + 2) + "#out:1", std::to_string(sid + 3) + "#in:1");
  return block("SubSystem", name, sid, {{"VariantControl", control}}, "<System>" + inner + "</System>");
}

// The ports of the active choice are joined by name, without lines; the choice is a label or a condition.
TEST_F(Controls, AVariantSubsystemIsItsActiveChoice) {
  struct Row {
    const char *mode, *label, *first, *second, *input, *expected;
  };
  for (const Row& row : {Row{"label", "B", "A", "B", "", "(-3) * PTO1_velocity"},
                         Row{"expression", "", "mode == 1", "mode == 2", "mode = 1;\n", "(-2) * PTO1_velocity"},
                         Row{"expression", "", "mode == 1", "(default)", "mode = 7;\n", "(-3) * PTO1_velocity"}}) {
    std::map<std::string, std::string> keys{{"Variant", "on"}, {"VariantControlMode", row.mode}};
    if (*row.label != '\0') keys["LabelModeActiveChoice"] = row.label;
    const std::string inner = block("Inport", "v", 21) + block("Outport", "F", 22) +
                              choice("First", 30, row.first, "-2") + choice("Second", 40, row.second, "-3");
    const Imported i = import(velocity() + block("SubSystem", "Law", 20, keys, "<System>" + inner + "</System>") +
                                  signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"),
                              row.input);
    EXPECT_TRUE(i.runs) << row.mode << row.input;
    EXPECT_THAT(i.yaml, HasSubstr(row.expected));
  }
}

// The Variable Selector of the DSP toolbox, and Simulink's Selector whose index comes through a port.
TEST_F(Controls, ASelectorTakesTheConstantIndexOfItsPort) {
  using Keys = std::map<std::string, std::string>;
  const Keys clip{{"IdxMode", "Variable"}, {"rowsOrCols", "Columns"}, {"errmode", "Clip Index"}};
  const auto with = [](Keys keys, const Keys& more) {
    for (const auto& key : more) keys[key.first] = key.second;
    return keys;
  };
  const Keys port{{"IndexOptions", "Index vector (port)"}, {"Indices", "1"}};
  struct Row {
    bool dsp;
    Keys keys;
    const char *vector, *index, *expected;  // nothing expected: refused
  };
  for (const Row& row :
       {Row{true, clip, "[10 20 30]", "2", "20"}, Row{true, {}, "[10 20 30]", "2", "20"},
        Row{true, with(clip, {{"ZerOneIdxMode", "Zero-based"}}), "[10 20 30]", "2", "30"},
        Row{true, clip, "[10 20 30]", "9", "30"}, Row{true, clip, "[10 20 30]", "-1", "10"},
        Row{true, with(clip, {{"errmode", "Generate Error"}}), "[10 20 30]", "9", ""},
        Row{true, with(clip, {{"NumInputs", "2"}}), "[10 20 30]", "2", ""}, Row{true, clip, "[10 20 30]", "1.5", ""},
        Row{true, {{"IdxMode", "Fixed"}, {"Elements", "3"}}, "[10 20 30]", "1", "30"},
        Row{false, port, "[10 20 30]", "2", "20"}, Row{false, port, "[10 20 30]", "9", ""},
        Row{false, {{"IndexOptions", "Starting index (dialog)"}}, "[10 20 30]", "1", ""}}) {
    const std::string drawn =
        row.dsp ? block("Reference", "Pick", 20, with(row.keys, {{"SourceBlock", "dspindex/Variable&#xA;Selector"}}))
                : block("Selector", "Pick", 20, row.keys);
    const Imported i = import(velocity() + drawn + block("Constant", "u", 21, {{"Value", row.vector}}) +
                              block("Constant", "index", 22, {{"Value", row.index}}) +
                              block("Product", "F", 23, {{"Ports", "[2, 1]"}}) + signal("21#out:1", "20#in:1") +
                              signal("22#out:1", "20#in:2") + signal("20#out:1", "23#in:1") +
                              signal("11#out:1", "23#in:2") + signal("23#out:1", "5#in:1"));
    EXPECT_EQ(i.runs, *row.expected != '\0') << row.index;
    EXPECT_THAT(i.yaml,
                HasSubstr(i.runs ? fmt::format("\"{} * PTO1_velocity\"", row.expected) : "type: missing-controller"));
  }
}

TEST_F(Controls, FollowsEachOutputOfMultiportSelector) {
  const auto picked = [&](const char* lists, int port) {
    return import(
        velocity() +
        block("Reference", "Pick", 20,
              {{"SourceBlock", "dspindex/Multiport&#xA;Selector"}, {"rowsOrCols", "Rows"}, {"idxCellArray", lists}}) +
        block("Constant", "u", 21, {{"Value", "[10 20 30]"}}) + block("Product", "F", 23, {{"Ports", "[2, 1]"}}) +
        signal("21#out:1", "20#in:1") + signal("20#out:" + std::to_string(port), "23#in:1") +
        signal("11#out:1", "23#in:2") + signal("23#out:1", "5#in:1"));
  };
  EXPECT_THAT(picked("{ 3}", 1).yaml, HasSubstr("\"30 * PTO1_velocity\""));
  EXPECT_THAT(picked("{[1 3], 2}", 2).yaml, HasSubstr("\"20 * PTO1_velocity\""));
  EXPECT_FALSE(picked("{1}", 2).runs);
  EXPECT_FALSE(picked("{1.5}", 1).runs);
}

// An index that moves with time has no counterpart here: it is not read from the dialog.
TEST_F(Controls, ASelectorWithAMovingIndexIsRefused) {
  for (const bool dsp : {true, false}) {
    const std::string drawn =
        dsp ? block("Reference", "Pick", 20, {{"SourceBlock", "dspindex/Variable&#xA;Selector"}})
            : block("Selector", "Pick", 20, {{"IndexOptions", "Index vector (port)"}, {"Indices", "1"}});
    const Imported i =
        import(drawn + block("Constant", "u", 21, {{"Value", "[10 20 30]"}}) + block("Clock", "t", 22) +
               signal("21#out:1", "20#in:1") + signal("22#out:1", "20#in:2") + signal("20#out:1", "5#in:1"));
    EXPECT_THAT(i.yaml, HasSubstr("type: missing-controller"));
  }
}

TEST_F(Controls, NoActiveChoiceIsRefusedLoudly) {
  const std::string inner =
      block("Inport", "v", 21) + block("Outport", "F", 22) + choice("First", 30, "mode == 1", "-2");
  const Imported i =
      import(velocity() + block("SubSystem", "Law", 20, {{"Variant", "on"}}, "<System>" + inner + "</System>") +
                 signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"),
             "mode = 3;\n");
  EXPECT_FALSE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("type: missing-controller"));
}

// A choice may be a function: its inputs are those of the variant subsystem by name.
TEST_F(Controls, FollowsFunctionAsVariantChoice) {
  const std::string law = block("SubSystem", "Law", 30, {{"VariantControl", "on"}, {"SFBlockType", "MATLAB Function"}},
                                "<System>" + block("Inport", "vel", 31) + block("Outport", "F", 32) + "</System>");
  const std::string inner =
      block("Inport", "other", 21) + block("Inport", "vel", 23, {{"Port", "2"}}) + block("Outport", "F", 22) + law;
  const Imported i =
      import(velocity() +
                 block("SubSystem", "V", 20, {{"Variant", "on"}, {"LabelModeActiveChoice", "on"}},
                       "<System>" + inner + "</System>") +
                 signal("11#out:1", "20#in:2") + signal("20#out:1", "5#in:1"),
             "", {{"simulink/stateflow/chart_1.xml", chart("V/Law", "function F = f(vel)&#xA;F = -9*vel;")}});
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("(-9) * PTO1_velocity"));
}

// Simulink's input without a line is 0.
TEST_F(Controls, TakesInputWithoutLineAsZero) {
  const Imported i = import(velocity() + block("Sum", "F", 20, {{"Inputs", "+-"}, {"Ports", "[2, 1]"}}) +
                            signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"));
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("  - from: PTO1.velocity\n    to: PTO1.force"));
  EXPECT_TRUE(std::any_of(i.report.begin(), i.report.end(), [](const ReportLine& l) {
    return l.text.find("F: no line leads to its input 2, which is 0") == 0;
  }));
  EXPECT_TRUE(import("").runs);
}

// A dialog is evaluated within the masks around it, the mask in what is around the mask.
TEST_F(Controls, EvaluatesDialogsWithinMasks) {
  const auto mask = [](const char* name, const char* value) {
    return fmt::format("<Mask><MaskParameter Name=\"{}\" Type=\"edit\"><Value>{}</Value></MaskParameter></Mask>", name,
                       value);
  };
  const auto through = [](const std::string& more) {
    return "<System>" + block("Inport", "in", 31) + block("Outport", "out", 32) + more + "</System>";
  };
  const std::string inside =
      block("SubSystem", "Inner", 33, {},
            mask("k", "2*k") + through(block("Gain", "G", 34, {{"Gain", "k*scale"}}) + signal("31#out:1", "34#in:1") +
                                       signal("34#out:1", "32#in:1"))) +
      signal("31#out:1", "33#in:1") + signal("33#out:1", "32#in:1");
  const Imported i = import(velocity() + block("SubSystem", "Outer", 30, {}, mask("k", "k+1") + through(inside)) +
                                signal("11#out:1", "30#in:1") + signal("30#out:1", "5#in:1"),
                            "k = 10;\nscale = 100;\n");
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("2200 * PTO1_velocity"));  // ((10 + 1) * 2) * 100
}

// An argument without a port is a parameter: of the mask, else of the workspace. A vector is read by element.
TEST_F(Controls, ArgumentsOfAFunctionAreItsPortsByNameAndItsParameters) {
  const std::string inner = block("Inport", "vel", 21) + block("Outport", "t", 22);
  const std::string function =
      block("BusSelector", "Bus", 10, {{"OutputSignals", "velocity"}, {"Ports", "[1, 1]"}}) +
      block(
          "SubSystem", "f", 20, {{"SFBlockType", "MATLAB Function"}},
          "<Mask><MaskParameter Name=\"coulomb\" Type=\"edit\"><Value>2*scale</Value></MaskParameter></Mask><System>" +
              inner + "</System>") +
      signal("5#out:1", "10#in:1") + signal("10#out:1", "20#in:1") + signal("20#out:1", "5#in:1");
  const Imported i = import(
      function, "scale = 4;\nviscous = 3;\n",
      {{"simulink/stateflow/chart_1.xml",
        chart("f", "function t = f(coulomb, vel, viscous)&#xA;w = -vel(5);&#xA;t = coulomb*tanh(w) + viscous'*w;")}});
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("(8 * tanh((-1) * PTO1_velocity)) + (3 * ((-1) * PTO1_velocity))"));
}

// WEC-Sim_Applications' FloatingOWC: the parameter is a structure of curves, which a function in a file looks up.
TEST_F(Controls, FunctionReadsCurvesOfAStructureThroughAFile) {
  std::ofstream(folder_ / "curves.m")
      << "function [flow, power] = curves(x, at, flows, powers)\n"
         "    if x > max(at)\n        x = max(at);\n    elseif x < min(at)\n"
         "        x = min(at);\n    end\n"
         "    flow = interp1(at, flows, x);\n    power = interp1(at, powers, x);\nend\n";
  const std::string inner = block("Inport", "v", 21) + block("Outport", "t", 22);
  const std::string function = function_of_velocity(inner);
  const swell_test::Parts script{
      {"simulink/stateflow/chart_1.xml",
       chart("f",
             "function t = f(v, turb)&#xA;[a, b] = curves(v * turb(1).scale, turb(1).at, turb(1).flow, turb(1).power);"
             "&#xA;t = -a * sign(v) + half(turb);&#xA;end&#xA;function y = half(s)&#xA;y = s(1).scale / 2;&#xA;end")}};
  const auto import_with = [&](const std::string& points) {
    return import(function,
                  "turb(1).scale = 4;\nturb(1).at = " + points +
                      ";\nturb(1).flow = turb(1).at.^2;\nturb(1).power = -turb(1).at;\n",
                  script);
  };
  const Imported few = import_with("[-1 0 2]");
  EXPECT_TRUE(few.runs);
  EXPECT_THAT(few.yaml, HasSubstr("table: [[-1, 1], [0, 0], [2, 4]]"));
  EXPECT_THAT(few.yaml, Not(HasSubstr("[-1, 1], [0, 0], [2, -2]")));  // of power nothing is read
  EXPECT_THAT(few.yaml, HasSubstr("(PTO1_velocity * 4) > 2) ? 2 : "));
  EXPECT_THAT(few.yaml, HasSubstr("< (-1)) ? (-1) : "));
  EXPECT_THAT(few.yaml, HasSubstr(" + 2"));
  const Imported many = import_with("-30:30");
  EXPECT_TRUE(many.runs);
  ASSERT_EQ(many.files.size(), 1U);
  EXPECT_THAT(many.files[0].text, HasSubstr("-30 900\n-29 841\n"));
  EXPECT_FALSE(import_with("[0 0 2]").runs);  // not a function of the point
}

TEST_F(Controls, TheNearestOfAnEvenListIsAFormula) {
  const std::string inner =
      block("Inport", "v", 21) + block("Inport", "list", 23, {{"Port", "2"}}) + block("Outport", "t", 22);
  const std::string function = function_of_velocity(inner) + block("Constant", "c", 30, {{"Value", "-30:0.25:30"}}) +
                               signal("30#out:1", "20#in:2");
  const Imported i = import(function, "",
                            {{"simulink/stateflow/chart_1.xml",
                              chart("f", "function t = f(v, list)&#xA;x = 10 - v;&#xA;[~, t] = min(abs(list-x));")}});
  EXPECT_THAT(
      i.yaml,
      HasSubstr("1 + min(max((((10 - PTO1_velocity) - (-30)) / 0.25) - atan(tan(pi * (((10 - PTO1_velocity) - (-30)) / "
                "0.25))) / pi, 0), 240)"));
}

TEST_F(Controls, RandomNumbersOfAFunctionBecomeSeededNoise) {
  const std::string inner = block("Inport", "v", 21) + block("Outport", "t", 22);
  const std::string function = function_of_velocity(inner);
  const Imported i = import(
      function, "",
      {{"simulink/stateflow/chart_1.xml", chart("f",
                                                "function t = f(v)&#xA;unused = randn;&#xA;x = rand;&#xA;if x &lt; "
                                                "0.25&#xA;t = 0;&#xA;else&#xA;t = -2*v;&#xA;end")}});
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("exp(-0.5 * (f_noise_"));
  std::size_t noises = 0;
  for (std::size_t at = i.yaml.find("type: noise"); at != std::string::npos; at = i.yaml.find("type: noise", at + 1))
    ++noises;
  EXPECT_EQ(noises, 2U);  // a uniform number is two Gaussian ones; the unused one makes none
}

// Simulink's library blocks of control: the case holds their law of the velocity v.
TEST_F(Controls, BlocksOfTheLibraryBecomeTheirLaw) {
  const auto masked = [](const char* source, std::map<std::string, std::string> of) {
    of["SourceBlock"] = source;
    return block("Reference", "law", 20, std::move(of));
  };
  const std::string v = "PTO1_velocity";
  const std::vector<std::pair<std::string, std::string>> laws{
      {masked("simulink/Discontinuities/Coulomb &amp; Viscous Friction", {{"offset", "2"}, {"gain", "3"}}),
       "sign(" + v + ") * (2 + 3 * abs(" + v + "))"},
      {masked("simulink/Logic and Bit Operations/Compare To Constant", {{"relop", "~="}, {"const", "4"}}), v + " != 4"},
      {masked("simulink/Logic and Bit Operations/Compare To Zero", {{"relop", "&lt;"}}), v + " < 0"},
      {block("Fcn", "law", 20, {{"Expr", "-scale*u(1)^2 + 1.5e-3*sgn(u) + log(2)*u[1]"}}),
       "-(4)*" + v + "^2 + 1.5e-3*sign(" + v + ") + ln(2)*" + v},
      // x' = -2 x + 3 v, y = 5 x + 7 v, x(0) = 11
      {block("StateSpace", "law", 20, {{"A", "-2"}, {"B", "3"}, {"C", "5"}, {"D", "7"}, {"X0", "11"}}),
       "5 * (11 + law_1_output)"},
      {block("DiscreteStateSpace", "law", 20,
             {{"A", "0.5"}, {"B", "3"}, {"C", "5"}, {"D", "0"}, {"InitialCondition", "11"}, {"SampleTime", "0.1"}}),
       "((-11) + (0.5 * (11 + law_1_output))) + (3 * PTO1_velocity)"},
      {masked("simulink/Discrete/Discrete Derivative", {{"gainval", "2"}, {"SampleTime", "0.1"}}),
       "numerator: [20, -20]"}};
  for (const auto& [law, expected] : laws) {
    const Imported i =
        import(velocity() + law + signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"), "scale = 4;\n");
    EXPECT_TRUE(i.runs) << expected;
    EXPECT_THAT(i.yaml, HasSubstr(expected));
  }
}

// The force is 2 I and I' = 2 I + v: what asks for the integrator is itself asked for by its input.
TEST_F(Controls, AnIntegratorClosesALoopFromWhereverItIsAsked) {
  using Keys = std::map<std::string, std::string>;
  for (const auto& [type, keys] : std::vector<std::pair<std::string, Keys>>{
           {"Integrator", {}}, {"DiscreteIntegrator", {{"LimitOutput", "on"}, {"UpperSaturationLimit", "9"}}}}) {
    const Imported i =
        import(velocity() + block("Gain", "twice", 20, {{"Gain", "2"}}) + block(type.c_str(), "I", 21, keys) +
               block("Sum", "rate", 22) + signal("21#out:1", "20#in:1") + signal("20#out:1", "22#in:1") +
               signal("11#out:1", "22#in:2") + signal("22#out:1", "21#in:1") + signal("20#out:1", "5#in:1"));
    EXPECT_TRUE(i.runs) << type;
    EXPECT_THAT(i.yaml, HasSubstr("(2 * I_output) + PTO1_velocity"));
  }
}

// What is multiplied by 0 does not act, whatever it is; and a filter of nothing gives nothing.
TEST_F(Controls, WhatAGainOfZeroCutsOffIsNotFollowed) {
  const Imported i =
      import(block("S-Function", "Mystery", 20) + block("Gain", "off", 21, {{"Gain", "0"}}) +
             block("TransferFcn", "lag", 22, {{"Numerator", "[1]"}, {"Denominator", "[1 1]"}}) +
             signal("20#out:1", "21#in:1") + signal("21#out:1", "22#in:1") + signal("22#out:1", "5#in:1"));
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, Not(HasSubstr("components:")));
}

// PTO-Sim's crank: torque -r F at rest, where the stroke goes with +r w. With --best the torque is F times the stroke's
// rate per rate of turn, so that both ends of the rod exchange the same power.
TEST_F(Controls, TheCrankOfPtoSimIsReportedAndPutRightByBest) {
  const auto drive = [](const char* name, int sid, const std::string& object) {
    return library_block(std::string("WECSim_Lib_PTOSim/") + name, name, sid, "ptoSim", object);
  };
  const std::string drawing = drive("Motion Conversion/Rotary to Linear Crank", 6, "ptoSim(1)") +
                              block("Constant", "force", 7, {{"Value", "100"}}) + signal("5#out:1", "6#in:1") +
                              signal("7#out:1", "6#in:2") + signal("6#out:2", "5#in:1");
  const std::string crank =
      "ptoSim(1) = ptoSimClass('linCrank');\nptoSim(1).linearCrank.crank = 3;\nptoSim(1).linearCrank.offset = 1;\n"
      "ptoSim(1).linearCrank.rodLength = 5;\n";
  const Imported as_it_is = import(drawing, crank), best = import(drawing, crank, {}, {}, true);
  const auto noted = [](const Imported& i) {
    return std::any_of(i.report.begin(), i.report.end(), [](const ReportLine& l) {
      return l.text.find("the piston drives the device") != std::string::npos;
    });
  };
  EXPECT_TRUE(noted(as_it_is));
  EXPECT_FALSE(noted(best));
  EXPECT_THAT(as_it_is.yaml, HasSubstr("/ abs((-"));
  EXPECT_THAT(best.yaml, HasSubstr("expression: \"(100) * (3 * cos((PTO1_position)) + "));
  // the library of version 4, and a property that the force does not depend on
  std::string version_4 = drawing;
  version_4.replace(version_4.find("WECSim_Lib_PTOSim/"), 18, "PTOSim_Lib/");
  const Imported before = import(version_4, crank + "ptoSim(1).linearCrank.colour = 2;\n");
  EXPECT_EQ(before.yaml, as_it_is.yaml);
  EXPECT_TRUE(std::any_of(before.report.begin(), before.report.end(), [](const ReportLine& l) {
    return l.kind == ReportLine::Kind::decided && l.text.find("ptoSim(1).linearCrank.colour") != std::string::npos;
  }));
}

// Up to version 4 a script of its own has PTO-Sim's parameters, and the mask names their struct.
TEST_F(Controls, ReadsPtoSimInputOfVersion4) {
  const std::string pto = library_block("WECSim_Lib_PTOs/Translational PTO Actuation Force", "PTO", 5, "pto", "pto(1)");
  const std::string values =
      "{0} = ptoSimClass('linear');\n{0}.{1}.Rs = 4; {0}.{1}.Bfric = -100; {0}.{1}.tau_p = 0.5; {0}.{1}.lambda_fd = "
      "8;\n{0}.{1}.Ls = 2; {0}.{1}.lambda_sq_0 = 0; {0}.{1}.lambda_sd_0 = 8; {0}.{1}.Rload = -100;\n";
  const Imported now = import(library_block("WECSim_Lib_PTOSim/Electric/Direct Drive Linear Generator", "Generator", 20,
                                            "ptoSim", "ptoSim(1)") +
                                  signal("5#out:1", "20#in:1") + signal("20#out:1", "5#in:1"),
                              fmt::format(fmt::runtime(values), "ptoSim(1)", "directLinearGenerator"), {}, pto);
  std::ofstream(folder_ / "ptoSimInputFile.m") << fmt::format(fmt::runtime(values), "ptosim", "pmLinearGenerator");
  const Imported old = import(block("BusSelector", "Bus", 10, {{"OutputSignals", "velocity"}, {"Ports", "[1, 1]"}}) +
                                  block("Selector", "S", 11, {{"Indices", "3"}}) +
                                  library_block("PTOSim_Lib/Generator/Direct Drive Linear Generator", "Generator", 20,
                                                "ptosim", "ptosim.pmLinearGenerator(1)") +
                                  signal("5#out:1", "10#in:1") + signal("10#out:1", "11#in:1") +
                                  signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"),
                              {}, {}, pto);
  EXPECT_TRUE(now.runs);
  EXPECT_TRUE(old.runs);
  EXPECT_EQ(old.yaml.substr(old.yaml.find("components:")), now.yaml.substr(now.yaml.find("components:")));
}

// Parallel: P + I/s + D N s/(s + N); ideal: P times 1 + I/s + D N s/(s + N).
TEST_F(Controls, ReadsPidControllerInBothForms) {
  using Keys = std::map<std::string, std::string>;
  const auto made = [&](const char* library, const Keys& more) {
    Keys keys{
        {"SourceBlock", std::string(library) + "/PID Controller"}, {"P", "3"}, {"I", "2"}, {"D", "0.5"}, {"N", "50"}};
    for (const auto& key : more) keys[key.first] = key.second;
    return import(velocity() + block("Reference", "law", 20, keys) + signal("11#out:1", "20#in:1") +
                  signal("20#out:1", "5#in:1"));
  };
  for (const char* library : {"pid_lib", "slpidlib"}) {
    EXPECT_THAT(made(library, {}).yaml,
                HasSubstr("    type: pid\n    proportional: -3\n    integral: -2\n    derivative: "
                          "-0.5\n    setpoint: 0\n    derivative_filter: 0.02\n"));
    EXPECT_THAT(made(library, {{"Form", "Ideal"}}).yaml,
                HasSubstr("    proportional: -3\n    integral: -6\n    derivative: -1.5\n"));
  }
  for (const Keys& setting : {Keys{{"ControllerParametersSource", "external"}}, Keys{{"ExternalReset", "rising"}},
                              Keys{{"InitialConditionForIntegrator", "4"}}, Keys{{"InitialConditionForFilter", "4"}},
                              Keys{{"SatLimitsSource", "external"}}, Keys{{"TrackingMode", "on"}}})
    EXPECT_FALSE(made("pid_lib", setting).runs) << setting.begin()->first;
}

// WEC-Sim's declutching.m, with other names: free for 0.8 s after each turn, else damped.
TEST_F(Controls, DeclutchingIsRecognised) {
  const std::string inner = block("Inport", "v", 21) + block("Inport", "free", 22, {{"Port", "2"}}) +
                            block("Inport", "K", 23, {{"Port", "3"}}) + block("Inport", "n", 24, {{"Port", "4"}}) +
                            block("Inport", "last", 25, {{"Port", "5"}}) + block("Outport", "F", 26);
  const Imported i = import(
      velocity() + block("SubSystem", "f", 20, {{"SFBlockType", "MATLAB Function"}}, "<System>" + inner + "</System>") +
          block("Constant", "c1", 31, {{"Value", "0.8"}}) + block("Constant", "c2", 32, {{"Value", "2.3202e5"}}) +
          block("Constant", "c3", 33, {{"Value", "0"}}) + signal("11#out:1", "20#in:1") +
          signal("31#out:1", "20#in:2") + signal("32#out:1", "20#in:3") + signal("33#out:1", "20#in:4") +
          signal("33#out:1", "20#in:5") + signal("20#out:1", "5#in:1"),
      "",
      {{"simulink/stateflow/chart_1.xml",
        chart("f",
              "function F = f(v, free, K, n, last)&#xA;if (diff(sign([v,last]))~=0 &amp;&amp; n==0) || (n&gt;0 "
              "&amp;&amp; n&lt;free)&#xA;F = 0;&#xA;else&#xA;F = -K*v;&#xA;end")}});
  EXPECT_THAT(i.yaml, HasSubstr("type: declutching\n    damping: 232020\n    free_time: 0.8\n"));
}

// A copy of the library's block that is no longer linked: its revolute turns about y or -y, as the frame before it
// says.
TEST_F(Controls, AnUnlinkedCopyIsFollowedInsideWithTheSenseOfItsAxis) {
  for (const bool about_y : {true, false}) {
    const std::string inner = block("Inport", "Torque", 61) + block("Outport", "Response", 62) +
                              block("PMIOPort", "B", 63, {{"Side", "Left"}}) +
                              block("PMIOPort", "F", 64, {{"Side", "Right"}}) +
                              library_block("sm_lib/Joints/Revolute Joint", "Joint", 65) +
                              library_block("nesl_utility/PS-Simulink Converter", "sense", 66) +
                              library_block("nesl_utility/Simulink-PS Converter", "drive", 67) +
                              block("Reference", "turn", 68,
                                    {{"SourceBlock", "sm_lib/Frames and Transforms/Rigid Transform"},
                                     {"RotationMethod", "StandardAxis"},
                                     {"RotationStandardAxis", "+X"},
                                     {"RotationAngle", about_y ? "-90" : "90"}}) +
                              signal("61#out:1", "67#in:1") + physical("65#lconn:2", "67#rconn:1") +
                              physical("65#rconn:3", "66#lconn:1") + signal("66#out:1", "62#in:1");
    const Imported i = import(
        block("Gain", "law", 20, {{"Gain", "-7"}}) + signal("5#out:1", "20#in:1") + signal("20#out:1", "5#in:1"), "",
        {},
        block("SubSystem", "PTO", 5, {{"AncestorBlock", "WECSim_Lib/PTOs/Rotational PTO Actuation Torque"}},
              "<Mask><MaskParameter Name=\"pto\" Type=\"edit\"><Value>pto(1)</Value></MaskParameter></Mask><System>" +
                  inner + "</System>"));
    EXPECT_TRUE(i.runs);
    EXPECT_THAT(i.yaml, HasSubstr(about_y ? "expression: \"(-7) * PTO1_velocity\""
                                          : "expression: \"-((-7) * (-PTO1_velocity))\""));
  }
}

// WEC-Sim's latching function adds up its steps: of 0.01 s, 240 make 2.3999999999999924 s, and a 241st is held.
TEST_F(Controls, ALatchHoldsAsManyStepsAsItsFunctionCounts) {
  const std::string inner = block("Inport", "vel", 21) + block("Outport", "Force", 22);
  const std::string function = function_of_velocity(inner);
  const swell_test::Parts script{
      {"simulink/stateflow/chart_1.xml",
       chart("f",
             "function [Force, tLatch, tNormal] = f(vel, tLatch, tNormal, velPrev, latchTime, dt, Kp, G)&#xA;"
             "if ((diff(sign([vel,velPrev]))~=0 &amp;&amp; tLatch==0 &amp;&amp; tNormal&gt;.2) || (tLatch&gt;0 "
             "&amp;&amp; "
             "tLatch&lt;latchTime))&#xA;Force = -G*vel;&#xA;tLatch = tLatch + dt;&#xA;tNormal = 0;&#xA;else&#xA;"
             "Force = -Kp*vel;&#xA;tNormal = tNormal + dt;&#xA;tLatch = 0;&#xA;end")}};
  const std::string input = "simu.dt = 0.01;\nlatchTime = 2.4;\nKp = 2;\nG = 900;\n";
  EXPECT_THAT(import(function, input, script).yaml,
              HasSubstr("    type: latching\n    damping: 2\n    held_damping: 900\n    hold: 2.41\n    pause: 0.2\n"));
  EXPECT_THAT(import(function, input, script, {}, true).yaml, HasSubstr("    hold: 2.4\n"));
  EXPECT_THAT(import(function, input + "latchTime = 0;\n", script).yaml, HasSubstr("    hold: 0.01\n"));
}

// A piston between a velocity source and a force sensor; chamber A through a resistance, B through a valve that opens
// against the motion. Its block of the sensor's converter is 19. `rod`: which port of the source holds the rod.
std::string hydraulics(const std::string& rod, const std::string& ground, const std::string& more = {}) {
  const auto library = [](const std::string& source, const std::string& name, int sid,
                          std::map<std::string, std::string> keys = {}) {
    keys["SourceBlock"] = source;
    return block("Reference", name, sid, keys);
  };
  return block("BusSelector", "Bus", 10, {{"OutputSignals", "velocity"}, {"Ports", "[1, 1]"}}) +
         block("Selector", "S", 11, {{"Indices", "3"}}) + signal("5#out:1", "10#in:1") + signal("10#out:1", "11#in:1") +
         library("nesl_utility/Simulink-PS Converter", "to PS", 12) + signal("11#out:1", "12#in:1") +
         library("fl_lib/Mechanical/Mechanical Sources/Ideal Translational Velocity Source", "Source", 13) +
         library("sh_lib/Hydraulic Cylinders/Double-Acting Hydraulic Cylinder (Simple)", "Cylinder", 14,
                 {{"area_A", "2"}, {"area_B", "1"}, {"stroke", "100"}, {"init_pos", "49"}}) +
         library("fl_lib/Mechanical/Mechanical Sensors/Ideal Force Sensor", "Force", 15) +
         library("fl_lib/Mechanical/Translational Elements/Mechanical Translational Reference", "Wall", 16) +
         library("fl_lib/Hydraulic/Hydraulic Elements/Linear Hydraulic Resistance", "Throttle", 17,
                 {{"resistance", "3e6"}}) +
         library("fl_lib/Hydraulic/Hydraulic Elements/Hydraulic Reference", "Tank", 18) +
         library("nesl_utility/PS-Simulink Converter", "from PS", 19) +
         library("fl_ps_lib/Functions/PS Gain", "Turn", 20, {{"gain", "-2"}}) +
         library("sh_lib/Valves/Directional Valves/2-Way Directional Valve", "Valve", 21,
                 {{"area_max", "0.5"}, {"opening_max", "1"}, {"A_leak", "0.25"}}) +
         physical("12#rconn:1", "13#rconn:1") + physical("12#rconn:1", "20#lconn:1") +
         physical("20#rconn:1", "21#lconn:1") + physical("13#" + rod, "14#rconn:1") +
         physical("13#" + ground, "16#lconn:1") + physical("14#lconn:1", "15#lconn:1") +
         physical("15#rconn:1", "16#lconn:1") + physical("15#rconn:2", "19#lconn:1") +
         physical("14#lconn:2", "17#lconn:1") + physical("17#rconn:1", "18#lconn:1") +
         physical("14#rconn:2", "21#lconn:2") + physical("21#rconn:1", "18#lconn:1") + signal("19#out:1", "5#in:1") +
         more;
}

TEST_F(Controls, SimscapeFluidsBecomeACircuit) {
  const std::string pto = library_block("WECSim_Lib_PTOs/Translational PTO Actuation Force", "PTO", 5, "pto", "pto(1)");
  // the rod moves against the source's velocity, which here is the sense that shrinks chamber A
  const Imported i = import(hydraulics("rconn:2", "lconn:1"), {}, {}, pto);
  EXPECT_TRUE(i.runs);
  EXPECT_EQ(i.count(ReportLine::Kind::lost), 0U);
  for (const char* line :
       {"  - name: fluid  # Simscape Fluids\n    type: circuit\n",
        "      - {name: Cylinder, type: cylinder, area_a: 2, area_b: 1, volume_a: 100, volume_b: 52, ",
        "      - {name: Throttle, type: resistance, resistance: 3000000}\n",
        "      - {name: Tank, type: over-source, value: 101325}\n",
        "      - {name: Valve, type: valve, area: 0.5, discharge_coefficient: 0.7, density: 850, leakage: 0.5}",
        "      - [Cylinder.a, Throttle.a]", "[Throttle.b, Tank.port, Valve.b]", "[Cylinder.b, Valve.a]",
        "Cylinder_velocity: Cylinder.velocity, Cylinder_position: Cylinder.position",
        "min(max((-2) * PTO1_velocity, 0), 1)", "  - from: PTO1.velocity\n    to: fluid.Cylinder_velocity\n",
        "  - from: fluid.Cylinder.force\n    to: PTO1.force"})
    EXPECT_THAT(i.yaml, HasSubstr(line));
  const Imported other = import(hydraulics("lconn:1", "rconn:2"), {}, {}, pto);
  EXPECT_THAT(other.yaml, HasSubstr("(-1) * PTO1_velocity"));
  EXPECT_THAT(other.yaml, Not(HasSubstr("  - from: PTO1.velocity\n    to: fluid.Cylinder_velocity\n")));
}

TEST_F(Controls, ABlockOfSimscapeFluidsThatNothingHereIsIsNamed) {
  const Imported i =
      import(hydraulics("rconn:2", "lconn:1", library_block("sh_lib/Valves/Cartridge Valve Insert", "Odd", 30)), {}, {},
             library_block("WECSim_Lib_PTOs/Translational PTO Actuation Force", "PTO", 5, "pto", "pto(1)"));
  EXPECT_FALSE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr("type: missing-controller"));
  EXPECT_TRUE(std::any_of(i.report.begin(), i.report.end(), [](const ReportLine& l) {
    return l.kind == ReportLine::Kind::refused && l.text.find("Cartridge Valve Insert") != std::string::npos;
  }));
}

// With one switching point a relay is a comparison; between two it stays as it was a step before.
TEST_F(Controls, ARelaySwitchesAtItsPoints) {
  const auto relay = [&](const char* on, const char* off) {
    return import(
        velocity() +
        block("Relay", "R", 20,
              {{"OnSwitchValue", on}, {"OffSwitchValue", off}, {"OnOutputValue", "7"}, {"OffOutputValue", "-7"}}) +
        signal("11#out:1", "20#in:1") + signal("20#out:1", "5#in:1"));
  };
  EXPECT_THAT(relay("0.5", "0.5").yaml, HasSubstr("PTO1_velocity >= 0.5 ? 7 : -7"));
  const Imported i = relay("0.5", "-0.5");
  EXPECT_TRUE(i.runs);
  EXPECT_THAT(i.yaml, HasSubstr(">= 0.5 ? 1 : ("));
  EXPECT_THAT(i.yaml, HasSubstr("<= -0.5 ? 0 : R_before_output)"));
  EXPECT_THAT(i.yaml, HasSubstr("R_output > 0.5 ? 7 : -7"));
  EXPECT_THAT(i.yaml, HasSubstr("  - from: R.output\n    to: R_before.input\n"));
}

// Limits are kept, or the controller is missing; an accumulation does not multiply by its step.
TEST_F(Controls, KeepsLimitsOfDiscreteIntegrator) {
  const auto integrated = [&](std::map<std::string, std::string> keys) {
    keys["SampleTime"] = "0.5";
    return import(velocity() + block("DiscreteIntegrator", "I", 20, keys) + signal("11#out:1", "20#in:1") +
                  signal("20#out:1", "5#in:1"));
  };
  EXPECT_THAT(integrated({{"gainval", "3"}}).yaml, HasSubstr("numerator: [1.5]\n    denominator: [1, -1]\n"));
  EXPECT_THAT(integrated({{"gainval", "3"}, {"IntegratorMethod", "Accumulation: Forward Euler"}}).yaml,
              HasSubstr("numerator: [3]\n"));
  const char *limit = "LimitOutput", *method = "IntegratorMethod", *backward = "Integration: Backward Euler";
  EXPECT_THAT(integrated({{"InitialConditionSource", "external"}}).yaml, HasSubstr("type: missing-controller"));
  EXPECT_THAT(integrated({{"ExternalReset", "rising"}}).yaml, HasSubstr("type: missing-controller"));
  EXPECT_THAT(integrated({{limit, "on"}, {method, backward}}).yaml, HasSubstr("type: missing-controller"));
  // y of the next step: 2 + I + 0.5 v within the limits
  EXPECT_THAT(
      integrated(
          {{limit, "on"}, {"LowerSaturationLimit", "-3"}, {"UpperSaturationLimit", "4"}, {"InitialCondition", "2"}})
          .yaml,
      HasSubstr("expression: \"min(max((2 + I_output) + (0.5 * PTO1_velocity), -3), 4) - 2\""));
}

// y = y0 + the integral; of a delay y0 + the delayed distance from y0.
TEST_F(Controls, StartsAtInitialValue) {
  const auto started = [&](const char* type, std::map<std::string, std::string> keys) {
    return import(velocity() + block(type, "I", 20, keys) + signal("11#out:1", "20#in:1") +
                  signal("20#out:1", "5#in:1"))
        .yaml;
  };
  for (const char* type : {"Integrator", "DiscreteIntegrator"}) {
    const std::string yaml = started(type, {{"InitialCondition", "3"}});
    EXPECT_THAT(yaml, HasSubstr("expression: \"3 + I_output\"")) << type;
    EXPECT_THAT(yaml, HasSubstr("  - from: PTO1.velocity\n    to: I.input\n")) << type;
  }
  for (const auto& [type, key] : {std::pair{"Memory", "X0"}, {"UnitDelay", "InitialCondition"}}) {
    const std::string yaml = started(type, {{key, "3"}});
    EXPECT_THAT(yaml, HasSubstr("expression: \"3 + I_output\"")) << type;
    EXPECT_THAT(yaml, HasSubstr("expression: \"PTO1_velocity - 3\"")) << type;
  }
}

// The spring of an unlinked PTO is that of the joint inside; InternalMechanics only shows the force.
TEST_F(Controls, LosesForeignSpringOfUnlinkedPto) {
  const auto with = [&](const char* spring, const char* shown) {
    const std::string inner = block("PMIOPort", "B", 61, {{"Side", "Left"}}) +
                              block("PMIOPort", "F", 62, {{"Side", "Right"}}) +
                              block("Reference", "Joint", 63,
                                    {{"SourceBlock", "sm_lib/Joints/Prismatic Joint"}, {"SpringStiffness", spring}}) +
                              physical("61#rconn:1", "63#lconn:1") + physical("62#rconn:1", "63#rconn:1") +
                              block("SubSystem", "InternalMechanics", 64, {},
                                    "<System>" + block("Constant", "K", 65, {{"Value", shown}}) + "</System>");
    return import("", "pto(1).stiffness = 4;\n", {},
                  block("SubSystem", "PTO", 5, {{"AncestorBlock", "WECSim_Lib/PTOs/Translational PTO"}},
                        "<Mask><MaskParameter Name=\"pto\" Type=\"edit\"><Value>pto(1)</Value></MaskParameter></Mask>"
                        "<System>" +
                            inner + "</System>"));
  };
  const auto noted = [](const Imported& i) {
    return std::any_of(i.report.begin(), i.report.end(),
                       [](const ReportLine& l) { return l.text.find("PTO/InternalMechanics: other numbers") == 0; });
  };
  const Imported plain = with("pto.k", "pto.k"), shows = with("pto.k", "1e5"), springs = with("1e5", "pto.k");
  EXPECT_THAT(plain.yaml, HasSubstr("stiffness: 4"));
  EXPECT_EQ(shows.yaml, plain.yaml);
  EXPECT_FALSE(noted(plain));
  EXPECT_TRUE(noted(shows));
  EXPECT_TRUE(shows.runs);
  EXPECT_FALSE(springs.runs);
}

// The library's functions read their ports alone; one that reads a variable of the input file was put there.
TEST_F(Controls, AFunctionOfTheModelsOwnInACopyOfABodyIsSaid) {
  const std::string function = block("SubSystem", "Orifice", 41, {{"SFBlockType", "MATLAB Function"}},
                                     "<System>" + block("Inport", "v", 42) + block("Outport", "F", 43) + "</System>");
  const std::string copy =
      block("SubSystem", "Chamber", 40, {{"AncestorBlock", "WECSim_Lib_Body_Elements/Rigid Body"}},
            "<Mask><MaskParameter Name=\"body\" Type=\"edit\"><Value>body(2)</Value></MaskParameter>"
            "</Mask><System>" +
                function + "</System>") +
      physical("1#rconn:1", "40#rconn:1");
  const std::string second =
      "body(2) = bodyClass('');\nbody(2).nonHydro = 1;\nbody(2).mass = 5;\nbody(2).inertia = [1 1 1];\n";
  const swell_test::Parts script{
      {"simulink/stateflow/chart_1.xml", chart("Chamber/Orifice", "function F = f(v, area)&#xA;F = -area*v;")}};
  const auto reported = [](const Imported& i) {
    return std::any_of(i.report.begin(), i.report.end(), [](const ReportLine& l) {
      return l.kind == ReportLine::Kind::lost &&
             l.text.find("Chamber/Orifice: a function of the model's own, with area") == 0;
    });
  };
  EXPECT_TRUE(reported(import(copy, second + "area = 2;\n", script)));
  EXPECT_FALSE(reported(import(copy, second, script)));
}

// The memory that closes a loop may be inside a subsystem; a loop without memory is refused all the same.
TEST_F(Controls, LoopClosesAtMemoryInsideSubsystem) {
  const auto loop = [&](const std::string& inner) {
    return import(velocity() +
                  block("SubSystem", "Lag", 20, {},
                        "<System>" + block("Inport", "u", 21) + inner + block("Outport", "y", 23) +
                            signal("21#out:1", "22#in:1") + signal("22#out:1", "23#in:1") + "</System>") +
                  block("Gain", "Back", 12, {{"Gain", "2"}}) +
                  block("Sum", "Sum", 13, {{"Inputs", "+-"}, {"Ports", "[2, 1]"}}) + signal("20#out:1", "12#in:1") +
                  signal("11#out:1", "13#in:1") + signal("12#out:1", "13#in:2") + signal("13#out:1", "20#in:1") +
                  signal("20#out:1", "5#in:1"));
  };
  const Imported closed = loop(block("Integrator", "Sum of it", 22)),
                 open = loop(block("Gain", "Twice", 22, {{"Gain", "2"}}));
  EXPECT_TRUE(closed.runs);
  EXPECT_THAT(closed.yaml, HasSubstr("type: transfer-function"));
  EXPECT_FALSE(open.runs);
}

// WEC-Sim_Applications' OWC: a force of the air on the free surface, drawn into a copy of the flexible body.
TEST_F(Controls, PistonForceActsOnHeaveAndOnTheMode) {
  const std::string function = block("SubSystem", "Orifice", 41, {{"SFBlockType", "MATLAB Function"}},
                                     "<System>" + block("Inport", "v", 42) + block("Outport", "F", 43) + "</System>");
  const std::string flexible = block("SubSystem", "FlexibleBody", 50, {},
                                     "<System>" + block("Selector", "velocity", 51, {{"Indices", "2"}}) + function +
                                         block("Gain", "G", 52, {{"Gain", "-1"}}) +
                                         block("Outport", "Piston Force", 53) + signal("51#out:1", "41#in:1") +
                                         signal("41#out:1", "52#in:1") + signal("52#out:1", "53#in:1") + "</System>");
  const std::string copy =
      block("SubSystem", "Column", 40, {{"AncestorBlock", "WECSim_Lib_Body_Elements/Flex Body"}},
            "<Mask><MaskParameter Name=\"body\" Type=\"edit\"><Value>body(2)</Value></MaskParameter>"
            "</Mask><System>" +
                flexible + "</System>") +
      physical("1#rconn:1", "40#rconn:1");
  const Imported i = import(
      copy,
      "body(2) = bodyClass('');\nbody(2).nonHydro = 1;\nbody(2).mass = 5;\nbody(2).inertia = [1 1 1];\narea = 2;\n",
      {{"simulink/stateflow/chart_1.xml",
        chart("Column/FlexibleBody/Orifice",
              "function F = f(v, area)&#xA;if abs(v) &gt; 3&#xA;c = 1;&#xA;else&#xA;c = 0;&#xA;end&#xA;F = "
              "-area*v*abs(v);")}});
  EXPECT_THAT(i.yaml, HasSubstr("type: place"));
  EXPECT_THAT(i.yaml, HasSubstr("to: Column.force"));
  EXPECT_THAT(i.yaml, HasSubstr("to: Column.mode1.force"));
  EXPECT_THAT(i.yaml, HasSubstr("Column.mode1.velocity"));
  EXPECT_EQ(
      std::count_if(i.report.begin(), i.report.end(),
                    [](const ReportLine& l) { return l.text.find("a function of the model's own") != l.text.npos; }),
      0);
}

}  // namespace
}  // namespace swell::wecsim::controls_test
