/**
 * Halves all edges of a mesh: each tetrahedron gives four at its corners and four of the octahedron between them, cut
 * along its shortest diagonal (Bey 1995). Each triangle is cut into the same four from both sides, so no node hangs.
 */
import type { BlockMesh } from './block-mesh';
import { signedVolume } from './signed-volume';

/** Pairs of corners of a tetrahedron: its six edges. Edge k is opposite to edge 5 - k. */
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];

export function refineMesh({ nodes, elements }: BlockMesh): BlockMesh {
  const count = nodes.length / 3;
  const points = Array.from(nodes);
  const middles = new Map<number, number>();
  const middleOf = (p: number, q: number): number => {
    const key = Math.min(p, q) * count + Math.max(p, q);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = points.length / 3;
    for (let k = 0; k < 3; k++) points.push(0.5 * (nodes[3 * p + k] + nodes[3 * q + k]));
    middles.set(key, made);
    return made;
  };
  const distance = (p: number, q: number) =>
    [0, 1, 2].reduce((sum, k) => sum + (points[3 * p + k] - points[3 * q + k]) * (points[3 * p + k] - points[3 * q + k]), 0);
  const children: number[] = [];
  const add = (...four: number[]) => {
    // The children of a positive tetrahedron are positive up to the order of two nodes.
    if (signedVolume(points, four, 0) < 0) four = [four[1], four[0], four[2], four[3]];
    children.push(...four);
  };
  for (let e = 0; e < elements.length; e += 4) {
    const corner = elements.subarray(e, e + 4);
    const middle = EDGES.map(([i, j]) => middleOf(corner[i], corner[j]));
    for (let c = 0; c < 4; c++) {
      const around = EDGES.flatMap(([i, j], k) => (i === c || j === c ? [middle[k]] : []));
      add(corner[c], ...around);
    }
    // The ring around the diagonal from middle d to middle 5 - d has the other four, opposite ones two apart.
    const lengths = [0, 1, 2].map((k) => distance(middle[k], middle[5 - k]));
    const d = lengths.indexOf(Math.min(...lengths));
    const [u, v] = [0, 1, 2].filter((k) => k !== d);
    const ring = [middle[u], middle[v], middle[5 - u], middle[5 - v]];
    for (let k = 0; k < 4; k++) add(middle[d], middle[5 - d], ring[k], ring[(k + 1) % 4]);
  }
  return { nodes: Float64Array.from(points), elements: Int32Array.from(children) };
}
