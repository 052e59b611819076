/// One set of made-up coefficients, and files of it as programs write them: by the programs' own conventions, worked
/// out here apart from the readers.
#pragma once

#include <fmt/format.h>
#include <matio.h>

#include <cmath>
#include <complex>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "swell/base/vector.h"
#include "swell/waves/dispersion.h"
#include "swell_test/workbook.h"

namespace swell_test {

using swell::kDegree, swell::kPi, swell::Matrix3, swell::Matrix6, swell::MatrixX, swell::Vector3, swell::VectorX;
namespace waves = swell::waves;
using Complex = std::complex<double>;

// SI, about the centres of gravity, phases leading the crest at the origin. Waves short enough for no test of phases.
struct Truth {
  double density = 1025.0, gravity = 9.81, depth = 60.0;
  std::vector<double> omega{2.0, 3.0, 4.5}, direction{-30.0, 0.0, 40.0};
  std::vector<Vector3> cg, cb;
  std::vector<double> volume;
  std::vector<Matrix6> stiffness;
  std::vector<MatrixX> A, B;
  MatrixX A_infinite;
  std::vector<std::vector<Eigen::VectorXcd>> X;
  int n = 0;

  explicit Truth(std::size_t bodies, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    n = static_cast<int>(6 * bodies);
    for (std::size_t b = 0; b < bodies; ++b) {
      cg.emplace_back(20.0 * static_cast<double>(b) + number(random), number(random), -3.0 + number(random));
      cb.push_back(cg[b] + Vector3(0.0, 0.0, number(random)));
      volume.push_back(900.0 + 100.0 * number(random));
      Matrix6 C = Matrix6::Zero();
      C(2, 2) = 4e6;
      C(3, 3) = 5e7 + 1e7 * number(random);
      C(4, 4) = 6e7;
      C(2, 4) = C(4, 2) = 3e5 * number(random);
      stiffness.push_back(C);
    }
    const auto square = [&](double size) {
      MatrixX M = MatrixX::NullaryExpr(n, n, [&] { return number(random); });
      return MatrixX(size * (M + M.transpose() + 4.0 * MatrixX::Identity(n, n)));
    };
    for (std::size_t k = 0; k < omega.size(); ++k) {
      A.push_back(square(1e6));
      B.push_back(square(5e5));
    }
    A_infinite = square(1e6);
    X.assign(direction.size(), {});
    for (auto& row : X) {
      for (std::size_t k = 0; k < omega.size(); ++k)
        row.push_back(1e6 * Eigen::VectorXcd::NullaryExpr(n, [&] { return Complex(number(random), number(random)); }));
    }
  }
  double wave(std::size_t k, bool deep) const {
    return waves::wavenumber(omega[k], deep ? std::nullopt : std::optional(depth), gravity);
  }
};

inline std::string text(double v) { return fmt::format("{:.16e}", v); }

inline std::string hdb(const Truth& t, bool degrees = false) {
  std::string out = " [SOFT] AQUA+\n [FORWARD_SPEED]   0.00\n [HYDRO_PARA]  Y\n [List_calculated_periods]\n";
  const auto period = [&](std::size_t k) { return text(2.0 * kPi / t.omega[k]) + " "; };
  for (std::size_t k = 0; k < t.omega.size(); ++k) out += period(k) + "\n";
  out += " [List_calculated_headings]\n";
  for (const double b : t.direction) out += text(b) + "\n";
  out += fmt::format(" [STRUCTURES_NUMBER] {}\n", t.cg.size());
  const auto lines = [&](const std::vector<MatrixX>& M, int row, int column, const char* name) {
    for (int i = 0; i < 6; ++i) {
      out += fmt::format("[{}_{}]\n", name, i + 1);
      for (std::size_t k = 0; k < t.omega.size(); ++k) {
        out += period(k);
        for (int j = 0; j < 6; ++j) out += text(M[k](row + i, column + j)) + " ";
        out += "\n";
      }
    }
  };
  for (std::size_t b = 0; b < t.cg.size(); ++b) {
    const int first = static_cast<int>(6 * b);
    out += fmt::format("[STRUCTURE_{:02}] hull{}\n[UNDERWATER_VOLUME] {}\n", b + 1, b + 1, text(t.volume[b]));
    for (const auto& [name, p] : {std::pair{"BUOYANCY", t.cb[b]}, std::pair{"GRAVITY", t.cg[b]}})
      out += fmt::format("[CENTER_OF_{}] {} {} {}\n", name, text(p.x()), text(p.y()), text(p.z()));
    out += "[Hydrostatic_matrix]\n";
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) out += text(t.stiffness[b](i, j)) + " ";
      out += "\n";
    }
    out += "[EXCITATION_FORCES_AND_MOMENTS]\n";
    for (const bool phase : {false, true}) {
      for (std::size_t h = 0; h < t.direction.size(); ++h) {
        out += fmt::format("[INCIDENCE_EFM_{}_{:03}] {}\n", phase ? "PH" : "MOD", h + 1, text(t.direction[h]));
        for (std::size_t k = 0; k < t.omega.size(); ++k) {
          out += period(k);
          for (int i = 0; i < 6; ++i) {
            // F(t) = |X| cos(w t + arg X) = |X| sin(w t - phase'), so the lag behind sin is -arg X - 90 degrees.
            const Complex X = t.X[h][k][first + i];
            out += text(phase ? std::remainder(-std::arg(X) - 0.5 * kPi, 2.0 * kPi) / (degrees ? kDegree : 1.0)
                              : std::abs(X)) +
                   " ";
          }
          out += "\n";
        }
      }
    }
    out += "[RAO]\n[INCIDENCE_RAO_MOD_001] 0.0\n 1.0 2.0\n[Added_mass_Radiation_Damping]\n";
    lines(t.A, first, first, "ADDED_MASS_LINE");
    lines(t.B, first, first, "DAMPING_TERM");
  }
  for (std::size_t b = 0; b < t.cg.size(); ++b) {
    for (std::size_t c = 0; c < t.cg.size(); ++c) {
      if (b == c) continue;
      out += fmt::format(
          "[HYDRODYNAMIC_COUPLING_BETWEEN_STRUCTURES] hull{}{}[ON] hull{}\n[Coupled_Added_mass_Radiation_Damping]\n",
          c + 1, b < c ? "\n" : " ", b + 1);
      lines(t.A, static_cast<int>(6 * b), static_cast<int>(6 * c), "ADDED_MASS_LINE");
      lines(t.B, static_cast<int>(6 * b), static_cast<int>(6 * c), "DAMPING_TERM");
    }
  }
  return out;
}

