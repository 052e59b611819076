// One instance of a loaded FMU and its functions, typed by version: what slave and exchange share. Private to the
// library.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell/base/temporary_folder.h"
#include "swell/fmi/c_interface.h"
#include "swell/fmi/slave.h"

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
  SWELL_FMI3_SCHEDULED(SWELL_FIELD, SWELL_FIELD_AS)
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

class Instance {
 public:
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// @throws Discarded, SimulationError unless `status` is ok or a warning
  void check(int status, const char* call, double time) const;
  const Unit& unit() const { return unit_; }
  const Variable& variable(std::size_t place) const { return unit_.description().variables[place]; }
  const std::string& last_problem() const { return last_problem_; }

  // As StateKeeper has them.
  int save(double time);
  void restore(int state, double time);
  void forget(int state) noexcept;
  std::string write(int state, double time);
  int read(const std::string& bytes, double time);

 protected:
  using Log = std::function<void(int status, const std::string& message)>;
  Instance(const Unit& unit, std::string name, Log log)
      : unit_(unit), name_(std::move(name)), log_(std::move(log)), loaded_(unit_) {}
  virtual ~Instance() = default;
  // The version's own functions for states of it.
  virtual int get_state(void** state) = 0;
  virtual int set_state(void* state) = 0;
  virtual int free_state(void** state) = 0;
  virtual int state_size(void* state, std::size_t* size) = 0;
  virtual int write_state(void* state, char* bytes, std::size_t size) = 0;
  virtual int read_state(const char* bytes, std::size_t size, void** state) = 0;
  void forget_all();
  void receive(int status, const std::string& message);
  void expect(const void* component, double time) const;
  template <class F>
  void find(const char* prefix, const char* name, F& function) const {
    function = reinterpret_cast<F>(loaded_.find(unit_, std::string(prefix) + name));
  }

  Unit unit_;
  std::string name_;
  Log log_;
  Loaded loaded_;
  std::string last_problem_;   // the FMU's last message that was no success: the reason in errors
  mutable bool lost_ = false;  // fatal: nothing may be called any more
  bool works_ = false;         // initialized

 private:
  struct Kept {
    void* state = nullptr;
    bool works = false;
  };
  const Kept& kept(int state, double time) const;
  std::map<int, Kept> kept_;
  int last_kept_ = 0;
};

class Instance2 : public Instance {
 public:
  Instance2(const Unit& unit, const std::string& name, const Log& log);
  ~Instance2() { end(); }

  /// A new instance in initialization mode, `inputs` set; start() leaves that mode.
  void begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs);
  void start(double time);
  void set(std::size_t place, const double* values, std::size_t n, const std::string& text, double time);
  void get(std::size_t place, double* values, std::size_t n, double time);

  // Model exchange.
  void set_time(double t) { check(f.SetTime(component_, t), "fmi2SetTime", t); }
  void set_states(const double* x, std::size_t n, double t) {
    check(f.SetContinuousStates(component_, x, n), "fmi2SetContinuousStates", t);
  }
  void get_states(double* x, std::size_t n, double t) {
    check(f.GetContinuousStates(component_, x, n), "fmi2GetContinuousStates", t);
  }
  void get_rates(double* rates, std::size_t n, double t) {
    check(f.GetDerivatives(component_, rates, n), "fmi2GetDerivatives", t);
  }
  void get_indicators(double* z, std::size_t n, double t) {
    check(f.GetEventIndicators(component_, z, n), "fmi2GetEventIndicators", t);
  }
  void check_sizes(std::size_t, std::size_t, double) {}
  void enter_events(double t) { check(f.EnterEventMode(component_), "fmi2EnterEventMode", t); }
  void enter_time(double t) { check(f.EnterContinuousTimeMode(component_), "fmi2EnterContinuousTimeMode", t); }
  Update update(double t);
  void completed(bool& event, bool& over, double t);

  Functions2 f;
  void* component() const { return component_; }

 private:
  int get_state(void** state) override { return f.GetFMUstate(component_, state); }
  int set_state(void* state) override { return f.SetFMUstate(component_, state); }
  int free_state(void** state) override { return f.FreeFMUstate(component_, state); }
  int state_size(void* state, std::size_t* size) override { return f.SerializedFMUstateSize(component_, state, size); }
  int write_state(void* state, char* bytes, std::size_t size) override {
    return f.SerializeFMUstate(component_, state, bytes, size);
  }
  int read_state(const char* bytes, std::size_t size, void** state) override {
    return f.DeSerializeFMUstate(component_, bytes, size, state);
  }
  [[gnu::format(printf, 5, 6)]] static void logged(void* environment, const char*, int status, const char*,
                                                   const char* message, ...);
  void end();

  two::Callbacks callbacks_{};
  void* component_ = nullptr;
};

