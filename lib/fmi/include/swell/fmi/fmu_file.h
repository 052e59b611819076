/// An FMU as a file: what it is and has. Its code does not run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "swell/fmi/archive.h"
#include "swell/fmi/description.h"

namespace swell::fmi {

/// A file that is an FMU, read and not run.
class Unit {
 public:
  /// @param wanted  none: co-simulation where the FMU has it, else model exchange
  /// @throws InputError when it is no FMU, or has not what is wanted for Linux on x86-64: what it has instead is named
  explicit Unit(std::filesystem::path file, std::optional<Kind> wanted = {});
  Kind kind() const noexcept { return kind_; }
  const Interface& interface() const { return *description_.interface(kind_); }
  const Description& description() const noexcept { return description_; }
  const std::filesystem::path& file() const noexcept { return file_; }
  /// Names the component that the FMU is, for messages: "drive (drive.fmu)"; before that it is the file.
  void set_component(const std::string& name) { title_ = name + " (" + file_.filename().string() + ")"; }
  const std::string& title() const noexcept { return title_; }
  const std::string& library() const noexcept { return library_; }  ///< in the archive
  /// How many numbers the variable has: 1, or of an array the product of its sizes at the start.
  /// @throws InputError when a size is no number, or there are more than 100000
  std::size_t width(const Variable& variable) const;

 private:
  std::filesystem::path file_;
  std::string title_;
  Kind kind_ = Kind::co_simulation;
  Description description_;
  std::string library_;
};

/// Unit and frame of a variable as ports know them: value = factor * (the FMU's) + offset in `text`.
struct PortUnit {
  std::string text;
  double factor = 1.0, offset = 0.0;
  std::string frame{};
  std::string description{};  ///< the variable's, without the frame
};
PortUnit port_unit(const Description& description, const Variable& variable);
/// A dot parts an owner from its port, so that names of ports have none.
std::string port_name(std::string variable);

/// Counts the continuous states and event indicators of model exchange. @throws InputError as Unit::width
std::size_t count_states(const Unit& unit);
std::size_t count_indicators(const Unit& unit);

}  // namespace swell::fmi
