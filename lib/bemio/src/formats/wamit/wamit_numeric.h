/// WAMIT's numeric output files (.1 .3 .7 .hst .mmx ...): rows of numbers, a title in front or not.
#pragma once

#include <filesystem>
#include <vector>

#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"
#include "swell/bemio/read.h"

namespace swell::bemio {

/// Which dofs are rotations, for the powers of WAMIT's length scale L.
struct WamitScale {
  double length = 1.0;                   ///< L [m]
  std::vector<int> rotation;             ///< per dof of the system: 1 for roll, pitch, yaw, else 0
  double mass(int i, int j) const;       ///< L^(3 + ri + rj)
  double force(int i) const;             ///< L^(2 + ri)
  double drift(int i) const;             ///< L^(1 + ri)
  double stiffness(int i, int j) const;  ///< L^(2 + ri + rj)
};

/// rotation flags for bodies with `dof` each: 3 translations, 3 rotations, modes.
std::vector<int> rotation_flags(const std::vector<int>& dof);

struct RadiationRow {
  long line = 0;        ///< from 0
  double period = 0.0;  ///< as in the file: [s], 0 = infinite frequency, -1 = zero frequency
  int i = 0, j = 0;     ///< from 1
  double A = 0.0, B = 0.0;
};
/// .1: PER I J A [B]. With keep_gaps A and B of a finite period may be NaN.
std::vector<RadiationRow> read_wamit_1(const std::filesystem::path& path, bool keep_gaps = false);

struct ForceRow {
  double period, heading;  ///< [s], [deg]
  int i;                   ///< from 1
  std::complex<double> value;
};
/// .2 .3 .3fk .3sc .4: PER BETA I Mod Pha Re Im. Re and Im are taken; a modulus that is not theirs is a note.
std::vector<ForceRow> read_wamit_3(const std::filesystem::path& path, bool keep_gaps, std::vector<std::string>& notes);
/// .7 .8 .9: PER BETA1 BETA2 I Mod Pha Re Im (or one heading only), rows of a negative I (the second value of a moment)
/// left out; only unidirectional rows (BETA1 = BETA2). NaN counts as 0, with a note.
std::vector<ForceRow> read_wamit_drift(const std::filesystem::path& path, std::vector<std::string>& notes);

/// Places the rows of a force file in a table over the given frequencies and directions. Every frequency and direction
/// must have the same dofs. False, with a note, when the file holds other frequencies or directions altogether.
/// @throws InputError when it shares some of them only, or a row is missing
bool place_forces(const std::vector<ForceRow>& rows, const std::filesystem::path& path, const Coefficients& c, int n,
                  ForceTable& table, std::vector<std::string>& notes);

/// .hst: I J C, n x n. Not scaled.
/// @param beyond  counts the rows of further modes, which are left out; null: they are an error
MatrixX read_wamit_hst(const std::filesystem::path& path, int n, int* beyond = nullptr);

struct MmxBody {
  Vector3 volumes = Vector3::Zero(), cb = Vector3::Zero(), cg = Vector3::Zero();  ///< relative to XBODY
  bool external = false;  ///< external force matrices, dimensional; otherwise mass / rho
  MatrixX mass, damping, stiffness;
  long volumes_line = -1, cb_line = -1, cg_line = -1;  ///< from 0
};
struct Mmx {
  double gravity = 0.0, length = 1.0;
  long line = -1, bodies_line = -1;  ///< of gravity and length scale; of NBODY; from 0
  std::vector<MmxBody> bodies;
};
Mmx read_wamit_mmx(const std::filesystem::path& path);

/// NEWMDS of .cfg: modes beyond six, per body (from 0). Empty when the file does not say.
std::vector<int> read_wamit_cfg(const std::filesystem::path& path, std::size_t bodies);

struct WamitPot {
  std::optional<double> depth;             ///< [m] HBOT; absent: infinite
  std::vector<Vector3> origin;             ///< [m] XBODY of every body
  std::vector<double> rotation;            ///< [deg] the fourth of XBODY
  std::vector<std::string> names;          ///< geometry files without folder and extension
  long depth_line = -1, bodies_line = -1;  ///< from 0
  std::vector<long> origin_line;
};
/// .pot, the input of POTEN that names the bodies. Nothing when it is not of that form (an older one has no NBODY):
/// `why` says where it ceases to be, with file and line.
std::optional<WamitPot> read_wamit_pot(const std::filesystem::path& path, std::string& why);

/// .10 .11 .12 d and s: PER1 PER2 BETA1 BETA2 I Mod Pha Re Im into the bodies' tables. The most complete method wins.
void read_wamit_qtf(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale,
                    hydro::HydroData& data);

/// What .hst and .mmx say about generalised modes, and the stiffness of every body.
void apply_wamit_hst(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale,
                     hydro::HydroData& data);
void apply_wamit_mmx(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data);

/// What WAMIT's F2T writes under the extensions of coefficients: impulse responses over time.
bool is_impulse_response(const std::filesystem::path& path);
/// One of the numeric files of a run. @throws InputError when it is one of F2T's
bool is_wamit_numeric(const Named& named);

}  // namespace swell::bemio
