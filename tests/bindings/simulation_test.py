#!/usr/bin/env python3
"""Python as people use it: cases edited, stepped, controlled, run in processes, and taken to pandas and xarray.

    simulation_test.py SPHERE [--cost]

--cost measures a step and a call of a controller instead.
"""
import copy
import json
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import swell

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
SPHERE = pathlib.Path(next(a for a in sys.argv[1:] if not a.startswith("-")))
CASE = {
    "simulation": {"duration": 20, "time_step": 0.05, "ramp": 5},
    "waves": {"type": "regular", "height": 2, "period": 6},
    "bodies": [{"name": "sphere", "hydro_data": {"file": "hemisphere.h5", "body": 1}, "mass": "equilibrium", "inertia": [1690000, 1690000, 2606000]}],
    "ptos": [{"name": "PTO", "type": "translational", "base": "world", "follower": "sphere", "location": [0, 0, 0]}],
}


def controlled(function, inputs=("velocity",), outputs=("force",), **more):
    case = copy.deepcopy(CASE)
    case["components"] = [{"name": "controller", "type": "python", "function": function, "inputs": list(inputs), "outputs": list(outputs), **more}]
    case["connections"] = [{"from": f"PTO.{name}", "to": f"controller.{name}"} for name in inputs] + [{"from": "controller.force", "to": "PTO.force"}]
    return case


def interrupted_by_ctrl_c(test, act):
    """`act` takes longer than the seconds that are granted, and ends within these."""
    sent = []
    timer = threading.Timer(0.3, lambda: (sent.append(time.monotonic()), signal.raise_signal(signal.SIGINT)))
    timer.start()
    try:
        test.assertRaises(KeyboardInterrupt, act)
    finally:
        timer.cancel()
    test.assertLess(time.monotonic() - sent[0], 2.0)


class Editing(unittest.TestCase):
    def test_a_case_is_a_dictionary(self):
        case = swell.load(CASE, folder=SPHERE)
        case["ptos"]["PTO"]["damping"] = 2e5
        self.assertEqual(case["ptos.PTO.damping"], 2e5)
        self.assertEqual(case["waves.height"], 2)
        self.assertIn("damping", case["ptos"]["PTO"])
        self.assertIn("simulation", case)
        self.assertIn("ptos.PTO.damping", case)
        self.assertNotIn("ptos.PTO.dampng", case)
        self.assertNotIn(3, case)
        self.assertEqual(list(case), list(case.keys()))
        self.assertEqual(len(case), len(case.tree()))
        self.assertRaises(KeyError, lambda: case[3])
        self.assertEqual(dict(case["ptos"]["PTO"])["name"], "PTO")
        self.assertEqual(case["simulation.ramp"], 5)  # and defaults are there as well
        self.assertEqual(case["bodies.sphere.inertia"], [1690000, 1690000, 2606000])

    def test_a_mistake_is_raised_at_once_and_leaves_the_case_as_it_was(self):
        case = swell.load(CASE, folder=SPHERE)
        for key, value in (("ptos.PTO.dampng", 1), ("waves.period", -1), ("waves.period", "long"), ("simulation", {"duration": -1})):
            before = case.to_yaml()
            with self.assertRaises(swell.InputError):
                case[key] = value
            self.assertEqual(case.to_yaml(), before)
        with self.assertRaisesRegex(KeyError, "did you mean damping"):
            case["ptos"]["PTO"]["dampng"]

    def test_values_that_need_each_other_go_together(self):
        case = swell.load(CASE, folder=SPHERE)
        case.edit({"simulation.duration": 3, "simulation.ramp": 1})
        case["simulation"].update({"duration": 30, "ramp": 2})
        self.assertEqual(case["simulation.ramp"], 2)

    def test_cases_and_results_travel_between_processes(self):
        case = swell.load(CASE, folder=SPHERE)
        case["waves.height"] = 1.5
        other = pickle.loads(pickle.dumps(case))
        self.assertEqual(other.to_yaml(), case.to_yaml())
        results = case.run(["bodies.*.position"])
        again = pickle.loads(pickle.dumps(results))
        self.assertTrue(numpy.array_equal(again["/bodies/sphere/position"], results["/bodies/sphere/position"]))
        self.assertEqual((again.keys(), again.units(again.keys()[0]), again.labels(again.keys()[0]), again.warnings),
                         (results.keys(), results.units(results.keys()[0]), results.labels(results.keys()[0]), results.warnings))
        file = swell.load(SPHERE / "regular.yaml")
        self.assertEqual(pickle.loads(pickle.dumps(file)).to_yaml(), file.to_yaml())


