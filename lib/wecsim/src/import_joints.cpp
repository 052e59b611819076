// Joints, take-offs, moorings and cables: what holds the bodies.
#include "case_importer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "swell/base/error_codes.h"
#include "swell/base/vector.h"

namespace swell::wecsim {

using DrawnKind = DrawnBlock::Kind;

namespace {
constexpr std::size_t kLongestTable = 1000000;  // rows of a mooring's table: 200 MB of text
}  // namespace

std::optional<std::string> Importer::end_of(int net) {
  if (drawn.ground.count(net) != 0) return "world";
  const auto found = bodies_on.find(net);
  if (found == bodies_on.end()) return std::nullopt;
  return body_names[found->second.front()];
}

void Importer::joints() {
  std::vector<const DrawnBlock*> list[2];
  std::set<int> cable_nets;
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind == DrawnKind::cable) cable_nets.insert({d.base, d.follower});
  }
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::joint) continue;
    if (!in.has(d.object, d.number)) {
      lost(d, fmt::format("{}({}) is not made by the input file", d.object, d.number));
      continue;
    }
    if (d.base == d.follower) {
      in(d.object, d.number).leave_out();
      if (d.type != "fixed") decided(d, "both ends are on one frame, left out");
      continue;
    }
    const bool at_cable = (cable_nets.count(d.base) != 0 && !end_of(d.base)) ||
                          (cable_nets.count(d.follower) != 0 && !end_of(d.follower));
    if (at_cable) {
      for (const char* path : {"name", "location", "orientation", "initial", "extension"})
        in(d.object, d.number).use(path);
      decided(d, "holds the end of a cable, which is a point here");
      continue;
    }
    const bool alone = is_alone(d.base, &d) && is_alone(d.follower, &d);
    if (alone || (is_alone(d.base, &d) && !end_of(d.base)) || (is_alone(d.follower, &d) && !end_of(d.follower))) {
      in(d.object, d.number).leave_out();
      decided(d, "joined to nothing on one side, left out");
      continue;
    }
    if (!end_of(d.base) || !end_of(d.follower)) make_frame_body(end_of(d.base) ? d.follower : d.base, d);
    if (!end_of(d.base)) make_frame_body(d.base, d);
    list[d.is_pto ? 1 : 0].push_back(&d);
  }
  for (const auto& f : frames) {
    text.key(2, "name", f.second.name, f.second.comment, true);
    text.key(2, "mass", f.second.mass);
    text.key(2, "inertia", yaml_list({f.second.mass, f.second.mass, f.second.mass}));
    text.key(2, "center_of_gravity", f.second.place);
  }
  // bodies on one net, and bodies on the ground, are welded
  std::vector<std::array<std::string, 3>> welds;
  for (const auto& net : bodies_on) {
    if (net.second.empty()) continue;
    const bool ground = drawn.ground.count(net.first) != 0;
    for (std::size_t i = ground ? 0 : 1; i < net.second.size(); ++i) {
      const std::string base = ground ? "world" : body_names[net.second.front()], follower = body_names[net.second[i]];
      welds.push_back({unique(follower + "_weld"), base, follower});
      decided(fmt::format("{} is drawn on the same frame as {}: a fixed joint", follower, base),
              Origin{model.file.string(), 0, 0, {}});
    }
  }
  if (!list[0].empty() || !welds.empty()) text.section("joints");
  for (const auto& w : welds) {
    text.key(2, "name", w[0], "on one frame in the model", true);
    text.key(2, "type", "fixed");
    text.key(2, "base", w[1]);
    text.key(2, "follower", w[2]);
  }
  for (const DrawnBlock* d : list[0]) joint(*d);
  if (!list[1].empty()) text.section("ptos");
  for (const DrawnBlock* d : list[1]) joint(*d);
}

bool Importer::is_alone(int net, const DrawnBlock* self) {
  if (drawn.ground.count(net) != 0 || bodies_on.count(net) != 0) return false;
  for (const DrawnBlock& d : drawn.blocks) {
    if (&d != self && (d.base == net || d.follower == net)) return false;
  }
  return true;
}

