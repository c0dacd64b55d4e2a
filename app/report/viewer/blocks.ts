/** Blocks that deform: from the numbers in the page to places, displacements, speeds and stresses of a frame. */
import { changedNumbers, sizeOf } from '../frame-codes';
import type { BlocksData, SceneData } from '../report-data';
import { inflated } from './playback';

export interface Blocks {
  data: BlocksData;
  count: number;
  nodeCount: number;
  elementCount: number;
  /** Nodes of an element. */
  corners: number;
  /** Block of each node and of each element. */
  nodeBlock: Int32Array;
  elementBlock: Int32Array;
  /** Rigid motion of each block in each frame, 7 numbers. */
  poses: Float32Array;
  /** Numbers of the displacements, 3 a node, and codes of the stresses. */
  displacements: Int16Array;
  stresses: Uint8Array;
  times: readonly number[];
  /** The last frame. */
  last: number;
}

/** The blocks, or null where all bodies are rigid. */
export async function createBlocks({ blocks: data, playback }: SceneData): Promise<Blocks | null> {
  if (!data || !playback) return null;
  const { times } = playback;
  const frames = times.length;
  const count = data.nodeStart.length - 1;
  const nodeCount = data.nodeStart[count];
  const elementCount = data.elementStart[count];
  const bytes = await inflated(Uint8Array.from(atob(data.streams), (c) => c.charCodeAt(0)));
  const poseBytes = 28 * count * frames;
  const moveBytes = 6 * nodeCount * frames;
  const stresses = bytes.slice(poseBytes + moveBytes);
  for (let k = elementCount; k < stresses.length; k++) stresses[k] += stresses[k - elementCount];
  const poses = new Float32Array(bytes.slice(0, poseBytes).buffer);
  return {
    data,
    count,
    nodeCount,
    elementCount,
    corners: data.elements.length / elementCount,
    nodeBlock: ownersOf(data.nodeStart),
    elementBlock: ownersOf(data.elementStart),
    poses,
    displacements: changedNumbers(bytes.subarray(poseBytes, poseBytes + moveBytes), 3 * nodeCount),
    stresses,
    times,
    last: frames - 1,
  };
}

function ownersOf(start: readonly number[]): Int32Array {
  const owners = new Int32Array(start[start.length - 1]);
  for (let b = 0; b < start.length - 1; b++) owners.fill(b, start[b], start[b + 1]);
  return owners;
}

/** Places of the nodes at frame f, with displacements magnified; 3 numbers a node. */
export function placesAt(out: Float64Array, blocks: Blocks, f: number, magnified = 1): Float64Array {
  const { data, count, nodeCount, displacements, poses } = blocks;
  const first = 3 * nodeCount * f;
  const scale = magnified * data.step;
  for (let i = 0; i < 3 * nodeCount; i++) out[i] = data.start[i] + scale * displacements[first + i];
  if (!data.follows) return out;
  for (let b = 0; b < count; b++) {
    const p = 7 * (count * f + b);
    const [cx, cy, cz] = [data.centres[3 * b], data.centres[3 * b + 1], data.centres[3 * b + 2]];
    const [qx, qy, qz, qw] = [poses[p + 3], poses[p + 4], poses[p + 5], poses[p + 6]];
    const s = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
    for (let i = 3 * data.nodeStart[b]; i < 3 * data.nodeStart[b + 1]; i += 3) {
      const x = out[i] - cx;
      const y = out[i + 1] - cy;
      const z = out[i + 2] - cz;
      // v + w t + q x t with t = s (q x v).
      const tx = s * (qy * z - qz * y);
      const ty = s * (qz * x - qx * z);
      const tz = s * (qx * y - qy * x);
      out[i] = poses[p] + x + qw * tx + (qy * tz - qz * ty);
      out[i + 1] = poses[p + 1] + y + qw * ty + (qz * tx - qx * tz);
      out[i + 2] = poses[p + 2] + z + qw * tz + (qx * ty - qy * tx);
    }
  }
  return out;
}

/** Size of the displacement of node n at frame f. */
export function displacementOf({ data, nodeCount, displacements }: Blocks, f: number, n: number): number {
  const i = 3 * (nodeCount * f + n);
  return data.step * Math.sqrt(displacements[i] ** 2 + displacements[i + 1] ** 2 + displacements[i + 2] ** 2);
}

/** Von Mises stress of element e at frame f. */
export function stressOf({ data, elementCount, stresses, last }: Blocks, f: number, e: number): number {
  return f === last ? data.endStress[e] : sizeOf(stresses[elementCount * f + e], data.stress);
}

/** Velocities of the nodes at frame f: their way between two frames over the time between them. */
export function velocitiesAt(blocks: Blocks, f: number): Float64Array {
  const out = new Float64Array(3 * blocks.nodeCount);
  const to = Math.min(blocks.last, Math.max(1, f));
  const time = to > 0 ? blocks.times[to] - blocks.times[to - 1] : 0;
  if (!(time > 0)) return out;
  const before = placesAt(new Float64Array(out.length), blocks, to - 1);
  placesAt(out, blocks, to);
  for (let i = 0; i < out.length; i++) out[i] = (out[i] - before[i]) / time;
  return out;
}

/** What blocks can be coloured by, one value a node or an element. */
export type BlockField = 'speed' | 'stress' | 'nodal' | 'displacement';

/** The values of a field at frame f: of elements for `stress`, else of nodes. */
export function blockValues(blocks: Blocks, field: BlockField, f: number): Float64Array {
  const { nodeCount, elementCount } = blocks;
  if (field === 'displacement') return Float64Array.from({ length: nodeCount }, (_, n) => displacementOf(blocks, f, n));
  if (field === 'speed') {
    const v = velocitiesAt(blocks, f);
    return Float64Array.from({ length: nodeCount }, (_, n) => Math.sqrt(v[3 * n] ** 2 + v[3 * n + 1] ** 2 + v[3 * n + 2] ** 2));
  }
  const stresses = Float64Array.from({ length: elementCount }, (_, e) => stressOf(blocks, f, e));
  return field === 'stress' ? stresses : nodalMeans(blocks, stresses);
}

/** Mean of the elements at each node. */
function nodalMeans({ data, nodeCount, corners }: Blocks, values: Float64Array): Float64Array {
  const sums = new Float64Array(nodeCount);
  const counts = new Float64Array(nodeCount);
  data.elements.forEach((n, k) => {
    sums[n] += values[Math.floor(k / corners)];
    counts[n]++;
  });
  return sums.map((sum, n) => sum / Math.max(1, counts[n]));
}
