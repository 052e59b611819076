// Hydro files, rigid bodies and joints of a case.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "stages.h"
#include "swell/base/kept.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/bem/cache.h"
#include "swell/bodies/body_loads.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/long_waves.h"
#include "swell/hydro/modes_as_bodies.h"
#include "swell/hydro/placement.h"
#include "swell/mesh/hydrostatics.h"
#include "swell/model/computed_device.h"
#include "swell/model/read_case.h"

namespace swell::assembly {

namespace {

constexpr double kSamePlace = 1e-6;  ///< [m]

bool is_device_file(const std::filesystem::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

Parameter read_device_tree(const std::filesystem::path& path) {
  return model::read_yaml_file(path, model::kDeviceFile);
}

/// Of a device: its geometry's data, computed at first use and kept by content. The case that waited for it says so:
/// that is a note of this case, not one of the data.
hydro::HydroData computed_hydro(const Case& c, const Parameter& device, const std::filesystem::path& folder) {
  if (c.rehearsal) return hydro::modes_as_bodies(bem::stand_in(device, folder, read_device_tree));
  bem::Computed computed = bem::computed_data(device, folder, read_device_tree);
  std::optional<hydro::HydroData> data;
  try {
    data = hydro::read_bemio_h5(computed.file.string(), c.model.containment);
  } catch (const InputError&) {  // cut off or damaged since it was made: it is made anew
    std::error_code ignored;
    if (computed.is_new || !std::filesystem::remove(computed.file, ignored)) throw;
    computed = bem::computed_data(device, folder, read_device_tree);
    data = hydro::read_bemio_h5(computed.file.string(), c.model.containment);
  }
  c.diagnostics.add(computed.warnings);
  if (computed.is_new)
    c.note("hydrodynamics-computed",
           fmt::format("hydrodynamics computed in {:.2g} s and kept as {}", computed.seconds, computed.file.string()));
  return hydro::modes_as_bodies(std::move(*data));
}

/// What is wrong in the file is reported with the line of the case that asked for it.
hydro::HydroData read_hydro(const Case& c, const model::HydroFile& file) {
  try {
    if (is_device_file(file.file)) return computed_hydro(c, read_device_tree(file.file), file.file.parent_path());
    return hydro::read_bemio_h5(file.file.string(), c.model.containment);
  } catch (const InputError& error) {
    const std::string asked_at = file.source.of("file").place();
    if (asked_at.empty()) throw;
    std::vector<Diagnostic> list = error.diagnostics();
    for (Diagnostic& d : list) d.remedy += (d.remedy.empty() ? "asked for at " : "; asked for at ") + asked_at;
    throw InputError(std::move(list));
  }
}

/// A file for exp(-i omega t) has every force on the wrong side of the crest.
void check_sense(hydro::HydroData& data, bool as_given) {
  if (hydro::phase_sense(data) != hydro::PhaseSense::lag) return;
  if (!as_given) hydro::conjugate_forces(data);
  data.notes.push_back(fmt::format(
      "in long waves the forces lag although they must lead: the file is written for exp(-i omega t), not for "
      "the exp(+i omega t) of BEMIO; {} (bemio convert writes a file of either sense: --phases)",
      as_given ? "kept, as reproduce: wec-sim takes data as they are" : "conjugated"));
}

std::shared_ptr<const hydro::HydroData> load(const Case& c, Hydro& hydro, const model::HydroFile& file) {
  auto& files = hydro.files;
  const std::string path = file.file.string(), key = key_of(file);
  if (const auto found = files.find(key); found != files.end()) return found->second;
  std::shared_ptr<const hydro::HydroData> data;
  if (file.file.empty()) return data;  // check_data of a case whose key is wrong
  collect(c.diagnostics, [&] {
    if (!std::filesystem::exists(file.file)) {
      throw InputError(file.source.of("file"), fmt::format("hydro_data.file = {}: no such file", path),
                       "relative paths start at the folder of the case file");
    }
    const bool as_given = c.wec_sim();
    const std::string prefix =
        fmt::format("{}hydro data {}", c.rehearsal ? "stand-in of " : "", as_given ? "as given " : "");
    data = c.shared.get<hydro::HydroData>(prefix + path, [&] {
      hydro::HydroData read = read_hydro(c, file);
      check_sense(read, as_given);
      return hydro::modes_as_bodies(std::move(read));
    });
    const bool is_new = std::find(hydro.read.begin(), hydro.read.end(), data) == hydro.read.end();
    if (is_new) hydro.read.push_back(data);
    if (is_new && !c.rehearsal && c.model.array_data && c.model.array_data->file == file.file) {
      std::vector<std::array<double, 3>> centres;
      for (const hydro::HydroBody& body : data->bodies)
        if (body.mode_of < 0) centres.push_back({body.cg.x(), body.cg.y(), body.cg.z()});
      check_array_data(*c.model.array_data, centres, c.diagnostics);
    }
    for (const std::string& note : is_new ? data->notes : std::vector<std::string>{})
      c.diagnostics.warning("hydro-data", Origin{path, 0, 0, ""}, note);
    if (key != path)
      data = c.shared.get<hydro::HydroData>(prefix + key, [&] {
        return hydro::placed(*data, {file.position.value_or(Vector3::Zero()), file.yaw.value_or(0.0)});
      });
  });
  files[key] = data;
  return data;
}

/// Null where nothing is to be computed, or after a mistake.
std::shared_ptr<const hydro::HydroData> compute(const Case& c) {
  std::shared_ptr<const hydro::HydroData> data;
  if (std::none_of(c.bodies.begin(), c.bodies.end(), [](const auto* body) { return model::asked_to_compute(*body); }))
    return data;
  collect(c.diagnostics, [&] {
    const Parameter device = model::computed_device(c.model, c.diagnostics);
    if (c.diagnostics.has_errors()) return;
    const std::filesystem::path folder = c.model.file.parent_path();
    // Whoever comes first computes, other cases of a batch wait for it.
    data = c.shared.get<hydro::HydroData>(
        (c.rehearsal ? "stand-in of hydro data " : "hydro data ") + bem::cache_name(device, folder, read_device_tree),
        [&] { return computed_hydro(c, device, folder); });
    for (const std::string& note : data->notes) c.diagnostics.warning("hydro-data", Origin{data->file, 0, 0, ""}, note);
  });
  return data;
}

std::string text_of(const Vector3& p) { return fmt::format("[{:g}, {:g}, {:g}] m", p.x(), p.y(), p.z()); }

/// @param displaced  to be filled
bodies::RigidBody rigid_body(const Case& c, const hydro::HydroBodyRef& hydro, const mesh::TriangleMesh* mesh,
                             std::size_t index, Displaced& displaced) {
  const model::Body& body = *c.bodies[index];
  bodies::RigidBody rigid;
  rigid.name = body.name;
  rigid.origin = body.source.origin;
  rigid.cg = hydro.data ? hydro->cg : body.center_of_gravity.value_or(Vector3::Zero());
  if (hydro.data && (center_of(body, hydro) - hydro->cg).norm() > kSamePlace) {
    code::refuse(c.diagnostics, "contradiction", body.source.of("center_of_gravity"),
                 fmt::format("bodies.{}.center_of_gravity is {} but its sets of data act about {}", body.name,
                             text_of(center_of(body, hydro)), text_of(hydro->cg)),
                 "leave the key out, or set hydrodynamics.set_centers: moved");
  }
  if (body.hydro_data && !hydro.data) {  // its file was refused already
    rigid.mass = 1.0;
    rigid.inertia = Matrix3::Identity();
    return rigid;
  }
  if (!hydro.data && !body.center_of_gravity) {
    code::refuse(c.diagnostics, "missing", body.source.origin,
                 fmt::format("bodies.{}: a body without hydro_data needs center_of_gravity", body.name));
  }
  c.uses(body.mass, body.inertia, body.center_of_gravity, body.geometry);
  double volume = body.volume.value_or(hydro.data ? hydro->displaced_volume : 0.0);
  // The surface that floats the body decides what equilibrium is.
  displaced.center = body.center_of_buoyancy.value_or(hydro.data ? hydro->cb : rigid.cg);
  double floating = volume;
  if (mesh != nullptr && !body.volume) {  // WEC-Sim too (reference 3.2: bodyClass.m), for the mass alone
    const mesh::WetPart wet = mesh::wet_part(*mesh, Matrix3::Identity(), rigid.cg);
    floating = wet.volume;
    if (!c.wec_sim()) {
      volume = wet.volume;
      displaced.center = wet.centroid;
    }
  }
  displaced.mass = c.model.environment.water_density * volume;
  constexpr double kOtherHull = 0.05;  // meshes of one hull differ by less
  if (body.volume && hydro.data && hydro->displaced_volume > 0.0 &&
      std::abs(*body.volume / hydro->displaced_volume - 1.0) > kOtherHull)
    c.diagnostics.warning("other-volume", body.source.of("volume"),
                          fmt::format("bodies.{}.volume = {:g} m^3, and the hydro data are those of a hull of {:g} m^3",
                                      body.name, *body.volume, hydro->displaced_volume),
                          "leave volume out, or take data of this hull");
  if (std::holds_alternative<double>(body.mass)) {
    rigid.mass = std::get<double>(body.mass);
  } else {
    c.uses(body.volume, c.model.environment.water_density);
    rigid.mass = bodies::equilibrium_mass(c.model.environment.water_density, floating);
    if (const auto pull = c.pulls.find(body.name); pull != c.pulls.end() && displaced.mass > 0.0) {
      const double gravity = c.model.environment.gravity, buoyancy = displaced.mass * gravity;
      c.uses(c.model.environment.gravity);
      if (buoyancy + pull->second > 0.0) {
        rigid.mass += pull->second / gravity;
        c.note("moored-mass",
               fmt::format("{}: mass {:.6g} kg: buoyancy {:.6g} N, moorings {:.6g} N, weight {:.6g} N, sum 0",
                           body.name, rigid.mass, buoyancy, pull->second, -rigid.mass * gravity));
      } else {
        c.diagnostics.warning("moored-mass", body.source.of("mass"),
                              fmt::format("bodies.{}.mass = equilibrium is that of the displaced water: the moorings "
                                          "pull down {:.4g} N, more than the buoyancy of {:.4g} N",
                                          body.name, -pull->second, buoyancy),
                              "look at lengths and pre-tensions, or give the mass in kg");
      }
    }
    if (!(rigid.mass > 0.0)) {
      code::refuse(c.diagnostics, "contradiction", body.source.of("mass"),
                   fmt::format("bodies.{}.mass = equilibrium but {}", body.name,
                               hydro.data && !body.volume ? "its hydro data do not say how much water it displaces"
                                                          : "the body displaces no water"),
                   fmt::format("give bodies.{}.volume in m^3, or the mass in kg", body.name));
    }
  }
  rigid.inertia = bodies::inertia_tensor(body.inertia.value_or(Vector3::Zero()), body.inertia_products);
  return rigid;
}

/// Bodies that joints of no freedom hold together are one: their mass against the water that they displace together.
/// A body that is fixed to the world may have any.
void warn_of_odd_mass(const Case& c, const Hydro& hydro, const Mechanism& mechanism) {
  const auto end = [](int body) { return static_cast<std::size_t>(body + 1); };  // the world is 0
  std::vector<std::size_t> group(mechanism.rigid.size() + mechanism.links.size() + 1);
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (const bodies::Joint& joint : mechanism.joints) {
    if (bodies::degrees_of_freedom(joint.type) > 0) continue;
    const std::size_t one = group[end(joint.base)], other = group[end(joint.follower)];
    std::replace(group.begin(), group.end(), std::max(one, other), std::min(one, other));
  }
  for (std::size_t g = 1; g < group.size(); ++g) {
    double mass = 0.0, water = 0.0;
    std::vector<std::string> names;
    const model::Body* given = nullptr;
    bool any_data = false;
    for (std::size_t i = 0; i < mechanism.rigid.size(); ++i) {
      if (group[i + 1] != g || is_mode(*c.bodies[i])) continue;
      mass += mechanism.rigid[i].mass;
      water += mechanism.displaced[i].mass;
      names.push_back(c.bodies[i]->name);
      any_data = any_data || hydro.has(i);
      if (given == nullptr && std::holds_alternative<double>(c.bodies[i]->mass)) given = c.bodies[i];
    }
    if (given == nullptr || !any_data || !(water > 0.0) || (mass >= 5e-3 * water && mass <= 200.0 * water)) continue;
    c.diagnostics.warning(
        "odd-mass", given->source.of("mass"),
        fmt::format("bodies.{}.mass = {:g} kg is {:.3g} of the displaced mass of {:.4g} kg; was it "
                    "meant in {}?",
                    fmt::join(names, ".mass + bodies."), mass, mass / water, water, mass < water ? "tonnes" : "grams"));
  }
}

std::vector<const model::Joint*> joints_and_ptos(const model::Model& model) {
  std::vector<const model::Joint*> all;
  for (const model::Joint& joint : model.joints) all.push_back(&joint);
  for (const model::Pto& pto : model.ptos) all.push_back(&pto);
  return all;
}

/// "first/second": the link of two joints that name each other. No name has a slash.
std::string link_name(const std::string& joint, const std::string& other) {
  return std::min(joint, other) + "/" + std::max(joint, other);
}

/// Where joints of a chain meet, one link for each two of them.
std::vector<bodies::RigidBody> links_of(const model::Model& model) {
  std::vector<bodies::RigidBody> links;
  const std::vector<const model::Joint*> all = joints_and_ptos(model);
  for (const model::Joint* joint : all) {
    for (const std::string& end : {joint->base, joint->follower}) {
      const auto other = std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->name == end; });
      if (other == all.end() || joint->name > end) continue;
      bodies::RigidBody link;
      link.name = link_name(joint->name, end);
      link.cg = joint->location;
      link.origin = joint->source.origin;
      link.link = true;
      links.push_back(link);
    }
  }
  return links;
}

bodies::Joint joint_of(const model::Joint& joint, const std::vector<const model::Body*>& bodies,
                       const std::vector<bodies::RigidBody>& links) {
  const auto index = [&](const std::string& name) {
    if (name == "world") return bodies::kWorld;
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].name == link_name(joint.name, name)) return static_cast<int>(bodies.size() + i);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i]->name == name) return static_cast<int>(i);
    }
    return bodies::kWorld - 1;  // unknown
  };
  bodies::Joint out;
  out.name = joint.name;
  out.type = joint.type;
  out.base = index(joint.base);
  out.follower = index(joint.follower);
  for (const auto& [key, name] : {std::pair{"base", joint.base}, std::pair{"follower", joint.follower}}) {
    if (index(name) >= bodies::kWorld) continue;
    std::vector<std::string> known = {"world"};
    for (const model::Body* body : bodies) known.push_back(body->name);
    throw code::error(code::kUnknownName, joint.source.of(key),
                      fmt::format("{}: {} = {} is not a body", joint.name, key, name), did_you_mean(name, known));
  }
  out.location = joint.location;
  if (joint.orientation) {
    out.axes = bodies::joint_axes(joint.orientation->z, joint.orientation->y, joint.orientation->source.origin);
  } else if (joint.axis) {
    out.axes = bodies::joint_axes_along(out.type, *joint.axis, joint.source.of("axis"));
  }
  out.extension = joint.extension;
  out.prescribed = joint.prescribed || joint.motion.has_value();
  out.origin = joint.source.origin;
  return out;
}

