// Wind turbines (MOST): the mass of tower, nacelle and rotor on their platform, and the steady loads of the rotor.
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "case_importer.h"
#include "swell/base/constants.h"
#include "swell/base/error_codes.h"
#include "swell/base/vector.h"

namespace swell::wecsim {
namespace {

using DrawnKind = DrawnBlock::Kind;

struct Part {
  double mass = 0.0;
  Vector3 place = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();  // about its own centre of gravity
};

// The numbers of a part of WTcomponents, and that they are there.
struct Properties {
  const MatlabValue& all;
  std::filesystem::path file;

  const std::vector<double>& numbers(const char* part, const char* name, std::size_t least) const {
    const MatlabValue* of = all.field(part);
    const MatlabValue* v = of == nullptr ? nullptr : of->field(name);
    if (v == nullptr || !v->is_numbers() || v->numbers.size() < least)
      throw code::error("missing", Origin{file.string(), 0, 0, {}},
                        fmt::format("{}.{} is missing or no number", part, name),
                        "see WTproperties.m of MOST for the content of the file");
    return v->numbers;
  }
  double number(const char* part, const char* name) const { return numbers(part, name, 1)[0]; }
  Vector3 vector(const char* part, const char* name) const { return Vector3(numbers(part, name, 3).data()); }
  Matrix3 inertia(const char* part) const {
    const Vector3 own = vector(part, "Inertia"), products = vector(part, "InertiaProduct");
    Matrix3 m = own.asDiagonal();
    m(0, 1) = m(1, 0) = products[0];
    m(0, 2) = m(2, 0) = products[1];
    m(1, 2) = m(2, 1) = products[2];
    return m;
  }
};

Matrix3 turned(double angle, const Vector3& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

// MOST's geometry: the shaft is tilted about y at the top of the tower, each blade turned back by the cone.
// (reference: WEC-Sim_Applications, MOST/mostData/windTurbine/turbine_properties/WTproperties.m)
std::vector<Part> parts_of(const Properties& p, Vector3& hub, Vector3& shaft) {
  const Vector3 bottom(0, 0, p.number("tower", "offset")), top = bottom + Vector3(0, 0, p.number("tower", "height"));
  const Matrix3 tilt = turned(p.number("nacelle", "tiltangle") * kDegree, Vector3::UnitY());
  shaft = tilt.col(0);
  hub = top + Vector3(0, 0, p.number("nacelle", "Twr2Shft")) + shaft * p.number("hub", "overhang");
  std::vector<Part> parts{
      {p.number("tower", "mass"), bottom + p.vector("tower", "cog_rel"), p.inertia("tower")},
      {p.number("nacelle", "mass_yawBearing"), top, Matrix3::Zero()},
      {p.number("nacelle", "mass"), top + p.vector("nacelle", "cog_rel"), p.inertia("nacelle")},
      {p.number("hub", "mass"), hub, tilt * p.inertia("hub") * tilt.transpose()},
  };
  for (int blade = 0; blade < 3; ++blade) {
    const Matrix3 out = tilt * turned(2.0 * kPi * blade / 3.0, Vector3::UnitX()) *
                        turned(-p.number("hub", "precone") * kDegree, Vector3::UnitY());
    parts.push_back({p.number("blade", "mass"),
                     hub + out * (p.vector("blade", "cog_rel") + Vector3(0, 0, p.number("hub", "Rhub"))),
                     out * p.inertia("blade") * out.transpose()});
  }
  return parts;
}

// One body of several.
Part together(const std::vector<Part>& parts) {
  Part all;
  for (const Part& p : parts) {
    all.mass += p.mass;
    all.place += p.mass * p.place;
  }
  all.place /= all.mass;
  for (const Part& p : parts) {
    const Vector3 d = p.place - all.place;
    all.inertia += p.inertia + p.mass * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
  }
  return all;
}

// What rounding left is nothing.
std::vector<double> list(const Vector3& v, double scale) {
  std::vector<double> out;
  for (const double x : v) out.push_back(std::abs(x) < 1e-12 * scale ? 0.0 : x);
  return out;
}

double at(const MatlabValue& x, const MatlabValue& y, double where) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double a = x.numbers[i - 1], b = x.numbers[i];
    if (where >= a && where <= b && b > a)
      return y.numbers[i - 1] + (y.numbers[i] - y.numbers[i - 1]) * (where - a) / (b - a);
  }
  return std::nan("");
}

}  // namespace

std::optional<MatlabValue> Importer::variable_with(const char* field, const std::filesystem::path& path,
                                                   const Origin& origin) {
  MatlabWorkspace other(folder, options.containment);
  other.set("name", MatlabValue::words(std::filesystem::absolute(path).string()));
  const MatlabValue all = other.evaluate("load(name)", origin);
  if (all.field(field) != nullptr) return all;
  for (const auto& variable : all.elements.empty() ? MatlabValue::Fields{} : *all.elements[0]) {
    if (variable.second.field(field) != nullptr) return variable.second;
  }
  return std::nullopt;
}

