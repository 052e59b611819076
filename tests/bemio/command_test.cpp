// The command bemio as a process: what it replaces, what it refuses, its exit status and what it prints.
#ifdef BEMIO_COMMAND

#include <H5Cpp.h>
#include <sys/stat.h>
#include <nlohmann/json.hpp>

#include "../fuzz/small_files.h"
#include "bemio_command.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::bemio::command_test {
namespace {

namespace fs = std::filesystem;

/// Equal bodies that do not couple, two frequencies and two directions.
hydro::HydroData made_up(const std::vector<std::string>& names) {
  hydro::HydroData data;
  data.density = 1025.0;
  data.gravity = 9.81;
  data.omega = {0.5, 1.0};
  data.direction = {0.0, 90.0};
  for (const std::string& name : names) {
    hydro::HydroBody body;
    body.name = name;
    body.cg = Vector3(0.0, 0.0, -1.0);
    body.cb = Vector3(0.0, 0.0, -0.9);
    body.displaced_volume = 10.0;
    body.restoring_stiffness = MatrixX::Zero(6, 6);
    body.restoring_stiffness(2, 2) = body.restoring_stiffness(4, 4) = 20.0;
    MatrixX own = MatrixX::Zero(6, 6 * static_cast<Eigen::Index>(names.size()));
    own.middleCols<6>(6 * static_cast<Eigen::Index>(data.bodies.size())).setIdentity();
    body.added_mass_infinite = 9.0 * own;
    body.added_mass.assign(2, 10.0 * own);
    body.radiation_damping.assign(2, own);
    body.excitation.assign(2, std::vector<Eigen::VectorXcd>(2, Eigen::VectorXcd::Constant(6, {2.0, -0.1})));
    data.bodies.push_back(std::move(body));
  }
  return data;
}

TEST_F(BemioCommand, NeverReplacesAFileThatItReadsNorAnyThatIsNoHdf5) {
  write(swell_test::small_wamit());
  const std::string three = swell_test::contents(folder_ / "small.3"),
                    out = swell_test::contents(folder_ / "small.out");
  for (const char* command :
       {"check small.out --repair -o small.3", "check small.out --repair -o small.out", "check . --repair -o small.out",
        "convert small.out -o small.3", "convert . -o small.hst"}) {
    const Outcome outcome = bemio(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("must end in .h5")) << command;
  }
  EXPECT_EQ(swell_test::contents(folder_ / "small.3"), three);
  std::ofstream(folder_ / "notes.h5") << "my notes";
  EXPECT_THAT(bemio("convert small.out -o notes.h5").err,
              HasSubstr("notes.h5 would be replaced: it is there and is not a BEMIO HDF5 file"));
  EXPECT_EQ(swell_test::contents(folder_ / "notes.h5"), "my notes");
  EXPECT_EQ(swell_test::contents(folder_ / "small.out"), out);
}

TEST_F(BemioCommand, NeverReplacesTheFileThatItPicksInAFolder) {
  write(swell_test::small_wamit());
  ASSERT_EQ(bemio("convert small.out -o d.h5").status, 0);
  fs::create_directory(folder_ / "d");
  fs::rename(folder_ / "d.h5", folder_ / "d" / "a.h5");
  const std::string before = swell_test::contents(folder_ / "d" / "a.h5");
  for (const char* command :
       {"check d --repair -o d/a.h5", "convert d -o d/a.h5 --clean", "convert d -o d/../d/a.h5"}) {
    const Outcome outcome = bemio(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("is the input d; name another file: the original is never touched")) << command;
  }
  // Nor does the writer use a name on the way that may be another's.
  fs::copy_file(folder_ / "d" / "a.h5", folder_ / "b.h5.part");
  EXPECT_EQ(bemio("convert b.h5.part -o b.h5").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "b.h5"));
  EXPECT_EQ(swell_test::contents(folder_ / "b.h5.part"), before);
  EXPECT_EQ(swell_test::contents(folder_ / "d" / "a.h5"), before);
}

