import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShapes, shapeRecord, writeShapes, type FileShape } from '../../src/io';
import { box, dodecahedron } from '../../src/polyhedron/solids';
import { caught } from './caught';
import { dataFile } from './data';

// The cube of the format's own description, with faces in no particular order.
const cube = `
# a comment
<
name Cube_r0.1
radius 0.1
preCompDone y   // yes

nv 8
0.4 0.4 -0.4
-0.4 0.4 -0.4
-0.4 -0.4 -0.4
0.4 -0.4 -0.4
0.4 0.4 0.4
-0.4 0.4 0.4
-0.4 -0.4 0.4
0.4 -0.4 0.4
ne 12
0 1
1 2
2 3
3 0
4 5
5 6
6 7
7 4
0 4
1 5
2 6
3 7
nf 6
4 0 1 2 3
4 4 5 6 7
4 0 1 5 4
4 2 3 7 6
4 1 2 6 5
4 0 4 7 3
obb.extent 0.5 0.5 0.5
obb.center 0 0 0
volume 0.975587
I/m 0.166667 0.166668 0.166669
>
`;

const shape = (name: string, radius: string | number, points: string[], edges: string[] = [], faces: string[] = []): string =>
  [
    '<',
    `name ${name}`,
    `radius ${radius}`,
    `nv ${points.length}`,
    ...points,
    `ne ${edges.length}`,
    ...edges,
    `nf ${faces.length}`,
    ...faces,
    '>',
    '',
  ].join('\n');

const square = ['1 1 0', '1 -1 0', '-1 -1 0', '-1 1 0'];
const tetrahedron = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];

const raw = (s: FileShape) => ({
  name: s.name,
  radius: s.radius,
  points: s.points,
  edges: s.edges,
  faces: s.faces,
  volume: s.volume,
  inertiaOverMass: s.inertiaOverMass,
  settings: s.settings,
});

