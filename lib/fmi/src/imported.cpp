#include "swell/fmi/imported.h"

#include <fmt/format.h>

#include <algorithm>

#include "imported_instance.h"
#include "process.h"

namespace swell::fmi {

template <class Bytes>
static void members(Bytes& bytes, Setting& s) {
  bytes(s.variable, s.numbers, s.text);
}

namespace {

/// An FMU in this process.
class Local final : public Imported {
 public:
  Local(const Unit& unit, const ImportOptions& options)
      : i_(unit, options.name, options.log),
        n_states_(i_.is_stepped() ? 0 : count_states(unit)),
        n_indicators_(i_.is_stepped() ? 0 : count_indicators(unit)) {
    std::size_t at = 0;
    const auto place_of = [&](std::size_t place) {
      const Variable& v = i_.variable(place);
      return Place{place, at, unit.width(v), v.variability == Variability::continuous};
    };
    for (const std::size_t place : options.inputs) {
      inputs_.push_back(place_of(place));
      at += inputs_.back().width;
    }
    set_u_.resize(at);
    set_x_.resize(n_states_);
    for (const auto& group : options.groups) {
      at = 0;
      groups_.emplace_back();
      for (const std::size_t place : group) {
        groups_.back().push_back(place_of(place));
        at += groups_.back().back().width;
      }
    }
  }

  Answer ask(const Question& q) override {
    const Calling here(i_.unit(), q.call == Call::evaluate);
    Answer answer;
    switch (q.call) {
      case Call::begin:
        i_.begin(q.time, *q.settings, [&] { set_inputs(*q.u, q.time); });
        if (!i_.is_stepped()) return begin_equations(q);
        break;
      case Call::settle:
        set_inputs(*q.u, q.time);
        break;
      case Call::start:
        set_inputs(*q.u, q.time);
        i_.start(q.time);
        break;
      case Call::step: {
        set_inputs(*q.u, q.time);
        double reached = q.time;
        answer.over = !i_.step(q.time, q.length, reached);
        get_outputs(0, *q.out, reached);
        return answer;
      }
      case Call::evaluate:
        stand_at(q);
        if (q.which == kRates) {
          i_.get_rates(q.out->data(), n_states_, q.time);
        } else if (q.which == kIndicators) {
          i_.get_indicators(q.out->data(), n_indicators_, q.time);
        } else {
          get_outputs(static_cast<std::size_t>(q.which), *q.out, q.time);
        }
        return answer;
      case Call::event: {
        stand_at(q);
        i_.enter_events(q.time);
        set_inputs(*q.u, q.time);
        bool changed = false;
        answer = iterate(q.time, changed);
        if (q.out != q.x) *q.out = *q.x;
        if (changed && n_states_ > 0) i_.get_states(q.out->data(), n_states_, q.time);
        known_ = false;
        return answer;
      }
      case Call::completed:
        stand_at(q);
        return i_.completed(q.time);
      case Call::save:
        answer.state = i_.save(q.time);
        return answer;
      case Call::restore:
        i_.restore(q.which, q.time);
        known_ = false;
        return answer;
      case Call::forget:
        i_.forget(q.which);
        return answer;
      case Call::write:
        *q.bytes = i_.write(q.which, q.time);
        return answer;
      case Call::read:
        answer.state = i_.read(*q.bytes, q.time);
        return answer;
    }
    get_outputs(0, *q.out, q.time);
    return answer;
  }

 private:
  struct Place {
    std::size_t place, first, width;  // of the variable, of its numbers
    bool continuous;
  };

  void set_inputs(const std::vector<double>& u, double time) {
    for (const Place& input : inputs_) i_.set(input.place, u.data() + input.first, input.width, {}, time);
  }
  void get_outputs(std::size_t group, std::vector<double>& y, double time) {
    for (const Place& output : groups_[group]) i_.get(output.place, y.data() + output.first, output.width, time);
  }

  Answer begin_equations(const Question& q) {
    i_.start(q.time);
    i_.check_sizes(n_states_, n_indicators_, q.time);
    bool changed = false;
    const Answer after = iterate(q.time, changed);
    if (n_states_ > 0) i_.get_states(q.out->data(), n_states_, q.time);
    known_ = false;
    return after;
  }

