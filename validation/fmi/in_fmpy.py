#!/usr/bin/env python3
"""Runs cases of Swell as FMUs in FMPy, and compares every motion of their bodies with `swell run`.

    in_fmpy.py CASE... [--force PTO] [--swell build/release/tools/swell/swell]

Each case is exported for FMI 2.0 and 3.0; FMPy validates modelDescription.xml against the XML schema and by its own
checks, and steps the FMU at the interval of the case's rows.

With --force the take-off is driven, too: FMPy sets the force on it at every communication point, and the case has the
same force as a component. A component that samples at these points holds what the FMU holds: the motions are the same.
Against one that follows a sine continuously the FMU errs by the hold, of first order in the communication step; with
rates of the input (FMI 2.0, fmi2SetRealInputDerivatives) by the curvature, of second order.

/usr/bin/python3 with h5py, numpy, lxml; FMPy from its maker.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import fmpy
import fmpy.fmi2
import fmpy.validation
import h5py
import numpy as np

MOTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
AMPLITUDE, PERIOD = 1e6, 11.0  # [N], [s]: as large as what the damper of RM3 gives, and no divisor of the wave's period
SINE = f"{AMPLITUDE} * sin(2 * pi * t / {PERIOD})"
STEPS = f"{AMPLITUDE} * (sin(2 * pi * t / {PERIOD} + 0.3) > 0 ? 1 : -1)"  # at no point of the step is the sine 0


def value(formula, times):
    phase = 2.0 * np.pi * times / PERIOD
    return AMPLITUDE * (np.sin(phase) if formula == SINE else np.where(np.sin(phase + 0.3) > 0.0, 1.0, -1.0))


def swell(given, *words):
    subprocess.run([given.swell, *words], check=True, capture_output=True)


def motions(path):
    """Times, and each motion by the name that the FMU has for it."""
    with h5py.File(path) as run:
        columns = {f"{body}.position.{motion}": group["position"][:, entry]
                   for body, group in run["bodies"].items() for entry, motion in enumerate(MOTIONS)}
        return run["time"][:], columns


def simulate(fmu, times, names, messages, **options):
    return fmpy.simulate_fmu(fmu, start_time=times[0], stop_time=times[-1], output=names,
                             logger=lambda *message: messages.append(message), **options)


def simulate_with_rates(fmu, times, names, port, signals, step):
    """As `simulate`, with the secants of the input as its rates. FMPy's own loop takes rates of nine inputs alone."""
    description = fmpy.read_model_description(fmu)
    reference = {v.name: v.valueReference for v in description.modelVariables}
    wanted = [reference[name] for name in names]
    with tempfile.TemporaryDirectory() as folder:
        device = fmpy.fmi2.FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(fmu, folder),
                                     modelIdentifier=description.coSimulation.modelIdentifier, instanceName="device")
        device.instantiate()
        device.setupExperiment(startTime=times[0])
        device.enterInitializationMode()
        device.exitInitializationMode()
        rows = [(times[0], *device.getReal(wanted))]
        for k in range(round((times[-1] - times[0]) / step)):
            time, u = signals["time"], signals[port]
            device.setReal([reference[port]], [u[k]])
            device.setRealInputDerivatives([reference[port]], [1], [(u[k + 1] - u[k]) / step])
            device.doStep(time[k], step)
            rows.append((time[k + 1], *device.getReal(wanted)))
        device.terminate()
        device.freeInstance()
    return np.array(rows, dtype=[("time", float)] + [(name, float) for name in names])


def difference(rows, times, columns):
    """The largest, of rows at one time but for its round-off."""
    at = np.abs(rows["time"][:, None] - times[None, :]).argmin(axis=0)
    assert np.abs(rows["time"][at] - times).max() < 1e-6
    return max(float(np.abs(rows[name][at] - column).max()) for name, column in columns.items())


