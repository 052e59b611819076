#include "swell/model/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <sstream>

#include "swell/base/failed_write.h"
#include "swell/model/describe.h"
#include "swell/model/read_case.h"
#include "swell/mooring/moordyn_file.h"

namespace swell::model {

namespace fs = std::filesystem;

namespace {

bool is_regular(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

void texts_of(const Parameter& tree, const std::string& key,
              const std::function<void(const std::string& key, const std::string& text)>& take) {
  const bool scalar = tree.kind == Parameter::Kind::text || tree.kind == Parameter::Kind::number;
  if (scalar && !tree.text.empty() && tree.text.size() < 4096) take(key, tree.text);
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    const std::string part = i < tree.keys.size() ? tree.keys[i] : fmt::format("{}", i + 1);
    texts_of(tree.items[i], key.empty() ? part : fmt::format("{}.{}", key, part), take);
  }
}

/// The files that a file names.
std::vector<fs::path> files_in(const fs::path& file) {
  if (file.extension() != ".yaml" && file.extension() != ".yml") return mooring::files_of_moordyn(file);
  std::vector<fs::path> files;
  try {
    texts_of(read_yaml_file(file, kDeviceFile), "", [&](const std::string&, const std::string& text) {
      if (is_regular(file.parent_path() / text)) files.push_back(file.parent_path() / text);
    });
  } catch (const InputError&) {  // for who reads the case to report
  }
  return files;
}

/// The file and those that it names in turn: each with everybody who names it, and read once.
void add_file(const InputFile& file, std::vector<InputFile>& list) {
  const bool known =
      std::any_of(list.begin(), list.end(), [&](const InputFile& other) { return other.path == file.path; });
  list.push_back(file);
  if (known) return;
  for (const fs::path& named : files_in(file.path)) {
    const fs::path path = named.lexically_normal();
    add_file({fmt::format("{} of {}", path.filename().string(), file.key), path, file.path}, list);
  }
}

void add_library(const std::string& key, const std::string& name, const fs::path& folder,
                 std::vector<InputFile>& list) {
  for (const fs::path& place : library_places(name, folder)) {
    if (!is_regular(place)) continue;
    list.push_back({key, place});
    return;
  }
}

/// Walks the descriptions as they are filled and keeps what they call files.
class FileCollector : public Visitor {
 public:
  FileCollector(const fs::path& folder, std::vector<InputFile>& list) : folder_(folder), list_(list) {}

  void leaf(const Key& key, const Leaf& leaf) override {
    const bool library = key.name == "library";  // a path, or the name of lib<name>.so
    const bool file = leaf.shape.kind == Shape::Kind::file && leaf.shape.must_exist;
    if (!file && !library) return;
    const Parameter value = leaf.get();
    if (value.text.empty()) return;
    const std::string path = source_ == nullptr ? "" : source_->of(key.name).path;
    const std::string name = path.empty() ? key.name : path;
    if (file) {
      add_file({name, value.text}, list_);  // the reader has put the folder before it
    } else {
      add_library(name, value.text, folder_, list_);
    }
  }
  void nested(const Key&, const Nested& nested) override {
    if (nested.present()) enter([&](Visitor& v) { nested.describe(v); });
  }
  void list(const Key&, const NestedList& list) override {
    for (std::size_t i = 0; i < list.size(); ++i) enter([&](Visitor& v) { list.describe(v, i); });
  }
  void either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) override {
    if (nested_form.present()) {
      nested(key, nested_form);
    } else {
      leaf(key, leaf_form);
    }
  }
  void tagged(const Key&, const std::vector<Alternative>& alternatives, std::size_t current) override {
    alternatives[current].describe(*this);
  }
  void rest(Parameter& parameters, const std::string&) override {
    add_named_files(parameters, folder_, parameters.origin.path, list_);
  }
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source& source) override { source_ = &source; }

 private:
  void enter(const std::function<void(Visitor&)>& describe) const {
    FileCollector inner(folder_, list_);
    describe(inner);
  }

  const fs::path& folder_;
  std::vector<InputFile>& list_;
  const Source* source_ = nullptr;
};

/// Where the file is or will be, however it is written.
fs::path place_of(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(file, error), error);
  return error ? file.lexically_normal() : whole;
}

bool same_file(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error) && !error) return true;
  return place_of(a) == place_of(b);
}

const char* kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "no regular file";
  }
}

struct Trouble {
  std::string message, remedy;
};