class Instance3 : public Instance {
 public:
  Instance3(const Unit& unit, const std::string& name, const Log& log);
  ~Instance3() { end(); }

  void begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs);
  void start(double time);
  void set(std::size_t place, const double* values, std::size_t n, const std::string& text, double time);
  void get(std::size_t place, double* values, std::size_t n, double time);

  // Scheduled execution.
  std::function<void()> on_clocks;        // clocks of its own have ticked, or intervals have changed
  std::function<void()> on_initializing;  // in initialization mode

  void set_time(double t) { check(f.SetTime(component_, t), "fmi3SetTime", t); }
  void set_states(const double* x, std::size_t n, double t) {
    check(f.SetContinuousStates(component_, x, n), "fmi3SetContinuousStates", t);
  }
  void get_states(double* x, std::size_t n, double t) {
    check(f.GetContinuousStates(component_, x, n), "fmi3GetContinuousStates", t);
  }
  void get_rates(double* rates, std::size_t n, double t) {
    check(f.GetContinuousStateDerivatives(component_, rates, n), "fmi3GetContinuousStateDerivatives", t);
  }
  void get_indicators(double* z, std::size_t n, double t) {
    check(f.GetEventIndicators(component_, z, n), "fmi3GetEventIndicators", t);
  }
  void check_sizes(std::size_t states, std::size_t indicators, double t);
  void enter_events(double t) { check(f.EnterEventMode(component_), "fmi3EnterEventMode", t); }
  void enter_time(double t) { check(f.EnterContinuousTimeMode(component_), "fmi3EnterContinuousTimeMode", t); }
  Update update(double t);
  void completed(bool& event, bool& over, double t);

  Functions3 f;
  void* component() const { return component_; }

 private:
  int get_state(void** state) override { return f.GetFMUState(component_, state); }
  int set_state(void* state) override { return f.SetFMUState(component_, state); }
  int free_state(void** state) override { return f.FreeFMUState(component_, state); }
  int state_size(void* state, std::size_t* size) override { return f.SerializedFMUStateSize(component_, state, size); }
  int write_state(void* state, char* bytes, std::size_t size) override {
    return f.SerializeFMUState(component_, state, reinterpret_cast<std::uint8_t*>(bytes), size);
  }
  int read_state(const char* bytes, std::size_t size, void** state) override {
    return f.DeserializeFMUState(component_, reinterpret_cast<const std::uint8_t*>(bytes), size, state);
  }
  static void logged(void* environment, int status, const char*, const char* message);
  static void clocks_changed(void* environment);
  void end();
  template <class Act>
  int by_type(Type type, const Act& act);

  void* component_ = nullptr;
};

/// A slave or exchange around an instance in this process.
template <class Base, class Versioned>
class LocalKeeper : public Base {
 public:
  int save(double time) override { return i_.save(time); }
  void restore(int state, double time) override { i_.restore(state, time); }
  void forget(int state) noexcept override { i_.forget(state); }
  std::string write(int state, double time) override { return i_.write(state, time); }
  int read(const std::string& bytes, double time) override { return i_.read(bytes, time); }

 protected:
  template <class Options>
  LocalKeeper(const Unit& unit, const Options& options) : i_(unit, options.name, options.log) {}
  Versioned i_;
};

}  // namespace swell::fmi
