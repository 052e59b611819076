/// One model: FMI's modelDescription.xml and the OspModelDescription beside it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "swell/osp/semantics.h"

namespace swell::osp {

/// A variable as modelDescription.xml (FMI 1, 2 or 3) has it.
struct FmiVariable {
  std::string name;
  Causality causality = Causality::undefined;  ///< undefined: parameter, local, independent and the like
  std::string causality_text, variability;
  DataType data_type = DataType::undefined;
  std::string unit;   ///< name, "" when none
  std::string frame;  ///< that its description names, "" when none
  Axis axis = Axis::none;
  int uses = 0;  ///< how often the name is declared
};

struct FmiDescription {
  std::string version, model_name;
  std::vector<FmiVariable> variables;          ///< in the file's order, one entry per name
  std::map<std::string, std::size_t> by_name;  ///< index into variables
  std::map<std::string, Unit> units;
  const FmiVariable* find(const std::string& name) const;
  std::vector<std::string> names() const;
};

/// A model as the checks need it.
struct Model {
  std::string file;  ///< of the OspModelDescription, or the FMU without one
  bool has_fmi = false, has_osp = false;
  FmiDescription fmi;
  std::vector<Group> groups;       ///< of the OspModelDescription, references resolved
  std::vector<Diagnostic> faults;  ///< of this model alone
  bool schema_valid = true;
  const Group* find_group(const std::string& name) const;  ///< at any level
  std::vector<std::string> group_names() const;
  /// A variable by its FMI name, with the unit and axis that the OSP file gives it, else those of FMI.
  std::optional<Variable> variable(const std::string& name) const;
};

/// Reads the FMU (a zip with modelDescription.xml, an unpacked folder, or modelDescription.xml itself) and, where there
/// is one, `<modelName>_OspModelDescription.xml` or, with a warning, `<stem>_...`, beside it or in `system_folder`.
/// Never throws for what stands in the files: that is in Model::faults.
Model read_model(const std::filesystem::path& fmu, const std::filesystem::path& system_folder = {});

/// Reads an OspModelDescription and the FMU beside it that its name belongs to. Without that FMU it is judged by
/// itself: schema, names and axes.
Model read_osp_model(const std::filesystem::path& osp_file);

}  // namespace swell::osp
