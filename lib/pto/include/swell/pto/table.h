/// Function of two variables on a grid, bilinear, constant outside.
#pragma once

#include <vector>

namespace swell::pto {

/// values[i * y.size() + j] belongs to (x[i], y[j]). Both axes ascending; one point on an axis means constant there.
class Table2 {
 public:
  Table2() = default;  ///< 1 everywhere
  explicit Table2(double constant);
  /// Throws InputError when axes are not ascending or the count does not fit. `what` names the table in the message.
  Table2(std::vector<double> x, std::vector<double> y, std::vector<double> values, const char* what);
  double operator()(double x, double y) const;
  double smallest() const;
  double largest() const;

 private:
  std::vector<double> x_{0.0}, y_{0.0}, values_{1.0};
};

}  // namespace swell::pto
