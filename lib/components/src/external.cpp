// Values from outside the run.
#include "swell/components/external.h"

#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

namespace {

struct ExternalInput {
  std::vector<double> value;
};
void describe(Visitor& v, ExternalInput& p) {
  v.numbers({"value", "", "until another is set; the run's alone", {}, required}, p.value, 0, true);
}
std::unique_ptr<system::Component> external_input(const std::string& name, const ExternalInput& p, Given& given) {
  auto held = std::make_shared<ExternalValue>();
  held->value = p.value;
  held->rate.assign(p.value.size(), 0.0);
  if (const auto registered = given.around.objects->find<ExternalValues>(ExternalValues::kName))
    registered->keep(name, held);
  return declared(name, "input", [held](Declaration& d) {
    const auto width = static_cast<int>(held->value.size());
    // Declares to read the time: otherwise the value counts as constant.
    d.output(port("output", width, "", "the value set from outside"), {Read::time()},
             [held, width](const Evaluation& e, double* out) {
               const ExternalValue& v = *held;
               const double passed = e.time - v.since;
               for (int i = 0; i < width; ++i) {
                 const auto k = static_cast<std::size_t>(i);
                 out[i] = v.rate[k] == 0.0 ? v.value[k] : v.value[k] + v.rate[k] * passed;
               }
             });
  });
}

}  // namespace

void add_external(Registry& registry) {
  registry.add<ExternalInput>("input", "a value that is set from outside: by a program that steps the case, or an FMU",
                              "value: 0", describe, external_input);
}

}  // namespace swell::components
