import { describe, expect, it } from 'vitest';
import {
  readObj,
  readOff,
  readScene,
  readSceneFile,
  readShapes,
  readStl,
  writeScene,
  writeShapes,
  writeStlBinary,
  stlMesh,
} from '../../src/io';
import { box } from '../../src/polyhedron/solids';
import { createDetector } from '../../src/detector';
import { exactMethod } from '../../src/exact-plane/exact-method';
import { shortestLinkMethod } from '../../src/shortest-link/shortest-link-method';
import { caught } from './caught';

// Files as other programs write and read them: what departs from the format is read with a notice, or left out by name.

const CORNERS = [-0.5, 0.5].flatMap((z) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((x) => `${x} ${y} ${z}`)));
const shape = (name: string, points: string[], more = '', radius = 0): string =>
  `<\nname ${name}\nradius ${radius}\npreCompDone n\nnv ${points.length}\n${points.join('\n')}\nne 0\nnf 0\n${more}>\n`;
const cube = shape('Cube', CORNERS);
const ball = shape('Ball', ['0 0 0'], '', 0.5);
/** Encloses nothing. */
const dot = shape('Ball', ['0 0 0']);
const dented = shape('Dented', [...CORNERS, '0 0 0.4']);
const row = (name: string, x = 0): string => `${name} 0 0 1 ${x} 2 2 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0`;
const lineOf = (text: string, words: string): number => text.slice(0, text.indexOf(words)).split('\n').length;

describe('shape files', () => {
  it('a ball next to a cube: both; without a radius the cube, and a notice', () => {
    const both = readShapes(cube + ball);
    expect(both.map(({ name, rounding, polyhedron }) => [name, rounding, polyhedron.dimension])).toEqual([
      ['Cube', 0, 3],
      ['Ball', 0.5, 0],
    ]);
    expect(both.notices).toEqual([]);
    const shapes = readShapes(cube + dot);
    expect(shapes.map(({ name }) => name)).toEqual(['Cube']);
    expect(shapes.notices).toMatchObject([{ code: 'too-few-points', name: 'Ball', line: lineOf(cube + dot, 'name Ball') - 1 }]);
  });

  it('a rod and a plate: a segment and a square, swollen', () => {
    const square = ['-.5 -.5 0', '.5 -.5 0', '.5 .5 0', '-.5 .5 0'];
    const shapes = readShapes(shape('Rod', ['0 0 -.5', '0 0 .5'], '', 0.1) + shape('Plate', square, '', 0.05));
    expect(shapes.map(({ name, rounding, polyhedron }) => [name, rounding, polyhedron.dimension])).toEqual([
      ['Rod', 0.1, 1],
      ['Plate', 0.05, 2],
    ]);
    expect(shapes[0].polyhedron.radius).toBe(0.5);
    expect(shapes[1].polyhedron.area).toBeCloseTo(2, 14);
    expect(shapes.notices).toEqual([]);
  });

  it('rows of a table that has no meaning here', () => {
    const text = shape('Cube', CORNERS, 'na 1\n4 1\n.25 .25 .25 .25\nvolume 1\n');
    const shapes = readShapes(text);
    expect(shapes[0].polyhedron.vertexCount).toBe(8);
    expect(shapes[0].volume).toBe(1);
    expect(shapes.notices).toMatchObject([{ code: 'skipped', name: 'Cube', line: lineOf(text, 'na 1') }]);
    // Without its rows the keyword would mean another file.
    expect(shapes[0].settings.map(({ keyword }) => keyword)).toEqual(['preCompDone']);
    expect(readShapes(writeShapes(shapes)).notices).toEqual([]);
    expect(caught(() => readShapes(text.replace('nf 0\n', 'nf 0\n3 0 1 2\n')))).toMatchObject({ code: 'bad-file', index: 16 });
  });

  it('names: only these are looked at', () => {
    const text = dented + cube + '<\nname Broken\nnv x\n>\n' + dot;
    const shapes = readShapes(text, { names: ['Cube', 'Cube'] });
    expect(shapes.map(({ name }) => name)).toEqual(['Cube']);
    expect(shapes.notices).toEqual([]);
    expect(readShapes(text, { names: new Set(['Ball']) }).notices.map(({ name }) => name)).toEqual(['Ball']);
    expect(caught(() => readShapes(text, { names: ['Cube', 'Cone'] }))).toMatchObject({ code: 'bad-file', index: 1 });
    const collected = readShapes(text, { names: ['Cube', 'Cone'], onError: 'collect' });
    expect(collected.map(({ name }) => name)).toEqual(['Cube']);
    expect(collected.notices).toMatchObject([{ code: 'bad-file', name: 'Cone' }]);
    expect(readShapes(text, { names: [] })).toHaveLength(0);
  });

  it('collect: each bad shape is a notice with name, line, code and reason, and costs no other', () => {
    const bad: [text: string, name: string, code: string, line: number][] = [
      [dented, 'Dented', 'non-convex', 14],
      [shape('Far', [...CORNERS.slice(1), '0 0 inf']), 'Far', 'bad-file', 13],
      [shape('Point', ['1 1 1', '1 1 1', '1 1 1']), 'Point', 'coincident', 1],
      ['words between shapes\n', '', 'bad-file', 1],
      ['<\nname Open\nradius 0\n', 'Open', 'bad-file', 4],
      ['<\nradius 0\nnv 0\n>\n', '', 'bad-file', 4],
      [cube, 'Cube', 'bad-file', 1],
    ];
    const text = cube + bad.map(([words]) => words).join('') + shape('Last', CORNERS);
    const shapes = readShapes(text, { onError: 'collect' });
    expect(shapes.map(({ name }) => name)).toEqual(['Cube', 'Last']);
    let before = cube;
    const expected = bad.map(([words, name, code, line]) => {
      const first = before.split('\n').length - 1;
      before += words;
      return { code, name, line: first + line };
    });
    expect(shapes.notices).toMatchObject(expected);
    for (const { reason } of shapes.notices) expect(reason).not.toMatch(/^line/);
    expect(caught(() => readShapes(text))).toMatchObject({ code: 'non-convex' });
    expect(caught(() => readShapes('no shapes\n', { onError: 'collect' }))).toMatchObject({ code: 'bad-file' });
  });
});

