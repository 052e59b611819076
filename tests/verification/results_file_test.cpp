#include "results_file.h"

#include <H5Cpp.h>

#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell_test {

swell::MatrixX read_dataset(const std::filesystem::path& file, const std::string& path) {
  H5::Exception::dontPrint();
  const H5::H5File h5(file.string(), H5F_ACC_RDONLY);
  const H5::DataSet set = h5.openDataSet(path);
  hsize_t size[2] = {0, 1};
  set.getSpace().getSimpleExtentDims(size);
  swell::RowMatrixX values(static_cast<Eigen::Index>(size[0]), static_cast<Eigen::Index>(size[1]));
  set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
  return values;
}

namespace {

swell::run::RunSummary run_case_text(const std::string& yaml, const std::string& name, bool audit) {
  const auto folder = std::filesystem::temp_directory_path() / ("swell-verification-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  swell::Diagnostics diagnostics;
  const swell::model::Model model = swell::model::read_case_text(yaml, folder / (name + ".yaml"), {}, diagnostics);
  diagnostics.throw_if_errors();
  swell::run::RunOptions options;
  options.output = folder / (name + ".h5");
  options.audit = audit;
  return swell::run::run_case(model, options);
}

}  // namespace

std::filesystem::path run_text(const std::string& yaml, const std::string& name) {
  return run_case_text(yaml, name, false).results;
}

swell::run::RunSummary run_audited(const std::string& yaml, const std::string& name) {
  return run_case_text(yaml, name, true);
}

}  // namespace swell_test
