/**
 * Searches for near spheres to measure NBS against. Flat arrays and scalars throughout; each function makes a search
 * with its own memory.
 */
import type { PairList } from 'dem-contact';

export type Search = (out: PairList, count: number, centres: Float64Array, radii: Float64Array) => void;

function append(out: PairList, p: number, q: number): void {
  const at = 2 * out.count;
  if (at + 2 > out.pairs.length) {
    const longer = new Int32Array(2 * out.pairs.length);
    longer.set(out.pairs);
    out.pairs = longer;
  }
  out.pairs[at] = p < q ? p : q;
  out.pairs[at + 1] = p < q ? q : p;
  out.count++;
}

/** Every body against every later one. */
export function createAllPairs(): Search {
  return (out, count, centres, radii) => {
    out.count = 0;
    for (let p = 0; p < count; p++) {
      const x = centres[3 * p];
      const y = centres[3 * p + 1];
      const z = centres[3 * p + 2];
      const r = radii[p];
      for (let q = p + 1, at = 3 * q; q < count; q++, at += 3) {
        const dx = centres[at] - x;
        const dy = centres[at + 1] - y;
        const dz = centres[at + 2] - z;
        const reach = r + radii[q];
        if (dx * dx + dy * dy + dz * dz <= reach * reach) append(out, p, q);
      }
    }
  };
}

/**
 * Sort and sweep along x. The order is kept from search to search and repaired by insertion, so on a scene that stands
 * still sorting costs one pass: the best case for it. Bodies are copied in that order and swept by their lower ends.
 */
export function createSortAndSweep(count: number): Search {
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const low = new Float64Array(count);
  const body = new Float64Array(4 * count);
  let sorted = false;
  return (out, n, centres, radii) => {
    out.count = 0;
    if (!sorted) order.sort((p, q) => centres[3 * p] - radii[p] - (centres[3 * q] - radii[q]));
    sorted = true;
    for (let k = 0; k < n; k++) {
      const b = order[k];
      const lowest = centres[3 * b] - radii[b];
      let at = k;
      for (; at > 0 && low[at - 1] > lowest; at--) {
        order[at] = order[at - 1];
        low[at] = low[at - 1];
      }
      order[at] = b;
      low[at] = lowest;
    }
    for (let k = 0; k < n; k++) {
      const b = order[k];
      body[4 * k] = centres[3 * b];
      body[4 * k + 1] = centres[3 * b + 1];
      body[4 * k + 2] = centres[3 * b + 2];
      body[4 * k + 3] = radii[b];
    }
    for (let k = 0; k < n; k++) {
      const x = body[4 * k];
      const y = body[4 * k + 1];
      const z = body[4 * k + 2];
      const r = body[4 * k + 3];
      for (let m = k + 1; m < n && low[m] <= x + r; m++) {
        const dx = body[4 * m] - x;
        const dy = body[4 * m + 1] - y;
        const dz = body[4 * m + 2] - z;
        const reach = r + body[4 * m + 3];
        if (dx * dx + dy * dy + dz * dz <= reach * reach) append(out, order[k], order[m]);
      }
    }
  };
}

/**
 * NBS in three dimensions with the loops of the paper: lists are found through marks "new" and "old" by looping over
 * bodies, built for each layer and row anew, and removed by looping over bodies; cell numbers are stored. Same cells,
 * same lists and the same thirteen neighbours.
 */
