/**
 * A clump: one rigid body of several convex parts, with the mass of the union of the parts. This is how concave bodies
 * are made.
 *
 * The clump keeps the axes of its input; its origin is its centroid, as with a polyhedron. It is immutable, and many
 * bodies share one clump.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { rotationFromQuaternion } from '../math/rotation';
import { isPolyhedron, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { principalAxes } from '../polyhedron/principal-frame';
import type { SolidMass } from './mass-sum';
import { unionMass, type PlacedParts } from './union-mass';

/** A part of a clump for {@link createClump}; all fields except the shape have defaults. */
export interface ClumpPart {
  shape: ConvexPolyhedron;
  /**
   * Centroid of the part in the axes of the clump; default: the `origin` of the shape, which is the place of its input.
   */
  position?: ReadonlyVec3;
  /** Quaternion x y z w; default identity. */
  orientation?: ReadonlyQuat;
  /** Minkowski rounding radius of the part, a length; above 0 for a core (a point, a segment, a plate). Default 0. */
  rounding?: number;
}

/** The mass of a body for unit density, such as {@link meshMass} gives. */
export interface ClumpMass {
  volume: number;
  /** In the axes of the parts, length 3. */
  centroid: ArrayLike<number>;
  /** About the centroid, row-major 3x3; off-diagonals are minus the products of inertia. */
  inertia: ArrayLike<number>;
}

/** One rigid body of several convex parts: see {@link createClump}. Write n for the number of parts. */
export interface Clump {
  readonly partCount: number;
  /** Shape of each part, length n. */
  readonly shapes: readonly ConvexPolyhedron[];
  /** Centroids of the parts relative to the centroid of the clump, x y z packed, length 3n. */
  readonly positions: Float64Array;
  /** Orientations of the parts, unit quaternions x y z w packed, length 4n. */
  readonly orientations: Float64Array;
  /** Rounding radii of the parts, length n. */
  readonly rounding: Float64Array;
  /** Volume of the union of the parts: the mass for unit density. */
  readonly volume: number;
  /** Inertia tensor about the centroid for unit density, row-major 3x3. */
  readonly inertia: Float64Array;
  /** The centroid in the axes of the input, length 3: input = place in the clump + origin. */
  readonly origin: Float64Array;
  /** Principal axes, row-major 3x3: columns in the axes of the clump, as principalFrame gives them. */
  readonly axes: Float64Array;
  /** The same rotation as quaternion x y z w, w >= 0. */
  readonly axesQuaternion: Float64Array;
  /** Moments of inertia about the principal axes for unit density, ascending. */
  readonly moments: Float64Array;
  /** Radius of the smallest sphere about the centroid that holds all parts. */
  readonly radius: number;
  /** Volumes of the parts minus the volume of their union; 0 where no two parts overlap. */
  readonly sharedVolume: number;
  /**
   * Largest error of `volume` by rounding: surfaces of parts and shared regions times their tolerances. 0 if the mass
   * was given.
   */
  readonly volumeError: number;
  /**
   * Pairs of parts that overlap and of which one is rounded at least. What they share is not subtracted: if this is
   * above 0, the mass is too large. 0 if the mass was given.
   */
  readonly roundedOverlaps: number;
}

/**
 * A clump of convex parts. Parts that do not overlap are summed. Of parts that overlap, the shared regions count once,
 * by inclusion and exclusion, exactly to rounding (`volumeError`). Parts that lie flush to within the touching band do
 * not overlap. With `mass` that mass is taken as it is, for instance that of the mesh whose hulls the parts are.
 *
 * Rounded parts (also spheres, rods and plates) count with their exact mass ({@link roundedMass}), but what they share
 * with other parts is not subtracted: `roundedOverlaps` counts such pairs. Where there are some, give `mass`, for
 * instance that of a file ({@link clumpOfShape}).
 *
 * Throws InputError 'bad-length' (no part; position or orientation of another number of entries), 'bad-option' (a part
 * without a shape or without volume; more than {@link MAX_COMMON_PARTS} parts overlap in one place; a mass that no body
 * has), 'not-finite' (position; a mass that is given or too large), 'not-unit' (orientation), 'bad-radius' (rounding).
 * The index is that of the part, -1 for the mass.
 *
 * @example
 * ```ts
 * // An L of two boxes that lie flush.
 * const el = createClump([
 *   { shape: box(3, 1, 1), position: [1.5, 0.5, 0.5] },
 *   { shape: box(1, 1, 1), position: [0.5, 1.5, 0.5] },
 * ]);
 * console.log(el.volume, el.origin); // 4, 1.25 0.75 0.5
 * ```
 */