/// What is wrong with the place alone.
std::optional<Trouble> trouble_with_place(const OutputFile& output) {
  const fs::path& path = output.path;
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path name = path.filename();
  const fs::file_status status = fs::status(path, error);
  if (name.empty() || name == "." || name == ".." || fs::is_directory(status))
    return Trouble{fmt::format("the {} cannot replace a folder", output.what), "name a file"};
  // While it is written its name has the process and .part beside it.
  constexpr std::size_t kLongest = 255, kBeside = 24;  // [bytes] of a name on Linux
  if (name.native().size() + kBeside > kLongest)
    return Trouble{
        fmt::format("its name has {} bytes, and a file's name {} at most", name.native().size(), kLongest - kBeside),
        "choose a shorter one"};
  if (!fs::is_directory(folder, error)) {
    return Trouble{fmt::format("there is no folder {} for the {}", folder.string(), output.what),
                   "make it, or " + output.remedy};
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return Trouble{fmt::format("the {} would replace {}", output.what, kind_of(status.type())), output.remedy};
  }
  return std::nullopt;
}

void add(const OutputFile& output, const Trouble& trouble, Diagnostics& diagnostics) {
  if (output.key.empty()) {
    diagnostics.error(Origin{output.path.string(), 0, 0, ""}, trouble.message, trouble.remedy);
  } else {
    diagnostics.error(output.origin, fmt::format("{} = {}: {}", output.key, output.path.string(), trouble.message),
                      trouble.remedy, output.path.string());
  }
}

}  // namespace

void add_named_files(const Parameter& tree, const fs::path& folder, const std::string& key,
                     std::vector<InputFile>& list) {
  texts_of(tree, key, [&](const std::string& name, const std::string& text) {
    if (name.substr(name.rfind('.') + 1) == "library")
      add_library(name, text, folder, list);
    else if (is_regular(folder / text))
      add_file({name, folder / text}, list);
  });
}

std::vector<fs::path> library_places(const std::string& name, const fs::path& folder) {
  const fs::path given(name);
  const bool is_file = given.has_extension() || given.has_parent_path();
  const fs::path file = is_file ? given : fs::path("lib" + name + ".so");
  if (file.is_absolute()) return {file};
  std::vector<fs::path> list = {fs::absolute(folder.empty() ? "." : folder) / file};
  if (const char* path = std::getenv("SWELL_COMPONENT_PATH")) {
    std::istringstream folders{std::string(path)};
    for (std::string one; std::getline(folders, one, ':');) {
      if (!one.empty()) list.push_back(fs::path(one) / file);
    }
  }
  return list;
}

std::vector<InputFile> input_files(const Model& model) {
  std::vector<InputFile> list;
  if (model.file.has_filename()) list.push_back({"the case", model.file});
  Model copy = model;  // descriptions take what they may write to
  const fs::path folder = model.file.parent_path();
  FileCollector collector(folder, list);
  describe(collector, copy);
  return list;
}

void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs,
                   Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const OutputFile& output = outputs[i];
    if (const auto trouble = trouble_with_place(output)) {
      add(output, *trouble, diagnostics);
      continue;
    }
    bool refused = false;
    for (const InputFile& input : inputs) {
      if (!same_file(input.path, output.path)) continue;
      add(output, {fmt::format("the {} would replace an input: {}", output.what, input.key), output.remedy},
          diagnostics);
      refused = true;
      break;
    }
    for (std::size_t j = 0; j < i && !refused; ++j) {
      if (!same_file(outputs[j].path, output.path)) continue;
      add(output, {fmt::format("the {} would replace the {}", output.what, outputs[j].what), output.remedy},
          diagnostics);
      refused = true;
    }
  }
}

void check_output_file(const OutputFile& output, const std::vector<InputFile>& inputs) {
  Diagnostics diagnostics;
  check_outputs({output}, inputs, diagnostics);
  diagnostics.throw_if_errors();
  require_writable({output});
}

void require_writable(const std::vector<OutputFile>& outputs) {
  for (const OutputFile& output : outputs) {
    const fs::path folder = output.path.has_parent_path() ? output.path.parent_path() : fs::path(".");
    if (access(folder.c_str(), W_OK) == 0) continue;
    throw FailedWrite(fmt::format("{}: the {} cannot be written: {}; {}", output.path.string(), output.what,
                                  std::strerror(errno), output.remedy),
                      output.path);
  }
}

}  // namespace swell::model
