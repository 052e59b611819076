// Functions of numbers: element by element, along columns, of matrices.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "matlab_functions.h"
#include "matlab_matrices.h"
#include "swell/base/vector.h"

namespace swell::wecsim {
namespace {

template <double (*F)(double)>
Values map1(const Call& c) {
  V v = c.numbers(0);
  v.logical = false;
  for (double& x : v.numbers) {
    const double y = F(x);
    if (std::isnan(y) && !std::isnan(x) && !std::isinf(x))
      c.machine.fail(fmt::format("the function has no real value at {:g}", x), "complex numbers are not read");
    x = y;
  }
  return one(std::move(v));
}
double sign_(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }
double rad_(double x) { return x * kPi / 180.0; }
double deg_(double x) { return x * 180.0 / kPi; }
double sind_(double x) { return std::sin(rad_(x)); }
double cosd_(double x) { return std::cos(rad_(x)); }
double tand_(double x) { return std::tan(rad_(x)); }
double wrap_(double x, double turn) {
  double y = std::fmod(x, turn);
  if (y < 0.0) y += turn;
  return y;
}
double wrap360_(double x) {
  const double y = wrap_(x, 360.0);
  return y == 0.0 && x > 0.0 ? 360.0 : y;
}
double wrap180_(double x) {
  if (x >= -180.0 && x <= 180.0) return x;
  const double y = wrap_(x + 180.0, 360.0);
  return (y == 0.0 && x + 180.0 > 0.0 ? 360.0 : y) - 180.0;
}

template <double (*F)(double, double)>
Values map2(const Call& c) {
  return one(elementwise(c.machine, c.numbers(0), c.numbers(1), F));
}
double mod_(double x, double y) { return y == 0.0 ? x : x - std::floor(x / y) * y; }

bool nonzero(double x) { return x != 0.0; }
Values logical(Values v) {
  v[0].logical = true;
  return v;
}
template <class F>
Values each(const Call& c, F f) {
  V v = c.numbers(0);
  for (double& x : v.numbers) x = f(x) ? 1.0 : 0.0;
  return logical(one(std::move(v)));
}

// Along columns, or along a row.
template <class F>
Values reduce(const Call& c, F f, std::size_t dimension_at = 1) {
  const V v = c.numbers(0);
  bool along_row = v.rows == 1;
  if (c.count() > dimension_at && c.raw(dimension_at).is_numbers() && c.raw(dimension_at).size() == 1)
    along_row = c.number(dimension_at) == 2.0;
  V out =
      along_row ? V::matrix(std::max<std::size_t>(v.rows, 1), 1) : V::matrix(1, std::max<std::size_t>(v.columns, 1));
  for (std::size_t k = 0; k < out.numbers.size(); ++k) {
    std::vector<double> line;
    if (along_row)
      for (std::size_t j = 0; j < v.columns; ++j) line.push_back(v.at(k, j));
    else if (k < v.columns)
      for (std::size_t i = 0; i < v.rows; ++i) line.push_back(v.at(i, k));
    out.numbers[k] = f(line);
  }
  return one(std::move(out));
}

Values extremum(const Call& c, bool largest) {
  const auto better = [&](double x, double y) { return std::isnan(y) || (largest ? x > y : x < y); };
  if (c.count() >= 2 && c.raw(1).size() > 0)
    return one(
        elementwise(c.machine, c.numbers(0), c.numbers(1), [&](double x, double y) { return better(x, y) ? x : y; }));
  const V v = c.numbers(0);
  if (v.size() == 0) return {V::matrix(0, 0), V::matrix(0, 0)};
  const bool row = v.rows == 1;
  const std::size_t n = row ? 1 : v.columns, length = row ? v.columns : v.rows;
  V best = V::matrix(1, n), where = V::matrix(1, n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t at = 0;
    for (std::size_t i = 1; i < length; ++i) {
      if (better(v.numbers[k * length + i], v.numbers[k * length + at])) at = i;
    }
    best.numbers[k] = v.numbers[k * length + at];
    where.numbers[k] = static_cast<double>(at + 1);
  }
  return {best, where};
}

}  // namespace

const Functions& mathematical_functions() {
  static const Functions all = [] {
    Functions f;
    f["pi"] = [](const Call&) { return one(kPi); };
    f["inf"] = [](const Call&) { return one(std::numeric_limits<double>::infinity()); };
    f["Inf"] = [](const Call&) { return one(std::numeric_limits<double>::infinity()); };
    f["eps"] = [](const Call&) { return one(std::numeric_limits<double>::epsilon()); };
    f["double"] = [](const Call& c) {
      V v = c.numbers(0);
      v.logical = false;
      return one(std::move(v));
    };
    f["single"] = [](const Call& c) { return one(c.numbers(0)); };
    f["logical"] = [](const Call& c) {
      V v = c.numbers(0);
      v.logical = true;
      for (double& x : v.numbers) x = x != 0.0 ? 1.0 : 0.0;
      return one(std::move(v));
    };
    f["sum"] = [](const Call& c) {
      return reduce(c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 0.0); });
    };
    f["prod"] = [](const Call& c) {
      return reduce(c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>()); });
    };
    f["mean"] = [](const Call& c) {
      return reduce(
          c, [](const auto& x) { return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()); });
    };
    f["any"] = [](const Call& c) {
      return logical(reduce(c, [](const auto& x) { return std::any_of(x.begin(), x.end(), nonzero) ? 1.0 : 0.0; }));
    };
    f["all"] = [](const Call& c) {
      return logical(reduce(c, [](const auto& x) { return std::all_of(x.begin(), x.end(), nonzero) ? 1.0 : 0.0; }));
    };
    f["max"] = [](const Call& c) { return extremum(c, true); };
    f["min"] = [](const Call& c) { return extremum(c, false); };
    f["norm"] = [](const Call& c) {
      const V v = c.numbers(0);
      if (v.rows == 1 || v.columns == 1) return one(to_eigen(v).norm());
      return one(Eigen::JacobiSVD<Eigen::MatrixXd>(to_eigen(v)).singularValues()(0));
    };
    f["inv"] = [](const Call& c) {
      const V v = c.numbers(0);
      if (v.rows != v.columns) c.machine.fail("only square matrices have an inverse");
      return one(from_eigen(to_eigen(v).inverse()));
    };
    f["det"] = [](const Call& c) {
      const V v = c.numbers(0);
      if (v.rows != v.columns) c.machine.fail("only square matrices have a determinant");
      return one(to_eigen(v).determinant());
    };
    f["dot"] = [](const Call& c) {
      const V a = c.numbers(0), b = c.numbers(1);
      if (a.size() != b.size()) c.machine.fail("the vectors have different lengths");
      return one(std::inner_product(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), 0.0));
    };
    f["cross"] = [](const Call& c) {
      const V a = c.numbers(0), b = c.numbers(1);
      if (a.size() != 3 || b.size() != 3) c.machine.fail("vectors of three are expected");
      V out = a;
      for (std::size_t i = 0; i < 3; ++i)
        out.numbers[i] =
            a.numbers[(i + 1) % 3] * b.numbers[(i + 2) % 3] - a.numbers[(i + 2) % 3] * b.numbers[(i + 1) % 3];
      return one(std::move(out));
    };
    f["kron"] = [](const Call& c) {
      const V a = c.numbers(0), b = c.numbers(1);
      if (a.size() > 0) c.machine.budget(a.size() * b.size());
      V out = V::matrix(a.rows * b.rows, a.columns * b.columns);
      for (std::size_t j = 0; j < out.columns; ++j)
        for (std::size_t i = 0; i < out.rows; ++i)
          out.numbers[i + out.rows * j] = a.at(i / b.rows, j / b.columns) * b.at(i % b.rows, j % b.columns);
      return one(std::move(out));
    };
    f["trapz"] = [](const Call& c) {
      const V x = c.numbers(0);
      const V y = c.count() > 1 ? c.numbers(1) : x;
      double sum = 0.0;
      for (std::size_t i = 1; i < y.size(); ++i)
        sum += 0.5 * (y.numbers[i] + y.numbers[i - 1]) *
               (c.count() > 1 && i < x.size() ? x.numbers[i] - x.numbers[i - 1] : 1.0);
      return one(sum);
    };
    f["interp1"] = [](const Call& c) {
      const V x = c.numbers(0), y = c.numbers(1), q = c.numbers(2);
      if (x.size() != y.size() || x.size() < 2) c.machine.fail("the points of the table do not fit each other");
      V out = q;
      for (double& at : out.numbers) {
        const auto upper = std::upper_bound(x.numbers.begin(), x.numbers.end(), at);
        if (at < x.numbers.front() || at > x.numbers.back()) {
          at = std::nan("");
          continue;
        }
        const std::size_t i = std::min<std::size_t>(
            static_cast<std::size_t>(std::max<std::ptrdiff_t>(upper - x.numbers.begin(), 1)), x.size() - 1);
        at = y.numbers[i - 1] +
             (y.numbers[i] - y.numbers[i - 1]) * (at - x.numbers[i - 1]) / (x.numbers[i] - x.numbers[i - 1]);
      }
      return one(std::move(out));
    };
    f["polyfit"] = [](const Call& c) {
      const V x = c.numbers(0), y = c.numbers(1);
      const auto n = static_cast<Eigen::Index>(c.whole(2)) + 1;
      if (x.size() != y.size() || x.size() < static_cast<std::size_t>(n) || n > 50)
        c.machine.fail("the points do not fit each other, or are fewer than the coefficients");
      const Eigen::Map<const VectorX> at(x.numbers.data(), static_cast<Eigen::Index>(x.size())),
          value(y.numbers.data(), at.size());
      MatrixX powers = MatrixX::Ones(at.size(), n);
      for (Eigen::Index k = n - 1; k > 0; --k) powers.col(k - 1) = powers.col(k).cwiseProduct(at);
      V v = V::matrix(1, static_cast<std::size_t>(n));
      Eigen::Map<VectorX>(v.numbers.data(), n) = powers.colPivHouseholderQr().solve(value);
      return one(std::move(v));
    };
    f["polyval"] = [](const Call& c) {
      V v = c.numbers(1);
      for (double& x : v.numbers) {
        double sum = 0.0;
        for (const double coefficient : c.numbers(0).numbers) sum = sum * x + coefficient;
        x = sum;
      }
      return one(std::move(v));
    };
    f["isnan"] = [](const Call& c) { return each(c, [](double x) { return std::isnan(x); }); };
    f["isinf"] = [](const Call& c) { return each(c, [](double x) { return std::isinf(x); }); };
    f["not"] = [](const Call& c) { return one(unary(c.machine, "~", c.raw(0))); };
    f["xor"] = [](const Call& c) { return yes(truth(c.machine, c.raw(0)) != truth(c.machine, c.raw(1))); };
    f["and"] = [](const Call& c) { return yes(truth(c.machine, c.raw(0)) && truth(c.machine, c.raw(1))); };
    f["or"] = [](const Call& c) { return yes(truth(c.machine, c.raw(0)) || truth(c.machine, c.raw(1))); };
    f["round"] = [](const Call& c) {
      if (c.count() < 2) return map1<std::round>(c);
      V v = c.numbers(0);
      const double scale = std::pow(10.0, c.number(1));
      for (double& x : v.numbers) x = std::round(x * scale) / scale;
      return one(std::move(v));
    };
    f["floor"] = map1<std::floor>;
    f["ceil"] = map1<std::ceil>;
    f["fix"] = map1<std::trunc>;
    f["sign"] = map1<sign_>;
    f["abs"] = map1<std::fabs>;
    f["sqrt"] = map1<std::sqrt>;
    f["exp"] = map1<std::exp>;
    f["log"] = map1<std::log>;
    f["log10"] = map1<std::log10>;
    f["log2"] = map1<std::log2>;
    f["sin"] = map1<std::sin>;
    f["cos"] = map1<std::cos>;
    f["tan"] = map1<std::tan>;
    f["asin"] = map1<std::asin>;
    f["acos"] = map1<std::acos>;
    f["atan"] = map1<std::atan>;
    f["sinh"] = map1<std::sinh>;
    f["cosh"] = map1<std::cosh>;
    f["tanh"] = map1<std::tanh>;
    f["asinh"] = map1<std::asinh>;
    f["acosh"] = map1<std::acosh>;
    f["atanh"] = map1<std::atanh>;
    f["sind"] = map1<sind_>;
    f["cosd"] = map1<cosd_>;
    f["tand"] = map1<tand_>;
    f["deg2rad"] = map1<rad_>;
    f["rad2deg"] = map1<deg_>;
    f["wrapTo360"] = map1<wrap360_>;
    f["wrapTo180"] = map1<wrap180_>;
    f["mod"] = map2<mod_>;
    f["rem"] = map2<std::fmod>;
    f["hypot"] = map2<std::hypot>;
    f["atan2"] = map2<std::atan2>;
    f["power"] = map2<std::pow>;
    return f;
  }();
  return all;
}

}  // namespace swell::wecsim
