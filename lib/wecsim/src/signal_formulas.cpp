// Blocks without memory, which become formulas: sources in time, arithmetic, functions, choices.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "scalars.h"

namespace swell::wecsim {

/// The block Fcn: an expression of C in the input `u`, its entries u(1) or u[1], and variables of the workspace.
Scalar SignalTracer::expression(const SlxBlock& b, const Signal& u) {
  static const std::map<std::string, std::string> functions{
      {"abs", "abs"},  {"fabs", "abs"},  {"acos", "acos"}, {"asin", "asin"}, {"atan", "atan"}, {"atan2", "atan2"},
      {"cos", "cos"},  {"cosh", "cosh"}, {"exp", "exp"},   {"ln", "ln"},     {"log", "ln"},    {"log10", "log10"},
      {"sgn", "sign"}, {"sin", "sin"},   {"sinh", "sinh"}, {"sqrt", "sqrt"}, {"tan", "tan"},   {"tanh", "tanh"}};
  const std::string text = b.parameter("Expr", "sin(u(1)*exp(2.3*(-u(2))))");
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const auto of_name = [&](std::size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    std::size_t end = at;
    if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {  // a number, with its exponent
      while (of_name(end) || text[end] == '.' || ((text[end] == '-' || text[end] == '+') && text[end - 1] == 'e'))
        ++end;
    } else {
      while (of_name(end)) ++end;
    }
    const std::string word = text.substr(at, end - at);
    if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      end = std::max(end, at + 1);
      made += text.substr(at, end - at);
    } else if (word == "u") {
      std::size_t entry = 1, close = end;
      if (end < text.size() && (text[end] == '(' || text[end] == '[')) {
        close = text.find(text[end] == '(' ? ')' : ']', end);
        entry = static_cast<std::size_t>(std::max(0, std::atoi(text.c_str() + end + 1)));
        if (close == std::string::npos) unfollowed(b, "an expression with an open bracket");
        end = close + 1;
      }
      if (entry < 1 || entry > u.elements.size()) unfollowed(b, fmt::format("its input has no entry {}", entry));
      made += in_brackets(u.elements[entry - 1]);
    } else if (end < text.size() && text[end] == '(') {
      const auto known = functions.find(word);
      if (known == functions.end()) unfollowed(b, fmt::format("the function {}", word));
      made += known->second;
    } else {
      const MatlabValue v = evaluate(b, word, "Expr");
      if (!v.is_numbers() || v.size() != 1) unfollowed(b, fmt::format("{} is not one number", word));
      made += fmt::format("({})", v.numbers[0]);
    }
    at = end;
  }
  return formula("{}", made);
}

