#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "matlab_machine.h"
#include "matlab_matrices.h"

namespace swell::wecsim {
using Kind = MatlabValue::Kind;

namespace {

double power(Machine& machine, double x, double y) {
  const double out = std::pow(x, y);
  if (std::isnan(out) && !std::isnan(x) && !std::isnan(y))
    machine.fail(fmt::format("{:g}^{:g} is complex, which is not read", x, y));
  return out;
}

}  // namespace

MatlabValue element_of(const MatlabValue& array, std::size_t i) {
  MatlabValue out;
  out.kind = Kind::structure;
  out.type = array.type;
  out.rows = out.columns = 1;
  out.elements = {array.elements[i]};
  return out;
}

std::string describe(const MatlabValue& a) {
  switch (a.kind) {
    case Kind::numbers:
      return a.size() == 1 ? fmt::format("the number {:g}", a.numbers[0])
                           : fmt::format("a {} x {} matrix", a.rows, a.columns);
    case Kind::text:
      return fmt::format("the text '{}'", a.text.substr(0, 40));
    case Kind::structure:
      return a.type.empty() ? "a struct" : fmt::format("an object of {}", a.type);
    case Kind::cells:
      return "a cell array";
    case Kind::function:
      return "a function";
  }
  return "a value";
}

MatlabValue numeric(Machine& machine, const MatlabValue& a) {
  if (a.kind == Kind::numbers) return a;
  if (a.kind == Kind::text) {
    MatlabValue out = MatlabValue::matrix(1, a.text.size());
    for (std::size_t i = 0; i < a.text.size(); ++i) out.numbers[i] = static_cast<unsigned char>(a.text[i]);
    return out;
  }
  machine.fail(fmt::format("numbers are expected here, not {}", describe(a)));
}

bool truth(Machine& machine, const MatlabValue& a) {
  const MatlabValue n = numeric(machine, a);
  return !n.numbers.empty() && std::all_of(n.numbers.begin(), n.numbers.end(), [](double x) { return x != 0.0; });
}

bool equal(const MatlabValue& a, const MatlabValue& b) {
  if (a.kind == Kind::text && b.kind == Kind::text) return a.text == b.text;
  if (a.kind != b.kind || a.size() != b.size()) return false;
  if (a.kind == Kind::numbers) return a.rows == b.rows && a.columns == b.columns && a.numbers == b.numbers;
  if (a.kind == Kind::cells)
    return std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(),
                      [](const MatlabValue& x, const MatlabValue& y) { return equal(x, y); });
  if (a.kind == Kind::structure) {
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
      if (a.elements[i]->size() != b.elements[i]->size()) return false;
      for (const auto& f : *a.elements[i]) {
        const auto other = b.elements[i]->find(f.first);
        if (other == b.elements[i]->end() || !equal(f.second, other->second)) return false;
      }
    }
    return true;
  }
  return false;
}

