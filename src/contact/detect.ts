import type { BodySet } from '../body/body-set';
import { createPose, relativePose } from '../body/pose';
import { touchingBand } from './band';
import { clearContact, type Contact } from './contact';
import { createDetectOptions, createState, type ContactMethod, type ContactState, type DetectOptions } from './method';
import { applyRounding } from './rounding';
import { Status } from './status';
import { toWorld } from './to-world';

const pose = /* @__PURE__ */ createPose();
const defaults = /* @__PURE__ */ createDetectOptions();

/** The slot of cold calls; it gets longer arrays when a method that keeps more comes by. */
const noMemory = /* @__PURE__ */ createState({ stateInts: 64, stateFloats: 64 });

/**
 * The contact of bodies i (A) and j (B) in world coordinates: relative pose, the method's kernel in A's frame, rounding radii, back to the world.
 *
 * `out` must have room for the contact polygon ({@link createContactFor}). `state` is the pair's warm-start slot; without it the call is cold.
 * Bodies that are removed or have a bad pose give Status.Invalid.
 *
 * @example
 * ```ts
 * const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 0.99]) });
 * const contact = createContactFor(bodies.shapes[0], bodies.shapes[0]);
 * if (detect(contact, exactMethod, bodies, 0, 1) === Status.Overlapping) console.log(-contact.gap); // about 0.01
 * ```
 */
export function detect(
  out: Contact,
  method: ContactMethod,
  bodies: BodySet,
  i: number,
  j: number,
  state: ContactState = coldState(method),
  options: DetectOptions = defaults,
): Status {
  const shapeA = bodies.shapeIndex[i];
  const shapeB = bodies.shapeIndex[j];
  // Written so that rows outside the arrays (undefined) fail too.
  if (!(shapeA >= 0 && shapeB >= 0)) return clearContact(out, Status.Invalid).status;
  const a = bodies.shapes[shapeA];
  const b = bodies.shapes[shapeB];
  const roundingA = bodies.rounding[i];
  const roundingB = bodies.rounding[j];
  relativePose(pose, bodies, i, j);
  // The kernel sees sharp bodies, which are farther apart by the radii: widen its margin for the length of the call.
  const margin = options.margin;
  options.margin = margin + roundingA + roundingB;
  method.detect(out, a, b, pose, state, options);
  options.margin = margin;
  applyRounding(out, roundingA, roundingB, touchingBand(a, b));
  return toWorld(out, bodies, i).status;
}

function coldState(method: ContactMethod): ContactState {
  if (method.stateInts > noMemory.ints.length) noMemory.ints = new Int32Array(method.stateInts);
  if (method.stateFloats > noMemory.floats.length) noMemory.floats = new Float64Array(method.stateFloats);
  noMemory.ints.fill(0, 0, method.stateInts);
  noMemory.floats.fill(0, 0, method.stateFloats);
  return noMemory;
}
