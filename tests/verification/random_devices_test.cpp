// Properties of any device, over random ones: results do not depend on names and order, turn and mirror with device and
// waves, obey Froude's law, and go on from a checkpoint with the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/bodies/rigid_body.h"
#include "swell/model/model.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"

namespace swell {
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

/// A tree of two to five bodies, floating or tied to the world, in a regular wave: springs, dampers and stops at its
/// joints, hydrostatics, damping and Morison elements at its bodies, some of them out of their places and moving.
/// Elements that a turn about the vertical leaves as they are: of option 1 alike in x and y.
model::Model random_device(Random& random, bool hydro) {
  model::Model m;
  m.simulation.duration = 2.0;
  m.simulation.time_step = 0.0625;
  m.environment.depth = 50.0;
  waves::RegularWave wave;
  wave.height = random(0.5, 1.5);
  wave.period = random(5.0, 8.0);
  wave.direction = hydro ? 0.0 : random(-kPi, kPi);  // the only one of the sphere
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
    if (i == 0 && hydro) {
      body.mass = 261.8e3;
      body.inertia = Vector3(1.69e6, 1.69e6, 2.6e6);
      body.inertia_products = Vector3::Zero();
      body.center_of_gravity.reset();
      body.hydro_data.emplace();
      model::HydroFile file;
      file.file = swell_test::hemisphere();
      body.hydro_data->sets.push_back(file);
    } else {
      body.volume = mass / 1000.0;
      body.center_of_buoyancy = *body.center_of_gravity + Vector3(0, 0, random(0.2, 0.6));
      Matrix6 stiffness = Matrix6::Zero();
      const double heave = random(1e4, 1e5), x = random(-0.5, 0.5), y = random(-0.5, 0.5);
      stiffness.block<3, 3>(2, 2) << heave, heave * y, -heave * x, heave * y, heave * (4 + y * y), -heave * x * y,
          -heave * x, -heave * x * y, heave * (2 + x * x);
      body.stiffness = stiffness;
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

/// The device and its waves turned about the vertical or mirrored: joint coordinates stay as they are.
model::Model moved(model::Model m, const Matrix3& Q) {
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

void expect_moved(const Matrix3& Q, unsigned seed) {
  Random random(seed);
  int ran = 0;
  for (int trial = 0; trial < 16; ++trial) {
    model::Model m = random_device(random, false);
    // Option 1 has a drag along each axis by itself, which no turn leaves as it is.
    for (model::Body& body : m.bodies)
      for (model::MorisonElementSpec& element : body.morison)
        if (element.option == 1 && !Q.isDiagonal()) element.cd = {0.0, 0.0, 0.7};
    const auto a = rows_of(m), b = rows_of(moved(m, Q));
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
  EXPECT_GT(ran, 8);
}

TEST(RandomDevices, TurnWithDeviceAndWaves) {
  expect_moved(Eigen::AngleAxisd(0.7, Vector3::UnitZ()).toRotationMatrix(), 2);
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

model::Model scaled(model::Model m) {
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
    *body.center_of_gravity *= kLength;
    *body.center_of_buoyancy *= kLength;
    *body.volume *= kMass;
    body.stiffness = scaled(*body.stiffness, kForce, kLength);
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
  for (int trial = 0; trial < 16; ++trial) {
    const model::Model m = random_device(random, false);
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
  EXPECT_GT(ran, 8);
}

TEST(RandomDevices, GoOnFromACheckpointWithTheSameBits) {
  std::string name = (std::filesystem::temp_directory_path() / "swell-devices-XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(name.data());
  Random random(5);
  int ran = 0;
  for (int trial = 0; trial < 6; ++trial) {
    const model::Model m = random_device(random, trial % 2 == 0);
    if (!rows_of(m)) continue;
    ++ran;
    run::RunOptions whole, first, second;
    whole.output = folder / "whole.h5";
    first.output = folder / "first.h5";
    second.output = folder / "second.h5";
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
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace swell
