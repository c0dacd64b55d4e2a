/**
 * Motion of the nodes over one time step: explicit central differences with lumped masses.
 *
 *     v <- v + dt (F + m g - C v) / m     x <- x + dt v
 *
 * C v of eq. 9 (Wang, Li and Feng 2014) is alpha m v with v in the middle between the old and the new velocity. So the
 * damping never makes the step shorter. The force of local damping is d |F + m g|, component by component, against the
 * velocity.
 *
 * The works of all forces are summed with that middle velocity. Then they add up to the kinetic energy to rounding.
 */
import { Work } from './deformable-set';

/** Input of {@link moveNodes}: the time step. */
export const nodeGiven = /* @__PURE__ */ new Float64Array(1);

/** What moves: a set in space or in the plane, of which `gravity` has the dimension. */
export interface MovingNodes {
  readonly nodeCount: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly forces: Float64Array;
  readonly loads: Float64Array;
  readonly masses: Float64Array;
  readonly held: Uint8Array;
  readonly gravity: Float64Array;
  readonly work: Float64Array;
  massDamping: number;
  localDamping: number;
}

export function moveNodes(set: MovingNodes): void {
  const { nodeCount, positions, velocities, forces, loads, masses, held, gravity, work } = set;
  const dimension = gravity.length;
  const dt = nodeGiven[0];
  const local = set.localDamping;
  const alpha = set.massDamping;
  const brake = 0.5 * dt * alpha;
  const keep = (1 - brake) / (1 + brake);
  let gravityWork = 0;
  let loadWork = 0;
  let drivenWork = 0;
  let dampingWork = 0;
  for (let node = 0; node < nodeCount; node++) {
    const m = masses[node];
    const push = dt / (m * (1 + brake));
    for (let k = 0; k < dimension; k++) {
      const i = dimension * node + k;
      const v = velocities[i];
      const weight = m * gravity[k];
      const force = forces[i] + weight;
      if (held[i] !== 0) {
        // The driving force is the opposite of all others.
        drivenWork -= force * v * dt;
        gravityWork += weight * v * dt;
        loadWork += loads[i] * v * dt;
        positions[i] += dt * v;
        continue;
      }
      const resistance = local === 0 || v === 0 ? 0 : v > 0 ? -local * Math.abs(force) : local * Math.abs(force);
      const next = keep * v + push * (force + resistance);
      const middle = 0.5 * (v + next);
      gravityWork += weight * middle * dt;
      loadWork += loads[i] * middle * dt;
      dampingWork += (alpha * m * middle - resistance) * middle * dt;
      velocities[i] = next;
      positions[i] += dt * next;
    }
  }
  work[Work.Gravity] += gravityWork;
  work[Work.Loads] += loadWork;
  work[Work.Driven] += drivenWork;
  work[Work.Damping] += dampingWork;
}
