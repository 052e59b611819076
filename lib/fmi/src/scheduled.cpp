// Scheduled execution (FMI 3.0, 5): each input clock has a partition of the model, which is activated when the clock
// ticks. Within a communication step partitions run one after the other in the order of their times, and of their
// priorities where the times are the same; none interrupts another.
#include "scheduled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "instance.h"
#include "swell/base/contained.h"

namespace swell::fmi {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kMostAtOnce = 10000;  // activations without time going on
enum Qualifier { not_yet_known, unchanged, changed };

class ScheduledSlave : public LocalKeeper<Slave, Instance3> {
 public:
  ScheduledSlave(const Unit& unit, const SlaveOptions& options) : LocalKeeper(unit, options), options_(options) {
    const auto& all = unit.description().variables;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Clock& clock = all[i].clock;
      if (all[i].type != Type::clock) continue;
      if (all[i].causality == Causality::output) {
        given_.push_back({i, 0});
      } else if (all[i].causality == Causality::input && clock.interval != "triggered") {
        timed_.push_back({i, clock.period, 0.0, 0, kNever});
      } else if (all[i].causality == Causality::input) {
        triggered_.push_back({i, 0});
      }
    }
    const auto first = [&](const auto& a, const auto& b) { return priority(a.place) < priority(b.place); };
    std::stable_sort(timed_.begin(), timed_.end(), first);
    std::stable_sort(triggered_.begin(), triggered_.end(), first);
    i_.on_clocks = [this] { look_at_clocks(); };
    i_.on_initializing = [this] { look_at_clocks(); };
  }

  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    now_ = start;
    for (Timed& clock : timed_) {
      const Clock& declared = i_.variable(clock.place).clock;
      clock = {clock.place, declared.period, start + declared.shift, 0,
               declared.period > 0.0 || declared.interval == "changing" ? start + declared.shift : kNever};
    }
    for (Level& clock : triggered_) clock.high = 0;
    for (Level& clock : given_) clock.high = 0;
    i_.begin(start, settings, [&] { set_numbers(u, start); });
    check_clocks();
    get_outputs(y);
  }
  void settle(const std::vector<double>& u, std::vector<double>& y) override {
    set_numbers(u, now_);
    get_outputs(y);
  }
  void start(const std::vector<double>& u, std::vector<double>& y) override {
    set_numbers(u, now_);
    i_.start(now_);
    trigger(u);
    run_to(now_);
    get_outputs(y);
  }

  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    now_ = time;
    for (Level& clock : given_) clock.high = 0;
    set_numbers(u, time);
    trigger(u);
    run_to(time + length);
    now_ = time + length;
    get_outputs(y);
    return true;
  }

  // The clocks' next ticks are kept with the state.
  int save(double time) override {
    const int state = LocalKeeper::save(time);
    kept_[state] = {timed_, triggered_};
    return state;
  }
  void restore(int state, double time) override {
    LocalKeeper::restore(state, time);
    timed_ = kept_[state].timed;
    triggered_ = kept_[state].triggered;
    now_ = time;
  }
  void forget(int state) noexcept override {
    LocalKeeper::forget(state);
    kept_.erase(state);
  }
  std::string write(int state, double time) override {
    ByteWriter out;
    out.text(LocalKeeper::write(state, time));
    out.array(kept_[state].timed);
    out.array(kept_[state].triggered);
    return out.take();
  }
  int read(const std::string& bytes, double time) override {
    ByteReader in(bytes);
    const int state = LocalKeeper::read(in.text(), time);
    kept_[state] = {in.array<Timed>(), in.array<Level>()};
    if (!in.ok() || kept_[state].timed.size() != timed_.size() || kept_[state].triggered.size() != triggered_.size())
      fail(i_.unit(), time, "the bytes are no state of its clocks");
    return state;
  }

 private:
  struct Timed {  // ticks at origin + count period, where there is a period
    std::size_t place;
    double period, origin;
    long count;
    double next;  // [s]
  };
  struct Level {  // of a triggered clock its input, of a given one whether it has ticked since the last point
    std::size_t place, high;  // 1 or 0; no gap, whose content would be written with a state
  };

  double priority(std::size_t place) const { return i_.variable(place).clock.priority; }

  // Called by the FMU as well: nothing may be thrown through its code.
  void look_at_clocks() {
    for (Timed& clock : timed_) {
      const Variable& v = i_.variable(clock.place);
      if (v.clock.interval == "constant" || v.clock.period > 0.0) continue;
      double interval = 0.0;
      int qualifier = not_yet_known;
      note(i_.f.GetIntervalDecimal(i_.component(), &v.reference, 1, &interval, &qualifier));
      if (qualifier != changed || !(interval >= 0.0)) continue;
      if (v.clock.interval == "countdown") {
        clock.next = now_ + interval;
      } else if (interval > 0.0) {  // it goes on from its last tick
        const bool ticked = clock.count > 0;
        clock.origin = ticked ? clock.origin + static_cast<double>(clock.count - 1) * clock.period : clock.origin;
        clock.count = ticked ? 1 : 0;
        clock.period = interval;
        clock.next = clock.origin + static_cast<double>(clock.count) * interval;
      }
    }
    for (Level& clock : given_) {
      bool ticks = false;
      note(i_.f.GetClock(i_.component(), &i_.variable(clock.place).reference, 1, &ticks));
      if (ticks) clock.high = 1;
    }
  }
  void note(int status) {
    if (status > Status::warning) status_ = status;
  }
  void check_clocks() {
    const int status = status_;
    status_ = Status::ok;
    i_.check(status, "asking for clocks", now_);
  }

  void activate(std::size_t place) {
    i_.check(i_.f.ActivateModelPartition(i_.component(), i_.variable(place).reference, now_),
             "fmi3ActivateModelPartition", now_);
    check_clocks();
  }

  void trigger(const std::vector<double>& u) {
    for (Level& clock : triggered_) {
      const bool before = clock.high != 0;
      std::size_t at = 0;
      for (const std::size_t place : options_.inputs) {
        if (place == clock.place) clock.high = u[at] > 0.5 ? 1 : 0;
        at += i_.unit().width(i_.variable(place));
      }
      if (clock.high != 0 && !before) activate(clock.place);
    }
  }

  void run_to(double end) {
    const double last = end + 1e-9 * std::max(1.0, std::abs(end));
    int at_once = 0;
    for (;;) {
      const auto next = std::min_element(timed_.begin(), timed_.end(), [](const Timed& a, const Timed& b) {
        return a.next + 1e-9 * std::max(1.0, std::abs(a.next)) < b.next;
      });
      if (next == timed_.end() || next->next > last) return;
      at_once = next->next > now_ ? 0 : at_once + 1;
      if (at_once > kMostAtOnce) fail(i_.unit(), now_, "its clocks tick on and on without time passing");
      now_ = std::max(now_, next->next);
      ++next->count;
      next->next = next->period > 0.0 ? next->origin + static_cast<double>(next->count) * next->period : kNever;
      activate(next->place);
    }
  }

  void set_numbers(const std::vector<double>& u, double time) {
    std::size_t at = 0;
    for (const std::size_t place : options_.inputs) {
      const Variable& v = i_.variable(place);
      const std::size_t n = i_.unit().width(v);
      if (is_number(v)) i_.set(place, u.data() + at, n, {}, time);
      at += n;
    }
  }
  void get_outputs(std::vector<double>& y) {
    std::size_t at = 0;
    for (const std::size_t place : options_.outputs) {
      const Variable& v = i_.variable(place);
      const std::size_t n = i_.unit().width(v);
      if (is_number(v)) {
        i_.get(place, y.data() + at, n, now_);
      } else {
        y[at] =
            std::any_of(given_.begin(), given_.end(), [&](const Level& c) { return c.place == place && c.high != 0; });
      }
      at += n;
    }
  }

  SlaveOptions options_;
  std::vector<Timed> timed_;
  std::vector<Level> triggered_, given_;
  struct Kept {
    std::vector<Timed> timed;
    std::vector<Level> triggered;
  };
  std::map<int, Kept> kept_;
  double now_ = 0.0;         // [s]
  int status_ = Status::ok;  // of what was asked in a call from the FMU
};

}  // namespace

std::unique_ptr<Slave> scheduled_slave(const Unit& unit, const SlaveOptions& options) {
  return std::make_unique<ScheduledSlave>(unit, options);
}

}  // namespace swell::fmi
