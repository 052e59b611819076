// Values that are no numbers: every reader refuses them, or hands them as NaN to those who repair them.
#include "../fuzz/small_files.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/data_quality.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::gaps_test {
namespace {

namespace fs = std::filesystem;

ReadOptions keeping(const std::vector<std::string>& ignore) {
  ReadOptions options;
  options.ignore = ignore;
  options.gaps = hydro::NonFinite::keep;
  return options;
}

std::size_t gaps_in(const hydro::HydroData& data) {
  const std::vector<Spike> spikes = find_spikes(data);
  return static_cast<std::size_t>(
      std::count_if(spikes.begin(), spikes.end(), [](const Spike& s) { return !std::isfinite(s.departure); }));
}

struct Place {
  const char *set, *open, *file, *line;  ///< a line that begins so (blanks in front do not count)
  int occurrence;                        ///< which of these lines, from 0
  std::size_t field;
  std::vector<std::string> ignore;
  std::size_t gaps;
};

TEST(Gaps, AreRefusedOrRepairedFromTheirNeighboursWhateverTheSource) {
  const std::vector<Place> places = {
      {"wamit/Sphere", "sphere.out", "sphere.out", "3     3", 60, 2, {".3"}, 1},                  // A33
      {"wamit/Sphere", "sphere.out", "sphere.out", "3     3", 60, 3, {".3"}, 1},                  // B33
      {"wamit/Sphere", "sphere.out", "sphere.out", "3   5.777674E+01", 0, 1, {".3"}, 1},          // |X3|
      {"wamit/Sphere", "sphere.3", "sphere.3", "3.141595E+00  0.000000E+00     3", 0, 5, {}, 1},  // Re X3
      {"wamit/Sphere", "sphere.3", "sphere.3", "3.141595E+00  0.000000E+00     3", 0, 4, {}, 0},  // its phase
      {"wamit/Sphere", "sphere.out", "sphere.3fk", "0.314159E+01  0.000000E+00     3", 0, 6, {}, 1},
      {"wamit/Sphere", "sphere.out", "sphere.3sc", "0.314159E+01  0.000000E+00     1", 0, 5, {}, 1},
      {"wamit/Sphere", "sphere.1", "sphere.1", "3.141595E+00     1     1", 0, 3, {".out"}, 1},
      {"nemoh_v3.0.2/Sphere", "Nemoh.cal", "Results/RadiationCoefficients.tec", "0.4619999E+01", 2, 5, {}, 1},
      {"nemoh_v3.0.2/Sphere", "Nemoh.cal", "Results/ExcitationForce.tec", "0.4619999E+01", 0, 5, {}, 1},
      {"nemoh_v3.0.2/Sphere", "Nemoh.cal", "Results/DiffractionForce.tec", "0.4619999E+01", 0, 1, {}, 1},
      {"aqwa/Sphere", "sphere.AH1", "sphere.AH1", "1  1  11", 0, 3, {}, 1},
      {"aqwa/Sphere", "sphere.AH1", "sphere.AH1", "1  2  20", 0, 5, {}, 1},
      {"aqwa/Cylinder", "cylinder.LIS", "cylinder.LIS", "Z      1.5737E-02", 0, 3, {}, 1},
      {"aqwa/Cylinder", "cylinder.LIS", "cylinder.LIS", "7.03   0.894            7.12E+02", 0, 6, {}, 1},
      {"hams/Cylinder", "Input/ControlFile.in", "Output/Wamit_format/Buoy.1", "3.663185E+00     3     3", 0, 4, {}, 1},
      {"hams/Cylinder",
       "Input/ControlFile.in",
       "Output/Wamit_format/Buoy.3",
       "3.663185E+00  2.800000E+02     1",
       0,
       6,
       {},
       1}};
  for (const Place& place : places) {
    SWELL_TEST_DATA(source, std::string("bem/") + place.set, "WEC-Sim/WEC-Sim");
    const fs::path folder = fs::path(::testing::TempDir()) / "bemio_gaps";
    fs::remove_all(folder);
    fs::copy(source, folder, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
    if (std::string(place.open) == "cylinder.LIS") fs::remove(folder / "cylinder.AH1");
    if (std::string(place.open) == "sphere.1" || std::string(place.open) == "sphere.3")
      fs::remove(folder / "sphere.out");
    const std::string label =
        std::string(place.file) + ": " + place.line + ", field " + std::to_string(place.field + 1);
    const std::string text = swell_test::contents(folder / place.file);
    std::size_t at = std::string::npos, begin = 0;
    for (int found = 0; begin < text.size() && at == std::string::npos; begin = text.find('\n', begin) + 1) {
      const std::size_t first = text.find_first_not_of(' ', begin);
      if (text.compare(first, std::string(place.line).size(), place.line) == 0 && found++ == place.occurrence)
        at = first;
      if (text.find('\n', begin) == std::string::npos) break;
    }
    ASSERT_NE(at, std::string::npos) << label;
    for (std::size_t f = 0; f < place.field; ++f) at = text.find_first_not_of(' ', text.find(' ', at));
    const std::size_t end = text.find_first_of(" \r\n", at);
    const hydro::HydroData whole = read_bem(folder / place.open, keeping(place.ignore));
    ASSERT_EQ(gaps_in(whole), 0U) << label;
    for (const char* value : {"NaN", "********", "-Infinity"}) {
      std::string damaged = text;
      damaged.replace(at, end - at, std::string(end - at > 8 ? end - at - 8 : 0, ' ') + value);
      std::ofstream(folder / place.file, std::ios::binary) << damaged;
      ReadOptions plain;
      plain.ignore = place.ignore;
      try {  // an optional file costs itself, and a note that names it; a phase beside Re and Im nothing
        const hydro::HydroData refused = read_bem(folder / place.open, plain);
        if (place.gaps > 0) {
          EXPECT_THAT(refused.notes, ::testing::Contains(::testing::AllOf(
                                         HasSubstr("left out: "), HasSubstr(fs::path(place.file).filename().string()))))
              << label << value;
        }
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(fs::path(place.file).filename().string()), std::string::npos) << label;
      }
      try {
        hydro::HydroData data = read_bem(folder / place.open, keeping(place.ignore));
        EXPECT_EQ(gaps_in(data), place.gaps) << label << value;
        clean(data);
        require_finite(data);
        hydro::HydroData sound = whole;
        clean(sound);
        const std::vector<Difference> differences = compare(sound, data);
        if (!differences.empty()) {
          EXPECT_LE(differences[0].relative, 0.02) << label << value << ": " << differences[0].quantity << " "
                                                   << differences[0].dof << differences[0].sentence;
        }
      } catch (const InputError& error) {
        ADD_FAILURE() << label << value << ": " << error.what();
      }
    }
  }
}

// A missing one of the three follows from the others, exactly; two of them at once from the neighbours.
TEST(Gaps, ExcitationAndItsPartsRepairEachOther) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  const hydro::HydroData good = read_bem(path);
  const std::complex<double> none(std::nan(""), std::nan(""));
  for (const int which : {1, 2, 4, 3, 5, 6, 7}) {
    hydro::HydroData bad = good;
    hydro::HydroBody& body = bad.bodies[0];
    if ((which & 1) != 0) body.excitation[0][80][2] = none;
    if ((which & 2) != 0) body.froude_krylov[0][80][2] = none;
    if ((which & 4) != 0) body.scattering[0][80][2] = none;
    EXPECT_EQ(gaps_in(bad), which == 7 ? 3U : which == 1 || which == 2 || which == 4 ? 1U : 2U);
    EXPECT_THROW(require_finite(bad), InputError);
    clean(bad);
    EXPECT_EQ(gaps_in(bad), 0U) << which;
    const bool alone = which == 1 || which == 2 || which == 4;
    const double tolerance = alone ? 1e-4 : 0.02;  // digits of the three files; the curve's bend
    const hydro::HydroBody& sound = good.bodies[0];
    EXPECT_LE(std::abs(body.excitation[0][80][2] - sound.excitation[0][80][2]), tolerance) << which;
    EXPECT_LE(std::abs(body.froude_krylov[0][80][2] - sound.froude_krylov[0][80][2]), tolerance) << which;
    EXPECT_LE(std::abs(body.scattering[0][80][2] - sound.scattering[0][80][2]), tolerance) << which;
    EXPECT_NEAR(std::abs(body.froude_krylov[0][80][2] + body.scattering[0][80][2] - body.excitation[0][80][2]), 0.0,
                1e-4)
        << which;
  }
}

}  // namespace
}  // namespace swell::bemio::gaps_test
