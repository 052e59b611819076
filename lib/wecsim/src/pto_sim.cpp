#include "pto_sim.h"

#include <cmath>

#include "scalars.h"
#include "swell/base/vector.h"

// The laws are PTO-Sim's own, block by block (WEC-Sim 7, source/lib/PTO-Sim), with its forward Euler integrators at the
// step of the run: the imported case shall give its numbers. Swell's own components (docs/components.md, "PTO-Sim's
// blocks") have better laws of the same devices.
namespace swell::wecsim {
namespace {

struct NetworkMaker {
  const DrawnBlock& d;
  SignalTracer& tracer;
  Inputs& in;
  bool best;

  [[noreturn]] void fail(const std::string& reason) const { throw Unfollowed{d.block->path, reason}; }
  double value(const std::string& path) const {
    const std::string old = d.block->parameter("ptosim");  // up to version 4 the mask names the struct itself
    const MatlabValue of_mask =
        old.empty() ? MatlabValue{}
                    : tracer.workspace().evaluate(old + path.substr(path.find('.')), Origin{"", 0, 0, d.block->path});
    const MatlabValue* v = old.empty() ? in("ptoSim", d.number).get(path) : &of_mask;
    if (v == nullptr || !v->is_numbers()) fail(fmt::format("ptoSim({}).{} is not set", d.number, path));
    const double first = v->numbers[0];
    for (const double x : v->numbers) {
      if (x != first)
        fail(fmt::format("ptoSim({}).{} is a table that varies, and one number is taken here", d.number, path));
    }
    return first;
  }
  /// A short name for a quantity of this block, as a component of its own: it is computed once.
  Scalar named(const std::string& name, const std::string& text) {
    return Scalar::port(tracer.port_of(formula(text), d.block->name + "_" + name, d.block->path));
  }

  /// initial + the integral of a rate that is known later; by forward Euler at the step, or continuous.
  Scalar state(const std::string& name, double initial, const std::function<Scalar()>& rate, bool euler = true) {
    const std::string own = tracer.unique(d.block->name + "_" + name);
    tracer.add({own, d.block->path,
                euler ? sampled(tracer.step(), {tracer.step()}, {1.0, -1.0}) : transfer({1.0}, {1.0, 0.0})});
    tracer.later.push_back([this_tracer = &tracer, own, rate, path = d.block->path] {
      this_tracer->connect(this_tracer->port_of(rate(), own + "_rate", path), own + ".input");
    });
    return initial == 0.0 ? Scalar::port(own + ".output") : formula("{} + ${}.output$", initial, own);
  }
  /// Input `port`, one number; asked for late where it may depend on this block's own states.
  std::function<Scalar()> later(int port) const {
    return [t = &tracer, scope = d.scope, sid = d.block->sid, port, path = d.block->path] {
      const Signal s = t->input(scope, sid, port);
      if (s.elements.size() != 1) throw Unfollowed{path, fmt::format("its input {} is not a single number", port)};
      return s.elements[0];
    };
  }
  std::string now(int port) const { return "(" + later(port)().text() + ")"; }
  /// Entry `at` (3 heave, 5 pitch) of a quantity of the Response at an input.
  Scalar motion(int port, const std::string& quantity, std::initializer_list<std::size_t> entries) const {
    const Signal s = tracer.input(d.scope, d.block->sid, port);
    for (const auto& part : s.bus) {
      if (part.first != quantity) continue;
      for (const std::size_t at : entries) {
        if (part.second.elements.size() >= at &&
            !(part.second.elements[at - 1].constant && *part.second.elements[at - 1].constant == 0.0))
          return part.second.elements[at - 1];
      }
      return Scalar::of(0.0);
    }
    fail(fmt::format("its input {} carries no {}", port, quantity));
  }
  static Signal number(const Scalar& s) { return Signal{{s}, {}}; }
  template <class... A>
  static Signal number(const char* form, const A&... a) {
    return number(formula(fmt::format(fmt::runtime(form), a...)));
  }
  static Signal third(const Scalar& s) {
    Signal six{std::vector<Scalar>(6, Scalar::of(0.0)), {}};
    six.elements[2] = s;
    return six;
  }

