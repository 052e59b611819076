"""The Python package, function by function."""

import ast
import copy
import gc
import inspect
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest

import numpy

import swell

SPHERE = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "inputs/sphere").absolute()
CASE = {
    "simulation": {"duration": 60, "time_step": 0.1, "ramp": 20},
    "waves": {"type": "regular", "height": 2.0, "period": 6},
    "bodies": [{"name": "sphere", "hydro_data": {"file": "hemisphere.h5", "body": 1}, "mass": "equilibrium",
                "inertia": numpy.array([1.69e6, 1.69e6, 2.606e6])}],
    "ptos": [{"name": "PTO", "type": "translational", "base": "world", "follower": "sphere", "location": [0, 0, 0],
              "damping": 322292}],
}


class FrequencyDomainTest(unittest.TestCase):
    def test_the_response_is_that_of_the_time_domain(self):
        case = swell.Case({**CASE, "simulation": {"duration": 200, "time_step": 0.05, "ramp": 40}}, folder=SPHERE)
        linear = case.linear(from_=2 * numpy.pi / 6, to=2 * numpy.pi / 6, count=1)
        heave = case.run(["bodies.sphere.position"])["/bodies/sphere/position"][-1200:, 2]
        self.assertAlmostEqual(abs(linear.operators["/bodies/sphere/position heave"][0]), numpy.ptp(heave) / 2, delta=2e-3)
        # P = B |velocity|^2 / 2 of the damper.
        speed = linear.omega[0] * abs(linear.operators["/ptos/PTO/position"][0])
        self.assertAlmostEqual(linear.power["PTO"][0], 322292 * speed**2 / 2, delta=1.0)
        self.assertAlmostEqual(linear.mean_power["PTO"], linear.power["PTO"][0], delta=1.0)
        self.assertIsNone(linear.unstable)
        self.assertRaises(swell.InputError, case.linear, 3, 1)
        whole = swell.linear(case)
        self.assertEqual(whole.omega.shape, (40,))
        self.assertEqual(len(whole.modes), 1)

    def test_commands_answer_as_functions(self):
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            case = swell.Case(CASE, folder=SPHERE)
            case.run_to_file(place / "a.h5")
            case["ptos.PTO.damping"] = 2e5
            case.run_to_file(place / "b.h5")
            self.assertTrue(swell.compare(place / "a.h5", place / "b.h5"))
            swell.report(place / "a.h5", place / "a.html")
            self.assertIn("PTO", (place / "a.html").read_text())
            (place / "ball.yaml").write_text("frequencies: [1]\nresolution: {order: 3}\nbodies:\n"
                                             "  - {name: ball, geometry: {shape: sphere, radius: 2}, center_of_gravity: [0, 0, -1]}\n")
            self.assertEqual(swell.bem(place / "ball.yaml", place / "ball.h5")["bodies"], 1)
            with self.assertRaises(swell.InputError) as raised:
                swell.import_wec_sim(place, place / "case.yaml")
            self.assertIn("wecSimInputFile.m", str(raised.exception))


