/// NEMOH's tables (.tec, Tecplot's text form): radiation coefficients and forces.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace swell::bemio {

/// Body and dof, from 1, as a title names them: "Motion of body 1 in DoF 3", or a column's "A 1 3".
using NemohTitle = std::pair<long, long>;

struct NemohZone {
  std::string title;  ///< lower case
  long line = 0;      ///< from 0
  std::vector<std::vector<double>> rows;
};

/// Pairs of columns behind a first one, in zones of equally many rows.
struct NemohTable {
  std::string name;
  std::size_t pairs = 0;
  std::vector<std::optional<NemohTitle>> columns;  ///< of every pair, where its title names one
  double unit = 1.0;                               ///< of the first column, factor to rad/s
  bool period = false;                             ///< the first column is a period in s
  std::vector<NemohZone> zones;
};

/// @param keep_gaps  values that are no numbers come as NaN; the first column never is
/// @throws InputError with every row that does not fit, and zones shorter than they announce
NemohTable read_nemoh_table(const std::filesystem::path& path, bool keep_gaps = false);

/// The first two whole numbers of a title; nothing when it has no two.
std::optional<NemohTitle> named_in(std::string_view title);

/// [rad/s] what a value of the first column means.
double omega_of(const NemohTable& table, double value);

/// The number behind "beta =" [deg].
std::optional<double> heading_of(const std::string& title);

}  // namespace swell::bemio
