/**
 * Area, centroid and inertia of the union of convex parts in the plane that may overlap, by inclusion and exclusion, as
 * in space (clump/union-mass.ts): what convex polygons share is convex, so each term is a polygon.
 *
 * Guarantee: the sums of the exact regions of parts that are moved by no more than their touching band. `areaError`
 * bounds what that changes: the border of each term times the band. Parts that lie flush to within the band share
 * nothing.
 */
import { addSharedTerms, type Sharing } from '../../clump/shared-terms';
import { roundedBand } from '../../contact/rounding';
import { Status } from '../../contact/status';
import { InputError } from '../../math/input-error';
import { createPose2d, relativePose2d } from '../body/pose-2d';
import { createCommonLine, touchingBand2d } from '../contact/common-line';
import { createOverlap2dFor } from '../contact/overlap-2d';
import { exactLine } from '../method/exact-line';
import { overlapPolygon } from '../method/overlap-polygon';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { polygonFromVertices } from '../polygon/from-vertices-2d';
import { roundedMass2d } from '../polygon/rounded-mass-2d';

export interface PlacedParts2d {
  readonly shapes: readonly ConvexPolygon[];
  /** Centroids, 2 a part. */
  readonly positions: Float64Array;
  /** Cosine and sine, 2 a part. */
  readonly rotations: Float64Array;
  /** Rounding radii, one a part. */
  readonly rounding: Float64Array;
}

/** Area, centroid (length 2) and polar moment of inertia about it, for unit density. */
export interface AreaMass {
  readonly area: number;
  readonly centroid: Float64Array;
  readonly inertia: number;
}

export interface UnionArea extends AreaMass {
  /** Areas of the parts minus the area of the union. */
  readonly sharedArea: number;
  /** Largest error of the area, by rounding. */
  readonly areaError: number;
  /** Pairs of parts that overlap, one of them rounded at least: what they share is not subtracted. */
  readonly roundedOverlaps: number;
}

interface Region {
  readonly shape: ConvexPolygon;
  /** Centroid in the frame of the first part, length 2. */
  readonly centroid: Float64Array;
}

interface Term extends AreaMass {
  readonly sign: number;
}

/** The mass of the union. Rounded parts are added whole; with `roundedOverlaps` above 0 the sum is too large. */
export function unionArea(parts: PlacedParts2d): UnionArea {
  const { shapes, rounding } = parts;
  const terms: Term[] = [];
  let partAreas = 0;
  let areaError = 0;
  let roundedOverlaps = 0;
  for (let i = 0; i < shapes.length; i++) {
    const first: Region = { shape: shapes[i], centroid: new Float64Array(2) };
    const own = rounding[i] > 0 ? roundedMass2d(shapes[i], rounding[i]) : { ...shapes[i], centroid: first.centroid };
    terms.push(inCommonFrame(parts, i, own, 1));
    partAreas += own.area;
    areaError += shapes[i].tolerance * shapes[i].perimeter;
    const later: number[] = [];
    for (let j = i + 1; j < shapes.length; j++) {
      if (rounding[i] + rounding[j] === 0) later.push(j);
      else if (overlapsRounded(parts, i, j)) roundedOverlaps++;
    }
    const sharing: Sharing<Region> = {
      share: (region, part) => {
        const out = createOverlap2dFor(region.shape, shapes[part]);
        relativePose2d(pose, parts, i, part);
        for (let k = 0; k < 2; k++) pose[TX + k] -= region.centroid[k];
        if (overlapPolygon(out, region.shape, shapes[part], pose) !== Status.Overlapping) return undefined;
        areaError += touchingBand2d(region.shape, shapes[part]) * out.perimeter;
        const shape = hullOf(out.vertices.subarray(0, 2 * out.vertexCount));
        return shape && { shape, centroid: shape.origin.map((x, k) => x + region.centroid[k]) };
      },
      add: ({ shape, centroid }, sign) => terms.push(inCommonFrame(parts, i, { area: shape.area, inertia: shape.inertia, centroid }, sign)),
    };
    addSharedTerms(sharing, first, later);
  }
  const mass = sum(terms);
  return { ...mass, sharedArea: terms.length === shapes.length ? 0 : partAreas - mass.area, areaError, roundedOverlaps };
}

/** Whether two parts, of which one is rounded, are deeper in each other than rounding. */
function overlapsRounded(parts: PlacedParts2d, i: number, j: number): boolean {
  const [a, b] = [parts.shapes[i], parts.shapes[j]];
  const radii = parts.rounding[i] + parts.rounding[j];
  exactLine(line, a, b, relativePose2d(pose, parts, i, j));
  return line.gap < radii - roundedBand(touchingBand2d(a, b), radii);
}

const line = /* @__PURE__ */ createCommonLine();

const pose = /* @__PURE__ */ createPose2d();
/** Where the translation of a pose starts. */
const TX = 2;

/** What is too thin for a hull has no area but the error that is counted already. */
function hullOf(points: Float64Array): ConvexPolygon | undefined {
  try {
    return polygonFromVertices(points);
  } catch (error) {
    if (error instanceof InputError && ['bad-length', 'too-few-points', 'coincident', 'collinear', 'flat'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

function inCommonFrame({ positions, rotations }: PlacedParts2d, i: number, { area, centroid, inertia }: AreaMass, sign: number): Term {
  const [c, s] = [rotations[2 * i], rotations[2 * i + 1]];
  const [x, y] = centroid;
  const placed = Float64Array.of(positions[2 * i] + (c * x - s * y), positions[2 * i + 1] + (s * x + c * y));
  return { area, centroid: placed, inertia, sign };
}

/** The whole: the inertia is summed about the centroid of the whole, so no large number is subtracted again. */
function sum(terms: readonly Term[]): AreaMass {
  const [ox, oy] = terms[0].centroid;
  let area = 0;
  let mx = 0;
  let my = 0;
  for (const term of terms) {
    const a = term.sign * term.area;
    area += a;
    mx += a * (term.centroid[0] - ox);
    my += a * (term.centroid[1] - oy);
  }
  const centroid = Float64Array.of(ox + mx / area, oy + my / area);
  let inertia = 0;
  for (const term of terms) {
    const [x, y] = [term.centroid[0] - centroid[0], term.centroid[1] - centroid[1]];
    inertia += term.sign * (term.inertia + term.area * (x * x + y * y));
  }
  return { area, centroid, inertia };
}
