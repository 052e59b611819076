/// What a case consists of: its components, ports, units and connections, without a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/assembly/stored_array.h"
#include "swell/components/circuit_view.h"
#include "swell/model/model.h"
#include "swell/system/system.h"

namespace swell::run {

/// The compiled case's components with ports, units and frames: what `swell osp export` writes.
std::vector<system::ComponentInfo> case_interface(const model::Model& model, bool audit = false);

/// What others may join to: of bodies, joints, moorings, the sea and the case's own components the ports that
/// docs/components.md lists. Loads inside the device, reports and conversions stay out. Forces on bodies and joints are
/// open whatever feeds them inside: any number adds up. An input whose address an output has too is `<address>.input`.
std::vector<system::ComponentInfo> device_interface(const model::Model& model);

/// One port, parameter or state of a component.
struct InspectedItem {
  std::string name;
  std::string kind;  ///< "input", "output", "parameter", "state"
  int width = 1;
  std::string unit;
  std::string frame;
  std::string value;                      ///< of parameters and constants, as text
  std::string type;                       ///< semantic type of a port after OSP-IS
  std::vector<std::string> sources = {};  ///< outputs that feed an input
};

struct InspectedComponent {
  std::string name;
  std::string type;
  std::vector<InspectedItem> items;
  std::optional<components::CircuitView> circuit;
};

struct Inspection {
  std::vector<InspectedComponent> components;
  std::vector<assembly::Series> signals;            ///< what results show, with the ports behind it
  std::vector<assembly::StoredArray> coefficients;  ///< that the case takes from its hydro data, where asked for
  std::vector<std::string> notes;
  std::vector<Diagnostic> faults;  ///< why the connections make no system, if they do not
};

/// Every component of the case as it would run, in the order of the schedule; where connections are missing or wrong,
/// as it is declared, with the faults.
/// @param coefficients  with what the case takes from its hydro data
/// @throws InputError where a component cannot be made
Inspection inspect_case(const model::Model& model, bool coefficients = false);

/// The components as a graph in Graphviz' language, inputs joined to what feeds them; a circuit shows its elements and
/// nodes, one colour per domain. `dot -Tsvg` draws it.
std::string topology(const Inspection& inspection);

}  // namespace swell::run
