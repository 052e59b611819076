// FhSim's XML: every setting has its effect or is refused with its line.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::fhsim_test {
namespace {

std::string xml(
    const std::string& engine, const std::string& lib = "FhSimTutorialLibrary",
    const std::string& connections = "<Connection S.PosA=\"0,0,-10\" S.PosB=\"M.Pos\" M.Force=\"S.ForceB\"/>",
    const std::string& spring = "RelaxedLength=\"10\"") {
  return fmt::format(R"(<Contents>
 <OBJECTS>
  <Lib LibName="{}" SimObject="Cable/LinearSpring" Name="S" Stiffness="100" {}/>
  <Lib LibName="FhSimTutorialLibrary" SimObject="Body/Mass" Name="M" Mass="1" g="-9.81"/>
 </OBJECTS>
 <INTERCONNECTIONS>
  {}
 </INTERCONNECTIONS>
 <INITIALIZATION><InitialCondition M.Pos="0,0,-5" M.Vel="0,0,0"/></INITIALIZATION>
 <INTEGRATION>
  <Engine {}/>
 </INTEGRATION>
</Contents>
)",
                     lib, spring, connections, engine);
}

std::vector<std::string> wrong(const std::string& text) {
  std::vector<std::string> texts;
  Diagnostics diagnostics;
  try {
    check_case(read_text(text, "m.xml"), diagnostics);
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
  }
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::error) texts.push_back(d.text());
  }
  return texts;
}

TEST(FhSimXml, OutputTimesAreTheListedOnes) {
  const model::Model model =
      read_text(xml(R"(TOutput="3, 0:0.25:1, 0.5, 1.1:0.2:1.5" HMax="0.002" RelTol="1e-9" AbsTol="1e-9")"), "m.xml");
  std::vector<double> times, places;
  CaseRun run(model);
  run.run([&](double time) {
    times.push_back(time);
    for (std::size_t i = 0; i < run.series().size(); ++i) {
      if (run.series()[i].path == "/components/M/Pos") places.push_back(run.values(i)[2]);
    }
    return true;
  });
  const std::vector<double> listed = {0.0, 0.25, 0.5, 0.75, 1.0, 1.1, 1.3, 1.5, 3.0};
  ASSERT_EQ(times.size(), listed.size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    EXPECT_NEAR(times[i], listed[i], 1e-12);
    EXPECT_NEAR(places[i], 0.0981 - 5.0981 * std::cos(10.0 * listed[i]), 1e-5) << listed[i];
  }
}

TEST(FhSimXml, EveryEngineSettingIsTakenOver) {
  const model::Model model = read_text(
      xml(R"(IntegratorMethod="2" NumCores="1" TOutput="0:0.1:1" LogStates="1" stepsize="0" HMax="0.02" HMin="1e-7" AbsTol="1e-4" RelTol="1e-5" UseRSSNormInsteadOfInfNorm="false" FileOutput="object.M:states, object.S:ForceA")"),
      "m.xml");
  EXPECT_EQ(model.simulation.integrator, model::Integrator::dopri5);
  EXPECT_EQ(model.simulation.tolerance, 1e-5);
  EXPECT_EQ(model.simulation.absolute_tolerance, 1e-4);
  EXPECT_EQ(model.simulation.min_step, 1e-7);
  EXPECT_EQ(model.simulation.max_step, 0.02);
  EXPECT_EQ(model.simulation.duration, 1.0);
  EXPECT_TRUE(model.output.states);
  EXPECT_THAT(model.output.select, ElementsAre("states.M.*", "components.S.ForceA", "states.*"));
  EXPECT_EQ(read_text(xml(R"(TOutput="0:0.1:1" stepsize="0.01")"), "m.xml").simulation.integrator,
            model::Integrator::rk4);
  EXPECT_EQ(read_text(xml(R"(TOutput="0:0.1:1" IntegratorMethod="implicit")"), "m.xml").simulation.integrator,
            model::Integrator::implicit);
}

