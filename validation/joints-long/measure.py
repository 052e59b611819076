#!/usr/bin/env python3
"""Constraint and energy drift of the cases here: ./measure.py SWELL [DURATION] (needs python3-h5py). Fails when a bound of the
README is not kept."""
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


LINKS = {
    "pendulum": [("bob", 1, [0.2, 0.3, 0.1])],
    "double": [("inner", 2, [0.3, 0.3, 0.3]), ("outer", 1.2, [0.1, 0.1, 0.1])],
    "gyroscope": [("top", 2, [0.2, 0.2, 0.3])],
    "spherical": [("bob", 1, [0.2, 0.3, 0.1])],
    "fourbar": [("crank", 1, [0.01, 0.1, 0.1]), ("coupler", 2, [0.01, 0.7, 0.7]), ("rocker", 1, [0.01, 0.1, 0.1])],
}
# Energy drift [J] that a step of 0.01 s may leave over 10,000 s: three times what was measured. At half the step the
# fourth-order integrator leaves less than a twelfth.
DRIFT = {"pendulum": 1.3e-4, "double": 2.3e-3, "gyroscope": 3.6e-4, "spherical": 3.2e-5, "fourbar": 1e-4}


def gap(f, case):
    """Distance of two points that the joints hold together [m]."""
    if case == "fourbar":
        return point(f, "coupler", [1, 0, -0.25]) - point(f, "rocker", [0, 0, -0.75])
    if case == "double":
        return point(f, "inner", [0, 0, -0.4]) - point(f, "outer", [0, 0, 0.5])
    return point(f, LINKS[case][0][0], [0, 0, -0.5] if case == "gyroscope" else [0, 0, 1])


def main(swell, duration="10000"):
    here, wrong = pathlib.Path(__file__).parent, []
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.h5"
        for case, links in LINKS.items():
            drift = []
            for step in (0.01, 0.005):
                subprocess.run([swell, "run", "-q", here / f"{case}.yaml", "-o", out, "--set",
                                f"simulation.time_step={step}", "--set", f"simulation.duration={duration}"], check=True)
                with h5py.File(out) as f:
                    E = sum(energy(f, n, m, np.array(I)) for n, m, I in links)
                    apart = np.abs(gap(f, case)).max()
                drift.append(np.abs(E - E[0]).max())
                print(f"| {case} | {step} | {apart:.2g} | {drift[-1]:.2g} |", flush=True)
                if apart > 1e-10:
                    wrong.append(f"{case}: {apart:.2g} m between points that a joint holds together, at most 1e-10")
            if drift[0] > DRIFT[case]:
                wrong.append(f"{case}: energy drift {drift[0]:.2g} J, at most {DRIFT[case]:g}")
            if drift[1] > max(drift[0] / 12, 1e-12):
                wrong.append(f"{case}: energy drift {drift[0]:.2g} and {drift[1]:.2g} J at half the step: not of fourth order")
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
