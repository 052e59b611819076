// swell xdmf: a small XML file beside the results that tells ParaView where in them the bodies' motions are.
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "commands.h"
#include "swell/base/error.h"
#include "swell/base/replace.h"
#include "swell/model/files.h"
#include "swell/run/results_reader.h"

namespace swell::command {
namespace {

/// Text as it may stand in XML, between tags or quotes.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// `count` columns from `first` of one row of a dataset (rows x columns).
std::string slab(const std::string& file, const std::string& path, const run::Table& table, std::size_t row,
                 std::size_t first, std::size_t count) {
  return fmt::format(
      "<DataItem ItemType=\"HyperSlab\" Dimensions=\"1 {2}\"><DataItem Dimensions=\"3 2\" Format=\"XML\">{0} {1} 1 1 1 "
      "{2}</DataItem><DataItem Dimensions=\"{3} {4}\" NumberType=\"Float\" Precision=\"8\" "
      "Format=\"HDF\">{5}:{6}</DataItem></DataItem>",
      row, first, count, table.rows, table.columns, escaped(file), escaped(path));
}

}  // namespace

int xdmf(const XdmfCommand& options) {
  const run::ResultsReader reader(options.file, Containment::child_process);
  const std::filesystem::path results(options.file),
      output = options.output.empty() ? std::filesystem::path(results).replace_extension(".xdmf")
                                      : std::filesystem::path(options.output);
  model::check_output_file({"descriptions", output, "choose another with -o", {}, {}}, {{options.file, results}});
  check_replacement(output, replaceable_text("XDMF file", {"<Xdmf"}), options.force);
  const std::vector<double> time = reader.read("/time").values;
  struct Dataset {
    std::string name, path;
    std::size_t first;
    run::Table table;
  };
  struct Body {
    std::string name;
    std::vector<Dataset> datasets;  // the first is the position
  };
  std::vector<Body> bodies;
  for (const std::string& name : reader.names("/bodies")) {
    if (name != visible(name))
      throw InputError(Origin{options.file, 0, 0, "/bodies/" + visible(name)},
                       "its name has a character that XML cannot hold", "give the body another name and run it again");
    const std::string root = "/bodies/" + name + "/";
    if (!reader.has(root + "position")) continue;
    Body body{name, {}};
    for (const auto& [what, path, first] :
         {std::tuple{"position", "position", 0U}, std::tuple{"roll pitch yaw", "position", 3U},
          std::tuple{"velocity", "velocity", 0U}, std::tuple{"angular velocity", "velocity", 3U},
          std::tuple{"acceleration", "acceleration", 0U}, std::tuple{"total force", "force/total", 0U}}) {
      if (reader.has(root + path)) body.datasets.push_back({what, root + path, first, reader.read(root + path)});
    }
    bodies.push_back(std::move(body));
  }
  if (bodies.empty())
    throw InputError(Origin{options.file, 0, 0, "/bodies"}, "no body's position is in it",
                     "run the case with output.select: [bodies.*.position]");
  // The reference is relative, so that both files can move together.
  std::error_code none;
  const std::filesystem::path folder = output.has_parent_path() ? output.parent_path() : std::filesystem::path(".");
  const std::filesystem::path relative = std::filesystem::proximate(results, folder, none);
  const std::string file = (none ? results : relative).string();

  std::ostringstream out;
  out << "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\"><Domain>\n"
         "<Grid Name=\"device\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (std::size_t row = 0; row < time.size(); row += static_cast<std::size_t>(options.every)) {
    out << fmt::format(
        "<Grid Name=\"bodies\" GridType=\"Collection\" CollectionType=\"Spatial\"><Time Value=\"{}\"/>\n", time[row]);
    for (const Body& body : bodies) {
      out << fmt::format(
          "<Grid Name=\"{}\"><Topology TopologyType=\"Polyvertex\" NumberOfElements=\"1\" NodesPerElement=\"1\"/>"
          "<Geometry GeometryType=\"XYZ\">{}</Geometry>",
          escaped(body.name), slab(file, body.datasets[0].path, body.datasets[0].table, row, 0, 3));
      for (std::size_t i = 1; i < body.datasets.size(); ++i) {
        const Dataset& set = body.datasets[i];
        out << fmt::format("<Attribute Name=\"{}\" AttributeType=\"Vector\" Center=\"Node\">{}</Attribute>", set.name,
                           slab(file, set.path, set.table, row, set.first, 3));
      }
      out << "</Grid>\n";
    }
    out << "</Grid>\n";
  }
  out << "</Grid></Domain></Xdmf>\n";
  write_in_place(output, out.str());
  put("ParaView: {} (keep it beside {})\n", output.string(), results.filename().string());
  return 0;
}

}  // namespace swell::command
