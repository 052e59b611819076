#include "swell/bemio/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/bemio/data_quality.h"

namespace swell::bemio {
namespace {

bool rotation(int dof) { return dof >= 3 && dof < 6; }

std::size_t nearest_direction(const hydro::HydroData& data, double direction) {
  std::size_t best = 0;
  for (std::size_t d = 1; d < data.direction.size(); ++d) {
    if (std::abs(std::remainder(data.direction[d] - direction, 360.0)) <
        std::abs(std::remainder(data.direction[best] - direction, 360.0)))
      best = d;
  }
  return best;
}

bool holds(const hydro::HydroData& data, const hydro::HydroBody& body, PlotQuantity quantity) {
  switch (quantity) {
    case PlotQuantity::added_mass:
      return body.added_mass.size() == data.omega.size();
    case PlotQuantity::damping:
      return body.radiation_damping.size() == data.omega.size();
    case PlotQuantity::excitation:
    case PlotQuantity::phase:
      return !data.direction.empty() && body.excitation.size() == data.direction.size();
    case PlotQuantity::radiation_kernel:
      return !body.radiation_irf.empty();
    case PlotQuantity::excitation_kernel:
      return !data.direction.empty() && body.excitation_irf.size() == data.direction.size();
  }
  return false;
}

// Dofs whose force or damping is not round-off.
std::vector<int> dofs_that_matter(const std::vector<PlotSet>& sets, const PlotOptions& options) {
  std::vector<int> dofs;
  const hydro::HydroData& data = *sets[0].data;
  const hydro::HydroBody& body = data.bodies[options.body];
  std::vector<double> size(static_cast<std::size_t>(body.dof), 0.0);
  if (holds(data, body, PlotQuantity::excitation)) {
    const std::size_t d = nearest_direction(data, options.direction);
    for (const Eigen::VectorXcd& X : body.excitation[d]) {
      for (int i = 0; i < body.dof; ++i)
        size[static_cast<std::size_t>(i)] = std::max(size[static_cast<std::size_t>(i)], std::abs(X[i]));
    }
  } else {
    std::fill(size.begin(), size.end(), 1.0);
  }
  double most[2] = {0.0, 0.0};
  for (int i = 0; i < body.dof; ++i) most[rotation(i)] = std::max(most[rotation(i)], size[static_cast<std::size_t>(i)]);
  for (int i = 0; i < body.dof; ++i) {
    if (size[static_cast<std::size_t>(i)] > 1e-3 * most[rotation(i)]) dofs.push_back(i);
  }
  return dofs;
}

std::string label(PlotQuantity quantity, bool turning) {
  switch (quantity) {
    case PlotQuantity::added_mass:
      return turning ? "added mass [kg m^2]" : "added mass [kg]";
    case PlotQuantity::damping:
      return turning ? "damping [N m s]" : "damping [N s/m]";
    case PlotQuantity::excitation:
      return turning ? "excitation [N m/m]" : "excitation [N/m]";
    case PlotQuantity::phase:
      return "phase [deg]";
    case PlotQuantity::radiation_kernel:
      return turning ? "kernel [N m]" : "kernel [N/m]";
    case PlotQuantity::excitation_kernel:
      return turning ? "kernel [N m/m/s]" : "kernel [N/m/s]";
  }
  return "";
}

void add_curves(const PlotSet& set, const PlotOptions& options, PlotQuantity quantity, int dof, int color,
                figures::Panel& panel) {
  const hydro::HydroData& data = *set.data;
  if (options.body >= data.bodies.size() || dof >= data.bodies[options.body].dof) return;
  const hydro::HydroBody& body = data.bodies[options.body];
  if (!holds(data, body, quantity)) return;
  const int at = data.first_dof(options.body) + dof;
  const std::size_t d = data.direction.empty() ? 0 : nearest_direction(data, options.direction);
  const double weight = options.density * options.gravity;
  figures::Curve curve;
  curve.label = set.label;
  curve.color = color;
  double most = 0.0;
  switch (quantity) {
    case PlotQuantity::added_mass:
      curve.x = data.omega;
      for (const MatrixX& A : body.added_mass) curve.y.push_back(options.density * A(dof, at));
      break;
    case PlotQuantity::damping:
      curve.x = data.omega;
      for (std::size_t k = 0; k < data.omega.size(); ++k)
        curve.y.push_back(options.density * data.omega[k] * body.radiation_damping[k](dof, at));
      break;
    case PlotQuantity::excitation:
      curve.x = data.omega;
      for (const Eigen::VectorXcd& X : body.excitation[d]) curve.y.push_back(weight * std::abs(X[dof]));
      break;
    case PlotQuantity::phase:
      curve.x = data.omega;
      for (const Eigen::VectorXcd& X : body.excitation[d]) most = std::max(most, std::abs(X[dof]));
      for (const Eigen::VectorXcd& X : body.excitation[d]) {
        curve.y.push_back(std::abs(X[dof]) > 1e-3 * most ? std::arg(X[dof]) / kDegree
                                                         : std::numeric_limits<double>::quiet_NaN());
      }
      // No line across the jump at 180 degrees.
      for (std::size_t k = 0; k + 1 < curve.y.size(); ++k) {
        if (std::abs(curve.y[k + 1] - curve.y[k]) > 300.0) curve.y[k] = std::numeric_limits<double>::quiet_NaN();
      }
      break;
    case PlotQuantity::radiation_kernel:
      curve.x = body.radiation_irf_time;
      for (const MatrixX& K : body.radiation_irf) curve.y.push_back(options.density * K(dof, at));
      break;
    case PlotQuantity::excitation_kernel:
      curve.x = body.excitation_irf_time;
      for (const VectorX& f : body.excitation_irf[d]) curve.y.push_back(weight * f[dof]);
      break;
  }
  panel.curves.push_back(curve);
  if (quantity != PlotQuantity::radiation_kernel || body.radiation_state_space.empty() || curve.x.size() < 2) return;
  const hydro::EntryStateSpace& entry =
      body.radiation_state_space[static_cast<std::size_t>(dof)][static_cast<std::size_t>(at)];
  if (entry.A.rows() == 0) return;
  figures::Curve fit;
  fit.style = figures::LineStyle::dashed;
  fit.color = color;
  fit.x = curve.x;
  for (const double k : entry.kernel(curve.x[1] - curve.x[0], static_cast<Eigen::Index>(fit.x.size()))) {
    fit.y.push_back(options.density * k);
  }
  panel.curves.push_back(fit);
}

// Where kernels have not yet decayed to 1 % of their peak, and a quarter more: the rest of the axis would be a line.
std::pair<double, double> span_of(const std::vector<figures::Curve>& curves) {
  constexpr double kSmall = 0.01, kMore = 1.25;
  double first = 0.0, last = 0.0, end = 0.0, peak = 0.0;
  for (const figures::Curve& curve : curves) {
    for (const double y : curve.y) peak = std::fmax(peak, std::abs(y));
  }
  for (const figures::Curve& curve : curves) {
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      end = std::max(end, curve.x[k]);
      if (!(std::abs(curve.y[k]) > kSmall * peak)) continue;
      first = std::min(first, curve.x[k]);
      last = std::max(last, curve.x[k]);
    }
  }
  const double reach = std::min(end, std::max(1.0, std::ceil(kMore * std::max(last, -first))));
  return {first < 0.0 ? -reach : 0.0, reach > 0.0 ? reach : 1.0};
}

// Of the fits that a panel of kernels shows, set by set: "2, 3, -".
std::string orders_of(const std::vector<PlotSet>& sets, const PlotOptions& options, PlotQuantity quantity, int dof) {
  std::string orders;
  bool any = false;
  for (const PlotSet& set : sets) {
    if (quantity != PlotQuantity::radiation_kernel || options.body >= set.data->bodies.size()) continue;
    const hydro::HydroBody& body = set.data->bodies[options.body];
    if (dof >= body.dof || !holds(*set.data, body, quantity)) continue;
    const int at = set.data->first_dof(options.body) + dof;
    const auto column = static_cast<std::size_t>(at);
    const Eigen::Index order = body.radiation_state_space.empty()
                                   ? 0
                                   : body.radiation_state_space[static_cast<std::size_t>(dof)][column].A.rows();
    any = any || order > 0;
    orders += (orders.empty() ? "" : ", ") + (order > 0 ? std::to_string(order) : std::string("-"));
  }
  return any ? orders : std::string();
}

// What every file system takes; a name may hold anything, a path too.
std::string safe(std::string name) {
  constexpr std::size_t kLongest = 100;
  name.resize(std::min(name.size(), kLongest));
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '-' && c != '_' && c != '.') c = '_';
  }
  return name;
}

}  // namespace

