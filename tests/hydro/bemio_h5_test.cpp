#include "swell/hydro/bemio_h5.h"

#include <H5Cpp.h>

#include "swell_test/test.h"

namespace swell::hydro::bemio_h5_test {
namespace {

using ::testing::UnorderedElementsAre;
namespace fs = std::filesystem;

/// A folder of its own for each test.
class Scratch {
 public:
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_ = swell_test::fresh_folder(::testing::UnitTest::GetInstance()->current_test_info()->name());
};

template <class Call>
std::string message_of(Call call) {
  return swell_test::refusal_of([&] { call(); }, "(no error)");
}

/// Two bodies, the second with one generalised mode, and every number different.
HydroData sample() {
  HydroData data;
  data.code = "SAMPLE";
  data.omega = {0.5, 1.0, 1.5, 2.5};
  data.direction = {-30.0, 0.0, 90.0};
  data.water_depth = 40.0;
  data.density = 1025.0;
  data.gravity = 9.80665;
  double next = 1.0;
  const auto matrix = [&](int rows, int columns) {
    MatrixX m(rows, columns);
    for (double& x : m.reshaped()) x = next += 0.37;
    return m;
  };
  for (const int dof : {6, 7}) {
    HydroBody body;
    body.name = dof == 6 ? "float" : "spar";
    body.dof = dof;
    body.cg = matrix(3, 1);
    body.cb = matrix(3, 1);
    body.displaced_volume = next += 1.0;
    body.restoring_stiffness = matrix(dof, dof);
    body.added_mass_infinite = matrix(dof, 13);
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      body.added_mass.push_back(matrix(dof, 13));
      body.radiation_damping.push_back(matrix(dof, 13));
    }
    for (std::size_t d = 0; d < data.direction.size(); ++d) {
      body.excitation.emplace_back();
      body.mean_drift_momentum.emplace_back();
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        Eigen::VectorXcd X(dof);
        X.real() = matrix(dof, 1);
        X.imag() = matrix(dof, 1);
        body.excitation.back().push_back(X);
        body.mean_drift_momentum.back().push_back(matrix(dof, 1));
      }
      body.excitation_irf.emplace_back();
      for (int k = 0; k < 5; ++k) body.excitation_irf.back().push_back(matrix(dof, 1));
    }
    body.excitation_irf_time = {-1.0, -0.5, 0.0, 0.5, 1.0};
    body.radiation_irf_time = {0.0, 0.5, 1.0};
    for (int k = 0; k < 3; ++k) body.radiation_irf.push_back(matrix(dof, 13));
    body.radiation_state_space.assign(static_cast<std::size_t>(dof), std::vector<EntryStateSpace>(13));
    for (auto& row : body.radiation_state_space) {
      for (std::size_t j = 0; j < row.size(); j += 2) {
        row[j].A = -MatrixX::Identity(2, 2);
        row[j].A(0, 1) = next += 1.0;
        row[j].B = matrix(2, 1);
        row[j].C = matrix(2, 1);
      }
    }
    if (dof == 7) {
      body.generalised_mass = matrix(1, 1);
      body.generalised_stiffness = matrix(1, 1);
      body.generalised_damping = matrix(1, 1);
      body.qtf_difference.resize(7);
      for (const double Tj : {5.0, 8.0}) {
        for (const double Ti : {5.0, 8.0}) body.qtf_difference[2].push_back({Ti, Tj, 0.0, 0.0, {Ti, Ti - Tj}});
      }
    }
    data.bodies.push_back(body);
  }
  return data;
}

/// Without what long waves say: the numbers of these sets are drawn at random.
std::vector<std::string> of_reading(std::vector<std::string> notes) {
  notes.erase(std::remove_if(notes.begin(), notes.end(),
                             [](const std::string& note) { return note.find("in long waves") != std::string::npos; }),
              notes.end());
  return notes;
}

