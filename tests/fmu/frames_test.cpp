// Vectors in declared frames: one case in one process, and its two halves as FMUs.
#include "swell/cosim/system_case.h"
#include "swell/fmu/export_fmu.h"
#include "swell/model/read_case.h"
#include "swell/osp/validate.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu::frames_test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kFrames{"world", "world-down", "hull--2", "joint", ""};
struct Quantity {
  const char* name;
  const char* unit;
  int width;
};
const std::vector<Quantity> kQuantities{{"force", "N", 3},       {"torque", "N m", 3},       {"velocity", "m/s", 3},
                                        {"place", "m", 3},       {"turning", "rad/s", 3},    {"angle", "rad", 3},
                                        {"wrench", "N, N m", 6}, {"twist", "m/s, rad/s", 6}, {"pose", "m, rad", 6},
                                        {"distances", "m", 4}};

std::string number_list(int width, double first, double step) {
  std::vector<double> values;
  for (int i = 0; i < width; ++i) values.push_back(first + step * i);
  return fmt::format("[{}]", fmt::join(values, ", "));
}
std::string port(const Quantity& q, std::size_t frame) {
  return fmt::format("{{unit: \"{}\"{}}}", q.unit, kFrames[frame].empty() ? "" : ", frame: " + kFrames[frame]);
}
std::string source(const Quantity& q, std::size_t frame) {
  return fmt::format("  - {{name: from_{}_{}, type: constant, value: {}, ports: {{output: {}}}}}\n", q.name, frame,
                     number_list(q.width, 1.5, 1.0), port(q, frame));
}
// What arrives, behind a port that has no frame of its own.
std::string sink(const Quantity& q, std::size_t frame, bool open) {
  const std::string all = number_list(q.width, 1.0, 1.0);
  std::string text =
      fmt::format("  - {{name: seen_{}_{}, type: pick, width: {}, entries: {}", q.name, frame, q.width, all);
  if (!open) return text + fmt::format(", ports: {{input: {}}}}}\n", port(q, frame));
  return text + fmt::format("}}\n  - {{name: to_{}_{}, type: input, value: {}, ports: {{output: {}}}}}\n", q.name,
                            frame, number_list(q.width, 0.0, 0.0), port(q, frame));
}

