/* eslint-disable no-restricted-syntax -- data enters the library here: a mesh is checked when it is built */
/**
 * The edges of a mesh and the triangles at each, and whether the triangles agree on which side is free. Cold: maps and
 * lists, linear time.
 *
 * Two triangles agree when they pass their edge in opposite directions. At an edge of more than two triangles both
 * directions must occur equally often: then closed surfaces touch there, or sheets cross.
 */
import { InputError } from '../math/input-error';

export interface Edges {
  /** Edge from corner k to corner k + 1, three for each triangle. */
  readonly triangleEdges: Int32Array;
  /** Two vertices for each edge, the lower number first. */
  readonly edgeVertices: Int32Array;
  /** Sides of triangles at each edge: 3 t + k, in ascending order. */
  readonly edgeSides: number[][];
}

export function edgesOf(triangles: Int32Array, vertexCount: number): Edges {
  const known = new Map<number, number>();
  const triangleEdges = new Int32Array(triangles.length);
  const ends: number[] = [];
  const edgeSides: number[][] = [];
  for (let c = 0; c < triangles.length; c++) {
    const a = triangles[c];
    const b = triangles[endOf(c)];
    const key = Math.min(a, b) * vertexCount + Math.max(a, b);
    let e = known.get(key);
    if (e === undefined) {
      e = edgeSides.push([]) - 1;
      known.set(key, e);
      ends.push(Math.min(a, b), Math.max(a, b));
    }
    edgeSides[e].push(c);
    triangleEdges[c] = e;
  }
  return { triangleEdges, edgeVertices: Int32Array.from(ends), edgeSides };
}

/** The corner at which side c ends; it begins at corner c. */
export function endOf(c: number): number {
  return c % 3 === 2 ? c - 2 : c + 1;
}

/** Whether side c runs from the lower number to the higher. */
export function runsUp(triangles: Int32Array, c: number): boolean {
  return triangles[c] < triangles[endOf(c)];
}

/** Throws where triangles at an edge do not agree. `source`: what each triangle was in the input. */
export function checkAgreement(triangles: Int32Array, { edgeSides }: Edges, source: Int32Array): void {
  for (const sides of edgeSides) {
    const up = sides.filter((c) => runsUp(triangles, c)).length;
    if (sides.length < 2 || 2 * up === sides.length) continue;
    const names = sides.map((c) => source[Math.floor(c / 3)]);
    const last = names[names.length - 1];
    if (sides.length > 2) {
      const list = `${names.slice(0, -1).join(', ')} and ${last}`;
      const text = `triangles ${list} share an edge, and do not come in pairs of opposite direction; see twoSided and repair`;
      throw new InputError('non-manifold', text, last, sides.length);
    }
    const text = `triangles ${names[0]} and ${last} run along their edge the same way: one shows its front where the other shows its back; see twoSided and repair`;
    throw new InputError('wrong-winding', text, last);
  }
}

/**
 * Reverses triangles, in place, until the two triangles at each edge agree, as far as possible. In each connected piece
 * the part with the smaller area is reversed. Returns the number of reversed triangles.
 */
export function orientAlike(triangles: Int32Array, areas: Float64Array, { edgeSides, triangleEdges }: Edges): number {
  const count = triangles.length / 3;
  const turn = new Int8Array(count).fill(-1);
  let flipped = 0;
  for (let seed = 0; seed < count; seed++) {
    if (turn[seed] >= 0) continue;
    turn[seed] = 0;
    const piece = [seed];
    let balance = 0;
    for (const t of piece) {
      const size = Math.sqrt(areas[3 * t] * areas[3 * t] + areas[3 * t + 1] * areas[3 * t + 1] + areas[3 * t + 2] * areas[3 * t + 2]);
      balance += turn[t] === 0 ? size : -size;
      for (let c = 3 * t; c < 3 * t + 3; c++) {
        const sides = edgeSides[triangleEdges[c]];
        if (sides.length !== 2) continue;
        const other = sides[0] === c ? sides[1] : sides[0];
        const u = Math.floor(other / 3);
        if (turn[u] >= 0) continue;
        turn[u] = runsUp(triangles, c) === runsUp(triangles, other) ? 1 - turn[t] : turn[t];
        piece.push(u);
      }
    }
    const wrong = balance < 0 ? 0 : 1;
    for (const t of piece) {
      if (turn[t] !== wrong) continue;
      flipped++;
      const b = triangles[3 * t + 1];
      triangles[3 * t + 1] = triangles[3 * t + 2];
      triangles[3 * t + 2] = b;
      for (let k = 0; k < 3; k++) areas[3 * t + k] = 0 - areas[3 * t + k];
    }
  }
  return flipped;
}
