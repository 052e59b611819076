/// Figures of coefficients, several sets side by side.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/figures/figure.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

enum class PlotQuantity { added_mass, damping, excitation, phase, radiation_kernel, excitation_kernel };

/// Every quantity, by the name that the command takes: "added-mass", "damping", ...
const std::vector<std::pair<std::string, PlotQuantity>>& plot_quantities();

struct PlotSet {
  std::string label;
  const hydro::HydroData* data = nullptr;
};

struct PlotOptions {
  std::size_t body = 0;                  ///< index in every set
  std::vector<int> dofs;                 ///< of the body, from 0; empty: those that matter
  std::vector<PlotQuantity> quantities;  ///< empty: those that the sets hold
  double direction = 0.0;                ///< [deg] the nearest is taken
  double density = 1000.0, gravity = kGravity;
};

/// One column of panels per dof, one row per quantity, one curve per set, the legend above all; a state space is drawn
/// dashed over its kernel, in its colour. Values are dimensional for the given water. The angle of a force that
/// vanishes is left out, and of kernels what lies behind their decay to 1 %.
figures::Figure coefficient_figure(const std::vector<PlotSet>& sets, const PlotOptions& options);

/// A file for each body's figure: `output` where there is one body, else with the bodies' names ("rm3-float.svg").
std::vector<std::filesystem::path> figure_paths(const std::filesystem::path& output, std::vector<std::string> bodies);

}  // namespace swell::bemio
