#include "swell/base/error.h"

#include <gtest/gtest.h>

namespace swell {
namespace {

TEST(Error, NearestKeyFindsASwappedLetterAndRefusesAStranger) {
  const std::vector<std::string> known = {"height", "period", "direction"};
  EXPECT_EQ(nearest("perod", known), "period");
  EXPECT_EQ(nearest("heigth", known), "height");
  EXPECT_FALSE(nearest("colour", known).has_value());
}

TEST(Error, TextNamesPlaceThingAndRemedy) {
  Diagnostics diagnostics;
  diagnostics.error({"rm3.yaml", 6, 31, "waves.height"}, "waves.height = -2 m must be above 0", "did you mean 2?");
  diagnostics.warning({}, "a note");
  ASSERT_TRUE(diagnostics.has_errors());
  try {
    diagnostics.throw_if_errors();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "rm3.yaml:6:31: waves.height = -2 m must be above 0; did you mean 2?");
    EXPECT_EQ(error.diagnostics().size(), 1U);
  }
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
}  // namespace swell
