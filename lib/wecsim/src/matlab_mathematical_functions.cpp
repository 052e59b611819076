// Functions of numbers: element by element, along columns, of matrices.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "matlab_functions.h"
#include "matlab_matrices.h"
#include "swell/base/interpolation.h"
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

/// The numbers of an argument line by line: columns or rows, as the argument at `dimension_at` says, all of them for
/// 'all', without NaN for 'omitnan'. Without it: columns, or the only row.
struct Lines {
  std::vector<std::vector<double>> lines;
  bool are_rows = false;

  Lines(const Call& c, std::size_t dimension_at, bool leaves_nan_out = true) {
    V v = c.numbers(0);
    if (c.is_word(dimension_at, "all")) {
      v.rows = v.size();
      v.columns = 1;
    }
    are_rows = v.rows == 1;
    if (c.count() > dimension_at && c.given[dimension_at].is_numbers() && c.given[dimension_at].size() == 1) {
      const double dimension = c.number(dimension_at);
      if (dimension != 1.0 && dimension != 2.0) c.machine.fail(fmt::format("there is no dimension {:g}", dimension));
      are_rows = dimension == 2.0;
    }
    lines.resize(std::max<std::size_t>(are_rows ? v.rows : v.columns, 1));
    for (std::size_t j = 0; j < v.columns; ++j)
      for (std::size_t i = 0; i < v.rows; ++i) lines[are_rows ? i : j].push_back(v.at(i, j));
    if (!c.is_word(c.count() - 1, "omitnan") || !leaves_nan_out) return;
    for (std::vector<double>& x : lines)
      x.erase(std::remove_if(x.begin(), x.end(), [](double y) { return std::isnan(y); }), x.end());
  }
  V shape() const { return are_rows ? V::matrix(lines.size(), 1) : V::matrix(1, lines.size()); }
};

template <class F>
Values reduce(const Call& c, F f) {
  const Lines given(c, 1);
  V out = given.shape();
  std::transform(given.lines.begin(), given.lines.end(), out.numbers.begin(), f);
  return one(std::move(out));
}

Values extremum(const Call& c, bool largest) {
  const auto better = [&](double x, double y) { return std::isnan(y) || (largest ? x > y : x < y); };
  if (c.count() >= 2 && c.raw(1).is_numbers() && c.raw(1).size() > 0)
    return one(
        elementwise(c.machine, c.numbers(0), c.numbers(1), [&](double x, double y) { return better(x, y) ? x : y; }));
  if (c.numbers(0).size() == 0) {
    c.all();
    return {V::matrix(0, 0), V::matrix(0, 0)};
  }
  const Lines given(c, 2, false);  // no number is better than NaN is
  V best = given.shape(), where = given.shape();
  for (std::size_t k = 0; k < given.lines.size(); ++k) {
    const std::vector<double>& line = given.lines[k];
    std::size_t at = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (better(line[i], line[at])) at = i;
    }
    best.numbers[k] = line.empty() ? std::nan("") : line[at];
    where.numbers[k] = static_cast<double>(at + 1);
  }
  return {best, where};
}

/// A function of a table between its points. (reference: MATLAB, interp1, whose pchip is Fritsch and Carlson's)
std::function<double(double)> interpolant(const Call& c, const std::vector<double>& x, const std::vector<double>& y) {
  if (c.is_word(3, "spline")) return CubicSpline(x, y);
  if (c.is_word(3, "nearest"))
    return [=](double at) {
      const std::size_t i = find_piece(x, at);
      return at - x[i] < x[i + 1] - at ? y[i] : y[i + 1];
    };
  if (c.is_word(3, "previous")) return [=](double at) { return at >= x.back() ? y.back() : y[find_piece(x, at)]; };
  if (c.is_word(3, "next"))
    return [=](double at) {
      const std::size_t i = find_piece(x, at);
      return at <= x[i] ? y[i] : y[i + 1];
    };
  if (c.is_word(3, "linear") || c.count() < 4)
    return [=](double at) {
      const std::size_t i = find_piece(x, at);
      return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
    };
  c.machine.fail("interp1 knows linear, nearest, previous, next and spline here");
}

template <class F>
Values truths(const Call& c, F f) {
  return logical(one(elementwise(c.machine, c.numbers(0), c.numbers(1),
                                 [&](double x, double y) { return f(nonzero(x), nonzero(y)) ? 1.0 : 0.0; })));
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
      const auto m = to_eigen(v);
      const bool is_vector = v.rows == 1 || v.columns == 1;
      if (c.is_word(1, "fro")) return one(m.norm());
      const double p = c.count() > 1 ? c.number(1) : 2.0;
      if (is_vector && p == 1.0) return one(m.template lpNorm<1>());
      if (is_vector && std::isinf(p) && p > 0.0) return one(m.template lpNorm<Eigen::Infinity>());
      if (p != 2.0) c.machine.fail("norm knows 1, 2 and inf of vectors, 2 and 'fro' of matrices here");
      return one(is_vector ? m.norm() : Eigen::JacobiSVD<Eigen::MatrixXd>(m).singularValues()(0));
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
      const auto is_vector = [](const V& v) { return v.rows == 1 || v.columns == 1; };
      if (a.size() != b.size() || !is_vector(a) || !is_vector(b))
        c.machine.fail("dot takes vectors of one length here");
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
      if ((y.rows != 1 && y.columns != 1) || x.size() != y.size())
        c.machine.fail("trapz takes vectors of one length here");
      double sum = 0.0;
      for (std::size_t i = 1; i < y.size(); ++i)
        sum += 0.5 * (y.numbers[i] + y.numbers[i - 1]) *
               (c.count() > 1 && i < x.size() ? x.numbers[i] - x.numbers[i - 1] : 1.0);
      return one(sum);
    };
    f["interp1"] = [](const Call& c) {
      const V x = c.numbers(0), y = c.numbers(1);
      V out = c.numbers(2);
      const bool ascends =
          std::adjacent_find(x.numbers.begin(), x.numbers.end(), std::greater_equal<>()) == x.numbers.end();
      if (x.size() != y.size() || x.size() < 2 || !ascends)
        c.machine.fail("the points of the table do not ascend, or do not fit each other");
      const auto f = interpolant(c, x.numbers, y.numbers);
      // spline goes on beyond its table unasked
      const bool goes_on = c.is_word(4, "extrap") || (c.count() < 5 && c.is_word(3, "spline"));
      const double outside = c.count() > 4 && !goes_on ? c.number(4) : std::nan("");
      for (double& at : out.numbers)
        at = goes_on || (at >= x.numbers.front() && at <= x.numbers.back()) ? f(at) : outside;
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
    f["xor"] = [](const Call& c) { return truths(c, std::not_equal_to<bool>()); };
    f["and"] = [](const Call& c) { return truths(c, std::logical_and<bool>()); };
    f["or"] = [](const Call& c) { return truths(c, std::logical_or<bool>()); };
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
