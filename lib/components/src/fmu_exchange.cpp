// An FMU as a component: model exchange.
//
// The FMU's continuous states, divided by their nominal values, are a state of the component. Rates, outputs and event
// indicators are functions of time, states and inputs until the next event. Changes at an event stay inside the FMU.
// The component's memory counts the events, which detects an FMU at another point than the run.
//
// The integrator compares an event function with its value before the event. Indicators, time events and changed inputs
// are therefore converted to functions that keep their sign across an event and cross zero once for each. Memory stores
// the sign factor of each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fmu.h"
#include "swell/components/declared.h"

namespace swell::components {

namespace {

/// An input set at events only; its last value is entry `kept` of the memory.
struct DiscreteInput {
  std::size_t port = 0, first = 0, width = 0, kept = 0;
  bool whole = false;  ///< integer variable
};

class ExchangedFmu final : public ImportedFmu {
 public:
  ExchangedFmu(std::string name, TakenFmu taken)
      : ImportedFmu(std::move(name), std::move(taken)),
        completes_(unit_.interface().completed_step_needed),
        n_(fmi::count_states(unit_)) {
    u_begun_ = u_;
    x_.resize(n_);
    rates_.resize(n_);
    z_.resize(fmi::count_indicators(unit_));
    const fmi::Description& d = unit_.description();
    for (const std::size_t place : d.derivatives) {
      const auto state = d.variables[place].derivative;
      const double nominal = state ? std::abs(d.variables[*state].nominal.value_or(1.0)) : 1.0;
      const std::size_t width = unit_.width(d.variables[place]);
      nominals_.insert(nominals_.end(), width, nominal > 0.0 && std::isfinite(nominal) ? nominal : 1.0);
      for (std::size_t i = 0; i < width; ++i) {
        const std::string label = state ? d.variables[*state].name : fmt::format("x{}", labels_.size() + 1);
        labels_.push_back(width > 1 ? fmt::format("{}[{}]", label, i + 1) : label);
      }
    }
    memory_size_ = kHeader;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      every_.push_back(k);
      const fmi::Variable& v = d.variables[inputs_[k].variable];
      if (v.variability == fmi::Variability::continuous) continue;
      discrete_.push_back({k, inputs_[k].first, inputs_[k].width(), memory_size_, !is_real(v)});
      memory_size_ += inputs_[k].width();
    }
    signs_at_ = memory_size_;
    memory_size_ += z_.size();
    u_kept_at_ = memory_size_;
    memory_size_ += u_.size();
  }

  void declare(Declaration& d) override {
    const Reads every_input = declare_inputs(d);
    std::vector<double> initial(memory_size_, 0.0);
    initial[kDue] = initial[kAsked] = 1.0;
    std::fill_n(initial.begin() + static_cast<std::ptrdiff_t>(signs_at_), z_.size(), 1.0);
    memory_ = d.memory(port("kept", static_cast<int>(memory_size_), "", "time and inputs of the last event"),
                       MemoryKind::mode, std::move(initial));
    Reads all = every_input;
    all.emplace_back(memory_);
    all.push_back(Read::time());
    if (n_ > 0) {
      state_ = State{0};
      all.emplace_back(state_);
      system::PortSpec spec = port("state", static_cast<int>(n_), "1", "continuous states over their nominal values");
      spec.labels = labels_;
      d.state(spec, std::vector<double>(n_, 0.0), all, [this](const Evaluation& e, double* rate) {
        evaluate(e, every_, fmi::Imported::kRates, rates_);
        for (std::size_t i = 0; i < n_; ++i) rate[i] = rates_[i] / nominals_[i];
      });
      d.initialize(state_, every_input, [this](const Evaluation& e, double* x) {
        take_inputs(e, every_);
        begin(e.time);
        for (std::size_t i = 0; i < n_; ++i) x[i] = x_[i] / nominals_[i];
      });
    } else {  // only fixes the order of initialization
      begun_ = d.compute(
          "begun", 1, {}, [](const Evaluation&, double* out) { *out = 1.0; }, Rate::at_accepted_points());
      all.emplace_back(begun_);
      d.initialize(
          begun_, every_input, [](double, double* out) { *out = 0.0; },
          [this](const Evaluation& e, double* out) {
            take_inputs(e, every_);
            begin(e.time);
            *out = 1.0;
          });
    }
    declare_outputs(d);
    declare_events(d, all);
    d.commit(all, [this](const Evaluation& e) { keep(e); });
  }

