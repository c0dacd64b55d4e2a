import { describe, expect, it } from 'vitest';
import {
  createElasticMaterial,
  createRandom,
  createSpringLaw,
  SlackGap,
  StepStatus,
  type BondEnd,
  type MoreOfSpringLaw,
} from '../../../src/index';
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
  type DeformableContacts2d,
  type DeformableSet2d,
} from '../../../src/planar';

const soft = createElasticMaterial(2e9, 0.2, 2600);
const G = 9.81;
const floor = { normal: [0, 1], offset: 0 };
const law = createSpringLaw(1e9, 8e8, 0.5);
const smooth = createSpringLaw(1e9, 0, 0);

function run(set: DeformableSet2d, contacts: DeformableContacts2d, dt: number, steps: number, each?: (step: number) => void): void {
  for (let k = 0; k < steps; k++) {
    const status = stepDeformables2d(set, dt, contacts);
    if (status !== StepStatus.Done) throw new Error(`status ${status} in step ${k}`);
    each?.(k);
  }
}

function sumOf(set: DeformableSet2d, vectors: Float64Array, b: number): number[] {
  const sum = [0, 0];
  for (let i = 2 * set.nodeStart[b]; i < 2 * set.nodeStart[b + 1]; i++) sum[i % 2] += vectors[i];
  return sum;
}

function massOf(set: DeformableSet2d, b: number): number {
  return set.masses.subarray(set.nodeStart[b], set.nodeStart[b + 1]).reduce((sum, m) => sum + m, 0);
}

function turned({ nodes, elements }: BlockMesh2d, angle: number): BlockMesh2d {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { nodes: nodes.map((x, i) => (i % 2 === 0 ? c * x - s * nodes[i + 1] : s * nodes[i - 1] + c * x)), elements };
}

function holdBlock(set: DeformableSet2d, b: number): void {
  set.held.fill(1, 2 * set.nodeStart[b], 2 * set.nodeStart[b + 1]);
}

