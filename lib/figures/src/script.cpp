// The figure as a gnuplot program: data inline, so that one text is the whole picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "swell/base/error.h"
#include "swell/base/visible.h"
#include "swell/figures/figure.h"

namespace swell::figures {
namespace {

// Okabe and Ito's colours without the yellow: distinguished by colour-blind readers and in grey.
constexpr const char* kPalette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#333333"};
constexpr const char* kInk = "#333333";

std::string quoted_exactly(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else {
      result += c;
      if (c == '\'') result += '\'';
    }
  }
  return result + "'";
}

/// SVG is XML, which holds no control characters, and gnuplot writes texts as CDATA, which ]]> would end.
std::string quoted(const std::string& text) {
  std::string shown = visible(text);
  for (std::size_t at = 0; (at = shown.find("]]>", at)) != std::string::npos;) shown.insert(at + 2, " ");
  return quoted_exactly(shown);
}

std::string style(const Curve& curve, std::size_t position) {
  const std::size_t index = curve.color ? static_cast<std::size_t>(std::max(*curve.color, 0)) : position;
  const char* color = kPalette[index % std::size(kPalette)];
  switch (curve.style) {
    case LineStyle::points:
      return fmt::format("with points pointtype 7 pointsize 0.5 linecolor rgb '{}'", color);
    case LineStyle::dashed:
      return fmt::format("with lines linewidth 1.4 dashtype (8,5) linecolor rgb '{}'", color);
    case LineStyle::dotted:
      return fmt::format("with lines linewidth 1.6 dashtype (2,4) linecolor rgb '{}'", color);
    case LineStyle::solid:
      break;
  }
  return fmt::format("with lines linewidth {:g} linecolor rgb '{}'", curve.width, color);
}

// [pixels] above the panels
int head_of(const Figure& figure) { return figure.title.empty() && !figure.shared_legend ? 20 : 56; }

// The title at the left and the legend at the right of the first line, in more lines when it is long.
void append_shared_legend(std::string& script, const Figure& figure) {
  const auto out = std::back_inserter(script);
  constexpr double kSample = 26.0, kGap = 14.0, kLetter = 8.0, kLine = 16.0;  // [pixels]
  const int rows = (static_cast<int>(figure.panels.size()) + figure.columns - 1) / figure.columns;
  const double width = figure.width, height = rows * figure.panel_height + head_of(figure);
  fmt::format_to(out, "set label 2 {} at screen {:.4f},screen {:.4f} left font ',14'\n", quoted(figure.title),
                 14.0 / width, 1.0 - 18.0 / height);
  const std::vector<Curve>& curves = figure.panels[0].curves;
  const auto length = [&](std::size_t i) {
    return kSample + 6.0 + kLetter * static_cast<double>(curves[i].label.size());
  };
  std::vector<std::pair<double, std::vector<std::size_t>>> lines;  // length, curves
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].label.empty()) continue;
    if (lines.empty() || lines.back().first + length(i) > 0.6 * width)
      lines.emplace_back(0.0, std::vector<std::size_t>{});
    lines.back().first += length(i) + kGap;
    lines.back().second.push_back(i);
  }
  int tag = 10;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    double left = width - 10.0 - lines[n].first;
    const double up = 1.0 - (10.0 + kLine * static_cast<double>(n)) / height;
    for (const std::size_t i : lines[n].second) {
      const std::string line = style(curves[i], i);  // behind "with lines"
      fmt::format_to(out, "set arrow {} from screen {:.4f},screen {:.4f} to screen {:.4f},screen {:.4f} nohead {}\n",
                     tag, left / width, up, (left + kSample) / width, up,
                     line.substr(line.find("line", line.find(' ') + 6)));
      fmt::format_to(out, "set label {} {} at screen {:.4f},screen {:.4f} left textcolor rgb '{}'\n", tag,
                     quoted(curves[i].label), (left + kSample + 6.0) / width, up, kInk);
      ++tag;
      left += length(i) + kGap;
    }
  }
}

std::string terminal(const Figure& figure, const std::filesystem::path& output) {
  const int rows = (static_cast<int>(figure.panels.size()) + figure.columns - 1) / figure.columns;
  const int height = rows * figure.panel_height + head_of(figure);
  const std::string ending = output.extension().string();
  if (ending == ".svg") {
    return fmt::format(
        "set terminal svg noenhanced size {},{} dynamic background '#ffffff' font 'Helvetica,Arial,sans-serif,13'\n",
        figure.width, height);
  }
  if (ending == ".png") {
    return fmt::format("set terminal pngcairo noenhanced size {},{} background '#ffffff' font 'Sans,10'\n",
                       figure.width, height);
  }
  return fmt::format("set terminal pdfcairo noenhanced size {:.3f}in,{:.3f}in background '#ffffff' font 'Sans,10'\n",
                     figure.width / 100.0, height / 100.0);
}

