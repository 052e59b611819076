// What the tests of this library read from HDF5 files: bodies by Swell's reader, tables by HDF5 itself.
#pragma once

#include <H5Cpp.h>

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/hydro_data.h"
#include "swell_test/test.h"

namespace swell::hydro {

inline std::vector<HydroBodyRef> bodies_of(const std::string& path) {
  const auto data = std::make_shared<const HydroData>(read_bemio_h5(path));
  std::vector<HydroBodyRef> bodies;
  for (std::size_t b = 0; b < data->bodies.size(); ++b) bodies.push_back({data, b});
  return bodies;
}

inline RowMatrixX table(const std::string& file, const std::string& path) {
  const H5::H5File h5(file, H5F_ACC_RDONLY);
  const H5::DataSet set = h5.openDataSet(path);
  std::vector<hsize_t> shape(2, 1);
  set.getSpace().getSimpleExtentDims(shape.data());
  RowMatrixX out(static_cast<Eigen::Index>(shape[0]), static_cast<Eigen::Index>(shape[1]));
  set.read(out.data(), H5::PredType::NATIVE_DOUBLE);
  return out;
}

}  // namespace swell::hydro
