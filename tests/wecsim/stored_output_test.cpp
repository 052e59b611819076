// What WEC-Sim stored, beside what an imported case gives: names and columns.
#include "swell/wecsim/stored_output.h"

#include "swell_test/test.h"

namespace swell::wecsim::stored_output_test {
namespace {

TEST(StoredOutput, NamesComeFromTheCommentsOfTheImport) {
  const auto names = imported_names(
      "bodies:\n  - name: Float  # body(1), RM3.slx: Float\n    mass: 5  # body(1).mass, line 3\n"
      "  - name: Spar_Plate  # body(2), RM3.slx: Spar/Plate\nptos:\n  - name: PTO1  # pto(1), RM3.slx: PTO\n"
      "components:\n  - name: gain  # Control/K\n  - name: x  # (odd\n");
  EXPECT_EQ(names,
            (std::map<std::string, std::string>{{"body(1)", "Float"}, {"body(2)", "Spar_Plate"}, {"pto(1)", "PTO1"}}));
  EXPECT_THAT(imported_names("bodies:\n  - {name: Float}\n"), IsEmpty());
}

TEST(StoredOutput, ColumnsAreThoseOfTheJointsCoordinates) {
  StoredSeries s;
  s.group = "ptos";
  s.columns = 6;
  EXPECT_THAT(columns_of(s, 1, false), ElementsAre(2U));
  EXPECT_THAT(columns_of(s, 1, true), ElementsAre(4U));
  EXPECT_THAT(columns_of(s, 3, false), ElementsAre(0U, 2U, 4U));
  EXPECT_THAT(columns_of(s, 2, false), IsEmpty());
  s.group = "bodies";
  EXPECT_THAT(columns_of(s, 6, false), ElementsAre(0U, 1U, 2U, 3U, 4U, 5U));
  s.group = "moorings";  // WEC-Sim's moments are about the mooring's location, ours about the centre of gravity
  EXPECT_THAT(columns_of(s, 6, false), ElementsAre(0U, 1U, 2U));
}

}  // namespace
}  // namespace swell::wecsim::stored_output_test
