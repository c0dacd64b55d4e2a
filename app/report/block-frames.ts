/** Frames of blocks that deform as the page embeds them. */
import { deflateRawSync } from 'node:zlib';
import { centreOf } from '../rigid-fit';
import { rounded } from './drawn-shape';
import { changeBytes, sizeCode, sizeScale } from './frame-codes';
import type { BlocksData } from './report-data';

/** Blocks and what they did; places of nodes have three numbers, in the plane the third is 0. */
export interface BlockFrames {
  nodeStart: ArrayLike<number>;
  elementStart: ArrayLike<number>;
  /** Nodes of the elements, 4 each, in the plane 3. */
  elements: ArrayLike<number>;
  corners: 3 | 4;
  masses: ArrayLike<number>;
  /** Places of the nodes at the start. */
  start: Float64Array;
  /** For each frame: places of the nodes, von Mises stresses, and the rigid motion of each block, 7 numbers. */
  places: readonly Float64Array[];
  stresses: readonly Float64Array[];
  poses: readonly Float32Array[];
}

/** A displacement is at most this number. */
const MOST = 32767;
/** A node that moves by more than this part of the size of the scene's smallest block moves with its block. */
const FAR = 0.1;

export function blocksData(frames: BlockFrames): BlocksData {
  const { nodeStart, elementStart, elements, corners, masses, start, places, stresses, poses } = frames;
  const follows = movesFar(frames);
  const all = places.map((now, f) => (follows ? strained(frames, now, poses[f]) : now.map((x, i) => x - start[i])));
  const most = all.reduce((top, list) => list.reduce((sum, x) => Math.max(sum, Math.abs(x)), top), 0);
  const step = most / MOST || 1;
  const stress = sizeScale(stresses.reduce((top, list) => list.reduce((sum, x) => Math.max(sum, x), top), 0) || 1);
  const numbers = new Int16Array(start.length * places.length);
  all.forEach((list, f) => list.forEach((x, i) => (numbers[f * start.length + i] = Math.round(x / step))));
  const elementCount = elements.length / corners;
  const codes = new Uint8Array(elementCount * stresses.length);
  stresses.forEach((list, f) => {
    list.forEach((x, e) => {
      const k = f * elementCount + e;
      codes[k] = sizeCode(x, stress);
    });
  });
  const changes = codes.map((code, k) => code - (k < elementCount ? 0 : codes[k - elementCount]));
  const motions = poses.map((list) => new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
  const { triangles, triangleElement } = corners === 4 ? surfaceOf(elements) : flatSurface(elements);
  return {
    nodeStart: Array.from(nodeStart),
    elementStart: Array.from(elementStart),
    elements: Array.from(elements),
    start: rounded(start, 15),
    triangles,
    triangleElement,
    follows,
    centres: Array.from({ length: nodeStart.length - 1 }, (_, b) => centreOf(start, masses, nodeStart[b], nodeStart[b + 1])).flat(),
    step,
    stress,
    endStress: rounded(stresses[stresses.length - 1]),
    streams: deflateRawSync(Buffer.concat([...motions, changeBytes(numbers, start.length), changes])).toString('base64'),
  };
}

/** Whether some node moves farther than the blocks are strained. */
function movesFar({ nodeStart, start, places }: BlockFrames): boolean {
  let least = Infinity;
  for (let b = 0; b < nodeStart.length - 1; b++) {
    for (let axis = 0, widest = 0; axis < 3; axis++) {
      let [low, high] = [Infinity, -Infinity];
      for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) {
        low = Math.min(low, start[3 * n + axis]);
        high = Math.max(high, start[3 * n + axis]);
      }
      widest = Math.max(widest, high - low);
      if (axis === 2) least = Math.min(least, widest);
    }
  }
  return places.some((now) => now.some((x, i) => Math.abs(x - start[i]) > FAR * least));
}

/**
 * Displacements from the rigid motion, in the frame of the block: R^T (x - c) - (X - C). The motion is the one that the
 * page has, in 32 bits, so that what it loses is not lost for the nodes.
 */
function strained({ nodeStart, masses, start }: BlockFrames, now: Float64Array, poses: Float32Array): Float64Array {
  const out = new Float64Array(now.length);
  for (let b = 0; b < nodeStart.length - 1; b++) {
    const [from, to] = [nodeStart[b], nodeStart[b + 1]];
    const centre = centreOf(start, masses, from, to);
    const [cx, cy, cz, qx, qy, qz, qw] = poses.subarray(7 * b, 7 * b + 7);
    const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
    for (let n = from; n < to; n++) {
      const [x, y, z] = [now[3 * n] - cx, now[3 * n + 1] - cy, now[3 * n + 2] - cz];
      // The rotation of the opposite quaternion: v - w t + q x t with t = s (q x v).
      const [tx, ty, tz] = [s * (qy * z - qz * y), s * (qz * x - qx * z), s * (qx * y - qy * x)];
      out[3 * n] = x - qw * tx + (qy * tz - qz * ty) - (start[3 * n] - centre[0]);
      out[3 * n + 1] = y - qw * ty + (qz * tx - qx * tz) - (start[3 * n + 1] - centre[1]);
      out[3 * n + 2] = z - qw * tz + (qx * ty - qy * tx) - (start[3 * n + 2] - centre[2]);
    }
  }
  return out;
}

interface Triangles {
  triangles: number[];
  triangleElement: number[];
}

/** Corners of the face opposite to each corner of a positive tetrahedron, counter-clockwise from outside. */
const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

/** Faces that only one tetrahedron has. */
function surfaceOf(elements: ArrayLike<number>): Triangles {
  const faces = new Map<string, { nodes: number[]; element: number } | null>();
  for (let e = 0; 4 * e < elements.length; e++) {
    for (const face of FACES) {
      const nodes = face.map((c) => elements[4 * e + c]);
      const key = [...nodes].sort((p, q) => p - q).join(' ');
      faces.set(key, faces.has(key) ? null : { nodes, element: e });
    }
  }
  const free = [...faces.values()].filter((face) => face !== null);
  return { triangles: free.flatMap(({ nodes }) => nodes), triangleElement: free.map(({ element }) => element) };
}

/** In the plane elements are seen themselves. */
function flatSurface(elements: ArrayLike<number>): Triangles {
  return { triangles: Array.from(elements), triangleElement: Array.from({ length: elements.length / 3 }, (_, e) => e) };
}
