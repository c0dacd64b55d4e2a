import { describe, expect, it } from 'vitest';
import {
  type BondEnd,
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createRandom,
  createSpringLaw,
  deformableEnergy,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  StepStatus,
  type BlockMesh,
  type DeformableContacts,
  type DeformableSet,
} from '../../src/index';
import { sweep } from '../sweep';

const soft = createElasticMaterial(2e9, 0.2, 2600);
const G = 9.81;
const floor = { normal: [0, 0, 1], offset: 0 };

function run(set: DeformableSet, contacts: DeformableContacts, dt: number, steps: number, each?: (step: number) => void): void {
  for (let k = 0; k < steps; k++) {
    const status = stepDeformables(set, dt, contacts);
    if (status !== StepStatus.Done) throw new Error(`status ${status} in step ${k}`);
    each?.(k);
  }
}

function sumOf(set: DeformableSet, vectors: Float64Array, b: number): number[] {
  const sum = [0, 0, 0];
  for (let i = 3 * set.nodeStart[b]; i < 3 * set.nodeStart[b + 1]; i++) sum[i % 3] += vectors[i];
  return sum;
}

function massOf(set: DeformableSet, b: number): number {
  return set.masses.subarray(set.nodeStart[b], set.nodeStart[b + 1]).reduce((sum, m) => sum + m, 0);
}

/** The mesh turned by the quaternion (x y z w). */
function turned({ nodes, elements }: BlockMesh, [x, y, z, w]: number[]): BlockMesh {
  const out = nodes.slice();
  for (let i = 0; i < out.length; i += 3) {
    const [a, b, c] = nodes.subarray(i, i + 3);
    const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    out[i] = a + w * p + y * r - z * q;
    out[i + 1] = b + w * q + z * p - x * r;
    out[i + 2] = c + w * r + x * q - y * p;
  }
  return { nodes: out, elements };
}

describe('blocks at rest', () => {
  const stacks: [string, number, number, number[]][] = [
    ['of equal size', 1, 1, [0, 0]],
    ['of different meshes', 0, 2, [0, 0]],
    ['that overhang', 1, 1, [0.23, 0.31]],
    ['with coinciding nodes inside', 1, 1, [0.5, 0.5]],
  ];
  it.each(stacks)('carry their weight: a box on a box %s', (_, low, high, [x, y]) => {
    const law = createSpringLaw(1e9, 8e8, 0.5);
    const set = createDeformables(
      [
        { mesh: meshPolyhedron(box(2, 2, 1), low), material: soft, position: [0, 0, 0.5] },
        { mesh: meshPolyhedron(box(x === 0 ? 2 : 1, x === 0 ? 2 : 1, 1), high), material: soft, position: [x, y, 1.5] },
      ],
      { gravity: [0, 0, -G], localDamping: 0.7 },
    );
    const contacts = createDeformableContacts(set, law, { planes: [floor] });
    const dt = 0.8 * stableStep(set, contacts);
    run(set, contacts, dt, 3000);
    const weights = [0, 1].map((b) => massOf(set, b) * G);
    const onTop = sumOf(set, set.forces, 1);
    expect(Math.abs(onTop[2] / weights[1] - 1)).toBeLessThan(1e-6);
    expect(Math.abs(contacts.planeForces[2] / -(weights[0] + weights[1]) - 1)).toBeLessThan(1e-6);
    for (const k of [0, 1]) expect(Math.abs(onTop[k])).toBeLessThan(1e-6 * weights[1]);
    expect(deformableEnergy(set, dt).kinetic).toBeLessThan(1e-6 * deformableEnergy(set, dt).elastic);
  });

  it('have one point where two nodes meet', () => {
    const mesh = meshPolyhedron(box(1, 1, 1), 1);
    const set = createDeformables([
      { mesh, material: soft, position: [0, 0, 0] },
      { mesh, material: soft, position: [0, 0, 1 - 1e-6] },
    ]);
    const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 0.5));
    run(set, contacts, 1e-9, 1);
    expect(contacts.pointCount).toBe(9);
    const [x, y, z] = sumOf(set, set.forces, 1);
    expect(z).toBeCloseTo(9 * 1e9 * 1e-6, 3);
    expect(Math.abs(x) + Math.abs(y)).toBeLessThan(1e-6);
  });

  it('touch at crossings of edges when no node is over the other block', () => {
    const set = createDeformables([
      { mesh: meshPolyhedron(box(4, 1, 1)), material: soft, position: [0, 0, 0] },
      { mesh: meshPolyhedron(box(1, 4, 1)), material: soft, position: [0, 0, 1 - 1e-6] },
    ]);
    const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 0.5));
    run(set, contacts, 1e-9, 1);
    expect(contacts.pointCount).toBe(4);
    expect(sumOf(set, set.forces, 1)[2]).toBeCloseTo(4000, 3);
  });

  it('are not in contact where only their rims meet', () => {
    const mesh = meshPolyhedron(box(1, 1, 1), 1);
    const corners = [
      [1, 0, 1],
      [1, 1, 1],
      [0, 1, -1],
    ];
    for (const position of corners) {
      const set = createDeformables([
        { mesh, material: soft },
        { mesh, material: soft, position: position.map((x) => x * (1 - 1e-7)) },
      ]);
      const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 0.5));
      run(set, contacts, 1e-9, 1);
      expect(contacts.pointCount).toBe(0);
    }
  });
});

