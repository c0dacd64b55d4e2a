/**
 * How far a node faces an edge of another block: 1 when no neighbour of the node is deeper below the edge, by more than
 * 10 degrees, and 0 from 20 degrees on.
 *
 * A node inside a straight side is on an edge of another block that is about parallel to this side, or beside a corner
 * of the other block. Beside a corner it is no contact of its own: the corner is on the side. Without this rule a
 * corner that slides along a side would have a second contact at each node of the side.
 */
import {
  addAngle,
  angle,
  CORNER,
  CORNER_AFTER,
  CORNER_BEFORE,
  LINE_BEFORE,
  loadAngle,
  NODE,
  NODE_AFTER,
  NODE_BEFORE,
  partNodes,
  SINE,
  weights,
} from './touch-parts';

/** Sines of the angle by which a neighbour is deeper. */
const ASIDE = -0.34;
const FACES = -0.17;

/** The value, and its derivative by the sine of the angle between the edge and the way to the deeper neighbour. */
export const facing = /* @__PURE__ */ new Float64Array(2);
/** Slots of this neighbour and of the end of the line. */
const facingSlots = /* @__PURE__ */ new Int32Array(2);

/** Starts {@link facing} from 0, for {@link raiseFacing}. */
export function clearFacing(): void {
  facing[0] = partNodes[NODE_AFTER] < 0 ? 1 : 0;
  facing[1] = 0;
}

/** Raises {@link facing} to that of a loaded line, if this is larger. */
export function raiseFacing(line: number): void {
  if (facing[0] === 1) return;
  const end = line === LINE_BEFORE ? CORNER_BEFORE : CORNER_AFTER;
  const turn = line === LINE_BEFORE ? -1 : 1;
  // Height of both neighbours above the line through the node.
  loadAngle(NODE, NODE_BEFORE, CORNER, end);
  const first = turn * angle[SINE];
  loadAngle(NODE, NODE_AFTER, CORNER, end);
  const second = turn * angle[SINE];
  const x = ((first < second ? first : second) - ASIDE) / (FACES - ASIDE);
  if (!(x > facing[0])) return;
  facing[0] = x < 1 ? x : 1;
  facing[1] = x < 1 ? turn / (FACES - ASIDE) : 0;
  facingSlots[0] = first < second ? NODE_BEFORE : NODE_AFTER;
  facingSlots[1] = end;
}

/** Adds to the gradient, with the derivative by {@link facing} as first weight. */
export function addFacing(): void {
  if (facing[1] === 0) return;
  weights[1] = weights[0] * facing[1];
  weights[0] = 0;
  addAngle(NODE, facingSlots[0], CORNER, facingSlots[1]);
  weights[1] = 0;
}
