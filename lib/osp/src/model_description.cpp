#include "swell/osp/model_description.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <functional>

#include "swell/base/text.h"
#include "xml.h"

namespace swell::osp {

namespace {

namespace fs = std::filesystem;

// modelDescription.xml of an FMU: from the zip, an unpacked folder, or the file itself.
bool model_description_text(const fs::path& fmu, std::string& text) {
  std::error_code ignored;
  if (fs::is_directory(fmu, ignored)) return read_text(fmu / "modelDescription.xml", text);
  if (fmu.extension() == ".xml") return read_text(fmu, text);
  int error = 0;
  const std::unique_ptr<zip_t, int (*)(zip_t*)> archive(zip_open(fmu.c_str(), ZIP_RDONLY, &error), zip_close);
  if (!archive) return false;
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_stat(archive.get(), "modelDescription.xml", 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0U)
    return false;
  constexpr zip_uint64_t kLargest = 1ULL << 30;
  if (stat.size > kLargest) return false;
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> entry(zip_fopen(archive.get(), "modelDescription.xml", 0),
                                                                zip_fclose);
  if (!entry) return false;
  text.resize(stat.size);
  const zip_int64_t got = zip_fread(entry.get(), text.data(), stat.size);
  return got >= 0 && static_cast<zip_uint64_t>(got) == stat.size;
}

Unit read_base_unit(const std::string& name, pugi::xml_node base) {
  Unit unit;
  unit.name = name;
  for (std::size_t i = 0; i < kBaseUnits; ++i) unit.exponents[i] = base.attribute(kBaseUnitNames[i]).as_int(0);
  unit.factor = base.attribute("factor").as_double(1.0);
  unit.offset = base.attribute("offset").as_double(0.0);
  return unit;
}

void read_units(pugi::xml_node definitions, std::map<std::string, Unit>& units) {
  for (const pugi::xml_node unit : children(definitions, "Unit")) {
    const std::vector<pugi::xml_node> base = children(unit, "BaseUnit");
    // FMI 1 names base units without exponents: nothing to compare.
    const std::string name = unit.attribute("name").value();
    if (!base.empty() && !name.empty()) units[name] = read_base_unit(name, base.front());
  }
}

DataType data_type(const std::string& element) {
  if (element == "Real" || element.rfind("Float", 0) == 0) return DataType::real;
  if (element == "Integer" || element.rfind("Int", 0) == 0 || element.rfind("UInt", 0) == 0) return DataType::integer;
  if (element == "Boolean") return DataType::boolean;
  if (element == "String") return DataType::string;
  if (element == "Enumeration") return DataType::enumeration;
  if (element == "Binary" || element == "Clock") return DataType::binary;
  return DataType::undefined;
}

void read_variable(pugi::xml_node node, const std::map<std::string, std::string>& declared_units, Model& model,
                   const XmlFile& file) {
  FmiVariable v;
  v.name = node.attribute("name").value();
  v.causality_text = node.attribute("causality").as_string("local");
  v.variability = node.attribute("variability").as_string("continuous");
  v.causality = v.causality_text == "input"    ? Causality::input
                : v.causality_text == "output" ? Causality::output
                                               : Causality::undefined;
  pugi::xml_node typed = node;  // FMI 3: the element itself is the type
  if (local_name(node) == "ScalarVariable") {
    for (const pugi::xml_node child : children(node)) {
      if (data_type(local_name(child)) != DataType::undefined) typed = child;
    }
  }
  v.data_type = data_type(local_name(typed));
  v.unit = typed.attribute("unit").value();
  if (v.unit.empty()) {
    const auto declared = declared_units.find(typed.attribute("declaredType").value());
    if (declared != declared_units.end()) v.unit = declared->second;
  }
  v.uses = 1;
  const FrameNote note = read_frame_note(node.attribute("description").value());
  v.frame = note.frame;
  v.axis = note.axis;
  const auto complain = [&](std::string message) {
    model.faults.push_back(fault("X_ModelDescription", std::move(message), "", file.at(node)));
  };
  if (v.name.empty()) return complain("a variable has no name");
  if (v.data_type == DataType::undefined) complain(fmt::format("variable '{}' has no data type", v.name));
  const auto [found, fresh] = model.fmi.by_name.emplace(v.name, model.fmi.variables.size());
  if (fresh) {
    model.fmi.variables.push_back(std::move(v));
    return;
  }
  // Nobody can mean the second one; it only matters where the name is exchanged.
  FmiVariable& first = model.fmi.variables[found->second];
  ++first.uses;
  const bool exchanged = first.causality != Causality::undefined || v.causality != Causality::undefined;
  model.faults.push_back(fault("X_ModelDescription",
                               fmt::format("modelDescription.xml has two variables named '{}'", v.name), "",
                               file.at(node), exchanged ? Severity::error : Severity::warning));
}

void read_fmi(const fs::path& fmu, Model& model) {
  std::string text;
  const std::string name = fmu.extension() == ".xml" ? fmu.string() : fmu.string() + "/modelDescription.xml";
  const auto complain = [&](std::string message, Origin origin) {
    model.faults.push_back(fault("X_ModelDescription", std::move(message), "", std::move(origin)));
  };
  if (!model_description_text(fmu, text)) {
    return complain("no modelDescription.xml can be read from it", {fmu.string(), 0, 0, ""});
  }
  const XmlFile file = parse_xml(std::move(text), name);
  if (!file.error.empty()) return complain("not well-formed XML: " + file.error, {name, file.error_line, 0, ""});
  const pugi::xml_node root = file.root();
  if (local_name(root) != "fmiModelDescription") {
    return complain(fmt::format("the outermost element is {}, it must be fmiModelDescription", root.name()),
                    file.at(root));
  }
  model.has_fmi = true;
  model.fmi.version = root.attribute("fmiVersion").value();
  model.fmi.model_name = root.attribute("modelName").value();
  for (const pugi::xml_node units : children(root, "UnitDefinitions")) read_units(units, model.fmi.units);
  std::map<std::string, std::string> declared_units;
  for (const pugi::xml_node types : children(root, "TypeDefinitions")) {
    for (const pugi::xml_node type : children(types)) {
      std::string unit = type.attribute("unit").value();
      for (const pugi::xml_node child : children(type)) {
        if (unit.empty()) unit = child.attribute("unit").value();
      }
      if (!unit.empty()) declared_units[type.attribute("name").value()] = unit;
    }
  }
  for (const pugi::xml_node variables : children(root, "ModelVariables")) {
    for (const pugi::xml_node node : children(variables)) read_variable(node, declared_units, model, file);
  }
}

// Reads the groups of an OspModelDescription that has passed the schema.
class GroupReader {
 public:
  GroupReader(const XmlFile& file, Model& model) : file_(file), model_(model) {}

