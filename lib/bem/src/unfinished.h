/// Frequencies that were solved, kept in files until all are: what a killed run goes on from.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "swell/base/vector.h"

namespace swell::bem {

/// Of one frequency.
struct Solved {
  Eigen::MatrixXcd force;  ///< int phi n dS: modes x (modes + headings)
  Eigen::MatrixXcd froude_krylov;
  /// Per mode: excitation by Haskind's relation less that by pressure, the largest excitation, damping by the waves'
  /// energy less that by pressure, and the matrices less their transposes.
  VectorX haskind, largest, energy;
  MatrixX reciprocity;
  MatrixX drift;              ///< by momentum: modes x headings
  MatrixX drift_by_pressure;  ///< 6 of every body x headings
  VectorX power;              ///< lost and radiated
};

/// A folder with a file for each key. Threads may call it at once; a file that cannot be written or is damaged costs
/// the frequency's time, no more.
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path folder) : folder_(std::move(folder)) {}
  bool find(std::uint64_t key, Solved& solved) const;
  void keep(std::uint64_t key, const Solved& solved);
  /// Once all are done.
  void discard() const;

 private:
  std::filesystem::path file_of(std::uint64_t key) const;
  std::filesystem::path folder_;
};

}  // namespace swell::bem
