"""What the commands do when something outside fails. One table per trial, status 1 where a line of it is wrong.

python3 trials.py disk_full|converted|signals|descriptors|outputs|inputs|damaged|writers|archives SWELL BEMIO SOURCE

Each kind of attack is made at a few sizes and places; with SWELL_LONG_TESTS set (`make ci-full`) at all of them.
"""
import os
import random
import re
import resource
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

os.environ["HDF5_USE_FILE_LOCKING"] = "FALSE"  # libhdf5 looks at a file that is being written only so
try:
    import h5py
except ImportError:
    print("no h5py: skipped")
    sys.exit(77)

TRIAL = sys.argv[1]
SWELL, BEMIO, SOURCE = (Path(argument).resolve() for argument in sys.argv[2:5])  # runs have a folder of their own
SPHERE = SOURCE / "inputs" / "sphere"
CASE, HYDRO = str(SPHERE / "regular.yaml"), str(SPHERE / "hemisphere.h5")
FOLDER = Path(tempfile.mkdtemp(prefix="swell-reliability-"))
LONG = "SWELL_LONG_TESTS" in os.environ
wrong = 0


def line(what, good, text):
    global wrong
    wrong += not good
    print(f"{'ok   ' if good else 'WRONG'} {what:<44} {text}", flush=True)


# A reader in a child process has 30 s of processor time (lib/hydro/src/h5_file.cpp), and two commands may share two cores
# with other tests: five times that by the clock is an end that does not come.
kNobody = 65534


def run(*arguments, limit=None, timeout=150, user=None, **more):
    """A process with a limit to the size of files it writes [bytes]. Its SIGXFSZ is the default, as from a shell.
    Root, whom no permission stops, runs it as `user`."""

    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        if user is not None and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)

    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("stderr", subprocess.PIPE)
    more.setdefault("cwd", FOLDER)
    try:
        return subprocess.run([str(a) for a in arguments], preexec_fn=prepare, timeout=timeout, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, -99, "", "did not end")


def crashed(process):
    return process.returncode < 0 or process.returncode > 2 or "swell: crashed" in (process.stderr or "")


def rows(path):
    """Rows of a results file, whose every dataset is read; raises where one cannot be."""
    sizes = []
    with h5py.File(path, "r") as file:
        assert "case" in file.attrs and "version" in file.attrs
        file.visititems(lambda _, item: sizes.append(len(item[()])) if isinstance(item, h5py.Dataset) else None)
        t = file["time"][()]
    assert (t[1:] > t[:-1]).all(), "time does not ascend"
    assert min(sizes) >= len(t), "a dataset is shorter than time"
    return len(t)


def readable(path):
    try:
        return rows(path), ""
    except Exception as error:  # whatever h5py makes of it
        return -1, str(error)


def disk_full():
    whole = FOLDER / "whole.h5"
    duration = ["--set", "simulation.duration=100"]
    assert run(SWELL, "run", CASE, "-q", "-o", whole, *duration).returncode == 0
    size, count = whole.stat().st_size, rows(whole)
    limits = [300, 700] + [int(1000 * (1.3 * size / 1000) ** (i / 37)) for i in range(38)]
    out, partial = FOLDER / "out.h5", FOLDER / "out.partial.h5"
    for i, limit in enumerate(limits if LONG else limits[::3]):
        for file in FOLDER.glob("out*"):
            file.unlink()
        compressed = i % 4 == 3
        shutil.copy(whole, out)
        before = out.stat().st_mtime_ns
        p = run(SWELL, "run", CASE, "-q", "-o", out, *duration, *(["--set", "output.compression=4"] * compressed),
                limit=limit)
        got, why = (readable(partial) if partial.exists() else (0, ""))
        done = p.returncode == 0 and rows(out) == count
        failed = (p.returncode == 1 and "cannot be written" in p.stderr and "input" not in p.stderr
                  and out.stat().st_mtime_ns == before)
        left = [f.name for f in FOLDER.glob("out*") if f not in (out, partial)]
        line(f"results, {limit} of {size} B{', compressed' if compressed else ''}",
             (done or failed) and got >= 0 and not left and not crashed(p),
             f"status {p.returncode}, {got if failed else count} rows {why}{left or ''}")
    converted()
    study = FOLDER / "study.yaml"
    study.write_text(f"base: {CASE}\naxes:\n  - {{key: waves.period, values: [6, 7]}}\n")
    for limit in (300, 3000, 30000):
        p = run(SWELL, "batch", study, "-q", "--fresh", "--set", "simulation.duration=20", limit=limit)
        line(f"swell batch, {limit} B", p.returncode == 1 and not crashed(p),
             f"status {p.returncode} {p.stderr.strip()[-90:]}")
    for limit in (8000, 20000):  # the results fit, the checkpoint does not
        p = run(SWELL, "run", CASE, "-q", "-o", out, "--checkpoint-at", 5, "--checkpoint", FOLDER / "c.h5",
                "--set", "output.select=[/time]", "--set", "output.time_step=5", "--set", "simulation.duration=10",
                limit=limit)
        line(f"checkpoint, {limit} B", p.returncode == 1 and not crashed(p) and not (FOLDER / "c.h5").exists(),
             f"status {p.returncode} {p.stderr.strip()[-90:]}")
    p = run(SWELL, "plot", whole, "-o", FOLDER / "f.svg", limit=2000)
    line("swell plot, 2000 B", p.returncode in (1, 2) and not crashed(p) and not (FOLDER / "f.svg").exists(),
         f"status {p.returncode} {p.stderr.strip()[-70:]}")
    p = run(SWELL, "xdmf", whole, "-o", FOLDER / "x.xdmf", limit=2000)
    line("swell xdmf, 2000 B", p.returncode == 1 and not (FOLDER / "x.xdmf").exists(), f"status {p.returncode}")


