#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "console.h"
#include "swell/base/error.h"
#include "swell/bemio/data_quality.h"
#include "swell/hydro/bemio_h5.h"

namespace bemio_command {
namespace {

namespace bem = swell::bemio;

struct CheckOptions {
  Common common;
  std::string input, output;
  bool repair = false;
  std::optional<double> peak_period, kernel_time;
  std::vector<double> mass;
};

Json as_json(const std::vector<bem::Finding>& findings) {
  Json list = Json::array();
  for (const bem::Finding& f : findings) {
    Json j = {{"test", f.check->name},
              {"code", f.check->code},
              {"verdict", bem::verdict_name(f.verdict)},
              {"number", number(f.number)},
              {"unit", f.unit},
              {"body", f.body},
              {"dof", f.dof}};
    j["omega"] = f.omega ? number(*f.omega) : Json(nullptr);
    j["beyond"] = Json(f.beyond);
    j["sentence"] = f.sentence;
    list.push_back(j);
  }
  return list;
}

/// Effect of such a finding on a run; empty where the sentence of the finding says it.
std::string_view in_a_run(const bem::Check& check) {
  using namespace bem::checks;
  const auto is = [&](std::initializer_list<bem::Check> list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const bem::Check& one) { return std::string_view(one.code) == check.code; });
  };
  if (is({kSymmetryAddedMass, kSymmetryDamping, kPositiveDampingDof, kPassivityDampingMatrix}))
    return "takes the nearest reciprocal and passive data; swell check tells how far its force changes";
  if (is({kOgilvieRelation, kAddedMassInfiniteFrequency}))
    return "by convolution or state space, the added mass of this motion differs from the file's by as much";
  if (is({kHaskindRelation})) return "takes both as they are: resonance and power of this motion are uncertain";
  if (is({kIrregularFrequencies})) return "takes the values as they are: forces are wrong at these frequencies";
  if (is({kRangeFrequencies, kResolutionFrequencies})) return "has no other data than these";
  switch (check.concern) {
    case bem::Concern::radiation_kernel:
      return "matters with radiation: convolution only";
    case bem::Concern::excitation_kernel:
      return "matters in waves of a measured elevation only";
    case bem::Concern::state_space:
      return "matters with radiation: state-space only";
    case bem::Concern::volume:
      return "matters where the case gives no volume and stiffness";
    case bem::Concern::always:
    case bem::Concern::judged_by_run:
      break;
  }
  return {};
}

// "bad: 5 bad, 2 doubtful, 12 good, 2 not applicable"
std::string summary(const std::vector<bem::Finding>& findings) {
  std::string text = std::string(bem::verdict_name(bem::worst(findings))) + ":";
  for (const bem::Verdict verdict :
       {bem::Verdict::bad, bem::Verdict::doubtful, bem::Verdict::good, bem::Verdict::not_applicable}) {
    const auto count =
        std::count_if(findings.begin(), findings.end(), [&](const bem::Finding& f) { return f.verdict == verdict; });
    if (count > 0) text += fmt::format("{}{} {}", text.back() == ':' ? " " : ", ", count, bem::verdict_name(verdict));
  }
  return text;
}

/// The other motions beyond the limit of a good one, worst first: "float heave 4.3, spar surge 2.1 and 3 more".
std::string others(const bem::Finding& f) {
  constexpr std::size_t kMost = 6;
  std::vector<std::pair<double, std::string>> list;
  for (const auto& [motion, number] : f.beyond) {
    if (motion != f.body + " " + f.dof) list.emplace_back(-number, motion);
  }
  std::sort(list.begin(), list.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, list.size()); ++i)
    text += fmt::format("{}{} {:.3g}", i == 0 ? "" : ", ", list[i].second, -list[i].first);
  return list.size() > kMost ? text + fmt::format(" and {} more", list.size() - kMost) : text;
}

/// The verdict first, the worst tests after it; of the good ones the numbers only.
void print_findings(const std::string& file, const std::vector<bem::Finding>& findings) {
  put("{}: {}\n", file, summary(findings));
  const bool wrong = bem::worst(findings) != bem::Verdict::good;
  if (wrong) put("A motion that joints hold, or that nothing excites, is not touched: swell check judges the case.\n");
  for (const bem::Verdict verdict :
       {bem::Verdict::bad, bem::Verdict::doubtful, bem::Verdict::not_applicable, bem::Verdict::good}) {
    for (const bem::Finding& f : findings) {
      if (f.verdict != verdict) continue;
      std::string where = f.body;
      if (!f.dof.empty()) where += (where.empty() ? "" : " ") + f.dof;
      if (f.omega) where += fmt::format("{}{:.4g} rad/s", where.empty() ? "" : ", ", *f.omega);
      put("{:<14} {:<40}", bem::verdict_name(f.verdict), f.check->name);
      if (f.verdict != bem::Verdict::not_applicable || !f.unit.empty())
        put(" {:.3g} {}{}", f.number, f.unit, where.empty() ? "" : " (" + where + ")");
      put("\n");
      if (verdict == bem::Verdict::good) continue;
      if (const std::string also = others(f); !also.empty()) put("{:15}likewise: {}\n", "", also);
      put("{:15}{}\n", "", f.sentence);
      if (const auto effect = in_a_run(*f.check); !effect.empty() && verdict != bem::Verdict::not_applicable)
        put("{:15}a run: {}\n", "", effect);
    }
  }
}

