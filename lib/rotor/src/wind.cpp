#include "swell/rotor/wind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>

#include "swell/base/gauss_legendre.h"
#include "swell/base/regular_file.h"
#include "swell/waves/random.h"

namespace swell::rotor {

double Gust::at(double time) const {
  const double t = (time - start) / duration;
  if (t <= 0.0 || t >= 1.0) return 0.0;
  return -0.37 * amplitude * std::sin(3.0 * kPi * t) * (1.0 - std::cos(2.0 * kPi * t));
}

double Turbulence::spectrum(double frequency) const {
  const double time = length() / speed;
  return 4.0 * deviation * deviation * time / std::pow(1.0 + 6.0 * frequency * time, 5.0 / 3.0);
}

double Turbulence::variance_below(double frequency) const {
  return deviation * deviation * (1.0 - std::pow(1.0 + 6.0 * frequency * length() / speed, -2.0 / 3.0));
}

double Turbulence::coherence(double frequency, double distance) const {
  return std::exp(-12.0 * std::hypot(frequency * distance / speed, 0.12 * distance / length()));
}

double Turbulence::disc_share(double frequency, double radius) const {
  if (radius <= 0.0) return 1.0;
  // d = 2 R q^3 concentrates points at small distances, the only ones coherent at high frequencies.
  static const GaussRule rule = gauss_legendre(48);
  double sum = 0.0;
  for (std::size_t i = 0; i < rule.x.size(); ++i) {
    const double q = 0.5 * (1.0 + rule.x[i]), d = 2.0 * q * q * q;  // in units of the radius
    const double half = 0.5 * d;
    const double density = 4.0 * d / kPi * std::acos(half) - 2.0 * d * d / kPi * std::sqrt(1.0 - half * half);
    sum += 0.5 * rule.w[i] * 6.0 * q * q * density * coherence(frequency, d * radius);
  }
  return sum;
}

double Series::at(double time) const {
  const std::size_t n = values.size();
  if (n == 0) return 0.0;
  double place = time / step;
  if (repeats) {
    place -= std::floor(place / static_cast<double>(n)) * static_cast<double>(n);
    const std::size_t i = std::min(static_cast<std::size_t>(place), n - 1);
    return values[i] + (place - static_cast<double>(i)) * (values[(i + 1) % n] - values[i]);
  }
  place = std::clamp(place, 0.0, static_cast<double>(n - 1));
  const std::size_t i = std::min(static_cast<std::size_t>(place), n >= 2 ? n - 2 : 0);
  return n < 2 ? values[0] : values[i] + (place - static_cast<double>(i)) * (values[i + 1] - values[i]);
}

namespace {
using Complex = std::complex<double>;

/// Computes out[k] = sum over j of in[j stride] exp(2 pi i j k / n) by the prime factors of n: equal on every machine.
/// @param roots  exp(2 pi i k / N) for k < N = n stride
void sum_harmonics(const Complex* in, std::size_t stride, std::size_t n, Complex* out,
                   const std::vector<Complex>& roots) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  std::size_t factor = 2;
  while (factor * factor <= n && n % factor != 0) ++factor;
  if (n % factor != 0) factor = n;
  const std::size_t length = n / factor;
  for (std::size_t q = 0; q < factor; ++q)
    sum_harmonics(in + q * stride, stride * factor, length, out + q * length, roots);
  std::vector<Complex> parts(factor);
  for (std::size_t k = 0; k < length; ++k) {
    for (std::size_t q = 0; q < factor; ++q) parts[q] = out[q * length + k];
    for (std::size_t r = 0; r < factor; ++r) {
      double real = 0.0, imaginary = 0.0;
      for (std::size_t q = 0; q < factor; ++q) {
        const Complex& root = roots[q * (k + r * length) % n * stride];
        real += parts[q].real() * root.real() - parts[q].imag() * root.imag();
        imaginary += parts[q].real() * root.imag() + parts[q].imag() * root.real();
      }
      out[k + r * length] = {real, imaginary};
    }
  }
}
}  // namespace

