// Syntax of expressions.
#include <set>
#include <utility>

#include "matlab_parser.h"

namespace swell::wecsim {

ExpressionPtr ExpressionParser::whole_expression() {
  skip_separators();
  ExpressionPtr out = expression();
  skip_separators();
  if (!is(Token::Kind::file_end)) fail(fmt::format("'{}' is left over after the expression", now().text));
  return out;
}

ExpressionPtr ExpressionParser::expression() {
  const Deeper deeper(*this);
  return binary_level(0);
}

int ExpressionParser::level_of(const std::string& sign) {
  static const std::vector<std::set<std::string>> levels{{"||"},
                                                         {"&&"},
                                                         {"|"},
                                                         {"&"},
                                                         {"<", "<=", ">", ">=", "==", "~=", "!="},
                                                         {":"},
                                                         {"+", "-"},
                                                         {"*", "/", "\\", ".*", "./", ".\\"}};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].count(sign) != 0) return static_cast<int>(i);
  }
  return -1;
}

// In a matrix [a -b] are two elements, [a - b] and [a-b] one.
bool ExpressionParser::separates() const {
  return matrix_ > 0 && now().space && !now().space_after && (now().text == "+" || now().text == "-");
}

ExpressionPtr ExpressionParser::binary_level(int level) {
  if (level == 5) return range();
  if (level == 8) return unary();
  ExpressionPtr left = binary_level(level + 1);
  while (is(Token::Kind::sign) && level_of(now().text) == level && !separates()) {
    const auto node = taken(Expression::Kind::binary);
    if (node->text == "!=") node->text = "~=";
    node->children = {left, binary_level(level + 1)};
    left = node;
    if (++long_ > 100000) fail("the expression is too long");
  }
  return left;
}

ExpressionPtr ExpressionParser::range() {
  ExpressionPtr first = binary_level(6);
  if (!is_sign(":") || closes(ahead(1))) return first;
  const auto node = taken(Expression::Kind::range);
  node->children = {first, binary_level(6)};
  if (is_sign(":") && !closes(ahead(1))) {
    ++at_;
    node->children.push_back(binary_level(6));
  }
  return node;
}

bool ExpressionParser::closes(const Token& token) {
  return token.kind == Token::Kind::sign && (token.text == ")" || token.text == "," || token.text == "}");
}

ExpressionPtr ExpressionParser::unary() {
  if (is_sign("-") || is_sign("+") || is_sign("~") || is_sign("!")) {
    const Deeper deeper(*this);
    const auto node = taken(Expression::Kind::unary);
    if (node->text == "!") node->text = "~";
    node->children = {unary()};
    return node;
  }
  return power();
}

ExpressionPtr ExpressionParser::power() {
  ExpressionPtr base = postfix();
  while (is_sign("^") || is_sign(".^")) {
    const auto node = taken(Expression::Kind::binary);
    std::shared_ptr<Expression> sign;
    if (is_sign("-") || is_sign("+") || is_sign("~")) sign = taken(Expression::Kind::unary);
    ExpressionPtr exponent = postfix();
    if (sign) {
      sign->children = {exponent};
      exponent = sign;
    }
    node->children = {base, exponent};
    base = node;
  }
  return base;
}

std::vector<ExpressionPtr> ExpressionParser::arguments(const char* close) {
  std::vector<ExpressionPtr> out;
  const int outer = matrix_;
  matrix_ = 0;
  while (is(Token::Kind::line_end)) ++at_;
  if (!take_sign(close)) {
    while (true) {
      while (is(Token::Kind::line_end)) ++at_;
      out.push_back(is_sign(":") && closes(ahead(1)) ? taken(Expression::Kind::colon) : expression());
      while (is(Token::Kind::line_end)) ++at_;
      if (take_sign(close)) break;
      need_sign(",");
    }
  }
  matrix_ = outer;
  return out;
}

