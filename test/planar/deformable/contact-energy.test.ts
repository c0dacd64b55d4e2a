/** Forces of contacts without friction are minus the gradient of one energy, which is continuous along every motion. */
import { describe, expect, it } from 'vitest';
import { createElasticMaterial, createSpringLaw, StepStatus } from '../../../src/index';
import {
  createDeformableContacts2d,
  createDeformables2d,
  deformableEnergy2d,
  meshFromTriangles,
  meshPolygon,
  rectangle,
  regularPolygon,
  stableStep2d,
  stepDeformables2d,
  type BlockMesh2d,
} from '../../../src/planar';
import { approach, energyOf, heldPair, place, seeded, workError, STIFFNESS, type Family2d } from './contact-pairs';

const square = rectangle(1, 1);

describe.each<Family2d>(['free', 'flush'])('pairs at any places (%s)', (family) => {
  it('have the forces of the change of their energy at each node', () => {
    const random = seeded(family === 'free' ? 1 : 2);
    let pairs = 0;
    for (let trial = 0; trial < 150; trial++) {
      const found = approach(random, family);
      if (found === null) continue;
      const { pair, angle, direction, first } = found;
      const { set, contacts } = pair;
      const d = first - 0.45 * contacts.reach * random();
      place(set, 1, angle, d * direction[0], d * direction[1]);
      for (let i = 0; i < set.positions.length; i++) set.positions[i] += 0.01 * contacts.reach * (random() - 0.5);
      if (!(energyOf(pair) > 0) || contacts.deepest[0] > 0.5 * contacts.reach) continue;
      pairs++;
      const forces = set.forces.slice();
      const most = forces.reduce((size, f) => Math.max(size, Math.abs(f)), 0);
      const h = 1e-7 * contacts.reach;
      for (let i = 0; i < forces.length; i++) {
        const at = set.positions[i];
        set.positions[i] = at + h;
        const above = energyOf(pair);
        set.positions[i] = at - h;
        const below = energyOf(pair);
        set.positions[i] = at;
        expect(Math.abs((below - above) / (2 * h) - forces[i])).toBeLessThan(1e-4 * most);
      }
    }
    expect(pairs).toBeGreaterThan(120);
  });

  it('keep their energy on long ways along each other, with turns', () => {
    const random = seeded(family === 'free' ? 3 : 4);
    let ways = 0;
    for (let trial = 0; trial < 25; trial++) {
      const found = approach(random, family);
      if (found === null) continue;
      const { pair, angle, direction, first } = found;
      const depth = 0.3 * pair.contacts.reach * 10 ** (-2 * random());
      const side = Math.PI / 2 + 0.6 * (random() - 0.5);
      const along = [
        Math.cos(side) * direction[0] - Math.sin(side) * direction[1],
        Math.sin(side) * direction[0] + Math.cos(side) * direction[1],
      ];
      const turn = (random() - 0.5) * (random() < 0.5 ? 0.02 : 0.5);
      const { worst, touched } = workError(pair, 2000, (k) => {
        const s = 0.01 * depth * k;
        const d = first - depth * (1 + 0.3 * Math.sin((0.3 * s) / depth));
        place(pair.set, 1, angle + turn * s, d * direction[0] + s * along[0], d * direction[1] + s * along[1]);
      });
      // A jump would be K depth^2 / 2, which is 5000 in this unit.
      expect(worst).toBeLessThan(0.5);
      if (touched > 100) ways++;
    }
    expect(ways).toBeGreaterThan(15);
  });
});

describe('a way', () => {
  const depth = 4e-3;
  /** The corner of the lower square is beside the left edge of the upper one, and gets deep below its lower edge. */
  const intoCorner = (s: number): number[] => {
    const [c, d] = [Math.cos(0.31), Math.sin(0.31)];
    const [x, y] = [0.5 - 0.012, 0.5 - (0.1 + 0.06 * s)];
    return [0.31, c * x - d * y - 0.5, d * x + c * y + 0.5];
  };
  const ways: [string, number, number[], (s: number) => number[]][] = [
    ['of a corner over a corner', 0, [0, 0], (s) => [Math.PI / 4, 0.02 * (s - 0.5), 2 * Math.SQRT1_2 - depth]],
    ['of a corner along an edge and over its end', 0, [0, 1], (s) => [0.3, 0.2 + 0.9 * s, 0.5 + 0.62 - depth]],
    ['of an edge along an edge and over its end', 0, [1, 1], (s) => [0, 0.2 + s, 1 - depth]],
    ['of an edge at 3 degrees along an edge', 0, [1, 0], (s) => [0.05, -1.2 + 2.4 * s, 1.02 - depth]],
    ['of a flush column over its flush position', 0, [1, 1], (s) => [0, 0.02 * (s - 0.5), 1 - depth]],
    ['of a column that rocks at its flush position', 0, [0, 0], (s) => [0.02 * Math.sin(20 * s), 1e-4 * Math.sin(33 * s), 1 - depth]],
    ['of a corner of two nearly flush edges to a depth of the reach', 0, [0, 0], intoCorner],
    ['of an edge that turns on a corner', Math.PI / 4, [0, 0], (s) => [-0.5 + s, 0.1, Math.SQRT1_2 + 0.56 - depth]],
  ];
  it.each(ways)('%s keeps the energy', (name, lower, refinements, at) => {
    const pair = heldPair([square, square], refinements);
    if (name === 'of a corner over a corner') place(pair.set, 0, Math.PI / 4, 0, 0);
    else place(pair.set, 0, lower, 0, 0);
    const steps = 8000;
    const { worst, touched } = workError(pair, steps, (k) => {
      const [angle, x, y] = at(k / steps);
      place(pair.set, 1, angle, x, y);
    });
    expect(touched).toBeGreaterThan(100);
    expect(worst).toBeLessThan(0.5);
  });
});

