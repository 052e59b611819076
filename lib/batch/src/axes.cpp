#include "swell/batch/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <tuple>

#include "swell/base/coded_error.h"
#include "swell/base/number.h"
#include "swell/batch/cases.h"
#include "tables.h"

namespace swell::batch {

std::string number_text(double value) { return fmt::format("{}", value); }

std::vector<double> spaced(double from, double to, std::size_t count, Spacing spacing) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = count < 2 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    if (i + 1 == count && count > 1) {
      values.push_back(to);
    } else if (spacing == Spacing::logarithmic) {
      values.push_back(from * std::pow(to / from, s));
    } else {
      values.push_back(from + s * (to - from));
    }
  }
  return values;
}

std::string value_text(const Parameter& value) {
  switch (value.kind) {
    case Parameter::Kind::list: {
      std::string text = "[";
      for (std::size_t i = 0; i < value.items.size(); ++i) text += (i == 0 ? "" : ", ") + value_text(value.items[i]);
      return text + "]";
    }
    case Parameter::Kind::map: {
      std::string text = "{";
      for (std::size_t i = 0; i < value.items.size(); ++i)
        text += (i == 0 ? "" : ", ") + value.keys[i] + ": " + value_text(value.items[i]);
      return text + "}";
    }
    case Parameter::Kind::none:
      return "null";
    case Parameter::Kind::number:
    case Parameter::Kind::flag:
    case Parameter::Kind::text:
      break;
  }
  return value.quoted ? '"' + value.text + '"' : value.text;
}

namespace {

/// Warnings leave an axis as it is.
std::ptrdiff_t error_count(const Diagnostics& diagnostics) {
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  return std::count_if(diagnostics.list().begin(), diagnostics.list().end(), is_error);
}

/// SplitMix64: small, and the same numbers from every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * static_cast<double>(n)); }

 private:
  std::uint64_t state_;
};

struct Asked {
  const std::filesystem::path& folder;
  const Parameter& base;
  std::uint64_t seed;
  Diagnostics& diagnostics;
};

Axis values_axis(ParameterReader& read, const std::string& key) {
  Axis axis{{key}, {}, {}};
  const Parameter* values = read.tree("values");
  if (values->kind != Parameter::Kind::list || values->items.empty()) {
    code::error("wrong-value", read.diagnostics(), values->origin,
                fmt::format("{} must be a list of values", values->origin.path), "for example values: [1, 2, 3]");
    return axis;
  }
  for (const Parameter& value : values->items) axis.rows.push_back({value_text(value)});
  return axis;
}

Spacing spacing_of(ParameterReader& read) {
  return read.choice("spacing", {"linear", "logarithmic"}, std::size_t{0}) == 0 ? Spacing::linear
                                                                                : Spacing::logarithmic;
}

