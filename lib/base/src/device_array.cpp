#include "swell/base/device_array.h"
#include "swell/base/refuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

namespace swell {
namespace {

constexpr std::size_t kMostDevices = 1000;  // devices

struct Place {
  double x = 0.0, y = 0.0;  // [m]
  std::size_t after = 0;    // devices after it in its row
};

std::vector<Place> places_of(const DeviceArray& array, Diagnostics& diagnostics) {
  std::vector<Place> places;
  const auto wrong = [&](const char* key, const std::string& text, const char* remedy) {
    code::refuse(diagnostics, "out-of-range", array.source.of(key), fmt::format("array.{}", text), remedy);
    return std::vector<Place>();
  };
  for (const std::vector<double>& xy : array.positions)
    places.push_back({xy[0], xy[1], array.positions.size() - places.size() - 1});
  if (array.positions.empty()) {
    const auto entry = [](const std::vector<double>& list, std::size_t i, double none) {
      return i < list.size() ? list[i] : none;
    };
    const double nx = entry(array.count, 0, 1.0), ny = entry(array.count, 1, 1.0);
    const double dx = entry(array.spacing, 0, 0.0), dy = entry(array.spacing, 1, dx);
    if (array.count.size() > 2 || array.spacing.size() > 2)
      return wrong(array.count.size() > 2 ? "count" : "spacing", "count and spacing have two numbers at most",
                   "along x, and along y; positions are for other layouts");
    if (!(nx >= 1.0 && ny >= 1.0 && nx == std::floor(nx) && ny == std::floor(ny)))
      return wrong("count", fmt::format("count = {:g} x {:g} must be whole numbers above 0", nx, ny), "");
    if (nx * ny > static_cast<double>(kMostDevices))
      return wrong("count", fmt::format("count = {:g} devices must be at most {}", nx * ny, kMostDevices), "");
    if ((nx > 1.0 && !(dx > 0.0)) || (ny > 1.0 && !(dy > 0.0)))
      return wrong("spacing", "spacing must be above 0 m", "the distance of neighbours along x, or [along x, along y]");
    if (array.spacing.size() > 1 && array.count.size() < 2)
      return wrong("spacing", "spacing has a second number, and count has none",
                   "leave the second number out, or give count a second one");
    for (double j = 0.0; j < ny; ++j)
      for (double i = 0.0; i < nx; ++i) places.push_back({i * dx, j * dy, static_cast<std::size_t>(nx - 1.0 - i)});
  } else if (places.size() > kMostDevices) {
    return wrong("positions", fmt::format("positions: {} devices must be at most {}", places.size(), kMostDevices), "");
  } else if (std::set<std::vector<double>>(array.positions.begin(), array.positions.end()).size() < places.size()) {
    return wrong("positions", "positions has two devices in one place", "give each device its own [x, y]");
  }
  return places;
}

const char* const kSections[] = {"bodies", "joints",     "ptos",   "moorings",
                                 "rotors", "components", "groups", "connections"};
bool has_ends_only(const std::string& section) {
  return section == "joints" || section == "ptos" || section == "moorings" || section == "rotors";
}

Parameter* entry(Parameter& map, const std::string& key) { return const_cast<Parameter*>(map.find(key)); }
Parameter* list_in(Parameter& tree, const char* section) {
  Parameter* list = entry(tree, section);
  return list != nullptr && list->kind == Parameter::Kind::list ? list : nullptr;
}

std::string name_of(const Parameter& item) {
  const Parameter* name = item.find("name");
  return name != nullptr ? name->text : std::string();
}

/// Names of frames and of the world: never those of items.
bool is_fixed_word(const std::string& key, const std::string& text) {
  return text == "world" || (key == "frame" && (text == "world-down" || text == "joint"));
}

/// Is the value of this key of an item the name of a body, joint, PTO, mooring, component or port?
bool is_reference_key(const std::string& section, const std::string& key) {
  if (section == "connections") return key == "from" || key == "to" || key == "group" || key == "with";
  if (section == "groups") return key == "ports";
  return key == "base" || key == "follower" || key == "body" || key == "bodies" || key == "signal";
}

/// Calls `act` with every text of an item that refers to another item.
template <class Act>
void each_reference(Parameter& value, const std::string& section, bool inside, const Act& act) {
  if (section == "components") {  // elements of a circuit and inputs of a formula have names of their own
    const auto one = [&act](Parameter& map, const char* key) {
      Parameter* text = entry(map, key);
      if (text != nullptr && text->kind == Parameter::Kind::text && !is_fixed_word(key, text->text)) act(*text);
    };
    one(value, "seabed");
    Parameter* ports = entry(value, "ports");
    for (std::size_t i = 0; ports != nullptr && i < ports->items.size(); ++i) one(ports->items[i], "frame");
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::string key = value.is_map() ? value.keys[i] : std::string();
    // Keys inside `ports` of a group and `bodies` of a mooring are roles, their values names.
    const bool refers = inside || is_reference_key(section, key);
    Parameter& item = value.items[i];
    if (item.kind == Parameter::Kind::text && refers && !is_fixed_word(key, item.text)) act(item);
    if (!item.items.empty()) each_reference(item, section, refers && (key == "bodies" || key == "ports"), act);
  }
}

/// A text that refers to an item of the device: "float", "pto.force", "raft+1", "raft+1.position".
struct Reference {
  std::string name;       ///< "" for another text
  std::size_t ahead = 0;  ///< 1 for "+1"
  std::string rest;       ///< ".force"
  bool is_wrong = false;  ///< what follows + is not a whole number
};

/// Names of the device, and how many devices after its own an item needs.
struct Names {
  std::set<std::string> all;
  std::map<std::string, std::size_t> reach;

