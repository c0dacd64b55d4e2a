/**
 * Reads OFF (object file format): closed surfaces of polygons become convex polyhedra.
 *
 * Source: the OFF format of Geomview. `OFF` and the numbers of vertices, faces and edges begin the file, on one line or
 * two; a line of x y z for each vertex follows, then a line for each face: its number of vertices, their indices from
 * 0, and perhaps a colour. `#` starts a comment. `COFF` with a colour after each vertex is read too; colours must be
 * numbers and are skipped. The variants with normals, texture coordinates, a fourth dimension or binary data are
 * refused.
 *
 * Geomview ignores line ends between numbers. So a file whose lines do not fit is read again as one row of numbers,
 * which must be complete and without additional numbers.
 */
import { InputError } from '../math/input-error';
import { solidsOfSurface, type NamedPolyhedron } from './faces';
import { addNotice, attempt, beginReading, recordsOf, type FileRecords, type Reading, type ReadOptions } from './reading';
import { expectWords, fileError, integerAt, isNumber, linesOf, numberAt, quoted, type Line } from './text';

/**
 * The solids of an OFF file, most often one: faces that share corners are one solid. Coordinates are in the unit of the
 * file.
 *
 * Throws InputError with the line as `index`: 'bad-file' for the text, or a code of {@link polyhedronFromFaces}
 * ('open-surface', 'wrong-winding', 'non-convex', ...) for a surface that is not that of a convex solid. With `onError:
 * 'collect'` these are notices, and the other solids are returned.
 *
 * @example
 * ```ts
 * const [rock] = readOff(await readFile('rock.off', 'utf8'));
 * addBody(bodies, { shape: rock.polyhedron });
 * ```
 */
export function readOff(text: string, options: ReadOptions = {}): FileRecords<NamedPolyhedron> {
  const reading = { ...beginReading(options), names: undefined };
  const lines = linesOf(text, /^#/);
  const body = bodyOf(lines, reading);
  const rows = readBody(body, reading);
  attempt(reading, '', () => {
    if (rows.faces.length === 0) throw fileError(lines[0].number, `expected faces, found none`, 0);
  });
  const part = { name: '', line: lines[0].number };
  const largest = rows.points.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);
  return recordsOf(solidsOfSurface({ ...rows, largest, partOf: () => part }, 'surface', reading), reading);
}

/** The lines after the word OFF, and the last line of the file. */
interface Body {
  readonly lines: readonly Line[];
  readonly last: number;
  readonly coloured: boolean;
}

/** Vertices and polygons, with the line of each polygon. */
interface Rows {
  readonly points: Float64Array;
  readonly faces: number[][];
  readonly lines: number[];
}

/** Checks the first word. The numbers may follow it without a blank, and it may be missing. */
function bodyOf(lines: readonly Line[], reading: Reading): Body {
  const first = lines[0] as Line | undefined;
  const [, word, digits] = /^(C?OFF)?(\d.*)?$/.exec(first?.words[0] ?? 'nothing') ?? [];
  if (!first || (word === undefined && digits === undefined)) {
    throw fileError(first?.number ?? 1, `expected 'OFF' or 'COFF', found ${quoted(first?.words[0] ?? 'nothing')}`);
  }
  if (word === undefined) addNotice(reading, 'mended', first.number, `the word OFF is missing at the beginning`);
  else if (digits !== undefined) addNotice(reading, 'mended', first.number, `a blank is missing after ${word}`);
  const rest = digits === undefined ? first.words.slice(1) : [digits, ...first.words.slice(1)];
  const others = lines.slice(1);
  const last = lines[lines.length - 1].number;
  return { lines: rest.length === 0 ? others : [{ number: first.number, words: rest }, ...others], last, coloured: word === 'COFF' };
}

function readBody(body: Body, reading: Reading): Rows {
  try {
    return readLines(body, (read) => read());
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const rows = readNumbers(body);
    if (rows) {
      addNotice(reading, 'mended', error.index, 'the lines do not fit the rows that they should hold; read as one row of numbers');
      return rows;
    }
    if (!reading.collects) throw error;
    return readLines(body, (read) => attempt(reading, '', read));
  }
}

