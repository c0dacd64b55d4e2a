/**
 * Reads STL (stereolithography), text and binary: meshes of triangles for shapes and walls.
 *
 * Source: 3D Systems, "StereoLithography Interface Specification" (1989). A text file has one or several solids:
 * `solid`, optionally a name, facets of a normal and three vertices, `endsolid`. A binary file is one solid: 80 bytes
 * of header, the number of triangles, 50 bytes for each triangle (normal, corners, two bytes without a fixed meaning;
 * floats of single precision, least byte first).
 *
 * The header of a binary file may also begin with `solid`, so this word is not used to decide. A file is binary if its
 * length fits its number of triangles, or if it has a zero byte where text cannot have one; otherwise it is text. Bytes
 * after the last triangle, and lines after `endsolid`, are skipped with a notice.
 *
 * Only vertices are used: a triangle's outward side is the one from which its corners run counter-clockwise, as the
 * specification requires. Normals in such files are often zero or wrong. Every triangle has its own vertices in the
 * file, so equal ones are joined here ({@link weldPoints}), and with `weld` close ones too. Triangles with two corners
 * in one place then have no area and are left out; `collapsed` counts them.
 *
 * Precision: binary files have single precision. `positions` is then a Float32Array, so {@link polyhedronFromTriangles}
 * uses the right tolerance. Text files have decimals, read as doubles; many programs print six digits.
 */
import { InputError } from '../math/input-error';
import { addNotice, attempt, beginReading, checkMet, recordsOf, wants, type FileRecords, type Reading, type ReadOptions } from './reading';
import { expectWords, fileError, numberAt, quoted, rowsOf, type Line } from './text';
import { weldPoints } from '../polyhedron/weld-points';

/** A mesh of triangles: one solid of an STL file. */
export interface StlSolid {
  /** Name after `solid`; '' in binary files and without a name. */
  readonly name: string;
  /** x y z packed, each vertex once. Float32Array from a binary file, Float64Array from text. */
  readonly positions: Float32Array | Float64Array;
  /** Vertices, three for each triangle, counter-clockwise seen from outside. */
  readonly triangles: Int32Array;
  /** Triangles of the file that were left out because two of their corners are one vertex. */
  readonly collapsed: number;
}

/**
 * The solids of an STL file, in its order; a binary file has one, without a name. Bytes may be text or binary; a string
 * is text. Coordinates are in the unit of the file. `options.weld` also closes gaps between triangles.
 *
 * Throws InputError 'bad-file' whose `index` is the line, from 1, or in a binary file the byte, from 0. With `onError:
 * 'collect'` triangles that cannot be read are notices, and the others are returned. For a truncated file these are the
 * triangles before its end.
 *
 * @example
 * ```ts
 * const [mesh] = readStl(bytes, { weld: 1e-6 });
 * const solid = polyhedronFromTriangles(mesh.positions, mesh.triangles);
 * ```
 */
export function readStl(data: Uint8Array | string, options: ReadOptions = {}): FileRecords<StlSolid> {
  const reading = beginReading(options);
  const weld = reading.weld ?? 0;
  let solids: StlSolid[];
  if (typeof data === 'string') solids = readText(rowsOf(data), weld, reading);
  else if (!(data instanceof Uint8Array)) throw fileError(1, `expected the text or the bytes of a file, not ${typeof data}`);
  else solids = isText(data) ? readText(rowsOfBytes(data), weld, reading) : readBinary(data, weld, reading);
  checkMet(reading, 'a solid');
  return recordsOf(solids, reading);
}

/** Bytes before the number of triangles. */
export const HEADER = 80;
/** Bytes of a triangle. */
export const FACET = 50;
/** Byte of the first triangle. */
export const FACETS = HEADER + 4;

/** Text has no zero byte. The number of triangles of a binary file has one, unless there are more than 16 million. */
function isText(data: Uint8Array): boolean {
  if (data.length >= FACETS && data.length === FACETS + FACET * viewOf(data).getUint32(HEADER, true)) return false;
  return !data.subarray(0, FACETS).includes(0);
}

export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function binaryError(byte: number, message: string, value = Number.NaN): InputError {
  return new InputError('bad-file', `byte ${byte}: ${message}`, byte, value);
}

function readBinary(data: Uint8Array, weld: number, reading: Reading): StlSolid[] {
  const view = viewOf(data);
  if (data.length < FACETS) {
    throw binaryError(data.length, `expected ${FACETS} bytes before the triangles, found the end of the file`, data.length);
  }
  const promised = view.getUint32(HEADER, true);
  const expected = FACETS + FACET * promised;
  const count = Math.min(promised, Math.floor((data.length - FACETS) / FACET));
  attempt(reading, '', () => {
    if (data.length >= expected) return;
    throw binaryError(
      HEADER,
      `expected ${expected} bytes for the ${promised} triangles that stand here, found ${data.length}; the file is cut off or no STL`,
      promised,
    );
  });
  if (data.length > expected) {
    addNotice(reading, 'mended', expected, `${data.length - expected} bytes after the last of ${promised} triangles were passed over`);
  }
  const corners = new Float64Array(9 * count);
  let kept = 0;
  for (let f = 0; f < count; f++) {
    // The normal takes the first 12 bytes.
    const start = FACETS + FACET * f + 12;
    let bad = -1;
    for (let k = 8; k >= 0; k--) {
      corners[9 * kept + k] = view.getFloat32(start + 4 * k, true);
      if (!Number.isFinite(corners[9 * kept + k])) bad = k;
    }
    if (bad < 0) kept++;
    else {
      attempt(reading, '', () => {
        const value = corners[9 * kept + bad];
        throw binaryError(start + 4 * bad, `expected a coordinate of triangle ${f}, a finite number, found ${value}`, value);
      });
    }
  }
  if (!wants(reading, '')) return [];
  const solid = meshOf('', corners.subarray(0, 9 * kept), weld * largestOf([corners.subarray(0, 9 * kept)]));
  return [{ ...solid, positions: Float32Array.from(solid.positions) }];
}