/// Brings data to the centres of gravity that the case gives its bodies: the data of all who stand on them together.
void move_centers(const Case& c, Hydro& hydro) {
  for (std::size_t i = 0; i < hydro.of.size(); ++i) {
    const auto needs = [&](std::size_t j) {
      return hydro.has(j) && hydro.named[j].size() == 1 && hydro.of[j].beside(hydro.of[i]) &&
             (center_of(*c.bodies[j], hydro.of[j]) - hydro.of[j]->cg).norm() > kSamePlace;
    };
    if (!needs(i)) continue;
    const hydro::HydroBodyRef old = hydro.of[i];
    std::vector<Vector3> arms(old.data->bodies.size(), Vector3::Zero());
    for (std::size_t j = i; j < hydro.of.size(); ++j) {
      if (!needs(j)) continue;
      const model::Body& body = *c.bodies[j];
      Vector3& arm = arms[hydro.of[j].body];
      arm = *body.center_of_gravity - hydro.of[j]->cg;
      c.note("data-about-another-center",
             fmt::format("{}: hydro data about {} are used about its center_of_gravity, {}", body.name,
                         text_of(hydro.of[j]->cg), text_of(*body.center_of_gravity)));
      const double aside = arm.head<2>().norm(), length = std::cbrt(hydro.of[j]->displaced_volume);
      if (length > 0.0 && aside > length)
        c.diagnostics.warning("far-center", body.source.of("center_of_gravity"),
                              fmt::format("bodies.{}.center_of_gravity is {:.3g} m beside that of its hydro data, and "
                                          "the body displaces a cube of {:.3g} m",
                                          body.name, aside, length),
                              "hydro_data: {position: [x, y, 0]} puts a device elsewhere, with its data");
    }
    std::string key = fmt::format("{}hydro data as given {} of ", c.rehearsal ? "stand-in of " : "", c.wec_sim());
    for (const auto& [name, data] : hydro.files)
      if (data == old.data) key += name;
    for (const Vector3& arm : arms) key += fmt::format(", {} {} {}", arm.x(), arm.y(), arm.z());
    const auto moved = c.shared.get<hydro::HydroData>(key, [&] {
      hydro::HydroData data = *old.data;
      hydro::move_references(data, arms);
      for (std::size_t b = 0; b < arms.size(); ++b) hydro::move_weight(data.bodies[b], arms[b]);
      return data;
    });
    const auto replace = [&](hydro::HydroBodyRef& ref) {
      if (ref.beside(old)) ref.data = moved;
    };
    std::for_each(hydro.of.begin(), hydro.of.end(), replace);
    for (auto& refs : hydro.named) std::for_each(refs.begin(), refs.end(), replace);
  }
}

