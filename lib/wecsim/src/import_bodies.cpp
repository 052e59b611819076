// Bodies: which are in the model, their keys, their hydrodynamic data.
#include "case_importer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "swell/base/text.h"
#include "swell/base/vector.h"
#include "swell/hydro/bemio_h5.h"

namespace swell::wecsim {

using DrawnKind = DrawnBlock::Kind;

void Importer::place_bodies() {
  const auto bodies_of = [&](int net) {
    std::size_t n = 0;
    for (const DrawnBlock& d : drawn.blocks) n += d.kind == DrawnKind::body && d.follower == net ? 1 : 0;
    return n;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (DrawnBlock& d : drawn.blocks) {
      if (d.kind != DrawnKind::joint || d.type != "fixed" || d.base == d.follower) continue;
      const bool base_empty = bodies_of(d.base) == 0, follower_empty = bodies_of(d.follower) == 0;
      if (!base_empty && !follower_empty) continue;
      if ((base_empty && drawn.ground.count(d.base) != 0 && !follower_empty) ||
          (follower_empty && drawn.ground.count(d.follower) != 0 && !base_empty))
        continue;
      const int keep = d.base, gone = d.follower;
      if (drawn.ground.erase(gone) != 0) drawn.ground.insert(keep);
      for (DrawnBlock& other : drawn.blocks) {
        if (other.base == gone) other.base = keep;
        if (other.follower == gone) other.follower = keep;
      }
      in(d.object, d.number).leave_out();
      decided(d, "a fixed constraint to a frame without a body; the frame is taken as what it is fixed to");
      changed = true;
    }
  }
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::body) continue;
    if (!in.has("body", d.number)) {
      lost(d, fmt::format("body({}) of the model is not made by the input file", d.number));
      continue;
    }
    if (body_names.count(d.number) != 0) {
      lost(d, fmt::format("body({}) appears more than once in the model; the first is used", d.number));
      continue;
    }
    std::string name = in("body", d.number).text("name");
    if (name.empty())
      name = d.block->name.rfind("Rigid Body", 0) == 0 || d.block->name.rfind("Flex Body", 0) == 0 ||
                     d.block->name == "Body"
                 ? ""
                 : d.block->name;
    if (name.empty()) name = fmt::format("body{}", d.number);
    body_names[d.number] = unique(name);
    bodies_on[d.follower].push_back(d.number);
  }
  for (int b = 1; b <= in.count("body"); ++b) {
    if (body_names.count(b) == 0) {
      in("body", b).leave_out();
      decided(fmt::format("body({}) is in no block of the model and is left out", b), in("body", b).origin("h5File"));
    }
  }
}

std::string Importer::h5_of(int b) {
  const Object own = in("body", b);
  const MatlabValue* v = own.get("h5File");
  if (v == nullptr) return {};
  if (v->is_text()) return v->text;
  if (v->kind == MatlabValue::Kind::cells && !v->cells.empty()) {  // (reference: bodyClass.m)
    const double initial = own.number("variableHydro.hydroForceIndexInitial", 1.0);
    const auto last = static_cast<double>(v->cells.size());
    const MatlabValue& chosen = v->cells[static_cast<std::size_t>(std::clamp(initial, 1.0, last)) - 1];
    if (chosen.is_text()) return chosen.text;
  }
  own.lose("h5File", "is not the name of a file");
  return {};
}

void Importer::bodies() {
  text.section("bodies");
  // the number in the .h5 is that in the input file: body(2) is body 2 of its file (WEC-Sim checks body_number)
  for (const auto& b : body_names) body(b.first);
  turbines();
}

