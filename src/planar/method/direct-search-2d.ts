/**
 * The direct search (DS) in the plane: every vertex of each polygon is tested with every edge of the other, for
 * contacts within dTol that are valid entrances (Zheng, Jiao, Gardner, Sitar 2017; definitions in entrance-2d.ts and
 * contact-set-2d.ts). It is the baseline of the fast search. There is no early exit and no memory.
 *
 * Result by the gap: beyond dTol and the margin, Separated without points, and the gap is a lower bound. Within, the
 * contact set (Separated with points is a potential contact). For overlaps deeper than dTol, the entrance of largest
 * distance, with one point and the exact depth. Frame: A's. Normal from A to B. Cost: all pairs of vertices and edges.
 */
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import { GAP_2D } from '../contact/layouts-2d';
import type { ContactMethod2d } from '../contact/method-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { writeContact2d } from './contact-result-2d';
import { addNear, clearSet, CONTACTS, setCount } from './contact-set-2d';
import { D_TOL, entrance, loadBlocks2d, searchAllEntrances, settings, type DirectSearchOptions2d } from './entrance-2d';
import { isFar2d } from './far-pair-2d';

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. There is no memory: `state` is
 * not read, and may be undefined.
 *
 * @example
 * ```ts
 * directSearch2d(contact, a, b, pose, createState(directSearchMethod2d), createDetectOptions2d());
 * ```
 */
export function directSearch2d(
  out: Contact2d,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  _state: ContactState | undefined,
  options: DirectSearchOptions2d,
): Status {
  if (!isFinitePose2d(pose) || !(pose[2] * pose[2] + pose[3] * pose[3] < Infinity)) return clearContact2d(out, Status.Invalid).status;
  if (a.dimension + b.dimension < 4) return clearContact2d(out, Status.Invalid).status;
  loadBlocks2d(a, b, pose, options);
  searchPairs(a, b);
  searchAllEntrances(a, b);
  if (isFar2d(a, b, pose)) searchPairs(a, b);
  // For a depth above dTol the set cannot contain the shortest separation.
  if (entrance[GAP_2D] < -settings[D_TOL]) setCount[CONTACTS] = 0;
  return writeContact2d(out, a, b, pose, options);
}

function searchPairs(a: ConvexPolygon, b: ConvexPolygon): void {
  clearSet();
  for (let v = 0; v < a.vertexCount; v++) for (let k = 0; k < b.vertexCount; k++) addNear(a, b, 0, v, k);
  for (let w = 0; w < b.vertexCount; w++) for (let k = 0; k < a.vertexCount; k++) addNear(a, b, 1, w, k);
}

/** The direct search as a {@link ContactMethod2d}. */
export const directSearchMethod2d: ContactMethod2d = {
  name: 'direct-search',
  stateInts: 0,
  stateFloats: 0,
  detect: directSearch2d,
};
