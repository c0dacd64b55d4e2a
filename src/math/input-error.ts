/**
 * Causes of wrong input: one stable code for each cause. Programs should test `error.code`, not the message and not
 * `instanceof`: the ESM and the CommonJS build of this package are two copies of the class.
 */
export type InputErrorCode =
  | 'bad-length' // an array has the wrong number of entries
  | 'not-finite' // NaN or infinity
  | 'too-few-points' // fewer than four points or half-spaces
  | 'too-many-vertices' // more corners than kernels have room for
  | 'coincident' // all points are one point
  | 'collinear' // all points on one line
  | 'flat' // all points in one plane, half-spaces that leave no volume, or a periodic cell without
  | 'empty' // half-spaces without a common point
  | 'unbounded' // half-spaces that do not close
  | 'not-unit' // a normal or quaternion that is not of unit length
  | 'non-convex' // a face or an edge that is not convex
  | 'non-planar' // a polygon whose corners are not in one plane
  | 'open-surface' // an edge that only one face has
  | 'non-manifold' // an edge or a vertex that too many faces share, or a surface in several pieces
  | 'wrong-winding' // a face that is clockwise seen from outside
  | 'degenerate-face' // a face with fewer than three distinct corners or without area
  | 'bad-index' // an index outside its array
  | 'bad-option' // an option outside its range
  | 'bad-radius' // a negative or non-finite radius
  | 'unused-node' // a node of a mesh that no element has
  | 'shared-node' // a node of a mesh that two blocks have
  | 'bad-file'; // a file that does not follow its format; index: the line, from 1, or in binary files the byte, from 0

/**
 * Thrown where data enters the library (construction, checks, readers), never by a kernel.
 *
 * @example
 * ```ts
 * try {
 *   polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
 * } catch (error) {
 *   if ((error as InputError).code === 'flat') console.log('four corners of a square enclose no volume');
 * }
 * ```
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** The cause, stable across versions. */
  readonly code: InputErrorCode;
  /** The wrong point, plane, face, body or line; -1 when no single one is wrong. */
  readonly index: number;
  /** The measured value that broke the rule (a length, a count, the wrong number); NaN when there is none. */
  readonly value: number;

  constructor(code: InputErrorCode, message: string, index = -1, value = Number.NaN) {
    super(message);
    this.code = code;
    this.index = index;
    this.value = value;
  }
}
