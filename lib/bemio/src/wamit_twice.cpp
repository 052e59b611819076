#include "wamit_twice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "coefficients.h"
#include "wamit_numeric.h"

namespace swell::bemio {
namespace {

// A unit of the last digit of each file, relative: seven digits of A and B, six of a volume; and the decimals of
// points.
constexpr double kSevenDigits = 2e-6, kSixDigits = 2e-5, kPointDecimals = 2.1e-6, kOriginDecimals = 1.01e-4;
constexpr double kSamePeriod = 1e-5;
constexpr const char* kRemedy =
    "the two are of different runs, or one is damaged; copy them again, or leave this one out (--ignore)";

bool differ(double a, double b, double relative, double absolute = 0.0) {
  return std::abs(a - b) > relative * std::max(std::abs(a), std::abs(b)) + absolute;  // never for NaN: a gap
}

void check_radiation(const std::filesystem::path& path, const ReadOptions& options, const WamitOut& out,
                     hydro::HydroData& data) {
  std::vector<double> period;
  std::vector<std::map<std::pair<int, int>, const WamitRadiation*>> given(out.blocks.size());
  for (std::size_t b = 0; b < out.blocks.size(); ++b) {
    const WamitBlock& block = out.blocks[b];
    period.push_back(block.kind == WamitBlock::Kind::finite           ? block.period
                     : block.kind == WamitBlock::Kind::zero_frequency ? -1.0
                                                                      : 0.0);
    for (const WamitRadiation& r : block.radiation) given[b][{r.i, r.j}] = &r;
  }
  const std::vector<RadiationRow> rows = read_wamit_1(path, options.keeps_gaps());
  std::size_t met = 0;
  const RadiationRow* missed = nullptr;
  const auto fail = [&](const RadiationRow& row, const std::string& message) {
    fail_input(shown(path), row.line, message, kRemedy);
  };
  double last_period = HUGE_VAL;
  std::optional<std::size_t> b;
  for (const RadiationRow& row : rows) {
    if (row.period != last_period) b = nearest_index(period, row.period, kSamePeriod);
    last_period = row.period;
    if (!b) {
      if (row.period > 0.0 && !missed) missed = &row;
      continue;
    }
    const auto at = given[*b].find({row.i, row.j});
    if (at == given[*b].end()) continue;  // one of the two left out what symmetry makes zero
    if (row.period > 0.0) ++met;
    const WamitRadiation& r = *at->second;
    const auto compare = [&](const char* what, double own, double other) {
      if (differ(own, other, kSevenDigits)) {
        fail(row, fmt::format("{}({},{}) at the period {:.7g} s = {:.7g}, in the .out {:.7g}", what, row.i, row.j,
                              row.period, own, other));
      }
    };
    compare("A", row.A, r.A);
    if (row.period > 0.0) compare("B", row.B, r.B);
  }
  if (missed && met > 0) {
    fail(*missed, fmt::format("the period {:.7g} s is not in the .out, others are", missed->period));
  }
  if (missed) data.notes.push_back(fmt::format("{} not compared: it has other periods", path.filename().string()));
}

void check_point(const std::filesystem::path& path, long line, std::size_t body, const char* what, const Vector3& own,
                 const Vector3& other, double relative, double absolute) {
  for (int i = 0; i < 3; ++i) {
    if (!differ(own[i], other[i], relative, absolute)) continue;
    fail_input(shown(path), line,
               fmt::format("body {}: {} = ({:.7g}, {:.7g}, {:.7g}), in the .out ({:.7g}, {:.7g}, {:.7g})", body + 1,
                           what, own[0], own[1], own[2], other[0], other[1], other[2]),
               kRemedy);
  }
}

void check_bodies(const std::filesystem::path& path, long line, std::size_t own, const WamitOut& out) {
  if (own == out.bodies.size()) return;
  fail_input(shown(path), line, fmt::format("holds {} bodies, the .out {}", own, out.bodies.size()), kRemedy);
}

// The second form of WAMIT's .frc (IALTFRC = 2) of one body: title, options, RHO, XCG, and IMASS, IDAMP, ISTIF each
// with its matrix where it is 1. Numbers first in every line, then whatever text.
class ForceInput {
 public:
  explicit ForceInput(const std::filesystem::path& path) { load_text(path, file_); }

  /// Nothing, with `why`, where it is of another form.
  bool read(Eigen::Index n) {
    if (!take(2, 1) || !take(1, 4)) return false;  // the options, then RHO and XCG
    density = values_[0];
    for (MatrixX* matrix : {&mass, &damping, &stiffness}) {
      if (!take(1, 1)) return false;
      *matrix = MatrixX::Zero(n, n);
      lines.push_back(static_cast<long>(line_));
      if (values_[0] == 0.0) continue;
      if (values_[0] != 1.0 || !take(1, static_cast<std::size_t>(n * n))) return false;
      *matrix = Eigen::Map<const RowMatrixX>(values_.data(), n, n);
    }
    return true;
  }

  MatrixX mass, damping, stiffness;
  double density = 0.0;
  std::vector<long> lines;  ///< of the first row of each matrix, from 0

