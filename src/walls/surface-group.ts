/**
 * Classes of the touched surface that bound one convex piece of the wall, and the half-spaces of that piece.
 *
 * Side j is **behind** side i when no corner x of j is in front of i's plane by more than
 *
 *     eps + |x - c| min(eps / w, TILT)        c centroid and w width (area / spread) of i
 *
 * The second term is the effect of a tilt of the plane of i when its corners move by eps. Two sides are compatible when
 * each is behind the other. A group starts with a seed. In the order of falling area, each side that is compatible with
 * all sides of the group is added. So surfaces with bends below eps are one, and the faces of a convex solid are one
 * group.
 *
 * The half-spaces of a group are the planes of its sides, each moved out to contain all corners of the group. A border
 * adds an **upright** if the whole group is behind it, within eps: the half-space whose normal is in the plane of the
 * triangle and perpendicular to the border. So a surface ends at its border as if it were thick.
 */
import { OFFSET } from '../contact/layouts';
import {
  classArea,
  classCentre,
  classFirst,
  classOrder,
  classCount,
  classPieces,
  classSpread,
  pieceNext,
  sidePlane,
} from './plane-classes';
import { BAND, BEND, bounds } from './meeting';
import type { MeshWall } from './mesh-wall';
import {
  cornerAt,
  cornerSide,
  CUT,
  pieceCorners,
  pieceRow,
  pieceStart,
  pieceUsed,
  rowCorner,
  rowPlane,
  rowTriangle,
} from './touched-surface';

/** Tangent of the largest tilt, one degree: the plane of a narrow sliver is not accurate. */
const TILT = 0.0175;

/** Room for sides of a group, and for half-spaces. */
const MAX_SIDES = 256;
const MAX_UPRIGHTS = 64;
export const MAX_SPACES = MAX_SIDES + MAX_UPRIGHTS;

export const groupSides = /* @__PURE__ */ new Int32Array(MAX_SIDES);
/** Numbers of the group. */
export const groupCount = /* @__PURE__ */ new Int32Array(2);
/** Sides of the group. */
export const SIDES = 0;
/** Half-spaces. */
const SPACES = 1;

/** The half-spaces n·x <= o (OFFSET), four numbers each: the sides of the group in their order, then the uprights. */
export const halfSpace = /* @__PURE__ */ new Float64Array(4 * MAX_SPACES);

/** Starts a group of one side. */
export function startGroup(seed: number): void {
  groupSides[0] = seed;
  groupCount[SIDES] = 1;
}

/** Adds all sides that are compatible with all sides of the group, except those of class `without`. */
export function growGroup(twoSided: boolean, without: number): void {
  for (let k = 0; k < classCount[0]; k++) {
    const c = classOrder[k];
    if (classPieces[c] === 0 || c === without) continue;
    const front = sidePlane[8 * c + OFFSET] <= 0 ? 2 * c : 2 * c + 1;
    if (!twoSided) addSide(2 * c);
    else {
      addSide(front);
      addSide(front ^ 1);
    }
  }
}

/** Adds a side if it is compatible with all sides of the group and is not in it yet. */
export function addSide(side: number): boolean {
  const count = groupCount[SIDES];
  if (count === MAX_SIDES) return false;
  for (let k = 0; k < count; k++) if (groupSides[k] === side) return false;
  for (let k = 0; k < count; k++) if (!isBehind(groupSides[k], side) || !isBehind(side, groupSides[k])) return false;
  groupSides[groupCount[SIDES]++] = side;
  return true;
}

/** Whether side j is behind side i. */
export function isBehind(i: number, j: number): boolean {
  const mx = sidePlane[4 * i];
  const my = sidePlane[4 * i + 1];
  const mz = sidePlane[4 * i + 2];
  const o = sidePlane[4 * i + OFFSET];
  const c = i >> 1;
  const eps = bounds[BEND];
  const width = classSpread[c] > 0 ? classArea[c] / classSpread[c] : 0;
  const slope = eps < TILT * width ? eps / width : TILT;
  const cx = classCentre[3 * c];
  const cy = classCentre[3 * c + 1];
  const cz = classCentre[3 * c + 2];
  for (let p = classFirst[j >> 1]; p >= 0; p = pieceNext[p]) {
    if (pieceUsed[p] === 1) continue;
    const end = 3 * (pieceStart[p] + pieceCorners[p]);
    for (let a = 3 * pieceStart[p]; a < end; a += 3) {
      const x = cornerAt[a];
      const y = cornerAt[a + 1];
      const z = cornerAt[a + 2];
      const h = mx * x + my * y + mz * z - o;
      if (h <= eps) continue;
      const dx = x - cx;
      const dy = y - cy;
      const dz = z - cz;
      if (!(h <= eps + slope * Math.sqrt(dx * dx + dy * dy + dz * dz))) return false;
    }
  }
  return true;
}

/** Whether a class is among the first `count` sides of the group. */
export function isInGroup(c: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (groupSides[k] >> 1 === c) return true;
  return false;
}

