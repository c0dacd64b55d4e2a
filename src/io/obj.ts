/**
 * Wavefront OBJ in: the polygons of each object as a convex polyhedron.
 *
 * Source: the OBJ format description, "B1. Object Files (.obj)". Kept are vertices (in full) and polygons, as they stand; texture coordinates, normals,
 * materials, smoothing, lines and points say nothing of the solid and are passed over. Free-form curves and surfaces are refused.
 *
 * An object is what stands after an `o` line. In a file without `o` lines it is a group (`g`), or several groups when their faces share
 * vertices, for then the groups are parts of one surface. Vertices are counted through the whole file, negative indices from the end
 * of the vertices read so far.
 *
 * Each object must be the closed surface of a convex solid with counter-clockwise faces: InputError with the geometric
 * code says what is wrong, its index is the line.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { solidOfSurface } from './faces';
import { fileError, linesOf, numberAt, quoted, type Line } from './text';

/** A solid of a file, with its name. */
export interface NamedPolyhedron {
  /** Name after `o` or `g`; '' where there is none. */
  readonly name: string;
  readonly polyhedron: ConvexPolyhedron;
  /** Line where the object begins. */
  readonly line: number;
}

/**
 * The solids of an OBJ file, in its order. Throws InputError with the line as `index`: 'bad-file' for the text, or a code of
 * {@link polyhedronFromFaces} ('open-surface', 'wrong-winding', 'non-convex', ...) for an object that is no convex solid.
 *
 * @example
 * ```ts
 * const [cube] = readObj(await readFile('cube.obj', 'utf8'));
 * addBody(bodies, { shape: cube.polyhedron });
 * ```
 */
export function readObj(text: string): NamedPolyhedron[] {
  if (typeof text !== 'string') throw fileError(1, `expected the text of a file, not ${typeof text}`);
  const points: number[] = [];
  const sections: Section[] = [{ name: '', line: 1, isObject: false, faces: [], lines: [] }];
  for (const line of linesOf(joinContinued(text), /^#/)) {
    const keyword = line.words[0];
    if (keyword === 'v') readVertex(points, line);
    else if (keyword === 'f') {
      const section = sections[sections.length - 1];
      section.faces.push(readFace(line, points.length / 3));
      section.lines.push(line.number);
    } else if (keyword === 'o' || keyword === 'g') {
      sections.push({ name: line.words.slice(1).join(' '), line: line.number, isObject: keyword === 'o', faces: [], lines: [] });
    } else if (!PASSED_OVER.has(keyword)) {
      throw fileError(line.number, `expected 'v', 'f', 'o' or 'g' or another keyword of polygons, found ${quoted(keyword)}`);
    }
  }
  // A positive index may name a vertex that comes later in the file, so the check waits for its end.
  for (const { faces, lines } of sections) {
    faces.forEach((face, k) => {
      for (const v of face) {
        if (v >= points.length / 3) throw fileError(lines[k], `expected a vertex from 1 to ${points.length / 3}, found ${v + 1}`, v + 1);
      }
    });
  }
  const solids = uniteSections(sections);
  if (solids.length === 0) throw fileError(1, `expected faces ('f'), found none`);
  return solids.map(({ name, line, faces, lines }) => {
    const title = name === '' ? 'object' : `object ${quoted(name)}`;
    return { name, line, polyhedron: solidOfSurface({ points, faces, lines }, title, line) };
  });
}

interface Section {
  name: string;
  line: number;
  isObject: boolean;
  faces: number[][];
  lines: number[];
}

/** Keywords that may stand in a file of polygons and do not change the solid. */
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

/** A backslash at the end of a line continues it; the empty line that takes the place of the next one keeps the line numbers right. */
function joinContinued(text: string): string {
  const rows = text.split(/\r\n|\n|\r/);
  for (let k = 0; k + 1 < rows.length; k++) {
    let after = k + 1;
    while (rows[k].endsWith('\\') && after < rows.length) {
      rows[k] = `${rows[k].slice(0, -1)} ${rows[after]}`;
      rows[after++] = '';
    }
  }
  return rows.join('\n');
}

/** x y z, then perhaps a weight, or a colour, or both. */
function readVertex(points: number[], line: Line): void {
  const { words } = line;
  if (![4, 5, 7, 8].includes(words.length)) {
    throw fileError(line.number, `expected 'v' with x y z, and perhaps w or a colour, found ${words.length - 1} numbers`, words.length - 1);
  }
  for (let k = 1; k < words.length; k++) {
    const value = numberAt(line, k, k < 4 ? 'a coordinate' : 'a weight or colour');
    if (k < 4) points.push(value);
    else if (k === 4 && words.length !== 7 && value !== 1) {
      throw fileError(line.number, `expected the weight 1 (others belong to free-form geometry), found ${value}`, value);
    }
  }
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

/** Sections put together to one solid each, in order of their first; empty ones are left out. */
function uniteSections(sections: readonly Section[]): Section[] {
  // Every section points to an earlier one that it belongs to, or to itself.
  const parent = sections.map((_, k) => k);
  const root = (k: number): number => {
    while (parent[k] !== k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  };
  if (sections.some((section) => section.isObject)) {
    // Groups are parts of the object that they stand in.
    sections.forEach((section, k) => {
      if (!section.isObject && k > 0) parent[k] = k - 1;
    });
  } else {
    const firstUser = new Map<number, number>();
    sections.forEach((section, k) => {
      for (const v of section.faces.flat()) {
        const a = root(firstUser.get(v) ?? k);
        const b = root(k);
        parent[Math.max(a, b)] = Math.min(a, b);
        firstUser.set(v, Math.min(a, b));
      }
    });
  }
  const united = new Map<number, Section>();
  sections.forEach((section, k) => {
    const r = root(k);
    const whole = united.get(r) ?? { ...sections[r], faces: [], lines: [] };
    united.set(r, whole);
    for (const face of section.faces) whole.faces.push(face);
    for (const line of section.lines) whole.lines.push(line);
  });
  return [...united.values()].filter((section) => section.faces.length > 0);
}
