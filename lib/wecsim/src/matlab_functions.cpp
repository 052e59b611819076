// The functions of the language.
#include <fmt/printf.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "matlab_machine.h"
#include "swell/base/regular_file.h"
#include "swell/base/vector.h"
#include "swell/datafile/mat_file.h"
#include "swell/datafile/sheet.h"

namespace swell::wecsim {
namespace {

using Kind = MatlabValue::Kind;
using V = MatlabValue;
using Values = std::vector<V>;

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
    if (!(x <= 1e9)) machine.fail(fmt::format("{:g} is no size", x));
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

Values one(V v) {
  Values out;
  out.push_back(std::move(v));
  return out;
}
Values one(double x) { return one(V::scalar(x)); }
Values yes(bool x) { return one(V::boolean(x)); }

template <double (*F)(double)>
Values map1(const Call& c) {
  V v = c.numbers(0);
  v.logical = false;
  for (double& x : v.numbers) {
    const double y = F(x);
    if (std::isnan(y) && !std::isnan(x) && !std::isinf(x))
      c.machine.fail(fmt::format("the function has no real value at {:g}", x), "complex numbers are not read");
    x = y;
  }
  return one(std::move(v));
}
double fix_(double x) { return std::trunc(x); }
double round_(double x) { return std::round(x); }
double floor_(double x) { return std::floor(x); }
double ceil_(double x) { return std::ceil(x); }
double sign_(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }
double rad_(double x) { return x * kPi / 180.0; }
double deg_(double x) { return x * 180.0 / kPi; }
double sin_(double x) { return std::sin(x); }
double cos_(double x) { return std::cos(x); }
double tan_(double x) { return std::tan(x); }
double asin_(double x) { return std::asin(x); }
double acos_(double x) { return std::acos(x); }
double atan_(double x) { return std::atan(x); }
double sinh_(double x) { return std::sinh(x); }
double cosh_(double x) { return std::cosh(x); }
double tanh_(double x) { return std::tanh(x); }
double asinh_(double x) { return std::asinh(x); }
double acosh_(double x) { return std::acosh(x); }
double atanh_(double x) { return std::atanh(x); }
double exp_(double x) { return std::exp(x); }
double log_(double x) { return std::log(x); }
double log10_(double x) { return std::log10(x); }
double log2_(double x) { return std::log2(x); }
double sqrt_(double x) { return std::sqrt(x); }
double abs_(double x) { return std::abs(x); }
double sind_(double x) { return std::sin(rad_(x)); }
double cosd_(double x) { return std::cos(rad_(x)); }
double tand_(double x) { return std::tan(rad_(x)); }
double wrap_(double x, double turn) {
  double y = std::fmod(x, turn);
  if (y < 0.0) y += turn;
  return y;
}
double wrap360_(double x) {
  const double y = wrap_(x, 360.0);
  return y == 0.0 && x > 0.0 ? 360.0 : y;
}
double wrap180_(double x) {
  if (x >= -180.0 && x <= 180.0) return x;
  const double y = wrap_(x + 180.0, 360.0);
  return (y == 0.0 && x + 180.0 > 0.0 ? 360.0 : y) - 180.0;
}

template <double (*F)(double, double)>
Values map2(const Call& c) {
  const V a = c.numbers(0), b = c.numbers(1);
  const std::size_t n = std::max(a.size(), b.size());
  if (a.size() != b.size() && a.size() != 1 && b.size() != 1) c.machine.fail("the sizes do not fit each other");
  V out = a.size() >= b.size() ? a : b;
  out.logical = false;
  for (std::size_t i = 0; i < n; ++i)
    out.numbers[i] = F(a.numbers[a.size() == 1 ? 0 : i], b.numbers[b.size() == 1 ? 0 : i]);
  return one(std::move(out));
}
double mod_(double x, double y) { return y == 0.0 ? x : x - std::floor(x / y) * y; }
double rem_(double x, double y) { return std::fmod(x, y); }
double hypot_(double x, double y) { return std::hypot(x, y); }
double atan2_(double x, double y) { return std::atan2(x, y); }
double power_(double x, double y) { return std::pow(x, y); }

std::pair<std::size_t, std::size_t> sizes(const Call& c, std::size_t from = 0) {
  std::size_t last = c.count();
  if (last > from && c.args[last - 1].is_text()) --last;  // 'like', a class
  if (last <= from) return {1, 1};
  const V first = c.numbers(from);
  std::size_t rows = 0, columns = 0;
  if (last == from + 1) {
    if (first.size() == 1)
      rows = columns = c.whole(from);
    else if (first.size() >= 2)
      rows = c.whole_of(first.numbers[0]), columns = c.whole_of(first.numbers[1]);
  } else {
    rows = c.whole(from), columns = c.whole(from + 1);
    for (std::size_t i = from + 2; i < last && columns <= 100'000'000; ++i) columns *= c.whole(i);
  }
  if (rows > 0 && columns > 100'000'000 / rows)
    c.machine.fail(fmt::format("{} x {} are too many elements", rows, columns));
  return {rows, columns};
}
Values filled(const Call& c, double x) {
  const auto [rows, columns] = sizes(c);
  c.machine.budget(rows * columns);
  return one(V::matrix(rows, columns, x));
}

// Along columns, or along a row.
template <class F>
Values reduce(const Call& c, F f, std::size_t dimension_at = 1) {
  const V v = c.numbers(0);
  bool along_row = v.rows == 1;
  if (c.count() > dimension_at && c.raw(dimension_at).is_numbers() && c.raw(dimension_at).size() == 1)
    along_row = c.number(dimension_at) == 2.0;
  V out =
      along_row ? V::matrix(std::max<std::size_t>(v.rows, 1), 1) : V::matrix(1, std::max<std::size_t>(v.columns, 1));
  for (std::size_t k = 0; k < out.numbers.size(); ++k) {
    std::vector<double> line;
    if (along_row)
      for (std::size_t j = 0; j < v.columns; ++j) line.push_back(v.at(k, j));
    else if (k < v.columns)
      for (std::size_t i = 0; i < v.rows; ++i) line.push_back(v.at(i, k));
    out.numbers[k] = f(line);
  }
  return one(std::move(out));
}

Values extremum(const Call& c, bool largest) {
  const auto better = [&](double x, double y) { return std::isnan(y) || (largest ? x > y : x < y); };
  if (c.count() >= 2 && c.raw(1).size() > 0) {
    const V a = c.numbers(0), b = c.numbers(1);
    V out = a.size() >= b.size() ? a : b;
    if (a.size() != b.size() && a.size() != 1 && b.size() != 1) c.machine.fail("the sizes do not fit each other");
    for (std::size_t i = 0; i < out.numbers.size(); ++i) {
      const double x = a.numbers[a.size() == 1 ? 0 : i], y = b.numbers[b.size() == 1 ? 0 : i];
      out.numbers[i] = better(x, y) ? x : y;
    }
    return one(std::move(out));
  }
  const V v = c.numbers(0);
  if (v.size() == 0) return {V::matrix(0, 0), V::matrix(0, 0)};
  const bool row = v.rows == 1;
  const std::size_t n = row ? 1 : v.columns, length = row ? v.columns : v.rows;
  V best = V::matrix(1, n), where = V::matrix(1, n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < length; ++i) {
      if (better(v.numbers[k * length + i], v.numbers[k * length + at])) at = i;
    }
    best.numbers[k] = v.numbers[k * length + at];
    where.numbers[k] = static_cast<double>(at + 1);
  }
  return {best, where};
}

std::string formatted(const Call& c, std::size_t first) {
  const std::string format = c.text(first);
  std::vector<V> items;
  for (std::size_t i = first + 1; i < c.count(); ++i) {
    const V& v = c.args[i];
    if (v.is_text())
      items.push_back(v);
    else
      for (const double x : c.numbers(i).numbers) items.push_back(V::scalar(x));
  }
  std::string out;
  std::size_t next = 0;
  do {
    const std::size_t before = next;
    for (std::size_t i = 0; i < format.size(); ++i) {
      const char ch = format[i];
      if (ch == '\\' && i + 1 < format.size()) {
        ++i;
        out += format[i] == 'n' ? '\n' : format[i] == 't' ? '\t' : format[i];
      } else if (ch == '%' && i + 1 < format.size()) {
        if (format[i + 1] == '%') {
          out += '%';
          ++i;
          continue;
        }
        std::string spec = "%";
        std::size_t j = i + 1;
        while (j < format.size() && std::strchr("0123456789.+- #", format[j]) != nullptr && spec.size() < 12)
          spec += format[j++];
        if (j >= format.size()) break;
        const char kind = format[j];
        i = j;
        if (items.empty() || next >= items.size()) {
          if (!items.empty()) return out;
          continue;
        }
        const V& item = items[next++];
        // a width comes from the file: bounded, so that no text of gigabytes is made
        const std::size_t width = std::strtoul(spec.c_str() + 1 + std::strspn(spec.c_str() + 1, "+- #0"), nullptr, 10);
        if (width > 1000) c.machine.fail("a field of more than 1000 characters is too wide");
        if (kind == 's' || kind == 'c') {
          out += item.is_text() ? item.text : fmt::format("{:g}", item.numbers[0]);
        } else if (std::strchr("dixu", kind) != nullptr && item.is_numbers() &&
                   item.numbers[0] == std::floor(item.numbers[0]) && std::abs(item.numbers[0]) < 1e15) {
          out += fmt::sprintf(spec + "d", static_cast<long long>(item.numbers[0]));
        } else if (item.is_numbers()) {
          const std::size_t dot = spec.find('.');
          if (dot != std::string::npos && std::strtoul(spec.c_str() + dot + 1, nullptr, 10) > 300)
            c.machine.fail("more than 300 digits are asked for");
          out += fmt::sprintf(spec + (std::strchr("eEfgG", kind) != nullptr ? kind : 'g'), item.numbers[0]);
        } else {
          out += item.text;
        }
      } else {
        out += ch;
      }
    }
    if (next == before) break;
  } while (next < items.size());
  return out;
}

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
  if (x == std::floor(x) && std::abs(x) < 1e15) return fmt::format("{:.0f}", x);
  const double digits = std::floor(std::log10(std::abs(x))) + 5.0;
  return fmt::format("{:.{}g}", x, static_cast<int>(std::min(16.0, std::max(5.0, digits))));
}

