/// Separate devices, as in a farm: each is solved by itself, and few numbers describe their interaction.
///
/// Waves leaving a device are known beyond a circle around it from a few dozen of its nodes, and arriving waves from as
/// many: interpolative decompositions of the matrices between nodes and points on that circle, at each frequency. The
/// remaining system contains those numbers only. The response of a single device to arriving waves is its diffraction
/// transfer matrix [KagemotoYue1986], with nodes in place of partial waves, for any depth and shape. Theory and
/// accuracy: docs/theory/boundary-elements.md 8.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "swell/bem/solver.h"

namespace swell::bem {

/// Device of every body: bodies whose circles are close form one device.
std::vector<int> devices_apart(const Surface& surface);

class Interaction {
 public:
  /// @param device  of every body   @param highest_K  irregular frequencies are removed up to here; 0: not removed
  /// @param body_of  of every column of `velocities`
  Interaction(const Surface& surface, const std::vector<int>& device, double highest_K, std::optional<double> depth,
              const MatrixX& velocities, const std::vector<int>& body_of, int threads, const Progress& progress);

  /// As Influence::solve.
  Eigen::MatrixXcd solve(const GreenFunction& G, const std::vector<double>& headings) const;
  Eigen::Index interior() const noexcept { return interior_; }
  /// Upper bound of memory [bytes] with `at_once` frequencies.
  static double memory_needed(const Surface& surface, const std::vector<int>& device, double modes, int at_once);

 private:
  // Devices that differ in position only are solved once.
  struct Shape {
    std::unique_ptr<Surface> surface;
    std::unique_ptr<Influence> influence;
    Vector3 centre = Vector3::Zero();  // at the water
    double radius = 0.0, free = 0.0;   // of the enclosing circle, of the largest circle without other devices
  };
  struct Device {
    std::size_t shape = 0;
    Vector3 shift = Vector3::Zero();  // from its shape's place
    std::vector<Eigen::Index> nodes, modes;
  };
  struct Answer;
  Answer answer_of(const Shape& shape, const GreenFunction& G, const std::vector<double>& headings) const;

  Eigen::Index nodes_ = 0, modes_ = 0, interior_ = 0;
  std::optional<double> depth_;
  std::vector<Shape> shapes_;
  std::vector<Device> devices_;
};

}  // namespace swell::bem