model::Model read(const std::string& text) {
  Diagnostics diagnostics;
  model::Model model =
      model::read_case_text("simulation: {duration: 0.2, time_step: 0.1}\n" + text, "half.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

using Numbers = std::vector<double>;  // empty: refused

struct Pair {
  const Quantity* q;
  std::size_t from, to;
};

Numbers in_one_process(const Pair& p) {
  const Quantity& q = *p.q;
  const std::size_t from = p.from, to = p.to;
  try {
    run::Simulation sim(
        read("components:\n" + source(q, from) + sink(q, to, false) +
             fmt::format("connections: [{{from: from_{0}_{1}.output, to: seen_{0}_{2}.input}}]\n", q.name, from, to)));
    sim.step_to(0.2);
    return sim.read(fmt::format("seen_{}_{}.output", q.name, to));
  } catch (const InputError&) {
    return {};
  }
}

enum class Joined { by_group, by_variable, in_a_case };

class HalvesAsFmus : public ::testing::TestWithParam<int> {
 protected:
  HalvesAsFmus() {
    std::string from = "components:\n", to = "components:\n", inside = "connections:\n";
    for (const Quantity& q : kQuantities) {
      for (std::size_t frame = 0; frame < kFrames.size(); ++frame) {
        from += source(q, frame);
        to += sink(q, frame, true);
        inside += fmt::format("  - {{from: to_{0}_{1}.output, to: seen_{0}_{1}.input}}\n", q.name, frame);
      }
    }
    ExportOptions options;
    options.version = GetParam();
    options.module = SWELL_FMU_MODULE;
    options.outputs = {"from_*.output"};
    export_fmu(read(from), folder_ / "a.fmu", options);
    options.outputs = {"seen_*.output"};
    export_fmu(read(to + inside), folder_ / "b.fmu", options);
  }

  /// What arrives at the ends of the pairs in one system; nothing where it is refused.
  std::vector<Numbers> as_fmus(const std::vector<Pair>& pairs, Joined how, bool& valid) const {
    try {
      const model::Model model = how == Joined::in_a_case ? read(as_case(pairs)) : as_system(pairs, how, valid);
      run::Simulation sim(model);
      sim.step_to(0.2);
      std::vector<Numbers> all;
      for (const Pair& p : pairs) {
        all.emplace_back();
        for (int i = 1; i <= p.q->width; ++i)
          all.back().push_back(sim.read(fmt::format("b.seen_{}_{}_output[{}]", p.q->name, p.to, i)).front());
      }
      return all;
    } catch (const InputError&) {
      return {};
    }
  }
  std::string as_case(const std::vector<Pair>& pairs) const {
    std::string text = fmt::format(
        "components:\n  - {{name: a, type: fmu, file: {0}/a.fmu, step: 0.1}}\n  - {{name: b, type: fmu, file: "
        "{0}/b.fmu, step: 0.1}}\nconnections:\n",
        folder_.string());
    for (const Quantity& q : kQuantities) {
      for (std::size_t frame = 0; frame < kFrames.size(); ++frame) {
        std::string from = "value: 0";
        for (const Pair& p : pairs) {
          if (p.q == &q && p.to == frame) from = fmt::format("from: \"a.from_{}_{}_output[I]\"", q.name, p.from);
        }
        for (int i = 1; i <= q.width; ++i) {
          std::string one = from;
          if (const auto at = one.find("[I]"); at != std::string::npos) one.replace(at, 3, fmt::format("[{}]", i));
          text += fmt::format("  - {{{}, to: \"b.to_{}_{}[{}]\"}}\n", one, q.name, frame, i);
        }
      }
    }
    return text;
  }
  model::Model as_system(const std::vector<Pair>& pairs, Joined how, bool& valid) const {
    std::string joined;
    bool turned = false;  // either end may stand first
    const auto join = [&](const char* kind, const std::string& a, const std::string& b) {
      const std::string first = fmt::format("<{} simulator='a' name='{}'/>", kind, a),
                        second = fmt::format("<{} simulator='b' name='{}'/>", kind, b);
      turned = !turned;
      joined +=
          fmt::format("<{0}Connection>{1}{2}</{0}Connection>", kind, turned ? second : first, turned ? first : second);
    };
    for (const Pair& p : pairs) {
      const std::string out = fmt::format("from_{}_{}.output", p.q->name, p.from),
                        in = fmt::format("to_{}_{}", p.q->name, p.to);
      if (how == Joined::by_group) join("VariableGroup", out, in);
      for (int i = 1; how == Joined::by_variable && i <= p.q->width; ++i)
        join("Variable", fmt::format("{}[{}]", out, i), fmt::format("{}[{}]", in, i));
    }
    std::ofstream(folder_ / "OspSystemStructure.xml")
        << "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
           "<EndTime>0.2</EndTime><BaseStepSize>0.1</BaseStepSize><Simulators><Simulator name='a' source='a.fmu'/>"
           "<Simulator name='b' source='b.fmu'/></Simulators><Connections>" +
               joined + "</Connections></OspSystemStructure>";
    valid = osp::validate(folder_ / "OspSystemStructure.xml").valid();
    Diagnostics diagnostics;
    model::Model model = cosim::read_case(folder_, {}, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  const fs::path folder_ = swell_test::fresh_folder("fmu");
};
INSTANTIATE_TEST_SUITE_P(Fmi, HalvesAsFmus, ::testing::Values(2, 3));

// The same numbers, or refused by both: the rules of frames do not depend on the border of an FMU. Clients of OSP turn
// nothing, so that a system whose frames differ is not valid.
TEST_P(HalvesAsFmus, AreTheCaseInOneProcess) {
  std::mt19937 random(41);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (const Joined how : {Joined::by_group, Joined::by_variable, Joined::in_a_case}) {
    std::vector<Pair> taken, refused;
    std::vector<Numbers> expected;
    bool differ = false, valid = true;
    for (const Quantity& q : kQuantities) {
      for (std::size_t to = 0; to < kFrames.size(); ++to) {
        const Pair p{&q, to < 2 ? below(2) : below(kFrames.size()), to};
        // OSP-IS refuses an axis at one end alone, by VE_VariableConnection_5.
        if (how != Joined::in_a_case && kFrames[p.from].empty() != kFrames[to].empty() && q.width != 4) continue;
        const bool turned = kFrames[p.from] != kFrames[to] && !kFrames[p.from].empty() && !kFrames[to].empty();
        const Numbers numbers = in_one_process(p);
        // Single numbers are not turned in a case, whose connections know no axis.
        const bool good = !numbers.empty() && !(turned && how == Joined::in_a_case);
        (good ? taken : refused).push_back(p);
        if (good) expected.push_back(numbers);
        differ = differ || (good && turned);
      }
    }
    EXPECT_GE(refused.size(), 3U);
    EXPECT_EQ(differ, how != Joined::in_a_case);
    EXPECT_EQ(as_fmus(taken, how, valid), expected) << "joined " << static_cast<int>(how);
    if (how != Joined::in_a_case) EXPECT_FALSE(valid);
    for (std::size_t k = 0; k < 3 && !refused.empty(); ++k) {
      const Pair p = refused[below(refused.size())];
      EXPECT_TRUE(as_fmus({p}, how, valid).empty())
          << p.q->name << " from '" << kFrames[p.from] << "' to '" << kFrames[p.to] << "'";
      if (how != Joined::in_a_case) EXPECT_FALSE(valid);
    }
  }
}

}  // namespace
}  // namespace swell::fmu::frames_test
#endif
