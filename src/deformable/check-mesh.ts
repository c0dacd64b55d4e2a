/** Checks of a mesh that is given: each fault has its own words. */
import { InputError } from '../math/input-error';
import { faceNodes, FACES, freeFaces, isSameFace, sortedFaces, type SortedFaces } from './boundary';
import { checkArrays, checkPieces, TETRAHEDRA } from './check-arrays';
import { signedVolume } from './signed-volume';

/** A tetrahedron is flat when its volume is below this part of the cube of its longest edge. */
const FLAT = 1e-12;
/** A node hangs on a triangle or an edge when it is nearer than this part of the longest edge. */
const HANGS = 1e-9;

export function checkMesh(nodes: ArrayLike<number>, elements: ArrayLike<number>): void {
  checkArrays(TETRAHEDRA, nodes, elements);
  for (let e = 0; e < elements.length / 4; e++) checkVolume(nodes, elements, e);
  const faces = sortedFaces(elements);
  checkFaces(elements, faces);
  checkPieces(TETRAHEDRA, elements.length / 4, pairsOf(faces));
  checkHangingNodes(nodes, faceNodes(elements, freeFaces(faces)));
}

function checkVolume(nodes: ArrayLike<number>, elements: ArrayLike<number>, e: number): void {
  const volume = signedVolume(nodes, elements, 4 * e);
  let longest = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) longest = Math.max(longest, Math.sqrt(distanceSquared(nodes, elements[4 * e + i], elements[4 * e + j])));
  if (Math.abs(volume) <= FLAT * longest * longest * longest)
    throw new InputError('flat', `tetrahedron ${e} is flat: its volume is ${volume}`, e, volume);
  if (volume < 0)
    throw new InputError(
      'wrong-winding',
      `tetrahedron ${e} has the volume ${volume}; exchange two of its nodes to make it positive`,
      e,
      volume,
    );
}

function distanceSquared(nodes: ArrayLike<number>, p: number, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (nodes[3 * p + k] - nodes[3 * q + k]) * (nodes[3 * p + k] - nodes[3 * q + k]);
  return sum;
}

/** A triangle has one or two tetrahedra; two are on opposite sides. All volumes are positive here. */
function checkFaces(elements: ArrayLike<number>, { order, keys }: SortedFaces): void {
  for (let k = 1; k < order.length; k++) {
    const f = order[k];
    if (!isSameFace(keys, f, order[k - 1])) continue;
    const e = Math.floor(f / 4);
    const other = Math.floor(order[k - 1] / 4);
    const names = `the triangle of nodes ${keys[3 * f]}, ${keys[3 * f + 1]} and ${keys[3 * f + 2]}`;
    if (k > 1 && isSameFace(keys, f, order[k - 2]))
      throw new InputError('non-manifold', `${names} is in more than two tetrahedra`, e, other);
    if (winding(elements, f) === winding(elements, order[k - 1]))
      throw new InputError('non-manifold', `tetrahedra ${other} and ${e} are on the same side of ${names}: they overlap`, e, other);
  }
}

/** 1 when the nodes of face f, seen from outside, are in rising order up to a rotation, -1 otherwise. */
function winding(elements: ArrayLike<number>, f: number): number {
  const [a, b, c] = FACES[f % 4].map((k) => elements[4 * Math.floor(f / 4) + k]);
  return (a < b ? 1 : -1) * (b < c ? 1 : -1) * (a < c ? 1 : -1);
}

/** The two tetrahedra of each triangle that is shared. */
function pairsOf({ order, keys }: SortedFaces): number[] {
  const pairs: number[] = [];
  for (let k = 1; k < order.length; k++)
    if (isSameFace(keys, order[k], order[k - 1])) pairs.push(Math.floor(order[k] / 4), Math.floor(order[k - 1] / 4));
  return pairs;
}

/** No node of the surface lies on a triangle of the surface that it is not a corner of. */
function checkHangingNodes(nodes: ArrayLike<number>, triangles: Int32Array): void {
  // Nodes in order of x, so that each triangle asks only those of its own range.
  const sorted = [...new Set(triangles)].sort((p, q) => nodes[3 * p] - nodes[3 * q]);
  const lowest = (x: number): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[3 * sorted[middle]] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const reach = HANGS * Math.sqrt(Math.max(distanceSquared(nodes, a, b), distanceSquared(nodes, b, c), distanceSquared(nodes, c, a)));
    const end = Math.max(nodes[3 * a], nodes[3 * b], nodes[3 * c]) + reach;
    for (let k = lowest(Math.min(nodes[3 * a], nodes[3 * b], nodes[3 * c]) - reach); k < sorted.length; k++) {
      const p = sorted[k];
      if (nodes[3 * p] > end) break;
      if (p !== a && p !== b && p !== c && isOn(nodes, a, b, c, p, reach))
        throw new InputError(
          'non-manifold',
          `node ${p} lies on the triangle of nodes ${a}, ${b} and ${c} but is no corner of it; tetrahedra must meet in whole triangles`,
          p,
          reach,
        );
    }
  }
}

function isOn(nodes: ArrayLike<number>, a: number, b: number, c: number, p: number, reach: number): boolean {
  const from = (q: number) => [0, 1, 2].map((k) => nodes[3 * q + k] - nodes[3 * a + k]);
  const [u, v, r] = [from(b), from(c), from(p)];
  const cross = (s: number[], t: number[]) => [s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]];
  const dot = (s: number[], t: number[]) => s[0] * t[0] + s[1] * t[1] + s[2] * t[2];
  const n = cross(u, v);
  const twice = Math.sqrt(dot(n, n));
  const s = dot(cross(r, v), n) / (twice * twice);
  const t = dot(cross(u, r), n) / (twice * twice);
  const least = -HANGS;
  return Math.abs(dot(r, n)) <= reach * twice && s >= least && t >= least && s + t <= 1 + HANGS;
}
