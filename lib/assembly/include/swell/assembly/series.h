/// What a run records: one dataset of the results.
#pragma once

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
};

/// Does `path` (without or with the leading slash) match a pattern such as bodies.*.position? `*` stands for one name,
/// a trailing pattern matches everything below it.
bool selected(const std::string& path, const std::vector<std::string>& select);

}  // namespace swell::assembly