describe('scene files', () => {
  const shapes = readShapes(cube + dot);
  const scene = (rows: string[], head = 'Rockable 29-11-2018\nshapeFile s.shp\n', tail = ''): string =>
    `${head}Particles ${rows.length}\n${rows.join('\n')}\n${tail}`;

  it('spheres, rods and plates of a scene have contacts in a detector', () => {
    const square = ['-2 -2 0', '2 -2 0', '2 2 0', '-2 2 0'];
    const all = readShapes(cube + ball + shape('Rod', ['0 0 -.5', '0 0 .5'], '', 0.1) + shape('Floor', square, '', 0.05));
    // A ball and a cube on a floor, a rod on end in between, each 0.01 deep; the second ball rests on the first.
    const at = (name: string, x: number, z: number): string => row(name, x).replace(' 2 2 ', ` 0 ${z} `);
    const rows = [at('Floor', 0, 0), at('Ball', 0, 0.54), at('Cube', 1.2, 0.54), at('Rod', -0.8, 0.64), at('Ball', 0, 1.53)];
    const { bodies } = readScene(scene(rows, 'Rockable 1\nnDriven 1\n'), all);
    for (const method of [exactMethod, shortestLinkMethod]) {
      const list = createDetector({ bodies, method }).update();
      const found = Array.from({ length: list.count }, (_, c) => `${list.bodyA[c]} ${list.bodyB[c]} ${list.gaps[c].toFixed(9)}`);
      expect(found).toEqual(['0 1 -0.010000000', '0 2 -0.010000000', '0 3 -0.010000000', '1 4 -0.010000000']);
      expect(list.pointStart[2] - list.pointStart[1]).toBe(4);
    }
    const doubled = readScene(scene(rows.map((text) => text.replace(/ 0 0 1 /, ' 0 0 2 '))), all).bodies;
    expect([...doubled.rounding]).toEqual([0.1, 1, 0, 0.2, 1]);
    expect(doubled.shapes[doubled.shapeIndex[3]].radius).toBe(1);
  });

  it('a scene without its first line', () => {
    const { bodies, file, notices } = readScene(scene([row('Cube', 0.4)], 't 0\nshapeFile s.shp\n'), shapes);
    expect([...bodies.positions.slice(0, 3)]).toEqual([0.4, 2, 2]);
    expect(file.settings).toEqual([{ keyword: 't', values: ['0'] }]);
    expect(notices).toMatchObject([{ code: 'mended', line: 1 }]);
    expect(readSceneFile(writeScene(file)).notices).toEqual([]);
  });

  it('a periodic scene: the bodies, and a notice of the axes', () => {
    const rows = [row('Cube', 0.4), row('Cube', 9.5)];
    const { bodies, notices } = readScene(scene(rows, 'Rockable 1\nperiodicity 1 0 0\n'), shapes);
    expect(bodies.count).toBe(2);
    expect(notices).toMatchObject([{ code: 'skipped', line: 2 }]);
    expect(notices[0].reason).toContain('along x;');
    const along = (words: string): string[] => readSceneFile(scene(rows, `Rockable 1\n${words}\n`)).notices.map(({ reason }) => reason);
    expect(along('periodicity 0 1 1')[0]).toContain('along y, z;');
    expect(along('usePeriodicCell 1')).toHaveLength(1);
    expect([...along('periodicity 0 0 0'), ...along('usePeriodicCell 0'), ...along('t 0')]).toEqual([]);
  });

  it('needs only the shapes that it uses', () => {
    const conf = scene([row('Cube'), row('Cube', 3)]);
    const { names } = readSceneFile(conf);
    const used = readShapes(dented + cube, { names });
    expect(readScene(conf, used).bodies.count).toBe(2);
  });

  it('says why a shape is missing when the shape file had it', () => {
    const error = caught(() => readScene(scene([row('Cube'), row('Ball')]), shapes));
    expect(error).toMatchObject({ code: 'bad-file', index: 5 });
    expect(error.message).toContain('one vertex and radius 0');
  });

  it('collect: bad rows are notices, and what counts the others keeps its meaning', () => {
    const contact = (i: number, j: number): string => `${i} ${j} 0 ${i} ${j} 0 0 1 -0.1 0 0 0 0 0 0 5 0 0 0 0 0 0 0`;
    const rows = [row('Ball'), row('Cube', 1), row('Cube', 2).replace(' 2 2 2 ', ' 2 nan 2 '), row('Cube', 3), row('Ball'), row('Cube', 5)];
    const tail = `Interactions 4\n${contact(1, 3)}\n${contact(3, 0)}\n${contact(3, 5)}\n${contact(3, 9)}\nInterfaces 1\n1 2\n`;
    const text = scene(rows, 'Rockable 1\nnDriven 3\ndensity 0 x\n', tail);
    const { bodies, file, notices } = readScene(text, shapes, { onError: 'collect' });
    expect(bodies.count).toBe(3);
    expect([0, 1, 2].map((i) => bodies.positions[3 * i])).toEqual([1, 3, 5]);
    expect([...file.lines]).toEqual([6, 8, 10]);
    expect(file.driven).toBe(1);
    expect([...bodies.flags.subarray(0, 3)].filter((flag) => flag !== 0)).toHaveLength(1);
    const { interactions } = file;
    expect([interactions.count, ...interactions.bodyI, ...interactions.bodyJ]).toEqual([2, 0, 1, 1, 2]);
    expect([...interactions.subI, ...interactions.subJ]).toEqual([1, 3, 3, 5]);
    expect(file.interfaces).toEqual([]);
    expect(notices.map(({ code, name, line }) => [code, name, line])).toEqual([
      ['bad-file', '', 3],
      ['bad-file', '', 7],
      ['bad-file', '', 15],
      ['skipped', '', 7],
      ['bad-file', 'Ball', 5],
      ['skipped', '', 13],
    ]);
    expect(notices[4].reason).toMatch(/^2 particles .*'Ball'.* one vertex/);
    expect(caught(() => readScene(text, shapes))).toMatchObject({ code: 'bad-file', index: 3 });
  });

  it('collect: a table that ends early, and rows beyond its promise', () => {
    const short = readSceneFile(scene([row('Cube')]).replace('Particles 1', 'Particles 9') + 'Interactions 0\n', { onError: 'collect' });
    expect([short.count, short.notices.length, short.notices[0].line]).toEqual([1, 1, 5]);
    const long = readSceneFile(scene([row('Cube'), row('Cube')]).replace('Particles 2', 'Particles 1'), { onError: 'collect' });
    expect([long.count, long.notices.length, long.notices[0].line]).toEqual([1, 1, 5]);
    const uncounted = readSceneFile(scene([row('Cube'), row('Cube')]).replace('Particles 2', 'Particles two'), { onError: 'collect' });
    expect([uncounted.count, uncounted.notices.length, uncounted.notices[0].line]).toEqual([2, 1, 3]);
    expect(caught(() => readSceneFile('t 0\n', { onError: 'collect' }))).toMatchObject({ code: 'bad-file' });
  });
});

