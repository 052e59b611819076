// The seas.
#include <cmath>

#include "swell/model/describe.h"
#include "swell/waves/spectrum.h"
#include "words.h"

namespace swell::model {
namespace {

void describe_random(Visitor& v, RandomPhases& random) {
  v.leaf({"seed", "", "seed of the random phases; a sea that names none takes its place in the list",
          between(1.0, 4294967295.0)},
         {{Shape::Kind::integer, {}, 0, false, true},
          [&random] { return random.seed ? Parameter::of(static_cast<double>(*random.seed)) : Parameter(); },
          [&random](const Parameter& p) { random.seed = static_cast<std::uint64_t>(p.number); },
          &random.seed});
  v.choice({"random_stream", "", "generator of the phases: WEC-Sim 7's, or that of version 6 and older"}, random.stream,
           kWords<RandomStream>);
}

void describe_spread(Visitor& v, std::vector<double>& direction, Spreading& spread) {
  v.numbers({"direction", "deg", "travel direction or directions, 0 = towards +x", between(-360.0, 360.0)}, direction,
            0, true, kDegree);
  v.either({"spread", "", "share of the energy in each direction, or a spreading function", between(0.0, 1.0)},
           {{Shape::Kind::numbers, {}, 0, true, true},
            [&spread] {
              const auto* shares = std::get_if<std::vector<double>>(&spread);
              return shares != nullptr && !shares->empty() ? Parameter::list(*shares) : Parameter();
            },
            [&spread](const Parameter& p) {
              std::vector<double> shares;
              if (p.kind == Parameter::Kind::number) shares.push_back(p.number);
              for (const Parameter& item : p.items) shares.push_back(item.number);
              spread = shares;
            },
            &spread},
           {[&spread] { return std::holds_alternative<SpreadingFunction>(spread); },
            [&spread] { spread.emplace<SpreadingFunction>(); },
            [&spread](Visitor& inner) { describe(inner, std::get<SpreadingFunction>(spread)); }});
}

/// A quantity that may be given as itself or through another key: value = factor * other, or factor / other.
void describe_other(Visitor& v, const Key& key, double& value, double factor, bool inverse) {
  v.leaf(key,
         {{Shape::Kind::number, {}, 0, false, true},
          [] { return Parameter(); },
          [&value, factor, inverse](const Parameter& p) { value = inverse ? factor / p.number : factor * p.number; }});
}

void describe_still(Visitor& v, StillWater& w) {
  v.source(w.source);
  v.number({"period", "s", "period at which constant radiation coefficients are taken", above(0.0)}, w.period);
}

void describe_regular(Visitor& v, RegularWave& w) {
  v.source(w.source);
  v.number({"height", "m", "crest to trough; 0 is still water", at_least(0.0)}, w.height);
  describe_other(v, {"amplitude", "m", "half the height, instead of it", at_least(0.0)}, w.height, 2.0, false);
  v.exclusive({"height", "amplitude"}, true);
  v.number({"period", "s", "wave period", above(0.0)}, w.period);
  describe_other(v, {"frequency", "rad/s", "angular frequency, instead of the period", above(0.0)}, w.period, 2.0 * kPi,
                 true);
  v.exclusive({"period", "frequency"}, true);
  v.number({"direction", "deg", "travel direction, 0 = towards +x", between(-360.0, 360.0)}, w.direction, kDegree);
  v.number({"phase", "deg", "lead of the elevation at the origin", between(-360.0, 360.0)}, w.phase, kDegree);
}

/// Energy period m-1/m0 (in Hz) over peak period of a sea with these parameters. f^-5 exp(-5/4 (fp/f)^4) has
/// m-1/m0 = (5/4)^(-1/4) Gamma(5/4) / fp; the peak factor of JONSWAP has no closed form. The range holds all of m0 but
/// 1e-7.
double energy_over_peak(const IrregularWave& w, double peak_period) {
  switch (w.spectrum) {  // no default: a new shape stands here, and its ratio within peak_of_energy's bracket
    case SpectrumShape::pierson_moskowitz:
    case SpectrumShape::bretschneider:
      return std::pow(1.25, -0.25) * std::tgamma(1.25);
    case SpectrumShape::jonswap:
      break;
  }
  const auto* given = std::get_if<double>(&w.gamma);
  const waves::Spectrum spectrum = waves::ParametricSpectrum(
      w.spectrum, w.significant_height, peak_period, given != nullptr ? std::optional<double>(*given) : std::nullopt);
  const double peak = 2.0 * kPi / peak_period, low = 0.2 * peak, high = 60.0 * peak;
  return 2.0 * kPi * waves::moment(spectrum, -1, low, high) / waves::moment(spectrum, 0, low, high) / peak_period;
}

/// The peak period whose sea has this energy period; by bisection, since gamma: auto depends on the peak.
double peak_of_energy(const IrregularWave& w, double energy_period) {
  if (!(w.significant_height > 0.0)) return energy_period;  // still water, or refused for itself
  double low = energy_period, high = energy_period / 0.8;   // the ratio lies between 0.857 (gamma 1) and 1
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (middle * energy_over_peak(w, middle) < energy_period ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

void describe_irregular(Visitor& v, IrregularWave& w) {
  v.source(w.source);
  v.choice({"spectrum", "", "shape of the spectrum"}, w.spectrum,
           Visitor::Words<SpectrumShape>{{"pierson-moskowitz", SpectrumShape::pierson_moskowitz},
                                         {"bretschneider", SpectrumShape::bretschneider},
                                         {"jonswap", SpectrumShape::jonswap}});
  v.number({"significant_height", "m", "4 sqrt(m0); 0 is still water", at_least(0.0), required}, w.significant_height);
  v.number({"peak_period", "s", "period of the spectrum's peak", above(0.0)}, w.peak_period);
  v.number_or(
      {"gamma", "", "peak enhancement of jonswap, 3.3 unless given; auto: from peak_period and significant_height",
       at_least(1.0)},
      w.gamma, "auto");
  v.leaf({"energy_period", "s", "m-1/m0 of the whole spectrum, instead of the peak's period", above(0.0)},
         {{Shape::Kind::number, {}, 0, false, true},
          [] { return Parameter(); },
          [&w](const Parameter& p) { w.peak_period = peak_of_energy(w, p.number); }});
  v.exclusive({"peak_period", "energy_period"}, true);
  describe_spread(v, w.direction, w.spread);
  describe_random(v, w.random);
  v.numbers(
      {"phases", "deg", "phases of the components instead of random ones; with several directions these run fastest"},
      w.phases, 0, false, kDegree);
  v.exclusive({"seed", "phases"}, false);
  v.structure({"bins", "", "how the spectrum is cut into components"}, w.bins);
}

void describe_spectrum(Visitor& v, ImportedSpectrum& w) {
  v.source(w.source);
  v.file({"file",
          "",
          "columns (text, .xlsx or .mat): frequency [Hz], density [m^2/Hz], optional phase [rad]",
          {},
          required},
         w.file);
  describe_spread(v, w.direction, w.spread);
  describe_random(v, w.random);
}

void describe_directional(Visitor& v, DirectionalSpectrum& w) {
  v.source(w.source);
  v.file({"file",
          "",
          "first row: a corner value and directions [deg]; then frequency [Hz] and density [m^2/(Hz rad)]",
          {},
          required},
         w.file);
  describe_random(v, w.random);
}

void describe_elevation(Visitor& v, ImportedElevation& w) {
  v.source(w.source);
  v.file({"file", "", "columns (text, .xlsx or .mat): time [s], elevation at the origin [m]", {}, required}, w.file);
  v.number({"direction", "deg", "travel direction, 0 = towards +x", between(-360.0, 360.0)}, w.direction, kDegree);
  v.choice({"method", "",
            "Fourier components of the record (those above the hydro data stay in the elevation and make no "
            "excitation), or convolution with the excitation kernel"},
           w.method,
           Visitor::Words<ElevationRoute>{{"components", ElevationRoute::components},
                                          {"excitation-kernel", ElevationRoute::excitation_kernel}});
}

template <class W>
Alternative alternative(const char* word, const char* help, Wave& wave, void (*describe_one)(Visitor&, W&)) {
  return {word, help, [&wave] { wave.emplace<W>(); },
          [&wave, describe_one](Visitor& v) { describe_one(v, std::get<W>(wave)); }};
}

}  // namespace

void describe(Visitor& v, Bins& b) {
  v.source(b.source);
  v.choice({"method", "", "bins that conserve m0, or WEC-Sim's equal-energy or equally spaced ones"}, b.method,
           kWords<BinMethod>);
  v.integer({"count", "", "number of components; absent: 500, for traditional 1000", between(1.0, 1.0e6)}, b.count);
  v.leaf({"range", "rad/s", "least and greatest angular frequency; absent: those of the hydro data", above(0.0)},
         {{Shape::Kind::numbers, {}, 2, false, true},
          [&b] {
            return b.range ? Parameter::list({(*b.range)[0], (*b.range)[1]}) : Parameter();
          },
          [&b](const Parameter& p) {
            b.range = {{p.items[0].number, p.items[1].number}};
          },
          &b.range});
}

void describe(Visitor& v, SpreadingFunction& s) {
  v.source(s.source);
  static const Visitor::Words<SpreadingShape> kTypes = {{"cos-2s", SpreadingShape::cos_2s},
                                                        {"cos-n", SpreadingShape::cos_n},
                                                        {"wrapped-normal", SpreadingShape::wrapped_normal}};
  v.choice({"type", "", "spreading function", {}, required}, s.shape, kTypes);
  const Bounds exponent{0.0, 1.0e6, true, false};  // a tenth of a degree, as of wrapped-normal
  v.number({"s", "", "exponent of cos^2s((theta - theta0)/2), of cos-2s", exponent}, s.s);
  v.number({"n", "", "exponent of cos^n(theta - theta0) within 90 degrees, of cos-n", exponent}, s.n);
  v.number({"deviation", "deg", "standard deviation of wrapped-normal", between(0.1, 180.0)}, s.deviation, kDegree);
  v.integer({"count", "", "number of directions", between(1.0, 3600.0)}, s.count);
  v.number({"width", "deg", "sector that the directions cover; absent: all round, in shares of equal energy",
            between(0.0, 360.0)},
           s.width, kDegree);
  v.numbers({"directions", "deg", "the directions themselves, instead of count and width", between(-360.0, 360.0)},
            s.directions, 0, false, kDegree);
  v.exclusive({"count", "directions"}, false);
  v.exclusive({"width", "directions"}, false);
}

void describe(Visitor& v, Wave& wave) {
  v.tagged({"type", "", "kind of sea", {}, required},
           {alternative<StillWater>("none", "still water", wave, describe_still),
            alternative<RegularWave>("regular", "one component", wave, describe_regular),
            alternative<IrregularWave>("irregular", "a spectrum with random phases", wave, describe_irregular),
            alternative<ImportedSpectrum>("imported-spectrum", "a spectrum from a file", wave, describe_spectrum),
            alternative<DirectionalSpectrum>("directional-spectrum", "a directional spectrum from a file", wave,
                                             describe_directional),
            alternative<ImportedElevation>("imported-elevation", "a measured elevation from a file", wave,
                                           describe_elevation)},
           wave.index());
}

}  // namespace swell::model
