/**
 * Bonds of tetrahedra that share faces: three springs a face, at points that are fixed in both bodies. The gap of a
 * spring is the distance of its two points along the normal of the face, which turns with the first body.
 *
 * A face breaks as a whole: when one of its springs has lost its bond, the detector takes the pair. One or two springs
 * do not keep bodies from turning, and they do not see what else of the bodies meets. So a pair that is left later may
 * be deep in each other.
 */
import { createPairForce, SPRING_FLOATS, springForce, type BodySet, type SpringLaw, type SpringPoint } from 'dem-contact';
import type { Dynamics } from '../../../sim/dynamics/dynamics';
import { addPair, shearEnergyOf } from './bonded-wedge';
import type { SharedFace } from './tetrahedra';

export interface Fragments {
  /** Adds the forces of all bonds; returns their elastic energy. */
  addForces: (dynamics: Dynamics, dt: number) => number;
  isBonded: (a: number, b: number) => boolean;
  /** Broken part of the springs. */
  broken: () => number;
  /** Pieces that hold together, and the mass of the largest; `first` is the row of the first tetrahedron. */
  count: (masses: readonly number[], first: number) => { pieces: number; largest: number };
}

export function createFragments(faces: readonly SharedFace[], bodies: BodySet, law: SpringLaw): Fragments {
  const history = new Float64Array(SPRING_FLOATS * 3 * faces.length);
  /** The last number of a spring says that its bond is broken. */
  const isBroken = (slot: number): boolean => history[SPRING_FLOATS * (slot + 1) - 1] === 1;
  const slotsOf = (f: number): number[] => [3 * f, 3 * f + 1, 3 * f + 2];
  const joined = new Map(faces.map((face, f) => [key(face.a, face.b), f]));
  // The points of a face, each the middle of its third, from the centroids of both bodies; bodies are not turned yet.
  const arms = faces.map(({ a, b, corners }) =>
    corners.map((corner, k) => {
      const point = [0, 1, 2].map((c) => (4 * corner[c] + corners[(k + 1) % 3][c] + corners[(k + 2) % 3][c]) / 6);
      return [a, b].map((body) => point.map((x, c) => x - bodies.positions[3 * body + c]));
    }),
  );
  const pair = createPairForce();
  const ends = [new Float64Array(3), new Float64Array(3)];
  const point = new Float64Array(3);
  const normal = new Float64Array(3);
  const contact: SpringPoint = { bodyA: 0, bodyB: 0, point, normal, gap: 0, area: 0 };

  return {
    addForces: (dynamics, dt) => {
      const motion = { positions: bodies.positions, velocities: dynamics.velocities, spins: dynamics.angularVelocities };
      let energy = 0;
      for (const f of joined.values()) {
        const face = faces[f];
        if (slotsOf(f).some(isBroken)) {
          joined.delete(key(face.a, face.b));
          for (const slot of slotsOf(f)) history[SPRING_FLOATS * (slot + 1) - 1] = 1;
          continue;
        }
        contact.bodyA = face.a;
        contact.bodyB = face.b;
        contact.area = face.area / 3;
        turn(normal, bodies, face.a, face.normal);
        for (let k = 0; k < 3; k++) {
          const slot = 3 * f + k;
          [face.a, face.b].forEach((body, side) => {
            turn(ends[side], bodies, body, arms[f][k][side]);
            for (let c = 0; c < 3; c++) ends[side][c] += bodies.positions[3 * body + c];
          });
          contact.gap = 0;
          for (let c = 0; c < 3; c++) {
            const step = ends[1][c] - ends[0][c];
            point[c] = 0.5 * (ends[0][c] + ends[1][c]);
            contact.gap += step * normal[c];
          }
          springForce(pair, law, history, slot, contact, motion, dt);
          addPair(dynamics, face.a, face.b, pair);
          if (!isBroken(slot) || contact.gap < 0) energy += 0.5 * law.normalStiffness * contact.gap * contact.gap;
          energy += shearEnergyOf(history, slot, law.shearStiffness);
        }
      }
      return energy;
    },
    isBonded: (a, b) => joined.has(key(a, b)),
    broken: () => faces.reduce((sum, _, f) => sum + slotsOf(f).filter(isBroken).length, 0) / (3 * faces.length),
    count: (masses, first) => {
      const root = masses.map((_, k) => k);
      const find = (k: number): number => (root[k] === k ? k : (root[k] = find(root[k])));
      faces.forEach(({ a, b }, f) => {
        if (!slotsOf(f).every(isBroken)) root[find(a - first)] = find(b - first);
      });
      const sums = new Map<number, number>();
      masses.forEach((mass, k) => sums.set(find(k), (sums.get(find(k)) ?? 0) + mass));
      return { pieces: sums.size, largest: Math.max(...sums.values()) };
    },
  };
}

const key = (a: number, b: number): number => Math.min(a, b) * 65536 + Math.max(a, b);

/** The vector of a body in the world. */
export function turn(out: Float64Array, { orientations }: BodySet, body: number, [x, y, z]: readonly number[]): void {
  const qx = orientations[4 * body];
  const qy = orientations[4 * body + 1];
  const qz = orientations[4 * body + 2];
  const qw = orientations[4 * body + 3];
  // v + 2 w (q x v) + 2 q x (q x v)
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
}
