#!/usr/bin/env python3
"""What ports cost: instructions per step through the compiled graph against the same physics called by hand.

Runs the program `overhead` under valgrind's callgrind for each device whose data are there: through ports, by hand, and
through ports with the watch of motions and power that every run has. Fails where the bits of the final states differ or
ports need more than the limit. Prints a table in Markdown.

    overhead.py --program build/release/bench/overhead [--data FOLDER] [--steps 400]
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

LIMITS = {"sphere": 0.10, "rm3": 0.02}


def count(program, way, device, steps, folder):
    """Instructions inside advance_loop, and the final state as text."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--toggle-collect=advance_loop", "--callgrind-out-file=" +
             os.path.join(scratch, "out"), program, way, device, str(steps), folder],
            capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{way} {device}: {done.stderr}")
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if not found:
        sys.exit(f"{way} {device}: callgrind tells no count\n{done.stderr}")
    return int(found.group(1)), done.stdout


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", default=os.environ.get("SWELL_DATA", ""), help="folder with rm3/rm3.h5")
    parser.add_argument("--steps", type=int, default=400)
    given = parser.parse_args()
    folders = {"sphere": os.path.join(here, "..", "..", "inputs"), "rm3": given.data}
    files = {"sphere": "sphere/hemisphere.h5", "rm3": "rm3/rm3.h5"}
    failed = False
    print("| device | by hand | through ports | more | limit | with the watch | more |\n|---|---|---|---|---|---|---|")
    for device, limit in LIMITS.items():
        if not folders[device] or not os.path.exists(os.path.join(folders[device], files[device])):
            print(f"| {device} | no data: set SWELL_DATA to a folder with {files[device]} | | | | | |")
            continue
        (hand, hand_end), (ports, ports_end), (whole, whole_end) = (
            count(given.program, way, device, given.steps, folders[device]) for way in ("hand", "ports", "graph"))
        if not hand_end == ports_end == whole_end:
            print(f"{device}: the ways end in different bits:\n{hand_end}{ports_end}{whole_end}", file=sys.stderr)
            failed = True
        more = ports / hand - 1.0
        failed = failed or more > limit
        steps = given.steps - 1
        print(f"| {device} | {hand / steps:.0f} | {ports / steps:.0f} | {100 * more:.2f} % | {100 * limit:.0f} % | "
              f"{whole / steps:.0f} | {100 * (whole / hand - 1.0):.2f} % |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
