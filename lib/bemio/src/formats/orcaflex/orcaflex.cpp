// OrcaFlex: vessel types of a text data file (.yml), among them what OrcaWave's results become when OrcaFlex saves
// them. Meaning of every item: Orcina, OrcaFlex help, "Vessel types" (Conventions, RAOs, Stiffness added mass and
// damping).
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "files/coefficients.h"
#include "files/moved.h"
#include "files/text_file.h"
#include "formats/reader.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

constexpr double kOrcaGravity = 9.80665;

// What the file's units are in SI.
struct Units {
  double length = 1.0, mass = 1000.0, force = 1000.0;  // "SI" of OrcaFlex: m, te, kN
  double gravity = kOrcaGravity;
};

struct Table {  // one direction, a row for each frequency
  double direction = 0.0;
  std::vector<double> omega;
  MatrixX amplitude, phase;  // phase [rad], as the file has it
};

struct Vessel {
  std::string name, draught;
  YAML::Node type, data;    // of the vessel type and its draught
  YAML::Node hydrostatics;  // of the draught, or of the body in its group
  Vector3 position = Vector3::Zero();
};

struct Matrices {
  double omega = 0.0;  // 0 and infinity: the limits
  MatrixX A, B;        // all bodies, SI
};

class OrcaFlex {
 public:
  OrcaFlex(const std::filesystem::path& path, const ReadOptions& options) : path_(path), options_(options) {
    load_text(path, file_);
    data_.file = shown(path);
    data_.code = "OrcaFlex";
  }

