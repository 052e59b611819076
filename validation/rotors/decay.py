#!/usr/bin/env python3
"""Free decay of VolturnUS-S with the IEA 15 MW turbine at rest, beside the periods of its definition (NREL/TP-5000-76773).

    decay.py build/release/tools/swell/swell [folder for the files]

Everything is made here: the hull of columns and pontoons (one united surface for `swell bem`), masses, moorings and drag of the
definition. h5dump reads the results.
"""
import math
import os
import subprocess
import sys

RADIUS, COLUMN, CENTRE, HALF, TOP, DRAFT = 51.75, 6.25, 5.0, 6.25, -13.0, -20.0  # [m]
DENSITY, GRAVITY = 1025.0, 9.80665
PUBLISHED = {"surge": 0.007, "heave": 0.049, "pitch": 0.036, "yaw": 0.011}  # [Hz], three digits


def hull(path, around=16, along=14, high=4):
    """Quadrilaterals of the wetted hull, normals outwards: three arms on 60, 180 and 300 degrees and the column between them."""
    panels = []

    def surface(point, nu, nv, turn):
        c, s = math.cos(turn), math.sin(turn)

        def at(u, v):
            x, y, z = point(u, v)
            return (c * x - s * y, s * x + c * y, z)

        for i in range(nu):
            for j in range(nv):
                a, b, p, q = i / nu, (i + 1) / nu, j / nv, (j + 1) / nv
                panels.append((at(a, p), at(b, p), at(b, q), at(a, q)))

    corner = HALF / math.sin(math.radians(60.0))  # where the sides of two pontoons meet

    def ring(u, z0, z1, centre, radius, first, last):
        return lambda u, v: (centre + radius * math.cos(first + (last - first) * u),
                             radius * math.sin(first + (last - first) * u), z0 + (z1 - z0) * v)

    def inner(u, deck):
        """Where an arm begins, u from 0 to 1: corner, column (deck) or middle (bottom), corner."""
        share, sign = abs(2.0 * u - 1.0), math.copysign(1.0, u - 0.5)
        r, angle = corner * share, math.radians(60.0)
        if deck and share > 0.75:
            r = CENTRE + (corner - CENTRE) * (share - 0.75) / 0.25
        elif deck:
            r, angle = CENTRE, math.radians(80.0 * share)
        return r * math.cos(angle), sign * r * math.sin(angle)

    def flat(z, deck):
        def point(u, v):
            x0, y0 = inner(u, deck)
            angle = math.pi * (u - 0.5)
            x1, y1 = RADIUS + (-1.0 if deck else 1.0) * COLUMN * math.cos(angle), COLUMN * math.sin(angle)
            return x0 + (x1 - x0) * v, y0 + (y1 - y0) * v, z
        return point

    for arm in (math.radians(60.0), math.pi, math.radians(300.0)):
        def deck(u, v):
            return flat(TOP, True)(1.0 - u, v)

        surface(deck, around, along, arm)
        surface(flat(DRAFT, False), around, along, arm)
        start = corner * math.cos(math.radians(60.0))
        for side in (-1.0, 1.0):
            surface(lambda u, v, s=side: (start + (RADIUS - start) * (u if s < 0.0 else 1.0 - u), s * HALF,
                                          DRAFT + (TOP - DRAFT) * v), along, high, arm)
        surface(ring(0, DRAFT, TOP, RADIUS, COLUMN, -0.5 * math.pi, 0.5 * math.pi), around, high, arm)
        surface(ring(0, TOP, 0.0, RADIUS, COLUMN, 0.0, 2.0 * math.pi), 2 * around, 6, arm)
    surface(ring(0, TOP, 0.0, 0.0, CENTRE, 0.0, 2.0 * math.pi), 9 * around // 4, 6, 0.0)
    with open(path, "w", encoding="ascii") as out:  # WAMIT's form, which keeps quadrilaterals
        out.write(f"VolturnUS-S\n1 {GRAVITY}\n0 0\n{len(panels)}\n")
        for panel in panels:
            for p in panel:
                out.write("%.6f %.6f %.6f\n" % p)


def masses():
    """Mass, height of the centre of gravity and inertia about it of hull (ballast included), tower and rotor with nacelle."""
    # Sections of the tower: height, outer diameter and thickness at both ends; 7850 kg/m^3.
    z = [15, 28, 41, 54, 67, 80, 93, 106, 119, 132, 144.582]
    d = [10, 9.964, 9.967, 9.927, 9.528, 9.149, 8.945, 8.735, 8.405, 7.321, 6.5]
    t = [0.082954, 0.083073, 0.082799, 0.0299, 0.027842, 0.025567, 0.022854, 0.02025, 0.018339, 0.021211]
    parts = [(17839e3, -14.94, 1.251e10, 2.367e10), (991e3, 150.0, 1.8e8, 3.0e8)]  # the last: a rotor's disc, half of it across
    steel = [(7850.0 * math.pi * 0.5 * (d[i] + d[i + 1]) * t[i] * (z[i + 1] - z[i]), 0.5 * (z[i] + z[i + 1]), i) for i in range(10)]
    scale = 1263e3 / sum(s[0] for s in steel)  # flanges and equipment
    for mass, height, i in steel:
        length, r = z[i + 1] - z[i], 0.25 * (d[i] + d[i + 1])
        parts.append((scale * mass, height, scale * mass * (length**2 / 12 + r * r / 2), scale * mass * r * r))
    total = sum(p[0] for p in parts)
    centre = sum(p[0] * p[1] for p in parts) / total
    return total, centre, sum(p[2] + p[0] * (p[1] - centre)**2 for p in parts), sum(p[3] for p in parts)


def main():
    swell, folder = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
    os.makedirs(folder, exist_ok=True)
    hull(os.path.join(folder, "hull.gdf"))
    total, centre, pitch, yaw = masses()
    with open(os.path.join(folder, "device.yaml"), "w", encoding="ascii") as out:
        out.write(f"""environment: {{depth: 200, water_density: {DENSITY}, gravity: {GRAVITY}}}
frequencies: {{from: 0.1, to: 1.6, count: 16}}
headings: [0]
bodies:
  - {{name: platform, geometry: {{mesh: hull.gdf}}, center_of_gravity: [0, 0, {centre:.4f}]}}
""")
    lever = -9.66 - centre  # of the published drag, below the centre of gravity
    for motion, size, duration in (("surge", 20.0, 600), ("heave", 2.0, 150), ("pitch", 4.0, 200), ("yaw", 8.0, 500)):
        place = ["surge", "sway", "heave", "roll", "pitch", "yaw"].index(motion)
        way = [float(i == place % 3) for i in range(3)]
        first = f"displacement: {[size * x for x in way]}" if place < 3 else f"axis: {way}, angle: {size}"
        with open(os.path.join(folder, motion + ".yaml"), "w", encoding="ascii") as out:
            out.write(f"""simulation: {{duration: {duration}, time_step: 0.1}}
environment: {{depth: 200, water_density: {DENSITY}, gravity: {GRAVITY}}}
waves: {{type: none}}
bodies:
  - name: platform
    hydro_data: {{file: device.yaml, body: 1}}
    mass: {total:.1f}
    inertia: [{pitch:.6g}, {pitch:.6g}, {yaw:.6g}]
    quadratic_drag:
      drag:
        - [9.23e5, 0, 0, 0, {9.23e5 * lever:.6g}, 0]
        - [0, 9.23e5, 0, {-9.23e5 * lever:.6g}, 0, 0]
        - [0, 0, 2.3e6, 0, 0, 0]
        - [0, {-9.23e5 * lever:.6g}, 0, 1.68e10, 0, 0]
        - [{9.23e5 * lever:.6g}, 0, 0, 0, 1.68e10, 0]
        - [0, 0, 0, 0, 0, 4.8e10]
    initial: {{{first}}}
moorings:
  - {{name: lines, type: catenary, body: platform, length: 850, axial_stiffness: 3.27e9, mass_per_length: 685, diameter: 0.333, count: 3,
     fairlead_radius: 58, fairlead_z: -14, anchor_radius: 837.6, first_angle: 60}}
output: {{file: {motion}.h5, time_step: 0.1}}
""")
        subprocess.run([swell, "run", "-q", os.path.join(folder, motion + ".yaml")], check=True)
        text = subprocess.run(["h5dump", "-y", "-w", "2000", "-d", "/bodies/platform/position", os.path.join(folder, motion + ".h5")],
                              check=True, capture_output=True, text=True).stdout
        values = [float(x) for x in text[text.index("DATA {") + 6:text.rindex("}", 0, text.rindex("}"))].split("ATTRIBUTE")[0]
                  .replace("}", "").replace(",", " ").split()]
        series = values[place::6]
        rest = sum(series[-1000:]) / 1000.0 if motion != "heave" else sum(series[-600:]) / 600.0
        crossings = [0.1 * (i + (rest - a) / (b - a)) for i, (a, b) in enumerate(zip(series, series[1:])) if a < rest <= b]
        period = (crossings[3] - crossings[0]) / 3 if len(crossings) > 3 else crossings[-1] - crossings[-2]
        published = 1.0 / PUBLISHED[motion]
        print(f"| {motion} | {period:.2f} s | {published:.1f} s | {100 * (period / published - 1):+.1f} % |"
              f" {1 / (PUBLISHED[motion] + 5e-4):.1f} to {1 / (PUBLISHED[motion] - 5e-4):.1f} s |")


if __name__ == "__main__":
    main()
