#include "swell/run/results_writer.h"

#include <H5Cpp.h>

#include "swell_test/allocations.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::run::results_writer_test {
namespace {

std::string text_attribute(const H5::H5Object& at, const char* name) {
  std::string text;
  const H5::Attribute attribute = at.openAttribute(name);
  attribute.read(attribute.getStrType(), text);
  return text;
}

std::vector<hsize_t> shape(const H5::DataSet& dataset) {
  std::vector<hsize_t> dims(static_cast<std::size_t>(dataset.getSpace().getSimpleExtentNdims()));
  dataset.getSpace().getSimpleExtentDims(dims.data());
  return dims;
}

std::vector<double> values(const H5::DataSet& dataset) {
  const auto dims = shape(dataset);
  std::vector<double> data(std::accumulate(dims.begin(), dims.end(), std::size_t{1}, std::multiplies<>()));
  dataset.read(data.data(), H5::PredType::NATIVE_DOUBLE);
  return data;
}

struct Written {
  std::size_t position, power;
};

Written add_series(ResultsWriter& writer) {
  Written w{};
  w.position = writer.add({"/bodies/float/position",
                           6,
                           "m m m rad rad rad",
                           "position of the cg, world frame",
                           {"surge", "sway", "heave", "roll", "pitch", "yaw"}});
  w.power = writer.add({"/ptos/PTO1/power", 1, "W", "power taken out of the device", {}});
  return w;
}

void write_rows(ResultsWriter& writer, const Written& w, int n, int first = 0) {
  for (int i = first; i < first + n; ++i) {
    const double x[6] = {1.0 * i, 2.0 * i, 3.0 * i, 4.0 * i, 5.0 * i, 6.0 * i}, p = -i;
    writer.set(w.position, x);
    writer.set(w.power, &p);
    writer.commit(0.1 * i);
  }
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

class Results : public ::testing::Test {
 protected:
  Results() { std::filesystem::create_directory(folder_); }
  model::CaseFolder outer_;
  std::filesystem::path folder_ = outer_.path / "out";
};

TEST_F(Results, every_row_arrives_with_units_descriptions_and_attributes) {
  const std::string long_text(100000, 'x');  // longer than a fixed-length attribute may be
  ResultsWriter writer(folder_ / "r.h5", {long_text, "1.2.3", {"a=1"}, 0, {}});
  const Written w = add_series(writer);
  writer.start();
  write_rows(writer, w, 2500);
  EXPECT_EQ(writer.rows(), 2500U);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.h5")) << "the name must appear with the finished file";
  writer.finish({1.5, 2499, {"careful"}, {"known before"}});
  EXPECT_EQ(files_in(folder_), 1U);

  const H5::H5File file((folder_ / "r.h5").string(), H5F_ACC_RDONLY);
  const H5::DataSet time = file.openDataSet("/time"), position = file.openDataSet("/bodies/float/position"),
                    power = file.openDataSet("/ptos/PTO1/power");
  EXPECT_EQ(shape(time), (std::vector<hsize_t>{2500}));
  EXPECT_EQ(shape(position), (std::vector<hsize_t>{2500, 6}));
  EXPECT_EQ(shape(power), (std::vector<hsize_t>{2500, 1}));
  const std::vector<double> x = values(position), t = values(time);
  for (std::size_t i = 0; i < 2500; ++i) {
    ASSERT_EQ(t[i], 0.1 * static_cast<double>(i));
    ASSERT_EQ(x[6 * i + 4], 5.0 * static_cast<double>(i));
  }
  EXPECT_EQ(text_attribute(position, "units"), "m m m rad rad rad");
  EXPECT_EQ(text_attribute(position, "description"), "position of the cg, world frame");
  EXPECT_EQ(text_attribute(time, "units"), "s");
  const H5::Group root = file.openGroup("/");
  EXPECT_EQ(text_attribute(root, "case"), long_text);
  EXPECT_EQ(text_attribute(root, "version"), "1.2.3");
  double wall = 0.0;
  root.openAttribute("wall_time").read(H5::PredType::NATIVE_DOUBLE, &wall);
  EXPECT_EQ(wall, 1.5);
  long long steps = 0;
  root.openAttribute("steps").read(H5::PredType::NATIVE_LLONG, &steps);
  EXPECT_EQ(steps, 2499);
  EXPECT_EQ(root.openAttribute("warnings").getSpace().getSimpleExtentNpoints(), 1);
}

TEST_F(Results, a_row_within_a_chunk_allocates_nothing) {
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  ResultsWriter writer(folder_ / "r.h5", {});
  const Written w = add_series(writer);
  writer.start();
  write_rows(writer, w, 10);
  const test::AllocationCounter counter;
  write_rows(writer, w, 500, 10);
  EXPECT_EQ(counter.count(), 0);
}

TEST_F(Results, files_are_uncompressed_unless_asked) {
  for (const int level : {0, 6}) {
    const auto path = folder_ / (std::to_string(level) + ".h5");
    ResultsWriter writer(path, {"", "", {}, level, {}});
    const Written w = add_series(writer);
    writer.start();
    write_rows(writer, w, 3000);
    writer.finish({});
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    EXPECT_EQ(file.openDataSet("/time").getCreatePlist().getNfilters(), level == 0 ? 0 : 2);
    EXPECT_EQ(values(file.openDataSet("/time")).back(), 0.1 * 2999);
  }
  EXPECT_LT(std::filesystem::file_size(folder_ / "6.h5"), std::filesystem::file_size(folder_ / "0.h5"));
}

TEST_F(Results, nothing_is_on_disk_before_start_and_a_failed_run_leaves_a_readable_partial_file) {
  const auto path = folder_ / "r.h5";
  {
    ResultsWriter writer(path, {"the case", "1", {}, 0, {}});
    const Written w = add_series(writer);
    EXPECT_EQ(files_in(folder_), 0U);
    writer.start();
    write_rows(writer, w, 100);
    EXPECT_EQ(writer.abandon({0.1, 100, {}, {}}), folder_ / "r.partial.h5");
  }
  EXPECT_EQ(files_in(folder_), 1U);
  const H5::H5File file((folder_ / "r.partial.h5").string(), H5F_ACC_RDONLY);
  EXPECT_EQ(shape(file.openDataSet("/bodies/float/position")), (std::vector<hsize_t>{100, 6}));
  EXPECT_EQ(text_attribute(file.openGroup("/"), "case"), "the case");
}

TEST_F(Results, a_writer_that_is_thrown_away_leaves_the_partial_file_and_the_next_success_removes_it) {
  const auto path = folder_ / "r.h5";
  for (const bool fails : {true, false}) {
    ResultsWriter writer(path, {});
    const Written w = add_series(writer);
    writer.start();
    write_rows(writer, w, 10);
    if (!fails) writer.finish({});
  }
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(files_in(folder_), 1U);
}

// A run of 50 s that failed, and what comes after it: (case, rows of a tenth of a second, whether it ends well, files)
TEST_F(Results, rows_that_the_next_run_does_not_have_are_not_lost) {
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.insert(entry.path().filename());
    return names;
  };
  const auto run = [&](const std::string& text, std::vector<std::string> overrides, int rows, bool ends) {
    ResultsWriter writer(folder_ / "r.h5", {text, "1", std::move(overrides), 0, {}});
    const Written w = add_series(writer);
    writer.start();
    write_rows(writer, w, rows);
    if (ends) writer.finish({});
  };
  using Files = std::set<std::string>;
  run("a", {}, 500, false);
  run("a", {}, 100, true);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial.h5"})) << "shorter";
  run("b", {}, 600, true);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial.h5"})) << "another case";
  run("a", {"waves.height=2"}, 600, true);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial.h5"})) << "another case by --set";
  run("a", {}, 200, false);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial.h5", "r.partial-2.h5"})) << "failed earlier";
  run("a", {}, 550, false);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial.h5", "r.partial-2.h5"})) << "failed later: in place of the first";
  run("a", {"simulation.duration=60"}, 600, true);
  EXPECT_EQ(files(), (Files{"r.h5", "r.partial-2.h5"})) << "has all of it";
}

TEST_F(Results, a_bad_place_is_refused_before_anything_runs) {
  const auto message = [](const std::filesystem::path& path) {
    return swell_test::refusal_of([&] { ResultsWriter writer(path, {}); }, "no error");
  };
  EXPECT_THAT(message(folder_ / "none" / "r.h5"), HasSubstr("there is no folder"));
  EXPECT_THAT(message(folder_), HasSubstr("cannot replace a folder"));
  EXPECT_EQ(files_in(folder_), 0U);
}

TEST_F(Results, only_what_is_selected_is_stored) {
  ResultsWriter writer(folder_ / "r.h5", {"", "", {}, 0, {"bodies.*.position", "/wave"}});
  const Written w = add_series(writer);
  EXPECT_EQ(w.power, ResultsWriter::npos);
  writer.start();
  write_rows(writer, w, 3);
  writer.finish({});
  const H5::H5File file((folder_ / "r.h5").string(), H5F_ACC_RDONLY);
  EXPECT_TRUE(file.nameExists("/time"));
  EXPECT_TRUE(file.nameExists("/bodies/float/position"));
  EXPECT_FALSE(file.nameExists("/ptos"));
}

// Of another process: reliability.outputs.
TEST_F(Results, a_second_writer_of_a_file_that_grows_is_refused) {
  const ResultsHeader header{"case", "1", {}, 0, {}};
  ResultsWriter first(folder_ / "r.h5", header);
  const Written w = add_series(first);
  first.start();
  write_rows(first, w, 10);
  ResultsWriter second(folder_ / "r.h5", header);
  add_series(second);
  EXPECT_THAT(swell_test::refusal_of([&] { second.start(); }), HasSubstr("another run, process"));
  write_rows(first, w, 10, 10);
  first.finish({});
  EXPECT_EQ(values(H5::H5File((folder_ / "r.h5").string(), H5F_ACC_RDONLY).openDataSet("/time")).size(), 20U);
  EXPECT_EQ(files_in(folder_), 1U);
  ResultsWriter after(folder_ / "r.h5", header);
  add_series(after);
  after.start();
  after.finish({});
}

TEST(Selected, patterns_match_part_by_part_and_everything_below) {
  EXPECT_TRUE(assembly::selected("/bodies/float/position", {}));
  EXPECT_TRUE(assembly::selected("/bodies/float/position", {"bodies.*.position"}));
  EXPECT_TRUE(assembly::selected("/bodies/float/force/total", {"bodies.float"}));
  EXPECT_TRUE(assembly::selected("/bodies/float/force/total", {"/bodies/fl*/force"}));
  EXPECT_FALSE(assembly::selected("/bodies/float/velocity", {"bodies.*.position", "ptos"}));
  EXPECT_FALSE(assembly::selected("/bodies/float", {"bodies.float.position"}));
}

}  // namespace
}  // namespace swell::run::results_writer_test
