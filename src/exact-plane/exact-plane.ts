/**
 * The exact common plane: the unit normal n that maximises g(n) = lB(n) - hA(n) (Nezami et al. 2006, section 2.1, with
 * signed gaps), and its gap. It is the reference for every other method.
 *
 * Bodies that overlap mostly have a certificate of their depth (overlap-certificate.ts), which costs a few faces of the
 * Minkowski difference. Without a certificate, and for bodies apart or touching, the search is exhaustive
 * (exhaustive-plane.ts). Both give the same plane.
 *
 * Frame: A's; pose is that of B in A. Normal from A to B. Status by the pair's rounding band; Unresolved only if the
 * proof of distance failed by more than rounding and the bodies' tolerances (not seen in any test). state (3 floats):
 * the last normal in A's frame. The search starts there; the result does not depend on it. When several translations
 * are equally short (a cube in the middle of a cube), the order is: faces of A, faces of B, edges.
 */
import type { CommonPlane } from '../contact/common-plane';
import type { ContactState } from '../contact/method';
import type { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { exhaustivePlane, invalidPlane } from './exhaustive-plane';
import { direction } from './minkowski-pair';
import {
  BODIES_APART,
  LINK_PROVED,
  OVERLAP_PROVED,
  aim,
  beginCertificate,
  certifyFromDirection,
  writeCertified,
} from './overlap-certificate';

/** State slot of the exact plane. */
export const EXACT_STATE_INTS = 0;
export const EXACT_STATE_FLOATS = 3;

/**
 * Exact common plane of A and B, B posed in A's frame by `pose` (length 12). Writes every field of `out`, in A's frame.
 *
 * @example
 * ```ts
 * const plane = createCommonPlane();
 * const bodies = bodySetFromPoints([cornersOfA, cornersOfB]);
 * const pose = relativePose(createPose(), bodies, 0, 1);
 * exactPlane(plane, bodies.shapes[0], bodies.shapes[1], pose, createState(exactMethod));
 * ```
 */
export function exactPlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  if (!isFinitePose(pose)) return invalidPlane(out);
  // Certificates are about solids.
  if (a.dimension + b.dimension < 6) return exhaustivePlane(out, a, b, pose, state);
  const { floats, floatOffset } = state;
  if (beginCertificate(a, b, pose) && (aim(floats, floatOffset) || aim(pose, 9))) {
    const end = certifyFromDirection(a, b);
    if (end === OVERLAP_PROVED) {
      writeCertified(out);
      for (let k = 0; k < 3; k++) floats[floatOffset + k] = out.normal[k];
      return out.status;
    }
    // The search for the distance starts from the plane that separates the bodies.
    if (end === BODIES_APART || end === LINK_PROVED) for (let k = 0; k < 3; k++) floats[floatOffset + k] = direction[k];
  }
  return exhaustivePlane(out, a, b, pose, state);
}
