// Wind turbines (MOST): the mass of tower, nacelle and rotor on their platform, and the steady loads of the rotor.
#include <fmt/ranges.h>

#include <algorithm>
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

const MatlabValue* numbers_of(const MatlabValue& of, const char* key, std::size_t least = 1) {
  const MatlabValue* v = of.field(key);
  return v != nullptr && v->is_numbers() && v->size() >= least ? v : nullptr;
}

// MOST's loads of one blade stand about each steady state, over errors of speed and pitch. Coefficients are those of
// the nearest one. (reference: WEC-Sim_Applications, MOST/mostData/windTurbine/aeroloads/AeroLoads.m)
std::optional<std::string> performance_of(const MatlabValue& law, double radius, double hub_radius, double cone) {
  const MatlabValue* steady = law.field("SS");
  const MatlabValue *winds = numbers_of(law, "V"), *speed_errors = numbers_of(law, "omegaerr", 2),
                    *pitch_errors = numbers_of(law, "thetaerr", 2), *blade = numbers_of(law, "F_aero"),
                    *speeds = steady == nullptr ? nullptr : numbers_of(*steady, "ROTSPD"),
                    *pitches = steady == nullptr ? nullptr : numbers_of(*steady, "BLADEPITCH");
  for (const MatlabValue* v : {winds, speed_errors, pitch_errors, blade, speeds, pitches})
    if (v == nullptr) return {};
  const std::size_t nv = winds->size(), no = speed_errors->size(), np = pitch_errors->size();
  if (speeds->size() != nv || pitches->size() != nv || blade->size() != nv * no * np * 6) return {};
  constexpr double kAir = 1.225;  // of AeroLoads.m
  const double area = kPi * radius * radius;
  // Piece and share of an error among its equal steps; the ends hold on.
  const auto between = [](const MatlabValue& errors, double error) {
    const double first = errors.numbers.front(), last = errors.numbers.back();
    const double place =
        std::clamp((error - first) / (last - first), 0.0, 1.0) * static_cast<double>(errors.size() - 1);
    const auto piece = std::min(static_cast<std::size_t>(place), errors.size() - 2);
    return std::pair{piece, place - static_cast<double>(piece)};
  };
  const auto coefficients = [&](double ratio, double pitch) {
    std::size_t nearest = 0;
    double least = HUGE_VAL, speed_error = 0.0, pitch_error = 0.0;
    for (std::size_t i = 0; i < nv; ++i) {
      const double by_speed = ratio * winds->numbers[i] / radius - speeds->numbers[i];
      const double by_pitch = pitch - pitches->numbers[i];
      const double distance = std::max(std::abs(by_speed / speed_errors->numbers.back()),
                                       std::abs(by_pitch / pitch_errors->numbers.back()));
      if (distance >= least) continue;
      least = distance;
      nearest = i;
      speed_error = by_speed;
      pitch_error = by_pitch;
    }
    const auto [j, s] = between(*speed_errors, speed_error);
    const auto [k, t] = between(*pitch_errors, pitch_error);
    const auto component = [&, j = j, s = s, k = k, t = t](std::size_t l) {
      const auto at = [&](std::size_t a, std::size_t b) {
        return blade->numbers[nearest + nv * (a + no * (b + np * l))];
      };
      return (1.0 - s) * ((1.0 - t) * at(j, k) + t * at(j, k + 1)) +
             s * ((1.0 - t) * at(j + 1, k) + t * at(j + 1, k + 1));
    };
    // From the root of the coned blade to the shaft.
    const double c = std::cos(cone), n = std::sin(cone), wind = winds->numbers[nearest];
    const double thrust = 3.0 * (c * component(0) - n * component(2));
    const double torque = 3.0 * (c * (component(3) - hub_radius * component(1)) - n * component(5));
    const double pressure = 0.5 * kAir * area * wind * wind;
    return std::pair{thrust / pressure, torque / (pressure * radius)};
  };
  std::string pitch_line, ratio_line, power, thrust, torque;
  for (int p = -5; p <= 30; ++p) pitch_line += fmt::format("{} ", p);
  for (int r = 4; r <= 28; ++r) {
    ratio_line += fmt::format("{} ", 0.5 * r);
    for (int p = -5; p <= 30; ++p) {
      const auto [ct, cq] = coefficients(0.5 * r, p * kDegree);
      power += fmt::format("{:.6f} ", cq * 0.5 * r);
      thrust += fmt::format("{:.6f} ", ct);
      torque += fmt::format("{:.6f} ", cq);
    }
    for (std::string* rows : {&power, &thrust, &torque}) rows->back() = '\n';
  }
  return fmt::format(
      "# Pitch [deg]\n{}\n# Tip-speed ratio\n{}\n# Wind speed [m/s]\n{}\n# Power coefficient\n{}"
      "# Thrust coefficient\n{}# Torque coefficient\n{}",
      pitch_line, ratio_line, winds->numbers[nv / 2], power, thrust, torque);
}

