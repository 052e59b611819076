// Pressure on the bodies' own surfaces.
#include <fmt/format.h>

#include "building.h"
#include "swell/device/body_loads.h"
#include "swell/device/mesh_loads.h"
#include "swell/mesh/check_mesh.h"
#include "swell/mesh/mesh_load.h"
#include "swell/mesh/read_mesh.h"
#include "swell/waves/dispersion.h"

namespace swell::assembly {

namespace {

bool as_wec_sim(const Building& b) { return b.model.simulation.reproduce == model::Reproduce::wec_sim; }

Vector3 cg_of(const Building& b, std::size_t body) {
  return b.has_hydro(body) ? b.hydro[body]->cg : b.bodies[body]->center_of_gravity.value_or(Vector3::Zero());
}

mesh::Surface surface_of(const model::Body& body) {
  return *body.nonlinear_hydro == model::NonlinearHydro::mean ? mesh::Surface::mean : mesh::Surface::instantaneous;
}

}  // namespace

std::shared_ptr<const mesh::TriangleMesh> load_mesh(Building& b, std::size_t index) {
  const model::Body& body = *b.bodies[index];
  if (!body.nonlinear_hydro || !body.geometry) return nullptr;
  std::shared_ptr<const mesh::TriangleMesh> mesh;
  collect(b.diagnostics, [&] {
    const std::string path = body.geometry->string();
    if (!std::filesystem::exists(*body.geometry)) {
      throw InputError(body.source.of("geometry"),
                       fmt::format("bodies.{}.geometry = {}: no such file", body.name, path),
                       "relative paths start at the folder of the case file");
    }
    Diagnostics found;
    auto read = std::make_shared<const mesh::TriangleMesh>(mesh::read_mesh(*body.geometry, found));
    mesh::check_surface(*read, found);
    if (b.has_hydro(index) && !found.has_errors())
      mesh::check_displacement(*read, cg_of(b, index), b.hydro[index]->displaced_volume, b.hydro[index]->cb, found);
    b.diagnostics.add(found.list());
    if (!found.has_errors()) mesh = std::move(read);
  });
  return mesh;
}

std::vector<hydro::HydroBodyRef> excitation_data(const Building& b, const std::vector<std::size_t>& bodies) {
  std::vector<hydro::HydroBodyRef> refs;
  for (const std::size_t i : bodies) {
    refs.push_back(b.hydro[i]);
    if (!b.meshes[i] || as_wec_sim(b)) continue;
    // A copy of the data whose excitation lacks the linear Froude-Krylov force of this very mesh, at the frequencies
    // and headings of the data: no time goes into subtracting it later, and panel errors of first order cancel.
    auto data = std::make_shared<hydro::HydroData>(*b.hydro[i].data);
    hydro::HydroBody& body = data->bodies[b.hydro[i].body];
    const auto n = static_cast<Eigen::Index>(data->omega.size());
    const double gravity = b.sea->gravity(), density = b.sea->density();
    Eigen::ArrayXd wavenumber(n);
    for (Eigen::Index k = 0; k < n; ++k)
      wavenumber[k] = waves::wavenumber(data->omega[static_cast<std::size_t>(k)], b.sea->depth(), gravity);
    const mesh::PressureMesh mesh(*b.meshes[i]);
    for (std::size_t d = 0; d < data->direction.size() && d < body.excitation.size(); ++d) {
      const Eigen::ArrayXd direction = Eigen::ArrayXd::Constant(n, data->direction[d] * kDegree);
      const auto linear = mesh::froude_krylov_coefficients(mesh, Matrix3::Identity(), cg_of(b, i), wavenumber,
                                                           direction, b.sea->depth().value_or(0.0), density, gravity);
      for (Eigen::Index k = 0; k < n; ++k)
        body.excitation[d][static_cast<std::size_t>(k)].head<6>() -= linear.col(k) / (density * gravity);
    }
    refs.back().data = std::move(data);
  }
  return refs;
}

void build_mesh_loads(Building& b, std::size_t index) {
  const model::Body& body = *b.bodies[index];
  const double weight = b.rigid[index].mass * b.model.environment.gravity;
  auto& graph = b.built.graph;
  if (as_wec_sim(b)) {
    graph.emplace<device::WecSimMeshLoads>(body.name, mesh::WecSimMesh(*b.meshes[index]), b.sea, surface_of(body),
                                           b.rigid[index].cg, weight);
  } else {
    mesh::PressureMesh mesh(*b.meshes[index]);
    mesh::WaveField field(*b.sea, mesh.region(b.rigid[index].cg.z(), mesh.radius()));
    graph.emplace<device::MeshLoads>(body.name, std::move(mesh), std::move(field), surface_of(body), weight);
  }
}

}  // namespace swell::assembly
