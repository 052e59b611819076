// Loads of a body with several sets of hydrodynamic data: sums over the sets by their shares.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "swell/base/error.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/yaw_frame.h"
#include "system_words.h"

namespace swell::device {

namespace {

std::string of_set(std::size_t set) { return "set" + std::to_string(set + 1); }

/// Adds share times the mass's inertia (M) and the force that its rotation needs (h), about the reference point.
void add_mass(const SetMass& part, double share, const Matrix3& R, const Vector3& w, Matrix6& M, Vector6& h) {
  const Vector3 c = R * part.cg_B;
  const Matrix3 I = R * part.inertia * R.transpose(), C = cross_matrix(c);
  M.topLeftCorner<3, 3>() += share * part.mass * Matrix3::Identity();
  M.topRightCorner<3, 3>() -= share * part.mass * C;
  M.bottomLeftCorner<3, 3>() += share * part.mass * C;
  M.bottomRightCorner<3, 3>() += share * (I - part.mass * C * C);
  const Vector3 centripetal = part.mass * w.cross(w.cross(c));
  h.head<3>() += share * centripetal;
  h.tail<3>() += share * (w.cross(I * w) + c.cross(centripetal));
}

}  // namespace

void SetLoad::give_sum(Declaration& d, const char* description, Input weights, const Reads& reads,
                       const SetLaw& law) const {
  give_force(d, description, reads, [weights, law, sets = count_](const Evaluation& e, double* out) {
    Vector6 sum = Vector6::Zero(), one;
    for (std::size_t i = 0; i < sets; ++i) {
      const double share = e.input(weights)[i];
      if (share == 0.0) continue;
      law(e, i, one.data());
      sum += share * one;
    }
    as_six(out) = sum;
  });
  give_sets(d, weights, reads, law);
}

void SetLoad::give_sets(Declaration& d, Input weights, const Reads& reads, const SetLaw& law) const {
  for (std::size_t i = 0; shows_sets_ && i < count_; ++i) {
    d.output(six_vector(of_set(i), "N, N m", fmt::format("what set {} adds to it", i + 1)), reads,
             [weights, law, i](const Evaluation& e, double* out) {
               const double share = e.input(weights)[i];
               if (share == 0.0) {
                 as_six(out).setZero();
                 return;
               }
               law(e, i, out);
               as_six(out) *= share;
             });
  }
}

void SummedLoad::declare(Declaration& d) {
  Reads reads;
  if (count() == 1) {
    const SetLaw law = declare_(d, reads);
    return give_force(d, description_, reads, [law](const Evaluation& e, double* out) { law(e, 0, out); });
  }
  const Input weights = read_weights(d);
  reads.emplace_back(weights);
  const SetLaw law = declare_(d, reads);
  give_sum(d, description_, weights, reads, law);
}

namespace {

const char* const kWaveExcitation = "wave excitation";

SummedLoadPtr excitation(const std::string& body, const char* type, std::size_t sets, SummedLoad::Declare declare) {
  return std::make_unique<SummedLoad>(body, "excitation", type, LoadTraits{ForcePart::excitation}, kWaveExcitation,
                                      sets, std::move(declare));
}

/// What a load and the laws that it hands out share; it never changes.
template <class T>
std::shared_ptr<const T> shared(T value) {
  return std::make_shared<const T>(std::move(value));
}

}  // namespace

SummedLoadPtr excitation_of_sets(const std::string& body, const std::vector<hydro::LinearExcitation>& sets,
                                 double start, std::optional<double> half_step) {
  struct Tabulated {
    hydro::TabulatedExcitation excitation;
    std::vector<double> table;  // a cache of values that depend on time alone
  };
  const auto all = std::make_shared<std::vector<Tabulated>>();
  for (const hydro::LinearExcitation& set : sets) {
    Tabulated& own = all->emplace_back(Tabulated{{set, start, half_step}, {}});
    own.table.resize(own.excitation.workspace_size());
    own.excitation.reset(own.table.data());
  }
  return excitation(body, "wave excitation, several sets", sets.size(), [all](Declaration&, Reads& reads) {
    reads.emplace_back(Read::time());
    return [all](const Evaluation& e, std::size_t i, double* out) {
      (*all)[i].excitation.evaluate(e.time, (*all)[i].table.data(), out);
    };
  });
}

SummedLoadPtr displaced_excitation_of_sets(const std::string& body, std::vector<hydro::LinearExcitation> sets) {
  const std::size_t count = sets.size();
  return excitation(body, "wave excitation at the instantaneous place, several sets", count,
                    [body, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
                      const Input x = read_motion(d, Motion::displacement, body);
                      reads.insert(reads.end(), {x, Read::time()});
                      return [all, x](const Evaluation& e, std::size_t i, double* out) {
                        (*all)[i].evaluate_displaced(e.time, e.input(x), out);
                      };
                    });
}

SummedLoadPtr record_excitation_of_sets(const std::string& body, std::vector<hydro::RecordExcitation> sets) {
  const std::size_t count = sets.size();
  return excitation(body, "excitation by imported elevation, several sets", count,
                    [all = shared(std::move(sets))](Declaration&, Reads& reads) {
                      reads.emplace_back(Read::time());
                      return
                          [all](const Evaluation& e, std::size_t i, double* out) { (*all)[i].evaluate(e.time, out); };
                    });
}

SummedLoadPtr yawing_excitation(const std::string& body, std::vector<hydro::YawedExcitation> sets, double threshold,
                                bool moves) {
  const std::size_t count = sets.size();
  return excitation(body, "wave excitation at the instantaneous heading", count,
                    [body, threshold, moves, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
                      const Input x = read_motion(d, Motion::displacement, body);
                      const HeldHeading heading(d, threshold, x);
                      reads.insert(reads.end(), {x, Read::time()});
                      heading.add_to(reads);
                      return [all, moves, x, heading](const Evaluation& e, std::size_t i, double* out) {
                        static constexpr double kHere[2] = {0.0, 0.0};
                        const double yaw = e.input(x)[5];
                        (*all)[i].evaluate(e.time, yaw, heading.of(e, yaw), moves ? e.input(x) : kHere, out);
                      };
                    });
}

SummedLoadPtr slow_drift(const std::string& body, std::vector<std::optional<hydro::SlowDrift>> sets,
                         std::optional<double> threshold) {
  const std::size_t count = sets.size();
  const auto declare = [body, threshold, all = shared(std::move(sets))](Declaration& d,
                                                                        Reads& reads) -> SetLoad::SetLaw {
    const auto force = [all](std::size_t i, double time, double yaw, double coefficient_yaw, double* out) {
      as_six(out).setZero();
      if ((*all)[i]) (*all)[i]->evaluate(time, yaw, coefficient_yaw, out);
    };
    reads.emplace_back(Read::time());
    if (!threshold)
      return [force](const Evaluation& e, std::size_t i, double* out) { force(i, e.time, 0.0, 0.0, out); };
    const Input x = read_motion(d, Motion::displacement, body);
    const HeldHeading heading(d, *threshold, x);
    reads.emplace_back(x);
    heading.add_to(reads);
    return [force, x, heading](const Evaluation& e, std::size_t i, double* out) {
      const double yaw = e.input(x)[5];
      force(i, e.time, yaw, heading.of(e, yaw), out);
    };
  };
  return std::make_unique<SummedLoad>(body, "slow_drift", "second-order difference-frequency force",
                                      LoadTraits{ForcePart::excitation}, "slow drift", count, declare);
}

VariableRestoring::VariableRestoring(const std::string& body, std::vector<hydro::HydrostaticPotential> sets)
    : SetLoad(body, "restoring", "linear hydrostatics, several sets", {ForcePart::restoring}, sets.size()),
      sets_(std::move(sets)) {}

void VariableRestoring::declare(Declaration& d) {
  const Input weights = read_weights(d);
  const bool held = std::any_of(sets_.begin(), sets_.end(), [](const auto& set) { return set.is_held; });
  const Input x = read(d, held ? Motion::displacement : Motion::shift), R = read(d, Motion::axes);
  const TurnCount turns = held ? TurnCount(d, x) : TurnCount();
  Reads reads = {weights, x, R};
  turns.add_to(reads);
  give_sum(d, "hydrostatic restoring, weight and buoyancy", weights, reads,
           [this, x, R, turns](const Evaluation& e, std::size_t i, double* out) {
             Vector6 own;
             sets_[i].evaluate(turns.of(e, e.input(x), own), e.input(R), out);
           });
  d.output(potential_port("energy of the sets by their shares"), reads,
           [this, weights, x, R, turns](const Evaluation& e, double* out) {
             Vector6 own;
             const double* at = turns.of(e, e.input(x), own);
             out[0] = 0.0;
             for (std::size_t i = 0; i < sets_.size(); ++i)
               out[0] += e.input(weights)[i] * sets_[i].energy(at, e.input(R));
           });
}

SummedLoadPtr angle_restoring(const std::string& body, std::vector<hydro::LinearRestoring> sets, bool turns) {
  const std::size_t count = sets.size();
  const auto declare = [body, turns, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input x = read_motion(d, Motion::displacement, body);
    reads.emplace_back(x);
    if (all->size() == 1) {
      d.parameter("heave stiffness", fmt::format("{:.8g}", all->front().stiffness(2, 2)), "N/m");
      d.parameter("static load in heave", fmt::format("{:.8g}", all->front().static_load(2)), "N");
    }
    return [all, turns, x](const Evaluation& e, std::size_t i, double* out) {
      turns ? restoring_in_turned_axes((*all)[i], e.input(x), out) : (*all)[i].evaluate(e.input(x), out);
    };
  };
  return std::make_unique<SummedLoad>(
      body, "restoring",
      turns ? "linear hydrostatics in axes that turn with the yaw" : "linear hydrostatics by roll, pitch and yaw",
      LoadTraits{ForcePart::restoring}, "hydrostatic restoring, weight and buoyancy", count, declare);
}

VariableAddedMass::VariableAddedMass(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own,
                                     bool coupled)
    : BodyLoad(body, "added_mass", "added mass, several sets", {ForcePart::added_mass, Energy::inertia}),
      sets_(std::move(sets)),
      all_(std::move(all)),
      own_(own),
      coupled_(coupled) {
  SWELL_EXPECT(own_ >= 0 && static_cast<std::size_t>(own_) < all_.size());
  for (const MatrixX& set : sets_)
    SWELL_EXPECT(set.rows() == 6 && set.cols() == 6 * static_cast<Eigen::Index>(all_.size()));
  sum_.setZero(6, 6 * static_cast<Eigen::Index>(all_.size()));
  a_.setZero(sum_.cols());
}

void VariableAddedMass::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body(), sets_.size());
  const Computed added = d.output(inertia_port("inertia", "added mass of the active set, row by row"), {weights},
                                  [this, weights](const Evaluation& e, double* out) {
                                    Matrix6 sum = Matrix6::Zero();
                                    for (std::size_t i = 0; i < sets_.size(); ++i)
                                      sum += e.input(weights)[i] * sets_[i].middleCols<6>(6 * own_);
                                    as_inertia(out) = sum;
                                  });
  d.to(inertia_on(body()));
  if (coupled_) return declare_coupled(d, weights, added);
  const Input a = read_motion_of(d, Motion::acceleration, body());  // for the report only
  d.output(six_vector("reported", "N, N m", "force of the added mass"), {added, a},
           [added, a](const Evaluation& e, double* out) {
             as_six(out) = -(as_inertia(e.computed(added)) * as_six(e.input(a)));
           });
  reported_as(d, body(), ForcePart::added_mass);
}

