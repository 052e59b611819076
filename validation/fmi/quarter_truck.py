#!/usr/bin/env python3
"""The error of coupling of the quarter truck, an OSP-IS system of two FMUs, against the same equations as one system.

    quarter_truck.py OspSystemStructure.xml [--swell build/release/tools/swell/swell]

A chassis of 400 kg on a spring (15 kN/m) and damper (1 kN s/m) on a wheel of 40 kg, whose tyre (150 kN/m) meets a step of
0.1 m: 5 s by both masters with five communication steps. The FMUs' own solver is forward Euler with steps of 10 us.
The monolithic solution is exact: the matrix exponential. h5py, numpy.
"""
import argparse
import pathlib
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


print("| master | step [ms] | chassis [mm] | ratio | wheel [mm] |\n|---|---|---|---|---|")
for master in ("jacobi", "gauss-seidel"):
    before = None
    for step in (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "out.h5"
            subprocess.run([given.swell, "run", given.system, "--set", "simulation.duration=5", "--set", f"simulation.time_step={step}",
                            "--set", f"simulation.cosimulation={master}", "-o", results], check=True, capture_output=True)
            with h5py.File(results) as run:
                exact = whole(run["time"][:])
                error = [1e3 * np.abs(run[f"components/{name}/position"][:] - exact[row]).max() for name, row in (("chassis", 0), ("wheel", 2))]
        ratio = "" if before is None else f"{before / error[0]:.2f}"
        print(f"| {master} | {1e3 * step:g} | {error[0]:.3f} | {ratio} | {error[1]:.3f} |")
        before = error[0]
