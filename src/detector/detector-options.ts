/** Options of a detector, and the checks at the door. */
import type { BodySet } from '../body/body-set';
import { checkPeriodicBox, type PeriodicBox } from '../broad-phase/periodic';
import type { ContactMethod } from '../contact/method';
import { InputError } from '../math/input-error';
import type { Wall } from './wall-contacts';

export interface DetectorOptions {
  /** The bodies; the detector looks at them in every step and changes nothing. */
  readonly bodies: BodySet;
  /** How contacts of pairs are found, such as `shortestLinkMethod`. */
  readonly method: ContactMethod;
  /** Pairs up to this far apart are contacts, with their gap: a length >= 0, default 0. */
  readonly margin?: number | undefined;
  /**
   * The near list holds pairs up to this much farther apart than the margin, so that it serves several steps: a length >= 0. Default a tenth of the mean bounding radius of
   * the bodies that move freely. Contacts do not depend on it, only the time does.
   */
  readonly skin?: number | undefined;
  /** {@link DetectOptions}: lengths >= 0 and an area >= 0, default 0. */
  readonly band?: number | undefined;
  readonly minArea?: number | undefined;
  /** A box that repeats; default none. */
  readonly periodic?: PeriodicBox | undefined;
  /** Planes and meshes ({@link planeWall}, {@link meshWall}); they may be moved between steps. Default none. */
  readonly walls?: readonly Wall[] | undefined;
  /** Contacts to make room for at the start, default 64; the list grows as needed. */
  readonly capacity?: number | undefined;
  /** Whether the contact list lies on shared memory. */
  readonly shared?: boolean | undefined;
}

/** Throws InputError for options that a detector cannot work with. */
export function checkDetectorOptions(options: DetectorOptions): void {
  // The types say so, but plain JavaScript does not.
  const given = (options as DetectorOptions | null) ?? ({} as Partial<DetectorOptions>);
  if (!(given.bodies?.positions instanceof Float64Array) || !Array.isArray(given.bodies.shapes)) {
    throw new InputError('bad-option', 'a detector needs bodies: a body set, such as createBodySet makes');
  }
  const { method } = given;
  if (typeof method?.detect !== 'function' || !isCount(method.stateInts) || !isCount(method.stateFloats)) {
    throw new InputError('bad-option', 'a detector needs a method, such as exactMethod or shortestLinkMethod');
  }
  if (method.sharpOnly === true) {
    const rounded = given.bodies.rounding.subarray(0, given.bodies.count).findIndex((radius) => radius > 0);
    if (rounded >= 0) {
      throw new InputError(
        'bad-option',
        `the method '${method.name}' takes sharp bodies only, but body ${rounded} has a rounding radius: set it to 0 or take another method`,
        rounded,
        given.bodies.rounding[rounded],
      );
    }
  }
  for (const name of ['margin', 'skin', 'band', 'minArea'] as const) {
    const value = given[name];
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
      throw new InputError('bad-option', `${name} must be a finite number >= 0, got ${String(value)}`, -1, value);
    }
  }
  const { capacity, periodic, walls } = given;
  if (capacity !== undefined && !(isCount(capacity) && capacity <= MOST_CONTACTS)) {
    throw new InputError('bad-option', `capacity must be a whole number from 0 to ${MOST_CONTACTS}, got ${String(capacity)}`, -1, capacity);
  }
  if (periodic !== undefined) checkPeriodicBox(periodic);
  if (walls === undefined) return;
  if (!Array.isArray(walls)) throw new InputError('bad-option', 'walls must be an array of walls, such as planeWall makes');
  walls.forEach((wall: Wall | null | undefined, w) => {
    if (wall?.kind !== 'plane' && wall?.kind !== 'mesh')
      throw new InputError('bad-option', `walls[${w}] is no wall: planeWall or meshWall makes one`, w);
  });
}

/** Throws InputError when the arrays of a body set are too short for its count. */
export function checkBodyArrays(bodies: BodySet): void {
  const { count } = bodies;
  if (!isCount(count))
    throw new InputError('bad-option', `the body set's count must be a whole number >= 0, got ${String(count)}`, -1, count);
  needs(bodies.shapeIndex, 'shapeIndex', count);
  needs(bodies.positions, 'positions', 3 * count);
  needs(bodies.orientations, 'orientations', 4 * count);
  needs(bodies.rounding, 'rounding', count);
  needs(bodies.group, 'group', count);
  needs(bodies.flags, 'flags', count);
  needs(bodies.category, 'category', count);
  needs(bodies.mask, 'mask', count);
  needs(bodies.generation, 'generation', count);
}

function needs(array: ArrayLike<number>, name: string, needed: number): void {
  if (array.length < needed)
    throw new InputError('bad-length', `${name} has ${array.length} entries, the body set needs ${needed}`, -1, array.length);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** Three numbers a contact stay below the longest typed array. */
const MOST_CONTACTS = 2 ** 28;