  // Before its first event the FMU is fully described by its states.
  bool needs_its_state() const override { return completes_ || events_ > 0.0; }

 private:
  void each_beside(const std::function<void(double&)>& act) override {
    for (double* one : {&first_after_.next, &start_, &completed_, &events_, &fresh_}) act(*one);
    for (double& one : u_begun_) act(one);
  }

  // Indices in the memory.
  enum : std::size_t {
    kStarted,    // 1 from the first accepted point on
    kStart,      // [s] start time of the FMU
    kLast,       // [s] of the last event
    kNext,       // [s] of the next time event
    kEvents,     // number of events
    kCompleted,  // [s] of the last point at which completedIntegratorStep was called
    kOver,       // 1: the FMU ends the run
    kDue,        // sign of the function of time events and inputs
    kAsked,      // changes with each event requested at an accepted point
    kPending,    // 1: that event has not been handled yet
    kHeader
  };

  // Outputs with equal dependencies are read together. Discrete inputs reach the FMU at events, so no output depends on
  // them directly.
  void declare_outputs(Declaration& d) {
    const fmi::Description& description = unit_.description();
    for (const FmuPort& port : outputs_) {
      std::vector<std::size_t> needs;
      const auto listed = std::find(description.outputs.begin(), description.outputs.end(), port.variable);
      const auto index = static_cast<std::size_t>(listed - description.outputs.begin());
      const bool known = listed != description.outputs.end() && description.output_needs[index].has_value();
      for (std::size_t k = 0; k < inputs_.size(); ++k) {
        if (description.variables[inputs_[k].variable].variability != fmi::Variability::continuous) continue;
        if (known) {
          const auto& on = *description.output_needs[index];
          if (std::find(on.begin(), on.end(), inputs_[k].variable) == on.end()) continue;
        }
        needs.push_back(k);
      }
      auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.needs == needs; });
      if (group == groups_.end()) {
        groups_.emplace_back();
        group = groups_.end() - 1;
        group->needs = std::move(needs);
      }
      group->ports.push_back(static_cast<std::size_t>(&port - outputs_.data()));
      group->values.resize(group->values.size() + port.width());
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Reads reads = {memory_, Read::time()};
      reads.push_back(n_ > 0 ? Read(state_) : Read(begun_));
      for (const std::size_t k : groups_[g].needs) reads.emplace_back(handles_[k]);
      const auto width = static_cast<int>(groups_[g].values.size());
      const Computed result = d.compute(fmt::format("outputs{}", g + 1), width, std::move(reads),
                                        [this, g](const Evaluation& e, double* out) { give(e, groups_[g], g, out); });
      int first = 0;
      for (const std::size_t k : groups_[g].ports) {
        d.output(outputs_[k].spec, result, first);
        first += outputs_[k].spec.width;
      }
    }
  }

  void declare_events(Declaration& d, const Reads& all) {
    const system::Commit handler = [this](const Evaluation& e) { handle(e); };
    Reads of_due = {memory_, Read::time()};
    for (const DiscreteInput& input : discrete_) of_due.emplace_back(handles_[input.port]);
    due_ = d.compute("due", 1, std::move(of_due), [this](const Evaluation& e, double* out) {
      out[0] = e.memory(memory_)[kDue] * (is_due(e) ? 1.0 : -1.0);
    });
    d.event({"event", 0, false}, due_, handler);
    const Computed asked = d.compute("asked", 1, {memory_},
                                     [this](const Evaluation& e, double* out) { out[0] = e.memory(memory_)[kAsked]; });
    d.event({"asked", 0, false}, asked, handler);
    declare_end(d, d.compute("over", 1, {memory_},
                             [this](const Evaluation& e, double* out) { out[0] = e.memory(memory_)[kOver] - 0.5; }));
    if (z_.empty()) return;
    indicators_ = d.compute("indicators", static_cast<int>(z_.size()), all, [this](const Evaluation& e, double* out) {
      evaluate(e, every_, fmi::Imported::kIndicators, z_);
      const double* sign = e.memory(memory_) + signs_at_;
      for (std::size_t i = 0; i < z_.size(); ++i) out[i] = sign[i] * sided(z_[i]);
    });
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Computed one =
          d.compute(fmt::format("indicator{}", i + 1), 1, {indicators_},
                    [this, i](const Evaluation& e, double* out) { out[0] = e.computed(indicators_)[i]; });
      d.event({fmt::format("indicator{}", i + 1), 0, false}, one, handler);
    }
  }

  // An event indicator has two sides, above zero and not above (FMI 2.0.5, 3.1); zero belongs to the second.
  static double sided(double z) { return z > 0.0 ? z : std::min(z, -std::numeric_limits<double>::min()); }

  bool is_due(const Evaluation& e) const {
    const double* memory = e.memory(memory_);
    if (memory[kStarted] == 0.0 || e.time <= memory[kLast]) return false;
    if (e.time >= memory[kNext]) return true;
    return std::any_of(discrete_.begin(), discrete_.end(),
                       [&](const DiscreteInput& input) { return input.whole && differs(e, input); });
  }
  double given_to(const DiscreteInput& input, double value) const {
    const fmi::PortUnit& unit = inputs_[input.port].unit;
    const double own = (value - unit.offset) / unit.factor;
    return input.whole ? std::round(own) : own;
  }
  bool differs(const Evaluation& e, const DiscreteInput& input) const {
    const double* now = e.input(handles_[input.port]);
    const double* kept = e.memory(memory_) + input.kept;
    for (std::size_t i = 0; i < input.width; ++i) {
      if (given_to(input, now[i]) != kept[i]) return true;
    }
    return false;
  }

  // An error of the FMU ends the run; if only this point is impossible, another may be tried.
  template <class Act>
  static void called(const Act& act) {
    try {
      act();
    } catch (const fmi::Discarded&) {
      throw;
    } catch (const SimulationError& error) {
      throw std::runtime_error(error.what());
    }
  }

  void take_inputs(const Evaluation& e, const std::vector<std::size_t>& ports) {
    for (const std::size_t k : ports) take(inputs_[k], e.input(handles_[k]));
  }
  void take_states(const Evaluation& e) {
    if (n_ == 0) return;
    const double* state = e.state(state_);
    for (std::size_t i = 0; i < n_; ++i) x_[i] = nominals_[i] * state[i];
  }

  void begin(double time) {
    called([&] {
      std::vector<std::vector<std::size_t>> groups(groups_.size());
      for (std::size_t g = 0; g < groups_.size(); ++g) {
        for (const std::size_t k : groups_[g].ports) groups[g].push_back(outputs_[k].variable);
      }
      make(std::move(groups));
      u_begun_ = u_;
      first_after_ = fmu_->begin(time, settings_, u_, x_);
    });
    if (first_after_.over) throw std::runtime_error(fmt::format("{}: it ends the run at its start", unit_.title()));
    start_ = completed_ = time;
    events_ = 0.0;
    fresh_ = 1.0;
  }

  // Checks that the FMU has processed the same events as the run.
  void stand(const Evaluation& e) {
    const double* memory = e.memory(memory_);
    if (memory[kStarted] == 0.0) {
      if (fresh_ == 0.0 || start_ != e.time) begin(e.time);
      return;
    }
    const bool same = !std::isnan(start_) && start_ == memory[kStart] && events_ == memory[kEvents];
    if (same && (!completes_ || completed_ == memory[kCompleted])) return;
    if (memory[kEvents] > 0.0 || completes_) throw std::runtime_error(cannot_go_on(e.step_start));
    std::copy_n(memory + u_kept_at_, u_.size(), u_.begin());
    begin(memory[kStart]);
    fresh_ = 0.0;
  }

  void evaluate(const Evaluation& e, const std::vector<std::size_t>& ports, int what, std::vector<double>& out) {
    if (e.memory(memory_)[kStarted] == 0.0) take_inputs(e, ports);
    stand(e);
    take_inputs(e, ports);
    take_states(e);
    called([&] { fmu_->evaluate(what, e.time, x_, u_, out); });
  }

  struct Group {
    std::vector<std::size_t> needs, ports;  // of inputs_ and outputs_
    std::vector<double> values;
  };
  void give(const Evaluation& e, Group& group, std::size_t index, double* out) {
    evaluate(e, group.needs, static_cast<int>(index), group.values);
    const double* own = group.values.data();
    for (const std::size_t k : group.ports) {
      show(outputs_[k], own, out);
      own += outputs_[k].width();
      out += outputs_[k].width();
    }
  }

  void handle(const Evaluation& e) {
    double* memory = e.change(memory_);
    if (e.time <= memory[kLast]) return;  // with another event of this time
    stand(e);
    take_inputs(e, every_);
    take_states(e);
    fmi::Answer after;
    called([&] { after = fmu_->event(e.time, x_, u_); });
    if (n_ > 0) {
      double* state = e.change(state_);
      for (std::size_t i = 0; i < n_; ++i) state[i] = x_[i] / nominals_[i];
    }
    memory[kLast] = e.time;
    memory[kNext] = after.next;
    memory[kPending] = 0.0;
    if (after.over) memory[kOver] = 1.0;
    memory[kEvents] = ++events_;
    memory[kDue] = e.computed(due_)[0] > 0.0 ? -1.0 : 1.0;
    keep_inputs(memory, u_);
    if (z_.empty()) return;
    called([&] { fmu_->evaluate(fmi::Imported::kIndicators, e.time, x_, u_, z_); });
    for (std::size_t i = 0; i < z_.size(); ++i)
      memory[signs_at_ + i] = (e.computed(indicators_)[i] > 0.0) == (z_[i] > 0.0) ? 1.0 : -1.0;
  }
  void keep_inputs(double* memory, const std::vector<double>& u) const {
    for (const DiscreteInput& input : discrete_) {
      for (std::size_t i = 0; i < input.width; ++i)
        memory[input.kept + i] = input.whole ? std::round(u[input.first + i]) : u[input.first + i];
    }
  }

  void keep(const Evaluation& e) {
    double* memory = e.change(memory_);
    stand(e);
    if (memory[kStarted] == 0.0) {
      memory[kStarted] = 1.0;
      memory[kStart] = memory[kLast] = memory[kCompleted] = e.time;
      memory[kNext] = first_after_.next;
      keep_inputs(memory, u_begun_);
      // An FMU without states starts before its inputs are available, so they are set right after the start.
      for (const DiscreteInput& input : discrete_) {
        if (differs(e, input)) memory[kNext] = e.time;
      }
      std::copy(u_begun_.begin(), u_begun_.end(), memory + u_kept_at_);
      fresh_ = 0.0;
      return;
    }
    take_inputs(e, every_);
    bool asked = false;
    if (completes_ && e.time > memory[kCompleted]) {
      take_states(e);
      fmi::Answer done;
      called([&] { done = fmu_->completed(e.time, x_, u_); });
      asked = done.event;
      if (done.over) memory[kOver] = 1.0;
      memory[kCompleted] = completed_ = e.time;
    }
    // Inputs that vary continuously are sampled at accepted points.
    for (const DiscreteInput& input : discrete_) asked = asked || (!input.whole && differs(e, input));
    if (!asked || memory[kPending] != 0.0) return;
    memory[kAsked] = -memory[kAsked];
    memory[kPending] = 1.0;
  }

  bool completes_;
  std::size_t n_;  // continuous states
  std::vector<double> nominals_;
  std::vector<std::string> labels_;
  std::vector<DiscreteInput> discrete_;
  std::vector<std::size_t> every_;  // all inputs
  std::vector<Group> groups_;
  std::size_t memory_size_ = 0, signs_at_ = 0, u_kept_at_ = 0;
  Memory memory_;
  State state_;
  Computed due_, indicators_, begun_;

  std::vector<double> u_begun_, x_, rates_, z_;  // in the FMU's units
  fmi::Answer first_after_;
  double start_ = std::numeric_limits<double>::quiet_NaN(), completed_ = 0.0;  // [s]
  double events_ = 0.0;
  double fresh_ = 0.0;  // 1: started, no point accepted yet
};

}  // namespace

std::unique_ptr<system::Component> exchanged_fmu(std::string name, TakenFmu taken) {
  return std::make_unique<ExchangedFmu>(std::move(name), std::move(taken));
}

}  // namespace swell::components
