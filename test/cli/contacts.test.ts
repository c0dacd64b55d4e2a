import { tableFromIPC } from '@uwdata/flechette';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BodyFlag,
  ContactKind,
  createContact,
  createDetectOptions,
  detect,
  exactMethod,
  kindName,
  readScene,
  readShapes,
  Status,
  statusName,
  stlMesh,
  tetrahedron,
  writeStl,
  type Contact,
} from '../../src';
import { LEAST_FOR_START, LEAST_FOR_THREADS } from '../../src/cli/find-contacts';
import { folderWith, heap, read, run, sceneFiles, spheres, startedWorkers, twoCubes } from './helpers';

/** Numbers of a contact in the order of the columns, and those of its points. */
interface Found {
  readonly contact: number[];
  readonly points: number[][];
}

const MARGIN = 0.02;

/** All pairs of a scene, each asked by itself without any search for near ones. */
function allContacts(folder: string, frame: number, name: string): Found[] {
  const { bodies } = readScene(read(folder, name).toString(), readShapes(read(folder, 'shapes.shp').toString()));
  const found: Found[] = [];
  const contact = createContact(200);
  const options = { ...createDetectOptions(), margin: MARGIN };
  for (let i = 0; i < bodies.count; i++) {
    for (let j = i + 1; j < bodies.count; j++) {
      if (bodies.flags[i] === BodyFlag.Kinematic && bodies.flags[j] === BodyFlag.Kinematic) continue;
      const status = detect(contact, exactMethod, bodies, i, j, undefined, options);
      if (status !== Status.Separated || contact.kind !== ContactKind.None) found.push(foundOf(frame, i, j, contact));
    }
  }
  return found;
}

function foundOf(frame: number, i: number, j: number, c: Contact): Found {
  const points = Array.from({ length: c.count }, (_, p) => [
    ...[frame, i, j, p, ...c.points.subarray(3 * p, 3 * p + 3), c.gaps[p], c.shares[p], ...c.normal],
    ...[c.features[2 * p], c.features[2 * p + 1]],
  ]);
  const vectors = [...c.normal, ...c.centre, ...c.pointA, ...c.pointB];
  return { contact: [frame, i, j, c.status, c.kind, c.gap, c.area, c.volume, ...vectors, c.featureA, c.featureB, c.count], points };
}

const CONTACT_NAMES = 'frame,bodyA,bodyB,status,kind,gap,area,volume,nx,ny,nz,cx,cy,cz,ax,ay,az,bx,by,bz,featureA,featureB,points';
const POINT_NAMES = 'frame,bodyA,bodyB,point,x,y,z,gap,share,nx,ny,nz,featureA,featureB';

let folder = '';
let expected: Found[] = [];
const FIND = `contacts one.conf two.conf --method exact --margin ${MARGIN}`;

beforeAll(() => {
  folder = folderWith({ ...sceneFiles(heap(60, 1), 'one.conf', 't 0.25\n'), ...sceneFiles(heap(60, 2), 'two.conf') });
  expected = ['one.conf', 'two.conf'].flatMap((name, frame) => allContacts(folder, frame, name));
});

/** The array of an .npy file, parsed as its description says. */
function readNpy(bytes: Buffer): { names: string; rows: number[][] } {
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from('934e554d50590100', 'hex'));
  const start = 10 + bytes.readUInt16LE(8);
  expect(start % 64).toBe(0);
  const header = bytes.subarray(10, start).toString('latin1');
  expect(header.endsWith('\n')).toBe(true);
  expect(header).toContain(`'fortran_order': False`);
  const fields = [...header.matchAll(/\('(\w+)', '([^']+)'\)/g)].map(([, name, type]) => ({ name, type }));
  const count = Number(/'shape': \((\d+),\)/.exec(header)![1]);
  let at = start;
  const rows = Array.from({ length: count }, () =>
    fields.map(({ type }) => {
      const value = type === '<i4' ? bytes.readInt32LE(at) : type === '|u1' ? bytes.readUInt8(at) : bytes.readDoubleLE(at);
      at += { '<i4': 4, '|u1': 1, '<f8': 8 }[type]!;
      return value;
    }),
  );
  expect(at).toBe(bytes.length);
  return { names: fields.map(({ name }) => name).join(','), rows };
}

