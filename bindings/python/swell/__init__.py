"""Swell: wave-energy converters in the time domain.

    import swell

    case = swell.load("inputs/sphere/regular.yaml")
    case["ptos"]["PTO"]["damping"] = 2e5                      # or case["ptos.PTO.damping"]; a mistake is raised at once
    results = case.run(progress=True)
    heave = results["/bodies/sphere/position"][:, 2]          # numpy, one row per time of results.time
    results.mean_power["PTO"]                                 # [W], as swell run prints it; its interval: mean_power_half_width
    table = results.to_dataframe()                            # pandas; to_xarray(), to_mhkit(), to_wec_sim("out.mat") likewise

    sim = case.simulation(inputs=["PTO.force"])               # stepped by the program
    while sim.time < sim.end:
        sim.set_input("PTO.force", -2e5 * sim.read("PTO.velocity"))
        sim.step(0.01)

    study = swell.Study({"base": "regular.yaml", "axes": [{"key": "waves.period", "values": [6, 8, 10]}]}, folder="inputs/sphere")
    batch = study.run("periods.h5", threads=2)
    power = batch.to_xarray().power                            # mean power over waves.period [W]

Every number is in SI units and radians. Wrong input raises InputError with every mistake in `diagnostics`; a simulation that
cannot go on raises SimulationError.
"""

import importlib.util as _util
import sys as _sys

if _util.find_spec("numpy") is None:
    raise ImportError(f"swell needs numpy, and {_sys.executable} has none: pip install 'numpy<2', or another Python (Debian's is /usr/bin/python3)")
if _util.find_spec("swell._swell") is None:
    raise ImportError(f"swell was built for another Python than {_sys.executable}, version {_sys.version.split()[0]}; the name of the "
                      f"module {__path__[0]}/_swell.*.so has the version")

from ._swell import (BatchResults, Case, DevicePower, Error, InputError, Linear, Results, Simulation, SimulationError, Snapshot, Study, __version__,
                     read_results)

__all__ = ["BatchResults", "Case", "DevicePower", "Error", "InputError", "Linear", "Results", "Simulation", "SimulationError", "Snapshot", "Study",
           "View", "__version__", "bem", "compare", "import_wec_sim", "linear", "load", "read_results", "report", "run_all", "sweep"]


def load(source, folder=None):
    """A case: the path of a case file, or a dict with its keys."""
    return Case(source, folder)


def linear(source, from_=None, to=None, count=40):
    """A case in the frequency domain: a Case, the path of a case file or a dict. Natural periods in `modes`, response per metre of wave
    amplitude in `operators`, mean power in `power` and, in the sea of the case, `mean_power`. Raises InputError."""
    return (source if isinstance(source, Case) else Case(source)).linear(from_, to, count)


def _command(*arguments):
    """What the command `swell` answers with --json. Raises InputError with its message."""
    import json
    import pathlib
    import shutil
    import subprocess

    here = pathlib.Path(__file__).resolve().parent
    places = [here / "bin/swell", here.parents[1] / "tools/swell/swell", *(parent / "bin/swell" for parent in here.parents)]
    program = next((str(place) for place in places if place.is_file()), None) or shutil.which("swell")
    if program is None:
        raise Error("the command swell was not found; put its folder on the PATH")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode == 2:
        raise InputError(done.stderr.strip() or done.stdout.strip())
    if not done.stdout.lstrip().startswith("{"):
        return {"status": done.returncode, "text": done.stdout}
    return json.loads(done.stdout)


def bem(device, output):
    """Hydrodynamic data of a device file, or of a case whose bodies say `compute`, into `output` (.h5). Returns the outcome as a dict:
    frequencies, error, haskind, energy and others. Raises InputError."""
    return _command("bem", device, "-o", output, "--json")


def import_wec_sim(folder, output):
    """The case file `output` from a folder of WEC-Sim. Returns the outcome as a dict; `status` is 1 where a load was lost. Raises InputError."""
    return _command("import", "wec-sim", folder, "-o", output, "--force", "--json")


def compare(reference, results, tolerance=None):
    """Two results files, the worst difference first, as a dict. `tolerance`: as of swell compare. Raises InputError."""
    return _command("compare", reference, results, "--json", *([] if tolerance is None else ["--tolerance", tolerance]))


def report(results, output):
    """One offline page of results files (a path or a list of them) in `output` (.html). Raises InputError."""
    files = results if isinstance(results, (list, tuple)) else [results]
    _command("report", *files, "-o", output)


