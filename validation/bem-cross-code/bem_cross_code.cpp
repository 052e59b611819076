// The same body from four boundary-element codes, read by swell and normalised the same way: values at common
// frequencies, spread between the codes, phases in degrees.
//     validation_bem_cross_code DATA_FOLDER [OUTPUT_FOLDER]
// DATA_FOLDER holds wamit/, nemoh_v2.3/, nemoh_v3.0.2/, aqwa/, capytaine/ as WEC-Sim's examples/BEMIO has them.

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "swell/base/motions.h"
#include "swell/bemio/plots.h"
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"

namespace {

namespace bem = swell::bemio;
using swell::hydro::HydroData;

struct Source {
  std::string label, path;
};
struct Device {
  std::string name;
  std::vector<Source> sources;                    // the first is the reference
  std::vector<std::pair<std::size_t, int>> dofs;  // body, dof
  double first, last;                             // [rad/s] of the table
  int count;
};

std::size_t head_on(const HydroData& data) {
  std::size_t d = 0;
  while (d + 1 < data.direction.size() && std::abs(data.direction[d]) > 1e-6) ++d;
  return d;
}

struct Row {
  std::string quantity;
  double omega;
  std::vector<double> values;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0.0 : values[values.size() / 2];
}

void run(const Device& device, const std::filesystem::path& data_folder, const std::filesystem::path& out,
         std::ofstream& summary) {
  std::vector<HydroData> sets;
  std::vector<double> omega;
  omega.reserve(static_cast<std::size_t>(device.count));
  for (int k = 0; k < device.count; ++k)
    omega.push_back(device.first + (device.last - device.first) * k / (device.count - 1));
  std::vector<HydroData> whole;
  for (const Source& source : device.sources) {
    whole.push_back(bem::read_bem(data_folder / source.path));
    sets.push_back(bem::at_frequencies(whole.back(), omega));
  }
  std::ofstream table(out / (device.name + ".csv"));
  table << "body,dof,quantity,omega_rad_s";
  for (const Source& source : device.sources) table << ',' << source.label;
  table << "\n" << std::setprecision(7);
  for (const auto& [body, dof] : device.dofs) {
    struct Quantity {
      const char* name;
      double (*value)(const HydroData&, std::size_t, int, std::size_t);
    };
    const Quantity quantities[] = {
        {"added mass / rho", [](const HydroData& d, std::size_t b, int i,
                                std::size_t k) { return d.bodies[b].added_mass[k](i, d.first_dof(b) + i); }},
        {"damping / (rho w)", [](const HydroData& d, std::size_t b, int i,
                                 std::size_t k) { return d.bodies[b].radiation_damping[k](i, d.first_dof(b) + i); }},
        {"excitation modulus / (rho g)",
         [](const HydroData& d, std::size_t b, int i, std::size_t k) {
           return std::abs(d.bodies[b].excitation[head_on(d)][k][i]);
         }},
        {"phase [deg]",
         [](const HydroData& d, std::size_t b, int i, std::size_t k) {
           return std::arg(d.bodies[b].excitation[head_on(d)][k][i]) / swell::kDegree;
         }},
    };
    for (const Quantity& quantity : quantities) {
      const bool phase = quantity.name[0] == 'p';
      double peak = 0.0;
      std::vector<std::vector<double>> apart(device.sources.size());
      for (std::size_t k = 0; k < omega.size(); ++k)
        peak = std::max(peak, std::abs(quantity.value(sets[0], body, dof, k)));
      for (std::size_t k = 0; k < omega.size(); ++k) {
        table << sets[0].bodies[body].name << ',' << swell::kMotions[static_cast<std::size_t>(dof)] << ','
              << quantity.name << ',' << omega[k];
        const double reference = quantity.value(sets[0], body, dof, k);
        for (std::size_t s = 0; s < sets.size(); ++s) {
          const double value = quantity.value(sets[s], body, dof, k);
          table << ',' << value;
          apart[s].push_back(phase ? std::abs(std::remainder(value - reference, 360.0))
                                   : 100.0 * std::abs(value - reference) / peak);
        }
        table << "\n";
      }
      summary << "| " << device.name << ' ' << sets[0].bodies[body].name << ' '
              << swell::kMotions[static_cast<std::size_t>(dof)] << " | " << quantity.name
              << (phase ? "" : ", % of peak");
      for (std::size_t s = 1; s < sets.size(); ++s) {
        summary << " | " << std::setprecision(2) << median(apart[s]) << " / "
                << *std::max_element(apart[s].begin(), apart[s].end());
      }
      summary << " |\n";
    }
  }
  for (std::size_t b = 0; b < whole[0].bodies.size(); ++b) {
    std::vector<bem::PlotSet> plots;
    for (std::size_t s = 0; s < whole.size(); ++s) plots.push_back({device.sources[s].label, &whole[s]});
    bem::PlotOptions options;
    options.body = b;
    options.dofs = {0, 2, 4};
    options.quantities = {bem::PlotQuantity::added_mass, bem::PlotQuantity::damping, bem::PlotQuantity::excitation,
                          bem::PlotQuantity::phase};
    std::string name = device.name;
    if (whole[0].bodies.size() > 1) name += "-" + whole[0].bodies[b].name;
    swell::figures::render(bem::coefficient_figure(plots, options), out / (name + ".png"));
  }
}

int compare_all(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: validation_bem_cross_code DATA_FOLDER [OUTPUT_FOLDER]\n";
    return 2;
  }
  const std::filesystem::path out = argc > 2 ? argv[2] : ".";
  const Device devices[] = {
      {"sphere",
       {{"WAMIT", "wamit/Sphere/sphere.out"},
        {"NEMOH 2.3", "nemoh_v2.3/Sphere"},
        {"NEMOH 3.0.2", "nemoh_v3.0.2/Sphere"},
        {"Capytaine", "capytaine/sphere"},
        {"AQWA", "aqwa/Sphere/sphere.AH1"}},
       {{0, 0}, {0, 2}, {0, 4}},
       0.3,
       2.0,
       35},
      {"cylinder",
       {{"WAMIT", "wamit/Cylinder/cyl.out"},
        {"NEMOH 2.3", "nemoh_v2.3/Cylinder"},
        {"NEMOH 3.0.2", "nemoh_v3.0.2/Cylinder"},
        {"Capytaine", "capytaine/cylinder_v1.5"},
        {"AQWA", "aqwa/Cylinder/cylinder.AH1"}},
       {{0, 0}, {0, 2}, {0, 4}},
       0.5,
       6.0,
       56},
      {"rm3",
       {{"WAMIT", "wamit/RM3/rm3.out"},
        {"NEMOH 2.3", "nemoh_v2.3/RM3"},
        {"NEMOH 3.0.2", "nemoh_v3.0.2/RM3"},
        {"Capytaine", "capytaine/rm3"},
        {"AQWA", "aqwa/RM3/RM3.AH1"}},
       {{0, 2}, {1, 2}, {0, 0}, {1, 0}},
       0.2,
       1.5,
       27},
  };
  std::ofstream summary(out / "summary.md");
  summary << "| body and dof | quantity | NEMOH 2.3 | NEMOH 3.0.2 | Capytaine | AQWA |\n| --- | --- | --- | --- | --- "
             "| --- |\n";
  for (const Device& device : devices) run(device, argv[1], out, summary);
  summary.close();
  return summary ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compare_all(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
