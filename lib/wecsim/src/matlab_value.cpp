#include "swell/wecsim/matlab_value.h"

namespace swell::wecsim {

MatlabValue MatlabValue::scalar(double x) {
  MatlabValue v = matrix(1, 1);
  v.numbers[0] = x;
  return v;
}
MatlabValue MatlabValue::boolean(bool x) {
  MatlabValue v = scalar(x ? 1.0 : 0.0);
  v.logical = true;
  return v;
}
MatlabValue MatlabValue::words(std::string text) {
  MatlabValue v;
  v.kind = Kind::text;
  v.rows = 1;
  v.columns = text.size();
  v.text = std::move(text);
  return v;
}
MatlabValue MatlabValue::matrix(std::size_t rows, std::size_t columns, double fill) {
  MatlabValue v;
  v.rows = rows;
  v.columns = columns;
  v.numbers.assign(rows * columns, fill);
  return v;
}
MatlabValue MatlabValue::cell_row(std::vector<MatlabValue> cells) {
  MatlabValue v;
  v.kind = Kind::cells;
  v.rows = 1;
  v.columns = cells.size();
  v.cells = std::move(cells);
  return v;
}
MatlabValue MatlabValue::object(std::string type, Fields fields) {
  MatlabValue v;
  v.kind = Kind::structure;
  v.type = std::move(type);
  v.rows = v.columns = 1;
  v.elements.emplace_back(std::move(fields), !v.type.empty());
  return v;
}
std::size_t MatlabValue::size() const {
  switch (kind) {
    case Kind::numbers:
      return numbers.size();
    case Kind::text:
      return text.size();
    case Kind::structure:
      return elements.size();
    case Kind::cells:
      return cells.size();
    case Kind::function:
      return 1;
  }
  return 0;
}
const MatlabValue* MatlabValue::field(const std::string& name, std::size_t index) const {
  if (kind != Kind::structure || index >= elements.size()) return nullptr;
  const auto found = elements[index]->find(name);
  return found == elements[index]->end() ? nullptr : &found->second;
}
MatlabValue MatlabValue::detached() const {
  MatlabValue copy = *this;
  for (Element& element : copy.elements) {
    Fields fields;
    for (const auto& f : *element) fields[f.first] = f.second.detached();
    element = Element(std::move(fields), !type.empty());
  }
  for (MatlabValue& cell : copy.cells) cell = cell.detached();
  return copy;
}

}  // namespace swell::wecsim