std::vector<std::string> VariableAddedMass::effects(const std::string& port) const {
  return port == "coupled_inertia" ? std::vector<std::string>{"coupled_force"} : std::vector<std::string>{};
}

void VariableAddedMass::declare_coupled(Declaration& d, Input weights, Computed inertia) {
  using RowMatrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;
  const auto width = static_cast<int>(sum_.cols());
  PortSpec port =
      inertia_port("coupled_inertia", "added mass of the active set from the other bodies' accelerations, row by row");
  port.width = 6 * width;
  const Computed coupled = d.output(port, {weights}, [this, weights, width](const Evaluation& e, double* out) {
    sum_.setZero();
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const double weight = e.input(weights)[i];
      if (weight != 0.0) sum_ += weight * sets_[i];
    }
    sum_.middleCols<6>(6 * own_).setZero();
    Eigen::Map<RowMatrix6X>(out, 6, width) = sum_;
  });
  d.to(coupled_inertia_on(body()));
  acceleration_.declare(d, all_, Motion::acceleration);
  Reads reads = acceleration_.reads();
  reads.emplace_back(coupled);
  const Computed force = d.output(six_vector("coupled_force", "N, N m", "force of the other bodies' accelerations"),
                                  reads, [this, coupled, width](const Evaluation& e, double* out) {
                                    acceleration_.gather(e, a_.data());
                                    as_six(out).noalias() =
                                        -(Eigen::Map<const RowMatrix6X>(e.computed(coupled), 6, width) * a_);
                                  });
  reads.emplace_back(inertia);
  reads.emplace_back(force);
  d.output(six_vector("reported", "N, N m", "force of the added mass"), reads,
           [this, inertia, force](const Evaluation& e, double* out) {
             acceleration_.gather(e, a_.data());
             as_six(out) = as_six(e.computed(force)) - as_inertia(e.computed(inertia)) * a_.segment<6>(6 * own_);
           });
  reported_as(d, body(), ForcePart::added_mass);
}

