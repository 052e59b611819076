#include "swell/fmi/exchange.h"

#include <fmt/format.h>

#include <algorithm>

#include "instance.h"
#include "remote.h"

namespace swell::fmi {

namespace {

template <class Versioned>
class LocalExchange : public LocalKeeper<Exchange, Versioned> {
  using LocalKeeper<Exchange, Versioned>::i_;

 public:
  LocalExchange(const Unit& unit, const ExchangeOptions& options)
      : LocalKeeper<Exchange, Versioned>(unit, options),
        options_(options),
        n_states_(count_states(unit)),
        n_indicators_(count_indicators(unit)) {
    std::size_t at = 0;
    for (const std::size_t place : options_.inputs) {
      const Variable& v = i_.variable(place);
      inputs_.push_back({place, at, unit.width(v), v.variability == Variability::continuous});
      at += inputs_.back().width;
    }
    for (const auto& group : options_.groups) {
      groups_.emplace_back();
      for (const std::size_t place : group) groups_.back().push_back({place, 0, unit.width(i_.variable(place)), true});
    }
    set_x_.resize(n_states_);
    set_u_.resize(at);
  }

  AfterEvent begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
                   std::vector<double>& x) override {
    const Calling here(i_.unit());
    i_.begin(start, settings, [&] {
      for (const Place& input : inputs_) i_.set(input.place, u.data() + input.first, input.width, {}, start);
    });
    i_.start(start);
    i_.check_sizes(n_states_, n_indicators_, start);
    bool changed = false;
    const AfterEvent after = iterate(start, changed);
    if (n_states_ > 0) i_.get_states(x.data(), n_states_, start);
    known_ = false;
    return after;
  }

  void evaluate(int what, double time, const std::vector<double>& x, const std::vector<double>& u,
                std::vector<double>& out) override {
    const Calling here(i_.unit(), true);
    stand_at(time, x, u);
    if (what == Exchange::kRates) return i_.get_rates(out.data(), n_states_, time);
    if (what == Exchange::kIndicators) return i_.get_indicators(out.data(), n_indicators_, time);
    std::size_t at = 0;
    for (const Place& output : groups_[static_cast<std::size_t>(what)]) {
      i_.get(output.place, out.data() + at, output.width, time);
      at += output.width;
    }
  }

  AfterEvent event(double time, std::vector<double>& x, const std::vector<double>& u) override {
    const Calling here(i_.unit());
    stand_at(time, x, u);
    i_.enter_events(time);
    for (const Place& input : inputs_) i_.set(input.place, u.data() + input.first, input.width, {}, time);
    bool changed = false;
    const AfterEvent after = iterate(time, changed);
    if (changed && n_states_ > 0) i_.get_states(x.data(), n_states_, time);
    known_ = false;
    return after;
  }

  Exchange::Completed completed(double time, const std::vector<double>& x, const std::vector<double>& u) override {
    const Calling here(i_.unit());
    stand_at(time, x, u);
    Exchange::Completed done;
    i_.completed(done.event, done.over, time);
    return done;
  }
  void restore(int state, double time) override {
    i_.restore(state, time);
    known_ = false;
  }

 private:
  struct Place {
    std::size_t place, first, width;
    bool continuous;
  };

  // From event mode to continuous-time mode.
  AfterEvent iterate(double time, bool& changed) {
    constexpr int kMost = 1000;
    AfterEvent after;
    for (int i = 0;; ++i) {
      const Update update = i_.update(time);
      changed = changed || update.states_changed;
      after.over = update.over;
      after.next = update.next_defined ? update.next : std::numeric_limits<double>::max();
      if (!update.again || update.over) break;
      if (i == kMost)
        fail(i_.unit(), time, fmt::format("its events at t = {:.9g} s do not settle in {} iterations", time, kMost));
    }
    i_.enter_time(time);
    return after;
  }

  // Sets what is not set yet.
  void stand_at(double time, const std::vector<double>& x, const std::vector<double>& u) {
    if (!known_ || time != set_time_) i_.set_time(time);
    if (n_states_ > 0 && (!known_ || x != set_x_)) i_.set_states(x.data(), n_states_, time);
    for (const Place& input : inputs_) {
      const double* value = u.data() + input.first;
      if (!input.continuous || (known_ && std::equal(value, value + input.width, set_u_.data() + input.first)))
        continue;
      i_.set(input.place, value, input.width, {}, time);
    }
    known_ = true;
    set_time_ = time;
    std::copy(x.begin(), x.end(), set_x_.begin());
    std::copy(u.begin(), u.end(), set_u_.begin());
  }

