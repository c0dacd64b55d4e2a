import { surfaceMass } from './surface-mass';
import { cross, dot, sub, type Vec } from './vector';

/** A convex solid as loops of corners, counter-clockwise from outside, all in one frame. */
export type Loops = readonly (readonly Vec[])[];

/**
 * Mass of the union of convex solids by cells: each solid is cut by the planes of all before it, and what lies outside
 * one of them falls into convex cells that do not overlap. Their surface integrals are summed. Nothing is subtracted.
 *
 * Trust: to some 1e-12 of the size's power, in doubles, for solids about an origin near to them; no code of the
 * library.
 */
export function unionMassByCells(solids: readonly Loops[]): ReturnType<typeof surfaceMass> {
  const triangles: [Vec, Vec, Vec][] = [];
  solids.forEach((solid, i) => {
    let cells: Loops[] = [solid];
    for (const other of solids.slice(0, i)) cells = cells.flatMap((cell) => outside(cell, other));
    for (const loop of cells.flat()) for (let k = 2; k < loop.length; k++) triangles.push([loop[0], loop[k - 1], loop[k]]);
  });
  return surfaceMass(triangles);
}

/** Cells of what is left of a cell outside a solid. */
function outside(cell: Loops, solid: Loops): Loops[] {
  const cells: Loops[] = [];
  let inside = cell;
  for (const loop of solid) {
    const normal = newell(loop);
    const offset = dot(normal, loop[0]);
    const out = cut(inside, [-normal[0], -normal[1], -normal[2]], -offset);
    if (out.length > 0) cells.push(out);
    inside = cut(inside, normal, offset);
    if (inside.length === 0) return cells;
  }
  return cells;
}

/** Corners this part of the largest coordinate from a plane are on it: some rounding steps of a cut corner. */
const ON_PLANE = 2 ** -46;

/** What has normal·x <= offset. */
function cut(cell: Loops, normal: Vec, offset: number): Loops {
  const loops: Vec[][] = [];
  const cap: Vec[] = [];
  let reaches = false;
  const near = ON_PLANE * Math.max(...cell.flat(2).map(Math.abs));
  const height = (p: Vec): number => {
    const s = dot(normal, p) - offset;
    return Math.abs(s) <= near ? 0 : s;
  };
  for (const loop of cell) {
    const left: Vec[] = [];
    loop.forEach((p, k) => {
      const q = loop[(k + 1) % loop.length];
      const [s, t] = [height(p), height(q)];
      if (s < 0) reaches = true;
      if (s <= 0) left.push(p);
      if (s === 0) cap.push(p);
      if ((s < 0 && t > 0) || (s > 0 && t < 0)) {
        const u = s / (s - t);
        const x: Vec = [p[0] + u * (q[0] - p[0]), p[1] + u * (q[1] - p[1]), p[2] + u * (q[2] - p[2])];
        left.push(x);
        cap.push(x);
      }
    });
    if (left.length > 2 && left.some((p) => height(p) < 0)) loops.push(left);
  }
  if (!reaches) return [];
  if (cap.length > 2) loops.push(inOrder(cap, normal));
  return loops;
}

/** Points of a plane counter-clockwise about its normal. */
function inOrder(points: Vec[], normal: Vec): Vec[] {
  const centre = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length) as unknown as Vec;
  const axis: Vec = Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = cross(axis, normal);
  const v = cross(normal, u);
  const angle = (p: Vec): number => Math.atan2(dot(sub(p, centre), v), dot(sub(p, centre), u));
  return points.slice().sort((p, q) => angle(p) - angle(q));
}

function newell(loop: readonly Vec[]): Vec {
  let sum: Vec = [0, 0, 0];
  for (let k = 2; k < loop.length; k++) {
    const n = cross(sub(loop[k - 1], loop[0]), sub(loop[k], loop[0]));
    sum = [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]];
  }
  const size = Math.sqrt(dot(sum, sum));
  return [sum[0] / size, sum[1] / size, sum[2] / size];
}
