// What drives the joints: signals of the model as components and connections; parts that were not imported.
#include "case_importer.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "swell/base/vector.h"

namespace swell::wecsim {

using DrawnKind = DrawnBlock::Kind;

namespace {
// Blocks of Simscape Multibody that neither load nor hold anything; a fluid acts through the joint that it drives.
bool acts_on_device(const std::string& source) {
  for (const char* shows :
       {"sm_lib/Frames and Transforms", "sm_lib/Utilities", "sm_lib/Body Elements/Graphic", "fl_lib/", "sh_lib/"}) {
    if (source.rfind(shows, 0) == 0) return false;
  }
  return true;
}
}  // namespace

std::optional<Signal> Importer::measured(const std::string& scope, const SlxBlock& b, SignalTracer& tracer) {
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::joint || d.inner_joint.empty() || d.inner_scope != scope) continue;
    const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
    if (name == joint_names.end()) break;
    for (const SlxLine& line : d.block->system->lines) {
      if (!line.physical ||
          std::none_of(line.ends.begin(), line.ends.end(), [&](const SlxEnd& e) { return e.block == b.sid; }))
        continue;
      for (const SlxEnd& end : line.ends) {
        if (end.block != d.inner_joint || end.kind != "rconn" || end.number < 2) continue;
        const int width = d.type == "floating-3dof" ? 3 : 1, coordinate = (end.number - 2) / 3;
        static const std::array<const char*, 3> parts{"position", "velocity", "acceleration"};
        if (coordinate >= width || (d.type != "floating-3dof" && d.type != "translational" && d.type != "rotational"))
          throw Unfollowed{b.path, "it measures a force of the joint, which is not imported"};
        const std::string port = name->second + "." + parts[static_cast<std::size_t>((end.number - 2) % 3)];
        Scalar s = width == 1 ? Scalar::port(port) : tracer.element(port, width, coordinate);
        if ((d.type == "rotational" && d.about_minus_y) || coordinate == 2) s.formula = "-" + s.formula;
        return Signal{{s}, {}};
      }
    }
  }
  return std::nullopt;
}

std::optional<Signal> Importer::tagged(const std::string& tag, SignalTracer& tracer) {
  for (const auto& [word, port] :
       {std::pair<std::string, std::string>{"disp", "position"}, {"vel", "velocity"}, {"acc", "acceleration"}}) {
    if (tag.rfind(word, 0) != 0 || tag.size() == word.size() ||
        tag.find_first_not_of("0123456789", word.size()) != std::string::npos)
      continue;
    const auto body = body_names.find(std::atoi(tag.c_str() + word.size()));
    if (body == body_names.end()) return std::nullopt;
    Signal s;
    for (int i = 0; i < 6; ++i) s.elements.push_back(tracer.element(body->second + "." + port, 6, i));
    if (port == "position") {
      if (!is_hydro(body->first)) {  // of a hydrodynamic body it is the position, centre of gravity included
        const auto cg = in("body", body->first).numbers("centerGravity", {3});
        for (std::size_t i = 0; i < 3 && i < cg.size(); ++i) s.elements[i].formula += fmt::format(" - ({})", cg[i]);
      }
    }
    return s;
  }
  return std::nullopt;
}

std::optional<Signal> Importer::gauge(const SlxBlock& b, SignalTracer& tracer) {
  const std::string variable = b.parameter("VariableName");
  const bool markers = variable.find("waveAmpTimeViz") != std::string::npos;
  if (!markers && variable.find("waveAmpTime") == std::string::npos) return std::nullopt;
  std::vector<double> place{0.0, 0.0};
  if (markers) {
    const std::size_t comma = variable.rfind(',');
    const int column = comma == std::string::npos ? 0 : std::atoi(variable.c_str() + comma + 1);
    const MatlabValue* location = in("waves", 1).numeric("marker.location");
    if (location == nullptr || column < 2 || static_cast<std::size_t>(column - 2) >= location->rows ||
        location->columns < 2)
      throw Unfollowed{b.path, "it reads a wave marker that is not there"};
    place = {location->at(static_cast<std::size_t>(column - 2), 0),
             location->at(static_cast<std::size_t>(column - 2), 1)};
  }
  const std::string name = tracer.unique(b.name);
  tracer.add({name, b.path, {{"type", "wave-probe"}, {"position", yaml_list(place)}}});
  return Signal{{Scalar::port(name + ".output")}, {}};
}