template <class Law>
SummedLoadPtr velocity_load_of_sets(const std::string& body, const char* load, const char* type, ForcePart part,
                                    std::vector<Law> sets) {
  const bool takes = std::all_of(sets.begin(), sets.end(), [](const Law& law) { return law.only_takes(); });
  const std::size_t count = sets.size();
  const auto declare = [body, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input v = read_motion(d, Motion::velocity, body);
    reads.emplace_back(v);
    return [all, v](const Evaluation& e, std::size_t i, double* out) {
      as_six(out) = (*all)[i](Vector6(as_six(e.input(v))));
    };
  };
  return std::make_unique<SummedLoad>(body, load, type,
                                      LoadTraits{part, takes ? Energy::dissipates : Energy::exchanges},
                                      "force against the velocity", count, declare);
}

template SummedLoadPtr velocity_load_of_sets(const std::string&, const char*, const char*, ForcePart,
                                             std::vector<bodies::LinearDamping>);
template SummedLoadPtr velocity_load_of_sets(const std::string&, const char*, const char*, ForcePart,
                                             std::vector<bodies::QuadraticDrag>);

SetMass together(const SetMass& one, const SetMass& other) {
  SetMass sum;
  sum.mass = one.mass + other.mass;
  sum.cg_B = (one.mass * one.cg_B + other.mass * other.cg_B) / sum.mass;
  for (const SetMass* part : {&one, &other}) {
    const Matrix3 C = cross_matrix(part->cg_B - sum.cg_B);
    sum.inertia += part->inertia - part->mass * C * C;
  }
  return sum;
}