/// Tells who does not interact because their data are of different runs or places.
void note_separate(const Case& c, const Hydro& hydro) {
  constexpr std::size_t kMost = 6;
  std::vector<const hydro::HydroData*> data;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < hydro.of.size(); ++i) {
    if (!hydro.has(i) || is_mode(*c.bodies[i]) || is_variable(c, hydro, i)) continue;
    const auto found = std::find(data.begin(), data.end(), hydro.of[i].data.get());
    if (found == data.end()) {
      data.push_back(hydro.of[i].data.get());
      groups.push_back(c.bodies[i]->name);
    } else {
      groups[static_cast<std::size_t>(found - data.begin())] += " and " + c.bodies[i]->name;
    }
  }
  if (groups.size() < 2 || !c.choices.body_to_body) return;
  const std::size_t left = groups.size() - std::min(groups.size(), kMost);
  groups.resize(groups.size() - left);
  c.note("no-interaction",
         fmt::format("no interaction through the water between {}{}: their hydro data are of different "
                     "runs or places",
                     fmt::join(groups, "; "), left > 0 ? fmt::format("; {} more", left) : ""));
}

}  // namespace

std::string key_of(const model::HydroFile& file) {
  const hydro::Placement place{file.position.value_or(Vector3::Zero()), file.yaw.value_or(0.0)};
  if (place.is_home()) return file.file.string();
  return fmt::format("{} at [{}, {}] m, {} deg", file.file.string(), place.position.x(), place.position.y(),
                     place.yaw / kDegree);
}

