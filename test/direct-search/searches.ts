import type { Pose } from '../../src/body';
import { exactMethod, exactPlane } from '../../src/common-plane';
import {
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createState,
  type CommonPlane,
  type Contact,
  type ContactState,
} from '../../src/contact';
import { directSearch, fastDirectSearch, fastDirectSearchMethod, type DirectSearchOptions } from '../../src/direct-search';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { solidOf } from '../oracles/solid';
import { distance } from '../oracles/vector';

export interface Bodies {
  a: ConvexPolyhedron;
  b: ConvexPolyhedron;
  pose: Pose;
}

export const memory = (): ContactState => createState(fastDirectSearchMethod);

export function direct({ a, b, pose }: Bodies, options: DirectSearchOptions = createDetectOptions()): Contact {
  const out = createContactFor(a, b);
  directSearch(out, a, b, pose, undefined, options);
  return out;
}

export function fast({ a, b, pose }: Bodies, state = memory(), options: DirectSearchOptions = createDetectOptions()): Contact {
  const out = createContactFor(a, b);
  fastDirectSearch(out, a, b, pose, state, options);
  return out;
}

export function exact({ a, b, pose }: Bodies): CommonPlane {
  const plane = createCommonPlane();
  exactPlane(plane, a, b, pose, createState(exactMethod));
  return plane;
}

/** The contact set as text: features of A and B of every point, in no order. */
export function contactSet(contact: Contact): string {
  const pairs = Array.from({ length: Math.min(contact.count, contact.gaps.length) }, (_, k) => [
    contact.features[2 * k],
    contact.features[2 * k + 1],
  ]);
  return pairs
    .map(([c, d]) => `${c}:${d}`)
    .sort()
    .join(' ');
}

/** dTol of a pair, from the definition: 5 % of the smallest edge, and not below what rounding can tell. */
export function toleranceOf({ a, b }: Bodies): number {
  const edges = [a, b].flatMap((shape) => {
    const solid = solidOf(shape);
    return solid.edges.map(([i, j]) => distance(solid.vertices[i], solid.vertices[j]));
  });
  return Math.max(0.05 * Math.min(...edges), 4 * (a.tolerance + b.tolerance));
}