// Half-way between neighbours; the outermost cells as wide as their inner half twice.
std::vector<double> edges_of(const std::vector<double>& centres) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < centres.size(); ++i) edges.push_back(0.5 * (centres[i - 1] + centres[i]));
  const double first = edges.empty() ? 0.5 : edges.front() - centres.front();
  const double last = edges.empty() ? 0.5 : centres.back() - edges.back();
  edges.insert(edges.begin(), centres.front() - first);
  edges.push_back(centres.back() + last);
  return edges;
}

/// The range of the colours. Maps of one quantity in one figure are compared by eye: they share it, and a quantity that
/// is never negative starts at zero.
struct ColorRange {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  bool shared = false;
};

ColorRange color_range(const Figure& figure, const HeatMap& heat) {
  ColorRange range;
  std::size_t maps = 0;
  for (const Panel& panel : figure.panels) {
    if (!panel.heat || panel.heat->label != heat.label) continue;
    ++maps;
    for (const double value : panel.heat->value) {
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  }
  if (maps > 1 && range.low > 0.0) range.low = 0.0;
  range.shared = maps > 1 && range.high > range.low;
  return range;
}

/// Data and plot elements of a heat map; false when no cell has a number.
bool append_heat(std::string& script, const Figure& figure, std::size_t index, std::vector<std::string>& plots) {
  constexpr double kLeastWidth = 30.0, kLeastHeight = 13.0;  // [pixels] of a cell that holds "1.23e+04" at 8 points
  constexpr double kFrame = 150.0;                           // [pixels] of axis and colour bar
  constexpr double kDark = 0.6;  // of the colours' range: from here on white is easier to read than black
  const HeatMap& heat = *figure.panels[index].heat;
  const std::vector<double> x_edges = edges_of(heat.x), y_edges = edges_of(heat.y);
  const auto out = std::back_inserter(script);
  bool any = false;
  const ColorRange range = color_range(figure, heat);
  fmt::format_to(out, "$h{} << END\n", index);
  for (std::size_t i = 0; i < heat.y.size(); ++i) {
    for (std::size_t j = 0; j < heat.x.size(); ++j) {
      const double value = heat.value[i * heat.x.size() + j];
      if (!std::isfinite(value)) continue;
      any = true;
      fmt::format_to(out, "{:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {}\n", heat.x[j], heat.y[i], x_edges[j],
                     x_edges[j + 1], y_edges[i], y_edges[i + 1], value,
                     value - range.low > kDark * (range.high - range.low) ? 1 : 0);
    }
  }
  script += "END\n";
  if (!any) return false;
  fmt::format_to(out, "set palette defined (0 '#f7fbff', 0.5 '#6baed6', 1 '#08519c')\nset cblabel {} offset 2,0\n",
                 quoted(heat.label));
  script += range.shared ? fmt::format("set cbrange [{:.9g}:{:.9g}]\n", range.low, range.high) : "set cbrange [*:*]\n";
  plots.push_back(fmt::format(
      "$h{} using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid noborder fillcolor palette notitle", index));
  // The narrowest cell decides: numbers that overprint each other are worse than none.
  const auto narrowest = [](const std::vector<double>& edges) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < edges.size(); ++i) least = std::min(least, edges[i] - edges[i - 1]);
    return edges.back() > edges.front() ? least / (edges.back() - edges.front()) : 1.0;
  };
  const double width = static_cast<double>(figure.width) / std::max(1, figure.columns) - kFrame,
               height = 0.75 * figure.panel_height;
  if (narrowest(x_edges) * width >= kLeastWidth && narrowest(y_edges) * height >= kLeastHeight) {
    for (const auto& [dark, color] : {std::pair<int, const char*>{0, kInk}, {1, "#ffffff"}}) {
      plots.push_back(
          fmt::format("$h{} using 1:2:($8 == {} ? sprintf('%.3g', $7) : '') with labels font ',8' textcolor rgb '{}' "
                      "notitle",
                      index, dark, color));
    }
  }
  return true;
}

/// gnuplot gives every name of a legend the width of the longest.
bool fits_beside_title(const Figure& figure, const Panel& panel, std::size_t names, std::size_t longest) {
  constexpr double kLetter = 7.0, kSample = 42.0, kMargins = 115.0;  // [pixels]
  const double width = figure.width / static_cast<double>(figure.columns) - kMargins;
  return kLetter * static_cast<double>(panel.title.size()) +
             static_cast<double>(names) * (kSample + kLetter * static_cast<double>(longest)) <
         width;
}

