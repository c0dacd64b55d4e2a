import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObj } from '../../src/io';
import { box, dodecahedron } from '../../src/polyhedron/solids';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { caught } from './caught';

const cube = `# a cube
mtllib cube.mtl
o Cube
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
vt 0 0
vn 0 0 1
usemtl stone
s off
f 4 3 2 1
f 5/1 6/1 7/1 8/1
f 1//1 2//1 6//1 5//1
f 2/1/1 3/1/1 7/1/1 6/1/1
f 3 4 8 7
f 4 1 5 8
`;

const cubeAt = (x: number, head: string, from: number): string =>
  [
    head,
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${x + (k & 1)} ${(k >> 1) & 1} ${k >> 2}`),
    ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '2 4 8 6', '4 3 7 8', '3 1 5 7'].map(
      (face) =>
        `f ${face
          .split(' ')
          .map((v) => Number(v) + from)
          .join(' ')}`,
    ),
    '',
  ].join('\n');

function objOf(p: ConvexPolyhedron): string {
  let text = '';
  for (let v = 0; v < p.vertexCount; v++) text += `v ${[0, 1, 2].map((k) => p.vertices[3 * v + k] + p.origin[k]).join(' ')}\n`;
  for (let f = 0; f < p.faceCount; f++) {
    text += 'f';
    let h = p.faceHalfEdge[f];
    do {
      text += ` ${p.halfEdgeOrigin[h] + 1}`;
      h = p.halfEdgeNext[h];
    } while (h !== p.faceHalfEdge[f]);
    text += '\n';
  }
  return text;
}

describe('readObj', () => {
  it('reads a cube with all forms of corners', () => {
    const [solid, ...others] = readObj(cube);
    expect(others).toEqual([]);
    expect([solid.name, solid.line]).toEqual(['Cube', 3]);
    const p = solid.polyhedron;
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([8, 12, 6]);
    expect(p.volume).toBeCloseTo(8, 14);
    // In the order of the file.
    expect([...p.vertices]).toEqual([-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1]);
    expect([...p.normals.subarray(0, 6)].map((x) => x + 0)).toEqual([0, 0, -1, 0, 0, 1]);
  });

  it('counts negative indices from the end of what was read so far', () => {
    const relative = cube.replace('f 4 3 2 1', 'f -5 -6 -7 -8').replace('f 5/1 6/1 7/1 8/1', 'f -4/-1 -3/-1 -2/-1 -1/-1');
    expect(readObj(relative)[0].polyhedron).toEqual(readObj(cube)[0].polyhedron);
    // Vertices that come later do not shift what was meant.
    expect(readObj(relative + 'v 9 9 9\n')[0].polyhedron).toEqual(readObj(cube)[0].polyhedron);
  });

  it('takes vertices that follow the faces', () => {
    const lines = cube.split('\n');
    const late = [...lines.filter((row) => !row.startsWith('v ')), ...lines.filter((row) => row.startsWith('v '))].join('\n');
    expect(readObj(late)[0].polyhedron).toEqual(readObj(cube)[0].polyhedron);
  });

  it('splits at objects, keeps the groups of an object together', () => {
    const [a, b] = readObj(cubeAt(0, 'o A', 0).replace('f 5', 'g top\nf 5') + cubeAt(3, 'o second one', 8));
    expect([a.name, b.name]).toEqual(['A', 'second one']);
    expect([...a.polyhedron.origin]).toEqual([0.5, 0.5, 0.5]);
    expect([...b.polyhedron.origin]).toEqual([3.5, 0.5, 0.5]);
    expect(b.line).toBe(17);
  });

  it('without objects splits at groups, but not where groups share vertices', () => {
    expect(readObj(cubeAt(0, 'g A', 0) + cubeAt(3, 'g B', 8)).map((s) => s.name)).toEqual(['A', 'B']);
    const sides = cubeAt(0, 'g bottom', 0).replace('f 5', 'g top\nf 5').replace('f 1 2', 'g sides\nf 1 2') + cubeAt(3, 'g other', 8);
    const solids = readObj(sides);
    expect(solids.map((s) => s.name)).toEqual(['bottom', 'other']);
    expect(solids.map((s) => s.polyhedron.faceCount)).toEqual([6, 6]);
    const nameless = readObj(cubeAt(0, '', 0));
    expect([nameless[0].name, nameless.length]).toEqual(['', 1]);
  });

  it('splits neighbours that share vertices when they are objects', () => {
    const shared = `${cubeAt(0, 'o A', 0)}o B
v 2 0 0
v 2 1 0
v 2 0 1
v 2 1 1
f 2 4 10 9
f 6 11 12 8
f 2 9 11 6
f 9 10 12 11
f 10 4 8 12
f 4 2 6 8
`;
    expect(readObj(shared).map((s) => s.polyhedron.volume)).toEqual([1, 1]);
    expect(caught(() => readObj(shared.replace(/^o /gm, 'g '))).code).not.toBe('bad-file');
  });

  it('continues lines at a backslash and keeps count of lines', () => {
    const [solid] = readObj(cube.replace('f 4 3 2 1', 'f 4 3 \\\n2 \\\n1'));
    expect(solid.polyhedron.faceCount).toBe(6);
    expect(caught(() => readObj(cube.replace('f 4 3 2 1', 'f 4 3 \\\n2 1') + 'f 1 2 99\n')).index).toBe(23);
  });

  it('takes colours and a weight of 1', () => {
    expect(readObj(cube.replace('v 1 1 1', 'v 1 1 1 1.0').replace('v -1 -1 -1', 'v -1 -1 -1 0.5 0 0.25'))[0].polyhedron.volume).toBeCloseTo(
      8,
      14,
    );
  });

  it('keeps coordinates and polygons of solids in full', () => {
    for (const solid of [dodecahedron(1), box(1e-9, 2e-9, 3e-9), box(1e9, 1, 2)]) {
      const [{ polyhedron }] = readObj(objOf(solid));
      expect([polyhedron.vertexCount, polyhedron.edgeCount, polyhedron.faceCount]).toEqual([
        solid.vertexCount,
        solid.edgeCount,
        solid.faceCount,
      ]);
      expect(polyhedron.volume / solid.volume).toBeCloseTo(1, 12);
    }
    fc.assert(
      fc.property(fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 1e-3, max: 1e3, noNaN: true }))), ([x, y, z]) => {
        const [{ polyhedron }] = readObj(objOf(box(x, y, z)));
        expect(polyhedron.volume / (x * y * z)).toBeCloseTo(1, 12);
        const corner = Math.max(...polyhedron.vertices.filter((_, k) => k % 3 === 0)) + polyhedron.origin[0];
        expect(corner / (x / 2)).toBeCloseTo(1, 14);
      }),
      { numRuns: 50 },
    );
  });
});

describe('errors of readObj', () => {
  it.each<[string, string, number, string]>([
    ['nothing', '', 1, 'found none'],
    ['points only', 'v 0 0 0\nv 1 0 0\n', 1, 'found none'],
    ['an unknown keyword and no faces', 'x\nsurf 0 1 0 1 1 2 3\n', 1, 'found none'],
    ['a coordinate missing', cube.replace('v 1 -1 -1', 'v 1 -1'), 5, 'found 2 numbers'],
    ['a coordinate that is none', cube.replace('v 1 -1 -1', 'v 1 -1 NaN'), 5, `'NaN'`],
    ['a weight', cube.replace('v 1 -1 -1', 'v 1 -1 -1 2'), 5, 'weight 1'],
    ['five numbers', cube.replace('v 1 -1 -1', 'v 1 -1 -1 2 2'), 5, 'found 5 numbers'],
    ['a face of two', cube.replace('f 4 3 2 1', 'f 4 3'), 16, 'found 2'],
    ['an index of 0', cube.replace('f 4 3 2 1', 'f 0 3 2 1'), 16, 'found 0'],
    ['an index beyond the end', cube.replace('f 4 3 2 1', 'f 9 3 2 1'), 16, 'found 9'],
    ['a negative index beyond the start', cube.replace('f 4 3 2 1', 'f -9 3 2 1'), 16, 'found -9'],
    ['an index that is none', cube.replace('f 4 3 2 1', 'f 4.5 3 2 1'), 16, `'4.5'`],
    ['an empty texture index', cube.replace('f 4 3 2 1', 'f 4/ 3 2 1'), 16, `'4/'`],
    ['too many slashes', cube.replace('f 4 3 2 1', 'f 4/1/1/1 3 2 1'), 16, `'4/1/1/1'`],
  ])('%s', (_, text, line, words) => {
    const error = caught(() => readObj(text));
    expect(error.message).toContain(words);
    expect(error.code).toBe('bad-file');
    expect(error.index).toBe(line);
  });

  it('surfaces that are not those of a convex solid, with the line of the face', () => {
    const code = (text: string) => caught(() => readObj(text));
    expect(code(cube.replace('f 3 4 8 7\n', ''))).toMatchObject({ code: 'open-surface' });
    const turned = code(cube.replace('f 3 4 8 7', 'f 7 8 4 3'));
    expect(turned).toMatchObject({ code: 'wrong-winding', index: 20 });
    expect(turned.message).toContain(`object 'Cube'`);
    expect(code(cube.replace('v 1 1 1', 'v 1.5 1 1')).code).toBe('non-planar');
    expect(code(cube.replace('f 3 4 8 7', 'f 3 4 8 8'))).toMatchObject({ code: 'degenerate-face', index: 20 });
    const dent = `v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nv 0.5 0.5 0.5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n`;
    const error = code(dent);
    expect(error.code).toBe('non-convex');
    expect(error.index).toBeGreaterThanOrEqual(6);
    expect(error.index).toBeLessThanOrEqual(11);
  });
});
