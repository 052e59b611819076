// Functions that make, shape, search and order arrays.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "matlab_functions.h"

namespace swell::wecsim {
namespace {

std::pair<std::size_t, std::size_t> sizes(const Call& c, std::size_t from = 0) {
  std::size_t last = c.count();
  if (last > from && c.raw(last - 1).is_text()) --last;  // 'like', a class
  if (last <= from) return {1, 1};
  const V first = c.numbers(from);
  std::size_t rows = 0, columns = 0;
  if (last == from + 1) {
    if (first.size() == 1) {
      rows = columns = c.whole(from);
    } else if (first.size() >= 2) {
      rows = c.whole_of(first.numbers[0]);
      columns = c.whole_of(first.numbers[1]);
    }
  } else {
    rows = c.whole(from);
    columns = c.whole(from + 1);
    for (std::size_t i = from + 2; i < last && columns <= 100'000'000; ++i) columns *= c.whole(i);
  }
  if (rows > 0 && columns > 100'000'000 / rows)
    c.machine.fail(fmt::format("{} x {} are too many elements", rows, columns));
  return {rows, columns};
}
Values filled(const Call& c, double x) {
  const auto [rows, columns] = sizes(c);
  c.machine.budget(rows * columns);
  return one(V::matrix(rows, columns, x));
}

}  // namespace

const Functions& array_functions() {
  static const Functions all = [] {
    Functions f;
    f["nan"] = [](const Call& c) { return filled(c, std::nan("")); };
    f["NaN"] = [](const Call& c) { return filled(c, std::nan("")); };
    f["true"] = [](const Call& c) {
      Values v = filled(c, 1.0);
      v[0].logical = true;
      return v;
    };
    f["false"] = [](const Call& c) {
      Values v = filled(c, 0.0);
      v[0].logical = true;
      return v;
    };
    f["zeros"] = [](const Call& c) { return filled(c, 0.0); };
    f["ones"] = [](const Call& c) { return filled(c, 1.0); };
    f["eye"] = [](const Call& c) {
      Values v = filled(c, 0.0);
      for (std::size_t i = 0; i < std::min(v[0].rows, v[0].columns); ++i) v[0].numbers[i + v[0].rows * i] = 1.0;
      return v;
    };
    f["cell"] = [](const Call& c) {
      const auto [rows, columns] = sizes(c);
      c.machine.budget(100 * rows * columns);  // a cell is that much larger than a number
      V v = V::cell_row(std::vector<V>(rows * columns));
      v.rows = rows;
      v.columns = columns;
      return one(std::move(v));
    };
    f["linspace"] = [](const Call& c) {
      const std::size_t n = c.count() > 2 ? c.whole(2) : 100;
      c.machine.budget(n);
      V v = V::matrix(1, n);
      const double a = c.number(0), b = c.number(1);
      for (std::size_t i = 0; i < n; ++i)
        v.numbers[i] = i + 1 == n ? b : a + (b - a) * static_cast<double>(i) / static_cast<double>(n - 1);
      return one(std::move(v));
    };
    f["logspace"] = [](const Call& c) {
      const std::size_t n = c.count() > 2 ? c.whole(2) : 50;
      c.machine.budget(n);
      V v = V::matrix(1, n);
      for (std::size_t i = 0; i < n; ++i)
        v.numbers[i] = std::pow(10.0, n == 1 ? c.number(1)
                                             : c.number(0) + (c.number(1) - c.number(0)) * static_cast<double>(i) /
                                                                 static_cast<double>(n - 1));
      return one(std::move(v));
    };
    f["meshgrid"] = [](const Call& c) {
      const V x = c.numbers(0), y = c.count() > 1 ? c.numbers(1) : x;
      c.machine.budget(x.size() * std::max<std::size_t>(y.size(), 1));
      V X = V::matrix(y.size(), x.size()), Y = X;
      for (std::size_t j = 0; j < x.size(); ++j) {
        for (std::size_t i = 0; i < y.size(); ++i) {
          X.numbers[i + y.size() * j] = x.numbers[j];
          Y.numbers[i + y.size() * j] = y.numbers[i];
        }
      }
      return Values{X, Y};
    };
    f["reshape"] = [](const Call& c) {
      V v = c.raw(0);
      if (v.kind == Kind::text) v = c.numbers(0);
      std::size_t rows = 0, columns = 0;
      if (c.count() == 2) {
        const V s = c.numbers(1);
        if (s.size() < 2) c.machine.fail("two sizes are needed");
        rows = c.whole_of(s.numbers[0]);
        columns = c.whole_of(s.numbers[1]);
      } else {
        const bool free_rows = c.raw(1).size() == 0, free_columns = c.raw(2).size() == 0;
        rows = free_rows ? 0 : c.whole(1);
        columns = free_columns ? 0 : c.whole(2);
        if (free_rows && columns > 0) rows = v.size() / columns;
        if (free_columns && rows > 0) columns = v.size() / rows;
      }
      if (rows * columns != v.size())
        c.machine.fail(fmt::format("{} elements do not fill {} x {}", v.size(), rows, columns));
      v.rows = rows;
      v.columns = columns;
      return one(std::move(v));
    };
    f["repmat"] = [](const Call& c) {
      const auto [m, n] = sizes(c, 1);
      const V& v = c.raw(0);
      if (m > 100'000 || n > 100'000) c.machine.fail("more than 100000 copies are not made");
      c.machine.budget(std::max<std::size_t>(v.size(), 1) * m * n);
      const V row = join_row(c.machine, Values(n, v));
      return one(join_column(c.machine, Values(m, row)));
    };
    f["size"] = [](const Call& c) {
      const V& v = c.raw(0);
      const double r = static_cast<double>(v.rows), k = static_cast<double>(v.columns);
      if (c.count() > 1) return one(c.number(1) == 1.0 ? r : c.number(1) == 2.0 ? k : 1.0);
      if (c.outputs > 1) return Values{V::scalar(r), V::scalar(k)};
      V out = V::matrix(1, 2);
      out.numbers = {r, k};
      return one(std::move(out));
    };
    f["numel"] = [](const Call& c) { return one(static_cast<double>(c.raw(0).size())); };
    f["length"] = [](const Call& c) {
      return one(c.raw(0).size() == 0 ? 0.0 : static_cast<double>(std::max(c.raw(0).rows, c.raw(0).columns)));
    };
    f["ndims"] = [](const Call& c) {
      c.raw(0);
      return one(2.0);
    };
    f["isempty"] = [](const Call& c) { return yes(c.raw(0).size() == 0); };
    f["isscalar"] = [](const Call& c) { return yes(c.raw(0).size() == 1); };
    f["isvector"] = [](const Call& c) { return yes(c.raw(0).rows == 1 || c.raw(0).columns == 1); };
    f["cumsum"] = [](const Call& c) {
      V v = c.numbers(0);
      const std::size_t length = v.rows == 1 ? v.columns : v.rows;
      for (std::size_t i = 0; i < v.numbers.size(); ++i) {
        if (i % std::max<std::size_t>(length, 1) != 0) v.numbers[i] += v.numbers[i - 1];
      }
      return one(std::move(v));
    };
    f["diff"] = [](const Call& c) {
      const V v = c.numbers(0);
      if (v.rows != 1 && v.columns != 1) c.machine.fail("diff takes a vector here");
      V out = V::matrix(1, v.size() < 2 ? 0 : v.size() - 1);
      for (std::size_t i = 0; i < out.size(); ++i) out.numbers[i] = v.numbers[i + 1] - v.numbers[i];
      if (v.columns == 1) std::swap(out.rows, out.columns);
      return one(std::move(out));
    };
    f["find"] = [](const Call& c) {
      const V v = c.numbers(0);
      std::vector<double> at;
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (v.numbers[i] != 0.0) at.push_back(static_cast<double>(i + 1));
      }
      const std::size_t most = c.count() > 1 ? std::min(c.whole(1), at.size()) : at.size();
      if (c.is_word(2, "last"))
        at.erase(at.begin(), at.end() - static_cast<std::ptrdiff_t>(most));
      else if (c.count() < 3 || c.is_word(2, "first"))
        at.resize(most);
      V out = V::matrix(1, at.size());
      out.numbers = std::move(at);
      if (v.rows != 1) std::swap(out.rows, out.columns);
      return one(std::move(out));
    };
    f["sort"] = [](const Call& c) {
      V v = c.numbers(0);
      std::vector<std::size_t> order(v.size());
      std::iota(order.begin(), order.end(), 0);
      if (v.rows != 1 && v.columns != 1) c.machine.fail("sort takes a vector here");
      const bool is_down = c.is_word(1, "descend");
      if (!is_down) c.is_word(1, "ascend");
      if (std::any_of(v.numbers.begin(), v.numbers.end(), [](double x) { return std::isnan(x); }))
        c.machine.fail("sort takes no NaN here");
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return is_down ? v.numbers[a] > v.numbers[b] : v.numbers[a] < v.numbers[b];
      });
      V out = v, where = v;
      for (std::size_t i = 0; i < order.size(); ++i) {
        out.numbers[i] = v.numbers[order[i]];
        where.numbers[i] = static_cast<double>(order[i] + 1);
      }
      return Values{out, where};
    };
    f["unique"] = [](const Call& c) {
      V v = c.numbers(0);
      std::vector<double> x = v.numbers;
      std::sort(x.begin(), x.end());
      x.erase(std::unique(x.begin(), x.end()), x.end());
      V out = V::matrix(1, x.size());
      out.numbers = std::move(x);
      if (v.rows != 1) std::swap(out.rows, out.columns);
      return one(std::move(out));
    };
    f["fliplr"] = [](const Call& c) {
      V v = c.numbers(0);
      for (std::size_t j = 0; j < v.columns / 2; ++j)
        for (std::size_t i = 0; i < v.rows; ++i)
          std::swap(v.numbers[i + v.rows * j], v.numbers[i + v.rows * (v.columns - 1 - j)]);
      return one(std::move(v));
    };
    f["flipud"] = [](const Call& c) {
      V v = c.numbers(0);
      for (std::size_t j = 0; j < v.columns; ++j)
        for (std::size_t i = 0; i < v.rows / 2; ++i)
          std::swap(v.numbers[i + v.rows * j], v.numbers[v.rows - 1 - i + v.rows * j]);
      return one(std::move(v));
    };
    f["transpose"] = [](const Call& c) { return one(transposed(c.machine, c.raw(0))); };
    f["horzcat"] = [](const Call& c) { return one(join_row(c.machine, c.all())); };
    f["vertcat"] = [](const Call& c) { return one(join_column(c.machine, c.all())); };
    f["cell2mat"] = [](const Call& c) {
      const V& v = c.raw(0);
      if (v.kind != Kind::cells) c.machine.fail("a cell array is expected");
      Values rows;
      for (std::size_t i = 0; i < v.rows; ++i) {
        Values row;
        for (std::size_t j = 0; j < v.columns; ++j) row.push_back(v.cells[i + v.rows * j]);
        rows.push_back(join_row(c.machine, row));
      }
      return one(join_column(c.machine, rows));
    };
    f["num2cell"] = [](const Call& c) {
      const V v = c.numbers(0);
      std::vector<V> cells;
      for (const double x : v.numbers) cells.push_back(V::scalar(x));
      V out = V::cell_row(std::move(cells));
      out.rows = v.rows;
      out.columns = v.columns;
      return one(std::move(out));
    };
    f["diag"] = [](const Call& c) {
      const V v = c.numbers(0);
      if (v.rows == 1 || v.columns == 1) {
        c.machine.budget(v.size() * v.size());
        V out = V::matrix(v.size(), v.size());
        for (std::size_t i = 0; i < v.size(); ++i) out.numbers[i + v.size() * i] = v.numbers[i];
        return one(std::move(out));
      }
      V out = V::matrix(std::min(v.rows, v.columns), 1);
      for (std::size_t i = 0; i < out.rows; ++i) out.numbers[i] = v.at(i, i);
      return one(std::move(out));
    };
    return f;
  }();
  return all;
}

}  // namespace swell::wecsim
