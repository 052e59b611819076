#include "small_netcdf.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <stdexcept>

namespace swell_test {
namespace {
void ok(int status) {
  if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
}
}  // namespace

void write_small_netcdf(const std::filesystem::path& path, bool hdf5, bool with_stiffness) {
  int id = 0, omega = 0, radiating = 0, influenced = 0, length = 0, direction = 0, complex = 0, two = 0;
  ok(nc_create(path.c_str(), NC_CLOBBER | (hdf5 ? NC_NETCDF4 : NC_64BIT_OFFSET), &id));
  ok(nc_def_dim(id, "omega", 3, &omega));
  ok(nc_def_dim(id, "radiating_dof", 1, &radiating));
  ok(nc_def_dim(id, "influenced_dof", 1, &influenced));
  ok(nc_def_dim(id, "string5", 5, &length));
  ok(nc_def_dim(id, "wave_direction", 1, &direction));
  ok(nc_def_dim(id, "complex", 2, &complex));
  ok(nc_def_dim(id, "string2", 2, &two));
  const int matrix[] = {omega, radiating, influenced}, force[] = {complex, omega, direction, influenced};
  const int names[] = {radiating, length}, forces[] = {influenced, length}, parts[] = {complex, two},
            stiffness[] = {influenced, radiating};
  int v[14] = {};
  ok(nc_def_var(id, "added_mass", NC_DOUBLE, 3, matrix, &v[0]));
  ok(nc_def_var(id, "radiation_damping", NC_DOUBLE, 3, matrix, &v[1]));
  ok(nc_def_var(id, "omega", NC_DOUBLE, 1, &omega, &v[2]));
  ok(nc_def_var(id, "radiating_dof", NC_CHAR, 2, names, &v[3]));
  ok(nc_def_var(id, "influenced_dof", NC_CHAR, 2, forces, &v[4]));
  ok(nc_def_var(id, "diffraction_force", NC_DOUBLE, 4, force, &v[5]));
  ok(nc_def_var(id, "Froude_Krylov_force", NC_DOUBLE, 4, force, &v[6]));
  ok(nc_def_var(id, "wave_direction", NC_DOUBLE, 1, &direction, &v[7]));
  ok(nc_def_var(id, "complex", NC_CHAR, 2, parts, &v[8]));
  ok(nc_def_var(id, "rho", NC_DOUBLE, 0, nullptr, &v[9]));
  ok(nc_def_var(id, "g", NC_DOUBLE, 0, nullptr, &v[10]));
  ok(nc_def_var(id, "water_depth", NC_DOUBLE, 0, nullptr, &v[11]));
  if (with_stiffness) ok(nc_def_var(id, "hydrostatic_stiffness", NC_DOUBLE, 2, stiffness, &v[12]));
  ok(nc_enddef(id));
  const double A[] = {10e3, 11e3, 12e3}, B[] = {1e3, 2e3, 1e3}, w[] = {0.5, 1.0, 1.5},
               F[] = {1e4, 9e3, 8e3, 0.0, 1e2, 2e2}, zero = 0.0, rho = 1000.0, g = 9.81, depth = 50.0, C = 2e5;
  ok(nc_put_var_double(id, v[0], A));
  ok(nc_put_var_double(id, v[1], B));
  ok(nc_put_var_double(id, v[2], w));
  ok(nc_put_var_text(id, v[3], "Heave"));
  ok(nc_put_var_text(id, v[4], "Heave"));
  ok(nc_put_var_double(id, v[5], F));
  ok(nc_put_var_double(id, v[6], F));
  ok(nc_put_var_double(id, v[7], &zero));
  ok(nc_put_var_text(id, v[8], "reim"));
  ok(nc_put_var_double(id, v[9], &rho));
  ok(nc_put_var_double(id, v[10], &g));
  ok(nc_put_var_double(id, v[11], &depth));
  if (with_stiffness) ok(nc_put_var_double(id, v[12], &C));
  ok(nc_close(id));
}

}  // namespace swell_test
