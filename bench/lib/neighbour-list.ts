/**
 * The neighbour list of a plain code for spheres or discs: all pairs closer than the sum of the radii and a skin,
 * sorted by A and then by B, with A the smaller number. It is built again once a body has moved by half the skin.
 * A pair keeps its history in the entry of the list. A new list takes the history of pairs that it still holds.
 */
export interface NeighbourList {
  /** Entries of body A: those from start[A] to start[A + 1]. */
  readonly start: Int32Array;
  /** Body B of an entry. */
  readonly other: Int32Array;
  /** Steps for which the pair has touched without a break; 0: apart. */
  readonly age: Int32Array;
  /** Numbers of the user for each entry, as many as there are dimensions: zeros when a contact begins. */
  readonly history: Float64Array;
  /** Builds the list where it is due. */
  readonly prepare: (positions: Float64Array, radii: Float64Array) => void;
}

/** `room`: largest number of pairs. The grid has `side` cells of `size` along each axis, from `least` on. */
export function createNeighbourList(
  dimension: 2 | 3,
  count: number,
  room: number,
  { side, size, least, skin }: { side: number; size: number; least: number; skin: number },
): NeighbourList {
  const start = new Int32Array(count + 1);
  const other = new Int32Array(room);
  const age = new Int32Array(room);
  const history = new Float64Array(dimension * room);
  const oldStart = new Int32Array(count + 1);
  const oldOther = new Int32Array(room);
  const oldAge = new Int32Array(room);
  const oldHistory = new Float64Array(dimension * room);
  const built = new Float64Array(dimension * count).fill(Infinity);
  const cells = side ** dimension;
  const cellOf = new Int32Array(count);
  const cellStart = new Int32Array(cells + 1);
  const members = new Int32Array(count);
  const layers = dimension === 3 ? 1 : 0;

  function isDue(positions: Float64Array): boolean {
    const limit = 0.25 * skin * skin;
    for (let b = 0; b < count; b++) {
      let square = 0;
      for (let k = dimension * b; k < dimension * b + dimension; k++) square += (positions[k] - built[k]) * (positions[k] - built[k]);
      if (!(square <= limit)) return true;
    }
    return false;
  }

  function sortIntoCells(positions: Float64Array): void {
    cellStart.fill(0);
    for (let b = 0; b < count; b++) {
      let cell = 0;
      for (let k = dimension - 1; k >= 0; k--) cell = side * cell + Math.floor((positions[dimension * b + k] - least) / size);
      cellOf[b] = cell;
      cellStart[cell]++;
    }
    for (let c = 0, sum = 0; c <= cells; c++) cellStart[c] = sum += cellStart[c];
    for (let b = count - 1; b >= 0; b--) members[--cellStart[cellOf[b]]] = b;
  }

  /** Appends the entries of body `a` in the order of B; returns the end of the list. */
  function addNeighbours(a: number, positions: Float64Array, radii: Float64Array): number {
    const first = start[a];
    let end = first;
    for (let dz = -layers; dz <= layers; dz++) {
      for (let dy = -1; dy <= 1; dy++) {
        // Three cells along x are one run.
        const middle = cellOf[a] + side * (dy + side * dz);
        const last = cellStart[Math.min(middle + 2, cells)];
        for (let m = cellStart[Math.max(middle - 1, 0)]; m < last; m++) {
          const b = members[m];
          if (b <= a) continue;
          const reach = radii[a] + radii[b] + skin;
          let square = 0;
          for (let k = 0; k < dimension; k++) {
            const d = positions[dimension * b + k] - positions[dimension * a + k];
            square += d * d;
          }
          if (square > reach * reach) continue;
          let at = end++;
          for (; at > first && other[at - 1] > b; at--) other[at] = other[at - 1];
          other[at] = b;
        }
      }
    }
    return end;
  }

  /** Both lists have the order of B: one pointer moves along the old entries of `a`. */
  function takeHistory(a: number): void {
    let old = oldStart[a];
    for (let e = start[a]; e < start[a + 1]; e++) {
      while (old < oldStart[a + 1] && oldOther[old] < other[e]) old++;
      const isOld = old < oldStart[a + 1] && oldOther[old] === other[e];
      age[e] = isOld ? oldAge[old] : 0;
      for (let k = 0; k < dimension; k++) history[dimension * e + k] = isOld ? oldHistory[dimension * old + k] : 0;
    }
  }

  function prepare(positions: Float64Array, radii: Float64Array): void {
    if (!isDue(positions)) return;
    built.set(positions);
    oldStart.set(start);
    oldOther.set(other);
    oldAge.set(age);
    oldHistory.set(history);
    sortIntoCells(positions);
    for (let a = 0; a < count; a++) {
      start[a + 1] = addNeighbours(a, positions, radii);
      takeHistory(a);
    }
    if (start[count] > room) throw new Error(`${start[count]} pairs, but room for ${room}`);
  }

  return { start, other, age, history, prepare };
}
