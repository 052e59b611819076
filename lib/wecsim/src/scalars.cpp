// Numbers of signals as constants or formulas, and their text in a case file.
#include "scalars.h"

#include <fmt/format.h>

#include <cmath>

namespace swell::wecsim {
namespace {

bool is_formula_sign(char c) { return std::string("+-*/?:<>=&|!^ ").find(c) != std::string::npos; }

}  // namespace

const Scalar& wide(const Signal& s, std::size_t i) { return s.elements[s.elements.size() == 1 ? 0 : i]; }

std::string in_brackets(const Scalar& s) {
  if (s.constant) return *s.constant < 0.0 ? fmt::format("({})", s.text()) : s.text();
  int depth = 0;
  for (const char c : s.formula) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth == 0 && is_formula_sign(c)) return fmt::format("({})", s.formula);
  }
  return s.formula;
}

Scalar plus(const Scalar& a, const Scalar& b, bool minus) {
  if (a.constant && b.constant) return Scalar::of(minus ? *a.constant - *b.constant : *a.constant + *b.constant);
  if (b.constant && *b.constant == 0.0) return a;
  if (a.constant && *a.constant == 0.0 && !minus) return b;
  Scalar out;
  if (a.constant && *a.constant == 0.0)
    out.formula = fmt::format("-{}", in_brackets(b));
  else
    out.formula = fmt::format("{} {} {}", in_brackets(a), minus ? "-" : "+", in_brackets(b));
  return out;
}
Scalar times(const Scalar& a, const Scalar& b, bool over) {
  if (a.constant && b.constant) return Scalar::of(over ? *a.constant / *b.constant : *a.constant * *b.constant);
  if (a.constant && *a.constant == 0.0) return Scalar::of(0.0);
  if (b.constant && *b.constant == 0.0 && !over) return Scalar::of(0.0);
  if (b.constant && *b.constant == 1.0) return a;
  if (a.constant && *a.constant == 1.0 && !over) return b;
  Scalar out;
  out.formula = fmt::format("{} {} {}", in_brackets(a), over ? "/" : "*", in_brackets(b));
  return out;
}
Scalar formula(std::string text) {
  Scalar s;
  s.formula = std::move(text);
  return s;
}

Keys transfer(const std::vector<double>& numerator, const std::vector<double>& denominator) {
  return {{"type", "transfer-function"}, {"numerator", yaml_list(numerator)}, {"denominator", yaml_list(denominator)}};
}
Keys sampled(double step, const std::vector<double>& numerator, const std::vector<double>& denominator) {
  return {{"type", "sampled-controller"},
          {"sample_time", yaml_number(step)},
          {"numerator", yaml_list(numerator)},
          {"denominator", yaml_list(denominator)}};
}
std::string yaml_rows(const std::vector<double>& x, const std::vector<double>& y) {
  std::string rows = "[";
  for (std::size_t i = 0; i < x.size(); ++i) rows += (i > 0 ? ", " : "") + yaml_list({x[i], y[i]});
  return rows + "]";
}

[[noreturn]] void unfollowed(const SlxBlock& b, const std::string& reason) { throw Unfollowed{b.path, reason}; }

std::string yaml_number(double x) {
  if (std::isinf(x)) return x > 0 ? ".inf" : "-.inf";
  if (x == std::floor(x) && std::abs(x) < 1e15) return fmt::format("{:.0f}", x == 0.0 ? 0.0 : x);
  return fmt::format("{}", x);
}
std::string yaml_list(const std::vector<double>& x) {
  std::string out = "[";
  for (const double v : x) out += (out.size() > 1 ? ", " : "") + yaml_number(v);
  return out + "]";
}
std::string yaml_text(const std::string& text) {
  const bool plain = !text.empty() &&
                     text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.-") ==
                         std::string::npos &&
                     text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos &&
                     text[0] != '-' && text[0] != '.' && !(text[0] >= '0' && text[0] <= '9') && text != "true" &&
                     text != "false" && text != "null" && text != "yes" && text != "no" && text != "on" &&
                     text != "off";
  if (plain) return text;
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (u < 0x20)
      out += fmt::format("\\x{:02x}", u);
    else
      out += c;
  }
  return out + "\"";
}
std::string plain_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (fine)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out = "x" + out;
  return out;
}

Scalar Scalar::of(double x) {
  Scalar s;
  s.constant = x;
  return s;
}
Scalar Scalar::port(const std::string& name) {
  Scalar s;
  s.formula = "$" + name + "$";
  return s;
}
std::string Scalar::text() const { return constant ? fmt::format("{}", *constant) : formula; }

}  // namespace swell::wecsim
