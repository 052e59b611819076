#include "hydro_sources.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <set>

#include "swell/base/error_codes.h"
#include "swell/base/text.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/wecsim/matlab.h"

namespace swell::wecsim {

bool is_hdf5(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  char begin[8] = {};
  in.read(begin, 8);
  return in && std::memcmp(begin, "\211HDF\r\n\032\n", 8) == 0;
}

namespace {

// Runs bemio.m with stand-ins for BEMIO's functions that note their arguments. `why` gets the reason where a line or a
// file of it fails.
std::optional<Conversion> from_script(const std::filesystem::path& script, const std::filesystem::path& h5,
                                      Containment containment, std::string& why) {
  MatlabWorkspace workspace(script.parent_path(), containment);
  try {
    workspace.tolerate(true);
    workspace.run_file(script);
  } catch (const InputError& error) {
    why = error.what();
    return std::nullopt;  // a file of the same name may still be there
  }
  if (!workspace.failed().empty())
    why = fmt::format("{}: {}", workspace.failed()[0].origin.place(), workspace.failed()[0].message);
  const MatlabValue* hydro = workspace.find("hydro");
  const MatlabValue* sources = hydro == nullptr ? nullptr : hydro->field("bemio_sources");
  if (sources == nullptr) return std::nullopt;
  Conversion c;
  for (const MatlabValue& s : sources->cells) {
    std::string name = s.text;
    for (char& ch : name) ch = ch == '\\' ? '/' : ch;
    c.sources.push_back(script.parent_path() / name);
    if (std::filesystem::exists(c.sources.back())) continue;
    why = fmt::format("{} does not exist", c.sources.back().string());
    return std::nullopt;
  }
  if (c.sources.empty()) return std::nullopt;
  // BEMIO names its file by hydro.file, else by the source, that of NEMOH by the folder
  const MatlabValue* file = hydro->field("file");
  const std::string made = file != nullptr && !file->text.empty() ? file->text : c.sources[0].stem().string();
  if (hydro->field("bemio_cleaned") != nullptr && why.empty())
    why = "cleanBEM takes spikes out of the coefficients: that is not repeated";
  if (c.sources.size() == 1 && std::filesystem::is_regular_file(c.sources[0]) &&
      lower_case(made) != lower_case(h5.stem().string())) {
    why = fmt::format("bemio.m makes {}.h5", made);
    return std::nullopt;
  }
  const auto number = [&](const char* field, double otherwise) {
    const MatlabValue* v = hydro->field(field);
    return v != nullptr && v->is_numbers() && v->size() == 1 ? v->numbers[0] : otherwise;
  };
  c.radiation_time = number("bemio_radiation_time", 100.0);  // BEMIO's default
  c.excitation_time = number("bemio_excitation_time", 100.0);
  c.state_space = number("bemio_state_space", 0.0) != 0.0;
  for (auto [name, into] : {std::pair{"cg", &c.cg}, std::pair{"cb", &c.cb}}) {
    const MatlabValue* v = hydro->field(name);
    for (std::size_t b = 0; v != nullptr && v->is_numbers() && v->rows == 3 && b < v->columns; ++b) {
      if (!std::isnan(v->at(0, b) + v->at(1, b) + v->at(2, b))) (*into)[b] = {v->at(0, b), v->at(1, b), v->at(2, b)};
    }
  }
  for (const auto& field : *hydro->elements[0]) {
    static const std::set<std::string> known{"cg", "cb", "file", "body", "code"};
    const std::string& name = field.first;
    if (why.empty() && known.count(name) == 0 && name.rfind("bemio_", 0) != 0 && name.rfind("plot", 0) != 0)
      why = fmt::format("it sets hydro.{}: that is not repeated", name);
  }
  const double limit = number("bemio_omega_max", 0.0);
  if (limit > 0.0) c.omega_max = limit;
  return c;
}

}  // namespace

std::optional<Conversion> hydro_source(const std::filesystem::path& h5, const std::filesystem::path& case_file,
                                       Containment containment, std::string& why) {
  std::optional<Conversion> found;
  const std::filesystem::path script = h5.parent_path() / "bemio.m";
  if (std::filesystem::exists(script)) found = from_script(script, h5, containment, why);
  if (!found) {
    for (const char* ending : {".out", ".nc", ".LIS", ".lis", ".AH1"}) {
      std::filesystem::path other = h5;
      other.replace_extension(ending);
      if (!std::filesystem::exists(other)) continue;
      found.emplace();
      found->sources = {other};
      found->state_space = true;
      break;
    }
  }
  if (!found) return std::nullopt;
  found->doubt = why;
  found->output = std::filesystem::absolute(case_file).parent_path() / h5.filename();
  found->output.replace_extension(".h5");  // version 1.0 names the .out
  return found;
}

hydro::HydroData read_sources(const Conversion& conversion, Containment containment) {
  bemio::ReadOptions read;
  read.like_bemio = true;  // WEC-Sim's numbers are those of BEMIO's sources
  read.containment = containment;
  std::vector<hydro::HydroData> parts;
  for (const auto& source : conversion.sources) parts.push_back(bemio::read_bem(source, read));
  hydro::HydroData data = parts.size() == 1 ? std::move(parts[0]) : bemio::combine(parts);
  if (data.bodies.size() < conversion.bodies)
    throw code::error("missing", Origin{conversion.sources[0].string(), 0, 0, {}},
                      fmt::format("the BEM results have {} of {} bodies that the case takes from {}{}{}",
                                  data.bodies.size(), conversion.bodies, conversion.output.filename().string(),
                                  conversion.doubt.empty() ? "" : "; ", conversion.doubt),
                      "complete bemio.m, or put the .h5 in its place");
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    if (const auto set = conversion.cg.find(b); set != conversion.cg.end())
      data.bodies[b].cg = Vector3(set->second.data());
    if (const auto set = conversion.cb.find(b); set != conversion.cb.end())
      data.bodies[b].cb = Vector3(set->second.data());
  }
  return data;
}

std::vector<std::string> convert(const Conversion& conversion, Containment containment) {
  hydro::HydroData data = read_sources(conversion, containment);
  bemio::ProcessingOptions p;
  p.radiation.end_time = conversion.radiation_time;
  p.excitation.end_time = conversion.excitation_time;
  p.radiation.omega_max = conversion.omega_max;
  p.excitation.omega_max = conversion.omega_max;
  p.bemio_mean_rule = true;
  p.state_space = conversion.state_space;
  p.noise_level = 0.0;
  bemio::process(data, p);
  bemio::check_output(conversion.output, conversion.sources);
  hydro::write_bemio_h5(data, conversion.output.string());
  return data.notes;
}

}  // namespace swell::wecsim
