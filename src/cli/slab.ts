/**
 * One slab of a scene, for scenes too large for one machine: the bodies of the slab and of its halo, read line by line.
 *
 * The slabs divide the scene along its longest axis, with equal numbers of free bodies (those that are not driven). A
 * contact belongs to the slab of the lower of its two bodies in the order of the file; one of a driven body (a wall)
 * belongs to the slab of the other body. So each contact belongs to one slab. The halo holds every body that can meet a
 * body of the slab: a body whose interval along the axis, its reach on both sides, comes within the margin of the
 * interval of the slab, widened by the largest reach of a free body. Reach: the radius of the sphere about the place in
 * the file that holds the body.
 */
import { resolve } from 'node:path';
import { createBodySet, type BodySet, type BodySetArrays } from '../body/body-set';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { FileNotice } from '../io/reading';
import { readScene } from '../io/scene';
import type { FileShape } from '../io/shp';
import { COMMENT, expectWords, fileError, integerAt, numberAt, quoted, wordsOf, type Line } from '../io/text';
import { InputError } from '../math/input-error';
import { fileLines } from './file-lines';
import type { Selection } from './part-file';
import { kindOf, type FileReader } from './read-file';

export interface Slab {
  readonly bodies: BodySet;
  readonly selection: Selection;
  /** About the lines outside the rows. */
  readonly notices: readonly FileNotice[];
  readonly time: number | undefined;
}

/** Words of a row of `Particles`, and where its numbers stand. */
const PARTICLE_WORDS = 23;
const HOMOTHETY = 3;
const POSITION = 4;
const MOST_ROWS = 0x7fffffff;
/** The rounding of coordinates and radii, as a share of them, many times over. */
const ROUNDING = 1e-9;

/** Keywords whose lines depend on the rows that are read. */
const RENEWED: ReadonlySet<string> = new Set(['nDriven', 'Particles', 'Interactions', 'Interfaces']);

/** Categories of bodies; a body of the slab has the default. */
const SLAB = 1;
const HALO = 2;

/** Places and sizes of all bodies of a scene: what decides the cut. */
interface Layout {
  readonly shapeFile: string;
  readonly driven: number;
  readonly count: number;
  /** x, y, z of each body, as in the file. */
  readonly axes: readonly [Float64Array, Float64Array, Float64Array];
  readonly homotheties: Float64Array;
  /** Shape of each body, an index of `names`. */
  readonly shape: Int32Array;
  readonly names: readonly string[];
  readonly time: number | undefined;
  /** Lines outside tables, but for those that depend on the rows. */
  readonly others: readonly { readonly text: string; readonly number: number }[];
}

/**
 * Reads slab `shard` of `shards`. Throws InputError as readScene, with lines of the file. Tables of interactions are
 * skipped without checks.
 */
export function readSlab(path: string, shard: number, shards: number, margin: number, reader: FileReader, folder: string): Slab {
  if (kindOf(path) !== 'scene') throw new InputError('bad-option', '--split space is for scenes; this is no scene');
  const file = resolve(folder, path);
  reader.note(path);
  const layout = readLayout(file);
  const { count, driven, time } = layout;
  const shapes = reader.shapesOf(path, layout.shapeFile);
  const reaches = reachesOf(layout, shapes);
  const along = longestAxis(layout);
  const cuts = cutsOf(along.subarray(driven), shards);
  const from = shard === 0 ? -Infinity : cuts[shard - 1];
  const to = shard === shards - 1 ? Infinity : cuts[shard];
  let widest = 0;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    if (i >= driven) widest = Math.max(widest, reaches[i]);
    largest = Math.max(largest, Math.abs(along[i]));
  }
  const wide = (widest + margin) * (1 + ROUNDING) + ROUNDING * largest;
  const isNear = (i: number): boolean => along[i] + reaches[i] >= from - wide && along[i] - reaches[i] <= to + wide;
  const rowOf = new Int32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) if (isNear(i)) rowOf[kept++] = i;
  const rows = rowOf.slice(0, kept);
  const { bodies, notices } = readRows(file, layout, rows, shapes);
  const owns = Uint8Array.from(rows, (i) => (i >= driven && along[i] >= from && along[i] < to ? 1 : 0));
  // Bodies of the halo do not pair with each other: such contacts belong to other slabs.
  for (let k = 0; k < kept; k++) {
    if (owns[k] === 1) continue;
    bodies.category[k] = HALO;
    bodies.mask[k] = SLAB;
  }
  return { bodies, selection: { rowOf: rows, isMine: (a, b) => owns[rows[a] < driven ? b : a] === 1 }, time, notices };
}