VariableMass::VariableMass(const std::string& body, const SetMass& own, std::vector<SetMass> sets)
    : SetLoad(body, "set_mass", "mass of the sets beyond the body's own", {ForcePart::added_mass, Energy::inertia},
              sets.size()),
      own_(own),
      sets_(std::move(sets)) {}

void VariableMass::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body(), sets_.size());
  const Input R = read(d, Motion::rotation);
  const Input v = read(d, Motion::velocity);
  // Force (6), then inertia (36).
  const Computed both =
      d.compute("masses", 42, {weights, R, v}, [this, weights, R, v](const Evaluation& e, double* out) {
        const Matrix3 rotation_WB = as_rotation(e.input(R));
        const Vector3 w = as_six(e.input(v)).tail<3>();
        Matrix6 M = Matrix6::Zero();
        Vector6 h = Vector6::Zero();
        for (std::size_t i = 0; i < sets_.size(); ++i) {
          const double weight = e.input(weights)[i];
          if (weight != 0.0) add_mass(sets_[i], weight, rotation_WB, w, M, h);
        }
        add_mass(own_, -1.0, rotation_WB, w, M, h);
        as_six(out) = -h;
        as_inertia(out + 6) = M;
      });
  give_inertia(d, "force of the rotation of the masses", both, both, 6);
  if (!shows_sets()) return;
  const Input a = read_motion_of(d, Motion::acceleration, body());
  give_sets(d, weights, {weights, R, v, a}, [this, R, v, a](const Evaluation& e, std::size_t i, double* out) {
    Matrix6 M = Matrix6::Zero();
    Vector6 h = Vector6::Zero();
    const Matrix3 rotation_WB = as_rotation(e.input(R));
    const Vector3 w = as_six(e.input(v)).tail<3>();
    add_mass(sets_[i], 1.0, rotation_WB, w, M, h);
    add_mass(own_, -1.0, rotation_WB, w, M, h);
    as_six(out) = -h - M * as_six(e.input(a));
  });
}

