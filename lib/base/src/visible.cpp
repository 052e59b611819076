#include "swell/base/visible.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace swell {
namespace {

/// Bytes of the UTF-8 sequence at `at`, without its overlong forms and halves of surrogate pairs (RFC 3629); 0: none.
std::size_t sequence(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(at), next = byte(at + 1);
  const std::size_t size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (size == 0 || next < least || next > most) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
  }
  return size;
}

}  // namespace

std::string utf8_of(const std::string& text) {
  bool valid = true;
  std::string converted;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t size = byte < 0x80 ? 1 : sequence(text, at);
    valid = valid && size > 0;
    at += std::max<std::size_t>(size, 1);
  }
  if (valid) return text;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) converted += static_cast<char>(0xC0U | (byte >> 6U));
    converted += byte < 0x80 ? c : static_cast<char>(0x80U | (byte & 0x3FU));
  }
  return converted;
}

std::string visible(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool plain = (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t';
    std::size_t size = plain ? 1 : sequence(text, at);
    unsigned code = byte;
    if (size == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0) {  // a second set of controls
      code = static_cast<unsigned char>(text[at + 1]);
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
    } else if (size > 0) {
      out.append(text, at, size);
    } else {
      size = 1;
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
    }
    at += size;
  }
  return out;
}

}  // namespace swell
