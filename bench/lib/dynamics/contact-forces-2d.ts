/**
 * Contact forces in the plane: linear springs with dashpots and a Coulomb limit at each contact point (Cundall and Strack 1979), as contact-forces.ts in space.
 *
 * Normal force at a point: k o + c u, with o the overlap there (minus its gap), u the speed of approach and k = K / m, K the stiffness of the material and m the number of points that
 * carry: (sum of o)^2 / (sum of o^2), so that a block flat on a wall sinks by its load / K. There is no tension.
 *
 * Shear: a spring along the contact line, one number a point slot, is stretched by the motion of B against A at the point and, with its dashpot, pulls back with at most friction times the
 * normal force; beyond that it slips and keeps the stretch that it can hold. Along the tangent, the normal turned left, it turns with the contact by itself. It ends with its point.
 *
 * Damping: c = 2 z sqrt(K M) / m with M = 1 / (1/massA + 1/massB), one body's mass against walls and bodies that feel no force, and z the material's share of critical damping.
 *
 * Sign: the normal points from A to B, forces on B are along it. Walls stand still.
 */
import type { ContactList2d } from 'dem-contact/planar';
import type { Dynamics2d } from './dynamics-2d';

/** Sums the forces and torques of all contacts anew; `dt` is the time since the last call. */
export function applyContacts2d(dynamics: Dynamics2d, list: ContactList2d, dt: number): void {
  const { bodies, material, inverseMasses, velocities, spins, forces, torques } = dynamics;
  const { positions } = bodies;
  const { bodyA, bodyB, normals, shifts, pointStart, points, pointGaps, pointSlot, pointBegan } = list;
  const normalDamping = 2 * material.dampingRatio * Math.sqrt(material.normalStiffness);
  const shearDamping = 2 * material.dampingRatio * Math.sqrt(material.shearStiffness);
  if (dynamics.stretches.length < list.pointSlotCount) {
    const longer = new Float64Array(2 * list.pointSlotCount);
    longer.set(dynamics.stretches);
    dynamics.stretches = longer;
  }
  const { stretches } = dynamics;
  let elastic = 0;
  forces.fill(0);
  torques.fill(0);
  for (let c = 0; c < list.count; c++) {
    const a = bodyA[c];
    const b = bodyB[c];
    const isBody = b >= 0;
    const inverse = inverseMasses[a] + (isBody ? inverseMasses[b] : 0);
    if (inverse === 0) continue;
    let sum = 0;
    let squares = 0;
    for (let p = pointStart[c]; p < pointStart[c + 1]; p++) {
      const overlap = Math.max(0, -pointGaps[p]);
      sum += overlap;
      squares += overlap * overlap;
    }
    const share = sum > 0 ? squares / (sum * sum) : 0;
    const kn = material.normalStiffness * share;
    const ks = material.shearStiffness * share;
    const root = share * Math.sqrt(1 / inverse);
    const nx = normals[2 * c];
    const ny = normals[2 * c + 1];
    for (let p = pointStart[c]; p < pointStart[c + 1]; p++) {
      const slot = pointSlot[p];
      const overlap = -pointGaps[p];
      const rax = points[2 * p] - positions[2 * a];
      const ray = points[2 * p + 1] - positions[2 * a + 1];
      const rbx = isBody ? points[2 * p] - positions[2 * b] - shifts[2 * c] : 0;
      const rby = isBody ? points[2 * p + 1] - positions[2 * b + 1] - shifts[2 * c + 1] : 0;
      // The velocity of B against A.
      let ux = spins[a] * ray - velocities[2 * a];
      let uy = -spins[a] * rax - velocities[2 * a + 1];
      if (isBody) {
        ux += velocities[2 * b] - spins[b] * rby;
        uy += velocities[2 * b + 1] + spins[b] * rbx;
      }
      const apart = ux * nx + uy * ny;
      const along = uy * nx - ux * ny;
      const load = overlap > 0 ? kn * overlap - normalDamping * root * apart : 0;
      if (overlap > 0) elastic += 0.5 * kn * overlap * overlap;
      if (!(load > 0)) {
        stretches[slot] = 0;
        continue;
      }
      const limit = material.friction * load;
      const stretch = (pointBegan[p] === 1 ? 0 : stretches[slot]) + dt * along;
      const pull = clamp(-ks * stretch - shearDamping * root * along, limit);
      // The spring keeps what it can hold by itself.
      stretches[slot] = ks > 0 ? clamp(stretch, limit / ks) : 0;
      elastic += 0.5 * ks * stretches[slot] * stretches[slot];
      const fx = load * nx - pull * ny;
      const fy = load * ny + pull * nx;
      forces[2 * a] -= fx;
      forces[2 * a + 1] -= fy;
      torques[a] -= rax * fy - ray * fx;
      if (!isBody) continue;
      forces[2 * b] += fx;
      forces[2 * b + 1] += fy;
      torques[b] += rbx * fy - rby * fx;
    }
  }
  dynamics.elasticEnergy = elastic;
}

function clamp(x: number, most: number): number {
  return Math.max(-most, Math.min(most, x));
}