struct OrcaStyle {
  const char* name;
  double length, mass, force;  // units in SI
  std::string units;
  const char* waves;
  bool leads, radians, group;
  const char* relative;
  double instant;  // phase by which that instant is ahead of the crest
  int reversed;    // motions counted the other way, as bits
};

inline void PrintTo(const OrcaStyle& style, std::ostream* out) { *out << style.name; }

inline std::string orcaflex(const Truth& t, const OrcaStyle& s) {
  const double L = s.length;
  const auto frequency = [&](double w) {
    return text(std::string(s.waves) == "period (s)"       ? 2.0 * kPi / w
                : std::string(s.waves) == "frequency (Hz)" ? w / (2.0 * kPi)
                                                           : w);
  };
  const auto sign = [&](int i) { return (s.reversed >> i & 1) != 0 ? -1.0 : 1.0; };
  const auto list = [](const auto& values) {
    std::string out = "[";
    for (Eigen::Index i = 0; i < values.size(); ++i) out += (i ? ", " : "") + text(values[i]);
    return out + "]";
  };
  const auto rows = [&](const MatrixX& M, const std::string& indent) {
    std::string out;
    for (Eigen::Index i = 0; i < M.rows(); ++i) out += indent + "- " + list(VectorX(M.row(i).transpose())) + "\n";
    return out;
  };
  // Reference points in the axes of each vessel, whose origin stands at `at`, `lift` above the water when in place.
  const double lift = 2.5;
  const Vector3 reference(0.7, -0.2, -1.0), rao(1.5, 0.4, 3.0), crest(5.0, -2.0, 0.0);
  std::vector<Vector3> at;
  for (std::size_t b = 0; b < t.cg.size(); ++b) at.emplace_back(30.0 * static_cast<double>(b), 4.0, 0.0);
  const auto own = [&](const Vector3& world, std::size_t b) {
    return Vector3(world - at[b] - Vector3(0.0, 0.0, lift));
  };
  // Force and moment about r from those about the cg: M_r = M_g + (g - r) x F. Velocities of g from those of r by the
  // transpose, so that matrices are P M P^T.
  const auto about = [&](const Vector3& g, const Vector3& r) {
    Matrix6 P = Matrix6::Identity();
    P.bottomLeftCorner<3, 3>() = swell::cross_matrix(g - r);
    return P;
  };
  const auto block = [&](const MatrixX& M, std::size_t b, std::size_t c, double unit) {
    Matrix6 out = about(own(t.cg[b], b), reference) * M.block<6, 6>(static_cast<int>(6 * b), static_cast<int>(6 * c)) *
                  about(own(t.cg[c], c), reference).transpose();
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) out(i, j) *= sign(i) * sign(j) / (unit * std::pow(L, (i > 2) + (j > 2)));
    }
    return out;
  };
  const std::string density = text(t.density * L * L * L / s.mass);
  std::string out = "\xEF\xBB\xBF%YAML 1.1\n# Program: OrcaFlex 11.3e\n---\nGeneral:\n" + s.units +
                    "Environment:\n  Density: " + density + "\n  WaterDepth: " + text(t.depth / L) + "\nVesselTypes:\n";
  const char* const ways[6][3] = {{"SurgePositive", "forward", "aft"}, {"SwayPositive", "port", "starboard"},
                                  {"HeavePositive", "up", "down"},     {"RollPositiveStarboard", "down", "up"},
                                  {"PitchPositiveBow", "down", "up"},  {"YawPositiveBow", "port", "starboard"}};
  const std::string six = "X, {0}Y, {0}Z, {0}Rx, {0}Ry, {0}Rz:\n";
  const auto hydrostatics = [&](std::size_t b, const std::string& indent) {
    Matrix6 C = about(own(t.cg[b], b), reference) * t.stiffness[b] * about(own(t.cg[b], b), reference).transpose();
    Matrix3 K;
    for (int i = 2; i < 5; ++i) {
      for (int j = 2; j < 5; ++j)
        K(i - 2, j - 2) = C(i, j) * sign(i) * sign(j) / (s.force / L * std::pow(L, (i > 2) + (j > 2)));
    }
    std::string part = indent + "ReferenceOrigin: " + list(Vector3(reference / L)) + "\n" + indent +
                       "ReferenceOriginDatumPosition: [" + text((reference.z() + lift) / L) + ", 0, 0]\n" + indent +
                       "DisplacedVolume: " + text(t.volume[b] / (L * L * L)) + "\n" + indent +
                       "CentreOfBuoyancy: " + list(Vector3(own(t.cb[b], b) / L)) + "\n" + indent +
                       "HydrostaticStiffnessz, HydrostaticStiffnessRx, HydrostaticStiffnessRy:\n" +
                       rows(K, indent + "  ");
    return part;
  };
  for (std::size_t b = 0; b < t.cg.size(); ++b) {
    out += fmt::format(
        "  - Name: type{}\n    RAOWaveUnit: amplitude\n    WavesReferredToBy: {}\n    RAOPhaseConvention: {}\n"
        "    RAOPhaseUnitsConvention: {}\n    RAOPhaseRelativeToConvention: {}\n    Symmetry: None\n",
        b + 1, s.waves, s.leads ? "leads" : "lags", s.radians ? "radians" : "degrees", s.relative);
    for (int i = 0; i < 6; ++i) out += fmt::format("    {}: {}\n", ways[i][0], ways[i][sign(i) < 0.0 ? 2 : 1]);
    out += "    Draughts:\n      - Name: Draught1\n        CentreOfMass: " + list(Vector3(own(t.cg[b], b) / L)) +
           "\n        LoadRAOs:\n          RAOOrigin: " + list(Vector3(rao / L)) +
           "\n          PhaseOrigin: " + list(Vector3(crest / L)) + "\n          RAOs:\n";
    for (std::size_t h = 0; h < t.direction.size(); ++h) {
      const double beta = t.direction[h] * kDegree;
      out += "            - RAODirection: " + text(t.direction[h]) +
             "\n              RAOPeriodOrFrequency, RAOSurgeAmp, RAOSurgePhase, "
             "RAOSwayAmp, RAOSwayPhase, RAOHeaveAmp, RAOHeavePhase, RAORollAmp, RAORollPhase, RAOPitchAmp, "
             "RAOPitchPhase, RAOYawAmp, "
             "RAOYawPhase:\n";
      for (std::size_t k = 0; k < t.omega.size(); ++k) {
        const Eigen::VectorXcd F =
            about(own(t.cg[b], b), rao).cast<Complex>() * t.X[h][k].segment<6>(static_cast<int>(6 * b));
        const Vector3 point = at[b] + crest;
        const double along = t.wave(k, false) * (point.x() * std::cos(beta) + point.y() * std::sin(beta));
        out += "                - [" + frequency(t.omega[k]);
        for (int i = 0; i < 6; ++i) {
          // Lead over the crest at the point, then over the instant that is ahead of that crest, as lead or lag.
          const double lead = std::arg(sign(i) * F[i]) + along - s.instant;
          out += ", " + text(std::abs(F[i]) / (s.force / L * (i > 2 ? L : 1.0))) + ", " +
                 text(std::remainder(s.leads ? lead : -lead, 2.0 * kPi) / (s.radians ? 1.0 : kDegree));
        }
        out += "]\n";
      }
    }
    if (!s.group) {
      out += hydrostatics(b, "        ") +
             "        AMDMethod: Frequency dependent\n        FrequencyDependentAddedMassAndDamping:\n";
      for (std::size_t k = 0; k <= t.omega.size(); ++k) {
        const bool limit = k == t.omega.size();
        out += "          - AMDPeriodOrFrequency: " +
               (limit ? std::string(std::string(s.waves) == "period (s)" ? "0" : "Infinity") : frequency(t.omega[k])) +
               "\n";
        out += "            AddedMassMatrix" + fmt::format(six, "AddedMassMatrix") +
               rows(block(limit ? t.A_infinite : t.A[k], b, b, s.mass), "              ");
        if (!limit)
          out += "            Damping" + fmt::format(six, "Damping") +
                 rows(block(t.B[k], b, b, s.force / L), "              ");
      }
    }
  }
  out += "Vessels:\n";
  for (std::size_t b = 0; b < t.cg.size(); ++b)
    out += fmt::format("  - Name: vessel{}\n    VesselType: type{}\n    Draught: Draught1\n    InitialPosition: {}\n",
                       b + 1, b + 1, list(Vector3(at[b] / L)));
  if (s.group) {
    out += "MultibodyGroups:\n  - Name: both\n    Bodies:\n";
    for (std::size_t b = 0; b < t.cg.size(); ++b)
      out +=
          fmt::format("      - Name: hull{}\n        VesselType: type{}\n", b + 1, b + 1) + hydrostatics(b, "        ");
    out += "    MultibodyAddedMassAndDamping:\n";
    for (std::size_t k = 0; k <= t.omega.size(); ++k) {
      const bool limit = k == t.omega.size();
      out += "      - AMDPeriodOrFrequency: " + (limit ? std::string("Infinity") : frequency(t.omega[k])) +
             "\n        Matrices:\n";
      for (std::size_t b = 0; b < t.cg.size(); ++b) {
        for (std::size_t c = 0; c <= b; ++c) {  // one of the two of each pair
          out += fmt::format("          - Row: {}\n            Column: {}\n            AddedMass", b + 1, c + 1) +
                 fmt::format(six, "AddedMass") +
                 rows(block(limit ? t.A_infinite : t.A[k], b, c, s.mass), "              ");
          if (!limit)
            out += "            Damping" + fmt::format(six, "Damping") +
                   rows(block(t.B[k], b, c, s.force / L), "              ");
        }
      }
    }
  }
  return out;
}

