/// What a NEMOH run says twice: Nemoh.cal and the tables, matrices in .tec and .dat, hydrostatics in two files.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "coefficients.h"
#include "hydrostatics_files.h"
#include "swell/bemio/read.h"

namespace swell::bemio {

/// First and last of a list that is linear in between; `type` of frequencies: 1 rad/s, 2 Hz, 3 s.
struct NemohRange {
  int type = 1;
  double first = 0.0, last = 0.0;
};

/// The frequencies of the tables and those that Nemoh.cal asks for (as many): an error when they differ by 2 pi, a note
/// when otherwise (Nemoh.cal may have been changed after the run).
void check_nemoh_frequencies(const std::vector<double>& omega, const NemohRange& asked, const std::string& table,
                             std::vector<std::string>& notes);

/// The headings of a table [deg] and those that Nemoh.cal asks for, as many. @throws InputError
void check_nemoh_headings(const std::vector<double>& headings, const NemohRange& asked, const std::string& table);

/// C33 of KH and rho g times the waterplane, refused beyond 1 % (with the water that KH is of, where it is one); mass
/// and rho times the displacement, told.
void check_nemoh_hydrostatics(const std::filesystem::path& kh, const std::filesystem::path& hydrostatics,
                              const Matrix6& C, const Hydrostatics& h, double density, double gravity,
                              const std::string& body, std::vector<std::string>& notes);

/// CM.dat (added mass) and CA.dat (damping) of the folder against `c`; motion and force: the dofs in their order. A
/// file of another form is told. @throws InputError with both values
void check_nemoh_matrices(const std::filesystem::path& folder, const ReadOptions& options, const Coefficients& c,
                          const std::vector<int>& motion, const std::vector<int>& force, double density,
                          std::vector<std::string>& notes);

/// Fe.dat, moduli and phases of the excitation at three figures for phase and six for modulus, against `c.excitation`
/// times `unit`. Versions of NEMOH differ in sign and origin of these phases: the convention that fits most of them is
/// taken to be meant, and a note told where none fits half.
/// @param shift  [rad] by which `c` leads the tables, of heading [deg] and frequency [rad/s] (origin of the waves)
/// @throws InputError with both values
void check_nemoh_forces(const std::filesystem::path& folder, const ReadOptions& options, const Coefficients& c,
                        const std::vector<int>& force, double unit, const std::function<double(double, double)>& shift,
                        std::vector<std::string>& notes);

}  // namespace swell::bemio