describe('forces of contacts', () => {
  it('and their moments add to zero between blocks, in any places', () => {
    const random = createRandom(5);
    let touched = 0;
    let crossed = 0;
    for (let trial = 0; trial < sweep(300, 100); trial++) {
      const quaternion = () => {
        const q = [0, 0, 0, 0].map(() => random() - 0.5);
        const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
        return q.map((x) => x / size);
      };
      const direction = quaternion().slice(0, 3);
      const size = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
      const far = 0.9 + 0.7 * random();
      const set = createDeformables([
        { mesh: turned(meshPolyhedron(box(1, 1, 1), trial % 2), quaternion()), material: soft },
        {
          mesh: turned(meshPolyhedron(box(1, 1, 1), 1), quaternion()),
          material: soft,
          position: direction.map((x) => (far * x) / size),
        },
      ]);
      for (let i = 0; i < set.velocities.length; i++) set.velocities[i] = random() - 0.5;
      const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 0.5));
      stepDeformables(set, 1e-9, contacts);
      // Forces of the stresses of this step add to zero by themselves.
      const total = [0, 0, 0, 0, 0, 0];
      let most = 0;
      for (let n = 0; n < set.nodeCount; n++) {
        const [x, y, z] = set.positions.subarray(3 * n, 3 * n + 3);
        const [p, q, r] = set.forces.subarray(3 * n, 3 * n + 3);
        most = Math.max(most, Math.abs(p), Math.abs(q), Math.abs(r));
        [p, q, r, y * r - z * q, z * p - x * r, x * q - y * p].forEach((f, k) => (total[k] += f));
      }
      for (const sum of total) expect(Math.abs(sum)).toBeLessThan(1e-12 * Math.max(most, 1));
      if (Math.abs(sumOf(set, set.forces, 1)[2]) > 1e-6 * most) touched++;
      if (contacts.pointCount > 0) crossed++;
    }
    expect(touched).toBeGreaterThan(sweep(20, 6));
    expect(crossed).toBeGreaterThanOrEqual(touched);
  });

  it('do not slip on blocks that turn as one', () => {
    const mesh = meshPolyhedron(box(1, 1, 1), 1);
    const set = createDeformables([
      { mesh, material: soft, position: [0, 0, -0.5] },
      { mesh, material: soft, position: [0.2, 0.1, 0.5 - 1e-4] },
    ]);
    const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, 10));
    set.held.fill(1);
    const start = set.startPositions;
    const dt = 1e-6;
    let most = 0;
    for (let k = 1; k <= 1000; k++) {
      const angle = 1e-3 * k;
      for (let n = 0; n < set.nodeCount; n++) {
        const [x, y, z] = start.subarray(3 * n, 3 * n + 3);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const to = [c * x - s * y, s * x + c * y, z];
        for (let i = 0; i < 3; i++) set.velocities[3 * n + i] = (to[i] - set.positions[3 * n + i]) / dt;
      }
      stepDeformables(set, dt, contacts);
      most = Math.max(most, contacts.springEnergy[1]);
    }
    expect(contacts.springEnergy[0]).toBeGreaterThan(1);
    expect(most).toBeLessThan(1e-6 * contacts.springEnergy[0]);
  });
});