def converted():
    """bemio's files at every size, the last ones just too small for the end of the file."""
    whole, out = FOLDER / "whole.bem.h5", FOLDER / "converted.h5"
    for arguments in (("convert",), ("check", "--repair")):
        status = run(BEMIO, *arguments, HYDRO, "-o", whole).returncode
        size = whole.stat().st_size
        for limit in [500, 5000, 20000, *(size * i // 12 for i in range(1, 12, 1 if LONG else 4)), size - 4096, size - 1, size]:
            out.unlink(missing_ok=True)
            p = run(BEMIO, *arguments, HYDRO, "-o", out, limit=limit)
            done = p.returncode == status and out.exists() and out.read_bytes() == whole.read_bytes()
            failed = p.returncode == 1 and not out.exists() and "cannot be written: File too large" in p.stderr
            line(f"bemio {arguments[0]}, {limit} of {size} B", (done if limit == size else failed)
                 and not list(FOLDER.glob("*.part")), f"status {p.returncode} {p.stderr.strip()[-70:]}")
        whole.unlink()
    for limit in (500, 30000):
        p = run(BEMIO, "plot", HYDRO, "-o", FOLDER / "c.svg", limit=limit)
        line(f"bemio plot, {limit} B", p.returncode == 1 and not (FOLDER / "c.svg").exists(),
             f"status {p.returncode} {p.stderr.strip()[-70:]}")


def wait_for_handler(process, number):
    """Until the process has a handler of the signal (on a loaded machine that takes a second), or has ended."""
    end = time.time() + 60
    while time.time() < end and process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        if int(status.split("SigCgt:")[1].split()[0], 16) >> (number - 1) & 1:
            return
        time.sleep(0.005)


def signals():
    for name in "HUP INT QUIT TERM USR1 USR2 ALRM XCPU VTALRM PIPE XFSZ KILL".split():
        folder = FOLDER / name
        folder.mkdir()
        process = subprocess.Popen(
            [SWELL, "run", CASE, "-q", "-o", "out.h5", "--set", "simulation.duration=1e6", "--set",
             "output.select=[bodies.*.position]"], cwd=folder, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: [
                 signal.signal(s, signal.SIG_DFL) for s in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}])
        # It has had its first flush, a second after its start, when its file has rows.
        end = time.time() + 60
        while time.time() < end and not any(readable(f)[0] > 0 for f in folder.glob("out.h5.*.part")):
            time.sleep(0.3)
        process.send_signal(getattr(signal, "SIG" + name))
        if name == "XFSZ":  # ignored: a limit is an error of writing
            time.sleep(0.3)
            line("SIGXFSZ", process.poll() is None, "goes on")
            process.kill()
        _, errors = process.communicate(timeout=60)
        left = sorted(f.name for f in folder.iterdir())
        got, why = max((readable(f) for f in folder.iterdir()), default=(-1, "no file"))
        polite = name in ("HUP", "INT", "TERM", "XCPU")
        good = got > 0 and (process.returncode == 1 and "out.partial.h5" in left and "interrupted" in errors
                            if polite else process.returncode < 0)
        line("SIG" + name, good, f"status {process.returncode}, {got} rows in {', '.join(left)} {why}")
        again = run(SWELL, "run", CASE, "-o", "out.h5", "--set", "simulation.duration=5", cwd=folder)
        left = sorted(f.name for f in folder.iterdir())
        line("  and the next run", again.returncode == 0 and left == ["out.h5", "out.partial.h5"]
             and (polite or "was killed" in again.stdout), f"status {again.returncode}, leaves {', '.join(left)}")
    # Commands that answer: a word, status 1, and no file that was not there before.
    for what, arguments in (("rao", ("rao", CASE, "--quiet", "-o", "new.csv", "--set", "simulation.time_step=1e-4")),
                            ("linear", ("linear", CASE, "-o", "new.csv")), ("fmu", ("fmu", CASE, "-o", "new.fmu"))):
        for name in "HUP INT TERM".split():
            folder = FOLDER / (what + name)
            folder.mkdir()
            process = subprocess.Popen(
                [SWELL, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                preexec_fn=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)])
            wait_for_handler(process, getattr(signal, "SIG" + name))
            process.send_signal(getattr(signal, "SIG" + name))
            _, errors = process.communicate(timeout=60)
            left = sorted(f.name for f in folder.iterdir())
            ended = process.returncode == 0 and what != "rao" and not any(".part" in f for f in left)
            line(f"SIG{name} in {what}", ended or (process.returncode == 1 and "interrupted by SIG" + name in errors and not left),
                 f"status {process.returncode}, leaves {left} {errors.strip()[-60:]}")