/// Whether a curve lies on an earlier one of its panel almost everywhere, which then is not seen below it.
bool covers(const Panel& panel, std::size_t index) {
  constexpr double kNear = 0.01, kMost = 0.9;  // of the panel's height; of the points
  const Curve& curve = panel.curves[index];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curve& other : panel.curves) {
    for (const double y : other.y) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  for (std::size_t i = 0; i < index; ++i) {
    const Curve& other = panel.curves[i];
    if (other.style != LineStyle::solid || other.width > curve.width || other.x != curve.x) continue;
    std::size_t near = 0;
    for (std::size_t k = 0; k < curve.y.size(); ++k)
      near += std::abs(curve.y[k] - other.y[k]) <= kNear * (high - low) ? 1U : 0U;
    if (static_cast<double>(near) > kMost * static_cast<double>(curve.y.size())) return true;
  }
  return false;
}

/// The label of an upright axis with its unit, its name cut where it is longer than the axis: the title has it whole.
std::string beside_axis(const std::string& label, int panel_height) {
  constexpr double kLetter = 7.0;  // [pixels]
  const auto letters = static_cast<std::size_t>(std::max(12.0, panel_height / kLetter));
  if (label.size() <= letters) return label;
  const std::size_t unit = std::min(label.rfind(" ["), label.size());
  const std::size_t rest = std::min(label.size() - unit, letters / 2);
  std::size_t end = letters - rest - 1;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0U) == 0x80U) --end;  // no part of a letter in UTF-8
  return label.substr(0, end) + "\u2026" + label.substr(unit);
}

struct Names {
  std::size_t count = 0, longest = 0;  ///< [letters]
};

Names names_of(const Panel& panel) {
  Names names;
  for (const Curve& curve : panel.curves) {
    names.count += curve.label.empty() ? 0U : 1U;
    names.longest = std::max(names.longest, curve.label.size());
  }
  return names;
}

/// Two names fit above the axes beside the title unless they are long; others stand to the right of the axes.
bool stands_right(const Figure& figure, const Panel& panel) {
  const Names names = names_of(panel);
  return names.count > 2 || (names.count > 0 && !fits_beside_title(figure, panel, names.count, names.longest));
}

/// [letters] to the right of the axes: the same for all panels, so that their times lie below each other.
std::size_t right_margin(const Figure& figure) {
  std::size_t margin = 3;
  for (const Panel& panel : figure.panels) {
    if (panel.heat) margin = std::max<std::size_t>(margin, 17);
    if (stands_right(figure, panel))
      margin = std::max(margin, std::clamp<std::size_t>(names_of(panel).longest + 6, 12, 40));
  }
  return margin;
}

/// [pixels] as asked, or what the longest legend needs beside the axes.
int panel_height(const Figure& figure) {
  constexpr std::size_t kLine = 28, kAround = 80;  // [pixels] of a name by the widest of the terminals; title and axis
  std::size_t height = static_cast<std::size_t>(figure.panel_height);
  for (const Panel& panel : figure.panels) {
    if (!figure.shared_legend && stands_right(figure, panel))
      height = std::max(height, kAround + kLine * names_of(panel).count);
  }
  return static_cast<int>(height);
}