describe('a flush column', () => {
  /** Sum of the forces on the upper one of two equal squares, at a small shift. */
  function forceAt(shift: number, refinements: number[], tilt = 0): number[] {
    const pair = heldPair([square, square], refinements);
    place(pair.set, 1, tilt, shift, 1 - 1e-3);
    energyOf(pair);
    const sum = [0, 0];
    for (let i = 2 * pair.set.nodeStart[1]; i < pair.set.forces.length; i++) sum[i % 2] += pair.set.forces[i];
    return sum;
  }
  it.each([0, 1e-9, -1e-9, 3e-4, -3e-4, 9e-4, 5e-3, -5e-3])('carries its load at both rims, and is not pushed to a side (%d)', (shift) => {
    const [x, y] = forceAt(shift, [0, 0]);
    expect(y).toBeCloseTo(2 * STIFFNESS * 1e-3, 6);
    expect(Math.abs(x)).toBeLessThan(1e-9 * y);
  });
  it('has the same pressure at all nodes of equal meshes', () => {
    const pair = heldPair([square, square], [2, 2]);
    place(pair.set, 1, 0, 0, 1 - 1e-3);
    energyOf(pair);
    const { set } = pair;
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) {
      if (set.startPositions[2 * n + 1] > -0.499) continue;
      const isRim = Math.abs(set.startPositions[2 * n]) > 0.499;
      expect(Math.abs(set.forces[2 * n + 1] / ((isRim ? 1 : 2) * STIFFNESS * 1e-3) - 1)).toBeLessThan(2e-3);
    }
  });
  it('is nearly not pushed to a side when it leans', () => {
    for (const tilt of [1e-5, 1e-3, -1e-3])
      for (const shift of [0, 2e-4, -2e-4]) {
        const [x, y] = forceAt(shift, [0, 0], tilt);
        expect(y).toBeGreaterThan(0.9 * 2 * STIFFNESS * 1e-3 * 0.5);
        expect(Math.abs(x)).toBeLessThan(3 * Math.abs(tilt) * y);
      }
  });
});

describe('corners that meet by symmetry', () => {
  it('push straight', () => {
    for (const [shape, angle] of [
      [square, Math.PI / 4],
      [regularPolygon(6, 0.5), 0],
    ] as const) {
      const pair = heldPair([shape, shape], [0, 0]);
      const { set } = pair;
      const { nodes } = meshPolygon(shape);
      let top = 0;
      for (let n = 0; n < nodes.length; n += 2) top = Math.max(top, Math.sin(angle) * nodes[n] + Math.cos(angle) * nodes[n + 1]);
      const tilt = angle === 0 ? Math.PI / 6 : angle;
      if (angle === 0) top = 0.5;
      place(set, 0, tilt, 0, 0);
      place(set, 1, tilt, 0, 2 * top - 2e-3);
      expect(energyOf(pair)).toBeGreaterThan(0);
      const sum = [0, 0];
      for (let i = 2 * set.nodeStart[1]; i < set.forces.length; i++) sum[i % 2] += set.forces[i];
      expect(sum[1]).toBeGreaterThan(0.2 * STIFFNESS * 2e-3);
      expect(Math.abs(sum[0])).toBeLessThan(1e-9 * sum[1]);
    }
  });
});

