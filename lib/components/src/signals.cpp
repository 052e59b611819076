// Algebra of signals: gain, sum, product, saturation, lookup table; delay and sampling.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "swell/base/interpolation.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::Rate;
using system::Reads;

namespace {

constexpr double kLargest = 1e300;

int width_of(Parameters& read) { return read.integer("width", between(1.0, 100000.0), 1); }

std::unique_ptr<system::Component> gain(const std::string& name, Parameters& read, const Surroundings&) {
  const double factor = read.number("factor", "");
  const double offset = read.number("offset", "", {}, 0.0);
  const int width = width_of(read);
  return declared(name, "gain", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    d.output(port("output", width, "", "factor input + offset"), {in}, [=](const Evaluation& e, double* out) {
      for (int i = 0; i < width; ++i) out[i] = factor * e.input(in)[i] + offset;
    });
  });
}

/// Ports input1 .. inputN and an output of the same width. @param alike  all of them carry the same quantity
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

std::unique_ptr<system::Component> sum(const std::string& name, Parameters& read, const Surroundings&) {
  const auto factors = read.numbers("factors", "", 0, std::vector<double>{1.0, 1.0});
  const int width = width_of(read);
  return declared(name, "sum", [=](Declaration& d) {
    // A factor may carry a unit; 1 and -1 carry none.
    const bool plain = std::all_of(factors.begin(), factors.end(), [](double f) { return std::abs(f) == 1.0; });
    declare_fold(d, factors.size(), width, "weighted sum", plain,
                 [=](const Evaluation& e, const std::vector<Input>& in, int k) {
                   double total = 0.0;
                   for (std::size_t i = 0; i < in.size(); ++i) total += factors[i] * e.input(in[i])[k];
                   return total;
                 });
  });
}

std::unique_ptr<system::Component> product(const std::string& name, Parameters& read, const Surroundings&) {
  const int n = read.integer("inputs", at_least(1.0), 2);
  const int width = width_of(read);
  return declared(name, "product", [=](Declaration& d) {
    declare_fold(d, static_cast<std::size_t>(n), width, "product of the inputs", false,
                 [](const Evaluation& e, const std::vector<Input>& in, int k) {
                   double total = 1.0;
                   for (const Input i : in) total *= e.input(i)[k];
                   return total;
                 });
  });
}

std::unique_ptr<system::Component> saturation(const std::string& name, Parameters& read, const Surroundings&) {
  const double lower = read.number("lower", "", {}, -kLargest), upper = read.number("upper", "", {}, kLargest);
  if (!(lower < upper)) read.error("upper", "must be above lower");
  const int width = width_of(read);
  return declared(name, "saturation", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    d.output(like("input", port("output", width, "", "input within the limits")), {in},
             [=](const Evaluation& e, double* out) {
               for (int i = 0; i < width; ++i) out[i] = std::max(lower, std::min(upper, e.input(in)[i]));
             });
  });
}

std::unique_ptr<system::Component> lookup_table(const std::string& name, Parameters& read, const Surroundings& around) {
  std::vector<double> x, y;
  if (read.has("file")) {
    const MatrixX rows = around.read_table(read.text("file"), 2, read.origin("file"));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      x.push_back(rows(i, 0));
      y.push_back(rows(i, 1));
    }
  } else {
    for (const auto& row : read.table("table", "", 2, true)) {
      x.push_back(row[0]);
      y.push_back(row[1]);
    }
  }
  const bool spline = read.choice("interpolation", {"linear", "spline"}, 0) == 1;
  const bool ascending = x.size() >= 2 && std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
  if (!ascending) {
    if (!x.empty()) read.error("table", "needs at least two rows with ascending first column");
    return nullptr;
  }
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

