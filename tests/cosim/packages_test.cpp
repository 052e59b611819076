// Systems of FMUs in SSP packages.
#include "swell/fmi/archive.h"
#include "swell_test/test.h"
#include "systems.h"

namespace swell::cosim::packages_test {
namespace {

namespace fs = std::filesystem;

class Packages : public Systems {
 protected:
  static std::string component(const std::string& name, const std::string& more = "") {
    return fmt::format(
        "<ssd:Component name='{}' type='application/x-fmu-sharedlibrary' source='resources/lag2.fmu'>\n"
        "<ssd:Connectors><ssd:Connector name='in.u' kind='input'><ssc:Real/></ssd:Connector>"
        "<ssd:Connector name='out.x' kind='output'><ssc:Real/></ssd:Connector></ssd:Connectors>\n{}"
        "</ssd:Component>\n",
        name, more);
  }
  static std::string set_of(const std::string& parameters) {
    return "<ssv:ParameterSet version='1.0' name='set'><ssv:Parameters>" + parameters +
           "</ssv:Parameters></ssv:ParameterSet>";
  }
  static std::string real(const std::string& name, double value, const std::string& unit = "") {
    return fmt::format("<ssv:Parameter name='{}'><ssv:Real value='{}'{}/></ssv:Parameter>", name, value,
                       unit.empty() ? "" : " unit='" + unit + "'");
  }
  static std::string ssd(const std::string& system) {
    return "<?xml version='1.0'?>\n<ssd:SystemStructureDescription version='1.0' name='loop' "
           "xmlns:ssd='http://ssp-standard.org/SSP1/SystemStructureDescription' "
           "xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon' "
           "xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' "
           "xmlns:ssm='http://ssp-standard.org/SSP1/SystemStructureParameterMapping'>\n<ssd:System name='root'>\n" +
           system + fmt::format("</ssd:System>\n<ssd:DefaultExperiment startTime='0' stopTime='{}'/>\n", kEnd) +
           "</ssd:SystemStructureDescription>\n";
  }
  static std::string connection(const std::string& from, const std::string& from_pin, const std::string& to,
                                const std::string& to_pin, const std::string& inside = "") {
    const auto element = [](const char* side, const std::string& name) {
      return name.empty() ? std::string() : fmt::format(" {}Element='{}'", side, name);
    };
    return fmt::format("<ssd:Connection{} startConnector='{}'{} endConnector='{}'>{}</ssd:Connection>\n",
                       element("start", from), from_pin, element("end", to), to_pin, inside);
  }
  static std::string turned() {
    return fmt::format("<ssc:LinearTransformation factor='{}' offset='{}'/>", kGain, kOffset);
  }
  void pack(const std::string& ssd_text, const std::vector<fmi::Entry>& more = {}) const {
    std::vector<fmi::Entry> entries{{"SystemStructure.ssd", ssd_text}, {"resources/lag2.fmu", {}, folder_.lag(2)}};
    entries.insert(entries.end(), more.begin(), more.end());
    fmi::write_archive(folder_.path / "loop.ssp", entries);
  }
  /// The loop of the OSP tests, parameters from a file with a mapping and inline, one lag in a nested system.
  std::string loop() const {
    return "<ssd:ParameterBindings><ssd:ParameterBinding source='resources/values.ssv'>"
           "<ssd:ParameterMapping source='resources/names.ssm'/></ssd:ParameterBinding></ssd:ParameterBindings>\n"
           "<ssd:Elements>\n" +
           component("one") +
           "<ssd:System name='inner'><ssd:Connectors><ssd:Connector name='u' kind='input'><ssc:Real/></ssd:Connector>"
           "<ssd:Connector name='y' kind='output'><ssc:Real/></ssd:Connector></ssd:Connectors>\n<ssd:Elements>" +
           component("two", "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" +
                                set_of(real("T", 400.0, "ms")) +
                                "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>") +
           "</ssd:Elements>\n<ssd:Connections>" + connection("", "u", "two", "in.u") +
           connection("two", "out.x", "", "y") +
           "</ssd:Connections></ssd:System>\n</ssd:Elements>\n<ssd:Connections>\n" +
           connection("one", "out.x", "inner", "u") + connection("inner", "y", "one", "in.u", turned()) +
           "</ssd:Connections>\n";
  }
  std::vector<fmi::Entry> values() const {
    const std::string head = "<?xml version='1.0'?>\n";
    return {{"resources/values.ssv",
             head +
                 "<ssv:ParameterSet xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' "
                 "version='1.0' name='v'><ssv:Parameters>" +
                 real("time", 500.0 * kT1, "ms") + "</ssv:Parameters></ssv:ParameterSet>"},
            {"resources/names.ssm",
             head + "<ssm:ParameterMapping xmlns:ssm='http://ssp-standard.org/SSP1/SystemStructureParameterMapping' "
                    "xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon' version='1.0'>"
                    "<ssm:MappingEntry source='time' target='one.T'><ssc:LinearTransformation factor='2'/>"
                    "</ssm:MappingEntry></ssm:ParameterMapping>"}};
  }
};

TEST_F(Packages, RunAsTheSameSystemOfOsp) {
  pack(ssd(loop()), values());
  const model::Model model = read({"simulation.time_step=0.05"}, "loop.ssp");
  EXPECT_EQ(model.simulation.duration, kEnd);
  run::Simulation sim(model);
  sim.step_to(kEnd);
  const Eigen::Vector2d x(sim.read("one.out_x").front(), sim.read("inner_two.out_x").front());
  EXPECT_LT((x - stepped(0.05, false)).norm(), 1e-14);
}

// The same loop by way of a signal dictionary: one lag reaches it from within a nested system, which sees it too.
TEST_F(Packages, SignalDictionariesConnectByName) {
  const auto bus = [](const std::string& signals) {
    std::string connectors;
    for (const std::string& signal : {std::string("level"), std::string("answer")}) {
      if (signals.find(signal) != std::string::npos)
        connectors += "<ssd:Connector name='" + signal + "' kind='inout'><ssc:Real/></ssd:Connector>";
    }
    return "<ssd:SignalDictionaryReference name='bus' dictionary='signals'><ssd:Connectors>" + connectors +
           "</ssd:Connectors></ssd:SignalDictionaryReference>";
  };
  const auto binding = [](const std::string& set) {
    return "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" + set +
           "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>";
  };
  const std::string inner = "<ssd:System name='inner'><ssd:Elements>" +
                            component("two", binding(set_of(real("T", kT2)))) + bus("level answer") +
                            "</ssd:Elements>\n<ssd:Connections>" + connection("bus", "level", "two", "in.u") +
                            connection("two", "out.x", "bus", "answer") + "</ssd:Connections></ssd:System>\n";
  const std::string dictionary =
      "<ssd:SignalDictionaries><ssd:SignalDictionary name='signals' source='resources/signals.ssb'/>"
      "</ssd:SignalDictionaries>\n";
  const std::vector<fmi::Entry> signals{
      {"resources/signals.ssb",
       "<ssb:SignalDictionary xmlns:ssb='http://ssp-standard.org/SSP1/SystemStructureSignalDictionary' "
       "xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon' version='1.0'>"
       "<ssb:DictionaryEntry name='level'><ssc:Real/></ssb:DictionaryEntry>"
       "<ssb:DictionaryEntry name='answer'><ssc:Real/></ssb:DictionaryEntry></ssb:SignalDictionary>"}};
  const auto whole = [&](const std::string& of_bus) {
    return ssd("<ssd:Elements>" + component("one", binding(set_of(real("T", kT1)))) + bus(of_bus) + inner +
               "</ssd:Elements>\n<ssd:Connections>" + connection("one", "out.x", "bus", "level") +
               connection("bus", "answer", "one", "in.u", turned()) + "</ssd:Connections>\n" + dictionary);
  };
  pack(whole("level answer"), signals);
  run::Simulation sim(read({"simulation.time_step=0.05"}, "loop.ssp"));
  sim.step_to(kEnd);
  const Eigen::Vector2d x(sim.read("one.out_x").front(), sim.read("inner_two.out_x").front());
  EXPECT_LT((x - stepped(0.05, false)).norm(), 1e-14);
  std::string wrong = whole("level answer");
  wrong.replace(wrong.find("name='answer' kind"), 13, "name='anwser'");
  pack(wrong, signals);
  EXPECT_THAT(message({"simulation.time_step=0.05"}, "loop.ssp"),
              AllOf(HasSubstr("the dictionary 'signals' has no signal 'anwser'"), HasSubstr("answer")));
}

// Enumerations by their words, directly and by way of a mapping.
TEST_F(Packages, EnumerationsAreGivenByWord) {
  fmi::Description d = swell_test::lag_description(2);
  d.variables[3].type = fmi::Type::enumeration;
  d.variables[3].items = {{"none", 0}, {"fails", 1}};
  fmi::write_archive(folder_.path / "words.fmu", {{"modelDescription.xml", write_description(d)},
                                                  {"binaries/linux64/lag.so", {}, SWELL_TEST_UNIT}});
  const auto outcome = [&](const std::string& word, const std::string& mapping = "") {
    std::string text = component(
        "lag", "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" +
                   set_of("<ssv:Parameter name='fault'><ssv:Enumeration value='" + word + "'/></ssv:Parameter>") +
                   "</ssd:ParameterValues>" + mapping + "</ssd:ParameterBinding></ssd:ParameterBindings>");
    text.replace(text.find("lag2.fmu"), 8, "words.fmu");
    pack(ssd("<ssd:Elements>" + text + "</ssd:Elements>\n"), {{"resources/words.fmu", {}, folder_.path / "words.fmu"}});
    return swell_test::message([&] { run::Simulation(read({"simulation.time_step=0.05"}, "loop.ssp")).step_to(kEnd); });
  };
  const std::string mapping =
      "<ssd:ParameterMapping><ssm:ParameterMapping version='1.0'><ssm:MappingEntry source='fault' target='fault'>"
      "<ssc:EnumerationMappingTransformation><ssc:MapEntry source='defect' target='fails'/>"
      "</ssc:EnumerationMappingTransformation></ssm:MappingEntry></ssm:ParameterMapping></ssd:ParameterMapping>";
  EXPECT_EQ(outcome("none"), "went well");
  EXPECT_THAT(outcome("fails"), HasSubstr("asked to fail"));
  EXPECT_THAT(outcome("defect", mapping), HasSubstr("asked to fail"));
  EXPECT_THAT(outcome("defect"), AllOf(HasSubstr("no word of the enumeration"), HasSubstr("none, fails")));
  EXPECT_THAT(outcome("defcet", mapping), AllOf(HasSubstr("is not in its mapping"), HasSubstr("defect")));
}

// Connectors of the system itself carry values of its parameters, through transformations and into nested systems.
TEST_F(Packages, ConnectorsOfTheSystemCarryItsValues) {
  const auto connector = [](const char* name, const char* kind) {
    return fmt::format("<ssd:Connector name='{}' kind='{}'><ssc:Real/></ssd:Connector>", name, kind);
  };
  std::string lag_component = component("lag");
  lag_component.insert(lag_component.find("</ssd:Connectors>"), connector("T", "parameter"));
  const std::string of_system = "<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" +
                                set_of(real("drive", 3.0) + real("lag time", 0.25)) +
                                "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>\n";
  pack(ssd("<ssd:Connectors>" + connector("drive", "input") + connector("lag time", "parameter") +
           "</ssd:Connectors>\n" + of_system + "<ssd:Elements><ssd:System name='inner'><ssd:Connectors>" +
           connector("u", "input") + connector("T", "parameter") + "</ssd:Connectors><ssd:Elements>" + lag_component +
           "</ssd:Elements><ssd:Connections>" + connection("", "u", "lag", "in.u") + connection("", "T", "lag", "T") +
           "</ssd:Connections></ssd:System></ssd:Elements>\n<ssd:Connections>" +
           connection("", "drive", "inner", "u", "<ssc:LinearTransformation factor='2' offset='1'/>") +
           connection("", "lag time", "inner", "T") + "</ssd:Connections>"));
  run::Simulation sim(read({"simulation.time_step=0.1"}, "loop.ssp"));
  sim.step_to(0.1);
  EXPECT_NEAR(sim.read("inner_lag.out_x").front(), 7.0 * (1.0 - std::exp(-0.1 / 0.25)), 1e-14);
}

TEST_F(Packages, AreReadUnpackedToo) {
  folder_.lag(2);
  fs::create_directory(folder_.path / "resources");
  fs::rename(folder_.path / "lag2.fmu", folder_.path / "resources/lag2.fmu");
  for (const fmi::Entry& entry : values()) write(entry.name, entry.text);
  write("SystemStructure.ssd", ssd(loop()));
  EXPECT_EQ(system_at(folder_.path).kind, SystemKind::ssp);
  EXPECT_EQ(read({"simulation.time_step=0.05"}, ".").components.size(), 3U);  // two lags, and the transformation
}

// The step of the master: --set, OSP's annotation, DefaultExperiment, the hints of the components, the FMUs' own.
TEST_F(Packages, StepsByOspAnnotationBeforeDefaultExperiment) {
  const auto osp = [](const std::string& what) {
    return "<ssd:Annotations><ssc:Annotation type='com.opensimulationplatform'>" + what +
           "</ssc:Annotation></ssd:Annotations>";
  };
  const std::string fixed =
      osp("<osp:Algorithm xmlns:osp='http://opensimulationplatform.com/SSP/OSPAnnotations'>"
          "<osp:FixedStepAlgorithm baseStepSize='0.05' stopTime='7'/></osp:Algorithm>");
  std::size_t warnings = 0;
  const auto with = [&](const std::string& times, const std::string& inside, const std::string& behind,
                        const std::vector<std::string>& overrides = {}, const std::string& hint = "") {
    std::string text = ssd(loop());
    const std::size_t at = text.find("<ssd:DefaultExperiment"), end = text.find("/>", at) + 2;
    text.replace(at, end - at, "<ssd:DefaultExperiment" + times + ">" + inside + "</ssd:DefaultExperiment>" + behind);
    if (const std::string one = "name='one'"; !hint.empty()) text.insert(text.find('>', text.find(one)) + 1, hint);
    pack(text, values());
    Diagnostics diagnostics;
    model::Model model = read_case(folder_.path / "loop.ssp", overrides, diagnostics);
    diagnostics.throw_if_errors();
    warnings = diagnostics.list().size();
    return model;
  };
  const std::string stop = " stopTime='1.2'";
  EXPECT_EQ(with(stop, fixed, "").simulation.time_step, 0.05);
  EXPECT_EQ(warnings, 1U) << "of two stop times one is not used";
  EXPECT_EQ(with("", fixed, "").simulation.duration, 7.0);
  EXPECT_EQ(warnings, 0U);
  EXPECT_EQ(with("", "", fixed).simulation.time_step, 0.05);
  EXPECT_EQ(with(stop + " stepSize='0.02'", "", "").simulation.time_step, 0.02);
  EXPECT_EQ(with(stop + " stepSize='0.02'", fixed, "").simulation.time_step, 0.05);
  EXPECT_EQ(with(stop, fixed, "", {"simulation.time_step=0.1"}).simulation.time_step, 0.1);
  EXPECT_EQ(with(stop, "", "", {}, osp("<osp:StepSizeHint value='0.15'/>")).simulation.time_step, 0.15);
  EXPECT_EQ(warnings, 0U);
  const model::Model hinted = with(stop, fixed, "", {}, osp("<osp:StepSizeHint value='0.1'/>"));
  EXPECT_EQ(hinted.components.front().parameters.find("step")->number, 0.1);
  with(stop + " stepSize='0.1' tolerance='1'", osp("<osp:Vico/>"), "");
  EXPECT_EQ(warnings, 2U);
  EXPECT_THROW(with(stop + " stepSize='-1'", "", ""), InputError);
  // The numbers are those of this step.
  run::Simulation sim(with(stop, fixed, ""));
  sim.step_to(kEnd);
  EXPECT_LT(std::abs(sim.read("one.out_x").front() - stepped(0.05, false)[0]), 1e-14);
}

TEST_F(Packages, MistakesAreRefusedWithTheirPlace) {
  const auto with = [&](const std::string& from, const std::string& to, const std::vector<fmi::Entry>& more) {
    std::string text = ssd(loop());
    text.replace(text.find(from), from.size(), to);
    pack(text, more);
    return message({"simulation.time_step=0.05"}, "loop.ssp");
  };
  EXPECT_EQ(with("name='loop'", "name='loop'", values()).find("error"), std::string::npos);
  EXPECT_THAT(
      with("startElement='one'", "startElement='on'", values()),
      AllOf(HasSubstr("loop.ssp:SystemStructure.ssd:"), HasSubstr("there is no element 'on'"), HasSubstr("one")));
  EXPECT_THAT(with("startConnector='out.x'", "startConnector='out'", values()), HasSubstr("has no connector 'out'"));
  EXPECT_THAT(with("source='resources/lag2.fmu'", "source='resources/a.fmu'", values()),
              HasSubstr("there is no file resources/a.fmu in the package"));
  EXPECT_THAT(with("source='resources/lag2.fmu'", "source='proxyfmu://localhost?file=lag2.fmu'", values()),
              AllOf(HasSubstr("by proxyfmu"), HasSubstr("source='lag2.fmu'")));
  EXPECT_THAT(with("name='loop'", "name='loop'", {}), HasSubstr("there is no file resources/values.ssv"));
  EXPECT_THAT(with("</ssd:Elements>\n<ssd:Connections>\n",
                   "<ssd:SignalDictionaryReference name='bus' dictionary='signals'/></ssd:Elements>\n"
                   "<ssd:Connections>\n",
                   values()),
              HasSubstr("there is no signal dictionary 'signals'"));
  EXPECT_THAT(with("</ssd:Elements>\n<ssd:Connections>\n",
                   "<ssd:ParameterSet name='bus'/></ssd:Elements>\n<ssd:Connections>\n", values()),
              HasSubstr("ParameterSet 'bus' is not taken"));
  EXPECT_THAT(with("unit='ms'", "unit='m'", values()), HasSubstr("m cannot be turned into s"));
  EXPECT_THAT(with("<ssd:Connections>\n", "<ssd:Connections>\n" + connection("one", "out.x", "one", "in.u"), values()),
              HasSubstr("'in.u' has two sources"));
}

}  // namespace
}  // namespace swell::cosim::packages_test