describe('blocks in motion', () => {
  const soft = createElasticMaterial(2e9, 0.2, 2600);
  // A square on its corner, of four triangles about its middle.
  const r = 0.35;
  const diamond = meshFromTriangles([0, -r, r, 0, 0, r, -r, 0, 0, 0], [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  it('a corner that falls on a corner goes straight back', () => {
    const blocks = [0, 1].map((b) => ({ mesh: diamond, material: soft, position: [0, r + (2 * r + 0.05) * b] }));
    const set = createDeformables2d(blocks, { gravity: [0, -9.81] });
    for (let n = 0; n < set.nodeStart[1]; n++) if (set.positions[2 * n + 1] < r + 1e-9) set.held.fill(1, 2 * n, 2 * n + 2);
    const contacts = createDeformableContacts2d(set, createSpringLaw(5e8, 0, 0));
    const dt = 0.4 * stableStep2d(set, contacts);
    let up = 0;
    let side = 0;
    while (set.time < 0.13) {
      expect(stepDeformables2d(set, dt, contacts)).toBe(StepStatus.Done);
      let [x, y, mass] = [0, 0, 0];
      for (let n = set.nodeStart[1]; n < set.nodeCount; n++) {
        x += set.masses[n] * set.velocities[2 * n];
        y += set.masses[n] * set.velocities[2 * n + 1];
        mass += set.masses[n];
      }
      up = Math.max(up, y / mass);
      side = Math.max(side, Math.abs(x / mass));
    }
    expect(up).toBeGreaterThan(0.8);
    expect(side).toBeLessThan(1e-9);
  });

  it('six blocks of any shape that fall in a box keep their energy', () => {
    const random = seeded(2);
    const turned = ({ nodes, elements }: BlockMesh2d, angle: number): BlockMesh2d => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return { nodes: nodes.map((x, i) => (i % 2 === 0 ? c * x - s * nodes[i + 1] : s * nodes[i - 1] + c * x)), elements };
    };
    const blocks = Array.from({ length: 6 }, (_, k) => ({
      mesh: turned(
        meshPolygon(random() < 0.5 ? rectangle(0.5, 0.4) : regularPolygon(3 + Math.floor(4 * random()), 0.3), 1),
        random() < 0.4 ? 0 : 6 * random(),
      ),
      material: soft,
      position: [0.75 * (k % 2) + 0.2 * random() + 0.4, 0.45 + 0.7 * Math.floor(k / 2)],
      velocity: [random() - 0.5, -1],
    }));
    const set = createDeformables2d(blocks, { gravity: [0, -9.81] });
    const lines = [
      { normal: [0, 1], offset: 0 },
      { normal: [1, 0], offset: 0 },
      { normal: [-1, 0], offset: -1.8 },
    ];
    const contacts = createDeformableContacts2d(set, createSpringLaw(2e8, 0, 0), { lines });
    const dt = 0.8 * stableStep2d(set, contacts);
    let start = Number.NaN;
    let [worst, scale, touched] = [0, 0, 0];
    while (set.time < 0.6) {
      expect(stepDeformables2d(set, dt, contacts)).toBe(StepStatus.Done);
      const { kinetic, elastic, gravity } = deformableEnergy2d(set, dt);
      const energy = kinetic + elastic + contacts.springEnergy[0] - gravity;
      if (Number.isNaN(start)) start = energy;
      worst = Math.max(worst, Math.abs(energy - start));
      scale = Math.max(scale, start + gravity);
      if (contacts.pointCount > 0) touched++;
    }
    expect(touched).toBeGreaterThan(50);
    expect(worst).toBeLessThan(5e-3 * scale);
  });
});

describe('the energy of a pair', () => {
  it('is the same in both orders, for tiny blocks, and far away to rounding', () => {
    const random = seeded(8);
    const weak = createElasticMaterial(1, 0, 1);
    let pairs = 0;
    for (let trial = 0; trial < 200; trial++) {
      const [angle, far, heading] = [7 * random(), 0.75 + 0.5 * random(), 7 * random()];
      const energy = (scale: number, shift: number, swap: boolean): number => {
        const blocks = [rectangle(1, 0.7), regularPolygon(5, 0.6)].map((shape) => {
          const { nodes, elements } = meshPolygon(shape, 1);
          return { mesh: { nodes: nodes.map((x) => scale * x), elements }, material: weak };
        });
        const set = createDeformables2d(swap ? blocks.reverse() : blocks);
        set.held.fill(1);
        const [a, b] = swap ? [1, 0] : [0, 1];
        place(set, a, 0, shift, shift);
        place(set, b, angle, shift + scale * far * Math.cos(heading), shift + scale * far * Math.sin(heading));
        const contacts = createDeformableContacts2d(set, createSpringLaw(1, 0, 0));
        stepDeformables2d(set, 1e-15, contacts);
        return contacts.springEnergy[0] / (scale * scale);
      };
      const plain = energy(1, 0, false);
      if (!(plain > 1e-9)) continue;
      pairs++;
      expect(Math.abs(energy(1, 0, true) / plain - 1)).toBeLessThan(1e-12);
      expect(Math.abs(energy(1e-6, 0, false) / plain - 1)).toBeLessThan(1e-9);
      expect(Math.abs(energy(1, 1e5, false) / plain - 1)).toBeLessThan(1e-5);
    }
    expect(pairs).toBeGreaterThan(20);
  });
});