void check_options(const CheckOptions& o) {
  swell::Diagnostics mistakes;
  require_positive(mistakes, "--peak-period", o.peak_period, "s");
  require_positive(mistakes, "--kernel-time", o.kernel_time, "s");
  if (o.kernel_time && *o.kernel_time > kLongestKernel && std::isfinite(*o.kernel_time))
    mistakes.error({}, fmt::format("--kernel-time = {:g} s must be at most {:g} s", *o.kernel_time, kLongestKernel));
  mistakes.throw_if_errors();
}

void check_masses(const CheckOptions& o, const swell::hydro::HydroData& data) {
  if (o.mass.empty()) return;
  swell::Diagnostics mistakes;
  if (o.mass.size() != data.bodies.size()) {
    std::string names;
    for (const auto& body : data.bodies) names += (names.empty() ? "" : ", ") + body.name;
    mistakes.error({},
                   fmt::format("--mass names {}, {} holds {}", counted(o.mass.size(), "mass", "masses"), o.input,
                               counted(data.bodies.size(), "body", "bodies")),
                   fmt::format("give one in kg for each of: {}", names));
  }
  for (const double mass : o.mass) {
    if (!(std::isfinite(mass) && mass > 0.0))
      mistakes.error({}, fmt::format("--mass = {:g} kg must be a number above 0", mass));
  }
  mistakes.throw_if_errors();
}

int check(const CheckOptions& o) {
  check_options(o);
  if (o.repair) {
    if (o.output.empty()) {
      swell::Diagnostic diagnostic;
      diagnostic.message = "--repair needs --output, another file than the input";
      diagnostic.remedy = "the original is never touched";
      throw swell::InputError(diagnostic);
    }
    check_output(o.output, {o.input}, o.common);
  } else if (!o.output.empty()) {
    throw swell::InputError({}, fmt::format("--output = {} without --repair: check writes nothing", o.output),
                            "add --repair for a repaired file, or --json for findings that programs read");
  }
  const swell::hydro::HydroData data = read(o.input, o.common, o.common.json);
  check_masses(o, data);
  bem::QualityOptions options;
  options.peak_period = o.peak_period;
  options.kernel_time = o.kernel_time;
  options.mass = o.mass;
  const std::vector<bem::Finding> before = bem::examine(data, options);
  Json j;
  j["file"] = o.input;
  j["verdict"] = bem::verdict_name(bem::worst(before));
  j["findings"] = as_json(before);
  if (!o.common.json) {
    print_findings(o.input, before);
  }
  bem::Verdict verdict = bem::worst(before);
  if (o.repair) {
    const bem::Repair repaired = bem::repair(data, options);
    bem::require_finite(repaired.data);
    swell::hydro::write_bemio_h5(repaired.data, o.output);
    const std::vector<bem::Finding> after = bem::examine(repaired.data, options);
    verdict = bem::worst(after);
    j["repair"] = {{"output", o.output},
                   {"steps", repaired.steps},
                   {"verdict", bem::verdict_name(verdict)},
                   {"findings", as_json(after)}};
    if (!o.common.json) {
      put("\nrepair, written to {}\n", o.output);
      for (const std::string& step : repaired.steps) put("  {}\n", step);
      if (repaired.steps.empty()) put("  nothing that could be repaired\n");
      put("\n{:<40} {:<24} {}\n", "test", "before", "after");
      for (const bem::Finding& a : after) {
        for (const bem::Finding& b : before) {
          if (a.check != b.check) continue;
          put("{:<40} {:<24} {}\n", a.check->name, fmt::format("{} {:.3g}", bem::verdict_name(b.verdict), b.number),
              fmt::format("{} {:.3g}", bem::verdict_name(a.verdict), a.number));
        }
      }
    }
  }
  if (o.common.json) swell::command::print_json(j);
  return verdict == bem::Verdict::bad ? found : done;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "test the coefficients against physics; exit status 1 if a test is bad");
  command->add_option("input", options->input, "file or folder")->required();
  add_common(*command, options->common);
  add_force(*command, options->common);
  options->common.gaps = swell::hydro::NonFinite::keep;
  command->add_flag("--repair", options->repair, "write a repaired file");
  command->add_option("-o,--output", options->output, "the repaired file (.h5)");
  command->add_option("--peak-period", options->peak_period, "peak period of the sea that the data shall serve [s]");
  command->add_option("--kernel-time", options->kernel_time, "time at which the kernel must have decayed [s]");
  command
      ->add_option("--mass", options->mass,
                   "mass of every body [kg], to be compared with the volume: --mass 886687,878300")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace bemio_command