 private:
  // Skips `skip - 1` lines, then takes numbers from as many lines as hold `count`.
  bool take(std::size_t skip, std::size_t count) {
    line_ += skip - 1;
    values_.clear();
    while (values_.size() < count && line_ < file_.lines.size()) {
      for (const std::string_view field : split_fields(file_.lines[line_])) {
        const auto number = parse_number(field);
        if (!number || !std::isfinite(*number) || values_.size() == count) break;
        values_.push_back(*number);
      }
      ++line_;
    }
    return values_.size() == count;
  }

  TextFile file_;
  std::size_t line_ = 0;
  std::vector<double> values_;
};

void check_frc(const std::filesystem::path& path, const Mmx& mmx, hydro::HydroData& data) {
  if (mmx.bodies.size() != 1 || !mmx.bodies[0].external || mmx.length != 1.0) return;
  const MmxBody& body = mmx.bodies[0];
  ForceInput input(path);
  if (!input.read(body.mass.rows())) {
    data.notes.push_back(
        fmt::format("{} not compared with the .mmx: it is of another form than IALTFRC = 2", path.filename().string()));
    return;
  }
  const MatrixX* const own[] = {&input.mass, &input.damping, &input.stiffness};
  const MatrixX* const other[] = {&body.mass, &body.damping, &body.stiffness};
  const char* const names[] = {"mass", "damping", "stiffness"};
  for (std::size_t m = 0; m < 3; ++m) {
    for (Eigen::Index i = 0; i < own[m]->rows(); ++i) {
      for (Eigen::Index j = 0; j < own[m]->cols(); ++j) {
        const double a = (*own[m])(i, j), b = (*other[m])(i, j);
        if (!differ(a, b, kSevenDigits)) continue;
        fail_input(shown(path), input.lines[m],
                   fmt::format("external {}({},{}) = {:.7g}, in the .mmx {:.7g}", names[m], i + 1, j + 1, a, b),
                   kRemedy);
      }
    }
  }
  if (data.density && differ(input.density, *data.density, kSixDigits)) {
    data.notes.push_back(fmt::format("{} has the density {:g} kg/m^3, {:g} is used", path.filename().string(),
                                     input.density, *data.density));
  }
}

Mmx check_mmx(const std::filesystem::path& path, const WamitOut& out) {
  Mmx mmx = read_wamit_mmx(path);
  check_bodies(path, mmx.bodies_line, mmx.bodies.size(), out);
  if (differ(mmx.length, out.length, kSixDigits)) {
    fail_input(shown(path), mmx.line, fmt::format("length scale = {:g}, in the .out {:g}", mmx.length, out.length),
               kRemedy);
  }
  if (out.gravity && differ(mmx.gravity, *out.gravity, kSixDigits)) {
    fail_input(shown(path), mmx.line, fmt::format("gravity = {:g}, in the .out {:g}", mmx.gravity, *out.gravity),
               kRemedy);
  }
  for (std::size_t b = 0; b < out.bodies.size(); ++b) {
    const MmxBody& own = mmx.bodies[b];
    const WamitBody& other = out.bodies[b];
    check_point(path, own.volumes_line, b, "volumes", own.volumes, other.volumes, kSixDigits, 1e-6);
    check_point(path, own.cb_line, b, "centre of buoyancy", own.cb, other.cb, kSixDigits, kPointDecimals);
    check_point(path, own.cg_line, b, "centre of gravity", own.cg, other.cg, kSixDigits, kPointDecimals);
  }
  return mmx;
}

void check_pot(const std::filesystem::path& path, const WamitOut& out, std::vector<std::string>& notes) {
  std::string why;
  const std::optional<WamitPot> pot = read_wamit_pot(path, why);
  if (!pot) {
    notes.push_back(why + "; it is not compared with the .out");
    return;
  }
  check_bodies(path, pot->bodies_line, pot->origin.size(), out);
  if (pot->depth.has_value() != out.depth.has_value() ||
      (pot->depth && differ(*pot->depth, *out.depth, kSixDigits, kOriginDecimals))) {
    const auto text = [](const std::optional<double>& depth) {
      return depth ? fmt::format("{:g} m", *depth) : std::string("infinite");
    };
    fail_input(shown(path), pot->depth_line,
               fmt::format("water depth = {}, in the .out {}", text(pot->depth), text(out.depth)), kRemedy);
  }
  for (std::size_t b = 0; b < out.bodies.size(); ++b)
    check_point(path, pot->origin_line[b], b, "XBODY", pot->origin[b], out.bodies[b].origin, kSevenDigits,
                kOriginDecimals);
}

}  // namespace

void check_wamit_twice(const std::filesystem::path& main, const ReadOptions& options, const WamitOut& out,
                       hydro::HydroData& data) {
  const auto beside = [&](const char* extension) {
    return options.ignores(extension) ? std::nullopt : find_companion(main, extension);
  };
  if (const auto path = beside(".1")) check_radiation(*path, options, out, data);
  if (const auto path = beside(".mmx")) {
    const Mmx mmx = check_mmx(*path, out);
    if (const auto input = beside(".frc")) check_frc(*input, mmx, data);
  }
  if (const auto path = beside(".pot")) check_pot(*path, out, data.notes);
}

}  // namespace swell::bemio
