// Simulation, environment, waves, hydrodynamic choices and multiple conditions.
#include "case_importer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "swell/base/error_codes.h"
#include "swell/base/vector.h"

namespace swell::wecsim {

using DrawnKind = DrawnBlock::Kind;

void Importer::title() {
  text.comment(fmt::format("WEC-Sim's case {}, from {} and {}{}.",
                           std::filesystem::weakly_canonical(folder).filename().string(), file.filename().string(),
                           model_name(), model.release.empty() ? "" : " (" + model.release + ")"));
  text.comment("Written by `swell import wec-sim`; behind each value stands where it came from.");
}

void Importer::simulation() {
  const double start = in.number("simu", 1, "startTime", 0.0);
  const auto end = in.numbers("simu", 1, "endTime", {1});
  if (end.empty())
    throw code::error("missing", Origin{file.string(), 0, 0, {}}, "simu.endTime is not set",
                      "WEC-Sim has no default for it");
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
    decided(fmt::format("simu.solver = {} is unknown here; rk4 is taken", solver), in.origin("simu", 1, "solver"));
  if (integrator != "rk4" && !options.best) {
    // WEC-Sim's delayed acceleration is a law of fixed steps
    decided(fmt::format("simu.solver = {} with WEC-Sim's delayed added mass: Swell takes fixed steps of simu.dt (rk4)",
                        solver),
            in.origin("simu", 1, "solver"));
    integrator = "rk4";
  } else if (solver != "ode4" && integrator == "rk4") {
    decided(fmt::format("simu.solver = {}: rk4 with the same step", solver), in.origin("simu", 1, "solver"));
  }
  if (integrator != "rk4" || in.set("simu", 1, "solver"))
    text.key(1, "integrator", integrator, in.from("simu", 1, "solver"));
  if (!options.best)
    text.key(1, "reproduce", "wec-sim", "WEC-Sim's numerical choices; take the line out for Swell's (docs/choices.md)");
  const auto flexible = std::find_if(drawn.blocks.begin(), drawn.blocks.end(), [](const DrawnBlock& block) {
    return block.kind == DrawnBlock::Kind::body && block.type == "flex";
  });
  if (!options.best && flexible != drawn.blocks.end()) {
    text.key(1, "added_mass", "exact", "of a body with generalised modes");
    decided(
        fmt::format("body({}) is flexible: its added mass stands in the inertia as a whole, where WEC-Sim delays that "
                    "between rigid motions and modes",
                    flexible->number),
        drawing(flexible->block->path));
  }
  taken("simulation: duration, step, ramp, integrator", in.origin("simu", 1, "endTime"));
}

void Importer::environment() {
  const double rho = in.number("simu", 1, "rho", 1000.0), g = in.number("simu", 1, "gravity", 9.81);
  text.section("environment");
  text.key(1, "water_density", yaml_number(rho), in.from("simu", 1, "rho"));
  text.key(1, "gravity", yaml_number(g), in.from("simu", 1, "gravity"));
  const auto depth = in.numbers("waves", 1, "waterDepth", {1});
  if (!depth.empty())
    text.key(1, "depth", std::isinf(depth[0]) ? "infinite" : yaml_number(depth[0]), in.from("waves", 1, "waterDepth"));
  const int option = in.option("waves", 1, "current.option", 3, 3);
  in.use("waves", 1, "current");
  if (option == 3 && in.number("waves", 1, "current.speed", 0.0) != 0.0)
    decided("waves.current.option = 3 is no current: waves.current.speed does not act in WEC-Sim either",
            in.origin("waves", 1, "current.speed"));
  if (option <= 2) {
    static const std::array<const char*, 3> profiles{"uniform", "power-law", "linear"};
    text.heading(1, "current", in.from("waves", 1, "current.option"));
    text.key(2, "profile", profiles[static_cast<std::size_t>(option)]);
    text.key(2, "speed", yaml_number(in.number("waves", 1, "current.speed", 0.0)));
    text.key(2, "direction", yaml_number(in.number("waves", 1, "current.direction", 0.0)));
    const double current_depth = in.number("waves", 1, "current.depth", 0.0);
    if (option > 0 && current_depth > 0.0) text.key(2, "depth", yaml_number(current_depth));
  }
  std::string gauges;
  for (const char* p : {"marker.location", "wavegaugeloc", "wavegauge1loc", "wavegauge2loc", "wavegauge3loc"}) {
    const MatlabValue* place = in.numeric("waves", 1, p);
    if (place == nullptr) continue;
    if (place->columns < 2) {
      in.lose("waves", 1, p, "is not a place x, y in each row");
      continue;
    }
    for (std::size_t r = 0; r < place->rows && r < 1000; ++r) {
      if (!std::isnan(place->at(r, 0)))
        gauges += fmt::format("{}{{x: {}, y: {}}}", gauges.empty() ? "" : ", ", yaml_number(place->at(r, 0)),
                              yaml_number(place->at(r, 1)));
    }
  }
  if (!gauges.empty()) text.key(1, "gauges", "[" + gauges + "]", in.from("waves", 1, "marker.location"));
  for (int w = 2; w <= in.count("waves"); ++w) {
    in.use("waves", w, "marker");
    in.use("waves", w, "current");
  }
}

std::string Importer::wave_type(int w) {
  static const std::map<std::string, std::string> before{
      {"etaImport", "elevationImport"}, {"userDefined", "elevationImport"}, {"irregularImport", "spectrumImport"}};
  const std::string type = in.text("waves", w, "type");
  const auto found = before.find(type);
  return found == before.end() ? type : found->second;
}

void Importer::spread_settings() {
  for (const auto& [setting, property] : {std::pair{"yawNonLin", "yaw.option"},
                                          {"yawThresh", "yaw.threshold"},
                                          {"nlHydro", "nonlinearHydro"},
                                          {"morisonElement", "morisonElement.option"},
                                          {"adjMassFactor", "adjMassFactor"}}) {
    if (!in.set("simu", 1, setting)) continue;
    in.use("simu", 1, setting);
    for (int b = 1; b <= in.count("body"); ++b) {
      const bool concerned = property == std::string("nonlinearHydro")          ? is_hydro(b)
                             : property == std::string("morisonElement.option") ? in.set("body", b, "morisonElement")
                                                                                : true;
      if (concerned && !in.set("body", b, property))
        workspace.run_text(fmt::format("body({}).{} = simu.{};\n", b, property, setting),
                           fmt::format("simu.{}", setting));
    }
  }
}

std::string Importer::scatter_file() {
  const std::string before = in.text("waves", 1, "statisticsDataLoad");  // until version 4
  return before.empty() ? in.text("simu", 1, "mcrExcelFile") : before;
}

bool Importer::constant_radiation() {
  const std::string t = wave_type(1);
  return t == "regular" || t == "noWave";
}

void Importer::waves() {
  const int count = in.count("waves");
  if (count == 0)
    throw code::error("missing", Origin{file.string(), 0, 0, {}}, "no object waves of waveClass is made",
                      "waves = waveClass('regular')");
  text.section("waves");
  for (int w = 1; w <= count; ++w) wave(w, count);
  taken(fmt::format("{} sea{} of type {}", count, count > 1 ? "s" : "", wave_type(1)), in.origin("waves", 1, "type"));
}

void Importer::wave(int w, int count) {
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
    if (!several && direction.size() > 1)
      in.lose("waves", w, "direction", fmt::format("has {} values, not 1 as waves of type {}", direction.size(), type));
  };
  const auto put_seed = [&] {
    const double seed = in.number("waves", w, "phaseSeed", 0.0, w == 1);
    if (seed >= 1.0) {
      put("seed", yaml_number(std::round(seed)), from("phaseSeed"));
      if (seed != std::round(seed))
        decided(fmt::format("waves.phaseSeed = {:g} is not a whole number: {:g} is taken", seed, std::round(seed)),
                in.origin("waves", w, "phaseSeed"));
    } else {
      put("seed", yaml_number(static_cast<double>(w)),
          "phaseSeed 0 draws other phases in every run of WEC-Sim; here they stay");
      decided("phaseSeed 0 draws other phases in every run of WEC-Sim; here one seed stays",
              in.origin("waves", w, "phaseSeed"));
    }
  };
  const double height = in.number("waves", w, "height", 0.0, w == 1),
               period = in.number("waves", w, "period", 0.0, w == 1);
  const bool needs_sea = type == "regular" || type == "regularCIC" || type == "irregular";
  for (const char* p : {"height", "period"}) {
    if (in.get("waves", w, p) == nullptr && (needs_sea || (type == "noWave" && std::string(p) == "period")))
      lost(fmt::format("waves({}).{} is not set, and waves of type {} need it", w, p, type),
           in.origin("waves", w, "type"));
  }
  // WEC-Sim takes no notice of what its type of wave has no use for
  for (const char* p : {"spectrumFile", "elevationFile", "gamma", "spread", "spectrumType", "phaseSeed"})
    in.use("waves", w, p);
  if (type != "irregular") {
    for (const char* p : {"bem", "direction", "height", "period"}) in.use("waves", w, p);
  }
  const std::string where = fmt::format("waveClass('{}')", type);
  if (type == "noWave" || type == "noWaveCIC" || (needs_sea && height == 0.0)) {
    put("type", "none", where);
    if (type != "noWave" && type != "noWaveCIC")
      decided("waves of height 0: still water", in.origin("waves", w, "height"));
    if (period > 0.0 && (type == "noWave" || type == "regular")) put("period", yaml_number(period), from("period"));
    for (const char* p : {"direction", "bem"}) in.use("waves", w, p);
  } else if (type == "regular" || type == "regularCIC") {
    put("type", "regular", where);
    put("height", yaml_number(height), from("height"));
    put("period", yaml_number(period), from("period"));
    put_direction(false);
  } else if (type == "irregular") {
    put("type", "irregular", where);
    const std::string spectrum = in.text("waves", w, "spectrumType");
    if (spectrum == "BS")  // (reference: waveClass.m of version 3, 1.057 being the fourth root of 5/4)
      decided("waves.spectrumType = BS: Bretschneider's spectrum is what later versions call PM",
              in.origin("waves", w, "spectrumType"));
    else if (spectrum != "PM" && spectrum != "JS")
      lost(fmt::format("waves.spectrumType = {} is none of PM and JS", spectrum),
           in.origin("waves", w, "spectrumType"));
    put("spectrum", spectrum == "JS" ? "jonswap" : "pierson-moskowitz", from("spectrumType"));
    put("significant_height", yaml_number(height), from("height"));
    put("peak_period", yaml_number(period), from("period"));
    const auto gamma = in.numbers("waves", w, "gamma", {1});
    if (spectrum == "JS") put("gamma", gamma.empty() ? "auto" : yaml_number(gamma[0]), from("gamma"));
    put_direction(true);
    put_seed();
    const std::string bins = in.text("waves", w, "bem.option");
    if (bins != "EqualEnergy" && bins != "Traditional")
      in.lose("waves", w, "bem.option", fmt::format("= '{}' is neither EqualEnergy nor Traditional", bins));
    const auto bin_count = in.numbers("waves", w, "bem.count", {1});
    auto range = in.numbers("waves", w, "bem.range");
    if (range.size() == 1) in.lose("waves", w, "bem.range", "has 1 value, not 2");
    if (range.size() > 2) {  // (reference: waveClass.m, min and max of bem.range)
      const auto [low, high] = std::minmax_element(range.begin(), range.end());
      range = {*low, *high};
      decided(fmt::format("waves.bem.range has more than two values: the smallest and the largest are taken, {:g} and "
                          "{:g} rad/s",
                          range[0], range[1]),
              in.origin("waves", w, "bem.range"));
    }
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
      refused(fmt::format("the file {} of waves.{} does not exist", path.string(), property),
              in.origin("waves", w, property));
    put("file", relative(type == "spectrumImportFullDir" ? directional(path, w) : path), from(property));
    if (elevation)
      put("method", options.best ? "components" : "excitation-kernel",
          "WEC-Sim convolves the record with the excitation kernel");
    if (type != "spectrumImportFullDir") put_direction(!elevation);
    if (!elevation) put_seed();
  } else {
    throw code::error("wrong-value", in.origin("waves", w, "type"),
                      fmt::format("waveClass('{}') is not a type of wave", type),
                      "noWave, noWaveCIC, regular, regularCIC, irregular, spectrumImport, spectrumImportFullDir or "
                      "elevationImport");
  }
}

