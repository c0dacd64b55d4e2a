/// <reference lib="dom" />
/** The picture: what is drawn for the state, in which colours, and what lies under a point of it. */
import { createBodiesMesh, orderBodies, paintBodies, placeBodies } from './bodies-mesh';
import { cameraView, createCamera, type Camera, type View } from './camera';
import { createContactsMesh, writeContacts } from './contacts-mesh';
import { formatNumber, inputById, rampColour, themeColour } from './controls';
import type { Model } from './model';
import { createPace, notePicture, shareOf } from './pace';
import { pickBody } from './pick';
import { createPlayback, speedsAt, type Playback } from './playback';
import type { Picked } from './selection';
import { shared } from './shared-uniforms';
import { createStage, drawStage, projected, rayThrough } from './stage';
import { createState, largeContacts, slicePlane, visibleBodies, visibleContacts, type State } from './state';

export interface Picture {
  model: Model;
  playback: Playback | null;
  state: State;
  camera: Camera;
  canvas: HTMLCanvasElement;
  /** The view that was drawn last. */
  view: () => View;
  /** Draws soon; what has changed besides the camera is written anew. */
  redraw: (changed?: { colours?: boolean; contacts?: boolean }) => void;
  drawNow: () => void;
  readTheme: () => void;
  /** Body or contact under a point of the canvas, in CSS pixels; `reach` is that of the pointer. */
  pick: (x: number, y: number, reach: number) => Picked;
}

/** After so many ms without a change the picture is drawn with all its pixels. */
const REST = 160;

/** Null where the browser has no WebGL 2. */
export function createPicture(model: Model, canvas: HTMLCanvasElement): Picture | null {
  const stage = createStage(canvas);
  if (stage === null) return null;
  const { data, count } = model;
  const playback = createPlayback(data);
  const state = createState(model, playback ? playback.last : 0);
  const camera = createCamera(model.centre, model.extent);
  const bodies = createBodiesMesh(model, stage.scene);
  const contacts = createContactsMesh(data.contacts.a.length, model, stage.scene);
  const colours = new Float32Array(3 * count);
  const speeds = new Float64Array(count);
  const theme = { ramp: [[0]], shapes: [[0]], wall: [0], accent: [0], kinds: [[0]] };
  const stale = { poses: true, colours: true, contacts: true };
  let view = cameraView(camera, 2, 2);
  let visible: Uint8Array = new Uint8Array(count);
  let shownContacts: Uint8Array = new Uint8Array(0);
  const pace = createPace();
  let pending = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let drawn = 0;

  const readTheme = (): void => {
    theme.ramp = [0, 1, 2, 3, 4].map((k) => themeColour(`--ramp-${k}`));
    theme.shapes = data.shapes.map((shape) => themeColour(`--body-${shape.colour}`));
    theme.wall = themeColour('--wall');
    theme.accent = themeColour('--accent');
    theme.kinds = data.kinds.map(({ id }) => themeColour(`--kind-${id}`));
    shared.background.value.fromArray(themeColour('--stage'));
    shared.outline.value.fromArray(themeColour('--outline'));
    stale.colours = stale.contacts = true;
  };

  const paint = (): void => {
    const values: ArrayLike<number> = state.colourBy === 'speed' && playback ? speedsAt(speeds, playback, state.frame) : model.closed;
    const most = scaleTop(values, model);
    for (let b = 0; b < count; b++) {
      let colour = theme.shapes[data.bodies.shape[b]];
      if (model.isWall[b]) colour = theme.wall;
      else if (state.colourBy !== 'shape') colour = rampColour(theme.ramp, most > 0 ? values[b] / most : 0);
      if (b === state.selectedBody) colour = colour.map((v, k) => 0.35 * v + 0.65 * theme.accent[k]);
      colours.set(colour, 3 * b);
    }
    paintBodies(bodies, colours);
    const label = document.querySelector('#legend-most');
    if (label) label.textContent = state.colourBy === 'speed' ? `${formatNumber(most)} m / s` : String(most);
  };

  const draw = (still: boolean): void => {
    cancelAnimationFrame(pending);
    pending = 0;
    // For tests and for the curious.
    canvas.dataset['pictures'] = String(++drawn);
    view = cameraView(camera, canvas.clientWidth, canvas.clientHeight);
    const next = visibleBodies(model, state, view, {
      bodies: inputById('show-bodies').checked,
      walls: inputById('show-walls').checked,
    });
    visible = next;
    if (stale.colours) paint();
    if (stale.poses) placeBodies(bodies, model);
    orderBodies(bodies, model, visible, view.forward);
    const slice = slicePlane(model, state);
    bodies.mesh.material = slice ? bodies.cut : bodies.whole;
    if (stale.contacts) {
      const atEnd = !playback || state.frame === playback.last;
      shownContacts = atEnd ? visibleContacts(model, state) : new Uint8Array(data.contacts.a.length);
      writeContacts(contacts, model, {
        visible: shownContacts,
        large: largeContacts(model, state),
        points: inputById('show-points').checked,
        normals: inputById('show-normals').checked,
        network: inputById('show-network').checked,
        colours: theme.kinds,
      });
    }
    stale.poses = stale.colours = stale.contacts = false;
    shared.opacity.value = Number(inputById('opacity').value) / 100;
    for (const drawn of contacts.behind) drawn.visible = shared.opacity.value < 1;
    drawStage(stage, model, camera, slice, still ? stage.samples : shareOf(pace));
    clearTimeout(rest);
    if (still) return;
    rest = setTimeout(drawStill, REST);
    const start = performance.now();
    requestAnimationFrame(() => notePicture(pace, performance.now() - start));
  };
  const drawStill = (): void => draw(true);

  const redraw: Picture['redraw'] = (changed = {}) => {
    if (changed.colours) stale.colours = stale.poses = true;
    if (changed.contacts) stale.contacts = true;
    if (pending === 0) pending = requestAnimationFrame(() => draw(false));
  };

  const pick: Picture['pick'] = (x, y, reach) => {
    const slice = slicePlane(model, state);
    const hit = pickBody(model, visible, slice, view.eye, rayThrough(view, x, y));
    const transparent = Number(inputById('opacity').value) < 90;
    let best: Picked = hit ? { body: hit.body } : {};
    let nearest = reach * reach;
    if (!inputById('show-points').checked && !inputById('show-normals').checked) return best;
    for (let c = 0; c < shownContacts.length; c++) {
      if (!shownContacts[c]) continue;
      const p = data.contacts.point.slice(3 * c, 3 * c + 3);
      if (slice && slice.normal.reduce((sum, n, k) => sum + n * p[k], -slice.offset) > 0) continue;
      const at = projected(view, p);
      const away = (at.x - x) ** 2 + (at.y - y) ** 2;
      const hidden = !transparent && hit !== null && at.depth > hit.distance + 0.15 * model.meanRadius;
      if (at.depth > 0 && away < nearest && !hidden) [best, nearest] = [{ contact: c }, away];
    }
    return best;
  };

  readTheme();
  return { model, playback, state, camera, canvas, view: () => view, redraw, drawNow: drawStill, readTheme, pick };
}

/** Largest value of a particle: the top of the scalar bar. */
function scaleTop(values: ArrayLike<number>, model: Model): number {
  let most = 0;
  for (let b = 0; b < model.count; b++) if (!model.isWall[b]) most = Math.max(most, values[b]);
  return most;
}