Axis range_axis(const Parameter& range, const std::string& key, Diagnostics& diagnostics) {
  Axis axis{{key}, {}, {}};
  const std::ptrdiff_t errors = error_count(diagnostics);
  ParameterReader read(range, diagnostics);
  const double from = read.number("from", ""), to = read.number("to", "");
  const Spacing spacing = spacing_of(read);
  std::vector<double> values;
  if (read.has("count") == read.has("step")) {
    code::error("missing", diagnostics, range.origin, fmt::format("{} needs one of count and step", range.origin.path));
    read.tree("count");
    read.tree("step");
  } else if (read.has("count")) {
    const int count = read.integer("count", between(1.0, 1e7));
    if (count > 1 && from == to) {
      code::error(
          "contradiction", diagnostics, range.origin,
          fmt::format("{}: from and to are both {:g}, which makes {} equal values", range.origin.path, from, count),
          "for one value give values: [...]");
    } else if (spacing == Spacing::logarithmic && !(from * to > 0.0)) {
      code::error("contradiction", diagnostics, range.origin,
                  fmt::format("{}: logarithmic spacing needs from and to of one sign", range.origin.path));
    } else {
      values = spaced(from, to, static_cast<std::size_t>(std::max(count, 1)), spacing);
    }
  } else {
    const double step = read.number("step", "");
    if (!(step != 0.0 && (to - from) / step >= 0.0 && (to - from) / step < 1e7)) {
      code::error("contradiction", diagnostics, read.origin("step"),
                  fmt::format("{}.step = {:g} does not lead from {:g} to {:g}", range.origin.path, step, from, to),
                  step != 0.0 && (to - from) / step < 0.0 ? fmt::format("step: {:g} does", -step) : "");
    } else {
      const auto n = static_cast<std::size_t>(std::floor((to - from) / step + 1e-9)) + 1;
      // Twelve digits: 0.1 + 0.2 is meant as 0.3, also in the name of the case.
      for (std::size_t i = 0; i < n; ++i)
        values.push_back(*parse_number(fmt::format("{:.12g}", from + static_cast<double>(i) * step)));
      if (std::abs(values.back() - to) > 1e-6 * std::abs(step))
        diagnostics.warning("uneven-axis", read.origin("step"),
                            fmt::format("{}.step = {:g} from {:g} does not meet {:g}: the last value is {:g}",
                                        range.origin.path, step, from, to, values.back()),
                            "count: instead of step: meets both ends");
    }
  }
  read.finish();
  if (error_count(diagnostics) == errors) {
    for (const double value : values) axis.rows.push_back({number_text(value)});
  }
  return axis;
}

Axis zip_axis(const Parameter& list, const Asked& asked) {
  Axis axis;
  if (list.kind != Parameter::Kind::list || list.items.empty())
    code::error("wrong-value", asked.diagnostics, list.origin,
                fmt::format("{} must be a list of axes", list.origin.path),
                "for example zip: [{key: waves.height, values: [1, 2]}, {key: waves.period, values: [6, 8]}]");
  for (const Parameter& item : list.items) {
    const Axis part = read_axis(item, asked.folder, asked.base, asked.seed, asked.diagnostics);
    if (part.rows.empty()) continue;
    if (axis.keys.empty()) {
      axis = part;
      continue;
    }
    if (part.rows.size() != axis.rows.size()) {
      code::error("contradiction", asked.diagnostics, item.origin,
                  fmt::format("{} has {} values and its neighbours {}", fmt::join(part.keys, ", "), part.rows.size(),
                              axis.rows.size()),
                  "zipped lists have one length; separate axes give every combination");
      continue;
    }
    axis.keys.insert(axis.keys.end(), part.keys.begin(), part.keys.end());
    for (std::size_t i = 0; i < axis.rows.size(); ++i)
      axis.rows[i].insert(axis.rows[i].end(), part.rows[i].begin(), part.rows[i].end());
  }
  return axis;
}

Axis table_axis(const Parameter& table, const Asked& asked) {
  Axis axis;
  ParameterReader read(table, asked.diagnostics);
  if (read.has("file")) {
    const std::filesystem::path file = asked.folder / read.text("file");
    std::vector<std::string> keys;
    if (const Parameter* given = read.tree("keys")) {
      for (const Parameter& key : given->items) keys.push_back(key.text);
    }
    const std::string dataset = read.text("dataset", std::string());
    try {
      TextTable text = file.extension() == ".h5" || file.extension() == ".hdf5"
                           ? read_h5_table(file, dataset, read.origin("file"))
                           : read_csv(file, keys.empty(), read.origin("file"));
      if (!keys.empty()) text.headers = keys;
      axis.keys = text.headers;
      axis.rows = text.rows;
      if (axis.keys.empty()) {
        code::error("missing", asked.diagnostics, table.origin,
                    fmt::format("{} needs keys: the keys of the columns of {}", table.origin.path, file.string()));
      }
    } catch (const InputError& error) {
      asked.diagnostics.add(error.diagnostics());
    }
  } else {
    const Parameter *headers = read.tree("headers"), *cases = read.tree("cases");
    if (headers == nullptr || cases == nullptr) {
      code::error("missing", asked.diagnostics, table.origin,
                  fmt::format("{} needs a file, or headers and cases", table.origin.path),
                  "for example {headers: [waves.height, waves.period], cases: [[1, 6], [2, 8]]}");
    } else {
      for (const Parameter& header : headers->items) axis.keys.push_back(header.text);
      if (axis.keys.empty())
        code::error("missing", asked.diagnostics, headers->origin, fmt::format("{} names no key", headers->origin.path),
                    "for example headers: [waves.height, waves.period]");
      for (const Parameter& row : cases->items) {
        axis.rows.emplace_back();
        for (const Parameter& value : row.items) axis.rows.back().push_back(value_text(value));
      }
    }
  }
  read.finish();
  constexpr std::size_t kMostNamed = 10;
  std::size_t uneven = 0;
  for (std::size_t i = 0; i < axis.rows.size(); ++i) {
    if (axis.rows[i].size() == axis.keys.size() || ++uneven > kMostNamed) continue;
    code::error("wrong-value", asked.diagnostics, table.origin,
                fmt::format("{}: row {} has {} values for {} keys", table.origin.path, i + 1, axis.rows[i].size(),
                            axis.keys.size()));
  }
  if (uneven > kMostNamed)
    code::error("wrong-value", asked.diagnostics, table.origin,
                fmt::format("{}: {} rows more have another number of values than keys", table.origin.path,
                            uneven - kMostNamed));
  for (std::string& key : axis.keys) key = key_of_header(key, asked.base);
  return axis;
}

