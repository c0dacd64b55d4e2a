import { describe, expect, test } from 'vitest';
import { BodyFlag, mayPair } from '../../../src/body';
import { InputError } from '../../../src/math/input-error';
import {
  addBody2d,
  addClump2d,
  addClumpForces2d,
  addPointForces2d,
  createBodySet2d,
  removeBody2d,
  createClump2d,
  createClumpSet2d,
  createDetector2d,
  moveParts2d,
  placeClumps2d,
  pointCore2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  removeClump2d,
  roundedMass2d,
  segmentCore2d,
  shortestLinkMethod2d,
  velocityOfBody2d,
  type ClumpPart2d,
  type ClumpSet2d,
} from '../../../src/planar';
import { createRandom, type Random } from '../../../src/polyhedron';
import { unionMassByCells } from '../../oracles/union-cells';
import type { Vec } from '../../oracles/vector';
import { sweep } from '../../sweep';
import { allContacts2d, bits2d, slots2d } from '../scene-2d';

const EL = createClump2d([
  { shape: rectangle(3, 1), position: [1.5, 0.5] },
  { shape: rectangle(1, 1), position: [0.5, 1.5] },
]);
const CROSS = createClump2d([{ shape: rectangle(2, 0.4) }, { shape: rectangle(0.4, 2) }]);

type Two = [number, number];
const turnOf = (angle: number): Two => [Math.cos(angle), Math.sin(angle)];

/** A part as a solid one unit thick, about z = 0: its mass is that of the area. */
function prismOf({ shape, position = [0, 0], rotation = [1, 0] }: ClumpPart2d): Vec[][] {
  const ring: Two[] = [];
  for (let v = 0; v < shape.vertices.length; v += 2) {
    const [x, y] = [shape.vertices[v], shape.vertices[v + 1]];
    ring.push([position[0] + rotation[0] * x - rotation[1] * y, position[1] + rotation[1] * x + rotation[0] * y]);
  }
  const at = ([x, y]: Two, z: number): Vec => [x, y, z];
  return [
    ring.map((p) => at(p, 0.5)),
    ring.map((p) => at(p, -0.5)).reverse(),
    ...ring.map((p, k) => {
      const q = ring[(k + 1) % ring.length];
      return [at(p, -0.5), at(q, -0.5), at(q, 0.5), at(p, 0.5)];
    }),
  ];
}

const FAMILIES: Record<string, (random: Random) => ClumpPart2d[]> = {
  random: (random) =>
    Array.from({ length: 2 + Math.floor(5 * random()) }, () => ({
      shape: [rectangle(0.3 + random(), 0.3 + random()), regularPolygon(3 + Math.floor(5 * random()), 0.3 + random())][
        Math.floor(2 * random())
      ],
      position: [2 * random() - 1, 2 * random() - 1],
      rotation: turnOf(6 * random()),
    })),
  'near-parallel': (random) => {
    const turn = 10 ** -(3 + 9 * random());
    return [0, 1, 2].map((k) => ({ shape: rectangle(1, 0.5), position: [0.3 * k, 0.1 * k], rotation: turnOf(k * turn) }));
  },
  flush: (random) => {
    const x = 0.5 + random();
    return [
      { shape: rectangle(x, 1), position: [0.5 * x, 0] },
      { shape: rectangle(1, 1), position: [-0.5, 0] },
      { shape: rectangle(1, 0.5), position: [0, 0.75] },
    ];
  },
  contained: (random) => [
    { shape: rectangle(2, 2) },
    { shape: regularPolygon(5, 0.5), position: [0.2 * random(), 0], rotation: turnOf(random()) },
    { shape: rectangle(0.5, 3), rotation: turnOf(random()) },
  ],
  same: () => {
    const shape = regularPolygon(7, 1);
    return [0, 1, 2, 3].map(() => ({ shape }));
  },
  needles: (random) => [0, 1, 2].map(() => ({ shape: rectangle(3, 1e-3), rotation: turnOf(6 * random()) })),
  tiny: (random) => [0, 1, 2].map(() => ({ shape: rectangle(1e-6, 2e-6), position: [1e-6 * random(), 0], rotation: turnOf(6 * random()) })),
};

