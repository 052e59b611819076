#include "swell/waves/directional_spectrum.h"

#include <utility>

#include "swell/base/interpolation.h"

namespace swell::waves {

FullDirectionalSpectrum directional_spectrum(std::vector<double> frequency, std::vector<double> direction,
                                             const MatrixX& density) {
  SWELL_EXPECT(density.rows() == static_cast<Eigen::Index>(frequency.size()) &&
               density.cols() == static_cast<Eigen::Index>(direction.size()) && direction.size() > 1);
  FullDirectionalSpectrum spec;
  spec.frequency = std::move(frequency);
  spec.direction = std::move(direction);
  spec.spread = MatrixX::Zero(density.rows(), density.cols());
  for (Eigen::Index i = 0; i < density.rows(); ++i) {
    const VectorX row = density.row(i);
    const double total = trapezoid(spec.direction, {row.data(), row.data() + row.size()});
    spec.spectrum.push_back(total);
    for (Eigen::Index j = 0; j < row.size(); ++j)
      spec.spread(i, j) = total > 0.0 ? row[j] / total : 1.0 / (spec.direction.back() - spec.direction.front());
  }
  return spec;
}

}  // namespace swell::waves
