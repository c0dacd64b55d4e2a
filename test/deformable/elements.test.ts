import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformables,
  createElasticMaterial,
  createRandom,
  deformableEnergy,
  meshPolyhedron,
  publishedStress,
  stableStep,
  stepDeformables,
  StepStatus,
  Work,
  type DeformableSet,
} from '../../src/index';

const E = 30e9;
const rock = createElasticMaterial(E, 0.25, 2500);

function largest(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** Moves all nodes to given places: every velocity is held, and takes its node there in one step. */
function driveTo(set: DeformableSet, dt: number, place: (node: number, out: number[]) => void): StepStatus {
  const to = [0, 0, 0];
  set.held.fill(1);
  for (let node = 0; node < set.nodeCount; node++) {
    place(node, to);
    for (let k = 0; k < 3; k++) set.velocities[3 * node + k] = (to[k] - set.positions[3 * node + k]) / dt;
  }
  return stepDeformables(set, dt);
}

function turn(set: DeformableSet, angle: number): StepStatus {
  const start = set.startPositions;
  return driveTo(set, 1e-6, (node, out) => {
    const [x, y, z] = start.subarray(3 * node, 3 * node + 3);
    out[0] = Math.cos(angle) * x - Math.sin(angle) * y;
    out[1] = Math.sin(angle) * x + Math.cos(angle) * y;
    out[2] = z;
  });
}

describe('stress of a linear displacement field', () => {
  it('is that of Hooke in every tetrahedron of an uneven mesh, and inner nodes have no force', () => {
    const { nodes, elements } = meshPolyhedron(box(2, 1, 1), 2);
    const random = createRandom(7);
    const isInner = (node: number) => [1, 0.5, 0.5].every((far, k) => Math.abs(nodes[3 * node + k]) < far - 0.05);
    const inner = Array.from({ length: nodes.length / 3 }, (_, node) => node).filter(isInner);
    for (const node of inner) for (let k = 0; k < 3; k++) nodes[3 * node + k] += 0.03 * (random() - 0.5);
    expect(inner.length).toBeGreaterThan(10);
    const set = createDeformables([{ mesh: { nodes, elements }, material: rock }]);
    const g = [1, 0.4, -0.3, 0.2, -0.7, 0.5, -0.6, 0.1, 0.8].map((x) => 1e-6 * x);
    const start = set.startPositions;
    const status = driveTo(set, 1e-6, (node, out) => {
      for (let i = 0; i < 3; i++) out[i] = start[3 * node + i] + [0, 1, 2].reduce((sum, j) => sum + g[3 * i + j] * start[3 * node + j], 0);
    });
    expect(status).toBe(StepStatus.Done);
    const lambda = (E * 0.25) / (1.25 * 0.5);
    const trace = lambda * (g[0] + g[4] + g[8]);
    const shear = (i: number, j: number) => (E / 2.5) * (g[3 * i + j] + g[3 * j + i]);
    const wanted = [trace + shear(0, 0), trace + shear(1, 1), trace + shear(2, 2), shear(0, 1), shear(1, 2), shear(0, 2)];
    // The gradient at the middle of the step differs from g by the square of g, 1e-6 of it.
    for (let e = 0; e < set.elementCount; e++)
      for (let k = 0; k < 6; k++) expect(Math.abs(set.stresses[6 * e + k] - wanted[k])).toBeLessThan(3e-6 * largest(wanted));
    // The same stress in all tetrahedra has no force on inner nodes; places are rounded to 1e-10 of a strain of 1e-6.
    for (const node of inner) expect(largest(set.forces.subarray(3 * node, 3 * node + 3))).toBeLessThan(1e-8 * largest(set.forces));
  });
});

describe('rigid spin', () => {
  it('leaves no stress after 10 rad', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 0.5, 0.7), 1), material: rock }]);
    for (let s = 1; s <= 1000; s++) expect(turn(set, s / 100)).toBe(StepStatus.Done);
    expect(largest(set.stresses)).toBeLessThan(1e-9 * E);
  });

  it('turns a stress with the block and keeps its size', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }]);
    for (let e = 0; e < set.elementCount; e++) set.stresses[6 * e] = 1e6;
    for (let s = 1; s <= 200; s++) turn(set, (0.5 * Math.PI * s) / 200);
    // A step rounds the strain to about 1e-16, which is 3e-6 Pa; 200 steps stay below 1e-2 Pa.
    for (let e = 0; e < set.elementCount; e++) {
      expect(Math.abs(set.stresses[6 * e + 1] - 1e6)).toBeLessThan(1e-2);
      expect(Math.abs(set.stresses[6 * e])).toBeLessThan(1e-2);
    }
  });

  it('has a false strain of half the square of the angle with the form as printed, and a stress that grows', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const h = 1e-3;
    const rotated = corners.map((_, k) => {
      const [x, y, z] = corners.slice(3 * Math.floor(k / 3), 3 * Math.floor(k / 3) + 3);
      return [Math.cos(h) * x - Math.sin(h) * y, Math.sin(h) * x + Math.cos(h) * y, z][k % 3];
    });
    const velocities = corners.map((x, k) => (rotated[k] - x) / h);
    const out = new Float64Array(6);
    expect(publishedStress(out, new Float64Array(6), corners, velocities, 0, 0.5, h)[0] / (-0.5 * h * h)).toBeCloseTo(1, 5);
    const [xx, yy, , xy] = publishedStress(out, [1, 0, 0, 0, 0, 0], corners, velocities, 0, 0, h);
    expect((Math.sqrt(xx * xx + yy * yy + 2 * xy * xy) - 1) / (h * h)).toBeCloseTo(1, 5);
  });
});

