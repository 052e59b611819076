#!/usr/bin/env python3
"""A farm by `swell bem`: floats at irregular places, frequencies by themselves.

    farm.py SWELL [--devices 30] [--threads 2]
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("swell")
    parser.add_argument("--devices", type=int, default=30)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    bodies = ""
    for i in range(options.devices):
        x, y = 30 * (i % 6) + 11 * ((i // 6) % 2), 27 * (i // 6) + i % 3
        bodies += (f"  - {{name: float{i}, position: [{x}, {y}, 0], center_of_gravity: [{x}, {y}, -2], "
                   "geometry: {shape: cylinder, radius: 5, bottom: -4}}\n")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "farm.yaml").write_text("environment: {depth: 50}\nfrequencies: {from: 0.2, to: 2.0, count: 48}\nbodies:\n" + bodies)
        child = subprocess.Popen([str(pathlib.Path(options.swell).resolve()), "bem", "farm.yaml", "-o", "out.h5", "--json", "--threads",
                                  str(options.threads)], cwd=folder, stdout=subprocess.PIPE)
        reported = json.loads(child.stdout.read())
        _, _, usage = os.wait4(child.pid, 0)
        print("%d devices apart of %d, %d nodes, %d frequencies: %.0f s of processors, equations %.0f s, %.2f GB resident; Haskind %.2g, "
              "energy %.2g, reciprocity %.2g" % (reported["devices"], options.devices, reported["nodes"], reported["frequencies"],
                                                 usage.ru_utime + usage.ru_stime, reported["seconds"], usage.ru_maxrss / 1e6, reported["haskind"],
                                                 reported["energy"], reported["reciprocity"]))


if __name__ == "__main__":
    main()
