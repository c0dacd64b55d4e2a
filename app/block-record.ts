/** Frames of deformable blocks in motion, in space or in the plane, for the page that plays them. */
import { deformableEnergy, vonMisesStress, type DeformableContacts, type DeformableSet } from 'dem-contact';
import { deformableEnergy2d, vonMisesStress2d, type DeformableSet2d } from 'dem-contact/planar';
import { blockContacts } from './block-contacts';
import { emptyContacts } from './frame-contacts';
import type { Frames } from './pour-record';
import type { BlockFrames } from './report/block-frames';
import { centreOf, rotationBetween } from './rigid-fit';

/** Values of each frame. Energies in J, stresses in Pa. */
export interface BlockSeries {
  time: number[];
  kinetic: number[];
  elastic: number[];
  springs: number[];
  /** Largest von Mises stress. */
  stress: number[];
  /** Contact points between blocks, and of nodes on planes. */
  between: number[];
  onPlanes: number[];
}

export interface BlockRecord {
  frames: Frames;
  blocks: BlockFrames;
  series: BlockSeries;
  /** Unit normal and offset of each fixed plane. */
  planes: Float64Array;
}

export interface BlockRecorder {
  /** Keeps the blocks as they are, if so many seconds have passed since the last ones; `dt` is the last time step. */
  keep: (dt: number, interval?: number) => void;
  /** What was kept. */
  record: () => BlockRecord;
}

const MOST_FRAMES = 100;
/** Displacements and stresses of all frames: a number takes 1 to 3 bytes of the page. */
const MOST_NUMBERS = 2_000_000;

interface Kept {
  time: number;
  places: Float64Array;
  stresses: Float64Array;
  poses: Float32Array;
  contacts: Frames['contacts'][number];
  /** In the order of the series, without the time. */
  values: number[];
}

/**
 * A recorder. It keeps at most 100 frames, and fewer of large meshes: when it has that many, it drops every second one
 * and keeps half as many from then on. The last blocks that it looked at are always kept.
 */
export function createBlockRecorder(set: DeformableSet | DeformableSet2d, contacts?: DeformableContacts): BlockRecorder {
  const most = Math.max(4, Math.min(MOST_FRAMES, Math.floor(MOST_NUMBERS / (3 * set.nodeCount + set.elementCount))));
  const start = inSpace(set.startPositions, set.dimension);
  let kept: Kept[] = [];
  let last: Kept | null = null;
  let every = 1;
  let calls = 0;
  let seen = -Infinity;
  return {
    keep(dt, interval = 0) {
      if (set.time - seen < interval) return;
      seen = set.time;
      last = frameOf(set, contacts, start, dt);
      if (calls++ % every !== 0) return;
      kept.push(last);
      last = null;
      if (kept.length < most) return;
      kept = kept.filter((_, f) => f % 2 === 0);
      every *= 2;
    },
    record() {
      const all = last === null ? kept : [...kept, last];
      if (all.length === 0) throw new Error('the recorder has no frame: call keep before record');
      const motions = motionsOf(set, start, all);
      const column = (k: number): number[] => all.map(({ values }) => values[k]);
      const series: BlockSeries = {
        time: all.map(({ time }) => time),
        kinetic: column(0),
        elastic: column(1),
        springs: column(2),
        stress: column(3),
        between: column(4),
        onPlanes: column(5),
      };
      return {
        frames: { times: series.time, poses: all.map(({ poses }) => poses), contacts: all.map((frame) => frame.contacts) },
        blocks: {
          nodeStart: set.nodeStart,
          elementStart: set.elementStart,
          elements: set.elements,
          corners: set.dimension === 3 ? 4 : 3,
          masses: set.masses,
          start,
          places: all.map(({ places }) => places),
          stresses: all.map(({ stresses }) => stresses),
          poses: motions,
        },
        series,
        planes: contacts?.planes ?? new Float64Array(0),
      };
    },
  };
}

/** Poses of the blocks; a block whose held nodes stand has that of the start: its displacements count from there. */
function motionsOf(
  { blockCount, nodeStart, held, positions, startPositions, masses, dimension }: DeformableSet | DeformableSet2d,
  start: Float64Array,
  frames: readonly Kept[],
): Float32Array[] {
  const out = frames.map(({ poses }) => poses.slice());
  for (let b = 0; b < blockCount; b++) {
    const [from, to] = [nodeStart[b], nodeStart[b + 1]];
    const fixed = held.subarray(dimension * from, dimension * to);
    const stands = fixed.every((on, i) => on === 0 || positions[dimension * from + i] === startPositions[dimension * from + i]);
    if (!stands || !fixed.includes(1)) continue;
    for (const poses of out) poses.set([...centreOf(start, masses, from, to), 0, 0, 0, 1], 7 * b);
  }
  return out;
}

function frameOf(set: DeformableSet | DeformableSet2d, contacts: DeformableContacts | undefined, start: Float64Array, dt: number): Kept {
  const places = inSpace(set.positions, set.dimension);
  const stresses = new Float64Array(set.elementCount);
  if (set.dimension === 3) vonMisesStress(stresses, set.stresses);
  else vonMisesStress2d(stresses, set);
  const poses = new Float32Array(7 * set.blockCount);
  for (let b = 0; b < set.blockCount; b++) {
    const [from, to] = [set.nodeStart[b], set.nodeStart[b + 1]];
    poses.set([...centreOf(places, set.masses, from, to), ...rotationBetween(start, places, set.masses, from, to)], 7 * b);
  }
  const centres = Float64Array.from({ length: 3 * set.blockCount }, (_, k) => poses[7 * Math.floor(k / 3) + (k % 3)]);
  const { kinetic, elastic } = set.dimension === 3 ? deformableEnergy(set, dt) : deformableEnergy2d(set, dt);
  return {
    time: set.time,
    places,
    stresses,
    poses,
    contacts: contacts && set.dimension === 3 ? blockContacts(set, contacts, centres) : emptyContacts(0),
    values: [
      kinetic,
      elastic,
      contacts ? contacts.springEnergy[0] + contacts.springEnergy[1] : 0,
      stresses.reduce((top, x) => Math.max(top, x), 0),
      contacts?.pointCount ?? 0,
      contacts?.planePointCount ?? 0,
    ],
  };
}

/** Places with three numbers, the third 0 in the plane. */
function inSpace(places: Float64Array, dimension: 2 | 3): Float64Array {
  if (dimension === 3) return places.slice();
  return Float64Array.from({ length: (3 * places.length) / 2 }, (_, i) => (i % 3 === 2 ? 0 : places[2 * Math.floor(i / 3) + (i % 3)]));
}
