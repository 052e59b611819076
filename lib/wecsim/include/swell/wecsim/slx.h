/// A Simulink model (.slx) as blocks and lines.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::wecsim {

/// One end of a line: block, kind of port (in, out, lconn, rconn, trigger, enable) and its number from 1.
struct SlxEnd {
  std::string block, kind;
  int number = 1;
  bool operator<(const SlxEnd& o) const;
  bool operator==(const SlxEnd& o) const;
};

struct SlxLine {
  bool physical = false;
  std::string name;
  std::vector<SlxEnd> ends;  ///< of a physical line all, of a signal its destinations
  SlxEnd source;             ///< of a signal
};

struct SlxSystem;

struct SlxBlock {
  std::string type;  ///< Reference, SubSystem, Gain ...
  std::string name;  ///< white space is one space
  std::string sid, path;
  std::map<std::string, std::string> parameters;  ///< its own, of its instance of a library block, of its mask
  std::vector<std::string> mask;                  ///< names of its mask's parameters
  std::string
      source;  ///< the library's block: of a linked one SourceBlock, else of what it was a copy of; may be empty
  bool linked = false;  ///< still joined to the library
  bool commented = false;
  std::vector<int> ports;  ///< numbers of in, out, enable, trigger, state, lconn, rconn
  std::shared_ptr<const SlxSystem> system;

  /// The parameter, or `otherwise`.
  std::string parameter(const std::string& key, const std::string& otherwise = {}) const;
};

struct SlxSystem {
  std::vector<SlxBlock> blocks;
  std::vector<SlxLine> lines;
  const SlxBlock* find(const std::string& sid) const;
};

struct SlxModel {
  std::filesystem::path file;
  std::string release;  ///< R2022b; may be empty
  SlxSystem root;
  std::map<std::string, std::string> scripts;  ///< MATLAB Function blocks: path of the block and its text
};

/// Reads both layouts: one blockdiagram.xml, and a part for every subsystem (since R2020a).
/// @throws InputError when it is no such file, damaged, or unpacks to more than a model ever holds
SlxModel read_slx(const std::filesystem::path& path);

}  // namespace swell::wecsim
