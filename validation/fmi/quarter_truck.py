#!/usr/bin/env python3
"""The error of coupling of the quarter truck, an OSP-IS system of two FMUs, against the same equations as one system.

    quarter_truck.py OspSystemStructure.xml [--swell build/release/tools/swell/swell]

A chassis of 400 kg on a spring (15 kN/m) and damper (1 kN s/m) on a wheel of 40 kg, whose tyre (150 kN/m) meets a step of
0.1 m: 5 s by both masters with five communication steps, then with steps that follow a tolerance. The FMUs' own solver is
forward Euler with steps of 10 us: `min_step` is two of them, of which a controlled step makes its halves.
The monolithic solution is exact: the matrix exponential. h5py, numpy.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

import h5py
import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("system", type=pathlib.Path)
parser.add_argument("--swell", default="build/release/tools/swell/swell")
given = parser.parse_args()

chassis, wheel, spring, damper, tyre, ground = 400.0, 40.0, 15e3, 1e3, 150e3, 0.1
matrix = np.array([[0, 1, 0, 0], [-spring / chassis, -damper / chassis, spring / chassis, damper / chassis], [0, 0, 0, 1],
                   [spring / wheel, damper / wheel, -(spring + tyre) / wheel, -damper / wheel]])
values, vectors = np.linalg.eig(matrix)
start = np.linalg.solve(vectors, -np.array([ground, 0, ground, 0]))  # from the rest that it goes to


def whole(times):
    return (vectors @ (start[:, None] * np.exp(np.outer(values, times)))).real + ground


def run(*settings):
    """The largest errors of chassis and wheel [mm], and what the command printed."""
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder) / "out.h5"
        words = [word for setting in ("simulation.duration=5", *settings) for word in ("--set", setting)]
        done = subprocess.run([given.swell, "run", given.system, *words, "-o", results], check=True, capture_output=True, text=True)
        with h5py.File(results) as file:
            exact = whole(file["time"][:])
            return [1e3 * np.abs(file[f"components/{name}/position"][:] - exact[row]).max() for name, row in (("chassis", 0), ("wheel", 2))], \
                done.stdout + done.stderr


print("| master | step [ms] | chassis [mm] | ratio | wheel [mm] |\n|---|---|---|---|---|")
for master in ("jacobi", "gauss-seidel"):
    before = None
    for step in (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4):
        error, _ = run(f"simulation.time_step={step}", f"simulation.cosimulation={master}")
        ratio = "" if before is None else f"{before / error[0]:.2f}"
        print(f"| {master} | {1e3 * step:g} | {error[0]:.3f} | {ratio} | {error[1]:.3f} |")
        before = error[0]

print("\n| master | tolerance | steps | of them at min_step | longest [ms] | chassis [mm] | wheel [mm] |\n|---|---|---|---|---|---|---|")
for master in ("jacobi", "gauss-seidel"):
    for tolerance in ("1e-2", "1e-3", "1e-4"):
        error, text = run("simulation.time_step=1e-3", "output.time_step=1e-3",
                          f"simulation.cosimulation={{method: {master}, tolerance: {tolerance}, min_step: 2e-5}}")
        steps, longest = re.search(r"(\d+) communication steps, .*; the longest (\S+) s", text).groups()
        beyond = re.search(r"(\d+) of \d+ communication steps have a larger error", text)
        print(f"| {master} | {tolerance} | {steps} | {beyond.group(1) if beyond else 0} | {1e3 * float(longest):.3g} | {error[0]:.3f} | {error[1]:.3f} |")