V from_mat(const datafile::MatValue& m) {
  using K = datafile::MatValue::Kind;
  std::size_t rows = m.shape.empty() ? 0 : m.shape[0], columns = 1;
  for (std::size_t i = 1; i < m.shape.size(); ++i) columns *= m.shape[i];
  if (m.shape.size() < 2) columns = m.shape.empty() ? 0 : 1;
  switch (m.kind) {
    case K::numbers: {
      V v;
      v.rows = rows;
      v.columns = columns;
      v.numbers = m.real;
      if (v.rows * v.columns != v.numbers.size()) v.rows = v.numbers.size(), v.columns = 1;
      return v;
    }
    case K::text:
      return V::words(m.text);
    case K::structure: {
      V v = V::object("");
      v.elements.clear();
      for (const auto& element : m.structs) {
        V::Fields fields;
        for (const auto& f : element) fields[f.first] = from_mat(f.second);
        v.elements.push_back(std::move(fields));
      }
      v.columns = v.elements.size();
      return v;
    }
    case K::cells: {
      std::vector<V> cells;
      for (const auto& cell : m.cells) cells.push_back(from_mat(cell));
      V v = V::cell_row(std::move(cells));
      if (rows * columns == v.cells.size()) v.rows = rows, v.columns = columns;
      return v;
    }
    case K::other:
      break;
  }
  return V::object("other");
}

V text_matrix(Machine& machine, const std::filesystem::path& path) {
  require_regular_file(path, machine.here());
  std::ifstream in(path);
  if (!in) machine.fail(fmt::format("{} cannot be opened", path.string()));
  std::vector<std::vector<double>> rows;
  std::string line;
  while (std::getline(in, line)) {
    for (char& ch : line) {
      if (ch == ',' || ch == ';' || ch == '\t' || ch == '\r') ch = ' ';
    }
    const std::size_t comment = line.find_first_of("%#");
    if (comment != std::string::npos) line.resize(comment);
    std::vector<double> row;
    const char* at = line.c_str();
    while (true) {
      char* end = nullptr;
      const double x = std::strtod(at, &end);
      if (end == at) break;
      row.push_back(x);
      at = end;
    }
    if (row.empty()) continue;
    if (!rows.empty() && row.size() != rows[0].size())
      machine.fail(fmt::format("{} has rows of different lengths", path.string()));
    rows.push_back(std::move(row));
    if (rows.size() % 10000 == 0 && rows.size() * rows[0].size() > 10'000'000)
      machine.budget(rows.size() * rows[0].size());
  }
  V v = V::matrix(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < v.columns; ++c) v.numbers[r + v.rows * c] = rows[r][c];
  }
  return v;
}

