/**
 * Bodies and contacts as VTK files, for ParaView and similar programs.
 *
 * Format: legacy VTK, ASCII, DATASET POLYDATA (VTK file formats, "Simple Legacy Formats"). Numbers are written in full
 * as doubles. Cells of PolyData are numbered vertices first, then lines, then polygons, and cell data follow that
 * order. A simulation writes one file a step; the file that {@link vtkSeries} makes lists them with their times, and
 * ParaView opens it as one data set in time.
 */
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT, rotationFromQuaternion } from '../math/rotation';
import type { BodySet } from '../body/body-set';
import type { ContactList } from '../contact/contact-list';
import { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { roundedMesh, type SurfaceMesh } from './rounded-mesh';
import { checkWord, formatNumbers, quoted } from './text';

/**
 * Values of a simulator's own by name: one number or three (a vector) for each body, contact or contact point. Names
 * are one word.
 */
export type VtkValues = Readonly<Record<string, ArrayLike<number>>>;

/**
 * All faces of all bodies, in the world. Polyhedra are drawn sharp, whatever their radius; spheres, rods and plates as
 * they are, with the resolution and error of {@link roundedMesh}. Cell data, one value a face: `body` (row), `shape`
 * (index in bodies.shapes), `group`, `rounding`, and those in `values`, of count or 3 count numbers. Removed bodies are
 * left out. Throws InputError 'not-finite' for a position or value that is not finite, 'bad-radius' for a point,
 * segment or plate whose radius is not above 0, 'not-unit' for an orientation that is no rotation, 'bad-length' and
 * 'bad-option' for values of another length or a name that is taken or not one word.
 *
 * @example
 * ```ts
 * await writeFile('step-0010.vtk', vtkBodies(bodies, { speed: new Float64Array(bodies.count) }));
 * ```
 */
export function vtkBodies(bodies: BodySet, values: VtkValues = {}): string {
  checkValues(values, bodies.count, 'bodies', ['body', 'shape', 'group', 'rounding']);
  const points: string[] = [];
  const polygons: string[] = [];
  const body: number[] = [];
  const shapeOf: number[] = [];
  const group: number[] = [];
  const rounding: number[] = [];
  let words = 0;
  const r = new Float64Array(9);
  const drawn = new Map<ConvexPolyhedron, Map<number, Surface>>();
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.shapeIndex[i] < 0) continue;
    const shape = bodies.shapes[bodies.shapeIndex[i]];
    const position = bodies.positions.subarray(3 * i, 3 * i + 3);
    for (let k = 0; k < 3; k++) {
      if (!Number.isFinite(position[k]))
        throw new InputError('not-finite', `position[${k}] of body ${i} is ${position[k]}`, i, position[k]);
    }
    if (!rotationFromQuaternion(r, 0, bodies.orientations, 4 * i)) {
      throw new InputError('not-unit', `the orientation of body ${i} is no unit quaternion (|q·q - 1| > ${QUATERNION_DRIFT})`, i);
    }
    const first = points.length;
    const { positions, faces } = surfaceOf(shape, bodies.rounding[i], drawn);
    for (let v = 0; v < positions.length; v += 3) {
      const [x, y, z] = positions.subarray(v, v + 3);
      const world = [0, 1, 2].map((k) => r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + position[k]);
      points.push(formatNumbers(world, 0, 3));
    }
    for (const face of faces) {
      const loop = face.map((v) => first + v);
      polygons.push(`${loop.length} ${loop.join(' ')}`);
      words += loop.length + 1;
      body.push(i);
      shapeOf.push(bodies.shapeIndex[i]);
      group.push(bodies.group[i]);
      rounding.push(bodies.rounding[i]);
    }
  }
  return [
    ...header('bodies', points),
    `POLYGONS ${polygons.length} ${words}`,
    ...polygons,
    `CELL_DATA ${polygons.length}`,
    ...scalars('body', 'int', body),
    ...scalars('shape', 'int', shapeOf),
    ...scalars('group', 'int', group),
    ...scalars('rounding', 'double', rounding),
    ...own(values, bodies.count, body),
    '',
  ].join('\n');
}

type Surface = Pick<SurfaceMesh, 'positions' | 'faces'>;

/** The surface of a body in its own frame; those of cores are kept in `drawn`. */
function surfaceOf(shape: ConvexPolyhedron, rounding: number, drawn: Map<ConvexPolyhedron, Map<number, Surface>>): Surface {
  const known = drawn.get(shape) ?? new Map<number, Surface>();
  drawn.set(shape, known);
  const surface =
    known.get(rounding) ?? (shape.dimension < 3 ? roundedMesh(shape, rounding) : { positions: shape.vertices, faces: facesOf(shape) });
  known.set(rounding, surface);
  return surface;
}

function facesOf({ faceHalfEdge, halfEdgeNext, halfEdgeOrigin }: ConvexPolyhedron): number[][] {
  return Array.from(faceHalfEdge, (start) => {
    const loop: number[] = [];
    let h = start;
    do {
      loop.push(halfEdgeOrigin[h]);
      h = halfEdgeNext[h];
    } while (h !== start);
    return loop;
  });
}

/**
 * Contacts as points and lines. Each contact gives its contact points as vertices and its two witness points with the
 * line between them. Point data: `contact` (row of the list), `bodyA`, `bodyB`, `status`, `kind` (numbers of Status and
 * ContactKind), `role` (0 a contact point, 1 the witness point on A, 2 that on B), `gap` (at a contact point its own,
 * at witness points that of the contact), `area`, and the vector `normal`, from A to B. Rows with Status.Invalid have
 * no place and are left out.
 *
 * Values of your own go to `ofContacts` (count or 3 count numbers, for all points of a contact) and `ofPoints`
 * (pointCount or 3 pointCount, for contact points; 0 at witness points), such as the forces. Throws InputError as
 * {@link vtkBodies} does.
 *
 * @example
 * ```ts
 * const forces = new Float64Array(3 * list.pointCount); // of a force law
 * await writeFile('contacts-0010.vtk', vtkContacts(list, {}, { force: forces }));
 * ```
 */
