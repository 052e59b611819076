#include "hams_twice.h"

#include <fmt/format.h>

#include <cmath>

#include "swell/waves/dispersion.h"
#include "text_file.h"
#include "wamit_numeric.h"

namespace swell::bemio {
namespace {

constexpr double kSevenDigits = 2e-6, kFiveDigits = 1.01e-4, kNoise = 1e-9;

// One table of Hams_format at a time.
class NativeTables {
 public:
  NativeTables(const std::filesystem::path& folder, const Coefficients& c, const std::optional<double>& depth,
               bool keep_gaps)
      : folder_(folder), c_(c), keep_gaps_(keep_gaps) {
    for (const double w : c.omega) wavenumber_.push_back(waves::wavenumber(w, depth, kHamsGravity));
    depth_text_ = depth ? fmt::format("Waterdepth {:g}", *depth) : "infinite depth";
  }

  /// expected(frequency, heading, column): what Wamit_format makes it; limit(infinite, column): that of a limit's row,
  /// NaN where it is not known.
  template <class Expected, class Limit>
  void compare(const std::string& name, std::size_t columns, std::size_t repeats, Expected expected, Limit limit) {
    const auto found = find_ignoring_case(folder_, name);
    if (!found) return;
    any_ = true;
    TextFile file;
    load_text(*found, file);
    Reporter report(file, keep_gaps_);
    std::vector<std::string_view> fields;
    std::vector<double> v(2 + columns);
    const std::size_t nf = c_.omega.size();
    std::size_t row = 0;  // among those of finite frequencies
    for (std::size_t k = 0; k < file.lines.size(); ++k) {
      split_fields(file.lines[k], fields);
      const long l = static_cast<long>(k);
      if (fields.empty()) continue;
      if (!report.numbers(l, fields, 0, 2, "row", v.data(), true) ||
          !(keep_gaps_ ? report.coefficients(l, fields, 2, columns, "row", v.data() + 2)
                       : report.numbers(l, fields, 2, columns, "row", v.data() + 2, true)))
        continue;
      const bool finite = v[1] > 0.0;
      if (finite && row++ >= nf * repeats) continue;
      const std::size_t f = finite ? (row - 1) / repeats : 0;
      if (finite && !same_wave(report, l, fields, v[0], v[1], f)) continue;
      for (std::size_t j = 0; j < columns; ++j) {
        const double wanted = finite ? expected(f, (row - 1) % repeats, j) : limit(v[1] < 0.0, j);
        if ((keep_gaps_ || !finite) && !(std::isfinite(v[2 + j]) && std::isfinite(wanted))) continue;
        if (std::abs(v[2 + j] - wanted) <= 2.0 * last_place(fields[2 + j]) + kSevenDigits * std::abs(wanted)) continue;
        report.error(
            l, fmt::format("has {} in column {}, Wamit_format makes it {:.5e}", fields[2 + j], j + 3, wanted),
            "the tables are of different runs, or one is damaged; run HAMS again, or leave these out (--ignore "
            "hams_format)");
        break;
      }
    }
    if (row != nf * repeats)
      report.error(-1, fmt::format("{} rows of finite frequencies found, {} expected", row, nf * repeats),
                   "the file is cut off or of another run; run HAMS again");
    report.throw_if_errors();
  }

  bool any() const { return any_; }
  bool deep() const { return deep_; }