describe('blocks at rest', () => {
  const stacks: [string, number, number, number, number][] = [
    ['of equal size', 1, 1, 2, 0],
    ['of equal size, with one edge each', 0, 0, 2, 0],
    ['of different meshes', 0, 2, 2, 0],
    ['that overhang', 1, 1, 1, 0.73],
    ['with coinciding nodes inside', 1, 1, 1, 0.5],
  ];
  it.each(stacks)('carry their weight: a block on a block %s', (_, low, high, width, x) => {
    const set = createDeformables2d(
      [
        { mesh: meshPolygon(rectangle(2, 1), low), material: soft, position: [0, 0.5] },
        { mesh: meshPolygon(rectangle(width, 1), high), material: soft, position: [x, 1.5] },
      ],
      { gravity: [0, -G], localDamping: 0.7 },
    );
    const contacts = createDeformableContacts2d(set, law, { lines: [floor] });
    const dt = 0.8 * stableStep2d(set, contacts);
    run(set, contacts, dt, 4000);
    const weights = [0, 1].map((b) => massOf(set, b) * G);
    const onTop = sumOf(set, set.forces, 1);
    expect(Math.abs(onTop[1] / weights[1] - 1)).toBeLessThan(1e-6);
    expect(Math.abs(contacts.lineForces[1] / -(weights[0] + weights[1]) - 1)).toBeLessThan(1e-6);
    expect(Math.abs(onTop[0])).toBeLessThan(1e-6 * weights[1]);
    expect(deformableEnergy2d(set, dt).kinetic).toBeLessThan(1e-6 * deformableEnergy2d(set, dt).elastic);
  });

  it('stand without friction as a flush column of three, and do not move to a side', () => {
    // Four triangles about the middle: without a diagonal, which is softer to one side.
    const mesh = meshFromTriangles([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5, 0, 0], [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
    const set = createDeformables2d(
      [0, 1, 2].map((b) => ({ mesh, material: soft, position: [0, b + 0.5] })),
      { gravity: [0, -G], localDamping: 0.7 },
    );
    const contacts = createDeformableContacts2d(set, smooth, { lines: [floor] });
    const dt = 0.8 * stableStep2d(set, contacts);
    run(set, contacts, dt, 8000);
    for (const b of [0, 1, 2]) expect(Math.abs(sumOf(set, set.positions, b)[0])).toBeLessThan(1e-10);
    expect(contacts.springEnergy[0]).toBeGreaterThan(0);
  });

  it('are not in contact where only their rims meet', () => {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    for (const position of [
      [1, 1],
      [-1, 1],
      [1, 1e-9 - 1],
    ]) {
      const set = createDeformables2d([
        { mesh, material: soft },
        { mesh, material: soft, position },
      ]);
      const contacts = createDeformableContacts2d(set, law);
      run(set, contacts, 1e-9, 1);
      expect(contacts.pointCount).toBe(0);
      expect(contacts.unseenPairs).toBe(0);
    }
  });

  it('carry as much at a joint of two blocks as inside of one', () => {
    const lower = meshPolygon(rectangle(1, 1));
    const set = createDeformables2d([
      { mesh: lower, material: soft, position: [-0.5, 0] },
      { mesh: lower, material: soft, position: [0.5, 0] },
      { mesh: meshPolygon(rectangle(1, 1), 1), material: soft, position: [0, 1 - 1e-4] },
    ]);
    const contacts = createDeformableContacts2d(set, smooth);
    run(set, contacts, 1e-9, 1);
    // Three nodes from above; of the corners below, each is a node on the upper block.
    expect(Math.abs(sumOf(set, set.forces, 2)[1] / (5e9 * 1e-4) - 1)).toBeLessThan(1e-6);
  });
});

describe('forces of contacts', () => {
  it('and their moments add to zero between blocks, in any places', () => {
    const random = createRandom(5);
    let touched = 0;
    for (let trial = 0; trial < 400; trial++) {
      const shape = () => (random() < 0.5 ? rectangle(0.5 + random(), 0.5 + random()) : regularPolygon(3 + Math.floor(6 * random()), 0.6));
      const heading = 7 * random();
      const far = 0.6 + 0.8 * random();
      const set = createDeformables2d([
        { mesh: turned(meshPolygon(shape(), trial % 2), 7 * random()), material: soft },
        {
          mesh: turned(meshPolygon(shape(), 1), 7 * random()),
          material: soft,
          position: [far * Math.cos(heading), far * Math.sin(heading)],
        },
      ]);
      for (let i = 0; i < set.velocities.length; i++) set.velocities[i] = random() - 0.5;
      const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 8e8, 0.5, { normalDamping: 1e5, shearDamping: 1e5 }));
      stepDeformables2d(set, 1e-9, contacts);
      const total = [0, 0, 0];
      let most = 0;
      for (let n = 0; n < set.nodeCount; n++) {
        const [x, y] = set.positions.subarray(2 * n, 2 * n + 2);
        const [p, q] = set.forces.subarray(2 * n, 2 * n + 2);
        most = Math.max(most, Math.abs(p), Math.abs(q));
        [p, q, x * q - y * p].forEach((f, k) => (total[k] += f));
      }
      for (const sum of total) expect(Math.abs(sum)).toBeLessThan(1e-12 * Math.max(most, 1));
      if (contacts.pointCount > 0) touched++;
    }
    expect(touched).toBeGreaterThan(50);
  });

  it('do not slip on blocks that turn as one', () => {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    const set = createDeformables2d([
      { mesh, material: soft, position: [0, -0.5] },
      { mesh, material: soft, position: [0.2, 0.5 - 1e-4] },
    ]);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 8e8, 10));
    set.held.fill(1);
    const start = set.startPositions;
    const dt = 1e-6;
    let most = 0;
    for (let k = 1; k <= 1000; k++) {
      const [c, s] = [Math.cos(1e-3 * k), Math.sin(1e-3 * k)];
      for (let i = 0; i < start.length; i += 2) {
        set.velocities[i] = (c * start[i] - s * start[i + 1] - set.positions[i]) / dt;
        set.velocities[i + 1] = (s * start[i] + c * start[i + 1] - set.positions[i + 1]) / dt;
      }
      stepDeformables2d(set, dt, contacts);
      most = Math.max(most, contacts.springEnergy[1]);
    }
    expect(contacts.springEnergy[0]).toBeGreaterThan(1);
    expect(most).toBeLessThan(1e-6 * contacts.springEnergy[0]);
  });
});

