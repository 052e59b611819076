#include "nemoh_twice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text_file.h"

namespace swell::bemio {
namespace {

constexpr double kTold = 1e-3, kRefused = 0.01, kSixDigits = 1e-6;

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

// The density of another water that the same body and gravity would need; nothing where it is none's.
std::optional<double> other_water(double density, double ratio) {
  for (const double known :
       {1000.0, 998.0, 999.0, 1020.0, 1023.0, 1024.0, 1025.0, 1026.0, 1027.0, 1028.0, 1030.0, 1.0}) {
    if (near(ratio * density, known, 2e-4) && !near(density, known, 2e-4)) return known;
  }
  return std::nullopt;
}

// CM.dat, CA.dat or Fe.dat as the numbers that it holds, however its rows are broken.
struct Numbers {
  struct Value {
    long line = 0;
    std::string_view field;
    std::optional<double> number;  // none where it overflowed
  };
  TextFile file;
  std::vector<Value> values;  // per frequency: the frequency, then motions x forces; in Fe.dat moduli, then phases
  std::string odd;            // the first field that is neither a number nor stars
};

void load_numbers(const std::filesystem::path& path, Numbers& numbers) {
  load_text(path, numbers.file);
  std::vector<std::string_view> fields;
  for (std::size_t k = 0; k < numbers.file.lines.size(); ++k) {
    const std::string_view line = numbers.file.lines[k];
    if (k == 0 && line.find(':') != std::string_view::npos) continue;  // Nb de frequency : 420
    if (line.find('"') != std::string_view::npos) continue;            // VARIABLES="..., Zone t="...
    split_fields(line, fields);
    for (const std::string_view field : fields) {
      std::optional<double> number = parse_number(field);
      if (number && !std::isfinite(*number)) number.reset();
      if (!number && field.find_first_not_of('*') != std::string_view::npos && numbers.odd.empty())
        numbers.odd = fmt::format("line {} holds {}", k + 1, field.substr(0, 40));
      numbers.values.push_back({static_cast<long>(k), field, number});
    }
  }
}

// Which of rad/s, Hz and s makes the frequencies of every block of the file those of the tables; nothing when none
// does.
bool same_frequencies(const Numbers& numbers, const std::vector<double>& omega, std::size_t each) {
  for (int type = 1; type <= 3; ++type) {
    bool all = true;
    for (std::size_t at = 0; all && at * each < numbers.values.size(); ++at) {
      const Numbers::Value& value = numbers.values[at * each];
      const double w = omega[at % omega.size()];
      const double wanted = type == 1 ? w : type == 2 ? w / (2.0 * kPi) : 2.0 * kPi / w;
      all = value.number && std::abs(*value.number - wanted) <= 2.0 * last_place(value.field) + 1e-5 * wanted;
    }
    if (all) return true;
  }
  return false;
}

// Whether the file can be compared at all; if not, a note says why.
bool comparable(const Numbers& numbers, const std::string& name, const std::vector<double>& omega, std::size_t blocks,
                std::size_t each, const std::string& expected, std::vector<std::string>& notes) {
  if (!numbers.odd.empty()) {
    notes.push_back(fmt::format("{} not compared: {}, which is no number", name, numbers.odd));
    return false;
  }
  if (numbers.values.size() != blocks * omega.size() * each) {
    notes.push_back(fmt::format("{} not compared: it holds {} numbers, {} make {}", name, numbers.values.size(),
                                expected, blocks * omega.size() * each));
    return false;
  }
  if (same_frequencies(numbers, omega, each)) return true;
  notes.push_back(fmt::format("{} not compared: it has other frequencies", name));
  return false;
}

struct Mistake {
  long line = -1;
  std::string message;
};

[[noreturn]] void fail_twice(const std::filesystem::path& path, const Mistake& mistake, const char* ignore) {
  fail_input(shown(path), mistake.line, mistake.message,
             fmt::format("the two are of different runs, or one is damaged; run postProcessor again, or leave "
                         "this one out (--ignore {})",
                         ignore));
}

// Fe.dat gives phases [deg] as its version understands them: the same way round as the tables or the other, by quarters
// of a turn apart.
struct PhaseConvention {
  double sign = 1.0, offset = 0.0;
  double phase(double table) const { return std::remainder(sign * table + offset, 360.0); }
  double misfit(double degrees, double table) const { return std::remainder(degrees - phase(table), 360.0); }
};

}  // namespace

void check_nemoh_frequencies(const std::vector<double>& omega, const NemohRange& asked, const std::string& table,
                             std::vector<std::string>& notes) {
  const auto in_rad = [&](double value) {
    return asked.type == 1 ? value : asked.type == 2 ? 2.0 * kPi * value : 2.0 * kPi / value;
  };
  double low = in_rad(asked.first), high = in_rad(asked.last);
  if (low > high) std::swap(low, high);
  const auto [first, last] = std::minmax_element(omega.begin(), omega.end());
  if (!(low > 0.0) || !std::isfinite(high) || (near(*first, low, kTold) && near(*last, high, kTold))) return;
  const std::string message =
      fmt::format("the frequencies go from {:.6g} to {:.6g} rad/s, those of Nemoh.cal from {:.6g} to {:.6g} rad/s",
                  *first, *last, low, high);
  for (const double factor : {2.0 * kPi, 0.5 / kPi}) {
    if (near(*first, factor * low, kTold) && near(*last, factor * high, kTold))
      fail_input(table, 0, message + ", which is a factor of 2 pi",
                 "rad/s or Hz: correct the unit in the title of the tables, or Nemoh.cal");
  }
  notes.push_back(fmt::format("{}; the tables are used", message));
}

void check_nemoh_headings(const std::vector<double>& headings, const NemohRange& asked, const std::string& table) {
  constexpr double kThreeDecimals = 1.01e-3;
  const std::size_t n = headings.size();
  for (std::size_t d = 0; d < n; ++d) {
    const double step = n > 1 ? (asked.last - asked.first) / static_cast<double>(n - 1) : 0.0,
                 wanted = asked.first + step * static_cast<double>(d);
    if (!std::isfinite(wanted) || std::abs(headings[d] - wanted) <= kThreeDecimals + 1e-6 * std::abs(wanted)) continue;
    if (n == 1 && headings[d] == asked.last) continue;
    fail_input(
        table, -1,
        fmt::format("wave direction {} of {} is {:g} deg, Nemoh.cal asks for {:g} deg", d + 1, n, headings[d], wanted),
        "the table is of another run, or one of the two is damaged; correct Nemoh.cal or run NEMOH again");
  }
}

void check_nemoh_hydrostatics(const std::filesystem::path& kh, const std::filesystem::path& hydrostatics,
                              const Matrix6& C, const Hydrostatics& h, double density, double gravity,
                              const std::string& body, std::vector<std::string>& notes) {
  const std::string file = hydrostatics.filename().string();
  // Of a body under water both are round-off.
  const double noise = 1e-4 * density * gravity * std::pow(std::cbrt(h.volume), 2);
  const double wanted = density * gravity * h.waterplane.value_or(0.0);
  if (wanted > 0.0 && (wanted > noise || std::abs(C(2, 2)) > noise)) {
    const std::string message =
        fmt::format("body {}: C33 = {:.7g} N/m, rho g times the waterplane area {:.7g} m^2 of {} is {:.7g} N/m", body,
                    C(2, 2), *h.waterplane, file, wanted);
    const bool half = near(C(2, 2), 2.0 * wanted, kTold) || near(C(2, 2), 0.5 * wanted, kTold);
    if (!near(C(2, 2), wanted, kRefused) && !half) {
      if (const auto water = other_water(density, C(2, 2) / wanted)) {
        fail_input(shown(kh), -1, message,
                   fmt::format("KH fits water of {:g} kg/m^3, Nemoh.cal has {:g}: give Mesh.cal and Nemoh.cal the "
                               "same density and run both again",
                               *water, density));
      }
      fail_input(shown(kh), -1, message,
                 "the files are of different bodies or meshes, or one is damaged; correct it. If KH holds more than "
                 "hydrostatics (a mooring), leave one out: --ignore hydrostatics (volume and centre of buoyancy are "
                 "then unknown) or --ignore kh (the hydrostatic stiffness is then 0)");
    }
    if (!near(C(2, 2), wanted, kTold))
      notes.push_back(fmt::format("{}: {}{}", kh.filename().string(), message, half ? " (half a body?)" : ""));
  }
  if (!h.mass || !(*h.mass > 0.0)) return;
  const double buoyancy = density * h.volume;
  if (near(*h.mass, buoyancy, kTold)) return;
  const std::string message =
      fmt::format("body {}: mass = {:.6g} kg, rho times the displacement {:.6g} m^3 is {:.6g} kg", body, *h.mass,
                  h.volume, buoyancy);
  // A buoy on taut lines may weigh a tenth of what it displaces, and a user may have entered that: no reason to refuse.
  notes.push_back(
      fmt::format("{}: {}: it floats only if something else bears the difference, or one of the two is "
                  "damaged",
                  file, message));
}

void check_nemoh_matrices(const std::filesystem::path& folder, const ReadOptions& options, const Coefficients& c,
                          const std::vector<int>& motion, const std::vector<int>& force, double density,
                          std::vector<std::string>& notes) {
  const std::size_t n = motion.size(), m = force.size(), each = 1 + n * m;
  for (const bool mass : {true, false}) {
    const auto found =
        options.ignores(mass ? "cm" : "ca") ? std::nullopt : find_ignoring_case(folder, mass ? "CM.dat" : "CA.dat");
    if (!found) continue;
    Numbers numbers;
    load_numbers(*found, numbers);
    const std::string name = found->filename().string();
    if (!comparable(numbers, name, c.omega, 1, each,
                    fmt::format("{} frequencies of {} motions and {} forces", c.omega.size(), n, m), notes))
      continue;
    // Its rows are the motions, as the zones of the .tec; other versions may have them as columns.
    Mistake mistakes[2];
    for (std::size_t k = 0; k < c.omega.size(); ++k) {
      const MatrixX& M = mass ? c.added_mass[k] : c.damping[k];
      const double unit = mass ? density : density * c.omega[k];
      for (std::size_t at = 0; at < n * m; ++at) {
        const Numbers::Value& value = numbers.values[k * each + 1 + at];
        if (!value.number) continue;
        for (const bool columns : {false, true}) {
          if (mistakes[columns].line >= 0) continue;
          const std::size_t moved = columns ? at % n : at / m, felt = columns ? at / n : at % m;
          const double table = unit * M(force[felt], motion[moved]);
          if (!(std::abs(*value.number - table) > 2.0 * last_place(value.field) + kSixDigits * std::abs(table)))
            continue;
          mistakes[columns] = {value.line, fmt::format("{} at {:.6g} rad/s, force {} motion {} = {}, "
                                                       "RadiationCoefficients.tec has {:.7g}",
                                                       mass ? "added mass" : "damping", c.omega[k], force[felt] + 1,
                                                       motion[moved] + 1, value.field, table)};
        }
      }
    }
    // The reading that holds longer is the one that is meant.
    const bool columns = mistakes[1].line < 0 || (mistakes[0].line >= 0 && mistakes[1].line > mistakes[0].line);
    if (mistakes[columns].line >= 0) fail_twice(*found, mistakes[columns], mass ? "cm" : "ca");
  }
}

void check_nemoh_forces(const std::filesystem::path& folder, const ReadOptions& options, const Coefficients& c,
                        const std::vector<int>& force, double unit, const std::function<double(double, double)>& shift,
                        std::vector<std::string>& notes) {
  const auto found = options.ignores("fe") ? std::nullopt : find_ignoring_case(folder, "Fe.dat");
  if (!found || c.excitation.empty()) return;
  Numbers numbers;
  load_numbers(*found, numbers);
  const std::size_t m = force.size(), nw = c.omega.size(), headings = c.direction.size(), each = 1 + 2 * m;
  const std::string name = found->filename().string();
  if (!comparable(numbers, name, c.omega, headings, each,
                  fmt::format("{} headings, {} frequencies and {} forces", headings, nw, m), notes))
    return;
  std::vector<PhaseConvention> conventions;
  for (const double sign : {1.0, -1.0}) {
    for (const double offset : {0.0, 90.0, 180.0, 270.0}) conventions.push_back({sign, offset});
  }
  std::vector<Mistake> first(conventions.size());
  std::vector<std::size_t> misfits(conventions.size());
  std::size_t phases = 0;
  for (std::size_t row = 0; row < headings * nw; ++row) {
    const std::size_t d = row / nw, k = row % nw;
    const std::string place = fmt::format("heading {:g} deg, {:.6g} rad/s", c.direction[d], c.omega[k]);
    for (std::size_t i = 0; i < m; ++i) {
      const Numbers::Value &modulus = numbers.values[row * each + 1 + i],
                           &phase = numbers.values[row * each + 1 + m + i];
      const std::complex<double> X = unit * c.excitation[d][k][force[i]];
      if (!std::isfinite(std::abs(X)) || !modulus.number) continue;
      // A sum of two tables has the round-off of its parts, which may nearly cancel.
      double size = std::abs(X);
      if (!c.froude_krylov.empty() && !c.scattering.empty()) {
        const double parts =
            unit * (std::abs(c.froude_krylov[d][k][force[i]]) + std::abs(c.scattering[d][k][force[i]]));
        if (std::isfinite(parts)) size = std::max(size, parts);
      }
      if (std::abs(*modulus.number - std::abs(X)) > 2.0 * last_place(modulus.field) + kSixDigits * size) {
        fail_twice(*found,
                   {modulus.line, fmt::format("force {} at {} = {}, the tables have {:.7g}", force[i] + 1, place,
                                              modulus.field, std::abs(X))},
                   "fe");
      }
      if (*modulus.number == 0.0 || !phase.number) continue;
      ++phases;
      const double table = -(std::arg(X) / kDegree) - shift(c.direction[d], c.omega[k]) / kDegree;
      const double close = 2.0 * last_place(phase.field) + 1e-4 + kSixDigits * size / std::abs(X) / kDegree;
      for (std::size_t a = 0; a < conventions.size(); ++a) {
        if (std::abs(conventions[a].misfit(*phase.number, table)) <= close) continue;
        if (misfits[a]++ == 0) {
          first[a] = {phase.line, fmt::format("phase of force {} at {} = {} deg, the tables have {:.2f}", force[i] + 1,
                                              place, phase.field, conventions[a].phase(table))};
        }
      }
    }
  }
  const auto best = static_cast<std::size_t>(std::min_element(misfits.begin(), misfits.end()) - misfits.begin());
  if (2 * misfits[best] > phases) {
    notes.push_back(fmt::format("{}: phases not compared, they follow a convention of their own", name));
  } else if (misfits[best] > 0) {
    fail_twice(*found, first[best], "fe");
  }
}

}  // namespace swell::bemio
