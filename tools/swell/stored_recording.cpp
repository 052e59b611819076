#include "stored_recording.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>

#include "swell/base/error.h"
#include "swell/base/text.h"
#include "swell/run/results_reader.h"
#include "swell/wecsim/stored_output.h"

namespace swell::command {
namespace {

// The names of a list of the case, in its order; empty where the text is no case that can be read here.
std::vector<std::string> in_order(const std::string& case_text, const std::string& list) {
  std::vector<std::string> out;
  try {
    const YAML::Node tree = YAML::Load(case_text)[list];
    if (!tree.IsSequence()) return out;
    for (const YAML::Node& item : tree) out.push_back(item["name"].as<std::string>());
  } catch (const YAML::Exception&) {
    out.clear();
  }
  return out;
}

}  // namespace

analysis::Recording read_stored_recording(const std::string& file, const std::string& results_file,
                                          const analysis::Recording& results) {
  const auto stored = wecsim::read_stored_output(file, Containment::child_process);
  const run::ResultsReader reader(results_file, Containment::child_process);
  const std::string case_text = reader.attribute("case");
  const auto imported = wecsim::imported_names(case_text);
  static const std::map<std::string, std::string> objects{
      {"bodies", "body"}, {"joints", "constraint"}, {"ptos", "pto"}, {"moorings", "mooring"}};
  const auto name_of = [&](const wecsim::StoredSeries& s) -> std::string {
    const auto object = objects.find(s.group);
    const auto known =
        object == objects.end() ? imported.end() : imported.find(fmt::format("{}({})", object->second, s.number));
    if (known != imported.end()) return known->second;
    for (const std::string& name : reader.names("/" + s.group)) {
      if (lower_case(name) == lower_case(s.name)) return name;
    }
    const auto order = in_order(case_text, s.group);
    const auto at = static_cast<std::size_t>(s.number) - 1;
    return imported.empty() && at < order.size() ? order[at] : "";
  };
  analysis::Recording out;
  out.name = file;
  for (const wecsim::StoredSeries& s : stored) {
    const std::string path =
        s.group == "wave" ? "/wave/" + s.quantity : fmt::format("/{}/{}/{}", s.group, name_of(s), s.quantity);
    std::vector<const analysis::Signal*> own;
    for (const analysis::Signal& r : results.signals) {
      if (r.path == path) own.push_back(&r);
    }
    if (own.empty()) continue;
    if (out.time.empty()) out.time = s.time;
    if (s.time != out.time) continue;  // stored at other times than the rest
    const auto of_angle = [&] {
      const auto motion = std::find_if(results.signals.begin(), results.signals.end(), [&](const auto& r) {
        return r.path == fmt::format("/{}/{}/position", s.group, name_of(s));
      });
      return motion != results.signals.end() && motion->units == "rad";
    };
    const auto columns = wecsim::columns_of(s, own.size(), own.size() == 1 && of_angle());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      analysis::Signal signal = *own[k];
      signal.values.clear();
      for (std::size_t r = 0; r < s.time.size(); ++r) signal.values.push_back(s.at(r, columns[k]));
      out.signals.push_back(std::move(signal));
    }
  }
  if (out.signals.empty())
    throw InputError(Origin{file, 0, 0, {}}, fmt::format("it holds nothing that {} has too", results_file),
                     "bodies and joints are found by the comments that `swell import wec-sim` writes, by WEC-Sim's "
                     "names, or by their order in the case");
  return out;
}

}  // namespace swell::command
