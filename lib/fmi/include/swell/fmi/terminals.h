/// Terminals of FMI 3.0 (3.0.2, 2.4.9): variables of an FMU that are connected together.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "swell/fmi/archive.h"
#include "swell/fmi/description.h"

namespace swell::fmi {

/// How the members of two terminals find each other: by their names, all of them or those that both have, or by place.
/// `other`: `none`, or a rule of somebody's own, by which nothing is joined here.
enum class MatchingRule { plug, bus, sequence, other };

struct Terminal {
  std::string name;  ///< of one inside of another "outer.inner"
  MatchingRule rule = MatchingRule::plug;
  std::vector<std::pair<std::string, std::string>> members;  ///< name and variable; those of inner terminals too
  std::map<std::string, std::string> flows;                  ///< members that are `inflow` or `outflow`
};

/// In the order of the file; none where the archive has no terminalsAndIcons.xml.
/// @throws InputError when it is no such document, or a variable is none of the description
std::vector<Terminal> read_terminals(const Archive& archive, const Description& description, const std::string& file);

}  // namespace swell::fmi
