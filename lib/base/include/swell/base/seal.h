/// A mark and the digest (XXH3, 64 bits) of every byte before it, at the end of a file. libhdf5 looks no further than
/// the end that its superblock names, sees no changed bit in its data, and may crash on one in its structure: the seal
/// is judged first. A program that edits the file cuts the seal off, and what has none is not judged.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace swell {

constexpr std::size_t kSealMarkSize = 8;
constexpr char kCheckpointSeal[] = "SWELLCP3", kResultsSeal[] = "SWELLRS2", kComputedSeal[] = "SWELLBM1",
               kKeptSeal[] = "SWELLKP1";

enum class Seal { none, whole, broken };

/// @param mark  of kSealMarkSize characters
Seal seal_of(const std::filesystem::path& file, const char* mark);
/// The bytes with their seal.
std::string sealed(std::string bytes, const char* mark);
/// Removes the seal. @returns false where the bytes have none, or a broken one
bool unseal(std::string& bytes, const char* mark);
/// Appends the seal of a whole file. @returns whether it could; if not, the file is as it was
bool seal_file(const std::filesystem::path& file, const char* mark) noexcept;

}  // namespace swell
