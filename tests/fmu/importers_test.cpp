// What importers of an exported FMU may do and few expect.
#include <dlfcn.h>

#include <type_traits>

#include "exported.h"
#include "swell/fmi/c_interface.h"

#ifdef SWELL_FMU_MODULE
namespace swell::fmu::importers_test {
namespace {

class Importers : public Exported {};
INSTANTIATE_TEST_SUITE_P(Fmi, Importers, ::testing::Values(2, 3));

// Importers begin where they like: before the case, in it, at its end (20 s) and behind, with a stop time and without.
TEST_P(Importers, BeginsAtAnyTime) {
  exported();
  for (const double start : {-3.0, 7.0, 20.0, 1e5}) {
    for (const bool stops : {false, true}) {
      std::vector<std::string> reported;
      Instance it = instance(description_.token, &reported);
      EXPECT_EQ(it.set_up({start, stops, start + 1.0, false, 0.0}), fmi::ok);
      ASSERT_EQ(it.enter_initialization(), fmi::ok) << start << ": " << ::testing::PrintToString(reported);
      ASSERT_EQ(it.exit_initialization(), fmi::ok);
      step(it, start, 0.5);
      EXPECT_EQ(it.time(), start + 0.5);
    }
  }
}

TEST_P(Importers, GetsNoInstanceOfAnotherKind) {
  exported();
  EXPECT_THROW(Instance(folder_ / "un packed/resources", description_.token, {}, false, fmi::Kind::model_exchange),
               InputError);
  ExportOptions options;
  options.co_simulation = false;
  options.model_exchange = true;
  std::ofstream(folder_ / "cases/buoy.yaml") << "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\n"
                                                "components: [{name: gain, type: gain, factor: 2}]\n"
                                                "connections: [{value: 1, to: gain.input}]\n";
  exported(options);
  EXPECT_THROW(instance(description_.token), InputError);
}

/// A null pointer, three values for a size, zero for the rest.
template <class T>
T nothing() {
  if constexpr (std::is_same_v<T, std::size_t>) return 3;
  return T{};
}
template <class... T>
int with_nothing(int (*call)(void*, T...), void* instance) {
  return call(instance, nothing<T>()...);
}
template <class... T>
constexpr bool takes_pointers(int (*)(void*, T...)) {
  return (std::is_pointer_v<T> || ...);
}

TEST_P(Importers, NullPointersAreErrors) {
  exported();
  void* const library = dlopen(SWELL_FMU_MODULE, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const std::string prefix = GetParam() == 2 ? "fmi2" : "fmi3", token = description_.token;
  const std::string resources = (folder_ / "un packed/resources").string();
  void* instance = nullptr;
  const auto check = [&](const std::string& name, auto* call) {
    ASSERT_NE(call, nullptr) << name;
    EXPECT_EQ(with_nothing(call, nullptr), fmi::error) << name << " without an instance";
    if (name == "FreeFMUstate" || name == "FreeFMUState") return;  // "the call is ignored" (2.0.5, 2.1.8)
    const int status = with_nothing(call, instance);
    if (takes_pointers(call)) EXPECT_NE(status, fmi::ok) << name;
  };
#define SWELL_CALL(NAME, PARAMETERS) \
  check(#NAME, reinterpret_cast<int(*) PARAMETERS>(dlsym(library, (prefix + #NAME).c_str())));
#define SWELL_PASS(RESULT, NAME, PARAMETERS)
  if (GetParam() == 2) {
    using Make = void* (*)(const char*, int, const char*, const char*, const fmi::two::Callbacks*, int, int);
    const auto make = reinterpret_cast<Make>(dlsym(library, "fmi2Instantiate"));
    EXPECT_EQ(make(nullptr, 1, nullptr, nullptr, nullptr, 0, 0), nullptr);
    EXPECT_EQ(make("a", 7, token.c_str(), ("file://" + resources).c_str(), nullptr, 0, 0), nullptr);
    instance = make("a", 1, token.c_str(), ("file://" + resources).c_str(), nullptr, 0, 0);
    ASSERT_NE(instance, nullptr);
    SWELL_FMI2_COMMON(SWELL_CALL, SWELL_PASS)
    SWELL_FMI2_STEPPED(SWELL_CALL)
    SWELL_FMI2_EXCHANGED(SWELL_CALL)
  } else {
    using Make = void* (*)(const char*, const char*, const char*, bool, bool, bool, bool, const std::uint32_t*,
                           std::size_t, void*, fmi::three::Log, fmi::three::Intermediate);
    const auto make = reinterpret_cast<Make>(dlsym(library, "fmi3InstantiateCoSimulation"));
    const auto made = [&](const char* with, const char* from) {
      return make("a", with, from, false, false, false, false, nullptr, 0, nullptr, nullptr, nullptr);
    };
    EXPECT_EQ(made(nullptr, nullptr), nullptr);
    instance = made(token.c_str(), resources.c_str());
    ASSERT_NE(instance, nullptr);
    SWELL_FMI3_COMMON(SWELL_CALL, SWELL_PASS)
    SWELL_FMI3_STEPPED(SWELL_CALL)
    SWELL_FMI3_EXCHANGED(SWELL_CALL)
    SWELL_FMI3_RARE(SWELL_CALL, SWELL_PASS)
  }
  reinterpret_cast<void (*)(void*)>(dlsym(library, (prefix + "FreeInstance").c_str()))(instance);
  dlclose(library);
}

}  // namespace
}  // namespace swell::fmu::importers_test
#endif
