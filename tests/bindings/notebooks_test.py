#!/usr/bin/env python3
"""Runs the cells of every notebook of docs/notebooks as a program, from the top of a copy of inputs/.

    notebooks_test.py SOURCE
"""
import json
import os
import pathlib
import shutil
import sys
import tempfile

source = pathlib.Path(sys.argv[1]).absolute()
notebooks = sorted((source / "docs/notebooks").glob("*.ipynb"))
assert notebooks, "no notebook"
for notebook in notebooks:
    cells = json.loads(notebook.read_text())["cells"]
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(source / "inputs", pathlib.Path(place) / "inputs")
        os.chdir(place)
        scope = {"__name__": "__main__"}
        for number, cell in enumerate(cells):
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec"), scope)
        os.chdir(source)
    print(notebook.name, "runs")
