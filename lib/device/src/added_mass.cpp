#include "swell/device/added_mass.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "swell/base/error.h"
#include "swell/bodies/added_mass_split.h"
#include "swell/bodies/tilted_axes.h"
#include "swell/device/hydro_sets.h"
#include "system_words.h"

namespace swell::device {

namespace {
LoadTraits of_data() {
  LoadTraits traits{ForcePart::added_mass, Energy::inertia};
  traits.of_data = true;
  return traits;
}
}  // namespace

ReportedAddedMass::ReportedAddedMass(BodyNames bodies, bodies::BodyMatrix added_mass, BodyNames tilting)
    : Load("added_mass", "added mass, exact", of_data()),
      bodies_(std::move(bodies)),
      tilting_(std::move(tilting)),
      added_mass_(std::move(added_mass)),
      a_(VectorX::Zero(added_mass_.size())),
      v_(a_),
      omega_(a_),
      momentum_(a_) {
  SWELL_EXPECT(added_mass_.size() == 6 * static_cast<Eigen::Index>(bodies_.size()));
}

void ReportedAddedMass::declare(Declaration& d) {
  acceleration_.declare(d, bodies_, Motion::acceleration);
  Reads reads = acceleration_.reads();
  tilts_.clear();
  if (!tilting_.empty()) {
    velocity_.declare(d, bodies_, Motion::velocity);
    for (const Read& read : velocity_.reads()) reads.push_back(read);
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (std::find(tilting_.begin(), tilting_.end(), bodies_[b]) == tilting_.end()) continue;
    tilts_.push_back({static_cast<Eigen::Index>(6 * b + 3), read_motion_of(d, Motion::rotation, bodies_[b])});
    reads.emplace_back(tilts_.back().rotation);
  }
  const Computed force = d.compute("added_mass", static_cast<int>(added_mass_.size()), reads,
                                   [this](const Evaluation& e, double* out) { find_force(e, out); });
  declare_forces(d, bodies_, force, "added mass",
                 [&](const std::string& body) { reported_as(d, body, ForcePart::added_mass); });
}

// -J^T A (J a + J' v) less TiltedAxes::moment_of(A J v). [theory/radiation.md, "Axes"]
void ReportedAddedMass::find_force(const Evaluation& e, double* out) const {
  auto force = as_vector(out, added_mass_.size());
  force.setZero();
  acceleration_.gather(e, a_.data());
  if (tilts_.empty()) {
    added_mass_.add_product(-1.0, a_, force);
    return;
  }
  velocity_.gather(e, v_.data());
  const auto axes_of = [&](const Tilt& tilt) { return bodies::TiltedAxes(as_rotation(e.input(tilt.rotation)).col(2)); };
  omega_ = v_;  // world
  for (const Tilt& tilt : tilts_) {
    const bodies::TiltedAxes axes = axes_of(tilt);
    const Vector3 omega = omega_.segment<3>(tilt.moment);
    auto a = a_.segment<3>(tilt.moment), v = v_.segment<3>(tilt.moment);
    a = (axes.in_world.transpose() * a + axes.carried_rate(omega)).eval();
    v = axes.in_world.transpose() * omega;
  }
  momentum_.setZero();
  added_mass_.add_product(1.0, v_, momentum_);
  added_mass_.add_product(-1.0, a_, force);
  for (const Tilt& tilt : tilts_) {
    const bodies::TiltedAxes axes = axes_of(tilt);
    auto moment = force.segment<3>(tilt.moment);
    moment =
        (axes.in_world * moment - axes.moment_of(momentum_.segment<3>(tilt.moment), omega_.segment<3>(tilt.moment)))
            .eval();
  }
}

DelayedAddedMass::DelayedAddedMass(BodyNames bodies, bodies::AddedMassSplit split, double delay, bool held,
                                   std::vector<SetResiduals> sets, bool restarts)
    : Load("added_mass", "added mass, split and delayed", of_data()),
      bodies_(std::move(bodies)),
      split_(std::move(split)),
      delay_(static_cast<int>(split_.residual.cols()), delay, held),
      held_(held),
      a_(VectorX::Zero(split_.residual.cols())),
      delayed_(VectorX::Zero(split_.residual.cols())),
      sets_(std::move(sets)),
      restarts_(restarts) {
  for (const SetResiduals& body : sets_) {  // theirs are summed apart
    SWELL_EXPECT(!body.rows.empty() && body.rows.front().cols() == split_.residual.cols());
    split_.residual.middleRows<6>(6 * static_cast<Eigen::Index>(body.body)).setZero();
  }
  SWELL_EXPECT(split_.residual.rows() == 6 * static_cast<Eigen::Index>(bodies_.size()));
}

void DelayedAddedMass::declare(Declaration& d) {
  const int n = static_cast<int>(split_.residual.rows());
  acceleration_.declare(d, bodies_, Motion::acceleration);
  const Memory memory = keep(d, MemoryKind::discrete, "past_acceleration",
                             static_cast<std::size_t>(delay_.memory_size()), "m/s^2, rad/s^2");
  d.parameter("growth_per_step", fmt::format("{:.4g}", growth_per_step()), "");

  Reads residual_reads = {memory, Read::time()};
  for (const SetResiduals& body : sets_) {
    const std::string& name = bodies_[static_cast<std::size_t>(body.body)];
    weights_.push_back(HydroSets::read_weights(d, name, body.rows.size(), "weights/" + name));
    residual_reads.emplace_back(weights_.back());
  }
  const Computed residual =
      d.compute("residual", n, std::move(residual_reads), [this, memory](const Evaluation& e, double* out) {
        delay_.evaluate(e.time, as_vector(e.memory(memory), delay_.memory_size()), delayed_);
        as_vector(out, delayed_.size()).noalias() = -(split_.residual * delayed_);
        for (std::size_t k = 0; k < sets_.size(); ++k) {
          Eigen::Map<Vector6> force(out + 6 * static_cast<std::ptrdiff_t>(sets_[k].body));
          for (std::size_t i = 0; i < sets_[k].rows.size(); ++i) {
            const double weight = e.input(weights_[k])[i];
            if (weight != 0.0) force.noalias() -= weight * (sets_[k].rows[i] * delayed_);
          }
        }
      });
  declare_forces(d, bodies_, residual, "residual added mass", [&](const std::string& body) { acts_on(d, body); });

  Reads reads = acceleration_.reads();
  for (const std::string& body : bodies_) {
    velocity_.push_back(read_motion_of(d, Motion::velocity, body));
    rotation_.push_back(read_motion_of(d, Motion::rotation, body));
    reads.emplace_back(velocity_.back());
    reads.emplace_back(rotation_.back());
  }
  reads.emplace_back(residual);
  // Residual plus what the moved inertia takes: m a is then the sum of all reported forces.
  const Computed reported =
      d.compute("reported", n, std::move(reads), [this, residual](const Evaluation& e, double* out) {
        acceleration_.gather(e, a_.data());
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
          const auto at = static_cast<Eigen::Index>(6 * b);
          const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(e.input(rotation_[b]));
          const Vector3 omega = Eigen::Map<const Vector3>(e.input(velocity_[b]) + 3);
          Eigen::Map<Vector6>(out + at) = Eigen::Map<const Vector6>(e.computed(residual) + at) +
                                          bodies::moved_inertia_force(split_, b, R, a_.segment<6>(at), omega);
        }
      });
  declare_forces(
      d, bodies_, reported, "added mass, whole matrix,",
      [&](const std::string& body) { reported_as(d, body, ForcePart::added_mass); }, "reported");

