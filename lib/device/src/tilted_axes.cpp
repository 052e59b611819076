#include "swell/device/tilted_axes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "swell/base/error.h"
#include "swell/hydro/tilted_axes.h"

namespace swell::device {

using hydro::TiltedAxes;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortKind;
using system::Reads;

namespace {

constexpr const char* kAxes = "tilted_axes";

LoadTraits of_data() {
  LoadTraits traits{ForcePart::added_mass, Energy::inertia};
  traits.of_data = true;
  return traits;
}

bool contains(const BodyNames& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TiltedAxes axes_of(const double* rotation) { return TiltedAxes(as_rotation(rotation).col(2)); }

/// J^T A J - A of the block between two bodies; null: a body that does not tilt.
Matrix6 turned_less_given(const Matrix6& A, const TiltedAxes* row, const TiltedAxes* column) {
  const Matrix3 rt = A.bottomLeftCorner<3, 3>(), tr = A.topRightCorner<3, 3>(), rr = A.bottomRightCorner<3, 3>();
  Matrix6 out = Matrix6::Zero();
  Matrix3 half = rr;
  if (row != nullptr) {
    out.bottomLeftCorner<3, 3>().noalias() = row->in_world * rt;
    out.bottomLeftCorner<3, 3>() -= rt;
    half.noalias() = row->in_world * rr;
  }
  if (column != nullptr) {
    const Matrix3 back = column->in_world.transpose();
    out.topRightCorner<3, 3>().noalias() = tr * back;
    out.topRightCorner<3, 3>() -= tr;
    out.bottomRightCorner<3, 3>().noalias() = half * back;
  } else {
    out.bottomRightCorner<3, 3>() = half;
  }
  out.bottomRightCorner<3, 3>() -= rr;
  return out;
}

}  // namespace

TiltedMotion::TiltedMotion(const std::string& body)
    : Component(load_name(body, kAxes), "rates by axes that tilt with the body"), body_(body) {}

MotionSource TiltedMotion::motions(BodyNames tilting) {
  return [tilting = std::move(tilting)](Motion motion, const std::string& body) {
    return contains(tilting, body) ? load_name(body, kAxes) + "." + name_of(motion) : of_mechanism(motion, body);
  };
}

void TiltedMotion::declare(Declaration& d) {
  const Input R = read_motion(d, Motion::rotation, body_), v = read_motion(d, Motion::velocity, body_);
  const auto rates = [axes = load_name(body_, kAxes)](const char* name, const char* unit) {
    system::PortSpec spec = six_vector(name, unit, "velocity, and angular velocity by the tilted axes");
    spec.frame = axes;
    return spec;
  };
  d.output(rates(name_of(Motion::velocity), "m/s, rad/s"), {R, v}, [R, v](const Evaluation& e, double* out) {
    as_six(out) = as_six(e.input(v));
    Eigen::Map<Vector3>(out + 3) = axes_of(e.input(R)).in_world.transpose() * as_six(e.input(v)).tail<3>();
  });
  const Input a = read_motion(d, Motion::acceleration, body_);
  d.output(
      rates(name_of(Motion::acceleration), "m/s^2, rad/s^2"), {R, v, a}, [R, v, a](const Evaluation& e, double* out) {
        const TiltedAxes axes = axes_of(e.input(R));
        as_six(out) = as_six(e.input(a));
        Eigen::Map<Vector3>(out + 3) =
            axes.in_world.transpose() * as_six(e.input(a)).tail<3>() + axes.carried_rate(as_six(e.input(v)).tail<3>());
      });
}

Computed turned_to_world(Declaration& d, const BodyNames& rows, const BodyNames& tilting, Computed local) {
  std::vector<std::pair<std::size_t, Input>> turns;  // where a moment stands, and the rotation
  for (auto& input : d.inputs) {                     // what TiltedMotion::motions hands them
    for (const std::string& body : tilting) {
      if (input.spec.name == std::string(name_of(Motion::velocity)) + "/" + body ||
          input.spec.name == std::string(name_of(Motion::acceleration)) + "/" + body)
        input.spec.frame = load_name(body, kAxes);
    }
  }
  Reads reads = {local};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!contains(tilting, rows[i])) continue;
    turns.emplace_back(6 * i + 3, read_motion_of(d, Motion::rotation, rows[i]));
    reads.emplace_back(turns.back().second);
  }
  if (turns.empty()) return local;
  const std::size_t n = 6 * rows.size();
  return d.compute("in_world", static_cast<int>(n), reads, [turns, local, n](const Evaluation& e, double* out) {
    std::copy_n(e.computed(local), n, out);
    for (const auto& [at, R] : turns) {
      Eigen::Map<Vector3> moment(out + at);
      moment = (axes_of(e.input(R)).in_world * moment).eval();
    }
  });
}