void Importer::body(int b) {
  const Object own = in("body", b);
  const DrawnBlock* block = drawn.find("body", b);
  text.key(2, "name", body_names[b], fmt::format("body({}), {}: {}", b, model_name(), block->block->path), true);
  const bool hydro = is_hydro(b);
  double volume = own.number("volume", 0.0);
  if (hydro) {
    hydro_data(b);
    if (own.set("centerGravity") || own.set("centerBuoyancy") || own.set("volume"))
      decided(fmt::format("body({}): WEC-Sim takes centre of gravity, centre of buoyancy and volume from the hydro "
                          "data, whatever the input file says",
                          b),
              own.origin("centerGravity"));
    own.use("centerGravity");
    own.use("centerBuoyancy");
    own.use("volume");
  }
  const MatlabValue* mass = own.get("mass");
  // of a body that its joint holds (reference: bodyClass.m, setMassMatrix)
  const bool fixed = (mass != nullptr && mass->is_text() && mass->text == "fixed") || own.option("fixed", 1) == 1;
  if (mass != nullptr && mass->is_text() && !fixed && mass->text != "equilibrium" && mass->text != "wamitDisplacement")
    own.lose("mass", fmt::format("= '{}' is neither a number nor equilibrium nor fixed", mass->text));
  if (mass == nullptr && !fixed) lost(fmt::format("body({}).mass is not set", b), own.origin("h5File"));
  if (fixed)
    text.key(2, "mass", "999", "the body is fixed");
  else if (mass != nullptr && mass->is_text() && (hydro || volume <= 0.0))
    text.key(2, "mass", "equilibrium", own.from("mass"));
  else if (mass != nullptr && mass->is_text())
    text.key(2, "mass", volume * simu.number("rho", 1000.0), own.from("mass") + ": rho x volume");
  else
    text.key(2, "mass", own.number("mass", 0.0), own.from("mass"));
  auto inertia = own.numbers("inertia", {3, 9}), products = own.numbers("inertiaProducts", {3});
  if (fixed) inertia.assign(3, 999.0);
  if (inertia.empty() && own.get("inertia") == nullptr)
    lost(fmt::format("body({}).inertia is not set", b), own.origin("h5File"));
  if (inertia.size() == 9) {
    const std::vector<double> above{inertia[3], inertia[6], inertia[7]}, under{inertia[1], inertia[2], inertia[5]};
    if (above != under) own.lose("inertia", "is not symmetric");
    if (nonzero(above) && nonzero(products)) own.lose("inertiaProducts", "is given beside products in inertia");
    if (nonzero(above)) products = above;
    inertia = {inertia[0], inertia[4], inertia[8]};
  }
  inertia.resize(3, 0.0);
  const double largest = *std::max_element(inertia.begin(), inertia.end());
  bool filled = false;
  for (double& i : inertia) {
    if (i > 0.0) continue;
    i = largest > 0.0 ? largest : 1.0;
    filled = true;
  }
  text.key(2, "inertia", inertia, own.from("inertia"));
  if (filled)
    decided(fmt::format("body({}).inertia contains a zero, replaced by the largest of the three; a joint keeps "
                        "the body from turning so, or WEC-Sim would not run",
                        b),
            own.origin("inertia"));
  if (nonzero(products))
    text.key(2, "inertia_products", products, own.from(own.set("inertiaProducts") ? "inertiaProducts" : "inertia"));
  if (!hydro) {
    auto cg = own.numbers("centerGravity", {3}), cb = own.numbers("centerBuoyancy", {3});
    cg.resize(3, 0.0);
    if (cb.empty()) cb = cg;
    cb.resize(3, 0.0);
    text.key(2, "center_of_gravity", cg, own.from("centerGravity"));
    text.key(2, "center_of_buoyancy", cb, own.from("centerBuoyancy"));
    text.key(2, "volume", volume, own.from("volume"));
  }
  const int nonlinear = own.option("nonlinearHydro", 2);
  drawing_of(b, nonlinear > 0);
  if (nonlinear > 0)
    text.key(2, "nonlinear_hydro", nonlinear == 1 ? "mean" : "instantaneous", own.from("nonlinearHydro"));
  if (own.option("yaw.option", 1) == 1)
    text.key(2, "passive_yaw", own.number("yaw.threshold", 1.0), own.from("yaw.threshold"));
  own.use("yaw");
  if (own.option("largeXYDisplacement.option", 1) == 1)
    text.key(2, "large_horizontal_motion", "true", own.from("largeXYDisplacement.option"));
  if (own.set("adjMassFactor") && !options.best)
    text.key(2, "added_mass_factor", own.number("adjMassFactor", 2.0), own.from("adjMassFactor"));
  own.use("adjMassFactor");
  const auto displacement = own.numbers("initial.displacement", {3}), axis = own.numbers("initial.axis", {3});
  double angle = own.number("initial.angle", 0.0);
  if (std::abs(angle) > 2.0 * kPi) {
    decided(fmt::format("body({}).initial.angle = {:g} rad is more than a turn: degrees meant?", b, angle),
            own.origin("initial.angle"));
    angle = std::fmod(angle, 2.0 * kPi);
  }
  const bool displaced = nonzero(displacement);
  if (displaced || angle != 0.0) {
    text.heading(2, "initial", own.from("initial.displacement"));
    if (displaced) text.key(3, "displacement", displacement);
    if (angle != 0.0) {
      text.key(3, "axis", axis.size() == 3 ? axis : std::vector<double>{0, 1, 0});
      text.key(3, "angle", angle * 180.0 / kPi, "deg, of " + fmt::format("{:g} rad", angle));
    }
  }
  own.use("initial");
  if (const MatlabValue* damping = own.matrix("linearDamping", true)) {
    text.key(2, "linear_damping", matrix(*damping), own.from("linearDamping"));
    if (damping->rows > 6 && damping->rows == damping->columns) {
      std::vector<double> of_modes;
      double between = 0.0;
      for (std::size_t r = 0; r < damping->rows; ++r) {
        for (std::size_t c = 6; c < damping->columns; ++c) {
          if (r < 6) between = std::max({between, std::abs(damping->at(r, c)), std::abs(damping->at(c, r))});
          if (r >= 6) of_modes.push_back(damping->at(r, c));
        }
      }
      text.heading(2, "modes", own.from("linearDamping"));
      text.key(3, "damping", of_modes);
      if (between > 0.0)
        lost(fmt::format("body({}).linearDamping between rigid motions and modes", b), own.origin("linearDamping"));
    }
  }
  drag(b);
  morison(b);
  if (const MatlabValue* stiffness = own.matrix("hydroStiffness"))
    text.key(2, "stiffness", matrix(*stiffness), own.from("hydroStiffness"));
  taken(fmt::format("body({}) is {}", b, body_names[b]), own.origin("mass"));
}

