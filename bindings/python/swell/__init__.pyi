"""Types and meaning of the package; __init__.py has an example."""

import os
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, TypedDict, Union

import numpy
from numpy.typing import NDArray

Path = Union[str, "os.PathLike[str]"]
Array = NDArray[numpy.float64]
Tree = dict[str, Any]

__version__: str

class Diagnostic(TypedDict):
    severity: str
    file: str
    line: int
    column: int
    path: str
    message: str
    remedy: str

class Error(RuntimeError): ...

class InputError(Error):
    """The input is wrong. The text has one line per mistake."""

    diagnostics: list[Diagnostic]

class SimulationError(Error):
    """The run could not go on."""

    time: float
    component: str
    quantity: str

class Results(object):
    """A finished run in memory, or a results file: Results("out.h5")."""

    def __init__(self, file: Path) -> None:
        """Mean powers, warnings and steps are those of runs in memory only."""
    @property
    def text(self) -> str:
        """The text of the case file."""
    @property
    def mean_power(self) -> dict[str, float]:
        """Absorbed power of each take-off over the averages [W], as swell run prints it."""
    @property
    def mean_power_half_width(self) -> dict[str, float]:
        """Half its 95 % confidence interval [W]; NaN where no sea is random."""
    @property
    def peak_power(self) -> dict[str, float]: ...
    @property
    def electrical_power(self) -> dict[str, float]: ...
    @property
    def diagnostics(self) -> list[dict]: ...
    @property
    def time(self) -> Array:
        """[s] of each row."""
    def __getitem__(self, path: str) -> Array:
        """A dataset as in the results file, (nt) or (nt, columns): results["/bodies/float/position"]."""
    def __contains__(self, path: str) -> bool: ...
    def keys(self) -> list[str]: ...
    def units(self, path: str) -> str: ...
    def as_dict(self) -> dict[str, Array]: ...
    def labels(self, path: str) -> list[str]:
        """Names of the columns: surge, sway, ... Empty where a dataset has one."""
    def description(self, path: str) -> str: ...
    def to_dataframe(self, select: Optional[Sequence[str]] = None) -> Any:
        """pandas.DataFrame (nt, columns), the time [s] as index: "bodies/float/position heave". SI units."""
    def to_xarray(self, select: Optional[Sequence[str]] = None) -> Any:
        """xarray.Dataset over `time` [s], with units and description as attributes."""
    def to_mhkit(self) -> dict[str, Any]:
        """The structure of mhkit.wave.io.wecsim.read_output, with Swell's signs: a DataFrame where there is one body, else body1, body2, ..."""
    def to_wec_sim(self, file: Optional[Path] = None) -> dict[str, Any]:
        """WEC-Sim's structure `output` with its signs, and its MAT-file where `file` is named."""
    @property
    def warnings(self) -> list[str]: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def wave_power(self) -> float:
        """Mean power of the waves per metre of crest [W/m]."""
    @property
    def steps(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    def __repr__(self) -> str: ...

class Linear(object):
    """A case in the frequency domain, about its design position."""

    @property
    def omega(self) -> Array: ...
    @property
    def operators(self) -> dict[str, NDArray[numpy.complex128]]:
        """Response per metre of wave amplitude by output, (n); factor exp(i omega t)."""
    @property
    def modes(self) -> list[dict[str, Any]]: ...
    @property
    def power(self) -> dict[str, Array]:
        """[W/m^2] by take-off, (n)."""
    @property
    def deviation(self) -> dict[str, float]: ...
    @property
    def mean_power(self) -> dict[str, float]: ...
    @property
    def unstable(self) -> Optional[str]: ...
    @property
    def notes(self) -> list[str]: ...
    def __repr__(self) -> str: ...

class Case(object):
    """A case: a file, or a dict with the keys of a case file (numpy arrays may stand for lists, words for numbers)."""

    def __init__(self, source: Union[Path, Tree], folder: Optional[Path] = None) -> None:
        """`folder`: where relative paths of a dict start."""
    def set(self, key: str, value: Any) -> None:
        """As --set: case.set("ptos.PTO1.damping", 2e6). List items go by their names."""
    def edit(self, values: Mapping[str, Any]) -> None:
        """Several values at once; raises InputError and changes nothing when they bring a mistake."""
    def __setitem__(self, key: str, value: Any) -> None:
        """As edit() of one value: case["ptos.PTO1.damping"] = 2e6."""
    def __getitem__(self, key: str) -> Any:
        """A value by its key, defaults included; a group of them as a View. Raises KeyError with the nearest key."""
    def __contains__(self, key: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def keys(self) -> Any: ...
    def tree(self) -> Tree:
        """The case with its defaults as dicts and lists; lists of named items are dicts by their names."""
    def simulation(self, inputs: Sequence[str] = ..., outputs: Sequence[str] = ...) -> Simulation:
        """The case to be stepped. `inputs`: what the program sets, such as "PTO1.force"; `outputs`: what it reads; none: every dataset."""
    def check(self, allow_libraries: bool = False) -> list[str]:
        """Returns the warnings that `swell check` prints; raises InputError with every mistake that it finds."""
    def notes(self, allow_libraries: bool = False) -> list[str]:
        """The notes of `swell check`."""
    def run(self, select: Sequence[str] = ..., progress: Union[bool, Callable[[float], Optional[bool]], None] = None) -> Results:
        """`select`: patterns such as "bodies.*.position". `progress`: True for a line on the terminal, or a function that gets the fraction
        done and returns False to stop."""
    def run_to_file(self, file: Path) -> None: ...
    def linear(self, from_: Optional[float] = None, to: Optional[float] = None, count: int = 40) -> Linear:
        """The case in the frequency domain: `count` frequencies from `from_` to `to` [rad/s], by default those of its data."""
    def to_yaml(self) -> str:
        """The case with its defaults."""
    @property
    def overrides(self) -> list[str]: ...
    def __repr__(self) -> str: ...

class View(object):
    """A part of a case as a dict; writing changes the case. case["ptos"]["PTO1"]["damping"] is case["ptos.PTO1.damping"]."""

    def __init__(self, case: Case, path: str) -> None: ...
    def __getitem__(self, key: str) -> Any: ...
    def __setitem__(self, key: str, value: Any) -> None: ...
    def __contains__(self, key: object) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def keys(self) -> Any: ...
    def values(self) -> list[Any]: ...
    def items(self) -> list[tuple[str, Any]]: ...
    def update(self, values: Mapping[str, Any]) -> None: ...
    def __repr__(self) -> str: ...

class Snapshot(object):
    """Everything of a Simulation that changes, inputs included."""

class Port(TypedDict, total=False):
    width: int
    units: str
    description: str
    dataset: str

class Simulation(object):
    """A case that the program steps. Not for several threads at a time."""

    def step(self, dt: float) -> bool:
        """Goes on by `dt` [s], beyond the case's end too (`while sim.time < sim.end` keeps to it); False when
        simulation.stop has ended the run."""
    def step_to(self, time: float) -> bool:
        """Goes to `time` [s], not before the present one."""
    def set_input(self, name: str, value: Union[float, Sequence[float], Array]) -> None:
        """From the present point on, in the input's unit; (width) numbers."""
    def read(self, name: str) -> Any:
        """An output at the present point: a float where it has one number, else an array (n) in SI units."""
    def snapshot(self) -> Snapshot: ...
    def restore(self, snapshot: Snapshot) -> None:
        """Going on gives the same numbers, bit for bit."""
    def dumps(self, snapshot: Snapshot) -> bytes: ...
    def loads(self, bytes: bytes) -> Snapshot: ...
    @property
    def time(self) -> float:
        """[s]"""
    @property
    def end(self) -> float:
        """[s] of the case; step() may go beyond."""
    @property
    def stopped(self) -> bool: ...
    @property
    def inputs(self) -> dict[str, Port]: ...
    @property
    def outputs(self) -> dict[str, Port]: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def steps(self) -> int: ...
    def __repr__(self) -> str: ...

class DevicePower(object):
    """Power matrix and year of one device of a study: rows of heights, columns of periods, NaN where there is no case,
    or one without a result. The year is NaN unless every sea has its result."""

    @property
    def device(self) -> dict[str, str]: ...
    @property
    def heights(self) -> Array: ...
    @property
    def periods(self) -> Array: ...
    @property
    def power(self) -> Array:
        """[W]"""
    @property
    def power_half_width(self) -> Array: ...
    @property
    def linear_power(self) -> Array: ...
    @property
    def capture_width(self) -> Array:
        """[m]"""
    @property
    def probability(self) -> Array: ...
    @property
    def power_std(self) -> Array:
        """[W] over time"""
    @property
    def power_max(self) -> Array:
        """[W]"""
    @property
    def electrical_power(self) -> Array:
        """[W]; empty unless the study has a rated power or an efficiency"""
    @property
    def mean_electrical_power(self) -> float:
        """[W] over the year"""
    @property
    def annual_electrical_energy(self) -> float:
        """[J]"""
    @property
    def annual_electrical_energy_half_width(self) -> float:
        """[J]"""
    @property
    def capacity_factor(self) -> float:
        """electrical energy / (rated power x hours of the year)"""
    @property
    def has_year(self) -> bool: ...
    @property
    def missing(self) -> int:
        """Seas without a result."""
    @property
    def probability_missing(self) -> float:
        """Of these."""
    @property
    def mean_power_found(self) -> float:
        """[W] of the others in the year: the least that it has where no sea takes power."""
    @property
    def annual_energy_found(self) -> float:
        """[J], the same."""
    @property
    def mean_power(self) -> float:
        """[W] over the year, when a scatter table gives probabilities."""
    @property
    def mean_power_half_width(self) -> float: ...
    @property
    def annual_energy(self) -> float:
        """[J]"""
    @property
    def annual_energy_half_width(self) -> float: ...
    @property
    def annual_capture_width(self) -> float: ...
    def __repr__(self) -> str: ...

class BatchCase(TypedDict):
    condition: int
    replicate: int
    values: dict[str, str]
    seeds: list[str]
    status: str
    message: str
    warnings: list[str]

class BatchResults(object):
    @property
    def file(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def wrong(self) -> int: ...
    @property
    def ended_early(self) -> int:
        """By simulation.stop, before their end."""
    @property
    def implausible(self) -> int:
        """With a mean power that no device has."""
    @property
    def warnings(self) -> list[str]:
        """Of all cases, one of each kind, with the number of cases."""
    @property
    def notes(self) -> list[str]: ...
    @property
    def reused(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def wall_time(self) -> float: ...
    @property
    def messages(self) -> list[str]: ...
    @property
    def cases(self) -> list[BatchCase]: ...
    @property
    def statistics(self) -> list[str]:
        """The names that statistic() takes."""
    def units(self, name: str) -> str:
        """Of a statistic, or of an axis by its key in the case file."""
    def to_xarray(self) -> Any:
        """xarray.Dataset over the axes of the study, by their keys: mean power and statistics of each condition, with units."""
    def statistic(self, name: str) -> Array:
        """Of every case: "power", "bodies.float.position.heave.std", "ptos.PTO1.power.max"; NaN for a bad case."""
    @property
    def power(self) -> Array:
        """Mean power of each condition over its seeds [W]."""
    @property
    def power_half_width(self) -> Array: ...
    @property
    def linear_power(self) -> Array: ...
    @property
    def wave_power(self) -> Array:
        """[W/m] of each condition."""
    def __repr__(self) -> str: ...

class Study(object):
    """A study file, or a dict with its keys; `base` may be a file or a case as a dict."""

    def __init__(self, source: Union[Path, Tree], folder: Optional[Path] = None) -> None: ...
    def conditions(self) -> list[dict[str, str]]: ...
    def run(self, output: Optional[Path] = None, threads: int = 0, fresh: bool = False,
            progress: Optional[Callable[[int, int], Optional[bool]]] = None) -> BatchResults:
        """Goes on where an earlier start with the same output stopped. `progress` gets the finished and the known cases and
        returns False to stop."""
    def power_of(self, results: BatchResults) -> list[DevicePower]: ...
    def __repr__(self) -> str: ...

def load(source: Union[Path, Tree], folder: Optional[Path] = None) -> Case:
    """A case: the path of a case file, or a dict with its keys."""

def linear(source: Union[Case, Path, Tree], from_: Optional[float] = None, to: Optional[float] = None, count: int = 40) -> Linear:
    """A case in the frequency domain."""

def bem(device: Path, output: Path) -> dict[str, Any]:
    """Hydrodynamic data of a device file, or of a case whose bodies say `compute`, as BEMIO HDF5."""

def import_wec_sim(folder: Path, output: Path) -> dict[str, Any]:
    """The case file `output` from a folder of WEC-Sim; `status` is 1 where a load was lost."""

def compare(reference: Path, results: Path, tolerance: Optional[str] = None) -> dict[str, Any]:
    """Two results files, the worst difference first."""

def report(results: Union[Path, Sequence[Path]], output: Path) -> None:
    """One offline page of results files."""

def run_all(cases: Iterable[Case], processes: Optional[int] = None, select: Sequence[str] = ...) -> list[Results]:
    """Cases in processes of their own, for components of Python; Study and sweep are faster for all else."""

def read_results(file: Path) -> dict[str, Array]:
    """Every dataset of a results file of `swell run`."""

def sweep(base: Union[Path, Tree], axes: Mapping[str, Union[Sequence[Any], Array]], output: Optional[Path] = None, threads: int = 0,
          folder: Optional[Path] = None, **study: Any) -> BatchResults:
    """Every combination of some values of a case."""
