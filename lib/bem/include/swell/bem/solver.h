/// The integral equation for the potential on the wetted surface, by Green's second identity.
///
///   c phi(x) - int phi(y) dG/dn(x, y) dS = - int G V dS    radiation, phi_n = V
///   c psi(x) - int psi(y) dG/dn(x, y) dS = 4 pi psi_I(x)   diffraction, psi_n = 0, psi_I the incident wave
///
/// c = 2 pi at the nodes. At points inside the bodies on the still water c = 0; as additional rows, solved by least
/// squares, these identities remove irregular frequencies [Schenck1968]. Factor exp(+i omega t). Theory, accuracy and
/// cost: docs/theory/boundary-elements.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/bem/green_function.h"
#include "swell/bem/surface.h"
#include "swell/bem/symmetry.h"

namespace swell::bem {

/// Called with the completed fraction (0 to 1).
using Progress = std::function<void(double, const std::string&)>;

/// Points on the waterplanes inside the bodies, sufficient to remove irregular frequencies up to wavenumber `K`.
Eigen::Matrix3Xd interior_points(const Surface& surface, const Symmetry& symmetry, double K);

/// Frequency-independent part: integrals of 1/r and its images, and places where the free-surface part is singular.
class Influence {
 public:
  /// @param interior  further targets, on z = 0   @param depth  [m], absent: infinite   @param velocities  n x modes:
  ///   normal velocity of every mode at every node
  Influence(const Surface& surface, const Symmetry& symmetry, const Eigen::Matrix3Xd& interior,
            std::optional<double> depth, MatrixX velocities, int threads, const Progress& progress = {});

  Eigen::Index unknowns() const noexcept { return symmetry_.orbits(); }  ///< of one part
  Eigen::Index rows() const noexcept { return targets_.cols(); }
  const MatrixX& velocities() const noexcept { return velocities_; }
  const Surface& surface() const noexcept { return surface_; }
  double reach() const noexcept { return reach_; }    ///< greatest horizontal distance [m]
  double lowest() const noexcept { return lowest_; }  ///< [m]

  /// Potentials at the nodes, n x (modes + headings): radiation per unit velocity, then total diffraction potential per
  /// unit amplitude of e^{k z - i k (x cos b + y sin b)} (its finite-depth form with a bottom). Around bodies of
  /// revolution only the parts of order 0 and 1 in the azimuth are computed, which cause the forces.
  /// @param headings  [rad]   @param use_interior  the further targets are points inside the bodies and become rows
  /// @param iterative_above  number of unknowns of a system above which it is solved by iteration
  /// @throws SimulationError when the system is singular
  Eigen::MatrixXcd solve(const GreenFunction& G, const std::vector<double>& headings, int threads,
                         Eigen::Index iterative_above, bool use_interior = true) const;
  /// Potentials at the further targets, which must be in the water; columns as in `potentials` from solve(). Without
  /// symmetry only.
  Eigen::MatrixXcd at_targets(const GreenFunction& G, const Eigen::MatrixXcd& potentials,
                              const std::vector<double>& headings) const;
  /// Matrix and radiation right-hand sides as in solve(). Without symmetry only.
  void system(const GreenFunction& G, Eigen::MatrixXcd& A, Eigen::MatrixXcd& b) const;
  Vector3 target(Eigen::Index row) const { return targets_.col(row); }

 private:
  struct Correction {  // of the logarithm's plain quadrature: one target, nodes of one element
    int target = 0, element = 0;
    std::size_t at = 0;  // into corrections_: singles, then doubles
  };
  // A right-hand side of a part: mode, its amplitudes per orbit, and what a unit amplitude is at the nodes.
  struct Column {
    Eigen::Index mode = 0;
    VectorX velocity;
    bool is_sine = false;  // of a body of revolution: a_r sin instead of a_r cos
  };
  struct Part {
    MatrixX direct, image;              // double layers, rows x orbits
    MatrixX direct_right, image_right;  // single layers times velocities, rows x columns
    std::vector<Column> columns;
    VectorX p_target, q_target, p_wave;  // p (and q) at the targets, at those of the wave part
  };
  struct System {
    Eigen::MatrixXcd A, b;
  };
  void fill(const GreenFunction& G, Eigen::Index from, Eigen::Index to, std::vector<System>& systems) const;
  void incident_right(const GreenFunction& G, std::size_t part, double heading, Eigen::Ref<Eigen::VectorXcd> cosine,
                      Eigen::VectorXcd* sine) const;
  void add_columns(std::size_t part);
  bool in_chamber(Eigen::Index orbit) const {
    return surface_.chamber[static_cast<std::size_t>(symmetry_.target[static_cast<std::size_t>(orbit)])] >= 0;
  }
  Eigen::VectorXcd expanded(std::size_t part, const Eigen::Ref<const Eigen::VectorXcd>& a, bool sine) const;

  const Surface& surface_;
  Symmetry symmetry_;
  std::optional<double> depth_;
  MatrixX velocities_;
  Eigen::Matrix3Xd targets_, wave_targets_;
  std::vector<Part> parts_;
  std::vector<Correction> correction_;
  std::vector<double> corrections_;
  double reach_ = 0.0, lowest_ = -1.0;
  double same_ = 0.0;  // smallest distance for the wave part [m]: the image of a chamber node coincides with the node
};

/// Potential of the incident wave of unit amplitude at a point.
std::complex<double> incident_at(const GreenFunction& G, double heading, const Vector3& x);
/// The same at the nodes, with its normal derivative.
void incident(const Surface& surface, const GreenFunction& G, double heading, Eigen::VectorXcd& psi,
              Eigen::VectorXcd& psi_n);

/// Runs work(i) for i = 0 .. count - 1 on `threads` threads; rethrows the first exception.
void in_parallel(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace swell::bem
