// One line per fact, its words parted by tabs.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/fmu/exported_instance.h"

namespace swell::fmu {

namespace {
constexpr char kMark[] = "swell fmu 1";
constexpr const char* kRoles[] = {"time", "input", "output", "parameter", "state", "rate", "event"};
}  // namespace

std::string write_manifest(const Manifest& m) {
  std::string text = fmt::format("{}\ntoken\t{}\ncase\t{}\n", kMark, m.token, m.case_file);
  for (const std::string& one : m.kinds) text += "kind\t" + one + "\n";
  for (const std::string& one : m.overrides) text += "set\t" + one + "\n";
  for (const std::string& one : m.inputs) text += "take\t" + one + "\n";
  for (const std::string& one : m.outputs) text += "give\t" + one + "\n";
  for (const Manifest::Value& v : m.values)
    text += fmt::format("value\t{}\t{}\t{}\t{}\t{}\n", kRoles[static_cast<int>(v.role)], v.entry, v.start, v.nominal,
                        v.address);
  return text;
}

Manifest read_manifest(const std::filesystem::path& file) {
  std::ifstream in(file);
  const auto refuse = [&](const std::string& what) {
    throw code::error(code::kBadFile, Origin{file.string(), 0, 0, ""}, fmt::format("{}: {}", file.string(), what),
                      "the resources must be those that swell fmu has written");
  };
  std::string line;
  if (!in || !std::getline(in, line)) refuse("cannot be read");
  if (line != kMark) refuse(fmt::format("begins with '{}', not '{}'", line, kMark));
  Manifest m;
  while (std::getline(in, line)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    const std::string key = line.substr(0, tab), rest = tab < line.size() ? line.substr(tab + 1) : "";
    if (key == "token") m.token = rest;
    if (key == "kind") m.kinds.push_back(rest);
    if (key == "case") m.case_file = rest;
    if (key == "set") m.overrides.push_back(rest);
    if (key == "take") m.inputs.push_back(rest);
    if (key == "give") m.outputs.push_back(rest);
    if (key != "value") continue;
    Manifest::Value v;
    std::istringstream words(rest);
    words.imbue(std::locale::classic());
    std::string role;
    words >> role >> v.entry >> v.start >> v.nominal;
    words.ignore(1);
    std::getline(words, v.address);
    for (int r = 0; r < 7; ++r) {
      if (role == kRoles[r]) v.role = static_cast<Manifest::Role>(r);
    }
    m.values.push_back(std::move(v));
  }
  if (m.token.empty() || m.case_file.empty() || m.kinds.empty()) refuse("is not whole");
  return m;
}

}  // namespace swell::fmu