class View:
    """A part of a case as a dict: reading gives values in the units of the case file, writing changes the case and raises
    InputError at once. case["ptos"]["PTO"]["damping"] is case["ptos.PTO.damping"]."""

    def __init__(self, case, path):
        """`path`: the key of the part in its case, "ptos.PTO1"."""
        self._case, self._path = case, path

    def _tree(self):
        return _at(self._case.tree(), self._path)

    def __getitem__(self, key):
        """A value, or a group of them as a View."""
        return self._case[f"{self._path}.{key}"]

    def __setitem__(self, key, value):
        """Changes the case; raises InputError and changes nothing when it is a mistake."""
        self._case[f"{self._path}.{key}"] = value

    def __contains__(self, key):
        """Whether the case knows the key here, at its default as well."""
        return key in self._tree()

    def __iter__(self):
        return iter(self._tree())

    def __len__(self):
        return len(self._tree())

    def __eq__(self, other):
        return self._tree() == (other._tree() if isinstance(other, View) else other)

    def keys(self):
        """The keys, those at their defaults included."""
        return self._tree().keys()

    def values(self):
        """The values, groups as views."""
        return [self[key] for key in self]

    def items(self):
        """Keys and values."""
        return [(key, self[key]) for key in self]

    def update(self, values):
        """Several values at once, where one alone would be a mistake."""
        self._case.edit({f"{self._path}.{key}": value for key, value in values.items()})

    def __repr__(self):
        return repr(self._tree())


def _at(tree, path):
    if not isinstance(path, str):
        raise KeyError(f"{path!r} is not a key; keys are texts such as 'simulation.duration'")
    for key in path.split("."):
        if isinstance(tree, list) and len(tree) == 1 and not key.isdigit():
            tree = tree[0]  # "waves.height" of the only sea
        try:
            tree = tree[int(key) - 1 if isinstance(tree, list) else key]
        except (KeyError, IndexError, TypeError, ValueError):
            known = list(tree) if isinstance(tree, dict) else []
            import difflib

            near = difflib.get_close_matches(key, map(str, known), 1)
            raise KeyError(f"{path}: there is no {key}" + (f"; did you mean {near[0]}?" if near else f"; there are {', '.join(map(str, known))}" if known else "")) from None
    return tree


def _get(self, key):
    """A value of the case by its key, "ptos.PTO.damping", defaults included; a group of them as a View."""
    value = _at(self.tree(), key)
    return View(self, key) if isinstance(value, dict) else value


def _contains(self, key):
    """Whether the case knows the key, at its default as well."""
    try:
        _at(self.tree(), key)
    except KeyError:
        return False
    return True


Case.__getitem__ = _get
Case.__contains__ = _contains
Case.__iter__ = lambda self: iter(self.tree())
Case.__len__ = lambda self: len(self.tree())
Case.keys = lambda self: self.tree().keys()
Case.__iter__.__doc__, Case.__len__.__doc__ = "The keys of the first level.", "How many these are."
Case.keys.__doc__ = "The keys of the first level, those at their defaults included."

# Functions of components of type `python` ------------------------------------------------------------------------------------------

_functions = {}


def _name_of(function):
    """A name by which a case of this process finds a function that was given as such."""
    name = f"{getattr(function, '__name__', 'function')}-{id(function):x}"
    _functions[name] = function
    return name


def _module(name, folder):
    """A module; the one beside the case goes before another of its name that has been imported."""
    import importlib
    import importlib.util
    import pathlib
    import sys

    beside = pathlib.Path(folder, *name.split(".")).with_suffix(".py").resolve()
    known = sys.modules.get(name)
    if known is None or not beside.is_file() or pathlib.Path(getattr(known, "__file__", None) or "").resolve() == beside:
        return importlib.import_module(name)
    own = f"{name} of {beside.parent}"
    if own not in sys.modules:
        specification = importlib.util.spec_from_file_location(own, beside)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        sys.modules[own] = module
    return sys.modules[own]