TiltedAddedMass::TiltedAddedMass(const std::string& body, BodyNames all, std::vector<bool> tilts, int own, MatrixX rows)
    : BodyLoad(body, "tilted_added_mass", "added mass in axes that tilt with the bodies", of_data()),
      all_(std::move(all)),
      tilts_(std::move(tilts)),
      index_(own),
      rows_(std::move(rows)) {
  SWELL_EXPECT(rows_.rows() == 6 && rows_.cols() == 6 * static_cast<Eigen::Index>(all_.size()) &&
               tilts_.size() == all_.size() && own >= 0 && static_cast<std::size_t>(own) < all_.size());
  a_.setZero(rows_.cols());
}

bool TiltedAddedMass::turns(const Matrix6& A) {
  const double tolerance = 1e-9 * A.cwiseAbs().maxCoeff();
  const TiltedAxes axes(Vector3(0.3, -0.5, std::sqrt(0.66)));
  return turned_less_given(A, &axes, &axes).cwiseAbs().maxCoeff() > tolerance;
}

void TiltedAddedMass::declare(Declaration& d) {
  columns_.clear();
  Reads rotations, velocities;
  for (std::size_t j = 0; j < all_.size(); ++j) {
    Column column;
    column.first = static_cast<Eigen::Index>(6 * j);
    column.tilts = tilts_[j];
    const bool is_own = static_cast<int>(j) == index_;
    if (!is_own && rows_.middleCols<6>(column.first).isZero(0.0)) continue;
    if (is_own) own_ = columns_.size();
    column.velocity = read_motion_of(d, Motion::velocity, all_[j]);
    velocities.emplace_back(column.velocity);
    if (column.tilts) {
      column.rotation = read_motion_of(d, Motion::rotation, all_[j]);
      rotations.emplace_back(column.rotation);
    }
    columns_.push_back(column);
  }
  const Computed axes = d.compute("axes", 1, rotations, [this](const Evaluation& e, double* out) {
    for (Column& column : columns_)
      if (column.tilts) column.axes = axes_of(e.input(column.rotation));
    out[0] = 0.0;
  });
  // With u = J v, g = A u: the momentum is J^T g. Its rate is J^T A J v' + J^T A (J' v) and what carries it round.
  velocities.emplace_back(axes);
  const Computed force = d.compute("force", 6, velocities, [this](const Evaluation& e, double* out) {
    Vector6 carried = Vector6::Zero();
    Vector3 momentum = Vector3::Zero();  // of the rotations
    for (const Column& column : columns_) {
      const auto A = rows_.middleCols<6>(column.first);
      Vector6 u = as_six(e.input(column.velocity));
      if (column.tilts) {
        carried.noalias() += A.rightCols<3>() * column.axes.carried_rate(u.tail<3>());
        u.tail<3>() = (column.axes.in_world.transpose() * u.tail<3>()).eval();
      }
      momentum.noalias() += A.bottomRows<3>() * u;
    }
    if (own().tilts) {
      const TiltedAxes& up = own().axes;
      carried.tail<3>() = (up.in_world * carried.tail<3>()).eval() +
                          up.moment_of(up.in_world * momentum, as_six(e.input(own().velocity)).tail<3>());
    }
    as_six(out) = -carried;
  });
  d.output(six_vector("force", "N, N m", "force of the added mass that tilts", PortKind::effort), force);
  acts_on(d, body());

  // Of one body alone its own block; else of all, 6 x 6N row by row.
  const auto width = static_cast<int>(rows_.cols());
  const bool coupled = width > 6;
  system::PortSpec port =
      inertia_port(coupled ? "coupled_inertia" : "inertia", "what the tilt adds to the added mass, row by row");
  port.width = 6 * width;
  using RowMatrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;
  const Computed inertia = d.output(port, {axes}, [this, width](const Evaluation&, double* out) {
    const TiltedAxes* row = own().tilts ? &own().axes : nullptr;
    std::fill_n(out, 6 * width, 0.0);
    for (const Column& column : columns_) {
      const Matrix6 block =
          turned_less_given(rows_.middleCols<6>(column.first), row, column.tilts ? &column.axes : nullptr);
      for (int i = 0; i < 6; ++i) {
        for (int j = i < 3 ? 3 : 0; j < 6; ++j) out[i * width + column.first + j] = block(i, j);
      }
    }
  });
  d.to(coupled ? coupled_inertia_on(body()) : inertia_on(body()));

  acceleration_.declare(d, all_, Motion::acceleration);  // for the report only
  Reads all = acceleration_.reads();
  all.emplace_back(force);
  all.emplace_back(inertia);
  d.output(six_vector("reported", "N, N m", "the force with that of the inertia"), all,
           [this, force, inertia, width](const Evaluation& e, double* out) {
             acceleration_.gather(e, a_.data());
             as_six(out) =
                 as_six(e.computed(force)) - Eigen::Map<const RowMatrix6X>(e.computed(inertia), 6, width) * a_;
           });
  reported_as(d, body(), ForcePart::added_mass);
}

}  // namespace swell::device