const std::vector<std::pair<std::string, PlotQuantity>>& plot_quantities() {
  static const std::vector<std::pair<std::string, PlotQuantity>> all = {
      {"added-mass", PlotQuantity::added_mass},   {"damping", PlotQuantity::damping},
      {"excitation", PlotQuantity::excitation},   {"phase", PlotQuantity::phase},
      {"kernel", PlotQuantity::radiation_kernel}, {"excitation-kernel", PlotQuantity::excitation_kernel}};
  return all;
}

figures::Figure coefficient_figure(const std::vector<PlotSet>& given, const PlotOptions& options) {
  SWELL_EXPECT(!given.empty() && options.body < given[0].data->bodies.size());
  std::vector<PlotSet> sets = given;
  std::vector<PlotQuantity> quantities = options.quantities;
  if (quantities.empty()) {
    for (const auto& [name, quantity] : plot_quantities()) {
      const bool any = std::any_of(sets.begin(), sets.end(), [&, q = quantity](const PlotSet& set) {
        return options.body < set.data->bodies.size() && holds(*set.data, set.data->bodies[options.body], q);
      });
      if (any) quantities.push_back(quantity);
    }
  }
  const std::vector<int> dofs = options.dofs.empty() ? dofs_that_matter(sets, options) : options.dofs;
  figures::Figure figure;
  const hydro::HydroBody& body = sets[0].data->bodies[options.body];
  figure.title = body.name;
  if (!sets[0].data->direction.empty()) {
    const double direction = sets[0].data->direction[nearest_direction(*sets[0].data, options.direction)];
    figure.title += fmt::format(", waves towards {:g} deg", direction);
    for (PlotSet& set : sets) {
      if (set.data->direction.empty()) continue;
      const double own = set.data->direction[nearest_direction(*set.data, options.direction)];
      if (std::abs(std::remainder(own - direction, 360.0)) > 0.5) set.label += fmt::format(" ({:g} deg)", own);
    }
  }
  figure.title += fmt::format(", {:g} kg/m^3", options.density);
  figure.columns = static_cast<int>(std::max<std::size_t>(dofs.size(), 1));
  figure.width = figure.columns == 1 ? 900 : 440 * figure.columns;
  figure.shared_legend = true;
  for (const PlotQuantity quantity : quantities) {
    for (const int dof : dofs) {
      figures::Panel panel;
      panel.title = dof_name(dof);
      const bool time = quantity == PlotQuantity::radiation_kernel || quantity == PlotQuantity::excitation_kernel;
      panel.x_label = time ? "time [s]" : "frequency [rad/s]";
      panel.y_label = label(quantity, rotation(dof));
      if (quantity == PlotQuantity::phase) panel.y_range = {-180.0, 180.0};
      for (std::size_t s = 0; s < sets.size(); ++s) {
        const std::size_t before = panel.curves.size();
        add_curves(sets[s], options, quantity, dof, static_cast<int>(s), panel);
        // Codes that agree would hide each other: the first is the widest.
        if (panel.curves.size() > before)
          panel.curves[before].width += 1.6 * std::min(3.0, static_cast<double>(sets.size() - 1 - s));
      }
      if (panel.curves.empty()) continue;
      if (time) panel.x_range = span_of(panel.curves);
      if (const std::string orders = orders_of(sets, options, quantity, dof); !orders.empty())
        panel.title += "; dashed: fits of order " + orders;
      figure.panels.push_back(std::move(panel));
    }
  }
  return figure;
}

std::vector<std::filesystem::path> figure_paths(const std::filesystem::path& output, std::vector<std::string> names) {
  for (std::string& name : names) name = safe(name);
  bool twice = true;
  while (twice) {  // the body's number distinguishes equal ones
    twice = false;
    const std::vector<std::string> before = names;
    for (std::size_t b = 0; b < names.size(); ++b) {
      if (std::count(before.begin(), before.end(), before[b]) < 2) continue;
      names[b] += fmt::format("-{}", b + 1);
      twice = true;
    }
  }
  std::vector<std::filesystem::path> paths(names.size(), output);
  for (std::size_t b = 0; b < paths.size() && paths.size() > 1; ++b)
    paths[b].replace_filename(fmt::format("{}-{}{}", output.stem().string(), names[b], output.extension().string()));
  return paths;
}

}  // namespace swell::bemio
