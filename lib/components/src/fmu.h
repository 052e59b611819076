// Code shared by the two kinds of FMU components. Private to the library.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/imported.h"
#include "swell/system/communication.h"
#include "swell/system/component.h"

namespace swell::components {

/// A port of the component and its variable.
struct FmuPort {
  system::PortSpec spec;
  std::size_t variable = 0;
  fmi::PortUnit unit;
  std::size_t first = 0;  ///< index of its first number among all ports of its causality

  std::size_t width() const { return static_cast<std::size_t>(spec.width); }
};
std::vector<FmuPort> ports_of(const fmi::Unit& unit, fmi::Causality causality);

inline bool is_real(const fmi::Variable& v) { return v.type == fmi::Type::real || v.type == fmi::Type::float32; }

/// Returns which attribute of modelDescription.xml is not true: that for saving the state, else that for writing it.
std::string cannot_keep(const fmi::Unit& unit);

/// An FMU loaded by the case.
struct TakenFmu {
  fmi::Unit unit;
  bool isolate = false;
  std::vector<fmi::Setting> settings;
  std::function<void(Diagnostic)> warn;
};

/// An FMU as a component. Its saved state includes the component's own numbers.
class ImportedFmu : public system::Component, public system::ForeignModel {
 public:
  ImportedFmu(std::string name, TakenFmu taken);

  void begin_to_end() noexcept override {  // saved states need it longer
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
  /// Calls `act` for each number stored besides the FMU's state, to read or set it; the count is fixed.
  virtual void each_beside(const std::function<void(double&)>& act) = 0;

  system::Reads declare_inputs(system::Declaration& d);
  /// Ends the run when the computation becomes positive, with a warning that names the FMU.
  void declare_end(system::Declaration& d, system::Computed over);
  void make(std::vector<std::vector<std::size_t>> groups);
  /// Reads the values of an input port, in the port's unit, into u_.
  void take(const FmuPort& port, const double* values);
  static void show(const FmuPort& port, const double* own, double* out);
  /// Message for a run that cannot continue at `time` because the FMU is at another time.
  std::string cannot_go_on(double time) const;

  fmi::Unit unit_;
  std::vector<fmi::Setting> settings_;
  std::function<void(Diagnostic)> warn_;
  std::vector<FmuPort> inputs_, outputs_;
  std::vector<system::Input> handles_;  // of inputs_
  std::shared_ptr<fmi::Imported> fmu_;
  std::vector<double> u_;  // input values in the FMU's units; initially their start values

 private:
  bool isolate_;
};

/// Co-simulation with the communication step `step` [s], or steps chosen by `control` if not null.
/// @param latest  inputs evaluated at the end of a step
std::unique_ptr<system::Component> stepped_fmu(std::string name, TakenFmu taken, double step,
                                               const std::vector<std::string>& latest,
                                               std::shared_ptr<const system::CommunicationControl> control);
/// Variability of the real outputs used in the error of a step: continuous, else discrete, else none.
std::optional<fmi::Variability> judged_variability(const fmi::Unit& unit);

/// Model exchange: the FMU's states are integrated with those of the case, and its events located.
std::unique_ptr<system::Component> exchanged_fmu(std::string name, TakenFmu taken);

}  // namespace swell::components
