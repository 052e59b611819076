#!/usr/bin/env python3
"""The page of `swell report` in a headless Chromium: no complaint on the console, controls that work, pictures judged by content.

    page_test.py SWELL SOURCE [--pictures FOLDER]

Exit status 77 where there is no Chromium (Debian: chromium) or no script of the page (make report-assets).
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import browser

swell, source = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2]).absolute()
pictures = pathlib.Path(sys.argv[sys.argv.index("--pictures") + 1]) if "--pictures" in sys.argv else None
if browser.program() is None:
    print("no chromium: apt install chromium")
    sys.exit(77)
try:
    page = browser.Browser(width=520, height=520)  # a small one: the scene is drawn by the processor
except (ConnectionError, BrokenPipeError) as error:
    print(f"Chromium does not start here: {error}")
    sys.exit(77)

COUNT = """
(canvas, like) => {  // pixels of a canvas that are like a colour: red, green, blue within 40
  const copy = document.createElement("canvas");
  copy.width = canvas.width; copy.height = canvas.height;
  const context = copy.getContext("2d");
  context.drawImage(canvas, 0, 0);
  const d = context.getImageData(0, 0, copy.width, copy.height).data;
  let n = 0;
  for (let i = 0; i < d.length; i += 4)
    if (d[i + 3] > 128 && like.every((c, k) => Math.abs(c - d[i + k]) < 40)) ++n;
  return n;
}"""
SEA = [120, 170, 200]
WAIT = "new Promise((done) => setTimeout(done, {}))"
faults = []


def check(condition, text):
    if not condition:
        faults.append(text)
        print("FAILED:", text)


def run(*arguments, status=0):
    done = subprocess.run([swell, *map(str, arguments)], capture_output=True, text=True)
    if "make report-assets" in done.stdout:
        print("no script of the page: make report-assets")
        sys.exit(77)
    assert done.returncode == status, done.stderr + done.stdout
    return done.stdout


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if page.run(condition):
            return True
        page.run(WAIT.format(100))
    return False


def judge(name, file, texts, bodies=0, panels=0, maps=0, paper=False):
    """Opens a page, works its controls, judges what it shows. `bodies`: colours that the scene must have; `paper`: as printed, too."""
    page.errors.clear()
    ready = "!!window.swellReport" + (" && !!window.swellReport.scene" if bodies else "")

    def interactive():
        """[s] until the page answers, its scene included."""
        begin = time.monotonic()
        page.open(file.as_uri())
        until(ready)
        return time.monotonic() - begin

    print(f"{name}: {file.stat().st_size / 1e6:.2f} MB, interactive in {interactive():.2f} s")
    check(file.stat().st_size < 5e6, f"{name}: the page has {file.stat().st_size} bytes")
    check(not page.run("[...document.querySelectorAll('[src], link[href]')].map((e) => e.src || e.href).filter((u) => !u.startsWith('data:')).join()"),
          f"{name}: the page fetches something")
    for text in texts:
        check(page.run(f"document.body.innerText.includes({json.dumps(text)})"), f"{name}: does not say {text}")
    if bodies:
        check(until("!!window.swellReport.scene"), f"{name}: no scene")
        colors = [[213, 94, 0], [0, 158, 115], [204, 121, 167]][:bodies]
        page.run("window.count = (" + COUNT + ")")
        # Under water a body is seen through the sea: half of its colour at least.
        through = [[[c + part * (w - c) for c, w in zip(color, SEA)] for part in (0, 0.25, 0.5)] for color in colors]
        seen = page.run(f"{json.dumps(through)}.map((mixed) => Math.max(...mixed.map((c) => count(document.querySelector('#scene-box canvas'), c))))")
        check(all(n > 300 for n in seen), f"{name}: bodies of too few pixels: {seen}")
        state = "JSON.stringify([...swellReport.scene.bodies.values()].map((b) => b.group.position.toArray()))"
        before = page.run(state)
        page.run("const s = document.getElementById('time'); s.value = Number(s.min) + 0.37 * (s.max - s.min); s.dispatchEvent(new Event('input'))")
        check(page.run(state) != before, f"{name}: the slider moves nothing")
        page.run("document.querySelector('#scene-box canvas').focus()")
        camera = page.run("JSON.stringify(swellReport.scene.camera.position)")
        page.key("ArrowLeft")
        check(page.run("JSON.stringify(swellReport.scene.camera.position)") != camera, f"{name}: an arrow key turns no camera")
        page.run("document.getElementById('camera').click()")
        check(page.run("JSON.stringify(swellReport.scene.camera.position)") == camera, f"{name}: the camera does not go back")
        page.run("document.querySelector('#scene-box canvas').scrollIntoView({block: 'center'})")
        x, y = page.run("(() => { const r = document.querySelector('#scene-box canvas').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        page.mouse("mousePressed", x, y)
        page.mouse("mouseMoved", x + 80, y, buttons=1)
        page.mouse("mouseReleased", x + 80, y)
        check(page.run("JSON.stringify(swellReport.scene.camera.position)") != camera, f"{name}: the mouse turns no camera")
        page.run("document.getElementById('camera').click()")
        page.run("HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href.length]; }")
        page.run("document.getElementById('picture').click()")
        saved = page.run("window.saved")
        check(saved[0].endswith(".png") and saved[1] > 10000, f"{name}: the picture that is saved: {saved}")
        page.run("document.querySelector('#scene-box canvas').focus()")
        now = page.run("swellReport.scene.now()")
        page.key(" ", " ")
        check(page.run("swellReport.scene.running()"), f"{name}: space does not play")
        check(until(f"Math.abs(swellReport.scene.now() - {now}) > 0.05"), f"{name}: time stands still while it plays")
        page.run("document.getElementById('play').click()")
        check(not page.run("swellReport.scene.running()"), f"{name}: the button does not stop it")
    page.run("swellReport.drawAll()")
    page.run(WAIT.format(300))
    plots = page.run("document.querySelectorAll('.uplot canvas').length")
    check(plots >= panels, f"{name}: {plots} plots, {panels} expected")
    if panels:
        page.run("window.count = (" + COUNT + ")")
        blank = page.run("[...document.querySelectorAll('.plot')].filter((p) => p.querySelector('canvas')).filter((p) => "
                         "swellReport.colors.every((c) => count(p.querySelector('canvas'), [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))) < 40)).length")
        check(blank == 0, f"{name}: {blank} plots without a curve")
        page.run("document.querySelector('.u-over').scrollIntoView({block: 'center'})")
        x, y = page.run("(() => { const r = document.querySelector('.u-over').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        page.mouse("mouseMoved", x, y)
        check(until("/[0-9]/.test(document.querySelector('.u-legend .u-value').textContent)"), f"{name}: the pointer shows no value")
        if page.run("swellReport.plots.some((p) => p.ofTime)"):  # hydrodynamic data have none
            page.run("const p = swellReport.plots.filter((p) => p.ofTime); const t = p[0].data[0]; p[0].setScale('x', {min: t[1], max: t[Math.floor(t.length / 3)]})")
            together = page.run("new Set(swellReport.plots.filter((p) => p.ofTime).map((p) => p.scales.x.max)).size")
            check(together == 1, f"{name}: the time axes have {together} ends")
            page.run("const one = swellReport.plots[0].data[0]; swellReport.plots[0].setScale('x', {min: one[0], max: one[one.length - 1]})")
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    check(until("document.documentElement.scrollWidth <= 390"),
          f"{name}: in a window of 390 pixels the page has {page.run('document.documentElement.scrollWidth')}")
    page.call("Emulation.setDeviceMetricsOverride", width=520, height=520, deviceScaleFactor=1, mobile=False)
    if paper:  # light, and no plot wider than its half of the sheet
        page.run("document.getElementById('theme').click()")  # from dark
        page.run("dispatchEvent(new Event('beforeprint'))")
        page.run(WAIT.format(100))
        check(page.run("document.documentElement.dataset.theme") == "light", f"{name}: it is printed as on a dark screen")
        check(page.run("Math.max(...[...document.querySelectorAll('.uplot')].map((u) => u.offsetWidth))") <= 350, f"{name}: plots overlap on paper")
        page.run("dispatchEvent(new Event('afterprint'))")
        check(page.run("document.documentElement.dataset.theme") == "dark", f"{name}: the screen's theme does not come back")
        page.run("document.getElementById('theme').click()")
    if maps:
        check(page.run("document.querySelectorAll('table.map').length") == maps, f"{name}: not {maps} heat maps")
        page.run("document.querySelector('table.map td[tabindex]').focus()")
        check("kW" in page.run("document.activeElement.title"), f"{name}: a cell does not say its value")
        colors = page.run("new Set([...document.querySelector('table.map').querySelectorAll('td')].map((c) => c.style.background)).size")
        check(colors > 3, f"{name}: the heat map has {colors} colours")
        # Maps of one quantity have one scale: the brightest cell belongs to the largest value of all of them.
        wrong = page.run("""(() => { const maps = swellReport.data.maps, cells = [...document.querySelectorAll('table.map')], wrong = [];
            const largest = (m) => Math.max(...m.value), of = (m) => m.title.split(': ').pop();
            maps.forEach((m, i) => { const top = [...cells[i].querySelectorAll('td')].some((c) => c.style.background === 'rgb(253, 231, 37)');
              if (top !== (largest(m) === Math.max(...maps.filter((o) => of(o) === of(m)).map(largest)))) wrong.push(m.title); });
            return wrong.join(); })()""")
        check(wrong == "", f"{name}: colours of another scale than the family's: {wrong}")
        check("[]" not in page.run("document.body.innerText"), f"{name}: brackets without a unit")
    unnamed = page.run("[...document.querySelectorAll('button, select, input')].filter((e) => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).length")
    check(unnamed == 0, f"{name}: {unnamed} controls without a name for a screen reader")
    shade = page.run("getComputedStyle(document.body).backgroundColor")
    page.run("document.getElementById('theme').click()")
    check(page.run("getComputedStyle(document.body).backgroundColor") != shade, f"{name}: the theme does not change")
    page.run("document.getElementById('theme').click()")
    if pictures:
        page.run("scrollTo(0, 0)")
        page.run(WAIT.format(500))
        height = page.run("document.documentElement.scrollHeight")
        page.call("Emulation.setDeviceMetricsOverride", width=1300, height=min(height, 3000), deviceScaleFactor=1, mobile=False)
        page.run(WAIT.format(800))
        page.picture(pictures / f"{name}.png")
    check(not page.errors, f"{name}: the console says {page.errors}")


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    run("report", source / "inputs/sphere/hemisphere.h5", "-o", place / "hydro.html")
    run("run", source / "inputs/sphere/regular.yaml", "-q", "--audit", "-o", place / "sphere.h5", "--report")
    judge("report-sphere", place / "sphere.html", ["PTO", "Mean power absorbed", "Energy put into the motion", "Wave elevation"], bodies=1, panels=5, paper=True)

    # Hydraulics; a body without geometry, drawn of its Morison members.
    run("run", source / "inputs/flap/crank.yaml", "-q", "--audit", "-o", place / "flap.h5")
    run("report", place / "flap.h5", "-o", place / "flap.html")
    judge("report-flap", place / "flap.html", ["hinge", "oil: pressure", "Energy put into the motion"], bodies=1, panels=8)

    # 30 minutes of two bodies: below 5 MB.
    run("run", source / "inputs/absorber/regular.yaml", "-q", "-o", place / "absorber.h5", "--set", "simulation.duration=1800", "--set", "output.time_step=0.1",
        "--set", "waves={type: irregular, spectrum: jonswap, significant_height: 2.5, peak_period: 8, bins: {count: 200}}")
    run("report", place / "absorber.h5", "-o", place / "absorber.html")
    judge("report-absorber", place / "absorber.html", ["float: heave", "spar: heave", "Spectra"], bodies=2, panels=6)

    # The surface that is drawn at the origin is the recorded elevation; float32 of phases of 60 s times 5 rad/s leaves 2e-5 rad.
    run("run", source / "inputs/sphere/irregular.yaml", "-q", "-o", place / "sea.h5", "--set", "simulation.duration=60")
    run("report", place / "sea.h5", "-o", place / "sea.html")
    page.open((place / "sea.html").as_uri())
    check(until("!!window.swellReport && !!window.swellReport.scene"), "report-sea: no scene")
    apart = page.run("""(() => { const d = swellReport.data, key = d.panels.find((p) => p.title === 'Wave elevation').curves[0].key;
        const t = swellReport.numbers(d.runs[0].time), e = swellReport.series(0, key);
        return Math.max(...Array.from(t, (v, i) => Math.abs(swellReport.scene.height(v, 0, 0) - e[i]))); })()""")
    check(apart < 1e-4, f"report-sea: the surface is {apart} m from the recorded elevation")

    # A spring, which is neither joint nor take-off nor mooring.
    run("run", source / "inputs/control/point.yaml", "-q", "-o", place / "spring.h5", "--set", "simulation.duration=5")
    run("report", place / "spring.h5", "-o", place / "spring.html")
    page.errors.clear()
    page.open((place / "spring.html").as_uri())
    check(until("!!window.swellReport && !!window.swellReport.scene"), "report-spring: no scene")
    check(not page.errors, f"report-spring: the console says {page.errors}")

    run("run", source / "inputs/sphere/regular.yaml", "-q", "-o", place / "other.h5", "--set", "ptos.PTO.damping=1e5")
    run("report", place / "sphere.h5", place / "other.h5", "-o", place / "both.html")
    judge("report-overlay", place / "both.html", ["sphere: heave", "other"], bodies=1, panels=5)

    study = (source / "inputs/sphere/power-matrix.yaml").read_text()
    study = study.replace("base: ", f"base: {source}/inputs/sphere/").replace("power: {width: 10}", "power: {width: 10, rated_power: 60e3, efficiency: 0.85}")
    (place / "matrix.yaml").write_text(study)
    run("batch", place / "matrix.yaml", "-q", "-o", place / "matrix.h5")
    run("report", place / "matrix.h5", "-o", place / "matrix.html")
    judge("report-power-matrix", place / "matrix.html", ["mean power", "simulated over linear power", "capture width", "MWh", "electrical power [kW]", "capacity factor"], maps=13)

    judge("report-hydro", place / "hydro.html", ["added mass", "displaced volume"], panels=2)

page.close()
print("faults:", len(faults))
sys.exit(1 if faults else 0)
