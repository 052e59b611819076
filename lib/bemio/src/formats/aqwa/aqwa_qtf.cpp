#include "formats/aqwa/aqwa_qtf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "files/qtf_square.h"
#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

// The numbers of a file of fixed meaning by place, whatever its line breaks.
class Numbers {
 public:
  explicit Numbers(const TextFile& file) : report_(file) {
    std::vector<std::string_view> fields;
    for (std::size_t k = 1; k < file.lines.size(); ++k) {  // the first line is the title
      split_fields(file.lines[k], fields);
      for (const std::string_view f : fields) all_.push_back({f, static_cast<long>(k)});
    }
    report_.check_last_line();
    report_.throw_if_errors();
  }
  bool done() const { return next_ >= all_.size(); }
  std::size_t left() const { return all_.size() - next_; }
  double number() {
    if (done()) report_.fail(-1, "ends before its last number", "the file is cut off; copy it again");
    const auto value = parse_number(all_[next_].first);
    if (!value || !std::isfinite(*value))
      report_.fail(all_[next_].second, fmt::format("{} must be a finite number", all_[next_].first.substr(0, 40)),
                   "the file is damaged; copy it again");
    ++next_;
    return *value;
  }
  std::size_t index(std::size_t most, const char* what) {
    const long line = done() ? -1 : all_[next_].second;
    const double value = number();
    if (!(value >= 1.0) || value > static_cast<double>(most) || value != std::floor(value))
      report_.fail(line, fmt::format("{} = {:g} must be a whole number from 1 to {}", what, value, most),
                   "the file is damaged or of another run; copy it again");
    return static_cast<std::size_t>(value);
  }

 private:
  Reporter report_;
  std::vector<std::pair<std::string_view, long>> all_;
  std::size_t next_ = 0;
};

// A header for each structure: number, headings, frequencies [rad/s]; then for every heading and pair of frequencies
// four rows of six: P and Q of the difference, P and Q of the sum. AQWA theory manual, second-order forces:
//   F = sum_ij a_i a_j { P cos(-w t + e) + Q sin(-w t + e) },   w = w_i -+ w_j, waves a cos(-w_i t + e_i) at the cg
// so that P + i Q is the lead convention's. What speaks for it: in 70 m of water, heading 180, AQWA's own tables of a
// floating box of 2 m (BEMRosetta's examples, aqwa/line/Box1) have the heave of a bound wave, P < 0, and for w_i < w_j
// the surge Q < 0 that its slope -rho V d(zeta_2)/dx has by this reading. What speaks against it: BEMRosetta takes
// P - i Q "to follow Wamit" (BEMRosetta_cl/aqwa.cpp). The estimate is of a half of the surge force and so no proof: the
// note says so. The diagonal of the difference, mean drift and Newman's approximation do not depend on it.
void add_aqwa_qtf(const std::filesystem::path& path, hydro::HydroData& data) {
  TextFile file;
  load_text(path, file);
  if (file.lines.empty() || trimmed(file.lines[0]).rfind("AQTF", 0) != 0)
    fail_input(file.name, 0, "does not begin with AQTF", "is this a .QTF of AQWA?");
  Numbers in(file);
  const double weight = *data.density * *data.gravity;
  std::size_t other = 0;
  for (std::size_t s = 0; s < data.bodies.size(); ++s) {
    if (in.index(data.bodies.size(), "structure") != s + 1)
      fail_input(file.name, -1, "the structures do not follow each other from 1", "copy the file again");
    const std::size_t nh = in.index(1000, "number of headings"), nf = in.index(1000, "number of frequencies");
    check_allocation(28.0 * static_cast<double>(nh) * static_cast<double>(nf) * static_cast<double>(nf), in.left(), 1.0,
                     file.name);
    std::vector<double> heading(nh), omega(nf), wave(nf);
    for (double& b : heading) b = in.number();
    for (std::size_t k = 0; k < nf; ++k) {
      omega[k] = in.number();
      if (!(omega[k] > 0.0))
        fail_input(file.name, -1, fmt::format("frequency {:g} rad/s must be above 0", omega[k]), "");
      wave[k] = waves::wavenumber(omega[k], data.water_depth, *data.gravity);
    }
    const auto along_x = std::find_if(heading.begin(), heading.end(), [](double b) { return std::abs(b) < 1e-6; });
    const std::size_t kept = along_x == heading.end() ? 0 : static_cast<std::size_t>(along_x - heading.begin());
    hydro::HydroBody& body = data.bodies[s];
    body.qtf_difference.assign(6, {});
    body.qtf_sum.assign(6, {});
    const double beta = heading[kept] * kDegree;
    const double lever = body.cg.x() * std::cos(beta) + body.cg.y() * std::sin(beta);
    Filled filled;
    for (std::size_t record = 0; record < nh * nf * nf; ++record) {
      if (in.index(data.bodies.size(), "structure") != s + 1)
        fail_input(file.name, -1, fmt::format("a record of structure {} names another one", s + 1),
                   "copy the file again");
      const std::size_t h = in.index(nh, "heading") - 1, i = in.index(nf, "frequency") - 1,
                        j = in.index(nf, "frequency") - 1;
      filled.add(h, static_cast<int>(i) + 1, static_cast<int>(j) + 1);
      std::array<std::array<double, 6>, 4> rows{};
      for (auto& row : rows) {
        for (double& value : row) value = in.number();
      }
      if (h != kept) continue;
      // Counted from the crest at the centre of gravity; HydroData from that at the origin.
      const std::complex<double> difference = std::exp(std::complex<double>(0.0, -(wave[i] - wave[j]) * lever)),
                                 sum = std::exp(std::complex<double>(0.0, -(wave[i] + wave[j]) * lever));
      for (std::size_t d = 0; d < 6; ++d) {
        hydro::QtfEntry e{2.0 * kPi / omega[i], 2.0 * kPi / omega[j], heading[h], heading[h], {}};
        e.value = std::complex<double>(rows[0][d], rows[1][d]) * difference / weight;
        body.qtf_difference[d].push_back(e);
        e.value = std::complex<double>(rows[2][d], rows[3][d]) * sum / weight;
        body.qtf_sum[d].push_back(e);
      }
    }
    filled.check(file.name, [&](std::size_t h) {
      return fmt::format("the heading {:g} deg (numbers of the frequencies)", heading[h]);
    });
    other += nh - 1;
    for (auto& entries : body.qtf_difference) complete_qtf(entries, false, file.name, data.notes);
    for (auto& entries : body.qtf_sum) complete_qtf(entries, true, file.name, data.notes);
  }
  if (!in.done()) fail_input(file.name, -1, "holds more than its header announces", "does it belong to this run?");
  data.notes.push_back(
      fmt::format("quadratic transfer functions from {}{}; the sign of their out-of-phase part (Q) is that of AQWA's "
                  "theory manual, and "
                  "other programs take the opposite: mean drift and Newman's approximation do not depend on it",
                  path.filename().string(), other > 0 ? ", of one heading" : ""));
}

}  // namespace

void add_aqwa_qtf_beside(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data) {
  const auto path = options.ignores(".qtf") ? std::nullopt : find_accompanying(main, ".QTF");
  if (!path || optional_part("the quadratic transfer functions of " + path->filename().string(), ".qtf", data.notes,
                             [&] { add_aqwa_qtf(*path, data); }))
    return;
  for (hydro::HydroBody& body : data.bodies) {
    body.qtf_sum.clear();
    body.qtf_difference.clear();
  }
}

}  // namespace swell::bemio
