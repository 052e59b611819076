// One language for signals: every output that `swell inspect` lists works, by its port and by its dataset, wherever a
// signal is named; what is misspelt is answered with the nearest name.
#include "study_folder.h"
#include "swell/batch/memory_run.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"

namespace swell::signals_test {
namespace {

/// A float with a take-off that has end stops (without which results, and `PTO.power`, are), and a filter.
model::Model device(const std::string& more = "") {
  const std::string text =
      "simulation: {duration: 0.2, time_step: 0.05}\nwaves: {type: regular, height: 1, period: 6}\n"
      "bodies: [{name: float, hydro_data: {file: " +
      (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() +
      ", body: 1}, mass: equilibrium, inertia: [1.69e6, 1.69e6, 2.606e6]}]\n"
      "ptos: [{name: PTO, type: translational, base: world, follower: float, damping: 1e4, stiffness: 1e3, limits: "
      "{lower: -9, upper: 9}}]\n"
      "components: [{name: filter, type: transfer-function, numerator: [1], denominator: [1, 1]}]\n"
      "connections: [{from: PTO.velocity, to: filter.input}, {from: filter.output, to: PTO.force}]\n" +
      more;
  Diagnostics diagnostics;
  model::Model model =
      model::read_case_text(text, std::filesystem::temp_directory_path() / "signals.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// Ports by all their names: the port, and the dataset where results show it.
std::map<std::string, std::string> outputs_by_name(const run::Inspection& inspection) {
  std::map<std::string, std::string> names;
  for (const auto& component : inspection.components) {
    for (const auto& item : component.items) {
      if (item.kind == "output") names.emplace(item.name, item.name);
    }
  }
  EXPECT_GT(names.size(), 20U);
  for (const assembly::Series& series : inspection.signals) {
    std::string dotted = series.path.substr(1);
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    names.emplace(dotted, series.port);
    names.emplace(series.path, series.port);
    if (!series.labels.empty()) names.emplace(dotted + "." + series.labels.back(), series.port);
    if (series.width > 1) names.emplace(series.port + "." + std::to_string(series.width), series.port);
  }
  return names;
}

template <class Action>
std::string refusal(const Action& action) {
  return swell_test::refusal_of([&] { action(); });
}

TEST(Signals, EveryOutputThatInspectListsWorksWhereverASignalIsNamed) {
  const model::Model given = device();
  const auto names = outputs_by_name(run::inspect_case(given));
  const auto file = std::filesystem::temp_directory_path() / "signals.h5";
  EXPECT_EQ(names.at("ptos.PTO.power"), "PTO.power");
  EXPECT_EQ(names.count("PTO.mechanical_power"), 1U);
  run::Simulation sim(given);
  EXPECT_EQ(sim.outputs()[sim.output("PTO.power")].path, "/ptos/PTO/power");
  for (const auto& [name, port] : names) {
    model::Model model = given;
    model::StopRule rule;
    rule.signal = name;
    rule.above = 1e300;
    model.simulation.stop = {rule};
    EXPECT_EQ(refusal([&] { run::CaseRun built(model); }), "") << "simulation.stop: " << name;
    const batch::MemoryRun kept = batch::run_in_memory(given, {name}, nullptr, {});
    ASSERT_EQ(kept.series.size(), 1U) << "select in memory: " << name;
    EXPECT_EQ(kept.series[0].series.port, port);
  }
  // output.select and the file that `swell plot` reads, all at once.
  std::string select;
  for (const auto& [name, port] : names) select += (select.empty() ? "" : ", ") + name;
  const model::Model model = device("output: {select: [" + select + "]}\n");
  run::RunOptions options;
  options.output = file;
  options.force = true;
  run_case(model, options);
  const std::vector<assembly::Series> stored = run::ResultsReader(file).signals();
  for (const auto& [name, port] : names) {
    const auto signal = assembly::find_signal(name, stored);
    ASSERT_TRUE(signal) << "plot: " << name;
    EXPECT_EQ(stored[signal->series].port, port) << name;
    EXPECT_TRUE(assembly::selected(stored[signal->series], {name})) << name;
  }
}

TEST(Signals, WhatIsMisspeltIsAnsweredWithTheNearestNameEverywhere) {
  const model::Model given = device();
  for (const auto& [name, port] : outputs_by_name(run::inspect_case(given))) {
    if (name.front() == '/' || std::isdigit(static_cast<unsigned char>(name.back())) != 0) continue;
    std::string wrong = name;
    std::swap(wrong[wrong.size() - 1], wrong[wrong.size() - 2]);
    if (wrong == name) wrong += "x";
    model::Model model = given;
    model::StopRule rule;
    rule.signal = wrong;
    rule.above = 1e300;
    model.simulation.stop = {rule};
    EXPECT_THAT(refusal([&] { run::CaseRun built(model); }), HasSubstr("did you mean " + name + "?"));
    model = given;
    model.output.select = {wrong};
    EXPECT_THAT(refusal([&] { run::CaseRun built(model); }), HasSubstr("did you mean " + name + "?"));
    // A run in memory has what results show, and names its own.
    if (port == name && !assembly::find_signal(name, run::CaseRun(given).series())) continue;
    EXPECT_THAT(refusal([&] { batch::run_in_memory(given, {wrong}, nullptr, {}); }),
                HasSubstr("did you mean " + name + "?"));
  }
}

// What is like nothing is answered with names of this case, dotted; a beginning with what stands behind it, and with
// a pattern only where patterns are taken.
TEST(Signals, WhatIsLikeNothingIsAnsweredWithNamesThatThereAre) {
  const auto stop = [](const std::string& word) {
    model::Model model = device();
    model::StopRule rule;
    rule.signal = word;
    rule.above = 1e300;
    model.simulation.stop = {rule};
    return refusal([&] { run::CaseRun built(model); });
  };
  const auto select = [](const std::string& word) {
    model::Model model = device();
    model.output.select = {word};
    return refusal([&] { run::CaseRun built(model); });
  };
  EXPECT_THAT(stop("qqqqqqqqqq"), HasSubstr("there are filter.output, sea.elevation, "));
  EXPECT_THAT(select("qqqqqqqqqq"), HasSubstr("there are filter.output, sea.elevation, "));
  EXPECT_THAT(stop("float"), HasSubstr("there are float.position, "));
  EXPECT_THAT(select("float"), HasSubstr("did you mean float.*?"));
}

TEST(Signals, AStateIsGivenWholeOrByItsColumns) {
  const auto begin = [](std::initializer_list<std::pair<const char*, double>> values, const std::string& port) {
    model::Model model = device();
    model.initial.values = Parameter::map({});
    for (const auto& [name, value] : values) model.initial.values.set(name, Parameter::of(value));
    const batch::MemoryRun run = batch::run_in_memory(model, {port}, nullptr, {});
    const batch::MemorySeries& series = run.series.front();
    return std::vector<double>(series.values.begin(), series.values.begin() + static_cast<long>(series.columns));
  };
  // The device's motion: pose and velocity of its free coordinates; what is not named keeps its own start.
  const std::vector<double> rest = begin({}, "float.velocity");
  std::vector<double> moved = begin({{"device.motion.2", 0.5}}, "float.velocity");
  EXPECT_EQ(moved[2], rest[2] + 0.5);
  moved[2] = rest[2];
  EXPECT_EQ(moved, rest);
}

// Keys of a map have no order: the column counts, whichever stands first.
TEST(Signals, AColumnOfAStateOverridesTheWholeInEitherOrder) {
  const auto velocity = [](bool column_first) {
    model::Model model = device();
    model.initial.values = Parameter::map({});
    const auto whole = [&] {
      model.initial.values.set("device.motion", Parameter::list(std::vector<double>{0.0, 0.25}));
    };
    if (!column_first) whole();
    model.initial.values.set("device.motion.2", Parameter::of(0.5));
    if (column_first) whole();
    const batch::MemoryRun run = batch::run_in_memory(model, {"float.velocity"}, nullptr, {});
    return run.series.front().values[2];
  };
  EXPECT_EQ(velocity(true), velocity(false));
}

TEST(Signals, StatesGoByTheirAddressAndByTheirDataset) {
  for (const char* name : {"filter.state", "states.filter.state", "filter.stat"}) {
    model::Model model = device();
    model.initial.values = Parameter::map({});
    model.initial.values.set(name, Parameter::of(0.25));
    const std::string reported = refusal([&] { run::CaseRun built(model); });
    if (std::string(name) == "filter.stat") {
      EXPECT_THAT(reported, HasSubstr("did you mean filter.state?"));
    } else {
      EXPECT_EQ(reported, "") << name;
    }
  }
}

}  // namespace
}  // namespace swell::signals_test
