/**
 * Mutated files for every reader. A reader must return a result or throw an InputError, in time and with words that
 * fit: everything else is a fault. Mutations are those of a damaged disk, of a careless edit and of a file that grows:
 * bytes, words and lines are changed, cut, moved, repeated up to 20,000 times, or come from a file of another format.
 */
import { InputError } from '../../src/math/input-error';
import {
  createSceneFile,
  readObj,
  readOff,
  readScene,
  readSceneFile,
  readShapes,
  readStl,
  shapeRecord,
  stlMesh,
  writeScene,
  writeShapes,
  writeStl,
  writeStlBinary,
  type FileNotice,
  type ReadOptions,
} from '../../src/io';
import { createRandom, type Random } from '../../src/math/random';
import { box, dodecahedron, tetrahedron } from '../../src/polyhedron/solids';

/** What one reader has shown. */
export interface FileRow {
  reader: string;
  files: number;
  /** Files that gave a result, and those of them with notices. */
  results: number;
  noticed: number;
  /** Files that gave an InputError. */
  errors: number;
  bytes: number;
  /** Longest time of one file: microseconds a byte, of files of 100 kB or more. */
  slowest: number;
  faulty: number;
}

export interface FileFailure {
  reader: string;
  fault: string;
  options: ReadOptions;
  /** The file, at most its first 2,000 characters; the number in the search makes it again. */
  number: number;
  text: string;
}

/**
 * The time of the processor that a file may take: linear in its bytes. An error that becomes a notice takes about 10
 * microseconds, and a line of two bytes may be one; the smallest solid of 40 bytes takes about 200. A file that takes
 * more is read again, since other work may have come between.
 */
const MILLISECONDS = 100;
const MICROSECONDS_A_BYTE = 25;
const TRIES = 4;
/** Faults that are kept, of each reader. */
const KEPT = 3;

interface Reader {
  readonly name: string;
  readonly text: string;
  readonly read: (text: string, options: ReadOptions) => { notices: readonly FileNotice[] };
}

const ball = { ...shapeRecord('Ball', box(1, 1, 1), 0.5), points: new Float64Array(3), edges: new Int32Array(0), faces: [] };
const shapeText = writeShapes([shapeRecord('A', box(1, 2, 3), 0.1), shapeRecord('B', tetrahedron(1)), ball]);
const shapes = readShapes(shapeText);

function sceneText(): string {
  const file = createSceneFile(5, 3);
  file.names = ['A', 'B', 'A', 'Ball', 'B'];
  file.positions.forEach((_, k, positions) => (positions[k] = k / 3));
  file.shapeFile = 'a.shp';
  file.driven = 1;
  file.densities.set(0, 2500);
  file.settings.push({ keyword: 'periodicity', values: ['1', '0', '0'] });
  file.interactions.bodyI.set([0, 1, 2]);
  file.interactions.bodyJ.set([1, 2, 4]);
  file.interfaces.push(['0', '1', '2']);
  return writeScene(file);
}

const corners = [0, 1].flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((x) => `${x} ${y} ${z}`)));
const sides = ['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'];
const objSides = (first: number): string[] =>
  sides.map(
    (side) =>
      `f ${side
        .split(' ')
        .map((v) => Number(v) + first)
        .join(' ')}`,
  );
const objText = [
  ...['# two cubes', 'mtllib a.mtl', 'o One', ...corners.map((p) => `v ${p}`), ...objSides(1)],
  ...['o Two', ...corners.map((p) => `v 3${p}`), ...objSides(9).slice(0, 5), 'f 10 12 \\', '16 14', ''],
].join('\n');
const offText = ['OFF', '# a cube', '8 6 12', ...corners, ...sides.map((side) => `4 ${side}`), ''].join('\n');
const stlText = writeStl([stlMesh(tetrahedron(1), 'one'), stlMesh(box(1, 1, 1), 'two')]);
const stlBytes = String.fromCharCode(...writeStlBinary(stlMesh(dodecahedron(1))));
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const readers: readonly Reader[] = [
  { name: 'readShapes', text: shapeText, read: readShapes },
  { name: 'readSceneFile', text: sceneText(), read: readSceneFile },
  { name: 'readScene', text: sceneText().replaceAll('\nBall', '\nA'), read: (text, options) => readScene(text, shapes, options) },
  { name: 'readObj', text: objText, read: readObj },
  { name: 'readOff', text: offText, read: readOff },
  { name: 'readStl, text', text: stlText, read: readStl },
  { name: 'readStl, bytes', text: stlBytes, read: (text, options) => readStl(bytesOf(text), options) },
];

/**
 * Reads mutated files, the readers in turn, as many as the limits allow. Unless `timed` is false, slow answers are
 * faults.
 */
export function fuzzFiles(
  seed: number,
  limits: { files: number; milliseconds?: number; timed?: boolean },
): { rows: FileRow[]; failures: FileFailure[] } {
  const rows = readers.map(({ name }): FileRow => ({
    reader: name,
    files: 0,
    results: 0,
    noticed: 0,
    errors: 0,
    bytes: 0,
    slowest: 0,
    faulty: 0,
  }));
  const failures: FileFailure[] = [];
  const end = performance.now() + (limits.milliseconds ?? Infinity);
  for (let number = 0; number < limits.files && performance.now() < end; number++) {
    const reader = readers[number % readers.length];
    const row = rows[number % readers.length];
    const draw = drawFrom(createRandom((Math.imul(seed, 0x9e3779b1) + number) >>> 0));
    const text = mutated(reader.text, draw);
    const options = drawOptions(draw);
    const fault = judge(reader, text, options, row, limits.timed ?? true);
    if (fault === undefined) continue;
    row.faulty++;
    if (failures.filter((failure) => failure.reader === reader.name).length < KEPT) {
      failures.push({ reader: reader.name, fault, options, number, text: text.slice(0, 2000) });
    }
  }
  return { rows, failures };
}

