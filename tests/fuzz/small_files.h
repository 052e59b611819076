/// Tiny results of every BEM code, made up by us: seeds of the fuzzers and subjects of the damage tests.
#pragma once

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>

namespace swell_test {

/// File name (with folders) -> text; the first is the one to open.
struct SmallRun {
  std::string main;
  std::map<std::string, std::string> files;
};

/// A(i, j) of the made-up body at frequency index k: diagonal dominant, nothing special.
inline double made_up(int i, int j, int k) { return (i == j ? 10.0 : 0.1 * (i + 1) + 0.01 * (j + 1)) + 0.5 * k; }

/// Wavenumber of the period in water of 30 m, to machine precision.
inline double small_wavenumber(double period) {
  const double deep = std::pow(2.0 * 3.141592653589793 / period, 2) / 9.81;
  double k = deep;
  for (int n = 0; n < 50; ++n) {
    const double t = std::tanh(30.0 * k);
    k -= (k * t - deep) / (t + 30.0 * k * (1.0 - t * t));
  }
  return k;
}

/// `dofs` beyond six are generalised modes, which WAMIT says in a .cfg.
inline SmallRun small_wamit_of(int dofs) {
  SmallRun run;
  run.main = "small.out";
  std::string out =
      " WAMIT  Version 7.2\n Input from Geometric Data File:         buoy.gdf\n A made-up buoy\n\n"
      " Input from Potential Control File:      small.pot\n"
      "   Period       Time           RAD      DIFF  (max iterations)\n";
  for (const double T : {-1.0, 0.0, 10.0, 5.0}) out += fmt::format(" {:9.4f}    12:00:00          -1      -1\n", T);
  out +=
      "\n Gravity:     9.81000                Length scale:        1.00000\n Water depth:        30.00000      Water "
      "density:     1025.00000\n"
      " XBODY =    0.0000 YBODY =    0.0000 ZBODY =   -1.0000 PHIBODY =   0.0\n"
      " Volumes (VOLX,VOLY,VOLZ):           10.0000      10.1000      10.2000\n"
      " Center of Buoyancy (Xb,Yb,Zb):     0.000000     0.000000     0.100000\n"
      " Hydrostatic and gravitational restoring coefficients:\n"
      " C(3,3),C(3,4),C(3,5):   20.000       0.0000       0.0000\n"
      " C(4,4),C(4,5),C(4,6):                30.000       0.0000       0.0000\n"
      "        C(5,5),C(5,6):                             30.000       0.0000\n"
      " Center of Gravity  (Xg,Yg,Zg):     0.000000     0.000000     0.000000\n";
  std::string one, three;
  for (int k = -2; k < 2; ++k) {
    out += " ************************************************************************\n\n";
    const double T = k == 0 ? 10.0 : 5.0;
    const double column = k == -2 ? -1.0 : k == -1 ? 0.0 : T;
    if (k == -2)
      out += " Wave period = infinite                                 Wavenumber = zero\n";
    else if (k == -1)
      out += " Wave period = zero                                 Wavenumber = infinite\n";
    else
      out += fmt::format(" Wave period (sec) =  {:.6E}        Wavenumber (kL) =  {:.6E}\n", T, small_wavenumber(T));
    out += k < 0 ? "    ADDED-MASS COEFFICIENTS\n     I     J         A(I,J)\n\n"
                 : "    ADDED-MASS AND DAMPING COEFFICIENTS\n     I     J         A(I,J)         B(I,J)\n\n";
    for (int i = 0; i < dofs; ++i) {
      for (int j = 0; j < dofs; ++j) {
        out += fmt::format("     {}     {}   {:.6E}", i + 1, j + 1, made_up(i, j, k));
        one += fmt::format(" {:.6E}     {}     {}  {:.6E}", column, i + 1, j + 1, made_up(i, j, k));
        if (k >= 0) {
          out += fmt::format("   {:.6E}", 0.1 * made_up(i, j, k));
          one += fmt::format("  {:.6E}", 0.1 * made_up(i, j, k));
        }
        out += "\n";
        one += "\n";
      }
    }
    if (k < 0) continue;
    out +=
        "\n\n    DIFFRACTION EXCITING FORCES AND MOMENTS\n\n  Wave Heading (deg) :      0\n\n     I     Mod[Xh(I)]     "
        "Pha[Xh(I)]\n\n";
    for (int i = 0; i < dofs; ++i) {
      out += fmt::format("     {}   {:.6E}            {}\n", i + 1, 2.0 + i, 15 * i);
      three += fmt::format("  {:.6E}  0.000000E+00     {}  {:.6E}  {:.6E}  {:.6E}  {:.6E}\n", T, i + 1, 2.0 + i,
                           15.0 * i, (2.0 + i) * std::cos(15.0 * i * 0.017453292519943295),
                           (2.0 + i) * std::sin(15.0 * i * 0.017453292519943295));
    }
    out +=
        "\n SURGE, SWAY, HEAVE, ROLL, PITCH & YAW DRIFT FORCES (Pressure Integration)\n\n  Wave Heading (deg) :      0 "
        "        0\n\n"
        "     I      Mod[F(I)]    Pha[F(I)]      Mod[F(I)]    Pha[F(I)]\n\n";
    for (int i = 0; i < dofs; ++i) out += fmt::format("     {}    {:.5E}          180\n", i + 1, 0.1 * i);
  }
  run.files[run.main] = out;
  run.files["small.1"] = one;
  run.files["small.3"] = three;
  std::string hst;
  for (int i = 0; i < dofs; ++i) {
    for (int j = 0; j < dofs; ++j)
      hst += fmt::format("     {}     {}   {:.6E}\n", i + 1, j + 1,
                         i != j || i < 2 || i > 4 ? 0.0
                         : i == 2                 ? 20.0
                                                  : 30.0);
  }
  run.files["small.hst"] = " WAMIT -- Force Output File -- small.hst\n" + hst;
  return run;
}

inline SmallRun small_wamit() { return small_wamit_of(6); }

inline SmallRun small_nemoh() {
  SmallRun run;
  run.main = "Nemoh.cal";
  std::string dofs;
  for (int i = 0; i < 6; ++i)
    dofs += fmt::format("{} {}. {}. {}. 0. 0. -1.\t\t! dof\n", i < 3 ? 1 : 2, i % 3 == 0 ? 1 : 0, i % 3 == 1 ? 1 : 0,
                        i % 3 == 2 ? 1 : 0);
  run.files[run.main] =
      "--- Environment ---\n1025.0\t! RHO ! KG/M**3 ! Fluid specific volume\n9.81\t! G ! M/S**2 ! Gravity\n30.\t! "
      "DEPTH ! M ! Water depth\n"
      "0. 0.\t! XEFF YEFF ! M ! Wave measurement point\n--- Bodies ---\n1\t! Number of bodies\n--- Body 1 "
      "---\nmesh\\buoy.dat\t! Name of mesh file\n10 10\t! Number of points\n"
      "6\t! Number of degrees of freedom\n" +
      dofs + "6\t! Number of resulting generalised forces\n" + dofs +
      "0\t! Number of lines of additional information\n--- Load cases ---\n"
      "1 2 0.5 1.0\t! Number of wave frequencies, Min, and Max (rad/s)\n1 0. 0.\t! Number of wave directions, Min and "
      "Max (degrees)\n---QTF---\n1\t! QTF flag, 1 is calculated\n"
      "2 0.5 1.0\t! Number of radial frequencies, Min, and Max values for the QTF computation\n";
  std::string names;
  for (int i = 0; i < 6; ++i) names += fmt::format("\"A   1   {}\" \"B   1   {}\"\n", i + 1, i + 1);
  std::string radiation = "VARIABLES=\"w (rad/s)\"\n" + names, force = "VARIABLES=\"w (rad/s)\"\n" + names;
  for (int j = 0; j < 6; ++j) {
    radiation += fmt::format("Zone t=\"Motion of body    1 in DoF   {}\",I=     2,F=POINT\n", j + 1);
    for (int k = 0; k < 2; ++k) {
      radiation += fmt::format("  {:.7E}", 0.5 + 0.5 * k);
      for (int i = 0; i < 6; ++i)
        radiation += fmt::format(" {:.7E} {:.7E}", 1e3 * made_up(i, j, k), 1e2 * made_up(i, j, k));
      radiation += "\n";
    }
  }
  force += "Zone t=\"Excitation force - beta =   0.000 deg\",I=     2,F=POINT\n";
  for (int k = 0; k < 2; ++k) {
    force += fmt::format("  {:.7E}", 0.5 + 0.5 * k);
    for (int i = 0; i < 6; ++i) force += fmt::format(" {:.7E} {:.7E}", 1e4 + i, -0.1 * i);
    force += "\n";
  }
  run.files["Results/RadiationCoefficients.tec"] = radiation;
  run.files["Results/ExcitationForce.tec"] = force;
  run.files["Mesh/Hydrostatics.dat"] =
      " XF =   0.000 - XG =   0.000\n YF =   0.000 - YG =   0.000\n ZF =  -0.900 - ZG =  -1.000\n Displacement =  "
      "0.1000000E+02\n Waterplane area =  0.1989011E+02\n";
  std::string stiffness;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) stiffness += fmt::format("  {:.7E}", i == j && i > 1 && i < 5 ? 2e5 : 0.0);
    stiffness += "\n";
  }
  run.files["Mesh/KH.dat"] = stiffness;
  std::string& second_order = run.files["Results/QTF/OUT_QTFM_N_0.dat"];
  second_order =
      "      w1[rad/s]       w2[rad/s] beta1[deg] beta2[deg] DOF MOD(QTF)/rho/g PHASE(QTF)[deg] Re(QTF)/rho/g "
      "Im(QTF)/rho/g\n";
  for (int dof = 1; dof <= 6; ++dof) {
    for (const auto& [first, second, phase] : {std::array{0.5, 0.5, 0.0}, {1.0, 0.5, 30.0}, {1.0, 1.0, 0.0}}) {
      second_order += fmt::format(
          "       {:.3f}        {:.3f}        0.000        0.000  {}  0.1000E+01  {:.4E}  {:.4E}  {:.4E}\n", first,
          second, dof, phase, std::cos(phase * 0.017453292519943295), std::sin(phase * 0.017453292519943295));
    }
  }
  return run;
}