  Reference in(const std::string& text) const {
    for (std::size_t end = text.size();; --end) {
      const bool ends = end == text.size() || text[end] == '.' || text[end] == '/' || text[end] == '+';
      if (ends && all.count(text.substr(0, end)) != 0) return parts_of(text, end);
      if (end == 0) return {};
    }
  }
  std::size_t reach_of(const std::string& name) const {
    const auto found = reach.find(name);
    return found != reach.end() ? found->second : 0;
  }

 private:
  static Reference parts_of(const std::string& text, std::size_t end) {
    Reference out{text.substr(0, end), 0, text.substr(end), false};
    if (out.rest.empty() || out.rest[0] != '+') return out;
    const std::size_t last = std::min(out.rest.find_first_not_of("0123456789", 1), out.rest.size());
    out.is_wrong = last == 1 || last > 5 || (last < out.rest.size() && out.rest[last] != '.' && out.rest[last] != '/');
    if (!out.is_wrong) out.ahead = static_cast<std::size_t>(std::stoul(out.rest.substr(1, last - 1)));
    out.is_wrong = out.is_wrong || out.ahead == 0;
    out.rest.erase(0, last);
    return out;
  }
};

std::string owner_of(const std::string& port) { return port.substr(0, port.find('.')); }

/// Names of the items that an array repeats: its bodies, and what refers to one of them, directly or through others.
Names names_of(Parameter& tree) {
  Names names;
  std::map<std::string, std::string> section_of;  // of every item by name
  for (const char* section : kSections) {
    Parameter* list = list_in(tree, section);
    for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
      if (std::string(section) == "bodies") names.all.insert(name_of(list->items[i]));
      section_of[name_of(list->items[i])] = section;
    }
  }
  names.all.erase("");
  for (bool changes = true; changes;) {
    changes = false;
    for (const char* section : kSections) {
      Parameter* list = list_in(tree, section);
      for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
        bool joins = false;
        std::size_t reach = 0;
        std::set<std::string> joined = {name_of(list->items[i])};
        each_reference(list->items[i], section, false, [&](const Parameter& text) {
          const Reference to = names.in(text.text);
          joins = joins || !to.name.empty();
          reach = std::max(reach, to.ahead + names.reach_of(to.name));
          const auto found = section_of.find(owner_of(text.text));
          if (std::string(section) == "connections" && found != section_of.end() && !has_ends_only(found->second))
            joined.insert(found->first);
        });
        if (!joins) continue;
        joined.erase("");
        for (const std::string& name : joined) {
          changes = names.all.insert(name).second || changes;
          // Every device has its bodies. A ring of items would reach ever further.
          if (section_of[name] == "bodies" || reach <= names.reach_of(name) || reach > kMostDevices) continue;
          names.reach[name] = reach;
          changes = true;
        }
      }
    }
  }
  return names;
}

