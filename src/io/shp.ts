/**
 * Reads and writes shape files (.shp) of Rockable and exaDEM.
 *
 * A file is a list of shapes, each between `<` and `>`. A shape is a sphero-polyhedron: the set of points within
 * `radius` (the Minkowski rounding radius) of a polyhedron that is given by `nv` vertices, `ne` edges and `nf` faces in
 * the shape's own frame. Source: the format description in Rockable's documentation ("Format of shape-files").
 *
 * Departures: the solid is the convex hull of the vertices, as everywhere in this library, and a shape that is visibly
 * not convex is an error; the faces in such files have no reliable winding and are only read to check and to map
 * features ({@link solidOfShape}). Spheres (one vertex), rods (vertices on one line) and plates (a flat polygon) are
 * cores with a radius; without radius they enclose nothing and are left out with a notice. Each row is on its own line,
 * as these programs write it, so that a missing number is reported with its line.
 */
import { InputError, type InputErrorCode } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  addError,
  addNotice,
  attempt,
  beginReading,
  checkMet,
  recordsOf,
  wants,
  type FileRecords,
  type Reading,
  type ReadOptions,
} from './reading';
import { solidOfShape, type ShapeSolid } from './shape-solid';
import {
  COMMENT,
  checkWord,
  expectWords,
  fileError,
  formatNumber,
  formatNumbers,
  integerAt,
  isNumber,
  linesOf,
  numberAt,
  quoted,
  type Line,
} from './text';

/** A keyword line that is kept unchanged. */
export interface FileSetting {
  readonly keyword: string;
  readonly values: readonly string[];
}

/** The data of a shape in the file, in its own frame; lengths in the unit of the file. */
export interface ShapeRecord {
  readonly name: string;
  /** Minkowski rounding radius, >= 0. */
  readonly radius: number;
  /** Vertices x y z packed, length 3 nv. */
  readonly points: Float64Array;
  /** Vertex indices, two an edge, length 2 ne. */
  readonly edges: Int32Array;
  /** Vertex indices of each face, of no reliable winding. */
  readonly faces: readonly (readonly number[])[];
  /** Volume of the rounded body in the file; NaN if the file has none. */
  readonly volume: number;
  /** Principal moments of inertia over mass (`I/m`) of the rounded body, length 3; NaN if the file has none. */
  readonly inertiaOverMass: Float64Array;
  /** All other keyword lines (`obb.*`, `position`, `preCompDone`, ...), in order. */
  readonly settings: readonly FileSetting[];
  /** Line of its `<`; 0 for a shape that was not read from a file. */
  readonly line: number;
}

/** A shape of a file with its solid. */
export interface FileShape extends ShapeRecord, ShapeSolid {}

/**
 * The shapes of a .shp file, in its order. Lengths are in the unit of the file.
 *
 * Spheres, rods and plates have a core in place of a solid: a point, a segment or a flat polygon. Without a radius such
 * a shape encloses nothing. It is left out with a notice. Its code gives the reason: 'too-few-points' for one or two
 * vertices, 'collinear' for vertices on one line, 'flat' for a polygon.
 *
 * Throws InputError with the line as `index`: 'bad-file' for text that does not follow the format, for two shapes of
 * one name and for a name of `options.names` that the file does not have; 'coincident'; 'non-convex' for a shape that
 * is clearly less than its hull; 'too-many-vertices'. With `onError: 'collect'` these are notices too, and the other
 * shapes are returned.
 *
 * @example
 * ```ts
 * const shapes = readShapes(await readFile('shapes.shp', 'utf8'), { onError: 'collect' });
 * for (const { line, reason } of shapes.notices) console.log(`line ${line}: ${reason}`);
 * const bodies = createBodySet();
 * addBody(bodies, { shape: shapes[0].polyhedron, rounding: shapes[0].rounding });
 * ```
 */
export function readShapes(text: string, options: ReadOptions = {}): FileRecords<FileShape> {
  return readBlocks(text, options, withSolid);
}

/**
 * The data of all shapes of a .shp file as they stand there, in its order: also of spheres, rods, flat and concave
 * shapes. Lengths are in the unit of the file. A concave shape becomes a body by {@link clumpOfShape}. Options and
 * errors are those of {@link readShapes}, without those of a solid.
 *
 * @example
 * ```ts
 * const [jack] = readShapeRecords(shapeText, { names: ['Jack'] });
 * const clumps = createClumpSet(createBodySet());
 * addClump(clumps, { clump: clumpOfShape(jack) });
 * ```
 */
