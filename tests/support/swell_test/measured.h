/// What a test measured, beside what it asserts: in the report of --gtest_output, not on the terminal.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace swell_test {

[[gnu::format(printf, 1, 2)]] inline void measured(const char* format, ...) {
  char text[400];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  static int count = 0;
  ::testing::Test::RecordProperty("measured_" + std::to_string(++count), text);
}

}  // namespace swell_test
