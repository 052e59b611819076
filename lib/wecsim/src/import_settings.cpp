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
  text.comment("Written by `swell import wec-sim`; the comment behind each value gives its origin.");
}

void Importer::simulation() {
  const double start = simu.number("startTime", 0.0);
  const auto end = simu.numbers("endTime", {1});
  if (end.empty())
    throw code::error("missing", Origin{file.string(), 0, 0, {}}, "simu.endTime is not set",
                      "WEC-Sim has no default for it");
  text.section("simulation");
  text.key(1, "duration", end[0] - start, simu.from("endTime"));
  text.key(1, "time_step", step, simu.from("dt"));
  if (start != 0.0) text.key(1, "start", start, simu.from("startTime"));
  const double ramp = simu.number("rampTime", 100.0);
  bool still = in.count("waves") > 0;
  for (int w = 1; w <= in.count("waves"); ++w) still = still && wave_type(w).rfind("noWave", 0) == 0;
  if (ramp > 0.0 && !still) text.key(1, "ramp", ramp, simu.from("rampTime"));
  const std::string solver = simu.text("solver");
  static const std::map<std::string, std::string> integrators{
      {"ode4", "rk4"},        {"ode1", "rk4"},        {"ode2", "rk4"},        {"ode3", "rk4"},
      {"ode5", "rk4"},        {"ode8", "rk4"},        {"ode45", "dopri5"},    {"ode23", "dopri5"},
      {"ode113", "dopri5"},   {"ode23t", "implicit"}, {"ode23s", "implicit"}, {"ode23tb", "implicit"},
      {"ode15s", "implicit"}, {"ode14x", "implicit"}, {"daessc", "implicit"}};
  const auto found = integrators.find(solver);
  std::string integrator = found == integrators.end() ? "rk4" : found->second;
  if (found == integrators.end())
    decided(fmt::format("simu.solver = {} is unknown here; rk4 is taken", solver), simu.origin("solver"));
  if (integrator != "rk4" && !options.best) {
    // WEC-Sim's delayed acceleration is a law of fixed steps
    decided(fmt::format("simu.solver = {} with WEC-Sim's delayed added mass: Swell takes fixed steps of simu.dt (rk4)",
                        solver),
            simu.origin("solver"));
    integrator = "rk4";
  } else if (solver != "ode4" && integrator == "rk4") {
    decided(fmt::format("simu.solver = {}: rk4 with the same step", solver), simu.origin("solver"));
  }
  if (integrator != "rk4" || simu.set("solver")) text.key(1, "integrator", integrator, simu.from("solver"));
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
  taken("simulation: duration, step, ramp, integrator", simu.origin("endTime"));
}

void Importer::environment() {
  const Object sea = in("waves", 1);
  const double rho = simu.number("rho", 1000.0), g = simu.number("gravity", 9.81);
  text.section("environment");
  text.key(1, "water_density", rho, simu.from("rho"));
  text.key(1, "gravity", g, simu.from("gravity"));
  const auto depth = sea.numbers("waterDepth", {1});
  if (!depth.empty())
    text.key(1, "depth", std::isinf(depth[0]) ? "infinite" : yaml_number(depth[0]), sea.from("waterDepth"));
  const int option = sea.option("current.option", 3, 3);
  sea.use("current");
  if (option == 3 && sea.number("current.speed", 0.0) != 0.0)
    decided("waves.current.option = 3 is no current: waves.current.speed does not act in WEC-Sim either",
            sea.origin("current.speed"));
  if (option <= 2) {
    static const std::array<const char*, 3> profiles{"uniform", "power-law", "linear"};
    text.heading(1, "current", sea.from("current.option"));
    text.key(2, "profile", profiles[static_cast<std::size_t>(option)]);
    text.key(2, "speed", sea.number("current.speed", 0.0));
    text.key(2, "direction", sea.number("current.direction", 0.0));
    const double current_depth = sea.number("current.depth", 0.0);
    if (option > 0 && current_depth > 0.0) text.key(2, "depth", current_depth);
  }
  if (!rotors.empty()) wind();
  std::string gauges;
  for (const char* p : {"marker.location", "wavegaugeloc", "wavegauge1loc", "wavegauge2loc", "wavegauge3loc"}) {
    const MatlabValue* place = sea.numeric(p);
    if (place == nullptr) continue;
    if (place->columns < 2) {
      sea.lose(p, "is not a place x, y in each row");
      continue;
    }
    for (std::size_t r = 0; r < place->rows && r < 1000; ++r) {
      if (!std::isnan(place->at(r, 0)))
        gauges += fmt::format("{}{{x: {}, y: {}}}", gauges.empty() ? "" : ", ", yaml_number(place->at(r, 0)),
                              yaml_number(place->at(r, 1)));
    }
  }
  if (!gauges.empty()) text.key(1, "gauges", "[" + gauges + "]", sea.from("marker.location"));
  for (int w = 2; w <= in.count("waves"); ++w) {
    in("waves", w).use("marker");
    in("waves", w).use("current");
  }
}

