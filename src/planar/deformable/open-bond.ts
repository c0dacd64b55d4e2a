/** Nodes that are apart from another block, and the lengths of bonds. */
import type { DeformableSet2d } from './deformable-set-2d';
import type { DeformableContacts2d } from './deformable-contacts-2d';
import { SLIP_LINE, touch, touchKind, PULL } from './node-on-outline';
import {
  addLine,
  CORNER,
  CORNER_AFTER,
  CORNER_BEFORE,
  DEPTH,
  gradient,
  LENGTH,
  LINE_AFTER,
  lines,
  loadLine,
  NODE,
  NODE_AFTER,
  NODE_BEFORE,
  partNodes,
  partPlaces,
  setPart,
  WAY,
  weights,
} from './touch-parts';

/** Cosine of 10 degrees. */
const FLUSH = 0.985;

/** Gap of the last {@link findOpen}; length of the last {@link measureFlush}. */
export const bond = /* @__PURE__ */ new Float64Array(2);
export const OPEN_GAP = 0;
export const FLUSH_LENGTH = 1;
/** Unit normal of {@link measureFlush}, from the block of the node to the other. */
export const bondNormal = /* @__PURE__ */ new Float64Array(2);

/**
 * Finds the nearest edge that the node is above, up to the reach, and writes its gap, and the gradient of its height.
 * Beyond its ends, by the tolerance, only an edge counts that is flush with one of the node. False if there is none.
 * The node and its neighbours must be loaded.
 */
export function findOpen({ positions }: DeformableSet2d, { outline, places, reach, tolerance }: DeformableContacts2d, p: number): boolean {
  const { edges } = outline;
  const end = places.start[p + 1];
  let least = reach;
  let best = -1;
  for (let k = places.start[p]; k < end; k++) {
    const e = places.edges[k];
    loadEdge(positions, edges, e);
    const height = -lines[LINE_AFTER + DEPTH];
    const way = lines[LINE_AFTER + WAY];
    const length = lines[LINE_AFTER + LENGTH];
    if (!(height >= 0 && height < least && way >= -tolerance && way <= length + tolerance)) continue;
    const isOver = way >= 0 && way <= length;
    setInward();
    measureFlush();
    if (!isOver && !(bond[FLUSH_LENGTH] > 0)) continue;
    least = height;
    best = e;
  }
  if (best < 0) return false;
  loadEdge(positions, edges, best);
  gradient.fill(0);
  weights[0] = 1;
  weights[1] = 0;
  addLine(LINE_AFTER);
  touchKind[SLIP_LINE] = LINE_AFTER;
  touch[PULL] = 1;
  bond[OPEN_GAP] = least;
  return true;
}

function loadEdge(positions: Float64Array, edges: Int32Array, e: number): void {
  setPart(CORNER, edges[2 * e], positions);
  setPart(CORNER_BEFORE, -1, positions);
  setPart(CORNER_AFTER, edges[2 * e + 1], positions);
  loadLine(LINE_AFTER);
}

function setInward(): void {
  bondNormal[0] = -lines[LINE_AFTER + 1];
  bondNormal[1] = lines[LINE_AFTER];
}

/**
 * Writes the length of the loaded node on an edge with {@link bondNormal}: a half of each flush edge at the node, and a
 * half of that, because the nodes of both blocks count.
 */
export function measureFlush(): void {
  bond[FLUSH_LENGTH] = 0;
  if (partNodes[NODE_AFTER] < 0) return;
  addFlush(NODE_BEFORE, 1);
  addFlush(NODE_AFTER, -1);
}

/** `turn`: the outward normal of an edge is its way, from the node, turned to the left (1) or to the right. */
function addFlush(slot: number, turn: number): void {
  const x = partPlaces[2 * slot] - partPlaces[2 * NODE];
  const y = partPlaces[2 * slot + 1] - partPlaces[2 * NODE + 1];
  const length = Math.sqrt(x * x + y * y);
  if (turn * (x * bondNormal[1] - y * bondNormal[0]) >= FLUSH * length) bond[FLUSH_LENGTH] += 0.25 * length;
}
