/// Step-size control of co-simulation: components that are stepped by themselves communicate at points whose distance
/// the integrator chooses, by repeating each step with two halves.
#pragma once

#include <cstdint>
#include <vector>

namespace swell::system {

/// A component that keeps its state inside and can go back to where it was.
class CommunicationPartner {
 public:
  CommunicationPartner() = default;
  virtual ~CommunicationPartner() = default;
  CommunicationPartner(const CommunicationPartner&) = delete;
  CommunicationPartner& operator=(const CommunicationPartner&) = delete;
  /// Keeps the state of now, in place of the one kept before; restore() may go back to it any number of times.
  virtual void save() = 0;
  virtual void restore() = 0;
  /// Appends what the error is judged by, each divided by its nominal value.
  virtual void append_values(std::vector<double>& values) const = 0;
};

/// Of one run; components look at it while the integrator writes it.
struct CommunicationControl {
  static constexpr const char* kName = "communication steps";  ///< under which components find it
  double tolerance = 0.0;                 ///< of the error of one step, relative to the largest value so far
  double min_step = 0.0, max_step = 0.0;  ///< [s]
  double first_step = 0.0;                ///< [s]
  mutable std::vector<CommunicationPartner*> partners;  ///< components add themselves; the graph owns them

  bool due = true;                       ///< the accepted point is a communication point
  double next_step = 0.0;                ///< [s]
  std::int64_t steps = 0;                ///< accepted, two halves each
  std::int64_t repeated = 0;             ///< refused
  std::int64_t beyond = 0;               ///< accepted at min_step with a larger error than the tolerance
  double beyond_at = 0.0;                ///< [s] the first of them
  double shortest = 0.0, longest = 0.0;  ///< [s] of the accepted ones, but for those that an output or the end has cut
};

}  // namespace swell::system
