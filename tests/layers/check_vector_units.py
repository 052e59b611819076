"""check_vector_units.py SOURCE LIB=ARCHIVE...: every function marked SWELL_WIDE exists for each vector unit, and is
chosen when the program starts. A compiler that misreads the mark makes one version for the widest unit, and the program
ends with an illegal instruction on every machine without it (base/wide.h)."""
import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
faults, seen = [], 0
for argument in sys.argv[2:]:
    library, archive = argument.split("=", 1)
    text = "".join(path.read_text() for path in sorted((source / "lib" / library).rglob("*.cpp")))
    names = set(re.findall(r"^SWELL_WIDE [\w ]+? (\w+)\(", text, re.MULTILINE))
    symbols = subprocess.run(["nm", "-C", archive], check=True, capture_output=True, text=True).stdout
    for name in sorted(names):
        seen += 1
        lines = [line for line in symbols.splitlines() if f"::{name}(" in line]
        for unit in ("avx512f", "avx2", "default"):
            if not any(f"[clone .{unit}" in line for line in lines):
                faults.append(f"lib/{library}: {name} has no version for {unit}")
        if not any(" i " in line for line in lines):
            faults.append(f"lib/{library}: {name} is not chosen at the start")
        for line in symbols.splitlines():  # called from a source that does not see the mark, or sees it alone
            if f"::{name}(" in line and re.search(r" [wU] .*\.(ifunc|resolver)\]", line):
                faults.append(f"lib/{library}: {name} is called from a source without its definition")
print("\n".join(faults) if faults else f"{seen} functions, each for three vector units")
sys.exit(1 if faults or seen == 0 else 0)
