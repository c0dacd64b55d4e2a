/**
 * Contacts of deformable blocks with each other and with fixed planes: what is given, and what a step keeps.
 *
 * Source: Wang, Li and Feng 2014, sections 2, 3 and 4. One spring at each contact point, with the stiffness of the law
 * as it is: a contact with more points is stiffer.
 */
import { createNearPairsWorkspace } from '../broad-phase/near-pairs';
import { createPairList } from '../broad-phase/pair-list';
import { SPRING_FLOATS } from '../force/spring-history';
import type { SpringLaw } from '../force/spring-law';
import { checkBond, checkBorder, checkDimension, checkLaw, checkTolerance } from './check-contacts';
import type { ContactPlaces } from './contact-places';
import type { DeformableSet } from './deformable-set';
import { findSurface, type Surface } from './surface';

/** A fixed plane; blocks are on the side of its normal. */
export interface FixedPlane {
  /** Unit normal, length 3. */
  readonly normal: ArrayLike<number>;
  /** A point x is in front of the plane when normal . x is above offset. */
  readonly offset: number;
}

/** Options of {@link createDeformableContacts}. */
export interface DeformableContactOptions {
  /** Fixed planes, such as a floor; default none. */
  planes?: readonly FixedPlane[];
  /** Law of blocks on planes; default the law of blocks. */
  planeLaw?: SpringLaw;
  /**
   * dTol, a length above 0 and up to its default, a thousandth of the least height of the tetrahedra at the surface.
   * Rims that meet get their force at this depth, with the energy K dTol^2 / 2 at once: for stiff springs take less.
   */
  tolerance?: number;
  /**
   * Whether stiffnesses and dashpots of the laws are those of an area: force a length and an area (Pa / m), and force a
   * velocity and an area (Pa s / m). A point has them times its area (point-area.ts) from the moment it begins to
   * press. So the points of a bonded face break together, and a finer mesh has the same stiffness. Default false: they
   * are those of a point, as in the paper.
   */
  stiffnessPerArea?: boolean;
}

/** Contacts of one {@link DeformableSet}. The caller may read all arrays. */
export interface DeformableContacts {
  readonly law: SpringLaw;
  readonly planeLaw: SpringLaw;
  readonly stiffnessPerArea: boolean;
  /** x y z of the unit normal and the offset of each plane, length 4 * planes. */
  readonly planes: Float64Array;
  /** Force on each plane in the last step, length 3 * planes. */
  readonly planeForces: Float64Array;
  /** Contact points of the last step with a gap up to `tolerance`: of blocks with each other, and with planes. */
  pointCount: number;
  planePointCount: number;
  /** Energy in the springs after the last step: of the normal ones and of the shear ones. */
  readonly springEnergy: Float64Array;
  /** Largest overlap of the last step. */
  readonly deepest: Float64Array;
  /** Pairs of blocks that overlap at the start too deep for any contact point: they are not in contact. */
  unseenPairs: number;
  /** dTol: points of two blocks that are this close are one point. See the options. */
  readonly tolerance: number;
  /** Largest gap and overlap that is searched, a fifth of the least height of the tetrahedra at the surface. */
  readonly reach: number;
  /** Those of the set of the contacts: they tell another set from this one. @internal */
  readonly elements: Int32Array;
  /** @internal */
  readonly surface: Surface;
  /** @internal */
  readonly places: ContactPlaces;
  /** @internal */
  readonly points: ContactPoints;
  /** Springs of each node of the surface with each plane. @internal */
  readonly planeHistory: Float64Array;
  /** What the contact points add at each node to 1 / dt^2, and to dt times that (stable-step.ts). @internal */
  readonly stiffnessRates: Float64Array;
  /** @internal */
  readonly dampingRates: Float64Array;
  /** Largest area of a point at each node of the set, or 1 where stiffnesses are those of a point. @internal */
  readonly nodeSizes: Float64Array;
  /** Whether the contacts of the start have been found. @internal */
  hasBegun: boolean;
}

/**
 * The contact points: a row for each place (contact-places.ts), and then the side rows, of nodes that are about as deep
 * below another face. The point is on block A: at a node, or on an edge. It meets a triangle of block B. @internal
 */
export interface ContactPoints {
  /** APART, IN_CONTACT, MERGED: the point is that of another place, `merged`; RELIEVED: another way out counts. */
  state: Uint8Array;
  merged: Int32Array;
  /** Triangle of B. */
  triangle: Int32Array;
  /** Two nodes of A, and their shares. Both nodes are the same at a node. */
  nodes: Int32Array;
  shares: Float64Array;
  /** Unit normal from A to B. */
  normals: Float64Array;
  gaps: Float64Array;
  areas: Float64Array;
  /** Place of a row. Side rows are behind those of all places. */
  place: Int32Array;
  rowCount: number;
  /** Part of the energy K gap^2 / 2 that counts, and of the force: see ways-out.ts. */
  parts: Float64Array;
  /** Scratch of ways-out.ts: overlaps that are sorted by blocks, and the overlap that each one belongs to. */
  deep: Float64Array;
  overlaps: Int32Array;
  /** Of a crossing: distance from both edges, above 0 only beside nodes where they go straight on. */
  beyond: Float64Array;
}

/** States of {@link ContactPoints}. */
export const APART = 0;
export const IN_CONTACT = 1;
export const MERGED = 2;
export const RELIEVED = 3;

const REACH = 0.2;
const TOLERANCE = 1e-3;

