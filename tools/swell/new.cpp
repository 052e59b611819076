// swell new: a commented case to start from; swell run without a case: the only one in the folder.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>

#include "commands.h"
#include "finite_number.h"
#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/number.h"
#include "swell/base/replace.h"
#include "swell/base/text.h"
#include "swell/base/vector.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"

namespace swell::command {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string file, device = "cylinder", hydro, waves = "regular";
  bool sea = false;  ///< waves, height or period were given
  double height = 2.0, period = 8.0, radius = 5.0, draft = 5.0, damping = 1e5;
  bool force = false;
};

struct Bounds {
  double least, greatest;
};
constexpr Bounds kSize{0.01, 1000.0}, kHeight{1e-4, 100.0}, kPeriod{0.1, 1000.0}, kDamping{0.0, 1e15};

CLI::Validator within(const Bounds& bounds) { return number_between(bounds.least, bounds.greatest); }

using Refusal = std::function<std::string(const std::string& answer)>;  // what is wrong with it, or nothing

/// Asks on a terminal, until the answer is good; an empty one keeps what is there.
template <class T>
void ask(const char* question, T& value, const Refusal& refusal) {
  for (;;) {
    put("{} [{}]: ", question, value);
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line) || line.empty()) return;
    const std::string wrong = refusal(line);
    if (!wrong.empty()) {
      put("{}\n", wrong);
      continue;
    }
    if constexpr (std::is_same_v<T, std::string>)
      value = line;
    else
      value = parse_number(line).value_or(value);
    return;
  }
}
void ask(const char* question, double& value, const Bounds& bounds) {
  ask(question, value, [&](const std::string& answer) { return within(bounds)(answer); });
}

/// A path as YAML text, from the folder of the case.
std::string from_case(const fs::path& path, const fs::path& file) {
  std::string text = fs::proximate(fs::absolute(path), fs::absolute(file).parent_path()).string();
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.insert(at, 1, '\'');
  return "'" + text + "'";
}

/// Names and displaced volumes, one after the other.   @throws InputError of a file that cannot be read
std::string bodies_in(const std::string& file) {
  return run_contained({Origin{file, 0, 0, ""}, "HDF5"}, [&] {
    ByteWriter out;
    const hydro::HydroData data = hydro::read_bemio_h5(file);
    out.value<std::uint64_t>(data.bodies.size());
    for (const hydro::HydroBody& body : data.bodies) {
      out.text(body.name);
      out.value(body.displaced_volume);
    }
    return out.take();
  });
}

std::string bodies(const NewOptions& options, const fs::path& device) {
  // A solid cylinder of water's mass: m (3 r^2 + h^2) / 12 and m r^2 / 2.
  const double r = options.radius, h = options.draft, mass = 1000.0 * kPi * r * r * h;
  const double across = mass * (3.0 * r * r + h * h) / 12.0, along = 0.5 * mass * r * r;
  if (options.hydro.empty())
    return fmt::format(
        "  - name: buoy\n"
        "    hydro_data: {{file: {}, body: 1}}        # computed from the geometry of that file at first use\n"
        "    mass: equilibrium                       # water density times displaced volume; or a number [kg]\n"
        "    inertia: [{:.4g}, {:.4g}, {:.4g}]       # [kg m^2] Ixx, Iyy, Izz about the centre of gravity\n",
        from_case(device, options.file), across, across, along);
  const std::string names = bodies_in(options.hydro);
  ByteReader in(names);
  std::string text;
  const auto count = in.value<std::uint64_t>();
  for (std::uint64_t i = 1; i <= count; ++i) {
    std::string name = in.text();
    const double volume = in.value<double>();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '-'; }, '_');
    if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) name = fmt::format("body{}", i);
    const double inertia = 400.0 * std::pow(std::max(volume, 1e-3), 5.0 / 3.0);
    text += fmt::format(
        "  - name: {}\n    hydro_data: {{file: {}, body: {}}}\n    mass: equilibrium                       # water "
        "density times displaced volume; or a number [kg]\n"
        "    inertia: [{:.4g}, {:.4g}, {:.4g}]       # [kg m^2] a guess by the volume: give your own\n",
        name, from_case(options.hydro, options.file), i, inertia, inertia, inertia);
  }
  return text;
}

