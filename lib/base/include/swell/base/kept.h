/// Values that took long to make, kept in files between programs, by the content that they were made from.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace swell {

/// Returns the folder of kept files: SWELL_CACHE, else swell/ in XDG_CACHE_HOME or ~/.cache, else in the temporary
/// folder.
std::filesystem::path cache_folder();

/// Result of a look-up.
struct Kept {
  std::optional<std::string> bytes;
  std::filesystem::path damaged;  ///< a file that was found damaged, and removed; empty: none
};

/// Returns the bytes kept under `key` by a processor of this kind: libm, FFTW and OpenBLAS choose their code by it, so
/// that the last digits differ between kinds.
/// @param key  names every input of the value and the method that makes it
Kept find_kept(const std::string& key);

/// Keeps bytes under `key`. Values larger than kMostKeptBytes are not kept, nor is anything in a folder that cannot be
/// written. The files least recently used are removed beyond kMostKeptInAll.
void keep(const std::string& key, const std::string& bytes) noexcept;

constexpr std::size_t kMostKeptBytes = 256U << 20U;  ///< of one value: reading 256 MB takes about 0.2 s
constexpr std::size_t kMostKeptInAll = 1U << 30U;

}  // namespace swell
