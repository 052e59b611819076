// Two lags in a loop as a system of FMUs, written into a folder of the test's own and read as a case.
#pragma once

#include <Eigen/Dense>

#include "swell/cosim/system_case.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::cosim {

inline constexpr double kT1 = 0.7, kT2 = 0.4, kGain = -0.8, kOffset = 1.0;  // [s], and u1 = kOffset + kGain x2
inline constexpr double kEnd = 1.2;                                         // [s]

// What a master computes: each lag exact for an input that is held over the step.
inline Eigen::Vector2d stepped(double step, bool gauss_seidel) {
  Eigen::Vector2d x(0.0, 0.0);
  const double f1 = 1.0 - std::exp(-step / kT1), f2 = 1.0 - std::exp(-step / kT2);
  for (int k = 0; k < std::lround(kEnd / step); ++k) {
    const Eigen::Vector2d last = x;
    x[0] += f1 * (kOffset + kGain * last[1] - last[0]);
    x[1] += f2 * ((gauss_seidel ? x[0] : last[0]) - last[1]);
  }
  return x;
}

class Systems : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path / name, std::ios::binary) << text;
  }
  static std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static std::string osp(const std::string& simulators, const std::string& rest, const std::string& times = "") {
    return "<?xml version='1.0'?>\n"
           "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>\n" +
           times + "<Simulators>\n" + simulators + "</Simulators>\n" + rest + "</OspSystemStructure>\n";
  }
  static std::string lag(const std::string& name, double T, const std::string& more = "") {
    return fmt::format(
        "<Simulator name='{}' source='lag2.fmu'{}><InitialValues>\n<InitialValue variable='T'>"
        "<Real value='{}'/></InitialValue></InitialValues></Simulator>\n",
        name, more, T);
  }
  /// One whose input has a value from the file.
  static std::string driven(const std::string& name, double T, double u) {
    std::string text = lag(name, T);
    return text.insert(text.find("</InitialValues>"),
                       fmt::format("<InitialValue variable='in.u'><Real value='{}'/></InitialValue>", u));
  }
  static std::string variable(const std::string& simulator, const std::string& name) {
    return fmt::format("<Variable simulator='{}' name='{}'/>", simulator, name);
  }
  static std::string signal(const std::string& function, const std::string& name) {
    return fmt::format("<Signal function='{}' name='{}'/>", function, name);
  }
  static std::string wire(const std::string& a, const std::string& b) {
    const char* kind =
        a.rfind("<Signal", 0) == 0 || b.rfind("<Signal", 0) == 0 ? "SignalConnection" : "VariableConnection";
    return fmt::format("<{0}>{1}{2}</{0}>\n", kind, a, b);
  }
  /// The two lags in a loop, through a linear transformation.
  void write_loop(double step) const {
    folder_.lag(2);
    write(
        "OspSystemStructure.xml",
        osp(lag("one", kT1) + lag("two", kT2),
            fmt::format("<Functions><LinearTransformation name='turn' factor='{}' offset='{}'/></Functions>\n"
                        "<Connections>\n{}{}{}</Connections>\n",
                        kGain, kOffset, wire(variable("two", "out.x"), signal("turn", "in")),
                        wire(signal("turn", "out"), variable("one", "in.u")),
                        wire(variable("one", "out.x"), variable("two", "in.u"))),
            fmt::format("<StartTime>0</StartTime><EndTime>{}</EndTime><BaseStepSize>{}</BaseStepSize>\n", kEnd, step)));
  }
  model::Model read(const std::vector<std::string>& overrides = {},
                    const std::string& name = "OspSystemStructure.xml") {
    Diagnostics diagnostics;
    model::Model model = read_case(folder_.path / name, overrides, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }
  Eigen::Vector2d run(const std::vector<std::string>& overrides = {},
                      const std::string& name = "OspSystemStructure.xml") {
    run::Simulation sim(read(overrides, name));
    sim.step_to(kEnd);
    return {sim.read("one.out_x").front(), sim.read("two.out_x").front()};
  }
  std::string message(const std::vector<std::string>& overrides = {},
                      const std::string& name = "OspSystemStructure.xml") {
    Diagnostics diagnostics;
    try {
      const model::Model model = read_case(folder_.path / name, overrides, diagnostics);
      if (!diagnostics.has_errors()) run::check_case(model, diagnostics);
    } catch (const InputError& error) {
      return error.what();
    }
    std::string all;
    for (const Diagnostic& d : diagnostics.list()) all += d.text() + "\n";
    return all;
  }
  swell_test::UnitFolder folder_;
};

}  // namespace swell::cosim