/** The keyword lines of a scene, and its rows of particles. */
function* sceneLines(
  file: string,
): Generator<{ readonly text: string; readonly line: Line; readonly row: number; readonly table: string }> {
  let number = 0;
  let table = '';
  let rows = 0;
  let row = 0;
  for (const text of fileLines(file)) {
    const line: Line = { number: ++number, words: wordsOf(text, COMMENT) };
    const [keyword] = line.words;
    if (keyword === undefined) continue;
    if (row < rows) {
      yield { text, line, row: row++, table };
      continue;
    }
    yield { text, line, row: -1, table: '' };
    if (keyword !== 'Particles' && keyword !== 'Interactions' && keyword !== 'Interfaces') continue;
    table = keyword;
    rows = integerAt(line, 1, `the number of ${keyword}`, 0, MOST_ROWS);
    row = 0;
  }
  if (row < rows) throw fileError(number, `expected ${rows} rows of ${table}, found the end of the file after ${row}`, row);
}

function readLayout(file: string): Layout {
  let layout: Omit<Layout, 'shapeFile' | 'driven' | 'time' | 'others'> | undefined;
  let shapeFile = '';
  let driven = 0;
  let drivenLine = 0;
  let time: number | undefined;
  const names: string[] = [];
  const others: { text: string; number: number }[] = [];
  const indexOf = new Map<string, number>();
  for (const { text, line, row, table } of sceneLines(file)) {
    const [keyword, value] = line.words;
    if (row < 0) {
      if (!RENEWED.has(keyword)) others.push({ text, number: line.number });
      if (keyword === 'shapeFile') shapeFile = value ?? '';
      else if (keyword === 'nDriven') {
        driven = integerAt(line, 1, 'the number of driven particles', 0, MOST_ROWS);
        drivenLine = line.number;
      } else if (keyword === 't' && layout === undefined) time ??= numberAt(line, 1, 'a time');
      else if (keyword === 'Particles') {
        const count = integerAt(line, 1, 'the number of Particles', 0, MOST_ROWS);
        const numbers = (): Float64Array => new Float64Array(count);
        layout = { count, axes: [numbers(), numbers(), numbers()], homotheties: numbers(), shape: new Int32Array(count), names };
      }
    } else if (table === 'Particles' && layout !== undefined) {
      expectWords(line, PARTICLE_WORDS, `particle ${row} of ${layout.count}`);
      for (let k = 0; k < 3; k++) layout.axes[k][row] = numberAt(line, POSITION + k, 'a position');
      layout.homotheties[row] = numberAt(line, HOMOTHETY, 'a homothety');
      const known = indexOf.get(keyword) ?? names.push(keyword) - 1;
      indexOf.set(keyword, known);
      layout.shape[row] = known;
    }
  }
  if (layout === undefined) throw fileError(1, `expected 'Particles' and their number, found the end of the file`);
  const { count } = layout;
  if (driven > count) throw fileError(drivenLine, `expected at most ${count} driven particles, found ${driven}`, driven);
  return { ...layout, shapeFile, driven, time, others };
}

