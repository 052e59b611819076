// The 3-D scene: bodies, lines, joints and take-offs as they moved, the sea surface, a clock and a camera.
import {
  AmbientLight, BufferAttribute, BufferGeometry, CylinderGeometry, DirectionalLight, DoubleSide, Float32BufferAttribute, Group, Line,
  LineBasicMaterial, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Scene, SphereGeometry, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const report = window.swellReport;
const { data, numbers, add } = report;
const scene = data.scene;
// After the first picture of the page: plots and tables need not wait for it.
if (scene) requestAnimationFrame(() => setTimeout(build, 0));

function build() {
  const place = document.getElementById("scene-place");
  const box = add(place, "div", { id: "scene-box" });
  let renderer;
  try {
    // The picture and the print need what was drawn.
    renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch {
    box.textContent = "This browser draws no 3-D (WebGL); the plots below do without.";
    return;
  }
  const canvas = renderer.domElement;
  canvas.tabIndex = 0;
  canvas.setAttribute("aria-label", "Device in 3-D. Arrow keys turn the camera, plus and minus come closer and go away, space plays.");
  box.appendChild(canvas);
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));

  const time = numbers(scene.time);
  const world = new Scene();
  const camera = new PerspectiveCamera(40, 1, 0.02 * scene.size, 60 * scene.size);
  camera.up.set(0, 0, 1);
  world.add(new AmbientLight(0xffffff, 1.6));
  const sun = new DirectionalLight(0xffffff, 2.2);
  sun.position.set(-1, -2, 3);
  world.add(sun);
  const orbit = new OrbitControls(camera, canvas);
  const center = new Vector3(...scene.center);
  function reset() {
    orbit.target.copy(center);
    camera.position.copy(center).add(new Vector3(-1.0, -1.9, 0.75).multiplyScalar(1.35 * scene.size));
    orbit.update();
  }

  // Bodies
  const legend = add(place, "div", { class: "legend" });
  const swatch = (color, name) => {
    const entry = add(legend, "span");
    add(entry, "span", { class: "swatch" }).style.background = color;
    entry.append(name);
  };
  const bodies = new Map();
  scene.bodies.forEach((body, i) => {
    const color = report.colors[(i + 1) % report.colors.length];
    const material = new MeshStandardMaterial({ color, roughness: 0.6, metalness: 0.05, flatShading: true, side: DoubleSide });
    let geometry;
    if (body.vertices) {
      geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(numbers(body.vertices), 3));
      const bytes = Uint8Array.from(atob(body.triangles), (c) => c.charCodeAt(0));
      geometry.setIndex(new BufferAttribute(new Uint32Array(bytes.buffer), 1));
      geometry.computeVertexNormals();
    } else {
      geometry = new SphereGeometry(Math.max(body.radius, 0.03 * scene.size), 24, 16); // a point mass can be seen
    }
    const mesh = new Mesh(geometry, material);
    const group = new Group();
    group.rotation.order = "ZYX"; // R = Rz(yaw) Ry(pitch) Rx(roll)
    group.add(mesh);
    world.add(group);
    bodies.set(body.name, { group, position: numbers(body.position) });
    swatch(color, body.name + (body.vertices ? "" : " (a sphere: the case has no geometry)"));
  });

  // A point fixed in a body (or in the world), given at the design position.
  const point = (anchor) => {
    const body = bodies.get(anchor.body);
    const local = new Vector3(...anchor.local);
    return body ? () => body.group.localToWorld(local.clone()) : () => local.clone();
  };
  const lines = [];
  const colors = { pto: ["PTO", "#d62728"], joint: ["joint", "#2ca02c"], spring: ["spring", "#2ca02c"], mooring: ["mooring", "#8a929b"], rotor: ["rotor", "#4b5563"] };
  for (const link of scene.links) {
    const material = new LineBasicMaterial({ color: colors[link.kind][1] });
    const shape = link.shape ? numbers(link.shape) : null; // sag along the line at design: x' of 0 to 1, dz
    const count = shape ? shape.length / 2 : 2;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(new Float32Array(3 * count), 3));
    const line = new Line(geometry, material);
    line.frustumCulled = false;
    world.add(line);
    let rod = null;
    if (link.kind !== "mooring") {
      rod = new Mesh(new CylinderGeometry(0.012 * scene.size, 0.012 * scene.size, 1, 12), new MeshStandardMaterial({ color: material.color }));
      world.add(rod);
    }
    const knob = link.kind === "mooring" || link.kind === "rotor" ? null : new Mesh(new SphereGeometry(0.022 * scene.size, 16, 12), new MeshStandardMaterial({ color: material.color }));
    if (knob) world.add(knob);
    lines.push({ from: point(link.from), to: point(link.to), geometry, shape, count, rod, knob });
  }
  for (const [kind, [name, color]] of Object.entries(colors)) if (scene.links.some((l) => l.kind === kind)) swatch(color, name);

  // Sea
  const sea = scene.sea && { omega: numbers(scene.sea.omega), k: numbers(scene.sea.k), a: numbers(scene.sea.amplitude), phase: numbers(scene.sea.phase), direction: numbers(scene.sea.direction), ramp: scene.sea.ramp };
  const cells = 72, width = 5.6 * scene.size; // wide enough for its near corner to lie behind the camera
  const surface = new PlaneGeometry(width, width, cells, cells);
  const water = new Mesh(surface, new MeshStandardMaterial({ vertexColors: true, transparent: true, opacity: 0.6, roughness: 0.35, side: DoubleSide, depthWrite: false }));
  // Crests lighter than troughs: light alone does not show a gentle sea.
  const tint = new Float32BufferAttribute(new Float32Array(3 * surface.attributes.position.count), 3);
  surface.setAttribute("color", tint);
  const highest = sea ? Math.max(1e-6, Math.min(sea.a.reduce((s, a) => s + a, 0), 2.2 * Math.sqrt(sea.a.reduce((s, a) => s + a * a, 0)))) : 1;
  function paint() {
    const at = surface.attributes.position;
    for (let i = 0; i < at.count; ++i) {
      const p = Math.min(1, Math.max(0, 0.5 + (0.5 * at.getZ(i)) / highest));
      tint.setXYZ(i, 0.02 + 0.25 * p, 0.13 + 0.42 * p, 0.3 + 0.45 * p);
    }
    tint.needsUpdate = true;
  }
  paint();
  water.position.set(scene.center[0], scene.center[1], 0);
  world.add(water);
  swatch("#3f8fc4", scene.sea ? "sea surface" : "still water");
  /** Height of the drawn surface [m]. */
  function height(t, x, y) {
    let sum = 0;
    for (let i = 0; i < sea.omega.length; ++i) sum += sea.a[i] * Math.cos(sea.omega[i] * t - sea.k[i] * (x * Math.cos(sea.direction[i]) + y * Math.sin(sea.direction[i])) + sea.phase[i]);
    return sum * (sea.ramp > 0 && t < sea.ramp ? 0.5 * (1 - Math.cos((Math.PI * t) / sea.ramp)) : 1);
  }
  function raise(t) {
    if (!sea) return;
    const at = surface.attributes.position;
    const x0 = water.position.x, y0 = water.position.y;
    const one = sea.direction.every((d) => d === sea.direction[0]);
    const elevation = (x, y) => height(t, x, y);
    if (one) { // long-crested: along one line, then interpolated
      const c = Math.cos(sea.direction[0]), s = Math.sin(sea.direction[0]), m = 160, half = 0.75 * width, mid = x0 * c + y0 * s;
      const row = Float32Array.from({ length: m + 1 }, (_, j) => { const d = mid - half + (2 * half * j) / m; return elevation(d * c, d * s); });
      for (let i = 0; i < at.count; ++i) {
        const p = (((at.getX(i) + x0) * c + (at.getY(i) + y0) * s - mid + half) * m) / (2 * half), j = Math.min(m - 1, Math.max(0, Math.floor(p)));
        at.setZ(i, row[j] + (p - j) * (row[j + 1] - row[j]));
      }
    } else {
      for (let i = 0; i < at.count; ++i) at.setZ(i, elevation(at.getX(i) + x0, at.getY(i) + y0));
    }
    at.needsUpdate = true;
    paint();
    surface.computeVertexNormals();
  }

  const up = new Vector3(0, 1, 0);
  let now = time[0];
  function pose(t) {
    let i = Math.min(time.length - 2, Math.max(0, Math.floor(((t - time[0]) / (time[time.length - 1] - time[0])) * (time.length - 1))));
    while (i > 0 && time[i] > t) --i;
    while (i < time.length - 2 && time[i + 1] < t) ++i;
    const part = Math.min(1, Math.max(0, (t - time[i]) / (time[i + 1] - time[i] || 1)));
    for (const { group, position } of bodies.values()) {
      const v = [0, 1, 2, 3, 4, 5].map((k) => position[6 * i + k] + part * (position[6 * i + 6 + k] - position[6 * i + k]));
      group.position.set(v[0], v[1], v[2]);
      group.rotation.set(v[3], v[4], v[5], "ZYX");
      group.updateMatrixWorld();
    }
    for (const { from, to, geometry, shape, count, rod, knob } of lines) {
      const a = from(), b = to(), at = geometry.attributes.position;
      for (let k = 0; k < count; ++k) {
        const s = shape ? shape[2 * k] : k, drop = shape ? shape[2 * k + 1] : 0;
        at.setXYZ(k, a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z) + drop);
      }
      at.needsUpdate = true;
      if (knob) knob.position.copy(b);
      if (rod) {
        const along = b.clone().sub(a), length = along.length();
        rod.visible = length > 1e-6;
        rod.scale.set(1, Math.max(1e-6, length), 1);
        rod.position.copy(a).addScaledVector(along, 0.5);
        if (length > 1e-6) rod.quaternion.setFromUnitVectors(up, along.normalize());
      }
    }
    raise(t);
    now = t;
  }
  function draw() {
    const { clientWidth: w, clientHeight: h } = box;
    if (w === 0 || h === 0) return;
    renderer.setSize(w, h, false);
    camera.aspect = w / h;
    camera.updateProjectionMatrix();
    renderer.render(world, camera);
  }

  // Clock
  const controls = add(place, "div", { class: "controls" });
  place.insertBefore(controls, legend);
  const play = add(controls, "button", { id: "play", type: "button", "aria-pressed": "false" }, "Play");
  const slider = add(controls, "input", { id: "time", type: "range", min: time[0], max: time[time.length - 1], step: "any", value: time[0], "aria-label": "time [s]" });
  const clock = add(controls, "output", { id: "clock", for: "time" });
  add(controls, "label", { for: "speed" }, "Speed");
  const speed = add(controls, "select", { id: "speed" });
  for (const s of [0.25, 0.5, 1, 2, 5, 10]) add(speed, "option", s === 1 ? { value: s, selected: "" } : { value: s }, `${s} x`);
  const home = add(controls, "button", { id: "camera", type: "button" }, "Camera back");
  const picture = add(controls, "button", { id: "picture", type: "button" }, "Save picture");
  if (scene.note) add(place, "p", { class: "note" }, scene.note);

  const show = (t) => {
    pose(t);
    slider.value = t;
    clock.textContent = `${t.toFixed(1)} s`;
    draw();
  };
  let running = false, last = 0;
  function frame(stamp) {
    if (!running) return;
    let t = now + (Math.min(0.2, (stamp - last) / 1000)) * Number(speed.value);
    last = stamp;
    if (t > time[time.length - 1]) t = time[0];
    show(t);
    requestAnimationFrame(frame);
  }
  function toggle() {
    running = !running;
    play.textContent = running ? "Pause" : "Play";
    play.setAttribute("aria-pressed", running);
    last = performance.now();
    if (running) requestAnimationFrame(frame);
  }
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => show(Number(slider.value)));
  home.addEventListener("click", () => { reset(); draw(); });
  picture.addEventListener("click", () => {
    draw();
    const link = document.createElement("a");
    link.download = `${data.name}-${now.toFixed(1)}s.png`;
    link.href = canvas.toDataURL("image/png");
    link.click();
  });
  canvas.addEventListener("keydown", (event) => {
    const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === " ") toggle();
    else if (turn) {
      const arm = camera.position.clone().sub(orbit.target).applyAxisAngle(new Vector3(0, 0, 1), 0.08 * turn[0]);
      const side = new Vector3().crossVectors(arm, camera.up).normalize();
      const lifted = arm.clone().applyAxisAngle(side, 0.08 * turn[1]);
      camera.position.copy(orbit.target).add(Math.abs(lifted.clone().normalize().z) < 0.99 ? lifted : arm);
      orbit.update();
      draw();
    } else if (event.key === "+" || event.key === "-") {
      camera.position.sub(orbit.target).multiplyScalar(event.key === "+" ? 0.9 : 1.1).add(orbit.target);
      draw();
    } else return;
    event.preventDefault();
  });
  orbit.addEventListener("change", draw);
  new ResizeObserver(draw).observe(box);
  document.addEventListener("swell-theme", draw);
  reset();
  show(scene.start);
  window.swellReport.scene = { world, camera, bodies, show, now: () => now, running: () => running, lines, height };
}