class CaseTest(unittest.TestCase):
    def test_a_dict_and_a_file_of_the_same_case_give_the_same_numbers(self):
        from_dict = swell.Case(CASE, folder=SPHERE).run()
        case = swell.Case(SPHERE / "regular.yaml")
        for key, value in {"simulation.duration": 60, "simulation.time_step": 0.1, "simulation.ramp": 20}.items():
            case[key] = value
        from_file = case.run()
        self.assertEqual(from_dict.keys(), from_file.keys())
        for path in from_dict.keys():
            self.assertTrue(numpy.array_equal(from_dict[path], from_file[path]), path)

    def test_results_are_arrays_of_the_shapes_of_the_results_file(self):
        case = swell.Case(CASE, folder=SPHERE)
        fractions = []
        results = case.run(["bodies.*.position", "ptos.*.power"], lambda f: fractions.append(f) or True)
        self.assertEqual(results.keys(), ["/bodies/sphere/position", "/ptos/PTO/power"])
        self.assertEqual(results.time.shape, (601,))
        self.assertEqual(results["bodies/sphere/position"].shape, (601, 6))
        self.assertEqual(results["/bodies/sphere/position"].dtype, numpy.float64)
        self.assertEqual(results.units("/bodies/sphere/position"), "m m m rad rad rad")
        self.assertNotIn("/nothing", results)
        self.assertRaises(KeyError, lambda: results["/nothing"])
        for path in ("bodies.sphere.position", "/bodies/spere/position"):
            self.assertRaisesRegex(KeyError, "did you mean /bodies/sphere/position", lambda: results[path])
        self.assertGreater(len(fractions), 50)
        with tempfile.TemporaryDirectory() as folder:
            case.run_to_file(pathlib.Path(folder) / "out.h5")
            stored = swell.read_results(pathlib.Path(folder) / "out.h5")
        self.assertTrue(numpy.array_equal(stored["/bodies/sphere/position"], results["/bodies/sphere/position"]))
        self.assertTrue(numpy.array_equal(stored["/time"], results.time))

    def test_a_run_stops_when_the_progress_says_so(self):
        results = swell.Case(CASE, folder=SPHERE).run(progress=lambda fraction: fraction < 0.5)
        self.assertTrue(results.stopped)
        self.assertLess(results.time[-1], 31)

    def test_wrong_input_is_an_exception_with_every_mistake(self):
        case = swell.Case(CASE, folder=SPHERE)
        case.set("waves.heigth", 3)  # set() gathers, to be judged together; case[key] = value is judged at once
        case.set("waves.period", -1)
        with self.assertRaises(swell.InputError) as caught:
            case.check()
        self.assertEqual(len(caught.exception.diagnostics), 2)
        self.assertIn("did you mean height?", str(caught.exception))
        self.assertRaises(swell.Error, swell.Case, "no-such-case.yaml")
        self.assertRaises(TypeError, swell.Case, {"waves": object()})

    def test_no_check_loads_a_library_unasked(self):
        case = swell.Case({"simulation": {"duration": 1, "time_step": 0.1},
                           "components": [{"name": "own", "type": "x", "library": "no-such-library"}]})
        for look in (case.check, case.notes):
            self.assertRaisesRegex(swell.InputError, "was not loaded: it is a program", look)
            with self.assertRaises(swell.InputError) as caught:
                look(allow_libraries=True)
            self.assertNotIn("it is a program", str(caught.exception))

    def test_a_case_writes_itself(self):
        self.assertIn("period: 6", swell.Case(CASE, folder=SPHERE).to_yaml())


