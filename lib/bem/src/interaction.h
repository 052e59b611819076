/// Devices that stand apart, as a farm's do: each is solved by itself, and what passes between them by few numbers.
///
/// Waves that leave a device are known everywhere beyond a circle around it from a few dozen of its nodes, and waves
/// that arrive from there from as many: interpolative decompositions of the matrices from the nodes to points on that
/// circle and back, at each frequency. What is left is a system of those numbers alone, with the answer of a single
/// device to arriving waves as its diffraction transfer matrix [KagemotoYue1986], with nodes in the place of
/// partial waves: any depth, any shape. Theory and accuracy: docs/theory/boundary-elements.md 8.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "swell/bem/solver.h"

namespace swell::bem {

/// The device of every body: bodies whose circles come near each other are one.
std::vector<int> devices_apart(const Surface& surface);

class Interaction {
 public:
  /// @param device  of every body   @param highest_K  irregular frequencies are removed up to there; 0: they are not
  /// @param body_of  of every column of `velocities`
  Interaction(const Surface& surface, const std::vector<int>& device, double highest_K, std::optional<double> depth,
              const MatrixX& velocities, const std::vector<int>& body_of, int threads, const Progress& progress);

  /// As Influence::solve.
  Eigen::MatrixXcd solve(const GreenFunction& G, const std::vector<double>& headings) const;
  Eigen::Index interior() const noexcept { return interior_; }
  /// Bytes at most, with `at_once` frequencies.
  static double memory_needed(const Surface& surface, const std::vector<int>& device, double modes, int at_once);

 private:
  // Devices that differ by their place alone are solved once.
  struct Shape {
    std::unique_ptr<Surface> surface;
    std::unique_ptr<Influence> influence;
    Vector3 centre = Vector3::Zero();  // at the water
    double radius = 0.0, free = 0.0;   // of the circle that holds it, of that which holds no other
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
