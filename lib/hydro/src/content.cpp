#include "swell/hydro/content.h"

#include <type_traits>

#include "swell/base/hash.h"

namespace swell::hydro {
namespace {

/// Hashes values one after another; sizes too, so that a value cannot pass from one list to the next.
class Content {
 public:
  std::uint64_t hash = 0;

  template <class T>
  void add(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      add_block(&value, 1);
    } else {
      add_parts(value);
    }
  }
  template <class... T>
  void all(const T&... values) {
    (add(values), ...);
  }

 private:
  template <class T>
  void add_block(const T* data, std::size_t count) {
    hash = hash_block(&count, sizeof count, hash);
    hash = hash_block(data, count * sizeof(T), hash);
  }
  void add_parts(const std::string& text) { add_block(text.data(), text.size()); }
  template <class Scalar, int Rows, int Columns, int Options>
  void add_parts(const Eigen::Matrix<Scalar, Rows, Columns, Options>& m) {
    add(m.rows());
    add_block(m.data(), static_cast<std::size_t>(m.size()));
  }
  template <class T>
  void add_parts(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class T>
  void add_parts(const std::vector<T>& values) {
    if constexpr (std::is_arithmetic_v<T>) {
      add_block(values.data(), values.size());
    } else {
      add(values.size());
      for (const T& value : values) add(value);
    }
  }
  void add_parts(const EntryStateSpace& s) { all(s.A, s.B, s.C, s.D); }
  void add_parts(const QtfEntry& q) {
    all(q.period_i, q.period_j, q.heading_i, q.heading_j, q.value.real(), q.value.imag());
  }
};

std::uint64_t content(const HydroData& data, bool of_radiation) {
  Content c;
  c.all(data.omega, data.bodies.size());
  if (!of_radiation) c.all(data.code, data.direction, data.water_depth, data.gravity, data.density);
  for (const HydroBody& b : data.bodies) {
    const auto& [name, dof, cg, moments_about_cg, cb, volume, volume_xyz, stiffness, added_mass, damping, infinite,
                 zero, excitation, froude_krylov, scattering, drift_control_surface, drift_momentum, drift_pressure,
                 radiation_omega, excitation_omega, radiation_time, radiation, excitation_time, excitation_irf, states,
                 qtf_sum, qtf_difference, mass, own_stiffness, own_damping, external_mass, external_stiffness,
                 external_damping, mode_of, modes, restoring_of_modes] = b;  // a new member does not compile here
    c.all(name, dof, added_mass, damping, infinite, zero, radiation_omega, radiation_time, radiation, states, mode_of,
          modes);
    if (of_radiation) continue;
    c.all(cg, moments_about_cg, cb, volume, volume_xyz, stiffness, excitation, froude_krylov, scattering);
    c.all(drift_control_surface, drift_momentum, drift_pressure, excitation_omega, excitation_time, excitation_irf);
    c.all(qtf_sum, qtf_difference, mass, own_stiffness, own_damping, external_mass, external_stiffness);
    c.all(external_damping, restoring_of_modes);
  }
  return c.hash;
}

}  // namespace

std::uint64_t content_of(const HydroData& data) { return content(data, false); }
std::uint64_t radiation_content_of(const HydroData& data) { return content(data, true); }

}  // namespace swell::hydro