TEST(BemioH5, WhatIsWrittenIsReadBackBitForBit) {
  const Scratch folder;
  const HydroData data = sample();
  write_bemio_h5(data, folder / "a.h5");
  const HydroData back = read_bemio_h5(folder / "a.h5");
  EXPECT_EQ(back.code, data.code);
  EXPECT_EQ(back.omega, data.omega);
  EXPECT_EQ(back.direction, data.direction);
  EXPECT_EQ(back.water_depth, data.water_depth);
  EXPECT_EQ(back.density, data.density);
  ASSERT_EQ(back.bodies.size(), 2u);
  for (std::size_t b = 0; b < 2; ++b) {
    const HydroBody& x = data.bodies[b];
    const HydroBody& y = back.bodies[b];
    EXPECT_EQ(y.name, x.name);
    EXPECT_EQ(y.dof, x.dof);
    EXPECT_EQ(y.cg, x.cg);
    EXPECT_EQ(y.cb, x.cb);
    EXPECT_EQ(y.displaced_volume, x.displaced_volume);
    EXPECT_EQ(y.restoring_stiffness, x.restoring_stiffness);
    EXPECT_EQ(y.added_mass, x.added_mass);
    EXPECT_EQ(y.radiation_damping, x.radiation_damping);
    EXPECT_EQ(*y.added_mass_infinite, *x.added_mass_infinite);
    EXPECT_EQ(y.excitation, x.excitation);
    EXPECT_EQ(y.mean_drift_momentum, x.mean_drift_momentum);
    EXPECT_TRUE(y.scattering.empty()) << "NaN in the file means: not available";
    EXPECT_EQ(y.radiation_irf, x.radiation_irf);
    EXPECT_EQ(y.excitation_irf, x.excitation_irf);
    ASSERT_EQ(y.radiation_state_space.size(), x.radiation_state_space.size());
    EXPECT_EQ(y.radiation_state_space[3][4].A, x.radiation_state_space[3][4].A);
    EXPECT_EQ(y.radiation_state_space[3][4].C, x.radiation_state_space[3][4].C);
    EXPECT_EQ(y.radiation_state_space[3][5].A.size(), 0);
  }
  EXPECT_EQ(back.bodies[1].generalised_stiffness, data.bodies[1].generalised_stiffness);
  ASSERT_EQ(back.bodies[1].qtf_difference[2].size(), 4u);
  const QtfEntry& entry = back.bodies[1].qtf_difference[2][1];
  EXPECT_EQ(entry.period_i, 8.0);
  EXPECT_NEAR(std::abs(entry.value - std::complex<double>(8.0, 3.0)), 0.0, 1e-14);
  EXPECT_FALSE(fs::exists(folder / "a.h5.part"));
}

TEST(BemioH5, SecondOrderTablesMayComeInAnyOrder) {
  const Scratch folder;
  HydroData data = sample();
  auto& list = data.bodies[1].qtf_difference[2];
  std::swap(list[1], list[3]);  // (5,5) (8,8) (5,8) (8,5)
  write_bemio_h5(data, folder / "a.h5");
  const HydroData back = read_bemio_h5(folder / "a.h5");
  for (const QtfEntry& e : back.bodies[1].qtf_difference[2])
    EXPECT_NEAR(std::abs(e.value - std::complex<double>(e.period_i, e.period_i - e.period_j)), 0.0, 1e-14);
  list.pop_back();
  EXPECT_THROW(write_bemio_h5(data, folder / "b.h5"), InputError);
}

TEST(BemioH5, SecondOrderTablesOfSeveralHeadingsStandBesideEachOther) {
  const Scratch folder;
  HydroData data = sample();
  auto& list = data.bodies[1].qtf_difference[2];
  const std::vector<QtfEntry> one = list;
  for (QtfEntry e : one) {
    e.heading_i = e.heading_j = 90.0;
    e.value *= 2.0;
    list.push_back(e);
  }
  write_bemio_h5(data, folder / "a.h5");
  const HydroData back = read_bemio_h5(folder / "a.h5");
  ASSERT_EQ(back.bodies[1].qtf_difference[2].size(), 2 * one.size());
  for (const QtfEntry& e : back.bodies[1].qtf_difference[2]) {
    const double factor = e.heading_i == 90.0 ? 2.0 : 1.0;
    EXPECT_EQ(e.heading_i, e.heading_j);
    EXPECT_NEAR(std::abs(e.value - factor * std::complex<double>(e.period_i, e.period_i - e.period_j)), 0.0, 1e-13);
  }
}

