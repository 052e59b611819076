// What goes into a page, without a browser.
#include <H5Cpp.h>
#include <nlohmann/json.hpp>

#include "swell/model/read_case.h"
#include "swell/report/report.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::report::report_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Page : public ::testing::Test {
 protected:
  fs::path run(const std::string& input, const std::vector<std::string>& overrides, const std::string& name,
               bool audit = false) const {
    run::RunOptions options;
    options.output = folder_ / name;
    options.audit = audit;
    return run::run_case(model::read_case(swell_test::source_folder() / "inputs" / input, overrides), options).results;
  }
  const fs::path folder_ = swell_test::fresh_folder("report");
};

std::vector<float> numbers(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, have = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6U | static_cast<unsigned>(digit);
    have += 6;
    if (have >= 8) {
      have -= 8;
      bytes += static_cast<char>(bits >> have & 255U);
    }
  }
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

TEST_F(Page, holds_the_device_in_motion_and_the_sea_of_its_case) {
  const json data = json::parse(data_of({{run("sphere/regular.yaml", {"simulation.duration=60"}, "a.h5", true)}, {}}));
  EXPECT_EQ(data["kind"], "run");
  ASSERT_EQ(data["scene"]["bodies"].size(), 1U);
  EXPECT_FALSE(data["scene"]["sea"].is_null()) << data["scene"]["note"];
  // eta(t) at the origin of the page's sea is the elevation of the results: 1 m, after the ramp.
  EXPECT_NEAR(numbers(data["scene"]["sea"]["amplitude"])[0], 1.0F, 1e-6F);
  const auto elevation = numbers(data["runs"][0]["series"]["/wave/elevation"]["data"]);
  EXPECT_NEAR(*std::max_element(elevation.begin(), elevation.end()), 1.0F, 1e-3F);
  EXPECT_EQ(numbers(data["scene"]["bodies"][0]["position"]).size(), 6 * numbers(data["scene"]["time"]).size());
  double work = 0.0, size = 0.0;
  for (const json& entry : data["bars"][0]["entries"]) {
    work += entry[1].get<double>();
    size += std::abs(entry[1].get<double>());
  }
  EXPECT_LT(std::abs(work), 1e-3 * size) << "the bars of the energy balance sum to what the integration leaves";
}

// A shape that the case computes is drawn whole, about the centre of gravity: a box from 3 m below to 1 m above the
// water.
TEST_F(Page, draws_the_shapes_of_computed_bodies) {
  const fs::path file = folder_ / "box.yaml";
  std::ofstream(file) << "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: none}\nbodies:\n"
                         "  - {name: box, geometry: {shape: box, length: 2, width: 4, bottom: -3, top: 1}, mass: "
                         "equilibrium, inertia: [1e5, 1e5, 1e5], center_of_gravity: [0, 0, -1], initial: "
                         "{displacement: [0, 0, 0.1]}, hydro_data: {compute: "
                         "{frequencies: [1, 2], resolution: {order: 2}}}}\n";
  run::RunOptions options;
  options.output = folder_ / "box.h5";
  const fs::path results = run::run_case(model::read_case(file), options).results;
  const json body = json::parse(data_of({{results}, {}}))["scene"]["bodies"][0];
  const std::vector<float> vertices = numbers(body["vertices"]);
  ASSERT_EQ(vertices.size(), 24U);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    float low = 0.0F, high = 0.0F;
    for (std::size_t k = axis; k < vertices.size(); k += 3) {
      low = std::min(low, vertices[k]);
      high = std::max(high, vertices[k]);
    }
    constexpr float kHalf[] = {1.0F, 2.0F, 2.0F};
    EXPECT_NEAR(low, -kHalf[axis], 1e-6F) << axis;
    EXPECT_NEAR(high, kHalf[axis], 1e-6F) << axis;
  }
}