ExpressionPtr ExpressionParser::postfix() {
  ExpressionPtr node = primary();
  while (is(Token::Kind::sign)) {
    if (matrix_ > 0 && now().space && now().text != "." && now().text != "'" && now().text != ".'") break;
    std::shared_ptr<Expression> next;
    const std::string sign = now().text;
    const Token& after = ahead(1);
    if (sign == "(" || sign == "{") {
      next = taken(sign == "(" ? Expression::Kind::call : Expression::Kind::cell_call);
      next->children = arguments(sign == "(" ? ")" : "}");
      next->children.insert(next->children.begin(), node);
    } else if (sign == "." && after.kind == Token::Kind::word) {
      next = taken(Expression::Kind::field);
      next->text = now().text;
      next->children = {node};
      ++at_;
    } else if (sign == "." && after.kind == Token::Kind::sign && after.text == "(") {
      next = taken(Expression::Kind::dynamic_field);
      ++at_;
      next->children = {node, expression()};
      need_sign(")");
    } else if (sign == "'" || sign == ".'") {
      next = taken(Expression::Kind::transpose);
      next->children = {node};
    } else {
      break;
    }
    if (++long_ > 100000) fail("the expression is too long");
    node = next;
  }
  return node;
}

std::vector<std::vector<ExpressionPtr>> ExpressionParser::rows(const char* close) {
  std::vector<std::vector<ExpressionPtr>> out(1);
  ++matrix_;
  while (!take_sign(close)) {
    if (is(Token::Kind::line_end) || is_sign(";")) {
      ++at_;
      if (!out.back().empty()) out.emplace_back();
    } else if (is_sign(",")) {
      ++at_;
    } else if (is(Token::Kind::file_end)) {
      fail(fmt::format("'{}' is missing", close));
    } else {
      out.back().push_back(expression());
    }
  }
  --matrix_;
  if (out.back().empty()) out.pop_back();
  return out;
}

std::shared_ptr<Expression> ExpressionParser::taken(Expression::Kind kind) {
  auto node = std::make_shared<Expression>();
  place(*node);
  node->kind = kind;
  node->text = now().text;
  node->number = now().number;
  ++at_;
  return node;
}

ExpressionPtr ExpressionParser::primary() {
  const Token& token = now();
  if (token.kind == Token::Kind::number) return taken(Expression::Kind::number);
  if (token.kind == Token::Kind::text) return taken(Expression::Kind::text);
  if (token.kind == Token::Kind::word)
    return taken(token.text == "end" ? Expression::Kind::end : Expression::Kind::word);
  const Deeper deeper(*this);
  if (is_sign("[") || is_sign("{")) {
    const bool matrix = is_sign("[");
    const auto node = taken(matrix ? Expression::Kind::matrix : Expression::Kind::cells);
    node->rows = rows(matrix ? "]" : "}");
    return node;
  }
  const auto outside_of_matrices = [this] {
    const int outer = std::exchange(matrix_, 0);
    ExpressionPtr inner = expression();
    matrix_ = outer;
    return inner;
  };
  if (take_sign("(")) {
    ExpressionPtr inner = outside_of_matrices();
    need_sign(")");
    return inner;
  }
  if (is_sign("@")) {
    const auto node = taken(Expression::Kind::handle);
    if (take_sign("(")) {
      node->kind = Expression::Kind::anonymous;
      while (!take_sign(")")) {
        if (take_sign(",")) continue;
        if (!is(Token::Kind::word) && !is_sign("~")) fail("the name of an argument is expected");
        node->parameters.push_back(now().text);
        ++at_;
      }
      node->children = {outside_of_matrices()};
      return node;
    }
    if (!is(Token::Kind::word)) fail("the name of a function is expected after '@'");
    node->text = now().text;
    ++at_;
    return node;
  }
  if (token.kind == Token::Kind::line_end || token.kind == Token::Kind::file_end)
    fail("the line ends within an expression");
  fail(fmt::format("'{}' is not expected here", token.text), "a value is expected");
}

}  // namespace swell::wecsim