def _function(name, folder):
    """The function that a case names, as "module:name"; modules lie beside the case or where Python looks."""
    import sys

    if name in _functions:
        return _functions[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        raise ValueError(f"function = {name} is not module:name; in another process a function needs a module")
    sys.path.insert(0, folder or ".")
    try:
        function = _module(module, folder or ".")
        for part in attribute.split("."):
            function = getattr(function, part)
    finally:
        sys.path.remove(folder or ".")
    if not callable(function):
        raise TypeError(f"{name} is not a function")
    return function


def _check_arguments(function, name, inputs):
    """Raises TypeError where the function cannot be called with the time and so many inputs."""
    import inspect

    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of a C library: its first call shows
        return
    try:
        signature.bind(*[0.0] * (1 + inputs))
    except TypeError as error:
        raise TypeError(f"{name}{signature} cannot be called with the time and {inputs} input{'' if inputs == 1 else 's'}: {error}") from None


def _sentence(error, trace):
    """What an exception says and where it was raised, innermost first: "KeyError: 'gain' (/home/me/controllers.py:12, in damper)"."""
    import importlib
    import traceback

    machinery = ("<frozen", __file__, importlib.__file__)
    places = [f"{f.filename}:{f.lineno}, in {f.name}" for f in reversed(traceback.extract_tb(trace)) if not f.filename.startswith(machinery)]
    text = str(error)
    if isinstance(error, SyntaxError):
        text, places = error.msg, [f"{error.filename}:{error.lineno}"]
    return f"{type(error).__name__}: {text}" + (f" ({'; called from '.join(places[:4])})" if places else "")


# Progress --------------------------------------------------------------------------------------------------------------------------


def _bar(fraction):
    import sys

    sys.stderr.write(f"\r{100 * fraction:3.0f} %" + ("\r     \r" if fraction >= 1 else ""))
    sys.stderr.flush()


_run = Case.run


def _run_with_bar(self, select=(), progress=None):
    """Runs the case in memory. `select`: patterns such as "bodies.*.position"; none: everything. `progress`: True for a line
    on the terminal, or a function that gets the fraction done and returns False to stop. Raises InputError, SimulationError."""
    return _run(self, list(select), _bar if progress is True else None if progress is False else progress)


Case.run = _run_with_bar

# Results in other libraries' terms -------------------------------------------------------------------------------------------------


def _columns(results, select):
    from difflib import get_close_matches
    from fnmatch import fnmatch

    paths = list(results.keys())
    if select is not None:  # in the order that is asked for
        names = {path: path.strip("/").replace("/", ".") for path in paths}
        chosen = []
        for pattern in [select] if isinstance(select, str) else select:
            found = [path for path in paths if fnmatch(names[path], pattern)]
            if not found:
                near = get_close_matches(pattern, names.values(), 1)
                raise KeyError(f"no dataset matches {pattern}" + (f"; did you mean {near[0]}?" if near else ""))
            chosen += [path for path in found if path not in chosen]
        paths = chosen
    for path in paths:
        values = results[path]
        labels = results.labels(path) or [str(k + 1) for k in range(values.shape[1] if values.ndim > 1 else 1)]
        yield path.strip("/"), values, labels


def _to_dataframe(self, select=None):
    """The results as a pandas DataFrame: the time [s] as index, a column per number, "bodies/float/position heave", (nt, columns) in SI units.

    `select`: patterns such as ["bodies.*.position"], whose order the columns have. Raises KeyError for one that names nothing. Needs pandas.
    """
    import pandas

    columns = {}
    for path, values, labels in _columns(self, select):
        if values.ndim == 1:
            columns[path] = values
        else:
            columns.update({f"{path} {label}" if values.shape[1] > 1 else path: values[:, k] for k, label in enumerate(labels)})
    return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))


def _to_xarray(self, select=None):
    """The results as an xarray Dataset over `time` [s]: a variable per dataset, (nt) or (nt, columns) with the columns' names as coordinate,
    units and description as attributes. Needs xarray."""
    import xarray

    variables, coordinates = {}, {"time": ("time", self.time, {"units": "s"})}
    for path, values, labels in _columns(self, select):
        attributes = {"units": self.units(path), "description": self.description(path)}
        if len(labels) == 1:
            variables[path] = ("time", values.reshape(-1), attributes)
        else:
            dimension = "motion" if len(labels) == 6 else "axis"
            if coordinates.setdefault(dimension, (dimension, labels))[1] != labels:
                dimension = path.replace("/", "_")
                coordinates[dimension] = (dimension, labels)
            variables[path] = (("time", dimension), values, attributes)
    return xarray.Dataset(variables, coordinates)


