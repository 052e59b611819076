/// Text of foreign files as a terminal, an XML file or a figure may show it.
#pragma once

#include <string>

namespace swell {

/// Control characters but line feeds and tabs (escape sequences of a terminal among them), and bytes that are no UTF-8
/// (read as Latin-1), become \u001b: six characters that JSON reads as the one. All else stays.
std::string visible(const std::string& text);

/// The text itself where it is UTF-8, else read as Latin-1.
std::string utf8_of(const std::string& text);

}  // namespace swell
