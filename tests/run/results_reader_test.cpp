#include "swell/run/results_reader.h"

#include <H5Cpp.h>

#include "swell/run/results_writer.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::run::results_reader_test {
namespace {

TEST(ResultsReader, gives_back_what_the_writer_wrote) {
  const model::CaseFolder folder;
  const auto path = folder.path / "r.h5";
  {
    ResultsWriter writer(path, {"the case", "9.9", {}, 0, {}});
    const auto x = writer.add({"/bodies/float/position", 2, "m", "place", {"surge", "heave"}});
    writer.add({"/bodies/spar/position", 2, "m", "place", {}});
    writer.start();
    for (int i = 0; i < 3; ++i) {
      const double row[2] = {1.0 * i, 10.0 * i};
      writer.set(x, row);
      writer.commit(0.5 * i);
    }
    writer.finish({});
  }
  const ResultsReader reader(path);
  EXPECT_THAT(reader.datasets(), ElementsAre("/bodies/float/position", "/bodies/spar/position", "/time"));
  EXPECT_THAT(reader.names("/bodies"), ElementsAre("float", "spar"));
  EXPECT_THAT(reader.names("/ptos"), ElementsAre());
  const Table table = reader.read("/bodies/float/position");
  EXPECT_THAT(table.column(1), ElementsAre(0.0, 10.0, 20.0));
  EXPECT_THAT(table.labels, ElementsAre("surge", "heave"));
  EXPECT_EQ(table.units, "m");
  EXPECT_EQ(reader.attribute("case"), "the case");
  EXPECT_EQ(reader.attribute("none"), "");
  EXPECT_THAT([&] { reader.read("/bodies/flaot/position"); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("did you mean /bodies/float/position?")));
}

// A run that goes on, or was killed, has written /time or another series further than the rest.
TEST(ResultsReader, of_a_file_that_grows_it_takes_the_rows_that_all_have) {
  const model::CaseFolder folder;
  const auto path = folder.path / "r.h5";
  const auto rows = [&](const char* behind) {
    {
      ResultsWriter writer(path, {"the case", "9.9", {}, 0, {}});
      const auto x = writer.add({"/bodies/float/position", 2, "m", "place", {"surge", "heave"}});
      writer.start();
      for (int i = 0; i < 5; ++i) {
        const double row[2] = {1.0 * i, 10.0 * i};
        writer.set(x, row);
        writer.commit(0.5 * i);
      }
      writer.finish({});
    }
    {
      H5::H5File file(path.string(), H5F_ACC_RDWR);
      H5::DataSet set = file.openDataSet(behind);
      hsize_t dims[2] = {0, 0};
      set.getSpace().getSimpleExtentDims(dims);
      dims[0] = 3;
      set.extend(dims);
    }
    const ResultsReader reader(path);
    const std::size_t of_time = reader.read("/time").rows, of_position = reader.read("/bodies/float/position").rows;
    std::filesystem::remove(path);
    return std::pair(of_time, of_position);
  };
  const std::pair<std::size_t, std::size_t> three(3, 3);
  EXPECT_EQ(rows("/time"), three);
  EXPECT_EQ(rows("/bodies/float/position"), three);
}

TEST(ResultsReader, refuses_times_that_do_not_ascend) {
  const model::CaseFolder folder;
  const auto times = [&](std::vector<double> values) {
    const auto path = folder.path / "times.h5";
    {
      H5::H5File file(path.string(), H5F_ACC_TRUNC);
      const H5::StrType text(H5::PredType::C_S1, 2);
      file.createAttribute("case", text, H5::DataSpace(H5S_SCALAR)).write(text, std::string("x"));
      const hsize_t rows = values.size();
      file.createDataSet("time", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(1, &rows))
          .write(values.data(), H5::PredType::NATIVE_DOUBLE);
    }
    return ResultsReader(path).read("/time").values.size();
  };
  const auto refused = [&](std::vector<double> values, const char* why) {
    EXPECT_THAT([&] { times(values); }, ::testing::ThrowsMessage<InputError>(HasSubstr(why)));
  };
  EXPECT_EQ(times({-1.0, 0.0, 0.5}), 3U);
  refused({0.0, std::nan(""), 2.0}, "/time is nan at row 1");
  refused({0.0, HUGE_VAL}, "/time is inf at row 1");
  refused({0.0, 1.0, 0.5}, "/time goes from 1 s to 0.5 s at row 2");
  refused({0.0, 1.0, 1.0}, "/time goes from 1 s to 1 s at row 2");
}

TEST(ResultsReader, refuses_what_is_no_results_file) {
  const model::CaseFolder folder;
  const auto refused = [](const std::filesystem::path& path) { return [path] { ResultsReader reader(path); }; };
  EXPECT_THAT(refused(folder.path / "none.h5"),
              ::testing::ThrowsMessage<InputError>(HasSubstr("there is no such results file")));
  EXPECT_THAT(refused(folder.path / "rm3.h5"),
              ::testing::ThrowsMessage<InputError>(HasSubstr("this is not an HDF5 file")));
  EXPECT_THAT(refused(folder.path), ::testing::ThrowsMessage<InputError>(HasSubstr("this is a folder")));
  // A group that lies in itself has paths without end.
  const auto endless = folder.path / "endless.h5";
  {
    H5::H5File file(endless.string(), H5F_ACC_TRUNC);
    const H5::StrType text(H5::PredType::C_S1, 2);
    file.createAttribute("case", text, H5::DataSpace(H5S_SCALAR)).write(text, std::string("x"));
    const hsize_t rows = 3;
    file.createDataSet("time", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(1, &rows));
    H5::Group group = file.createGroup("g");
    H5Lcreate_hard(file.getId(), "/g", group.getId(), "up", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_hard(file.getId(), "/g", group.getId(), "again", H5P_DEFAULT, H5P_DEFAULT);
  }
  EXPECT_THAT(refused(endless), ::testing::ThrowsMessage<InputError>(HasSubstr("links to itself")));
}

}  // namespace
}  // namespace swell::run::results_reader_test
