// The parts of import_case.
#pragma once

#include <fmt/format.h>

#include "signals.h"
#include "swell/wecsim/import.h"
#include "topology.h"

namespace swell::wecsim {

/// YAML under construction: keys in block style with comments behind them.
class CaseText {
 public:
  void section(const std::string& name);
  /// `item`: begins a list item with this key.
  void key(int level, const std::string& key, const std::string& value, const std::string& comment = {},
           bool item = false);
  void key(int level, const std::string& name, double value, const std::string& comment = {}) {
    key(level, name, yaml_number(value), comment);
  }
  void key(int level, const std::string& name, const std::vector<double>& values, const std::string& comment = {}) {
    key(level, name, yaml_list(values), comment);
  }
  void heading(int level, const std::string& key, const std::string& comment = {}, bool item = false);
  void comment(const std::string& text);
  void insert(std::size_t at, const std::string& lines) { text_.insert(at, lines); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Inputs;

/// One object of the input file, body(2): its properties by their paths, "quadDrag.cd".
class Object {
 public:
  Object(Inputs& all, const std::string& name, int number)
      : all_(all), name_(name), number_(number), label_(fmt::format("{}({})", name, number)) {}

  /// The value; null when there is none or it is empty. Counts as used from then on.
  const MatlabValue* get(const std::string& path) const;
  bool set(const std::string& path) const;
  /// The value where it is numbers; another kind is reported as lost.
  const MatlabValue* numeric(const std::string& path) const;
  /// `studied`: the first of a vector, whose others become an axis of the study; else a vector is reported as lost.
  double number(const std::string& path, double otherwise, bool studied = false) const;
  /// All values; those of a size that is none of `sizes` are reported as lost.
  std::vector<double> numbers(const std::string& path, const std::set<std::size_t>& sizes = {}) const;
  /// 6 values, 6 x 6, or more rows and columns for generalised modes; null when all are zero. Another shape is reported
  /// as lost, and so are `modes` that have no place.
  const MatlabValue* matrix(const std::string& path, bool modes = false) const;
  /// A choice of 0 to `most`; another value is reported as lost.
  int option(const std::string& path, int most, int otherwise = 0) const;
  std::string text(const std::string& path) const;
  /// Marks the property and those of WEC-Sim's class below it as read; other names below it are reported.
  void use(const std::string& path) const;
  /// Reports the property as lost, once: "body(1).mass " and `why`.
  void lose(const std::string& path, const std::string& why) const;
  /// Marks the object as one that acts on nothing.
  void leave_out() const;
  /// Returns the properties that are set and were not read, and marks them as read.
  std::vector<std::string> unread() const;
  /// "wecSimInputFile.m:12 body(1).mass", or that it is WEC-Sim's default.
  std::string from(const std::string& path) const;
  Origin origin(const std::string& path) const;
  const std::string& label() const { return label_; }  ///< "body(2)"

 private:
  friend class Inputs;
  bool is_default(const std::string& path) const;
  std::string own(const std::string& path) const { return label_ + "." + path; }
  Inputs& all_;
  std::string name_;
  int number_;
  std::string label_;
};

/// What the converted input file holds, read with where it stands.
class Inputs {
 public:
  Inputs(MatlabWorkspace& workspace, std::filesystem::path file, std::vector<ReportLine>& report)
      : workspace_(workspace), file_(std::move(file)), report_(report) {}

  Object operator()(const std::string& name, int number) { return {*this, name, number}; }
  int count(const std::string& object) const;
  bool has(const std::string& object, int number) const { return number >= 1 && number <= count(object); }
  /// Reports properties that were not read and differ from WEC-Sim's default.
  void report_unused();

 private:
  friend class Object;
  MatlabWorkspace& workspace_;
  std::filesystem::path file_;
  std::vector<ReportLine>& report_;
  std::set<std::string> used_, left_out_, misread_;
};

}  // namespace swell::wecsim
