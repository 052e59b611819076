/// Which of many curves of one quantity share an axis: what a reader of a figure can tell apart.
#pragma once

#include <string>
#include <vector>

namespace swell::analysis {

struct Candidate {
  std::string name;            ///< "vessel", "hole.a": a connector has more dots than its element
  std::vector<double> values;  ///< of all runs that are laid over each other; the same size for all
};

struct SharedPanels {
  std::vector<std::vector<std::size_t>> panels;  ///< indices of the candidates, in their order
  /// What another curve shows already, or its opposite: the pressure of a connector is that of the volume it is joined
  /// to, and what flows in at one end of a valve leaves at the other. What does not move at all is in neither list.
  std::vector<std::size_t> covered;
};

/// A curve joins the first panel whose axis would not flatten any of its curves to a twentieth of its height.
/// @param most  curves in a panel, at least one
SharedPanels share_panels(const std::vector<Candidate>& candidates, std::size_t most);

}  // namespace swell::analysis