/**
 * Contacts for `stepDeformables` and `stableStep`. `law` is that of all pairs of blocks. Blocks that touch in the first
 * step have the bond of the law, its cohesion and tension; those that meet later do not (with `BondEnd.Nothing` all
 * have it).
 *
 * Throws InputError with the plane as index: 'bad-length', 'not-finite', 'not-unit' for its normal and its offset;
 * 'bad-option' for a set in the plane, for a tolerance out of range, for a law with a number that createSpringLaw
 * refuses, and, with stiffnesses of an area, for a tensile strength above normalStiffness * tolerance.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolyhedron(box(1, 1, 1)), material: rock };
 * const blocks = createDeformables([block], { gravity: [0, 0, -9.81] });
 * const floor = { normal: [0, 0, 1], offset: -0.5 };
 * const contacts = createDeformableContacts(blocks, createSpringLaw(1e9, 8e8, 0.5), { planes: [floor] });
 * const dt = 0.8 * stableStep(blocks, contacts);
 * for (let k = 0; k < 10; k++) stepDeformables(blocks, dt, contacts);
 * console.log(contacts.planePointCount); // 4
 * ```
 */
export function createDeformableContacts(set: DeformableSet, law: SpringLaw, options: DeformableContactOptions = {}): DeformableContacts {
  const { planes = [], planeLaw = law, stiffnessPerArea = false } = options;
  checkDimension(set.dimension, 3);
  [law, planeLaw].forEach(checkLaw);
  planes.forEach((plane, index) => checkBorder('plane', 3, plane, index));
  const surface = findSurface(set);
  const { tolerance = TOLERANCE * surface.leastHeight } = options;
  checkTolerance(tolerance, TOLERANCE * surface.leastHeight);
  if (stiffnessPerArea) for (const given of [law, planeLaw]) checkBond(given, tolerance);
  const reach = REACH * surface.leastHeight;
  return {
    law,
    planeLaw,
    stiffnessPerArea,
    nodeSizes: stiffnessPerArea ? nodeAreas(set, surface) : new Float64Array(set.nodeCount).fill(1),
    planes: Float64Array.from(planes.flatMap(({ normal, offset }) => [normal[0], normal[1], normal[2], offset])),
    planeForces: new Float64Array(3 * planes.length),
    pointCount: 0,
    planePointCount: 0,
    springEnergy: new Float64Array(2),
    deepest: new Float64Array(1),
    unseenPairs: 0,
    tolerance,
    reach,
    elements: set.elements,
    surface,
    places: createPlaces(set, surface, reach),
    points: createPoints(0),
    planeHistory: new Float64Array(SPRING_FLOATS * planes.length * surface.nodes.length),
    stiffnessRates: new Float64Array(set.nodeCount),
    dampingRates: new Float64Array(set.nodeCount),
    hasBegun: false,
  };
}

/** A third of the triangles at each node. */
function nodeAreas({ nodeCount, positions }: DeformableSet, { triangles }: Surface): Float64Array {
  const areas = new Float64Array(nodeCount);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const [u, v] = [b, c].map((at) => [at[0] - a[0], at[1] - a[1], at[2] - a[2]]);
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const third = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]) / 6;
    for (let k = 0; k < 3; k++) areas[triangles[t + k]] += third;
  }
  return areas;
}

/** Nodes meet triangles and edges meet edges, of different blocks. */
function createPlaces(set: DeformableSet, surface: Surface, reach: number): ContactPlaces {
  const { nodes, edges, nodeBlock, triangleBlock } = surface;
  const [NODE, TRIANGLE, EDGE] = [1, 2, 4];
  const rows = [
    ...Array.from(nodes, (node) => [nodeBlock[node], NODE, TRIANGLE]),
    ...Array.from(triangleBlock, (block) => [block, TRIANGLE, NODE]),
    ...Array.from({ length: edges.length / 2 }, (_, e) => [nodeBlock[edges[2 * e]], EDGE, EDGE]),
  ];
  return {
    count: 0,
    nodeCount: 0,
    keys: new Float64Array(0),
    start: new Int32Array(1),
    triangles: new Int32Array(0),
    history: new Float64Array(0),
    searchedAt: new Float64Array(3 * set.nodeCount).fill(Number.NaN),
    search: {
      centres: new Float64Array(3 * rows.length),
      radii: new Float64Array(rows.length),
      pairs: createPairList(),
      workspace: createNearPairsWorkspace(),
      options: {
        margin: 2 * reach,
        filter: {
          group: Int32Array.from(rows, ([block]) => block + 1),
          flags: new Uint8Array(rows.length),
          category: Uint32Array.from(rows, ([, category]) => category),
          mask: Uint32Array.from(rows, ([, , mask]) => mask),
        },
      },
      names: new Float64Array(0),
      oldKeys: new Float64Array(0),
      oldHistory: new Float64Array(0),
    },
  };
}

function createPoints(room: number): ContactPoints {
  return {
    state: new Uint8Array(room),
    merged: new Int32Array(room),
    triangle: new Int32Array(room),
    nodes: new Int32Array(2 * room),
    shares: new Float64Array(2 * room),
    normals: new Float64Array(3 * room),
    gaps: new Float64Array(room),
    areas: new Float64Array(room),
    place: Int32Array.from({ length: room }, (_, row) => row),
    rowCount: 0,
    parts: new Float64Array(room),
    deep: new Float64Array(room),
    overlaps: new Int32Array(room),
    beyond: new Float64Array(room),
  };
}

/** Room for the points of all places, and for their side rows. */
export function reservePoints(points: ContactPoints, places: number, nodePlaces: number): void {
  const room = places + MOST_SIDES * nodePlaces;
  if (points.state.length < room) Object.assign(points, createPoints(2 * room));
  for (let p = 0; p < places; p++) points.place[p] = p;
  points.rowCount = places;
}

/** Most side rows of a node. */
export const MOST_SIDES = 2;
