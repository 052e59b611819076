#include "swell/fmi/fmu_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/osp/semantics.h"
#include "swell/osp/unit.h"

namespace swell::fmi {

Unit::Unit(std::filesystem::path file, std::optional<Kind> wanted) : file_(std::move(file)), title_(file_.string()) {
  const Archive archive(file_);
  if (!archive.has("modelDescription.xml"))
    throw InputError(Origin{file_.string(), 0, 0, ""}, file_.string() + " has no modelDescription.xml at its root",
                     "it is not an FMU");
  description_ = read_description(archive.read("modelDescription.xml"), file_.string() + ":modelDescription.xml");
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    throw InputError(Origin{file_.string(), 0, 0, ""}, fmt::format("{}: {}", file_.string(), what), remedy);
  };
  const bool stepped = description_.co_simulation.has_value(), exchanged = description_.model_exchange.has_value();
  if (!stepped && !exchanged)
    refuse("it is for scheduled execution alone", "ask its maker for one for co-simulation or model exchange");
  kind_ = wanted.value_or(stepped ? Kind::co_simulation : Kind::model_exchange);
  if (!description_.interface(kind_))
    refuse(fmt::format("it is for {} alone", stepped ? "co-simulation" : "model exchange"),
           stepped ? "kind: co-simulation" : "kind: model-exchange");
  const std::string id = interface().identifier;
  for (const char* folder : {"linux64", "x86_64-linux"}) {
    const std::string name = fmt::format("binaries/{}/{}.so", folder, id);
    if (archive.has(name)) library_ = name;
  }
  if (!library_.empty()) return;
  std::vector<std::string> platforms;
  bool sources = false;
  for (const std::string& name : archive.names()) {
    sources = sources || name.rfind("sources/", 0) == 0;
    if (name.rfind("binaries/", 0) != 0) continue;
    const std::string platform = name.substr(9, name.find('/', 9) - 9);
    if (!platform.empty() && std::find(platforms.begin(), platforms.end(), platform) == platforms.end())
      platforms.push_back(platform);
  }
  const auto windows = [](const std::string& name) {
    return name.find("win") == 0 || name.find("-windows") != std::string::npos;
  };
  if (!platforms.empty() && std::all_of(platforms.begin(), platforms.end(), windows))
    refuse(fmt::format("an FMU for Windows alone ({}); Linux on x86-64 is needed", fmt::join(platforms, ", ")),
           sources ? "the FMU contains its sources: build it for Linux with the tool that exported it"
                   : "ask its maker for one with a library for Linux, or run it on Windows by another master");
  refuse(
      fmt::format("it has no binaries/{}/{}.so; it is for {}", description_.version == 3 ? "x86_64-linux" : "linux64",
                  id, platforms.empty() ? "no platform" : fmt::format("{}", fmt::join(platforms, ", "))),
      sources ? "the FMU contains its sources: build it for Linux with the tool that exported it"
              : "ask its maker for one with a library for Linux on x86-64");
}

std::size_t Unit::width(const Variable& variable) const {
  constexpr std::size_t kMost = 100000;
  std::size_t width = 1;
  for (const Dimension& dimension : variable.dimensions) {
    std::uint64_t size = dimension.size.value_or(0);
    if (!dimension.size) {
      const auto of = std::find_if(description_.variables.begin(), description_.variables.end(),
                                   [&](const Variable& v) { return v.reference == dimension.reference; });
      if (of != description_.variables.end() && !of->start.empty()) {
        try {
          size = std::stoull(of->start.front());
        } catch (const std::exception&) {
          size = 0;
        }
      }
    }
    if (size < 1 || size > kMost || width * size > kMost)
      throw InputError(Origin{file_.string(), variable.line, 0, ""},
                       fmt::format("{}: the array {} has a size of {}", file_.string(), variable.name, size));
    width *= size;
  }
  return width;
}

namespace {
PortUnit unit_of(const Description& description, const Variable& variable) {
  if (variable.type != Type::real && variable.type != Type::float32) return {"1", 1.0, 0.0};
  if (variable.unit.empty()) return {};
  const UnitDefinition* defined = description.unit(variable.unit);
  const std::optional<osp::Unit> known = osp::parse_unit(variable.unit);
  if (defined == nullptr || !defined->has_base) return {known ? variable.unit : "", 1.0, 0.0};
  osp::Unit base;
  std::copy(defined->exponents.begin(), defined->exponents.end(), base.exponents.begin());
  base.factor = defined->factor;
  base.offset = defined->offset;
  if (known && known->same_dimension(base) && known->same_scale(base) && known->offset == 0.0)
    return {variable.unit, 1.0, 0.0};
  return {base.dimension(), defined->factor, defined->offset};
}
}  // namespace

PortUnit port_unit(const Description& description, const Variable& variable) {
  PortUnit port = unit_of(description, variable);
  const osp::FrameNote note = osp::read_frame_note(variable.description);
  port.frame = note.frame;
  port.description = note.rest;
  return port;
}

std::string port_name(std::string variable) {
  std::replace(variable.begin(), variable.end(), '.', '_');
  return variable;
}

std::size_t count_states(const Unit& unit) {
  std::size_t n = 0;
  for (const std::size_t place : unit.description().derivatives) n += unit.width(unit.description().variables[place]);
  return n;
}

std::size_t count_indicators(const Unit& unit) {
  const Description& d = unit.description();
  if (d.version == 2) return d.event_indicators;
  std::size_t n = 0;
  for (const std::size_t place : d.indicators) n += unit.width(d.variables[place]);
  return n;
}

}  // namespace swell::fmi