std::string Importer::wave_type(int w) {
  static const std::map<std::string, std::string> before{
      {"etaImport", "elevationImport"}, {"userDefined", "elevationImport"}, {"irregularImport", "spectrumImport"}};
  const std::string type = in("waves", w).text("type");
  const auto found = before.find(type);
  return found == before.end() ? type : found->second;
}

void Importer::spread_settings() {
  for (const auto& [setting, property] : {std::pair{"yawNonLin", "yaw.option"},
                                          {"yawThresh", "yaw.threshold"},
                                          {"nlHydro", "nonlinearHydro"},
                                          {"morisonElement", "morisonElement.option"},
                                          {"adjMassFactor", "adjMassFactor"}}) {
    if (!simu.set(setting)) continue;
    simu.use(setting);
    for (int b = 1; b <= in.count("body"); ++b) {
      const bool concerned = property == std::string("nonlinearHydro")          ? is_hydro(b)
                             : property == std::string("morisonElement.option") ? in("body", b).set("morisonElement")
                                                                                : true;
      if (concerned && !in("body", b).set(property))
        workspace.run_text(fmt::format("body({}).{} = simu.{};\n", b, property, setting),
                           fmt::format("simu.{}", setting));
    }
  }
}

std::string Importer::scatter_file() {
  const std::string before = in("waves", 1).text("statisticsDataLoad");  // until version 4
  return before.empty() ? simu.text("mcrExcelFile") : before;
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
  taken(fmt::format("{} sea{} of type {}", count, count > 1 ? "s" : "", wave_type(1)), in("waves", 1).origin("type"));
}

