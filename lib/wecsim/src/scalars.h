// Numbers of signals as constants or formulas, and how the importer writes them. Of the importer's own.
#pragma once

#include <fmt/format.h>

#include "signals.h"

namespace swell::wecsim {

constexpr std::size_t kWidest = 4096;  // elements of a signal

const Scalar& wide(const Signal& s, std::size_t i);
std::string in_brackets(const Scalar& s);
Scalar plus(const Scalar& a, const Scalar& b, bool minus);
Scalar times(const Scalar& a, const Scalar& b, bool over);
Scalar formula(std::string text);
/// By a format and its arguments.
template <class First, class... Rest>
Scalar formula(fmt::format_string<First, Rest...> form, First&& first, Rest&&... rest) {
  return formula(fmt::format(form, std::forward<First>(first), std::forward<Rest>(rest)...));
}
/// A transfer function of s, and one of z at steps of `step` [s].
Keys transfer(const std::vector<double>& numerator, const std::vector<double>& denominator);
Keys sampled(double step, const std::vector<double>& numerator, const std::vector<double>& denominator);
/// "[[x0, y0], [x1, y1]]"
std::string yaml_rows(const std::vector<double>& x, const std::vector<double>& y);
[[noreturn]] void unfollowed(const SlxBlock& b, const std::string& reason);

}  // namespace swell::wecsim
