#include "swell/osp/unit.h"

#include <gtest/gtest.h>

namespace swell::osp::unit_test {
namespace {

TEST(Unit, TextsAreReadIntoExponentsAndScale) {
  EXPECT_EQ(parse_unit("kN")->dimension(), "kg m s^-2");
  EXPECT_DOUBLE_EQ(parse_unit("kN")->factor, 1000.0);
  EXPECT_EQ(parse_unit("N m")->exponents, parse_unit("J")->exponents);
  EXPECT_EQ(parse_unit("kg m^2/s^2")->exponents, parse_unit("N.m")->exponents);
  EXPECT_EQ(parse_unit("N s/m")->dimension(), "kg s^-1");
  EXPECT_DOUBLE_EQ(parse_unit("rpm")->factor, 3.14159265358979323846 / 30.0);
  EXPECT_EQ(parse_unit("rad/s")->dimension(), "s^-1 rad");
  EXPECT_DOUBLE_EQ(parse_unit("l/min")->factor, 1e-3 / 60.0);
  EXPECT_EQ(parse_unit("m3/s")->dimension(), "m^3 s^-1");
  EXPECT_EQ(parse_unit("1")->dimension(), "1");
  EXPECT_DOUBLE_EQ(parse_unit("mm")->factor, 1e-3);
}

TEST(Unit, WhatIsNoUnitIsRefused) {
  for (const char* text : {"", "furlong", "m/", "m//s", "m^", "/", "m^x", "degC/s", "N, N m"}) {
    EXPECT_FALSE(parse_unit(text)) << text;
  }
}

TEST(Unit, ConversionUsesFactorAndOffset) {
  const auto celsius = conversion(*parse_unit("K"), *parse_unit("degC"));
  ASSERT_TRUE(celsius);
  EXPECT_NEAR((*celsius)(293.15), 20.0, 1e-12);
  EXPECT_DOUBLE_EQ((*conversion(*parse_unit("kN"), *parse_unit("N")))(2.0), 2000.0);
  EXPECT_TRUE(conversion(*parse_unit("N"), *parse_unit("kg m/s^2"))->trivial());
  EXPECT_FALSE(conversion(*parse_unit("rad/s"), *parse_unit("1/s"))) << "OSP keeps the radian";
  EXPECT_FALSE(conversion(*parse_unit("%"), *parse_unit("1")));
}

}  // namespace
}  // namespace swell::osp::unit_test
