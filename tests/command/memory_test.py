#!/usr/bin/env python3
"""A long run takes no more memory than a short one: peak resident set of 10 and of 60 simulated minutes.

    memory_test.py SWELL SOURCE_FOLDER [DATA_FOLDER]

RM3 at default settings where the data are (DATA_FOLDER, else SWELL_DATA, else ../shared/data), and the shipped sphere in an
irregular sea. What may grow is what the writer and HDF5 keep of a file ten times as long: 2 MB.
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


def main(swell, source, data=None):
    source = pathlib.Path(source)
    data = pathlib.Path(data or os.environ.get("SWELL_DATA") or source / "../shared/data")
    cases = [("sphere, irregular", [source / "inputs/sphere/irregular-damper.yaml"])]
    rm3 = data / "rm3/rm3.h5"
    if rm3.exists():
        files = ["--set", f"bodies.float.hydro_data.file={rm3}", "--set", f"bodies.spar.hydro_data.file={rm3}"]
        cases.append(("RM3, regular", [source / "inputs/rm3/regular.yaml", *files]))
    else:
        print(f"RM3 is left out: no {rm3}")
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