  ExchangeOptions options_;
  std::size_t n_states_, n_indicators_;
  std::vector<Place> inputs_;
  std::vector<std::vector<Place>> groups_;
  bool known_ = false;  // the FMU stands at what follows
  double set_time_ = 0.0;
  std::vector<double> set_x_, set_u_;
};

std::unique_ptr<Exchange> exchange_here(const Unit& unit, const ExchangeOptions& options) {
  if (unit.description().version == 3) return std::make_unique<LocalExchange<Instance3>>(unit, options);
  return std::make_unique<LocalExchange<Instance2>>(unit, options);
}

enum class ExchangeCall : std::uint8_t { begin, evaluate, event, completed };

std::string answer_of_exchange(Exchange& exchange, const std::string& request) {
  ByteReader in(request);
  const auto call = static_cast<ExchangeCall>(in.value<std::uint8_t>());
  const auto time = in.value<double>();
  std::vector<double> x = in.array<double>();
  const std::vector<double> u = in.array<double>();
  ByteWriter out;
  const auto put = [&](const AfterEvent& after) {
    out.value<std::uint8_t>(after.over ? 1 : 0);
    out.value(after.next);
    out.array(x);
  };
  switch (call) {
    case ExchangeCall::begin:
      put(exchange.begin(time, read_settings(in), u, x));
      break;
    case ExchangeCall::evaluate: {
      const auto what = in.value<int>();
      std::vector<double> result(in.value<std::uint64_t>());
      exchange.evaluate(what, time, x, u, result);
      out.array(result);
      break;
    }
    case ExchangeCall::event:
      put(exchange.event(time, x, u));
      break;
    case ExchangeCall::completed: {
      const Exchange::Completed done = exchange.completed(time, x, u);
      out.value<std::uint8_t>(done.event ? 1 : 0);
      out.value<std::uint8_t>(done.over ? 1 : 0);
      break;
    }
  }
  return out.take();
}

class RemoteExchange : public RemoteKeeper<Exchange> {
 public:
  RemoteExchange(const Unit& unit, const ExchangeOptions& options)
      : RemoteKeeper(unit.title(), [unit, options] {
          return [exchange = std::shared_ptr<Exchange>(exchange_here(unit, options))](const std::string& request) {
            return is_of_states(request) ? answer_of_states(*exchange, request)
                                         : answer_of_exchange(*exchange, request);
          };
        }) {}

  AfterEvent begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
                   std::vector<double>& x) override {
    ByteWriter out = head(ExchangeCall::begin, start, x, u);
    write_settings(out, settings);
    return after(process_.ask(out.take(), start), start, x);
  }
  void evaluate(int what, double time, const std::vector<double>& x, const std::vector<double>& u,
                std::vector<double>& result) override {
    ByteWriter out = head(ExchangeCall::evaluate, time, x, u);
    out.value(what);
    out.value<std::uint64_t>(result.size());
    const std::string reply = process_.ask(out.take(), time);
    ByteReader in(reply);
    process_.take(in, result, time);
  }
  AfterEvent event(double time, std::vector<double>& x, const std::vector<double>& u) override {
    return after(process_.ask(head(ExchangeCall::event, time, x, u).take(), time), time, x);
  }
  Completed completed(double time, const std::vector<double>& x, const std::vector<double>& u) override {
    const std::string reply = process_.ask(head(ExchangeCall::completed, time, x, u).take(), time);
    ByteReader in(reply);
    Completed done;
    done.event = in.value<std::uint8_t>() != 0;
    done.over = in.value<std::uint8_t>() != 0;
    return done;
  }

 private:
  static ByteWriter head(ExchangeCall call, double time, const std::vector<double>& x, const std::vector<double>& u) {
    ByteWriter out;
    out.value(static_cast<std::uint8_t>(call));
    out.value(time);
    out.array(x);
    out.array(u);
    return out;
  }
  AfterEvent after(const std::string& reply, double time, std::vector<double>& x) {
    ByteReader in(reply);
    AfterEvent after;
    after.over = in.value<std::uint8_t>() != 0;
    after.next = in.value<double>();
    process_.take(in, x, time);
    return after;
  }
};

}  // namespace

std::unique_ptr<Exchange> make_exchange(const Unit& unit, const ExchangeOptions& options) {
  if (!options.isolate) return exchange_here(unit, options);
  ExchangeOptions inside = options;
  inside.log = nullptr;
  return std::make_unique<RemoteExchange>(unit, inside);
}

std::size_t count_states(const Unit& unit) {
  std::size_t n = 0;
  for (const std::size_t place : unit.description().derivatives) n += unit.width(unit.description().variables[place]);
  return n;
}

std::size_t count_indicators(const Unit& unit) {
  const Description& d = unit.description();
  if (d.version == 2) return d.event_indicators;
  std::size_t n = 0;
  for (const std::size_t place : d.indicators) n += unit.width(d.variables[place]);
  return n;
}

}  // namespace swell::fmi
