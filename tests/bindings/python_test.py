"""The Python package, function by function."""

import gc
import pathlib
import signal
import sys
import tempfile
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
        case["waves.heigth"] = 3
        case["waves.period"] = -1
        with self.assertRaises(swell.InputError) as caught:
            case.check()
        self.assertEqual(len(caught.exception.diagnostics), 2)
        self.assertIn("did you mean height?", str(caught.exception))
        self.assertRaises(swell.Error, swell.Case, "no-such-case.yaml")
        self.assertRaises(TypeError, swell.Case, {"waves": object()})

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
        case["bodies.sphere.inertia"] = numpy.ones((3, 3))
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