  std::vector<Signal> piston() {
    const std::string p = "hydPistonCompressible.";
    const double x0 = value(p + "xi_piston"), A = value(p + "Ap_A"), B = value(p + "Ap_B"),
                 beta = value(p + "bulkModulus"), stroke = value(p + "pistonStroke");
    const std::string x = "(" + motion(3, "position", {3}).text() + ")",
                      v = "(" + motion(3, "velocity", {3}).text() + ")";
    const auto QA = later(1), QB = later(2);
    const Scalar pa = state("pressure_a", value(p + "pAi"), [=] {
      return formula("{} * ({} * {} + ({})) / max({} - {}, 1e-10)", beta / A, A, v, QA().text(), x0, x);
    });
    const Scalar pb = state("pressure_b", value(p + "pBi"), [=] {
      return formula("{} * (({}) - {} * {}) / max({} * ({} - {}), 1e-10)", beta, QB().text(), B, v, B, x, x0 - stroke);
    });
    return {number("({}) * {} - ({}) * {}", pb.text(), B, pa.text(), A), number(pa), number(pb)};
  }

  std::string valve(const std::string& p, const std::string& dp) const {
    const double Cd = value(p + "Cd"), most = value(p + "Amax"), least = value(p + "Amin"), rho = value(p + "rho"),
                 k1 = value(p + "k1"), k2 = value(p + "k2");
    const double middle = 0.5 * (value(p + "pMax") + value(p + "pMin"));
    return fmt::format("{0} * ({1} + {2} * (1 + tanh({3} * ({4} - {5})))) * sqrt({6} * {4} * tanh({7} * {4}))", Cd,
                       least, 0.5 * (most - least), k2, dp, middle, 2.0 / rho, k1);
  }
  std::vector<Signal> rectifier() {
    const std::string A = now(1), B = now(2), C = now(3), D = now(4), p = "rectifyingCheckValve.";
    const auto through = [&](int i, const std::string& from, const std::string& to) {
      const Scalar dp = named(fmt::format("difference{}", i), fmt::format("{} - {}", from, to));
      return named(fmt::format("flow{}", i), valve(p, dp.text())).text();
    };
    const std::string q1 = through(1, A, C), q2 = through(2, B, C), q3 = through(3, D, B), q4 = through(4, D, A);
    return {number(formula(q4 + " - " + q1)), number(formula(q3 + " - " + q2)), number(formula(q1 + " + " + q2)),
            number(formula("-(" + q3 + " + " + q4 + ")"))};
  }
  std::vector<Signal> check_valve() {
    const Scalar dp = named("difference", now(1) + " - " + now(2));
    return {number(named("flow", valve("checkValve.", dp.text())))};
  }
  std::vector<Signal> accumulator() {
    const double volume = value("gasHydAccumulator.vI0"), p = value("gasHydAccumulator.pIprecharge");
    const Scalar oil = state("oil", 0.0, later(1));
    return {number(named("pressure", fmt::format("{} * ({} / ({} - {})) ^ 1.4", p, volume, volume, oil.text())))};
  }
  std::vector<Signal> motor() {
    const std::string p = "hydraulicMotor.";
    const std::string d_ = now(1), dp = now(2), n = now(3);
    const double D = value(p + "displacement") / 1e6 / (2.0 * kPi);  // cm^3 per revolution into m^3/rad
    if (value(p + "effModel") == 2.0) {
      const double volumetric = value(p + "effTableVolEff"), mechanical = value(p + "effTableMechEff");
      return {number("{} * {} * {}", D * mechanical, d_, dp),
              number("{} * {} * {}", D * 2.0 * kPi / 60.0 / volumetric, n, d_)};
    }
    const double nominal = value(p + "wNominal"), loss = value(p + "torqueNoLoad"),
                 by_pressure = value(p + "torqueVsPressure");
    const double leak = value(p + "visNominal") * value(p + "densityNominal") * nominal * 2.0 * kPi / 60.0 * D *
                        (1.0 / value(p + "effVolNom") - 1.0) /
                        (value(p + "rho") * value(p + "viscosity") * value(p + "deltaPNominal"));
    return {number("{} * {} * {} - tanh({} * {}) * ({} + {} * abs({}) * abs({}))", D, d_, dp, 4.0 / (0.01 * nominal), n,
                   loss, by_pressure, d_, dp),
            number("{} * {} * {} + {} * {}", D * 2.0 * kPi / 60.0, d_, n, leak, dp)};
  }
  std::vector<Signal> generator() {
    const std::string p = "electricGeneratorEC.";
    const double Ra = value(p + "Ra"), La = value(p + "La"), Ke = value(p + "Ke"), J = value(p + "Jem"),
                 b = value(p + "bShaft");
    // both states first: each reads the other
    auto current = std::make_shared<std::string>(), speed = std::make_shared<std::string>();
    const auto torque = later(1), load = later(2);
    const Scalar i = state("current", value(p + "currentIni"), [=] {
      return formula("-({} * ({}) + ({} + ({})) * ({})) / {}", Ke, *speed, Ra, load().text(), *current, La);
    });
    *current = i.text();
    const Scalar w = state("speed", value(p + "wShaftIni") * 2.0 * kPi / 60.0, [=] {
      return formula("({} * ({}) - {} * ({}) - ({})) / {}", Ke, *current, b, *speed, torque().text(), J);
    });
    *speed = w.text();
    Signal bus;
    bus.bus = {{"Tem", number("{} * ({})", Ke, i.text())},
               {"shaftSpeed", number("{} * ({})", 60.0 / (2.0 * kPi), w.text())}};
    return {bus};
  }
  std::vector<Signal> rod(bool adjustable) {
    const std::string p = adjustable ? "adjustableRod." : "linearCrank.";
    const double r = value(p + "crank"), e = value(p + "offset"),
                 L0 = value(p + (adjustable ? "rodInit" : "rodLength"));
    const std::string th = "(" + motion(1, "position", {5, 3}).text() + ")",
                      w = "(" + motion(1, "velocity", {5, 3}).text() + ")";
    const std::string c = named("across", fmt::format("{} * cos({}) - {}", r, th, e)).text(),
                      s = named("height", fmt::format("{} * sin({})", r, th)).text();
    Scalar x, v;
    std::string cosine, sine, root;
    const auto force = later(2);
    if (adjustable) {
      const double d0 = std::sqrt(L0 * L0 - (r - e) * (r - e));
      const std::string L = named("length", fmt::format("sqrt({0} ^ 2 + ({1} - {2}) ^ 2)", c, d0, s)).text();
      x = formula("{} - {}", L, L0);
      v = formula("(-{0} * {1} + ({1} - {2}) * {3} * cos({4})) / {5} * {6}", c, s, d0, r, th, L, w);
      cosine = fmt::format("(({} - {}) / {})", s, d0, L);
      sine = fmt::format("({} / {})", c, L);
    } else {
      const double start = std::sqrt(L0 * L0 - (r - e) * (r - e));
      root = named("root", fmt::format("sqrt({} - {} ^ 2)", L0 * L0, c)).text();
      x = formula("{} + {} - {}", s, root, start);
      v = formula("{} * ({} * cos({}) + {} * {} / {})", w, r, th, c, s, root);
      sine = fmt::format("({} / {})", c, L0);
      cosine = fmt::format("(-{} / {})", root, L0);
    }
    const Scalar position = named("stroke", x.text()), velocity = named("rate", v.text());
    Signal bus;
    bus.bus = {{"position", third(position)}, {"velocity", third(velocity)}, {"acceleration", third(Scalar::of(0.0))}};
    if (!adjustable && !best)
      tracer.notes.push_back(fmt::format(
          "{}: PTO-Sim gives the torque of the crank the sign opposite to that of the piston's force by virtual "
          "work, so that the piston drives the device; taken as it is (--best takes the other sign)",
          d.block->path));
    // the torque asks for the force of the piston, which asks for the stroke: it is made when it is asked for
    const bool right = best && !adjustable;
    torque_ = [=] {
      const std::string F =
          adjustable ? "(" + force().text() + ")" : fmt::format("(({}) / abs({}))", force().text(), cosine);
      if (right)  // virtual work: torque times rate of turn is force times rate of the stroke
        return formula("({}) * ({} * cos({}) + {} * {} / {})", force().text(), r, th, c, s, root);
      return formula("{} * ({} * {} * cos({}) - {} * {})", F, cosine, r, th, sine, s);
    };
    return {bus, {}};
  }
  std::vector<Signal> linear_generator(bool rotary) {
    const std::string p = rotary ? "directRotaryGenerator." : "directLinearGenerator.";
    const double tau = value(p + "tau_p"), B = value(p + "Bfric"), field = value(p + "lambda_fd"), Rs = value(p + "Rs"),
                 Ls = value(p + "Ls"), load = value(p + "Rload");
    const double radius = rotary ? value(p + "radius") : 1.0;
    const Signal u = tracer.input(d.scope, d.block->sid, 1);  // up to version 4 the velocity alone
    const Scalar rate = u.bus.empty() && u.elements.size() == 1 ? u.elements[0]
                        : rotary                                ? motion(1, "velocity", {3, 5})
                                                                : motion(1, "velocity", {3});
    const std::string v = fmt::format("({} * ({}))", radius, rate.text());
    auto sd = std::make_shared<std::string>(), sq = std::make_shared<std::string>();
    // v_dq = Rload i_dq: Park's transformation keeps the sum of squares
    const Scalar d_ = state(
        "lambda_d", value(p + "lambda_sd_0"),
        [=] { return formula("{} * (({}) - {}) + {} * {} * ({})", (load - Rs) / Ls, *sd, field, kPi / tau, v, *sq); },
        false);
    *sd = d_.text();
    const Scalar q = state(
        "lambda_q", value(p + "lambda_sq_0"),
        [=] { return formula("{} * ({}) - {} * {} * ({})", (load - Rs) / Ls, *sq, kPi / tau, v, *sd); }, false);
    *sq = q.text();
    return {number("{} * ({} * {} + {} * ({}))", radius, B, v, kPi / tau * field / Ls, q.text())};
  }
  std::vector<Signal> simple_direct_drive() {
    const std::string p = "simpleDirectDrivePTO.";
    const double gear = value(p + "gearRatio"), lag = value(p + "windingInductance") / value(p + "windingResistance");
    const Scalar v = later(2)();
    const std::size_t dot = v.formula.find(".velocity$");
    if (v.formula.empty() || v.formula[0] != '$' || dot + 10 != v.formula.size())
      fail("its velocity is not that of a joint");
    const std::string joint = v.formula.substr(1, dot - 1);
    // the inertia of the drive goes to the joint: PTO-Sim's derivative of the velocity would be an algebraic loop
    const std::string wheel = tracer.unique(d.block->name + "_wheel");
    tracer.add({wheel,
                d.block->path,
                {{"type", "flywheel"},
                 {"gear", yaml_number(gear)},
                 {"inertia", yaml_number(value(p + "drivetrainInertia"))},
                 {"friction", yaml_number(value(p + "drivetrainFriction"))}}});
    tracer.connect(joint + ".velocity", wheel + ".velocity");
    tracer.connect(wheel + ".inertia", joint + ".inertia");
    tracer.connect(wheel + ".effort", joint + ".force");
    const std::string own = tracer.unique(d.block->name + "_winding");
    tracer.add({own, d.block->path, transfer({1.0}, {lag, 1.0})});
    tracer.connect(tracer.port_of(later(1)(), own + "_in", d.block->path), own + ".input");
    return {number(Scalar::port(own + ".output"))};
  }
  std::function<Scalar()> torque_;
};

}  // namespace

std::optional<Signal> PtoSim::output(const DrawnBlock& d, int port, SignalTracer& tracer, Inputs& inputs) {
  auto known = made_.find(d.block);
  if (known == made_.end()) {
    if (!inputs.has("ptoSim", d.number) && d.block->parameter("ptosim").empty())
      throw Unfollowed{d.block->path, fmt::format("ptoSim({}) is not made by the input file", d.number)};
    NetworkMaker make{d, tracer, inputs, best_, {}};
    using Maker = std::vector<Signal> (*)(NetworkMaker&);
    static const std::map<std::string, Maker> makers{
        {"Compressible Fluid Piston", [](NetworkMaker& m) { return m.piston(); }},
        {"Rectifying Check Valve", [](NetworkMaker& m) { return m.rectifier(); }},
        {"Check Valve", [](NetworkMaker& m) { return m.check_valve(); }},
        {"Gas-Charged Hydraulic Accumulator", [](NetworkMaker& m) { return m.accumulator(); }},
        {"Gas-Charged Accumulator", [](NetworkMaker& m) { return m.accumulator(); }},
        {"Hydraulic Motor", [](NetworkMaker& m) { return m.motor(); }},
        {"Electric Generator Equivalent Circuit", [](NetworkMaker& m) { return m.generator(); }},
        {"Rotary to Linear Crank", [](NetworkMaker& m) { return m.rod(false); }},
        {"Rotary to Linear Adjustable Rod", [](NetworkMaker& m) { return m.rod(true); }},
        {"Direct Drive Linear Generator", [](NetworkMaker& m) { return m.linear_generator(false); }},
        {"Direct Drive Rotary Generator", [](NetworkMaker& m) { return m.linear_generator(true); }},
        {"Simple Direct Drive PTO", [](NetworkMaker& m) { return m.simple_direct_drive(); }}};
    const auto maker = makers.find(d.type);
    if (maker == makers.end())
      throw Unfollowed{d.block->path, fmt::format("PTO-Sim's block {} is not known here", d.type)};
    std::vector<Signal> out = maker->second(make);
    if (make.torque_) torques_[d.block] = make.torque_;
    known = made_.emplace(d.block, std::move(out)).first;
  }
  if (port < 1 || port > static_cast<int>(known->second.size()))
    throw Unfollowed{d.block->path, fmt::format("it has no output {}", port)};
  Signal& s = known->second[static_cast<std::size_t>(port - 1)];
  if (s.elements.empty() && s.bus.empty()) {
    const auto torque = torques_.find(d.block);
    if (torque == torques_.end()) throw Unfollowed{d.block->path, "its output is not known"};
    const Scalar value = torque->second();
    return Signal{{value}, {}};
  }
  return s;
}

}  // namespace swell::wecsim
