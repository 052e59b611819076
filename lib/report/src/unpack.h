// What a scene holds, for those who draw it elsewhere than in the page.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "scene.h"

namespace swell::report {

/// Of packed().
template <class T>
std::vector<T> unpacked(const std::string& text) {
  std::vector<unsigned char> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned have = 0;
  for (const char c : text) {
    const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (digit < 0) break;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    bytes.push_back(static_cast<unsigned char>((bits >> have) & 255U));
  }
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

struct Surface {
  std::vector<float> vertices;  // x, y, z of each
  std::vector<std::uint32_t> triangles;
};
/// The mesh of a scene's body, or a sphere of its radius.
Surface surface_of(const Json& body);

}  // namespace swell::report