export function createClump(parts: readonly ClumpPart[], mass?: ClumpMass): Clump {
  const placed = placedParts(parts);
  const { shapes, positions, orientations, rotations, rounding } = placed;
  const whole = mass === undefined ? unionMass(placed) : { ...checkedMass(mass), ...NO_OVERLAPS };
  const { volume, centroid, inertia } = whole;
  if (mass === undefined) checkFinite('volume', [volume, ...centroid, ...inertia]);
  const { rotation: axes, quaternion: axesQuaternion, moments } = principalAxes(inertia);
  if (mass !== undefined) checkMoments(moments);
  let radius = 0;
  for (let p = 0; p < shapes.length; p++) {
    for (let k = 0; k < 3; k++) positions[3 * p + k] -= centroid[k];
    const { vertices } = shapes[p];
    const r = rotations.subarray(9 * p, 9 * p + 9);
    for (let v = 0; v < vertices.length; v += 3) {
      let distance = 0;
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * p + k] + r[3 * k] * vertices[v] + r[3 * k + 1] * vertices[v + 1] + r[3 * k + 2] * vertices[v + 2];
        distance += x * x;
      }
      radius = Math.max(radius, Math.sqrt(distance) + rounding[p]);
    }
  }
  return {
    partCount: shapes.length,
    shapes,
    positions,
    orientations,
    rounding,
    volume,
    inertia,
    origin: centroid,
    axes,
    axesQuaternion,
    moments,
    radius,
    sharedVolume: whole.sharedVolume,
    volumeError: whole.volumeError,
    roundedOverlaps: whole.roundedOverlaps,
  };
}

const NO_OVERLAPS = { sharedVolume: 0, volumeError: 0, roundedOverlaps: 0 };

/** Whether plain JavaScript has handed over a clump. */
export function isClump(clump: unknown): clump is Clump {
  const given = clump as Partial<Clump> | null | undefined;
  return given?.axes instanceof Float64Array && given.positions instanceof Float64Array && given.positions.length === 3 * given.partCount!;
}

/** Checked parts on flat arrays, with unit quaternions. */
export function placedParts(parts: readonly ClumpPart[]): PlacedParts {
  // The type says so, but plain JavaScript does not.
  const given: unknown = (parts as readonly ClumpPart[] | null)?.length;
  if (!Array.isArray(parts) || parts.length === 0) {
    throw new InputError(
      'bad-length',
      'a clump is made of an array of one part or more',
      -1,
      typeof given === 'number' ? given : Number.NaN,
    );
  }
  const shapes: ConvexPolyhedron[] = [];
  const positions = new Float64Array(3 * parts.length);
  const orientations = new Float64Array(4 * parts.length);
  const rotations = new Float64Array(9 * parts.length);
  const rounding = new Float64Array(parts.length);
  (parts as readonly (ClumpPart | null)[]).forEach((part, p) => {
    if (!isPolyhedron(part?.shape)) {
      throw new InputError('bad-option', `part ${p} needs a shape: a polyhedron, such as box(1, 1, 1)`, p);
    }
    const { shape, position = shape.origin, orientation = IDENTITY, rounding: radius = 0 } = part;
    const isCore = shape.dimension < 3;
    if (!(radius < Infinity && (isCore ? radius > 0 : radius >= 0))) {
      const expected = isCore ? 'a finite length > 0 for a core without volume' : 'a finite length >= 0';
      throw new InputError('bad-radius', `rounding of part ${p} is ${radius}, expected ${expected}`, p, radius);
    }
    rounding[p] = radius;
    if (!isCore && !(shape.volume > 0 && shape.volume < Infinity)) {
      throw new InputError('bad-option', `part ${p} has the volume ${shape.volume}: it must be above 0`, p, shape.volume);
    }
    shapes.push(shape);
    checkEntries('position', position, 3, p);
    checkEntries('orientation', orientation, 4, p);
    positions.set(position, 3 * p);
    let norm = 0;
    for (let k = 0; k < 4; k++) norm += orientation[k] * orientation[k];
    if (!(Math.abs(norm - 1) <= UNIT_TOLERANCE)) {
      throw new InputError('not-unit', `orientation of part ${p} has squared length ${norm}, expected 1 (x y z w)`, p, norm);
    }
    for (let k = 0; k < 4; k++) orientations[4 * p + k] = orientation[k] / Math.sqrt(norm);
    rotationFromQuaternion(rotations, 9 * p, orientations, 4 * p);
  });
  return { shapes, positions, orientations, rotations, rounding };
}

