#include "swell/device/mesh_loads.h"

#include <utility>

#include "swell/device/body_loads.h"
#include "swell/mesh/hydrostatics.h"
#include "system_words.h"

namespace swell::device {

namespace {

/// Buoyancy and weight, then the wave's pressure, six numbers each.
void declare_parts(Declaration& d, Computed load, const std::string& body) {
  d.output(six_vector("hydrostatic", "N, N m", "buoyancy of the wet surface, and weight", PortKind::effort), load);
  acts_as(d, body, ForcePart::restoring);
  d.output(six_vector("froude_krylov", "N, N m", "force of the incident wave's pressure", PortKind::effort), load, 6);
  acts_as(d, body, ForcePart::excitation);
}

}  // namespace

LoadTraits MeshLoads::traits(const std::string& port) const {
  if (port == "froude_krylov") return {ForcePart::excitation};
  if (!field_.still() && surface_ != mesh::Surface::mean) return {ForcePart::restoring};
  LoadTraits traits{ForcePart::restoring, Energy::conserves, "potential"};
  traits.watched = false;
  return traits;
}
LoadTraits WecSimMeshLoads::traits(const std::string& port) const {
  return {port == "froude_krylov" ? ForcePart::excitation : ForcePart::restoring};
}

MeshLoads::MeshLoads(const std::string& body, mesh::PressureMesh mesh, mesh::WaveField field, mesh::Surface surface,
                     double weight)
    : BodyLoad(body, "surface", "pressure on the wet surface", {ForcePart::restoring}),
      mesh_(std::move(mesh)),
      field_(std::move(field)),
      surface_(surface),
      weight_(weight),
      scratch_(mesh_) {}

void MeshLoads::declare(Declaration& d) {
  d.parameter("panels", std::to_string(mesh_.panels()));
  const Input position = read(d, Motion::position), rotation = read(d, Motion::rotation);
  system::Reads reads = {position, rotation};
  if (!field_.still()) reads.push_back(Read::time());
  const Computed load =
      d.compute("pressure", 12, std::move(reads), [this, position, rotation](const Evaluation& e, double* out) {
        const Matrix3 R_WB = as_rotation(e.input(rotation));
        const Vector3 p_WC = Eigen::Map<const Vector3>(e.input(position));
        if (field_.still()) {
          as_six(out) = mesh::nonlinear_hydrostatics(mesh_, R_WB, p_WC, field_.density(), field_.gravity(), scratch_);
          as_six(out + 6).setZero();
        } else {
          const mesh::MeshWrench wrench = mesh::nonlinear_loads(mesh_, field_, e.time, R_WB, p_WC, surface_, scratch_);
          as_six(out) = wrench.hydrostatic;
          as_six(out + 6) = wrench.froude_krylov;
        }
        out[2] -= weight_;
      });
  declare_parts(d, load, body());
  if (!field_.still() && surface_ != mesh::Surface::mean) return;
  d.output(potential_port("energy of weight and buoyancy in still water"), {position, rotation},
           [this, position, rotation](const Evaluation& e, double* out) {
             const Vector3 p_WC = Eigen::Map<const Vector3>(e.input(position));
             out[0] = mesh::buoyancy_energy(mesh_, as_rotation(e.input(rotation)), p_WC, field_.density(),
                                            field_.gravity()) +
                      weight_ * p_WC.z();
           });
}

WecSimMeshLoads::WecSimMeshLoads(const std::string& body, mesh::WecSimMesh mesh,
                                 std::shared_ptr<const waves::SeaState> sea, mesh::Surface surface,
                                 const Vector3& cg_design, double weight)
    : BodyLoad(body, "surface", "pressure on the wet surface as WEC-Sim", {ForcePart::restoring}),
      mesh_(std::move(mesh)),
      sea_(std::move(sea)),
      surface_(surface),
      cg_design_(cg_design),
      weight_(weight),
      scratch_(mesh_) {}

void WecSimMeshLoads::declare(Declaration& d) {
  d.parameter("panels", std::to_string(mesh_.areas.size()));
  const Input position = read(d, Motion::position), rotation = read(d, Motion::rotation);
  const Computed load = d.compute(
      "pressure", 12, {position, rotation, Read::time()},
      [this, position, rotation](const Evaluation& e, double* out) {
        const Matrix3 R_WB = as_rotation(e.input(rotation));
        const Vector3 p_WC = Eigen::Map<const Vector3>(e.input(position));
        as_six(out) = mesh::wec_sim_buoyancy(mesh_, *sea_, e.time, R_WB, p_WC, surface_, scratch_);
        out[2] -= weight_;
        as_six(out + 6) = mesh::wec_sim_froude_krylov(mesh_, *sea_, e.time, R_WB, p_WC, cg_design_, surface_, scratch_);
      },
      Rate::at_accepted_points());
  declare_parts(d, load, body());
}

}  // namespace swell::device
