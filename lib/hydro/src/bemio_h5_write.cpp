#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "h5_file.h"
#include "swell/base/failed_write.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/replace.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/is_own_bemio_h5.h"

namespace swell::hydro {
namespace {

constexpr char kWrittenBy[] = "written_by";

using Shape = std::vector<std::size_t>;
using Waves = std::vector<std::vector<Eigen::VectorXcd>>;

std::vector<double> row_major(const MatrixX& m) {
  std::vector<double> out(static_cast<std::size_t>(m.size()));
  Eigen::Map<RowMatrixX>(out.data(), m.rows(), m.cols()) = m;
  return out;
}

/// Writes one HydroData. The file's shapes: docs/hydro-data-file.md.
class BemioWriter {
 public:
  BemioWriter(const HydroData& data, const std::string& path, const BemioWriteOptions& options)
      : data_(data), file_(path), options_(options), columns_(static_cast<std::size_t>(data.total_dof())) {}

  void write() {
    const std::string p = "/simulation_parameters/";
    file_.text("/bem_data/code", data_.code.empty() ? "unknown" : data_.code);
    scalar(p + "scaled", options_.scaled ? 1.0 : 0.0, "",
           "0: coefficients are normalised by density and gravity; 1: they are not");
    scalar(p + "g", data_.gravity.value_or(kGravity), "m/s^2", "Gravitational acceleration");
    scalar(p + "rho", data_.density.value_or(1000.0), "kg/m^3", "Water density");
    vector(p + "w", data_.omega, "rad/s", "Wave frequencies");
    std::vector<double> period;
    for (const double w : data_.omega) period.push_back(2.0 * kPi / w);
    vector(p + "T", period, "s", "Wave periods");
    vector(p + "wave_dir", data_.direction, "deg", "Wave direction");
    if (data_.water_depth) {
      scalar(p + "water_depth", *data_.water_depth, "m", "Water depth");
    } else {
      file_.text(p + "water_depth", "infinite");
    }
    for (std::size_t b = 0; b < data_.bodies.size(); ++b) write_body(b);
    file_.mark(kWrittenBy, "Swell");
    file_.close();
  }