 private:
  // Wavenumber and frequency of a row; the first is that of the finite depth.
  bool same_wave(Reporter& report, long l, const std::vector<std::string_view>& fields, double k, double w,
                 std::size_t f) {
    constexpr double kDispersion = 1e-3;  // HAMS solves the dispersion relation to some digits only
    if (!(std::abs(w - c_.omega[f]) <= 2.0 * last_place(fields[1]))) {
      report.error(l,
                   fmt::format("has the frequency {:g} rad/s, Wamit_format {:g} rad/s in this place", w, c_.omega[f]),
                   "are both of the same run?");
      return false;
    }
    const double wanted = wavenumber_[f], deep = c_.omega[f] * c_.omega[f] / kHamsGravity;
    const auto is = [&](double value) {
      return std::abs(k - value) <= 2.0 * last_place(fields[0]) + kDispersion * value;
    };
    if (is(wanted)) return true;
    if (is(deep)) {
      deep_ = true;
      return true;
    }
    report.error(
        l,
        fmt::format("has the wavenumber {} rad/m; {:g} rad/s in ControlFile.in's {} makes it {:.4g}", fields[0],
                    c_.omega[f], depth_text_, wanted),
        "the depth is of another run, or one of the two is damaged; correct it, run HAMS again, or leave these "
        "tables out (--ignore hams_format)");
    return false;
  }

  const std::filesystem::path& folder_;
  const Coefficients& c_;
  bool keep_gaps_;
  std::vector<double> wavenumber_;
  std::string depth_text_;
  bool any_ = false, deep_ = false;
};

}  // namespace

// Dimensional and with fewer digits. X = -i conj(X_native) / (rho g): the other sense of time, and a potential instead
// of an elevation.
void check_hams_native(const std::filesystem::path& folder, const Coefficients& c, const std::optional<double>& depth,
                       bool keep_gaps, std::vector<std::string>& notes) {
  NativeTables tables(folder, c, depth, keep_gaps);
  const auto unknown = [](bool, std::size_t) { return std::nan(""); };
  for (Eigen::Index i = 0; i < 6; ++i) {
    tables.compare(
        fmt::format("OAMASS{}.txt", i + 1), 6, 1,
        [&](std::size_t f, std::size_t, std::size_t j) {
          return kHamsDensity * c.added_mass[f](i, static_cast<Eigen::Index>(j));
        },
        [&](bool infinite, std::size_t j) {
          const auto& A = infinite ? c.added_mass_infinite : c.added_mass_zero;
          return A ? kHamsDensity * (*A)(i, static_cast<Eigen::Index>(j)) : std::nan("");
        });
    tables.compare(
        fmt::format("ODAMPING{}.txt", i + 1), 6, 1,
        [&](std::size_t f, std::size_t, std::size_t j) {
          return kHamsDensity * c.omega[f] * c.damping[f](i, static_cast<Eigen::Index>(j));
        },
        unknown);
    if (c.excitation.empty()) continue;
    tables.compare(
        fmt::format("OEXFOR{}.txt", i + 1), 2, c.direction.size(),
        [&](std::size_t f, std::size_t d, std::size_t part) {
          const std::complex<double> X =
              kHamsDensity * kHamsGravity * std::conj(std::complex<double>(0.0, 1.0) * c.excitation[d][f][i]);
          return part == 0 ? X.real() : X.imag();
        },
        unknown);
  }
  if (tables.any()) notes.emplace_back("Wamit_format agrees with the tables of Hams_format");
  if (tables.deep())
    notes.emplace_back("Hams_format holds wavenumbers of deep water: the Waterdepth of ControlFile.in is not checked");
}

void check_hams_stiffness(const std::filesystem::path& hst, const Matrix6& restoring, const Matrix6& external) {
  const MatrixX own = read_wamit_hst(hst, 6);
  const double weight = kHamsDensity * kHamsGravity, noise = kNoise * own.cwiseAbs().maxCoeff();
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      const double alone = restoring(i, j) / weight, both = alone + external(i, j) / weight;
      const auto is = [&](double value) {
        return std::abs(own(i, j) - value) <= kFiveDigits * std::abs(value) + noise;
      };
      if (is(alone) || is(both)) continue;
      fail_input(
          shown(hst), -1,
          fmt::format("C({},{}) = {:.6g}, Hydrostatic.in has {:.6g} ({:.6g} / rho g)", i + 1, j + 1, own(i, j), alone,
                      restoring(i, j)),
          "the two are of different runs, or one is damaged; copy them again, or leave this one out (--ignore .hst)");
    }
  }
}

}  // namespace swell::bemio
