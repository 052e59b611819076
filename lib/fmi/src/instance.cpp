#include "instance.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "remote.h"

namespace swell::fmi {

namespace fs = std::filesystem;

void fail(const Unit& unit, double time, const std::string& what) {
  throw SimulationError(fmt::format("{}: {}", unit.title(), what), time, unit.title(), "");
}

namespace {
thread_local const char* in_call = "";
char* shown_in = nullptr;
void now_in(const char* title) {
  in_call = title;
  if (shown_in != nullptr) std::snprintf(shown_in, kTitleSize, "%s", title);
}
}  // namespace
const char* called_fmu() noexcept { return in_call; }
void show_called_fmu_in(char* place) noexcept { shown_in = place; }

Calling::Calling(const Unit& unit, bool keeps_folder) : before_(in_call) {
  now_in(unit.title().c_str());
  folder_[0] = '\0';
  if (!keeps_folder && !in_own_process() && getcwd(folder_.data(), folder_.size()) == nullptr) folder_[0] = '\0';
}

Calling::~Calling() {
  now_in(before_);
  std::array<char, 4096> now;
  if (folder_[0] == '\0') return;
  if (getcwd(now.data(), now.size()) != nullptr && std::strcmp(now.data(), folder_.data()) == 0) return;
  [[maybe_unused]] const int back = chdir(folder_.data());
}

Loaded::Loaded(const Unit& unit) : folder_("unit") {
  const Archive archive(unit.file());
  archive.extract(folder_.path(), unit.library().substr(0, unit.library().rfind('/') + 1));
  archive.extract(folder_.path(), "resources/");
  fs::create_directories(resources());
  const Calling here(unit);
  // Names of one FMU must not meet those of another.
  handle_ = dlopen((folder_.path() / unit.library()).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    const char* why = dlerror();
    fail(unit, 0.0, fmt::format("its library cannot be loaded: {}", why == nullptr ? "" : why));
  }
}

Loaded::~Loaded() {
  if (handle_ != nullptr) dlclose(handle_);
}

void* Loaded::find(const Unit& unit, const std::string& name) const {
  void* symbol = dlsym(handle_, name.c_str());
  if (symbol == nullptr) fail(unit, 0.0, fmt::format("its library has no function {}", name));
  return symbol;
}

namespace {

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

}  // namespace

void Instance::receive(int status, const std::string& message) {
  if (status > Status::warning) last_problem_ = message;
  if (log_) log_(status, message);
}

void Instance::expect(const void* component, double time) const {
  if (component == nullptr)
    fail(unit_, time, "it cannot be instantiated" + (last_problem_.empty() ? "" : ": " + last_problem_));
}

void Instance::check(int status, const char* call, double time) const {
  if (status == Status::ok || status == Status::warning) return;
  lost_ = status == Status::fatal;
  constexpr const char* kNames[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
  const bool known = status >= 0 && status <= 5;
  const std::string what =
      fmt::format("{}: {} ended with {} at t = {:.9g} s{}", unit_.title(), call, known ? kNames[status] : "no status",
                  time, last_problem_.empty() ? "" : ": " + last_problem_);
  if (status == Status::discard) throw Discarded(what, time, unit_.title(), "");
  throw SimulationError(what, time, unit_.title(), "");
}

int Instance::save(double time) {
  Kept now{nullptr, works_};
  check(get_state(&now.state), "getting its state", time);
  kept_.emplace(++last_kept_, now);
  return last_kept_;
}

const Instance::Kept& Instance::kept(int state, double time) const {
  const auto found = kept_.find(state);
  if (found == kept_.end()) fail(unit_, time, "the state that it shall go back to went with an earlier instance of it");
  return found->second;
}

void Instance::restore(int state, double time) {
  const Kept& to = kept(state, time);
  check(set_state(to.state), "setting its state", time);
  works_ = to.works;
}

void Instance::forget(int state) noexcept {
  const auto found = kept_.find(state);
  if (found == kept_.end()) return;
  if (!lost_) free_state(&found->second.state);
  kept_.erase(found);
}

void Instance::forget_all() {
  while (!kept_.empty()) forget(kept_.begin()->first);
}

std::string Instance::write(int state, double time) {
  const Kept& from = kept(state, time);
  std::size_t size = 0;
  check(state_size(from.state, &size), "asking for the size of its state", time);
  std::string bytes(size, '\0');
  check(write_state(from.state, bytes.data(), size), "writing its state", time);
  bytes += from.works ? '1' : '0';
  return bytes;
}

int Instance::read(const std::string& bytes, double time) {
  if (bytes.empty()) fail(unit_, time, "there are no bytes to make a state of");
  Kept from{nullptr, bytes.back() == '1'};
  check(read_state(bytes.data(), bytes.size() - 1, &from.state), "reading its state", time);
  kept_.emplace(++last_kept_, from);
  return last_kept_;
}

// --- FMI 2.0 ---------------------------------------------------------------------------------------------------------

Instance2::Instance2(const Unit& unit, const std::string& name, const Log& log) : Instance(unit, name, log) {
#define SWELL_FIND(NAME, PARAMETERS) find("fmi2", #NAME, f.NAME);
#define SWELL_FIND_AS(RESULT, NAME, PARAMETERS) SWELL_FIND(NAME, PARAMETERS)
  SWELL_FMI2_COMMON(SWELL_FIND, SWELL_FIND_AS)
  if (unit_.kind() == Kind::model_exchange) {
    SWELL_FMI2_EXCHANGED(SWELL_FIND)
  } else {
    SWELL_FMI2_STEPPED(SWELL_FIND)
  }
#undef SWELL_FIND
#undef SWELL_FIND_AS
  callbacks_ = {logged, std::calloc, std::free, nullptr, this};
}

void Instance2::logged(void* environment, const char*, int status, const char*, const char* message, ...) {
  char text[2048] = "";
  if (message == nullptr) return static_cast<Instance2*>(environment)->receive(status, text);
  va_list arguments;
  va_start(arguments, message);
  std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  static_cast<Instance2*>(environment)->receive(status, text);
}

void Instance2::end() {
  if (component_ == nullptr || lost_) return;
  const Calling here(unit_);
  forget_all();
  if (works_) f.Terminate(component_);
  f.FreeInstance(component_);
  component_ = nullptr;
  works_ = false;
}

void Instance2::begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs) {
  end();
  const int kind = unit_.kind() == Kind::model_exchange ? two::model_exchange : two::co_simulation;
  component_ = f.Instantiate(name_.c_str(), kind, unit_.description().token.c_str(),
                             uri_of(loaded_.resources()).c_str(), &callbacks_, 0, 0);
  expect(component_, start);
  for (const Setting& s : settings) set(s.variable, s.numbers.data(), s.numbers.size(), s.text, start);
  check(f.SetupExperiment(component_, 0, 0.0, start, 0, 0.0), "fmi2SetupExperiment", start);
  check(f.EnterInitializationMode(component_), "fmi2EnterInitializationMode", start);
  inputs();
}

void Instance2::start(double time) {
  check(f.ExitInitializationMode(component_), "fmi2ExitInitializationMode", time);
  works_ = true;
}

void Instance2::set(std::size_t place, const double* values, std::size_t n, const std::string& text, double time) {
  const Variable& v = variable(place);
  const unsigned r = v.reference;
  int status = Status::ok;
  const int whole = n == 0 ? 0 : static_cast<int>(std::lround(*values));
  switch (v.type) {
    case Type::real:
      status = f.SetReal(component_, &r, 1, values);
      break;
    case Type::boolean: {
      const int flag = n > 0 && *values != 0.0 ? 1 : 0;
      status = f.SetBoolean(component_, &r, 1, &flag);
      break;
    }
    case Type::text: {
      const char* const c = text.c_str();
      status = f.SetString(component_, &r, 1, &c);
      break;
    }
    default:
      status = f.SetInteger(component_, &r, 1, &whole);
  }
  if (status > Status::warning) check(status, ("setting " + v.name).c_str(), time);
}

void Instance2::get(std::size_t place, double* values, std::size_t, double time) {
  const Variable& v = variable(place);
  const unsigned r = v.reference;
  int status = Status::ok, whole = 0;
  if (v.type == Type::real) {
    status = f.GetReal(component_, &r, 1, values);
  } else {
    status =
        v.type == Type::boolean ? f.GetBoolean(component_, &r, 1, &whole) : f.GetInteger(component_, &r, 1, &whole);
    *values = whole;
  }
  if (status > Status::warning) check(status, ("reading " + v.name).c_str(), time);
}

Update Instance2::update(double t) {
  two::EventInfo info{};
  check(f.NewDiscreteStates(component_, &info), "fmi2NewDiscreteStates", t);
  return {info.new_discrete_states_needed != 0, info.terminate != 0, info.values_changed != 0,
          info.next_event_time_defined != 0, info.next_event_time};
}

void Instance2::completed(bool& event, bool& over, double t) {
  int enter = 0, terminate = 0;
  check(f.CompletedIntegratorStep(component_, 1, &enter, &terminate), "fmi2CompletedIntegratorStep", t);
  event = enter != 0;
  over = terminate != 0;
}

// --- FMI 3.0 ---------------------------------------------------------------------------------------------------------

Instance3::Instance3(const Unit& unit, const std::string& name, const Log& log) : Instance(unit, name, log) {
#define SWELL_FIND(NAME, PARAMETERS) find("fmi3", #NAME, f.NAME);
#define SWELL_FIND_AS(RESULT, NAME, PARAMETERS) SWELL_FIND(NAME, PARAMETERS)
  SWELL_FMI3_COMMON(SWELL_FIND, SWELL_FIND_AS)
  if (unit_.kind() == Kind::model_exchange) {
    SWELL_FMI3_EXCHANGED(SWELL_FIND)
  } else if (unit_.kind() == Kind::co_simulation) {
    SWELL_FMI3_STEPPED(SWELL_FIND)
  } else {
    SWELL_FMI3_SCHEDULED(SWELL_FIND, SWELL_FIND_AS)
  }
#undef SWELL_FIND
#undef SWELL_FIND_AS
}

void Instance3::logged(void* environment, int status, const char*, const char* message) {
  static_cast<Instance3*>(environment)->receive(status, message == nullptr ? "" : message);
}

void Instance3::clocks_changed(void* environment) {
  auto* const self = static_cast<Instance3*>(environment);
  if (self->on_clocks) self->on_clocks();
}

void Instance3::end() {
  if (component_ == nullptr || lost_) return;
  const Calling here(unit_);
  forget_all();
  if (works_) f.Terminate(component_);
  f.FreeInstance(component_);
  component_ = nullptr;
  works_ = false;
}

void Instance3::begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs) {
  end();
  const std::string resources = loaded_.resources().string() + "/";
  const char* const token = unit_.description().token.c_str();
  const auto nothing = [] {};  // one thread activates one partition after the other: none is interrupted
  if (unit_.kind() == Kind::model_exchange) {
    component_ = f.InstantiateModelExchange(name_.c_str(), token, resources.c_str(), false, false, this, logged);
  } else if (unit_.kind() == Kind::co_simulation) {
    component_ = f.InstantiateCoSimulation(name_.c_str(), token, resources.c_str(), false, false, false, false, nullptr,
                                           0, this, logged, nullptr);
  } else {
    component_ = f.InstantiateScheduledExecution(name_.c_str(), token, resources.c_str(), false, false, this, logged,
                                                 clocks_changed, nothing, nothing);
  }
  expect(component_, start);
  for (const Setting& s : settings) set(s.variable, s.numbers.data(), s.numbers.size(), s.text, start);
  inputs();
  check(f.EnterInitializationMode(component_, false, 0.0, start, false, 0.0), "fmi3EnterInitializationMode", start);
  if (on_initializing) on_initializing();
}

