/**
 * Cundall's common plane (Cundall 1988, "Formulation of a three-dimensional distinct element model, part I"; summary in
 * Nezami et al. 2006, section 2.1): the plane whose normal n maximises g(n) = lB(n) - hA(n), found by small tilts. It
 * is the baseline of the common-plane methods, for measurements. exactPlane, shortestLink and fastCommonPlane find the
 * maximum itself.
 *
 * From the line of centroids, or the last normal, with k = tan 5 degrees:
 * 1. the normal is tilted by k about two axes in the plane, in both directions: four trials, each evaluated over all
 *    vertices of both bodies;
 * 2. if the best trial is better than the current plane, it becomes the current plane; otherwise k is halved;
 * 3. the search ends when k is below tan 0.01 degrees. The plane's move to the middle of the nearest vertices needs no
 *    step of its own: g depends on the normal alone, and is evaluated over all vertices. The text of 1988 does not give
 *    the axes and the last tilt. Here one axis points along the offset of the nearest vertices in the plane. The tilts
 *    are options, and so is the number of trials (4, or 8 with the diagonals).
 *
 * Guarantee: g never falls, so the gap is at least that of the start, and it is never above the true gap. There is no
 * other guarantee. On a ridge of g all tilts of a fixed cross may be worse (docs/cundall.md has the frequency and the
 * size of the errors), and g has many local maxima when the bodies overlap. So Separated is certain, and Overlapping is
 * not. Warm and cold results may differ.
 *
 * Frame: A's; both bodies are transformed into it once in a call. Normal from A to B. The features are the nearest
 * vertices, and the reference point is midway between them. pointA and pointB are its feet on the supporting planes,
 * because along a normal that is not the best one no two points of the bodies face each other. state (3 floats): the
 * last normal. Unresolved: maxIterations reached. Coincident centroids start from +x. Cost: 4 or 8 scans of all
 * vertices in each iteration, and about 30 iterations.
 */
import { vertexFeature } from '../contact/feature';
import type { CommonPlane } from '../contact/common-plane';
import type { ContactState } from '../contact/method';
import { planeStatus } from '../contact/rounding';
import { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import { AXIS_X, AXIS_Y, GAP, SCANNED_GAP } from '../contact/layouts';
import { VERTEX_ROW, corner, gapAlong, loadCorners, probe, extremes, support } from '../exact-plane/pair-frame';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { invalidPlane } from '../exact-plane/exhaustive-plane';
import { placeFeet, placeMidway } from '../plane-links/plane-feet';
import { startDirection } from '../plane-links/start-direction';

/** Options of {@link cundallPlane}. Tilts are tangents of angles. */
export interface CundallOptions {
  /** Trials in each iteration: 4, or 8 with the diagonals. */
  tilts: 4 | 8;
  /** First tilt; the default is the tangent of 5 degrees. */
  startTilt: number;
  /** The search ends below this tilt; the default is the tangent of 0.01 degrees. */
  endTilt: number;
  /** Iterations after which the current plane is returned as Unresolved; more than 1e5 count as 1e5. */
  maxIterations: number;
}

/** tan 5 degrees and tan 0.01 degrees. */
const START_TILT = 0.08748866352592401;
const END_TILT = 0.0001745329269716253;

/** Cold searches of near bodies take about 30 iterations; long needles seen end on take over 100. */
const MAX_ITERATIONS = 500;
/** No option makes the search longer. */
const ITERATION_LIMIT = 1e5;

export function createCundallOptions(): CundallOptions {
  return { tilts: 4, startTilt: START_TILT, endTilt: END_TILT, maxIterations: MAX_ITERATIONS };
}

const defaults = /* @__PURE__ */ createCundallOptions();

export const CUNDALL_STATE_INTS = 0;
export const CUNDALL_STATE_FLOATS = 3;

/** In-plane directions of the trials, in units of p and q: the cross, then the diagonals. */
const D = Math.SQRT1_2;
const DIRECTIONS = /* @__PURE__ */ new Float64Array([1, 0, -1, 0, 0, 1, 0, -1, D, D, -D, -D, D, -D, -D, D]);

/**
 * The offset of the nearest vertices in the plane gives the first axis if it is longer than this part of the radii.
 */
const LEAST_OFFSET = 1e-6;

/** The plane so far: normal (0..2), g (GAP). */
const bestPlane = /* @__PURE__ */ new Float64Array(4);
/** Its nearest vertices. */
const nearest = /* @__PURE__ */ new Int32Array(2);
/** The best trial of the iteration, in the same order. */
const trialPlane = /* @__PURE__ */ new Float64Array(4);
const trialNearest = /* @__PURE__ */ new Int32Array(2);
/** The tilt, in an array because engines allocate doubles that are passed to a function that is not inlined. */
const tilt = /* @__PURE__ */ new Float64Array(1);
/** Unit axes in the plane: p (AXIS_X), q (AXIS_Y). */
const axes = /* @__PURE__ */ new Float64Array(6);

/**
 * Common plane of A and B by Cundall's tilting search, B posed in A's frame by `pose` (length 12). Writes every field
 * of `out`, in A's frame; `out.evaluations` counts evaluations of g, the search's cost. Not exact: see docs/cundall.md.
 *
 * @example
 * ```ts
 * const state = createState(cundallMethod);
 * cundallPlane(plane, a, b, pose, state, { ...createCundallOptions(), tilts: 8 });
 * ```
 */
export function cundallPlane(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: CundallOptions = defaults,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return invalidPlane(out);
  // Poses whose squares overflow have no centre line in double precision.
  if (!(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11] < Infinity)) return invalidPlane(out);
  loadCorners(a, b, pose);
  startNormal(pose, state);
  chooseAxes(a, b);

  const { tilts, endTilt } = options;
  const maxIterations = Math.min(options.maxIterations, ITERATION_LIMIT);
  tilt[0] = options.startTilt;
  let iterations = 0;
  while (!(tilt[0] < endTilt) && iterations < maxIterations) {
    iterations++;
    tryTilts(tilts === 8 ? 8 : 4);
    if (trialPlane[GAP] > bestPlane[GAP]) {
      for (let c = 0; c < 4; c++) bestPlane[c] = trialPlane[c];
      nearest[0] = trialNearest[0];
      nearest[1] = trialNearest[1];
      turnAxes();
    } else {
      tilt[0] *= 0.5;
    }
  }

  for (let c = 0; c < 3; c++) {
    out.normal[c] = bestPlane[c];
    state.floats[state.floatOffset + c] = bestPlane[c];
  }
  out.gap = bestPlane[GAP];
  placeMidway(out, a, nearest[0], b, nearest[1], pose);
  placeFeet(out);
  out.featureA = vertexFeature(nearest[0]);
  out.featureB = vertexFeature(nearest[1]);
  out.iterations = iterations;
  out.evaluations = 1 + (tilts === 8 ? 8 : 4) * iterations;
  out.status = tilt[0] < endTilt ? planeStatus(out, a, b) : Status.Unresolved;
  return out.status;
}