_WEC_SIM = {"position": "position", "velocity": "velocity", "acceleration": "acceleration", "force/total": "forceTotal",
            "force/excitation": "forceExcitation", "force/radiation_damping": "forceRadiationDamping", "force/added_mass": "forceAddedMass",
            "force/restoring": "forceRestoring", "force/morison_and_viscous": "forceMorisonAndViscous",
            "force/linear_damping": "forceLinearDamping", "force": "forceActuation", "power": "powerInternalMechanics",
            "constraint_force": "forceConstraint"}


def _of_objects(self, names):
    """WEC-Sim's fields, (nt, 6), of each body, PTO, joint and mooring: {"bodies": {"float": {"position": ...}}}."""
    import numpy

    axes = ["x", "y", "z", "rx", "ry", "rz"]
    groups = {"bodies": {}, "ptos": {}, "joints": {}, "moorings": {}}
    for path, values, labels in _columns(self, None):
        words = path.split("/")
        name = names.get("/".join(words[2:]))
        if words[0] not in groups or name is None:
            continue
        table = values.reshape(len(self.time), -1)
        if table.shape[1] == 6:
            places = range(6)
        elif table.shape[1] == 1:  # along z, or about y, as WEC-Sim's
            places = [4 if self.units(f"/{words[0]}/{words[1]}/position") == "rad" else 2]
        else:
            places = [axes.index(label) if label in axes else k for k, label in enumerate(labels)]
        six = numpy.zeros((len(self.time), 6))
        six[:, places] = table
        groups[words[0]].setdefault(words[1], {})[name] = six
    return groups


def _to_mhkit(self):
    """The structure of mhkit.wave.io.wecsim.read_output: "wave", "bodies", "ptos" and "constraints", each a DataFrame where there is one, else a dict
    of them (body1, body2, ...; attrs["name"] is the name in the case). Columns position_dof1 to position_dof6 and so on, the time [s] as index; what a
    PTO does not move along is zero. Mooring lines are left out. Signs are Swell's: PTO power is positive when it is absorbed."""
    import pandas

    groups = _of_objects(self, _WEC_SIM)

    def frame(columns, name):
        table = pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))
        table.attrs["name"] = name
        return table

    def tables(group, word):
        frames = [frame({f"{field}_dof{k + 1}": six[:, k] for field, six in fields.items() for k in range(6)}, name) for name, fields in groups[group].items()]
        return frames[0] if len(frames) == 1 else {f"{word}{k + 1}": one for k, one in enumerate(frames)}

    result = {"bodies": tables("bodies", "body"), "ptos": tables("ptos", "pto"), "constraints": tables("joints", "constraint")}
    if "/wave/elevation" in self:
        result["wave"] = frame({"elevation": self["/wave/elevation"]}, "wave")
    return result


def _to_wec_sim(self, file=None):
    """WEC-Sim's structure `output`, and its MAT-file where `file` is named, which `load` of MATLAB and Octave reads; needs scipy.

    Fields, signs and units are WEC-Sim's: wave, bodies, ptos, constraints, mooring, arrays of (nt, 6). Absorbed power is negative; radiation, added mass,
    restoring, drag and linear damping are what WEC-Sim subtracts; forceTotal of a body is their sum without joints. Different from WEC-Sim: the effort of a
    PTO is forceInternalMechanics whole, actuators included, and the added mass is whole.
    """
    import re

    import numpy

    names = {**_WEC_SIM, "force/hydrodynamic": "forceTotal", "force": "forceInternalMechanics"}
    del names["force/total"]
    subtracted = ("forceRadiationDamping", "forceAddedMass", "forceRestoring", "forceMorisonAndViscous", "forceLinearDamping", "powerInternalMechanics")
    time = self.time.reshape(-1, 1)

    def array_of_structs(items):
        fields = list(dict.fromkeys(field for item in items for field in item))
        array = numpy.empty((1, len(items)), dtype=[(field, object) for field in fields])
        for k, item in enumerate(items):
            array[0, k] = tuple(item.get(field, numpy.zeros((0, 0))) for field in fields)
        return array

    output = {}
    if "/wave/elevation" in self:
        word = re.search(r"^waves:.*?\btype:\s*([\w-]+)", self.text, re.MULTILINE | re.DOTALL)
        kind = word[1] if word else "noWave"
        output["wave"] = {"type": {"still": "noWave"}.get(kind, kind), "time": time, "elevation": self["/wave/elevation"].reshape(-1, 1)}
    for group, objects in _of_objects(self, names).items():
        items = []
        for name, fields in objects.items():
            if group == "moorings":
                fields = {"forceMooring": fields["forceInternalMechanics"]} if "forceInternalMechanics" in fields else {}
            for field in subtracted:
                if field in fields:
                    fields[field] = -fields[field]
            if group == "ptos" and "forceInternalMechanics" in fields:
                fields["forceActuation"] = numpy.zeros_like(fields["forceInternalMechanics"])
                fields["forceTotal"] = fields["forceInternalMechanics"] + fields.get("forceConstraint", 0)
            items.append({"name": name, "time": time, **fields})
        if items:
            output[{"joints": "constraints", "moorings": "mooring"}.get(group, group)] = array_of_structs(items)
    if file is not None:
        import scipy.io

        scipy.io.savemat(file, {"output": output}, do_compression=True, long_field_names=True)
    return output