Axis random_axis(const Parameter& tree, const Asked& asked) {
  Axis axis;
  ParameterReader read(tree, asked.diagnostics);
  const int count = read.integer("count", between(1.0, 1e7));
  const bool latin = read.choice("method", {"uniform", "latin-hypercube"}, std::size_t{1}) == 1;
  const double seed = read.number("seed", "", at_least(0.0), static_cast<double>(asked.seed));
  struct Law {
    double from, to;
    Spacing spacing;
  };
  std::vector<Law> laws;
  const Parameter* keys = read.tree("keys");
  if (keys == nullptr || !keys->is_map()) {
    code::error("missing", asked.diagnostics, tree.origin, fmt::format("{} needs keys", tree.origin.path),
                "for example keys: {ptos.PTO1.damping: {from: 1e5, to: 1e7, spacing: logarithmic}}");
  } else {
    for (std::size_t i = 0; i < keys->keys.size(); ++i) {
      ParameterReader law(keys->items[i], asked.diagnostics);
      Law l{law.number("from", ""), law.number("to", ""), spacing_of(law)};
      law.finish();
      if (l.spacing == Spacing::logarithmic && !(l.from * l.to > 0.0)) {
        code::error("contradiction", asked.diagnostics, keys->items[i].origin,
                    fmt::format("{}: logarithmic spacing needs from and to of one sign", keys->keys[i]));
        l.spacing = Spacing::linear;
      }
      axis.keys.push_back(keys->keys[i]);
      laws.push_back(l);
    }
  }
  read.finish();
  const auto points = sample_unit_cube(static_cast<std::size_t>(std::max(count, 0)), laws.size(), latin,
                                       static_cast<std::uint64_t>(seed));
  for (const auto& point : points) {
    axis.rows.emplace_back();
    for (std::size_t k = 0; k < laws.size(); ++k) {
      const auto& [from, to, spacing] = laws[k];
      axis.rows.back().push_back(number_text(spacing == Spacing::logarithmic ? from * std::pow(to / from, point[k])
                                                                             : from + point[k] * (to - from)));
    }
  }
  return axis;
}

enum class PeriodKind { unsaid, peak, energy };
struct Corner {
  PeriodKind period = PeriodKind::unsaid;
  bool plain = false;        ///< a period, but not which
  bool significant = false;  ///< heights of seas, not of waves
};