export function vtkContacts(list: ContactList, ofContacts: VtkValues = {}, ofPoints: VtkValues = {}): string {
  const taken = ['contact', 'bodyA', 'bodyB', 'status', 'kind', 'role', 'gap', 'area', 'normal'];
  checkValues(ofContacts, list.count, 'contacts', taken);
  checkValues(ofPoints, list.pointCount, 'contact points', [...taken, ...Object.keys(ofContacts)]);
  const points: string[] = [];
  const vertices: string[] = [];
  const lines: string[] = [];
  const contact: number[] = [];
  const role: number[] = [];
  const gap: number[] = [];
  /** Row of each contact point, -1 for a witness point. */
  const pointRow: number[] = [];
  const add = (row: number, what: number, coordinates: Float64Array, start: number, value: number): number => {
    contact.push(row);
    pointRow.push(what === 0 ? start / 3 : -1);
    role.push(what);
    gap.push(value);
    return points.push(formatNumbers(coordinates, start, 3)) - 1;
  };
  for (let c = 0; c < list.count; c++) {
    if (list.status[c] === Status.Invalid) continue;
    for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++)
      vertices.push(`1 ${add(c, 0, list.points, 3 * p, list.pointGaps[p])}`);
    const a = add(c, 1, list.pointsA, 3 * c, list.gaps[c]);
    const b = add(c, 2, list.pointsB, 3 * c, list.gaps[c]);
    lines.push(`2 ${a} ${b}`);
  }
  const each = (values: ArrayLike<number>): number[] => contact.map((c) => values[c]);
  return [
    ...header('contacts', points),
    `VERTICES ${vertices.length} ${2 * vertices.length}`,
    ...vertices,
    `LINES ${lines.length} ${3 * lines.length}`,
    ...lines,
    `POINT_DATA ${points.length}`,
    ...scalars('contact', 'int', contact),
    ...scalars('bodyA', 'int', each(list.bodyA)),
    ...scalars('bodyB', 'int', each(list.bodyB)),
    ...scalars('status', 'int', each(list.status)),
    ...scalars('kind', 'int', each(list.kind)),
    ...scalars('role', 'int', role),
    ...scalars('gap', 'double', gap),
    ...scalars('area', 'double', each(list.areas)),
    'VECTORS normal double',
    ...contact.map((c) => formatNumbers(list.normals, 3 * c, 3)),
    ...own(ofContacts, list.count, contact),
    ...own(ofPoints, list.pointCount, pointRow),
    '',
  ].join('\n');
}

/** A file of a series: its name as seen from the index, and the time it stands for. */
export interface VtkFrame {
  readonly file: string;
  readonly time: number;
}

/**
 * The index of files that belong together in time, for a file whose name ends in `.vtk.series`: ParaView opens that one
 * and shows all. Throws InputError 'not-finite' for a time that is not finite, 'bad-option' for a name that is empty;
 * index is the frame.
 *
 * @example
 * ```ts
 * const frames = [0, 1, 2].map((step) => ({ file: `bodies-${step}.vtk`, time: 0.01 * step }));
 * await writeFile('bodies.vtk.series', vtkSeries(frames));
 * ```
 */
export function vtkSeries(frames: readonly VtkFrame[]): string {
  const rows = frames.map(({ file, time }, k) => {
    if (!Number.isFinite(time)) throw new InputError('not-finite', `the time of frame ${k} is ${time}`, k, time);
    if (file === '') throw new InputError('bad-option', `frame ${k} has no name of a file`, k);
    return `    ${JSON.stringify({ name: file, time })}`;
  });
  return `{\n  "file-series-version": "1.0",\n  "files": [\n${rows.join(',\n')}\n  ]\n}\n`;
}

function header(title: string, points: readonly string[]): string[] {
  return ['# vtk DataFile Version 3.0', title, 'ASCII', 'DATASET POLYDATA', `POINTS ${points.length} double`, ...points];
}

function scalars(name: string, type: 'int' | 'double', values: readonly number[]): string[] {
  return [`SCALARS ${name} ${type} 1`, 'LOOKUP_TABLE default', ...values.map((value) => formatNumbers([value], 0, 1))];
}

function checkValues(values: VtkValues, count: number, of: string, taken: readonly string[]): void {
  for (const [name, { length }] of Object.entries(values)) {
    checkWord(name, 'the name of values');
    if (taken.includes(name)) throw new InputError('bad-option', `the name ${quoted(name)} is taken, give the values another`);
    if (length !== count && length !== 3 * count) {
      throw new InputError(
        'bad-length',
        `${quoted(name)} has ${length} numbers, expected ${count} or ${3 * count} for ${count} ${of}`,
        -1,
        length,
      );
    }
  }
}

/** A simulator's values, row by row of what is drawn; 0 for the row -1. */
function own(values: VtkValues, count: number, rows: readonly number[]): string[] {
  return Object.entries(values).flatMap(([name, array]) => {
    const size = array.length === count ? 1 : 3;
    const head = size === 1 ? [`SCALARS ${name} double 1`, 'LOOKUP_TABLE default'] : [`VECTORS ${name} double`];
    return [...head, ...rows.map((row) => (row < 0 ? '0 0 0'.slice(0, 2 * size - 1) : formatNumbers(array, size * row, size)))];
  });
}
