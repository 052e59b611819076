#!/usr/bin/env python3
"""Swell's own hydrodynamics against those that WAMIT, NEMOH, AQWA, Capytaine and HAMS stored.

    compare.py SWELL BEMIO DATA_FOLDER [OUTPUT_FOLDER]

DATA_FOLDER holds bem/ as tests/README.md describes it. Each stored result is converted by `bemio convert`, the same body is computed by
`swell bem` in the same depth on a dense set of frequencies, and the largest and the median difference are given as a share of the
largest value of each curve. Writes table.md, and a figure per body by `bemio plot`.
"""
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

DOFS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
SPHERE = "{shape: sphere, radius: 5}"
CYLINDER = "{shape: cylinder, radius: 0.35, bottom: -0.63}"
HAMS_CYLINDER = "{shape: cylinder, radius: 1, bottom: -0.5}"
FLOAT = "{shape: revolution, open: true, profile: [[3, -3], [5, -3], [10, -2], [10, 2]]}"
SPAR = "{shape: revolution, profile: [[0, -29], [15, -29], [15, -28.9], [3, -28.9], [3, -3]]}"
BARGE = "{shape: barge, length: 80, width: 10, bottom: -5, top: 5}"
# name, range [rad/s], {body: geometry}, {code: file below bem/}, motions compared of each body
CASES = [
    ("sphere", (0.2, 3.0), {"sphere": SPHERE},
     {"WAMIT": "wamit/Sphere/sphere.out", "NEMOH 2.3": "nemoh_v2.3/Sphere", "NEMOH 3.0.2": "nemoh_v3.0.2/Sphere",
      "Capytaine": "capytaine/sphere/sphere_hydrodynamics.nc", "AQWA": "aqwa/Sphere/sphere.AH1"}, (0, 2)),
    ("cylinder", (0.5, 7.0), {"cylinder": CYLINDER},
     {"WAMIT": "wamit/Cylinder/cyl.out", "NEMOH 2.3": "nemoh_v2.3/Cylinder", "NEMOH 3.0.2": "nemoh_v3.0.2/Cylinder",
      "Capytaine": "capytaine/cylinder_v1.5/cylinder_full.nc", "AQWA": "aqwa/Cylinder/cylinder.AH1"}, (0, 2, 4)),
    ("hams-cylinder", (0.5, 5.0), {"cylinder": HAMS_CYLINDER}, {"HAMS": "hams/Cylinder"}, (0, 2, 4)),
    ("rm3", (0.2, 2.2), {"float": FLOAT, "spar": SPAR},
     {"WAMIT": "wamit/RM3/rm3.out", "NEMOH 2.3": "nemoh_v2.3/RM3", "NEMOH 3.0.2": "nemoh_v3.0.2/RM3",
      "Capytaine": "capytaine/rm3/rm3_hydrodynamics.nc"}, (0, 2, 4)),
    ("barge", (0.2, 1.6), {"barge": BARGE}, {"WAMIT": "wamit/GBMBarge/barge.out"}, (2, 4)),
]


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()[:400]}")


class Data:
    def __init__(self, path):
        file = h5py.File(path)
        self.omega = file["simulation_parameters/w"][()].ravel()
        depth = file["simulation_parameters/water_depth"][()]
        self.depth = depth.decode() if isinstance(depth, bytes) else depth.ravel()[0]
        heading = file["simulation_parameters/wave_dir"][()].ravel()
        self.bodies = []
        for i in range(1, 99):
            if f"body{i}" not in file:
                break
            c = file[f"body{i}/hydro_coeffs"]
            force = c["excitation/re"][()] + 1j * c["excitation/im"][()]
            self.bodies.append({"mass": c["added_mass/all"][()], "damping": c["radiation_damping/all"][()],
                                "force": force[:, int(numpy.argmin(abs(heading))), :],
                                "cg": file[f"body{i}/properties/cg"][()].ravel(),
                                "volume": float(file[f"body{i}/properties/disp_vol"][()].ravel()[0])})


def depth_of(data):
    try:
        value = float(data.depth)
        return f"{value:g}" if numpy.isfinite(value) else "infinite"
    except (TypeError, ValueError):
        return "infinite"


def compute(swell, folder, name, geometry, data, limits):
    low, high = limits
    text = f"environment: {{depth: {depth_of(data)}, water_density: 1000, gravity: 9.81}}\nfrequencies: {{from: {low}, to: {high}, count: 120}}\nbodies:\n"
    for (body, shape), own in zip(geometry.items(), data.bodies):
        cg = ", ".join(f"{x:g}" for x in own["cg"])
        text += f"  - name: {body}\n    geometry: {shape}\n    center_of_gravity: [{cg}]\n"
    if name == "barge":
        text += "resolution: {order: 4, edge_levels: 1}\n"
    (folder / "device.yaml").write_text(text)
    run(swell, "bem", folder / "device.yaml", "-o", folder / "swell.h5", "--force", "--quiet")


def main(swell, bemio, data, output="."):
    root, output = pathlib.Path(data) / "bem", pathlib.Path(output)
    lines = ["| body and motion | code | added mass | damping | excitation | volume |", "| --- | --- | --- | --- | --- | --- |"]
    for name, limits, geometry, codes, motions in CASES:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            others = []
            computed = {}
            for code, place in codes.items():
                if not (root / place).exists():
                    continue
                file = folder / (code.replace(" ", "-") + ".h5")
                try:
                    run(bemio, "convert", root / place, "-o", file, "--force")
                    other = Data(file)
                    key = (depth_of(other), tuple(round(x, 3) for b in other.bodies for x in b["cg"]))
                    if key not in computed:
                        compute(swell, folder, name, geometry, other, limits)
                        computed[key] = Data(folder / "swell.h5")
                except RuntimeError as problem:
                    print(problem, file=sys.stderr)
                    continue
                ours = computed[key]
                others.append(file)
                inside = (other.omega >= limits[0]) & (other.omega <= limits[1])
                omega = other.omega[inside]
                start = 0
                for b, body in enumerate(ours.bodies):
                    theirs = other.bodies[b]
                    volume = 100 * (theirs["volume"] / body["volume"] - 1)
                    for i in motions:
                        row = [f"{name} {list(geometry)[b]} {DOFS[i]}", code]
                        for what in ("mass", "damping", "force"):
                            mine = body[what][i, start + i] if what != "force" else body[what][i]
                            own = theirs[what][i, start + i] if what != "force" else theirs[what][i]
                            at = lambda y: numpy.interp(omega, ours.omega, y)
                            mine = at(mine) if what != "force" else at(mine.real) + 1j * at(mine.imag)
                            apart = 100 * abs(own[inside] - mine) / abs(mine).max()
                            row.append(f"{numpy.median(apart):.2g} / {apart.max():.2g} %")
                        row.append(f"{volume:+.2f} %")
                        lines.append("| " + " | ".join(row) + " |")
                    start += body["mass"].shape[0]
            if others:
                run(bemio, "plot", folder / "swell.h5", *others, "-o", output / f"{name}.png", "--force", "--quantity",
                    "added-mass,damping,excitation", "--dof", ",".join(DOFS[i] for i in motions), "--label",
                    ",".join(["Swell"] + [other.stem for other in others]))
    (output / "table.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