TEST_F(BemioCommand, OptionsThatMakeNoSenseAreRefused) {
  write(swell_test::small_wamit());
  fs::create_directory(folder_ / "folder.h5");
  const std::pair<const char*, const char*> wrong[] = {
      {"convert small.out -o x.h5 --omega-min 1.2 --omega-max 0.7", "the limits must ascend"},
      {"convert small.out -o x.h5 --omega-max 100", "lie within the data, 0.628319 to 1.25664 rad/s"},
      {"convert small.out -o x.h5 --omega-min -5", "--omega-min = -5 rad/s"},
      {"convert small.out -o x.h5 --density nan --gravity 32.2", "--gravity = 32.2 m/s^2"},
      {"convert small.out -o x.h5 --density 1.025", "kg/m^3 is meant"},
      {"convert small.out -o x.h5 --radiation-time inf", "--radiation-time = inf s"},
      {"convert small.out -o x.h5 --radiation-time 1e12", "at most 100000 s"},
      {"convert small.out -o x.h5 --frequencies 0.7 1.2 2.7", "count = 2.7"},
      {"convert small.out -o x.h5 --frequencies 1.2 0.7 5", "must ascend"},
      {"convert small.out -o x.h5 --bodies 1,1", "body 1 occurs twice"},
      {"convert small.out -o x.h5 --times 2", "--times"},
      {"convert small.out -o x.h5 --integration-frequencies 2", "--integration-frequencies"},
      {"convert small.out -o x.h5 --r2 0.9", "--r2 without --state-space"},
      {"convert small.out -o x.h5 --max-order 4", "--max-order without --state-space"},
      {"convert small.out -o x.h5 --state-space --r2 nan", "--r2 = nan"},
      {"convert small.out -o x.h5 --state-space --max-order 1", "--max-order = 1"},
      {"convert small.out -o no/x.h5", "there is no folder no"},
      {"convert small.out -o folder.h5", "is a folder"},
      {"info small.out --ignore .banana", "--ignore names .banana"},
      {"info small.out --ignore .hts", "did you mean .hst?"},
      {"check small.out -o x.h5", "without --repair"},
      {"check small.out --peak-period nan", "--peak-period = nan s"},
      {"check small.out --kernel-time 1e9", "--kernel-time = 1e+09 s"},
      {"check small.out --kernel-time 0", "--kernel-time = 0 s"},
      {"check small.out --mass 1,2,3", "small.out holds 1 body"},
      {"check small.out --mass -1", "--mass = -1 kg"},
      {"plot small.out --direction nan", "--direction = nan deg"},
      {"plot small.out --body 2", "--body = 2"},
      {"plot small.out --density nan", "--density = nan kg/m^3"},
      {"plot small.out small.out --label one", "--label names 1 label"},
      {"plot small.out small.out --label a,a", "--label: a occurs twice"},
      {"diff small.out small.out --tolerance nan", "--tolerance = nan"},
      {"diff small.out small.out -n -1", "--most = -1"}};
  for (const auto& [command, message] : wrong) {
    const Outcome outcome = bemio(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << command;
  }
  EXPECT_FALSE(fs::exists(folder_ / "x.h5"));
  EXPECT_EQ(bemio("convert small.out -o X.H5 --frequencies 0.7 1.2 5 --omega-min 0.8 --bodies 1").status, 0);
  EXPECT_EQ(bemio("info small.out --ignore hst,.3").status, 0);
  EXPECT_THAT(bemio("check small.out --mass 10000").out, HasSubstr("mass against volume"));
}

// What sound sets show is minor, and a run needs added mass at infinity and damping alone.
TEST_F(BemioCommand, CheckEndsWithZeroForWhatServesARun) {
  SWELL_TEST_DATA(bem, "bem", "WEC-Sim/WEC-Sim");
  // No limits; spikes at irregular frequencies.
  for (const char* sound : {"wamit/RM3_noA0Ainf/rm3_withoutA0Ainf.out", "nemoh_v3.0.2/Sphere"}) {
    const Outcome outcome = bemio("check " + (bem / sound).string());
    EXPECT_EQ(outcome.status, 0) << sound << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("doubtful")) << sound;
  }
  ASSERT_EQ(bemio("convert " + (bem / "wamit/Sphere/sphere.out").string() + " -o sphere.h5").status, 0);
  H5::H5File((folder_ / "sphere.h5").string(), H5F_ACC_RDWR).unlink("/body1/hydro_coeffs/added_mass/all");
  const Outcome lacking = bemio("check sphere.h5");
  EXPECT_EQ(lacking.status, 0) << lacking.err;
  EXPECT_THAT(lacking.out, HasSubstr("the file holds no added mass over frequency"));
}