  void read() {
    const pugi::xml_node root = file_.root();
    for (const pugi::xml_node units : children(root, "UnitDefinitions")) read_units(units, units_);
    for (const pugi::xml_node groups : children(root, "VariableGroups")) {
      for (const pugi::xml_node group : children(groups)) model_.groups.push_back(read_group(group));
    }
  }

 private:
  void fault(const char* code, std::string message, std::string remedy, const Origin& origin) {
    model_.faults.push_back(osp::fault(code, std::move(message), std::move(remedy), origin));
  }

  Group read_group(pugi::xml_node node) {
    Group group;
    group.type = port_type(local_name(node));
    group.name = node.attribute("name").value();
    group.origin = file_.at(node);
    const auto [before, fresh] = names_.emplace(group.name, group.origin.line);
    if (!fresh) {
      fault(
          "VE_Name_3",
          fmt::format("group name '{}' is used at line {} and line {}", group.name, before->second, group.origin.line),
          "a group's name is unique in its file, nested groups included", group.origin);
    }
    for (const pugi::xml_node child : children(node)) {
      if (local_name(child) == "Variable") {
        read_member(child, group);
      } else {
        group.groups.push_back(read_group(child));
      }
    }
    read_frame(node, group);
    return group;
  }

  /// The frame in the comment before the group and that of its variables in modelDescription.xml are one.
  void read_frame(pugi::xml_node node, Group& group) {
    for (pugi::xml_node at = node.previous_sibling(); at.type() == pugi::node_comment; at = at.previous_sibling()) {
      const FrameNote note = read_frame_note(commented(at));
      if (!note.frame.empty()) group.frame = note.frame;
    }
    for (const Variable& v : group.variables) {
      const FmiVariable* fmi = model_.fmi.find(v.name);
      if (fmi == nullptr || fmi->frame.empty() || fmi->frame == group.frame) continue;
      std::string before = fmi->frame;  // as it was written in comments
      std::replace(before.begin(), before.end(), '-', '_');
      if (group.frame.empty() || group.frame == before) {
        group.frame = fmi->frame;
      } else {
        fault("X_Frame",
              fmt::format("group '{}' is in frame '{}', its variable '{}' in '{}' by modelDescription.xml", group.name,
                          group.frame, v.name, fmi->frame),
              "correct the comment before the group", v.origin);
        return;
      }
    }
  }

