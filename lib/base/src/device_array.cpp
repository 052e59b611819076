#include "swell/base/device_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace swell {
namespace {

constexpr std::size_t kMostDevices = 1000;  // devices

struct Place {
  double x = 0.0, y = 0.0;  // [m]
  bool has_next = false;    // in its row
};

std::vector<Place> places_of(const DeviceArray& array, Diagnostics& diagnostics) {
  std::vector<Place> places;
  const auto wrong = [&](const char* key, const std::string& text, const char* remedy) {
    diagnostics.error(array.source.of(key), fmt::format("array.{}", text), remedy).code = "out-of-range";
    return std::vector<Place>();
  };
  for (const std::vector<double>& xy : array.positions) places.push_back({xy[0], xy[1], true});
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
    for (double j = 0.0; j < ny; ++j)
      for (double i = 0.0; i < nx; ++i) places.push_back({i * dx, j * dy, i + 1.0 < nx});
  } else {
    places.back().has_next = false;
    if (places.size() > kMostDevices)
      return wrong("positions", fmt::format("positions: {} devices must be at most {}", places.size(), kMostDevices),
                   "");
  }
  return places;
}

const char* const kSections[] = {"bodies", "joints", "ptos", "moorings", "components", "groups", "connections"};
bool has_ends_only(const std::string& section) {
  return section == "joints" || section == "ptos" || section == "moorings";
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

/// Calls `act` with every text of an item that may refer to another item.
template <class Act>
void each_reference(Parameter& value, const std::string& section, bool inside, const Act& act) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::string key = value.is_map() ? value.keys[i] : std::string();
    const bool is_end = key == "base" || key == "follower" || key == "body" || key == "bodies" || key == "signal";
    const bool is_word = key == "name" || key == "type" || key == "library" || key == "file" || key == "unit";
    Parameter& item = value.items[i];
    const bool refers = inside || (section == "bodies" || has_ends_only(section) ? is_end : !is_word);
    if (item.kind == Parameter::Kind::text && refers) act(item.text);
    if (!item.items.empty()) each_reference(item, section, refers && key == "bodies", act);
  }
}

/// Names of the device, and of those that hang on the next device of the row.
struct Names {
  std::set<std::string> all, to_next;

  /// The name that a text begins with, alone or before a part ("pto.force") or +1; "" for none.
  std::string in(const std::string& text) const {
    for (std::size_t end = text.size();; --end) {
      const bool ends = end == text.size() || text[end] == '.' || text[end] == '/' || text[end] == '+';
      if (ends && all.count(text.substr(0, end)) != 0) return text.substr(0, end);
      if (end == 0) return {};
    }
  }
  static bool is_next(const std::string& text, const std::string& name) {
    return text.compare(name.size(), 2, "+1") == 0;
  }
  std::string renamed(const std::string& text, std::size_t device) const {
    const std::string name = in(text);
    if (name.empty()) return text;
    const std::size_t next = is_next(text, name) ? 1 : 0;
    return fmt::format("{}-{}{}", name, device + next, text.substr(name.size() + 2 * next));
  }
};

/// What the bodies are joined to, round by round.
Names names_of(Parameter& tree) {
  Names names;
  std::map<std::string, std::string> section_of;  // of components and groups by name
  for (const char* section : kSections) {
    Parameter* list = list_in(tree, section);
    for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
      if (std::string(section) == "bodies") names.all.insert(name_of(list->items[i]));
      section_of[name_of(list->items[i])] = section;
    }
  }
  const auto owner = [&](const std::string& text) { return text.substr(0, text.find('.')); };
  names.all.erase("");
  for (std::size_t before = 0; before != names.all.size() + names.to_next.size();) {
    before = names.all.size() + names.to_next.size();
    for (const char* section : kSections) {
      Parameter* list = list_in(tree, section);
      for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
        bool joins = false, next = false;
        std::set<std::string> joined = {name_of(list->items[i])};
        each_reference(list->items[i], section, false, [&](const std::string& text) {
          const std::string name = names.in(text);
          joins = joins || !name.empty();
          next = next || (!name.empty() && (Names::is_next(text, name) || names.to_next.count(name) != 0));
          const auto found = section_of.find(owner(text));
          if (std::string(section) == "connections" && found != section_of.end() && !has_ends_only(found->second))
            joined.insert(found->first);
        });
        joined.erase("");
        if (joins) names.all.insert(joined.begin(), joined.end());
        if (next) names.to_next.insert(joined.begin(), joined.end());
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

void move_body(Parameter& body, const Place& by, const DeviceArray& array, ArrayTree kind, std::size_t before) {
  shift(body, "center_of_gravity", by, false);
  shift(body, "center_of_buoyancy", by, false);
  if (kind == ArrayTree::device_file) {
    shift(body, "position", by, true);
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
  std::size_t bodies_in_file = 0;  // of one device
  if (const Parameter* list = tree.find("bodies")) {
    for (const Parameter& body : list->items) {
      const Parameter* data = body.find("hydro_data");
      const Parameter* number = data != nullptr ? data->find("body") : nullptr;
      if (!array.hydro_data.empty() && data != nullptr && data->find("sets") != nullptr)
        diagnostics
            .error(array.source.of("hydro_data"),
                   fmt::format("array.hydro_data: {} has several sets of data, and the array one file", name_of(body)),
                   "leave hydro_data of the array out: the sets are then placed with each device")
            .code = "contradiction";
      if (number != nullptr) bodies_in_file = std::max(bodies_in_file, static_cast<std::size_t>(number->number));
    }
  }
  for (const char* section : kSections) {
    Parameter* list = list_in(tree, section);
    if (list == nullptr) continue;
    std::vector<Parameter> all;
    for (std::size_t device = 1; device <= places.size(); ++device) {
      const Place& place = places[device - 1];
      for (Parameter item : list->items) {
        bool joins = names.all.count(name_of(item)) != 0, next = names.to_next.count(name_of(item)) != 0;
        each_reference(item, section, false, [&](std::string& text) {
          const std::string name = names.in(text);
          joins = joins || !name.empty();
          next = next || (!name.empty() && (Names::is_next(text, name) || names.to_next.count(name) != 0));
          text = names.renamed(text, device);
        });
        if (!joins && device > 1) continue;  // there is one of it
        if (next && !place.has_next) continue;
        if (Parameter* name = entry(item, "name"); name != nullptr && joins)
          name->text = names.renamed(name->text, device);
        if (joins && std::string(section) == "bodies")
          move_body(item, place, array, kind, (device - 1) * bodies_in_file);
        if (joins && has_ends_only(section)) {
          const bool is_mooring = std::string(section) == "moorings";
          for (const char* key : {"location", "attachment", "base_attachment"}) shift(item, key, place, false);
          if (!is_mooring && item.find("location") == nullptr) shift(item, "location", place, true);
          if (Parameter* lines = entry(item, "lines")) {
            for (Parameter& line : lines->items)
              for (const char* key : {"fairlead", "anchor"}) shift(line, key, place, false);
          }
          const bool fixed = item.find("anchor_radius") != nullptr ||
                             (item.find("type") != nullptr && item.find("type")->text == "lines");
          if (is_mooring && fixed && (place.x != 0.0 || place.y != 0.0)) {
            diagnostics
                .error(item.origin,
                       fmt::format("moorings.{}: its anchors have fixed places, which an array cannot move",
                                   name_of(item)),
                       "give each line its fairlead and anchor (catenary, lines: [...])")
                .code = "contradiction";
            return tree;
          }
        }
        all.push_back(std::move(item));
      }
    }
    list->items = std::move(all);
  }
  return tree;
}

}  // namespace swell
