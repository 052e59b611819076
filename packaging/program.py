#!python
# The command of a wheel: it lies inside the package, which is found but not imported.
import importlib.util
import os
import sys

program = os.path.join(os.path.dirname(importlib.util.find_spec("swell").origin), "bin", "PROGRAM")
os.execv(program, [program, *sys.argv[1:]])