/// Adds the place to x and y; a missing value is the world's origin where `set`.
void shift(Parameter& map, const std::string& key, const Place& by, bool set) {
  if (by.x == 0.0 && by.y == 0.0) return;
  Parameter* value = entry(map, key);
  if (value == nullptr && set) {
    map.set(key, Parameter::list(std::vector<double>{by.x, by.y, 0.0}));
    map.items.back().origin = map.origin;
    map.items.back().key_origin = map.key_origin;
  }
  if (value == nullptr || value->items.size() < 2) return;
  for (const auto& [i, distance] : {std::pair{std::size_t{0}, by.x}, std::pair{std::size_t{1}, by.y}}) {
    if (value->items[i].kind != Parameter::Kind::number) return;
    Parameter moved = Parameter::of(value->items[i].number + distance);
    moved.origin = value->items[i].origin;
    value->items[i] = moved;
  }
}

/// The formula at x - dx, y - dy.
std::string moved_formula(const std::string& formula, const Place& by) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::string out;
  for (std::size_t i = 0; i < formula.size();) {
    std::size_t end = i + 1;
    while (is_part(formula[i]) && end < formula.size() && is_part(formula[end])) ++end;
    const std::string word = formula.substr(i, end - i);
    const double shift = word == "x" ? by.x : word == "y" ? by.y : 0.0;
    out += shift != 0.0 ? fmt::format("({} - ({}))", word, shift) : word;
    i = end;
  }
  return out;
}

/// Adds `distance` to a number of a map.
void shift_number(Parameter& map, const char* key, double distance) {
  Parameter* value = entry(map, key);
  if (value == nullptr || value->kind != Parameter::Kind::number || distance == 0.0) return;
  const Origin origin = value->origin, key_origin = value->key_origin;
  *value = Parameter::of(value->number + distance);
  value->origin = origin;
  value->key_origin = key_origin;
}

/// Modes are fields in world axes.
void move_modes(Parameter& body, const Place& by) {
  Parameter* modes = entry(body, "modes");
  if (modes == nullptr || (by.x == 0.0 && by.y == 0.0)) return;
  for (Parameter& mode : modes->items) {
    if (!mode.is_map()) continue;
    const Parameter* type = mode.find("type");
    if (type == nullptr) continue;
    if (type->text == "beam") {
      for (const char* key : {"from", "to"}) shift_number(mode, key, by.x);
    } else if (type->text == "hinge") {
      shift(mode, "point", by, false);
    } else if (type->text == "field") {
      for (const char* key : {"x", "y", "z"}) {
        Parameter* formula = entry(mode, key);
        if (formula != nullptr && formula->kind == Parameter::Kind::text)
          formula->text = moved_formula(formula->text, by);
      }
    }
  }
}

std::string last_of(const std::string& port) { return port.substr(port.find_last_of("./") + 1); }
bool begins_with(const std::string& text, const char* begin) { return text.rfind(begin, 0) == 0; }
bool is_place_port(const std::string& port) { return begins_with(last_of(port), "position"); }
bool is_vector(const Parameter* value) {
  if (value == nullptr || value->kind != Parameter::Kind::list) return false;
  if (value->items.size() != 2 && value->items.size() != 3) return false;
  return std::all_of(value->items.begin(), value->items.end(),
                     [](const Parameter& p) { return p.kind == Parameter::Kind::number; });
}
std::string text_of(const Parameter& item, const char* key) {
  const Parameter* value = item.find(key);
  return value != nullptr && value->kind == Parameter::Kind::text ? value->text : std::string();
}

/// Components of the device by name, and constants whose value is a place.
struct Places {
  std::map<std::string, const Parameter*> components;
  std::set<std::string> constants;

  /// `frame` or `unit` that a component gives its port; "" for none.
  std::string of_port(const std::string& port, const char* key) const {
    const auto found = components.find(owner_of(port));
    const Parameter* ports = found != components.end() ? found->second->find("ports") : nullptr;
    const Parameter* own = ports != nullptr ? ports->find(last_of(port)) : nullptr;
    return own != nullptr ? text_of(*own, key) : std::string();
  }
};

void refuse_move(const Origin& origin, const std::string& what, const char* remedy, Diagnostics& diagnostics) {
  diagnostics.error(origin, fmt::format("{}, which array cannot move with the device", what), remedy).code =
      "contradiction";
}
constexpr const char* kWriteOut = "write the devices out, without array";

