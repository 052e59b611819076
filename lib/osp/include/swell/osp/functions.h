/// Functions between ports as components, and the conversion that joins ports of different frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/osp/moving_frame.h"
#include "swell/osp/ports.h"
#include "swell/system/component.h"
#include "swell/system/graph.h"

namespace swell::osp {

/// out = offset + factor in, entry by entry. Ports: in, out, of one unit.
class LinearTransformation : public system::Component {
 public:
  LinearTransformation(std::string name, double factor, double offset, int width = 1, std::string unit = {});
  void declare(system::Declaration& declaration) override;

 private:
  double factor_, offset_;
  int width_;
  std::string unit_;
};

/// Whether the frame lies still: `world` (z up) or `world-down` (z down, y turned with it: half a turn about x). Others
/// move with a body.
bool lies_still(const std::string& frame);

/// Turns a value between world and world-down. Ports: in, out.
class FrameConversion : public system::Component {
 public:
  /// `from` and `to` describe the ports: width (3 or 6), unit, type and frames are taken from there.
  FrameConversion(std::string name, const system::PortSpec& from, const system::PortSpec& to);
  void declare(system::Declaration& declaration) override;

 private:
  system::PortSpec in_, out_;
};

/// What a value such as this is (a vector, position, wrench or twist) that turns with its axes; nothing for others.
std::optional<PointQuantity> frame_quantity(const system::PortSpec& spec);

/// Puts a FrameConversion named "<from> to <to>" behind `from` where its frame differs from that of `to` and lies still
/// to it, and names it in a warning. Unit factors are left to connection_rule().
/// @param from_spec, to_spec  the ports behind the two addresses   @param moving  frames that move
/// @returns the output to take; nothing after an error (X_Frame)
std::optional<std::string> carry(system::Graph& graph, const system::PortSpec& from_spec, const std::string& from,
                                 const system::PortSpec& to_spec, const std::string& to,
                                 const std::vector<std::string>& moving, const Origin& origin,
                                 Diagnostics& diagnostics);

}  // namespace swell::osp
