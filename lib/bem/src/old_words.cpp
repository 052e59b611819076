#include "old_words.h"

#include <fmt/format.h>

namespace swell::bem {
namespace {

// Older words of device files, accepted for one more version.
struct OldWord {
  const char *old_word, *word;
};
constexpr OldWord kOfDevice{"water", "environment"}, kOfWater{"density", "water_density"},
    kOfBody{"cg", "center_of_gravity"};

void rename(Parameter& tree, const OldWord& key, Diagnostics& diagnostics, bool& is_old) {
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    if (tree.keys[i] != key.old_word) continue;
    if (tree.find(key.word) != nullptr)
      diagnostics
          .error(tree.items[i].key_origin, fmt::format("{} and {} are one key", key.old_word, key.word),
                 fmt::format("leave {} out, the older word", key.old_word))
          .code = "contradiction";
    tree.keys[i] = key.word;
    is_old = true;
  }
}

}  // namespace

Parameter in_present_words(Parameter tree, Diagnostics& diagnostics) {
  bool is_old = false;
  rename(tree, kOfDevice, diagnostics, is_old);
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    if (tree.keys[i] == kOfDevice.word) rename(tree.items[i], kOfWater, diagnostics, is_old);
    if (tree.keys[i] != "bodies") continue;
    for (Parameter& body : tree.items[i].items) rename(body, kOfBody, diagnostics, is_old);
  }
  if (is_old)
    diagnostics.warning("old-words", tree.origin, "water: {depth, density} and cg are older words of device files",
                        "write environment: {depth, water_density} and center_of_gravity, as in a case");
  return tree;
}

}  // namespace swell::bem
