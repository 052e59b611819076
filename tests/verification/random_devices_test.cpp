// Properties of any device, over random ones: results do not depend on names and order, turn and mirror with device,
// hydrodynamic data and waves, obey Froude's law, and go on from a checkpoint with the same bits.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/bodies/rigid_body.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/model.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::random_devices_test {
namespace {

using bodies::JointType;

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_()) / 4294967295.0;
  }
  int below(int n) { return static_cast<int>(generator_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  Vector3 vector(double size) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
  Matrix6 semidefinite(const Vector6& scale) {
    Matrix6 B;
    for (Eigen::Index i = 0; i < 36; ++i) B(i) = (*this)(-0.4, 0.4);
    return scale.asDiagonal() * (B * B.transpose() + Matrix6(Matrix6::Identity())) * scale.asDiagonal();
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  }

 private:
  std::mt19937 generator_;
};

/// Every joint and take-off of a model.
void each_joint(model::Model& m, const std::function<void(model::Joint&)>& take) {
  for (model::Joint& joint : m.joints) take(joint);
  for (model::Pto& pto : m.ptos) take(pto);
}

bool one_coordinate(const model::Joint& joint) { return degrees_of_freedom(joint.type) == 1; }
bool turns_only(const model::Joint& joint) {
  return joint.type == JointType::rotational || joint.type == JointType::universal ||
         joint.type == JointType::spherical;
}

std::filesystem::path new_file(const std::string& end) {
  static const std::filesystem::path folder = swell_test::fresh_folder("devices");
  static int count = 0;
  return folder / (std::to_string(++count) + end);
}

/// Stiffness of a waterplane of random size and place [N/m and so on].
Matrix6 random_stiffness(Random& random) {
  Matrix6 stiffness = Matrix6::Zero();
  const double heave = random(1e4, 1e5), x = random(-0.5, 0.5), y = random(-0.5, 0.5);
  stiffness.block<3, 3>(2, 2) << heave, heave * y, -heave * x, heave * y, heave * (4 + y * y), -heave * x * y,
      -heave * x, -heave * x * y, heave * (2 + x * x);
  return stiffness;
}

/// Two bodies that radiate on each other in all motions: those of the sphere seen through a random matrix, so that
/// damping stays semi-definite and kernels causal, and random excitation at three headings around `direction` [rad].
hydro::HydroData random_data(Random& random, const std::vector<double>& masses, double direction) {
  hydro::HydroData data = hydro::read_bemio_h5(swell_test::hemisphere());
  const hydro::HydroBody sphere = data.bodies.front();
  MatrixX C(6, 12), own = MatrixX::Zero(12, 12);
  for (Eigen::Index j = 0; j < 12; ++j) {
    const double arm = j % 6 < 3 ? 1.0 : 3.0;  // [m]
    for (Eigen::Index i = 0; i < 6; ++i) C(i, j) = random(-0.4, 0.4) * arm;
    own(j, j) = random(2.0, 5.0) * arm * arm;
  }
  const auto seen = [&](const MatrixX& matrix) -> MatrixX { return C.transpose() * matrix * C; };
  const double degrees = direction * 180.0 / kPi;
  data.direction = {degrees - random(5.0, 20.0), degrees + random(1.0, 5.0), degrees + random(8.0, 20.0)};
  data.bodies.clear();
  for (Eigen::Index b = 0; b < 2; ++b) {
    hydro::HydroBody body;
    body.name = "data" + std::to_string(b);
    body.cg = random.vector(8.0) - Vector3(0, 0, 4);
    body.cb = body.cg + Vector3(0, 0, random(0.2, 0.6));
    body.displaced_volume = masses[static_cast<std::size_t>(b)] / 1000.0;
    body.restoring_stiffness = random_stiffness(random) / (1000.0 * kGravity);
    const auto rows = [&](const MatrixX& all) -> MatrixX { return all.middleRows(6 * b, 6); };
    body.added_mass_infinite = rows(seen(*sphere.added_mass_infinite) + own);
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      body.added_mass.push_back(rows(seen(sphere.added_mass[k]) + own));
      body.radiation_damping.push_back(rows(seen(sphere.radiation_damping[k])));
    }
    for (std::size_t d = 0; d < data.direction.size(); ++d) {
      const std::complex<double> turn = std::polar(1.0, random(-kPi, kPi));
      MatrixX mix(6, 6);
      for (Eigen::Index i = 0; i < 36; ++i) mix(i) = random(-0.5, 0.5) * (i % 6 < 3 ? 1.0 : 3.0);
      body.excitation.emplace_back();
      for (const Eigen::VectorXcd& force : sphere.excitation.front())
        body.excitation.back().emplace_back(turn * (mix * force.head<6>()));
    }
    data.bodies.push_back(body);
  }
  return data;
}