MatlabValue binary(Machine& machine, const std::string& sign, const MatlabValue& left, const MatlabValue& right) {
  if (left.kind == Kind::structure || right.kind == Kind::structure || left.kind == Kind::cells ||
      right.kind == Kind::cells || left.kind == Kind::function || right.kind == Kind::function)
    machine.fail(fmt::format("{} and {} cannot be joined by {}", describe(left), describe(right), sign));
  const MatlabValue a = numeric(machine, left), b = numeric(machine, right);
  const auto compare = [&](auto f) {
    MatlabValue v = elementwise(machine, a, b, [&](double x, double y) { return f(x, y) ? 1.0 : 0.0; });
    v.logical = true;
    return v;
  };
  if (sign == "+") return elementwise(machine, a, b, [](double x, double y) { return x + y; });
  if (sign == "-") return elementwise(machine, a, b, [](double x, double y) { return x - y; });
  if (sign == ".*") return elementwise(machine, a, b, [](double x, double y) { return x * y; });
  if (sign == "./") return elementwise(machine, a, b, [](double x, double y) { return x / y; });
  if (sign == ".\\") return elementwise(machine, a, b, [](double x, double y) { return y / x; });
  if (sign == ".^") return elementwise(machine, a, b, [&](double x, double y) { return power(machine, x, y); });
  if (sign == "<") return compare([](double x, double y) { return x < y; });
  if (sign == "<=") return compare([](double x, double y) { return x <= y; });
  if (sign == ">") return compare([](double x, double y) { return x > y; });
  if (sign == ">=") return compare([](double x, double y) { return x >= y; });
  if (sign == "==") return compare([](double x, double y) { return x == y; });
  if (sign == "~=") return compare([](double x, double y) { return x != y; });
  if (sign == "&") return compare([](double x, double y) { return x != 0.0 && y != 0.0; });
  if (sign == "|") return compare([](double x, double y) { return x != 0.0 || y != 0.0; });
  const bool scalar = a.size() == 1 || b.size() == 1;
  if (sign == "*") {
    if (scalar) return elementwise(machine, a, b, [](double x, double y) { return x * y; });
    if (a.columns != b.rows)
      machine.fail(fmt::format("{} x {} times {} x {} is not defined", a.rows, a.columns, b.rows, b.columns));
    machine.budget(a.rows * b.columns);
    return from_eigen(to_eigen(a) * to_eigen(b));
  }
  if (sign == "/") {
    if (b.size() == 1) return elementwise(machine, a, b, [](double x, double y) { return x / y; });
    if (a.columns != b.columns)
      machine.fail(fmt::format("{} x {} over {} x {} is not defined", a.rows, a.columns, b.rows, b.columns));
    return from_eigen(to_eigen(b).transpose().colPivHouseholderQr().solve(to_eigen(a).transpose()).transpose());
  }
  if (sign == "\\") {
    if (a.size() == 1) return elementwise(machine, a, b, [](double x, double y) { return y / x; });
    if (a.rows != b.rows) machine.fail("the sizes do not fit each other");
    return from_eigen(to_eigen(a).colPivHouseholderQr().solve(to_eigen(b)));
  }
  if (sign == "^") {
    if (a.size() == 1 && b.size() == 1) return MatlabValue::scalar(power(machine, a.numbers[0], b.numbers[0]));
    if (a.rows == a.columns && b.size() == 1 && b.numbers[0] == std::floor(b.numbers[0]) &&
        std::abs(b.numbers[0]) <= 64.0) {
      Eigen::MatrixXd m = to_eigen(a), out = Eigen::MatrixXd::Identity(m.rows(), m.cols());
      if (b.numbers[0] < 0.0) m = m.inverse().eval();
      for (int i = 0; i < static_cast<int>(std::abs(b.numbers[0])); ++i) out = (out * m).eval();
      return from_eigen(out);
    }
    machine.fail("only square matrices have powers, whole ones", "write .^ for the power of each element");
  }
  machine.fail(fmt::format("{} is not an operator that is known here", sign));
}

MatlabValue unary(Machine& machine, const std::string& sign, const MatlabValue& operand) {
  MatlabValue a = numeric(machine, operand);
  a.logical = sign == "~";
  for (double& x : a.numbers) {
    if (sign == "-") x = -x;
    if (sign == "~") x = x == 0.0 ? 1.0 : 0.0;
  }
  return a;
}

MatlabValue transposed(Machine& machine, const MatlabValue& a) {
  if (a.kind == Kind::structure || a.kind == Kind::function) return a;
  MatlabValue out = a.kind == Kind::text ? numeric(machine, a) : a;
  for (std::size_t r = 0; r < a.rows; ++r) {
    for (std::size_t c = 0; c < a.columns; ++c) {
      if (a.kind == Kind::cells)
        out.cells[c + a.columns * r] = a.cells[r + a.rows * c];
      else if (a.kind == Kind::numbers)
        out.numbers[c + a.columns * r] = a.numbers[r + a.rows * c];
    }
  }
  std::swap(out.rows, out.columns);
  return out;
}