describe('free fall', () => {
  /** Largest error of the energy as a part of the work of gravity until the impact. */
  function energyError(part: number, other: boolean): { worst: number; height: number } {
    const fall = 0.2;
    const mesh = meshPolyhedron(box(0.5, 0.5, 0.5), 1);
    const blocks = [{ mesh, material: soft, position: [0, 0, 0.25 + fall + (other ? 0.5 : 0)] }];
    if (other) blocks.push({ mesh: meshPolyhedron(box(1, 1, 0.5), 1), material: soft, position: [0.1, 0.05, 0.25] });
    const set = createDeformables(blocks, { gravity: [0, 0, -G] });
    if (other)
      for (let n = set.nodeStart[1]; n < set.nodeCount; n++) if (set.positions[3 * n + 2] < 0.01) set.held.fill(1, 3 * n, 3 * n + 3);
    const contacts = createDeformableContacts(set, createSpringLaw(1e9, 0, 0), other ? {} : { planes: [floor] });
    const dt = part * stableStep(set, contacts);
    let worst = 0;
    let height = 0;
    let isBack = false;
    const scale = massOf(set, 0) * G * fall;
    run(set, contacts, dt, Math.ceil(0.35 / dt), () => {
      const { kinetic, elastic, gravity } = deformableEnergy(set, dt);
      const springs = contacts.springEnergy[0] + contacts.springEnergy[1];
      worst = Math.max(worst, Math.abs(kinetic + elastic + springs - gravity) / scale);
      if (contacts.springEnergy[0] > 0) isBack = true;
      if (isBack) height = Math.max(height, set.positions[2]);
    });
    return { worst, height };
  }
  it('on a plane and back keeps the energy, with an error of the square of the step', () => {
    const coarse = energyError(0.8, false);
    const fine = energyError(0.2, false);
    expect(coarse.height).toBeGreaterThan(0.1);
    expect(coarse.worst).toBeLessThan(1e-2);
    expect(fine.worst).toBeLessThan(0.15 * coarse.worst);
  });
  it('on a block and back keeps the energy', () => {
    const coarse = energyError(0.8, true);
    const fine = energyError(0.2, true);
    expect(coarse.worst).toBeLessThan(1e-2);
    expect(fine.worst).toBeLessThan(0.15 * coarse.worst);
  });
});

describe('friction', () => {
  /** Speed along a slope after a time from rest; gravity is turned, the slope is not. */
  function slide(degrees: number, friction: number, time: number): number {
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const set = createDeformables(
      [
        { mesh: meshPolyhedron(box(1, 1, 0.5), 1), material: soft, position: [0, 0, 0.5] },
        { mesh: meshPolyhedron(box(6, 2, 0.5)), material: soft, position: [2, 0, 0] },
      ],
      { gravity: [G * s, 0, -G * c] },
    );
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) set.held.fill(1, 3 * n, 3 * n + 3);
    const contacts = createDeformableContacts(set, createSpringLaw(1e9, 8e8, friction, { normalDamping: 2e5, shearDamping: 2e5 }));
    const dt = 0.8 * stableStep(set, contacts);
    run(set, contacts, dt, Math.ceil(time / dt));
    const mass = massOf(set, 0);
    let momentum = 0;
    for (let n = 0; n < set.nodeStart[1]; n++) momentum += set.masses[n] * set.velocities[3 * n];
    return momentum / mass / set.time;
  }
  it('holds a block below its angle and lets it slide above it', () => {
    const tangent = Math.tan((20 * Math.PI) / 180);
    expect(Math.abs(slide(19.5, tangent, 0.15))).toBeLessThan(1e-3 * G);
    const angle = (28 * Math.PI) / 180;
    const exact = G * (Math.sin(angle) - Math.cos(angle) * tangent);
    expect(Math.abs(slide(28, tangent, 0.3) / exact - 1)).toBeLessThan(5e-3);
  });
});

