/* The viewer itself: what is shown, when it is drawn, and what the pointer and the form elements do to it. */
/* global document, window, Event, matchMedia, ResizeObserver, requestAnimationFrame, setTimeout, clearTimeout, performance */
import { cameraView, createCamera, panCamera, resetCamera, turnCamera, zoomCamera } from './camera.js';
import { byId, element, formatLength, listenToPointers, rampColour, themeColour } from './controls.js';
import { drawBodies, drawContacts } from './draw.js';
import { createModel } from './model.js';
import { createPlayback, showFrame } from './playback.js';
import { SHADES, clearLayer, createLayer } from './raster.js';
import { describe, selectionContent } from './selection.js';
import { composite, lightFaces, occlusion } from './shade.js';

const model = createModel(JSON.parse(byId('scene-data').textContent));
const { data } = model;
const { contacts, kinds, classes } = data;
const playback = createPlayback(data);
const canvas = byId('picture');
const context = canvas.getContext('2d');
const tip = byId('tip');
const camera = createCamera(model.centre, model.extent);
const state = {
  selectedBody: -1,
  selectedContact: -1,
  isolate: false,
  colourBy: 'shape',
  slice: { axis: '', flip: false, at: 0.5 },
  /** Shown frame of the playback; contacts belong to the last one. */
  frame: playback ? playback.last : 0,
  kinds: new Set(kinds.map((_, k) => k)),
  classes: new Set(classes.map((_, k) => k)),
};

let bodyLayer = { ...createLayer(0), slopes: new Float64Array(2 * model.bodyOfFace.length) };
let contactLayer = createLayer(0);
let image = null;
let aoRaw = new Uint8Array(0);
let aoSmooth = new Uint8Array(0);
let view = null;
let colours = null;
const faceColours = new Uint8ClampedArray(3 * model.bodyOfFace.length);
const soft = Uint8Array.from(data.bodies.shape, (s) => (data.shapes[s].rounded ? 1 : 0));

// --- colours -------------------------------------------------------------------------------------------------------------------------

function readTheme() {
  const ramp = [0, 1, 2, 3, 4].map((k) => themeColour(`--ramp-${k}`));
  const shapes = data.shapes.map((shape) => themeColour(`--body-${shape.colour}`));
  const wall = themeColour('--wall');
  const contactColours = new Uint8ClampedArray(3 * kinds.length * SHADES);
  kinds.forEach((kind, k) => {
    const base = themeColour(`--kind-${kind.id}`);
    for (let s = 0; s < SHADES; s++) {
      for (let c = 0; c < 3; c++) contactColours[3 * (k * SHADES + s) + c] = base[c] * (0.42 + 0.62 * (s / (SHADES - 1)));
    }
  });
  colours = {
    ramp,
    shapes,
    wall,
    contactColours,
    background: themeColour('--stage'),
    line: themeColour('--outline'),
    accent: themeColour('--accent'),
  };
  colourBodies();
}

function colourBodies() {
  const most = mostContacts();
  colours.bodies = new Uint8ClampedArray(3 * model.count);
  for (let b = 0; b < model.count; b++) {
    let colour = colours.shapes[data.bodies.shape[b]];
    if (state.colourBy === 'contacts') colour = rampColour(colours.ramp, most > 0 ? model.closed[b] / most : 0);
    colours.bodies.set(model.isWall[b] ? colours.wall : colour, 3 * b);
  }
}

function mostContacts() {
  let most = 0;
  for (let b = 0; b < model.count; b++) if (!model.isWall[b]) most = Math.max(most, model.closed[b]);
  return most;
}

// --- what is shown ---------------------------------------------------------------------------------------------------------------------

function visibleBodies() {
  const visible = new Uint8Array(model.count);
  const near = state.isolate && state.selectedBody >= 0 ? neighbourhood(state.selectedBody) : null;
  for (let b = 0; b < model.count; b++) {
    if (near && !near.has(b)) continue;
    visible[b] = model.isWall[b] ? byId('show-walls').checked && isSeenFromInside(b) : byId('show-bodies').checked;
  }
  return visible;
}

/** A slab seen from outside would hide what it holds: it is drawn only while the eye is on its inner side. */
function isSeenFromInside(b) {
  const inner = model.innerFace[b];
  if (inner < 0) return true;
  const { normals, offsets } = model;
  return normals[3 * inner] * view.eye[0] + normals[3 * inner + 1] * view.eye[1] + normals[3 * inner + 2] * view.eye[2] > offsets[inner];
}