std::optional<Signal> Importer::response(const std::string& scope, const SlxBlock& b, int port, SignalTracer& tracer) {
  if (b.source.rfind("nesl_utility/PS-Simulink Converter", 0) == 0) {
    if (auto motion = measured(scope, b, tracer)) return motion;
    return fluids->output(scope, b, tracer);
  }
  if (b.type == "FromWorkspace") return gauge(b, tracer);
  if (const auto mode = mode_scopes.find(scope); mode != mode_scopes.end() && b.type == "Selector") {
    for (const char* part : {"velocity", "displacement"})
      if (b.name == part)
        return Signal{{Scalar::port(mode->second + (b.name == "velocity" ? ".velocity" : ".position"))}, {}};
  }
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.block != &b) continue;
    if (d.kind == DrawnKind::joint && !d.inner_joint.empty() && (!d.actuated || !b.linked))
      return std::nullopt;  // its inside is followed
    if (d.kind == DrawnKind::joint) {
      const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
      if (name == joint_names.end()) throw Unfollowed{b.path, "the joint was not imported"};
      Signal s;
      const int at = coordinate(d.type);
      for (const char* part : {"position", "velocity", "acceleration", "forceTotal", "forceActuation",
                               "forceConstraint", "forceInternalMechanics", "powerInternalMechanics"}) {
        Signal six{std::vector<Scalar>(6, Scalar::of(0.0)), {}};
        const std::string p = part;
        const bool motion = p == "position" || p == "velocity" || p == "acceleration";
        if (motion && at > 0) six.elements[static_cast<std::size_t>(at - 1)] = Scalar::port(name->second + "." + p);
        if (!motion && p == "forceTotal" && at > 0)
          six.elements[static_cast<std::size_t>(at - 1)] = Scalar::port(name->second + ".force");
        s.bus.emplace_back(p, six);
      }
      (void)port;
      return s;
    }
    if (d.kind == DrawnKind::pto_sim) return pto_sims.output(d, port, tracer, in);
    return std::nullopt;
  }
  return std::nullopt;
}

// A copy of the Flex Body whose mode is drawn on by a force of its own, as that of air through an orifice: the block
// puts it out as Piston Force, which acts on heave, and takes it from the mode.
void Importer::piston_forces(SignalTracer& tracer) {
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::body || d.type != "flex" || d.block->linked || !d.block->system) continue;
    const auto body = body_names.find(d.number);
    for (const SlxBlock& inner : d.block->system->blocks) {
      if (!inner.system || body == body_names.end()) continue;
      for (const SlxBlock& out_port : inner.system->blocks) {
        if (out_port.type != "Outport" || out_port.name != "Piston Force") continue;
        const std::string scope = d.scope + "/" + d.block->sid + "/" + inner.sid, mode = body->second + ".mode1";
        mode_scopes[scope] = mode;
        try {
          const Signal s = tracer.input(scope, out_port.sid, 1);
          if (s.elements.size() != 1) throw Unfollowed{out_port.path, "its force is not a single number"};
          if (!(s.elements[0].constant && *s.elements[0].constant == 0.0)) {
            const std::string port = tracer.port_of(s.elements[0], body->second + "_piston", out_port.path),
                              heave = tracer.unique(body->second + "_heave"),
                              on_mode = tracer.unique(body->second + "_mode");
            tracer.finish();
            tracer.add({heave, out_port.path, {{"type", "place"}, {"width", "6"}, {"entries", "[3]"}}});
            tracer.add({on_mode, out_port.path, {{"type", "gain"}, {"factor", "-1"}}});
            tracer.connect(port, heave + ".input");
            tracer.connect(heave + ".output", body->second + ".force");
            tracer.connect(port, on_mode + ".input");
            tracer.connect(on_mode + ".output", mode + ".force");
          }
          taken(fmt::format("{}: acts on heave, and its opposite on the mode", out_port.path), drawing(out_port.path));
          followed.insert(&inner);
        } catch (const Unfollowed& u) {
          decided(fmt::format("{}: {}", u.block, u.reason), drawing(u.block));
        }
      }
    }
  }
}

