/**
 * Contacts of deformable blocks in the plane with each other and with fixed lines: what is given, and what a step
 * keeps. Twin of src/deformable/deformable-contacts.ts. One spring at each contact point, with the stiffness of the
 * law as it is: a contact with more points is stiffer.
 */
import { checkBorder, checkDimension, checkLaw, checkTolerance } from '../../deformable/check-contacts';
import type { SpringLaw } from '../../force/spring-law';
import { SPRING_FLOATS_2D } from '../force/spring-history-2d';
import { createPlaces2d, type ContactPlaces2d } from './contact-places-2d';
import type { DeformableSet2d } from './deformable-set-2d';
import { findOutline, type Outline } from './outline-2d';

/** A fixed line; blocks are on the side of its normal. */
export interface FixedLine {
  /** Unit normal, length 2. */
  readonly normal: ArrayLike<number>;
  /** A point x is in front of the line when normal . x is above offset. */
  readonly offset: number;
}

/** Options of {@link createDeformableContacts2d}. */
export interface DeformableContactOptions2d {
  /** Fixed lines, such as a floor; default none. */
  lines?: readonly FixedLine[];
  /** Law of blocks on lines; default the law of blocks. */
  lineLaw?: SpringLaw;
  /**
   * Gap up to which bonds hold, a length above 0 and up to its default, a thousandth of the least height of the
   * triangles at the outline.
   */
  tolerance?: number;
}

/** Contacts of one {@link DeformableSet2d}. The caller may read all arrays. */
export interface DeformableContacts2d {
  readonly law: SpringLaw;
  readonly lineLaw: SpringLaw;
  /** x y of the unit normal and the offset of each line, length 3 * lines. */
  readonly lines: Float64Array;
  /** Force on each line in the last step, length 2 * lines. */
  readonly lineForces: Float64Array;
  /** Contact points of the last step with a gap up to `tolerance`: of blocks with each other, and with lines. */
  pointCount: number;
  linePointCount: number;
  /** Energy in the springs after the last step: of the normal ones and of the shear ones. */
  readonly springEnergy: Float64Array;
  /** Largest overlap of the last step. */
  readonly deepest: Float64Array;
  /** Pairs of blocks that overlap at the start too deep for any contact point: they are not in contact. */
  unseenPairs: number;
  /** Gap up to which bonds hold. See the options. */
  readonly tolerance: number;
  /** Largest gap and overlap that is searched, a fifth of the least height of the triangles at the outline. */
  readonly reach: number;
  /** The elements of the set that these contacts are of. @internal */
  readonly elements: Int32Array;
  /** @internal */
  readonly outline: Outline;
  /** @internal */
  readonly places: ContactPlaces2d;
  /** Springs of each node of the outline with each line. @internal */
  readonly lineHistory: Float64Array;
  /** What the contact points add at each node to 1 / dt^2, and to dt times that (stable-step.ts). @internal */
  readonly stiffnessRates: Float64Array;
  /** @internal */
  readonly dampingRates: Float64Array;
  /** Whether the contacts of the start have been found. @internal */
  hasBegun: boolean;
}

const REACH = 0.2;
const TOLERANCE = 1e-3;

/**
 * Contacts for `stepDeformables2d` and `stableStep2d`, for a slice of thickness 1. `law` is that of all pairs of
 * blocks. Blocks that touch in the first step have the bond of the law, its cohesion and tension; those that meet
 * later do not (with `BondEnd.Nothing` all have it).
 *
 * Throws InputError with the line as index: 'bad-length', 'not-finite', 'not-unit' for its normal and its offset;
 * 'bad-option' for a set in space, for a tolerance out of range, and for a law with a number that createSpringLaw
 * refuses.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolygon(rectangle(1, 1)), material: rock };
 * const blocks = createDeformables2d([block], { gravity: [0, -9.81] });
 * const floor = { normal: [0, 1], offset: -0.5 };
 * const contacts = createDeformableContacts2d(blocks, createSpringLaw(1e9, 8e8, 0.5), { lines: [floor] });
 * const dt = 0.8 * stableStep2d(blocks, contacts);
 * for (let k = 0; k < 10; k++) stepDeformables2d(blocks, dt, contacts);
 * console.log(contacts.linePointCount); // 2
 * ```
 */
export function createDeformableContacts2d(
  set: DeformableSet2d,
  law: SpringLaw,
  options: DeformableContactOptions2d = {},
): DeformableContacts2d {
  const { lines = [], lineLaw = law } = options;
  checkDimension(set.dimension, 2);
  [law, lineLaw].forEach(checkLaw);
  lines.forEach((line, index) => checkBorder('line', 2, line, index));
  const outline = findOutline(set);
  const { tolerance = TOLERANCE * outline.leastHeight } = options;
  checkTolerance(tolerance, TOLERANCE * outline.leastHeight);
  const reach = REACH * outline.leastHeight;
  return {
    law,
    lineLaw,
    lines: Float64Array.from(lines.flatMap(({ normal, offset }) => [normal[0], normal[1], offset])),
    lineForces: new Float64Array(2 * lines.length),
    pointCount: 0,
    linePointCount: 0,
    springEnergy: new Float64Array(2),
    deepest: new Float64Array(1),
    unseenPairs: 0,
    tolerance,
    reach,
    elements: set.elements,
    outline,
    places: createPlaces2d(set, outline, reach),
    lineHistory: new Float64Array(SPRING_FLOATS_2D * lines.length * outline.nodes.length),
    stiffnessRates: new Float64Array(set.nodeCount),
    dampingRates: new Float64Array(set.nodeCount),
    hasBegun: false,
  };
}
