#!/usr/bin/env python3
"""Hydrodynamics of a hemisphere by Swell, HAMS, NEMOH and Capytaine on one machine in one run: error against processor time.

    side_by_side.py SWELL [--hams HAMS] [--nemoh FOLDER] [--capytaine FOLDER] [--repeat 3] [--csv out.csv]

Infinite depth, six modes, one heading, wavenumbers Ka = 0.2, 0.4 ... 2.0, one thread. The error is that of heave added mass and damping
against Hulme's values (1982, JFM 121), as a share of the largest of each curve; the time is the processor's per frequency, from the
difference of a run over ten frequencies and one over two, so that starting, reading and what is done once drop out (given apart).
HAMS is a program of yours, of any build, NEMOH a folder of its three programs, Capytaine one that Python can import it from; none comes with Swell. Without them only
Swell's rows are made. At the end the times at 1 % and 0.3 % error, each program's by the straight line through the logarithms of its two nearest
rows (of the nearest two beyond its last: "extrapolated").
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import h5py

from by_nemoh import by_nemoh

# Ka: added mass and damping in heave over 2/3 pi rho a^3 (and omega).
HULME = {0.2: (0.79383, 0.27930), 0.4: (0.64519, 0.34101), 0.6: (0.53810, 0.32712), 0.8: (0.46979, 0.28989), 1.0: (0.42843, 0.24840),
         1.4: (0.39235, 0.17562), 1.6: (0.38714, 0.14687), 2.0: (0.38838, 0.10306)}
LARGEST = (0.8764, 0.3412)
VOLUME = 2.0 / 3.0 * math.pi
GRAVITY, DENSITY = 9.81, 1000.0


def processor_time(command, folder, **environment):
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             env=dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", **environment))
    message = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{command}: {message}")
    return usage.ru_utime + usage.ru_stime


def error_of(values):
    """Largest of the two curves' errors. values: {Ka: (added mass / rho, damping / (rho omega))}"""
    found = [abs(values[k][i] / VOLUME - HULME[k][i]) / LARGEST[i] for k in HULME for i in (0, 1)]
    return max(found)


def by_swell(swell, folder, count, resolution, symmetry, panels=None):
    wavenumbers = [0.2 * (i + 1) for i in range(count)]
    omega = ", ".join(f"{math.sqrt(k * GRAVITY):.12g}" for k in wavenumbers)
    geometry = "{shape: sphere, radius: 1}" if panels is None else "{mesh: mesh.gdf}"
    if panels is not None:
        nodes, corners = sphere_panels(panels)
        (folder / "mesh.gdf").write_text(f"sphere\n1 9.81\n0 0\n{len(corners)}\n" + "".join(
            "%.9f %.9f %.9f\n" % nodes[i - 1] for panel in corners for i in panel))
    (folder / "device.yaml").write_text(
        f"environment: {{depth: infinite, water_density: {DENSITY}, gravity: {GRAVITY}}}\nfrequencies: [{omega}]\nsymmetry: {symmetry}\n" +
        (f"resolution: {resolution}\n" if panels is None else "") +
        f"bodies:\n  - {{name: sphere, center_of_gravity: [0, 0, 0], geometry: {geometry}}}\n")
    used = processor_time([swell, "bem", "device.yaml", "-o", "out.h5", "--threads", "1", "--quiet"], folder)
    with h5py.File(folder / "out.h5") as file:
        mass = file["body1/hydro_coeffs/added_mass/all"][2, 2]
        damping = file["body1/hydro_coeffs/radiation_damping/all"][2, 2]
    values = {round(k, 1): (mass[i], damping[i]) for i, k in enumerate(wavenumbers)}
    return used, values


def sphere_panels(n):
    """n panels from the bottom to the water and 2 n around, corners on the sphere."""
    around = 2 * n
    point = lambda i, k: (math.sin(0.5 * math.pi * i / n) * math.cos(math.pi * k / n),
                          math.sin(0.5 * math.pi * i / n) * math.sin(math.pi * k / n), -math.cos(0.5 * math.pi * i / n))
    nodes = [point(i, k) for i in range(n + 1) for k in range(around + 1)]
    number = lambda i, k: i * (around + 1) + k + 1
    return nodes, [(number(i, k), number(i, k + 1), number(i + 1, k + 1), number(i + 1, k)) for i in range(n) for k in range(around)]


