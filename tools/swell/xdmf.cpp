// swell xdmf: a run for ParaView, as an XML file beside the results and HDF5 with what is seen.
#include <fmt/format.h>

#include <filesystem>

#include "commands.h"
#include "swell/base/error.h"
#include "swell/base/replace.h"
#include "swell/model/files.h"
#include "swell/report/report.h"
#include "swell/run/results_reader.h"

namespace swell::command {

namespace fs = std::filesystem;

int xdmf(const XdmfCommand& options) {
  const run::ResultsReader reader(options.file, Containment::child_process);
  const fs::path results(options.file),
      output = options.output.empty() ? fs::path(results).replace_extension(".xdmf") : fs::path(options.output);
  const fs::path numbers = output.string() + ".h5";
  const std::vector<model::InputFile> inputs = {{options.file, results}};
  model::check_output_file({"descriptions", output, "choose another with -o", {}, {}}, inputs);
  model::check_output_file({"XDMF data", numbers, "choose another with -o", {}, {}}, inputs);
  check_replacement(output, replaceable_text("XDMF file", {"<Xdmf"}), options.force);
  check_replacement(numbers, replaceable_text("XDMF data", {"\x89HDF"}), options.force);
  for (const std::string& name : reader.names("/bodies")) {
    if (name != visible(name))
      throw InputError(Origin{options.file, 0, 0, "/bodies/" + visible(name)},
                       "its name has a character that XML cannot hold", "give the body another name and run it again");
  }
  report::Request request;
  request.files = {results};
  request.scene_alone = true;
  const std::string data = report::data_of(request);
  // The references are relative, so that all three files can move together.
  std::error_code none;
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  const fs::path relative = fs::proximate(results, folder, none);
  const report::XdmfFiles written =
      report::xdmf_of(data, numbers.filename().string(), reader, (none ? results : relative).string(), options.every);
  write_in_place(numbers, written.hdf5);
  write_in_place(output, written.xdmf);
  put("ParaView: {}, {} frames (keep {} and {} beside it)\n", output.string(), written.frames,
      numbers.filename().string(), results.filename().string());
  return 0;
}

}  // namespace swell::command
