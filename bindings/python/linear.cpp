// Linear of the module: a case in the frequency domain.
#include <pybind11/complex.h>

#include "module.h"
#include "swell/linear/linear.h"
#include "values.h"

namespace swell::python {
namespace {

struct Linear {
  linear::Response response;
  std::vector<linear::Mode> modes;
  linear::InSea sea;
  std::optional<std::string> unstable;
};

Linear solve(const model::Model& model, std::optional<double> from, std::optional<double> to, int count) {
  constexpr int kLooks = 40;  // a short table misses no mode
  linear::LinearCase linear(model);
  const auto [first, last] = linear.range();
  const double low = from.value_or(first), high = to.value_or(last);
  if (count < 1 || !(low > 0.0) || (count > 1 && !(high > low)))
    throw InputError({}, "from_ must be above 0 rad/s, to above from_, and count at least 1");
  Linear out;
  out.response = linear.response(linear::frequencies(low, high, count));
  out.modes = linear.modes(linear::frequencies(low, high, std::max(count, kLooks)));
  out.unstable = linear.instability(out.modes, low);
  if (!out.unstable) out.sea = linear.in_sea();
  return out;
}

py::dict operators_of(const Linear& l) {
  py::dict out;
  for (std::size_t k = 0; k < l.response.outputs.size(); ++k) {
    py::array_t<std::complex<double>> values(static_cast<py::ssize_t>(l.response.omega.size()));
    for (py::ssize_t w = 0; w < values.size(); ++w)
      values.mutable_at(w) = l.response.operators(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(w));
    out[py::str(l.response.outputs[k].name())] = values;
  }
  return out;
}

py::list modes_of(const Linear& l) {
  py::list out;
  for (const linear::Mode& mode : l.modes) {
    py::dict shape;
    for (const linear::Mode::Part& part : mode.shape)
      shape[py::str(part.name)] = std::polar(part.amplitude, part.phase);
    py::dict one;
    one["omega"] = mode.omega;
    one["period"] = mode.period();
    one["damping_ratio"] = mode.damping;
    one["shape"] = shape;
    out.append(one);
  }
  return out;
}

}  // namespace

void add_linear(py::module_& m) {
  py::class_<Linear>(m, "Linear", "A case in the frequency domain, about its design position.")
      .def_property_readonly(
          "omega", [](const Linear& l) { return array(l.response.omega); }, "(n) frequencies [rad/s].")
      .def_property_readonly("operators", &operators_of,
                             "Response per metre of wave amplitude by output, complex (n); factor exp(i omega t).")
      .def_property_readonly("modes", &modes_of,
                             "Eigenmodes: omega [rad/s], period [s], damping_ratio, shape (complex, largest 1).")
      .def_property_readonly(
          "power",
          [](const Linear& l) {
            py::dict out;
            for (const auto& p : l.response.power) out[py::str(p.pto)] = array(p.power);
            return out;
          },
          "Mean power by take-off per square metre of wave amplitude, (n) [W/m^2].")
      .def_property_readonly(
          "deviation",
          [](const Linear& l) {
            py::dict out;
            for (std::size_t k = 0; k < l.sea.deviation.size(); ++k)
              out[py::str(l.response.outputs[k].name())] = l.sea.deviation[k];
            return out;
          },
          "Standard deviation by output in the sea of the case; empty where it is unstable.")
      .def_property_readonly(
          "mean_power",
          [](const Linear& l) {
            py::dict out;
            for (const auto& [pto, power] : l.sea.power) out[py::str(pto)] = power;
            return out;
          },
          "[W] by take-off in the sea of the case; empty where it is unstable.")
      .def_readonly("unstable", &Linear::unstable, "The reason why the response does not exist, or None.")
      .def_property_readonly(
          "notes",
          [](const Linear& l) {
            std::vector<std::string> notes = l.response.notes;
            notes.insert(notes.end(), l.sea.notes.begin(), l.sea.notes.end());
            return notes;
          },
          "What is not in it.")
      .def("__repr__", [](const Linear& l) {
        return "<swell.Linear of " + counted(l.response.omega.size(), "frequency", "frequencies") + ", " +
               counted(l.modes.size(), "mode", "modes") + ">";
      });
}

py::object make_linear(const model::Model& model, std::optional<double> from, std::optional<double> to, int count) {
  return py::cast(run_unlocked([&] { return solve(model, from, to, count); }));
}

}  // namespace swell::python