function atEnd() {
  return !playback || state.frame === playback.last;
}

function neighbourhood(b) {
  const near = new Set([b]);
  for (const c of model.contactsOf[b]) if (passes(c)) near.add(contacts.a[c]).add(contacts.b[c]);
  return near;
}

/** Whether the filters let contact c through. */
function passes(c) {
  return state.kinds.has(contacts.kind[c]) && state.classes.has(contacts.gapClass[c]);
}

function visibleContacts() {
  const only = state.isolate ? state.selectedBody : -1;
  return Uint8Array.from(contacts.a, (a, c) => (passes(c) && (only < 0 || a === only || contacts.b[c] === only) ? 1 : 0));
}

function grownContacts() {
  if (state.selectedBody < 0 && state.selectedContact < 0) return null;
  const grow = new Uint8Array(contacts.a.length);
  if (state.selectedBody >= 0) for (const c of model.contactsOf[state.selectedBody]) grow[c] = 1;
  if (state.selectedContact >= 0) grow[state.selectedContact] = 1;
  return grow;
}

function slicePlane() {
  const axis = 'xyz'.indexOf(state.slice.axis);
  if (state.slice.axis === '' || axis < 0) return null;
  const at = model.low[axis] + state.slice.at * (model.high[axis] - model.low[axis]);
  const sign = state.slice.flip ? -1 : 1;
  const unit = (k) => [0, 1, 2].map((i) => (i === k % 3 ? 1 : 0));
  const normal = unit(axis).map((v) => v * sign);
  return { normal, offset: sign * at, u: unit(axis + 1), v: unit(axis + 2), tolerance: 1e-7 * model.extent, at };
}

// --- drawing ---------------------------------------------------------------------------------------------------------------------------

/** Pixels of one picture while it moves and at rest: what keeps drags smooth, and what two by two samples a pixel need on a large screen. */
const MOVING_PIXELS = 0.9e6;
const STILL_PIXELS = 7e6;
const REST_MILLISECONDS = 140;
let movingPixels = MOVING_PIXELS;
let frame = 0;
let restTimer = 0;

/** Draws soon at the moving resolution, and finely once nothing has changed for a moment. */
function redraw() {
  clearTimeout(restTimer);
  restTimer = setTimeout(() => draw(true), REST_MILLISECONDS);
  if (frame === 0) {
    frame = requestAnimationFrame(() => {
      frame = 0;
      const start = performance.now();
      draw(false);
      // Slow machine or large scene: fewer pixels next time; fast again: more.
      const spent = performance.now() - start;
      movingPixels = Math.max(6e4, Math.min(MOVING_PIXELS, movingPixels * (spent > 40 ? 0.75 : spent < 16 ? 1.2 : 1)));
    });
  }
}

function draw(still) {
  const box = canvas.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) return;
  const ratio = window.devicePixelRatio || 1;
  const wanted = still ? 2 * ratio : ratio;
  const scale = Math.min(wanted, Math.sqrt((still ? STILL_PIXELS : movingPixels) / (box.width * box.height)));
  const width = Math.max(2, Math.round(box.width * scale));
  const height = Math.max(2, Math.round(box.height * scale));
  prepare(width, height);
  view = cameraView(camera, width, height);
  const plane = slicePlane();
  clearLayer(bodyLayer);
  clearLayer(contactLayer);
  drawBodies(bodyLayer, model, view, visibleBodies(), plane);
  const show = {
    points: byId('show-points').checked,
    normals: byId('show-normals').checked,
    network: byId('show-network').checked,
    pixel: scale,
  };
  if (atEnd()) drawContacts(contactLayer, model, view, visibleContacts(), grownContacts(), show, plane);
  lightFaces(faceColours, model, view, colours.bodies, plane && plane.normal);
  const ao = occlusion(bodyLayer, view, 1.1 * model.meanRadius, aoRaw, aoSmooth);
  const nearest = camera.distance - model.extent;
  composite(image.data, bodyLayer, contactLayer, model, view, {
    ...colours,
    faceColours,
    soft,
    ao,
    opacity: Number(byId('opacity').value) / 100,
    selected: state.selectedBody,
    stroke: Math.max(1, Math.round(0.8 * scale)),
    fogNear: nearest,
    fogFar: nearest + 2.4 * model.extent,
  });
  context.putImageData(image, 0, 0);
}

