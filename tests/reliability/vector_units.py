#!/usr/bin/env python3
"""A program runs on machines without AVX: instructions of AVX and AVX-512 stand only in functions that are chosen when it
starts and say so in their names.

    vector_units.py PROGRAM      needs objdump; exit status 77 where there is none
"""
import re
import shutil
import subprocess
import sys

if shutil.which("objdump") is None:
    sys.exit(77)
code = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", sys.argv[1]], stdout=subprocess.PIPE, text=True)
function, found, chosen = "", {}, 0
for line in code.stdout:
    if line.endswith(">:\n"):
        function = line[line.index("<") + 1:-3]
    elif "\tv" in line and not re.search("\tver[rw]", line):  # every instruction of the two begins so
        if "avx" in function:
            chosen += 1
        else:
            found.setdefault(function, line.strip())
for function, line in found.items():
    print(f"{function}: {line}", file=sys.stderr)
if not chosen:
    print("no function for AVX is there at all: the loops of the time step have lost their vector units", file=sys.stderr)
sys.exit(1 if found or not chosen else 0)
