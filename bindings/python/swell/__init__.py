"""Swell: wave-energy converters in the time domain.

    import swell

    case = swell.Case("inputs/sphere/regular.yaml")
    case["ptos.PTO.damping"] = 2e5
    results = case.run()
    heave = results["/bodies/sphere/position"][:, 2]          # numpy, one row per time of results.time

    study = swell.Study({"base": "regular.yaml", "axes": [{"key": "waves.period", "values": [6, 8, 10]}]}, folder="inputs/sphere")
    batch = study.run("periods.h5", threads=2)
    power = batch.power                                        # mean power of each condition [W]

Every number is in SI units and radians. Wrong input raises InputError with every mistake in `diagnostics`; a simulation that
cannot go on raises SimulationError.
"""

from ._swell import (BatchResults, Case, DevicePower, Error, InputError, Results, SimulationError, Study, __version__,
                     read_results)

__all__ = ["BatchResults", "Case", "DevicePower", "Error", "InputError", "Results", "SimulationError", "Study", "__version__",
           "read_results", "sweep"]


def sweep(base, axes, output=None, threads=0, folder=None, **study):
    """Runs every combination of some values of a case: {"waves.period": [6, 8], "waves.height": [1, 2]}, the last fastest.

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