/// A name as a shell takes it: quoted where it needs it, and no option.
std::string in_shell(const std::string& path) {
  std::string name = path.front() == '-' ? "./" + path : path;
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c > 127 || std::string("._/+,=@%-").find(static_cast<char>(c)) != std::string::npos;
  });
  if (plain) return name;
  std::string out = "'";
  for (const char c : name) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The name stands in comments of the case, and the device's is longer.
void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 200;  // bytes; file systems take 255
  if (name.empty()) throw InputError({}, "the name of the case is empty", "name a file: swell new case.yaml");
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
    throw InputError({}, "the name of the case has a line feed or another control character", "choose another name");
  if (fs::path(name).filename().string().size() > kLongest)
    throw InputError({}, fmt::format("the name of the case has more than {} bytes", kLongest), "choose a shorter one");
}

/// Devices that are shipped cases: the word, and the case below inputs/.
constexpr std::pair<const char*, const char*> kShipped[] = {{"attenuator", "attenuator/regular.yaml"},
                                                            {"tethered-buoy", "submerged/regular.yaml"},
                                                            {"flap", "oswec/regular.yaml"},
                                                            {"array", "array/computed.yaml"},
                                                            {"barge", "barge/regular.yaml"},
                                                            {"water-column", "owc/regular.yaml"}};

std::vector<std::string> devices() {
  std::vector<std::string> words{"cylinder"};
  for (const auto& [word, file] : kShipped) words.emplace_back(word);
  return words;
}

/// A file of the installation, or of the source folder that this program was built from.
fs::path shipped_file(const std::string& installed, const std::string& in_source) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path file = program.parent_path().parent_path() / "share/swell" / installed;
  return !error && fs::exists(file, error) ? file : fs::path(SWELL_SOURCE) / in_source;
}

