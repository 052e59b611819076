/// Results of any boundary-element code in, one HydroData out.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

struct ReadOptions {
  /// Take the sources that WEC-Sim's BEMIO takes (the .out with its phases in whole degrees, NEMOH's matrices
  /// transposed), so that results can be compared with it. Otherwise the most precise source wins; notes say which.
  bool like_bemio = false;
  /// Extensions of accompanying files that shall not be used although they lie beside the file: ".3", ".hst".
  std::vector<std::string> ignore;
  /// Where HDF5 and NetCDF-4 files are read; libhdf5 can crash on a forged structure.
  Containment containment = Containment::in_process;
  /// Coefficients over frequency (added mass, damping, forces) that are no numbers, or stars in a text file: refused,
  /// or handed as NaN to those who repair them. Capytaine's are left out by frequency either way, with a note.
  hydro::NonFinite gaps = hydro::NonFinite::refuse;
  /// What the phases of the forces in the file mean: exp(+i w t) makes them leads of the force over the crest, exp(-i w
  /// t) lags. `automatic`: as the BEM code has it, unless long waves show the other sense (a note then says so).
  enum class Phases { automatic, lead, lag } phases = Phases::automatic;
  /// Water density [kg/m^3] of runs whose files do not name it (AQUA+ and Diodore .hdb).
  std::optional<double> density;
  /// Likewise the depth [m], infinite unless given.
  std::optional<double> depth;

  bool ignores(const std::string& extension) const;
  bool keeps_gaps() const { return gaps == hydro::NonFinite::keep; }
};

/// The name of the code whose result the path is, by its content first and its extension second: "WAMIT".
/// @throws InputError when it is none that is known
std::string format_name(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads `path`, a file or the folder of a run, with the accompanying files beside it (in any case of letters):
///   WAMIT .out (+ .1 .2 .3 .3fk .3sc .7 .8 .9 .10d-.12s .hst .mmx .cfg), or the numeric files alone (+ .pot, and
///   OpenFAST's HydroDyn input that names them); NEMOH 2 and 3 (folder or Nemoh.cal); AQWA .AH1 or .LIS (+ .QTF);
///   Capytaine .nc (+ Hydrostatics*.dat, KH*.dat), a folder of several being bodies that do not interact; HAMS (folder,
///   ControlFile.in or Buoy.1); AQUA+ and Diodore .hdb; OrcaFlex .yml; BEMIO .h5, and its `hydro` saved by MATLAB
///   (.mat).
/// The result is in HydroData's units, normalisation and phase, sorted by frequency and direction, every number finite
/// (but for `gaps`).
/// @throws InputError with file and line, what was found, what was expected and what to try
hydro::HydroData read_bem(const std::filesystem::path& path, const ReadOptions& options = {});

/// The file that read_bem starts from: `path` itself, or what it finds in the folder.
std::filesystem::path main_file(const std::filesystem::path& path);

/// InputError unless a BEMIO file may be written to `output`: its name must end in .h5, and what it would replace must
/// be no folder, no input or part of one (a accompanying file never ends in .h5), and a HDF5 file if it exists at all.
void check_output(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs);

}  // namespace swell::bemio
