#!/usr/bin/env python3
"""Steady operation of the IEA 15 MW turbine by Swell beside its published curves.

    steady_curves.py <swell> <clone of github.com/IEAWindTask37/IEA-15-240-RWT>

Coefficients and gains are the files of the turbine (ROSCO's performance table and DISCON.IN), read as they are; the published curves are the
sheet "Rotor Performance" of Documentation/IEA-15-240-RWT_tabular.xlsx (WISDEM). Prints a row per wind speed and the largest differences.
With a third argument, `blade`, the table is made by Swell's blade elements from the turbine's AeroDyn files.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LEAST = 4.5  # [m/s] below it the published turbine gives hardly any power
SHAVED = (9.4, 11.1)  # [m/s] where the least pitch of DISCON.IN cuts the peak of the thrust, and the published curves do not
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def published(workbook):
    """Rows of wind [m/s], pitch [deg], speed [rpm], thrust [MN], torque [MN m]."""
    with zipfile.ZipFile(workbook) as book:
        targets = {r.get("Id"): r.get("Target") for r in xml.fromstring(book.read("xl/_rels/workbook.xml.rels"))}
        sheets = xml.fromstring(book.read("xl/workbook.xml")).find(SHEET + "sheets")
        target = next(targets[s.get(RELATION)] for s in sheets if s.get("name") == "Rotor Performance")
        sheet = xml.fromstring(book.read("xl/" + target))
    rows = []
    for row in sheet.iter(SHEET + "row"):
        cells = {re.match("[A-Z]+", c.get("r")).group(): c for c in row}
        values = {k: float(c.find(SHEET + "v").text) for k, c in cells.items() if c.get("t") != "s" and c.find(SHEET + "v") is not None}
        if "J" in values:
            rows.append([values[k] for k in "ABFHJ"])
    return rows


def case(turbine, wind, blade):
    shared = turbine / "OpenFAST/IEA-15-240-RWT"
    polars = ", ".join(f"{{file: {shared}/Airfoils/IEA-15-240-RWT_AeroDyn15_Polar_{i:02d}.dat}}" for i in range(50))
    table = f"table: {shared}/Cp_Ct_Cq.IEA15MW.txt"
    axis = "[1, 0, 0]"  # the tilt of the shaft is within ROSCO's table
    if blade:
        axis = "[0.9945219, 0, -0.1045285]"
        table = f"blade: {{file: {shared}/IEA-15-240-RWT_AeroDyn15_blade.dat, hub_radius: 3.97, cone: -4, polars: [{polars}]}}"
    control = turbine / "OpenFAST/IEA-15-240-RWT-UMaineSemi/IEA-15-240-RWT-UMaineSemi_DISCON.IN"
    return f"""simulation: {{duration: 1, time_step: 0.05}}
waves: {{type: none}}
environment: {{depth: 200, wind: {{type: steady, speed: {wind}}}}}
bodies:
  - {{name: tower, mass: 1e6, inertia: [1e9, 1e9, 1e9], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, 0], volume: 1000}}
joints: [{{name: foot, type: fixed, base: world, follower: tower}}]
rotors:
  - {{name: turbine, body: tower, hub: [-12, 0, 150], axis: {axis}, radius: 120.97, {table}, inertia: 3.12456e8, control: {{file: {control}}}}}
"""


def main():
    swell, turbine, blade = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), "blade" in sys.argv[3:]
    names = ["pitch deg", "speed rpm", "thrust MN", "torque MN m"]
    worst = [0.0] * 4
    print("| wind m/s |" + "".join(f" {n} | published |" for n in names))
    print("|---" * 9 + "|")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "case.yaml"
        for wind, *expected in published(turbine / "Documentation/IEA-15-240-RWT_tabular.xlsx"):
            file.write_text(case(turbine, wind, blade))
            subprocess.run([swell, "run", str(file), "-o", str(file.with_suffix(".h5"))], check=True, capture_output=True)
            stats = subprocess.run([swell, "stats", str(file.with_suffix(".h5")), "--json", "--select", "ptos.turbine.*"],
                                   check=True, capture_output=True, text=True).stdout
            value = {signal["path"].split("/")[-1]: signal["mean"] for signal in json.loads(stats)["signals"]}
            found = [value["pitch"] * 57.29577951, value["speed"] * 9.549296586, value["thrust"] * 1e-6, value["generator_torque"] * 1e-6]
            print(f"| {wind:.2f} |" + "".join(f" {f:.3f} | {e:.3f} |" for f, e in zip(found, expected)))
            if wind < LEAST or SHAVED[0] < wind < SHAVED[1]:
                continue
            for k in range(4):
                error = abs(found[k] - expected[k]) if k == 0 else abs(found[k] / expected[k] - 1.0)
                worst[k] = max(worst[k], error)
    print(f"\nlargest differences above {LEAST} m/s but {SHAVED[0]} to {SHAVED[1]} m/s: pitch {worst[0]:.2f} deg, speed {100 * worst[1]:.1f} %, thrust {100 * worst[2]:.1f} %, torque {100 * worst[3]:.1f} %")


if __name__ == "__main__":
    main()
