// The functions of the language: one table for each subject, in a file of its own.
#pragma once

#include "matlab_machine.h"

namespace swell::wecsim {

using Kind = MatlabValue::Kind;
using V = MatlabValue;
using Values = std::vector<V>;

/// A call of a function of the language: what it was given, and how many values are asked for. It remembers which
/// arguments the function has read: one that is not read is one that the function does not know here.
struct Call {
  Machine& machine;
  const Values& given;
  std::size_t outputs;
  mutable std::vector<bool> was_read = std::vector<bool>(given.size());

  std::size_t count() const { return given.size(); }
  void need(std::size_t least) const {
    if (given.size() < least) machine.fail(fmt::format("{} arguments are needed, {} are given", least, given.size()));
  }
  const Values& all() const {
    was_read.assign(given.size(), true);
    return given;
  }
  const V& raw(std::size_t i) const {
    need(i + 1);
    was_read[i] = true;
    return given[i];
  }
  bool is_word(std::size_t i, std::string_view word) const {
    if (i >= given.size() || !given[i].is_text() || given[i].text != word) return false;
    return was_read[i] = true;
  }
  V numbers(std::size_t i) const { return numeric(machine, raw(i)); }
  double number(std::size_t i) const {
    const V v = numbers(i);
    if (v.numbers.empty()) machine.fail("a number is expected, not an empty matrix");
    return v.numbers[0];
  }
  std::size_t whole_of(double x) const {
    if (!(x <= 1e9)) machine.fail(fmt::format("{:g} is not a size", x));
    return x < 0.0 ? 0 : static_cast<std::size_t>(x);
  }
  std::size_t whole(std::size_t i) const { return whole_of(number(i)); }
  std::string text(std::size_t i) const {
    const V& v = raw(i);
    if (v.kind == Kind::cells && v.size() == 1 && v.cells[0].is_text()) return v.cells[0].text;
    if (!v.is_text()) machine.fail(fmt::format("text is expected, not {}", describe(v)));
    return v.text;
  }
};
using Function = Values (*)(const Call&);
using Functions = std::map<std::string, Function>;

inline Values one(V v) {
  Values out;
  out.push_back(std::move(v));
  return out;
}
inline Values one(double x) { return one(V::scalar(x)); }
inline Values yes(bool x) { return one(V::boolean(x)); }

/// A text by its format and the arguments behind it, which stands at `first`.
std::string formatted(const Call& c, std::size_t first);

const Functions& array_functions();
const Functions& mathematical_functions();
const Functions& text_functions();
const Functions& file_functions();

}  // namespace swell::wecsim