const IDENTITY: ReadonlyQuat = [0, 0, 0, 1];

/** As for a new body. */
const UNIT_TOLERANCE = 1e-3;

/** A mass that is given: moments of a body obey m1 + m2 >= m3 but for this part of m3, the rounding of a file. */
const MOMENT_TOLERANCE = 1e-6;

function checkEntries(name: string, numbers: ArrayLike<number>, length: number, part: number): void {
  const given: unknown = (numbers as ArrayLike<number> | null)?.length;
  const whose = part < 0 ? 'the mass' : `part ${part}`;
  if (given !== length) {
    const value = typeof given === 'number' ? given : Number.NaN;
    throw new InputError('bad-length', `${name} of ${whose} has ${length} numbers, got ${String(given)}`, part, value);
  }
  for (let k = 0; k < length; k++) {
    if (!Number.isFinite(numbers[k])) throw new InputError('not-finite', `${name}[${k}] of ${whose} is ${numbers[k]}`, part, numbers[k]);
  }
}

/** What fails the checks where there is no mass. */
const NO_MASS: ClumpMass = { volume: Number.NaN, centroid: [], inertia: [] };

function checkedMass(mass: ClumpMass): SolidMass {
  // The type says so, but plain JavaScript does not.
  const { volume, centroid, inertia } = mass ?? NO_MASS;
  if (!(volume > 0 && volume < Infinity)) {
    throw new InputError('bad-option', `the mass has the volume ${volume}: it must be above 0`, -1, volume);
  }
  checkEntries('centroid', centroid, 3, -1);
  checkEntries('inertia', inertia, 9, -1);
  const tensor = Float64Array.from(inertia);
  for (const [i, j] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ]) {
    const mean = 0.5 * (tensor[i] + tensor[j]);
    if (!(Math.abs(tensor[i] - tensor[j]) <= MOMENT_TOLERANCE * (tensor[0] + tensor[4] + tensor[8]))) {
      throw new InputError(
        'bad-option',
        `the inertia is not symmetric: entries ${i} and ${j} are ${tensor[i]} and ${tensor[j]}`,
        -1,
        tensor[i],
      );
    }
    tensor[i] = tensor[j] = mean;
  }
  return { volume, centroid: Float64Array.from(centroid), inertia: tensor };
}

/** Throws InputError 'not-finite' for a mass that is too large for a double. `size`: volume or area. */
export function checkFinite(size: string, numbers: readonly number[]): void {
  const wrong = numbers.find((x) => !Number.isFinite(x));
  if (wrong === undefined) return;
  throw new InputError(
    'not-finite',
    `${size}, centroid or inertia of the clump is ${wrong}: its parts are too large or too far apart. Choose a larger unit of length`,
    -1,
    wrong,
  );
}

function checkMoments(moments: Float64Array): void {
  const [least, middle, most] = moments;
  if (least > 0 && least + middle >= most * (1 - MOMENT_TOLERANCE)) return;
  throw new InputError(
    'bad-option',
    `no body has the moments of inertia ${least}, ${middle}, ${most}: they are above 0 and none is more than the sum of the others`,
    -1,
    least > 0 ? most : least,
  );
}
