#include "swell/fmi/slave.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "instance.h"
#include "remote.h"
#include "scheduled.h"
#include "swell/base/contained.h"

namespace swell::fmi {

namespace {

// noSetFMUStatePriorToCurrentPoint, also where steps are taken back: FMI lets an FMU flush results by it and nothing
// else, and FMUs of OSP's fmiCpp that get the contrary begin every step where the last final one began.
constexpr bool kFinal = true;

bool step_once(Instance2& i, double time, double length, double& reached) {
  const int status = i.f.DoStep(i.component(), time, length, kFinal ? 1 : 0);
  reached = time + length;
  if (status == Status::pending) fail(i.unit(), time, "it steps asynchronously, which Swell does not wait for");
  if (status != Status::discard) {
    i.check(status, "fmi2DoStep", time);
    return true;
  }
  int over = 0;
  reached = time;
  i.f.GetRealStatus(i.component(), two::last_successful_time, &reached);
  if (i.f.GetBooleanStatus(i.component(), two::terminated, &over) != Status::ok || over == 0)
    fail(i.unit(), time,
         fmt::format("it refuses a step of {:g} s and came to t = {:.9g} s{}", length, reached,
                     i.last_problem().empty() ? "" : ": " + i.last_problem()));
  return false;
}

bool step_once(Instance3& i, double time, double length, double& reached) {
  bool event = false, terminate = false, early = false;
  double at = time;
  reached = time + length;
  // What it does not do in one go it is asked for again; a step that comes no further is a failure.
  for (int tries = 0; tries < 1000 && reached - at > 1e-9 * std::max(1.0, std::abs(reached)); ++tries) {
    double last = at;
    const int status = i.f.DoStep(i.component(), at, reached - at, kFinal, &event, &terminate, &early, &last);
    if (terminate && status == Status::discard) break;  // it ends the run, as with fmi3OK
    i.check(status, "fmi3DoStep", at);
    if (terminate) break;
    if (!early) break;  // the whole step, but for its own inner step
    if (!(last > at)) fail(i.unit(), at, "its step comes no further");
    at = last;
  }
  return !terminate;
}

template <class Versioned>
class LocalSlave : public LocalKeeper<Slave, Versioned> {
  using LocalKeeper<Slave, Versioned>::i_;

 public:
  LocalSlave(const Unit& unit, const SlaveOptions& options)
      : LocalKeeper<Slave, Versioned>(unit, options), options_(options) {}

  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    const Calling here(i_.unit());
    begun_ = start;
    i_.begin(start, settings, [&] { set_inputs(u, start); });
    get_outputs(y, start);
  }
  void settle(const std::vector<double>& u, std::vector<double>& y) override {
    const Calling here(i_.unit());
    set_inputs(u, begun_);
    get_outputs(y, begun_);
  }
  void start(const std::vector<double>& u, std::vector<double>& y) override {
    const Calling here(i_.unit());
    set_inputs(u, begun_);
    i_.start(begun_);
    get_outputs(y, begun_);
  }
  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    const Calling here(i_.unit());
    set_inputs(u, time);
    double reached = time;
    const bool goes_on = step_once(i_, time, length, reached);
    get_outputs(y, reached);
    return goes_on;
  }

 private:
  void set_inputs(const std::vector<double>& u, double time) {
    std::size_t at = 0;
    for (const std::size_t place : options_.inputs) {
      const std::size_t n = i_.unit().width(i_.variable(place));
      i_.set(place, u.data() + at, n, {}, time);
      at += n;
    }
  }
  void get_outputs(std::vector<double>& y, double time) {
    std::size_t at = 0;
    for (const std::size_t place : options_.outputs) {
      const std::size_t n = i_.unit().width(i_.variable(place));
      i_.get(place, y.data() + at, n, time);
      at += n;
    }
  }

  SlaveOptions options_;
  double begun_ = 0.0;  // [s]
};

std::unique_ptr<Slave> slave_here(const Unit& unit, const SlaveOptions& options) {
  if (unit.kind() == Kind::scheduled_execution) return scheduled_slave(unit, options);
  if (unit.description().version == 3) return std::make_unique<LocalSlave<Instance3>>(unit, options);
  return std::make_unique<LocalSlave<Instance2>>(unit, options);
}

enum class SlaveCall : std::uint8_t { begin, settle, start, step };

std::string answer_of_slave(Slave& slave, const std::string& request) {
  ByteReader in(request);
  const auto call = static_cast<SlaveCall>(in.value<std::uint8_t>());
  const auto time = in.value<double>();
  const auto length = in.value<double>();
  const auto u = in.array<double>();
  std::vector<double> y(in.value<std::uint64_t>());
  bool goes_on = true;
  if (call == SlaveCall::begin) {
    slave.begin(time, read_settings(in), u, y);
  } else if (call == SlaveCall::settle) {
    slave.settle(u, y);
  } else if (call == SlaveCall::start) {
    slave.start(u, y);
  } else {
    goes_on = slave.step(time, length, u, y);
  }
  ByteWriter out;
  out.value<std::uint8_t>(goes_on ? 1 : 0);
  out.array(y);
  return out.take();
}

class RemoteSlave : public RemoteKeeper<Slave> {
 public:
  RemoteSlave(const Unit& unit, const SlaveOptions& options)
      : RemoteKeeper(unit.title(), [unit, options] {
          return [slave = std::shared_ptr<Slave>(slave_here(unit, options))](const std::string& request) {
            return is_of_states(request) ? answer_of_states(*slave, request) : answer_of_slave(*slave, request);
          };
        }) {}
  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    ByteWriter out = head(SlaveCall::begin, start, 0.0, u, y.size());
    write_settings(out, settings);
    begun_ = start;
    ask(out.take(), start, y);
  }
  void settle(const std::vector<double>& u, std::vector<double>& y) override {
    ask(head(SlaveCall::settle, begun_, 0.0, u, y.size()).take(), begun_, y);
  }
  void start(const std::vector<double>& u, std::vector<double>& y) override {
    ask(head(SlaveCall::start, begun_, 0.0, u, y.size()).take(), begun_, y);
  }
  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    return ask(head(SlaveCall::step, time, length, u, y.size()).take(), time, y);
  }

 private:
  static ByteWriter head(SlaveCall call, double time, double length, const std::vector<double>& u, std::size_t n) {
    ByteWriter out;
    out.value(static_cast<std::uint8_t>(call));
    out.value(time);
    out.value(length);
    out.array(u);
    out.value<std::uint64_t>(n);
    return out;
  }
  bool ask(const std::string& request, double time, std::vector<double>& y) {
    const std::string reply = process_.ask(request, time);
    ByteReader in(reply);
    const bool goes_on = in.value<std::uint8_t>() != 0;
    process_.take(in, y, time);
    return goes_on;
  }
  double begun_ = 0.0;  // [s]
};

}  // namespace

std::unique_ptr<Slave> make_slave(const Unit& unit, const SlaveOptions& options) {
  if (!options.isolate) return slave_here(unit, options);
  SlaveOptions inside = options;
  inside.log = nullptr;
  return std::make_unique<RemoteSlave>(unit, inside);
}

}  // namespace swell::fmi
