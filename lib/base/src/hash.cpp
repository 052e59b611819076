#include "swell/base/hash.h"

#define XXH_INLINE_ALL  // header only: nothing to link
#include <xxhash.h>

#include <fstream>
#include <vector>

namespace swell {

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t hash) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) {
    hash ^= bytes[i];
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

std::uint64_t hash_text(const std::string& text, std::uint64_t hash) {
  return hash_bytes(text.data(), text.size(), hash);
}

std::uint64_t hash_file(const std::filesystem::path& file, std::uint64_t hash) {
  std::ifstream in(file, std::ios::binary);
  std::vector<char> piece(1U << 20U);
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash = hash_bytes(piece.data(), static_cast<std::size_t>(in.gcount()), hash);
  }
  return hash;
}

std::uint64_t hash_block(const void* data, std::size_t size, std::uint64_t hash) {
  return XXH3_64bits_withSeed(data, size, hash);
}

}  // namespace swell
