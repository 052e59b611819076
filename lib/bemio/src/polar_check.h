/// Rows that say a complex number twice: Mod and Pha [deg], then Re and Im.
#pragma once

#include <complex>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace swell::bemio {

/// Compares the two forms of every row, to the printed digits; what is below 1e-9 of the largest modulus is round-off
/// (WAMIT prints -90 or 90 deg for what it takes for zero).
class PolarCheck {
 public:
  /// fields[at] .. fields[at + 3]: Mod, Pha, Re, Im; `value` as it was read from the last two. Rows whose value is no
  /// number are passed over.
  void add(long line, const std::vector<std::string_view>& fields, std::size_t at, std::complex<double> value);
  /// @throws InputError with every row (20 at most) whose forms differ
  void check(const std::filesystem::path& path, const char* what) const;

 private:
  struct Doubt {
    long line = 0;
    double apart = 0.0;
    std::string message;
  };
  std::vector<Doubt> doubts_;
  double most_ = 0.0;
};

}  // namespace swell::bemio
