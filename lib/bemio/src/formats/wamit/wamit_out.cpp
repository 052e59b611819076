// WAMIT's main output. Keyword scanning: blank lines and their number mean nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/wamit/wamit_out.h"

namespace swell::bemio {
namespace {

enum class OutSection { none, radiation, haskind, diffraction, momentum, control_surface, pressure };

bool starts(std::string_view line, std::string_view word) { return line.rfind(word, 0) == 0; }

// The number after `label`, wherever that stands in the line.
std::optional<double> number_after(std::string_view line, std::string_view label) {
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const auto fields = split_fields(line.substr(at + label.size()));
  return fields.empty() ? std::nullopt : parse_number(fields[0]);
}

std::string mesh_name(std::string_view field) {
  const std::size_t slash = field.find_last_of("/\\");
  if (slash != std::string_view::npos) field.remove_prefix(slash + 1);
  const std::size_t point = field.rfind('.');
  if (point != std::string_view::npos && point > 0) field = field.substr(0, point);
  return std::string(field);
}

class OutScanner {
 public:
  OutScanner(const TextFile& file, WamitOut& out, bool keep_gaps) : file_(file), report_(file, keep_gaps), out_(out) {}

  void run() {
    for (std::size_t k = 0; k < file_.lines.size(); ++k) {
      const std::string_view line = trimmed(file_.lines[k]);
      if (line.empty()) continue;
      line_ = static_cast<long>(k);
      const char first = line[0];
      if ((first >= '0' && first <= '9') || first == '-' || first == '.') {
        if (first == '-' && line.size() > 1 && line[1] == '-') continue;  // a rule
        if (section_ != OutSection::none)
          row(line);
        else if (in_run_list_)
          run_list(line);
      } else {
        keyword(line);
      }
    }
    check();
  }

 private:
  void keyword(std::string_view line) {
    if (line[0] == '*') {
      section_ = OutSection::none;  // a row of stars closes the period
    } else if (starts(line, "Wave period")) {
      period(line);
    } else if (starts(line, "Wave Heading")) {
      heading(line);
    } else if (starts(line, "ADDED-MASS")) {
      section_ = OutSection::radiation;
      need_period();
    } else if (contains(line, "-FREQUENCY EXCITING FORCES")) {
      out_.second_order = true;
      section_ = OutSection::none;
    } else if (contains(line, "EXCITING FORCES AND MOMENTS")) {
      need_period();
      section_ = starts(line, "HASKIND") ? OutSection::haskind : OutSection::diffraction;
      heading_.reset();
    } else if (contains(line, "DRIFT FORCES")) {
      need_period();
      section_ = contains(line, "Momentum")          ? OutSection::momentum
                 : contains(line, "Control Surface") ? OutSection::control_surface
                 : contains(line, "Pressure")        ? OutSection::pressure
                                                     : OutSection::none;
      heading_.reset();
    } else if (starts(line, "I  ") || starts(line, "I\t")) {
      // a column title
    } else {
      if (line[0] >= 'A' && line[0] <= 'Z') section_ = OutSection::none;  // another section: RAOs, pressures
      header(line);
    }
  }

  void need_period() {
    if (out_.blocks.empty())
      report_.fail(line_, "coefficients appear before the first wave period", "is the file complete?");
  }

