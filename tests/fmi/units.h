// The FMUs of the tests, as archives in a folder of their own.
#pragma once

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "swell/fmi/archive.h"
#include "swell/fmi/description.h"
#include "swell_test/refusal.h"

namespace swell_test {

/// What `act` throws.
template <class Act>
std::string message(const Act& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "went well";
}

/// What unit/lag.cpp says of itself.
inline swell::fmi::Description lag_description(int version) {
  using swell::fmi::Causality;
  using swell::fmi::Description;
  using swell::fmi::Interface;
  using swell::fmi::Type;
  using swell::fmi::UnitDefinition;
  using swell::fmi::Variability;
  using swell::fmi::Variable;
  Description d;
  d.version = version;
  d.model = "lag";
  d.token = "{lag}";
  d.co_simulation = Interface{};
  d.co_simulation->identifier = "lag";
  d.co_simulation->variable_step = d.co_simulation->keeps_state = true;
  UnitDefinition bar;
  bar.name = "bar";
  bar.exponents = {1, -1, -2, 0, 0, 0, 0, 0};
  bar.factor = 1e5;
  UnitDefinition second;
  second.name = "s";
  second.exponents[2] = 1;
  d.units = {bar, second};
  const auto add = [&](const char* name, std::uint32_t reference, Type type, Causality causality,
                       Variability variability, const char* start, const char* unit = "") {
    Variable v;
    v.name = name;
    v.reference = reference;
    v.type = type;
    v.causality = causality;
    v.variability = variability;
    if (start != nullptr) v.start = {start};
    if (causality == Causality::parameter) v.initial = "exact";
    if (causality == Causality::output) v.initial = "calculated";
    if (causality == Causality::output) d.outputs.push_back(d.variables.size());
    v.unit = unit;
    d.variables.push_back(v);
  };
  if (version == 3) add("time", 0, Type::real, Causality::independent, Variability::continuous, nullptr, "s");
  add("in.u", 1, Type::real, Causality::input, Variability::continuous, "0", "bar");
  add("out.x", 2, Type::real, Causality::output, Variability::continuous, nullptr, "bar");
  add("T", 3, Type::real, Causality::parameter, Variability::fixed, "1", "s");
  d.variables.back().minimum = 0.001;
  add("fault", 4, Type::int32, Causality::parameter, Variability::fixed, "0");
  add("on", 5, Type::boolean, Causality::input, Variability::discrete, "true");
  add("steps", 6, Type::int32, Causality::output, Variability::discrete, nullptr);
  add("label", 7, Type::text, Causality::parameter, Variability::fixed, "none");
  add("letters", 8, Type::int32, Causality::output, Variability::discrete, nullptr);
  add("gain", 9, Type::real, Causality::parameter, Variability::fixed, "0");
  add("bias", 10, Type::real, Causality::parameter, Variability::fixed, "0", "bar");
  return d;
}

/// What unit/equations.cpp says of its model `model`.
inline swell::fmi::Description equations_description(int version, const std::string& model) {
  using swell::fmi::Causality;
  using swell::fmi::Description;
  using swell::fmi::Interface;
  using swell::fmi::Type;
  using swell::fmi::Variability;
  using swell::fmi::Variable;
  Description d;
  d.version = version;
  d.model = model;
  d.token = "{" + model + "}";
  d.model_exchange = Interface{};
  d.model_exchange->identifier = "equations";
  const auto add = [&](const char* name, std::uint32_t reference, Type type, Causality causality,
                       Variability variability, const char* start) {
    Variable v;
    v.name = name;
    v.reference = reference;
    v.type = type;
    v.causality = causality;
    v.variability = variability;
    if (start != nullptr) v.start = {start};
    v.initial = causality == Causality::input ? "" : start != nullptr ? "exact" : "calculated";
    d.variables.push_back(v);
    return d.variables.size() - 1;
  };
  const auto give = [&](std::size_t place, std::optional<std::vector<std::size_t>> needs) {
    d.outputs.push_back(place);
    d.output_needs.push_back(std::move(needs));
  };
  constexpr auto kReal = Type::real;
  const std::size_t u = add("u", 1, kReal, Causality::input, Variability::continuous, "0");
  add("k", 6, kReal, Causality::parameter, Variability::fixed, "1");
  add("d", 7, kReal, Causality::parameter, Variability::fixed, "0");
  add("fault", 9, Type::int32, Causality::parameter, Variability::fixed, "0");
  if (model == "clock") {
    d.variables[u].start = {"0.5"};
    add("whole", 10, Type::int32, Causality::input, Variability::discrete, "0");
    add("held", 12, kReal, Causality::input, Variability::discrete, "0");
    give(add("count", 11, Type::int32, Causality::output, Variability::discrete, nullptr), std::vector<std::size_t>{});
    give(add("whole_then", 13, Type::int32, Causality::output, Variability::discrete, nullptr), {});
    give(add("held_then", 14, kReal, Causality::output, Variability::discrete, nullptr), {});
    return d;
  }
  const int states = model == "decay" || model == "rest" ? 1 : 2;
  for (int i = 0; i < states; ++i) {
    const auto r = static_cast<std::uint32_t>(i);
    const std::size_t x =
        add(i == 0 ? "x" : "v", 2 + r, kReal, Causality::output, Variability::continuous, i == 0 ? "1" : "0");
    give(x, std::vector<std::size_t>{});
    const std::size_t rate =
        add(i == 0 ? "der(x)" : "der(v)", 4 + r, kReal, Causality::local, Variability::continuous, nullptr);
    d.variables[rate].derivative = x;
    d.derivatives.push_back(rate);
  }
  give(add("y", 8, kReal, Causality::output, Variability::continuous, nullptr), std::vector<std::size_t>{u, 4});
  if (model == "rest") {  // its state begins where its input is
    for (Variable& v : d.variables) {
      if (v.name != "x") continue;
      v.initial = "calculated";
      v.start.clear();
    }
  }
  if (model != "ball") return d;
  d.event_indicators = 1;
  if (version == 3) d.indicators = {*d.variables[d.derivatives[0]].derivative};
  return d;
}

class UnitFolder {
 public:
  std::filesystem::path lag(int version) const { return lag(lag_description(version)); }
  std::filesystem::path lag(const swell::fmi::Description& d, const std::string& terminals = {}) const {
    std::filesystem::path file = path / ("lag" + std::to_string(d.version) + ".fmu");
    std::vector<swell::fmi::Entry> entries = {
        {"modelDescription.xml", write_description(d)},
        {d.version == 3 ? "binaries/x86_64-linux/lag.so" : "binaries/linux64/lag.so", {}, SWELL_TEST_UNIT},
        {"resources/empty.txt", "nothing\n"}};
    if (!terminals.empty()) entries.push_back({"terminalsAndIcons/terminalsAndIcons.xml", terminals});
    swell::fmi::write_archive(file, entries);
    return file;
  }
  std::filesystem::path equations(const swell::fmi::Description& d) const {
    std::filesystem::path file = path / (d.model + std::to_string(d.version) + ".fmu");
    swell::fmi::write_archive(file,
                              {{"modelDescription.xml", write_description(d)},
                               {d.version == 3 ? "binaries/x86_64-linux/equations.so" : "binaries/linux64/equations.so",
                                {},
                                SWELL_TEST_EQUATIONS}});
    return file;
  }
  const std::filesystem::path path = swell_test::fresh_folder("fmi");
};

}  // namespace swell_test
