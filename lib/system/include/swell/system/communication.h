/// Foreign models in a case (their state is internal), and step-size control of co-simulation. Self-stepped components
/// exchange values at communication points. The integrator chooses the step between points by repeating each step with
/// two halves.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace swell::system {

/// Second base class of a component with internal state, which it may save and restore.
class ForeignModel {
 public:
  ForeignModel() = default;
  virtual ~ForeignModel() = default;
  ForeignModel(const ForeignModel&) = delete;
  ForeignModel& operator=(const ForeignModel&) = delete;

  /// Name and file, for messages.
  virtual std::string title() const = 0;
  virtual bool keeps() const = 0;   ///< true if it can save its state
  virtual bool writes() const = 0;  ///< true if it can also write the state as bytes, for other processes
  /// False if states and memory alone are enough to continue from the present point.
  virtual bool needs_its_state() const { return true; }
  /// Saves the present state, of point `time` [s], for as long as the pointer is kept. @throws SimulationError
  virtual std::shared_ptr<const void> save(double time) = 0;
  /// Restores a state saved by this component in this or another system of the same case. @throws SimulationError
  virtual void restore(const std::shared_ptr<const void>& state) = 0;
  virtual std::string write(const std::shared_ptr<const void>& state) const = 0;
  virtual std::shared_ptr<const void> read(const std::string& bytes) = 0;
  /// Called before the system is destroyed: starts what takes long to end, so that several models end in parallel.
  virtual void begin_to_end() noexcept {}
  /// Appends values for the error of a communication step, each divided by its nominal value.
  virtual void append_values(std::vector<double>&) const {}
};

/// Control of one run: written by the integrator, read by components.
struct CommunicationControl {
  static constexpr const char* kName = "communication steps";  ///< name under which components find it
  double tolerance = 0.0;                 ///< of the error of one step, relative to the largest value so far
  double min_step = 0.0, max_step = 0.0;  ///< [s]
  double first_step = 0.0;                ///< [s]

  bool due = true;                       ///< the accepted point is a communication point
  double next_step = 0.0;                ///< [s]
  std::int64_t steps = 0;                ///< accepted; two halves each
  std::int64_t repeated = 0;             ///< rejected
  std::int64_t beyond = 0;               ///< accepted at min_step with an error above the tolerance
  double beyond_at = 0.0;                ///< [s] the first of them
  double shortest = 0.0, longest = 0.0;  ///< [s] of accepted steps, except those shortened by an output or the end
};

}  // namespace swell::system
