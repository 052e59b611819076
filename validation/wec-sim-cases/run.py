#!/usr/bin/env python3
"""Imports and runs every case folder of WEC-Sim checkouts that a user names, and writes the table into README.md here.

    run.py --swell build/release/tools/swell/swell --difference build/release/validation/validation_stored_difference CHECKOUT...

A case counts as running when `swell import wec-sim`, `swell check` and `swell run` all end with status 0. --duration cuts
the runs of cases without a stored result (the first steps show that a case runs); 0 runs them whole.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->\n"

# Variables that another script of the folder sets before it starts WEC-Sim.
DEFINES = {"Radiation_Force_Options": ["enable_convolution=1", "enable_FIR=0", "enable_ss=0"]}


# Mean power over the last ten waves as WEC-Sim's documentation has it (user/advanced_features, Controls, text and figures),
# and the sea that it is of where that is not the one in the folder's input file: the declutching sphere is documented at
# height 1 m and period 3.5 s, which its gain is made for (optimalTimeCalc.m); wecSimInputFile.m has 2.5 m and 9.6664 s.
DOCUMENTED = {
    "Passive (P)": (141.6e3, {}),
    "Reactive (PI)": (1339950.0, {}),
    "Latching": (945e3, {}),
    "Declutching": (5.75e3, {"waves.height": 1.0, "waves.period": 3.5}),
}
DECAY_BEGIN, DECAY_END = "<!-- decay -->\n", "<!-- end of the decay -->\n"
YAW_BEGIN, YAW_END = "<!-- yaw -->\n", "<!-- end of the yaw -->\n"
SWELL = ["swell"]
POWER_BEGIN, POWER_END = "<!-- powers -->\n", "<!-- end of the powers -->\n"


def documented_power(case, folder, options):
    name = os.path.basename(folder)
    if os.path.basename(os.path.dirname(folder)) != "Controls" or name not in DOCUMENTED:
        return None
    expected, sets = DOCUMENTED[name]
    with open(case) as file:
        tree = yaml.safe_load(file)
    period = sets.get("waves.period", tree["waves"]["period"])
    results = case.replace(".yaml", ".power.h5")
    changes = [part for key, value in sets.items() for part in ("--set", f"{key}={value:g}")]
    status, _, err, _ = run([options.swell, "run", case, "-q", "-o", results, *changes])
    if status != 0:
        return f"| {name} | | {expected / 1e3:g} | {first_line(err)} | |"
    begin = tree["simulation"]["duration"] - 10.0 * period
    _, out, _, _ = run([options.swell, "stats", results, "--from", f"{begin:g}", "--select", "ptos.PTO1.power", "--json"])
    mean = json.loads(out)["signals"][0]["mean"]
    sea = ", ".join(f"{key} = {value:g}" for key, value in sets.items()) or "as in the folder"
    return f"| {name} | {sea} | {expected / 1e3:g} | {mean / 1e3:.6g} | {100.0 * (mean / expected - 1.0):+.2f} % |"


def processor_time():
    """Of all children that have ended [s]; unlike the clock it does not count what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit=1800):
    began = processor_time()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        return done.returncode, done.stdout, done.stderr, processor_time() - began
    except subprocess.TimeoutExpired:
        return -1, "", f"more than {limit} s", processor_time() - began


def passive_yaw(case, checkout):
    """The yaw of PassiveYawON, the whole run, and what WEC-Sim stored of it in Variable_Hydro."""
    import h5py
    import numpy as np
    import scipy.io

    results = case.replace(".yaml", ".yaw.h5")
    run([SWELL[0], "run", case, "-q", "-o", results])
    stored = scipy.io.loadmat(os.path.join(checkout, "Variable_Hydro/Passive_Yaw/reg_passiveYaw.mat"), squeeze_me=True,
                              struct_as_record=False)["yaw"]
    with h5py.File(results) as data:
        time = data["time"][:]
        body = max(data["bodies"], key=lambda b: np.abs(data[f"bodies/{b}/position"][:, 5]).max())
        yaw = np.interp(stored.time, time, data[f"bodies/{body}/position"][:, 5])
    worst = np.degrees(np.abs(yaw - stored.position).max())
    return (f"PassiveYawON, 600 s: largest yaw {np.degrees(np.abs(stored.position).max()):.2f} degrees, largest difference "
            f"{worst:.4f} degrees.\n")