void Importer::make_frame_body(int net, const DrawnBlock& d) {
  if (end_of(net)) return;
  double mass = 0.0;
  for (const auto& b : body_names) {
    const MatlabValue* m = in("body", b.first).get("mass");
    if (m != nullptr && m->is_numbers()) mass = std::max(mass, m->numbers[0]);
    if (m != nullptr && m->is_text()) mass = std::max(mass, 1e6);
  }
  mass = std::max(1e-3 * mass, 1e-6);
  const std::string name = unique("frame");
  auto place = in(d.object, d.number).numbers("location", {3});
  if (place.size() != 3 || place[0] == 999.0) place = {0, 0, 0};
  frames[net] = {name, fmt::format("{}: a frame without a body between two joints of the model", d.block->path), mass,
                 place};
  const int number = -static_cast<int>(frames.size());
  body_names[number] = name;
  bodies_on[net].push_back(number);
  decided(d, fmt::format("a frame between two joints has no mass in WEC-Sim; here it is a body of {:g} kg", mass));
}

void Importer::joint(const DrawnBlock& d) {
  const std::string& o = d.object;
  const int n = d.number;
  const Object own = in(o, n);
  const std::string given = own.text("name");
  const std::string name = unique(given.empty() || given == "NOT DEFINED" ? d.block->name : given);
  joint_names[fmt::format("{}({})", o, n)] = name;
  std::string base = *end_of(d.base), follower = *end_of(d.follower);
  text.key(2, "name", name, fmt::format("{}({}), {}: {}", o, n, model_name(), d.block->path), true);
  text.key(2, "type", d.type);
  text.key(2, "base", base, "port B of the block");
  text.key(2, "follower", follower, "port F of the block");
  auto place = own.numbers("location", {3});
  if (place.size() != 3) place = {0, 0, 0};
  if (place[0] == 999.0 && place[1] == 999.0 && place[2] == 999.0) {
    place = {0, 0, 0};
    decided(fmt::format("{}({}).location is not set: WEC-Sim takes the origin", o, n), own.origin("location"));
  }
  const auto shift = own.numbers("initial.displacement", {3});
  // The place is that of the design position: a base that is displaced itself carries the joint along.
  if (shift.size() == 3 && displacement_of(base).isZero()) {
    for (std::size_t i = 0; i < 3; ++i) place[i] += shift[i];
  }
  text.key(2, "location", place, own.from("location"));
  const auto z = own.numbers("orientation.z", {3}), y = own.numbers("orientation.y", {3});
  if (z.size() == 3 && y.size() == 3 && !(z == std::vector<double>{0, 0, 1} && y == std::vector<double>{0, 1, 0}))
    text.key(2, "orientation", fmt::format("{{z: {}, y: {}}}", yaml_list(z), yaml_list(y)), own.from("orientation.z"));
  own.use("orientation");
  const bool turning = d.type == "rotational" || d.type == "universal" || d.type == "spherical";
  // hard stops and the zero of the spring are in degrees of the revolute, whose axis is -y (reference 5.2)
  const double unit = turning ? kPi / 180.0 : 1.0;
  const bool negated = d.type == "rotational" && !(d.is_pto && (d.actuated));
  const double start = initial_coordinate(d, base, follower, z, y);
  if (d.type == "floating-3dof" && (own.set("extension") || own.set("hardStops"))) {
    decided(d, "extension and hardStops have no effect in WEC-Sim's block");
    own.use("extension");
    own.use("hardStops");
  } else if (own.option("extension.PositionTargetSpecify", 1) == 1) {
    auto extension = own.numbers("extension.PositionTargetValue");
    // The mask of the revolute turns the sign, that of an actuated one does not.
    const double sign = d.type == "rotational" && d.actuated ? -1.0 : 1.0;
    for (double& e : extension) e = e * sign * unit + start;
    if (!extension.empty())
      text.key(2, "extension", extension.size() == 1 ? yaml_number(extension[0]) : yaml_list(extension),
               own.from("extension.PositionTargetValue") + (turning ? ", here in rad" : ""));
  }
  own.use("extension.PositionTargetSpecify");
  own.use("extension.PositionTargetPriority");
  if (d.type != "floating-3dof") stops(own, unit, negated, start);
  if (d.is_pto) {
    const double k = own.number("stiffness", 0.0, true), c = own.number("damping", 0.0, true);
    const double per = d.type == "universal" ? 180.0 / kPi : 1.0;
    text.key(2, "stiffness", k * per, own.from("stiffness"));
    text.key(2, "damping", c * per, own.from("damping"));
    double rest = own.number("equilibriumPosition", 0.0);
    const double pretension = own.number("pretension", 0.0);
    const char* property = pretension != 0.0 ? "pretension" : "equilibriumPosition";
    if (pretension != 0.0 && rest == 0.0) {
      if (k != 0.0)
        rest = -pretension / k;
      else
        decided(fmt::format("{}({}).pretension without stiffness has no effect in WEC-Sim either", o, n),
                own.origin("pretension"));
      if (k != 0.0 && d.type == "rotational")
        decided(
            fmt::format("{}({}).pretension: the block reads -pretension / stiffness in degrees, a moment of {:g} N m",
                        o, n, pretension * unit),
            own.origin("pretension"));
    }
    if (rest != 0.0 && (d.type == "universal" || d.type == "spherical")) {
      decided(fmt::format("{}({}).{} has no effect in WEC-Sim's block of type {}", o, n, property, d.type),
              own.origin(property));
      rest = 0.0;
    }
    // Conditions may have a spring where the input file has none.
    const bool has_spring = k != 0.0 || own.numbers("stiffness").size() > 1 || !simu.text("mcrMatFile").empty();
    const double zero = rest * unit * (negated ? -1.0 : 1.0) + (has_spring ? start : 0.0);
    if (zero != 0.0) text.key(2, "equilibrium_position", zero, own.from(property));
  }
  if (d.moved) text.key(2, "prescribed", "true", "Actuation Motion");
  taken(fmt::format("{}({}) is {}: {} between {} and {}", o, n, name, d.type, base, follower), drawing(d.block->path));
}

