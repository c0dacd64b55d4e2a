/**
 * The nodes of a contact of a node with a block, and the gradient of its energy at each of them.
 *
 * The energy is a function of lengths: the depth of the node below an edge, its way along the edge, and cosines between
 * edges. None of them changes when all nodes move or turn as one. So the forces, minus the gradient, and their moments
 * add to zero.
 */

/**
 * Slots of the nodes: the node, its neighbours along its own outline, a node of the other outline, and its
 * neighbours.
 */
export const NODE = 0;
export const NODE_BEFORE = 1;
export const NODE_AFTER = 2;
export const CORNER = 3;
export const CORNER_BEFORE = 4;
export const CORNER_AFTER = 5;
export const SLOTS = 6;

/** Nodes of the set in each slot, or -1; their places and the gradient, x y packed. */
export const partNodes = /* @__PURE__ */ new Int32Array(SLOTS);
export const partPlaces = /* @__PURE__ */ new Float64Array(2 * SLOTS);
export const gradient = /* @__PURE__ */ new Float64Array(2 * SLOTS);

/** The two lines through the corner, from it to its neighbours: unit vector, length; depth and way of the node. */
export const lines = /* @__PURE__ */ new Float64Array(10);
export const LINE_BEFORE = 0;
export const LINE_AFTER = 5;
const X = 0;
const Y = 1;
export const LENGTH = 2;
/** Depth of the node below the line, above 0 on the side of the block. */
export const DEPTH = 3;
/** Way of its foot from the corner. */
export const WAY = 4;

/** Weights of {@link addLine} and {@link addAngle}: the derivatives of the energy. */
export const weights = /* @__PURE__ */ new Float64Array(2);

export function setPart(slot: number, node: number, positions: Float64Array): void {
  partNodes[slot] = node;
  if (node < 0) return;
  partPlaces[2 * slot] = positions[2 * node];
  partPlaces[2 * slot + 1] = positions[2 * node + 1];
}

/** Loads the line from the corner to its neighbour before or after it. */
export function loadLine(line: number): void {
  const q = line === LINE_BEFORE ? 2 * CORNER_BEFORE : 2 * CORNER_AFTER;
  const turn = line === LINE_BEFORE ? -1 : 1;
  const p = partPlaces;
  const x = p[q] - p[2 * CORNER];
  const y = p[q + 1] - p[2 * CORNER + 1];
  const length = Math.sqrt(x * x + y * y);
  const ux = x / length;
  const uy = y / length;
  const rx = p[2 * NODE] - p[2 * CORNER];
  const ry = p[2 * NODE + 1] - p[2 * CORNER + 1];
  lines[line + X] = ux;
  lines[line + Y] = uy;
  lines[line + LENGTH] = length;
  // The block is on the left of the way to the node after the corner.
  lines[line + DEPTH] = turn * (ux * ry - uy * rx);
  lines[line + WAY] = rx * ux + ry * uy;
}

/** Adds to the gradient, with the derivatives by the depth and by the way of a line as {@link weights}. */
export function addLine(line: number): void {
  const q = line === LINE_BEFORE ? 2 * CORNER_BEFORE : 2 * CORNER_AFTER;
  const turn = line === LINE_BEFORE ? -1 : 1;
  const byDepth = weights[0];
  const byWay = weights[1];
  const ux = lines[line + X];
  const uy = lines[line + Y];
  const share = lines[line + WAY] / lines[line + LENGTH];
  const lever = lines[line + DEPTH] / lines[line + LENGTH];
  // Inward normal.
  const mx = -turn * uy;
  const my = turn * ux;
  const far = byWay * lever - byDepth * share;
  const x = byDepth * mx + byWay * ux;
  const y = byDepth * my + byWay * uy;
  gradient[2 * NODE] += x;
  gradient[2 * NODE + 1] += y;
  gradient[q] += far * mx;
  gradient[q + 1] += far * my;
  gradient[2 * CORNER] -= x + far * mx;
  gradient[2 * CORNER + 1] -= y + far * my;
}

/** Cosine and sine of the angle from the way between slots i and j to the way between slots k and l. */
export const angle = /* @__PURE__ */ new Float64Array(2);
export const COSINE = 0;
export const SINE = 1;
/** Unit vector and length of two ways. */
const ways = /* @__PURE__ */ new Float64Array(6);
const FIRST = 0;
const SECOND = 3;

export function loadAngle(i: number, j: number, k: number, l: number): void {
  loadWay(i, j, FIRST);
  loadWay(k, l, SECOND);
  angle[COSINE] = ways[FIRST + X] * ways[SECOND + X] + ways[FIRST + Y] * ways[SECOND + Y];
  angle[SINE] = ways[FIRST + X] * ways[SECOND + Y] - ways[FIRST + Y] * ways[SECOND + X];
}

/** Adds to the gradient, with the derivatives by the cosine and by the sine of this angle as {@link weights}. */
export function addAngle(i: number, j: number, k: number, l: number): void {
  loadAngle(i, j, k, l);
  // Derivative by the angle.
  const slope = weights[1] * angle[COSINE] - weights[0] * angle[SINE];
  addTurn(i, j, FIRST, -slope);
  addTurn(k, l, SECOND, slope);
}

function loadWay(from: number, to: number, o: number): void {
  const x = partPlaces[2 * to] - partPlaces[2 * from];
  const y = partPlaces[2 * to + 1] - partPlaces[2 * from + 1];
  const length = Math.sqrt(x * x + y * y);
  ways[o + X] = x / length;
  ways[o + Y] = y / length;
  ways[o + LENGTH] = length;
}

/** A way turns to the left when its end moves to the left. */
function addTurn(from: number, to: number, o: number, slope: number): void {
  const x = (-slope * ways[o + Y]) / ways[o + LENGTH];
  const y = (slope * ways[o + X]) / ways[o + LENGTH];
  gradient[2 * to] += x;
  gradient[2 * to + 1] += y;
  gradient[2 * from] -= x;
  gradient[2 * from + 1] -= y;
}
