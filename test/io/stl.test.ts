import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/math/input-error';
import { readStl, stlMesh, writeStl, writeStlBinary, type StlMesh, type StlSolid } from '../../src/io';
import { box, dodecahedron, rhombicDodecahedron, tetrahedron } from '../../src/polyhedron/solids';
import { polyhedronFromTriangles } from '../../src/polyhedron/from-triangles';
import { meshWall } from '../../src/walls';
import { caught } from './caught';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

const tetrahedronText = `solid A rock
facet normal 0 0 -1
 outer loop
  vertex 0 0 0
  vertex 0 1 0
  vertex 1 0 0
 endloop
endfacet
facet normal 0 -1 0
 outer loop
  vertex 0 0 0
  vertex 1 0 0
  vertex 0 0 1
 endloop
endfacet
facet normal -nan -nan -nan
 outer loop
  vertex 0 0 0
  vertex 0 0 1
  vertex 0 1 0
 endloop
endfacet
facet normal 0.57735 0.57735 0.57735
 outer loop
  vertex 1 0 0
  vertex 0 1 0
  vertex 0 0 1
 endloop
endfacet
endsolid A rock
`;

/** Corners of all triangles, nine numbers each. */
const cornersOf = ({ positions, triangles }: Pick<StlSolid, 'positions' | 'triangles'>): number[] =>
  Array.from(triangles).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));

const solids = [box(1, 2, 3), tetrahedron(1), dodecahedron(0.7), rhombicDodecahedron(1e-6)];

describe('readStl on text', () => {
  it('reads a solid, its name and its vertices once each', () => {
    const [solid, ...others] = readStl(tetrahedronText);
    expect(others).toEqual([]);
    expect(solid.name).toBe('A rock');
    expect(solid.positions).toBeInstanceOf(Float64Array);
    expect([...solid.positions]).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]);
    expect([...solid.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3]);
    expect(solid.collapsed).toBe(0);
    expect(polyhedronFromTriangles(solid.positions, solid.triangles).volume).toBeCloseTo(1 / 6, 15);
  });

  it('reads bytes as it reads strings, with any line ends, case and indentation', () => {
    const plain = readStl(tetrahedronText);
    expect(readStl(bytesOf(tetrahedronText))).toEqual(plain);
    const shouted = tetrahedronText.replace(/^ *(facet normal|outer loop|vertex|endloop|endfacet)/gm, (word) => `\t${word.toUpperCase()}`);
    for (const end of ['\r\n', '\r', '\n\n']) {
      const text = shouted.replace(/\n/g, end);
      expect(readStl(text)).toEqual(plain);
      expect(readStl(bytesOf(text))).toEqual(plain);
    }
    // A view on a part of a larger buffer, as file systems hand them out.
    const inside = new Uint8Array(tetrahedronText.length + 13);
    inside.set(bytesOf(tetrahedronText), 7);
    expect(readStl(inside.subarray(7, 7 + tetrahedronText.length))).toEqual(plain);
  });

  it('reads several solids, empty ones and ones without a name', () => {
    const text = `${tetrahedronText}solid\nendsolid\n${tetrahedronText.replace(/A rock/g, 'B')}`;
    const read = readStl(text);
    expect(read.map(({ name, triangles }) => [name, triangles.length / 3])).toEqual([
      ['A rock', 4],
      ['', 0],
      ['B', 4],
    ]);
    expect(read[2].positions).toEqual(read[0].positions);
  });

  it('takes 0 and -0 for one place, and numbers to the bit', () => {
    const [solid] = readStl(tetrahedronText.replace(/vertex 0 0 0/, 'vertex -0 0 -0.0').replace(/vertex 1 0 0/g, `vertex ${1 / 3} 0 0`));
    expect(solid.positions.length).toBe(12);
    expect(solid.positions[6]).toBe(1 / 3);
  });
});

