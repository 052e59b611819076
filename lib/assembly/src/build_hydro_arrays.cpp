// What of the hydro data a run uses, as arrays for the results and for `swell inspect`. Nothing is made unless asked
// for.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "radiation.h"
#include "swell/base/motions.h"
#include "swell/device/load.h"

namespace swell::assembly {

namespace {

constexpr const char* kMassUnits = "kg, kg m, kg m^2";
constexpr const char* kDampingUnits = "N s/m, N s, N m s";
constexpr const char* kStiffnessUnits = "N/m, N, N m";

std::vector<std::string> motions_of(const std::vector<std::string>& bodies) {
  std::vector<std::string> labels;
  for (const std::string& body : bodies) {
    for (const char* motion : kMotions) labels.push_back(body + "." + motion);
  }
  return labels;
}

void append(const MatrixX& from, std::vector<double>& to) {
  for (Eigen::Index i = 0; i < from.rows(); ++i) {
    for (Eigen::Index j = 0; j < from.cols(); ++j) to.push_back(from(i, j));
  }
}

std::size_t size_of(Eigen::Index n) { return static_cast<std::size_t>(n); }

/// Arrays of one body, or of one of its sets, from 1.
class Store {
 public:
  Store(std::vector<StoredArray>& arrays, std::string body, std::size_t set)
      : arrays_(arrays),
        root_("/hydro/" + body + (set == 0 ? "/" : fmt::format("/set{}/", set))),
        body_(std::move(body)) {}

  void number(const char* name, double value, const char* units, const char* description,
              const std::string& component) {
    add(name, {}, units, description, component).values = {value};
  }
  void list(const char* name, const std::vector<double>& values, const char* units, const char* description,
            const std::string& component) {
    add(name, {values.size()}, units, description, component).values = values;
  }
  void matrix(const char* name, const MatrixX& values, const char* units, const char* description,
              const std::string& component, std::vector<std::string> rows, std::vector<std::string> columns) {
    StoredArray& array = add(name, {size_of(values.rows()), size_of(values.cols())}, units, description, component);
    append(values, array.values);
    array.rows = std::move(rows);
    array.columns = std::move(columns);
  }
  /// Samples of a matrix.
  void matrices(const char* name, std::size_t count, const std::function<MatrixX(std::size_t)>& at, const char* units,
                const char* description, const std::string& component, std::vector<std::string> rows,
                std::vector<std::string> columns) {
    StoredArray& array = add(name, {count, rows.size(), columns.size()}, units, description, component);
    array.values.reserve(count * rows.size() * columns.size());
    for (std::size_t i = 0; i < count; ++i) append(at(i), array.values);
    array.rows = std::move(rows);
    array.columns = std::move(columns);
  }

 private:
  StoredArray& add(const char* name, std::vector<std::size_t> shape, const char* units, const char* description,
                   const std::string& component) {
    StoredArray array;
    array.path = root_ + name;
    array.shape = std::move(shape);
    array.units = units;
    array.description = description;
    array.body = body_;
    array.component = component;
    arrays_.push_back(std::move(array));
    return arrays_.back();
  }

