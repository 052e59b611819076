#!/usr/bin/env python3
"""What ports cost: instructions per step through the compiled graph against the same physics called by hand.

Runs the program `overhead` under valgrind's callgrind, both ways, for each device whose data are there; fails where the
bits of the final states differ or the graph needs more than the limit. Prints a table in Markdown.

    overhead.py --program build/release/bench/overhead [--data FOLDER] [--steps 400]
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

# Ports and the watch of motions and power, which the hand-written device has not.
LIMITS = {"sphere": 0.22, "rm3": 0.10}


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
    print("| device | through ports | by hand | more | limit |\n|---|---|---|---|---|")
    for device, limit in LIMITS.items():
        if not folders[device] or not os.path.exists(os.path.join(folders[device], files[device])):
            print(f"| {device} | no data: set SWELL_DATA to a folder with {files[device]} | | | |")
            continue
        (graph, graph_end), (hand, hand_end) = (
            count(given.program, way, device, given.steps, folders[device]) for way in ("graph", "hand"))
        if graph_end != hand_end:
            print(f"{device}: the two ways end in different bits:\n{graph_end}{hand_end}", file=sys.stderr)
            failed = True
        more = graph / hand - 1.0
        failed = failed or more > limit
        print(f"| {device} | {graph / (given.steps - 1):.0f} | {hand / (given.steps - 1):.0f} | {100 * more:.2f} % | "
              f"{100 * limit:.0f} % |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