class Stepping(unittest.TestCase):
    def test_steps_give_the_numbers_of_a_run_bit_for_bit(self):
        case = swell.load(CASE, folder=SPHERE)
        results = case.run(["bodies.*.position"])
        sim = case.simulation(outputs=["sphere.position"])
        for row in range(1, results.time.size):
            sim.step(0.05)
            self.assertEqual(sim.time, results.time[row])
            self.assertTrue(numpy.array_equal(sim.read("sphere.position"), results["/bodies/sphere/position"][row]), row)

    def test_a_program_that_damps_is_a_damper(self):
        """Force held over each step lags by half a step: the answer differs from a damper's by about omega h / 2 of the damping force."""
        wanted = swell.load(dict(CASE, ptos=[dict(CASE["ptos"][0], damping=2e5)]), folder=SPHERE).run()
        sim = swell.load(CASE, folder=SPHERE).simulation(inputs=["PTO.force"])
        while sim.time < 20 - 1e-9:
            sim.set_input("PTO.force", -2e5 * sim.read("PTO.velocity"))
            sim.step(0.005)
        heave = wanted["/bodies/sphere/position"][:, 2]
        size = heave.max() - heave.min()
        self.assertLess(abs(sim.read("sphere.position")[2] - heave[-1]), 2 * numpy.pi / 6 * 0.005 * size)

    def test_a_snapshot_goes_back_bit_for_bit_in_this_and_in_another_simulation(self):
        case = swell.load(CASE, folder=SPHERE)
        sim = case.simulation(inputs=["PTO.force"])
        sim.step_to(5)
        sim.set_input("PTO.force", 1e4)
        saved = sim.snapshot()
        sim.step_to(8)
        wanted = sim.read("sphere.position")
        sim.restore(saved)
        self.assertEqual(sim.time, 5)
        sim.step_to(8)
        self.assertTrue(numpy.array_equal(sim.read("sphere.position"), wanted))
        other = case.simulation(inputs=["PTO.force"])
        other.restore(other.loads(sim.dumps(saved)))
        other.step_to(8)
        self.assertTrue(numpy.array_equal(other.read("sphere.position"), wanted))

    def test_a_simulation_of_two_threads_is_refused_and_not_damaged(self):
        sim = swell.load(dict(CASE, simulation={"duration": 1e4, "time_step": 0.01}), folder=SPHERE).simulation(inputs=["PTO.force"])
        thread = threading.Thread(target=sim.step, args=(300.0,))
        thread.start()
        refused = 0
        while thread.is_alive():
            try:
                sim.read("sphere.position")
            except RuntimeError as error:
                refused += "in the middle of a step" in str(error)
        self.assertGreater(refused, 0)
        self.assertAlmostEqual(sim.time, 300.0)

    def test_it_can_be_printed_during_a_step(self):
        printed = []
        sim = None

        def look(t, velocity):
            if sim is not None:
                printed.append(repr(sim))
            return 0.0

        sim = swell.load(controlled(look), folder=SPHERE).simulation()
        sim.step(0.1)
        self.assertEqual(set(printed), {"<swell.Simulation in the middle of a step, of 20 s>"})
        self.assertEqual(repr(sim), "<swell.Simulation at 0.1 of 20 s>")
        self.assertIn("beyond the case's end", swell.Simulation.step.__doc__)
        self.assertIn("sim.time < sim.end", swell.Simulation.step.__doc__)

    def test_wrong_names_and_values_are_told(self):
        sim = swell.load(CASE, folder=SPHERE).simulation(inputs=["PTO.force"])
        self.assertIn("PTO.force", sim.inputs)
        self.assertRaisesRegex(swell.InputError, "PTO.force", sim.set_input, "PTO.forse", 1.0)
        self.assertRaises(swell.InputError, sim.set_input, "PTO.force", [1.0, 2.0])
        self.assertRaises(swell.InputError, sim.set_input, "PTO.force", float("nan"))
        for value in ("abc", {}, ["x"]):
            self.assertRaisesRegex(TypeError, "PTO.force = .* is neither a number", sim.set_input, "PTO.force", value)
        self.assertRaises(swell.InputError, sim.read, "sphere.positoin")
        self.assertRaises(ValueError, sim.step, 0.0)
        self.assertRaises(swell.InputError, swell.load(CASE, folder=SPHERE).simulation, inputs=["PTO.nothing"])


