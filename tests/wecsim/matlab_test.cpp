#include "swell/wecsim/matlab.h"

#include "swell_test/test.h"

namespace swell::wecsim::matlab_test {
namespace {

namespace fs = std::filesystem;

fs::path scratch() {
  fs::path folder = fs::temp_directory_path() / "swell_wecsim_matlab";
  fs::create_directories(folder);
  return folder;
}

MatlabValue value_of(const std::string& script, const std::string& variable = "x") {
  MatlabWorkspace workspace(scratch());
  workspace.run_text(script, "test.m");
  const MatlabValue* v = workspace.find(variable);
  return v == nullptr ? MatlabValue::words("(none)") : *v;
}

// What MATLAB prints for each, column by column.
TEST(Matlab, ExpressionsHaveMatlabsValues) {
  const std::vector<std::pair<const char*, std::vector<double>>> cases{
      {"x = 2^3^2;", {64}},
      {"x = -2^2;", {-4}},
      {"x = 2^-1;", {0.5}},
      {"x = [1 -2];", {1, -2}},
      {"x = [1 - 2];", {-1}},
      {"x = [1 -2 + 3];", {1, 1}},
      {"a = [1 2; 3 4]; x = a';", {1, 2, 3, 4}},
      {"a = [1 2\n 3 4]; x = a(:, end)';", {2, 4}},
      {"a = [1 2 3]; x = [a' a'](2, :);", {2, 2}},
      {"x = 0:0.1:0.3;", {0, 0.1, 0.2, 0.1 * 3}},
      {"x = 1.5:1:2.5;", {1.5, 2.5}},
      {"x = 5:-2:0;", {5, 3, 1}},
      {"x = zeros(2); x(1:2:3) = [7 8];", {7, 0, 8, 0}},
      {"x = zeros(6); x(5, 5) = 3; x = x(5, 5) + numel(x);", {39}},
      {"x(3) = 4;", {0, 0, 4}},
      {"x = [1 2 3 4]; x([2 3]) = [];", {1, 4}},
      {"x.a.b(2).c = 5; x = x.a.b(2).c;", {5}},
      {"switch 'JS'\ncase {'PM', 'JS'}\n x = 1;\notherwise\n x = 2;\nend", {1}},
      {"x = 0; for i = [1 2; 3 4]\n x = x + i(1) * i(2); end", {11}},
      {"x = 0; while true, x = x + 1; if x > 4, break, end, end", {5}},
      {"if exist('y', 'var') && y > 1, x = 1; else, x = 2; end", {2}},
      {"f = @(a, b) a * b + 1; x = f(2, 3);", {7}},
      {"k = 3; f = @(a) a * k; k = 100; x = f(2);", {6}},
      {"[X, Y] = meshgrid(-1:1, 0:1); x = [reshape(X, [], 1), reshape(Y, [], 1)]; x = x(end, :);", {1, 1}},
      {"x = cellfun(@numel, {'ab', 'c'});", {2, 1}},
      {"x = find([0 1 0 1] == 1);", {2, 4}},
      {"%{\nx = 1;\n%}\nx = 3 ... and so on\n + 4; % end", {7}},
      {"x = strcmp('a', {'a', 'b'});", {1, 0}},
      {"x = mod(-1, 3) + rem(-1, 3);", {1}},
      {"x = [1, 2, 3] .* [1; 10];", {1, 10, 2, 20, 3, 30}},
      {"x = [1 2; 3 4] \\ [5; 6];", {-4, 4.5}},
      {"x = 1e3 + 1.e-3 + .5D1;", {1005.001}},
      {"x = ~isempty([]) + true;", {1}},
      {"x = max([1 5 3]) + min(2, [3 1]);", {7, 6}},
      {"x = wrapTo360(-30);", {330}},
      {"x = max(sort([3 9 4]));", {9}},  // one value of a function, all of a list
      {"x = [sort([3 9 4]) 7];", {3, 4, 9, 7}},
      {"x = repmat(sort([2 1]), 1, 2);", {1, 2, 1, 2}},
      {"x = interp1(sort([3 1 2]), [10 20 30], 2);", {20}},
      {"x = round(polyfit([0 1 2 3], [1 0 3 10], 2), 9);", {2, -3, 1}},
      {"x = polyval([2 -3 1], [0 3]);", {1, 10}},
      {"c = {1, 2}; x = [c{:}, max(c{:})];", {1, 2, 2}},
      {"s(1).a = 1; s(2).a = 2; x = [s.a];", {1, 2}},
      {"[a, b] = sort([3 9 4]); x = b;", {1, 3, 2}},
      {"x = max([1 5; 7 2], [], 2);", {5, 7}},
      {"x = find([0 1 0 1], 1, 'last');", {4}},
      {"x = sum([1 2; 3 4], 'all') + sum([1 NaN 2], 'omitnan');", {13}},
      {"x = [norm([3 -4], 1), norm([3 -4], inf), norm([3 0; 0 4], 'fro')];", {7, 4, 5}},
      {"x = interp1([0 1 2], [0 10 40], [0.4 1.6], 'nearest');", {0, 40}},
      {"x = interp1([0 1 2], [0 10 40], 3, 'linear', 'extrap');", {70}},
      {"x = interp1([0 1 2 3], [0 1 8 27], [2.5 4], 'spline');", {15.625, 64}},
      {"x = xor([1 0], [1 1]);", {0, 1}},
      {"try\n load('absent.mat');\ncatch\n x = 3;\nend", {3}},
  };
  for (const auto& c : cases) {
    const MatlabValue v = value_of(c.first);
    ASSERT_TRUE(v.is_numbers()) << c.first;
    ASSERT_EQ(v.numbers.size(), c.second.size()) << c.first;
    // a solved system and a decimal of four operations: a few units in the last place
    for (std::size_t i = 0; i < c.second.size(); ++i)
      EXPECT_NEAR(v.numbers[i], c.second[i], 1e-14 * (1.0 + std::abs(c.second[i]))) << c.first;
  }
}

TEST(Matlab, TextsJoinAndFormat) {
  EXPECT_EQ(value_of("x = ['a', 'b''c', num2str(11), num2str(0.25)];").text, "ab'c110.25");
  EXPECT_EQ(value_of("x = fullfile('..', 'hydroData', 'a.h5');").text, "../hydroData/a.h5");
  EXPECT_EQ(value_of("x = fullfile(fileparts('a/b.c'), 'd');").text, "a/d");
  for (const char* folder : {"x = mfilename('fullpath');", "x = pwd;"})
    EXPECT_TRUE(fs::path(value_of(folder).text).is_absolute()) << folder;
  EXPECT_EQ(value_of("x = sprintf('%02d-%s|%.2f', 3, 'q', pi);").text, "03-q|3.14");
  // A conversion by NUL, which ended the command (found by an hour of fuzzing): a number as %g writes it.
  EXPECT_EQ(value_of(std::string("x = sprintf('%") + '\0' + " %.1f', 2, 3);").text, "2 3.0");
  EXPECT_EQ(value_of("x = strcat('a', {'1', '2'}, 'b');").cells.at(1).text, "a2b");
}

// WEC-Sim's classes are handle classes: a function, another name and a loop change the object itself; a struct is
// copied.
TEST(Matlab, SharesObjectsButCopiesStructs) {
  MatlabWorkspace workspace(scratch());
  workspace.run_text(
      "body(1) = bodyClass('a.h5');\nbody(2) = bodyClass('b.h5');\nweigh(body(2), 7);\nweigh(body, 3);\n"
      "b = body(1);\nb.quadDrag.cd = [1 2 3 4 5 6];\nfor o = body\n  o.linearDamping = 8;\nend\n"
      "arrayfun(@(o) weigh(o, 4), body, 'UniformOutput', false);\n"
      "s.mass = 1;\nweigh(s, 2);\nt = s;\nt.mass = 5;\nbody(1).own = body(1);\nbody(1).own.mass = 6;\n"
      "body(4) = bodyClass('d.h5');\nbody(3).mass = 9;\n"
      "function o = weigh(o, m)\n  o(end).mass = m;\nend\n",
      "case.m");
  const MatlabValue& body = *workspace.find("body");
  const auto number = [&](std::size_t i, const char* name) { return body.field(name, i)->numbers[0]; };
  EXPECT_EQ(number(0, "mass"), 4.0);
  EXPECT_EQ(number(1, "mass"), 4.0);
  EXPECT_EQ(number(2, "mass"), 9.0);
  EXPECT_EQ(body.field("mass", 3)->size(), 0U);
  EXPECT_EQ(number(0, "linearDamping"), 8.0);
  EXPECT_EQ(number(1, "linearDamping"), 8.0);
  EXPECT_EQ(body.field("quadDrag", 0)->field("cd")->numbers[5], 6.0);
  EXPECT_EQ(body.field("quadDrag", 1)->field("cd")->numbers[5], 0.0);
  EXPECT_EQ(workspace.find("s")->field("mass")->numbers[0], 1.0);
  EXPECT_EQ(workspace.set_at("body(2).mass").line, 20);
  EXPECT_EQ(workspace.set_at("body(1).quadDrag.cd").line, 6);
}

// Objects of WEC-Sim's classes begin with its defaults, and each property keeps where it was set.
TEST(Matlab, PropertiesKeepWhereTheyWereSet) {
  MatlabWorkspace workspace(scratch());
  workspace.run_text(
      "simu = simulationClass();\nbody(2) = bodyClass('a.h5');\n  body(2).quadDrag.cd = [1 0 1 0 1 0];\nfor i = 1:2\n  "
      "body(i).mass = i * simu.rho;\nend\n",
      "case.m");
  EXPECT_EQ(workspace.find("body")->elements.size(), 2U);
  EXPECT_EQ(workspace.find("body")->field("mass", 1)->numbers[0], 2000.0);
  EXPECT_EQ(workspace.find("body")->field("h5File", 1)->text, "a.h5");
  EXPECT_EQ(workspace.set_at("body(2).quadDrag.cd").place(), "case.m:3:19");
  EXPECT_EQ(workspace.set_at("body(1).mass").line, 5);
  EXPECT_EQ(workspace.set_at("simu(1).dt").line, 0);
}

TEST(Matlab, ScriptsAndFunctionsOfTheFolderAreRun) {
  std::ofstream(scratch() / "controller_init.m") << "gain = 3;\n";
  std::ofstream(scratch() / "twice.m") << "function [y, z] = twice(x)\n  y = half(x) * 4;\n  z = "
                                          "nargin;\nend\nfunction y = half(x)\n  y = x / 2;\nend\n";
  EXPECT_THAT(value_of("controller_init\n[a, b] = twice(gain); x = [a b];").numbers, ElementsAre(6, 1));
}

std::string refusal(const std::string& script) {
  return swell_test::refusal_of([&] { value_of(script); }, "(none)");
}

TEST(Matlab, ANameThatIsNotKnownHasTheCodeOfOne) {
  for (const char* script : {"x = wave;", "a.b = 1;\nx = a.c;"}) {
    try {
      value_of(script);
      FAIL() << script;
    } catch (const InputError& error) {
      EXPECT_EQ(error.diagnostics().front().code, "unknown-name") << script;
    }
  }
}

TEST(Matlab, MistakesNameTheirPlaceAndWhatToDo) {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"x = 1;\ny = enable_ss + 1;", "test.m:2:5: enable_ss is neither a variable nor a function"},
      {"waves = 1;\nx = wave;", "did you mean waves?"},
      {"x = [1 2; 3];", "cannot put a row of 1 above one of 2"},
      {"x = [1 2 3];\nx(4)", "index 4 is beyond the 3 elements"},
      {"x = (1 + 2;", "')' is expected before ';'"},
      {"x = 'abc", "test.m:1:5: the text has no closing quote"},
      {"if true\nx = 1;", "'if' has no 'end'"},
      {"x = sqrt(-1);", "no real value"},
      {"x = 3i;", "complex numbers are not read"},
      {"x.a = 1; y = x.b;", "there is no field b"},
      {"%{\n", "has no end"},
      {"x = ones(2, 3) * ones(2, 3);", "2 x 3 times 2 x 3"},
      {"while true\nend", "does not end"},
      {"x = zeros(1e5, 1e5);", "too many elements"},
      {"f = @(f) f(f); f(f)", "too deeply"},
      {"x = interp1([0 1 2], [0 1 4], 1.5, 'pchip');", "interp1 knows linear"},
      {"x = cumsum([1 2; 3 4], 2);", "argument 2 of cumsum is not known here"},
      {"x = unique([2 1], 'stable');", "argument 2 of unique is not known here"},
  };
  for (const auto& c : cases) EXPECT_THAT(refusal(c.first), HasSubstr(c.second)) << c.first;
}

