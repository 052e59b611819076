// Runs gnuplot: a folder of our own for its program, its messages and the picture, which is then moved to its name.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/base/replace.h"
#include "swell/base/temporary_folder.h"
#include "swell/base/text.h"
#include "swell/figures/figure.h"

namespace swell::figures {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& message, const std::string& remedy = {}) {
  throw InputError({path.string(), 0, 0, {}}, message, remedy);
}

/// Exit status of `gnuplot script`, 127 when it is not installed; its messages go to `messages`.
int run_gnuplot(const fs::path& script, const fs::path& messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::string program = "gnuplot", argument = script.string();
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 126;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

/// Whether the picture has its end: gnuplot does not look whether what it writes arrives.
bool is_whole(const fs::path& picture, const std::string& ending) {
  const std::string text = file_bytes(picture).value_or(""), mark = ending == ".svg"   ? "</svg>"
                                                                    : ending == ".png" ? "IEND"
                                                                                       : "%%EOF";
  constexpr std::size_t kTail = 32;
  return text.find(mark, text.size() - std::min(text.size(), kTail)) != std::string::npos;
}

}  // namespace

void check_path(const fs::path& path, bool force) {
  check_path(path);
  const std::string ending = extension_of(path);
  const std::string mark = ending == ".svg" ? "<svg" : ending == ".png" ? "\x89PNG" : "%PDF";
  check_replacement(path, replaceable_text(ending.substr(1) + " figure", {mark}), force);
}

void check_path(const std::filesystem::path& path) {
  const std::string ending = extension_of(path);
  if (ending != ".svg" && ending != ".png" && ending != ".pdf") {
    refuse(path, fmt::format("a figure ends in .svg, .png or .pdf, not '{}'", path.extension().string()),
           "name it figure.svg");
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) refuse(path, fmt::format("there is no folder {}", folder.string()));
}

void render(const Figure& figure, const std::filesystem::path& path) {
  check_path(path);
  const std::string ending = extension_of(path);
  if (figure.panels.empty()) refuse(path, "there is nothing to draw");
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      if (curve.x.size() != curve.y.size()) {
        refuse(path, fmt::format("curve {} of panel {} has {} x and {} y values", curve.label, panel.title,
                                 curve.x.size(), curve.y.size()));
      }
    }
    if (!panel.heat) continue;
    const HeatMap& heat = *panel.heat;
    if (heat.x.empty() || heat.y.empty() || heat.value.size() != heat.x.size() * heat.y.size()) {
      refuse(path, fmt::format("the heat map of panel {} has {} values for {} x {} cells", panel.title,
                               heat.value.size(), heat.y.size(), heat.x.size()));
    }
  }
  std::error_code error;
  const TemporaryFolder work("figure");
  const fs::path picture = work.path() / ("figure" + ending), script = work.path() / "figure.gp";
  write_whole(script, gnuplot_script(figure, picture));
  const fs::path messages = work.path() / "messages";
  const int status = run_gnuplot(script, messages);
  if (status == 127) {
    refuse(path, "gnuplot is not installed, and figures are drawn by it", "on Debian: apt-get install gnuplot-nox");
  }
  if (status != 0 || !fs::exists(picture, error) || fs::file_size(picture, error) == 0) {
    refuse(path, fmt::format("gnuplot could not draw the figure: {}", file_bytes(messages).value_or("")));
  }
  if (!is_whole(picture, ending)) {
    throw FailedWrite(fmt::format("{}: cannot be written: gnuplot made a part of it in {}; is the disk full?",
                                  path.string(), work.path().string()),
                      path);
  }
  // Beside the name first: a rename within a folder is at once, a copy from the temporary folder is not.
  const fs::path beside = writing_place(path);
  fs::copy_file(picture, beside, fs::copy_options::overwrite_existing, error);
  try {
    if (!error) put_in_place(beside, path);
  } catch (const fs::filesystem_error& failed) {
    error = failed.code();
  }
  if (error) {
    const std::string reason = error.message();
    fs::remove(beside, error);
    throw FailedWrite(fmt::format("{}: cannot be written: {}", path.string(), reason), path);
  }
}

}  // namespace swell::figures
