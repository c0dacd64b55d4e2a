/**
 * STL (stereolithography) in and out, text and binary: meshes of triangles for shapes and walls.
 *
 * Source: 3D Systems, "StereoLithography Interface Specification" (1989). A text file has one or several solids: `solid`, perhaps a name, facets of a
 * normal and three vertices, `endsolid`. A binary file is one solid: 80 bytes of header, the number of triangles, 50 bytes a triangle (normal,
 * corners, two bytes that programs use as they like; floats of single precision, least byte first).
 *
 * The header of a binary file may begin with `solid` too, so that word decides nothing. A file is binary when its length is that of its number of
 * triangles, or when it has a zero byte where text cannot have one; else it is text.
 *
 * Only vertices are kept: a triangle's outward side is the one from which its corners run counter-clockwise, as the specification demands; normals in
 * such files are often zero or wrong. Every triangle has its own vertices in the file, so equal ones are made one here ({@link weldPoints}), and with
 * `weld` close ones too. Triangles with two corners in one place then have no area and are left out; `collapsed` counts them.
 *
 * Precision: binary files hold single precision, and `positions` is a Float32Array then, which tells {@link polyhedronFromTriangles} so. Text files
 * hold decimals, read as doubles; many programs print six digits of them.
 */
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { expectWords, fileError, formatNumber, formatNumbers, numberAt, quoted, type Line } from './text';
import { weldPoints } from './weld-points';

/** A mesh of triangles: what a solid of an STL file is. */
export interface StlSolid {
  /** Name after `solid`; '' in binary files and where there is none. */
  readonly name: string;
  /** x y z packed, each vertex once. Float32Array from a binary file, Float64Array from text. */
  readonly positions: Float32Array | Float64Array;
  /** Vertices, three a triangle, counter-clockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Triangles of the file that were left out because two of their corners are one vertex. */
  readonly collapsed: number;
}

/**
 * The solids of an STL file, in its order; a binary file has one. Bytes may be text or binary; a string is text.
 *
 * `weld` is a distance relative to the largest coordinate of the file (1e-6 closes what six printed digits leave open); the default 0
 * makes only equal vertices one.
 *
 * Throws InputError 'bad-file' whose `index` is the line, from 1, or in a binary file the byte, from 0; 'bad-option' for a `weld` that is
 * negative or above 0.1.
 *
 * @example
 * ```ts
 * const [mesh] = readStl(bytes);
 * const solid = polyhedronFromTriangles(mesh.positions, mesh.triangles);
 * ```
 */
export function readStl(data: Uint8Array | string, weld = 0): StlSolid[] {
  if (!(weld >= 0 && weld <= 0.1)) {
    throw new InputError('bad-option', `weld is ${weld}, expected a share of the largest coordinate from 0 to 0.1`, -1, weld);
  }
  if (typeof data === 'string') return readText(data.split(/\r\n|\n|\r/), weld);
  if (!(data instanceof Uint8Array)) throw fileError(1, `expected the text or the bytes of a file, not ${typeof data}`);
  return isText(data) ? readText(rowsOf(data), weld) : [readBinary(data, weld)];
}

const HEADER = 80;
const FACET = 50;
/** Byte of the first facet. */
const FACETS = HEADER + 4;

/** Text has no zero byte, and the number of triangles of a binary file has one unless they are more than 16 million. */
function isText(data: Uint8Array): boolean {
  if (data.length >= FACETS && data.length === FACETS + FACET * viewOf(data).getUint32(HEADER, true)) return false;
  return !data.subarray(0, FACETS).includes(0);
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function binaryError(byte: number, message: string, value = Number.NaN): InputError {
  return new InputError('bad-file', `byte ${byte}: ${message}`, byte, value);
}

function readBinary(data: Uint8Array, weld: number): StlSolid {
  const view = viewOf(data);
  if (data.length < FACETS) {
    throw binaryError(data.length, `expected ${FACETS} bytes before the triangles, found the end of the file`, data.length);
  }
  const count = view.getUint32(HEADER, true);
  const expected = FACETS + FACET * count;
  if (data.length !== expected) {
    throw binaryError(
      HEADER,
      `expected ${expected} bytes for the ${count} triangles that stand here, found ${data.length}; the file is cut off or no STL`,
      count,
    );
  }
  const corners = new Float64Array(9 * count);
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 9; k++) {
      // The normal takes the first 12 bytes.
      const byte = FACETS + FACET * f + 12 + 4 * k;
      const value = view.getFloat32(byte, true);
      if (!Number.isFinite(value))
        throw binaryError(byte, `expected a coordinate of triangle ${f}, a finite number, found ${value}`, value);
      corners[9 * f + k] = value;
    }
  }
  const solid = meshOf('', corners, weld * largestOf([corners]));
  return { ...solid, positions: Float32Array.from(solid.positions) };
}

