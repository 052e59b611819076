// The parser of expressions, on which that of statements (matlab_syntax.cpp) stands.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "matlab_syntax.h"

namespace swell::wecsim {

/// Expressions by strength: || && | & comparison : + * unary ^ postfix.
class ExpressionParser {
 public:
  ExpressionParser(const std::string& text, std::string file)
      : text_(text), file_(std::move(file)), tokens_(tokenise(text, file_)) {}

  ExpressionPtr whole_expression();

 protected:
  struct Deeper {
    explicit Deeper(ExpressionParser& p) : parser(p) {
      if (++parser.depth_ > kDeepest) parser.fail("expressions or blocks are nested too deeply");
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ExpressionParser& parser;
  };

  const Token& now() const { return tokens_[at_]; }
  const Token& ahead(std::size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  bool is(Token::Kind kind) const { return now().kind == kind; }
  bool is_sign(const char* sign) const { return now().kind == Token::Kind::sign && now().text == sign; }
  bool is_keyword(const char* word) const { return now().kind == Token::Kind::keyword && now().text == word; }
  bool take_sign(const char* sign) {
    if (!is_sign(sign)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const {
    throw InputError({file_, now().line, now().column, {}}, what, remedy);
  }
  void need_sign(const char* sign) {
    if (!take_sign(sign))
      fail(is(Token::Kind::line_end) || is(Token::Kind::file_end)
               ? fmt::format("'{}' is missing", sign)
               : fmt::format("'{}' is expected before '{}'", sign, now().text));
  }
  void skip_separators() {
    while (is(Token::Kind::line_end) || is_sign(";") || is_sign(",")) ++at_;
  }
  template <class T>
  void place(T& node) const {
    node.line = now().line;
    node.column = now().column;
  }
  ExpressionPtr expression();
  ExpressionPtr postfix();

  const std::string& text_;
  std::string file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, long_ = 0;
  int depth_ = 0;

 private:
  /// A node of this kind at the present token, which gives it text and number and is passed over.
  std::shared_ptr<Expression> taken(Expression::Kind kind);
  static int level_of(const std::string& sign);
  bool separates() const;
  ExpressionPtr binary_level(int level);
  ExpressionPtr range();
  static bool closes(const Token& token);
  ExpressionPtr unary();
  ExpressionPtr power();
  std::vector<ExpressionPtr> arguments(const char* close);
  std::vector<std::vector<ExpressionPtr>> rows(const char* close);
  ExpressionPtr primary();

  int matrix_ = 0;  // brackets of matrices around: white space separates there
};

}  // namespace swell::wecsim