def descriptors():
    for closed in ((), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        out = FOLDER / ("-".join(map(str, closed)) + ".h5")
        shell = " ".join(f"{d}{'<' if d == 0 else '>'}&-" for d in closed)
        p = run("sh", "-c", f'exec "{SWELL}" run "{CASE}" -o "{out}" --set simulation.duration=10 {shell}')
        got, why = readable(out)
        c = run("sh", "-c", f'exec "{BEMIO}" convert "{HYDRO}" -o "{out}.bem.h5" {shell}')
        line(f"closed {closed}", p.returncode == 0 and got > 0 and c.returncode == 0,
             f"status {p.returncode}, {got} rows {why}; bemio {c.returncode}")
    for arguments in ((SWELL, "run", CASE, "-o", FOLDER / "full.h5", "--set", "simulation.duration=10"),
                      (SWELL, "check", CASE), (SWELL, "check", CASE, "--json"), (SWELL, "inspect", CASE),
                      (SWELL, "schema"), (BEMIO, "info", HYDRO), (BEMIO, "check", HYDRO)):
        with open("/dev/full", "w") as full:
            p = run(*arguments, stdout=full)
            line(f"stdout is full: {Path(arguments[0]).name} {arguments[1]}", p.returncode == 1 and ("written" in p.stderr or "cannot write" in p.stderr)
                 and not crashed(p), f"status {p.returncode} {p.stderr.strip()[-60:]}")
            p = run(*arguments, stdout=full, stderr=full)
            line("  stderr too", p.returncode == 1, f"status {p.returncode}")


def outputs():
    def attempt(what, path, status, *more):
        before = path.read_bytes()
        p = run(SWELL, "run", CASE, "-q", "-o", path, "--set", "simulation.duration=5", *more)
        kept = path.read_bytes() == before
        line(what, p.returncode == status and kept == (status != 0), f"status {p.returncode} {p.stderr.strip()[:90]}")

    ours, text, bem, empty = (FOLDER / name for name in ("ours.h5", "text.h5", "bem.h5", "empty.h5"))
    run(SWELL, "run", CASE, "-q", "-o", ours, "--set", "simulation.duration=4")
    ours.chmod(0o640)
    attempt("earlier results are replaced", ours, 0)
    line("  their mode is kept", stat.S_IMODE(ours.stat().st_mode) == 0o640, oct(ours.stat().st_mode))
    text.write_text("notes of a year")
    shutil.copy(HYDRO, bem)
    empty.touch()
    attempt("text", text, 2)
    attempt("BEM data", bem, 2)
    attempt("an empty file", empty, 0)
    read_only = FOLDER / "read-only.h5"
    shutil.copy(ours, read_only)
    read_only.chmod(0o440)
    attempt("read-only results", read_only, 2)
    link = FOLDER / "link.h5"
    link.symlink_to(bem)
    attempt("a link to BEM data", link, 2)
    to_ours = FOLDER / "to-ours.h5"
    to_ours.symlink_to(ours)
    attempt("a link to results", to_ours, 0)
    line("  which stays one", to_ours.is_symlink(), "")
    attempt("BEM data, --force", bem, 0, "--force")
    case = FOLDER / "rm3.yaml"
    case.write_text(Path(CASE).read_text().replace("hemisphere.h5", "rm3.h5").replace("file: regular.results.h5, ", ""))
    shutil.copy(HYDRO, FOLDER / "rm3.h5")
    before = (FOLDER / "rm3.h5").read_bytes()
    # The same rule for everything that a command writes over: (command, where it writes)
    study, results, device = FOLDER / "rm3s.yaml", FOLDER / "study.h5", FOLDER / "ball.yaml"
    device.write_text("environment: {depth: infinite}\nfrequencies: {from: 1, to: 1.5, count: 2}\nheadings: [0]\nbodies:\n"
                      "  - name: buoy\n    center_of_gravity: [0, 0, -1]\n    geometry: {shape: revolution, profile: [[0, -3], [2, -3], [2, 1]]}\n")
    study.write_text(f"base: {CASE}\nset: {{simulation.duration: 20, simulation.ramp: 5}}\nresults: {{file: study.h5}}\n")
    for name, arguments, path, other in (
            ("batch", (SWELL, "batch", study, "-q"), results, HYDRO),
            ("batch, its table", (SWELL, "batch", study, "-q"), FOLDER / "study.cases.csv", text),
            ("batch --slurm", (SWELL, "batch", study, "--slurm", 2, "--no-submit"), FOLDER / "study.slurm.sh", text),
            ("plot", (SWELL, "plot", ours, "-o", FOLDER / "f.svg"), FOLDER / "f.svg", text),
            ("xdmf", (SWELL, "xdmf", ours, "-o", FOLDER / "f.xdmf"), FOLDER / "f.xdmf", text),
            ("osp export", (SWELL, "osp", "export", CASE, "-o", FOLDER),
             FOLDER / f"{Path(CASE).stem}_OspModelDescription.xml", text),
            ("bem", (SWELL, "bem", device, "-q", "-o", FOLDER / "b.h5"), FOLDER / "b.h5", HYDRO),
            ("bemio convert", (BEMIO, "convert", HYDRO, "-o", FOLDER / "new.h5"), FOLDER / "new.h5", HYDRO),
            ("bemio check --repair", (BEMIO, "check", HYDRO, "--repair", "-o", FOLDER / "new.h5"), FOLDER / "new.h5", ours),
            ("bemio plot", (BEMIO, "plot", HYDRO, "-o", FOLDER / "c.svg"), FOLDER / "c.svg", text),
            ("checkpoint", (SWELL, "run", CASE, "-q", "-o", FOLDER / "r.h5", "--set", "simulation.duration=5",
                            "--checkpoint-at", 2, "--checkpoint", FOLDER / "k.h5"), FOLDER / "k.h5", HYDRO),
            ("state", (SWELL, "run", CASE, "-q", "-o", FOLDER / "r.h5", "--set", "simulation.duration=5", "--set",
                       f"output.state={FOLDER / 'state.yaml'}"), FOLDER / "state.yaml", text)):
        good = run(*arguments).returncode == 0 and path.exists()
        path.chmod(0o640)
        real = path.with_name("real-" + path.name)
        path.rename(real)
        path.symlink_to(real)
        before = real.stat().st_mtime_ns
        again = run(*arguments)
        good &= again.returncode == 0 and path.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
        line(f"{name}: again, by a link", good and real.stat().st_mtime_ns != before,
             f"status {again.returncode} {again.stderr.strip()[:90]}")
        for what in ("foreign", "read-only"):
            path.unlink()
            shutil.copy(other if what == "foreign" else real, path)
            path.chmod(0o644 if what == "foreign" else 0o440)
            before = path.read_bytes()
            p = run(*arguments)
            line(f"  {what}", p.returncode == 2 and path.read_bytes() == before and "--force" in p.stderr,
                 f"status {p.returncode} {p.stderr.strip()[:90]}")
        p = run(*arguments, "--force")
        line("  --force", p.returncode == 0, f"status {p.returncode} {p.stderr.strip()[:90]}")
        path.unlink()
        real.unlink()
    # A folder without permission is a failed write, not a mistake of the input: status 1 and the system's reason.
    kept = FOLDER / "kept"
    kept.mkdir()
    kept.chmod(0o555)
    FOLDER.chmod(0o755)
    ours.chmod(0o644)
    for name, arguments in (
            ("run", (SWELL, "run", CASE, "-q", "-o", kept / "r.h5")),
            ("run, checkpoint", (SWELL, "run", CASE, "-q", "-o", FOLDER / "kept.h5", "--checkpoint-at", 2,
                                 "--checkpoint", kept / "k.h5")),
            ("run, state", (SWELL, "run", CASE, "-q", "-o", FOLDER / "kept.h5", "--set", f"output.state={kept / 's.yaml'}")),
            ("batch", (SWELL, "batch", study, "-q", "-o", kept / "b.h5")),
            ("batch --slurm", (SWELL, "batch", study, "--slurm", 2, "--no-submit", "-o", kept / "b.h5")),
            ("plot", (SWELL, "plot", ours, "-o", kept / "f.svg")),
            ("xdmf", (SWELL, "xdmf", ours, "-o", kept / "f.xdmf")),
            ("osp export", (SWELL, "osp", "export", CASE, "-o", kept)),
            ("bem", (SWELL, "bem", device, "-q", "-o", kept / "b.h5")),
            ("bemio convert", (BEMIO, "convert", HYDRO, "-o", kept / "c.h5")),
            ("bemio check --repair", (BEMIO, "check", HYDRO, "--repair", "-o", kept / "c.h5")),
            ("bemio plot", (BEMIO, "plot", HYDRO, "-o", kept / "c.svg"))):
        p = run(*arguments, user=kNobody)
        reported = p.stderr.strip().splitlines()[-1:] or [""]
        line(f"{name}, no permission", p.returncode == 1 and "cannot be written: Permission denied" in p.stderr
             and "error in the input" not in p.stderr and not any(kept.iterdir()), f"status {p.returncode} {reported[0][:90]}")
    p = run(SWELL, "check", CASE, "-o", kept / "r.h5", user=kNobody)
    line("check of a case there", p.returncode == 0, f"status {p.returncode} {p.stderr.strip()[:90]}")
    # Runs of one name at one time: each has its own results, or says why not.
    for i in range(3):
        one = FOLDER / f"one{i}.h5"
        runs = [subprocess.Popen([SWELL, "run", CASE, "-q", "-o", one, "--set", f"simulation.duration={1000 + 100 * n}"],
                                 stderr=subprocess.PIPE, text=True) for n in range(4)]
        ends = [(r.communicate()[1], r.returncode) for r in runs]
        done = [n for n, (_, status) in enumerate(ends) if status == 0]
        refused = all(status == 0 or status == 2 and "another run" in text for text, status in ends)
        got = rows(one) if one.exists() else 0
        line(f"four runs of one name, {i}", refused and (got == 0 and not done or got - 1 in [10 * (1000 + 100 * n) for n in done])
             and not list(FOLDER.glob(f"one{i}.*part*")), f"{len(done)} done, {got} rows")
    # Results that grow are readable by others.
    running = subprocess.Popen([SWELL, "run", CASE, "-q", "-o", "grows.h5", "--set", "simulation.duration=1e6"],
                               cwd=FOLDER, stderr=subprocess.DEVNULL)
    parts = []
    for _ in range(300):
        time.sleep(0.1)
        parts = list(FOLDER.glob("grows.h5.*.part"))
        if parts and parts[0].stat().st_size > 200000:
            break
    p = run(SWELL, "run", CASE, "-q", "-o", "grows.h5", "--set", "simulation.duration=5", "--force")
    line("a second run of what grows", p.returncode == 2 and f"process {running.pid}" in p.stderr,
         f"status {p.returncode} {p.stderr.strip()[:90]}")
    for _ in range(20):  # HDF5 looks at the size first and at what the file says of it then
        got, why = readable(parts[0])
        plotted = run(SWELL, "plot", parts[0], "-o", FOLDER / "grows.svg", "--select", "bodies.*.position")
        if got > 0 and plotted.returncode == 0:
            break
    running.kill()
    running.wait()
    line("results that grow", got > 0 and plotted.returncode == 0, f"{got} rows {why} {plotted.stderr.strip()[:90]}")
    before = (FOLDER / "rm3.h5").read_bytes()
    p = run(SWELL, "run", case, "-q", "--set", "simulation.duration=5")
    line("rm3.yaml beside its rm3.h5", p.returncode == 0 and (FOLDER / "rm3.h5").read_bytes() == before
         and rows(FOLDER / "rm3.results.h5") > 0, f"status {p.returncode} {p.stderr.strip()[:90]}")


def inputs():
    fifo = FOLDER / "pipe"
    os.mkfifo(fifo)
    base = Path(CASE).read_text()
    for name in ("/dev/zero", str(fifo)):
        case = FOLDER / "hydro.yaml"
        case.write_text(base.replace("hemisphere.h5", name))
        mesh, device = FOLDER / f"{Path(name).name}.gdf", FOLDER / f"{Path(name).name}.device.yaml"
        mesh.symlink_to(name)
        device.write_text(f"frequencies: [1]\nheadings: [0]\nbodies:\n  - {{name: b, center_of_gravity: [0, 0, 0], geometry: {{mesh: {mesh}}}}}\n")
        for arguments in ((SWELL, "run", name), (SWELL, "check", case), (SWELL, "plot", name), (SWELL, "xdmf", name),
                          (SWELL, "batch", name), (SWELL, "osp", "validate", name), (BEMIO, "info", name),
                          (BEMIO, "convert", name, "-o", FOLDER / "c.h5"), (SWELL, "bem", device),
                          (SWELL, "check", CASE, "--allow-libraries", "--set",
                           f"components=[{{name: c, type: own, library: {name}}}]"),
                          (SWELL, "run", CASE, "-o", FOLDER / "r.h5", "--restart", name)):
            p = run(*arguments, timeout=20)
            line(f"{Path(arguments[0]).name} {arguments[1]} with {Path(name).name}", p.returncode == 2,
                 f"status {p.returncode} {p.stderr.strip()[:90]}")
    far = FOLDER / "far.h5"
    shutil.copy(HYDRO, far)
    with h5py.File(far, "r+") as file:
        file["simulation_parameters/wave_dir"][...] = 1e300
    for arguments in ((BEMIO, "check", far), (BEMIO, "info", far)):
        p = run(*arguments, timeout=20)
        line(f"bemio {arguments[1]}, wave_dir 1e300", p.returncode in (1, 2), f"status {p.returncode} {p.stderr[:90]}")
    case.write_text(base.replace("hemisphere.h5", str(far)))
    p = run(SWELL, "check", case, timeout=20)
    line("swell check, wave_dir 1e300", p.returncode == 2, f"status {p.returncode} {p.stderr.strip()[:90]}")
    for what, changes in (("max_step 1e-9", ["simulation.integrator=dopri5", "simulation.max_step=1e-9"]),):
        p = run(SWELL, "run", CASE, "-q", "-o", FOLDER / "r.h5", *sum((["--set", c] for c in changes), []), timeout=60)
        line(what, p.returncode in (1, 2) and "max_step" in p.stderr, f"status {p.returncode} {p.stderr.strip()[:90]}")


def damaged():
    whole = FOLDER / "whole.h5"
    run(SWELL, "run", CASE, "-q", "-o", whole, "--set", "simulation.duration=5")
    data, chance, bad = whole.read_bytes(), random.Random(3), FOLDER / "bad.h5"
    for i in range(40) if LONG else range(0, 40, 3):
        if i < 8:
            broken = data[: len(data) * i // 8]
        else:  # most metadata stand at the front
            broken = bytearray(data)
            for _ in range(1 + i % 5):
                broken[chance.randrange(1, 20000)] ^= 1 << chance.randrange(8)
        bad.write_bytes(bytes(broken))
        p, x = run(SWELL, "xdmf", bad), None
        if i % 6 == 0:
            x = run(SWELL, "plot", bad, "-o", FOLDER / "f.svg", "--select", "bodies.*.position")
        line(f"damage {i}", p.returncode in (0, 2) and not crashed(p) and (x is None or not crashed(x)),
             f"status {p.returncode} {p.stderr.strip()[:80]}")


# One of WEC-Sim's models and its input file; an FMU of our own in a system; what a page needs of npm, in name.
SLX = ('<?xml version="1.0"?><ModelInformation><Model><System>'
       '<Block BlockType="Reference" Name="Ground" SID="1"><P Name="SourceBlock">WECSim_Lib_Frames/Global Reference Frame</P></Block>'
       '<Block BlockType="Reference" Name="Float" SID="2"><P Name="SourceBlock">WECSim_Lib_Body_Elements/Rigid Body</P>'
       '<InstanceData><P Name="body">body(1)</P></InstanceData></Block>'
       '<Block BlockType="Reference" Name="PTO" SID="3"><P Name="SourceBlock">WECSim_Lib_PTOs/Translational PTO</P>'
       '<InstanceData><P Name="pto">pto(1)</P></InstanceData></Block>'
       '<Line LineType="Connection"><P Name="Src">1#rconn:1</P><P Name="Dst">3#rconn:1</P></Line>'
       '<Line LineType="Connection"><P Name="Src">3#lconn:1</P><P Name="Dst">2#rconn:1</P></Line>'
       '</System></Model></ModelInformation>')
WECSIM = ("simu = simulationClass();\nsimu.simMechanicsFile = 'device.slx';\nsimu.endTime = 40;\nsimu.dt = 0.05;\n"
          "waves = waveClass('regularCIC');\nwaves.height = 2.5;\nwaves.period = 8;\nbody(1) = bodyClass('ball.h5');\n"
          "body(1).mass = 'equilibrium';\nbody(1).inertia = [1 2 3];\npto(1) = ptoClass('PTO1');\npto(1).damping = 1e6;\n")
SYSTEM = ('<?xml version="1.0"?>\n<OspSystemStructure xmlns="http://opensimulationplatform.com/MSMI/OSPSystemStructure" '
          'version="0.1">\n<EndTime>5</EndTime><BaseStepSize>0.1</BaseStepSize><Simulators>'
          '<Simulator name="a" source="f.fmu" stepSize="0.1"/></Simulators></OspSystemStructure>')
DEVICE = ("environment: {depth: infinite}\nfrequencies: {from: 1, to: 1.5, count: 2}\nheadings: [0]\nbodies:\n"
          "  - name: buoy\n    center_of_gravity: [0, 0, -1]\n    geometry: {shape: revolution, profile: [[0, -3], [2, -3], [2, 1]]}\n")


def archive(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, text in parts.items():
            file.writestr(name, text)


def burst(path, name):
    """An archive of one entry of blanks, one byte more than is taken. It is packed by the piece: pieces that a full flush
    ends may repeat."""
    blanks, checksum = b" " * (1 << 20), 0
    packer, last = (zlib.compressobj(1, zlib.DEFLATED, -15) for _ in range(2))
    packed = 1024 * (packer.compress(blanks) + packer.flush(zlib.Z_FULL_FLUSH)) + last.compress(b" ") + last.flush()
    for piece in 1024 * [blanks] + [b" "]:
        checksum = zlib.crc32(piece, checksum)
    entry = struct.pack("<5H3I2H", 20, 0, 8, 0, 33, checksum, len(packed), (1 << 30) + 1, len(name), 0)
    local = b"PK\3\4" + entry + name.encode() + packed
    central = b"PK\1\2\24\0" + entry + struct.pack("<3H2I", 0, 0, 0, 0, 0) + name.encode()
    path.write_bytes(local + central + b"PK\5\6" + struct.pack("<4H2IH", 0, 0, 1, 1, len(central), len(local), 0))


def folders():
    """A folder of WEC-Sim's, one with a system of an FMU, and a device to compute."""
    wecsim, system, device = FOLDER / "wecsim", FOLDER / "system", FOLDER / "ball.device.yaml"
    for folder in (wecsim, system):
        folder.mkdir()
    (wecsim / "wecSimInputFile.m").write_text(WECSIM)
    archive(wecsim / "device.slx", {"simulink/blockdiagram.xml": SLX})
    shutil.copy(HYDRO, wecsim / "ball.h5")
    (system / "OspSystemStructure.xml").write_text(SYSTEM)
    device.write_text(DEVICE)
    p = run(SWELL, "fmu", CASE, "-o", system / "f.fmu", "--set", "simulation.duration=5")
    assert p.returncode == 0, p.stderr
    return wecsim, system, device


def writers():
    """Commands that answer, convert and draw: on disks of several sizes, without permission, over what is not theirs."""
    wecsim, system, device = folders()
    assets = FOLDER / "assets"
    assets.mkdir()
    (assets / "page.html").write_text("<html>@DATA@")
    for part in ("page.css", "plain.js", "scene.js"):
        (assets / part).write_text(" ")
    os.environ["SWELL_REPORT_ASSETS"] = str(assets)
    ours, study, results = FOLDER / "ours.h5", FOLDER / "study.yaml", FOLDER / "study.h5"
    run(SWELL, "run", CASE, "-q", "-o", ours, "--set", "simulation.duration=10")
    study.write_text(f"base: {CASE}\nset: {{simulation.duration: 20, simulation.ramp: 5}}\nresults: {{file: study.h5}}\n"
                     "axes:\n  - {key: waves.period, values: [6, 7]}\n")
    assert run(SWELL, "batch", study, "-q").returncode == 0
    kept = FOLDER / "kept"
    kept.mkdir()
    kept.chmod(0o555)
    for path in (FOLDER, assets, system, wecsim):
        path.chmod(0o755)
    for name, out, arguments in (
            ("report", "page.html", (SWELL, "report", ours, "-o")),
            ("report of hydrodynamic data", "hydro.html", (SWELL, "report", HYDRO, "-o")),
            ("gltf", "scene.gltf", (SWELL, "gltf", ours, "-o")),
            ("stats --figure", "stats.svg", (SWELL, "stats", ours, "--figure")),
            ("compare --figure", "compare.svg", (SWELL, "compare", ours, ours, "--figure")),
            ("plot of a study", "matrix.svg", (SWELL, "plot", results, "-o")),
            ("rao", "rao.csv", (SWELL, "rao", CASE, "-q", "--count", 1, "--settle", 1, "-o")),
            ("linear", "linear.csv", (SWELL, "linear", CASE, "--count", 2, "-o")),
            ("fmu", "case.fmu", (SWELL, "fmu", CASE, "-o")),
            ("run of a system", "system.h5", (SWELL, "run", system / "OspSystemStructure.xml", "-q", "-o")),
            ("bem --fields", "fields.xdmf", (SWELL, "bem", device, "-q", "-o", FOLDER / "b.h5", "--fields")),
            ("bem --plot", "bem.svg", (SWELL, "bem", device, "-q", "-o", FOLDER / "b.h5", "--plot")),
            ("new", "new.yaml", (SWELL, "new", "--hydro", HYDRO)),
            ("import wec-sim", "imported.yaml", (SWELL, "import", "wec-sim", wecsim, "-o"))):
        path = FOLDER / out
        p = run(*arguments, path)
        size = path.stat().st_size if path.exists() else 0
        line(name, p.returncode == 0 and size > 0, f"status {p.returncode} {p.stderr.strip()[-90:]}")
        for limit in (100, 700, size // 2, size * 9 // 10) if LONG else (700, size * 9 // 10):
            for file in FOLDER.glob(path.stem + ".*"):
                file.unlink()
            (FOLDER / "b.h5").unlink(missing_ok=True)
            before = set(FOLDER.iterdir())
            p = run(*arguments, path, limit=limit)
            left = set(FOLDER.iterdir()) - before - {FOLDER / "b.h5", path.with_suffix(".partial.h5")}
            done = p.returncode == 0 and limit >= size  # of another length each time
            line(f"  {limit} of {size} B", (done or p.returncode == 1 and "error in the input" not in p.stderr and not left)
                 and not crashed(p) and "filesystem" not in p.stderr,
                 f"status {p.returncode} {p.stderr.strip()[-90:]} {sorted(f.name for f in left) or ''}")
        (FOLDER / "b.h5").unlink(missing_ok=True)
        path.write_text("notes of a year")
        p = run(*arguments, path)
        line("  foreign", p.returncode == 2 and path.read_text() == "notes of a year" and "--force" in p.stderr,
             f"status {p.returncode} {p.stderr.strip()[:90]}")
        path.unlink()
        if "b.h5" in str(arguments):
            continue  # which nobody else may write beside ours
        p = run(*arguments, kept / out, user=kNobody)
        line("  no permission", p.returncode == 1 and "Permission denied" in p.stderr and "error in the input" not in p.stderr
             and "simulation failed" not in p.stderr and not any(kept.iterdir()),
             f"status {p.returncode} {p.stderr.strip()[-90:]}")
        shutil.rmtree(kept / out, ignore_errors=True)


def damage(data, chance, kind):
    """Cut, with flipped bits, with a piece of noise, with a piece twice."""
    data, at = bytearray(data), chance.randrange(len(data))
    if kind == 0:
        return bytes(data[:at])
    if kind == 1:
        for _ in range(5):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    if kind == 2:
        data[at:at + 40] = bytes(chance.randrange(256) for _ in range(40))
    if kind == 3:
        data[at:at] = data[chance.randrange(len(data)):][:200]
    return bytes(data)


def archives():
    """FMUs, systems, Simulink models, MATLAB input, device files that are damaged, packed to burst, nested or endless."""
    wecsim, system, device = folders()
    chance = random.Random(11)
    package, scenario = FOLDER / "p.ssp", FOLDER / "scenario.json"
    ssd = ('<?xml version="1.0"?><ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" '
           'version="1.0" name="s"><ssd:System name="s"><ssd:Elements><ssd:Component name="a" source="resources/f.fmu" '
           'type="application/x-fmu-sharedlibrary"/></ssd:Elements></ssd:System>'
           '<ssd:DefaultExperiment startTime="0" stopTime="5"/></ssd:SystemStructureDescription>')
    archive(package, {"SystemStructure.ssd": ssd, "resources/f.fmu": (system / "f.fmu").read_bytes()})
    scenario.write_text('{"events": [{"time": 1.0, "model": "a", "variable": "waves.height", "action": "override", "value": 2.0}]}')
    structure = system / "OspSystemStructure.xml"
    imports = (SWELL, "import", "wec-sim", wecsim, "-o", FOLDER / "w.yaml", "--force")

    def attack(what, arguments):
        p = run(*arguments)
        line(what, p.returncode in (0, 1, 2) and not crashed(p) and len(p.stderr) < 100000
             and not any(word in p.stderr for word in ("internal error", "bad_alloc", "std::")),
             f"status {p.returncode} {p.stderr.strip()[-80:]}")

    checked = ((system / "f.fmu", (SWELL, "check", structure)), (system / "f.fmu", (SWELL, "osp", "validate", system / "f.fmu")),
               (structure, (SWELL, "check", structure)), (package, (SWELL, "check", package)),
               (scenario, (SWELL, "check", structure, "--scenario", scenario)), (wecsim / "device.slx", imports),
               (wecsim / "wecSimInputFile.m", imports), (device, (SWELL, "bem", device, "-q", "-o", FOLDER / "b.h5", "--force")))
    for file, arguments in checked:
        whole = file.read_bytes()
        for i in range(8 if LONG else 4):
            file.write_bytes(damage(whole, chance, i % 4))
            attack(f"{file.name}, damage {i}", arguments)
        for value in ("nan", "1e300", "-1", "99999999999999999999", "[]") if LONG else ("nan", "1e300"):  # for a number
            numbers = [m for m in re.finditer(rb"(?<![\w.\"])\d+\.?\d*(?![\w.])", whole)] if whole.isascii() else []
            if numbers:
                m = chance.choice(numbers)
                file.write_bytes(whole[:m.start()] + value.encode() + whole[m.end():])
                attack(f"{file.name}, {m.group().decode()} is {value}", arguments)
        file.write_bytes(whole)
    for file, attacks, entry in (
            (system / "f.fmu", (checked[0][1], checked[1][1]), "modelDescription.xml"), (package, (checked[3][1],), "SystemStructure.ssd"),
            (wecsim / "device.slx", (imports,), "simulink/blockdiagram.xml"), (system / "f.fmu", (checked[0][1],), None)):
        whole = file.read_bytes()
        if entry:
            burst(file, entry)
        else:
            archive(file, {"../../../evil": b"", "modelDescription.xml": b"<fmiModelDescription/>"})
        for arguments in attacks:
            attack(f"{file.name} that bursts", arguments)
        file.write_bytes(whole)
    for file, arguments, text in (
            (structure, checked[2][1], "<a>" * 100000), (scenario, checked[4][1], "[" * 100000),
            (wecsim / "wecSimInputFile.m", imports, "x = " + "(" * 100000), (wecsim / "wecSimInputFile.m", imports, "x = 1:1e12;\n"),
            (wecsim / "wecSimInputFile.m", imports, "while 1\nx = 1;\nend\n"), (device, checked[7][1], "a: " + "[" * 100000)):
        whole = file.read_bytes()
        file.write_text(text)
        attack(f"{file.name}: {text[:12]!r}...", arguments)
        file.write_bytes(whole)


begin = time.time()
try:
    {"disk_full": disk_full, "converted": converted, "signals": signals, "descriptors": descriptors, "outputs": outputs, "inputs": inputs,
     "damaged": damaged, "writers": writers, "archives": archives}[TRIAL]()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
print(f"{TRIAL}: {wrong} wrong, {time.time() - begin:.1f} s")
sys.exit(1 if wrong else 0)
