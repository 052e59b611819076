// The content of hydrodynamic data: every bit of every coefficient counts, files and notes do not.
#include "swell/hydro/content.h"

#include "swell/hydro/bemio_h5.h"
#include "swell_test/test.h"

namespace swell::hydro::content_test {
namespace {

/// Data with every part, whatever it means.
HydroData complete() {
  HydroData data = read_bemio_h5((swell_test::source_folder() / "inputs/column/column.h5").string());
  data.water_depth = 50.0;
  HydroBody& body = data.bodies.front();
  body.displaced_volume_xyz = Vector3::Ones();
  body.added_mass_infinite = body.added_mass_zero = MatrixX::Identity(6, 6);
  body.excitation = body.froude_krylov = body.scattering = {{Eigen::VectorXcd::Ones(6), Eigen::VectorXcd::Ones(6)}};
  body.mean_drift_control_surface = body.mean_drift_momentum = body.mean_drift_pressure = {{VectorX::Ones(6)}};
  body.radiation_irf_omega = body.excitation_irf_omega = body.radiation_irf_time =
      body.excitation_irf_time = {1.0, 2.0};
  body.radiation_irf = {MatrixX::Identity(6, 6)};
  body.excitation_irf = {{VectorX::Ones(6)}};
  body.radiation_state_space = {{{MatrixX::Identity(2, 2), VectorX::Ones(2), VectorX::Ones(2), 0.0}}};
  body.qtf_sum = body.qtf_difference = {{{1.0, 2.0, 3.0, 4.0, {5.0, 6.0}}}};
  body.generalised_mass = body.generalised_stiffness = body.generalised_damping = MatrixX::Identity(1, 1);
  body.external_mass = body.external_stiffness = body.external_damping = body.restoring_of_modes =
      MatrixX::Identity(7, 7);
  return data;
}

/// The places of all numbers.
class Numbers {
 public:
  std::vector<double*> places;

  void add(double& number) { places.push_back(&number); }
  template <class Scalar, int Rows, int Columns>
  void add(Eigen::Matrix<Scalar, Rows, Columns>& m) {
    auto* first = reinterpret_cast<double*>(m.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(m.size()) * sizeof(Scalar) / sizeof(double); ++i)
      places.push_back(first + i);
  }
  template <class T>
  void add(std::vector<T>& values) {
    for (T& value : values) add(value);
  }
  template <class T>
  void add(std::optional<T>& value) {
    if (value) add(*value);
  }
  void add(EntryStateSpace& s) { all(s.A, s.B, s.C, s.D); }
  void add(QtfEntry& q) {
    all(q.period_i, q.period_j, q.heading_i, q.heading_j);
    places.push_back(&reinterpret_cast<double(&)[2]>(q.value)[0]);
    places.push_back(&reinterpret_cast<double(&)[2]>(q.value)[1]);
  }
  template <class... T>
  void all(T&... values) {
    (add(values), ...);
  }
};

std::vector<double*> numbers_of(HydroData& data) {
  Numbers n;
  n.all(data.omega, data.direction, data.water_depth, data.gravity, data.density);
  for (HydroBody& b : data.bodies) {
    n.all(b.cg, b.cb, b.displaced_volume, b.displaced_volume_xyz, b.restoring_stiffness, b.added_mass);
    n.all(b.radiation_damping, b.added_mass_infinite, b.added_mass_zero, b.excitation, b.froude_krylov, b.scattering);
    n.all(b.mean_drift_control_surface, b.mean_drift_momentum, b.mean_drift_pressure, b.radiation_irf_omega);
    n.all(b.excitation_irf_omega, b.radiation_irf_time, b.radiation_irf, b.excitation_irf_time, b.excitation_irf);
    n.all(b.radiation_state_space, b.qtf_sum, b.qtf_difference, b.generalised_mass, b.generalised_stiffness);
    n.all(b.generalised_damping, b.external_mass, b.external_stiffness, b.external_damping, b.restoring_of_modes);
  }
  return n.places;
}

TEST(Content, ChangesWithEveryBitOfEveryNumber) {
  HydroData data = complete();
  std::vector<double*> places = numbers_of(data);
  std::mt19937 random(42);
  std::shuffle(places.begin() + 20, places.end(), random);  // thousands of coefficients: some of them, by chance
  const std::uint64_t content = content_of(data);
  for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 400); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, places[i], sizeof bits);
    const std::uint64_t changed = bits ^ (std::uint64_t{1} << (random() % 64U));
    std::memcpy(places[i], &changed, sizeof changed);
    EXPECT_NE(content_of(data), content) << "number " << i;
    std::memcpy(places[i], &bits, sizeof bits);
  }
  EXPECT_EQ(content_of(data), content);
}

TEST(Content, ChangesWithEveryPartLeftOut) {
  const HydroData data = complete();
  std::vector<HydroData> others(16, data);
  std::size_t k = 0;
  others[k++].bodies[0].added_mass.pop_back();
  others[k++].bodies[0].radiation_damping.clear();
  others[k++].bodies[0].added_mass_zero.reset();
  others[k++].bodies[0].excitation.clear();
  others[k++].bodies[0].froude_krylov.clear();
  others[k++].bodies[0].mean_drift_momentum.clear();
  others[k++].bodies[0].radiation_irf.clear();
  others[k++].bodies[0].radiation_state_space.clear();
  others[k++].bodies[0].qtf_sum.clear();
  others[k++].bodies[0].restoring_of_modes.resize(0, 0);
  others[k++].bodies[0].modes.push_back(1);
  others[k++].bodies[0].mode_of = 0;
  others[k++].bodies[0].name += "s";
  others[k++].bodies[0].moments_about_cg = false;
  others[k++].water_depth.reset();
  others[k++].bodies.push_back(data.bodies[0]);
  std::vector<std::uint64_t> contents{content_of(data)};
  for (const HydroData& other : others) contents.push_back(content_of(other));
  std::sort(contents.begin(), contents.end());
  EXPECT_EQ(std::unique(contents.begin(), contents.end()), contents.end());
}

TEST(Content, OfRadiationChangesWithItsCoefficientsAlone) {
  HydroData data = complete();
  HydroBody& b = data.bodies[0];
  Numbers radiation, others;
  radiation.all(data.omega, b.added_mass, b.radiation_damping, b.added_mass_infinite, b.added_mass_zero);
  radiation.all(b.radiation_irf_time, b.radiation_irf, b.radiation_state_space);
  others.all(data.direction, b.cg, b.cb, b.excitation, b.froude_krylov, b.restoring_stiffness, b.qtf_sum);
  const std::uint64_t content = radiation_content_of(data);
  for (const bool counts : {true, false}) {
    for (double* number : (counts ? radiation : others).places) {
      const double was = *number;
      *number += 1.0;
      EXPECT_EQ(radiation_content_of(data) != content, counts);
      *number = was;
    }
  }
}

TEST(Content, IsThatOfDataNotOfFile) {
  HydroData data = complete();
  const std::uint64_t content = content_of(data);
  data.file = "elsewhere.h5";
  data.notes.emplace_back("a note");
  EXPECT_EQ(content_of(data), content);
}

}  // namespace
}  // namespace swell::hydro::content_test