TEST(BemioH5, SelectedBodiesKeepOnlyTheirOwnCoupling) {
  const HydroData data = sample();
  const HydroData one = select_bodies(data, {2});
  ASSERT_EQ(one.bodies.size(), 1u);
  EXPECT_EQ(one.total_dof(), 7);
  EXPECT_EQ(one.bodies[0].added_mass[2], data.bodies[1].added_mass[2].rightCols(7));
  EXPECT_EQ(one.bodies[0].radiation_state_space[0][0].A, data.bodies[1].radiation_state_space[0][6].A);
}

TEST(BemioH5, ABodyThatTheFileLacksIsNamed) {
  HydroData data = sample();
  data.file = "rm3.h5";
  EXPECT_THAT(message_of([&] {
                body_index(data, 3, Origin{"case.yaml", 8, 35, "hydro_data.body"});
              }),
              AllOf(HasSubstr("case.yaml:8:35"), HasSubstr("body 3 is not in rm3.h5: it holds 1 (float), 2 (spar)")));
  EXPECT_EQ(body_index(data, 2), 1u);
}

TEST(BemioH5, FilesThatAreNoBemioFileSayWhatTheyAre) {
  const Scratch folder;
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "none.h5"); }), HasSubstr("none.h5: no such file"));
  swell_test::write_text(folder / "empty.h5", "");
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "empty.h5"); }), HasSubstr("is empty"));
  swell_test::write_text(folder / "lfs.h5", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 123\n");
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "lfs.h5"); }),
              AllOf(HasSubstr("git-lfs pointer"), HasSubstr("git lfs pull")));
  swell_test::write_text(folder / "text.h5", "surge sway heave\n");
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "text.h5"); }), HasSubstr("is not an HDF5 file"));
  write_bemio_h5(sample(), folder / "whole.h5");
  fs::resize_file(folder / "whole.h5", fs::file_size(folder / "whole.h5") / 2);
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "whole.h5"); }), HasSubstr("truncated or damaged"));
  fs::create_directories(folder / "dir.h5");
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "dir.h5"); }), HasSubstr("is not a file"));
}

/// Puts numbers of any shape at a path, in place of what is there.
void replace(const std::string& file, const std::string& path, const std::vector<hsize_t>& shape,
             const std::vector<double>& values) {
  H5::H5File h5(file, H5F_ACC_RDWR);
  if (H5Lexists(h5.getId(), path.c_str(), H5P_DEFAULT) > 0) h5.unlink(path);
  h5.createDataSet(path, H5::PredType::IEEE_F64LE, H5::DataSpace(static_cast<int>(shape.size()), shape.data()))
      .write(values.data(), H5::PredType::NATIVE_DOUBLE);
}