std::filesystem::path Importer::directional(const std::filesystem::path& path, int w) {
  const auto s = variable_with("frequencies", path, in.origin("waves", w, "spectrumFile"));
  const auto field = [&](const char* name) { return s ? s->field(name) : nullptr; };
  const MatlabValue *f = field("frequencies"), *d = field("directions"), *e = field("spectrum"), *p = field("spread");
  if (f == nullptr || d == nullptr || e == nullptr || p == nullptr || p->rows != f->size() || p->columns != d->size() ||
      e->size() != f->size())
    throw code::error("missing", Origin{path.string(), 0, 0, {}},
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

void Importer::hydrodynamics() {
  const bool state_space = in.option("simu", 1, "stateSpace", 1) == 1, fir = in.option("simu", 1, "FIR", 1) == 1;
  const auto end = in.numbers("simu", 1, "cicEndTime", {1}), cic = in.numbers("simu", 1, "cicDt", {1});
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
  text.key(1, "body_to_body", in.option("simu", 1, "b2b", 1) == 1 ? "true" : "false", in.from("simu", 1, "b2b"));
  std::set<int> drifts, seconds;  // of the bodies with hydro data
  for (const auto& b : body_names) {
    if (!is_hydro(b.first)) continue;
    drifts.insert(in.option("body", b.first, "meanDrift", 3));
    seconds.insert(in.option("body", b.first, "QTFs", 2));
  }
  const int drift = drifts.empty() ? 0 : *drifts.rbegin(), second = seconds.empty() ? 0 : *seconds.rbegin();
  for (const auto& [values, property] : {std::pair(drifts, "meanDrift"), {seconds, "QTFs"}}) {
    if (values.size() > 1)
      decided(fmt::format("body.{} differs between the bodies: {} acts on all of them", property, *values.rbegin()));
  }
  if (drift > 0 && second > 0) decided("body.meanDrift is part of what body.QTFs sets");
  if (drift >= 1 && second == 0) {
    static const std::array<const char*, 4> ways{"none", "control-surface", "momentum", "pressure"};
    text.key(1, "mean_drift", ways[static_cast<std::size_t>(drift)], "body.meanDrift");
  }
  if (second > 0) {
    text.key(1, "second_order", second == 1 ? "full" : "standing", "body.QTFs");
    text.key(1, "sum_frequency", "true", "body.QTFs");
  }
}

void Importer::output() {
  const auto dt = in.numbers("simu", 1, "dtOut", {1});
  if (dt.empty()) return;
  text.section("output");
  text.key(1, "time_step", yaml_number(std::max(dt[0], step)), in.from("simu", 1, "dtOut"));
}

std::string Importer::condition_file(const std::string& property) {
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

}  // namespace swell::wecsim
