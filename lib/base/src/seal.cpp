#include "swell/base/seal.h"

#define XXH_INLINE_ALL  // header only: nothing to link
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <vector>

namespace swell {

namespace {

constexpr std::size_t kTrailer = kSealMarkSize + sizeof(std::uint64_t);

// XXH3: a results file is digested when it closes, and byte by byte that took a tenth of a short run.
std::uint64_t digest_of_first(std::ifstream& in, std::uintmax_t size) {
  std::vector<char> piece(1U << 20U);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  while (in && size > 0) {
    in.read(piece.data(), static_cast<std::streamsize>(std::min<std::uintmax_t>(size, piece.size())));
    XXH3_64bits_update(&state, piece.data(), static_cast<std::size_t>(in.gcount()));
    size -= static_cast<std::uintmax_t>(in.gcount());
  }
  return XXH3_64bits_digest(&state);
}

std::string trailer(std::uint64_t digest, const char* mark) {
  return std::string(mark, kSealMarkSize).append(reinterpret_cast<const char*>(&digest), sizeof digest);
}

}  // namespace

Seal seal_of(const std::filesystem::path& file, const char* mark) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error || size < kTrailer) return Seal::none;
  std::ifstream in(file, std::ios::binary);
  std::string last(kTrailer, '\0');
  in.seekg(static_cast<std::streamoff>(size - kTrailer));
  in.read(last.data(), static_cast<std::streamsize>(last.size()));
  if (!in || last.compare(0, kSealMarkSize, mark, kSealMarkSize) != 0) return Seal::none;
  in.seekg(0);
  return last == trailer(digest_of_first(in, size - kTrailer), mark) ? Seal::whole : Seal::broken;
}

std::string sealed(std::string bytes, const char* mark) {
  const std::uint64_t digest = XXH3_64bits(bytes.data(), bytes.size());
  return bytes.append(trailer(digest, mark));
}

bool unseal(std::string& bytes, const char* mark) {
  if (bytes.size() < kTrailer) return false;
  const std::size_t size = bytes.size() - kTrailer;
  if (bytes.compare(size, kTrailer, trailer(XXH3_64bits(bytes.data(), size), mark)) != 0) return false;
  bytes.resize(size);
  return true;
}

bool seal_file(const std::filesystem::path& file, const char* mark) noexcept {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return false;
  try {
    std::ifstream in(file, std::ios::binary);
    const std::string end = trailer(digest_of_first(in, size), mark);
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out.write(end.data(), static_cast<std::streamsize>(end.size()));
    out.close();
    if (in && out) return true;
  } catch (...) {  // no memory
  }
  std::filesystem::resize_file(file, size, error);
  return false;
}

}  // namespace swell
