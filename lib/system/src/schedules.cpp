// Second part of compiling: dependencies, loops, constants and the four schedules.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"

namespace swell::system {

std::vector<int> Compiler::tasks_read_by(int component, const Reads& reads) const {
  const auto c = nth(component);
  std::vector<int> tasks;
  const auto add_source = [&](const Source& source) {
    if (source.constant != nullptr) return;
    const auto& output = output_of(source);
    if (output.source.what == Read::What::computed) {
      tasks.push_back(computed_task_[nth(source.component)][nth(output.source.index)]);
    }
  };
  for (const Read& read : reads) {
    const auto index = nth(read.index);
    if (read.what == Read::What::computed) tasks.push_back(computed_task_[c][index]);
    if (read.what == Read::What::input) {
      if (sum_task_[c][index] >= 0) {
        tasks.push_back(sum_task_[c][index]);
      } else {
        add_source(sources_[c][index].front());
      }
    }
  }
  std::sort(tasks.begin(), tasks.end());
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
  return tasks;
}

void Compiler::find_dependencies() {
  System::Impl& impl = *impl_;
  for (Task& task : impl.tasks) {
    const auto c = nth(task.component);
    const Declaration& declaration = impl.entries[c].declaration;
    const auto index = nth(task.index);
    if (task.kind == Task::Kind::computation) {
      task.depends_on = tasks_read_by(task.component, declaration.computations[index].reads);
    } else if (task.kind == Task::Kind::derivative) {
      task.depends_on = tasks_read_by(task.component, declaration.states[index].reads);
    } else {
      for (const Source& source : sources_[c][index]) {
        if (source.constant != nullptr) continue;
        const auto& output = output_of(source);
        if (output.source.what != Read::What::computed) continue;
        task.depends_on.push_back(computed_task_[nth(source.component)][nth(output.source.index)]);
      }
    }
  }
}

std::string Compiler::task_name(const Task& task) const {
  const auto& entry = impl_->entries[nth(task.component)];
  const auto index = nth(task.index);
  switch (task.kind) {
    case Task::Kind::computation: {
      // Name of a computation with many outputs: the first output that is connected.
      std::string first;
      for (std::size_t o = 0; o < entry.declaration.outputs.size(); ++o) {
        const auto& output = entry.declaration.outputs[o];
        if (output.source.what != Read::What::computed || output.source.index != task.index) continue;
        std::string address = output_address(task.component, static_cast<int>(o));
        const bool read = std::any_of(graph_.links_.begin(), graph_.links_.end(),
                                      [&](const Graph::Link& link) { return link.from == address; });
        if (read) return address;
        if (first.empty()) first = std::move(address);
      }
      return !first.empty() ? first : entry.component->name() + "." + entry.declaration.computations[index].name;
    }
    case Task::Kind::derivative:
      return "rate of " + entry.component->name() + "." + entry.declaration.states[index].spec.name;
    case Task::Kind::sum:
      return input_address(task.component, task.index);
  }
  return {};
}

bool Compiler::gives_acceleration(const Task& task) const {
  const Declaration& declaration = impl_->declaration(task.component);
  const auto is_one = [](const std::string& unit) {
    return unit == "m/s^2" || unit == "rad/s^2" || unit == "m/s^2, rad/s^2";
  };
  if (task.kind == Task::Kind::sum) return is_one(declaration.inputs[nth(task.index)].spec.unit);
  return task.kind == Task::Kind::computation &&
         std::any_of(declaration.outputs.begin(), declaration.outputs.end(), [&](const auto& output) {
           return output.source.what == Read::What::computed && output.source.index == task.index &&
                  is_one(output.spec.unit);
         });
}

// Depth-first search; reaching an open task again closes a loop. Sorts order_: producers first.
void Compiler::find_loops() {
  System::Impl& impl = *impl_;
  enum class Mark : char { unseen, open, done };
  std::vector<Mark> mark(impl.tasks.size(), Mark::unseen);
  std::vector<int> path;
  std::set<std::set<int>> reported;

  const auto report = [&](std::size_t first_on_path) {
    const std::vector<int> loop(path.begin() + static_cast<std::ptrdiff_t>(first_on_path), path.end());
    if (!reported.insert(std::set<int>(loop.begin(), loop.end())).second) return;
    std::string ports;
    bool acceleration = false;
    // The path runs from reader to producer; reversed, it follows the signal.
    for (auto task = loop.rbegin(); task != loop.rend(); ++task) {
      const std::string name = task_name(impl.tasks[nth(*task)]);
      ports += name + " -> ";
      acceleration = acceleration || gives_acceleration(impl.tasks[nth(*task)]);
    }
    ports += task_name(impl.tasks[nth(loop.back())]);
    code::refuse(diagnostics_, code::kAlgebraicLoop, impl.entries[nth(impl.tasks[nth(loop.back())].component)].origin,
                 "algebraic loop: " + ports,
                 acceleration ? "a force that reads an acceleration belongs on an inertia port (coefficient and bias), "
                                "or behind a sampled component or a delay"
                              : "break it with a state, a delay or a sampled component");
  };

  // Explicit stack: chains of thousands of components must not exhaust the call stack.
  struct Frame {
    int task;
    std::size_t next;
  };
  std::vector<Frame> stack;
  for (std::size_t root = 0; root < impl.tasks.size(); ++root) {
    if (mark[root] != Mark::unseen) continue;
    stack.push_back({static_cast<int>(root), 0});
    mark[root] = Mark::open;
    path.push_back(static_cast<int>(root));
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const Task& task = impl.tasks[nth(frame.task)];
      if (frame.next < task.depends_on.size()) {
        const int needed = task.depends_on[frame.next++];
        Mark& state = mark[nth(needed)];
        if (state == Mark::open) {
          const auto at = std::find(path.begin(), path.end(), needed);
          report(nth(at - path.begin()));
        } else if (state == Mark::unseen) {
          state = Mark::open;
          path.push_back(needed);
          stack.push_back({needed, 0});
        }
      } else {
        mark[nth(frame.task)] = Mark::done;
        order_.push_back(frame.task);
        path.pop_back();
        stack.pop_back();
      }
    }
  }
}

