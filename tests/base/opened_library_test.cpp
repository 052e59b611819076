#include "swell/base/opened_library.h"

#include "swell_test/test.h"

namespace swell::opened_library_test {
namespace {

TEST(OpenedLibrary, GivesItsEntriesAndRefusesWhatIsMissing) {
  EXPECT_EQ(reinterpret_cast<double (*)(double)>(opened_entry("libm.so.6", "sqrt"))(9.0), 3.0);
  EXPECT_EQ(opened_entry("libm.so.6", "no_such_entry", false), nullptr);
  EXPECT_THROW(opened_entry("libm.so.6", "no_such_entry"), InputError);
  EXPECT_THROW(opened_entry("libnothing.so.1", "sqrt", false), InputError);
}

}  // namespace
}  // namespace swell::opened_library_test
