#!/usr/bin/env python3
"""A results file and its XDMF as other programs meet them: plain h5py and an XML parser, nothing of ours.

    results_in_python.py SWELL SOURCE_FOLDER
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

try:
    import h5py
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

MOTION = "m m m rad rad rad"
FORCE = "N N N N m N m N m"
PARTS = ["excitation", "radiation_damping", "added_mass", "restoring", "morison_and_viscous", "linear_damping", "joint", "pto"]


def check_results(path, case):
    with h5py.File(path, "r") as f:
        assert f.attrs["case"] == case.read_text(), "the whole input text is an attribute"
        for name in ("version", "wall_time", "steps", "warnings"):
            assert name in f.attrs, name
        time = f["time"][:]
        n = len(time)
        assert time.shape == (201,) and f["time"].attrs["units"] == "s"
        assert np.allclose(np.diff(time), 0.1)
        expected = {"wave/elevation": ((n,), "m")}
        for motion, unit in (("position", MOTION), ("velocity", "m/s m/s m/s rad/s rad/s rad/s"),
                             ("acceleration", "m/s^2 m/s^2 m/s^2 rad/s^2 rad/s^2 rad/s^2")):
            expected[f"bodies/sphere/{motion}"] = ((n, 6), unit)
        for part in PARTS + ["total", "hydrodynamic"]:
            expected[f"bodies/sphere/force/{part}"] = ((n, 6), FORCE)
        for what, unit in (("position", "m"), ("velocity", "m/s"), ("force", "N"), ("power", "W")):
            expected[f"ptos/PTO/{what}"] = ((n, 1), unit)
        for name, (shape, unit) in expected.items():
            assert f[name].shape == shape, (name, f[name].shape)
            assert f[name].dtype == np.float64, name
            assert f[name].attrs["units"] == unit, (name, f[name].attrs["units"])
        without = []
        f.visititems(lambda name, node: without.append(name) if isinstance(node, h5py.Dataset)
                     and not (node.attrs.get("units") is not None and node.attrs.get("description")) else None)
        assert not without, f"no units or description: {without}"
        labels = [str(x) for x in f["bodies/sphere/position"].attrs["labels"]]
        assert labels == ["surge", "sway", "heave", "roll", "pitch", "yaw"], labels
        # The numbers mean what the names say.
        force = f["bodies/sphere/force"]
        total = sum(force[part][:] for part in PARTS)
        assert np.abs(total - force["total"][:]).max() < 1e-6 * np.abs(force["excitation"][:]).max()
        heave, rate = f["bodies/sphere/position"][:, 2], f["bodies/sphere/velocity"][:, 2]
        slope = (heave[2:] - heave[:-2]) / 0.2
        assert np.abs(slope - rate[1:-1]).max() < 0.02 * np.abs(rate).max()
        pto = f["ptos/PTO"]
        assert np.allclose(pto["power"][:], -pto["force"][:] * pto["velocity"][:])


def check_xdmf(path, every, results):
    """Every reference resolves to a dataset of the stated shape, every slab lies inside, every time is its row's, and bodies are where
    the results have them."""
    root = ElementTree.parse(path).getroot()
    assert root.tag == "Xdmf"
    steps = root.findall("./Domain/Grid/Grid")
    assert steps

    def resolved(item):
        name, dataset = item.text.strip().split(":", 1)
        with h5py.File(path.parent / name, "r") as f:
            assert f[dataset].shape == tuple(int(x) for x in item.get("Dimensions").split()), dataset
            return name, dataset, f[dataset][()]

    def slab_of(item):
        selection, data = item.findall("DataItem")
        numbers = [int(x) for x in selection.text.split()]
        rank = len(numbers) // 3
        start, stride, count = (np.array(numbers[rank * i:rank * (i + 1)]) for i in range(3))
        name, dataset, values = resolved(data)
        assert ((start + (count - 1) * stride) < values.shape).all(), (dataset, start, count)
        wanted = tuple(int(x) for x in item.get("Dimensions").split())
        assert tuple(count)[-len(wanted):] == wanted
        return name, dataset, start, values[tuple(slice(a, a + c) for a, c in zip(start, count))].reshape(wanted)

    with h5py.File(results, "r") as f:
        time, bodies = f["time"][:], {name: f["bodies"][name]["position"][:] for name in f["bodies"]}
    for index, step in enumerate(steps):
        row = index * every
        assert float(step.find("Time").get("Value")) == time[row]
        names = [grid.get("Name") for grid in step.findall("Grid")]
        assert "sea surface" in names and set(bodies) <= set(names)
        for grid in step.findall("Grid"):
            _, _, start, points = slab_of(grid.find("Geometry/DataItem"))
            assert start[0] == index
            cells = grid.find("Topology/DataItem")
            if cells is not None and index == 0:
                assert resolved(cells)[2].max() == len(points) - 1
            if grid.get("Name") in bodies:
                position = bodies[grid.get("Name")][row]
                if np.allclose(position[3:], 0):  # not turned: the sphere's middle is the body's
                    middle = 0.5 * (points.max(axis=0) + points.min(axis=0))
                    assert np.abs(middle[2] - position[2]) < 1e-2 * np.ptp(points[:, 2])
                assert np.linalg.norm(points - position[:3], axis=1).min() < np.ptp(points)
            for attribute in grid.findall("Attribute"):
                name, dataset, start, _ = slab_of(attribute.find("DataItem"))
                assert start[0] == row and dataset.split("/")[2] == grid.get("Name"), dataset
    return len(steps)


def main(swell, source):
    swell, source = str(pathlib.Path(swell).resolve()), pathlib.Path(source)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        out = folder / "sphere.h5"
        case = source / "inputs/sphere/irregular-damper.yaml"
        subprocess.run([swell, "run", "-q", case, "-o", out, "--set", "simulation.duration=20", "--set",
                        "output.time_step=0.1"], check=True)
        check_results(out, case)
        subprocess.run([swell, "xdmf", out, "--every", "20"], check=True, stdout=subprocess.DEVNULL)
        assert check_xdmf(out.with_suffix(".xdmf"), 20, out) == 11
        # A name that XML does not take as it is.
        odd = folder / "odd.yaml"
        odd.write_text("simulation: {duration: 1, time_step: 0.1}\n"
                       "bodies: [{name: 'a&b<1>', mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]\n")
        subprocess.run([swell, "run", "-q", odd, "-o", folder / "odd.h5"], check=True)
        subprocess.run([swell, "xdmf", folder / "odd.h5"], check=True, stdout=subprocess.DEVNULL)
        assert check_xdmf(folder / "odd.xdmf", 1, folder / "odd.h5") == 11
    print("results and XDMF load without our code")


if __name__ == "__main__":
    main(*sys.argv[1:])
