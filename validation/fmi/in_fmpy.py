#!/usr/bin/env python3
"""Runs cases of Swell as FMUs in FMPy, and compares every motion of their bodies with `swell run`.

    in_fmpy.py CASE... [--swell build/release/tools/swell/swell]

Each case is exported for FMI 2.0 and 3.0; FMPy validates modelDescription.xml against the XML schema and by its own
checks, and steps the FMU at the interval of the case's rows. /usr/bin/python3 with h5py, numpy, lxml; FMPy from its maker.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import fmpy
import fmpy.validation
import h5py
import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("cases", nargs="+", type=pathlib.Path)
parser.add_argument("--swell", default="build/release/tools/swell/swell")
given = parser.parse_args()
failed = False
for case in given.cases:
    with tempfile.TemporaryDirectory() as folder:
        results, fmu = pathlib.Path(folder) / "run.h5", str(pathlib.Path(folder) / "device.fmu")
        subprocess.run([given.swell, "run", case, "-o", results], check=True, capture_output=True)
        for version in "23":
            subprocess.run([given.swell, "fmu", case, "-o", fmu, "--fmi", version], check=True, capture_output=True)
            complaints = fmpy.validation.validate_fmu(fmu)
            description = fmpy.read_model_description(fmu, validate=True)
            outputs = [v.name for v in description.modelVariables if v.causality == "output"]
            with h5py.File(results) as run:
                time = run["time"][:]
                step = float(np.median(np.diff(time)))
                messages = []
                rows = fmpy.simulate_fmu(fmu, start_time=time[0], stop_time=time[-1], step_size=step, output_interval=step,
                                         output=outputs, logger=lambda *message: messages.append(message))
                worst, compared = 0.0, 0
                for body, group in run["bodies"].items():
                    for entry, motion in enumerate(("surge", "sway", "heave", "roll", "pitch", "yaw")):
                        name = f"{body}.position.{motion}"
                        if name in outputs:
                            compared += 1
                            difference = np.interp(time, rows["time"], rows[name]) - group["position"][:, entry]
                            worst = max(worst, float(np.abs(difference).max()))
            failed = failed or bool(complaints) or bool(messages) or not compared or worst > 1e-9
            print(f"{case}, FMI {version}.0: {len(rows)} rows, {compared} motions, largest difference {worst:.1e} m or rad, "
                  f"{len(complaints)} complaints, {len(messages)} messages")
sys.exit(1 if failed else 0)
