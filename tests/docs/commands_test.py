#!/usr/bin/env python3
"""Runs what a page of docs/ shows and compares the output with the page.

    commands_test.py PAGE --source FOLDER --path FOLDER:FOLDER [--library FILE]... [--python-path FOLDER]

In a scratch folder with a copy of `inputs/`, in the order of the page:
* a block whose first line is `# file: NAME` is written to NAME in the folder that the commands have come to;
* a ```console block is run (of ```console quiet the output is not shown, only the status is compared): each `$ ` line is a command of one bash session, what follows is its output, both streams. A last line `[N]`
  is the exit status where it is not 0. A line `...` stands for any lines, `...` within a line for any text; numbers may differ by one unit
  of the last printed digit (the rounding of a number that lies between two), blanks do not count.
A ```bash block is not run: it needs a file of the user's, the network or an installation. Commands outside of a block are refused. Exit status 77: the page needs what this build does not have (Python bindings, h5py).
"""
import argparse
import decimal
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+(?: quiet)?)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOOSE = re.compile(r"^    (?:\$ |\w+=\S+ )*(?:swell|bemio|cmake|make|python3) .*", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")


def numbers_agree(shown: str, printed: str) -> bool:
    a, b = decimal.Decimal(shown), decimal.Decimal(printed)
    unit = max(decimal.Decimal(1).scaleb(x.as_tuple().exponent) for x in (a, b))
    return a == b or (("." in shown or "e" in shown.lower()) and abs(a - b) <= unit)  # counts are exact


def line_agrees(shown: str, printed: str) -> bool:
    """Words exactly, numbers by their printed digits, `...` for any text."""
    shown, printed = (" ".join(line.split()) for line in (shown, printed))
    pattern, numbers, end = "", [], 0
    for token in re.finditer(r"\.\.\.|" + NUMBER.pattern, shown):
        pattern += re.escape(shown[end:token.start()])
        end = token.end()
        if token.group() == "...":
            pattern += ".*?"
        else:
            pattern += f"({NUMBER.pattern})"
            numbers.append(token.group())
    found = re.fullmatch(pattern + re.escape(shown[end:]), printed)
    return bool(found) and all(numbers_agree(a, b) for a, b in zip(numbers, found.groups()))


def first_difference(shown: list, printed: list):
    """None, or what the page shows and nothing printed matches."""
    at = 0
    elided = False
    for line in shown:
        if line.strip() == "...":
            elided = True
            continue
        while elided and at < len(printed) and not line_agrees(line, printed[at]):
            at += 1
        if at >= len(printed) or not line_agrees(line, printed[at]):
            return f"the page shows: {line}\n  the command prints: {printed[at] if at < len(printed) and not elided else '(no such line)'}"
        at += 1
        elided = False
    return None if elided or at >= len(printed) else f"the page does not show: {printed[at]}"


def commands(block: str):
    """(command, shown lines) of a console block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif not found:
            raise SystemExit(f"a console block begins with output: {line}")
        elif line.startswith("> "):
            found[-1] = (found[-1][0] + "\n" + line[2:], [])
        else:
            found[-1][1].append(line)
    return found


def run_page(page: pathlib.Path, scratch: pathlib.Path, environment: dict) -> list:
    faults, folder, count = [], scratch, 0
    text = page.read_text(encoding="utf-8")
    faults += [f"{page.name}: not in a block: {loose.strip()}" for loose in LOOSE.findall(BLOCK.sub("", text))]
    for language, block in BLOCK.findall(text):
        named = re.match(r"(?:#|//) file: (\S+)\n", block)
        if named:
            (folder / named.group(1)).write_text(block, encoding="utf-8")
        if not language.startswith("console"):
            continue
        for command, shown in commands(block):
            count += 1
            where = scratch / ".where"
            done = subprocess.run(["bash", "-c", f"{command}\nstatus=$?; pwd > '{where}'; exit $status"], cwd=folder, env=environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=280)
            folder = pathlib.Path(where.read_text().strip())
            shown = [line for line in shown if line.strip()]
            status = 0
            if shown and re.fullmatch(r"\[\d+\]", shown[-1].strip()):
                status = int(shown.pop().strip()[1:-1])
            # Reports of progress come after 2 s, on a slow machine more of them.
            printed = [line for line in done.stdout.replace("\r", "\n").splitlines()
                       if line.strip() and not re.fullmatch(r".*: \d+ %(, [\d:]+ left)?", line)]
            different = None if language == "console quiet" else first_difference(shown, printed)
            if done.returncode != status:
                different = f"exit status {done.returncode}, not {status}" + (f"; {different}" if different else "")
            if different:
                faults.append(f"{page.name}: $ {command}\n  {different}\n  all that it prints:\n    " + "\n    ".join(printed[:60]))
    if count == 0:
        faults.append(f"{page.name}: no command to run")
    print(f"{page.name}: {count} commands")
    return faults


def test_of_the_comparison() -> None:
    """The comparison itself: what it lets pass and what it refuses."""
    assert LOOSE.findall("text\n\n    swell run a.yaml\n    A=b bemio info\n    components:\n") == ["    swell run a.yaml", "    A=b bemio info"]
    for shown, printed, same in (("mean 90.72 kW", "mean  90.73 kW", True), ("mean 90.72 kW", "mean 90.75 kW", False),
                                 ("mean 90.7 kW", "mean 90.72 kW", True), ("4000 steps", "4001 steps", False),
                                 ("in ... s (", "in 0.2 s (", True), ("a.h5", "b.h5", False), ("x = -1.0", "x = 1.0", False)):
        assert line_agrees(shown, printed) == same, (shown, printed)
    for shown, printed, same in ((["a", "...", "d"], ["a", "b", "c", "d"], True), (["a", "...", "d"], ["a", "b"], False),
                                 (["a"], ["a", "b"], False), (["..."], [], True), ([], ["b"], False), (["a", "..."], ["a", "b"], True)):
        assert (first_difference(shown, printed) is None) == same, (shown, printed)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--path", required=True, help="folders of swell and bemio")
    parser.add_argument("--library", type=pathlib.Path, action="append", default=[], help="of docs/component-library, built")
    parser.add_argument("--python-path", default="", help="folder of the package swell")
    given = parser.parse_args()
    test_of_the_comparison()
    text = "".join(block for language, block in BLOCK.findall(given.page.read_text(encoding="utf-8")) if language.startswith("console") or "# file:" in block)
    if "import swell" in text and not given.python_path:
        print("skipped: the Python bindings are not built")
        return 77
    if "import h5py" in text and subprocess.run([sys.executable, "-c", "import h5py"], stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: python3 has no h5py")
        return 77
    with tempfile.TemporaryDirectory(prefix="swell-docs-") as scratch:
        folder = pathlib.Path(scratch)
        shutil.copytree(given.source / "inputs", folder / "inputs")
        for library in given.library:
            (folder / "build/my").mkdir(parents=True, exist_ok=True)
            shutil.copy(library, folder / "build/my")
        tools = folder / ".tools"  # the pages' python3 is the one that runs this
        tools.mkdir()
        (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        (tools / "python3").chmod(0o755)
        environment = dict(os.environ, PATH=os.pathsep.join([str(tools), given.path, os.environ["PATH"]]), PYTHONPATH=given.python_path, LC_ALL="C",
                           PYTHONDONTWRITEBYTECODE="1")
        faults = run_page(given.page, folder, environment)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