// k of a law of torque that is k omega^2 up to its last speed but one (then constant); 0 where it is another law.
double quadratic_gain(const MatlabValue& speed, const MatlabValue& torque) {
  const std::size_t n = speed.size();
  if (n < 4 || torque.size() != n) return 0.0;
  const double rated = torque.numbers[n - 2], k = rated / (speed.numbers[n - 2] * speed.numbers[n - 2]);
  for (std::size_t i = 0; i < n; ++i) {
    const double w = speed.numbers[i], law = i + 1 == n ? rated : k * w * w;
    // The first points are the cut-in, below which the torque is 0.
    if (torque.numbers[i] != 0.0 && std::abs(torque.numbers[i] - law) > 0.01 * rated) return 0.0;
  }
  return std::isfinite(k) ? k : 0.0;
}

}  // namespace

// Turbines whose loads, properties and control are all there.
void Importer::read_rotors() {
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::turbine || !in.has("windTurbine", d.number)) continue;
    const Object own = in("windTurbine", d.number);
    const char* const name = own.number("control", 0.0) == 1.0 ? "ROSCO" : "Baseline";
    const Origin origin = own.origin("turbineName");
    const auto part = [&](const char* field, const char* key) -> std::optional<MatlabValue> {
      const std::filesystem::path path = any_case(in_folder(own.text(key)).string());
      if (!std::filesystem::is_regular_file(path)) return {};
      auto all = variable_with(field, path, origin);
      return all && all->field(field) != nullptr ? all : std::nullopt;
    };
    const auto properties = part("hub", "turbineName"), loads = part(name, "aeroLoadsName"),
               control = part(name, "controlName");
    if (!properties || !loads || !control) continue;
    const MatlabValue *law = control->field(name), *rosco = control->field("ROSCO"), *hub = properties->field("hub"),
                      *inertia = numbers_of(*properties, "Inertia_Rotor_cogHub"),
                      *older = numbers_of(*properties, "rotorInertia"),  // its name in earlier files
                          *efficiency = numbers_of(*properties, "gen_eff"),
                      *root = hub == nullptr ? nullptr : numbers_of(*hub, "Rhub"),
                      *cone = hub == nullptr ? nullptr : numbers_of(*hub, "precone");
    if (inertia == nullptr) inertia = older;
    // The baseline's part of the file leaves out the radius.
    const MatlabValue* tip = rosco == nullptr ? nullptr : numbers_of(*rosco, "Rtip");
    bool whole = inertia != nullptr && root != nullptr && cone != nullptr && tip != nullptr;
    const std::vector<const char*> of_rosco{"TSR_opt",  "omegaMax", "omegaMin",      "torqueMax",
                                            "KP_tau",   "KI_tau",   "theta",         "KP_theta",
                                            "KI_theta", "WS",       "MINBLADEPITCH", "thetaMaxRate"},
        of_baseline{"omega_gen", "Cgen", "omegaMax", "KP", "KI", "c1", "c2", "c3", "thetaMaxRate"};
    for (const char* key : law == rosco ? of_rosco : of_baseline) whole = whole && numbers_of(*law, key) != nullptr;
    if (!whole) continue;
    Rotor made;
    if (law != rosco) made.optimal_gain = quadratic_gain(*law->field("omega_gen"), *law->field("Cgen"));
    if (law != rosco && made.optimal_gain <= 0.0) continue;
    made.radius = tip->numbers[0];
    auto table = performance_of(*loads->field(name), made.radius, root->numbers[0], cone->numbers[0] * kDegree);
    if (!table) continue;
    made.performance = std::move(*table);
    made.inertia = inertia->numbers[0];
    if (efficiency != nullptr) made.efficiency = efficiency->numbers[0];
    made.control = *law;
    rotors[d.number] = std::move(made);
  }
}

