// The functions of the language: one table for each subject, in a file of its own.
#pragma once

#include "matlab_machine.h"

namespace swell::wecsim {

using Kind = MatlabValue::Kind;
using V = MatlabValue;
using Values = std::vector<V>;

/// A call of a function of the language: what it was given, and how many values are asked for.
struct Call {
  Machine& machine;
  const Values& args;
  std::size_t outputs;

  std::size_t count() const { return args.size(); }
  void need(std::size_t least) const {
    if (args.size() < least) machine.fail(fmt::format("{} arguments are needed, {} are given", least, args.size()));
  }
  const V& raw(std::size_t i) const {
    need(i + 1);
    return args[i];
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
