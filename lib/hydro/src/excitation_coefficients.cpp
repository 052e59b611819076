#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "swell/hydro/coefficients.h"
#include "way_to_body.h"

namespace swell::hydro {
namespace {

/// Up to four headings with weights that sum to one.
struct HeadingWeights {
  std::array<std::size_t, 4> index{};
  std::array<double, 4> weight{};
  std::size_t count = 0;
};

}  // namespace

struct ExcitationCoefficients::Tables {
  Tables(const HydroBodyRef& of, double gravity) : way(of, gravity), data(of.data), dof(of->dof) {}

  WayToBody way;
  std::shared_ptr<const HydroData> data;
  int dof = 0;
  Interpolation rule = Interpolation::spline;
  double scale = 1.0;
  std::vector<double> omega, heading;  // [rad/s], [rad]
  bool all_round = false;

  /// One real quantity: samples[heading][dof][frequency] and their splines.
  struct Table {
    std::vector<std::vector<std::vector<double>>> samples;
    std::vector<std::vector<CubicSpline>> splines;
  };
  Table re, im;
  std::array<Table, 3> drift;

  /// @param pick  the real number of a value, its heading and frequency
  template <class Given, class Pick>
  Table table(const Given& given, Pick pick) const {
    Table out;
    if (given.empty()) return out;
    for (std::size_t d = 0; d < heading.size(); ++d) {
      out.samples.emplace_back();
      out.splines.emplace_back();
      for (Eigen::Index i = 0; i < dof; ++i) {
        std::vector<double> y;
        for (std::size_t k = 0; k < omega.size(); ++k) y.push_back(scale * pick(given[d][k](i), d, k));
        if (omega.size() > 1) out.splines.back().emplace_back(omega, y);
        out.samples.back().push_back(std::move(y));
      }
    }
    return out;
  }

  double over_omega(const Table& t, std::size_t d, std::size_t i, double w) const {
    const std::vector<double>& y = t.samples[d][i];
    if (omega.size() == 1) return y.front();
    const double at = std::clamp(w, omega.front(), omega.back());
    const bool linear = rule == Interpolation::linear || (rule == Interpolation::wec_sim && heading.size() > 1);
    return linear ? linear_interpolation(omega, y, at) : t.splines[d][i](at);
  }

  /// Away from the data's origin the phase turns faster, over headings and frequencies, than the rest: it is left out
  /// of what is interpolated.
  bool about_place() const { return rule != Interpolation::wec_sim && !way.none(); }

