#!/usr/bin/env python3
"""Imports and runs every case folder of WEC-Sim checkouts that a user names, and writes the table into README.md here.

    run.py --swell build/release/tools/swell/swell --difference build/release/validation/validation_stored_difference CHECKOUT...

A case counts as running when `swell import wec-sim`, `swell check` and `swell run` all end with status 0. --duration cuts
the runs of cases without a stored result (the first steps show that a case runs); 0 runs them whole.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->\n"

# Variables that another script of the folder sets before it starts WEC-Sim.
DEFINES = {"Radiation_Force_Options": ["enable_convolution=1", "enable_FIR=0", "enable_ss=0"]}


def run(command, limit=600):
    began = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - began
    except subprocess.TimeoutExpired:
        return -1, "", f"more than {limit} s", time.monotonic() - began


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    line = lines[0].strip() if lines else ""
    return re.sub(r"/\S*/", "", line).replace("|", "/")[:160]


def cases_of(checkout):
    for folder, _, files in sorted(os.walk(checkout)):
        if any(f.lower() == "wecsiminputfile.m" for f in files):
            yield folder


def judge(folder, name, options, scratch):
    case = os.path.join(scratch, re.sub(r"\W+", "-", name), "case.yaml")
    os.makedirs(os.path.dirname(case), exist_ok=True)
    defines = [part for d in DEFINES.get(os.path.basename(folder), []) for part in ("--define", d)]
    status, out, err, seconds = run([options.swell, "import", "wec-sim", folder, "-o", case, "--force", *defines])
    if status != 0:
        return "refused", first_line(err), seconds, None, ""
    losses = []
    if "Did not come over:" in out:
        losses = [line.strip() for line in out.split("Did not come over:")[1].splitlines()[1:] if line.startswith("  ")]
    import_seconds = seconds
    status, _, err, _ = run([options.swell, "check", case])
    if status != 0:
        return "does not check", first_line(err) or (losses[0] if losses else ""), import_seconds, None, ""
    stored = [f for f in os.listdir(folder) if f.endswith("_org.mat")]
    command = [options.swell, "run", case, "-q"]
    with open(case) as file:
        tree = yaml.safe_load(file)
    if options.duration > 0 and not stored and tree["simulation"]["duration"] > options.duration:
        command += ["--set", f"simulation.duration={options.duration:g}"]
    status, _, err, seconds = run(command)
    if status != 0:
        return "does not run", first_line(err), import_seconds, seconds, ""
    difference = ""
    if stored and options.difference:
        bodies = [body["name"] for body in tree["bodies"]]
        status, out, _, _ = run([options.difference, case.replace(".yaml", ".results.h5"), os.path.join(folder, stored[0]), *bodies])
        worst = max((float(line.split()[1]) for line in out.splitlines() if "/position[" in line), default=None)
        if worst is not None:
            difference = f"{worst:.2g} m or rad"
    verdict = "runs, with a loss" if losses else "runs"
    return verdict, first_line("; ".join(losses)), import_seconds, seconds, difference


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+")
    parser.add_argument("--swell", default="swell")
    parser.add_argument("--difference")
    parser.add_argument("--duration", type=float, default=0.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--scratch")
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it")
    options = parser.parse_args()
    rows, counts, slowest = [], {}, 0.0
    with tempfile.TemporaryDirectory() as own:
        for checkout in options.checkouts:
            for folder in cases_of(checkout):
                name = os.path.join(os.path.basename(os.path.normpath(checkout)), os.path.relpath(folder, checkout))
                if options.only not in name:
                    continue
                verdict, reason, importing, running, difference = judge(folder, name, options, options.scratch or own)
                counts[verdict] = counts.get(verdict, 0) + 1
                slowest = max(slowest, importing)
                ran = "" if running is None else f"{running:.2f}"
                rows.append(f"| {name} | {verdict} | {importing:.2f} | {ran} | {difference} | {reason} |")
                print(rows[-1], flush=True)
    head = "| case | verdict | import [s] | run [s] | largest difference of a motion to the stored result | what was lost, or why not |\n|---|---|---|---|---|---|\n"
    total = f"\n{len(rows)} cases: " + ", ".join(f"{n} {v}" for v, n in sorted(counts.items())) + f". Slowest import {slowest:.2f} s.\n"
    print(total)
    if options.print:
        return
    path = os.path.join(HERE, "README.md")
    with open(path) as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    with open(path, "w") as file:
        file.write(before + BEGIN + head + "\n".join(rows) + "\n" + total + END + after)


if __name__ == "__main__":
    main()
