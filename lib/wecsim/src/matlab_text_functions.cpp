// Functions of texts and paths.
#include <fmt/printf.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <string_view>

#include "matlab_functions.h"
#include "swell/base/text.h"

namespace swell::wecsim {
namespace {

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
  if (x == std::floor(x) && std::abs(x) < 1e15) return fmt::format("{:.0f}", x);
  const double digits = std::floor(std::log10(std::abs(x))) + 5.0;
  return fmt::format("{:.{}g}", x, static_cast<int>(std::min(16.0, std::max(5.0, digits))));
}

Values text_join(const Call& c) {  // strcat
  std::size_t n = 1;
  V shape = V::words("");
  for (const V& v : c.all()) {
    if (v.kind == Kind::cells && v.size() != 1) {
      n = v.size();
      shape = v;
    }
  }
  const bool cells = std::any_of(c.all().begin(), c.all().end(), [](const V& v) { return v.kind == Kind::cells; });
  std::vector<V> out;
  for (std::size_t i = 0; i < n; ++i) {
    std::string s;
    for (const V& v : c.all()) {
      const V& part = v.kind == Kind::cells ? v.cells.at(v.size() == 1 ? 0 : std::min(i, v.size() - 1)) : v;
      if (!part.is_text()) c.machine.fail("strcat joins texts", "num2str makes a text of a number");
      s += part.text;
    }
    out.push_back(V::words(s));
  }
  if (!cells) return one(out[0]);
  V all = V::cell_row(std::move(out));
  if (shape.kind == Kind::cells) {
    all.rows = shape.rows;
    all.columns = shape.columns;
  }
  return one(std::move(all));
}

Values same_text(const Call& c, bool any_case) {
  const auto same = [&](const V& a, const V& b) {
    if (!a.is_text() || !b.is_text()) return false;
    return any_case ? lower_case(a.text) == lower_case(b.text) : a.text == b.text;
  };
  c.need(2);
  const V &a = c.raw(0), &b = c.raw(1);
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

}  // namespace

std::string formatted(const Call& c, std::size_t first) {
  const std::string format = c.text(first);
  std::vector<V> items;
  for (std::size_t i = first + 1; i < c.count(); ++i) {
    const V& v = c.raw(i);
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
        // %[flags][width][.digits]kind
        constexpr std::string_view kFlags = "+- #0", kDigits = "0123456789";
        std::string spec = "%";
        std::size_t j = i + 1;
        const auto take = [&](std::string_view allowed) {
          while (j < format.size() && allowed.find(format[j]) != allowed.npos && spec.size() < 12) spec += format[j++];
        };
        take(kFlags);
        take(kDigits);
        if (j < format.size() && format[j] == '.') {
          spec += format[j++];
          take(kDigits);
        }
        if (j >= format.size()) break;
        const char kind = format[j];
        const auto is_one_of = [kind](std::string_view kinds) { return kinds.find(kind) != kinds.npos; };
        i = j;
        if (items.empty() || next >= items.size()) {
          if (!items.empty()) return out;
          continue;
        }
        const V& item = items[next++];
        // They come from the file: bounded, so that no text of gigabytes is made.
        const std::size_t width = std::strtoul(spec.c_str() + 1 + std::strspn(spec.c_str() + 1, "+- #0"), nullptr, 10);
        if (width > 1000) c.machine.fail("a field of more than 1000 characters is too wide");
        const std::size_t dot = spec.find('.');
        if (dot != spec.npos && std::strtoul(spec.c_str() + dot + 1, nullptr, 10) > 300)
          c.machine.fail("more than 300 digits are asked for");
        if (kind == 's' || kind == 'c') {
          out += item.is_text() ? item.text : fmt::format("{:g}", item.numbers[0]);
        } else if (is_one_of("dixu") && item.is_numbers() && item.numbers[0] == std::floor(item.numbers[0]) &&
                   std::abs(item.numbers[0]) < 1e15) {
          out += fmt::sprintf(spec + "d", static_cast<long long>(item.numbers[0]));
        } else if (item.is_numbers()) {
          out += fmt::sprintf(spec + (is_one_of("eEfgG") ? kind : 'g'), item.numbers[0]);
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

const Functions& text_functions() {
  static const Functions all = [] {
    Functions f;
    f["strcmp"] = [](const Call& c) { return same_text(c, false); };
    f["strcmpi"] = [](const Call& c) { return same_text(c, true); };
    f["strcat"] = text_join;
    f["strtrim"] = [](const Call& c) {
      std::string s = c.text(0);
      while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back())) != 0) s.pop_back();
      while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front())) != 0) s.erase(s.begin());
      return one(V::words(s));
    };
    f["strrep"] = [](const Call& c) {
      std::string s = c.text(0);
      const std::string from = c.text(1), to = c.text(2);
      for (std::size_t at = 0; !from.empty() && (at = s.find(from, at)) != std::string::npos; at += to.size())
        s.replace(at, from.size(), to);
      return one(V::words(s));
    };
    f["upper"] = [](const Call& c) {
      std::string s = c.text(0);
      for (char& x : s) x = static_cast<char>(std::toupper(static_cast<unsigned char>(x)));
      return one(V::words(s));
    };
    f["lower"] = [](const Call& c) { return one(V::words(lower_case(c.text(0)))); };
    f["contains"] = [](const Call& c) { return yes(c.text(0).find(c.text(1)) != std::string::npos); };
    f["num2str"] = [](const Call& c) {
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
    };
    f["int2str"] = [](const Call& c) { return one(V::words(fmt::format("{:.0f}", std::round(c.number(0))))); };
    f["string"] = [](const Call& c) {
      return c.raw(0).is_text() ? one(c.raw(0)) : one(V::words(number_text(c.number(0))));
    };
    f["char"] = [](const Call& c) {
      if (c.raw(0).is_text()) return one(c.raw(0));
      std::string s;
      for (const double x : c.numbers(0).numbers) s += character(x);
      return one(V::words(s));
    };
    f["str2double"] = [](const Call& c) {
      const std::string s = c.text(0);
      char* end = nullptr;
      const double x = std::strtod(s.c_str(), &end);
      return one(end == s.c_str() || *end != '\0' ? std::nan("") : x);
    };
    f["str2num"] = [](const Call& c) { return one(c.machine.evaluate_text(c.text(0), c.machine.here())); };
    f["sprintf"] = [](const Call& c) { return one(V::words(formatted(c, 0))); };
    f["fullfile"] = [](const Call& c) {
      std::string s;
      for (std::size_t i = 0; i < c.count(); ++i) {
        const std::string part = c.text(i);
        if (part.empty()) continue;
        if (!s.empty() && s.back() != '/') s += '/';
        s += part;
      }
      return one(V::words(s));
    };
    f["filesep"] = [](const Call&) { return one(V::words("/")); };
    f["pwd"] = [](const Call& c) { return one(V::words(std::filesystem::absolute(c.machine.folder()).string())); };
    f["fileparts"] = [](const Call& c) {
      const std::filesystem::path p(c.text(0));
      return Values{V::words(p.parent_path().string()), V::words(p.stem().string()), V::words(p.extension().string())};
    };
    f["mfilename"] = [](const Call& c) {
      c.all();
      const std::filesystem::path p(c.machine.here().file);
      return one(
          V::words(c.count() > 0 ? std::filesystem::absolute(p.parent_path() / p.stem()).string() : p.stem().string()));
    };
    return f;
  }();
  return all;
}

}  // namespace swell::wecsim
