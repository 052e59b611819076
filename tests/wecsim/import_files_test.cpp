// What is found in the folder beside the input file, and input of other versions and kinds.
#include "import_fixture.h"
#include "swell_test/test.h"

namespace swell::wecsim::import_files_test {
namespace {

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
  const auto line = std::find_if(i.report.begin(), i.report.end(),
                                 [](const ReportLine& l) { return l.text.rfind("multiple conditions", 0) == 0; });
  ASSERT_NE(line, i.report.end());
  const std::string before = input.substr(0, input.find("1.5:1:2.5"));
  EXPECT_EQ(line->origin.line, 1 + std::count(before.begin(), before.end(), '\n'));
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
  write_columns(folder_ / "table.mat", "moor", values);
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
  write_columns(folder_ / "table.mat", "moor", values);
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
  const auto conditions = [&](const std::vector<std::string>& names, const std::vector<double>& values,
                              const std::string& input = kInput) {
    const std::size_t rows = values.size() / names.size();
    write_struct(folder_ / "mcr.mat", mat_struct("mcr", {{"header", mat_cells(nullptr, names)},
                                                         {"cases", mat_array(nullptr, {rows, names.size()}, values)}}));
    return import(input + "simu.mcrMatFile = 'mcr.mat';\nk = 3;\n", kPlain);
  };
  const Imported i =
      conditions({"pto(1).damping", "pto(1).stiffness", "waves.height", "waves.nonsense"}, {1, 2, 5, 5, 2.5, 3, 7, 8});
  ASSERT_TRUE(i.study);
  // The stiffness is one value in all conditions, and none in the input file.
  EXPECT_THAT(i.study->text, HasSubstr("axes:\n  - zip:\n      - {key: waves.height, values: [2.5, 3]}\n"
                                       "      - {key: ptos.PTO1.stiffness, values: [5, 5]}\n"
                                       "      - {key: ptos.PTO1.damping, values: [1, 2]}\n"));
  EXPECT_TRUE(reported(i, ReportLine::Kind::lost, "of the conditions: waves(1).nonsense is set and has no place here"));
  const Imported idle = conditions({"k"}, {1, 2});
  EXPECT_FALSE(idle.study);
  EXPECT_TRUE(reported(idle, ReportLine::Kind::decided, "the conditions of k change nothing that was imported"));
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
  write_struct(folder_ / "turbine.mat",
               mat_struct("WTcomponents", {{"tower", mat_struct("tower", {{"mass", column({30})},
                                                                          {"offset", zero()},
                                                                          {"height", column({50})},
                                                                          {"cog_rel", column({0, 0, 25})},
                                                                          {"Inertia", column({100, 100, 1})},
                                                                          {"InertiaProduct", none()}})},
                                           {"nacelle", mat_struct("nacelle", {{"mass", zero()},
                                                                              {"mass_yawBearing", zero()},
                                                                              {"cog_rel", none()},
                                                                              {"Inertia", none()},
                                                                              {"InertiaProduct", none()},
                                                                              {"Twr2Shft", zero()},
                                                                              {"tiltangle", zero()}})},
                                           {"hub", mat_struct("hub", {{"mass", column({4})},
                                                                      {"overhang", zero()},
                                                                      {"Rhub", column({2})},
                                                                      {"precone", zero()},
                                                                      {"Inertia", none()},
                                                                      {"InertiaProduct", none()}})},
                                           {"blade", mat_struct("blade", {{"mass", column({2})},
                                                                          {"cog_rel", column({0, 0, 8})},
                                                                          {"Inertia", none()},
                                                                          {"InertiaProduct", none()}})},
                                           {"Inertia_Rotor_cogHub", column({600})},
                                           {"gen_eff", column({0.9})}}));
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

  write_struct(
      folder_ / "loads.mat",
      mat_struct("aeroloads",
                 {{"Baseline", mat_struct("Baseline", {{"SS", mat_struct("SS", {{"WINDSPEED", column({8, 10})},
                                                                                {"THRUST", column({100, 200})},
                                                                                {"TORQUE", column({6, 8})}})}})}}));
  const Imported blown = import(kInput + turbine, drawing);
  EXPECT_THAT(blown.yaml, HasSubstr("connections:\n  - value: [150, 0, 0, 7, 0, 0]  # thrust and torque"));
  EXPECT_THAT(blown.yaml, HasSubstr("    to: Mill.force\n    point: [0, 0, 18.75]\n"));
  EXPECT_TRUE(reported(blown, ReportLine::Kind::lost, "aerodynamic damping"));

