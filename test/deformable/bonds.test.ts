/** Bonds of deformable blocks, with stiffnesses of an area: all points of a flush face break together. */
import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  deformableEnergy,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  StepStatus,
  type DeformableContacts,
  type DeformableSet,
} from '../../src/index';

const material = createElasticMaterial(2e9, 0, 2600);
/** Pa / m. */
const STIFFNESS = 1e10;
const STRENGTH = 1e5;
const COHESION = 2e5;
const FRICTION = 0.5;
const law = createSpringLaw(STIFFNESS, STIFFNESS, FRICTION, { tensileStrength: STRENGTH, cohesion: COHESION });

/** A cube of 1 m on another one; the face between them is at z = 0. */
function twoCubes(low: number, high: number, depth = 0): { set: DeformableSet; contacts: DeformableContacts } {
  const set = createDeformables([
    { mesh: meshPolyhedron(box(1, 1, 1), low), material, position: [0, 0, -0.5] },
    { mesh: meshPolyhedron(box(1, 1, 1), high), material, position: [0, 0, 0.5 - depth] },
  ]);
  return { set, contacts: createDeformableContacts(set, law, { stiffnessPerArea: true }) };
}

/** Force on the upper cube, and its moment about y. */
function loadOn({ nodeStart, nodeCount, forces, positions }: DeformableSet): number[] {
  const sum = [0, 0, 0, 0];
  for (let n = nodeStart[1]; n < nodeCount; n++) {
    for (let k = 0; k < 3; k++) sum[k] += forces[3 * n + k];
    sum[3] += positions[3 * n + 2] * forces[3 * n] - positions[3 * n] * forces[3 * n + 2];
  }
  return sum;
}

/** Largest of one load over steps in which the upper cube moves as a rigid body and the lower one rests. */
function largestLoad(low: number, high: number, which: number, velocity: (x: number, z: number) => number[], depth = 0): number {
  const { set, contacts } = twoCubes(low, high, depth);
  set.held.fill(1);
  let most = 0;
  for (let k = 0; k < 1500; k++) {
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++)
      set.velocities.set(velocity(set.positions[3 * n], set.positions[3 * n + 2]), 3 * n);
    expect(stepDeformables(set, 1e-5, contacts)).toBe(StepStatus.Done);
    most = Math.max(most, Math.abs(loadOn(set)[which]));
  }
  return most;
}

const MESHES = [
  [0, 0],
  [1, 1],
  [0, 2],
];

describe.each(MESHES)('flush cubes with edges halved %d and %d times', (low, high) => {
  it('press with the stiffness times the area', () => {
    const { set, contacts } = twoCubes(low, high, 1e-6);
    stepDeformables(set, 1e-12, contacts);
    expect(Math.abs(loadOn(set)[2] / (STIFFNESS * 1e-6) - 1)).toBeLessThan(1e-6);
  });
  it('break at the tensile strength times the area', () => {
    const most = largestLoad(low, high, 2, () => [0, 0, 1e-3]);
    expect(Math.abs(most / STRENGTH - 1)).toBeLessThan(0.01);
  });
  it('break in shear at cohesion times area plus friction', () => {
    const depth = 2e-6;
    const most = largestLoad(low, high, 0, () => [2e-3, 0, 0], depth);
    expect(Math.abs(most / (COHESION + FRICTION * STIFFNESS * depth) - 1)).toBeLessThan(0.01);
  });
  // After the break the pressed half goes on, up to 0.9 of that moment.
  it('break in bending when the outermost nodes reach the tensile strength', () => {
    const most = largestLoad(low, high, 3, (x, z) => [2.4e-3 * z, 0, -2.4e-3 * x]);
    // Stress T x / c at the nodes, each with a third of its triangles: the mean of both faces. c = 0.5.
    let moment = 0;
    for (const refinements of [low, high]) {
      const { nodes, elements } = meshPolyhedron(box(1, 1, 1), refinements);
      for (let e = 0; e < elements.length; e += 4) {
        const top = [...elements.subarray(e, e + 4)].filter((n) => nodes[3 * n + 2] > 0.499);
        if (top.length !== 3) continue;
        const [p, q, r] = top.map((n) => nodes.subarray(3 * n, 3 * n + 2));
        const area = 0.5 * Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
        moment += ((0.5 * STRENGTH) / 0.5) * (area / 3) * (p[0] ** 2 + q[0] ** 2 + r[0] ** 2);
      }
    }
    expect(Math.abs(most / moment - 1)).toBeLessThan(0.01);
  });
});

