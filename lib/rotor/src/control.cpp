#include "swell/rotor/control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "swell/base/interpolation.h"

namespace swell::rotor {

namespace {
constexpr double kFollow = 1.0;  // [1/s] rate at which integrators return to their bounds
// ROSCO's set point smoother: shares of the rated speed per rad of pitch, and per missing share of torque.
constexpr double kTorqueShift = 1.0, kPitchShift = 0.001;
}  // namespace

double Schedule::operator()(double x) const { return linear_interpolation(at, value, x); }

double Control::upper_torque(double speed) const {
  return constant_power ? rated_torque * rated_speed / std::max(speed, rated_speed) : rated_torque;
}

double Control::optimal_torque(double speed, double wind, double upper) const {
  return std::min(optimal_gain(least_pitch(wind)) * speed * speed, upper);
}

double Control::at_rated(const double* state, const Measured& m) const {
  const double shift = kTorqueShift * std::max(0.0, state[kPitch] - least_pitch(state[kWind])) * rated_speed;
  const double upper = upper_torque(m.speed);
  return std::clamp(torque_gain * (m.speed - rated_speed + shift) + state[kRated],
                    optimal_torque(m.speed, state[kWind], upper), upper);
}

double Control::at_minimum(const double* state, const Measured& m) const {
  return std::clamp(torque_gain * (m.speed - minimum_speed) + state[kMinimum], 0.0,
                    optimal_torque(m.speed, state[kWind], upper_torque(m.speed)));
}

double Control::torque(const double* state, const Measured& m) const {
  if (is_quadratic()) return m.torque + optimal_torque(m.speed, state[kWind], upper_torque(m.speed));
  const bool low = m.speed < 0.5 * (minimum_speed + rated_speed);  // here both are k omega^2
  return m.torque + (low ? at_minimum(state, m) : at_rated(state, m));
}

void Control::rates(const double* state, const Measured& m, double* rates) const {
  // Returns an integrator beyond its bounds to them. Without this it would follow the proportional part, which would
  // then act at any speed.
  const auto integrate = [](double integral, double rate, double lower, double upper) {
    return rate + kFollow * (std::clamp(integral, lower, upper) - integral);
  };
  const double least = least_pitch(state[kWind]), upper = upper_torque(m.speed);
  const double optimal = optimal_torque(m.speed, state[kWind], upper);
  const double shift = kTorqueShift * std::max(0.0, state[kPitch] - least) * rated_speed;
  rates[kRated] = integrate(state[kRated], torque_integral * (m.speed - rated_speed + shift), optimal, upper);
  rates[kMinimum] = integrate(state[kMinimum], torque_integral * (m.speed - minimum_speed), 0.0, optimal);
  const double missing = !is_quadratic() ? 1.0 - torque(state, m) / upper : 0.0;  // missing share of torque
  const double error = m.speed - rated_speed * (1.0 + kPitchShift * std::max(0.0, missing));
  const double held = std::clamp(pitch_gain(state[kPitch]) * error + state[kPitchIntegral], least, maximum_pitch);
  rates[kPitchIntegral] = integrate(state[kPitchIntegral], pitch_integral(state[kPitch]) * error, least, maximum_pitch);
  const double command = std::clamp(held + m.pitch + floating_feedback * m.nod, least, maximum_pitch);
  rates[kPitch] = std::clamp((command - state[kPitch]) / actuator_time, -pitch_rate, pitch_rate);
  rates[kWind] = wind_filter * (m.wind - state[kWind]);
}

double Control::steady(const Performance& table, const Disc& disc, double wind, double* state) const {
  // Torque surplus: falls with speed below rated, with pitch at rated.
  state[kWind] = wind;
  state[kPitch] = least_pitch(wind);
  const auto excess = [&](double speed, double pitch, double generator) {
    return loads(table, disc, wind, speed, pitch).torque - generator;
  };
  const auto root = [](double low, double high, const auto& f) {  // f falls from above 0 to below it
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (f(middle) > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  };
  const double optimal_at_rated = optimal_torque(rated_speed, wind, rated_torque);
  double speed = rated_speed, generator = is_quadratic() ? optimal_at_rated : rated_torque;
  if (excess(rated_speed, state[kPitch], generator) > 0.0) {
    state[kPitch] =
        root(state[kPitch], maximum_pitch, [&](double pitch) { return excess(rated_speed, pitch, generator); });
  } else if (excess(rated_speed, state[kPitch], optimal_at_rated) > 0.0) {
    generator = loads(table, disc, wind, speed, state[kPitch]).torque;
  } else {
    speed = root(is_quadratic() ? 0.0 : minimum_speed, rated_speed,
                 [&](double w) { return excess(w, state[kPitch], optimal_torque(w, wind, rated_torque)); });
    generator = std::clamp(loads(table, disc, wind, speed, state[kPitch]).torque, 0.0,
                           optimal_torque(speed, wind, rated_torque));
  }
  state[kRated] = state[kMinimum] = generator;
  state[kPitchIntegral] = state[kPitch];
  return speed;
}

RoscoControl read_rosco(const std::filesystem::path& file, const Origin& asked_by) {
  // "value [value ...] ! NAME - text": numbers before the mark, name behind.
  std::map<std::string, std::vector<double>> entries;
  for (const std::string& line : lines_of(file, asked_by)) {
    const std::size_t mark = line.find('!');
    if (mark == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", mark + 1);
    if (begin == std::string::npos) continue;
    const std::string name = line.substr(begin, line.find_first_of(" \t-,", begin) - begin);
    if (auto numbers = numbers_in(line.substr(0, mark)); !numbers.empty()) entries[name] = std::move(numbers);
  }
  std::string missing;
  const auto list = [&](const char* name) {
    const auto found = entries.find(name);
    if (found != entries.end()) return found->second;
    missing += (missing.empty() ? "" : ", ") + std::string(name);
    return std::vector<double>{0.0};
  };
  const auto number = [&](const char* name) { return list(name).front(); };
  RoscoControl out;
  Control& c = out.control;
  const double gear = entries.count("WE_GearboxRatio") > 0 ? number("WE_GearboxRatio") : 1.0;
  // The file's generator speed is `gear` times the rotor's; its gains have the opposite sign.
  c.rated_speed = number("PC_RefSpd") / gear;
  c.minimum_speed = number("VS_MinOMSpd") / gear;
  c.rated_torque = number("VS_RtTq") * gear;
  c.torque_gain = -number("VS_KP") * gear * gear;
  c.torque_integral = -number("VS_KI") * gear * gear;
  const std::vector<double> angles = list("PC_GS_angles"), kp = list("PC_GS_KP"), ki = list("PC_GS_KI");
  c.pitch_gain = {angles, kp};
  c.pitch_integral = {angles, ki};
  for (Schedule* gains : {&c.pitch_gain, &c.pitch_integral})
    for (double& gain : gains->value) gain *= -gear;
  c.fine_pitch = number("PC_FinePit");
  c.optimal_gain = {{c.fine_pitch}, {number("VS_Rgn2K") * gear * gear * gear}};
  c.maximum_pitch = number("PC_MaxPit");
  c.pitch_rate = number("PC_MaxRat");
  if (entries.count("PS_WindSpeeds") > 0 && entries.count("PS_Mode") > 0 && number("PS_Mode") > 0.0)
    c.pitch_floor = {list("PS_WindSpeeds"), list("PS_BldPitchMin")};
  if (entries.count("F_WECornerFreq") > 0) c.wind_filter = number("F_WECornerFreq");
  if (entries.count("Fl_Mode") > 0 && number("Fl_Mode") == 2.0) c.floating_feedback = -number("Fl_Kp");
  const auto mode = [&](const char* name) { return entries.count(name) > 0 ? number(name) : 0.0; };
  const double torque_mode = mode("VS_ControlMode");
  // Before VS_ConstPower (ROSCO 2.9) modes 1 and 3 had constant power above rated, 0 and 2 constant torque.
  c.constant_power =
      entries.count("VS_ConstPower") > 0 ? number("VS_ConstPower") > 0.0 : torque_mode == 1.0 || torque_mode == 3.0;
  if (torque_mode >= 2.0) out.tip_speed_ratio = number("VS_TSRopt");
  if (mode("Fl_Mode") != 0.0 && mode("Fl_Mode") != 2.0)
    out.left_out.push_back(fmt::format("Fl_Mode = {:g} (only 2, rotation, is available)", mode("Fl_Mode")));
  for (const auto& [name, text] :
       {std::pair{"IPC_ControlMode", "individual pitch"}, std::pair{"Y_ControlMode", "yaw"},
        std::pair{"Flp_Mode", "flaps"}, std::pair{"TD_Mode", "tower damping"}, std::pair{"TRA_Mode", "speed exclusion"},
        std::pair{"PRC_Mode", "power reference"}, std::pair{"SD_Mode", "shutdown"}, std::pair{"OL_Mode", "open loop"},
        std::pair{"AWC_Mode", "active wake"}})
    if (mode(name) > 0.0) out.left_out.push_back(fmt::format("{} = {:g} ({})", name, mode(name), text));
  if (!missing.empty())
    throw InputError(asked_by, fmt::format("{}: {} missing", file.string(), missing),
                     "it is to be a DISCON.IN of ROSCO 2");
  const auto fits = [](const Schedule& s) {
    return s.at.size() == s.value.size() &&
           std::adjacent_find(s.at.begin(), s.at.end(), std::greater_equal<>()) == s.at.end();
  };
  if (!fits(c.pitch_gain) || !fits(c.pitch_integral) || !fits(c.pitch_floor))
    throw InputError(
        asked_by,
        fmt::format("{}: a table of gains or least pitch is not as long as its points, which ascend", file.string()),
        "");
  return out;
}

}  // namespace swell::rotor
