/** A clump in the plane: one rigid body of several convex parts. The twin of clump/clump.ts. */
import type { ReadonlyVec2 } from 'gl-matrix';
import { checkFinite } from '../../clump/clump';
import { InputError } from '../../math/input-error';
import { ROTATION_DRIFT } from '../body/pose-2d';
import { isPolygon, type ConvexPolygon } from '../polygon/convex-polygon';
import { unionArea, type AreaMass, type PlacedParts2d } from './union-area';

/** A part of a clump for {@link createClump2d}; all fields except the shape have defaults. */
export interface ClumpPart2d {
  shape: ConvexPolygon;
  /** Centroid of the part in the axes of the clump; default: the `origin` of the shape. */
  position?: ReadonlyVec2;
  /** Cosine and sine of the angle of the part; default 1, 0. */
  rotation?: ReadonlyVec2;
  /** Minkowski rounding radius of the part, a length; above 0 for a core (a point, a segment). Default 0. */
  rounding?: number;
}

/** The mass of a body in the plane for unit density. */
export interface ClumpMass2d {
  area: number;
  /** In the axes of the parts, length 2. */
  centroid: ArrayLike<number>;
  /** Polar moment of inertia about the centroid. */
  inertia: number;
}

/** One rigid body of several convex parts: see {@link createClump2d}. Write n for the number of parts. */
export interface Clump2d {
  readonly partCount: number;
  /** Shape of each part, length n. */
  readonly shapes: readonly ConvexPolygon[];
  /** Centroids of the parts relative to the centroid of the clump, x y packed, length 2n. */
  readonly positions: Float64Array;
  /** Rotations of the parts, cosine and sine packed, length 2n. */
  readonly rotations: Float64Array;
  /** Rounding radii of the parts, length n. */
  readonly rounding: Float64Array;
  /** Area of the union of the parts: the mass for unit density. */
  readonly area: number;
  /** Polar moment of inertia about the centroid for unit density. */
  readonly inertia: number;
  /** The centroid in the axes of the input, length 2: input = place in the clump + origin. */
  readonly origin: Float64Array;
  /** Radius of the smallest circle about the centroid that holds all parts. */
  readonly radius: number;
  /** Areas of the parts minus the area of their union; 0 where no two parts overlap. */
  readonly sharedArea: number;
  /** Largest error of `area` by rounding. 0 if the mass was given. */
  readonly areaError: number;
  /**
   * Pairs of parts that overlap and of which one is rounded at least. What they share is not subtracted: if this is
   * above 0, the mass is too large. 0 if the mass was given.
   */
  readonly roundedOverlaps: number;
}

/**
 * A clump of convex parts in the plane. Shared regions of parts that overlap count once, exactly to rounding
 * (`areaError`). Parts that lie flush to within the touching band do not overlap. Rounded parts count with their exact
 * mass ({@link roundedMass2d}), but what they share with other parts is not subtracted: `roundedOverlaps` counts such
 * pairs. With `mass` that mass is taken as it is.
 *
 * Throws InputError 'bad-length' (no part; position or rotation not of two numbers), 'bad-option' (a part without a
 * shape or without area; more than 10 parts overlap in one place; a mass that no body has),
 * 'not-finite' (position; a mass that is given or too large), 'not-unit' (rotation), 'bad-radius' (rounding). The index
 * is that of the part, -1 for the mass.
 *
 * @example
 * ```ts
 * // An L of two rectangles that lie flush.
 * const el = createClump2d([
 *   { shape: rectangle(3, 1), position: [1.5, 0.5] },
 *   { shape: rectangle(1, 1), position: [0.5, 1.5] },
 * ]);
 * console.log(el.area, el.origin); // 4, 1.25 0.75
 * ```
 */
export function createClump2d(parts: readonly ClumpPart2d[], mass?: ClumpMass2d): Clump2d {
  const placed = placedParts(parts);
  const { shapes, positions, rotations, rounding } = placed;
  const whole = mass !== undefined ? { ...checkedMass(mass), sharedArea: 0, areaError: 0, roundedOverlaps: 0 } : unionArea(placed);
  const { area, centroid: origin, inertia, sharedArea, areaError, roundedOverlaps } = whole;
  if (mass === undefined) checkFinite('area', [area, ...origin, inertia]);
  let radius = 0;
  for (let p = 0; p < shapes.length; p++) {
    for (let k = 0; k < 2; k++) positions[2 * p + k] -= origin[k];
    const [c, s] = [rotations[2 * p], rotations[2 * p + 1]];
    const { vertices } = shapes[p];
    for (let v = 0; v < vertices.length; v += 2) {
      const x = positions[2 * p] + (c * vertices[v] - s * vertices[v + 1]);
      const y = positions[2 * p + 1] + (s * vertices[v] + c * vertices[v + 1]);
      radius = Math.max(radius, Math.sqrt(x * x + y * y) + rounding[p]);
    }
  }
  return {
    partCount: shapes.length,
    shapes,
    positions,
    rotations,
    rounding,
    area,
    inertia,
    origin,
    radius,
    sharedArea,
    areaError,
    roundedOverlaps,
  };
}

