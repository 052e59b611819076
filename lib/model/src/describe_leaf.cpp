// The leaves: how each type of member is seen from the file.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "swell/base/number.h"
#include "swell/model/visitor.h"

namespace swell::model {
namespace {

Parameter to_list(const double* values, std::size_t n, double scale) {
  std::vector<double> scaled(values, values + n);
  for (double& value : scaled) value /= scale;
  return Parameter::list(scaled);
}

template <int N>
Eigen::Matrix<double, N, 1> to_vector(const Parameter& p) {
  Eigen::Matrix<double, N, 1> v;
  for (int i = 0; i < N; ++i) v[i] = p.items[static_cast<std::size_t>(i)].number;
  return v;
}

Parameter to_rows(const Matrix6& m) {
  std::vector<Parameter> rows;
  for (int i = 0; i < 6; ++i) {
    const Vector6 row = m.row(i);
    rows.push_back(to_list(row.data(), 6, 1.0));
  }
  return Parameter::list(std::move(rows));
}

Matrix6 to_matrix(const Parameter& p) {
  Matrix6 m = Matrix6::Zero();
  for (int i = 0; i < 6; ++i) {
    const Parameter& row = p.items[static_cast<std::size_t>(i)];
    if (row.kind == Parameter::Kind::number) {
      m(i, i) = row.number;
    } else {
      m.row(i) = to_vector<6>(row).transpose();
    }
  }
  return m;
}

/// In the unit of the case, without the digits that the change of unit makes: 30, not 29.999999999999996 degrees.
double in_unit(double value, double scale) {
  const double exact = value / scale;
  const double shorter = parse_number(fmt::format("{:.15g}", exact)).value_or(exact);
  return shorter * scale == value ? shorter : exact;
}

}  // namespace

void Visitor::number(const Key& key, double& value, double scale) {
  leaf(key, {{Shape::Kind::number, {}, 0, false, true},
             [&value, scale] { return std::isfinite(value) ? Parameter::of(in_unit(value, scale)) : Parameter(); },
             [&value, scale](const Parameter& p) { value = p.number * scale; },
             &value});
}

void Visitor::number(const Key& key, std::optional<double>& value, double scale) {
  leaf(key, {{Shape::Kind::number, {}, 0, false, true},
             [&value, scale] { return value ? Parameter::of(in_unit(*value, scale)) : Parameter(); },
             [&value, scale](const Parameter& p) { value = p.number * scale; },
             &value});
}

void Visitor::integer(const Key& key, int& value) {
  leaf(key, {{Shape::Kind::integer, {}, 0, false, true},
             [&value] { return Parameter::of(static_cast<double>(value)); },
             [&value](const Parameter& p) { value = static_cast<int>(p.number); },
             &value});
}

void Visitor::integer(const Key& key, std::optional<int>& value) {
  leaf(key, {{Shape::Kind::integer, {}, 0, false, true},
             [&value] { return value ? Parameter::of(static_cast<double>(*value)) : Parameter(); },
             [&value](const Parameter& p) { value = static_cast<int>(p.number); },
             &value});
}

void Visitor::flag(const Key& key, bool& value) {
  leaf(key, {{Shape::Kind::flag, {}, 0, false, true},
             [&value] { return Parameter::of(value); },
             [&value](const Parameter& p) { value = p.flag; },
             &value});
}

void Visitor::flag(const Key& key, std::optional<bool>& value) {
  leaf(key, {{Shape::Kind::flag, {}, 0, false, true},
             [&value] { return value ? Parameter::of(*value) : Parameter(); },
             [&value](const Parameter& p) { value = p.flag; },
             &value});
}

void Visitor::text(const Key& key, std::string& value) {
  leaf(key, {{Shape::Kind::text, {}, 0, false, true},
             [&value] { return value.empty() ? Parameter() : Parameter::of(value); },
             [&value](const Parameter& p) { value = p.text; },
             &value});
}

void Visitor::texts(const Key& key, std::vector<std::string>& value, bool scalar_too) {
  leaf(key, {{Shape::Kind::texts, {}, 0, scalar_too, true},
             [&value] {
               std::vector<Parameter> items;
               items.reserve(value.size());
               for (const std::string& text : value) items.push_back(Parameter::of(text));
               return items.empty() ? Parameter() : Parameter::list(std::move(items));
             },
             [&value](const Parameter& p) {
               value.clear();
               if (p.kind != Parameter::Kind::list) value.push_back(p.text);
               for (const Parameter& item : p.items) value.push_back(item.text);
             },
             &value});
}

void Visitor::table(const Key& key, std::vector<std::vector<double>>& rows, std::size_t columns) {
  leaf(key, {{Shape::Kind::table, {}, columns, false, true},
             [&rows] {
               std::vector<Parameter> items;
               items.reserve(rows.size());
               for (const std::vector<double>& row : rows) items.push_back(Parameter::list(row));
               return items.empty() ? Parameter() : Parameter::list(std::move(items));
             },
             [&rows](const Parameter& p) {
               rows.clear();
               for (const Parameter& row : p.items) {
                 rows.emplace_back();
                 for (const Parameter& item : row.items) rows.back().push_back(item.number);
               }
             },
             &rows});
}

void Visitor::raw(const Key& key, Parameter& value, Shape::Kind kind) {
  leaf(key,
       {{kind, {}, 0, false, true}, [&value] { return value; }, [&value](const Parameter& p) { value = p; }, &value});
}

void Visitor::file(const Key& key, std::filesystem::path& value, bool must_exist) {
  leaf(key, {{Shape::Kind::file, {}, 0, false, must_exist},
             [&value] { return value.empty() ? Parameter() : Parameter::of(value.string()); },
             [&value](const Parameter& p) { value = p.text; },
             &value});
}

void Visitor::file(const Key& key, std::optional<std::filesystem::path>& value) {
  leaf(key, {{Shape::Kind::file, {}, 0, false, true},
             [&value] { return value ? Parameter::of(value->string()) : Parameter(); },
             [&value](const Parameter& p) { value = p.text; },
             &value});
}

void Visitor::vector3(const Key& key, Vector3& value) {
  leaf(key, {{Shape::Kind::numbers, {}, 3, false, true},
             [&value] { return to_list(value.data(), 3, 1.0); },
             [&value](const Parameter& p) { value = to_vector<3>(p); },
             &value});
}

void Visitor::vector3(const Key& key, std::optional<Vector3>& value) {
  leaf(key, {{Shape::Kind::numbers, {}, 3, false, true},
             [&value] { return value ? to_list(value->data(), 3, 1.0) : Parameter(); },
             [&value](const Parameter& p) { value = to_vector<3>(p); },
             &value});
}

void Visitor::vector6(const Key& key, std::optional<Vector6>& value) {
  leaf(key, {{Shape::Kind::numbers, {}, 6, false, true},
             [&value] { return value ? to_list(value->data(), 6, 1.0) : Parameter(); },
             [&value](const Parameter& p) { value = to_vector<6>(p); },
             &value});
}

void Visitor::numbers(const Key& key, std::vector<double>& value, std::size_t size, bool scalar_too, double scale) {
  leaf(key, {{Shape::Kind::numbers, {}, size, scalar_too, true},
             [&value, scale] { return value.empty() ? Parameter() : to_list(value.data(), value.size(), scale); },
             [&value, scale](const Parameter& p) {
               value.clear();
               if (p.kind == Parameter::Kind::number) value.push_back(p.number * scale);
               for (const Parameter& item : p.items) value.push_back(item.number * scale);
             },
             &value});
}

void Visitor::matrix6(const Key& key, Matrix6& value) {
  leaf(key, {{Shape::Kind::matrix, {}, 6, false, true},
             [&value] { return value.isZero(0.0) ? Parameter() : to_rows(value); },
             [&value](const Parameter& p) { value = to_matrix(p); },
             &value});
}

void Visitor::matrix6(const Key& key, std::optional<Matrix6>& value) {
  leaf(key, {{Shape::Kind::matrix, {}, 6, false, true},
             [&value] { return value ? to_rows(*value) : Parameter(); },
             [&value](const Parameter& p) { value = to_matrix(p); },
             &value});
}

void Visitor::choice_leaf(const Key& key, const void* at, std::vector<std::string> words,
                          std::function<std::string()> get, std::function<void(std::size_t)> set) {
  const std::vector<std::string> copy = words;
  leaf(key, {{Shape::Kind::word, std::move(words), 0, false, true},
             [get = std::move(get)] {
               const std::string word = get();
               return word.empty() ? Parameter() : Parameter::of(word);
             },
             [set = std::move(set), copy](const Parameter& p) {
               for (std::size_t i = 0; i < copy.size(); ++i) {
                 if (copy[i] == p.text) set(i);
               }
             },
             at});
}

void Visitor::number_or_leaf(const Key& key, const void* at, const std::string& word,
                             std::function<const double*()> get, std::function<void(double)> set,
                             std::function<void()> set_word) {
  leaf(key, {{Shape::Kind::number, {word}, 0, false, true},
             [get = std::move(get), word] {
               const double* number = get();
               return number != nullptr ? Parameter::of(*number) : Parameter::of(word);
             },
             [set = std::move(set), set_word = std::move(set_word)](const Parameter& p) {
               if (p.kind == Parameter::Kind::number) {
                 set(p.number);
               } else {
                 set_word();
               }
             },
             at});
}

}  // namespace swell::model