/** Reads one file; returns what is wrong with the answer. */
function judge(reader: Reader, text: string, options: ReadOptions, row: FileRow, timed: boolean): string | undefined {
  row.files++;
  row.bytes += text.length;
  let least = Infinity;
  const allowed = timed ? MILLISECONDS + (MICROSECONDS_A_BYTE / 1000) * text.length : Infinity;
  for (let k = 0; k === 0 || (k < TRIES && least > allowed); k++) {
    const before = process.cpuUsage();
    const answer = answerOf(reader, text, options);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (k > 0) continue;
    if (typeof answer === 'string') return answer;
    if (answer instanceof InputError) row.errors++;
    else {
      row.results++;
      if (answer.notices.length > 0) row.noticed++;
    }
    const fault = faultOf(answer);
    if (fault !== undefined) return fault;
  }
  if (text.length >= 100_000) row.slowest = Math.max(row.slowest, (1000 * least) / text.length);
  return least > allowed ? `took ${least} ms for ${text.length} bytes, allowed are ${allowed}` : undefined;
}

function answerOf(reader: Reader, text: string, options: ReadOptions): { notices: readonly FileNotice[] } | InputError | string {
  try {
    return reader.read(text, options);
  } catch (error) {
    return error instanceof InputError ? error : `threw ${String((error as Error).stack)}`;
  }
}

/** Words that a terminal prints on a few lines, and a place. Some messages list corners of a face. */
const PLAIN = /^[^\p{C}\p{M}\uFFFD]*$/u;

function faultOf(answer: { notices: readonly FileNotice[] } | InputError): string | undefined {
  if (answer instanceof InputError) {
    if (!PLAIN.test(answer.message)) return `unprintable message ${JSON.stringify(answer.message.slice(0, 200))}`;
    return answer.index >= 0 && Number.isInteger(answer.index) ? undefined : `an error without a place: ${answer.message}`;
  }
  for (const { code, name, line, reason } of answer.notices) {
    if (typeof code !== 'string' || typeof name !== 'string' || !(line >= 0) || !PLAIN.test(reason)) {
      return `a notice without a place or in no words: ${code} ${line} ${JSON.stringify(reason.slice(0, 200))}`;
    }
  }
  return undefined;
}

const PIECES = [
  ...['0', '-1', '1e308', '1e-320', '1e999', 'nan', '99999999999', '4294967295', '-', '#', '<', '>', '\\\n', '\n', '\r\n', '\r', ' ', '\t'],
  ...[
    'x',
    'nv',
    'na',
    'name',
    'nf',
    'Particles',
    'Interactions 2',
    'solid',
    'endsolid',
    'facet normal',
    'o',
    'f',
    'v',
    '/',
    '\0',
    'é',
    '𝒳',
    '\u202e',
  ],
];
const REPEATS = [2, 3, 10, 200, 20_000];

/** A text with one to four things done to it. */
function mutated(text: string, draw: (below: number) => number): string {
  let result = text;
  for (let k = 1 + draw(4); k > 0; k--) {
    const words = draw(2) === 0 ? /\s+/g : /\n/g;
    const ends = [0, ...[...result.slice(0, 20_000).matchAll(words)].map((match) => match.index), result.length];
    const from = draw(ends.length);
    const start = draw(4) === 0 ? draw(result.length + 1) : ends[from];
    const end =
      draw(4) === 0 ? Math.min(result.length, start + draw(40)) : Math.max(start, ends[Math.min(ends.length - 1, from + draw(3))]);
    const piece = result.slice(start, end);
    const how = draw(8);
    if (how === 0) result = result.slice(0, start) + result.slice(end);
    else if (how === 1) result = result.slice(0, start) + PIECES[draw(PIECES.length)] + result.slice(end);
    else if (how === 2) result = `${result.slice(0, start)} ${PIECES[draw(PIECES.length)]} ${result.slice(start)}`;
    else if (how === 3) result = result.slice(0, start) + String.fromCharCode(draw(256), draw(256)) + result.slice(end);
    else if (how === 4) result = result.slice(0, end);
    else if (how === 5) {
      const other = ends[draw(ends.length)];
      result = result.slice(0, other) + piece + result.slice(other);
    } else if (how === 6) {
      // Long files are rare: their times are what counts.
      const times = REPEATS[draw(20) === 0 ? REPEATS.length - 1 : draw(REPEATS.length - 1)];
      const repeated = draw(3) === 0 ? PIECES[draw(PIECES.length)] : piece.slice(0, 100);
      if (result.length < 100_000) result = result.slice(0, start) + repeated.repeat(times) + result.slice(end);
    } else {
      const { text: foreign } = readers[draw(readers.length)];
      const at = draw(foreign.length);
      result = result.slice(0, start) + foreign.slice(at, at + draw(300)) + result.slice(start);
    }
  }
  return result;
}

function drawOptions(draw: (below: number) => number): ReadOptions {
  const welds = [undefined, 0, 1e-6, 0.05];
  const weld = welds[draw(welds.length)];
  return {
    onError: draw(2) === 0 ? 'throw' : 'collect',
    ...(weld === undefined ? {} : { weld }),
    ...(draw(10) === 0 ? { names: ['A', 'Two', 'one'] } : {}),
  };
}

/** Whole numbers below a bound. */
function drawFrom(random: Random): (below: number) => number {
  return (below) => Math.floor(random() * below);
}