class Controllers(unittest.TestCase):
    def test_a_function_is_a_damper_whichever_way_it_is_named(self):
        wanted = swell.load(dict(CASE, ptos=[dict(CASE["ptos"][0], damping=2e5)]), folder=SPHERE).run()["/bodies/sphere/position"][:, 2]
        calls = []

        def own(t, velocity):
            calls.append(t)
            return -2e5 * velocity

        found = [swell.load(controlled(f), folder=SPHERE).run()["/bodies/sphere/position"][:, 2] for f in ("controllers:damper", own)]
        self.assertTrue(numpy.array_equal(*found))
        self.assertEqual(len(set(calls)), 401)  # at every step of 0.05 s and at the start
        # Held over a step of 0.05 s it lags by half of it.
        self.assertLess(abs(found[0] - wanted).max(), 2 * numpy.pi / 6 * 0.05 * (wanted.max() - wanted.min()))

    def test_it_has_several_inputs_and_outputs(self):
        one, two = (swell.load(controlled(*c), folder=SPHERE).run()["/bodies/sphere/position"]
                    for c in (("controllers:damper",), ("controllers:two", ("velocity", "position"), ("force", "spare"))))
        self.assertTrue(numpy.array_equal(one, two))

    def test_it_is_called_at_its_sample_time(self):
        calls = []
        swell.load(controlled(lambda t, velocity: calls.append(t) or 0.0, sample_time=0.5), folder=SPHERE).run()
        self.assertTrue(numpy.allclose(sorted(set(calls)), numpy.arange(0, 20.25, 0.5)))

    def test_what_it_does_wrong_ends_the_run_with_its_words(self):
        self.assertRaisesRegex((swell.SimulationError, swell.InputError), "no battery", swell.load(controlled("controllers:broken"), folder=SPHERE).run)
        self.assertRaisesRegex((swell.SimulationError, swell.InputError), "nan", swell.load(controlled(lambda t, v: float("nan")), folder=SPHERE).run)
        self.assertRaisesRegex((swell.SimulationError, swell.InputError), "returned no number", swell.load(controlled(lambda t, v: "much"), folder=SPHERE).run)
        self.assertRaisesRegex(swell.InputError, "controllers", swell.load(controlled("controllers:none"), folder=SPHERE).run)
        self.assertRaisesRegex(swell.InputError, "no_such_module", swell.load(controlled("no_such_module:f"), folder=SPHERE).run)

    def test_what_ends_the_program_arrives_as_itself(self):
        for ending in (KeyboardInterrupt, SystemExit):
            def stop(t, velocity):
                if t > 1.0:
                    raise ending(7)
                return 0.0

            case = swell.load(controlled(stop), folder=SPHERE)
            sim = case.simulation()
            self.assertTrue(sim.step(0.5))
            saved = sim.snapshot()
            for run in (case.run, lambda: sim.step(5.0)):
                with self.assertRaises(ending) as raised:
                    run()
                self.assertEqual(raised.exception.args, (7,))
            sim.restore(saved)
            self.assertTrue(sim.step(0.1), "and the simulation goes on from where it is taken back to")
        with self.assertRaises(swell.SimulationError):  # what came before is forgotten
            swell.load(controlled("controllers:broken"), folder=SPHERE).run()

    def test_ctrl_c_arrives_within_one_long_step(self):
        sim, other = (swell.load(CASE, folder=SPHERE).simulation(outputs=["sphere.position"]) for _ in range(2))
        interrupted_by_ctrl_c(self, lambda: sim.step(2e6))
        reached = sim.time
        self.assertTrue(0.0 < reached < 2e6)
        other.step_to(reached)
        for _ in range(3):
            self.assertEqual(list(sim.read("sphere.position")), list(other.read("sphere.position")))
            sim.step(0.05)
            other.step(0.05)

    def test_ctrl_c_stops_long_runs(self):
        case = swell.load(dict(CASE, simulation=dict(CASE["simulation"], duration=5e4)), folder=SPHERE)
        interrupted_by_ctrl_c(self, lambda: case.run(select=["bodies.sphere.position"]))
        with tempfile.TemporaryDirectory() as place:
            interrupted_by_ctrl_c(self, lambda: case.run_to_file(pathlib.Path(place) / "out.h5"))
            self.assertEqual([file.name for file in pathlib.Path(place).iterdir()], ["out.partial.h5"])

    def test_its_errors_name_the_component_the_file_and_the_line(self):
        with self.assertRaises(swell.SimulationError) as raised:
            swell.load(controlled("controllers:misspelt"), folder=SPHERE).run()
        text = str(raised.exception)
        self.assertRegex(text, "component controller .*controllers:misspelt: KeyError: 'lwo' "
                               r"\(.*/controllers.py:17, in gain; called from .*/controllers.py:21, in misspelt\)$")
        with tempfile.TemporaryDirectory() as place:
            (pathlib.Path(place) / "needs.py").write_text("import no_such_package\n")
            (pathlib.Path(place) / "typo.py").write_text("def f(t, v) return 0\n")
            for module, wanted in (("needs", r"ModuleNotFoundError: No module named 'no_such_package' \(.*/needs.py:1, in <module>\)$"),
                                   ("typo", r"SyntaxError: .*\(.*/typo.py:1\)$")):
                case = controlled(f"{module}:f")
                case["bodies"][0]["hydro_data"]["file"] = str(SPHERE.absolute() / "hemisphere.h5")
                with self.assertRaises(swell.InputError) as raised:
                    swell.load(case, folder=place).run()
                self.assertRegex(str(raised.exception), "components.controller.function .*" + wanted)
        with self.assertRaises(swell.InputError) as raised:  # before the run
            swell.load(controlled("controllers:two"), folder=SPHERE).run()
        self.assertRegex(str(raised.exception), r"controllers:two\(time, velocity, position\) cannot be called with the time and 1 input: missing")

    def test_each_case_takes_the_module_beside_it(self):
        with tempfile.TemporaryDirectory() as place:
            ends = []
            for damping in (1e5, 3e5):
                folder = pathlib.Path(place) / f"{damping:g}"
                folder.mkdir()
                (folder / "law_beside_the_case.py").write_text(f"def damper(time, velocity):\n    return -{damping} * velocity\n")
                case = controlled("law_beside_the_case:damper")
                case["bodies"][0]["hydro_data"]["file"] = str(SPHERE.absolute() / "hemisphere.h5")
                wanted = swell.load(controlled(lambda t, v, c=damping: -c * v), folder=SPHERE).run()
                ends.append(swell.load(case, folder=folder).run()["/bodies/sphere/position"][-1, 2])
                self.assertEqual(ends[-1], wanted["/bodies/sphere/position"][-1, 2])
            self.assertNotEqual(*ends)

    def test_cases_with_functions_run_in_processes(self):
        cases = []
        for height in (1.0, 2.0):
            case = swell.load(dict(controlled("controllers:damper"), waves=dict(CASE["waves"], height=height)), folder=SPHERE)
            cases.append(case)
        results = swell.run_all(cases, processes=2, select=["bodies.*.position"])
        for case, result in zip(cases, results):
            self.assertTrue(numpy.array_equal(result["/bodies/sphere/position"], case.run()["/bodies/sphere/position"]))


