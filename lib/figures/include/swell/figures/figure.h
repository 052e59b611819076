/// Figures as plain data, drawn to SVG, PNG or PDF by gnuplot in a process of its own.
///
///     Figure figure{"RM3, regular wave", {Panel{"Heave", "time [s]", "heave [m]", {Curve{"float", t, z}}}}};
///     render(figure, "heave.svg");
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace swell::figures {

enum class LineStyle { solid, dashed, dotted, points };

/// One line of a panel. x and y have the same length; a NaN in y breaks the line.
struct Curve {
  std::string label;  ///< legend; empty: none
  std::vector<double> x, y;
  LineStyle style = LineStyle::solid;
  std::optional<int> color;  ///< index into the palette; absent: the curve's position in its panel
  double width = 1.4;        ///< of a solid line; those drawn first may be wider, to show below the later ones
};

/// Cells of a grid coloured by value, each reaching half-way to its neighbours. NaN leaves a cell empty. Cells that
/// are large enough bear their number as well.
struct HeatMap {
  std::vector<double> x, y;   ///< centres, ascending, at least one each
  std::vector<double> value;  ///< row by row: value[i * x.size() + j] at (x[j], y[i])
  std::string label;          ///< of the colours: "mean power [kW]"
};

/// One set of axes. Labels carry the unit: "heave [m]".
struct Panel {
  std::string title;
  std::string x_label, y_label;
  std::vector<Curve> curves;
  bool log_x = false, log_y = false;
  std::optional<std::pair<double, double>> x_range = {}, y_range = {};
  std::optional<HeatMap> heat = {};  ///< below the curves
};

struct Figure {
  std::string title;
  std::vector<Panel> panels;  ///< row by row
  int columns = 1;
  int width = 1000;        ///< [pixels]
  int panel_height = 230;  ///< [pixels]
  /// The names of the first panel's curves stand once, above all panels, and hold for all; those of others are not
  /// shown.
  bool shared_legend = false;
};

/// Refuses a path that render() would: for callers that compute for hours before they draw.
/// @throws InputError when the ending is not .svg, .png or .pdf, or the folder does not exist
void check_path(const std::filesystem::path& path);
/// The same, and a path whose file must not be replaced unasked (swell/base/replace.h).
void check_path(const std::filesystem::path& path, bool force);

/// Draws the figure. The ending of `path` chooses the format: .svg, .png or .pdf. The file appears complete or not at
/// all. Curves with very many points are thinned to their envelope (least and greatest of each of 2000 spans).
/// @throws InputError when the ending is none of these, the folder cannot be written, the figure has no panel or a
/// curve
///         has x and y of different length (a heat map another number of values than cells), gnuplot is not installed
///         or refuses the figure
void render(const Figure& figure, const std::filesystem::path& path);

/// The gnuplot program for a figure, drawn to `output`: what render() runs.
std::string gnuplot_script(const Figure& figure, const std::filesystem::path& output);

/// A curve with at most 2 spans + 2 points and the same envelope. Exact when it has fewer points.
Curve thinned(const Curve& curve, std::size_t spans);

}  // namespace swell::figures
