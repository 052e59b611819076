#include "inertia_blocks.h"

#include <numeric>

#include "at.h"

namespace swell::bodies {

void InertiaBlocks::add_added_mass(double factor, const VectorX& vector, VectorX& out) const {
  for (const InertiaBlock& block : blocks) {
    for (const InertiaBlock::Coupling& c : block.couplings)
      out.segment<6>(6 * c.body) += factor * (c.mass * vector.segment<6>(6 * c.cause));
  }
}

InertiaBlocks inertia_blocks(const Multibody& multibody, const BodyMatrix& added_mass) {
  const int n = multibody.n_bodies();
  std::vector<int> root(at(n));
  std::iota(root.begin(), root.end(), 0);
  const auto root_of = [&](int body) {
    while (root[at(body)] != body) body = root[at(body)] = root[at(root[at(body)])];
    return body;
  };
  const auto tie = [&](int a, int b) { root[at(std::max(root_of(a), root_of(b)))] = std::min(root_of(a), root_of(b)); };
  std::vector<int> mover(at(multibody.nv()), -1);
  for (int body = 0; body < n; ++body) {
    for (const int column : multibody.columns(body)) {
      if (mover[at(column)] < 0) mover[at(column)] = body;
      tie(mover[at(column)], body);
    }
  }
  for (const JointPlace& place : multibody.joints()) {
    if (place.joint.follower != kWorld && place.joint.base != kWorld) tie(place.joint.follower, place.joint.base);
  }
  for (int i = 0; 6 * i < added_mass.size(); ++i) {
    for (const Eigen::Index cause : added_mass.causes(i)) tie(i, static_cast<int>(cause));
  }
  InertiaBlocks out;
  out.block_of.assign(at(n), -1);
  out.place.assign(mover.size(), 0);
  for (int body = 0; body < n; ++body) {
    int& block = out.block_of[at(root_of(body))];
    if (block < 0) {
      block = static_cast<int>(out.blocks.size());
      out.blocks.emplace_back();
    }
    out.block_of[at(body)] = block;
    out.blocks[at(block)].bodies.push_back(body);
  }
  for (int column = 0; column < multibody.nv(); ++column) {
    out.block_of_speed.push_back(out.block_of[at(mover[at(column)])]);
    InertiaBlock& block = out.blocks[at(out.block_of_speed.back())];
    out.place[at(column)] = static_cast<int>(block.columns.size());
    block.columns.push_back(column);
  }
  for (InertiaBlock& block : out.blocks) {
    for (const int i : block.bodies) {
      for (const int j : block.bodies) {
        if (6 * std::max(i, j) < added_mass.size() && added_mass.couples(i, j))
          block.couplings.push_back({i, j, added_mass.block(i, j)});
      }
    }
  }
  return out;
}

}  // namespace swell::bodies