function prepare(width, height) {
  if (image && image.width === width && image.height === height) return;
  canvas.width = width;
  canvas.height = height;
  image = context.createImageData(width, height);
  if (bodyLayer.depth.length < width * height) {
    bodyLayer = { ...bodyLayer, ...createLayer(width * height) };
    contactLayer = createLayer(width * height);
    aoRaw = new Uint8Array((width * height) >> 2);
    aoSmooth = new Uint8Array((width * height) >> 2);
  }
}

// --- picking and data --------------------------------------------------------------------------------------------------------------------

/** What the pointer is on: { contact } or { body } or nothing. A contact shining through is taken only where it is within a finger's reach. */
function pick(event) {
  if (!view) return {};
  const box = canvas.getBoundingClientRect();
  const px = Math.floor(((event.clientX - box.left) / box.width) * view.width);
  const py = Math.floor(((event.clientY - box.top) / box.height) * view.height);
  const transparent = Number(byId('opacity').value) < 90;
  const reach = Math.round((event.pointerType === 'touch' ? 5 : 3) * (view.width / box.width));
  let contact = -1;
  let nearest = Infinity;
  for (let y = Math.max(0, py - reach); y <= Math.min(view.height - 1, py + reach); y++) {
    for (let x = Math.max(0, px - reach); x <= Math.min(view.width - 1, px + reach); x++) {
      const i = y * view.width + x;
      const id = contactLayer.ids[i];
      if (id < 0 || (!transparent && bodyLayer.depth[i] > contactLayer.depth[i])) continue;
      const d = (x - px) ** 2 + (y - py) ** 2;
      if (d < nearest) [nearest, contact] = [d, Math.floor(id / SHADES)];
    }
  }
  if (contact >= 0) return { contact };
  if (px < 0 || py < 0 || px >= view.width || py >= view.height) return {};
  const face = bodyLayer.ids[py * view.width + px];
  return face >= 0 ? { body: model.bodyOfFace[face] } : {};
}

function select({ body = -1, contact = -1 }) {
  state.selectedBody = body;
  state.selectedContact = contact;
  if (body < 0) state.isolate = false;
  byId('selection').replaceChildren(...selectionContent(model, state, { select, isolate }));
  redraw();
}

function isolate(only) {
  state.isolate = only;
  redraw();
}

function showTip(event) {
  const found = pick(event);
  canvas.style.cursor = found.body === undefined && found.contact === undefined ? 'grab' : 'pointer';
  if (found.body === undefined && found.contact === undefined) {
    tip.hidden = true;
    return;
  }
  const [title, ...rest] = describe(model, found);
  tip.replaceChildren(element('strong', {}, title), ...rest.map((line) => element('span', {}, line)));
  tip.hidden = false;
  const box = canvas.getBoundingClientRect();
  const x = Math.min(event.clientX - box.left + 14, box.width - tip.offsetWidth - 8);
  const y =
    event.clientY - box.top + 16 + tip.offsetHeight > box.height
      ? event.clientY - box.top - tip.offsetHeight - 10
      : event.clientY - box.top + 16;
  tip.style.transform = `translate(${Math.max(8, x)}px, ${Math.max(8, y)}px)`;
}

// --- wiring ------------------------------------------------------------------------------------------------------------------------------

listenToPointers(canvas, {
  turn(dx, dy) {
    tip.hidden = true;
    turnCamera(camera, -0.008 * dx, 0.008 * dy);
    redraw();
  },
  pan(dx, dy) {
    tip.hidden = true;
    const scale = view ? view.width / canvas.getBoundingClientRect().width : 1;
    panCamera(camera, view, dx * scale, dy * scale);
    redraw();
  },
  zoom(factor) {
    zoomCamera(camera, factor);
    redraw();
  },
  hover: showTip,
  click(event) {
    tip.hidden = true;
    select(pick(event));
  },
  leave() {
    tip.hidden = true;
  },
});

canvas.addEventListener('dblclick', (event) => {
  const { body } = pick(event);
  if (body === undefined) return;
  for (let k = 0; k < 3; k++) camera.target[k] = data.bodies.position[3 * body + k];
  redraw();
});

const KEYS = {
  ArrowLeft: () => turnCamera(camera, 0.12, 0),
  ArrowRight: () => turnCamera(camera, -0.12, 0),
  ArrowUp: () => turnCamera(camera, 0, 0.12),
  ArrowDown: () => turnCamera(camera, 0, -0.12),
  '+': () => zoomCamera(camera, 0.88),
  '=': () => zoomCamera(camera, 0.88),
  '-': () => zoomCamera(camera, 1.14),
  0: () => resetCamera(camera),
};
canvas.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
  redraw();
});

