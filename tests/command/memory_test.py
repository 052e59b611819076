#!/usr/bin/env python3
"""A long run takes no more memory than a short one: peak resident set of 10 and of 60 simulated minutes.

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


if __name__ == "__main__":
    main(*sys.argv[1:])
