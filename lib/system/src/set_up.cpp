// Order of set-up functions (theory/components.md, "Initial conditions"): acyclic ones run once, after their inputs;
// circular ones form a group.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>

#include "compiler.h"

namespace swell::system {

// Own states, and states of others read through inputs: (component, state).
std::vector<std::pair<int, int>> Compiler::states_read_by(int component, const Reads& reads) const {
  std::vector<std::pair<int, int>> states;
  for (const Read& read : reads) {
    if (read.what == Read::What::state) states.emplace_back(component, read.index);
    if (read.what != Read::What::input) continue;
    for (const Source& source : sources_[nth(component)][nth(read.index)]) {
      if (source.constant != nullptr) continue;
      const auto& output = output_of(source);
      if (output.source.what == Read::What::state) states.emplace_back(source.component, output.source.index);
    }
  }
  return states;
}

void Compiler::sort_set_ups() {
  System::Impl& impl = *impl_;
  std::map<std::pair<int, int>, std::size_t> set_up_of;  // states
  std::map<int, std::size_t> set_up_of_task;             // sampled computations
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    const Declaration& declaration = impl.entries[c].declaration;
    for (std::size_t s = 0; s < declaration.states.size(); ++s) {
      const auto& record = declaration.states[s];
      if (!record.initialize) continue;
      set_up_of[{static_cast<int>(c), static_cast<int>(s)}] = impl.set_ups.size();
      impl.set_ups.push_back({static_cast<int>(c),
                              s,
                              nth(record.spec.width),
                              nth(impl.state_offsets[c][s]),
                              nullptr,
                              &record.initialize,
                              {}});
    }
    for (std::size_t k = 0; k < declaration.computations.size(); ++k) {
      const auto& record = declaration.computations[k];
      if (!record.initialize) continue;
      set_up_of_task[computed_task_[c][k]] = impl.set_ups.size();
      impl.set_ups.push_back(
          {static_cast<int>(c), k, nth(record.width), 0, &impl.memory[computed_at_[c][k]], &record.initialize, {}});
    }
  }
  using Dependencies = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Dependencies needs(impl.set_ups.size());
  std::vector<char> needs_itself(impl.set_ups.size(), 0);
  const auto need = [&](std::size_t i, std::size_t other) {
    boost::add_edge(i, other, needs);
    if (other == i) needs_itself[i] = 1;
  };
  const auto is_held = [&](int index) {
    const Task& task = impl.tasks[nth(index)];
    if (task.kind != Task::Kind::computation) return false;
    const Declaration& declaration = impl.declaration(task.component);
    return set_up_of_task.count(index) != 0 || declaration.computations[nth(task.index)].rate.calls_out;
  };
  for (std::size_t i = 0; i < impl.set_ups.size(); ++i) {
    System::Impl::SetUp& set_up = impl.set_ups[i];
    const Declaration& declaration = impl.declaration(set_up.component);
    const Reads& reads = set_up.result != nullptr ? declaration.computations[set_up.index].initialize_reads
                                                  : declaration.states[set_up.index].initialize_reads;
    const std::vector<int> roots = tasks_read_by(set_up.component, reads);
    set_up.before.tasks = set_up.result != nullptr ? closure(roots, is_held) : continuous_closure(roots);
    std::vector<int> read = roots;
    for (const int index : set_up.before.tasks) {
      const auto& more = impl.tasks[nth(index)].depends_on;
      read.insert(read.end(), more.begin(), more.end());
    }
    for (const int task : read) {
      if (const auto found = set_up_of_task.find(task); found != set_up_of_task.end()) need(i, found->second);
    }
    auto states = states_read_by(set_up.component, reads);
    for (const int index : set_up.before.tasks) {
      const Task& task = impl.tasks[nth(index)];
      const auto& computations = impl.declaration(task.component).computations;
      const auto more =
          states_read_by(task.component,
                         task.kind == Task::Kind::sum ? Reads{Input{task.index}} : computations[nth(task.index)].reads);
      states.insert(states.end(), more.begin(), more.end());
    }
    for (const auto& state : states) {
      const auto found = set_up_of.find(state);
      if (found != set_up_of.end()) need(i, found->second);
    }
  }
  // Tarjan's numbers: a group follows the groups that it needs.
  std::vector<std::size_t> group(impl.set_ups.size());
  if (!group.empty()) {
    impl.set_up_groups.resize(boost::strong_components(
        needs, boost::make_iterator_property_map(group.begin(), boost::get(boost::vertex_index, needs))));
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto& members = impl.set_up_groups[group[i]];
    members.members.push_back(i);
    members.circular = members.members.size() > 1 || needs_itself[i] != 0;
  }
}

}  // namespace swell::system
