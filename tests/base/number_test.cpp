// From text to a number: finite decimals and nothing else, the same double as was printed.
#include "swell/base/number.h"

#include "swell/base/parameter.h"
#include "swell_test/test.h"

namespace swell::number_test {
namespace {

TEST(Number, ReadsBackEveryPrintedDouble) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    for (const std::string& text :
         {fmt::format("{}", value), fmt::format("{:.17g}", value), fmt::format("{:+.16e}", value)}) {
      const auto read = parse_number(text);
      ASSERT_EQ(read.has_value(), std::isfinite(value)) << text;
      if (read) ASSERT_EQ(*read, value) << text;
    }
  }
}

TEST(Number, RefusesWhatIsNotAFiniteDecimal) {
  for (const char* text : {"",          "+",   "-",     ".",    "e5", "nan",   "NaN",   "-nan",   "nan(1)", "inf",
                           "-Infinity", "INF", "0x1p3", "0x10", "1e", "1e+",   "1.2.3", "--1",    "+-1",    "-+1",
                           " 1",        "1 ",  "1,5",   "1d3",  "1f", "1_000", "1e999", "-1e999", "1\n",    "\xd9\xa1"})
    EXPECT_FALSE(parse_number(text)) << text;
  EXPECT_FALSE(parse_number(std::string("1\0", 2)));
}

TEST(Number, TooSmallIsZero) {
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_TRUE(std::signbit(*parse_number("-1e-999")));
  EXPECT_EQ(parse_number("5e-324"), 5e-324);
}

TEST(Number, ReadsFortranExponents) {
  EXPECT_EQ(parse_fortran_number("-.5D+03"), -500.0);
  EXPECT_EQ(parse_fortran_number("1.5d2"), 150.0);
  EXPECT_EQ(parse_fortran_number("1.5-101"), 1.5e-101);
  EXPECT_EQ(parse_fortran_number("1.+101"), 1e101);
  for (const char* text : {"1.5-10", "1.5-1010", "1e5-101", "1d", "d5", "-101", "nan", "0x1d3", "*****"})
    EXPECT_EQ(parse_fortran_number(text).has_value(), std::string(text) == "-101") << text;
}

TEST(Number, NonFiniteIsNoNumberForReadersOfParameters) {
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_FALSE(Bounds().contain(value));
    EXPECT_FALSE(at_least(0.0).contain(value));
    const Parameter map = Parameter::map({{"x", Parameter::of(value)}, {"y", Parameter::list({1.0, value})}});
    Diagnostics diagnostics;
    ParameterReader read(map, diagnostics);
    read.number("x", "m");
    read.numbers("y", "m");
    EXPECT_EQ(diagnostics.list().size(), 2U) << value;
  }
}

}  // namespace
}  // namespace swell::number_test
