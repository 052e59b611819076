/// Sentences of NMEA 0183 (IEC 61162-1): "$" talker, type, fields between commas, "*" and a checksum.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace swell::components {

struct NmeaSentence {
  std::string talker, type;  ///< "GP", "GGA"; proprietary: "P" and the rest
  std::vector<std::string> fields;
};

/// Exclusive or of the characters between $ and *, as two hexadecimal digits.
std::string nmea_checksum(const std::string& between);

/// Returns the sentence with "$", checksum and end of line.
std::string write_nmea(const NmeaSentence& sentence);

/// Returns nothing for a malformed sentence or a wrong checksum, with the reason in `why`. A missing checksum is valid,
/// as in the standard.
std::optional<NmeaSentence> read_nmea(const std::string& line, std::string& why);

}  // namespace swell::components