void Importer::wave(int w, int count) {
  const Object own = in("waves", w);
  const std::string type = wave_type(w);
  bool item = count > 1;
  const int level = count > 1 ? 2 : 1;
  const auto put = [&](const std::string& key, const std::string& value, const std::string& comment = {}) {
    text.key(level, key, value, comment, item);
    item = false;
  };
  const auto direction = own.numbers("direction");
  const auto spread = own.numbers("spread");
  const auto put_direction = [&](bool several) {
    if (several && direction.size() > 1) {
      put("direction", yaml_list(direction), own.from("direction"));
      put("spread", yaml_list(spread), own.from("spread"));
    } else if (!direction.empty() && direction[0] != 0.0) {
      put("direction", yaml_number(direction[0]), own.from("direction"));
    }
    if (!several && direction.size() > 1)
      own.lose("direction", fmt::format("has {} values, not 1 as waves of type {}", direction.size(), type));
  };
  const auto put_seed = [&] {
    const double seed = own.number("phaseSeed", 0.0, w == 1);
    if (seed >= 1.0) {
      put("seed", yaml_number(std::round(seed)), own.from("phaseSeed"));
      if (seed != std::round(seed))
        decided(fmt::format("waves.phaseSeed = {:g} is not a whole number: {:g} is taken", seed, std::round(seed)),
                own.origin("phaseSeed"));
    } else {
      put("seed", yaml_number(static_cast<double>(w)),
          "phaseSeed 0 draws other phases in every run of WEC-Sim; here they stay");
      decided("phaseSeed 0 draws other phases in every run of WEC-Sim; here one seed stays", own.origin("phaseSeed"));
    }
  };
  const double height = own.number("height", 0.0, w == 1), period = own.number("period", 0.0, w == 1);
  const bool needs_sea = type == "regular" || type == "regularCIC" || type == "irregular";
  for (const char* p : {"height", "period"}) {
    if (own.get(p) == nullptr && (needs_sea || (type == "noWave" && std::string(p) == "period")))
      lost(fmt::format("waves({}).{} is not set, and waves of type {} need it", w, p, type), own.origin("type"));
  }
  // WEC-Sim takes no notice of what its type of wave has no use for
  for (const char* p : {"spectrumFile", "elevationFile", "gamma", "spread", "spectrumType", "phaseSeed"}) own.use(p);
  if (type != "irregular") {
    for (const char* p : {"bem", "direction", "height", "period"}) own.use(p);
  }
  const std::string where = fmt::format("waveClass('{}')", type);
  if (type == "noWave" || type == "noWaveCIC" || (needs_sea && height == 0.0)) {
    put("type", "none", where);
    if (type != "noWave" && type != "noWaveCIC") decided("waves of height 0: still water", own.origin("height"));
    if (period > 0.0 && (type == "noWave" || type == "regular")) put("period", yaml_number(period), own.from("period"));
    for (const char* p : {"direction", "bem"}) own.use(p);
  } else if (type == "regular" || type == "regularCIC") {
    put("type", "regular", where);
    put("height", yaml_number(height), own.from("height"));
    put("period", yaml_number(period), own.from("period"));
    put_direction(false);
  } else if (type == "irregular") {
    put("type", "irregular", where);
    const std::string spectrum = own.text("spectrumType");
    if (spectrum == "BS")  // (reference: waveClass.m of version 3, 1.057 being the fourth root of 5/4)
      decided("waves.spectrumType = BS: Bretschneider's spectrum is what later versions call PM",
              own.origin("spectrumType"));
    else if (spectrum != "PM" && spectrum != "JS")
      lost(fmt::format("waves.spectrumType = {} is none of PM and JS", spectrum), own.origin("spectrumType"));
    put("spectrum", spectrum == "JS" ? "jonswap" : "pierson-moskowitz", own.from("spectrumType"));
    // its amplitudes have the factor sqrt(spread), and the energy goes with the square of the height
    const bool is_part = direction.size() <= 1 && spread.size() == 1 && spread[0] >= 0.0 && spread[0] != 1.0;
    put("significant_height", yaml_number(is_part ? height * std::sqrt(spread[0]) : height), own.from("height"));
    if (is_part)
      decided(
          fmt::format("waves.spread = {:g} of one direction: WEC-Sim's sea has this share of the energy", spread[0]),
          own.origin("spread"));
    put("peak_period", yaml_number(period), own.from("period"));
    const auto gamma = own.numbers("gamma", {1});
    if (spectrum == "JS") put("gamma", gamma.empty() ? "auto" : yaml_number(gamma[0]), own.from("gamma"));
    put_direction(true);
    put_seed();
    const std::string bins = own.text("bem.option");
    if (bins != "EqualEnergy" && bins != "Traditional")
      own.lose("bem.option", fmt::format("= '{}' is neither EqualEnergy nor Traditional", bins));
    const auto bin_count = own.numbers("bem.count", {1});
    auto range = own.numbers("bem.range");
    if (range.size() == 1) own.lose("bem.range", "has 1 value, not 2");
    const std::size_t given = range.size();
    if (given >= 2) {  // (reference: waveClass.m, min and max of bem.range)
      const auto [low, high] = std::minmax_element(range.begin(), range.end());
      range = {*low, *high};
    }
    if (given > 2)
      decided(fmt::format("waves.bem.range has more than two values: the smallest and the largest are taken, {:g} and "
                          "{:g} rad/s",
                          range[0], range[1]),
              own.origin("bem.range"));
    if ((bins == "Traditional" && !options.best) || !bin_count.empty() || range.size() == 2) {
      text.heading(level, "bins", own.from("bem.option"));
      if (bins == "Traditional") text.key(level + 1, "method", "traditional");
      if (!bin_count.empty()) text.key(level + 1, "count", bin_count[0], own.from("bem.count"));
      if (range.size() == 2) text.key(level + 1, "range", range, own.from("bem.range"));
    }
  } else if (type == "spectrumImport" || type == "elevationImport" || type == "spectrumImportFullDir") {
    const bool elevation = type == "elevationImport";
    const char* property = elevation ? "elevationFile" : "spectrumFile";
    put("type",
        elevation                  ? "imported-elevation"
        : type == "spectrumImport" ? "imported-spectrum"
                                   : "directional-spectrum",
        where);
    std::filesystem::path path = in_folder(own.text(property));
    if (path.extension().empty() && !std::filesystem::exists(path)) path = any_case(path.string() + ".mat");
    if (!std::filesystem::exists(path))
      refused(fmt::format("the file {} of waves.{} does not exist", path.string(), property), own.origin(property));
    put("file", relative(type == "spectrumImportFullDir" ? directional(path, w) : path), own.from(property));
    if (elevation)
      put("method", options.best ? "components" : "excitation-kernel",
          "WEC-Sim convolves the record with the excitation kernel");
    if (type != "spectrumImportFullDir") put_direction(!elevation);
    if (!elevation) put_seed();
    if (type == "spectrumImport" && own.set("bem.range"))
      own.lose("bem.range", "cuts the spectrum of a file in WEC-Sim: cut the rows of the file instead");
  } else {
    throw code::error("wrong-value", own.origin("type"), fmt::format("waveClass('{}') is not a type of wave", type),
                      "noWave, noWaveCIC, regular, regularCIC, irregular, spectrumImport, spectrumImportFullDir or "
                      "elevationImport");
  }
}

