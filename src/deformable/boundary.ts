/** The surface of a mesh. */

/** Corners of the triangle opposite to each corner of a positive tetrahedron, counter-clockwise seen from outside. */
export const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;

/** The faces of all tetrahedra. The number of a face is 4 * tetrahedron + opposite corner. */
export interface SortedFaces {
  /** Numbers of the faces, in order of their three nodes: faces that are shared follow each other. */
  readonly order: Uint32Array;
  /** The three nodes of each face, in rising order. */
  readonly keys: Int32Array;
}

export function sortedFaces(elements: ArrayLike<number>): SortedFaces {
  const count = elements.length;
  const keys = new Int32Array(3 * count);
  for (let f = 0; f < count; f++) {
    const e = 4 * Math.floor(f / 4);
    const [i, j, k] = FACES[f % 4];
    const a = elements[e + i];
    const b = elements[e + j];
    const c = elements[e + k];
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    keys[3 * f] = low;
    keys[3 * f + 1] = a + b + c - low - high;
    keys[3 * f + 2] = high;
  }
  let nodeCount = 0;
  for (let k = 0; k < count; k++) nodeCount = Math.max(nodeCount, elements[k] + 1);
  let order = new Uint32Array(count);
  for (let f = 0; f < count; f++) order[f] = f;
  for (const place of [2, 1, 0]) order = sortByNode(order, keys, place, nodeCount);
  return { order, keys };
}

/** The faces in order of one of their nodes; faces with the same one keep their order (counting sort). */
function sortByNode(order: Uint32Array, keys: Int32Array, place: number, nodeCount: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(nodeCount + 1);
  for (let f = 0; f < order.length; f++) next[keys[3 * f + place] + 1]++;
  for (let n = 0; n < nodeCount; n++) next[n + 1] += next[n];
  const sorted = new Uint32Array(order.length);
  for (const f of order) sorted[next[keys[3 * f + place]]++] = f;
  return sorted;
}

/** Whether two faces have the same three nodes. */
export function isSameFace(keys: Int32Array, p: number, q: number): boolean {
  return keys[3 * p] === keys[3 * q] && keys[3 * p + 1] === keys[3 * q + 1] && keys[3 * p + 2] === keys[3 * q + 2];
}

/** Numbers of the faces that only one tetrahedron has, in rising order. */
export function freeFaces({ order, keys }: SortedFaces): number[] {
  const free: number[] = [];
  for (let k = 0; k < order.length; k++) {
    const f = order[k];
    const isShared = (k > 0 && isSameFace(keys, f, order[k - 1])) || (k + 1 < order.length && isSameFace(keys, f, order[k + 1]));
    if (!isShared) free.push(f);
  }
  return free.sort((p, q) => p - q);
}

/** Nodes of faces, counter-clockwise seen from outside. */
export function faceNodes(elements: ArrayLike<number>, faces: readonly number[]): Int32Array {
  return Int32Array.from(faces.flatMap((f) => FACES[f % 4].map((c) => elements[4 * Math.floor(f / 4) + c])));
}
