// Blocks that only lead signals on: subsystems and their ports, tags, vectors and buses.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "scalars.h"

namespace swell::wecsim {

std::optional<Signal> SignalTracer::wiring(const std::string& scope, const SlxBlock& b, int port) {
  const auto in = [&](int i) { return input(scope, b.sid, i); };
  const auto count = [&] { return b.ports.empty() ? 1 : b.ports[0]; };
  const std::string& t = b.type;
  if (t == "SubSystem") {
    if (b.parameter("SFBlockType") == "MATLAB Function" || model_.scripts.count(b.path) != 0)
      return function_block(scope, b, port);
    if (!b.system) unfollowed(b, "its contents are missing");
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.type == "TriggerPort" || inner.type == "EnablePort")
        unfollowed(b, "a triggered or enabled subsystem is not imported");
    }
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.type != "Outport" || std::atoi(inner.parameter("Port", "1").c_str()) != port) continue;
      const std::string within = scope + "/" + b.sid;
      if (b.parameter("Variant") != "on") return input(within, inner.sid, 1);
      // of a variant subsystem the ports of the choice are those of the same name; no lines are drawn
      const SlxBlock& choice = active_choice(b);
      for (const SlxBlock& own : choice.system->blocks) {
        if (own.type == "Outport" && own.name == inner.name)
          return output(within, choice, std::atoi(own.parameter("Port", "1").c_str()));
      }
      unfollowed(choice, fmt::format("it has no output {}", inner.name));
    }
    unfollowed(b, fmt::format("it has no output {}", port));
  }
  if (t == "Inport") {
    const Place& place = places_.at(scope);
    if (place.owner == nullptr) unfollowed(b, "an input of the whole model");
    return input(place.outer, place.owner->sid, std::atoi(b.parameter("Port", "1").c_str()));
  }
  if (t == "From") {
    const std::string tag = b.parameter("GotoTag", "A");
    for (int pass = 0; pass < 2; ++pass) {
      for (const auto& place : places_) {
        if (pass == 0 && place.first != scope) continue;
        for (const SlxBlock& other : place.second.system->blocks) {
          if (other.type == "Goto" && !other.commented && other.parameter("GotoTag", "A") == tag &&
              (pass == 0 || other.parameter("TagVisibility", "local") != "local"))
            return input(place.first, other.sid, 1);
        }
      }
    }
    if (auto known = tag_(tag, *this)) return *known;
    unfollowed(b, fmt::format("no Goto has the tag {}", tag));
  }
  if (t == "Mux" || t == "Concatenate") {
    Signal s;
    for (int i = 1; i <= count(); ++i) {
      const Signal part = in(i);
      s.elements.insert(s.elements.end(), part.elements.begin(), part.elements.end());
    }
    return s;
  }
  if (t == "Demux") {
    const Signal u = in(1);
    const auto outputs = numbers(b, "Outputs", "2");
    std::vector<std::size_t> widths;
    if (outputs.size() > 1) {
      for (const double w : outputs) widths.push_back(static_cast<std::size_t>(std::min(std::max(0.0, w), 1e6)));
    } else {
      const auto n = static_cast<std::size_t>(std::min(1e6, std::max(1.0, outputs.empty() ? 1.0 : outputs[0])));
      for (std::size_t i = 0; i < n && n <= kWidest; ++i)
        widths.push_back(u.elements.size() / n + (i < u.elements.size() % n ? 1 : 0));
    }
    std::size_t from = 0;
    for (int i = 1; i < port && i <= static_cast<int>(widths.size()); ++i)
      from += widths[static_cast<std::size_t>(i - 1)];
    Signal s;
    if (port < 1 || port > static_cast<int>(widths.size()) ||
        from + widths[static_cast<std::size_t>(port - 1)] > u.elements.size())
      unfollowed(b, "its widths do not fit the signal");
    s.elements.assign(
        u.elements.begin() + static_cast<std::ptrdiff_t>(from),
        u.elements.begin() + static_cast<std::ptrdiff_t>(from + widths[static_cast<std::size_t>(port - 1)]));
    return s;
  }
  const bool many = b.source == "dspindex/Multiport Selector", dsp = many || b.source == "dspindex/Variable Selector";
  if (t == "Selector" || dsp) {
    const Signal u = in(1);
    Signal s;
    if (b.parameter("NumberOfDimensions", "1") != "1") unfollowed(b, "a selection in several dimensions");
    if (b.parameter("NumInputs", "1") != "1") unfollowed(b, "a selection from several inputs");
    if (many && b.parameter("rowsOrCols", "Rows") != "Rows") unfollowed(b, "a selection of columns");
    const std::string option = many ? "Fixed" : dsp ? b.parameter("IdxMode", "Variable") : b.parameter("IndexOptions");
    std::vector<double> indices;
    if (many) {  // a list of indices for each output
      const MatlabValue lists = value(b, "idxCellArray", "{}");
      if (lists.kind != MatlabValue::Kind::cells || port < 1 || port > static_cast<int>(lists.cells.size()))
        unfollowed(b, "its indices are not one list for each output");
      indices = lists.cells[static_cast<std::size_t>(port - 1)].numbers;
    } else if (option == "Variable" || option == "Index vector (port)") {
      for (const Scalar& e : in(2).elements) {
        if (!e.constant) unfollowed(b, "its index is not a constant");
        indices.push_back(*e.constant);
      }
    } else {
      if (!option.empty() && option != "Fixed" && option != "Index vector (dialog)")
        unfollowed(b, fmt::format("the index option {}", option));
      indices = dsp ? numbers(b, "Elements", "[1 3]") : numbers(b, "Indices", "1");
    }
    // the block of the DSP toolbox moves an index outside to the nearest element; of a vector it ignores rowsOrCols
    const bool clips = dsp && b.parameter(many ? "idxErrMode" : "errmode", "Clip Index").rfind("Clip", 0) == 0;
    const auto n = static_cast<double>(u.elements.size());
    for (const double i : indices) {
      double at = b.parameter(dsp ? "ZerOneIdxMode" : "IndexMode", "One-based") == "Zero-based" ? i : i - 1.0;
      if (clips && n > 0.0) at = std::min(std::max(at, 0.0), n - 1.0);
      if (!(at >= 0.0) || at >= n || at != std::floor(at))
        unfollowed(b, fmt::format("there is no element {:g} of {}", i, u.elements.size()));
      s.elements.push_back(u.elements[static_cast<std::size_t>(at)]);
    }
    return s;
  }
  if (t == "Assignment") {
    Signal s = in(1);
    const Signal part = in(2);
    const auto where = numbers(b, "Indices", "1");
    for (std::size_t k = 0; k < where.size(); ++k) {
      const double at = where[k] - 1.0;
      if (!(at >= 0.0) || at >= static_cast<double>(s.elements.size()) || part.elements.empty() ||
          (part.elements.size() != 1 && k >= part.elements.size()))
        unfollowed(b, "the element to assign does not exist");
      s.elements[static_cast<std::size_t>(at)] = wide(part, k);
    }
    return s;
  }
  if (t == "BusSelector") {
    const Signal u = in(1);
    std::string all = b.parameter("OutputSignals");
    std::vector<std::string> names(1);
    for (const char c : all) {
      if (c == ',')
        names.emplace_back();
      else
        names.back() += c;
    }
    if (port < 1 || port > static_cast<int>(names.size())) unfollowed(b, "the output is none of its signals");
    Signal at = u;
    std::string left = names[static_cast<std::size_t>(port - 1)];
    while (!left.empty()) {
      const std::size_t dot = left.find('.');
      const std::string name = left.substr(0, dot);
      left = dot == std::string::npos ? "" : left.substr(dot + 1);
      const auto found = std::find_if(at.bus.begin(), at.bus.end(), [&](const auto& p) { return p.first == name; });
      std::size_t number = 0;
      if (found == at.bus.end() && name.rfind("signal", 0) == 0)
        number = static_cast<std::size_t>(std::atoi(name.c_str() + 6));
      if (found == at.bus.end() && (number == 0 || number > at.bus.size()))
        unfollowed(b, fmt::format("the bus has no signal {}", name));
      const Signal next = found == at.bus.end() ? at.bus[number - 1].second : found->second;
      at = next;
    }
    return at;
  }
  if (t == "BusCreator") {
    Signal s;
    const Place& place = places_.at(scope);
    for (int i = 1; i <= count(); ++i) {
      std::string name = fmt::format("signal{}", i);
      for (const SlxLine& line : place.system->lines) {
        if (line.physical || std::find(line.ends.begin(), line.ends.end(), SlxEnd{b.sid, "in", i}) == line.ends.end())
          continue;
        const SlxBlock* source = place.system->find(line.source.block);
        std::string own =
            source != nullptr ? source->parameter(fmt::format("out {}", line.source.number), line.name) : line.name;
        own.erase(std::remove_if(own.begin(), own.end(), [](char c) { return c == '<' || c == '>'; }), own.end());
        if (!own.empty()) name = own;
      }
      s.bus.emplace_back(name, in(i));
    }
    return s;
  }
  if (t == "RateTransition" || t == "SignalConversion" || t == "DataTypeConversion" || t == "Reshape" ||
      t == "SignalSpecification" || t == "BusToVector" || t == "Probe")
    return in(1);
  return std::nullopt;
}

}  // namespace swell::wecsim