const VIEWS = {
  reset: () => resetCamera(camera),
  front: () => Object.assign(camera, { azimuth: -Math.PI / 2, elevation: 0 }),
  side: () => Object.assign(camera, { azimuth: 0, elevation: 0 }),
  top: () => Object.assign(camera, { azimuth: -Math.PI / 2, elevation: 1.55 }),
};
for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => {
    VIEWS[button.dataset.view]();
    redraw();
  });
}

for (const id of ['show-bodies', 'show-walls', 'show-points', 'show-normals', 'show-network']) byId(id).addEventListener('change', redraw);
byId('opacity').addEventListener('input', () => {
  byId('opacity-value').textContent = `${byId('opacity').value} %`;
  redraw();
});

for (const radio of document.querySelectorAll('[name="colour"]')) {
  radio.addEventListener('change', () => {
    state.colourBy = radio.value;
    byId('legend-shape').hidden = radio.value !== 'shape';
    byId('legend-contacts').hidden = radio.value !== 'contacts';
    colourBodies();
    redraw();
  });
}

function updateSlice() {
  const plane = slicePlane();
  byId('slice-at').disabled = !plane;
  byId('slice-flip').disabled = !plane;
  byId('slice-value').textContent = plane
    ? `${state.slice.axis} = ${formatLength(plane.at, Math.max(0.05 * model.extent, 1e-4 * Math.abs(plane.at)))}`
    : 'off';
  redraw();
}
for (const radio of document.querySelectorAll('[name="slice"]')) {
  radio.addEventListener('change', () => {
    state.slice.axis = radio.value;
    // What lies on the eye's side goes, so that the cut is seen.
    state.slice.flip = cameraView(camera, 2, 2).forward['xyz'.indexOf(radio.value)] > 0;
    updateSlice();
  });
}
byId('slice-at').addEventListener('input', () => {
  state.slice.at = Number(byId('slice-at').value) / 1000;
  updateSlice();
});
byId('slice-flip').addEventListener('click', () => {
  state.slice.flip = !state.slice.flip;
  updateSlice();
});

for (const [name, chosen] of [
  ['kind', state.kinds],
  ['class', state.classes],
]) {
  for (const box of document.querySelectorAll(`[data-${name}]`)) {
    box.addEventListener('change', () => {
      const value = Number(box.dataset[name]);
      if (box.checked) chosen.add(value);
      else chosen.delete(value);
      redraw();
    });
  }
}

// --- playback ----------------------------------------------------------------------------------------------------------------------------

/** Frames a second, less where drawing is slower. */
const FRAME_RATE = 15;
let playTimer = 0;

function goToFrame(f) {
  state.frame = f;
  showFrame(model, playback, f);
  byId('frame').value = String(f);
  const { times } = data.playback;
  byId('frame-time').textContent = `${times[f].toFixed(3)} s of ${times[playback.last].toFixed(3)} s`;
  redraw();
}

function stopPlaying() {
  clearTimeout(playTimer);
  playTimer = 0;
  byId('play').textContent = 'Play';
}

function playOn() {
  if (atEnd()) {
    stopPlaying();
    return;
  }
  goToFrame(state.frame + 1);
  playTimer = setTimeout(playOn, 1000 / FRAME_RATE);
}

if (playback) {
  byId('play').addEventListener('click', () => {
    if (playTimer !== 0) {
      stopPlaying();
      return;
    }
    if (atEnd()) goToFrame(0);
    byId('play').textContent = 'Pause';
    playTimer = setTimeout(playOn, 1000 / FRAME_RATE);
  });
  byId('frame').addEventListener('input', () => {
    stopPlaying();
    goToFrame(Number(byId('frame').value));
  });
  goToFrame(playback.last);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readTheme();
  redraw();
});
new ResizeObserver(redraw).observe(canvas);

readTheme();
// A reload keeps what form elements say, so the state is read from them, not assumed.
byId('viewer').hidden = false;
byId('legend-contacts-most').textContent = String(mostContacts());
for (const radio of document.querySelectorAll('[name="colour"]:checked, [name="slice"]:checked')) radio.dispatchEvent(new Event('change'));
for (const box of document.querySelectorAll('[data-kind], [data-class]')) box.dispatchEvent(new Event('change'));
