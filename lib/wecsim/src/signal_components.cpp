// Blocks that become components of the case: tables, delays, transfer functions, controllers, records.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "scalars.h"

namespace swell::wecsim {

// Continues a table by the line through its last two rows, and with `before` through its first two.
static void extrapolate(std::vector<double>& x, std::vector<double>& y, bool before) {
  const std::size_t n = x.size();
  const double far = 1e6 * std::max(std::abs(x[n - 1] - x[0]), 1e-6);
  const auto at = [&](std::size_t i, double to) { return y[i] + (y[i + 1] - y[i]) / (x[i + 1] - x[i]) * (to - x[i]); };
  const double last = x[n - 1] + far, first = x[0] - far, y_last = at(n - 2, last), y_first = at(0, first);
  x.push_back(last);
  y.push_back(y_last);
  if (!before) return;
  x.insert(x.begin(), first);
  y.insert(y.begin(), y_first);
}

std::optional<Signal> SignalTracer::component(const std::string& scope, const SlxBlock& b) {
  const auto in = [&](int i) { return input(scope, b.sid, i); };
  const auto sample_time = [&](const char* key = "SampleTime") {
    const double t = number(b, key, "-1");
    return t > 0.0 ? t : step_;
  };
  const auto initial_value = [&](const char* key) {
    const auto x = numbers(b, key, "0");
    if (std::any_of(x.begin(), x.end(), [&](double one) { return one != x[0]; }))
      unfollowed(b, "different initial values of a vector");
    return x.empty() ? 0.0 : x[0];
  };
  const std::string& t = b.type;
  if (t == "Lookup" || t == "Lookup_n-D") {
    if (t == "Lookup_n-D" && b.parameter("NumberOfTableDimensions", "2") != "1")
      unfollowed(b, "a table of several variables");
    auto x = numbers(b, t == "Lookup" ? "InputValues" : "BreakpointsForDimension1", "[-5:5]"),
         y = numbers(b, "Table", "tanh([-5:5])");
    if (x.size() != y.size() || x.size() < 2) unfollowed(b, "its table has columns of different lengths");
    if (std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) != x.end())
      unfollowed(b, "its breakpoints do not ascend");
    const std::string beyond = b.parameter(t == "Lookup" ? "LookUpMeth" : "ExtrapMethod", "Linear");
    if (beyond != "Clip" && beyond != "Interpolation-Use End Values") extrapolate(x, y, true);
    return one_state(scope, b, {{"type", "lookup-table"}, {"table", yaml_rows(x, y)}}, 0.0, false);
  }
  if (t == "Memory" || t == "UnitDelay" || t == "Delay") {
    const double step = t == "Memory" ? step_ : sample_time();
    const double length = t == "Delay" ? number(b, "DelayLength", "2") : 1.0;
    if (!(length >= 0.0 && length < 1000.0)) unfollowed(b, "a delay of so many steps");
    if (length == 0.0) return in(1);
    std::vector<double> denominator(static_cast<std::size_t>(length) + 1, 0.0);
    denominator[0] = 1.0;
    const double initial = initial_value(t == "Memory" && b.parameters.count("X0") != 0 ? "X0" : "InitialCondition");
    return one_state(scope, b, sampled(step, {1.0}, denominator), initial, true, true);
  }
  if (t == "Relay") {
    const double on = number(b, "OnSwitchValue", "eps"), off = number(b, "OffSwitchValue", "eps"),
                 high = number(b, "OnOutputValue", "1"), low = number(b, "OffOutputValue", "0");
    if (on == off) {  // it remembers nothing
      Signal s = in(1);
      for (Scalar& e : s.elements) e = formula("{} >= {} ? {} : {}", in_brackets(e), on, high, low);
      return s;
    }
    // between its points it stays as it was a step ago
    const std::string before = unique(b.name + "_before");
    done_[fmt::format("{}|{}|1", scope, b.sid)] =
        Signal{{formula("${}.output$ > 0.5 ? {} : {}", before, high, low)}, {}};
    const Signal u = in(1);
    if (u.elements.size() != 1) unfollowed(b, "a relay of several signals");
    const std::string x = in_brackets(u.elements[0]);
    const Scalar state = formula("{} >= {} ? 1 : ({} <= {} ? 0 : ${}.output$)", x, on, x, off, before);
    const std::string port = port_of(state, b.name, b.path);
    add({before, b.path, sampled(step_, {1.0}, {1.0, 0.0})});
    connect(port, before + ".input");
    return Signal{{formula("${}$ > 0.5 ? {} : {}", port, high, low)}, {}};
  }
  if (t == "TransportDelay") {
    const double time = number(b, "DelayTime", "1"), initial = number(b, "InitialOutput", "0");
    return one_state(scope, b, {{"type", "delay"}, {"time", yaml_number(time)}, {"initial", yaml_number(initial)}}, 0.0,
                     initial == 0.0);
  }
  if (t == "ZeroOrderHold") {
    const double step = sample_time();
    return one_state(scope, b, {{"type", "sampler"}, {"sample_time", yaml_number(step)}});
  }
  const bool outside = b.parameter("InitialConditionSource", "internal") != "internal",
             limited = b.parameter("LimitOutput", "off") == "on";
  const std::string method = b.parameter("IntegratorMethod", "Integration: Forward Euler");
  if (t == "Integrator" || t == "DiscreteIntegrator") {
    if (b.parameter("ExternalReset", "none") != "none" ||
        ((outside || limited) && (t == "Integrator" || method.find("Forward") == std::string::npos)))
      unfollowed(b, "an integrator with reset, limits or an initial value from outside");
  }
  if (t == "Integrator") return one_state(scope, b, transfer({1.0}, {1.0, 0.0}), initial_value("InitialCondition"));
  if (t == "DiscreteIntegrator") {
    const double step = sample_time(),
                 gain = number(b, "gainval", "1") / (method[0] == 'A' ? step : 1.0);  // Accumulation
    if (outside || limited) {  // a delay of what the next step makes
      const double low = limited ? number(b, "LowerSaturationLimit", "-inf") : -HUGE_VAL,
                   high = limited ? number(b, "UpperSaturationLimit", "inf") : HUGE_VAL;
      const Signal given = outside ? in(2) : Signal{{Scalar::of(initial_value("InitialCondition"))}, {}};
      if (given.elements.size() != 1 || !given.elements[0].constant)
        unfollowed(b, "its initial value from outside is not a constant");
      const double first = std::min(std::max(*given.elements[0].constant, low), high);
      const std::string name = unique(b.name);
      const Scalar now = plus(Scalar::of(first), Scalar::port(name + ".output"), false);
      done_[fmt::format("{}|{}|1", scope, b.sid)] = Signal{{now}, {}};
      add({name, b.path, sampled(step, {1.0}, {1.0, 0.0})});
      // followed when what asks for it is done: that may be what it integrates
      later.push_back([=, &b] {
        const Signal u = input(scope, b.sid, 1);
        if (u.elements.size() != 1) unfollowed(b, "a limited integrator of several signals");
        std::string next = plus(now, times(Scalar::of(gain * step), u.elements[0], false), false).text();
        if (std::isfinite(low)) next = fmt::format("max({}, {})", next, low);
        if (std::isfinite(high)) next = fmt::format("min({}, {})", next, high);
        connect(port_of(plus(formula(next), Scalar::of(first), true), name + "_next", b.path), name + ".input");
      });
      return Signal{{now}, {}};
    }
    std::vector<double> numerator{gain * step};
    if (method.find("Backward") != std::string::npos) numerator = {gain * step, 0.0};
    if (method.find("Trapezoidal") != std::string::npos) numerator = {0.5 * gain * step, 0.5 * gain * step};
    return one_state(scope, b, sampled(step, numerator, {1.0, -1.0}), initial_value("InitialCondition"));
  }
  if (t == "TransferFcn") {
    const auto numerator = numbers(b, "Numerator", "[1]"), denominator = numbers(b, "Denominator", "[1 1]");
    return one_state(scope, b, transfer(numerator, denominator));
  }
  if (t == "StateSpace" || t == "DiscreteStateSpace") {
    const bool discrete = t == "DiscreteStateSpace";
    const MatlabValue A = value(b, "A", "1"), B = value(b, "B", "1"), C = value(b, "C", "1"), D = value(b, "D", "1");
    const std::size_t n = A.rows, m = B.columns;
    const bool direct = std::any_of(D.numbers.begin(), D.numbers.end(), [](double x) { return x != 0.0; });
    if (!A.is_numbers() || !B.is_numbers() || !C.is_numbers() || !D.is_numbers() || A.columns != n || B.rows != n ||
        C.columns != n || (direct && (D.rows != C.rows || D.columns != m)))
      unfollowed(b, "its matrices do not fit each other");
    auto first = numbers(b, b.parameters.count("X0") != 0 ? "X0" : "InitialCondition", "0");
    if (first.size() == 1) first.assign(n, first[0]);
    if (first.size() != n) unfollowed(b, "its initial values are not as many as its states");
    std::vector<std::string> names;
    std::vector<Scalar> x;
    for (std::size_t i = 0; i < n; ++i) {
      names.push_back(unique(fmt::format("{}_{}", b.name, i + 1)));
      x.push_back(plus(Scalar::of(first[i]), Scalar::port(names[i] + ".output"), false));
    }
    const auto weighted = [](const MatlabValue& by, std::size_t row, const std::vector<Scalar>& of, Scalar sum) {
      for (std::size_t i = 0; i < of.size(); ++i)
        sum = plus(sum, times(Scalar::of(by.at(row, i)), of[i], false), false);
      return sum;
    };
    Signal y;
    for (std::size_t r = 0; r < C.rows; ++r) y.elements.push_back(weighted(C, r, x, Scalar::of(0.0)));
    if (!direct) done_[fmt::format("{}|{}|1", scope, b.sid)] = y;  // loops close here
    const Signal u = in(1);
    if (u.elements.size() != m) unfollowed(b, fmt::format("{} inputs where it has {}", u.elements.size(), m));
    for (std::size_t i = 0; i < n; ++i) {
      const Scalar next = weighted(B, i, u.elements, weighted(A, i, x, Scalar::of(discrete ? -first[i] : 0.0)));
      connect(port_of(next, names[i] + (discrete ? "_next" : "_rate"), b.path), names[i] + ".input");
      add({names[i], b.path, discrete ? sampled(sample_time(), {1.0}, {1.0, 0.0}) : transfer({1.0}, {1.0, 0.0})});
    }
    for (std::size_t r = 0; direct && r < C.rows; ++r) y.elements[r] = weighted(D, r, u.elements, y.elements[r]);
    return y;
  }
  if (b.source == "simulink/Discrete/Discrete Derivative") {
    if (number(b, "ICPrevScaledInput", "0") != 0.0) unfollowed(b, "an initial value of its input");
    const double step = sample_time(), gain = number(b, "gainval", "1") / step;
    return one_state(scope, b, sampled(step, {gain, -gain}, {1.0, 0.0}));
  }
  if (t == "DiscreteTransferFcn" || t == "DiscreteFilter" || t == "DiscreteFir") {
    if (initial_value("InitialStates") != 0.0) unfollowed(b, "initial values of its states");
    const double step = sample_time();
    auto numerator = numbers(b, t == "DiscreteFir" ? "Coefficients" : "Numerator", "[1]");
    auto denominator = t == "DiscreteFir" ? std::vector<double>{1.0} : numbers(b, "Denominator", "[1 0.5]");
    if (t != "DiscreteTransferFcn") {  // in powers of 1/z: as long as each other they are powers of z
      const std::size_t n = std::max(numerator.size(), denominator.size());
      numerator.resize(n, 0.0);
      denominator.resize(n, 0.0);
    }
    return one_state(scope, b, sampled(step, numerator, denominator));
  }
  if ((b.source.rfind("pid_lib/PID Controller", 0) == 0 || b.source.rfind("slpidlib/PID Controller", 0) == 0) &&
      b.source.find("2DOF") == std::string::npos) {
    const std::string kind = b.parameter("Controller", "PID");
    for (const auto& [key, needed] : {std::pair{"ControllerParametersSource", "internal"},
                                      {"ExternalReset", "none"},
                                      {"InitialConditionSource", "internal"},
                                      {"SatLimitsSource", "internal"},
                                      {"SaturateIntegrator", "off"},
                                      {"TrackingMode", "off"}}) {
      if (b.parameter(key, needed) != needed) unfollowed(b, fmt::format("{} {}", key, b.parameter(key)));
    }
    for (const char* start : {"InitialConditionForIntegrator", "InitialConditionForFilter"}) {
      if (number(b, start, "0") != 0.0) unfollowed(b, fmt::format("an initial value of its state ({})", start));
    }
    const bool has_p = kind.find('P') != std::string::npos;
    const double P = has_p ? number(b, "P", "1") : 0.0, common = has_p && b.parameter("Form") == "Ideal" ? P : 1.0,
                 I = kind.find('I') != std::string::npos ? common * number(b, "I", "1") : 0.0,
                 D = kind.find('D') != std::string::npos ? common * number(b, "D", "0") : 0.0;
    const double N = b.parameter("UseFilter", "on") == "on" ? number(b, "N", "100") : 0.0;
    const bool discrete = b.parameter("TimeDomain", "Continuous-time").rfind("Discrete", 0) == 0;
    // our pid works on setpoint - input; with setpoint 0 its gains are the negative of a block that is given the error
    Keys keys{{"type", "pid"},
              {"proportional", yaml_number(-P)},
              {"integral", yaml_number(-I)},
              {"derivative", yaml_number(-D)},
              {"setpoint", "0"}};
    if (D != 0.0 && N > 0.0) keys.emplace_back("derivative_filter", yaml_number(1.0 / N));
    if (discrete) keys.emplace_back("sample_time", yaml_number(sample_time()));
    if (limited) {
      keys.emplace_back("lower", yaml_number(number(b, "LowerSaturationLimit", "-inf")));
      keys.emplace_back("upper", yaml_number(number(b, "UpperSaturationLimit", "inf")));
    }
    return one_state(scope, b, keys, 0.0, !limited);
  }
  if (t == "FromWorkspace") {
    const MatlabValue v = value(b, "VariableName", "simin");
    MatlabValue table = v;
    if (v.kind == MatlabValue::Kind::structure) {
      const MatlabValue* time = v.field("time");
      const MatlabValue* signals = v.field("signals");
      const MatlabValue* values = signals != nullptr ? signals->field("values") : nullptr;
      if (time == nullptr || values == nullptr || !time->is_numbers() || !values->is_numbers())
        unfollowed(b, "its variable holds no time and values");
      table = MatlabValue::matrix(time->size(), 1 + values->columns);
      if (values->rows != time->size()) unfollowed(b, "its times and values do not fit each other");
      for (std::size_t r = 0; r < table.rows; ++r) {
        table.numbers[r] = time->numbers[r];
        for (std::size_t c = 0; c < values->columns; ++c) table.numbers[r + table.rows * (c + 1)] = values->at(r, c);
      }
    }
    if (!table.is_numbers() || table.columns < 2 || table.rows < 2)
      unfollowed(b, "its variable is not a table of time and values");
    Signal s;
    for (std::size_t c = 1; c < table.columns; ++c) {
      const std::string name = unique(b.name);
      const auto column = [&](std::size_t at) {
        const double* const from = table.numbers.data() + table.rows * at;
        return std::vector<double>(from, from + table.rows);
      };
      const std::vector<double> given = column(0), values_given = column(c);
      const double moment = 1e-9 * (given.back() - given.front());
      const bool holds = b.parameter("Interpolate", "on") == "off";  // a value until the next row
      std::vector<double> times, values;
      for (std::size_t r = 0; r < given.size(); ++r) {
        // Of two rows at one time the first ends just before it.
        const bool steps = r + 1 < given.size() && given[r + 1] == given[r];
        if (steps && holds) continue;
        if (holds && !times.empty()) {
          times.push_back(given[r] - moment);
          values.push_back(values.back());
        }
        times.push_back(steps ? given[r] - moment : given[r]);
        values.push_back(values_given[r]);
      }
      const std::string after = b.parameter("OutputAfterFinalValue", "Extrapolation");
      if (after == "Setting to zero") {
        times.push_back(times.back() + moment);
        values.push_back(0.0);
      } else if (after == "Extrapolation" && !holds && times.back() > times[times.size() - 2]) {
        extrapolate(times, values, false);
      }
      if (times.size() > 50) {  // a file beside the case
        std::string rows;
        for (std::size_t r = 0; r < times.size(); ++r) rows += fmt::format("{} {}\n", times[r], values[r]);
        tables.emplace_back(name, std::move(rows));
        add({name, b.path, {{"type", "table"}, {"file", ""}}});
      } else {
        add({name, b.path, {{"type", "table"}, {"table", yaml_rows(times, values)}}});
      }
      s.elements.push_back(Scalar::port(name + ".output"));
    }
    return s;
  }
  return std::nullopt;
}

}  // namespace swell::wecsim