def oswec_decay(checkout, stored_file, scratch):
    """The OSWEC of the examples, let go at 10 degrees in still water, and WEC-Sim's pitch as HydroChrono keeps it
    (demos/oswec/postprocessing/wecsim_oswec_decay.txt)."""
    import h5py
    import numpy as np

    source, folder = os.path.join(checkout, "examples/OSWEC"), os.path.join(scratch, "oswec-decay")
    shutil.copytree(source, folder, dirs_exist_ok=True)
    path = os.path.join(folder, "wecSimInputFile.m")
    with open(path) as file:
        text = re.sub(r"(?m)^\s*waves\b", "% waves", file.read())
    with open(path, "w") as file:
        file.write(text + "\nwaves = waveClass('noWaveCIC');\nsimu.rampTime = 0;\n"
                   "body(1).initial.displacement = [5*sin(pi/18) 0 5*cos(pi/18)-5];\nbody(1).initial.axis = [0 1 0];\n"
                   "body(1).initial.angle = pi/18;\npto(1).damping = 0;\n")
    case = os.path.join(folder, "case.yaml")
    for command in ([SWELL[0], "import", "wec-sim", folder, "-o", case, "--force"],
                    [SWELL[0], "run", case, "-q", "-o", case.replace(".yaml", ".h5")]):
        subprocess.run(command, check=True, capture_output=True)
    stored = np.loadtxt(stored_file, skiprows=1)
    with h5py.File(case.replace(".yaml", ".h5")) as data:
        pitch = np.interp(stored[:, 0], data["time"][:], data["bodies/Flap/position"][:, 4])
    difference = np.abs(pitch - stored[:, 1])
    return (f"OSWEC, free decay from 10 degrees, {stored[-1, 0]:.0f} s: largest difference of pitch {difference.max():.4f} rad, "
            f"at {stored[difference.argmax(), 0]:.0f} s.\n")


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if "warning: " not in line] or lines
    line = lines[0].strip() if lines else ""
    return re.sub(r"/\S*/", "", line).replace("|", "/")[:160]


def cases_of(checkout):
    for folder, _, files in sorted(os.walk(checkout)):
        if any(f.lower() == "wecsiminputfile.m" for f in files):
            yield folder


def case_file(name, scratch):
    return os.path.join(scratch, re.sub(r"\W+", "-", name), "case.yaml")


def judge(folder, name, options, scratch):
    case = case_file(name, scratch)
    os.makedirs(os.path.dirname(case), exist_ok=True)
    defines = [part for d in DEFINES.get(os.path.basename(folder), []) for part in ("--define", d)]
    status, out, err, seconds = run([options.swell, "import", "wec-sim", folder, "-o", case, "--force", *defines])
    losses = []
    if "Not imported:" in out:
        losses = [line.strip() for line in out.split("Not imported:")[1].splitlines()[1:] if line.startswith("  ")]
    if status == 1:
        return "stopped for a loss", first_line("; ".join(losses)), seconds, None, ""
    if status != 0:
        return "refused", first_line(err), seconds, None, ""
    import_seconds = seconds
    status, _, err, _ = run([options.swell, "check", case])
    if status != 0:
        return "does not check", first_line(err) or (losses[0] if losses else ""), import_seconds, None, ""
    study = case.replace(".yaml", "-study.yaml")
    if os.path.exists(study):
        status, _, err, _ = run([options.swell, "batch", study, "--list"])
        losses += [] if status == 0 else ["its study: " + first_line(err)]
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
    parser.add_argument("--decay", help="wecsim_oswec_decay.txt of NREL/HydroChrono")
    parser.add_argument("--scratch")
    parser.add_argument("--print", action="store_true", help="print the table instead of writing it")
    options = parser.parse_args()
    SWELL[0] = options.swell
    rows, powers, yaw, decay, counts, slowest = [], [], "", "", {}, 0.0
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
                if verdict.startswith("runs"):
                    power = documented_power(case_file(name, options.scratch or own), folder, options)
                    powers += [power] if power else []
                if options.decay and verdict.startswith("runs") and name.endswith("examples/OSWEC"):
                    decay = oswec_decay(checkout, options.decay, options.scratch or own)
                if verdict.startswith("runs") and name.endswith("PassiveYawON"):
                    yaw = passive_yaw(case_file(name, options.scratch or own), checkout)
    head = "| case | verdict | import [CPU s] | run [CPU s] | largest difference of a motion to the stored result | what was lost, or why not |\n|---|---|---|---|---|---|\n"
    total = f"\n{len(rows)} cases: " + ", ".join(f"{n} {v}" for v, n in sorted(counts.items())) + f". Slowest import {slowest:.2f} s.\n"
    print(total + "\n".join(powers) + "\n" + yaw + decay)
    if options.print:
        return
    path = os.path.join(HERE, "README.md")
    with open(path) as file:
        text = file.read()
    def put(text, begin, end, table):
        before, rest = text.split(begin)
        return before + begin + table + end + rest.split(end)[1]

    text = put(text, BEGIN, END, head + "\n".join(rows) + "\n" + total)
    power_head = "| Controls | sea | documented [kW] | here [kW] | difference |\n|---|---|---|---|---|\n"
    text = put(text, POWER_BEGIN, POWER_END, power_head + "\n".join(powers) + "\n")
    text = put(text, YAW_BEGIN, YAW_END, yaw)
    if decay:
        text = put(text, DECAY_BEGIN, DECAY_END, decay)
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