void append_panel(std::string& script, const Figure& figure, std::size_t index, std::size_t margin) {
  const Panel& panel = figure.panels[index];
  const bool last_of_column = index + static_cast<std::size_t>(figure.columns) >= figure.panels.size();
  const auto out = std::back_inserter(script);
  std::vector<std::string> plots;
  bool any_point = false;
  if (panel.heat) any_point = append_heat(script, figure, index, plots);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    Curve shown = thinned(panel.curves[i], 2000);
    if (shown.style == LineStyle::solid && covers(panel, i)) shown.style = LineStyle::dashed;
    const Curve& curve = shown;
    fmt::format_to(out, "$p{}c{} << END\n", index, i);
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      if (std::isfinite(curve.x[k]) && std::isfinite(curve.y[k])) {
        any_point = true;
        fmt::format_to(out, "{:.9g} {:.9g}\n", curve.x[k], curve.y[k]);
      } else {
        script += '\n';  // an empty line breaks the line in the picture
      }
    }
    script += "END\n";
    const bool named = !curve.label.empty() && !figure.shared_legend;
    plots.push_back(fmt::format("$p{}c{} using 1:2 {} {}", index, i, named ? "title " + quoted(curve.label) : "notitle",
                                style(curve, i)));
  }
  const auto range = [](const std::optional<std::pair<double, double>>& r) {
    return r ? fmt::format("[{:.9g}:{:.9g}]", r->first, r->second) : std::string("[*:*]");
  };
  fmt::format_to(out, "{} logscale x\n{} logscale y\n", panel.log_x ? "set" : "unset", panel.log_y ? "set" : "unset");
  fmt::format_to(out, "set xrange {}\nset yrange {}\n", range(panel.x_range), range(panel.y_range));
  if (!panel.x_range) script += "set autoscale xfix\n";  // a run of 660 s ends there, not at 700 s
  const bool own_axis =
      !last_of_column && figure.panels[index + static_cast<std::size_t>(figure.columns)].x_label != panel.x_label;
  fmt::format_to(out, "set xlabel {} offset 0,0.4\nset ylabel {}\n",
                 last_of_column || own_axis || figure.columns > 1 ? quoted(panel.x_label) : "''",
                 quoted(beside_axis(panel.y_label, figure.panel_height)));
  if (figure.shared_legend)
    script += "set rmargin 3\n";
  else if (stands_right(figure, panel))
    fmt::format_to(out, "set key at graph 1.01,1 left top vertical Left reverse maxrows {}\nset rmargin {}\n",
                   names_of(panel).count, margin);
  else
    fmt::format_to(out, "set key at graph 1,1 right bottom horizontal Left reverse maxrows 1\nset rmargin {}\n",
                   margin);
  fmt::format_to(out, "set label 1 {} at graph 0,1 left offset 0,0.8 textcolor rgb '{}'\n", quoted(panel.title), kInk);
  // A panel without a single number still shows its axes: an empty place says so better than an error.
  if (!any_point) {
    if (!panel.x_range) script += "set xrange [0:1]\n";
    if (!panel.y_range) script += "set yrange [0:1]\n";
    plots = {"NaN notitle"};
  }
  fmt::format_to(out, "plot {}\n", fmt::join(plots, ", \\\n     "));
  if (figure.shared_legend && index == 0) script += "unset label\nunset arrow\n";
}

}  // namespace

Curve thinned(const Curve& curve, std::size_t spans) {
  const std::size_t n = curve.x.size();
  if (spans == 0 || n <= 2 * spans + 2) return curve;
  Curve result = curve;
  result.x.clear();
  result.y.clear();
  const auto keep = [&](std::size_t i) {
    result.x.push_back(curve.x[i]);
    result.y.push_back(curve.y[i]);
  };
  keep(0);
  for (std::size_t s = 0; s < spans; ++s) {
    const std::size_t begin = 1 + s * (n - 2) / spans;
    const std::size_t end = 1 + (s + 1) * (n - 2) / spans;
    std::size_t low = begin, high = begin;
    for (std::size_t i = begin; i < end; ++i) {
      // A break must survive the thinning.
      if (!std::isfinite(curve.y[i])) {
        low = high = i;
        break;
      }
      if (curve.y[i] < curve.y[low]) low = i;
      if (curve.y[i] > curve.y[high]) high = i;
    }
    keep(std::min(low, high));
    if (low != high) keep(std::max(low, high));
  }
  keep(n - 1);
  return result;
}

std::string gnuplot_script(const Figure& asked, const std::filesystem::path& output) {
  SWELL_EXPECT(asked.columns > 0);
  Figure taller = asked;
  taller.panel_height = panel_height(asked);
  const Figure& figure = taller;
  std::string script = terminal(figure, output);
  const auto out = std::back_inserter(script);
  const int rows = (static_cast<int>(figure.panels.size()) + figure.columns - 1) / figure.columns;
  fmt::format_to(out, "set output {}\nset encoding utf8\n", quoted_exactly(output.string()));
  fmt::format_to(out,
                 "set border 3 linecolor rgb '#888888' linewidth 0.8\nset tics nomirror scale 0.4 textcolor rgb '{}'\n",
                 kInk);
  script += "set grid linecolor rgb '#e4e4e4' linetype 1 linewidth 0.6\nset format '%g'\n";
  fmt::format_to(out, "set key samplen 1.6 height 0.2 textcolor rgb '{}'\n", kInk);
  script += "set lmargin 13\nset rmargin 3\nset tmargin 2.2\nset bmargin 2.8\n";
  // A shared legend has the right of the title's line, and the title moves to the left.
  const std::string title = figure.shared_legend ? "' '" : quoted(figure.title);
  fmt::format_to(out, "set multiplot layout {},{}{}\n", rows, figure.columns,
                 figure.title.empty() && !figure.shared_legend ? "" : fmt::format(" title {} font ',14'", title));
  if (figure.shared_legend && !figure.panels.empty()) append_shared_legend(script, figure);
  const std::size_t margin = right_margin(figure);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) append_panel(script, figure, i, margin);
  script += "unset multiplot\nset output\n";
  return script;
}

}  // namespace swell::figures
