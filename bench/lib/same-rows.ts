/** Rows of contacts of a detector and of a plain code that must be equal: bodies in order, gap and age. */
export interface Rows {
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  readonly gaps: Float64Array;
}

/** Throws unless both have the same rows: bodies alike, gaps to rounding; `ages` are compared row by row as well. */
export function expectSameRows(counts: readonly [number, number], a: Rows, b: Rows, ages: readonly [Int32Array, Int32Array]): void {
  if (counts[0] !== counts[1]) throw new Error(`${counts[0]} contacts of the detector, ${counts[1]} of the plain code`);
  for (let c = 0; c < counts[0]; c++) {
    const isSame =
      a.bodyA[c] === b.bodyA[c] && a.bodyB[c] === b.bodyB[c] && Math.abs(a.gaps[c] - b.gaps[c]) <= 1e-12 && ages[0][c] === ages[1][c];
    if (!isSame) throw new Error(`row ${c} of the detector and of the plain code differ`);
  }
}
