// What the two kinds of FMU components share. Private to the library.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/imported.h"
#include "swell/system/communication.h"
#include "swell/system/component.h"

namespace swell::components {

/// A port of the component and the variable behind it.
struct FmuPort {
  system::PortSpec spec;
  std::size_t variable = 0;
  fmi::PortUnit unit;
  std::size_t first = 0;  ///< of its numbers among those of all ports of its causality

  std::size_t width() const { return static_cast<std::size_t>(spec.width); }
};
std::vector<FmuPort> ports_of(const fmi::Unit& unit, fmi::Causality causality);

inline bool is_real(const fmi::Variable& v) { return v.type == fmi::Type::real || v.type == fmi::Type::float32; }

/// What its modelDescription.xml has to say for it to give its state, or where it says that to write it.
std::string cannot_keep(const fmi::Unit& unit);

/// An FMU that the case has taken in.
struct TakenFmu {
  fmi::Unit unit;
  bool isolate = false;
  std::vector<fmi::Setting> settings;
  std::function<void(Diagnostic)> warn;
};

/// An FMU as a component. Its state is kept together with the numbers that the component knows beside it.
class ImportedFmu : public system::Component, public system::ForeignModel {
 public:
  ImportedFmu(std::string name, TakenFmu taken);

  void begin_to_end() noexcept override {  // kept states need it longer
    if (fmu_.use_count() == 1) fmu_->begin_to_end();
  }
  std::string title() const override { return unit_.title(); }
  bool keeps() const override { return unit_.interface().keeps_state; }
  bool writes() const override { return keeps() && unit_.interface().serializes_state; }
  std::shared_ptr<const void> save(double time) override;
  void restore(const std::shared_ptr<const void>& state) override;
  std::string write(const std::shared_ptr<const void>& state) const override;
  std::shared_ptr<const void> read(const std::string& bytes) override;

 protected:
  /// Calls `act` with each number that the component knows beside the FMU's own state, always as many: to read or set.
  virtual void each_beside(const std::function<void(double&)>& act) = 0;

  system::Reads declare_inputs(system::Declaration& d);
  /// Ends the run where the computation becomes positive, with a warning that says who did.
  void declare_end(system::Declaration& d, system::Computed over);
  void make(std::vector<std::vector<std::size_t>> groups);
  /// Takes the values of an input port, in the port's unit, into u_.
  void take(const FmuPort& port, const double* values);
  static void show(const FmuPort& port, const double* own, double* out);
  /// Why a run cannot go on from `time`, where the FMU does not stand.
  std::string cannot_go_on(double time) const;

  fmi::Unit unit_;
  std::vector<fmi::Setting> settings_;
  std::function<void(Diagnostic)> warn_;
  std::vector<FmuPort> inputs_, outputs_;
  std::vector<system::Input> handles_;  // of inputs_
  std::shared_ptr<fmi::Imported> fmu_;
  std::vector<double> u_;  // the inputs' numbers, in the FMU's units; at first their start values

 private:
  bool isolate_;
};

/// Co-simulation: stepped at its communication step [s], or as `control`, which may be null, says.
/// @param latest  names of inputs that are read at the end of a step
std::unique_ptr<system::Component> stepped_fmu(std::string name, TakenFmu taken, double step,
                                               const std::vector<std::string>& latest,
                                               std::shared_ptr<const system::CommunicationControl> control);
/// By which real outputs the error of a step is judged: continuous ones, else discrete ones, else none.
std::optional<fmi::Variability> judged_variability(const fmi::Unit& unit);

/// Model exchange: the FMU's states are integrated with those of the case, its events located.
std::unique_ptr<system::Component> exchanged_fmu(std::string name, TakenFmu taken);

}  // namespace swell::components