void Importer::turbines() {
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::turbine) continue;
    const int n = d.number;
    const Origin origin = in("windTurbine", n).origin("turbineName");
    const auto no = [&](const std::string& why) {
      refused(fmt::format("{}: {}; the wind turbine is left out", d.block->path, why), origin);
      drawn.foreign.emplace_back(d.block->path, d.block->source);
    };
    if (!in.has("windTurbine", n)) {
      no(fmt::format("windTurbine({}) is not made by the input file", n));
      continue;
    }
    const std::filesystem::path path = in_folder(in("windTurbine", n).text("turbineName"));
    const std::string name_in = in("windTurbine", n).text("type");
    if (!std::filesystem::is_regular_file(path)) {
      no(fmt::format("its properties {} do not exist", path.string()));
      continue;
    }
    const auto all = variable_with("tower", path, origin);
    if (!all) {
      no(fmt::format("{} holds no properties of a wind turbine", path.string()));
      continue;
    }
    Vector3 hub, shaft;
    const Part body = together(parts_of({*all, path}, hub, shaft));
    const double largest = body.inertia.diagonal().maxCoeff();
    const std::string name = unique(name_in.empty() ? "turbine" : name_in);
    text.key(2, "name", name, fmt::format("windTurbine({}), {}: {}", n, model_name(), d.block->path), true);
    text.key(2, "mass", body.mass,
             fmt::format("tower, yaw bearing, nacelle, hub and blades of {}", path.filename().string()));
    text.key(2, "inertia", list(body.inertia.diagonal(), largest));
    text.key(2, "inertia_products", list({body.inertia(0, 1), body.inertia(0, 2), body.inertia(1, 2)}, largest));
    text.key(2, "center_of_gravity", list(body.place, hub.norm()));
    const int number = -1000000 - n;  // no index of the input file
    body_names[number] = name;
    bodies_on[d.follower].push_back(number);
    rotor_loads(n, name, list(hub - body.place, hub.norm()), list(shaft, 1.0), origin);
  }
}

void Importer::rotor_loads(int n, const std::string& name, const std::vector<double>& hub,
                           const std::vector<double>& shaft, const Origin& origin) {
  const double wind = in("wind", 1).number("meanVelocity", 0.0);
  const std::filesystem::path path = in_folder(in("windTurbine", n).text("aeroLoadsName"));
  std::optional<double> thrust, torque;
  if (std::filesystem::is_regular_file(path)) {
    const char* law = in("windTurbine", n).number("control", 0.0) == 1.0 ? "ROSCO" : "Baseline";
    const auto loads = variable_with(law, path, origin);
    const MatlabValue* of_law = loads ? loads->field(law) : nullptr;
    const MatlabValue* steady = of_law == nullptr ? nullptr : of_law->field("SS");
    const auto column = [&](const char* key) { return steady == nullptr ? nullptr : steady->field(key); };
    const MatlabValue *speed = column("WINDSPEED"), *t = column("THRUST"), *m = column("TORQUE");
    if (speed != nullptr && t != nullptr && m != nullptr && speed->is_numbers() && t->size() == speed->size() &&
        m->size() == speed->size()) {
      thrust = at(*speed, *t, wind);
      torque = at(*speed, *m, wind);
    }
  }
  std::vector<std::string> unread = in("windTurbine", n).unread();
  for (const std::string& property : in("wind", 1).unread()) unread.push_back("wind." + property);
  const std::string rest = fmt::format(
      "rotation and control of the rotor, the change of its loads with the motion (aerodynamic damping) and turbulence "
      "did not{}{}",
      unread.empty() ? "" : "; not read: ", fmt::join(unread, ", "));
  if (!thrust || std::isnan(*thrust)) {
    lost(fmt::format(
             "windTurbine({}): its mass was imported as the body {}; loads of the wind, rotation and control did "
             "not (no steady loads at {:g} m/s in {}){}{}",
             n, name, wind, path.string(), unread.empty() ? "" : "; not read: ", fmt::join(unread, ", ")),
         origin);
    return;
  }
  std::vector<double> six(6);
  for (std::size_t i = 0; i < 3; ++i) {
    six[i] = *thrust * shaft[i];
    six[i + 3] = *torque * shaft[i];
  }
  steady_loads.push_back(
      {name, six, hub, fmt::format("thrust and torque of the rotor in a steady wind of {:g} m/s", wind)});
  lost(fmt::format(
           "windTurbine({}): its mass was imported as the body {}, and the thrust of {:.4g} N and torque of {:.4g} "
           "N m of the rotor in a steady wind of {:g} m/s; {}",
           n, name, *thrust, *torque, wind, rest),
       origin);
}

}  // namespace swell::wecsim