describe('motion', () => {
  it('carries a wave along a bar at sqrt(E / rho)', () => {
    // Cubes in a row along x, each cut in the same way.
    const unit = meshPolyhedron(box(1, 1, 1));
    const size = 0.05;
    const points: number[] = [];
    const known = new Map<string, number>();
    const cells: number[] = [];
    for (let c = 0; c < 160; c++)
      for (const corner of unit.elements) {
        const place = [0, 1, 2].map((k) => Math.round(unit.nodes[3 * corner + k] + 0.5) + (k === 0 ? c : 0));
        const key = place.join();
        if (!known.has(key)) {
          known.set(key, points.length / 3);
          points.push(...place.map((x) => size * x));
        }
        cells.push(known.get(key) ?? -1);
      }
    const mesh = { nodes: Float64Array.from(points), elements: Int32Array.from(cells) };
    const set = createDeformables([{ mesh, material: createElasticMaterial(E, 0, 2500) }]);
    for (let node = 0; node < set.nodeCount; node++) {
      if (set.positions[3 * node] > 1e-9) continue;
      set.held[3 * node] = 1;
      set.velocities[3 * node] = 0.1;
    }
    const dt = 0.5 * stableStep(set);
    const arrival = (key: string) => {
      const node = known.get(key) ?? -1;
      for (let s = 0; s < 8000 && set.velocities[3 * node] < 0.05; s++) stepDeformables(set, dt);
      return set.time;
    };
    const near = arrival('40,0,0');
    const far = arrival('120,0,0');
    expect(Math.abs((80 * size) / (far - near) / Math.sqrt(E / 2500) - 1)).toBeLessThan(0.02);
  });

  it('keeps energy with an error that falls as the square of the step, and momentum to rounding', () => {
    const errorOf = (part: number) => {
      const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }]);
      // A stretch that oscillates: velocities along x in proportion to x.
      for (let node = 0; node < set.nodeCount; node++) set.velocities[3 * node] = set.positions[3 * node];
      const start = deformableEnergy(set, 0).kinetic;
      const dt = part * stableStep(set);
      let worst = 0;
      while (set.time < 1e-3) {
        expect(stepDeformables(set, dt)).toBe(StepStatus.Done);
        const { kinetic, elastic } = deformableEnergy(set, dt);
        worst = Math.max(worst, Math.abs(kinetic + elastic - start) / start);
      }
      const momentum = set.masses.reduce((sum, m, node) => sum + m * set.velocities[3 * node], 0);
      const size = set.masses.reduce((sum, m, node) => sum + m * Math.abs(set.velocities[3 * node]), 0);
      expect(Math.abs(momentum)).toBeLessThan(1e-10 * size);
      return worst;
    };
    const coarse = errorOf(0.2);
    expect(coarse).toBeLessThan(0.05);
    expect(errorOf(0.05)).toBeLessThan(coarse / 8);
  });

  it('keeps energy and the size of vibrations in a block that spins, at long steps', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: createElasticMaterial(1, 0.1, 1) }]);
    // A twentieth of the speed of sound at a distance of 1 from the axis: its own strain is about 1e-3.
    for (let node = 0; node < set.nodeCount; node++) {
      const [x, y, z] = set.positions.subarray(3 * node, 3 * node + 3);
      set.velocities.set([-0.05 * y + 1e-5 * z * x, 0.05 * x, 1e-5 * y], 3 * node);
    }
    const start = deformableEnergy(set, 0).kinetic;
    const dt = 0.95 * stableStep(set);
    const most = [0, 0, 0, 0];
    for (let s = 0; s < 8000; s++) {
      expect(stepDeformables(set, dt)).toBe(StepStatus.Done);
      most[Math.floor(s / 2000)] = Math.max(most[Math.floor(s / 2000)], largest(set.stresses));
    }
    const { kinetic, elastic } = deformableEnergy(set, dt);
    expect(Math.abs((kinetic + elastic) / start - 1)).toBeLessThan(5e-3);
    expect(0.05 * set.time).toBeGreaterThan(100);
    expect(most[3]).toBeLessThan(1.3 * most[0]);
  });

  it('brakes with damping proportional to mass as exp(-alpha t), by the work that is summed', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock, velocity: [2, 0, 0] }], { massDamping: 500 });
    const dt = 0.5 * stableStep(set);
    while (set.time < 2e-3) stepDeformables(set, dt);
    expect(set.velocities[0] / (2 * Math.exp(-500 * set.time))).toBeCloseTo(1, 3);
    const kinetic = set.masses.reduce((sum, m, node) => sum + 0.5 * m * set.velocities[3 * node] ** 2, 0);
    expect((kinetic + set.work[Work.Damping]) / (0.5 * 2500 * 4)).toBeCloseTo(1, 9);
  });

  it('settles by local damping until the foot carries the weight', () => {
    const material = createElasticMaterial(1e9, 0, 2000);
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 4), 1), material }], { gravity: [0, 0, -10], localDamping: 0.7 });
    let loose = 0;
    for (let node = 0; node < set.nodeCount; node++) {
      if (set.positions[3 * node + 2] < -1.999) set.held.fill(1, 3 * node, 3 * node + 3);
      else loose += set.masses[node];
    }
    const dt = 0.8 * stableStep(set);
    for (let s = 0; s < 3000; s++) stepDeformables(set, dt);
    const foot = set.forces.reduce((sum, f, i) => sum + (i % 3 === 2 && set.held[i] === 1 ? f : 0), 0);
    expect(-foot / (10 * loose)).toBeCloseTo(1, 6);
  });
});

describe('statuses', () => {
  it('refuses a step above the bound and moves nothing', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock, velocity: [1, 0, 0] }]);
    for (const dt of [1.001 * stableStep(set), 0, -1, Number.NaN]) expect(stepDeformables(set, dt)).toBe(StepStatus.TooLong);
    expect(set.positions).toEqual(set.startPositions);
  });

  it('names the tetrahedron that is turned inside out, and keeps stresses finite', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1), 1), material: rock }]);
    set.velocities[3] = 1e9;
    expect(stepDeformables(set, 0.5 * stableStep(set))).toBe(StepStatus.Inverted);
    expect(set.statusElement).toBeGreaterThanOrEqual(0);
    expect(set.stresses.every(Number.isFinite)).toBe(true);
  });
});