Vector3 Importer::displacement_of(const std::string& body) {
  for (const auto& b : body_names) {
    if (b.second != body) continue;
    const auto given = in("body", b.first).numbers("initial.displacement", {3});
    if (given.size() == 3) return Vector3(given[0], given[1], given[2]);
  }
  return Vector3::Zero();
}

// WEC-Sim displaces a body relative to its port, and the joint coordinate is 0 in that pose. Here the coordinate is 0
// in the design pose: extension, equilibrium and stops are shifted by the coordinate of the initial pose, in m, or rad
// about +y. (reference 3.2, 5.4)
double Importer::initial_coordinate(const DrawnBlock& d, const std::string& base, const std::string& follower,
                                    const std::vector<double>& z, const std::vector<double>& y) {
  const Object own = in(d.object, d.number);
  const auto axis_of = [](const std::vector<double>& given, const Vector3& otherwise) -> Vector3 {
    return given.size() == 3 ? Vector3(given[0], given[1], given[2]).normalized() : otherwise;
  };
  double start = 0.0;
  if (d.type == "translational") {
    start = axis_of(z, Vector3::UnitZ()).dot(displacement_of(follower) - displacement_of(base));
  } else if (d.type == "rotational" || d.type == "universal" || d.type == "spherical") {
    for (const auto& b : body_names) {
      if (b.second != base && b.second != follower) continue;
      const Object body = in("body", b.first);
      const double angle = body.number("initial.angle", 0.0);
      if (angle == 0.0) continue;
      const auto axis = body.numbers("initial.axis", {3});
      if (d.type == "rotational")
        start +=
            (b.second == follower ? angle : -angle) * axis_of(axis, Vector3::UnitY()).dot(axis_of(y, Vector3::UnitY()));
      else if (own.number("stiffness", 0.0) != 0.0)
        lost(fmt::format("{}({}): the spring is relaxed in the initial pose of {} in WEC-Sim, in the design pose here",
                         d.object, d.number, b.second),
             body.origin("initial.angle"));
      if (displacement_of(b.second).isZero())
        decided(fmt::format("{} starts turned about {}({}); WEC-Sim, without initial.displacement, turns it about its "
                            "centre of gravity",
                            b.second, d.object, d.number),
                body.origin("initial.angle"));
    }
  }
  return start;
}

