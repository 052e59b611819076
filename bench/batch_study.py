#!/usr/bin/env python3
"""What a batch costs: RM3 in 210 sea states, as users of WEC-Sim run them, through the command.

    bench/batch_study.py --swell build/release/tools/swell/swell --data <folder with rm3/rm3.h5>

Measured, each from a fresh start, reading and writing included: wall time on one thread and on all; simulated hours per
core-hour in regular seas of 400 s and irregular ones of 30 minutes; thread scaling; time outside the cases; memory per case.
Cases: heights 0.5 to 5 m (10) x periods 5 to 15 s (21), steps of 0.1 s, convolution over 20 s at the step (WEC-Sim's
regularCIC), with the defaults of Swell and, for comparison, with `reproduce: wec-sim`. Published for WEC-Sim: 447 s on 14 cores.

CPU time is reported beside wall time: on a machine that others use, only CPU time means something.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

CASE = """
simulation: {{duration: {duration}, time_step: 0.1, ramp: 100{reproduce}}}
waves: {waves}
hydrodynamics: {{radiation: convolution, convolution: {{duration: 20, time_step: 0.1}}}}
bodies:
  - {{name: float, hydro_data: {{file: {h5}, body: 1}}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}}
  - {{name: spar, hydro_data: {{file: {h5}, body: 2}}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82]}}
joints: [{{name: Constraint1, type: floating-3dof, base: world, follower: spar, location: [0, 0, 0]}}]
ptos: [{{name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], stiffness: 0, damping: 1.2e6}}]
"""
REGULAR, IRREGULAR = "{type: regular, height: 2.5, period: 8}", "{type: irregular, significant_height: 2.5, peak_period: 8}"
STUDY = """
base: case.yaml
axes:
  - {{key: waves.height, range: {{from: 0.5, to: {top}, count: {heights}}}}}
  - {{key: waves.period, range: {{from: 5, to: 15, count: {periods}}}}}
"""


def measure(swell, folder, threads):
    """One fresh batch: what it says of itself, and what the operating system says of it."""
    begin = time.monotonic()
    process = subprocess.Popen([swell, "batch", str(folder / "study.yaml"), "--json", "--fresh", "--threads", str(threads)],
                               stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    if status != 0:
        sys.exit(f"swell batch ended with {status}: {output.decode()}")
    reported = json.loads(output)
    if reported["done"] != reported["cases"]:
        sys.exit("\n".join(reported["messages"]))
    reported.update(wall=wall, cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss / 1024)
    return reported


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--swell", required=True)
    parser.add_argument("--data", required=True)
    arguments = parser.parse_args()
    swell = str(pathlib.Path(arguments.swell).absolute())
    h5 = pathlib.Path(arguments.data).absolute() / "rm3" / "rm3.h5"
    cores = os.cpu_count()
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def write(waves, duration, reproduce="", top=5.0, heights=10, periods=21):
            (folder / "case.yaml").write_text(CASE.format(h5=h5, waves=waves, duration=duration, reproduce=reproduce))
            (folder / "study.yaml").write_text(STUDY.format(top=top, heights=heights, periods=periods))

        def line(title, reported):
            rate = reported["simulated"] / reported["cpu"]
            print(f"{title:58} {reported['cases']:4d} cases  wall {reported['wall']:7.2f} s  cpu {reported['cpu']:7.2f} s  "
                  f"{rate:8.0f} simulated h per core-h  {reported['memory']:6.1f} MB", flush=True)

        for reproduce, title in [("", "as Swell"), (", reproduce: wec-sim", "as WEC-Sim")]:
            write(REGULAR, 400, reproduce)
            one = measure(swell, folder, 1)
            line(f"210 regular seas of 400 s, {title}, 1 thread", one)
            many = measure(swell, folder, cores)
            line(f"210 regular seas of 400 s, {title}, {cores} threads", many)
            print(f"  scaling {one['wall'] / many['wall']:.2f} by wall time; CPU time grows by {many['cpu'] / one['cpu']:.3f}; "
                  f"outside the cases {1e3 * (one['wall'] - one['case_time']) / one['cases']:.2f} ms per case of "
                  f"{1e3 * one['case_time'] / one['cases']:.2f} ms")
            short = one
            write(REGULAR, 0.2, reproduce.replace("}", ""))
            if not reproduce:
                (folder / "case.yaml").write_text((folder / "case.yaml").read_text().replace("ramp: 100", "ramp: 0"))
                empty = measure(swell, folder, 1)
                print(f"  two steps instead of 4000: {1e3 * empty['cpu'] / empty['cases']:.2f} ms of CPU per case: reading, building, "
                      f"recording; {100 * empty['cpu'] / short['cpu']:.1f} % of the whole")
        write(IRREGULAR, 1800, top=5.0, heights=5, periods=6)
        line("30 irregular seas of 30 minutes, 1 thread", measure(swell, folder, 1))
        line(f"30 irregular seas of 30 minutes, {cores} threads", measure(swell, folder, cores))
        sizes = []
        for heights in (10, 100):
            write(REGULAR, 1, heights=heights)
            (folder / "case.yaml").write_text((folder / "case.yaml").read_text().replace("ramp: 100", "ramp: 0"))
            sizes.append(measure(swell, folder, cores))
            line(f"{21 * heights} regular seas of 1 s, {cores} threads", sizes[-1])
        per_case = (sizes[1]["memory"] - sizes[0]["memory"]) / (sizes[1]["cases"] - sizes[0]["cases"])
        print(f"  memory per finished case {1024 * per_case:.1f} kB")


if __name__ == "__main__":
    main()
