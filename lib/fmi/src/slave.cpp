#include "swell/fmi/slave.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "remote.h"
#include "swell/fmi/c_interface.h"

namespace swell::fmi {

namespace fs = std::filesystem;

namespace {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator and its parameter list
#define SWELL_FIELD(NAME, PARAMETERS) int(*NAME) PARAMETERS = nullptr;
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator and its parameter list
#define SWELL_FIELD_AS(RESULT, NAME, PARAMETERS) RESULT(*NAME) PARAMETERS = nullptr;
struct Functions2 {
  SWELL_FMI2_COMMON(SWELL_FIELD, SWELL_FIELD_AS)
  SWELL_FMI2_STEPPED(SWELL_FIELD)
};
struct Functions3 {
  SWELL_FMI3_COMMON(SWELL_FIELD, SWELL_FIELD_AS)
  SWELL_FMI3_STEPPED(SWELL_FIELD)
};
#undef SWELL_FIELD
#undef SWELL_FIELD_AS

[[noreturn]] void fail(const Unit& unit, double time, const std::string& what) {
  throw SimulationError(fmt::format("{}: {}", unit.file().string(), what), time, unit.description().model, "");
}

/// The FMU unpacked in a folder of its own, and its library; both go with it.
class Loaded {
 public:
  explicit Loaded(const Unit& unit) {
    std::string name = (fs::temp_directory_path() / "swell-unit-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      fail(unit, 0.0, "no folder can be made in " + fs::temp_directory_path().string());
    folder_ = name;
    try {
      const Archive archive(unit.file());
      archive.extract(folder_, unit.library().substr(0, unit.library().rfind('/') + 1));
      archive.extract(folder_, "resources/");
      fs::create_directories(folder_ / "resources");
      // Names of one FMU must not meet those of another.
      handle_ = dlopen((folder_ / unit.library()).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_ == nullptr) {
        const char* why = dlerror();
        fail(unit, 0.0, fmt::format("its library cannot be loaded: {}", why == nullptr ? "" : why));
      }
    } catch (...) {
      clear();
      throw;
    }
  }
  ~Loaded() { clear(); }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  template <class F>
  void find(const Unit& unit, const char* prefix, const char* name, F& function) const {
    void* symbol = dlsym(handle_, fmt::format("{}{}", prefix, name).c_str());
    if (symbol == nullptr) fail(unit, 0.0, fmt::format("its library has no function {}{}", prefix, name));
    function = reinterpret_cast<F>(symbol);
  }
  fs::path resources() const { return folder_ / "resources"; }

 private:
  void clear() noexcept {
    if (handle_ != nullptr) dlclose(handle_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path folder_;
  void* handle_ = nullptr;
};

/// "/tmp/a b" -> "file:///tmp/a%20b"
std::string uri_of(const fs::path& path) {
  std::string uri = "file://";
  for (const char c : path.string()) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(u) != 0 || c == '/' || c == '-' || c == '_' || c == '.' || c == '~';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
  }
  return uri;
}

class Local : public Slave {
 protected:
  Local(const Unit& unit, SlaveOptions options) : unit_(unit), options_(std::move(options)), loaded_(unit_) {}

  // What the FMU said last that was no success: the reason in messages.
  void receive(int status, const std::string& message) {
    if (status > Status::warning) heard_ = message;
    if (options_.log) options_.log(status, message);
  }
  void check(int status, const char* call, double time) {
    if (status == Status::ok || status == Status::warning) return;
    lost_ = status == Status::fatal;
    constexpr const char* kNames[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    const bool known = status >= 0 && status <= 5;
    fail(unit_, time,
         fmt::format("{} ended with {} at t = {:.9g} s{}", call, known ? kNames[status] : "no status", time,
                     heard_.empty() ? "" : ": " + heard_));
  }
  const Variable& variable(std::size_t place) const { return unit_.description().variables[place]; }

  Unit unit_;
  SlaveOptions options_;
  Loaded loaded_;
  std::string heard_;
  bool lost_ = false;  // fatal: nothing may be called any more
};

// --- FMI 2.0 ---------------------------------------------------------------------------------------------------------

class Slave2 : public Local {
 public:
  Slave2(const Unit& unit, const SlaveOptions& options) : Local(unit, options) {
#define SWELL_FIND(NAME, PARAMETERS) loaded_.find(unit_, "fmi2", #NAME, f_.NAME);
#define SWELL_FIND_AS(RESULT, NAME, PARAMETERS) SWELL_FIND(NAME, PARAMETERS)
    SWELL_FMI2_COMMON(SWELL_FIND, SWELL_FIND_AS)
    SWELL_FMI2_STEPPED(SWELL_FIND)
#undef SWELL_FIND
#undef SWELL_FIND_AS
    callbacks_ = {logged, std::calloc, std::free, nullptr, this};
  }
  ~Slave2() override { end(); }

  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    end();
    component_ = f_.Instantiate(options_.name.c_str(), two::co_simulation, unit_.description().token.c_str(),
                                uri_of(loaded_.resources()).c_str(), &callbacks_, 0, 0);
    if (component_ == nullptr) fail(unit_, start, "it cannot be instantiated" + (heard_.empty() ? "" : ": " + heard_));
    for (const Setting& s : settings) set(s.variable, s.numbers.data(), s.text, start);
    check(f_.SetupExperiment(component_, 0, 0.0, start, 0, 0.0), "fmi2SetupExperiment", start);
    check(f_.EnterInitializationMode(component_), "fmi2EnterInitializationMode", start);
    set_inputs(u, start);
    check(f_.ExitInitializationMode(component_), "fmi2ExitInitializationMode", start);
    stepping_ = true;
    get_outputs(y, start);
  }

  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    set_inputs(u, time);
    const int status = f_.DoStep(component_, time, length, 1);
    if (status == Status::pending) fail(unit_, time, "it steps asynchronously, which Swell does not wait for");
    if (status == Status::discard) {
      int over = 0;
      double reached = time;
      f_.GetRealStatus(component_, two::last_successful_time, &reached);
      if (f_.GetBooleanStatus(component_, two::terminated, &over) != Status::ok || over == 0)
        fail(unit_, time,
             fmt::format("it refuses a step of {:g} s and came to t = {:.9g} s{}", length, reached,
                         heard_.empty() ? "" : ": " + heard_));
      get_outputs(y, reached);
      return false;
    }
    check(status, "fmi2DoStep", time);
    get_outputs(y, time + length);
    return true;
  }

 private:
  [[gnu::format(printf, 5, 6)]] static void logged(void* environment, const char*, int status, const char*,
                                                   const char* message, ...) {
    char text[2048] = "";
    if (message == nullptr) return static_cast<Slave2*>(environment)->receive(status, text);
    va_list arguments;
    va_start(arguments, message);
    std::vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    static_cast<Slave2*>(environment)->receive(status, text);
  }
  void end() {
    if (component_ == nullptr || lost_) return;
    if (stepping_) f_.Terminate(component_);
    f_.FreeInstance(component_);
    component_ = nullptr;
    stepping_ = false;
  }
  void set(std::size_t place, const double* value, const std::string& text, double time) {
    const Variable& v = variable(place);
    const unsigned r = v.reference;
    int status = Status::ok;
    const int whole = value == nullptr ? 0 : static_cast<int>(std::lround(*value));
    switch (v.type) {
      case Type::real:
        status = f_.SetReal(component_, &r, 1, value);
        break;
      case Type::boolean: {
        const int flag = *value != 0.0 ? 1 : 0;
        status = f_.SetBoolean(component_, &r, 1, &flag);
        break;
      }
      case Type::text: {
        const char* const c = text.c_str();
        status = f_.SetString(component_, &r, 1, &c);
        break;
      }
      default:
        status = f_.SetInteger(component_, &r, 1, &whole);
    }
    check(status, ("setting " + v.name).c_str(), time);
  }
  void set_inputs(const std::vector<double>& u, double time) {
    for (std::size_t i = 0; i < options_.inputs.size(); ++i) set(options_.inputs[i], &u[i], {}, time);
  }
  void get_outputs(std::vector<double>& y, double time) {
    for (std::size_t i = 0; i < options_.outputs.size(); ++i) {
      const Variable& v = variable(options_.outputs[i]);
      const unsigned r = v.reference;
      int status = Status::ok, whole = 0;
      if (v.type == Type::real) {
        status = f_.GetReal(component_, &r, 1, &y[i]);
      } else {
        status = v.type == Type::boolean ? f_.GetBoolean(component_, &r, 1, &whole)
                                         : f_.GetInteger(component_, &r, 1, &whole);
        y[i] = whole;
      }
      check(status, ("reading " + v.name).c_str(), time);
    }
  }

  Functions2 f_;
  two::Callbacks callbacks_{};
  void* component_ = nullptr;
  bool stepping_ = false;
};

// --- FMI 3.0 ---------------------------------------------------------------------------------------------------------

class Slave3 : public Local {
 public:
  Slave3(const Unit& unit, const SlaveOptions& options) : Local(unit, options) {
#define SWELL_FIND(NAME, PARAMETERS) loaded_.find(unit_, "fmi3", #NAME, f_.NAME);
#define SWELL_FIND_AS(RESULT, NAME, PARAMETERS) SWELL_FIND(NAME, PARAMETERS)
    SWELL_FMI3_COMMON(SWELL_FIND, SWELL_FIND_AS)
    SWELL_FMI3_STEPPED(SWELL_FIND)
#undef SWELL_FIND
#undef SWELL_FIND_AS
  }
  ~Slave3() override { end(); }

  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    end();
    const std::string resources = loaded_.resources().string() + "/";
    component_ = f_.InstantiateCoSimulation(options_.name.c_str(), unit_.description().token.c_str(), resources.c_str(),
                                            false, false, false, false, nullptr, 0, this, logged, nullptr);
    if (component_ == nullptr) fail(unit_, start, "it cannot be instantiated" + (heard_.empty() ? "" : ": " + heard_));
    for (const Setting& s : settings) set(s.variable, s.numbers.data(), s.numbers.size(), s.text, start);
    set_inputs(u, start);
    check(f_.EnterInitializationMode(component_, false, 0.0, start, false, 0.0), "fmi3EnterInitializationMode", start);
    check(f_.ExitInitializationMode(component_), "fmi3ExitInitializationMode", start);
    stepping_ = true;
    get_outputs(y, start);
  }

  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    set_inputs(u, time);
    bool event = false, terminate = false, early = false;
    double at = time;
    const double target = time + length;
    // What it does not do in one go it is asked for again; a step that comes no further is a failure.
    for (int tries = 0; tries < 1000 && target - at > 1e-9 * std::max(1.0, std::abs(target)); ++tries) {
      double reached = at;
      check(f_.DoStep(component_, at, target - at, true, &event, &terminate, &early, &reached), "fmi3DoStep", at);
      if (terminate) break;
      if (!early) break;  // the whole step, but for its own inner step
      if (!(reached > at)) fail(unit_, at, "its step comes no further");
      at = reached;
    }
    get_outputs(y, target);
    return !terminate;
  }

