#include "xml.h"

#include <algorithm>
#include <cstring>

#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"

namespace swell::osp {

namespace {
const char* without_prefix(const char* name) {
  const char* colon = std::strchr(name, ':');
  return colon == nullptr ? name : colon + 1;
}
}  // namespace

Origin XmlFile::at(pugi::xml_node node) const {
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  const auto line = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  const auto number = static_cast<int>(line - line_starts.begin());
  const std::size_t start = number > 0 ? line_starts[static_cast<std::size_t>(number) - 1] : 0;
  return {name, number, static_cast<int>(offset - start) + 1, ""};
}

XmlFile parse_xml(std::string text, std::string name) {
  XmlFile file;
  file.name = std::move(name);
  file.text = std::move(text);
  file.document = std::make_unique<pugi::xml_document>();
  file.line_starts = {0};
  for (std::size_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  const pugi::xml_parse_result result =
      file.document->load_buffer(file.text.data(), file.text.size(), pugi::parse_default | pugi::parse_comments);
  if (!result) {
    file.error = result.description();
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    file.error_line = static_cast<int>(std::upper_bound(file.line_starts.begin(), file.line_starts.end(), offset) -
                                       file.line_starts.begin());
  } else if (!file.root()) {
    file.error = "there is no element in it";
  }
  return file;
}

bool read_text(const std::filesystem::path& path, std::string& text) {
  require_regular_file(path);
  auto all = file_bytes(path);
  if (all) text = std::move(*all);
  return all.has_value();
}

std::string local_name(pugi::xml_node node) { return without_prefix(node.name()); }

std::string namespace_of(pugi::xml_node node) {
  const std::string name = node.name();
  const std::size_t colon = name.find(':');
  const std::string key = colon == std::string::npos ? "xmlns" : "xmlns:" + name.substr(0, colon);
  for (pugi::xml_node at = node; at; at = at.parent()) {
    if (const pugi::xml_attribute uri = at.attribute(key.c_str())) return uri.value();
  }
  return {};
}

std::vector<pugi::xml_node> children(pugi::xml_node node, const char* local) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_element && (local == nullptr || local_name(child) == local)) found.push_back(child);
  }
  return found;
}

std::vector<pugi::xml_node> children(pugi::xml_node node, const char* list, const char* item) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node one : children(node, list)) {
    const std::vector<pugi::xml_node> here = children(one, item);
    found.insert(found.end(), here.begin(), here.end());
  }
  return found;
}

bool parse_number(const std::string& text, double& value) {
  const auto number = swell::parse_number(trimmed(text));
  value = number.value_or(value);
  return number.has_value();
}

bool parse_integer(const std::string& text, long& value) {
  const auto number = swell::parse_integer(trimmed(text));
  value = number.value_or(value);
  return number.has_value();
}

}  // namespace swell::osp
