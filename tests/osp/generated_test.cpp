// Every group type under every rule that holds for it, with both verdicts: groups made from the table of types, broken
// in one way each, as data and through files.
#include "swell/osp/export.h"
#include "swell/osp/validate.h"
#include "swell_test/test.h"

namespace swell::osp::generated_test {
namespace {

namespace fs = std::filesystem;

Causality other(Causality c) { return c == Causality::input ? Causality::output : Causality::input; }

/// A group of the type without fault, with as many variables as its quantities take at most.
Group good(PortType type, const std::string& name, Causality causality, bool most = true) {
  const PortTypeInfo& of = info(type);
  Group group;
  group.type = type;
  group.name = name;
  const auto add = [&](int count, bool axes) {
    for (int i = 0; i < count; ++i) {
      Variable v;
      v.name = fmt::format("{}.{}", name, group.variables.size() + 1);
      v.causality = causality;
      if (of.unit) {
        v.unit = of.unit;
        v.unit->name = fmt::format("unit of {}", of.name);
      }
      if (axes) v.axis = static_cast<Axis>(i + 1);
      group.variables.push_back(v);
    }
  };
  if (type == PortType::Generic) {
    add(2, false);
    group.groups.push_back(good(PortType::Force, name + ".Force", causality, most));
    return group;
  }
  for (const PortPart& part : of.parts) {
    if (part.element == "Variable") {
      add(most ? part.max : part.min, of.family == PortFamily::quantity && part.max == 3 && most);
      continue;
    }
    const bool flow =
        (of.family == PortFamily::power_port || of.family == PortFamily::quasi_port) && !group.groups.empty();
    // A shaft's speed is an AngularVelocity of one variable.
    const bool one = type == PortType::ShaftSpeed || type == PortType::AzimuthAngle || type == PortType::BladePitch;
    group.groups.push_back(
        good(port_type(part.element), name + "." + part.element, flow ? other(causality) : causality, most && !one));
  }
  return group;
}

Group mirror(Group group) {
  for (Variable& v : group.variables) v.causality = other(v.causality);
  for (Group& part : group.groups) part = mirror(part);
  return group;
}

Variable* first_variable(Group& group) {
  if (!group.variables.empty()) return &group.variables.front();
  for (Group& part : group.groups) {
    if (Variable* found = first_variable(part)) return found;
  }
  return nullptr;
}

bool first_unit(Group group) { return first_variable(group)->unit.has_value(); }

std::vector<std::string> codes(const std::vector<Diagnostic>& faults) {
  std::vector<std::string> out;
  for (const Diagnostic& f : faults) {
    if (f.severity == Severity::error) out.push_back(f.rule);
  }
  return out;
}

Unit unit_of(const std::string& text) { return *parse_unit(text); }

TEST(Generated, EachTypeByItselfUnderEachRule) {
  for (const PortTypeInfo& type : port_types()) {
    for (const Causality way : {Causality::input, Causality::output}) {
      for (const bool most : {true, false}) {
        SCOPED_TRACE(fmt::format("{} {} {}", type.name, name(way), most));
        const Group group = good(type.type, "g", way, most);
        EXPECT_THAT(codes(check_group(group)), IsEmpty());
        Group broken = group;
        first_variable(broken)->causality = Causality::undefined;
        EXPECT_THAT(codes(check_group(broken)), Contains("VE_Variable_1"));
      }
    }
    const Group group = good(type.type, "g", Causality::output);
    if (type.family == PortFamily::quantity) {
      ASSERT_EQ(group.variables.size(), 3U) << type.name;
      Group broken = group;
      broken.variables[1].causality = Causality::input;
      EXPECT_THAT(codes(check_group(broken)), ElementsAre("VE_" + type.name + "_1"));
      broken = group;
      broken.variables[2].data_type = DataType::integer;
      EXPECT_THAT(codes(check_group(broken)), ElementsAre("VE_" + type.name + "_2"));
      broken = group;
      broken.variables[0].unit = unit_of("kg");
      EXPECT_THAT(codes(check_group(broken)),
                  ::testing::UnorderedElementsAre("X_QuantityUnit", "VE_" + type.name + "_3"));
      broken = group;
      for (Variable& v : broken.variables) v.unit = unit_of("mol");
      EXPECT_THAT(codes(check_group(broken)), ElementsAre("X_QuantityUnit"));
      broken = group;
      broken.variables[1].axis = Axis::x;
      EXPECT_THAT(codes(check_group(broken)), ElementsAre("VE_VariableGroup_4"));
    }
    if (type.family == PortFamily::power_port || type.family == PortFamily::quasi_port) {
      Group broken = group;
      broken.groups[1] = mirror(broken.groups[1]);
      EXPECT_THAT(codes(check_group(broken)), ElementsAre("VE_" + type.name + "_1"));
    }
  }
}

TEST(Generated, EachTypeJoinedUnderEachRule) {
  for (const PortTypeInfo& type : port_types()) {
    SCOPED_TRACE(type.name);
    const Group a = good(type.type, "g", Causality::output), b = mirror(a);
    EXPECT_THAT(codes(check_connection(a, b)), IsEmpty());
    EXPECT_THAT(codes(check_connection(b, a)), IsEmpty());
    EXPECT_THAT(codes(check_connection(a, a)), Contains("VE_VariableConnection_2"));
    for (const PortTypeInfo& another : port_types()) {
      if (another.type == type.type) continue;
      EXPECT_THAT(codes(check_connection(a, good(another.type, "h", Causality::input))),
                  ElementsAre("VE_VariableGroupConnection_1"))
          << another.name;
    }
    const auto broken = [&](const std::function<void(Variable&)>& change) {
      Group group = b;
      change(*first_variable(group));
      return codes(check_connection(a, group));
    };
    EXPECT_THAT(broken([](Variable& v) { v.data_type = DataType::boolean; }), ElementsAre("VE_VariableConnection_1"));
    EXPECT_THAT(broken([](Variable& v) { v.unit = unit_of("cd"); }), ElementsAre("VE_VariableConnection_3"));
    EXPECT_THAT(
        broken([](Variable& v) {
          if (!v.unit) v.unit = Unit{};
          v.unit->factor *= 1000.0;
          v.unit->name = "k " + v.unit->name;
        }),
        ::testing::ContainerEq(first_unit(a) ? std::vector<std::string>{"X_UnitScale"} : std::vector<std::string>{}));
    Group fewer = b;
    (fewer.variables.empty() ? static_cast<void>(fewer.groups.pop_back())
                             : static_cast<void>(fewer.variables.pop_back()));
    EXPECT_THAT(codes(check_connection(a, fewer)), ElementsAre("X_Cardinality"));
    if (type.family == PortFamily::quantity) {
      // An axis that is not given is a value of its own.
      EXPECT_THAT(broken([](Variable& v) { v.axis = Axis::none; }), ElementsAre("VE_VariableConnection_5"));
      Group flat = b;
      for (Variable& v : flat.variables) v.axis = Axis::none;
      EXPECT_THAT(codes(check_connection(a, flat)),
                  ElementsAre("VE_VariableConnection_5", "VE_VariableConnection_5", "VE_VariableConnection_5"));
    }
  }
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / fmt::format("swell_osp_{}", getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::vector<Group>& groups) const {
    export_interface(folder_, name, groups, true);
  }
  std::string osp(const std::string& name) const {
    std::ifstream in(folder_ / (name + "_OspModelDescription.xml"));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> judged(const std::string& name, const std::string& text) const {
    const fs::path file = folder_ / (name + "_OspModelDescription.xml");
    std::ofstream(file) << text;
    return validate(file).classes();
  }
  void system(const std::string& a, const std::string& b) const {
    std::ofstream out(folder_ / "OspSystemStructure.xml");
    out << "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
           "<Simulators><Simulator name='a' source='a.modelDescription.xml'/>"
           "<Simulator name='b' source='b.modelDescription.xml'/></Simulators>";
    if (!a.empty())
      out << "<Connections><VariableGroupConnection><VariableGroup simulator='a' name='" << a
          << "'/><VariableGroup simulator='b' name='" << b << "'/></VariableGroupConnection></Connections>";
    out << "</OspSystemStructure>";
  }
  fs::path folder_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST_F(Files, EachTypeThroughItsFileIsValidAndBrokenFilesAreNot) {
  for (const PortTypeInfo& type : port_types()) {
    SCOPED_TRACE(type.name);
    write("m", {good(type.type, "g", Causality::output)});
    const std::string text = osp("m");
    EXPECT_THAT(judged("m", text), IsEmpty());
    EXPECT_THAT(judged("m", replaced(text, "ref=\"", "ref=\"no ")), Contains("X_UnresolvedRef"));
    EXPECT_THAT(judged("m", replaced(text, "<" + type.name + " name", "<" + type.name + "s name")),
                ElementsAre("SCHEMA"));
    EXPECT_THAT(judged("m", replaced(text, " name=\"g\"", "")), Contains("SCHEMA"));
    EXPECT_THAT(judged("m", replaced(text, "ref=\"", "axis=\"w\" ref=\"")), Contains("SCHEMA"));
    if (type.type != PortType::Generic && type.parts.front().min > 0) {
      // Without its first member it is less than its type asks for.
      Group less = good(type.type, "g", Causality::output, false);
      const std::string element = type.parts.front().element;
      std::string cut = text;
      const std::size_t begin = cut.find("<" + element + " ", cut.find("name=\"g\"") + 1);
      ASSERT_NE(begin, std::string::npos);
      if (element == "Variable") {
        while (cut.find("<Variable ", begin) != std::string::npos) {
          const std::size_t at = cut.find("<Variable ", begin);
          cut.erase(at, cut.find("/>", at) + 2 - at);
        }
      } else {
        const std::string end = "</" + element + ">";
        cut.erase(begin, cut.find(end, begin) + end.size() - begin);
      }
      EXPECT_THAT(judged("m", cut), ElementsAre("SCHEMA"));
    }
  }
}

TEST_F(Files, EachTypeJoinedInASystemHasItsVerdict) {
  for (const PortTypeInfo& type : port_types()) {
    SCOPED_TRACE(type.name);
    const Group a = good(type.type, "g", Causality::output);
    write("a", {a});
    write("b", {mirror(a)});
    system("g", "g");
    EXPECT_THAT(validate(folder_ / "OspSystemStructure.xml").classes(), IsEmpty());
    EXPECT_THAT(validate(folder_ / "OspSystemStructure.xml").open, IsEmpty());
    system("", "");
    EXPECT_THAT(
        validate(folder_ / "OspSystemStructure.xml").open,
        ElementsAre(fmt::format("a.g ({}): fits b.g", type.name), fmt::format("b.g ({}): fits a.g", type.name)));
    system("g", "h");
    EXPECT_THAT(validate(folder_ / "OspSystemStructure.xml").classes(), ElementsAre("X_UnknownGroup"));
    write("b", {a});
    system("g", "g");
    EXPECT_THAT(validate(folder_ / "OspSystemStructure.xml").classes(), ElementsAre("VE_VariableConnection_2"));
    system("", "");
    EXPECT_THAT(validate(folder_ / "OspSystemStructure.xml").open,
                Contains(fmt::format("a.g ({}): nothing here fits", type.name)));
  }
}

std::vector<GroupType> sensor_types(GroupRule::Kind rule = GroupRule::Kind::same_causality) {
  return {{"BuoySensor",
           "*.buoy",
           {{"height", PortType::LinearDisplacement, 1}, {"drift", PortType::LinearVelocity, 2}},
           {{rule, {"height", "drift"}, "a buoy only talks"}}}};
}

Group buoy(Causality height, Causality drift, std::size_t count = 2) {
  Group group;
  group.name = "north.buoy";
  group.groups = {good(PortType::LinearDisplacement, "north.buoy.height", height, false),
                  good(PortType::LinearVelocity, "north.buoy.drift", drift)};
  group.groups[1].variables.resize(count);
  return group;
}

TEST_F(Files, TypesOfTheUsersOwnHaveTheirRolesAndRules) {
  const std::vector<GroupType> own = sensor_types();
  const Group good_one = buoy(Causality::output, Causality::output);
  EXPECT_THAT(check_own_rules(good_one, own), IsEmpty());
  const auto fault = [&](const Group& group) {
    const auto faults = check_own_rules(group, own);
    return faults.empty() ? std::string() : faults.front().text();
  };
  EXPECT_THAT(fault(buoy(Causality::output, Causality::input)),
              ::testing::AllOf(HasSubstr("X_OwnRule"), HasSubstr("same-causality"), HasSubstr("a buoy only talks")));
  EXPECT_THAT(fault(buoy(Causality::output, Causality::output, 3)), HasSubstr("role drift has 3 variables"));
  Group lacking = good_one;
  lacking.groups.pop_back();
  EXPECT_THAT(fault(lacking), HasSubstr("lacks the role drift"));
  Group another = good_one;
  another.name = "north.mast";
  EXPECT_THAT(check_own_rules(another, own), IsEmpty()) << "a group of no such name is of no such type";
  // Through files, and joined: only to its own kind.
  write("a", {good_one});
  write("b", {mirror(good_one)});
  system("north.buoy", "north.buoy");
  EXPECT_THAT(validate(folder_, own).classes(), IsEmpty());
  write("a", {buoy(Causality::output, Causality::input)});
  EXPECT_THAT(validate(folder_ / "a_OspModelDescription.xml", own).classes(), ElementsAre("X_OwnRule"));
  EXPECT_THAT(validate(folder_ / "a_OspModelDescription.xml").classes(), IsEmpty());
  Group plain = mirror(good_one);
  plain.name = "plain";
  write("a", {good_one});
  write("b", {plain});
  system("north.buoy", "plain");
  EXPECT_THAT(validate(folder_, own).classes(), ElementsAre("VE_VariableGroupConnection_1"));
  EXPECT_THAT(validate(folder_).classes(), IsEmpty());
}

TEST(OwnTypes, EachRuleWithBothVerdicts) {
  const auto holds = [](const char* rule, const Group& group) {
    const auto& words = rule_words();
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const auto& word) { return std::string(rule) == word.first; });
    return check_own_rules(group, sensor_types(found->second)).empty();
  };
  const Group same = buoy(Causality::output, Causality::output), opposite = buoy(Causality::output, Causality::input);
  EXPECT_TRUE(holds("same-causality", same));
  EXPECT_FALSE(holds("same-causality", opposite));
  EXPECT_TRUE(holds("opposite-causality", opposite));
  EXPECT_FALSE(holds("opposite-causality", same));
  EXPECT_FALSE(holds("same-size", same));  // 1 and 2
  EXPECT_FALSE(holds("same-unit", same));  // m and m/s
  Group one_unit = same;
  for (Variable& v : one_unit.groups[1].variables) v.unit = one_unit.groups[0].variables[0].unit;
  EXPECT_TRUE(holds("same-unit", one_unit));
  EXPECT_TRUE(holds("same-frame", same));
  Group turned = same;
  turned.groups[1].frame = "world-down";
  EXPECT_FALSE(holds("same-frame", turned));
}

}  // namespace
}  // namespace swell::osp::generated_test