void Importer::stops(const Object& own, double unit, bool negated, double start) {
  const auto acts = [&](const char* path) {
    const std::string word = own.text(path);
    if (!word.empty() && word != "on" && word != "off")
      own.lose(path, fmt::format("= '{}' is neither 'on' nor 'off'", word));
    return word == "on";
  };
  const bool upper = acts("hardStops.upperLimitSpecify"), lower = acts("hardStops.lowerLimitSpecify");
  for (const char* side : {"upper", "lower"}) {
    for (const char* what : {"Specify", "Bound", "Stiffness", "Damping", "TransitionRegionWidth"})
      own.use(fmt::format("hardStops.{}Limit{}", side, what));
  }
  if (!upper && !lower) return;
  text.heading(2, "limits", own.from(upper ? "hardStops.upperLimitSpecify" : "hardStops.lowerLimitSpecify"));
  const auto get = [&](const char* side, const char* what, double otherwise) {
    return own.number(fmt::format("hardStops.{}Limit{}", side, what), otherwise);
  };
  const double high = get("upper", "Bound", 1.0) * unit, low = get("lower", "Bound", -1.0) * unit;
  if (upper) text.key(3, negated ? "lower" : "upper", yaml_number(start + (negated ? -high : high)));
  if (lower) text.key(3, negated ? "upper" : "lower", yaml_number(start + (negated ? -low : low)));
  const char* side = upper ? "upper" : "lower";
  text.key(3, "stiffness", get(side, "Stiffness", 1e6) / unit);
  text.key(3, "damping", get(side, "Damping", 1e3) / unit);
  text.key(3, "transition", get(side, "TransitionRegionWidth", 1e-4) * unit);
  if (upper && lower &&
      (get("upper", "Stiffness", 1e6) != get("lower", "Stiffness", 1e6) ||
       get("upper", "Damping", 1e3) != get("lower", "Damping", 1e3)))
    lost(fmt::format("{}.hardStops: stiffness and damping of the lower stop differ; those of the upper one act on both",
                     own.label()),
         own.origin("hardStops.lowerLimitStiffness"));
}

