#include "swell/osp/system_structure.h"

#include <fmt/format.h>

#include <cctype>
#include <map>

#include "swell/base/text.h"
#include "xml.h"

namespace swell::osp {

namespace {

Endpoint read_endpoint(pugi::xml_node node, const XmlFile& file) {
  Endpoint end;
  const std::string element = local_name(node);
  end.of_function = element == "Signal" || element == "SignalGroup";
  end.owner = node.attribute(end.of_function ? "function" : "simulator").value();
  end.name = node.attribute("name").value();
  end.origin = file.at(node);
  return end;
}

Simulator read_simulator(pugi::xml_node node, const XmlFile& file) {
  Simulator simulator;
  simulator.name = node.attribute("name").value();
  simulator.source = node.attribute("source").value();
  simulator.origin = file.at(node);
  double step = 0.0;
  if (parse_number(node.attribute("stepSize").value(), step)) simulator.step_size = step;
  for (const pugi::xml_node list : children(node, "InitialValues")) {
    for (const pugi::xml_node value : children(list)) {
      const pugi::xml_node typed = children(value).front();
      const std::string type = local_name(typed);
      InitialValue initial;
      initial.variable = value.attribute("variable").value();
      initial.data_type = type == "Real"      ? DataType::real
                          : type == "Integer" ? DataType::integer
                          : type == "Boolean" ? DataType::boolean
                                              : DataType::string;
      initial.value = typed.attribute("value").value();
      initial.origin = file.at(value);
      simulator.initial_values.push_back(std::move(initial));
    }
  }
  return simulator;
}

Function read_function(pugi::xml_node node, const XmlFile& file) {
  Function function;
  const std::string element = local_name(node);
  function.kind = element == "Sum"         ? Function::Kind::sum
                  : element == "VectorSum" ? Function::Kind::vector_sum
                                           : Function::Kind::linear_transformation;
  function.name = node.attribute("name").value();
  function.inputs = node.attribute("inputCount").as_int(1);
  function.dimension = node.attribute("dimension").as_int(1);
  function.factor = node.attribute("factor").as_double(1.0);
  function.offset = node.attribute("offset").as_double(0.0);
  function.origin = file.at(node);
  return function;
}

void check_times(const SystemStructure& system, const Origin& origin, std::vector<Diagnostic>& faults) {
  const auto add = [&](std::string message, std::string remedy) {
    faults.push_back(fault("VE_OSPSystemStructure", std::move(message), std::move(remedy), origin));
  };
  if (system.end_time && *system.end_time < system.start_time) {
    add(fmt::format("EndTime = {} s is before StartTime = {} s", *system.end_time, system.start_time), "");
  }
  if (system.base_step_size && !(*system.base_step_size > 0.0)) {
    add(fmt::format("BaseStepSize = {} s must be above 0", *system.base_step_size), "");
  }
  const std::string algorithm = lower_case(system.algorithm);
  if (algorithm != "fixedstep" && algorithm != "ecco") {
    add(fmt::format("Algorithm = {} is not known", system.algorithm), "use fixedStep or ecco");
  }
}

}  // namespace

std::filesystem::path source_path(const std::filesystem::path& folder, std::string source) {
  for (const char* scheme : {"file:///", "file:"}) {
    if (source.rfind(scheme, 0) == 0) {
      source = (std::string(scheme) == "file:///" ? "/" : "") + source.substr(std::string(scheme).size());
      break;
    }
  }
  std::string plain;
  for (std::size_t i = 0; i < source.size(); ++i) {
    long code = 0;
    if (source[i] == '%' && i + 2 < source.size() && std::isxdigit(static_cast<unsigned char>(source[i + 1])) != 0 &&
        std::isxdigit(static_cast<unsigned char>(source[i + 2])) != 0) {
      code = std::stol(source.substr(i + 1, 2), nullptr, 16);
      plain += static_cast<char>(code);
      i += 2;
    } else {
      plain += source[i];
    }
  }
  return folder / plain;
}

Diagnostic missing_source(const std::string& who, const std::string& source, const std::string& place, Origin origin) {
  if (source.rfind("proxyfmu:", 0) != 0)
    return fault("X_MissingSource", fmt::format("{}: there is no file {}", who, place),
                 "check source; it is relative to the system structure", std::move(origin));
  const std::size_t at = source.find("file=");
  return fault(
      "X_MissingSource", fmt::format("{}: {} runs the FMU in another process, by proxyfmu of OSP", who, source),
      fmt::format("name the FMU itself: source='{}'", at == std::string::npos ? "<file>.fmu" : source.substr(at + 5)),
      std::move(origin));
}

std::vector<std::string> Function::signals() const {
  std::vector<std::string> names;
  if (kind == Kind::linear_transformation) {
    names.emplace_back("in");
  } else {
    for (int i = 0; i < inputs; ++i) names.push_back(fmt::format("in[{}]", i));
  }
  names.emplace_back("out");
  return names;
}

SystemStructure read_system_structure(const std::filesystem::path& path, std::vector<Diagnostic>& faults) {
  SystemStructure system;
  system.file = path.string();
  std::string text;
  if (!read_text(path, text)) {
    throw InputError(
        Diagnostic{Severity::error, {path.string(), 0, 0, ""}, "cannot be opened", "", "", "check the path"});
  }
  const XmlFile file = parse_xml(std::move(text), path.string());
  const std::size_t before = faults.size();
  check_schema(file, system_structure_schema(), faults);
  if (faults.size() > before) return system;
  const pugi::xml_node root = file.root();
  for (const pugi::xml_node node : children(root)) {
    const std::string element = local_name(node);
    double value = 0.0;
    if (parse_number(node.text().get(), value)) {
      if (element == "StartTime") system.start_time = value;
      if (element == "EndTime") system.end_time = value;
      if (element == "BaseStepSize") system.base_step_size = value;
    }
    if (element == "Algorithm") system.algorithm = node.text().get();
    if (element == "Simulators") {
      for (const pugi::xml_node simulator : children(node))
        system.simulators.push_back(read_simulator(simulator, file));
    }
    if (element == "Functions") {
      for (const pugi::xml_node function : children(node)) system.functions.push_back(read_function(function, file));
    }
    if (element == "Connections") {
      for (const pugi::xml_node connection : children(node)) {
        const std::vector<pugi::xml_node> ends = children(connection);
        Connection joined;
        joined.groups = local_name(connection).find("Group") != std::string::npos;
        joined.a = read_endpoint(ends.at(0), file);
        joined.b = read_endpoint(ends.at(1), file);
        joined.power_bond = connection.attribute("powerBond").value();
        joined.origin = file.at(connection);
        system.connections.push_back(std::move(joined));
      }
    }
  }
  check_times(system, file.at(root), faults);
  return system;
}

}  // namespace swell::osp
