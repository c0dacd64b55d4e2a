/** Points that a body in space takes along, from its pose of the last step to that of this moment. */
import type { BodySet } from '../body/body-set';
import { rotationFromQuaternion } from '../math/rotation';
import type { RowWatch } from '../detector-shared/row-watch';

/** Rotations of the body then (0..8) and at this moment (9..17), row-major. */
const rotations = /* @__PURE__ */ new Float64Array(18);

/**
 * Moves the first `count` places, x y z packed, in the world, with body i. Its pose was healthy in the last step and is
 * so.
 */
export function carryPoints(places: Float64Array, count: number, watch: RowWatch, bodies: BodySet, i: number): void {
  const r = rotations;
  const { positions } = bodies;
  const { lastPositions } = watch;
  rotationFromQuaternion(r, 0, watch.lastTurns, 4 * i);
  rotationFromQuaternion(r, 9, bodies.orientations, 4 * i);
  for (let p = 0; p < 3 * count; p += 3) {
    const dx = places[p] - lastPositions[3 * i];
    const dy = places[p + 1] - lastPositions[3 * i + 1];
    const dz = places[p + 2] - lastPositions[3 * i + 2];
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    for (let k = 0; k < 3; k++) places[p + k] = positions[3 * i + k] + (r[9 + 3 * k] * x + r[10 + 3 * k] * y + r[11 + 3 * k] * z);
  }
}