TEST(BemioH5, WhatIsNotANumberIsNamedByItsDatasetDofAndFrequency) {
  const Scratch folder;
  const std::string file = folder / "nan.h5", hydro = "/body1/hydro_coeffs/";
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  HydroData data = sample();
  data.bodies[1].added_mass[2](4, 9) = nan;
  data.bodies[0].excitation[1][3](2) = {0.0, nan};
  data.bodies[1].excitation[2][0](6) = {nan, inf};
  data.bodies[0].restoring_stiffness(1, 4) = nan;
  (*data.bodies[0].added_mass_infinite)(5, 0) = inf;
  data.bodies[0].cb(2) = nan;
  data.bodies[1].displaced_volume = nan;
  write_bemio_h5(data, file);
  const std::string text = message_of([&] { read_bemio_h5(file); });
  for (const char* named :
       {"/body1/hydro_coeffs/excitation/im: is not a number at dof 3, direction 2 of 3 (0 deg), frequency 4 of 4 (2.5 "
        "rad/s)",
        "/body2/hydro_coeffs/excitation/re: is not a number at dof 7, direction 3 of 3 (90 deg), frequency 1 of 4",
        "/body2/hydro_coeffs/excitation/im: is infinite at dof 7, direction 3 of 3 (90 deg), frequency 1 of 4",
        "/body1/hydro_coeffs/linear_restoring_stiffness: is not a number at dof 2, column dof 5",
        "/body1/hydro_coeffs/added_mass/inf_freq: is infinite at dof 6, column dof 1",
        "/body1/properties/cb: is not a number at entry 3 of 3",
        "/body2/hydro_coeffs/added_mass/all: is not a number at dof 5, column dof 10, frequency 3 of 4",
        "/body2/properties/disp_vol: is not a number"})
    EXPECT_THAT(text, HasSubstr(named));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
  // From magnitude and phase: those are the datasets that the user can repair.
  write_bemio_h5(sample(), file);
  {
    H5::H5File h5(file, H5F_ACC_RDWR);
    h5.unlink(hydro + "excitation/re");
    h5.unlink(hydro + "excitation/im");
  }
  std::vector<double> gap(6 * 3 * 4, 1.0);
  gap[4] = nan;
  replace(file, hydro + "excitation/phase", {6, 3, 4}, gap);
  EXPECT_THAT(message_of([&] { read_bemio_h5(file); }),
              HasSubstr("/body1/hydro_coeffs/excitation/phase: is not a number at dof 1, direction 2 of 3"));
}

TEST(BemioH5, AValueOfTheWrongShapeIsRefusedWhereItStands) {
  const Scratch folder;
  const std::string file = folder / "shape.h5", hydro = "/body1/hydro_coeffs/";
  const struct {
    std::string path;
    std::vector<hsize_t> shape;
    const char* expected;
  } rows[] = {{"/body1/properties/disp_vol", {2, 2}, "expected (1,1)"},
              {hydro + "added_mass/all", {6, 13, 3}, "expected (6,13,4)"},
              {hydro + "radiation_damping/impulse_response_fun/t", {3, 2}, "expected (times,1)"},
              {hydro + "excitation/impulse_response_fun/t", {5, 2}, "expected (times,1)"},
              {"/simulation_parameters/rho", {3}, "expected (1,1)"},
              {"/simulation_parameters/w", {2, 2}, "expected (frequencies,1)"},
              {"/simulation_parameters/wave_dir", {3, 2}, "expected (directions,1)"}};
  for (const auto& row : rows) {
    std::size_t size = 1;
    for (const hsize_t n : row.shape) size *= n;
    std::vector<double> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i);
    write_bemio_h5(sample(), file);
    replace(file, row.path, row.shape, values);
    const std::string text = message_of([&] {
      for (const std::string& note : read_bemio_h5(file).notes) {
        if (note.find(" left out: ") != std::string::npos) throw InputError({}, note);
      }
    });
    EXPECT_THAT(text, AllOf(HasSubstr(file + ":" + row.path + ": shape ("), HasSubstr(row.expected)));
  }
}

TEST(BemioH5, MissingDatasetsAreAllNamedWithWhatWasExpected) {
  const Scratch folder;
  const std::string file = folder / "bad.h5";
  write_bemio_h5(sample(), file);
  {
    H5::H5File h5(file, H5F_ACC_RDWR);
    h5.unlink("/body1/hydro_coeffs/linear_restoring_stiffness");
    h5.unlink("/body2/hydro_coeffs/excitation/re");
    h5.unlink("/body2/hydro_coeffs/excitation/mag");
  }
  EXPECT_THAT(message_of([&] { read_bemio_h5(file); }),
              AllOf(HasSubstr("linear_restoring_stiffness: dataset is missing, expected numbers of shape (6,6)"),
                    HasSubstr("/body2/hydro_coeffs/excitation/re: dataset is missing")));
}