void Compiler::mark_constants() {
  System::Impl& impl = *impl_;
  const auto varies = [&](int component, const Reads& reads) {
    for (const Read& read : reads) {
      if (read.what == Read::What::time || read.what == Read::What::state || read.what == Read::What::memory)
        return true;
      if (read.what != Read::What::input) continue;
      for (const Source& source : sources_[nth(component)][nth(read.index)]) {
        if (source.constant != nullptr) continue;
        const auto& output = output_of(source);
        if (output.source.what != Read::What::computed) return true;  // state or memory seen through a port
      }
    }
    return false;
  };
  for (const int index : order_) {
    Task& task = impl.tasks[nth(index)];
    if (task.kind == Task::Kind::derivative || task.sampled) continue;
    const auto& declaration = impl.declaration(task.component);
    const bool reads_change = task.kind == Task::Kind::computation
                                  ? varies(task.component, declaration.computations[nth(task.index)].reads)
                                  : varies(task.component, {Input{task.index}});
    task.constant = !reads_change && std::all_of(task.depends_on.begin(), task.depends_on.end(),
                                                 [&](int needed) { return impl.tasks[nth(needed)].constant; });
    if (task.constant) impl.constant.tasks.push_back(index);
  }
}

// Roots and all their dependencies in sorted order, without constants.
std::vector<int> Compiler::closure(const std::vector<int>& roots, const std::function<bool(int)>& is_held) const {
  std::vector<char> wanted(impl_->tasks.size(), 0);
  std::vector<int> open;
  const auto want = [&](int task) {
    if (wanted[nth(task)] != 0 || (is_held && is_held(task))) return;
    wanted[nth(task)] = 1;
    open.push_back(task);
  };
  for (const int root : roots) want(root);
  while (!open.empty()) {
    const int task = open.back();
    open.pop_back();
    for (const int needed : impl_->tasks[nth(task)].depends_on) want(needed);
  }
  std::vector<int> schedule;
  for (const int task : order_) {
    if (wanted[nth(task)] != 0 && !impl_->tasks[nth(task)].constant) {
      schedule.push_back(task);
    }
  }
  return schedule;
}

// A sampled result is held between accepted points, so tasks needed only by it do not run there.
std::vector<int> Compiler::continuous_closure(const std::vector<int>& roots) const {
  return closure(roots, [this](int task) { return impl_->tasks[nth(task)].sampled; });
}

void Compiler::make_schedules(const std::vector<std::string>& recorded) {
  System::Impl& impl = *impl_;
  std::vector<int> derivative_roots, major_roots, record_roots, guard_roots;
  for (std::size_t t = 0; t < impl.tasks.size(); ++t) {
    const Task& task = impl.tasks[t];
    if (task.kind == Task::Kind::derivative) derivative_roots.push_back(static_cast<int>(t));
    if (task.sampled) major_roots.push_back(static_cast<int>(t));
  }
  for (std::size_t c = 0; c < impl.entries.size(); ++c) {
    for (const auto& commit : impl.entries[c].declaration.commits) {
      const auto read = tasks_read_by(static_cast<int>(c), commit.reads);
      major_roots.insert(major_roots.end(), read.begin(), read.end());
    }
    const auto& events = impl.entries[c].declaration.events;
    for (std::size_t e = 0; e < events.size(); ++e) {
      const int task = computed_task_[c][nth(events[e].computed)];
      guard_roots.push_back(task);
      impl.events.push_back({static_cast<int>(c), static_cast<int>(e), impl.tasks[nth(task)].out});
    }
  }
  for (const std::string& address : recorded) {
    const auto found = outputs_.find(address);
    if (found == outputs_.end()) {
      code::refuse(diagnostics_, code::kUnknownName, {}, fmt::format("output {}: no such output", address),
                   did_you_mean(address, keys_of(outputs_)));
      continue;
    }
    const int component = found->second.component;
    const auto& output = impl.declaration(component).outputs[nth(found->second.index)];
    impl.recorded.push_back({output.spec, address, view_of(component, output), -1});
    if (output.source.what == Read::What::computed) {
      record_roots.push_back(computed_task_[nth(component)][nth(output.source.index)]);
      impl.recorded.back().task = record_roots.back();
    }
  }
  impl.minor.tasks = continuous_closure(derivative_roots);
  major_roots.insert(major_roots.end(), derivative_roots.begin(), derivative_roots.end());
  impl.major.tasks = closure(major_roots);
  impl.record.tasks = continuous_closure(record_roots);
  impl.guard.tasks = continuous_closure(guard_roots);
  const std::set<int> in_major(impl.major.tasks.begin(), impl.major.tasks.end());
  for (const int task : closure(record_roots)) {
    if (in_major.count(task) == 0) impl.record_after_major.tasks.push_back(task);
  }
  for (const auto& [address, port] : outputs_) {
    impl.outputs[address] = view_of(port.component, impl.declaration(port.component).outputs[nth(port.index)]);
  }
}

}  // namespace swell::system
