// What the two kinds of FMU components share. Private to the library.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/slave.h"
#include "swell/system/component.h"

namespace swell::components {

/// A port of the component and the variable behind it.
struct FmuPort {
  system::PortSpec spec;
  std::size_t variable = 0;
  fmi::PortUnit unit;
};
std::vector<FmuPort> ports_of(const fmi::Unit& unit, fmi::Causality causality);
/// Start values of the ports, one after the other, in the FMU's units.
std::vector<double> starts_of(const fmi::Unit& unit, const std::vector<FmuPort>& ports);
/// What takes the FMU's messages: its warnings become warnings of the run.
std::function<void(int, const std::string&)> fmu_log(const std::function<void(Diagnostic)>& warn,
                                                     const std::string& component, const fmi::Unit& unit);

/// What runs when the FMU ends the run: a warning of code "fmu-ended", whose subject is who did.
system::Commit tells_end(const std::function<void(Diagnostic)>& warn, const fmi::Unit& unit);

/// A state of an FMU that is kept, with the instance that it is of.
class KeptState {
 public:
  KeptState(std::shared_ptr<fmi::StateKeeper> of, int number) : of_(std::move(of)), number_(number) {}
  ~KeptState() { of_->forget(number_); }
  KeptState(const KeptState&) = delete;
  KeptState& operator=(const KeptState&) = delete;

  /// Takes `keeper` to it: as it is where it is of this one, else by way of bytes.
  /// @param writes  the FMU writes its state   @throws SimulationError
  void restore(fmi::StateKeeper& keeper, double time, bool writes, const std::string& title) const;
  std::string write(double time) const { return of_->write(number_, time); }

 private:
  std::shared_ptr<fmi::StateKeeper> of_;
  int number_;
};
/// What its modelDescription.xml has to say for it to give its state, or where it says that to write it.
std::string cannot_keep(const fmi::Unit& unit);

/// Model exchange: the FMU's states are integrated with those of the case, its events located.
std::unique_ptr<system::Component> exchanged_fmu(std::string name, fmi::Unit unit, bool isolate,
                                                 std::vector<fmi::Setting> settings,
                                                 std::function<void(Diagnostic)> warn);

}  // namespace swell::components
