/** Options of a detector, and their checks. */
import type { BodySet } from '../body/body-set';
import { checkPeriodicBox, type PeriodicBox } from '../broad-phase/periodic';
import { cellOf, checkPeriodicCell, type PeriodicCell } from '../broad-phase/periodic-cell';
import type { ContactMethod } from '../contact/method';
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { checkArray } from '../body/body-arrays';
import { checkCommonOptions, checkRowArrays } from '../detector-shared/check-options';
import { checkSeamOptions, type SeamOptions } from '../detector-shared/seam-options';
import type { Wall } from './wall-contacts';

export interface DetectorOptions {
  /** The bodies; the detector reads them in every step and changes nothing. */
  readonly bodies: BodySet;
  /** How contacts of pairs are found, such as `shortestLinkMethod`. */
  readonly method: ContactMethod;
  /** Pairs up to this far apart are contacts, with their gap: a length >= 0, default 0. */
  readonly margin?: number | undefined;
  /**
   * The near list holds pairs up to this much farther apart than the margin, so that it serves several steps: a length
   * >= 0. Default a tenth of the mean bounding radius of the bodies that move freely. Contacts do not depend on it,
   * only the time does.
   */
  readonly skin?: number | undefined;
  /**
   * Pairs and walls that touch list points with a gap of at most this, if it is larger than the margin: a length >= 0,
   * default 0. Some solvers need points that do not press yet, to keep a body from tipping over: take about 0.5 % of
   * the size of a body, and more than the gap at which bodies rest.
   */
  readonly pointMargin?: number | undefined;
  /** Largest number of points of a contact, chosen to span it: an integer >= 0; default 0: all. */
  readonly maxPoints?: number | undefined;
  /** {@link DetectOptions}: lengths >= 0 and an area >= 0, default 0. */
  readonly band?: number | undefined;
  readonly minArea?: number | undefined;
  /**
   * A periodic box, or a periodic cell with vectors in any directions; default none. The cell is read in every step, so
   * its vectors may move (docs/periodic.md). The box is read once.
   */
  readonly periodic?: PeriodicBox | PeriodicCell | undefined;
  /** Planes and meshes ({@link planeWall}, {@link meshWall}); they may be moved between steps. Default none. */
  readonly walls?: readonly Wall[] | undefined;
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

/** Throws InputError 'bad-option' for a sphere, rod or plate when the method takes solids only. */
function checkCores({ bodies, method }: DetectorOptions): void {
  if (method.takesCores === true) return;
  for (let i = 0; i < bodies.count; i++) {
    const shape = bodies.shapes[bodies.shapeIndex[i]] as ConvexPolyhedron | undefined;
    if (!(shape !== undefined && shape.dimension < 3)) continue;
    const words = `body ${i} is a ${['sphere', 'rod', 'plate'][shape.dimension]}`;
    throw new InputError('bad-option', `the method '${method.name}' takes solids only, but ${words}: take 'exact' or 'slm'`, i);
  }
}

/** Throws InputError for options that a detector cannot work with. */
export function checkDetectorOptions(options: DetectorOptions): void {
  const { periodic, walls } = checkCommonOptions(options, 'createBodySet', 'exactMethod or shortestLinkMethod', [
    'margin',
    'pointMargin',
    'skin',
    'band',
    'minArea',
  ]);
  checkCores(options);
  checkSeamOptions(options.seams);
  const cell = cellOf(periodic);
  if (cell !== undefined) checkPeriodicCell(cell);
  else if (periodic !== undefined) checkPeriodicBox(periodic as PeriodicBox);
  if (walls === undefined) return;
  if (!Array.isArray(walls)) throw new InputError('bad-option', 'walls must be an array of walls, such as planeWall makes');
  walls.forEach((wall: Wall | null | undefined, w) => {
    if (wall?.kind !== 'plane' && wall?.kind !== 'mesh')
      throw new InputError('bad-option', `walls[${w}] is no wall: planeWall or meshWall makes one`, w);
  });
}

/** Throws InputError when arrays of a body set are missing or too short for its count. */
export function checkBodyArrays(bodies: BodySet): void {
  checkRowArrays(bodies, 3);
  checkArray('orientations', bodies.orientations, Float64Array, 4 * bodies.count);
}
