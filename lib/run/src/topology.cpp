// The case as a graph for Graphviz.
#include <fmt/format.h>

#include <map>

#include "swell/run/inspect.h"

namespace swell::run {

namespace {

std::string in_quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

const char* color_of(const std::string& domain) {
  static const std::map<std::string, const char*> kColors = {{"hydraulic", "#a05a00"},
                                                             {"pneumatic", "#2a78b8"},
                                                             {"electrical", "#b8860b"},
                                                             {"rotational", "#3a8a3a"},
                                                             {"translational", "#7a3aa0"}};
  const auto found = kColors.find(domain);
  return found != kColors.end() ? found->second : "#555555";
}

std::string circuit_of(const std::string& name, const std::string& type, const components::CircuitView& circuit) {
  const auto element = [&](const std::string& of) { return in_quotes(name + "." + of); };
  const auto node = [&](std::size_t i) { return in_quotes(fmt::format("{} node {}", name, i + 1)); };
  std::string text = fmt::format("  subgraph {} {{\n    label={};\n    style=rounded;\n    color=\"#888888\";\n",
                                 in_quotes("cluster " + name), in_quotes(fmt::format("{} ({})", name, type)));
  text += fmt::format("    {} [shape=plaintext, label=\"\", width=0.01, height=0.01];\n", in_quotes(name));
  for (const auto& e : circuit.elements) {
    text += fmt::format("    {} [label={}];\n", element(e.name),
                        in_quotes(e.type.empty() ? e.name : e.name + "\n" + e.type));
  }
  for (std::size_t i = 0; i < circuit.nodes.size(); ++i) {
    text += fmt::format("    {} [shape=point, width=0.09, color=\"{}\", xlabel=\"\", tooltip={}];\n", node(i),
                        color_of(circuit.nodes[i].domain),
                        in_quotes(circuit.nodes[i].domain + ": " + circuit.nodes[i].label));
  }
  for (const auto& e : circuit.elements) {
    for (std::size_t k = 0; k < e.terminals.size(); ++k) {
      text += fmt::format("    {} -> {} [dir=none, color=\"{}\", taillabel={}, fontsize=9];\n", element(e.name),
                          node(e.nodes[k]), color_of(circuit.nodes[e.nodes[k]].domain),
                          in_quotes(e.terminals.size() > 1 ? e.terminals[k] : ""));
    }
  }
  return text + "  }\n";
}

}  // namespace

std::string topology(const Inspection& inspection) {
  std::string text =
      "digraph case {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\", fontsize=11];\n"
      "  edge [fontname=\"sans-serif\", fontsize=9];\n";
  std::map<std::string, std::string> owner_of, element_of;  // of outputs; of a circuit's inputs
  for (const auto& component : inspection.components) {
    for (const auto& item : component.items) {
      if (item.kind == "output" || item.kind == "parameter") owner_of.emplace(item.name, component.name);
    }
    if (!component.circuit) continue;
    for (const auto& driven : component.circuit->inputs) {
      element_of[component.name + "." + driven.port] =
          component.name + "." + driven.signal.substr(0, driven.signal.find('.'));
    }
    for (const auto& element : component.circuit->elements) {
      const std::string of = component.name + "." + element.name;
      for (const auto& item : component.items) {
        if (item.name.rfind(of + ".", 0) == 0) owner_of[item.name] = of;
      }
    }
  }
  for (const auto& component : inspection.components) {
    if (component.circuit) {
      text += circuit_of(component.name, component.type, *component.circuit);
    } else {
      text += fmt::format("  {} [label={}];\n", in_quotes(component.name),
                          in_quotes(component.type.empty() ? component.name : component.name + "\n" + component.type));
    }
  }
  for (const auto& component : inspection.components) {
    for (const auto& item : component.items) {
      if (item.kind != "input") continue;
      for (const std::string& source : item.sources) {
        const auto from = owner_of.find(source);
        if (from == owner_of.end()) continue;
        const auto to = element_of.find(item.name);
        text += fmt::format("  {} -> {} [label={}];\n", in_quotes(from->second),
                            in_quotes(to != element_of.end() ? to->second : component.name),
                            in_quotes(source + "\n" + item.name));
      }
    }
  }
  return text + "}\n";
}

}  // namespace swell::run
