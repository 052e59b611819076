#include "swell/hydro/coefficient_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"

namespace swell::hydro {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTable = R"(# two buoys
density, 1025
gravity, 9.8
water_depth, 40
body, left, 0, 0, -1, 0, 0, -0.5, 12
body, right, 10, 0, -2, 10, 0, -1, 24
stiffness, 3, 3, 10045
added_mass, 3, 3, 0.5, 2050
added_mass, 3, 3, 1.0, 2050
added_mass, 3, 9, 0.5, 0
added_mass, 3, 9, 1.0, 102.5   # heave of right onto left
added_mass, 3, 9, inf, 0
added_mass, 3, 3, inf, 1025
radiation_damping, 3, 3, 0.5, 512.5
radiation_damping, 3, 3, 1.0, 0
radiation_damping, 9, 9, 0.5, 0
radiation_damping, 9, 9, 1.0, 1025
excitation, 9, 30, 0.5, 10045, -20090
excitation, 9, 30, 1.0, 1, 2
)";

HydroData parsed(const std::string& text) {
  std::istringstream in(text);
  return read_coefficient_table(in, "buoys.csv");
}

std::string message(const std::string& text) {
  try {
    parsed(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "(no error)";
}

TEST(CoefficientTable, SaysWhereItEndsOrThatItDoesNot) {
  const auto noted = [](const std::string& text) {
    const HydroData data = parsed(text);
    return std::find(data.notes.begin(), data.notes.end(),
                     "no line `end`: a table that was cut off cannot be distinguished from a complete one") !=
           data.notes.end();
  };
  EXPECT_TRUE(noted(kTable));
  EXPECT_FALSE(noted(std::string(kTable) + "end\n"));
  EXPECT_EQ(message(std::string(kTable) + "end\ngravity, 9.81\n").find("buoys.csv:") != std::string::npos, true);
  EXPECT_NE(message(std::string(kTable) + "end\ndensity, 9.81\n").find("stands behind the line `end`"),
            std::string::npos);
}

TEST(CoefficientTable, FilesOfSpreadsheetsAreReadOrNamed) {
  EXPECT_NO_THROW(parsed("\xEF\xBB\xBF" + std::string(kTable)));
  std::string semicolons = kTable;
  std::replace(semicolons.begin(), semicolons.end(), ',', ';');
  EXPECT_NE(message(semicolons).find("columns are separated by commas; save the table with commas, and points"),
            std::string::npos);
  EXPECT_NE(message(std::string("d\0e\0", 4)).find("is a binary file where a table is expected"), std::string::npos);
  // Twenty mistakes at most, no control characters, no endless words.
  std::string noise;
  for (int k = 0; k < 100; ++k) noise += std::string(200, '\x07') + "\n";
  const std::string all = message(noise);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 19);
  EXPECT_EQ(all.find('\x07'), std::string::npos);
  EXPECT_LT(all.size(), 4000U);
}

TEST(CoefficientTable, BecomesNormalisedDataThatSurviveTheH5File) {
  const auto path = (std::filesystem::temp_directory_path() / "swell_hydro_table.h5").string();
  write_bemio_h5(parsed(kTable), path);
  const HydroData data = read_bemio_h5(path);
  std::filesystem::remove(path);
  ASSERT_EQ(data.bodies.size(), 2u);
  EXPECT_EQ(data.omega, (std::vector<double>{0.5, 1.0}));
  EXPECT_EQ(data.direction, std::vector<double>{30.0});
  EXPECT_EQ(*data.water_depth, 40.0);
  EXPECT_NEAR(data.bodies[0].added_mass[0](2, 2), 2.0, 1e-14);
  EXPECT_NEAR(data.bodies[0].added_mass[1](2, 8), 0.1, 1e-14);
  EXPECT_NEAR((*data.bodies[0].added_mass_infinite)(2, 2), 1.0, 1e-14);
  EXPECT_NEAR(data.bodies[0].radiation_damping[0](2, 2), 1.0, 1e-14);
  EXPECT_NEAR(data.bodies[1].radiation_damping[1](2, 8), 1.0, 1e-14);
  EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2), 1.0, 1e-14);
  EXPECT_NEAR(data.bodies[1].excitation[0][0](2).imag(), -2.0, 1e-14);
}

