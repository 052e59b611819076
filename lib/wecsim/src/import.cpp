#include "swell/wecsim/import.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "hydro_sources.h"
#include "importer.h"
#include "pto_sim.h"
#include "swell/base/vector.h"

namespace swell::wecsim {
namespace {

using Kind = ReportLine::Kind;
using DrawnKind = DrawnBlock::Kind;

// The file, in any case of letters where the name alone differs: cases come from Windows.
std::filesystem::path any_case(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return path;
  const auto lower = [](std::string s) {
    for (char& c : s) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
  };
  std::error_code ignored;
  const auto folder = path.parent_path().empty() ? std::filesystem::path(".") : path.parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (lower(entry.path().filename().string()) == lower(path.filename().string()))
      return folder / entry.path().filename();
  }
  return path;
}

struct Importer {
  std::filesystem::path folder;
  const ImportOptions& options;
  Imported out;
  std::filesystem::path file;
  MatlabWorkspace workspace;
  Inputs in;
  SlxModel model;
  Topology drawn;
  CaseText text;
  double step = 0.1;
  std::map<int, std::vector<int>> bodies_on;  // net -> numbers of its bodies
  std::map<int, std::string> body_names;
  std::map<std::string, std::string> joint_names;  // pto(1) -> name
  std::set<std::string> names;
  std::vector<std::string> joint_text[2];

  Importer(std::filesystem::path f, const ImportOptions& o)
      : folder(std::move(f)),
        options(o),
        file(input_file(folder)),
        workspace(folder, o.containment),
        in(workspace, file, out.report) {}

