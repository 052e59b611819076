/// Words of messages, lists of names, and files as text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace swell {

/// Returns "did you mean X?", X being the nearest of the known names (error.h), or `otherwise` where none is near
/// enough to be meant. "{}" in `otherwise` becomes the list of the known names.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known, std::string otherwise = {});

/// Returns the keys of a map or of a list of pairs, in its order.
template <class Map>
std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

/// Returns the member `name` of each item.
template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

/// Returns the text without white space at its ends.
std::string_view trimmed(std::string_view text);
/// Returns the text with A to Z as a to z, whatever the locale.
std::string lower_case(std::string_view text);
/// Returns the extension of a path with its point, in lower case: ".h5".
std::string extension_of(const std::filesystem::path& path);

/// Reads a whole file as it is; nothing where it cannot be opened or read.
std::optional<std::string> file_bytes(const std::filesystem::path& path);

}  // namespace swell