class Tables(unittest.TestCase):
    def test_results_as_a_data_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas")
        results = swell.load(CASE, folder=SPHERE).run()
        table = results.to_dataframe(["bodies.*.position", "wave.elevation"])
        self.assertEqual(list(table.columns)[:3], ["bodies/sphere/position surge", "bodies/sphere/position sway", "bodies/sphere/position heave"])
        self.assertTrue(numpy.array_equal(table["bodies/sphere/position heave"], results["/bodies/sphere/position"][:, 2]))
        self.assertEqual(table.columns[-1], "wave/elevation")
        with self.assertRaisesRegex(KeyError, "no dataset matches bodies.sphere.postion; did you mean bodies.sphere.position?"):
            results.to_dataframe(["bodies.sphere.postion"])
        mhkit = results.to_mhkit()
        self.assertEqual(set(mhkit), {"bodies", "ptos", "constraints", "wave"})
        # One body: its table itself, as MHKiT has it; the PTO slides along its z.
        self.assertTrue(numpy.array_equal(mhkit["bodies"]["position_dof3"], results["/bodies/sphere/position"][:, 2]))
        self.assertTrue(numpy.array_equal(mhkit["ptos"]["position_dof3"], results["/ptos/PTO/position"].ravel()))
        self.assertFalse(mhkit["ptos"]["position_dof1"].any())
        self.assertEqual(mhkit["ptos"].attrs["name"], "PTO")
        two = swell.load(SPHERE.parent / "absorber/regular.yaml")
        two.edit({"simulation.duration": 5, "simulation.ramp": 1})
        results = two.run()
        mhkit = results.to_mhkit()
        self.assertEqual(list(mhkit["bodies"]), ["body1", "body2"])
        self.assertTrue(numpy.array_equal(mhkit["constraints"]["position_dof5"], results["/joints/slide/position"][:, 2]))

    def test_results_as_a_dataset_of_xarray(self):
        try:
            import xarray  # noqa: F401
        except ImportError:
            self.skipTest("no xarray")
        results = swell.load(CASE, folder=SPHERE).run()
        data = results.to_xarray()
        self.assertTrue(numpy.array_equal(data["bodies/sphere/position"].sel(motion="heave"), results["/bodies/sphere/position"][:, 2]))
        self.assertEqual(data["bodies/sphere/position"].attrs["units"], results.units("bodies/sphere/position"))
        self.assertEqual(data["ptos/PTO/velocity"].dims, ("time",))

    def test_a_sweep_has_axes_with_the_names_of_their_keys(self):
        batch = swell.sweep(CASE, {"waves.period": [8, 6], "ptos.PTO.damping": [1e5, 2e5, 3e5]}, folder=SPHERE)
        try:
            data = batch.to_xarray()
        except ImportError:
            self.skipTest("no xarray")
        self.assertEqual(data.power.dims, ("waves.period", "ptos.PTO.damping"))
        self.assertEqual([data["waves.period"].attrs["units"], data.power.attrs["units"]], ["s", "W"])
        for case, power, least in zip(batch.cases, batch.power, batch.statistic("bodies.sphere.position.heave.min")):
            one = data.sel({key: float(value) for key, value in case["values"].items()})
            self.assertEqual(float(one.power), power)
            self.assertEqual(float(one["bodies.sphere.position.heave.min"]), least)
        self.assertEqual(data["bodies.sphere.position.pitch.std"].attrs["units"], "rad")
        # Rows of a table are no grid, and words are no numbers.
        study = {"base": CASE, "axes": [{"table": {"headers": ["waves.period", "waves.height"], "cases": [[6, 1], [8, 2]]}}]}
        with tempfile.TemporaryDirectory() as place:
            self.assertEqual(swell.Study(study, folder=SPHERE).run(pathlib.Path(place) / "study.h5").to_xarray().power.dims, ("condition",))

    def test_mean_powers_are_those_of_the_command(self):
        program = os.environ.get("SWELL_COMMAND")
        if program is None:
            self.skipTest("SWELL_COMMAND names no command")
        case = swell.Case(SPHERE / "irregular.yaml")
        with tempfile.TemporaryDirectory() as place:
            file = pathlib.Path(place) / "out.h5"
            done = subprocess.run([program, "run", SPHERE / "irregular.yaml", "-o", file, "--json"], capture_output=True, check=True)
            printed = json.loads(done.stdout)["ptos"]["PTO"]
            results = pickle.loads(pickle.dumps(case.run()))
            self.assertEqual(results.mean_power["PTO"], printed["mean_power"])
            self.assertEqual(results.mean_power_half_width["PTO"], printed["mean_power_half_width"])
            self.assertGreater(results.mean_power_half_width["PTO"], 0)
            # A file has the same numbers as the run.
            stored = swell.Results(file)
            self.assertTrue(numpy.array_equal(stored["/bodies/sphere/position"], results["/bodies/sphere/position"]))
            self.assertEqual(stored.units("ptos/PTO/power"), "W")

    def test_results_in_the_structure_of_wec_sim(self):
        try:
            import scipy.io
        except ImportError:
            self.skipTest("no scipy")
        case = swell.load(SPHERE.parent / "absorber/regular.yaml")
        case.edit({"simulation.duration": 20, "simulation.ramp": 1})
        with tempfile.TemporaryDirectory() as place:
            file = pathlib.Path(place) / "out.mat"
            results = case.run()
            results.to_wec_sim(file)
            output = scipy.io.loadmat(file, squeeze_me=True, struct_as_record=False)["output"]
            self.assertEqual(output.wave.type, "regular")
            for body in output.bodies:  # WEC-Sim's sum (theory 3.14), in its signs
                self.assertTrue(numpy.allclose(body.forceTotal, body.forceExcitation - body.forceRadiationDamping - body.forceAddedMass - body.forceRestoring
                                               - body.forceMorisonAndViscous - body.forceLinearDamping, rtol=0, atol=1e-12 * abs(body.forceExcitation).max() + 1e-6))
            # The power of the take-off is its force times its velocity, negative where it absorbs.
            self.assertTrue(numpy.allclose(output.ptos.powerInternalMechanics[:, 2], output.ptos.forceInternalMechanics[:, 2] * output.ptos.velocity[:, 2],
                                           rtol=1e-9, atol=1e-6))
            self.assertLess(output.ptos.powerInternalMechanics.min(), 0)
            program = os.environ.get("SWELL_COMMAND")
            if program is not None:  # which reads WEC-Sim's files
                case.run_to_file(pathlib.Path(place) / "out.h5")
                done = subprocess.run([program, "compare", file, pathlib.Path(place) / "out.h5"], capture_output=True, text=True)
                self.assertIn(" series differ, 0 beyond the tolerance: the same", done.stdout)
            if shutil.which("octave-cli"):
                done = subprocess.run(["octave-cli", "--quiet", "--eval", f"load {file}; disp(size(output.bodies(2).position)); disp(output.bodies(2).name)"],
                                      capture_output=True, text=True)
                self.assertEqual(done.stdout.split(), [str(len(results.time)), "6", output.bodies[1].name])


