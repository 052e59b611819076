// What the files of the radiation stage share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "stages.h"
#include "swell/hydro/passive_kernel.h"
#include "swell/hydro/state_space.h"

namespace swell::assembly {

/// Rows of the group's bodies and columns of the velocities that move, among those of the coefficients.
struct Entries {
  std::vector<int> rows, columns;
  std::vector<int> sums;  ///< by column: which of the sums it belongs to
};

/// The columns of `entries`, with those of equal velocities summed.
MatrixX sum_columns(const MatrixX& columns, const Entries& entries);

struct KernelGrid {
  double step = 0.0;  ///< [s]
  std::size_t count = 0;
  int steps = 1;  ///< integration steps per sample, where the memory is sampled
};

/// The kernel's entries that act on this group, and what was done to them.
struct KernelBlock {
  hydro::SampledKernel kernel;
  hydro::KernelRepair repair;
};

/// For SharedData::kept. A kernel of more than kMostKeptBytes is not written.
void write_value(ByteWriter& out, const KernelBlock& block);
void read_value(ByteReader& in, KernelBlock& block);

/// A group's kernel on its grid, and a text that names it in keys of SharedData.
struct GroupKernel {
  KernelGrid grid;
  std::shared_ptr<const KernelBlock> block;
  std::string key;
};
/// What the kernels of a stage take together, and what is noted of changed data: once for all bodies that are alike.
struct RadiationNotes {
  std::map<std::pair<std::size_t, double>, std::size_t> entries;  ///< that couple, by samples and step [s]
  std::set<std::string> changes;                                  ///< keys of the coefficients
  std::vector<std::pair<double, Diagnostic>> of_sets;             ///< how much is changed, and the note of it
};
/// At the end of a stage: the memory of all kernels, and each note and warning once.
void conclude(const Case& c, const RadiationNotes& notes);
/// @param group  the rows' bodies among the coupled ones   @throws InputError where the case asks for an impossible
/// grid
GroupKernel kernel_of(const Case& c, const SharedRadiation& radiation, const CoupledBodies& all,
                      const std::vector<std::size_t>& group, const Entries& entries, RadiationNotes& notes);

/// The realisation that the case asks for: by default of the whole matrix, passive, close enough to the convolution for
/// the mean power (docs/theory/numerics/hydro.md 4). @throws InputError where it misses what the case asks
/// @param moving  rows of the coefficients that move   @param paths  Device::paths
hydro::StateSpaceModel state_space_of(const Case& c, const solver::Options& steps, const CoupledBodies& all,
                                      const SharedRadiation& radiation, const std::vector<int>& moving,
                                      const std::vector<VectorX>& paths);

/// Of a radiation load: its component, the bodies that it acts on, its columns by name, the set of the one body,
/// from 1.
struct RadiationPlace {
  std::string component;
  std::vector<std::string> rows, columns;
  std::size_t set = 0;
};
/// What it computes with, one of the three.
struct RadiationUsed {
  const MatrixX* damping = nullptr;
  double omega = 0.0;  ///< [rad/s] of constant coefficients
  const hydro::SampledKernel* kernel = nullptr;
  const hydro::StateSpaceModel* states = nullptr;
};
/// Adds the arrays of a load that output.hydro_coefficients asks for.
void store_memory(const RadiationPlace& place, const RadiationUsed& used, std::vector<StoredArray>& arrays);

/// "12.3 MB"
std::string bytes_text(double bytes);

}  // namespace swell::assembly

namespace swell::hydro {

/// For SharedData::kept.
void write_value(ByteWriter& out, const StateSpaceModel& model);
void read_value(ByteReader& in, StateSpaceModel& model);

}  // namespace swell::hydro