describe('readStl on bytes', () => {
  it('reads what writeStlBinary writes: corners in single precision', () => {
    for (const polyhedron of solids) {
      const mesh = stlMesh(polyhedron, 'not kept');
      const data = writeStlBinary(mesh);
      expect(data.length).toBe(84 + (50 * mesh.triangles.length) / 3);
      const [solid] = readStl(data);
      expect(solid.name).toBe('');
      expect(solid.positions).toBeInstanceOf(Float32Array);
      expect(cornersOf(solid)).toEqual(
        cornersOf({ positions: polyhedron.vertices, triangles: Int32Array.from(mesh.triangles) }).map(Math.fround),
      );
      const again = polyhedronFromTriangles(solid.positions, solid.triangles);
      expect([again.vertexCount, again.edgeCount, again.faceCount]).toEqual([
        polyhedron.vertexCount,
        polyhedron.edgeCount,
        polyhedron.faceCount,
      ]);
      expect(again.volume / polyhedron.volume).toBeCloseTo(1, 6);
      // From single precision on nothing changes any more.
      const rounded = writeStlBinary(solid);
      expect([...readStl(rounded)]).toEqual([solid]);
      expect(writeStlBinary(readStl(rounded)[0])).toEqual(rounded);
    }
  });

  it('gives what a wall is made of', () => {
    for (const data of [writeStlBinary(stlMesh(dodecahedron(1))), writeStl([stlMesh(dodecahedron(1))])]) {
      const [solid] = readStl(data);
      const wall = meshWall(solid.positions, solid.triangles);
      expect([wall.vertexCount, wall.edgeCount, wall.triangleCount]).toEqual([20, 54, 36]);
    }
  });

  it('is not misled by a header that begins with solid', () => {
    const data = writeStlBinary(stlMesh(box(1, 1, 1)));
    const plain = readStl(data);
    data.set(bytesOf('solid cube\n facet normal'));
    expect(readStl(data)).toEqual(plain);
    // Also where the file is cut off, so that the length says nothing.
    expect(caught(() => readStl(data.subarray(0, data.length - 1)))).toMatchObject({ code: 'bad-file', index: 80, value: 12 });
  });

  it('reads a file without triangles', () => {
    expect([...readStl(writeStlBinary({ positions: [], triangles: [] }))]).toEqual([
      { name: '', positions: new Float32Array(0), triangles: new Int32Array(0), collapsed: 0 },
    ]);
  });

  it('writes unit normals by the right-hand rule', () => {
    const data = writeStlBinary({ positions: [0, 0, 0, 1e30, 0, 0, 0, 1e30, 0, 1, 0, 0], triangles: [0, 1, 2, 0, 1, 3] });
    const view = new DataView(data.buffer);
    const normal = (t: number) => [0, 4, 8].map((k) => view.getFloat32(84 + 50 * t + k, true));
    expect(normal(0)).toEqual([0, 0, 1]);
    // Three points of one line.
    expect(normal(1)).toEqual([0, 0, 0]);
  });
});

describe('welding', () => {
  /** A cube whose corners are off by up to `error`, different ones at each triangle. */
  function loose(scale: number, error: number): string {
    const mesh = stlMesh(box(scale, scale, scale));
    let seed = 1;
    const noise = (): number => {
      seed = (seed * 16807) % 2147483647;
      return (seed / 2147483647 - 0.5) * 2 * error;
    };
    const positions = Array.from(mesh.triangles as Int32Array).flatMap((v) => [0, 1, 2].map((k) => mesh.positions[3 * v + k] + noise()));
    return writeStl([
      { positions, triangles: mesh.triangles.length > 0 ? Array.from({ length: mesh.triangles.length }, (_, k) => k) : [] },
    ]);
  }

  it('closes what printed digits leave open, at any size', () => {
    for (const scale of [1e-9, 1, 1e9]) {
      const text = loose(scale, 1e-7 * scale);
      expect(readStl(text)[0].positions.length / 3).toBe(36);
      const [welded] = readStl(text, { weld: 1e-6 });
      expect(welded.positions.length / 3).toBe(8);
      expect(welded.triangles.length / 3).toBe(12);
      const solid = polyhedronFromTriangles(Float32Array.from(welded.positions), welded.triangles);
      expect(solid.faceCount).toBe(6);
      expect(solid.volume / scale ** 3).toBeCloseTo(1, 5);
    }
  });

  it('closes gaps whose squares are no doubles', () => {
    const text = loose(1, 1e-7).replace(/vertex .*/g, (row) => {
      const [word, ...numbers] = row.split(' ');
      return [word, ...numbers.map((x) => Number(x) * 1e-200)].join(' ');
    });
    expect(readStl(text)[0].positions.length / 3).toBe(36);
    expect(readStl(text, { weld: 1e-6 })[0].positions.length / 3).toBe(8);
  });

  it('does not join places farther apart, and drops triangles that lose a side', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1e-4, 0, 1, 1.02e-4, 0];
    const text = writeStl([{ positions, triangles: [0, 1, 2, 1, 3, 2, 3, 4, 2] }]);
    expect(readStl(text)[0]).toMatchObject({ collapsed: 0 });
    const [welded] = readStl(text, { weld: 1e-5 });
    expect(welded.collapsed).toBe(1);
    expect([...welded.positions]).toEqual(positions.slice(0, 12).map((_, k) => [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1e-4, 0][k]));
    expect([...welded.triangles]).toEqual([0, 1, 2, 1, 3, 2]);
    expect(readStl(text, { weld: 1e-3 })[0].collapsed).toBe(2);
  });

  it('keeps vertices farther apart than the distance, and moves none by more', () => {
    const coordinate = fc.integer({ min: -20, max: 20 }).map((x) => x / 16);
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 9, maxLength: 90 }), fc.constantFrom(0, 0.01, 0.05, 0.1), (numbers, weld) => {
        const corners = numbers.slice(0, numbers.length - (numbers.length % 9));
        const text = writeStl([{ positions: corners, triangles: Array.from({ length: corners.length / 3 }, (_, k) => k) }]);
        const [solid] = readStl(text, { weld });
        const distance = weld * Math.max(...corners.map(Math.abs));
        const apart = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number =>
          Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (a[3 * i + k] - b[3 * j + k]) ** 2, 0));
        const n = solid.positions.length / 3;
        for (let i = 0; i < n; i++)
          for (let j = 0; j < i; j++) {
            expect(apart(solid.positions, i, solid.positions, j)).toBeGreaterThan(distance);
          }
        expect(solid.triangles.length / 3 + solid.collapsed).toBe(corners.length / 9);
        if (solid.collapsed > 0) return;
        for (let k = 0; k < solid.triangles.length; k++) {
          expect(apart(solid.positions, solid.triangles[k], corners, k)).toBeLessThanOrEqual(distance);
        }
      }),
      { seed: 20261128, numRuns: 200 },
    );
  });

  it('tells places apart whose difference has no square', () => {
    const [solid] = readStl(tetrahedronText.replace(/vertex 1 0 0/g, 'vertex 1e-200 0 0'));
    expect(solid.positions.length).toBe(12);
  });

  it('refuses a distance that is none', () => {
    for (const weld of [-1, NaN, 0.2]) expect(caught(() => readStl(tetrahedronText, { weld })).code).toBe('bad-option');
  });
});