void Importer::wind() {
  const Object own = in("wind", 1);
  const std::string type = own.text("type");
  const double mean = own.number("meanVelocity", 0.0);
  text.heading(1, "wind");
  if (type == "turbulent") {
    std::filesystem::path field = in_folder(own.text("turbSimFile"));
    field = any_case(field.replace_extension(".bts").string());
    if (std::filesystem::is_regular_file(field)) {
      text.key(2, "type", "turbsim");
      text.key(2, "file", relative(field), "wind.turbSimFile is made from it");
      return;
    }
    lost(fmt::format("wind: {}, from which TurbSim's file was made, is not there; the wind is steady", field.string()),
         own.origin("turbSimFile"));
  }
  text.key(2, "type", "steady");
  text.key(2, "speed", mean, own.from("meanVelocity"));
}

void Importer::rotor(int n, const std::string& body, const std::vector<double>& hub, const std::vector<double>& shaft) {
  const Rotor& made = rotors.at(n);
  out.files.push_back({beside(fmt::format("-rotor{}.txt", n)), made.performance});
  const auto values = [&](const char* key, double scale) {
    std::vector<double> list = made.control.field(key)->numbers;
    for (double& x : list) x *= scale;
    return list;
  };
  const auto value = [&](const char* key, double scale = 1.0) { return values(key, scale)[0]; };
  CaseText& t = rotor_text;
  t.key(2, "name", unique(body + "-rotor"), fmt::format("windTurbine({})", n), true);
  t.key(2, "body", body);
  t.key(2, "hub", hub);
  t.key(2, "axis", shaft);
  t.key(2, "radius", made.radius);
  t.key(2, "table", relative(out.files.back().path), "of aeroLoadsName, three blades together");
  t.key(2, "inertia", made.inertia, "of turbineName");
  if (const double start = in("windTurbine", n).number("omega0", 0.0); start > 0.0) t.key(2, "speed", start, "omega0");
  t.key(2, "efficiency", made.efficiency, "gen_eff");
  const bool baseline = made.optimal_gain > 0.0;
  t.heading(2, "control", baseline ? "Baseline of controlName" : "ROSCO of controlName");
  t.key(3, "rated_speed", value("omegaMax"));
  if (!baseline) t.key(3, "minimum_speed", value("omegaMin"));
  t.key(3, "rated_torque", baseline ? values("Cgen", 1.0).back() : value("torqueMax"));
  t.key(3, "pitch_rate", value("thetaMaxRate", 1.0 / kDegree));
  if (baseline) {
    t.key(3, "optimal_gain", made.optimal_gain, "Cgen over omega_gen");
    // Gains over the sensitivity of the power to the pitch, a parabola. (reference: Controller.m of MOST)
    std::vector<double> pitch, proportional, integral;
    for (int degree = 0; degree <= 30; degree += 2) {
      const double a = degree * kDegree, power = value("c3") + a * (value("c2") + a * value("c1"));
      pitch.push_back(degree);
      proportional.push_back(value("KP") / power);
      integral.push_back(value("KI") / power);
    }
    t.heading(3, "pitch_gains", "KP and KI over c1, c2, c3");
    t.key(4, "pitch", pitch);
    t.key(4, "proportional", proportional);
    t.key(4, "integral", integral);
  } else {
    t.key(3, "tip_speed_ratio", value("TSR_opt"));
    t.key(3, "torque_gain", value("KP_tau", -1.0));
    t.key(3, "torque_integral", value("KI_tau", -1.0));
    t.heading(3, "pitch_gains");
    t.key(4, "pitch", values("theta", 1.0 / kDegree));
    t.key(4, "proportional", values("KP_theta", -1.0));
    t.key(4, "integral", values("KI_theta", -1.0));
    t.heading(3, "pitch_floor");
    t.key(4, "wind", values("WS", 1.0));
    t.key(4, "pitch", values("MINBLADEPITCH", 1.0 / kDegree));
  }
  std::vector<std::string> unread = in("windTurbine", n).unread();
  for (const std::string& property : in("wind", 1).unread()) unread.push_back("wind." + property);
  if (!unread.empty())
    lost(fmt::format("windTurbine({}): not read: {}", n, fmt::join(unread, ", ")), in("windTurbine", n).origin("type"));
  decided(fmt::format(
              "windTurbine({}): loads and control came over for the rotor as a whole; MOST's loads of single blades "
              "in the sheared wind, its filters and its feedback of the nacelle's motion did not",
              n),
          in("windTurbine", n).origin("controlName"));
}

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
    Part body = together(parts_of({*all, path}, hub, shaft));
    const auto turning = rotors.find(n);  // about its shaft the rotor is free of the body
    if (turning != rotors.end()) body.inertia -= turning->second.inertia * shaft * shaft.transpose();
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
    if (turning != rotors.end())
      rotor(n, name, list(hub, hub.norm()), list(shaft, 1.0));
    else
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
