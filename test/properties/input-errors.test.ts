import { describe, expect, it } from 'vitest';
import { addBody, createBodySet, removeBody } from '../../src/body';
import { meshesFromElements, meshFromElements } from '../../src/deformable';
import { readOff } from '../../src/io';
import { InputError, type InputErrorCode } from '../../src/math/input-error';
import {
  MAX_VERTICES,
  polyhedronFromFaces,
  polyhedronFromHalfSpaces,
  polyhedronFromTriangles,
  polyhedronFromVertices,
} from '../../src/polyhedron';

const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]);
/** Counter-clockwise from outside. */
const CUBE_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const withFace = (f: number, face: number[]): number[][] => CUBE_FACES.map((loop, k) => (k === f ? face : loop));
const AXES = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];

/** Two tetrahedra, closed each, in one list of triangles. */
const TETRAHEDRON = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
const twoSolids = [...TETRAHEDRON, ...TETRAHEDRON.map((v) => v + 4)];
const twoSolidsPoints = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].concat([5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1]);

/** A cube with a dent: the middle of the top is pushed in. */
const DENTED = [...CUBE, 0.5, 0.5, 0.5];
const DENTED_FACES = [...CUBE_FACES.filter((_, f) => f !== 1), [4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];

/**
 * The smallest input that makes each error. Typed over all codes, so that a new one cannot be forgotten.
 */
const TRIGGERS: Record<InputErrorCode, () => unknown> = {
  'bad-length': () => polyhedronFromVertices([0, 0, 0, 1]),
  'not-finite': () => polyhedronFromVertices(CUBE.map((x, k) => (k === 4 ? Number.NaN : x))),
  'too-few-points': () => polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  'too-many-vertices': () => polyhedronFromVertices(onSphere(MAX_VERTICES + 1)),
  coincident: () => polyhedronFromVertices(new Float64Array(12).fill(3)),
  collinear: () => polyhedronFromVertices([0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5]),
  flat: () => polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]),
  empty: () => polyhedronFromHalfSpaces(AXES, [-2, 1, 1, 1, 1, 1]),
  unbounded: () => polyhedronFromHalfSpaces(AXES.slice(0, 15), [1, 1, 1, 1, 1]),
  'not-unit': () => polyhedronFromHalfSpaces([2, ...AXES.slice(1)], [1, 1, 1, 1, 1, 1]),
  'non-convex': () => polyhedronFromFaces(DENTED, DENTED_FACES),
  'non-planar': () => polyhedronFromFaces([...CUBE.slice(0, 23), 1.25], CUBE_FACES),
  'open-surface': () => polyhedronFromFaces(CUBE, CUBE_FACES.slice(1)),
  'non-manifold': () => polyhedronFromTriangles(twoSolidsPoints, twoSolids),
  'wrong-winding': () => polyhedronFromFaces(CUBE, withFace(0, [0, 1, 3, 2])),
  'degenerate-face': () => polyhedronFromFaces(CUBE, withFace(0, [0, 2, 3, 2])),
  'bad-index': () => removeBody(createBodySet(), 0),
  'bad-option': () => createBodySet({ count: -1 }),
  'bad-radius': () => addBody(createBodySet(), { shape: polyhedronFromVertices(CUBE), rounding: -1 }),
  'unused-node': () => meshFromElements([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9], [0, 1, 2, 3]),
  'shared-node': () => meshesFromElements([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1], [0, 1, 2, 3, 0, 2, 1, 4], [0, 1]),
  'bad-file': () => readOff('OFF\n4 4 6\n0 0 0\n1 0 zero\n'),
};

/** Points on a sphere, none inside the hull of the others: latitudes of a spiral. */
function onSphere(count: number): number[] {
  const points: number[] = [];
  for (let k = 0; k < count; k++) {
    const z = 1 - (2 * k + 1) / count;
    const r = Math.sqrt(1 - z * z);
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    points.push(r * Math.cos(angle), r * Math.sin(angle), z);
  }
  return points;
}

describe('every kind of bad input is refused in plain words', () => {
  it.each(Object.entries(TRIGGERS))('%s', (code, trigger) => {
    let error: unknown;
    try {
      trigger();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    const { message, name, index, value } = error as InputError;
    expect((error as InputError).code).toBe(code);
    expect(name).toBe('InputError');
    // A sentence with something in it to act on; not the bare code.
    expect(message.length).toBeGreaterThan(20);
    expect(message).not.toContain('undefined');
    expect(Number.isInteger(index)).toBe(true);
    expect(typeof value).toBe('number');
  });

  it('and the good input beside it is taken', () => {
    expect(polyhedronFromFaces(CUBE, CUBE_FACES).faceCount).toBe(6);
    expect(polyhedronFromHalfSpaces(AXES, [1, 1, 1, 1, 1, 1]).vertexCount).toBe(8);
    expect(polyhedronFromTriangles(twoSolidsPoints.slice(0, 12), TETRAHEDRON).vertexCount).toBe(4);
    expect(readOff('OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n')[0].polyhedron.vertexCount).toBe(4);
  });
});
