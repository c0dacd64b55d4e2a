/// <reference lib="dom" />
/** The picture: what is drawn for the state, in which colours, and what lies under a point of it. */
import type { ConvexPolyhedron } from 'dem-contact';
import { createBlockLayer } from './block-layer';
import { createBodiesMesh, orderBodies, paintBodies, placeBodies } from './bodies-mesh';
import { cameraView, createCamera, type Camera, type View } from './camera';
import { createContactsMesh, listRows, RAMP, writeContacts } from './contacts-mesh';
import { byId, inputById, rampColour, scaledUnit, setText, themeColour } from './controls';
import { blockField, clusterColour, clustersOf, fieldTop, fieldValues, UNITS, type Field } from './fields';
import { listContacts, type Model } from './model';
import { clearGrid, createOcclusion } from './occlusion';
import { createPace, notePicture, shareOf } from './pace';
import { pickBody } from './pick';
import { loadsOf, showFrame, type Playback } from './playback';
import { polygonsOfFrame } from './frame-polygons';
import { createPolygonsMesh, showPolygons } from './polygons-mesh';
import type { Picked } from './selection';
import { shared } from './shared-uniforms';
import { createStage, drawStage, projected, rayThrough } from './stage';
import { createState, findSelected, largeContacts, slicePlane, visibleBodies, visibleContacts, type State } from './state';

export interface Picture {
  model: Model;
  playback: Playback | null;
  state: State;
  camera: Camera;
  canvas: HTMLCanvasElement;
  /** The view that was drawn last. */
  view: () => View;
  /** Shows another frame: poses, contacts, and the contact that is selected. */
  goTo: (frame: number) => void;
  /** Draws soon; what has changed besides the camera is written anew. */
  redraw: (changed?: { colours?: boolean; contacts?: boolean; poses?: boolean }) => void;
  drawNow: () => void;
  readTheme: () => void;
  /** Body or contact under a point of the canvas, in CSS pixels; `reach` is that of the pointer. */
  pick: (x: number, y: number, reach: number) => Picked;
}

/** After so many ms without a change the picture is drawn with all its pixels. */
const REST = 160;
/** Pixels a CSS pixel, each way, that smooth the edges of a still picture in software. Hardware smooths them itself. */
const SAMPLES = 2;
/** Pixels: bodies with a smaller radius are balls while the picture moves. */
const BALL = 4;