TEST(BemioH5, WhatIsThereWithoutANumberIsMissing) {
  const Scratch folder;
  const std::string file = folder / "empty.h5", of_body = "/body1/hydro_coeffs/";
  write_bemio_h5(sample(), file);
  const HydroData whole = read_bemio_h5(file);
  const auto columns = static_cast<hsize_t>(whole.total_dof());
  replace(file, of_body + "linear_restoring_stiffness", {0, 0}, {});
  replace(file, of_body + "added_mass/inf_freq", {6, columns},
          std::vector<double>(6 * columns, std::numeric_limits<double>::quiet_NaN()));
  const HydroData data = read_bemio_h5(file);
  EXPECT_TRUE(data.bodies[0].restoring_stiffness.isZero(0.0));
  EXPECT_FALSE(data.bodies[0].added_mass_infinite.has_value());
  EXPECT_EQ(data.notes.size(), whole.notes.size() + 2);
}

TEST(BemioH5, NumbersThatCannotBeAreRefusedByNameAndValue) {
  const Scratch folder;
  const std::string file = folder / "bad.h5", s = "/simulation_parameters/";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refusal = [&](const std::string& path, const std::vector<hsize_t>& shape,
                           const std::vector<double>& values) {
    write_bemio_h5(sample(), file);
    replace(file, path, shape, values);
    return message_of([&] { read_bemio_h5(file); });
  };
  EXPECT_THAT(refusal(s + "rho", {1, 1}, {0.0}), HasSubstr("rho: = 0 kg/m^3 must be a number from 0.001 to 1e6"));
  // The fuzzer's: 1 / (rho g) overflowed in the quadratic transfer functions.
  EXPECT_THAT(refusal(s + "rho", {1, 1}, {1e-320}), HasSubstr("kg/m^3 must be a number from 0.001 to 1e6"));
  EXPECT_THAT(refusal(s + "g", {1, 1}, {-9.81}), HasSubstr("g: = -9.81 m/s^2 must be a number from 0.001 to 1e6"));
  EXPECT_THAT(refusal(s + "wave_dir", {3, 1}, {0.0, nan, 90.0}), HasSubstr("direction 2 of 3 is not a number"));
  EXPECT_THAT(refusal(s + "wave_dir", {3, 1}, {0.0, 90.0, 90.0}), HasSubstr("direction 90 deg occurs twice"));
  EXPECT_THAT(refusal(s + "water_depth", {1, 1}, {-5.0}), HasSubstr("water_depth: = -5 m must be above 0"));
  EXPECT_THAT(refusal(s + "w", {4, 1}, {0.0, 0.0, 0.0, 0.0}), HasSubstr("w: holds no frequency above 0"));
  EXPECT_THAT(refusal("/body1/properties/dof", {1, 1}, {6.5}), HasSubstr("dof = 6.5 must be a whole number"));
  EXPECT_THAT(refusal("/body1/properties/dof", {1, 1}, {3.0}), HasSubstr("dof = 3 must be a whole number from 6"));
  const std::string irf = "/body1/hydro_coeffs/radiation_damping/impulse_response_fun/t";
  EXPECT_EQ(refusal(irf, {3, 1}, {1.0, 1.0, 1.0}), "(no error)");
  EXPECT_THAT(read_bemio_h5(file).notes, testing::Contains(HasSubstr("times do not ascend")));
}

