// One XML file with places for messages, and the small language in which the schemas are written down.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "swell/base/error.h"

namespace swell::osp {

// A parsed document that knows line and column of its nodes. pugixml's document does not move, hence the pointer.
struct XmlFile {
  std::string name;
  std::string text;
  std::unique_ptr<pugi::xml_document> document;
  std::vector<std::size_t> line_starts;
  std::string error;  // empty when it parsed
  int error_line = 0;

  pugi::xml_node root() const { return document->document_element(); }
  Origin at(pugi::xml_node node) const;
};

XmlFile parse_xml(std::string text, std::string name);
/// Reads a whole file; false when it cannot be opened.
bool read_text(const std::filesystem::path& path, std::string& text);

std::string local_name(pugi::xml_node node);    // without prefix
std::string namespace_of(pugi::xml_node node);  // resolved upwards, "" when none is declared
std::vector<pugi::xml_node> children(pugi::xml_node node, const char* local = nullptr);  // elements only
/// Those named `item` in children named `list`, as in <Connections><Connection/></Connections>.
std::vector<pugi::xml_node> children(pugi::xml_node node, const char* list, const char* item);

// --- schema by table -------------------------------------------------------------------------------------------------

enum class ValueKind { text, number, integer, positive_integer, boolean, axis, none };

struct SchemaAttribute {
  std::string name;
  ValueKind kind = ValueKind::text;
  bool required = false;
  std::string fixed = {};  // the only value allowed
};

struct SchemaChild {
  std::string element;
  std::string type;  // key of the table
  int min = 1;
  int max = 1;  // -1: any number
};

enum class Order {
  sequence,  // children in the order of the table
  all,       // each once, in any order
  any,       // in any order and number
  one        // exactly one of them
};

struct SchemaType {
  Order order = Order::sequence;
  std::vector<SchemaChild> children;
  std::vector<SchemaAttribute> attributes;
  ValueKind text = ValueKind::none;  // of an element with text content
};

struct Schema {
  std::string root, root_type, namespace_uri;
  std::vector<std::string> older;  ///< namespaces of earlier versions, whose files can be read
  std::map<std::string, SchemaType> types;
};

const Schema& model_description_schema();
const Schema& system_structure_schema();

void check_schema(const XmlFile& file, const Schema& schema, std::vector<Diagnostic>& faults);

/// Finite numbers only, with blanks around them; `value` stays where there is none.
bool parse_number(const std::string& text, double& value);
bool parse_integer(const std::string& text, long& value);

}  // namespace swell::osp