V eigen_value(const Eigen::MatrixXd& m) {
  V v = V::matrix(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  std::copy(m.data(), m.data() + m.size(), v.numbers.begin());
  return v;
}
Eigen::MatrixXd eigen_matrix(const V& v) {
  return Eigen::Map<const Eigen::MatrixXd>(v.numbers.data(), static_cast<Eigen::Index>(v.rows),
                                           static_cast<Eigen::Index>(v.columns));
}

Values apply_each(const Call& c, bool cells) {
  c.need(2);
  Values given = c.args;
  bool uniform = true;
  for (std::size_t i = 1; i + 1 < given.size(); ++i) {
    if (given[i].is_text() && given[i].text == "UniformOutput") {
      uniform = truth(c.machine, given[i + 1]);
      given.erase(given.begin() + static_cast<std::ptrdiff_t>(i), given.begin() + static_cast<std::ptrdiff_t>(i) + 2);
      break;
    }
  }
  if (given.size() < 2) c.machine.fail("the arrays are missing");
  const V& over = given[1];
  Values results;
  for (std::size_t i = 0; i < over.size(); ++i) {
    Values call;
    for (std::size_t k = 1; k < given.size(); ++k) {
      const V& source = given[k];
      if (i >= source.size()) c.machine.fail("the arrays have different sizes");
      if (cells) {
        if (source.kind != Kind::cells) c.machine.fail("a cell array is expected");
        call.push_back(source.cells[i]);
      } else if (source.kind == Kind::structure) {
        call.push_back(V::object(source.type, source.elements[i]));
      } else {
        call.push_back(V::scalar(numeric(c.machine, source).numbers[i]));
      }
    }
    Values r = c.machine.call_value(given[0], call, 1);
    results.push_back(r.empty() ? V::matrix(0, 0) : std::move(r[0]));
  }
  V out;
  if (uniform) {
    out = V::matrix(over.rows, over.columns);
    out.numbers.resize(results.size());
    bool logical = !results.empty();
    for (std::size_t i = 0; i < results.size(); ++i) {
      const V n = numeric(c.machine, results[i]);
      if (n.size() != 1)
        c.machine.fail("the function must give one number for each element", "add 'UniformOutput', false");
      logical = logical && results[i].logical;
      out.numbers[i] = n.numbers[0];
    }
    out.logical = logical;
  } else {
    out = V::cell_row(std::move(results));
    out.rows = over.rows, out.columns = over.columns;
  }
  return one(std::move(out));
}

Values text_join(const Call& c) {  // strcat
  std::size_t n = 1;
  V shape = V::words("");
  for (const V& v : c.args) {
    if (v.kind == Kind::cells && v.size() != 1) n = v.size(), shape = v;
  }
  const bool cells = std::any_of(c.args.begin(), c.args.end(), [](const V& v) { return v.kind == Kind::cells; });
  std::vector<V> out;
  for (std::size_t i = 0; i < n; ++i) {
    std::string s;
    for (const V& v : c.args) {
      const V& part = v.kind == Kind::cells ? v.cells.at(v.size() == 1 ? 0 : std::min(i, v.size() - 1)) : v;
      if (!part.is_text()) c.machine.fail("strcat joins texts", "num2str makes a text of a number");
      s += part.text;
    }
    out.push_back(V::words(s));
  }
  if (!cells) return one(out[0]);
  V all = V::cell_row(std::move(out));
  if (shape.kind == Kind::cells) all.rows = shape.rows, all.columns = shape.columns;
  return one(std::move(all));
}

Values same_text(const Call& c, bool any_case) {
  const auto same = [&](const V& a, const V& b) {
    if (!a.is_text() || !b.is_text() || a.text.size() != b.text.size()) return false;
    for (std::size_t i = 0; i < a.text.size(); ++i) {
      const auto x = static_cast<unsigned char>(a.text[i]), y = static_cast<unsigned char>(b.text[i]);
      if (any_case ? std::tolower(x) != std::tolower(y) : x != y) return false;
    }
    return true;
  };
  c.need(2);
  const V &a = c.args[0], &b = c.args[1];
  if (a.kind == Kind::cells || b.kind == Kind::cells) {
    const V &list = a.kind == Kind::cells ? a : b, &other = a.kind == Kind::cells ? b : a;
    V out = V::matrix(list.rows, list.columns);
    out.logical = true;
    for (std::size_t i = 0; i < list.size(); ++i)
      out.numbers[i] =
          same(list.cells[i], other.kind == Kind::cells ? other.cells.at(std::min(i, other.size() - 1)) : other) ? 1.0
                                                                                                                 : 0.0;
    return one(std::move(out));
  }
  return yes(same(a, b));
}

Values noted(const Call& c, const std::vector<std::pair<const char*, std::size_t>>& fields) {
  V hydro = c.raw(0).kind == Kind::structure && !c.raw(0).elements.empty() ? c.raw(0) : V::object("");
  for (const auto& f : fields) {
    if (c.count() > f.second && c.args[f.second].is_numbers() && c.args[f.second].size() == 1)
      hydro.elements[0][f.first] = c.args[f.second];
  }
  return one(std::move(hydro));
}
Values bem_source(const Call& c) {
  Values v = noted(c, {});
  V& sources = v[0].elements[0]["bemio_sources"];
  if (sources.kind != Kind::cells) sources = V::cell_row({});
  sources.cells.push_back(V::words(c.text(1)));
  sources.columns = sources.cells.size();
  return v;
}

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> all{
      {"pi", [](const Call&) { return one(kPi); }},
      {"inf", [](const Call&) { return one(std::numeric_limits<double>::infinity()); }},
      {"Inf", [](const Call&) { return one(std::numeric_limits<double>::infinity()); }},
      {"nan", [](const Call& c) { return filled(c, std::nan("")); }},
      {"NaN", [](const Call& c) { return filled(c, std::nan("")); }},
      {"eps", [](const Call&) { return one(std::numeric_limits<double>::epsilon()); }},
      {"true",
       [](const Call& c) {
         Values v = filled(c, 1.0);
         v[0].logical = true;
         return v;
       }},
      {"false",
       [](const Call& c) {
         Values v = filled(c, 0.0);
         v[0].logical = true;
         return v;
       }},
      {"zeros", [](const Call& c) { return filled(c, 0.0); }},
      {"ones", [](const Call& c) { return filled(c, 1.0); }},
      {"eye",
       [](const Call& c) {
         Values v = filled(c, 0.0);
         for (std::size_t i = 0; i < std::min(v[0].rows, v[0].columns); ++i) v[0].numbers[i + v[0].rows * i] = 1.0;
         return v;
       }},
      {"cell",
       [](const Call& c) {
         const auto [rows, columns] = sizes(c);
         c.machine.budget(100 * rows * columns);  // a cell is that much larger than a number
         V v = V::cell_row(std::vector<V>(rows * columns));
         v.rows = rows, v.columns = columns;
         return one(std::move(v));
       }},
      {"struct",
       [](const Call& c) {
         V v = V::object("");
         for (std::size_t i = 0; i + 1 < c.count(); i += 2) {
           const V& value = c.args[i + 1];
           v.elements[0][c.text(i)] = value.kind == Kind::cells && value.size() == 1 ? value.cells[0] : value;
         }
         return one(std::move(v));
       }},
      {"linspace",
       [](const Call& c) {
         const std::size_t n = c.count() > 2 ? c.whole(2) : 100;
         c.machine.budget(n);
         V v = V::matrix(1, n);
         const double a = c.number(0), b = c.number(1);
         for (std::size_t i = 0; i < n; ++i)
           v.numbers[i] = i + 1 == n ? b : a + (b - a) * static_cast<double>(i) / static_cast<double>(n - 1);
         return one(std::move(v));
       }},
      {"logspace",
       [](const Call& c) {
         const std::size_t n = c.count() > 2 ? c.whole(2) : 50;
         c.machine.budget(n);
         V v = V::matrix(1, n);
         for (std::size_t i = 0; i < n; ++i)
           v.numbers[i] = std::pow(10.0, n == 1 ? c.number(1)
                                                : c.number(0) + (c.number(1) - c.number(0)) * static_cast<double>(i) /
                                                                    static_cast<double>(n - 1));
         return one(std::move(v));
       }},
      {"meshgrid",
       [](const Call& c) {
         const V x = c.numbers(0), y = c.count() > 1 ? c.numbers(1) : x;
         c.machine.budget(x.size() * std::max<std::size_t>(y.size(), 1));
         V X = V::matrix(y.size(), x.size()), Y = X;
         for (std::size_t j = 0; j < x.size(); ++j) {
           for (std::size_t i = 0; i < y.size(); ++i)
             X.numbers[i + y.size() * j] = x.numbers[j], Y.numbers[i + y.size() * j] = y.numbers[i];
         }
         return Values{X, Y};
       }},
      {"reshape",
       [](const Call& c) {
         V v = c.raw(0);
         if (v.kind == Kind::text) v = c.numbers(0);
         std::size_t rows = 0, columns = 0;
         if (c.count() == 2) {
           const V s = c.numbers(1);
           if (s.size() < 2) c.machine.fail("two sizes are needed");
           rows = c.whole_of(s.numbers[0]), columns = c.whole_of(s.numbers[1]);
         } else {
           const bool free_rows = c.raw(1).size() == 0, free_columns = c.raw(2).size() == 0;
           rows = free_rows ? 0 : c.whole(1), columns = free_columns ? 0 : c.whole(2);
           if (free_rows && columns > 0) rows = v.size() / columns;
           if (free_columns && rows > 0) columns = v.size() / rows;
         }
         if (rows * columns != v.size())
           c.machine.fail(fmt::format("{} elements do not fill {} x {}", v.size(), rows, columns));
         v.rows = rows, v.columns = columns;
         return one(std::move(v));
       }},
      {"repmat",
       [](const Call& c) {
         const auto [m, n] = sizes(c, 1);
         const V& v = c.raw(0);
         if (m > 100'000 || n > 100'000) c.machine.fail("more than 100000 copies are not made");
         c.machine.budget(std::max<std::size_t>(v.size(), 1) * m * n);
         const V row = join_row(c.machine, Values(n, v));
         return one(join_column(c.machine, Values(m, row)));
       }},
      {"size",
       [](const Call& c) {
         const V& v = c.raw(0);
         const double r = static_cast<double>(v.rows), k = static_cast<double>(v.columns);
         if (c.count() > 1) return one(c.number(1) == 1.0 ? r : c.number(1) == 2.0 ? k : 1.0);
         if (c.outputs > 1) return Values{V::scalar(r), V::scalar(k)};
         V out = V::matrix(1, 2);
         out.numbers = {r, k};
         return one(std::move(out));
       }},
      {"numel", [](const Call& c) { return one(static_cast<double>(c.raw(0).size())); }},
      {"length",
       [](const Call& c) {
         return one(c.raw(0).size() == 0 ? 0.0 : static_cast<double>(std::max(c.raw(0).rows, c.raw(0).columns)));
       }},
      {"ndims", [](const Call&) { return one(2.0); }},
      {"isempty", [](const Call& c) { return yes(c.raw(0).size() == 0); }},
      {"isfield", [](const Call& c) { return yes(c.raw(0).field(c.text(1)) != nullptr); }},
      {"isprop", [](const Call& c) { return yes(c.raw(0).field(c.text(1)) != nullptr); }},
      {"isstruct", [](const Call& c) { return yes(c.raw(0).kind == Kind::structure); }},
      {"iscell", [](const Call& c) { return yes(c.raw(0).kind == Kind::cells); }},
      {"ischar", [](const Call& c) { return yes(c.raw(0).is_text()); }},
      {"isstring", [](const Call& c) { return yes(c.raw(0).is_text()); }},
      {"isnumeric", [](const Call& c) { return yes(c.raw(0).is_numbers() && !c.raw(0).logical); }},
      {"islogical", [](const Call& c) { return yes(c.raw(0).logical); }},
      {"isscalar", [](const Call& c) { return yes(c.raw(0).size() == 1); }},
      {"isvector", [](const Call& c) { return yes(c.raw(0).rows == 1 || c.raw(0).columns == 1); }},
      {"isequal",
       [](const Call& c) {
         c.need(2);
         for (std::size_t i = 1; i < c.count(); ++i) {
           if (!equal(c.args[0], c.args[i])) return yes(false);
         }
         return yes(true);
       }},
      {"exist",
       [](const Call& c) {
         const std::string name = c.text(0);
         if (c.machine.find(name) != nullptr) return one(1.0);
         if (c.count() > 1 && c.text(1) == "var") return one(0.0);
         if (is_builtin(name)) return one(5.0);
         const auto path = c.machine.resolve(name);
         if (std::filesystem::is_directory(path)) return one(7.0);
         return one(std::filesystem::exists(path) || std::filesystem::exists(c.machine.resolve(name + ".m")) ? 2.0
                                                                                                             : 0.0);
       }},
      {"isfile", [](const Call& c) { return yes(std::filesystem::is_regular_file(c.machine.resolve(c.text(0)))); }},
      {"isfolder", [](const Call& c) { return yes(std::filesystem::is_directory(c.machine.resolve(c.text(0)))); }},
      {"strcmp", [](const Call& c) { return same_text(c, false); }},
      {"strcmpi", [](const Call& c) { return same_text(c, true); }},
      {"strcat", text_join},
      {"strtrim",
       [](const Call& c) {
         std::string s = c.text(0);
         while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())) != 0) s.pop_back();
         while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())) != 0) s.erase(s.begin());
         return one(V::words(s));
       }},
      {"strrep",
       [](const Call& c) {
         std::string s = c.text(0);
         const std::string from = c.text(1), to = c.text(2);
         for (std::size_t at = 0; !from.empty() && (at = s.find(from, at)) != std::string::npos; at += to.size())
           s.replace(at, from.size(), to);
         return one(V::words(s));
       }},
      {"upper",
       [](const Call& c) {
         std::string s = c.text(0);
         for (char& x : s) x = static_cast<char>(std::toupper(static_cast<unsigned char>(x)));
         return one(V::words(s));
       }},
      {"lower",
       [](const Call& c) {
         std::string s = c.text(0);
         for (char& x : s) x = static_cast<char>(std::tolower(static_cast<unsigned char>(x)));
         return one(V::words(s));
       }},
      {"contains", [](const Call& c) { return yes(c.text(0).find(c.text(1)) != std::string::npos); }},
      {"num2str",
       [](const Call& c) {
         if (c.raw(0).is_text()) return one(c.raw(0));
         if (c.count() > 1 && c.raw(1).is_text()) {
           const Values args{c.raw(1), c.raw(0)};
           return one(V::words(formatted({c.machine, args, 1}, 0)));
         }
         std::string s;
         const V v = c.numbers(0);
         for (const double x : v.numbers)
           s += (s.empty() ? "" : "  ") +
                (c.count() > 1 ? fmt::format("{:.{}g}", x, static_cast<int>(std::min<std::size_t>(c.whole(1), 30)))
                               : number_text(x));
         return one(V::words(s));
       }},
      {"int2str", [](const Call& c) { return one(V::words(fmt::format("{:.0f}", std::round(c.number(0))))); }},
      {"string",
       [](const Call& c) { return c.raw(0).is_text() ? one(c.raw(0)) : one(V::words(number_text(c.number(0)))); }},
      {"char",
       [](const Call& c) {
         if (c.raw(0).is_text()) return one(c.raw(0));
         std::string s;
         for (const double x : c.numbers(0).numbers) s += character(x);
         return one(V::words(s));
       }},
      {"str2double",
       [](const Call& c) {
         const std::string s = c.text(0);
         char* end = nullptr;
         const double x = std::strtod(s.c_str(), &end);
         return one(end == s.c_str() || *end != '\0' ? std::nan("") : x);
       }},
      {"str2num", [](const Call& c) { return one(c.machine.evaluate_text(c.text(0), c.machine.here())); }},
      {"sprintf", [](const Call& c) { return one(V::words(formatted(c, 0))); }},
      {"double",
       [](const Call& c) {
         V v = c.numbers(0);
         v.logical = false;
         return one(std::move(v));
       }},
      {"single", [](const Call& c) { return one(c.numbers(0)); }},
      {"logical",
       [](const Call& c) {
         V v = c.numbers(0);
         v.logical = true;
         for (double& x : v.numbers) x = x != 0.0 ? 1.0 : 0.0;
         return one(std::move(v));
       }},
      {"fullfile",
       [](const Call& c) {
         std::string s;
         for (std::size_t i = 0; i < c.count(); ++i) {
           const std::string part = c.text(i);
           if (part.empty()) continue;
           if (!s.empty() && s.back() != '/') s += '/';
           s += part;
         }
         return one(V::words(s));
       }},
      {"filesep", [](const Call&) { return one(V::words("/")); }},
      {"pwd", [](const Call& c) { return one(V::words(c.machine.folder().string())); }},
      {"fileparts",
       [](const Call& c) {
         const std::filesystem::path p(c.text(0));
         return Values{V::words(p.parent_path().string()), V::words(p.stem().string()),
                       V::words(p.extension().string())};
       }},
      {"mfilename",
       [](const Call& c) {
         const std::filesystem::path p(c.machine.here().file);
         return one(V::words(c.count() > 0 ? (p.parent_path() / p.stem()).string() : p.stem().string()));
       }},
      {"sum",
       [](const Call& c) { return reduce(c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 0.0); }); }},
      {"prod",
       [](const Call& c) {
         return reduce(c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>()); });
       }},
      {"mean",
       [](const Call& c) {
         return reduce(
             c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()); });
       }},
      {"any",
       [](const Call& c) {
         Values v = reduce(c, [](const auto& x) {
           return std::any_of(x.begin(), x.end(), [](double y) { return y != 0.0; }) ? 1.0 : 0.0;
         });
         v[0].logical = true;
         return v;
       }},
      {"all",
       [](const Call& c) {
         Values v = reduce(c, [](const auto& x) {
           return std::all_of(x.begin(), x.end(), [](double y) { return y != 0.0; }) ? 1.0 : 0.0;
         });
         v[0].logical = true;
         return v;
       }},
      {"max", [](const Call& c) { return extremum(c, true); }},
      {"min", [](const Call& c) { return extremum(c, false); }},
      {"norm",
       [](const Call& c) {
         const V v = c.numbers(0);
         if (v.rows == 1 || v.columns == 1) return one(eigen_matrix(v).norm());
         return one(Eigen::JacobiSVD<Eigen::MatrixXd>(eigen_matrix(v)).singularValues()(0));
       }},
      {"cumsum",
       [](const Call& c) {
         V v = c.numbers(0);
         const std::size_t length = v.rows == 1 ? v.columns : v.rows;
         for (std::size_t i = 0; i < v.numbers.size(); ++i) {
           if (i % std::max<std::size_t>(length, 1) != 0) v.numbers[i] += v.numbers[i - 1];
         }
         return one(std::move(v));
       }},
      {"diff",
       [](const Call& c) {
         const V v = c.numbers(0);
         if (v.rows != 1 && v.columns != 1) c.machine.fail("diff takes a vector here");
         V out = V::matrix(1, v.size() < 2 ? 0 : v.size() - 1);
         for (std::size_t i = 0; i < out.size(); ++i) out.numbers[i] = v.numbers[i + 1] - v.numbers[i];
         if (v.columns == 1) std::swap(out.rows, out.columns);
         return one(std::move(out));
       }},
      {"find",
       [](const Call& c) {
         const V v = c.numbers(0);
         std::vector<double> at;
         const std::size_t most = c.count() > 1 ? c.whole(1) : v.size();
         for (std::size_t i = 0; i < v.size() && at.size() < most; ++i) {
           if (v.numbers[i] != 0.0) at.push_back(static_cast<double>(i + 1));
         }
         V out = V::matrix(1, at.size());
         out.numbers = std::move(at);
         if (v.rows != 1) std::swap(out.rows, out.columns);
         return one(std::move(out));
       }},
      {"sort",
       [](const Call& c) {
         V v = c.numbers(0);
         std::vector<std::size_t> order(v.size());
         std::iota(order.begin(), order.end(), 0);
         if (v.rows != 1 && v.columns != 1) c.machine.fail("sort takes a vector here");
         const bool down = c.count() > 1 && c.raw(1).is_text() && c.text(1) == "descend";
         std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
           return down ? v.numbers[a] > v.numbers[b] : v.numbers[a] < v.numbers[b];
         });
         V out = v, where = v;
         for (std::size_t i = 0; i < order.size(); ++i)
           out.numbers[i] = v.numbers[order[i]], where.numbers[i] = static_cast<double>(order[i] + 1);
         return Values{out, where};
       }},
      {"unique",
       [](const Call& c) {
         V v = c.numbers(0);
         std::vector<double> x = v.numbers;
         std::sort(x.begin(), x.end());
         x.erase(std::unique(x.begin(), x.end()), x.end());
         V out = V::matrix(1, x.size());
         out.numbers = std::move(x);
         if (v.rows != 1) std::swap(out.rows, out.columns);
         return one(std::move(out));
       }},
      {"fliplr",
       [](const Call& c) {
         V v = c.numbers(0);
         for (std::size_t j = 0; j < v.columns / 2; ++j)
           for (std::size_t i = 0; i < v.rows; ++i)
             std::swap(v.numbers[i + v.rows * j], v.numbers[i + v.rows * (v.columns - 1 - j)]);
         return one(std::move(v));
       }},
      {"flipud",
       [](const Call& c) {
         V v = c.numbers(0);
         for (std::size_t j = 0; j < v.columns; ++j)
           for (std::size_t i = 0; i < v.rows / 2; ++i)
             std::swap(v.numbers[i + v.rows * j], v.numbers[v.rows - 1 - i + v.rows * j]);
         return one(std::move(v));
       }},
      {"transpose", [](const Call& c) { return one(transposed(c.machine, c.raw(0))); }},
      {"horzcat", [](const Call& c) { return one(join_row(c.machine, c.args)); }},
      {"vertcat", [](const Call& c) { return one(join_column(c.machine, c.args)); }},
      {"cell2mat",
       [](const Call& c) {
         const V& v = c.raw(0);
         if (v.kind != Kind::cells) c.machine.fail("a cell array is expected");
         Values rows;
         for (std::size_t i = 0; i < v.rows; ++i) {
           Values row;
           for (std::size_t j = 0; j < v.columns; ++j) row.push_back(v.cells[i + v.rows * j]);
           rows.push_back(join_row(c.machine, row));
         }
         return one(join_column(c.machine, rows));
       }},
      {"num2cell",
       [](const Call& c) {
         const V v = c.numbers(0);
         std::vector<V> cells;
         for (const double x : v.numbers) cells.push_back(V::scalar(x));
         V out = V::cell_row(std::move(cells));
         out.rows = v.rows, out.columns = v.columns;
         return one(std::move(out));
       }},
      {"fieldnames",
       [](const Call& c) {
         std::vector<V> names;
         if (c.raw(0).kind == Kind::structure && !c.raw(0).elements.empty())
           for (const auto& f : c.raw(0).elements[0]) names.push_back(V::words(f.first));
         V v = V::cell_row(std::move(names));
         std::swap(v.rows, v.columns);
         return one(std::move(v));
       }},
      {"diag",
       [](const Call& c) {
         const V v = c.numbers(0);
         if (v.rows == 1 || v.columns == 1) {
           c.machine.budget(v.size() * v.size());
           V out = V::matrix(v.size(), v.size());
           for (std::size_t i = 0; i < v.size(); ++i) out.numbers[i + v.size() * i] = v.numbers[i];
           return one(std::move(out));
         }
         V out = V::matrix(std::min(v.rows, v.columns), 1);
         for (std::size_t i = 0; i < out.rows; ++i) out.numbers[i] = v.at(i, i);
         return one(std::move(out));
       }},
      {"inv",
       [](const Call& c) {
         const V v = c.numbers(0);
         if (v.rows != v.columns) c.machine.fail("only square matrices have an inverse");
         return one(eigen_value(eigen_matrix(v).inverse()));
       }},
      {"det",
       [](const Call& c) {
         const V v = c.numbers(0);
         if (v.rows != v.columns) c.machine.fail("only square matrices have a determinant");
         return one(eigen_matrix(v).determinant());
       }},
      {"dot",
       [](const Call& c) {
         const V a = c.numbers(0), b = c.numbers(1);
         if (a.size() != b.size()) c.machine.fail("the vectors have different lengths");
         return one(std::inner_product(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), 0.0));
       }},
      {"cross",
       [](const Call& c) {
         const V a = c.numbers(0), b = c.numbers(1);
         if (a.size() != 3 || b.size() != 3) c.machine.fail("vectors of three are expected");
         V out = a;
         for (std::size_t i = 0; i < 3; ++i)
           out.numbers[i] =
               a.numbers[(i + 1) % 3] * b.numbers[(i + 2) % 3] - a.numbers[(i + 2) % 3] * b.numbers[(i + 1) % 3];
         return one(std::move(out));
       }},
      {"kron",
       [](const Call& c) {
         const V a = c.numbers(0), b = c.numbers(1);
         if (a.size() > 0) c.machine.budget(a.size() * b.size());
         V out = V::matrix(a.rows * b.rows, a.columns * b.columns);
         for (std::size_t j = 0; j < out.columns; ++j)
           for (std::size_t i = 0; i < out.rows; ++i)
             out.numbers[i + out.rows * j] = a.at(i / b.rows, j / b.columns) * b.at(i % b.rows, j % b.columns);
         return one(std::move(out));
       }},
      {"trapz",
       [](const Call& c) {
         const V x = c.numbers(0);
         const V y = c.count() > 1 ? c.numbers(1) : x;
         double sum = 0.0;
         for (std::size_t i = 1; i < y.size(); ++i)
           sum += 0.5 * (y.numbers[i] + y.numbers[i - 1]) *
                  (c.count() > 1 && i < x.size() ? x.numbers[i] - x.numbers[i - 1] : 1.0);
         return one(sum);
       }},
      {"interp1",
       [](const Call& c) {
         const V x = c.numbers(0), y = c.numbers(1), q = c.numbers(2);
         if (x.size() != y.size() || x.size() < 2) c.machine.fail("the points of the table do not fit each other");
         V out = q;
         for (double& at : out.numbers) {
           const auto upper = std::upper_bound(x.numbers.begin(), x.numbers.end(), at);
           if (at < x.numbers.front() || at > x.numbers.back()) {
             at = std::nan("");
             continue;
           }
           const std::size_t i = std::min<std::size_t>(
               static_cast<std::size_t>(std::max<std::ptrdiff_t>(upper - x.numbers.begin(), 1)), x.size() - 1);
           at = y.numbers[i - 1] +
                (y.numbers[i] - y.numbers[i - 1]) * (at - x.numbers[i - 1]) / (x.numbers[i] - x.numbers[i - 1]);
         }
         return one(std::move(out));
       }},
      {"isnan",
       [](const Call& c) {
         V v = c.numbers(0);
         for (double& x : v.numbers) x = std::isnan(x) ? 1.0 : 0.0;
         v.logical = true;
         return one(std::move(v));
       }},
      {"isinf",
       [](const Call& c) {
         V v = c.numbers(0);
         for (double& x : v.numbers) x = std::isinf(x) ? 1.0 : 0.0;
         v.logical = true;
         return one(std::move(v));
       }},
      {"not", [](const Call& c) { return one(unary(c.machine, "~", c.raw(0))); }},
      {"xor", [](const Call& c) { return yes(truth(c.machine, c.raw(0)) != truth(c.machine, c.raw(1))); }},
      {"and", [](const Call& c) { return yes(truth(c.machine, c.raw(0)) && truth(c.machine, c.raw(1))); }},
      {"or", [](const Call& c) { return yes(truth(c.machine, c.raw(0)) || truth(c.machine, c.raw(1))); }},
      {"round",
       [](const Call& c) {
         if (c.count() < 2) return map1<round_>(c);
         V v = c.numbers(0);
         const double scale = std::pow(10.0, c.number(1));
         for (double& x : v.numbers) x = std::round(x * scale) / scale;
         return one(std::move(v));
       }},
      {"floor", map1<floor_>},
      {"ceil", map1<ceil_>},
      {"fix", map1<fix_>},
      {"sign", map1<sign_>},
      {"abs", map1<abs_>},
      {"sqrt", map1<sqrt_>},
      {"exp", map1<exp_>},
      {"log", map1<log_>},
      {"log10", map1<log10_>},
      {"log2", map1<log2_>},
      {"sin", map1<sin_>},
      {"cos", map1<cos_>},
      {"tan", map1<tan_>},
      {"asin", map1<asin_>},
      {"acos", map1<acos_>},
      {"atan", map1<atan_>},
      {"sinh", map1<sinh_>},
      {"cosh", map1<cosh_>},
      {"tanh", map1<tanh_>},
      {"asinh", map1<asinh_>},
      {"acosh", map1<acosh_>},
      {"atanh", map1<atanh_>},
      {"sind", map1<sind_>},
      {"cosd", map1<cosd_>},
      {"tand", map1<tand_>},
      {"deg2rad", map1<rad_>},
      {"rad2deg", map1<deg_>},
      {"wrapTo360", map1<wrap360_>},
      {"wrapTo180", map1<wrap180_>},
      {"mod", map2<mod_>},
      {"rem", map2<rem_>},
      {"hypot", map2<hypot_>},
      {"atan2", map2<atan2_>},
      {"power", map2<power_>},
      {"arrayfun", [](const Call& c) { return apply_each(c, false); }},
      {"cellfun", [](const Call& c) { return apply_each(c, true); }},
      {"feval",
       [](const Call& c) {
         c.need(1);
         return c.machine.call_value(c.raw(0), Values(c.args.begin() + 1, c.args.end()), c.outputs);
       }},
      {"isa",
       [](const Call& c) {
         return yes(c.raw(0).type == c.text(1) || (c.text(1) == "double" && c.raw(0).is_numbers()));
       }},
      {"class",
       [](const Call& c) {
         const V& v = c.raw(0);
         return one(V::words(!v.type.empty()             ? v.type
                             : v.is_text()               ? "char"
                             : v.kind == Kind::cells     ? "cell"
                             : v.kind == Kind::structure ? "struct"
                             : v.logical                 ? "logical"
                                                         : "double"));
       }},
      {"tf",
       [](const Call& c) {
         c.need(2);
         return one(V::object("tf", {{"Numerator", c.raw(0)}, {"Denominator", c.raw(1)}}));
       }},
      {"ss",
       [](const Call& c) {
         c.need(4);
         return one(V::object("ss", {{"A", c.raw(0)}, {"B", c.raw(1)}, {"C", c.raw(2)}, {"D", c.raw(3)}}));
       }},
      {"load",
       [](const Call& c) {
         V::Fields fields = load_file(c.machine, c.text(0));
         if (c.outputs > 0) {
           // text: the matrix itself
           if (fields.size() == 1 && fields.begin()->second.type == "text file") {
             V v = fields.begin()->second;
             v.type.clear();
             return one(std::move(v));
           }
           return one(V::object("", std::move(fields)));
         }
         for (auto& f : fields) {
           f.second.type = f.second.type == "text file" ? "" : f.second.type;
           if (c.count() == 1 ||
               std::any_of(c.args.begin() + 1, c.args.end(), [&](const V& a) { return a.text == f.first; }))
             c.machine.variables_[f.first] = f.second;
         }
         return Values{};
       }},
      {"readmatrix",
       [](const Call& c) {
         V::Fields f = load_file(c.machine, c.text(0));
         V v = f.empty() ? V::matrix(0, 0) : f.begin()->second;
         v.type.clear();
         return one(std::move(v));
       }},
      {"importdata",
       [](const Call& c) {
         V::Fields f = load_file(c.machine, c.text(0));
         V v = f.empty() ? V::matrix(0, 0) : f.begin()->second;
         v.type.clear();
         return one(std::move(v));
       }},
      {"csvread",
       [](const Call& c) {
         V::Fields f = load_file(c.machine, c.text(0));
         V v = f.empty() ? V::matrix(0, 0) : f.begin()->second;
         v.type.clear();
         return one(std::move(v));
       }},
      {"clear",
       [](const Call& c) {
         c.machine.clear(c.args);
         return Values{};
       }},
      {"clearvars",
       [](const Call& c) {
         c.machine.clear(c.args);
         return Values{};
       }},
      {"addpath",
       [](const Call& c) {
         for (std::size_t i = 0; i < c.count(); ++i) {
           if (c.args[i].is_text()) c.machine.add_folder(c.args[i].text);
         }
         return Values{};
       }},
      // BEMIO's functions of bemio.m: what they are asked for, in fields of hydro
      {"readWAMIT", bem_source},
      {"readNEMOH", bem_source},
      {"readAQWA", bem_source},
      {"readCAPYTAINE", bem_source},
      {"radiationIRF",
       [](const Call& c) {
         return noted(c, {{"bemio_radiation_time", 1}, {"bemio_omega_max", 5}});
       }},
      {"excitationIRF",
       [](const Call& c) {
         return noted(c, {{"bemio_excitation_time", 1}});
       }},
      {"radiationIRFSS",
       [](const Call& c) {
         Values v = noted(c, {});
         v[0].elements[0]["bemio_state_space"] = V::scalar(1.0);
         return v;
       }},
      {"combineBEM", [](const Call& c) { return noted(c, {}); }},
      {"normalizeBEM", [](const Call& c) { return noted(c, {}); }},
      {"cleanBEM", [](const Call& c) { return noted(c, {}); }},
      {"addDefaultPlotVars", [](const Call& c) { return noted(c, {}); }},
      {"readBEMIOH5", [](const Call& c) { return noted(c, {}); }},
      {"writeBEMIOH5", [](const Call&) { return Values{}; }},
      {"plotBEMIO", [](const Call&) { return Values{}; }},
      {"error",
       [](const Call& c) -> Values {
         c.machine.fail(fmt::format("the script stops with an error: {}",
                                    c.count() > 0 && c.args[0].is_text() ? formatted(c, 0) : ""));
       }},
  };
  return all;
}