function readArrow(bytes: Buffer): { names: string; rows: number[][] } {
  const table = tableFromIPC(new Uint8Array(bytes));
  const columns = table.names.map((name) => Array.from(table.getChild(name).toArray() as ArrayLike<number>));
  return { names: table.names.join(','), rows: Array.from({ length: table.numRows }, (_, row) => columns.map((column) => column[row])) };
}

/** The values of a DataArray of a .vtp file. */
function vtpArray(text: string, name: string): number[] {
  return new RegExp(`<DataArray [^>]*Name="${name}"[^>]*>([^<]*)<`).exec(text)![1].trim().split(/\s+/).map(Number);
}

describe('the contacts of two scenes of solids, spheres, rods, plates and walls are those of all pairs', () => {
  test('there are enough of them, of several kinds', () => {
    expect(expected.length).toBeGreaterThan(200);
    expect(new Set(expected.map(({ contact }) => contact[4])).size).toBeGreaterThan(3);
    expect(expected.some(({ contact }) => contact[1] < 2)).toBe(true);
  });

  test('CSV', async () => {
    const { code, out, err } = await run(folder, FIND);
    expect([code, err]).toEqual([0, '']);
    const lines = out.toString().split('\n');
    expect(lines[0]).toBe(CONTACT_NAMES);
    expect(lines.pop()).toBe('');
    const words = expected.map(({ contact }) =>
      contact
        .map((value, k) => (k === 3 ? statusName(value) : k === 4 ? kindName(value) : Object.is(value, -0) ? '-0' : String(value)))
        .join(','),
    );
    expect(lines.slice(1)).toEqual(words);
    const points = (await run(folder, `${FIND} --rows points`)).out.toString().split('\n');
    expect(points[0]).toBe(POINT_NAMES);
    expect(points.slice(1, -1).map((line) => line.split(',').map(Number))).toEqual(expected.flatMap((found) => found.points));
  });

  test('NDJSON', async () => {
    const { out } = await run(folder, `${FIND} --format ndjson`);
    const objects = out
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, never>);
    expect(
      objects.map((o) => ({
        contact: [
          ...[o['frame'], o['bodyA'], o['bodyB'], Status[o['status']], ContactKind[o['kind']], o['gap'], o['area'], o['volume']],
          ...[o['normal'], o['centre'], o['pointA'], o['pointB']].flat(),
          ...[o['featureA'], o['featureB'], (o['points'] as unknown[]).length],
        ],
        file: o['file'],
      })),
    ).toEqual(expected.map(({ contact }) => ({ contact: contact.map((x) => x + 0), file: ['one.conf', 'two.conf'][contact[0]] })));
    const points = objects.flatMap((o) =>
      (o['points'] as Record<string, never>[]).map((p) => [
        ...(p['point'] as number[]),
        p['gap'],
        p['share'],
        p['featureA'],
        p['featureB'],
      ]),
    );
    expect(points).toEqual(expected.flatMap(({ points: rows }) => rows.map((p) => [...p.slice(4, 9), ...p.slice(12)].map((x) => x + 0))));
  });

  test.each([
    ['npy', readNpy],
    ['arrow', readArrow],
  ])('%s', async (ending, parse) => {
    expect((await run(folder, `${FIND} --out c.${ending}`)).code).toBe(0);
    expect(parse(read(folder, `c.${ending}`))).toEqual({ names: CONTACT_NAMES, rows: expected.map(({ contact }) => contact) });
    await run(folder, `${FIND} --out p.${ending} --rows points`);
    expect(parse(read(folder, `p.${ending}`))).toEqual({ names: POINT_NAMES, rows: expected.flatMap(({ points }) => points) });
  });

  test('VTK: a file for each frame, and the index with the time of the scene', async () => {
    expect((await run(folder, `${FIND} --out v.pvd`)).code).toBe(0);
    const index = [
      ...read(folder, 'v.pvd')
        .toString()
        .matchAll(/timestep="(.*?)" part="0" file="(.*?)"/g),
    ].map((match) => match.slice(1));
    expect(index).toEqual([
      ['0.25', 'v-000000.vtp'],
      ['1', 'v-000001.vtp'],
    ]);
    for (const frame of [0, 1]) {
      const text = read(folder, `v-00000${frame}.vtp`).toString();
      const rows = expected.filter(({ contact }) => contact[0] === frame);
      const points = rows.flatMap(({ points: own, contact }) => [
        ...own.map((p) => p.slice(4, 7)),
        contact.slice(14, 17),
        contact.slice(17, 20),
      ]);
      expect(vtpArray(text, 'Points')).toEqual(points.flat());
      expect(vtpArray(text, 'gap')).toEqual(rows.flatMap(({ points: own, contact }) => [...own.map((p) => p[7]), contact[5], contact[5]]));
      expect(vtpArray(text, 'bodyB')).toEqual(rows.flatMap(({ points: own, contact }) => Array<number>(own.length + 2).fill(contact[2])));
      expect(vtpArray(text, 'role')).toEqual(rows.flatMap(({ points: own }) => [...own.map(() => 0), 1, 2]));
      expect(text).toContain(
        `NumberOfPoints="${points.length}" NumberOfVerts="${points.length - 2 * rows.length}" NumberOfLines="${rows.length}"`,
      );
      const role = vtpArray(text, 'role');
      const [vertices, lines] = text.split('<Lines>').map((part) => part.split('<Verts>').pop()!);
      expect(vtpArray(vertices, 'connectivity')).toEqual([...role.keys()].filter((k) => role[k] === 0));
      expect(vtpArray(lines, 'connectivity')).toEqual([...role.keys()].filter((k) => role[k] > 0));
      expect(vtpArray(lines, 'offsets')).toEqual(rows.map((_, k) => 2 * k + 2));
    }
  });
});

