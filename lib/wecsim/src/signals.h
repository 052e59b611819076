// Signals of the drawing, followed back from where they act: what has no memory becomes a formula, what has one a
// component.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "matlab_syntax.h"
#include "swell/wecsim/matlab.h"
#include "swell/wecsim/slx.h"

namespace swell::wecsim {

/// One number of a signal: a constant, or a formula in which ports stand as $PTO1.velocity$.
struct Scalar {
  std::optional<double> constant;
  std::string formula;
  static Scalar of(double x);
  static Scalar port(const std::string& name);
  std::string text() const;
};

struct Signal {
  std::vector<Scalar> elements;
  std::vector<std::pair<std::string, Signal>> bus;  // names and parts; then there are no elements
};

using Keys = std::vector<std::pair<std::string, std::string>>;  ///< type first; YAML values
struct EmittedComponent {
  std::string name, comment;
  Keys keys;
};
struct EmittedConnection {
  std::string from, to;
};

/// A signal that cannot be followed, with the block at which it ends.
struct Unfollowed {
  std::string block, reason;
};
constexpr const char* kLoop = "the signal depends on itself with no memory in between";

class SignalTracer {
 public:
  /// @param response  the signal that a block of WEC-Sim puts out, or nothing where it has none
  using Response =
      std::function<std::optional<Signal>(const std::string& scope, const SlxBlock&, int port, SignalTracer&)>;
  /// @param tag  what WEC-Sim's own Goto blocks carry: disp1, acc2
  using Tag = std::function<std::optional<Signal>(const std::string& tag, SignalTracer&)>;
  SignalTracer(const SlxModel& model, MatlabWorkspace& workspace, double step, Response response, Tag tag);

  /// What arrives at an input of a block. `scope` names the system that it stands in: SIDs of subsystems, each after a
  /// /.
  /// @throws Unfollowed
  Signal input(const std::string& scope, const std::string& sid, int port);
  /// What goes into the Goto of that tag. @throws Unfollowed
  Signal goto_signal(const std::string& tag);

  /// The port that carries a number: its own, that of an expression, or that of a constant.
  std::string port_of(const Scalar& scalar, const std::string& wanted_name, const std::string& comment);
  /// Entry `index` (from 0) of a port of several numbers.
  Scalar element(const std::string& port, int width, int index);
  /// A name that no component has yet.
  std::string unique(const std::string& wanted);
  void add(EmittedComponent component) { components.push_back(std::move(component)); }
  void connect(const std::string& from, const std::string& to) { connections.push_back({from, to}); }
  double number(const SlxBlock& block, const std::string& key, const std::string& otherwise);
  void check_settings(const SlxBlock& block);
  std::vector<double> numbers(const SlxBlock& block, const std::string& key, const std::string& otherwise);
  MatlabWorkspace& workspace() { return workspace_; }
  double step() const { return step_; }
  /// Times of counters are those that their sums of steps make, as in WEC-Sim; else as they are given.
  bool count_steps = true;
  /// What can be followed only when the states that it depends on are there.
  std::vector<std::function<void()>> later;
  void finish();

  std::vector<EmittedComponent> components;
  std::vector<EmittedConnection> connections;
  std::vector<std::string> notes;
  std::vector<std::pair<std::string, std::string>> tables;  // component and text of the file that it reads
  std::vector<std::pair<std::string, std::string>> stubs;   // MATLAB Function blocks: path, source

 private:
  struct Place {
    const SlxSystem* system = nullptr;
    const SlxBlock* owner = nullptr;  // the subsystem; null for the model
    std::string outer;                // scope that the owner stands in
  };
  Signal output(const std::string& scope, const SlxBlock& block, int port);
  Signal compute(const std::string& scope, const SlxBlock& block, int port);
  // What a block puts out, or nothing where the block is none of the kind.
  std::optional<Signal> wiring(const std::string& scope, const SlxBlock& block, int port);
  Scalar expression(const SlxBlock& block, const Signal& input);
  std::optional<Signal> without_memory(const std::string& scope, const SlxBlock& block);
  std::optional<Signal> component(const std::string& scope, const SlxBlock& block);
  // What an argument of a MATLAB Function carries: the port of its name, or a parameter. @throws Unfollowed, InputError
  Signal argument(const std::string& scope, const SlxBlock& block, const std::vector<std::string>& arguments,
                  std::size_t at);
  Signal function_block(const std::string& scope, const SlxBlock& block, int port);
  std::optional<Signal> recognised(const std::string& scope, const SlxBlock& block, const FunctionDefinition& f,
                                   int port);
  // A component that starts at 0; the signal starts at `initial`. A `delay` holds the distance of its input from it.
  Signal one_state(const std::string& scope, const SlxBlock& block, const Keys& keys, double initial = 0.0,
                   bool linear = true, bool delay = false);
  // The subsystem that acts in a variant subsystem: by its label, or whose condition holds. @throws Unfollowed
  const SlxBlock& active_choice(const SlxBlock& variant);
  const SlxBlock& note_choice(const SlxBlock& variant, const SlxBlock& choice);
  MatlabValue value(const SlxBlock& block, const std::string& key, const std::string& otherwise);
  // An expression of a block's dialog, within the masks of the subsystems that it stands in. @throws InputError
  MatlabValue evaluate(const SlxBlock& block, const std::string& expression, const std::string& key);
  void find_scopes(const SlxSystem& system, const SlxBlock* owner, const std::string& outer, const std::string& scope);

  const SlxModel& model_;
  MatlabWorkspace& workspace_;
  double step_;
  Response response_;
  Tag tag_;
  std::map<std::string, Place> places_;
  std::map<const SlxBlock*, const SlxBlock*> owners_;  // the subsystem that a block stands in
  std::map<std::string, Signal> done_;
  std::set<std::string> open_, names_;
  std::map<std::string, std::string> expression_ports_;
};

/// Letters, digits and _ of a name, for components and bodies.
std::string plain_name(const std::string& name);

/// A number so that it reads back to the same.
std::string yaml_number(double x);
std::string yaml_list(const std::vector<double>& x);
std::string yaml_text(const std::string& text);

}  // namespace swell::wecsim