  void taken(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::taken, t, o}); }
  void decided(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::decided, t, o}); }
  void lost(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::lost, t, o}); }
  Origin drawing(const std::string& block) const { return {model.file.string(), 0, 0, block}; }
  std::string model_name() const { return model.file.filename().string(); }

  std::string unique(const std::string& wanted) {
    const std::string base = plain_name(wanted);
    std::string name = base;
    for (int i = 2; name == "world" || name == "sea" || !names.insert(name).second; ++i)
      name = fmt::format("{}_{}", base, i);
    return name;
  }
  std::string relative(const std::filesystem::path& path) const {
    const auto base = std::filesystem::absolute(options.output).parent_path();
    const auto r = std::filesystem::absolute(path).lexically_normal().lexically_relative(base.lexically_normal());
    return yaml_text(r.empty() ? std::filesystem::absolute(path).lexically_normal().string() : r.string());
  }
  std::filesystem::path in_folder(std::string name) const {
    std::replace(name.begin(), name.end(), '\\', '/');
    return any_case(folder / name);
  }
  std::filesystem::path beside(const std::string& ending) const {
    return options.output.parent_path() / (options.output.stem().string() + ending);
  }

  Imported run() {
    for (const auto& d : options.defines)
      workspace.set(d.first, workspace.evaluate(d.second, Origin{"--define", 0, 0, d.first}));
    workspace.tolerate(true);
    workspace.run_file(file);
    workspace.tolerate(false);
    for (const Diagnostic& d : workspace.failed())
      lost(fmt::format("a line of the script's own could not be evaluated: {}", d.message), d.origin);
    if (in.count("simu") == 0)
      throw InputError(Origin{file.string(), 0, 0, {}}, "no object simu of simulationClass is made",
                       "is this WEC-Sim's input file?");
    std::string name = in.text("simu", 1, "simMechanicsFile");
    if (name.empty() || name == "NOT DEFINED")
      throw InputError(Origin{file.string(), 0, 0, {}}, "simu.simMechanicsFile names no model", "name the .slx");
    std::filesystem::path path = in_folder(name);
    if (path.extension().empty()) path = any_case(path.string() + ".slx");
    if (!std::filesystem::exists(path))
      throw InputError(in.origin("simu", 1, "simMechanicsFile"),
                       fmt::format("the model {} does not exist", path.string()), "put the .slx there");
    if (path.extension() == ".mdl" || path.extension() == ".MDL")
      throw InputError(in.origin("simu", 1, "simMechanicsFile"),
                       fmt::format("{} is a model of before R2012a", path.string()), "save it as .slx in Simulink");
    model = read_slx(path);
    for (const std::string& s : workspace.skipped()) decided(s);
    drawn = topology_of(model, [&](const std::string& t) { return number_of(t); });
    for (const std::string& n : drawn.notes) decided(n, Origin{model.file.string(), 0, 0, {}});
    step = in.number("simu", 1, "dt", 0.1);
    place_bodies();
    title();
    simulation();
    environment();
    waves();
    hydrodynamics();
    bodies();
    joints();
    moorings();
    controls();
    output();
    conditions();
    foreign();
    in.report_unused();
    for (const char* script : {"userDefinedFunctions.m", "userDefinedFunctionsMCR.m"}) {
      if (std::filesystem::exists(folder / script))
        decided(fmt::format("{} runs after WEC-Sim's simulation and is not taken over: read the results file in Python",
                            script),
                Origin{(folder / script).string(), 0, 0, {}});
    }
    out.yaml = text.text();
    return std::move(out);
  }

  int number_of(const std::string& t) {
    const std::size_t open = t.find('(');
    if (open == std::string::npos) return t.empty() ? 0 : 1;  // a single object: pto
    const std::size_t close = t.find(')', open);
    if (close == std::string::npos) return 0;
    const std::string inner = t.substr(open + 1, close - open - 1);
    char* end = nullptr;
    const long n = std::strtol(inner.c_str(), &end, 10);
    if (end != inner.c_str() && *end == '\0') return n >= 1 && n < 1000000 ? static_cast<int>(n) : 0;
    try {
      const MatlabValue v = workspace.evaluate(inner, drawing(t));
      return v.is_numbers() && v.size() == 1 && v.numbers[0] >= 1.0 && v.numbers[0] < 1e6
                 ? static_cast<int>(v.numbers[0])
                 : 0;
    } catch (const InputError&) {
      return 0;
    }
  }

  // Fixed constraints with no body on one side are only another name for the same frame: every port carries the frame
  // of the world's origin, so that nothing moves when the two nets become one (reference: connection frames of
  // WEC-Sim).
  void place_bodies() {
    const auto bodies_of = [&](int net) {
      std::size_t n = 0;
      for (const DrawnBlock& d : drawn.blocks) n += d.kind == DrawnKind::body && d.follower == net ? 1 : 0;
      return n;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (DrawnBlock& d : drawn.blocks) {
        if (d.kind != DrawnKind::joint || d.type != "fixed" || d.base == d.follower) continue;
        const bool base_empty = bodies_of(d.base) == 0, follower_empty = bodies_of(d.follower) == 0;
        if (!base_empty && !follower_empty) continue;
        if ((base_empty && drawn.ground.count(d.base) != 0 && !follower_empty) ||
            (follower_empty && drawn.ground.count(d.follower) != 0 && !base_empty))
          continue;
        const int keep = d.base, gone = d.follower;
        if (drawn.ground.erase(gone) != 0) drawn.ground.insert(keep);
        for (DrawnBlock& other : drawn.blocks) {
          if (other.base == gone) other.base = keep;
          if (other.follower == gone) other.follower = keep;
        }
        in.use(d.object, d.number, "");
        decided(
            fmt::format("{}: a fixed constraint to a frame without a body; the frame is taken as what it is fixed to",
                        d.block->path),
            drawing(d.block->path));
        changed = true;
      }
    }
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind != DrawnKind::body) continue;
      if (!in.has("body", d.number)) {
        lost(fmt::format("{}: body({}) of the model is not made by the input file", d.block->path, d.number),
             drawing(d.block->path));
        continue;
      }
      if (body_names.count(d.number) != 0) {
        lost(fmt::format("{}: body({}) stands in the model more than once; the first counts", d.block->path, d.number),
             drawing(d.block->path));
        continue;
      }
      std::string name = in.text("body", d.number, "name");
      if (name.empty())
        name = d.block->name.rfind("Rigid Body", 0) == 0 || d.block->name.rfind("Flex Body", 0) == 0 ||
                       d.block->name == "Body"
                   ? ""
                   : d.block->name;
      if (name.empty()) {
        const std::string data = h5_of(d.number);
        name = fmt::format("body{}", d.number);
        (void)data;
      }
      body_names[d.number] = unique(name);
      bodies_on[d.follower].push_back(d.number);
    }
    for (int b = 1; b <= in.count("body"); ++b) {
      if (body_names.count(b) == 0) {
        in.use("body", b, "");
        lost(fmt::format("body({}) is in no block of the model and is left out", b), in.origin("body", b, "h5File"));
      }
    }
  }

  std::string h5_of(int b) {
    const MatlabValue* v = in.get("body", b, "h5File");
    if (v == nullptr) return {};
    if (v->is_text()) return v->text;
    if (v->kind == MatlabValue::Kind::cells && !v->cells.empty() && v->cells[0].is_text()) return v->cells[0].text;
    return {};
  }
  bool is_hydro(int b) { return in.number("body", b, "nonHydro", 0.0) == 0.0 && !h5_of(b).empty(); }

  void title() {
    text.comment(fmt::format("WEC-Sim's case {}, from {} and {}{}.",
                             std::filesystem::weakly_canonical(folder).filename().string(), file.filename().string(),
                             model_name(), model.release.empty() ? "" : " (" + model.release + ")"));
    text.comment("Written by `swell import wec-sim`; behind each value stands where it came from.");
  }

  void simulation() {
    const double start = in.number("simu", 1, "startTime", 0.0);
    const auto end = in.numbers("simu", 1, "endTime");
    if (end.empty())
      throw InputError(Origin{file.string(), 0, 0, {}}, "simu.endTime is not set", "WEC-Sim has no default for it");
    text.section("simulation");
    text.key(1, "duration", yaml_number(end[0] - start), in.from("simu", 1, "endTime"));
    text.key(1, "time_step", yaml_number(step), in.from("simu", 1, "dt"));
    if (start != 0.0) text.key(1, "start", yaml_number(start), in.from("simu", 1, "startTime"));
    const double ramp = in.number("simu", 1, "rampTime", 100.0);
    if (ramp > 0.0) text.key(1, "ramp", yaml_number(ramp), in.from("simu", 1, "rampTime"));
    const std::string solver = in.text("simu", 1, "solver");
    static const std::map<std::string, std::string> integrators{
        {"ode4", "rk4"},        {"ode1", "rk4"},        {"ode2", "rk4"},        {"ode3", "rk4"},
        {"ode5", "rk4"},        {"ode8", "rk4"},        {"ode45", "dopri5"},    {"ode23", "dopri5"},
        {"ode113", "dopri5"},   {"ode23t", "implicit"}, {"ode23s", "implicit"}, {"ode23tb", "implicit"},
        {"ode15s", "implicit"}, {"ode14x", "implicit"}, {"daessc", "implicit"}};
    const auto found = integrators.find(solver);
    std::string integrator = found == integrators.end() ? "rk4" : found->second;
    if (found == integrators.end())
      lost(fmt::format("simu.solver = {} is unknown here; rk4 is taken", solver), in.origin("simu", 1, "solver"));
    if (integrator != "rk4" && !options.best) {
      // WEC-Sim's delayed acceleration is a law of fixed steps
      decided(
          fmt::format("simu.solver = {} with WEC-Sim's delayed added mass: Swell takes fixed steps of simu.dt (rk4)",
                      solver),
          in.origin("simu", 1, "solver"));
      integrator = "rk4";
    } else if (solver != "ode4" && integrator == "rk4") {
      decided(fmt::format("simu.solver = {}: rk4 with the same step", solver), in.origin("simu", 1, "solver"));
    }
    if (integrator != "rk4" || in.set("simu", 1, "solver"))
      text.key(1, "integrator", integrator, in.from("simu", 1, "solver"));
    if (!options.best)
      text.key(1, "reproduce", "wec-sim",
               "WEC-Sim's numerical choices; take the line out for Swell's (docs/choices.md)");
    taken("simulation: duration, step, ramp, integrator", in.origin("simu", 1, "endTime"));
  }

  void environment() {
    const double rho = in.number("simu", 1, "rho", 1000.0), g = in.number("simu", 1, "gravity", 9.81);
    text.section("environment");
    text.key(1, "water_density", yaml_number(rho), in.from("simu", 1, "rho"));
    text.key(1, "gravity", yaml_number(g), in.from("simu", 1, "gravity"));
    const auto depth = in.numbers("waves", 1, "waterDepth");
    if (!depth.empty())
      text.key(1, "depth", std::isinf(depth[0]) ? "infinite" : yaml_number(depth[0]),
               in.from("waves", 1, "waterDepth"));
    const int option = static_cast<int>(in.number("waves", 1, "current.option", 3.0));
    in.use("waves", 1, "current");
    if (option >= 0 && option <= 2) {
      static const std::array<const char*, 3> profiles{"uniform", "power-law", "linear"};
      text.heading(1, "current", in.from("waves", 1, "current.option"));
      text.key(2, "profile", profiles[static_cast<std::size_t>(option)]);
      text.key(2, "speed", yaml_number(in.number("waves", 1, "current.speed", 0.0)));
      text.key(2, "direction", yaml_number(in.number("waves", 1, "current.direction", 0.0)));
      const double current_depth = in.number("waves", 1, "current.depth", 0.0);
      if (option > 0 && current_depth > 0.0) text.key(2, "depth", yaml_number(current_depth));
    }
    const MatlabValue* marker = in.get("waves", 1, "marker.location");
    if (marker != nullptr && marker->is_numbers() && marker->columns >= 2) {
      std::string list = "[";
      for (std::size_t r = 0; r < marker->rows && r < 1000; ++r)
        list += fmt::format("{}{{x: {}, y: {}}}", r > 0 ? ", " : "", yaml_number(marker->at(r, 0)),
                            yaml_number(marker->at(r, 1)));
      text.key(1, "gauges", list + "]", in.from("waves", 1, "marker.location"));
    }
    for (int w = 2; w <= in.count("waves"); ++w) {
      in.use("waves", w, "marker");
      in.use("waves", w, "current");
    }
  }

  std::string wave_type(int w) { return in.text("waves", w, "type"); }
  bool constant_radiation() {
    const std::string t = wave_type(1);
    return t == "regular" || t == "noWave";
  }

  // The first of a vector that makes several conditions; the rest is the study's.
  double first(const std::string& object, int i, const std::string& path, double otherwise) {
    return in.number(object, i, path, otherwise);
  }

  void waves() {
    const int count = in.count("waves");
    if (count == 0)
      throw InputError(Origin{file.string(), 0, 0, {}}, "no object waves of waveClass is made",
                       "waves = waveClass('regular')");
    text.section("waves");
    for (int w = 1; w <= count; ++w) wave(w, count);
    taken(fmt::format("{} sea{} of type {}", count, count > 1 ? "s" : "", wave_type(1)), in.origin("waves", 1, "type"));
  }

  void wave(int w, int count) {
    const std::string type = wave_type(w);
    const auto from = [&](const char* path) { return in.from("waves", w, path); };
    bool item = count > 1;
    const int level = count > 1 ? 2 : 1;
    const auto put = [&](const std::string& key, const std::string& value, const std::string& comment = {}) {
      text.key(level, key, value, comment, item);
      item = false;
    };
    const auto direction = in.numbers("waves", w, "direction");
    const auto spread = in.numbers("waves", w, "spread");
    const auto put_direction = [&](bool several) {
      if (several && direction.size() > 1) {
        put("direction", yaml_list(direction), from("direction"));
        put("spread", yaml_list(spread), from("spread"));
      } else if (!direction.empty() && direction[0] != 0.0) {
        put("direction", yaml_number(direction[0]), from("direction"));
      }
    };
    const auto put_seed = [&] {
      const double seed = in.number("waves", w, "phaseSeed", 0.0);
      if (seed >= 1.0) {
        put("seed", yaml_number(std::round(seed)), from("phaseSeed"));
        if (seed != std::round(seed))
          decided(fmt::format("waves.phaseSeed = {:g} is no whole number: {:g} is taken", seed, std::round(seed)),
                  in.origin("waves", w, "phaseSeed"));
      } else {
        put("seed", yaml_number(static_cast<double>(w)),
            "phaseSeed 0 draws other phases in every run of WEC-Sim; here they stay");
        decided("phaseSeed 0 draws other phases in every run of WEC-Sim; here one seed stays",
                in.origin("waves", w, "phaseSeed"));
      }
    };
    const double height = first("waves", w, "height", 0.0), period = first("waves", w, "period", 0.0);
    const std::string where = fmt::format("waveClass('{}')", type);
    if (type == "noWave" || type == "noWaveCIC" ||
        ((type == "regular" || type == "regularCIC" || type == "irregular") && height == 0.0)) {
      put("type", "none", where);
      if (type != "noWave" && type != "noWaveCIC")
        decided(fmt::format("waves of height 0: still water"), in.origin("waves", w, "height"));
      if (period > 0.0 && (type == "noWave" || type == "regular")) put("period", yaml_number(period), from("period"));
      for (const char* p : {"direction", "spread", "phaseSeed", "spectrumType", "gamma", "bem"}) in.use("waves", w, p);
    } else if (type == "regular" || type == "regularCIC") {
      put("type", "regular", where);
      put("height", yaml_number(height), from("height"));
      put("period", yaml_number(period), from("period"));
      put_direction(false);
      in.use("waves", w, "phaseSeed");
    } else if (type == "irregular") {
      put("type", "irregular", where);
      const std::string spectrum = in.text("waves", w, "spectrumType");
      if (spectrum != "PM" && spectrum != "JS")
        lost(fmt::format("waves.spectrumType = {} is none of PM and JS; PM is taken", spectrum),
             in.origin("waves", w, "spectrumType"));
      put("spectrum", spectrum == "JS" ? "jonswap" : "pierson-moskowitz", from("spectrumType"));
      put("significant_height", yaml_number(height), from("height"));
      put("peak_period", yaml_number(period), from("period"));
      const auto gamma = in.numbers("waves", w, "gamma");
      if (spectrum == "JS") put("gamma", gamma.empty() ? "auto" : yaml_number(gamma[0]), from("gamma"));
      put_direction(true);
      put_seed();
      const std::string bins = in.text("waves", w, "bem.option");
      const auto bin_count = in.numbers("waves", w, "bem.count"), range = in.numbers("waves", w, "bem.range");
      if ((bins == "Traditional" && !options.best) || !bin_count.empty() || range.size() == 2) {
        text.heading(level, "bins", from("bem.option"));
        if (bins == "Traditional") text.key(level + 1, "method", "traditional");
        if (!bin_count.empty()) text.key(level + 1, "count", yaml_number(bin_count[0]), from("bem.count"));
        if (range.size() == 2) text.key(level + 1, "range", yaml_list(range), from("bem.range"));
      }
    } else if (type == "spectrumImport" || type == "elevationImport" || type == "spectrumImportFullDir") {
      const bool elevation = type == "elevationImport";
      const char* property = elevation ? "elevationFile" : "spectrumFile";
      put("type",
          elevation                  ? "imported-elevation"
          : type == "spectrumImport" ? "imported-spectrum"
                                     : "directional-spectrum",
          where);
      std::string name = in.text("waves", w, property);
      if (name.empty() || name == "NOT DEFINED") name = condition_file(property);
      std::filesystem::path path = in_folder(name);
      if (path.extension().empty() && !std::filesystem::exists(path)) path = any_case(path.string() + ".mat");
      if (!std::filesystem::exists(path))
        lost(fmt::format("the file {} of waves.{} does not exist", path.string(), property),
             in.origin("waves", w, property));
      put("file", relative(type == "spectrumImportFullDir" ? directional(path, w) : path), from(property));
      if (elevation)
        put("method", options.best ? "components" : "excitation-kernel",
            "WEC-Sim convolves the record with the excitation kernel");
      if (type != "spectrumImportFullDir") put_direction(!elevation);
      if (!elevation) put_seed();
      for (const char* p : {"height", "period", "phaseSeed", "spectrumType", "bem", "spread"}) in.use("waves", w, p);
    } else {
      throw InputError(in.origin("waves", w, "type"), fmt::format("waveClass('{}') is no type of wave", type),
                       "noWave, noWaveCIC, regular, regularCIC, irregular, spectrumImport, spectrumImportFullDir or "
                       "elevationImport");
    }
  }

  // A full directional spectrum is a struct in the .mat; here it is a table.
  std::filesystem::path directional(const std::filesystem::path& path, int w) {
    MatlabWorkspace other(folder, options.containment);
    other.set("name", MatlabValue::words(path.string()));
    const MatlabValue all = other.evaluate("load(name)", in.origin("waves", w, "spectrumFile"));
    MatlabValue s = all;
    if (all.field("frequencies") == nullptr && !all.elements.empty() && !all.elements[0].empty())
      s = all.elements[0].begin()->second;
    const MatlabValue *f = s.field("frequencies"), *d = s.field("directions"), *e = s.field("spectrum"),
                      *p = s.field("spread");
    if (f == nullptr || d == nullptr || e == nullptr || p == nullptr || p->rows != f->size() ||
        p->columns != d->size() || e->size() != f->size())
      throw InputError(
          Origin{path.string(), 0, 0, {}},
          "the file holds no struct with frequencies, directions, spectrum and spread that fit each other");
    std::string table = "0";
    for (const double x : d->numbers) table += fmt::format(" {}", x);
    for (std::size_t i = 0; i < f->size(); ++i) {
      table += fmt::format("\n{}", f->numbers[i]);
      for (std::size_t j = 0; j < d->size(); ++j) table += fmt::format(" {}", e->numbers[i] * p->at(i, j));
    }
    out.files.push_back({beside("-spectrum.txt"), table + "\n"});
    return out.files.back().path;
  }

  void hydrodynamics() {
    const bool state_space = in.number("simu", 1, "stateSpace", 0.0) == 1.0,
               fir = in.number("simu", 1, "FIR", 0.0) == 1.0;
    const auto end = in.numbers("simu", 1, "cicEndTime"), cic = in.numbers("simu", 1, "cicDt");
    text.section("hydrodynamics");
    const bool constant = constant_radiation();
    if (!(options.best && constant)) {
      text.key(1, "radiation",
               constant      ? "constant"
               : state_space ? "state-space"
                             : "convolution",
               constant ? fmt::format("waveClass('{}')", wave_type(1))
                        : in.from("simu", 1, state_space ? "stateSpace" : "cicEndTime"));
      if (fir && !constant) decided("simu.FIR = 1: the same convolution", in.origin("simu", 1, "FIR"));
    }
    if (!constant && !state_space && !options.best) {
      text.heading(1, "convolution");
      text.key(2, "duration", yaml_number(end.empty() ? 60.0 : end[0]), in.from("simu", 1, "cicEndTime"));
      if (!cic.empty() && cic[0] > step) text.key(2, "time_step", yaml_number(cic[0]), in.from("simu", 1, "cicDt"));
    }
    text.key(1, "body_to_body", in.number("simu", 1, "b2b", 0.0) == 1.0 ? "true" : "false", in.from("simu", 1, "b2b"));
    int drift = 0, second = 0;
    for (const auto& b : body_names) {
      drift = std::max(drift, static_cast<int>(in.number("body", b.first, "meanDrift", 0.0)));
      second = std::max(second, static_cast<int>(in.number("body", b.first, "QTFs", 0.0)));
    }
    if (drift >= 1 && drift <= 3 && second == 0) {
      static const std::array<const char*, 4> ways{"none", "control-surface", "momentum", "pressure"};
      text.key(1, "mean_drift", ways[static_cast<std::size_t>(drift)], "body.meanDrift");
    }
    if (second > 0) text.key(1, "second_order", second == 1 ? "full" : "standing", "body.QTFs");
  }

  static std::string matrix(const MatlabValue& m, std::size_t n = 6) {
    bool diagonal = true;
    for (std::size_t r = 0; r < n && r < m.rows; ++r) {
      for (std::size_t c = 0; c < n && c < m.columns; ++c) diagonal = diagonal && (r == c || m.at(r, c) == 0.0);
    }
    if (m.rows < n || m.columns < n)
      return yaml_list(std::vector<double>(
          m.numbers.begin(), m.numbers.begin() + static_cast<std::ptrdiff_t>(std::min(n, m.numbers.size()))));
    if (diagonal) {
      std::vector<double> d;
      for (std::size_t r = 0; r < n; ++r) d.push_back(m.at(r, r));
      return yaml_list(d);
    }
    std::string rows = "[";
    for (std::size_t r = 0; r < n; ++r) {
      std::vector<double> row;
      for (std::size_t c = 0; c < n; ++c) row.push_back(m.at(r, c));
      rows += (r > 0 ? ", " : "") + yaml_list(row);
    }
    return rows + "]";
  }
  static bool nonzero(const MatlabValue* v) {
    return v != nullptr && v->is_numbers() &&
           std::any_of(v->numbers.begin(), v->numbers.end(), [](double x) { return x != 0.0; });
  }

  void bodies() {
    text.section("bodies");
    int hydro_number = 0;
    // the number in the .h5 is that in the input file: body(2) is body 2 of its file (WEC-Sim checks body_number)
    for (const auto& b : body_names) body(b.first, hydro_number);
  }

  void body(int b, int&) {
    const auto from = [&](const char* path) { return in.from("body", b, path); };
    const DrawnBlock* block = drawn.find("body", b);
    text.key(2, "name", body_names[b], fmt::format("body({}), {}: {}", b, model_name(), block->block->path), true);
    const bool hydro = is_hydro(b);
    double volume = in.number("body", b, "volume", 0.0);
    if (hydro) {
      hydro_data(b);
      if (in.set("body", b, "centerGravity") || in.set("body", b, "centerBuoyancy") || in.set("body", b, "volume"))
        decided(fmt::format("body({}): WEC-Sim takes centre of gravity, centre of buoyancy and volume from the hydro "
                            "data, whatever the input file says",
                            b),
                in.origin("body", b, "centerGravity"));
      in.use("body", b, "centerGravity");
      in.use("body", b, "centerBuoyancy");
      in.use("body", b, "volume");
    }
    const MatlabValue* mass = in.get("body", b, "mass");
    if (mass != nullptr && mass->is_text() && (hydro || volume <= 0.0))
      text.key(2, "mass", "equilibrium", from("mass"));
    else if (mass != nullptr && mass->is_text())
      text.key(2, "mass", yaml_number(volume * in.number("simu", 1, "rho", 1000.0)), from("mass") + ": rho x volume");
    else
      text.key(2, "mass", yaml_number(in.number("body", b, "mass", 0.0)), from("mass"));
    auto inertia = in.numbers("body", b, "inertia");
    inertia.resize(3, 0.0);
    const double largest = *std::max_element(inertia.begin(), inertia.end());
    bool filled = false;
    for (double& i : inertia) {
      if (i > 0.0) continue;
      i = largest > 0.0 ? largest : 1.0;
      filled = true;
    }
    text.key(2, "inertia", yaml_list(inertia), from("inertia"));
    if (filled)
      decided(fmt::format("body({}).inertia has a zero: the largest of the three stands in its place; a joint keeps "
                          "the body from turning so, or WEC-Sim would not run",
                          b),
              in.origin("body", b, "inertia"));
    const auto products = in.numbers("body", b, "inertiaProducts");
    if (products.size() == 3 && (products[0] != 0.0 || products[1] != 0.0 || products[2] != 0.0))
      text.key(2, "inertia_products", yaml_list(products), from("inertiaProducts"));
    if (!hydro) {
      auto cg = in.numbers("body", b, "centerGravity"), cb = in.numbers("body", b, "centerBuoyancy");
      cg.resize(3, 0.0);
      if (cb.empty()) cb = cg;
      cb.resize(3, 0.0);
      text.key(2, "center_of_gravity", yaml_list(cg), from("centerGravity"));
      text.key(2, "center_of_buoyancy", yaml_list(cb), from("centerBuoyancy"));
      text.key(2, "volume", yaml_number(volume), from("volume"));
    }
    const int nonlinear = static_cast<int>(in.number("body", b, "nonlinearHydro", 0.0));
    if (nonlinear > 0) {
      const std::filesystem::path stl = in_folder(in.text("body", b, "geometryFile"));
      if (!std::filesystem::exists(stl))
        lost(fmt::format("the geometry {} of body({}) does not exist", stl.string(), b),
             in.origin("body", b, "geometryFile"));
      text.key(2, "geometry", relative(stl), from("geometryFile"));
      text.key(2, "nonlinear_hydro", nonlinear == 1 ? "mean" : "instantaneous", from("nonlinearHydro"));
    }
    if (in.number("body", b, "yaw.option", 0.0) == 1.0)
      text.key(2, "passive_yaw", yaml_number(in.number("body", b, "yaw.threshold", 1.0)), from("yaw.threshold"));
    in.use("body", b, "yaw");
    if (in.number("body", b, "largeXYDisplacement.option", 0.0) == 1.0)
      text.key(2, "large_horizontal_motion", "true", from("largeXYDisplacement.option"));
    if (in.set("body", b, "adjMassFactor") && !options.best)
      text.key(2, "added_mass_factor", yaml_number(in.number("body", b, "adjMassFactor", 2.0)), from("adjMassFactor"));
    in.use("body", b, "adjMassFactor");
    const auto displacement = in.numbers("body", b, "initial.displacement"),
               axis = in.numbers("body", b, "initial.axis");
    const double angle = in.number("body", b, "initial.angle", 0.0);
    const bool displaced =
        displacement.size() == 3 && (displacement[0] != 0.0 || displacement[1] != 0.0 || displacement[2] != 0.0);
    if (displaced || angle != 0.0) {
      text.heading(2, "initial", from("initial.displacement"));
      if (displaced) text.key(3, "displacement", yaml_list(displacement));
      if (angle != 0.0) {
        text.key(3, "axis", yaml_list(axis.size() == 3 ? axis : std::vector<double>{0, 1, 0}));
        text.key(3, "angle", yaml_number(angle * 180.0 / kPi), "deg, of " + fmt::format("{:g} rad", angle));
      }
    }
    in.use("body", b, "initial");
    const MatlabValue* damping = in.get("body", b, "linearDamping");
    if (nonzero(damping)) {
      if (damping->rows > 6 || damping->columns > 6)
        lost(fmt::format("body({}).linearDamping of the flexible modes", b), in.origin("body", b, "linearDamping"));
      text.key(2, "linear_damping", matrix(*damping), from("linearDamping"));
    }
    drag(b);
    morison(b);
    const MatlabValue* stiffness = in.get("body", b, "hydroStiffness");
    if (nonzero(stiffness)) text.key(2, "stiffness", matrix(*stiffness), from("hydroStiffness"));
    taken(fmt::format("body({}) is {}", b, body_names[b]), in.origin("body", b, "mass"));
  }

  void drag(int b) {
    const MatlabValue *full = in.get("body", b, "quadDrag.drag"), *cd = in.get("body", b, "quadDrag.cd"),
                      *area = in.get("body", b, "quadDrag.area");
    if (nonzero(full)) {
      text.heading(2, "quadratic_drag", in.from("body", b, "quadDrag.drag"));
      text.key(3, "drag", matrix(*full));
    } else if (nonzero(cd) && nonzero(area) && cd->size() >= 6 && area->size() >= 6) {
      text.heading(2, "quadratic_drag", in.from("body", b, "quadDrag.cd"));
      text.key(3, "cd", yaml_list({cd->numbers.begin(), cd->numbers.begin() + 6}));
      text.key(3, "area", yaml_list({area->numbers.begin(), area->numbers.begin() + 6}));
    }
    in.use("body", b, "quadDrag");
  }

  void morison(int b) {
    const int option = static_cast<int>(in.number("body", b, "morisonElement.option", 0.0));
    in.use("body", b, "morisonElement");
    if (option != 1 && option != 2) return;
    const auto get = [&](const char* name) { return in.get("body", b, std::string("morisonElement.") + name); };
    const MatlabValue *cd = get("cd"), *ca = get("ca"), *area = get("area"), *volume = get("VME"),
                      *position = get("rgME"), *z = get("z");
    if (cd == nullptr || ca == nullptr || area == nullptr || volume == nullptr || position == nullptr ||
        position->columns != 3) {
      lost(fmt::format("body({}).morisonElement is not complete", b), in.origin("body", b, "morisonElement.option"));
      return;
    }
    text.heading(2, "morison", in.from("body", b, "morisonElement.option"));
    const auto row = [&](const MatlabValue& m, std::size_t r, std::size_t most) {
      std::vector<double> x;
      for (std::size_t c = 0; c < std::min(most, m.columns); ++c)
        x.push_back(m.at(m.rows == 1 ? 0 : std::min(r, m.rows - 1), c));
      return x;
    };
    const std::size_t width = option == 1 ? 3 : 2;
    for (std::size_t r = 0; r < position->rows && r < 10000; ++r) {
      text.key(4, "option", std::to_string(option), {}, true);
      text.key(4, "cd", yaml_list(row(*cd, r, width)));
      text.key(4, "ca", yaml_list(row(*ca, r, width)));
      text.key(4, "area", yaml_list(row(*area, r, width)));
      text.key(4, "volume", yaml_number(volume->numbers[std::min(r, volume->size() - 1)]));
      text.key(4, "position", yaml_list(row(*position, r, 3)));
      if (option == 2 && z != nullptr && z->columns == 3) text.key(4, "axis", yaml_list(row(*z, r, 3)));
    }
  }

  std::map<std::string, std::filesystem::path> data_files;
  std::filesystem::path data_of(const std::string& name, int b) {
    const auto known = data_files.find(name);
    if (known != data_files.end()) return known->second;
    std::filesystem::path path = in_folder(name);
    if (!is_hdf5(path)) {
      auto found = hydro_source(path, options.output, options.containment);
      if (found) {
        decided(fmt::format("{} is not there; it is made from {} as {} by WEC-Sim's bemio.m says, once",
                            path.filename().string(), found->sources[0].string(), found->output.string()),
                in.origin("body", b, "h5File"));
        path = found->output;
        const auto same = std::find_if(out.conversions.begin(), out.conversions.end(),
                                       [&](const Conversion& c) { return c.output == found->output; });
        if (same == out.conversions.end()) out.conversions.push_back(*found);
      } else {
        lost(fmt::format("the hydro data {} do not exist, nor BEM results to make them from", path.string()),
             in.origin("body", b, "h5File"));
        out.runs = false;
      }
    }
    return data_files[name] = path;
  }

  void hydro_data(int b) {
    const MatlabValue* v = in.get("body", b, "h5File");
    const bool several = in.number("body", b, "variableHydro.option", 0.0) == 1.0 &&
                         v->kind == MatlabValue::Kind::cells && v->cells.size() > 1;
    in.use("body", b, "variableHydro");
    if (!several) {
      text.key(2, "hydro_data", fmt::format("{{file: {}, body: {}}}", relative(data_of(h5_of(b), b)), b),
               in.from("body", b, "h5File"));
      return;
    }
    text.heading(2, "hydro_data", in.from("body", b, "h5File"));
    text.heading(3, "sets");
    for (const MatlabValue& cell : v->cells) {
      if (cell.is_text())
        text.key(5, "file", fmt::format("{}\n          body: {}", relative(data_of(cell.text, b)), b), {}, true);
    }
    text.key(3, "initial", yaml_number(in.number("body", b, "variableHydro.hydroForceIndexInitial", 1.0)),
             in.from("body", b, "variableHydro.hydroForceIndexInitial"));
    variable_bodies.push_back({b, v->cells.size(), text.text().size()});
  }
  struct VariableBody {
    int body;
    std::size_t sets, at;
  };
  std::vector<VariableBody> variable_bodies;

  // ---- joints

  std::optional<std::string> end_of(int net) {
    if (drawn.ground.count(net) != 0) return "world";
    const auto found = bodies_on.find(net);
    if (found == bodies_on.end()) return std::nullopt;
    return body_names[found->second.front()];
  }

  void joints() {
    std::vector<const DrawnBlock*> list[2];
    std::set<int> cable_nets;
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind == DrawnKind::cable) cable_nets.insert({d.base, d.follower});
    }
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind != DrawnKind::joint) continue;
      if (!in.has(d.object, d.number)) {
        lost(fmt::format("{}: {}({}) is not made by the input file", d.block->path, d.object, d.number),
             drawing(d.block->path));
        continue;
      }
      if (d.base == d.follower) {
        in.use(d.object, d.number, "");
        continue;
      }
      const bool at_cable = (cable_nets.count(d.base) != 0 && !end_of(d.base)) ||
                            (cable_nets.count(d.follower) != 0 && !end_of(d.follower));
      if (at_cable) {
        in.use(d.object, d.number, "");
        decided(fmt::format("{}: holds the end of a cable, which is a point here", d.block->path),
                drawing(d.block->path));
        continue;
      }
      const bool alone = is_alone(d.base, &d) && is_alone(d.follower, &d);
      if (alone || (is_alone(d.base, &d) && !end_of(d.base)) || (is_alone(d.follower, &d) && !end_of(d.follower))) {
        in.use(d.object, d.number, "");
        decided(fmt::format("{}: joined to nothing on one side, left out", d.block->path), drawing(d.block->path));
        continue;
      }
      if (!end_of(d.base) || !end_of(d.follower)) make_frame_body(end_of(d.base) ? d.follower : d.base, d);
      if (!end_of(d.base)) make_frame_body(d.base, d);
      list[d.is_pto ? 1 : 0].push_back(&d);
    }
    for (const auto& f : frames) {
      text.key(2, "name", f.second.name, f.second.comment, true);
      text.key(2, "mass", yaml_number(f.second.mass));
      text.key(2, "inertia", yaml_list({f.second.mass, f.second.mass, f.second.mass}));
      text.key(2, "center_of_gravity", yaml_list(f.second.place));
    }
    // bodies on one net, and bodies on the ground, are welded
    std::vector<std::array<std::string, 3>> welds;
    for (const auto& net : bodies_on) {
      if (net.second.empty()) continue;
      const bool ground = drawn.ground.count(net.first) != 0;
      for (std::size_t i = ground ? 0 : 1; i < net.second.size(); ++i) {
        const std::string base = ground ? "world" : body_names[net.second.front()],
                          follower = body_names[net.second[i]];
        welds.push_back({unique(follower + "_weld"), base, follower});
        decided(fmt::format("{} is drawn on the same frame as {}: a fixed joint", follower, base),
                Origin{model.file.string(), 0, 0, {}});
      }
    }
    if (!list[0].empty() || !welds.empty()) text.section("joints");
    for (const auto& w : welds) {
      text.key(2, "name", w[0], "on one frame in the model", true);
      text.key(2, "type", "fixed");
      text.key(2, "base", w[1]);
      text.key(2, "follower", w[2]);
    }
    for (const DrawnBlock* d : list[0]) joint(*d);
    if (!list[1].empty()) text.section("ptos");
    for (const DrawnBlock* d : list[1]) joint(*d);
  }

  bool is_alone(int net, const DrawnBlock* self) {
    if (drawn.ground.count(net) != 0 || bodies_on.count(net) != 0) return false;
    for (const DrawnBlock& d : drawn.blocks) {
      if (&d != self && (d.base == net || d.follower == net)) return false;
    }
    return true;
  }

  // A frame between two joints has no mass in Simscape. Here it is a body of a millionth of what hangs on it: it moves
  // no result by more than that.
  struct Frame {
    std::string name, comment;
    double mass;
    std::vector<double> place;
  };
  std::map<int, Frame> frames;
  void make_frame_body(int net, const DrawnBlock& d) {
    if (end_of(net)) return;
    double mass = 0.0;
    for (const auto& b : body_names) {
      const MatlabValue* m = in.get("body", b.first, "mass");
      if (m != nullptr && m->is_numbers()) mass = std::max(mass, m->numbers[0]);
      if (m != nullptr && m->is_text()) mass = std::max(mass, 1e6);
    }
    mass = std::max(1e-3 * mass, 1e-6);
    const std::string name = unique("frame");
    auto place = in.numbers(d.object, d.number, "location");
    if (place.size() != 3 || place[0] == 999.0) place = {0, 0, 0};
    frames[net] = {name, fmt::format("{}: a frame without a body between two joints of the model", d.block->path), mass,
                   place};
    const int number = -static_cast<int>(frames.size());
    body_names[number] = name;
    bodies_on[net].push_back(number);
    decided(fmt::format("{}: a frame between two joints has no mass in WEC-Sim; here it is a body of {:g} kg",
                        d.block->path, mass),
            drawing(d.block->path));
  }

  void joint(const DrawnBlock& d) {
    const std::string& o = d.object;
    const int n = d.number;
    const auto from = [&](const char* path) { return in.from(o, n, path); };
    const std::string given = in.text(o, n, "name");
    const std::string name = unique(given.empty() || given == "NOT DEFINED" ? d.block->name : given);
    joint_names[fmt::format("{}({})", o, n)] = name;
    std::string base = *end_of(d.base), follower = *end_of(d.follower);
    text.key(2, "name", name, fmt::format("{}({}), {}: {}", o, n, model_name(), d.block->path), true);
    text.key(2, "type", d.type);
    text.key(2, "base", base, "port B of the block");
    text.key(2, "follower", follower, "port F of the block");
    auto place = in.numbers(o, n, "location");
    if (place.size() != 3) place = {0, 0, 0};
    if (place[0] == 999.0 && place[1] == 999.0 && place[2] == 999.0) {
      place = {0, 0, 0};
      decided(fmt::format("{}({}).location is not set: WEC-Sim takes the origin", o, n), in.origin(o, n, "location"));
    }
    const auto shift = in.numbers(o, n, "initial.displacement");
    if (shift.size() == 3) {
      for (std::size_t i = 0; i < 3; ++i) place[i] += shift[i];
    }
    text.key(2, "location", yaml_list(place), from("location"));
    const auto z = in.numbers(o, n, "orientation.z"), y = in.numbers(o, n, "orientation.y");
    if (z.size() == 3 && y.size() == 3 && !(z == std::vector<double>{0, 0, 1} && y == std::vector<double>{0, 1, 0}))
      text.key(2, "orientation", fmt::format("{{z: {}, y: {}}}", yaml_list(z), yaml_list(y)), from("orientation.z"));
    in.use(o, n, "orientation");
    const bool turning = d.type == "rotational" || d.type == "universal" || d.type == "spherical";
    // hard stops and the zero of the spring are in degrees of the revolute, whose axis is -y (reference 5.2)
    const double unit = turning ? kPi / 180.0 : 1.0;
    const bool negated = d.type == "rotational" && !(d.is_pto && (d.actuated));
    if (in.number(o, n, "extension.PositionTargetSpecify", 0.0) == 1.0) {
      auto extension = in.numbers(o, n, "extension.PositionTargetValue");
      for (double& e : extension) e *= unit;
      if (!extension.empty())
        text.key(2, "extension", extension.size() == 1 ? yaml_number(extension[0]) : yaml_list(extension),
                 from("extension.PositionTargetValue") + (turning ? ", here in rad" : ""));
    }
    in.use(o, n, "extension.PositionTargetSpecify");
    in.use(o, n, "extension.PositionTargetPriority");
    stops(o, n, unit, negated);
    if (d.is_pto) {
      const double k = first(o, n, "stiffness", 0.0), c = first(o, n, "damping", 0.0);
      const double per = d.type == "universal" ? 180.0 / kPi : 1.0;
      text.key(2, "stiffness", yaml_number(k * per), from("stiffness"));
      text.key(2, "damping", yaml_number(c * per), from("damping"));
      double rest = in.number(o, n, "equilibriumPosition", 0.0);
      const double pretension = in.number(o, n, "pretension", 0.0);
      if (pretension != 0.0 && rest == 0.0) {
        if (k != 0.0)
          rest = -pretension / k / (d.type == "rotational" ? unit : 1.0);
        else
          lost(fmt::format("{}({}).pretension without stiffness has no effect in WEC-Sim either", o, n),
               in.origin(o, n, "pretension"));
      }
      if (rest != 0.0)
        text.key(2, "equilibrium_position", yaml_number(rest * unit * (negated ? -1.0 : 1.0)),
                 from(pretension != 0.0 ? "pretension" : "equilibriumPosition"));
    }
    if (d.moved) text.key(2, "prescribed", "true", "Actuation Motion");
    taken(fmt::format("{}({}) is {}: {} between {} and {}", o, n, name, d.type, base, follower),
          drawing(d.block->path));
  }

  void stops(const std::string& o, int n, double unit, bool negated) {
    const bool upper = in.text(o, n, "hardStops.upperLimitSpecify") == "on",
               lower = in.text(o, n, "hardStops.lowerLimitSpecify") == "on";
    for (const char* side : {"upper", "lower"}) {
      for (const char* what : {"Specify", "Bound", "Stiffness", "Damping", "TransitionRegionWidth"})
        in.use(o, n, fmt::format("hardStops.{}Limit{}", side, what));
    }
    if (!upper && !lower) return;
    text.heading(2, "limits", in.from(o, n, upper ? "hardStops.upperLimitSpecify" : "hardStops.lowerLimitSpecify"));
    const auto get = [&](const char* side, const char* what, double otherwise) {
      return in.number(o, n, fmt::format("hardStops.{}Limit{}", side, what), otherwise);
    };
    const double high = get("upper", "Bound", 1.0) * unit, low = get("lower", "Bound", -1.0) * unit;
    if (upper) text.key(3, negated ? "lower" : "upper", yaml_number(negated ? -high : high));
    if (lower) text.key(3, negated ? "upper" : "lower", yaml_number(negated ? -low : low));
    const char* side = upper ? "upper" : "lower";
    text.key(3, "stiffness", yaml_number(get(side, "Stiffness", 1e6) / unit));
    text.key(3, "damping", yaml_number(get(side, "Damping", 1e3) / unit));
    text.key(3, "transition", yaml_number(get(side, "TransitionRegionWidth", 1e-4) * unit));
    if (upper && lower &&
        (get("upper", "Stiffness", 1e6) != get("lower", "Stiffness", 1e6) ||
         get("upper", "Damping", 1e3) != get("lower", "Damping", 1e3)))
      lost(fmt::format(
               "{}({}).hardStops: stiffness and damping of the lower stop differ; those of the upper one act on both",
               o, n),
           in.origin(o, n, "hardStops.lowerLimitStiffness"));
  }

  // ---- moorings

  void moorings() {
    bool any = false;
    const auto begin = [&] {
      if (!any) text.section("moorings");
      any = true;
    };
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind == DrawnKind::cable && in.has("cable", d.number)) {
        cable(d, begin);
        continue;
      }
      if (d.kind != DrawnKind::mooring) continue;
      if (!in.has("mooring", d.number)) {
        lost(fmt::format("{}: mooring({}) is not made by the input file", d.block->path, d.number),
             drawing(d.block->path));
        continue;
      }
      const int n = d.number;
      const auto body = end_of(d.follower);
      const std::string given = in.text("mooring", n, "name");
      auto place = in.numbers("mooring", n, "location");
      place.resize(3, 0.0);
      const auto shift = in.numbers("mooring", n, "initial.displacement");
      for (std::size_t i = 0; i < 3 && i < shift.size(); ++i) place[i] += shift[i];
      if (!body || *body == "world") {
        lost(fmt::format("{}: the mooring is joined to no body", d.block->path), drawing(d.block->path));
        in.use("mooring", n, "");
        continue;
      }
      if (d.type == "MooringMatrix") {
        begin();
        text.key(2, "name", unique(given.empty() ? d.block->name : given),
                 fmt::format("mooring({}), {}: {}", n, model_name(), d.block->path), true);
        text.key(2, "type", "matrix");
        text.key(2, "body", *body);
        text.key(2, "location", yaml_list(place), in.from("mooring", n, "location"));
        const MatlabValue *k = in.get("mooring", n, "matrix.stiffness"), *c = in.get("mooring", n, "matrix.damping"),
                          *t = in.get("mooring", n, "matrix.preTension");
        if (k != nullptr) text.key(2, "stiffness", matrix(*k), in.from("mooring", n, "matrix.stiffness"));
        if (nonzero(c)) text.key(2, "damping", matrix(*c), in.from("mooring", n, "matrix.damping"));
        if (nonzero(t)) text.key(2, "preload", yaml_list(t->numbers), in.from("mooring", n, "matrix.preTension"));
        taken(fmt::format("mooring({}): a matrix on {}", n, *body), drawing(d.block->path));
      } else if (d.type == "MoorDynConnection") {
        const std::filesystem::path lines = in_folder(in.text("mooring", n, "moorDynInputFile"));
        in.use("mooring", n, "");
        if (!std::filesystem::exists(lines)) {
          lost(fmt::format("MoorDyn's file {} does not exist", lines.string()),
               in.origin("mooring", n, "moorDynInputFile"));
          out.runs = false;
        }
        begin();
        text.key(2, "name", unique(given.empty() ? d.block->name : given),
                 fmt::format("mooring({}), {}: {}", n, model_name(), d.block->path), true);
        text.key(2, "type", "lines");
        text.key(2, "body", *body);
        text.key(2, "file", relative(lines), in.from("mooring", n, "moorDynInputFile"));
        taken(fmt::format("mooring({}): MoorDyn's lines on {}", n, *body), drawing(d.block->path));
      } else {
        in.use("mooring", n, "");
        lost(fmt::format("{}: a mooring of type {} is not taken over; give it as moorings.type: {} by hand",
                         d.block->path, d.type, d.type == "MooringLookupTable" ? "lookup-table" : "catenary"),
             drawing(d.block->path));
        out.runs = false;
      }
    }
  }

  template <class Begin>
  void cable(const DrawnBlock& d, const Begin& begin) {
    const int n = d.number;
    // the two ends stand at the joints that the class names
    const auto end = [&](const char* which, int net) {
      const std::string joint = in.text("cable", n, which);
      std::vector<double> place{0, 0, 0};
      std::optional<std::string> body = end_of(net);
      const std::size_t open = joint.find('(');
      if (open != std::string::npos) {
        const std::string object = joint.substr(0, open);
        const int index = number_of(joint);
        const auto at = in.numbers(object, index, "location");
        if (at.size() == 3) place = at;
        const DrawnBlock* block = drawn.find(object, index);
        if (!body && block != nullptr) body = end_of(block->base == net ? block->follower : block->base);
      }
      return std::make_pair(body, place);
    };
    const auto [base, from] = end("base", d.base);
    const auto [body, to] = end("follower", d.follower);
    if (!base || !body || (*base == "world" && *body == "world")) {
      lost(fmt::format("{}: the ends of the cable are joined to no body", d.block->path), drawing(d.block->path));
      out.runs = false;
      in.use("cable", n, "");
      return;
    }
    begin();
    const std::string given = in.text("cable", n, "name");
    const bool swap = *body == "world";
    text.key(2, "name", unique(given.empty() ? d.block->name : given),
             fmt::format("cable({}), {}: {}", n, model_name(), d.block->path), true);
    text.key(2, "type", "cable");
    text.key(2, "body", swap ? *base : *body);
    text.key(2, "attachment", yaml_list(swap ? from : to));
    text.key(2, "base", swap ? *body : *base);
    text.key(2, "base_attachment", yaml_list(swap ? to : from));
    text.key(2, "stiffness", yaml_number(in.number("cable", n, "stiffness", 0.0)), in.from("cable", n, "stiffness"));
    text.key(2, "damping", yaml_number(in.number("cable", n, "damping", 0.0)), in.from("cable", n, "damping"));
    const double length = in.number("cable", n, "cableLength", 0.0), tension = in.number("cable", n, "preTension", 0.0);
    if (length > 0.0)
      text.key(2, "length", yaml_number(length), in.from("cable", n, "cableLength"));
    else if (tension > 0.0)
      text.key(2, "pre_tension", yaml_number(tension), in.from("cable", n, "preTension"));
    if (in.set("cable", n, "quadDrag") || in.set("cable", n, "linearDamping"))
      lost(fmt::format("cable({}): drag and damping of its two small end bodies", n),
           in.origin("cable", n, "quadDrag.cd"));
    in.use("cable", n, "");
    taken(fmt::format("cable({}) between {} and {}", n, *base, *body), drawing(d.block->path));
  }

  // ---- signals

  static int coordinate(const std::string& type) { return type == "translational" ? 3 : type == "rotational" ? 5 : 0; }

  PtoSim pto_sims;
  // What a converter inside a joint of the model's own measures: three ports a coordinate, position, velocity,
  // acceleration.
  std::optional<Signal> measured(const std::string& scope, const SlxBlock& b, SignalTracer& tracer) {
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind != DrawnKind::joint || d.inner_joint.empty() || d.inner_scope != scope) continue;
      const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
      if (name == joint_names.end()) break;
      for (const SlxLine& line : d.block->system->lines) {
        if (!line.physical ||
            std::none_of(line.ends.begin(), line.ends.end(), [&](const SlxEnd& e) { return e.block == b.sid; }))
          continue;
        for (const SlxEnd& end : line.ends) {
          if (end.block != d.inner_joint || end.kind != "rconn" || end.number < 2) continue;
          const int width = d.type == "floating-3dof" ? 3 : 1, coordinate = (end.number - 2) / 3;
          static const std::array<const char*, 3> parts{"position", "velocity", "acceleration"};
          if (coordinate >= width || (d.type != "floating-3dof" && d.type != "translational" && d.type != "rotational"))
            throw Unfollowed{b.path, "it measures a force of the joint, which is not taken over"};
          const std::string port = name->second + "." + parts[static_cast<std::size_t>((end.number - 2) % 3)];
          Scalar s = width == 1 ? Scalar::port(port) : tracer.element(port, width, coordinate);
          if (d.type == "rotational" || coordinate == 2) s.formula = "-" + s.formula;  // the raw rotation is about -y
          return Signal{{s}, {}};
        }
      }
    }
    return std::nullopt;
  }

  // WEC-Sim's bodies hand out their motions by global tags: disp1, vel1, acc1.
  std::optional<Signal> tagged(const std::string& tag, SignalTracer& tracer) {
    for (const auto& [word, port] :
         {std::pair<std::string, std::string>{"disp", "position"}, {"vel", "velocity"}, {"acc", "acceleration"}}) {
      if (tag.rfind(word, 0) != 0 || tag.size() == word.size() ||
          tag.find_first_not_of("0123456789", word.size()) != std::string::npos)
        continue;
      const auto body = body_names.find(std::atoi(tag.c_str() + word.size()));
      if (body == body_names.end()) return std::nullopt;
      Signal s;
      for (int i = 0; i < 6; ++i) s.elements.push_back(tracer.element(body->second + "." + port, 6, i));
      if (port == "position") {
        if (!is_hydro(body->first)) {
          const auto cg = in.numbers("body", body->first, "centerGravity");
          for (std::size_t i = 0; i < 3 && i < cg.size(); ++i) s.elements[i].formula += fmt::format(" - ({})", cg[i]);
        } else {
          tracer.notes.push_back(
              fmt::format("the tag {} is the displacement; its first three numbers are taken as the position, which "
                          "differs by the centre of gravity",
                          tag));
        }
      }
      return s;
    }
    return std::nullopt;
  }

  // waves.waveAmpTimeViz(:,[1,3]): the elevation at the second marker.
  std::optional<Signal> gauge(const SlxBlock& b, SignalTracer& tracer) {
    const std::string variable = b.parameter("VariableName");
    const bool markers = variable.find("waveAmpTimeViz") != std::string::npos;
    if (!markers && variable.find("waveAmpTime") == std::string::npos) return std::nullopt;
    std::vector<double> place{0.0, 0.0};
    if (markers) {
      const std::size_t comma = variable.rfind(',');
      const int column = comma == std::string::npos ? 0 : std::atoi(variable.c_str() + comma + 1);
      const MatlabValue* location = in.get("waves", 1, "marker.location");
      if (location == nullptr || column < 2 || static_cast<std::size_t>(column - 2) >= location->rows ||
          location->columns < 2)
        throw Unfollowed{b.path, "it reads a wave marker that is not there"};
      place = {location->at(static_cast<std::size_t>(column - 2), 0),
               location->at(static_cast<std::size_t>(column - 2), 1)};
    }
    const std::string name = tracer.unique(b.name);
    tracer.add({name, b.path, {{"type", "wave-probe"}, {"position", yaml_list(place)}}});
    return Signal{{Scalar::port(name + ".output")}, {}};
  }

  std::optional<Signal> response(const std::string& scope, const SlxBlock& b, int port, SignalTracer& tracer) {
    if (b.source.rfind("nesl_utility/PS-Simulink Converter", 0) == 0) return measured(scope, b, tracer);
    if (b.type == "FromWorkspace") return gauge(b, tracer);
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.block != &b) continue;
      if (d.kind == DrawnKind::joint && !d.inner_joint.empty() && !d.actuated)
        return std::nullopt;  // its inside is followed
      if (d.kind == DrawnKind::joint) {
        const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
        if (name == joint_names.end()) throw Unfollowed{b.path, "the joint did not come over"};
        Signal s;
        const int at = coordinate(d.type);
        for (const char* part : {"position", "velocity", "acceleration", "forceTotal", "forceActuation",
                                 "forceConstraint", "forceInternalMechanics", "powerInternalMechanics"}) {
          Signal six{std::vector<Scalar>(6, Scalar::of(0.0)), {}};
          const std::string p = part;
          const bool motion = p == "position" || p == "velocity" || p == "acceleration";
          if (motion && at > 0) six.elements[static_cast<std::size_t>(at - 1)] = Scalar::port(name->second + "." + p);
          if (!motion && p == "forceTotal" && at > 0)
            six.elements[static_cast<std::size_t>(at - 1)] = Scalar::port(name->second + ".force");
          s.bus.emplace_back(p, six);
        }
        (void)port;
        return s;
      }
      if (d.kind == DrawnKind::pto_sim) return pto_sims.output(d, port, tracer, in);
      return std::nullopt;
    }
    return std::nullopt;
  }

  void controls() {
    SignalTracer tracer(
        model, workspace, step,
        [&](const std::string& scope, const SlxBlock& b, int port, SignalTracer& t) {
          return response(scope, b, port, t);
        },
        [&](const std::string& tag, SignalTracer& t) { return tagged(tag, t); });
    for (const std::string& n : names) (void)tracer.unique(n);  // components and joints share names
    for (const DrawnBlock& d : drawn.blocks) {
      if (d.kind != DrawnKind::joint || (!d.actuated && !d.moved && d.driven.empty())) continue;
      const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
      if (name == joint_names.end()) continue;
      try {
        if (!d.driven.empty() && !d.moved) {
          for (const auto& [coordinate, converter] : d.driven) {
            Signal s = tracer.input(d.inner_scope, converter, 1);
            if (s.elements.size() != 1)
              throw Unfollowed{d.block->path, "one of the efforts inside is no single number"};
            Scalar effort = s.elements[0];
            if (effort.constant && *effort.constant == 0.0) continue;
            if (d.type == "rotational" || (d.type == "floating-3dof" && coordinate == 2)) {
              if (effort.constant)
                effort.constant = -*effort.constant;
              else
                effort.formula = "-(" + effort.formula + ")";
            }
            std::string port =
                tracer.port_of(effort, fmt::format("{}_effort{}", name->second, coordinate + 1), d.block->path);
            tracer.finish();
            if (d.type == "floating-3dof") {
              const std::string place = tracer.unique(fmt::format("{}_place{}", name->second, coordinate + 1));
              tracer.add({place,
                          d.block->path,
                          {{"type", "place"}, {"width", "3"}, {"entries", fmt::format("[{}]", coordinate + 1)}}});
              tracer.connect(port, place + ".input");
              port = place + ".output";
            } else if (d.type != "translational" && d.type != "rotational") {
              throw Unfollowed{d.block->path, fmt::format("efforts inside a joint of type {}", d.type)};
            }
            tracer.connect(port, name->second + ".force");
          }
        } else if (d.actuated) {
          const Signal s = tracer.input(d.scope, d.block->sid, 1);
          if (s.elements.size() != 1)
            throw Unfollowed{d.block->path, fmt::format("its input has {} numbers, not one", s.elements.size())};
          if (s.elements[0].constant && *s.elements[0].constant == 0.0) {
            decided(fmt::format("{}: the force is always 0", d.block->path), drawing(d.block->path));
            continue;
          }
          const std::string port = tracer.port_of(s.elements[0], name->second + "_force", d.block->path);
          tracer.finish();
          tracer.connect(port, name->second + ".force");
        } else {
          std::vector<std::string> ports;
          for (int i = 1; i <= 3; ++i) {
            const Signal s = tracer.input(d.scope, d.block->sid, i);
            if (s.elements.size() != 1) throw Unfollowed{d.block->path, "one of its inputs is no single number"};
            ports.push_back(tracer.port_of(s.elements[0], fmt::format("{}_motion{}", name->second, i), d.block->path));
          }
          const std::string sum = tracer.unique(name->second + "_motion");
          std::string terms = "[";
          for (int i = 0; i < 3; ++i) {
            const std::string place = tracer.unique(fmt::format("{}_place{}", name->second, i + 1));
            tracer.add(
                {place, d.block->path, {{"type", "place"}, {"width", "3"}, {"entries", fmt::format("[{}]", i + 1)}}});
            tracer.connect(ports[static_cast<std::size_t>(i)], place + ".input");
            tracer.connect(place + ".output", fmt::format("{}.input{}", sum, i + 1));
          }
          tracer.add({sum, d.block->path, {{"type", "sum"}, {"factors", "[1, 1, 1]"}, {"width", "3"}}});
          tracer.connect(sum + ".output", name->second + ".motion");
        }
        tracer.finish();
        taken(fmt::format("{}: the signals that drive it", d.block->path), drawing(d.block->path));
      } catch (const Unfollowed& u) {
        lost(fmt::format("what drives {} did not come over: {}: {}", name->second, u.block, u.reason),
             drawing(u.block));
        out.runs = false;
        missing.push_back({name->second, d.moved});
      } catch (const InputError& error) {
        lost(fmt::format("what drives {} did not come over: {}", name->second, error.diagnostics().front().text()),
             drawing(d.block->path));
        out.runs = false;
        missing.push_back({name->second, d.moved});
      }
    }
    for (const auto& t : tracer.tables) {
      out.files.push_back({beside(fmt::format("-{}.txt", t.first)), t.second});
      for (EmittedComponent& c : tracer.components) {
        if (c.name == t.first) c.keys[1].second = relative(out.files.back().path);
      }
    }
    variable(tracer);
    for (const std::string& n : tracer.notes) decided(n, Origin{model.file.string(), 0, 0, {}});
    const auto loads = foreign_loads();
    if (!tracer.components.empty() || !missing.empty() || !loads.empty()) text.section("components");
    for (const auto& l : loads) {
      out.runs = false;
      text.key(2, "name", tracer.unique("missing_" + l.first.substr(l.first.rfind('/') + 1)),
               fmt::format("MISSING: {} acts on the device and did not come over; take this out if it may be left out",
                           l.second),
               true);
      text.key(2, "type", "missing-load");
    }
    for (const EmittedComponent& c : tracer.components) {
      text.key(2, "name", c.name, c.comment, true);
      for (const auto& k : c.keys) text.key(2, k.first, k.second);
    }
    // A driven joint without its drive is another device. The case names what is missing, and is refused until it is
    // there.
    for (const auto& m : missing) {
      text.key(2, "name", m.first + "_controller",
               "MISSING: what drives this joint in the Simulink model did not come over; write it and name it here",
               true);
      text.key(2, "type", "missing-controller", "docs/from-wec-sim.md says what may stand here");
      tracer.connect(m.first + ".velocity", m.first + "_controller.velocity");
      tracer.connect(m.first + "_controller.output", m.first + (m.second ? ".motion" : ".force"));
    }
    if (!tracer.connections.empty()) text.section("connections");
    for (const EmittedConnection& c : tracer.connections)
      text.key(2, "from", fmt::format("{}\n    to: {}", c.from, c.to), {}, true);
    for (std::size_t i = 0; i < tracer.stubs.size(); ++i) {
      bool known = false;
      for (std::size_t k = 0; k < i; ++k) known = known || tracer.stubs[k].first == tracer.stubs[i].first;
      if (known) continue;
      std::string stub = fmt::format(
          "% The MATLAB Function block {} of {}. No component here does the same: write one of your\n% own "
          "(docs/component-library) from this text.\n",
          tracer.stubs[i].first, model_name());
      out.files.push_back(
          {beside(fmt::format("-{}.m.txt", plain_name(tracer.stubs[i].first))), stub + tracer.stubs[i].second + "\n"});
    }
  }
  std::vector<std::pair<std::string, bool>> missing;

  // The signal that chooses a set of hydro data is what a Goto body1_hydroForceIndex carries.
  void variable(SignalTracer& tracer) {
    for (auto body = variable_bodies.rbegin(); body != variable_bodies.rend(); ++body) {
      const std::string tag = fmt::format("body{}_hydroForceIndex", body->body);
      try {
        const Signal s = tracer.goto_signal(tag);
        if (s.elements.size() != 1) throw Unfollowed{tag, "it is no single number"};
        const std::string port = tracer.port_of(s.elements[0], tag, tag);
        std::vector<double> thresholds;
        for (std::size_t i = 1; i < body->sets; ++i) thresholds.push_back(static_cast<double>(i) + 0.5);
        text.insert(body->at, fmt::format("      signal: {}  # Goto {}\n      thresholds: {}\n", port, tag,
                                          yaml_list(thresholds)));
      } catch (const Unfollowed& u) {
        lost(fmt::format("what chooses the hydro data of body({}) did not come over: {}: {}", body->body, u.block,
                         u.reason),
             drawing(u.block));
        text.insert(
            body->at,
            fmt::format("      signal: {}_chooser.output  # MISSING: what the Goto {} carries did not come over\n",
                        body_names[body->body], tag));
        out.runs = false;
      }
    }
  }

  void output() {
    const auto dt = in.numbers("simu", 1, "dtOut");
    if (dt.empty()) return;
    text.section("output");
    text.key(1, "time_step", yaml_number(std::max(dt[0], step)), in.from("simu", 1, "dtOut"));
  }

  // ---- conditions

  std::string condition_file(const std::string& property) {
    const std::string mat = in.text("simu", 1, "mcrMatFile");
    if (mat.empty()) return "";
    try {
      MatlabWorkspace other(folder, options.containment);
      other.set("name", MatlabValue::words(mat));
      const MatlabValue mcr = other.evaluate("load(name)", in.origin("simu", 1, "mcrMatFile"));
      const MatlabValue* m = mcr.field("mcr");
      const MatlabValue *header = m == nullptr ? nullptr : m->field("header"),
                        *cases = m == nullptr ? nullptr : m->field("cases");
      if (header == nullptr || cases == nullptr || cases->kind != MatlabValue::Kind::cells) return "";
      for (std::size_t i = 0; i < header->cells.size(); ++i) {
        if (header->cells[i].text.find(property) != std::string::npos && cases->rows * i < cases->cells.size())
          return cases->cells[cases->rows * i].text;
      }
    } catch (const InputError&) {
    }
    return "";
  }

  void conditions() {
    const std::string mat = in.text("simu", 1, "mcrMatFile"), excel = in.text("simu", 1, "mcrExcelFile");
    const bool irregular = wave_type(1) == "irregular";
    std::string axes;
    const auto vector_axis = [&](const std::string& object, int i, const std::string& path, const std::string& key) {
      const auto x = in.numbers(object, i, path);
      if (x.size() > 1)
        axes += fmt::format("  - {{key: {}, values: {}}}  # {}\n", key, yaml_list(x), in.from(object, i, path));
    };
    if (!mat.empty()) {
      std::filesystem::path path = in_folder(mat);
      if (path.extension().empty() && !std::filesystem::exists(path)) path += ".mat";
      if (!std::filesystem::exists(path)) {
        lost(fmt::format("the conditions {} do not exist; the case itself came over", path.string()),
             in.origin("simu", 1, "mcrMatFile"));
        return;
      }
      axes = fmt::format("  - table: {{file: {}}}  # {}\n", relative(path), in.from("simu", 1, "mcrMatFile"));
    } else if (!excel.empty()) {
      axes = fmt::format("  - scatter: {{file: {}}}  # {}\n", relative(in_folder(excel)),
                         in.from("simu", 1, "mcrExcelFile"));
    } else {
      if (irregular) vector_axis("waves", 1, "phaseSeed", "waves.seed");
      vector_axis("waves", 1, "height", irregular ? "waves.significant_height" : "waves.height");
      vector_axis("waves", 1, "period", irregular ? "waves.peak_period" : "waves.period");
    }
    if (mat.empty()) {
      for (int p = 1; p <= in.count("pto"); ++p) {
        const auto name = joint_names.find(fmt::format("pto({})", p));
        if (name == joint_names.end()) continue;
        vector_axis("pto", p, "stiffness", fmt::format("ptos.{}.stiffness", name->second));
        vector_axis("pto", p, "damping", fmt::format("ptos.{}.damping", name->second));
      }
    }
    if (axes.empty()) return;
    const std::string study =
        fmt::format("# Conditions of WEC-Sim's case {}: swell batch {}\nbase: {}\nseeds: base\naxes:\n{}",
                    std::filesystem::weakly_canonical(folder).filename().string(),
                    beside("-study.yaml").filename().string(), yaml_text(options.output.filename().string()), axes);
    out.study = TextFile{beside("-study.yaml"), study};
    taken(fmt::format("multiple conditions: {}", out.study->path.filename().string()),
          in.origin("simu", 1, mat.empty() ? "mcrExcelFile" : "mcrMatFile"));
  }

  void foreign() {
    std::map<std::string, int> count;
    for (const auto& f : drawn.foreign) ++count[f.second];
    for (const auto& f : count) {
      if (f.first.rfind("sm_lib/Frames and Transforms/Rigid Transform", 0) == 0) continue;
      lost(fmt::format("{} block{} of {}: not taken over", f.second, f.second > 1 ? "s" : "", f.first),
           Origin{model.file.string(), 0, 0, {}});
    }
  }
  // Blocks that act on the device and that nothing here stands for.
  std::map<std::string, std::string> foreign_loads() {
    std::map<std::string, std::string> out_loads;  // source -> path of the first
    for (const auto& f : drawn.foreign) {
      for (const char* acts : {"sm_lib/Forces", "sm_lib/Joints", "sm_lib/Body Elements/File Solid", "MOST_Lib/"}) {
        if (f.second.rfind(acts, 0) == 0) out_loads.emplace(f.second, f.first);
      }
    }
    return out_loads;
  }
};

}  // namespace

