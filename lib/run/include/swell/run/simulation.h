/// A case that a program steps: inputs are set and outputs read in between. What an FMU and Python run.
///
///     Simulation sim(model::read_case("rm3.yaml"), {nullptr, {"PTO1.force"}, {}});
///     while (sim.time() < 200.0) {
///       sim.set_input("PTO1.force", {-1.2e6 * sim.read("PTO1.velocity")[0]});
///       sim.step_to(sim.time() + 0.01);
///     }
///
/// At a point the inputs are those set there last: they hold from the point on (see set_input_rate), and what is
/// sampled or kept at the point sees them too. Points that lie on the fixed step of the case give the numbers of
/// run_case, bit for bit; others cut a step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/assembly/shared_data.h"
#include "swell/base/error.h"
#include "swell/model/model.h"
#include "swell/system/port.h"

namespace swell::system {
class System;
}

namespace swell::run {

struct SimulationOptions {
  /// What this case takes from others and leaves to them; must outlive the simulation; null: nothing.
  assembly::SharedData* shared = nullptr;
  /// Inputs set from outside: "PTO1.force", "controller.reference". What is added up takes one more; another must be
  /// free, or fed by a constant of the case, which becomes the value at the start. Components of type `input` are
  /// always among the inputs, by their names, and need no mention.
  std::vector<std::string> inputs{};
  /// Outputs to be read, by address ("float.position"), or by pattern of addresses ("*.position") or of datasets
  /// ("bodies.*.position"). Empty: every dataset of the results file. Others are not computed.
  std::vector<std::string> outputs{};
  /// Called with the time [s] of every point that step_to() leaves. What it throws ends step_to() there, and the next
  /// one goes on from that point, with the same bits as if step_to() had been called with its time.
  std::function<void(double time)> at_points{};
};

class Simulation {
 public:
  /// Builds the case and evaluates its first point.
  /// @throws InputError with everything that run_case would refuse, and inputs or outputs that there are not
  explicit Simulation(const model::Model& model, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// One input or output.
  struct Port {
    std::string address;        ///< "PTO1.force"; of an output "float.position"
    std::string path;           ///< of an output: its dataset, "/bodies/float/position"; "" where it has none
    system::PortSpec spec;      ///< width, unit, frame, description, labels
    std::vector<double> start;  ///< of an input
  };
  const std::vector<Port>& inputs() const noexcept;
  const std::vector<Port>& outputs() const noexcept;
  /// Places in inputs() and outputs(); an output also by the path of its dataset, with or without the leading slash.
  /// @throws InputError with the nearest there is
  std::size_t input(const std::string& address) const;
  std::size_t output(const std::string& address) const;

  /// Inputs that the output follows at the same instant: no state lies between.
  std::vector<std::size_t> followed_by(std::size_t output) const;

  double time() const;   ///< [s] of the present point
  double start() const;  ///< [s]
  double end() const;    ///< [s] of the case; step_to may go beyond

  /// Values from the present point on, as many as the input is wide, in its unit.
  /// @throws InputError when the number of values is another, or one is not finite
  void set_input(const std::string& address, const std::vector<double>& values);
  void set_input(std::size_t input, const double* values);
  /// From the present point on the input changes by so much per second until it is set again. Set it after the value.
  void set_input_rate(std::size_t input, const double* rates);
  const std::vector<double>& input_value(std::size_t input) const;  ///< as it was set

  /// Goes to `time` [s], which must not lie before the present one; the present one itself is allowed.
  /// @param to_event  goes no further than the next event (a latch closes, a switch switches), at time() then; where
  /// simulation.cosimulation has a tolerance, that is a communication point of its own
  /// @returns false when a rule of simulation.stop has ended the run, at time()
  /// @throws SimulationError: the simulation cannot go on, but restore() may take it back
  bool step_to(double time, bool to_event = false);
  bool stopped() const;
  long events() const;  ///< that there have been

  /// Of the present point, with the inputs of now. A view, valid until the next call that changes anything.
  const double* read(std::size_t output);
  std::vector<double> read(const std::string& address);

  /// Everything that changes, inputs included: going on from it gives the same bits, in this simulation or in another
  /// of the same case and options.
  struct Snapshot;
  std::shared_ptr<const Snapshot> snapshot();
  /// FMUs inside of the case, "drive (drive.fmu)", that do not give their state, or do not write it as bytes: a
  /// simulation that was taken back goes on only where it needs none of theirs.
  std::vector<std::string> unkept(bool as_bytes) const;
  void restore(const Snapshot& snapshot);
  /// As bytes, for other processes. @throws InputError when an FMU inside does not write its state, and of
  /// deserialize and restore when they are another's, cut or changed
  std::string serialize(const Snapshot& snapshot) const;
  std::shared_ptr<const Snapshot> deserialize(const std::string& bytes) const;

  /// Rates of the states and values of the event functions at the present point, with the inputs of now. Views, valid
  /// until the next call.
  const std::vector<double>& rates();
  const std::vector<double>& event_values();

  /// The case as equations, for an integrator of somebody else; inputs as they are set. Its recorded outputs are
  /// outputs(), in this order. Once it has been used, step_to(), read() and snapshot() mean nothing.
  system::System& equations();
  const std::vector<double>& state() const;  ///< of the present point

  std::vector<Diagnostic> warnings() const;
  const std::vector<std::string>& notes() const noexcept;
  long steps() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace swell::run
