/// What every reader fills: matrices of the whole system, in the order of the file. `assemble` sorts them, checks them
/// and cuts them into bodies.
#pragma once

#include <complex>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

using ForceTable = std::vector<std::vector<Eigen::VectorXcd>>;  ///< [direction][frequency] of N
using DriftTable = std::vector<std::vector<VectorX>>;           ///< [direction][frequency] of N

/// Normalised as HydroData, all N dofs at once, any order of frequencies and directions. Tables may be empty.
struct Coefficients {
  std::vector<double> omega;      ///< [rad/s] finite and above 0
  std::vector<double> direction;  ///< [deg]
  std::vector<MatrixX> added_mass, damping;
  std::optional<MatrixX> added_mass_infinite, added_mass_zero;
  ForceTable excitation, froude_krylov, scattering;
  DriftTable drift_control_surface, drift_momentum, drift_pressure;
};

/// Sorts by frequency and direction, drops repeated frequencies (with a note), checks that every number is finite and
/// no volume negative (one of thin plates that is round-off becomes 0, with a note), and hands each body its rows. The
/// bodies of `data`, with their dof, must be there.
/// @param keep_gaps  added mass, damping and forces over frequency may be NaN
void assemble(Coefficients coefficients, hydro::HydroData& data, bool keep_gaps = false);

/// Motions that waves push and that radiate none, body and dof: what is excited radiates (Haskind), so that their
/// rows were not computed, or are lost. Forces within 1e-3 of the body's largest of their kind are round-off.
std::vector<std::pair<std::size_t, int>> excited_without_damping(const hydro::HydroData& data);

/// A table of `directions` x `frequencies` zero vectors of `n`.
ForceTable zero_forces(std::size_t directions, std::size_t frequencies, int n);
DriftTable zero_drift(std::size_t directions, std::size_t frequencies, int n);

/// Sets the excitation to the sum of Froude-Krylov and scattering force.
void add_up_parts(Coefficients& c);

/// Calls `use` with the force vector of each frequency and direction of excitation and its two parts.
template <class Use>
void for_forces(Coefficients& c, Use use) {
  for (ForceTable* table : {&c.excitation, &c.froude_krylov, &c.scattering}) {
    for (auto& direction : *table) {
      for (Eigen::VectorXcd& X : direction) use(X);
    }
  }
}

/// Largest difference of two tables of one shape, over the peak of its dof in `other`. A dof whose peak is within 1e-3
/// of the largest holds round-off (sway of a body in head seas): it counts by that. 0 where `other` is all zeros.
double largest_difference(const ForceTable& table, const ForceTable& other);

/// Index of the value in `sorted_or_not` nearest to `value`, when within `tolerance` (relative to the value, and at
/// least absolute `floor`).
std::optional<std::size_t> nearest_index(const std::vector<double>& values, double value, double tolerance,
                                         double floor = 0.0);

/// Which places of a table a file has filled: none twice, and the same ones in every block (a frequency). A count alone
/// would take a row whose dof number is damaged for another.
class Filled {
 public:
  void add(std::size_t block, int i, int j = 0);
  /// InputError that names the first place that is filled twice, or in some blocks only; `name_of` names a block.
  /// `place_of` names a place i, when that is not "dof i".
  void check(const std::string& file, const std::function<std::string(std::size_t)>& name_of,
             const std::function<std::string(int)>& place_of = {});
  std::size_t count(std::size_t block) const { return block < places_.size() ? places_[block].size() : 0; }

 private:
  std::vector<std::vector<std::pair<int, int>>> places_;
};

/// InputError unless density [kg/m^3] and gravity [m/s^2] are plausible (hydro/plausible.h): forces in SI are
/// divided by them, so 1.025 (t/m^3) or 32.2 (ft/s^2) would scale every coefficient.
void check_water(double density, double gravity, const std::filesystem::path& file);

/// Runs `read`, which fills one quantity from a file that the set can do without. A mistake in it costs `what`, and one
/// note with the first mistake and the --ignore option; false then.
bool optional_part(const std::string& what, const char* option, std::vector<std::string>& notes,
                   const std::function<void()>& read);
/// The same for a quantity in a file of its own: where there is none, the note is `absent` (if not empty).
/// @param then  what holds without it, for a note behind that of a damaged file
bool optional_file(const std::optional<std::filesystem::path>& file, const std::string& what, const char* option,
                   const std::string& absent, std::vector<std::string>& notes,
                   const std::function<void(const std::filesystem::path&)>& read, const std::string& then = {});

/// InputError when `count` numbers of 8 bytes cannot come from a file of `bytes` (`factor` numbers per byte at most).
void check_allocation(double count, std::size_t bytes, double factor, const std::string& file);

}  // namespace swell::bemio