// The water of a chamber is a disc at the still water that rises against its body.
TEST_F(Page, draws_the_water_of_a_chamber) {
  std::ofstream(folder_ / "ring.yaml")
      << "frequencies: {from: 0.5, to: 2, count: 4}\nresolution: {order: 4, around: 4}\nbodies:\n  - {name: column, "
         "geometry: {shape: revolution, profile: [[2, -3], [3, -3], [3, 2], [2, 2], [2, -3]]}, position: [5, 0, 0], "
         "center_of_gravity: [5, 0, -1], chambers: [{name: air, radius: 2}]}\n";
  std::ofstream(folder_ / "case.yaml")
      << "simulation: {duration: 4, time_step: 0.05}\nwaves: {type: regular, height: 1, period: 5}\nbodies:\n  - "
         "{name: "
         "column, hydro_data: {file: ring.yaml, body: 1}, mass: equilibrium, inertia: [1e5, 1e5, 1e5], modes: {names: "
         "[air]}}\njoints:\n  - {name: pile, type: fixed, base: world, follower: column}\n"
         "components:\n  - {name: one, type: constant, value: 1}\noutput: {select: [column.position, column.air.*, "
         "one.output]}\n";
  run::RunOptions options;
  options.output = folder_ / "column.h5";
  const fs::path file = run::run_case(model::read_case(folder_ / "case.yaml"), options).results;
  const json scene = json::parse(data_of({{file}, {}}))["scene"], bodies = scene["bodies"];
  EXPECT_FALSE(scene["sea"].is_null())
      << scene["note"];  // the case selects results of its component, which is left out
  ASSERT_EQ(bodies.size(), 2U);
  EXPECT_EQ(bodies[1]["name"], "column.air");
  const std::vector<float> vertices = numbers(bodies[1]["vertices"]), place = numbers(bodies[1]["position"]),
                           hull = numbers(bodies[0]["position"]);
  for (std::size_t v = 0; v + 3 < vertices.size(); v += 3) {
    EXPECT_NEAR(std::hypot(vertices[v], vertices[v + 1]), 2.0F, 1e-5F);
    EXPECT_NEAR(vertices[v + 2], 1.0F, 1e-6F);
  }
  const auto rise = run::ResultsReader(file).read("/ptos/column_air/position").column(0);
  EXPECT_NEAR(place[place.size() - 4] - hull[hull.size() - 4], rise.back(), 1e-5);
  EXPECT_GT(std::abs(rise.back()), 0.01);
}

// The envelope: what is thinned keeps the greatest and the least of the whole record.
TEST_F(Page, of_a_long_run_stays_small_and_keeps_the_extremes) {
  const fs::path file =
      run("absorber/regular.yaml", {"simulation.duration=600", "output.time_step=0.02", "simulation.time_step=0.02"},
          "long.h5");
  const std::string text = data_of({{file}, {}});
  EXPECT_LT(text.size(), 4'300'000U);
  const json data = json::parse(text);
  const auto heave = numbers(data["runs"][0]["series"]["/bodies/float/position heave"]["data"]);
  EXPECT_LE(heave.size(), 6000U);
  const run::ResultsReader results(file);
  const auto whole = results.read("/bodies/float/position").column(2);
  EXPECT_EQ(*std::max_element(heave.begin(), heave.end()),
            static_cast<float>(*std::max_element(whole.begin(), whole.end())));
  EXPECT_EQ(*std::min_element(heave.begin(), heave.end()),
            static_cast<float>(*std::min_element(whole.begin(), whole.end())));
}

TEST_F(Page, lays_runs_over_each_other_and_refuses_what_does_not_go_together) {
  const fs::path a = run("sphere/regular.yaml", {"simulation.duration=20"}, "a.h5"),
                 b = run("sphere/regular.yaml", {"simulation.duration=20", "waves.height=3"}, "b.h5");
  const json data = json::parse(data_of({{a, b}, {}}));
  EXPECT_EQ(data["runs"].size(), 2U);
  EXPECT_EQ(data["panels"][0]["curves"].size(), 2U);
  const fs::path hydro = swell_test::source_folder() / "inputs/sphere/hemisphere.h5";
  EXPECT_EQ(json::parse(data_of({{hydro}, {}}))["kind"], "hydro");
  EXPECT_THROW(data_of({{a, hydro}, {}}), InputError);
  EXPECT_THROW(data_of({{folder_ / "none.h5"}, {}}), InputError);
  std::ofstream(folder_ / "text.h5") << "no HDF5";
  EXPECT_THROW(data_of({{folder_ / "text.h5"}, {}}), InputError);
}

