// The published rotation test of Morison elements: a vertical element in a flow that is turned through 360 degrees.
// Writes rotation.csv into the folder given as the argument (default: the current one).

#include <cmath>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

#include "swell/morison/element.h"

namespace {

swell::Vector3 force(swell::morison::Option option, double angle) {
  swell::morison::Element element;
  element.option = option;
  element.drag = element.added_mass = element.area = {1, 1, 0};
  element.volume = 0.1;
  swell::morison::BodyMotion body;
  body.p_WC.z() = -2.0;
  const swell::Vector3 flow(std::cos(angle), std::sin(angle), 0);  // 1 m/s and 1 m/s2
  const auto at = swell::morison::place(element, body, 0.0);
  return swell::morison::element_load(element, at, body, {flow, flow}, 1000.0).total().head<3>();
}

int write_table(int count, char** arguments) {
  const std::string folder = count > 1 ? arguments[1] : ".";
  std::ofstream out(folder + "/rotation.csv");
  out << "direction_deg,option1_x_N,option1_y_N,option1_N,option2_x_N,option2_y_N,option2_N\n"
      << std::fixed << std::setprecision(6);
  for (int degree = 0; degree <= 360; degree += 5) {
    const double angle = degree * swell::kDegree;
    const swell::Vector3 one = force(swell::morison::Option::body_axes, angle);
    const swell::Vector3 two = force(swell::morison::Option::normal_tangential, angle);
    out << degree << ',' << one.x() << ',' << one.y() << ',' << one.norm() << ',' << two.x() << ',' << two.y() << ','
        << two.norm() << '\n';
  }
  out.close();
  if (!out) {
    std::cerr << "cannot write " << folder << "/rotation.csv\n";
    return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return write_table(count, arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
