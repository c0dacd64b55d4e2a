import { describe, expect, it } from 'vitest';
import { createBodySet, removeBody } from '../../src/body/body-set';
import { createContact } from '../../src/contact/contact';
import { appendContact, createContactList } from '../../src/contact/contact-list';
import { ContactKind, Status } from '../../src/contact/status';
import { vtkBodies, vtkContacts, vtkSeries } from '../../src/io';
import { box, tetrahedron } from '../../src/polyhedron/solids';
import { caught } from './caught';

interface Vtk {
  title: string;
  points: number[][];
  cells: Record<string, number[][]>;
  cellData: Record<string, number[]>;
  pointData: Record<string, number[]>;
}

/** A strict reader of ASCII legacy PolyData: every count must be right and every token used. */
function parse(text: string): Vtk {
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^# vtk DataFile Version \d\.\d$/);
  expect(lines[1].length).toBeLessThanOrEqual(256);
  expect(lines[2]).toBe('ASCII');
  expect(lines[3]).toBe('DATASET POLYDATA');
  expect(lines.pop()).toBe('');
  const tokens = lines.slice(4).join(' ').split(' ');
  let at = 0;
  const word = (): string => {
    expect(at).toBeLessThan(tokens.length);
    return tokens[at++];
  };
  const number = (): number => {
    const value = Number(word());
    expect(Number.isFinite(value)).toBe(true);
    return value;
  };
  const numbers = (n: number): number[] => Array.from({ length: n }, number);
  const vtk: Vtk = { title: lines[1], points: [], cells: {}, cellData: {}, pointData: {} };
  let data: Record<string, number[]> | undefined;
  let rows = 0;
  while (at < tokens.length) {
    const keyword = word();
    if (keyword === 'POINTS') {
      const n = number();
      expect(word()).toBe('double');
      vtk.points = Array.from({ length: n }, () => numbers(3));
    } else if (['VERTICES', 'LINES', 'POLYGONS'].includes(keyword)) {
      const n = number();
      const size = number();
      const start = at;
      vtk.cells[keyword] = Array.from({ length: n }, () => numbers(number()));
      expect(at - start).toBe(size);
      for (const v of vtk.cells[keyword].flat()) expect(v >= 0 && v < vtk.points.length).toBe(true);
    } else if (keyword === 'CELL_DATA' || keyword === 'POINT_DATA') {
      data = keyword === 'CELL_DATA' ? vtk.cellData : vtk.pointData;
      rows = number();
      expect(rows).toBe(keyword === 'CELL_DATA' ? Object.values(vtk.cells).flat().length : vtk.points.length);
    } else if (keyword === 'SCALARS') {
      const name = word();
      const type = word();
      expect(['int', 'double']).toContain(type);
      expect([word(), word(), word()]).toEqual(['1', 'LOOKUP_TABLE', 'default']);
      data![name] = numbers(rows);
      if (type === 'int') for (const x of data![name]) expect(Number.isInteger(x)).toBe(true);
    } else if (keyword === 'VECTORS') {
      const name = word();
      expect(word()).toBe('double');
      data![name] = numbers(3 * rows);
    } else throw new Error(`keyword ${keyword}`);
  }
  return vtk;
}

const cross = (u: number[], v: number[]) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];

/** Volume of closed faces, positive when they are counter-clockwise from outside. */
function volume(points: number[][], faces: number[][]): number {
  let sum = 0;
  for (const face of faces) {
    for (let k = 1; k + 1 < face.length; k++) {
      const [a, b, c] = [points[face[0]], points[face[k]], points[face[k + 1]]];
      const n = cross(b, c);
      sum += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    }
  }
  return sum;
}

const times = (n: number, value: number): number[] => Array.from({ length: n }, () => value);

