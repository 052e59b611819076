#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>

#include "case_checks.h"

namespace swell::model {
namespace {

void check_drag(const QuadraticDrag& drag, const std::string& path, Diagnostics& diagnostics) {
  if (drag.cd.has_value() == drag.area.has_value()) return;
  diagnostics.error(drag.source.origin, fmt::format("{}.quadratic_drag.{} is missing", path, drag.cd ? "area" : "cd"),
                    "cd and area go together");
}

/// Drag is only looked at by its diagonal: v|v| is no quadratic form.
void check_takes_energy(const Matrix6& matrix, bool linear, const Origin& origin, const std::string& key,
                        Diagnostics& diagnostics) {
  const Matrix6 symmetric = 0.5 * (matrix + matrix.transpose());
  const double least =
      linear ? Eigen::SelfAdjointEigenSolver<Matrix6>(symmetric).eigenvalues()[0] : matrix.diagonal().minCoeff();
  if (least >= -1e-9 * matrix.cwiseAbs().maxCoeff()) return;
  diagnostics.warning("negative-damping", origin,
                      fmt::format("{} is negative for some motion ({:.3g}): it puts energy into the body", key, least),
                      "damping and drag that take energy out are positive");
}

void check_hydro_data(const HydroDataSpec& data, const std::string& path, Diagnostics& diagnostics) {
  if (data.sets.empty()) {  // without the key the reader has reported so
    if (data.source.has("sets"))
      diagnostics.error(data.source.of("sets"), fmt::format("{}.sets is empty", path),
                        "give at least one file and body");
    return;
  }
  if (static_cast<std::size_t>(data.initial) > data.sets.size()) {
    diagnostics.error(data.source.of("initial"), fmt::format("{}.initial = {} must be at most {}, the number of sets",
                                                             path, data.initial, data.sets.size()));
  }
  const std::size_t intervals = data.table.empty() ? data.sets.size() : data.table.size();
  const std::size_t needed = data.interpolate ? data.sets.size() : intervals - 1;
  if (!data.table.empty()) {
    const auto wrong = std::find_if(data.table.begin(), data.table.end(), [&](double set) {
      return set != std::floor(set) || set > static_cast<double>(data.sets.size());
    });
    if (wrong != data.table.end()) {
      diagnostics.error(data.source.of("table"), fmt::format("{}.table holds {:g}: sets are whole numbers from 1 to {}",
                                                             path, *wrong, data.sets.size()));
    }
    if (std::find(data.table.begin(), data.table.end(), static_cast<double>(data.initial)) == data.table.end()) {
      diagnostics.error(data.source.of("table"),
                        fmt::format("{}.table lacks the set at the start, initial = {}", path, data.initial));
    }
    if (data.interpolate) {
      diagnostics.error(data.source.of("table"), fmt::format("{}.table and interpolate exclude each other", path),
                        "leave one of them out");
    }
    if (data.signal.empty()) {
      diagnostics.error(data.source.of("table"), fmt::format("{}.signal is missing: a table of what?", path),
                        "name a port, such as flap.angle");
    }
  }
  for (const HydroFile& set : data.sets) {
    if (set.position && set.position->z() != 0.0)
      diagnostics.error(set.source.of("position"),
                        fmt::format("{}.position.z = {:g} m must be 0", path, set.position->z()),
                        "data hold for one draught; compute them for another, or give initial.displacement");
    if (set.quadratic_drag) {
      check_drag(*set.quadratic_drag, path + ".sets", diagnostics);
      if (set.quadratic_drag->drag)
        check_takes_energy(*set.quadratic_drag->drag, false, set.quadratic_drag->source.of("drag"),
                           path + ".sets.quadratic_drag.drag", diagnostics);
    }
    if (set.linear_damping)
      check_takes_energy(*set.linear_damping, true, set.source.of("linear_damping"), path + ".sets.linear_damping",
                         diagnostics);
    if ((set.inertia || set.inertia_products) && !set.mass) {
      diagnostics.error(set.source.of("inertia"), fmt::format("{}.sets: inertia without mass", path),
                        "give the set's mass too");
    }
  }
  if (!data.signal.empty() && data.table.empty() && data.thresholds.size() != needed) {
    diagnostics.error(data.source.of("thresholds"),
                      fmt::format("{}.thresholds has {} entries, and {} sets need {}", path, data.thresholds.size(),
                                  data.sets.size(), needed));
  }
  if (!data.signal.empty() && !data.table.empty() && data.thresholds.size() != needed) {
    diagnostics.error(data.source.of("thresholds"),
                      fmt::format("{}.thresholds has {} entries, and a table of {} needs {}", path,
                                  data.thresholds.size(), intervals, needed));
  }
  if (data.signal.empty() && !data.thresholds.empty()) {
    diagnostics.error(data.source.of("thresholds"), fmt::format("{}.signal is missing: thresholds of what?", path),
                      "name a port, such as flap.angle");
  }
  for (std::size_t i = 1; i < data.thresholds.size(); ++i) {
    const double gap = data.thresholds[i] - data.thresholds[i - 1];
    if (!(gap > 0.0) || data.interpolate || data.hysteresis <= gap) continue;
    diagnostics.error(
        data.source.of("hysteresis"),
        fmt::format("{}.hysteresis = {:g} is wider than the gap of {:g} between the thresholds {:g} and {:g}: "
                    "the set between them would never be left at its own threshold",
                    path, data.hysteresis, gap, data.thresholds[i - 1], data.thresholds[i]),
        fmt::format("at most {:g}", gap));
    break;
  }
  if (std::adjacent_find(data.thresholds.begin(), data.thresholds.end(), std::greater_equal<>()) !=
      data.thresholds.end()) {
    diagnostics.error(data.source.of("thresholds"), fmt::format("{}.thresholds must ascend", path));
  }
}

void check_tensor(const Vector3& inertia, const Vector3& products, const Source& source, const std::string& path,
                  Diagnostics& diagnostics) {
  Matrix3 I = inertia.asDiagonal();
  I(0, 1) = I(1, 0) = products.x();
  I(0, 2) = I(2, 0) = products.y();
  I(1, 2) = I(2, 1) = products.z();
  const Vector3 principal = Eigen::SelfAdjointEigenSolver<Matrix3>(I).eigenvalues();
  const bool some_zero = inertia.minCoeff() == 0.0;  // of a body that never turns about that axis
  if (some_zero ? principal[0] < -1.0e-12 * principal[2] : principal[0] <= 0.0) {
    diagnostics.error(source.of("inertia_products"),
                      fmt::format("{}.inertia_products make the inertia tensor indefinite (least moment {:.6g} kg m^2)",
                                  path, principal[0]),
                      "look at their order: xy, xz, yz");
  } else if (!some_zero && principal[0] + principal[1] < principal[2] * (1.0 - 1.0e-9)) {
    diagnostics.warning(
        "odd-inertia", source.of("inertia"),
        fmt::format("{}.inertia = [{:.6g}, {:.6g}, {:.6g}] kg m^2: no solid body has a principal moment above "
                    "the sum of the others",
                    path, inertia.x(), inertia.y(), inertia.z()));
  }
}

void check_inertia(const Model& model, const Body& body, const std::string& path, Diagnostics& diagnostics) {
  if (!body.inertia) {
    if (!body.source.has("inertia") && body.source.origin.place().empty()) {
      diagnostics.error(body.source.origin, fmt::format("{}.inertia is missing", path), "give Ixx, Iyy, Izz in kg m^2");
    }
    return;
  }
  const auto holds = [&body](const auto& joint) { return joint.follower == body.name; };
  if (std::none_of(model.joints.begin(), model.joints.end(), holds) &&
      std::none_of(model.ptos.begin(), model.ptos.end(), holds)) {  // floats freely; of others see make_device
    for (Eigen::Index k = 0; k < 3; ++k) {
      if ((*body.inertia)[k] != 0.0) continue;
      diagnostics.error(body.source.of("inertia"), fmt::format("{}.inertia.{} = 0 kg m^2 must be above 0", path, k + 1),
                        "zero is for an axis about which no joint lets the body turn, and this one floats freely");
    }
  }
  check_tensor(*body.inertia, body.inertia_products, body.source, path, diagnostics);
  if (!body.hydro_data) return;
  for (const HydroFile& set : body.hydro_data->sets) {
    if (set.inertia || set.inertia_products)
      check_tensor(set.inertia.value_or(*body.inertia), set.inertia_products.value_or(body.inertia_products),
                   set.source, path + ".hydro_data.sets", diagnostics);
  }
}

void check_morison(const Body& body, const std::string& path, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < body.morison.size(); ++i) {
    const MorisonElementSpec& m = body.morison[i];
    const std::string place = fmt::format("{}.morison.{}", path, i + 1);
    const std::size_t size = m.option == 1 ? 3 : 2;
    const auto check = [&](const char* key, const std::vector<double>& values) {
      if (!values.empty() && values.size() != size) {
        diagnostics.error(
            m.source.of(key),
            fmt::format("{}.{} has {} entries, and option {} takes {}", place, key, values.size(), m.option, size),
            m.option == 1 ? "give x, y, z" : "give normal, tangential");
      }
    };
    check("cd", m.cd);
    check("ca", m.ca);
    check("area", m.area);
    if (m.option == 2 && !m.axis) {
      diagnostics.error(m.source.origin, fmt::format("{}.axis is missing", place),
                        "give the element's axis in body axes");
    }
    if (m.option == 1 && m.axis) {
      diagnostics.error(m.source.of("axis"), fmt::format("{}.axis belongs to option 2", place),
                        "remove it, or write option: 2");
    }
    if (m.axis && m.axis->norm() == 0.0) {
      diagnostics.error(m.source.of("axis"), fmt::format("{}.axis = [0, 0, 0] has no direction", place));
    }
  }
  for (std::size_t i = 0; i < body.morison_members.size(); ++i) {
    const MorisonMemberSpec& m = body.morison_members[i];
    if ((m.end - m.start).norm() == 0.0) {
      diagnostics.error(m.source.of("end"),
                        fmt::format("{}.morison_members.{} has no length: start and end are the same", path, i + 1));
      continue;
    }
    constexpr double kUpright = 5.0;  // deg
    const Vector3 along = (m.end - m.start).normalized();
    const double lean = std::atan2(along.head<2>().norm(), std::abs(along.z())) / kDegree;
    if (m.maccamy_fuchs && lean > kUpright) {
      diagnostics.error(m.source.of("maccamy_fuchs"),
                        fmt::format("{}.morison_members.{}.maccamy_fuchs is for a vertical cylinder, and the member "
                                    "leans by {:.3g} deg",
                                    path, i + 1, lean),
                        "leave it out, or use BEM data for a member that is neither vertical nor slender");
    }
  }
}

void check_compute(const Body& body, const std::string& path, Diagnostics& diagnostics) {
  const Source& source = body.hydro_data->source;
  if (!body.hydro_data->compute.is_map())
    diagnostics.error(source.of("compute"), fmt::format("{}.hydro_data.compute must be a map", path),
                      "write compute: {frequencies: auto, headings: [0]}");
  if (!body.geometry && !body.shape.is_map() && !body.source.has("geometry"))
    diagnostics.error(source.of("compute"), fmt::format("{}.geometry is missing: there is nothing to compute", path),
                      "write geometry: {shape: sphere, radius: 5}, or the file of a mesh");
  if (!body.center_of_gravity && !body.source.has("center_of_gravity"))
    diagnostics.error(source.of("compute"), fmt::format("{}.center_of_gravity is missing", path),
                      "computed coefficients act about it; it decides the righting moments", "",
                      "a list of 3 numbers in m");
}

}  // namespace