// Whatever single line of coefficients is lost: it is never taken for a zero.
TEST(CoefficientTable, ALineThatIsMissingIsNoZero) {
  const std::string text = kTable;
  int refused = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string line = text.substr(begin, end - begin);
    if (line.rfind("added_mass", 0) == 0 || line.rfind("radiation", 0) == 0 || line.rfind("excitation", 0) == 0) {
      EXPECT_NE(message(text.substr(0, begin) + text.substr(end)), "(no error)") << line;
      ++refused;
    }
    begin = end;
  }
  EXPECT_EQ(refused, 12);
  EXPECT_THAT(message(text + "added_mass, 9, 9, 0.5, 1\n"),
              HasSubstr("buoys.csv: added_mass, 9, 9 is missing at omega = 1 rad/s; give it wherever"));
  EXPECT_THAT(message(text + "added_mass, 9, 9, 0.5, 1\nadded_mass, 9, 9, 1, 1\n"),
              HasSubstr("added_mass, 9, 9 is missing at infinite frequency"));
  EXPECT_THAT(message(text + "excitation, 9, 60, 0.5, 1, 1\n"),
              HasSubstr("excitation, 9, 60 is missing at omega = 1 rad/s"));
  EXPECT_THAT(message(text + "excitation, 3, 60, 0.5, 1, 1\nexcitation, 3, 60, 1, 1, 1\n"),
              HasSubstr("excitation, 3, 30 is missing at"));
}

TEST(CoefficientTable, AValueThatIsGivenTwiceIsRefused) {
  const std::string body = "body, b, 0, 0, 0, 0, 0, 0, 1\n", mass = "added_mass, 3, 3, 0.5, 1\n";
  EXPECT_EQ(message(body + mass), "(no error)");
  EXPECT_THAT(message(body + mass + "added_mass, 3, 3, 0.50, 2\n"),
              HasSubstr("buoys.csv:3: added_mass is given twice, first in line 2"));
  EXPECT_THAT(message(body + mass + "density, 1000\ndensity, 1025\n"),
              HasSubstr("buoys.csv:4: density is given twice, first in line 3"));
}

TEST(CoefficientTable, WaterAndVolumeMustBePossible) {
  const std::string body = "body, b, 0, 0, 0, 0, 0, 0, ", mass = "added_mass, 3, 3, 0.5, 1\n";
  EXPECT_THAT(message(body + "1\n" + mass + "density, 1.025\n"),
              HasSubstr("buoys.csv:3: density = 1.025 kg/m^3 must be a number from 100 to 20000; kg/m^3 is meant, 1025 "
                        "for sea water"));
  EXPECT_THAT(message(body + "1\n" + mass + "gravity, 32.2\n"),
              HasSubstr("buoys.csv:3: gravity = 32.2 m/s^2 must be a number from 1 to 25; m/s^2 is meant, 9.81"));
  EXPECT_THAT(message(body + "-5\n" + mass),
              HasSubstr("buoys.csv:1: body b: displaced volume = -5 m^3 must be 0 or more; do the normals"));
  EXPECT_EQ(message(body + "0\n" + mass + "density, 1025\ngravity, 1.62\n"), "(no error)");
  std::istringstream normalised(body + "1\n" + mass + "density, 1\n");
  EXPECT_THAT(read_coefficient_table(normalised, "buoys.csv").notes,
              ::testing::Contains(HasSubstr("density = 1: the coefficients are taken as")));
}

TEST(CoefficientTable, ManyBodiesAndFewCoefficientsAreRefusedBeforeTheyFillTheMemory) {
  std::string text = "added_mass, 3, 3, 0.5, 1\n";
  for (int b = 0; b < 4000; ++b) text += "body, b, 0, 0, 0, 0, 0, 0, 1\n";
  EXPECT_THAT(message(text), HasSubstr("4000 bodies at 1 frequencies make 1.15e+09 coefficients"));
}

TEST(CoefficientTable, NamesEveryBadLineAtOnce) {
  const std::string text =
      message("body, b, 0, 0, 0, 0, 0, 0, 1\nadded_masss, 1, 1, 1, 1\nadded_mass, 1, 1, 1\ndensity, 1,5\ngravity, x\n");
  EXPECT_THAT(text, HasSubstr("buoys.csv:2: added_masss: unknown quantity; did you mean added_mass?"));
  EXPECT_THAT(text, HasSubstr("buoys.csv:3: added_mass has 4 columns, expected 5"));
  EXPECT_THAT(text, HasSubstr("buoys.csv:4: density has 3 columns, expected 2"));
  EXPECT_THAT(text, HasSubstr("buoys.csv:5: gravity: column 2 = \"x\" is not a number"));
  EXPECT_THAT(message("density, 1000\n"), HasSubstr("has no line `body"));
  EXPECT_THAT(message("body, b, 0, 0, 0, 0, 0, 0, 1\nadded_mass, 7, 1, 1, 1\n"),
              HasSubstr("buoys.csv:2: added_mass: index 7 must be 1 to 6"));
  EXPECT_THAT(message("body, b, 0, 0, 0, 0, 0, 0, 1\nadded_mass, 1, 1, 1, 1\nadded_mass, 1, 1, 2, 1\n"
                      "radiation_damping, 1, 1, 2, 1\n"),
              HasSubstr("radiation_damping is missing at omega = 1 rad/s"));
}

}  // namespace
}  // namespace swell::hydro