class OddInputTest(unittest.TestCase):
    def test_what_is_no_case_is_a_type_error_that_says_what_is_wanted(self):
        for odd in (5, None, [1, 2], b"case.yaml"):
            with self.assertRaisesRegex(TypeError, "a case is a dict or the path of a file, not of type"):
                swell.Case(odd)
        with self.assertRaisesRegex(TypeError, "a study is a dict or the path of a file, not of type int"):
            swell.Study(5)
        for odd in (object(), {1, 2}, b"12", 1 + 2j, numpy.array([1j])):
            with self.assertRaisesRegex(TypeError, "waves.height.* is neither a number, a word, a list nor a dict"):
                swell.Case(CASE, folder=SPHERE).set("waves.height", odd)

    def test_an_empty_path_and_a_number_without_end_are_named(self):
        for odd in (swell.Case, swell.Study):
            self.assertRaisesRegex(swell.InputError, "the path of a .* is empty", odd, "")
        with self.assertRaisesRegex(ValueError, "waves.height is a number too large to hold"):
            swell.Case(CASE, folder=SPHERE).set("waves.height", 10**400)

    def test_a_dict_that_contains_itself_ends_in_an_error(self):
        knot = {}
        knot["waves"] = [knot]
        self.assertRaisesRegex(ValueError, "does it contain itself", swell.Case, knot)

    def test_numpy_values_count_as_what_they_are(self):
        case = swell.Case(CASE, folder=SPHERE)
        for key, value, text in (("waves.height", numpy.float32(2.5), "2.5"), ("waves.height", numpy.int64(2), "2"),
                                 ("waves.height", numpy.array(2.0), "2"), ("hydrodynamics.body_to_body", numpy.bool_(False), "false"),
                                 ("bodies.sphere.inertia", numpy.array([1, 2, 2], dtype=numpy.int32), "[1, 2, 2]")):
            case[key] = value
            case.check()
            self.assertEqual(case.overrides[-1], f"{key}={text}")
        case.set("bodies.sphere.inertia", numpy.ones((3, 3)))
        self.assertRaisesRegex(swell.InputError, r"bodies.sphere.inertia.1 = \[1, 1, 1\] must be a number", case.check)

    def test_names_that_pick_nothing_are_told(self):
        case = swell.Case(CASE, folder=SPHERE)
        self.assertRaisesRegex(swell.InputError, "select = wave.elevatoin picks no dataset of the case; did you mean wave.elevation",
                               case.run, select=["wave.elevatoin"])
        batch = swell.sweep(CASE, {"waves.period": [6]}, folder=SPHERE)
        self.assertRaisesRegex(KeyError, "no case has this statistic", batch.statistic, "bodies.nobody.position.heave.std")
        self.assertRaisesRegex(swell.InputError, "threads = -2 must be 0", swell.sweep, CASE, {"waves.period": [6]},
                               threads=-2, folder=SPHERE)

    def test_progress_may_answer_nothing_stop_or_raise(self):
        case = swell.Case(CASE, folder=SPHERE)
        self.assertFalse(case.run(progress=lambda fraction: None).stopped)
        self.assertTrue(case.run(progress=lambda fraction: False).stopped)
        self.assertRaises(ZeroDivisionError, case.run, progress=lambda fraction: 1 / 0)
        self.assertRaises(TypeError, case.run, progress=3)
        study = swell.Study({"base": CASE, "axes": [{"key": "waves.period", "values": [6, 8]}]}, folder=SPHERE)
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "out.h5"
            self.assertRaises(ZeroDivisionError, study.run, output, threads=2, progress=lambda done, known: 1 / 0)
            self.assertRaises(TypeError, study.run, output, progress=3)
            self.assertEqual(study.run(output).done, 2)  # and goes on

    def test_results_live_on_and_runs_are_the_same_in_any_thread(self):
        case = swell.Case(CASE, folder=SPHERE)
        results = [None] * 4

        def run(i):
            results[i] = case.run()["/bodies/sphere/position"]

        threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        del case
        gc.collect()
        for one in results:
            self.assertTrue(numpy.array_equal(one, results[0]))


# Four fifths of this file's time. The installed module is the one built, and bindings.python_module runs them on that.
built_alone = unittest.skipIf("SWELL_INSTALLED" in os.environ, "tested where the module is built")


