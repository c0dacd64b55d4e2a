import { describe, expect, it } from 'vitest';
import {
  createDeformables,
  createElasticMaterial,
  createRandom,
  meshFromElements,
  publishedStress,
  StepStatus,
  Work,
} from '../../../src/index';
import {
  createDeformables2d,
  deformableEnergy2d,
  meshPolygon,
  rectangle,
  regularPolygon,
  stableStep2d,
  stepDeformables2d,
  vonMisesStress2d,
} from '../../../src/planar';
import { advanceElements, elementGiven, LAMBDA, MU, TIME_STEP } from '../../../src/deformable/element-loop';
import { denseStiffness, denseStresses, largestFrequency, lumpedMasses, planeStrainLaw } from '../../oracles/dense-plane-strain';
import { driveTo, E, largest, NU, rock, turn, unevenMesh } from './shapes-2d';

describe('small displacements', () => {
  it('a linear field has the stress of Hooke in every triangle, and inner nodes have no force', () => {
    const { mesh, inner } = unevenMesh(7);
    const set = createDeformables2d([{ mesh, material: rock }]);
    const g = [1, 0.4, -0.3, -0.7].map((x) => 1e-6 * x);
    const start = set.startPositions;
    const status = driveTo(set, 1e-6, (node, out) => {
      for (let i = 0; i < 2; i++) out[i] = start[2 * node + i] + g[2 * i] * start[2 * node] + g[2 * i + 1] * start[2 * node + 1];
    });
    expect(status).toBe(StepStatus.Done);
    const wanted = planeStrainLaw(E, NU).map((row) => row[0] * g[0] + row[1] * g[3] + row[2] * (g[1] + g[2]));
    // The gradient at the middle of the step differs from g by the square of g, 1e-6 of it.
    for (let e = 0; e < set.elementCount; e++)
      for (let k = 0; k < 3; k++) expect(Math.abs(set.stresses[3 * e + k] - wanted[k])).toBeLessThan(3e-6 * largest(wanted));
    // Places are rounded to 1e-10 of a strain of 1e-6.
    for (const node of inner) expect(largest(set.forces.subarray(2 * node, 2 * node + 2))).toBeLessThan(1e-8 * largest(set.forces));
  });

  it('stresses, forces and energy of any field are those of dense finite elements', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { mesh } = unevenMesh(seed, 2);
      const set = createDeformables2d([{ mesh, material: rock }]);
      const random = createRandom(100 + seed);
      const moves = Float64Array.from(mesh.nodes, () => 1e-7 * (random() - 0.5));
      driveTo(set, 1e-6, (node, out) => {
        for (let k = 0; k < 2; k++) out[k] = mesh.nodes[2 * node + k] + moves[2 * node + k];
      });
      const wanted = denseStresses(mesh, moves, E, NU).flat();
      // Strains of 1e-6: their squares, and places rounded to 1e-16, are 1e-6 and 1e-9 of them.
      expect(largest(set.stresses.map((x, k) => x - wanted[k]))).toBeLessThan(1e-5 * largest(wanted));
      const stiffness = denseStiffness(mesh, E, NU);
      const forces = stiffness.map((row) => -row.reduce((sum, x, j) => sum + x * moves[j], 0));
      expect(largest(set.forces.map((x, k) => x - forces[k]))).toBeLessThan(1e-5 * largest(forces));
      const energy = -0.5 * forces.reduce((sum, x, j) => sum + x * moves[j], 0);
      expect(deformableEnergy2d(set, 1e-6).elastic / energy).toBeCloseTo(1, 4);
    }
  });

  it('large steps have the bits of space but for rounding, when nothing moves across the plane', () => {
    // A tetrahedron whose fourth node, at unit height, moves with the first: its gradient has no part across the plane.
    const random = createRandom(3);
    for (let round = 0; round < 200; round++) {
      const corners = [0, 0, 1, 0.1 * random(), 0.2 * random(), 1].map((x) => x + 3 * random() * (round % 2));
      corners[2] += 1;
      corners[5] += 1;
      const area = (corners[2] - corners[0]) * (corners[5] - corners[1]) - (corners[3] - corners[1]) * (corners[4] - corners[0]);
      if (area < 0.1) continue;
      const flat = createDeformables2d([{ mesh: { nodes: Float64Array.from(corners), elements: Int32Array.of(0, 1, 2) }, material: rock }]);
      const solid = [0, 1, 2, 0].flatMap((c, k) => [corners[2 * c], corners[2 * c + 1], k === 3 ? 1 : 0]);
      const space = createDeformables([{ mesh: meshFromElements(solid, [0, 1, 2, 3]), material: rock }]);
      const dt = 1e-6;
      const velocities = corners.map(() => (3e5 * (random() - 0.5) * Math.sqrt(area)) / 4);
      velocities.forEach((v, k) => (flat.velocities[k] = v));
      [0, 1, 2, 0].forEach((c, k) => [0, 1].forEach((i) => (space.velocities[3 * k + i] = velocities[2 * c + i])));
      const before = [1e9 * random(), -1e9 * random(), 1e9 * (random() - 0.5)];
      flat.stresses.set(before);
      space.stresses.set([before[0], before[1], NU * (before[0] + before[1]), before[2], 0, 0]);
      flat.held.fill(1);
      elementGiven[LAMBDA] = space.lambda[0];
      elementGiven[MU] = space.mu[0];
      elementGiven[TIME_STEP] = dt;
      space.positions.forEach((x, k) => (space.positions[k] = x + dt * space.velocities[k]));
      const { elements, positions, stresses, forces } = space;
      const inverted = advanceElements(0, 1, elements, positions, space.velocities, stresses, forces);
      expect(stepDeformables2d(flat, dt) === StepStatus.Inverted).toBe(inverted === 0);
      if (inverted === 0) continue;
      const size = largest(stresses);
      [0, 1, 3].forEach((from, k) => expect(Math.abs(flat.stresses[k] - stresses[from])).toBeLessThan(1e-13 * size));
      expect(Math.abs(NU * (flat.stresses[0] + flat.stresses[1]) - stresses[2])).toBeLessThan(1e-13 * size);
      const [xx, yy, zz, xy] = stresses;
      const mises = Math.sqrt(0.5 * ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) + 3 * xy * xy);
      expect(Math.abs(vonMisesStress2d(new Float64Array(1), flat)[0] - mises)).toBeLessThan(1e-12 * size);
    }
  });
});

