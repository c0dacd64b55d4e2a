import type { Dynamics } from './dynamics';

/** Energies of the free bodies, and what they carry, as sums over all of them. */
export interface Balance {
  /** Of translation and rotation. */
  kinetic: number;
  /** Of rotation alone. */
  rotational: number;
  /** In gravity, zero at the origin. */
  potential: number;
  /** In the contact springs. */
  elastic: number;
  /** Sum of all but `rotational`. */
  total: number;
  momentum: [number, number, number];
  /** About the origin. */
  angularMomentum: [number, number, number];
}

/** The balance at the end of the last step. */
export function balanceOf(dynamics: Dynamics): Balance {
  const { bodies, inverseMasses, velocities, angularVelocities, angularMomenta, gravity, elasticEnergy } = dynamics;
  const balance: Balance = {
    kinetic: 0,
    rotational: 0,
    potential: 0,
    elastic: elasticEnergy,
    total: 0,
    momentum: [0, 0, 0],
    angularMomentum: [0, 0, 0],
  };
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    const mass = 1 / inverseMasses[i];
    const [x, y, z] = bodies.positions.subarray(3 * i, 3 * i + 3);
    const [vx, vy, vz] = velocities.subarray(3 * i, 3 * i + 3);
    const moment = [y * vz - z * vy, z * vx - x * vz, x * vy - y * vx];
    for (let k = 0; k < 3; k++) {
      balance.rotational += 0.5 * angularVelocities[3 * i + k] * angularMomenta[3 * i + k];
      balance.potential -= mass * gravity[k] * bodies.positions[3 * i + k];
      balance.momentum[k] += mass * velocities[3 * i + k];
      balance.angularMomentum[k] += mass * moment[k] + angularMomenta[3 * i + k];
    }
    balance.kinetic += 0.5 * mass * (vx * vx + vy * vy + vz * vz);
  }
  balance.kinetic += balance.rotational;
  balance.total = balance.kinetic + balance.potential + balance.elastic;
  return balance;
}