@built_alone
class ThreadsTest(unittest.TestCase):
    """Each script runs in a fresh interpreter, where nothing has been used yet: the first use is where locks meet."""

    def script(self, text, times=5):
        env = dict(os.environ, PYTHONPATH=str(pathlib.Path(swell.__file__).parents[1]))
        head = "import faulthandler, threading; faulthandler.dump_traceback_later(40, exit=True)\n"
        head += f"SPHERE, CASE = {str(SPHERE)!r}, {dict(CASE, bodies=[dict(CASE['bodies'][0], inertia=[1.69e6, 1.69e6, 2.606e6])])!r}\n"
        for _ in range(times):
            done = subprocess.run([sys.executable, "-c", head + textwrap.dedent(text)], env=env, capture_output=True, text=True,
                                  timeout=120, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)

    def test_several_cases_may_be_first_run_in_several_threads(self):
        for count in (2, 8):
            self.script(f"""
                import swell
                found = [None] * {count}
                gate = threading.Barrier({count})
                def work(i):
                    gate.wait()
                    case = swell.Case(CASE, folder=SPHERE)
                    case["waves.period"] = 5 + i % 4
                    found[i] = case.run()["/bodies/sphere/position"]
                threads = [threading.Thread(target=work, args=(i,)) for i in range({count})]
                [t.start() for t in threads]; [t.join() for t in threads]
                assert all((found[i] == found[i % 4]).all() for i in range({count}))
                print("done")
                """)

    def test_the_module_may_be_imported_in_threads(self):
        self.script("""
            gate = threading.Barrier(4)
            names = ["swell", "numpy", "swell", "swell._swell"]
            def work(i):
                gate.wait()
                __import__(names[i])
                import swell
                assert swell.Case(CASE, folder=SPHERE).run(["wave.elevation"]).time.size == 601
            threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
            [t.start() for t in threads]; [t.join() for t in threads]
            print("done")
            """)

    def test_everything_may_go_on_at_once(self):
        # Runs with progress take the interpreter's lock again and again; files take that of HDF5. No order of the two
        # may block.
        self.script("""
            import pathlib, tempfile
            import swell
            folder = pathlib.Path(tempfile.mkdtemp())
            stored = folder / "stored.h5"
            swell.Case(CASE, folder=SPHERE).run_to_file(stored)
            def run(i): swell.Case(CASE, folder=SPHERE).run(progress=lambda fraction: True)
            def write(i): swell.Case(CASE, folder=SPHERE).run_to_file(folder / f"{i}.h5")
            def read(i): [swell.read_results(stored) for _ in range(20)]
            def check(i): swell.Case(CASE, folder=SPHERE).check()
            def study(i): swell.sweep(CASE, {"waves.period": [6, 7]}, threads=2, folder=SPHERE)
            failed = []
            def work(what, i):
                try: what(i)
                except BaseException as error: failed.append(error)
            threads = [threading.Thread(target=work, args=(what, 10 * i + j)) for i in range(3)
                       for j, what in enumerate((run, write, read, check, study))]
            [t.start() for t in threads]; [t.join() for t in threads]
            assert not failed, failed
            print("done")
            """, times=2)


