"""Runs of NEMOH 2 for side_by_side.py: hemisphere of 2 n^2 panels, whole or the half of y > 0.

Its frequencies are at equal distances: what is timed are `count` of them over Ka = 0.2 to 2, what is compared are runs of one frequency each.
"""
import math


def write_case(folder, mesh, plane, count, low, high, gravity, density):
    """mesh: nodes and panels, numbers of nodes from 1 on."""
    nodes, panels = mesh
    if plane:
        panels = [p for p in panels if sum(nodes[i - 1][1] for i in p) > 0]
    for name in ("mesh", "results"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "ID.dat").write_text("1\n.\n")
    (folder / "input.txt").write_text("---\n0\n20\n5.E-07\n100\n0\n")  # its direct solver, no potentials on file
    (folder / "sphere.dat").write_text(
        f" 2 {int(plane)}\n" + "".join("%d %.9f %.9f %.9f\n" % (i + 1, *x) for i, x in enumerate(nodes)) + "0 0. 0. 0.\n" +
        "".join("%d %d %d %d\n" % p for p in panels) + "0 0 0 0\n")
    motions = "".join(f"{1 + i // 3} {' '.join('1.' if i % 3 == k else '0.' for k in range(3))} 0. 0. 0.\n" for i in range(6))
    (folder / "Nemoh.cal").write_text(
        f"---\n{density}\n{gravity}\n0.\n0. 0.\n---\n1\n---\nsphere.dat\n{len(nodes)} {len(panels)}\n6\n{motions}6\n{motions}0\n---\n"
        f"{count} {low:.9f} {high:.9f}\n1 0. 0.\n--- Post processing ---\n0 0.1 10.\n0\n0 0. 180.\n0 2 100. 100.\n")


def by_nemoh(nemoh, folder, count, mesh, plane, wavenumbers, gravity, density, processor_time):
    """nemoh: folder of its preProc, solver and postProc. @return processor seconds and {Ka: (added mass, damping / omega), / density}"""
    programs = [str(nemoh / name) for name in ("preProc", "solver", "postProc")]
    omega = lambda k: math.sqrt(k * gravity)
    write_case(folder, mesh, plane, count, omega(0.2), omega(2.0), gravity, density)
    used = sum(processor_time([program], folder) for program in programs)
    values = {}
    for k in wavenumbers if count > 2 else ():
        write_case(folder, mesh, plane, 1, omega(k), omega(k), gravity, density)
        for program in programs:
            processor_time([program], folder)
        # A line of the frequency, then the matrix.
        mass, damping = (float((folder / f"results/{name}.dat").read_text().split("\n")[4].split()[2]) for name in ("CM", "CA"))
        values[k] = (mass / density, damping / density / omega(k))
    return used, values