// The surface of a body: for its loads where they are nonlinear, else for pictures and the watch over the waterline.
void Importer::drawing_of(int b, bool needed) {
  const Object own = in("body", b);
  const std::string name = own.text("geometryFile");
  if (!needed && (name.empty() || name == "NONE")) return;
  const Origin origin = own.origin("geometryFile");
  const std::filesystem::path path = in_folder(name);
  const std::string kind = extension_of(path);
  const bool there = std::filesystem::is_regular_file(path);
  if (!there && needed) refused(fmt::format("the geometry {} of body({}) does not exist", path.string(), b), origin);
  if (!needed && (!there || (kind != ".stl" && kind != ".obj"))) {
    decided(fmt::format("the geometry {} of body({}) {}: the body is drawn as a sphere", path.string(), b,
                        there ? "is not a mesh (.stl, .obj)" : "does not exist"),
            origin);
    return;
  }
  text.key(2, "geometry", relative(path), own.from("geometryFile"));
}

void Importer::drag(int b) {
  const Object own = in("body", b);
  if (const MatlabValue* full = own.matrix("quadDrag.drag")) {
    text.heading(2, "quadratic_drag", own.from("quadDrag.drag"));
    text.key(3, "drag", matrix(*full));
  } else {
    const auto cd = own.numbers("quadDrag.cd", {6}), area = own.numbers("quadDrag.area", {6});
    if (nonzero(cd) && nonzero(area)) {
      text.heading(2, "quadratic_drag", own.from("quadDrag.cd"));
      text.key(3, "cd", cd);
      text.key(3, "area", area);
    }
  }
  own.use("quadDrag");
}