  static std::string commented(pugi::xml_node comment) {
    std::string text = comment.value();
    for (std::size_t at; (at = text.find("- -")) != std::string::npos;) text.erase(at + 1, 1);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
  }

  void read_member(pugi::xml_node node, Group& group) {
    Variable v;
    v.name = node.attribute("ref").value();
    v.origin = file_.at(node);
    const std::string axis = node.attribute("axis").value();
    v.axis = axis == "x" ? Axis::x : axis == "y" ? Axis::y : axis == "z" ? Axis::z : Axis::none;
    if (!model_.has_fmi) {
      v.causality = Causality::output;                               // not known: nothing is stated about it
      const auto own = units_.find(node.attribute("unit").value());  // one that the FMU would define is not known
      if (own != units_.end()) v.unit = own->second;
      group.variables.push_back(v);
      return;
    }
    const FmiVariable* fmi = model_.fmi.find(v.name);
    if (fmi == nullptr) {
      fault("X_UnresolvedRef", fmt::format("group '{}' refers to '{}', no variable of the model", group.name, v.name),
            did_you_mean(v.name, model_.fmi.names(), "names must match exactly"), v.origin);
      return;
    }
    v.causality = fmi->causality;
    v.data_type = fmi->data_type;
    const std::string own = node.attribute("unit").value();
    const auto in_osp = units_.find(own);
    const auto in_fmi = model_.fmi.units.find(own.empty() ? fmi->unit : own);
    if (!own.empty() && in_osp != units_.end()) {
      v.unit = in_osp->second;
    } else if (in_fmi != model_.fmi.units.end()) {
      v.unit = in_fmi->second;
    } else if (!own.empty()) {
      std::vector<std::string> known = keys_of(units_);
      for (const auto& [name, unit] : model_.fmi.units) known.push_back(name);
      fault("X_UndefinedUnit",
            fmt::format("variable '{}' has the unit '{}', which is defined neither here nor in modelDescription.xml",
                        v.name, own),
            did_you_mean(own, known, "add it to UnitDefinitions"), v.origin);
    }
    const auto fmi_own = model_.fmi.units.find(fmi->unit);
    if (v.unit && !own.empty() && fmi_own != model_.fmi.units.end() &&
        !(v.unit->same_dimension(fmi_own->second) && v.unit->same_scale(fmi_own->second))) {
      model_.faults.push_back(osp::fault(
          "", fmt::format("variable '{}' is in {} here and in {} in modelDescription.xml", v.name, own, fmi->unit),
          "this file wins", v.origin, Severity::warning));
    }
    group.variables.push_back(v);
  }

