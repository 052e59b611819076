#include "matlab_syntax.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <set>

namespace swell::wecsim {
namespace {

constexpr int kDeepest = 200;  // nesting of expressions and blocks: a stack is finite
constexpr std::size_t kLongest = 16U << 20U;

const std::set<std::string>& keywords() {
  static const std::set<std::string> words{"if",       "elseif", "else",      "end",    "for",        "while",
                                           "switch",   "case",   "otherwise", "break",  "continue",   "return",
                                           "function", "try",    "catch",     "global", "persistent", "parfor"};
  return words;
}

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {
    if (text_.size() > kLongest)
      throw InputError(Origin{file_, 0, 0, {}},
                       fmt::format("{} bytes are no script: at most {} are read", text_.size(), kLongest));
  }

  std::vector<Token> tokens() {
    while (true) {
      const bool space = skip_space();
      if (at_ >= text_.size()) break;
      const char c = text_[at_];
      if (c == '\n' || c == '\r') {
        line_end();
        continue;
      }
      Token token;
      token.space = space;
      token.line = line_;
      token.column = column();
      token.offset = at_;
      if (is_digit(c) || (c == '.' && is_digit(peek(1))))
        number(token);
      else if (begins_word(c))
        word(token);
      else if (c == '"' || (c == '\'' && !is_transpose(space)))
        quoted(token, c);
      else
        sign(token);
      token.space_after = at_ >= text_.size() || std::isspace(static_cast<unsigned char>(text_[at_])) != 0;
      out_.push_back(std::move(token));
    }
    add_line_end();
    Token last;
    last.line = line_;
    last.column = column();
    last.offset = at_;
    out_.push_back(last);
    return std::move(out_);
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const {
    throw InputError({file_, line_, column(), {}}, what, remedy);
  }

  void next_line() {
    if (text_[at_] == '\r' && peek(1) == '\n') ++at_;
    ++at_;
    ++line_;
    line_start_ = at_;
  }
  void to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
  }
  // The line holds nothing but this mark.
  bool stands_alone(const char* mark) const {
    std::size_t from = line_start_, to = line_start_;
    while (to < text_.size() && text_[to] != '\n' && text_[to] != '\r') ++to;
    while (from < to && std::isspace(static_cast<unsigned char>(text_[from])) != 0) ++from;
    while (to > from && std::isspace(static_cast<unsigned char>(text_[to - 1])) != 0) --to;
    return text_.compare(from, to - from, mark) == 0;
  }

