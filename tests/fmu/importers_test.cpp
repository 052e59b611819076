// What importers of an exported FMU may do and few expect.
#include "exported.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu {
namespace {

class Importers : public Exported {};
INSTANTIATE_TEST_SUITE_P(Fmi, Importers, ::testing::Values(2, 3));

// Importers begin where they like: before the case, in it, at its end (20 s) and behind, with a stop time and without.
TEST_P(Importers, BeginsAtAnyTime) {
  exported();
  for (const double start : {-3.0, 7.0, 20.0, 1e5}) {
    for (const bool stops : {false, true}) {
      std::vector<std::string> reported;
      Instance it = instance(description_.token, &reported);
      EXPECT_EQ(it.set_up({start, stops, start + 1.0, false, 0.0}), fmi::ok);
      ASSERT_EQ(it.enter_initialization(), fmi::ok) << start << ": " << ::testing::PrintToString(reported);
      ASSERT_EQ(it.exit_initialization(), fmi::ok);
      step(it, start, 0.5);
      EXPECT_EQ(it.time(), start + 0.5);
    }
  }
}

}  // namespace
}  // namespace swell::fmu
#endif