// Without effect on what a case is.
const std::set<std::string>& ignored() {
  static const std::set<std::string> names{
      "clc",          "close",   "figure",  "plot",        "disp",           "fprintf",    "hold",
      "xlabel",       "ylabel",  "title",   "legend",      "grid",           "subplot",    "axis",
      "xlim",         "ylim",    "format",  "warning",     "drawnow",        "print",      "saveas",
      "set",          "tic",     "toc",     "open_system", "load_system",    "set_param",  "save_system",
      "close_system", "bdclose", "sim",     "run",         "save",           "rng",        "display",
      "more",         "pause",   "cd",      "rmpath",      "line",           "text",       "mkdir",
      "delete",       "evalc",   "parpool", "savefig",     "exportgraphics", "writematrix"};
  return names;
}

}  // namespace

bool is_builtin(const std::string& name) { return functions().count(name) != 0 || ignored().count(name) != 0; }

Values call_builtin(Machine& machine, const std::string& name, const Values& arguments, std::size_t outputs,
                    bool& found) {
  const auto f = functions().find(name);
  if (f != functions().end()) {
    found = true;
    try {
      return f->second({machine, arguments, outputs});
    } catch (const std::logic_error& error) {  // an index or a length that no argument should have
      machine.fail(fmt::format("{} cannot be taken of these arguments ({})", name, error.what()));
    }
  }
  if (ignored().count(name) != 0) {
    found = true;
    static const std::set<std::string> harmless{"clc", "close", "tic", "toc", "format", "more", "figure"};
    if (harmless.count(name) == 0) machine.skip(fmt::format("{} is left out", name));
    return Values(outputs, V::matrix(0, 0));
  }
  found = false;
  return {};
}

