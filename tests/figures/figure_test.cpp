#include "swell/figures/figure.h"

#include "swell_test/test.h"

namespace swell::figures::figure_test {
namespace {

using swell_test::contents;

Figure two_panels(std::size_t n = 200) {
  Curve heave{"float", {}, {}, LineStyle::solid, {}}, spar{"it's the spar", {}, {}, LineStyle::dashed, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    heave.x.push_back(t);
    heave.y.push_back(std::cos(t));
    spar.x.push_back(t);
    spar.y.push_back(0.3 * std::sin(t));
  }
  Figure figure;
  figure.title = "RM3";
  figure.panels = {Panel{"Heave", "time [s]", "heave [m]", {heave, spar}, false, false, {}, {}},
                   Panel{"Nothing yet", "time [s]", "power [W]", {}, false, false, {}, {}}};
  return figure;
}

std::string error_of(const Figure& figure, const std::filesystem::path& path) {
  return swell_test::refusal_of([&] { render(figure, path); }, "no error");
}

// gnuplot writes texts as CDATA: a text that ended it early would leave no XML.
TEST(Figure, NamesDoNotEndTheTextsOfSvg) {
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  Figure figure = two_panels();
  figure.title = "]]>";
  figure.panels[0].title = "a]]>]]>]]&gt;<b>";
  figure.panels[0].curves[0].label = "]]]>";
  render(figure, folder / "f.svg");
  std::string svg = contents(folder / "f.svg");
  const std::string open = "<![CDATA[", close = "]]>";
  for (std::size_t at = 0; (at = svg.find(open, at)) != std::string::npos;)
    svg.erase(at, svg.find(close, at) + close.size() - at);
  EXPECT_EQ(svg.find(close), std::string::npos);
}

TEST(Figure, is_drawn_as_svg_and_png_with_its_labels_and_nothing_else_is_left) {
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  render(two_panels(), folder / "f.svg");
  const std::string svg = contents(folder / "f.svg");
  for (const char* text : {"RM3", "heave [m]", "time [s]", "float", "the spar", "Nothing yet"})
    EXPECT_THAT(svg, HasSubstr(text));
  render(two_panels(), folder / "f.png");
  EXPECT_EQ(contents(folder / "f.png").substr(1, 3), "PNG");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
}

TEST(Figure, heat_maps_of_one_quantity_share_the_range_of_their_colours) {
  Figure figure;
  Panel first;
  first.heat = HeatMap{{6.0, 8.0}, {1.0}, {20.0, 40.0}, "mean power [kW]"};
  Panel second = first;
  second.heat->value = {80.0, 361.0};
  Panel other = first;
  other.heat->label = "hours";
  figure.panels = {first, other};
  EXPECT_THAT(gnuplot_script(figure, "a.svg"), Not(HasSubstr("set cbrange [0:")));
  figure.panels = {first, second, other};
  const std::string script = gnuplot_script(figure, "a.svg");
  const std::size_t shared = script.find("set cbrange [0:361]");
  ASSERT_NE(shared, std::string::npos);
  EXPECT_NE(script.find("set cbrange [0:361]", shared + 1), std::string::npos);
  EXPECT_THAT(script, HasSubstr("set cbrange [*:*]"));
  EXPECT_THAT(script, HasSubstr("40 0\n"));  // a ninth of the range: black on light, though its own map's highest
}

TEST(Figure, a_shared_legend_stands_once_above_all_panels_in_the_styles_of_the_curves) {
  Figure figure = two_panels();
  figure.panels[1].curves = figure.panels[0].curves;
  figure.panels[1].x_label = "frequency [Hz]";
  figure.shared_legend = true;
  const std::string script = gnuplot_script(figure, "a.svg");
  EXPECT_THAT(script, HasSubstr("set label 10 'float' at screen"));
  EXPECT_THAT(script, HasSubstr("set label 11 'it''s the spar' at screen"));
  EXPECT_THAT(script, HasSubstr("nohead linewidth 1.4 dashtype (8,5) linecolor rgb '#d55e00'"));
  EXPECT_THAT(script, Not(HasSubstr("title 'float'")));
  EXPECT_THAT(script, HasSubstr("set xlabel 'time [s]'")) << "another axis follows below";
  EXPECT_THAT(script, HasSubstr("unset label\nunset arrow\n"));
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  render(figure, folder / "legend.svg");
  EXPECT_THAT(contents(folder / "legend.svg"), HasSubstr("the spar"));
}

TEST(Figure, wrong_ending_missing_folder_and_no_panels_are_errors) {
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  EXPECT_THAT(error_of(two_panels(), folder / "f.jpg"), HasSubstr("a figure ends in .svg, .png or .pdf, not '.jpg'"));
  EXPECT_THAT(error_of(two_panels(), folder / "none" / "f.svg"), HasSubstr("there is no folder"));
  EXPECT_THROW(check_path(folder / "none" / "f.svg"), InputError);
  EXPECT_THROW(check_path(folder / "f.gif"), InputError);
  EXPECT_NO_THROW(check_path(folder / "f.pdf"));
  EXPECT_THAT(error_of(Figure{}, folder / "f.svg"), HasSubstr("nothing to draw"));
  Figure ragged = two_panels();
  ragged.panels[0].curves[0].x.pop_back();
  EXPECT_THAT(error_of(ragged, folder / "f.svg"), HasSubstr("has 199 x and 200 y values"));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(Figure, missing_gnuplot_is_said_with_the_package_to_install) {
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  const char* old = std::getenv("PATH");
  const std::string kept = old != nullptr ? old : "";
  setenv("PATH", folder.c_str(), 1);
  const std::string message = error_of(two_panels(), folder / "f.svg");
  setenv("PATH", kept.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("gnuplot is not installed"));
  EXPECT_THAT(message, HasSubstr("gnuplot-nox"));
}

TEST(Thinned, keeps_the_envelope_and_the_ends) {
  const Curve curve = two_panels(100000).panels[0].curves[0];
  const Curve thin = thinned(curve, 500);
  EXPECT_LE(thin.x.size(), 1002U);
  EXPECT_EQ(thin.x.front(), curve.x.front());
  EXPECT_EQ(thin.x.back(), curve.x.back());
  EXPECT_EQ(*std::max_element(thin.y.begin(), thin.y.end()), *std::max_element(curve.y.begin(), curve.y.end()));
  EXPECT_EQ(*std::min_element(thin.y.begin(), thin.y.end()), *std::min_element(curve.y.begin(), curve.y.end()));
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
}

TEST(Thinned, leaves_short_curves_and_breaks_alone) {
  const Curve curve = two_panels(100).panels[0].curves[0];
  EXPECT_EQ(thinned(curve, 100).y, curve.y);
  Curve broken = two_panels(10000).panels[0].curves[0];
  broken.y[5000] = std::numeric_limits<double>::quiet_NaN();
  const Curve thin = thinned(broken, 50);
  EXPECT_TRUE(std::any_of(thin.y.begin(), thin.y.end(), [](double y) { return std::isnan(y); }));
}

Figure heat_map() {
  Figure figure;
  figure.panels = {Panel{"",
                         "period [s]",
                         "height [m]",
                         {},
                         false,
                         false,
                         {},
                         {},
                         HeatMap{{6.0, 8.0, 12.0}, {1.0, 2.0}, {1, 2, 3, 4, 5, std::nan("")}, "power [kW]"}}};
  return figure;
}

TEST(HeatMap, CellsReachHalfWayToTheirNeighboursAndCarryTheirNumber) {
  const std::string script = gnuplot_script(heat_map(), "a.svg");
  EXPECT_THAT(script, HasSubstr("\n6 1 5 7 0.5 1.5 1 0\n"));
  EXPECT_THAT(script, HasSubstr("\n8 1 7 10 0.5 1.5 2 0\n"));
  EXPECT_THAT(script, HasSubstr("\n8 2 7 10 1.5 2.5 5 1\n"));
  EXPECT_THAT(script, HasSubstr("($8 == 1 ? sprintf('%.3g', $7) : '') with labels font ',8' textcolor rgb '#ffffff'"))
      << "white on dark cells";
  EXPECT_THAT(script, Not(HasSubstr("\n12 2 ")));  // no number, no cell
  EXPECT_THAT(script, HasSubstr("set cblabel 'power [kW]' offset"));
}

TEST(HeatMap, OfTheWrongSizeIsRefused) {
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  Figure figure = heat_map();
  figure.panels[0].heat->value.pop_back();
  EXPECT_THROW(render(figure, folder / "heat.svg"), InputError);
}

TEST(Script, ACurveThatCoversAnotherIsDashed) {
  Figure figure = two_panels();
  figure.panels[0].curves[1] = figure.panels[0].curves[0];
  figure.panels[0].curves[1].label = "other";
  EXPECT_THAT(gnuplot_script(figure, "a.svg"), HasSubstr("title 'other' with lines linewidth 1.4 dashtype"));
  for (double& y : figure.panels[0].curves[1].y) y += 0.1;
  EXPECT_THAT(gnuplot_script(figure, "a.svg"), HasSubstr("title 'other' with lines linewidth 1.4 linecolor"));
}

// The row of a panel holds every name, and all panels have one width.
TEST(Script, LegendsLoseNoNameAndPanelsHaveOneWidth) {
  Figure figure = two_panels();
  const Curve curve = figure.panels[0].curves[0];
  figure.panels[0].curves.clear();
  for (int i = 0; i < 20; ++i) {
    figure.panels[0].curves.push_back(curve);
    figure.panels[0].curves.back().label = "load " + std::to_string(i);
  }
  const std::string script = gnuplot_script(figure, "a.svg");
  EXPECT_THAT(script, HasSubstr("maxrows 20\n"));
  std::set<std::string> margins;
  const std::string key = "\nset rmargin ";
  for (std::size_t at = script.find("set multiplot"); (at = script.find(key, at)) != std::string::npos; ++at)
    margins.insert(script.substr(at + key.size(), script.find('\n', at + 1) - at - key.size()));
  EXPECT_EQ(margins.size(), 1U);
  const std::filesystem::path folder = swell_test::fresh_folder("figure");
  render(figure, folder / "f.svg");
  for (int i = 0; i < 20; ++i) EXPECT_THAT(contents(folder / "f.svg"), HasSubstr("load " + std::to_string(i)));
}

}  // namespace
}  // namespace swell::figures::figure_test