/** Rows of text bytes, one at a time: the whole of a large file may be longer than a string can be. Bytes are taken as Latin-1. */
function* rowsOf(data: Uint8Array): Generator<string> {
  const PIECE = 4096;
  for (let start = 0; start <= data.length;) {
    let end = start;
    while (end < data.length && data[end] !== 10 && data[end] !== 13) end++;
    let row = '';
    for (let at = start; at < end; at += PIECE) row += String.fromCharCode(...data.subarray(at, Math.min(end, at + PIECE)));
    yield row;
    start = end + (data[end] === 13 && data[end + 1] === 10 ? 2 : 1);
  }
}

/** Lines of a facet, in their order: how each begins, and how many numbers follow. */
const FACET_LINES: readonly (readonly [keywords: string, numbers: number])[] = [
  ['facet normal', 3],
  ['outer loop', 0],
  ['vertex', 3],
  ['vertex', 3],
  ['vertex', 3],
  ['endloop', 0],
  ['endfacet', 0],
];

function readText(rows: Iterable<string>, weld: number): StlSolid[] {
  const named: { name: string; corners: number[] }[] = [];
  let open: { name: string; corners: number[] } | undefined;
  /** Line of the facet that is expected next; 0 between facets. */
  let step = 0;
  let number = 0;
  for (const row of rows) {
    number++;
    const words = row.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const line: Line = { number, words };
    const [keywords, numbers] = FACET_LINES[step];
    const length = keywords.split(' ').length;
    // Programs do not agree on the case of letters.
    const begins = (what: string, k: number): boolean => words.slice(0, k).join(' ').toLowerCase() === what;
    if (!open) {
      if (!begins('solid', 1)) throw fileError(number, `expected 'solid', found ${quoted(words[0])}`);
      open = { name: row.trim().slice('solid'.length).trim(), corners: [] };
      named.push(open);
    } else if (step === 0 && begins('endsolid', 1)) open = undefined;
    else {
      if (!begins(keywords, length))
        throw fileError(number, `expected ${expectedAt(step)}, found ${quoted(words.slice(0, length).join(' '))}`);
      expectWords(line, length + numbers, `'${keywords}'${numbers > 0 ? ' and x y z' : ''}`);
      // Normals are passed over, so that they may be what C++ prints for the normal of nothing, such as -nan.
      if (keywords === 'vertex') for (let k = 1; k < 4; k++) open.corners.push(numberAt(line, k, 'a coordinate'));
      step = (step + 1) % FACET_LINES.length;
    }
  }
  if (open) throw fileError(number, `expected ${expectedAt(step)}, found the end of the file`);
  if (named.length === 0) throw fileError(1, `expected 'solid', found nothing`);
  const distance = weld * largestOf(named.map(({ corners }) => corners));
  return named.map(({ name, corners }) => meshOf(name, Float64Array.from(corners), distance));
}

function expectedAt(step: number): string {
  return step === 0 ? `'facet normal' or 'endsolid'` : `'${FACET_LINES[step][0]}'`;
}

function largestOf(lists: readonly ArrayLike<number>[]): number {
  let largest = 0;
  for (const list of lists) for (let k = 0; k < list.length; k++) largest = Math.max(largest, Math.abs(list[k]));
  return largest;
}

/** `corners` has nine numbers a triangle. */
function meshOf(name: string, corners: Float64Array, distance: number): StlSolid {
  const total = corners.length / 9;
  const { count, points, indexOf } = weldPoints(corners, distance);
  const triangles = new Int32Array(3 * total);
  let kept = 0;
  for (let f = 0; f < total; f++) {
    const [a, b, c] = indexOf.subarray(3 * f, 3 * f + 3);
    if (a === b || b === c || c === a) continue;
    triangles.set([a, b, c], 3 * kept++);
  }
  return { name, positions: points.slice(0, 3 * count), triangles: triangles.slice(0, 3 * kept), collapsed: total - kept };
}