  // Loads over speed and pitch and ROSCO's control: a rotor. One blade pushes with 50 V^2 N and turns with 3 V^2 N m
  // about its root, which is 2 m from the shaft, and with -2 V^2 N across: 3 (3 + 2 x 2) V^2 = 21 V^2.
  std::vector<double> blade;
  for (const double of_square : {50.0, -2.0, 0.0, 3.0, 0.0, 0.0}) {
    for (int errors = 0; errors < 4; ++errors)
      for (const double wind : {8.0, 10.0}) blade.push_back(of_square * wind * wind);
  }
  const auto two = [](double a, double b) { return column({a, b}); };
  const auto loads_of = [&](const char* law) {
    return mat_struct(law, {{"V", two(8, 10)},
                            {"omegaerr", two(-1, 1)},
                            {"thetaerr", two(-0.2, 0.2)},
                            {"F_aero", column(blade)},
                            {"SS", mat_struct("SS", {{"ROTSPD", two(3, 4)}, {"BLADEPITCH", two(0, 0.1)}})}});
  };
  write_struct(folder_ / "loads.mat",
               mat_struct("aeroloads", {{"ROSCO", loads_of("ROSCO")}, {"Baseline", loads_of("Baseline")}}));
  const auto baseline = [&](double middle) {  // torque at 3 rad/s
    return mat_struct("Baseline", {{"omega_gen", column({0, 1.9, 2, 3, 4, 6})},
                                   {"Cgen", column({0, 0, 200, middle, 800, 800})},
                                   {"omegaMax", column({4})},
                                   {"KP", column({-6000})},
                                   {"KI", column({-600})},
                                   {"c1", column({-1000 / (kDegree * kDegree)})},
                                   {"c2", zero()},
                                   {"c3", column({-3000})},
                                   {"thetaMaxRate", column({0.1})}});
  };
  const auto control = [&](double middle) {
    write_struct(folder_ / "control.mat",
                 mat_struct("Ctrl", {{"Baseline", baseline(middle)},
                                     {"ROSCO", mat_struct("ROSCO", {{"TSR_opt", column({8})},
                                                                    {"Rtip", column({20})},
                                                                    {"omegaMax", column({4})},
                                                                    {"omegaMin", column({2})},
                                                                    {"torqueMax", column({900})},
                                                                    {"KP_tau", column({-70})},
                                                                    {"KI_tau", column({-7})},
                                                                    {"theta", two(0, 0.1)},
                                                                    {"KP_theta", two(-2, -1)},
                                                                    {"KI_theta", two(-0.2, -0.1)},
                                                                    {"WS", two(8, 10)},
                                                                    {"MINBLADEPITCH", two(0, 0)},
                                                                    {"thetaMaxRate", column({0.1})}})}}));
  };
  control(450);
  const Imported whole =
      import(kInput + turbine + "windTurbine(1).control = 1;\nwindTurbine(1).controlName = 'control.mat';\n", drawing);
  EXPECT_TRUE(whole.runs);
  EXPECT_THAT(whole.yaml, HasSubstr("  wind:\n    type: steady\n    speed: 9 "));
  EXPECT_THAT(whole.yaml, HasSubstr("    inertia: [4787.5, "));  // without the rotor's about the shaft
  EXPECT_THAT(whole.yaml, HasSubstr("  - name: Mill_rotor  # windTurbine(1)\n    body: Mill\n    hub: [0, 0, 50]\n"));
  EXPECT_THAT(whole.yaml, HasSubstr("      torque_gain: 70\n      torque_integral: 7\n"));
  EXPECT_THAT(whole.yaml, HasSubstr("        proportional: [2, 1]\n"));
  ASSERT_EQ(whole.files.size(), 1U);
  const double area = 0.5 * 1.225 * kPi * 400.0;
  EXPECT_THAT(whole.files[0].text, HasSubstr(fmt::format("# Thrust coefficient\n{:.6f} ", 150.0 / area)));
  EXPECT_THAT(whole.files[0].text, HasSubstr(fmt::format("# Torque coefficient\n{:.6f} ", 21.0 / (20.0 * area))));

