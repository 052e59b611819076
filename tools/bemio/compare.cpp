#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "console.h"
#include "swell/base/error.h"
#include "swell/bemio/compare.h"

namespace bemio_command {
namespace {

struct CompareOptions {
  Common common;
  std::string first, second;
  double tolerance = 1e-6;
  long most = 20;
};

// A modulus alone would hide that two forces differ in phase.
std::string value(double modulus, const std::optional<double>& phase) {
  return phase ? fmt::format("{:.7g} at {:.5g} deg", modulus, *phase) : fmt::format("{:.7g}", modulus);
}

int diff(const CompareOptions& o) {
  swell::Diagnostics mistakes;
  require_positive(mistakes, "--tolerance", o.tolerance, "of the peak", true);
  if (o.most < 0) mistakes.error({}, fmt::format("--most = {} must be 0 or more entries", o.most));
  mistakes.throw_if_errors();
  const swell::hydro::HydroData a = read(o.first, o.common), b = read(o.second, o.common);
  const auto list = swell::bemio::compare(a, b);
  const bool differ = !list.empty() && !(list[0].relative <= o.tolerance);
  if (o.common.json) {
    Json j;
    j["first"] = o.first;
    j["second"] = o.second;
    j["tolerance"] = o.tolerance;
    j["differ"] = differ;
    j["differences"] = Json::array();
    for (const auto& d : list) {
      Json one = {{"quantity", d.quantity},         {"body", d.body},           {"dof", d.dof},
                  {"relative", number(d.relative)}, {"first", number(d.first)}, {"second", number(d.second)}};
      one["first_phase"] = d.first_phase ? number(*d.first_phase) : Json(nullptr);
      one["second_phase"] = d.second_phase ? number(*d.second_phase) : Json(nullptr);
      one["at"] = d.omega ? number(*d.omega) : Json(nullptr);
      one["direction"] = d.direction ? number(*d.direction) : Json(nullptr);
      one["sentence"] = d.sentence;
      j["differences"].push_back(one);
    }
    swell::command::print_json(j);
    return differ ? found : done;
  }
  // Last in the list, but what all others rest on.
  const bool other_order = !list.empty() && list.back().of_order;
  if (other_order) put("{:<32} {}\n", list.back().quantity, list.back().sentence);
  long shown = 0;
  for (const auto& d : list) {
    if (other_order && &d == &list.back()) break;
    if (shown++ == o.most) {
      const std::size_t printed = static_cast<std::size_t>(o.most) + (other_order ? 1 : 0);
      put("... and {} more entries\n", list.size() - printed);
      break;
    }
    if (!d.sentence.empty()) {
      put("{:<32} {}\n", d.quantity, d.sentence);
      continue;
    }
    std::string where = d.body + (d.dof.empty() ? "" : " " + d.dof);
    if (d.direction) where += fmt::format(", direction {:g} deg", *d.direction);
    if (d.omega && *d.omega != 0.0) where += fmt::format(", {:.5g} {}", *d.omega, d.over_time ? "s" : "rad/s");
    put("{:<32} {:10.3e} of its peak: {} and {} ({})\n", d.quantity, d.relative, value(d.first, d.first_phase),
        value(d.second, d.second_phase), where);
  }
  if (list.empty())
    put("equal to the last bit\n");
  else
    put("{}; {} {:g} of its peak\n", counted(list.size(), "entry differs", "entries differ"),
        differ ? "the worst exceeds" : "none by more than", o.tolerance);
  return differ ? found : done;
}

}  // namespace

void add_diff(CLI::App& app, int& status) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "diff", "compare two results, worst entry first; exit status 1 if they differ by more than the tolerance");
  command->add_option("first", options->first, "file or folder")->required();
  command->add_option("second", options->second, "file or folder")->required();
  add_common(*command, options->common);
  command->add_option("--tolerance", options->tolerance, "relative to the peak of the entry");
  command->add_option("-n,--most", options->most, "entries to print");
  command->callback([options, &status] { status = diff(*options); });
}

}  // namespace bemio_command
