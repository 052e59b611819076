// AQWA: the coefficient file .AH1, complete on its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "files/hydrostatics_files.h"
#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/aqwa/aqwa_lis.h"
#include "formats/aqwa/aqwa_qtf.h"
#include "formats/format_row.h"
#include "swell/base/text.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

constexpr double kReferenceDeepWater = 200.0;  // [m] BEMIO's own limit, for like_bemio
constexpr double kCorruptJump = 1e4;           // a lowest frequency this far from its neighbour is AQWA's known defect

struct Number {
  std::string_view field;
  long line;
};

// A block of numbers, taken one after the other with messages that name the line.
class Block {
 public:
  Block() = default;
  Block(Reporter& report, std::string name, long line, bool keep_gaps)
      : report_(&report), name_(std::move(name)), line_(line), keep_gaps_(keep_gaps) {}
  void add(std::string_view field, long line) { numbers_.push_back({field, line}); }
  bool done() const { return next_ >= numbers_.size(); }
  std::size_t left() const { return numbers_.size() - next_; }
  long line() const { return done() ? line_ : numbers_[next_].line; }
  const std::string& name() const { return name_; }

  double number() {
    if (done()) report_->fail(line_, name_ + ": ends before its last number", "the file is cut off; copy it again");
    const Number& n = numbers_[next_++];
    const auto value = parse_number(n.field);
    if (!value || !std::isfinite(*value)) {
      report_->fail(n.line, fmt::format("{}: {} must be a finite number", name_, n.field.substr(0, 40)),
                    "correct the field or run AQWA again");
    }
    return *value;
  }

  // A number that those who repair may find missing: NaN then.
  double coefficient() {
    if (!keep_gaps_ || done() || !is_gap(numbers_[next_].field)) return number();
    ++next_;
    return std::numeric_limits<double>::quiet_NaN();
  }

  // A whole number from 1 to most, returned from 0.
  std::size_t index(std::size_t most, const char* what) {
    const long at = line();
    const double value = number();
    if (!(value >= 1.0) || value > static_cast<double>(most) || value != std::floor(value)) {
      report_->fail(at, fmt::format("{}: {} = {} must be a whole number from 1 to {}", name_, what, value, most),
                    "the file is damaged or cut off; copy it again");
    }
    return static_cast<std::size_t>(value) - 1;
  }

 private:
  Reporter* report_ = nullptr;
  std::string name_;
  long line_ = 0;
  bool keep_gaps_ = false;
  std::vector<Number> numbers_;
  std::size_t next_ = 0;
};

class Ah1 {
 public:
  Ah1(const std::filesystem::path& path, const ReadOptions& options) : path_(path), options_(options), report_(file_) {
    load_text(path, file_);
  }

  hydro::HydroData read() {
    data_.file = shown(path_);
    data_.code = "AQWA";
    split_blocks();
    header();
    general();
    hydrostatics();
    radiation();
    excitation();
    far_field();
    report_.throw_if_errors();
    if (!options_.ignores(".lis")) {
      if (const auto lis = find_accompanying(path_, ".LIS")) add_aqwa_lis(*lis, options_, c_, data_);
    }
    add_aqwa_qtf_beside(path_, options_, data_);
    drop_corrupt_frequency();
    assemble(std::move(c_), data_, options_.keeps_gaps());
    return std::move(data_);
  }

 private:
  void split_blocks() {
    std::vector<std::string_view> fields;
    blocks_.emplace_back(report_, "header", 0, false);
    for (std::size_t k = 0; k < file_.lines.size(); ++k) {
      const std::string_view line = trimmed(file_.lines[k]);
      if (line.empty() || line[0] == '*') continue;
      const long l = static_cast<long>(k);
      if ((line[0] >= 'A' && line[0] <= 'Z') && !parse_number(split_fields(line)[0])) {
        if (const Block* first = find(std::string(line).c_str())) {
          data_.notes.push_back(fmt::format("{}:{}: the block {} appears twice; the first, from line {} on, is used",
                                            path_.filename().string(), l + 1, line.substr(0, 40), first->line() + 1));
        }
        blocks_.emplace_back(report_, std::string(line), l, options_.keeps_gaps());
        continue;
      }
      split_fields(line, fields);
      for (const std::string_view field : fields) blocks_.back().add(field, l);
    }
    report_.check_last_line();
  }

  Block* find(const char* name) {
    for (std::size_t b = 1; b < blocks_.size(); ++b) {
      if (blocks_[b].name() == name) return &blocks_[b];
    }
    return nullptr;
  }
  Block& need(const char* name) {
    Block* block = find(name);
    if (!block)
      report_.fail(-1, fmt::format("the block {} is missing", name), "the file is cut off; copy it or run AQWA again");
    return *block;
  }

