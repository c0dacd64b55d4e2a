/**
 * Volume, centroid and inertia of the union of convex parts that may overlap, by inclusion and exclusion: the parts,
 * minus what each two share, plus what each three share, and so on. What convex solids share is convex, so each term is
 * a polyhedron: `overlap` cuts it out, and its hull gives the mass.
 *
 * Guarantee: the sums of the exact regions of parts that are moved by no more than their touching band
 * (contact/band.ts). `volumeError` bounds what that changes: the surface of each term times the band. Parts that lie
 * flush to within the band share nothing. Bounds: {@link MAX_COMMON_PARTS} parts share one place and there are {@link
 * MAX_TERMS} terms; more is an error. Cost: about 0.1 ms a term; n (n - 1) / 2 tests of spheres.
 *
 * Frame: the terms of part i and later parts are found in the frame of part i, then carried to the common one.
 */
import { createPose, relativePose, TX, TY, TZ } from '../body/pose';
import { touchingBand } from '../contact/band';
import { createCommonPlane } from '../contact/common-plane';
import { createState } from '../contact/method';
import { createOverlapFor } from '../contact/overlap';
import { roundedBand } from '../contact/rounding';
import { Status } from '../contact/status';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../exact-plane/exact-plane';
import { overlap } from '../half-space/overlap';
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { polyhedronFromVertices } from '../polyhedron/from-vertices';
import { roundedMass } from '../polyhedron/rounded-mass';
import { addSharedTerms, type Sharing } from './shared-terms';
import { placeMass, sumMass, type MassTerm, type SolidMass } from './mass-sum';

export interface PlacedParts {
  readonly shapes: readonly ConvexPolyhedron[];
  /** Centroids, 3 a part. */
  readonly positions: Float64Array;
  /** Quaternions x y z w, 4 a part. */
  readonly orientations: Float64Array;
  /** Rotation matrices of the orientations, 9 a part. */
  readonly rotations: Float64Array;
  /** Rounding radii, one a part. */
  readonly rounding: Float64Array;
}

export interface UnionMass extends SolidMass {
  /** Volumes of the parts minus the volume of the union. */
  readonly sharedVolume: number;
  /** Largest error of the volume, by rounding. */
  readonly volumeError: number;
  /** Pairs of parts that overlap, one of them rounded at least: what they share is not subtracted. */
  readonly roundedOverlaps: number;
}

/** The region that some parts share, in the frame of the first of them. */
interface Region {
  readonly shape: ConvexPolyhedron;
  /** Centroid of the region in that frame, length 3. */
  readonly centroid: Float64Array;
}

/** The parts, the part whose frame serves, and the error so far. */
interface Search {
  readonly parts: PlacedParts;
  readonly first: number;
  volumeError: number;
}

/** The mass of the union. Rounded parts are added whole; with `roundedOverlaps` above 0 the sum is too large. */
export function unionMass(parts: PlacedParts): UnionMass {
  const { shapes, rounding } = parts;
  const terms: MassTerm[] = [];
  let partVolumes = 0;
  let volumeError = 0;
  let roundedOverlaps = 0;
  for (let i = 0; i < shapes.length; i++) {
    const { tolerance, area } = shapes[i];
    const own = massOfPart(parts, i);
    terms.push(inCommonFrame(parts, i, own, 1));
    partVolumes += own.volume;
    volumeError += tolerance * area;
    const later: number[] = [];
    for (let j = i + 1; j < shapes.length; j++) {
      if (rounding[i] + rounding[j] === 0) later.push(j);
      else if (overlapsRounded(parts, i, j)) roundedOverlaps++;
    }
    const search: Search = { parts, first: i, volumeError: 0 };
    const sharing: Sharing<Region> = {
      share: (region, part) => sharedRegion(search, region, part),
      add: ({ shape, centroid }, sign) => {
        terms.push(inCommonFrame(parts, i, { volume: shape.volume, centroid, inertia: shape.inertia }, sign));
      },
    };
    addSharedTerms(sharing, { shape: shapes[i], centroid: new Float64Array(3) }, later);
    volumeError += search.volumeError;
  }
  const mass = sumMass(terms);
  return { ...mass, sharedVolume: terms.length === shapes.length ? 0 : partVolumes - mass.volume, volumeError, roundedOverlaps };
}

/** Mass of a part in its own frame. */
function massOfPart({ shapes, rounding }: PlacedParts, i: number): SolidMass {
  const { volume, inertia } = shapes[i];
  return rounding[i] > 0 ? roundedMass(shapes[i], rounding[i]) : { volume, centroid: new Float64Array(3), inertia };
}

/** Whether two parts, of which one is rounded, are deeper in each other than rounding. */
function overlapsRounded(parts: PlacedParts, i: number, j: number): boolean {
  const [a, b] = [parts.shapes[i], parts.shapes[j]];
  const radii = parts.rounding[i] + parts.rounding[j];
  exactPlane(plane, a, b, relativePose(pose, parts, i, j), createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS }));
  return plane.gap < radii - roundedBand(touchingBand(a, b), radii);
}

const plane = /* @__PURE__ */ createCommonPlane();
const pose = /* @__PURE__ */ createPose();

/** What the region shares with a part; nothing if that has no volume. */
function sharedRegion(search: Search, { shape, centroid }: Region, part: number): Region | undefined {
  const { parts, first } = search;
  const other = parts.shapes[part];
  relativePose(pose, parts, first, part);
  for (let k = 0; k < 3; k++) pose[TX + k] -= centroid[k];
  const reach = shape.radius + other.radius;
  if (pose[TX] * pose[TX] + pose[TY] * pose[TY] + pose[TZ] * pose[TZ] > reach * reach) return undefined;
  const out = createOverlapFor(shape, other);
  if (overlap(out, shape, other, pose) !== Status.Overlapping) return undefined;
  search.volumeError += touchingBand(shape, other) * out.area;
  const solid = hullOf(out.vertices.subarray(0, 3 * out.vertexCount));
  if (solid === undefined) return undefined;
  return { shape: solid, centroid: solid.origin.map((x, k) => x + centroid[k]) };
}

/** What is too thin for a hull has no volume but the error that is counted already. */
export function hullOf(points: Float64Array): ConvexPolyhedron | undefined {
  try {
    return polyhedronFromVertices(points);
  } catch (error) {
    if (error instanceof InputError && ['bad-length', 'too-few-points', 'coincident', 'collinear', 'flat'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

function inCommonFrame({ positions, rotations }: PlacedParts, i: number, mass: SolidMass, sign: number): MassTerm {
  return { ...placeMass(mass, rotations.subarray(9 * i, 9 * i + 9), positions.subarray(3 * i, 3 * i + 3)), sign };
}