  // From event mode to continuous-time mode.
  Answer iterate(double time, bool& changed) {
    constexpr int kMost = 1000;
    Answer after;
    for (int i = 0;; ++i) {
      const Update update = i_.update(time);
      changed = changed || update.states_changed;
      after.over = update.over;
      after.next = update.next_defined ? update.next : Answer().next;
      if (!update.again || update.over) break;
      if (i == kMost)
        fail(i_.unit(), time, fmt::format("its events at t = {:.9g} s do not settle in {} iterations", time, kMost));
    }
    i_.enter_time(time);
    return after;
  }

  // Sets what is not set yet.
  void stand_at(const Question& q) {
    const std::vector<double>&x = *q.x, &u = *q.u;
    if (!known_ || q.time != set_time_) i_.set_time(q.time);
    if (n_states_ > 0 && (!known_ || x != set_x_)) i_.set_states(x.data(), n_states_, q.time);
    for (const Place& input : inputs_) {
      const double* value = u.data() + input.first;
      if (!input.continuous || (known_ && std::equal(value, value + input.width, set_u_.data() + input.first)))
        continue;
      i_.set(input.place, value, input.width, {}, q.time);
    }
    known_ = true;
    set_time_ = q.time;
    std::copy(x.begin(), x.end(), set_x_.begin());
    std::copy(u.begin(), u.end(), set_u_.begin());
  }

  ImportedInstance i_;
  std::size_t n_states_, n_indicators_;
  std::vector<Place> inputs_;
  std::vector<std::vector<Place>> groups_;
  bool known_ = false;  // the FMU of model exchange stands at what follows
  double set_time_ = 0.0;
  std::vector<double> set_x_, set_u_;
};

/// Answers a question that came as bytes.
std::string answer_to(Imported& fmu, const std::string& request) {
  ByteReader in(request);
  Question q{};
  std::vector<double> u, x;
  std::uint64_t size = 0;
  std::string bytes;
  std::vector<Setting> settings;
  in(q.call, q.time, q.length, q.which, u, x, size, bytes, settings);
  std::vector<double> result(size);
  q.u = &u;
  q.x = &x;
  q.out = &result;
  q.bytes = &bytes;
  q.settings = &settings;
  const Answer answer = fmu.ask(q);
  ByteWriter out;
  out(answer, result, bytes);
  return out.take();
}

/// An FMU in a process of its own.
class Remote final : public Imported {
 public:
  Remote(const Unit& unit, const ImportOptions& options)
      : process_(unit.title(), [unit, options] {
          return [fmu = std::make_shared<Local>(unit, options)](const std::string& request) {
            return answer_to(*fmu, request);
          };
        }) {}

  Answer ask(const Question& q) override {
    static const std::vector<double> none;
    ByteWriter out;
    out(q.call, q.time, q.length, q.which, q.u != nullptr ? *q.u : none, q.x != nullptr ? *q.x : none,
        static_cast<std::uint64_t>(q.out != nullptr ? q.out->size() : 0), q.bytes != nullptr ? *q.bytes : "",
        q.settings != nullptr ? *q.settings : std::vector<Setting>());
    const std::string reply = process_.ask(out.take(), q.time);
    ByteReader in(reply);
    Answer answer;
    std::vector<double> result;
    std::string bytes;
    in(answer, result, bytes);
    if (!in.ok() || result.size() != (q.out != nullptr ? q.out->size() : 0))
      process_.fail(q.time, "its process answers something else");
    if (q.out != nullptr) std::copy(result.begin(), result.end(), q.out->begin());
    if (q.bytes != nullptr) *q.bytes = std::move(bytes);
    return answer;
  }
  void begin_to_end() noexcept override { process_.close(); }

 private:
  Process process_;
};

}  // namespace

std::unique_ptr<Imported> make_imported(const Unit& unit, ImportOptions options) {
  if (!options.isolate) return std::make_unique<Local>(unit, options);
  options.log = nullptr;
  return std::make_unique<Remote>(unit, options);
}

}  // namespace swell::fmi