const CUBE_FACES = ['4 0 2 3 1', '4 4 5 7 6', '4 0 1 5 4', '4 2 6 7 3', '4 0 4 6 2', '4 1 3 7 5'];
const off = `OFF\n8 6 0\n${CORNERS.join('\n')}\n${CUBE_FACES.join('\n')}\n`;
const volumes = (solids: { polyhedron: { volume: number } }[]): number[] => solids.map(({ polyhedron }) => polyhedron.volume);

describe('OFF files', () => {
  const plain = readOff(off)[0].polyhedron;

  it.each<[string, string, number]>([
    ['no blank after the word', off.replace('OFF\n', 'OFF'), 1],
    ['no first word', off.replace('OFF\n', ''), 1],
    [
      'lines broken anywhere',
      off.replace('8 6 0', '8\n6 0').replace('4 4 5', '4 4\n5').replace(CORNERS[4], CORNERS[4].replace(' ', '\n')),
      2,
    ],
    ['all on one line', `OFF\n${off.slice(4).replaceAll('\n', ' ')}`, 2],
  ])('%s', (_, text, line) => {
    const solids = readOff(text);
    expect(solids.map(({ polyhedron }) => polyhedron)).toEqual([plain]);
    expect(solids.notices).toMatchObject([{ code: 'mended', line }]);
  });

  it('a number missing or too many is not taken for broken lines', () => {
    const broken = [
      off.replace(CORNERS[4], '-0.5 -0.5'),
      off.replace(CORNERS[4], '-0.5 -0.5 0.5 0.5'),
      off.replace('4 0 1 5 4', '4 0 1 5'),
    ];
    expect(broken.map((text) => caught(() => readOff(text)).index)).toEqual([7, 7, 13]);
  });

  it('several solids, and those around a bad one', () => {
    const shifted = CORNERS.map((p) => p.replace(/^\S+/, (x) => String(Number(x) + 3)));
    const faces = CUBE_FACES.map((face) => face.replace(/ (\d)/g, (_, v: string) => ` ${Number(v) + 8}`));
    const two = (extra: string[]): string =>
      `OFF\n16 ${12 + extra.length} 0\n${[...CORNERS, ...shifted, ...CUBE_FACES, ...faces, ...extra].join('\n')}\n`;
    expect(volumes(readOff(two([])))).toEqual([1, 1]);
    expect(readOff(two([])).map(({ line }) => line)).toEqual([1, 25]);
    for (const text of [two([]).replace(shifted[0], '2.5 x 1'), two(['3 0 1 99']), two([]).replace('4 8 10 11 9', '4 9 11 10 8')]) {
      const solids = readOff(text, { onError: 'collect' });
      expect(solids.length).toBeLessThanOrEqual(2);
      expect(volumes(solids)[0]).toBe(1);
      expect(solids.notices.length).toBeGreaterThan(0);
      expect(() => readOff(text)).toThrow();
    }
  });
});

