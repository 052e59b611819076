// Text into tokens: words, numbers, quoted texts, signs, comments left out.
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <set>

#include "old_names.h"

namespace swell::wecsim {
namespace {

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
                       fmt::format("{} bytes are too long for a script: at most {} are read", text_.size(), kLongest));
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

}  // namespace

std::vector<Token> tokenise(const std::string& text, const std::string& file) {
  std::vector<Token> tokens = Lexer(text, file).tokens();
  use_current_names(tokens);
  return tokens;
}

}  // namespace swell::wecsim
