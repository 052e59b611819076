/// A study of the shipped sphere in a folder of its own.
#pragma once

#include "swell/batch/study.h"
#include "swell_test/test.h"

namespace swell::batch {

namespace fs = std::filesystem;

inline const char* const kTwoHeights = "axes: [{key: waves.significant_height, values: [1, 2]}]\n";

class BatchTest : public ::testing::Test {
 protected:
  BatchTest()
      : folder_(fs::temp_directory_path() / ("swell_batch_" + std::to_string(::getpid()) + "_" +
                                             ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
    const std::string h5 = (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string();
    std::ofstream(folder_ / "case.yaml")
        << "simulation: {duration: 60, time_step: 0.1, ramp: 20}\n"
           "waves: {type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}\n"
           "hydrodynamics: {convolution: {duration: 10, time_step: 0.1}}\n"
           "bodies: [{name: sphere, hydro_data: {file: " +
               h5 +
               ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]}]\n"
               "ptos: [{name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: "
               "3e5}]\n";
  }
  ~BatchTest() override { fs::remove_all(folder_); }

  Study study(const std::string& text, const std::string& output = "out.h5") const {
    std::ofstream(folder_ / "study.yaml") << "base: case.yaml\n" << text;
    Study result = read_study(folder_ / "study.yaml");
    result.keep.file = folder_ / output;
    return result;
  }

  fs::path folder_;
};

}  // namespace swell::batch