Vector3 center_of(const model::Body& body, const hydro::HydroBodyRef& data) {
  return body.center_of_gravity.value_or(data->cg);
}

bool must_compute(const model::Model& model) {
  Diagnostics told_later;
  const auto is_kept = [](const Parameter& device, const std::filesystem::path& folder) {
    std::error_code none;
    return std::filesystem::is_regular_file(cache_folder() / bem::cache_name(device, folder, read_device_tree), none);
  };
  try {
    const Parameter together = model::computed_device(model, told_later);
    if (together.find("bodies") != nullptr && !is_kept(together, model.file.parent_path())) return true;
    for (const model::Body& body : model.bodies) {
      if (!body.hydro_data) continue;
      for (const model::HydroFile& set : body.hydro_data->sets) {
        if (is_device_file(set.file) && !is_kept(read_device_tree(set.file), set.file.parent_path())) return true;
      }
    }
  } catch (const std::exception&) {  // read_hydro says what is wrong with the files
    return false;
  }
  return false;
}

Hydro read_hydro(const Case& c) {
  Hydro hydro;
  const auto computed = compute(c);
  if (computed) hydro.read.push_back(computed);
  std::size_t place = 0;  // of the next computed body
  for (const model::Body* body : c.bodies) {
    hydro::HydroBodyRef& initial = hydro.of.emplace_back();
    auto& named = hydro.named.emplace_back();
    if (model::asked_to_compute(*body) != nullptr) {
      if (!computed) continue;
      hydro.files[computed->file] = computed;
      initial = {computed, place++};
      named.push_back(initial);
    } else if (body->hydro_data && !body->hydro_data->sets.empty()) {
      const auto& sets = body->hydro_data->sets;
      const auto first =
          std::min(static_cast<std::size_t>(std::max(1, body->hydro_data->initial) - 1), sets.size() - 1);
      for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto data = load(c, hydro, sets[i]);
        if (!data) continue;
        collect(c.diagnostics, [&] {
          named.push_back({data, hydro::body_index(*data, sets[i].body, sets[i].source.of("body"))});
          if (i == first) initial = named.back();
        });
      }
      if (named.size() != sets.size()) named.clear();
    }
  }
  return hydro;
}