/** Sets bestPlane to the plane of the last normal, or of the line of centroids if there is no last normal. */
function startNormal(pose: Pose, state: ContactState): void {
  startDirection(probe, pose, state.floats, state.floatOffset);
  gapAlong();
  for (let k = 0; k < 3; k++) bestPlane[k] = probe[k];
  bestPlane[GAP] = extremes[SCANNED_GAP];
  nearest[0] = support[0];
  nearest[1] = support[1];
}

/** Writes the best of `count` tilted normals to trialPlane; the first of several equal ones. */
function tryTilts(count: number): void {
  const k = tilt[0];
  trialPlane[GAP] = -Infinity;
  for (let t = 0; t < count; t++) {
    const x = k * DIRECTIONS[2 * t];
    const y = k * DIRECTIONS[2 * t + 1];
    const mx = bestPlane[0] + x * axes[AXIS_X] + y * axes[AXIS_Y];
    const my = bestPlane[1] + x * axes[AXIS_X + 1] + y * axes[AXIS_Y + 1];
    const mz = bestPlane[2] + x * axes[AXIS_X + 2] + y * axes[AXIS_Y + 2];
    const scale = 1 / Math.sqrt(mx * mx + my * my + mz * mz);
    probe[0] = scale * mx;
    probe[1] = scale * my;
    probe[2] = scale * mz;
    gapAlong();
    // Tilts so large that they overflow are skipped.
    if (!(extremes[SCANNED_GAP] > trialPlane[GAP] && scale > 0)) continue;
    for (let k = 0; k < 3; k++) trialPlane[k] = probe[k];
    trialPlane[GAP] = extremes[SCANNED_GAP];
    trialNearest[0] = support[0];
    trialNearest[1] = support[1];
  }
}

/**
 * Sets p along the offset of the nearest vertices in the plane. If the offset is too short, p is perpendicular to the
 * coordinate axis farthest from the normal.
 */
function chooseAxes(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const least = LEAST_OFFSET * (a.radius + b.radius);
  const nx = bestPlane[0];
  const ny = bestPlane[1];
  const nz = bestPlane[2];
  const v = 3 * nearest[0];
  const w = 3 * (VERTEX_ROW[1] + nearest[1]);
  const dx = corner[w] - corner[v];
  const dy = corner[w + 1] - corner[v + 1];
  const dz = corner[w + 2] - corner[v + 2];
  const d = nx * dx + ny * dy + nz * dz;
  axes[AXIS_X] = dx - d * nx;
  axes[AXIS_X + 1] = dy - d * ny;
  axes[AXIS_X + 2] = dz - d * nz;
  if (!(axes[AXIS_X] * axes[AXIS_X] + axes[AXIS_X + 1] * axes[AXIS_X + 1] + axes[AXIS_X + 2] * axes[AXIS_X + 2] > least * least)) {
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    axes[AXIS_X] = ax <= ay && ax <= az ? 1 : 0;
    axes[AXIS_X + 1] = axes[AXIS_X] === 0 && ay <= az ? 1 : 0;
    axes[AXIS_X + 2] = axes[AXIS_X] === 0 && axes[AXIS_X + 1] === 0 ? 1 : 0;
  }
  turnAxes();
}

/** Makes p lie in the plane again, and sets q = n x p. */
function turnAxes(): void {
  const nx = bestPlane[0];
  const ny = bestPlane[1];
  const nz = bestPlane[2];
  const d = nx * axes[AXIS_X] + ny * axes[AXIS_X + 1] + nz * axes[AXIS_X + 2];
  const x = axes[AXIS_X] - d * nx;
  const y = axes[AXIS_X + 1] - d * ny;
  const z = axes[AXIS_X + 2] - d * nz;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  axes[AXIS_X] = scale * x;
  axes[AXIS_X + 1] = scale * y;
  axes[AXIS_X + 2] = scale * z;
  axes[AXIS_Y] = ny * axes[AXIS_X + 2] - nz * axes[AXIS_X + 1];
  axes[AXIS_Y + 1] = nz * axes[AXIS_X] - nx * axes[AXIS_X + 2];
  axes[AXIS_Y + 2] = nx * axes[AXIS_X + 1] - ny * axes[AXIS_X];
}