// The regular wave of the case as two shapes: their weighted sum is the elevation of the results at every row.
TEST_F(Page, as_gltf_has_the_motion_and_the_sea_of_the_results) {
  const fs::path file = run("sphere/regular.yaml", {"simulation.duration=60"}, "a.h5");
  const json data = json::parse(data_of({{file}, {}})), gltf = json::parse(gltf_of(data.dump()));
  const auto array = [&](std::size_t accessor) {
    const json& view = gltf["bufferViews"][gltf["accessors"][accessor]["bufferView"].get<std::size_t>()];
    const std::string uri = gltf["buffers"][view["buffer"].get<std::size_t>()]["uri"];
    auto values = numbers(uri.substr(uri.find(',') + 1));
    EXPECT_EQ(values.size() * sizeof(float), view["byteLength"].get<std::size_t>());
    return values;
  };
  const json& animation = gltf["animations"][0];
  const run::ResultsReader results(file);
  const auto heave = results.read("/bodies/sphere/position").column(2), eta = results.read("/wave/elevation").values;
  for (const json& channel : animation["channels"]) {
    const json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const auto values = array(sampler["output"]);
    if (channel["target"]["path"] == "translation") {
      ASSERT_EQ(values.size(), 3 * heave.size());
      for (std::size_t i = 0; i < heave.size(); ++i) EXPECT_EQ(values[3 * i + 2], static_cast<float>(heave[i]));
    }
    if (channel["target"]["path"] == "rotation") {
      for (std::size_t i = 0; i + 3 < values.size(); i += 4) {
        EXPECT_NEAR(std::hypot(std::hypot(values[i], values[i + 1]), std::hypot(values[i + 2], values[i + 3])), 1.0,
                    1e-6);
      }
    }
    if (channel["target"]["path"] != "weights") continue;
    const json& mesh =
        gltf["meshes"][gltf["nodes"][channel["target"]["node"].get<std::size_t>()]["mesh"].get<std::size_t>()];
    const auto flat = array(mesh["primitives"][0]["attributes"]["POSITION"]),
               cosine = array(mesh["primitives"][0]["targets"][0]["POSITION"]),
               sine = array(mesh["primitives"][0]["targets"][1]["POSITION"]);
    std::size_t origin = 0;
    for (std::size_t i = 0; i < flat.size(); i += 3) {
      if (std::hypot(flat[i], flat[i + 1]) < std::hypot(flat[origin], flat[origin + 1])) origin = i;
    }
    ASSERT_LT(std::hypot(flat[origin], flat[origin + 1]), 1e-5);
    for (std::size_t i = 0; i < eta.size(); ++i)
      EXPECT_NEAR(values[2 * i] * cosine[origin + 2] + values[2 * i + 1] * sine[origin + 2], eta[i], 1e-5) << i;
  }
  EXPECT_EQ(animation["channels"].size(), 3U);
}

// A body of Morison members alone: a cylinder of 3 m between z = -3.5 and 4.5 m about its centre of gravity.
// Of another program, or damaged: what has fewer rows than /time was read beyond its end.
TEST_F(Page, refuses_a_position_of_other_rows_than_the_times) {
  const fs::path file = run("sphere/regular.yaml", {"simulation.duration=10"}, "short.h5");
  {
    H5::H5File h5(file.string(), H5F_ACC_RDWR);
    h5.unlink("/bodies/sphere/position");
    const hsize_t size[2] = {5, 6};
    const std::vector<double> values(30, 0.0);
    h5.createDataSet("/bodies/sphere/position", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(2, size))
        .write(values.data(), H5::PredType::NATIVE_DOUBLE);
  }
  EXPECT_THAT(
      [&] {
        data_of({{file}, {}});
      },
      ::testing::ThrowsMessage<InputError>(HasSubstr("/bodies/sphere/position has 5 rows, and /time has")));
}

