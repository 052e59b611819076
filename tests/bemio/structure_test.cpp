// Rows, bytes and bodies that are lost or stand in another place.
#include "../fuzz/small_files.h"
#include "netcdf_edit.h"
#include "refusal.h"
#include "swell_test/test.h"

namespace swell::bemio::structure_test {
namespace {

namespace fs = std::filesystem;

// Rows that are found by their names: the next of a name must not stand in for one that is lost.
TEST(Structure, ALineThatIsLostOrDoubledIsNotReplacedByTheNextOfItsName) {
  SWELL_TEST_DATA(listing, "bem/aqwa/Cylinder/cylinder.LIS", "WEC-Sim/WEC-Sim");
  const fs::path path = fresh_folder("bemio_listing") / "cylinder.LIS";
  const std::string text = contents(listing);
  const std::size_t matrix = text.find("ADDED  MASS\n", text.find("WAVE PERIOD ="));
  for (const char* name : {"\n            Y ", "\n           RY "}) {
    const std::size_t found = text.find(name, matrix), at = found + 1, end = text.find('\n', at) + 1;
    ASSERT_NE(found, std::string::npos);
    write_text(path, text.substr(0, at) + text.substr(end));
    EXPECT_THAT(refusal(path), HasSubstr("the six rows of the matrix do not follow")) << "lost" << name;
    write_text(path, text.substr(0, end) + text.substr(at));
    EXPECT_THAT(refusal(path), HasSubstr("the six rows of the matrix do not follow")) << "doubled" << name;
  }
  const fs::path run = fresh_folder("bemio_hydrostatics");
  const swell_test::SmallRun small = swell_test::small_nemoh();
  swell_test::write_run(small, run);
  const std::string lines = small.files.at("Mesh/Hydrostatics.dat"), first = lines.substr(0, lines.find('\n') + 1);
  write_text(run / "Mesh/Hydrostatics.dat", first + lines);
  const auto notes = [&] { return read_bem(run).notes; };
  EXPECT_THAT(notes(), ::testing::Contains(HasSubstr("4 lines \"XF = .. - XG = ..\" found, 3 expected")));
  write_text(run / "Mesh/Hydrostatics.dat", lines + " Displacement =  0.2E+02\n");
  EXPECT_THAT(notes(), ::testing::Contains(HasSubstr("Hydrostatics.dat:6: the displacement occurs twice")));
}

TEST(Structure, AClassicNetcdfIsAsLongAsItsHeaderSays) {
  SWELL_TEST_DATA(data, "bem/capytaine", "WEC-Sim/WEC-Sim");
  for (const char* name : {"sphere/sphere_hydrodynamics.nc", "cylinder_v1.5/cylinder_full.nc"}) {
    const std::string whole = contents(data / name);
    const fs::path path = fresh_folder("bemio_netcdf_end") / "cut.nc";
    write_text(path, whole);
    EXPECT_EQ(refusal(path), "(none)");
    for (const std::size_t cut : {1U, 2U, 8U, 64U, 1000U, 100000U}) {
      write_text(path, whole.substr(0, whole.size() - cut));
      EXPECT_THAT(refusal(path), HasSubstr(fmt::format("has {} bytes, its header announces", whole.size() - cut)))
          << name << " cut by " << cut;
    }
  }
}

// Records: one variable alone is not padded, several are; the library writes, the reader measures.
TEST(Structure, RecordsOfAClassicNetcdfCountTowardsItsLength) {
  const fs::path path = fresh_folder("bemio_netcdf_records") / "records.nc";
  for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA}) {
    for (const int variables : {1, 2}) {
      int file = 0, dimension = 0, ids[2] = {0, 0};
      ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER | format, &file), 0);
      ASSERT_EQ(nc_def_dim(file, "time", NC_UNLIMITED, &dimension), 0);
      for (int v = 0; v < variables; ++v) nc_def_var(file, v == 0 ? "a" : "b", NC_SHORT, 1, &dimension, &ids[v]);
      ASSERT_EQ(nc_enddef(file), 0);
      const short values[5] = {1, 2, 3, 4, 5};
      const std::size_t start = 0, count = 5;
      for (int v = 0; v < variables; ++v) ASSERT_EQ(nc_put_vara_short(file, ids[v], &start, &count, values), 0);
      ASSERT_EQ(nc_close(file), 0);
      const std::string whole = contents(path);
      EXPECT_THAT(refusal(path), HasSubstr("the variable is missing")) << format << variables;
      write_text(path, whole.substr(0, whole.size() - 4));
      EXPECT_THAT(refusal(path), HasSubstr("its header announces")) << format << variables;
    }
  }
}

// "spar" is the beginning of "spar9": the joined name is taken name by name, and the files follow.
TEST(Structure, CapytainesBodiesComeInTheOrderOfTheJoinedName) {
  SWELL_TEST_DATA(rm3, "bem/capytaine/rm3", "WEC-Sim/WEC-Sim");
  const fs::path folder = copied(rm3, "bemio_capytaine_order"), path = folder / "rm3_hydrodynamics.nc";
  const auto rename = [](const std::string& title) {
    return [title](std::vector<char>& text) {
      std::string all(text.begin(), text.end());
      if (text.size() == title.size()) {
        all = title;
      } else {
        for (std::size_t at = 0; at < all.size(); at += 16) {
          const std::string dof = all.substr(at, 16), name = dof.substr(0, dof.find("__")),
                            motion = std::string(dof.substr(dof.find("__")).c_str());
          std::string own = (name == "rm3_float" ? "rm3_spar" : "rm3_spar9") + motion;
          own.resize(16, '\0');
          all.replace(at, 16, own);
        }
      }
      std::copy(all.begin(), all.end(), text.begin());
    };
  };
  for (const char* variable : {"body_name", "influenced_dof", "radiating_dof"})
    edit<char>(path, variable, rename("rm3_spar9+rm3_spar"));
  for (const char* stem : {"KH", "Hydrostatics"}) {  // the spar's are of the first body now
    fs::rename(folder / fmt::format("{}_0.dat", stem), folder / "x");
    fs::rename(folder / fmt::format("{}_1.dat", stem), folder / fmt::format("{}_0.dat", stem));
    fs::rename(folder / "x", folder / fmt::format("{}_1.dat", stem));
  }
  const hydro::HydroData data = read_bem(path);
  ASSERT_EQ(data.bodies.size(), 2U);
  EXPECT_EQ(data.bodies[0].name, "rm3_spar9");
  EXPECT_NEAR(data.bodies[0].cg.z(), -21.29, 1e-6);
  EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2), 28.2385, 1e-3);
  EXPECT_EQ(data.bodies[1].name, "rm3_spar");
  // A joined name of other words: the order is reported.
  edit<char>(path, "body_name", rename("rm3_flotateur_spar"));
  EXPECT_THAT(read_bem(path).notes, ::testing::Contains(HasSubstr("does not join the names of the bodies")));
}

}  // namespace
}  // namespace swell::bemio::structure_test
