// Algebra of signals: gain, sum, product, saturation, lookup table; delay and sampling.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "swell/base/interpolation.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

namespace {

void describe_width(Visitor& v, int& width) {
  v.integer({"width", "", "numbers that pass through", between(1.0, 100000.0)}, width);
}

struct Gain {
  double factor = 0.0, offset = 0.0;
  int width = 1;
};
void describe(Visitor& v, Gain& p) {
  v.number({"factor", "", "times the input", {}, required}, p.factor);
  v.number({"offset", "", "added to it"}, p.offset);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> gain(const std::string& name, const Gain& p, Given&) {
  return declared(name, "gain", [p](Declaration& d) {
    const Input in = d.input(port("input", p.width));
    d.output(port("output", p.width, "", "factor input + offset"), {in}, [=](const Evaluation& e, double* out) {
      for (int i = 0; i < p.width; ++i) out[i] = p.factor * e.input(in)[i] + p.offset;
    });
  });
}

/// Ports input1 .. inputN and an output of the same width.   @param alike  all have the same quantity
template <class Fold>
void declare_fold(Declaration& d, std::size_t n, int width, const char* text, bool alike, Fold fold) {
  std::vector<Input> inputs;
  Reads reads;
  for (std::size_t i = 0; i < n; ++i) {
    system::PortSpec spec = port("input" + std::to_string(i + 1), width);
    if (alike && i > 0) spec.like = "input1";
    inputs.push_back(d.input(std::move(spec)));
    reads.emplace_back(inputs.back());
  }
  system::PortSpec spec = port("output", width, "", text);
  if (alike) spec.like = "input1";
  d.output(std::move(spec), reads, [=](const Evaluation& e, double* out) {
    for (int k = 0; k < width; ++k) out[k] = fold(e, inputs, k);
  });
}

struct Sum {
  std::vector<double> factors = {1.0, 1.0};
  int width = 1;
};
void describe(Visitor& v, Sum& p) {
  v.numbers({"factors", "", "one per input"}, p.factors, 0, true);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> sum(const std::string& name, const Sum& p, Given&) {
  const std::vector<double> factors = p.factors;
  const int width = p.width;
  return declared(name, "sum", [=](Declaration& d) {
    // A factor may have a unit, except 1 and -1.
    const bool plain = std::all_of(factors.begin(), factors.end(), [](double f) { return std::abs(f) == 1.0; });
    declare_fold(d, factors.size(), width, "weighted sum", plain,
                 [=](const Evaluation& e, const std::vector<Input>& in, int k) {
                   double total = 0.0;
                   for (std::size_t i = 0; i < in.size(); ++i) total += factors[i] * e.input(in[i])[k];
                   return total;
                 });
  });
}

struct Product {
  int inputs = 2, width = 1;
};
void describe(Visitor& v, Product& p) {
  v.integer({"inputs", "", "how many", at_least(1.0)}, p.inputs);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> product(const std::string& name, const Product& p, Given&) {
  return declared(name, "product", [p](Declaration& d) {
    declare_fold(d, static_cast<std::size_t>(p.inputs), p.width, "product of the inputs", false,
                 [](const Evaluation& e, const std::vector<Input>& in, int k) {
                   double total = 1.0;
                   for (const Input i : in) total *= e.input(i)[k];
                   return total;
                 });
  });
}

struct Saturation {
  double lower = -kNoLimit, upper = kNoLimit;
  int width = 1;
};
void describe(Visitor& v, Saturation& p) {
  v.number({"lower", "", "no limit unless given"}, p.lower);
  v.number({"upper", "", "no limit unless given"}, p.upper);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> saturation(const std::string& name, const Saturation& p, Given& given) {
  if (!(p.lower < p.upper)) given.refuse("contradiction", "upper", "must be above lower");
  return declared(name, "saturation", [p](Declaration& d) {
    const Input in = d.input(port("input", p.width));
    d.output(like("input", port("output", p.width, "", "input within the limits")), {in},
             [=](const Evaluation& e, double* out) {
               for (int i = 0; i < p.width; ++i) out[i] = std::max(p.lower, std::min(p.upper, e.input(in)[i]));
             });
  });
}

struct LookupTable {
  Rows table;
  bool spline = false;
};
void describe(Visitor& v, LookupTable& p) { describe_rows(v, p.table, p.spline, "input, output", 2); }
std::unique_ptr<system::Component> lookup_table(const std::string& name, const LookupTable& p, Given& given) {
  std::vector<double> x, y;
  for (const auto& row : rows_of(p.table, given)) {
    x.push_back(row[0]);
    y.push_back(row[1]);
  }
  const bool spline = p.spline;
  const bool ascending = x.size() >= 2 && std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
  if (!ascending) {
    if (!x.empty()) given.refuse("wrong-value", "table", "needs at least two rows with ascending first column");
    return nullptr;
  }
  if (spline) warn_of_overshoot(CubicSpline(x, y), y, given);
  return declared(name, "lookup-table", [=](Declaration& d) {
    const Input in = d.input(port("input"));
    const CubicSpline curve(x, y);
    d.output(port("output", 1, "", "table at the input, its end value outside"), {in},
             [=](const Evaluation& e, double* out) {
               const double at = std::max(x.front(), std::min(x.back(), e.input(in)[0]));
               out[0] = spline ? curve(at) : linear_interpolation(x, y, at);
             });
  });
}

// Past accepted points in a ring: count, then (time, values) per place. Points closer than the delay divided by the
// number of places are omitted, so that the ring always covers the delay.
struct Delay {
  double time = 0.0, initial = 0.0;
  int points = 2000, width = 1;
};
void describe(Visitor& v, Delay& p) {
  v.number({"time", "s", "how late", above(0.0), required}, p.time);
  v.number({"initial", "", "output until the input of the start arrives"}, p.initial);
  v.integer({"points", "", "places of its memory", between(8.0, 1e6)}, p.points);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> delay(const std::string& name, const Delay& p, Given& given) {
  const double lag = p.time, before = p.initial;
  const int places = p.points, width = p.width;
  constexpr double kMost = 1e8;  // numbers, 0.8 GB
  if (static_cast<double>(places) * (width + 1.0) > kMost) {
    given.refuse("out-of-range", "points",
                 fmt::format("= {} for an input of {} numbers are more than {:g} numbers", places, width, kMost),
                 "give fewer points");
    return nullptr;
  }
  return declared(name, "delay", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    const int row = width + 1;
    const Memory past = d.memory(port("past", 1 + places * row), MemoryKind::history,
                                 std::vector<double>(static_cast<std::size_t>(1 + places * row), 0.0));
    const double spacing = lag / (places - 4);
    const auto at = [=](const double* ring, long k) { return ring + 1 + (k % places) * row; };
    d.commit({in, past}, [=](const Evaluation& e) {
      double* ring = e.change(past);
      const long n = std::lround(ring[0]);
      // The newest point is overwritten until it is far enough from the one before.
      const bool replace = n >= 2 && at(ring, n - 1)[0] - at(ring, n - 2)[0] < spacing;
      const long k = replace ? n - 1 : n;
      double* place = ring + 1 + (k % places) * row;
      place[0] = e.time;
      std::copy_n(e.input(in), width, place + 1);
      ring[0] = static_cast<double>(k + 1);
    });
    d.output(like("input", port("output", width, "", "input, `time` seconds ago")), {past, Read::time()},
             [=](const Evaluation& e, double* out) {
               const double* ring = e.memory(past);
               const long n = std::lround(ring[0]), oldest = std::max(0L, n - places);
               const double t = e.time - lag;
               if (n == 0 || t < at(ring, oldest)[0]) {
                 std::fill_n(out, width, before);
                 return;
               }
               long low = oldest, high = n - 1;  // interval [low, low + 1] that contains t, or the last
               while (high - low > 1) {
                 const long middle = (low + high) / 2;
                 (at(ring, middle)[0] <= t ? low : high) = middle;
               }
               const double *a = at(ring, low), *b = at(ring, std::min(low + 1, n - 1));
               const double share = b[0] > a[0] ? (t - a[0]) / (b[0] - a[0]) : 0.0;
               for (int i = 1; i <= width; ++i) out[i - 1] = a[i] + share * (b[i] - a[i]);
             });
  });
}

struct Sampler {
  double sample_time = 0.0;
  int width = 1;
};
void describe(Visitor& v, Sampler& p) {
  v.number({"sample_time", "s", "between two samples", above(0.0), required}, p.sample_time);
  describe_width(v, p.width);
}
std::unique_ptr<system::Component> sampler(const std::string& name, const Sampler& p, Given&) {
  return declared(name, "sampler", [p](Declaration& d) {
    const Input in = d.input(port("input", p.width));
    d.output(
        like("input", port("output", p.width, "", "input at the last sample, held")), {in},
        [=](const Evaluation& e, double* out) { std::copy_n(e.input(in), p.width, out); },
        Rate::at_accepted_points(p.sample_time));
  });
}

struct Entries {
  int width = 0;
  std::vector<double> entries;
};
void describe(Visitor& v, Entries& p) {
  v.integer({"width", "", "of the vector", between(1.0, 100000.0), required}, p.width);
  v.numbers({"entries", "", "their numbers in the vector, from 1", {}, required}, p.entries, 0, true);
}
void check(const Entries& p, Given& given) {
  const auto wrong = std::find_if(p.entries.begin(), p.entries.end(), [&](double entry) {
    return entry != std::floor(entry) || entry < 1.0 || entry > p.width;
  });
  if (wrong != p.entries.end())
    given.refuse("out-of-range", "entries",
                 fmt::format("must be whole numbers from 1 to width = {}, not {:g}", p.width, *wrong));
}

/// A port with these entries of the port `whole`.
system::PortSpec part_of(const char* whole, const std::vector<double>& entries, system::PortSpec spec) {
  for (const double entry : entries) spec.entries.push_back(static_cast<int>(std::lround(entry)) - 1);
  return like(whole, std::move(spec));
}

std::unique_ptr<system::Component> pick(const std::string& name, const Entries& p, Given& given) {
  check(p, given);
  const int width = p.width;
  const std::vector<double> entries = p.entries;
  return declared(name, "pick", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    const system::PortSpec some = port("output", static_cast<int>(entries.size()), "", "some entries of the input");
    d.output(part_of("input", entries, some), {in}, [=](const Evaluation& e, double* out) {
      for (std::size_t i = 0; i < entries.size(); ++i) out[i] = e.input(in)[std::lround(entries[i]) - 1];
    });
  });
}

std::unique_ptr<system::Component> place(const std::string& name, const Entries& p, Given& given) {
  check(p, given);
  if (std::set<double>(p.entries.begin(), p.entries.end()).size() < p.entries.size())
    given.refuse("contradiction", "entries", "has an entry twice, of which the last alone would act");
  const int width = p.width;
  const std::vector<double> entries = p.entries;
  return declared(name, "place", [=](Declaration& d) {
    const Input in = d.input(part_of("output", entries, port("input", static_cast<int>(entries.size()))));
    d.output(port("output", width, "", "the input in some entries, 0 elsewhere"), {in},
             [=](const Evaluation& e, double* out) {
               std::fill_n(out, width, 0.0);
               for (std::size_t i = 0; i < entries.size(); ++i) out[std::lround(entries[i]) - 1] = e.input(in)[i];
             });
  });
}

}  // namespace

void add_signals(Registry& r) {
  r.add<Gain>("gain", "factor times input plus offset", "factor: 2", describe, gain);
  r.add<Sum>("sum", "weighted sum of signals", "factors: [1, 1]", describe, sum);
  r.add<Product>("product", "product of signals", "inputs: 2", describe, product);
  r.add<Saturation>("saturation", "a signal within limits", "lower: 0, upper: 1", describe, saturation);
  r.add<LookupTable>("lookup-table", "a function of one variable by a table or file", "table: [[0, 0], [1, 1]]",
                     describe, lookup_table);
  r.add<Delay>("delay", "a signal some time ago", "time: 0.1", describe, delay);
  r.add<Sampler>("sampler", "a signal sampled and held", "sample_time: 0.1", describe, sampler);
  r.add<Entries>("pick", "some entries of a vector", "width: 6, entries: [3]", describe, pick);
  r.add<Entries>("place", "numbers put into entries of a vector of zeros (a force into a wrench)",
                 "width: 6, entries: [3]", describe, place);
}

}  // namespace swell::components
