#!/usr/bin/env python3
"""docs/device-schema.json and the reader of device files accept and refuse the same files.

    device_schema_test.py SWELL SOURCE
"""
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema  # noqa: F401
    import yaml
except ImportError:
    print("python3-jsonschema and python3-yaml are not installed")
    sys.exit(77)

swell, source = sys.argv[1], pathlib.Path(sys.argv[2])
COARSE = "resolution: {order: 2, around: 2, size: 2, edge_levels: 0}\n"


def body(geometry, more=""):
    return f"frequencies: [1]\n{COARSE}bodies: [{{name: a, geometry: {geometry}, center_of_gravity: [0, 0, -1]{more}}}]\n"


SPHERE = "{shape: sphere, radius: 1}"
right = [body(shape) for shape in (
    SPHERE, "{shape: ellipsoid, half_axes: [1, 2, 1]}", "{shape: torus, ring: 3, radius: 1}", "{shape: cylinder, radius: 1, bottom: -1, top: 2}",
    "{shape: cone, bottom_radius: 1, top_radius: 2, bottom: -1}", "{shape: revolution, profile: [[0, -1], [1, -1], [1, 1]], open: false}",
    "{shape: box, length: 2, width: 1, bottom: -1}", "{shape: barge, length: 2, width: 1, bottom: -1, top: 2}",
    "{shape: capsule, radius: 1, length: 4, axis: [0, 1, 0]}", "{shape: cylinder, radius: 1, bottom: -2, top: 2, axis: [1, 0, 0]}",
    "{shape: hull, stations: [{x: -2, points: [[0, -1], [1, 0], [1, 1]]}, {x: 2, points: [[0, -1], [1, 0], [1, 1]]}]}",
    "{shape: barge, length: 4, width: 2, bottom: -1, chamfer: 0.3}", "{shape: flap, thickness: 1, width: 3, bottom: -3}", "{shape: ball.yaml}", "{mesh: ball.obj, scale: 2, reversed: false}",
    f"{{shape: union, parts: [{{shape: sphere, radius: 1}}, {{shape: sphere, radius: 1, position: [4, 0, 0]}}]}}")]
right[14] = right[14].replace(COARSE, "")
right += [body("{shape: plate, length: 2, width: 2, thickness: 0.5}", ", position: [0, 0, -2], yaw: 30"),
          body(SPHERE, ", mass: 2100, inertia: [500, 500, 500]") + "mean_drift: free\nheadings: [0, 30]\n",
          body(SPHERE) + "environment: {depth: 20, water_density: 1000, gravity: 9.8}\nsymmetry: true\nremove_irregular_frequencies: false\n",
          body(SPHERE).replace(COARSE, "panels: 100\n") + "environment: {depth: infinite}\n", body(SPHERE).replace(COARSE, "error: 10 %\n"),
          body(SPHERE) + "array: {count: [2, 1], spacing: 8}\n", body(SPHERE) + "array: {positions: [[0, 0], [5, 6]]}\n",
          body(SPHERE).replace("[1]", "{from: 1, to: 2, count: 2}"), body(SPHERE).replace("frequencies: [1]\n", ""),
          body("{shape: revolution, profile: [[5, -6], [5.5, -6], [5.5, 2], [5, 2], [5, -6]]}", ", chambers: [{name: air, radius: 5, center: [0, 0], lid_damping: 0.1}]"),
          body("{shape: box, length: 8, width: 1, bottom: -1}", ", modes: [{name: b, type: beam, order: 1, from: -4, to: 4, direction: [0, 0, 1], "
               "mass_per_length: 9, bending_stiffness: 9, damping: 1}, {name: h, type: hinge, point: [0, 0, 0], axis: [0, 1, 0], beyond: [1, 0, 0], mass: 1, "
               "stiffness: 1, damping: 1}, {name: f, type: field, x: 0, y: 0, z: 0.1*x^2, mass: 1, stiffness: 1, damping: 1}]")]
wrong = [body(SPHERE).replace("[1]", "[]"), body(SPHERE).replace("[1]", "some"), "frequencies: [1]\nbodies: []\n",
         body("{shape: sphere}"), body("{shape: sphere, radius: -1}"), body("{shape: sphere, radius: 1, bottom: 1}"), body("{shape: cube, length: 1}"),
         body("{shape: union, parts: []}"), body("{scale: 2}"), body(SPHERE, ", modes: []"), body(SPHERE, ", modes: [{name: b, type: shear}]"),
         body(SPHERE, ", colour: red"), body(SPHERE, ", chambers: [{name: air}]"), body(SPHERE) + "environment: {depth: deep}\n", body(SPHERE) + "mean_drift: all\n", body(SPHERE) + "panel: 3\n",
         body(SPHERE) + "array: {spacing: 8}\n", body(SPHERE) + "array: {count: 1.5, spacing: 8}\n",
         body(SPHERE).replace(COARSE, "error: 3\n"), body(SPHERE).replace("order: 2", "order: 1")]

schema = json.loads((source / "docs/device-schema.json").read_text())
printed = subprocess.run([swell, "schema", "--device"], capture_output=True, text=True, check=True).stdout
assert json.loads(printed) == schema, "swell schema --device prints another schema"
used, known = set(), set()


def keys_of(tree, into):
    """Every key of maps in a document; or, of a schema, every property."""
    for key, value in tree.items() if isinstance(tree, dict) else [(None, item) for item in tree] if isinstance(tree, list) else []:
        if key is not None:
            into.add(key)
        keys_of(value, into)


def properties_of(tree):
    for key, value in tree.items() if isinstance(tree, dict) else [(None, item) for item in tree] if isinstance(tree, list) else []:
        if key == "properties":
            known.update(value)
        properties_of(value)


properties_of(schema)
failed = 0
with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    (place / "ball.yaml").write_text("shape: sphere\nradius: 1\n")
    (place / "ball.obj").write_text("v 1 1 -1\nv -1 1 -1\nv -1 -1 -1\nv 1 -1 -1\nv 1 1 0\nv -1 1 0\nv -1 -1 0\nv 1 -1 0\n"
                                    "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n")
    texts = [(text, True) for text in right] + [(text, False) for text in wrong]
    for number, (text, good) in enumerate(texts):
        (place / f"{number}.yaml").write_text(text)
        if good:
            keys_of(yaml.safe_load(text), used)
    shipped = sorted(file for file in source.glob("inputs/**/*.yaml") if "\nfrequencies:" in file.read_text())
    subprocess.run([sys.executable, source / "tests/support/schema_verdicts.py", source / "docs/device-schema.json", place / "verdicts",
                    *(place / f"{number}.yaml" for number in range(len(texts))), *shipped], check=True)
    verdicts = (place / "verdicts").read_text()
    for number, (text, good) in enumerate(texts):
        done = subprocess.run([swell, "bem", place / f"{number}.yaml", "-o", place / "out.h5", "--force"], capture_output=True, text=True)
        for who, accepts in (("schema", verdicts[number] == "1"), ("reader", done.returncode != 2)):
            if accepts != good:
                failed += 1
                print(f"{who} {'accepts' if accepts else 'refuses'}:\n{text}{done.stderr}")
    assert set(verdicts[len(texts):]) == {"1"}, f"the schema refuses one of {[str(file) for file in shipped]}: {verdicts[len(texts):]}"
assert known <= used, f"keys of the schema that no file above has: {sorted(known - used)}"
sys.exit(failed > 0)