TEST_F(Page, draws_a_body_without_geometry_of_its_members) {
  const json data = json::parse(data_of({{run("flap/crank.yaml", {"simulation.duration=30"}, "flap.h5")}, {}}));
  // The generator of the circuit "oil" has a power of its own, which is part of that of "oil".
  std::vector<std::string> electrical;
  for (const json& table : data["tables"]) {
    if (table["title"].get<std::string>().find("Electrical power [kW]") == std::string::npos) continue;
    for (const json& row : table["rows"]) electrical.push_back(row[0]);
  }
  EXPECT_EQ(electrical, std::vector<std::string>{"oil"});
  const json& body = data["scene"]["bodies"][0];
  const auto vertices = numbers(body["vertices"]);
  ASSERT_FALSE(vertices.empty());
  float low = 0.0F, high = 0.0F, wide = 0.0F;
  for (std::size_t i = 0; i + 2 < vertices.size(); i += 3) {
    wide = std::max(wide, std::hypot(vertices[i], vertices[i + 1]));
    low = std::min(low, vertices[i + 2]);
    high = std::max(high, vertices[i + 2]);
  }
  EXPECT_FLOAT_EQ(low, -3.5F);
  EXPECT_FLOAT_EQ(high, 4.5F);
  EXPECT_FLOAT_EQ(wide, 1.5F);
}

// Joint coordinates bear the names of their axes, a mean of zero is no 1e-16, and spectra have the unit of their curve.
TEST_F(Page, names_what_moves_along_a_joint_and_shows_no_round_off) {
  const json data =
      json::parse(data_of({{run("absorber/regular.yaml", {"simulation.duration=120"}, "absorber.h5")}, {}}));
  std::set<std::string> rows, titles, units;
  for (const json& table : data["tables"]) {
    for (const json& row : table["rows"]) {
      rows.insert(row[0]);
      for (const json& cell : row)
        EXPECT_THAT(cell.get<std::string>(), ::testing::Not(::testing::ContainsRegex("e-1[0-9]"))) << row;
    }
  }
  EXPECT_THAT(rows, ::testing::IsSupersetOf({"slide: position x", "slide: position z", "slide: rotation"}));
  for (const json& spectrum : data["spectra"]) units.insert(spectrum["ylabel"]);
  EXPECT_THAT(units, ::testing::IsSupersetOf({"m² s/rad", "deg² s/rad", "kN² s/rad", "kW² s/rad"}));
}

// The sea is built without components, whose signals the case selects.
TEST_F(Page, DrawsTheSeaOfACaseThatSelectsSignals) {
  const auto file = run("control/expression.yaml",
                        {"simulation.duration=10", "output.select=[sphere.position,controller.output]"}, "select.h5");
  EXPECT_FALSE(json::parse(data_of({{file}, {}}))["scene"]["sea"].is_null());
  const auto pair = run("osp/pair.yaml", {"simulation.duration=2"}, "pair.h5");  // groups of ports
  EXPECT_FALSE(json::parse(data_of({{pair}, {}}))["scene"]["sea"].is_null());
}

// An anchor falls from 10 m to the bed at 30 m: the scene holds both ends of its way, and the surface.
TEST_F(Page, HoldsTheWholeWayOfAMass) {
  const json scene = json::parse(data_of({{run("fhsim/two-masses.yaml", {}, "masses.h5")}, {}}))["scene"];
  EXPECT_FALSE(scene["sea"].is_null());
  const double middle = scene["center"][2].get<double>();
  EXPECT_NEAR(middle, -15.0, 1.0);  // radius of the masses
  EXPECT_GT(scene["size"].get<double>(), 30.0 / 1.6);
}