export function createPaperLoops(count: number): Search {
  const ix = new Int32Array(count);
  const iy = new Int32Array(count);
  const iz = new Int32Array(count);
  const nextX = new Int32Array(count);
  const nextY = new Int32Array(count);
  const nextZ = new Int32Array(count);
  let headX = new Int32Array(0);
  let headY = new Int32Array(0);
  let headZ = new Int32Array(0);
  const rows = new Int32Array(5);
  // A list marked old has its head h stored as -2 - h.
  const head = (stored: number): number => (stored < -1 ? -2 - stored : stored);
  return (out, n, centres, radii) => {
    out.count = 0;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    let largest = 0;
    for (let b = 0; b < n; b++) {
      for (let k = 0; k < 3; k++) {
        const x = centres[3 * b + k];
        if (x < low[k]) low[k] = x;
        if (x > high[k]) high[k] = x;
      }
      if (radii[b] > largest) largest = radii[b];
    }
    const perCell = 1 / (2 * largest * (1 + 1e-9));
    const [lowX, lowY, lowZ] = low;
    const nx = Math.floor((high[0] - lowX) * perCell) + 1;
    const ny = Math.floor((high[1] - lowY) * perCell) + 1;
    const nz = Math.floor((high[2] - lowZ) * perCell) + 1;
    if (headX.length < 5 * nx) headX = new Int32Array(5 * nx).fill(-1);
    if (headY.length < 2 * ny) headY = new Int32Array(2 * ny).fill(-1);
    if (headZ.length < nz) headZ = new Int32Array(nz).fill(-1);
    for (let b = 0; b < n; b++) {
      ix[b] = Math.floor((centres[3 * b] - lowX) * perCell);
      iy[b] = Math.floor((centres[3 * b + 1] - lowY) * perCell);
      iz[b] = Math.floor((centres[3 * b + 2] - lowZ) * perCell);
      nextZ[b] = headZ[iz[b]];
      headZ[iz[b]] = b;
    }
    for (let b = 0; b < n; b++) {
      const z = iz[b];
      const layer = headZ[z];
      if (layer < 0) continue;
      headZ[z] = -2 - layer;
      const under = z > 0 ? head(headZ[z - 1]) : -1;
      for (let c = layer; c >= 0; c = nextZ[c]) {
        nextY[c] = headY[iy[c]];
        headY[iy[c]] = c;
      }
      for (let c = under; c >= 0; c = nextZ[c]) {
        nextY[c] = headY[ny + iy[c]];
        headY[ny + iy[c]] = c;
      }
      for (let c = layer; c >= 0; c = nextZ[c]) {
        const y = iy[c];
        const row = headY[y];
        if (row < 0) continue;
        headY[y] = -2 - row;
        rows[0] = row;
        rows[1] = y > 0 ? head(headY[y - 1]) : -1;
        rows[2] = y > 0 ? headY[ny + y - 1] : -1;
        rows[3] = headY[ny + y];
        rows[4] = y + 1 < ny ? headY[ny + y + 1] : -1;
        for (let k = 0; k < 5; k++) {
          for (let d = rows[k]; d >= 0; d = nextY[d]) {
            const at = k * nx + ix[d];
            nextX[d] = headX[at];
            headX[at] = d;
          }
        }
        for (let d = row; d >= 0; d = nextY[d]) {
          const x = ix[d];
          const cell = headX[x];
          if (cell < 0) continue;
          headX[x] = -2 - cell;
          for (let p = cell; p >= 0; p = nextX[p]) {
            testList(out, centres, radii, nextX, p, nextX[p]);
            if (x > 0) testList(out, centres, radii, nextX, p, head(headX[x - 1]));
            for (let k = 1; k < 5; k++) {
              const last = x + 1 < nx ? x + 1 : x;
              for (let column = x > 0 ? x - 1 : x; column <= last; column++)
                testList(out, centres, radii, nextX, p, headX[k * nx + column]);
            }
          }
        }
        for (let k = 0; k < 5; k++) for (let d = rows[k]; d >= 0; d = nextY[d]) headX[k * nx + ix[d]] = -1;
      }
      for (let c = layer; c >= 0; c = nextZ[c]) headY[iy[c]] = -1;
      for (let c = under; c >= 0; c = nextZ[c]) headY[ny + iy[c]] = -1;
    }
    for (let b = 0; b < n; b++) headZ[iz[b]] = -1;
  };
}

function testList(out: PairList, centres: Float64Array, radii: Float64Array, next: Int32Array, p: number, list: number): void {
  const x = centres[3 * p];
  const y = centres[3 * p + 1];
  const z = centres[3 * p + 2];
  const r = radii[p];
  for (let q = list; q >= 0; q = next[q]) {
    const dx = centres[3 * q] - x;
    const dy = centres[3 * q + 1] - y;
    const dz = centres[3 * q + 2] - z;
    const reach = r + radii[q];
    if (dx * dx + dy * dy + dz * dz <= reach * reach) append(out, p, q);
  }
}
