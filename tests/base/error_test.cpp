#include "swell_test/test.h"

namespace swell::error_test {
namespace {

TEST(Error, NearestKeyFindsASwappedLetterAndRefusesAStranger) {
  const std::vector<std::string> known = {"height", "period", "direction"};
  EXPECT_EQ(nearest("perod", known), "period");
  EXPECT_EQ(nearest("heigth", known), "height");
  EXPECT_FALSE(nearest("colour", known).has_value());
  EXPECT_EQ(nearest("resistor", {"restrictor", "resistance"}), "resistance");  // by the letters restrictor is nearer
  EXPECT_EQ(nearest("resistor", {"restrictor"}), "restrictor");
}

TEST(Error, TextNamesPlaceThingAndRemedy) {
  Diagnostics diagnostics;
  diagnostics.error({"rm3.yaml", 6, 31, "waves.height"}, "waves.height = -2 m must be above 0", "did you mean 2?");
  diagnostics.warning("note", {}, "a note");
  ASSERT_TRUE(diagnostics.has_errors());
  try {
    diagnostics.throw_if_errors();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "rm3.yaml:6:31: waves.height = -2 m must be above 0; did you mean 2?");
    EXPECT_EQ(error.diagnostics().size(), 1U);
  }
}

// The parts of a mistake are read as parts, whatever stands in its text.
TEST(Error, SubjectAndKindAreDataAndNoTextIsReadBack) {
  Diagnostics diagnostics;
  diagnostics.error({"a: warning: b.yaml", 1, 2, "bodies.x.geometry"}, "bodies.y.geometry: none").code = "no-file";
  diagnostics.warning("odd-mass", {"a.yaml", 3, 1, "bodies.x.mass"}, "bodies.x.mass = 1 kg; see: warning: tonnes?");
  EXPECT_TRUE(diagnostics.mentions("bodies.x.geometry"));
  EXPECT_FALSE(diagnostics.mentions("bodies.y.geometry"));
  std::vector<Diagnostic> once = diagnostics.warnings();
  ASSERT_EQ(once.size(), 1U);
  EXPECT_EQ(once[0].subject, "bodies.x.mass");
  EXPECT_EQ(once[0].code, "odd-mass");
  EXPECT_EQ(once[0].text(), "a.yaml:3:1: warning: bodies.x.mass = 1 kg; see: warning: tonnes?");
  EXPECT_EQ(once[0].sentence(), "a.yaml:3:1: bodies.x.mass = 1 kg; see: warning: tonnes?");
  add_once(once, once[0]);
  add_once(once, warning_of("odd-mass", "bodies.z", "another"));
  add_once(once, warning_of("odder-mass", "bodies.z", "another"));  // one sentence, another kind
  EXPECT_EQ(texts(once), (std::vector<std::string>{once[0].text(), "warning: another", "warning: another"}));
}

TEST(Error, TheRuleOfAStandardStandsBeforeTheMessage) {
  Diagnostic warning = warning_of("system-structure", "one", "in bar, not Pa");
  warning.origin.file = "a.xml";
  warning.rule = "X_UnitScale";
  EXPECT_EQ(warning.text(), "a.xml: warning: X_UnitScale: in bar, not Pa");
}

TEST(Error, AFailureKeepsItsWarningsApartAndShowsTheFirstThree) {
  std::vector<Diagnostic> warnings;
  for (const char* message : {"a", "b", "c", "d", "e"}) warnings.push_back(warning_of("odd", "", message));
  const SimulationError error("it diverged", 2.0, "block", "velocity", true, 300.0, warnings);
  EXPECT_EQ(error.message(), "it diverged");
  EXPECT_STREQ(error.what(),
               "it diverged; noticed before the run: warning: a; warning: b; warning: c; and 2 more (swell check)");
  EXPECT_EQ(error.warnings().size(), 5U);
  EXPECT_EQ(error.value(), 300.0);
  const SimulationError interrupted("interrupted", 2.0, "", "", false, {}, warnings);
  EXPECT_STREQ(interrupted.what(), "interrupted");
  EXPECT_EQ(interrupted.warnings().size(), 5U);
}

TEST(Contract, NamesTheSourceWithoutThePlaceWhereItWasBuilt) {
  try {
    contract_violated("a > 0", "/home/somebody/builds/swell/lib/waves/src/sea.cpp", 12);
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(
        error.what(),
        "a fault in Swell itself: a > 0 does not hold at lib/waves/src/sea.cpp:12; please report it with the case");
    return;
  }
}

}  // namespace
}  // namespace swell::error_test