/// What stands in the corner of a scatter table: nothing, or the quantities of its rows and columns, "Hs/Te",
/// "Hm0 [m] \\ Tp [s]". An energy period that is taken for a peak period is 14 % off: what is not understood is
/// refused.
Corner quantities_of_corner(const std::string& corner, const Origin& origin, Diagnostics& diagnostics) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (std::size_t i = 0; i < corner.size(); ++i) {
    const char c = corner[i];
    if (c == '(' || c == '[') {  // a unit alone is left out: what else stands there may say which period it is
      std::string unit = corner.substr(i + 1, corner.find_first_of(")]", i) - i - 1);
      unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
      if (unit == "m" || unit == "s" || unit == "-" || unit.empty()) ++depth;
    }
    const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    if (depth == 0 && part) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
    if (c == ')' || c == ']') depth = 0;
  }
  if (words.back().empty()) words.pop_back();
  const auto is = [](const std::string& word, std::initializer_list<const char*> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  Corner kind;
  bool period = false;
  const auto refuse = [&](const std::string& text, const char* remedy) {
    diagnostics.error(origin, fmt::format("the corner of the table says {}: {}", corner, text), remedy);
    return Corner{};
  };
  for (const std::string& word : words) {
    if (is(word, {"h", "hs", "hm0", "hsig", "swh", "height", "heights", "waves.height", "waves.significant_height"})) {
      if (period) return refuse("periods before heights", "the first column holds heights and the first row periods");
      kind.significant = kind.significant || is(word, {"hs", "hm0", "hsig", "swh", "waves.significant_height"});
    } else if (is(word, {"t", "period", "periods", "waves.period"})) {
      period = kind.plain = true;
    } else if (is(word, {"tp", "peak", "peak_period", "waves.peak_period"})) {
      period = true;
      kind.period = PeriodKind::peak;
    } else if (is(word, {"te", "tm-10", "tm-1", "t-10", "energy", "energy_period", "waves.energy_period"})) {
      period = true;
      kind.period = PeriodKind::energy;
    } else if (word == "significant") {
      kind.significant = true;
    } else if (!is(word, {"wave", "waves", "m", "s", "and", "by", "0"})) {
      return refuse(fmt::format("{} is not understood", word),
                    "for example Hs/Tp, Hs/Te, or an empty cell with height: and period: in the study; other mean "
                    "periods must be converted to the one or the other");
    }
  }
  return kind;
}

/// A table of seas over a base case of one regular wave, and of periods that may be either over a sea.
void check_seas(const Corner& corner, const std::string& text, const std::string& height, bool period_given,
                const Asked& asked, const Origin& origin) {
  const Parameter* waves = asked.base.find("waves");
  const Parameter* type = waves != nullptr ? waves->find("type") : nullptr;
  if (type == nullptr) return;
  if (type->text != "regular") {
    if (corner.plain && corner.period == PeriodKind::unsaid && !period_given)
      asked.diagnostics.warning(
          "peak-periods-assumed", origin,
          fmt::format("the corner of the table says {}: the periods are taken for peak periods", text),
          "write Hs/Tp, or Hs/Te for energy periods, which are some 14 % shorter");
    return;
  }
  if (corner.period == PeriodKind::energy) {
    asked.diagnostics.error(
        origin,
        fmt::format("the corner of the table says {}: energy periods are of seas, and the waves of the "
                    "base case are regular",
                    text),
        "set waves.type: irregular in the base case, or name the periods of the waves (H/T)");
  } else if (corner.significant && height == "waves.height") {
    asked.diagnostics.warning(
        "regular-sea", origin,
        fmt::format("the corner of the table says {}, and the waves of the base case are regular: each sea is run as a "
                    "wave of the height Hs, which carries twice the power",
                    text),
        "set waves.type: irregular in the base case; a wave of the sea's power has the height Hs/sqrt(2)");
  }
}

