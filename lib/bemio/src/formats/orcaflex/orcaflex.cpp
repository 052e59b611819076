// OrcaFlex: vessel types of a text data file (.yml), among them what OrcaWave's results become when OrcaFlex saves
// them. Meaning of every item: Orcina, OrcaFlex help, "Vessel types" (Conventions, RAOs, Stiffness added mass and
// damping).
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "files/moved.h"
#include "formats/orcaflex/orcaflex_file.h"

namespace swell::bemio {

hydro::HydroData OrcaFlex::read() {
  try {
    find_document();
    units();
    environment();
    find_vessels();
    for (std::size_t b = 0; b < vessels_.size(); ++b) geometry(b);
    const std::vector<Matrices> matrices = radiation();
    forces(matrices);
  } catch (const YAML::Exception& error) {
    fail_input(data_.file, error.mark.is_null() ? -1 : error.mark.line, "is not sound YAML: " + error.msg,
               "copy the file again, or save it again with OrcaFlex");
  }
  assemble(std::move(c_), data_);
  return std::move(data_);
}

MatrixX OrcaFlex::matrix(const YAML::Node& node, Eigen::Index rows, Eigen::Index columns,
                         const std::string& what) const {
  if (!node || !node.IsSequence() || (rows >= 0 && static_cast<Eigen::Index>(node.size()) != rows))
    fail(node, fmt::format("{} must have {} rows", what, rows), "save the file again with OrcaFlex");
  MatrixX out(static_cast<Eigen::Index>(node.size()), columns);
  Eigen::Index i = 0;
  for (const auto& row : node) {
    if (!row.IsSequence() || static_cast<Eigen::Index>(row.size()) != columns)
      fail(row, fmt::format("a row of {} must have {} numbers", what, columns), "save the file again with OrcaFlex");
    for (Eigen::Index j = 0; j < columns; ++j)
      out(i, j) = j == 0 && rows < 0 ? number(row[static_cast<std::size_t>(j)], what)  // periods may be Infinity
                                     : finite(row[static_cast<std::size_t>(j)], what);
    ++i;
  }
  return out;
}

void OrcaFlex::find_document() {
  for (const YAML::Node& document : YAML::LoadAll(file_.text)) {
    if (!document.IsMap()) continue;
    if (document["LoadRAOCalculationMethod"])
      fail_input(data_.file, -1, "is the input of an OrcaWave run, not its results",
                 "open the run's .owr in OrcaFlex and save it as .yml");
    if (document["VesselTypes"] && document["VesselTypes"].IsSequence()) root_.reset(document);
  }
  if (!root_.IsMap())
    fail_input(data_.file, -1, "holds no VesselTypes", "save a model with a vessel type as text (.yml) in OrcaFlex");
}

void OrcaFlex::units() {
  const YAML::Node general = root_["General"];
  const std::string system = general ? text(general, "UnitsSystem", "SI") : "SI";
  const auto unit = [&](const char* key, double& out, const std::map<std::string, double>& known) {
    const std::string name = text(general, key);
    const auto found = known.find(name);
    if (found == known.end()) fail(general, fmt::format("{} = {} is not known", key, name), "save the model in SI");
    out = found->second;
  };
  if (system == "User") {
    unit("LengthUnits", units_.length,
         {{"m", 1.0}, {"km", 1e3}, {"cm", 1e-2}, {"mm", 1e-3}, {"ft", 0.3048}, {"in", 0.0254}});
    unit("MassUnits", units_.mass, {{"kg", 1.0}, {"te", 1e3}, {"g", 1e-3}, {"lbm", 0.45359237}, {"kip", 453.59237}});
    unit("ForceUnits", units_.force,
         {{"N", 1.0},
          {"kN", 1e3},
          {"MN", 1e6},
          {"kgf", kOrcaGravity},
          {"tef", 1e3 * kOrcaGravity},
          {"te", 1e3 * kOrcaGravity},
          {"lbf", 4.4482216152605},
          {"kip", 4448.2216152605}});
    if (general["g"]) units_.gravity = finite(general["g"], "g") * units_.length;
  } else if (system != "SI") {
    fail(general, fmt::format("UnitsSystem = {} is neither SI nor User", system), "save the model in SI");
  }
  data_.gravity = units_.gravity;
}

void OrcaFlex::environment() {
  const YAML::Node sea = root_["Environment"];
  const double per_volume = units_.mass / std::pow(units_.length, 3);
  data_.density = sea && sea["Density"] ? finite(sea["Density"], "Density") * per_volume : 1025.0;
  if (!sea || !sea["Density"]) data_.notes.emplace_back("no Density of the sea in the file: 1025 kg/m^3 is assumed");
  check_water(*data_.density, *data_.gravity, path_);
  if (sea && sea["WaterDepth"] && text(sea, "WaterDepth") != "~") {
    const double depth = number(sea["WaterDepth"], "WaterDepth") * units_.length;
    if (!(depth > 0.0)) fail(sea["WaterDepth"], "WaterDepth must be above 0", "correct it in OrcaFlex");
    if (std::isfinite(depth)) data_.water_depth = depth;
  }
}

YAML::Node OrcaFlex::named(const YAML::Node& list, const std::string& name) const {
  if (list && list.IsSequence()) {
    for (const auto& item : list) {
      if (text(item, "Name") == name) return item;
    }
  }
  return YAML::Node(YAML::NodeType::Undefined);
}

void OrcaFlex::find_vessels() {
  const YAML::Node groups = root_["MultibodyGroups"];
  const YAML::Node types = root_["VesselTypes"];
  const auto add = [&](const std::string& name, const YAML::Node& type, const YAML::Node& own) {
    Vessel v;
    v.name = name;
    v.type = type;
    std::string wanted;
    std::size_t uses = 0;
    for (const auto& vessel : root_["Vessels"] && root_["Vessels"].IsSequence() ? root_["Vessels"] : YAML::Node()) {
      if (text(vessel, "VesselType") != text(type, "Name")) continue;
      ++uses;
      wanted = text(vessel, "Draught");
      if (const auto at = point(vessel, "InitialPosition")) v.position = Vector3(at->x(), at->y(), 0.0);
    }
    const YAML::Node draughts = type["Draughts"];
    if (!draughts || !draughts.IsSequence() || draughts.size() == 0)
      fail(type, fmt::format("the vessel type {} has no Draughts", name), "save the file again with OrcaFlex");
    v.data = named(draughts, wanted);
    if (!v.data.IsDefined()) v.data = draughts[0];
    v.draught = text(v.data, "Name");
    if (draughts.size() > 1)
      data_.notes.push_back(fmt::format("{}: draught {} of {} is read", name, v.draught, draughts.size()));
    if (uses != 1) v.position = Vector3::Zero();
    v.hydrostatics = own.IsDefined() ? own : v.data;
    vessels_.push_back(v);
  };
  if (groups && groups.IsSequence() && groups.size() > 0) {
    group_ = groups[0];
    if (groups.size() > 1)
      data_.notes.push_back(
          fmt::format("the first of {} multibody groups is read, {}", groups.size(), text(group_, "Name")));
    for (const auto& body : group_["Bodies"]) {
      const YAML::Node type = named(types, text(body, "VesselType"));
      if (!type.IsDefined()) fail(body, "the multibody group names an unknown vessel type", "");
      add(text(body, "Name", text(type, "Name")), type, body);
    }
  } else {
    for (const auto& type : types) {
      if (!type.IsMap() || !type["Draughts"] || !type["Draughts"].IsSequence() || type["Draughts"].size() == 0)
        continue;
      if (type["Draughts"][0]["FrequencyDependentAddedMassAndDamping"])
        add(text(type, "Name"), type, YAML::Node(YAML::NodeType::Undefined));
    }
  }
  if (vessels_.empty())
    fail(types, "no vessel type has added mass and damping over frequency (FrequencyDependentAddedMassAndDamping)",
         "set the added mass and damping method of the vessel type to Frequency dependent");
  const std::size_t n = 6 * vessels_.size();
  check_allocation(static_cast<double>(n) * static_cast<double>(n), file_.text.size(), 1.0, data_.file);
  if (!group_.IsDefined() && vessels_.size() > 1)
    data_.notes.push_back(
        fmt::format("{} vessel types without a multibody group: they do not interact", vessels_.size()));
}

Vector6 OrcaFlex::signs(const YAML::Node& type) const {
  const std::array<std::pair<const char*, const char*>, 6> usual{{{"SurgePositive", "forward"},
                                                                  {"SwayPositive", "port"},
                                                                  {"HeavePositive", "up"},
                                                                  {"RollPositiveStarboard", "down"},
                                                                  {"PitchPositiveBow", "down"},
                                                                  {"YawPositiveBow", "port"}}};
  Vector6 out;
  for (int i = 0; i < 6; ++i) {
    const auto [key, value] = usual[static_cast<std::size_t>(i)];
    out[i] = text(type, key, value) == value ? 1.0 : -1.0;
  }
  return out;
}

void OrcaFlex::geometry(std::size_t b) {
  const Vessel& v = vessels_[b];
  hydro::HydroBody body;
  body.name = v.name;
  reference_.push_back(point(v.hydrostatics, "ReferenceOrigin").value_or(Vector3::Zero()));
  const auto cg = point(v.data, v.data["CentreOfMass"] ? "CentreOfMass" : "CentreOfGravity");
  if (!cg) data_.notes.push_back(fmt::format("{}: no centre of mass: the reference origin is taken", v.name));
  center_.push_back(cg.value_or(reference_[b]));
  double lift = 0.0;  // of the vessel's axes above the water
  const YAML::Node datum = v.hydrostatics["ReferenceOriginDatumPosition"];
  if (datum && datum.IsSequence() && datum.size() == 3) {
    lift = finite(datum[0], "ReferenceOriginDatumPosition") * units_.length - reference_[b].z();
    if (finite(datum[1], "heel") != 0.0 || finite(datum[2], "trim") != 0.0)
      data_.notes.push_back(fmt::format("{}: heel and trim of the datum position are not applied", v.name));
  }
  const Vector3 offset = v.position + Vector3(0.0, 0.0, lift);
  body.cg = center_[b] + offset;
  const auto cb = point(v.hydrostatics, "CentreOfBuoyancy");
  body.cb = cb ? Vector3(*cb + offset) : body.cg;
  if (v.hydrostatics["DisplacedVolume"])
    body.displaced_volume = finite(v.hydrostatics["DisplacedVolume"], "DisplacedVolume") * std::pow(units_.length, 3);
  sign_.push_back(signs(v.type));
  Matrix6 C = Matrix6::Zero();
  if (const YAML::Node node = starting(v.hydrostatics, "HydrostaticStiffnessz"); node.IsDefined()) {
    C.block<3, 3>(2, 2) = matrix(node, 3, 3, "HydrostaticStiffness");
    for (int i = 2; i < 5; ++i) {
      for (int j = 2; j < 5; ++j)
        C(i, j) *= units_.force / units_.length * std::pow(units_.length, (i > 2 ? 1 : 0) + (j > 2 ? 1 : 0)) *
                   sign_[b][i] * sign_[b][j];
    }
  } else {
    data_.notes.push_back(fmt::format("{}: no hydrostatic stiffness in the file: it is 0", v.name));
  }
  const Matrix6 T = lever_to(reference_[b] - center_[b]);
  body.restoring_stiffness = T.transpose() * C * T / (*data_.density * *data_.gravity);
  data_.bodies.push_back(std::move(body));
}

double OrcaFlex::to_omega(double value, const YAML::Node& type) const {
  const std::string by = text(type, "WavesReferredToBy", "period (s)");
  if (contains(by, "rad/s")) return value;
  if (contains(by, "Hz")) return 2.0 * kPi * value;
  if (contains(by, "period"))
    return value == 0.0 ? std::numeric_limits<double>::infinity() : std::isinf(value) ? 0.0 : 2.0 * kPi / value;
  fail(type, fmt::format("WavesReferredToBy = {} is not known", by),
       "period (s), frequency (rad/s) or frequency (Hz) is meant");
}

MatrixX OrcaFlex::block(const YAML::Node& node, std::size_t b, std::size_t c, double unit, const char* what) const {
  MatrixX M = matrix(node, 6, 6, what);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j)
      M(i, j) *= unit * std::pow(units_.length, (i > 2 ? 1 : 0) + (j > 2 ? 1 : 0)) * sign_[b][i] * sign_[c][j];
  }
  return lever_to(reference_[b] - center_[b]).transpose() * M * lever_to(reference_[c] - center_[c]);
}