  void header(std::string_view line) {
    const auto fields = split_fields(line);
    double v[3];
    if (contains(line, "Input from Geometric Data File:")) {
      out_.names.push_back(fields.size() > 5 ? mesh_name(fields.back()) : "body1");
    } else if (contains(line, "Input from Geometric Data Files:")) {
      several_ = true;
    } else if (several_ && starts(line, "N=")) {
      if (fields.size() >= 3) out_.names.push_back(mesh_name(fields[2]));
    } else if (starts(line, "Input from")) {
      several_ = false;
    } else if (starts(line, "Period") && contains(line, "RAD")) {
      in_run_list_ = true;
    } else if (starts(line, "Gravity:")) {
      in_run_list_ = false;
      out_.gravity = number_after(line, "Gravity:");
      out_.length = number_after(line, "Length scale:").value_or(-1.0);
      if (!out_.gravity || !(*out_.gravity > 0.0) || !std::isfinite(*out_.gravity) || !(out_.length > 0.0) ||
          !std::isfinite(out_.length)) {
        report_.error(line_, "gravity and length scale must be numbers above 0", "correct the line");
      }
    } else if (starts(line, "Water depth:")) {
      depth_seen_ = true;
      if (fields.size() > 2 && lower_case(fields[2]) != "infinite") {
        double depth = 0.0;
        if (report_.numbers(line_, fields, 2, 1, "water depth", &depth)) {
          if (depth > 0.0)
            out_.depth = depth;
          else
            report_.error(line_, fmt::format("water depth = {} m must be above 0", depth),
                          "infinite depth reads: infinite");
        }
      } else if (fields.size() < 3) {
        report_.error(line_, "the water depth is missing", "correct the line");
      }
      if (contains(line, "Water density:")) {
        out_.density = number_after(line, "Water density:");
        if (!out_.density || !(*out_.density > 0.0) || !std::isfinite(*out_.density)) {
          report_.error(line_, "the water density must be a number above 0", "correct the line");
        }
      }
    } else if (starts(line, "XBODY")) {
      body(fields);
    } else if (!out_.bodies.empty()) {
      WamitBody& body = out_.bodies.back();
      const auto values = [&](char mark, std::size_t count, const char* what) {
        const std::size_t at = line.rfind(mark);
        return at != std::string_view::npos &&
               report_.numbers(line_, split_fields(line.substr(at + 1)), 0, count, what, v);
      };
      if (starts(line, "Volumes")) {
        if (values(':', 3, "volumes")) body.volumes = Vector3(v[0], v[1], v[2]);
        body.has_volume = true;
      } else if (starts(line, "Center of Buoyancy")) {
        if (values(':', 3, "center of buoyancy")) body.cb = Vector3(v[0], v[1], v[2]);
      } else if (starts(line, "Center of Gravity")) {
        // WAMIT 6 may leave Xg and Yg blank: Zg alone follows.
        const bool alone = split_fields(line.substr(line.rfind(':') + 1)).size() == 1;
        if (values(':', alone ? 1 : 3, "center of gravity"))
          body.cg = alone ? Vector3(0, 0, v[0]) : Vector3(v[0], v[1], v[2]);
      } else if (starts(line, "C(3,3)")) {
        if (values(':', 3, "hydrostatic stiffness")) {
          body.C(2, 2) = v[0];
          body.C(2, 3) = body.C(3, 2) = v[1];
          body.C(2, 4) = body.C(4, 2) = v[2];
        }
        ++body.stiffness_rows;
      } else if (starts(line, "C(4,4)")) {
        if (values(':', 3, "hydrostatic stiffness")) {
          body.C(3, 3) = v[0];
          body.C(3, 4) = body.C(4, 3) = v[1];
          body.C(3, 5) = v[2];  // C64 is not printed and 0 in theory
        }
        ++body.stiffness_rows;
      } else if (starts(line, "C(5,5)")) {
        if (values(':', 2, "hydrostatic stiffness")) {
          body.C(4, 4) = v[0];
          body.C(4, 5) = v[1];
        }
        ++body.stiffness_rows;
      }
    }
  }

  void body(const std::vector<std::string_view>& fields) {
    out_.bodies.emplace_back();
    WamitBody& body = out_.bodies.back();
    // XBODY = x YBODY = y ZBODY = z PHIBODY = p, with or without blanks about the sign
    std::vector<std::string_view> values;
    for (const std::string_view field : fields) {
      const std::size_t sign = field.rfind('=');
      const std::string_view tail = sign == std::string_view::npos ? field : field.substr(sign + 1);
      if (!tail.empty() && !contains(tail, "BODY")) values.push_back(tail);
    }
    double v[4] = {0.0, 0.0, 0.0, 0.0};
    report_.numbers(line_, values, 0, values.size() > 3 ? 4 : 3, "XBODY YBODY ZBODY", v);
    body.origin = Vector3(v[0], v[1], v[2]);
    body.rotation = v[3];
  }

