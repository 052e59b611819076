// swell report: one offline page of results.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "commands.h"
#include "report.h"
#include "swell/base/error.h"
#include "swell/base/replace.h"
#include "swell/base/temporary_folder.h"
#include "swell/base/text.h"
#include "swell/batch/read_power.h"
#include "swell/bemio/plots.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/files.h"
#include "swell/report/report.h"

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the system's own, its type is given by POSIX
extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace swell::command {
namespace {

namespace fs = std::filesystem;

/// Where the page's script is: as the environment says, beside an installed command, or in the build folder.
fs::path assets_folder() {
  if (const char* given = std::getenv("SWELL_REPORT_ASSETS"); given != nullptr && *given != '\0') return given;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    fs::path installed = program.parent_path().parent_path() / "share/swell/report";
    if (fs::exists(installed / "page.html", error)) return installed;
  }
  return SWELL_REPORT_ASSETS;
}

/// Shows the page; a desktop without a browser is no fault of the run.
void show(const fs::path& page) {
  const std::string path = fs::absolute(page).string();
  const char* const arguments[] = {"xdg-open", path.c_str(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "xdg-open", nullptr, nullptr, const_cast<char* const*>(arguments), environ) != 0) {
    put(stderr, "warning: no browser was found (xdg-open); open {} yourself\n", path);
    return;
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) put(stderr, "warning: xdg-open did not show the page; open {} yourself\n", path);
}

}  // namespace

namespace {

fs::path page_of(const ReportCommand& options) {
  return options.output.empty() ? fs::path(options.files.front()).replace_extension(".html") : fs::path(options.output);
}

}  // namespace

void check_report(const ReportCommand& options) {
  const fs::path output = page_of(options);
  std::vector<model::InputFile> inputs;
  for (const std::string& file : options.files) inputs.push_back({file, file});
  model::check_output_file({"page", output, "choose another with -o", {}, {}}, inputs);
  check_replacement(output, replaceable_text("report of Swell", {R"(content="Swell report")"}), options.force);
}

namespace {

/// The page where no script is there: its plots are those of `swell plot` and `bemio plot`.
std::string still_page(const ReportCommand& options, const std::string& title, const std::string& data) {
  const TemporaryFolder folder("report");
  const fs::path drawn = folder.path() / "figure.svg";
  std::vector<std::string> figures;
  std::string note =
      "This page is still: its plots do not zoom and the device is not drawn. For the interactive page "
      "run `make report-assets` once, in the folder of Swell, and `swell report` again.";
  const auto draw = [&](const auto& make) {
    try {
      make();
      figures.push_back(file_bytes(drawn).value_or(""));
    } catch (const InputError& error) {  // no gnuplot, or nothing that moves
      note += std::string(" No figure: ") + error.diagnostics().front().message + ".";
    }
    std::error_code none;
    fs::remove(drawn, none);
  };
  if (batch::stored_kind(options.files.front(), Containment::child_process) == batch::Stored::hydro) {
    const hydro::HydroData hydro = hydro::read_bemio_h5(options.files.front(), Containment::child_process);
    bemio::PlotOptions plot;
    plot.density = hydro.density.value_or(plot.density);
    plot.gravity = hydro.gravity.value_or(plot.gravity);
    for (plot.body = 0; plot.body < hydro.bodies.size(); ++plot.body)
      draw([&] { figures::render(bemio::coefficient_figure({{title, &hydro}}, plot), drawn); });
  } else {
    PlotCommand plotted;
    plotted.files = options.files;
    plotted.output = drawn.string();
    plotted.quiet = true;
    draw([&] { plot(plotted); });
  }
  return report::still_page_of(title, data, figures, note);
}

}  // namespace

int write_report(const ReportCommand& options) {
  const fs::path first = options.files.front(), output = page_of(options);
  check_report(options);
  report::Request request;
  for (const std::string& file : options.files) request.files.emplace_back(file);
  request.case_file = options.case_file;
  const std::string data = report::data_of(request);
  const std::string title = first.stem().string();
  const std::optional<report::Assets> assets = report::read_assets(assets_folder());
  write_in_place(output, assets ? report::page_of(title, data, *assets) : still_page(options, title, data));
  std::error_code error;
  const auto size = fs::file_size(output, error);
  if (!options.quiet)
    put("Report: {}{}\n", output.string(),
        error ? "" : fmt::format(" ({})", with_prefix(static_cast<double>(size), "B")));
  if (!assets && !options.quiet) put("Still page: for the interactive one run `make report-assets` once\n");
  if (options.open) show(output);
  return 0;
}

namespace {

struct GltfOptions {
  std::string file, output, case_file;
  bool force = false;
};

int write_gltf(const GltfOptions& options) {
  const fs::path results = options.file;
  const fs::path output =
      options.output.empty() ? fs::path(results).replace_extension(".gltf") : fs::path(options.output);
  model::check_output_file({"scene", output, "choose another with -o", {}, {}}, {{options.file, results}});
  check_replacement(output,
                    replaceable_text("glTF file of Swell", {R"({"asset":{"version":"2.0","generator":"Swell")"}),
                    options.force);
  const std::string text = report::gltf_of(report::data_of({{results}, options.case_file}));
  write_in_place(output, text);
  put("Scene: {} ({})\n", output.string(), with_prefix(static_cast<double>(text.size()), "B"));
  return 0;
}

}  // namespace

void add_report_command(CLI::App& app, int& status) {
  CLI::App* gltf = app.add_subcommand(
      "gltf", "write the moving bodies of a results file as glTF, for ParaView, Blender and browsers");
  const auto scene = std::make_shared<GltfOptions>();
  gltf->add_option("results", scene->file, "results file of a run")->required();
  gltf->add_option("-o,--output", scene->output, "glTF file; default: <results>.gltf");
  gltf->add_option("--case", scene->case_file, "case file, whose folder has meshes and data, where it has moved");
  gltf->add_flag("--force", scene->force, "replace a file that is read-only or no glTF file of Swell");
  gltf->callback([scene, &status] { status = write_gltf(*scene); });

  CLI::App* command =
      app.add_subcommand("report", "write one offline page of results: plots, the device in 3-D, tables, heat maps");
  const auto options = std::make_shared<ReportCommand>();
  command
      ->add_option("results", options->files,
                   "results files of runs, laid over each other; or one study or one file of hydrodynamic data")
      ->required();
  command->add_option("-o,--output", options->output, "page (HTML); default: <first file>.html");
  command->add_option("--case", options->case_file, "case file, whose folder has meshes and data, where it has moved");
  command->add_flag("--open", options->open, "show it in the browser");
  command->add_flag("--force", options->force, "replace a file that is read-only or not a report of Swell");
  command->callback([options, &status] { status = write_report(*options); });
}

}  // namespace swell::command
