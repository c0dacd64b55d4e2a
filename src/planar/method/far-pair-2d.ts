/**
 * Bodies in the plane that are farther apart than dTol, and no farther than options.margin or their rounding radii
 * allow. Near then means within dTol of the nearest pair of features: up to the distance (from the exact line) plus
 * dTol. So the contact does not depend on the margin.
 */
import type { Pose2d } from '../body/pose-2d';
import { createCommonLine } from '../contact/common-line';
import { GAP_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { CONTACTS, setCount } from './contact-set-2d';
import { D_TOL, FARTHEST, NEAR, entrance, settings } from './entrance-2d';
import { exactLine } from './exact-line';

const line = /* @__PURE__ */ createCommonLine();

/**
 * Whether a pair without features within dTol has a contact farther away. If so, widens the near distance; the caller
 * must search again.
 */
export function isFar2d(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  // The entrance is a lower bound of the gap.
  if (setCount[CONTACTS] > 0 || !(settings[FARTHEST] > settings[D_TOL]) || entrance[GAP_2D] > settings[FARTHEST]) return false;
  if (!(entrance[GAP_2D] > -settings[D_TOL])) return false;
  exactLine(line, a, b, pose);
  if (!(line.gap > 0 && line.gap <= settings[FARTHEST])) return false;
  settings[NEAR] = line.gap + settings[D_TOL];
  return true;
}
