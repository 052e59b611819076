#!/usr/bin/env python3
"""A long run takes no more memory than a short one: peak resident set of 10 and of 60 simulated minutes. Four times
as many bodies that do not interact take four times as much, and their results what their numbers take.

    memory_test.py SWELL SOURCE_FOLDER

RM3 at default settings, computed from its geometry beforehand, and the shipped sphere in an irregular sea. What may grow is what the writer and HDF5 keep of a file ten times as long: 2 MB.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ALLOWED = 2.0  # MB


def peak(command):
    """Peak resident set [MB] and wall time [s] of a process."""
    begin = time.time()
    # A sanitizer keeps what is freed in quarantine: memory of its own, not the program's.
    options = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=0"]))
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=dict(os.environ, ASAN_OPTIONS=options))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"status {child.returncode}: {command}")
    return usage.ru_maxrss / 1024, time.time() - begin


def many_bodies(swell, source):
    rows, most = 21, {}
    with tempfile.TemporaryDirectory() as folder:
        case, results = pathlib.Path(folder, "many.yaml"), pathlib.Path(folder, "many.h5")
        for n in (200, 800):
            case.write_text("simulation: {duration: 1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6}\n"
                            "bodies:\n" + "".join(
                                f"  - {{name: s{i}, hydro_data: {{file: {source}/inputs/sphere/hemisphere.h5, body: 1}}, "
                                "mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n" for i in range(n)))
            most[n], seconds = peak([swell, "run", "-q", case, "-o", results, "--force"])
            size = results.stat().st_size / 1e6
            print(f"{n} hemispheres: {most[n]:.0f} MB, {seconds:.1f} s, results of {size:.1f} MB", flush=True)
            # 16 datasets of 6 columns, a chunk of 64 rows of each; beside it what HDF5 takes to name them.
            if size > n * (16 * 6 * 64 * 8 + 16 * 4096) / 1e6:
                raise SystemExit(f"the results of {rows} rows of {n} bodies take {size:.0f} MB")
    if most[800] > 4.0 * most[200]:  # some of it is there whatever the case
        raise SystemExit(f"four times the bodies take {most[800] / most[200]:.1f} times the memory")


def main(swell, source):
    source = pathlib.Path(source)
    rm3 = source / "inputs/rm3/regular.yaml"
    cache = tempfile.TemporaryDirectory()
    os.environ["SWELL_CACHE"] = cache.name
    subprocess.run([swell, "check", rm3], check=True, stdout=subprocess.DEVNULL)  # computes its hydrodynamics
    cases = [("sphere, irregular", [source / "inputs/sphere/irregular-damper.yaml"]), ("RM3, regular", [rm3])]
    failed = False
    for name, arguments in cases:
        with tempfile.TemporaryDirectory() as folder:
            result = {}
            for minutes in (10, 60):
                result[minutes] = peak([swell, "run", "-q", *arguments, "-o", f"{folder}/out.h5", "--set",
                                        f"simulation.duration={60 * minutes}"])
        growth = result[60][0] - result[10][0]
        print(f"{name}: {result[10][0]:.1f} MB over 10 min ({result[10][1]:.1f} s), {result[60][0]:.1f} MB over 60 min "
              f"({result[60][1]:.1f} s), growth {growth:+.1f} MB", flush=True)
        failed = failed or growth > ALLOWED
    if failed:
        raise SystemExit(f"a long run takes more than {ALLOWED} MB more than a short one")
    many_bodies(swell, source)


if __name__ == "__main__":
    main(*sys.argv[1:])