namespace {

/// Notes the keys of hydro data, and what a turn of them leaves as it is.
void use_hydro_data(const Case& c, const model::Body& body) {
  if (!body.hydro_data) return;
  const auto& sets = body.hydro_data->sets;
  if (is_mode(body)) {  // where its body stands, when that is known
    c.uses(*body.hydro_data);
    for (const model::HydroFile& set : sets) c.uses(set.position, set.yaw);
  }
  if (is_mode(body) || sets.empty() || model::asked_to_compute(body) != nullptr) return;
  const Vector3 inertia = body.inertia.value_or(Vector3::Zero());
  if (sets.front().yaw.value_or(0.0) != 0.0 &&
      (body.geometry || inertia.x() != inertia.y() || !body.inertia_products.isZero(0.0)))
    c.note("yaw-turns-data",
           body.name + ": yaw turns its hydro data; inertia and geometry are given in the world's axes");
  for (const model::HydroFile& set : sets) c.uses(set.file, set.body, set.position, set.yaw);
  if (sets.size() == 1) return;
  c.uses(*body.hydro_data);
  if (body.hydro_data->interpolate) c.used.except(body.hydro_data->hysteresis);
}

/// Two bodies of a case must not stand on the same body of a file: their coupling would be counted twice. The second is
/// an independent device with the same coefficients: copies, so that the two do not couple.
void tell_copies_apart(const Case& c, Hydro& hydro) {
  const auto shares = [&](std::size_t i, std::size_t j) {
    return std::any_of(hydro.named[i].begin(), hydro.named[i].end(), [&](const hydro::HydroBodyRef& mine) {
      return std::any_of(hydro.named[j].begin(), hydro.named[j].end(), [&](const hydro::HydroBodyRef& other) {
        return mine.beside(other) && mine.body == other.body;
      });
    });
  };
  for (std::size_t i = 0; i < hydro.of.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!shares(i, j)) continue;
      for (hydro::HydroBodyRef& ref : hydro.named[i]) {
        if (hydro.of[i].beside(ref)) hydro.of[i].copy = i;
        ref.copy = i;
      }
      c.note("same-data-twice",
             fmt::format("bodies {} and {} use the same body of {}: they do not interact through the water",
                         c.bodies[j]->name, c.bodies[i]->name, hydro.of[i].data->file));
      break;
    }
  }
}

}  // namespace