describe('readShapes', () => {
  it('reads the cube of the format description', () => {
    const shapes = readShapes(cube);
    const [s, ...others] = shapes;
    expect(others).toEqual([]);
    expect(shapes.notices).toEqual([]);
    expect(s.name).toBe('Cube_r0.1');
    expect(s.line).toBe(3);
    expect(s.radius).toBe(0.1);
    expect(s.rounding).toBe(0.1);
    expect(s.volume).toBe(0.975587);
    expect([...s.inertiaOverMass]).toEqual([0.166667, 0.166668, 0.166669]);
    expect(s.settings).toEqual([
      { keyword: 'preCompDone', values: ['y'] },
      { keyword: 'obb.extent', values: ['0.5', '0.5', '0.5'] },
      { keyword: 'obb.center', values: ['0', '0', '0'] },
    ]);
    const { polyhedron } = s;
    expect(polyhedron.dimension).toBe(3);
    expect([polyhedron.vertexCount, polyhedron.edgeCount, polyhedron.faceCount]).toEqual([8, 12, 6]);
    expect(polyhedron.volume).toBeCloseTo(0.512, 14);
  });

  it('maps vertices, edges and faces of the file to those of the polyhedron', () => {
    const [s] = readShapes(cube);
    const { polyhedron } = s;
    expect(new Set(s.vertexOfFile).size).toBe(8);
    for (let i = 0; i < 8; i++) {
      for (let k = 0; k < 3; k++)
        expect(polyhedron.vertices[3 * s.vertexOfFile[i] + k] + polyhedron.origin[k]).toBeCloseTo(s.points[3 * i + k], 15);
    }
    for (let e = 0; e < 12; e++) {
      const h = 2 * s.edgeOfFile[e];
      const ends = [polyhedron.halfEdgeOrigin[h], polyhedron.halfEdgeOrigin[h + 1]].sort();
      expect(ends).toEqual([s.vertexOfFile[s.edges[2 * e]], s.vertexOfFile[s.edges[2 * e + 1]]].sort());
    }
    const bottom = s.facesOfFile[0];
    expect(bottom.length).toBe(1);
    expect(polyhedron.normals[3 * bottom[0] + 2]).toBeCloseTo(-1, 15);
    expect(new Set(s.facesOfFile.flat()).size).toBe(6);
  });

  it('takes a triangulated surface: diagonals have no edge, both triangles the same face', () => {
    const prism = ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'];
    const [s] = readShapes(shape('T', 0, prism, ['0 1', '0 2'], ['3 0 1 2', '3 2 0 3']));
    expect(s.edgeOfFile[0]).toBeGreaterThanOrEqual(0);
    expect(s.edgeOfFile[1]).toBe(-1);
    expect(s.facesOfFile[0]).toEqual(s.facesOfFile[1]);
    expect(s.facesOfFile[0].length).toBe(1);
  });

  it('tells of a face that is not planar, and keeps the vertices as they stand', () => {
    const bent = ['0 0 0', '1 0 0', '1 1 0.00000001', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'];
    const shapes = readShapes(shape('B', 0, bent, [], ['4 0 1 2 3', '4 4 5 6 7']));
    const [s] = shapes;
    expect(s.polyhedron.faceCount).toBe(7);
    expect(s.facesOfFile.map((faces) => faces.length)).toEqual([2, 1]);
    expect(shapes.notices[0]).toMatchObject({ code: 'changed', name: 'B', line: 1 });
    expect(shapes.notices[0].reason).toContain('1 of 2 faces');
  });

  it('tells how much of the hull the faces of an open shape cover', () => {
    const cubeCorners = ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'];
    const sides = ['4 0 1 2 3', '4 4 5 6 7', '4 0 1 5 4', '4 1 2 6 5', '4 2 3 7 6', '4 3 0 4 7'];
    const reasons = (text: string): string[] => readShapes(text).notices.map(({ code, reason }) => `${code}: ${reason}`);
    expect(reasons(shape('C', 0.1, cubeCorners, [], sides))).toEqual([]);
    const open = reasons(shape('C', 0.1, cubeCorners, [], sides.slice(0, 5)));
    expect(open).toEqual([expect.stringMatching(/^changed: shape 'C': its faces cover 83\.3 % of the surface of its convex hull/)]);
    // A frame of rods; two plates at right angles, with half of the sides of their wedge; a flat frame; half of a
    // plate.
    const corners = ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1'];
    for (const [text, part] of [
      [shape('F', 0.1, ['0 0 0', '1 0 0', '1 1 0', '1 1 1'], ['0 1', '1 2', '2 3'], []), '0 %'],
      [shape('L', 0.1, corners, [], ['4 0 1 2 3', '4 0 1 5 4']), '45.3 %'],
      [shape('T', 0.1, ['0 0 0', '1 0 0', '0 1 0'], ['0 1', '1 2', '2 0'], []), '0 %'],
      [shape('H', 0.1, corners.slice(0, 4), [], ['3 0 1 2']), '50 %'],
    ] as const)
      expect(reasons(text)).toEqual([expect.stringContaining(`its faces cover ${part} of`)]);
  });

  it('brackets may share lines with words', () => {
    const [a, b] = readShapes(
      `< name A\nradius 0\nnv 4\n${tetrahedron.join('\n')}\n> <\nname B\nradius 0\nnv 4\n${tetrahedron.join('\n')}\n>`,
    );
    expect([a.name, a.line, b.name, b.line]).toEqual(['A', 1, 'B', 8]);
  });

  it('leaves vertices on the surface out, and says so', () => {
    const shapes = readShapes(shape('M', 0, [...tetrahedron, '0.5 0 0', '0.25 0.25 0']));
    const [s] = shapes;
    expect([...s.vertexOfFile.subarray(4)]).toEqual([-1, -1]);
    expect(s.polyhedron.vertexCount).toBe(4);
    expect(shapes.notices).toMatchObject([{ code: 'changed', name: 'M', line: 1 }]);
    expect(shapes.notices[0].reason).toContain('vertices 4, 5');
    // A doubled vertex is the same corner.
    const doubled = readShapes(shape('D', 0, [...tetrahedron, '1 0 0']));
    expect(doubled[0].vertexOfFile[4]).toBe(doubled[0].vertexOfFile[1]);
    expect(doubled.notices).toEqual([]);
  });

  it('makes a sphere of a vertex and a rod of two', () => {
    const [ball, rod] = readShapes(shape('Ball', 0.5, ['1 2 3']) + shape('Rod', 0.1, ['0 0 2', '0 0 0'], ['0 1', '1 0']));
    expect(ball).toMatchObject({ rounding: 0.5, polyhedron: { dimension: 0, vertexCount: 1 } });
    expect([...ball.polyhedron.origin]).toEqual([1, 2, 3]);
    expect([...ball.vertexOfFile]).toEqual([0]);
    expect(rod).toMatchObject({ rounding: 0.1, polyhedron: { dimension: 1, radius: 1 } });
    expect([...rod.polyhedron.origin]).toEqual([0, 0, 1]);
    expect([[...rod.vertexOfFile], [...rod.edgeOfFile]]).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('makes one rod of vertices on a line, between the outermost, and says so', () => {
    const shapes = readShapes(shape('S', 1, ['1 1 1', '3 3 3', '0 0 0', '2 2 2'], ['0 2', '1 2']));
    expect(shapes[0].polyhedron).toMatchObject({ dimension: 1 });
    expect(shapes[0].polyhedron.radius).toBeCloseTo(Math.sqrt(27) / 2, 14);
    expect([...shapes[0].vertexOfFile]).toEqual([-1, 0, 1, -1]);
    expect([...shapes[0].edgeOfFile]).toEqual([-1, 0]);
    expect(shapes.notices).toMatchObject([{ code: 'changed', name: 'S', line: 1 }]);
  });

  it('makes a plate of a flat polygon', () => {
    const shapes = readShapes(shape('Wall', 0.05, square, ['0 1', '0 3', '1 2', '2 3', '0 2'], ['4 0 1 2 3']));
    const [s] = shapes;
    expect(s).toMatchObject({ rounding: 0.05, radius: 0.05, polyhedron: { dimension: 2, vertexCount: 4, faceCount: 2 } });
    expect(s.polyhedron.area).toBeCloseTo(8, 14);
    for (const x of s.polyhedron.origin) expect(x).toBeCloseTo(0, 15);
    expect(shapes.notices).toEqual([]);
    expect([...s.vertexOfFile]).toEqual([0, 1, 2, 3]);
    s.edgeOfFile.forEach((edge, e) => {
      // The diagonal is no edge.
      if (e === 4) expect(edge).toBe(-1);
      else expect([0, 1].map((k) => s.polyhedron.halfEdgeOrigin[2 * edge + k]).sort()).toEqual([s.edges[2 * e], s.edges[2 * e + 1]].sort());
    });
    expect(s.facesOfFile).toEqual([[0, 1]]);
    const [t] = readShapes(shape('Triangle', 0.5, ['0 0 0', '0 2 0', '0 0 2']));
    expect(t.polyhedron).toMatchObject({ dimension: 2, vertexCount: 3 });
  });

  it('leaves vertices on the outline of a plate out, also those inside by what six digits hide', () => {
    const shapes = readShapes(shape('P', 0.1, [...square, '1 0 0', '0 0.999995 0', '1 1 0']));
    expect(shapes[0].polyhedron.vertexCount).toBe(4);
    expect([...shapes[0].vertexOfFile]).toEqual([0, 1, 2, 3, -1, -1, 0]);
    expect(shapes.notices[0].reason).toContain('vertices 4, 5');
    expect(caught(() => readShapes(shape('P', 0.1, [...square, '0 0.9 0'])))).toMatchObject({ code: 'non-convex', index: 9 });
  });

  it('makes a plate of a tilted polygon of any size and place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: -9, max: 9 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        (seed, power, thin) => {
          const scale = 10 ** power;
          const c = Math.cos(seed);
          const d = Math.sin(seed);
          const corners = [
            [0, 0],
            [3, 0],
            [4, 2],
            [1, 3],
          ].map(([u, v]) => [100 + c * u, 7 - d * u * 0.6 + 0.8 * v, d * u * 0.8 + 0.6 * v].map((x) => scale * x));
          const [s] = readShapes(
            shape(
              'W',
              scale * thin,
              corners.map((p) => p.join(' ')),
            ),
          );
          expect(s.polyhedron).toMatchObject({ dimension: 2, vertexCount: 4 });
          expect([...s.vertexOfFile]).toEqual([0, 1, 2, 3]);
          // The quadrilateral has area 8; u and v are lengths along orthonormal directions.
          expect(s.polyhedron.area / scale ** 2).toBeCloseTo(16, 8);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a polygon printed with six digits is still flat; a thin plate is not', () => {
    const printed = ['0.707107 0.707107 0', '-0.707107 0.707107 0.333333', '-0.707107 -0.707107 0.666667', '0.707107 -0.707107 0.333334'];
    expect(readShapes(shape('P', 0.1, printed))[0].polyhedron.dimension).toBe(2);
    expect(readShapes(shape('P', 0.1, printed)).notices).toEqual([]);
    const bent = readShapes(shape('P', 0.1, [...printed.slice(0, 3), '0.707107 -0.707107 0.333339']));
    expect(bent[0].polyhedron.dimension).toBe(2);
    expect(bent.notices[0].reason).toContain('out of one plane');
    const plate = [...square, ...square.map((p) => p.replace(/0$/, '0.0001'))];
    const [s] = readShapes(shape('Plate', 0.1, plate));
    expect(s.rounding).toBe(0.1);
    expect(s.polyhedron.faceCount).toBe(6);
  });

  it('keeps a thin needle as it stands', () => {
    const [s] = readShapes(shape('N', 0.1, ['0 0 0', '1 1e-7 0', '1 0 1e-7', '1 0 0']));
    expect([s.polyhedron.vertexCount, s.polyhedron.dimension]).toEqual([4, 3]);
  });

  it('reads the shapes of other codes where they are at hand', () => {
    const octahedron = dataFile('exadem-shapes/octahedron.shp');
    if (octahedron) {
      const [s] = readShapes(octahedron);
      expect([s.name, s.polyhedron.vertexCount, s.polyhedron.edgeCount, s.polyhedron.faceCount, s.radius]).toEqual([
        'Octahedron',
        6,
        12,
        8,
        0.1,
      ]);
      expect([...s.edgeOfFile].every((e) => e >= 0)).toBe(true);
      expect(s.facesOfFile.every((faces) => faces.length === 1)).toBe(true);
    }
    const two = dataFile('exadem-shapes/shapes.shp');
    if (two) {
      const shapes = readShapes(two);
      const [p, o] = shapes;
      expect([p.name, p.polyhedron.vertexCount, o.name]).toEqual(['PolyR', 20, 'Octahedron']);
      // Its pentagons leave their planes by 6.7e-9.
      expect(p.polyhedron.faceCount).toBe(36);
      expect(p.facesOfFile.every((faces) => faces.length === 3)).toBe(true);
      expect(shapes.notices[0].reason).toContain('12 of 12 faces');
      expect(writeShapes(readShapes(writeShapes([p, o])))).toBe(writeShapes([p, o]));
      expect(readShapes(writeShapes([p, o])).map(raw)).toEqual([p, o].map(raw));
    }
  });
});

describe('shapes without volume', () => {
  it.each<[string, string, string, string]>([
    ['a point', shape('S', 0, ['0 0 0']), 'too-few-points', 'one vertex'],
    ['a segment', shape('S', 0, ['0 0 0', '1 0 0']), 'too-few-points', 'two vertices'],
    ['a chain of segments', shape('S', 0, ['0 0 0', '1 1 1', '2 2 2', '3 3 3']), 'collinear', 'one line'],
    ['a polygon without radius', shape('S', 0, square), 'flat', `'S'`],
    ['a triangle without radius', shape('S', 0, square.slice(1)), 'flat', 'a triangle'],
  ])('%s is left out with a notice', (_, text, code, words) => {
    for (const options of [{}, { onError: 'collect' } as const]) {
      const shapes = readShapes(`\n${text}${shape('T', 0, tetrahedron)}`, options);
      expect(shapes.map(({ name }) => name)).toEqual(['T']);
      expect(shapes.notices).toMatchObject([{ code, name: 'S', line: 2 }]);
      expect(shapes.notices[0].reason).toContain(words);
    }
  });
});

describe('errors of readShapes', () => {
  const lines = cube.split('\n');
  const without = (start: string): string => lines.filter((row) => !row.startsWith(start)).join('\n');
  const replace = (from: string, to: string): string => cube.replace(from, to);

  it.each<[string, string, number, string]>([
    ['an empty file', '', 1, 'no shape at all'],
    ['no bracket', 'name A', 1, `'name'`],
    ['no end', cube.replace('>', ''), 40, `expected '>'`],
    ['a shape within a shape', replace('radius 0.1', '<'), 5, 'the shape of line 3'],
    ['words after the end', cube + 'more', 42, `'more'`],
    ['no name', without('name'), 40, `expected 'name'`],
    ['no radius', without('radius'), 40, `expected 'radius'`],
    ['a name of two words', replace('Cube_r0.1', 'Cube r0.1'), 4, '2 words'],
    ['two names', replace('preCompDone y', 'name B'), 6, 'already'],
    ['a negative radius', replace('radius 0.1', 'radius -0.1'), 5, '>= 0'],
    ['a radius that is no number', replace('radius 0.1', 'radius nan'), 5, `'nan'`],
    ['a number of vertices that is none', replace('nv 8', 'nv 8.5'), 8, `'8.5'`],
    ['more vertices promised', replace('nv 8', 'nv 9'), 17, 'vertex 8, x y z'],
    ['fewer vertices promised', replace('nv 8', 'nv 7'), 16, `'0.4'`],
    ['many more promised', replace('nv 8', 'nv 2000000000'), 41, '2000000000 rows'],
    ['a vertex of two numbers', replace('0.4 0.4 -0.4', '0.4 0.4'), 9, 'found 2 words'],
    ['a vertex of four numbers', replace('0.4 0.4 -0.4', '0.4 0.4 -0.4 1'), 9, 'found 4 words'],
    ['a coordinate that is no number', replace('0.4 0.4 -0.4', '0.4 0.4 -0.4a'), 9, `'-0.4a'`],
    ['an edge of three', replace('0 1\n', '0 1 2\n'), 18, 'found 3 words'],
    ['an edge to nowhere', replace('0 1\n', '0 8\n'), 18, 'below nv = 8'],
    ['an edge of one vertex', replace('0 1\n', '1 1\n'), 18, '1 twice'],
    ['a face with too few indices', replace('4 0 1 2 3', '4 0 1 2'), 31, 'found 4 words'],
    ['a face with too many', replace('4 0 1 2 3', '4 0 1 2 3 4'), 31, 'found 6 words'],
    ['a face of two', replace('4 0 1 2 3', '2 0 1'), 31, 'from 3'],
    ['a face to nowhere', replace('4 0 1 2 3', '4 0 1 2 8'), 31, 'below nv = 8'],
    ['a face with one vertex twice', replace('4 0 1 2 3', '4 0 1 2 1'), 31, 'one twice'],
    ['a negative index', replace('4 0 1 2 3', '4 0 1 2 -3'), 31, `'-3'`],
    ['a moment too few', replace('I/m 0.166667', 'I/m'), 40, 'three numbers'],
    ['a volume that is no number', replace('volume 0.975587', 'volume big'), 39, `'big'`],
  ])('%s', (_, text, line, words) => {
    const error = caught(() => readShapes(text));
    expect(error.message).toContain(words);
    expect(error.code).toBe('bad-file');
    expect(error.index).toBe(line);
    expect(error.message.startsWith(`line ${line}: `)).toBe(true);
  });

  it('two shapes of one name', () => {
    const error = caught(() => readShapes(cube + cube));
    expect(error.code).toBe('bad-file');
    expect(error.message).toContain('line 3');
  });

  it('no vertices, and vertices that are one point', () => {
    expect(caught(() => readShapes(shape('E', 1, [])))).toMatchObject({ code: 'bad-file', index: 1, value: 0 });
    expect(caught(() => readShapes(shape('P', 1, ['1 2 3', '1 2 3', '1 2 3', '1 2 3'])))).toMatchObject({ code: 'coincident', index: 1 });
  });

  it('a vertex inside the hull, with its line', () => {
    const error = caught(() => readShapes(shape('Dent', 0, [...tetrahedron, '0.2 0.2 0.1'])));
    expect(error).toMatchObject({ code: 'non-convex', index: 9 });
    expect(error.value).toBeCloseTo(0.1, 14);
    expect(error.message).toContain(`vertex 4 of shape 'Dent'`);
  });

  it('an edge inside the hull of its corners: the twisted prism of Schoenhardt, all of whose vertices are corners', () => {
    const ring = (z: number, turn: number): string[] =>
      [0, 1, 2].map((k) => `${Math.cos((2 * Math.PI * k) / 3 + turn)} ${Math.sin((2 * Math.PI * k) / 3 + turn)} ${z}`);
    const points = [...ring(0, 0), ...ring(1, Math.PI / 6)];
    const rims = ['0 1', '1 2', '2 0', '3 4', '4 5', '5 3', '0 3', '1 4', '2 5'];
    // The hull has one set of diagonals of the quadrilaterals, Schoenhardt's body the other.
    const [one, other] = [
      ['0 4', '1 5', '2 3'],
      ['0 5', '1 3', '2 4'],
    ].map((diagonals) => {
      try {
        return readShapes(shape('S', 0, points, [...rims, ...diagonals]))[0].polyhedron.vertexCount;
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect([one, other].sort()).toEqual([6, 'non-convex']);
  });

  it('a flat polygon with a notch', () => {
    const error = caught(() => readShapes(shape('L', 0.1, ['0 0 0', '2 0 0', '2 1 0', '1 1 0', '1 2 0', '0 2 0'])));
    expect(error).toMatchObject({ code: 'non-convex', index: 8 });
    expect(error.value).toBeCloseTo(Math.SQRT1_2, 12);
  });
});

describe('writeShapes', () => {
  it('reads back as the same record', () => {
    const read = readShapes(cube + shape('Wall', 0.05, square, ['0 1'], ['4 0 1 2 3']));
    const again = readShapes(writeShapes(read));
    expect(again.map(raw)).toEqual(read.map(raw));
    expect(again.map((s) => s.polyhedron)).toEqual(read.map((s) => s.polyhedron));
  });

  it('keeps every bit of every number', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 });
    fc.assert(
      fc.property(
        fc.array(finite, { minLength: 3, maxLength: 3 }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        finite,
        (v, radius, volume) => {
          const record = { ...shapeRecord('A', box(1, 2, 3), radius), volume, inertiaOverMass: Float64Array.from(v) };
          const [s] = readShapes(writeShapes([record]));
          expect(Object.is(s.radius, radius)).toBe(true);
          expect(Object.is(s.volume, volume)).toBe(true);
          for (let k = 0; k < 3; k++) expect(Object.is(s.inertiaOverMass[k], v[k])).toBe(true);
          expect(s.points).toEqual(record.points);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('writes a polyhedron of this library so that it comes back', () => {
    for (const solid of [box(1, 2, 3), dodecahedron(1)]) {
      const record = shapeRecord('A', solid, 0.125);
      const [s] = readShapes(writeShapes([record]));
      expect(s.points).toEqual(solid.vertices);
      expect(s.polyhedron.vertexCount).toBe(solid.vertexCount);
      expect(s.polyhedron.faceCount).toBe(solid.faceCount);
      expect(s.polyhedron.volume).toBeCloseTo(solid.volume, 12);
      expect([...s.edgeOfFile].every((e) => e >= 0)).toBe(true);
      expect(s.facesOfFile.every((faces) => faces.length === 1)).toBe(true);
      expect(s.rounding).toBe(0.125);
      expect(Number.isNaN(s.volume)).toBe(true);
    }
  });

  it('refuses what would not read back', () => {
    const record = shapeRecord('A', box(1, 1, 1));
    expect(caught(() => shapeRecord('two words', box(1, 1, 1))).code).toBe('bad-option');
    expect(caught(() => shapeRecord('A', box(1, 1, 1), -1)).code).toBe('bad-radius');
    expect(caught(() => shapeRecord('A', box(1, 1, 1), NaN)).code).toBe('bad-radius');
    expect(caught(() => writeShapes([{ ...record, name: '' }])).code).toBe('bad-option');
    expect(caught(() => writeShapes([{ ...record, radius: NaN }])).code).toBe('not-finite');
    expect(caught(() => writeShapes([{ ...record, points: new Float64Array([NaN, 0, 0]) }])).code).toBe('not-finite');
  });
});
