/** Arrays of body sets on shared memory, for detectors that share their work. */
import type { BodySetArrays } from '../body/body-set';
import { InputError } from '../math/input-error';
import type { BodySetArrays2d } from '../planar/body/body-set-2d';
import { createBuffer } from './shared-memory';

/**
 * Arrays on SharedArrayBuffers with room for this many bodies, to make a body set on. The set has no bodies yet. With
 * `grow` (default true) the set gets longer arrays, shared as well, when it is full.
 *
 * A page needs the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.
 * Without them it has no shared memory. The arrays are then those of one thread, and so is the detector.
 *
 * Throws InputError 'bad-option' for a capacity that is not a number of bodies.
 *
 * @example
 * ```ts
 * const bodies = createBodySet(sharedBodyArrays(1000));
 * addBody(bodies, { shape: box(1, 1, 1) });
 * ```
 */
export function sharedBodyArrays(capacity: number, grow = true): BodySetArrays {
  return { ...commonArrays(capacity, 3, grow), orientations: identities(capacity) };
}

/**
 * The same in the plane.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d(sharedBodyArrays2d(1000));
 * ```
 */
export function sharedBodyArrays2d(capacity: number, grow = true): BodySetArrays2d {
  const rotations = floats(2 * capacity);
  for (let k = 0; k < rotations.length; k += 2) rotations[k] = 1;
  return { ...commonArrays(capacity, 2, grow), rotations };
}

function identities(capacity: number): Float64Array {
  const out = floats(4 * capacity);
  for (let k = 3; k < out.length; k += 4) out[k] = 1;
  return out;
}

function floats(length: number): Float64Array {
  return new Float64Array(createBuffer(8 * length));
}

/** Rows of space and of the plane, with the values that absent arrays have. */
function commonArrays(capacity: number, coordinates: number, grow: boolean) {
  if (!(Number.isInteger(capacity) && capacity >= 0))
    throw new InputError('bad-option', `the capacity must be a number of bodies, got ${capacity}`, -1, capacity);
  const buffer = (bytes: number) => createBuffer(bytes * capacity);
  return {
    count: 0,
    grow,
    shapeIndex: new Int32Array(buffer(4)),
    positions: floats(coordinates * capacity),
    rounding: floats(capacity),
    group: new Int32Array(buffer(4)),
    flags: new Uint8Array(buffer(1)),
    category: new Uint32Array(buffer(4)).fill(1),
    mask: new Uint32Array(buffer(4)).fill(0xffffffff),
    generation: new Uint32Array(buffer(4)),
  };
}
