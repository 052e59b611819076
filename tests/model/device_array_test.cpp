// `array`: a case that draws one device is, key by key, the case with all devices written out.
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::device_array_test {
namespace {

using ::testing::SizeIs;

const std::string kHead = "simulation: {duration: 10, time_step: 0.1}\nwaves: {type: regular, height: 1, period: 8}\n";
const std::string kWind = "environment: {wind: {type: steady, speed: 9}}\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// "%X" + 3 is the number at x of the device, %Y likewise, # its name's end.
std::string at_place(const std::string& item, double x, double y, const std::string& end) {
  std::string text = item;
  for (const auto& [mark, offset] : {std::pair{'X', x}, std::pair{'Y', y}}) {
    for (std::size_t at = 0; (at = text.find(std::string("%") + mark, at)) != std::string::npos;) {
      std::size_t length = 0;
      const double value = std::stod(text.substr(at + 2), &length) + offset;
      text.replace(at, length + 2, fmt::format("{}", value));
    }
  }
  return replaced(text, "#", end);
}

// Every section of a device: two bodies, what holds them, control of the take-off.
const std::vector<std::pair<std::string, std::vector<std::string>>> kDevice = {
    {"bodies",
     {"{name: float#, hydro_data: {file: rm3.h5, body: 1, position: [%X3, %Y-2, 0]}, mass: equilibrium, inertia: [1, "
      "1, 1]}",
      "{name: spar#, mass: 2000, inertia: [1, 1, 1], center_of_gravity: [%X0, %Y0, -9], center_of_buoyancy: [%X0.5, "
      "%Y0, -8], volume: 2}"}},
    {"joints", {"{name: base#, type: floating-3dof, base: world, follower: spar#, location: [%X0, %Y0, 0]}"}},
    {"ptos",
     {"{name: pto#, type: translational, base: spar#, follower: float#, location: [%X1, %Y2, -3], damping: 1000, "
      "limits: {upper: 2}}"}},
    {"moorings",
     {"{name: tether#, type: tether, body: float#, base: spar#, attachment: [%X1, %Y0, -2], base_attachment: [%X1, "
      "%Y0, -5]}",
      "{name: lines#, type: catenary, body: spar#, length: 90, axial_stiffness: 1e7, weight: 100, lines: [{fairlead: "
      "[%X2, %Y0, -3], anchor: [%X80, %Y7, -40]}]}",
      "{name: even#, type: catenary, body: spar#, length: 90, axial_stiffness: 1e7, weight: 100, count: 3, "
      "fairlead_radius: 3, fairlead_z: 0, anchor_radius: 80, depth: 40, position: [%X0, %Y0, 0]}",
      "{name: file#, type: lines, body: spar#, file: rm3.h5, position: [%X1, %Y0, 0]}",
      "{name: station#, type: matrix, body: spar#, stiffness: [1, 0, 0, 0, 0, 0]}"}},
    {"rotors",
     {"{name: turbine#, body: spar#, hub: [%X-4, %Y1, 90], radius: 60, table: rm3.h5, tower: {base: [%X0, %Y1, 10], "
      "top: "
      "[%X0, %Y1, 88], base_diameter: 8, top_diameter: 5}}"}},
    {"components", {"{name: brake#, type: reactive, proportional: 400}"}},
    {"connections",
     {"{from: pto#.velocity, to: brake#.input}", "{from: pto#.position, to: brake#.position}",
      "{from: brake#.output, to: pto#.force}"}}};

std::string written_out(const std::vector<std::pair<double, double>>& places) {
  std::string text = kHead + kWind;
  for (const auto& [section, items] : kDevice) {
    text += section + ":\n";
    for (std::size_t i = 0; i < places.size(); ++i)
      for (const std::string& item : items)
        text += "  - " + at_place(item, places[i].first, places[i].second, fmt::format("-{}", i + 1)) + "\n";
  }
  return text;
}
std::string with_array(const std::string& array) {
  std::string text = kHead + kWind + "array: " + array + "\n";
  for (const auto& [section, items] : kDevice) {
    text += section + ":\n";
    for (const std::string& item : items) text += "  - " + at_place(item, 0.0, 0.0, "") + "\n";
  }
  return text;
}

TEST(DeviceArray, EqualsTheCaseWrittenOut) {
  const CaseFolder folder;
  const auto compare = [&](const std::string& array, const std::vector<std::pair<double, double>>& places) {
    EXPECT_EQ(write_case(folder.read(with_array(array))), write_case(folder.read(written_out(places)))) << array;
  };
  compare("{count: 3, spacing: 25}", {{0, 0}, {25, 0}, {50, 0}});
  compare("{count: [2, 2], spacing: [30, 40]}", {{0, 0}, {30, 0}, {0, 40}, {30, 40}});
  std::mt19937 random(7);
  for (int round = 0; round < 10; ++round) {
    std::vector<std::pair<double, double>> places;
    std::string list;
    for (unsigned i = 0; i < 2 + random() % 4; ++i) {
      places.emplace_back(static_cast<double>(random() % 4000) / 7.0, static_cast<double>(random() % 4000) / -3.0);
      list += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", places.back().first, places.back().second);
    }
    compare("{positions: [" + list + "]}", places);
  }
}

TEST(DeviceArray, RefusesPlacesThatCoincideAndNumbersWithoutEffect) {
  const CaseFolder folder;
  const auto errors = [&](const std::string& array) { return folder.errors(with_array(array)); };
  EXPECT_THAT(errors("{positions: [[0, 0], [5, 0], [0, 0]]}"), SizeIs(1));
  EXPECT_THAT(errors("{count: 2, spacing: [30, 40]}"), SizeIs(1));
  EXPECT_THAT(errors("{count: [2, 1], spacing: [30, 40]}"), IsEmpty());
}

TEST(DeviceArray, TakesDataOfAllDevicesFromOneFile) {
  const CaseFolder folder;
  folder.touch("farm.h5");
  const std::string body = "mass: 1000, inertia: [1, 1, 1]}\n";
  const Model model = folder.read(kHead + "array: {count: 2, spacing: 30, hydro_data: farm.h5}\nbodies:\n" +
                                  "  - {name: a, hydro_data: {file: rm3.h5, body: 1}, " + body +
                                  "  - {name: b, hydro_data: {file: rm3.h5, body: 2}, " + body);
  ASSERT_THAT(model.bodies, SizeIs(4));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(model.bodies[i].hydro_data->sets[0].body, static_cast<int>(i + 1));
    EXPECT_EQ(model.bodies[i].hydro_data->sets[0].file.filename(), "farm.h5");
    EXPECT_FALSE(model.bodies[i].hydro_data->sets[0].position);
  }
}

// A chain: the hinge of each raft to the next one, the last raft without; one mooring of one raft.
TEST(DeviceArray, JoinsEachDeviceToTheNext) {
  const CaseFolder folder;
  const std::string raft = "mass: 1000, inertia: [1, 1, 1], center_of_gravity: ",
                    law = "type: reactive, proportional: ";
  const std::string by_array =
      "array: {count: 3, spacing: 20}\nbodies:\n  - {name: raft, " + raft +
      "[-20, 0, 0]}\nptos:\n  - {name: hinge, type: rotational, base: raft, follower: raft+1, location: [-10, 0, 0]}\n"
      "moorings:\n  - {name: station, type: matrix, body: raft-2, stiffness: [1, 0, 0, 0, 0, 0]}\n"
      "components:\n  - {name: brake, " +
      law +
      "4}\nconnections:\n  - {from: hinge.velocity, to: brake.input}\n  - {from: brake.output, to: hinge.force}\n";
  std::string by_hand = "bodies:\n", hinges = "ptos:\n", brakes = "components:\n", wires = "connections:\n";
  for (int i = 1; i <= 3; ++i) {
    by_hand += fmt::format("  - {{name: raft-{}, {}[{}, 0, 0]}}\n", i, raft, 20 * i - 40);
    if (i == 3) continue;
    hinges += fmt::format(
        "  - {{name: hinge-{}, type: rotational, base: raft-{}, follower: raft-{}, location: [{}, 0, 0]}}\n", i, i,
        i + 1, 20 * i - 30);
    brakes += fmt::format("  - {{name: brake-{}, {}4}}\n", i, law);
    wires += fmt::format("  - {{from: hinge-{0}.velocity, to: brake-{0}.input}}\n", i) +
             fmt::format("  - {{from: brake-{0}.output, to: hinge-{0}.force}}\n", i);
  }
  by_hand += hinges + "moorings:\n  - {name: station, type: matrix, body: raft-2, stiffness: [1, 0, 0, 0, 0, 0]}\n" +
             brakes + wires;
  EXPECT_EQ(write_case(folder.read(kHead + by_array)), write_case(folder.read(kHead + by_hand)));
}

const std::string kBuoy = "{name: buoy#, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [%X0, %Y0, 0]}";

/// Components and connections of one device; by hand for each place.
void expect_as_by_hand(const std::string& components, const std::vector<std::string>& of_device,
                       const std::vector<std::string>& wires) {
  const CaseFolder folder;
  std::string one = kHead + "array: {positions: [[0, 0], [30, -5]]}\nbodies:\n  - " + at_place(kBuoy, 0, 0, "") + "\n",
              all = kHead + "bodies:\n";
  for (int i = 0; i < 2; ++i) all += "  - " + at_place(kBuoy, 30 * i, -5 * i, fmt::format("-{}", i + 1)) + "\n";
  for (const auto& [section, items] :
       {std::pair{components, of_device}, std::pair{std::string("connections"), wires}}) {
    one += section + ":\n";
    all += section + ":\n";
    for (const std::string& item : items) one += "  - " + at_place(item, 0, 0, "") + "\n";
    for (int i = 0; i < 2; ++i)
      for (const std::string& item : items)
        all += "  - " + at_place(item, 30 * i, -5 * i, fmt::format("-{}", i + 1)) + "\n";
  }
  EXPECT_EQ(write_case(folder.read(one)), write_case(folder.read(all)));
}

TEST(DeviceArray, MovesPlacesOfComponentsAndConnections) {
  expect_as_by_hand(
      "components",
      {"{name: tether#, type: spring, stiffness: 4.0e4, length: 43}",
       "{name: anchor#, type: constant, value: [%X5, %Y1, -50]}",
       "{name: other#, type: spring, stiffness: 1, length: 9}",
       "{name: rope#, type: distance, point_b: [%X2, %Y0, -20]}",
       "{name: probe#, type: wave-probe, position: [%X1, %Y2]}",
       "{name: control#, type: expression, expression: 'a + buoy', inputs: [a, buoy]}"},
      {"{from: buoy#.position, to: tether#.position_a, point: [0, 0, -4]}",
       "{value: [%X0, %Y3, -50], to: tether#.position_b}",
       "{from: tether#.force_a, to: buoy#.force, point: [0, 0, -4]}", "{from: buoy#.position, to: other#.position_a}",
       "{from: anchor#.output, to: other#.position_b}", "{from: buoy#.position, to: rope#.position_a}",
       "{from: rope#.output, to: control#.buoy}", "{from: probe#.output, to: control#.a}"});
}

TEST(DeviceArray, RefusesPlacesThatItCannotMove) {
  const CaseFolder folder;
  const auto errors = [&](const std::string& component, const std::string& connection) {
    return folder.errors(kHead + "array: {count: 2, spacing: 30}\nbodies:\n  - " + at_place(kBuoy, 0, 0, "") +
                         "\ncomponents:\n  - " + component + "\nconnections:\n  - {from: buoy.position, to: c.a}\n" +
                         connection);
  };
  EXPECT_THAT(errors("{name: c, type: gain, anchor: [0, 0, -50]}", ""),
              ElementsAre(HasSubstr("components.c.anchor may be a place, which array cannot move")));
  EXPECT_THAT(errors("{name: c, type: gain, ports: {position: {frame: world-down}}}",
                     "  - {value: [0, 0, 5], to: c.position}\n"),
              ElementsAre(HasSubstr("a place in the frame world-down, which array cannot move")));
}

TEST(DeviceArray, LeavesNamesInsideACircuit) {
  const CaseFolder folder;
  const std::string circuit =
      "components:\n  - {name: p, type: circuit, elements: [{name: buoy, type: resistance}], nodes: [[buoy.a, "
      "buoy.b]], "
      "outputs: {x: buoy.power}}\n";
  std::string by_hand = kHead + "bodies:\n";
  for (int i = 0; i < 2; ++i) by_hand += "  - " + at_place(kBuoy, 9 * i, 0, fmt::format("-{}", i + 1)) + "\n";
  EXPECT_EQ(write_case(folder.read(kHead + "array: {count: 2, spacing: 9}\nbodies:\n  - " + at_place(kBuoy, 0, 0, "") +
                                   "\n" + circuit)),
            write_case(folder.read(by_hand + circuit)));
}

TEST(DeviceArray, ReachesFurtherInTheRowUpToItsEnd) {
  const CaseFolder folder;
  const auto with = [&](const std::string& follower) {
    return kHead + "array: {count: 3, spacing: 9}\nbodies:\n  - " + at_place(kBuoy, 0, 0, "") +
           "\nptos:\n  - {name: pto, type: translational, base: buoy, follower: " + follower +
           ", location: [1, 0, 0], damping: 1}\n";
  };
  const Model model = folder.read(with("buoy+2"));
  ASSERT_THAT(model.ptos, SizeIs(1));
  EXPECT_EQ(model.ptos[0].name, "pto-1");
  EXPECT_EQ(model.ptos[0].follower, "buoy-3");
  for (const char* far : {"buoy+10", "buoy+3", "buoy+0", "buoy+x"})
    EXPECT_THAT(folder.errors(with(far)), ElementsAre(HasSubstr("no device of the array has this place"))) << far;
}

TEST(DeviceArray, RefusesDataThatAreNotThoseOfTheArray) {
  const CaseFolder folder;
  folder.touch("farm.h5");
  const auto with = [&](const std::string& keys) {
    return kHead + "array: {count: 2, spacing: 30, hydro_data: farm.h5}\nbodies:\n  - {name: a, mass: 1000, inertia: " +
           "[1, 1, 1], " + keys + "}\n";
  };
  EXPECT_THAT(folder.errors(with("geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2], hydro_data: "
                                 "{compute: {headings: [0]}}")),
              ElementsAre(HasSubstr("computes its data")));
  EXPECT_THAT(folder.errors(with("hydro_data: {file: rm3.h5, body: 1, position: [0, 0, 0]}")),
              ElementsAre(HasSubstr("has a position")));
  const Model model = folder.read(with("hydro_data: {file: rm3.h5, body: 1}"));
  ASSERT_TRUE(model.array_data);
  const auto error = [&](const std::vector<std::array<double, 3>>& centres) {
    Diagnostics found;
    check_array_data(*model.array_data, centres, found);
    return found.list().empty() ? std::string() : found.list()[0].text();
  };
  EXPECT_EQ(error({{0, 0, -2}, {30, 0, -2}}), "");
  EXPECT_EQ(error({{5, 1, -2}, {35.02, 1, -2}}), "");
  EXPECT_THAT(error({{0, 0, -2}, {50, 0, -2}}), HasSubstr("device 2 is (50, 0) m from device 1 in the file"));
  EXPECT_THAT(error({{0, 0, -2}, {30, 0, -2}, {0, 30, -2}, {30, 30, -2}}), HasSubstr("the file has 4 bodies"));
}

TEST(DeviceArray, ReportsAMistakeOnceAtItsPlace) {
  const CaseFolder folder;
  const auto errors = [&](const std::string& array, const std::string& keys, const std::string& more = "") {
    return folder.errors(kHead + "array: " + array + "\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1], " + keys +
                         "}\n" + more);
  };
  EXPECT_THAT(errors("{count: 3, spacing: 9}", "center_of_gravity: [0, 0]"),
              ElementsAre(HasSubstr("case.yaml:5:63: bodies.a.center_of_gravity")));
  const std::string good = "center_of_gravity: [0, 0, 0]";
  EXPECT_THAT(errors("{count: 1.5, spacing: 9}", good), ElementsAre(HasSubstr("whole numbers")));
  EXPECT_THAT(errors("{count: 3}", good), ElementsAre(HasSubstr("array.spacing must be above 0 m")));
  EXPECT_THAT(errors("{count: 40000, spacing: 9}", good), ElementsAre(HasSubstr("at most 1000")));
  EXPECT_THAT(folder
                  .read(kHead + "array: {count: 2, spacing: 9}\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1], " +
                            good + "}\n",
                        {"array.count=3"})
                  .bodies,
              SizeIs(3));
}

}  // namespace
}  // namespace swell::model::device_array_test
