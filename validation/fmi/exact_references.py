#!/usr/bin/env python3
"""Writes exact solutions of four reference FMUs as <model>_ref.csv, for compare.py by model exchange.

    exact_references.py FOLDER

BouncingBall falls from 1 m with 9.81 m/s2 and keeps 0.7 of its speed at each bounce, until it leaves the ground with less than
0.1 m/s. Dahlquist: x' = -x, x(0) = 1. StateSpace: x' = x + u, x(0) = 0, y = x + u, u = 1, 2, 3. VanDerPol: x1' = x2,
x2' = (1 - x1^2) x2 - x1 from (2, 0), by RK4 of 1e-4 s: its error (1e-12) is far below what is compared.
"""
import pathlib
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])


def write(model, times, **columns):
    lines = ["time," + ",".join(columns)]
    for row, time in enumerate(times):
        lines.append(f"{time!r}," + ",".join(" ".join(repr(float(one)) for one in np.atleast_1d(column[row])) for column in columns.values()))
    (folder / f"{model}_ref.csv").write_text("\n".join(lines) + "\n")


def ball(time):
    since, speed, fall = 0.0, 0.0, np.sqrt(2.0 / 9.81)  # of the piece, its first speed, its length
    height = 1.0
    while time > since + fall:
        since, speed, height = since + fall, 0.7 * abs(speed - 9.81 * fall), 0.0
        if speed < 0.1:
            return 0.0, 0.0
        fall = 2.0 * speed / 9.81
    passed = time - since
    return height + speed * passed - 4.905 * passed**2, speed - 9.81 * passed


def grid(end, step):
    return [round(k * step, 12) for k in range(round(end / step) + 1)]


times = grid(3.0, 0.01)
motion = np.array([ball(time) for time in times])
write("BouncingBall", times, h=motion[:, 0], v=motion[:, 1])
times = grid(10.0, 0.1)
write("Dahlquist", times, x=np.exp(-np.array(times)))
times = grid(10.0, 1.0)
write("StateSpace", times, y=np.outer(np.exp(times), [1.0, 2.0, 3.0]))


def rate(x):
    return np.array([x[1], (1.0 - x[0] ** 2) * x[1] - x[0]])


times, state, step = grid(20.0, 0.01), np.array([2.0, 0.0]), 1e-4
rows = [state]
for _ in times[1:]:
    for _ in range(100):
        k1 = rate(state)
        k2 = rate(state + 0.5 * step * k1)
        k3 = rate(state + 0.5 * step * k2)
        k4 = rate(state + step * k3)
        state = state + step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    rows.append(state)
write("VanDerPol", times, x0=np.array(rows)[:, 0], x1=np.array(rows)[:, 1])
