#include "compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "swell/base/refuse.h"

namespace swell::system {

namespace {

std::string address_of(const std::string& component, const PortSpec& spec) {
  return spec.name.find('.') != std::string::npos ? spec.name : component + "." + spec.name;
}

std::string with_unit(const PortSpec& spec) {
  return spec.unit.empty() ? fmt::format("width {}", spec.width) : fmt::format("width {}, {}", spec.width, spec.unit);
}

}  // namespace

std::string Compiler::input_address(int component, int input) const {
  const auto& entry = impl_->entries[nth(component)];
  return address_of(entry.component->name(), entry.declaration.inputs[nth(input)].spec);
}

std::string Compiler::output_address(int component, int output) const {
  const auto& entry = impl_->entries[nth(component)];
  return address_of(entry.component->name(), entry.declaration.outputs[nth(output)].spec);
}

/// Does the address belong to a component with unknown ports?
bool Compiler::of_faulty_owner(const std::string& address) const {
  return std::any_of(graph_.faulty_owners_.begin(), graph_.faulty_owners_.end(),
                     [&](const std::string& owner) { return address.rfind(owner + ".", 0) == 0; });
}

// Processes in the order of names, so that the order of declaration cannot change a result.
void Compiler::sort_and_name() {
  impl_->foreign = graph_.foreign();
  impl_->entries = std::move(graph_.entries_);
  for (const auto& entry : impl_->entries) diagnostics_.add(entry.faults);
  std::stable_sort(impl_->entries.begin(), impl_->entries.end(), [](const Graph::Entry& a, const Graph::Entry& b) {
    return a.component->name() < b.component->name();
  });
  for (std::size_t c = 1; c < impl_->entries.size(); ++c) {
    const Graph::Entry &one = impl_->entries[c - 1], &other = impl_->entries[c];
    if (one.component->name() != other.component->name()) continue;
    // A component without a place was not written by the user.
    const bool placed = !other.origin.place().empty();
    const Graph::Entry &at = placed ? other : one, &there = placed ? one : other;
    code::refuse(diagnostics_, code::kDuplicateName, at.origin,
                 fmt::format("two components are named {}", at.component->name()),
                 there.origin.place().empty()
                     ? fmt::format("the other one ({}) is always there; rename this one", there.component->type())
                     : fmt::format("the other one is at {}; rename one of them", there.origin.place()));
  }
  std::stable_sort(graph_.links_.begin(), graph_.links_.end(), [](const Graph::Link& a, const Graph::Link& b) {
    return std::tie(a.to, a.from) < std::tie(b.to, b.from);
  });
}

void Compiler::index_ports() {
  for (std::size_t c = 0; c < impl_->entries.size(); ++c) {
    const Declaration& declaration = impl_->entries[c].declaration;
    const std::string& name = impl_->entries[c].component->name();
    for (std::size_t i = 0; i < declaration.inputs.size(); ++i) {
      const std::string address = address_of(name, declaration.inputs[i].spec);
      if (!inputs_.emplace(address, PortAt{static_cast<int>(c), static_cast<int>(i)}).second) {
        diagnostics_.error(impl_->entries[c].origin, fmt::format("two inputs are addressed as {}", address)).code =
            code::kDuplicateName;
      }
    }
    for (std::size_t i = 0; i < declaration.outputs.size(); ++i) {
      const std::string address = address_of(name, declaration.outputs[i].spec);
      if (!outputs_.emplace(address, PortAt{static_cast<int>(c), static_cast<int>(i)}).second) {
        diagnostics_.error(impl_->entries[c].origin, fmt::format("two outputs are addressed as {}", address)).code =
            code::kDuplicateName;
      }
    }
  }
}

void Compiler::lay_out_memory() {
  System::Impl& impl = *impl_;
  std::size_t values = 0, memory = 0;
  int state = 0;
  for (const auto& entry : impl.entries) {
    const Declaration& declaration = entry.declaration;
    auto& computed = computed_at_.emplace_back();
    for (const auto& record : declaration.computations) {
      std::size_t& end = record.rate.sampled ? memory : values;
      computed.push_back(end);
      if (record.own == nullptr) end += nth(record.width);
    }
    auto& kept = memory_at_.emplace_back();
    for (const auto& record : declaration.memories) {
      kept.push_back(memory);
      memory += nth(record.spec.width);
    }
    auto& offsets = impl.state_offsets.emplace_back();
    for (const auto& record : declaration.states) {
      offsets.push_back(state);
      state += record.spec.width;
    }
  }
  // Sums of inputs and counters of sampled computations are stored behind.
  for (const auto& entry : impl.entries) {
    for (const auto& input : entry.declaration.inputs) values += nth(input.spec.width);
    for (const auto& record : entry.declaration.computations) memory += record.rate.sampled ? 1U : 0U;
  }
  std::size_t constants = 0;
  for (const auto& link : graph_.links_) constants += link.value.size();
  impl.values.assign(values, 0.0);
  impl.memory.assign(memory, 0.0);
  impl.constants.reserve(constants + 1);
  impl.state_size = state;
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& memories = impl.entries[c].declaration.memories;
    for (std::size_t m = 0; m < memories.size(); ++m) {
      std::copy(memories[m].initial.begin(), memories[m].initial.end(),
                impl.memory.begin() + static_cast<std::ptrdiff_t>(memory_at_[c][m]));
    }
  }
  impl.memory_initial = impl.memory;

