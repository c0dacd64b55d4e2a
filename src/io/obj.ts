/**
 * Reads Wavefront OBJ: its closed surfaces of polygons become convex polyhedra.
 *
 * Source: the OBJ format description, "B1. Object Files (.obj)". Vertices (in full) and polygons are kept without
 * change. Texture coordinates, normals, materials, smoothing, lines and points do not describe the solid and are
 * skipped. Keywords of free-form curves and surfaces, and unknown keywords, are skipped with a notice.
 *
 * An object starts at an `o` line; a file without `o` lines is one object. Polygons of an object that share vertices
 * are one solid ({@link solidsOfSurface}), so that an object may have several. Groups (`g`) are parts of a surface; in
 * a file without `o` lines the group of a solid's first polygon gives it its name. Vertices are counted through the
 * whole file, negative indices from the end of the vertices read so far.
 *
 * Each solid must have the closed surface of a convex one with counter-clockwise faces: otherwise an InputError with
 * the geometric code says what is wrong. Its index is the line.
 */
import type { FileSurface, NamedPolyhedron } from './faces';
import { solidsOfSurface } from './faces';
import { addNotice, attempt, beginReading, checkMet, recordsOf, type FileRecords, type Reading, type ReadOptions } from './reading';
import { fileError, linesOfRows, numberAt, quoted, rowsOf, type Line } from './text';

/**
 * The solids of an OBJ file, in its order. Coordinates are in the unit of the file.
 *
 * Throws InputError with the line as `index`: 'bad-file' for the text, or a code of {@link polyhedronFromFaces}
 * ('open-surface', 'wrong-winding', 'non-convex', ...) for a surface that is not that of a convex solid. With `onError:
 * 'collect'` these are notices, and the other solids are returned. A file that has each corner once for every face at
 * it also gives 'open-surface': read such files with `weld: 0`.
 *
 * @example
 * ```ts
 * const [cube] = readObj(await readFile('cube.obj', 'utf8'), { weld: 0 });
 * addBody(bodies, { shape: cube.polyhedron });
 * ```
 */
export function readObj(text: string, options: ReadOptions = {}): FileRecords<NamedPolyhedron> {
  const reading = beginReading(options);
  const points: number[] = [];
  const sections: Section[] = [{ name: '', line: 1, isObject: false, faces: [], lines: [] }];
  let hasFaces = false;
  const unknown = new Map<string, { line: number; count: number }>();
  for (const line of linesOfRows(joinContinued(rowsOf(text)), /^#/)) {
    const keyword = line.words[0];
    const section = sections[sections.length - 1];
    if (keyword === 'v') {
      // A bad vertex keeps its number, so that the indices of others stay right.
      if (!attempt(reading, section.name, () => readVertex(points, line))) points.push(Number.NaN, Number.NaN, Number.NaN);
    } else if (keyword === 'f') {
      hasFaces = true;
      const face = attempt(reading, section.name, () => readFace(line, points.length / 3));
      if (!face) continue;
      section.faces.push(face);
      section.lines.push(line.number);
    } else if (keyword === 'o' || keyword === 'g') {
      sections.push({ name: line.words.slice(1).join(' '), line: line.number, isObject: keyword === 'o', faces: [], lines: [] });
    } else if (!PASSED_OVER.has(keyword)) {
      const earlier = unknown.get(keyword);
      if (earlier) earlier.count++;
      else unknown.set(keyword, { line: line.number, count: 1 });
    }
  }
  for (const [keyword, { line, count }] of unknown) {
    addNotice(reading, 'skipped', line, `the keyword ${quoted(keyword)} is not one of polygons; its ${count} lines were passed over`);
  }
  checkIndices(sections, points.length / 3, reading);
  if (!hasFaces) throw fileError(1, `expected faces ('f'), found none`);
  const largest = points.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);
  const surfaces = sections.some(({ isObject }) => isObject) ? objectsOf(sections) : [sections];
  const solids: NamedPolyhedron[] = [];
  for (const parts of surfaces) {
    for (const solid of solidsOfSurface(surfaceOf(parts, points, largest), 'object', reading)) solids.push(solid);
  }
  checkMet(reading, 'an object');
  return recordsOf(solids, reading);
}

/** What stands after an `o` or a `g` line. */
interface Section {
  readonly name: string;
  readonly line: number;
  readonly isObject: boolean;
  faces: number[][];
  lines: number[];
}