  void run_list(std::string_view line) {
    const auto fields = split_fields(line);
    const auto period = parse_number(fields[0]);
    if (period && fields.size() > 1 && contains(fields[1], ":")) {
      if (*period > 0.0) ++out_.periods_announced;
    } else {
      in_run_list_ = false;
    }
  }

  void period(std::string_view line) {
    section_ = OutSection::none;
    heading_.reset();
    out_.blocks.emplace_back();
    WamitBlock& block = out_.blocks.back();
    block.line = line_;
    const std::size_t sign = line.find('=');
    const auto fields =
        sign == std::string_view::npos ? std::vector<std::string_view>{} : split_fields(line.substr(sign + 1));
    const std::string word = fields.empty() ? "" : lower_case(fields[0]);
    if (word == "infinite") {
      block.kind = WamitBlock::Kind::zero_frequency;
    } else if (word == "zero") {
      block.kind = WamitBlock::Kind::infinite_frequency;
    } else {
      if (!report_.numbers(line_, fields, 0, 1, "wave period", &block.period)) block.period = 1.0;
      if (!(block.period > 0.0)) {
        report_.error(line_, fmt::format("wave period = {} s must be above 0", block.period), "correct the line");
        block.period = 1.0;
      }
    }
  }

  void heading(std::string_view line) {
    const std::size_t colon = line.find(':');
    const auto fields =
        colon == std::string_view::npos ? std::vector<std::string_view>{} : split_fields(line.substr(colon + 1));
    double v[2] = {0.0, 0.0};
    if (section_ == OutSection::none || !report_.numbers(line_, fields, 0, 1, "wave heading", v)) return;
    const bool drift = section_ != OutSection::haskind && section_ != OutSection::diffraction;
    if (drift && fields.size() > 1) {
      if (!report_.numbers(line_, fields, 0, 2, "wave headings", v)) return;
      if (v[0] != v[1]) {
        section_ = OutSection::none;  // bidirectional drift has no place in HydroData
        ++out_.bidirectional_drift;
        return;
      }
    }
    heading_ = v[0];
  }

  void row(std::string_view line) {
    split_fields(line, fields_);
    WamitBlock& block = out_.blocks.back();
    const bool radiation = section_ == OutSection::radiation;
    const std::size_t heads = radiation ? 2 : 1;
    long index[2] = {1, 1};
    for (std::size_t h = 0; h < heads; ++h) {
      const auto number = h < fields_.size() ? parse_integer(fields_[h]) : std::nullopt;
      if (!number || *number == 0 || std::labs(*number) > 100000) {
        report_.error(line_,
                      fmt::format("a row must begin with {} dof number{}, found: {}", heads, heads > 1 ? "s" : "",
                                  line.substr(0, 40)),
                      "correct the row or run WAMIT again");
        return;
      }
      index[h] = std::labs(*number);
    }
    const int i = static_cast<int>(index[0]), j = static_cast<int>(index[1]);
    out_.dof = std::max({out_.dof, i, j});
    double v[2] = {0.0, 0.0};
    if (radiation) {
      const bool limit = block.kind != WamitBlock::Kind::finite;
      const char* const what = "added mass and damping row";
      if (!(limit ? report_.numbers(line_, fields_, 2, 1, what, v)
                  : report_.coefficients(line_, fields_, 2, 2, what, v)))
        return;
      block.radiation.push_back({i, j, v[0], v[1]});
      return;
    }
    if (!heading_) return report_.error(line_, "a force appears before its wave heading", "correct the file");
    const bool force = section_ == OutSection::haskind || section_ == OutSection::diffraction;
    if (!(force ? report_.coefficients(line_, fields_, 1, 2, "exciting force row", v)
                : report_.numbers(line_, fields_, 1, 2, "drift force row", v, true)))
      return;
    if (!force && (std::isnan(v[0]) || std::isnan(v[1]))) {
      ++out_.drift_not_a_number;
      v[0] = v[1] = 0.0;
    }
    std::vector<WamitForce>& list = section_ == OutSection::haskind           ? block.haskind
                                    : section_ == OutSection::diffraction     ? block.diffraction
                                    : section_ == OutSection::momentum        ? block.momentum
                                    : section_ == OutSection::control_surface ? block.control_surface
                                                                              : block.pressure;
    const bool gap = std::isnan(v[0]) || std::isnan(v[1]);
    list.push_back({i, *heading_,
                    gap ? std::complex<double>(std::nan(""), std::nan(""))
                        : std::polar(std::abs(v[0]), v[1] * kDegree) * (v[0] < 0.0 ? -1.0 : 1.0)});
  }