/// Every body with data takes its own from one changed file.
void change_data(model::Model& m, const std::function<void(hydro::HydroData&)>& change) {
  const std::filesystem::path path = new_file(".h5");
  for (model::Body& body : m.bodies) {
    if (!body.hydro_data) continue;
    model::HydroFile& set = body.hydro_data->sets.front();
    if (!std::filesystem::exists(path)) {
      hydro::HydroData data = hydro::read_bemio_h5(set.file.string());
      change(data);
      hydro::write_bemio_h5(data, path.string());
    }
    set.file = path;
  }
}

/// A tree of two to five bodies, floating or tied to the world, in a regular wave: springs, dampers and stops at its
/// joints, hydrostatics, damping and Morison elements at its bodies, some of them out of their places and moving.
/// Elements that a turn about the vertical leaves as they are: of option 1 alike in x and y. With `hydro` two of the
/// bodies have hydrodynamic data, coupled, and a radiation memory.
model::Model random_device(Random& random, bool hydro) {
  model::Model m;
  m.simulation.duration = 2.0;
  m.simulation.time_step = 0.0625;
  m.environment.depth = 50.0;
  waves::RegularWave wave;
  wave.height = random(0.5, 1.5);
  wave.period = random(5.0, 8.0);
  wave.direction = hydro ? random(-1.5, 1.5) : random(-kPi, kPi);  // turned data keep the order of their headings
  wave.phase = random(0.0, 6.0);
  m.waves.emplace_back(wave);
  const int n = 2 + random.below(4);
  for (int i = 0; i < n; ++i) {
    model::Body body;
    body.name = "b" + std::to_string(i);
    const double mass = random(20e3, 60e3);
    body.mass = mass;
    body.inertia = Vector3(random(2, 3), random(2, 3), random(2, 3)) * 6.0 * mass;
    body.inertia_products = random.vector(0.6) * mass;
    body.center_of_gravity = random.vector(8.0) - Vector3(0, 0, 4);
    if (i < 2 && hydro) {
      body.center_of_gravity.reset();
      body.hydro_data.emplace();
      model::HydroFile file;
      file.body = i + 1;
      body.hydro_data->sets.push_back(file);
    } else {
      body.volume = mass / 1000.0;
      body.center_of_buoyancy = *body.center_of_gravity + Vector3(0, 0, random(0.2, 0.6));
      body.stiffness = random_stiffness(random);
    }
    Vector6 scale;
    scale << 60, 60, 60, 200, 200, 200;
    body.linear_damping = random.semidefinite(scale);
    if (random.one_in(2)) {
      model::MorisonElementSpec element;
      element.position = random.vector(1.0);
      element.option = random.one_in(2) ? 1 : 2;
      const double flat = random(0.5, 2.0);
      element.cd = {1.0, 1.0};
      element.ca = {0.5, 0.5};
      element.area = {flat, flat};
      if (element.option == 1) {
        element.cd.push_back(0.7);
        element.ca.push_back(0.2);
        element.area.push_back(3.0);
      } else {
        element.cd[1] = 0.1;
        element.axis = random.vector(1.0);
      }
      element.volume = random(0.1, 2.0);
      element.diameter = 1.0;
      body.morison.push_back(element);
    }
    m.bodies.push_back(body);
    const JointType types[] = {JointType::translational, JointType::rotational,    JointType::universal,
                               JointType::spherical,     JointType::floating_3dof, JointType::fixed};
    model::Pto joint;
    joint.type = types[random.below(i == 0 ? 5 : 6)];
    if (i == 0 && random.one_in(2)) continue;  // floats freely
    joint.name = "j" + std::to_string(i);
    joint.base = i == 0 ? "world" : "b" + std::to_string(random.below(i));
    joint.follower = body.name;
    if (i > 0 && random.one_in(3)) std::swap(joint.base, joint.follower);
    joint.location = random.vector(6.0) - Vector3(0, 0, 4);
    model::JointOrientation axes;
    axes.z = random.vector(1.0).normalized();
    axes.y = axes.z.cross(random.vector(1.0)).normalized();
    joint.orientation = axes;
    if (one_coordinate(joint) || turns_only(joint)) {
      const double arm = joint.type == JointType::translational ? 1.0 : 4.0;
      joint.stiffness = random(1e4, 5e4) * arm * arm;
      joint.damping = random(1e3, 2e4) * arm * arm;
      if (one_coordinate(joint) && random.one_in(2)) {
        model::HardStops stops;
        stops.lower = -0.2;
        stops.upper = 0.3;
        stops.stiffness = 1e5 * arm * arm;
        stops.damping = 1e3 * arm * arm;
        stops.transition = 0.01;
        joint.limits = stops;
      }
      if (random.one_in(3)) {
        for (int c = 0; c < degrees_of_freedom(joint.type); ++c) joint.extension.push_back(random(-0.15, 0.15));
      }
    }
    if (joint.type != JointType::fixed && random.one_in(2))
      m.ptos.push_back(joint);
    else
      m.joints.push_back(joint);
  }
  if (hydro) {
    m.hydrodynamics.convolution.duration = 8.0;
    m.hydrodynamics.convolution.time_step = 0.125;
    const std::filesystem::path path = new_file(".h5");
    hydro::write_bemio_h5(
        random_data(random, {std::get<double>(m.bodies[0].mass), std::get<double>(m.bodies[1].mass)}, wave.direction),
        path.string());
    for (std::size_t i = 0; i < 2; ++i) m.bodies[i].hydro_data->sets.front().file = path;
  }
  // The pose of one body, which its joints follow where it floats; elsewhere some coordinate of a joint does it.
  if (m.joints.size() + m.ptos.size() < m.bodies.size()) {
    model::InitialPose& pose = m.bodies[static_cast<std::size_t>(random.below(n))].initial;
    if (random.one_in(2)) pose.displacement = random.vector(0.4);
    if (random.one_in(2)) {
      pose.axis = random.vector(1.0);
      pose.angle = random(-0.2, 0.2);
    }
    if (random.one_in(2)) pose.velocity = random.vector(0.3);
    if (random.one_in(2)) pose.angular_velocity = random.vector(0.1);
  }
  return m;
}

