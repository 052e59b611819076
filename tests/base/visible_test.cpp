#include "swell/base/visible.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace swell {
namespace {

TEST(Visible, LeavesText) {
  for (const char* text : {"", "float.position [m]\n\tand more", "Größe, 波, \xF0\x9F\x8C\x8A", "\"\\u001b\" <&>"}) {
    EXPECT_EQ(visible(text), text);
  }
}

TEST(Visible, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(visible("a\x1b]0;title\x07z"), "a\\u001b]0;title\\u0007z");
  EXPECT_EQ(visible("over\rwritten\b\x7f"), "over\\u000dwritten\\u0008\\u007f");
  EXPECT_EQ(visible("\xC2\x9B"
                    "31m"),
            "\\u009b31m");                                                 // the second set of controls, as UTF-8
  EXPECT_EQ(visible("Gr\xF6\xDF"), "Gr\\u00f6\\u00df");                    // Latin-1
  EXPECT_EQ(visible("\xC0\x8A\xE0\x80"), "\\u00c0\\u008a\\u00e0\\u0080");  // overlong, and cut off
  EXPECT_EQ(visible("\xED\xA0\x80"), "\\u00ed\\u00a0\\u0080");             // half of a surrogate pair
}

// Whatever the bytes: no control, nothing left to show, and no byte that is no part of UTF-8.
TEST(Visible, OfRandomBytesHoldsNoControl) {
  std::mt19937 random(5);
  for (int k = 0; k < 20000; ++k) {
    std::string bytes(random() % 12, ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string shown = visible(bytes);
    EXPECT_EQ(visible(shown), shown);
    for (const char c : shown) {
      const auto byte = static_cast<unsigned char>(c);
      EXPECT_TRUE((byte >= 0x20 && byte != 0x7F) || c == '\n' || c == '\t');
    }
  }
}

}  // namespace
}  // namespace swell
