// What OrcaFlex's file holds while it is read: vessels, their axes and units.
#pragma once

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"

namespace swell::bemio {

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
  hydro::HydroData read();

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

  MatrixX matrix(const YAML::Node& node, Eigen::Index rows, Eigen::Index columns, const std::string& what) const;
  void find_document();
  void units();
  void environment();
  YAML::Node named(const YAML::Node& list, const std::string& name) const;
  // The bodies: those of the multibody group, or else every vessel type with coefficients over frequency.
  void find_vessels();
  // +1, or -1 for a motion that the file counts the other way.
  Vector6 signs(const YAML::Node& type) const;
  void geometry(std::size_t b);
  double to_omega(double value, const YAML::Node& type) const;
  // A block of two bodies, moved to their centres of mass, in SI.
  MatrixX block(const YAML::Node& node, std::size_t b, std::size_t c, double unit, const char* what) const;
  std::vector<Matrices> radiation();
  std::size_t index(const YAML::Node& pair, const char* key) const;

  // ---- forces by frequency and direction (orcaflex_loads.cpp)
  // A table of RAOs by the names of its columns; wave drift has amplitudes alone.
  std::vector<Table> tables(const Vessel& v, const YAML::Node& part, bool phases) const;
  // Headings that the vessel's symmetry makes of those given, with the signs of the six forces.
  void mirror(const Vessel& v, std::vector<Table>& all, bool phases);
  void forces(const std::vector<Matrices>& matrices);
  const Table& of_direction(const std::vector<Table>& list, double direction, std::size_t b) const;
  // Moment about the centre of mass from that about `origin`, SI, over rho g.
  Eigen::VectorXcd moved(const Eigen::VectorXcd& force, std::size_t b, const Vector3& origin, double unit) const;
  void place_loads(std::size_t b, const std::vector<Table>& list);
  void place_drift(std::size_t b, const YAML::Node& part);

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

}  // namespace swell::bemio
