#!/usr/bin/env python3
"""Runs FMUs inside Swell and compares their outputs with reference results.

    compare.py FOLDER [--swell build/release/tools/swell/swell] [--integrator dopri5]

FOLDER has FMUs (also in folders of it) and for `<model>.fmu` a text file `<model>_ref.csv` or `<model>_out.csv`: a column
`time` and columns named as outputs of the FMU. Each FMU is the only foreign component of a case; its inputs stay at their
start values. Both kinds are run where the FMU has both. The difference is relative to the largest magnitude of the
reference column (at least 1); a value that jumps at the very time of a row counts from either side.

Prints one row per FMU and kind. Exit status 1 if one does not run.
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
import zipfile

import h5py
import numpy as np


def read_reference(path):
    rows = list(csv.reader(path.open()))
    columns = {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])}
    numbers = {}
    for name, texts in columns.items():
        try:
            numbers[name] = np.array([[{"true": 1.0, "false": 0.0}.get(t, t) for t in text.split()] for text in texts],
                                     dtype=float)
        except ValueError:
            pass  # a text
    return numbers.pop("time")[:, 0], numbers


def describe(fmu):
    root = xml.fromstring(zipfile.ZipFile(fmu).read("modelDescription.xml"))
    version = int(root.get("fmiVersion")[0])
    inputs = []
    for node in root.find("ModelVariables"):
        kind = node if version == 3 else next(iter(node))
        if node.get("causality") != "input" or kind.tag in ("String", "Binary", "Clock"):
            continue
        starts = [{"true": "1", "false": "0"}.get(one, one) for one in (kind.get("start") or "0").split()]
        inputs.append((node.get("name"), starts[0] if len(starts) == 1 else f"[{', '.join(starts)}]"))
    kinds = [name for name, tag in (("co-simulation", "CoSimulation"), ("model-exchange", "ModelExchange"))
             if root.find(tag) is not None]
    stepped = root.find("CoSimulation")
    experiment = root.find("DefaultExperiment")
    own = stepped.get("fixedInternalStepSize") if stepped is not None else None
    step = float((experiment.get("stepSize") if experiment is not None else None) or own or 0.0)
    return version, kinds, inputs, step


def run(swell, fmu, kind, inputs, step, times, reference, integrator, folder):
    row = round(float(np.min(np.diff(times))), 12)
    step = step or row
    keys = f", step: {step!r}" if kind == "co-simulation" else ""
    tolerance = "" if integrator == "rk4" else ", tolerance: 1e-9"
    lines = [f"simulation: {{duration: {float(times[-1])!r}, time_step: {min(step, row)!r}, "
             f"integrator: {integrator}{tolerance}}}",
             f"output: {{time_step: {row!r}}}",
             "components:", f"  - {{name: unit, type: fmu, file: {fmu.resolve()}, kind: {kind}{keys}}}"]
    if inputs:
        lines += ["connections:"] + [f"  - {{value: {start}, to: unit.{name.replace('.', '_')}}}"
                                     for name, start in inputs]
    case = folder / "case.yaml"
    case.write_text("\n".join(lines) + "\n")
    began = time.perf_counter()
    done = subprocess.run([swell, "run", case, "-o", folder / "out.h5", "--force"], capture_output=True, text=True)
    if done.returncode != 0:
        return None, (done.stderr.strip() or done.stdout.strip()).replace("\n", " ")
    taken = time.perf_counter() - began
    worst, at, compared = 0.0, "", 0
    with h5py.File(folder / "out.h5") as results:
        t = results["time"][:]
        rows = np.abs(t[:, None] - times[None, :]).argmin(axis=0)
        near = np.abs(t[rows] - times) < 1e-6 * row + 1e-9
        for name, values in reference.items():
            path = f"components/unit/{name.replace('.', '_')}"
            if path not in results:
                continue
            compared += 1
            found = results[path][:].reshape(len(t), -1)[rows][near]
            wanted, before = values[near], np.concatenate([values[:1], values[:-1]])[near]
            off = np.abs(found - wanted)
            if np.all(values == np.round(values)):
                off = np.minimum(off, np.abs(found - before))
            off = off.max(axis=1) / max(1.0, np.max(np.abs(values)))
            if off.max() >= worst:
                worst, at = float(off.max()), f"{name} at {times[near][off.argmax()]:g} s"
    return worst, f"{compared} outputs, {int(near.sum())} of {len(times)} rows, worst {at}, {taken:.2f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--swell", default="build/release/tools/swell/swell")
    parser.add_argument("--integrator", default="dopri5", choices=["rk4", "dopri5", "implicit"])
    options = parser.parse_args()
    references = {path.name.rsplit("_", 1)[0]: path for path in sorted(options.folder.rglob("*_*.csv"))
                  if path.stem.endswith(("_ref", "_out"))}
    failed = False
    print("| FMU | FMI | kind | difference | |\n|---|---|---|---|---|")
    for fmu in sorted(options.folder.rglob("*.fmu")):
        if fmu.stem not in references:
            continue
        version, kinds, inputs, step = describe(fmu)
        times, reference = read_reference(references[fmu.stem])
        for kind in kinds:
            with tempfile.TemporaryDirectory() as folder:
                worst, reported = run(options.swell, fmu, kind, inputs, step, times, reference,
                                  options.integrator, pathlib.Path(folder))
            failed = failed or worst is None
            print(f"| {fmu.stem} | {version} | {kind} | {'none' if worst is None else f'{worst:.2g}'} | {reported} |",
                  flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