  Reads commit_reads = acceleration_.reads();
  commit_reads.emplace_back(memory);
  Memory last;
  if (!sets_.empty()) {
    std::size_t width = 0;
    for (const SetResiduals& body : sets_) width += body.rows.size();
    last = keep(d, MemoryKind::discrete, "last_weights", width);
    commit_reads.insert(commit_reads.end(), weights_.begin(), weights_.end());
    commit_reads.emplace_back(last);
  }
  d.commit(std::move(commit_reads), [this, memory, last](const Evaluation& e) {
    acceleration_.gather(e, a_.data());
    if (!sets_.empty() && switched(e, e.change(last)) && restarts_)
      delay_.forget(as_vector(e.change(memory), delay_.memory_size()));
    delay_.commit(e.time, a_, as_vector(e.change(memory), delay_.memory_size()));
  });
}

// Whether a set of other added mass has taken over since the last point; mixed ones do so little by little, and between
// equal ones the accelerations go on.
bool DelayedAddedMass::switched(const Evaluation& e, double* last) const {
  bool any = false;
  for (std::size_t k = 0; k < sets_.size(); ++k) {
    const std::vector<MatrixX>& rows = sets_[k].rows;
    const double* weight = e.input(weights_[k]);
    const MatrixX* before = nullptr;
    const MatrixX* now = nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i, ++last) {
      if (*last > 0.5) before = &rows[i];
      if (weight[i] > 0.5) now = &rows[i];
      *last = weight[i];
    }
    if (before == now || before == nullptr || now == nullptr) continue;
    constexpr double kRoundOff = 1e-12;
    any = any || (*before - *now).cwiseAbs().maxCoeff() > kRoundOff * now->cwiseAbs().maxCoeff();
  }
  return any;
}

double DelayedAddedMass::growth_per_step() const {
  MatrixX residual = split_.residual;
  const auto set_rows = [&](const SetResiduals& body, std::size_t i) {
    residual.middleRows<6>(6 * static_cast<Eigen::Index>(body.body)) = body.rows[i];
  };
  for (const SetResiduals& body : sets_) set_rows(body, 0);
  double growth = growth_of(residual);
  for (const SetResiduals& body : sets_) {
    for (std::size_t i = 1; i < body.rows.size(); ++i) {
      set_rows(body, i);
      growth = std::max(growth, growth_of(residual));
    }
    set_rows(body, 0);
  }
  return growth;
}

double DelayedAddedMass::growth_of(const MatrixX& residual) const {
  return bodies::delayed_growth(bodies::rigid_inertia(split_.bodies).partialPivLu().solve(residual), {}, held_, false);
}

std::string DelayedAddedMass::diagnose() const {
  const double growth = growth_per_step();
  if (growth <= 1.0) return {};
  return fmt::format(
      "added_mass: split leaves so much added mass to the delayed acceleration that the explicit loop grows {:.3g} "
      "times "
      "per step, whatever the step: use added_mass: exact, or an added_mass_factor of about 2",
      growth);
}

}  // namespace swell::device