/// Whether the vector that comes in by this port is a place; refuses what may be one.
bool takes_place(const Places& places, const std::string& to, const Origin& origin, Diagnostics& diagnostics) {
  const std::string frame = places.of_port(to, "frame");
  if (!is_place_port(to)) {
    if (places.of_port(to, "unit") == "m")
      refuse_move(origin, fmt::format("{} gets a vector in m that may be a place", to),
                  "a port for a place has a name that begins with position; else write the devices out", diagnostics);
    return false;
  }
  if (!frame.empty() && frame != "world")
    refuse_move(origin, fmt::format("{} gets a place in the frame {}", to, frame), kWriteOut, diagnostics);
  return true;
}

Places places_in(Parameter& tree, const Names& names, Diagnostics& diagnostics) {
  Places places;
  if (const Parameter* list = list_in(tree, "components")) {
    for (const Parameter& item : list->items) places.components[name_of(item)] = &item;
  }
  Parameter* list = list_in(tree, "connections");
  std::set<std::string> others;  // constants that are something else besides
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const Parameter& item = list->items[i];
    const std::string to = text_of(item, "to"), from = owner_of(text_of(item, "from"));
    const auto source = places.components.find(from);
    if (to.empty() || names.in(to).name.empty() || source == places.components.end()) continue;
    if (text_of(*source->second, "type") != "constant" || !is_vector(source->second->find("value"))) continue;
    (takes_place(places, to, source->second->origin, diagnostics) ? places.constants : others).insert(from);
  }
  for (const std::string& name : places.constants) {
    if (others.count(name) != 0)
      refuse_move(places.components[name]->origin, fmt::format("components.{} is a place and another value", name),
                  "give a constant of its own for each", diagnostics);
  }
  return places;
}

void move_component(Parameter& item, const Place& by, const Places& places, Diagnostics& diagnostics) {
  if (by.x == 0.0 && by.y == 0.0) return;
  const std::string type = text_of(item, "type");
  if (places.constants.count(name_of(item)) != 0) shift(item, "value", by, false);
  if (type == "distance" || type == "line-force") {
    for (const char* key : {"point_a", "point_b"}) shift(item, key, by, false);
  } else if (type == "wave-probe") {
    const Parameter* moving = item.find("moving");
    if (moving == nullptr || !moving->flag) shift(item, "position", by, true);
  } else if (type == "point-mass") {
    shift(item, "position", by, true);
  } else {
    for (const Parameter* map : {static_cast<const Parameter*>(&item), item.find("parameters")}) {
      for (std::size_t i = 0; map != nullptr && i < map->keys.size(); ++i) {
        const std::string& key = map->keys[i];
        const bool may_be_place = begins_with(key, "position") || begins_with(key, "point") ||
                                  begins_with(key, "location") || begins_with(key, "anchor");
        if (may_be_place && is_vector(&map->items[i]))
          refuse_move(map->items[i].origin, fmt::format("components.{}.{} may be a place", name_of(item), key),
                      kWriteOut, diagnostics);
      }
    }
  }
}

void move_connection(Parameter& item, const Place& by, const Places& places, Diagnostics& diagnostics) {
  const std::string to = text_of(item, "to");
  if ((by.x == 0.0 && by.y == 0.0) || to.empty() || !is_vector(item.find("value"))) return;
  if (takes_place(places, to, item.origin, diagnostics)) shift(item, "value", by, false);
}

void move_body(Parameter& body, const Place& by, const DeviceArray& array, ArrayTree kind, std::size_t before) {
  shift(body, "center_of_gravity", by, false);
  shift(body, "center_of_buoyancy", by, false);
  if (kind == ArrayTree::device_file) {
    shift(body, "position", by, true);
    move_modes(body, by);
    return;
  }
  if (Parameter* geometry = entry(body, "geometry"); geometry != nullptr && geometry->is_map())
    shift(*geometry, "position", by, true);
  Parameter* data = entry(body, "hydro_data");
  if (Parameter* sets = data != nullptr ? entry(*data, "sets") : nullptr) {
    for (Parameter& set : sets->items) shift(set, "position", by, true);
  }
  if (data == nullptr || data->find("file") == nullptr) return;
  if (array.hydro_data.empty()) {
    shift(*data, "position", by, true);
    return;
  }
  Parameter& file = *entry(*data, "file");
  file.text = array.hydro_data.string();
  file.origin = array.source.of("hydro_data");
  if (Parameter* number = entry(*data, "body")) {
    const Origin origin = number->origin;
    *number = Parameter::of(number->number + static_cast<double>(before));
    number->origin = origin;
  }
}

