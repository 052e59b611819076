// Numbers of signals as constants or formulas, and how the importer writes them. Of the importer's own.
#pragma once

#include "signals.h"

namespace swell::wecsim {

constexpr std::size_t kWidest = 4096;  // elements of a signal

const Scalar& wide(const Signal& s, std::size_t i);
std::string in_brackets(const Scalar& s);
Scalar plus(const Scalar& a, const Scalar& b, bool minus);
Scalar times(const Scalar& a, const Scalar& b, bool over);
Scalar formula(std::string text);
[[noreturn]] void unfollowed(const SlxBlock& b, const std::string& reason);

}  // namespace swell::wecsim