void Importer::morison(int b) {
  const Object own = in("body", b);
  const int option = own.option("morisonElement.option", 2);
  own.use("morisonElement");
  if (option != 1 && option != 2) return;
  const auto get = [&](const char* name) { return own.numeric(std::string("morisonElement.") + name); };
  const MatlabValue *cd = get("cd"), *ca = get("ca"), *area = get("area"), *volume = get("VME"),
                    *position = get("rgME"), *z = get("z");
  const std::size_t width = option == 1 ? 3 : 2;
  const auto misses = [&](const MatlabValue* v, std::size_t columns) { return v == nullptr || v->columns < columns; };
  if (misses(cd, width) || misses(ca, width) || misses(area, width) || misses(volume, 1) || misses(position, 3) ||
      position->columns != 3 || (option == 2 && z != nullptr && z->columns != 3)) {
    lost(fmt::format("body({}).morisonElement is not complete", b), own.origin("morisonElement.option"));
    return;
  }
  text.heading(2, "morison", own.from("morisonElement.option"));
  const auto row = [&](const MatlabValue& m, std::size_t r, std::size_t most) {
    std::vector<double> x;
    for (std::size_t c = 0; c < std::min(most, m.columns); ++c)
      x.push_back(m.at(m.rows == 1 ? 0 : std::min(r, m.rows - 1), c));
    return x;
  };
  for (std::size_t r = 0; r < position->rows && r < 10000; ++r) {
    text.key(4, "option", std::to_string(option), {}, true);
    text.key(4, "cd", row(*cd, r, width));
    text.key(4, "ca", row(*ca, r, width));
    text.key(4, "area", row(*area, r, width));
    text.key(4, "volume", volume->numbers[std::min(r, volume->size() - 1)]);
    text.key(4, "position", row(*position, r, 3));
    if (option == 2 && z != nullptr) text.key(4, "axis", row(*z, r, 3));
  }
}

std::filesystem::path Importer::data_of(const std::string& name, int b) {
  const Object own = in("body", b);
  const auto known = data_files.find(name);
  if (known != data_files.end()) return known->second;
  std::filesystem::path path = in_folder(name);
  if (!is_hdf5(path)) {
    std::string why;
    auto found = hydro_source(path, options.output, options.containment, why);
    if (found) {
      decided(fmt::format("{} does not exist; made once from {} as {} beside the case, by the settings of bemio.m{}{}",
                          path.filename().string(), found->sources[0].string(), found->output.filename().string(),
                          found->doubt.empty() ? "" : "; a part of bemio.m failed: ", found->doubt),
              own.origin("h5File"));
      path = found->output;
      const auto same = std::find_if(out.conversions.begin(), out.conversions.end(),
                                     [&](const Conversion& c) { return c.output == found->output; });
      if (same == out.conversions.end()) out.conversions.push_back(*found);
    } else {
      std::ifstream stream(path);
      std::string version, link;
      stream >> version >> link;
      refused(
          fmt::format("the hydro data {} {}{}{}", path.string(),
                      link.rfind("https://git-lfs", 0) == 0
                          ? "are a git-lfs pointer: run `git lfs pull` in the repository that they came from"
                          : "do not exist, nor BEM results to make them from: put one of them there and import again",
                      why.empty() ? "" : "; ", why),
          own.origin("h5File"));
    }
  }
  return data_files[name] = path;
}