/** Whether the group has all classes. */
export function holdsAll(): boolean {
  let classes = 0;
  for (let k = 0; k < groupCount[SIDES]; k++) if (!isInGroup(groupSides[k] >> 1, k)) classes++;
  return classes === classCount[0];
}

/** Writes the half-spaces of the group. Returns their number. */
export function boundGroup({ openSides, twoSided }: MeshWall): number {
  const count = groupCount[SIDES];
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < 4; i++) halfSpace[4 * k + i] = sidePlane[4 * groupSides[k] + i];
    const out = farthestOut(4 * k);
    if (out > 0) halfSpace[4 * k + OFFSET] += out;
  }
  if (twoSided || count > 1) thicken(count);
  groupCount[SPACES] = count;
  for (let k = 0; k < count; k++) {
    const side = groupSides[k];
    // For a sheet with both sides in the group, both have the same borders.
    for (let p = classFirst[side >> 1]; p >= 0; p = pieceNext[p]) {
      if (pieceUsed[p] === 1) continue;
      const end = pieceStart[p] + pieceCorners[p];
      for (let c = pieceStart[p]; c < end; c++) {
        const s = cornerSide[c];
        if (s !== CUT && openSides[3 * rowTriangle[pieceRow[p]] + s] === 1) addUpright(p, s);
      }
    }
  }
  return groupCount[SPACES];
}

/** Largest distance of a corner of the group beyond half-space number at / 4; negative when all are inside. */
function farthestOut(at: number): number {
  const nx = halfSpace[at];
  const ny = halfSpace[at + 1];
  const nz = halfSpace[at + 2];
  const o = halfSpace[at + OFFSET];
  let most = -Infinity;
  for (let k = 0; k < groupCount[SIDES]; k++) {
    for (let p = classFirst[groupSides[k] >> 1]; p >= 0; p = pieceNext[p]) {
      if (pieceUsed[p] === 1) continue;
      const end = 3 * (pieceStart[p] + pieceCorners[p]);
      for (let a = 3 * pieceStart[p]; a < end; a += 3) {
        const h = nx * cornerAt[a] + ny * cornerAt[a + 1] + nz * cornerAt[a + 2] - o;
        if (h > most) most = h;
      }
    }
  }
  return most;
}

/**
 * A sheet with both sides in the group has no thickness. It gets the thickness of its rounding, on the far side of the
 * seed, so that it bounds a solid.
 */
function thicken(count: number): void {
  const least = THICKNESS * bounds[BAND];
  for (let k = 1; k < count; k++) {
    for (let i = 0; i < k; i++) {
      const a = 4 * i;
      const b = 4 * k;
      const cosine = halfSpace[a] * halfSpace[b] + halfSpace[a + 1] * halfSpace[b + 1] + halfSpace[a + 2] * halfSpace[b + 2];
      const thickness = halfSpace[a + OFFSET] + halfSpace[b + OFFSET];
      if (cosine < SAME - 1 && thickness < least) halfSpace[b + OFFSET] += least - thickness;
    }
  }
}

/** In rounding bands: several times the snap of the cuts of the solid. */
const THICKNESS = 8;
/** Adds the upright at side s of the triangle of piece p if the whole group is behind it. */
function addUpright(p: number, s: number): void {
  const at = 4 * groupCount[SPACES];
  if (groupCount[SPACES] >= MAX_SPACES) return;
  const row = pieceRow[p];
  const a = 9 * row + 3 * s;
  const b = 9 * row + 3 * (s === 2 ? 0 : s + 1);
  const ex = rowCorner[b] - rowCorner[a];
  const ey = rowCorner[b + 1] - rowCorner[a + 1];
  const ez = rowCorner[b + 2] - rowCorner[a + 2];
  const mx = rowPlane[4 * row];
  const my = rowPlane[4 * row + 1];
  const mz = rowPlane[4 * row + 2];
  const ux = ey * mz - ez * my;
  const uy = ez * mx - ex * mz;
  const uz = ex * my - ey * mx;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(length > 0)) return;
  halfSpace[at] = ux / length;
  halfSpace[at + 1] = uy / length;
  halfSpace[at + 2] = uz / length;
  halfSpace[at + OFFSET] = (ux * rowCorner[a] + uy * rowCorner[a + 1] + uz * rowCorner[a + 2]) / length;
  const out = farthestOut(at);
  if (!(out <= bounds[BEND])) return;
  if (out > 0) halfSpace[at + OFFSET] += out;
  for (let k = groupCount[SIDES]; k < groupCount[SPACES]; k++) {
    const o = 4 * k;
    const cosine = halfSpace[o] * halfSpace[at] + halfSpace[o + 1] * halfSpace[at + 1] + halfSpace[o + 2] * halfSpace[at + 2];
    const apart = halfSpace[o + OFFSET] - halfSpace[at + OFFSET];
    // The same border, cut into several edges.
    if (cosine > 1 - SAME && apart <= bounds[BAND] && apart >= -bounds[BAND]) return;
  }
  groupCount[SPACES]++;
}

/** One minus the cosine of normals that are the same, or opposite, to rounding. */
const SAME = 1e-12;