export function readShapeRecords(text: string, options: ReadOptions = {}): FileRecords<ShapeRecord> {
  return readBlocks(text, options, ({ record }) => record);
}

/** What is made of the data of a shape; undefined for one that is left out. */
type FromRecord<T> = (read: RecordLines, reading: Reading) => T | undefined;

interface RecordLines {
  record: ShapeRecord;
  lineOfPoint: number[];
}

function readBlocks<T>(text: string, options: ReadOptions, make: FromRecord<T>): FileRecords<T> {
  const reading = beginReading(options);
  const lines = splitBrackets(linesOf(text, COMMENT));
  const shapes: T[] = [];
  const lineOfName = new Map<string, number>();
  let blocks = 0;
  for (let at = 0; at < lines.length;) {
    let end = at + 1;
    while (end < lines.length && lines[end].words[0] !== '>' && lines[end].words[0] !== '<') end++;
    const block = lines.slice(at, end);
    const closed = end < lines.length && lines[end].words[0] === '>';
    const isShape = block[0].words[0] === '<';
    if (isShape) blocks++;
    const name = block.find(({ words }) => words[0] === 'name')?.words[1] ?? '';
    const last = lines[Math.min(end, lines.length - 1)].number;
    if (!isShape || wants(reading, name)) {
      const shape = attempt(reading, name, () => make(readShape(block, closed, last, lineOfName, reading), reading));
      if (shape) shapes.push(shape);
    }
    at = closed ? end + 1 : end;
  }
  if (blocks === 0) throw fileError(1, `expected '<', the start of a shape, found no shape at all`);
  checkMet(reading, 'a shape');
  return recordsOf(shapes, reading);
}

/**
 * Error codes of a shape without volume. Such shapes are valid in the file, so they are left out without an error.
 */
const NO_SOLID: ReadonlySet<InputErrorCode> = /* @__PURE__ */ new Set(['too-few-points', 'collinear', 'flat']);

/** The data of the lines from its '<' to its end. */
function readShape(block: readonly Line[], closed: boolean, last: number, lineOfName: Map<string, number>, reading: Reading): RecordLines {
  const [{ number, words }] = block;
  if (words[0] !== '<') throw fileError(number, `expected '<', the start of a shape, found ${quoted(words[0])}`);
  if (!closed) throw fileError(last, `expected '>', the end of the shape of line ${number}`);
  const read = readRecord(number, block.slice(1), last, reading);
  const { name } = read.record;
  const earlier = lineOfName.get(name);
  if (earlier !== undefined) {
    throw fileError(number, `a shape named ${quoted(name)} stands in line ${earlier} already, expected different names`);
  }
  lineOfName.set(name, number);
  return read;
}

/** The shape with its solid; undefined for one without volume. */
function withSolid({ record, lineOfPoint }: RecordLines, reading: Reading): FileShape | undefined {
  try {
    return { ...record, ...solidOfShape(record, (point) => lineOfPoint[point], reading) };
  } catch (error) {
    if (!(error instanceof InputError && NO_SOLID.has(error.code))) throw error;
    addError(reading, error, record.name);
    return undefined;
  }
}

/** Brackets may be on a line with other words. Here each becomes a separate line. */
function splitBrackets(lines: readonly Line[]): Line[] {
  const split: Line[] = [];
  for (const line of lines) {
    let words: string[] = [];
    for (const word of line.words) {
      if (word === '<' || word === '>') {
        if (words.length > 0) split.push({ number: line.number, words });
        split.push({ number: line.number, words: [word] });
        words = [];
      } else words.push(word);
    }
    if (words.length > 0) split.push({ number: line.number, words });
  }
  return split;
}

