/** Values of the bodies at the frame shown, by which they can be coloured. */
import { blockValues, type BlockField, type Blocks } from './blocks';
import { listContacts, type Model } from './model';
import { showFrame, speedsAt, type Playback } from './playback';

export const FIELDS = ['shape', 'speed', 'contacts', 'pressure', 'cluster', 'stress', 'nodal', 'displacement'] as const;
export type Field = (typeof FIELDS)[number];

/** Fields that have a scale, with unit. */
export const UNITS: Partial<Record<Field, string>> = {
  speed: 'm/s',
  contacts: 'closed contacts',
  pressure: 'Pa',
  stress: 'Pa',
  nodal: 'Pa',
  displacement: 'm',
};

/** The field of the nodes or elements of blocks; null where each body has one value. */
export function blockField({ blocks }: Model, field: Field): BlockField | null {
  const isInside = field === 'speed' || field === 'stress' || field === 'nodal' || field === 'displacement';
  return blocks !== null && isInside ? field : null;
}

/** Writes the values of the scene as it is; `frame` is its frame. */
export function fieldValues(out: Float64Array, model: Model, playback: Playback | null, field: Field, frame: number): Float64Array {
  out.fill(0);
  if (field === 'speed' && playback) return speedsAt(out, playback, frame);
  if (field === 'pressure') return pressures(out, model);
  if (field === 'contacts') out.set(model.closed);
  return out;
}

/**
 * Mean pressure of each body: a third of the trace of its mean stress, the sum of force times arm over the volume
 * (Love's formula; Weber 1966). Forces are taken along the normals of their contacts. In the plane it is half of the
 * trace, and the area for a thickness of 1.
 */
function pressures(out: Float64Array, model: Model): Float64Array {
  const { contacts, bodies, classes } = model.data;
  const { load, a, b, point, normal, gapClass } = contacts;
  const dimension = model.data.isFlat ? 2 : 3;
  for (let c = 0; load && c < a.length; c++) {
    if (!classes[gapClass[c]].closed) continue;
    for (const body of [a[c], b[c]]) {
      let arm = 0;
      for (let k = 0; k < 3; k++) arm += (point[3 * c + k] - bodies.position[3 * body + k]) * normal[3 * c + k];
      out[body] += (load[c] * Math.abs(arm)) / (dimension * model.solids[bodies.shape[body]].volume * bodies.scale[body] ** dimension);
    }
  }
  return out;
}

/** Number of the cluster of each particle: 0 the largest, and -1 where no other particle touches it; and their sizes. */
export function clustersOf(model: Model): { cluster: Int32Array; sizes: number[] } {
  const { contacts, classes } = model.data;
  const root = Int32Array.from({ length: model.count }, (_, b) => b);
  const find = (b: number): number => {
    while (root[b] !== b) b = root[b] = root[root[b]];
    return b;
  };
  for (let c = 0; c < contacts.a.length; c++) {
    const [a, b] = [contacts.a[c], contacts.b[c]];
    if (classes[contacts.gapClass[c]].closed && !model.isWall[a] && !model.isWall[b]) root[find(a)] = find(b);
  }
  const size = new Int32Array(model.count);
  for (let b = 0; b < model.count; b++) size[find(b)]++;
  const roots = Array.from(size.keys())
    .filter((r) => size[r] > 1)
    .sort((p, q) => size[q] - size[p] || p - q);
  const number = new Int32Array(model.count).fill(-1);
  roots.forEach((r, k) => (number[r] = k));
  return { cluster: Int32Array.from({ length: model.count }, (_, b) => number[find(b)]), sizes: roots.map((r) => size[r]) };
}

/** Frames that the top of a scale is taken from. */
const SAMPLES = 9;
/** Share of the values that lie below the top of a scale: single blows would leave all others in one colour. */
const BELOW_TOP = 0.95;

/** The top of the scale of a field: the same for all frames. */
export function fieldTop(model: Model, playback: Playback | null, field: Field, frame: number): number {
  const inside = blockField(model, field);
  if (model.blocks && inside) return blockTop(model.blocks, inside);
  const values = new Float64Array(model.count);
  const all: number[] = [];
  const take = (f: number): void => {
    fieldValues(values, model, playback, field, f);
    for (let b = 0; b < model.count; b++) if (!model.isWall[b] && values[b] > 0) all.push(values[b]);
  };
  if (!playback) take(frame);
  for (let k = 0; playback && k < SAMPLES; k++) {
    const f = Math.round((k * playback.last) / (SAMPLES - 1));
    showFrame(model.data, playback, f);
    listContacts(model);
    take(f);
  }
  if (playback) showFrame(model.data, playback, frame);
  listContacts(model);
  return topOf(all);
}

function blockTop(blocks: Blocks, field: BlockField): number {
  const frames = Array.from({ length: SAMPLES }, (_, k) => Math.round((k * blocks.last) / (SAMPLES - 1)));
  return topOf([...new Set(frames)].flatMap((f) => Array.from(blockValues(blocks, field, f))).filter((value) => value > 0));
}

function topOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(BELOW_TOP * (sorted.length - 1))] ?? 0;
}

/** Colour of a cluster: hues by the golden section differ as much as their number allows. */
export function clusterColour(cluster: number): number[] {
  const hue = 6 * ((0.58 + 0.618034 * cluster) % 1);
  const level = cluster % 2 === 0 ? 0.62 : 0.5;
  return [0, 2, 4].map((k) => level + 0.28 * Math.max(-1, Math.min(1, Math.abs(((hue + k) % 6) - 3) - 1.5)));
}
