/// Functions between ports as components, and the conversion that joins ports of different frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/osp/frame.h"
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

/// What a frame change does to a value.
enum class FrameQuantity {
  vector,    ///< 3: force, angular velocity, or a velocity where the point stays
  position,  ///< 3
  wrench,    ///< 6: force, moment about the frame's point
  twist      ///< 6: velocity of the frame's point, angular velocity
};

/// Carries a value from one frame to another at rest relative to it. Ports: in, out.
class FrameConversion : public system::Component {
 public:
  /// `from` and `to` describe the ports: width, unit, type and frames are taken from there.
  FrameConversion(std::string name, FrameChange change, FrameQuantity quantity, const system::PortSpec& from,
                  const system::PortSpec& to);
  void declare(system::Declaration& declaration) override;

 private:
  FrameChange change_;
  FrameQuantity quantity_;
  system::PortSpec in_, out_;
};

/// What a frame change does to a value such as this, or nothing when it cannot be carried over by itself.
/// @param same_point  the frames have one origin
std::optional<FrameQuantity> frame_quantity(const system::PortSpec& spec, bool same_point);

/// Puts a FrameConversion named "<from> to <to>" behind `from` where its frame differs from that of `to` and lies still
/// to it, and names it in a warning.
/// @returns the output to take; nothing after an error (X_Frame)
std::optional<std::string> carry(system::Graph& graph, const system::PortSpec& from_spec, const std::string& from,
                                 const system::PortSpec& to_spec, const std::string& to, const FrameTree& frames,
                                 const Origin& origin, Diagnostics& diagnostics);

/// Joins two ports of a graph; where their frames differ and lie still to each other, a FrameConversion named
/// "<from> to <to>" is inserted and named in a warning. Unit factors are left to connection_rule(). A velocity alone
/// or a moment alone cannot change its point, and a pose cannot be turned: those are errors (X_Frame), as are frames
/// that move or are unknown, and the graph learns that they have been.
/// @param from_spec, to_spec  the ports behind the two addresses
void join(system::Graph& graph, const system::PortSpec& from_spec, const std::string& from,
          const system::PortSpec& to_spec, const std::string& to, const FrameTree& frames, const Origin& origin,
          Diagnostics& diagnostics);

}  // namespace swell::osp