/** One shape: the lines between its brackets, which are in lines `first` and `last`. */
function readRecord(first: number, lines: readonly Line[], last: number, reading: Reading): { record: ShapeRecord; lineOfPoint: number[] } {
  const settings: FileSetting[] = [];
  const inertiaOverMass = new Float64Array(3).fill(Number.NaN);
  const points: number[] = [];
  const lineOfPoint: number[] = [];
  const edges: number[] = [];
  const lineOfEdge: number[] = [];
  const faces: number[][] = [];
  const lineOfFace: number[] = [];
  let name = '';
  let radius = 0;
  let volume = Number.NaN;
  const seen = new Set<string>();
  /** Unknown keywords that rows of numbers follow, as for tables. */
  const passedOver: { number: number; keyword: string; rows: number }[] = [];

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const keyword = line.words[0];
    if (!SINGLE.has(keyword)) {
      // A row too many of a table, too: rows begin with a number.
      if (!/^[A-Za-z_]/.test(keyword)) throw fileError(line.number, `expected a keyword or '>', found ${quoted(keyword)}`);
      let end = at + 1;
      while (end < lines.length && isNumber(lines[end].words[0])) end++;
      const rows = end - at - 1;
      if (rows === 0) settings.push({ keyword, values: line.words.slice(1) });
      else {
        passedOver.push({ number: line.number, keyword, rows });
      }
      at = end - 1;
      continue;
    }
    if (seen.has(keyword)) throw fileError(line.number, `'${keyword}' stands in this shape already, expected it once`);
    seen.add(keyword);
    expectWords(line, keyword === 'I/m' ? 4 : 2, `'${keyword}' with ${keyword === 'I/m' ? 'three numbers' : 'one value'}`);
    const rows = (what: string): Line[] => {
      const count = integerAt(line, 1, `the number of ${what}`, 0, 0x7fffffff);
      if (lines.length - at - 1 < count) {
        throw fileError(
          last,
          `expected ${count} rows of ${what} after line ${line.number}, found only ${lines.length - at - 1} lines`,
          count,
        );
      }
      at += count;
      return lines.slice(at - count + 1, at + 1);
    };
    switch (keyword) {
      case 'name':
        name = line.words[1];
        break;
      case 'radius':
        radius = numberAt(line, 1, 'the rounding radius');
        if (radius < 0) throw fileError(line.number, `expected a rounding radius >= 0, found ${radius}`, radius);
        break;
      case 'volume':
        volume = numberAt(line, 1, 'the volume');
        break;
      case 'I/m':
        for (let k = 0; k < 3; k++) inertiaOverMass[k] = numberAt(line, k + 1, 'a moment of inertia over mass');
        break;
      case 'nv':
        for (const row of rows('vertices')) {
          expectWords(row, 3, `vertex ${lineOfPoint.length}, x y z`);
          for (let k = 0; k < 3; k++) points.push(numberAt(row, k, 'a coordinate'));
          lineOfPoint.push(row.number);
        }
        break;
      case 'ne':
        for (const row of rows('edges')) {
          expectWords(row, 2, `edge ${lineOfEdge.length}, two vertex indices`);
          edges.push(integerAt(row, 0, 'a vertex index', 0, 0x7fffffff), integerAt(row, 1, 'a vertex index', 0, 0x7fffffff));
          lineOfEdge.push(row.number);
        }
        break;
      case 'nf':
        for (const row of rows('faces')) {
          const size = integerAt(row, 0, `the number of vertices of face ${faces.length}`, 3, 0x7fffffff);
          expectWords(row, size + 1, `face ${faces.length}, ${size} and as many vertex indices`);
          faces.push(row.words.slice(1).map((_, k) => integerAt(row, k + 1, 'a vertex index', 0, 0x7fffffff)));
          lineOfFace.push(row.number);
        }
        break;
    }
  }

  for (const keyword of ['name', 'radius', 'nv']) {
    if (!seen.has(keyword)) throw fileError(last, `expected '${keyword}' in the shape of line ${first}, found '>'`);
  }
  const checkIndex = (index: number, line: number): void => {
    if (index >= lineOfPoint.length) {
      throw fileError(line, `expected a vertex index below nv = ${lineOfPoint.length}, found ${index}`, index);
    }
  };
  edges.forEach((index, k) => checkIndex(index, lineOfEdge[k >> 1]));
  lineOfEdge.forEach((line, k) => {
    if (edges[2 * k] === edges[2 * k + 1])
      throw fileError(line, `expected two different vertices, found ${edges[2 * k]} twice`, edges[2 * k]);
  });
  faces.forEach((face, k) => {
    for (const index of face) checkIndex(index, lineOfFace[k]);
    if (new Set(face).size !== face.length) throw fileError(lineOfFace[k], `expected different vertices in face ${k}, found one twice`);
  });
  for (const { number, keyword, rows } of passedOver) {
    addNotice(reading, 'skipped', number, `shape ${quoted(name)}: ${quoted(keyword)} and its ${rows} rows are not used`, name);
  }
  const record = {
    name,
    radius,
    points: Float64Array.from(points),
    edges: Int32Array.from(edges),
    faces,
    volume,
    inertiaOverMass,
    settings,
    line: first,
  };
  return { record, lineOfPoint };
}