describe('the spring of a node', () => {
  it('stays when the node slides over sides of triangles', () => {
    const set = createDeformables([
      { mesh: meshPolyhedron(box(4, 4, 1), 2), material: soft, position: [0, 0, -0.5] },
      { mesh: turned(meshPolyhedron(box(1, 1, 1)), [0.28, 0.36, 0, Math.sqrt(1 - 0.28 ** 2 - 0.36 ** 2)]), material: soft },
    ]);
    let lowest = set.nodeStart[1];
    for (let n = lowest; n < set.nodeCount; n++) if (set.positions[3 * n + 2] < set.positions[3 * lowest + 2]) lowest = n;
    const [x, y, z] = set.positions.subarray(3 * lowest, 3 * lowest + 3);
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) {
      set.positions[3 * n] -= x + 1.2;
      set.positions[3 * n + 1] -= y + 0.3;
      set.positions[3 * n + 2] -= z + 1e-3;
    }
    set.held.fill(1);
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) {
      set.velocities[3 * n] = 1000;
      set.velocities[3 * n + 1] = 370;
    }
    // Friction without limit: the spring is as long as the way.
    const contacts = createDeformableContacts(set, createSpringLaw(1e6, 1e6, 1e9));
    const triangles = new Set<number>();
    run(set, contacts, 1e-6, 2000, (step) => {
      const way = Math.sqrt(1 + 0.37 * 0.37) * 1e-3 * (step + 1);
      expect(contacts.pointCount).toBe(1);
      expect(Math.abs(contacts.springEnergy[1] / (0.5e6 * way * way) - 1)).toBeLessThan(1e-9);
      triangles.add(contacts.points.triangle[contacts.points.state.indexOf(1)]);
    });
    expect(triangles.size).toBe(5);
  });
});

describe('bonds', () => {
  function pull(tensileStrength: number, bondEnd?: BondEnd): number {
    const mesh = meshPolyhedron(box(1, 1, 1), 1);
    const set = createDeformables([
      { mesh, material: soft },
      { mesh, material: soft, position: [0, 0, 1] },
    ]);
    for (let n = 0; n < set.nodeCount; n++) {
      set.held.fill(1, 3 * n, 3 * n + 3);
      if (n >= set.nodeStart[1]) set.velocities[3 * n + 2] = 1e-2;
    }
    const law = createSpringLaw(1e9, 8e8, 0.5, { tensileStrength, ...(bondEnd === undefined ? {} : { bondEnd }) });
    const contacts = createDeformableContacts(set, law);
    let most = 0;
    run(set, contacts, 1e-5, 2000, () => (most = Math.max(most, -sumOf(set, set.forces, 1)[2])));
    return most;
  }
  it('tear at the strength of the area', () => {
    // All nine nodes have the same force, and different areas. The least is 1 / 24 of the face, the most 1 / 4.
    const strength = 1e5;
    const most = pull(strength);
    expect(most).toBeGreaterThan(9 * (strength / 24));
    expect(most).toBeLessThan(strength);
    expect(pull(0)).toBe(0);
  });
});

