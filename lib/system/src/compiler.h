// Turns a Graph into a System. Private to the library.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "impl.h"

namespace swell::system {

class Compiler {
 public:
  Compiler(Graph& graph, const ConnectionRule& rule) : graph_(graph), rule_(rule) {}
  System compile(const std::vector<std::string>& recorded);

 private:
  struct PortAt {
    int component;
    int index;
  };  // of an input or an output
  using Ports = std::map<std::string, PortAt>;

  struct Source {
    int component = -1;
    int output = -1;
    const double* constant = nullptr;
    double factor = 1.0;
    std::string address;
  };

  void sort_and_name();
  void index_ports();
  void lay_out_memory();
  void resolve_links();
  void check_inputs();
  void make_tasks();
  void wire_inputs();
  void find_dependencies();
  void find_loops();
  void mark_constants();
  /// Tasks that `roots` need, in execution order, without held ones and tasks that only those need.
  std::vector<int> closure(const std::vector<int>& roots, const std::function<bool(int)>& is_held = {}) const;
  std::vector<int> tasks_read_by(int component, const Reads& reads) const;
  std::vector<int> continuous_closure(const std::vector<int>& roots) const;
  std::vector<std::pair<int, int>> states_read_by(int component, const Reads& reads) const;
  void sort_set_ups();
  void make_schedules(const std::vector<std::string>& recorded);
  const Declaration::OutputRecord& output_of(const Source& source) const {
    return impl_->declaration(source.component).outputs[nth(source.output)];
  }
  View view_of(int component, const Declaration::OutputRecord& output) const;
  void point(const double** slot, const View& view);
  std::string input_address(int component, int input) const;
  std::string output_address(int component, int output) const;
  std::string task_name(const Task& task) const;
  bool gives_acceleration(const Task& task) const;
  bool of_faulty_owner(const std::string& address) const;

  Graph& graph_;
  const ConnectionRule& rule_;
  std::unique_ptr<System::Impl> impl_ = std::make_unique<System::Impl>();
  Diagnostics diagnostics_;
  Ports outputs_, inputs_;
  std::vector<std::vector<std::vector<Source>>> sources_;  // [component][input]
  std::vector<std::vector<int>> computed_task_;            // [component][computation] -> task
  std::vector<std::vector<int>> sum_task_;                 // [component][input] -> task or -1
  std::vector<std::vector<std::size_t>> computed_at_;      // offset in values or memory
  std::vector<std::vector<std::size_t>> memory_at_;
  std::vector<int> order_;  // tasks, sorted
};

}  // namespace swell::system