describe('OBJ files', () => {
  const solid = (x: number, first: number): string =>
    CORNERS.map((p) => `v ${p.replace(/^\S+/, (c) => String(Number(c) + x))}\n`).join('') +
    CUBE_FACES.map(
      (face) =>
        `f ${face
          .split(' ')
          .slice(1)
          .map((v) => Number(v) + first)
          .join(' ')}\n`,
    ).join('');
  const repeated = CUBE_FACES.map((face) => {
    const corners = face
      .split(' ')
      .slice(1)
      .map((v) => `v ${CORNERS[Number(v)]}\n`);
    return `${corners.join('')}f -4 -3 -2 -1\n`;
  }).join('');

  it('corners that stand once for every face: joined by weld, and the error says so', () => {
    const [cube1, ...others] = readObj(repeated, { weld: 0 });
    expect(others).toEqual([]);
    expect([cube1.polyhedron.vertexCount, cube1.polyhedron.faceCount, cube1.polyhedron.volume]).toEqual([8, 6, 1]);
    const error = caught(() => readObj(repeated));
    expect(error.code).toBe('open-surface');
    expect(error.message).toContain('weld: 0');
    const last = repeated.lastIndexOf('v 0.5') + 5;
    const loose = `${repeated.slice(0, last)}0000001${repeated.slice(last)}`;
    expect(caught(() => readObj(loose, { weld: 0 })).code).toBe('non-planar');
    expect(readObj(loose, { weld: 1e-6 })).toHaveLength(1);
  });

  it('weld joins the corners of each object alone', () => {
    const touching = `o A\n${solid(0, 1)}o B\n${solid(1, 9)}`;
    expect(volumes(readObj(touching, { weld: 0 }))).toEqual([1, 1]);
    expect(volumes(readObj(touching))).toEqual([1, 1]);
  });

  it('weld leaves faces out that lose their area', () => {
    const sliver = solid(0, 1) + 'v 0.5 0.5 0.5\nf 8 9 7\n';
    const solids = readObj(sliver, { weld: 0 });
    expect(volumes(solids)).toEqual([1]);
    expect(solids.notices).toMatchObject([{ code: 'changed', line: 16 }]);
  });

  it('several solids in one file or one object', () => {
    const three = solid(0, 1) + solid(3, 9) + solid(6, 17);
    expect(volumes(readObj(three))).toEqual([1, 1, 1]);
    expect(readObj(three).map(({ line }) => line)).toEqual([1, 23, 37]);
    const named = readObj(`o three\n${three}`);
    expect(named.map(({ name, line }) => [name, line])).toEqual([
      ['three', 1],
      ['three', 24],
      ['three', 38],
    ]);
  });

  it('names: only these objects, the others unchecked', () => {
    const text = `o A\n${solid(0, 1)}o Open\n${solid(3, 9).replace(/f.*\n$/, '')}`;
    expect(readObj(text, { names: ['A'] }).map(({ name }) => name)).toEqual(['A']);
    expect(caught(() => readObj(text)).code).toBe('open-surface');
    expect(caught(() => readObj(text, { names: ['B'] }))).toMatchObject({ code: 'bad-file' });
  });

  it('keywords that are none of polygons', () => {
    const solids = readObj(`x\n${solid(0, 1)}surf 0 1 0 1 1 2 3\nx 1\n`);
    expect(volumes(solids)).toEqual([1]);
    expect(solids.notices.map(({ code, line }) => [code, line])).toEqual([
      ['skipped', 1],
      ['skipped', 16],
    ]);
    expect(solids.notices[0].reason).toContain(`'x'`);
    expect(solids.notices[0].reason).toContain('2 lines');
  });

  it('collect: bad lines and objects cost no other', () => {
    const text = `o A\n${solid(0, 1)}o B\n${solid(3, 9)}o C\n${solid(6, 17)}o D\n${solid(9, 25)}`
      .replace('v 2.5 -0.5 -0.5', 'v 2.5 x -0.5')
      .replace('f 17 19 20 18', 'f 17 19 20 18\nf 1 2 0')
      .replace('f 25 27 28 26', 'f 25 27 28 99');
    const solids = readObj(text, { onError: 'collect' });
    expect(solids.map(({ name }) => name)).toEqual(['A', 'C']);
    expect(solids.notices.map(({ name, code }) => [name, code])).toEqual([
      ['B', 'bad-file'],
      ['C', 'bad-file'],
      ['D', 'bad-file'],
      ['B', 'not-finite'],
      ['D', 'open-surface'],
    ]);
    expect(solids.notices[3].line).toBe(lineOf(text, 'o B'));
  });

  it('collect: a file of bad faces only, and a file without any', () => {
    const solids = readObj('v 0 0 0\nf 1 2 3\n', { onError: 'collect' });
    expect([solids.length, solids.notices.length]).toEqual([0, 1]);
    expect(caught(() => readObj('v 0 0 0\n', { onError: 'collect' })).code).toBe('bad-file');
    const none = readOff('OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n', { onError: 'collect' });
    expect([none.length, none.notices.length]).toEqual([0, 2]);
  });

  it('a line continued many times', () => {
    // As many rows took more than a minute when each copied the line so far.
    const rows = 40_000;
    const text = `${solid(0, 1)}# ${'x \\\n'.repeat(rows)}\nf 1 2 99\n`;
    expect(caught(() => readObj(text))).toMatchObject({ code: 'bad-file', index: 14 + rows + 2 });
  });
});

