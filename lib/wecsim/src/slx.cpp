#include "swell/wecsim/slx.h"

#include <fmt/format.h>
#include <zip.h>

#include <cstdlib>
#include <pugixml.hpp>
#include <set>
#include <tuple>

#include "swell/base/regular_file.h"

namespace swell::wecsim {
namespace {

constexpr zip_uint64_t kLargestPart = 64ULL << 20;  // bytes unpacked; WEC-Sim's own libraries have 4 MB
constexpr zip_uint64_t kLargestModel = 256ULL << 20;
constexpr zip_int64_t kMostParts = 20000;
constexpr int kDeepest = 60;  // subsystems in subsystems, and branches of a line
constexpr std::size_t kMostBlocks = 500'000;

std::string one_space(const std::string& text) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      space = true;
      continue;
    }
    if (space && !out.empty()) out += ' ';
    space = false;
    out += c;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path) {
    require_regular_file(path);
    int error = 0;
    archive_.reset(zip_open(path.c_str(), ZIP_RDONLY, &error));
    if (!archive_)
      fail(std::filesystem::exists(path) ? "is not a Simulink model (.slx)" : "does not exist",
           "an .mdl file becomes an .slx by 'Save as' in Simulink");
    if (zip_get_num_entries(archive_.get(), 0) > kMostParts) fail("holds more parts than any model");
  }

  SlxModel read() {
    model_.file = path_;
    pugi::xml_document diagram;
    if (!load("simulink/blockdiagram.xml", diagram))
      fail("holds no simulink/blockdiagram.xml", "save it again in Simulink");
    pugi::xml_document properties;
    if (load("metadata/mwcoreProperties.xml", properties))
      model_.release = properties.first_child().child("matlabRelease").text().get();
    const pugi::xml_node root = diagram.child("ModelInformation");
    pugi::xml_node model = root.child("Model");
    if (!model) model = root.child("Library");
    if (!model) fail("holds no model", "save it again in Simulink");
    const pugi::xml_node system = model.child("System");
    if (!system) fail("holds a model without a system", "save it again in Simulink");
    model_.root = system_of(system, "", 0);
    scripts();
    return std::move(model_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const {
    throw InputError({path_.string(), 0, 0, {}}, fmt::format("this {}", what), remedy);
  }

  bool load(const std::string& name, pugi::xml_document& document) {
    const zip_int64_t at = zip_name_locate(archive_.get(), name.c_str(), 0);
    if (at < 0) return false;
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive_.get(), static_cast<zip_uint64_t>(at), 0, &stat) != 0)
      fail(fmt::format("is damaged at {}", name));
    if (stat.size > kLargestPart || (total_ += stat.size) > kLargestModel)
      fail(fmt::format("unpacks {} to {} bytes, more than a model holds", name, stat.size), "is it a model at all?");
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        zip_fopen_index(archive_.get(), static_cast<zip_uint64_t>(at), 0), zip_fclose);
    if (!file) fail(fmt::format("is damaged or encrypted at {}", name));
    std::string text(static_cast<std::size_t>(stat.size), '\0');
    if (zip_fread(file.get(), text.data(), stat.size) != static_cast<zip_int64_t>(stat.size))
      fail(fmt::format("is damaged at {}", name), "copy or save it again");
    const pugi::xml_parse_result result =
        document.load_buffer(text.data(), text.size());  // expands no entities of a DTD
    if (!result)
      fail(fmt::format("is damaged at {}, byte {}: {}", name, result.offset, result.description()),
           "save it again in Simulink");
    return true;
  }

  SlxSystem system_of(const pugi::xml_node& given, const std::string& path, int depth) {
    if (depth > kDeepest) fail("has subsystems nested too deeply");
    const std::string reference = given.attribute("Ref").value();
    if (!reference.empty()) {
      if (!open_.insert(reference).second) fail(fmt::format("has a system that holds itself: {}", reference));
      pugi::xml_document part;
      if (!load("simulink/systems/" + reference + ".xml", part))
        fail(fmt::format("lacks its part {}", reference), "save it again in Simulink");
      SlxSystem out = contents(part.child("System"), path, depth);
      open_.erase(reference);
      return out;
    }
    return contents(given, path, depth);
  }

  SlxSystem contents(const pugi::xml_node& system, const std::string& path, int depth) {
    SlxSystem out;
    for (const pugi::xml_node node : system.children()) {
      const std::string name = node.name();
      if (name == "Block") {
        out.blocks.push_back(block(node, path, depth));
        if (++blocks_ > kMostBlocks) fail("holds more blocks than any model");
      } else if (name == "Line") {
        SlxLine line;
        line.physical = std::string(node.attribute("LineType").value()) == "Connection";
        ends(node, line, 0);
        out.lines.push_back(std::move(line));
      }
    }
    return out;
  }

  SlxBlock block(const pugi::xml_node& node, const std::string& path, int depth) {
    SlxBlock b;
    b.type = node.attribute("BlockType").value();
    b.name = one_space(node.attribute("Name").value());
    b.sid = node.attribute("SID").value();
    b.path = path.empty() ? b.name : path + "/" + b.name;
    for (const pugi::xml_node p : node.children("P")) b.parameters[p.attribute("Name").value()] = p.text().get();
    for (const pugi::xml_node p : node.child("InstanceData").children("P"))
      b.parameters[p.attribute("Name").value()] = p.text().get();
    for (const pugi::xml_node p : node.child("Mask").children("MaskParameter")) {
      const std::string value = p.child("Value").text().get();
      b.parameters.emplace(p.attribute("Name").value(), value);
      b.mask.emplace_back(p.attribute("Name").value());
      for (const pugi::xml_node inner : p.children("P")) {
        if (std::string(inner.attribute("Name").value()) == "Value")
          b.parameters[p.attribute("Name").value()] = inner.text().get();
      }
    }
    // the mask up to R2019b: <Object PropName="MaskObject"> with one <Object PropName="Parameters"> or an Array of them
    for (const pugi::xml_node mask : node.children("Object")) {
      for (const pugi::xml_node child : mask.children()) {
        if (std::string(child.attribute("PropName").value()) != "Parameters") continue;
        if (std::string(child.name()) == "Object") old_mask_parameter(child, b);
        for (const pugi::xml_node one : child.children("Object")) old_mask_parameter(one, b);
      }
    }
    b.source = one_space(b.parameter("SourceBlock"));
    b.linked = !b.source.empty();
    if (b.source.empty()) b.source = one_space(b.parameter("AncestorBlock"));
    const std::string commented = b.parameter("Commented");
    b.commented = commented == "on" || commented == "through";
    const std::string ports = b.parameter("Ports");
    for (const char* at = ports.c_str(); *at != '\0' && b.ports.size() < 16;) {
      char* end = nullptr;
      const long n = std::strtol(at, &end, 10);
      if (end == at) {
        ++at;
        continue;
      }
      b.ports.push_back(static_cast<int>(n));
      at = end;
    }
    // since R2022b by kind: <PortCounts in="2" out="1" rconn="1"/>
    const pugi::xml_node counts = node.child("PortCounts");
    if (counts) {
      b.ports.clear();
      for (const char* kind : {"in", "out", "enable", "trigger", "state", "lconn", "rconn"})
        b.ports.push_back(std::min(100000, std::max(0, counts.attribute(kind).as_int())));
    }
    // names of the ports' signals, which a bus takes its elements' names from: newer releases say PortProperties
    for (const pugi::xml_node port : node.children("Port")) port_name(port, "PortNumber", b);
    for (const pugi::xml_node port : node.child("PortProperties").children("Port")) {
      if (std::string(port.attribute("Type").value()) == "out") port_name(port, "Index", b);
    }
    const pugi::xml_node inner = node.child("System");
    if (inner) b.system = std::make_shared<const SlxSystem>(system_of(inner, b.path, depth + 1));
    return b;
  }

  static void old_mask_parameter(const pugi::xml_node& node, SlxBlock& b) {
    std::string name, value;
    for (const pugi::xml_node p : node.children("P")) {
      const std::string key = p.attribute("Name").value();
      if (key == "Name") name = p.text().get();
      if (key == "Value") value = p.text().get();
    }
    if (name.empty()) return;
    b.parameters.emplace(name, value);
    b.mask.push_back(name);
  }

  static void port_name(const pugi::xml_node& port, const char* key, SlxBlock& b) {
    std::string number = port.attribute(key).value(), name;
    for (const pugi::xml_node p : port.children("P")) {
      const std::string k = p.attribute("Name").value();
      if (k == key) number = p.text().get();
      if (k == "Name") name = p.text().get();
    }
    if (!number.empty() && !name.empty()) b.parameters["out " + number] = name;
  }

  static bool end_of(const std::string& text, SlxEnd& end) {
    const std::size_t hash = text.rfind('#'), colon = text.rfind(':');
    if (hash == std::string::npos) return false;
    end.block = text.substr(0, hash);
    end.number = 1;
    if (colon != std::string::npos && colon > hash) {
      end.kind = text.substr(hash + 1, colon - hash - 1);
      end.number = std::atoi(text.c_str() + colon + 1);
    } else {
      end.kind = text.substr(hash + 1);
    }
    return true;
  }

  void ends(const pugi::xml_node& node, SlxLine& line, int depth) {
    if (depth > kDeepest) fail("has a line with branches of branches without end");
    for (const pugi::xml_node p : node.children("P")) {
      const std::string key = p.attribute("Name").value();
      SlxEnd end;
      if (key == "Name") line.name = p.text().get();
      if ((key != "Src" && key != "Dst") || !end_of(p.text().get(), end)) continue;
      if (key == "Src" && !line.physical)
        line.source = end;
      else
        line.ends.push_back(end);
    }
    for (const pugi::xml_node branch : node.children("Branch")) ends(branch, line, depth + 1);
  }

  void script_of(const pugi::xml_node& chart) {
    std::string name;
    for (const pugi::xml_node p : chart.children("P")) {
      if (std::string(p.attribute("Name").value()) == "name") name = one_space(p.text().get());
    }
    const auto states = chart.select_nodes(".//P[@Name='script']");
    if (!name.empty() && !states.empty()) model_.scripts[name] = states.first().node().text().get();
  }

  void scripts() {
    pugi::xml_document all;
    if (load("simulink/stateflow.xml", all)) {
      for (const auto& chart : all.select_nodes("//chart")) script_of(chart.node());
    }
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive_.get(), 0); ++i) {
      const char* name = zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), 0);
      if (name == nullptr) continue;
      const std::string part = name;
      if (part.rfind("simulink/stateflow/chart_", 0) != 0) continue;
      pugi::xml_document chart;
      if (load(part, chart)) script_of(chart.child("chart"));
    }
  }

  struct Close {
    void operator()(zip_t* archive) const { zip_discard(archive); }
  };
  std::filesystem::path path_;
  std::unique_ptr<zip_t, Close> archive_;
  SlxModel model_;
  zip_uint64_t total_ = 0;
  std::size_t blocks_ = 0;
  std::set<std::string> open_;
};

}  // namespace

bool SlxEnd::operator<(const SlxEnd& o) const {
  return std::tie(block, kind, number) < std::tie(o.block, o.kind, o.number);
}
bool SlxEnd::operator==(const SlxEnd& o) const { return block == o.block && kind == o.kind && number == o.number; }

std::string SlxBlock::parameter(const std::string& key, const std::string& otherwise) const {
  const auto found = parameters.find(key);
  return found == parameters.end() ? otherwise : found->second;
}

const SlxBlock* SlxSystem::find(const std::string& sid) const {
  for (const SlxBlock& b : blocks) {
    if (b.sid == sid) return &b;
  }
  return nullptr;
}

SlxModel read_slx(const std::filesystem::path& path) { return Reader(path).read(); }

}  // namespace swell::wecsim
