// Signals that depend on time only.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "swell/base/interpolation.h"
#include "swell/components/declared.h"
#include "swell/pto/sensor.h"
#include "types.h"

namespace swell::components {

namespace {

struct Constant {
  std::vector<double> value;
};
void describe(Visitor& v, Constant& p) { v.numbers({"value", "", "of the output", {}, required}, p.value, 0, true); }
std::unique_ptr<system::Component> constant(const std::string& name, const Constant& p, Given&) {
  return declared(name, "constant", [value = p.value](Declaration& d) {
    d.output(port("output", static_cast<int>(value.size()), "", "the value"), {},
             [=](const Evaluation&, double* out) { std::copy(value.begin(), value.end(), out); });
  });
}

struct Step {
  double time = 0.0, before = 0.0, after = 0.0;
};
void describe(Visitor& v, Step& p) {
  v.number({"time", "s", "of the jump", {}, required}, p.time);
  v.number({"before", "", "output until then"}, p.before);
  v.number({"after", "", "output from then on", {}, required}, p.after);
}
std::unique_ptr<system::Component> step(const std::string& name, const Step& p, Given&) {
  const double at = p.time, before = p.before, after = p.after;
  return declared(name, "step", [=](Declaration& d) {
    const auto now = d.memory(port("after"), MemoryKind::mode, {0.0});
    const auto until =
        d.compute("time", 1, {Read::time()}, [=](const Evaluation& e, double* out) { out[0] = e.time - at; });
    // The jump is an event, so no step of the integrator contains it.
    d.event({"jump", +1, false}, until, [=](const Evaluation& e) { e.change(now)[0] = 1.0; });
    d.commit({now}, [=](const Evaluation& e) {
      if (e.time >= at) e.change(now)[0] = 1.0;
    });
    d.output(port("output", 1, "", "before, then after"), {now, Read::time()}, [=](const Evaluation& e, double* out) {
      out[0] = e.memory(now)[0] != 0.0 || (e.time >= at && e.major) ? after : before;
    });
  });
}

struct Sine {
  double amplitude = 1.0, period = 0.0, phase = 0.0, offset = 0.0;  // phase in degrees
};
void describe(Visitor& v, Sine& p) {
  v.number({"amplitude", "", "half the way from trough to crest"}, p.amplitude);
  v.number({"period", "s", "of the sine", above(0.0), required}, p.period);
  v.number({"phase", "deg", "lead of the sine"}, p.phase);
  v.number({"offset", "", "mean value"}, p.offset);
}
std::unique_ptr<system::Component> sine(const std::string& name, const Sine& p, Given&) {
  const double amplitude = p.amplitude, period = p.period, phase = p.phase * kPi / 180.0, offset = p.offset;
  return declared(name, "sine", [=](Declaration& d) {
    d.output(port("output", 1, "", "offset + amplitude sin(2 pi t / period + phase)"), {Read::time()},
             [=](const Evaluation& e, double* out) {
               out[0] = offset + amplitude * std::sin(2.0 * kPi * e.time / period + phase);
             });
  });
}

struct Ramp {
  double start = 0.0, end = 0.0, from = 0.0, to = 0.0;
};
void describe(Visitor& v, Ramp& p) {
  v.number({"start", "s", "where the rise begins"}, p.start);
  v.number({"end", "s", "where it ends", {}, required}, p.end);
  v.number({"from", "", "output before"}, p.from);
  v.number({"to", "", "output after", {}, required}, p.to);
}
std::unique_ptr<system::Component> ramp(const std::string& name, const Ramp& p, Given& given) {
  const double begin = p.start, end = p.end, from = p.from, to = p.to;
  if (!(begin < end)) given.refuse("contradiction", "end", "must be after start");
  return declared(name, "ramp", [=](Declaration& d) {
    d.output(port("output", 1, "", "from, rising evenly to to"), {Read::time()}, [=](const Evaluation& e, double* out) {
      out[0] = from + (to - from) * std::max(0.0, std::min(1.0, (e.time - begin) / (end - begin)));
    });
  });
}

struct TimeTable {
  std::vector<double> time;
  std::vector<std::vector<double>> columns;
};

bool take_time_table(const Rows& rows, Given& given, TimeTable& table) {
  for (const auto& row : rows_of(rows, given)) {
    if (row.size() < 2) continue;
    table.time.push_back(row[0]);
    table.columns.resize(row.size() - 1);
    for (std::size_t i = 1; i < row.size(); ++i) table.columns[i - 1].push_back(row[i]);
  }
  const char* key = given.has("file") ? "file" : "table";
  const auto& t = table.time;
  const bool fine = t.size() >= 2 && std::adjacent_find(t.begin(), t.end(), std::greater_equal<>()) == t.end();
  if (!fine && given.has(key))
    given.refuse("wrong-value", key, "needs at least two rows of time and values, times ascending");
  return fine;
}

struct Table {
  Rows rows;
  bool spline = false;
};
void describe(Visitor& v, Table& p) { describe_rows(v, p.rows, p.spline, "time [s], values", 0); }
std::unique_ptr<system::Component> table(const std::string& name, const Table& p, Given& given) {
  TimeTable data;
  if (!take_time_table(p.rows, given, data)) return nullptr;
  const bool spline = p.spline;
  for (std::size_t i = 0; spline && i < data.columns.size(); ++i)
    warn_of_overshoot(CubicSpline(data.time, data.columns[i]), data.columns[i], given);
  return declared(name, "table", [=](Declaration& d) {
    std::vector<CubicSpline> curves;
    for (const auto& column : data.columns) curves.emplace_back(data.time, column);
    d.output(port("output", static_cast<int>(data.columns.size()), "", "table at the time, its end values outside"),
             {Read::time()}, [=](const Evaluation& e, double* out) {
               const double t = std::max(data.time.front(), std::min(data.time.back(), e.time));
               for (std::size_t i = 0; i < data.columns.size(); ++i)
                 out[i] = spline ? curves[i](t) : linear_interpolation(data.time, data.columns[i], t);
             });
  });
}

struct Noise {
  double sample_time = 0.0, deviation = 0.0, mean = 0.0;
  std::optional<int> seed;
};
void describe(Visitor& v, Noise& p) {
  v.number({"sample_time", "s", "between two numbers", above(0.0), required}, p.sample_time);
  v.number({"deviation", "", "standard deviation", at_least(0.0), required}, p.deviation);
  v.number({"mean", "", "mean value"}, p.mean);
  v.integer({"seed", "", "another seed, other numbers; without: of the component's name", at_least(0.0)}, p.seed);
}
std::unique_ptr<system::Component> noise(const std::string& name, const Noise& p, Given& given) {
  const double period = p.sample_time, deviation = p.deviation, mean = p.mean, start = given.around.start;
  const std::uint64_t seed = p.seed ? static_cast<std::uint64_t>(*p.seed) : pto::seed_of(name);
  return declared(name, "noise", [=](Declaration& d) {
    d.output(
        port("output", 1, "", "Gaussian numbers, held"), {Read::time()},
        [=](const Evaluation& e, double* out) {
          const auto k = static_cast<std::uint64_t>(std::llround((e.time - start) / period));
          out[0] = mean + deviation * pto::gaussian(seed, k);
        },
        Rate::at_accepted_points(period));
  });
}

// Coordinate, rate and acceleration for the `motion` of a prescribed joint.
struct PrescribedMotion {
  double amplitude = 0.0, period = 1.0, phase = 0.0, offset = 0.0;  // phase in degrees
  Rows rows;
};
void describe(Visitor& v, PrescribedMotion& p) {
  v.number({"amplitude", "m or rad", "of a sine"}, p.amplitude);
  v.leaf({"period", "s", "of the sine", above(0.0)},
         {{}, [] { return Parameter(); }, [&p](const Parameter& value) { p.period = value.number; }});
  v.number({"phase", "deg", "lead of the sine"}, p.phase);
  v.number({"offset", "m or rad", "about which the sine moves"}, p.offset);
  describe_rows(v, p.rows, "time [s], coordinate [m or rad]", 0);
  v.exclusive({"amplitude", "file", "table"}, true);
}
std::unique_ptr<system::Component> prescribed_motion(const std::string& name, const PrescribedMotion& p, Given& given) {
  if (given.has("file") || given.has("table")) {
    for (const char* key : {"period", "phase", "offset"}) {
      if (given.has(key))
        given.refuse("contradiction", key, "has no effect beside a table", "it belongs to a sine; leave it out");
    }
    TimeTable data;
    if (!take_time_table(p.rows, given, data)) return nullptr;
    return declared(name, "prescribed-motion", [=](Declaration& d) {
      const CubicSpline curve(data.time, data.columns.front());
      const double end = data.time.back(), begin = data.time.front();
      d.output(port("output", 3, "", "coordinate, rate, acceleration; spline through the table, at rest outside"),
               {Read::time()}, [=](const Evaluation& e, double* out) {
                 const double t = std::max(begin, std::min(end, e.time));
                 const bool inside = t == e.time;
                 // A cubic's second derivative is linear: a difference of slopes over a short way is exact.
                 const double h = 1e-4 * (end - begin) / static_cast<double>(data.time.size());
                 out[0] = curve(t);
                 out[1] = inside ? curve.derivative(t) : 0.0;
                 out[2] = inside ? (curve.derivative(t + h) - curve.derivative(t - h)) / (2.0 * h) : 0.0;
               });
    });
  }
  if (!given.has("period"))
    given.refuse("missing", "period", "is missing", "give a period in s, or a table, or a file");
  const double amplitude = p.amplitude, omega = 2.0 * kPi / p.period, phase = p.phase * kPi / 180.0, offset = p.offset;
  return declared(name, "prescribed-motion", [=](Declaration& d) {
    d.output(port("output", 3, "", "coordinate, rate, acceleration"), {Read::time()},
             [=](const Evaluation& e, double* out) {
               const double s = std::sin(omega * e.time + phase), c = std::cos(omega * e.time + phase);
               out[0] = offset + amplitude * s;
               out[1] = amplitude * omega * c;
               out[2] = -amplitude * omega * omega * s;
             });
  });
}

}  // namespace

void describe_rows(Visitor& v, Rows& rows, const char* columns, std::size_t width) {
  v.table({"table", "", columns}, rows.table, width);
  v.file({"file", "", std::string("the table as a text file: ") + columns}, rows.file);
}

void describe_rows(Visitor& v, Rows& rows, bool& spline, const char* columns, std::size_t width) {
  describe_rows(v, rows, columns, width);
  v.exclusive({"table", "file"}, true);
  v.choice({"interpolation", "", "between the rows"}, spline,
           Visitor::Words<bool>{{"linear", false}, {"spline", true}});
}

std::vector<std::vector<double>> rows_of(const Rows& rows, Given& given) {
  if (rows.file.empty()) return rows.table;
  const MatrixX read = given.around.read_table(rows.file, 2, given.origin("file"));
  std::vector<std::vector<double>> list;
  for (Eigen::Index i = 0; i < read.rows(); ++i) {
    const VectorX row = read.row(i).transpose();
    list.emplace_back(row.data(), row.data() + row.size());
  }
  return list;
}

void warn_of_overshoot(const CubicSpline& spline, const std::vector<double>& rows, Given& given) {
  constexpr double kMuch = 0.1;
  if (rows.size() < 3) given.without_effect("interpolation", "a spline through two rows is their line");
  const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
  const double range = *high - *low;
  const std::vector<double>& x = spline.knots();
  double most = 0.0, where = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    for (const double share : {0.2, 0.4, 0.6, 0.8}) {
      const double at = x[i] + share * (x[i + 1] - x[i]), value = spline(at);
      const double beyond = std::max(value - *high, *low - value);
      if (beyond <= most) continue;
      most = beyond;
      where = at;
    }
  }
  if (most <= kMuch * range) return;
  given.warning(
      "spline-overshoot", "interpolation",
      fmt::format("the spline through the rows reaches {:.4g} at {:.4g}, and all rows lie from {:.4g} to {:.4g}",
                  spline(where), where, *low, *high),
      "interpolation: linear stays between the rows; so does a spline of closer ones");
}

void add_sources(Registry& r) {
  r.add<Constant>("constant", "a number or a vector", "value: [1, 2]", describe, constant);
  r.add<Step>("step", "a jump at a time", "time: 1, before: 0, after: 1", describe, step);
  r.add<Sine>("sine", "a harmonic signal", "period: 2, amplitude: 1", describe, sine);
  r.add<Ramp>("ramp", "from one value to another over a time", "start: 0, end: 1, to: 2", describe, ramp);
  r.add<Table>("table", "values over time from the case or a file", "table: [[0, 0], [1, 1]]", describe, table);
  r.add<Noise>("noise", "seeded Gaussian noise", "sample_time: 0.1, deviation: 1", describe, noise);
  r.add<PrescribedMotion>("prescribed-motion", "coordinate, rate and acceleration for a prescribed joint",
                          "period: 2, amplitude: 1", describe, prescribed_motion);
}

}  // namespace swell::components
