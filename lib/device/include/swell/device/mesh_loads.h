/// Pressure on a body's own surface as components: nonlinear buoyancy and the Froude-Krylov force (lib/mesh).
///
///   in   position (6), rotation (9)      of the body
///   out  hydrostatic (6)                 buoyancy of the wet surface and weight, about the cg, world axes
///        potential (1)                   its energy [J], where the surface is still or the mean one
///        froude_krylov (6)               of the wave's pressure
#pragma once

#include <memory>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/mesh/mesh_load.h"
#include "swell/mesh/wec_sim.h"
#include "swell/waves/sea_state.h"

namespace swell::device {

/// The whole nonlinear Froude-Krylov force: what the linear excitation holds of it must have been taken out there.
class MeshLoads : public BodyLoad {
 public:
  /// @param mesh  origin at the cg, axes parallel to the world at the design pose
  /// @param weight [N]
  MeshLoads(const std::string& body, mesh::PressureMesh mesh, mesh::WaveField field, mesh::Surface surface,
            double weight);
  void declare(system::Declaration& declaration) override;
  LoadTraits traits(const std::string& port) const override;

 private:
  mesh::PressureMesh mesh_;
  mesh::WaveField field_;
  mesh::Surface surface_;
  double weight_;
  mutable mesh::MeshLoadScratch scratch_;
};

/// WEC-Sim's nonlinearHydro: centroid quadrature, sampled at the accepted points; the Froude-Krylov part is a
/// correction on top of the whole linear excitation (theory/wec-sim.md, "Nonlinear Froude-Krylov").
class WecSimMeshLoads : public BodyLoad {
 public:
  /// @param cg_design  [m] world
  WecSimMeshLoads(const std::string& body, mesh::WecSimMesh mesh, std::shared_ptr<const waves::SeaState> sea,
                  mesh::Surface surface, const Vector3& cg_design, double weight);
  void declare(system::Declaration& declaration) override;
  LoadTraits traits(const std::string& port) const override;

 private:
  mesh::WecSimMesh mesh_;
  std::shared_ptr<const waves::SeaState> sea_;
  mesh::Surface surface_;
  Vector3 cg_design_;
  double weight_;
  mutable mesh::WecSimMeshScratch scratch_;
};

}  // namespace swell::device