/// @throws InputError
std::string installed_text(const fs::path& file) {
  if (auto text = file_bytes(file)) return std::move(*text);
  throw InputError(Origin{file.string(), 0, 0, ""}, "this file of the installation is missing", "install Swell again");
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::string waves_line(const NewOptions& options) {
  return options.waves == "regular"
             ? fmt::format("waves: {{type: regular, height: {:g}, period: {:g}}}         # [m] crest to trough, [s]\n",
                           options.height, options.period)
             : fmt::format(
                   "waves: {{type: irregular, spectrum: jonswap, significant_height: {:g}, peak_period: {:g}, seed: "
                   "1}}   # [m], [s]\n",
                   options.height, options.period);
}

int done(const NewOptions& options, const fs::path& device) {
  put("Case: {}{}\nNext: swell check {}, swell run {}\n", options.file,
      device.empty() ? "" : ", with " + device.string(), in_shell(options.file), in_shell(options.file));
  return 0;
}

/// A shipped case under its new name, with the sea that was asked for, and its device file beside it.
int copy_shipped(const NewOptions& options, const std::string& shipped, const fs::path& device) {
  const fs::path source = shipped_file("inputs/" + shipped, "inputs/" + shipped);
  std::string text = installed_text(source);
  const bool two = text.find("device.yaml") != std::string::npos;
  if (two) {
    replace_all(text, "device.yaml", device.filename().string());
    std::string of_device = installed_text(source.parent_path() / "device.yaml");
    replace_all(of_device, "device.yaml", device.filename().string());
    write_in_place(device, editor_line("device-schema.json") + of_device);
  }
  const fs::path file = options.file;
  replace_all(text, source.stem().string() + ".results.h5", file.stem().string() + ".results.h5");
  replace_all(text, source.filename().string(), file.filename().string());
  if (options.sea) {
    const std::size_t at = text.find("\nwaves: ") + 1;
    text.replace(at, text.find('\n', at) + 1 - at, waves_line(options));
  }
  write_in_place(file, editor_line("case-schema.json") + text);
  return done(options, two ? device : fs::path());
}

int make(NewOptions options) {
  check_name(options.file);
  const bool asks = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && options.hydro.empty();
  if (asks)
    ask(fmt::format("Device: {}", fmt::join(devices(), ", ")).c_str(), options.device, [](const std::string& answer) {
      const auto all = devices();
      return std::find(all.begin(), all.end(), answer) != all.end() ? "" : fmt::format("{} is not one of them", answer);
    });
  const auto shipped = std::find_if(std::begin(kShipped), std::end(kShipped),
                                    [&](const auto& one) { return options.device == one.first; });
  if (asks && shipped == std::end(kShipped)) {
    ask("Hydrodynamic data (HDF5 of bemio), or - for a cylinder computed here", options.hydro = "-",
        [](const std::string& answer) -> std::string {
          try {
            if (answer != "-") bodies_in(answer);
            return {};
          } catch (const InputError& error) {
            return error.what();
          }
        });
    if (options.hydro == "-") {
      options.hydro.clear();
      ask("Radius of the cylinder [m]", options.radius, kSize);
      ask("Draught [m]", options.draft, kSize);
    }
    ask("Waves: regular or irregular", options.waves, [](const std::string& answer) {
      return answer == "regular" || answer == "irregular" ? ""
                                                          : fmt::format("{} is neither regular nor irregular", answer);
    });
    ask("Wave height [m]", options.height, kHeight);
    ask("Period [s]", options.period, kPeriod);
    ask("Damping of the PTO [N s/m]", options.damping, kDamping);
  }
  Diagnostics diagnostics;
  const fs::path file = options.file, device = fs::path(file).replace_extension(".device.yaml");
  // A case is made to be edited: none is replaced unasked.
  const Replaceable kind{"empty file", [](const fs::path&) { return false; }, "swell new NAME"};
  std::vector<model::InputFile> inputs;
  if (!options.hydro.empty()) inputs.push_back({options.hydro, options.hydro});
  model::check_output_file({"case", file, "choose another name", {}, {}}, inputs);
  check_replacement(file, kind, options.force, diagnostics);
  if (options.hydro.empty()) check_replacement(device, kind, options.force, diagnostics);
  diagnostics.throw_if_errors();
  if (shipped != std::end(kShipped)) return copy_shipped(options, shipped->second, device);
  const std::string list = bodies(options, device);
  const std::size_t begin = list.find("name: ") + 6;
  const std::string first = list.substr(begin, list.find('\n') - begin);
  std::string text = editor_line("case-schema.json");
  text += fmt::format(
      "# Made by swell new. Check it with `swell check {0}`, run it with `swell run {0} --report`.\n"
      "simulation: {{duration: {1:g}, time_step: {2:g}, ramp: {3:g}}}     # [s]; the ramp lets the waves grow\n"
      "environment: {{water_density: 1000, gravity: 9.81}}         # depth: [m] comes from the hydrodynamic data\n",
      in_shell(file.filename().string()), std::max(100.0, 30.0 * options.period),
      std::round(options.period * 10.0) / 1000.0, 5.0 * options.period);
  text += waves_line(options);
  text += "bodies:\n" + list;
  text += fmt::format(
      "ptos:                                       # the force on the follower is -damping v - stiffness x\n"
      "  - {{name: PTO, type: translational, base: world, follower: {}, location: [0, 0, 0], damping: {:g}}}\n"
      "# moorings: see docs/moorings.md; joints: docs/joints.md; controllers: docs/components.md; every key: "
      "docs/case-file.md\n",
      first, options.damping);
  const std::string device_text =
      editor_line("device-schema.json") +
      fmt::format(
          "# Geometry of {0}: swell bem computes its hydrodynamics (docs/boundary-elements.md)\n"
          "environment: {{depth: infinite, water_density: 1000, gravity: 9.81}}\nfrequencies: {{from: 0.1, to: "
          "{1:.4g}, "
          "count: 30}}    "
          " "
          "   # [rad/s]\nheadings: [0]\n"
          "bodies:\n  - name: buoy\n    geometry: {{shape: revolution, profile: [[0, -{2:g}], [{3:g}, -{2:g}], [{3:g}, "
          "{4:g}]]}}   # [m] radius, height\n    center_of_gravity: [0, 0, {5:g}]\n",
          file.filename().string(), std::max(3.0, 4.0 * 6.2832 / options.period), options.draft, options.radius,
          0.5 * options.draft, -0.5 * options.draft);
  if (options.hydro.empty()) write_in_place(device, device_text);
  write_in_place(file, text);
  return done(options, options.hydro.empty() ? device : fs::path());
}

}  // namespace