test('Arrow batches: more rows than one batch holds', async () => {
  const many = Array<string>(90).fill('one.conf');
  expect((await run(folder, ['contacts', ...many, '--rows', 'points', '--out', 'many.arrow', '--margin', '0.3'])).code).toBe(0);
  const { rows } = readArrow(read(folder, 'many.arrow'));
  await run(folder, ['contacts', 'one.conf', '--rows', 'points', '--out', 'once.npy', '--margin', '0.3']);
  const once = readNpy(read(folder, 'once.npy')).rows;
  expect(rows.length).toBe(90 * once.length);
  expect(rows.length).toBeGreaterThan(1 << 15);
  expect(rows.slice(-once.length).map((row) => row.slice(1))).toEqual(once.map((row) => row.slice(1)));
});

test('no contacts: every format is whole and empty', async () => {
  const apart = folderWith(sceneFiles(twoCubes(-1)));
  for (const name of ['e.csv', 'e.ndjson', 'e.npy', 'e.arrow', 'e.pvd']) {
    expect((await run(apart, `contacts scene.conf --out ${name}`)).code).toBe(0);
  }
  expect(read(apart, 'e.csv').toString()).toBe(`${CONTACT_NAMES}\n`);
  expect(read(apart, 'e.ndjson').length).toBe(0);
  expect(readNpy(read(apart, 'e.npy')).rows).toEqual([]);
  expect(readArrow(read(apart, 'e.arrow')).rows).toEqual([]);
  expect(read(apart, 'e-000000.vtp').toString()).toContain('NumberOfPoints="0"');
});

describe('solids of other formats stand where their files put them', () => {
  const faces = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ];
  const corners = (z: number) => [
    [0, 0, z],
    [1, 0, z],
    [1, 1, z],
    [0, 1, z],
    [0, 0, z + 1],
    [1, 0, z + 1],
    [1, 1, z + 1],
    [0, 1, z + 1],
  ];
  const cube = (z: number, first: number) =>
    [...corners(z).map((c) => `v ${c.join(' ')}`), ...faces.map((f) => `f ${f.map((v) => v + first + 1).join(' ')}`)].join('\n');
  /** As many programs write: each face has corners of its own. */
  const loose = (z: number, first: number) =>
    faces
      .map((f, k) => [...f.map((v) => `v ${corners(z)[v].join(' ')}`), `f ${f.map((_, c) => first + 4 * k + c + 1).join(' ')}`].join('\n'))
      .join('\n');

  test.each([
    ['two.obj', `o A\n${cube(0, 0)}\no B\n${cube(0.99, 8)}\n`],
    ['loose.obj', `o A\n${loose(0, 0)}\no B\n${loose(0.99, 24)}\n`],
    [
      'two.off',
      `OFF\n16 12 0\n${[...corners(0), ...corners(0.99)].map((c) => c.join(' ')).join('\n')}\n${[0, 8].flatMap((first) => faces.map((f) => `4 ${f.map((v) => v + first).join(' ')}`)).join('\n')}\n`,
    ],
  ])('%s', async (name, text) => {
    const place = folderWith({ [name]: text });
    const { code, out } = await run(place, `contacts ${name} --rows points`);
    expect(code).toBe(0);
    const rows = out
      .toString()
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number));
    expect(rows.length).toBe(4);
    for (const row of rows) {
      expect(row[6]).toBeCloseTo(0.995, 12);
      expect(row[7]).toBeCloseTo(-0.01, 12);
    }
  });

  test('STL', async () => {
    const at = (x: number) => {
      const mesh = stlMesh(tetrahedron(1), `T${x}`);
      return { ...mesh, positions: Array.from(mesh.positions, (value, k) => value + (k % 3 === 0 ? x : 0)) };
    };
    const place = folderWith({ 'two.stl': writeStl([at(5), at(5.01)]) });
    expect((await run(place, 'contacts two.stl')).out.toString().split('\n')[1]).toMatch(/^0,0,1,Overlapping/);
  });
});

