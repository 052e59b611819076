/// Simulink models for tests: zips of hand-written XML, in both layouts.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell_test/zip_file.h"

namespace swell_test {

/// A block; `contents` are further elements, such as a System.
inline std::string block(const std::string& type, const std::string& name, int sid,
                         const std::map<std::string, std::string>& parameters = {}, const std::string& contents = {}) {
  std::string out = "<Block BlockType=\"" + type + "\" Name=\"" + name + "\" SID=\"" + std::to_string(sid) + "\">";
  for (const auto& p : parameters) out += "<P Name=\"" + p.first + "\">" + p.second + "</P>";
  return out + contents + "</Block>";
}
/// A block of WEC-Sim's library: ("WECSim_Lib_PTOs/Translational PTO", "pto", "pto(1)").
inline std::string library_block(const std::string& source, const std::string& name, int sid,
                                 const std::string& object = {}, const std::string& handle = {}) {
  return block("Reference", name, sid, {{"SourceBlock", source}},
               object.empty() ? "" : "<InstanceData><P Name=\"" + object + "\">" + handle + "</P></InstanceData>");
}
inline std::string physical(const std::string& from, const std::string& to) {
  return "<Line LineType=\"Connection\"><P Name=\"Src\">" + from + "</P><P Name=\"Dst\">" + to + "</P></Line>";
}
inline std::string signal(const std::string& from, const std::string& to) {
  return "<Line><P Name=\"Src\">" + from + "</P><P Name=\"Dst\">" + to + "</P></Line>";
}

/// One blockdiagram.xml (until R2019b).
inline void write_nested_slx(const std::filesystem::path& path, const std::string& system, Parts more = {}) {
  more["simulink/blockdiagram.xml"] =
      "<?xml version=\"1.0\"?><ModelInformation><Model><System>" + system + "</System></Model></ModelInformation>";
  write_zip(path, more);
}
/// A part per system (since R2020a): `systems` by name, system_root among them.
inline void write_split_slx(const std::filesystem::path& path, const Parts& systems, Parts more = {}) {
  more["simulink/blockdiagram.xml"] =
      "<?xml version=\"1.0\"?><ModelInformation><Model><System Ref=\"system_root\"/></Model></ModelInformation>";
  for (const auto& s : systems)
    more["simulink/systems/" + s.first + ".xml"] = "<?xml version=\"1.0\"?><System>" + s.second + "</System>";
  write_zip(path, more);
}

}  // namespace swell_test