Results.to_dataframe = _to_dataframe
Results.to_xarray = _to_xarray
Results.to_mhkit = _to_mhkit
Results.to_wec_sim = _to_wec_sim


def _study_to_xarray(self):
    """The study as an xarray Dataset over its axes, which have the names of their keys: mean power and the statistics of each condition, means over its
    seeds, with units. Where the conditions are not every combination of the axes' values, the one axis is `condition`. Needs xarray."""
    import itertools

    import numpy
    import xarray

    of_case = [case["condition"] for case in self.cases]
    conditions = list({case["condition"]: case["values"] for case in self.cases}.values())
    keys = list(conditions[0]) if conditions else []

    def numbers(values):
        try:
            return [float(value) for value in values]
        except ValueError:  # words
            return values

    columns = {key: numbers([one[key] for one in conditions]) for key in keys}
    axes = {key: list(dict.fromkeys(column)) for key, column in columns.items()}
    points = list(zip(*columns.values())) if keys else [()] * len(conditions)
    grid = bool(keys) and list(itertools.product(*axes.values())) == points
    dimensions, shape = (keys, [len(axis) for axis in axes.values()]) if grid else (["condition"], [len(points)])
    coordinates = {key: (key if grid else "condition", axes[key] if grid else columns[key], {"units": self.units(key)}) for key in keys}

    def variable(values, units):
        return dimensions, numpy.reshape(values, shape), {"units": units}

    variables = {name: variable(getattr(self, name), units) for name, units in
                 {"power": "W", "power_half_width": "W", "linear_power": "W", "wave_power": "W/m"}.items()}
    place = {condition: k for k, condition in enumerate(dict.fromkeys(of_case))}
    for name in self.statistics:
        seeds = [[] for _ in points]
        for condition, value in zip(of_case, self.statistic(name)):
            seeds[place[condition]].append(value)
        variables[name] = variable([numpy.mean(values) for values in seeds], self.units(name))
    return xarray.Dataset(variables, coordinates)


BatchResults.to_xarray = _study_to_xarray

# Many cases ------------------------------------------------------------------------------------------------------------------------


def _run_one(job):
    case, select = job
    return case.run(select)


def run_all(cases, processes=None, select=()):
    """Runs cases in processes of their own, for components of Python (Study and sweep share threads and data, and are faster for all else).

    `cases`: Case objects, each as it stands; functions of their components are named as module:name. Returns their Results in the same order; the
    first failure is raised. A script calls it below `if __name__ == "__main__":`, as multiprocessing asks.
    """
    import concurrent.futures
    import multiprocessing

    jobs = [(case, list(select)) for case in cases]
    with concurrent.futures.ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(_run_one, jobs))


def sweep(base, axes, output=None, threads=0, folder=None, **study):
    """Runs every combination of some values of a case: {"waves.period": [6, 8], "waves.height": [1, 2]}, the last fastest. Returns BatchResults, whose
    to_xarray() has labelled axes.

    `base` is a case file or a dict; further keywords are keys of a study (seeds=5, results={...}). Without `output` nothing
    is left on disk.
    """
    import pathlib
    import tempfile

    source = {"base": base if isinstance(base, dict) else str(pathlib.Path(base).absolute()),
              "axes": [{"key": key, "values": values} for key, values in axes.items()], **study}
    if output is not None:
        return Study(source, folder).run(output, threads)
    with tempfile.TemporaryDirectory() as place:
        return Study(source, folder).run(pathlib.Path(place) / "sweep.h5", threads)