inline const std::string kSi = "  UnitsSystem: SI\n";
inline const std::string kUser = "  UnitsSystem: User\n  LengthUnits: {}\n  MassUnits: {}\n  ForceUnits: {}\n  g: {}\n";
inline std::string user(const char* length, const char* mass, const char* force, double metres) {
  return fmt::format(kUser, length, mass, force, text(9.81 / metres));
}

inline void write_hydro(const std::filesystem::path& path, const Truth& t, mat_ft version) {
  const std::size_t n = static_cast<std::size_t>(t.n), nb = t.cg.size(), nf = t.omega.size(), nh = t.direction.size();
  const auto stacked = [&](const std::vector<MatrixX>& M, const auto& unit) {
    std::vector<double> out;
    for (std::size_t k = 0; k < M.size(); ++k) {
      const MatrixX scaled = M[k] / unit(k);
      out.insert(out.end(), scaled.data(), scaled.data() + scaled.size());
    }
    return out;
  };
  std::vector<double> cg, cb, stiffness, re, im;
  for (std::size_t b = 0; b < nb; ++b) {
    cg.insert(cg.end(), t.cg[b].data(), t.cg[b].data() + 3);
    cb.insert(cb.end(), t.cb[b].data(), t.cb[b].data() + 3);
    const Matrix6 C = t.stiffness[b] / (t.density * t.gravity);
    stiffness.insert(stiffness.end(), C.data(), C.data() + 36);
  }
  for (std::size_t k = 0; k < nf; ++k) {
    for (std::size_t h = 0; h < nh; ++h) {
      for (std::size_t i = 0; i < n; ++i) {
        re.push_back(t.X[h][k][static_cast<Eigen::Index>(i)].real() / (t.density * t.gravity));
        im.push_back(t.X[h][k][static_cast<Eigen::Index>(i)].imag() / (t.density * t.gravity));
      }
    }
  }
  const std::vector<double> A_infinite = stacked({t.A_infinite}, [&](std::size_t) { return t.density; });
  const auto array = [](const char* name, const std::vector<std::size_t>& shape, const std::vector<double>& values) {
    return std::pair{name, swell_test::mat_array(name, shape, values)};
  };
  const std::vector<double> none(n * nh * nf, std::numeric_limits<double>::quiet_NaN());
  std::vector<std::string> names;
  for (std::size_t b = 0; b < nb; ++b) names.push_back(fmt::format("hull{}", b + 1));
  swell_test::write_mat(
      path, version,
      {swell_test::mat_array("other", {1, 2}, {1, 2}),
       swell_test::mat_struct(
           "hydro", {{"code", swell_test::mat_text("code", "WAMIT")},
                     {"body", swell_test::mat_cells("body", names)},
                     array("rho", {1, 1}, {t.density}),
                     array("g", {1, 1}, {t.gravity}),
                     array("h", {1, 1}, {t.depth}),
                     array("w", {1, nf}, t.omega),
                     array("theta", {1, nh}, t.direction),
                     array("dof", {1, nb}, std::vector<double>(nb, 6.0)),
                     array("cg", {3, nb}, cg),
                     array("cb", {3, nb}, cb),
                     array("Vo", {1, nb}, t.volume),
                     array("Khs", {6, 6, nb}, stiffness),
                     array("A", {n, n, t.A.size()}, stacked(t.A, [&](std::size_t) { return t.density; })),
                     array("B", {n, n, nf}, stacked(t.B, [&](std::size_t k) { return t.density * t.omega[k]; })),
                     array("Ainf", {n, n}, A_infinite),
                     array("ex_re", {n, nh, nf}, re),
                     array("fk_re", {n, nh, nf}, none),  // as BEMIO writes what its run has not
                     array("fk_im", {n, nh, nf}, none),
                     array("ex_im", {n, nh, nf}, im)})});
}

inline std::string ss_file() {
  return "SS_Fitting v1.00.01: made up\n1 1 1 1 1 1 %Enabled DoFs\n3 %Radiation States\n2 0 1 0 0 0 %Radiation States "
         "per DoF\n"
         "-0.5 -2.0 0\n1.0 0 0\n0 0 -0.25\n"
         "1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 1 0 0 0\n"
         "-1025 0 0\n0 0 0\n0 0 -2050\n0 0 0\n-512.5 102.5 0\n0 0 0\n";
}
inline std::string hydrodyn(const char* root) {
  return fmt::format(
      "------- HydroDyn Input File\nmade up\n   1025   WtrDens  - Water density (kg/m^3)\n    50   WtrDpth  - depth\n  "
      "   1   "
      "PotMod   - model\n\"{}\"  PotFile - Root name of potential-flow model data\n     2   WAMITULEN  - length "
      "scale\n   12.5   "
      "PtfmVol0   - volume\n  0.5  PtfmCOBxt - offset\n",
      root);
}

}  // namespace swell_test
