/// The tiny runs of small_files.h with accompanying files of every kind that the readers know: what the fuzzers forge
/// besides the files that a run must have, and the damage tests cut.
#pragma once

#include <complex>

#include "small_files.h"

namespace swell_test {

constexpr double kSmallDegree = 3.141592653589793 / 180.0;

/// Columns of modulus, phase [deg], real and imaginary part, as WAMIT and HAMS print them.
inline std::string polar_and_parts(const std::complex<double>& z) {
  return fmt::format("  {:.6E}  {:.6E}  {:.6E}  {:.6E}\n", std::abs(z), std::arg(z) / kSmallDegree, z.real(), z.imag());
}

/// Mass, damping and stiffness of every dof, as IALTFRC = 2 has them.
inline std::string small_mmx(int dofs) {
  std::string text =
      " WAMIT Version 7.2\n Gravity:     9.81000                Length scale:        1.00000\n NBODY =  1\n"
      " Volumes (VOLX,VOLY,VOLZ):           10.0000      10.1000      10.2000\n"
      " Center of Buoyancy (Xb,Yb,Zb):     0.000000     0.000000     0.100000\n"
      " Center of Gravity:  (Xg,Yg,Zg)     0.000000     0.000000     0.000000\n"
      " External force matrices: mass, damping, stiffness\n";
  for (int i = 0; i < dofs; ++i) {
    for (int j = 0; j < dofs; ++j)
      text += fmt::format("     {}     {}   {:.6E}  {:.6E}  {:.6E}\n", i + 1, j + 1, i == j ? 1e4 : 0.0, 0.0,
                          i == j ? 5.0 : 0.0);
  }
  return text;
}

/// Both files of potentials and forces, excitation by Haskind and in parts, three kinds of drift, QTFs.
inline SmallRun small_wamit_accompanied() {
  SmallRun run = small_wamit();
  run.files["small.mmx"] = small_mmx(6);
  run.files["small.pot"] =
      "A made-up buoy\n 30.0              HBOT\n 1 1               IRAD IDIFF\n 4                 NPER\n -1.0 0.0 10.0 "
      "5.0\n 1                 NBETA\n 0.0\n 1                 NBODY\nbuoy.gdf\n 0.0 0.0 -1.0 0.0  XBODY\n 1 1 1 1 1 1 "
      " "
      "     IMODE\n";
  const char* const title = " WAMIT Numeric Output\n";
  for (const char* name :
       {"small.2", "small.3fk", "small.3sc", "small.7", "small.8", "small.9", "small.12s", "small.12d"})
    run.files[name] = title;
  for (const double T : {10.0, 5.0}) {
    for (int i = 0; i < 6; ++i) {
      const std::complex<double> X = std::polar(2.0 + i, 15.0 * i * kSmallDegree);
      const std::string place = fmt::format("  {:.6E}  0.000000E+00     {}", T, i + 1);
      run.files["small.2"] += place + polar_and_parts(X);
      run.files["small.3fk"] += place + polar_and_parts(0.6 * X);
      run.files["small.3sc"] += place + polar_and_parts(0.4 * X);
      for (const char* drift : {"small.7", "small.8", "small.9"})
        run.files[drift] += fmt::format("  {:.6E}  0.000000E+00  0.000000E+00     {}", T, i + 1) +
                            polar_and_parts(std::polar(0.1 * i, 180.0 * kSmallDegree));
    }
  }
  for (int i = 0; i < 6; ++i) {
    for (const auto& [first, second, degrees] : {std::array{5.0, 5.0, 0.0}, {5.0, 10.0, 30.0}, {10.0, 10.0, 0.0}}) {
      for (const char* table : {"small.12s", "small.12d"})
        run.files[table] += fmt::format("  {:.6E}  {:.6E}  0.000000E+00  0.000000E+00     {}", first, second, i + 1) +
                            polar_and_parts(std::polar(1.0 + i, degrees * kSmallDegree));
    }
  }
  return run;
}

/// Seven dofs: a generalised mode with its mass.
inline SmallRun small_wamit_modes() {
  SmallRun run = small_wamit_of(7);
  run.files["small.cfg"] = "! made up\nIALTFRC = 2\nNEWMDS(1) = 1\n";
  run.files["small.mmx"] = small_mmx(7);
  return run;
}

/// Both parts of the excitation, the sum-frequency QTF.
inline SmallRun small_nemoh_accompanied() {
  SmallRun run = small_nemoh();
  const std::string names = run.files["Results/ExcitationForce.tec"];
  const std::string head = names.substr(0, names.find("Zone"));
  for (const auto& [name, part] : {std::pair{"FKForce.tec", 0.6}, std::pair{"DiffractionForce.tec", 0.4}}) {
    std::string& text = run.files[std::string("Results/") + name];
    text = head + "Zone t=\"Force - beta =   0.000 deg\",I=     2,F=POINT\n";
    for (int k = 0; k < 2; ++k) {
      text += fmt::format("  {:.7E}", 0.5 + 0.5 * k);
      for (int i = 0; i < 6; ++i) text += fmt::format(" {:.7E} {:.7E}", part * (1e4 + i), -0.1 * i);
      text += "\n";
    }
  }
  run.files["Results/QTF/OUT_QTFP_N_0.dat"] = run.files["Results/QTF/OUT_QTFM_N_0.dat"];
  return run;
}

/// The stiffness again, over rho g.
inline SmallRun small_hams_accompanied() {
  SmallRun run = small_hams();
  constexpr double kDensity = 1025.0, kGravity = 9.80665;
  std::string& stiffness = run.files["Output/Wamit_format/Buoy.hst"];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j)
      stiffness += fmt::format("     {}     {}   {:.6E}\n", i + 1, j + 1,
                               i == j && i > 1 && i < 5 ? 2e4 / (kDensity * kGravity) : 0.0);
  }
  return run;
}

