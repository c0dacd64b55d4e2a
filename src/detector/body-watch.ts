/**
 * Validity and motion of all bodies in space (row-watch.ts says how they are used).
 *
 * A body that moved by d and turned by t has moved each of its points x by at most |d| + 2 |x| sin(t / 2). With q0 and
 * q the orientations, sin(t / 2) = |v| / (|q0| |q|), v being the vector of conj(q0) q: no trigonometry, no
 * cancellation, and q and -q are one. Squared lengths are at least 1 - 1e-3, so 2 sin(t / 2) <= TURN |v|. In a periodic
 * box d is that to the nearest image: a body that is put back into the box has not moved.
 *
 * For the near list bodies are spheres, so turning does not count, except for bodies whose faces were used to leave
 * pairs out (build-near-list.ts). Cost: about 200 bytes read a body, no more arithmetic than one contact's.
 */
import type { BodySet } from '../body/body-set';
import { QUATERNION_DRIFT } from '../math/rotation';
import { moveWithCell } from '../detector-shared/moving-cell';
import { boundOf, type NearList } from '../detector-shared/near-list';
import { compareRows, Health, reserveWatch, SHIFT_ROUNDING, type RowWatch } from '../detector-shared/row-watch';

/** 2 / (1 - 1e-3), rounded up. */
const TURN = 2.0021;

/**
 * Looks at all bodies and says why the near list has to be built again ({@link compareRows}).
 *
 * @param list Its edges are those of the periodic box, 0 along axes that do not repeat.
 */
export function watchBodies(watch: RowWatch, bodies: BodySet, list: NearList): number {
  reserveWatch(watch, bodies.count);
  const { positions, orientations, shapeIndex, shapes } = bodies;
  const { health, motion, sinceBuilt, turning } = watch;
  const { cell, edges, margin, skin } = list;
  if (cell !== undefined) {
    moveWithCell(motion, cell, 'sinceLast', positions, watch.lastPositions, bodies.count);
    moveWithCell(sinceBuilt, cell, 'sinceBuilt', positions, watch.builtPositions, bodies.count);
  }
  for (let i = 0; i < bodies.count; i++) {
    health[i] = healthOf(bodies, i);
    if (health[i] !== Health.Good) continue;
    const { radius, tolerance } = shapes[shapeIndex[i]];
    if (cell === undefined) {
      motion[i] = travel(positions, watch.lastPositions, edges, i);
      sinceBuilt[i] = travel(positions, watch.builtPositions, edges, i);
    } else {
      const bound = boundOf(radius, tolerance, bodies.rounding[i]) + margin[0];
      motion[i] += cell.sinceLast.growth[0] * bound;
      sinceBuilt[i] += cell.sinceBuilt.growth[0] * (bound + skin[0]);
    }
    // A point goes nowhere by turning.
    if (radius > 0) motion[i] += radius * turn(orientations, watch.lastTurns, i);
    if (turning[i] === 1) sinceBuilt[i] += radius * turn(orientations, watch.builtTurns, i);
  }
  return compareRows(watch, bodies);
}

function healthOf(bodies: BodySet, i: number): number {
  const { positions, orientations } = bodies;
  const s = bodies.shapeIndex[i];
  if (s < 0) return Health.Removed;
  const x = orientations[4 * i];
  const y = orientations[4 * i + 1];
  const z = orientations[4 * i + 2];
  const w = orientations[4 * i + 3];
  // 0 * x is NaN for NaN and infinities. Written so that NaN fails.
  const finite = 0 * positions[3 * i] + 0 * positions[3 * i + 1] + 0 * positions[3 * i + 2] === 0;
  const rotation = Math.abs(x * x + y * y + z * z + w * w - 1) <= QUATERNION_DRIFT;
  const round = bodies.rounding[i] >= 0 && bodies.rounding[i] < Infinity;
  if (!(finite && rotation && round && s < bodies.shapes.length)) return Health.Invalid;
  // A point, a segment or a plate has its thickness from its radius.
  return bodies.rounding[i] === 0 && bodies.shapes[s].dimension < 3 ? Health.Invalid : Health.Good;
}

function travel(positions: Float64Array, from: Float64Array, edges: Float64Array, i: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const edge = edges[axis];
    let d = positions[3 * i + axis] - from[3 * i + axis];
    if (edge > 0) {
      const back = edge * Math.floor(d / edge + 0.5);
      d = Math.abs(d - back) + SHIFT_ROUNDING * Math.abs(back);
    }
    square += d * d;
  }
  return Math.sqrt(square);
}

/** At least 2 sin(t / 2), t being the angle between two orientations. */
function turn(orientations: Float64Array, from: Float64Array, i: number): number {
  const ax = from[4 * i];
  const ay = from[4 * i + 1];
  const az = from[4 * i + 2];
  const aw = from[4 * i + 3];
  const bx = orientations[4 * i];
  const by = orientations[4 * i + 1];
  const bz = orientations[4 * i + 2];
  const bw = orientations[4 * i + 3];
  const x = aw * bx - ax * bw - (ay * bz - az * by);
  const y = aw * by - ay * bw - (az * bx - ax * bz);
  const z = aw * bz - az * bw - (ax * by - ay * bx);
  return TURN * Math.sqrt(x * x + y * y + z * z);
}
