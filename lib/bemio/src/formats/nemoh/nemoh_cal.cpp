#include "formats/nemoh/nemoh_cal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "files/read_coefficients.h"
#include "files/text_file.h"

namespace swell::bemio {
namespace {

class CalReader {
 public:
  explicit CalReader(const std::filesystem::path& path) : path_(path) {
    load_text(path, file_);
    cal_.bytes = file_.text.size();
  }

  NemohCal read() {
    environment();
    bodies();
    load_cases();
    report_.throw_if_errors();
    for (const CalBody& body : cal_.bodies) check(body);
    report_.throw_if_errors();
    return std::move(cal_);
  }

 private:
  void environment() {
    skip();
    next("the water density");
    report_.numbers(line_, fields_, 0, 1, "water density", &cal_.density);
    next("gravity");
    report_.numbers(line_, fields_, 0, 1, "gravity", &cal_.gravity);
    next("the water depth");
    report_.numbers(line_, fields_, 0, 1, "water depth", &cal_.depth);
    next("the wave measurement point");
    double v[2] = {0.0, 0.0};
    report_.numbers(line_, fields_, 0, 2, "wave measurement point", v);
    cal_.x_eff = v[0];
    cal_.y_eff = v[1];
    report_.throw_if_errors();  // what follows a wrong line would be noise
    check_water(cal_.density, cal_.gravity, path_);
    if (!(cal_.depth >= 0.0)) report_.error(-1, "the water depth must be 0 (infinite) or more", "correct Nemoh.cal");
  }

  void bodies() {
    skip();
    next("the number of bodies");
    const long count = whole(1, 1000);
    for (long b = 0; b < count; ++b) {
      skip();
      next("the name of the mesh");
      CalBody body;
      std::string_view mesh = fields_.empty() ? std::string_view{} : fields_[0];
      const std::size_t slash = mesh.find_last_of("/\\");
      if (slash != std::string_view::npos) mesh.remove_prefix(slash + 1);
      body.name = std::string(mesh.substr(0, mesh.rfind('.')));
      next("points and panels");
      next("the number of degrees of freedom");
      dofs(body.motions);
      next("the number of generalised forces");
      dofs(body.forces);
      next("the number of additional lines");
      for (long n = whole(0, 10000); n > 0; --n) record();
      cal_.bodies.push_back(std::move(body));
    }
  }

  void load_cases() {
    skip();
    next("the wave frequencies");
    const std::size_t at = fields_.size() >= 4 ? 1 : 0;  // version 3 puts the type first
    const auto number = at < fields_.size() ? parse_integer(fields_[at]) : std::nullopt;
    if (!number || *number < 1)
      report_.error(line_, "the number of wave frequencies must be 1 or more", "correct the line");
    else
      cal_.frequencies = static_cast<int>(std::min<long>(*number, 1000000));
    next("the wave directions");
    cal_.directions = static_cast<int>(whole(0, 100000));
  }

  void dofs(std::vector<CalDof>& list) {
    for (long n = whole(0, 10000); n > 0; --n) {
      next("a degree of freedom");
      list.push_back(dof());
    }
  }

  // "1 1. 0. 0. ..." a translation, "2 0. 1. 0. x y z" a rotation about a point; along one axis it is one of the six.
  CalDof dof() {
    CalDof dof;
    double v[7] = {0, 0, 0, 0, 0, 0, 0};
    if (!report_.numbers(line_, fields_, 0, 7, "degree of freedom (type, direction, point)", v)) return dof;
    for (int axis = 0; axis < 3; ++axis) {
      if (v[1 + axis] == 1.0 && v[1 + (axis + 1) % 3] == 0.0 && v[1 + (axis + 2) % 3] == 0.0) {
        if (v[0] == 1.0) dof.standard = axis;
        if (v[0] == 2.0) dof.standard = 3 + axis;
      }
    }
    dof.point = Vector3(v[4], v[5], v[6]);
    return dof;
  }

  void check(const CalBody& body) {
    const auto kinds = [](const std::vector<CalDof>& dofs) {
      std::vector<int> list;
      list.reserve(dofs.size());
      for (const CalDof& dof : dofs) list.push_back(dof.standard);
      std::sort(list.begin(), list.end());
      return list;
    };
    const std::vector<int> motions = kinds(body.motions);
    if (motions.empty() || motions != kinds(body.forces)) {
      report_.error(-1,
                    fmt::format("body {}: its {} motions and {} forces are not of the same directions", body.name,
                                body.motions.size(), body.forces.size()),
                    "give every motion the force of the same kind");
    }
    for (std::size_t d = 1; d < motions.size(); ++d) {
      if (motions[d] >= 0 && motions[d] == motions[d - 1])
        report_.error(-1, fmt::format("body {}: a degree of freedom occurs twice", body.name), "correct the list");
    }
  }

  // The next line that is not blank: NEMOH's READ of values skips blank lines.
  void next(const char* what) {
    while (at_ < file_.lines.size() && trimmed(file_.lines[at_]).empty()) ++at_;
    if (at_ == file_.lines.size())
      report_.fail(-1, fmt::format("the file ends before {}", what), "copy Nemoh.cal again");
    const std::string_view line = file_.lines[at_];
    line_ = static_cast<long>(at_++);
    split_fields(line.substr(0, line.find('!')), fields_);
  }
  // A title, and a line as it stands: an additional one may be blank.
  void skip() { next("its load cases"); }
  void record() {
    if (at_ < file_.lines.size()) ++at_;
  }

  long whole(long least, long most) {
    const auto number = fields_.empty() ? std::nullopt : parse_integer(fields_[0]);
    if (!number || *number < least || *number > most) {
      report_.fail(line_,
                   fmt::format("a count from {} to {} is expected, found: {}", least, most,
                               trimmed(file_.lines[static_cast<std::size_t>(line_)]).substr(0, 40)),
                   "correct the line; NEMOH reads its lines by their order");
    }
    return *number;
  }

  const std::filesystem::path& path_;
  TextFile file_;
  Reporter report_{file_};
  NemohCal cal_;
  std::size_t at_ = 0;  // of the line to come
  long line_ = 0;       // the one taken, and its fields
  std::vector<std::string_view> fields_;
};

}  // namespace

NemohCal read_nemoh_cal(const std::filesystem::path& path) { return CalReader(path).read(); }

}  // namespace swell::bemio