function reachesOf({ count, names, shape, homotheties }: Layout, shapes: readonly FileShape[]): Float64Array {
  const reach = names.map((name) => {
    const known = shapes.find((candidate) => candidate.name === name);
    if (known === undefined) throw new InputError('bad-file', `the shape file has no shape ${quoted(name)} that can be read`);
    const [x, y, z] = known.polyhedron.origin;
    return Math.sqrt(x * x + y * y + z * z) + known.polyhedron.radius + known.rounding;
  });
  return Float64Array.from({ length: count }, (_, i) => Math.abs(homotheties[i]) * reach[shape[i]] * (1 + ROUNDING));
}

/** The coordinates along the axis on which the free bodies spread most. */
function longestAxis({ axes, driven }: Layout): Float64Array {
  const spreads = axes.map((values) => {
    let least = Infinity;
    let most = -Infinity;
    for (let i = driven; i < values.length; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    return most - least;
  });
  return axes[spreads.indexOf(Math.max(...spreads))];
}

/** Coordinates between neighbouring slabs, shards - 1 of them, so that each slab has as many of the values. */
function cutsOf(values: Float64Array, shards: number): number[] {
  const sorted = values.slice().sort();
  return Array.from({ length: shards - 1 }, (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / shards)] ?? Infinity);
}

/** Rows that readScene gets at once: it needs several times the memory of the text. */
const ROWS_AT_ONCE = 4096;

/** The bodies of these rows of particles, ascending. */
function readRows(file: string, layout: Layout, rowOf: Int32Array, shapes: readonly FileShape[]): Pick<Slab, 'bodies' | 'notices'> {
  const count = rowOf.length;
  const arrays = {
    shapeIndex: new Int32Array(count),
    positions: new Float64Array(3 * count),
    orientations: new Float64Array(4 * count),
    rounding: new Float64Array(count),
    flags: new Uint8Array(count),
  } satisfies BodySetArrays;
  const polyhedra: ConvexPolyhedron[] = [];
  const indexOf = new Map<string, number>();
  let notices: readonly FileNotice[] = [];
  let done = 0;
  const add = (texts: readonly string[], numbers: readonly number[]): void => {
    const rows = rowOf.subarray(done, done + texts.length);
    const driven = rows.filter((i) => i < layout.driven).length;
    const head = [...layout.others, { text: `nDriven ${driven}`, number: 0 }, { text: `Particles ${texts.length}`, number: 0 }];
    const text = [...head.map((line) => line.text), ...texts].join('\n');
    const lines = [...head.map(({ number }) => number), ...numbers];
    const { bodies, file: part } = linesOfFile(lines, () => readScene(text, shapes));
    if (done === 0) notices = part.notices.map((notice) => ({ ...notice, line: lines[notice.line - 1] ?? notice.line }));
    bodies.shapeIndex.forEach((shape, k) => {
      const key = `${part.names[k]} ${part.homotheties[k]}`;
      const known = indexOf.get(key) ?? polyhedra.push(bodies.shapes[shape]) - 1;
      indexOf.set(key, known);
      arrays.shapeIndex[done + k] = known;
    });
    arrays.positions.set(bodies.positions, 3 * done);
    arrays.orientations.set(bodies.orientations, 4 * done);
    arrays.rounding.set(bodies.rounding, done);
    arrays.flags.set(bodies.flags, done);
    done += texts.length;
  };
  let texts: string[] = [];
  let numbers: number[] = [];
  for (const { text, line, row, table } of sceneLines(file)) {
    if (table !== 'Particles' || row !== rowOf[done + texts.length]) continue;
    texts.push(text);
    numbers.push(line.number);
    if (texts.length < ROWS_AT_ONCE) continue;
    add(texts, numbers);
    texts = [];
    numbers = [];
  }
  // Also when there are no rows: the other lines are checked once.
  add(texts, numbers);
  return { bodies: createBodySet({ ...arrays, shapes: polyhedra, count }), notices };
}

/** Gives the line of the file in place of that of the short text. */
function linesOfFile<T>(lines: readonly number[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'bad-file') throw error;
    const line = lines[error.index - 1] ?? error.index;
    throw fileError(line, error.message.replace(/^line \d+: /, ''), error.value);
  }
}