describe('vtkBodies', () => {
  const make = () =>
    createBodySet({
      shapes: [box(1, 2, 3), tetrahedron(1)],
      shapeIndex: new Int32Array([0, 1, 0]),
      positions: new Float64Array([0, 0, 0, 10, 0, 0, 0, 0, -1 / 3]),
      orientations: new Float64Array([0, 0, 0, 1, 0.6, 0, 0, 0.8, 0, 0, Math.SQRT1_2, Math.SQRT1_2]),
      rounding: new Float64Array([0, 0.125, 0]),
      group: new Int32Array([0, 7, 7]),
    });

  it('writes every face once, outward, where the bodies stand', () => {
    const bodies = make();
    const vtk = parse(vtkBodies(bodies));
    expect(vtk.points.length).toBe(8 + 4 + 8);
    const faces = vtk.cells.POLYGONS;
    expect(faces.length).toBe(6 + 4 + 6);
    const of = (i: number) => faces.filter((_, f) => vtk.cellData.body[f] === i);
    expect(of(0).map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(volume(vtk.points, of(0))).toBeCloseTo(6, 12);
    expect(volume(vtk.points, of(1))).toBeCloseTo(1 / (6 * Math.SQRT2), 12);
    expect(volume(vtk.points, of(2))).toBeCloseTo(6, 12);
    // The quarter turn about z exchanges x and y.
    const xs = vtk.points.slice(12).map((p) => Math.abs(p[0]));
    expect(Math.max(...xs)).toBeCloseTo(1, 14);
    expect(vtk.cellData.shape).toEqual([...times(6, 0), ...times(4, 1), ...times(6, 0)]);
    expect(vtk.cellData.group).toEqual([...times(6, 0), ...times(10, 7)]);
    expect(vtk.cellData.rounding).toEqual([...times(6, 0), ...times(4, 0.125), ...times(6, 0)]);
  });

  it('keeps coordinates to the bit', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([1 / 3, 1e-7, 1e9]) });
    const { vertices } = bodies.shapes[0];
    parse(vtkBodies(bodies)).points.forEach((p, v) => p.forEach((x, k) => expect(x).toBe(vertices[3 * v + k] + bodies.positions[k])));
  });

  it('leaves removed bodies out, writes an empty set', () => {
    const bodies = make();
    removeBody(bodies, 1);
    const vtk = parse(vtkBodies(bodies));
    expect(vtk.points.length).toBe(16);
    expect([...new Set(vtk.cellData.body)]).toEqual([0, 2]);
    expect(parse(vtkBodies(createBodySet())).points).toEqual([]);
  });

  it('writes values of the simulator, one or three a body', () => {
    const bodies = make();
    removeBody(bodies, 1);
    const values = { speed: new Float64Array([1 / 3, 2, 3]), spin: [1, 2, 3, 4, 5, 6, 7, 8, 9e-300] };
    const vtk = parse(vtkBodies(bodies, values));
    expect(vtk.cellData.speed).toEqual([...times(6, 1 / 3), ...times(6, 3)]);
    expect(vtk.cellData.spin.slice(15, 21)).toEqual([1, 2, 3, 7, 8, 9e-300]);
    expect(caught(() => vtkBodies(bodies, { speed: [1, 2] }))).toMatchObject({ code: 'bad-length', value: 2 });
    for (const name of ['two words', '', 'rounding'])
      expect(caught(() => vtkBodies(bodies, { [name]: [1, 2, 3] })).code).toBe('bad-option');
    expect(caught(() => vtkBodies(bodies, { speed: [1, 2, NaN] })).code).toBe('not-finite');
  });

  it('refuses poses that are none', () => {
    const bodies = make();
    bodies.positions[4] = NaN;
    expect(caught(() => vtkBodies(bodies))).toMatchObject({ code: 'not-finite', index: 1 });
    bodies.positions[4] = 0;
    bodies.orientations[8] = 2;
    expect(caught(() => vtkBodies(bodies))).toMatchObject({ code: 'not-unit', index: 2 });
  });
});