/// Rows of heights, columns of periods: every cell with a positive probability is a sea state, row by row.
Axis scatter_axis(const Parameter& tree, const Asked& asked) {
  Axis axis;
  ParameterReader read(tree, asked.diagnostics);
  const bool period_given = read.has("period");
  axis.keys = {key_of_header(read.text("height", std::string("waves.height")), asked.base),
               key_of_header(read.text("period", std::string("waves.period")), asked.base)};
  std::vector<double> heights, periods;
  std::vector<std::vector<double>> cells;
  const std::ptrdiff_t errors = error_count(asked.diagnostics);
  if (read.has("file")) {
    try {
      const TextTable text = read_csv(asked.folder / read.text("file"), false, read.origin("file"));
      const Corner corner = quantities_of_corner(text.rows.front().front(), read.origin("file"), asked.diagnostics);
      const PeriodKind kind = corner.period;
      axis.of_waves = corner.plain && !corner.significant;
      check_seas(corner, text.rows.front().front(), axis.keys[0], period_given, asked, read.origin("file"));
      std::string& key = axis.keys[1];
      const bool energy = key.size() >= 13 && key.compare(key.size() - 13, 13, "energy_period") == 0;
      if (!period_given && kind == PeriodKind::energy) {
        key = key_of_header("Te", asked.base);
      } else if ((kind == PeriodKind::energy) != energy && kind != PeriodKind::unsaid && key != "waves.period") {
        code::error("contradiction", asked.diagnostics, read.origin("period"),
                    fmt::format("the corner of the table says {} and period is {}", text.rows.front().front(), key),
                    "one of them is wrong");
      }
      std::vector<std::vector<double>> numbers = as_numbers(text, read.origin("file"));
      for (std::size_t j = 1; j < numbers.front().size(); ++j) periods.push_back(numbers.front()[j]);
      for (std::size_t i = 1; i < numbers.size(); ++i) {
        heights.push_back(numbers[i].front());
        cells.emplace_back(numbers[i].begin() + 1, numbers[i].end());
      }
    } catch (const InputError& error) {
      asked.diagnostics.add(error.diagnostics());
    }
  } else {
    heights = read.numbers("heights", "m");
    periods = read.numbers("periods", "s");
    for (const auto& [name, values] : {std::pair("heights", &heights), std::pair("periods", &periods)}) {
      if (values->empty() && error_count(asked.diagnostics) == errors)
        code::error("missing", asked.diagnostics, read.origin(name),
                    fmt::format("{}.{} is empty", tree.origin.path, name),
                    "a number for each row of probability in heights, for each column in periods");
    }
    cells = read.table("probability", "", heights.size(), periods.size());
  }
  const bool normalise = read.flag("normalise", true);
  read.finish();
  for (const auto& [name, unit, values] :
       {std::tuple<const char*, const char*, const std::vector<double>&>("height", "m", heights),
        std::tuple<const char*, const char*, const std::vector<double>&>("period", "s", periods)}) {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      code::error("contradiction", asked.diagnostics, tree.origin,
                  fmt::format("{}: the {} {:g} {} occurs twice", tree.origin.path, name, *twice, unit),
                  "add their probabilities up in one row or column");
  }
  if (error_count(asked.diagnostics) != errors) return axis;
  double total = 0.0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < cells[i].size() && j < periods.size(); ++j) {
      const double p = cells[i][j];
      if (p < 0.0) {
        code::error("out-of-range", asked.diagnostics, tree.origin,
                    fmt::format("{}: the probability at height {:g} m and period {:g} s is {:g}", tree.origin.path,
                                heights[i], periods[j], p),
                    "probabilities, hours or counts, none below 0");
      }
      if (!(p > 0.0)) continue;
      axis.rows.push_back({number_text(heights[i]), number_text(periods[j])});
      axis.probability.push_back(p);
      total += p;
    }
  }
  if (!std::isfinite(total))
    code::error("out-of-range", asked.diagnostics, tree.origin,
                fmt::format("{}: the sum of the probabilities is not finite", tree.origin.path),
                "probabilities, hours or counts");
  if (axis.rows.empty() && error_count(asked.diagnostics) == errors)
    asked.diagnostics.error(tree.origin, fmt::format("{} has no cell above 0", tree.origin.path));
  if (normalise) {
    for (double& p : axis.probability) p /= total;
  }
  return axis;
}

}  // namespace