/**
 * Rows of text bytes, one at a time: a large file may be longer than the longest string. Bytes are read as Latin-1.
 */
function* rowsOfBytes(data: Uint8Array): Generator<string> {
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

/** Lines of a facet, in order: the keywords, and the number of numbers after them. */
const FACET_LINES: readonly (readonly [keywords: string, numbers: number])[] = [
  ['facet normal', 3],
  ['outer loop', 0],
  ['vertex', 3],
  ['vertex', 3],
  ['vertex', 3],
  ['endloop', 0],
  ['endfacet', 0],
];

/** First words of the lines of a facet. */
const FACET_WORDS: readonly string[] = ['facet', 'outer', 'vertex', 'endloop', 'endfacet'];

/** The current solid of a text file. */
interface OpenSolid {
  readonly name: string;
  readonly wanted: boolean;
  /** Nine numbers for each triangle. The numbers of the current facet come last. */
  readonly corners: number[];
}

function readText(rows: Iterable<string>, weld: number, reading: Reading): StlSolid[] {
  const named: OpenSolid[] = [];
  let open: OpenSolid | undefined;
  /** The expected next line of the facet; 0 between facets. */
  let step = 0;
  /** Whether the rest of a bad facet is being skipped. */
  let resync = false;
  let number = 0;
  /** First line after a solid that belongs to no solid, and the number of such lines. */
  let strayLine = 0;
  let strays = 0;
  const fail = (error: InputError): void => {
    attempt(reading, open?.name ?? '', () => {
      throw error;
    });
    if (open) open.corners.length -= open.corners.length % 9;
    step = 0;
    resync = open !== undefined;
  };
  for (const row of rows) {
    number++;
    const words = row.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const keyword = words[0].toLowerCase();
    if (keyword === 'solid' && open) {
      fail(fileError(number, `expected ${expectedAt(step)}, found 'solid'`));
      open = undefined;
    }
    if (!open) {
      if (keyword === 'solid') {
        const name = row.trim().slice('solid'.length).trim();
        open = { name, wanted: wants(reading, name), corners: [] };
        named.push(open);
        resync = false;
      } else if (named.length > 0 && !FACET_WORDS.includes(keyword)) {
        if (strays++ === 0) strayLine = number;
      } else fail(fileError(number, `expected 'solid', found ${quoted(words[0])}`));
      continue;
    }
    const closes = keyword === 'endsolid';
    if (closes && (step === 0 || resync)) {
      open = undefined;
      resync = false;
      continue;
    }
    if (!open.wanted) continue;
    if (resync && keyword !== 'facet') continue;
    resync = false;
    const error = readFacetLine(open, step, { number, words });
    if (!error) step = (step + 1) % FACET_LINES.length;
    else {
      fail(error);
      if (closes) open = undefined;
      // A facet begins before the last one has ended.
      else if (keyword === 'facet' && !readFacetLine(open, 0, { number, words })) {
        resync = false;
        step = 1;
      }
    }
  }
  if (open) fail(fileError(number, `expected ${expectedAt(step)}, found the end of the file`));
  if (named.length === 0) throw fileError(1, `expected a line that begins with 'solid', found none`);
  if (strays > 0) addNotice(reading, 'mended', strayLine, `${strays} lines after the end of a solid were passed over`);
  const wanted = named.filter((solid) => solid.wanted);
  const distance = weld * largestOf(wanted.map(({ corners }) => corners));
  return wanted.map(({ name, corners }) => meshOf(name, Float64Array.from(corners), distance));
}

/** Stores the corner of a vertex line. Returns the error of the line, if any. */
function readFacetLine(solid: OpenSolid, step: number, line: Line): InputError | undefined {
  const [keywords, numbers] = FACET_LINES[step];
  const { number, words } = line;
  const length = keywords.split(' ').length;
  const found = words.slice(0, length).join(' ');
  // Programs do not agree on the case of letters.
  if (found.toLowerCase() !== keywords) return fileError(number, `expected ${expectedAt(step)}, found ${quoted(found)}`);
  try {
    expectWords(line, length + numbers, `'${keywords}'${numbers > 0 ? ' and x y z' : ''}`);
    // Normals are skipped, so they may be text such as -nan, which C++ prints for a triangle without area.
    if (keywords === 'vertex') for (let k = 1; k < 4; k++) solid.corners.push(numberAt(line, k, 'a coordinate'));
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

function expectedAt(step: number): string {
  return step === 0 ? `'facet normal' or 'endsolid'` : `'${FACET_LINES[step][0]}'`;
}

function largestOf(lists: readonly ArrayLike<number>[]): number {
  let largest = 0;
  for (const list of lists) for (let k = 0; k < list.length; k++) largest = Math.max(largest, Math.abs(list[k]));
  return largest;
}

/** `corners` has nine numbers for each triangle. */
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
