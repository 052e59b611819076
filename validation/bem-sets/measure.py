#!/usr/bin/env python3
"""Every supplied BEM set through `bemio`: time of conversion, Ogilvie's relation, and every verdict that is not good.

    validation/bem-sets/measure.py build/release/tools/bemio/bemio DATA_FOLDER > table.md

DATA_FOLDER holds wamit/, nemoh_v2.3/, nemoh_v3.0.2/, aqwa/, capytaine/, hams/ and h5_variants/ (WEC-Sim's
examples/BEMIO). Times are processor seconds of the command, files written included. Exit status 1 when a set takes more
than ten seconds without state space, or departs from Ogilvie's relation by more than 1 % without a reason.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def sets(folder):
    for path in sorted(folder.glob("wamit/*/*.out")) + sorted(folder.glob("nemoh*/*")) + sorted(
            folder.glob("aqwa/*/*.AH1")) + sorted(folder.glob("aqwa/*/*.LIS")) + sorted(folder.glob("capytaine/*/*.nc")) + sorted(
            folder.glob("hams/*")) + sorted(folder.glob("h5_variants/*.h5")):
        yield path


def run(*command):
    """Standard output, processor seconds and status."""
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, err = process.communicate()
    return out, err, process.returncode


def timed(*command):
    before = os.times()
    out, err, status = run(*command)
    after = os.times()
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))}: {err}")
    return after.children_user - before.children_user + after.children_system - before.children_system


def main():
    bemio, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    failed = False
    print("| set | bodies | frequencies | directions | convert [s] | with state space [s] | Ogilvie | why it does not close |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "out.h5"
        all_sets = list(sets(folder))
        if not all_sets:
            print(f"{folder}: holds no BEM set", file=sys.stderr)
            return 1
        verdicts = []
        for path in all_sets:
            info = json.loads(run(bemio, "info", "--json", path)[0])[0]
            plain = timed(bemio, "convert", path, "-o", out)
            fitted = timed(bemio, "convert", path, "-o", out, "--state-space")
            checked = json.loads(run(bemio, "check", "--json", path)[0])
            verdicts.append((path.relative_to(folder), json.loads(run(bemio, "check", "--json", out)[0])["findings"]))
            relations = [f for f in checked["findings"] if "Ogilvie" in f["test"]]
            parts, reasons = [], []
            for finding in relations:
                if finding["verdict"] == "not applicable" or finding["number"] is None:
                    parts.append("not applicable")
                else:
                    where = f"{finding['body']} {finding['dof']}".strip()
                    parts.append(f"{finding['number']:.2g} {finding['unit']} ({where})")
                if finding["verdict"] != "good":
                    reasons.append(finding["sentence"])
            closes = bool(relations) and all(f["verdict"] == "good" for f in relations)
            failed |= plain > 10.0 or not (closes or reasons)
            name = path.relative_to(folder)
            print(f"| {name} | {len(info['bodies'])} | {len(info['omega'])} | {len(info['direction'])} | {plain:.2f} | {fitted:.2f} | "
                  f"{'; '.join(parts) or 'not examined'} | {'; '.join(reasons)} |", flush=True)
        print("\n| set, converted with state space | good | not applicable | doubtful | bad |")
        print("| --- | --- | --- | --- | --- |")
        for name, findings in verdicts:
            def those(verdict):
                return [f for f in findings if f["verdict"] == verdict]

            def reported(verdict):
                return "; ".join(f"{f['test']} {f['number']:.2g}" if f["number"] is not None else f["test"] for f in those(verdict))
            print(f"| {name} | {len(those('good'))} | {len(those('not applicable'))} | {reported('doubtful')} | {reported('bad')} |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