std::vector<std::vector<double>> sample_unit_cube(std::size_t count, std::size_t dimensions, bool latin_hypercube,
                                                  std::uint64_t seed) {
  std::vector<std::vector<double>> points(count, std::vector<double>(dimensions));
  for (std::size_t d = 0; d < dimensions; ++d) {
    Random random(hash_text(fmt::format("sample|{}|{}", seed, d)));
    std::vector<std::size_t> slice(count);
    std::iota(slice.begin(), slice.end(), std::size_t{0});
    if (latin_hypercube) {
      for (std::size_t i = count; i > 1; --i) std::swap(slice[i - 1], slice[random.below(i)]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double u = random.uniform();
      points[i][d] = latin_hypercube ? (static_cast<double>(slice[i]) + u) / static_cast<double>(count) : u;
    }
  }
  return points;
}

std::string key_of_header(const std::string& header, const Parameter& base) {
  const Parameter* waves = base.find("waves");
  const Parameter* type = waves != nullptr ? waves->find("type") : nullptr;
  const bool irregular = type != nullptr && type->text == "irregular";
  if (header == "waves.height" && irregular) return "waves.significant_height";
  if (header == "waves.period" && irregular) return "waves.peak_period";
  if (header == "waves.phaseSeed") return "waves.seed";
  if (header == "Hs" || header == "Hm0") return irregular ? "waves.significant_height" : "waves.height";
  if (header == "Tp") return irregular ? "waves.peak_period" : "waves.period";
  if (header == "Te") return "waves.energy_period";
  const std::pair<const char*, const char*> sections[] = {
      {"pto(", "ptos"}, {"body(", "bodies"}, {"constraint(", "joints"}};
  for (const auto& [prefix, section] : sections) {
    if (header.compare(0, std::string(prefix).size(), prefix) != 0) continue;
    const std::size_t open = header.find('('), close = header.find(")."), none = std::string::npos;
    const Parameter* list = base.find(section);
    if (close == none || list == nullptr) return header;
    const std::string digits = header.substr(open + 1, close - open - 1);
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != none) return header;
    const std::size_t number = std::stoul(digits);
    if (number < 1 || number > list->items.size()) return header;
    const Parameter* name = list->items[number - 1].find("name");
    return fmt::format("{}.{}.{}", section, name != nullptr ? name->text : digits, header.substr(close + 2));
  }
  return header;
}

Axis read_axis(const Parameter& item, const std::filesystem::path& folder, const Parameter& base, std::uint64_t seed,
               Diagnostics& diagnostics) {
  const Asked asked{folder, base, seed, diagnostics};
  const std::vector<std::string> kinds = {"values", "range", "zip", "table", "random", "scatter"};
  std::vector<std::string> found;
  for (const std::string& kind : kinds) {
    if (item.find(kind) != nullptr) found.push_back(kind);
  }
  if (found.size() != 1) {
    code::error("contradiction", diagnostics, item.origin,
                fmt::format("{} needs exactly one of {}", item.origin.path, fmt::join(kinds, ", ")),
                "for example {key: waves.height, values: [1, 2, 3]}");
    return {};
  }
  ParameterReader read(item, diagnostics);
  const std::string& kind = found.front();
  const std::ptrdiff_t errors = error_count(diagnostics);
  Axis axis;
  if (kind == "values" || kind == "range") {
    const std::string key = key_of_header(read.text("key"), base);
    axis = kind == "values" ? values_axis(read, key) : range_axis(*read.tree("range"), key, diagnostics);
  } else {
    const Parameter& tree = *read.tree(kind);
    axis = kind == "zip"      ? zip_axis(tree, asked)
           : kind == "table"  ? table_axis(tree, asked)
           : kind == "random" ? random_axis(tree, asked)
                              : scatter_axis(tree, asked);
  }
  read.finish();
  // What is left of a wrong axis may be ragged: nobody goes on with it.
  if (error_count(diagnostics) != errors) {
    axis.rows.clear();
    axis.probability.clear();
  }
  return axis;
}

std::string period_of_corner(const std::string& corner, const Origin& origin, Diagnostics& diagnostics) {
  const PeriodKind kind = quantities_of_corner(corner, origin, diagnostics).period;
  return kind == PeriodKind::energy ? "energy_period" : kind == PeriodKind::peak ? "peak_period" : "";
}

}  // namespace swell::batch
