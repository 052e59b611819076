#include "swell/datafile/sheet.h"

#include "swell/datafile/mat_file.h"
#include "swell/datafile/xlsx.h"
#include "swell_test/test.h"
#include "swell_test/workbook.h"

namespace swell::datafile::sheet_test {
namespace {

namespace fs = std::filesystem;
using Cells = std::vector<std::vector<std::string>>;

fs::path file(const char* name) { return fs::temp_directory_path() / (std::string("swell_datafile_") + name); }

template <class Read>
std::string refusal(const Read& read) {
  return swell_test::refusal_of([&] { read(); }, "(none)");
}

// Cells by their names: blank ones keep the others in their place, texts are shared or inline, rows may be left out.
TEST(Xlsx, CellsStandWhereTheirNamesSay) {
  const fs::path path = file("places.xlsx");
  swell_test::write_xlsx(
      path,
      "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>1</v></c><c r=\"C1\" t=\"inlineStr\"><is><t>Tp</t></is></c></row>"
      "<row r=\"3\"><c r=\"B3\"><v>0.10000000000000001</v></c><c r=\"AA3\"><f>1+1</f><v>2</v></c></row>",
      {"none", "Hs &amp; more"});
  const Cells rows = read_xlsx(path, {}, {});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0], ElementsAre("Hs & more", "", "Tp"));
  EXPECT_TRUE(rows[1].empty());
  ASSERT_EQ(rows[2].size(), 27U);
  EXPECT_EQ(rows[2][1], "0.10000000000000001");
  EXPECT_EQ(rows[2][26], "2");
  EXPECT_EQ(read_sheet(path, {}).rows.size(), 2U) << "blank rows are no rows of a table";
  EXPECT_THAT(refusal([&] { read_xlsx(path, "Wind", {}); }), HasSubstr("has no sheet Wind; its sheets are Sea"));
}

TEST(Xlsx, WhatIsNoTableIsRefused) {
  const fs::path path = file("bad.xlsx");
  const auto reported = [&](const std::string& cells) {
    swell_test::write_xlsx(path, cells, {});
    return refusal([&] { read_xlsx(path, {}, {}); });
  };
  EXPECT_THAT(reported("<row><c r=\"A1\" t=\"e\"><v>#DIV/0!</v></c></row>"),
              HasSubstr("has the error #DIV/0! in cell A1"));
  EXPECT_THAT(reported("<row><c r=\"A1\" t=\"s\"><v>4</v></c></row>"), HasSubstr("a text is missing"));
  EXPECT_THAT(reported("<row r=\"5\"/><row r=\"2\"/>"), HasSubstr("rows out of order"));
  EXPECT_THAT(reported("<row r=\"99999999\"/>"), HasSubstr("rows out of order"));
  EXPECT_THAT(reported("<row r=\"1\"><c r=\"ZZZZZ1\"><v>1</v></c></row>"), HasSubstr("no such cell"));
  swell_test::write_zip(path, {{"xl/other.xml", "<a/>"}});
  EXPECT_THAT(refusal([&] { read_xlsx(path, {}, {}); }), HasSubstr("is not a workbook"));
  std::ofstream(path) << "not a zip";
  EXPECT_THAT(refusal([&] { read_xlsx(path, {}, {}); }), HasSubstr("is not a workbook"));
  EXPECT_THAT(refusal([&] { read_xlsx(file("absent.xlsx"), {}, {}); }), HasSubstr("does not exist"));
}

class MatFile : public ::testing::TestWithParam<std::pair<mat_ft, Containment>> {};

