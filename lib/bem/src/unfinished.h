/// Solved frequencies, stored in files until all are done, so that an interrupted run can continue.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>

#include "swell/base/vector.h"

namespace swell::bem {

/// Solution of one frequency.
struct Solved {
  Eigen::MatrixXcd force;  ///< int phi n dS: modes x (modes + headings)
  Eigen::MatrixXcd froude_krylov;
  /// Per mode: excitation by Haskind's relation minus that by pressure, largest excitation, damping by radiated energy
  /// minus that by pressure, and the matrices minus their transposes.
  VectorX haskind, largest, energy;
  MatrixX reciprocity;
  MatrixX drift;              ///< by momentum: six rows x headings
  MatrixX drift_by_pressure;  ///< 6 of every body x headings
  VectorX power;              ///< lost by the incident wave and radiated
};

/// A folder with one file per key. Thread-safe. A file that is damaged or cannot be written costs only a new solution.
class Unfinished {
 public:
  explicit Unfinished(std::filesystem::path folder) : folder_(std::move(folder)) {}
  bool find(std::uint64_t key, Solved& solved) const;
  void keep(std::uint64_t key, const Solved& solved);
  /// Deletes the folder. Call when all are done.
  void discard() const;

 private:
  std::filesystem::path file_of(std::uint64_t key) const;
  std::filesystem::path folder_;
};

}  // namespace swell::bem