  impl.given_initial.assign(nth(state), 0.0);
  impl.is_given.assign(nth(state), 0);
  // Whole states before single columns, for any order in the file.
  auto initials = graph_.initials_;
  std::stable_partition(initials.begin(), initials.end(), [](const auto& given) { return !given.column; });
  for (const auto& given : initials) {
    bool found = false;
    for (std::size_t c = 0; c < impl.entries.size() && !found; ++c) {
      const auto& states = impl.entries[c].declaration.states;
      for (std::size_t s = 0; s < states.size() && !found; ++s) {
        if (impl.entries[c].component->name() + "." + states[s].spec.name != given.state) continue;
        found = true;
        if (static_cast<int>(given.value.size()) != (given.column ? 1 : states[s].spec.width)) {
          diagnostics_.error(given.origin, fmt::format("{} has {} initial values but the state is {} wide", given.state,
                                                       given.value.size(), states[s].spec.width));
          continue;
        }
        const auto first = nth(impl.state_offsets[c][s] + given.column.value_or(1) - 1);
        for (std::size_t i = 0; i < given.value.size(); ++i) {
          const std::size_t at = first + i;
          impl.given_initial[at] = given.value[i];
          impl.is_given[at] = 1;
        }
      }
    }
    for (std::size_t c = 0; c < impl.entries.size() && !found; ++c) {
      const auto& memories = impl.entries[c].declaration.memories;
      for (std::size_t m = 0; m < memories.size() && !found; ++m) {
        found = !memories[m].spec.labels.empty() &&
                impl.entries[c].component->name() + "." + memories[m].spec.name == given.state;
        if (!found) continue;
        SWELL_EXPECT(!given.column && static_cast<int>(given.value.size()) == memories[m].spec.width);
        std::copy(given.value.begin(), given.value.end(),
                  impl.memory_initial.begin() + static_cast<std::ptrdiff_t>(memory_at_[c][m]));
      }
    }
    if (!found && !of_faulty_owner(given.state))
      code::refuse(diagnostics_, code::kUnknownName, given.origin, fmt::format("{}: no such state", given.state));
  }
}