using Rows = std::map<std::string, MatrixX>;  ///< by dataset

/// Nothing where the start cannot be met.
std::optional<Rows> rows_of(const model::Model& m) {
  if (std::getenv("SWELL_SHOW_DEVICES") != nullptr) std::puts(model::write_yaml(model::case_tree(m)).c_str());
  std::optional<run::CaseRun> run;
  try {
    run.emplace(m);
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).find("inconsistent with the joints") != std::string::npos) << error.what();
    return std::nullopt;
  }
  std::vector<std::vector<double>> values(run->series().size());
  int rows = 0;
  run->run([&](double) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double* from = run->values(i);
      values[i].insert(values[i].end(), from, from + std::max(1, run->series()[i].width));
    }
    ++rows;
    return true;
  });
  Rows out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& path = run->series()[i].path;
    const std::string leaf = path.substr(path.rfind('/') + 1);
    if (leaf != "position" && leaf != "velocity" && leaf != "acceleration" && leaf != "force" && leaf != "power")
      continue;
    out[path] =
        Eigen::Map<const RowMatrixX>(values[i].data(), rows, static_cast<Eigen::Index>(values[i].size()) / rows);
  }
  return out;
}

/// Largest difference of rows against the largest number of the dataset; where that is almost nothing, against a
/// thousandth of the motions or 100 N and W, which are a thousandth of the loads.
void expect_equal(const MatrixX& a, const MatrixX& b, double tolerance, const std::string& what) {
  const bool load = what.find("/force") != std::string::npos || what.find("/power") != std::string::npos;
  const double least = load ? 100.0 : 1e-3;
  ASSERT_EQ(a.rows(), b.rows()) << what;
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), tolerance * std::max(least, a.cwiseAbs().maxCoeff())) << what;
}

