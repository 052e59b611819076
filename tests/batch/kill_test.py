#!/usr/bin/env python3
"""Kills `swell batch` with SIGKILL at random moments until it has been killed often enough, then lets it finish.

Passes when every case is in the journal exactly once, the results file and the tables are the bytes of an undisturbed
run, and nothing else is left beside them. A batch that finishes between two kills starts anew, so that any number of
kills falls into running batches.

    kill_test.py --swell build/release/tools/swell/swell --study inputs/sphere/power-matrix.yaml --kills 200
"""

import argparse
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time


def records(journal: pathlib.Path) -> list[bytes]:
    """The payloads of a journal (lib/batch/include/swell/batch/journal.h)."""
    data = journal.read_bytes()
    assert data[:8] == b"SWELLJ1\n", "no journal"
    at, found = 8, []
    while at < len(data):
        assert data[at : at + 4] == b"CASE", f"a torn record at byte {at}"
        (size,) = struct.unpack_from("<I", data, at + 4)
        found.append(data[at + 16 : at + 16 + size])
        at += 16 + size
    assert at == len(data), "a torn end"
    return found


def key(payload: bytes) -> bytes:
    """The number behind the version of a record (lib/batch/src/record.cpp)."""
    return payload[8:16]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--swell", required=True)
    parser.add_argument("--study", required=True)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duration", type=float, default=100.0, help="simulated seconds of each case")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def command(output: str) -> list[str]:
            return [arguments.swell, "batch", arguments.study, "-o", str(folder / output), "--quiet", "--threads", "2",
                    "--set", f"simulation.duration={arguments.duration}"]

        begin = time.monotonic()
        subprocess.run(command("undisturbed.h5"), check=True)
        whole = time.monotonic() - begin
        cases = len(records(folder / "undisturbed.journal"))
        endings = [".h5", ".cases.csv", ".conditions.csv", ".power_matrix.csv"]

        def same() -> bool:
            return all((folder / f"killed{e}").read_bytes() == (folder / f"undisturbed{e}").read_bytes() for e in endings)

        kills = rounds = 0
        progress: list[int] = []
        while kills < arguments.kills:
            for old in folder.glob("killed*"):
                old.unlink()
            finished = False
            while not finished and kills < arguments.kills:
                process = subprocess.Popen(command("killed.h5"))
                try:
                    process.wait(timeout=draw.uniform(0.0, 0.35 * whole))
                    finished = True
                    assert process.returncode == 0, f"exit status {process.returncode}"
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    kills += 1
                    journal = folder / "killed.journal"
                    progress.append(journal.stat().st_size if journal.exists() else 0)
                    if (folder / "killed.h5").exists():  # killed after the results appeared: then they are whole
                        assert same(), "a results file of a killed batch is not whole"
            if not finished:
                subprocess.run(command("killed.h5"), check=True)
            found = [key(payload) for payload in records(folder / "killed.journal")]
            assert len(found) == cases, f"{len(found)} records for {cases} cases"
            assert len(set(found)) == cases, "a case occurs twice in the journal"
            assert same(), "the results differ from those of the undisturbed batch"
            rounds += 1
        left = [p.name for p in folder.iterdir() if p.suffix == ".part"]
        for part in left:
            (folder / part).unlink()
        print(f"{kills} kills in {rounds} batches of {cases} cases: every case once, the same bytes as undisturbed"
              f" ({len(left)} unfinished result files left behind)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