describe('elastic cubes that are pulled apart slowly', () => {
  it('part at once, at the tensile strength times the area', () => {
    const { set, contacts } = twoCubes(1, 1);
    set.localDamping = 0.7;
    for (let n = 0; n < set.nodeCount; n++) {
      const z = set.positions[3 * n + 2];
      if (Math.abs(z) < 0.999) continue;
      set.held[3 * n + 2] = 1;
      set.velocities[3 * n + 2] = z > 0 ? 2e-3 : -2e-3;
    }
    const dt = 0.8 * stableStep(set, contacts);
    const pull = () => {
      let sum = 0;
      for (let n = set.nodeStart[1]; n < set.nodeCount; n++) if (set.positions[3 * n + 2] > 0.99) sum -= set.forces[3 * n + 2];
      return sum;
    };
    let most = 0;
    let least = 9;
    for (let k = 0; k * dt < 0.05; k++) {
      expect(stepDeformables(set, dt, contacts)).toBe(StepStatus.Done);
      most = Math.max(most, Math.abs(pull()));
      if (contacts.springEnergy[0] > 0) least = Math.min(least, contacts.pointCount);
    }
    expect(Math.abs(most / STRENGTH - 1)).toBeLessThan(0.01);
    expect(contacts.springEnergy[0]).toBe(0);
    expect(least).toBe(9);
  });
});

describe('stiffnesses of an area', () => {
  it.each([0.8, 0.2])('keep the energy of a turned block that falls on a block, at %d of the stable step', (part) => {
    const mesh = meshPolyhedron(box(0.5, 0.5, 0.5), 1);
    const turned = mesh.nodes.slice();
    for (let i = 0; i < turned.length; i += 3) {
      const [x, y, z] = mesh.nodes.subarray(i, i + 3);
      turned.set([0.96 * x + 0.28 * z, y, 0.96 * z - 0.28 * x], i);
    }
    const soft = createElasticMaterial(2e9, 0.2, 2600);
    const set = createDeformables(
      [
        { mesh: { nodes: turned, elements: mesh.elements }, material: soft, position: [0.1, 0.05, 0.315], velocity: [0, 0, -1] },
        { mesh: meshPolyhedron(box(1, 1, 0.5), 1), material: soft, position: [0, 0, -0.25] },
      ],
      { gravity: [0, 0, -9.81] },
    );
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) if (set.positions[3 * n + 2] < -0.49) set.held.fill(1, 3 * n, 3 * n + 3);
    const contacts = createDeformableContacts(set, createSpringLaw(2e10, 0, 0), { stiffnessPerArea: true });
    let dt = part * stableStep(set, contacts);
    const start = deformableEnergy(set, 0).kinetic;
    let worst = 0;
    let deepest = 0;
    while (set.time < 0.03) {
      const status = stepDeformables(set, dt, contacts);
      if (status === StepStatus.TooLong) dt = part * stableStep(set, contacts);
      else expect(status).toBe(StepStatus.Done);
      const { kinetic, elastic, gravity } = deformableEnergy(set, dt);
      worst = Math.max(worst, Math.abs(kinetic + elastic + contacts.springEnergy[0] - gravity - start));
      deepest = Math.max(deepest, contacts.deepest[0]);
    }
    expect(deepest).toBeGreaterThan(1e-4);
    expect(worst / start).toBeLessThan(part === 0.8 ? 0.02 : 2e-3);
  });

  it('are refused when a bond is stronger than its spring at a gap of tolerance', () => {
    const { set } = twoCubes(0, 0);
    const strong = createSpringLaw(STIFFNESS, STIFFNESS, FRICTION, { tensileStrength: 1e9 });
    const make = (more: object) => () => createDeformableContacts(set, strong, more);
    expect(make({ stiffnessPerArea: true })).toThrow(expect.objectContaining({ code: 'bad-option', value: 1e9 }));
    expect(make({})).not.toThrow();
    strong.tensileStrength = Infinity;
    expect(make({ stiffnessPerArea: true })).not.toThrow();
  });

  it('have a stable step: the energy of bonded blocks does not grow', () => {
    const set = createDeformables([
      { mesh: meshPolyhedron(box(1, 1, 1), 1), material },
      { mesh: meshPolyhedron(box(1, 1, 1)), material, position: [0.1, 0.2, 1 - 1e-5] },
    ]);
    const stiff = createSpringLaw(1e13, 1e13, 0.5, { tensileStrength: Infinity, cohesion: Infinity });
    const contacts = createDeformableContacts(set, stiff, { stiffnessPerArea: true });
    stepDeformables(set, 1e-9, contacts);
    const energy = () => deformableEnergy(set, dt).kinetic + contacts.springEnergy[0];
    const dt = 0.999 * stableStep(set, contacts);
    expect(dt).toBeLessThan(0.5 * stableStep(set));
    const before = energy();
    let most = 0;
    for (let k = 0; k < 1000; k++) {
      expect(stepDeformables(set, dt, contacts)).toBe(StepStatus.Done);
      most = Math.max(most, energy());
    }
    expect(most / before).toBeLessThan(4);
  });
});