Series turbulent_series(const Turbulence& turbulence, double radius, double period, std::uint32_t seed) {
  constexpr double kHighest = 1.0, kStep = 0.1;  // [Hz], [s]: ten samples of the shortest harmonic
  Series series;
  const auto count = static_cast<std::size_t>(std::ceil(period / kStep));
  series.step = period / static_cast<double>(count);
  series.repeats = true;
  const auto harmonics = static_cast<std::size_t>(std::floor(kHighest * period));
  const std::vector<double> phases = waves::uniform_numbers(waves::RandomStream::threefry, seed, harmonics);
  std::vector<Complex> phasors(count), sums(count), roots(count);
  for (std::size_t k = 0; k < harmonics; ++k) {
    const double width = 1.0 / period, f = static_cast<double>(k + 1) * width;
    // Integral of the spectrum over the band: at the lowest frequencies it is steep.
    const double band =
        turbulence.variance_below(f + 0.5 * width) - turbulence.variance_below(k == 0 ? 0.0 : f - 0.5 * width);
    const double amplitude = std::sqrt(2.0 * band * turbulence.disc_share(f, radius));
    phasors[k + 1] = std::polar(amplitude, 2.0 * kPi * phases[k]);
  }
  for (std::size_t k = 0; k < count; ++k)
    roots[k] = std::polar(1.0, 2.0 * kPi * static_cast<double>(k) / static_cast<double>(count));
  sum_harmonics(phasors.data(), 1, count, sums.data(), roots);
  for (const Complex& sum : sums) series.values.push_back(sum.real());
  return series;
}

FieldAverage read_turbsim(const std::filesystem::path& file, double height, double radius, const Origin& asked_by) {
  require_regular_file(file, asked_by);
  std::ifstream in(file, std::ios::binary);
  const auto damaged = [&](const char* what) {
    throw InputError(asked_by, fmt::format("{}: {}", file.string(), what), "TurbSim writes .bts with WrADFF: true");
  };
  if (!in) damaged("cannot be read");
  const auto take = [&](auto& value) {
    if (!in.read(reinterpret_cast<char*>(&value), sizeof value)) damaged("the file ends early");
  };
  std::int16_t id = 0;
  std::int32_t nz = 0, ny = 0, tower = 0, nt = 0, comment = 0;
  const auto real = [&] {
    float value = 0.0F;
    take(value);
    return static_cast<double>(value);
  };
  take(id);
  if (id != 7 && id != 8) damaged("is not a full-field file of TurbSim");
  for (std::int32_t* n : {&nz, &ny, &tower, &nt}) take(*n);
  const double dz = real(), dy = real(), dt = real();
  (void)real();  // mean speed and height of the hub in the file
  (void)real();
  const double bottom = real(), slope = real(), offset = real();
  for (int i = 0; i < 4; ++i) (void)real();  // scales of the other components
  take(comment);
  constexpr std::int32_t kMost = 4000;
  const bool sizes = nz > 0 && ny > 0 && tower >= 0 && nt > 1 && nz < kMost && ny < kMost && tower < kMost;
  if (!sizes || !(dt > 0.0) || slope == 0.0 || comment < 0 || comment > kMost) damaged("its head makes no sense");
  in.seekg(comment, std::ios::cur);
  std::vector<std::size_t> within;
  for (std::int32_t iz = 0; iz < nz; ++iz) {
    for (std::int32_t iy = 0; iy < ny; ++iy) {
      const double z = bottom + iz * dz - height, y = (iy - 0.5 * (ny - 1)) * dy;
      if (std::hypot(y, z) <= radius) within.push_back(3U * static_cast<std::size_t>(iz * ny + iy));
    }
  }
  if (within.empty()) damaged("has no point within the rotor");
  FieldAverage field;
  field.fluctuation.step = dt;
  field.fluctuation.repeats = id == 8;
  field.end = (nt - 1) * dt;
  std::vector<std::int16_t> row(
      3U * (static_cast<std::size_t>(nz) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(tower)));
  for (std::int32_t it = 0; it < nt; ++it) {
    if (!in.read(reinterpret_cast<char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof(std::int16_t))))
      damaged("the file ends early");
    double sum = 0.0;
    for (const std::size_t at : within) sum += (static_cast<double>(row[at]) - offset) / slope;
    field.fluctuation.values.push_back(sum / static_cast<double>(within.size()));
    field.mean += field.fluctuation.values.back() / nt;
  }
  for (double& value : field.fluctuation.values) value -= field.mean;
  return field;
}

double Wind::mean(double z) const {
  if (shear == 0.0) return speed;
  return z > 0.0 ? speed * std::pow(z / height, shear) : 0.0;
}

double Wind::fluctuation(double time) const { return series.at(time) + (gust ? gust->at(time) : 0.0); }

double Wind::at(double time, const Vector3& point) const {
  const double delay = speed > 0.0 ? direction.dot(point) / speed : 0.0;
  return mean(point.z()) + fluctuation(time - delay);
}

}  // namespace swell::rotor
