// An OspSystemStructure as wires between scalars.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "swell/osp/model_description.h"
#include "swell/osp/unit.h"
#include "swell/osp/validate.h"
#include "swell/osp/wiring.h"
#include "xml.h"

namespace swell::osp {

namespace fs = std::filesystem;

namespace {

class OspWires {
 public:
  OspWires(const SystemStructure& system, const fs::path& folder, Wiring& out)
      : system_(system), folder_(folder), out_(out) {}

  void run() {
    out_.start = system_.start_time;
    out_.stop = system_.end_time;
    out_.step = system_.base_step_size;
    for (const Simulator& simulator : system_.simulators) {
      Wiring::Unit unit;
      unit.name = simulator.name;
      unit.file = source_path(folder_, simulator.source).lexically_normal();
      unit.step = simulator.step_size;
      unit.origin = unit.step_origin = simulator.origin;
      for (const InitialValue& value : simulator.initial_values)
        unit.values.push_back({value.variable, value.data_type, value.value, {}, value.origin});
      models_.emplace(unit.name, read_model(unit.file, folder_));
      out_.units.push_back(std::move(unit));
    }
    for (const Function& function : system_.functions) add(function);
    for (const Connection& connection : system_.connections) add(connection);
  }

 private:
  static bool is_vector(const Function& function) { return function.kind == Function::Kind::vector_sum; }
  // A vector sum is as many sums of scalars: OSP-IS joins its groups variable by variable.
  static std::string block_name(const Function& function, std::size_t entry) {
    return is_vector(function) ? fmt::format("{}_{}", function.name, entry + 1) : function.name;
  }

  void add(const Function& function) {
    functions_.emplace(function.name, &function);
    const bool linear = function.kind == Function::Kind::linear_transformation;
    const int entries = is_vector(function) ? function.dimension : 1;
    for (int i = 0; i < entries; ++i) {
      out_.blocks.push_back({block_name(function, static_cast<std::size_t>(i)), linear ? 0 : function.inputs,
                             function.factor, function.offset, function.origin});
    }
  }

  void wire(Wiring::End from, Wiring::End to, const Origin& origin) {
    out_.wires.push_back({std::move(from), std::move(to), 1.0, 0.0, false, origin});
  }

  void join(Variable a, const std::string& a_owner, Variable b, const std::string& b_owner, const Origin& origin) {
    // A calculated parameter is no input and may be a source.
    const bool forward = b.causality == Causality::input && a.causality != Causality::input;
    const Wiring::End first{a_owner, a.name, false}, second{b_owner, b.name, false};
    wire(forward ? first : second, forward ? second : first, origin);
    const Variable &source = forward ? a : b, &sink = forward ? b : a;
    const std::optional<double> between = frame_factor(source.frame, sink.frame, source.axis, source.unit);
    const double turn = between.value_or(1.0);
    out_.wires.back().factor = turn;
    out_.wires.back().turned = between && source.frame != sink.frame;
    if (!source.unit || !sink.unit) return;
    if (const auto change = conversion(*source.unit, *sink.unit); change && !change->trivial()) {
      out_.wires.back().factor = turn * change->factor;
      out_.wires.back().offset = turn * change->offset;
    }
  }

  void join(const Group& a, const std::string& a_owner, const Group& b, const std::string& b_owner,
            const Origin& origin) {
    const std::vector<const Variable*> as = by_axis(a), bs = by_axis(b);
    for (std::size_t i = 0; i < std::min(as.size(), bs.size()); ++i) {
      Variable one = *as[i], other = *bs[i];
      one.frame = a.frame;
      other.frame = b.frame;
      join(std::move(one), a_owner, std::move(other), b_owner, origin);
    }
    for (std::size_t i = 0; i < std::min(a.groups.size(), b.groups.size()); ++i)
      join(a.groups[i], a_owner, b.groups[i], b_owner, origin);
  }

  void add(const Connection& connection) {
    const Endpoint &a = connection.a, &b = connection.b;
    if (a.of_function || b.of_function) {
      const Endpoint &signal = a.of_function ? a : b, &other = a.of_function ? b : a;
      const Function& function = *functions_.at(signal.owner);
      const Model& model = models_.at(other.owner);
      std::vector<std::string> names{other.name};
      if (connection.groups) {
        names.clear();
        for (const Variable* v : by_axis(*model.find_group(other.name))) names.push_back(v->name);
      }
      for (std::size_t i = 0; i < names.size(); ++i) {
        Wiring::End of_block{block_name(function, i), signal.name, true}, of_unit{other.owner, names[i], false};
        const bool out = signal.name == "out";
        wire(out ? of_block : of_unit, out ? of_unit : of_block, connection.origin);
      }
    } else if (connection.groups) {
      join(*models_.at(a.owner).find_group(a.name), a.owner, *models_.at(b.owner).find_group(b.name), b.owner,
           connection.origin);
    } else {
      join(*models_.at(a.owner).variable(a.name), a.owner, *models_.at(b.owner).variable(b.name), b.owner,
           connection.origin);
    }
  }

  const SystemStructure& system_;
  const fs::path folder_;
  Wiring& out_;
  std::map<std::string, Model> models_;
  std::map<std::string, const Function*> functions_;
};

}  // namespace

Wiring wiring_of_osp(const fs::path& path, std::vector<Diagnostic>& faults) {
  Report report = validate(path);
  for (Diagnostic& fault : report.faults) {
    // OSP-IS leaves the conversion to the master that runs the system.
    const bool scaled = fault.rule == "X_UnitScale" || fault.code == kFrameTurned;
    const bool old = fault.code == kOldSchema;
    if (!scaled && !old && fault.code != kUnitMissing) continue;
    fault = osp::fault(fault.rule, fault.message,
                       scaled ? "it is converted"
                       : old  ? "it is read as of the present version"
                              : "numbers pass as they are: make sure that the units agree",
                       fault.origin, Severity::warning);
  }
  faults.insert(faults.end(), report.faults.begin(), report.faults.end());
  Wiring out;
  out.file = path.string();
  if (!report.valid()) return out;
  std::vector<Diagnostic> found;
  const SystemStructure system = read_system_structure(path, found);
  out.name = path.stem().string();
  out.origin = {path.string(), 1, 1, ""};
  out.stop_origin = out.step_origin = out.origin;
  const fs::path folder = path.parent_path();
  std::error_code ignored;
  bool complete = true;
  for (const Simulator& simulator : system.simulators) {
    const fs::path file = source_path(folder, simulator.source);
    if (fs::exists(file, ignored)) continue;
    complete = false;
    faults.push_back(missing_source(fmt::format("simulator '{}'", simulator.name), simulator.source,
                                    file.lexically_normal().string(), simulator.origin));
  }
  if (system.algorithm == "ecco")
    faults.push_back(
        fault("", "Algorithm ecco is not taken: the steps are of fixed length", "", out.origin, Severity::warning));
  if (complete) OspWires(system, folder, out).run();
  return out;
}

std::string root_of_xml(const std::string& text) {
  const XmlFile file = parse_xml(text, "");
  return file.error.empty() ? local_name(file.root()) : std::string();
}

}  // namespace swell::osp
