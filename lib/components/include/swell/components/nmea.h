/// Sentences of NMEA 0183 (IEC 61162-1): "$" talker, type, fields between commas, "*" and a checksum.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace swell::components {

struct NmeaSentence {
  std::string talker, type;  ///< "GP", "GGA"; of proprietary ones "P" and the rest
  std::vector<std::string> fields;
};

/// The exclusive or of the characters between $ and *, as two hexadecimal digits.
std::string nmea_checksum(const std::string& between);

/// With "$", checksum and the end of line.
std::string write_nmea(const NmeaSentence& sentence);

/// Nothing where it is no sentence, or its checksum is wrong; one without a checksum is taken, as the standard allows
/// for. `why` then says what is wrong.
std::optional<NmeaSentence> read_nmea(const std::string& line, std::string& why);

}  // namespace swell::components