describe('the mass of the union', () => {
  test('of an L, by hand, whatever its parts', () => {
    expect([EL.area, ...EL.origin, EL.sharedArea]).toEqual([4, 1.25, 0.75, 0]);
    const inertia = 3 * (10 / 12 + 1 / 8) + (2 / 12 + 9 / 8);
    expect(EL.inertia).toBeCloseTo(inertia, 14);
    const overlapping = createClump2d([
      { shape: rectangle(3, 1), position: [1.5, 0.5] },
      { shape: rectangle(1, 2), position: [0.5, 1] },
    ]);
    expect(overlapping.area).toBeCloseTo(4, 14);
    expect(overlapping.inertia).toBeCloseTo(inertia, 13);
    expect(overlapping.sharedArea).toBeCloseTo(1, 14);
    expect(EL.radius).toBeCloseTo(Math.sqrt(1.75 ** 2 + 0.75 ** 2), 14);
  });

  test.each(Object.entries(FAMILIES))('%s: against cells of cuts', (_, family) => {
    const random = createRandom(17);
    for (let round = 0; round < sweep(300, 30); round++) {
      const parts = family(random);
      const clump = createClump2d(parts);
      // Of unit size, since the oracle makes solids of unit height.
      const s = 1 / clump.radius;
      const scaled = parts.map(({ shape, position = [0, 0], rotation }): ClumpPart2d => ({
        shape: polygonFromVertices(shape.vertices.map((x) => s * x)),
        position: [s * position[0], s * position[1]],
        ...(rotation ? { rotation } : {}),
      }));
      const oracle = unionMassByCells(scaled.map(prismOf));
      expect(Math.abs(s * s * clump.area - oracle.volume)).toBeLessThan(1e-12);
      for (let k = 0; k < 2; k++) expect(Math.abs(s * clump.origin[k] - oracle.centroid[k])).toBeLessThan(1e-12 / oracle.volume);
      expect(Math.abs(s ** 4 * clump.inertia - oracle.inertia[8])).toBeLessThan(1e-12);
      expect(clump.areaError).toBeLessThan(1e-11 / (s * s));
    }
  });

  test('one part has the mass of its polygon, to the bit; a mass can be given', () => {
    const shape = polygonFromVertices([0, 0, 1, -0.2, 1.3, 0.5, 0.9, 1.1, 0.1, 0.8]);
    const one = createClump2d([{ shape }]);
    expect([one.area, one.inertia, one.radius, ...one.origin]).toEqual([shape.area, shape.inertia, shape.radius, ...shape.origin]);
    const discs = createClump2d(
      [-1, 1].map((x) => ({ shape: pointCore2d(), position: [x, 0] as Two, rounding: 0.5 })),
      { area: 2, centroid: [0, 0.5], inertia: 3 },
    );
    expect([discs.area, discs.inertia, ...discs.positions]).toEqual([2, 3, -1, -0.5, 1, -0.5]);
    expect(discs.radius).toBeCloseTo(Math.sqrt(1.25) + 0.5, 14);
  });
});

test('discs and rods count with their own mass; overlaps are counted', () => {
  const disc = { shape: pointCore2d(), rounding: 0.5 };
  const rod = { shape: segmentCore2d([-1, 0, 1, 0]), rounding: 0.25 };
  const bell = createClump2d([{ ...disc, position: [-1.75, 0] }, rod, { ...disc, position: [1.75, 0] }]);
  const [ofDisc, ofRod] = [roundedMass2d(disc.shape, 0.5), roundedMass2d(rod.shape, 0.25)];
  expect(bell.area).toBeCloseTo(2 * ofDisc.area + ofRod.area, 14);
  expect(bell.inertia).toBeCloseTo(2 * (ofDisc.inertia + ofDisc.area * 1.75 ** 2) + ofRod.inertia, 13);
  expect([bell.roundedOverlaps, bell.sharedArea]).toEqual([0, 0]);
  const mixed = createClump2d([{ shape: rectangle(1, 1) }, { shape: rectangle(1, 1), position: [0.5, 0] }, disc]);
  expect(mixed.roundedOverlaps).toBe(2);
  expect(mixed.area).toBeCloseTo(1.5 + ofDisc.area, 14);
});

function randomClumps(random: Random, count: number, size: number, kinds = [EL, CROSS]): ClumpSet2d {
  const set = createClumpSet2d(createBodySet2d());
  for (let c = 0; c < count; c++) {
    const clump = kinds[Math.floor(kinds.length * random())];
    addClump2d(set, { clump, position: [size * random(), size * random()], rotation: turnOf(6 * random()) });
  }
  return set;
}

function moveClumps(set: ClumpSet2d, random: Random, by: number): void {
  for (let c = 0; c < set.count; c++) {
    for (let k = 0; k < 2; k++) set.positions[2 * c + k] += by * (2 * random() - 1);
    const [x, y] = set.rotations.subarray(2 * c, 2 * c + 2);
    set.rotations.set(turnOf(Math.atan2(y, x) + by * (random() - 0.5)), 2 * c);
  }
  placeClumps2d(set);
}