TEST_F(BemioCommand, ANaNInTheCoefficientsIsRepairedByCleanAndRepairAndRefusedByTheRest) {
  write(swell_test::small_wamit());
  ASSERT_EQ(bemio("convert small.out -o even.h5 --frequencies 0.65 1.25 30").status, 0);
  for (const char* dataset : {"added_mass/all", "radiation_damping/all", "excitation/re"}) {
    fs::copy_file(folder_ / "even.h5", folder_ / "hole.h5", fs::copy_options::overwrite_existing);
    {
      H5::H5File file((folder_ / "hole.h5").string(), H5F_ACC_RDWR);
      H5::DataSet set = file.openDataSet(std::string("/body1/hydro_coeffs/") + dataset);
      std::vector<double> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
      set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
      values[7] = std::nan("");
      set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
    }
    EXPECT_EQ(bemio("convert hole.h5 -o x.h5").status, 2) << dataset;
    EXPECT_EQ(bemio("info hole.h5").status, 2) << dataset;
    const Outcome check = bemio("check hole.h5");
    EXPECT_EQ(check.status, 1) << dataset << check.err;
    EXPECT_THAT(check.out, HasSubstr("--repair puts a spline through the neighbours")) << dataset;
    ASSERT_NE(bemio("check hole.h5 --repair -o repaired.h5").status, 2) << dataset;
    ASSERT_EQ(bemio("convert hole.h5 -o clean.h5 --clean").status, 0) << dataset;
    for (const char* repaired : {"repaired.h5", "clean.h5"}) {
      const Outcome diff = bemio(std::string("diff even.h5 ") + repaired + " --tolerance 1e-3 -n 1");
      EXPECT_THAT(diff.out, Not(HasSubstr("exceeds"))) << dataset << repaired << diff.err;
    }
  }
}

TEST_F(BemioCommand, AnOptionWithAListTakesOneWordAndLeavesTheInputs) {
  write(swell_test::small_wamit());
  const Outcome convert = bemio("convert --ignore .3 small.out -o x.h5");
  EXPECT_EQ(convert.status, 0) << convert.err;
  EXPECT_THAT(convert.err, HasSubstr("phases in whole degrees"));
  EXPECT_EQ(bemio("convert --ignore .3,.hst --bodies 1 small.out -o x.h5").status, 0);
  EXPECT_NE(bemio("check --mass 10353 --ignore .3 small.out").status, 2);
  EXPECT_EQ(bemio("plot --dof heave --quantity damping --label mine small.out -o x.svg").status, 0);
}

TEST_F(BemioCommand, MistakesAreJsonForPrograms) {
  write(swell_test::small_wamit());
  for (const char* command : {"info nowhere.out --json", "convert small.out -o x.txt --json", "check --json",
                              "diff small.out nowhere.h5 --json", "plot small.out --dof sideways --json",
                              "convert small.out -o x.h5 --omega-min 7 --json"}) {
    const Outcome outcome = bemio(command);
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_FALSE(outcome.err.empty()) << command;
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << command << outcome.out;
    EXPECT_EQ(json["status"], "input") << command;
    EXPECT_EQ(json["errors"], 1) << command;
    EXPECT_FALSE(json["diagnostics"][0]["message"].get<std::string>().empty()) << command;
  }
  const auto json = nlohmann::json::parse(bemio("info nowhere.out --json").out);
  EXPECT_EQ(json["diagnostics"][0]["file"], "nowhere.out");
  EXPECT_EQ(json["diagnostics"][0]["message"], "does not exist");
  EXPECT_EQ(bemio("info nowhere.out").out, "");
}

TEST_F(BemioCommand, PathsThatAreNoFilesAreRefusedWithoutReadingThem) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.out").c_str(), 0600), 0);
  for (const char* path : {"pipe.out", "/dev/zero"}) {
    const Outcome outcome = bemio(std::string("info ") + path);
    EXPECT_EQ(outcome.status, 2) << path;
    EXPECT_THAT(outcome.err, HasSubstr("is neither a file nor a folder")) << path;
  }
}

