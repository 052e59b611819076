#!/usr/bin/env python3
"""Which damper takes the most power from a wave? The sphere of inputs/sphere, swept over its damping.

    PYTHONPATH=build/release/python python3 bindings/python/examples/best_damper.py inputs/sphere
"""

import pathlib
import sys

import numpy

import swell


def main(folder: pathlib.Path) -> None:
    dampings = numpy.geomspace(1e5, 1e6, 9)
    batch = swell.sweep(folder / "regular.yaml", {"ptos.PTO.damping": dampings}, threads=2)
    for damping, power in zip(dampings, batch.power):
        print(f"{damping:12.0f} N s/m {power / 1e3:8.2f} kW")
    best = dampings[numpy.argmax(batch.power)]
    # The linear answer (inputs/sphere/regular.yaml): c = |intrinsic impedance| = 322 292 N s/m takes 90.7 kW.
    assert abs(best - 322292) < 0.2 * 322292
    assert abs(batch.power.max() - 90.7e3) < 0.01 * 90.7e3
    print(f"best: {best:.0f} N s/m; capture width {batch.power.max() / batch.wave_power[0]:.2f} m")

    case = swell.Case(folder / "regular.yaml")
    case["ptos.PTO.damping"] = best
    results = case.run(["bodies.*.position", "wave.elevation"])
    late = results.time > 100
    heave = results["/bodies/sphere/position"][late, 2]
    print(f"heave amplitude {numpy.ptp(heave) / 2:.3f} m in waves of {numpy.ptp(results['/wave/elevation'][late]) / 2:.3f} m")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "inputs/sphere"))