MatlabValue::Fields load_file(Machine& machine, const std::string& name) {
  std::filesystem::path path = machine.resolve(name);
  if (path.extension().empty() && !std::filesystem::exists(path)) path += ".mat";
  if (!std::filesystem::exists(path))
    machine.fail(fmt::format("{} does not exist", path.string()), "put the file there, or leave the line out");
  machine.note_read(path);
  std::string extension = path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  V::Fields out;
  if (extension == ".mat") {
    for (auto& variable : datafile::read_mat_file(path, machine.containment(), machine.here()))
      out[variable.first] = from_mat(variable.second);
    return out;
  }
  if (extension == ".xlsx") {
    const datafile::Sheet sheet = datafile::read_sheet(path, machine.here(), machine.containment());
    std::size_t columns = 0;
    for (const auto& row : sheet.rows) columns = std::max(columns, row.size());
    V v = V::matrix(sheet.rows.size(), columns, std::nan(""));
    for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
      for (std::size_t c = 0; c < sheet.rows[r].size(); ++c) {
        char* end = nullptr;
        const double x = std::strtod(sheet.rows[r][c].c_str(), &end);
        if (end != sheet.rows[r][c].c_str()) v.numbers[r + v.rows * c] = x;
      }
    }
    out[path.stem().string()] = std::move(v);
    return out;
  }
  V v = text_matrix(machine, path);
  v.type = "text file";
  out[path.stem().string()] = std::move(v);
  return out;
}

}  // namespace swell::wecsim