std::size_t Imported::count(ReportLine::Kind kind) const {
  return static_cast<std::size_t>(
      std::count_if(report.begin(), report.end(), [&](const ReportLine& l) { return l.kind == kind; }));
}

std::filesystem::path input_file(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder))
    throw InputError(Origin{folder.string(), 0, 0, {}},
                     std::filesystem::exists(folder) ? "this is no folder" : "this folder does not exist",
                     "name the folder that holds wecSimInputFile.m");
  const std::filesystem::path file = any_case(folder / "wecSimInputFile.m");
  if (!std::filesystem::exists(file))
    throw InputError(Origin{folder.string(), 0, 0, {}}, "the folder holds no wecSimInputFile.m",
                     "name the folder of a WEC-Sim case");
  return file;
}

std::filesystem::path model_file(const std::filesystem::path& folder,
                                 const std::map<std::string, std::string>& defines) {
  const std::filesystem::path file = input_file(folder);
  MatlabWorkspace workspace(folder, Containment::child_process);
  for (const auto& d : defines) workspace.set(d.first, workspace.evaluate(d.second, Origin{"--define", 0, 0, d.first}));
  workspace.tolerate(true);
  workspace.run_file(file);
  const MatlabValue* simu = workspace.find("simu");
  const MatlabValue* name = simu == nullptr ? nullptr : simu->field("simMechanicsFile");
  return folder / (name == nullptr ? "case.slx" : name->text);
}

Imported import_case(const std::filesystem::path& folder, const ImportOptions& options) {
  return Importer(folder, options).run();
}

}  // namespace swell::wecsim