SummedLoadPtr weight_of_sets(const std::string& body, double own, std::vector<SetMass> sets, double gravity) {
  const std::size_t count = sets.size();
  const auto declare = [body, own, gravity, all = shared(std::move(sets))](Declaration& d, Reads& reads) {
    const Input R = read_motion(d, Motion::rotation, body);
    reads.emplace_back(R);
    return [all, own, gravity, R](const Evaluation& e, std::size_t i, double* out) {
      const SetMass& set = (*all)[i];
      const Vector3 arm = as_rotation(e.input(R)) * set.cg_B;
      as_six(out).head<3>() = Vector3(0.0, 0.0, gravity * (own - set.mass));
      as_six(out).tail<3>() = arm.cross(Vector3(0.0, 0.0, -gravity * set.mass));
    };
  };
  return std::make_unique<SummedLoad>(body, "set_weight", "weight of the sets' masses beyond the body's own",
                                      LoadTraits{ForcePart::restoring}, "weight", count, declare);
}

std::string AddedMassOfSets::name_of(const std::string& body) { return load_name(body, "added_mass_of_sets"); }

AddedMassOfSets::AddedMassOfSets(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own, bool turns)
    : Component(name_of(body), "force of the added mass by set"),
      body_(body),
      sets_(std::move(sets)),
      all_(std::move(all)),
      own_(own),
      turns_(turns),
      a_(VectorX::Zero(6 * static_cast<Eigen::Index>(all_.size()))) {}

void AddedMassOfSets::declare(Declaration& d) {
  const Input weights = HydroSets::read_weights(d, body_, sets_.size());
  acceleration_.declare(d, all_, Motion::acceleration);
  Reads reads = acceleration_.reads();
  reads.emplace_back(weights);
  Input x, v;
  if (turns_) {
    x = read_motion(d, Motion::displacement, body_);
    v = read_motion(d, Motion::velocity, body_);
    reads.emplace_back(x);
    reads.emplace_back(v);
  }
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    d.output(six_vector(of_set(i), "N, N m", fmt::format("force of the added mass of set {}", i + 1)), reads,
             [this, weights, x, v, i](const Evaluation& e, double* out) {
               acceleration_.gather(e, a_.data());
               Vector6 force = Vector6::Zero();
               force.noalias() -= sets_[i] * a_;
               if (turns_) {
                 const Matrix6 own = sets_[i].middleCols<6>(6 * own_);
                 const Vector6 at = as_six(e.input(x));
                 force -= turn_of_added_mass(own, at[5]) * a_.segment<6>(6 * own_);
                 force += force_of_turn(own, at, as_six(e.input(v)));
               }
               as_six(out) = e.input(weights)[i] * force;
             });
  }
}

}  // namespace swell::device
