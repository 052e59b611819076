#!/usr/bin/env python3
"""RM3 against WEC-Sim's stored results, at WEC-Sim's step and finer ones, with WEC-Sim's scheme and with ours.

    ./refine.py SWELL FOLDER_WITH_RM3     needs python3-h5py; prints the table of README.md
"""
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

CASE = """simulation: {{duration: 200, time_step: {step}, ramp: 100{reproduce}}}
waves: {waves}
hydrodynamics: {{radiation: {radiation}, convolution: {{duration: 20}}{hydrodynamics}}}
bodies:
  - {{name: float, hydro_data: {{file: {h5}, body: 1}}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}}
  - {{name: spar, hydro_data: {{file: {h5}, body: 2}}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82]}}
joints:
  - {{name: Constraint1, type: translational, base: world, follower: spar, location: [0, 0, 0]}}
ptos:
  - {{name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: 1.2e6}}
output: {{time_step: 0.1, select: [bodies.*.position, ptos.*.power]}}
"""
REGULAR = "{type: regular, height: 2.5, period: 8}"
IRREGULAR = ("{{type: irregular, spectrum: pierson-moskowitz, significant_height: 2.5, peak_period: 8, seed: 1, "
             "bins: {{method: {bins}}}}}")


def main(swell, data):
    folder = pathlib.Path(tempfile.mkdtemp())

    def run(name, scheme, step):
        waves = IRREGULAR.format(bins="default" if scheme == "default" else "equal-energy") if "irr" in name else REGULAR
        text = CASE.format(step=step, h5=data / "rm3.h5", waves=waves,
                           radiation="constant" if name == "regular" else "convolution",
                           reproduce=", reproduce: wec-sim" if scheme == "reproduce" else "",
                           hydrodynamics=", body_to_body: false, interpolation: wec-sim" if scheme == "scheme" else "")
        (folder / "case.yaml").write_text(text)
        subprocess.run([swell, "run", "-q", str(folder / "case.yaml"), "-o", str(folder / "out.h5")], check=True)
        with h5py.File(folder / "out.h5") as f:
            return [f[f"bodies/{b}/position"][:, 2] for b in ("float", "spar")], f["ptos/PTO1/power"][1000:].mean()

    for name in ("regular", "regularCIC", "irregularCIC"):
        with h5py.File(data / f"wecsim_{name}.h5") as f:
            stored = [f[f"body{i}/position"][:, 2] for i in (1, 2)]
        refined, _ = run(name, "scheme", 0.00625)
        print(f"\n{name}\n\n| scheme | step [s] | float: to stored [m] | spar: to stored [m] | float: to refined [m] |"
              " spar: to refined [m] | mean power [kW] |\n|---|---|---|---|---|---|---|")
        for scheme in ("reproduce", "scheme", "default"):
            for step in (0.1, 0.05, 0.025, 0.0125):
                heave, power = run(name, scheme, step)
                differences = [np.abs(a - b).max() for other in (stored, refined) for a, b in zip(heave, other)]
                print(f"| {scheme} | {step} | " + " | ".join(f"{d:.2g}" for d in differences) + f" | {power / 1e3:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve())
