/// A case as plain data: what a YAML file says and what a C++ user may fill by hand instead.
///
/// Everything in SI and radians (degrees of the file are converted once, by the reader). std::optional is "not given":
/// what then holds is stated beside it or in choices.h. Each structure keeps where it was written, so that an error
/// that shows late can still name its line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/device_array.h"
#include "swell/model/body_spec.h"
#include "swell/model/joint_spec.h"
#include "swell/model/mooring_spec.h"
#include "swell/model/rotor_spec.h"
#include "swell/model/simulation_spec.h"
#include "swell/model/wave_spec.h"

namespace swell::model {

struct Model {
  Simulation simulation;
  Environment environment;
  std::vector<Wave> waves;  ///< empty: still water
  Hydrodynamics hydrodynamics;
  std::optional<DeviceArray> array;     ///< absent once the device is repeated
  std::optional<ArrayData> array_data;  ///< of a case that was read with array.hydro_data
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Pto> ptos;
  std::vector<Mooring> moorings;
  std::vector<Rotor> rotors;
  std::vector<Component> components;
  std::vector<PortGroup> groups;
  std::filesystem::path group_types;  ///< types of groups of the user's own; empty: those of OSP-IS
  std::vector<Connection> connections;
  InitialStates initial;
  Initialization initialization;
  Output output;

  std::filesystem::path file;                         ///< the case file; empty when filled by hand
  std::string text;                                   ///< its whole text, for the results file
  std::vector<std::string> overrides;                 ///< key=value of --set, in order
  std::vector<Diagnostic> warnings;                   ///< what the reader noticed and let pass
  Containment containment = Containment::in_process;  ///< where hydro files are read; the commands use a child process
};

/// The case came from a program's own tree or text: its file is a folder ("inputs/sphere/") for relative paths.
inline bool in_memory(const Model& model) { return !model.file.empty() && !model.file.has_filename(); }

/// The shortest of the seas' periods [s], the peak's of a spectrum; nothing in still water and imported seas.
std::optional<double> shortest_period(const Model& model);

/// "bodies.float" of a structure, from its origin or from its list and name.
std::string label_of(const Source& source, const std::string& list, const std::string& name);

}  // namespace swell::model