/// Bodies of one device in the file of all devices. Refuses data that this file cannot replace.
std::size_t check_data(const Parameter& tree, const DeviceArray& array, Diagnostics& diagnostics) {
  std::size_t count = 0;
  const Parameter* list = tree.find("bodies");
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const Parameter& body = list->items[i];
    const Parameter* data = body.find("hydro_data");
    if (data == nullptr) continue;
    const auto refuse = [&](const std::string& text, const char* remedy) {
      code::refuse(diagnostics, "contradiction", array.source.of("hydro_data"),
                   fmt::format("array.hydro_data: {} {}", name_of(body), text), remedy);
    };
    if (data->find("sets") != nullptr)
      refuse("has several sets of data, and the array one file",
             "leave hydro_data of the array out: the sets are then placed with each device");
    if (data->find("compute") != nullptr)
      refuse("computes its data, so the file has no effect", "leave one of the two out");
    for (const char* key : {"position", "yaw"}) {
      if (data->find(key) != nullptr)
        refuse(fmt::format("has a {} for its data, and each device the place in the file", key),
               "leave the key out of hydro_data of the body");
    }
    if (const Parameter* number = data->find("body"); number != nullptr && number->number >= 1.0)
      count = std::max(count, static_cast<std::size_t>(number->number));
  }
  return count;
}

/// Refuses raft+10 in a row of three.
void check_ahead(Parameter& tree, const Names& names, const std::vector<Place>& places, Diagnostics& diagnostics) {
  std::size_t most = 1;  // of a row of one device as well: its last device has no such item
  for (const Place& place : places) most = std::max(most, place.after);
  const std::string range = most == 1 ? std::string("+1") : fmt::format("+1 to +{}", most);
  for (const char* section : kSections) {
    Parameter* list = list_in(tree, section);
    for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
      each_reference(list->items[i], section, false, [&](const Parameter& text) {
        const Reference to = names.in(text.text);
        if (to.name.empty() || (!to.is_wrong && to.ahead <= most)) return;
        code::refuse(diagnostics, "out-of-range", text.origin,
                     fmt::format("{}: no device of the array has this place in its row", text.text),
                     fmt::format("write {}{} for a device further in the row", to.name, range));
      });
    }
  }
}

}  // namespace

DeviceArray read_device_array(const Parameter& tree, Diagnostics& diagnostics) {
  DeviceArray array;
  array.source.origin = tree.origin;
  for (std::size_t i = 0; i < tree.keys.size(); ++i) array.source.keys[tree.keys[i]] = tree.items[i].origin;
  ParameterReader in(tree, diagnostics);
  const auto numbers = [&](const char* key, const char* unit, const Bounds& bounds) {
    const Parameter* one = tree.find(key);
    if (one != nullptr && one->kind == Parameter::Kind::number)
      return std::vector<double>{in.number(key, unit, bounds)};
    return in.numbers(key, unit, 0, bounds, std::vector<double>());
  };
  array.count = numbers("count", "", at_least(1.0));
  array.spacing = numbers("spacing", "m", above(0.0));
  array.positions = in.table("positions", "m", 0, 2, false);
  in.finish();
  if (array.count.empty() == array.positions.empty())
    diagnostics.error(tree.origin, "array must have count and spacing, or positions",
                      "write array: {count: [2, 2], spacing: 30} or array: {positions: [[0, 0], [30, 10]]}");
  return array;
}

