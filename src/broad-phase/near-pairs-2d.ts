/**
 * All near pairs of bodies in the plane that may pair, of any sizes, with or without a periodic box: {@link nearPairs}
 * with all bodies at z = 0.
 *
 * NBS in the plane (nbs-2d.ts) is for discs of similar size. For different sizes the search in space is used: spheres
 * at z = 0 have the same near pairs as the discs. It has size levels, and cells within a level. All cells are then in
 * one layer, and of the nine rows of cells around a body only three exist. Bodies of one level without a box use dense
 * cells, the faster form of NBS.
 *
 * The decision is exact, as in space with a third coordinate of zero (sphere-test.ts, image-test.ts). Cost: the cost of
 * nearPairs and one copy of the centres.
 */
import type { PairFilter } from '../body/pairing';
import { createNearPairsWorkspace, nearPairs, type NearPairsWorkspace } from './near-pairs';
import type { PairList } from './pair-list';
import type { PeriodicBox2d } from './periodic';
import { cellOf2d, type PeriodicCell2d } from './periodic-cell';

export interface NearPairsOptions2d {
  /** List bodies up to this far apart, a length >= 0; default 0. */
  readonly margin?: number | undefined;
  /** A periodic box, or a periodic cell with vectors in any directions; default none. */
  readonly periodic?: PeriodicBox2d | PeriodicCell2d | undefined;
  /** Which bodies may pair at all ({@link mayPair}; a body set is such a filter); default all. */
  readonly filter?: PairFilter | undefined;
}

/** Working memory of {@link nearPairs2d}, as {@link NearPairsWorkspace}. */
export interface NearPairsWorkspace2d {
  /** @internal */
  readonly space: NearPairsWorkspace;
  /** Centres in space. @internal */
  centres: Float64Array;
  /** @internal */
  readonly box: {
    readonly min: [number, number, number];
    readonly max: [number, number, number];
    readonly axes: [boolean, boolean, false];
  };
  /** @internal */
  readonly cell: { readonly vectors: Float64Array; readonly origin: Float64Array; readonly axes: [boolean, boolean, false] };
  /** @internal */
  readonly options: {
    margin: number | undefined;
    periodic: NearPairsWorkspace2d['box'] | NearPairsWorkspace2d['cell'] | undefined;
    filter: PairFilter | undefined;
  };
}

export function createNearPairsWorkspace2d(): NearPairsWorkspace2d {
  return {
    space: createNearPairsWorkspace(),
    centres: new Float64Array(0),
    box: { min: [0, 0, 0], max: [0, 0, 0], axes: [false, false, false] },
    cell: { vectors: new Float64Array(9), origin: new Float64Array(3), axes: [true, true, false] },
    options: { margin: 0, periodic: undefined, filter: undefined },
  };
}

/**
 * Lists all pairs of bodies in the plane that may pair and whose bounding discs are at most `margin` apart, touching
 * included: exactly those, each once, with i < j, in time linear in the number of bodies for a given range of sizes.
 *
 * Periodic boxes, invalid bodies, the order of the pairs and allocation are as in {@link nearPairs}. With a box or a
 * cell, out.shifts has three numbers for each pair as in space; the third is 0.
 *
 * @param out Overwritten; grows as needed.
 * @param count Number of bodies, a whole number.
 * @param centres x y packed, length >= 2 count.
 * @param radii Bounding radii, length >= count, in the unit of centres.
 * @param workspace Pass the same one in each step; without it a new one is made each time.
 * @returns out
 *
 * @example
 * ```ts
 * const centres = new Float64Array([0, 0, 100, 0.5, 5, 0]);
 * const radii = new Float64Array([0.5, 99.5, 0.5]);
 * const near = nearPairs2d(createPairList(), 3, centres, radii, { margin: 0.1 });
 * console.log(near.count); // 2: the large body is near both small ones
 * ```
 */
export function nearPairs2d(
  out: PairList,
  count: number,
  centres: Float64Array,
  radii: Float64Array,
  options: NearPairsOptions2d = {},
  workspace: NearPairsWorkspace2d = createNearPairsWorkspace2d(),
): PairList {
  if (workspace.centres.length < 3 * count) workspace.centres = new Float64Array(Math.ceil(1.25 * 3 * count));
  const inSpace = workspace.centres;
  for (let b = 0; b < count; b++) {
    inSpace[3 * b] = centres[2 * b];
    inSpace[3 * b + 1] = centres[2 * b + 1];
  }
  workspace.options.margin = options.margin;
  const { periodic } = options;
  const cell = cellOf2d(periodic);
  if (cell !== undefined) workspace.options.periodic = cellInSpace(workspace.cell, cell);
  else workspace.options.periodic = periodic === undefined ? undefined : boxInSpace(workspace.box, periodic as PeriodicBox2d);
  workspace.options.filter = options.filter;
  return nearPairs(out, count, inSpace, radii, workspace.options, workspace.space);
}

/**
 * Writes the box with a z axis that does not repeat. A box that {@link checkPeriodicBox2d} refuses becomes a box that
 * nearPairs refuses.
 */
function boxInSpace(out: NearPairsWorkspace2d['box'], box: PeriodicBox2d | null): NearPairsWorkspace2d['box'] {
  // Plain JavaScript does not check the type.
  const { min, max, axes } = box ?? ({} as Partial<PeriodicBox2d>);
  const isBox = min?.length === 2 && max?.length === 2 && (axes === undefined || (Array.isArray(axes) && (axes as boolean[]).length === 2));
  for (const axis of AXES) {
    out.min[axis] = isBox ? min[axis] : Number.NaN;
    out.max[axis] = isBox ? max[axis] : Number.NaN;
    out.axes[axis] = isBox && axes !== undefined ? axes[axis] : true;
  }
  return out;
}

/**
 * The cell with a z axis that does not repeat. One that {@link checkPeriodicCell2d} would refuse becomes one that
 * nearPairs refuses.
 */
function cellInSpace(out: NearPairsWorkspace2d['cell'], { vectors, origin, axes }: PeriodicCell2d): NearPairsWorkspace2d['cell'] {
  // The types say so, but plain JavaScript does not.
  const isCell =
    (vectors as ArrayLike<number> | null)?.length === 4 &&
    (origin === undefined || origin.length === 2) &&
    (axes === undefined || axes.length === 2);
  out.vectors.fill(0);
  for (const axis of AXES) {
    out.axes[axis] = axes === undefined || axes[axis];
    out.origin[axis] = isCell ? (origin?.[axis] ?? 0) : Number.NaN;
    if (!isCell) continue;
    out.vectors[3 * axis] = vectors[2 * axis];
    out.vectors[3 * axis + 1] = vectors[2 * axis + 1];
  }
  return out;
}

const AXES = [0, 1] as const;
