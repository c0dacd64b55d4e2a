/** Contacts without friction have one energy, and their force is its gradient, along paths over edges and corners. */
import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createRandom,
  createSpringLaw,
  meshPolyhedron,
  type DeformableSet,
} from '../../src/index';
import { addContacts, contactGiven } from '../../src/deformable/contact-forces';
import { leastSquare, leastWay, ways, wayShares } from '../../src/deformable/least-way';

const material = createElasticMaterial(2e9, 0.2, 2600);
const STIFFNESS = 1e9;
const DEPTH = 3e-3;

type Map = (x: number[]) => number[];
const about =
  (axis: number, angle: number): Map =>
  (x) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    const out = [...x];
    out[i] = c * x[i] - s * x[j];
    out[j] = s * x[i] + c * x[j];
    return out;
  };
const cornerDown: Map = (x) => about(1, Math.PI - Math.acos(1 / Math.sqrt(3)))(about(2, -Math.PI / 4)(x));
const edgeDown: Map = about(0, Math.PI / 4);

/**
 * Moves the upper of two cubes along a line. Largest step of energy + work of the forces on it, over K DEPTH^2 / 2, the
 * largest energy, and the largest change of the force in a step over K DEPTH.
 */
function drive(refinements: number, map: Map, from: number[], to: number[]): { jump: number; most: number; kick: number } {
  const set: DeformableSet = createDeformables([
    { mesh: meshPolyhedron(box(1, 1, 1), refinements), material },
    { mesh: meshPolyhedron(box(1, 1, 1), refinements), material },
  ]);
  const contacts = createDeformableContacts(set, createSpringLaw(STIFFNESS, 0, 0));
  contactGiven[0] = 1e-12;
  const first = 3 * set.nodeStart[1];
  const start = set.positions.slice();
  const positions = start.slice();
  const forces = new Float64Array(start.length);
  const out = { jump: 0, most: 0, kick: 0 };
  const steps = 2000;
  let energy = 0;
  for (let s = 0; s <= steps; s++) {
    for (let i = first; i < start.length; i += 3) {
      const x = map([...start.subarray(i, i + 3)]);
      for (let k = 0; k < 3; k++) set.positions[i + k] = x[k] + from[k] + (s / steps) * (to[k] - from[k]);
    }
    set.forces.fill(0);
    addContacts(set, contacts);
    let work = 0;
    let change = 0;
    for (let i = first; i < start.length; i++) {
      work += 0.5 * (forces[i] + set.forces[i]) * (set.positions[i] - positions[i]);
      change += (set.forces[i] - forces[i]) ** 2;
    }
    if (s > 0) {
      out.jump = Math.max(out.jump, Math.abs(contacts.springEnergy[0] - energy + work) / (0.5 * STIFFNESS * DEPTH ** 2));
      out.kick = Math.max(out.kick, Math.sqrt(change) / (STIFFNESS * DEPTH));
    }
    energy = contacts.springEnergy[0];
    out.most = Math.max(out.most, energy / (0.5 * STIFFNESS * DEPTH ** 2));
    positions.set(set.positions);
    forces.set(set.forces);
  }
  return out;
}

const half = Math.sqrt(3) / 2;
const up = 0.5 - DEPTH;
const paths: [string, Map, number[], number[]][] = [
  ['a corner over a diagonal of a face', cornerDown, [-0.4, 0.05, up + half], [0.4, 0.11, up + half]],
  ['a corner over a rim', cornerDown, [0.3, 0.05, up + half], [0.7, 0.11, up + half]],
  [
    'a turned corner over a rim',
    (x) => about(0, 0.2)(about(2, 0.7)(cornerDown(x))),
    [0.3, 0.05, up + 0.982 * half],
    [0.7, 0.11, up + 0.982 * half],
  ],
  ['a corner over a corner', (x) => about(2, 0.3)(cornerDown(x)), [0.4, 0.41, up + half], [0.56, 0.55, up + half]],
  ['an edge over an edge and its end', (x) => about(0, -0.3)(about(2, 1.2)(edgeDown(x))), [0.2, 0.05, up + 0.8], [1, 0.3, up + 0.8]],
];

describe.each([0, 1])('the energy of the springs (edges halved %d times)', (refinements) => {
  it.each(paths)('is the work of the forces: %s', (_, map, from, to) => {
    const { jump, most, kick } = drive(refinements, map, from, to);
    expect(most).toBeGreaterThan(0.1);
    // The rule of trapezoids at kinks of the force, such as the first touch.
    expect(jump).toBeLessThan(1e-3 * Math.max(1, most));
    expect(kick).toBeLessThan(0.15);
  });
});

describe('the least vector of a hull', () => {
  it('is the least of all weighted means, of random vectors', () => {
    const random = createRandom(3);
    for (let trial = 0; trial < 200; trial++) {
      const count = 1 + (trial % 4);
      // All on one side of the origin, as the ways out of one overlap are.
      for (let i = 0; i < 3 * count; i++) ways[i] = i % 3 === 2 ? 0.1 + random() : 2 * random() - 1;
      leastWay(count);
      const sum = [0, 0, 0];
      let total = 0;
      for (let w = 0; w < count; w++) {
        expect(wayShares[w]).toBeGreaterThanOrEqual(0);
        total += wayShares[w];
        for (let k = 0; k < 3; k++) sum[k] += wayShares[w] * ways[3 * w + k];
      }
      expect(Math.abs(total - 1)).toBeLessThan(1e-12);
      const square = sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2;
      expect(Math.abs(square - leastSquare[0])).toBeLessThan(1e-12);
      // The least vector v of a convex set has v . w >= v . v for all w of the set.
      for (let w = 0; w < count; w++) {
        const along = sum[0] * ways[3 * w] + sum[1] * ways[3 * w + 1] + sum[2] * ways[3 * w + 2];
        expect(along).toBeGreaterThan(square - 1e-12);
      }
    }
  });
});