inline SmallRun small_aqwa() {
  SmallRun run;
  run.main = "small.AH1";
  std::string text =
      "* AQWA, IF LHFR OPTION IS ON\n*\n  1  2   2      0.00000   180.00000\n              0.5000000   "
      "1.0000000\nGENERAL\n  1              30.000    1025.000       9.810     0     0\n"
      "COG\n  1               0.100       0.000      -1.000\nDRAFT\n  1               2.000\nCOB\n  1               "
      "0.000       0.000      -0.900\nDISPLACEMENT\n  1          1.0000E+01\n";
  const auto matrix = [](const std::string& head, double scale, int k) {
    std::string rows;
    for (int i = 0; i < 6; ++i) {
      rows += i == 0 ? head : "           ";
      for (int j = 0; j < 6; ++j) rows += fmt::format("  {:.4E}", scale * made_up(i, j, k));
      rows += "\n";
    }
    return rows;
  };
  text += "HYDSTIFFNESS\n  1        ";
  for (int i = 0; i < 36; ++i)
    text += fmt::format("  {:.4E}{}", i == 14 || i == 21 || i == 28 ? 2e3 + i : 0.0, i % 6 == 5 ? "\n" : "");
  text += "ADDEDMASS\n" + matrix("  1  1   1", 1e3, 0) + matrix("  1  1   2", 1e3, 1) + "DAMPING\n" +
          matrix("  1  1   1", 1e2, 0) + matrix("  1  1   2", 1e2, 1) + "ADDEDMASS_HF\n" +
          matrix("  1  1    ", 900.0, 0) + "FORCERAO\n";
  for (int h = 1; h <= 2; ++h) {
    for (int k = 1; k <= 2; ++k)
      text += fmt::format(
          "  1  {}   {}  1.0E+04  2.0E+01  3.0E+04  4.0E+02  5.0E+03  6.0E+00\n              -90.00  0.00  0.10  0.20  "
          "-89.00  0.30\n",
          h, k);
  }
  run.files[run.main] = text;
  return run;
}