void Importer::controls() {
  fluids.emplace(drawn);
  SignalTracer tracer(
      model, workspace, step,
      [&](const std::string& scope, const SlxBlock& b, int port, SignalTracer& t) {
        return response(scope, b, port, t);
      },
      [&](const std::string& tag, SignalTracer& t) { return tagged(tag, t); });
  tracer.count_steps = !options.best;
  for (const std::string& n : names) (void)tracer.unique(n);  // components and joints share names
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind != DrawnKind::joint || (!d.actuated && !d.moved && d.driven.empty())) continue;
    const auto name = joint_names.find(fmt::format("{}({})", d.object, d.number));
    if (name == joint_names.end()) continue;
    try {
      if (!d.driven.empty() && !d.moved) {
        for (const auto& [coordinate, converter] : d.driven) {
          Signal s = tracer.input(d.inner_scope, converter, 1);
          if (s.elements.size() != 1)
            throw Unfollowed{d.block->path, "one of the efforts inside is not a single number"};
          Scalar effort = s.elements[0];
          if (effort.constant && *effort.constant == 0.0) continue;
          if ((d.type == "rotational" && d.about_minus_y) || (d.type == "floating-3dof" && coordinate == 2)) {
            if (effort.constant)
              effort.constant = -*effort.constant;
            else
              effort.formula = "-(" + effort.formula + ")";
          }
          std::string port =
              tracer.port_of(effort, fmt::format("{}_effort{}", name->second, coordinate + 1), d.block->path);
          tracer.finish();
          if (d.type == "floating-3dof") {
            const std::string place = tracer.unique(fmt::format("{}_place{}", name->second, coordinate + 1));
            tracer.add({place,
                        d.block->path,
                        {{"type", "place"}, {"width", "3"}, {"entries", fmt::format("[{}]", coordinate + 1)}}});
            tracer.connect(port, place + ".input");
            port = place + ".output";
          } else if (d.type != "translational" && d.type != "rotational") {
            throw Unfollowed{d.block->path, fmt::format("efforts inside a joint of type {}", d.type)};
          }
          tracer.connect(port, name->second + ".force");
        }
      } else if (d.actuated) {
        const Signal s = tracer.input(d.scope, d.block->sid, 1);
        if (s.elements.size() != 1)
          throw Unfollowed{d.block->path, fmt::format("its input has {} numbers, not one", s.elements.size())};
        if (s.elements[0].constant && *s.elements[0].constant == 0.0) {
          decided(d, "the force is always 0");
          continue;
        }
        const std::string port = tracer.port_of(s.elements[0], name->second + "_force", d.block->path);
        tracer.finish();
        tracer.connect(port, name->second + ".force");
      } else {
        std::vector<std::string> ports;
        for (int i = 1; i <= 3; ++i) {
          const Signal s = tracer.input(d.scope, d.block->sid, i);
          if (s.elements.size() != 1) throw Unfollowed{d.block->path, "one of its inputs is not a single number"};
          ports.push_back(tracer.port_of(s.elements[0], fmt::format("{}_motion{}", name->second, i), d.block->path));
        }
        const std::string sum = tracer.unique(name->second + "_motion");
        std::string terms = "[";
        for (int i = 0; i < 3; ++i) {
          const std::string place = tracer.unique(fmt::format("{}_place{}", name->second, i + 1));
          tracer.add(
              {place, d.block->path, {{"type", "place"}, {"width", "3"}, {"entries", fmt::format("[{}]", i + 1)}}});
          tracer.connect(ports[static_cast<std::size_t>(i)], place + ".input");
          tracer.connect(place + ".output", fmt::format("{}.input{}", sum, i + 1));
        }
        // The block drives the coordinate of its revolute, whose axis is -y (reference 5.2).
        const char* factors = d.type == "rotational" ? "[-1, -1, -1]" : "[1, 1, 1]";
        tracer.add({sum, d.block->path, {{"type", "sum"}, {"factors", factors}, {"width", "3"}}});
        tracer.connect(sum + ".output", name->second + ".motion");
      }
      tracer.finish();
      taken(fmt::format("{}: the signals that drive it", d.block->path), drawing(d.block->path));
    } catch (const Unfollowed& u) {
      refused(fmt::format("the control of {} was not imported: {}: {}", name->second, u.block, u.reason),
              drawing(u.block));
      missing.push_back({name->second, d.moved});
    } catch (const InputError& error) {
      refused(fmt::format("the control of {} was not imported: {}", name->second, error.diagnostics().front().text()),
              drawing(d.block->path));
      missing.push_back({name->second, d.moved});
    }
  }
  for (const auto& t : tracer.tables) {
    out.files.push_back({beside(fmt::format("-{}.txt", t.first)), t.second});
    for (EmittedComponent& c : tracer.components) {
      if (c.name == t.first) c.keys[1].second = relative(out.files.back().path);
    }
  }
  piston_forces(tracer);
  variable(tracer);
  tracer.notes.insert(tracer.notes.end(), fluids->notes.begin(), fluids->notes.end());
  for (const std::string& n : tracer.notes) decided(n, Origin{model.file.string(), 0, 0, {}});
  const auto loads = foreign_loads();
  if (!tracer.components.empty() || !missing.empty() || !loads.empty()) text.section("components");
  for (const auto& l : loads) {
    text.key(
        2, "name", tracer.unique("missing_" + l.first.substr(l.first.rfind('/') + 1)),
        fmt::format("MISSING: {} acts on the device and was not imported; remove this entry if the load may be omitted",
                    l.second),
        true);
    text.key(2, "type", "missing-load");
  }
  for (const EmittedComponent& c : tracer.components) {
    text.key(2, "name", c.name, c.comment, true);
    for (const auto& k : c.keys) text.key(2, k.first, k.second);
  }
  // A driven joint without its drive is another device. The case names what is missing, and is refused until it is
  // there.
  for (const auto& m : missing) {
    text.key(2, "name", m.first + "_controller",
             "MISSING: the controller of this joint was not imported; write one and name it here", true);
    text.key(2, "type", "missing-controller", "what to write: docs/from-wec-sim.md");
    tracer.connect(m.first + ".velocity", m.first + "_controller.velocity");
    tracer.connect(m.first + "_controller.output", m.first + (m.second ? ".motion" : ".force"));
  }
  if (!tracer.components.empty() || !missing.empty() || !loads.empty()) components_end = text.text().size();
  if (!tracer.connections.empty() || !steady_loads.empty()) text.section("connections");
  for (const SteadyLoad& l : steady_loads) {
    text.key(2, "value", yaml_list(l.load), l.comment, true);
    text.key(2, "to", l.body + ".force");
    text.key(2, "point", l.point);
  }
  for (const EmittedConnection& c : tracer.connections)
    text.key(2, "from", fmt::format("{}\n    to: {}", c.from, c.to), {}, true);
  for (std::size_t i = 0; i < tracer.stubs.size(); ++i) {
    bool known = false;
    for (std::size_t k = 0; k < i; ++k) known = known || tracer.stubs[k].first == tracer.stubs[i].first;
    if (known) continue;
    std::string stub = fmt::format(
        "% The MATLAB Function block {} of {}. No component here does the same: write one of your\n% own "
        "(docs/component-library) from this text.\n",
        tracer.stubs[i].first, model_name());
    out.files.push_back(
        {beside(fmt::format("-{}.m.txt", plain_name(tracer.stubs[i].first))), stub + tracer.stubs[i].second + "\n"});
  }
}

