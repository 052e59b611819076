/// A value of MATLAB's language, as far as input files of WEC-Sim use it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::wecsim {

struct MatlabFunction;  // a function handle; matlab.cpp

struct MatlabValue {
  enum class Kind { numbers, text, structure, cells, function };
  using Fields = std::map<std::string, MatlabValue>;
  class Element;

  Kind kind = Kind::numbers;
  std::size_t rows = 0, columns = 0;
  std::vector<double> numbers;  ///< column-major; of more than two dimensions the last ones lie in the columns
  bool logical = false;
  std::string text;               ///< one row of characters, UTF-8
  std::string type;               ///< of an object: bodyClass; empty for a plain struct
  std::vector<Element> elements;  ///< of a struct array or an array of objects, a row
  std::vector<MatlabValue> cells;
  std::shared_ptr<const MatlabFunction> function;

  static MatlabValue scalar(double x);
  static MatlabValue boolean(bool x);
  static MatlabValue words(std::string text);
  static MatlabValue matrix(std::size_t rows, std::size_t columns, double fill = 0.0);
  static MatlabValue cell_row(std::vector<MatlabValue> cells);
  static MatlabValue object(std::string type, Fields fields = {});

  bool is_text() const { return kind == Kind::text; }
  bool is_numbers() const { return kind == Kind::numbers; }
  std::size_t size() const;
  double at(std::size_t row, std::size_t column) const { return numbers[row + rows * column]; }
  /// The field of element `index` (from 0); nullptr when there is none.
  const MatlabValue* field(const std::string& name, std::size_t index = 0) const;
  /// Returns a copy that shares no object with this value.
  MatlabValue detached() const;
};

/// Fields of one element. Copies of a struct are independent; copies of an object share its fields, as those of
/// MATLAB's handle classes.
class MatlabValue::Element {
 public:
  Element(Fields fields, bool is_object) : is_object_(is_object), shared_(std::make_shared<Shared>()) {
    shared_->fields = std::move(fields);
  }
  Element(const Element& other)
      : is_object_(other.is_object_), shared_(is_object_ ? other.shared_ : std::make_shared<Shared>(*other.shared_)) {}
  Element(Element&&) = default;
  Element& operator=(Element other) {
    is_object_ = other.is_object_;
    shared_.swap(other.shared_);
    return *this;
  }
  ~Element() = default;
  Fields& operator*() { return shared_->fields; }
  const Fields& operator*() const { return shared_->fields; }
  Fields* operator->() { return &shared_->fields; }
  const Fields* operator->() const { return &shared_->fields; }
  std::string& name() { return shared_->name; }  ///< the object in the input file: body(2)

 private:
  struct Shared {
    Fields fields;
    std::string name;
  };
  bool is_object_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace swell::wecsim
