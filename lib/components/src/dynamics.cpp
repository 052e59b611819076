// Linear dynamics: transfer function, PID, sampled controllers.
#include <algorithm>
#include <cmath>

#include "swell/components/declared.h"
#include "swell/pto/control.h"
#include "types.h"

namespace swell::components {

namespace {

/// Numerator and denominator, highest power first, normalised to denominator[0] = 1 and equal length.
struct Ratio {
  std::vector<double> b, a;
};
void describe(Visitor& v, Ratio& p) {
  v.numbers({"numerator", "", "coefficients, highest power first", {}, required}, p.b, 0, true);
  v.numbers({"denominator", "", "coefficients, highest power first", {}, required}, p.a, 0, true);
}

bool normalise(Ratio& ratio, Given& given) {
  if (ratio.a.empty() || ratio.b.empty()) return false;
  if (ratio.a.front() == 0.0) {
    given.refuse("wrong-value", "denominator", "must not begin with 0", "leave leading zeros out");
    return false;
  }
  if (ratio.b.size() > ratio.a.size()) {
    given.refuse("contradiction", "numerator", "must not be of higher degree than the denominator");
    return false;
  }
  ratio.b.insert(ratio.b.begin(), ratio.a.size() - ratio.b.size(), 0.0);
  const double first = ratio.a.front();
  for (double& x : ratio.a) x /= first;
  for (double& x : ratio.b) x /= first;
  return true;
}

// Controllable canonical form: x_1' = u - a_1 x_1 - ... - a_n x_n, x_{k+1}' = x_k, y = b_0 u + sum (b_k - a_k b_0) x_k.
std::unique_ptr<system::Component> transfer_function(const std::string& name, const Ratio& p, Given& given) {
  Ratio ratio = p;
  if (!normalise(ratio, given)) return nullptr;
  const auto n = static_cast<int>(ratio.a.size()) - 1;
  return declared(name, "transfer-function", [=](Declaration& d) {
    const Input in = d.input(port("input"));
    const double direct = ratio.b[0];
    if (n == 0) {
      d.output(port("output"), {in}, [=](const Evaluation& e, double* out) { out[0] = direct * e.input(in)[0]; });
      return;
    }
    const State x = d.state(port("state", n), std::vector<double>(static_cast<std::size_t>(n), 0.0), {in, State{0}},
                            [=](const Evaluation& e, double* rate) {
                              const double* s = e.state(State{0});
                              rate[0] = e.input(in)[0];
                              for (int k = 0; k < n; ++k) rate[0] -= ratio.a[static_cast<std::size_t>(k) + 1] * s[k];
                              for (int k = 1; k < n; ++k) rate[k] = s[k - 1];
                            });
    const auto respond = [=](const Evaluation& e, double u) {
      double y = direct * u;
      for (int k = 0; k < n; ++k) {
        const auto i = static_cast<std::size_t>(k) + 1;
        y += (ratio.b[i] - ratio.a[i] * direct) * e.state(x)[k];
      }
      return y;
    };
    // Without direct feedthrough the output does not read the input, so a loop may close through it.
    if (direct == 0.0) {
      d.output(port("output"), {x}, [=](const Evaluation& e, double* out) { out[0] = respond(e, 0.0); });
    } else {
      d.output(port("output"), {x, in}, [=](const Evaluation& e, double* out) { out[0] = respond(e, e.input(in)[0]); });
    }
  });
}

// Difference equation y_k = sum b_i u_{k-i} - sum a_i y_{k-i}, i from 0. With b_0, past u and y follow the output in
// its block. Without b_0 (a delay, forward Euler) y_k depends on the past alone and is output before u_k is available,
// so a loop may close through it; the past is then memory, updated with u_k at the commit.
struct SampledController {
  double sample_time = 0.0, lower = -kNoLimit, upper = kNoLimit;
  Ratio ratio;
};
void describe(Visitor& v, SampledController& p) {
  v.number({"sample_time", "s", "between two samples", above(0.0), required}, p.sample_time);
  describe(v, p.ratio);
  v.number({"lower", "", "least output; no limit unless given"}, p.lower);
  v.number({"upper", "", "greatest output; no limit unless given"}, p.upper);
}
void declare_delayed(Declaration& d, Input in, const Ratio& ratio, double period, double lower, double upper) {
  const auto n = static_cast<int>(ratio.a.size()) - 1;
  // u_{k-1} ... u_{k-n}, y_{k-1} ... y_{k-n}, and the number of samples so far
  const Memory past =
      d.memory(port("past", 2 * n + 1), MemoryKind::discrete, std::vector<double>(static_cast<std::size_t>(2 * n) + 1));
  const Computed sample = d.compute(
      "sample", 2, {past},
      [=](const Evaluation& e, double* out) {
        const double *u = e.memory(past), *y = u + n;
        double next = 0.0;
        for (int k = 0; k < n; ++k) {
          const auto i = static_cast<std::size_t>(k) + 1;
          next += ratio.b[i] * u[k] - ratio.a[i] * y[k];
        }
        out[0] = std::max(lower, std::min(upper, next));
        out[1] = y[n] + 1.0;
      },
      Rate::at_accepted_points(period));
  d.commit({in, past, sample}, [=](const Evaluation& e) {
    double *u = e.change(past), *y = u + n;
    if (e.computed(sample)[1] == y[n]) return;  // this accepted point is not a sample
    for (int k = n - 1; k > 0; --k) {
      u[k] = u[k - 1];
      y[k] = y[k - 1];
    }
    if (n > 0) {
      u[0] = e.input(in)[0];
      y[0] = e.computed(sample)[0];
    }
    y[n] = e.computed(sample)[1];
  });
  d.output(port("output", 1, "", "held until the next sample"), sample, 0);
}
std::unique_ptr<system::Component> sampled_controller(const std::string& name, const SampledController& p,
                                                      Given& given) {
  const double period = p.sample_time, lower = p.lower, upper = p.upper;
  Ratio ratio = p.ratio;
  if (!normalise(ratio, given)) return nullptr;
  const auto n = static_cast<int>(ratio.a.size()) - 1;
  return declared(name, "sampled-controller", [=](Declaration& d) {
    const Input in = d.input(port("input"));
    if (ratio.b[0] == 0.0) return declare_delayed(d, in, ratio, period, lower, upper);
    const Computed block = d.compute(
        "sample", 1 + 2 * n, {in},
        [=](const Evaluation& e, double* out) {
          double *u = out + 1, *y = out + 1 + n;  // newest first
          double next = ratio.b[0] * e.input(in)[0];
          for (int k = 0; k < n; ++k) {
            const auto i = static_cast<std::size_t>(k) + 1;
            next += ratio.b[i] * u[k] - ratio.a[i] * y[k];
          }
          next = std::max(lower, std::min(upper, next));
          for (int k = n - 1; k > 0; --k) {
            u[k] = u[k - 1];
            y[k] = y[k - 1];
          }
          if (n > 0) {
            u[0] = e.input(in)[0];
            y[0] = next;
          }
          out[0] = next;
        },
        Rate::at_accepted_points(period));
    d.output(port("output", 1, "", "held until the next sample"), block, 0);
  });
}

/// Error signal: set point (a parameter, else a port) minus input.
struct ErrorPorts {
  Input in, set_point;
  std::optional<double> fixed;
  Reads reads;
  double operator()(const Evaluation& e) const { return (fixed ? *fixed : e.input(set_point)[0]) - e.input(in)[0]; }
};
ErrorPorts declare_error(Declaration& d, const std::optional<double>& fixed) {
  ErrorPorts ports;
  ports.in = d.input(port("input", 1, "", "what is controlled"));
  ports.reads = {ports.in};
  ports.fixed = fixed;
  if (!fixed) {
    ports.set_point = d.input(port("setpoint", 1, "", "what the input shall be"));
    ports.reads.emplace_back(ports.set_point);
  }
  return ports;
}

// u = P e + I integral(e) + D d, d the derivative of e with a first-order lag T_f. The integral stops at a limit.
struct Pid {
  pto::Pid law;
  std::optional<double> sample_time, setpoint;
};
void describe(Visitor& v, Pid& p) {
  v.number({"proportional", "", "times the error"}, p.law.proportional);
  v.number({"integral", "", "times the integral of the error"}, p.law.integral);
  v.number({"derivative", "", "times the rate of the error"}, p.law.derivative);
  v.number({"derivative_filter", "s", "lag of that rate", at_least(0.0)}, p.law.derivative_filter);
  v.number({"lower", "", "least output; no limit unless given"}, p.law.lower);
  v.number({"upper", "", "greatest output; no limit unless given"}, p.law.upper);
  v.number({"setpoint", "", "what the input shall be; absent: a port"}, p.setpoint);
  v.number({"sample_time", "s", "between two samples; absent: continuous", above(0.0)}, p.sample_time);
}
std::unique_ptr<system::Component> pid(const std::string& name, const Pid& p, Given& given) {
  pto::Pid law = p.law;
  const auto sample_time = p.sample_time, set_point = p.setpoint;
  if (!(law.lower < law.upper)) given.refuse("contradiction", "upper", "must be above lower");
  if (law.derivative == 0.0) given.without_effect("derivative_filter", "derivative is 0");
  if (law.proportional == 0.0 && law.integral == 0.0 && law.derivative == 0.0) {
    for (const char* key : {"setpoint", "sample_time"}) given.without_effect(key, "all gains are 0");
    if (law.lower <= 0.0) given.without_effect("lower", "all gains are 0");
    if (law.upper >= 0.0) given.without_effect("upper", "all gains are 0");
  }
  if (!sample_time && law.derivative != 0.0 && law.derivative_filter <= 0.0)
    given.refuse("out-of-range", "derivative_filter", "must be above 0 s for a continuous PID with a derivative");
  if (sample_time) {
    law.sample_time = *sample_time;
    return declared(name, "pid", [=](Declaration& d) {
      const ErrorPorts error = declare_error(d, set_point);
      const Computed block = d.compute(
          "sample", 1 + pto::kPidMemory, error.reads,
          [=](const Evaluation& e, double* out) { out[0] = pto::update(law, error(e), out + 1); },
          Rate::at_accepted_points(law.sample_time));
      d.output(port("output", 1, "", "held until the next sample"), block, 0);
    });
  }
  return declared(name, "pid", [=](Declaration& d) {
    const ErrorPorts error = declare_error(d, set_point);
    const double filter = law.derivative_filter > 0.0 ? law.derivative_filter : 1.0;
    const State x{0};  // integral of e, lagged e
    Reads reads = error.reads;
    reads.emplace_back(x);
    const auto free = [=](const Evaluation& e, double err) {
      const double slope = (err - e.state(x)[1]) / filter;
      return law.proportional * err + law.integral * e.state(x)[0] + law.derivative * slope;
    };
    d.state(port("state", 2), {0.0, 0.0}, reads, [=](const Evaluation& e, double* rate) {
      const double err = error(e), u = free(e, err);
      const bool winding = (u > law.upper && law.integral * err > 0.0) || (u < law.lower && law.integral * err < 0.0);
      rate[0] = winding ? 0.0 : err;
      rate[1] = (err - e.state(x)[1]) / filter;
    });
    // The derivative starts at 0, as in the sampled form: an initial error is not a jump.
    if (law.derivative != 0.0) {
      d.initialize(x, error.reads, [=](const Evaluation& e, double* state) {
        state[0] = 0.0;
        state[1] = error(e);
      });
    }
    d.output(port("output"), reads, [=](const Evaluation& e, double* out) {
      out[0] = std::max(law.lower, std::min(law.upper, free(e, error(e))));
    });
  });
}

}  // namespace

void add_dynamics(Registry& r) {
  r.add<Ratio>("transfer-function", "ratio of polynomials in s, highest power first",
               "numerator: [1], denominator: [1, 1]", describe, transfer_function);
  r.add<SampledController>("sampled-controller", "ratio of polynomials in z, sampled and held, limited",
                           "sample_time: 0.1, numerator: [1], denominator: [1]", describe, sampled_controller);
  r.add<Pid>("pid", "PID controller, continuous, or sampled with sample_time", "proportional: 1, setpoint: 0", describe,
             pid);
}

}  // namespace swell::components