test('a file that fails is named, and the others are done', async () => {
  const place = folderWith({
    ...sceneFiles(twoCubes()),
    'bad.conf': 'Rockable\nshapeFile shapes.shp\nParticles 1\nNobody 0\n',
    'none.conf': 'shapeFile no.shp\nParticles 0\n',
  });
  mkdirSync(join(place, 'sub'));
  const { code, out, err } = await run(place, 'contacts bad.conf scene.conf nosuch.conf sub none.conf shapes.shp scene.conf --out r.csv');
  expect(code).toBe(1);
  expect(out.length).toBe(0);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^dem-contact: bad\.conf: line 4: expected particle 0 of 1/),
    'dem-contact: nosuch.conf: there is no such file',
    'dem-contact: sub: it is a folder',
    'dem-contact: none.conf: its shape file no.shp: there is no such file beside the scene',
    'dem-contact: shapes.shp: a file of shapes has no positions: give the scene that names it',
  ]);
  const frames = read(place, 'r.csv')
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(frames).toEqual(['1', '6']);
});

test('a method that takes no spheres: the file is named with the methods that do', async () => {
  const { code, err } = await run(folder, 'contacts one.conf --method fcp');
  expect(code).toBe(1);
  expect(err).toMatch(/^dem-contact: one\.conf: .*take 'exact' or 'slm'/);
});

test('a result that cannot be written stops the job and leaves no file', async () => {
  const place = folderWith(sceneFiles(twoCubes()));
  const { code, err } = await run(place, 'contacts scene.conf --out scene.conf/r.csv');
  expect(code).toBe(3);
  expect(err).toMatch(/r\.csv cannot be written: /);
});

test('threads: the same bytes', async () => {
  // Frames with enough bodies for threads to start; each frame takes the threads of the one before.
  const place = folderWith(sceneFiles(spheres(LEAST_FOR_THREADS, 5, 600)));
  const frames = Array<string>(LEAST_FOR_START / LEAST_FOR_THREADS).fill('scene.conf');
  await run(place, ['contacts', ...frames, '--out', 'one.npy']);
  const before = startedWorkers.count;
  await run(place, 'contacts scene.conf --threads 2 --out small.npy');
  expect(startedWorkers.count).toBe(before);
  await run(place, ['contacts', ...frames, '--threads', '2', '--out', 'two.npy']);
  expect(startedWorkers.count).toBe(before + 1);
  expect(read(place, 'two.npy').equals(read(place, 'one.npy'))).toBe(true);
  expect(readNpy(read(place, 'one.npy')).rows.length).toBeGreaterThan(1000);
});

test('progress is one line of a terminal, and nothing elsewhere', async () => {
  const many = Array<string>(25).fill('one.conf');
  const { err } = await run(folder, ['contacts', ...many, '--out', 'r.csv'], true);
  expect(err).toMatch(/^file \d+ of 25, \d+ contacts, \d+ s left/);
  expect(err).not.toContain('\n');
  expect(err.endsWith('\r\u001b[K')).toBe(true);
  expect((await run(folder, ['contacts', 'one.conf', '--out', 'r.csv'])).err).toBe('');
  rmSync(join(folder, 'r.csv'));
});