std::vector<Matrices> OrcaFlex::radiation() {
  const double damping = units_.force / units_.length;  // per (length/s), and force per length/s .. per unit of time
  std::vector<Matrices> all;
  const int n = data_.total_dof();
  const auto at = [&](double omega) -> Matrices& {
    for (Matrices& m : all) {
      if (m.omega == omega || std::abs(m.omega - omega) < 1e-9 * omega) return m;
    }
    check_allocation(2.0 * static_cast<double>(all.size() + 1) * n * n, file_.text.size(), 1.0, data_.file);
    all.push_back({omega, MatrixX::Zero(n, n), MatrixX::Zero(n, n)});
    return all.back();
  };
  if (group_.IsDefined()) {
    const YAML::Node list = group_["MultibodyAddedMassAndDamping"];
    if (!list || !list.IsSequence()) fail(group_, "the multibody group has no MultibodyAddedMassAndDamping", "");
    for (const auto& entry : list) {
      const double omega = to_omega(number(entry["AMDPeriodOrFrequency"], "AMDPeriodOrFrequency"), vessels_[0].type);
      Matrices& m = at(omega);
      std::vector<bool> given(vessels_.size() * vessels_.size(), false);
      for (const auto& pair : entry["Matrices"]) {
        const std::size_t b = index(pair, "Row"), c = index(pair, "Column");
        for (auto [prefix, unit, out] :
             {std::tuple{"AddedMass", units_.mass, &m.A}, std::tuple{"Damping", damping, &m.B}}) {
          const YAML::Node node = starting(pair, prefix);
          if (!node.IsDefined() && std::isinf(omega)) continue;
          out->block<6, 6>(static_cast<int>(6 * b), static_cast<int>(6 * c)) = block(node, b, c, unit, prefix);
        }
        given[b * vessels_.size() + c] = true;
      }
      for (std::size_t b = 0; b < vessels_.size(); ++b) {  // OrcaFlex gives one of the two blocks of a pair
        for (std::size_t c = 0; c < vessels_.size(); ++c) {
          if (given[b * vessels_.size() + c]) continue;
          if (!given[c * vessels_.size() + b])
            fail(entry, fmt::format("no matrices of the bodies {} and {}", b + 1, c + 1),
                 "save the file again with OrcaFlex");
          for (MatrixX* M : {&m.A, &m.B})
            M->block<6, 6>(static_cast<int>(6 * b), static_cast<int>(6 * c)) =
                M->block<6, 6>(static_cast<int>(6 * c), static_cast<int>(6 * b)).transpose().eval();
        }
      }
    }
    return all;
  }
  std::vector<std::size_t> count;
  for (std::size_t b = 0; b < vessels_.size(); ++b) {
    const YAML::Node list = vessels_[b].data["FrequencyDependentAddedMassAndDamping"];
    if (!list || !list.IsSequence() || list.size() == 0)
      fail(vessels_[b].data, fmt::format("{}: no FrequencyDependentAddedMassAndDamping", vessels_[b].name), "");
    for (const auto& entry : list) {
      const double omega = to_omega(number(entry["AMDPeriodOrFrequency"], "AMDPeriodOrFrequency"), vessels_[b].type);
      const std::size_t before = all.size();
      Matrices& m = at(omega);
      if (b > 0 && all.size() > before)
        fail(entry, fmt::format("{} has other frequencies than {}", vessels_[b].name, vessels_[0].name),
             "give all vessel types the same ones");
      m.A.block<6, 6>(static_cast<int>(6 * b), static_cast<int>(6 * b)) =
          block(starting(entry, "AddedMass"), b, b, units_.mass, "added mass");
      if (const YAML::Node B = starting(entry, "Damping"); B.IsDefined() || !std::isinf(omega))
        m.B.block<6, 6>(static_cast<int>(6 * b), static_cast<int>(6 * b)) = block(B, b, b, damping, "damping");
    }
    count.push_back(list.size());
    if (count.back() != count.front() || all.size() != count.front())
      fail(list, fmt::format("{} has other frequencies than {}, or one twice", vessels_[b].name, vessels_[0].name),
           "give all vessel types the same ones");
  }
  return all;
}

std::size_t OrcaFlex::index(const YAML::Node& pair, const char* key) const {
  const double value = number(pair[key], key);
  if (!(value >= 1.0) || value > static_cast<double>(vessels_.size()) || value != std::floor(value))
    fail(pair, fmt::format("{} must be a body from 1 to {}", key, vessels_.size()),
         "save the file again with OrcaFlex");
  return static_cast<std::size_t>(value) - 1;
}

Reader orcaflex_reader() {
  Reader row{"orcaflex", "OrcaFlex", Sense::as_the_file_says, {".yml"}, {".yaml"}};
  row.words = "program: orcaflex";
  row.read = [](const Source& source, const ReadOptions& options) { return OrcaFlex(source.file, options).read(); };
  return row;
}

}  // namespace swell::bemio