void Compiler::resolve_links() {
  System::Impl& impl = *impl_;
  for (const auto& entry : impl.entries) sources_.emplace_back(entry.declaration.inputs.size());
  std::vector<std::string> output_names, input_names;
  for (const auto& [name, port] : outputs_) output_names.push_back(name);
  for (const auto& [name, port] : inputs_) input_names.push_back(name);
  const auto did_you_mean = [](const std::string& name, const std::vector<std::string>& known) {
    std::string own;  // a name without a dot: list its ports
    for (const std::string& port : known) {
      if (port.rfind(name + ".", 0) == 0) own += (own.empty() ? "" : " or ") + port;
    }
    if (!own.empty()) return "name a port of it: " + own;
    if (const auto hint = nearest(name, known)) return "did you mean " + *hint + "?";
    // No similar name: list the ports of the owner, or those that begin with the given text.
    const std::string owner = name.substr(0, name.rfind('.') + 1);
    std::vector<std::string> ports, begun;
    for (const std::string& port : known) {
      if (owner.empty() || port.rfind(owner, 0) != 0 || port.find('.', owner.size()) != std::string::npos) continue;
      ports.push_back(port);
      if (port.rfind(name, 0) == 0) begun.push_back(port);
    }
    if (begun.size() == 1) return "did you mean " + begun.front() + "?";
    if (ports.empty()) return std::string{};
    return fmt::format("there {} {}", ports.size() == 1 ? "is" : "are", fmt::join(ports, ", "));
  };

  for (const Graph::Link& link : graph_.links_) {
    const auto to = inputs_.find(link.to);
    if (to == inputs_.end() && !link.reported && !of_faulty_owner(link.to)) {
      const bool is_output = outputs_.count(link.to) > 0;
      diagnostics_
          .error(link.origin,
                 fmt::format("{}: {}", link.to, is_output ? "is an output, not an input" : "no such input"),
                 is_output ? "swap from and to?" : did_you_mean(link.to, input_names), link.to)
          .code = code::kUnknownName;
    }
    auto from = outputs_.end();
    if (!link.from.empty()) {
      from = outputs_.find(link.from);
      if (from == outputs_.end() && !link.reported && !of_faulty_owner(link.from)) {
        diagnostics_
            .error(link.origin, fmt::format("{}: no such output", link.from), did_you_mean(link.from, output_names),
                   link.from)
            .code = code::kUnknownName;
      }
    }
    if (to == inputs_.end() || (!link.from.empty() && from == outputs_.end())) continue;

    const PortSpec& to_spec = impl.declaration(to->second.component).inputs[nth(to->second.index)].spec;
    Source source;
    if (link.from.empty()) {
      if (static_cast<int>(link.value.size()) != to_spec.width) {
        if (!link.reported)
          code::refuse(diagnostics_, code::kWrongConnection, link.origin,
                       fmt::format("{} is given {} numbers but is {} wide", link.to, link.value.size(), to_spec.width));
        continue;
      }
      source.constant = impl.constants.data() + impl.constants.size();
      impl.constants.insert(impl.constants.end(), link.value.begin(), link.value.end());
      source.address = "constant";
    } else {
      const PortSpec& from_spec = impl.declaration(from->second.component).outputs[nth(from->second.index)].spec;
      if (from_spec.width != to_spec.width) {
        if (!link.reported)
          code::refuse(diagnostics_, code::kWrongConnection, link.origin,
                       fmt::format("{} ({}) cannot feed {} ({}): the widths differ", link.from, with_unit(from_spec),
                                   link.to, with_unit(to_spec)),
                       from_spec.width > to_spec.width
                           ? "a component of type pick takes entries out of a vector"
                           : "a component of type place puts numbers into entries of a longer vector");
        continue;
      }
      source.component = from->second.component;
      source.output = from->second.index;
      source.address = link.from;
      Diagnostics discarded;
      source.factor = rule_({from_spec, to_spec, link.from, link.to, link.origin, link.reported},
                            link.reported ? discarded : diagnostics_);
    }
    sources_[nth(to->second.component)][nth(to->second.index)].push_back(source);
    impl.input_sources[link.to].push_back(source.address);
  }
}