void Importer::read_properties() {
  const std::function<bool(const SlxSystem&)> asked = [&](const SlxSystem& system) {
    return std::any_of(system.blocks.begin(), system.blocks.end(), [&](const SlxBlock& b) {
      const auto reads = [](const auto& p) {
        return p.second.find(".center") != std::string::npos || p.second.find(".volume") != std::string::npos;
      };
      return std::any_of(b.parameters.begin(), b.parameters.end(), reads) || (b.system && asked(*b.system));
    });
  };
  const MatlabValue* found = workspace.find("body");
  if (found == nullptr || !asked(model.root)) return;
  MatlabValue objects = *found;  // handles: what is set here is set in the workspace
  for (const auto& [b, name] : body_names) {
    if (b < 1 || static_cast<std::size_t>(b) > objects.elements.size() || !is_hydro(b)) continue;
    const std::filesystem::path path = data_of(h5_of(b), b);
    const auto made = std::find_if(out.conversions.begin(), out.conversions.end(),
                                   [&](const Conversion& c) { return c.output == path; });
    if (made == out.conversions.end() && !is_hdf5(path)) continue;
    hydro::HydroData data;
    try {
      data = made == out.conversions.end() ? hydro::read_bemio_h5(path.string(), options.containment)
                                           : read_sources(*made, options.containment);
    } catch (const InputError&) {
      continue;  // whoever reads the case learns why
    }
    const auto index = static_cast<std::size_t>(in("body", b).number("hydroDataBodyNum", b)) - 1;
    if (index >= data.bodies.size()) continue;
    MatlabValue::Fields& fields = *objects.elements[static_cast<std::size_t>(b) - 1];
    for (const auto& [field, place] :
         {std::pair{"centerGravity", data.bodies[index].cg}, {"centerBuoyancy", data.bodies[index].cb}}) {
      fields[field] = MatlabValue::matrix(3, 1);
      fields[field].numbers = {place[0], place[1], place[2]};
    }
    fields["volume"] = MatlabValue::scalar(data.bodies[index].displaced_volume);
  }
}

void Importer::hydro_data(int b) {
  const Object own = in("body", b);
  const MatlabValue* v = own.get("h5File");
  const bool varies = own.option("variableHydro.option", 1) == 1,
             several = varies && v->kind == MatlabValue::Kind::cells && v->cells.size() > 1;
  if (!varies && v->kind == MatlabValue::Kind::cells && v->cells.size() > 1)
    decided(
        fmt::format("body({}).h5File has {} files and variableHydro.option is 0: that of hydroForceIndexInitial counts",
                    b, v->cells.size()),
        own.origin("h5File"));
  if (varies && !several) own.lose("variableHydro.option", "= 1 needs several files in h5File");
  for (const char* part : {"mass", "inertia", "inertiaProducts"}) {
    if (several && nonzero(own.numbers(std::string("variableHydro.") + part)))
      lost(fmt::format("body({}).variableHydro.{}", b, part), own.origin("variableHydro"));
  }
  own.use("variableHydro");
  const int number = static_cast<int>(own.number("hydroDataBodyNum", b));
  const std::string code = own.text("hydroDataType");  // of version 1.0
  if (!code.empty() && code != "wamit")
    lost(fmt::format("body({}).hydroDataType = '{}'", b, code), own.origin("hydroDataType"));
  for (const MatlabValue& set : several ? v->cells : std::vector<MatlabValue>{MatlabValue::words(h5_of(b))}) {
    const std::filesystem::path path = data_of(set.text, b);
    for (Conversion& c : out.conversions) {
      if (c.output == path) c.bodies = std::max(c.bodies, static_cast<std::size_t>(std::max(number, 0)));
    }
  }
  if (!several) {
    text.key(2, "hydro_data", fmt::format("{{file: {}, body: {}}}", relative(data_of(h5_of(b), b)), number),
             own.from("h5File"));
    return;
  }
  text.heading(2, "hydro_data", own.from("h5File"));
  text.heading(3, "sets");
  for (const MatlabValue& cell : v->cells) {
    if (!cell.is_text()) own.lose("h5File", "has something else than names of files");
    text.key(5, "file", fmt::format("{}\n          body: {}", relative(data_of(cell.text, b)), number), {}, true);
  }
  text.key(3, "initial", own.number("variableHydro.hydroForceIndexInitial", 1.0),
           own.from("variableHydro.hydroForceIndexInitial"));
  variable_bodies.push_back({b, v->cells.size(), text.text().size()});
}

}  // namespace swell::wecsim