/** Keywords with a meaning here, each at most once a shape. */
const SINGLE: ReadonlySet<string> = /* @__PURE__ */ new Set(['name', 'radius', 'volume', 'I/m', 'nv', 'ne', 'nf']);

/**
 * The text of a .shp file. {@link readShapes} reads back every number to the bit.
 * Throws InputError 'not-finite' for a number that is not finite, 'bad-option' for a name that is not one word.
 */
export function writeShapes(shapes: readonly ShapeRecord[]): string {
  let text = '';
  for (const shape of shapes) {
    text += `<\nname ${checkWord(shape.name, 'the name of a shape')}\nradius ${formatNumber(shape.radius)}\n`;
    if (!Number.isNaN(shape.volume)) text += `volume ${formatNumber(shape.volume)}\n`;
    if (!Number.isNaN(shape.inertiaOverMass[0])) text += `I/m ${formatNumbers(shape.inertiaOverMass, 0, 3)}\n`;
    for (const setting of shape.settings) text += `${formatSetting(setting)}\n`;
    text += `nv ${shape.points.length / 3}\n`;
    for (let k = 0; k < shape.points.length; k += 3) text += `${formatNumbers(shape.points, k, 3)}\n`;
    text += `ne ${shape.edges.length / 2}\n`;
    for (let k = 0; k < shape.edges.length; k += 2) text += `${shape.edges[k]} ${shape.edges[k + 1]}\n`;
    text += `nf ${shape.faces.length}\n`;
    for (const face of shape.faces) text += `${face.length} ${face.join(' ')}\n`;
    text += '>\n';
  }
  return text;
}

/** A keyword line, without its end. */
export function formatSetting({ keyword, values }: FileSetting): string {
  return [keyword, ...values].map((word) => checkWord(word, 'each word of a setting')).join(' ');
}

/**
 * A record of a polyhedron for {@link writeShapes}: vertices relative to the centroid, so that a body's position in a
 * scene is that of its centroid. Volume and inertia are left to the program that reads the file (`preCompDone n`): such
 * programs want those of the rounded body in its principal frame. A core needs a radius: 'bad-radius' without.
 *
 * @example
 * ```ts
 * const text = writeShapes([shapeRecord('Cube', box(1, 1, 1), 0.05)]);
 * ```
 */
export function shapeRecord(name: string, polyhedron: ConvexPolyhedron, radius = 0): ShapeRecord {
  if (!(radius >= 0 && radius < Infinity)) {
    throw new InputError('bad-radius', `the rounding radius of ${quoted(name)} is ${radius}, expected a finite length >= 0`, -1, radius);
  }
  const edges = new Int32Array(2 * polyhedron.edgeCount);
  for (let h = 0; h < edges.length; h++) edges[h] = polyhedron.halfEdgeOrigin[h];
  const faces: number[][] = [];
  if (polyhedron.dimension < 3 && radius === 0) {
    throw new InputError('bad-radius', `${quoted(name)} is a core without volume: it needs a rounding radius > 0`, -1, radius);
  }
  // The two faces of a plate are one polygon.
  for (let f = 0; f < (polyhedron.dimension === 2 ? 1 : polyhedron.faceCount); f++) {
    const face: number[] = [];
    let h = polyhedron.faceHalfEdge[f];
    do {
      face.push(polyhedron.halfEdgeOrigin[h]);
      h = polyhedron.halfEdgeNext[h];
    } while (h !== polyhedron.faceHalfEdge[f]);
    faces.push(face);
  }
  return {
    name: checkWord(name, 'the name of a shape'),
    radius,
    points: polyhedron.vertices.slice(),
    edges,
    faces,
    volume: Number.NaN,
    inertiaOverMass: new Float64Array(3).fill(Number.NaN),
    settings: [{ keyword: 'preCompDone', values: ['n'] }],
    line: 0,
  };
}