// Round-off of a mass matrix whose condition is below 1e6, through 32 steps in which differences grow by e at most.
constexpr double kRoundOff = 1e-8;

TEST(RandomDevices, AreIndependentOfNamesAndOrder) {
  Random random(1);
  int ran = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const model::Model m = random_device(random, trial % 4 == 0);
    model::Model other = m;
    std::map<std::string, std::string> names{{"world", "world"}};
    const auto rename = [&](std::string& name) {
      const auto known = names.find(name);
      if (known == names.end())
        name = names[name] = std::string(1, static_cast<char>('a' + random.below(26))) + "-" + name;
      else
        name = known->second;
    };
    for (model::Body& body : other.bodies) rename(body.name);
    each_joint(other, [&](model::Joint& joint) {
      rename(joint.name);
      rename(joint.base);
      rename(joint.follower);
    });
    random.shuffle(other.bodies);
    random.shuffle(other.joints);
    random.shuffle(other.ptos);
    const auto a = rows_of(m), b = rows_of(other);
    ASSERT_EQ(a.has_value(), b.has_value()) << trial;
    if (!a) continue;
    ++ran;
    for (const auto& [path, rows] : *a) {
      std::string renamed = path;
      const std::size_t from = path.find('/', 1) + 1, to = path.find('/', from);
      if (from > 1 && to != std::string::npos && names.count(path.substr(from, to - from)) > 0)
        renamed = path.substr(0, from) + names[path.substr(from, to - from)] + path.substr(to);
      ASSERT_EQ(b->count(renamed), 1U) << renamed;
      expect_equal(rows, b->at(renamed), kRoundOff, path + " of " + std::to_string(trial));
    }
  }
  EXPECT_GT(ran, 12);
}

/// diag(Q, det Q Q): forces and moments, shifts and turns.
Matrix6 of_motions(const Matrix3& Q) {
  Matrix6 T = Matrix6::Zero();
  T.topLeftCorner<3, 3>() = Q;
  T.bottomRightCorner<3, 3>() = Q.determinant() * Q;
  return T;
}

/// The same data turned or mirrored with their bodies.
void move_data(hydro::HydroData& data, const Matrix3& Q) {
  const Matrix6 T = of_motions(Q);
  const bool mirrored = Q.determinant() < 0.0;
  for (double& heading : data.direction) {
    const double radians = heading * kPi / 180.0;
    const Vector3 travel = Q * Vector3(std::cos(radians), std::sin(radians), 0.0);
    heading = std::atan2(travel.y(), travel.x()) * 180.0 / kPi;
  }
  if (mirrored) std::reverse(data.direction.begin(), data.direction.end());
  for (hydro::HydroBody& body : data.bodies) {
    body.cg = (Q * body.cg).eval();
    body.cb = (Q * body.cb).eval();
    body.restoring_stiffness = (T * body.restoring_stiffness * T.transpose()).eval();
    const auto turn = [&](MatrixX& rows) {
      for (Eigen::Index b = 0; b < rows.cols(); b += 6)
        rows.middleCols(b, 6) = (T * rows.middleCols(b, 6) * T.transpose()).eval();
    };
    turn(*body.added_mass_infinite);
    for (MatrixX& rows : body.added_mass) turn(rows);
    for (MatrixX& rows : body.radiation_damping) turn(rows);
    for (auto& of_heading : body.excitation)
      for (Eigen::VectorXcd& force : of_heading) force = (T * force).eval();
    if (mirrored) std::reverse(body.excitation.begin(), body.excitation.end());
  }
}

