// NMEA 0183: sentences and their checksums.
#include "swell/components/nmea.h"

#include <gtest/gtest.h>

namespace swell::components::nmea_test {
namespace {

TEST(Nmea, ChecksumsAreThoseOfPublishedSentences) {
  // Examples of the literature on NMEA 0183 (GGA and MWV of receivers' manuals).
  for (const char* line : {"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
                           "$WIMWV,214.8,R,0.1,K,A*28", "$GPHDT,274.07,T*03"}) {
    std::string why;
    const auto sentence = read_nmea(line, why);
    ASSERT_TRUE(sentence) << line << ": " << why;
    EXPECT_EQ(write_nmea(*sentence), std::string(line) + "\r\n");
  }
}

TEST(Nmea, WhatIsWrittenIsReadAndOneChangedCharacterIsRefused) {
  std::string why;
  const NmeaSentence sentence{"GP", "GGA", {"1.5", "", "N", "-3e4"}};
  const std::string line = write_nmea(sentence);
  const auto read = read_nmea(line, why);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->talker + read->type, "GPGGA");
  EXPECT_EQ(read->fields, sentence.fields);
  for (std::size_t i = 0; i + 2 < line.size(); ++i) {
    std::string changed = line;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const auto other = read_nmea(changed, why);
    EXPECT_TRUE(!other || line[i] == '*') << changed;  // without its star the checksum is a field
  }
  EXPECT_EQ(read_nmea("$PSXN,23,1", why)->type, "SXN");
  for (const char* none : {"", "$", "GPGGA,1*00", "$GP*17", "garbage garbage"})
    EXPECT_FALSE(read_nmea(none, why)) << none;
}

}  // namespace
}  // namespace swell::components::nmea_test