def as_it_is(given, case, folder):
    results, fmu, good = folder / "run.h5", str(folder / "device.fmu"), True
    swell(given, "run", case, "-o", results, "--force")
    times, columns = motions(results)
    step = round(float(np.median(np.diff(times))), 12)
    for version in "23":
        swell(given, "fmu", case, "-o", fmu, "--fmi", version, "--force")
        complaints = fmpy.validation.validate_fmu(fmu)
        description = fmpy.read_model_description(fmu, validate=True)
        known = {v.name for v in description.modelVariables if v.causality == "output"}
        compared = {name: column for name, column in columns.items() if name in known}
        messages = []
        rows = simulate(fmu, times, list(compared), messages, step_size=step, output_interval=step)
        worst = difference(rows, times, compared) if compared else np.inf
        good = good and not complaints and not messages and worst <= 1e-9
        print(f"{case}, FMI {version}.0: {len(rows)} rows, {len(compared)} motions, largest difference {worst:.1e} m or rad, "
              f"{len(complaints)} complaints, {len(messages)} messages", flush=True)
    return good


def driven(given, case, folder):
    fmu, good = str(folder / "device.fmu"), True
    swell(given, "run", case, "-o", folder / "run.h5", "--force")
    times, _ = motions(folder / "run.h5")
    interval = round(float(np.median(np.diff(times))), 12)  # as the case has it

    def run(formula, sample):
        held = f", sample_time: {sample!r}" if sample else ""
        swell(given, "run", case, "-o", folder / "driven.h5", "--force", "--set",
              f'components=[{{name: drive, type: expression, expression: "{formula}", inputs: [], ports: {{output: {{unit: N}}}}{held}}}]',
              "--set", f"connections=[{{from: drive.output, to: {given.force}.force}}]")
        return motions(folder / "driven.h5")[1]

    for version in "23":
        swell(given, "fmu", case, "-o", fmu, "--fmi", version, "--force")
        description = fmpy.read_model_description(fmu)
        known = {v.name for v in description.modelVariables if v.causality == "output"}
        port = next(v.name for v in description.modelVariables
                    if v.causality == "input" and v.name.startswith(given.force + ".force.input"))
        kinds = [("sampled sine, held", SINE, True, False), ("steps, held", STEPS, True, False),
                 ("continuous sine, held", SINE, False, False)]
        if version == "2":
            kinds.append(("continuous sine, with its rate", SINE, False, True))
        for text, formula, sampled, rates in kinds:
            before = None
            for step in (interval,) if sampled else (interval, interval / 2, interval / 4):
                points = times[0] + step * np.arange(round((times[-1] - times[0]) / step) + 2)
                signals = np.array(list(zip(points, value(formula, points))), dtype=[("time", float), (port, float)])
                columns = {name: column for name, column in run(formula, step if sampled else None).items() if name in known}
                messages = []
                if rates:
                    rows = simulate_with_rates(fmu, times, list(columns), port, signals, step)
                else:
                    rows = simulate(fmu, times, list(columns), messages, step_size=step, output_interval=step, input=signals)
                worst = difference(rows, times, columns)
                good = good and not messages and (worst <= 1e-9 or not sampled)
                ratio = "" if before is None else f", ratio {before / worst:.2f}"
                print(f"{case}, FMI {version}.0, {text}: step {step:g} s, largest difference {worst:.1e} m or rad{ratio}, "
                      f"{len(messages)} messages", flush=True)
                before = worst
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+", type=pathlib.Path)
    parser.add_argument("--force", metavar="PTO", help="drive this take-off as well")
    parser.add_argument("--swell", default="build/release/tools/swell/swell")
    given = parser.parse_args()
    good = True
    for case in given.cases:
        with tempfile.TemporaryDirectory() as folder:
            good = as_it_is(given, case, pathlib.Path(folder)) and good
            if given.force:
                good = driven(given, case, pathlib.Path(folder)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
