#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "commands.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "swell/base/motions.h"
#include "swell/run/assess_case.h"
#include "swell/run/run.h"

namespace swell::command {
namespace {

/// Ranges below this are round-off of a body that does not move that way.
bool moves(const run::BodySummary& body, std::size_t i) { return body.maximum[i] - body.minimum[i] > 1.0e-9; }

/// "from 100 to 200 s, 12 wave periods"
std::string window_text(const run::Window& window) {
  return fmt::format(
      "from {:.6g} to {:.6g} s{}", window.from, window.to,
      window.periods > 0 ? fmt::format(", {} wave period{}", window.periods, window.periods > 1 ? "s" : "") : "");
}

void print_sea(const run::RunSummary& summary) {
  if (!summary.sea) return;
  put("\nSea {}: Hs {:.4g} m", window_text(summary.window), summary.sea->significant_height);
  if (summary.sea->peak_period) put(", Tp {:.4g} s", *summary.sea->peak_period);
  put(" achieved; its spectrum carries {} per metre of crest\n", with_prefix(summary.sea->wave_power, "W"));
}

void print_bodies(const run::RunSummary& summary) {
  if (summary.bodies.empty()) return;
  put("\nMotion {}{}\n", window_text(summary.window),
      summary.sea ? " (significant: the amplitude of twice the standard deviation)" : "");
  std::size_t width = 4;
  for (const auto& body : summary.bodies) width = std::max(width, body.name.size());
  for (const auto& body : summary.bodies) {
    bool any = false;
    for (std::size_t i = 0; i < 6 && i < body.minimum.size(); ++i) {
      if (!moves(body, i)) continue;
      const double scale = i < 3 ? 1.0 : 1.0 / kDegree;
      const char* unit = i < 3 ? "m" : "deg";
      const char* motion = body.minimum.size() == 1 ? "" : kMotions[i];  // a generalised mode is one motion
      put("  {:<{}}  {:<5}  {:>10.4g} to {:<10.4g} {:<3}  ", any ? "" : body.name, width, motion,
          body.minimum[i] * scale, body.maximum[i] * scale, unit);
      if (summary.sea) {  // an irregular motion has no amplitude
        const double mean = body.mean[i] * scale, deviation = body.standard_deviation[i] * scale;
        put("standard deviation {:.4g}, significant {:.4g}, extreme {:.4g} {} from the mean of {:.4g}\n", deviation,
            2.0 * deviation, std::max(body.maximum[i] * scale - mean, mean - body.minimum[i] * scale), unit, mean);
      } else {
        put("amplitude {:.4g} {}\n", 0.5 * (body.maximum[i] - body.minimum[i]) * scale, unit);
      }
      any = true;
    }
    if (!any) put("  {:<{}}  at rest\n", body.name, width);
  }
}

/// Below a billionth of a watt is the round-off of a device at rest.
std::string watts(double power) { return with_prefix(std::abs(power) < 1.0e-9 ? 0.0 : power, "W"); }

std::string interval(const std::optional<double>& half_width) {
  return half_width ? fmt::format(" +- {}", watts(*half_width)) : std::string();
}

void print_electrical(const run::RunSummary& summary) {
  if (summary.electrical.empty() || summary.window.empty()) return;
  put("\nElectrical power {}\n", window_text(summary.window));
  std::size_t width = 5;
  for (const auto& [name, power] : summary.electrical) width = std::max(width, name.size());
  for (const auto& [name, power] : summary.electrical) put("  {:<{}}  mean {}\n", name, width, watts(power));
}

void print_power(const run::RunSummary& summary) {
  if (summary.ptos.empty()) return;
  put("\nPower absorbed {}\n", window_text(summary.window));
  std::size_t width = 5;
  for (const auto& pto : summary.ptos) width = std::max(width, pto.name.size());
  double total = 0.0;
  const char* const invalid = summary.invalid_power ? " (invalid)" : "";
  for (const auto& pto : summary.ptos) {
    put("  {:<{}}  mean {:<10}{}  peak {}\n", pto.name, width, watts(pto.mean_power) + interval(pto.half_width),
        invalid, watts(pto.peak_power));
    for (const auto& [part, power] : pto.parts) {
      const bool stop = part == "end_stop";
      put("  {:<{}}    {} {}{}\n", "", width, stop ? "end stops" : part, watts(power),
          stop ? ", not in the absorbed power" : "");
    }
    total += pto.mean_power;
  }
  if (summary.ptos.size() > 1)
    put("  {:<{}}  mean {}{}{}\n", "total", width, watts(total), interval(summary.half_width), invalid);
  if (summary.half_width) put("  {:<{}}  +- : 95 % interval of the mean, from ten parts of the time\n", "", width);
  if (summary.capture_width)
    put("  {:<{}}  capture width {:.4g} m{}{}\n", "", width, *summary.capture_width, invalid,
        summary.sea ? ", mean power over that of the spectrum" : "");
}

void print_choices(const run::RunSummary& summary) {
  bool reproduces = false;
  std::vector<std::string> own;
  for (const model::ChoiceLine& line : summary.choices) {
    if (line.from == "reproduce: wec-sim") reproduces = true;
    if (line.from == "case") own.push_back(fmt::format("{} = {}", line.key, line.value));
  }
  put("\nChoices: {}", reproduces ? "reproduce: wec-sim" : "the defaults");
  if (!own.empty()) put(", and from the case: {}", fmt::join(own, ", "));
  put("; equations: docs/choices.md\n");
}

void print_audit(const run::AuditReport& audit) {
  put("\nEnergy put into the motion, from start to end\n");
  std::size_t width = 0;
  for (const auto& line : audit.lines) width = std::max(width, line.name.size());
  for (const auto& line : audit.lines) {
    put("  {:<{}}  {:>14}  {:>8.3f} %\n", line.name, width, with_prefix(line.energy, "J"),
        100.0 * line.energy / std::max(audit.exchanged, 1e-300));
  }
  put("  {:<{}}  {:>14}  of {} exchanged; {} may be left\n", "sum", width, with_prefix(audit.residual, "J"),
      with_prefix(audit.exchanged, "J"), with_prefix(audit.tolerance, "J"));
  put("  forces on a body against its momentum: {:.1e} of the largest part\n", audit.worst_force_defect);
  put("The energy balance {}\n", audit.closes ? "closes" : "does not close");
  if (!audit.laws.empty()) put("\nEnergy that a load made beyond what it stored, at its largest\n");
  std::size_t longest = 0;
  for (const auto& law : audit.laws) longest = std::max(longest, law.name.size());
  for (const auto& law : audit.laws) {
    put("  {:<{}}  {:<10}  {:>14} at {:.6g} s{}\n", law.name, longest, law.promise, with_prefix(law.energy, "J"),
        law.time, law.holds ? "" : "  FAILS");
  }
  if (!audit.not_judged.empty()) put("  nothing is promised of {}\n", fmt::join(audit.not_judged, ", "));
}

void print_summary(const RunCommand& options, const run::RunSummary& summary) {
  put("{}: {:.6g} s simulated in {:.3g} s ({:.3g} times real time), {} steps, {} evaluations\n", options.file,
      summary.simulated, summary.wall, summary.simulated / std::max(summary.wall, 1.0e-9), summary.steps,
      summary.evaluations);
  if (summary.real_time) {
    const run::RealTimeSummary& clock = *summary.real_time;
    put("Real time{}: at most {:.3g} ms late, at t = {:.6g} s; {} of {} points computed after their time; work per "
        "point "
        "{:.3g} ms in the mean, {:.3g} ms at most\n",
        clock.speed == 1.0 ? "" : fmt::format(", {:g} s in a second", clock.speed), 1e3 * clock.worst_lateness,
        clock.worst_at, clock.missed, clock.points, 1e3 * clock.mean_work, 1e3 * clock.worst_work);
  }
  if (summary.stopped_at) {
    const auto fmu = std::find_if(summary.warnings.begin(), summary.warnings.end(),
                                  [](const Diagnostic& warning) { return warning.code == "fmu-ended"; });
    put("{} ended the run at t = {:.9g} s\n", fmu == summary.warnings.end() ? "simulation.stop" : fmu->subject,
        *summary.stopped_at);
  }
  if (summary.window.ramped) {
    put("\nThe ramp lasts to the end of the run: a sea that grows has no averages, and neither motion nor power is "
        "given\n");
  } else if (summary.window.empty()) {
    put("\nThe run ended before its averages begin at t = {:.6g} s: neither motion nor power is given\n",
        summary.window.from);
  }
  print_sea(summary);
  print_bodies(summary);
  print_power(summary);
  print_electrical(summary);
  if (summary.audit) print_audit(*summary.audit);
  print_choices(summary);
  // What the preparation did is seldom acted upon; what happened in the run is.
  const std::size_t hidden = options.verbose ? 0 : summary.notes_of_preparation;
  for (std::size_t i = hidden; i < summary.notes.size(); ++i) put("Note: {}\n", summary.notes[i]);
  if (hidden > 0) put("Notes: {} on the preparation, shown by --verbose, swell check and the report\n", hidden);
  std::error_code error;
  const auto size = std::filesystem::file_size(summary.results, error);
  if (!summary.checkpoint.empty()) put("Checkpoint: {}\n", summary.checkpoint.string());
  put("Results: {}{}\n", summary.results.string(),
      error ? "" : fmt::format(" ({})", with_prefix(static_cast<double>(size), "B")));
}

Json summary_json(const RunCommand& options, const run::RunSummary& summary) {
  Json bodies = Json::object(), ptos = Json::object(), choices = Json::array();
  for (const auto& body : summary.bodies)
    bodies[body.name] = {{"minimum", body.minimum},
                         {"maximum", body.maximum},
                         {"mean", body.mean},
                         {"standard_deviation", body.standard_deviation}};
  for (const auto& pto : summary.ptos) {
    ptos[pto.name] = {{"mean_power", pto.mean_power}, {"peak_power", pto.peak_power}, {"parts", Json::object()}};
    if (pto.half_width) ptos[pto.name]["mean_power_half_width"] = *pto.half_width;
    for (const auto& [part, power] : pto.parts) ptos[pto.name]["parts"][part] = power;
  }
  Json sea = nullptr;
  if (summary.sea) {
    sea = {{"significant_height", summary.sea->significant_height}, {"wave_power", summary.sea->wave_power}};
    if (summary.sea->peak_period) sea["peak_period"] = *summary.sea->peak_period;
  }
  for (const auto& line : summary.choices) {
    choices.push_back({{"choice", line.choice}, {"key", line.key}, {"value", line.value}, {"from", line.from}});
  }
  Json audit = nullptr;
  if (summary.audit) {
    audit = {{"closes", summary.audit->closes},
             {"residual", summary.audit->residual},
             {"tolerance", summary.audit->tolerance},
             {"exchanged", summary.audit->exchanged},
             {"force_defect", summary.audit->worst_force_defect},
             {"lines", Json::array()},
             {"laws", Json::array()},
             {"not_judged", summary.audit->not_judged}};
    for (const auto& law : summary.audit->laws)
      audit["laws"].push_back({{"name", law.name},
                               {"promise", law.promise},
                               {"energy", law.energy},
                               {"time", law.time},
                               {"holds", law.holds}});
    for (const auto& line : summary.audit->lines)
      audit["lines"].push_back({{"name", line.name}, {"energy", line.energy}});
  }
  Json real_time = nullptr;
  if (summary.real_time)
    real_time = {{"speed", summary.real_time->speed},          {"points", summary.real_time->points},
                 {"missed", summary.real_time->missed},        {"worst_lateness", summary.real_time->worst_lateness},
                 {"worst_at", summary.real_time->worst_at},    {"mean_work", summary.real_time->mean_work},
                 {"worst_work", summary.real_time->worst_work}};
  Json electrical = Json::object();
  for (const auto& [name, power] : summary.electrical) electrical[name] = power;
  return {{"status", "done"},
          {"audit", audit},
          {"real_time", real_time},
          {"case", options.file},
          {"results", summary.results.string()},
          {"simulated", summary.simulated},
          {"window", summary.window.empty() ? Json() : Json{{"from", summary.window.from}, {"to", summary.window.to}}},
          {"stopped_at", summary.stopped_at ? Json(*summary.stopped_at) : Json()},
          {"wall_time", summary.wall},
          {"steps", summary.steps},
          {"evaluations", summary.evaluations},
          {"bodies", bodies},
          {"ptos", ptos},
          {"mean_power_half_width", summary.half_width ? Json(*summary.half_width) : Json(nullptr)},
          {"electrical", electrical},
          {"sea", sea},
          {"capture_width", summary.capture_width ? Json(*summary.capture_width) : Json(nullptr)},
          {"invalid_power", summary.invalid_power ? Json(*summary.invalid_power) : Json(nullptr)},
          {"choices", choices},
          {"warnings", sentences(summary.warnings)},
          {"diagnostics", to_json(summary.warnings)},
          {"notes", summary.notes}};
}

}  // namespace

int run(const RunCommand& options) {
  model::Model model;
  run::RunOptions run_options;
  run_options.output = options.output;
  run_options.force = options.force;
  run_options.audit = options.audit;
  run_options.checkpoint_at = options.checkpoint_at;
  run_options.checkpoint = options.checkpoint;
  run_options.restart = options.restart;
  if (options.real_time) run_options.real_time = options.speed;
  Progress progress(!options.quiet && !options.json);
  if (!read_and_check(options, model, &run_options, false)) return 2;
  run::require_functions(model);
  // Until a file is written there is nothing to save: a signal ends the command at once (crash.cpp).
  std::optional<Interruptible> interruptible;
  run_options.prepared = [&] { interruptible.emplace(); };
  run_options.progress = [&](double time, double fraction) {
    if (progress.is_due()) progress.update(fraction, fmt::format("t = {:.1f} s", time));
  };
  run_options.interrupt = Interruptible::flag();
  try {
    const run::RunSummary summary = run::run_case(model, run_options);
    progress.clear();
    report_warnings(summary.warnings);
    if (!options.json && !options.quiet) print_summary(options, summary);
    if (options.report || options.open) {
      ReportCommand report;
      report.files = {summary.results.string()};
      report.open = options.open;
      report.force = options.force;
      report.quiet = options.quiet || options.json;
      write_report(report);
    }
    if (options.json) print_json(summary_json(options, summary));  // last: one document, whatever the page does
    if (summary.audit && !summary.audit->closes) {
      put(stderr,
          "the energy balance does not close: {} of {} exchanged are left, {} may be; try a smaller time step\n",
          with_prefix(summary.audit->residual, "J"), with_prefix(summary.audit->exchanged, "J"),
          with_prefix(summary.audit->tolerance, "J"));
      return 1;
    }
    if (summary.audit && !summary.audit->lawful()) {
      for (const auto& law : summary.audit->laws) {
        if (law.holds) continue;
        const bool lost = law.energy < 0.0;
        put(stderr, "{} {} {} by t = {:.6g} s, and {} may be: {}\n", law.name, lost ? "lost" : "made",
            with_prefix(std::abs(law.energy), "J"), law.time, with_prefix(summary.audit->tolerance, "J"),
            law.promise == "conserves" ? "a conservative load gives back what it stored, no more and no less"
            : law.promise == "radiates"
                ? "waves that a body radiates take energy: the data or their realisation are not passive"
                : "a dissipative load only takes energy");
      }
      return 1;
    }
    return 0;
  } catch (const InputError& error) {
    progress.clear();
    report_input_errors(error.diagnostics(), options.json);
    return 2;
  } catch (const SimulationError& error) {
    progress.clear();
    report_failure(error, options.json);
    return 1;
  }
}

int check(const CheckCommand& options) {
  model::Model model;
  run::RunOptions run_options;
  run_options.output = options.output;
  std::vector<std::string> notes;
  {
    const Progress progress(!options.json);
    if (!read_and_check(options, model, &run_options, true, &notes)) return 2;
  }
  report_warnings(model.warnings);
  if (options.json) {
    print_json({{"status", "valid"},
                {"case", options.file},
                {"warnings", sentences(model.warnings)},
                {"diagnostics", to_json(model.warnings)},
                {"notes", notes}});
  } else {
    const auto count = [](std::size_t n, const char* one, const char* many) {
      return fmt::format("{} {}", n, n == 1 ? one : many);
    };
    const std::string components =
        model.components.empty() ? "" : ", " + count(model.components.size(), "component", "components");
    put("{}: no mistakes found ({}, {}, {}, {}{})\n", options.file, count(model.bodies.size(), "body", "bodies"),
        count(model.joints.size(), "joint", "joints"), count(model.ptos.size(), "PTO", "PTOs"),
        count(model.waves.size(), "sea", "seas"), components);
    for (const std::string& note : notes) put("Note: {}\n", note);
  }
  return 0;
}

}  // namespace swell::command