/// The device and its waves turned about the vertical or mirrored: joint coordinates stay as they are.
model::Model moved(model::Model m, const Matrix3& Q, bool data_by_key = false) {
  if (!data_by_key) {
    change_data(m, [&](hydro::HydroData& data) { move_data(data, Q); });
  } else {
    for (model::Body& body : m.bodies)
      if (body.hydro_data) body.hydro_data->sets.front().yaw = std::atan2(Q(1, 0), Q(0, 0));
  }
  const double sense = Q.determinant();
  const Matrix6 T = of_motions(Q);
  const auto turn_vector = [&](auto& v) { v = (Q * v).eval(); };
  auto& wave = std::get<waves::RegularWave>(m.waves.front());
  const Vector3 travel = Q * Vector3(std::cos(wave.direction), std::sin(wave.direction), 0.0);
  wave.direction = std::atan2(travel.y(), travel.x());
  for (model::Body& body : m.bodies) {
    if (body.center_of_gravity) turn_vector(*body.center_of_gravity);
    if (body.center_of_buoyancy) turn_vector(*body.center_of_buoyancy);
    const Matrix3 I = Q * bodies::inertia_tensor(*body.inertia, body.inertia_products) * Q.transpose();
    body.inertia = I.diagonal();
    body.inertia_products = Vector3(I(0, 1), I(0, 2), I(1, 2));
    if (body.stiffness) body.stiffness = T * *body.stiffness * T.transpose();
    body.linear_damping = (T * body.linear_damping * T.transpose()).eval();
    for (model::MorisonElementSpec& element : body.morison) {
      turn_vector(element.position);
      if (element.axis) turn_vector(*element.axis);
    }
    model::InitialPose& pose = body.initial;
    turn_vector(pose.displacement);
    turn_vector(pose.velocity);
    pose.axis = sense * (Q * pose.axis);
    pose.angular_velocity = sense * (Q * pose.angular_velocity);
  }
  each_joint(m, [&](model::Joint& joint) {
    turn_vector(joint.location);
    const bool ball = joint.type == JointType::universal || joint.type == JointType::spherical;
    joint.orientation->z = (ball ? sense : 1.0) * (Q * joint.orientation->z);
    joint.orientation->y = sense * (Q * joint.orientation->y);
  });
  return m;
}

