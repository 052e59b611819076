#!/usr/bin/env python3
"""Constraint and energy drift of the two cases here: ./measure.py SWELL (needs python3-h5py)."""
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

GRAVITY = 9.81


def rotation(angles):
    """Body axes to world axes from roll, pitch, yaw (n x 3): Rz Ry Rx."""
    c, s = np.cos(angles).T, np.sin(angles).T
    R = np.empty((len(angles), 3, 3))
    R[:, 0] = np.stack([c[2] * c[1], c[2] * s[1] * s[0] - s[2] * c[0], c[2] * s[1] * c[0] + s[2] * s[0]], 1)
    R[:, 1] = np.stack([s[2] * c[1], s[2] * s[1] * s[0] + c[2] * c[0], s[2] * s[1] * c[0] - c[2] * s[0]], 1)
    R[:, 2] = np.stack([-s[1], c[1] * s[0], c[1] * c[0]], 1)
    return R


def energy(f, name, mass, inertia):
    x, v = f[f"bodies/{name}/position"][:], f[f"bodies/{name}/velocity"][:]
    spin = np.einsum("nij,ni->nj", rotation(x[:, 3:]), v[:, 3:])
    return 0.5 * mass * (v[:, :3] ** 2).sum(1) + 0.5 * (spin ** 2 * inertia).sum(1) + mass * GRAVITY * x[:, 2]


def point(f, name, arm):
    x = f[f"bodies/{name}/position"][:]
    return x[:, :3] + rotation(x[:, 3:]) @ np.array(arm)


def main(swell):
    here, out = pathlib.Path(__file__).parent, pathlib.Path(tempfile.mkdtemp()) / "out.h5"
    for step in (0.01, 0.005):
        for case in ("fourbar", "spherical"):
            subprocess.run([swell, "run", "-q", here / f"{case}.yaml", "-o", out, "--set", f"simulation.time_step={step}"],
                           check=True)
            with h5py.File(out) as f:
                if case == "fourbar":
                    links = [("crank", 1, [0.01, 0.1, 0.1]), ("coupler", 2, [0.01, 0.7, 0.7]), ("rocker", 1, [0.01, 0.1, 0.1])]
                    E = sum(energy(f, n, m, np.array(I)) for n, m, I in links)
                    gap = point(f, "coupler", [1, 0, -0.25]) - point(f, "rocker", [0, 0, -0.75])
                else:
                    E = energy(f, "bob", 1, np.array([0.2, 0.3, 0.1]))
                    gap = point(f, "bob", [0, 0, 1])
                print(f"| {case} | {step} | {np.abs(gap).max():.2g} | {np.abs(E - E[0]).max():.2g} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