  HeadingWeights weights(double direction) const;
};

HeadingWeights ExcitationCoefficients::Tables::weights(double direction) const {
  constexpr double kSlack = 1e-9;
  const double turn = 2.0 * kPi;
  double at = direction;
  if (std::abs(at - heading.front()) > 100.0 * turn)  // one by one would not end
    at = heading.front() + std::fmod(at - heading.front(), turn);
  while (at < heading.front() - kSlack) at += turn;
  while (at > heading.front() + turn - kSlack) at -= turn;
  HeadingWeights out;
  const std::size_t n = heading.size();
  for (std::size_t d = 0; d < n; ++d) {
    if (std::abs(at - heading[d]) <= kSlack || std::abs(at - turn - heading[d]) <= kSlack) {
      out.index[0] = d;
      out.weight[0] = 1.0;
      out.count = 1;
      return out;
    }
  }
  if (!all_round && at > heading.back()) {
    check_direction(*data, direction, {data->file, 0, 0, {}});
  }
  // Where headings go all round, the list continues beyond its ends by whole turns.
  const auto place = [&](long d) {
    const long size = static_cast<long>(n);
    const long laps = d >= 0 ? d / size : -((-d + size - 1) / size);
    const auto i = static_cast<std::size_t>(d - laps * size);
    return std::pair{i, heading[i] + static_cast<double>(laps) * turn};
  };
  long left = 0;
  const long last = static_cast<long>(n) - (all_round ? 1 : 2);
  while (left < last && place(left + 1).second <= at) ++left;
  const bool cubic = rule == Interpolation::spline && n >= 4;
  long first = cubic ? left - 1 : left;
  const long used = cubic ? 4 : 2;
  if (!all_round) first = std::clamp(first, 0L, static_cast<long>(n) - used);
  out.count = static_cast<std::size_t>(used);
  for (long a = 0; a < used; ++a) {
    const auto [index, x] = place(first + a);
    double weight = 1.0;
    for (long b = 0; b < used; ++b) {
      if (b != a) weight *= (at - place(first + b).second) / (x - place(first + b).second);
    }
    out.index[static_cast<std::size_t>(a)] = index;
    out.weight[static_cast<std::size_t>(a)] = weight;
  }
  return out;
}

Headings headings_of(const HydroData& data) {
  Headings out;
  std::vector<double>& heading = out.heading;
  for (const double degrees : data.direction) heading.push_back(degrees * kDegree);
  if (heading.size() < 3) return out;
  const double span = heading.back() - heading.front();
  if (span > 2.0 * kPi - 1e-6) {  // the first heading stands again at the end
    heading.pop_back();
    out.all_round = true;
    return out;
  }
  double widest = 0.0;
  for (std::size_t d = 1; d < heading.size(); ++d) widest = std::max(widest, heading[d] - heading[d - 1]);
  out.all_round = 2.0 * kPi - span <= widest * (1.0 + 1e-6);
  return out;
}

void check_direction(const HydroData& data, double direction, const Origin& origin) {
  const Headings headings = headings_of(data);
  if (headings.all_round || headings.heading.empty()) return;
  constexpr double kSlack = 1e-9;
  const double first = headings.heading.front(), last = headings.heading.back();
  const double at = direction + 2.0 * kPi * std::ceil((first - kSlack - direction) / (2.0 * kPi));
  if (at <= last + kSlack) return;
  throw InputError(Diagnostic{Severity::error, origin,
                              fmt::format("wave direction {:.6g} degrees is outside the headings {:.6g} to {:.6g} "
                                          "degrees of {}",
                                          direction / kDegree, first / kDegree, last / kDegree, data.file),
                              fmt::format("{}", direction / kDegree),
                              fmt::format("{} to {}", first / kDegree, last / kDegree),
                              "choose a direction within them or run the BEM code with more"});
}

ExcitationCoefficients::ExcitationCoefficients(const HydroBodyRef& body, double density, double gravity,
                                               Interpolation rule) {
  if (body->excitation.empty()) {
    body.lacks("excitation",
               "take the BEM run with its wave forces (excitation/re and im in an H5), or the case without waves");
  }
  Tables tables(body, gravity);
  tables.rule = rule;
  tables.scale = density * gravity;
  tables.omega = body.data->omega;
  Headings headings = headings_of(*body.data);
  tables.heading = std::move(headings.heading);
  tables.all_round = headings.all_round;
  const auto& X = body->excitation;
  const auto drift = std::array{body->mean_drift_control_surface, body->mean_drift_momentum, body->mean_drift_pressure};
  const auto real = [](double x, std::size_t, std::size_t) { return x; };
  std::vector<double> wavenumber;
  for (const double omega : tables.omega)
    wavenumber.push_back(tables.about_place() ? tables.way.wavenumber(omega) : 0.0);
  const auto here = [&](const std::complex<double>& z, std::size_t d, std::size_t k) {
    return tables.about_place() ? z * std::polar(1.0, tables.way.lag(wavenumber[k], tables.heading[d])) : z;
  };
  tables.re = tables.table(X, [&](const auto& z, std::size_t d, std::size_t k) { return here(z, d, k).real(); });
  tables.im = tables.table(X, [&](const auto& z, std::size_t d, std::size_t k) { return here(z, d, k).imag(); });
  for (std::size_t s = 0; s < 3; ++s) tables.drift[s] = tables.table(drift[s], real);
  tables_ = std::make_shared<const Tables>(std::move(tables));
}

Eigen::VectorXcd ExcitationCoefficients::at(double omega, double direction, std::optional<double> wavenumber) const {
  const HeadingWeights w = tables_->weights(direction);
  Eigen::VectorXcd X = Eigen::VectorXcd::Zero(tables_->dof);
  for (std::size_t a = 0; a < w.count; ++a) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(tables_->dof); ++i) {
      X(static_cast<Eigen::Index>(i)) +=
          w.weight[a] * std::complex<double>(tables_->over_omega(tables_->re, w.index[a], i, omega),
                                             tables_->over_omega(tables_->im, w.index[a], i, omega));
    }
  }
  if (!tables_->about_place()) return X;
  const WayToBody& way = tables_->way;
  return X * std::polar(1.0, -way.lag(wavenumber ? *wavenumber : way.wavenumber(omega), direction));
}

VectorX ExcitationCoefficients::mean_drift(MeanDrift source, double omega, double direction) const {
  SWELL_EXPECT(source != MeanDrift::none);
  const auto& table = tables_->drift[static_cast<std::size_t>(source) - 1];
  VectorX F = VectorX::Zero(tables_->dof);
  if (table.samples.empty()) return F;
  const HeadingWeights w = tables_->weights(direction);
  for (std::size_t a = 0; a < w.count; ++a) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(tables_->dof); ++i) {
      F(static_cast<Eigen::Index>(i)) += w.weight[a] * tables_->over_omega(table, w.index[a], i, omega);
    }
  }
  return F;
}

const std::vector<double>& ExcitationCoefficients::headings() const { return tables_->heading; }
bool ExcitationCoefficients::all_round() const { return tables_->all_round; }
int ExcitationCoefficients::dof() const { return tables_->dof; }

}  // namespace swell::hydro
