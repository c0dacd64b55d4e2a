/**
 * Health and motion of all bodies in the plane (row-watch.ts says what they are for).
 *
 * A body that moved by d and turned by t has moved each of its points x by at most |d| + 2 |x| sin(t / 2), and 2 sin(t
 * / 2) is the distance of the two rotations (cosine, sine) on the unit circle: no trigonometry. In a periodic box d is
 * that to the nearest image: a body that is put back into the box has not moved.
 *
 * For the near list bodies are discs, so turning does not count, except for bodies whose edges were used to leave pairs
 * out (reach-2d.ts).
 */
import { moveWithCell } from '../../detector-shared/moving-cell';
import { boundOf, type NearList } from '../../detector-shared/near-list';
import { compareRows, Health, reserveWatch, SHIFT_ROUNDING, type RowWatch } from '../../detector-shared/row-watch';
import type { BodySet2d } from '../body/body-set-2d';
import { ROTATION_DRIFT } from '../body/pose-2d';

/** Four rounding steps: of the two square roots, the quotients and the difference. */
const TURN_ULPS = 4 * Number.EPSILON;

/**
 * Looks at all bodies and says why the near list has to be built again ({@link compareRows}).
 *
 * @param list Its edges are those of the periodic box, 0 along axes that do not repeat.
 */
export function watchBodies2d(watch: RowWatch, bodies: BodySet2d, list: NearList): number {
  reserveWatch(watch, bodies.count);
  const { positions, rotations, shapeIndex, shapes } = bodies;
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
    if (radius > 0) motion[i] += radius * turn(rotations, watch.lastTurns, i);
    if (turning[i] === 1) sinceBuilt[i] += radius * turn(rotations, watch.builtTurns, i);
  }
  return compareRows(watch, bodies);
}

function healthOf(bodies: BodySet2d, i: number): number {
  const { positions, rotations } = bodies;
  const s = bodies.shapeIndex[i];
  if (s < 0) return Health.Removed;
  const c = rotations[2 * i];
  const d = rotations[2 * i + 1];
  // 0 * x is NaN for NaN and infinities. Written so that NaN fails.
  const finite = 0 * positions[2 * i] + 0 * positions[2 * i + 1] === 0;
  const rotation = Math.abs(c * c + d * d - 1) <= ROTATION_DRIFT;
  const round = bodies.rounding[i] >= 0 && bodies.rounding[i] < Infinity;
  if (!(finite && rotation && round && s < bodies.shapes.length)) return Health.Invalid;
  // A core has no thickness of its own.
  return bodies.rounding[i] > 0 || bodies.shapes[s].dimension === 2 ? Health.Good : Health.Invalid;
}

function travel(positions: Float64Array, from: Float64Array, edges: Float64Array, i: number): number {
  let square = 0;
  for (let axis = 0; axis < 2; axis++) {
    const edge = edges[axis];
    let d = positions[2 * i + axis] - from[2 * i + axis];
    if (edge > 0) {
      const back = edge * Math.floor(d / edge + 0.5);
      d = Math.abs(d - back) + SHIFT_ROUNDING * Math.abs(back);
    }
    square += d * d;
  }
  return Math.sqrt(square);
}

/** At least 2 sin(t / 2), t being the angle between two rotations; 0 when nothing has changed. */
function turn(rotations: Float64Array, from: Float64Array, i: number): number {
  const ac = from[2 * i];
  const as = from[2 * i + 1];
  const bc = rotations[2 * i];
  const bs = rotations[2 * i + 1];
  if (ac === bc && as === bs) return 0;
  const a = 1 / Math.sqrt(ac * ac + as * as);
  const b = 1 / Math.sqrt(bc * bc + bs * bs);
  const x = bc * b - ac * a;
  const y = bs * b - as * a;
  return Math.sqrt(x * x + y * y) + TURN_ULPS;
}
