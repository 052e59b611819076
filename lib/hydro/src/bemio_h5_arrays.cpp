#include "bemio_h5_arrays.h"
#include "swell/base/number.h"
#include "swell/base/text.h"

#include <fmt/format.h>

namespace swell::hydro {

std::optional<double> BemioArrays::scalar(const std::string& path) {
  const auto array = file_.numbers(path);
  if (!array || !fits(path, *array, squeezed(array->shape).empty(), "(1,1)")) return std::nullopt;
  return array->values.front();
}

std::optional<std::vector<double>> BemioArrays::vector(const std::string& path, const char* expected) {
  auto array = file_.numbers(path);
  if (!array || !fits(path, *array, squeezed(array->shape).size() <= 1, expected)) return std::nullopt;
  return std::move(array->values);
}

bool BemioArrays::fits(const std::string& path, const H5Array& array, bool right, const std::string& expected) {
  if (right) return true;
  mistakes_.error(file_.origin(path),
                  fmt::format("shape {} does not fit, expected {}", shape_text(array.shape), expected),
                  "write the file again with the BEM converter", shape_text(array.shape), expected);
  return false;
}

std::optional<double> BemioArrays::positive(const std::string& path, const char* unit) {
  const auto value = scalar(path);
  // Other units, or none (1), are possible; what makes quotients overflow is damage.
  if (!value || (*value >= 1e-3 && *value <= 1e6)) return value;
  mistakes_.error(file_.origin(path), fmt::format("= {} {} must be a number from 0.001 to 1e6", *value, unit),
                  "write the file again with the BEM converter", fmt::format("{}", *value));
  return std::nullopt;
}

std::optional<double> BemioArrays::length_or_infinite(const std::string& path, const std::string& what) {
  constexpr const char* kRemedy = "write a number in metres or the word infinite";
  if (const auto word = file_.text(path)) {
    if (lower_case(*word).rfind("inf", 0) == 0) return std::nullopt;
    const auto length = parse_number(trimmed(*word));
    if (length && *length > 0.0) return length;
    mistakes_.error(file_.origin(path), what + " \"" + *word + "\" is neither a number above 0 nor infinite", kRemedy,
                    *word);
    return std::nullopt;
  }
  const auto length = scalar(path);
  if (length && (std::isnan(*length) || *length < 0.0))
    mistakes_.error(file_.origin(path), fmt::format("= {} m must be above 0, or 0 or inf for infinite", *length),
                    kRemedy, fmt::format("{}", *length));
  return length && std::isfinite(*length) && *length > 0.0 ? length : std::nullopt;
}

std::optional<std::vector<double>> BemioArrays::tensor(const std::string& path, const Shape& expected, bool needed) {
  auto array = file_.numbers(path);
  if (!array) {
    if (needed) missing(path, shape_text(expected));
    return std::nullopt;
  }
  const Shape found = squeezed(array->shape);
  const Shape wanted = squeezed(expected);
  if (found == wanted) return std::move(array->values);
  if (found == Shape(wanted.rbegin(), wanted.rend())) {
    notes_.push_back(path + ": axes are in reverse order; turned round");
    return axes_reversed(*array);
  }
  fits(path, *array, false, shape_text(expected));
  return std::nullopt;
}

bool BemioArrays::optional_part(const std::string& what, const std::function<void()>& read) {
  Diagnostics others = std::exchange(mistakes_, {});
  read();
  const Diagnostics own = std::exchange(mistakes_, std::move(others));
  if (own.has_errors()) notes_.push_back(fmt::format("{} left out: {}", what, own.list().front().text()));
  return !own.has_errors();
}

bool BemioArrays::sound(const std::vector<double>& v, const std::string& path) {
  if (all_finite(v)) return true;
  mistakes_.error(file_.origin(path), "holds NaN, infinity or a number beyond 1e150");
  return false;
}

void BemioArrays::missing(const std::string& path, const std::string& expected) {
  mistakes_.error(file_.origin(path), "dataset is missing, expected numbers of shape " + expected,
                  "convert the BEM output again, with this quantity", {}, expected);
}

std::vector<double> BemioArrays::grid(const std::string& path) {
  const auto array = file_.numbers(path);
  if (!array || !all_finite(array->values) || !std::is_sorted(array->values.begin(), array->values.end())) return {};
  return array->values;
}

bool BemioArrays::check_uniform(const std::vector<double>& t, const std::string& path) {
  const auto wrong = [&](const std::string& message) {
    mistakes_.error(file_.origin(path), message, "write the impulse response on a uniform grid");
    return false;
  };
  if (t.size() < 2) return wrong("needs at least two times");
  const double step = (t.back() - t.front()) / static_cast<double>(t.size() - 1);
  if (!(std::isfinite(step) && step > 0.0)) return wrong("times do not ascend");
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (!(std::abs(t[k] - t.front() - static_cast<double>(k) * step) <= 1e-6 * std::abs(step)))
      return wrong(fmt::format("times are not evenly spaced at sample {}", k + 1));
  }
  return true;
}

std::vector<MatrixX> BemioArrays::matrices(const std::vector<double>& v, std::size_t dof, std::size_t columns,
                                           std::size_t n, const std::vector<std::size_t>& order) {
  std::vector<MatrixX> out(order.size(), MatrixX(dof, columns));
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (std::size_t i = 0; i < dof; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        out[k](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = v[(i * columns + j) * n + order[k]];
      }
    }
  }
  return out;
}

MatrixX BemioArrays::matrix(const std::vector<double>& v, std::size_t rows, std::size_t columns) {
  return Eigen::Map<const RowMatrixX>(v.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
}

}  // namespace swell::hydro
