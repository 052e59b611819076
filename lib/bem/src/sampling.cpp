#include "sampling.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "swell/base/error.h"

namespace swell::bem {

std::vector<std::pair<std::size_t, double>> foretold_by(const std::vector<bool>& is_solved, std::size_t at) {
  // Three on either side where there are as many: with all on one side it would be no interpolation.
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
                                const std::function<Eigen::VectorXcd(const std::vector<bool>&, std::size_t)>& missing,
                                const std::function<VectorX(const std::vector<bool>&)>& scale) const {
  SWELL_EXPECT(count > widest && (count - 1) % widest == 0);
  std::vector<bool> is_solved(count, false);
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < count; i += widest) wanted.push_back(i);
  std::vector<std::size_t> open(wanted.begin(), wanted.end() - 1);  // beginnings of intervals
  solve(wanted);
  for (const std::size_t i : wanted) is_solved[i] = true;
  for (std::size_t width = widest; width > 1 && !open.empty(); width /= 2) {
    std::vector<std::size_t> middles;
    for (const std::size_t begin : open) middles.push_back(begin + width / 2);
    solve(middles);
    std::vector<bool> with = is_solved;
    for (const std::size_t i : middles) with[i] = true;
    const VectorX of_curve = scale(with);
    std::vector<std::size_t> next;
    for (const std::size_t i : middles) {
      const Eigen::VectorXcd left = missing(is_solved, i);
      bool is_foretold = true;
      for (Eigen::Index c = 0; c < left.size(); ++c)
        is_foretold = is_foretold && (of_curve[c] == 0.0 || std::abs(left[c]) <= tolerance * of_curve[c]);
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
                                const std::function<void(const std::vector<std::size_t>&)>& solve,
                                const std::function<Eigen::MatrixXcd(std::size_t, const Eigen::VectorXcd&)>& forces,
                                int threads) {
  const std::size_t count = request.omega.size();
  const auto modes = static_cast<Eigen::Index>(rows.size()),
             headings = static_cast<Eigen::Index>(request.heading.size());
  // Of a wave at a body's place against the origin.
  const auto phase = [&](std::size_t k, Eigen::Index i, Eigen::Index h) {
    const double K = request.omega[k] * request.omega[k] / request.gravity;
    const double beta = request.heading[static_cast<std::size_t>(h)] * kDegree;
    const Vector3& cg = request.bodies[rows[static_cast<std::size_t>(i)].body].cg;
    return std::polar(1.0, (request.depth ? finite_depth_wavenumber(K, *request.depth) : K) *
                               (cg.x() * std::cos(beta) + cg.y() * std::sin(beta)));
  };
  const Surface surface = surface_of(request.bodies);
  std::vector<double> length(request.bodies.size(), 0.0);  // [m] of each body: the square root of its area
  for (Eigen::Index i = 0; i < surface.size(); ++i)
    length[static_cast<std::size_t>(surface.body[static_cast<std::size_t>(i)])] += surface.weights[i];
  for (double& x : length) x = std::sqrt(x);
  const Eigen::Index matrix = modes * modes, waves = modes * headings;
  const auto foretold = [&](const std::vector<bool>& is_solved, std::size_t k) {
    Solved made;
    for (const auto& [j, weight] : foretold_by(is_solved, k)) {
      Solved part = solved[j];
      // Excitation travels with the wave; the rest is slow as it is.
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
      add(made.single, part.single);
    }
    if (forces) made.force = forces(k, made.single);
    // Nothing to judge.
    made.haskind = made.largest = made.energy = VectorX::Zero(modes);
    made.reciprocity = MatrixX::Zero(modes, modes);
    return made;
  };
  const auto missing = [&](const std::vector<bool>& is_solved, std::size_t k) -> Eigen::VectorXcd {
    return (solved[k].force - foretold(is_solved, k).force).reshaped();
  };
  const auto scale = [&](const std::vector<bool>& is_solved) {
    VectorX own = VectorX::Zero(modes), force = own;
    for (std::size_t k = 0; k < count; ++k) {
      if (!is_solved[k]) continue;
      own = own.cwiseMax(solved[k].force.leftCols(modes).diagonal().cwiseAbs());
      force = force.cwiseMax(solved[k].force.rightCols(headings).cwiseAbs().rowwise().maxCoeff());
    }
    // What symmetry makes vanish is rounding: it is measured with what its body has besides, moments by a tenth of the
    // body's length.
    VectorX of_force = force;
    for (Eigen::Index i = 0; i < modes; ++i) {
      const Row& row = rows[static_cast<std::size_t>(i)];
      const Eigen::Index body = i - row.motion;  // its surge
      const double lever = 0.1 * length[row.body], largest = force.segment<3>(body).maxCoeff();
      double usual = largest;
      if (row.kind() == 1) {
        own[i] = std::max(own[i], lever * lever * own.segment<3>(body).maxCoeff());
        usual = std::max(force.segment<3>(body + 3).maxCoeff(), lever * largest);
      }
      if (force[i] < 0.01 * usual) of_force[i] = usual;
    }
    const VectorX root = own.cwiseSqrt();
    VectorX out(matrix + waves);
    out.head(matrix) = (root * root.transpose()).reshaped();
    out.tail(waves) = of_force.replicate(headings, 1);
    return out;
  };
  const Sampling sampling;
  const std::vector<bool> is_solved = sampling.run(count, solve, missing, scale);
  // What passes between devices turns with every wave on the way.
  const std::size_t usual = forces ? 1 : 4;
  std::vector<std::size_t> given, made;
  for (std::size_t k = 0; k < count; ++k) {
    if (k % usual != 0 && !is_solved[k]) continue;
    given.push_back(k);
    if (!is_solved[k]) made.push_back(k);
  }
  in_parallel(threads, made.size(), [&](std::size_t i) { solved[made[i]] = foretold(is_solved, made[i]); });
  return given;
}

}  // namespace swell::bem