void expect_moved(const Matrix3& Q, unsigned seed, bool data_by_key = false) {
  Random random(seed);
  const int trials = data_by_key ? 4 : 8;
  int ran = 0;
  for (int trial = 0; trial < trials; ++trial) {
    model::Model m = random_device(random, data_by_key || trial % 2 == 0);
    // Option 1 has a drag along each axis by itself, which no turn leaves as it is.
    for (model::Body& body : m.bodies)
      for (model::MorisonElementSpec& element : body.morison)
        if (element.option == 1 && !Q.isDiagonal()) element.cd = {0.0, 0.0, 0.7};
    // Data are made passive row by row, to 5e-6 of the peak, and a turn mixes rows.
    if (!Q.isDiagonal()) m.hydrodynamics.radiation_data = model::RadiationData::as_given;
    const auto a = rows_of(m), b = rows_of(moved(m, Q, data_by_key));
    ASSERT_EQ(a.has_value(), b.has_value()) << trial;
    if (!a) continue;
    ++ran;
    for (const auto& [path, rows] : *a) {
      const std::string what = path + " of " + std::to_string(trial);
      const MatrixX& other = b->at(path);
      if (path.rfind("/bodies/", 0) != 0) {
        expect_equal(rows, other, kRoundOff, what);
        continue;
      }
      MatrixX expected = rows * of_motions(Q).transpose(), got = other;
      if (path.find("/position") != std::string::npos) {  // angles as the matrices of their rotations
        expected.resize(rows.rows(), 12);
        got.resize(rows.rows(), 12);
        for (Eigen::Index i = 0; i < rows.rows(); ++i) {
          const Matrix3 R = Q * rotation_from_roll_pitch_yaw(rows.row(i).tail<3>()) * Q.transpose();
          const Matrix3 S = rotation_from_roll_pitch_yaw(other.row(i).tail<3>());
          expected.row(i) << (Q * rows.row(i).head<3>().transpose()).transpose(),
              R.reshaped<Eigen::ColMajor>().transpose();
          got.row(i) << other.row(i).head<3>(), S.reshaped<Eigen::ColMajor>().transpose();
        }
      }
      expect_equal(expected, got, kRoundOff, what);
    }
  }
  EXPECT_GT(ran, trials / 2);
}

TEST(RandomDevices, TurnWithDeviceAndWaves) {
  expect_moved(Eigen::AngleAxisd(0.7, Vector3::UnitZ()).toRotationMatrix(), 2);
}

TEST(RandomDevices, TurnWithTheYawOfTheirData) {
  expect_moved(Eigen::AngleAxisd(-0.9, Vector3::UnitZ()).toRotationMatrix(), 6, true);
}

TEST(RandomDevices, MirrorWithDeviceAndWaves) { expect_moved(Vector3(1, -1, 1).asDiagonal(), 3); }

/// Lengths four times as long, times twice: all factors are powers of two, which round nothing.
constexpr double kLength = 4.0, kTime = 2.0;
constexpr double kMass = kLength * kLength * kLength;
constexpr double kForce = kMass * kLength / (kTime * kTime);

/// [x per y] of forces and moments by shifts and turns.
Matrix6 scaled(Matrix6 matrix, double force, double shift) {
  for (Eigen::Index i = 0; i < 6; ++i)
    for (Eigen::Index j = 0; j < 6; ++j)
      matrix(i, j) *= (i < 3 ? force : force * kLength) / (j < 3 ? shift : shift / kLength);
  return matrix;
}

void scale_data(hydro::HydroData& data) {
  const auto scale = [](MatrixX& rows, double force) {
    for (Eigen::Index b = 0; b < rows.cols(); b += 6)
      rows.middleCols(b, 6) = scaled(Matrix6(rows.middleCols(b, 6)), force, 1.0);
  };
  for (double& omega : data.omega) omega /= kTime;
  if (data.water_depth) *data.water_depth *= kLength;
  for (hydro::HydroBody& body : data.bodies) {
    body.cg *= kLength;
    body.cb *= kLength;
    body.displaced_volume *= kMass;
    scale(body.restoring_stiffness, kLength * kLength);  // over density and gravity
    scale(*body.added_mass_infinite, kMass);             // over density
    for (MatrixX& rows : body.added_mass) scale(rows, kMass);
    for (MatrixX& rows : body.radiation_damping) scale(rows, kMass);  // over density and frequency
    for (auto& of_heading : body.excitation) {
      for (Eigen::VectorXcd& force : of_heading) {
        force *= kLength * kLength;
        force.tail<3>() *= kLength;
      }
    }
  }
}

