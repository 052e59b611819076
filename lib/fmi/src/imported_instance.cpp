#include "imported_instance.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "process.h"

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

ImportedInstance::ImportedInstance(const Unit& unit, std::string name, Log log)
    : unit_(unit),
      name_(std::move(name)),
      log_(std::move(log)),
      loaded_(unit_),
      three_(unit_.description().version == 3),
      callbacks_{logged2, std::calloc, std::free, nullptr, this} {
  const auto find = [this](const char* name, auto& function) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(loaded_.find(unit_, name));
  };
#define SWELL_FIND2(NAME, PARAMETERS) find("fmi2" #NAME, f2_.NAME);
#define SWELL_FIND2_AS(RESULT, NAME, PARAMETERS) SWELL_FIND2(NAME, PARAMETERS)
#define SWELL_FIND3(NAME, PARAMETERS) find("fmi3" #NAME, f3_.NAME);
#define SWELL_FIND3_AS(RESULT, NAME, PARAMETERS) SWELL_FIND3(NAME, PARAMETERS)
  if (three_) {
    SWELL_FMI3_COMMON(SWELL_FIND3, SWELL_FIND3_AS)
  } else {
    SWELL_FMI2_COMMON(SWELL_FIND2, SWELL_FIND2_AS)
  }
  if (three_ && is_stepped()) {
    SWELL_FMI3_STEPPED(SWELL_FIND3)
  } else if (three_) {
    SWELL_FMI3_EXCHANGED(SWELL_FIND3)
  } else if (is_stepped()) {
    SWELL_FMI2_STEPPED(SWELL_FIND2)
  } else {
    SWELL_FMI2_EXCHANGED(SWELL_FIND2)
  }
#undef SWELL_FIND2
#undef SWELL_FIND2_AS
#undef SWELL_FIND3
#undef SWELL_FIND3_AS
}

void ImportedInstance::receive(int status, const char* message) {
  const std::string text = message == nullptr ? "" : message;
  if (status > Status::warning) last_problem_ = text;
  if (log_) log_(status, text);
}

void ImportedInstance::logged2(void* environment, const char*, int status, const char*, const char* message, ...) {
  char text[2048] = "";
  va_list arguments;
  va_start(arguments, message);
  if (message != nullptr) std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  static_cast<ImportedInstance*>(environment)->receive(status, text);
}

void ImportedInstance::logged3(void* environment, int status, const char*, const char* message) {
  static_cast<ImportedInstance*>(environment)->receive(status, message);
}