describe('writeStl', () => {
  it('keeps the corners of every triangle to the bit', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
    const three = fc.tuple(number, number, number);
    fc.assert(
      fc.property(fc.array(three, { minLength: 3, maxLength: 12 }), (points) => {
        const positions = points.flat();
        const triangles = Array.from({ length: points.length }, (_, k) => [k, (k + 1) % points.length, (k + 2) % points.length]).flat();
        const [solid] = readStl(writeStl([{ name: 'any', positions, triangles }]));
        const kept = [];
        for (let t = 0; t < triangles.length; t += 3) {
          const corners = [0, 1, 2].map((k) => points[triangles[t + k]]);
          if (new Set(corners.map(String)).size === 3) kept.push(...corners.flat());
        }
        expect(cornersOf(solid)).toEqual(kept);
      }),
      { numRuns: 200 },
    );
    for (const polyhedron of solids) {
      const [solid] = readStl(writeStl([stlMesh(polyhedron, 'one two')]));
      expect(solid.name).toBe('one two');
      expect(polyhedronFromTriangles(solid.positions, solid.triangles).volume / polyhedron.volume).toBeCloseTo(1, 12);
    }
  });

  it('refuses meshes that are none', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    for (const write of [(mesh: StlMesh) => writeStl([mesh]), writeStl, writeStlBinary]) {
      expect(caught(() => write({ positions, triangles: [0, 1, 2, 0, 1, 3] }))).toMatchObject({ code: 'bad-index', index: 1, value: 3 });
      expect(caught(() => write({ positions, triangles: [0, 1, -1] }))).toMatchObject({ code: 'bad-index', index: 0, value: -1 });
      expect(caught(() => write({ positions, triangles: [0, 1, 0.5] })).code).toBe('bad-index');
      expect(caught(() => write({ positions, triangles: [0, 1] })).code).toBe('bad-length');
      expect(caught(() => write({ positions: [1, 2], triangles: [] })).code).toBe('bad-length');
      expect(caught(() => write({ positions: [0, 0, 0, 1, 0, NaN, 0, 1, 0], triangles: [0, 1, 2] })).code).toBe('not-finite');
    }
    const large = { positions: [0, 0, 0, 1e39, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
    expect(caught(() => writeStlBinary(large))).toMatchObject({ code: 'not-finite', value: 1e39 });
    expect(() => writeStl([large])).not.toThrow();
    expect(caught(() => writeStl([{ ...large, name: 'a\nfacet' }])).code).toBe('bad-option');
  });
});