  // The baseline: k omega^2 with k = 800 / 16, gains over c3 + c1 pitch^2. Another law of the torque has no place.
  const std::string by_baseline = kInput + turbine + "windTurbine(1).controlName = 'control.mat';\n";
  const Imported base = import(by_baseline, drawing);
  EXPECT_TRUE(base.runs);
  EXPECT_THAT(base.yaml, HasSubstr("      rated_torque: 800\n"));
  EXPECT_THAT(base.yaml, HasSubstr("      optimal_gain: 50 "));
  EXPECT_THAT(base.yaml, HasSubstr("        proportional: [2, 0.857142857142857"));  // 6 / 3, 6 / (3 + 2 x 2)
  EXPECT_THAT(base.yaml, Not(HasSubstr("torque_gain")));
  EXPECT_EQ(base.files[0].text, whole.files[0].text);
  control(600);
  EXPECT_TRUE(reported(import(by_baseline, drawing), ReportLine::Kind::lost, "loads of the wind, rotation"));

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
  // hydro.file names the .h5; what cleanBEM does is not repeated
  std::ofstream(folder_ / "raw.out") << "";
  const Conversion cleaned = conversion(
      "hydro = readWAMIT(struct(),'raw.out',[]);\nhydro = cleanBEM(hydro,struct());\nhydro.file = 'float';\n");
  EXPECT_EQ(cleaned.sources.front().filename(), "raw.out");
  EXPECT_THAT(cleaned.doubt, HasSubstr("cleanBEM"));
  // a centre that the script sets, of the second body alone; what else it changes is reported
  const Conversion moved =
      conversion("hydro = readWAMIT(struct(),'float.out',[]);\nhydro.cg(:,2) = [0;0;-2.5];\nhydro.plotDofs = [1 1];\n");
  EXPECT_EQ(moved.cg, (std::map<std::size_t, std::vector<double>>{{1, {0, 0, -2.5}}}));
  EXPECT_TRUE(moved.cb.empty());
  EXPECT_EQ(moved.doubt, "");
  EXPECT_THAT(conversion("hydro = readWAMIT(struct(),'float.out',[]);\nhydro.Khs = eye(6);\n").doubt,
              HasSubstr("hydro.Khs"));
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
  {
    const std::string refused = swell_test::refusal_of([&] { convert(c); });
    EXPECT_THAT(refused, HasSubstr("1 of 2 bodies"));
    EXPECT_THAT(refused, HasSubstr(c.doubt));
  }
  EXPECT_FALSE(fs::exists(c.output));
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
  EXPECT_THAT(swell_test::refusal_of([&] { import_case(folder_, options); }),
              HasSubstr("import another input file of the folder: RM3_wecSimInputFile.m"));
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

TEST_F(Import, MistakesAreRefusedWithTheirCode) {
  std::ofstream(folder_ / "sweep.m") << "% Hs = 3\nfor Hs = 1:3\n wecSim;\nend\n";
  const std::string ground = library_block("WECSim_Lib_Frames/Global Reference Frame", "Ground", 1);
  const struct {
    const char *what, *by, *code, *message;
    std::string drawing = kPlain;
  } rows[] = {{"simu.endTime = 400;\n", "", "missing", "endTime"},
              {"regularCIC", "regulr", "wrong-value", "regulr"},
              {"device.slx", "other.slx", "no-file", "other.slx"},
              {"= 1.2e6", "= (1.2e6", "bad-file", "wecSimInputFile.m:"},
              {"= 1.2e6", "= abs(3+4i)", "bad-file", "complex"},
              {"= 2.5", "= Hs", "unknown-name", "sweep.m:2 sets it before WEC-Sim starts"},
              {"= 2.5", "= 2.5", "missing", "draws none of the bodies", ground}};
  for (const auto& row : rows) {
    std::string input = kInput;
    input.replace(input.find(row.what), std::string(row.what).size(), row.by);
    try {
      import(input, row.drawing);
      ADD_FAILURE() << row.message;
    } catch (const InputError& error) {
      EXPECT_EQ(error.diagnostics().front().code, row.code) << row.message;
      EXPECT_THAT(error.what(), HasSubstr(row.message));
    }
  }
  EXPECT_THAT(swell_test::refusal_of([&] { import_case(folder_ / "none", {}); }), HasSubstr("does not exist"));
}

}  // namespace
}  // namespace swell::wecsim::import_files_test
