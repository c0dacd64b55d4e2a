/**
 * A node of one block and the outline of another: the energy of their contact, for the stiffness 1.
 *
 * Source: Wang, Li and Feng 2014, section 2, for convex bodies in space. Here the outline is many edges, which bend.
 * The depth of a node inside a block is its distance from the nearest point of the outline, and the energy is half of
 * its square: it is continuous wherever the node goes in, moves and goes out. corner-energy.ts has the energy at
 * convex corners.
 */
import { BY_AFTER, BY_BEFORE, cornerEnergy, cornerReach, findCornerEnergy, isSharpCorner } from './corner-energy';
import type { DeformableSet2d } from './deformable-set-2d';
import type { DeformableContacts2d } from './deformable-contacts-2d';
import { addFacing, clearFacing, facing, raiseFacing } from './facing';
import {
  addLine,
  CORNER,
  CORNER_AFTER,
  CORNER_BEFORE,
  DEPTH,
  gradient,
  LINE_AFTER,
  LINE_BEFORE,
  lines,
  loadLine,
  NODE,
  NODE_AFTER,
  NODE_BEFORE,
  partPlaces,
  setPart,
  weights,
} from './touch-parts';

/** Energy of the node, size of its gradient at the node; depth, also of a node without a contact. */
export const touch = /* @__PURE__ */ new Float64Array(3);
export const ENERGY = 0;
/** The force on the node, for the stiffness 1: the depth, but less near a corner. */
export const PULL = 1;
export const DEEP = 2;

/** The line along which the node slips, and whether a corner counts with both of its edges. */
export const touchKind = /* @__PURE__ */ new Int32Array(2);
export const SLIP_LINE = 0;
export const IS_CORNER = 1;

/** Distance of the nearest point of the outline; its way from the start of its edge, as a part of the edge. */
const nearest = /* @__PURE__ */ new Float64Array(2);

/** Writes {@link touch}, the nodes and the gradient. False when the node is not in the block. */
export function findTouch({ positions }: DeformableSet2d, contacts: DeformableContacts2d, p: number, node: number): boolean {
  const { outline, reach } = contacts;
  const { edges, before, after } = outline;
  setPart(NODE, node, positions);
  setPart(NODE_BEFORE, before[node], positions);
  setPart(NODE_AFTER, after[node], positions);
  touch[DEEP] = 0;
  const edge = findNearest(positions, contacts, p, node);
  if (edge < 0) return false;
  const first = edges[2 * edge];
  const second = edges[2 * edge + 1];
  const part = nearest[1];
  const corner = part < 0.5 ? first : second;
  const hasCorner = after[corner] >= 0;
  touchKind[IS_CORNER] = 0;
  if (hasCorner) {
    setPart(CORNER, corner, positions);
    setPart(CORNER_BEFORE, before[corner], positions);
    setPart(CORNER_AFTER, after[corner], positions);
    if (isSharpCorner()) {
      cornerReach[0] = reach;
      findCornerEnergy();
      touchKind[IS_CORNER] = 1;
      touchKind[SLIP_LINE] = cornerEnergy[BY_BEFORE] > cornerEnergy[BY_AFTER] ? LINE_BEFORE : LINE_AFTER;
      touch[ENERGY] = cornerEnergy[0];
      return endTouch();
    }
  }
  gradient.fill(0);
  if (part > 0 && part < 1) {
    setPart(CORNER, first, positions);
    setPart(CORNER_BEFORE, -1, positions);
    setPart(CORNER_AFTER, second, positions);
    loadLine(LINE_AFTER);
    const h = lines[LINE_AFTER + DEPTH];
    if (!(h > 0)) return false;
    clearFacing();
    raiseFacing(LINE_AFTER);
    weights[0] = h * facing[0];
    weights[1] = 0;
    addLine(LINE_AFTER);
    weights[0] = 0.5 * h * h;
    addFacing();
    touch[ENERGY] = 0.5 * h * h * facing[0];
    touchKind[SLIP_LINE] = LINE_AFTER;
  } else {
    if (!hasCorner || !(lines[LINE_BEFORE + DEPTH] + lines[LINE_AFTER + DEPTH] > 0)) return false;
    addDistance();
    touch[ENERGY] = 0.5 * nearest[0] * nearest[0];
    touchKind[SLIP_LINE] = LINE_AFTER;
  }
  return endTouch();
}

function endTouch(): boolean {
  const x = gradient[2 * NODE];
  const y = gradient[2 * NODE + 1];
  touch[PULL] = Math.sqrt(x * x + y * y);
  // A node that is flush with an edge can be beyond its end; then it is as deep as it is pushed.
  const isIn = touchKind[IS_CORNER] === 0 || (lines[LINE_BEFORE + DEPTH] > 0 && lines[LINE_AFTER + DEPTH] > 0);
  touch[DEEP] = isIn ? Math.max(nearest[0], touch[PULL]) : touch[PULL];
  return touch[ENERGY] > 0 && touch[PULL] > 0;
}

/** The edge nearest to the node, within the reach; -1 if there is none. Writes {@link nearest}. */
function findNearest(positions: Float64Array, { outline, places, reach }: DeformableContacts2d, p: number, node: number): number {
  const { edges } = outline;
  const end = places.start[p + 1];
  const px = positions[2 * node];
  const py = positions[2 * node + 1];
  let least = reach * reach;
  let best = -1;
  for (let k = places.start[p]; k < end; k++) {
    const e = places.edges[k];
    const a = 2 * edges[2 * e];
    const b = 2 * edges[2 * e + 1];
    const x = positions[b] - positions[a];
    const y = positions[b + 1] - positions[a + 1];
    const rx = px - positions[a];
    const ry = py - positions[a + 1];
    const along = (rx * x + ry * y) / (x * x + y * y);
    const part = along > 0 ? (along < 1 ? along : 1) : 0;
    const dx = rx - part * x;
    const dy = ry - part * y;
    const square = dx * dx + dy * dy;
    if (!(square < least)) continue;
    least = square;
    best = e;
    nearest[1] = part;
  }
  nearest[0] = Math.sqrt(least);
  return best;
}

/** Of half of the square of the distance between the node and the corner. */
function addDistance(): void {
  for (let k = 0; k < 2; k++) {
    const way = partPlaces[2 * NODE + k] - partPlaces[2 * CORNER + k];
    gradient[2 * NODE + k] += way;
    gradient[2 * CORNER + k] -= way;
  }
}
