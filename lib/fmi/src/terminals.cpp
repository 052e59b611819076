#include "swell/fmi/terminals.h"

#include <fmt/format.h>

#include <pugixml.hpp>

#include "swell/base/error.h"

namespace swell::fmi {

namespace {

const char* const kFile = "terminalsAndIcons/terminalsAndIcons.xml";

class TerminalReader {
 public:
  TerminalReader(const Description& description, std::string where)
      : description_(description), where_(std::move(where)) {}

  std::vector<Terminal> read(const std::string& text) {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
    if (!parsed) refuse(fmt::format("is not XML: {}", parsed.description()));
    const pugi::xml_node root = document.child("fmiTerminalsAndIcons");
    if (!root) refuse("has no element fmiTerminalsAndIcons");
    for (const pugi::xml_node node : root.child("Terminals").children("Terminal")) take(node, "", 0);
    return std::move(terminals_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(Origin{where_, 0, 0, ""}, what, "the FMU's maker has to correct it");
  }

  // Its place in the list, so that outer ones come before their parts.
  std::size_t take(pugi::xml_node node, const std::string& outer, int depth) {
    constexpr int kDeepest = 20;
    const std::string name = node.attribute("name").value();
    if (name.empty() || depth > kDeepest) refuse("has a terminal without a name, or terminals too deep in each other");
    Terminal terminal;
    terminal.name = outer.empty() ? name : outer + "." + name;
    const std::string rule = node.attribute("matchingRule").value();
    if (rule == "bus") {
      terminal.rule = MatchingRule::bus;
    } else if (rule == "sequence") {
      terminal.rule = MatchingRule::sequence;
    } else if (rule != "plug") {
      terminal.rule = MatchingRule::other;
    }
    for (const pugi::xml_node member : node.children("TerminalMemberVariable")) {
      const std::string variable = member.attribute("variableName").value();
      if (description_.find(variable) == nullptr)
        refuse(fmt::format("terminal {} has the variable {}, which the FMU has not", terminal.name, variable));
      const std::string as = member.attribute("memberName").value();
      terminal.members.emplace_back(as.empty() ? variable : as, variable);
      const std::string kind = member.attribute("variableKind").value();
      if (kind == "inflow" || kind == "outflow") terminal.flows[terminal.members.back().first] = kind;
    }
    const std::size_t place = terminals_.size();
    terminals_.push_back(std::move(terminal));
    for (const pugi::xml_node inner : node.children("Terminal")) {
      const Terminal part = terminals_[take(inner, terminals_[place].name, depth + 1)];
      const std::string prefix = std::string(inner.attribute("name").value()) + ".";
      for (const auto& [member, variable] : part.members)
        terminals_[place].members.emplace_back(prefix + member, variable);
      for (const auto& [member, kind] : part.flows) terminals_[place].flows[prefix + member] = kind;
    }
    return place;
  }

  const Description& description_;
  std::string where_;
  std::vector<Terminal> terminals_;
};

}  // namespace

std::vector<Terminal> read_terminals(const Archive& archive, const Description& description, const std::string& file) {
  if (description.version < 3 || !archive.has(kFile)) return {};
  return TerminalReader(description, fmt::format("{}: {}", file, kFile)).read(archive.read(kFile));
}

}  // namespace swell::fmi
