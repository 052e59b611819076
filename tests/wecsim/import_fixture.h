#pragma once
// A device of WEC-Sim's as its folder holds it, and its import.
#include "swell/wecsim/import.h"
#include "swell_test/slx_model.h"
#include "swell_test/test.h"
#include "swell_test/workbook.h"

namespace swell::wecsim {

namespace fs = std::filesystem;
using swell_test::block;
using swell_test::library_block;
using swell_test::mat_array;
using swell_test::mat_cells;
using swell_test::mat_struct;
using swell_test::physical;
using swell_test::signal;
using swell_test::write_mat;

inline constexpr const char* kInput =
    "simu = simulationClass();\nsimu.simMechanicsFile = 'device.slx';\nsimu.endTime = 400;\nsimu.dt = 0.05;\n"
    "waves = waveClass('regularCIC');\nwaves.height = 2.5;\nwaves.period = 8;\n"
    "body(1) = bodyClass('float.h5');\nbody(1).mass = 'equilibrium';\nbody(1).inertia = [1 2 3];\n"
    "body(2) = bodyClass('');\nbody(2).nonHydro = 1;\nbody(2).name = 'spar';\nbody(2).mass = 5;\nbody(2).inertia = [1 "
    "1 1];\nbody(2).volume = 0.1;\nbody(2).centerGravity = [0 0 -3];\n"
    "constraint(1) = constraintClass('Guide');\nconstraint(1).location = [0 0 -1];\n"
    "pto(1) = ptoClass('PTO1');\npto(1).damping = 1.2e6;\npto(1).location = [0 0 0];\n";

class Import : public ::testing::Test {
 protected:
  Import() {
    std::ofstream(folder_ / "float.h5", std::ios::binary) << "\211HDF\r\n\032\n";  // only its presence is asked for
  }

  Imported import(const std::string& input, const std::string& system, swell_test::Parts more = {},
                  bool best = false) const {
    std::ofstream(folder_ / "wecSimInputFile.m") << input;
    swell_test::write_nested_slx(folder_ / "device.slx", system, std::move(more));
    ImportOptions options;
    options.output = folder_ / "case.yaml";
    options.best = best;
    return import_case(folder_, options);
  }
  static bool reported(const Imported& i, ReportLine::Kind kind, const std::string& text) {
    return std::any_of(i.report.begin(), i.report.end(),
                       [&](const ReportLine& l) { return l.kind == kind && l.text.find(text) != std::string::npos; });
  }
  const fs::path folder_ = swell_test::fresh_folder("import");
};

inline matvar_t* column(const std::vector<double>& values) { return mat_array(nullptr, {values.size(), 1}, values); }
inline void write_struct(const fs::path& path, matvar_t* variable) { write_mat(path, MAT_FT_MAT5, {variable}); }

inline void write_columns(const fs::path& path, const char* name,
                          const std::map<std::string, std::vector<double>>& columns) {
  std::vector<std::pair<const char*, matvar_t*>> fields;
  for (const auto& one : columns) fields.emplace_back(one.first.c_str(), column(one.second));
  write_struct(path, mat_struct(name, fields));
}

// Ground - [Guide] - spar - [PTO] - float; the plain translational PTO has its follower on the left.
inline const std::string kBlocks =
    library_block("WECSim_Lib_Frames/Global Reference Frame", "Ground", 1) +
    library_block("WECSim_Lib_Body_Elements/Rigid Body", "Float", 2, "body", "body(1)") +
    library_block("WECSim_Lib_Body_Elements/Rigid Body", "Rigid Body1", 3, "body", "body(2)") +
    library_block("WECSim_Lib_Constraints/Floating (3DOF)", "Floating", 4, "constraint", "constraint(1)");
inline const std::string kPlain = kBlocks +
                                  library_block("WECSim_Lib_PTOs/Translational PTO", "PTO", 5, "pto", "pto(1)") +
                                  physical("1#rconn:1", "4#lconn:1") + physical("4#rconn:1", "3#rconn:1") +
                                  physical("3#rconn:1", "5#rconn:1") + physical("5#lconn:1", "2#rconn:1");

// What the case says without where it came from.
inline std::string values_of(const std::string& yaml) {
  std::string out;
  std::istringstream lines(yaml);
  for (std::string line; std::getline(lines, line);) out += line.substr(0, line.find("  #")) + "\n";
  return out;
}

}  // namespace swell::wecsim
