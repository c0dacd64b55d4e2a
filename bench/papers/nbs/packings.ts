/** The packings of the test problems, figures 13, 15, 17 and 19, and the exact number of touching couples of each. */

export interface Packing {
  count: number;
  /** x y a disc, x y z a sphere. */
  centres: Float64Array;
  radii: Float64Array;
  /** Couples that touch. */
  couples: number;
}

/**
 * `side` x `side` discs of diameter 1; x of column i and y of row j are given. The paper does not tell how long its
 * rows are.
 */
function packing(side: number, x: (i: number) => number, y: (j: number) => number, couples: number, shuffled: boolean): Packing {
  const count = side * side;
  const number = Int32Array.from({ length: count }, (_, i) => i);
  if (shuffled) {
    // A linear congruential generator: the numbering is the same everywhere.
    let state = 12345;
    for (let i = count - 1; i > 0; i--) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const j = Math.floor((state / 2 ** 32) * (i + 1));
      [number[i], number[j]] = [number[j], number[i]];
    }
  }
  const centres = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) centres.set([x(k % side), y(Math.floor(k / side))], 2 * number[k]);
  return { count, centres, radii: new Float64Array(count).fill(0.5), couples };
}

/** A: distance D in x and 2 D in y. */
export function packingA(side: number, shuffled = false): Packing {
  return packing(
    side,
    (i) => i,
    (j) => 2 * j,
    side * (side - 1),
    shuffled,
  );
}

/** B: distance S in x and 2 D in y. */
export function packingB(side: number, spacing: number): Packing {
  return packing(
    side,
    (i) => spacing * i,
    (j) => 2 * j,
    spacing > 1 ? 0 : side * (side - 1),
    false,
  );
}

/** C: distance S in x and in y. */
export function packingC(side: number, spacing: number): Packing {
  return packing(
    side,
    (i) => spacing * i,
    (j) => spacing * j,
    spacing > 1 ? 0 : 2 * side * (side - 1),
    false,
  );
}

/** D: distances D and S in turn in x, and 2 D in y. `side` is even. */
export function packingD(side: number, spacing: number): Packing {
  const x = (i: number) => Math.floor(i / 2) * (1 + spacing) + (i % 2);
  return packing(side, x, (j) => 2 * j, spacing > 1 ? (side * side) / 2 : side * (side - 1), false);
}

/** A cubic block of edge x edge x edge spheres of diameter 1 at distance S in all directions, touching to the digit. */
export function pile(edge: number, spacing: number): Packing {
  const count = edge ** 3;
  const centres = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    centres.set([spacing * (k % edge), spacing * (Math.floor(k / edge) % edge), spacing * Math.floor(k / edge / edge)], 3 * k);
  }
  return { count, centres, radii: new Float64Array(count).fill(0.5), couples: spacing > 1 ? 0 : 3 * edge * edge * (edge - 1) };
}