describe('free fall', () => {
  type Fall = 'line' | 'block' | 'corner' | 'rim';
  /** Largest error of the energy as a part of the work of gravity until the impact. */
  function energyError(part: number, fall: Fall): { worst: number; height: number } {
    const drop = 0.2;
    const angle = fall === 'corner' ? Math.PI / 4 : 0;
    const half = fall === 'corner' ? 0.25 * Math.SQRT2 : 0.25;
    const mesh = turned(meshPolygon(rectangle(0.5, 0.5), 1), angle);
    const x = { line: 0, block: 0.1, corner: 0.1, rim: 0.5 }[fall];
    const blocks = [{ mesh, material: soft, position: [x, half + drop + (fall === 'line' ? 0 : 0.5)] }];
    if (fall !== 'line') blocks.push({ mesh: meshPolygon(rectangle(1, 0.5), 1), material: soft, position: [0, 0.25] });
    const set = createDeformables2d(blocks, { gravity: [0, -G] });
    if (fall !== 'line')
      for (let n = set.nodeStart[1]; n < set.nodeCount; n++) if (set.positions[2 * n + 1] < 0.01) set.held.fill(1, 2 * n, 2 * n + 2);
    const contacts = createDeformableContacts2d(set, smooth, fall === 'line' ? { lines: [floor] } : {});
    const dt = part * stableStep2d(set, contacts);
    let worst = 0;
    let height = 0;
    let isBack = false;
    const scale = massOf(set, 0) * G * drop;
    run(set, contacts, dt, Math.ceil(0.3 / dt), () => {
      const { kinetic, elastic, gravity } = deformableEnergy2d(set, dt);
      worst = Math.max(worst, Math.abs(kinetic + elastic + contacts.springEnergy[0] - gravity) / scale);
      if (contacts.springEnergy[0] > 0) isBack = true;
      if (isBack) height = Math.max(height, set.positions[1]);
    });
    return { worst, height };
  }
  it.each<Fall>(['line', 'block', 'corner', 'rim'])(
    'on a %s and back keeps the energy, with an error of the square of the step',
    (fall) => {
      const coarse = energyError(0.8, fall);
      const fine = energyError(0.2, fall);
      expect(coarse.height).toBeGreaterThan(0.1);
      expect(coarse.worst).toBeLessThan(2e-2);
      expect(fine.worst).toBeLessThan(0.15 * coarse.worst);
    },
  );
});

describe('friction', () => {
  /** Acceleration along a slope after a time from rest; gravity is turned, the slope is not. */
  function slide(degrees: number, friction: number, time: number): number {
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const set = createDeformables2d(
      [
        { mesh: meshPolygon(rectangle(1, 0.5), 1), material: soft, position: [0, 0.5] },
        { mesh: meshPolygon(rectangle(6, 0.5), 2), material: soft, position: [2, 0] },
      ],
      { gravity: [G * s, -G * c] },
    );
    holdBlock(set, 1);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 8e8, friction, { normalDamping: 2e5, shearDamping: 2e5 }));
    const dt = 0.8 * stableStep2d(set, contacts);
    run(set, contacts, dt, Math.ceil(time / dt));
    let momentum = 0;
    for (let n = 0; n < set.nodeStart[1]; n++) momentum += set.masses[n] * set.velocities[2 * n];
    return momentum / massOf(set, 0) / set.time;
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
  it('stays when the node slides over the ends of edges, and through searches', () => {
    const set = createDeformables2d([
      { mesh: meshPolygon(rectangle(4, 1), 3), material: soft, position: [0, -0.5] },
      { mesh: turned(meshPolygon(rectangle(1, 1)), 0.6), material: soft },
    ]);
    let lowest = set.nodeStart[1];
    for (let n = lowest; n < set.nodeCount; n++) if (set.positions[2 * n + 1] < set.positions[2 * lowest + 1]) lowest = n;
    const [x, y] = set.positions.subarray(2 * lowest, 2 * lowest + 2);
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) {
      set.positions[2 * n] -= x + 1.2;
      set.positions[2 * n + 1] -= y + 1e-3;
    }
    set.held.fill(1);
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) set.velocities[2 * n] = 1000;
    // Friction without limit: the spring is as long as the way.
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e6, 1e6, 1e9));
    run(set, contacts, 1e-6, 2000, (step) => {
      const way = 1e-3 * (step + 1);
      expect(contacts.pointCount).toBe(1);
      expect(Math.abs(contacts.springEnergy[1] / (0.5e6 * way * way) - 1)).toBeLessThan(1e-9);
    });
  });
});

