// OrcaFlex: load RAOs and wave drift of the vessels, at their centres of mass in the axes of the sea.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "files/moved.h"
#include "formats/orcaflex/orcaflex_file.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {

std::vector<Table> OrcaFlex::tables(const Vessel& v, const YAML::Node& part, bool phases) const {
  const std::array<const char*, 6> motions{"Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw"};
  const double to_rad = text(v.type, "RAOPhaseUnitsConvention", "degrees") == "radians" ? 1.0 : kDegree;
  std::vector<Table> all;
  const YAML::Node list = part["RAOs"];
  if (!list || !list.IsSequence()) return all;
  for (const auto& heading : list) {
    Table t;
    t.direction = finite(heading["RAODirection"], "RAODirection");
    std::vector<std::string> names;
    const YAML::Node node = starting(heading, "RAOPeriodOrFrequency", &names);
    const auto column = [&](const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) fail(heading, "the table has no column " + name, "save the file again with OrcaFlex");
      return static_cast<Eigen::Index>(found - names.begin());
    };
    const MatrixX M = matrix(node, -1, static_cast<Eigen::Index>(names.size()), "the table of RAOs");
    t.amplitude = t.phase = MatrixX::Zero(M.rows(), 6);
    for (int i = 0; i < 6; ++i) {
      const std::string motion = std::string("RAO") + motions[static_cast<std::size_t>(i)];
      t.amplitude.col(i) = M.col(column(motion + "Amp"));
      if (phases) t.phase.col(i) = M.col(column(motion + "Phase")) * to_rad;
    }
    for (Eigen::Index k = 0; k < M.rows(); ++k) t.omega.push_back(to_omega(M(k, 0), v.type));
    all.push_back(std::move(t));
  }
  return all;
}

void OrcaFlex::mirror(const Vessel& v, std::vector<Table>& all, bool phases) {
  const std::string symmetry = text(v.type, "Symmetry", "None");
  const bool xz = contains(symmetry, "xz"), yz = contains(symmetry, "yz");
  if (!xz && !yz) {
    if (symmetry != "None")
      data_.notes.push_back(
          fmt::format("{}: Symmetry = {}: only the directions of the file are read", v.name, symmetry));
    return;
  }
  const auto reflect = [&](double (*to)(double), const Vector6& sign) {
    const std::size_t given = all.size();
    for (std::size_t k = 0; k < given; ++k) {
      const double direction = std::remainder(to(all[k].direction), 360.0);
      const bool there = std::any_of(all.begin(), all.end(), [&](const Table& t) {
        return std::abs(std::remainder(t.direction - direction, 360.0)) < 1e-6;
      });
      if (there) continue;
      Table t = all[k];
      t.direction = direction;
      for (int i = 0; i < 6; ++i) {
        if (sign[i] > 0.0) continue;
        if (phases)
          t.phase.col(i).array() += kPi;
        else
          t.amplitude.col(i) *= -1.0;
      }
      all.push_back(std::move(t));
    }
  };
  const std::size_t before = all.size();
  Vector6 port, aft;
  port << 1.0, -1.0, 1.0, -1.0, 1.0, -1.0;
  aft << -1.0, 1.0, 1.0, 1.0, -1.0, -1.0;
  if (xz) reflect([](double b) { return -b; }, port);
  if (yz) reflect([](double b) { return 180.0 - b; }, aft);
  if (all.size() > before && phases)
    data_.notes.push_back(fmt::format("{}: {} directions made from those of the file by its symmetry ({})", v.name,
                                      all.size() - before, symmetry));
}

void OrcaFlex::forces(const std::vector<Matrices>& matrices) {
  std::vector<std::vector<Table>> loads, drifts;
  for (const Vessel& v : vessels_) {
    loads.push_back(v.data["LoadRAOs"] ? tables(v, v.data["LoadRAOs"], true) : std::vector<Table>{});
    mirror(v, loads.back(), true);
    if (const std::string unit = text(v.type, "RAOWaveUnit", "amplitude"); unit != "amplitude")
      fail(v.type, fmt::format("RAOWaveUnit = {}: load RAOs per amplitude are meant", unit),
           "choose amplitude in OrcaFlex");
  }
  const bool excited = std::none_of(loads.begin(), loads.end(), [](const auto& l) { return l.empty(); });
  if (!excited) data_.notes.emplace_back("no LoadRAOs: there is no excitation");
  // Frequencies that every table has, and headings that every body has.
  std::size_t left_out = 0;
  std::vector<const Matrices*> used;
  for (const Matrices& m : matrices) {
    if (m.omega == 0.0 || std::isinf(m.omega)) {
      (m.omega == 0.0 ? c_.added_mass_zero : c_.added_mass_infinite) = m.A / *data_.density;
      continue;
    }
    bool everywhere = true;
    for (const auto& list : loads) {
      for (const Table& t : list) everywhere = everywhere && nearest_index(t.omega, m.omega, 1e-6);
    }
    if (!excited || everywhere)
      used.push_back(&m);
    else
      ++left_out;
  }
  if (left_out > 0)
    data_.notes.push_back(
        fmt::format("{} of {} frequencies of added mass and damping are not among those of the load RAOs: left out",
                    left_out, left_out + used.size()));
  if (used.empty())
    fail_input(data_.file, -1, "added mass and load RAOs have no frequency in common",
               "import both from one diffraction analysis");
  for (const Matrices* m : used) {
    c_.omega.push_back(m->omega);
    c_.added_mass.push_back(m->A / *data_.density);
    c_.damping.push_back(m->B / (*data_.density * m->omega));
  }
  if (!excited) return;
  for (const Table& t : loads[0]) c_.direction.push_back(t.direction);
  c_.excitation = zero_forces(c_.direction.size(), used.size(), data_.total_dof());
  for (std::size_t b = 0; b < vessels_.size(); ++b) place_loads(b, loads[b]);
  for (std::size_t b = 0; b < vessels_.size(); ++b) {
    const YAML::Node part = vessels_[b].data["WaveDrift"];
    if (!part) continue;
    if (!contains(text(vessels_[b].data, "WaveDriftQTFMethod", "Newman"), "Newman")) {
      data_.notes.push_back(fmt::format(
          "{}: its wave drift is given as full quadratic transfer functions, which are not read: there is no drift "
          "force; with WaveDriftQTFMethod: Newman's approximation OrcaFlex saves their diagonal, which is read",
          vessels_[b].name));
      continue;
    }
    optional_part("wave drift of " + vessels_[b].name, "", data_.notes, [&] { place_drift(b, part); });
  }
  for (const auto& vessel : vessels_) {
    bool rows = false;
    if (const YAML::Node sums = vessel.data["SumFrequencyQTFs"]; sums && sums.IsMap()) {
      for (const auto& entry : sums)  // a table is a list under the names of its columns
        rows = rows || (contains(entry.first.Scalar(), ",") && entry.second.IsSequence() && entry.second.size() > 0);
    }
    if (rows)
      data_.notes.push_back(
          fmt::format("{}: its sum-frequency quadratic transfer functions are not read", vessel.name));
  }
}