TEST(FhSimXml, WhatHasNoEffectHereIsRefusedWithItsLine) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"IntegratorMethod=\"7\"", "Engine.IntegratorMethod = 7 is unknown here"},
      {"IntegratorMethod=\"rk4\"", "wants stepsize above 0"},
      {"NumCores=\"4\"", "one run takes one core"},
      {"UseRSSNormInsteadOfInfNorm=\"1\"", "largest component of the error"},
      {"UseRSSNormInsteadOfInfNorm=\"maybe\"", "must be 0 or 1, false or true"},
      {"HMaxx=\"1\"", "Engine has no attribute HMaxx; did you mean HMax?"},
      {"HMin=\"abc\"", "Engine.HMin = abc must be a number"},
      {"HMin=\"1\" HMax=\"0.1\"", "min_step"},
      {"AbsTol=\"-1\"", "absolute_tolerance"},
      {"FileOutput=\"object.B:states\"", "there is no object B"},
      {"FileOutput=\"M\"", "names no object and what of it"},
      {"FileOutput=\"object.M:Psi\"", "components.M.Psi"},
      {"stepsize=\"-0.1\"", "is negative"},
  };
  for (const auto& [engine, text] : rows)
    EXPECT_THAT(wrong(xml(fmt::format("TOutput=\"0:0.1:1\" {}", engine))),
                Contains(AllOf(HasSubstr("m.xml:11"), HasSubstr(text))))
        << engine;
  EXPECT_THAT(wrong(xml("TOutput=\"0:0:1\"")), Contains(HasSubstr("neither a time nor start:step:end")));
  EXPECT_THAT(wrong(xml("TOutput=\"0:1e-9:1e3\"")), Contains(HasSubstr("rows")));
  EXPECT_THAT(wrong(xml("TOutput=\"\"")), Contains(HasSubstr("names no time after 0")));
}

TEST(FhSimXml, WhatIsReadOnceIsNotGivenTwice) {
  const std::string good = xml("TOutput=\"0:0.1:1\"");
  EXPECT_THAT(wrong(good), IsEmpty());
  const auto with = [&](const std::string& before, const std::string& text) {
    std::string changed = good;
    changed.insert(changed.find(before), text);
    return wrong(changed);
  };
  EXPECT_THAT(with("</Contents>", "<OBJECTS/>"), Contains(HasSubstr("OBJECTS is given a second time")));
  EXPECT_THAT(with("</Contents>", "<INTEGRATION><Engine TOutput=\"0,1\"/></INTEGRATION>"),
              Contains(HasSubstr("INTEGRATION is given a second time")));
  EXPECT_THAT(with("</INTEGRATION>", "<Engine TOutput=\"0,1\"/>"),
              Contains(HasSubstr("Engine is given a second time")));
  EXPECT_THAT(with("</INITIALIZATION>", "<InitialCondition M.Pos=\"0,0,-6\"/><InitialCondition M.Pos=\"0,0,-7\"/>"),
              Contains(HasSubstr("M.Pos is given a second time")));
  EXPECT_THAT(with("<OBJECTS>", "<VARIABLES><V k=\"1\"/><V k=\"2\"/></VARIABLES>"),
              Contains(HasSubstr("k is given a second time")));
  EXPECT_THAT(with("</INTERCONNECTIONS>", "<Connection M.Force=\"S.ForceA\"/>"),
              Contains(HasSubstr("M.Force is connected a second time")));
  std::string attribute = good;
  attribute.replace(attribute.find("<OBJECTS"), 8, "<OBJECTS Step=\"1\"");
  EXPECT_THAT(wrong(attribute), Contains(HasSubstr("OBJECTS has no attribute Step")));
}

