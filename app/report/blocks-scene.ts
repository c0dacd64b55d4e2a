/** Deformable blocks as the page embeds them: block b is body b, and fixed planes are slabs in the rows after the blocks. */
import type { BlockRecord } from '../block-record';
import { blocksData } from './block-frames';
import { rounded } from './drawn-shape';
import { playbackData } from './playback-data';
import { COLOURS, GAP_CLASSES, KINDS, type BlocksData, type SceneData, type ShapeData } from './report-data';

/** Thickness of a slab, in its half width. */
const SLAB = 0.04;

export function blocksScene({ frames, blocks, planes }: BlockRecord): SceneData {
  const data = blocksData(blocks);
  const count = data.nodeStart.length - 1;
  const last = frames.times.length - 1;
  const [pose, end] = [frames.poses[last], frames.contacts[last]];
  const slabs = planesOf(blocks.places, planes);
  const shapes: ShapeData[] = Array.from({ length: count }, (_, b) => blockShape(data, b));
  if (slabs.length > 0) shapes.push({ name: 'Plane', rounded: false, colour: 0, ...slabShape() });
  const rows = Array.from(end.a.keys());
  return {
    kinds: KINDS,
    classes: GAP_CLASSES,
    shapes,
    isFlat: blocks.corners === 3,
    bodies: {
      shape: [...shapes.slice(0, count).keys(), ...slabs.map(() => count)],
      scale: [...Array<number>(count).fill(1), ...slabs.map(({ half }) => half)],
      position: [
        ...Array.from({ length: count }, (_, b) => Array.from(pose.subarray(7 * b, 7 * b + 3))),
        ...slabs.map(({ place }) => place),
      ].flat(),
      orientation: [
        ...Array.from({ length: count }, (_, b) => Array.from(pose.subarray(7 * b + 3, 7 * b + 7))),
        ...slabs.map(({ turn }) => turn),
      ].flat(),
      walls: slabs.map((_, w) => count + w),
    },
    contacts: {
      a: Array.from(end.a),
      b: Array.from(end.b),
      kind: Array.from(end.kind),
      gapClass: Array.from(end.gapClass),
      gap: rounded(end.gap),
      area: rounded(end.area),
      points: Array.from(end.points),
      point: rounded(
        rows.flatMap((row) => [0, 1, 2].map((k) => pose[7 * end.a[row] + k] + end.offset[3 * row + k])),
        12,
      ),
      normal: rounded(end.normal),
      load: rounded(end.load, 6),
    },
    playback: playbackData(frames),
    blocks: data,
  };
}

/** The surface of a block at the start, about its centre. */
function blockShape({ nodeStart, start, centres, triangles }: BlocksData, b: number): ShapeData {
  const [from, to] = [nodeStart[b], nodeStart[b + 1]];
  const faces: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3)
    if (triangles[t] >= from && triangles[t] < to) faces.push(triangles.slice(t, t + 3).map((n) => n - from));
  const vertices = rounded(start.slice(3 * from, 3 * to).map((x, i) => x - centres[3 * b + (i % 3)]));
  return { name: 'Block', rounded: false, colour: b % COLOURS, vertices, faces };
}

interface Slab {
  half: number;
  place: number[];
  turn: number[];
}

/** Slabs below the planes, as wide as the blocks reach. */
function planesOf(places: readonly Float64Array[], planes: Float64Array): Slab[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const frame of places) {
    frame.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  const centre = low.map((x, k) => 0.5 * (x + high[k]));
  const half = 0.5 * Math.hypot(...low.map((x, k) => high[k] - x));
  return Array.from({ length: planes.length / 4 }, (_, w) => {
    const n = Array.from(planes.subarray(4 * w, 4 * w + 3));
    const above = n.reduce((sum, x, k) => sum + x * centre[k], 0) - planes[4 * w + 3];
    return { half, place: centre.map((x, k) => x - (above + 0.5 * SLAB * half) * n[k]), turn: turnTo(n) };
  });
}

/** The quaternion that turns z to the unit vector n on the shortest way. */
function turnTo([x, y, z]: readonly number[]): number[] {
  if (z < -1 + 1e-12) return [1, 0, 0, 0];
  const length = Math.sqrt(2 * (1 + z));
  return [-y / length, x / length, 0, length / 2];
}

/** A slab of half width 1 about its middle. */
function slabShape(): Pick<ShapeData, 'vertices' | 'faces'> {
  const vertices = [-1, 1].flatMap((z) => [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].flatMap(([x, y]) => [x, y, 0.5 * SLAB * z])); // prettier-ignore
  const sides = [0, 1, 2, 3].map((k) => [k, (k + 1) % 4, 4 + ((k + 1) % 4), 4 + k]);
  return { vertices, faces: [[3, 2, 1, 0], [4, 5, 6, 7], ...sides] };
}