model::Model scaled(model::Model m) {
  change_data(m, scale_data);
  for (std::optional<double>* time : {&m.hydrodynamics.convolution.duration, &m.hydrodynamics.convolution.time_step})
    if (*time) **time *= kTime;
  m.simulation.duration *= kTime;
  *m.simulation.time_step *= kTime;
  *m.environment.depth *= kLength;
  auto& wave = std::get<waves::RegularWave>(m.waves.front());
  wave.height *= kLength;
  wave.period *= kTime;
  for (model::Body& body : m.bodies) {
    body.mass = std::get<double>(body.mass) * kMass;
    *body.inertia *= kMass * kLength * kLength;
    body.inertia_products *= kMass * kLength * kLength;
    if (!body.hydro_data) {
      *body.center_of_gravity *= kLength;
      *body.center_of_buoyancy *= kLength;
      *body.volume *= kMass;
      body.stiffness = scaled(*body.stiffness, kForce, kLength);
    }
    body.linear_damping = scaled(body.linear_damping, kForce, kLength / kTime);
    for (model::MorisonElementSpec& element : body.morison) {
      element.position *= kLength;
      for (double& area : element.area) area *= kLength * kLength;
      element.volume *= kMass;
      *element.diameter *= kLength;
    }
    body.initial.displacement *= kLength;
    body.initial.velocity *= kLength / kTime;
    body.initial.angular_velocity /= kTime;
  }
  each_joint(m, [&](model::Joint& joint) {
    joint.location *= kLength;
    const bool slides = joint.type == JointType::translational;
    const double length = slides ? kLength : 1.0, force = slides ? kForce : kForce * kLength;
    joint.stiffness *= force / length;
    joint.damping *= force / length * kTime;
    for (double& e : joint.extension) e *= length;
    if (!joint.limits) return;
    *joint.limits->lower *= length;
    *joint.limits->upper *= length;
    joint.limits->transition *= length;
    joint.limits->stiffness *= force / length;
    joint.limits->damping *= force / length * kTime;
  });
  return m;
}

TEST(RandomDevices, ObeyFroudesLaw) {
  Random random(4);
  int ran = 0;
  for (int trial = 0; trial < 8; ++trial) {
    const model::Model m = random_device(random, trial % 2 == 0);
    const auto a = rows_of(m), b = rows_of(scaled(m));
    ASSERT_EQ(a.has_value(), b.has_value()) << trial;
    if (!a) continue;
    ++ran;
    for (const auto& [path, rows] : *a) {
      if (path.rfind("/bodies/", 0) != 0) continue;
      const std::string leaf = path.substr(path.rfind('/') + 1);
      const double rate = leaf == "position" ? 1.0 : leaf == "velocity" ? kTime : kTime * kTime;
      MatrixX back = rate * b->at(path);
      back.leftCols<3>() /= kLength;
      expect_equal(rows, back, kRoundOff, path + " of " + std::to_string(trial));
    }
  }
  EXPECT_GT(ran, 4);
}

TEST(RandomDevices, GoOnFromACheckpointWithTheSameBits) {
  Random random(5);
  int ran = 0;
  for (int trial = 0; trial < 6; ++trial) {
    const model::Model m = random_device(random, trial % 2 == 0);
    if (!rows_of(m)) continue;
    ++ran;
    run::RunOptions whole, first, second;
    whole.output = new_file(".h5");
    first.output = new_file(".h5");
    second.output = new_file(".h5");
    first.checkpoint_at = random(0.1, 1.8);
    run::run_case(m, whole);
    second.restart = run::run_case(m, first).checkpoint;
    run::run_case(m, second);
    const std::vector<std::string> paths = run::ResultsReader(whole.output).datasets();
    for (const std::string& path : paths) {
      const MatrixX a = swell_test::read_dataset(whole.output, path), b = swell_test::read_dataset(second.output, path);
      ASSERT_GT(b.rows(), 0);
      EXPECT_TRUE(a.bottomRows(b.rows()) == b) << path << " after " << *first.checkpoint_at << " s, " << trial;
    }
  }
  EXPECT_GT(ran, 2);
}

}  // namespace
}  // namespace swell::random_devices_test