void Importer::variable(SignalTracer& tracer) {
  for (auto body = variable_bodies.rbegin(); body != variable_bodies.rend(); ++body) {
    const std::string tag = fmt::format("body{}_hydroForceIndex", body->body);
    try {
      const Signal s = tracer.goto_signal(tag);
      if (s.elements.size() != 1) throw Unfollowed{tag, "it is not a single number"};
      const std::string port = tracer.port_of(s.elements[0], tag, tag);
      std::vector<double> thresholds;
      for (std::size_t i = 1; i < body->sets; ++i) thresholds.push_back(static_cast<double>(i) + 0.5);
      text.insert(body->at,
                  fmt::format("      signal: {}  # Goto {}\n      thresholds: {}\n", port, tag, yaml_list(thresholds)));
    } catch (const Unfollowed& u) {
      refused(fmt::format("the selection of hydro data of body({}) was not imported: {}: {}", body->body, u.block,
                          u.reason),
              drawing(u.block));
      text.insert(
          body->at,
          fmt::format("      signal: {}_chooser.output  # MISSING: the signal of the Goto {} was not imported\n",
                      body_names[body->body], tag));
    }
  }
}

void Importer::foreign() {
  for (const DrawnBlock& d : drawn.blocks) {
    if (d.kind == DrawnKind::body && !d.block->linked && d.block->system) own_functions(*d.block->system, *d.block);
  }
  std::map<std::string, int> count;
  for (const auto& f : drawn.foreign) ++count[f.second];
  for (const auto& f : count) {
    if (f.first.rfind("sm_lib/Frames and Transforms/Rigid Transform", 0) == 0) continue;
    if (fluids->used() && (f.first.rfind("fl_lib/", 0) == 0 || f.first.rfind("sh_lib/", 0) == 0)) continue;
    const ReportLine::Kind kind = acts_on_device(f.first) ? Kind::refused : Kind::decided;
    out.report.push_back({kind,
                          fmt::format("{} block{} of {}: not imported", f.second, f.second > 1 ? "s" : "", f.first),
                          Origin{model.file.string(), 0, 0, {}}});
  }
}