void Importer::moorings() {
  bool any = false;
  const auto begin = [&] {
    if (!any) text.section("moorings");
    any = true;
  };
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind == DrawnKind::cable && in.has("cable", d.number)) {
      cable(d, begin);
      continue;
    }
    if (d.kind != DrawnKind::mooring) continue;
    if (!in.has("mooring", d.number)) {
      lost(d, fmt::format("mooring({}) is not made by the input file", d.number));
      continue;
    }
    const int n = d.number;
    const Object own = in("mooring", n);
    const auto body = end_of(d.follower);
    const std::string given = own.text("name");
    auto place = own.numbers("location", {3});
    place.resize(3, 0.0);
    const auto given_shift = own.numbers("initial.displacement", {3});
    Vector3 shift = given_shift.size() == 3 ? Vector3(given_shift[0], given_shift[1], given_shift[2]) : Vector3::Zero();
    if (!body || *body == "world") {
      lost(d, "the mooring is joined to no body");
      own.leave_out();
      continue;
    }
    // The frame of the block starts at location + initial.displacement, however the body is displaced against its port
    // (reference 3.2, 7); here the body carries the point along.
    const Vector3 apart = shift - displacement_of(*body);
    const bool is_static = d.type != "MooringMatrix" && d.type != "MoorDynConnection" && d.type != "MooringLookupTable";
    for (std::size_t i = 0; i < 3; ++i) place[i] += (is_static ? shift : apart)(static_cast<Eigen::Index>(i));
    if (d.type == "MoorDynConnection" && (nonzero(place) || !displacement_of(*body).isZero()))
      decided(d,
              "the lines start at the places of their own file, moved with the body; WEC-Sim puts their coupled body "
              "at location + initial.displacement of the mooring");
    if (d.type == "MooringLookupTable" && !apart.isZero())
      lost(d,
           "initial.displacement differs from that of its body: the table is entered at the body's own displacement");
    begin();
    text.key(2, "name", unique(given.empty() ? d.block->name : given),
             fmt::format("mooring({}), {}: {}", n, model_name(), d.block->path), true);
    if (d.type == "MooringMatrix") {
      text.key(2, "type", "matrix");
      text.key(2, "body", *body);
      text.key(2, "location", place, own.from("location"));
      const MatlabValue *k = own.matrix("matrix.stiffness"), *c = own.matrix("matrix.damping");
      auto preload = own.numbers("matrix.preTension", {6});
      if (k != nullptr && !apart.isZero()) {
        preload.resize(6, 0.0);
        for (std::size_t i = 0; i < 6; ++i)
          for (std::size_t j = 0; j < 3; ++j) preload[i] -= k->at(i, j) * apart(static_cast<Eigen::Index>(j));
        decided(d, "starts at another displacement than its body: the difference is in the preload");
      }
      text.key(2, "stiffness", k == nullptr ? yaml_list(std::vector<double>(6, 0.0)) : matrix(*k),
               own.from("matrix.stiffness"));
      if (c != nullptr) text.key(2, "damping", matrix(*c), own.from("matrix.damping"));
      if (nonzero(preload)) text.key(2, "preload", preload, own.from("matrix.preTension"));
      taken(fmt::format("mooring({}): a matrix on {}", n, *body), drawing(d.block->path));
    } else if (d.type == "MoorDynConnection") {
      const std::filesystem::path lines = in_folder(own.text("moorDynInputFile"));
      if (!std::filesystem::exists(lines))
        refused(fmt::format("MoorDyn's file {} does not exist", lines.string()), own.origin("moorDynInputFile"));
      text.key(2, "type", "lines");
      text.key(2, "body", *body);
      text.key(2, "file", relative(lines), own.from("moorDynInputFile"));
      taken(fmt::format("mooring({}): MoorDyn's lines on {}", n, *body), drawing(d.block->path));
    } else if (d.type == "MooringLookupTable") {
      mooring_table(d, *body, place);
    } else {
      static_lines(d, *body, place);
    }
  }
}