TEST_F(BemioCommand, DimensionalFilesAreMarkedAndReadBackNormalised) {
  write(swell_test::small_wamit());
  ASSERT_EQ(bemio("convert small.out -o plain.h5 --state-space").status, 0);
  ASSERT_EQ(bemio("convert small.out -o si.h5 --state-space --dimensional").status, 0);
  H5::H5File file((folder_ / "si.h5").string(), H5F_ACC_RDONLY);
  H5::DataSet set = file.openDataSet("/body1/hydro_coeffs/added_mass/inf_freq");
  double values[36];
  set.read(values, H5::PredType::NATIVE_DOUBLE);
  EXPECT_DOUBLE_EQ(values[0], 1025.0 * swell_test::made_up(0, 0, -1));
  const Outcome diff = bemio("diff plain.h5 si.h5 --tolerance 1e-12");
  EXPECT_EQ(diff.status, 0) << diff.out;
}

TEST_F(BemioCommand, ARunWithoutWavesServesEveryCommandOnceItIsConverted) {
  hydro::HydroData still = made_up({"buoy"});
  still.direction.clear();
  still.bodies[0].excitation.clear();
  hydro::write_bemio_h5(still, (folder_ / "made.h5").string());
  ASSERT_EQ(bemio("convert made.h5 -o still.h5").status, 0);
  for (const char* command : {"info still.h5", "check still.h5", "plot still.h5 -o still.svg", "diff made.h5 still.h5",
                              "convert still.h5 -o again.h5", "check still.h5 --repair -o repaired.h5"}) {
    const Outcome outcome = bemio(command);
    EXPECT_LT(outcome.status, 2) << command << outcome.err;
    EXPECT_EQ(outcome.err.find("missing"), std::string::npos) << outcome.err;
  }
  EXPECT_THAT(bemio("info still.h5").out, AllOf(HasSubstr("directions   none"), HasSubstr("excitation no")));
  EXPECT_EQ(bemio("diff made.h5 still.h5").status, 0);
  EXPECT_EQ(bemio("diff still.h5 again.h5").status, 0);
}

TEST_F(BemioCommand, BodiesInAnotherOrderArePairedByNameAndItIsReported) {
  SWELL_TEST_DATA(rm3, "bem/wamit/RM3/rm3.out", "WEC-Sim/WEC-Sim");
  ASSERT_EQ(bemio("convert " + rm3.string() + " -o a.h5 --times 101").status, 0);
  ASSERT_EQ(bemio("convert " + rm3.string() + " -o b.h5 --times 101 --bodies 2,1").status, 0);
  const Outcome text = bemio("diff a.h5 b.h5");
  EXPECT_EQ(text.status, 0) << text.out;
  EXPECT_THAT(text.out, HasSubstr("spar, float in the second: paired by name"));
  EXPECT_THAT(bemio("diff a.h5 b.h5 --most 0").out, HasSubstr("spar, float in the second: paired by name"));
  const auto j = nlohmann::json::parse(bemio("diff a.h5 b.h5 --json").out);
  EXPECT_FALSE(j["differ"].get<bool>());
  EXPECT_EQ(j["differences"].back()["quantity"], "order of the bodies");
  EXPECT_THAT(bemio("plot a.h5 b.h5 --quantity added-mass").err,
              HasSubstr("b.h5: its bodies are in another order than those of a.h5; they are paired by name"));
}

TEST_F(BemioCommand, FiguresOfBodiesOfOneNameOrOfNamesThatArePathsStandBesideEachOther) {
  hydro::write_bemio_h5(made_up({"../x", "buoy", "buoy", "buoy-2", "a b"}), (folder_ / "five.h5").string());
  fs::create_directory(folder_ / "figures");
  const Outcome outcome = bemio("plot five.h5 -o figures/c.svg --quantity damping --dof heave");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_FALSE(fs::exists(folder_ / "x.svg"));
  for (const char* name : {"c-.._x.svg", "c-buoy-2-2.svg", "c-buoy-3.svg", "c-buoy-2-4.svg", "c-a_b.svg"})
    EXPECT_TRUE(fs::exists(folder_ / "figures" / name)) << name << outcome.out;
}

}  // namespace
}  // namespace swell::bemio::command_test

#endif
