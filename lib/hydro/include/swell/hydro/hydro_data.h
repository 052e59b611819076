/// HydroData: hydrodynamic coefficients of one or several bodies as every BEM code gives them and every part of Swell
/// reads them. Plain data, free of file quirks: one normalisation, one phase convention, one order.
///
/// Normalisation (the one of BEMIO's H5, without density and gravity so that one set serves any fluid):
///   added mass / rho, damping / (rho omega), excitation and mean drift / (rho g), stiffness / (rho g).
/// Phase: lead, factor exp(+i omega t): F(t) = Re{ X a exp(i omega t) } for the elevation a cos(omega t) at the origin.
/// Reference point of every row and column: the body's cg in world-parallel axes at the design pose.
/// Rows of a body: surge sway heave roll pitch yaw, then its generalised modes; columns: those of all bodies in order.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/vector.h"

namespace swell::hydro {

/// One quantity per frequency: values[k] belongs to omega[k] of the HydroData.
using MatrixPerFrequency = std::vector<MatrixX>;

/// What a reader does with coefficients over frequency that are no numbers: refuse them, or hand them to those who
/// repair.
enum class NonFinite { refuse, keep };

/// State-space realisation of the radiation memory, entry-wise as BEMIO stores it: F = rho * C x, x' = A x + B v.
struct EntryStateSpace {
  MatrixX A;  ///< order x order [1/s]
  VectorX B;  ///< order
  VectorX C;  ///< order, / rho
  double D = 0.0;
  /// C exp(A k step) B for k = 0 .. count - 1, / rho; zeros when there are no states.
  VectorX kernel(double step, Eigen::Index count) const;
};

/// Second-order force of one body and dof: sum or difference frequency table over pairs of periods and headings.
struct QtfEntry {
  double period_i = 0.0, period_j = 0.0;    ///< [s]
  double heading_i = 0.0, heading_j = 0.0;  ///< [deg]
  std::complex<double> value;               ///< / (rho g), lead convention, per metre squared of amplitude
};

struct HydroBody {
  std::string name;
  int dof = 6;                                  ///< 6 + number of generalised modes
  Vector3 cg = Vector3::Zero();                 ///< [m] world, design pose
  bool moments_about_cg = true;                 ///< false: the BEM run took another point, as a note says
  Vector3 cb = Vector3::Zero();                 ///< [m] world, design pose
  double displaced_volume = 0.0;                ///< [m^3]
  std::optional<Vector3> displaced_volume_xyz;  ///< [m^3] the three integrals where the code gives them
  MatrixX restoring_stiffness;                  ///< dof x dof, / (rho g)

  MatrixPerFrequency added_mass;               ///< nw of dof x total_dof, / rho
  MatrixPerFrequency radiation_damping;        ///< nw of dof x total_dof, / (rho omega)
  std::optional<MatrixX> added_mass_infinite;  ///< dof x total_dof, / rho
  std::optional<MatrixX> added_mass_zero;      ///< dof x total_dof, / rho

  /// [direction][frequency] of dof, / (rho g)
  std::vector<std::vector<Eigen::VectorXcd>> excitation, froude_krylov, scattering;

  /// Mean drift [direction][frequency] of dof, / (rho g); empty where the code gives none.
  std::vector<std::vector<VectorX>> mean_drift_control_surface, mean_drift_momentum, mean_drift_pressure;

  /// [rad/s] frequencies of the integrals behind the kernels, where they were made here or the file says.
  std::vector<double> radiation_irf_omega, excitation_irf_omega;
  std::vector<double> radiation_irf_time;            ///< [s] uniform from 0
  std::vector<MatrixX> radiation_irf;                ///< nt of dof x total_dof, K / rho
  std::vector<double> excitation_irf_time;           ///< [s] uniform, symmetric about 0
  std::vector<std::vector<VectorX>> excitation_irf;  ///< [direction][time] of dof, f / (rho g)

  /// [row][column] entry-wise realisation; empty when the file has none.
  std::vector<std::vector<EntryStateSpace>> radiation_state_space;

  /// [dof] lists, empty where the code gives none.
  std::vector<std::vector<QtfEntry>> qtf_sum, qtf_difference;

  MatrixX generalised_mass, generalised_stiffness, generalised_damping;  ///< of the modes beyond 6 (may be empty)
  /// The same of the whole body, dof x dof and dimensional, as it was given to the BEM run; empty where it was not.
  MatrixX external_mass, external_stiffness, external_damping;

  // Where modes stand as bodies of their own (modes_as_bodies.h).
  int mode_of = -1;            ///< the body of the data whose mode this is; below 0: none
  std::vector<int> modes;      ///< the bodies of the data that are this one's modes, in their order
  MatrixX restoring_of_modes;  ///< / (rho g), (6 + n)^2: with the rows and columns of the modes; empty without any
};

struct HydroData {
  std::string file;                   ///< where it came from
  std::string code;                   ///< WAMIT, NEMOH, ... as the file says
  std::vector<double> omega;          ///< [rad/s] ascending, finite and above 0
  std::vector<double> direction;      ///< [deg] ascending
  std::optional<double> water_depth;  ///< [m]; absent: infinite
  std::optional<double> gravity;      ///< [m/s^2] of the BEM run, where it says
  std::optional<double> density;      ///< [kg/m^3] of the BEM run, where it says
  std::vector<HydroBody> bodies;
  std::vector<std::string> notes;  ///< what the reader chose or repaired, for the user

  int total_dof() const;                  ///< sum over bodies
  int first_dof(std::size_t body) const;  ///< column of the body's surge
};

}  // namespace swell::hydro