  bool skip_space() {
    bool any = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == '\r') return any;
      if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\0') {
        ++at_;
      } else if (text_.compare(at_, 3, "\xEF\xBB\xBF") == 0) {  // byte order mark
        at_ += 3;
      } else if (c == '%' || (c == '#' && out_.empty())) {
        if (stands_alone("%{"))
          block_comment();
        else
          to_line_end();
      } else if (text_.compare(at_, 3, "...") == 0) {
        to_line_end();
        if (at_ < text_.size()) next_line();
      } else {
        return any;
      }
      any = true;
    }
    return any;
  }

  void block_comment() {
    const int begun = line_;
    int depth = 0;
    while (at_ < text_.size()) {
      if (stands_alone("%{")) ++depth;
      if (stands_alone("%}") && --depth == 0) {
        to_line_end();
        return;
      }
      to_line_end();
      if (at_ < text_.size()) next_line();
    }
    throw InputError({file_, begun, 1, {}}, "the comment that begins with %{ has no end", "close it by a line %}");
  }

  void add_line_end() {
    Token token;
    token.kind = Token::Kind::line_end;
    token.line = line_;
    token.column = column();
    token.offset = at_;
    if (!brackets_.empty() && brackets_.back() == '(') return;
    out_.push_back(token);
  }
  void line_end() {
    add_line_end();
    next_line();
  }

  // After an operand a quote transposes; within a matrix not when white space stands before it.
  bool is_transpose(bool space) const {
    if (out_.empty()) return false;
    const Token& last = out_.back();
    const bool in_matrix = !brackets_.empty() && brackets_.back() != '(';
    if (space && in_matrix) return false;
    if (last.kind == Token::Kind::number || last.kind == Token::Kind::word || last.kind == Token::Kind::text)
      return true;
    return last.kind == Token::Kind::sign &&
           (last.text == ")" || last.text == "]" || last.text == "}" || last.text == "'" || last.text == ".'");
  }

  void number(Token& token) {
    token.kind = Token::Kind::number;
    const char* begin = text_.c_str() + at_;
    std::size_t to = at_;
    if (text_[to] == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      fail("hexadecimal numbers are not read", "write it in decimals");
    }
    while (to < text_.size() && is_digit(text_[to])) ++to;
    // 3.*x and 3./x are operators on elements, 3.' a transpose
    const auto operator_follows = [&](std::size_t i) {
      return i < text_.size() &&
             (text_[i] == '*' || text_[i] == '/' || text_[i] == '^' || text_[i] == '\\' || text_[i] == '\'');
    };
    if (to < text_.size() && text_[to] == '.' && !operator_follows(to + 1) && text_.compare(to, 3, "...") != 0) {
      ++to;
      while (to < text_.size() && is_digit(text_[to])) ++to;
    }
    if (to < text_.size() && std::string("eEdD").find(text_[to]) != std::string::npos) {
      std::size_t exponent = to + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        to = exponent;
        while (to < text_.size() && is_digit(text_[to])) ++to;
      }
    }
    std::string digits(begin, to - at_);
    for (char& c : digits) {
      if (c == 'd' || c == 'D') c = 'e';
    }
    token.number = std::strtod(digits.c_str(), nullptr);
    token.text = digits;
    at_ = to;
    if (at_ < text_.size() && (text_[at_] == 'i' || text_[at_] == 'j') && !in_word(peek(1)))
      fail("complex numbers are not read", "give real and imaginary part apart");
  }

  void word(Token& token) {
    const std::size_t from = at_;
    while (at_ < text_.size() && in_word(text_[at_])) ++at_;
    token.text = text_.substr(from, at_ - from);
    const bool field = !out_.empty() && out_.back().kind == Token::Kind::sign && out_.back().text == ".";
    token.kind =
        keywords().count(token.text) != 0 && brackets_.empty() && !field ? Token::Kind::keyword : Token::Kind::word;
  }

  void quoted(Token& token, char quote) {
    token.kind = Token::Kind::text;
    ++at_;
    while (true) {
      if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r')
        throw InputError({file_, token.line, token.column, {}}, "the text has no closing quote",
                         "close it on the same line");
      if (text_[at_] == quote) {
        if (peek(1) != quote) break;
        ++at_;
      }
      token.text += text_[at_++];
    }
    ++at_;
  }

  void sign(Token& token) {
    token.kind = Token::Kind::sign;
    static const char* const signs[] = {".^'", "==", "~=",  "!=", "<=", ">=", "&&", "||",
                                        ".*",  "./", ".\\", ".^", ".'", "+=", "-="};
    for (const char* candidate : signs) {
      const std::string sign = candidate;
      if (text_.compare(at_, sign.size(), sign) != 0) continue;
      token.text = sign;
      at_ += sign.size();
      return;
    }
    const char c = text_[at_];
    if (std::string("+-*/\\^<>=&|~!()[]{},;:.'@").find(c) == std::string::npos)
      fail(fmt::format("the character {} has no meaning here",
                       static_cast<unsigned char>(c) < 0x80 && std::isprint(static_cast<unsigned char>(c)) != 0
                           ? fmt::format("'{}'", c)
                           : fmt::format("0x{:02X}", static_cast<unsigned char>(c))));
    token.text = std::string(1, c);
    if (c == '(' || c == '[' || c == '{') {
      if (brackets_.size() >= kDeepest) fail("brackets are nested too deeply");
      brackets_.push_back(c);
    }
    if (c == ')' || c == ']' || c == '}') {
      const char open = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (brackets_.empty() || brackets_.back() != open) fail(fmt::format("'{}' closes nothing", c));
      brackets_.pop_back();
    }
    ++at_;
  }

  const std::string& text_;
  std::string file_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::vector<Token> out_;
  std::vector<char> brackets_;
};

class Parser {
 public:
  Parser(const std::string& text, std::string file)
      : text_(text), file_(std::move(file)), tokens_(tokenise(text, file_)) {}

  Script script() {
    Script out;
    out.file = file_;
    while (!is(Token::Kind::file_end)) {
      if (is_keyword("function")) {
        out.functions.push_back(function());
      } else {
        Block part = block({"function"});
        for (Statement& s : part) out.body.push_back(std::move(s));
        if (!is(Token::Kind::file_end) && !is_keyword("function"))
          fail(fmt::format("'{}' without a beginning", now().text));
      }
    }
    return out;
  }

  ExpressionPtr whole_expression() {
    skip_separators();
    ExpressionPtr out = expression();
    skip_separators();
    if (!is(Token::Kind::file_end)) fail(fmt::format("'{}' is left over after the expression", now().text));
    return out;
  }