describe('bonds', () => {
  /** Largest force while one square is pulled off another, the shift of the upper one, and the last force. */
  function pull(more: MoreOfSpringLaw, shift = 0, way = [0, 1e-2]): { most: number; last: number } {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    const set = createDeformables2d([
      { mesh, material: soft },
      { mesh, material: soft, position: [shift, 1] },
    ]);
    set.held.fill(1);
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) set.velocities.set(way, 2 * n);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 8e8, 0.5, more));
    const force = () => {
      const [x, y] = sumOf(set, set.forces, 1);
      return Math.sqrt(x * x + y * y);
    };
    let most = 0;
    run(set, contacts, 1e-5, 2000, () => (most = Math.max(most, force())));
    return { most, last: force() };
  }
  it('tear at the strength of the length', () => {
    // Half of the length is at the middle nodes of both blocks, and a quarter at each rim: in each of two nodes there.
    const { most, last } = pull({ tensileStrength: 1e5 });
    expect(most).toBeGreaterThan(0.7e5);
    expect(most).toBeLessThan(1.001e5);
    expect(last).toBe(0);
    expect(pull({}).most).toBe(0);
  });
  it('hold against shear up to the cohesion of the length', () => {
    const { most } = pull({ cohesion: 1e5, tensileStrength: 1e5 }, 0, [1e-2, 0]);
    expect(most).toBeGreaterThan(0.7e5);
    expect(most).toBeLessThan(1.001e5);
  });
  it('stay for ever when nothing ends them', () => {
    const bondEnd: BondEnd = 2;
    expect(pull({ tensileStrength: Infinity, bondEnd }).most).toBeGreaterThan(1e5);
  });
  it('are only of blocks that touch in the first step', () => {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    const set = createDeformables2d([
      { mesh, material: soft },
      { mesh, material: soft, position: [0, 1.01] },
    ]);
    set.held.fill(1);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 8e8, 0.5, { tensileStrength: 1e6 }));
    const upper = set.velocities.subarray(2 * set.nodeStart[1]);
    for (let i = 1; i < upper.length; i += 2) upper[i] = -1;
    run(set, contacts, 1e-4, 101);
    expect(sumOf(set, set.forces, 1)[1]).toBeGreaterThan(0);
    for (let i = 1; i < upper.length; i += 2) upper[i] = 1e-2;
    let least = 0;
    run(set, contacts, 1e-4, 200, () => (least = Math.min(least, sumOf(set, set.forces, 1)[1])));
    expect(least).toBe(0);
  });
  it('the printed sum of increments presses with the gap of the first detection', () => {
    const mesh = meshPolygon(rectangle(1, 1));
    const set = createDeformables2d([
      { mesh, material: soft },
      { mesh, material: soft, position: [0.2, 1.01] },
    ]);
    set.held.fill(1);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e9, 0, 0, { slackGap: SlackGap.FirstSeen }));
    for (let n = set.nodeStart[1]; n < set.nodeCount; n++) set.velocities[2 * n + 1] = -1;
    run(set, contacts, 1e-4, 100);
    // The way from the first step on.
    expect(Math.abs(sumOf(set, set.forces, 1)[1] / (2e9 * 99e-4) - 1)).toBeLessThan(1e-6);
  });
});

describe('blocks that start too deep', () => {
  const start = (mesh: BlockMesh2d, position: number[]) => {
    const set = createDeformables2d([
      { mesh, material: soft },
      { mesh, material: soft, position },
    ]);
    const contacts = createDeformableContacts2d(set, law);
    return { status: stepDeformables2d(set, 1e-9, contacts), unseen: contacts.unseenPairs };
  };
  it('are counted, and those in contact are not', () => {
    const mesh = meshPolygon(rectangle(1, 1), 1);
    expect(start(mesh, [0, 0])).toEqual({ unseen: 1, status: StepStatus.TooDeep });
    expect(start(mesh, [0.13, 0.6])).toEqual({ unseen: 1, status: StepStatus.TooDeep });
    expect(start(mesh, [0.1, 1 - 1e-4])).toEqual({ unseen: 0, status: StepStatus.Done });
    expect(start(mesh, [0.1, 0.93])).toMatchObject({ status: StepStatus.TooDeep });
  });
});