std::optional<Signal> SignalTracer::without_memory(const std::string& scope, const SlxBlock& b) {
  const auto in = [&](int i) { return input(scope, b.sid, i); };
  const auto count = [&] { return b.ports.empty() ? 1 : b.ports[0]; };
  const auto map1 = [&](const std::function<Scalar(const Scalar&)>& f) {
    Signal s = in(1);
    for (Scalar& e : s.elements) e = f(e);
    return s;
  };
  const std::string& t = b.type;
  if (t == "Constant") {
    Signal s;
    for (const double x : numbers(b, "Value", "1")) s.elements.push_back(Scalar::of(x));
    return s;
  }
  if (t == "Ground") return Signal{{Scalar::of(0.0)}, {}};
  if (t == "Clock" || t == "DigitalClock") return Signal{{formula("t")}, {}};
  if (t == "Step") {
    const double at = number(b, "Time", "1"), before = number(b, "Before", "0"), after = number(b, "After", "1");
    return Signal{{formula("t >= {} ? {} : {}", at, after, before)}, {}};
  }
  if (t == "Sin") {
    return Signal{{formula("{} * sin({} * t + {}) + {}", number(b, "Amplitude", "1"), number(b, "Frequency", "1"),
                           number(b, "Phase", "0"), number(b, "Bias", "0"))},
                  {}};
  }
  if (b.source == "simulink/Sources/Ramp") {
    const double start = number(b, "start", "0"), slope = number(b, "slope", "1"),
                 first = number(b, "InitialOutput", number(b, "X0", "0") == 0.0 ? "0" : b.parameter("X0"));
    return Signal{{formula("{} + {} * max(0, t - {})", first, slope, start)}, {}};
  }
  if (t == "Gain") {
    const MatlabValue k = value(b, "Gain", "1");
    if (!k.is_numbers()) unfollowed(b, "its gain is not a number");
    if (k.size() == 1 && k.numbers[0] == 0.0) return Signal{{Scalar::of(0.0)}, {}};  // what is before it does not act
    const Signal u = in(1);
    Signal s;
    const bool matrix = b.parameter("Multiplication", "Element-wise(K.*u)").rfind("Matrix", 0) == 0 && k.size() > 1;
    if (matrix) {
      if (k.columns != u.elements.size())
        unfollowed(b, fmt::format("a {} x {} gain and a signal of {}", k.rows, k.columns, u.elements.size()));
      for (std::size_t r = 0; r < k.rows; ++r) {
        Scalar sum = Scalar::of(0.0);
        for (std::size_t c = 0; c < k.columns; ++c)
          sum = plus(sum, times(Scalar::of(k.at(r, c)), u.elements[c], false), false);
        s.elements.push_back(sum);
      }
      return s;
    }
    const std::size_t n = std::max(k.size(), u.elements.size());
    if ((k.size() != 1 && k.size() != n) || (u.elements.size() != 1 && u.elements.size() != n))
      unfollowed(b, "gain and signal have different widths");
    for (std::size_t i = 0; i < n; ++i)
      s.elements.push_back(times(Scalar::of(k.numbers[k.size() == 1 ? 0 : i]), wide(u, i), false));
    return s;
  }
  if (t == "Sum" || t == "Product" || t == "MinMax") {
    std::string signs = b.parameter("Inputs", t == "Sum" ? "++" : t == "MinMax" ? "1" : "2");
    signs.erase(std::remove_if(signs.begin(), signs.end(), [](char c) { return c == '|' || c == ' '; }), signs.end());
    if (!signs.empty() && signs[0] >= '0' && signs[0] <= '9')
      signs = std::string(static_cast<std::size_t>(std::min(1000, std::max(1, std::atoi(signs.c_str())))),
                          t == "Product" ? '*' : '+');
    if (t == "Product" && b.parameter("Multiplication", "Element-wise(.*)").rfind("Matrix", 0) == 0) {
      // scalars multiply alike; matrices would need their shapes, which a drawing does not hold
      for (int i = 1; i <= static_cast<int>(signs.size()); ++i) {
        if (in(i).elements.size() != 1) unfollowed(b, "a product of matrices");
      }
    }
    std::vector<Signal> parts;
    for (int i = 1; i <= static_cast<int>(signs.size()); ++i) parts.push_back(in(i));
    const auto joined = [&](const Scalar& x, const Scalar& y, char sign) {
      if (t == "Sum") return plus(x, y, sign == '-');
      if (t == "Product") return times(x, y, sign == '/');
      return formula("{}({}, {})", b.parameter("Function", "min"), x.text(), y.text());
    };
    Signal s;
    if (parts.size() == 1) {  // over the elements
      Scalar all = parts[0].elements.empty() ? Scalar::of(0.0)
                   : t == "MinMax"           ? parts[0].elements[0]
                                   : joined(Scalar::of(t == "Sum" ? 0.0 : 1.0), parts[0].elements[0], signs[0]);
      for (std::size_t i = 1; i < parts[0].elements.size(); ++i) all = joined(all, parts[0].elements[i], signs[0]);
      s.elements.push_back(all);
      return s;
    }
    std::size_t n = 1;
    for (const Signal& p : parts) n = std::max(n, p.elements.size());
    for (const Signal& p : parts) {
      if (p.elements.size() != 1 && p.elements.size() != n) unfollowed(b, "its inputs have different widths");
    }
    for (std::size_t i = 0; i < n; ++i) {
      Scalar all =
          t == "MinMax" ? wide(parts[0], i) : joined(Scalar::of(t == "Sum" ? 0.0 : 1.0), wide(parts[0], i), signs[0]);
      for (std::size_t k = 1; k < parts.size(); ++k) all = joined(all, wide(parts[k], i), signs[k]);
      s.elements.push_back(all);
    }
    return s;
  }
  if (t == "Saturate") {
    const double low = number(b, "LowerLimit", "-0.5"), high = number(b, "UpperLimit", "0.5");
    return map1([&](const Scalar& x) {
      if (x.constant) return Scalar::of(std::min(std::max(*x.constant, low), high));
      std::string text = x.text();
      if (std::isfinite(low)) text = fmt::format("max({}, {})", text, low);
      if (std::isfinite(high)) text = fmt::format("min({}, {})", text, high);
      return formula(text);
    });
  }
  if (t == "DeadZone") {
    const double low = number(b, "LowerValue", "-0.5"), high = number(b, "UpperValue", "0.5");
    return map1(
        [&](const Scalar& x) { return formula("{} - min(max({}, {}), {})", in_brackets(x), x.text(), low, high); });
  }
  if (t == "Abs")
    return map1(
        [](const Scalar& x) { return x.constant ? Scalar::of(std::abs(*x.constant)) : formula("abs({})", x.text()); });
  if (t == "Signum") return map1([](const Scalar& x) { return formula("sign({})", x.text()); });
  if (t == "UnaryMinus") return map1([](const Scalar& x) { return times(Scalar::of(-1.0), x, false); });
  if (t == "Bias") {
    const double bias = number(b, "Bias", "0");
    return map1([&](const Scalar& x) { return plus(x, Scalar::of(bias), false); });
  }
  if (t == "Sqrt") {
    const std::string f = b.parameter("Operator", "sqrt");
    if (f == "sqrt") return map1([](const Scalar& x) { return formula("sqrt({})", x.text()); });
    if (f == "signedSqrt") return map1([](const Scalar& x) { return formula("sign({0}) * sqrt(abs({0}))", x.text()); });
    unfollowed(b, fmt::format("the function {}", f));
  }
  if (t == "Math") {
    const std::string f = b.parameter("Operator", "exp");
    if (f == "transpose" || f == "hermitian") return in(1);
    if (f == "pow") {
      const Signal x = in(1), y = in(2);
      Signal s;
      for (std::size_t i = 0; i < std::max(x.elements.size(), y.elements.size()); ++i)
        s.elements.push_back(formula("{} ^ {}", in_brackets(wide(x, i)), in_brackets(wide(y, i))));
      return s;
    }
    static const std::map<std::string, std::string> words{
        {"exp", "exp({})"},     {"log", "ln({})"},           {"log10", "log10({})"}, {"10^u", "10 ^ ({})"},
        {"square", "({}) ^ 2"}, {"magnitude^2", "({}) ^ 2"}, {"sqrt", "sqrt({})"},   {"reciprocal", "1 / ({})"}};
    const auto word = words.find(f);
    if (word == words.end()) unfollowed(b, fmt::format("the function {}", f));
    return map1([&](const Scalar& x) { return formula(fmt::format(fmt::runtime(word->second), x.text())); });
  }
  if (t == "Trigonometry") {
    const std::string f = b.parameter("Operator", "sin");
    if (f == "atan2") {
      const Signal y = in(1), x = in(2);
      return Signal{{formula("atan2({}, {})", y.elements.at(0).text(), x.elements.at(0).text())}, {}};
    }
    return map1([&](const Scalar& x) { return formula("{}({})", f, x.text()); });
  }
  if (t == "RelationalOperator" || t == "Logic") {
    std::string sign = b.parameter("Operator", t == "Logic" ? "AND" : ">=");
    if (sign == "NOT") return map1([](const Scalar& x) { return formula("{} == 0", in_brackets(x)); });
    static const std::map<std::string, std::string> words{{"~=", "!="}, {"AND", "&&"}, {"OR", "||"}};
    const auto word = words.find(sign);
    if (word != words.end()) sign = word->second;
    if (sign == "NAND" || sign == "NOR" || sign == "XOR" || sign == "NXOR")
      unfollowed(b, fmt::format("the operator {}", sign));
    Signal s = in(1);
    for (int k = 2; k <= std::max(2, count()); ++k) {
      const Signal other = in(k);
      for (std::size_t i = 0; i < s.elements.size(); ++i)
        s.elements[i] = formula("{} {} {}", in_brackets(s.elements[i]), sign, in_brackets(wide(other, i)));
    }
    return s;
  }
  if (t == "Switch") {
    const Signal yes = in(1), by = in(2), no = in(3);
    const std::string criterion = b.parameter("Criteria", "u2 >= Threshold");
    const double threshold = number(b, "Threshold", "0");
    Signal s;
    for (std::size_t i = 0; i < std::max(yes.elements.size(), no.elements.size()); ++i) {
      const Scalar& u = wide(by, i);
      if (u.constant) {
        const bool on = criterion.find("~= 0") != std::string::npos ? *u.constant != 0.0
                        : criterion.find(">=") != std::string::npos ? *u.constant >= threshold
                                                                    : *u.constant > threshold;
        s.elements.push_back(on ? wide(yes, i) : wide(no, i));
        continue;
      }
      const std::string test = criterion.find("~= 0") != std::string::npos
                                   ? fmt::format("{} != 0", in_brackets(u))
                                   : fmt::format("{} {} {}", in_brackets(u),
                                                 criterion.find(">=") != std::string::npos ? ">=" : ">", threshold);
      s.elements.push_back(formula("{} ? {} : {}", test, in_brackets(wide(yes, i)), in_brackets(wide(no, i))));
    }
    return s;
  }
  if (b.source == "simulink/Discontinuities/Coulomb & Viscous Friction") {
    const double offset = number(b, "offset", "1"), gain = number(b, "gain", "1");
    return map1([&](const Scalar& x) { return formula("sign({0}) * ({1} + {2} * abs({0}))", x.text(), offset, gain); });
  }
  if (b.source == "simulink/Discontinuities/Saturation Dynamic") {
    const Signal high = in(1), low = in(3);
    Signal s = in(2);
    for (std::size_t i = 0; i < s.elements.size(); ++i)
      s.elements[i] = formula("min(max({}, {}), {})", s.elements[i].text(), wide(low, i).text(), wide(high, i).text());
    return s;
  }
  const std::string compare = "simulink/Logic and Bit Operations/Compare To ";
  if (b.source.rfind(compare, 0) == 0) {
    const std::string sign = b.parameter("relop", "<=");
    const double with = b.source == compare + "Constant" ? number(b, "const", "3") : 0.0;
    return map1([&](const Scalar& x) { return formula("{} {} {}", in_brackets(x), sign == "~=" ? "!=" : sign, with); });
  }
  if (t == "Fcn") return Signal{{expression(b, in(1))}, {}};
  if (t == "ManualSwitch") return in(b.parameter("sw", "1") == "1" ? 1 : 2);
  if (t == "MultiPortSwitch") {
    const Signal by = in(1);
    const int n = count() - 1;
    if (by.elements.size() == 1 && by.elements[0].constant) {
      const int at = static_cast<int>(*by.elements[0].constant) +
                     (b.parameter("DataPortOrder", "One-based contiguous").rfind("Zero", 0) == 0 ? 1 : 0);
      if (at < 1 || at > n) unfollowed(b, "its selector chooses no input");
      return in(at + 1);
    }
    const int base = b.parameter("DataPortOrder", "One-based contiguous").rfind("Zero", 0) == 0 ? 0 : 1;
    Signal s = in(n + 1);
    for (int k = n - 1; k >= 1; --k) {
      const Signal part = in(k + 1);
      for (std::size_t i = 0; i < s.elements.size(); ++i)
        s.elements[i] = formula("{} < {} ? {} : {}", in_brackets(by.elements.at(0)), k + base - 0.5,
                                in_brackets(wide(part, i)), in_brackets(s.elements[i]));
    }
    return s;
  }
  return std::nullopt;
}

}  // namespace swell::wecsim