describe('vtkContacts', () => {
  it('writes contact points, witness points and the line between them', () => {
    const list = createContactList();
    const contact = createContact(4);
    contact.status = Status.Overlapping;
    contact.kind = ContactKind.FaceFace;
    contact.normal.set([0, 0, 1]);
    contact.gap = -0.125;
    contact.area = 2;
    contact.pointA.set([0, 0, 1]);
    contact.pointB.set([0, 0, 0.875]);
    contact.count = 3;
    contact.points.set([1, 0, 0.5, 0, 1, 0.5, 0, 0, 1 / 3]);
    contact.gaps.set([-0.1, -0.125, -0.05]);
    appendContact(list, 3, 8, contact);
    contact.status = Status.Invalid;
    appendContact(list, 4, 5, contact);
    contact.status = Status.Separated;
    contact.kind = ContactKind.None;
    contact.count = 0;
    contact.normal.set([1, 0, 0]);
    contact.gap = 0.5;
    appendContact(list, 2, 1, contact);
    const vtk = parse(vtkContacts(list));
    expect(vtk.points).toEqual([
      [1, 0, 0.5],
      [0, 1, 0.5],
      [0, 0, 1 / 3],
      [0, 0, 1],
      [0, 0, 0.875],
      [0, 0, 1],
      [0, 0, 0.875],
    ]);
    expect(vtk.cells.VERTICES).toEqual([[0], [1], [2]]);
    expect(vtk.cells.LINES).toEqual([
      [3, 4],
      [5, 6],
    ]);
    expect(vtk.pointData.contact).toEqual([0, 0, 0, 0, 0, 2, 2]);
    expect(vtk.pointData.bodyA).toEqual([3, 3, 3, 3, 3, 2, 2]);
    expect(vtk.pointData.bodyB).toEqual([8, 8, 8, 8, 8, 1, 1]);
    expect(vtk.pointData.role).toEqual([0, 0, 0, 1, 2, 1, 2]);
    expect(vtk.pointData.gap).toEqual([-0.1, -0.125, -0.05, -0.125, -0.125, 0.5, 0.5]);
    expect(vtk.pointData.area).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect(vtk.pointData.kind).toEqual([7, 7, 7, 7, 7, 0, 0]);
    expect(vtk.pointData.status).toEqual([2, 2, 2, 2, 2, 0, 0]);
    expect(vtk.pointData.normal.slice(-6)).toEqual([1, 0, 0, 1, 0, 0]);
  });

  it('writes values of contacts and of contact points', () => {
    const list = createContactList();
    const contact = createContact(2);
    contact.status = Status.Touching;
    contact.count = 2;
    appendContact(list, 0, 1, contact);
    contact.status = Status.Invalid;
    contact.count = 0;
    appendContact(list, 0, 2, contact);
    contact.status = Status.Touching;
    contact.count = 1;
    appendContact(list, 1, -1, contact);
    const vtk = parse(vtkContacts(list, { wear: [7, 8, 9] }, { slip: [0.5, 0.25, 0.125], force: [1, 2, 3, 4, 5, 6, 7, 8, 9] }));
    expect(vtk.pointData.role).toEqual([0, 0, 1, 2, 0, 1, 2]);
    expect(vtk.pointData.bodyB.slice(4)).toEqual([-1, -1, -1]);
    expect(vtk.pointData.wear).toEqual([7, 7, 7, 7, 9, 9, 9]);
    expect(vtk.pointData.slip).toEqual([0.5, 0.25, 0, 0, 0.125, 0, 0]);
    expect(vtk.pointData.force).toEqual([1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 7, 8, 9, 0, 0, 0, 0, 0, 0]);
    expect(caught(() => vtkContacts(list, { wear: [1, 2, 3] }, { wear: [1, 2, 3] })).code).toBe('bad-option');
    expect(caught(() => vtkContacts(list, { normal: [1, 2, 3] })).code).toBe('bad-option');
    expect(caught(() => vtkContacts(list, {}, { slip: [1] })).code).toBe('bad-length');
  });

  it('writes an empty list', () => {
    const vtk = parse(vtkContacts(createContactList()));
    expect(vtk.points).toEqual([]);
    expect(vtk.cells.LINES).toEqual([]);
  });
});

describe('vtkSeries', () => {
  it('lists files with their times, in order and to the bit', () => {
    const frames = [
      { file: 'bodies-0.vtk', time: 0 },
      { file: 'with "quotes" and \\.vtk', time: 1 / 3 },
    ];
    expect(JSON.parse(vtkSeries(frames))).toEqual({
      'file-series-version': '1.0',
      files: [
        { name: 'bodies-0.vtk', time: 0 },
        { name: 'with "quotes" and \\.vtk', time: 1 / 3 },
      ],
    });
    expect(JSON.parse(vtkSeries([]))).toMatchObject({ files: [] });
  });

  it('refuses times and names that are none', () => {
    expect(caught(() => vtkSeries([{ file: 'a.vtk', time: NaN }]))).toMatchObject({ code: 'not-finite', index: 0 });
    const frames = [
      { file: 'a.vtk', time: 0 },
      { file: '', time: 1 },
    ];
    expect(caught(() => vtkSeries(frames))).toMatchObject({ code: 'bad-option', index: 1 });
  });
});