def plain(value):
    """A value as a YAML reader gives it, numpy arrays as lists."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return [plain(item) for item in value]
    return value


class DictTest(unittest.TestCase):
    """Any dict case is the case of the file that says the same."""

    def random_case(self, random_):
        case = copy.deepcopy(CASE)
        number = lambda low, high: random_.choice([float, numpy.float32, numpy.float64, str, lambda x: f"{x:.3e}"])(
            round(random_.uniform(low, high), 3))
        case["simulation"] = {"duration": 5, "time_step": number(0.05, 0.2), "ramp": number(0, 4)}
        case["waves"] = random_.choice([
            {"type": "regular", "height": number(0.1, 2), "period": number(5, 9), "phase": number(-90, 90)},
            {"type": "irregular", "significant_height": number(0.1, 2), "peak_period": number(6, 9), "seed": random_.randint(1, 9),
             "bins": {"count": numpy.int64(random_.randint(5, 20))}},
            {"type": "irregular", "spectrum": "jonswap", "gamma": random_.choice(["auto", number(1, 5)]), "peak_period": 8,
             "significant_height": number(0.1, 2), "direction": "0", "phases": [0, "90"]},
            {"type": "irregular", "spectrum": "bretschneider", "significant_height": 1, "peak_period": 7,
             "bins": {"count": 7, "range": [number(0.4, 0.5), number(2, 3)]}},
            [{"type": "regular", "amplitude": number(0.1, 1), "frequency": number(0.7, 1.2)},
             {"type": "regular", "height": 1, "period": 8, "direction": numpy.float64(0)}],
            {"type": "none"}])
        body = case["bodies"][0]
        body["mass"] = random_.choice(["equilibrium", number(1e5, 3e5)])
        body["linear_damping"] = random_.choice([numpy.full(6, number(0, 1e4), dtype=object),
                                                 tuple(number(0, 1e4) for _ in range(6))])
        body["initial"] = {"displacement": numpy.array([0, 0, random_.uniform(-1, 1)])}
        body["quadratic_drag"] = random_.choice([{"drag": [0, 0, number(0, 1e4), 0, 0, 0]},
                                                 {"cd": [1] * 6, "area": [number(0, 9)] * 6}])
        body["morison_members"] = [{"start": [0, 0, -3], "end": [number(0, 2), 0, 4], "start_diameter": number(0.1, 1), "end_diameter": 1,
                                    "cd_normal": 1, "ca_normal": number(0, 1), "elements": random_.randint(1, 9)}]
        pto = case["ptos"][0]
        pto.update(random_.choice([{"damping": number(1e4, 1e6)}, {"stiffness": number(1, 1e5), "pretension": number(0, 10)},
                                   {"stiffness": 1e4, "equilibrium_position": number(-1, 1)},
                                   {"limits": {"upper": number(1, 2), "stiffness": "1e5"}}]))
        if random_.random() < 0.5:
            case["components"] = [{"name": "c", "type": "expression", "expression": f"-{number(1e3, 1e4)} * v", "inputs": ["v"]}]
            case["connections"] = [{"from": "PTO.velocity", "to": "c.v"}, {"from": "c.output", "to": "PTO.force"}]
        return case

    @built_alone
    def test_random_cases_go_through_yaml_and_back(self):
        random_ = random.Random(14)
        for _ in range(40):
            case = self.random_case(random_)
            from_dict = swell.Case(case, folder=SPHERE)
            text = from_dict.to_yaml()
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "case.yaml"
                file.write_text(text)
                from_file = swell.Case(file)
                self.assertEqual(from_file.to_yaml(), text, case)
                # Alike but for the place, which is a line of the file or a key of the dict.
                in_file, in_dict = from_file.check(), from_dict.check()
                self.assertEqual(len(in_file), len(in_dict))
                for text, other_text in zip(in_file, in_dict):
                    self.assertEqual(text.split(": ", 1)[-1], other_text.split(": ", 1)[-1])
                one, other = from_dict.run(), from_file.run()
            for path in one.keys():
                self.assertTrue(numpy.array_equal(one[path], other[path]), path)

    def test_numbers_that_pyyaml_leaves_as_words_are_numbers(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no PyYAML")
        text = (SPHERE / "regular.yaml").read_text().replace("322292", "1.2e6")
        tree = yaml.safe_load(text)
        self.assertEqual(tree["ptos"][0]["damping"], "1.2e6")  # YAML 1.1 wants a sign in the exponent
        case = swell.Case(tree, folder=SPHERE)
        self.assertIn("damping: 1200000", case.to_yaml())
        case["waves.height"] = "1.5e0"
        self.assertEqual(case.check(), swell.Case(SPHERE / "regular.yaml").check())
        case.set("waves.height", "1.5 m")
        self.assertRaisesRegex(swell.InputError, "waves.height = 1.5 m must be a number", case.check)
        tree["ptos"][0]["name"] = "12"  # a name may look like a number
        tree["simulation"]["duration"] = 5
        self.assertIn("/ptos/12/power", swell.Case(tree, folder=SPHERE).run())

    def test_errors_of_a_case_in_memory_name_keys_and_no_file(self):
        for wrong in ({}, dict(CASE, bodies=[]), dict(CASE, waves={"type": "regular", "height": -1, "period": 6}),
                      dict(CASE, bodies=[dict(CASE["bodies"][0], hydro_data={"file": "none.h5", "body": 1})])):
            with self.assertRaises(swell.InputError) as caught:
                swell.Case(wrong, folder=SPHERE).check()
            self.assertNotIn("case.yaml", str(caught.exception))
            for diagnostic in caught.exception.diagnostics:
                self.assertTrue(diagnostic["file"] == "" or pathlib.Path(diagnostic["file"]).exists(), diagnostic)
        with self.assertRaises(swell.InputError) as caught:
            swell.Study({"base": CASE, "axis": [{"key": "waves.period", "values": [6]}]}, folder=SPHERE)
        self.assertNotIn("study.yaml", str(caught.exception))


class ResultsTest(unittest.TestCase):
    def test_a_run_in_memory_has_the_time_where_the_file_has_it(self):
        case = swell.Case(SPHERE / "regular.yaml")
        case["simulation.duration"] = 2
        case["simulation.ramp"] = 1
        results = case.run()
        for path in ("/time", "time"):
            self.assertIn(path, results)
            self.assertTrue(numpy.array_equal(results[path], results.time))
            self.assertEqual(results.units(path), "s")
        self.assertRaises(KeyError, lambda: results["/times"])

    def test_signatures_name_classes_of_python(self):
        for method in (swell.Case.run, swell.Case.check, swell.Case.run_to_file):
            self.assertNotIn("::", method.__doc__)


class CheckTest(unittest.TestCase):
    """Case.check() and `swell check` have one list."""

    def test_warnings_do_not_call_themselves_warnings(self):
        case = swell.Case(SPHERE / "regular.yaml")
        case["waves.height"] = 9  # too steep
        self.assertTrue(case.check())
        for text in case.check():
            self.assertNotIn("warning: ", text)

    def command(self, file, *options):
        command = os.environ.get("SWELL_COMMAND")
        if command is None:
            self.skipTest("SWELL_COMMAND names no command")
        return subprocess.run([command, "check", "--json", str(file), *options], capture_output=True, text=True, check=False)

    def compare(self, file, overrides=()):
        import json
        answer = self.command(file, *(part for one in overrides for part in ("--set", one)))
        found = json.loads(answer.stdout)
        case = swell.Case(file)
        for one in overrides:
            case.set(*one.split("=", 1))
        if answer.returncode == 0:
            self.assertEqual(found["warnings"], case.check())
            self.assertEqual(found["notes"], case.notes())
            return found
        with self.assertRaises(swell.InputError) as caught:
            case.check()
        self.assertEqual(sorted((m["message"], m["file"], m["line"]) for m in found["diagnostics"]),
                         sorted((d["message"], d["file"], d["line"]) for d in caught.exception.diagnostics))
        return found

    def test_mistakes_of_the_keys_the_data_and_the_outputs_stand_in_one_list(self):
        with tempfile.TemporaryDirectory() as folder:
            text = (SPHERE / "regular.yaml").read_text().replace("hemisphere.h5", str(SPHERE / "hemisphere.h5"))
            file = pathlib.Path(folder) / "wrong.yaml"
            file.write_text(text.replace("height: 2", "height: -2").replace("body: 1", "body: 7")
                            .replace("regular.results.h5", "out.csv"))
            self.assertGreaterEqual(len(self.compare(file)["diagnostics"]), 3)
            file.write_text(text)
            self.compare(file)
            self.compare(file, ["ptos.PTO.dampng=3"])
            self.assertTrue(self.compare(file, ["waves.height=9"])["warnings"])  # too steep
            self.compare(file, ["simulation.added_mass=split"])


class DocumentationTest(unittest.TestCase):
    """help() says what everything is, and the stubs say the same."""

    def test_every_class_and_function_has_a_docstring(self):
        for name in swell.__all__:
            thing = getattr(swell, name)
            if not callable(thing):
                continue
            self.assertTrue(self.text_of(thing), name)
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if member.startswith("_") and member not in ("__init__", "__getitem__", "__setitem__", "__contains__"):
                    continue
                if callable(value) or isinstance(value, property):
                    self.assertTrue(self.text_of(value), f"{name}.{member}")

    @staticmethod
    def text_of(thing):
        """The docstring without the signature that pybind11 puts before it."""
        lines = (thing.__doc__ or "").splitlines()
        return "".join(line.strip() for line in lines if "->" not in line and "Overloaded" not in line)

    def test_the_stubs_name_what_the_module_has(self):
        tree = ast.parse((pathlib.Path(swell.__file__).parent / "__init__.pyi").read_text())
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        for name in swell.__all__:
            if name == "__version__":
                continue
            self.assertIn(name, stubs)
            if not inspect.isclass(getattr(swell, name)) or issubclass(getattr(swell, name), Exception):
                continue
            hidden = {"__init__", "__getitem__", "__setitem__", "__contains__", "__repr__", "__iter__", "__len__", "__eq__"}
            real = {m for m in vars(getattr(swell, name)) if not m.startswith("_") or m in hidden}
            stub = {m.name for m in stubs[name].body if isinstance(m, ast.FunctionDef)}
            self.assertEqual(real - {"__init__"}, stub - {"__init__"}, name)

    def test_every_object_says_what_it_is(self):
        case = swell.Case(CASE, folder=SPHERE)
        case["waves.height"] = 1
        self.assertRegex(repr(case), r"<swell.Case in memory, folder .*sphere, waves.height=1>")
        self.assertRegex(repr(swell.Case(SPHERE / "regular.yaml")), r"<swell.Case .*regular.yaml>")
        self.assertRegex(repr(case.run(["wave.elevation"])), r"<swell.Results: 1 dataset, 601 rows from 0 to 60 s>")
        study = swell.Study({"base": dict(CASE, waves={"type": "irregular", "significant_height": 1, "peak_period": 8,
                                                       "bins": {"count": 5}}),
                             "axes": [{"scatter": {"heights": [1], "periods": [6, 8], "probability": [[1, 1]]}}], "seeds": 1}, folder=SPHERE)
        self.assertRegex(repr(study), r"<swell.Study: 2 conditions>")
        with tempfile.TemporaryDirectory() as folder:
            batch = study.run(pathlib.Path(folder) / "out.h5")
        self.assertRegex(repr(batch), r"<swell.BatchResults: 2 of 2 cases done, .*out.h5>")
        self.assertRegex(repr(study.power_of(batch)[0]), r"<swell.DevicePower: 1 height x 2 periods, mean power .* W>")


class StudyTest(unittest.TestCase):
    def test_a_sweep_runs_every_combination_and_records_the_bad_ones(self):
        batch = swell.sweep(CASE, {"waves.period": [6, -1, 8], "ptos.PTO.damping": [1e5, 3e5]}, folder=SPHERE)
        self.assertEqual((batch.count, batch.done, batch.wrong), (6, 4, 2))
        self.assertEqual(batch.power.shape, (6,))
        self.assertEqual(list(numpy.isnan(batch.power)), [False, False, True, True, False, False])
        self.assertTrue(numpy.array_equal(batch.statistic("power"), batch.power, equal_nan=True))
        self.assertEqual(batch.cases[2]["values"], {"waves.period": "-1", "ptos.PTO.damping": "100000"})
        self.assertIn("must be above 0", batch.cases[2]["message"])
        alone = swell.Case(CASE, folder=SPHERE)
        alone["ptos.PTO.damping"] = 1e5
        results = alone.run()
        power = results["/ptos/PTO/power"][results.time > 30 + 1e-6]  # whole periods of the second half
        self.assertAlmostEqual(batch.statistic("ptos.PTO.power.max")[0], power.max(), delta=1e-9 * power.max())

    def test_ctrl_c_stops_a_batch_that_goes_on_later(self):
        study = swell.Study({"base": CASE, "axes": [{"key": "waves.period", "values": list(numpy.linspace(5, 9, 30))}],
                             "set": {"simulation.duration": 400}}, folder=SPHERE)
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "out.h5"
            timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
            timer.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    for _ in range(1000):  # however fast the machine is
                        study.run(output, threads=1, fresh=True)
            finally:
                timer.cancel()
            self.assertEqual(study.run(output).done, 30)

    def test_a_study_has_conditions_a_matrix_and_a_year(self):
        case = dict(CASE, waves={"type": "irregular", "significant_height": 1, "peak_period": 8, "bins": {"count": 30}})
        study = swell.Study({"base": case, "axes": [{"scatter": {"heights": [1, 2], "periods": [6, 8],
                                                                 "probability": [[1, 1], [0, 2]]}}], "seeds": 3}, folder=SPHERE)
        self.assertEqual(study.conditions()[0], {"waves.significant_height": "1", "waves.peak_period": "6"})
        seen = []
        with tempfile.TemporaryDirectory() as folder:
            batch = study.run(pathlib.Path(folder) / "out.h5", threads=2, progress=lambda done, known: seen.append((done, known)))
            again = study.run(pathlib.Path(folder) / "out.h5")
            self.assertTrue(pathlib.Path(batch.file).exists())
        self.assertEqual(again.reused, 9)
        self.assertEqual(seen[-1], (9, 9))
        (device,) = study.power_of(batch)
        self.assertEqual(device.power.shape, (2, 2))
        self.assertTrue(numpy.isnan(device.power[1, 0]))
        expected = numpy.nansum(device.power * device.probability)
        self.assertAlmostEqual(device.mean_power, expected, delta=1e-9 * expected)
        self.assertGreater(device.annual_energy_half_width, 0)


if __name__ == "__main__":
    unittest.main()
