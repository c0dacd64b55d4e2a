/**
 * Changes of the bodies since the last step, found by reading all of them. The user does not have to announce a change,
 * so no change can be forgotten.
 *
 * - Health: removed rows, and invalid bodies (a pose or radius that is not finite, an orientation that is not a
 *   rotation, no such shape).
 * - Replaced rows: another generation or shape. What was kept of the row is not its successor's.
 * - Changed ones: rounding, group, flags, category or mask; pairs excluded or included.
 * - Motion, measured twice: since the last step, for methods that want it, and since the near list was built.
 *
 * Health and motion depend on how poses are written: body-watch.ts of the detectors finds them in space and in the
 * plane, with {@link reserveWatch} before and {@link compareRows} after. What is compared with is kept by {@link
 * keepRows} and {@link keepPoses}, after everything that may throw: a step that throws leaves the last step as it was.
 */
import { longer } from '../math/longer';
import type { BodySet } from '../body/body-set';

export const Health = { Good: 0, Removed: 1, Invalid: 2 } as const;

/** Why the near list has to be built again; 0: it need not. The largest one counts. */
export const Rebuild = { None: 0, Moved: 1, Changed: 2, Bodies: 3, First: 4 } as const;

/**
 * A body that is put back into the periodic box by a whole number of edges counts as moved by this part of the way. The
 * new position is rounded, and so are its differences from the positions of other bodies: by 2^-52 of the way at most
 * for each. 2^-49 is far more.
 */
export const SHIFT_ROUNDING = 2 ** -49;

/** A body set of space or of the plane, but for its poses. */
export type BodyRows = Pick<
  BodySet,
  'count' | 'shapeIndex' | 'rounding' | 'group' | 'flags' | 'category' | 'mask' | 'generation' | 'excluded'
> & {
  readonly shapes: readonly object[];
};

export interface RowWatch {
  /** Numbers of a position and of an orientation. */
  readonly coordinates: number;
  readonly turnNumbers: number;
  /** Bodies looked at in the last step. */
  count: number;
  /** The shapes of the last step. */
  readonly shapes: object[];
  /** The first one of this step that is another, or new; see {@link firstOtherShape}. */
  otherShape: number;
  /** Whether {@link keepRows} has settings to copy. */
  changed: boolean;
  /** Whether a rounding radius has changed, and so distances of bodies that have not moved. */
  resized: boolean;
  shapeIndex: Int32Array;
  generation: Uint32Array;
  rounding: Float64Array;
  group: Int32Array;
  flags: Uint8Array;
  category: Uint32Array;
  mask: Uint32Array;
  /** Changes of the excluded pairs up to then. */
  excludedChanges: number;
  /** Poses of the last step, and those for which the near list was built. */
  lastPositions: Float64Array;
  lastTurns: Float64Array;
  builtPositions: Float64Array;
  builtTurns: Float64Array;
  /** Health of each body, and when the near list was built. */
  health: Uint8Array;
  builtHealth: Uint8Array;
  /** 1: the row has another body than in the last step. */
  replaced: Uint8Array;
  /** 1: pairs were left out of the near list because of this body's faces. */
  turning: Uint8Array;
  /** Largest motion of a vertex since the last step; 0 for bodies that have no last step. */
  motion: Float64Array;
  /** Motion since the near list was built, of bodies that are healthy and were so then. */
  sinceBuilt: Float64Array;
  /** The two largest of these. */
  readonly largest: Float64Array;
  invalidCount: number;
  /** Rows of invalid bodies, ascending. */
  invalid: Int32Array;
}

/** `shared`: health, motion and the poses of the last step lie on SharedArrayBuffers, for workers. */
export function createRowWatch(coordinates: number, turnNumbers: number, shared = false): RowWatch {
  const floats = new Float64Array(0);
  const bytes = new Uint8Array(0);
  const words = new Uint32Array(0);
  const ints = new Int32Array(0);
  return {
    coordinates,
    turnNumbers,
    count: 0,
    shapes: [],
    otherShape: 0,
    changed: false,
    resized: false,
    shapeIndex: ints,
    generation: words,
    rounding: floats,
    group: ints,
    flags: bytes,
    category: words,
    mask: words,
    excludedChanges: 0,
    lastPositions: shared ? new Float64Array(new SharedArrayBuffer(0)) : floats,
    lastTurns: shared ? new Float64Array(new SharedArrayBuffer(0)) : floats,
    builtPositions: floats,
    builtTurns: floats,
    health: shared ? new Uint8Array(new SharedArrayBuffer(0)) : bytes,
    builtHealth: bytes,
    replaced: bytes,
    turning: bytes,
    motion: shared ? new Float64Array(new SharedArrayBuffer(0)) : floats,
    sinceBuilt: floats,
    largest: new Float64Array(2),
    invalidCount: 0,
    invalid: ints,
  };
}

/** Makes room for this many rows. */
export function reserveWatch(watch: RowWatch, count: number): void {
  if (count <= watch.shapeIndex.length) return;
  const room = Math.max(16, count, Math.ceil(1.5 * watch.shapeIndex.length));
  watch.shapeIndex = longer(watch.shapeIndex, room);
  watch.generation = longer(watch.generation, room);
  watch.rounding = longer(watch.rounding, room);
  watch.group = longer(watch.group, room);
  watch.flags = longer(watch.flags, room);
  watch.category = longer(watch.category, room);
  watch.mask = longer(watch.mask, room);
  watch.lastPositions = longer(watch.lastPositions, watch.coordinates * room);
  watch.lastTurns = longer(watch.lastTurns, watch.turnNumbers * room);
  watch.builtPositions = longer(watch.builtPositions, watch.coordinates * room);
  watch.builtTurns = longer(watch.builtTurns, watch.turnNumbers * room);
  watch.health = longer(watch.health, room);
  watch.builtHealth = longer(watch.builtHealth, room);
  watch.replaced = longer(watch.replaced, room);
  watch.turning = longer(watch.turning, room);
  watch.motion = longer(watch.motion, room);
  watch.sinceBuilt = longer(watch.sinceBuilt, room);
  watch.invalid = longer(watch.invalid, room);
}