/** Keywords that may occur in a file of polygons and do not change the solid. */
const PASSED_OVER: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'vt',
  'vn',
  'vp',
  's',
  'mg',
  'usemtl',
  'mtllib',
  'usemap',
  'maplib',
  'l',
  'p',
  'bevel',
  'c_interp',
  'd_interp',
  'lod',
  'shadow_obj',
  'trace_obj',
]);

/**
 * A backslash at the end of a row continues it; empty rows replace the rows after it, so line numbers stay correct.
 * Each character is copied once, for any number of rows of a line.
 */
function joinContinued(rows: string[]): string[] {
  for (let k = 0; k < rows.length; k++) {
    if (!rows[k].endsWith('\\')) continue;
    const parts: string[] = [];
    let last = k;
    while (last + 1 < rows.length && rows[last].endsWith('\\')) parts.push(rows[last++].slice(0, -1));
    parts.push(rows[last]);
    rows.fill('', k + 1, last + 1);
    rows[k] = parts.join(' ');
    k = last;
  }
  return rows;
}

/** x y z, then optionally a weight, a colour, or both. */
function readVertex(points: number[], line: Line): true {
  const { words } = line;
  if (![4, 5, 7, 8].includes(words.length)) {
    throw fileError(line.number, `expected 'v' with x y z, and perhaps w or a colour, found ${words.length - 1} numbers`, words.length - 1);
  }
  const values = words.slice(1).map((_, k) => numberAt(line, k + 1, k < 3 ? 'a coordinate' : 'a weight or colour'));
  if (words.length !== 4 && words.length !== 7 && values[3] !== 1) {
    throw fileError(line.number, `expected the weight 1 (others belong to free-form geometry), found ${values[3]}`, values[3]);
  }
  points.push(values[0], values[1], values[2]);
  return true;
}

/** Words v, v/vt, v//vn or v/vt/vn; only v counts. `known` is the number of vertices read so far. */
function readFace(line: Line, known: number): number[] {
  if (line.words.length < 4)
    throw fileError(line.number, `expected a face of three or more vertices, found ${line.words.length - 1}`, line.words.length - 1);
  return line.words.slice(1).map((word) => {
    if (!/^-?\d+(?:\/-?\d+|\/\/-?\d+|\/-?\d+\/-?\d+)?$/.test(word))
      throw fileError(line.number, `expected v, v/vt, v//vn or v/vt/vn, found ${quoted(word)}`);
    const index = Number(word.split('/', 1)[0]);
    const v = index < 0 ? known + index : index - 1;
    if (index === 0 || v < 0) throw fileError(line.number, `expected a vertex from 1, or from -${known} to -1, found ${index}`, index);
    return v;
  });
}

/** A positive index may name a vertex that comes later in the file, so this check waits for its end. */
function checkIndices(sections: readonly Section[], count: number, reading: Reading): void {
  for (const section of sections) {
    const good: boolean[] = section.faces.map((face, k) =>
      Boolean(
        attempt(reading, section.name, () => {
          for (const v of face)
            if (v >= count) throw fileError(section.lines[k], `expected a vertex from 1 to ${count}, found ${v + 1}`, v + 1);
          return true;
        }),
      ),
    );
    section.faces = section.faces.filter((_, k) => good[k]);
    section.lines = section.lines.filter((_, k) => good[k]);
  }
}

/** The sections of each object: groups are parts of the object that they stand in. */
function objectsOf(sections: readonly Section[]): Section[][] {
  const objects: Section[][] = [];
  for (const section of sections) {
    if (section.isObject || objects.length === 0) objects.push([section]);
    else objects[objects.length - 1].push(section);
  }
  return objects;
}

/** The polygons of several sections. In an object all have its name, otherwise that of their own group. */
function surfaceOf(sections: readonly Section[], points: readonly number[], largest: number): FileSurface {
  const faces: number[][] = [];
  const lines: number[] = [];
  const sectionOf: Section[] = [];
  for (const section of sections) {
    section.faces.forEach((face, k) => {
      faces.push(face);
      lines.push(section.lines[k]);
      sectionOf.push(sections[0].isObject ? sections[0] : section);
    });
  }
  return { points, largest, faces, lines, partOf: (k) => sectionOf[k] };
}