// Other writers' files may be meant so: reported, not refused.
TEST(BemioH5, WhatIsSaidTwiceOrSeldomMeantIsReportedInANote) {
  const Scratch folder;
  const std::string file = folder / "odd.h5";
  HydroData data = sample();
  for (HydroBody& body : data.bodies) {  // a hull's
    body.restoring_stiffness.setZero();
    for (const int i : {2, 3, 4}) body.restoring_stiffness(i, i) = 10.0 + i;
    body.froude_krylov = body.excitation;
    body.scattering = body.excitation;
    for (auto* part : {&body.froude_krylov, &body.scattering}) {
      for (auto& row : *part) {
        for (Eigen::VectorXcd& X : row) X *= part == &body.froude_krylov ? 0.75 : 0.25;
      }
    }
  }
  const auto notes = [&](const std::string& path, const std::vector<hsize_t>& shape,
                         const std::function<void(std::vector<double>&)>& change) {
    write_bemio_h5(data, file);
    if (!path.empty()) {
      std::vector<double> values(1);
      for (const hsize_t n : shape) values.resize(values.size() * n);
      {
        const H5::H5File h5(file, H5F_ACC_RDONLY);
        h5.openDataSet(path).read(values.data(), H5::PredType::NATIVE_DOUBLE);
      }
      change(values);
      replace(file, path, shape, values);
    }
    std::string all;
    for (const std::string& note : of_reading(read_bemio_h5(file).notes)) all += note + "\n";
    return all;
  };
  const auto set = [](std::size_t at, double value) {
    return [at, value](std::vector<double>& values) { values.at(at) = value; };
  };
  EXPECT_EQ(notes("", {}, {}), "");
  EXPECT_THAT(notes("/simulation_parameters/rho", {1, 1}, set(0, 1.025)),
              HasSubstr("/simulation_parameters/rho = 1.025 kg/m^3 is outside the plausible range of 100 to 20000 "
                        "kg/m^3: of another unit?"));
  EXPECT_THAT(
      notes("/simulation_parameters/rho", {1, 1}, set(0, 1.0)),
      AllOf(HasSubstr("/simulation_parameters/rho = 1: the coefficients are taken as those of water of 1 kg/m^3"),
            Not(HasSubstr("plausible"))));
  EXPECT_EQ(notes("/body1/hydro_coeffs/linear_restoring_stiffness", {6, 6}, set(35, 55.0)), "")
      << "a spring in yaw is the user's";
  EXPECT_THAT(notes("/body1/properties/body_number", {1, 1}, set(0, 3.0)),
              HasSubstr("/body*/properties/body_number = 3, 2, 1, 2 expected: bodies, rows and columns are taken in"));
  EXPECT_EQ(notes("/body1/properties/body_number", {1, 1}, set(0, 2.0)), "") << "some writers give all the same";
  EXPECT_THAT(notes("/body2/properties/dof_start", {1, 1}, set(0, 1.0)), "");
  EXPECT_THAT(notes("/body2/properties/dof_start", {1, 1}, set(0, 8.0)),
              HasSubstr("/body*/properties/dof_start = 1, 8, 1, 7 expected"));
}

TEST(BemioH5, WhatASimulationCanDoWithoutIsLeftOutWithANoteWhenItIsNotANumber) {
  const Scratch folder;
  const std::string file = folder / "gaps.h5", ss = "/body1/hydro_coeffs/radiation_damping/state_space/";
  write_bemio_h5(sample(), file);
  std::vector<double> gap(6 * 3 * 4, 1.0);
  gap[17] = std::numeric_limits<double>::infinity();
  replace(file, "/body1/hydro_coeffs/excitation/froude-krylov/re", {6, 3, 4}, gap);
  replace(file, "/body1/hydro_coeffs/mean_drift/momentum_conservation/val", {6, 3, 4}, gap);
  std::vector<double> orders(6 * 13, std::numeric_limits<double>::quiet_NaN());
  replace(file, ss + "it", {6, 13}, orders);
  replace(file, ss + "D/all", {6, 13}, orders);
  const HydroData data = read_bemio_h5(file);
  EXPECT_TRUE(data.bodies[0].froude_krylov.empty());
  EXPECT_TRUE(data.bodies[0].mean_drift_momentum.empty());
  EXPECT_TRUE(data.bodies[0].radiation_state_space.empty());
  EXPECT_FALSE(data.bodies[1].radiation_state_space.empty());
  EXPECT_THAT(data.notes, ::testing::IsSupersetOf({HasSubstr("froude-krylov: holds NaN, infinity or"),
                                                   HasSubstr("momentum_conservation/val: holds NaN, infinity or"),
                                                   HasSubstr("state_space/: holds NaN, infinity or")}));
}