describe('bad input', () => {
  it('of planes and tolerance is refused with code, index and value', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: soft }]);
    const law = createSpringLaw(1e9, 8e8, 0.5);
    const refused = (normal: number[], offset: number) => () => createDeformableContacts(set, law, { planes: [floor, { normal, offset }] });
    expect(refused([0, 0], 0)).toThrow(expect.objectContaining({ code: 'bad-length', index: 1, value: 2 }));
    expect(refused([0, 0, 2], 0)).toThrow(expect.objectContaining({ code: 'not-unit', index: 1, value: 2 }));
    expect(refused([0, 0, 1], Infinity)).toThrow(expect.objectContaining({ code: 'not-finite', index: 1, value: Infinity }));
    for (const tolerance of [0, 1, Number.NaN])
      expect(() => createDeformableContacts(set, law, { tolerance })).toThrow(
        expect.objectContaining({ code: 'bad-option', value: tolerance }),
      );
  });
  it('of laws is refused, also of the law of planes', () => {
    const set = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: soft }]);
    const law = createSpringLaw(1e9, 8e8, 0.5);
    for (const bad of [undefined, { ...law, normalStiffness: Number.NaN }, { ...law, friction: -1 }, { ...law, cohesion: -1 }]) {
      const given = bad as typeof law;
      expect(() => createDeformableContacts(set, given)).toThrow(expect.objectContaining({ code: 'bad-option' }));
      if (bad)
        expect(() => createDeformableContacts(set, law, { planeLaw: given })).toThrow(expect.objectContaining({ code: 'bad-option' }));
    }
  });
});

describe('time steps', () => {
  /** Growth of the energy of blocks with unbreakable bonds over steps of a part of the bound, without its check. */
  function growth(part: number): number {
    const set = createDeformables([
      { mesh: meshPolyhedron(box(1, 1, 1), 1), material: soft },
      { mesh: meshPolyhedron(box(1, 1, 1)), material: soft, position: [0.1, 0.2, 1 - 1e-5] },
    ]);
    const law = createSpringLaw(1e12, 8e11, 0.5, { tensileStrength: Infinity, cohesion: Infinity });
    const contacts = createDeformableContacts(set, law);
    run(set, contacts, 1e-9, 1);
    const dt = part * stableStep(set, contacts);
    expect(dt).toBeLessThan(0.5 * part * stableStep(set));
    const energy = () => deformableEnergy(set, dt).kinetic + contacts.springEnergy[0];
    const before = energy();
    let most = 0;
    for (let k = 0; k < 1000 && most < 1e6 * before; k++) {
      contacts.stiffnessRates.fill(0);
      stepDeformables(set, dt, contacts);
      most = Math.max(most, energy());
    }
    return most / before;
  }
  it('of the bound are stable, and three times the bound is not', () => {
    expect(growth(0.999)).toBeLessThan(4);
    expect(growth(3)).toBeGreaterThan(1e6);
  });
  it('that are too long for the contact points are refused', () => {
    const mesh = meshPolyhedron(box(1, 1, 1), 1);
    const set = createDeformables([
      { mesh, material: soft },
      { mesh, material: soft, position: [0.1, 0.2, 1 - 1e-5] },
    ]);
    const contacts = createDeformableContacts(set, createSpringLaw(1e12, 8e11, 0.5));
    const dt = 0.99 * stableStep(set);
    expect(stepDeformables(set, dt, contacts)).toBe(StepStatus.Done);
    expect(stepDeformables(set, dt, contacts)).toBe(StepStatus.TooLong);
  });
  it('say when blocks overlap too deep', () => {
    const mesh = meshPolyhedron(box(1, 1, 1), 0);
    const set = createDeformables([
      { mesh, material: soft },
      { mesh, material: soft, position: [0.1, 0.2, 0.9] },
    ]);
    const contacts = createDeformableContacts(set, createSpringLaw(1e3, 8e2, 0.5));
    expect(stepDeformables(set, 1e-6, contacts)).toBe(StepStatus.TooDeep);
  });
});