describe('rigid spin', () => {
  it('leaves no stress after 10 rad, with steps of any size', () => {
    for (const [steps, total] of [
      [1000, 10],
      [10, 10],
      [2000, -300],
    ]) {
      const set = createDeformables2d([{ mesh: meshPolygon(regularPolygon(7, 1), 1), material: rock, position: [3, -2] }]);
      for (let s = 1; s <= steps; s++) expect(turn(set, (total * s) / steps)).toBe(StepStatus.Done);
      expect(largest(set.stresses)).toBeLessThan(1e-9 * E);
    }
  });

  it('turns a stress with the block and keeps its size', () => {
    const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
    for (let e = 0; e < set.elementCount; e++) set.stresses[3 * e] = 1e6;
    for (let s = 1; s <= 200; s++) turn(set, (0.5 * Math.PI * s) / 200);
    // A step rounds the strain to about 1e-16, which is 3e-6 Pa; 200 steps stay below 1e-2 Pa.
    for (let e = 0; e < set.elementCount; e++) {
      const [xx, yy, xy] = set.stresses.subarray(3 * e, 3 * e + 3);
      expect(largest([xx, yy - 1e6, xy])).toBeLessThan(1e-2);
    }
  });

  it('is where the form as printed fails: the same turn strains by half the square of the angle of each step', () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const spin = corners.map((_, k) => [-corners[k + 1], corners[k - 1], 0][k % 3]);
    const h = 1e-3;
    // Velocities of a step from the angle 0 to h.
    const chord = corners.map((x, k) => (k % 3 === 2 ? 0 : ((Math.cos(h) - 1) * x + Math.sin(h) * spin[k]) / h));
    const out = publishedStress(new Float64Array(6), new Float64Array(6), corners, chord, 0, 0.5, h);
    expect(out[0] / (-0.5 * h * h)).toBeCloseTo(1, 5);
  });
});

describe('stable step', () => {
  it('is never above that of the largest frequency, and seldom half of it', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { mesh } = unevenMesh(seed, 2);
      // Meshes of other proportions, to thin triangles.
      const stretch = 1.6 ** (seed % 6);
      const nodes = mesh.nodes.map((x, k) => (k % 2 === 0 ? stretch * x : x));
      const nu = 0.49 * ((seed % 4) / 3);
      const material = createElasticMaterial(E, nu, 2500);
      const set = createDeformables2d([{ mesh: { nodes, elements: mesh.elements }, material }]);
      const masses = lumpedMasses({ nodes, elements: mesh.elements }, 2500);
      expect(largest(set.masses.map((m, k) => m - masses[k]))).toBeLessThan(1e-12 * largest(masses));
      const exact = 2 / largestFrequency(denseStiffness({ nodes, elements: mesh.elements }, E, nu), masses);
      expect(stableStep2d(set)).toBeLessThanOrEqual(exact);
      expect(stableStep2d(set)).toBeGreaterThan(0.4 * exact);
    }
  });
});