test('a clump of one part is the plain body, bit for bit, in the detector', () => {
  const random = createRandom(8);
  const [plain, parts] = [createBodySet2d(), createBodySet2d()];
  const set = createClumpSet2d(parts);
  const shapes = [rectangle(1, 0.5), regularPolygon(5, 0.7)];
  const clumps = shapes.map((shape) => createClump2d([{ shape }]));
  for (let i = 0; i < 40; i++) {
    const [k, position, rotation] = [i % 2, [6 * random(), 6 * random()] as Two, turnOf(6 * random())];
    addBody2d(plain, { shape: shapes[k], position, rotation });
    addClump2d(set, { clump: clumps[k], position, rotation });
  }
  const [one, two] = [plain, parts].map((bodies) => createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 0.02 }));
  let found = 0;
  for (let step = 0; step < 6; step++) {
    expect(bits2d(two.update())).toEqual(bits2d(one.update()));
    expect(slots2d(two.contacts)).toEqual(slots2d(one.contacts));
    found += two.contacts.count;
    moveClumps(set, random, 0.02);
    plain.positions.set(set.positions.subarray(0, 80));
    plain.rotations.set(set.rotations.subarray(0, 80));
  }
  expect(found).toBeGreaterThan(50);
});

test('contacts are those of all pairs of parts of different clumps; parts of one clump never meet', () => {
  const random = createRandom(12);
  const set = randomClumps(random, 25, 9);
  const detector = createDetector2d({ bodies: set.bodies, method: shortestLinkMethod2d, margin: 0.02 });
  let between = 0;
  for (let step = 0; step < 4; step++) {
    const list = detector.update();
    expect(list.count).toBe(allContacts2d(set.bodies, shortestLinkMethod2d, 0.02).size);
    for (let c = 0; c < list.count; c++) expect(set.clumpOf[list.bodyA[c]]).not.toBe(set.clumpOf[list.bodyB[c]]);
    between += list.count;
    moveClumps(set, random, 0.05);
  }
  expect(between).toBeGreaterThan(50);
});

test('forces of parts sum to those of clumps; parts move with their clump', () => {
  const random = createRandom(31);
  const set = randomClumps(random, 20, 6);
  const { bodies } = set;
  const list = createDetector2d({ bodies, method: shortestLinkMethod2d }).update();
  const pointForces = Float64Array.from({ length: 2 * list.pointCount }, () => random() - 0.5);
  const [forces, torques] = [new Float64Array(2 * bodies.count), new Float64Array(bodies.count)];
  addPointForces2d(forces, torques, list, pointForces, bodies.positions);
  const [ofClumps, torquesOfClumps] = [new Float64Array(2 * set.count), new Float64Array(set.count)];
  addClumpForces2d(ofClumps, torquesOfClumps, set, forces, torques);
  const direct = new Float64Array(3 * set.count);
  for (let c = 0; c < list.count; c++) {
    for (const [row, sign] of [
      [list.bodyA[c], -1],
      [list.bodyB[c], 1],
    ]) {
      const k = set.clumpOf[row];
      for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
        const [fx, fy] = [sign * pointForces[2 * p], sign * pointForces[2 * p + 1]];
        direct[3 * k] += fx;
        direct[3 * k + 1] += fy;
        direct[3 * k + 2] += (list.points[2 * p] - set.positions[2 * k]) * fy - (list.points[2 * p + 1] - set.positions[2 * k + 1]) * fx;
      }
    }
  }
  expect(list.count).toBeGreaterThan(15);
  for (let k = 0; k < set.count; k++) {
    [ofClumps[2 * k], ofClumps[2 * k + 1], torquesOfClumps[k]].forEach((x, i) => expect(x).toBeCloseTo(direct[3 * k + i], 12));
  }

  const [clumpVelocities, clumpSpins] = [2, 1].map((n) => Float64Array.from({ length: n * set.count }, () => random() - 0.5));
  const [velocities, spins] = [new Float64Array(2 * bodies.count), new Float64Array(bodies.count)];
  moveParts2d(velocities, spins, set, clumpVelocities, clumpSpins);
  const point = Float64Array.of(1, 2);
  for (let row = 0; row < bodies.count; row++) {
    const ofPart = velocityOfBody2d(new Float64Array(2), { positions: bodies.positions, velocities, spins }, row, point);
    const motion = { positions: set.positions, velocities: clumpVelocities, spins: clumpSpins };
    const ofClump = velocityOfBody2d(new Float64Array(2), motion, set.clumpOf[row], point);
    ofPart.forEach((x, k) => expect(x).toBeCloseTo(ofClump[k], 13));
  }
  // A lag turns the arm back: from 1 0 to cos -0.01, sin -0.01.
  const one = createClumpSet2d(createBodySet2d());
  addClump2d(one, { clump: createClump2d([-1, 1].map((x) => ({ shape: rectangle(1, 1), position: [x, 0] as Two }))) });
  const [v, w] = [new Float64Array(4), new Float64Array(2)];
  moveParts2d(v, w, one, new Float64Array(2), Float64Array.of(1), 0.01);
  expect(v[2]).toBeCloseTo(Math.sin(0.01), 6);
  expect(v[3]).toBeCloseTo(Math.cos(0.01), 4);
});

