/// The device file of `swell bem` as a tree of values: bodies, water, frequencies. YAML is read elsewhere.
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

/// Wetted elements of a body at a given resolution.
using Geometry = std::function<std::vector<Element>(const Resolution&)>;
/// Reads a file named in the tree (a shape of its own) as a tree.
using TreeReader = std::function<Parameter(const std::filesystem::path&)>;

struct Device {
  ComputeRequest request;          ///< its bodies without elements
  std::vector<Geometry> geometry;  ///< of each body
  std::vector<bool> is_mesh;       ///< whose division is fixed
  Resolution resolution;
  std::optional<double> error;  ///< requested, relative to the largest value of each curve
  std::optional<int> panels;    ///< requested number of nodes of all bodies together
  Source source;                ///< of the file's keys
  Diagnostics warnings;         ///< from dividing the device
};

/// Reference of panel sizes of a mesh; omega 0: none.
struct ShortestWave {
  double omega = 0.0, gravity = kGravity;  ///< [rad/s], [m/s2]
};

/// Reads the geometry of one body: {shape: ...} or {mesh: file}. File names are relative to `folder`.
/// @param position  [m] of the shape's (mesh's) origin   @param yaw  [rad]
std::optional<Geometry> read_geometry(const Parameter& tree, const std::filesystem::path& folder,
                                      const TreeReader& read_tree, const Vector3& position, double yaw,
                                      const ShortestWave& shortest, bool& is_mesh, Diagnostics& diagnostics);

/// Reads a device file. All errors go to the diagnostics.
Device read_device(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree,
                   Diagnostics& diagnostics);

/// Puts the elements of all bodies into the request, and frequencies if they are to be chosen.
/// @throws InputError bodies that are dry, waves that need too much memory
void divide(Device& device, const Resolution& resolution);

}  // namespace swell::bem