void ImportedInstance::check(int status, const char* call, double time) const {
  if (status == Status::ok || status == Status::warning) return;
  lost_ = status == Status::fatal;
  constexpr const char* kNames[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
  const bool known = status >= 0 && status <= 5;
  const char* const prefix = std::isupper(static_cast<unsigned char>(*call)) == 0 ? "" : three_ ? "fmi3" : "fmi2";
  const std::string what =
      fmt::format("{}: {}{} ended with {} at t = {:.9g} s{}", unit_.title(), prefix, call,
                  known ? kNames[status] : "no status", time, last_problem_.empty() ? "" : ": " + last_problem_);
  if (status == Status::discard) throw Discarded(what, time, unit_.title(), "");
  throw SimulationError(what, time, unit_.title(), "");
}

void ImportedInstance::end() {
  if (component_ == nullptr || lost_) return;
  const Calling here(unit_);
  while (!kept_.empty()) forget(kept_.begin()->first);
  if (works_) either(&Functions2::Terminate, &Functions3::Terminate);
  three_ ? f3_.FreeInstance(component_) : f2_.FreeInstance(component_);
  component_ = nullptr;
  works_ = false;
}

void ImportedInstance::begin(double start, const std::vector<Setting>& settings, const std::function<void()>& inputs) {
  end();
  const char *const name = name_.c_str(), *const token = unit_.description().token.c_str();
  const std::string folder = loaded_.resources().string() + "/";
  if (!three_) {
    component_ = f2_.Instantiate(name, is_stepped() ? two::co_simulation : two::model_exchange, token,
                                 uri_of(loaded_.resources()).c_str(), &callbacks_, 0, 0);
  } else if (is_stepped()) {
    component_ = f3_.InstantiateCoSimulation(name, token, folder.c_str(), false, false, false, false, nullptr, 0, this,
                                             logged3, nullptr);
  } else {
    component_ = f3_.InstantiateModelExchange(name, token, folder.c_str(), false, false, this, logged3);
  }
  if (component_ == nullptr)
    fail(unit_, start, "it cannot be instantiated" + (last_problem_.empty() ? "" : ": " + last_problem_));
  for (const Setting& s : settings) set(s.variable, s.numbers.data(), s.numbers.size(), s.text, start);
  if (three_) {
    inputs();
    check(f3_.EnterInitializationMode(component_, false, 0.0, start, false, 0.0), "EnterInitializationMode", start);
  } else {
    check(f2_.SetupExperiment(component_, 0, 0.0, start, 0, 0.0), "SetupExperiment", start);
    check(f2_.EnterInitializationMode(component_), "EnterInitializationMode", start);
    inputs();
  }
}

void ImportedInstance::start(double time) {
  check(either(&Functions2::ExitInitializationMode, &Functions3::ExitInitializationMode), "ExitInitializationMode",
        time);
  works_ = true;
}

bool ImportedInstance::step(double time, double length, double& reached) {
  // noSetFMUStatePriorToCurrentPoint, also where steps are taken back: FMI lets an FMU flush results by it and nothing
  // else, and FMUs of OSP's fmiCpp that get the contrary begin every step where the last final one began.
  constexpr bool kFinal = true;
  reached = time + length;
  if (three_) {
    bool event = false, over = false, early = true;
    // What it does not do in one go it is asked for again; a step that comes no further is a failure.
    double at = time, last = time;
    for (int tries = 0; early && tries < 1000 && reached - at > 1e-9 * std::max(1.0, std::abs(reached)); ++tries) {
      const int status = f3_.DoStep(component_, at, reached - at, kFinal, &event, &over, &early, &last);
      if (over && status == Status::discard) return false;  // it ends the run, as with fmi3OK
      check(status, "DoStep", at);
      if (over) return false;
      if (early && !(last > at)) fail(unit_, at, "its step comes no further");
      at = last;
    }
    return true;
  }
  const int status = f2_.DoStep(component_, time, length, kFinal ? 1 : 0);
  if (status == Status::pending) fail(unit_, time, "it steps asynchronously, which Swell does not wait for");
  if (status != Status::discard) {
    check(status, "DoStep", time);
    return true;
  }
  int over = 0;
  reached = time;
  f2_.GetRealStatus(component_, two::last_successful_time, &reached);
  if (f2_.GetBooleanStatus(component_, two::terminated, &over) != Status::ok || over == 0)
    fail(unit_, time,
         fmt::format("it refuses a step of {:g} s and came to t = {:.9g} s{}", length, reached,
                     last_problem_.empty() ? "" : ": " + last_problem_));
  return false;
}

int ImportedInstance::save(double time) {
  Kept now{nullptr, works_};
  check(either(&Functions2::GetFMUstate, &Functions3::GetFMUState, &now.state), "getting its state", time);
  kept_.emplace(++last_kept_, now);
  return last_kept_;
}

const ImportedInstance::Kept& ImportedInstance::kept(int state, double time) const {
  const auto found = kept_.find(state);
  if (found == kept_.end()) fail(unit_, time, "cannot restore: the saved state belongs to an earlier instance of it");
  return found->second;
}

void ImportedInstance::restore(int state, double time) {
  const Kept& to = kept(state, time);
  check(either(&Functions2::SetFMUstate, &Functions3::SetFMUState, to.state), "setting its state", time);
  works_ = to.works;
}

void ImportedInstance::forget(int state) {
  const auto found = kept_.find(state);
  if (found == kept_.end()) return;
  if (!lost_) either(&Functions2::FreeFMUstate, &Functions3::FreeFMUState, &found->second.state);
  kept_.erase(found);
}

std::string ImportedInstance::write(int state, double time) {
  const Kept& from = kept(state, time);
  std::size_t size = 0;
  check(either(&Functions2::SerializedFMUstateSize, &Functions3::SerializedFMUStateSize, from.state, &size),
        "asking for the size of its state", time);
  std::string bytes(size, '\0');
  auto* const raw = reinterpret_cast<std::uint8_t*>(bytes.data());
  check(three_ ? f3_.SerializeFMUState(component_, from.state, raw, size)
               : f2_.SerializeFMUstate(component_, from.state, bytes.data(), size),
        "writing its state", time);
  bytes += from.works ? '1' : '0';
  return bytes;
}

int ImportedInstance::read(const std::string& bytes, double time) {
  if (bytes.empty()) fail(unit_, time, "the state is empty");
  Kept from{nullptr, bytes.back() == '1'};
  const auto* const raw = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::size_t size = bytes.size() - 1;
  check(three_ ? f3_.DeserializeFMUState(component_, raw, size, &from.state)
               : f2_.DeSerializeFMUstate(component_, bytes.data(), size, &from.state),
        "reading its state", time);
  kept_.emplace(++last_kept_, from);
  return last_kept_;
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
int ImportedInstance::by_type(Type type, const Act& act) {
  switch (type) {
    case Type::real:
      return act(double{}, f3_.SetFloat64, f3_.GetFloat64);
    case Type::float32:
      return act(float{}, f3_.SetFloat32, f3_.GetFloat32);
    case Type::int8:
      return act(std::int8_t{}, f3_.SetInt8, f3_.GetInt8);
    case Type::uint8:
      return act(std::uint8_t{}, f3_.SetUInt8, f3_.GetUInt8);
    case Type::int16:
      return act(std::int16_t{}, f3_.SetInt16, f3_.GetInt16);
    case Type::uint16:
      return act(std::uint16_t{}, f3_.SetUInt16, f3_.GetUInt16);
    case Type::int32:
      return act(std::int32_t{}, f3_.SetInt32, f3_.GetInt32);
    case Type::uint32:
      return act(std::uint32_t{}, f3_.SetUInt32, f3_.GetUInt32);
    case Type::int64:
    case Type::enumeration:
      return act(std::int64_t{}, f3_.SetInt64, f3_.GetInt64);
    case Type::uint64:
      return act(std::uint64_t{}, f3_.SetUInt64, f3_.GetUInt64);
    case Type::boolean:
      return act(bool{}, f3_.SetBoolean, f3_.GetBoolean);
    case Type::text:
    case Type::binary:
    case Type::clock:
      break;
  }
  return Status::error;
}

void ImportedInstance::set(std::size_t place, const double* values, std::size_t n, const std::string& text,
                           double time) {
  const Variable& v = variable(place);
  const std::uint32_t r = v.reference;
  const char* const c = text.c_str();
  int status = Status::ok;
  if (v.type == Type::text) {
    status = three_ ? f3_.SetString(component_, &r, 1, &c, 1) : f2_.SetString(component_, &r, 1, &c);
  } else if (three_) {
    status = by_type(
        v.type, [&](auto one, auto setter, auto) { return set_as<decltype(one)>(setter, component_, r, values, n); });
  } else if (v.type == Type::real) {
    status = f2_.SetReal(component_, &r, 1, values);
  } else {
    const bool flag = v.type == Type::boolean;
    const int whole = n == 0 ? 0 : flag ? (*values != 0.0 ? 1 : 0) : static_cast<int>(std::lround(*values));
    status = (flag ? f2_.SetBoolean : f2_.SetInteger)(component_, &r, 1, &whole);
  }
  if (status > Status::warning) check(status, ("setting " + v.name).c_str(), time);
}

void ImportedInstance::get(std::size_t place, double* values, std::size_t n, double time) {
  const Variable& v = variable(place);
  const std::uint32_t r = v.reference;
  int status = Status::ok, whole = 0;
  if (three_) {
    status = by_type(
        v.type, [&](auto one, auto, auto getter) { return get_as<decltype(one)>(getter, component_, r, values, n); });
  } else if (v.type == Type::real) {
    status = f2_.GetReal(component_, &r, 1, values);
  } else {
    status = (v.type == Type::boolean ? f2_.GetBoolean : f2_.GetInteger)(component_, &r, 1, &whole);
    *values = whole;
  }
  if (status > Status::warning) check(status, ("reading " + v.name).c_str(), time);
}

Update ImportedInstance::update(double t) {
  Update u;
  if (three_) {
    bool nominals = false;
    check(
        f3_.UpdateDiscreteStates(component_, &u.again, &u.over, &nominals, &u.states_changed, &u.next_defined, &u.next),
        "UpdateDiscreteStates", t);
    return u;
  }
  two::EventInfo info{};
  check(f2_.NewDiscreteStates(component_, &info), "NewDiscreteStates", t);
  return {info.new_discrete_states_needed != 0, info.terminate != 0, info.values_changed != 0,
          info.next_event_time_defined != 0, info.next_event_time};
}

Answer ImportedInstance::completed(double t) {
  Answer done;
  int event = 0, over = 0;
  check(three_ ? f3_.CompletedIntegratorStep(component_, true, &done.event, &done.over)
               : f2_.CompletedIntegratorStep(component_, 1, &event, &over),
        "CompletedIntegratorStep", t);
  done.event = done.event || event != 0;
  done.over = done.over || over != 0;
  return done;
}

void ImportedInstance::check_sizes(std::size_t states, std::size_t indicators, double t) {
  if (!three_) return;
  std::size_t n = 0, m = 0;
  check(f3_.GetNumberOfContinuousStates(component_, &n), "GetNumberOfContinuousStates", t);
  check(f3_.GetNumberOfEventIndicators(component_, &m), "GetNumberOfEventIndicators", t);
  if (n != states || m != indicators)
    fail(unit_, t,
         fmt::format("it has {} continuous states and {} event indicators, its modelDescription.xml {} and {}", n, m,
                     states, indicators));
}

}  // namespace swell::fmi
