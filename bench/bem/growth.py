#!/usr/bin/env python3
"""Time and memory of `swell bem` with the number of flat panels: a hemisphere, six modes, one heading, one frequency.

    growth.py SWELL [--panels 1250,5000] [--symmetry both|true|false] [--threads 2]

Each run solves one frequency and the two limits. Processor time and greatest resident memory are the kernel's, the announced memory Swell's.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import tempfile

from side_by_side import GRAVITY, sphere_panels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("swell")
    parser.add_argument("--panels", default="1250,5000,20000")
    parser.add_argument("--symmetry", default="both")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    swell = str(pathlib.Path(options.swell).resolve())
    for symmetry in ("true", "false") if options.symmetry == "both" else (options.symmetry,):
        for wanted in options.panels.split(","):
            n = round(math.sqrt(int(wanted) / 2))
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                nodes, corners = sphere_panels(n)
                (folder / "mesh.gdf").write_text(f"sphere\n1 9.81\n0 0\n{len(corners)}\n" + "".join(
                    "%.9f %.9f %.9f\n" % nodes[i - 1] for panel in corners for i in panel))
                (folder / "device.yaml").write_text(
                    f"environment: {{depth: infinite}}\nfrequencies: [{math.sqrt(GRAVITY)}]\nsymmetry: {symmetry}\n"
                    "bodies:\n  - {name: sphere, center_of_gravity: [0, 0, 0], geometry: {mesh: mesh.gdf}}\n")
                child = subprocess.Popen([swell, "bem", "device.yaml", "-o", "out.h5", "--json", "--threads", str(options.threads)],
                                         cwd=folder, stdout=subprocess.PIPE, env=dict(os.environ, OMP_NUM_THREADS=str(options.threads)))
                reported = json.loads(child.stdout.read())
                _, status, usage = os.wait4(child.pid, 0)
                print("%6d panels, symmetry %-5s: %8.1f s of processors, %8.1f s, %6.2f GB resident, %6.2f GB announced" %
                      (reported["nodes"], symmetry, usage.ru_utime + usage.ru_stime, reported["seconds"], usage.ru_maxrss / 1e6,
                       reported["memory"] / 1e9), flush=True)


if __name__ == "__main__":
    main()