std::string editor_line(const std::string& schema) {
  return fmt::format("# yaml-language-server: $schema={}\n", shipped_file(schema, "docs/" + schema).string());
}

std::string only_case() {
  std::vector<std::string> cases;
  for (const fs::directory_entry& entry : fs::directory_iterator(".")) {
    std::error_code error;
    const std::string extension = entry.path().extension().string();
    if ((extension != ".yaml" && extension != ".yml") || !entry.is_regular_file(error)) continue;
    try {  // a case has a simulation; studies, devices and others have not
      if (model::read_yaml_file(entry.path(), model::kCaseFile).find("simulation") != nullptr)
        cases.push_back(entry.path().filename().string());
    } catch (const InputError&) {
    }
  }
  std::sort(cases.begin(), cases.end());
  if (cases.size() == 1) return cases.front();
  if (cases.empty())
    throw InputError({}, "no case was given, and the folder has none",
                     "swell run case.yaml, or swell new to begin one");
  throw InputError({},
                   fmt::format("no case was given, and the folder has {}: {}", cases.size(), fmt::join(cases, ", ")),
                   "name one of them");
}

void add_new_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("new", "write a commented case to start from; asks on a terminal");
  const auto options = std::make_shared<NewOptions>();
  options->file = "case.yaml";
  CLI::Option* name = command->add_option("case", options->file, "case file to write")->capture_default_str();
  command->add_option("-o,--output", options->file, "the same, as other commands name what they write")->excludes(name);
  CLI::Option* device = command->add_option("--device", options->device, "device to start from")
                            ->check(CLI::IsMember(devices()))
                            ->capture_default_str();
  command
      ->add_option("--hydro", options->hydro,
                   "hydrodynamic data (HDF5 of bemio); without: a cylinder, computed from its geometry")
      ->excludes(device);
  command->add_option("--radius", options->radius, "of the cylinder [m]")
      ->check(within(kSize))
      ->capture_default_str()
      ->excludes(device);
  command->add_option("--draft", options->draft, "of the cylinder [m]")
      ->check(within(kSize))
      ->capture_default_str()
      ->excludes(device);
  CLI::Option* waves = command->add_option("--waves", options->waves, "regular or irregular")
                           ->check(CLI::IsMember({"regular", "irregular"}))
                           ->capture_default_str();
  CLI::Option* height =
      command->add_option("--height", options->height, "of the waves [m], significant where irregular")
          ->check(within(kHeight))
          ->capture_default_str();
  CLI::Option* period =
      command->add_option("--period", options->period, "of the waves [s], of the peak where irregular")
          ->check(within(kPeriod))
          ->capture_default_str();
  command->add_option("--damping", options->damping, "of the PTO [N s/m]")
      ->check(within(kDamping))
      ->capture_default_str()
      ->excludes(device);
  command->add_flag("--force", options->force, "replace a file that is read-only or was not made by swell new");
  command->callback([options, waves, height, period, &status] {
    options->sea = waves->count() + height->count() + period->count() > 0;
    status = make(*options);
  });
}

}  // namespace swell::command
