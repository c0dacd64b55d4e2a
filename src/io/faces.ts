import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { polyhedronFromFaces } from '../polyhedron/from-faces';

/** A closed surface as a file gives it: polygons over a list of points, with the line of each polygon. */
export interface FileSurface {
  /** x y z packed. */
  readonly points: ArrayLike<number>;
  /** Point indices of each polygon, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Line of each polygon. */
  readonly lines: readonly number[];
}

/**
 * The solid that a surface of a file encloses. Vertices and faces keep the order of the file; points that no face uses are left out. Errors of
 * the geometry keep their code and value; their index, the face at fault, becomes its line or, where no single face is, `line`.
 */
export function solidOfSurface(surface: FileSurface, title: string, line: number): ConvexPolyhedron {
  const { points, faces, lines } = surface;
  // A file may hold other solids far away, which must not count for this one's rounding.
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  const newIndex = new Map(used.map((v, k) => [v, k]));
  const own = new Float64Array(3 * used.length);
  used.forEach((v, k) => own.set([points[3 * v], points[3 * v + 1], points[3 * v + 2]], 3 * k));
  const compact = faces.map((face) => face.map((v) => newIndex.get(v)!));
  try {
    return polyhedronFromFaces(own, compact);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const at = error.index >= 0 ? lines[error.index] : line;
    throw new InputError(error.code, `line ${at}: ${title}: ${error.message}`, at, error.value);
  }
}