TEST(FhSimXml, TheLibraryDecidesWhatAnObjectIs) {
  const std::string good = "TOutput=\"0:0.1:1\"";
  EXPECT_THAT(wrong(xml(good)), IsEmpty());
  // The same name in another library is another object: the library is asked for, and is not there.
  EXPECT_THAT(wrong(xml(good, "OtherLibrary")), Contains(AllOf(HasSubstr("m.xml:3"), HasSubstr("OtherLibrary"))));
  // FhSim's own page writes it with a small s.
  EXPECT_THAT(wrong(xml(good, "FhsimTutorialLibrary")), IsEmpty());
  // Without a library it would be a type of Swell's, which has no such name.
  EXPECT_THAT(wrong(xml(good, "")), Contains(HasSubstr("LinearSpring: no such component")));
  std::string unknown = xml(good);
  unknown.replace(unknown.find("Body/Mass"), 9, "Body/Massive");
  EXPECT_THAT(wrong(unknown), Contains(HasSubstr("library FhSimTutorialLibrary has no object Massive")));
}

TEST(FhSimXml, ASpringHasALength) {
  const std::string good = "TOutput=\"0:0.1:1\"";
  for (const char* length : {"RelaxedLength=\"0\"", "RelaxedLength=\"-1\"", ""})
    EXPECT_THAT(wrong(xml(good, "FhSimTutorialLibrary",
                          "<Connection S.PosA=\"0,0,-10\" S.PosB=\"M.Pos\" M.Force=\"S.ForceB\"/>", length)),
                Contains(AllOf(HasSubstr("m.xml:3"), HasSubstr("must be a length above 0"))))
        << length;
  EXPECT_THAT(wrong(xml(good, "FhSimTutorialLibrary",
                        "<Connection S.PosA=\"0,0,-10\" S.PosB=\"M.Pos\" M.Force=\"S.ForceB\"/><Connect S.X=\"1\"/>")),
              Contains(HasSubstr("INTERCONNECTIONS has elements Connection, not Connect")));
}

TEST(FhSimXml, WhatIsNoFiniteNumberAndABoundOfNothingAreRefused) {
  const std::string good = "TOutput=\"0:0.1:1\"",
                    joined = "<Connection S.PosA=\"0,0,-10\" S.PosB=\"M.Pos\" M.Force=\"S.ForceB\"/>";
  for (const char* value : {"inf", "nan", "1e400"}) {
    EXPECT_THAT(wrong(xml(good, "FhSimTutorialLibrary", joined,
                          "RelaxedLength=\"10\" TensionOnly=\"" + std::string(value) + "\"")),
                ::testing::Not(::testing::IsEmpty()))
        << value;
    EXPECT_THAT(wrong(xml(good, "FhSimTutorialLibrary", joined, "RelaxedLength=\"" + std::string(value) + "\"")),
                Contains(HasSubstr("must be a length above 0")));
    EXPECT_THAT(
        wrong(xml(good, "FhSimTutorialLibrary",
                  "<Connection S.PosA=\"0,0," + std::string(value) + "\" S.PosB=\"M.Pos\" M.Force=\"S.ForceB\"/>")),
        ::testing::Not(::testing::IsEmpty()));
  }
  for (const char* engine : {"HMax=\"0\"", "RelTol=\"0\"", "AbsTol=\"0\""})
    EXPECT_THAT(wrong(xml(good + " " + engine, "FhSimTutorialLibrary", joined)), ::testing::Not(::testing::IsEmpty()))
        << engine;
  EXPECT_THAT(wrong(xml(good + " HMin=\"0\"", "FhSimTutorialLibrary", joined)), ElementsAre());
}

TEST(FhSimXml, AStepShorterThanHMinEndsTheRun) {
  // A tolerance that asks for steps of some 1e-4 s, and none shorter than 0.05 s allowed.
  const model::Model model =
      read_text(xml(R"(TOutput="0:0.1:1" HMin="0.05" HMax="0.1" RelTol="1e-13" AbsTol="1e-13")"), "m.xml");
  EXPECT_THAT(swell_test::refusal_of<SimulationError>([&] { run(model); }),
              HasSubstr("simulation.min_step = 0.05 s allows none below"));
}

}  // namespace
}  // namespace swell::run::fhsim_test
