// Signals that depend on time alone.
#include <algorithm>
#include <cmath>
#include <functional>

#include "swell/base/interpolation.h"
#include "swell/components/declared.h"
#include "swell/pto/sensor.h"
#include "types.h"

namespace swell::components {

using system::Declaration;
using system::Evaluation;
using system::Rate;
using system::Read;

namespace {

std::unique_ptr<system::Component> constant(const std::string& name, Parameters& read, const Surroundings&) {
  const auto value = read.numbers("value", "");
  return declared(name, "constant", [=](Declaration& d) {
    d.output(port("output", static_cast<int>(value.size()), "", "the value"), {},
             [=](const Evaluation&, double* out) { std::copy(value.begin(), value.end(), out); });
  });
}

std::unique_ptr<system::Component> step(const std::string& name, Parameters& read, const Surroundings&) {
  const double at = read.number("time", "s");
  const double before = read.number("before", "", {}, 0.0), after = read.number("after", "");
  return declared(name, "step", [=](Declaration& d) {
    const auto now = d.memory(port("after"), system::MemoryKind::mode, {0.0});
    const auto until =
        d.compute("time", 1, {Read::time()}, [=](const Evaluation& e, double* out) { out[0] = e.time - at; });
    // The jump is an event, so that no step of the integrator lies across it.
    d.event({"jump", +1, false}, until, [=](const Evaluation& e) { e.change(now)[0] = 1.0; });
    d.commit({now}, [=](const Evaluation& e) {
      if (e.time >= at) e.change(now)[0] = 1.0;
    });
    d.output(port("output", 1, "", "before, then after"), {now, Read::time()}, [=](const Evaluation& e, double* out) {
      out[0] = e.memory(now)[0] != 0.0 || (e.time >= at && e.major) ? after : before;
    });
  });
}

std::unique_ptr<system::Component> sine(const std::string& name, Parameters& read, const Surroundings&) {
  const double amplitude = read.number("amplitude", "", {}, 1.0);
  const double period = read.number("period", "s", above(0.0));
  const double phase = read.number("phase", "deg", {}, 0.0) * kPi / 180.0;
  const double offset = read.number("offset", "", {}, 0.0);
  return declared(name, "sine", [=](Declaration& d) {
    d.output(port("output", 1, "", "offset + amplitude sin(2 pi t / period + phase)"), {Read::time()},
             [=](const Evaluation& e, double* out) {
               out[0] = offset + amplitude * std::sin(2.0 * kPi * e.time / period + phase);
             });
  });
}

std::unique_ptr<system::Component> ramp(const std::string& name, Parameters& read, const Surroundings&) {
  const double begin = read.number("start", "s", {}, 0.0), end = read.number("end", "s");
  const double from = read.number("from", "", {}, 0.0), to = read.number("to", "");
  if (!(begin < end)) read.error("end", "must be after start");
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

bool read_time_table(Parameters& read, const Surroundings& around, TimeTable& table) {
  const auto add = [&](double t, const double* values, std::size_t n) {
    table.time.push_back(t);
    table.columns.resize(n);
    for (std::size_t i = 0; i < n; ++i) table.columns[i].push_back(values[i]);
  };
  const char* key = read.has("file") ? "file" : "table";
  if (read.has("file")) {
    const MatrixX rows = around.read_table(read.text("file"), 2, read.origin("file"));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const VectorX row = rows.row(i).transpose();
      add(row[0], row.data() + 1, static_cast<std::size_t>(row.size()) - 1);
    }
  } else {
    for (const auto& row : read.table("table", "", 0, true)) {
      if (row.size() >= 2) add(row[0], row.data() + 1, row.size() - 1);
    }
  }
  const auto& t = table.time;
  const bool fine = t.size() >= 2 && std::adjacent_find(t.begin(), t.end(), std::greater_equal<>()) == t.end();
  if (!fine && read.has(key)) read.error(key, "needs at least two rows of time and values, times ascending");
  return fine;
}

std::unique_ptr<system::Component> table(const std::string& name, Parameters& read, const Surroundings& around) {
  TimeTable data;
  const bool fine = read_time_table(read, around, data);
  const bool spline = read.choice("interpolation", {"linear", "spline"}, 0) == 1;
  if (!fine) return nullptr;
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

std::unique_ptr<system::Component> noise(const std::string& name, Parameters& read, const Surroundings& around) {
  const double period = read.number("sample_time", "s", above(0.0));
  const double deviation = read.number("deviation", "", at_least(0.0));
  const double mean = read.number("mean", "", {}, 0.0);
  const int seed = read.integer("seed", at_least(0.0), 1);
  const double start = around.start;
  return declared(name, "noise", [=](Declaration& d) {
    d.output(
        port("output", 1, "", "Gaussian numbers, held"), {Read::time()},
        [=](const Evaluation& e, double* out) {
          const auto k = static_cast<std::uint64_t>(std::llround((e.time - start) / period));
          out[0] = mean + deviation * pto::gaussian(static_cast<std::uint64_t>(seed), k);
        },
        Rate::at_accepted_points(period));
  });
}

// Coordinate, rate and acceleration for the `motion` of a prescribed joint.
std::unique_ptr<system::Component> prescribed_motion(const std::string& name, Parameters& read,
                                                     const Surroundings& around) {
  if (read.has("file") || read.has("table")) {
    TimeTable data;
    if (!read_time_table(read, around, data)) return nullptr;
    return declared(name, "prescribed-motion", [=](Declaration& d) {
      const CubicSpline curve(data.time, data.columns.front());
      const double end = data.time.back(), begin = data.time.front();
      d.output(port("output", 3, "", "coordinate, rate, acceleration; spline through the table, at rest outside"),
               {Read::time()}, [=](const Evaluation& e, double* out) {
                 const double t = std::max(begin, std::min(end, e.time));
                 const bool inside = t == e.time;
                 // A cubic's second derivative is linear: the difference of slopes over a short way is exact.
                 const double h = 1e-4 * (end - begin) / static_cast<double>(data.time.size());
                 out[0] = curve(t);
                 out[1] = inside ? curve.derivative(t) : 0.0;
                 out[2] = inside ? (curve.derivative(t + h) - curve.derivative(t - h)) / (2.0 * h) : 0.0;
               });
    });
  }
  const double amplitude = read.number("amplitude", "m or rad");
  const double omega = 2.0 * kPi / read.number("period", "s", above(0.0), 1.0);
  if (!read.has("period")) read.error("period", "is missing", "give a period in s, or a table, or a file");
  const double phase = read.number("phase", "deg", {}, 0.0) * kPi / 180.0;
  const double offset = read.number("offset", "m or rad", {}, 0.0);
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

std::unique_ptr<system::Component> wave_probe(const std::string& name, Parameters& read, const Surroundings& around) {
  const auto place = read.numbers("position", "m", 2, std::vector<double>{0.0, 0.0});
  if (!around.elevation) {
    read.error("type", "= wave-probe needs a sea");
    return nullptr;
  }
  const auto elevation = around.elevation;
  return declared(name, "wave-probe", [=](Declaration& d) {
    d.output(port("output", 1, "m", "surface elevation at the place", "world"), {Read::time()},
             [=](const Evaluation& e, double* out) { out[0] = elevation(e.time, place[0], place[1]); });
  });
}

}  // namespace

void add_sources(Registry& r) {
  r.add("constant", "a number or a vector", constant);
  r.add("step", "a jump at a time", step);
  r.add("sine", "a harmonic signal", sine);
  r.add("ramp", "from one value to another over a time", ramp);
  r.add("table", "values over time from the case or a file", table);
  r.add("noise", "seeded Gaussian noise", noise);
  r.add("prescribed-motion", "coordinate, rate and acceleration for a prescribed joint", prescribed_motion);
  r.add("wave-probe", "surface elevation at a place", wave_probe);
}

}  // namespace swell::components