const Table& OrcaFlex::of_direction(const std::vector<Table>& list, double direction, std::size_t b) const {
  for (const Table& t : list) {
    if (std::abs(std::remainder(t.direction - direction, 360.0)) < 1e-6) return t;
  }
  fail_input(data_.file, -1, fmt::format("{} has no load RAOs of the direction {:g} deg", vessels_[b].name, direction),
             "give all vessel types the same directions");
}

Eigen::VectorXcd OrcaFlex::moved(const Eigen::VectorXcd& force, std::size_t b, const Vector3& origin,
                                 double unit) const {
  Eigen::VectorXcd F = force;
  for (int i = 0; i < 6; ++i)
    F[i] *= unit * (i > 2 ? units_.length : 1.0) * sign_[b][i] / (*data_.density * *data_.gravity);
  return lever_to(origin - center_[b]).transpose().cast<std::complex<double>>() * F;
}

void OrcaFlex::place_loads(std::size_t b, const std::vector<Table>& list) {
  const Vessel& v = vessels_[b];
  const YAML::Node part = v.data["LoadRAOs"];
  const Vector3 origin = point(part, "RAOOrigin").value_or(Vector3::Zero());
  const Vector3 crest = v.position + point(part, "PhaseOrigin").value_or(origin);
  const std::string relative = text(v.type, "RAOPhaseRelativeToConvention", "crest");
  // How far ahead of the crest, in phase, the instant is that the file's phases are relative to.
  const std::map<std::string, double> instants{
      {"crest", 0.0}, {"trough", kPi}, {"zero up-crossing", 0.5 * kPi}, {"zero down-crossing", -0.5 * kPi}};
  const auto instant = instants.find(relative);
  if (instant == instants.end())
    fail(v.type, fmt::format("RAOPhaseRelativeToConvention = {} is not known", relative), "choose crest in OrcaFlex");
  using Phases = ReadOptions::Phases;
  const bool leads = options_.phases == Phases::automatic ? text(v.type, "RAOPhaseConvention", "lags") == "leads"
                                                          : options_.phases == Phases::lead;
  for (std::size_t h = 0; h < c_.direction.size(); ++h) {
    const Table& t = of_direction(list, c_.direction[h], b);
    const double beta = c_.direction[h] * kDegree;
    for (std::size_t k = 0; k < c_.omega.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(*nearest_index(t.omega, c_.omega[k], 1e-6));
      Eigen::VectorXcd F(6);
      for (int i = 0; i < 6; ++i) {
        const double phase = (leads ? t.phase(row, i) : -t.phase(row, i)) + instant->second;
        F[i] = t.amplitude(row, i) * std::exp(std::complex<double>(0.0, phase));
      }
      const double wave = waves::wavenumber(c_.omega[k], data_.water_depth, *data_.gravity);
      const double along = wave * (crest.x() * std::cos(beta) + crest.y() * std::sin(beta));
      c_.excitation[h][k].segment<6>(static_cast<int>(6 * b)) =
          moved(F, b, origin, units_.force / units_.length) * std::exp(std::complex<double>(0.0, -along));
    }
  }
}

void OrcaFlex::place_drift(std::size_t b, const YAML::Node& part) {
  std::vector<Table> list = tables(vessels_[b], part, false);
  if (list.empty()) return;
  mirror(vessels_[b], list, false);
  const Vector3 origin = point(part, "RAOOrigin").value_or(Vector3::Zero());
  DriftTable drift = c_.drift_pressure.empty() ? zero_drift(c_.direction.size(), c_.omega.size(), data_.total_dof())
                                               : c_.drift_pressure;
  for (std::size_t h = 0; h < c_.direction.size(); ++h) {
    const Table& t = of_direction(list, c_.direction[h], b);
    for (std::size_t k = 0; k < c_.omega.size(); ++k) {
      const auto row = nearest_index(t.omega, c_.omega[k], 1e-6);
      if (!row) fail(part, "has other frequencies than the load RAOs", "import both from one diffraction analysis");
      const Eigen::VectorXcd F =
          t.amplitude.row(static_cast<Eigen::Index>(*row)).transpose().cast<std::complex<double>>();
      drift[h][k].segment<6>(static_cast<int>(6 * b)) =
          moved(F, b, origin, units_.force / (units_.length * units_.length)).real();
    }
  }
  c_.drift_pressure = std::move(drift);
}

}  // namespace swell::bemio
