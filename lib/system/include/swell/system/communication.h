/// Foreign models in a case, which keep their state inside of themselves, and the step-size control of co-simulation:
/// components that are stepped by themselves communicate at points whose distance the integrator chooses, by repeating
/// each step with two halves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace swell::system {

/// A component, derived from this too, whose state is not all in states and memory: it may give the rest to be kept.
class ForeignModel {
 public:
  ForeignModel() = default;
  virtual ~ForeignModel() = default;
  ForeignModel(const ForeignModel&) = delete;
  ForeignModel& operator=(const ForeignModel&) = delete;

  /// Its name and file, for messages.
  virtual std::string title() const = 0;
  virtual bool keeps() const = 0;   ///< it can give its state
  virtual bool writes() const = 0;  ///< and as bytes, for other processes
  /// Whether it could not go on from states and memory alone, as they are now.
  virtual bool needs_its_state() const { return true; }
  /// The state of now, the point `time` [s], for as long as somebody has it. @throws SimulationError
  virtual std::shared_ptr<const void> save(double time) = 0;
  /// Of this component of this or another system of the same case. @throws SimulationError
  virtual void restore(const std::shared_ptr<const void>& state) = 0;
  virtual std::string write(const std::shared_ptr<const void>& state) const = 0;
  virtual std::shared_ptr<const void> read(const std::string& bytes) = 0;
  /// The system goes: what takes time to end begins to, so that several end together.
  virtual void begin_to_end() noexcept {}
  /// Appends what the error of a communication step is judged by, each divided by its nominal value.
  virtual void append_values(std::vector<double>&) const {}
};

/// Of one run; components look at it while the integrator writes it.
struct CommunicationControl {
  static constexpr const char* kName = "communication steps";  ///< under which components find it
  double tolerance = 0.0;                 ///< of the error of one step, relative to the largest value so far
  double min_step = 0.0, max_step = 0.0;  ///< [s]
  double first_step = 0.0;                ///< [s]

  bool due = true;                       ///< the accepted point is a communication point
  double next_step = 0.0;                ///< [s]
  std::int64_t steps = 0;                ///< accepted, two halves each
  std::int64_t repeated = 0;             ///< refused
  std::int64_t beyond = 0;               ///< accepted at min_step with a larger error than the tolerance
  double beyond_at = 0.0;                ///< [s] the first of them
  double shortest = 0.0, longest = 0.0;  ///< [s] of the accepted ones, but for those that an output or the end has cut
};

}  // namespace swell::system