test('groups, flags, removal, growth and bad poses', () => {
  const bodies = createBodySet2d();
  const set = createClumpSet2d(bodies);
  addBody2d(bodies, { shape: rectangle(1, 1), group: 7 });
  addClump2d(set, { clump: EL, group: 7, flags: BodyFlag.Kinematic });
  addClump2d(set, { clump: EL, category: 2, mask: 2 });
  expect([mayPair(bodies, 1, 2), mayPair(bodies, 0, 1), mayPair(bodies, 3, 4), mayPair(bodies, 0, 3)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(set.flags[0]).toBe(BodyFlag.Kinematic);
  removeClump2d(set, 0);
  expect(addClump2d(set, { clump: CROSS })).toBe(0);
  expect(bodies.count).toBe(5);
  for (let c = 0; c < 50; c++) addClump2d(set, { clump: CROSS, position: [4 * c, 0] });
  expect(Array.from(set.clumpOf.subarray(0, bodies.count)).filter((c) => c === 51)).toEqual([51, 51]);
  expect([set.moved.includes('positions'), bodies.moved.includes('positions')]).toEqual([true, true]);
  set.rotations[0] = 3;
  placeClumps2d(set);
  const row = Array.from(set.clumpOf).indexOf(0);
  expect(bodies.positions[2 * row]).toBeNaN();
});

test('a clump that lost a part is removed whole, also when its row is a part of another clump', () => {
  const bodies = createBodySet2d();
  const set = createClumpSet2d(bodies);
  addClump2d(set, { clump: EL });
  removeBody2d(bodies, 0);
  addClump2d(set, { clump: CROSS, position: [9, 0] });
  removeClump2d(set, 0);
  placeClumps2d(set);
  expect(Array.from(set.clumpOf).filter((c) => c >= 0)).toEqual([1, 1]);
  expect(Array.from(bodies.shapeIndex.subarray(0, bodies.count)).filter((s) => s < 0)).toHaveLength(1);
});

describe('bad input', () => {
  const set = createClumpSet2d(createBodySet2d());
  const shape = rectangle(1, 1);
  const mass = { area: 1, centroid: [0, 0], inertia: 1 };
  const many = Array.from({ length: 11 }, (_, k): ClumpPart2d => ({ shape, position: [k / 64, 0] }));
  test.each<[string, () => unknown, string, number, number]>([
    ['no part', () => createClump2d([]), 'bad-length', -1, 0],
    ['no shape', () => createClump2d([{ shape }, null as never]), 'bad-option', 1, NaN],
    ['negative area', () => createClump2d([{ shape: { ...shape, area: -1 } }]), 'bad-option', 0, -1],
    ['parts too far apart', () => createClump2d([1e200, -1e200].map((x) => ({ shape, position: [x, 0] }))), 'not-finite', -1, Infinity],
    ['short position', () => createClump2d([{ shape, position: [1] as never }]), 'bad-length', 0, 1],
    ['no number', () => createClump2d([{ shape, position: [1, NaN] }]), 'not-finite', 0, NaN],
    ['long rotation', () => createClump2d([{ shape, rotation: [2, 0] }]), 'not-unit', 0, 4],
    ['a disc without radius', () => createClump2d([{ shape: pointCore2d() }]), 'bad-radius', 0, 0],
    ['too many in one place', () => createClump2d(many), 'bad-option', 10, 11],
    ['mass without area', () => createClump2d([{ shape }], { ...mass, area: 0 }), 'bad-option', -1, 0],
    ['mass without inertia', () => createClump2d([{ shape }], { ...mass, inertia: -2 }), 'bad-option', -1, -2],
    ['mass with a short centroid', () => createClump2d([{ shape }], { ...mass, centroid: [1] }), 'bad-length', -1, 1],
    ['no body set', () => createClumpSet2d({} as never), 'bad-option', -1, NaN],
    ['no clump', () => addClump2d(set, { clump: {} as never }), 'bad-option', -1, NaN],
    ['clump at no number', () => addClump2d(set, { clump: EL, position: [NaN, 0] }), 'not-finite', 0, NaN],
    ['clump turned too far', () => addClump2d(set, { clump: EL, rotation: [2, 0] }), 'not-unit', 0, 4],
    ['group of clump sets', () => addClump2d(set, { clump: EL, group: -(2 ** 31) }), 'bad-option', 0, -(2 ** 31)],
    ['no handle', () => removeClump2d(set, 3), 'bad-index', 3, 3],
  ])('%s', (_, run, code, index, value) => {
    let error: unknown;
    try {
      run();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    const { code: found, index: at, value: measured } = error as InputError;
    expect({ code: found, index: at, value: measured }).toEqual({ code, index, value });
  });
});