  std::vector<StoredArray>& arrays_;
  std::string root_, body_;
};

/// The rigid rows of a body among coupled ones, columns of all of them.
MatrixX rigid_block(const MatrixX& whole, const CoupledBodies& all, std::size_t row) {
  MatrixX block(6, static_cast<Eigen::Index>(6 * all.bodies.size()));
  for (std::size_t j = 0; j < all.bodies.size(); ++j)
    block.middleCols<6>(static_cast<Eigen::Index>(6 * j)) = whole.block<6, 6>(all.first_row[row], all.first_row[j]);
  return block;
}

void store_radiation_data(const Case& c, const CoupledBodies& all, std::size_t k, std::size_t set, Store& store) {
  const std::string device = "device";
  const hydro::HydroBodyRef& ref = all.refs[k];
  std::vector<std::string> names;
  for (const std::size_t body : all.bodies) names.push_back(c.bodies[body]->name);
  const std::vector<std::string> rows = motions_of({c.bodies[all.bodies[k]]->name}), columns = motions_of(names);
  const double density = c.model.environment.water_density;
  if (const auto& given = ref->added_mass_infinite; given && all.refs[k].beside(all.refs.front())) {
    MatrixX block(6, static_cast<Eigen::Index>(6 * all.bodies.size()));
    bool whole = true;
    for (std::size_t j = 0; j < all.bodies.size(); ++j) {
      whole = whole && all.refs[j].beside(ref);
      if (!whole) break;
      block.middleCols<6>(static_cast<Eigen::Index>(6 * j)) =
          density * given->block<6, 6>(0, ref.data->first_dof(all.refs[j].body));
    }
    if (whole)
      store.matrix("added_mass_infinite_given", block, kMassUnits,
                   "added mass at infinite frequency as the data give it, times the density", device, rows, columns);
  }
  const SharedRadiation radiation = shared_radiation(c, all.refs);
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const std::vector<double>& omega = ref.data->omega;
  store.matrix("added_mass_infinite", rigid_block(coefficients.added_mass_infinite(), all, k), kMassUnits,
               "added mass at infinite frequency as used, before the split", device, rows, columns);
  store.list("frequency", omega, "rad/s", "angular frequencies of the data", device);
  store.matrices(
      "added_mass", omega.size(), [&](std::size_t i) { return rigid_block(coefficients.added_mass(omega[i]), all, k); },
      kMassUnits, "added mass as used (frequency, row, column)", device, rows, columns);
  store.matrices(
      "radiation_damping", omega.size(),
      [&](std::size_t i) { return rigid_block(coefficients.damping(omega[i]), all, k); }, kDampingUnits,
      "radiation damping as used (frequency, row, column)",
      set == 0 ? "radiation" : device::load_name(c.bodies[all.bodies[k]]->name, fmt::format("radiation{}", set)), rows,
      columns);
}

void store_excitation(const Case& c, const hydro::HydroBodyRef& ref, const std::string& component, Store& store) {
  const std::size_t headings = std::min(ref.data->direction.size(), ref->excitation.size());
  if (headings == 0) return;
  const double factor = c.model.environment.water_density * c.model.environment.gravity;
  store.list("heading", ref.data->direction, "deg", "wave directions of the data", component);
  const auto part = [&](bool real) {
    return [&ref, &factor, real](std::size_t d) {
      const auto& forces = ref->excitation[d];
      MatrixX values(static_cast<Eigen::Index>(forces.size()), 6);
      for (std::size_t k = 0; k < forces.size(); ++k) {
        for (Eigen::Index i = 0; i < 6; ++i)
          values(static_cast<Eigen::Index>(k), i) = factor * (real ? forces[k][i].real() : forces[k][i].imag());
      }
      return values;
    };
  };
  std::vector<std::string> frequencies;
  for (const double omega : ref.data->omega) frequencies.push_back(fmt::format("{:.6g} rad/s", omega));
  store.matrices("excitation_re", headings, part(true), "N/m, N",
                 "excitation per metre of amplitude, in phase with the elevation at the origin (heading, frequency, "
                 "row); with nonlinear_hydro less the linear Froude-Krylov force of the mesh",
                 component, frequencies, motion_labels());
  store.matrices("excitation_im", headings, part(false), "N/m, N",
                 "the same, leading by a quarter of a period (factor exp(i omega t))", component, frequencies,
                 motion_labels());
}

}  // namespace

std::vector<StoredArray> stored_coefficients(const Case& c, const Hydro& hydro, const Sea& sea,
                                             const Mechanism& mechanism, const AddedMass& added) {
  std::vector<StoredArray> arrays;
  if (!hydro.sets.empty() || !hydro.coupled.empty()) c.uses(c.model.output.hydro_coefficients);
  if (!c.model.output.hydro_coefficients) return arrays;
  const model::Environment& water = c.model.environment;
  const std::vector<std::string> all_columns = motions_of(c.names());
  const auto of_body = [&](std::size_t i, std::size_t set, const CoupledBodies& all, std::size_t k,
                           const MatrixX& acting) {
    const model::Body& body = *c.bodies[i];
    const bool variable = set > 0;
    const hydro::HydroBodyRef& ref = all.refs[k];
    Store store(arrays, body.name, set);
    const std::string device = "device", restoring = device::load_name(body.name, "restoring");
    const std::vector<std::string> rows = motions_of({body.name});
    const auto number = [&](const char* name, double value, const char* units, const char* description,
                            const std::string& component) { store.number(name, value, units, description, component); };
    number("water_density", water.water_density, "kg/m^3", "that scales the data", device);
    number("gravity", water.gravity, "m/s^2", "that scales excitation and stiffness", device);
    number("displaced_volume", ref->displaced_volume, "m^3", "of the data", restoring);
    const auto vector3 = [](const Vector3& v) { return std::vector<double>{v.x(), v.y(), v.z()}; };
    store.list("center_of_gravity", vector3(ref->cg), "m", "of the data, about which they act, world", restoring);
    store.list("center_of_buoyancy", vector3(ref->cb), "m", "of the data, world", restoring);
    store.matrix("stiffness",
                 body.stiffness
                     ? MatrixX(*body.stiffness)
                     : MatrixX(water.water_density * water.gravity * ref->restoring_stiffness.topLeftCorner<6, 6>()),
                 kStiffnessUnits,
                 body.nonlinear_hydro ? "hydrostatic stiffness of the data; the mesh stands in its place"
                                      : "hydrostatic stiffness, the case's own where it gives one",
                 restoring, rows, rows);
    const bodies::RigidBody& rigid = mechanism.rigid[i];
    const std::string own_mass = variable ? device::load_name(body.name, "set_mass") : device;
    const model::HydroFile* file = variable ? &body.hydro_data->sets[set - 1] : nullptr;
    number("mass", file != nullptr ? file->mass.value_or(rigid.mass) : rigid.mass, "kg", "before the split", own_mass);
    MatrixX inertia = rigid.inertia;
    if (file != nullptr && (file->inertia || file->inertia_products))
      inertia = bodies::inertia_tensor(file->inertia.value_or(body.inertia.value_or(Vector3::Zero())),
                                       file->inertia_products.value_or(body.inertia_products));
    const std::vector<std::string> axes = {"x", "y", "z"};
    store.matrix("inertia", inertia, "kg m^2", "about the centre of gravity, before the split", own_mass, axes, axes);
    store.matrix("added_mass_acting", acting, kMassUnits,
                 "added mass that acts: at infinite frequency, with constant coefficients at that of the waves; before "
                 "the split",
                 device, rows, all_columns);
    if (added.split) {
      MatrixX residual = added.split->residual.middleRows<6>(static_cast<Eigen::Index>(6 * i));
      for (const device::SetResiduals& sets : added.residuals) {
        if (variable && sets.body == static_cast<int>(i)) residual = sets.rows[set - 1];
      }
      store.matrix("added_mass_adjusted", residual, kMassUnits,
                   "what the split leaves of it to the delayed acceleration", device, rows, all_columns);
      number("mass_adjusted", added.split->bodies[i].mass, "kg",
             variable ? "of the rigid body with what the split moves into it (of the initial set)"
                      : "of the rigid body with what the split moves into it",
             device);
      store.matrix("inertia_adjusted", added.split->bodies[i].inertia, "kg m^2", "likewise", device, axes, axes);
    }
    store_radiation_data(c, all, k, set, store);
    const mesh::TriangleMesh* mesh = mechanism.meshes[i].get();
    const bool linear = mesh == nullptr || c.wec_sim() || sea->components().size() == 0;
    store_excitation(c, linear ? ref : without_froude_krylov(sea, ref, *mesh),
                     variable || body.passive_yaw ? device::load_name(body.name, "excitation") : "excitation", store);
    const Matrix6 damping = file != nullptr ? file->linear_damping.value_or(body.linear_damping) : body.linear_damping;
    const Matrix6 drag =
        drag_matrix(c, file != nullptr ? file->quadratic_drag.value_or(body.quadratic_drag) : body.quadratic_drag);
    if (!damping.isZero(0.0))
      store.matrix("linear_damping", damping, kDampingUnits, "added linear damping",
                   device::load_name(body.name, "linear_damping"), rows, rows);
    if (!drag.isZero(0.0))
      store.matrix("quadratic_drag", drag, "N s^2/m^2, N s^2/m, N m s^2", "of velocity times its amount",
                   device::load_name(body.name, "quadratic_drag"), rows, rows);
  };
  for (const auto& [i, sets] : hydro.sets) {
    const std::vector<MatrixX> acting = added_mass_of_sets(c, hydro, sea, i);
    for (std::size_t s = 0; s < sets.size(); ++s) of_body(i, s + 1, sets[s], 0, acting[s]);
  }
  for (const CoupledBodies& all : hydro.coupled) {
    for (std::size_t k = 0; k < all.acted_on; ++k)
      of_body(all.bodies[k], 0, all, k, added.matrix.rows(static_cast<Eigen::Index>(all.bodies[k])));
  }
  return arrays;
}

void store_memory(const RadiationPlace& place, const RadiationUsed& used, std::vector<StoredArray>& arrays) {
  for (std::size_t k = 0; k < place.rows.size(); ++k) {
    Store store(arrays, place.rows[k], place.set);
    const std::vector<std::string> rows = motions_of({place.rows[k]});
    const auto first = static_cast<Eigen::Index>(6 * k);
    if (used.damping != nullptr) {
      store.number("constant_frequency", used.omega, "rad/s", "at which constant coefficients are taken",
                   place.component);
      store.matrix("constant_damping", used.damping->middleRows<6>(first), kDampingUnits,
                   "radiation damping that acts, columns of the velocities that move", place.component, rows,
                   place.columns);
    }
    if (used.kernel != nullptr) {
      std::vector<double> time;
      for (std::size_t i = 0; i < used.kernel->values.size(); ++i)
        time.push_back(static_cast<double>(i) * used.kernel->step);
      store.list("kernel_time", time, "s", "of the kernel's samples", place.component);
      store.matrices(
          "kernel", time.size(), [&](std::size_t i) -> MatrixX { return used.kernel->values[i].middleRows<6>(first); },
          "N/m, N, N m", "radiation kernel that acts (time, row, column), columns of the velocities that move",
          place.component, rows, place.columns);
    }
    if (used.states != nullptr) {
      const hydro::StateSpaceModel& model = *used.states;
      if (k == 0) {  // one system for all bodies of the component: its states stand with the first
        store.matrix("state_space_A", model.whole_A(), "1/s", "x' = A x + B v, of all bodies of the component",
                     place.component, {}, {});
        store.matrix("state_space_B", model.B, "1", "likewise, columns of the velocities that move", place.component,
                     {}, place.columns);
      }
      store.matrix("state_space_C", model.C.middleRows<6>(first), "N, N m", "F = C x + D v", place.component, rows, {});
      store.matrix("state_space_D", model.D.middleRows<6>(first), kDampingUnits, "F = C x + D v", place.component, rows,
                   place.columns);
    }
  }
}

}  // namespace swell::assembly