std::filesystem::path Importer::directional(const std::filesystem::path& path, int w) {
  const auto s = variable_with("frequencies", path, in("waves", w).origin("spectrumFile"));
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
  const bool state_space = simu.option("stateSpace", 1) == 1, fir = simu.option("FIR", 1) == 1;
  const auto end = simu.numbers("cicEndTime", {1}), cic = simu.numbers("cicDt", {1});
  text.section("hydrodynamics");
  const bool constant = constant_radiation();
  if (!(options.best && constant)) {
    text.key(
        1, "radiation",
        constant      ? "constant"
        : state_space ? "state-space"
                      : "convolution",
        constant ? fmt::format("waveClass('{}')", wave_type(1)) : simu.from(state_space ? "stateSpace" : "cicEndTime"));
    if (fir && !constant) decided("simu.FIR = 1: the same convolution", simu.origin("FIR"));
  }
  if (!constant && !state_space && !options.best) {
    text.heading(1, "convolution");
    text.key(2, "duration", end.empty() ? 60.0 : end[0], simu.from("cicEndTime"));
    if (!cic.empty() && cic[0] > step) text.key(2, "time_step", cic[0], simu.from("cicDt"));
  }
  text.key(1, "body_to_body", simu.option("b2b", 1) == 1 ? "true" : "false", simu.from("b2b"));
  std::set<int> drifts, seconds;  // of the bodies with hydro data
  for (const auto& b : body_names) {
    if (!is_hydro(b.first)) continue;
    drifts.insert(in("body", b.first).option("meanDrift", 3));
    seconds.insert(in("body", b.first).option("QTFs", 2));
  }
  const int drift = drifts.empty() ? 0 : *drifts.rbegin(), second = seconds.empty() ? 0 : *seconds.rbegin();
  for (const auto& [values, property] : {std::pair(drifts, "meanDrift"), {seconds, "QTFs"}}) {
    if (values.size() > 1)
      decided(fmt::format("body.{} differs between the bodies: {} acts on all of them", property, *values.rbegin()));
  }
  if (drift > 0 && second > 0) decided("body.meanDrift is included in body.QTFs");
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
  const auto dt = simu.numbers("dtOut", {1});
  if (dt.empty()) return;
  text.section("output");
  text.key(1, "time_step", std::max(dt[0], step), simu.from("dtOut"));
}

}  // namespace swell::wecsim
