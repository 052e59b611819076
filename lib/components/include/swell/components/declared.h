/// A component made from a function: most small ones need no class of their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "swell/components/registry.h"
#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/system/component.h"

namespace swell::components {

using model::required;
using model::Visitor;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::Rate;
using system::Read;
using system::Reads;
using system::State;

class Declared : public device::Load {
 public:
  using Declare = std::function<void(Declaration&)>;
  Declared(std::string name, std::string type, Declare declare, std::string diagnosis = {},
           device::LoadTraits traits = {})
      : Load(std::move(name), std::move(type), std::move(traits)),
        declare_(std::move(declare)),
        diagnosis_(std::move(diagnosis)) {}
  void declare(Declaration& declaration) override { declare_(declaration); }
  std::string diagnose() const override { return diagnosis_; }

 private:
  Declare declare_;
  std::string diagnosis_;
};

/// `diagnosis`: see Component::diagnose. `traits`: of its efforts, for a load on a joint.
inline std::unique_ptr<system::Component> declared(std::string name, std::string type, Declared::Declare declare,
                                                   std::string diagnosis = {}, device::LoadTraits traits = {}) {
  return std::make_unique<Declared>(std::move(name), std::move(type), std::move(declare), std::move(diagnosis),
                                    std::move(traits));
}

using device::port;

/// A port along a joint: its unit is the first for sliding joints, the second for rotating ones.
inline system::PortSpec joint_port(std::string name, const char* sliding, const char* turning, std::string description,
                                   PortKind kind = PortKind::signal) {
  system::PortSpec spec = port(std::move(name), 1, {}, std::move(description), "joint", kind);
  spec.choices = {sliding, turning};
  return spec;
}

/// W alone may be any power; this one is electric.
inline system::PortSpec electric_power(std::string name, std::string description = {}) {
  system::PortSpec spec = port(std::move(name), 1, "W", std::move(description));
  spec.type = "ElectricPower";
  return spec;
}

/// A general port that carries the same quantity as an input of its component.
inline system::PortSpec like(const std::string& input, system::PortSpec spec) {
  spec.like = input;
  return spec;
}

}  // namespace swell::components
