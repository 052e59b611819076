/// What a run records: one dataset of the results.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace swell::assembly {

/// One dataset of (nt, width), or (nt) when width is 0.
struct Series {
  std::string path;                 ///< "/bodies/float/position"
  int width = 0;                    ///< columns; 0: a vector (nt)
  std::string units;                ///< "m m m rad rad rad", or one for all columns
  std::string description;          ///< with frame and sign where they can be mistaken
  std::vector<std::string> labels;  ///< names of the columns, or empty
  std::string port = {};            ///< what is recorded, as `swell inspect` and connections name it: "float.position"
};

// Signals have one language, in output.select, simulation.stop, `swell plot`, batch studies and Python: the dataset
// ("bodies.float.position", with dots or slashes) or the port ("float.position"); behind either a column by its label
// or its number from 1 ("float.position.heave"). States go by their address, and as datasets of output.states.

/// Is the series among those that the patterns name? `*` stands for one name; a pattern of a dataset may end early and
/// then names everything below. An empty list names all.
bool selected(const Series& series, const std::vector<std::string>& select);
/// The same of one of its columns, counted from 1.
bool selected(const Series& series, int column, const std::vector<std::string>& select);
/// The same of something that is no port.
bool selected(const std::string& path, const std::vector<std::string>& select);

/// What one signal is: which of the series, and the column from 1 where `word` names one.
struct Signal {
  std::size_t series = 0;
  std::optional<int> column;
};
/// The port of that name first, then the dataset. Nothing where there is none.
std::optional<Signal> find_signal(const std::string& word, const std::vector<Series>& all);

/// What may stand where the word was given.
enum class Takes { one, patterns };
/// The remedy for a word that names no signal: the nearest one in the words that were used, names that a pattern leaves
/// open (*) staying open; what stands below where the word is the beginning of names; or some of those that there are.
std::string signal_hint(const std::string& word, const std::vector<Series>& all, Takes takes);
/// The same of ports without datasets.
std::string signal_hint(const std::string& word, const std::vector<std::string>& ports, Takes takes);

}  // namespace swell::assembly