// WEC-Sim's tool writes NaN into the real part of what a code does not give, and zeros into the imaginary one.
TEST(BemioH5, APartWithoutANumberIsOneThatTheCodeDidNotGive) {
  const Scratch folder;
  const std::string file = folder / "not-given.h5";
  write_bemio_h5(sample(), file);
  replace(file, "/body1/hydro_coeffs/excitation/scattering/re", {6, 3, 4},
          std::vector<double>(6 * 3 * 4, std::numeric_limits<double>::quiet_NaN()));
  replace(file, "/body1/hydro_coeffs/excitation/scattering/im", {6, 3, 4}, std::vector<double>(6 * 3 * 4, 0.0));
  for (const NonFinite gaps : {NonFinite::refuse, NonFinite::keep}) {
    const HydroData data = read_bemio_h5(file, Containment::in_process, gaps);
    EXPECT_TRUE(data.bodies[0].scattering.empty());
    EXPECT_THAT(data.notes, ::testing::Each(::testing::Not(HasSubstr("scattering"))));
  }
}

// What another file holds is not known by the bytes of this one.
TEST(BemioH5, LinksToAnotherFileAreReadAnew) {
  const Scratch folder;
  const auto written = [&](double volume) {
    HydroData data = sample();
    data.bodies[0].displaced_volume = volume;
    write_bemio_h5(data, folder / "real.h5");
    return read_bemio_h5(folder / "links.h5", Containment::child_process).bodies[0].displaced_volume;
  };
  {
    write_bemio_h5(sample(), folder / "real.h5");
    const H5::H5File real(folder / "real.h5", H5F_ACC_RDONLY), links(folder / "links.h5", H5F_ACC_TRUNC);
    for (hsize_t k = 0; k < real.getNumObjs(); ++k) {
      const std::string name = "/" + real.getObjnameByIdx(k);
      H5Lcreate_external("real.h5", name.c_str(), links.getId(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
    }
  }
  for (const double volume : {100.0, 200.0}) EXPECT_EQ(written(volume), volume);
}

TEST(BemioH5, AChildProcessReadsWhatThisProcessReads) {
  const Scratch folder;
  write_bemio_h5(sample(), folder / "a.h5");
  const HydroData here = read_bemio_h5(folder / "a.h5"),
                  child = read_bemio_h5(folder / "a.h5", Containment::child_process),
                  kept = read_bemio_h5(folder / "a.h5", Containment::child_process);
  write_bemio_h5(here, folder / "here.h5");
  write_bemio_h5(child, folder / "child.h5");
  write_bemio_h5(kept, folder / "kept.h5");
  EXPECT_EQ(swell_test::contents(folder / "here.h5"), swell_test::contents(folder / "child.h5"));
  EXPECT_EQ(swell_test::contents(folder / "here.h5"), swell_test::contents(folder / "kept.h5"));
  EXPECT_EQ(here.notes, child.notes);
  EXPECT_THAT(message_of([&] { read_bemio_h5(folder / "none.h5", Containment::child_process); }),
              HasSubstr("none.h5: no such file"));
}

TEST(BemioH5, NoForgedByteOfTheStructureEndsTheProgramThatReadsInAChild) {
  const Scratch folder;
  HydroData data = sample();
  data.bodies.resize(1);
  for (auto* list : {&data.bodies[0].added_mass, &data.bodies[0].radiation_damping, &data.bodies[0].radiation_irf}) {
    for (MatrixX& m : *list) m = m.leftCols(6).eval();
  }
  data.bodies[0].added_mass_infinite = data.bodies[0].added_mass_infinite->leftCols(6).eval();
  data.bodies[0].radiation_state_space.clear();
  write_bemio_h5(data, folder / "whole.h5");
  std::ifstream in(folder / "whole.h5", std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  int refused = 0;
  for (std::size_t at = 8; at < whole.size(); at += 1 + whole.size() / 150) {
    std::string forged = whole;
    for (std::size_t k = at; k < std::min(at + 3, whole.size()); ++k) forged[k] = static_cast<char>(~forged[k]);
    swell_test::write_text(folder / "forged.h5", forged);
    refused +=
        message_of([&] { read_bemio_h5(folder / "forged.h5", Containment::child_process); }) != "(no error)" ? 1 : 0;
  }
  EXPECT_GT(refused, 5);
}

TEST(BemioH5, DescendingFrequenciesReversedAxesAndRankOneVectorsAreTaken) {
  const Scratch folder;
  const std::string file = folder / "odd.h5";
  HydroData data = sample();
  HydroData backwards = data;
  std::reverse(backwards.omega.begin(), backwards.omega.end());
  for (HydroBody& body : backwards.bodies) {
    std::reverse(body.added_mass.begin(), body.added_mass.end());
    std::reverse(body.radiation_damping.begin(), body.radiation_damping.end());
    for (auto& waves : body.excitation) std::reverse(waves.begin(), waves.end());
    for (auto& drift : body.mean_drift_momentum) std::reverse(drift.begin(), drift.end());
  }
  write_bemio_h5(backwards, file);
  replace(file, "/simulation_parameters/w", {4}, backwards.omega);
  replace(file, "/simulation_parameters/water_depth", {1}, {std::numeric_limits<double>::infinity()});
  // (frequencies, columns, rows) instead of (rows, columns, frequencies).
  std::vector<double> turned;
  for (const MatrixX& A : backwards.bodies[1].added_mass) turned.insert(turned.end(), A.data(), A.data() + A.size());
  replace(file, "/body2/hydro_coeffs/added_mass/all", {4, 13, 7}, turned);
  const HydroData back = read_bemio_h5(file);
  EXPECT_EQ(back.omega, data.omega);
  EXPECT_FALSE(back.water_depth);
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_EQ(back.bodies[b].added_mass, data.bodies[b].added_mass);
    EXPECT_EQ(back.bodies[b].radiation_damping, data.bodies[b].radiation_damping);
    EXPECT_EQ(back.bodies[b].excitation, data.bodies[b].excitation);
  }
  EXPECT_THAT(of_reading(back.notes),
              UnorderedElementsAre(HasSubstr("frequencies were sorted"), HasSubstr("turned round")));
}

TEST(BemioH5, DimensionalCoefficientsAndLaggingPhasesAreBroughtToTheOneConvention) {
  const Scratch folder;
  const std::string file = folder / "scaled.h5";
  HydroData data = sample();
  for (auto& waves : data.bodies[0].excitation) {
    for (Eigen::VectorXcd& X : waves) X(0) = {0.1, 2.0};  // surge leads
  }
  HydroData lagging = data;
  for (auto& waves : lagging.bodies[0].excitation) {
    for (Eigen::VectorXcd& X : waves) X = X.conjugate().eval();
  }
  write_bemio_h5(lagging, file);
  {
    H5::H5File h5(file, H5F_ACC_RDWR);
    h5.unlink("/body1/hydro_coeffs/excitation/re");
    h5.unlink("/body1/hydro_coeffs/excitation/im");
  }
  EXPECT_NEAR(std::abs(read_bemio_h5(file).bodies[0].excitation[1][2](2) - data.bodies[0].excitation[1][2](2)), 0.0,
              1e-12);
  replace(file, "/simulation_parameters/scaled", {1, 1}, {1.0});
  const HydroData scaled = read_bemio_h5(file);
  EXPECT_NEAR(scaled.bodies[0].added_mass[1](2, 3), data.bodies[0].added_mass[1](2, 3) / 1025.0, 1e-15);
  EXPECT_NEAR(scaled.bodies[0].radiation_damping[3](2, 3), data.bodies[0].radiation_damping[3](2, 3) / 1025.0 / 2.5,
              1e-15);
}

}  // namespace
}  // namespace swell::hydro::bemio_h5_test