  void header() {
    Block& block = blocks_[0];
    // Either every structure has its own header, or one header serves all and begins with their number.
    std::size_t common = 0;
    while (!block.done() && common == 0) {
      const std::size_t structure = block.index(1000, "structure");
      if (structures_ == 0 && structure > 0)
        common = structure + 1;
      else if (structure != structures_)
        report_.fail(block.line(), "the structures must follow each other from 1", "the file is damaged");
      const std::size_t headings = block.index(100000, "number of headings") + 1;
      const std::size_t frequencies = block.index(1000000, "number of frequencies") + 1;
      if (block.left() < headings + frequencies) {
        report_.fail(block.line(),
                     fmt::format("{} headings and {} frequencies are announced, {} numbers follow", headings,
                                 frequencies, block.left()),
                     "the file is cut off; copy it again");
      }
      std::vector<double> direction, omega;
      for (std::size_t h = 0; h < headings; ++h) direction.push_back(block.number());
      for (std::size_t k = 0; k < frequencies; ++k) omega.push_back(block.number());
      if (structures_ == 0) {
        c_.direction = direction;
        c_.omega = omega;
      } else if (direction != c_.direction || omega != c_.omega) {
        report_.fail(block.line(),
                     fmt::format("structure {} has other headings or frequencies than structure 1", structure + 1),
                     "run AQWA with the same ones for all structures");
      }
      ++structures_;
    }
    if (common > 0) structures_ = common;
    if (common > 0 && !block.done())
      report_.fail(block.line(), "more numbers follow the headings and frequencies of the header",
                   "the file is damaged; copy it again");
    if (structures_ == 0) report_.fail(-1, "holds no structure", "is this an AQWA .AH1 file, and complete?");
    n_ = static_cast<int>(6 * structures_);
    check_allocation(2.0 * static_cast<double>(c_.omega.size()) * n_ * n_, file_.text.size(), 1.0, data_.file);
    data_.bodies.resize(structures_);
    for (std::size_t s = 0; s < structures_; ++s) {
      data_.bodies[s].name = fmt::format("structure{}", s + 1);
      data_.bodies[s].restoring_stiffness = MatrixX::Zero(6, 6);
    }
    for (const double w : c_.omega) {
      if (!(w > 0.0))
        report_.fail(blocks_[0].line(), fmt::format("frequency = {} rad/s must be above 0", w), "correct the header");
    }
  }

  void general() {
    Block& block = need("GENERAL");
    // Newer releases begin the row with the structure and end it with two zeros.
    if (block.left() >= 6 * structures_) block.number();
    const double depth = block.number();
    const double density = block.number();
    const double gravity = block.number();
    if (!(depth > 0.0) || !(density > 0.0) || !(gravity > 0.0)) {
      report_.fail(block.line(),
                   fmt::format("depth = {} m, density = {} kg/m^3 and gravity = {} m/s^2 must be above 0", depth,
                               density, gravity),
                   "is the block GENERAL in the order of a newer or older AQWA?");
    }
    check_water(density, gravity, path_);
    data_.water_depth = depth;
    data_.density = density;
    data_.gravity = gravity;
  }

  void per_structure(Block& block, std::size_t count, double* out) {
    Filled filled;
    for (std::size_t s = 0; s < structures_; ++s) {
      const std::size_t at = block.index(structures_, "structure");
      filled.add(0, static_cast<int>(at) + 1);
      for (std::size_t k = 0; k < count; ++k) out[at * count + k] = block.number();
    }
    filled.check(data_.file, [&](std::size_t) { return block.name() + " (number of the structure)"; });
  }

  void hydrostatics() {
    std::vector<double> v(36 * structures_, 0.0);
    per_structure(need("COG"), 3, v.data());
    for (std::size_t s = 0; s < structures_; ++s) data_.bodies[s].cg = Vector3(v[3 * s], v[3 * s + 1], v[3 * s + 2]);
    const double weight = *data_.density * *data_.gravity;
    if (Block* block = find("COB")) {
      per_structure(*block, 3, v.data());
      for (std::size_t s = 0; s < structures_; ++s) data_.bodies[s].cb = Vector3(v[3 * s], v[3 * s + 1], v[3 * s + 2]);
    } else {
      data_.notes.push_back("no centre of buoyancy in this older .AH1: a .LIS beside it gives it");
      for (auto& body : data_.bodies) body.cb = body.cg;
    }
    if (Block* block = find("HYDSTIFFNESS")) {
      per_structure(*block, 36, v.data());
      for (std::size_t s = 0; s < structures_; ++s) {
        for (int i = 0; i < 36; ++i)
          data_.bodies[s].restoring_stiffness(i / 6, i % 6) = v[36 * s + static_cast<std::size_t>(i)] / weight;
      }
    } else {
      data_.notes.push_back("no HYDSTIFFNESS: the hydrostatic stiffness is 0");
    }
    if (Block* block = find("DISPLACEMENT")) {
      per_structure(*block, 1, v.data());
      for (std::size_t s = 0; s < structures_; ++s) data_.bodies[s].displaced_volume = v[s];
    } else if (Block* mass = find("MASS")) {
      per_structure(*mass, 36, v.data());
      for (std::size_t s = 0; s < structures_; ++s) data_.bodies[s].displaced_volume = v[36 * s] / *data_.density;
      data_.notes.push_back("no DISPLACEMENT in this older .AH1: volume from the mass");
    }
  }

