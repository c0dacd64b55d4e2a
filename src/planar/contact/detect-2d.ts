import { createState, type ContactState } from '../../contact/method';
import { roundedBand, sharpMargin } from '../../contact/rounding';
import { Status } from '../../contact/status';
import type { BodySet2d } from '../body/body-set-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { createPose2d, relativePose2d } from '../body/pose-2d';
import { touchingBand2d } from './common-line';
import { clearContact2d, type Contact2d } from './contact-2d';
import { discContact } from './disc-contact';
import { createDetectOptions2d, type ContactMethod2d, type DetectOptions2d } from './method-2d';
import { BAND, RADIUS_A, RADIUS_B, swell2d, swelling, toWorld2d } from './to-world-2d';

const pose = /* @__PURE__ */ createPose2d();
/** The options of the call as the kernel sees them. */
const kernelOptions = /* @__PURE__ */ createDetectOptions2d();
const defaults = /* @__PURE__ */ createDetectOptions2d();
const noShift = /* @__PURE__ */ new Float64Array(2);

/** The slot of cold calls; its arrays become longer when a method needs more. */
const noMemory = /* @__PURE__ */ createState({ stateInts: 16, stateFloats: 16 });

/**
 * The contact of bodies i (A) and j (B) in world coordinates: relative pose, the method's kernel in A's frame, rounding
 * radii, back to the world. `state` is the pair's warm-start slot; without it the call is cold. `shift`, length 2,
 * moves body j first, to the image that body i meets in a periodic box. Removed bodies, and bodies with a bad pose or
 * rounding radius, give Status.Invalid. Rounded bodies with a method that is `sharpOnly` also give it, and so do points
 * and segments with a method that does not say `takesCores`, or without a rounding radius.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array([0, 0, 0, 0.99]) });
 * const contact = createContactFor2d(bodies.shapes[0], bodies.shapes[0]);
 * if (detect2d(contact, exactLineMethod, bodies, 0, 1) === Status.Overlapping) console.log(-contact.gap); // about 0.01
 * ```
 */
export function detect2d(
  out: Contact2d,
  method: ContactMethod2d,
  bodies: BodySet2d,
  i: number,
  j: number,
  state: ContactState = coldState(method),
  options: DetectOptions2d = defaults,
  shift: Float64Array = noShift,
): Status {
  const shapeA = bodies.shapeIndex[i];
  const shapeB = bodies.shapeIndex[j];
  // The comparison is also false for rows outside the arrays (undefined).
  if (!(shapeA >= 0 && shapeB >= 0)) return clearContact2d(out, Status.Invalid).status;
  const a = bodies.shapes[shapeA];
  const b = bodies.shapes[shapeB];
  const roundingA = bodies.rounding[i];
  const roundingB = bodies.rounding[j];
  const rounding = roundingA + roundingB;
  // Also for NaN: radii are the caller's own array and may have changed since it was checked.
  if (!(roundingA >= 0 && roundingB >= 0 && rounding < Infinity)) return clearContact2d(out, Status.Invalid).status;
  if (rounding > 0 && method.sharpOnly) return clearContact2d(out, Status.Invalid).status;
  if (a.dimension + b.dimension < 4 && !takesPair(method, a, b, roundingA, roundingB)) return clearContact2d(out, Status.Invalid).status;
  if (a.vertexCount + b.vertexCount === 2) return discContact(out, bodies, i, j, shift, options);
  relativePose2d(pose, bodies, i, j, shift);
  // The kernel sees sharp bodies, which are farther apart by the radii. Options that are missing or NaN count as 0,
  // their default.
  const margin = options.margin > 0 ? options.margin : 0;
  kernelOptions.margin = rounding > 0 ? sharpMargin(margin, rounding, roundedBand(touchingBand2d(a, b), rounding)) : margin;
  kernelOptions.pointMargin = options.pointMargin > 0 ? options.pointMargin + rounding : 0;
  kernelOptions.maxPoints = options.maxPoints > 0 ? options.maxPoints : 0;
  kernelOptions.rounding = rounding;
  kernelOptions.band = options.band > 0 ? options.band : 0;
  kernelOptions.minLength = options.minLength > 0 ? options.minLength : 0;
  kernelOptions.motionA = options.motionA > 0 ? options.motionA : 0;
  kernelOptions.motionB = options.motionB > 0 ? options.motionB : 0;
  method.detect(out, a, b, pose, state, kernelOptions);
  swelling[RADIUS_A] = roundingA;
  swelling[RADIUS_B] = roundingB;
  swelling[BAND] = touchingBand2d(a, b);
  swell2d(out);
  return toWorld2d(out, bodies, i).status;
}

/** Whether a pair with a point or a segment has a method for it, and the radii that give it thickness. */
function takesPair(method: ContactMethod2d, a: ConvexPolygon, b: ConvexPolygon, roundingA: number, roundingB: number): boolean {
  return method.takesCores === true && (a.dimension === 2 || roundingA > 0) && (b.dimension === 2 || roundingB > 0);
}

function coldState(method: ContactMethod2d): ContactState {
  if (method.stateInts > noMemory.ints.length) noMemory.ints = new Int32Array(method.stateInts);
  if (method.stateFloats > noMemory.floats.length) noMemory.floats = new Float64Array(method.stateFloats);
  noMemory.ints.fill(0, 0, method.stateInts);
  noMemory.floats.fill(0, 0, method.stateFloats);
  return noMemory;
}