/** A strip of squares in a row, `rows` high, each of two triangles. */
function strip(columns: number, rows: number, size: number) {
  const at = (i: number, j: number) => i * (rows + 1) + j;
  const nodes = new Float64Array(2 * (columns + 1) * (rows + 1));
  const elements: number[] = [];
  for (let i = 0; i <= columns; i++) for (let j = 0; j <= rows; j++) nodes.set([size * i, size * j], 2 * at(i, j));
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) elements.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
  return { mesh: { nodes, elements: Int32Array.from(elements) }, at };
}

describe('motion', () => {
  it('carries a wave along a bar at sqrt(E / (1 - nu^2) / rho), and at cp where the sides are held', () => {
    for (const isHeld of [false, true]) {
      const size = 0.05;
      const { mesh, at } = strip(160, 1, size);
      const set = createDeformables2d([{ mesh, material: rock }]);
      for (let node = 0; node < set.nodeCount; node++) {
        if (isHeld) set.held[2 * node + 1] = 1;
        if (set.positions[2 * node] > 1e-9) continue;
        set.held[2 * node] = 1;
        set.velocities[2 * node] = 0.1;
      }
      const dt = 0.5 * stableStep2d(set);
      const arrival = (node: number) => {
        for (let s = 0; s < 8000 && set.velocities[2 * node] < 0.05; s++) stepDeformables2d(set, dt);
        return set.time;
      };
      const near = arrival(at(40, 0));
      const far = arrival(at(120, 0));
      const speed = Math.sqrt((isHeld ? planeStrainLaw(E, NU)[0][0] : E / (1 - NU * NU)) / 2500);
      expect(Math.abs((80 * size) / (far - near) / speed - 1)).toBeLessThan(0.02);
    }
  });

  it('keeps energy with an error that falls as the square of the step, and momenta to rounding', () => {
    const errorOf = (part: number) => {
      const set = createDeformables2d([{ mesh: meshPolygon(regularPolygon(5, 1), 1), material: rock }]);
      // A stretch that oscillates, in a block that turns.
      for (let node = 0; node < set.nodeCount; node++) {
        const [x, y] = set.positions.subarray(2 * node, 2 * node + 2);
        set.velocities.set([x - 3 * y, 3 * x], 2 * node);
      }
      const spin = () =>
        set.masses.reduce((sum, m, node) => {
          const [x, y] = set.positions.subarray(2 * node, 2 * node + 2);
          return sum + m * (x * set.velocities[2 * node + 1] - y * set.velocities[2 * node]);
        }, 0);
      const spinStart = spin();
      const start = deformableEnergy2d(set, 0).kinetic;
      const dt = part * stableStep2d(set);
      let worst = 0;
      while (set.time < 1e-3) {
        expect(stepDeformables2d(set, dt)).toBe(StepStatus.Done);
        const { kinetic, elastic } = deformableEnergy2d(set, dt);
        worst = Math.max(worst, Math.abs(kinetic + elastic - start) / start);
      }
      for (const k of [0, 1]) {
        const momentum = set.masses.reduce((sum, m, node) => sum + m * set.velocities[2 * node + k], 0);
        const size = set.masses.reduce((sum, m, node) => sum + m * Math.abs(set.velocities[2 * node + k]), 0);
        expect(Math.abs(momentum)).toBeLessThan(1e-10 * size);
      }
      // Velocities are half a step late, along which each position moves: the sum does not change.
      expect(Math.abs(spin() / spinStart - 1)).toBeLessThan(1e-10);
      return worst;
    };
    const coarse = errorOf(0.2);
    expect(coarse).toBeLessThan(0.05);
    expect(errorOf(0.05)).toBeLessThan(coarse / 8);
  });

  it('keeps energy and the size of vibrations in a block that spins, at long steps', () => {
    for (const [sides, refinements, poisson] of [
      [3, 0, 0],
      [4, 1, 0.25],
    ]) {
      const mesh = meshPolygon(regularPolygon(sides, 1), refinements);
      const set = createDeformables2d([{ mesh, material: createElasticMaterial(1, poisson, 1) }]);
      // A twentieth of the speed of sound at a distance of 1 from the axis: its own strain is about 1e-3.
      for (let node = 0; node < set.nodeCount; node++) {
        const [x, y] = set.positions.subarray(2 * node, 2 * node + 2);
        set.velocities.set([-0.05 * y + 1e-5 * x * x, 0.05 * x], 2 * node);
      }
      const start = deformableEnergy2d(set, 0).kinetic;
      const dt = 0.95 * stableStep2d(set);
      const most = [0, 0, 0, 0];
      for (let s = 0; s < 8000; s++) {
        expect(stepDeformables2d(set, dt)).toBe(StepStatus.Done);
        most[Math.floor(s / 2000)] = Math.max(most[Math.floor(s / 2000)], largest(set.stresses));
      }
      const { kinetic, elastic } = deformableEnergy2d(set, dt);
      expect(Math.abs((kinetic + elastic) / start - 1)).toBeLessThan(5e-3);
      expect(0.05 * set.time).toBeGreaterThan(100);
      expect(most[3]).toBeLessThan(1.3 * most[0]);
    }
  });

  it('brakes with damping proportional to mass as exp(-alpha t), by the work that is summed', () => {
    const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock, velocity: [2, 0] }], { massDamping: 500 });
    const dt = 0.5 * stableStep2d(set);
    while (set.time < 2e-3) stepDeformables2d(set, dt);
    expect(set.velocities[0] / (2 * Math.exp(-500 * set.time))).toBeCloseTo(1, 3);
    const kinetic = set.masses.reduce((sum, m, node) => sum + 0.5 * m * set.velocities[2 * node] ** 2, 0);
    expect((kinetic + set.work[Work.Damping]) / (0.5 * 2500 * 4)).toBeCloseTo(1, 9);
  });

  it('settles by local damping until the foot carries the weight, and the works add up', () => {
    const material = createElasticMaterial(1e9, 0.3, 2000);
    const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 4), 3), material }], { gravity: [0, -10], localDamping: 0.7 });
    let loose = 0;
    for (let node = 0; node < set.nodeCount; node++) {
      if (set.positions[2 * node + 1] < -1.999) set.held.fill(1, 2 * node, 2 * node + 2);
      else loose += set.masses[node];
    }
    const dt = 0.8 * stableStep2d(set);
    for (let s = 0; s < 3000; s++) stepDeformables2d(set, dt);
    const foot = set.forces.reduce((sum, f, i) => sum + (i % 2 === 1 && set.held[i] === 1 ? f : 0), 0);
    expect(-foot / (10 * loose)).toBeCloseTo(1, 6);
    const { kinetic, elastic, gravity, damping } = deformableEnergy2d(set, dt);
    expect((kinetic + elastic + damping) / gravity).toBeCloseTo(1, 2);
  });
});