inline SmallRun small_hams() {
  SmallRun run;
  run.main = "Input/ControlFile.in";
  run.files[run.main] =
      "   ---HAMS Control file---\n   Waterdepth  10.D0    (a negative value denotes the infinite depth)\n    "
      "Input_frequency_type        1\n    Output_frequency_type       4\n"
      "    0_inf_frequency_limits      1\n    Number_of_frequencies       2\n    Number_of_headings          1\n"
      "    Reference_body_center       0.000       0.000       0.000\n";
  std::string zero, stiff;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      zero += "   0.10000E+01";
      stiff += i == j && i > 1 && i < 5 ? "   0.20000E+05" : "   0.00000E+00";
    }
    zero += "\n";
    stiff += "\n";
  }
  run.files["Input/Hydrostatic.in"] = " Center of Gravity:\n  0.0E+00  0.0E+00  0.0E+00\n Body Mass Matrix:\n" + zero +
                                      " Hydrostatic Restoring Matrix:\n" + stiff;
  std::string one, three;
  for (int k = -2; k < 2; ++k) {
    const double column = k == -2 ? -1.0 : k == -1 ? 0.0 : 6.0 - 2.0 * k;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j)
        one += fmt::format(" {:.6E}     {}     {}  {:.6E}{}\n", column, i + 1, j + 1, made_up(i, j, k),
                           k < 0 ? "" : fmt::format("  {:.6E}", 0.1 * made_up(i, j, k)));
      if (k >= 0)
        three += fmt::format("  {:.6E}  0.000000E+00     {}  {:.6E}  {:.6E}  {:.6E}  {:.6E}\n", column, i + 1,
                             std::hypot(1.0 + i, 0.5), std::atan2(0.5, 1.0 + i) * 57.29577951308232, 1.0 + i, 0.5);
    }
  }
  run.files["Output/Wamit_format/Buoy.1"] = one;
  run.files["Output/Wamit_format/Buoy.3"] = three;
  return run;
}

inline void write_run(const SmallRun& run, const std::filesystem::path& folder) {
  for (const auto& [name, text] : run.files) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }
}

}  // namespace swell_test