describe('errors of readStl', () => {
  const replace = (from: string, to: string): string => {
    if (!tetrahedronText.includes(from)) throw new Error(from);
    return tetrahedronText.replace(from, to);
  };

  it.each<[string, string, number, string]>([
    ['nothing', '', 1, 'found none'],
    ['other text', 'OFF\n4 4 6\n', 1, `expected 'solid', found 'OFF'`],
    ['a vertex missing', replace('  vertex 1 0 0\n', ''), 6, `expected 'vertex', found 'endloop'`],
    ['a vertex more', replace('  vertex 1 0 0\n', '  vertex 1 0 0\n  vertex 1 1 0\n'), 7, `expected 'endloop', found 'vertex'`],
    ['a coordinate missing', replace('vertex 1 0 0', 'vertex 1 0'), 6, 'found 3 words'],
    ['a coordinate that is none', replace('vertex 1 0 0', 'vertex 1 nan 0'), 6, `'nan'`],
    ['a coordinate too large', replace('vertex 1 0 0', 'vertex 1 1e999 0'), 6, `'1e999'`],
    ['no normal', replace('facet normal 0 0 -1', 'facet'), 2, `expected 'facet normal' or 'endsolid', found 'facet'`],
    ['half a loop', replace(' endloop\n', ''), 7, `expected 'endloop', found 'endfacet'`],
    ['text after the end', `${tetrahedronText}facet\n`, 31, `expected 'solid'`],
    ['an end too early', replace(' endloop\nendfacet\n', 'endsolid\n'), 7, `expected 'endloop', found 'endsolid'`],
    ['no end', replace('endsolid A rock\n', ''), 30, `expected 'facet normal' or 'endsolid', found the end of the file`],
  ])('%s', (_, text, line, words) => {
    for (const data of [text, bytesOf(text)]) {
      const error = caught(() => readStl(data));
      expect(error.message).toContain(words);
      expect(error).toMatchObject({ code: 'bad-file', index: line });
      expect(error.message).toContain(`line ${line}:`);
    }
  });

  it('names the byte in a binary file', () => {
    const data = writeStlBinary(stlMesh(box(1, 1, 1)));
    const view = new DataView(data.buffer);
    view.setFloat32(84 + 50 * 3 + 12 + 8, NaN, true);
    expect(caught(() => readStl(data))).toMatchObject({ code: 'bad-file', index: 84 + 50 * 3 + 20 });
    expect(caught(() => readStl(data)).message).toContain('triangle 3');
    view.setUint32(80, 13, true);
    const error = caught(() => readStl(data));
    expect(error).toMatchObject({ code: 'bad-file', index: 80, value: 13 });
    expect(error.message).toMatch(/^byte 80: expected 734 bytes for the 13 triangles that stand here, found 684;/);
  });

  it('every cut of a file is noticed', () => {
    const binary = writeStlBinary(stlMesh(tetrahedron(1)));
    for (let length = 0; length < binary.length; length++) {
      expect(caught(() => readStl(binary.subarray(0, length))).code).toBe('bad-file');
    }
    const end = tetrahedronText.indexOf('endsolid') + 'endsolid'.length;
    for (let length = 0; length < end; length++) {
      const cut = tetrahedronText.slice(0, length);
      expect(caught(() => readStl(cut)).code).toBe('bad-file');
      expect(caught(() => readStl(bytesOf(cut))).code).toBe('bad-file');
    }
  });

  it('any bytes give an answer or an error with a line or a byte', () => {
    const texts = [bytesOf(tetrahedronText), writeStlBinary(stlMesh(tetrahedron(1)))];
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(change, { maxLength: 6 }), fc.uint8Array({ maxLength: 8 }), (text, changes, tail) => {
        const data = new Uint8Array(text.length + tail.length);
        data.set(text);
        data.set(tail, text.length);
        for (const [at, byte] of changes) data[at % data.length] = byte;
        try {
          readStl(data);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          expect(error.code).toBe('bad-file');
          expect(error.message).toMatch(/^[\x20-\xff]{1,250}$/);
          expect(error.message).toMatch(new RegExp(`^(line|byte) ${error.index}: `));
        }
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        expect(caught(() => readStl(data)).code).toBe('bad-file');
      }),
      { numRuns: 500 },
    );
  });

  it('a long line of bytes that begins as text', () => {
    const data = new Uint8Array(3_000_000).fill(0xc3);
    data.set(bytesOf('solid x\n'));
    const error = caught(() => readStl(data));
    expect(error).toMatchObject({ code: 'bad-file', index: 2 });
    expect(error.message.length).toBeLessThan(150);
  });

  it('what is no data at all', () => {
    expect(caught(() => readStl(null as unknown as string)).code).toBe('bad-file');
    expect(caught(() => readStl([1, 2] as unknown as string)).code).toBe('bad-file');
  });
});