void validate_bodies(const Model& model, Diagnostics& diagnostics) {
  if (model.bodies.empty() && model.components.empty() && model.moorings.empty() && diagnostics.list().empty()) {
    diagnostics.error(in_memory(model) ? Origin{"", 0, 0, "bodies"} : Origin{model.file.string(), 1, 1, "bodies"},
                      "bodies is empty: a case needs at least one body");
  }
  for (const Body& body : model.bodies) {
    const std::string path = label_of(body.source, "bodies", body.name);
    if (body.hydro_data) {
      check_hydro_data(*body.hydro_data, path + ".hydro_data", diagnostics);
    } else {
      if (!body.center_of_gravity) {
        diagnostics.error(body.source.origin, fmt::format("{}.center_of_gravity is missing", path),
                          "a body without hydro_data needs it", "", "a list of 3 numbers in m");
      }
      if (std::holds_alternative<Equilibrium>(body.mass) && body.volume.value_or(0.0) <= 0.0 && !body.nonlinear_hydro &&
          (body.source.has("mass") || body.source.keys.empty())) {
        diagnostics.error(body.source.of("mass"), fmt::format("{}.mass = equilibrium needs a displaced volume", path),
                          "give the volume in m^3, or the mass in kg");
      }
      if (body.volume.value_or(0.0) > 0.0 && !body.center_of_buoyancy) {
        diagnostics.error(body.source.of("volume"), fmt::format("{}.center_of_buoyancy is missing", path),
                          "a displaced volume needs its center");
      }
    }
    // A file that is not there has been reported, and its key is gone.
    if (body.nonlinear_hydro && !body.geometry && !body.source.has("geometry") &&
        !diagnostics.mentions(path + ".geometry")) {
      diagnostics.error(body.source.of("nonlinear_hydro"), fmt::format("{}.geometry is missing", path),
                        "nonlinear_hydro needs the body's surface, an STL or OBJ file");
    }
    if (body.nonlinear_hydro && body.shape.is_map()) {
      diagnostics.error(body.source.of("geometry"),
                        fmt::format("{}.geometry: nonlinear_hydro needs the whole surface as a mesh", path),
                        "give the file of an STL or OBJ mesh; hydro_data.compute takes it too");
    }
    if (body.hydro_data && body.hydro_data->compute.kind != Parameter::Kind::none)
      check_compute(body, path, diagnostics);
    else if (body.shape.is_map())
      diagnostics.error(body.source.of("geometry"), fmt::format("{}.geometry: a shape is not used", path),
                        "it serves hydro_data: {compute: {frequencies: auto}}");
    if (body.nonlinear_hydro && body.stiffness) {
      diagnostics.error(body.source.of("stiffness"), fmt::format("{}.stiffness is not used with nonlinear_hydro", path),
                        "the pressure on the surface restores the body; leave the key out");
    }
    check_inertia(model, body, path, diagnostics);
    check_morison(body, path, diagnostics);
    if (body.initial.axis.norm() == 0.0) {
      diagnostics.error(body.initial.source.of("axis"),
                        fmt::format("{}.initial.axis = [0, 0, 0] has no direction", path));
    }
    check_drag(body.quadratic_drag, path, diagnostics);
    check_takes_energy(body.linear_damping, true, body.source.of("linear_damping"), path + ".linear_damping",
                       diagnostics);
    if (body.quadratic_drag.drag)
      check_takes_energy(*body.quadratic_drag.drag, false, body.quadratic_drag.source.of("drag"),
                         path + ".quadratic_drag.drag", diagnostics);
  }
}

}  // namespace swell::model
