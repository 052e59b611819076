// Bodies and rods of MoorDyn's line files.
#include <cmath>

#include "moordyn_reader.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"

namespace swell::mooring::moordyn {

void Reader::take_rod_type(const Row& row) {
  RodType type;
  type.name = word(row, "type name", "ROD TYPES");
  type.diameter = value(row, "diameter", "ROD TYPES");
  type.mass_per_length = value(row, "mass", "ROD TYPES");
  type.drag_transverse = value(row, "Cd", "ROD TYPES");
  type.added_mass_transverse = value(row, "Ca", "ROD TYPES");
  type.drag_end = value(row, "CdEnd", "ROD TYPES");
  type.added_mass_end = value(row, "CaEnd", "ROD TYPES");
  if (!header_bad_) file_.model.rod_types.push_back(type);
}

void Reader::take_body(const Row& row) {
  MoordynBody body;
  const std::string attachment = lower_case(word(row, "attachment", "BODIES"));
  body.name = "Body" + word(row, "id", "BODIES");
  body.position << value(row, "X", "BODIES"), value(row, "Y", "BODIES"), value(row, "Z", "BODIES");
  // The header names yaw y0 like the second coordinate; it follows p0.
  const int pitch = column("pitch");
  if (pitch >= 0) read_.insert(static_cast<std::size_t>(pitch) + 1);
  const auto angle = [&](int c) {
    if (c < 0 || static_cast<std::size_t>(c) >= row.cells.size()) return 0.0;
    return parse_fortran_number(row.cells[static_cast<std::size_t>(c)]).value_or(0.0) * kDegree;
  };
  body.roll_pitch_yaw << angle(column("roll")), angle(pitch), angle(pitch < 0 ? -1 : pitch + 1);
  if (header_bad_) return;
  const bool pinned = attachment == "coupledpinned" || attachment == "vesselpinned" || attachment == "vespin" ||
                      attachment == "cpldpin";
  const std::optional<Hold> hold = hold_of(attachment);
  if (hold && *hold != Hold::free) {
    body.kind = *hold == Hold::coupled ? MoordynBody::Kind::coupled : MoordynBody::Kind::fixed;
  } else if (attachment == "free" || pinned) {
    body.kind = pinned ? MoordynBody::Kind::pinned : MoordynBody::Kind::free;
    RigidBody rigid;
    rigid.name = lower_case(body.name);
    rigid.position = body.position;
    rigid.orientation = Quaternion(rotation_from_roll_pitch_yaw(body.roll_pitch_yaw));
    rigid.mass = value(row, "point mass", "BODIES");
    rigid.volume = value(row, "volume", "BODIES");
    const std::vector<double> cg = values(row, "CG", {1, 3}), inertia = values(row, "I", {1, 3}),
                              drag = values(row, "CdA", {1, 2, 3, 6}), added = values(row, "Ca", {1, 3});
    rigid.cg = cg.size() == 3 ? Vector3(cg[0], cg[1], cg[2]) : Vector3(0.0, 0.0, cg[0]);
    rigid.inertia = inertia.size() == 3 ? Vector3(inertia[0], inertia[1], inertia[2]) : Vector3::Constant(inertia[0]);
    for (std::size_t i = 0; i < 6; ++i) {
      const std::size_t at = drag.size() == 6 ? i : drag.size() == 3 ? i % 3 : drag.size() == 2 ? i / 3 : 0;
      rigid.drag_area[static_cast<Eigen::Index>(i)] = drag[at];
    }
    for (std::size_t i = 0; i < 3; ++i)
      rigid.added_mass[static_cast<Eigen::Index>(i)] = added[added.size() == 3 ? i : 0];
    if (pinned) {
      LinePoint pivot;
      pivot.name = rigid.name + " pin";
      pivot.kind = PointKind::coupled;
      pivot.position = body.position;
      rigid.pivot = add_point(pivot, kNoId, row.line);
    }
    rigid_of_body_[lower_case(body.name)] = file_.model.rigids.size();
    file_.model.rigids.push_back(rigid);
  } else {
    error("wrong-value", row.line, fmt::format("{}: attachment {} is not known", body.name, attachment),
          "use Fixed, Coupled (or Vessel), CoupledPinned or Free");
  }
  file_.bodies.push_back(body);
}

std::size_t Reader::add_point(LinePoint point, int id, int line) {
  file_.model.points.push_back(std::move(point));
  point_ids_.push_back(id);
  point_lines_.push_back(line);
  return file_.model.points.size() - 1;
}

// Puts a point, whose position is in the axes of the body named by `kind`, on that body.
bool Reader::on_body(const std::string& kind, const std::string& thing, int line, LinePoint& point) {
  const auto body = std::find_if(file_.bodies.begin(), file_.bodies.end(),
                                 [&](const MoordynBody& b) { return lower_case(b.name) == kind; });
  if (body == file_.bodies.end()) {
    error(code::kUnknownName, line,
          fmt::format("{}: attachment Body{} names no body of the file", thing, kind.substr(4)));
    return false;
  }
  point.offset = point.position;
  point.position = body->position + rotation_from_roll_pitch_yaw(body->roll_pitch_yaw) * point.offset;
  switch (body->kind) {
    case MoordynBody::Kind::coupled:
      point.kind = PointKind::coupled;
      point.body = body->name;
      break;
    case MoordynBody::Kind::fixed:
      point.kind = PointKind::fixed;
      break;
    case MoordynBody::Kind::free:
    case MoordynBody::Kind::pinned:
      point.kind = PointKind::attached;
      point.rigid = rigid_of_body_[kind];
      break;
  }
  return true;
}

void Reader::take_rod(const Row& row) {
  const std::string id = word(row, "id", "RODS"), type = word(row, "rod type", "RODS");
  std::string attachment = lower_case(word(row, "attachment", "RODS"));
  const Vector3 a(value(row, "Xa", "RODS"), value(row, "Ya", "RODS"), value(row, "Za", "RODS"));
  const Vector3 b(value(row, "Xb", "RODS"), value(row, "Yb", "RODS"), value(row, "Zb", "RODS"));
  const std::string thing = "rod " + id;
  const std::size_t pieces = count_of(row, thing, 0.0, 1000.0);
  if (header_bad_) return;
  Rod rod;
  rod.name = "rod" + id;
  const auto known = std::find_if(file_.model.rod_types.begin(), file_.model.rod_types.end(),
                                  [&](const RodType& t) { return t.name == type; });
  if (known == file_.model.rod_types.end()) {
    error(code::kUnknownName, row.line, fmt::format("{}: rod type {} is not among ROD TYPES", thing, type));
    return;
  }
  rod.type = static_cast<std::size_t>(known - file_.model.rod_types.begin());
  // A rod without length is a direction: its end B is a unit vector, and a second point 1 m ahead stands for it.
  const bool is_point = pieces == 0;
  const Vector3 span = is_point ? Vector3(b.normalized()) : Vector3(b - a);
  if (!(span.norm() > 0.0)) {
    error("wrong-value", row.line, fmt::format("{}: its ends are at one place", thing),
          "a rod of 0 segments needs a direction as end B");
    return;
  }
  const std::size_t steps = is_point ? 1 : pieces;
  bool pinned = false;
  if (const auto at = attachment.find("pin"); at != std::string::npos) {
    pinned = true;
    attachment = attachment == "pinned" || attachment == "pin" ? "fixed"
                 : attachment.rfind("body", 0) == 0            ? attachment.substr(0, at)
                                                               : "coupled";
  }
  const std::optional<Hold> hold = hold_of(attachment);
  const bool free = hold == Hold::free;
  if (is_point && (pinned || free)) {
    error("contradiction", row.line, fmt::format("{}: a rod of 0 segments cannot move by itself", thing),
          "give it a length, or fix it; to join two lines of one stiffness make them one line");
    return;
  }
  // Where its end A, or all of it, goes.
  const auto place = [&](const Vector3& at, LinePoint& point) {
    point.position = at;
    if (attachment.rfind("body", 0) == 0) return on_body(attachment, thing, row.line, point);
    if (hold) point.kind = *hold == Hold::fixed ? PointKind::fixed : PointKind::coupled;
    if (!hold)
      error("wrong-value", row.line, fmt::format("{}: attachment {} is not known", thing, attachment),
            "use Fixed, Pinned, Coupled, CoupledPinned, Free, BodyN or BodyNPinned");
    return hold.has_value();
  };
  RigidBody rigid;
  rigid.name = rod.name;
  rigid.position = a;
  if (pinned) {
    LinePoint pin;
    pin.name = rod.name + " pin";
    if (!place(a, pin)) return;
    rigid.position = pin.position;
    rigid.pivot = add_point(pin, kNoId, row.line);
  }
  // Coordinates on a body are in its axes; so is the direction of a rod pinned there.
  Vector3 direction = span;
  if (pinned && attachment.rfind("body", 0) == 0) {
    for (const MoordynBody& body : file_.bodies) {
      if (lower_case(body.name) == attachment) direction = rotation_from_roll_pitch_yaw(body.roll_pitch_yaw) * span;
    }
  }
  const std::size_t index = file_.model.rigids.size();
  for (std::size_t k = 0; k <= steps; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(steps);
    LinePoint point;
    point.name = fmt::format("{} node {}", rod.name, k);
    if (free || pinned) {
      point.kind = PointKind::attached;
      point.rigid = index;
      point.offset = share * direction;
      point.position = rigid.position + point.offset;
    } else if (!place(a + share * span, point)) {
      return;
    }
    rod.points.push_back(add_point(point, kNoId, row.line));
  }
  if (free || pinned) file_.model.rigids.push_back(rigid);
  if (is_point) rod.type = kDirection;
  rod_ids_[id] = rods_.size();
  rods_.push_back(rod);
  if (!is_point) file_.model.rods.push_back(rod);
}

}  // namespace swell::mooring::moordyn
