#include "polar_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/error.h"
#include "swell/base/vector.h"
#include "text_file.h"

namespace swell::bemio {
namespace {

constexpr double kNoise = 1e-9;        // of the largest modulus
constexpr std::size_t kMistakes = 20;  // more would hide the first ones

// By how much Re and Im depart from modulus and phase, beyond a unit of the last digit of each (and as much for the
// program's own single precision).
double departure(const std::vector<std::string_view>& f, std::size_t at, std::complex<double> value, double& modulus) {
  const auto mod = parse_number(f[at]), phase = parse_number(f[at + 1]);
  if (!mod || !phase || !std::isfinite(*mod) || !std::isfinite(*phase)) return HUGE_VAL;
  modulus = std::abs(*mod);
  const double tolerance = last_place(f[at]) + last_place(f[at + 2]) + last_place(f[at + 3]) +
                           modulus * (last_place(f[at + 1]) * kDegree + 1e-6);
  const double apart = std::abs(std::polar(1.0, *phase * kDegree) * *mod - value);
  return std::max(0.0, apart - tolerance);
}

}  // namespace

void PolarCheck::add(long line, const std::vector<std::string_view>& fields, std::size_t at,
                     std::complex<double> value) {
  if (!std::isfinite(value.real()) || !std::isfinite(value.imag())) return;
  double modulus = std::abs(value);
  const double apart = departure(fields, at, value, modulus);
  most_ = std::max(most_, modulus);
  if (!(apart > 0.0)) return;
  doubts_.push_back({line, apart,
                     fmt::format("modulus {} and phase {} deg are not those of {} + i {}", fields[at], fields[at + 1],
                                 fields[at + 2], fields[at + 3])});
}

void PolarCheck::check(const std::filesystem::path& path, const char* what) const {
  Diagnostics mistakes;
  for (const Doubt& doubt : doubts_) {
    if (doubt.apart <= kNoise * most_) continue;
    mistakes.error(Origin{shown(path), static_cast<int>(doubt.line) + 1, 0, {}},
                   fmt::format("{}: {}", what, doubt.message),
                   "a number of the row is damaged; copy the file again, or leave it out (--ignore)");
    if (mistakes.list().size() >= kMistakes) break;
  }
  mistakes.throw_if_errors();
}

}  // namespace swell::bemio
