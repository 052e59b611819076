/// Changes to NetCDF files that the tests of this library damage.
#pragma once

#include <netcdf.h>
#include <type_traits>

#include "swell_test/test.h"

namespace swell::bemio {

/// One variable of a NetCDF file, changed in place; T is double or char.
template <class T>
void edit(const std::filesystem::path& path, const char* variable, const std::function<void(std::vector<T>&)>& change) {
  int file = 0, id = 0, rank = 0;
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), 0);
  ASSERT_EQ(nc_inq_varid(file, variable, &id), 0) << variable;
  nc_inq_varndims(file, id, &rank);
  std::vector<int> dimensions(static_cast<std::size_t>(rank));
  nc_inq_vardimid(file, id, dimensions.data());
  std::size_t count = 1;
  for (const int d : dimensions) {
    std::size_t n = 0;
    nc_inq_dimlen(file, d, &n);
    count *= n;
  }
  std::vector<T> values(count);
  if constexpr (std::is_same_v<T, char>)
    nc_get_var_text(file, id, values.data());
  else
    nc_get_var_double(file, id, values.data());
  change(values);
  if constexpr (std::is_same_v<T, char>)
    nc_put_var_text(file, id, values.data());
  else
    nc_put_var_double(file, id, values.data());
  nc_close(file);
}

}  // namespace swell::bemio