namespace {

MatlabValue join(Machine& machine, const std::vector<MatlabValue>& given, bool across) {
  std::vector<MatlabValue> parts;
  bool text = false, cells = false, objects = false;
  for (const MatlabValue& v : given) {
    text |= v.kind == Kind::text;
    cells |= v.kind == Kind::cells;
    objects |= v.kind == Kind::structure;
    if (v.kind == Kind::function) machine.fail("a matrix cannot contain functions", "put them into a cell array");
    if (v.size() == 0 && v.kind != Kind::structure) continue;
    parts.push_back(v);
  }
  if (parts.empty()) return given.empty() ? MatlabValue::matrix(0, 0) : given.front();
  if (objects) {
    for (const MatlabValue& v : parts) {
      // a matrix of transfer functions: only its place is kept, nothing in a case reads it
      if (v.kind != Kind::structure && parts.front().type != "tf" && parts.back().type != "tf" &&
          !std::any_of(parts.begin(), parts.end(), [](const MatlabValue& p) { return p.type == "tf"; }))
        machine.fail("a matrix cannot join a struct and something else");
    }
    MatlabValue out = MatlabValue::object("");
    out.elements.clear();
    for (const MatlabValue& v : parts) {
      if (v.kind == Kind::structure) {
        out.type = v.type;
        out.elements.insert(out.elements.end(), v.elements.begin(), v.elements.end());
      }
    }
    out.columns = out.elements.size();
    return out;
  }
  if (cells) {
    for (MatlabValue& v : parts) {
      if (v.kind != Kind::cells) v = MatlabValue::cell_row({v});
    }
  } else if (text) {
    if (across) {
      std::string all;
      for (const MatlabValue& v : parts) {
        if (v.kind == Kind::text) {
          all += v.text;
        } else {
          for (const double x : v.numbers) all += character(x);
        }
      }
      return MatlabValue::words(all);
    }
    if (parts.size() == 1) return parts[0];
    // rows of characters: kept as a column of texts
    MatlabValue out = MatlabValue::cell_row(parts);
    std::swap(out.rows, out.columns);
    return out;
  }
  std::size_t rows = 0, columns = 0;
  for (const MatlabValue& v : parts) {
    if (across ? rows != 0 && v.rows != rows : columns != 0 && v.columns != columns)
      machine.fail(across ? fmt::format("cannot join {} rows and {} rows side by side", v.rows, rows)
                          : fmt::format("cannot put a row of {} above one of {}", v.columns, columns));
    rows = across ? v.rows : rows + v.rows;
    columns = across ? columns + v.columns : v.columns;
  }
  machine.budget(rows * columns);
  MatlabValue out = MatlabValue::matrix(cells ? 0 : rows, cells ? 0 : columns);
  out.rows = rows;
  out.columns = columns;
  if (cells) {
    out.kind = Kind::cells;
    out.cells.resize(rows * columns);
  }
  out.logical = !cells && std::all_of(parts.begin(), parts.end(), [](const MatlabValue& v) { return v.logical; });
  std::size_t r0 = 0, c0 = 0;
  for (const MatlabValue& v : parts) {
    for (std::size_t c = 0; c < v.columns; ++c) {
      for (std::size_t r = 0; r < v.rows; ++r) {
        const std::size_t to = r0 + r + rows * (c0 + c), at = r + v.rows * c;
        if (cells)
          out.cells[to] = v.cells[at];
        else
          out.numbers[to] = v.numbers[at];
      }
    }
    (across ? c0 : r0) += across ? v.columns : v.rows;
  }
  return out;
}

}  // namespace

MatlabValue join_row(Machine& machine, const std::vector<MatlabValue>& parts) { return join(machine, parts, true); }
MatlabValue join_column(Machine& machine, const std::vector<MatlabValue>& parts) { return join(machine, parts, false); }

}  // namespace swell::wecsim
