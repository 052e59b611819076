// What the project promises of time, held against what it takes: compiling and evaluating large graphs, and Newton
// iterations on a large network. Time of this thread (others may use the machine), best of several. Ends with status 1
// where a limit is passed. Part of `make ci-full`.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "swell/model/read_case.h"
#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/solver.h"
#include "swell/network/valves.h"
#include "swell/run/assess_case.h"
#include "swell/system/system.h"

namespace {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double best_of(int times, const std::function<double()>& measure) {
  double best = 1e300;
  for (int i = 0; i < times; ++i) best = std::min(best, measure());
  return best;
}

/// dx/dt = input - x; x is the output.
class Lag : public swell::system::Component {
 public:
  explicit Lag(std::string name) : Component(std::move(name), "lag") {}
  void declare(swell::system::Declaration& d) override {
    using namespace swell::system;
    PortSpec input, state, output;
    input.name = "input";
    state.name = "x";
    output.name = "output";
    const Input in = d.input(input, Fan::sum_or_nothing);
    const State x = d.state(state, {1.0}, {in, State{0}}, [in](const Evaluation& e, double* rate) {
      rate[0] = e.input(in)[0] - e.state(State{0})[0];
    });
    d.output(output, x);
  }
};

swell::system::Graph row_of(int n) {
  swell::system::Graph graph;
  for (int i = 0; i < n; ++i) graph.emplace<Lag>("c" + std::to_string(i));
  for (int i = 1; i < n; ++i)
    graph.connect("c" + std::to_string(i - 1) + ".output", "c" + std::to_string(i) + ".input");
  return graph;
}

double compile_seconds(int n) {
  return best_of(3, [&] {
    auto graph = row_of(n);
    const double begin = thread_seconds();
    const auto system = std::move(graph).compile();
    return thread_seconds() - begin;
  });
}

double evaluate_seconds(int n) {
  auto system = row_of(n).compile();
  const std::vector<double> x = system.initialize(0.0);
  std::vector<double> rate(x.size());
  const int times = 2000000 / n;
  return best_of(5, [&] {
    const double begin = thread_seconds();
    for (int i = 0; i < times; ++i) system.evaluate(0.0, x.data(), rate.data());
    return (thread_seconds() - begin) / times;
  });
}

/// A square grid of gas accumulators and orifices: many loops, the dearest for a sparse matrix.
double iteration_seconds(int nodes) {
  using namespace swell::network;
  constexpr int kWidth = 32;
  Circuit circuit;
  const auto tank = [](int i) { return "tank" + std::to_string(i); };
  for (int i = 0; i < nodes; ++i) {
    GasAccumulatorParameters p;
    p.volume = 1e-3;
    p.precharge = 1e6;
    p.initial_pressure = 1e7 * (1.0 + 0.3 * (i % 7));
    circuit.add(tank(i), gas_accumulator(p));
  }
  int lines = 0;
  const auto join = [&](int a, int b) {
    const std::string line = "line" + std::to_string(lines++);
    circuit.add(line, controlled_orifice({Domain::hydraulic, 1e-5, 0.6}));
    circuit.connect({tank(a) + ".port", line + ".a"}).connect({line + ".b", tank(b) + ".port"});
  };
  for (int i = 1; i < nodes; ++i) {
    if (i % kWidth != 0) join(i - 1, i);
    if (i >= kWidth) join(i - kWidth, i);
  }
  SolverOptions options;
  options.method = Method::backward_euler;
  options.adaptive = false;
  const NetworkSolver solver(circuit.build(), options);
  return best_of(3, [&] {
    Workspace work(solver.network());
    std::vector<double> x(solver.state_size());
    solver.initialise(0.0, nullptr, x.data(), work);
    const long before = work.statistics.iterations;
    const double begin = thread_seconds();
    for (int step = 0; step < 20; ++step)
      solver.advance(0.01 * step, 0.01, nullptr, nullptr, x.data(), x.data(), nullptr, nullptr, work);
    return (thread_seconds() - begin) / static_cast<double>(work.statistics.iterations - before);
  });
}

/// n of them.  @param item  with {0} for its number, {1} for the next one, {2} for its place
std::string alike(int n, const std::string& item) {
  std::string text;
  for (int i = 0; i < n; ++i) text += fmt::format(fmt::runtime(item), i, i + 1, 20 * i);
  return text;
}

/// Everything that `swell check` does.
double check_seconds(const std::string& text) {
  const double begin = thread_seconds();
  swell::Diagnostics found;
  const swell::model::Model model =
      swell::model::CaseTemplate(text, SWELL_SOURCE_DIR "/inputs/sphere/").read({}, found);
  const swell::run::RunOptions options{};
  if (!swell::run::assess_case(model, found, &options).good) return 1e300;
  return thread_seconds() - begin;
}

const std::string kSea = "simulation: {duration: 1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6}\n";
const std::string kDry =
    "  - {{name: s{0}, mass: 1000, inertia: [100, 100, 100], volume: 1, center_of_gravity: [{2}, 0, -1], "
    "center_of_buoyancy: [{2}, 0, -1]}}\n";
const std::string kSphere =
    "  - {{name: s{0}, hydro_data: {{file: hemisphere.h5, body: 1}}, mass: equilibrium, inertia: [1690000, 1690000, "
    "2606000]}}\n";
const std::string kGain = "  - {{name: c{0}, type: gain, factor: 1}}\n",
                  kJoined = "  - {{from: c{0}.output, to: c{1}.input}}\n";

/// [GB] that this program ever had.
double most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1e-6 * static_cast<double>(usage.ru_maxrss);
}

bool judge(const char* what, double value, const char* unit, double limit) {
  const bool kept = value <= limit;
  fmt::print("| {} | {:.3g} {} | {:g} {} | {} |\n", what, value, unit, limit, unit, kept ? "kept" : "PASSED");
  return kept;
}

}  // namespace

int main() {
  fmt::print("| | takes | limit | |\n|---|---|---|---|\n");
  bool kept = judge("compile 10,000 components", compile_seconds(10000), "s", 1.0);
  // Ten times the components: ten times the time, and what the caches do beyond that.
  const double small = evaluate_seconds(10000);
  kept = judge("evaluate 10,000 components, each", 1e9 * small / 10000, "ns", 100.0) && kept;
  kept =
      judge("evaluate 10,000 against ten times 1,000", small / (10.0 * evaluate_seconds(1000)), "times", 3.0) && kept;
  kept = judge("Newton iteration, grid of 1,000 nodes", 1e3 * iteration_seconds(1000), "ms", 2.0) && kept;
  kept = judge("check 1,000 free bodies", check_seconds(kSea + "bodies:\n" + alike(1000, kDry)), "s", 3.0) && kept;
  kept = judge("check 300 free hemispheres", check_seconds(kSea + "bodies:\n" + alike(300, kSphere)), "s", 3.0) && kept;
  const std::string chain = "simulation: {duration: 1, time_step: 0.05}\ncomponents:\n" + alike(10001, kGain) +
                            "  - {name: source, type: constant, value: 1}\nconnections:\n" + alike(10000, kJoined) +
                            "  - {from: source.output, to: c0.input}\n";
  kept = judge("check 10,000 chained components", check_seconds(chain), "s", 3.0) && kept;
  kept = judge("memory of all this", most_memory(), "GB", 0.5) && kept;
  return kept ? 0 : 1;
}