// Numbers bit by bit, names in order, cells and structs within structs; in a child as here.
TEST_P(MatFile, ComesBackAsItWasSaved) {
  const fs::path path = file("tree.mat");
  swell_test::write_mat(
      path, GetParam().first,
      {swell_test::mat_array("x", {2, 3, 2}, {1, 2, 3, 4, 5, 6, 0.1, 1e300, -0.0, 5e-324, 11, 12}),
       swell_test::mat_struct(
           "s", {{"name", swell_test::mat_text("name", "float")},
                 {"cells", swell_test::mat_cells("cells", {"a", "spar"})},
                 {"in", swell_test::mat_struct("in", {{"y", swell_test::mat_array("y", {1, 1}, {7})}})}})});
  const auto variables = read_mat_file(path, GetParam().second);
  ASSERT_EQ(variables.size(), 2U);
  const bool ordered = variables[0].first == "x";  // HDF5 lists by name
  const MatValue& x = variables[ordered ? 0 : 1].second;
  const MatValue& s = variables[ordered ? 1 : 0].second;
  EXPECT_THAT(x.shape, ElementsAre(2U, 3U, 2U));
  EXPECT_THAT(x.real, ElementsAre(1, 2, 3, 4, 5, 6, 0.1, 1e300, -0.0, 5e-324, 11, 12));
  ASSERT_NE(s.field("cells"), nullptr);
  EXPECT_EQ(s.field("name")->text, "float");
  ASSERT_EQ(s.field("cells")->cells.size(), 2U);
  EXPECT_EQ(s.field("cells")->cells[1].text, "spar");
  EXPECT_THAT(s.field("in")->field("y")->real, ElementsAre(7));
  EXPECT_EQ(s.field("none"), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Versions, MatFile,
                         ::testing::Values(std::pair{MAT_FT_MAT5, Containment::in_process},
                                           std::pair{MAT_FT_MAT73, Containment::in_process},
                                           std::pair{MAT_FT_MAT5, Containment::child_process},
                                           std::pair{MAT_FT_MAT73, Containment::child_process}),
                         [](const auto& p) {
                           return std::string(p.param.first == MAT_FT_MAT5 ? "Five" : "SevenThree") +
                                  (p.param.second == Containment::in_process ? "Here" : "Contained");
                         });

// Every byte of a small file overwritten, and every length: refused or read, never a crash that gets out.
TEST(MatFile, DamageIsRefusedOrHarmless) {
  const fs::path path = file("whole.mat"), damaged = file("damaged.mat");
  swell_test::write_mat(path, MAT_FT_MAT5,
                        {swell_test::mat_array("x", {2, 2}, {1, 2, 3, 4}), swell_test::mat_cells("c", {"a", "b"})},
                        MAT_COMPRESSION_NONE);
  std::ifstream in(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  ASSERT_GT(whole.size(), 200U);
  int refused = 0;
  for (std::size_t k = 0; k < whole.size(); k += 3) {
    for (const bool cut : {true, false}) {
      std::string bytes = cut ? whole.substr(0, k) : whole;
      if (!cut) bytes[k] = static_cast<char>(~bytes[k]);
      std::ofstream(damaged, std::ios::binary) << bytes;
      try {
        read_mat_file(damaged, Containment::child_process);
      } catch (const InputError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 20);
}

TEST(Sheet, AMatrixOfMatlabIsATable) {
  const fs::path path = file("table.mat");
  swell_test::write_mat(path, MAT_FT_MAT5,
                        {swell_test::mat_array("eta", {3, 2}, {0, 1, 2, 0.1, 0.2, 0.30000000000000004})});
  const Sheet sheet = read_sheet(path, {});
  EXPECT_TRUE(sheet.headers.empty());
  EXPECT_EQ(sheet.rows, (Cells{{"0", "0.1"}, {"1", "0.2"}, {"2", "0.30000000000000004"}}));
}

TEST(Sheet, WecSimsConditionsNameTheirColumns) {
  const fs::path path = file("mcr.mat");
  swell_test::write_mat(
      path, MAT_FT_MAT5,
      {swell_test::mat_struct("mcr", {{"header", swell_test::mat_cells("header", {"waves.height", "waves.period"})},
                                      {"cases", swell_test::mat_array("cases", {2, 2}, {1, 2, 6, 8})}})});
  const Sheet sheet = read_sheet(path, {});
  EXPECT_THAT(sheet.headers, ElementsAre("waves.height", "waves.period"));
  EXPECT_EQ(sheet.rows, (Cells{{"1", "6"}, {"2", "8"}}));
}

// As in WEC-Sim's example of conditions by sea state: cases are cells, column by column.
TEST(Sheet, WecSimsConditionsMayBeTexts) {
  const fs::path path = file("mcr_texts.mat");
  matvar_t* cases = swell_test::mat_cells("cases", {"a.mat", "b.mat", "ode4", "ode45"});
  cases->dims[0] = cases->dims[1] = 2;
  swell_test::write_mat(path, MAT_FT_MAT5,
                        {swell_test::mat_struct(
                            "mcr", {{"header", swell_test::mat_cells("header", {"waves.spectrumFile", "simu.solver"})},
                                    {"cases", cases}})});
  EXPECT_EQ(read_sheet(path, {}).rows, (Cells{{"a.mat", "ode4"}, {"b.mat", "ode45"}}));
}

TEST(Sheet, VariablesOfOneLengthAreColumnsAndSeveralMatricesAreRefused) {
  const fs::path path = file("columns.mat");
  swell_test::write_mat(path, MAT_FT_MAT5,
                        {swell_test::mat_array("eta", {2, 1}, {3, 4}), swell_test::mat_array("t", {1, 2}, {0, 1})});
  const Sheet sheet = read_sheet(path, {});
  EXPECT_THAT(sheet.headers, ElementsAre("eta", "t"));
  EXPECT_EQ(sheet.rows, (Cells{{"3", "0"}, {"4", "1"}}));
  swell_test::write_mat(
      path, MAT_FT_MAT5,
      {swell_test::mat_array("a", {2, 2}, {1, 2, 3, 4}), swell_test::mat_array("b", {2, 2}, {1, 2, 3, 4})});
  EXPECT_THAT(refusal([&] { read_sheet(path, {}); }), HasSubstr("holds 2 matrices of numbers (a, b)"));
}

}  // namespace
}  // namespace swell::datafile::sheet_test
