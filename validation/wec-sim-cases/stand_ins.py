#!/usr/bin/env python3
"""Makes stand-ins for the large files that checkouts of WEC-Sim and WEC-Sim_Applications may lack, from what they hold.

    stand_ins.py --bemio build/release/tools/bemio/bemio --swell build/release/tools/swell/swell WEC-Sim WEC-Sim_Applications

* oswec.h5: Capytaine's results of the same device (WEC-Sim/examples/BEMIO/CAPYTAINE/oswec), their ten headings mirrored
  about both planes of symmetry to all round;
* oswec_<b>.h5 of Variable_Hydro: one set for each heading, interpolated as hydroData/bemio.m there does;
* Mooring_VolturnUS15MW.mat: the table that MOST's Create_Mooring_Matrix.m computes, its catenaries solved by Newton;
* mcrCases.mat of the Controls cases: the values that mcrBuild*.m there writes;
* test17a.h5 of the OWC, a pointer of git-lfs: `swell bem` of its cylinder (radii 0.5 and 0.25 m, draft 1 m); the water inside is
  closed by a patch 1 cm below the surface that moves as a piston and has the mass of the water above it. The centre of gravity,
  which only the pointer's data hold, is put where the cylinder floats upright.

A file that is there already is left alone.
"""
import argparse
import os
import re
import subprocess
import tempfile

import h5py
import numpy as np
import scipy.io
from scipy.io import netcdf_file

ROUND = np.arange(-180.0, 181.0, 10.0)  # headings [deg]


def is_there(path):
    """Not a pointer of git-lfs."""
    return os.path.exists(path) and os.path.getsize(path) > 1000


def all_round(values, axis, signs_axis, headings):
    """Forces of headings 0 to 90 degrees for every heading, by symmetry about y = 0 and x = 0."""
    about_y = np.array([1, -1, 1, -1, 1, -1] * 2, float)  # b to -b: sway, roll and yaw change sign
    about_x = np.array([-1, 1, 1, 1, -1, -1] * 2, float)  # b to 180 - b: surge, pitch and yaw
    parts = []
    for b in ROUND:
        sign = np.ones(12)
        if b < 0.0:
            sign, b = sign * about_y, -b
        if b > 90.0:
            sign, b = sign * about_x, 180.0 - b
        at = int(np.argmin(np.abs(headings - b)))
        shape = [1] * values.ndim
        shape[signs_axis] = 12
        parts.append(np.take(values, [at], axis=axis) * sign.reshape(shape))
    return np.concatenate(parts, axis=axis)


