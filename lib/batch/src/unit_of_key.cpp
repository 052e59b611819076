#include "swell/batch/unit_of_key.h"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "swell/model/schema.h"

namespace swell::batch {

namespace {

using SchemaPart = nlohmann::json;
using Nodes = std::vector<const SchemaPart*>;

/// The node and the alternatives that it consists of.
void unfold(const SchemaPart& root, const SchemaPart& node, Nodes& nodes, int depth = 0) {
  if (!node.is_object() || depth > 20) return;
  nodes.push_back(&node);
  if (node.contains("$ref")) {
    const nlohmann::json::json_pointer place(node["$ref"].get<std::string>().substr(1));
    if (root.contains(place)) unfold(root, root.at(place), nodes, depth + 1);
  }
  for (const char* several : {"anyOf", "oneOf", "allOf"}) {
    if (!node.contains(several)) continue;
    for (const SchemaPart& one : node[several]) unfold(root, one, nodes, depth + 1);
  }
  for (const char* one : {"then", "else"}) {
    if (node.contains(one)) unfold(root, node[one], nodes, depth + 1);
  }
}

Nodes descend(const SchemaPart& root, const Nodes& nodes, const std::string& part) {
  Nodes next;
  for (const SchemaPart* node : nodes) {
    const auto properties = node->find("properties");
    if (properties != node->end() && properties->contains(part)) unfold(root, (*properties)[part], next);
    // An item of a list goes by its name or number.
    const auto items = node->find("items");
    if (items != node->end() && items->is_object()) unfold(root, *items, next);
    const auto free = node->find("additionalProperties");
    if (free != node->end() && free->is_object()) unfold(root, *free, next);
  }
  return next;
}

}  // namespace

std::string unit_of_key(const std::string& key) {
  static const SchemaPart root = SchemaPart::parse(model::case_schema({}));
  Nodes nodes;
  unfold(root, root, nodes);
  std::istringstream parts(key);
  for (std::string part; std::getline(parts, part, '.');) {
    Nodes next = descend(root, nodes, part);
    // waves may be one map or a list of maps: waves.height as well as waves.1.height
    if (next.empty()) return "";
    nodes = std::move(next);
  }
  std::set<std::string> units;
  for (const SchemaPart* node : nodes) {
    const auto found = node->find("description");
    if (found == node->end() || !found->is_string()) continue;
    const auto text = found->get<std::string>();
    const std::size_t begin = text.rfind('[');
    if (!text.empty() && text.back() == ']' && begin != std::string::npos)
      units.insert(text.substr(begin + 1, text.size() - begin - 2));
  }
  return units.size() == 1 ? *units.begin() : std::string();
}

}  // namespace swell::batch
