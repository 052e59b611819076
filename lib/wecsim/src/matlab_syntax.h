// Tokens and syntax trees of MATLAB's language.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::wecsim {

constexpr int kDeepest = 200;  // nesting of expressions and blocks: a stack is finite

struct Token {
  enum class Kind { number, text, word, keyword, sign, line_end, file_end };
  Kind kind = Kind::file_end;
  std::string text;
  double number = 0.0;
  bool space = false;        // white space before it
  bool space_after = false;  // and after it
  int line = 1, column = 1;
  std::size_t offset = 0;
  std::string before;  // the name in an earlier version of WEC-Sim that stands there; empty: text stands there
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
  enum class Kind {
    number,
    text,
    word,
    colon,      // alone, as an index
    end,        // last index
    call,       // children[0] ( children[1..] )
    cell_call,  // children[0] { children[1..] }
    field,      // children[0] . text
    dynamic_field,
    unary,
    binary,
    range,   // two or three children
    matrix,  // rows
    cells,   // rows
    transpose,
    anonymous,  // parameters, children[0]
    handle,     // @text
  };
  Kind kind = Kind::number;
  int line = 0, column = 0;
  std::string text;
  double number = 0.0;
  std::vector<ExpressionPtr> children;
  std::vector<std::vector<ExpressionPtr>> rows;
  std::vector<std::string> parameters;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum class Kind { expression, assign, if_, for_, while_, switch_, break_, continue_, return_, try_, command };
  Kind kind = Kind::expression;
  int line = 0, column = 0;
  std::vector<ExpressionPtr> targets;  // of assign; null for ~
  ExpressionPtr value;
  std::vector<ExpressionPtr> conditions;  // of if and switch; null: else
  std::vector<Block> blocks;
  std::string word;                // of for: the variable; of a command: its name
  std::vector<std::string> words;  // of a command
};

struct FunctionDefinition {
  std::string name, file;
  std::vector<std::string> inputs, outputs;
  Block body;
};

struct Script {
  std::string file;
  Block body;
  std::vector<FunctionDefinition> functions;
  std::set<std::string> renamed;  // names of WEC-Sim's earlier versions: "momOfInertia is inertia"
};

/// Names of WEC-Sim's properties become those of version 7 (old_names.h).
std::vector<Token> tokenise(const std::string& text, const std::string& file);
Script parse_script(const std::string& text, const std::string& file);
ExpressionPtr parse_expression(const std::string& text, const Origin& origin);

}  // namespace swell::wecsim
