/// Several devices of one kind: a tree that draws one device becomes the tree of all of them, before it is read.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "swell/base/parameter.h"

namespace swell {

/// `array`: rows and columns of equal spacing, or places one by one.
struct DeviceArray {
  std::vector<double> count, spacing;          ///< along x and y; [m]
  std::vector<std::vector<double>> positions;  ///< [m] x, y from where the tree draws the device
  std::filesystem::path hydro_data;            ///< file with the bodies of all devices, one device after another
  Source source;
};

/// Reads `array` of a device file; mistakes go to the diagnostics.
DeviceArray read_device_array(const Parameter& tree, Diagnostics& diagnostics);

enum class ArrayTree { case_file, device_file };

/// Repeats every body, and what refers to it, once per device. The names get -1, -2 ...; places in the world move
/// along. An item of joints, ptos, moorings, components, groups or connections that refers to no repeated name stays as
/// it is: it may refer to one device, "raft-2". "raft+1" is the body of the next device of the row, "raft+2" that of
/// the one after it; the last devices have no such item. Places in the world that move: those of bodies, joints and
/// moorings, modes of a device file, constants into ports position..., `point_a`, `point_b` and `position` of
/// components. A vector that may be a place and cannot be moved is an error.
/// @param tree  without mistakes in the values that are moved; its key `array` is left out of the result
Parameter repeated(const Parameter& tree, const DeviceArray& array, ArrayTree kind, Diagnostics& diagnostics);

/// Data of all devices from one file (`array.hydro_data`).
struct ArrayData {
  std::filesystem::path file;
  std::size_t bodies = 0;                     ///< of one device
  std::vector<std::array<double, 2>> places;  ///< [m] x, y of each device
  Origin origin;
};

/// Returns what `array.hydro_data` says about its file.
/// @param tree  of one device, with the numbers of its bodies in the file
ArrayData data_of_array(const Parameter& tree, const DeviceArray& array);
/// Refuses a file with another number of bodies per device, or with the devices at other distances.
/// @param centres  [m] centres of gravity of the bodies in the file, in their order
void check_array_data(const ArrayData& data, const std::vector<std::array<double, 3>>& centres,
                      Diagnostics& diagnostics);

}  // namespace swell
