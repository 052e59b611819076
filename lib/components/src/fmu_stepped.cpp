// An FMU as a component: co-simulation, stepped at its communication step.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "fmu.h"
#include "swell/components/declared.h"

namespace swell::components {

// The error of a jump does not shrink with the step. Discrete outputs therefore count only if there are no continuous
// ones: many FMUs declare all outputs as discrete.
std::optional<fmi::Variability> judged_variability(const fmi::Unit& unit) {
  const auto& variables = unit.description().variables;
  for (const fmi::Variability one : {fmi::Variability::continuous, fmi::Variability::discrete}) {
    if (std::any_of(variables.begin(), variables.end(), [&](const fmi::Variable& v) {
          return v.causality == fmi::Causality::output && is_real(v) && v.variability == one;
        }))
      return one;
  }
  return std::nullopt;
}

namespace {

// The FMU's state is internal. Memory stores the last sample's time and inputs; the FMU is at that time or, once
// stepped, at the next. Any other time means that the run was rolled back.
class SteppedFmu final : public ImportedFmu {
 public:
  SteppedFmu(std::string name, TakenFmu taken, double step, const std::vector<std::string>& latest,
             std::shared_ptr<const system::CommunicationControl> control)
      : ImportedFmu(std::move(name), std::move(taken)), step_(step), control_(std::move(control)) {
    u_start_ = u_settled_ = u_;
    for (const FmuPort& port : inputs_)
      latest_.push_back(std::count(latest.begin(), latest.end(), port.spec.name) != 0);
    const std::optional<fmi::Variability> judged = judged_variability(unit_);
    for (const FmuPort& port : outputs_) {
      const fmi::Variable& v = unit_.description().variables[port.variable];
      y_.resize(port.first + port.width());
      for (std::size_t at = port.first; at < y_.size() && is_real(v) && v.variability == judged; ++at)
        judged_.emplace_back(at, v.nominal.value_or(1.0));
    }
  }

  void declare(Declaration& d) override {
    Reads of_inputs = declare_inputs(d);
    memory_ = d.memory(port("kept", static_cast<int>(kHeader + u_.size()), "", "started, time, inputs of then"),
                       MemoryKind::self_stepped, std::vector<double>(kHeader + u_.size(), 0.0));
    const auto n = static_cast<int>(y_.size());
    // The output at a sample depends on the previous inputs, so no algebraic loop can close through it, except through
    // inputs in `latest`.
    Reads of_result{memory_, Read::time()};
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (latest_[k]) of_result.emplace_back(handles_[k]);
    }
    result_ = d.compute(
        "result", n + 2, std::move(of_result), [this](const Evaluation& e, double* out) { advance(e, out); },
        Rate::at_accepted_points(control_ ? 0.0 : step_));
    d.initialize(
        result_, of_inputs, [this](double time, double* out) { begin(time, out); },
        [this](const Evaluation& e, double* out) { settle(e, out); });
    for (const FmuPort& port : outputs_) d.output(port.spec, result_, static_cast<int>(port.first));
    declare_end(d, d.compute("over", 1, {result_}, [this](const Evaluation& e, double* out) {
      out[0] = e.computed(result_)[y_.size() + 1] - 0.5;
    }));
    of_inputs.emplace_back(result_);
    d.commit(std::move(of_inputs), [this](const Evaluation& e) { keep(e); });
  }
  // The FMU is at the previous communication point.
  std::shared_ptr<const void> save(double) override { return ImportedFmu::save(at_); }
  void append_values(std::vector<double>& values) const override {
    for (const auto& [at, nominal] : judged_) values.push_back(y_[at] / nominal);
  }

 private:
  static constexpr std::size_t kHeader = 2;

  void each_beside(const std::function<void(double&)>& act) override {
    for (double* one : {&at_, &from_, &waits_, &over_}) act(*one);
    for (auto* all : {&u_, &u_settled_, &y_}) {
      for (double& one : *all) act(one);
    }
  }

  void advance(const Evaluation& e, double* out) {
    const double* memory = e.memory(memory_);
    const double last = memory[1];
    if (memory[0] == 0.0) {
      if (waits_ != 0.0 || at_ != e.time) start(e);
    } else if (!(at_ == e.time && from_ == last) && (!control_ || control_->due)) {
      if (waits_ != 0.0 || at_ != last) throw SimulationError(cannot_go_on(last), e.time, name(), "");
      step(last, e, memory + kHeader);
    }
    show_all(out);
  }

  void show_all(double* out) const {
    for (const FmuPort& port : outputs_) show(port, y_.data() + port.first, out + port.first);
    out[y_.size()] = at_;
    out[y_.size() + 1] = over_;
  }

  // Initialization mode: first with the start values of the inputs, then with connected values, until start().
  void begin(double time, double* out) {
    std::vector<std::size_t> variables;
    for (const FmuPort& port : outputs_) variables.push_back(port.variable);
    make({std::move(variables)});
    over_ = 0.0;
    u_settled_ = u_start_;
    begin_settled(time);
    show_all(out);
  }
  void begin_settled(double time) {
    u_ = u_settled_;
    at_ = from_ = time;
    waits_ = 1.0;
    fmu_->begin(time, settings_, u_, y_);
  }
  void settle(const Evaluation& e, double* out) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) take(inputs_[k], e.input(handles_[k]));
    u_settled_ = u_;
    fmu_->settle(u_, y_);
    show_all(out);
  }
  void start(const Evaluation& e) {
    if (waits_ == 0.0) begin_settled(e.time);  // the run was rolled back to its start
    take_latest(e);
    fmu_->start(u_, y_);
    waits_ = 0.0;
  }
  void take_latest(const Evaluation& e) {
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (latest_[k]) take(inputs_[k], e.input(handles_[k]));
    }
  }
  void step(double from, const Evaluation& e, const double* kept) {
    for (const FmuPort& port : inputs_) take(port, kept + port.first);
    take_latest(e);
    if (over_ == 0.0 && !fmu_->step(from, e.time - from, u_, y_)) over_ = 1.0;
    from_ = from;
    at_ = e.time;
  }

  void keep(const Evaluation& e) {
    if (e.computed(result_)[y_.size()] != e.time) return;  // not a sample
    double* memory = e.change(memory_);
    memory[0] = 1.0;
    memory[1] = e.time;
    for (std::size_t k = 0; k < inputs_.size(); ++k)
      std::copy_n(e.input(handles_[k]), inputs_[k].width(), memory + kHeader + inputs_[k].first);
  }

  double step_;
  std::shared_ptr<const system::CommunicationControl> control_;  // null: every step_
  std::vector<bool> latest_;                                     // by input
  std::vector<std::pair<std::size_t, double>> judged_;           // entries of y_ for the error of a step, with nominals
  Memory memory_;
  Computed result_;
  std::vector<double> u_start_, u_settled_, y_;  // in the FMU's units
  double at_ = 0.0, from_ = 0.0;                 // [s] time of the FMU, and start of its last step
  double waits_ = 1.0, over_ = 0.0;              // 1: in initialization mode; 1: it has ended the run
};

}  // namespace

std::unique_ptr<system::Component> stepped_fmu(std::string name, TakenFmu taken, double step,
                                               const std::vector<std::string>& latest,
                                               std::shared_ptr<const system::CommunicationControl> control) {
  return std::make_unique<SteppedFmu>(std::move(name), std::move(taken), step, latest, std::move(control));
}

}  // namespace swell::components