// The past as accepted points in a ring: count, then (time, values) per place. Points closer together than the delay
// divided by the number of places are left out, so that the ring always reaches back far enough.
std::unique_ptr<system::Component> delay(const std::string& name, Parameters& read, const Surroundings&) {
  const double lag = read.number("time", "s", above(0.0));
  const double before = read.number("initial", "", {}, 0.0);
  const int places = read.integer("points", between(8.0, 1e6), 2000);
  const int width = width_of(read);
  constexpr double kMost = 1e8;  // numbers, 0.8 GB
  if (static_cast<double>(places) * (width + 1.0) > kMost) {
    read.error("points",
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
      // The newest point is kept up to date until the next one is far enough from the one before it.
      const bool replace = n >= 2 && at(ring, n - 1)[0] - at(ring, n - 2)[0] < spacing;
      const long k = replace ? n - 1 : n;
      double* place = ring + 1 + (k % places) * row;
      place[0] = e.time;
      std::copy_n(e.input(in), width, place + 1);
      ring[0] = static_cast<double>(k + 1);
    });
    d.output(like("input", port("output", width, "", "input, `time` seconds ago")), {past, system::Read::time()},
             [=](const Evaluation& e, double* out) {
               const double* ring = e.memory(past);
               const long n = std::lround(ring[0]), oldest = std::max(0L, n - places);
               const double t = e.time - lag;
               if (n == 0 || t < at(ring, oldest)[0]) {
                 std::fill_n(out, width, before);
                 return;
               }
               long low = oldest, high = n - 1;  // the piece [low, low + 1] that holds t, or the last one
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

std::unique_ptr<system::Component> sampler(const std::string& name, Parameters& read, const Surroundings&) {
  const double period = read.number("sample_time", "s", above(0.0));
  const int width = width_of(read);
  return declared(name, "sampler", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    d.output(
        like("input", port("output", width, "", "input at the last sample, held")), {in},
        [=](const Evaluation& e, double* out) { std::copy_n(e.input(in), width, out); },
        Rate::at_accepted_points(period));
  });
}

// Numbers of entries of a vector, from 1.
std::vector<double> entries_of(Parameters& read, int width) {
  const auto entries = read.numbers("entries", "");
  const auto wrong = std::find_if(entries.begin(), entries.end(), [&](double entry) {
    return entry != std::floor(entry) || entry < 1.0 || entry > width;
  });
  if (wrong != entries.end())
    read.error("entries", fmt::format("must be whole numbers from 1 to width = {}, not {:g}", width, *wrong));
  return entries;
}

std::unique_ptr<system::Component> pick(const std::string& name, Parameters& read, const Surroundings&) {
  const int width = read.integer("width", between(1.0, 100000.0));
  const auto entries = entries_of(read, width);
  return declared(name, "pick", [=](Declaration& d) {
    const Input in = d.input(port("input", width));
    d.output(port("output", static_cast<int>(entries.size()), "", "some entries of the input"), {in},
             [=](const Evaluation& e, double* out) {
               for (std::size_t i = 0; i < entries.size(); ++i) out[i] = e.input(in)[std::lround(entries[i]) - 1];
             });
  });
}

std::unique_ptr<system::Component> place(const std::string& name, Parameters& read, const Surroundings&) {
  const int width = read.integer("width", between(1.0, 100000.0));
  const auto entries = entries_of(read, width);
  return declared(name, "place", [=](Declaration& d) {
    const Input in = d.input(port("input", static_cast<int>(entries.size())));
    d.output(port("output", width, "", "the input in some entries, 0 elsewhere"), {in},
             [=](const Evaluation& e, double* out) {
               std::fill_n(out, width, 0.0);
               for (std::size_t i = 0; i < entries.size(); ++i) out[std::lround(entries[i]) - 1] = e.input(in)[i];
             });
  });
}

}  // namespace

void add_signals(Registry& r) {
  r.add("gain", "factor times input plus offset", gain);
  r.add("sum", "weighted sum of signals", sum);
  r.add("product", "product of signals", product);
  r.add("saturation", "a signal within limits", saturation);
  r.add("lookup-table", "a function of one variable by a table or file", lookup_table);
  r.add("delay", "a signal some time ago", delay);
  r.add("sampler", "a signal sampled and held", sampler);
  r.add("pick", "some entries of a vector", pick);
  r.add("place", "numbers put into entries of a vector of zeros (a force into a wrench)", place);
}

}  // namespace swell::components
