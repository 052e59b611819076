/// What the programs that make hydrodynamic data share: exit statuses, and the frequencies that they write.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include "swell/base/error.h"

namespace data_program {

/// Adds --<prefix>-min and --<prefix>-max [rad/s].
inline void add_range(CLI::App& app, const std::string& prefix, const std::string& what, double& low, double& high) {
  for (auto& [end, value] : {std::pair<const char*, double*>{"min", &low}, {"max", &high}}) {
    app.add_option(fmt::format("--{}-{}", prefix, end), *value,
                   fmt::format("{} frequency{} [rad/s]", value == &low ? "lowest" : "highest", what))
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
  }
}

/// Once the arguments are read. @throws CLI::ValidationError
inline void check_range(const std::string& prefix, double low, double high) {
  if (high > low) return;
  throw CLI::ValidationError(
      fmt::format("--{} = {} rad/s must be above --{} = {}", prefix + "-max", high, prefix + "-min", low));
}

/// Reads the arguments and does the work. @returns 0, 2 for what a person got wrong, 1 for the rest
template <class Work>
int run(CLI::App& app, int argc, char** argv, const Work& work) {
  try {
    app.parse(argc, argv);
    work();
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;  // CLI11 has an exit status of its own for every kind of mistake
  } catch (const swell::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

}  // namespace data_program