describe('statuses', () => {
  it('refuses a step above the bound and moves nothing', () => {
    const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock, velocity: [1, 0] }]);
    for (const dt of [1.001 * stableStep2d(set), 0, -1, Number.NaN]) expect(stepDeformables2d(set, dt)).toBe(StepStatus.TooLong);
    expect(set.positions).toEqual(set.startPositions);
  });

  it('names the triangle that is turned inside out, and keeps stresses finite', () => {
    for (const speed of [1e9, Infinity, Number.NaN]) {
      const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1), 1), material: rock }]);
      set.velocities[3] = speed;
      expect(stepDeformables2d(set, 0.5 * stableStep2d(set))).toBe(StepStatus.Inverted);
      expect(set.statusElement).toBeGreaterThanOrEqual(0);
      expect(set.stresses.every(Number.isFinite)).toBe(true);
    }
  });

  it('keep stresses finite, whatever numbers are written into the arrays', () => {
    const random = createRandom(11);
    const material = createElasticMaterial(1e6, 0.3, 1000);
    const mesh = meshPolygon(regularPolygon(5, 1), 1);
    let told = 0;
    for (let round = 0; round < 1000; round++) {
      const set = createDeformables2d([{ mesh, material }], { gravity: [0, -9.81], localDamping: 0.5 * random(), massDamping: random() });
      const dt = 0.9 * stableStep2d(set);
      for (let s = 0; s < 8; s++) {
        const arrays = [set.positions, set.velocities, set.loads, set.gravity, set.forces];
        const array = arrays[Math.floor(5 * random())];
        const values = [Number.NaN, Infinity, -Infinity, 1e308, -1e308, 1e150];
        if (s === 3) array[Math.floor(array.length * random())] = values[Math.floor(6 * random())];
        if (stepDeformables2d(set, dt) === StepStatus.Inverted) told++;
        expect(set.stresses.every(Number.isFinite)).toBe(true);
      }
    }
    expect(told).toBeGreaterThan(1000);
  });
});
