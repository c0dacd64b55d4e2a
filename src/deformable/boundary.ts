/** The surface of a mesh. */

/** Corners of the triangle opposite to each corner of a positive tetrahedron, counter-clockwise seen from outside. */
export const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;

/** Triangles that only one tetrahedron has. */
interface Boundary {
  /** Nodes of each triangle, counter-clockwise seen from outside, length 3t. */
  triangles: Int32Array;
  /** The tetrahedron of each triangle, and the corner of it that is opposite, length t. */
  element: Int32Array;
  opposite: Int32Array;
}

/**
 * The faces of all tetrahedra, in order of their three nodes: faces that are shared follow each other. Entries: the
 * number of the face, 4 * tetrahedron + opposite corner.
 */
export function sortedFaces(elements: ArrayLike<number>): { order: Uint32Array; keys: Int32Array } {
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
  const order = new Uint32Array(count);
  for (let f = 0; f < count; f++) order[f] = f;
  order.sort((p, q) => keys[3 * p] - keys[3 * q] || keys[3 * p + 1] - keys[3 * q + 1] || keys[3 * p + 2] - keys[3 * q + 2] || p - q);
  return { order, keys };
}

/** Whether two faces have the same three nodes. */
export function isSameFace(keys: Int32Array, p: number, q: number): boolean {
  return keys[3 * p] === keys[3 * q] && keys[3 * p + 1] === keys[3 * q + 1] && keys[3 * p + 2] === keys[3 * q + 2];
}

/** The surface, in order of the tetrahedra. */
export function findBoundary(elements: ArrayLike<number>): Boundary {
  const { order, keys } = sortedFaces(elements);
  const free: number[] = [];
  for (let k = 0; k < order.length; k++) {
    const f = order[k];
    const isShared = (k > 0 && isSameFace(keys, f, order[k - 1])) || (k + 1 < order.length && isSameFace(keys, f, order[k + 1]));
    if (!isShared) free.push(f);
  }
  free.sort((p, q) => p - q);
  const triangles = Int32Array.from(free.flatMap((f) => FACES[f % 4].map((c) => elements[4 * Math.floor(f / 4) + c])));
  return { triangles, element: Int32Array.from(free, (f) => Math.floor(f / 4)), opposite: Int32Array.from(free, (f) => f % 4) };
}
