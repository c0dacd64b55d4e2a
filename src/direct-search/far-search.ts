/**
 * The contact of blocks that are farther apart than dTol, and no farther than options.margin or their rounding radii
 * allow.
 *
 * The contact has the features within dTol of the nearest pair of features: everything up to distance + dTol is near.
 * The distance is not known. So the first search doubles its reach until it finds a contact. The result contains the
 * shortest link (nearest-link.ts), and the last search uses its length. So the contact does not depend on the margin or
 * on the reach of the first search.
 */
import { GAP } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { LEFT_OUT, setCount } from './contact-set';
import { linkWay, measureLink } from './nearest-link';
import { D_TOL, NEAR, REACH, settings, squareNear } from './settings';

/**
 * Begins the first search with features within dTol of a lower bound of the gap (bound[GAP]). False when nothing beyond
 * dTol is within reach.
 */
export function startFar(bound: Float64Array): boolean {
  const dTol = settings[D_TOL];
  if (!(settings[REACH] > dTol)) return false;
  settings[NEAR] = Math.min(settings[REACH], Math.max(bound[GAP], dTol) + dTol);
  squareNear();
  return true;
}

/** Whether the current search covered the whole reach. */
export function isWholeReach(): boolean {
  return !(settings[NEAR] < settings[REACH]);
}

/** After a search without a result: doubles the distance. False when the search covered the whole reach. */
export function widenFar(): boolean {
  if (isWholeReach()) return false;
  settings[NEAR] = Math.min(settings[REACH], 2 * settings[NEAR]);
  squareNear();
  return true;
}

/**
 * After a search with a result: sets the distance to that of the nearest pair plus dTol. False when the pair is out of
 * reach.
 */
export function narrowFar(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  measureLink(a, b);
  // If the set was full, the nearest pair may not be in it. Then the result of the search stays.
  if (!(linkWay[GAP] <= settings[REACH]) || setCount[LEFT_OUT] > 0) return linkWay[GAP] <= settings[REACH];
  settings[NEAR] = linkWay[GAP] + settings[D_TOL];
  squareNear();
  return true;
}
