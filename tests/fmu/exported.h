// A case that is exported, unpacked and run: what the tests of FMUs share.
#pragma once

#include "swell/fmi/archive.h"
#include "swell/fmu/export_fmu.h"
#include "swell/fmu/exported_instance.h"
#include "swell/model/read_case.h"
#include "swell_test/test.h"
#include "units.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu {

namespace fs = std::filesystem;

inline const char* const kCase =
    "simulation: {duration: 20, time_step: 0.1, ramp: 2, integrator: rk4}\n"
    "waves: {type: regular, height: 1, period: 6}\n"
    "hydrodynamics: {convolution: {duration: 4}}\n"
    "bodies: [{name: sphere, hydro_data: {file: ../data here/bem.h5, body: 1}, mass: equilibrium, inertia: [1e6, 1e6, "
    "1e6]}]\n"
    "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}]\n"
    "components: [{name: gain, type: gain, factor: 2}]\n"
    "connections: [{value: 3, to: gain.input}]\n";

class Exported : public ::testing::TestWithParam<int> {
 protected:
  Exported() {
    fs::create_directories(folder_ / "data here");
    fs::create_directories(folder_ / "cases");
    fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "data here/bem.h5");
    std::ofstream(folder_ / "cases/buoy.yaml") << kCase;
  }

  model::Model model(const std::vector<std::string>& overrides = {}) const {
    return model::read_case(folder_ / "cases/buoy.yaml", overrides);
  }
  /// The archive, unpacked where it can be loaded; what the case came from is gone.
  fs::path exported(ExportOptions options = {}, const std::vector<std::string>& overrides = {}) {
    options.version = GetParam();
    options.module = module_;
    options.license = "licence";
    fs::path file = folder_ / "buoy.fmu";
    summary_ = export_fmu(model(overrides), file, options);
    const fmi::Archive archive(file);
    description_ = fmi::read_description(archive.read("modelDescription.xml"), "buoy.fmu");
    fs::create_directories(folder_ / "un packed");
    archive.extract(folder_ / "un packed");
    return file;
  }
  Instance instance(const std::string& token, std::vector<std::string>* reported = nullptr) const {
    return Instance(
        folder_ / "un packed/resources", token,
        [reported](fmi::Status, const char*, const std::string& text) {
          if (reported != nullptr) reported->push_back(text);
        },
        false);
  }
  Instance started() const {
    Instance it = instance(description_.token);
    EXPECT_EQ(it.set_up({0.0, false, 0.0, false, 0.0}), fmi::ok);
    EXPECT_EQ(it.enter_initialization(), fmi::ok);
    EXPECT_EQ(it.exit_initialization(), fmi::ok);
    return it;
  }
  unsigned reference(const std::string& name) const {
    const fmi::Variable* v = description_.find(name);
    EXPECT_NE(v, nullptr) << name;
    return v == nullptr ? 0 : v->reference;
  }
  std::vector<unsigned> outputs() const {
    std::vector<unsigned> all;
    for (const std::size_t i : description_.outputs) all.push_back(description_.variables[i].reference);
    return all;
  }
  std::vector<double> row(Instance& it) const {
    const std::vector<unsigned> all = outputs();
    std::vector<double> values(all.size());
    EXPECT_EQ(it.get(all.data(), all.size(), values.data()), fmi::ok);
    return values;
  }
  static void step(Instance& it, double time, double length) {
    double reached = 0.0;
    bool ended = false;
    ASSERT_EQ(it.step(time, length, &reached, &ended), fmi::ok);
    ASSERT_FALSE(ended);
    ASSERT_NEAR(reached, time + length, 1e-9);
  }

  const fs::path folder_ = swell_test::fresh_folder("fmu");
  /// What is packed: a library of 15 MB takes a second, and instances here are made without it.
  fs::path module_ = SWELL_TEST_UNIT;
  fmi::Description description_;
  ExportSummary summary_;
};

}  // namespace swell::fmu
#endif
