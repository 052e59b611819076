// Pressure on the bodies' own surfaces.
#include <fmt/format.h>

#include "stages.h"
#include "swell/device/body_loads.h"
#include "swell/device/mesh_loads.h"
#include "swell/mesh/check_mesh.h"
#include "swell/mesh/mesh_load.h"
#include "swell/mesh/read_mesh.h"
#include "swell/waves/dispersion.h"

namespace swell::assembly {

namespace {

Vector3 cg_of(const Case& c, const Hydro& hydro, std::size_t body) {
  return hydro.has(body) ? hydro.of[body]->cg : c.bodies[body]->center_of_gravity.value_or(Vector3::Zero());
}

mesh::Surface surface_of(const model::Body& body) {
  return *body.nonlinear_hydro == model::NonlinearHydro::mean ? mesh::Surface::mean : mesh::Surface::instantaneous;
}

/// Compares the waterplanes of mesh and data: area, and the difference of roll and pitch, in which weight and buoyancy
/// cancel. A mesh that is turned or has length and width exchanged has the right volume.
void check_waterplane(const mesh::TriangleMesh& surface, const Vector3& cg, const hydro::HydroBodyRef& data,
                      Diagnostics& found) {
  constexpr double kOther = 0.1;
  const mesh::WetPart wet = mesh::wet_part(surface, Matrix3::Identity(), cg);
  const MatrixX& C = data->restoring_stiffness;  // over density and gravity
  if (C.rows() < 6 || C.isZero(0.0) || !(wet.waterplane > 0.0)) return;
  const double xx = wet.waterplane_moments[0], yy = wet.waterplane_moments[2];
  const bool area = std::abs(C(2, 2) - wet.waterplane) > kOther * std::max(C(2, 2), wet.waterplane);
  const bool turned = std::abs(C(3, 3) - C(4, 4) - (yy - xx)) > kOther * (xx + yy);
  if (!area && !turned) return;
  found.warning(
      "mesh-waterplane", {surface.file, 0, 0, {}},
      area ? fmt::format("the waterplane of the mesh is {:.4g} m^2, that of the hydro data {:.4g} m^2", wet.waterplane,
                         C(2, 2))
           : fmt::format("the mesh's stiffness in roll less that in pitch is {:.4g} m^4, that of the hydro data {:.4g} "
                         "m^4 (over density and gravity)",
                         yy - xx, C(3, 3) - C(4, 4)),
      "turn or replace the mesh: nonlinear hydrostatics take its shape, radiation and diffraction that of the data");
}

}  // namespace

std::shared_ptr<const mesh::TriangleMesh> load_mesh(const Case& c, const Hydro& hydro, std::size_t index) {
  const model::Body& body = *c.bodies[index];
  if (!body.nonlinear_hydro || !body.geometry) return nullptr;
  std::shared_ptr<const mesh::TriangleMesh> mesh;
  collect(c.diagnostics, [&] {
    const std::string path = body.geometry->string();
    if (!std::filesystem::exists(*body.geometry)) {
      throw InputError(body.source.of("geometry"),
                       fmt::format("bodies.{}.geometry = {}: no such file", body.name, path),
                       "relative paths start at the folder of the case file");
    }
    Diagnostics found;
    auto read = std::make_shared<const mesh::TriangleMesh>(mesh::read_mesh(*body.geometry, found));
    mesh::check_surface(*read, found);
    if (hydro.has(index) && !found.has_errors()) {
      mesh::check_displacement(*read, cg_of(c, hydro, index), hydro.of[index]->displaced_volume, hydro.of[index]->cb,
                               found);
      check_waterplane(*read, cg_of(c, hydro, index), hydro.of[index], found);
    }
    c.diagnostics.add(found.list());
    if (!found.has_errors()) mesh = std::move(read);
  });
  return mesh;
}

hydro::HydroBodyRef without_froude_krylov(const Sea& sea, const hydro::HydroBodyRef& ref,
                                          const mesh::TriangleMesh& surface) {
  // At the frequencies and headings of the data: no time goes into subtracting it later, and panel errors of first
  // order cancel.
  auto data = std::make_shared<hydro::HydroData>(*ref.data);
  hydro::HydroBody& body = data->bodies[ref.body];
  const auto n = static_cast<Eigen::Index>(data->omega.size());
  const double gravity = sea->gravity(), density = sea->density();
  Eigen::ArrayXd wavenumber(n);
  for (Eigen::Index k = 0; k < n; ++k)
    wavenumber[k] = waves::wavenumber(data->omega[static_cast<std::size_t>(k)], sea->depth(), gravity);
  const mesh::PressureMesh mesh(surface);
  for (std::size_t d = 0; d < data->direction.size() && d < body.excitation.size(); ++d) {
    const Eigen::ArrayXd direction = Eigen::ArrayXd::Constant(n, data->direction[d] * kDegree);
    const auto linear = mesh::froude_krylov_coefficients(mesh, Matrix3::Identity(), ref->cg, wavenumber, direction,
                                                         sea->depth(), density, gravity);
    for (Eigen::Index k = 0; k < n; ++k)
      body.excitation[d][static_cast<std::size_t>(k)].head<6>() -= linear.col(k) / (density * gravity);
  }
  return {std::move(data), ref.body};
}

std::vector<hydro::HydroBodyRef> excitation_data(const Case& c, const Hydro& hydro, const Sea& sea,
                                                 const Mechanism& mechanism, const std::vector<std::size_t>& bodies) {
  std::vector<hydro::HydroBodyRef> refs;
  for (const std::size_t i : bodies) {
    const bool linear = !mechanism.meshes[i] || c.wec_sim();
    refs.push_back(linear ? hydro.of[i] : without_froude_krylov(sea, hydro.of[i], *mechanism.meshes[i]));
  }
  return refs;
}

void add_mesh_loads(const Case& c, const Sea& sea, const Mechanism& mechanism, std::size_t index, Parts& parts) {
  const model::Body& body = *c.bodies[index];
  const double weight = mechanism.rigid[index].mass * c.model.environment.gravity;
  use_waves(c, sea);
  c.uses(body.nonlinear_hydro, c.model.environment.water_density);
  if (c.wec_sim()) {
    parts.add<device::WecSimMeshLoads>(body.name, mesh::WecSimMesh(*mechanism.meshes[index]), sea, surface_of(body),
                                       mechanism.rigid[index].cg, weight);
  } else {
    mesh::PressureMesh mesh(*mechanism.meshes[index]);
    mesh::WaveField field(*sea, mesh.region(mechanism.rigid[index].cg.z(), mesh.radius()));
    parts.add<device::MeshLoads>(body.name, std::move(mesh), std::move(field), surface_of(body), weight);
  }
}

}  // namespace swell::assembly