  const XmlFile& file_;
  Model& model_;
  std::map<std::string, Unit> units_;
  std::map<std::string, int> names_;
};

void read_osp(const fs::path& path, Model& model) {
  std::string text;
  if (!read_text(path, text)) {
    throw InputError(
        Diagnostic{Severity::error, {path.string(), 0, 0, ""}, "cannot be opened", "", "", "check the path"});
  }
  model.file = path.string();
  model.has_osp = true;
  const XmlFile file = parse_xml(std::move(text), path.string());
  const std::size_t before = model.faults.size();
  check_schema(file, model_description_schema(), model.faults);
  model.schema_valid = std::all_of(model.faults.begin() + static_cast<std::ptrdiff_t>(before), model.faults.end(),
                                   [](const Diagnostic& fault) { return fault.code == kOldSchema; });
  if (!model.schema_valid) return;
  GroupReader(file, model).read();
  for (const Group& group : model.groups) {
    for (Diagnostic& fault : check_group(group)) {
      // Without the FMU causality and data type are not known: only what the file itself says can be wrong.
      if (!model.has_fmi && fault.rule != "VE_VariableGroup_4" && fault.rule != "X_QuantityUnit") continue;
      model.faults.push_back(std::move(fault));
    }
  }
}

}  // namespace

const FmiVariable* FmiDescription::find(const std::string& name) const {
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : &variables[found->second];
}

std::vector<std::string> FmiDescription::names() const { return names_of(variables); }

const Group* Model::find_group(const std::string& name) const {
  const std::function<const Group*(const std::vector<Group>&)> search =
      [&](const std::vector<Group>& list) -> const Group* {
    for (const Group& group : list) {
      if (group.name == name) return &group;
      if (const Group* inner = search(group.groups)) return inner;
    }
    return nullptr;
  };
  return search(groups);
}

std::vector<std::string> Model::group_names() const {
  std::vector<std::string> names;
  const std::function<void(const std::vector<Group>&)> collect = [&](const std::vector<Group>& list) {
    for (const Group& group : list) {
      names.push_back(group.name);
      collect(group.groups);
    }
  };
  collect(groups);
  return names;
}

std::optional<Variable> Model::variable(const std::string& name) const {
  const FmiVariable* fmi_variable = fmi.find(name);
  if (fmi_variable == nullptr) return {};
  Variable v;
  v.name = name;
  v.causality = fmi_variable->causality;
  v.data_type = fmi_variable->data_type;
  const auto unit = fmi.units.find(fmi_variable->unit);
  if (unit != fmi.units.end()) v.unit = unit->second;
  v.frame = fmi_variable->frame;
  v.axis = fmi_variable->axis;
  // One unit and one axis per variable; the last group that names it has them.
  const std::function<void(const std::vector<Group>&)> adopt = [&](const std::vector<Group>& list) {
    for (const Group& group : list) {
      for (const Variable& member : group.variables) {
        if (member.name != name) continue;
        if (member.unit) v.unit = member.unit;
        v.axis = member.axis;
        if (!group.frame.empty()) v.frame = group.frame;
      }
      adopt(group.groups);
    }
  };
  adopt(groups);
  return v;
}

namespace {

constexpr const char* kEnding = "_OspModelDescription.xml";

void check_name(const fs::path& file, const std::string& name, Model& model) {
  const std::string& wanted = model.fmi.model_name;
  if (!model.has_fmi || wanted.empty() || wanted == name) return;
  model.faults.push_back(
      fault("",
            fmt::format("its name is not that of the FMU's model, {}: clients such as libcosim, which look "
                        "for {}{}, do not find it, and no group of it",
                        wanted, wanted, kEnding),
            fmt::format("rename it {}{}", wanted, kEnding), {file.string(), 0, 0, ""}, Severity::warning));
}

}  // namespace

Model read_model(const fs::path& fmu, const fs::path& system_folder) {
  Model model;
  model.file = fmu.string();
  read_fmi(fmu, model);
  std::string stem = fmu.stem().string();
  if (fmu.extension() == ".xml") {
    stem = fmu.filename() == "modelDescription.xml" ? model.fmi.model_name : fmu.stem().stem().string();
  }
  // By the model's name, as libcosim finds it, before the file's.
  for (const std::string& name : {model.fmi.model_name, stem}) {
    for (const fs::path& folder : {fmu.parent_path(), system_folder}) {
      const fs::path candidate = folder / (name + kEnding);
      std::error_code ignored;
      if (!name.empty() && fs::is_regular_file(candidate, ignored)) {
        read_osp(candidate, model);
        check_name(candidate, name, model);
        return model;
      }
      if (system_folder.empty()) break;
    }
  }
  return model;
}

Model read_osp_model(const fs::path& osp_file) {
  Model model;
  const std::string name = osp_file.filename().string();
  const std::size_t suffix = name.find(kEnding);
  if (suffix != std::string::npos) {
    const std::string stem = name.substr(0, suffix);
    for (const char* ending : {".fmu", ".modelDescription.xml"}) {
      const fs::path fmu = osp_file.parent_path() / (stem + ending);
      std::error_code ignored;
      if (model.has_fmi || !fs::exists(fmu, ignored)) continue;
      read_fmi(fmu, model);
    }
  }
  read_osp(osp_file, model);
  if (suffix != std::string::npos) check_name(osp_file, name.substr(0, suffix), model);
  if (!model.has_fmi && model.schema_valid) {
    model.faults.push_back(fault("", "no FMU belongs to it: causality, data types and references are not checked", "",
                                 {osp_file.string(), 0, 0, ""}, Severity::warning));
  }
  return model;
}

}  // namespace swell::osp