// A line of the script's own that cannot be evaluated is kept for the report; what reads its variable says that it has
// no value, and a property of an object is never left out.
TEST(Matlab, ALineOfTheScriptsOwnMayFail) {
  MatlabWorkspace workspace(scratch());
  workspace.tolerate(true);
  workspace.run_text("z = fft([1 2 3]);\nsimu = simulationClass();\nsimu.dt = 0.2;\n", "case.m");
  ASSERT_EQ(workspace.failed().size(), 1U);
  EXPECT_EQ(workspace.failed()[0].origin.line, 1);
  EXPECT_EQ(workspace.find("z"), nullptr);
  EXPECT_EQ(workspace.find("simu")->field("dt")->numbers[0], 0.2);
  EXPECT_THROW(workspace.run_text("simu.dt = z(1);", "case.m"), InputError);
}

// Brackets, loops and blocks without end must not exhaust the stack; no text ends in anything but a value or
// InputError.
TEST(Matlab, NoTextCrashesIt) {
  for (const char* part : {"(", "[", "{", "-", "~", "@()", "if 1,", "x(", "[1 ", "x=", "'"}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += part;
    EXPECT_NE(refusal("x = " + text), "") << part;
  }
  std::mt19937 random(1);  // a fixed seed: the same texts on every machine
  const std::vector<std::string> words{"x",      "end",  "(",        ")",       "[",        "]",   "{",  "}",
                                       "'",      "\"",   "...",      "\n",      ";",        ",",   ":",  "=",
                                       "==",     "1",    "2.5",      "@",       ".",        "for", "if", "while false",
                                       "switch", "case", "function", " ",       "%",        "%{",  "%}", "body(1).mass",
                                       "+",      "-",    "*",        "^",       "zeros(2)", "&&",  "~",  "try",
                                       "catch",  "else", "\\",       "cellfun", "struct()"};
  for (int n = 0; n < 20000; ++n) {
    std::string text;
    const std::size_t length = 1 + random() % 25;
    for (std::size_t i = 0; i < length; ++i) text += words[random() % words.size()];
    refusal(text);
  }
}

}  // namespace
}  // namespace swell::wecsim::matlab_test
