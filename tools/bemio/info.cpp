#include <fmt/format.h>

#include <memory>

#include "console.h"

namespace bemio_command {
namespace {

struct InfoOptions {
  Common common;
  std::vector<std::string> inputs;
};

const char* has(bool yes) { return yes ? "yes" : "no"; }

Json describe(const swell::hydro::HydroData& data, const std::string& path, const Common& common) {
  Json j;
  j["file"] = path;
  j["format"] = swell::bemio::format_name(path, common.read_options());
  j["code"] = data.code;
  j["omega"] = data.omega;
  j["direction"] = data.direction;
  j["water_depth"] = data.water_depth ? Json(*data.water_depth) : Json("infinite");
  j["density"] = data.density ? Json(*data.density) : Json(nullptr);
  j["gravity"] = data.gravity ? Json(*data.gravity) : Json(nullptr);
  j["bodies"] = Json::array();
  for (const auto& body : data.bodies) {
    Json b;
    b["name"] = body.name;
    b["dof"] = body.dof;
    b["cg"] = {body.cg.x(), body.cg.y(), body.cg.z()};
    b["cb"] = {body.cb.x(), body.cb.y(), body.cb.z()};
    b["displaced_volume"] = body.displaced_volume;
    b["added_mass_infinite"] = body.added_mass_infinite.has_value();
    b["added_mass_zero"] = body.added_mass_zero.has_value();
    b["excitation"] = !body.excitation.empty();
    b["froude_krylov"] = !body.froude_krylov.empty();
    b["scattering"] = !body.scattering.empty();
    b["radiation_kernel_time"] = body.radiation_irf_time.empty() ? 0.0 : body.radiation_irf_time.back();
    b["excitation_kernel_time"] = body.excitation_irf_time.empty() ? 0.0 : body.excitation_irf_time.back();
    b["state_space"] = !body.radiation_state_space.empty();
    b["mean_drift"] = {{"control_surface", !body.mean_drift_control_surface.empty()},
                       {"momentum_conservation", !body.mean_drift_momentum.empty()},
                       {"pressure_integration", !body.mean_drift_pressure.empty()}};
    b["qtf"] = {{"sum", !body.qtf_sum.empty()}, {"difference", !body.qtf_difference.empty()}};
    j["bodies"].push_back(b);
  }
  if (const auto quality = swell::bemio::fit_quality(data)) {
    Json s;
    s["entries"] = quality->entries;
    s["orders"] = {quality->lowest_order, quality->highest_order};
    s["lowest_r2"] = number(quality->lowest_r2);
    s["r2_of_the_matrix"] = quality->r2;
    s["passivity"] = passivity(*quality);
    j["state_space"] = s;
  }
  j["notes"] = data.notes;
  return j;
}

void print_data(const swell::hydro::HydroData& data, const std::string& path, const Common& common) {
  put("{}: {}, {} bod{}, {} dofs\n", path, swell::bemio::format_name(path, common.read_options()), data.bodies.size(),
      data.bodies.size() > 1 ? "ies" : "y", data.total_dof());
  put("  code         {}\n", data.code);
  put("  frequencies  {} from {:.6g} to {:.6g} rad/s\n", data.omega.size(),
      data.omega.empty() ? 0.0 : data.omega.front(), data.omega.empty() ? 0.0 : data.omega.back());
  std::string directions;
  for (std::size_t d = 0; d < data.direction.size() && d < 8; ++d)
    directions += fmt::format(" {:g}", data.direction[d]);
  if (data.direction.empty()) directions = " none";
  put("  directions  {}{}{}\n", directions,
      data.direction.size() > 8 ? fmt::format(" ... {:g} ({} in all)", data.direction.back(), data.direction.size())
                                : "",
      data.direction.empty() ? "" : " deg");
  put("  water        depth {}, density {}, gravity {}\n",
      data.water_depth ? fmt::format("{:g} m", *data.water_depth) : "infinite",
      data.density ? fmt::format("{:g} kg/m^3", *data.density) : "not given",
      data.gravity ? fmt::format("{:g} m/s^2", *data.gravity) : "not given");
  for (const auto& body : data.bodies) {
    put("  {}\n", body.name);
    put("    dofs {}, volume {:.7g} m^3, cg ({:g}, {:g}, {:g}) m, cb ({:g}, {:g}, {:g}) m\n", body.dof,
        body.displaced_volume, body.cg.x(), body.cg.y(), body.cg.z(), body.cb.x(), body.cb.y(), body.cb.z());
    put("    added mass at 0 {}, at infinity {}; excitation {}, Froude-Krylov {}, scattering {}\n",
        has(body.added_mass_zero.has_value()), has(body.added_mass_infinite.has_value()), has(!body.excitation.empty()),
        has(!body.froude_krylov.empty()), has(!body.scattering.empty()));
    const auto length = [](const std::vector<double>& t) {
      return t.empty() ? std::string("no") : fmt::format("to {:g} s in {} samples", t.back(), t.size());
    };
    put("    radiation kernel {}; excitation kernel {}; state space {}\n", length(body.radiation_irf_time),
        length(body.excitation_irf_time), has(!body.radiation_state_space.empty()));
    if (!body.mean_drift_control_surface.empty() || !body.mean_drift_momentum.empty() ||
        !body.mean_drift_pressure.empty()) {
      put("    mean drift: control surface {}, momentum {}, pressure {}\n",
          has(!body.mean_drift_control_surface.empty()), has(!body.mean_drift_momentum.empty()),
          has(!body.mean_drift_pressure.empty()));
    }
    if (!body.qtf_sum.empty() || !body.qtf_difference.empty())
      put("    quadratic transfer functions: sum {}, difference {}\n", has(!body.qtf_sum.empty()),
          has(!body.qtf_difference.empty()));
  }
  if (const auto quality = swell::bemio::fit_quality(data)) {
    put("  {} entries of order {} to {}, R^2 {:.4f} the lowest; of the whole matrices{}\n", quality->entries,
        quality->lowest_order, quality->highest_order, quality->lowest_r2, [&] {
          std::string list;
          for (const double r2 : quality->r2) list += fmt::format(" {:.5f}", r2);
          return list;
        }());
    put("  {}\n", passivity_sentence(*quality));
  }
  for (const std::string& note : data.notes) put("  note: {}\n", note);
}

}  // namespace

void add_info(CLI::App& app, int& status) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "list the content of a BEM result or file, and its sources");
  command->add_option("inputs", options->inputs, "files or folders")->required();
  add_common(*command, options->common);
  command->callback([options, &status] {
    Json all = Json::array();
    for (const std::string& input : options->inputs) {
      const swell::hydro::HydroData data = read(input, options->common, true);
      if (options->common.json)
        all.push_back(describe(data, input, options->common));
      else
        print_data(data, input, options->common);
    }
    if (options->common.json) swell::command::print_json(all);
    status = done;
  });
}

}  // namespace bemio_command
