#include "swell/hydro/excitation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "radiation_kernels.h"
#include "wave_phases.h"

namespace swell::hydro {
namespace {

constexpr Eigen::Index kChunk = 64;  // components whose sines stand on the stack together

}  // namespace

LinearExcitation::LinearExcitation(const std::vector<HydroBodyRef>& bodies, const waves::SeaState& sea,
                                   const ExcitationOptions& options)
    : ramp_{sea.ramp_duration()} {
  const waves::WaveComponents& c = sea.components();
  const Eigen::Index n = c.size();
  for (const HydroBodyRef& body : bodies) rows_ += body->dof;
  omega_ = c.omega;
  kx_ = c.wavenumber * c.direction.cos();
  ky_ = c.wavenumber * c.direction.sin();

  RowMatrixX re = RowMatrixX::Zero(rows_, n);
  RowMatrixX im = RowMatrixX::Zero(rows_, n);
  VectorX drift = VectorX::Zero(rows_);
  int row = 0;
  for (const HydroBodyRef& body : bodies) {
    if (n > 0) {
      const ExcitationCoefficients coefficients =
          options.coefficients ? options.coefficients(body)
                               : ExcitationCoefficients(body, sea.density(), sea.gravity(), options.interpolation);
      for (Eigen::Index i = 0; i < n; ++i) {
        const waves::WaveSystem& system = sea.systems()[static_cast<std::size_t>(c.system(i))];
        Eigen::Index source = i;
        if (options.coefficients_of_first_sea && c.system(i) > 0) {
          const waves::WaveSystem& first = sea.systems().front();
          if (first.count > 0) source = first.first + std::min(i - system.first, first.count - 1);
        }
        if (system.record && c.omega(i) > body.data->omega.back()) continue;
        const Eigen::VectorXcd X = coefficients.at(c.omega(source), c.direction(source), c.wavenumber(source)) *
                                   std::polar(c.amplitude(i), c.phase(i));
        re.block(row, i, body->dof, 1) = X.real();
        im.block(row, i, body->dof, 1) = X.imag();
        if (options.mean_drift != MeanDrift::none) {
          drift.segment(row, body->dof) +=
              c.amplitude(i) * c.amplitude(i) *
              coefficients.mean_drift(options.mean_drift, c.omega(source), c.direction(source));
        }
      }
    }
    row += body->dof;
  }

  row = 0;
  for (const HydroBodyRef& body : bodies) {
    first_active_.push_back(active_.size());
    for (int i = 0; i < body->dof; ++i, ++row) {
      const bool any = (re.row(row).array() != 0.0).any() || (im.row(row).array() != 0.0).any() || drift(row) != 0.0;
      if (any) active_.push_back(row);
    }
  }
  first_active_.push_back(active_.size());
  const auto used = static_cast<Eigen::Index>(active_.size());
  re_.resize(used, n);
  im_.resize(used, n);
  drift_.resize(used);
  for (Eigen::Index a = 0; a < used; ++a) {
    re_.row(a) = re.row(active_[static_cast<std::size_t>(a)]);
    im_.row(a) = im.row(active_[static_cast<std::size_t>(a)]);
    drift_(a) = drift(active_[static_cast<std::size_t>(a)]);
  }
}

Eigen::VectorXcd LinearExcitation::amplitudes(Eigen::Index component) const {
  Eigen::VectorXcd force = Eigen::VectorXcd::Zero(rows_);
  for (std::size_t a = 0; a < active_.size(); ++a) {
    const auto row = static_cast<Eigen::Index>(a);
    force[active_[a]] = {re_(row, component), im_(row, component)};
  }
  return force;
}

/// Adds the active rows [first, last) at time t to out, ramp not applied; `offset` (x, y) or null.
void LinearExcitation::accumulate(double t, const double* offset, std::size_t first, std::size_t last,
                                  double* out) const {
  // Written before they are read, and clearing them would cost in the time loop.
  std::array<double, kChunk> cosine, sine;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (Eigen::Index at = 0; at < omega_.size(); at += kChunk) {
    const Eigen::Index n = std::min(kChunk, omega_.size() - at);
    const double x = offset != nullptr ? offset[0] : 0.0, y = offset != nullptr ? offset[1] : 0.0;
    turn_phases(static_cast<int>(n), omega_.data() + at, kx_.data() + at, ky_.data() + at, t, x, y, cosine.data(),
                sine.data());
    constexpr std::size_t kRows = 8;
    for (std::size_t from = first; from < last; from += kRows) {
      const std::size_t rows = std::min(kRows, last - from);
      std::array<double, kRows> sums{};
      const Eigen::Index entry = static_cast<Eigen::Index>(from) * omega_.size() + at;
      add_phasors(static_cast<int>(rows), static_cast<int>(n), re_.data() + entry, im_.data() + entry,
                  static_cast<int>(omega_.size()), cosine.data(), sine.data(), sums.data());
      for (std::size_t a = 0; a < rows; ++a) out[active_[from + a]] += sums[a];
    }
  }
}

void LinearExcitation::evaluate(double t, double* out) const {
  std::fill_n(out, rows_, 0.0);
  for (std::size_t a = 0; a < active_.size(); ++a) out[active_[a]] = drift_(static_cast<Eigen::Index>(a));
  accumulate(t, nullptr, 0, active_.size(), out);
  const double R = ramp_(t);
  for (const int row : active_) out[row] *= R;
}

void LinearExcitation::evaluate_displaced(double t, const double* offsets, double* out) const {
  std::fill_n(out, rows_, 0.0);
  for (std::size_t a = 0; a < active_.size(); ++a) out[active_[a]] = drift_(static_cast<Eigen::Index>(a));
  for (std::size_t b = 0; b + 1 < first_active_.size(); ++b) {
    if (first_active_[b] < first_active_[b + 1]) {
      accumulate(t, offsets + 2 * b, first_active_[b], first_active_[b + 1], out);
    }
  }
  const double R = ramp_(t);
  for (const int row : active_) out[row] *= R;
}

RecordExcitation::RecordExcitation(const std::vector<HydroBodyRef>& bodies, const waves::ElevationRecord& record,
                                   double density, double gravity, waves::Ramp ramp, double start, double step,
                                   std::size_t count, bool ramp_elevation)
    : ramp_(ramp), start_(start), step_(step) {
  SWELL_EXPECT(step > 0.0 && count >= 1);
  VectorX elevation(static_cast<Eigen::Index>(count));
  for (Eigen::Index n = 0; n < elevation.size(); ++n) {
    const double t = start + static_cast<double>(n) * step;
    elevation(n) = record.at(t) * (ramp_elevation ? ramp(t) : 1.0);
  }
  int rows = 0;
  for (const HydroBodyRef& body : bodies) rows += body->dof;
  force_ = RowMatrixX::Zero(elevation.size(), rows);
  int row = 0;
  for (const HydroBodyRef& body : bodies) {
    if (body->excitation_irf.empty())
      body.lacks("excitation impulse response",
                 "add it with `bemio`; of placed data (hydro_data.position) take waves.method: components");
    std::size_t heading = body.data->direction.size();
    for (std::size_t d = 0; d < body.data->direction.size(); ++d) {
      if (std::abs(std::remainder(body.data->direction[d] * kDegree - record.direction, 2.0 * kPi)) < 1e-6) heading = d;
    }
    if (heading == body.data->direction.size()) {
      body.lacks(fmt::format("heading of {} degrees, that of the imported elevation", record.direction / kDegree),
                 "choose one of the file's headings or the route by components");
    }
    const std::vector<double>& t = body->excitation_irf_time;
    const auto samples = static_cast<Eigen::Index>(std::floor((t.back() - t.front()) / step + 1e-9)) + 1;
    const Eigen::Index middle = samples / 2;  // MATLAB's conv(..., 'same')
    std::vector<double> f(t.size());
    for (int i = 0; i < body->dof; ++i, ++row) {
      for (std::size_t k = 0; k < t.size(); ++k) f[k] = density * gravity * body->excitation_irf[heading][k](i);
      VectorX kernel(samples);
      for (Eigen::Index m = 0; m < samples; ++m) {
        kernel(m) = linear_interpolation(t, f, t.front() + static_cast<double>(m) * step);
      }
      if ((kernel.array() == 0.0).all()) continue;
      kernel.reverseInPlace();
      for (Eigen::Index n = 0; n < elevation.size(); ++n) {
        // sum_m eta(n + middle - m) f(m); reversed, kernel index of eta(p) is samples - 1 - (n + middle - p).
        const Eigen::Index first = std::max<Eigen::Index>(0, n + middle - (samples - 1));
        const Eigen::Index last = std::min<Eigen::Index>(elevation.size() - 1, n + middle);
        if (first > last) continue;
        force_(n, row) = step * elevation.segment(first, last - first + 1)
                                    .dot(kernel.segment(samples - 1 - (n + middle) + first, last - first + 1));
      }
    }
  }
}

void RecordExcitation::evaluate(double t, double* out) const {
  const double x = std::clamp((t - start_) / step_, 0.0, static_cast<double>(force_.rows() - 1));
  const auto n = std::min(static_cast<Eigen::Index>(x), std::max<Eigen::Index>(force_.rows() - 2, 0));
  const Eigen::Index next = std::min(n + 1, force_.rows() - 1);
  const double share = x - static_cast<double>(n);
  const double R = ramp_(t);
  for (Eigen::Index i = 0; i < force_.cols(); ++i) {
    out[i] = R * ((1.0 - share) * force_(n, i) + share * force_(next, i));
  }
}

}  // namespace swell::hydro