def cost():
    """[us] per call, the median of five: a step of 10 ms with an input and a read, and a controller of Python."""
    case = swell.load(dict(CASE, simulation={"duration": 1e4, "time_step": 0.01}), folder=SPHERE)

    def stepped(script):
        sim = case.simulation(inputs=["PTO.force"], outputs=["PTO.velocity"])
        sim.step(0.01)
        begin = time.perf_counter()
        for _ in range(20000):
            script(sim)
        return 1e6 * (time.perf_counter() - begin) / 20000

    def whole(sim):
        sim.set_input("PTO.force", -2e5 * sim.read("PTO.velocity"))
        sim.step(0.01)

    def run(tree):
        one = swell.load(tree, folder=SPHERE)
        begin = time.perf_counter()
        results = one.run(["wave.elevation"])
        return 1e6 * (time.perf_counter() - begin) / results.steps

    long = {"simulation": {"duration": 400, "time_step": 0.01}}
    median = lambda f: sorted(f() for _ in range(5))[2]  # noqa: E731
    print(f"step alone                  {median(lambda: stepped(lambda s: s.step(0.01))):8.2f} us")
    print(f"read, set_input and step    {median(lambda: stepped(whole)):8.2f} us")
    print(f"a run's step                {median(lambda: run(dict(CASE, **long))):8.2f} us")
    print(f"the same with a controller  {median(lambda: run(dict(controlled('controllers:damper'), **long))):8.2f} us")


if __name__ == "__main__":
    if "--cost" in sys.argv:
        cost()
    else:
        unittest.main(argv=sys.argv[:1])