/** What the writers need of a mesh: as {@link StlSolid}, with any arrays. */
export interface StlMesh {
  readonly name?: string;
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

/**
 * The surface of a polyhedron for the writers: its vertices, relative to the centroid, and each face as a fan of triangles.
 *
 * @example
 * ```ts
 * await writeFile('cube.stl', writeStl([stlMesh(cube, 'cube')]));
 * ```
 */
export function stlMesh(polyhedron: ConvexPolyhedron, name = ''): Required<StlMesh> {
  const { faceHalfEdge, halfEdgeNext, halfEdgeOrigin } = polyhedron;
  const triangles: number[] = [];
  for (const start of faceHalfEdge) {
    for (let h = halfEdgeNext[start]; halfEdgeNext[h] !== start; h = halfEdgeNext[h]) {
      triangles.push(halfEdgeOrigin[start], halfEdgeOrigin[h], halfEdgeOrigin[halfEdgeNext[h]]);
    }
  }
  return { name, positions: polyhedron.vertices.slice(), triangles: Int32Array.from(triangles) };
}

/**
 * The text of an STL file. {@link readStl} reads back the corners of every triangle to the bit, but numbers vertices by their first use.
 * Throws InputError 'bad-index' for a corner that is no vertex (index of the triangle), 'not-finite', 'bad-length', 'bad-option' for a name of several lines.
 */
export function writeStl(meshes: readonly StlMesh[]): string {
  const rows: string[] = [];
  const normal = new Float64Array(3);
  for (const { name = '', positions, triangles } of meshes) {
    checkMesh(positions, triangles);
    if (/[\r\n]/.test(name)) throw new InputError('bad-option', `the name of a mesh must be one line, got ${quoted(name)}`);
    rows.push(`solid ${name}`.trim());
    for (let t = 0; t < triangles.length; t += 3) {
      normalOf(normal, positions, triangles, t);
      rows.push(`facet normal ${formatNumbers(normal, 0, 3)}`, '  outer loop');
      for (let k = 0; k < 3; k++) rows.push(`    vertex ${formatNumbers(positions, 3 * triangles[t + k], 3)}`);
      rows.push('  endloop', 'endfacet');
    }
    rows.push(`endsolid ${name}`.trim());
  }
  return rows.join('\n') + '\n';
}

/**
 * The bytes of a binary STL file. Coordinates are rounded to single precision, which is all that the format has.
 * Throws InputError 'bad-index' and 'bad-length' as {@link writeStl}, 'not-finite' also for a coordinate beyond single precision.
 */
export function writeStlBinary({ positions, triangles }: StlMesh): Uint8Array {
  checkMesh(positions, triangles);
  const count = triangles.length / 3;
  const data = new Uint8Array(FACETS + FACET * count);
  // Not 'solid', which some programs take for text.
  const title = 'STL of dem-contact';
  for (let k = 0; k < HEADER; k++) data[k] = k < title.length ? title.charCodeAt(k) : 32;
  const view = viewOf(data);
  view.setUint32(HEADER, count, true);
  const normal = new Float64Array(3);
  for (let t = 0; t < count; t++) {
    normalOf(normal, positions, triangles, 3 * t);
    const start = FACETS + FACET * t;
    for (let k = 0; k < 3; k++) view.setFloat32(start + 4 * k, normal[k], true);
    for (let k = 0; k < 9; k++) {
      const value = positions[3 * triangles[3 * t + Math.floor(k / 3)] + (k % 3)];
      if (!Number.isFinite(Math.fround(value))) {
        throw new InputError(
          'not-finite',
          `${formatNumber(value)} of triangle ${t} is beyond single precision, write text instead`,
          t,
          value,
        );
      }
      view.setFloat32(start + 12 + 4 * k, value, true);
    }
  }
  return data;
}

function checkMesh(positions: ArrayLike<number>, triangles: ArrayLike<number>): void {
  for (const [what, { length }] of [
    ['positions', positions],
    ['triangles', triangles],
  ] as const) {
    if (length % 3 !== 0) throw new InputError('bad-length', `${length} ${what} are not a multiple of three`, -1, length);
  }
  for (let k = 0; k < triangles.length; k++) {
    const v = triangles[k];
    if (!(Number.isInteger(v) && v >= 0 && 3 * v < positions.length)) {
      const t = Math.floor(k / 3);
      throw new InputError('bad-index', `triangle ${t} has the corner ${v}, but there are ${positions.length / 3} vertices`, t, v);
    }
  }
}

/** Unit normal of a triangle, 0 where it has no area. Sides are scaled to 1 first, so that no size is too small or large. */
function normalOf(out: Float64Array, positions: ArrayLike<number>, triangles: ArrayLike<number>, t: number): void {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
  const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
  const size = Math.max(...u.map(Math.abs), ...v.map(Math.abs));
  out.fill(0);
  if (!(size > 0 && size < Infinity)) return;
  const [ux, uy, uz, vx, vy, vz] = [...u, ...v].map((x) => x / size);
  const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length > 0) for (let k = 0; k < 3; k++) out[k] = n[k] / length;
}
