// bemio: hydrodynamic coefficients of any boundary-element code in, clean data out.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "console.h"
#include "json_report.h"
#include "option_values.h"
#include "process.h"
#include "swell/base/error.h"
#include "unknown_command.h"

namespace {

int dispatch(int argc, char** argv) {
  CLI::App app{"Hydrodynamic coefficients of boundary-element codes: convert, show, check, plot, compare"};
  app.require_subcommand(1);
  int status = bemio_command::done;
  bemio_command::add_convert(app, status);
  bemio_command::add_info(app, status);
  bemio_command::add_check(app, status);
  bemio_command::add_plot(app, status);
  bemio_command::add_diff(app, status);
  app.name("bemio");  // not the path that it was started by
  swell::command::check_option_values(app, false);
  const std::string unknown = swell::command::unknown_command(app, argc, argv, "info");
  if (!unknown.empty()) {
    swell::command::put(stderr, "{}\n", unknown);
    return bemio_command::wrong_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return swell::command::report_usage(app, error, argc, argv);
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  swell::command::prepare_process();
  const bool json = swell::command::asks_for_json(argc, argv);
  return swell::command::guarded(
      "bemio", [&] { return dispatch(argc, argv); },
      [&](const std::vector<swell::Diagnostic>& diagnostics) {
        swell::command::put(stderr, "{}\n", swell::InputError(diagnostics).what());
        if (json) swell::command::print_input_errors(diagnostics);
      },
      json);
}
