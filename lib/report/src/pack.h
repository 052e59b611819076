// Numbers as the page takes them: little-endian float32 in base64.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace swell::report {

std::string base64(const void* data, std::size_t size);
std::string packed(const std::vector<double>& values);
std::string packed(const std::vector<std::uint32_t>& values);

/// Two rows of each bucket, where its least and its greatest stand for all: a curve of these looks like the whole one.
/// Times are the same for every series of a run.
struct Thinning {
  std::size_t bucket = 1;  ///< rows; 1: all of them
  std::size_t rows = 0;
};
Thinning thinning(std::size_t rows, std::size_t most);
std::vector<double> thinned_times(const std::vector<double>& time, const Thinning& thinning);
std::vector<double> thinned(const std::vector<double>& values, const Thinning& thinning);

}  // namespace swell::report