 private:
  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > kDeepest) parser.fail("expressions or blocks are nested too deeply");
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
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

  Block block(const std::set<std::string>& ends) {
    const Deeper deeper(*this);
    Block out;
    while (true) {
      skip_separators();
      if (is(Token::Kind::file_end)) return out;
      if (is(Token::Kind::keyword) && (ends.count(now().text) != 0 || now().text == "end")) return out;
      out.push_back(statement());
    }
  }
  void need_end(int line, const std::string& of) {
    if (!is_keyword("end"))
      throw InputError({file_, line, 1, {}}, fmt::format("'{}' has no 'end'", of), "close it by end");
    ++at_;
  }

  Statement statement() {
    Statement s;
    place(s);
    const int line = now().line;
    if (is(Token::Kind::keyword)) {
      const std::string word = now().text;
      ++at_;
      if (word == "if") {
        s.kind = Statement::Kind::if_;
        s.conditions.push_back(expression());
        s.blocks.push_back(block({"elseif", "else"}));
        while (is_keyword("elseif") || is_keyword("else")) {
          const bool otherwise = is_keyword("else");
          ++at_;
          s.conditions.push_back(otherwise ? nullptr : expression());
          s.blocks.push_back(block({"elseif", "else"}));
        }
        need_end(line, word);
      } else if (word == "for" || word == "parfor") {
        s.kind = Statement::Kind::for_;
        const bool bracket = take_sign("(");
        if (!is(Token::Kind::word)) fail("the variable of the loop is missing");
        s.word = now().text;
        ++at_;
        need_sign("=");
        s.value = expression();
        if (bracket) take_sign(")");
        s.blocks.push_back(block({}));
        need_end(line, word);
      } else if (word == "while") {
        s.kind = Statement::Kind::while_;
        s.value = expression();
        s.blocks.push_back(block({}));
        need_end(line, word);
      } else if (word == "switch") {
        s.kind = Statement::Kind::switch_;
        s.value = expression();
        skip_separators();
        while (is_keyword("case") || is_keyword("otherwise")) {
          const bool otherwise = is_keyword("otherwise");
          ++at_;
          s.conditions.push_back(otherwise ? nullptr : expression());
          s.blocks.push_back(block({"case", "otherwise"}));
        }
        need_end(line, word);
      } else if (word == "try") {
        s.kind = Statement::Kind::try_;
        s.blocks.push_back(block({"catch"}));
        s.blocks.emplace_back();
        if (is_keyword("catch")) {
          ++at_;
          if (is(Token::Kind::word) && ahead(1).kind == Token::Kind::line_end) ++at_;
          s.blocks.back() = block({});
        }
        need_end(line, word);
      } else if (word == "break") {
        s.kind = Statement::Kind::break_;
      } else if (word == "continue") {
        s.kind = Statement::Kind::continue_;
      } else if (word == "return") {
        s.kind = Statement::Kind::return_;
      } else if (word == "global" || word == "persistent") {
        s.kind = Statement::Kind::command;
        s.word = word;
        while (is(Token::Kind::word)) {
          s.words.push_back(now().text);
          ++at_;
        }
      } else {
        --at_;
        fail(fmt::format("'{}' is out of place", word));
      }
      return s;
    }
    if (is_command()) return command();
    if (is_sign("[") && assigns_several()) {
      s.kind = Statement::Kind::assign;
      ++at_;
      while (!take_sign("]")) {
        if (take_sign(",")) continue;
        if (take_sign("~"))
          s.targets.push_back(nullptr);
        else
          s.targets.push_back(postfix());
      }
      need_sign("=");
      s.value = expression();
      return finished(std::move(s));
    }
    ExpressionPtr left = expression();
    if (is_sign("=") || is_sign("+=") || is_sign("-=")) {
      if (now().text != "=") fail(fmt::format("'{}' is no operator of MATLAB", now().text), "write x = x + ...");
      ++at_;
      s.kind = Statement::Kind::assign;
      s.targets.push_back(left);
      s.value = expression();
      return finished(std::move(s));
    }
    s.value = left;
    return finished(std::move(s));
  }

  Statement finished(Statement s) const {
    if (!is(Token::Kind::line_end) && !is(Token::Kind::file_end) && !is_sign(";") && !is_sign(",") &&
        !is(Token::Kind::keyword))
      fail(fmt::format("'{}' is not expected here", now().text), "end the statement by ; or a new line");
    return s;
  }

  // clear all, close all, load file: a word, white space and a word, on one line, with no operator between them.
  bool is_command() const {
    if (!is(Token::Kind::word)) return false;
    const Token &next = ahead(1), &after = ahead(2);
    if (next.line != now().line || !next.space) return false;
    if (next.kind == Token::Kind::word) return true;
    return next.kind == Token::Kind::sign && next.text == "-" && !next.space_after && after.kind == Token::Kind::word &&
           (now().text == "clear" || now().text == "load" || now().text == "save");
  }
  Statement command() {
    Statement s;
    place(s);
    s.kind = Statement::Kind::command;
    s.word = now().text;
    ++at_;
    const std::size_t from = now().offset;
    while (!is(Token::Kind::line_end) && !is(Token::Kind::file_end) && !is_sign(";") && !is_sign(",")) ++at_;
    std::string word;
    for (const char c : text_.substr(from, now().offset - from) + " ") {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) {
        if (c == '%') break;
        word += c;
      } else if (!word.empty()) {
        s.words.push_back(std::move(word));
        word.clear();
      }
    }
    return s;
  }

  // [a, b] = ...: the bracket closes and an assignment follows.
  bool assigns_several() const {
    int depth = 0;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind == Token::Kind::line_end || token.kind == Token::Kind::file_end) return false;
      if (token.kind != Token::Kind::sign) continue;
      if (token.text == "[" || token.text == "(" || token.text == "{") ++depth;
      if (token.text == "]" || token.text == ")" || token.text == "}") --depth;
      if (depth == 0) {
        const Token& next = tokens_[std::min(i + 1, tokens_.size() - 1)];
        return next.kind == Token::Kind::sign && next.text == "=";
      }
    }
    return false;
  }

  FunctionDefinition function() {
    const int line = now().line;
    ++at_;
    FunctionDefinition f;
    f.file = file_;
    const auto names = [&](const char* close) {
      std::vector<std::string> out;
      while (!take_sign(close)) {
        if (take_sign(",")) continue;
        if (take_sign("~")) {
          out.emplace_back("~");
          continue;
        }
        if (!is(Token::Kind::word)) fail("a name is expected in the heading of the function");
        out.push_back(now().text);
        ++at_;
      }
      return out;
    };
    if (take_sign("[")) {
      f.outputs = names("]");
      need_sign("=");
    } else if (ahead(1).kind == Token::Kind::sign && ahead(1).text == "=") {
      f.outputs = {now().text};
      at_ += 2;
    }
    if (!is(Token::Kind::word)) fail("the name of the function is missing");
    f.name = now().text;
    ++at_;
    if (take_sign("(")) f.inputs = names(")");
    f.body = block({"function"});
    if (is_keyword("end"))
      ++at_;
    else if (!is(Token::Kind::file_end) && !is_keyword("function"))
      throw InputError({file_, line, 1, {}}, fmt::format("the function {} is not closed", f.name));
    return f;
  }

  // ---- expressions, by strength: || && | & comparison : + * unary ^ postfix
  ExpressionPtr expression() {
    const Deeper deeper(*this);
    return binary_level(0);
  }

  static int level_of(const std::string& sign) {
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
  bool separates() const {
    return matrix_ > 0 && now().space && !now().space_after && (now().text == "+" || now().text == "-");
  }

  ExpressionPtr binary_level(int level) {
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

  ExpressionPtr range() {
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
  static bool closes(const Token& token) {
    return token.kind == Token::Kind::sign && (token.text == ")" || token.text == "," || token.text == "}");
  }

  ExpressionPtr unary() {
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

  ExpressionPtr power() {
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

  std::vector<ExpressionPtr> arguments(const char* close) {
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

  ExpressionPtr postfix() {
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

  std::vector<std::vector<ExpressionPtr>> rows(const char* close) {
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

  ExpressionPtr primary() {
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

  const std::string& text_;
  std::string file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0, long_ = 0;
  int depth_ = 0, matrix_ = 0;
};

}  // namespace

std::vector<Token> tokenise(const std::string& text, const std::string& file) { return Lexer(text, file).tokens(); }

Script parse_script(const std::string& text, const std::string& file) { return Parser(text, file).script(); }

ExpressionPtr parse_expression(const std::string& text, const Origin& origin) {
  try {
    return Parser(text, origin.file).whole_expression();
  } catch (const InputError& error) {
    Diagnostic d = error.diagnostics().front();
    d.message = fmt::format("'{}': {}", text, d.message);
    d.origin = origin;
    throw InputError(d);
  }
}

}  // namespace swell::wecsim