Hydro place_hydro(const Case& c, Hydro read) {
  Hydro hydro{{}, {}, std::move(read.files), std::move(read.read), {}, {}};
  std::size_t next = 0;  // modes stand between the bodies that were read
  for (const model::Body* body : c.bodies) {
    const bool was_read = !is_mode(*body);
    hydro.of.push_back(was_read ? read.of[next] : hydro::HydroBodyRef{});
    hydro.named.push_back(was_read ? read.named[next] : std::vector<hydro::HydroBodyRef>{});
    next += was_read ? 1 : 0;
    use_hydro_data(c, *body);
  }
  tell_copies_apart(c, hydro);
  move_centers(c, hydro);
  note_separate(c, hydro);
  place_modes(c, hydro);
  couple(c, hydro);
  return hydro;
}

Mechanism make_mechanism(const Case& c, const Hydro& hydro) {
  Mechanism mechanism;
  mechanism.displaced.resize(c.bodies.size());
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    mechanism.meshes.push_back(load_mesh(c, hydro, i));
    mechanism.rigid.push_back(rigid_body(c, hydro.of[i], mechanism.meshes[i].get(), i, mechanism.displaced[i]));
  }
  const auto add = [&](const model::Joint& joint) {
    c.uses(joint.type, joint.base, joint.follower, joint.location, joint.axis, joint.orientation, joint.extension,
           joint.prescribed);
    collect(c.diagnostics, [&] { mechanism.joints.push_back(joint_of(joint, c.bodies, mechanism.links)); });
  };
  mechanism.links = links_of(c.model);
  for (const model::Joint* joint : joints_and_ptos(c.model)) add(*joint);
  warn_of_odd_mass(c, hydro, mechanism);
  for (const model::Pto& pto : c.model.ptos) mechanism.ptos.push_back(pto.name);
  std::sort(mechanism.ptos.begin(), mechanism.ptos.end());
  return mechanism;
}

}  // namespace swell::assembly