void Compiler::check_inputs() {
  const System::Impl& impl = *impl_;
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const auto& inputs = impl.entries[c].declaration.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::string address = input_address(static_cast<int>(c), static_cast<int>(i));
      const auto& sources = sources_[c][i];
      if (sources.empty() && inputs[i].fan != Fan::sum_or_nothing) {
        bool attempted = false;  // a faulty connection to it is already reported
        for (const auto& link : graph_.links_) {
          attempted = attempted || link.to == address;
          // The connection was meant for this input; its misspelt name is already reported.
          if (inputs_.count(link.to) == 0) attempted = attempted || address == link.to + "." + inputs[i].spec.name;
        }
        if (attempted || of_faulty_owner(address)) continue;
        std::string fitting;
        int listed = 0;
        for (const auto& [name, port] : outputs_) {
          const PortSpec& spec = impl.declaration(port.component).outputs[nth(port.index)].spec;
          if (spec.width != inputs[i].spec.width || spec.unit != inputs[i].spec.unit || listed == 4) continue;
          if (port.component == static_cast<int>(c)) continue;  // most often a loop
          fitting += (fitting.empty() ? "" : ", ") + name;
          ++listed;
        }
        code::refuse(diagnostics_, code::kWrongConnection, impl.entries[c].origin,
                     fmt::format("input {} ({}) is not connected", address, with_unit(inputs[i].spec)),
                     fitting.empty() ? "connect an output or give it a constant value"
                                     : "outputs that fit: " + fitting + "; or give it a constant value");
      }
      if (sources.size() > 1 && inputs[i].fan == Fan::one) {
        std::string all;
        for (const auto& source : sources) all += (all.empty() ? "" : ", ") + source.address;
        std::vector<Origin> places;
        for (const auto& link : graph_.links_) {
          if (link.to == address) places.push_back(link.origin);
        }
        std::sort(places.begin(), places.end(), [](const Origin& a, const Origin& b) { return a.line < b.line; });
        std::string others;
        for (std::size_t p = 0; p + 1 < places.size(); ++p) {
          if (!places[p].place().empty()) others += (others.empty() ? "; joined before at " : ", ") + places[p].place();
        }
        code::refuse(
            diagnostics_, code::kWrongConnection, places.empty() ? impl.entries[c].origin : places.back(),
            fmt::format("input {} takes one connection but has {}: {}{}", address, sources.size(), all, others),
            "only force-like inputs add up; put a sum component in between");
      }
    }
  }
}

View Compiler::view_of(int component, const Declaration::OutputRecord& output) const {
  const auto c = nth(component);
  const auto index = nth(output.source.index);
  View view;
  switch (output.source.what) {
    case Read::What::state:
      view.state_offset = impl_->state_offsets[c][index] + output.first;
      break;
    case Read::What::memory:
      view.fixed = impl_->memory.data() + memory_at_[c][index] + output.first;
      break;
    case Read::What::computed: {
      if (output.own != nullptr) {
        view.fixed = output.own;
        break;
      }
      if (const double* own = impl_->entries[c].declaration.computations[index].own; own != nullptr) {
        view.fixed = own + output.first;
        break;
      }
      const bool sampled = impl_->entries[c].declaration.computations[index].rate.sampled;
      view.fixed = (sampled ? impl_->memory.data() : impl_->values.data()) + computed_at_[c][index] + output.first;
      break;
    }
    case Read::What::time:
    case Read::What::input:
      SWELL_EXPECT(false);
      break;
  }
  return view;
}

void Compiler::point(const double** slot, const View& view) {
  if (view.fixed != nullptr) {
    *slot = view.fixed;
  } else {
    impl_->patches.push_back({slot, view.state_offset});
  }
}

