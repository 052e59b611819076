/// 64-bit FNV-1a: tells contents apart and finds damage. No protection against somebody who means it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace swell {

constexpr std::uint64_t kHashStart = 0xcbf29ce484222325ULL;

/// Each goes on from `hash`. One changed byte always changes the result: every step is one-to-one.
std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t hash = kHashStart);
std::uint64_t hash_text(const std::string& text, std::uint64_t hash = kHashStart);
/// The contents of a file; of one that cannot be read nothing.
std::uint64_t hash_file(const std::filesystem::path& file, std::uint64_t hash = kHashStart);

/// XXH3 of one block, at some 10 GB/s, from `hash` on: of megabytes, whose digest no file holds.
std::uint64_t hash_block(const void* data, std::size_t size, std::uint64_t hash = 0);

}  // namespace swell
