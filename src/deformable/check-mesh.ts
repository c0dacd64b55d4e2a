/** Checks of a mesh that is given: each fault has its own words. */
import { InputError } from '../math/input-error';
import { faceNodes, FACES, freeFaces, isSameFace, sortedFaces, type SortedFaces } from './boundary';
import { checkArrays, checkPieces, TETRAHEDRA } from './check-arrays';
import { checkHangingNodes } from './hanging-nodes';
import { signedVolume } from './signed-volume';

/** A tetrahedron is flat when its volume is below this part of the cube of its longest edge. */
const FLAT = 1e-12;

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
  for (let i = 1; i < 4; i++)
    for (let j = 0; j < i; j++) longest = Math.max(longest, Math.sqrt(distanceSquared(nodes, elements[4 * e + i], elements[4 * e + j])));
  const cube = longest * longest * longest;
  if (!(cube < Infinity) || (longest > 0 && !(FLAT * cube > 0)))
    throw new InputError(
      'not-finite',
      `the longest edge of tetrahedron ${e} is ${longest}: its volume is no number of double precision; take another unit of length`,
      e,
      longest,
    );
  if (!(Math.abs(volume) > FLAT * cube)) throw new InputError('flat', `tetrahedron ${e} is flat: its volume is ${volume}`, e, volume);
  if (volume < 0)
    throw new InputError(
      'wrong-winding',
      `tetrahedron ${e} has the volume ${volume}; exchange two of its nodes to make it positive`,
      e,
      volume,
    );
}

function distanceSquared(nodes: ArrayLike<number>, p: number, q: number): number {
  const x = nodes[3 * p] - nodes[3 * q];
  const y = nodes[3 * p + 1] - nodes[3 * q + 1];
  const z = nodes[3 * p + 2] - nodes[3 * q + 2];
  return x * x + y * y + z * z;
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
  const [i, j, k] = FACES[f % 4];
  const e = 4 * Math.floor(f / 4);
  const a = elements[e + i];
  const b = elements[e + j];
  const c = elements[e + k];
  return (a < b ? 1 : -1) * (b < c ? 1 : -1) * (a < c ? 1 : -1);
}

/** The two tetrahedra of each triangle that is shared. */
function pairsOf({ order, keys }: SortedFaces): number[] {
  const pairs: number[] = [];
  for (let k = 1; k < order.length; k++)
    if (isSameFace(keys, order[k], order[k - 1])) pairs.push(Math.floor(order[k] / 4), Math.floor(order[k - 1] / 4));
  return pairs;
}
