// Syntax of statements, functions and scripts.
#include "matlab_syntax.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "matlab_parser.h"
#include "old_names.h"

namespace swell::wecsim {
namespace {

class Parser : public ExpressionParser {
 public:
  using ExpressionParser::ExpressionParser;

  Script script() {
    Script out;
    out.file = file_;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!tokens_[i].before.empty()) out.renamed.insert(tokens_[i].before + " is " + current_name(tokens_, i));
    }
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

 private:
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
      if (now().text != "=") fail(fmt::format("'{}' is not an operator of MATLAB", now().text), "write x = x + ...");
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
};

}  // namespace

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