 private:
  void scalar(const std::string& path, double value, const std::string& units, const std::string& description) {
    file_.numbers(path, {1, 1}, {value}, description, units);
  }
  void vector(const std::string& path, const std::vector<double>& v, const std::string& units,
              const std::string& description) {
    if (!v.empty()) file_.numbers(path, {v.size(), 1}, v, description, units);
  }
  void matrix(const std::string& path, const MatrixX& m, const std::string& units, const std::string& description) {
    file_.numbers(path, {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())}, row_major(m),
                  description, units);
  }
  /// (rows, columns, n) from n matrices.
  void stack(const std::string& path, const std::vector<MatrixX>& list, const std::string& units,
             const std::string& description) {
    if (list.empty()) return;
    const auto rows = static_cast<std::size_t>(list.front().rows());
    const auto columns = static_cast<std::size_t>(list.front().cols());
    std::vector<double> v(rows * columns * list.size());
    for (std::size_t k = 0; k < list.size(); ++k) {
      SWELL_EXPECT(static_cast<std::size_t>(list[k].rows()) == rows &&
                   static_cast<std::size_t>(list[k].cols()) == columns);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
          v[(i * columns + j) * list.size() + k] = list[k](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        }
      }
    }
    file_.numbers(path, {rows, columns, list.size()}, v, description, units);
  }
  /// (dof, directions, n) from [direction][n] of dof.
  template <class Vector, class Pick>
  void per_direction(const std::string& path, const std::vector<std::vector<Vector>>& list, std::size_t dof, Pick pick,
                     const std::string& units, const std::string& description) {
    if (list.empty() || list.front().empty()) return;
    const std::size_t nh = list.size();
    const std::size_t n = list.front().size();
    std::vector<double> v(dof * nh * n);
    for (std::size_t i = 0; i < dof; ++i) {
      for (std::size_t d = 0; d < nh; ++d) {
        for (std::size_t k = 0; k < n; ++k) v[(i * nh + d) * n + k] = pick(list[d][k](static_cast<Eigen::Index>(i)));
      }
    }
    file_.numbers(path, {dof, nh, n}, v, description, units);
  }
  void complex_parts(const std::string& group, const Waves& given, std::size_t dof, const std::string& what) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Waves empty(data_.direction.size(),
                      std::vector<Eigen::VectorXcd>(
                          data_.omega.size(), Eigen::VectorXcd::Constant(static_cast<Eigen::Index>(dof), {nan, nan})));
    const Waves& X = given.empty() ? empty : given;
    using C = std::complex<double>;
    per_direction(
        group + "re", X, dof, [](const C& z) { return z.real(); }, "N", "Real component of " + what);
    per_direction(
        group + "im", X, dof, [](const C& z) { return z.imag(); }, "N", "Imaginary component of " + what);
    per_direction(
        group + "mag", X, dof, [](const C& z) { return std::abs(z); }, "N", "Magnitude of " + what);
    per_direction(
        group + "phase", X, dof, [](const C& z) { return std::arg(z); }, "rad", "Phase angle of " + what);
  }

  void write_body(std::size_t b) {
    const HydroBody& body = data_.bodies[b];
    const auto m = static_cast<std::size_t>(body.dof);
    const std::string p = fmt::format("/body{}/properties/", b + 1);
    const int first = data_.first_dof(b);
    file_.text(p + "name", body.name);
    scalar(p + "body_number", static_cast<double>(b + 1), "", "Number of the body in the BEM run");
    vector(p + "cg", {body.cg.x(), body.cg.y(), body.cg.z()}, "m", "Center of gravity");
    // BEMIO knows no such dataset.
    if (!body.moments_about_cg)
      scalar(p + "moments_about_cg", 0.0, "", "0: moments of the BEM run are about another point");
    vector(p + "cb", {body.cb.x(), body.cb.y(), body.cb.z()}, "m", "Center of buoyancy");
    scalar(p + "disp_vol", body.displaced_volume, "m^3", "Displaced volume");
    scalar(p + "dof", body.dof, "", "Degrees of freedom");
    scalar(p + "dof_start", first + 1, "", "First degree of freedom of the body, from 1");
    scalar(p + "dof_end", first + body.dof, "", "Last degree of freedom of the body");
    if (m > 6) {
      // Left out where it is unknown: zeros would be given ones.
      const auto wide = [&](const char* name, const MatrixX& part, const MatrixX& whole, const char* units) {
        if (part.size() == 0 && whole.size() == 0) return;
        MatrixX all = MatrixX::Zero(body.dof, static_cast<Eigen::Index>(columns_));
        if (whole.size() > 0) all.block(0, first, body.dof, body.dof) = whole;
        if (part.size() > 0) all.block(6, first + 6, part.rows(), part.cols()) = part;
        stack(p + name, {all}, units, fmt::format("Generalised {}", name));
      };
      wide("mass", body.generalised_mass, body.external_mass, "kg");
      wide("stiffness", body.generalised_stiffness, body.external_stiffness, "N/m");
      wide("damping", body.generalised_damping, body.external_damping, "N-s/m");
    }
    const std::string h = fmt::format("/body{}/hydro_coeffs/", b + 1);
    if (m > 6) {
      stack(h + "linear_restoring_stiffness", {body.restoring_stiffness}, "N/m", "Hydrostatic stiffness");
    } else {
      matrix(h + "linear_restoring_stiffness", body.restoring_stiffness, "N/m", "Hydrostatic stiffness");
    }
    stack(h + "added_mass/all", body.added_mass, "kg", "Added mass");
    if (body.added_mass_infinite) {
      matrix(h + "added_mass/inf_freq", *body.added_mass_infinite, "kg", "Infinite-frequency added mass");
    }
    // BEMIO knows no such dataset; its readers take what they know by name.
    if (body.added_mass_zero) {
      matrix(h + "added_mass/zero_freq", *body.added_mass_zero, "kg", "Zero-frequency added mass");
    }
    stack(h + "radiation_damping/all", body.radiation_damping, "N-s/m", "Radiation damping");
    complex_parts(h + "excitation/", body.excitation, m, "excitation force");
    complex_parts(h + "excitation/scattering/", body.scattering, m, "scattering force");
    complex_parts(h + "excitation/froude-krylov/", body.froude_krylov, m, "Froude-Krylov force");
    const auto real = [](double x) { return x; };
    per_direction(h + "mean_drift/control_surface/val", body.mean_drift_control_surface, m, real, "",
                  "Mean drift force");
    per_direction(h + "mean_drift/momentum_conservation/val", body.mean_drift_momentum, m, real, "",
                  "Mean drift force");
    per_direction(h + "mean_drift/pressure_integration/val", body.mean_drift_pressure, m, real, "", "Mean drift force");
    if (!body.radiation_irf.empty()) {
      const std::string k = h + "radiation_damping/impulse_response_fun/";
      stack(k + "K", body.radiation_irf, "", "Impulse response function");
      vector(k + "t", body.radiation_irf_time, "s", "Time vector of the impulse response");
      vector(k + "w", body.radiation_irf_omega.empty() ? data_.omega : body.radiation_irf_omega, "rad/s",
             "Frequencies of the impulse response");
    }
    if (!body.excitation_irf.empty()) {
      const std::string f = h + "excitation/impulse_response_fun/";
      per_direction(f + "f", body.excitation_irf, m, real, "", "Impulse response function");
      vector(f + "t", body.excitation_irf_time, "s", "Time vector of the impulse response");
      vector(f + "w", body.excitation_irf_omega.empty() ? data_.omega : body.excitation_irf_omega, "rad/s",
             "Frequencies of the impulse response");
    }
    write_state_space(body, h + "radiation_damping/state_space/");
    write_qtfs(body.qtf_sum, fmt::format("{}excitation/QTF{}/", h, b + 1), "Sum", 1.0);
    write_qtfs(body.qtf_difference, fmt::format("{}excitation/QTF{}/", h, b + 1), "Diff", -1.0);
  }

  void write_state_space(const HydroBody& body, const std::string& group) {
    if (body.radiation_state_space.empty()) return;
    const auto m = static_cast<std::size_t>(body.dof);
    std::size_t O = 1;
    for (const auto& row : body.radiation_state_space) {
      for (const EntryStateSpace& e : row) O = std::max(O, static_cast<std::size_t>(e.A.rows()));
    }
    const std::size_t nt = body.radiation_irf_time.size();
    std::vector<double> A(m * columns_ * O * O), B(m * columns_ * O), C(B), K(m * columns_ * nt);
    MatrixX D = MatrixX::Zero(body.dof, static_cast<Eigen::Index>(columns_));
    MatrixX order = D, r2 = D, status = D;
    double all_misfit = 0.0, all = 0.0;  // of the whole matrix, what is not modelled included
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        const EntryStateSpace& entry = body.radiation_state_space[i][j];
        const Eigen::Index n = entry.A.rows();
        const std::size_t e = i * columns_ + j;
        const auto ii = static_cast<Eigen::Index>(i);
        const auto jj = static_cast<Eigen::Index>(j);
        const auto full = static_cast<Eigen::Index>(O);
        Eigen::Map<RowMatrixX>(A.data() + e * O * O, full, full).topLeftCorner(n, n) = entry.A;
        Eigen::Map<VectorX>(B.data() + e * O, full).head(n) = entry.B;
        Eigen::Map<VectorX>(C.data() + e * O, full).head(n) = entry.C;
        D(ii, jj) = entry.D;
        order(ii, jj) = static_cast<double>(n);
        for (const MatrixX& given : body.radiation_irf) {
          all += given(ii, jj) * given(ii, jj);
          if (n == 0) all_misfit += given(ii, jj) * given(ii, jj);
        }
        if (n == 0 || nt < 2) continue;
        const VectorX kernel =
            entry.kernel(body.radiation_irf_time[1] - body.radiation_irf_time[0], static_cast<Eigen::Index>(nt));
        double mean = 0.0, misfit = 0.0, spread = 0.0;
        for (std::size_t k = 0; k < nt; ++k) mean += body.radiation_irf[k](ii, jj) / static_cast<double>(nt);
        for (std::size_t k = 0; k < nt; ++k) {
          const double fitted = kernel(static_cast<Eigen::Index>(k));
          const double given = body.radiation_irf[k](ii, jj);
          K[e * nt + k] = fitted;
          misfit += (given - fitted) * (given - fitted);
          spread += (given - mean) * (given - mean);
        }
        all_misfit += misfit;
        r2(ii, jj) = spread > 0.0 ? 1.0 - misfit / spread : 0.0;
        status(ii, jj) = r2(ii, jj) >= options_.state_space_r2 ? 1.0 : 2.0;
      }
    }
    file_.numbers(group + "A/all", {m, columns_, O, O}, A, "State matrix", "");
    file_.numbers(group + "B/all", {m, columns_, O, 1}, B, "Input matrix", "");
    file_.numbers(group + "C/all", {m, columns_, 1, O}, C, "Output matrix", "");
    if (nt > 0) file_.numbers(group + "K/all", {m, columns_, nt, 1}, K, "Fitted impulse response", "");
    matrix(group + "D/all", D, "", "Direct term");
    matrix(group + "it", order, "", "Order of each entry");
    matrix(group + "r2t", r2, "", "Coefficient of determination of the fit");
    matrix(group + "conv", status, "", "1: threshold reached, 2: highest order reached, 0: no memory");
    // BEMIO knows neither; its readers take what they know by name.
    if (all > 0.0)
      scalar(group + "r2_matrix", 1.0 - all_misfit / all, "",
             "Coefficient of determination of the whole kernel matrix");
    if (options_.state_space_passivity) {
      scalar(group + "passivity", *options_.state_space_passivity, "",
             "Lowest eigenvalue of the damping of all bodies' state space over its largest; 0 or more: passive");
    }
  }

  /// BEMIO's layout holds one pair of headings: further ones stand beside it in groups of their own, heading2, ...
  void write_qtfs(const std::vector<std::vector<QtfEntry>>& per_dof, const std::string& group, const char* kind,
                  double sign) {
    std::set<std::pair<double, double>> written;
    for (const auto& list : per_dof) {
      for (const QtfEntry& first : list) {
        const std::pair<double, double> headings(first.heading_i, first.heading_j);
        if (!written.insert(headings).second) continue;
        std::vector<std::vector<QtfEntry>> of(per_dof.size());
        for (std::size_t k = 0; k < per_dof.size(); ++k) {
          std::copy_if(per_dof[k].begin(), per_dof[k].end(), std::back_inserter(of[k]), [&](const QtfEntry& e) {
            return e.heading_i == headings.first && e.heading_j == headings.second;
          });
        }
        const std::size_t count = written.size();
        write_qtf(of, group + (count == 1 ? "" : fmt::format("heading{}/", count)) + kind, sign);
      }
    }
  }

  void write_qtf(const std::vector<std::vector<QtfEntry>>& per_dof, const std::string& group, double sign) {
    // The format has these dimensional in any case.
    const double scale = options_.scaled ? 1.0 : data_.density.value_or(1000.0) * data_.gravity.value_or(kGravity);
    for (std::size_t k = 0; k < per_dof.size(); ++k) {
      const std::vector<QtfEntry>& list = per_dof[k];
      // A full square table, first index fastest, whatever the order of the list.
      std::vector<double> period, beta_i, beta_j;
      std::map<double, std::size_t> place;
      for (const QtfEntry& e : list) {
        if (!place.emplace(e.period_i, period.size()).second) continue;
        period.push_back(e.period_i);
        beta_i.push_back(e.heading_i);
        beta_j.push_back(e.heading_j);
      }
      const std::size_t n = period.size();
      if (n == 0) continue;
      std::vector<double> re(n * n), im(n * n), phase(n * n);
      std::vector<bool> known(n * n, false);
      std::size_t pairs = 0;
      for (const QtfEntry& e : list) {
        const auto j = place.find(e.period_j);
        if (j == place.end()) continue;
        const std::size_t at = place.at(e.period_i) + j->second * n;
        if (!known[at]) ++pairs;
        known[at] = true;
        const std::complex<double> z = scale * std::complex<double>(e.value.real(), sign * e.value.imag());
        re[at] = z.real();
        im[at] = z.imag();
        phase[at] = std::arg(z);
      }
      if (pairs != n * n || list.size() != n * n) {
        throw InputError({data_.file, 0, 0, group},
                         fmt::format("second-order table of dof {} has {} values, not one for each pair of {} periods",
                                     k + 1, list.size(), n),
                         "fill the missing period pairs");
      }
      const std::string at = fmt::format("{}{}/", group, k + 1);
      file_.numbers(at + "PER_i", {1, n}, period, "Periods", "s");
      file_.numbers(at + "BETA_i", {1, n}, beta_i, "Directions of the first wave", "deg");
      file_.numbers(at + "BETA_j", {1, n}, beta_j, "Directions of the second wave", "deg");
      file_.numbers(at + "Re_F_ij", {1, n * n}, re, "Real part of the second-order force", "N");
      file_.numbers(at + "Im_F_ij", {1, n * n}, im, "Imaginary part of the second-order force", "N");
      file_.numbers(at + "PHS_F_ij", {1, n * n}, phase, "Phase of the second-order force", "rad");
    }
  }

  const HydroData& data_;
  H5Writer file_;
  const BemioWriteOptions& options_;
  std::size_t columns_;
};

}  // namespace

bool is_own_bemio_h5(const std::filesystem::path& path) {
  try {
    return run_contained({Origin{path.string(), 0, 0, ""}, "HDF5", 10.0}, [&path] {
             H5::Exception::dontPrint();
             try {
               const H5::H5File file(path.string(), H5F_ACC_RDONLY);
               return std::string(file.nameExists("/body1") && file.openGroup("/").attrExists(kWrittenBy) ? "1" : "0");
             } catch (const H5::Exception&) {
               return std::string("0");
             }
           }) == "1";
  } catch (const InputError&) {  // it crashes HDF5
    return false;
  }
}

void write_bemio_h5(const HydroData& data, const std::string& path, const BemioWriteOptions& options) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  const std::string part = writing_place(path).string();
  const auto undo = [&part] {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
  };
  try {
    BemioWriter(data, part, options).write();
    put_in_place(part, path);
  } catch (const InputError&) {
    undo();
    throw;
  } catch (const std::system_error& error) {
    undo();
    throw FailedWrite(path + ": cannot be written: " + error.code().message(), path);
  } catch (const H5::Exception& error) {
    undo();
    throw FailedWrite(path + ": cannot be written: " + error.getDetailMsg(), path);
  }
}

}  // namespace swell::hydro