def write_mesh(file, n, plane):
    nodes, panels = sphere_panels(n)
    if plane:  # the half of y > 0
        panels = [p for p in panels if sum(nodes[i - 1][1] for i in p) > 0]
    with open(file, "w") as out:
        out.write("    --------------Hull Mesh File---------------\n\n    # Number of Panels, Nodes, X-Symmetry and Y-Symmetry\n")
        out.write(f"         {len(panels)}        {len(nodes)}           0           {int(plane)}\n\n")
        out.write("    #Start Definition of Node Coordinates     ! node_number   x   y   z\n")
        for i, x in enumerate(nodes):
            out.write("%6d %16.9f %16.9f %16.9f\n" % (i + 1, *x))
        out.write("   #End Definition of Node Coordinates\n\n   #Start Definition of Node Relations   ! panel_number  number_of_vertices   "
                  "Vertex1_ID   Vertex2_ID   Vertex3_ID   (Vertex4_ID)\n")
        for i, p in enumerate(panels):
            out.write("%6d %4d %6d %6d %6d %6d\n" % (i + 1, 4, *p))
        out.write("   #End Definition of Node Relations\n\n    --------------End Hull Mesh File---------------\n")


def by_hams(hams, folder, count, n, plane):
    for name in ("Input", "Output/Hams_format", "Output/Wamit_format", "Output/Hydrostar_format"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_mesh(folder / "Input/HullMesh.pnl", n, plane)
    (folder / "Input/ControlFile.in").write_text(f"""   --------------HAMS Control file---------------

   Waterdepth  -200.D0

   #Start Definition of Wave Frequencies
    0_inf_frequency_limits      0
    Input_frequency_type        1
    Output_frequency_type       1
    Number_of_frequencies      -{count}
    Minimum_frequency_Wmin      0.2D0
    Frequency_step              0.2D0
   #End Definition of Wave Frequencies

   #Start Definition of Wave Headings
    Number_of_headings         -1
    Minimum_heading           0.D0
    Heading_step              0.D0
   #End Definition of Wave Headings

    Reference_body_center       0.000       0.000       0.000
    Reference_body_length   1.D0
    Wave_diffrac_solution    2
    If_remove_irr_freq       0
    Number of threads        1

   #Start Definition of Pressure and/or Elevation (PE)
    Number_of_field_points     0
   #End Definition of Pressure and/or Elevation

   ----------End HAMS Control file---------------
""")
    rows = "\n".join("   " + "   ".join("1.00000E+00" if i == k else "0.00000E+00" for k in range(6)) for i in range(6))
    zero = "\n".join("   " + "   ".join(["0.00000E+00"] * 6) for _ in range(6))
    parts = [" Center of Gravity:\n  0.0E+000  0.0E+000  0.0E+000\n Body Mass Matrix:\n" + rows]
    for name in ("External Linear Damping", "External Quadratic Damping", "Hydrostatic Restoring", "External Restoring"):
        parts.append(f" {name} Matrix:\n" + zero)
    (folder / "Input/Hydrostatic.in").write_text("\n".join(parts) + "\n")
    used = processor_time([hams], folder)
    read = {}
    for name in ("OAMASS3", "ODAMPING3"):
        lines = (folder / f"Output/Hams_format/{name}.txt").read_text().split("\n")
        read[name] = [[float(word) for word in line.split()] for line in lines if len(line.split()) >= 8]
    values = {}
    for mass, damping in zip(read["OAMASS3"], read["ODAMPING3"]):
        values[round(mass[0], 1)] = (mass[4], damping[4] / mass[1])  # wavenumber, frequency, then the row
    return used, values


def by_capytaine(source, folder, count, n, planes):
    here = pathlib.Path(__file__).resolve().parent
    used = processor_time([sys.executable, str(here / "by_capytaine.py"), str(n), str(count), "planes" if planes else "whole", "out.csv"],
                          folder, PYTHONPATH=f"{source}:{here}", CAPYTAINE_CACHE_DIR=str(pathlib.Path(source) / "tables"))
    rows = [[float(word) for word in line.split(",")] for line in (folder / "out.csv").read_text().split()]
    return used, {k: (a, b) for k, a, b in rows}


def time_at(rows, error):
    """Time at an error by the rows (error, time) of one method, and whether it lies beyond them."""
    rows = sorted(rows)
    if len(rows) < 2:
        return None, False
    at = max(1, min(len(rows) - 1, sum(1 for r in rows if r[0] < error)))
    (e0, t0), (e1, t1) = rows[at - 1], rows[at]
    share = (math.log(error) - math.log(e0)) / (math.log(e1) - math.log(e0))
    return math.exp(math.log(t0) + share * (math.log(t1) - math.log(t0))), not 0.0 <= share <= 1.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("swell")
    parser.add_argument("--hams", help="your HAMS binary")
    parser.add_argument("--nemoh", help="folder of your NEMOH's preProc, solver and postProc")
    parser.add_argument("--capytaine", help="folder that holds the package capytaine, built")
    parser.add_argument("--hams-density", type=float, default=1025.0, help="[kg/m3] that your HAMS has built in")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--csv")
    options = parser.parse_args()
    options.swell = str(pathlib.Path(options.swell).resolve())
    rows = []

    def measure(name, run):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            few = min(run(folder, 2)[0] for _ in range(options.repeat))
            best, values = None, None
            for _ in range(options.repeat):
                used, values = run(folder, 10)
                best = used if best is None else min(best, used)
        rows.append((name, error_of(values), (best - few) / 8.0, few - (best - few) / 4.0))
        print("%-44s error %8.4f %%   %9.5f s per frequency   %7.3f s once" % (name, 100 * rows[-1][1], *rows[-1][2:]), flush=True)

    for symmetry in ("false", "true"):
        for order in (3, 4, 5, 6):
            resolution = f"{{order: {order}, around: {order}}}"
            measure(f"Swell, {4 * order * order} nodes{', symmetry' if symmetry == 'true' else ''}",
                    lambda f, n, r=resolution, s=symmetry: by_swell(options.swell, f, n, r, s))
    for symmetry in ("false", "true"):
        for n in (8, 12, 16, 24):
            measure(f"Swell, {2 * n * n} flat panels{', symmetry' if symmetry == 'true' else ''}",
                    lambda f, c, n=n, s=symmetry: by_swell(options.swell, f, c, "", s, n))
    if options.hams:
        hams = str(pathlib.Path(options.hams).resolve())

        def scaled(folder, count, n, plane):
            used, values = by_hams(hams, folder, count, n, plane)
            return used, {k: (a / options.hams_density, b / options.hams_density) for k, (a, b) in values.items()}

        for plane in (False, True):
            for n in (8, 12, 16, 24, 32):
                measure(f"HAMS, {2 * n * n} panels{', symmetry' if plane else ''}", lambda f, c, n=n, p=plane: scaled(f, c, n, p))
    if options.nemoh:
        nemoh = pathlib.Path(options.nemoh).resolve()
        for plane in (False, True):
            for n in (8, 12, 16, 24, 32):
                measure(f"NEMOH, {2 * n * n} panels{', symmetry' if plane else ''}",
                        lambda f, c, n=n, p=plane: by_nemoh(nemoh, f, c, sphere_panels(n), p, HULME, GRAVITY, DENSITY, processor_time))
    if options.capytaine:
        source = str(pathlib.Path(options.capytaine).resolve())
        for planes in (False, True):
            for n in (8, 12, 16, 24, 32):
                measure(f"Capytaine, {2 * n * n} panels{', symmetry' if planes else ''}",
                        lambda f, c, n=n, p=planes: by_capytaine(source, f, c, n, p))
    for symmetric in (False, True):
        print(f"\nseconds per frequency {'with symmetry' if symmetric else 'without symmetry'}:")
        for program, word in (("Swell", "nodes"), ("Swell", "flat panels"), ("HAMS", "panels"), ("NEMOH", "panels"), ("Capytaine", "panels")):
            of_it = [(e, t) for name, e, t, _ in rows
                     if name.startswith(program) and word in name and ("symmetry" in name) == symmetric and t > 0]
            for error in (0.01, 0.003):
                time, beyond = time_at(of_it, error)
                if time is not None:
                    print("  %-12s %-12s at %3g %%: %.5f s%s" % (program, word, 100 * error, time, " (extrapolated)" if beyond else ""))
    if options.csv:
        with open(options.csv, "w") as out:
            out.write("program and division,largest error,s per frequency,s once\n")
            for row in rows:
                out.write("%s,%.6g,%.6g,%.6g\n" % ('"' + row[0] + '"', *row[1:]))


if __name__ == "__main__":
    sys.exit(main())
