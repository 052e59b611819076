// Values of expressions.
#include "matlab_machine.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"

namespace swell::wecsim {
using Kind = MatlabValue::Kind;

Machine::Values Machine::arguments_of(const std::vector<ExpressionPtr>& children, const MatlabValue* indexed) {
  Values out;
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (children[i]->kind == Expression::Kind::colon) {
      MatlabValue all = MatlabValue::words(":");
      all.type = "colon";
      out.push_back(std::move(all));
      continue;
    }
    if (indexed != nullptr) ends_.push_back({indexed, i - 1, children.size() - 1});
    Values values = values_of(children[i], 1);
    if (indexed != nullptr) ends_.pop_back();
    for (MatlabValue& v : values) out.push_back(std::move(v));
  }
  return out;
}

MatlabValue Machine::value_of(const ExpressionPtr& expression) {
  Values values = values_of(expression, 1);
  if (values.empty()) {
    at(*expression);
    fail("this has no value");
  }
  return std::move(values.front());
}

Machine::Values Machine::values_of(const ExpressionPtr& e, std::size_t outputs) {
  at(*e);
  if (++steps_ > kMostSteps) fail("the script does not end");
  const auto one = [](MatlabValue v) {
    Values out;
    out.push_back(std::move(v));
    return out;
  };
  switch (e->kind) {
    case Expression::Kind::number:
      return one(MatlabValue::scalar(e->number));
    case Expression::Kind::text:
      return one(MatlabValue::words(e->text));
    case Expression::Kind::colon:
      return one(MatlabValue::words(":"));
    case Expression::Kind::end: {
      if (ends_.empty()) fail("'end' is used outside an index");
      const EndOf& end = ends_.back();
      const MatlabValue& v = *end.value;
      std::size_t last = v.size();
      if (end.of > 1) last = end.position == 0 ? v.rows : v.columns;
      if (v.kind == Kind::structure && end.of == 1) last = v.elements.size();
      return one(MatlabValue::scalar(static_cast<double>(last)));
    }
    case Expression::Kind::word: {
      const MatlabValue* variable = find(e->text);
      if (variable != nullptr) return one(*variable);
      return call_named(e->text, {}, outputs, false);
    }
    case Expression::Kind::call: {
      const ExpressionPtr& base = e->children[0];
      if (base->kind == Expression::Kind::word && find(base->text) == nullptr)
        return call_named(base->text, arguments_of(e->children, nullptr), outputs, false);
      // an index into a variable without copying it first
      if (base->kind == Expression::Kind::word) {
        const MatlabValue& variable = *find(base->text);
        if (variable.kind == Kind::function) {
          const MatlabValue f = variable;
          return call_value(f, arguments_of(e->children, nullptr), outputs);
        }
        return one(index(variable, e->children));
      }
      const MatlabValue value = value_of(base);
      if (value.kind == Kind::function) return call_value(value, arguments_of(e->children, nullptr), outputs);
      return one(index(value, e->children));
    }
    case Expression::Kind::cell_call: {
      const MatlabValue value = value_of(e->children[0]);
      return cells_of(value, e->children);
    }
    case Expression::Kind::field:
    case Expression::Kind::dynamic_field: {
      const MatlabValue value = value_of(e->children[0]);
      std::string name = e->text;
      if (e->kind == Expression::Kind::dynamic_field) {
        const MatlabValue text = value_of(e->children[1]);
        if (!text.is_text()) fail("the name of a field must be text");
        name = text.text;
      }
      at(*e);
      if (value.kind != Kind::structure)
        refuse(code::kUnknownName, fmt::format("{} has no field {}", describe(value), name));
      Values out;
      for (std::size_t i = 0; i < value.elements.size(); ++i) {
        const MatlabValue* field = value.field(name, i);
        if (field == nullptr) {
          refuse(code::kUnknownName, fmt::format("there is no field {}", name),
                 did_you_mean(name, keys_of(*value.elements[i])));
        }
        out.push_back(*field);
      }
      return out;
    }
    case Expression::Kind::unary: {
      const MatlabValue a = value_of(e->children[0]);
      at(*e);
      return one(unary(*this, e->text, a));
    }
    case Expression::Kind::binary: {
      if (e->text == "&&" || e->text == "||") {
        const bool left = truth(*this, value_of(e->children[0]));
        if (left == (e->text == "||")) return one(MatlabValue::boolean(left));
        return one(MatlabValue::boolean(truth(*this, value_of(e->children[1]))));
      }
      const MatlabValue a = value_of(e->children[0]);
      const MatlabValue b = value_of(e->children[1]);
      at(*e);
      return one(binary(*this, e->text, a, b));
    }
    case Expression::Kind::range: {
      std::vector<double> x;
      for (const ExpressionPtr& part : e->children) {
        const MatlabValue v = numeric(*this, value_of(part));
        if (v.numbers.empty()) fail("a limit of the range is empty");
        x.push_back(v.numbers[0]);
      }
      at(*e);
      const double first = x[0], step = x.size() == 3 ? x[1] : 1.0, last = x.back();
      if (!std::isfinite(first) || !std::isfinite(step) || !std::isfinite(last)) fail("a range needs finite limits");
      // MATLAB's colon reaches the end within a few units of the last place
      const double count = step == 0.0 ? -1.0 : std::floor((last - first) / step * (1.0 + 1e-15) + 1e-10);
      const std::size_t n = count < 0.0 ? 0 : static_cast<std::size_t>(std::min(count, 1e15)) + 1;
      budget(n);
      MatlabValue out = MatlabValue::matrix(1, n);
      for (std::size_t i = 0; i < n; ++i) out.numbers[i] = first + step * static_cast<double>(i);
      return one(std::move(out));
    }
    case Expression::Kind::matrix:
      return one(concatenate(e->rows, false));
    case Expression::Kind::cells:
      return one(concatenate(e->rows, true));
    case Expression::Kind::transpose: {
      const MatlabValue a = value_of(e->children[0]);
      return one(transposed(*this, a));
    }
    case Expression::Kind::anonymous:
    case Expression::Kind::handle: {
      auto f = std::make_shared<MatlabFunction>();
      f->file = file_;
      if (e->kind == Expression::Kind::handle) {
        f->name = e->text;
      } else {
        f->body = e->children[0];
        f->parameters = e->parameters;
        for (const auto& v : variables_) f->captured[v.first] = v.second.detached();
      }
      MatlabValue v;
      v.kind = Kind::function;
      v.rows = v.columns = 1;
      v.function = std::move(f);
      return one(std::move(v));
    }
  }
  return {};
}

}  // namespace swell::wecsim