Parameter repeated(const Parameter& given, const DeviceArray& array, ArrayTree kind, Diagnostics& diagnostics) {
  Parameter tree = given;
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    if (tree.keys[i] != "array") continue;
    tree.keys.erase(tree.keys.begin() + static_cast<std::ptrdiff_t>(i));
    tree.items.erase(tree.items.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  const std::vector<Place> places = places_of(array, diagnostics);
  const Names names = names_of(tree);
  const std::size_t bodies_in_file = array.hydro_data.empty() ? 0 : check_data(tree, array, diagnostics);
  check_ahead(tree, names, places, diagnostics);
  Parameter of_one = tree;  // `moved` points into it
  const Places moved = places_in(of_one, names, diagnostics);
  if (diagnostics.has_errors()) return tree;
  for (const char* section : kSections) {
    Parameter* list = list_in(tree, section);
    if (list == nullptr) continue;
    std::vector<Parameter> all;
    for (std::size_t device = 1; device <= places.size(); ++device) {
      const Place& place = places[device - 1];
      for (Parameter item : list->items) {
        bool joins = names.all.count(name_of(item)) != 0;
        std::size_t reach = names.reach_of(name_of(item));
        // By the names of one device, as `moved` has them.
        if (joins && std::string(section) == "components") move_component(item, place, moved, diagnostics);
        if (std::string(section) == "connections" && !names.in(text_of(item, "to")).name.empty())
          move_connection(item, place, moved, diagnostics);
        if (diagnostics.has_errors()) return given;
        each_reference(item, section, false, [&](Parameter& text) {
          const Reference to = names.in(text.text);
          if (to.name.empty()) return;
          joins = true;
          reach = std::max(reach, to.ahead + names.reach_of(to.name));
          text.text = fmt::format("{}-{}{}", to.name, device + to.ahead, to.rest);
        });
        if (!joins && device > 1) continue;  // there is one of it
        if (reach > place.after && std::string(section) != "bodies") continue;
        if (Parameter* name = entry(item, "name"); name != nullptr && joins)
          name->text = fmt::format("{}-{}", name->text, device);
        if (joins && std::string(section) == "bodies")
          move_body(item, place, array, kind, (device - 1) * bodies_in_file);
        if (joins && std::string(section) == "rotors") {
          shift(item, "hub", place, false);
          if (Parameter* tower = entry(item, "tower")) {
            for (const char* key : {"base", "top"}) shift(*tower, key, place, false);
          }
        } else if (joins && has_ends_only(section)) {
          const bool is_mooring = std::string(section) == "moorings";
          for (const char* key : {"location", "attachment", "base_attachment"}) shift(item, key, place, false);
          if (!is_mooring && item.find("location") == nullptr) shift(item, "location", place, true);
          if (Parameter* lines = entry(item, "lines")) {
            for (Parameter& line : lines->items)
              for (const char* key : {"fairlead", "anchor"}) shift(line, key, place, false);
          }
          const std::string type = text_of(item, "type");
          if (is_mooring && (type == "lines" || (type == "catenary" && item.find("lines") == nullptr)))
            shift(item, "position", place, true);
        }
        all.push_back(std::move(item));
      }
    }
    list->items = std::move(all);
  }
  return tree;
}

ArrayData data_of_array(const Parameter& tree, const DeviceArray& array) {
  Diagnostics found;  // `repeated` reports them
  ArrayData data;
  data.file = array.hydro_data;
  data.bodies = check_data(tree, array, found);
  for (const Place& place : places_of(array, found)) data.places.push_back({place.x, place.y});
  data.origin = array.source.of("hydro_data");
  return data;
}

void check_array_data(const ArrayData& data, const std::vector<std::array<double, 3>>& centres,
                      Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& text, const std::string& remedy) {
    code::refuse(diagnostics, "contradiction", data.origin,
                 fmt::format("array.hydro_data = {}: {}", data.file.filename().string(), text), remedy);
  };
  const std::size_t devices = data.places.size();
  if (devices == 0 || data.bodies == 0) return;
  if (centres.size() != devices * data.bodies) {
    refuse(fmt::format("the file has {} bodies, and {} devices of {} bodies need {}", centres.size(), devices,
                       data.bodies, devices * data.bodies),
           "compute the file by swell bem with the same bodies and array");
    return;
  }
  for (std::size_t device = 1; device < devices; ++device) {
    const double dx = data.places[device][0] - data.places[0][0], dy = data.places[device][1] - data.places[0][1];
    for (std::size_t body = 0; body < data.bodies; ++body) {
      const auto &first = centres[body], &own = centres[device * data.bodies + body];
      const double x = own[0] - first[0], y = own[1] - first[1];
      if (std::hypot(x - dx, y - dy) <= std::max(1e-3, 1e-3 * std::hypot(dx, dy))) continue;
      refuse(fmt::format("device {} is ({:.6g}, {:.6g}) m from device 1 in the file, and ({:.6g}, {:.6g}) m in the "
                         "array",
                         device + 1, x, y, dx, dy),
             "give the spacing of the file, or compute the file for this one");
      return;
    }
  }
}

}  // namespace swell
