// Every key of every component type acts, or the component reports that it does not: in the type's example, and alone
// beside the required keys.
#include "part.h"
#include "swell/components/seabed.h"
#include "swell_test/other_values.h"
#include "swell_test/test.h"

namespace swell::components::keys_test {
namespace {

const Registry& registry() {
  static const Registry built_in = Registry::built_in();
  return built_in;
}

struct Outcome {
  std::vector<double> numbers;
  std::string texts;
  bool failed = false;
};

Surroundings in_waves() {
  static const auto sea = [] {
    waves::RegularWave wave;
    wave.height = 2.0;
    wave.period = 5.0;
    return std::make_shared<const Environment>(
        std::make_shared<const waves::SeaState>(waves::make_sea_state({wave}, waves::SeaSettings{})));
  }();
  Surroundings around = surroundings_of_examples();
  around.environment = sea;
  return around;
}

bool is_slow_type(const std::string& type) { return type == "hydraulic-pto" || type == "circuit"; }

/// Widths of ports, outputs over 30 steps and messages of a component whose inputs are sines that grow to `size`.
Outcome outcome_of(const std::string& type, const Parameter& tree, double size) {
  const bool is_slow = is_slow_type(type);
  Outcome outcome;
  Diagnostics diagnostics;
  Surroundings around = in_waves();
  around.warn = [&](const Diagnostic& d) { outcome.texts += d.text() + "\n"; };
  try {
    system::Graph graph;
    auto part = registry().make(type, "part", tree, around, {}, diagnostics);
    if (part && type == "seabed") {  // acts on those who touch it
      graph.add(std::move(part));
      const Parameter contact = model::read_yaml_text("{seabed: part}", "part.yaml", model::kCaseFile);
      part = registry().make("seabed-contact", "touching", contact, around, {}, diagnostics);
    }
    for (const Diagnostic& d : diagnostics.list()) outcome.texts += d.text() + "\n";
    outcome.failed = part == nullptr;
    if (outcome.failed) return outcome;
    graph.add(std::move(part));
    std::vector<std::string> recorded;
    std::vector<int> width;
    for (const auto& output : graph.outputs()) {
      recorded.push_back(output.address);
      width.push_back(std::max(1, output.spec.width));
      outcome.numbers.push_back(output.spec.width);
    }
    int phase = 0;
    for (const auto& input : graph.inputs()) {
      const int entries = std::max(1, input.spec.width), first = ++phase;
      outcome.numbers.push_back(input.spec.width);
      const std::string source = "source" + std::to_string(first);
      graph.add(declared(source, "source", [=](system::Declaration& d) {
        d.output(port("output", entries), {system::Read::time()}, [=](const system::Evaluation& e, double* out) {
          for (int i = 0; i < entries; ++i) out[i] = size * e.time * std::sin(9.0 * e.time + first + 2.0 * i);
        });
      }));
      graph.connect(source + ".output", input.address);
    }
    system::System system = std::move(graph).compile(recorded);
    solver::Options options;
    options.step = options.output_step = 0.1;
    options.duration = is_slow ? 1.0 : 3.0;
    solver::Integrator integrator(system, options);
    int points = 0;  // samples of a nanosecond differ soon enough
    integrator.watch([&](double time) {
      if (++points > 100) throw SimulationError("many points", time, "part", "");
    });
    integrator.initialize();
    integrator.run([&](double) {
      for (int k = 0; k < system.recorded_count(); ++k) {
        const double* row = system.recorded(k);
        outcome.numbers.insert(outcome.numbers.end(), row, row + width[static_cast<std::size_t>(k)]);
      }
      return true;
    });
  } catch (const Error& error) {
    outcome.texts += error.what();
    outcome.failed = true;
  }
  return outcome;
}

bool differ(const Outcome& a, const Outcome& b) { return a.numbers != b.numbers || a.texts != b.texts; }

Parameter& below(Parameter& tree, const std::string& path, std::string& last) {
  Parameter* at = &tree;
  last = path;
  for (std::size_t dot = last.find('.'); dot != std::string::npos; dot = last.find('.')) {
    const std::string key = last.substr(0, dot);
    last = last.substr(dot + 1);
    if (at->kind == Parameter::Kind::list) {
      at = &at->items.at(std::stoul(key) - 1);
      continue;
    }
    if (at->find(key) == nullptr) at->set(key, Parameter::map({}));
    at = &at->items.at(static_cast<std::size_t>(at->find(key) - at->items.data()));
  }
  return *at;
}

/// With the value of "limits.lower" or of "rows.1.name" set.
Parameter with_value(Parameter tree, const std::string& path, const std::string& text) {
  std::string key;
  Parameter& at = below(tree, path, key);
  Parameter value = model::read_yaml_text("{value: " + text + "}", "part.yaml", model::kCaseFile).items.front();
  const auto found = std::find(at.keys.begin(), at.keys.end(), key);
  if (found == at.keys.end())
    at.set(key, std::move(value));
  else
    at.items[static_cast<std::size_t>(found - at.keys.begin())] = std::move(value);
  return tree;
}

Parameter without(Parameter tree, const std::string& path) {
  std::string key;
  Parameter& at = below(tree, path, key);
  const auto found = std::find(at.keys.begin(), at.keys.end(), key);
  if (found == at.keys.end()) return tree;
  at.items.erase(at.items.begin() + (found - at.keys.begin()));
  at.keys.erase(found);
  return tree;
}

/// Keys that may be silent, and why.
const std::map<std::string, const char*> kSilent = {
    {"delay.points", "room for its memory: an error where that is too small"},
    {"circuit.solver.newton_limit", "an error where Newton's method needs more"},
    {"hydraulic-pto.solver.newton_limit", "likewise"},
    {"hydraulic-pto.solver.maximum_step", "steps that are shorter do not reach it"},
    {"hydraulic-pto.high.empty_state", "below the precharge alone"},
    {"hydraulic-pto.low.empty_state", "likewise"},
};

std::map<std::string, std::vector<std::string>> other_values(const Registry::Type& type, const Parameter& tree) {
  const Recipe recipe = type.recipe();
  Diagnostics diagnostics;
  model::read(tree, recipe.describe, diagnostics);
  swell_test::OtherValues others;
  recipe.describe(others);
  return others.all;
}

TEST(Keys, OfEveryTypeActOrAreReported) {
  // Files, sockets and functions of a program are tested elsewhere.
  const std::set<std::string> elsewhere = {"fmu", "nmea-input", "nmea-output", "python"};
  for (const Registry::Type& type : registry().types()) {
    if (elsewhere.count(type.name) > 0) continue;
    const bool is_slow = is_slow_type(type.name);
    const std::vector<double> sizes =
        is_slow ? std::vector<double>{1.0} : std::vector<double>{1.0, 0.1, 10.0, 1e3, 1e6};
    const Parameter example = model::read_yaml_text("{" + type.example + "}", "part.yaml", model::kCaseFile);
    ASSERT_FALSE(outcome_of(type.name, example, 1.0).failed) << outcome_of(type.name, example, 1.0).texts;
    Parameter least = example;
    for (const auto& [path, values] : other_values(type, example)) {
      if (is_slow) break;
      const Parameter less = without(least, path);
      if (!outcome_of(type.name, less, 1.0).failed) least = less;
    }
    for (const bool alone : {false, true}) {
      if (alone && is_slow) continue;
      const Parameter& base = alone ? least : example;
      std::vector<Outcome> as_it_is;
      for (const double size : sizes) as_it_is.push_back(outcome_of(type.name, base, size));
      for (const auto& [path, values] : other_values(type, base)) {
        bool acts = kSilent.count(type.name + "." + path) > 0, refused = true;
        for (std::size_t v = 0; v < values.size() && !acts; ++v) {
          if (is_slow && values[v] == "1e-09") continue;  // steps of a nanosecond
          for (std::size_t s = 0; s < sizes.size() && !acts; ++s) {
            const Outcome other = outcome_of(type.name, with_value(base, path, values[v]), sizes[s]);
            acts = differ(other, as_it_is[s]) && (!other.failed || as_it_is[s].failed);
            refused = refused && other.failed;
          }
        }
        EXPECT_TRUE(acts || refused) << type.name << "." << path << (alone ? " alone" : "");
      }
    }
  }
}

}  // namespace
}  // namespace swell::components::keys_test