// A struct of breakpoints X, Y, Z, RX, RY, RZ and of six-dimensional arrays FX ... MZ becomes a table of 12 columns.
// (reference: WEC-Sim 7 mooringClass.m, loadLookupTable)
void Importer::mooring_table(const DrawnBlock& d, const std::string& body, const std::vector<double>& place) {
  const int n = d.number;
  const Object own = in("mooring", n);
  const Origin origin = own.origin("lookupTableFile");
  std::string name = own.text("lookupTableFile");
  own.use("lookupTableFlag");
  std::filesystem::path path = in_folder(name);
  if (path.extension().empty() && !std::filesystem::exists(path)) path = any_case(path.string() + ".mat");
  const auto put = [&](const std::filesystem::path& rows_file) {
    text.key(2, "type", "lookup-table");
    text.key(2, "body", body);
    text.key(2, "location", place, "mooring.location");
    text.key(2, "file", relative(rows_file), fmt::format("mooring({}).lookupTableFile", n));
    if (options.best) text.key(2, "outside", "extrapolate", "WEC-Sim's block does");
  };
  if (!std::filesystem::exists(path)) {
    refused(fmt::format("the lookup table {} of mooring({}) does not exist", path.string(), n), origin);
    return put(path);
  }
  const auto table = variable_with("X", path, origin);
  std::array<const MatlabValue*, 6> axes{}, values{};
  std::size_t rows = 1;
  for (std::size_t i = 0; i < 6; ++i) {
    axes[i] = table ? table->field(std::array<const char*, 6>{"X", "Y", "Z", "RX", "RY", "RZ"}[i]) : nullptr;
    values[i] = table ? table->field(std::array<const char*, 6>{"FX", "FY", "FZ", "MX", "MY", "MZ"}[i]) : nullptr;
    if (axes[i] == nullptr || values[i] == nullptr || !axes[i]->is_numbers() || axes[i]->size() == 0 ||
        rows > kLongestTable / axes[i]->size())
      throw code::error(
          "missing", Origin{path.string(), 0, 0, {}},
          "the file holds no lookup table of a mooring: a struct with X, Y, Z, RX, RY, RZ and FX, FY, FZ, "
          "MX, MY, MZ",
          "see mooringClass.m of WEC-Sim for its format");
    rows *= axes[i]->size();
  }
  for (const MatlabValue* v : values) {
    if (v->size() != rows)
      throw InputError(Origin{path.string(), 0, 0, {}},
                       fmt::format("an array of {} values for {} combinations of the breakpoints", v->size(), rows));
  }
  std::string text_of;
  for (std::size_t r = 0; r < rows; ++r) {
    std::size_t left = r;  // the first index runs fastest
    for (const MatlabValue* a : axes) {
      text_of += fmt::format("{} ", a->numbers[left % a->size()]);
      left /= a->size();
    }
    for (const MatlabValue* v : values) text_of += fmt::format("{} ", v->numbers[r]);
    text_of.back() = '\n';
  }
  out.files.push_back({beside(fmt::format("-mooring{}.txt", n)), std::move(text_of)});
  put(out.files.back().path);
  taken(fmt::format("mooring({}): a table of {} rows on {}", n, rows, body), drawing(d.block->path));
}

// Equal lines at equal angles; their nodes, fairlead and anchor, are seen from mooring.location. (reference: WEC-Sim 7
// mooringClass.m, nonlinearStaticSetup; nonLinearStaticMooring.m; block MooringNLStatic)
void Importer::static_lines(const DrawnBlock& d, const std::string& body, const std::vector<double>& place) {
  const int n = d.number;
  const Object own = in("mooring", n);
  const auto number = [&](const char* key, double otherwise) {
    return own.number(fmt::format("nonlinearStaticData.{}", key), otherwise);
  };
  const MatlabValue* nodes = own.get("nonlinearStaticData.nodes");
  // number_lines and linear_mass_air: a struct of MOST
  const double count = number("nLines", number("number_lines", 0.0)), length = number("L", 0.0),
               stiffness = number("EA", 0.0), diameter = number("d", 0.0), friction = number("CB", 0.0),
               mass = number("linearMassAir", number("linear_mass_air", 0.0));
  const Origin origin = own.origin("nonlinearStaticData");
  for (const char* solver : {"HV0_try", "MaxIter", "TolFun", "TolX"})
    own.use(fmt::format("nonlinearStaticData.{}", solver));
  if (nodes == nullptr || nodes->rows != 3 || nodes->columns != 2 || !(count >= 1.0 && count <= 1000.0) ||
      !(length > 0.0) || !(stiffness > 0.0) || !(mass > 0.0))
    throw code::error("missing", origin,
                      fmt::format("mooring({}).nonlinearStaticData lacks one of nLines, L, EA, linearMassAir and nodes "
                                  "(3 x 2: fairlead, anchor)",
                                  n));
  text.key(2, "type", "catenary");
  text.key(2, "body", body);
  text.key(2, "length", length, "nonlinearStaticData.L");
  text.key(2, "axial_stiffness", stiffness, "nonlinearStaticData.EA");
  text.key(2, "mass_per_length", mass, "nonlinearStaticData.linearMassAir");
  text.key(2, "diameter", diameter, "nonlinearStaticData.d");
  if (friction > 0.0) text.key(2, "seabed_friction", friction, "nonlinearStaticData.CB");
  text.heading(2, "lines", "nonlinearStaticData.nodes, turned about z");
  const auto depth = in("waves", 1).numbers("waterDepth", {1});
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const double angle = 2.0 * kPi * i / count, c = std::cos(angle), s = std::sin(angle);
    const auto turned = [&](std::size_t column) {
      const double x = nodes->at(0, column), y = nodes->at(1, column), z = nodes->at(2, column);
      if (std::isinf(z) && (depth.empty() || std::isinf(depth[0])))
        throw code::error("missing", origin, "an anchor at -inf is one on the seabed, and waves.waterDepth is not set",
                          "give the depth, or the anchor's z");
      return yaml_list(
          {place[0] + c * x - s * y, place[1] + s * x + c * y, place[2] + (std::isinf(z) ? -depth[0] : z)});
    };
    text.key(3, "fairlead", turned(0), {}, true);
    text.key(3, "anchor", turned(1));
  }
  taken(fmt::format("mooring({}): {:g} catenary lines on {}", n, count, body), drawing(d.block->path));
}