void Instance3::start(double time) {
  check(f.ExitInitializationMode(component_), "fmi3ExitInitializationMode", time);
  works_ = true;
}

namespace {

// Numbers of another type than double, without memory from the heap where there are few; std::vector<bool> has no array
// behind it.
template <class T>
class Typed {
 public:
  explicit Typed(std::size_t n) : many_(n > kFew ? new T[n]() : nullptr) {}
  T* data() { return many_ ? many_.get() : few_.data(); }

 private:
  static constexpr std::size_t kFew = 16;
  std::array<T, kFew> few_{};
  std::unique_ptr<T[]> many_;
};

template <class T, class Set>
int set_as(Set call, void* component, std::uint32_t r, const double* values, std::size_t n) {
  if constexpr (std::is_same_v<T, double>) return call(component, &r, 1, values, n);
  Typed<T> typed(n);
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      typed.data()[i] = values[i] != 0.0;
    } else if constexpr (std::is_floating_point_v<T>) {
      typed.data()[i] = static_cast<T>(values[i]);
    } else {
      typed.data()[i] = static_cast<T>(std::llround(values[i]));
    }
  }
  return call(component, &r, 1, typed.data(), n);
}

template <class T, class Get>
int get_as(Get call, void* component, std::uint32_t r, double* values, std::size_t n) {
  if constexpr (std::is_same_v<T, double>) return call(component, &r, 1, values, n);
  Typed<T> typed(n);
  const int status = call(component, &r, 1, typed.data(), n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(typed.data()[i]);
  return status;
}

}  // namespace

