// One instance of a loaded FMU and its functions of either version. Private to the library.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell/base/temporary_folder.h"
#include "swell/fmi/c_interface.h"
#include "swell/fmi/imported.h"

namespace swell::fmi {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator and its parameter list
#define SWELL_FIELD(NAME, PARAMETERS) int(*NAME) PARAMETERS = nullptr;
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator and its parameter list
#define SWELL_FIELD_AS(RESULT, NAME, PARAMETERS) RESULT(*NAME) PARAMETERS = nullptr;
struct Functions2 {
  SWELL_FMI2_COMMON(SWELL_FIELD, SWELL_FIELD_AS)
  SWELL_FMI2_STEPPED(SWELL_FIELD)
  SWELL_FMI2_EXCHANGED(SWELL_FIELD)
};
struct Functions3 {
  SWELL_FMI3_COMMON(SWELL_FIELD, SWELL_FIELD_AS)
  SWELL_FMI3_STEPPED(SWELL_FIELD)
  SWELL_FMI3_EXCHANGED(SWELL_FIELD)
};
#undef SWELL_FIELD
#undef SWELL_FIELD_AS

[[noreturn]] void fail(const Unit& unit, double time, const std::string& what);

/// While the FMU has this thread: who it is, for reports of a crash. Behind it the working directory is the one of
/// before, but in a process of the FMU's own.
class Calling {
 public:
  explicit Calling(const Unit& unit, bool keeps_folder = false);
  ~Calling();
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

 private:
  const char* before_;
  std::array<char, 4096> folder_;  // not initialized: written by getcwd()
};

/// The FMU unpacked in a folder of its own, and its library; both go with it.
class Loaded {
 public:
  explicit Loaded(const Unit& unit);
  ~Loaded();
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  void* find(const Unit& unit, const std::string& name) const;
  std::filesystem::path resources() const { return folder_.path() / "resources"; }

 private:
  TemporaryFolder folder_;
  void* handle_ = nullptr;
};

/// What newDiscreteStates and updateDiscreteStates answer.
struct Update {
  bool again = false, over = false, states_changed = false, next_defined = false;
  double next = 0.0;
};

class ImportedInstance {
 public:
  using Log = std::function<void(int status, const std::string& message)>;
  ImportedInstance(const Unit& unit, std::string name, Log log);
  ~ImportedInstance() { end(); }
  ImportedInstance(const ImportedInstance&) = delete;
  ImportedInstance& operator=(const ImportedInstance&) = delete;

  const Unit& unit() const { return unit_; }
  const Variable& variable(std::size_t place) const { return unit_.description().variables[place]; }
  bool is_stepped() const { return unit_.kind() == Kind::co_simulation; }

  /// A new instance in initialization mode, `inputs` set; start() leaves that mode.
  void begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs);
  void start(double time);
  void set(std::size_t place, const double* values, std::size_t n, const std::string& text, double time);
  void get(std::size_t place, double* values, std::size_t n, double time);

  /// Co-simulation. @param reached  [s] where it has come to   @returns false when it ends the run there
  bool step(double time, double length, double& reached);

  // Model exchange.
  void set_time(double t) { check(either(&Functions2::SetTime, &Functions3::SetTime, t), "SetTime", t); }
  void set_states(const double* x, std::size_t n, double t) {
    check(either(&Functions2::SetContinuousStates, &Functions3::SetContinuousStates, x, n), "SetContinuousStates", t);
  }
  void get_states(double* x, std::size_t n, double t) {
    check(either(&Functions2::GetContinuousStates, &Functions3::GetContinuousStates, x, n), "GetContinuousStates", t);
  }
  void get_rates(double* rates, std::size_t n, double t) {
    check(either(&Functions2::GetDerivatives, &Functions3::GetContinuousStateDerivatives, rates, n),
          three_ ? "GetContinuousStateDerivatives" : "GetDerivatives", t);
  }
  void get_indicators(double* z, std::size_t n, double t) {
    check(either(&Functions2::GetEventIndicators, &Functions3::GetEventIndicators, z, n), "GetEventIndicators", t);
  }
  void enter_events(double t) {
    check(either(&Functions2::EnterEventMode, &Functions3::EnterEventMode), "EnterEventMode", t);
  }
  void enter_time(double t) {
    check(either(&Functions2::EnterContinuousTimeMode, &Functions3::EnterContinuousTimeMode), "EnterContinuousTimeMode",
          t);
  }
  Update update(double t);
  Answer completed(double t);
  void check_sizes(std::size_t states, std::size_t indicators, double t);

  // As Imported has them.
  int save(double time);
  void restore(int state, double time);
  void forget(int state);
  std::string write(int state, double time);
  int read(const std::string& bytes, double time);

 private:
  struct Kept {
    void* state = nullptr;
    bool works = false;
  };
  /// Calls the function of the FMU's version.
  template <class... P2, class... P3, class... A>
  int either(int (*Functions2::*two)(P2...), int (*Functions3::*three)(P3...), A... arguments) const {
    return three_ ? (f3_.*three)(component_, arguments...) : (f2_.*two)(component_, arguments...);
  }
  /// @throws Discarded, SimulationError unless `status` is ok or a warning
  /// @param call  function of FMI without its prefix, or what it does in words
  void check(int status, const char* call, double time) const;
  template <class Act>
  int by_type(Type type, const Act& act);
  [[gnu::format(printf, 5, 6)]] static void logged2(void* environment, const char*, int status, const char*,
                                                    const char* message, ...);
  static void logged3(void* environment, int status, const char*, const char* message);
  void receive(int status, const char* message);
  const Kept& kept(int state, double time) const;
  void end();

  Unit unit_;
  std::string name_;
  Log log_;
  Loaded loaded_;
  const bool three_;  // FMI 3.0
  Functions2 f2_;
  Functions3 f3_;
  two::Callbacks callbacks_{};
  void* component_ = nullptr;
  std::string last_problem_;   // the FMU's last message that was no success: the reason in errors
  mutable bool lost_ = false;  // fatal: nothing may be called any more
  bool works_ = false;         // initialized
  std::map<int, Kept> kept_;
  int last_kept_ = 0;
};

}  // namespace swell::fmi