  // Matrices of pairs of structures, with the frequency in front or not (the limits).
  bool matrices(const char* name, bool frequency, std::vector<MatrixX>& out, bool required) {
    Block* block = required ? &need(name) : find(name);
    if (!block) return false;
    const std::size_t nf = frequency ? c_.omega.size() : 1;
    out.assign(nf, MatrixX::Zero(n_, n_));
    std::vector<std::size_t> seen(structures_ * structures_, 0);
    Filled filled;
    while (!block->done()) {
      const std::size_t s = block->index(structures_, "structure"), t = block->index(structures_, "structure");
      const std::size_t k = frequency ? block->index(nf, "frequency") : 0;
      for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j)
          out[k](static_cast<int>(6 * s) + i, static_cast<int>(6 * t) + j) =
              frequency ? block->coefficient() : block->number();
      }
      ++seen[s * structures_ + t];
      filled.add(k, static_cast<int>(s) + 1, static_cast<int>(t) + 1);
    }
    for (std::size_t s = 0; s < structures_; ++s) {
      for (std::size_t t = 0; t < structures_; ++t) {
        const std::size_t count = seen[s * structures_ + t];
        if (count != nf && !(count == 0 && s != t)) {
          report_.fail(
              block->line(),
              fmt::format("{}: {} matrices of the structures {} {}, {} expected", name, count, s + 1, t + 1, nf),
              "the file is cut off; copy it or run AQWA again");
        }
        if (count == 0 && frequency) {
          data_.notes.push_back(
              fmt::format("{}: no matrices of the structures {} {}: no coupling between them", name, s + 1, t + 1));
        }
      }
    }
    filled.check(data_.file, [&](std::size_t k) { return fmt::format("{}, frequency {}", name, k + 1); });
    return true;
  }

  void radiation() {
    matrices("ADDEDMASS", true, c_.added_mass, true);
    matrices("DAMPING", true, c_.damping, true);
    for (std::size_t k = 0; k < c_.omega.size(); ++k) {
      c_.added_mass[k] /= *data_.density;
      c_.damping[k] /= *data_.density * c_.omega[k];
    }
    std::vector<MatrixX> limit;
    if (matrices("ADDEDMASS_LF", false, limit, false)) c_.added_mass_zero = limit[0] / *data_.density;
    if (matrices("ADDEDMASS_HF", false, limit, false)) c_.added_mass_infinite = limit[0] / *data_.density;
  }

  void excitation() {
    Block* block = find("FORCERAO");
    if (!block) {
      if (!find("FIDD")) report_.fail(-1, "the block FORCERAO is missing", "the file is cut off; copy it again");
      data_.notes.push_back("no FORCERAO: there is no excitation");
      return;
    }
    const std::size_t nh = c_.direction.size(), nf = c_.omega.size();
    check_allocation(2.0 * static_cast<double>(nh) * static_cast<double>(nf) * n_, file_.text.size(), 1.0, data_.file);
    c_.excitation = zero_forces(nh, nf, n_);
    records(*block, [&](std::size_t s, std::size_t h, std::size_t k) {
      double amplitude[6], phase[6];
      for (double& a : amplitude) a = block->coefficient();
      for (double& p : phase) p = block->coefficient();
      for (int i = 0; i < 6; ++i) {
        c_.excitation[h][k][static_cast<int>(6 * s) + i] =
            amplitude[i] / (*data_.density * *data_.gravity) *
            std::exp(std::complex<double>(0.0, aqwa_phase(phase[i] * kDegree, s, h, k)));
      }
    });
  }

  /// A block with a record for each structure, heading and frequency.
  /// @param take  reads the record behind these three
  template <class Take>
  void records(Block& block, const Take& take) {
    const std::size_t nh = c_.direction.size(), nf = c_.omega.size();
    std::size_t count = 0;
    Filled filled;
    while (!block.done()) {
      const std::size_t s = block.index(structures_, "structure"), h = block.index(nh, "heading"),
                        k = block.index(nf, "frequency");
      take(s, h, k);
      ++count;
      filled.add(h * nf + k, static_cast<int>(s) + 1);
    }
    filled.check(data_.file, [&](std::size_t at) {
      return fmt::format("{}, heading {}, frequency {} (number of the structure)", block.name(), at / nf + 1,
                         at % nf + 1);
    });
    if (count != structures_ * nh * nf) {
      report_.fail(block.line(),
                   fmt::format("{}: {} records found, {} expected", block.name(), count, structures_ * nh * nf),
                   "the file is cut off; copy it or run AQWA again");
    }
  }

  // AQWA counts from the crest at the structure's own cg and in the other sense.
  double aqwa_phase(double phase, std::size_t structure, std::size_t heading, std::size_t k) const {
    const bool deep = options_.like_bemio && *data_.water_depth >= kReferenceDeepWater;
    const double wave = waves::wavenumber(c_.omega[k], deep ? std::nullopt : data_.water_depth, *data_.gravity);
    const double sense = options_.phases == ReadOptions::Phases::lead ? -1.0 : 1.0;
    return phase_from_aqwa(sense * phase, data_.bodies[structure].cg, c_.direction[heading], wave);
  }

  void far_field() {
    Block* block = find("FARFIELD");
    if (!block || block->done()) return;
    const std::size_t nh = c_.direction.size(), nf = c_.omega.size();
    check_allocation(static_cast<double>(nh) * static_cast<double>(nf) * n_, file_.text.size(), 1.0, data_.file);
    DriftTable drift = zero_drift(nh, nf, n_);
    records(*block, [&](std::size_t s, std::size_t h, std::size_t k) {
      for (int i = 0; i < 6; ++i)
        drift[h][k][static_cast<int>(6 * s) + i] = block->number() / (*data_.density * *data_.gravity);
    });
    c_.drift_momentum = std::move(drift);
  }

  // The lowest frequency may hold values like 1e9: AQWA's defect near zero frequency.
  void drop_corrupt_frequency() {
    if (c_.omega.size() < 3 || options_.like_bemio) return;
    const auto lowest = static_cast<std::size_t>(std::min_element(c_.omega.begin(), c_.omega.end()) - c_.omega.begin());
    const std::size_t next = lowest == 0 ? 1 : lowest - 1;
    const auto size = [&](std::size_t k) { return c_.added_mass[k].cwiseAbs().maxCoeff(); };
    if (!(size(lowest) > kCorruptJump * size(next))) return;  // nor when one is no number
    data_.notes.push_back(
        fmt::format("the lowest frequency ({:g} rad/s) is {:.0e} times its neighbour: left out as corrupt",
                    c_.omega[lowest], size(lowest) / size(next)));
    const auto at = static_cast<std::ptrdiff_t>(lowest);
    c_.omega.erase(c_.omega.begin() + at);
    c_.added_mass.erase(c_.added_mass.begin() + at);
    c_.damping.erase(c_.damping.begin() + at);
    for (ForceTable* table : {&c_.excitation, &c_.froude_krylov, &c_.scattering}) {
      for (auto& row : *table) row.erase(row.begin() + at);
    }
    for (auto& row : c_.drift_momentum) row.erase(row.begin() + at);
  }

  std::filesystem::path path_;
  const ReadOptions& options_;
  TextFile file_;
  Reporter report_;
  std::vector<Block> blocks_;
  hydro::HydroData data_;
  Coefficients c_;
  std::size_t structures_ = 0;
  int n_ = 0;
};

hydro::HydroData read_aqwa(const std::filesystem::path& path, const ReadOptions& options) {
  if (extension_of(path) == ".lis") {
    if (const auto ah1 = find_accompanying(path, ".AH1")) return Ah1(*ah1, options).read();
    return read_aqwa_lis(path, options);
  }
  return Ah1(path, options).read();
}

}  // namespace

Reader aqwa_reader() {
  Reader row{"aqwa", "AQWA", Sense::lag, {".AH1"}};
  row.words = "aqwa";
  row.accompanying = {".lis", "qtf"};
  row.read = [](const Source& source, const ReadOptions& options) { return read_aqwa(source.file, options); };
  return row;
}

Reader lis_reader() {
  Reader row{"lis", "AQWA", Sense::lag, {".LIS"}};
  row.accompanying = {"qtf"};
  row.read = [](const Source& source, const ReadOptions& options) { return read_aqwa(source.file, options); };
  return row;
}

}  // namespace swell::bemio