void Importer::own_functions(const SlxSystem& system, const SlxBlock& copy) {
  for (const SlxBlock& b : system.blocks) {
    if (b.commented || followed.count(&b) != 0) continue;
    if (b.system) own_functions(*b.system, copy);
    const auto script = model.scripts.find(b.path);
    if (script == model.scripts.end()) continue;
    std::vector<std::string> own;  // arguments that are no ports: variables of the input file
    try {
      const Script parsed = parse_script(script->second, b.path);
      for (const std::string& name :
           parsed.functions.empty() ? std::vector<std::string>{} : parsed.functions[0].inputs) {
        const bool port = b.system && std::any_of(b.system->blocks.begin(), b.system->blocks.end(), [&](const auto& i) {
                            return i.type == "Inport" && plain_name(i.name) == plain_name(name);
                          });
        if (!port && workspace.find(name) != nullptr) own.push_back(name);
      }
    } catch (const InputError&) {
      continue;  // none of the model's own would run in MATLAB either
    }
    if (own.empty()) continue;
    lost(fmt::format("{}: a function of the model's own, with {}, in a copy of WEC-Sim's {}: its effect on the device "
                     "was not imported",
                     b.path, fmt::join(own, ", "), copy.source),
         drawing(b.path));
  }
}

std::map<std::string, std::string> Importer::foreign_loads() {
  std::map<std::string, std::string> out_loads;  // source -> path of the first
  for (const auto& f : drawn.foreign) {
    if (acts_on_device(f.second)) out_loads.emplace(f.second, f.first);
  }
  return out_loads;
}

}  // namespace swell::wecsim
