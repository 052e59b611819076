#include "sampling.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "swell/base/error.h"

namespace swell::bem {

std::vector<std::pair<std::size_t, double>> foretold_by(const std::vector<bool>& is_solved, std::size_t at) {
  // Three on either side if available: points on one side only would extrapolate.
  std::vector<std::size_t> below, above;
  for (std::size_t i = at; i-- > 0;)
    if (is_solved[i]) below.push_back(i);
  for (std::size_t i = at + 1; i < is_solved.size(); ++i)
    if (is_solved[i]) above.push_back(i);
  const std::size_t low = std::min(below.size(), 6 - std::min<std::size_t>(above.size(), 3)),
                    high = std::min(above.size(), 6 - low);
  std::vector<std::size_t> near(below.begin(), below.begin() + static_cast<std::ptrdiff_t>(low));
  near.insert(near.end(), above.begin(), above.begin() + static_cast<std::ptrdiff_t>(high));
  std::vector<std::pair<std::size_t, double>> out;
  for (const std::size_t j : near) {
    double weight = 1.0;
    for (const std::size_t k : near)
      if (k != j)
        weight *=
            (static_cast<double>(at) - static_cast<double>(k)) / (static_cast<double>(j) - static_cast<double>(k));
    out.emplace_back(j, weight);
  }
  return out;
}

std::vector<bool> Sampling::run(std::size_t count, const std::function<void(const std::vector<std::size_t>&)>& solve,
                                const std::function<Eigen::VectorXcd(std::size_t)>& shown,
                                const std::function<VectorX(const std::vector<bool>&)>& scale) const {
  SWELL_EXPECT(count > widest && (count - 1) % widest == 0);
  std::vector<bool> is_solved(count, false);
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < count; i += widest) wanted.push_back(i);
  std::vector<std::size_t> open(wanted.begin(), wanted.end() - 1);  // starts of intervals
  solve(wanted);
  for (const std::size_t i : wanted) is_solved[i] = true;
  for (std::size_t width = widest; width > 1 && !open.empty(); width /= 2) {
    std::vector<std::size_t> middles;
    middles.reserve(open.size());
    for (const std::size_t begin : open) middles.push_back(begin + width / 2);
    solve(middles);
    std::vector<bool> with = is_solved;
    for (const std::size_t i : middles) with[i] = true;
    const VectorX of_curve = scale(with);
    std::vector<std::size_t> next;
    for (const std::size_t i : middles) {
      Eigen::VectorXcd missing = shown(i);
      for (const auto& [j, weight] : foretold_by(is_solved, i)) missing -= weight * shown(j);
      bool is_foretold = true;
      for (Eigen::Index c = 0; c < missing.size(); ++c)
        is_foretold = is_foretold && (of_curve[c] == 0.0 || std::abs(missing[c]) <= tolerance * of_curve[c]);
      if (is_foretold) continue;
      next.push_back(i - width / 2);
      next.push_back(i);
    }
    is_solved = with;
    open = next;
  }
  return is_solved;
}

std::vector<std::size_t> choose(const ComputeRequest& request, const std::vector<Row>& rows,
                                std::vector<Solved>& solved,
                                const std::function<void(const std::vector<std::size_t>&)>& solve) {
  const std::size_t count = request.omega.size();
  const auto modes = static_cast<Eigen::Index>(rows.size()),
             headings = static_cast<Eigen::Index>(request.heading.size());
  // Phase of a wave at a body's position relative to the origin.
  const auto phase = [&](std::size_t k, Eigen::Index i, Eigen::Index h) {
    const double K = request.omega[k] * request.omega[k] / request.gravity;
    const double beta = request.heading[static_cast<std::size_t>(h)] * kDegree;
    const Vector3& cg = request.bodies[rows[static_cast<std::size_t>(i)].body].cg;
    return std::polar(1.0, (request.depth ? finite_depth_wavenumber(K, *request.depth) : K) *
                               (cg.x() * std::cos(beta) + cg.y() * std::sin(beta)));
  };
  const Eigen::Index matrix = modes * modes, waves = modes * headings;
  const auto shown = [&](std::size_t k) {
    Eigen::VectorXcd v(matrix + waves);
    v.head(matrix) = solved[k].force.leftCols(modes).reshaped();
    for (Eigen::Index h = 0; h < headings; ++h)
      for (Eigen::Index i = 0; i < modes; ++i)
        v[matrix + h * modes + i] = phase(k, i, h) * solved[k].force(i, modes + h);
    return v;
  };
  const auto scale = [&](const std::vector<bool>& is_solved) {
    VectorX own = VectorX::Zero(modes), force = own;
    for (std::size_t k = 0; k < count; ++k) {
      if (!is_solved[k]) continue;
      own = own.cwiseMax(solved[k].force.leftCols(modes).diagonal().cwiseAbs());
      force = force.cwiseMax(solved[k].force.rightCols(headings).cwiseAbs().rowwise().maxCoeff());
    }
    // Values zero by symmetry are round-off; by energy, excitation is bounded by the square root of damping.
    const VectorX root = own.cwiseSqrt();
    const double largest = (force.array() / root.array().max(1e-300)).maxCoeff();
    VectorX out(matrix + waves);
    out.head(matrix) = (root * root.transpose()).reshaped();
    for (Eigen::Index i = 0; i < modes; ++i)
      for (Eigen::Index h = 0; h < headings; ++h)
        out[matrix + h * modes + i] = force[i] > 1e-6 * largest * root[i] ? force[i] : 0.0;
    return out;
  };
  const Sampling sampling;
  const std::vector<bool> is_solved = sampling.run(count, solve, shown, scale);
  std::vector<std::size_t> given;
  for (std::size_t k = 0; k < count; ++k) {
    if (k % sampling.usual != 0 && !is_solved[k]) continue;
    given.push_back(k);
    if (is_solved[k]) continue;
    Solved& made = solved[k];
    for (const auto& [j, weight] : foretold_by(is_solved, k)) {
      const Solved& known = solved[j];
      Solved part = known;
      // The phase of excitation follows the wave; other curves are slow.
      for (Eigen::Index h = 0; h < headings; ++h)
        for (Eigen::Index i = 0; i < modes; ++i) {
          const std::complex<double> turn = phase(j, i, h) / phase(k, i, h);
          part.force(i, modes + h) *= turn;
          part.froude_krylov(i, h) *= turn;
        }
      const bool is_first = made.force.size() == 0;
      const auto add = [&, w = weight](auto& sum, const auto& value) {
        if (is_first)
          sum = w * value;
        else
          sum += w * value;
      };
      add(made.force, part.force);
      add(made.froude_krylov, part.froude_krylov);
      add(made.drift, part.drift);
      add(made.drift_by_pressure, part.drift_by_pressure);
    }
    // Interpolated frequencies have no identities to check.
    made.haskind = made.largest = made.energy = VectorX::Zero(modes);
    made.reciprocity = MatrixX::Zero(modes, modes);
  }
  return given;
}

}  // namespace swell::bem