  hydro::HydroData read() {
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

 private:
  [[noreturn]] void fail(const YAML::Node& node, const std::string& message, const std::string& remedy) const {
    const YAML::Mark mark = node.IsDefined() ? node.Mark() : YAML::Mark::null_mark();
    fail_input(data_.file, mark.is_null() ? -1 : mark.line, message, remedy);
  }

  static std::string text(const YAML::Node& parent, const char* key, const std::string& otherwise = {}) {
    const YAML::Node node = parent.IsMap() ? parent[key] : YAML::Node(YAML::NodeType::Undefined);
    return node && node.IsScalar() ? node.Scalar() : otherwise;
  }

  double number(const YAML::Node& node, const std::string& what) const {
    if (node && node.IsScalar()) {
      if (lower_case(node.Scalar()) == "infinity") return std::numeric_limits<double>::infinity();
      if (const auto value = parse_number(node.Scalar()); value && !std::isnan(*value)) return *value;
    }
    fail(node, what + " must be a number", "save the file again with OrcaFlex");
  }
  double finite(const YAML::Node& node, const std::string& what) const {
    const double value = number(node, what);
    if (!std::isfinite(value)) fail(node, what + " must be a finite number", "correct it in OrcaFlex");
    return value;
  }

  // Three numbers [m]; nothing for ~ and [~, ~, ~].
  std::optional<Vector3> point(const YAML::Node& parent, const char* key) const {
    const YAML::Node node = parent.IsMap() ? parent[key] : YAML::Node(YAML::NodeType::Undefined);
    if (!node || node.IsNull()) return std::nullopt;
    if (!node.IsSequence() || node.size() != 3) fail(node, std::string(key) + " must be three numbers", "");
    if (node[0].IsNull() || text_of(node[0]) == "~") return std::nullopt;
    Vector3 out;
    for (int i = 0; i < 3; ++i) out[i] = finite(node[i], key) * units_.length;
    return out;
  }
  static std::string text_of(const YAML::Node& node) { return node.IsScalar() ? node.Scalar() : ""; }

  // The value whose key begins with `prefix`, and the names in that key: "DampingX, DampingY, ..".
  static YAML::Node starting(const YAML::Node& parent, const std::string& prefix,
                             std::vector<std::string>* names = nullptr) {
    if (!parent.IsMap()) return YAML::Node(YAML::NodeType::Undefined);
    for (const auto& pair : parent) {
      const std::string key = text_of(pair.first);
      if (key.rfind(prefix, 0) != 0) continue;
      if (names) {
        names->clear();
        for (std::size_t at = 0; at <= key.size();) {
          const std::size_t end = std::min(key.find(',', at), key.size());
          names->emplace_back(trimmed(std::string_view(key).substr(at, end - at)));
          at = end + 1;
        }
      }
      return pair.second;
    }
    return YAML::Node(YAML::NodeType::Undefined);
  }

  MatrixX matrix(const YAML::Node& node, Eigen::Index rows, Eigen::Index columns, const std::string& what) const {
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

  void find_document() {
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

  void units() {
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

  void environment() {
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

  YAML::Node named(const YAML::Node& list, const std::string& name) const {
    if (list && list.IsSequence()) {
      for (const auto& item : list) {
        if (text(item, "Name") == name) return item;
      }
    }
    return YAML::Node(YAML::NodeType::Undefined);
  }

  // The bodies: those of the multibody group, or else every vessel type with coefficients over frequency.
  void find_vessels() {
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
        if (!type.IsDefined()) fail(body, "the multibody group names a vessel type that is not there", "");
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

  // +1, or -1 for a motion that the file counts the other way.
  Vector6 signs(const YAML::Node& type) const {
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

  void geometry(std::size_t b) {
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

  double to_omega(double value, const YAML::Node& type) const {
    const std::string by = text(type, "WavesReferredToBy", "period (s)");
    if (contains(by, "rad/s")) return value;
    if (contains(by, "Hz")) return 2.0 * kPi * value;
    if (contains(by, "period"))
      return value == 0.0 ? std::numeric_limits<double>::infinity() : std::isinf(value) ? 0.0 : 2.0 * kPi / value;
    fail(type, fmt::format("WavesReferredToBy = {} is not known", by),
         "period (s), frequency (rad/s) or frequency (Hz) is meant");
  }

  // A block of two bodies, moved to their centres of mass, in SI.
  MatrixX block(const YAML::Node& node, std::size_t b, std::size_t c, double unit, const char* what) const {
    MatrixX M = matrix(node, 6, 6, what);
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j)
        M(i, j) *= unit * std::pow(units_.length, (i > 2 ? 1 : 0) + (j > 2 ? 1 : 0)) * sign_[b][i] * sign_[c][j];
    }
    return lever_to(reference_[b] - center_[b]).transpose() * M * lever_to(reference_[c] - center_[c]);
  }

  std::vector<Matrices> radiation() {
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

  std::size_t index(const YAML::Node& pair, const char* key) const {
    const double value = number(pair[key], key);
    if (!(value >= 1.0) || value > static_cast<double>(vessels_.size()) || value != std::floor(value))
      fail(pair, fmt::format("{} must be a body from 1 to {}", key, vessels_.size()),
           "save the file again with OrcaFlex");
    return static_cast<std::size_t>(value) - 1;
  }

  // A table of RAOs by the names of its columns; wave drift has amplitudes alone.
  std::vector<Table> tables(const Vessel& v, const YAML::Node& part, bool phases) const {
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

  // Headings that the vessel's symmetry makes of those given, with the signs of the six forces.
  void mirror(const Vessel& v, std::vector<Table>& all, bool phases) {
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

  void forces(const std::vector<Matrices>& matrices) {
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

  const Table& of_direction(const std::vector<Table>& list, double direction, std::size_t b) const {
    for (const Table& t : list) {
      if (std::abs(std::remainder(t.direction - direction, 360.0)) < 1e-6) return t;
    }
    fail_input(data_.file, -1,
               fmt::format("{} has no load RAOs of the direction {:g} deg", vessels_[b].name, direction),
               "give all vessel types the same directions");
  }

  // Moment about the centre of mass from that about `origin`, SI, over rho g.
  Eigen::VectorXcd moved(const Eigen::VectorXcd& force, std::size_t b, const Vector3& origin, double unit) const {
    Eigen::VectorXcd F = force;
    for (int i = 0; i < 6; ++i)
      F[i] *= unit * (i > 2 ? units_.length : 1.0) * sign_[b][i] / (*data_.density * *data_.gravity);
    return lever_to(origin - center_[b]).transpose().cast<std::complex<double>>() * F;
  }

  void place_loads(std::size_t b, const std::vector<Table>& list) {
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

  void place_drift(std::size_t b, const YAML::Node& part) {
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

  std::filesystem::path path_;
  const ReadOptions& options_;
  TextFile file_;
  YAML::Node root_{YAML::NodeType::Undefined}, group_{YAML::NodeType::Undefined};
  Units units_;
  std::vector<Vessel> vessels_;
  std::vector<Vector3> reference_, center_;  // [m] in the axes of the vessel
  std::vector<Vector6> sign_;
  hydro::HydroData data_;
  Coefficients c_;
};

hydro::HydroData read_orcaflex(const std::filesystem::path& path, const ReadOptions& options) {
  return OrcaFlex(path, options).read();
}

}  // namespace

Reader orcaflex_reader() {
  Reader row{"orcaflex", "OrcaFlex", Sense::as_the_file_says, {".yml"}, {".yaml"}};
  row.words = "program: orcaflex";
  row.read = [](const Source& source, const ReadOptions& options) { return read_orcaflex(source.file, options); };
  return row;
}

}  // namespace swell::bemio
