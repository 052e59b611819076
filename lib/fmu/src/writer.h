// What writes a case as an FMU. Private to the library.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "swell/fmi/description.h"
#include "swell/fmu/export_fmu.h"
#include "swell/fmu/exported_instance.h"
#include "swell/osp/ports.h"
#include "swell/run/simulation.h"
#include "swell/system/system.h"

namespace swell::fmu {

/// One export: what the case shows to others, described, and the archive of it.
class Writer {
 public:
  Writer(const model::Model& model, std::filesystem::path file, const ExportOptions& options)
      : model_(model), file_(std::move(file)), options_(options) {}
  ExportSummary write();

 private:
  void choose_ports();
  void gather_files();
  void describe_variables(run::Simulation& simulation);
  void describe_states(const system::System& system);
  void describe_needs(const run::Simulation& simulation);
  void refuse_memory(const system::System& system) const;
  fmi::Interface stepped_interface(run::Simulation& simulation);
  void add_port(const std::string& name, const std::string& address, const system::PortSpec& spec, Manifest::Role role,
                bool tunable, const std::vector<double>& start);
  std::string known_unit(const std::string& text);
  std::string page() const;
  std::vector<osp::Group> groups(Diagnostics& diagnostics) const;

  struct Chosen {
    std::string name, address;  // as the FMU and as the case calls it
    bool tunable = false;
  };
  const model::Model& model_;
  std::filesystem::path file_;
  const ExportOptions& options_;
  std::vector<Chosen> inputs_, outputs_;
  std::vector<system::ComponentInfo> ports_;  // of the FMU, for OSP
  std::map<std::string, std::string> moved_;  // name below resources -> file of the case
  Manifest manifest_;
  fmi::Description description_;
  std::vector<std::pair<int, std::size_t>> rates_;  // entry of the state vector, place of its rate's variable
  ExportSummary summary_;
};

}  // namespace swell::fmu
