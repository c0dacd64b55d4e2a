import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addBody, BodyFlag, box, createBodySet, readScene, readShapes, readStl, stlMesh, writeStl } from '../../src';
import { folderWith, heap, PACKING, read, run, sceneFiles, twoCubes } from './helpers';

test('info: what the scene of the repository holds', async () => {
  const { code, out } = await run(PACKING, 'info scene.conf shapes.shp');
  expect(code).toBe(0);
  const text = out.toString();
  expect(text).toContain('scene.conf\n  format       scene (Rockable, exaDEM)\n  bodies       506\n');
  expect(text).toContain('125 x Cube (8 corners)');
  expect(text).toContain('6 driven bodies');
  expect(text).toContain('shapes.shp\n  format       shapes (Rockable, exaDEM)\n');
});

test('info: a file that fails is named', async () => {
  const { code, out, err } = await run(PACKING, 'info nosuch.obj scene.conf');
  expect([code, err]).toEqual([1, 'dem-contact: nosuch.obj: there is no such file\n']);
  expect(out.toString()).toMatch(/^scene\.conf\n/);
});

test('check and info: equal corners of an OBJ file are joined, as for contacts', async () => {
  const corners = Array.from({ length: 8 }, (_, k) => `v ${k & 1} ${(k >> 1) & 1} ${k >> 2}`);
  const faces = ['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'].map((face) => face.split(' ').map(Number));
  const text = faces.map((face, f) => [...face.map((v) => corners[v]), `f ${[1, 2, 3, 4].map((k) => 4 * f + k).join(' ')}`].join('\n'));
  // Without the last face the surface stays open.
  const cut = text.slice(0, 5).join('\n');
  const place = folderWith({ 'cube.obj': text.join('\n'), 'open.obj': cut });
  const check = await run(place, 'contacts cube.obj open.obj --check');
  expect(check.out.toString()).toMatch(/^cube\.obj: good\n {2}1 shape, 1 body\n[^]*open\.obj: 1 fault\n/);
  const info = await run(place, 'info cube.obj');
  expect(info.out.toString()).toContain('1 x unnamed (8 corners)');
});

test('check: the packing of the repository is good', async () => {
  const { code, out } = await run(PACKING, 'contacts scene.conf --check');
  expect(code).toBe(0);
  expect(out.toString()).toMatch(/^scene\.conf: good\n.* 506 bodies\n.* contacts, \d+ of them overlaps, the deepest .*\n {2}6 walls\n$/);
});

test('check: deep overlaps, bodies outside the walls, records that cannot be read', async () => {
  const bodies = twoCubes(0.4);
  const wall = box(10, 10, 1);
  for (const z of [-3, 6]) addBody(bodies, { shape: wall, position: [0, 0, z], flags: BodyFlag.Kinematic });
  addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 40] });
  // Driven bodies come first in a scene.
  const sorted = createBodySet();
  for (const i of [2, 3, 0, 1, 4]) {
    addBody(sorted, {
      shape: bodies.shapes[bodies.shapeIndex[i]],
      position: [...bodies.positions.subarray(3 * i, 3 * i + 3)] as [number, number, number],
      flags: bodies.flags[i],
    });
  }
  const files = sceneFiles(sorted);
  const place = folderWith({
    ...files,
    'bad.conf': files['scene.conf'].replace('Shape0 0 0 1', 'Shape0 0 0 -1'),
    'open.stl': 'solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid x\n',
  });
  const { code, out } = await run(place, 'contacts scene.conf bad.conf nosuch open.stl --check');
  expect(code).toBe(1);
  const text = out.toString();
  expect(text).toContain('scene.conf: 2 faults\n');
  expect(text).toContain('  FAULT bodies 2 and 3 overlap by 0.4, 46.19 % of the smaller radius\n  FAULT body 4 is outside the walls\n');
  expect(text).toMatch(/bad\.conf: \d faults\n[^]*FAULT line \d+: expected a homothety > 0, found -1/);
  expect(text).toContain('nosuch: 1 fault\n  FAULT there is no such file\n');
  expect(text).toMatch(/open\.stl: good\n {2}a wall of 1 triangle; not one convex solid/);
});

test('convert: a scene becomes STL, VTK, shapes and a scene with the same contacts', async () => {
  const place = folderWith(sceneFiles(heap(40, 1)));
  for (const name of ['a.stl', 'a.vtk', 'a.shp', 'b.conf'])
    expect(await run(place, `convert scene.conf ${name}`)).toMatchObject({ code: 0, err: '' });
  const { bodies } = readScene(read(place, 'scene.conf').toString(), readShapes(read(place, 'shapes.shp').toString()));
  const solids = readStl(read(place, 'a.stl'));
  expect(solids.length).toBe(bodies.count);
  // The first body is a box that is not turned: its corners.
  const corners = Array.from(solids[0].positions).map((value, k) => Math.abs(value - bodies.positions[k % 3]));
  expect(corners.every((value, k) => Math.abs(value - [6, 3, 0.2][k % 3]) < 1e-12)).toBe(true);
  expect(read(place, 'a.vtk').toString()).toMatch(/^# vtk DataFile/);
  expect(readShapes(read(place, 'a.shp').toString()).length).toBe(bodies.shapes.length);
  const table = async (name: string) =>
    (await run(place, `contacts ${name} --method exact`)).out
      .toString()
      .split('\n')
      .map((line) => line.split(',').slice(0, 5).join());
  expect(await table('b.conf')).toEqual(await table('scene.conf'));
  expect((await table('b.conf')).length).toBeGreaterThan(20);
});

test('convert: STL becomes a scene', async () => {
  const place = folderWith({ 'a.stl': writeStl(stlMesh(box(1, 2, 3), 'a box')) });
  expect((await run(place, 'convert a.stl out/b.conf')).code).toBe(0);
  expect(readdirSync(`${place}/out`).sort()).toEqual(['b.conf', 'b.shp']);
  const { bodies } = readScene(read(place, 'out/b.conf').toString(), readShapes(read(place, 'out/b.shp').toString()));
  expect(bodies.shapes[0].volume).toBeCloseTo(6, 12);
});

test('convert: not over the file that is read, and a file that fails is named', async () => {
  const place = folderWith(sceneFiles(twoCubes()));
  expect(await run(place, 'convert scene.conf scene.conf')).toMatchObject({
    code: 3,
    err: 'dem-contact: scene.conf is the file that is read: choose another name\n',
  });
  expect(await run(place, 'convert nosuch.obj a.stl')).toMatchObject({ code: 1, err: 'dem-contact: nosuch.obj: there is no such file\n' });
  expect(readScene(read(place, 'scene.conf').toString(), readShapes(read(place, 'shapes.shp').toString())).bodies.count).toBe(2);
});
