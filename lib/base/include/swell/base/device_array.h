/// Several devices of one kind: a tree that draws one device becomes the tree of all of them, before it is read.
#pragma once

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
/// it is: it may refer to one device, "raft-2". "raft+1" is the body of the next device of the row; the last has no
/// such item.
/// @param tree  without mistakes in the values that are moved; its key `array` is left out of the result
Parameter repeated(const Parameter& tree, const DeviceArray& array, ArrayTree kind, Diagnostics& diagnostics);

}  // namespace swell
