/**
 * Hanging nodes: a node of the surface lies on a triangle of which it is not a corner. Such tetrahedra do not
 * meet in whole triangles.
 *
 * Near nodes and triangles come from `nearPairs`, so the cost is linear in the size of the surface.
 */
import { createNearPairsWorkspace, nearPairs } from '../broad-phase/near-pairs';
import { createPairList } from '../broad-phase/pair-list';
import { InputError } from '../math/input-error';

/** A node hangs on a triangle when it is nearer than this part of its longest edge. */
const HANGS = 1e-9;
const [NODE, TRIANGLE] = [1, 2];

/**
 * Throws InputError 'non-manifold', with the node as index, for the first triangle on which a node hangs. `triangles`
 * is the whole surface, three nodes each.
 */
export function checkHangingNodes(nodes: ArrayLike<number>, triangles: Int32Array): void {
  const surface = Int32Array.from(new Set(triangles)).sort();
  const count = triangles.length / 3;
  const rows = surface.length + count;
  const centres = new Float64Array(3 * rows);
  const radii = new Float64Array(rows);
  for (let k = 0; k < surface.length; k++) for (let i = 0; i < 3; i++) centres[3 * k + i] = nodes[3 * surface[k] + i];
  for (let t = 0; t < count; t++) {
    // The sphere about the first corner with the longest edge as radius holds the triangle and its reach.
    const row = surface.length + t;
    for (let i = 0; i < 3; i++) centres[3 * row + i] = nodes[3 * triangles[3 * t] + i];
    radii[row] = (1 + 2 * HANGS) * longestEdge(nodes, triangles, t);
  }
  const filter = {
    group: new Int32Array(rows),
    flags: new Uint8Array(rows),
    category: new Uint32Array(rows).fill(TRIANGLE).fill(NODE, 0, surface.length),
    mask: new Uint32Array(rows).fill(NODE).fill(TRIANGLE, 0, surface.length),
  };
  const near = createPairList();
  nearPairs(near, rows, centres, radii, { filter }, createNearPairsWorkspace());
  let first = count;
  let node = -1;
  for (let p = 0; p < near.count; p++) {
    const n = surface[near.pairs[2 * p]];
    const t = near.pairs[2 * p + 1] - surface.length;
    if (t > first || (t === first && n > node)) continue;
    if (!isOn(nodes, triangles, t, n)) continue;
    first = t;
    node = n;
  }
  if (node < 0) return;
  const [a, b, c] = triangles.subarray(3 * first, 3 * first + 3);
  throw new InputError(
    'non-manifold',
    `node ${node} lies on the triangle of nodes ${a}, ${b} and ${c} but is no corner of it; tetrahedra must meet in whole triangles`,
    node,
    node,
  );
}

function longestEdge(nodes: ArrayLike<number>, triangles: Int32Array, t: number): number {
  let most = 0;
  for (let c = 0; c < 3; c++) {
    const p = 3 * triangles[3 * t + c];
    const q = 3 * triangles[3 * t + ((c + 1) % 3)];
    const x = nodes[p] - nodes[q];
    const y = nodes[p + 1] - nodes[q + 1];
    const z = nodes[p + 2] - nodes[q + 2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

/** Whether node n, no corner of triangle t, is on it. */
function isOn(nodes: ArrayLike<number>, triangles: Int32Array, t: number, n: number): boolean {
  const corners = triangles.subarray(3 * t, 3 * t + 3);
  if (corners.includes(n)) return false;
  const [a, b, c] = corners;
  const from = (q: number) => [0, 1, 2].map((k) => nodes[3 * q + k] - nodes[3 * a + k]);
  const [u, v, r] = [from(b), from(c), from(n)];
  const cross = (s: number[], w: number[]) => [s[1] * w[2] - s[2] * w[1], s[2] * w[0] - s[0] * w[2], s[0] * w[1] - s[1] * w[0]];
  const dot = (s: number[], w: number[]) => s[0] * w[0] + s[1] * w[1] + s[2] * w[2];
  const m = cross(u, v);
  const square = dot(m, m);
  const height = dot(r, m);
  const reach = HANGS * longestEdge(nodes, triangles, t);
  if (!(height * height <= reach * reach * square)) return false;
  const shareB = dot(cross(r, v), m) / square;
  const shareC = dot(cross(u, r), m) / square;
  return shareB >= -HANGS && shareC >= -HANGS && shareB + shareC <= 1 + HANGS;
}
