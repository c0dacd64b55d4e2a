import { describe, expect, test } from 'vitest';
import { addClump, clumpOfShape, createClump, createClumpSet, disjointParts, placeClumps } from '../../src/clump';
import { createBodySet } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createDetector } from '../../src/detector';
import { readShapeRecords, readShapes } from '../../src/io';
import type { InputError } from '../../src/math/input-error';
import { box, plateCore, pointCore, roundedMass, segmentCore } from '../../src/polyhedron';

/** A jack of three bars, an angle of two plates with a ball, and an L of faces: none of them is convex. */
const TEXT = `<
name Jack
radius 0.1
volume 0.19
I/m 0.15 0.15 0.15
nv 6
-1 0 0
1 0 0
0 -1 0
0 1 0
0 0 -1
0 0 1
ne 3
0 1
2 3
4 5
nf 0
>
<
name Angle
radius 0.05
volume 0.3
I/m 0.3 0.4 0.5
nv 8
0 0 0
1 0 0
1 1 0
0 1 0
1 0 1
1.000001 1 1
0.7 0.5 0.3
2 0 0
ne 5
0 1
1 2
2 3
3 0
1 7
nf 2
4 0 1 2 3
4 1 2 5 4
>
`;

describe('shapes of a .shp file', () => {
  const [jack, angle] = readShapeRecords(TEXT);

  test('are read as they stand, where readShapes has no solid for them', () => {
    expect([jack.name, angle.name]).toEqual(['Jack', 'Angle']);
    expect(jack.edges.length).toBe(6);
    expect(readShapes(TEXT, { onError: 'collect' }).map(({ name }) => name)).not.toContain('Angle');
    expect(readShapeRecords(TEXT, { names: ['Angle'] }).length).toBe(1);
  });

  test('become rods, plates and spheres, each feature once', () => {
    const clump = clumpOfShape(jack);
    expect(clump.shapes.map(({ dimension }) => dimension)).toEqual([1, 1, 1]);
    expect(Array.from(clump.rounding)).toEqual([0.1, 0.1, 0.1]);
    expect([clump.volume, clump.radius]).toEqual([0.19, 1.1]);
    clump.moments.forEach((moment) => expect(moment).toBeCloseTo(0.19 * 0.15, 15));
    // The second face is not flat: two triangles. Edge 1 7 is at no face, vertex 6 is alone.
    const parts = clumpOfShape(angle);
    expect(parts.shapes.map(({ dimension }) => dimension)).toEqual([2, 2, 2, 1, 0]);
    expect(parts.shapes[0].vertexCount).toBe(4);
    expect(parts.origin).toEqual(new Float64Array(3));
  });

  test('meet with the surface of the rods', () => {
    const set = createClumpSet(createBodySet());
    addClump(set, { clump: clumpOfShape(jack) });
    // The round end of each rod along z is 0.001 deep in the rod along x of the other jack.
    addClump(set, { clump: clumpOfShape(jack), position: [0.5, 0, 1.199] });
    placeClumps(set);
    const list = createDetector({ bodies: set.bodies, method: exactMethod }).update();
    expect(Array.from(list.bodyA.subarray(0, list.count), (a, c) => [set.partOf[a], set.partOf[list.bodyB[c]]])).toEqual([
      [0, 2],
      [2, 0],
    ]);
    for (let c = 0; c < 2; c++) {
      expect(list.gaps[c]).toBeCloseTo(-0.001, 12);
      expect(Array.from(list.normals.subarray(3 * c, 3 * c + 3))).toEqual([0, 0, 1]);
    }
  });

  test('a mass can be given', () => {
    const mass = { volume: 2, centroid: [0, 0, 0.25], inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    const clump = clumpOfShape({ ...jack, volume: NaN }, mass);
    expect(clump.volume).toBe(2);
    expect(clump.positions[2]).toBe(-0.25);
  });

  test('spheres, rods and plates count with their own mass; overlaps are counted', () => {
    // A dumb-bell: the spheres touch the ends of the rod.
    const ball = { shape: pointCore(), rounding: 0.5 };
    const rod = { shape: segmentCore(2), rounding: 0.25 };
    const bell = createClump([{ ...ball, position: [0, 0, -1.75] }, rod, { ...ball, position: [0, 0, 1.75] }]);
    const [ofBall, ofRod] = [roundedMass(ball.shape, 0.5), roundedMass(rod.shape, 0.25)];
    expect(bell.volume).toBeCloseTo(2 * ofBall.volume + ofRod.volume, 14);
    expect(bell.inertia[0]).toBeCloseTo(2 * (ofBall.inertia[0] + ofBall.volume * 1.75 ** 2) + ofRod.inertia[0], 13);
    expect([bell.roundedOverlaps, bell.sharedVolume, bell.radius]).toEqual([0, 0, 2.25]);
    // Sharp parts are subtracted as ever; a rounded one in the middle overlaps both.
    const mixed = createClump([{ shape: box(1, 1, 1) }, { shape: box(1, 1, 1), position: [0.5, 0, 0] }, ball]);
    expect(mixed.roundedOverlaps).toBe(2);
    expect(mixed.sharedVolume).toBeCloseTo(0.5, 14);
    expect(mixed.volume).toBeCloseTo(1.5 + ofBall.volume, 14);
    // A plate whose centroid is not that of its core.
    const plate = plateCore([0, 0, 0, 2, 0, 0, 0, 1, 0]);
    const one = createClump([{ shape: plate, rounding: 0.3 }]);
    const ofPlate = roundedMass(plate, 0.3);
    one.origin.forEach((x, k) => expect(x).toBeCloseTo(plate.origin[k] + ofPlate.centroid[k], 14));
    one.inertia.forEach((x, k) => expect(x).toBeCloseTo(ofPlate.inertia[k], 14));
    expect(Math.abs(ofPlate.centroid[0])).toBeGreaterThan(1e-3);
  });

  test.each<[string, () => unknown, string, number, number]>([
    ['no shape', () => clumpOfShape({} as never), 'bad-option', -1, NaN],
    ['no volume', () => clumpOfShape({ ...jack, volume: NaN }), 'bad-option', 1, NaN],
    ['a volume of 0', () => clumpOfShape({ ...jack, volume: 0 }), 'bad-option', 1, 0],
    ['no inertia', () => clumpOfShape({ ...jack, inertiaOverMass: new Float64Array(3).fill(NaN) }), 'bad-option', 1, NaN],
    ['no radius', () => clumpOfShape({ ...jack, radius: 0 }), 'bad-radius', 1, 0],
    ['an edge without length', () => clumpOfShape({ ...jack, points: new Float64Array(18) }), 'coincident', 1, 0],
    [
      'a face that is not convex',
      () =>
        clumpOfShape({
          ...jack,
          points: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0),
          edges: new Int32Array(0),
          faces: [[0, 1, 3, 2]],
        }),
      'non-convex',
      1,
      1,
    ],
    ['a core without radius', () => createClump([{ shape: box(1, 1, 1) }, { shape: pointCore() }]), 'bad-radius', 1, 0],
    ['a negative radius', () => createClump([{ shape: box(1, 1, 1), rounding: -1 }]), 'bad-radius', 0, -1],
    ['rounded parts to cut', () => disjointParts([{ shape: plateCore([0, 0, 0, 1, 0, 0, 0, 1, 0]), rounding: 0.5 }]), 'bad-option', 0, 0.5],
  ])('%s', (_, run, code, index, value) => {
    let error: unknown;
    try {
      run();
    } catch (caught) {
      error = caught;
    }
    const { code: found, index: at, value: measured } = error as InputError;
    expect({ code: found, index: at, value: measured }).toEqual({ code, index, value });
  });
});
