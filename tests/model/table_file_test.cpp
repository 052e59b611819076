#include "swell/model/table_file.h"

#include "swell_test/test.h"
#include "swell_test/workbook.h"

namespace swell::model::table_file_test {
namespace {

namespace fs = std::filesystem;

fs::path file(const char* name) { return fs::temp_directory_path() / (std::string("swell_table_") + name); }

std::string refusal(const fs::path& path) {
  return swell_test::refusal_of([&] { read_table_file(path, 2, 2, {}); }, "(none)");
}

// Time and elevation as text, as a workbook with headings and as MATLAB's matrix of either kind: the same bits.
TEST(TableFile, TextWorkbookAndMatlabGiveTheSameNumbers) {
  std::ofstream(file("wave.txt")) << "time eta\n0 0.1\n0.1 -0.30000000000000004\n0.2 1e-5\n";
  swell_test::write_xlsx(file("wave.xlsx"),
                         "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>"
                         "<row r=\"2\"><c r=\"A2\"><v>0</v></c><c r=\"B2\"><v>0.1</v></c></row>"
                         "<row r=\"3\"><c r=\"A3\"><v>0.1</v></c><c r=\"B3\"><v>-0.30000000000000004</v></c></row>"
                         "<row r=\"4\"><c r=\"A4\"><v>0.2</v></c><c r=\"B4\"><v>1.0000000000000001E-5</v></c></row>",
                         {"time", "eta"});
  const std::vector<double> matrix{0, 0.1, 0.2, 0.1, -0.30000000000000004, 1e-5};
  swell_test::write_mat(file("five.mat"), MAT_FT_MAT5, {swell_test::mat_array("eta", {3, 2}, matrix)});
  swell_test::write_mat(file("seven.mat"), MAT_FT_MAT73, {swell_test::mat_array("eta", {3, 2}, matrix)});
  const MatrixX wanted = read_table_file(file("wave.txt"), 2, 2, {});
  for (const char* other : {"wave.xlsx", "five.mat", "seven.mat"})
    EXPECT_EQ(read_table_file(file(other), 2, 2, {}), wanted) << other;
}

TEST(TableFile, DecimalCommasAreNamed) {
  for (const char* text : {"0,0;0,5\n0,1;0,6\n", "0,0 0,5\n0,1 0,6\n", "0;0,5\n0,1;0,6\n"}) {
    std::ofstream(file("comma.txt")) << text;
    EXPECT_THAT(refusal(file("comma.txt")), HasSubstr("write decimals with a point")) << text;
  }
  std::ofstream(file("comma.txt")) << "0, 1, 2\n1, 2, 3\n";
  EXPECT_THAT(refusal(file("comma.txt")), ::testing::Not(HasSubstr("decimals")));
}

TEST(TableFile, AFirstRowWithALetterInItIsNoHeading) {
  for (const char* row : {"0.O 1.0", "0.0 1.O", "1e 2", ".5x 1", "nan 0.5", "0 NaN", "-Inf 1", "0x1p3 1"}) {
    std::ofstream(file("letter.txt")) << row << "\n1 2\n2 3\n";
    EXPECT_THAT(refusal(file("letter.txt")), HasSubstr("is not a finite number")) << row;
  }
  for (const char* row : {"time 1", "1st 2nd", "time eta"}) {
    std::ofstream(file("words.txt")) << row << "\n1 2\n2 3\n";
    EXPECT_EQ(read_table_file(file("words.txt"), 2, 2, {}).rows(), 2) << row;
  }
}

TEST(TableFile, SheetsThatAreNoTableAreRefused) {
  swell_test::write_mat(file("columns.mat"), MAT_FT_MAT5,
                        {swell_test::mat_array("eta", {2, 1}, {3, 4}), swell_test::mat_array("t", {2, 1}, {0, 1})});
  EXPECT_THAT(refusal(file("columns.mat")), HasSubstr("columns are variables of their own"));
  swell_test::write_xlsx(file("gap.xlsx"),
                         "<row r=\"1\"><c r=\"A1\"><v>0</v></c><c r=\"B1\"><v>1</v></c></row>"
                         "<row r=\"2\"><c r=\"B2\"><v>1</v></c></row>",
                         {});
  EXPECT_THAT(refusal(file("gap.xlsx")), HasSubstr("'' is not a finite number"));
  swell_test::write_mat(file("wide.mat"), MAT_FT_MAT5, {swell_test::mat_array("x", {2, 3}, {1, 2, 3, 4, 5, 6})});
  EXPECT_THAT(refusal(file("wide.mat")), HasSubstr("3 columns where 2 are expected"));
}

}  // namespace
}  // namespace swell::model::table_file_test
