// Syntax of expressions.
#include <set>

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
    auto node = std::make_shared<Expression>();
    place(*node);
    node->kind = Expression::Kind::binary;
    node->text = now().text == "!=" ? "~=" : now().text;
    ++at_;
    node->children = {left, binary_level(level + 1)};
    left = node;
    if (++long_ > 100000) fail("the expression is too long");
  }
  return left;
}

ExpressionPtr ExpressionParser::range() {
  ExpressionPtr first = binary_level(6);
  if (!is_sign(":") || closes(ahead(1))) return first;
  auto node = std::make_shared<Expression>();
  place(*node);
  node->kind = Expression::Kind::range;
  ++at_;
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
    auto node = std::make_shared<Expression>();
    place(*node);
    node->kind = Expression::Kind::unary;
    node->text = now().text == "!" ? "~" : now().text;
    ++at_;
    node->children = {unary()};
    return node;
  }
  return power();
}

ExpressionPtr ExpressionParser::power() {
  ExpressionPtr base = postfix();
  while (is_sign("^") || is_sign(".^")) {
    auto node = std::make_shared<Expression>();
    place(*node);
    node->kind = Expression::Kind::binary;
    node->text = now().text;
    ++at_;
    ExpressionPtr exponent;
    if (is_sign("-") || is_sign("+") || is_sign("~")) {
      const Deeper deeper(*this);
      auto sign = std::make_shared<Expression>();
      place(*sign);
      sign->kind = Expression::Kind::unary;
      sign->text = now().text;
      ++at_;
      sign->children = {postfix()};
      exponent = sign;
    } else {
      exponent = postfix();
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
      if (is_sign(":") && closes(ahead(1))) {
        auto node = std::make_shared<Expression>();
        place(*node);
        node->kind = Expression::Kind::colon;
        ++at_;
        out.push_back(node);
      } else {
        out.push_back(expression());
      }
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
    auto next = std::make_shared<Expression>();
    place(*next);
    const std::string sign = now().text;
    if (sign == "(" || sign == "{") {
      ++at_;
      next->kind = sign == "(" ? Expression::Kind::call : Expression::Kind::cell_call;
      next->children = arguments(sign == "(" ? ")" : "}");
      next->children.insert(next->children.begin(), node);
    } else if (sign == "." && ahead(1).kind == Token::Kind::word) {
      ++at_;
      next->kind = Expression::Kind::field;
      next->text = now().text;
      next->children = {node};
      ++at_;
    } else if (sign == "." && ahead(1).kind == Token::Kind::sign && ahead(1).text == "(") {
      at_ += 2;
      next->kind = Expression::Kind::dynamic_field;
      next->children = {node, expression()};
      need_sign(")");
    } else if (sign == "'" || sign == ".'") {
      ++at_;
      next->kind = Expression::Kind::transpose;
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

ExpressionPtr ExpressionParser::primary() {
  auto node = std::make_shared<Expression>();
  place(*node);
  const Token& token = now();
  switch (token.kind) {
    case Token::Kind::number:
      node->kind = Expression::Kind::number;
      node->number = token.number;
      node->text = token.text;
      ++at_;
      return node;
    case Token::Kind::text:
      node->kind = Expression::Kind::text;
      node->text = token.text;
      ++at_;
      return node;
    case Token::Kind::word:
      node->kind = token.text == "end" ? Expression::Kind::end : Expression::Kind::word;
      node->text = token.text;
      ++at_;
      return node;
    case Token::Kind::sign: {
      const Deeper deeper(*this);
      if (take_sign("(")) {
        const int outer = matrix_;
        matrix_ = 0;
        ExpressionPtr inner = expression();
        matrix_ = outer;
        need_sign(")");
        return inner;
      }
      if (take_sign("[")) {
        node->kind = Expression::Kind::matrix;
        node->rows = rows("]");
        return node;
      }
      if (take_sign("{")) {
        node->kind = Expression::Kind::cells;
        node->rows = rows("}");
        return node;
      }
      if (take_sign("@")) {
        if (take_sign("(")) {
          node->kind = Expression::Kind::anonymous;
          while (!take_sign(")")) {
            if (take_sign(",")) continue;
            if (!is(Token::Kind::word) && !is_sign("~")) fail("the name of an argument is expected");
            node->parameters.push_back(now().text);
            ++at_;
          }
          const int outer = matrix_;
          matrix_ = 0;
          node->children = {expression()};
          matrix_ = outer;
          return node;
        }
        if (!is(Token::Kind::word)) fail("the name of a function is expected after '@'");
        node->kind = Expression::Kind::handle;
        node->text = now().text;
        ++at_;
        return node;
      }
      break;
    }
    default:
      break;
  }
  if (token.kind == Token::Kind::line_end || token.kind == Token::Kind::file_end)
    fail("the line ends within an expression");
  fail(fmt::format("'{}' is not expected here", token.text), "a value is expected");
}

}  // namespace swell::wecsim
