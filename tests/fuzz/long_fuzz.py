#!/usr/bin/env python3
"""Runs the fuzzers for a long time, in slices, the one with the least CPU time first.

    tests/fuzz/long_fuzz.py --programs build/fuzz/tests/fuzz --work build/long-fuzz --cpu-seconds 3600 --jobs 2

Corpus, crashes and one line per slice (slices.csv) stay in the work folder, so that it can be interrupted and started
again. A crash ends its slice; the input is kept in crashes/ and the reader goes on in its next turn. A program that is
built anew meanwhile is taken in the next slice. `--report` prints the table of README.md and ends.
"""
import argparse
import csv
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

FIELDS = ["reader", "started", "wall", "cpu", "executions", "corpus", "status"]
LARGEST_CORPUS = 5000  # files


def totals(log):
    found = {}
    if log.exists():
        with log.open() as file:
            for row in csv.DictReader(file):
                one = found.setdefault(row["reader"], {"cpu": 0.0, "executions": 0, "corpus": 0, "crashes": 0})
                one["cpu"] += float(row["cpu"])
                one["executions"] += int(row["executions"])
                one["corpus"] = int(row["corpus"])
                one["crashes"] += row["status"] not in ("0", "stopped")
    return found


def shrink(args, program, corpus):
    """A corpus that has grown large is cut to the inputs that reach something of their own: every slice reads it all."""
    if len(list(corpus.iterdir())) <= LARGEST_CORPUS:
        return
    merged = corpus.with_name(corpus.name + ".merged")
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir()
    done = subprocess.run(
        [str(program), "-merge=1", "-rss_limit_mb=2048", "-timeout=60", str(merged), str(corpus)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(args.nice))
    if done.returncode == 0:
        shutil.rmtree(corpus)
        merged.rename(corpus)


def start(args, reader):
    """A slice as a child process: niced, its own copy of the program, output to a log."""
    corpus, crashes = args.work / "corpus" / reader, args.work / "crashes" / reader
    corpus.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(parents=True, exist_ok=True)
    copies = args.work / "programs"
    copies.mkdir(exist_ok=True)
    program = copies / f"swell_fuzz_{reader}"
    program.unlink(missing_ok=True)  # a child of the slice before may still run it
    shutil.copy2(args.programs / program.name, program)
    shrink(args, program, corpus)
    seeds = args.work / "seeds" / reader
    if not seeds.exists():
        subprocess.run([args.programs / "swell_make_seeds", reader, seeds], check=True)
    folders = [str(corpus), str(seeds)]
    stored = pathlib.Path(__file__).parent / "corpus" / reader
    if stored.exists():
        folders.append(str(stored))
    output = (args.work / f"{reader}.log").open("wb")
    environment = dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1")
    return subprocess.Popen(
        [str(program), f"-max_total_time={args.slice}", "-rss_limit_mb=2048", f"-timeout={args.timeout}", "-print_final_stats=1",
         "-max_len=65536", "-reload=0", f"-artifact_prefix={crashes}/", *folders],
        stdout=output, stderr=output, env=environment, preexec_fn=lambda: os.nice(args.nice))


def executions(path):
    text = path.read_bytes().decode("latin1")
    found = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text) or re.findall(r"^#(\d+)\s", text, re.M)
    return int(found[-1]) if found else 0


def report(args, readers):
    found = totals(args.work / "slices.csv")
    print("| reader | CPU s | executions | corpus: files, kB | slices ended by a finding |\n| --- | --- | --- | --- | --- |")
    for reader in readers:
        if reader not in found:
            continue
        files = list((args.work / "corpus" / reader).glob("*"))
        size = sum(file.stat().st_size for file in files)
        one = found[reader]
        print(f"| {reader} | {one['cpu']:.0f} | {one['executions']:,} | {len(files)}, {size / 1e3:.0f} | {one['crashes']} |")


def end_of_day_time(until):
    """When the next HH:MM comes, tomorrow's if today's is over; without one, never."""
    if until is None:
        return float("inf")
    hours, minutes = map(int, until.split(":"))
    now = time.localtime()
    seconds = (hours - now.tm_hour) * 3600 + (minutes - now.tm_min) * 60 - now.tm_sec
    return time.time() + (seconds if seconds > 0 else seconds + 86400)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="folder of the swell_fuzz_* programs")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--cpu-seconds", type=float, default=3600.0, help="for every reader")
    parser.add_argument("--slice", type=int, default=60, help="wall-clock seconds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--nice", type=int, default=19)
    parser.add_argument("--timeout", type=int, default=60, help="wall-clock seconds for one input; more where niced runs starve")
    parser.add_argument("--until", help="stop at this time of the day, HH:MM, tomorrow if it is past")
    parser.add_argument("--only", help="readers, separated by commas")
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    args.programs, args.work = args.programs.resolve(), args.work.resolve()
    readers = args.only.split(",") if args.only else sorted(
        p.name.replace("swell_fuzz_", "") for p in args.programs.glob("swell_fuzz_*") if os.access(p, os.X_OK) and p.is_file())
    if args.report:
        return report(args, readers)
    args.work.mkdir(parents=True, exist_ok=True)
    log = args.work / "slices.csv"
    if not log.exists():
        log.write_text(",".join(FIELDS) + "\n")
    deadline = end_of_day_time(args.until)
    running = {}

    def stop(*_):
        for process, _, _ in running.values():
            process.terminate()
        sys.exit(1)

    signal.signal(signal.SIGTERM, stop)
    while True:
        over = time.time() >= deadline
        done = totals(log)
        waiting = [r for r in readers if r not in running and done.get(r, {"cpu": 0.0})["cpu"] < args.cpu_seconds]
        waiting.sort(key=lambda r: done.get(r, {"cpu": 0.0})["cpu"])
        while waiting and len(running) < args.jobs and not over:
            reader = waiting.pop(0)
            running[reader] = (start(args, reader), reader, time.time())
        if not running:
            return None
        pid, status, usage = os.wait4(-1, 0)
        process, reader, began = next(v for v in running.values() if v[0].pid == pid)
        process.returncode = status
        del running[reader]
        with log.open("a") as file:
            csv.writer(file).writerow(
                [reader, time.strftime("%H:%M:%S", time.localtime(began)), f"{time.time() - began:.1f}",
                 f"{usage.ru_utime + usage.ru_stime:.2f}", executions(args.work / f"{reader}.log"),
                 len(list((args.work / "corpus" / reader).glob("*"))), os.waitstatus_to_exitcode(status)])


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