void Importer::cable(const DrawnBlock& d, const std::function<void()>& begin) {
  const int n = d.number;
  const Object own = in("cable", n);
  // the two ends stand at the joints that the class names
  const auto end = [&](const char* which, int net) {
    const std::string joint = own.text(which);
    std::vector<double> place{0, 0, 0};
    std::optional<std::string> body = end_of(net);
    const std::size_t open = joint.find('(');
    if (open != std::string::npos) {
      const std::string object = joint.substr(0, open);
      const int index = number_of(joint);
      const auto at = in(object, index).numbers("location", {3});
      if (at.size() == 3) place = at;
      const DrawnBlock* block = drawn.find(object, index);
      if (!body && block != nullptr) body = end_of(block->base == net ? block->follower : block->base);
    }
    return std::make_pair(body, place);
  };
  const auto [base, from] = end("base", d.base);
  const auto [body, to] = end("follower", d.follower);
  if (!base || !body || (*base == "world" && *body == "world")) {
    lost(d, "the ends of the cable are joined to no body");
    own.leave_out();
    return;
  }
  begin();
  const std::string given = own.text("name");
  const bool swap = *body == "world";
  text.key(2, "name", unique(given.empty() ? d.block->name : given),
           fmt::format("cable({}), {}: {}", n, model_name(), d.block->path), true);
  text.key(2, "type", "cable");
  text.key(2, "body", swap ? *base : *body);
  text.key(2, "attachment", yaml_list(swap ? from : to));
  text.key(2, "base", swap ? *body : *base);
  text.key(2, "base_attachment", yaml_list(swap ? to : from));
  text.key(2, "stiffness", own.number("stiffness", 0.0), own.from("stiffness"));
  text.key(2, "damping", own.number("damping", 0.0), own.from("damping"));
  const double length = own.number("cableLength", 0.0), tension = own.number("preTension", 0.0);
  if (length > 0.0)
    text.key(2, "length", length, own.from("cableLength"));
  else if (tension > 0.0)
    text.key(2, "pre_tension", tension, own.from("preTension"));
  if (nonzero(own.numbers("quadDrag.drag")) || nonzero(own.numbers("quadDrag.cd")) ||
      nonzero(own.numbers("linearDamping")))
    lost(fmt::format("cable({}): drag and damping of its two small end bodies", n), own.origin("quadDrag.cd"));
  own.use("quadDrag");
  taken(fmt::format("cable({}) between {} and {}", n, *base, *body), drawing(d.block->path));
}

}  // namespace swell::wecsim
