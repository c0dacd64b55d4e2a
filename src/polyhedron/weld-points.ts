/**
 * Joins equal points of a file. A mesh without indices (STL) has each vertex once for every triangle at it.
 *
 * A point becomes the first point, in their order, that lies within `distance` of it and was not itself joined to
 * another point. So no point moves by more than the distance, and a row of close points does not become one point. A
 * distance of 0 joins equal points; 0 and -0 are equal. The result depends only on the points and their order. A hash
 * table of cells as wide as the distance makes the cost linear. With distance 0 a cell is one position.
 */

export interface WeldedPoints {
  /** Number of remaining points. */
  readonly count: number;
  /** Their coordinates x y z, at the front of the array that was given. */
  readonly points: Float64Array;
  /** For each given point its number among the remaining points. */
  readonly indexOf: Int32Array;
}

/**
 * `points` is x y z packed and is overwritten: its front contains the result. All coordinates must be finite, the
 * distance >= 0.
 */
export function weldPoints(points: Float64Array, distance: number): WeldedPoints {
  const n = points.length / 3;
  const indexOf = new Int32Array(n);
  // A power of two, at least twice the number of points.
  let size = 16;
  while (size < 2 * n) size *= 2;
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(n).fill(-1);
  const reach = distance > 0 ? 1 : 0;
  let count = 0;

  const find = (x: number, y: number, z: number, cx: number, cy: number, cz: number): number => {
    let found = -1;
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dz = -reach; dz <= reach; dz++) {
          for (let k = first[hash(cx + dx, cy + dy, cz + dz) & (size - 1)]; k >= 0; k = next[k]) {
            const ex = points[3 * k] - x;
            const ey = points[3 * k + 1] - y;
            const ez = points[3 * k + 2] - z;
            const near = distance > 0 ? squareOf(ex / distance, ey / distance, ez / distance) <= 1 : ex === 0 && ey === 0 && ez === 0;
            if (near && (found < 0 || k < found)) found = k;
          }
        }
      }
    }
    return found;
  };
  const cell = (x: number): number => (distance > 0 ? Math.floor(x / distance) : x) + 0;

  for (let i = 0; i < n; i++) {
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const cx = cell(x);
    const cy = cell(y);
    const cz = cell(z);
    let k = find(x, y, z, cx, cy, cz);
    if (k < 0) {
      k = count++;
      points[3 * k] = x;
      points[3 * k + 1] = y;
      points[3 * k + 2] = z;
      const place = hash(cx, cy, cz) & (size - 1);
      next[k] = first[place];
      first[place] = k;
    }
    indexOf[i] = k;
  }
  return { count, points, indexOf };
}

/** The squared length of a difference in units of the distance. So its square neither overflows nor underflows. */
function squareOf(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}

/** Three doubles and their bits. */
const bits = /* @__PURE__ */ createBits();

function createBits(): { doubles: Float64Array; words: Uint32Array } {
  const doubles = new Float64Array(3);
  return { doubles, words: new Uint32Array(doubles.buffer) };
}

/**
 * A hash of the bits of three doubles (FNV-1a on words, then the last step of MurmurHash3, because the low bits of
 * round doubles are all zero).
 */
function hash(x: number, y: number, z: number): number {
  const { doubles, words } = bits;
  // -0 + 0 is 0.
  doubles[0] = x + 0;
  doubles[1] = y + 0;
  doubles[2] = z + 0;
  let h = 0x811c9dc5;
  for (let k = 0; k < 6; k++) h = Math.imul(h ^ words[k], 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