describe('an outline that is not convex', () => {
  // An L: a square of 2 without its upper right quarter.
  const ell = meshFromTriangles([0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1, 0, 2, 1, 2], [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 3, 4, 7, 3, 7, 6]);
  it('has a block in its inner corner, from both sides', () => {
    const set = createDeformables2d([
      { mesh: ell, material: soft },
      { mesh: meshPolygon(rectangle(1, 1)), material: soft, position: [1.5 - 1e-3, 1.5 - 2e-3] },
    ]);
    const contacts = createDeformableContacts2d(set, smooth);
    run(set, contacts, 1e-9, 1);
    const [x, y] = sumOf(set, set.forces, 1);
    expect(x).toBeGreaterThan(0.9e6);
    expect(y).toBeGreaterThan(1.9e6);
  });
  it('keeps the energy of a corner that goes round the inner corner', () => {
    const set = createDeformables2d([
      { mesh: ell, material: createElasticMaterial(1, 0, 1) },
      { mesh: meshFromTriangles([0, 0, 0.8, 0.4, 0.4, 0.8], [0, 1, 2]), material: createElasticMaterial(1, 0, 1) },
    ]);
    set.held.fill(1);
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e6, 0, 0));
    const forces = new Float64Array(set.forces.length);
    const places = new Float64Array(set.forces.length);
    const from = 2 * set.nodeStart[1];
    let last = 0;
    let touched = 0;
    for (let k = 0; k < 4000; k++) {
      const angle = (k / 4000) * 2 * Math.PI;
      for (let i = from; i < set.positions.length; i += 2) {
        set.positions[i] = set.startPositions[i] + 1 + 0.02 * Math.cos(angle);
        set.positions[i + 1] = set.startPositions[i + 1] + 1 + 0.02 * Math.sin(angle);
      }
      stepDeformables2d(set, 1e-12, contacts);
      let work = 0;
      let square = 0;
      for (let i = from; i < set.positions.length; i++) {
        const way = set.positions[i] - places[i];
        work -= 0.5 * (forces[i] + set.forces[i]) * way;
        square += way * way;
      }
      if (k > 0) expect(Math.abs(contacts.springEnergy[0] - last - work)).toBeLessThan(1e6 * square);
      if (contacts.springEnergy[0] > 0) touched++;
      last = contacts.springEnergy[0];
      forces.set(set.forces);
      places.set(set.positions);
    }
    expect(touched).toBeGreaterThan(1000);
  });
});

describe('bad input', () => {
  const set = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: soft }]);
  it('of lines and tolerance is refused with code, index and value', () => {
    const refused = (normal: number[], offset: number) => () =>
      createDeformableContacts2d(set, law, { lines: [floor, { normal, offset }] });
    expect(refused([0, 0, 1], 0)).toThrow(expect.objectContaining({ code: 'bad-length', index: 1, value: 3 }));
    expect(refused([0, 2], 0)).toThrow(expect.objectContaining({ code: 'not-unit', index: 1, value: 2 }));
    expect(refused([0, 1], Infinity)).toThrow(expect.objectContaining({ code: 'not-finite', index: 1, value: Infinity }));
    for (const tolerance of [0, 1, Number.NaN])
      expect(() => createDeformableContacts2d(set, law, { tolerance })).toThrow(
        expect.objectContaining({ code: 'bad-option', value: tolerance }),
      );
  });
  it('of laws is refused, also of the law of lines', () => {
    const bad = { ...law, friction: -1 };
    expect(() => createDeformableContacts2d(set, bad)).toThrow(expect.objectContaining({ code: 'bad-option', value: -1 }));
    expect(() => createDeformableContacts2d(set, law, { lineLaw: bad })).toThrow(
      expect.objectContaining({ code: 'bad-option', value: -1 }),
    );
  });
  it('is refused: contacts of another set', () => {
    const other = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: soft }]);
    const contacts = createDeformableContacts2d(set, law);
    expect(stepDeformables2d(other, 1e-9, contacts)).toBe(StepStatus.OtherSet);
    expect(other.time).toBe(0);
    expect(() => stableStep2d(other, contacts)).toThrow(expect.objectContaining({ code: 'bad-option' }));
  });
  it('a step above the bound of the springs moves nothing', () => {
    const contacts = createDeformableContacts2d(set, createSpringLaw(1e14, 0, 0), { lines: [{ normal: [0, 1], offset: -0.5 + 1e-4 }] });
    expect(stepDeformables2d(set, 1e-9, contacts)).toBe(StepStatus.Done);
    const at = set.positions.slice();
    const dt = stableStep2d(set, contacts);
    expect(dt).toBeLessThan(0.01 * stableStep2d(set));
    expect(stepDeformables2d(set, 3 * dt, contacts)).toBe(StepStatus.TooLong);
    expect(set.positions).toEqual(at);
  });
});