// Hub at 60 m, blades of 40 m, tower from 5 m: the box of the scene holds the disc, blades and tower begin and end
// there.
TEST_F(Page, HoldsARotorAsBladesAndTower) {
  const fs::path file = folder_ / "turbine.yaml";
  std::ofstream(folder_ / "table.txt")
      << "# pitch\n0 20\n# tip-speed ratio\n1 10\n# wind\n10\n# power\n0.06 0.006\n0.6 "
         "0.06\n# thrust\n0.1 0.01\n1 0.1\n";
  std::ofstream(file) << "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: regular, height: 1, period: "
                         "5}\nenvironment: {depth: 100, wind: "
                         "{type: steady, speed: 10}}\nbodies:\n  - {name: hull, mass: 1e6, inertia: [1e9, 1e9, 1e9], "
                         "center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, 0], volume: 1000}\njoints:\n  - "
                         "{name: pile, type: fixed, base: world, follower: hull}\nrotors:\n  - {name: turbine, body: "
                         "hull, hub: [0, 0, 60], radius: 40, table: table.txt, speed: 1.5, tower: {base: "
                         "[0, 0, 5], top: [0, 0, 58], base_diameter: 6, top_diameter: 4}}\n";
  run::RunOptions options;
  options.output = folder_ / "turbine.h5";
  const json scene = json::parse(data_of({{run::run_case(model::read_case(file), options).results}, {}}))["scene"];
  std::vector<std::pair<Vector3, Vector3>> rods;
  const auto point = [](const json& at) {
    return Vector3(at["local"][0].get<double>(), at["local"][1].get<double>(), at["local"][2].get<double>());
  };
  for (const json& link : scene["links"]) {
    EXPECT_NE(link["kind"], "mooring");
    if (link["kind"] == "rotor") rods.emplace_back(point(link["from"]), point(link["to"]));
  }
  ASSERT_EQ(rods.size(), 4U);
  Vector3 sum = Vector3::Zero();
  for (std::size_t blade = 0; blade < 3; ++blade) {
    const Vector3 along = rods[blade].second - rods[blade].first;
    EXPECT_NEAR(along.norm(), 40.0, 1e-3);
    EXPECT_NEAR(along.x(), 0.0, 1e-3);  // across the wind
    sum += along;
  }
  EXPECT_NEAR(sum.norm(), 0.0, 1e-3);
  EXPECT_NEAR((rods[3].second - rods[3].first).z(), 53.0, 1e-3);
  EXPECT_GE(scene["center"][2].get<double>() + 0.8 * scene["size"].get<double>(), 100.0);
}

TEST_F(Page, lets_the_variables_of_a_circuit_share_panels) {
  const json data = json::parse(data_of({{run("circuits/power-unit.yaml", {}, "oil.h5")}, {}}));
  EXPECT_LE(data["panels"].size(), 24U) << "of 76 variables";
  std::size_t curves = 0;
  bool pressures = false;
  for (const json& panel : data["panels"]) {
    curves += panel["curves"].size();
    pressures = pressures || (panel["title"] == "oil: pressure" && panel["curves"].size() > 2);
  }
  EXPECT_TRUE(pressures);
  EXPECT_GT(curves, 30U);
  bool covered = false;
  for (const json& panel : data["choices"])
    covered = covered || panel["title"] == "oil: pressure, the same by other names";
  EXPECT_TRUE(covered) << "what is not drawn twice is there on request";
}

TEST(PageText, cannot_be_left_by_texts_of_the_case) {
  const Assets assets{"<title>@TITLE@</title>@STYLE@@DATA@@PLAIN@@SCENE@", "css", "plain $& @DATA@", "scene"};
  const std::string page = page_of("a<b>", R"({"case":"</script><script>alert(1)</script><!--"})", assets);
  EXPECT_THAT(page, HasSubstr("<title>a&lt;b&gt;</title>"));
  EXPECT_EQ(page.find("</script><script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), std::string::npos);
}

}  // namespace
}  // namespace swell::report::report_test
