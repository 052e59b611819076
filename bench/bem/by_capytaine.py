"""One run of Capytaine for side_by_side.py: hemisphere of 2 n^2 panels, `count` wavenumbers, with or without symmetry planes.

    by_capytaine.py n count planes out.csv
"""
import csv
import logging
import math
import sys

import capytaine
import numpy

from side_by_side import DENSITY, GRAVITY, sphere_panels


def mesh_of(n, planes):
    nodes, panels = sphere_panels(n)
    nodes = numpy.array(nodes)
    faces = numpy.array(panels) - 1
    if not planes:
        return capytaine.Mesh(nodes, faces)
    centres = nodes[faces].mean(axis=1)
    quarter = capytaine.Mesh(nodes, faces[(centres[:, 0] > 0) & (centres[:, 1] > 0)])
    half = capytaine.ReflectionSymmetricMesh(quarter, plane="xOz")
    return capytaine.ReflectionSymmetricMesh(half, plane="yOz")


def main():
    logging.disable(logging.WARNING)
    n, count, planes, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "planes", sys.argv[4]
    body = capytaine.FloatingBody(mesh_of(n, planes), dofs=capytaine.rigid_body_dofs(rotation_center=(0, 0, 0)), name="sphere")
    solver = capytaine.BEMSolver()
    with open(out, "w", newline="") as file:
        rows = csv.writer(file)
        for i in range(count):
            k = 0.2 * (i + 1)
            omega = math.sqrt(k * GRAVITY)
            common = {"body": body, "omega": omega, "water_depth": math.inf, "rho": DENSITY, "g": GRAVITY}
            problems = [capytaine.RadiationProblem(radiating_dof=dof, **common) for dof in body.dofs]
            problems.append(capytaine.DiffractionProblem(wave_direction=0.0, **common))
            results = solver.solve_all(problems, progress_bar=False)
            heave = next(r for r in results if getattr(r, "radiating_dof", "") == "Heave")
            rows.writerow([round(k, 1), heave.added_masses["Heave"] / DENSITY, heave.radiation_dampings["Heave"] / DENSITY / omega])


if __name__ == "__main__":
    main()
