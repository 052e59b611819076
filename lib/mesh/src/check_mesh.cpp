#include "swell/mesh/check_mesh.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "swell/mesh/hydrostatics.h"

namespace swell::mesh {
namespace {

struct Edge {
  int forward = 0, backward = 0;  // times run from the lower to the higher vertex and back
  Eigen::Index facet = 0;         // first that has it
};

std::string place(const TriangleMesh& mesh, Eigen::Index facet) {
  const Vector3 p = (mesh.corner(facet, 0) + mesh.corner(facet, 1) + mesh.corner(facet, 2)) / 3.0;
  return fmt::format("first at facet {} near ({:.4g}, {:.4g}, {:.4g}) m", facet + 1, p.x(), p.y(), p.z());
}

Origin origin(const TriangleMesh& mesh, Eigen::Index facet) {
  const int line = mesh.lines.empty() ? 0 : mesh.lines[static_cast<std::size_t>(facet)];
  return {mesh.file, line, 0, {}};
}

}  // namespace

void check_surface(const TriangleMesh& mesh, Diagnostics& diagnostics) {
  std::unordered_map<long long, Edge> edges;
  edges.reserve(static_cast<std::size_t>(2 * mesh.size()));
  const long long n = static_cast<long long>(mesh.vertices.cols());
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const long long a = mesh.triangles(i, t);
      const long long b = mesh.triangles((i + 1) % 3, t);
      const auto [edge, fresh] = edges.try_emplace(std::min(a, b) * n + std::max(a, b));
      if (fresh) edge->second.facet = t;
      ++(a < b ? edge->second.forward : edge->second.backward);
    }
  }
  struct Count {
    int places = 0;
    Eigen::Index first = 0;
    void add(Eigen::Index facet) {
      if (places++ == 0 || facet < first) first = facet;
    }
  };
  Count holes, sheets, turned;
  for (const auto& [key, edge] : edges) {
    const int sum = edge.forward + edge.backward;
    if (sum == 1) {
      holes.add(edge.facet);
    } else if (sum % 2 != 0 || (sum > 2 && edge.forward != edge.backward)) {
      sheets.add(edge.facet);
    } else if (edge.forward != edge.backward) {
      turned.add(edge.facet);
    }
  }
  if (holes.places > 0) {
    diagnostics.error(origin(mesh, holes.first),
                      fmt::format("the mesh is not closed: {} edges belong to one facet only, {}", holes.places,
                                  place(mesh, holes.first)),
                      "close it, deck and bottom included; a mesh of the wetted hull alone will not do");
  }
  if (sheets.places > 0) {
    diagnostics.error(origin(mesh, sheets.first),
                      fmt::format("{} edges of the mesh belong to three or more facets, {}", sheets.places,
                                  place(mesh, sheets.first)),
                      "remove inner walls and doubled facets");
  }
  if (turned.places > 0) {
    diagnostics.error(origin(mesh, turned.first),
                      fmt::format("neighbouring facets are turned against each other at {} edges, {}", turned.places,
                                  place(mesh, turned.first)),
                      "make all normals point into the fluid");
  }
  const double volume = properties(mesh).volume;
  if (holes.places == 0 && turned.places == 0 && volume <= 0.0) {
    diagnostics.error({mesh.file, 0, 0, {}},
                      fmt::format("the mesh is inside out: its volume = {:.6g} m3 must be above 0", volume),
                      "turn all normals so that they point into the fluid");
  }
}

void check_displacement(const TriangleMesh& mesh, const Vector3& p_WO, double volume, const Vector3& centre,
                        Diagnostics& diagnostics, double tolerance) {
  if (!(volume > 0.0)) return;  // nothing to compare with
  const WetPart wet = wet_part(mesh, Matrix3::Identity(), p_WO);
  const double off = std::abs(wet.volume / volume - 1.0);
  if (off > tolerance) {
    const char* const remedy =
        "is it in metres, with its origin at the cg? compare mesh, centre of gravity and draft with the BEM run";
    const std::string text = fmt::format(
        "the mesh displaces {:.6g} m3 at the design pose, the hydrodynamic data {:.6g} m3", wet.volume, volume);
    if (off > 0.5) {
      diagnostics.error({mesh.file, 0, 0, {}}, text, remedy, fmt::format("{:.6g}", wet.volume),
                        fmt::format("{:.6g}", volume));
    } else {
      diagnostics.warning("mesh-volume", {mesh.file, 0, 0, {}}, text, remedy);
    }
  } else if ((wet.centroid - centre).norm() > tolerance * std::cbrt(volume)) {
    diagnostics.warning(
        "mesh-center", {mesh.file, 0, 0, {}},
        fmt::format("the mesh has its centre of buoyancy at ({:.4g}, {:.4g}, {:.4g}) m, the hydrodynamic "
                    "data at ({:.4g}, {:.4g}, {:.4g}) m",
                    wet.centroid.x(), wet.centroid.y(), wet.centroid.z(), centre.x(), centre.y(), centre.z()),
        "compare the origins of both");
  }
}

}  // namespace swell::mesh