/** Whether plain JavaScript has handed over a clump of the plane. */
export function isClump2d(clump: unknown): clump is Clump2d {
  const given = clump as Partial<Clump2d> | null | undefined;
  return given?.rotations instanceof Float64Array && given.rotations.length === 2 * given.partCount!;
}

function placedParts(parts: readonly ClumpPart2d[]): PlacedParts2d {
  // The type says so, but plain JavaScript does not.
  const given: unknown = (parts as readonly ClumpPart2d[] | null)?.length;
  if (!Array.isArray(parts) || parts.length === 0) {
    throw new InputError(
      'bad-length',
      'a clump is made of an array of one part or more',
      -1,
      typeof given === 'number' ? given : Number.NaN,
    );
  }
  const shapes: ConvexPolygon[] = [];
  const positions = new Float64Array(2 * parts.length);
  const rotations = new Float64Array(2 * parts.length);
  const rounding = new Float64Array(parts.length);
  (parts as readonly (ClumpPart2d | null)[]).forEach((part, p) => {
    if (!isPolygon(part?.shape)) {
      throw new InputError('bad-option', `part ${p} needs a shape: a polygon, such as rectangle(1, 1)`, p);
    }
    const { shape, position = shape.origin, rotation = UNTURNED, rounding: radius = 0 } = part;
    const isCore = shape.dimension < 2;
    if (!(radius < Infinity && (isCore ? radius > 0 : radius >= 0))) {
      const expected = isCore ? 'a finite length > 0 for a core without area' : 'a finite length >= 0';
      throw new InputError('bad-radius', `rounding of part ${p} is ${radius}, expected ${expected}`, p, radius);
    }
    if (!isCore && !(shape.area > 0 && shape.area < Infinity)) {
      throw new InputError('bad-option', `part ${p} has the area ${shape.area}: it must be above 0`, p, shape.area);
    }
    checkTwo('position', position, p);
    checkTwo('rotation', rotation, p);
    const norm = rotation[0] * rotation[0] + rotation[1] * rotation[1];
    if (!(Math.abs(norm - 1) <= ROTATION_DRIFT)) {
      throw new InputError('not-unit', `rotation of part ${p} has squared length ${norm}, expected 1 (cosine, sine)`, p, norm);
    }
    shapes.push(shape);
    rounding[p] = radius;
    for (let k = 0; k < 2; k++) {
      positions[2 * p + k] = position[k];
      rotations[2 * p + k] = rotation[k] / Math.sqrt(norm);
    }
  });
  return { shapes, positions, rotations, rounding };
}

const UNTURNED: ReadonlyVec2 = [1, 0];

function checkTwo(name: string, numbers: ArrayLike<number>, part: number): void {
  const given: unknown = (numbers as ArrayLike<number> | null)?.length;
  const whose = part < 0 ? 'the mass' : `part ${part}`;
  if (given !== 2) {
    const value = typeof given === 'number' ? given : Number.NaN;
    throw new InputError('bad-length', `${name} of ${whose} has 2 numbers, got ${String(given)}`, part, value);
  }
  for (let k = 0; k < 2; k++) {
    if (!Number.isFinite(numbers[k])) throw new InputError('not-finite', `${name}[${k}] of ${whose} is ${numbers[k]}`, part, numbers[k]);
  }
}

/** What fails the checks where there is no mass. */
const NO_MASS: ClumpMass2d = { area: Number.NaN, centroid: [], inertia: Number.NaN };

function checkedMass(mass: ClumpMass2d): AreaMass {
  // The type says so, but plain JavaScript does not.
  const { area, centroid, inertia } = mass ?? NO_MASS;
  for (const [name, value] of [
    ['area', area],
    ['inertia', inertia],
  ] as const) {
    if (!(value > 0 && value < Infinity)) {
      throw new InputError('bad-option', `the mass has the ${name} ${value}: it must be above 0`, -1, value);
    }
  }
  checkTwo('centroid', centroid, -1);
  return { area, centroid: Float64Array.from(centroid), inertia };
}