void Compiler::make_tasks() {
  System::Impl& impl = *impl_;
  std::size_t counters = impl.memory.size();
  for (const auto& entry : impl.entries) {
    for (const auto& record : entry.declaration.computations) counters -= record.rate.sampled ? 1U : 0U;
  }
  std::size_t sums = impl.values.size();
  for (const auto& entry : impl.entries) {
    for (const auto& input : entry.declaration.inputs) sums -= nth(input.spec.width);
  }
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const Declaration& declaration = impl.entries[c].declaration;
    auto& computed = computed_task_.emplace_back();
    for (std::size_t i = 0; i < declaration.computations.size(); ++i) {
      const auto& record = declaration.computations[i];
      Task task;
      task.component = static_cast<int>(c);
      task.index = static_cast<int>(i);
      task.function = &record.function;
      task.width = record.width;
      task.sampled = record.rate.sampled;
      task.period = record.rate.period;
      task.out = record.own != nullptr ? record.own
                                       : (task.sampled ? impl.memory.data() : impl.values.data()) + computed_at_[c][i];
      if (task.sampled) task.sample_slot = static_cast<int>(counters++);
      computed.push_back(static_cast<int>(impl.tasks.size()));
      impl.tasks.push_back(std::move(task));
    }
    for (std::size_t s = 0; s < declaration.states.size(); ++s) {
      Task task;
      task.kind = Task::Kind::derivative;
      task.component = static_cast<int>(c);
      task.index = static_cast<int>(s);
      task.function = &declaration.states[s].derivative;
      task.width = declaration.states[s].spec.width;
      task.derivative_offset = impl.state_offsets[c][s];
      impl.tasks.push_back(std::move(task));
    }
    auto& sum = sum_task_.emplace_back();
    for (std::size_t i = 0; i < declaration.inputs.size(); ++i) {
      const auto& sources = sources_[c][i];
      double* own = declaration.inputs[i].own;
      const bool direct = sources.size() == 1 && sources.front().factor == 1.0 && own == nullptr;
      if (direct) {
        sum.push_back(-1);
      } else {  // without a source the sum is zero
        Task task;
        task.kind = Task::Kind::sum;
        task.component = static_cast<int>(c);
        task.index = static_cast<int>(i);
        task.width = declaration.inputs[i].spec.width;
        task.out = own != nullptr ? own : impl.values.data() + sums;
        sum.push_back(static_cast<int>(impl.tasks.size()));
        impl.tasks.push_back(std::move(task));
      }
      sums += nth(declaration.inputs[i].spec.width);
    }
  }
}

// Fills the pointer tables. Table sizes are fixed first: patches store addresses of entries.
void Compiler::wire_inputs() {
  System::Impl& impl = *impl_;
  impl.tables.resize(impl.entries.size());
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const Declaration& declaration = impl.entries[c].declaration;
    Tables& tables = impl.tables[c];
    tables.inputs.assign(declaration.inputs.size(), nullptr);
    tables.states.assign(declaration.states.size(), nullptr);
    for (std::size_t s = 0; s < declaration.states.size(); ++s) {
      impl.patches.push_back({&tables.states[s], impl.state_offsets[c][s]});
    }
    for (std::size_t m = 0; m < declaration.memories.size(); ++m) {
      tables.writable.push_back(impl.memory.data() + memory_at_[c][m]);
      tables.memories.push_back(tables.writable.back());
    }
    for (std::size_t i = 0; i < declaration.computations.size(); ++i) {
      tables.computations.push_back(impl.tasks[nth(computed_task_[c][i])].out);
    }
    for (std::size_t i = 0; i < declaration.inputs.size(); ++i) {
      const auto source_view = [&](const Source& source) {
        View view;
        if (source.constant != nullptr) {
          view.fixed = source.constant;
          return view;
        }
        const auto& outputs = impl.declaration(source.component).outputs;
        return view_of(source.component, outputs[nth(source.output)]);
      };
      const int sum = sum_task_[c][i];
      if (sum < 0) {
        point(&tables.inputs[i], source_view(sources_[c][i].front()));
        continue;
      }
      Task& task = impl.tasks[nth(sum)];
      tables.inputs[i] = task.out;
      task.sources.assign(sources_[c][i].size(), nullptr);
      for (std::size_t s = 0; s < sources_[c][i].size(); ++s) {
        point(&task.sources[s], source_view(sources_[c][i][s]));
        task.factors.push_back(sources_[c][i][s].factor);
      }
    }
  }
}

System Compiler::compile(const std::vector<std::string>& recorded) {
  sort_and_name();
  index_ports();
  lay_out_memory();
  resolve_links();
  check_inputs();
  make_tasks();  // an unconnected input counts as an empty sum here, so that loops are reported as well

  wire_inputs();
  find_dependencies();
  find_loops();
  diagnostics_.throw_if_errors();
  mark_constants();
  make_schedules(recorded);
  sort_set_ups();
  impl_->initialization = graph_.initialization_;
  diagnostics_.throw_if_errors();
  impl_->prepare_evaluations();
  return System(std::move(impl_));
}

}  // namespace swell::system
