#include "nemoh_cal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "coefficients.h"
#include "text_file.h"

namespace swell::bemio {
namespace {

// What a line is, and the words by which the comments of NEMOH's own examples know it.
struct Item {
  const char* what;
  std::array<const char*, 2> words;
};
constexpr Item kDensity{"the water density", {"specific volume", "! rho"}}, kGravity{"gravity", {"gravity", nullptr}},
    kDepth{"the water depth", {"water depth", nullptr}},
    kPoint{"the wave measurement point", {"measurement point", nullptr}},
    kBodies{"the number of bodies", {"number of bodies", nullptr}},
    kMesh{"the name of the mesh", {"name of mesh", nullptr}},
    kMotions{"the number of degrees of freedom", {"number of degrees of freedom", nullptr}},
    kForces{"the number of generalised forces", {"resulting generalised forces", nullptr}},
    kFrequencies{"the wave frequencies", {"number of wave frequencies", "wave frequencies/periods"}},
    kDirections{"the wave directions", {"number of wave directions", nullptr}}, kOther{"", {nullptr, nullptr}};
constexpr std::array<const Item*, 10> kItems{&kDensity, &kGravity, &kDepth,  &kPoint,       &kBodies,
                                             &kMesh,    &kMotions, &kForces, &kFrequencies, &kDirections};

bool says(const std::string& comment, const Item& item) {
  return std::any_of(item.words.begin(), item.words.end(),
                     [&](const char* words) { return words != nullptr && contains(comment, words); });
}

// Two numbers that follow a count; nothing where they do not.
std::optional<NemohRange> range(const std::vector<std::string_view>& fields, std::size_t at, long type) {
  if (at + 1 >= fields.size() || type < 1 || type > 3) return std::nullopt;
  const auto first = parse_number(fields[at]), last = parse_number(fields[at + 1]);
  if (!first || !last) return std::nullopt;
  return NemohRange{static_cast<int>(type), *first, *last};
}

class CalReader {
 public:
  explicit CalReader(const std::filesystem::path& path) : path_(path) {
    load_text(path, file_);
    for (std::size_t k = 0; k < file_.lines.size(); ++k) {
      if (!trimmed(file_.lines[k]).empty()) lines_.push_back(k);
    }
    cal_.bytes = file_.text.size();
  }

  NemohCal read() {
    environment();
    bodies();
    load_cases();
    second_order();
    report_.throw_if_errors();
    for (const CalBody& body : cal_.bodies) check(body);
    report_.throw_if_errors();
    return std::move(cal_);
  }

 private:
  void environment() {
    next(kOther);
    next(kDensity);
    report_.numbers(line_, fields_, 0, 1, kDensity.what, &cal_.density);
    next(kGravity);
    report_.numbers(line_, fields_, 0, 1, kGravity.what, &cal_.gravity);
    next(kDepth);
    report_.numbers(line_, fields_, 0, 1, kDepth.what, &cal_.depth);
    next(kPoint);
    double v[2] = {0.0, 0.0};
    report_.numbers(line_, fields_, 0, 2, kPoint.what, v);
    cal_.x_eff = v[0];
    cal_.y_eff = v[1];
    report_.throw_if_errors();  // what follows a wrong line would be noise
    check_water(cal_.density, cal_.gravity, path_);
    if (!(cal_.depth >= 0.0)) report_.error(-1, "the water depth must be 0 (infinite) or more", "correct Nemoh.cal");
  }

  void bodies() {
    next(kOther);
    next(kBodies);
    const long count = whole(1, 1000);
    for (long b = 0; b < count; ++b) {
      next(kOther);
      next(kMesh);
      CalBody body;
      std::string_view mesh = fields_.empty() ? std::string_view{} : fields_[0];
      const std::size_t slash = mesh.find_last_of("/\\");
      if (slash != std::string_view::npos) mesh.remove_prefix(slash + 1);
      body.name = std::string(mesh.substr(0, mesh.rfind('.')));
      next(kOther);  // points and panels
      next(kMotions);
      dofs(body.motions);
      next(kForces);
      dofs(body.forces);
      next(kOther);
      for (long n = whole(0, 10000); n > 0; --n) next(kOther);
      cal_.bodies.push_back(std::move(body));
    }
  }

  void load_cases() {
    next(kOther);
    next(kFrequencies);
    const std::size_t at = fields_.size() >= 4 ? 1 : 0;  // version 3 puts the type first
    const auto number = at < fields_.size() ? parse_integer(fields_[at]) : std::nullopt;
    if (!number || *number < 1)
      report_.error(line_, "the number of wave frequencies must be 1 or more", "correct the line");
    else
      cal_.frequencies = static_cast<int>(std::min<long>(*number, 1000000));
    cal_.frequency_range = range(fields_, at + 1, at == 1 ? parse_integer(fields_[0]).value_or(0) : 1);
    next(kDirections);
    cal_.directions = static_cast<int>(whole(0, 100000));
    cal_.direction_range = range(fields_, 1, 1);
  }

  // Post-processing differs from version to version.
  void second_order() {
    while (at_ < lines_.size()) {
      take();
      if (contains(comment_, "number of radial frequencies")) cal_.qtf_frequencies = static_cast<int>(whole(0, 100000));
    }
  }

  void dofs(std::vector<CalDof>& list) {
    for (long n = whole(0, 10000); n > 0; --n) {
      next(kOther);
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

  void take() {
    const std::string_view line = file_.lines[lines_[at_]];
    line_ = static_cast<long>(lines_[at_++]);
    const std::size_t mark = line.find('!');
    comment_ = mark == std::string_view::npos ? "" : lower_case(line.substr(mark));
    split_fields(line.substr(0, mark), fields_);
  }

  /// The next line, which must be this one.
  void next(const Item& item) {
    if (at_ == lines_.size()) {
      report_.fail(-1, fmt::format("the file ends before {}", &item == &kOther ? "its load cases" : item.what),
                   "copy Nemoh.cal again");
    }
    take();
    if (says(comment_, item)) return;
    for (const Item* other : kItems) {
      if (!says(comment_, *other)) continue;
      report_.fail(line_,
                   fmt::format("{} stands where {} is read", other->what,
                               &item == &kOther ? "a title, a dof or a line of no meaning here" : item.what),
                   "NEMOH reads its lines by their order: one is missing, too many or in another place");
    }
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
  std::vector<std::size_t> lines_;  // that are not empty
  std::size_t at_ = 0;              // of the line to come
  long line_ = 0;                   // the one taken, its fields and comment
  std::vector<std::string_view> fields_;
  std::string comment_;
};

}  // namespace

NemohCal read_nemoh_cal(const std::filesystem::path& path) { return CalReader(path).read(); }

}  // namespace swell::bemio
