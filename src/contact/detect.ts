import type { BodySet } from '../body/body-set';
import { createPose, relativePose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { touchingBand } from './band';
import { clearContact, type Contact } from './contact';
import { createDetectOptions, createState, type ContactMethod, type ContactState, type DetectOptions } from './method';
import { applyRounding, roundedBand, sharpMargin } from './rounding';
import { sphereContact } from './sphere-contact';
import { Status } from './status';
import { toWorld } from './to-world';

const pose = /* @__PURE__ */ createPose();
/** The options of the call as the kernel sees them. */
const kernelOptions = /* @__PURE__ */ createDetectOptions();
const defaults = /* @__PURE__ */ createDetectOptions();
const noShift = /* @__PURE__ */ new Float64Array(3);

/** The slot of cold calls; its arrays become longer when a method needs more. */
const noMemory = /* @__PURE__ */ createState({ stateInts: 64, stateFloats: 64 });

/**
 * The contact of bodies i (A) and j (B) in world coordinates: relative pose, the method's kernel in A's frame, rounding
 * radii, back to the world.
 *
 * `out` must have room for the contact polygon ({@link createContactFor}). `state` is the pair's warm-start slot;
 * without it the call is cold. `shift`, length 3, moves body j first, to the image that body i meets in a periodic box;
 * the contact is then near body i. Removed bodies, and bodies with a bad pose or rounding radius, give Status.Invalid.
 * Rounded bodies with a method that is `sharpOnly` also give it, and so do points, segments and plates with a method
 * that does not say `takesCores`, or without a rounding radius.
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
  shift: Float64Array = noShift,
): Status {
  const shapeA = bodies.shapeIndex[i];
  const shapeB = bodies.shapeIndex[j];
  // The comparison is also false for rows outside the arrays (undefined).
  if (!(shapeA >= 0 && shapeB >= 0)) return clearContact(out, Status.Invalid).status;
  const a = bodies.shapes[shapeA];
  const b = bodies.shapes[shapeB];
  const roundingA = bodies.rounding[i];
  const roundingB = bodies.rounding[j];
  const rounding = roundingA + roundingB;
  // Also for NaN: radii are the caller's own array and may have changed since it was checked.
  if (!(roundingA >= 0 && roundingB >= 0 && rounding < Infinity)) return clearContact(out, Status.Invalid).status;
  if (rounding > 0 && method.sharpOnly) return clearContact(out, Status.Invalid).status;
  if (a.dimension + b.dimension < 6) {
    if (!takesPair(method, a, b, roundingA, roundingB)) return clearContact(out, Status.Invalid).status;
    if (a.dimension + b.dimension === 0) return sphereContact(out, bodies, i, j, options, shift);
  }
  relativePose(pose, bodies, i, j, shift);
  // The kernel sees sharp bodies, which are farther apart by the radii. Options that are missing or NaN count as 0,
  // their default.
  const margin = options.margin > 0 ? options.margin : 0;
  kernelOptions.margin = rounding > 0 ? sharpMargin(margin, rounding, roundedBand(touchingBand(a, b), rounding)) : margin;
  kernelOptions.pointMargin = options.pointMargin > 0 ? options.pointMargin + rounding : 0;
  kernelOptions.maxPoints = options.maxPoints > 0 ? options.maxPoints : 0;
  kernelOptions.rounding = rounding;
  kernelOptions.band = options.band > 0 ? options.band : 0;
  kernelOptions.minArea = options.minArea > 0 ? options.minArea : 0;
  kernelOptions.motionA = options.motionA > 0 ? options.motionA : 0;
  kernelOptions.motionB = options.motionB > 0 ? options.motionB : 0;
  method.detect(out, a, b, pose, state, kernelOptions);
  if (rounding > 0) applyRounding(out, roundingA, roundingB, touchingBand(a, b));
  return toWorld(out, bodies, i).status;
}

/** Whether a pair with a point, a segment or a plate has a method for it, and the radii that give it thickness. */
function takesPair(method: ContactMethod, a: ConvexPolyhedron, b: ConvexPolyhedron, roundingA: number, roundingB: number): boolean {
  return method.takesCores === true && (a.dimension === 3 || roundingA > 0) && (b.dimension === 3 || roundingB > 0);
}

function coldState(method: ContactMethod): ContactState {
  if (method.stateInts > noMemory.ints.length) noMemory.ints = new Int32Array(method.stateInts);
  if (method.stateFloats > noMemory.floats.length) noMemory.floats = new Float64Array(method.stateFloats);
  noMemory.ints.fill(0, 0, method.stateInts);
  noMemory.floats.fill(0, 0, method.stateFloats);
  return noMemory;
}