/// act(a value of the type, its setter, its getter); what is no number fails.
template <class Act>
int Instance3::by_type(Type type, const Act& act) {
  switch (type) {
    case Type::real:
      return act(double{}, f.SetFloat64, f.GetFloat64);
    case Type::float32:
      return act(float{}, f.SetFloat32, f.GetFloat32);
    case Type::int8:
      return act(std::int8_t{}, f.SetInt8, f.GetInt8);
    case Type::uint8:
      return act(std::uint8_t{}, f.SetUInt8, f.GetUInt8);
    case Type::int16:
      return act(std::int16_t{}, f.SetInt16, f.GetInt16);
    case Type::uint16:
      return act(std::uint16_t{}, f.SetUInt16, f.GetUInt16);
    case Type::int32:
      return act(std::int32_t{}, f.SetInt32, f.GetInt32);
    case Type::uint32:
      return act(std::uint32_t{}, f.SetUInt32, f.GetUInt32);
    case Type::int64:
    case Type::enumeration:
      return act(std::int64_t{}, f.SetInt64, f.GetInt64);
    case Type::uint64:
      return act(std::uint64_t{}, f.SetUInt64, f.GetUInt64);
    case Type::boolean:
      return act(bool{}, f.SetBoolean, f.GetBoolean);
    case Type::text:
    case Type::binary:
    case Type::clock:
      break;
  }
  return Status::error;
}

