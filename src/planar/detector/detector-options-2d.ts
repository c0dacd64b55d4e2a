/** Options of a detector in the plane, and their checks. */
import { checkPeriodicBox2d, type PeriodicBox2d } from '../../broad-phase/periodic';
import { cellOf2d, checkPeriodicCell2d, type PeriodicCell2d } from '../../broad-phase/periodic-cell';
import { InputError } from '../../math/input-error';
import { checkArray } from '../../body/body-arrays';
import { checkCommonOptions, checkRowArrays } from '../../detector-shared/check-options';
import { checkSeamOptions, type SeamOptions } from '../../detector-shared/seam-options';
import type { BodySet2d } from '../body/body-set-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import type { ContactMethod2d } from '../contact/method-2d';
import type { LineWall } from '../wall/line-wall';

export interface DetectorOptions2d {
  /** The bodies; the detector reads them in every step and changes nothing. */
  readonly bodies: BodySet2d;
  /** How contacts of pairs are found, such as `shortestLinkMethod2d`. */
  readonly method: ContactMethod2d;
  /** Pairs up to this far apart are contacts, with their gap: a length >= 0, default 0. */
  readonly margin?: number | undefined;
  /**
   * The near list holds pairs up to this much farther apart than the margin, so that it serves several steps: a length
   * >= 0. Default a tenth of the mean bounding radius of the bodies that move freely. Contacts do not depend on it,
   * only the time does.
   */
  readonly skin?: number | undefined;
  /**
   * Pairs and walls that touch list points with a gap of at most this, if it is more than the margin: a length >= 0,
   * default 0. Solvers that keep a body from tipping over want points that are about to press: some 0.5 % of the size
   * of a body, and more than the gap at which bodies rest.
   */
  readonly pointMargin?: number | undefined;
  /** Most points of a contact: the deepest and the farthest from it first. A whole number >= 0, default 0: all. */
  readonly maxPoints?: number | undefined;
  /** {@link DetectOptions2d}: lengths >= 0, default 0. */
  readonly band?: number | undefined;
  readonly minLength?: number | undefined;
  /**
   * A periodic box, or a periodic cell with vectors in any directions; default none. The cell is read in every step, so
   * its vectors may move (docs/periodic.md). The box is read once.
   */
  readonly periodic?: PeriodicBox2d | PeriodicCell2d | undefined;
  /** Half-planes ({@link lineWall}); they may be moved between steps. Default none. */
  readonly walls?: readonly LineWall[] | undefined;
  /**
   * How near pairs are found: 'near-pairs', the default, for bodies of any sizes, or 'nbs', the search of the paper
   * (`nbsPairs2d`), for bodies of similar size without a periodic box. Contacts do not depend on it.
   */
  readonly search?: 'near-pairs' | 'nbs' | undefined;
  /**
   * The seam filter (docs/seams.md), so that bodies slide over others laid flush as over one: `{}` or lengths. Default:
   * none.
   */
  readonly seams?: SeamOptions | undefined;
  /** Contacts to make room for at the start, default 64; the list grows as needed. */
  readonly capacity?: number | undefined;
  /** Whether the contact list lies on shared memory. */
  readonly shared?: boolean | undefined;
}

/** Throws InputError 'bad-option' for a disc or rod when the method takes polygons only. */
function checkCores({ bodies, method }: DetectorOptions2d): void {
  if (method.takesCores === true) return;
  for (let i = 0; i < bodies.count; i++) {
    const shape = bodies.shapes[bodies.shapeIndex[i]] as ConvexPolygon | undefined;
    if (!(shape !== undefined && shape.dimension < 2)) continue;
    const words = `body ${i} is a ${shape.dimension === 0 ? 'disc' : 'rod'}`;
    throw new InputError('bad-option', `the method '${method.name}' takes polygons only, but ${words}: take 'exact' or 'slm'`, i);
  }
}

/** Throws InputError for options that a detector cannot work with. */
export function checkDetectorOptions2d(options: DetectorOptions2d): void {
  const { periodic, walls, search } = checkCommonOptions(options, 'createBodySet2d', 'exactLineMethod or shortestLinkMethod2d', [
    'margin',
    'pointMargin',
    'skin',
    'band',
    'minLength',
  ]);
  if (!(options.bodies.rotations instanceof Float64Array))
    throw new InputError('bad-option', 'a detector in the plane needs bodies of the plane, such as createBodySet2d makes');
  checkCores(options);
  checkSeamOptions(options.seams);
  const cell = cellOf2d(periodic);
  if (cell !== undefined) checkPeriodicCell2d(cell);
  else if (periodic !== undefined) checkPeriodicBox2d(periodic as PeriodicBox2d);
  if (search !== undefined && search !== 'near-pairs' && search !== 'nbs')
    throw new InputError('bad-option', `search must be 'near-pairs' or 'nbs', got ${String(search)}`);
  if (search === 'nbs' && periodic !== undefined)
    throw new InputError('bad-option', "the search 'nbs' knows no periodic box: take 'near-pairs'");
  if (walls === undefined) return;
  if (!Array.isArray(walls)) throw new InputError('bad-option', 'walls must be an array of walls, such as lineWall makes');
  walls.forEach((wall: LineWall | null | undefined, w) => {
    if (wall?.kind !== 'line' || !(wall.normal instanceof Float64Array) || wall.normal.length !== 2)
      throw new InputError('bad-option', `walls[${w}] is no wall: lineWall makes one`, w);
  });
}

/** Throws InputError when arrays of a body set are missing or too short for its count. */
export function checkBodyArrays2d(bodies: BodySet2d): void {
  checkRowArrays(bodies, 2);
  checkArray('rotations', bodies.rotations, Float64Array, 2 * bodies.count);
}