describe('STL files', () => {
  const binary = writeStlBinary(stlMesh(box(1, 1, 1)));
  const facet = (x: number | string): string =>
    `facet normal 0 0 1\nouter loop\nvertex ${x} 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n`;

  it('bytes after the last triangle, and lines after the last solid', () => {
    const longer = new Uint8Array(binary.length + 7);
    longer.set(binary);
    const solids = readStl(longer);
    expect([...solids]).toEqual([...readStl(binary)]);
    expect(solids.notices).toMatchObject([{ code: 'mended', line: binary.length }]);
    expect(solids.notices[0].reason).toContain('7 bytes');
    const text = readStl(`solid A\n${facet(0)}endsolid A\n\u001a\nmade by nobody\n`);
    expect([text.length, text[0].triangles.length]).toEqual([1, 3]);
    expect(text.notices).toMatchObject([{ code: 'mended', line: 10 }]);
  });

  it('collect: what stands before the cut of a binary file, and triangles with numbers', () => {
    const cut = readStl(binary.subarray(0, binary.length - 60), { onError: 'collect' });
    expect(cut[0].triangles.length).toBe(3 * 10);
    expect(cut.notices).toMatchObject([{ code: 'bad-file', line: 80 }]);
    const broken = binary.slice();
    new DataView(broken.buffer).setFloat32(84 + 50 + 12 + 16, Number.NaN, true);
    const solids = readStl(broken, { onError: 'collect' });
    expect(solids[0].triangles.length).toBe(3 * 11);
    expect(solids.notices).toMatchObject([{ code: 'bad-file', line: 84 + 50 + 12 + 16 }]);
    expect(caught(() => readStl(broken))).toMatchObject({ code: 'bad-file', index: 84 + 50 + 12 + 16 });
  });

  it('collect: bad facets and open solids of a text file', () => {
    const text = `solid A\n${facet(0)}${facet('x')}${facet(2)}facet normal 0 0 1\nouter loop\n${facet(3)}solid B\n${facet(4)}vertex 1 2 3\n`;
    const solids = readStl(text, { onError: 'collect' });
    expect(solids.map(({ name, positions, triangles }) => [name, triangles.length / 3, positions[0]])).toEqual([
      ['A', 3, 0],
      ['B', 1, 4],
    ]);
    expect(solids.notices.map(({ name, code, line }) => [name, code, line])).toEqual([
      ['A', 'bad-file', 11],
      ['A', 'bad-file', 25],
      ['A', 'bad-file', 32],
      ['B', 'bad-file', 40],
      ['B', 'bad-file', 41],
    ]);
    expect(caught(() => readStl(text))).toMatchObject({ code: 'bad-file', index: 11 });
  });

  it('names: only these solids', () => {
    const text = `solid A\n${facet('x')}endsolid A\nsolid B\n${facet(1)}endsolid\n`;
    expect(readStl(text, { names: ['B'] }).map(({ name }) => name)).toEqual(['B']);
    expect(caught(() => readStl(text, { names: ['C', 'B'] }))).toMatchObject({ code: 'bad-file' });
  });
});

describe('options of readers', () => {
  it.each<[string, object]>([
    ['no object', null as unknown as object],
    ['a number', 1e-6 as unknown as object],
    ['a name that is no list', { names: 'Cube' }],
    ['another answer to errors', { onError: 'ignore' }],
    ['a negative distance', { weld: -1 }],
    ['a distance that is none', { weld: Number.NaN }],
    ['a distance too large', { weld: 0.2 }],
  ])('%s', (_, options) => {
    const readers = [
      () => readShapes(cube, options),
      () => readSceneFile('', options),
      () => readScene('', [], options),
      () => readObj('', options),
      () => readOff(off, options),
      () => readStl('', options),
    ];
    for (const read of readers) expect(caught(read).code).toBe('bad-option');
  });
});