/** Each vertex and each polygon on a line of its own. `guard` runs a reading and decides on its errors. */
function readLines({ lines, last, coloured }: Body, guard: <T>(read: () => T) => T | undefined): Rows {
  if (lines.length === 0) throw fileError(last, `expected the numbers of vertices, faces and edges, found the end of the file`);
  const { words } = lines[0];
  // Programs that know no edges write 0 or leave the number out; it is not used.
  if (words.length !== 2) expectWords(lines[0], 3, 'the numbers of vertices, faces and edges');
  const vertexCount = integerAt(lines[0], 0, 'the number of vertices', 0, 0x7fffffff);
  const faceCount = integerAt(lines[0], 1, 'the number of faces', 0, 0x7fffffff);
  if (words.length === 3) integerAt(lines[0], 2, 'the number of edges', 0, 0x7fffffff);
  const found = lines.length - 1;
  guard(() => {
    if (found < vertexCount + faceCount) {
      throw fileError(last, `expected ${vertexCount} vertices and ${faceCount} faces, found only ${found} lines`, found);
    }
  });

  // A bad vertex keeps its number, so that the indices of others stay right.
  const points = new Float64Array(3 * Math.min(vertexCount, found)).fill(Number.NaN);
  for (let v = 0; 3 * v < points.length; v++) {
    const line = lines[1 + v];
    guard(() => {
      if (!coloured) expectWords(line, 3, `vertex ${v}, x y z`);
      else if (line.words.length !== 7) expectWords(line, 6, `vertex ${v}, x y z and a colour of three or four numbers`);
      for (let k = 3; k < line.words.length; k++) numberAt(line, k, 'a colour');
      const values = [0, 1, 2].map((k) => numberAt(line, k, 'a coordinate'));
      points.set(values, 3 * v);
    });
  }
  const faces: number[][] = [];
  const faceLines: number[] = [];
  const end = Math.min(lines.length, 1 + vertexCount + faceCount);
  for (let at = 1 + vertexCount; at < end; at++) {
    const face = guard(() => readFace(lines[at], at - 1 - vertexCount, vertexCount));
    if (!face) continue;
    faces.push(face);
    faceLines.push(lines[at].number);
  }
  guard(() => {
    if (end < lines.length) {
      throw fileError(lines[end].number, `expected the end of the file after ${faceCount} faces, found ${quoted(lines[end].words[0])}`);
    }
  });
  return { points, faces, lines: faceLines };
}

function readFace(line: Line, f: number, vertexCount: number): number[] {
  const size = integerAt(line, 0, `the number of vertices of face ${f}`, 3, vertexCount);
  const extra = line.words.length - 1 - size;
  if (![0, 1, 3, 4].includes(extra)) {
    throw fileError(
      line.number,
      `expected ${size} vertex indices and perhaps a colour of 1, 3 or 4 numbers, found ${line.words.length - 1} words`,
      extra,
    );
  }
  const face: number[] = [];
  for (let k = 1; k <= size; k++) face.push(integerAt(line, k, 'a vertex index', 0, vertexCount - 1));
  for (let k = size + 1; k < line.words.length; k++) numberAt(line, k, 'a colour');
  return face;
}

/**
 * The same numbers wherever lines end, without colours of faces; undefined unless all fit and none is left over. Each
 * face must begin a line, or all must stand on one line: where a number is missing or too many, that is not so.
 */
function readNumbers({ lines, coloured }: Body): Rows | undefined {
  const words: string[] = [];
  const lineOf: number[] = [];
  for (const line of lines) {
    for (const word of line.words) {
      words.push(word);
      lineOf.push(line.number);
    }
  }
  const oneLine = lineOf[3] === lineOf[lineOf.length - 1];
  const whole = (at: number, most: number): number => {
    const value = isNumber(words[at] ?? '') ? Number(words[at]) : Number.NaN;
    return Number.isInteger(value) && value >= 0 && value <= most ? value : -1;
  };
  const vertexCount = whole(0, words.length);
  const faceCount = whole(1, words.length);
  const width = coloured ? 7 : 3;
  if (vertexCount < 0 || faceCount < 0 || whole(2, 0x7fffffff) < 0 || 3 + width * vertexCount + 4 * faceCount > words.length)
    return undefined;
  const points = new Float64Array(3 * vertexCount);
  let at = 3;
  for (let v = 0; v < vertexCount; v++, at += width) {
    for (let k = 0; k < width; k++) {
      const value = isNumber(words[at + k]) ? Number(words[at + k]) : Number.NaN;
      if (!Number.isFinite(value)) return undefined;
      if (k < 3) points[3 * v + k] = value;
    }
  }
  const faces: number[][] = [];
  const faceLines: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const size = whole(at, vertexCount);
    if (size < 3 || !(oneLine || lineOf[at] > lineOf[at - 1])) return undefined;
    const face: number[] = [];
    for (let k = 1; k <= size; k++) face.push(whole(at + k, vertexCount - 1));
    if (face.includes(-1)) return undefined;
    faces.push(face);
    faceLines.push(lineOf[at]);
    at += size + 1;
  }
  return at === words.length ? { points, faces, lines: faceLines } : undefined;
}
