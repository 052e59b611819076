#include "pack.h"

#include <algorithm>
#include <cmath>

namespace swell::report {

std::string base64(const void* data, std::size_t size) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = std::min<std::size_t>(3, size - i);
    std::uint32_t three = static_cast<std::uint32_t>(bytes[i]) << 16U;
    if (left > 1) three |= static_cast<std::uint32_t>(bytes[i + 1]) << 8U;
    if (left > 2) three |= bytes[i + 2];
    text += kDigits[three >> 18U];
    text += kDigits[(three >> 12U) & 63U];
    text += left > 1 ? kDigits[(three >> 6U) & 63U] : '=';
    text += left > 2 ? kDigits[three & 63U] : '=';
  }
  return text;
}

std::string packed(const std::vector<double>& values) {
  std::vector<float> single(values.size());
  std::transform(values.begin(), values.end(), single.begin(), [](double v) { return static_cast<float>(v); });
  return base64(single.data(), single.size() * sizeof(float));
}

std::string packed(const std::vector<std::uint32_t>& values) {
  return base64(values.data(), values.size() * sizeof(std::uint32_t));
}

Thinning thinning(std::size_t rows, std::size_t most) {
  if (rows <= most) return {1, rows};
  const std::size_t bucket = (2 * rows + most - 1) / most;
  return {bucket, 2 * ((rows + bucket - 1) / bucket)};
}

std::vector<double> thinned_times(const std::vector<double>& time, const Thinning& thinning) {
  if (thinning.bucket == 1) return time;
  std::vector<double> result;
  result.reserve(thinning.rows);
  for (std::size_t first = 0; first < time.size(); first += thinning.bucket) {
    const std::size_t end = std::min(time.size(), first + thinning.bucket), half = first + (end - first) / 2;
    result.push_back(time[first]);
    result.push_back(half > first ? time[half] : time[first] + 1e-6 * std::max(1.0, std::abs(time[first])));
  }
  return result;
}

std::vector<double> thinned(const std::vector<double>& values, const Thinning& thinning) {
  if (thinning.bucket == 1) return values;
  std::vector<double> result;
  result.reserve(thinning.rows);
  for (std::size_t first = 0; first < values.size(); first += thinning.bucket) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first),
               end = values.begin() + static_cast<std::ptrdiff_t>(std::min(values.size(), first + thinning.bucket));
    const auto [low, high] = std::minmax_element(begin, end);
    result.push_back(low < high ? *low : *high);
    result.push_back(low < high ? *high : *low);
  }
  return result;
}

}  // namespace swell::report