 private:
  static void logged(void* environment, int status, const char*, const char* message) {
    static_cast<Slave3*>(environment)->receive(status, message == nullptr ? "" : message);
  }
  void end() {
    if (component_ == nullptr || lost_) return;
    if (stepping_) f_.Terminate(component_);
    f_.FreeInstance(component_);
    component_ = nullptr;
    stepping_ = false;
  }
  template <class T, class Set>
  int set_as(Set call, std::uint32_t r, const double* values, std::size_t n) {
    // std::vector<bool> has no array behind it.
    const std::unique_ptr<T[]> typed(new T[n]);
    for (std::size_t i = 0; i < n; ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        typed[i] = values[i] != 0.0;
      } else if constexpr (std::is_floating_point_v<T>) {
        typed[i] = static_cast<T>(values[i]);
      } else {
        typed[i] = static_cast<T>(std::llround(values[i]));
      }
    }
    return call(component_, &r, 1, typed.get(), n);
  }
  template <class T, class Get>
  int get_as(Get call, std::uint32_t r, double* values, std::size_t n) {
    const std::unique_ptr<T[]> typed(new T[n]());
    const int status = call(component_, &r, 1, typed.get(), n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(typed[i]);
    return status;
  }
  /// act(a value of the type, its setter, its getter); what is no number fails.
  template <class Act>
  int by_type(Type type, const Act& act) {
    switch (type) {
      case Type::real:
        return act(double{}, f_.SetFloat64, f_.GetFloat64);
      case Type::float32:
        return act(float{}, f_.SetFloat32, f_.GetFloat32);
      case Type::int8:
        return act(std::int8_t{}, f_.SetInt8, f_.GetInt8);
      case Type::uint8:
        return act(std::uint8_t{}, f_.SetUInt8, f_.GetUInt8);
      case Type::int16:
        return act(std::int16_t{}, f_.SetInt16, f_.GetInt16);
      case Type::uint16:
        return act(std::uint16_t{}, f_.SetUInt16, f_.GetUInt16);
      case Type::int32:
        return act(std::int32_t{}, f_.SetInt32, f_.GetInt32);
      case Type::uint32:
        return act(std::uint32_t{}, f_.SetUInt32, f_.GetUInt32);
      case Type::int64:
      case Type::enumeration:
        return act(std::int64_t{}, f_.SetInt64, f_.GetInt64);
      case Type::uint64:
        return act(std::uint64_t{}, f_.SetUInt64, f_.GetUInt64);
      case Type::boolean:
        return act(bool{}, f_.SetBoolean, f_.GetBoolean);
      case Type::text:
      case Type::binary:
      case Type::clock:
        break;
    }
    return Status::error;
  }
  void set(std::size_t place, const double* x, std::size_t n, const std::string& text, double time) {
    const Variable& v = variable(place);
    const std::uint32_t r = v.reference;
    int status = Status::ok;
    if (v.type == Type::text) {
      const char* const c = text.c_str();
      status = f_.SetString(component_, &r, 1, &c, 1);
    } else {
      status = by_type(v.type, [&](auto one, auto setter, auto) { return set_as<decltype(one)>(setter, r, x, n); });
    }
    check(status, ("setting " + v.name).c_str(), time);
  }
  void set_inputs(const std::vector<double>& u, double time) {
    std::size_t at = 0;
    for (const std::size_t place : options_.inputs) {
      const std::size_t n = unit_.width(variable(place));
      set(place, u.data() + at, n, {}, time);
      at += n;
    }
  }
  void get_outputs(std::vector<double>& y, double time) {
    std::size_t at = 0;
    for (const std::size_t place : options_.outputs) {
      const Variable& v = variable(place);
      const std::size_t n = unit_.width(v);
      const std::uint32_t r = v.reference;
      double* x = y.data() + at;
      const int status =
          by_type(v.type, [&](auto one, auto, auto getter) { return get_as<decltype(one)>(getter, r, x, n); });
      check(status, ("reading " + v.name).c_str(), time);
      at += n;
    }
  }

  Functions3 f_;
  void* component_ = nullptr;
  bool stepping_ = false;
};

std::unique_ptr<Slave> here(const Unit& unit, const SlaveOptions& options) {
  if (unit.description().version == 3) return std::make_unique<Slave3>(unit, options);
  return std::make_unique<Slave2>(unit, options);
}

}  // namespace

std::unique_ptr<Slave> make_slave(const Unit& unit, const SlaveOptions& options) {
  if (!options.isolate) return here(unit, options);
  SlaveOptions inside = options;
  inside.log = nullptr;
  return make_remote(unit.file().string(), [unit, inside] { return here(unit, inside); });
}

}  // namespace swell::fmi
