import { InputError } from '../math/input-error';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { polyhedronFromFaces } from '../polyhedron/from-faces';
import { addNotice, attempt, wants, type Reading } from './reading';
import { quoted } from './text';
import { weldPoints } from '../polyhedron/weld-points';

/** A solid of a file, with its name. */
export interface NamedPolyhedron {
  /** Name of the object or group; '' without a name, and in OFF files. */
  readonly name: string;
  readonly polyhedron: ConvexPolyhedron;
  /** Line where the object begins; of the second and further solids of an object the line of their first face. */
  readonly line: number;
}

/** One or several closed surfaces as a file gives them: polygons over a list of points. */
export interface FileSurface {
  /** x y z packed. */
  readonly points: ArrayLike<number>;
  /** Largest absolute value among the points. */
  readonly largest: number;
  /** Point indices of each polygon, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Line of each polygon. */
  readonly lines: readonly number[];
  /** Name and first line of what polygon k belongs to. */
  readonly partOf: (k: number) => { readonly name: string; readonly line: number };
}

/**
 * The solids that the surfaces of a file enclose: polygons that share corners are one surface, in the order of their
 * first polygons. Vertices and faces keep the order of the file; points that no face uses are left out.
 *
 * With `weld`, corners that are close become one first; polygons that have fewer than three corners left are left out
 * with a notice.
 *
 * Errors of the geometry keep their code and value; their index, the wrong face, becomes its line, or the line of the
 * solid if no single face is wrong.
 */
export function solidsOfSurface(surface: FileSurface, what: string, reading: Reading): NamedPolyhedron[] {
  const own = compacted(surface.points, surface.faces);
  let { points, faces } = own;
  let { lines } = surface;
  let kept = [...faces.keys()];
  if (reading.weld !== undefined) {
    const welded = weldPoints(points.slice(), reading.weld * surface.largest);
    points = welded.points;
    faces = faces.map((face) => withoutRepeats(face.map((v) => welded.indexOf[v])));
    kept = kept.filter((k) => faces[k].length > 2);
    const lost = faces.length - kept.length;
    if (lost > 0) {
      const first = faces.findIndex((face) => face.length <= 2);
      addNotice(reading, 'changed', lines[first], `${lost} faces of ${what} had no area left when corners were joined, and were left out`);
    }
    faces = kept.map((k) => faces[k]);
    lines = kept.map((k) => lines[k]);
  }

  const solids: NamedPolyhedron[] = [];
  const met = new Set<object>();
  /** Whether corners of the file are equal: then `weld` may help. Determined once, after an error. */
  let repeated: boolean | undefined;
  const hint = (): string => {
    if (reading.weld !== undefined) return '';
    repeated ??= weldPoints(own.points.slice(), 0).count < own.points.length / 3;
    return repeated ? '; the file has corners that are equal, and the option weld: 0 joins them' : '';
  };
  for (const piece of connectedFaces(faces, points.length / 3)) {
    const part = surface.partOf(kept[piece[0]]);
    if (!wants(reading, part.name)) continue;
    const line = met.has(part) ? lines[piece[0]] : part.line;
    met.add(part);
    const title = part.name === '' ? what : `${what} ${quoted(part.name)}`;
    const polyhedron = attempt(reading, part.name, () => {
      const alone = compacted(
        points,
        piece.map((f) => faces[f]),
      );
      // The time of the checks of a face grows with the square of its corners, so faces have a separate limit.
      const large = alone.faces.find((face) => face.length > MAX_VERTICES);
      try {
        if (large) {
          const words = `a face has ${large.length} corners, the most is ${MAX_VERTICES}`;
          throw new InputError('too-many-vertices', words, alone.faces.indexOf(large), large.length);
        }
        return polyhedronFromFaces(alone.points, alone.faces);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // For 'not-finite' the index is that of a point.
        const at = error.index >= 0 && error.code !== 'not-finite' ? lines[piece[error.index]] : line;
        const more = error.code === 'open-surface' ? hint() : '';
        throw new InputError(error.code, `line ${at}: ${title}: ${error.message}${more}`, at, error.value);
      }
    });
    if (polyhedron) solids.push({ name: part.name, polyhedron, line });
  }
  return solids;
}

/**
 * The points that faces use, in their order, and the faces over these. A file may contain other solids far away, which
 * must not influence the rounding of this one.
 */
function compacted(points: ArrayLike<number>, faces: readonly (readonly number[])[]): { points: Float64Array; faces: number[][] } {
  const newIndex = new Map<number, number>();
  for (const face of faces) for (const v of face) newIndex.set(v, 0);
  const used = Int32Array.from(newIndex.keys()).sort();
  const own = new Float64Array(3 * used.length);
  used.forEach((v, k) => {
    newIndex.set(v, k);
    for (let i = 0; i < 3; i++) own[3 * k + i] = points[3 * v + i];
  });
  return { points: own, faces: faces.map((face) => face.map((v) => newIndex.get(v)!)) };
}

/** A polygon in which no corner follows itself. */
function withoutRepeats(face: readonly number[]): number[] {
  return face.filter((v, k) => v !== face[(k + 1) % face.length]);
}

/** Groups of faces that share points. Each list, and the lists themselves, are in the order of the faces. */
function connectedFaces(faces: readonly (readonly number[])[], count: number): number[][] {
  // Every point leads to another point of its piece, and finally to the representative of the piece.
  const parent = Int32Array.from({ length: count }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  for (const face of faces) {
    const r = root(face[0]);
    for (const v of face) parent[root(v)] = r;
  }
  const pieces = new Map<number, number[]>();
  faces.forEach((face, f) => {
    const r = root(face[0]);
    const piece = pieces.get(r);
    if (piece) piece.push(f);
    else pieces.set(r, [f]);
  });
  return [...pieces.values()];
}
