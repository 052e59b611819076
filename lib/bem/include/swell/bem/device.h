/// The device file of `swell bem` as a tree of values: bodies, water, frequencies. No YAML here.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"

namespace swell::bem {

/// What of a body is under water, as finely as asked.
using Geometry = std::function<std::vector<Element>(const Resolution&)>;
/// Reads a file named in the tree (a shape of its own) as a tree.
using TreeReader = std::function<Parameter(const std::filesystem::path&)>;

struct Device {
  ComputeRequest request;          ///< its bodies without elements
  std::vector<Geometry> geometry;  ///< of each body
  std::vector<bool> is_mesh;       ///< whose fineness is given
  Resolution resolution;
  std::optional<double> error;  ///< wanted, as a share of the largest value of each curve
  std::optional<int> panels;    ///< nodes wanted, of all bodies together
  Source source;                ///< of the file's keys
  Diagnostics warnings;         ///< what dividing it has to report
};

/// What panels of a mesh are held against; omega 0: nothing.
struct ShortestWave {
  double omega = 0.0, gravity = kGravity;  ///< [rad/s], [m/s2]
};

/// The geometry of one body: {shape: ...} or {mesh: file}. Files count from `folder`.
/// @param position  [m] of the shape's (mesh's) origin   @param yaw  [rad]
std::optional<Geometry> read_geometry(const Parameter& tree, const std::filesystem::path& folder,
                                      const TreeReader& read_tree, const Vector3& position, double yaw,
                                      const ShortestWave& shortest, bool& is_mesh, Diagnostics& diagnostics);

/// Every mistake goes to the diagnostics.
Device read_device(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree,
                   Diagnostics& diagnostics);

/// Elements of all bodies into the request; frequencies where they are to be chosen.
/// @throws InputError  bodies that are dry, waves that need more nodes than the machine holds
void divide(Device& device, const Resolution& resolution);

}  // namespace swell::bem
