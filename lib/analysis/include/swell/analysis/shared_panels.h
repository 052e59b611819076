/// Distribution of many curves of one quantity over panels, so that a reader can distinguish them.
#pragma once

#include <string>
#include <vector>

namespace swell::analysis {

struct Candidate {
  std::string name;            ///< "vessel", "hole.a": a connector's name has more dots than its element's
  std::vector<double> values;  ///< of all overlaid runs; equal size for all
};

struct SharedPanels {
  std::vector<std::vector<std::size_t>> panels;  ///< indices of the candidates, in their order
  /// Curves equal or opposite to another one: the pressure of a connector equals that of its volume, and the inflow of
  /// a valve its outflow. Constant curves are in neither list.
  std::vector<std::size_t> covered;
};

/// A curve joins the first panel in which no curve would be flatter than a twentieth of the panel's height.
/// @param most  curves in a panel, at least one
SharedPanels share_panels(const std::vector<Candidate>& candidates, std::size_t most);

}  // namespace swell::analysis
