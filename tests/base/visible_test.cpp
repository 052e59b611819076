#include "swell/base/visible.h"

#include "swell/base/regular_file.h"
#include "swell_test/test.h"

namespace swell::visible_test {
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

TEST(Visible, ReadsBytesThatAreNotUtf8AsLatin1) {
  EXPECT_EQ(utf8_of("Größe, \xF0\x9F\x8C\x8A"), "Größe, \xF0\x9F\x8C\x8A");
  EXPECT_EQ(utf8_of("Gr\xF6\xDF"
                    "e"),
            "Größe");
}

// A NUL would cut what() and bytes that are not UTF-8 would be no text of Python's.
TEST(Visible, MessagesQuoteAnyBytes) {
  const std::string bytes("a\0b\xE9", 4), shown = "a\\u0000b\\u00e9";
  const Origin origin{"f", 1, 2, "k"};
  Diagnostics list;
  list.error(origin, bytes, bytes, bytes, bytes);
  list.warning("code", origin, bytes, bytes);
  for (const Diagnostic& d : list.list()) {
    EXPECT_EQ(d.message, shown);
    EXPECT_EQ(d.remedy, shown);
  }
  EXPECT_EQ(list.list()[0].value, shown);
  EXPECT_EQ(std::string(InputError(origin, bytes, bytes).what()), "f:1:2: " + shown + "; " + shown);
  EXPECT_EQ(std::string(SimulationError(bytes, 0.0, "c", "q").what()), shown);
}

TEST(RegularFile, RefusesUtf16) {
  const auto path = std::filesystem::temp_directory_path() / "swell_utf16_test.txt";
  for (const char* mark : {"\xFF\xFE", "\xFE\xFF"}) {
    std::ofstream(path, std::ios::binary) << mark << std::string("1\0", 2);
    EXPECT_THROW(require_regular_file(path), InputError);
  }
  std::ofstream(path, std::ios::binary) << "\xEF\xBB\xBF" << 1;
  EXPECT_NO_THROW(require_regular_file(path));
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
}  // namespace swell::visible_test