/// AQWA's listing of the body of small_aqwa.
inline std::string small_listing() {
  std::string text =
      "  WATER  DEPTH  . . . . . . . =     30.0000\n  DENSITY  OF  WATER  . . . . =    1025.000\n  ACCELERATION  DUE  "
      "TO GRAVITY . . . =       9.810\n1\n";
  const std::string title =
      "   * * * * H Y D R O D Y N A M I C   P A R A M E T E R S   F O R   S T R U C T U R E   1 * * * *\n";
  text += title +
          "   STRUCTURE C.O.G.            GX=    0.1000  GY=    0.0000  GZ=   -1.0000\n   MESH BASED DISPLACEMENT  . . "
          ". =   1.00000E+01\n"
          "   POSITION OF THE CENTRE OF BUOYANCY      BX =        0.0000\n     BY =        0.0000\n     BZ =       "
          "-0.9000\n"
          "   HEAVE( Z) =    2.0140E+03   0.0E+00   0.0E+00   0.0E+00\n   ROLL (RX) =    0.0E+00   2.0210E+03   "
          "0.0E+00   0.0E+00\n   PITCH(RY) =    0.0E+00   0.0E+00   2.0280E+03   0.0E+00\n1\n";
  for (int k = 0; k < 2; ++k) {
    const double w = 0.5 + 0.5 * k;
    text += title + fmt::format("   WAVE PERIOD = {:.3f}   WAVE FREQUENCY =  {:.4f}\n", 6.283 / w, w);
    for (const auto& [name, scale] : {std::pair{"ADDED  MASS", 1e3}, std::pair{"DAMPING", 1e2}}) {
      text += fmt::format(
          "    {}\n    -----------\n\n     X            Y             Z            RX            RY            RZ\n",
          name);
      const char* const rows[] = {"X", "Y", "Z", "RX", "RY", "RZ"};
      for (int i = 0; i < 6; ++i) {
        text += fmt::format("   {}   ", rows[i]);
        for (int j = 0; j < 6; ++j) text += fmt::format("   {:.4E}", scale * made_up(i, j, k));
        text += "\n\n";
      }
    }
    text += "1\n";
  }
  constexpr std::array<double, 6> kModulus = {1e4, 20.0, 3e4, 400.0, 5e3, 6.0},
                                  kPhase = {-90.0, 0.0, 0.1, 0.2, -89.0, 0.3};
  for (const auto& [name, part] : {std::pair{"DIFFRACTION FORCES", 0.4}, std::pair{"FROUDE KRYLOV FORCES", 0.6},
                                   std::pair{"FROUDE KRYLOV + DIFFRACTION FORCES", 1.0}}) {
    text += title + fmt::format("    {}-VARIATION WITH WAVE PERIOD/FREQUENCY\n   -----\n\n", name);
    for (const char* heading : {"   0.00", " 180.00"}) {
      for (int k = 0; k < 2; ++k) {
        const double w = 0.5 + 0.5 * k;
        text += fmt::format("  {:.2f}   {:.3f}  {}", 6.283 / w, w, k == 0 ? heading : "       ");
        for (std::size_t i = 0; i < 6; ++i) text += fmt::format("  {:.2E}   {:.2f}", part * kModulus[i], kPhase[i]);
        text += "\n";
      }
    }
    text += "1\n";
  }
  return text;
}

inline SmallRun small_aqwa_accompanied() {
  SmallRun run = small_aqwa();
  run.files["small.LIS"] = small_listing();
  return run;
}

/// AQWA's .QTF of one structure, two headings and two frequencies.
inline std::string small_qtf() {
  std::string text = "AQTF-2.0 :\n  1  2   2      0.00000   180.00000\n              0.5000000   1.0000000\n";
  for (int h = 1; h <= 2; ++h) {
    for (int i = 1; i <= 2; ++i) {
      for (int j = 1; j <= 2; ++j) {
        text += fmt::format("  1  {}   {}   {}", h, i, j);
        for (int row = 0; row < 4; ++row) {
          for (int d = 0; d < 6; ++d) text += fmt::format("  {:.4E}", row == 1 ? 10.0 * (i - j) : 10.0 * (i + j) + d);
          text += "\n";
        }
      }
    }
  }
  return text;
}

}  // namespace swell_test