  void check() {
    report_.check_last_line();
    if (out_.bodies.empty()) {
      report_.error(-1, "no body found (no line XBODY = ...)", "is this WAMIT's main output, and complete?");
    }
    if (out_.names.size() != out_.bodies.size() && !out_.names.empty()) {
      report_.error(-1,
                    fmt::format("{} geometry files named, {} bodies described", out_.names.size(), out_.bodies.size()),
                    "the file is cut off or was edited; copy it again");
    }
    for (std::size_t b = 0; b < out_.bodies.size(); ++b) {
      if (out_.bodies[b].stiffness_rows != 3 || !out_.bodies[b].has_volume) {
        report_.error(-1, fmt::format("body {}: volumes or hydrostatic stiffness are missing or repeated", b + 1),
                      "the file is cut off; copy it again");
      }
    }
    if (!out_.gravity) report_.error(-1, "gravity is missing (line Gravity: ...)", "copy the file again");
    if (!depth_seen_) report_.error(-1, "the water depth is missing (line Water depth: ...)", "copy the file again");
    check_blocks();
    report_.throw_if_errors();
  }

  // Every period must hold what the first one holds: the only way to see that a file ends too early.
  void check_blocks() {
    const WamitBlock* first = nullptr;
    std::size_t finite = 0;
    for (const WamitBlock& block : out_.blocks) {
      if (block.kind != WamitBlock::Kind::finite) {
        if (block.radiation.empty())
          report_.error(block.line, "no added mass follows this limit", "the file is cut off");
        continue;
      }
      ++finite;
      if (!first) first = &block;
      const auto differs = [&](std::size_t found, std::size_t expected, const char* what) {
        if (found == expected) return;
        report_.error(block.line,
                      fmt::format("{} {} rows for this period, {} for the first one", found, what, expected),
                      "the file is cut off or rows are missing; copy it or run WAMIT again", std::to_string(found),
                      std::to_string(expected));
      };
      differs(block.radiation.size(), first->radiation.size(), "added mass");
      differs(block.haskind.size(), first->haskind.size(), "Haskind force");
      differs(block.diffraction.size(), first->diffraction.size(), "diffraction force");
      differs(block.momentum.size(), first->momentum.size(), "drift force (momentum)");
      differs(block.control_surface.size(), first->control_surface.size(), "drift force (control surface)");
      differs(block.pressure.size(), first->pressure.size(), "drift force (pressure)");
    }
    if (finite == 0) report_.error(-1, "no wave period found", "is the file complete?");
    if (finite < out_.periods_announced) {
      report_.error(
          -1, fmt::format("{} wave periods found, {} announced in the list of the run", finite, out_.periods_announced),
          "the file is cut off; copy it or run WAMIT again", std::to_string(finite),
          std::to_string(out_.periods_announced));
    }
  }

  const TextFile& file_;
  Reporter report_;
  WamitOut& out_;
  long line_ = 0;
  OutSection section_ = OutSection::none;
  std::optional<double> heading_;
  bool several_ = false, in_run_list_ = false, depth_seen_ = false;
  std::vector<std::string_view> fields_;
};

}  // namespace

void scan_wamit_out(const TextFile& file, WamitOut& out, bool keep_gaps) { OutScanner(file, out, keep_gaps).run(); }

}  // namespace swell::bemio
