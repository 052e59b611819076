#!/usr/bin/env python3
"""Runs every set of BEM results under a folder through `bemio info`, `convert`, `check` and `plot`, and tabulates.

    validation/bem-foreign/survey.py FOLDER --bemio build/release/tools/bemio/bemio > table.md

A set is a WAMIT .out, the .1/.3/.hst of one name without an .out, a Nemoh.cal, an .AH1 (or a .LIS without one), a Capytaine
.nc, a BEMIO .h5, a HAMS ControlFile.in, an .hdb of AQUA+ or Diodore, or an OrcaFlex .yml with vessel types.
Exit status 1 when a command crashed, hung or answered with anything but 0, 1 (findings of check) and 2 (input refused).
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

COMMANDS = ("info", "convert", "check", "plot")


def sets_under(folder):
    found, seen = [], set()
    for root, folders, files in os.walk(folder):
        folders.sort()
        names = {f.lower() for f in files}
        for file in sorted(files):
            stem, extension = os.path.splitext(file.lower())
            path = pathlib.Path(root, file)
            if extension in (".out", ".ah1", ".nc", ".nc4", ".h5", ".hdf5", ".hdb") or file.lower() in ("nemoh.cal", "controlfile.in"):
                found.append(path)
            elif extension in (".yml", ".yaml") and b"VesselTypes:" in path.read_bytes():
                found.append(path)
            elif extension == ".lis" and stem + ".ah1" not in names:
                found.append(path)
            elif extension in (".1", ".3", ".hst") and stem + ".out" not in names and (root, stem) not in seen:
                seen.add((root, stem))
                found.append(path)
    return found


def run(bemio, command, path, folder, timeout):
    arguments = [bemio, command, str(path)]
    if command == "info":
        arguments.append("--json")
    if command in ("convert", "plot"):
        arguments += ["-o", os.path.join(folder, "out.h5" if command == "convert" else "out.svg")]
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return "hang", "", ""
    return done.returncode, done.stdout, done.stderr


def first_error(text):
    line = next((l for l in text.splitlines() if "error" in l.lower()), text.strip().split("\n")[0] if text.strip() else "")
    return re.sub(r"\s+", " ", line).strip()


def survey(bemio, path, timeout):
    row = {"input": str(path), "code": "", "notes": 0, "error": "", "bad": []}
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            status, out, err = run(bemio, command, path, folder, timeout)
            row[command] = status
            if command == "info":
                if status == 0:
                    reported = json.loads(out)[0]
                    row["code"], row["notes"] = reported["format"], len(reported["notes"])
                else:
                    row["error"] = first_error(err)
            elif command == "check" and status == 1:
                row["bad"] = [l[15:55].strip() for l in out.splitlines() if l.startswith("bad ")]
            elif status not in (0, 2) or (status == 2 and row["info"] == 0):
                row["error"] = row["error"] or f"{command}: {first_error(err)}"
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--bemio", default="build/release/tools/bemio/bemio")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for each command")
    parser.add_argument("--json", help="write the rows there, too")
    options = parser.parse_args()
    paths = sets_under(options.folder)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda p: survey(options.bemio, p, options.timeout), paths))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
    print("| input | program | " + " | ".join(COMMANDS) + " | notes | refused because, or bad in check |")
    print("| --- | --- " + "| --- " * len(COMMANDS) + "| --- | --- |")
    for r in rows:
        why = (r["error"] or ", ".join(dict.fromkeys(r["bad"]))).replace("|", "\\|")
        cells = [os.path.relpath(r["input"], options.folder), r["code"], *(str(r[c]) for c in COMMANDS), str(r["notes"]), why]
        print("| " + " | ".join(cells) + " |")
    print(f"\n{len(rows)} sets.")
    for command in COMMANDS:
        counts = collections.Counter(str(r[command]) for r in rows)
        print(f"{command}: " + ", ".join(f"status {s}: {n}" for s, n in sorted(counts.items())))
    programs = collections.Counter(r["code"] or "refused" for r in rows)
    print("programs: " + ", ".join(f"{p} {n}" for p, n in programs.most_common()))
    return 1 if any(r[c] not in (0, 1, 2) for r in rows for c in COMMANDS) else 0


if __name__ == "__main__":
    sys.exit(main())