/** Null where the browser has no WebGL 2. */
export function createPicture(model: Model, playback: Playback | null, canvas: HTMLCanvasElement): Picture | null {
  const stage = createStage(canvas);
  if (stage === null) return null;
  const { data, count } = model;
  const state = createState(model, playback ? playback.last : 0);
  const camera = createCamera(model.centre, model.extent, data.isFlat);
  const bodies = createBodiesMesh(model, stage.scene);
  const layer = createBlockLayer(model, stage.scene);
  const room = Math.max(data.contacts.a.length, ...(playback?.data.contacts ?? []));
  const contacts = createContactsMesh(room, model, stage.scene);
  const polygons = createPolygonsMesh(contacts.colours, stage.scene);
  // The last frame has them in the page; those of other frames are found when the picture rests.
  const hasPolygons = data.contacts.polygons !== undefined;
  const polyhedra = new Map<number, ConvexPolyhedron>();
  const occlusion = createOcclusion(model);
  const colours = new Float32Array(3 * count);
  const values = new Float64Array(count);
  const tops = new Map<Field, number>();
  const topLoad = widestLoad(model, playback);
  const theme = { ramp: [[0]], shapes: [[0]], wall: [0], accent: [0], contacts: [[0]] };
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
    const forces = [0, 1, 2].map((k) => themeColour(`--force-${k}`));
    theme.contacts = [
      ...data.kinds.map(({ id }) => themeColour(`--kind-${id}`)),
      ...Array.from({ length: RAMP }, (_, k) => rampColour(forces, k / (RAMP - 1))),
    ];
    shared.background.value.fromArray(themeColour('--stage'));
    shared.outline.value.fromArray(themeColour('--outline'));
    stale.colours = stale.contacts = true;
  };

  const topOf = (field: Field): number => {
    const known = tops.get(field) ?? fieldTop(model, playback, field, state.frame);
    tops.set(field, known);
    return known;
  };

  const paint = (): void => {
    const { colourBy } = state;
    const unit = UNITS[colourBy];
    const top = unit === undefined ? 0 : topOf(colourBy);
    fieldValues(values, model, playback, colourBy, state.frame);
    const clusters = colourBy === 'cluster' ? clustersOf(model) : null;
    for (let b = 0; b < count; b++) {
      let colour = theme.shapes[data.bodies.shape[b]];
      if (model.isWall[b]) colour = theme.wall;
      else if (clusters) colour = clusters.cluster[b] < 0 ? theme.wall : clusterColour(clusters.cluster[b]);
      else if (unit !== undefined) colour = rampColour(theme.ramp, top > 0 ? values[b] / top : 0);
      if (b === state.selectedBody) colour = colour.map((v, k) => 0.35 * v + 0.65 * theme.accent[k]);
      colours.set(colour, 3 * b);
    }
    paintBodies(bodies, colours);
    layer?.paint({
      field: blockField(model, colourBy),
      frame: state.frame,
      ramp: (value) => rampColour(theme.ramp, top > 0 ? value / top : 0),
      bodies: colours,
      accent: theme.accent,
      selectedBody: state.selectedBody,
      selectedElement: state.selectedPlace?.element ?? -1,
    });
    const bar = unit === 'Pa' || unit === 'm' ? scaledUnit(top, unit) : { scale: 1, unit };
    setText(byId('legend-most'), `${scaleNumber(top / bar.scale)} ${bar.unit ?? ''}`);
    setText(byId('legend-middle'), scaleNumber(top / 2 / bar.scale));
    if (clusters) {
      const [largest = 1] = clusters.sizes;
      const number = `${clusters.sizes.length} ${clusters.sizes.length === 1 ? 'cluster' : 'clusters'}`;
      setText(byId('legend-clusters'), `${number} of touching bodies, the largest of ${largest}`);
    }
  };

  const draw = (still: boolean): void => {
    cancelAnimationFrame(pending);
    pending = 0;
    // For tests and for the curious.
    canvas.dataset['pictures'] = String(++drawn);
    canvas.dataset['still'] = String(still);
    view = cameraView(camera, canvas.clientWidth, canvas.clientHeight);
    const on = (id: string): boolean => inputById(id).checked;
    visible = visibleBodies(model, state, view, { bodies: on('show-bodies'), walls: on('show-walls') });
    if (stale.colours) paint();
    if (stale.poses) {
      placeBodies(bodies, model);
      layer?.place(state.frame, state.magnified);
    }
    const slice = slicePlane(model, state);
    shared.opacity.value = Number(inputById('opacity').value) / 100;
    // A slice and transparent bodies show what lies behind; in the plane nothing does. Blocks change their shape.
    const leavesOut = !still && stage.software && slice === null && shared.opacity.value === 1 && !data.isFlat && !data.blocks;
    if (leavesOut) clearGrid(occlusion, model, view, camera.distance);
    const share = still ? (stage.software ? SAMPLES : 1) : shareOf(pace);
    const small = BALL / (share * window.devicePixelRatio);
    orderBodies(bodies, model, layer ? layer.rigid(visible) : visible, view, slice !== null, leavesOut ? occlusion : null, small);
    layer?.show(visible, slice, on('show-mesh'));
    bodies.mesh.material = slice ? bodies.cut : bodies.whole;
    if (still && on('show-polygons') && hasPolygons && data.contacts.polygons === undefined) {
      data.contacts.polygons = polygonsOfFrame(data, polyhedra);
      stale.contacts = true;
    }
    if (stale.contacts) {
      shownContacts = visibleContacts(model, state);
      writeContacts(contacts, model, {
        visible: shownContacts,
        place: layer ? layer.contactPoints() : data.contacts.point,
        large: largeContacts(model, state),
        topLoad,
        colours: theme.contacts,
      });
      showPolygons(polygons, model, on('show-polygons') ? shownContacts : null);
    }
    stale.poses = stale.colours = stale.contacts = false;
    const parts = { points: on('show-points'), normals: on('show-normals'), chains: on('show-chains') };
    listRows(contacts, model, parts, view, leavesOut ? occlusion : null);
    for (const part of contacts.behind) part.visible = shared.opacity.value < 1;
    drawStage(stage, model, camera, slice, share);
    clearTimeout(rest);
    if (still) return;
    const start = performance.now();
    requestAnimationFrame(() => {
      notePicture(pace, performance.now() - start);
      // From when the picture is on the screen: a slow picture is no rest.
      if (pending === 0 && !state.playing) rest = setTimeout(drawStill, REST);
    });
  };
  const drawStill = (): void => draw(true);

  const redraw: Picture['redraw'] = (changed = {}) => {
    if (changed.colours) stale.colours = true;
    if (changed.contacts) stale.contacts = true;
    if (changed.poses) stale.poses = true;
    canvas.dataset['still'] = 'false';
    clearTimeout(rest);
    if (pending === 0) pending = requestAnimationFrame(() => draw(false));
  };

  const goTo = (frame: number): void => {
    if (!playback) return;
    state.frame = frame;
    showFrame(data, playback, frame);
    listContacts(model);
    findSelected(model, state);
    stale.poses = true;
    redraw({ colours: true, contacts: true });
  };

  const pick: Picture['pick'] = (x, y, reach) => {
    const slice = slicePlane(model, state);
    const way = rayThrough(view, x, y);
    let hit = pickBody(model, layer ? layer.rigid(visible) : visible, slice, view.eye, way);
    const inside = layer?.pick(visible, slice, view.eye, way) ?? null;
    if (inside && (hit === null || inside.distance < hit.distance)) hit = inside;
    const transparent = Number(inputById('opacity').value) < 90;
    let best: Picked = hit ? { body: hit.body, ...(hit === inside ? { place: { element: inside.element, node: inside.node } } : {}) } : {};
    let nearest = reach * reach;
    const point = layer ? layer.contactPoints() : data.contacts.point;
    if (!['show-points', 'show-normals', 'show-chains', 'show-polygons'].some((id) => inputById(id).checked)) return best;
    for (let c = 0; c < shownContacts.length; c++) {
      if (!shownContacts[c]) continue;
      const p = [point[3 * c], point[3 * c + 1], point[3 * c + 2]];
      if (slice && slice.normal.reduce((sum, n, k) => sum + n * p[k], -slice.offset) > 0) continue;
      const at = projected(view, p);
      const away = (at.x - x) ** 2 + (at.y - y) ** 2;
      const hidden = !transparent && hit !== null && at.depth > hit.distance + 0.15 * model.meanRadius;
      if (at.depth > 0 && away < nearest && !hidden) [best, nearest] = [{ contact: c }, away];
    }
    return best;
  };

  readTheme();
  return { model, playback, state, camera, canvas, view: () => view, goTo, redraw, drawNow: drawStill, readTheme, pick };
}

/** A number at the scalar bar. */
function scaleNumber(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en-US', { maximumSignificantDigits: 2 });
}

/** Share of the forces below the one that the widest chain stands for: blows would leave all others as thin lines. */
const BELOW_WIDEST = 0.98;

/** The force that the widest chain stands for, from those of the end, of blocks from all frames; 0 without forces. */
function widestLoad({ data, blocks }: Model, playback: Playback | null): number {
  const loads = Float64Array.from(blocks && playback ? loadsOf(playback) : (data.contacts.load ?? []))
    .filter((load) => load > 0)
    .sort();
  return loads[Math.floor(BELOW_WIDEST * (loads.length - 1))] ?? 0;
}
