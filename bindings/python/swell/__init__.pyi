"""Types and meaning of the package; __init__.py has an example."""

import os
from typing import Any, Callable, Mapping, Optional, Sequence, TypedDict, Union

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
    """A finished run in memory."""

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

class Case(object):
    """A case: a file, or a dict with the keys of a case file (numpy arrays may stand for lists, words for numbers)."""

    def __init__(self, source: Union[Path, Tree], folder: Optional[Path] = None) -> None:
        """`folder`: where relative paths of a dict start."""
    def set(self, key: str, value: Any) -> None:
        """As --set: case.set("ptos.PTO1.damping", 2e6). List items go by their names."""
    def __setitem__(self, key: str, value: Any) -> None: ...
    def check(self, allow_libraries: bool = False) -> list[str]:
        """Returns the warnings that `swell check` prints; raises InputError with every mistake that it finds."""
    def notes(self, allow_libraries: bool = False) -> list[str]:
        """The notes of `swell check`."""
    def run(self, select: Sequence[str] = ..., progress: Optional[Callable[[float], Optional[bool]]] = None) -> Results:
        """`select`: patterns such as "bodies.*.position". `progress` gets the fraction done and returns False to stop."""
    def run_to_file(self, file: Path) -> None: ...
    def to_yaml(self) -> str:
        """The case with its defaults."""
    @property
    def overrides(self) -> list[str]: ...
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
    def capture_width(self) -> Array:
        """[m]"""
    @property
    def probability(self) -> Array: ...
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
    def statistic(self, name: str) -> Array:
        """Of every case: "power", "bodies.float.position.heave.std", "ptos.PTO1.power.max"; NaN for a bad case."""
    @property
    def power(self) -> Array:
        """Mean power of each condition over its seeds [W]."""
    @property
    def power_half_width(self) -> Array: ...
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

def read_results(file: Path) -> dict[str, Array]:
    """Every dataset of a results file of `swell run`."""

def sweep(base: Union[Path, Tree], axes: Mapping[str, Union[Sequence[Any], Array]], output: Optional[Path] = None, threads: int = 0,
          folder: Optional[Path] = None, **study: Any) -> BatchResults:
    """Every combination of some values of a case."""