def oswec(wec_sim, bemio, targets):
    if all(is_there(t) for t in targets):
        return
    folder = os.path.join(wec_sim, "examples/BEMIO/CAPYTAINE/oswec/outputs")
    source = netcdf_file(os.path.join(folder, "oswec_hydrodynamics.nc"), "r", mmap=False)
    headings = np.degrees(np.array(source.variables["wave_direction"].data, float))
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "oswec.nc")
        made = netcdf_file(path, "w", version=2)
        for name, size in source.dimensions.items():
            made.createDimension(name, len(ROUND) if name == "wave_direction" else size)
        for name, v in source.variables.items():
            data = np.array(v.data)
            if name == "wave_direction":
                data = np.radians(ROUND)
            elif "wave_direction" in v.dimensions:
                data = all_round(data, v.dimensions.index("wave_direction"), v.dimensions.index("influenced_dof"), headings)
            kind = "c" if data.dtype.kind == "S" else data.dtype.newbyteorder("=")
            new = made.createVariable(name, kind, v.dimensions)
            if v.dimensions == ():
                new.assignValue(data[()])
            else:
                new[:] = data
            for key, value in v._attributes.items():
                setattr(new, key, value)
        made.close()
        for name in os.listdir(folder):
            if name.endswith(".dat"):
                with open(os.path.join(folder, name)) as file, open(os.path.join(scratch, name), "w") as copy:
                    copy.write(file.read())
        for target in targets:
            if not is_there(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                subprocess.run([bemio, "convert", path, "-o", target, "--like-bemio", "--radiation-time", "40",
                                "--excitation-time", "40", "--state-space"], check=True, capture_output=True)


def variable_hydro(applications):
    """One file for each of the case's headings; only what the waves do differs. (hydroData/bemio.m of the case)"""
    source = os.path.join(applications, "_Common_Input_Files/OSWEC/hydroData/oswec.h5")
    folder = os.path.join(applications, "Variable_Hydro/Passive_Yaw/hydroData")
    with h5py.File(source) as data:
        headings = data["simulation_parameters/wave_dir"][:, 0]
    for b in np.arange(-30.0, 30.01, 0.25):
        target = os.path.join(folder, f"oswec_{b % 360.0:g}.h5")
        if is_there(target):
            continue
        at = min(int(np.searchsorted(headings, b, side="right")) - 1, len(headings) - 2)
        f = (b - headings[at]) / (headings[at + 1] - headings[at])
        with h5py.File(source) as data, h5py.File(target, "w") as made:

            def copy(name, item):
                if not isinstance(item, h5py.Dataset) or "/state_space/" in name:
                    return
                if "/excitation/" in name and item.ndim > 1 and item.shape[1] == len(headings):
                    made[name] = (1.0 - f) * item[:, at:at + 1] + f * item[:, at + 1:at + 2]
                elif name.endswith("wave_dir"):
                    made[name] = np.array([[10.0]])  # the wave of the case
                else:
                    made[name] = item[()]

            data.visititems(copy)


def catenary(H, V, w, L, EA, friction):
    """Horizontal and vertical reach of a line, on the seabed or clear of it. (Calc_HV of Create_Mooring_Matrix.m)"""
    on_bed = L - V / w
    g = on_bed - H / friction / w
    lying_x = (on_bed + H / w * np.arcsinh(w * (L - on_bed) / H) + H * L / EA
               + friction * w / 2 / EA * (g * np.maximum(g, 0.0) - on_bed**2))
    lying_z = H / w * (np.sqrt(1 + (w * (L - on_bed) / H) ** 2) - 1) + w * (L - on_bed) ** 2 / 2 / EA
    bottom = V - w * L
    free_x = H / w * (np.arcsinh(V / H) - np.arcsinh(bottom / H)) + H * L / EA
    free_z = H / w * (np.sqrt(1 + (V / H) ** 2) - np.sqrt(1 + (bottom / H) ** 2)) + (bottom * L + w * L**2 / 2) / EA
    return np.where(on_bed > 0, lying_x, free_x), np.where(on_bed > 0, lying_z, free_z)


def mooring(applications):
    target = os.path.join(applications, "MOST/mostData/mooring/Mooring_VolturnUS15MW.mat")
    if is_there(target):
        return
    L, EA, friction, depth = 850.0, 3.27e9, 1.0, 200.0
    w = (685.0 - np.pi * 0.333**2 / 4 * 1025.0) * 9.80665
    axes = {"X": np.arange(-40.0, 41.0, 5.0), "Y": np.arange(-10.0, 11.0, 5.0), "Z": np.arange(-15.0, 16.0, 5.0),
            "RX": np.radians(np.arange(-10.0, 11.0, 5.0)), "RY": np.radians(np.arange(-15.0, 16.0, 5.0)),
            "RZ": np.radians(np.arange(-10.0, 11.0, 5.0))}
    grid = np.meshgrid(*axes.values(), indexing="ij")
    x, y, z, rx, ry, rz = (a.ravel() for a in grid)
    cx, sx, cy, sy, cz, sz = np.cos(rx), np.sin(rx), np.cos(ry), np.sin(ry), np.cos(rz), np.sin(rz)
    turn = np.array([[cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz],
                     [cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz], [-sy, sx * cy, cx * cy]])
    loads = np.zeros((6, x.size))
    for line in range(3):
        b = 2 * np.pi * line / 3
        about = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
        fairlead = np.einsum("ijk,j->ik", turn, about @ np.array([-58.0, 0.0, -14.0]))
        d = (about @ np.array([-837.8, 0.0, -depth]))[:, None] - (fairlead + np.array([x, y, z]))
        reach, height = np.hypot(d[0], d[1]), np.abs(d[2])
        log_h, V = np.full(x.size, np.log(1.361e6)), np.full(x.size, 2.041e6)
        for _ in range(200):  # Newton in log H and V with numerical derivatives and bounded steps
            at_x, at_z = catenary(np.exp(log_h), V, w, L, EA, friction)
            ex, ez = at_x - reach, at_z - height
            if max(np.abs(ex).max(), np.abs(ez).max()) < 1e-7:
                break
            hx, hz = catenary(np.exp(log_h + 1e-6), V, w, L, EA, friction)
            vx, vz = catenary(np.exp(log_h), V + 1.0, w, L, EA, friction)
            a, bb, c, dd = (hx - at_x) / 1e-6, vx - at_x, (hz - at_z) / 1e-6, vz - at_z
            det = a * dd - bb * c
            step_h, step_v = -(dd * ex - bb * ez) / det, -(a * ez - c * ex) / det
            k = np.minimum(1.0, np.minimum(0.5 / np.maximum(np.abs(step_h), 1e-300), 3e5 / np.maximum(np.abs(step_v), 1e-300)))
            log_h, V = log_h + k * step_h, np.maximum(V + k * step_v, 1e4)
        else:
            raise SystemExit("a catenary of the mooring did not converge")
        way = np.arctan2(d[1], d[0])
        force = np.array([np.exp(log_h) * np.cos(way), np.exp(log_h) * np.sin(way), -V])
        loads[:3] += force
        loads[3:] += np.cross(fairlead.T, force.T).T
    table = {key: values[None] for key, values in axes.items()}
    for key, values in zip(["FX", "FY", "FZ", "MX", "MY", "MZ"], loads):
        table[key] = values.reshape(grid[0].shape)
    scipy.io.savemat(target, {"moor_matrix": table}, do_compression=True)


def conditions(applications):
    """mcrBuildTimes.m and mcrBuildGains.m: every pair of two lists, or one list."""
    for folder in ["Declutching", "Latching", "Passive (P)", "Reactive (PI)", "ReactiveWithPTO"]:
        folder = os.path.join(applications, "Controls", folder)
        target = os.path.join(folder, "mcrCases.mat")
        script = next(f for f in os.listdir(folder) if re.match(r"mcrBuild\w+\.m$", f))
        if os.path.exists(target):
            continue
        with open(os.path.join(folder, script)) as file:
            text = re.sub(r"%.*", "", file.read())
        header = re.findall(r'"([^"]+)"', text)
        lists = [np.linspace(float(a), float(b), int(n)) for a, b, n in re.findall(r"linspace\(([^,]+),([^,]+),([^)]+)\)", text)]
        rows = [[a] for a in lists[0]] if len(header) == 1 else [[a, b] for a in lists[0] for b in lists[1]]
        names = np.empty((1, len(header)), dtype=object)
        names[0, :] = header
        scipy.io.savemat(target, {"mcr": {"header": names, "cases": np.array(rows)}})


OWC = """environment: {depth: infinite, water_density: 1000, gravity: 9.81}
frequencies: {from: 0.2, to: 11, count: 55}
headings: [0]
bodies:
  - name: test17a
    geometry: {shape: revolution, profile: [[0, -0.01], [0.25, -0.01], [0.25, -1], [0.5, -1], [0.5, 0.2]]}
    center_of_gravity: [0, 0, -0.7]
    modes: [{name: piston, type: field, z: "x^2 + y^2 < 0.0624 && z > -0.02 ? 1 : 0", mass: 1.963}]
"""


def owc(applications, swell):
    target = os.path.join(applications, "OWC/OrificeModel/hydroData/test17a.h5")
    if is_there(target):
        return
    if os.path.exists(target):
        os.remove(target)
    with tempfile.TemporaryDirectory() as scratch:
        device = os.path.join(scratch, "device.yaml")
        with open(device, "w") as file:
            file.write(OWC)
        subprocess.run([swell, "bem", device, "-o", target], check=True, capture_output=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wec_sim")
    parser.add_argument("applications")
    parser.add_argument("--bemio", default="bemio")
    parser.add_argument("--swell", default="swell")
    options = parser.parse_args()
    oswec(options.wec_sim, options.bemio, [
        os.path.join(options.wec_sim, "examples/OSWEC/hydroData/oswec.h5"),
        os.path.join(options.applications, "_Common_Input_Files/OSWEC/hydroData/oswec.h5")])
    variable_hydro(options.applications)
    mooring(options.applications)
    conditions(options.applications)
    owc(options.applications, options.swell)


if __name__ == "__main__":
    main()
