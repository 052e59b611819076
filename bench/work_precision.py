#!/usr/bin/env python3
"""Work against precision, measured anew: work_precision.csv and, where gnuplot is, work_precision.svg beside this file.

    bench/work_precision.py --program build/release/bench/step_bench
"""

import argparse
import csv
import json
import pathlib
import re
import shutil
import subprocess


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    program = pathlib.Path(parser.parse_args().program).absolute()
    here = pathlib.Path(__file__).absolute().parent
    reported = json.loads(subprocess.run([program, "--benchmark_filter=work-precision", "--benchmark_format=json"], check=True,
                                     stdout=subprocess.PIPE).stdout)
    with open(here / "work_precision.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["method", "setting", "simulated_per_s", "steps", "error_percent"])
        for run in reported["benchmarks"]:
            method, setting = re.match(r"work-precision, sphere irregular, ([^,]+), ([^/ ]+)", run["name"]).groups()
            table.writerow([method, setting, f"{run['simulated_per_s']:.6g}", f"{run['steps']:.0f}", f"{run['error_%']:.5g}"])
    if shutil.which("gnuplot"):
        subprocess.run(["gnuplot", "bench/work_precision.gp"], check=True, cwd=here.parent)


if __name__ == "__main__":
    main()
