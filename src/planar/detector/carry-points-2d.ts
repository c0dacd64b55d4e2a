/** Points that a body in the plane takes along, from its pose of the last step to that of this moment. */
import type { RowWatch } from '../../detector-shared/row-watch';
import type { BodySet2d } from '../body/body-set-2d';

/**
 * Moves the first `count` places, x y packed, in the world, with body i. Its pose was healthy in the last step and is
 * so.
 */
export function carryPoints2d(places: Float64Array, count: number, watch: RowWatch, bodies: BodySet2d, i: number): void {
  const { positions, rotations } = bodies;
  const { lastPositions, lastTurns } = watch;
  // The turn from then to this moment, by the quotient of the two complex numbers (cosine, sine), made a unit one.
  const c0 = lastTurns[2 * i];
  const s0 = lastTurns[2 * i + 1];
  const c1 = rotations[2 * i];
  const s1 = rotations[2 * i + 1];
  const length = Math.sqrt((c0 * c0 + s0 * s0) * (c1 * c1 + s1 * s1));
  const c = (c1 * c0 + s1 * s0) / length;
  const s = (s1 * c0 - c1 * s0) / length;
  for (let p = 0; p < 2 * count; p += 2) {
    const x = places[p] - lastPositions[2 * i];
    const y = places[p + 1] - lastPositions[2 * i + 1];
    places[p] = positions[2 * i] + (c * x - s * y);
    places[p + 1] = positions[2 * i + 1] + (s * x + c * y);
  }
}