void Instance3::set(std::size_t place, const double* values, std::size_t n, const std::string& text, double time) {
  const Variable& v = variable(place);
  const std::uint32_t r = v.reference;
  int status = Status::ok;
  if (v.type == Type::text) {
    const char* const c = text.c_str();
    status = f.SetString(component_, &r, 1, &c, 1);
  } else {
    status = by_type(
        v.type, [&](auto one, auto setter, auto) { return set_as<decltype(one)>(setter, component_, r, values, n); });
  }
  if (status > Status::warning) check(status, ("setting " + v.name).c_str(), time);
}

void Instance3::get(std::size_t place, double* values, std::size_t n, double time) {
  const Variable& v = variable(place);
  const std::uint32_t r = v.reference;
  const int status = by_type(
      v.type, [&](auto one, auto, auto getter) { return get_as<decltype(one)>(getter, component_, r, values, n); });
  if (status > Status::warning) check(status, ("reading " + v.name).c_str(), time);
}

void Instance3::check_sizes(std::size_t states, std::size_t indicators, double t) {
  std::size_t n = 0, m = 0;
  check(f.GetNumberOfContinuousStates(component_, &n), "fmi3GetNumberOfContinuousStates", t);
  check(f.GetNumberOfEventIndicators(component_, &m), "fmi3GetNumberOfEventIndicators", t);
  if (n != states || m != indicators)
    fail(unit_, t,
         fmt::format("it has {} continuous states and {} event indicators, its modelDescription.xml {} and {}", n, m,
                     states, indicators));
}

Update Instance3::update(double t) {
  Update u;
  bool nominals = false;
  check(f.UpdateDiscreteStates(component_, &u.again, &u.over, &nominals, &u.states_changed, &u.next_defined, &u.next),
        "fmi3UpdateDiscreteStates", t);
  return u;
}

void Instance3::completed(bool& event, bool& over, double t) {
  check(f.CompletedIntegratorStep(component_, true, &event, &over), "fmi3CompletedIntegratorStep", t);
}

}  // namespace swell::fmi