/**
 * The first shape that was not in its place in the last step; those before are known. Returns the number of shapes if
 * all are.
 */
export function firstOtherShape(watch: RowWatch, shapes: readonly object[]): number {
  const both = Math.min(shapes.length, watch.shapes.length);
  let s = 0;
  while (s < both && shapes[s] === watch.shapes[s]) s++;
  watch.otherShape = s;
  return s;
}

/**
 * Compares the rows with those of the last step, `health`, `motion`, `sinceBuilt` and `otherShape` being set, and says
 * why the near list has to be built again, motion apart: that is `largest`, for the caller to compare with the skin.
 * Changes nothing that it compares with.
 */
export function compareRows(watch: RowWatch, bodies: BodyRows): number {
  const count = bodies.count;
  const before = watch.count;
  const otherShapes = watch.otherShape < watch.shapes.length;
  let reason: number = bodies.excluded.changes === watch.excludedChanges ? Rebuild.None : Rebuild.Changed;
  watch.changed = otherShapes;
  watch.resized = false;
  watch.invalidCount = 0;
  let first = 0;
  let second = 0;
  const { shapeIndex, generation, shapes } = bodies;
  const { health, replaced, motion, sinceBuilt } = watch;
  for (let i = 0; i < before || i < count; i++) {
    replaced[i] = 0;
    if (i >= count) {
      // Rows cut off by a smaller count.
      health[i] = Health.Removed;
      continue;
    }
    const s = shapeIndex[i];
    if (
      i >= before ||
      s !== watch.shapeIndex[i] ||
      generation[i] !== watch.generation[i] ||
      (otherShapes && shapes[s] !== watch.shapes[s])
    ) {
      replaced[i] = 1;
      if (s >= 0) reason = Math.max(reason, Rebuild.Bodies);
      watch.changed = true;
    } else if (health[i] === Health.Good && hasChanged(watch, bodies, i)) {
      // Settings of an invalid body are compared when it is healthy again.
      reason = Math.max(reason, Rebuild.Changed);
      watch.changed = true;
      if (bodies.rounding[i] !== watch.rounding[i]) watch.resized = true;
    }
    // NaN where the body was invalid in the last step: its pairs have no memory then, so nothing is measured from it.
    if (replaced[i] === 1 || health[i] !== Health.Good || !(motion[i] > 0)) motion[i] = 0;
    if (health[i] === Health.Invalid) watch.invalid[watch.invalidCount++] = i;
    if (replaced[i] === 1 || health[i] !== Health.Good) continue;
    if (watch.builtHealth[i] !== Health.Good) {
      reason = Math.max(reason, Rebuild.Bodies);
      continue;
    }
    if (sinceBuilt[i] > first) {
      second = first;
      first = sinceBuilt[i];
    } else if (sinceBuilt[i] > second) second = sinceBuilt[i];
  }
  watch.largest[0] = first;
  watch.largest[1] = second;
  return reason;
}

/** Keeps the rows for the next step to compare with. */
export function keepRows(watch: RowWatch, bodies: BodyRows): void {
  watch.count = bodies.count;
  watch.excludedChanges = bodies.excluded.changes;
  watch.shapes.length = watch.otherShape;
  for (let s = watch.otherShape; s < bodies.shapes.length; s++) watch.shapes.push(bodies.shapes[s]);
  if (!watch.changed) return;
  for (let i = 0; i < bodies.count; i++) {
    if (watch.replaced[i] === 1 || watch.health[i] === Health.Good) copySettings(watch, bodies, i);
  }
}

/** Ends a step: the poses are those of the last step. */
export function keepPoses(watch: RowWatch, positions: Float64Array, turns: Float64Array): void {
  copyInto(watch.lastPositions, positions, watch.coordinates * watch.count);
  copyInto(watch.lastTurns, turns, watch.turnNumbers * watch.count);
}

/** The near list has been built for the poses of this moment. */
export function keepBuilt(watch: RowWatch, positions: Float64Array, turns: Float64Array, count: number): void {
  copyInto(watch.builtPositions, positions, watch.coordinates * count);
  copyInto(watch.builtTurns, turns, watch.turnNumbers * count);
  for (let i = 0; i < count; i++) watch.builtHealth[i] = watch.health[i];
}

function copyInto(out: Float64Array, from: Float64Array, length: number): void {
  out.set(from.subarray(0, length));
}

function hasChanged(watch: RowWatch, bodies: BodyRows, i: number): boolean {
  return (
    bodies.rounding[i] !== watch.rounding[i] ||
    bodies.group[i] !== watch.group[i] ||
    bodies.flags[i] !== watch.flags[i] ||
    bodies.category[i] !== watch.category[i] ||
    bodies.mask[i] !== watch.mask[i]
  );
}

function copySettings(watch: RowWatch, bodies: BodyRows, i: number): void {
  watch.shapeIndex[i] = bodies.shapeIndex[i];
  watch.generation[i] = bodies.generation[i];
  watch.rounding[i] = bodies.rounding[i];
  watch.group[i] = bodies.group[i];
  watch.flags[i] = bodies.flags[i];
  watch.category[i] = bodies.category[i];
  watch.mask[i] = bodies.mask[i];
}
